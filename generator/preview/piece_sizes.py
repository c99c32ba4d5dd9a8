"""The sizes, names and colours of the pieces of a game, for the drawings of its table."""

import re

from generator.model.pack import Component, Row
from generator.play.engine.game import Game
from generator.preview.layout import Sizes

_FIELD = re.compile(r"\{\{\s*(\w+)\s*\}\}")  # a slot that is one field of the row


def sizes_of(game: Game) -> Sizes:
    """Sizes and names of a game's pieces."""
    components = game.pack.components
    seen = {c.id: c.shape.front or c.shape for c in components}  # of a standee its front alone
    colours = dict(zip(_colour_names(game), colours_of(game), strict=True))
    return Sizes(
        {id: (part.width, part.height) for id, part in seen.items()},
        {c.id: c.title for c in components},
        {f"{c.id}/{row.id}": row.name for c in components for row in c.rows},
        {
            f"{c.id}/{row.id}": colours[word]
            for c in components
            if c.shape.kind == "circle"
            for row in c.rows
            for word in row.name.split()
            if word in colours
        },
        {
            f"{c.id}/{row.id}": words
            for c in components
            for row in c.rows
            if (words := _told_by_back(c, row))
        },
    )


def _told_by_back(component: Component, row: Row) -> str:
    """The fields of a row that are drawn on its back, in words."""
    slots = component.back.slots.values() if component.back else ()
    fields = [field[1] for slot in slots if (field := _FIELD.fullmatch(str(slot)))]
    return " ".join(str(row.fields[field]) for field in fields if field in row.fields)


def colours_of(game: Game) -> tuple[str, ...]:
    """The colour of every seat's pieces, "#rrggbb"; "" for one that the palette does not have."""
    return tuple(game.pack.palette.get(name, "") for name in _colour_names(game))


def _colour_names(game: Game) -> tuple[str, ...]:
    names = game.book.get("COLOURS", ())
    names = names if isinstance(names, list | tuple) else ()
    return tuple(map(str, names[: game.seats]))
