"""What seats see of the table: no leak, nothing hidden without need, no piece too many."""

from functools import partial

import numpy as np
import pytest

from generator.kit.chance import CHANCE_STREAM, below, stream
from generator.play.checks.check import Decision
from generator.play.checks.sights import Sights
from generator.play.engine.game import Game, load_game
from generator.play.engine.table_layout import Laid
from tests.toys import PACKS, opened

GAMES = [
    ("mara", "standard", 3), ("mara", "family", 3), ("marram", "long", 2), ("marram", "short", 3),
    ("shiftago", "expert", 3), ("shiftago", "express", 2), (str(PACKS / "leaky_raft"), "", 3),
    (str(PACKS / "market"), "", 2),
]  # fmt: skip


def game_of(name: str, variant: str, players: int) -> Game:
    return load_game(opened(name, variant=variant or None), players, plain=True)


def positions(game: Game, n: int):
    """Return positions of random games, one in seven decisions."""
    states, out, index = game.fresh(), np.zeros(game.widest, np.int32), 0
    while n > 0:
        rng = stream(5, index, CHANCE_STREAM)
        states[0], index = game.template, index + 1
        state, at = states[0], 0
        game.deal(game.tables, state, rng)
        while game.turn(game.tables, state) >= 0 and n > 0:
            if (at + index) % 7 == 0:
                yield state
                n -= 1
            k = int(game.moves(game.tables, state, out))
            game.play(game.tables, state, np.int64(out[below(rng, k)]), rng)
            at += 1


def hold(game: Game, n: int) -> None:
    sights = Sights(game)
    for k, state in enumerate(positions(game, n)):
        draws = partial(stream, 9, k)
        decision = Decision(game, state, 0, [], k, is_examined=True, is_laid_out=True, draws=draws)
        assert list(sights.decided(decision)) == []
    assert list(sights.concluded()) == []


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_nothing_hidden_is_laid_open(name: str, variant: str, players: int) -> None:
    hold(game_of(name, variant, players), 12)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_nothing_hidden_is_laid_open_in_a_thousand_positions(
    name: str, variant: str, players: int
) -> None:
    hold(game_of(name, variant, players), 1000)


def test_the_mara_shows_what_a_seat_has_peeked_at_to_that_seat_alone() -> None:
    game = game_of("mara", "standard", 2)
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(1, 0, 0))
    state.seen[1] |= 1 << 4
    assert game.lay is not None
    views = [game.lay(game.tables, state, seat) for seat in (0, 1)]
    known = [
        [t.piece for t in view if isinstance(t, Laid) and t.component == "tiles" and t.piece]
        for view in views
    ]
    assert known[0] == [] and len(known[1]) == 1
    backs = [t.looks for t in views[0] if isinstance(t, Laid) and t.component == "tiles"]
    assert len(backs) == 30 and len(set(backs)) == 5


@pytest.mark.parametrize("name", ["mara", "marram", "shiftago"])
def test_every_place_a_move_names_has_a_key(name: str) -> None:
    """Each legal move with a place has that place's key, so that the board responds to clicks."""
    game = game_of(name, "", 2)
    out = np.zeros(game.widest, np.int32)
    for state in positions(game, 20):
        for move in out[: int(game.moves(game.tables, state, out))].astype(np.int64):
            assert game.space is not None
            place = int(game.space(game.tables, state, move))
            said = game.describe(game.tables, state, move)
            if place >= 0 and said["do"] != "task":
                keys = game.spaces[place].keys
                values = list(said.values())
                assert any(
                    key in values or (isinstance(key, dict) and key.items() <= said.items())
                    for key in keys
                ), (said, keys)
