"""Makes pages of a PDF into forms of another PDF; pikepdf reads the pages, and a reportlab document
contains the forms.

In: PDF bytes. Out: `Form` values, which any number of reportlab canvases may draw. Streams and
numbers are copied unchanged, and equal streams are stored once per document; page contents are
shortened. Only this file uses private parts of reportlab (`_doc.Reference`, `PDFObject`); its
version is pinned to 5.1.
"""

import hashlib
import io
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Union

from generator.model.decimals import short
from generator.press.out.shorter_text import Widths, is_plain, renamed, shortened

if TYPE_CHECKING:
    from pikepdf import Object
    from reportlab.pdfgen.canvas import Canvas

_SIZE = re.compile(rb"/(?:Width|Height) (\d+)")
# a JPEG comment of 64 characters, the digest of the original picture
_SOURCE = re.compile(rb"\xff\xfe\x00\x42([0-9a-f]{64})")
LARGEST_TOGETHER = 60_000  # size of contents in bytes from which a face becomes a separate object
LEFT_OUT = ("/Parent", "/StructParents", "/StructParent", "/Length")


@dataclass(frozen=True, slots=True, eq=False)
class Foreign:
    """A PDF object of another file: literal bytes between references to further objects."""

    parts: tuple[Union[bytes, "Foreign", "Late"], ...]
    stream: bytes | None = None
    deep: int = 0  # number of levels of nested drawings in the object


@dataclass(frozen=True, slots=True, eq=False)
class Late:
    """A font that is made when its document ends, with all glyphs drawn until then.

    `made` is called with the glyphs and their characters.
    """

    made: Callable[[Mapping[int, str]], Foreign]


