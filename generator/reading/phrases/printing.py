"""Prints phrases with numbers for the names of parameters and icons for resources."""

import re
from collections.abc import Callable
from dataclasses import replace

from generator.model.pack import Pack, Row
from generator.model.problems import Problems
from generator.reading.phrases.plan import Planner
from generator.reading.phrases.vocabulary import plain


def as_printed(pack: Pack) -> Pack:
    """The pack, played by `play:`, whose cells with effects and costs say what is printed.

    Only where the text means the same; `written` keeps each changed cell as it was.
    """
    assert pack.play is not None
    has_icons = any(resource.icon for resource in pack.play.resources)
    if not has_icons and not pack.parameters:
        return pack
    planner = Planner(pack, pack.play, Problems())
    planner.name_all()
    names = [name for name in planner.numbers if plain(name) not in planner.names]
    if planner.problems.errors or not (names or has_icons):
        return pack
    alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)"
    pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)")
    grammar, columns = planner.grammar, pack.play.columns

    def with_numbers(text: str) -> str:
        return pattern.sub(lambda name: str(planner.numbers[name[0]]), text)

    def printed(row: Row) -> Row:
        changed = {}
        for column in (columns.effects, columns.cost):
            text = row.fields.get(column)
            read: Callable[[str], object] = grammar.read
            if column == columns.cost:
                read = grammar.cost
            if not isinstance(text, str):
                continue
            cell = text
            for fill in (with_numbers, grammar.words.with_icons):
                cell = fill(cell) if read(fill(cell)) == read(text) else cell
            if cell != text:
                changed[column] = (text, cell)
        if not changed:
            return row
        fields = {**row.fields, **{column: cell for column, (_, cell) in changed.items()}}
        return replace(row, fields=fields, written={c: text for c, (text, _) in changed.items()})

    parts = {*(part.component for part in pack.play.cards), pack.play.places}
    components = tuple(
        replace(c, rows=tuple(map(printed, c.rows))) if c.id in parts else c
        for c in pack.components
    )
    return replace(pack, components=components)
