"""Playtests: one game that people played, its players, and their answers to the form.

A playtest is a YAML file in the folder `playtests` of a pack. Its name is the date and four letters
that depend on its content, so a game that is added twice is one file. Only the name in `who`
identifies a person; it may be a pseudonym or left out.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.model.pack import Pack, Scalar
from generator.model.problems import Place, Problems
from generator.people.entries import playtest_of
from generator.people.playtest import ABOUT_GAME, Playtest
from generator.people.yaml_line import flow
from generator.play.engine.records import line_of
from generator.reading.values import Entry, Tree
from generator.reading.yaml import read_yaml
from generator.system.files import read, write_files
from generator.system.paths import ships_with_us

FOLDER = "playtests"
RECORDS = ".jsonl"  # suffix of the file with the moves of a playtest
MOST = 5_000  # maximum number of files to read
_BEGIN = 'start with "at:" and the date'
_PLAYER = {"who": "name"}  # keys of a player that have another name in a table
_KEYS = ("seat", "who", "bot", "new", "score", "won")


@dataclass(frozen=True, slots=True)
class Kept:
    """The playtests of a pack: each with its file, oldest first."""

    games: tuple[Playtest, ...] = ()
    files: Mapping[str, Path] = field(default_factory=dict)  # name → file


def read_playtests(pack: Pack, problems: Problems) -> Kept:
    """Return all playtests of a pack; files with faults are reported and left out."""
    folder = pack.folder / FOLDER
    games: list[Playtest] = []
    files: dict[str, Path] = {}
    if folder.is_symlink() or not folder.is_dir():
        if folder.is_symlink() or folder.exists():
            problems.error(Place(FOLDER), "this is not an ordinary folder", "rename or remove it")
        return Kept()
    for path in sorted(folder.glob("*.yaml"))[:MOST]:
        shown = f"{FOLDER}/{path.name}"
        tree = read_yaml(path, shown, problems, _BEGIN)
        entries = None if tree is None else entries_in(tree, shown, problems)
        game = None if entries is None else playtest_of(pack, entries, problems, path.stem)
        if game is not None:
            games.append(game)
            files[game.name] = path
    return Kept(tuple(sorted(games, key=lambda game: (game.at, game.name))), files)


def entries_in(tree: Tree, file: str, problems: Problems) -> list[Entry] | None:
    """Return a playtest file as rows of a table, one for each seat; None after a problem."""
    known = (*(_at(name) for name in ABOUT_GAME), "players", "answers")
    n_before = len(problems.errors)
    value: Mapping[str, Any] = tree.value
    for key in value:
        if key not in known:
            fix = f"known: {', '.join(known)}"
            problems.error(tree.key((key,)), f'unknown key "{key}"', fix)
    shared = {name: value[_at(name)] for name in ABOUT_GAME if _at(name) in value}
    seats: dict[object, Entry] = {}
    for list_name in ("players", "answers"):
        parts = value.get(list_name, [])
        if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
            fix = 'write lines such as "- {seat: 1}"'
            problems.error(tree.key((list_name,)), f"{list_name} must be a list of seats", fix)
            continue
        for i, part in enumerate(parts):
            place = tree.place((list_name, i))
            seat = part.get("seat")
            if list_name == "players":
                for key in part:
                    if key not in _KEYS:
                        at = tree.key((list_name, i, key))
                        problems.error(at, f'unknown key "{key}"', f"known: {', '.join(_KEYS)}")
                if seat in seats:
                    problems.error(place, f"seat {seat} is listed twice", "give each its own")
            if list_name == "answers" and seat not in seats:
                message = f"there are answers of seat {seat}, which is not among the players"
                problems.error(place, message, f"add - {{seat: {seat}}} to players")
                continue
            entry = seats.setdefault(seat, Entry(dict(shared), place, {}))
            places = dict(entry.places) or {n: tree.place((_at(n),)) for n in shared}
            for key, inner in part.items():
                name = _PLAYER.get(key, key) if list_name == "players" else key
                entry.fields[name] = inner
                places[name] = tree.place((list_name, i, key))
            seats[seat] = Entry(entry.fields, entry.place, places)
    if not seats and len(problems.errors) == n_before:
        problems.error(Place(file), "nobody played", "add players: with a line for each seat")
    return list(seats.values()) if len(problems.errors) == n_before else None


def _at(name: str) -> str:
    """Return the key in a playtest file for a column of a table."""
    return "at" if name == "date" else name


def text_of(game: Playtest) -> str:
    """Return the text of a playtest's file."""
    lines = [f"at: {flow(game.at)}"]
    for name in ("version", "where", "minutes", "rounds"):
        value = getattr(game, name)
        if value not in ("", None):
            lines.append(f"{name}: {flow(value)}")
    lines.append("players:")
    for player in game.players:
        known: dict[str, Scalar] = {"seat": player.seat}
        for key, value in (("who", player.who), ("bot", player.bot)):
            known |= {key: value} if value else {}
        for key, value in (("new", player.new), ("score", player.score), ("won", player.won)):
            known |= {key: value} if value is not None else {}
        lines.append(f"  - {flow(known)}")
    answered = [player for player in game.players if player.answers]
    if answered:
        lines.append("answers:")
    for player in answered:
        lines.append(f"  - {flow({'seat': player.seat, **player.answers})}")
    return "\n".join(lines) + "\n"


