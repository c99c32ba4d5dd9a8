# ruff: noqa: E501 – tables of odd values are wide
"""Hostile cases by grammar: for everything a user can write, nearly right and wrong values.

Each strategy makes `Case`s: a pack that is valid except for one thing, and a command line. Parts of
strategies are cached, since building them takes longer than drawing from them.
"""

import io
import json
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tests.hostile.oracle import Case, run

ODD_TEXTS = (
    "", " ", "\t", "a\nb", "a" * 300, "é\u0301", "\u202eabc", "🂡", "\u0000", "\x1b[31m", "\ufeffx",
    "null", "~", "no", "yes", "1e999", "-1e400", "0x1f", "0o17", "1:30", "2024-01-01", "1_000", ".5",
    "nan", ".inf", "-", "--", "*a", "&a", "!x", "%", "@", "`", "{", "}", "{{", "}}", "{%", "{{ x }}",
    "{{ 1/0 }}", "{{ name }}", "{{ 9**9**9 }}", "**", ":lion:", "::", "<b>", "&amp;", "]]>", "<!--",
    "../secret.txt", "/etc/passwd", "a/b/c", "con", "~root", "file:///etc/passwd", "http://x.invalid/",
    "=cmd|calc", "5mm", "-5mm", "0mm", "1e9mm", "5 mm", "5cm", "5in", "5pt", "5px", "5 parsecs", "5mm5",
    "#fff", "#ggg", "#12", "red", "river", "lion", "card", "poker", "2-4", "4-2", "0-0", "9999-9999",
    "true", "True", "None", "self", "__class__", "{{ ''.__class__ }}", "{{ [range]|join('', '__doc__') }}",
)  # fmt: skip
ODD_NUMBERS = (0, 1, -1, 2, 3, 0.5, -0.0, 1e-9, 1e9, 1e308, -1e308, 2**31, 2**63, 10**30, 10**400)
SLOTS = (
    "title", "corner", "value", "icon", "art", "subtitle", "text", "flavour", "points", "letter",
    "footer", "colour", "texture", "text_size", "file", "omit", "zz", "rows", "columns", "symbol",
)  # fmt: skip
FACES = (
    "aide", "back", "blank", "board", "card", "counter", "dice", "rules", "standee", "table", "tile",
    "token", "tuckbox", "zz",
)  # fmt: skip
HEAD = "protoplay: 1\nname: Hostile\nplayers: 2\n"
CARDS = HEAD + "components:\n  cards:\n    size: poker\n    front: {use: card, title: One}\n"
ROWS = CARDS + "    rows: [{id: one, n: 3, art: x}, {id: two, n: 2.5}]\n"


@cache
def _text() -> SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(ODD_TEXTS),
        st.text(max_size=20),
        st.lists(st.sampled_from(ODD_TEXTS), min_size=2, max_size=4).map("".join),
    )


@cache
def _scalar() -> SearchStrategy[Any]:
    floats = st.floats(allow_nan=True)
    return st.one_of(
        _text(), st.sampled_from(ODD_NUMBERS), st.booleans(), st.none(), st.integers(), floats
    )


@cache
def _anything() -> SearchStrategy[Any]:
    return st.recursive(
        _scalar(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text(), inner, max_size=3),
        max_leaves=6,
    )


def _dump(value: Any) -> bytes:
    """Return flow YAML with texts as in JSON, so that each arrives unchanged."""
    if isinstance(value, dict):
        return b"{" + b", ".join(_dump(k) + b": " + _dump(v) for k, v in value.items()) + b"}"
    if isinstance(value, list | tuple):
        return b"[" + b", ".join(map(_dump, value)) + b"]"
    if isinstance(value, float) or value is None:
        return {"nan": ".nan", "inf": ".inf", "-inf": "-.inf"}.get(str(value), str(value)).encode()
    return json.dumps(value).encode()


def _command(draw: DrawFn) -> tuple[str, ...]:
    """Mostly a check, which draws all; seldom paper or pictures, which take longer."""
    return draw(
        st.sampled_from(
            [("check", "pack", "--data-only")] * 40
            + [("check", "pack", "--data-only", "--json"), ("build", "pack", "--data-only")]
            + [("build", "pack", "--data-only", "--format", "svg,png")]
        )
    )


# -- YAML -------------------------------------------------------------------------------------


def _sometimes(good: SearchStrategy[Any], share: float = 0.15) -> SearchStrategy[Any]:
    """A good value, now and then any other."""
    return st.floats(0, 1).flatmap(lambda x: _anything() if x < share else good)


@cache
def _shape() -> SearchStrategy[Any]:
    length = _sometimes(st.sampled_from(["30mm", "63mm", "5cm", "1in", "300mm", "0.01mm", "9m"]))
    pair = _sometimes(st.lists(length, min_size=1, max_size=3))
    points = st.lists(pair, max_size=5)
    return st.fixed_dictionaries(
        {},
        optional={
            "rect": pair, "square": length, "hex": length, "circle": length, "strip": pair,
            "polygon": points, "board": pair, "standee": pair, "tuckbox": st.just("cards"),
            "dice": length, "cube": length, "corner": length, "foot": length,
            "across": _sometimes(st.just("flats")), "top": _sometimes(st.just("flat")),
        },
    ) | st.fixed_dictionaries(
        {}, optional={"rect": pair, "corner": length}
    )  # fmt: skip


@cache
def _face() -> SearchStrategy[Any]:
    slots = st.dictionaries(st.sampled_from(SLOTS), _scalar(), max_size=4)
    return st.builds(lambda use, more: {"use": use, **more}, st.sampled_from(FACES), slots)


