"""Icons are small drawings in one colour from the pack, the bundled set or an Iconify set.

In: `pack.icons`, name → SVG file, and `pack.drawn_icons`, name → SVG text. Out: SVG groups, tinted
and placed. The given colour replaces `currentColor` and fills shapes that do not declare a colour.
"""

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from generator.model.decimals import drawn
from generator.model.pack import Pack
from generator.model.problems import Place, Problems
from generator.press.face.passive import disarm
from generator.press.face.tints import ready
from generator.system.files import read

LARGEST = 4_000_000  # maximum size in bytes of an icon
SVG = "http://www.w3.org/2000/svg"
_INHERITED = re.compile(r"fill|stroke|stroke-[a-z]+|fill-[a-z]+|opacity|style|transform|color")
_SIDE = re.compile(r"\s*(\d+\.?\d*|\.\d+)(?:px)?\s*")
_ID = re.compile(r'(\bid=")([^"]+)|(url\(#)([^)]+)|(href="#)([^"]+)')


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon's drawing and its box.

    `attributes` are the attributes of the root (`fill="none" stroke=…`).
    """

    x: float
    y: float
    width: float
    height: float
    attributes: str
    body: str
    remark: str = ""  # the reason why the given colour has no effect on the icon

    def draw(self, x: float, y: float, size: float, fill: str) -> str:
        """Fit the icon, centred, into a square of `size` mm."""
        scale = size / max(self.width, self.height)
        left = x + (size - self.width * scale) / 2 - self.x * scale
        top = y + (size - self.height * scale) / 2 - self.y * scale
        attributes = self.attributes.replace("currentColor", fill)
        if "fill=" not in attributes:
            attributes = f' fill="{fill}"{attributes}'
        body = self.body.replace("currentColor", fill)
        return (
            f'<g transform="translate({drawn(left)} {drawn(top)}) scale({scale:.5f})"'
            f' color="{fill}"{attributes}>{body}</g>'
        )


class Icons:
    """The icons that a pack can use; each file is read once."""

    def __init__(self, pack: Pack, problems: Problems) -> None:
        self.names = frozenset(pack.icons) | frozenset(pack.drawn_icons)
        self._files = pack.icons
        self._drawn = pack.drawn_icons
        self._problems = problems
        self._read: dict[str, Icon | None] = {}

    def get(self, name: str) -> Icon | None:
        """Return the icon of that name. If its file is broken, report it and return None."""
        if name not in self._read:
            self._read[name] = self._load(name) if name in self.names else None
        return self._read[name]

    def _load(self, name: str) -> Icon | None:
        file = self._files.get(name)
        try:
            if file is None:
                icon = _from_svg(self._drawn[name].encode(), name)
            else:
                icon = load(file, name, file.stat().st_mtime_ns)
            if icon.remark:
                message = f"the icon {name!r} keeps some of its own colours: {icon.remark}"
                fix = 'save it in one colour, or write fill="currentColor" where it should change'
                self._problems.warning(Place(str(file or name)), message, fix)
            return icon
        except (OSError, ValueError, SyntaxError) as error:
            self._problems.error(
                Place(str(file or name)),
                f"the icon {name!r} cannot be used: {error}",
                'an icon is an SVG with a viewBox, like viewBox="0 0 48 48"',
            )
            return None


@lru_cache(maxsize=1024)
def load(file: Path, name: str, _changed: int) -> Icon:
    """Read one icon; raises `ValueError` or `SyntaxError` if the file is not an icon."""
    return _from_svg(read(file, LARGEST), name)


def _from_svg(data: bytes, name: str) -> Icon:
    from lxml import etree

    parser = etree.XMLParser(no_network=True, remove_comments=True, remove_pis=True)
    root = etree.fromstring(data, parser)
    box = root.get("viewBox", "") or _box_of_size(root)
    try:
        x, y, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        message = "it has neither a viewBox nor a width and height"
        if box.strip():
            message = f"its viewBox {box!r} is not four numbers"
        raise ValueError(message) from None
    if not (0 < width < math.inf and 0 < height < math.inf and math.isfinite(x + y)):
        raise ValueError(f"its viewBox {box!r} is empty or too large")
    for element in list(root.iter(f"{{{SVG}}}image", f"{{{SVG}}}feImage")):
        element.getparent().remove(element)  # an icon cannot contain pictures
    disarm(root, _nobody)
    remark = ready(root, (x, y, width, height))
    inherited = [key for key in root.attrib if _INHERITED.fullmatch(str(key))]
    attributes = "".join(f" {key}={quoteattr(root.get(key))}" for key in inherited)
    body = "".join(
        etree.tostring(child, encoding="unicode", with_tail=False)
        for child in root
        if isinstance(child.tag, str) and child.tag.startswith(f"{{{SVG}}}")
    )
    body = body.replace(f' xmlns="{SVG}"', "")
    if ' id="' in body:
        body = _ID.sub(lambda m: _prefixed(m, name), body)
    return Icon(x, y, width, height, attributes, body, remark)


def _box_of_size(root: Any) -> str:
    """The viewBox of an icon that has only a width and a height; "" if these are not plain
    numbers.
    """
    sides = [_SIDE.fullmatch(root.get(key, "")) for key in ("width", "height")]
    return f"0 0 {sides[0][1]} {sides[1][1]}" if sides[0] and sides[1] else ""


def _nobody(_element: object, _found: str, _fix: str) -> None:
    """Report nothing, because active parts of an icon are removed silently."""


def _prefixed(match: re.Match[str], name: str) -> str:
    before = match[1] or match[3] or match[5]
    return f"{before}icon-{name}-{match[2] or match[4] or match[6]}"
