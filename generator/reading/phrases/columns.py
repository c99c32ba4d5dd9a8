"""Columns that a game of words does not read, although their headings suggest that it should."""

from generator.model.pack import Pack
from generator.model.plays import Play
from generator.model.problems import Problems
from generator.reading.phrases.headings import COSTS, EFFECTS, KINDS, POINTS, folded

_HEADINGS = {"points": POINTS, "cost": COSTS, "kinds": (*KINDS, "suit"), "effects": EFFECTS}


def report_columns(pack: Pack, play: Play, problems: Problems) -> None:
    """Report `start: true` without its column, and columns whose headings are not those of `play:`.

    A heading is reported only where no row of its component has the column that is read.
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
            for name in sorted(name for name in fields if folded(name) in known):
                text = f'the column "{name}" of "{part.component}" is not read by play:'
                verb = "is" if key == "cost" else "are"
                fix = f'{key} {verb} read from "{column}": rename it, '
                fix += f"or write {key}: {name} in play:"
                problems.warning(part.place, text, fix)