@cache
def _component() -> SearchStrategy[Any]:
    rows = st.lists(
        st.dictionaries(st.sampled_from(["name", "n", "colour", "id", "count", ""]), _scalar()),
        max_size=4,
    )
    product = st.fixed_dictionaries(
        {"product": st.dictionaries(_text(), st.lists(_scalar(), max_size=3), max_size=3)}
    )
    change = st.fixed_dictionaries({"match": _anything(), "set": _anything()})
    return st.fixed_dictionaries(
        {"size": _sometimes(st.sampled_from(["poker", "hex-small", "circle-card", "a4"]), 0.05)},
        optional={
            "title": _sometimes(_text()), "shape": _sometimes(_shape()),
            "landscape": _sometimes(st.booleans()), "bleed": _sometimes(st.just("2mm")),
            "back_bleed": _sometimes(st.just("1mm")), "safe": _sometimes(st.just("1mm")),
            "rows": _sometimes(rows | product), "where": _sometimes(_text()),
            "override": _sometimes(st.lists(change, max_size=2)), "count": _sometimes(_text()),
            "piece": _sometimes(_text()), "front": _sometimes(_face()), "back": _sometimes(_face()),
            "stock": _sometimes(st.just("1mm")), "group": _sometimes(_text()),
            "sleeve": _sometimes(st.booleans()), "tile_pages": _sometimes(st.booleans()),
            "min_text": _sometimes(st.just("4pt")),
        },
    )  # fmt: skip


@cache
def _game() -> SearchStrategy[Any]:
    names = st.dictionaries(_text(), _anything(), max_size=3)
    return st.fixed_dictionaries(
        {
            "protoplay": _sometimes(st.just(1), 0.02),
            "name": _sometimes(_text(), 0.1),
            "players": _sometimes(st.sampled_from([2, "2-4"]), 0.05),
        },
        optional={
            "components": _sometimes(
                st.dictionaries(
                    st.sampled_from(["cards", "box", "a-b", "A"]), _component(), max_size=3
                ), 0.05,
            ),
            "parameters": _sometimes(names), "variants": _sometimes(names),
            "palette": _sometimes(st.dictionaries(_text(), st.just("#aabbcc"))),
            "keywords": _sometimes(names), "languages": _sometimes(st.just(["en", "de"])),
            "includes": _sometimes(st.lists(_text(), max_size=2)), "fonts": _sometimes(names),
            "icons": _sometimes(_text()), "turns_target": _sometimes(st.just("2-4")),
            "sheet": _sometimes(st.dictionaries(
                st.sampled_from(["paper", "margin", "gap", "marks", "backs", "hexes", "edges"]),
                _scalar(),
            )),
            "credits": _sometimes(st.lists(_text())), "colours_alone": _anything(), "zz": _anything(),
        },
    )  # fmt: skip


@st.composite
def yaml_values(draw: DrawFn) -> Case:
    """Definitions of the right keys, with values of any kind."""
    text = _dump(draw(_game()))
    return Case("yaml values", _command(draw), (("game.yaml", text),))


_MARKS = (
    b"\t", b"\n", b"\r", b"\r\n", b" ", b"  ", b":", b": ", b"- ", b"-", b"&a ", b"*a", b"<<: *a\n",
    b"<<: &r [*r]\n", b"!!python/object:os.system ", b"!!binary ", b"!!set ", b"!!int ", b"!x ",
    b"{", b"}", b"[", b"]", b",", b"|\n", b">\n", b"'", b'"', b"#", b"---\n", b"...\n", b"%YAML 1.1\n",
    b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf", b"? ", b"\\", b"\\ud800", b"{{", b"}}",
    b"0x" + b"f" * 300, b"1e999", b"~", b"null", b"2024-01-01", b"1:2:3", b"=", b"<<",
)  # fmt: skip


def _damaged(draw: DrawFn, data: bytes, marks: tuple[bytes, ...]) -> bytes:
    """Some bytes put in, left out, doubled or turned."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        match draw(st.sampled_from(["put", "cut", "copy", "turn", "cut short"])):
            case "put":
                data = data[:at] + draw(st.sampled_from(marks)) + data[at:]
            case "cut":
                data = data[:at] + data[at + draw(st.integers(1, 20)) :]
            case "copy":
                end = at + draw(st.integers(1, 60))
                data = data[:end] + data[at:end] * draw(st.integers(1, 3)) + data[end:]
            case "turn":
                turned = bytes([draw(st.integers(0, 255))])
                data = data[:at] + turned + data[at + 1 :]
            case _:
                data = data[:at] if draw(st.booleans()) else data
    return data


RICH = b"""\
protoplay: 1
name: Hostile
name.de: Feindlich
players: 2-4
languages: [en, de]
parameters:
  coins: {value: 3, low: 1, high: 9, note: how many}
  wild: true
variants:
  short: {parameters: {coins: 2}, without: [box]}
palette: {river: "#3366aa", sun: "#ffcc00"}
keywords: {coin: "**coin**"}
sheet: {paper: a4, margin: 8mm, marks: ticks, backs: long-edge}
components:
  cards:
    title: Cards
    title.de: Karten
    size: poker
    rows:
      - {name: Lion, n: 3, colour: river}
      - {name: Bear, n: 1, colour: sun, count: 2}
    where: n > 0
    count: n + coins
    override: [{match: {name: Lion}, set: {n: 4}}]
    piece: "{{ name }} {{ n }}"
    front: {use: card, title: "{{ name }}", text: "pay {{ coins }} coin", colour: "{{ colour }}"}
    back: {use: back, title: Hostile}
  tokens:
    shape: {hex: 30mm, across: flats}
    rows: {product: {a: [1, 2], b: [x, y]}}
    front: {use: token, title: "{{ a }}{{ b }}"}
  box:
    shape: {tuckbox: cards}
    front: {use: tuckbox, title: Box}
