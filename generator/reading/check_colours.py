"""Checks that colour-blind players and black-and-white prints can tell the pieces apart.

In: a finished pack. Out: warnings at the colours of the palette.
"""

from collections.abc import Iterator, Sequence

from generator.model.pack import Component, Pack, Row, Scalar
from generator.reading import colour_vision
from generator.reading.game_as_written import Definition, has_word
from generator.templating.face_slots import has_kind


def colours_stay_apart(pack: Pack, definition: Definition) -> None:
    """Warn of colours that distinguish pieces but look alike to some people or in grey print."""
    written = definition.game.colours_alone
    if written is False:
        return
    places: dict[tuple[str, str], str] = {}  # pair of colours → the faces that show it
    if isinstance(written, list):
        pairs = colour_vision.all_pairs(dict.fromkeys(written))
    elif written is True:
        pairs = colour_vision.all_pairs(pack.palette)
    else:
        for pair, where in _pairs_by_colour_alone(pack):
            places.setdefault(pair, where)
        pairs = list(places)
    clashes = colour_vision.clashes(pack.palette, pairs)
    placed = [(definition.tree.place(("palette", clash.other)), clash) for clash in clashes]
    # The fix is stated once, at the first of the places.
    fix = "add a pattern, letter or icon and set colours_alone: false, or change one of the colours"
    for place, clash in sorted(placed, key=lambda each: each[0]):
        message = f'"{clash.first}" and "{clash.other}" look alike {_to_whom(clash.sights)}'
        message += places.get((clash.first, clash.other), "")
        definition.problems.warning(place, message, fix)
        fix = ""


def _to_whom(sights: tuple[str, ...]) -> str:
    if sights == ("everyone",):
        return "to everyone"
    people = [sight for sight in sights if sight != "grey"]
    parts = [f"with {' or '.join(people)} vision"] if people else []
    return " and ".join([*parts, *(["in greyscale"] if "grey" in sights else [])])


def _pairs_by_colour_alone(pack: Pack) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield pairs of colours that are values of the same field and that only colour distinguishes.

    Each pair has a text that lists the faces with these colours.
    """
    order = list(pack.palette)
    for component in pack.components:
        fields: dict[str, dict[str, list[Row]]] = {}
        for row in component.rows:
            for name, value in row.fields.items():
                if isinstance(value, str) and value in pack.palette:
                    fields.setdefault(name, {}).setdefault(value, []).append(row)
        for name, rows in fields.items():
            sides = _shown_by_colour_alone(component, name)
            if not sides:
                continue
            marked = {colour: _marks(component, with_it) for colour, with_it in rows.items()}
            for pair in colour_vision.all_pairs(sorted(rows, key=order.index)):
                marks = zip(marked[pair[0]], marked[pair[1]], strict=True)
                if not any(
                    mark != other and not {mark, other} & {"", None} for mark, other in marks
                ):
                    yield pair, f', on the {" and ".join(sides)} of "{component.id}"'


def _shown_by_colour_alone(component: Component, field: str) -> list[str]:
    """The sides that show a field; empty if a slot also shows the field by other means than
    colour.
    """
    faces = {"front": component.front, "back": component.back}
    slots = [
        (side, has_kind(face, slot, "colour"))
        for side, face in faces.items()
        if face is not None
        for slot, text in face.slots.items()
        if _mentions(text, field)
    ]
    if not all(is_colour for _, is_colour in slots):
        return []
    return list(dict.fromkeys(side for side, _ in slots))


def _marks(component: Component, rows: Sequence[Row]) -> list[Scalar]:
    """The value of each field shown by a texture, letter or icon in these rows; "" if the value
    varies.
    """
    faces = [face for face in (component.front, component.back) if face is not None]
    texts = [
        text for face in faces for slot, text in face.slots.items() if has_kind(face, slot, "mark")
    ]
    names = dict.fromkeys(name for row in component.rows for name in row.fields)
    marks: list[Scalar] = []
    for name in names:
        values = {row.fields.get(name, "") for row in rows}
        is_shown = len(values) == 1 and any(_mentions(text, name) for text in texts)
        marks.append(values.pop() if is_shown else "")
    return marks


def _mentions(text: Scalar, field: str) -> bool:
    return isinstance(text, str) and has_word(text, field)