Part = bytes | Foreign | Late
Value = tuple[Part, ...]
Resources = tuple[tuple[bytes, bytes, Value], ...]  # kind, name and value of each resource


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A page as a form; `width` and `height` in points, origin bottom left.

    A form has one of three contents. A `body` is an object. Plain `content` comes with the
    `resources` that it names, and can be drawn together with the content of other forms. `layers`
    are in order from the lowest up. Pages with patterns always have a `body`. `needs` are the
    glyphs that the form draws from fonts that are made late.
    """

    body: Foreign | None
    width: float
    height: float
    content: bytes = b""
    resources: Resources = ()
    needs: tuple[tuple[Late, Mapping[int, str]], ...] = ()
    layers: tuple["Form", ...] = ()
    deep: int = 0  # number of levels of nested drawings on the page


class Reader:
    """Reads pages as forms, and reads an object that several pages or files share only once."""

    def __init__(self) -> None:
        self._equal: dict[tuple[Value, bytes], Foreign] = {}
        # widths of the fonts of the current document
        self._widths: dict[tuple[int, int], Widths] = {}

    def forms(self, pdf: bytes) -> list[Form]:
        """Read every page of a PDF.

        Raises `ValueError` if its objects refer to each other in a circle.
        """
        import pikepdf

        with pikepdf.open(io.BytesIO(pdf)) as document:
            seen: dict[tuple[int, int], Foreign] = {}
            self._widths = {}
            return [self._form(page, seen) for page in document.pages]

    def _form(self, page: Any, seen: dict[tuple[int, int], Foreign]) -> Form:
        """Read a page and shorten its contents."""
        import pikepdf

        left, bottom, right, top = (float(v) for v in page.mediabox)
        assert not left and not bottom, f"a page that starts at {left}, {bottom}"
        contents = page.obj["/Contents"]
        assert isinstance(contents, pikepdf.Stream), "a page with contents in several streams"
        resources = page.obj["/Resources"]
        named = self._named(resources, seen)
        content = shortened(contents.read_bytes(), self._fonts(resources))
        deep = _deepest(part for _, _, value in named for part in value)
        # The matrix of a pattern is relative to the form that paints with it (ISO 32000-1,
        # 8.7.3.1).
        patterned = any(kind == b"/Pattern" for kind, _, _ in named)
        if is_plain(content) and not patterned and len(content) <= LARGEST_TOGETHER:
            return Form(None, right, top, content, named, deep=deep)
        return Form(_body(content, named, right, top), right, top, deep=deep)

    def _named(self, resources: Any, seen: dict[tuple[int, int], Foreign]) -> Resources:
        """The resources that the contents of a page may use: kind, name and value."""
        import pikepdf

        return tuple(
            (kind.encode(), name.encode(), tuple(self._value(value, seen)))
            for kind in sorted(resources.keys())
            if isinstance(resources[kind], pikepdf.Dictionary)
            for name, value in sorted(resources[kind].items())
        )

    def _fonts(self, resources: Any) -> dict[bytes, Widths]:
        """The widths of a page's fonts, by their names on the page."""
        fonts: dict[bytes, Widths] = {}
        for name, font in resources.get("/Font", {}).items():
            key = font.objgen
            if key not in self._widths:
                self._widths[key] = _widths_of(font)
            fonts[name[1:].encode()] = self._widths[key]
        return fonts

    def _object(self, thing: "Object", seen: dict[tuple[int, int], Foreign]) -> Foreign:
        """Read an object after all objects that it refers to, however long the chain of references
        is.
        """
        waiting = [thing]
        # objects that are not read yet, each referring to the next
        begun: set[tuple[int, int]] = set()
        while waiting:
            number = waiting[-1]
            if number.objgen in seen:
                waiting.pop()
            elif below := [o for o in _named_in(number) if o.objgen not in seen]:
                begun.add(number.objgen)
                if any(o.objgen in begun for o in below):
                    raise ValueError("objects in the PDF refer to each other in a circle")
                waiting += below
            else:
                seen[number.objgen] = self._read(number, seen)
        return seen[thing.objgen]

    def _read(self, thing: "Object", seen: dict[tuple[int, int], Foreign]) -> Foreign:
        import pikepdf

        if not isinstance(thing, pikepdf.Stream):
            parts = tuple(self._parts(thing, seen))
            return Foreign(parts, deep=_deepest(parts))
        head = thing.stream_dict
        parts, raw = tuple(self._parts(head, seen)), thing.read_raw_bytes()
        deep = _deepest(parts) + ("/BBox" in head)  # forms and patterns have a bounding box
        return self._equal.setdefault((parts, raw), Foreign(parts, raw, deep))

    def _parts(self, thing: "Object", seen: dict[tuple[int, int], Foreign]) -> list[Part]:
        """Write a direct object; references to other objects remain references."""
        import pikepdf

        if isinstance(thing, pikepdf.Dictionary):
            parts: list[Part] = [b"<<"]
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

    def _value(self, value: Any, seen: dict[tuple[int, int], Foreign]) -> list[Part]:
        import pikepdf

        if isinstance(value, pikepdf.Object):
            if value.is_indirect:
                return [self._object(value, seen), b" "]
            return [*self._parts(value, seen), b" "]
        return [_written(value), b" "]


def shared_pictures(forms: Iterable[Form]) -> dict[int, Foreign]:
    """Map each photograph to the finest picture sampled from the same source, by the object's id.

    A sampled JPEG names its source in a comment: the digest of the original JPEG.
    """
    variants: dict[str, list[tuple[int, Foreign]]] = {}
    todo: list[Foreign | Form] = list(forms)
    seen: set[int] = set()
    while todo:
        picture = todo.pop()
        if id(picture) in seen:
            continue
        seen.add(id(picture))
        if isinstance(picture, Form):
            todo += [*picture.layers, *([picture.body] if picture.body is not None else [])]
            todo += [
                p for _, _, value in picture.resources for p in value if isinstance(p, Foreign)
            ]
            continue
        todo += [part for part in picture.parts if isinstance(part, Foreign)]
        if picture.stream is not None and picture.stream[:2] == b"\xff\xd8":
            size = _SIZE.findall(b"".join(p for p in picture.parts if isinstance(p, bytes)))
            n_pixels = int(size[0]) * int(size[1]) if len(size) == 2 else 0
            named = _SOURCE.search(picture.stream[:2000])
            source = named[1].decode() if named else hashlib.sha256(picture.stream).hexdigest()
            variants.setdefault(source, []).append((n_pixels, picture))
    instead: dict[int, Foreign] = {}
    for group in variants.values():
        finest = max(group, key=lambda sized: sized[0])[1]
        instead.update({id(picture): finest for _, picture in group if picture is not finest})
    return instead


