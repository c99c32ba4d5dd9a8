"""Files for Tabletopia and Screentop: pictures to upload, and tables to set the game up by hand.

In: a `Tabletop`. Out: PNGs, rule sheets as PDF, `pieces.csv` (the picture and number of copies of
each piece) and `setup.csv` (the place of each stack, in mm from the top left). Neither program
publishes a file format, so a person sets the game up. All pieces of a component have pictures of
equal size.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from generator.model.arrangement import Arrangement
from generator.model.pack import Component, Row
from generator.press.export.job import Exported, Job
from generator.press.export.sheets import grid_for, sheets_of
from generator.press.export.tabletop import (
    Tabletop,
    kind_of,
    named_after,
    png_of,
    sides_of,
    size_of,
    tabletop_of,
    visible_size,
)
from generator.system.csv_cells import without_formula

if TYPE_CHECKING:
    from PIL.Image import Image

Cells = Mapping[str, Any]  # the cells of a row, by column


def tabletopia_files(job: Job) -> Exported:
    """Make a folder for each component: a picture for each side, and a common back once."""
    table = tabletop_of(job)
    if table is None:
        return Exported()
    files: dict[str, bytes] = {}
    rows: list[Cells] = []
    job.tell("draw the pictures")
    try:
        for component in table.components:
            has_one_back = table.common_back(component)
            for row, images in sides_of(table, component, size_of(component)):
                names = []
                for side, image in zip(_sides(component), images, strict=False):
                    of_all = side == "back" and has_one_back and kind_of(component) != "standee"
                    data = png_of(image)
                    stem = f"{component.id}/{side}" + ("" if of_all else f"-{row.id}")
                    names.append(named_after(stem, data))
                    files[names[-1]] = data
                rows.append({**_piece(component, row, images[0].size), **_pair(component, names)})
    except ValueError as fault:
        job.problems.error(job.pack.components[0].place, f"a face cannot be drawn: {fault}")
        return Exported()
    return _exported(job, table, files, rows, f"{len(files)} pictures, one for each side")


def screentop_files(job: Job) -> Exported:
    """Make sheets of each component, with cells row by row; a common back is a separate picture."""
    table = tabletop_of(job)
    if table is None:
        return Exported()
    files: dict[str, bytes] = {}
    rows: list[Cells] = []
    job.tell("draw the sheets")
    try:
        for component in table.components:
            for name, data, cells in _sheets(table, component):
                files[name] = data
                rows += cells
    except ValueError as fault:
        job.problems.error(job.pack.components[0].place, f"a face cannot be drawn: {fault}")
        return Exported()
    return _exported(job, table, files, rows, f"{len(files)} sheets and backs")


def _sheets(table: Tabletop, component: Component) -> Iterator[tuple[str, bytes, list[Cells]]]:
    """Yield sheets of a component's fronts, each with the rows of its pieces, then of its backs.

    Each die has a separate sheet, with a cell for each of its sides.
    """
    width, height = visible_size(component)
    is_die = kind_of(component) == "die"
    grid = grid_for(6 if is_die else len(component.rows), width, height, fewest=1)
    drawn = list(sides_of(table, component, (grid.width, grid.height)))
    if is_die:
        for row, images in drawn:
            (sheet,) = sheets_of(images, grid)
            name = named_after(f"{component.id}-{row.id}", sheet)
            own = {"sheet": name, "columns": grid.columns, "rows": grid.rows, "cell": "1-6"}
            yield name, sheet, [{**_piece(component, row, images[0].size), **own, "back": ""}]
        return
    backs = _backs(table, component, [images[1:] for _, images in drawn])
    sheets = sheets_of([images[0] for _, images in drawn], grid)
    back_sheets = sheets_of(backs, grid) if len(backs) > 1 else [png_of(back) for back in backs]
    back_names = [
        named_after(f"{component.id}-back" + (f"s-{i}" if len(backs) > 1 else ""), data)
        for i, data in enumerate(back_sheets, 1)
    ]
    for back, data in zip(back_names, back_sheets, strict=True):
        yield back, data, []
    for i, sheet in enumerate(sheets):
        name = named_after(f"{component.id}-{i + 1}", sheet)
        cells: list[Cells] = []
        some = drawn[i * grid.slots : (i + 1) * grid.slots]
        for cell, (row, images) in enumerate(some, 1):
            own = {"sheet": name, "columns": grid.columns, "rows": grid.rows, "cell": cell}
            back = back_names[min(i, len(back_names) - 1)] if back_names else ""
            cells.append({**_piece(component, row, images[0].size), **own, "back": back})
        yield name, sheet, cells


def _backs(
    table: Tabletop, component: Component, backs: "Sequence[Sequence[Image]]"
) -> "list[Image]":
    """The backs in the order of the fronts; one if all are equal, none if all are blank."""
    from PIL import Image

    if not any(backs):
        return []
    if kind_of(component) != "standee" and table.common_back(component):
        return [backs[0][0]]
    blank = next(images[0] for images in backs if images)
    white = Image.new(blank.mode, blank.size, "white")
    return [images[0] if images else white for images in backs]


def _sides(component: Component) -> tuple[str, ...]:
    if kind_of(component) == "die":
        return tuple(f"side-{number}" for number in range(1, 7))
    return "front", "back"


def _pair(component: Component, names: Sequence[str]) -> Cells:
    """The cells for a piece's pictures; all sides of a die are in one cell."""
    if kind_of(component) == "die":
        return {"front": " ".join(names), "back": ""}
    return {"front": names[0], "back": names[1] if names[1:] else ""}


