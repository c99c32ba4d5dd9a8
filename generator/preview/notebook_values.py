"""The content of the notebook page: versions, charts, and pieces before and after a change.

Runs in a worker. In: a `Call`. Out: a `History` and pictures.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.pack import Pack, Scalar
from generator.model.problems import Problem, Problems
from generator.people.versions import Change
from generator.preview.faces import Call, draw_pieces, key_of

if TYPE_CHECKING:
    from generator.people.history import Course
    from generator.people.notebook import Notebook

OUT = Path("output")  # the usual folder for all output
MOST_PIECES = 12  # maximum number of pieces drawn before and after for one version

Rows = dict[str, dict[str, Scalar]]  # "component/row" → fields


@dataclass(frozen=True, slots=True)
class ChangedPiece:
    """A piece that a version changed, with the names of its pictures."""

    key: str  # the key of its page
    name: str
    words: tuple[str, ...]  # descriptions of each changed number or text
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A version as the page shows it."""

    version: str  # "" for a version in the folder that is not recorded yet
    at: str
    is_now: bool  # whether the folder holds this version
    why: str
    changed: tuple[str, ...]  # descriptions of changes that no picture shows
    pieces: tuple[ChangedPiece, ...]
    bots: tuple[str, ...]
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of one number over the versions of a game."""

    title: str
    picture: str  # the chart as HTML
    has_goal: bool


@dataclass(frozen=True, slots=True)
class History:
    """The content of the whole page; the latest of the `entries` is first."""

    entries: tuple[Entry, ...]
    charts: tuple[Chart, ...]
    n_playtests: int
    has_notebook: bool
    problems: tuple[Problem, ...]


def history(call: Call) -> tuple[History, dict[str, bytes]]:
    """Return the history of a pack and the pictures of its pieces by name.

    Raises `ValueError` if the pack cannot be opened.
    """
    from generator.people import versions
    from generator.people.history import courses_of
    from generator.people.kept_likeness import kept_likeness
    from generator.people.notebook import FILE, Notebook, Version, changes_since, read_notebook
    from generator.people.playtests import read_playtests
    from generator.people.report import report_of
    from generator.people.words import like_line, people_lines, run_line
    from generator.system.paths import private_folder

    pack, problems = call.pack(), Problems()
    has_notebook = (pack.folder / FILE).is_file()
    notebook = read_notebook(pack, problems) if has_notebook else None
    games = read_playtests(pack, problems).games
    notebook = notebook or Notebook()
    content = versions.content_of(pack)
    current = versions.version_of(content)
    reports = {
        name: report_of(pack, name, own)
        for name in {game.version for game in games}
        if (own := [game for game in games if game.version == name])
    }
    noted = list(notebook.entries)
    if has_notebook and notebook.entry(current) is None:
        noted.append(Version("", "", changes_since(pack, notebook, content, OUT)))
    pictures: dict[str, bytes] = {}
    drawn = _pieces(pack, [entry.changed for entry in noted], call.runs, pictures)
    kept, entries = kept_likeness(private_folder(pack, OUT)), []
    for entry, (pieces, others) in zip(noted, drawn, strict=True):
        report = reports.get(entry.version or current)
        people = list(people_lines(report)) if report is not None else []
        if kept is not None and kept.version == (entry.version or current):
            people.append(like_line(kept))
        entries.append(
            Entry(
                entry.version,
                entry.at,
                entry.version in ("", current),
                entry.why,
                tuple(map(versions.sentence, others)),
                pieces,
                tuple(map(run_line, entry.bots)),
                tuple(people),
            )
        )
    charts = tuple(_charts(courses_of(pack, notebook, reports), notebook, current))
    page = History(tuple(reversed(entries)), charts, len(games), has_notebook, tuple(problems))
    return page, pictures


def note(call: Call, why: str) -> str:
    """Record the version in the folder, and the reason for it; begin the notebook if there is none.

    Returns the version's name. Raises `ValueError` with the fault if the notebook cannot be
    written.
    """
    from generator.people.notebook import LONGEST_WHY, note_version, with_why, write_notebook
    from generator.people.playtests import no_diary

    if len(why) > LONGEST_WHY:
        raise ValueError(f"the reason has {len(why):,} characters, more than {LONGEST_WHY:,}")
    pack, problems = call.pack(), Problems()
    if reason := no_diary(pack):
        raise ValueError(reason)
    noted = note_version(pack, OUT, problems, datetime.now(), begin=True)
    if noted is None:
        raise ValueError(str(next(iter(problems.errors), "the notebook cannot be written")))
    notebook, version = noted
    if why:
        write_notebook(pack, with_why(notebook, version, why))
    return version


def _charts(courses: "Sequence[Course]", notebook: "Notebook", current: str) -> Iterator[Chart]:
    from generator.play.telling.charts.history import history as drawn

    for course in courses:
        rows = [
            (_label(entry.version, entry.at, current), course.points[entry.version])
            for entry in notebook.entries
            if entry.version in course.points
        ]
        goal = course.goal
        band = None if goal is None else (goal.low, goal.high, goal.written)
        picture = drawn(course.title, rows, is_share=course.is_share, band=band)
        yield Chart(course.title, picture, goal is not None)


def _label(version: str, at: str, current: str) -> str:
    now = ", now" if version == current else ""
    return f"{at[:10]} {version}{now}"


def _pieces(
    pack: Pack,
    changes: Sequence[Sequence[Change]],
    runs: bool,
    pictures: dict[str, bytes],
) -> list[tuple[tuple[ChangedPiece, ...], tuple[Change, ...]]]:
    """Return the pieces of each version that look different, and all its other changes.

    Versions are ordered from oldest to latest. The rows of an earlier version are the current ones
    with every later change undone; templates and pictures are the current ones.
    """
    rows: Rows = {f"{c.id}/{r.id}": dict(r.fields) for c in pack.components for r in c.rows}
    answer = []
    for changed in reversed(changes):
        mine = [c for c in changed if "field" in c and str(c.get("row")) in rows]
        ids = list(dict.fromkeys(str(c["row"]) for c in mine))
        before: Rows = {id: dict(rows[id]) for id in ids}
        for change in mine:
            before[str(change["row"])][str(change["field"])] = change.get("from")
        after = {id: rows[id] for id in ids}
        drawn = ids[:MOST_PIECES]
        old, new = (_drawn(pack, {**rows, **r}, drawn, runs, pictures) for r in (before, after))
        pieces = tuple(
            ChangedPiece(key_of(id), new[id][0], tuple(_words(mine, id)), old[id][1], new[id][1])
            for id in drawn
            if id in old and id in new and old[id] != new[id]
        )
        seen = {piece.key for piece in pieces}
        others = tuple(c for c in changed if c not in mine or key_of(str(c["row"])) not in seen)
        answer.append((pieces, others))
        rows |= before
    return answer[::-1]


def _words(changes: Sequence[Change], id: str) -> Iterator[str]:
    from generator.people.versions import sentence

    for change in changes:
        if change["row"] == id:
            yield sentence(change).removeprefix(f"{id}: ")


def _drawn(
    pack: Pack,
    rows: Mapping[str, Mapping[str, Scalar]],
    ids: Sequence[str],
    runs: bool,
    pictures: dict[str, bytes],
) -> dict[str, tuple[str, str]]:
    """Draw pieces with these fields; return names and pictures by id.

    A face that fails has none.
    """
    if not ids:
        return {}
    components = tuple(
        replace(
            c,
            rows=tuple(replace(r, fields=dict(rows[f"{c.id}/{r.id}"])) for r in c.rows),
        )
        for c in pack.components
    )
    return draw_pieces(replace(pack, components=components), ids, runs, pictures)
