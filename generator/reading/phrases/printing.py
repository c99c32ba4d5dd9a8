"""What is printed of a phrase: the names of parameters become their numbers."""

import re
from dataclasses import replace

from generator.model.pack import Pack, Row
from generator.model.problems import Problems
from generator.reading.phrases.plan import Planner
from generator.reading.phrases.vocabulary import plain


def with_numbers(pack: Pack) -> Pack:
    """The pack whose cells with effects say numbers where they name parameters.

    Only where the text means the same; `written` keeps each changed cell as it was.
    """
    if pack.play is None or not pack.parameters:
        return pack
    planner = Planner(pack, pack.play, Problems())
    planner.name_all()
    names = [name for name in planner.numbers if plain(name) not in planner.names]
    if planner.problems.errors or not names:
        return pack
    alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)")
    grammar, column = planner.grammar, pack.play.columns.effects

    def printed(row: Row) -> Row:
        text = row.fields.get(column)
        if not isinstance(text, str) or not pattern.search(text):
            return row
        filled = pattern.sub(lambda name: str(planner.numbers[name[0]]), text)
        if grammar.read(filled) != grammar.read(text):
            return row
        return replace(row, fields={**row.fields, column: filled}, written={column: text})

    parts = {part.component for part in pack.play.cards}
    components = tuple(
        replace(c, rows=tuple(map(printed, c.rows))) if c.id in parts else c
        for c in pack.components
    )
    return replace(pack, components=components)
