"""Keeps the learned values of cards and resources in a game of words, with their key.

A seat's worth is its score as it stands, its hand, each resource and each card it owns, each times
a weight that goes from an early to a late one in the course of a game.
"""

import hashlib
import json
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from generator.reading.phrases.limits import Tier
from generator.reading.phrases.plan_values import Plan

SCORE, HAND_SIZE = 0, 1  # places among the weights; resources and rows follow
RESOURCES_AT = 2
UNIT = 1000  # weights are whole thousandths of a point, the same on every machine
USUAL_SPREAD = 20.0  # the lead, in points, that is worth ¾ where nothing is learned


def rows_at(tier: Tier) -> int:
    """The place among the weights where those of rows begin."""
    return RESOURCES_AT + tier.resources


def hands_at(tier: Tier) -> int:
    """The place of the weights of cards in a hand, where what is owned lies in front."""
    return rows_at(tier) + tier.rows


def n_weights(tier: Tier) -> int:
    """The number of weights."""
    return hands_at(tier) + tier.rows


def _score_only() -> NDArray[np.int32]:
    return np.full((2, 1), UNIT, np.int32)


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of a game, (2, n) in thousandths of a point: early and late.

    The weights after the first n count 0.
    """

    by_phase: NDArray[np.int32] = field(default_factory=_score_only)
    turns: int = 1  # of a usual game
    spread: float = USUAL_SPREAD  # the lead, in points, that is worth ¾

    def filled(self, tier: Tier) -> NDArray[np.int32]:
        """All weights of a tier."""
        weights = np.zeros((2, n_weights(tier)), np.int32)
        weights[:, : self.by_phase.shape[1]] = self.by_phase
        return weights

    @property
    def is_learned(self) -> bool:
        """Whether anything but the score counts."""
        return bool(self.by_phase[:, HAND_SIZE:].any())

    @property
    def digest(self) -> str:
        """A name for these very weights; empty where nothing is learned."""
        if not self.is_learned:
            return ""
        text = f"{self.turns} {self.spread:.9g} ".encode() + self.by_phase.astype("<i4").tobytes()
        return hashlib.sha256(text).hexdigest()[:12]


_kept: dict[str, tuple[str, Weights]] = {}  # rows → the key learned for, and the weights


def key_of(plan: Plan, players: int) -> str:
    """The key of everything about a game but its numbers: where it changes, others are learned."""
    shape = {
        "rows": _rows(plan, players),
        "entries": [plan.part_of, plan.entry, plan.kinds, plan.kinds_of],
        "resources": [plan.until, plan.held, plan.saves, plan.wild],
        "cards": [plan.is_supply, plan.draw_part, plan.stays],
        "actions": [[plan.action_names], [a[:3] + a[4:] for a in plan.actions]],
        "steps": [step[0] for step in plan.steps],
        "ends": [end[0] for end in plan.ends],
        "programs": [plan.set_up, plan.scoring, plan.round_scoring, plan.tie, plan.tie_sign],
        "code": [[*row[:2], *row[3:]] for row in plan.code],  # all but how many
        "prices": [sorted(cost) for cost in (*plan.cost_of, *plan.costs)],
        "counters": [[what, which, where, whose] for what, which, where, _, whose in plan.counters],
    }
    return _digest(shape)


def _rows(plan: Plan, players: int) -> list[object]:
    """The owner of each weight, in order."""
    rows = [row.id for row in plan.rows]
    return [players, plan.components, rows, plan.resources, plan.own_decks, plan.is_draft]


def _digest(shape: object) -> str:
    text = json.dumps(shape, sort_keys=True, default=int)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def weights_of(plan: Plan, players: int) -> Weights:
    """The weights that games with these rows are judged by; the score alone, by default.

    Versions of a game that differ in what their cards say or cost have the same judge, so that
    comparing them measures the cards.
    """
    return _kept.get(_digest(_rows(plan, players)), ("", Weights()))[1]


def key_kept(plan: Plan, players: int) -> str:
    """The key that the weights of games with these rows were learned for; empty without any."""
    return _kept.get(_digest(_rows(plan, players)), ("", None))[0]


def keep_weights(plan: Plan, players: int, weights: Weights | None) -> None:
    """Let games with these rows be judged by weights from now on, in this process."""
    rows = _digest(_rows(plan, players))
    if weights is None:
        _kept.pop(rows, None)
    else:
        _kept[rows] = key_of(plan, players), weights