"""


@st.composite
def yaml_bytes(draw: DrawFn) -> Case:
    """A sound definition with its bytes damaged."""
    return Case("yaml bytes", _command(draw), (("game.yaml", _damaged(draw, RICH, _MARKS)),))


# -- tables -----------------------------------------------------------------------------------

ROWS = (
    CARDS.replace("title: One", 'title: "{{ name }}"') + "    rows: cards.KIND\n    where: n > 0\n"
)
_CELLS = (b",", b";", b"\t", b'"', b'""', b"\n", b"\r", b"\r\n", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf",
          b"1,5", b"name", b"n", b"count", b"id", b"#", b"=1+1", b"{{ n }}", b"'", b"a" * 70_000)  # fmt: skip


@st.composite
def csv(draw: DrawFn) -> Case:
    """Tables as text: odd cells, delimiters, quotes and encodings."""
    if draw(st.booleans()):
        data = _damaged(draw, b'name,n,count\nLion,3,1\nBear,1,2\n"Owl, ""old""",2,1\n', _CELLS)
    else:
        rows = draw(st.lists(st.lists(_text(), max_size=4), max_size=5))
        lines = [["name", "n"], *rows]
        text = draw(st.sampled_from(",;\t|")).join
        encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252"]))
        data = "\n".join(map(text, lines)).encode(encoding, "replace")
    name = draw(st.sampled_from(["csv", "tsv"]))
    return Case("csv", _command(draw), (
        ("game.yaml", ROWS.replace("KIND", name).encode()), (f"cards.{name}", data),
    ))  # fmt: skip


_CELL_VALUES = ("Lion", 3, 2.5, True, None, "=1+1", "1e999", "a\nb", "x" * 200, -1, 1e300)


_FORMATS = (
    "General",
    "# ?/?",
    "[h]:mm",
    '[>=1000]0.0,"k";0',
    "##0.0E+0",
    "yyyy-mm-dd",
    "00-00",
    "0 %",
)


@cache
def _workbook(kind: str) -> bytes:
    if kind == "xlsx":
        import datetime

        import openpyxl
        from openpyxl.worksheet.table import Table

        book = openpyxl.Workbook()
        sheet = book.active
        sheet.append(["name", "n", "when"])
        for i, value in enumerate(_CELL_VALUES, start=2):
            sheet.append([str(value), value, datetime.date(2024, 1, 1)])
            sheet.cell(i, 2).number_format = _FORMATS[i % len(_FORMATS)]
        sheet.merge_cells("C2:C4")
        sheet.row_dimensions[3].hidden = True
        table = Table(displayName="T", ref="A1:C5", totalsRowCount=1)
        sheet.add_table(table)
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()
    space = "urn:oasis:names:tc:opendocument:xmlns"
    cell = '<table:table-cell office:value-type="{}" office:value="{}"><text:p>{}</text:p></table:table-cell>'
    rows = "".join(
        f"<table:table-row>{cell.format('string', '', a)}{cell.format('float', b, b)}</table:table-row>"
        for a, b in (("name", "n"), ("Lion", 3), ("Bear", 1))
    )
    content = (
        f'<office:document-content xmlns:office="{space}:office:1.0" xmlns:table="{space}:table:1.0" '
        f'xmlns:text="{space}:text:1.0"><office:body><office:spreadsheet><table:table table:name="S">'
        f"{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<a/>")
    return out.getvalue()


_XML = (
    b"<", b">", b"&", b'"', b"/", b"1048576", b"XFD1048576", b"-1", b"99999999999999999999", b'r="A1"',
    b"<c>", b"</c>", b"<row>", b'hidden="1"', b'ref="A1:XFD1048576"', b'table:number-rows-spanned="9"', b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;", b"<![CDATA[", b"]]>", b"\x00",
    b't="s"', b't="e"', b"<v>1e999</v>", b'table:number-rows-repeated="1000000000"',
    b'table:number-columns-repeated="-5"', b"\xff",
)  # fmt: skip


@st.composite
def workbooks(draw: DrawFn) -> Case:
    """Spreadsheets: the archive damaged, or a sheet inside it."""
    kind = draw(st.sampled_from(["xlsx", "ods"]))
    data = _workbook(kind)
    if draw(st.integers(0, 2)):
        data = _inside(draw, data)
    else:
        data = _damaged(draw, data, (b"PK\x03\x04", b"\x00" * 8, b"\xff" * 4))
    return Case("workbooks", _command(draw), (
        ("game.yaml", ROWS.replace("KIND", kind).encode()), (f"cards.{kind}", data),
    ))  # fmt: skip


def _inside(draw: DrawFn, data: bytes) -> bytes:
    out = io.BytesIO()
    packing = draw(st.sampled_from((zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA)))
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", packing) as new:
        names = old.namelist()
        hit = draw(st.sampled_from([n for n in names if n.endswith(".xml")]))
        for name in names:
            part = old.read(name)
            new.writestr(name, _damaged(draw, part, _XML) if name == hit else part)
    return out.getvalue()


# -- SVG --------------------------------------------------------------------------------------

_TAGS = (
    "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "textPath",
    "image", "use", "defs", "symbol", "clipPath", "mask", "pattern", "linearGradient", "radialGradient",
    "stop", "marker", "filter", "feGaussianBlur", "feTurbulence", "feImage", "feMorphology", "feOffset",
    "feConvolveMatrix", "feTile", "feFlood", "feMerge", "feComposite", "foreignObject", "script", "style",
    "a", "switch", "svg", "flowRoot", "animate", "title", "desc", "metadata", "view", "cursor", "zz",
)  # fmt: skip
_ATTRIBUTES = (
    "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "x2", "d", "points", "transform", "id",
    "href", "xlink:href", "style", "class", "fill", "stroke", "stroke-width", "stroke-dasharray", "opacity",
    "clip-path", "mask", "filter", "marker-mid", "font-family", "font-size", "text-anchor", "letter-spacing",
    "textLength", "viewBox", "preserveAspectRatio", "patternUnits", "gradientTransform", "offset", "values",
    "stdDeviation", "numOctaves", "baseFrequency", "radius", "order", "in", "result", "onload", "dx",
    "rotate", "dominant-baseline", "writing-mode", "xml:space", "requiredFeatures", "systemLanguage",
)  # fmt: skip
_VALUES = (
    "0", "1", "-1", "10", "1e9", "1e-9", "1e308", "1e999", "nan", "inf", "50%", "-50%", "5mm", "5em", "",
    "url(#a)", "url(#b)", "#a", "#b", "url(../secret.txt)", "../secret.txt", "file:///etc/passwd",
    "http://x.invalid/a.png", "data:image/png;base64,AAAA", "data:image/svg+xml;base64,PHN2Zy8+",
    "data:text/html,x", "a.svg", "M0 0L9 9", "M0 0" + "l1 1" * 300, "M0 0A1e9 1e9 0 0 1 5 5", "M", "M1e999 0",
    "1,1 2,2 3", "scale(0)", "scale(1e9)", "matrix(1 1 1 1 1 1)", "rotate(1e9)", "translate(nan)", "0 0 0 0",
    "0 0 1e9 1e-9", "0.0001", "0.001 0.001", "red", "#12345", "river", "currentColor", "inherit", "none",
    "fill:red;;:", "{", "font-family:", "middle", "a b c", "\u202e", "1 1 1 1 1 1 1 1 1", "objectBoundingBox",
)  # fmt: skip


