"""The components of a game; tuckboxes are sized to their decks.

In: checked sections. Out: components with outline, faces and rows. Faults are added to `problems`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.model.pack import (
    ColumnMeaning,
    Component,
    FaceSpec,
    Parameter,
    Row,
    Scalar,
    Shape,
    is_number,
)
from generator.model.problems import Place, Problems, near
from generator.reading.booklets import as_booklet
from generator.reading.fields import in_words
from generator.reading.parameters import CellSetting, changed_to
from generator.reading.rows import RowMaker
from generator.reading.schema import GameSection
from generator.reading.schema_components import (
    ArtSection,
    ComponentSection,
    FaceSection,
    ShapeSection,
    slots_in,
    way_of,
)
from generator.reading.shapes import (
    SIZES,
    cube,
    folded,
    hexagon,
    polygon,
    rect,
    standee,
    tuckbox,
    turned,
)
from generator.reading.values import Tree
from generator.templating.expressions import fill

_WIDE_BLEED = 20.0  # mm; a wider bleed gives a warning
_SLEEVE_PLAY = 1.5  # mm; the difference in width between a sleeve and its card
_SLEEVE_THICKNESS = 0.2  # mm; the added thickness of both layers of a sleeve


def set_cells(
    game: GameSection, cells: Sequence[CellSetting], maker: RowMaker, defaults: Mapping[str, Scalar]
) -> tuple[RowMaker, dict[str, Parameter]]:
    """Return a row maker that uses the numbers set for this run, and these numbers by name.

    Other rows, conditions and overrides that read such a cell get the new value. If no row matches
    a cell under the current parameters, the row is looked up with the `defaults`.
    """
    parts = {cell.component: game.components[cell.component] for cell in cells}
    written: dict[str, tuple[Row, ...]] = {}
    for id, part in parts.items():
        alone = maker.apart()
        written[id] = alone.rows(id, _title(id, part, alone), part)
        if alone.problems.errors:
            alone = replace(maker.apart(), base={**maker.base, **defaults})
            written[id] = alone.rows(id, _title(id, part, alone), part)
        if alone.problems.errors:
            for problem in alone.problems.listed:
                maker.problems.add(problem)
            return maker, {}
    numbers: dict[Place, Parameter] = {}
    for cell in cells:
        number = _number_of(cell, written[cell.component], maker)
        if number is None:
            continue
        if number.place in numbers:
            message = (
                f"this number and {numbers[number.place].name} are the same cell, at {number.place}"
            )
            maker.problems.error(cell.place, message, "set only one of them")
        numbers[number.place] = number
    values = {place: number.value for place, number in numbers.items()}
    reader = replace(maker.reader, cells=values)
    return replace(maker, reader=reader), {number.name: number for number in numbers.values()}


def _number_of(cell: CellSetting, rows: Sequence[Row], maker: RowMaker) -> Parameter | None:
    """The number of a row that is set for this run.

    After a problem, which is reported at the setting, the result is None.
    """
    column, problems = cell.column, maker.problems
    row = next((row for row in rows if row.id == cell.row), None)
    if row is None:
        message = f'{cell.component} has no row "{cell.row}"'
        problems.error(cell.place, message, near(cell.row, {row.id for row in rows}))
        return None
    if column not in row.fields:
        message = f'{cell.component} has no field "{column}"'
        problems.error(cell.place, message, near(column, row.fields))
        return None
    was, place = row.fields[column], row.places[column]
    overrides = {p for steps, p in maker.tree.places.items() if steps[2:3] == ("override",)}
    if not is_number(was):
        message = f'"{column}" of {cell.row} is not a number but {in_words(was)}, at {place}'
        problems.error(cell.place, message, "use an override to set it")
        return None
    if place in overrides:
        message = f'"{column}" of {cell.row} comes from an override, not from its cell'
        problems.error(cell.place, message, f"change it at {place}")
        return None
    return changed_to(Parameter(cell.name, was, was, place), cell.value, cell.place, problems)


def components_of(game: GameSection, variant: str, maker: RowMaker) -> tuple[Component, ...]:
    """The variant's components in written order."""
    left_out = set(game.variants[variant].without) if variant in game.variants else set()
    wanted = {id: part for id, part in game.components.items() if id not in left_out}
    built: dict[str, Component] = {}
    # A tuckbox takes its size from a finished deck, so boxes are made after all other components.
    for id, part in wanted.items():
        if not _box_for(part):
            built[id] = _component(id, part, _flat_shape(part), maker)
    for id, part in wanted.items():
        if _box_for(part):
            shape = _tuckbox(id, part, game, built, left_out, maker)
            if shape is not None:
                built[id] = _component(id, part, shape, maker)
    return tuple(built[id] for id in wanted if id in built)


