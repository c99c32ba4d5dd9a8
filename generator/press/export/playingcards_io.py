"""Files for PlayingCards.io: a room as a `.pcio` file, a zip of widgets and their pictures.

In: a `Tabletop`. Out: the room, and the rule sheets as PDF. The keys are those in rooms that other
people have made and that the importer of virtualtabletop reads. A room is 1600 × 1000 pixels; all
players see it from the same side, so nothing is turned.
"""

import hashlib
import io
import json
import math
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from generator.model.arrangement import PieceCopy, Stack
from generator.model.pack import Component
from generator.press.export.job import Exported, Job
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

WIDTH, EDGE = 1600.0, 10.0  # pixels; the width of a room, and the margin at its edges
HAND = {"x": 50, "y": 820, "width": 1500, "height": 180}
AROUND = 4.0  # pixels; the margin of a pile around its cards
# pixels; the size of a counter, the side of a die, and the height of a row of counters or dice
COUNTER, DIE, ROW = (140.0, 44.0), 64.0, 84.0
# resolution of pictures; a card can be enlarged to about three times its size on the table
DPI = 150.0
MOST_PICTURE = 2 * 1024 * 1024 - 1  # bytes; larger pictures are skipped on import
# maximum total size in bytes of all pictures, so that a room opens in reasonable time
MOST_ROOM = 24 * 1024 * 1024
FINER = 0.9  # factor for the number of pixels at each further try
# the date of every file in the zip, so that equal rooms have equal bytes
DATE = (1980, 1, 1, 0, 0, 0)


def pcio_files(job: Job) -> Exported:
    """Make the room and the rule sheets; faults are added to the job's problems."""
    table = tabletop_of(job)
    if table is None:
        return Exported()
    job.tell("draw the pictures")
    try:
        pictures = _pictures(table)
    except ValueError as fault:
        job.problems.error(job.pack.components[0].place, f"a face cannot be drawn: {fault}")
        return Exported()
    widgets = list(_Room(job.pack.id, table, pictures).widgets())
    room = {"widgets.json": _json(widgets)}
    room |= {f"userassets/{name}": data for name, data in sorted(pictures.files.items())}
    files = [
        (PurePosixPath(f"{job.pack.id}.pcio"), _zipped(room)),
        *((PurePosixPath(f"{job.pack.id}-{id}.pdf"), pdf) for id, pdf in table.rules.items()),
    ]
    rows = [
        {"component": c.id, "kind": kind_of(c), "n": c.count, "dpi": pictures.dpi.get(c.id, 0)}
        for c in table.components
    ]
    return Exported(tuple(files), tuple(_lines(table, pictures)), tuple(rows))


@dataclass(eq=False)
class _Pictures:
    """The pictures of all pieces: the file names of each row's sides, and the files."""

    files: dict[str, bytes] = field(default_factory=dict)
    sides: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    dpi: dict[str, int] = field(default_factory=dict)  # component → resolution of its pictures

    @property
    def n_bytes(self) -> int:
        """The total size of the files, bytes."""
        return sum(map(len, self.files.values()))


def _pictures(table: Tabletop) -> _Pictures:
    """Draw the pictures at `DPI`, or at a lower resolution if they are too large for a room."""
    dpi = DPI
    while True:
        pictures = _Pictures()
        for component in table.components:
            if kind_of(component) != "die":
                _draw(table, component, dpi, pictures)
        if pictures.n_bytes <= MOST_ROOM:
            return pictures
        dpi *= FINER * math.sqrt(MOST_ROOM / pictures.n_bytes)


def _draw(table: Tabletop, component: Component, dpi: float, pictures: _Pictures) -> None:
    """Draw the pictures of a component, all at a lower resolution if one is too large."""
    while True:
        files: dict[str, bytes] = {}
        names: dict[bytes, str] = {}
        sides: dict[tuple[str, str], tuple[str, str]] = {}
        for row, images in sides_of(table, component, size_of(component, dpi)):
            if kind_of(component) == "board":
                images = images[:1]
            elif len(images) == 1:
                images.append(_blank(images[0]))
            written = []
            for side, image in zip(("", "-back"), images, strict=False):
                data = png_of(image)
                name = names.setdefault(data, named_after(f"{component.id}-{row.id}{side}", data))
                files[name] = data
                written.append(name)
            sides[component.id, row.id] = (written[0], written[-1])
        largest = max(map(len, files.values()))
        if largest <= MOST_PICTURE:
            break
        dpi *= FINER * math.sqrt(MOST_PICTURE / largest)
    pictures.files |= files
    pictures.sides |= sides
    pictures.dpi[component.id] = round(dpi)


def _blank(front: Any) -> Any:
    """Make a white back with the outline of its front."""
    from PIL import Image

    back = Image.new(front.mode, front.size, "white")
    if front.mode == "RGBA":
        back.putalpha(front.getchannel("A"))
    return back


