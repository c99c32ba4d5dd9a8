"""The questions of a playtest form, and a game at the screen as a playtest; runs in a worker."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.model.problems import Place, Problems
from generator.model.questions import Question, questions_of
from generator.people import versions
from generator.people.entries import cells_of_form, playtest_of
from generator.people.playtests import no_diary, store
from generator.preview.faces import Call
from generator.reading.values import Entry

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
    record: Mapping[str, Any],
) -> str:
    """Store a game in `playtests/`, in place of the file `before`; return its file's name.

    `players` has the cells of each seat, as in a table of playtests; `forms` are the fields of the
    forms by seat, from 0; `record` holds the moves. Raises `ValueError` if the game keeps no diary
    or an answer cannot be read, and `OSError` if the file cannot be written.
    """
    pack, problems = call.pack(), Problems()
    if reason := no_diary(pack):
        raise ValueError(reason)
    about = {"version": versions.version_of(versions.content_of(pack)), "where": "table"}
    asked = questions_of(pack.questions)
    entries = [
        Entry({**about, **row, **cells_of_form(asked, forms.get(seat, {}))}, FORM, {})
        for seat, row in enumerate(players)
    ]
    game = playtest_of(pack, entries, problems)
    if game is None:
        raise ValueError(problems.errors[0].message)
    return store(pack, game, before, record)
