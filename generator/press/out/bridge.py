"""Pages of one PDF as forms of another: pikepdf reads them, a reportlab document takes them.

In: PDF bytes. Out: `Form` values, which any number of reportlab canvases may draw. Streams and
numbers are passed on as they were written, equal streams once a document; page contents are made
shorter. This file alone
touches what reportlab keeps to itself (`_doc.Reference`, `PDFObject`); it is pinned to 5.1.
"""

import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Union

from generator.decimals import short
from generator.press.out.shorten import Widths, is_plain, renamed, shortened

if TYPE_CHECKING:
    from pikepdf import Object
    from reportlab.pdfgen.canvas import Canvas

LARGEST_TOGETHER = 60_000  # bytes of contents; a larger face stands alone
LEFT_OUT = ("/Parent", "/StructParents", "/StructParent", "/Length")


@dataclass(frozen=True, slots=True, eq=False)
class Foreign:
    """A PDF object of another file: literal bytes between references to further objects."""

    parts: tuple[Union[bytes, "Foreign"], ...]
    stream: bytes | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A page as a form; `width` and `height` in points, origin bottom left.

    `content` are its plain contents and `resources` what they name, by kind and name, where it can
    be drawn together with others; else `content` is empty.
    """

    body: Foreign
    width: float
    height: float
    content: bytes = b""
    resources: tuple[tuple[bytes, bytes, tuple[bytes | Foreign, ...]], ...] = ()


class Reader:
    """Reads pages as forms; an object that several pages or files share is read once."""

    def __init__(self) -> None:
        self._equal: dict[tuple[tuple[bytes | Foreign, ...], bytes], Foreign] = {}
        self._widths: dict[tuple[int, int], Widths] = {}  # of the fonts of the document being read

    def forms(self, pdf: bytes) -> list[Form]:
        """Read every page of a PDF."""
        import pikepdf

        with pikepdf.open(io.BytesIO(pdf)) as document:
            seen: dict[tuple[int, int], Foreign] = {}
            self._widths = {}
            return [self._form(page, seen) for page in document.pages]

    def _form(self, page: Any, seen: dict[tuple[int, int], Foreign]) -> Form:
        """Read a page, its contents made shorter."""
        import pikepdf

        left, bottom, right, top = (float(v) for v in page.mediabox)
        assert not left and not bottom, f"a page that starts at {left}, {bottom}"
        contents = page.obj["/Contents"]
        assert isinstance(contents, pikepdf.Stream), "a page with contents in several streams"
        head = (
            f"<</Type/XObject/Subtype/Form/BBox[0 0 {short(right, 6)} {short(top, 6)}]/Resources "
        )
        resources = page.obj["/Resources"]
        named = self._named(resources, seen)
        content = shortened(contents.read_bytes(), self._fonts(resources))
        parts: list[bytes | Foreign] = [head.encode(), *_listed(named), b"/Filter/FlateDecode>>"]
        body = Foreign(tuple(_joined(parts)), zlib.compress(content, 6))
        if not is_plain(content) or len(content) > LARGEST_TOGETHER:
            return Form(body, right, top)
        return Form(body, right, top, content, named)

    def _named(
        self, resources: Any, seen: dict[tuple[int, int], Foreign]
    ) -> tuple[tuple[bytes, bytes, tuple[bytes | Foreign, ...]], ...]:
        """What the contents of a page may name: kind, name and value of each resource."""
        import pikepdf

        return tuple(
            (kind.encode(), name.encode(), tuple(self._value(value, seen)))
            for kind in sorted(resources.keys())
            if isinstance(resources[kind], pikepdf.Dictionary)
            for name, value in sorted(resources[kind].items())
        )

    def _fonts(self, resources: Any) -> dict[bytes, Widths]:
        """The widths of a page's fonts, by the names it has for them."""
        fonts: dict[bytes, Widths] = {}
        for name, font in resources.get("/Font", {}).items():
            key = font.objgen
            if key not in self._widths:
                self._widths[key] = _widths_of(font)
            fonts[name[1:].encode()] = self._widths[key]
        return fonts

    def _object(self, thing: "Object", seen: dict[tuple[int, int], Foreign]) -> Foreign:
        import pikepdf

        key = thing.objgen
        if key in seen:
            return seen[key]
        if isinstance(thing, pikepdf.Stream):
            parts = tuple(self._parts(thing.stream_dict, seen))
            raw = thing.read_raw_bytes()
            foreign = self._equal.setdefault((parts, raw), Foreign(parts, raw))
        else:
            foreign = Foreign(tuple(self._parts(thing, seen)))
        seen[key] = foreign
        return foreign

    def _parts(
        self, thing: "Object", seen: dict[tuple[int, int], Foreign]
    ) -> list[bytes | Foreign]:
        """Write a direct object; whatever it refers to stays a reference."""
        import pikepdf

        if isinstance(thing, pikepdf.Dictionary):
            parts: list[bytes | Foreign] = [b"<<"]
            for name in sorted(thing.keys()):
                if name not in LEFT_OUT:
                    parts.append(pikepdf.Name(name).unparse() + b" ")
                    parts += self._value(thing[name], seen)
            parts.append(b">>")
        elif isinstance(thing, pikepdf.Array):
            parts = [b"["]
            for item in thing.as_list():
                parts += self._value(item, seen)
            parts.append(b"]")
        else:
            parts = [_written(thing)]
        return _joined(parts)

    def _value(self, value: Any, seen: dict[tuple[int, int], Foreign]) -> list[bytes | Foreign]:
        import pikepdf

        if isinstance(value, pikepdf.Object):
            if value.is_indirect:
                return [self._object(value, seen), b" "]
            return [*self._parts(value, seen), b" "]
        return [_written(value), b" "]


