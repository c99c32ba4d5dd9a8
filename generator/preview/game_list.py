"""The games that the replay page lists: played here, recorded in a file, or played by bots.

In: the games of this preview, files of records (`simulate --records`), a playtest. Out: a `Listed`
for each game, with its address.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from generator.play.telling.numbers import listed
from generator.preview.links import link_of
from generator.preview.open_game import YOU
from generator.preview.play_page import Playing
from generator.preview.playtest import Answer
from generator.preview.worker import WorkFailed
from generator.system.files import read

FOLDERS = ("", "output")  # folders below the pack that are searched for files of records
MOST_FILES = 8
MOST_GAMES = 40  # maximum number of games listed from one file
LARGEST = 64_000_000  # maximum size in bytes of a file of records


@dataclass(frozen=True, slots=True)
class Listed:
    """A game: its name, players, winners, each seat's score, number of moves, and address."""

    name: str
    who: str
    won: str
    scores: str
    moves: int
    address: str


async def games_played(playing: Playing) -> list[Listed]:
    """The finished games of this preview, the newest first."""
    games: list[Listed] = []
    for game in reversed(playing.games.values()):
        if not game.is_over:
            continue
        try:
            view = await playing.view(game, game.ply)
        except WorkFailed:
            continue
        at = game.sitting
        settings = [("set", f"{name}={value}") for name, value in game.settings]
        query = [
            ("seed", at.seed), ("game", at.index), ("players", at.players),
            ("moves", link_of(at.moves)), *settings,
        ]  # fmt: skip
        games.append(
            Listed(
                f"game {len(playing.games) - len(games)}",
                listed(["people" if who == YOU else who for who in dict.fromkeys(game.who)]),
                winners_in(view.winners, at.players),
                _scores(view.scores),
                len(at.moves),
                f"/replay?{urlencode(query)}",
            )
        )
    return games


def games_recorded(folder: Path) -> list[tuple[str, list[Listed]]]:
    """The games of each file of records in the pack's folder, by the file's name."""
    files = []
    for file in _files(folder)[:MOST_FILES]:
        name = file.relative_to(folder).as_posix()
        games = []
        for number, line in enumerate(_lines(file)[:MOST_GAMES], 1):
            record = record_in(line)
            if record is None:
                continue
            moves = sum(event.get("seat") is not None for event in record["events"])
            agents = record.get("agents") or ["people"]
            games.append(
                Listed(
                    f"seed {record['seed']}, game {record['index']}",
                    listed(list(dict.fromkeys(map(str, agents)))),
                    winners_in(record["winners"], record["players"]),
                    _scores(record["scores"]),
                    moves,
                    "/replay?" + urlencode({"record": name, "line": number}),
                )
            )
        if games:
            files.append((name, games))
    return files


def games_tested(answer: Answer) -> list[Listed]:
    """The first games of a playtest."""
    query = {"seed": answer.seed, "players": answer.seats, "agents": ",".join(answer.agents)}
    return [
        Listed(
            f"seed {answer.seed}, game {game.index}",
            listed(list(dict.fromkeys(answer.agents))),
            winners_in(game.winners, answer.seats),
            _scores(game.scores),
            game.decisions,
            "/replay?" + urlencode({**query, "game": game.index}),
        )
        for game in answer.played
    ]


def record_at(folder: Path, file: str, line: str) -> tuple[str, int]:
    """A line of a file of records, and its number of players; "" and 0 if there is no such game.

    `file` must be one of those that `games_recorded` returns; no other is opened.
    """
    path = next((p for p in _files(folder) if p.relative_to(folder).as_posix() == file), None)
    number = int(line) if line.isdecimal() and len(line) < 10 else 0
    lines = _lines(path)[:number] if path is not None else []
    text = lines[-1] if 0 < number == len(lines) else ""
    record = record_in(text)
    return (text, record["players"]) if record is not None else ("", 0)


def record_in(line: str) -> dict[str, Any] | None:
    """Read a record for the pages; None if the line is not a record."""
    try:
        record = json.loads(line)
        whole = [record[name] for name in ("players", "seed", "index")]
        events, scores, winners = (record[name] for name in ("events", "scores", "winners"))
        record["setup"], record["variant"]
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    is_sound = (
        all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 2**63 for n in whole)
        and all(isinstance(part, list) for part in (events, scores, winners))
        and all(isinstance(event, dict) for event in events)
        and all(isinstance(n, int | float) for n in (*scores, *winners))
    )
    return record if is_sound else None


def winners_in(winners: Sequence[int], players: int) -> str:
    """The winners of a game in words.

    >>> winners_in([1], 2), winners_in([0, 2], 4), winners_in([0, 1], 2), winners_in([], 2)
    ('player 2', 'players 1 and 3', 'shared by all', '–')
    """
    if not winners:
        return "–"
    if len(winners) == players > 1:
        return "shared by all"
    word = "player" if len(winners) == 1 else "players"
    return f"{word} {listed([str(seat + 1) for seat in winners])}"


def _scores(scores: Sequence[float]) -> str:
    return " : ".join(f"{score:g}" for score in scores)


def _files(folder: Path) -> list[Path]:
    """The files of records among the ordinary files of the pack."""
    paths = (path for name in FOLDERS for path in sorted((folder / name).glob("*.jsonl")))
    return [p for p in paths if p.is_file() and not p.is_symlink() and not p.parent.is_symlink()]


def _lines(file: Path) -> list[str]:
    try:
        return read(file, LARGEST).decode().splitlines()
    except (OSError, UnicodeDecodeError):
        return []
