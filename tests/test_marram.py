"""Marram's rules: the box adds up, every ruling holds, and a slow referee agrees move by move."""

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from generator.door import open_pack
from generator.play.game import Game, load_game
from generator.play.kernel import below, stream
from tests.reference.marram import Reference

HERE = Path(__file__).parent
EVERY = [(variant, players) for variant in ("long", "short") for players in (2, 3, 4)]


@lru_cache
def load(variant: str, players: int, settings: tuple[str, ...] = (), *, plain: bool = True) -> Game:
    pack, problems = open_pack("marram", variant=variant, settings=settings)
    assert pack is not None, list(problems)
    return load_game(pack, players, plain=plain)


def facts(game: Game) -> list[dict]:
    rows = [
        row for name in ("shovel-tiles", "plain-tiles") for row in game.pack.component(name).rows
    ]
    return [{**row.fields, "name": row.name, "count": row.count} for row in rows]


def referee(game: Game, setup: dict) -> Reference:
    parameters = {name: p.value for name, p in game.pack.parameters.items()}
    return Reference(game.seats, game.pack.variant, parameters, setup, facts(game))


def scores(game: Game, state: np.record) -> list[float]:
    out = np.zeros(game.seats)
    game.score(game.tables, state, out)
    return list(out)


def key(event: dict) -> str:
    return json.dumps(event, sort_keys=True)


def play_beside_the_referee(game: Game, seed: int, number: int) -> int:
    """Play one random game and ask the referee after every step; returns the decisions made."""
    tables, state, out = game.tables, game.fresh()[0], np.zeros(game.widest, np.int32)
    rng, chooser = stream(seed, number, 0), stream(seed, number, 1)
    game.deal(tables, state, rng)
    slow = referee(game, game.opening(tables, state))
    n_decisions = 0
    while (seat := int(game.turn(tables, state))) >= 0:
        where = f"seed {seed}, game {number}, decision {n_decisions}"
        assert slow.seat() == seat, where
        n = int(game.moves(tables, state, out))
        legal = {key(game.describe(tables, state, move)): move for move in out[:n]}
        assert len(legal) == n, where
        assert legal.keys() == {key(event) for event in slow.legal()}, where
        move = out[below(chooser, n)]
        event, before = game.describe(tables, state, move), state.copy()
        game.play(tables, state, np.int64(move), rng)
        slow.apply(event)
        for draw in game.chance(tables, before, move, state):
            slow.apply(draw)
        assert scores(game, state) == slow.scores(), where
        assert list(state.boots[: game.seats]) == slow.boots, where
        assert list(state.shovels[: game.seats]) == slow.shovels, where
        n_decisions += 1
    assert slow.seat() == -1
    assert game.why_over(tables, state) == slow.end()
    return n_decisions


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_the_referee_agrees(variant: str, players: int) -> None:
    game = load(variant, players)
    for number in range(4 if variant == "long" else 8):
        play_beside_the_referee(game, 11, number)


SWITCHES = [
    ("see_first=true", "either_side=true"),
    ("boot_on_booted=false", "ties_score=false", "finish_round=true"),
    ("boot_on_complete=false", "flip_needs_unfinished=false", "actions=3", "shovels=9"),
    ("worm_saddles=0", "blue_middles=2", "freak=1", "tuft_bulge=2", "flower=7", "tiles_out=20"),
]


@pytest.mark.parametrize("settings", SWITCHES)
def test_the_referee_agrees_with_switches_thrown(settings: tuple[str, ...]) -> None:
    for number in range(4):
        play_beside_the_referee(load("short", 3, settings), 12, number)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_the_referee_agrees_a_thousand_times(variant: str, players: int) -> None:
    game = load(variant, players, plain=False)
    for number in range(1000):
        play_beside_the_referee(game, 13, number)