def left_out_of(game: GameSection, variant: str, maker: RowMaker) -> tuple[Component, ...]:
    """The components that are not in this variant.

    Boxes are not included, because their decks may be missing.
    """
    names = game.variants[variant].without if variant in game.variants else []
    parts = [(id, game.components[id]) for id in names if id in game.components]
    return tuple(
        _component(id, part, _flat_shape(part), maker) for id, part in parts if not _box_for(part)
    )


def _component(id: str, part: ComponentSection, shape: Shape, maker: RowMaker) -> Component:
    tree, problems = maker.tree, maker.problems
    path = ("components", id)
    title = _title(id, part, maker)
    shorter = min(shape.width, shape.height)
    safe = min(3.0, round(shorter / 10, 4)) if part.safe is None else part.safe
    if 2 * safe >= shorter:
        message = f"a safe zone of {safe:g}mm leaves no room on a piece of {shorter:g}mm"
        problems.error(tree.place((*path, "safe")), message, "choose a smaller one")
    warn_of_bleed(max(part.bleed, part.back_bleed or 0.0), tree.place((*path, "bleed")), problems)
    is_board = part.shape is not None and part.shape.board is not None
    rows = maker.rows(id, title, part)
    component = Component(
        id=id,
        title=title,
        shape=shape,
        bleed=part.bleed,
        back_bleed=part.bleed if part.back_bleed is None else part.back_bleed,
        safe=safe,
        front=_face(part.front, (*path, "front"), tree),
        back=_face(part.back, (*path, "back"), tree),
        rows=rows,
        place=tree.key(path),
        stock=part.stock,
        group=part.group,
        sleeve=_sleeve(part.sleeve, shape),
        tile_pages=is_board if part.tile_pages is None else part.tile_pages,
        seams=tuple(sorted(part.seams)),
        min_text_pt=part.min_text,
        columns=columns_of(id, part, rows, maker),
    )
    return as_booklet(component, part, maker) if part.booklet else component


def columns_of(
    id: str, part: ComponentSection, rows: Sequence[Row], maker: RowMaker
) -> dict[str, ColumnMeaning]:
    """Return the meaning of the numbers in each row, and report columns that do not exist or
    contain no numbers.
    """
    for name in part.columns:
        place = maker.tree.key(("components", id, "columns", name))
        names = {column for row in rows for column in row.fields}
        if rows and name not in names:
            maker.problems.error(place, f'{id} has no column "{name}"', near(name, names))
        odd = next((row for row in rows if not is_number(row.fields.get(name))), None)
        if name in names and odd is not None and part.columns[name] != "other":
            message = f'{odd.id} has no "{name}"'
            if name in odd.fields:
                message = f'"{name}" of {odd.id} is not a number but {in_words(odd.fields[name])}'
            fix = f"write a number at {odd.places.get(name, odd.place)}; 0 for none"
            maker.problems.error(place, message, fix)
    return dict(part.columns)


