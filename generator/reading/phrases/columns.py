"""Columns that a game of words does not read, although their headings suggest that it should."""

from generator.model.pack import Pack
from generator.model.plays import Play
from generator.model.problems import Problems

# Other headings that people give these columns, in lower case.
_HEADINGS = {
    "points": ("vp", "vps", "victory points", "score", "punkte", "siegpunkte", "puntos"),
    "cost": ("costs", "price", "kosten", "preis", "prix", "precio", "coste"),
    "kinds": ("type", "types", "kind", "kinds", "class", "category", "suit", "typ", "tipo"),
    "effects": ("effect", "effects", "ability", "rule", "rules", "wirkung", "effekt", "effet"),
}


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
            known = {column.casefold(), *headings}
            for name in sorted(name for name in fields if name.casefold().strip() in known):
                text = f'the column "{name}" of "{part.component}" is not read by play:'
                verb = "is" if key == "cost" else "are"
                fix = f'{key} {verb} read from "{column}": rename it, '
                fix += f"or write {key}: {name} in play:"
                problems.warning(part.place, text, fix)