def name_of(game: Playtest) -> str:
    """Return the name of a playtest: its date and four letters of the digest of its content."""
    digest = hashlib.sha256(text_of(game).encode()).digest()
    letters = base64.b32encode(digest).decode().lower()[:4]
    return f"{game.at[:10]}-{letters}"


def no_diary(pack: Pack) -> str:
    """Return the reason why a pack stores no games of people; "" if it may store them."""
    if not ships_with_us(pack):
        return ""
    fix = f'make it yours with protoplay new "My {pack.name}" --from {pack.id}'
    return f"{pack.id} ships with protoplay and keeps no diary: {fix}"


def store(
    pack: Pack, game: Playtest, before: str = "", record: Mapping[str, Any] | None = None
) -> str:
    """Store a game in `playtests/` and return its file's name; it takes the place of `before`.

    `record` holds every move of the game and goes into a file beside it, `.jsonl`, with the players
    of the seats. Raises `OSError` if a file cannot be written.
    """
    text = text_of(game).encode()
    old = pack.folder / FOLDER / before if before else None
    path = old
    if old is None or not _holds(old, text):
        files, _ = new_files(pack, [game], Kept())
        ((path, text),) = files.items()
    assert path is not None
    files = {path: text}
    if record is not None:
        files[path.with_suffix(RECORDS)] = (
            f"{line_of(record_with_players(record, game))}\n".encode()
        )
    write_files(files.items(), within=pack.folder, below=pack.folder)
    if old is not None and old != path:
        old.unlink(missing_ok=True)
        old.with_suffix(RECORDS).unlink(missing_ok=True)
    return path.name


def _holds(path: Path, text: bytes) -> bool:
    with suppress(OSError):
        return read(path) == text
    return False


def record_with_players(record: Mapping[str, Any], game: Playtest) -> dict[str, Any]:
    """Return a record of a game with the version and with `who`: "p:Ada" or the kind of bot."""
    who = [player.bot or f"p:{player.who}" for player in game.players]
    at = list(record).index("parameters")
    items = list(record.items())
    return dict([*items[:at], ("who", who), ("version", game.version), *items[at:]])


def new_files(
    pack: Pack, games: Sequence[Playtest], kept: Kept
) -> tuple[dict[Path, bytes], list[Playtest]]:
    """Return the files of new games, and the games that the pack already has."""
    files: dict[Path, bytes] = {}
    again: list[Playtest] = []
    contents = {text_of(game) for game in kept.games}
    for game in games:
        text = text_of(game)
        if text in contents:
            again.append(game)
            continue
        contents.add(text)
        stem, n = name_of(game), 1
        while (path := _path(pack, stem, n)).exists() or path in files:
            n += 1
        files[path] = text.encode()
    return files, again


def _path(pack: Pack, stem: str, n: int) -> Path:
    return pack.folder / FOLDER / f"{stem}{f'-{n}' if n > 1 else ''}.yaml"