class _Room:
    """Makes the widgets of a room."""

    def __init__(self, pack: str, table: Tabletop, pictures: _Pictures) -> None:
        self._pack, self._table, self._pictures = pack, table, pictures
        self._gadgets = list(_gadgets(table))
        self._top = EDGE + ROW * math.ceil(len(self._gadgets) / 10)
        width, height = table.arrangement.size
        around = [(0.0, 0.0, width, height), *map(_around, table.arrangement.stacks)]
        self._left, self._upper = (min(box[i] for box in around) for i in (0, 1))
        right, lower = (max(box[i] for box in around) for i in (2, 3))
        room = WIDTH - 2 * EDGE - 2 * AROUND, HAND["y"] - self._top - EDGE - 2 * AROUND
        self._scale = min(room[0] / (right - self._left), room[1] / (lower - self._upper))
        self._edge = (WIDTH - (right - self._left) * self._scale) / 2
        self._z = 1

    def widgets(self) -> Iterator[dict[str, Any]]:
        """Yield all widgets in the room: the hand, boards, piles, decks, then the pieces."""
        yield {"id": "hand", "type": "hand", "enabled": True, **HAND, "z": self._next()}
        stacks = []
        for stack in self._table.arrangement.stacks:
            boards = [piece for piece in stack.pieces if kind_of(piece.component) == "board"]
            yield from (self._board(stack, piece) for piece in reversed(boards))
            others = tuple(piece for piece in stack.pieces if piece not in boards)
            if others or not boards:
                stacks.append(replace(stack, pieces=others))
        piles = {i: self._pile(i, stack) for i, stack in enumerate(stacks) if _is_pile(stack)}
        yield from self._decks(piles, stacks)
        for i, stack in enumerate(stacks):
            yield from self._pieces(stack, piles.get(i))
        yield from self._placed_gadgets()

    def _board(self, stack: Stack, piece: PieceCopy) -> dict[str, Any]:
        shape = piece.component.shape
        front, _ = self._pictures.sides[piece.component.id, piece.row.id]
        return {
            "id": self._id(piece.id),
            "type": "board",
            "boardImage": f"package://userassets/{front}",
            **self._box(stack, shape.width, shape.height),
            "z": self._next(),
        }

    def _pile(self, number: int, stack: Stack) -> dict[str, Any]:
        width, height = _room_of(stack)
        box = self._box(stack, width, height)
        return {
            "id": self._id(f"pile/{number}/{stack.name}"),
            "type": "cardPile",
            "label": stack.name,
            "x": box["x"] - AROUND,
            "y": box["y"] - AROUND,
            "width": box["width"] + 2 * AROUND,
            "height": box["height"] + 2 * AROUND,
            "hasShuffleButton": False,
            "z": self._next(),
        }

    def _decks(
        self, piles: Mapping[int, dict[str, Any]], stacks: Sequence[Stack]
    ) -> Iterator[dict[str, Any]]:
        """Yield piles and decks; a deck is recalled to a pile if it is shuffled only there."""
        shuffled: dict[str, list[int]] = {}  # component → numbers of its shuffled stacks
        for i, stack in enumerate(stacks):
            if stack.is_shuffled and i in piles:
                for id in {piece.component.id for piece in stack.pieces}:
                    shuffled.setdefault(id, []).append(i)
        homes = {id: piles[numbers[0]] for id, numbers in shuffled.items() if len(numbers) == 1}
        for home in homes.values():
            home["hasShuffleButton"] = True
        yield from piles.values()
        for component in self._table.components:
            if kind_of(component) not in ("board", "die"):
                yield self._deck(component, homes.get(component.id))

    def _deck(self, component: Component, home: Mapping[str, Any] | None) -> dict[str, Any]:
        width, height = (round(self._scale * side, 2) for side in visible_size(component))
        types = {}
        for row in component.rows:
            front, back = self._pictures.sides[component.id, row.id]
            types[row.id] = {
                "face": f"package://userassets/{front}",
                "back": f"package://userassets/{back}",
                "label": row.name,
            }
        return {
            "id": self._id(f"deck/{component.id}"),
            "type": "cardDeck",
            "parent": home and home["id"],
            "x": home["x"] if home else 0.0,
            "y": home["y"] if home else 0.0,
            "z": self._next(),
            "cardWidth": width,
            "cardHeight": height,
            "enlarge": True,
            "faceTemplate": _template("face", component, width, height),
            "backTemplate": _template("back", component, width, height),
            "cardTypes": types,
        }

    def _pieces(self, stack: Stack, pile: Mapping[str, Any] | None) -> Iterator[dict[str, Any]]:
        """Yield the pieces of a stack, the lowest first; dice are spinners."""
        for piece in reversed(stack.pieces):
            width, height = visible_size(piece.component)
            box = self._box(stack, width, height)
            if kind_of(piece.component) == "die":
                yield self._die(self._id(piece.id), 6, box["x"], box["y"])
                continue
            yield {
                "id": self._id(piece.id),
                "type": "card",
                "deck": self._id(f"deck/{piece.component.id}"),
                "cardType": piece.row.id,
                "parent": None if pile is None else pile["id"],
                "x": box["x"],
                "y": box["y"],
                "z": self._next(),
                "faceup": stack.is_face_up and not stack.in_hand,
            }

    def _placed_gadgets(self) -> Iterator[dict[str, Any]]:
        """Yield counters and dice in rows along the upper edge."""
        for i, (name, value) in enumerate(self._gadgets):
            x, y = EDGE + i % 10 * (WIDTH - 2 * EDGE) / 10, EDGE + i // 10 * ROW
            if name.startswith("die "):
                yield self._die(self._id(name), value, x, y)
                continue
            yield {
                "id": self._id(f"counter/{name}"),
                "type": "counter",
                "label": name,
                "counterValue": value,
                "x": round(x, 2),
                "y": round(y + 30.0, 2),
                "z": self._next(),
                "width": COUNTER[0],
                "height": COUNTER[1],
            }

    def _die(self, id: str, sides: int, x: float, y: float) -> dict[str, Any]:
        return {
            "id": id,
            "type": "spinner",
            "options": list(range(1, sides + 1)),
            "x": round(x, 2),
            "y": round(y, 2),
            "z": self._next(),
            "width": DIE,
            "height": DIE,
        }

    def _box(self, stack: Stack, width: float, height: float) -> dict[str, float]:
        """The place in pixels of an object, `width` × `height` mm, in the middle of a stack."""
        x = self._edge + (stack.x - width / 2 - self._left) * self._scale
        y = self._top + AROUND + (stack.y - height / 2 - self._upper) * self._scale
        size = {"width": round(width * self._scale, 2), "height": round(height * self._scale, 2)}
        return {"x": round(x, 2), "y": round(y, 2), **size}

    def _id(self, name: str) -> str:
        return hashlib.sha256(f"{self._pack}/{name}".encode()).hexdigest()[:16]

    def _next(self) -> int:
        self._z += 1
        return self._z


