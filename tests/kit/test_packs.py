"""The small packs written with the kit are as short as promised, and include a complete game with
hidden hands.
"""

from typing import Any

import numpy as np
import pytest

from generator.kit import cards_in, count, fill, knows, put, stream
from generator.play.checks.conform import conform
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from tests.toys import PACKS, opened

LINES = {"tictactoe": 35, "connect_four": 35, "leaky_raft": 220}
DECK, RAFT, HAND = 0, 1, 2


@pytest.mark.parametrize("name", LINES)
def test_rules_are_short(name: str) -> None:
    text = (PACKS / name / "rules.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES[name]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_leaky_raft_keeps_the_contract(players: int) -> None:
    assert conform(opened(PACKS / "leaky_raft"), players, games=6).problems == []


def raft(*settings: str, players: int = 3) -> tuple[Game, Any]:
    """A game just dealt, in plain Python."""
    game = load_game(opened(PACKS / "leaky_raft", *settings), players, plain=True)
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(1, 0, 0))
    return game, state


def held(state: Any, seat: int, *cards: int) -> None:
    """Give a seat these cards, the first on top, whoever holds them now."""
    fill(state.cards[HAND + seat], 0)
    for card in cards[::-1]:
        put(state.cards[HAND + seat], card)


def done(game: Game, state: Any, name: str) -> None:
    """Play the legal move of that name."""
    out = np.zeros(game.widest, np.int32)
    n = game.moves(game.tables, state, out)
    names = {game.name_move(game.tables, state, move): move for move in out[:n].astype(np.int64)}
    assert name in names, names
    game.play(game.tables, state, names[name], stream(2, 0, 0))


LOOKOUT, SIX, BUCKET, ONE = 0, 12, 14, 2


def test_the_overloader_sinks_and_the_last_aboard_scores() -> None:
    game, state = raft("limit=6")
    held(state, 0, ONE, SIX)
    held(state, 1, SIX, ONE)
    done(game, state, "load 1 crate 6")
    assert (state.load, state.seat, count(state.cards[HAND])) == (6, 1, 2)
    done(game, state, "load 1 crate 1")
    assert state.lives.tolist() == [3, 2, 3, 0] and state.load == 6
    assert state.aboard.tolist() == [1, 0, 1, 0] and state.seat == 2
    done(game, state, "jump")
    assert state.points.tolist() == [3, 0, 1, 0]
    assert state.n_rounds == 1 and state.aboard.tolist() == [1, 1, 1, 0] and state.seat == 1


def test_a_bucket_bails_but_never_below_nothing() -> None:
    game, state = raft()
    held(state, 0, BUCKET, ONE)
    done(game, state, "load 0 bucket")
    assert state.load == 0


def test_a_seat_without_lives_is_out_of_the_game() -> None:
    game, state = raft("limit=6", "lives=1")
    for seat, card in ((0, SIX), (1, ONE), (2, ONE + 1)):
        held(state, seat, card)
    done(game, state, "load 0 crate 6")
    done(game, state, "load 0 crate 1")
    assert state.lives.tolist() == [1, 0, 1, 0]
    done(game, state, "jump")
    assert state.aboard.tolist() == [1, 0, 1, 0]  # a new round without seat 1
    assert count(state.cards[HAND + 1]) == 0 and state.seat == 2
    held(state, 2, SIX)
    held(state, 0, ONE)
    done(game, state, "load 0 crate 6")
    done(game, state, "load 0 crate 1")
    assert game.turn(game.tables, state) == -1
    assert game.why_over(game.tables, state) == "one_alive"


def test_a_lookout_sees_a_card_and_remembers_it() -> None:
    game, state = raft()
    held(state, 0, LOOKOUT, ONE)
    done(game, state, "load 0 lookout")
    assert state.seat == 0 and state.looking
    done(game, state, "look 2")
    assert state.seat == 1
    seen = cards_in(state.cards[HAND + 2])
    assert [knows(state.cards[HAND + 2], slot, 0) for slot in range(2)] == [True, False]
    others = set()
    for number in range(20):
        guess = state.copy()
        assert game.hide is not None
        game.hide(game.tables, guess, 0, stream(3, number, 0))
        guessed = cards_in(guess.cards[HAND + 2])
        assert guessed[0] == seen[0]
        assert cards_in(guess.cards[HAND]) == cards_in(state.cards[HAND])
        others.add(guessed[1])
    assert len(others) > 4


def test_judging_helps() -> None:
    game = load_game(opened(PACKS / "leaky_raft"), 2)
    batch = play_games(game, ["greedy", "random"], 1, 0, 300, collect="basic")
    won = batch.winners / batch.winners.sum(axis=1, keepdims=True)
    assert won[batch.agent_of == 0].mean() > 0.7
    assert set(batch.reasons) <= {"all_rounds", "one_alive"}