@cache
def _element() -> SearchStrategy[str]:
    def made(tag: str, attributes: dict[str, str], inner: str) -> str:
        written = "".join(f' {k}="{v.replace(chr(34), "")}"' for k, v in attributes.items())
        return f"<{tag}{written}>{inner}</{tag}>"

    attributes = st.dictionaries(st.sampled_from(_ATTRIBUTES), st.sampled_from(_VALUES), max_size=6)
    words = st.sampled_from(
        ["", "word", "{{ name }}", "a" * 200, "&#x202e;", "@import 'x';", ".a{fill:red}"]
    )
    return st.recursive(
        st.builds(made, st.sampled_from(_TAGS), attributes, words),
        lambda inner: st.builds(
            made, st.sampled_from(_TAGS), attributes, st.lists(inner, max_size=3).map("".join)
        ),
        max_leaves=8,
    )


def _svg(draw: DrawFn) -> bytes:
    body = "".join(draw(st.lists(_element(), max_size=5)))
    view = draw(st.sampled_from(["0 0 63.5 88.9"] * 6 + list(_VALUES)))
    root = draw(st.sampled_from(['viewBox="{}"'] * 5 + ['width="{}" height="9mm"', "{}"]))
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f"{root.format(view)}>{body}</svg>"
    ).encode()
    return _damaged(draw, text, (*_XML, b"{{", b"{%")) if draw(st.integers(0, 4)) == 0 else text


@st.composite
def svg(draw: DrawFn) -> Case:
    """Drawings as templates, as art and as icons."""
    way = draw(
        st.sampled_from(["{template: a.svg}", "{use: card, art: a.svg}", "{use: card, icon: a}"])
    )
    text = CARDS.replace("{use: card, title: One}", way)
    name = "icons/a.svg" if "icon" in way else "a.svg"
    args = _command(draw)
    if draw(st.integers(0, 15)) == 0:
        args = (
            "build",
            "pack",
            "--format",
            draw(st.sampled_from(["png", "pdf", "svg"])),
            "--dpi",
            "72",
        )
    return Case("svg", args, (("game.yaml", text.encode()), (name, _svg(draw))))


# -- texts and templates ----------------------------------------------------------------------

_ATOMS = (
    "name", "n", "coins", "piece", "game", "players", "palette", "range(9)", "range(999)", "dict(a=1)",
    "'a'", "'a' * 99", "[1, 2]", "[[1], [2]]", "{'a': 1}", "1", "0", "-1", "1.5", "1e308", "9**9", "none",
    "true", "x", "self", "loop", "cycler", "namespace()", "joiner()", "lipsum()", "draw", "slot", "w", "h",
)  # fmt: skip
_FILTERS = (
    "abs", "attr('a')", "batch(2)|list", "capitalize", "center(99)", "count", "default('x')", "dictsort",
    "escape", "first", "float", "forceescape", "format(1)", "groupby('a')|list", "indent(99)", "int", "items",
    "join(',')", "last", "length", "list", "lower", "map('int')|list", "max", "min", "pprint", "random",
    "reject('odd')|list", "replace('a', 'bb')", "reverse|list", "round(3)", "safe", "select|list", "slice(3)|list",
    "sort", "string", "striptags", "sum", "title", "tojson", "trim", "truncate(3)", "unique|list", "upper",
    "urlencode", "urlize", "wordcount", "wordwrap(2)", "xmlattr", "filesizeformat", "zz",
)  # fmt: skip
_JOINTS = (
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "~",
    "==",
    "<",
    "in",
    "and",
    "or",
    "is",
    "if n else",
    ",",
    "|",
    ".",
)


@cache
def _expression() -> SearchStrategy[str]:
    return st.recursive(
        st.sampled_from(_ATOMS),
        lambda inner: st.one_of(
            st.builds(lambda a, f: f"{a}|{f}", inner, st.sampled_from(_FILTERS)),
            st.builds(lambda a, j, b: f"({a}) {j} ({b})", inner, st.sampled_from(_JOINTS), inner),
            st.builds(lambda a, b: f"({a})[{b}]", inner, inner),
            st.builds(lambda a, b: f"({a})({b})", inner, inner),
            st.builds(lambda a: f"-({a})", inner),
            st.builds(lambda a, b: f"[{a}, {b}]", inner, inner),
        ),
        max_leaves=5,
    )


