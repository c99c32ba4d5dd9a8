"""Columns that a game of words does not read, although their headings suggest that it should."""

from collections.abc import Sequence

from generator.model.pack import Pack, Row
from generator.model.plays import Play
from generator.model.problems import Problems
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.headings import COSTS, EFFECTS, KINDS, POINTS, TEXTS, folded

_HEADINGS = {"points": POINTS, "cost": COSTS, "kinds": (*KINDS, "suit"), "effects": EFFECTS}


def report_columns(pack: Pack, play: Play, grammar: Grammar, problems: Problems) -> None:
    """Report `start: true` without its column, and columns whose headings are not those of `play:`.

    A heading is reported only where no row of its component has the column that is read, and one
    such as "text" only if a cell below it is a known phrase.
    """
    ids = {component.id for component in pack.components}
    for part in play.cards:
        if part.component not in ids:
            continue
        rows = pack.component(part.component).rows
        fields = {name for row in rows for name in row.fields}
        if part.is_start and "start" not in fields and rows:
            like = [name for name in fields if name.casefold().strip() == "start"]
            text = f'"{part.component}" has start: true, but no column "start"'
            fix = f'rename the column "{like[0]}" to "start"' if like else "add it: how many copies"
            problems.error(part.place, text, fix)
        for key, headings in _HEADINGS.items():
            column = getattr(play.columns, key)
            if column in fields:
                continue
            known = {folded(column), *headings}
            if key == "effects":
                known |= {folded(name) for name in fields if _has_phrases(rows, name, grammar)}
            for name in sorted(name for name in fields if folded(name) in known):
                text = f'the column "{name}" of "{part.component}" is not read by play:'
                verb = "is" if key == "cost" else "are"
                fix = f'{key} {verb} read from "{column}": rename it, '
                fix += f"or write {key}: {name} in play:"
                problems.warning(part.place, text, fix)


def _has_phrases(rows: Sequence[Row], name: str, grammar: Grammar) -> bool:
    """Whether a column that may hold any text has a cell that is a phrase."""
    if folded(name) not in TEXTS:
        return False
    cells = [str(row.fields[name]) for row in rows if row.fields.get(name)]
    return any(program and not faults for program, faults in map(grammar.read, cells))
