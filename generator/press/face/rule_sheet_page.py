"""Writes a rule sheet as one web page, with the same blocks and pictures as on paper, in one file.

In: the blocks of a Markdown text, colours, and functions that draw. Out: HTML that needs no other
file and works on narrow and wide screens, light and dark, and with screen readers.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Literal

from generator.model.decimals import drawn
from generator.press.face.passive import Report, sealed_parts
from generator.press.text.markdown import BOXES, Block
from generator.press.text.markup import Bit
from generator.press.text.text_pictures import PictureRef

STYLE = """
:root{color-scheme:light dark;--paper:#fdfaf3;--ink:#26221e;--accent:ACCENT;--pale:#efe8da}
@media(prefers-color-scheme:dark){:root{--paper:#1d1b19;--ink:#ece6dc;--accent:SHINE;--pale:#35312c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:1.06rem/1.5 "Source Sans Pro","Source Sans 3",system-ui,sans-serif}
header,main,nav{max-width:48rem;margin:0 auto;padding:0 1.2rem}
header{padding-top:1.4rem}
main{padding-bottom:4rem;overflow-wrap:anywhere}
h1,h2{color:var(--accent);line-height:1.2;text-wrap:balance}
h1{font-size:2.2rem;margin:0}
h2{font-size:1.5rem;margin:2.2rem 0 .6rem;clear:both}
h3{font-size:1.15rem;margin:1.4rem 0 .4rem}
a{color:var(--accent)}
a:focus-visible,.table:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}
svg{max-width:100%;height:auto}
svg.icon{width:1.15em;height:1.15em;vertical-align:-.2em}
svg.drawing{background:#fff;color:#26221e;border-radius:.4rem;padding:.5rem}
figure{margin:1rem 0;text-align:center}
figcaption{font-style:italic;font-size:.95rem}
.faces{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;justify-content:center}
li.led,p.led{display:flex;gap:1rem;align-items:center;list-style:none;margin:.6rem 0}
li.led{margin-left:-1.4rem}
.led>.faces{flex:0 0 auto;max-width:45%;min-width:4.5rem}
ul,ol{padding-left:1.4rem}
li{margin:.25rem 0}
blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:.3rem solid var(--accent)}
.table{overflow-x:auto;clear:both}
table{border-collapse:collapse;margin:.8rem 0}
th,td{padding:.3rem .6rem;border-bottom:1px solid color-mix(in srgb,var(--ink) 30%,transparent)}
th{background:var(--pale);text-align:left}
.center{text-align:center}.right{text-align:right}
@media(min-width:44rem){
figure.beside-right{float:right;clear:right;margin:.2rem 0 .8rem 1.4rem;max-width:50%}
figure.beside-left{float:left;clear:left;margin:.2rem 1.4rem .8rem 0;max-width:50%}
.columns{columns:2;column-gap:2rem}.columns li,.columns p,.columns h3{break-inside:avoid}
}
@media print{nav{display:none}h2,h3{break-after:avoid}p,li,figure,tr{break-inside:avoid}}
"""
# The Content-Security-Policy of a page of rules: no scripts, no other files, no forms.
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)
SHARED = 400  # number of characters from which a drawing is written once for all pictures
SCREEN = 1.45  # the scale of pictures on screen, relative to paper
FACE_REM = 5.0  # rem; the greatest height of a row of faces without a given width
LED_REM = 3.4  # rem; the greatest height of faces at the left of a text
WAYS = {"center": "center", "right": "right"}


@dataclass(frozen=True, slots=True)
class Graphic:
    """A picture as SVG, `width` by `height` mm; equal pictures have equal names."""

    svg: str
    width: float
    height: float
    name: str
    alt: str


@dataclass(slots=True)
class Page:
    """Writes one page, which contains every picture only once, however often the picture is shown.

    `icon(name)` draws an icon in a unit square and returns it with its title. `graphic` draws the
    picture of a reference at a line of the file, or returns None after a problem. `read` parses a
    text with markup into bits, line by line. `left_out` reports the parts of drawings that are not
    allowed on a page.
    """

    icon: Callable[[str], tuple[str, str]]
    graphic: Callable[[PictureRef, int], Graphic | None]
    read: Callable[[str], list[list[Bit]]]
    left_out: Report
    _drawn: dict[str, Graphic] = field(default_factory=dict)

    def write(
        self,
        blocks: Sequence[Block],
        title: str,
        language: str,
        accent: str,
        shine: str,
        faces: Mapping[str, str],
    ) -> str:
        """Return the page of a text.

        Headings have the colour `accent` on light and `shine` on dark ground.

        `faces` are drawings by name that other pictures may contain; drawings that are used several
        times are written once.
        """
        body = "\n".join(self._written(blocks))
        for name, graphic in self._drawn.items():
            self._drawn[name] = replace(graphic, svg=sealed_parts(graphic.svg, self.left_out))
        heads = [block for block in blocks if block.kind == "head" and block.level <= 2]
        links = "".join(
            f'<li><a href="#{_anchor(block)}">{self._words(block.text)}</a></li>' for block in heads
        )
        symbols = "".join(
            f'<symbol id="g-{graphic.name}" '
            f'viewBox="0 0 {drawn(graphic.width)} {drawn(graphic.height)}">{graphic.svg}</symbol>'
            for graphic in self._drawn.values()
        )
        shared = ""
        for name, svg in sorted(faces.items(), key=lambda face: -len(face[1])):
            if len(svg) >= SHARED and symbols.count(svg) > 1:
                symbols = symbols.replace(svg, f'<use href="#b-{name}"/>')
                shared += f'<g id="b-{name}">{svg}</g>'
        style = STYLE.replace("ACCENT", accent).replace("SHINE", shine)
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
            '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
            f"<defs>{shared}</defs>{symbols}</svg>\n<header><h1>{escape(title)}</h1></header>\n"
            f'<nav aria-label="{escape(title)}"><ul>{links}</ul></nav>\n'
            f"<main>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def _written(self, blocks: Sequence[Block]) -> Iterator[str]:
        open_lists: list[str] = []
        in_columns = False
        for block in blocks:
            if block.kind != "item":
                yield from reversed([f"</{tag}>" for tag in open_lists])
                open_lists.clear()
            match block.kind:
                case "head":
                    tag = f"h{max(2, min(block.level, 3))}"
                    yield f'<{tag} id="{_anchor(block)}">{self._words(block.text)}</{tag}>'
                case "item":
                    yield from self._item(block, open_lists)
                case "words":
                    html = (
                        self._led("p", block)
                        if block.pictures
                        else f"<p>{self._words(block.text)}</p>"
                    )
                    yield f"<blockquote>{html}</blockquote>" if block.quoted else html
                case "table":
                    yield self._table(block)
                case "picture":
                    yield self._figure(block.pictures[0], block.line)
                case "faces":
                    yield self._faces(block, "div", FACE_REM)
                case "rule":
                    yield "<hr>"
                case "columns":
                    if in_columns:
                        yield "</div>"
                    in_columns = block.level > 1
                    if in_columns:
                        yield '<div class="columns">'
        yield from reversed([f"</{tag}>" for tag in open_lists])
        if in_columns:
            yield "</div>"

    def _item(self, block: Block, open_lists: list[str]) -> Iterator[str]:
        is_task = block.marker in BOXES
        tag = "ul" if is_task or block.marker in ("•", "") else "ol"
        while len(open_lists) > block.level:
            yield f"</{open_lists.pop()}>"
        while len(open_lists) < block.level:
            start = block.marker.rstrip(".") if tag == "ol" else "1"
            yield f"<{tag}>" if start == "1" else f'<{tag} start="{start}">'
            open_lists.append(tag)
        box = f" style=\"list-style-type:'{block.marker} '\"" if is_task else ""
        yield (
            self._led("li", block) if block.pictures else f"<li{box}>{self._words(block.text)}</li>"
        )

    def _words(self, text: str) -> str:
        return "<br>".join("".join(map(self._bit, line)) for line in self.read(text))

    def _bit(self, bit: Bit) -> str:
        html = escape(bit.text)
        if bit.icon:
            svg, title = self.icon(bit.icon)
            svg = sealed_parts(svg, self.left_out)
            html = (
                f'<svg class="icon" viewBox="0 0 1 1" role="img" aria-label="{escape(title)}">'
                f"{svg}</svg>"
            )
        if "italic" in bit.style:
            html = f"<em>{html}</em>"
        return f"<strong>{html}</strong>" if "bold" in bit.style else html

    def _led(self, tag: Literal["p", "li"], block: Block) -> str:
        faces = self._faces(block, "span", LED_REM)
        return f'<{tag} class="led">{faces}<span>{self._words(block.text)}</span></{tag}>'

    def _faces(self, block: Block, tag: Literal["div", "span"], rem: float) -> str:
        """Write faces side by side, at given widths or at one scale with the tallest face `rem`
        high.
        """
        faces_drawn = [(picture, self.graphic(picture, block.line)) for picture in block.pictures]
        tallest = max((face.height for _, face in faces_drawn if face), default=1.0)
        faces = ""
        for picture, face in faces_drawn:
            if face is not None:
                width = f"{drawn(picture.width * SCREEN)}mm" if picture.width else ""
                width = width or f"{face.width / tallest * rem:.2f}rem"
                faces += self._svg(face, f"width:{width}")
        return f'<{tag} class="faces">{faces}</{tag}>'

    def _figure(self, picture: PictureRef, line: int) -> str:
        graphic = self.graphic(picture, line)
        if graphic is None:
            return ""
        width = (picture.width or graphic.width) * SCREEN
        caption = (
            f"<figcaption>{self._words(picture.caption)}</figcaption>" if picture.caption else ""
        )
        beside = f' class="beside-{picture.beside}"' if picture.beside else ""
        svg = self._svg(graphic, f"width:{drawn(width)}mm", ' class="drawing"')
        return f"<figure{beside}>{svg}{caption}</figure>"

    def _svg(self, graphic: Graphic, style: str, attributes: str = "") -> str:
        self._drawn.setdefault(graphic.name, graphic)
        view = f"0 0 {drawn(graphic.width)} {drawn(graphic.height)}"
        return (
            f'<svg{attributes} viewBox="{view}" style="{style}" role="img" '
            f'aria-label="{escape(graphic.alt)}"><use href="#g-{graphic.name}"/></svg>'
        )

    def _table(self, block: Block) -> str:
        parts: list[str] = []
        for i, row in enumerate(block.rows):
            tag = "th" if i == 0 else "td"
            cells = ""
            for cell, align in zip(row, block.aligns, strict=False):
                way = f' class="{WAYS[align]}"' if align in WAYS else ""
                scope = ' scope="col"' if i == 0 and cell else ""
                kind = tag if cell or i else "td"
                cells += f"<{kind}{scope}{way}>{self._words(cell)}</{kind}>"
            parts.append(f"<tr>{cells}</tr>")
        title = " · ".join(re.sub(r"[*\\]", "", cell) for cell in block.rows[0] if cell)
        return (
            f'<div class="table" role="region" tabindex="0" aria-label="{escape(title)}"><table>'
            f"<thead>{parts[0]}</thead><tbody>{''.join(parts[1:])}</tbody></table></div>"
        )


def _anchor(block: Block) -> str:
    """The id of a heading, made from its words and its line, so that equal headings have different
    ids.
    """
    words = re.sub(r"[^\w]+", "-", re.sub(r"[*:\\]", "", block.text).lower()).strip("-")
    return f"{words}-{block.line}"