def _widths_of(font: Any) -> dict[int, float]:
    """The widths of a composite font's glyphs (ISO 32000-1, 9.7.4.3)."""
    import pikepdf

    widths: dict[int, float] = {}
    listed = font.get("/DescendantFonts", [{}])[0].get("/W", [])
    items = list(listed)
    i = 0
    while i + 1 < len(items):
        first, second = int(items[i]), items[i + 1]
        if isinstance(second, pikepdf.Array):
            widths.update((first + k, float(w)) for k, w in enumerate(second.as_list()))
            i += 2
        else:
            widths.update((glyph, float(items[i + 2])) for glyph in range(first, int(second) + 1))
            i += 3
    return widths


def _listed(
    named: Sequence[tuple[bytes, bytes, Sequence[bytes | Foreign]]],
) -> list[bytes | Foreign]:
    """A dictionary of resources, as a page or form has it."""
    parts: list[bytes | Foreign] = [b"<<"]
    for kind, group in groupby(named, key=lambda one: one[0]):
        parts.append(kind + b"<<")
        for _, name, value in group:
            parts += [name + b" ", *value]
        parts.append(b">>")
    return [*parts, b">>"]


def together(placed: Sequence[tuple[bytes, Form]], width: float, height: float) -> Form:
    """Faces drawn once each, as one form of a sheet: like parts of them are stored once.

    Each with the operators that put it in its place; sizes in points.
    """
    names: dict[tuple[bytes, tuple[object, ...]], bytes] = {}
    named: list[tuple[bytes, bytes, tuple[bytes | Foreign, ...]]] = []
    contents: list[bytes] = []
    for code, form in placed:
        own: dict[bytes, bytes] = {}
        for kind, name, value in form.resources:
            key = (kind, tuple(part if isinstance(part, bytes) else id(part) for part in value))
            if key not in names:
                names[key] = name[1:2] + str(len(names)).encode()
                named.append((kind, b"/" + names[key], value))
            own[name[1:]] = names[key]
        contents += [b"q ", code, b"\n", renamed(form.content, own), b"\nQ\n"]
    head = f"<</Type/XObject/Subtype/Form/BBox[0 0 {short(width, 4)} {short(height, 4)}]/Resources "
    listed = _listed(sorted(named, key=lambda one: one[0]))
    parts: list[bytes | Foreign] = [head.encode(), *listed, b"/Filter/FlateDecode>>"]
    body = Foreign(tuple(_joined(parts)), zlib.compress(b"".join(contents), 9))
    return Form(body, width, height)


def _written(value: Any) -> bytes:
    """A number, word or text as PDF has it: never as 1E-7, which PDF does not know."""
    import pikepdf

    if isinstance(value, pikepdf.Object):
        return value.unparse()
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if value is None:
        return b"null"
    if isinstance(value, int):
        return str(value).encode()
    return short(value, 6).encode()


def _joined(parts: list[bytes | Foreign]) -> list[bytes | Foreign]:
    """Melt neighbouring literals into one."""
    joined: list[bytes | Foreign] = []
    for part in parts:
        if isinstance(part, bytes) and joined and isinstance(joined[-1], bytes):
            joined[-1] += part
        else:
            joined.append(part)
    return joined


class Placer:
    """Draws forms on one canvas; each is written into its document once."""

    def __init__(self, canvas: "Canvas") -> None:
        from reportlab.pdfbase.pdfdoc import PDFObject

        class Copy(PDFObject):  # type: ignore[misc]
            """A foreign object as reportlab's document writes it."""

            __RefOnly__ = 1

            def __init__(self, placer: Placer, foreign: Foreign) -> None:
                self.placer, self.foreign = placer, foreign

            def format(self, document: Any) -> bytes:
                return self.placer._format(self.foreign, document)

        self._canvas = canvas
        self._copy = Copy
        self._names: dict[int, Any] = {}  # id of the foreign object → reference
        self._forms: dict[int, str] = {}
        self._kept: list[Foreign] = []  # so that no id is used twice

    def draw(self, form: Form) -> None:
        """Draw a form with its lower left corner at the origin, one unit a point."""
        from reportlab.pdfbase.pdfdoc import xObjectName

        name = self._forms.get(id(form.body))
        if name is None:
            name = self._forms[id(form.body)] = f"f{len(self._forms)}"
            self._reference(form.body, xObjectName(name))
        self._canvas.doForm(name)

    def _reference(self, foreign: Foreign, name: str | None = None) -> Any:
        known = self._names.get(id(foreign))
        if known is None:
            self._kept.append(foreign)
            known = self._canvas._doc.Reference(self._copy(self, foreign), name)
            self._names[id(foreign)] = known
        return known

    def _format(self, foreign: Foreign, document: Any) -> bytes:
        written = b"".join(
            part if isinstance(part, bytes) else self._reference(part).format(document)
            for part in foreign.parts
        )
        if foreign.stream is None:
            return written
        assert written.endswith(b">>"), f"a stream without a dictionary: {written[:60]!r}"
        length = f"/Length {len(foreign.stream)}>>\nstream\n".encode()
        return written[:-2] + length + foreign.stream + b"\nendstream"
