"""Measures the start of supplies, their lowest level, and the amount that would have been
enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from generator.kit.chance import CHANCE_STREAM, below, stream
from generator.kit.defaults import RUNS_OUT
from generator.play.engine.game import Game
from generator.play.measures.ratios import NEEDED, rate_of
from generator.play.measures.tally import Histogram, Tally
from generator.play.statistics.inference import Estimate
from generator.play.statistics.share_bounds import share_interval

# number of decisions within which a supply must differ between seats to count as separate
OPENING = 300


@dataclass(frozen=True, slots=True)
class SupplyStart:
    """The start of a supply: the largest amount of a seat after the deal, and whether seats share
    the supply. `is_shared` is `None` if the rules do not declare it and seats never differed.
    `given` is the pack's amount, from the parameter or else the number of pieces with that name.
    """

    most: int
    is_shared: bool | None = None
    is_meant: bool = False  # whether the rules declare that it is meant to run out
    given: int | None = None


@dataclass(frozen=True, slots=True)
class SupplyUse:
    """The lowest level of one supply in a game, for any seat and for the worst seat."""

    name: str
    start: int  # the largest amount that a seat has after the deal
    empty_games: Estimate  # share of games in which some seat ran out
    empty_seats: Estimate  # share of seats that ran out
    lowest: Histogram  # lowest level of every seat
    worst: Histogram  # lowest level of the seat that ran lowest
    is_shared: bool  # whether all seats share this supply
    is_meant: bool  # whether it is meant to run out, by the rules or by the name of an end
    sufficing: int | None  # enough for all seats in 95 % of games; null: more than start
    given: int | None  # the pack's amount, before the deal

    @property
    def set_up(self) -> int | None:
        """Return the number of the pack's items that the set-up takes, if it can be known.

        For separate supplies of the seats, the division by the deal is unknown.
        """
        taken = -1 if self.given is None else self.given - self.start
        return taken if taken == 0 or (taken > 0 and self.is_shared) else None


def starts_of(game: Game) -> tuple[SupplyStart, ...]:
    """Return the start of each of the game's supplies, which is computed once per game."""
    return game.once("supplies", lambda: _starts(game))  # type: ignore[no-any-return]


def _starts(game: Game) -> tuple[SupplyStart, ...]:
    """Find the starts from the rules, else from the first decisions of a random game."""
    if not game.supplies:
        return ()
    assert game.stock is not None
    tables, state, chance = game.tables, game.fresh()[0], stream(0, 0, CHANCE_STREAM)
    game.deal(tables, state, chance)
    levels = np.zeros((game.seats, len(game.supplies)), np.int32)
    game.stock(tables, state, levels)
    most = levels.max(axis=0).tolist()
    declared = game.supply_kinds
    if all(name in declared for name in game.supplies):
        differs = [False] * len(game.supplies)
    else:
        differs = _seen_to_differ(game, state, chance, levels)
    return tuple(
        SupplyStart(
            n,
            declared[name].startswith("shared") if name in declared else False if apart else None,
            declared.get(name, "").endswith(RUNS_OUT),
            _given(game, name, declared.get(name, "").startswith("shared")),
        )
        for name, n, apart in zip(game.supplies, most, differs, strict=True)
    )


def _given(game: Game, supply: str, is_shared: bool) -> int | None:
    """Return the pack's amount of a supply, which is the parameter or the number of pieces with its
    name.
    """
    parameter = game.pack.parameters.get(supply)
    if parameter is not None and type(parameter.value) is int:
        return parameter.value
    printed = [c.count for c in game.pack.components if c.id == supply]
    return printed[0] if printed and is_shared else None


def _seen_to_differ(
    game: Game, state: np.record, chance: np.ndarray, levels: np.ndarray
) -> list[bool]:
    """Return, by supply, whether seats had different levels in the opening of a random game."""
    tables, out = game.tables, np.zeros(game.widest, np.int32)
    assert game.stock is not None
    differs = np.zeros(levels.shape[1], np.bool_)
    for _ in range(OPENING):
        if differs.all() or int(game.turn(tables, state)) < 0:
            break
        n = int(game.moves(tables, state, out))
        game.play(tables, state, np.int64(out[below(chance, n)]), chance)
        game.stock(tables, state, levels)
        differs |= (levels != levels[0]).any(axis=0)
    differ: list[bool] = differs.tolist()
    return differ


def supplies_of(tally: Tally, start: Sequence[SupplyStart]) -> tuple[SupplyUse, ...]:
    """Return the lowest level of each supply, the share of games in which it ran out, and the
    sufficient amount. The sufficient amount is the 95 % quantile of start − lowest over the worst
    seat of each game. If the supply ran out in more than 5 % of games, it is unknown how much more
    the seats would have used.
    """
    supplies = []
    for u, name in enumerate(tally.supplies):
        worst = tally.supply_worst[u]
        lowest = Histogram()
        for seat in tally.supply_low[u]:
            lowest.merge(seat)
        begin = start[u].most if start else int(max(lowest.values))
        is_shared = start[u].is_shared if start else None
        if is_shared is None:
            is_shared = {v: c * tally.seats for v, c in worst.counts.items()} == lowest.counts
        at_five = int(worst.quantile(0.05))
        supplies.append(
            SupplyUse(
                name=name,
                start=begin,
                empty_games=rate_of(float(tally.sums("empty_games")[u]), tally.games),
                empty_seats=_ratio_of_seats(tally, u),
                lowest=lowest,
                worst=worst,
                is_shared=is_shared,
                is_meant=bool(start and start[u].is_meant) or ended_by(tally, name) > 0,
                sufficing=begin - at_five if at_five > 0 else None,
                given=start[u].given if start else None,
            )
        )
    return tuple(supplies)


def ended_by(tally: Tally, supply: str) -> int:
    """Return the number of games that ended for a reason named after the supply, such as
    "deck_empty".
    """
    stems = {supply.casefold(), supply.casefold().removesuffix("s")}

    def is_named(reason: str) -> bool:
        words = reason.casefold().replace("_", " ").split()
        return any(w in stems or w.removesuffix("s") in stems for w in words)

    return sum(n for reason, n in tally.reasons.items() if is_named(reason))


def _ratio_of_seats(tally: Tally, supply: int) -> Estimate:
    seats = tally.column("game")[:, 0] * tally.seats
    rows = np.column_stack([tally.column("empty")[:, supply], seats])
    return share_interval(rows, tally.games, needed=NEEDED)
