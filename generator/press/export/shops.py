"""The files of a game for a print shop, which makes each component as one of its products.

Faces are drawn with the bleed of the product, and texts must stay inside the shop's safe line. The
finished files are read again and checked. Nothing is claimed beyond these checks.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import PurePosixPath
from typing import Any

from generator.model.pack import Component, Side
from generator.model.problems import Place, Problems, near
from generator.model.units import to_text
from generator.press.export.ink import deck_pdf, ink_fault, inks_of, most_ink
from generator.press.export.job import Exported, Job
from generator.press.export.products import DPI, Product, matching, nearest, products_of
from generator.press.export.shop_pictures import (
    blank_picture,
    faults_of_picture,
    shop_pictures,
)
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.pieces.expand import CALL, Piece, expand

ORDER = "order.csv"
_BOARD = ("rect", "circle", "hex")


@dataclass(frozen=True, slots=True)
class Shop:
    """The requirements of a shop: `files` are png or pdf, lengths in mm, ink in percent.

    `backs`: a common back is uploaded "once", or "each" card has its own. `copies`: "repeated" as
    files, or "written" into the order as a number.
    """

    name: str
    title: str
    files: str
    safe: float
    backs: str
    copies: str
    most_ink: float | None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an order: a component, its product, and the pieces to print."""

    component: Component
    product: Product
    turn: int
    pieces: tuple[Piece, ...]
    others: tuple[str, ...] = ()

    @property
    def n_copies(self) -> int:
        """The number of pieces that the shop prints."""
        return sum(piece.count for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of an order line, by piece.

    `common` is the back that all pieces share; `backs` are the backs of single pieces.
    """

    fronts: Mapping[str, bytes]
    backs: Mapping[str, bytes]
    common: bytes | None


def shop_files(job: Job, name: str, title: str, values: Mapping[str, str]) -> Exported:
    """Make the files for a shop; every fault is added to the job's problems."""
    shop = Shop(
        name, title, values["files"], float(values["safe"]), values["backs"], values["copies"],
        float(values["most_ink"]) if values["most_ink"] else None,
    )  # fmt: skip
    lines = _lines(job, shop)
    if not lines:
        return Exported()
    parts = {line.component.id: line.component for line in lines}
    pack = replace(job.pack, components=tuple(parts.get(c.id, c) for c in job.pack.components))
    maker = FaceMaker(pack, job.problems, FaceOptions(outlines=True, programs=job.options.programs))
    files: list[tuple[PurePosixPath, bytes]] = []
    told: list[str] = []
    rows: list[dict[str, Any]] = []
    for line in lines:
        pictures = _pictures(line, maker, job.problems)
        if pictures is None:
            continue
        made, listed = _files(line, shop, pictures, job.pack.name)
        ink = _check(line, shop, pictures, job.problems)
        files += made
        rows += listed
        told.append(_told(line, shop, pictures, len(made), ink))
    if files:
        files.append((PurePosixPath(ORDER), _order(rows)))
    return Exported(tuple(files), tuple(told), tuple(rows))


# -- order lines ------------------------------------------------------------------------------


def _lines(job: Job, shop: Shop) -> list[Line]:
    """The order lines of all components that fit a product of the shop; the others are reported."""
    products = products_of(shop.name)
    n_before = len(job.problems.errors)
    pieces = expand(job.pack, job.problems, job.options.only, job.options.skip)
    for id in job.options.products:
        if all(piece.component.id != id for piece in pieces):
            names = {piece.component.id for piece in pieces}
            job.problems.error(CALL, f'--product names no component "{id}"', near(id, names))
    lines, left_out = [], []
    for component in job.pack.components:
        own = tuple(p for p in pieces if p.component.id == component.id and p.has_front)
        if not own:
            continue
        line = _line(component, own, shop, products, job)
        if line is None:
            left_out.append(component.id)
        else:
            lines.append(line)
    if not lines and len(job.problems.errors) == n_before:
        job.problems.error(CALL, f"no component is a product of {shop.title}", "see the warnings")
    return lines


def _line(
    component: Component,
    pieces: tuple[Piece, ...],
    shop: Shop,
    products: Sequence[Product],
    job: Job,
) -> Line | None:
    """The order line of a component, with the bleed and safe line of its product.

    The result is None after a problem.
    """
    matches = matching(component, products)
    asked = job.options.products.get(component.id)
    if asked is not None:
        named = [(product, turn) for product, turn in matches if product.name == asked]
        if not named:
            names = ", ".join(product.name for product, _ in matches) or "none"
            message = f'{component.title} cannot be "{asked}"'
            job.problems.error(CALL, message, f"its products of {shop.title}: {names}")
            return None
        matches = named
    upright = [match for match in matches if not match[1]]
    chosen = (upright or (matches if job.options.rotates else []))[:1]
    is_leaf = any(piece.row.leaf is not None for piece in pieces)
    if not chosen or is_leaf:
        _report_none(component, shop, products, bool(matches) and not is_leaf, job.problems)
        return None
    product, turn = chosen[0]
    bleed = ceil(product.bleed * 1000) / 1000
    own = replace(component, bleed=bleed, back_bleed=bleed, safe=max(component.safe, shop.safe))
    own_pieces = tuple(replace(piece, component=own) for piece in pieces)
    others = tuple(p.name for p, t in matches if p is not product and t == turn)
    return Line(own, product, turn, own_pieces, others)


def _report_none(
    component: Component,
    shop: Shop,
    products: Sequence[Product],
    only_turned: bool,
    problems: Problems,
) -> None:
    shape = component.shape
    size = f"{to_text(round(shape.width, 1))} × {to_text(round(shape.height, 1))}"
    if only_turned:
        message = f"{component.title}: {size} is a product of {shop.title} only when it is turned"
        problems.warning(component.place, message, "--allow-rotate turns it")
        return
    like = ", ".join(
        f"{p.name} {to_text(round(p.width, 1))} × {to_text(round(p.height, 1))}"
        for p in nearest(component, products)
    )
    kind = shape.kind if shape.kind in _BOARD else "folded or odd outline"
    message = f"{component.title}: {size} ({kind}) is no product of {shop.title}, so it is left out"
    problems.warning(component.place, message, f"nearest: {like}")


# -- pictures ---------------------------------------------------------------------------------


def _pictures(line: Line, maker: FaceMaker, problems: Problems) -> Pictures | None:
    """Draw the pictures of a component; return None if one cannot be drawn."""
    fronts = _side(line, "front", maker, problems)
    backs = _side(line, "back", maker, problems) if line.product.has_back else {}
    if fronts is None or backs is None:
        return None
    if line.product.has_back and not backs:
        message = f"{line.component.title} has no back; {line.product.title} prints it white"
        problems.warning(line.component.place, message, "add back: to the component")
    common = set(backs.values())
    is_common = len(common) == 1 and len(backs) == len(fronts)
    return Pictures(fronts, backs, common.pop() if is_common else None)


def _side(line: Line, side: Side, maker: FaceMaker, problems: Problems) -> dict[str, bytes] | None:
    """Draw one side of each piece; equal faces are drawn once."""
    faces = {p.id: face for p in line.pieces if (face := maker.face(p, side)) is not None}
    crossed = [id for id, face in faces.items() if maker.is_crossed(face)]
    if crossed:
        message = (
            f"the {side} of {crossed[0]} cannot be drawn, so {line.component.title} is left out"
        )
        problems.error(line.component.place, message, "see the fault above")
        return None
    different = {face.digest: face for face in faces.values()}
    shape = line.component.shape
    try:
        drawn = dict(
            zip(
                different,
                shop_pictures(list(different.values()), shape, line.product, line.turn),
                strict=True,
            )
        )
    except ValueError as fault:
        problems.error(line.component.place, f"a {side} cannot be drawn as a picture: {fault}")
        return None
    return {id: drawn[face.digest] for id, face in faces.items()}


def _check(line: Line, shop: Shop, pictures: Pictures, problems: Problems) -> float | None:
    """Report what the shop would refuse about finished pictures.

    Return the largest ink, percent.
    """
    inks = []
    places = {piece.id: piece.place for piece in line.pieces}
    checked: set[int] = set()
    for side, by_piece in (("front", pictures.fronts), ("back", pictures.backs)):
        for id, data in by_piece.items():
            if hash(data) in checked:
                continue
            checked.add(hash(data))
            report_faults(f"{id}, {side}", data, line.product, places[id], problems)
            if shop.most_ink is not None:
                inks.append(most_ink(inks_of(data)))
                if fault := ink_fault(inks[-1], shop.most_ink):
                    problems.error(places[id], f"{id}, {side}: {fault}", "use lighter colours")
    return max(inks, default=None)


def report_faults(
    who: str, data: bytes, product: Product, place: Place, problems: Problems
) -> None:
    """Add the faults of a finished picture to `problems`."""
    for fault in faults_of_picture(data, product):
        problems.error(place, f"{who}: {fault}", "this is a fault of protoplay; please report it")


# -- files ------------------------------------------------------------------------------------


def _files(
    line: Line, shop: Shop, pictures: Pictures, game: str
) -> tuple[list[tuple[PurePosixPath, bytes]], list[dict[str, Any]]]:
    """The files of a component, and its rows in the table of the order."""
    folder = PurePosixPath(line.component.id)
    product, files, rows = line.product, [], []
    if shop.files == "pdf":
        blank = blank_picture(product)
        pages = [
            picture
            for piece in line.pieces
            for _ in range(piece.count)
            for picture in (pictures.backs.get(piece.id, blank), pictures.fronts[piece.id])
        ]
        bleed = (product.picture[0] - product.width) / 2
        name = folder.with_suffix(".pdf")
        pdf = deck_pdf(pages, product.picture, bleed, f"{game}, {line.component.title}")
        row = {"file": str(name), "product": product.name, "copies": line.n_copies, "back": ""}
        return [(name, pdf)], [row]
    back = ""
    if pictures.common is not None and shop.backs == "once":
        back = str(folder / "back.png")
        files.append((folder / "back.png", pictures.common))
    number = 0
    for piece in line.pieces:
        n_files = piece.count if shop.copies == "repeated" else 1
        for _ in range(n_files):
            number += 1
            stem = piece.row.id
            if shop.copies == "repeated":
                stem = f"{number:03}-{piece.row.id}"
            elif piece.count > 1:
                stem = f"{piece.row.id}-x{piece.count}"
            own = back
            if not back and piece.id in pictures.backs:
                own = str(folder / f"{stem}-back.png")
                files.append((folder / f"{stem}-back.png", pictures.backs[piece.id]))
            files.append((folder / f"{stem}.png", pictures.fronts[piece.id]))
            copies = 1 if shop.copies == "repeated" else piece.count
            rows.append(
                {"file": str(folder / f"{stem}.png"), "product": product.name, "copies": copies,
                 "back": own}
            )  # fmt: skip
    return files, rows


def _order(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Write the order as CSV."""
    out = io.StringIO()
    table = csv.DictWriter(out, ["product", "file", "copies", "back"], lineterminator="\r\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue().encode()


def _told(line: Line, shop: Shop, pictures: Pictures, n_files: int, ink: float | None) -> str:
    """Describe an order line in words."""
    across, down = line.product.pixels
    n, backs = line.n_copies, "no back"
    if pictures.common is not None:
        backs = "one back"
    elif pictures.backs:
        backs = f"{len(pictures.backs)} backs"
    words = [
        f"{line.component.title}: {line.product.title} ({line.product.name})",
        f"{n} piece{'s' * (n != 1)}, {len(pictures.fronts)} different, {backs}",
        f"{across} × {down} pixels at {DPI} dpi",
        f"texts at least {shop.safe:g} mm inside the cut",
    ]
    if ink is not None and shop.most_ink is not None:
        words.append(f"at most {ink:.0f} % ink of {shop.most_ink:g} %")
    words.append(f"{n_files} file{'s' if n_files > 1 else ''}")
    if line.turn:
        words.append("turned by a quarter")
    if line.others:
        words.append(f"also: {', '.join(line.others[:4])}")
    return "; ".join(words)