def _title(id: str, part: ComponentSection, maker: RowMaker) -> str:
    titled = id.replace("-", " ").replace("_", " ").capitalize()
    place = maker.tree.place(("components", id, "title"))
    return fill(part.title or titled, maker.base, place, maker.problems)


def warn_of_bleed(bleed: float, place: Place, problems: Problems) -> None:
    """Warn if a bleed, in mm, is far too wide."""
    if bleed > _WIDE_BLEED:
        message = f"a bleed of {bleed:g}mm is much wider than needed"
        problems.warning(place, message, "the usual bleed is 2mm or 3mm")


def _face(section: FaceSection | None, path: tuple[str, ...], tree: Tree) -> FaceSpec | None:
    if section is None:
        return None
    kind, name = way_of(section)
    slots = slots_in(section)
    places = {slot: tree.place((*path, slot)) for slot in slots}
    if isinstance(section.art, ArtSection):
        for key in section.art.model_fields_set:
            places["art" if key == "file" else key] = tree.place((*path, "art", key))
    return FaceSpec(kind, name, slots, tree.place((*path, kind)), places)


def _sleeve(written: Any, shape: Shape) -> tuple[float, float] | None:
    """The inner size of the sleeve: the size of the piece or named card, plus a tolerance."""
    if written is False:
        return None
    if isinstance(written, tuple):
        return (written[0], written[1])
    card = shape if written is True else SIZES[written]
    return (round(card.width + _SLEEVE_PLAY, 4), round(card.height + _SLEEVE_PLAY, 4))


def _box_for(part: ComponentSection) -> str | None:
    return part.shape.tuckbox if part.shape is not None else None


def _tuckbox(
    id: str,
    part: ComponentSection,
    game: GameSection,
    built: Mapping[str, Component],
    left_out: set[str],
    maker: RowMaker,
) -> Shape | None:
    """The box for a finished deck; None after a problem, or if the variant has no such deck."""
    deck = _box_for(part)
    assert deck is not None
    place, problems = maker.tree.place(("components", id, "shape", "tuckbox")), maker.problems
    if deck not in game.components:
        problems.error(place, f'unknown component "{deck}"', near(deck, game.components))
    elif _box_for(game.components[deck]):
        problems.error(place, f'"{deck}" is itself a tuckbox', "name the deck that goes inside")
    elif deck not in left_out:
        cards = built[deck]
        if cards.shape.kind == "rect":
            width, height = cards.sleeve or (cards.shape.width, cards.shape.height)
            each = cards.stock + (_SLEEVE_THICKNESS if cards.sleeve else 0.0)
            return tuckbox(width, height, cards.count * each)
        problems.error(place, f'"{deck}" is not rectangular, so no tuckbox fits it')
    return None


def _flat_shape(part: ComponentSection) -> Shape:
    shape = SIZES[part.size] if part.shape is None else _outline(part.shape)  # type: ignore[index]
    return turned(shape) if part.landscape else shape


def _outline(written: ShapeSection) -> Shape:
    corner = written.corner or 0.0
    sides = written.rect or written.strip or written.board
    if sides is not None:
        return rect(*sides, corner)
    if written.square is not None:
        return rect(written.square, written.square, corner)
    if written.hex is not None:
        assert written.across is not None, f"{written!r} passed without across"
        return hexagon(written.hex, written.across, written.top or "pointy")
    if written.circle is not None:
        return Shape("circle", written.circle, written.circle)
    if written.polygon is not None:
        return polygon(written.polygon)
    if written.folded is not None:
        return folded(*written.folded, corner)
    if written.standee is not None:
        foot = written.foot or max(6.0, round(written.standee[0] * 0.4, 4))
        return standee(*written.standee, foot)
    if written.dice is not None:
        rounded = round(written.dice * 0.12, 4) if written.corner is None else corner
        return rect(written.dice, written.dice, rounded)
    assert written.cube is not None, f"no outline in {written!r}"
    return cube(written.cube)
