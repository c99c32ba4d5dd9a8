"""A rule sheet as a booklet: its pages on leaves that are folded and laid into one another.

In: a component as written, of the size of a page. Out: one of the size of a spread, with a row for
each leaf of every row, the outermost leaf first. What a booklet cannot be made of is a problem.
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

RULES = "rules"  # the face a booklet is made of
MOST_PAGES = 100  # of a rule sheet
USUAL_PAGES = 4


def as_booklet(component: Component, part: ComponentSection, maker: RowMaker) -> Component:
    """The component as folded leaves; as it is after a problem."""
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
        found = f'the leaf "{clash.id}" of a booklet has the id of another row'
        problems.error(clash.place, found, "name one of the rows otherwise")
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
    """Report what keeps a component from being a booklet."""
    tree, problems = maker.tree, maker.problems

    def place(*steps: str) -> Place:
        return tree.place(("components", component.id, *steps))

    front, shape = component.front, component.shape
    if front is None or (front.kind, front.name) != ("use", RULES):
        has = "it has no front" if front is None else f"its front is {front.kind}: {front.name}"
        found = f"a booklet is a rule sheet, {has}"
        problems.error(place("booklet"), found, "write front: {use: rules}, or leave booklet out")
        return
    if part.back is not None:
        found = "a booklet has no back of its own: the front draws all its pages"
        problems.error(place("back"), found, "leave out back")
    if "page" in front.slots:
        found = "a booklet numbers its pages itself"
        fix = "leave out page, and rows that stand for leaves; pages tells how many there are"
        problems.error(place("front", "page"), found, fix)
    if shape.panels or shape.kind != "rect":
        found = "a booklet has rectangular pages"
        fix = "write the size of a page, such as size: a5"
        if part.shape is not None and part.shape.folded is not None:
            found += ", and a folded leaf is no page"
            width, height = part.shape.folded
            fix = f"write shape: {{rect: [{width:g}mm, {height:g}mm]}}"
        problems.error(place("shape" if part.shape is not None else "size"), found, fix)
    if part.tile_pages or (component.tile_pages and part.tile_pages is None):
        found = "a booklet is folded, and cannot be cut over several sheets"
        key = "tile_pages" if part.tile_pages else "shape"
        fix = "leave out tile_pages" if part.tile_pages else "write rect instead of board"
        problems.error(place(key), found, fix)


def _pages_of(component: Component, row: Row, front: FaceSpec, maker: RowMaker) -> int | None:
    """Over how many pages the text of a row runs; None after a problem."""
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
        found = f"a booklet of {written!r} pages cannot be printed"
        problems.error(place, found, f"write a whole number from 1 to {MOST_PAGES}")
        return None
    return int(number)


def _leaves(row: Row, n: int) -> Iterator[Row]:
    """A row for each leaf, the outermost first."""
    for i in range(n):
        if n == 1:
            yield replace(row, leaf=(0, 1))
        else:
            name = f"{row.name}, leaf {i + 1} of {n}"
            yield replace(row, id=f"{row.id}-leaf-{i + 1}", name=name, leaf=(i, n))


def _namesake(rows: list[Row]) -> Row | None:
    """A row with the id of one before it."""
    ids: set[str] = set()
    for row in rows:
        if row.id in ids:
            return row
        ids.add(row.id)
    return None