def _deepest(parts: Iterable[Part]) -> int:
    return max((part.deep for part in parts if isinstance(part, Foreign)), default=0)


def _named_in(thing: Any) -> list["Object"]:
    """The objects that `thing` refers to, in its dictionary or array and in nested dictionaries and
    arrays.
    """
    import pikepdf

    if isinstance(thing, pikepdf.Stream):
        thing = thing.stream_dict
    values: list[Any] = []
    if isinstance(thing, pikepdf.Dictionary):
        values = [thing[name] for name in sorted(thing.keys()) if name not in LEFT_OUT]
    elif isinstance(thing, pikepdf.Array):
        values = list(thing.as_list())
    objects: list[Object] = []
    for value in values:
        if isinstance(value, pikepdf.Object):
            objects += [value] if value.is_indirect else _named_in(value)
    return objects


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


def _listed(named: Resources) -> list[Part]:
    """Write a dictionary of resources, as in a page or form."""
    parts: list[Part] = [b"<<"]
    for kind, group in groupby(
        sorted(named, key=lambda entry: entry[0]), key=lambda entry: entry[0]
    ):
        parts.append(kind + b"<<")
        for _, name, value in group:
            parts += [name + b" ", *value]
        parts.append(b">>")
    return [*parts, b">>"]


def _body(content: bytes, named: Resources, width: float, height: float) -> Foreign:
    """Write a form as an object; sizes in points."""
    head = f"<</Type/XObject/Subtype/Form/BBox[0 0 {short(width, 6)} {short(height, 6)}]/Resources "
    parts = [head.encode(), *_listed(named), b"/Filter/FlateDecode>>"]
    return Foreign(tuple(_joined(parts)), zlib.compress(content, 9))


def _written(value: Any) -> bytes:
    """Write a number, name or text in PDF syntax, which has no exponents such as 1E-7."""
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


def _joined(parts: Sequence[Part]) -> list[Part]:
    """Join adjacent literals into one."""
    joined: list[Part] = []
    for part in parts:
        if isinstance(part, bytes) and joined and isinstance(joined[-1], bytes):
            joined[-1] += part
        else:
            joined.append(part)
    return joined


