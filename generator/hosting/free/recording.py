"""A session at a table without rules, step by step: as lines of text, or as one HTML file.

In: the log of a table and its pictures. Out: what one reader could see, step by step.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator import bundled
from generator.hosting.free.opening import from_json
from generator.hosting.free.page import values
from generator.hosting.free.state import World
from generator.hosting.free.table import FreeTable
from generator.hosting.tables import Step
from generator.preview.pages import environment
from generator.preview.replay_file import data_address, hash_of
from generator.system.files import read

IMPORTS = 'import { $, say } from "./page.js";\n'
_PAGE_JS = (
    "const $ = (id) => document.getElementById(id),"
    ' say = (text) => { $("said").textContent = text; };\n'
)


@dataclass(frozen=True, slots=True)
class Recording:
    """The first view of one reader, and the second, changes and sentence of each step."""

    world: World
    names: tuple[str, ...]
    first: Mapping[str, Any]
    steps: tuple[tuple[float, Mapping[str, Any], str], ...]


def recording_of(lines: Sequence[Mapping[str, Any]], reader: int | None) -> Recording:
    """The session that a log holds, without its header; the last one, if people played again.

    Raises `ValueError` where the log has no beginning or an entry does not fit.
    """
    table: FreeTable | None = None
    first: Mapping[str, Any] = {}
    names: dict[int, str] = {}
    began = 0.0
    steps: list[tuple[float, Mapping[str, Any], str]] = []
    for line in lines:
        match line:
            case {"room": {"sit": seat, "name": name}}:
                names[seat] = name
            case {"room": {"begin": deal}}:
                opening = from_json(deal, {})
                table = FreeTable(opening.world, opening.state)
                first = table.snapshot(reader)
                began = line["t"]
                steps.clear()
        if table is None:
            continue
        table.names[:] = [names.get(i, f"Seat {i + 1}") for i in range(table.seats)]
        if "entry" in line:
            table.replay(line["entry"])
            step = Step(line["entry"])
            seconds = round(line["t"] - began, 2)
            steps.append((seconds, table.changes(step, reader), table.words(step, reader)))
    if table is None:
        raise ValueError("this table was never begun")
    return Recording(table.world, tuple(table.names), first, tuple(steps))


def lines_of(recording: Recording) -> Iterator[str]:
    """The session in words, with minutes and seconds."""
    for seconds, _, words in recording.steps:
        if words:
            yield f"{int(seconds) // 60:3d}:{int(seconds) % 60:02d}  {words}"


def steps_of(recording: Recording) -> list[dict[str, Any]]:
    """The session in words, as JSON: seconds since the game began, and a sentence."""
    return [{"seconds": seconds, "said": words} for seconds, _, words in recording.steps if words]


def page_of(
    recording: Recording, reader: int | None, game: str, pictures: Mapping[str, bytes]
) -> str:
    """The session as a page that needs nothing else. `pictures` are SVG by their addresses."""
    shown = _faces_in([recording.first, *(changes for _, changes, _ in recording.steps)])
    sizes = {
        address: (piece.width, piece.height)
        for piece in recording.world.pieces
        for address in (piece.front, piece.back)
    }
    faces = {
        address: data_address(pictures[address], *sizes[address])
        for address in sorted(shown & pictures.keys())
    }
    record = {
        "seat": reader, "names": recording.names, "faces": faces, "first": recording.first,
        "steps": [list(step) for step in recording.steps],
    }  # fmt: skip
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    folder = bundled("templates") / "hosting"
    style = read(folder / "free.css").decode()
    free = read(folder / "free.js").decode()
    assert IMPORTS in free, "free.js imports something else"
    script = _PAGE_JS + read(folder / "record.js").decode() + free.replace(IMPORTS, "")
    return (
        environment("hosting", "preview")
        .get_template("record.html.j2")
        .render(
            name=game,
            reader=reader,
            names=recording.names,
            kind="record",
            n_steps=len(recording.steps),
            record=text.replace("<", "\\u003c"),
            style=style,
            script=script,
            style_hash=hash_of(style),
            script_hash=hash_of(script),
            **values(),
        )
    )


def _faces_in(value: Any) -> set[str]:
    """Every string of a view that may be the address of a picture."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return {face for each in value for face in _faces_in(each)}
    return set()
