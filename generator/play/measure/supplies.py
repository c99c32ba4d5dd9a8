"""How supplies begin: a game in, the level of each and whether all seats share it out."""

from dataclasses import dataclass

import numpy as np

from generator.play.engine.game import Game
from generator.play.engine.kernel import CHANCE_STREAM, below, stream
from generator.play.records import readable

OPENING = 300  # decisions in which a supply of each seat's own shows that it is, at most


@dataclass(frozen=True, slots=True)
class SupplyStart:
    """How a supply begins: the most a seat has after the deal, and whose it is.

    `is_shared` is `None` where the rules do not declare it and seats were never seen to differ.
    """

    most: int
    is_shared: bool | None = None


def starts_of(game: Game) -> tuple[SupplyStart, ...]:
    """How each of the game's supplies begins, worked out once per game."""
    return game.once("supplies", lambda: _starts(game))  # type: ignore[no-any-return]


def _starts(game: Game) -> tuple[SupplyStart, ...]:
    """By what the rules declare, else by the first decisions of a random game."""
    if not game.supplies:
        return ()
    plain = readable(game)
    assert plain.stock is not None
    tables, state, chance = plain.tables, plain.fresh()[0], stream(0, 0, CHANCE_STREAM)
    plain.deal(tables, state, chance)
    levels = np.zeros((game.seats, len(game.supplies)), np.int32)
    plain.stock(tables, state, levels)
    most = levels.max(axis=0).tolist()
    declared = getattr(game, "supply_kinds", {})
    if all(name in declared for name in game.supplies):
        differs = [False] * len(game.supplies)
    else:
        differs = _seen_to_differ(plain, state, chance, levels)
    return tuple(
        SupplyStart(n, declared[name] == "shared" if name in declared else False if apart else None)
        for name, n, apart in zip(game.supplies, most, differs, strict=True)
    )


def _seen_to_differ(
    plain: Game, state: np.record, chance: np.ndarray, levels: np.ndarray
) -> list[bool]:
    """Whether two seats had different levels of each supply in the opening of a random game."""
    tables, out = plain.tables, np.zeros(plain.widest, np.int32)
    assert plain.stock is not None
    differs = np.zeros(levels.shape[1], np.bool_)
    for _ in range(OPENING):
        if differs.all() or int(plain.turn(tables, state)) < 0:
            break
        n = int(plain.moves(tables, state, out))
        plain.play(tables, state, np.int64(out[below(chance, n)]), chance)
        plain.stock(tables, state, levels)
        differs |= (levels != levels[0]).any(axis=0)
    found: list[bool] = differs.tolist()
    return found