def _template(side: str, component: Component, width: float, height: float) -> dict[str, Any]:
    """The template of one side of a card: its picture over the whole card."""
    return {
        "includeBorder": False,
        "includeRadius": component.shape.kind == "rect" and component.shape.corner > 0,
        "objects": [
            {
                "type": "image",
                "x": 0,
                "y": 0,
                "w": width,
                "h": height,
                "color": "transparent",
                "valueType": "dynamic",
                "value": side,
            }
        ],
    }


def _gadgets(table: Tabletop) -> Iterator[tuple[str, int]]:
    """Yield dice and counters with their sides and values: first the table's, then the seats'."""
    for number, sides in enumerate(table.arrangement.dice, 1):
        yield f"die {number}", sides
    yield from table.arrangement.counters.items()
    for name, value in table.arrangement.seat_counters.items():
        for seat in table.arrangement.seats:
            yield f"{name} {seat.number}", value


def _is_pile(stack: Stack) -> bool:
    """Whether a stack is a place for pieces; a single piece lies by itself."""
    return len(stack.pieces) != 1 or stack.is_shuffled or stack.in_hand


def _room_of(stack: Stack) -> tuple[float, float]:
    """The width and height of the largest piece, mm; an empty pile is as large as a poker card."""
    sizes = [visible_size(piece.component) for piece in stack.pieces] or [(63.0, 88.0)]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def _around(stack: Stack) -> tuple[float, float, float, float]:
    width, height = _room_of(stack)
    x, y = stack.x - width / 2, stack.y - height / 2
    return x, y, x + width, y + height


def _lines(table: Tabletop, pictures: _Pictures) -> Iterator[str]:
    """Yield the lines of the summary, in words."""
    n = sum(component.count for component in table.components)
    size = pictures.n_bytes / 1e6
    yield f"a room with {n} pieces and {len(pictures.files)} pictures, {size:.1f} MB"
    for id, dpi in pictures.dpi.items():
        if dpi < DPI:
            yield f"{id}: pictures of {dpi} dpi, to stay below 2 MiB each"
    for component in table.left_out:
        yield f"left out: {component.title}, which has no place on a virtual table"
    for component in table.components:
        if kind_of(component) == "die":
            yield f"{component.title}: plain dice"
    if table.rules:
        yield "rule sheets are PDFs beside the room: share them as you like"
    yield "experimental: not tried on PlayingCards.io"


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """Make a zip that depends only on its content."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            archive.writestr(entry, data)
    return out.getvalue()


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()
