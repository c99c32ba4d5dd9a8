"""Golden games: twenty full records of each kind, which referee and engine must both agree with.

A kind is a game, a variant and a number of players. `PROTOPLAY_GOLDENS=1 pytest
tests/test_goldens.py` writes them anew, which a change of `value`, of the order of `moves` or of
the engine's random streams calls for.
"""

import importlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.play.engine.game import Game, load_game
from generator.play.engine.records import line_of, moves_of, play_record
from generator.system.files import lines_to
from tests.games.test_games_contract import KINDS, pack_of

GOLDENS = Path(__file__).parents[1] / "goldens"
REWRITE = bool(os.environ.get("PROTOPLAY_GOLDENS"))
EACH = 20
SEED = 7
TILES = ("shovel-tiles", "plain-tiles")  # what Marram's referee must be told of the box


@cache
def game_of(name: str, variant: str, players: int, *, plain: bool) -> Game:
    return load_game(pack_of(name, variant), players, plain=plain)


def golden_line(name: str, variant: str, players: int, index: int, *, plain: bool) -> str:
    """One of twenty games: ten of random players, ten with a greedy one in every other seat."""
    agents = ["greedy" if index >= 10 and (index + s) % 2 else "random" for s in range(players)]
    return line_of(play_record(game_of(name, variant, players, plain=plain), SEED, index, agents))


def golden_lines(name: str, variant: str, players: int) -> list[str]:
    """The twenty records of a kind."""
    path = GOLDENS / name / f"{variant}-{players}.jsonl"
    if REWRITE:
        played = (golden_line(name, variant, players, i, plain=False) for i in range(EACH))
        whole = list(played)
        with lines_to(path) as write:
            write(whole)
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == EACH
    return lines


def judge(name: str, line: str) -> None:
    """Follow a record with the slow referee, which must agree at every event."""
    record: dict[str, Any] = json.loads(line)
    pack = pack_of(name, record["variant"])
    facts = [
        {**row.fields, "name": row.name, "count": row.count}
        for component in pack.components
        if component.id in TILES
        for row in component.rows
    ]
    referee = importlib.import_module(f"tests.reference.{name}").Reference(
        record["players"], record["variant"], record["parameters"], record["setup"], facts
    )
    for event, after in zip(record["events"], [*record["events"][1:], None], strict=True):
        if event["seat"] is not None:
            assert referee.seat() == event["seat"]
        referee.apply({k: v for k, v in event.items() if k not in ("seat", "scores")})
        if after is None or after["seat"] is not None:
            assert referee.scores() == event["scores"]
    assert (referee.scores(), referee.end()) == (record["scores"], record["end"])
    best = max(record["scores"])
    leaders = [seat for seat, score in enumerate(record["scores"]) if score == best]
    winners = referee.winners() if hasattr(referee, "winners") else leaders
    assert record["winners"] == winners


@pytest.mark.parametrize(("name", "variant", "players"), KINDS)
def test_the_referee_accepts_golden_games(name: str, variant: str, players: int) -> None:
    for line in golden_lines(name, variant, players)[::6]:
        judge(name, line)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), KINDS)
def test_the_referee_accepts_all_golden_games(name: str, variant: str, players: int) -> None:
    for line in golden_lines(name, variant, players):
        judge(name, line)


@pytest.mark.parametrize(("name", "variant", "players"), KINDS)
def test_golden_games_are_what_the_rules_play_today(name: str, variant: str, players: int) -> None:
    lines = golden_lines(name, variant, players)
    shortest = min(range(10), key=lambda index: len(lines[index]))
    assert golden_line(name, variant, players, shortest, plain=True) == lines[shortest]
    record = json.loads(lines[shortest])
    game = game_of(name, variant, players, plain=True)
    assert line_of({**record, "events": record["events"]}) == lines[shortest]
    assert len(moves_of(game, record)) == sum(e["seat"] is not None for e in record["events"])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), KINDS)
def test_all_golden_games_are_what_the_engine_plays_today(
    name: str, variant: str, players: int
) -> None:
    lines = golden_lines(name, variant, players)
    played = [golden_line(name, variant, players, i, plain=False) for i in range(EACH)]
    assert played == lines