@cache
def _template() -> SearchStrategy[str]:
    return st.recursive(
        st.one_of(
            _expression().map("{{{{ {} }}}}".format), _text(), st.sampled_from(ODD_TEXTS), _draws()
        ),
        lambda inner: st.one_of(
            st.builds("{{% for a in {} %}}{}{{% endfor %}}".format, _expression(), inner),
            st.builds("{{% if {} %}}{}{{% endif %}}".format, _expression(), inner),
            st.builds("{{% set a = {} %}}{}".format, _expression(), inner),
            st.builds("{{% macro m() %}}{0}{{{{ m() }}}}{{% endmacro %}}{0}".format, inner),
            st.builds("{{% include {} %}}{}".format, _expression(), inner),
            st.builds("{{% import 'a.svg' as p %}}{}".format, inner),
            st.builds("{{# {} #}}{}".format, inner, inner),
            st.lists(inner, max_size=3).map("".join),
        ),
        max_leaves=5,
    )


@cache
def _calls() -> tuple[tuple[str, int], ...]:
    """Return the functions that a template can call on `draw`, with their numbers of arguments."""
    import inspect

    from generator.press.face.canvas import Canvas

    found = []
    for name, function in inspect.getmembers(Canvas, inspect.isfunction):
        if not name.startswith("_"):
            found.append((name, len(inspect.signature(function).parameters) - 1))
    return tuple(found)


@cache
def _draws() -> SearchStrategy[str]:
    """Return calls of drawing functions with valid values and one or two odd ones."""
    sound = st.sampled_from(["1", "5", "9", "w", "h", "bleed", "name", "'a'", "'lion'", "'river'"])
    odd = st.sampled_from(
        ["0", "-1", "0.001", "1e-9", "1e-17", "1e-308", "1e9", "1e17", "1e30", "1e308", "-1e308", "''",
         "'dots'", "'waves'", "'#fff'", "none", "true", "[]", "{}", "'x' * 999", "'a b ' * 300",
         "'../secret.txt'", "'a.svg'", "range(3)", "x", "draw", "slot", "10 ** 29", "1e17 + 1"]
    )  # fmt: skip

    def mixed(values: list[str], odds: list[str], places: list[int]) -> list[str]:
        for place, each in zip(places, odds, strict=False):
            values[place] = each
        return values

    value = st.builds(
        mixed,
        st.lists(sound, min_size=12, max_size=12),
        st.lists(odd, max_size=2),
        st.lists(st.integers(0, 5), min_size=2, max_size=2),
    )

    def called(call: tuple[str, int], values: list[str], less: int) -> str:
        name, most = call
        return "{{ draw." + name + "(" + ", ".join(values[: max(0, most - less)]) + ") }}"

    return st.builds(
        called,
        st.sampled_from(_calls()),
        value,
        st.integers(0, 4),
    )


@st.composite
def texts(draw: DrawFn) -> Case:
    """Texts of slots, conditions, counts and names."""
    key = draw(st.sampled_from(["title", "text", "icon", "where", "count", "piece"]))
    text = draw(_expression() if key in ("where", "count") else _template())
    value = _dump(text).decode()
    rows = "    rows: [{name: Lion, n: 3}, {name: Bear, n: 0}]\nparameters: {coins: 3}\n"
    if key in ("title", "text", "icon"):
        game = CARDS.replace("title: One", f"{key}: {value}") + rows
    else:
        game = CARDS + f"    {key}: {value}\n" + rows
    return Case("texts", _command(draw), (("game.yaml", game.encode()),))


@st.composite
def templates(draw: DrawFn) -> Case:
    """Face templates of the pack."""
    game = CARDS.replace("use: card", "template: a.svg")
    body = draw(st.lists(st.one_of(_template(), _draws(), _draws(), _element()), max_size=4))
    return Case("templates", _command(draw), (
        ("game.yaml", game.encode()), ("a.svg", "".join(body).encode("utf-8", "replace")),
    ))  # fmt: skip


# -- Markdown ---------------------------------------------------------------------------------

_LINES = (
    "# Head", "###### Six", "words *em* **strong**", "***", "---", "- item", "  - nested", "1. one",
    "999999999. big", "> quote", "| a | b |", "|---|:-:|", "| 1 | 2 | 3 |", "```", "    code", "![a](a.png)",
    "![a](../secret.txt)", "![](http://x.invalid/a.png)", "[a](b)", "<b>html</b>", "<!-- omit -->", "<!--",
    "<!--=coins-->3<!--/-->", "<!--=1/0-->9<!--/-->", "<!-- /omit -->", "&amp;&#0;&#xD800;", "\\", "<br>",
    "", "  ", "\t", "a" * 400, "| " * 60, "> " * 30, "- " * 30, "*" * 99, "[" * 99, "\u202e", "🂡", "{{ coins }}",
    "![a](a.png){width=5mm}", "{: .x}", "Setext\n======",
)  # fmt: skip


@st.composite
def markdown(draw: DrawFn) -> Case:
    """Rule sheets."""
    slots = draw(st.dictionaries(
        st.sampled_from(["file", "omit", "only", "columns", "text_size", "pages", "page", "title"]), _scalar(), max_size=2
    ))  # fmt: skip
    face = _dump({"use": "rules", **slots}).decode()
    game = (
        HEAD
        + "parameters: {coins: 3}\ncomponents:\n  sheet:\n    size: a5\n    front: "
        + face
        + "\n"
    )
    lines = draw(st.lists(st.one_of(st.sampled_from(_LINES), _text()), max_size=14))
    return Case("markdown", _command(draw), (
        ("game.yaml", game.encode()), ("RULES.md", "\n".join(lines).encode("utf-8", "replace")),
        ("a.png", _picture("PNG")),
    ))  # fmt: skip


# -- icons, fonts, pictures -------------------------------------------------------------------


