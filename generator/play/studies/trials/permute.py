"""Tests whether the order in which rules list moves decides the winner.

A player may choose the first of equal moves. The player who is listed first is then hit or helped,
and a finding about seats is in fact a finding about the list. So the same players play the same
seeds twice, once with the legal moves as listed, and once with the moves in a new random order at
every decision.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from generator.model.pack import Pack
from generator.model.problems import Problem
from generator.play.engine.agents import MIXED, agent_of
from generator.play.engine.game import Game, load_game
from generator.play.measures.results import Progress, SimulateOptions
from generator.play.measures.tally import Floats, shares_of
from generator.play.runs.runs import batches_of, competing, quiet
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.multiple_testing import any_difference
from generator.play.statistics.share_bounds import share_interval
from generator.play.telling.words.order import (
    CHOOSE_BY_CHANCE,
    OrderWords,
    depends,
    independent,
)

SEED = 1


@dataclass(frozen=True, slots=True)
class Order:
    """The shares of the seats with moves as listed and in random order, for one number of
    players.
    """

    players: int
    listed: tuple[Estimate, ...]
    mixed: tuple[Estimate, ...]
    p: float  # p-value for equal shares in both orders
    text: str
    problem: Problem | None


def orders_of(pack: Pack, agent: str, games: int, progress: Progress = quiet) -> list[Order]:
    """Return this test for every number of players; together the tests err in one of twenty packs.

    A difference below the smallest noticeable difference for seats does not count. Raises
    `ValueError` for an agent that the game does not know or that ignores the order of moves.
    """
    low, high = pack.players
    counts = [n for n in range(low, high + 1) if n > 1]
    return list(_orders(pack, agent, games, counts, progress))


def _orders(
    pack: Pack, agent: str, games: int, counts: list[int], progress: Progress
) -> Iterator[Order]:
    for players in counts:
        game = load_game(pack, players)
        competing(game, "the order of moves")
        agent_of(game, agent + MIXED)
        listed, mixed = (_shares(game, spec, games, progress) for spec in (agent, agent + MIXED))
        p = any_difference((mixed - listed)[:, :-1], games).p
        shares = [_told(listed), _told(mixed)]
        gaps = [abs(b.value - a.value) for a, b in zip(*shares, strict=True)]
        far = int(np.argmax(gaps))
        is_other = p <= (1 - LEVEL) / len(counts) and gaps[far] >= pack.worth.seats / 100
        problem = None
        words = OrderWords(game.sides, far, shares[0][far], shares[1][far], players, agent, games)
        text = depends(words) if is_other else independent(words)
        if is_other:
            place = game.book.place_of("moves", game.moves)
            problem = Problem(place, text, CHOOSE_BY_CHANCE, "warning")
        yield Order(players, shares[0], shares[1], p, text, problem)


def _shares(game: Game, agent: str, games: int, progress: Progress) -> Floats:
    """Return each side's share of the win, (games, sides)."""
    options, shares, done = SimulateOptions(games=games, seed=SEED), [], 0
    for batch in batches_of(game, options, [agent], 0, games, "none"):
        shares.append(shares_of(batch))
        done += len(batch)
        progress(f"{game.seats} players of {agent}", done, games)
    return np.concatenate(shares)


def _told(shares: Floats) -> tuple[Estimate, ...]:
    ones = np.ones(len(shares))
    return tuple(
        share_interval(np.column_stack([column, ones]), len(shares)) for column in shares.T
    )
