"""A rule sheet as a booklet, with its pages on leaves that are folded and nested.

In: a component as written, with the size of a page. Out: a component in the size of a spread, with
a row for each leaf of every row, the outermost leaf first. If a component cannot be a booklet, a
problem is reported.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from generator.model.pack import Component, FaceSpec, Row
from generator.model.problems import Place, Problems
from generator.reading.rows import RowMaker
from generator.reading.schema_components import ComponentSection
from generator.reading.shapes import folded
from generator.templating.expressions import fill, row_context
from generator.templating.face_slots import number_of

RULES = "rules"  # the name of the face that a booklet must have
MOST_PAGES = 100  # maximum number of pages of a rule sheet
USUAL_PAGES = 4


def as_booklet(component: Component, part: ComponentSection, maker: RowMaker) -> Component:
    """Convert the component to folded leaves; after a problem, it is returned unchanged."""
    front, problems = component.front, maker.problems
    n_told = len(problems.errors)
    _report_unfit(component, part, maker)
    if front is None or len(problems.errors) > n_told:
        return component
    leaves: list[Row] = []
    for row in component.rows:
        n_pages = _pages_of(component, row, front, maker)
        if n_pages is None:
            return component
        leaves += _leaves(row, math.ceil(n_pages / 4))
    if clash := _namesake(leaves):
        message = f'the leaf "{clash.id}" of a booklet has the same id as another row'
        problems.error(clash.place, message, "rename one of the rows")
        return component
    page = component.shape
    return replace(
        component,
        shape=folded(page.width, page.height, page.corner),
        back=front,
        back_bleed=component.bleed,
        rows=tuple(leaves),
    )


def _report_unfit(component: Component, part: ComponentSection, maker: RowMaker) -> None:
    """Report the reason why a component cannot be a booklet."""
    tree, problems = maker.tree, maker.problems

    def place(*steps: str) -> Place:
        return tree.place(("components", component.id, *steps))

    front, shape = component.front, component.shape
    if front is None or (front.kind, front.name) != ("use", RULES):
        has = (
            "but it has no front"
            if front is None
            else f"but its front is {front.kind}: {front.name}"
        )
        message = f"a booklet must be a rule sheet, {has}"
        problems.error(place("booklet"), message, 'write front: {use: rules}, or remove "booklet"')
        return
    if part.back is not None:
        message = "a booklet takes no back: the front draws all pages"
        problems.error(place("back"), message, 'remove "back"')
    if "page" in front.slots:
        message = "a booklet numbers its pages itself"
        fix = (
            'remove "page", and rows that stand for leaves; '
            'set "pages" to change the number of pages'
        )
        problems.error(place("front", "page"), message, fix)
    if shape.panels or shape.kind != "rect":
        message = "the pages of a booklet must be rectangular"
        fix = "write the size of a page, such as size: a5"
        if part.shape is not None and part.shape.folded is not None:
            message += ", and a folded leaf cannot be a page"
            width, height = part.shape.folded
            fix = f"write shape: {{rect: [{width:g}mm, {height:g}mm]}}"
        problems.error(place("shape" if part.shape is not None else "size"), message, fix)
    if part.tile_pages or (component.tile_pages and part.tile_pages is None):
        message = "a booklet is folded and cannot be cut over several sheets"
        key = "tile_pages" if part.tile_pages else "shape"
        fix = 'remove "tile_pages"' if part.tile_pages else 'write "rect" instead of "board"'
        problems.error(place(key), message, fix)


def _pages_of(component: Component, row: Row, front: FaceSpec, maker: RowMaker) -> int | None:
    """The number of pages that the text of a row fills; None after a problem."""
    written, problems = front.slots.get("pages"), maker.problems
    place = front.places.get("pages", front.place)
    if isinstance(written, str):
        context = row_context(maker.base, row.fields)
        context["component"] = {"id": component.id, "title": component.title}
        context["piece"] = {"id": row.id, "name": row.name, "count": row.count}
        fresh = Problems()
        written = fill(written, context, place, fresh, row.places)
        if fresh.errors:
            for problem in fresh.listed:
                problems.add(problem)
            return None
    number, is_other = number_of(written, USUAL_PAGES, 1, MOST_PAGES)
    if is_other:
        message = f"a booklet cannot have {written!r} pages"
        problems.error(place, message, f"write a whole number from 1 to {MOST_PAGES}")
        return None
    return int(number)


def _leaves(row: Row, n: int) -> Iterator[Row]:
    """Yield a row for each leaf, the outermost first."""
    for i in range(n):
        if n == 1:
            yield replace(row, leaf=(0, 1))
        else:
            name = f"{row.name}, leaf {i + 1} of {n}"
            yield replace(row, id=f"{row.id}-leaf-{i + 1}", name=name, leaf=(i, n))


def _namesake(rows: list[Row]) -> Row | None:
    """The first row with the same id as an earlier row; None if all ids differ."""
    ids: set[str] = set()
    for row in rows:
        if row.id in ids:
            return row
        ids.add(row.id)
    return None