@st.composite
def icon_sets(draw: DrawFn) -> Case:
    """Iconify sets."""
    body = draw(st.one_of(_element(), _text()))
    icon = st.fixed_dictionaries(
        {"body": st.just(body)},
        optional={"width": _scalar(), "height": _scalar(), "left": _scalar(), "hidden": _scalar()},
    )
    told = draw(st.fixed_dictionaries(
        {"prefix": _sometimes(st.just("mine")),
         "icons": _sometimes(st.dictionaries(st.sampled_from(["lion", "a", ""]), _sometimes(icon)))},
        optional={
            "aliases": _sometimes(st.dictionaries(
                st.sampled_from(["b", "lion"]),
                st.fixed_dictionaries({"parent": st.sampled_from(["lion", "b", "zz"])},
                                      optional={"rotate": _scalar(), "hFlip": _scalar()}),
            )),
            "width": _scalar(), "info": _anything(), "suffixes": _anything(),
        },
    ))  # fmt: skip
    data = json.dumps(told).encode()
    if draw(st.integers(0, 4)) == 0:
        data = _damaged(draw, data, (b"{", b"[", b'"', b"1e999", b"\\ud800", b"\xff", b"null"))
    game = CARDS.replace("title: One", "icon: lion") + "icons: [{set: s.json}]\n"
    return Case("icon sets", _command(draw), (("game.yaml", game.encode()), ("s.json", data)))


@cache
def _font() -> bytes:
    """Source Sans with few glyphs, so that damage is likely to hit something."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    from generator.reading.fonts import default_font

    font = TTFont(default_font().files["regular"])
    subsetter = Subsetter(Options(name_IDs=["*"], layout_features=["*"]))
    subsetter.populate(text="One fi AV")
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


@st.composite
def fonts(draw: DrawFn) -> Case:
    """Return a font with some bytes of one table damaged."""
    data = bytearray(_font())
    n_tables = struct.unpack_from(">H", data, 4)[0]
    for _ in range(draw(st.integers(1, 6))):
        table = draw(st.integers(0, n_tables))
        start, length = 0, 12 + 16 * n_tables
        if table < n_tables:
            start, length = struct.unpack_from(">II", data, 12 + 16 * table + 8)
        at = min(len(data) - 1, start + draw(st.integers(0, min(max(length, 1), 400))))
        for i, value in enumerate(draw(st.sampled_from(
            [b"\xff", b"\x00", b"\x7f", b"\xff\xff", b"\xff\xff\xff\xff", b"\x00\x00", b"\x3f\xff\xff\xff"]
        ))):  # fmt: skip
            if at + i < len(data):
                data[at + i] = value
    game = CARDS + "fonts: {body: {regular: f.ttf}}\n"
    command = _command(draw)
    if draw(st.integers(0, 9)) == 0:
        command = (
            "build",
            "pack",
            "--format",
            draw(st.sampled_from(["pdf", "png"])),
            "--dpi",
            "72",
        )
    return Case("fonts", command, (("game.yaml", game.encode()), ("f.ttf", bytes(data))))


@cache
def _picture(kind: str) -> bytes:
    from PIL import Image

    out = io.BytesIO()
    image = Image.effect_noise((40, 40), 60).convert("P" if kind == "GIF" else "RGB")
    image.save(out, kind)
    return out.getvalue()


@st.composite
def pictures(draw: DrawFn) -> Case:
    """Pictures: damaged, of a false size, or something else altogether."""
    kind = draw(st.sampled_from(["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "PPM", "EPS"]))
    data = _picture(kind)
    if kind == "PNG" and draw(st.booleans()):
        sides = draw(
            st.sampled_from([(1, 1), (0, 0), (9000, 9000), (2**31 - 1, 1), (65_000, 65_000)])
        )
        head = b"IHDR" + struct.pack(">IIBBBBB", *sides, 8, draw(st.integers(0, 6)), 0, 0, 0)
        data = data[:12] + head + struct.pack(">I", zlib.crc32(head)) + data[33:]
    else:
        data = _damaged(
            draw, data, (b"\xff\xd8", b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"IDAT", b"%!PS")
        )
    name = draw(st.sampled_from(["a.png", "a.jpg", "a.gif", "a.webp", "a.tif"]))
    game = CARDS.replace("title: One", f"art: {name}")
    return Case("pictures", _command(draw), (("game.yaml", game.encode()), (name, data)))


# -- parameters and command lines -------------------------------------------------------------


@st.composite
def parameters(draw: DrawFn) -> Case:
    """Return parameters, their bounds and variants, and settings with `--set`."""
    names = st.sampled_from(["coins", "wild", "a b", "1a", "piece", "", "ß"])
    long = st.fixed_dictionaries(
        {"value": _scalar()}, optional={"low": _scalar(), "high": _scalar(), "note": _scalar()}
    )
    written = draw(st.dictionaries(names, st.one_of(_scalar(), long), max_size=3))
    variants = draw(st.dictionaries(_text(), st.fixed_dictionaries(
        {}, optional={"parameters": st.dictionaries(names, _scalar()), "without": st.lists(_text())}
    ), max_size=2))  # fmt: skip
    game = (
        ROWS.encode() + b"parameters: " + _dump(written) + b"\nvariants: " + _dump(variants) + b"\n"
    )
    args = ["check", "pack", "--data-only"]
    cells = st.sampled_from(
        ["cards.one.n", "cards.one", "cards..n", "cards.two.n", "cards.one.art"]
    )
    for _ in range(draw(st.integers(0, 2))):
        args += [
            "--set",
            f"{draw(names | cells)}{draw(st.sampled_from(['=', '', '==', ' = ']))}{draw(_scalar())}",
        ]
    if draw(st.booleans()):
        args += ["--variant", draw(_text())]
    return Case("parameters", tuple(a.replace("\0", "") for a in args), (("game.yaml", game),))


# What takes long, listens or reaches out is left out here; it is tried elsewhere.
_LEFT_OUT = {"about", "demo", "preview"}
_OPTIONS_LEFT_OUT = {"--cluster", "--help", "--open", "--port"}
_PLAYING = {"simulate", "compare", "sweep", "ladder", "replay", "suggest"}


@cache
def _commands() -> dict[str, list[tuple[str, bool]]]:
    """Every command's options: the name, and whether it is a flag."""
    from typer.main import get_command

    from generator.cli.commands import app

    found = {}
    for name, command in get_command(app).commands.items():  # type: ignore[attr-defined]
        if name not in _LEFT_OUT:
            found[name] = [
                (option, p.is_flag)
                for p in command.params
                if p.param_type_name == "option"
                for option in p.opts
                if option.startswith("--") and option not in _OPTIONS_LEFT_OUT
            ]
    return found


