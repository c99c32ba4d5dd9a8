"""The questions of a playtest form, and a game at the screen as a playtest; runs in a worker."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator import bundled
from generator.model.problems import Place, Problems
from generator.model.questions import Question, questions_of
from generator.people import versions
from generator.people.entries import cells_of_form, playtest_of
from generator.people.playtests import FOLDER, Kept, new_files, text_of
from generator.preview.faces import Call
from generator.reading.values import Entry
from generator.system.files import read, write_file

FORM = Place("form")


def questions(call: Call) -> tuple[tuple[Question, ...], dict[str, list[tuple[str, str]]]]:
    """Return the questions, and for each component to choose from the id and name of its rows.

    Raises `ValueError` if the pack cannot be opened.
    """
    pack = call.pack()
    asked = questions_of(pack.questions)
    chosen = {question.choose for question in asked} - {""}
    rows = {c.id: [(r.id, r.name) for r in c.rows] for c in pack.components if c.id in chosen}
    return asked, rows


def keep(
    call: Call,
    players: Sequence[Mapping[str, Any]],
    forms: Mapping[int, Mapping[str, str]],
    before: str,
) -> str:
    """Store a game in `playtests/`, in place of the file `before`; return its file's name.

    `players` has the cells of each seat, as in a table of playtests; `forms` are the fields of the
    forms by seat, from 0. Raises `ValueError` with the
    fault if an answer cannot be read, and `OSError` if the file cannot be written.
    """
    pack, problems = call.pack(), Problems()
    if pack.folder.resolve().is_relative_to(bundled("rules").resolve()):
        fix = f'make a copy of your own with protoplay new "{pack.name}" --from {pack.id}'
        raise ValueError(f"{pack.id} ships with protoplay and keeps no playtests: {fix}")
    about = {"version": versions.version_of(versions.content_of(pack)), "where": "table"}
    asked = questions_of(pack.questions)
    entries = [
        Entry({**about, **row, **cells_of_form(asked, forms.get(seat, {}))}, FORM, {})
        for seat, row in enumerate(players)
    ]
    game = playtest_of(pack, entries, problems)
    if game is None:
        raise ValueError(problems.errors[0].message)
    folder = pack.folder / FOLDER
    old = folder / before if before else None
    if old is not None and old.is_file() and read(old).decode() == text_of(game):
        return before
    files, _ = new_files(pack, [game], Kept())
    ((path, text),) = files.items()
    written = write_file(path, text, within=pack.folder, below=pack.folder)
    if old is not None and old != written:
        old.unlink(missing_ok=True)
    return written.name
