"""Files for Tabletop Simulator: a saved object, a save with hands, and the pictures they refer to.

In: a `Tabletop`. Out: files. Fields and enums are those of the Knowledge Base of Berserk Games
("Save File Format"). The program's unit is an inch. A card of 63 mm has scale 1 there and is taken
to be 56 mm wide, so every length is multiplied by `UNIT`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from generator.model.arrangement import Arrangement, PieceCopy, Stack
from generator.model.pack import Component, Row, Side
from generator.press.export.job import Exported, Job
from generator.press.export.sheets import Grid, grid_for, sheets_of
from generator.press.export.tabletop import (
    MOST_PIXELS,
    Kind,
    Tabletop,
    kind_of,
    named_after,
    outlined,
    picture,
    pictures,
    pixels,
    png_of,
    tabletop_of,
)

CARD = 63.0  # mm; the real width of a card that has scale 1
UNIT = 56.0 / CARD / 25.4  # program units per mm
SIDEWAYS = 0.8214  # scale of a horizontal card relative to an upright card of the same size
TILE = 2.0  # program units; the short side of a tile of scale 1
GROUND = 0.96  # program units; the top of the table
HEIGHT = 1.5  # program units; from here pieces fall on the table
RISE = 0.25  # program units between a piece and one on top of it before they fall
COUNTER = 60.0  # mm; the width reserved for a counter
THUMBNAIL = 256  # pixels; width and height of the preview picture
TILE_TYPE = {"rect": 0, "hex": 1, "circle": 2}
COLOURS = ("White", "Red", "Blue", "Green", "Yellow", "Orange", "Teal", "Purple", "Pink", "Brown")
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}


def tts_files(job: Job) -> Exported:
    """The files for Tabletop Simulator; faults are added to the job's problems."""
    table = tabletop_of(job)
    if table is None:
        return Exported()
    try:
        writer = _Writer(job, table)
        objects = list(writer.objects())
    except ValueError as fault:
        job.problems.error(job.pack.components[0].place, f"a face cannot be drawn: {fault}")
        return Exported()
    name = job.pack.id
    saved = {**_SAVED_OBJECT, "ObjectStates": objects}
    seats = table.arrangement.seats[: len(COLOURS)]
    hands = [writer.hand(seat.number, seat.x, seat.y, seat.turn) for seat in seats]
    save = {
        **_SAVED_OBJECT,
        "SaveName": job.pack.name,
        "Table": "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": "Made by protoplay.",
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
        "SnapPoints": list(writer.snap_points()),
        "ObjectStates": [*hands, *objects],
    }
    thumbnail = _thumbnail(table)
    files = [
        (PurePosixPath(f"{name}.json"), _json(saved)),
        (PurePosixPath(f"{name}.png"), thumbnail),
        (PurePosixPath(f"{name}-save.json"), _json(save)),
        (PurePosixPath(f"{name}-save.png"), thumbnail),
        *((PurePosixPath(path), data) for path, data in sorted(writer.files.items())),
    ]
    return Exported(tuple(files), tuple(writer.lines(objects)), tuple(writer.rows()))


