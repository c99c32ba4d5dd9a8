"""Converts the names of pieces from "component/row" to a name for people, and back."""

import difflib
from collections.abc import Mapping, Sequence

from generator.model.pack import Component, Pack, Row


def piece_name(pack: Pack, piece: str) -> str:
    """Return the name of a piece "component/row" for people, which is the name of its row."""
    component_id, _, row_id = piece.partition("/")
    for component in pack.components:
        for row in component.rows:
            if component.id == component_id and row.id == row_id:
                return row.name
    return row_id.replace("-", " ") or piece


def component_title(pack: Pack, piece: str) -> str:
    """Return the title of the piece's component."""
    component_id = piece.partition("/")[0]
    return next((c.title for c in pack.components if c.id == component_id), component_id)


def said_of(said: Mapping[str, str], name: str) -> str:
    """Return the words for a kind of move or an end, which are the pack's own words, else the name.

    >>> said_of({"done": "end the turn"}, "done"), said_of({}, "turn_over")
    ('end the turn', 'turn over')
    """
    return said.get(name, said.get(name.replace(" ", "_"), name.replace("_", " ")))


def find_piece(pack: Pack, wanted: str, counted: Sequence[str] = ()) -> tuple[Component, Row]:
    """Return the piece with that name or id ("river bird", "river-bird", "tourists/river-bird").

    Among several pieces with one name, the piece that the rules count is meant. Raises `ValueError`
    for an unknown or ambiguous name, with the nearest names.
    """
    text = wanted.strip().casefold()
    every = [(c, r) for c in pack.components for r in c.rows]
    names = [(f"{c.id}/{r.id}".casefold(), r.id.casefold(), r.name.casefold()) for c, r in every]
    pieces = [piece for piece, spellings in zip(every, names, strict=True) if text in spellings]
    pieces = [(c, r) for c, r in pieces if f"{c.id}/{r.id}" in counted] or pieces
    if len(pieces) == 1:
        return pieces[0]
    if pieces:
        which = ", ".join(f"{c.id}/{r.id}" for c, r in pieces)
        raise ValueError(f"{wanted!r} could be several pieces: {which}; give the full name")
    near = difflib.get_close_matches(
        text, sorted({n for spellings in names for n in spellings}), 3, 0.5
    )
    hint = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
    raise ValueError(f"no piece {wanted!r} in {pack.name}{hint}")


def counted_piece(pack: Pack, wanted: str, counted: Sequence[str]) -> tuple[Component, Row]:
    """Return the piece with that name. Raises `ValueError` if the rules do not count its use."""
    component, row = find_piece(pack, wanted, counted)
    if f"{component.id}/{row.id}" not in counted:
        sentence = f"the rules of {pack.name} do not say when {component.id}/{row.id} is used"
        raise ValueError(sentence)
    return component, row