class Placer:
    """Draws forms on one canvas, and writes each form into the document once."""

    def __init__(self, canvas: "Canvas", instead: Mapping[int, Foreign] | None = None) -> None:
        from reportlab.pdfbase.pdfdoc import PDFObject

        class Copy(PDFObject):  # type: ignore[misc]
            """A foreign object in the form that reportlab writes into its document."""

            __RefOnly__ = 1

            def __init__(self, placer: Placer, foreign: Foreign | Late) -> None:
                self.placer, self.foreign = placer, foreign

            def format(self, document: Any) -> bytes:
                return self.placer._format(self.foreign, document)

        self._canvas = canvas
        self._instead = instead or {}
        self._copy = Copy
        self._names: dict[int, Any] = {}  # id of the foreign object → reference
        self._forms: dict[int, str] = {}
        self._bodies: dict[int, Foreign] = {}
        self._needs: dict[Late, dict[int, str]] = {}
        self._kept: list[Foreign | Late] = []  # kept alive so that Python does not reuse their ids
        # forms that were drawn, kept alive so that Python does not reuse their ids
        self._drawn: list[Form] = []

    def draw(self, form: Form) -> None:
        """Draw a form with its lower left corner at the origin; a unit is a point."""
        from reportlab.pdfbase.pdfdoc import xObjectName

        name = self._forms.get(id(form))
        if name is None:
            self._drawn.append(form)
            name = self._forms[id(form)] = f"f{len(self._forms)}"
            self._reference(self._body_of(form), xObjectName(name))
        self._canvas.doForm(name)

    def draw_together(
        self, placed: Sequence[tuple[bytes, Form]], width: float, height: float, used: Counter[int]
    ) -> None:
        """Draw forms used once as one form of the sheet, so that equal parts are stored once.

        Each form comes with the operators that place it; sizes in points. `used` has, by id, the
        number of forms of the document that use a layer. A layer that is used several times becomes
        a separate object.
        """
        self.draw(Form(self._melted(placed, width, height, used), width, height))

    def _body_of(self, form: Form) -> Foreign:
        if form.body is not None:
            return form.body
        body = self._bodies.get(id(form))
        if body is None:
            self._drawn.append(form)
            if form.layers:
                used = Counter({id(layer): 2 for layer in form.layers if not layer.needs})
                body = self._melted([(b"", form)], form.width, form.height, used)
            else:
                body = _body(form.content, form.resources, form.width, form.height)
            self._bodies[id(form)] = body
        return body

    def _melted(
        self, placed: Sequence[tuple[bytes, Form]], width: float, height: float, used: Counter[int]
    ) -> Foreign:
        """Make one object that draws all forms in their places."""
        names: dict[tuple[bytes, tuple[object, ...]], bytes] = {}
        named: list[tuple[bytes, bytes, Value]] = []
        contents: list[bytes] = []

        def name_of(kind: bytes, name: bytes, value: Value) -> bytes:
            key = (kind, tuple(part if isinstance(part, bytes) else id(part) for part in value))
            if key not in names:
                names[key] = name + str(len(names)).encode()
                named.append((kind, b"/" + names[key], value))
            return names[key]

        for code, form in placed:
            contents += [b"q ", code, b"\n"]
            for layer in form.layers or (form,):
                for late, glyphs in layer.needs:
                    self._needs.setdefault(late, {}).update(glyphs)
                if layer.content and used[id(layer)] < 2:
                    own = {
                        name[1:]: name_of(kind, name[1:2], value)
                        for kind, name, value in layer.resources
                    }
                    part = renamed(layer.content, own)
                    contents += [part] if layer.needs else [b"q ", part, b"\nQ "]
                else:
                    name = name_of(b"/XObject", b"x", (self._body_of(layer),))
                    contents.append(b"/" + name + b" Do\n")
            contents.append(b"Q\n")
        return _body(b"".join(contents), tuple(named), width, height)

    def _reference(self, foreign: Foreign | Late, name: str | None = None) -> Any:
        foreign = self._instead.get(id(foreign), foreign)
        reference = self._names.get(id(foreign))
        if reference is None:
            self._kept.append(foreign)
            reference = self._canvas._doc.Reference(self._copy(self, foreign), name)
            self._names[id(foreign)] = reference
        return reference

    def _format(self, foreign: Foreign | Late, document: Any) -> bytes:
        if isinstance(foreign, Late):
            foreign = foreign.made(self._needs[foreign])
            self._kept.append(foreign)
        written = b"".join(
            part if isinstance(part, bytes) else self._reference(part).format(document)
            for part in foreign.parts
        )
        if foreign.stream is None:
            return written
        assert written.endswith(b">>"), f"a stream without a dictionary: {written[:60]!r}"
        length = f"/Length {len(foreign.stream)}>>\nstream\n".encode()
        return written[:-2] + length + foreign.stream + b"\nendstream"