_SAVED_OBJECT: Mapping[str, Any] = {
    "SaveName": "",
    "Date": "",
    "VersionNumber": "",
    "GameMode": "",
    "GameType": "",
    "GameComplexity": "",
    "Tags": [],
    "Gravity": 0.5,
    "PlayArea": 0.5,
    "Table": "",
    "Sky": "",
    "Note": "",
    "TabStates": {},
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
}


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The sheets of a component's cards: the number of the first, and the entry of each key."""

    grid: Grid
    first: int
    decks: tuple[Mapping[str, Any], ...]
    slots: Mapping[str, int]  # row id → number of the card, counted over all sheets

    def card_id(self, row: Row) -> int:
        """The `CardID`: 100 times the number of the sheet, plus the slot on it."""
        sheet, slot = divmod(self.slots[row.id], self.grid.slots)
        return 100 * (self.first + sheet) + slot

    def decks_of(self, ids: Sequence[int]) -> dict[str, Mapping[str, Any]]:
        """The entries of the sheets that hold these cards, by key."""
        keys = sorted({id // 100 for id in ids})
        return {str(key): self.decks[key - self.first] for key in keys}


@dataclass(eq=False)
class _Writer:
    """Makes the objects of a table, and collects the pictures that they refer to."""

    job: Job
    table: Tabletop
    files: dict[str, bytes] = field(default_factory=dict)
    guids: dict[str, str] = field(default_factory=dict)  # GUID → the object that has it
    sheets: dict[str, _Sheet] = field(default_factory=dict)  # keys are component names
    images: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    names: dict[bytes, str] = field(default_factory=dict)  # content of a picture → its file name
    plain_dice: set[str] = field(default_factory=set)
    height: float = HEIGHT  # of the objects that are made now

    @property
    def arrangement(self) -> Arrangement:
        """The places of all pieces."""
        return self.table.arrangement

    def objects(self) -> Iterator[dict[str, Any]]:
        """All objects on the table."""
        self.job.tell("draw the sheets of cards")
        self._make_sheets()
        self.job.tell("draw tiles and tokens")
        for stack, level in _levels(self.arrangement.stacks):
            self.height = HEIGHT + level * RISE
            yield from self._stack(stack)
        self.height = HEIGHT
        yield from self._dice_and_counters()
        yield from self._rules()

    # -- cards --------------------------------------------------------------------------------

    def _make_sheets(self) -> None:
        """Make the sheets of all cards; cards of equal size that share a pile use the same grid."""
        cards = [c for c in self.table.components if kind_of(c) == "card"]
        first = 1
        for component in cards:
            alike = [c for c in cards if c is component or self._share_a_pile(c, component)]
            most = max(len(c.rows) for c in alike)
            grid = grid_for(most, component.shape.width, component.shape.height)
            self.sheets[component.id] = sheet = self._sheet(component, grid, first)
            first += len(sheet.decks)

    def _share_a_pile(self, a: Component, b: Component) -> bool:
        size_a, size_b = ((c.shape.width, c.shape.height) for c in (a, b))
        return size_a == size_b and any(
            {a.id, b.id} <= {piece.component.id for piece in stack.pieces}
            for stack in self.arrangement.stacks
        )

    def _sheet(self, component: Component, grid: Grid, first: int) -> _Sheet:
        fronts = self._sheet_urls(component, grid, "front")
        has_one_back = self.table.common_back(component)
        if has_one_back:
            back = picture(
                self.table.face(component, component.rows[0], "back"), (grid.width, grid.height)
            )
            backs = [self._url(f"{component.id}-back", png_of(back))] * len(fronts)
        else:
            backs = self._sheet_urls(component, grid, "back")
        decks = tuple(
            {
                "FaceURL": front,
                "BackURL": back,
                "NumWidth": grid.columns,
                "NumHeight": grid.rows,
                "BackIsHidden": True,
                "UniqueBack": not has_one_back,
                "Type": 0 if component.shape.corner else 1,
            }
            for front, back in zip(fronts, backs, strict=True)
        )
        slots = {row.id: i for i, row in enumerate(component.rows)}
        return _Sheet(grid, first, decks, slots)

    def _sheet_urls(self, component: Component, grid: Grid, side: Side) -> list[str]:
        faces = [self.table.face(component, row, side) for row in component.rows]
        images = list(pictures(faces, (grid.width, grid.height)))
        stem = component.id if side == "front" else f"{component.id}-backs"
        return [
            self._url(f"{stem}-{number}", sheet)
            for number, sheet in enumerate(sheets_of(images, grid), 1)
        ]

    def _cards(self, stack: Stack, pieces: Sequence[PieceCopy]) -> dict[str, Any]:
        """Make a card, or a deck if the stack has several."""
        cards = [self._card(stack, piece) for piece in pieces]
        if len(cards) == 1:
            return cards[0]
        ids = [card["CardID"] for card in cards]
        decks: dict[str, Mapping[str, Any]] = {}
        for card in cards:
            decks.update(card["CustomDeck"])
        own = self._common("DeckCustom", f"deck/{stack.name}/{pieces[0].component.id}", stack)
        own["Nickname"] = stack.name
        own["Transform"] = cards[0]["Transform"]
        return {
            **own,
            "SidewaysCard": cards[0]["SidewaysCard"],
            "DeckIDs": ids,
            "CustomDeck": dict(sorted(decks.items(), key=lambda item: int(item[0]))),
            "ContainedObjects": cards,
        }

    def _card(self, stack: Stack, piece: PieceCopy) -> dict[str, Any]:
        sheet, shape = self.sheets[piece.component.id], piece.component.shape
        id = sheet.card_id(piece.row)
        is_sideways = shape.width > shape.height
        scale = min(shape.width, shape.height) / CARD * (SIDEWAYS if is_sideways else 1.0)
        own = self._common("CardCustom", piece.id, stack, scale)
        return {
            **own,
            "Nickname": piece.row.name,
            "HideWhenFaceDown": True,
            "Hands": True,
            "CardID": id,
            "SidewaysCard": is_sideways,
            "CustomDeck": sheet.decks_of([id]),
        }

    # -- other pieces -------------------------------------------------------------------------

    def _stack(self, stack: Stack) -> Iterator[dict[str, Any]]:
        """Make the objects of a stack: decks of its cards, a bag of its other pieces.

        A hand takes single cards and no decks.
        """
        grids: dict[tuple[Any, ...], list[PieceCopy]] = {}
        others = []
        for piece in stack.pieces:
            if kind_of(piece.component) == "card":
                shape = piece.component.shape
                grid = self.sheets[piece.component.id].grid
                grids.setdefault((grid, shape.width, shape.height), []).append(piece)
            else:
                others.append(self._piece(stack, piece))
        shift = 0.0
        decks = list(grids.values())
        if stack.in_hand:
            decks = [[piece] for pieces in decks for piece in pieces]
        for pieces in decks:
            yield self._cards(replace(stack, x=stack.x + shift), pieces)
            shift += pieces[0].component.shape.width
        if len(others) == 1:
            yield others[0]
        elif others:
            own = self._common("Bag", f"bag/{stack.name}/{stack.pieces[0].id}", stack)
            order = 2 if stack.is_shuffled else 0
            own["Transform"]["rotZ"] = 0.0
            yield {
                **own,
                "Nickname": stack.name,
                "Bag": {"Order": order},
                "ContainedObjects": others,
            }

    def _piece(self, stack: Stack, piece: PieceCopy) -> dict[str, Any]:
        """Make a tile, token, board, standee or die."""
        kind, shape = kind_of(piece.component), piece.component.shape
        if kind == "die":
            self.plain_dice.add(piece.component.title)
            return {**self._common("Die_6", piece.id, stack), "Nickname": piece.row.name}
        if kind == "standee" and shape.front is not None:
            scale = shape.front.height * UNIT / TILE
            own = self._common("Figurine_Custom", piece.id, stack, scale)
        else:
            scale = min(shape.width, shape.height) * UNIT / TILE
            name = "Custom_Token" if kind == "token" else "Custom_Tile"
            own = self._common(name, piece.id, stack, scale)
        own["Transform"]["scaleY"] = scale if kind == "standee" else 1.0
        if kind == "board":  # it is locked, so it does not fall
            own["Transform"]["posY"] = round(GROUND + _thickness(piece.component) / 2, 4)
        return {
            **own,
            "Nickname": piece.row.name,
            "Locked": kind == "board",
            "CustomImage": self._image(piece.component, piece.row, kind),
        }

    def _image(self, component: Component, row: Row, kind: Kind) -> dict[str, Any]:
        """The `CustomImage` of a piece, shared by all copies of its row."""
        key = (component.id, row.id)
        if key not in self.images:
            self.images[key] = self._drawn_image(component, row, kind)
        return self.images[key]

    def _drawn_image(self, component: Component, row: Row, kind: Kind) -> dict[str, Any]:
        table, shape, stem = self.table, component.shape, f"{component.id}-{row.id}"
        front, back = table.face(component, row, "front"), table.face(component, row, "back")
        own: dict[str, Any] = {"ImageScalar": 1.0, "WidthScale": 0.0}
        thickness = _thickness(component)
        if kind == "standee":
            images = [
                picture(front, _size(panel.width, panel.height), panel)
                for name in ("front", "back")
                for panel in shape.panels
                if panel.name == name
            ]
        elif kind == "token" and front is not None:
            piece = table.pieces[f"{component.id}/{row.id}"]
            images = [outlined(front, piece, "front", _size(shape.width, shape.height))]
            token = {"Thickness": thickness, "MergeDistancePixels": 15.0, "StandUp": False}
            own["CustomToken"] = {**token, "Stackable": False}
        else:
            size = _size(shape.width, shape.height)
            images = [picture(front, size)]
            if back is not None:
                images.append(picture(back, size))
            is_round = shape.kind == "rect" and shape.corner > 0
            own["CustomTile"] = {
                "Type": 3 if is_round else TILE_TYPE[shape.kind],
                "Thickness": thickness,
                "Stackable": False,
                "Stretch": shape.kind != "rect",
            }
        urls = [
            self._url(f"{stem}{end}", png_of(image))
            for end, image in zip(("", "-back"), images, strict=False)
        ]
        return {"ImageURL": urls[0], "ImageSecondaryURL": urls[1] if urls[1:] else "", **own}

    def _dice_and_counters(self) -> Iterator[dict[str, Any]]:
        """Plain dice and counters, in a row above the lower edge of the table."""
        width, height = self.arrangement.size
        x = 30.0
        for number, sides in enumerate(self.arrangement.dice, 1):
            stack = Stack(f"die {number}", (), x, height - 20.0, True)
            yield {**self._common(f"Die_{sides}", f"die/{number}", stack), "Nickname": f"d{sides}"}
            x += 25.0
        owners = [("table", x, height / 2, 0, self.arrangement.counters)]
        for seat in self.arrangement.seats:
            y = 20.0 if seat.turn else height - 20.0
            own = self.arrangement.seat_counters
            owners.append((f"seat {seat.number}", seat.x + COUNTER, y, seat.turn, own))
        for owner, left, y, turn, values in owners:
            for i, (name, value) in enumerate(values.items()):
                stack = Stack(name, (), min(left + i * COUNTER, width), y, True, turn=turn)
                common = self._common("Counter", f"counter/{owner}/{name}", stack)
                yield {**common, "Nickname": name, "Counter": {"value": value}}

    def _rules(self) -> Iterator[dict[str, Any]]:
        """The rule sheets, beside the table."""
        width, _ = self.arrangement.size
        for i, (id, pdf) in enumerate(self.table.rules.items()):
            stack = Stack(id, (), width + 120.0, 100.0 + 200.0 * i, True)
            name = named_after(f"{self.job.pack.id}-{id}", pdf, "pdf")
            self.files[f"pictures/{name}"] = pdf
            yield {
                **self._common("Custom_PDF", f"rules/{id}", stack),
                "Nickname": f"Rules of {self.job.pack.name}",
                "CustomPDF": {
                    "PDFUrl": self._address(name),
                    "PDFPassword": "",
                    "PDFPage": 0,
                    "PDFPageOffset": 0,
                },
            }

    def hand(self, seat: int, x: float, y: float, turn: int) -> dict[str, Any]:
        """The hand zone of a player."""
        stack = Stack(f"hand {seat}", (), x, y, True, turn=turn)
        own = self._common("HandTrigger", f"hand/{seat}", stack)
        own["Transform"].update(posY=2.0, rotY=float(turn), scaleX=11.0, scaleY=5.0, scaleZ=4.0)
        return {**own, "Locked": True, "FogColor": COLOURS[seat - 1]}

    def snap_points(self) -> Iterator[dict[str, Any]]:
        """Snap points at the places of piles that are still empty."""
        for stack in self.arrangement.stacks:
            if not stack.pieces:
                x, z = self._at(stack)
                yield {"Position": {"x": x, "y": 1.0, "z": z}}

    # -- common to all objects ----------------------------------------------------------------

    def _common(self, name: str, id: str, stack: Stack, scale: float = 1.0) -> dict[str, Any]:
        x, z = self._at(stack)
        size = round(scale, 4)
        return {
            "GUID": self._guid(id),
            "Name": name,
            "Transform": {
                "posX": x,
                "posY": self.height,
                "posZ": z,
                "rotX": 0.0,
                "rotY": float((180 + stack.turn) % 360),
                "rotZ": 0.0 if stack.is_face_up else 180.0,
                "scaleX": size,
                "scaleY": size,
                "scaleZ": size,
            },
            "Nickname": "",
            "Description": "",
            "GMNotes": "",
            "ColorDiffuse": dict(WHITE),
            "Tags": [],
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "HideWhenFaceDown": False,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
        }

    def _at(self, stack: Stack) -> tuple[float, float]:
        """The position of a stack in program units, x to the right and y up from the
        table's middle.
        """
        width, height = self.arrangement.size
        x, z = (stack.x - width / 2) * UNIT, (height / 2 - stack.y) * UNIT
        return round(x, 4) + 0.0, round(z, 4) + 0.0

    def _guid(self, id: str) -> str:
        """Make 6 hexadecimal digits that depend only on the name."""
        name = f"{self.job.pack.id}/{id}"
        for attempt in range(1000):
            text = name if not attempt else f"{name}#{attempt}"
            guid = hashlib.sha256(text.encode()).hexdigest()[:6]
            if self.guids.setdefault(guid, name) == name:
                return guid
        raise AssertionError(f"no GUID is left for {name}")

    def _url(self, stem: str, data: bytes) -> str:
        """The address of a picture, which is added to the files."""
        name = named_after(f"{self.job.pack.id}-{stem}", data)
        name = self.names.setdefault(data, name)  # equal pictures share one file
        self.files[f"pictures/{name}"] = data
        return self._address(name)

    def _address(self, name: str) -> str:
        options = self.job.options
        if options.pictures == "mods":
            return name
        if options.pictures == "web":
            return f"{options.address.rstrip('/')}/{name}"
        return (self.job.folder.resolve() / "pictures" / name).as_uri()

    # -- summary ------------------------------------------------------------------------------

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of the summary: each component with its kind and its number of copies."""
        for component in self.table.components:
            yield {"component": component.id, "kind": kind_of(component), "n": component.count}

    def lines(self, objects: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """The lines of the summary, in words."""
        n = sum(component.count for component in self.table.components)
        n_sheets = sum(len(sheet.decks) for sheet in self.sheets.values())
        yield (
            f"{n} piece{'s' * (n != 1)} in {len(objects)} object{'s' * (len(objects) != 1)}, "
            f"{n_sheets} sheet{'s' * (n_sheets != 1)} of cards"
        )
        for component in self.table.left_out:
            yield f"left out: {component.title}, which has no place on a virtual table"
        for title in sorted(self.plain_dice):
            yield f"{title}: plain dice, because the layout of custom dice is not published"
        where = {
            "local": "pictures are read from this folder, so you alone see them",
            "web": f"upload the folder pictures to {self.job.options.address}",
            "mods": "copy the files in pictures into Mods/Images, and PDFs into Mods/PDF",
        }
        yield where[self.job.options.pictures]
        yield "experimental: not tried in Tabletop Simulator; check a card against the inch grid"


def _levels(stacks: Sequence[Stack]) -> Iterator[tuple[Stack, int]]:
    """Yield each stack with the number of earlier ones on which its middle lies."""
    boxes: list[tuple[float, float, float, float]] = []
    for stack in stacks:
        x, y = stack.x, stack.y
        yield stack, sum(a <= x <= c and b <= y <= d for a, b, c, d in boxes)
        if stack.pieces:
            shapes = [piece.component.shape for piece in stack.pieces]
            w, h = max(s.width for s in shapes) / 2, max(s.height for s in shapes) / 2
            boxes.append((x - w, y - h, x + w, y + h))


def _thickness(component: Component) -> float:
    """The thickness of a tile or token in program units."""
    return round(max(component.stock * UNIT, 0.02), 4)


def _size(width: float, height: float) -> tuple[int, int]:
    """The size of a picture in pixels: at 300 dpi, or less for a large picture."""
    scale = min(1.0, MOST_PIXELS / max(pixels(width), pixels(height)))
    return max(1, int(pixels(width) * scale)), max(1, int(pixels(height) * scale))


def _thumbnail(table: Tabletop) -> bytes:
    """A preview of up to four of the game's fronts, side by side, as PNG; a single one fills it."""
    from PIL import Image

    whole = Image.new("RGB", (THUMBNAIL, THUMBNAIL), "#d8d4cc")
    fronts = [(c, f) for c in table.components if (f := table.face(c, c.rows[0], "front"))][:4]
    half = THUMBNAIL // 2 if fronts[1:] else THUMBNAIL
    for i, (component, face) in enumerate(fronts):
        shape = component.shape
        scale = (half - 12) / max(shape.width, shape.height)
        size = max(1, round(shape.width * scale)), max(1, round(shape.height * scale))
        x, y = (i % 2) * half + (half - size[0]) // 2, (i // 2) * half + (half - size[1]) // 2
        whole.paste(picture(face, size), (x, y))
    return png_of(whole)


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