@st.composite
def command_lines(draw: DrawFn) -> Case:
    """Commands with options of any value; the pack is sound."""
    name = draw(st.sampled_from(sorted(_commands())))
    args = [name]
    if name == "new" or (name not in _PLAYING and draw(st.integers(0, 5)) == 0):
        args.append(
            draw(
                st.one_of(
                    _text(), st.sampled_from(["pack", "mara", ".", "..", "/", "pack/game.yaml"])
                )
            )
        )
    elif name not in ("list", "schema", "calibrate", "about"):
        args.append("pack")
    if name == "sweep":
        args.append(
            draw(
                st.sampled_from(
                    [
                        "coins=1..3",
                        "coins=1,2",
                        "coins",
                        "=",
                        "coins=9..1",
                        "coins=1..1e9",
                        "coins=nan",
                        "coins=inf,1",
                        "coins=1..nan",
                        "coins=1..2..inf",
                        "coins=1e400",
                    ]
                )
            )
        )
    for _ in range(draw(st.integers(0, 3))):
        args += _option(draw, name)
    if name in _PLAYING:
        args += (
            ["--games", draw(st.sampled_from(["1", "2", "0", "-1", "x"]))]
            if name != "replay"
            else []
        )
        args += ["--trust"] * draw(st.integers(0, 1))
    game = ROWS + "parameters: {coins: 3}\n"
    return Case(
        "command lines", tuple(a.replace("\0", "") for a in args), (("game.yaml", game.encode()),)
    )


def _option(draw: DrawFn, command: str) -> list[str]:
    if not _commands()[command]:
        return []
    option, is_flag = draw(st.sampled_from(_commands()[command]))
    if is_flag:
        return [option]
    if option == "--out" or option in ("--csv", "--xlsx", "--records", "--rows", "--in"):
        return [option, draw(st.sampled_from(
            ["output", "output/a/b", "pack/game.yaml", "pack/game.yaml/x", "output/" + "x" * 300, "/proc/x"]
        ))]  # fmt: skip
    if option in ("--goal", "--tune") and draw(st.booleans()):
        parts = st.sampled_from(["cards", "one", "n", "coins", " effect ", " wins", "seat 1", "seats",
            "turns", "±", "<=", "=", "..", ".", "|", ",", "5", "5%", "1e9", "-0", "6-6", "nan"])  # fmt: skip
        return [option, "".join(draw(st.lists(parts, min_size=1, max_size=7)))]
    if option == "--dpi":
        return [option, draw(st.sampled_from(["36", "0", "-1", "nan", "1e9", "x"]))]
    value = draw(st.one_of(_text(), st.sampled_from(ODD_NUMBERS).map(str)))
    return [option, value[:200]]


# -- studies ----------------------------------------------------------------------------------

PACKS = Path(__file__).parents[1] / "packs"
_TOYS = {  # small games that tests compile anyhow: the range of each number, and how they are played
    "even_odds": ({"a": (1, 60), "b": (1, 60)}, ("greedy", "random")),
    "komi": ({"n": (0, 6), "s": (1, 12), "k": (-3, 9), "bonus": (0, 6)}, ("greedy", "random")),
    "market": ({"coins": (0, 9), "shown": (0, 5)}, ("greedy", "random", "mcts:2", "flat:2")),
}
_GOODS = """\
components:
  goods:
    size: poker
    rows:
      - {name: apple, points: 1}
      - {name: bread, points: 2}
      - {name: figs, points: 4}
      - {name: gold, points: 12}
      - {name: herbs, points: 1}
      - {name: jam, points: 3}
    piece: "{{ name }}"
    front: {use: card, title: "{{ name }}", text: "{{ points }} points"}
"""
_BANDS = {  # of what every game has, and of what one has
    "seats": ("±3%", "±0.1%", "±20%"),
    "seat 1 wins": ("50% ± 3%", "±5%", "<= 40%", ">= 99%", "0-1%"),
    "Second seat wins": ("40-60%", ">= 60%"),
    "tied games": ("<= 1%", ">= 5%"),
    "half-time leader wins": ("50-80%", "<= 20%"),
    "turns in 2-6": (">= 70%", "<= 10%"),
    "end by cap": ("<= 5%", ">= 50%"),
    "turns": ("4-9", "<= 3", ">= 100", "2 ± 0.001"),
    "score": ("7-10", ">= 50", "<= 0"),
    "margin": ("1-3", "<= 0.5"),
    "lead changes": (">= 2", "<= 1"),
    "legal moves": ("1-3", ">= 9"),
}
_MARKET_BANDS = {
    "end by sold_out": ("<= 30%", "40-60%"),
    "coins run out": ("<= 25%", ">= 90%"),
    "gold effect": ("±5%", "<= 5%", ">= 20%"),
    "goods/jam effect": ("±2%", "<= 30%"),
    "apple effect": ("±10%",),
}


@cache
def _compiled(toy: str) -> None:
    """Compile a toy for all players beforehand, so that no case pays for it."""
    with tempfile.TemporaryDirectory() as out:
        for agent in _TOYS[toy][1]:
            run(("simulate", str(PACKS / toy), "--trust", "--games=2", f"--agents={agent}",
                 f"--out={out}", "--quiet"))  # fmt: skip


def _seldom(draw: DrawFn) -> bool:
    return draw(st.integers(0, 39)) == 20  # not 0, which is drawn more often than its share


def _goals(draw: DrawFn, toy: str, least: int) -> dict[str, str]:
    """Measures and bands, seldom of another game or of another kind."""
    bands = {**_BANDS, **_MARKET_BANDS} if toy == "market" or _seldom(draw) else _BANDS
    names = draw(st.lists(st.sampled_from(tuple(bands)), min_size=least, max_size=3, unique=True))
    return {
        name: draw(st.sampled_from(bands["turns" if _seldom(draw) else name])) for name in names
    }


