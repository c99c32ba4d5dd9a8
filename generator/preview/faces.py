"""Reads a pack from its folder for the pages; only changed faces are drawn.

Runs in the press worker. In: a `Call`, and the digests of the pictures that the server has. Out: a
`Look`, and the pictures that are missing. A picture is a face cut out along its trim outline. It
needs no other file and has text as outlines, so that it looks the same in every browser as on
paper.
"""

import hashlib
import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.pack import FaceSpec, Pack, Panel, Parameter, Scalar, Shape, Side
from generator.model.problems import Problem, Problems
from generator.model.setup import Front
from generator.system.trust import trusts_everything

if TYPE_CHECKING:
    from generator.press.face.face import Face
    from generator.press.pieces.expand import Piece

_IN_MM = re.compile(r'(\b(?:width|height)="[\d.]+)mm"')
STRIP = Shape("rect", 63.0, 33.0, 2.4)  # a card as a flat strip on the page of a game
DIGEST = 20  # hexadecimal digits of a picture's name


@dataclass(frozen=True, slots=True)
class Call:
    """The options of `preview`, and the settings made on its pages since."""

    name: str
    variant: str | None = None
    language: str | None = None
    settings: tuple[str, ...] = ()
    runs: bool = field(default_factory=trusts_everything)  # whether the pack's programs may run
    typed: str = ""  # the name of the pack, as typed for `preview`

    def opened(self, *, flawed: bool = False) -> tuple[Pack | None, Problems]:
        """Open the pack in its current state.

        Return it with its problems, or None if it cannot be opened.
        """
        from generator.reading.door import open_pack

        return open_pack(
            self.name,
            variant=self.variant,
            settings=self.settings,
            language=self.language,
            flawed=flawed,
        )

    def pack(self, *, flawed: bool = False) -> Pack:
        """Open the pack in its current state. Raises `ValueError` if it cannot be opened."""
        pack, problems = self.opened(flawed=flawed)
        if pack is None:
            raise ValueError(str(next(iter(problems.errors), "the pack cannot be opened")))
        return pack


