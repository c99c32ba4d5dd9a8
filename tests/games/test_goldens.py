"""Golden games: twenty full records of each kind, which referee and engine must both agree with.

A kind is a game, a variant and a number of players. A change of `value`, of the order of `moves` or
of the engine's random streams calls for `--rewrite`.
"""

import importlib
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from generator.play.engine.game import Game, load_game
from generator.play.engine.records import line_of, moves_of, play_record
from tests.games.packs import bundled_pack
from tests.games.test_games_contract import KINDS

GOLDENS = Path(__file__).parents[1] / "goldens"
EACH = 20
SEED = 7
TILES = ("shovel-tiles", "plain-tiles")  # what Marram's referee must be told of the box


@cache
def game_of(name: str, variant: str, players: int, *, plain: bool) -> Game:
    return load_game(bundled_pack(name, variant=variant), players, plain=plain)


class Golden(NamedTuple):
    """The records of a kind, a line each."""

    name: str
    variant: str
    players: int
    lines: list[str]

    def played(self, index: int, *, plain: bool) -> str:
        """One of the games, played today; from the tenth on, every other seat is greedy."""
        game = game_of(self.name, self.variant, self.players, plain=plain)
        agents = [
            "greedy" if index >= 10 and (index + seat) % 2 else "random"
            for seat in range(self.players)
        ]
        return line_of(play_record(game, SEED, index, agents))


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: "-".join(map(str, kind)))
def golden(request: pytest.FixtureRequest, rewrite: bool) -> Golden:
    """Each kind with its twenty records."""
    name, variant, players = request.param
    path = GOLDENS / name / f"{variant}-{players}.jsonl"
    if rewrite:
        today = Golden(name, variant, players, [])
        lines = [today.played(index, plain=False) for index in range(EACH)]
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == EACH
    return Golden(name, variant, players, lines)


def judge(name: str, line: str) -> None:
    """Follow a record with the slow referee, which must agree at every event."""
    record: dict[str, Any] = json.loads(line)
    pack = bundled_pack(name, variant=record["variant"])
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


def test_the_referee_accepts_golden_games(golden: Golden) -> None:
    for line in golden.lines[::6]:
        judge(golden.name, line)


@pytest.mark.slow
def test_the_referee_accepts_all_golden_games(golden: Golden) -> None:
    for line in golden.lines:
        judge(golden.name, line)


def test_golden_games_are_what_the_rules_play_today(golden: Golden) -> None:
    shortest = min(range(10), key=lambda index: len(golden.lines[index]))
    line = golden.lines[shortest]
    assert golden.played(shortest, plain=True) == line
    record = json.loads(line)
    game = game_of(golden.name, golden.variant, golden.players, plain=True)
    assert line_of(record) == line
    assert len(moves_of(game, record)) == sum(e["seat"] is not None for e in record["events"])


@pytest.mark.slow
def test_all_golden_games_are_what_the_engine_plays_today(golden: Golden) -> None:
    assert [golden.played(index, plain=False) for index in range(EACH)] == golden.lines