def _tune(draw: DrawFn, low: int, high: int) -> Any:
    """Return a `tune:` for a number."""
    if _seldom(draw):
        return draw(_anything())
    within = st.integers(low, high)
    return draw(st.sampled_from((
        True, True, True, True, False, {"cost": 2}, {"step": 2}, {"low": draw(within), "high": high},
        {"values": sorted({draw(within), draw(within), high})}, {"step": 1, "cost": 1e-9},
    )))  # fmt: skip


def _toy(draw: DrawFn, name: str) -> tuple[dict[str, Any], dict[str, tuple[int, int]]]:
    """The definition of a small game, and the range of each of its numbers."""
    numbers, spans = {}, {}
    for key, (least, most) in _TOYS[name][0].items():
        ends = st.lists(st.integers(least, most), min_size=3, max_size=3, unique=True).map(sorted)
        low, value, high = draw(ends)
        spans[key] = low, high
        numbers[key] = {"low": low, "value": value, "high": high, "tune": _tune(draw, low, high)}
    game = {
        "protoplay": 1, "name": name, "parameters": numbers, "goals": _goals(draw, name, 1),
        "players": "2-3" if name == "market" else 2,
    }  # fmt: skip
    more = st.fixed_dictionaries({}, optional={
        "turns_target": st.sampled_from(("2-4", "8-14")),
        "worth": st.sampled_from(({"seats": 5}, {"effects": 1, "lengths": 0.1})),
        "variants": st.just({"long": {}, "short": {"parameters": {key: spans[key][0]}}}),
    })  # fmt: skip
    return {**game, **draw(more)}, spans


@st.composite
def studies(draw: DrawFn) -> Case:
    """Return studies of small games, finished, out of time, or stopped, with their files."""
    name = draw(st.sampled_from(sorted(_TOYS)))
    agents = _TOYS[name][1]
    _compiled(name)
    game, spans = _toy(draw, name)
    written = yaml.safe_dump(yaml.safe_load(_dump(game)), allow_unicode=True)
    written += _GOODS if name == "market" else ""
    command = draw(st.sampled_from(("suggest", "suggest", "suggest", "sweep", "compare", "ladder")))
    args = [command, "pack", "--trust", "--seed", str(draw(st.integers(0, 99)))]
    key = draw(st.sampled_from(sorted(spans)))
    low, high = spans[key]
    value = draw(st.integers(low - _seldom(draw), high))
    if command == "suggest":
        args += _suggesting(draw, name, spans)
    else:
        args += ["--games", str(draw(st.sampled_from((1, 2, 3, 10, 40))))]
    if command == "sweep":
        span = draw(st.sampled_from(("{}={}..{}", "{}={},{}", "{}={}..{}..2")))
        args.insert(2, span.format(key, low, min(high, low + 3)))
    if command == "compare" or ("--write" not in args and draw(st.integers(0, 9)) == 0):
        args += ["--set", f"{key}={value}"]
    if command == "ladder":
        args += ["--agents", ",".join(agents)]
    elif draw(st.booleans()):
        args += ["--agents", draw(st.sampled_from(agents))]
    if name == "market" and draw(st.integers(0, 2)) == 0:
        counts = ("2", "3", "2,3", "2-3") if command == "suggest" else ("2", "3")
        args += ["--players", draw(st.sampled_from(counts))]
    args += draw(st.sampled_from((["--json"], ["--json"], ["--quiet"], [])))
    args += draw(st.sampled_from(([], [], ["--csv", "output/a.csv"], ["--xlsx", "output/a.xlsx"])))
    late, stop = 0.0, draw(st.sampled_from((0, 0, 1, 2, 3, 5, 10, 20, 60)))
    if command == "suggest" and (not stop or draw(st.booleans())):
        budget = draw(st.sampled_from((0.05, 0.3, 1, 3)))
        args += ["--budget", f"{budget}s"]
        late = budget / draw(st.integers(1, 120)) if budget > 0.1 or draw(st.booleans()) else 0.0
    if stop:
        args += ["--resume"] * draw(st.integers(0, 1))
    rules = (PACKS / name / "rules.py").read_bytes()
    files = (("game.yaml", written.encode()), ("rules.py", rules))
    return Case("studies", tuple(args), files, late, stop)


def _suggesting(draw: DrawFn, name: str, spans: dict[str, tuple[int, int]]) -> list[str]:
    """Return the options that only `suggest` has."""
    args = ["--games", str(draw(st.sampled_from((1000, 1000, 1500, 4000))))]
    args += ["--confirm", draw(st.sampled_from(_TOYS[name][1]))]
    if draw(st.booleans()):
        for measure, band in _goals(draw, name, 0).items():
            args += ["--goal", f"{measure} {band}"]
    tuned = [key for key in sorted(spans) if draw(st.booleans())]
    form = draw(st.sampled_from(("{}", "{}={}..{}", "{}={}..{}..2", "{}={},{}")))
    for key in tuned:
        args += ["--tune", form.format(key, *spans[key])]
    if name == "market" and (not tuned or draw(st.booleans())):
        cells = ("goods.points", "goods.gold.points=1..9", "goods.jam.points", "goods.herbs.points")
        args += ["--tune", draw(st.sampled_from(cells))]
    return [*args, *["--write"] * draw(st.integers(0, 1))]


STRATEGIES: dict[str, Callable[[], SearchStrategy[Case]]] = {
    "yaml-values": yaml_values,
    "yaml-bytes": yaml_bytes,
    "csv": csv,
    "workbooks": workbooks,
    "svg": svg,
    "texts": texts,
    "templates": templates,
    "markdown": markdown,
    "icon-sets": icon_sets,
    "fonts": fonts,
    "pictures": pictures,
    "parameters": parameters,
    "command-lines": command_lines,
    "studies": studies,
}
