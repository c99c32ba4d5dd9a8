"""Pages of one PDF as forms of another: pikepdf reads them, a reportlab document takes them.

In: PDF bytes. Out: `Form` values, which any number of reportlab canvases may draw. Streams and
numbers are passed on as they were written, equal streams once a document. This file alone
touches what reportlab keeps to itself (`_doc.Reference`, `PDFObject`); it is pinned to 5.1.
"""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from generator.decimals import short

if TYPE_CHECKING:
    from pikepdf import Object
    from reportlab.pdfgen.canvas import Canvas

LEFT_OUT = ("/Parent", "/StructParents", "/StructParent", "/Length")


@dataclass(frozen=True, slots=True, eq=False)
class Foreign:
    """A PDF object of another file: literal bytes between references to further objects."""

    parts: tuple[Union[bytes, "Foreign"], ...]
    stream: bytes | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A page as a form; `width` and `height` in points, origin bottom left."""

    body: Foreign
    width: float
    height: float


class Reader:
    """Reads pages as forms; an object that several pages or files share is read once."""

    def __init__(self) -> None:
        self._equal: dict[tuple[tuple[bytes | Foreign, ...], bytes], Foreign] = {}

    def forms(self, pdf: bytes) -> list[Form]:
        """Read every page of a PDF."""
        import pikepdf

        with pikepdf.open(io.BytesIO(pdf)) as document:
            seen: dict[tuple[int, int], Foreign] = {}
            return [self._form(page, seen) for page in document.pages]

    def _form(self, page: Any, seen: dict[tuple[int, int], Foreign]) -> Form:
        """Read a page; its contents stay compressed as they are."""
        import pikepdf

        left, bottom, right, top = (float(v) for v in page.mediabox)
        assert not left and not bottom, f"a page that starts at {left}, {bottom}"
        contents = page.obj["/Contents"]
        assert isinstance(contents, pikepdf.Stream), "a page with contents in several streams"
        head = (
            f"<</Type/XObject/Subtype/Form/BBox[0 0 {short(right, 6)} {short(top, 6)}]/Resources "
        )
        parts: list[bytes | Foreign] = [head.encode()]
        parts += self._value(page.obj["/Resources"], seen)
        for name in ("/Filter", "/DecodeParms"):
            if name in contents.stream_dict:
                parts.append(name.encode() + b" ")
                parts += self._value(contents.stream_dict[name], seen)
        parts.append(b">>")
        return Form(Foreign(tuple(_joined(parts)), contents.read_raw_bytes()), right, top)

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