@dataclass(frozen=True, slots=True)
class Shown:
    """One distinct piece: its texts, and the names of its pictures ("" if a side is blank).

    `key` replaces "component/row" in pages and addresses: it consists of letters and digits.
    """

    id: str
    key: str
    component: str
    name: str
    count: int
    fields: Mapping[str, Scalar]
    file: str  # the file with its row, relative to the pack's folder
    line: int
    front: str = ""
    back: str = ""
    crossed: tuple[Side, ...] = ()  # sides that cannot be drawn in the current state
    old: tuple[Side, ...] = ()  # sides that cannot be drawn, for which an earlier picture is shown
    waits: bool = False  # whether it was not drawn with the others; it will be drawn soon
    standing: str = ""  # the picture of a folded piece's front panel
    at_table: str = ""  # the picture of a card with the large letters of the page of a game
    strip: str = ""  # the picture of the same card as a flat strip
    is_plain: bool = False  # whether its front is a bundled face with a title alone

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of all pictures of the piece."""
        return (self.front, self.back, self.standing, self.at_table, self.strip)

    def lying(self, up: bool) -> str:
        """The name of the picture that it shows on the table; "" if it is blank."""
        return (self.at_table or self.standing or self.front) if up else self.back


@dataclass(frozen=True, slots=True)
class Part:
    """One component: its title, and its size in mm."""

    id: str
    title: str
    width: float
    height: float
    pieces: int  # number of pieces, including copies
    left_out: bool = False  # whether it is not drawn because a program draws it and none was run
    # whether it is a rule sheet or a player aid, for reading and not for playing
    is_text: bool = False
    is_rules: bool = False  # whether it is a rule sheet, which is also a web page
    dealt: Front | None = None  # how every player begins with it

    def reading(self, piece: Shown, players: int) -> tuple[str, ...]:
        """The pictures of a rule sheet or a player aid that a table for `players` uses."""
        if self.dealt is None:
            return tuple(filter(None, (piece.front, piece.back)))
        side = piece.front if self.dealt.is_up(players) else piece.back
        return (side,) if side else ()


@dataclass(frozen=True, slots=True)
class Look:
    """A pack as the pages show it."""

    id: str
    name: str
    folder: Path
    players: tuple[int, int]
    variant: str
    variants: tuple[str, ...]
    language: str
    languages: tuple[str, ...]
    parameters: Mapping[str, Parameter]
    parts: tuple[Part, ...]
    pieces: tuple[Shown, ...]
    keywords: tuple[str, ...]
    icons: tuple[str, ...]
    has_rules: bool
    rules_digest: str  # digest of all programs in the folder
    digest: str
    fingerprint: Mapping[Path, str]  # digests of the YAML files as they were read
    palette: tuple[str, ...] = ()
    # whether it is played by the words on its cards, so that no program is run
    is_by_words: bool = False


def look(
    call: Call,
    have: frozenset[str],
    sheets: bool = True,
    seconds: float = math.inf,
    tables: bool = False,
) -> tuple[Look | None, tuple[Problem, ...], dict[str, bytes]]:
    """Read the pack in its current state; None if it cannot be opened.

    Also return new pictures by name.

    A face that cannot be drawn is a crossed box, and a problem explains the reason. Without
    `sheets`, the rule sheets, which take longest, are not drawn. After `seconds` of drawing, the
    remaining faces wait, and the layout of the sheets is not checked. For `tables`, cards are also
    drawn with the large letters of the page of a game.
    """
    pack, problems = call.opened(flawed=True)
    if pack is None:
        return None, _below(problems, call.name), {}
    pictures: dict[str, bytes] = {}
    seen = _drawn(pack, problems, call.runs, have, pictures, sheets, seconds, tables)
    return seen, _below(problems, pack.folder), pictures


def write(call: Call, name: str, value: Scalar, seen: Mapping[Path, str]) -> list[str]:
    """Write one parameter into the pack's file.

    `seen` is the `Look.fingerprint` when it was chosen.

    Returns the written files. Raises `ValueError` if the pack has changed since then, or if the
    value is at a place where it cannot be written.
    """
    from generator.reading.edit import write_parameters

    return [path.name for path in write_parameters(call.pack(), {name: value}, seen)]


def key_of(id: str) -> str:
    """The key for "component/row" where only letters and digits are allowed."""
    return hashlib.sha256(id.encode()).hexdigest()[:12]


@cache
def _kept(at_table: str = "") -> "object":
    from generator.press.out.cache import KeptFaces

    return KeptFaces()


def _drawn(
    pack: Pack,
    problems: Problems,
    runs: bool,
    have: frozenset[str],
    pictures: dict[str, bytes],
    sheets: bool,
    seconds: float,
    tables: bool,
) -> Look:
    from generator.press.face.face import (
        AT_TABLE,
        AT_TABLE_FLAT,
        RULES,
        FaceMaker,
        FaceOptions,
    )  # fmt: skip
    from generator.press.out.cache import KeptFaces
    from generator.press.pieces.expand import expand
    from generator.reading.edit import fingerprint
    from generator.reading.folder import has_rules, is_played_by_words
    from generator.system.trust import digest_of

    kept = _kept()
    assert isinstance(kept, KeptFaces)
    left_out = set() if runs else drawn_by(pack, "draw")
    late = set() if sheets else drawn_by(pack, "use", RULES)
    maker = FaceMaker(pack, problems, FaceOptions(outlines=True, programs=runs))
    pieces = expand(pack, problems)
    now = tuple(p for p in pieces if p.component.id not in left_out | late)
    drawn = kept.draw(now, maker, seconds)
    if seconds == math.inf:
        from generator.press.build import check_sheets

        check_sheets(pack, pieces, problems)
    waiting = {p.id for p in pieces if p.component.id in late - left_out}
    if seconds < math.inf:
        waiting |= {p.id for p in now} - {p.id for p, _, _ in drawn}
    sides: dict[tuple[str, str], str] = {}
    crossed: dict[str, tuple[Side, ...]] = {}
    standing: dict[str, str] = {}
    for piece, side, face in drawn:
        shape = piece.component.shape
        sides[piece.id, side] = _add(face, shape, have, pictures)
        if maker.is_crossed(face):
            crossed[piece.id] = (*crossed.get(piece.id, ()), side)
        if shape.front is not None and side == "front":
            standing[piece.id] = _add(face, shape, have, pictures, shape.front)
    at_table: dict[str, str] = {}
    strips: dict[str, str] = {}
    if tables and seconds == math.inf:
        at_table = _at_table(pack, now, have, pictures, AT_TABLE)
        strips = _at_table(pack, now, have, pictures, AT_TABLE_FLAT)
    pieces_shown = tuple(
        Shown(
            p.id,
            key_of(p.id),
            p.component.id,
            p.name,
            p.count,
            dict(p.row.fields),
            _relative(p.place.file, pack.folder),
            p.place.line,
            sides.get((p.id, "front"), ""),
            sides.get((p.id, "back"), ""),
            crossed.get(p.id, ()),
            waits=p.id in waiting,
            standing=standing.get(p.id, ""),
            at_table=at_table.get(p.id, ""),
            strip=strips.get(p.id, ""),
            is_plain=_is_plain(p.spec("front")),
        )
        for p in pieces
    )
    texts = (
        drawn_by(pack, "use", RULES)
        | drawn_by(pack, "use", "aide")
        | drawn_by(pack, "draw", "aide")
    )
    fronts = {front.component: front for front in pack.setup.seats.front}
    sheets_of_rules = drawn_by(pack, "use", RULES)
    parts = tuple(
        Part(
            c.id,
            c.title,
            c.shape.width,
            c.shape.height,
            c.count,
            c.id in left_out,
            c.id in texts,
            c.id in sheets_of_rules,
            fronts.get(c.id),
        )
        for c in pack.components
        if c.count
    )
    return Look(
        pack.id,
        pack.name,
        pack.folder,
        pack.players,
        pack.variant,
        pack.variants,
        pack.language,
        pack.languages,
        dict(pack.parameters),
        parts,
        pieces_shown,
        tuple(pack.keywords),
        tuple(sorted({*pack.icons, *pack.drawn_icons})),
        has_rules(pack),
        digest_of(pack.folder) or "",
        pack.digest,
        fingerprint(pack),
        tuple(pack.palette),
        is_played_by_words(pack),
    )


def _is_plain(spec: FaceSpec | None) -> bool:
    return spec is not None and spec.kind == "use" and {*spec.slots} == {"title"}


def _at_table(
    pack: Pack,
    pieces: "Sequence[Piece]",
    have: frozenset[str],
    pictures: dict[str, bytes],
    template: str,
) -> dict[str, str]:
    """Draw the fronts of cards by a template; return the name of each picture by piece."""
    from generator.press.face.face import AT_TABLE_FLAT, CARD, FaceMaker, FaceOptions
    from generator.press.out.cache import KeptFaces

    kept = _kept(template)
    assert isinstance(kept, KeptFaces)
    maker = FaceMaker(pack, Problems(), FaceOptions(outlines=True, at_table=template))
    cards = tuple(p for p in pieces if (s := p.spec("front")) and (s.kind, s.name) == ("use", CARD))
    if template == AT_TABLE_FLAT:
        cards = tuple(replace(p, component=replace(p.component, shape=STRIP)) for p in cards)
    names = {}
    for piece, _, face in kept.draw(cards, maker, sides=("front",)):
        if not maker.is_crossed(face):
            names[piece.id] = _add(face, piece.component.shape, have, pictures)
    return names


def draw_pieces(
    pack: Pack, ids: Sequence[str], runs: bool, pictures: dict[str, bytes]
) -> dict[str, tuple[str, str]]:
    """Draw the fronts of some pieces; return the name of each piece and of its picture, by id.

    Pictures are added to `pictures`. A piece that cannot be drawn is left out.
    """
    from generator.press.face.face import FaceMaker, FaceOptions
    from generator.press.out.cache import KeptFaces
    from generator.press.pieces.expand import expand

    kept = _kept()
    assert isinstance(kept, KeptFaces)
    problems, left_out = Problems(), set() if runs else drawn_by(pack, "draw")
    maker = FaceMaker(pack, problems, FaceOptions(outlines=True, programs=runs))
    wanted = frozenset(ids)
    pieces = tuple(
        p for p in expand(pack, problems) if p.id in wanted and p.component.id not in left_out
    )
    answer: dict[str, tuple[str, str]] = {}
    for piece, side, face in kept.draw(pieces, maker):
        if side == "front" and not maker.is_crossed(face):
            name = _add(face, piece.component.shape, frozenset(), pictures)
            answer[piece.id] = (piece.name, name)
    return answer


def _add(
    face: "Face",
    shape: Shape,
    have: Collection[str],
    pictures: dict[str, bytes],
    panel: Panel | None = None,
) -> str:
    """Add the picture of a face, or of its panel, where it is missing; return its name."""
    name = _name(face.digest + (panel.name if panel else ""), shape)
    if name not in have and name not in pictures:
        pictures[name] = picture(face.svg, shape, face.bleed, panel)
    return name


def picture(svg: str, shape: Shape, bleed: float, panel: Panel | None = None) -> bytes:
    """Cut a face out along its trim outline: an SVG of the size of the piece or panel, in mm."""
    from generator.model.decimals import drawn
    from generator.press.face.outline import path

    start = svg.index("<svg")
    end = svg.index(">", start)
    box = (0.0, 0.0, shape.width, shape.height)
    if panel is not None:
        box = (panel.x, panel.y, panel.width, panel.height)
    x, y, w, h = map(drawn, box)
    at = drawn(-bleed)
    head = _IN_MM.sub(r'\1"', svg[start + 4 : end])  # a user unit is a mm in both documents
    inner = f'<svg x="{at}" y="{at}"{head}{svg[end:]}'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" '
        f'viewBox="{x} {y} {w} {h}"><clipPath id="protoplay-trim"><path d="{escape(path(shape))}"/>'
        f'</clipPath><g clip-path="url(#protoplay-trim)">{inner}</g></svg>'
    ).encode()


def _name(digest: str, shape: Shape) -> str:
    return hashlib.sha256(f"{digest}{shape}".encode()).hexdigest()[:DIGEST]


def drawn_by(pack: Pack, kind: str, name: str = "") -> set[str]:
    """The components with a side drawn by this template, file or function."""
    sides = ((c.id, f) for c in pack.components for f in (c.front, c.back) if f is not None)
    return {id for id, f in sides if f.kind == kind and name in ("", f.name)}


def _relative(file: str, folder: Path) -> str:
    try:
        return Path(file).relative_to(folder).as_posix()
    except ValueError:
        return file


def _below(problems: Problems, folder: Path | str) -> tuple[Problem, ...]:
    """The problems, with file names relative to the pack's folder.

    Left out are problems of text that cannot be drawn as outlines, which only the pages need.
    """
    from generator.press.face.svg_words import STAYS_TEXT

    root = Path(folder)
    return tuple(
        replace(p, place=replace(p.place, file=_relative(p.place.file, root)))
        for p in problems
        if STAYS_TEXT not in p.message
    )