def _piece(component: Component, row: Row, size: tuple[int, int]) -> Cells:
    width, height = visible_size(component)
    return {
        "component": component.id,
        "kind": kind_of(component),
        "piece": row.name,
        "copies": row.count,
        "width_mm": round(width, 2),
        "height_mm": round(height, 2),
        "pixels": f"{size[0]}x{size[1]}",
    }


def _exported(
    job: Job, table: Tabletop, files: Mapping[str, bytes], rows: Sequence[Cells], made: str
) -> Exported:
    """Add the tables and the rule sheets to the pictures."""
    rules = {f"{job.pack.id}-{id}.pdf": pdf for id, pdf in table.rules.items()}
    lists = {"pieces.csv": _csv(rows), "setup.csv": _csv(list(_setup(table.arrangement)))}
    n = sum(component.count for component in table.components)
    lines = [f"{made}, for {n} pieces"]
    lines += [
        f"left out: {component.title}, which has no place on a virtual table"
        for component in table.left_out
    ]
    lines.append("pieces.csv lists pictures and copies, setup.csv what lies where")
    written = {**files, **lists, **rules}
    paths = tuple((PurePosixPath(name), data) for name, data in sorted(written.items()))
    summary = [{"component": c.id, "kind": kind_of(c), "n": c.count} for c in table.components]
    return Exported(paths, tuple(lines), tuple(summary))


def _setup(arrangement: Arrangement) -> Iterator[Cells]:
    """Yield the places of stacks, seats, counters and dice; `at` in mm from the top left."""
    none = {"x_mm": "", "y_mm": "", "turn": "", "face": "", "shuffled": "", "n": "", "pieces": ""}
    width, height = arrangement.size
    yield {"what": "table", "name": "", **none, "x_mm": width, "y_mm": height}
    for stack in arrangement.stacks:
        pieces = Counter(piece.row.name for piece in stack.pieces)
        yield {
            "what": "hand" if stack.in_hand else "stack" if stack.pieces else "place",
            "name": stack.name,
            "x_mm": round(stack.x, 2),
            "y_mm": round(stack.y, 2),
            "turn": stack.turn,
            "face": "up" if stack.is_face_up else "down",
            "shuffled": "yes" if stack.is_shuffled else "",
            "n": len(stack.pieces),
            "pieces": "; ".join(f"{n} {name}" for name, n in pieces.items()),
        }
    for seat in arrangement.seats:
        at = {"x_mm": round(seat.x, 2), "y_mm": round(seat.y, 2), "turn": seat.turn}
        yield {"what": "seat", "name": seat.number, **none, **at}
        for name, value in arrangement.seat_counters.items():
            yield {"what": "counter", "name": f"{name} {seat.number}", **none, "n": value}
    for name, value in arrangement.counters.items():
        yield {"what": "counter", "name": name, **none, "n": value}
    for sides in arrangement.dice:
        yield {"what": "die", "name": f"d{sides}", **none, "n": 1}


def _csv(rows: Sequence[Cells]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: without_formula(cell) for name, cell in row.items()} for row in rows)
    return out.getvalue().encode()
