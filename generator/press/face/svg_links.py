"""Finds files and data that a foreign drawing links to, and draws the box that replaces a missing
picture.

In: the text of a link, and the drawing's folder. Out: the linked file, or a fault.
"""

import base64
import binascii
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

from generator.model.decimals import drawn
from generator.press.face.css_declarations import Fault, cut_short
from generator.press.face.svg_lengths import px_of
from generator.press.face.svg_tree import swap
from generator.press.face.use_copies import SVG
from generator.reading.near_files import ON_THE_WEB
from generator.system.files import as_on_disk, in_words, read

GZIP = b"\x1f\x8b"  # the first bytes of a compressed file
_DRAWING = re.compile(rb"<(?:[\w.-]+:)?svg[\s>]")


def linked_file(folder: Path, link: str) -> Path:
    """The file of a link, which is read first as a path, then as a web address with %20 and the
    like.
    """
    if link.lower().startswith("file:"):
        link = re.sub(r"/{2,}", "/", link[len("file:") :])
        if os.name == "nt":
            link = link.lstrip("/")
    file = as_on_disk(folder / link)
    if not file.is_file() and ("%" in link or "#" in link or "?" in link):
        file = as_on_disk(folder / unquote(re.split("[?#]", link)[0]))
    return file.resolve()


def is_drawing(data: bytes, suffix: str = "") -> bool:
    """Whether a file contains an SVG, judged by its suffix or its first bytes."""
    is_named = suffix.lower() in (".svg", ".svgz")
    return is_named or _DRAWING.search(data[:2000]) is not None or data.startswith(GZIP)


def data_of(link: str) -> bytes:
    head, _, body = link.partition(",")
    if head.endswith(";base64"):
        try:
            return base64.b64decode(re.sub(r"\s+", "", body), validate=False)
        except binascii.Error as error:
            raise ValueError(f"its base64 data are damaged ({error})") from error
    return unquote_to_bytes(body)


def put_in_sheet(
    link: Any, folder: Path, outside: Callable[[Path], bool]
) -> tuple[Path | None, Fault | None]:
    """Replace a `<link>` with the style sheet that it names if the sheet is in the pack; return the
    fault.
    """
    href, fix = link.get("href", "").strip(), "copy its rules into a <style>"
    file = linked_file(folder, href)
    sheet = link.makeelement(f"{SVG}style", {"media": link.get("media", "")})
    swap(link, sheet)
    message = ""
    try:
        if ON_THE_WEB.match(href):
            message = "protoplay downloads nothing"
            fix = "add the font under fonts:" if "font" in href else fix
        elif outside(file):
            message = "it lies outside the pack"
        else:
            sheet.text = read(file).decode("utf-8-sig", "replace")
            return file, None
    except (OSError, ValueError) as error:
        message = in_words(error) if isinstance(error, OSError) else str(error)
    return None, (f"the style sheet {cut_short(href)!r} is ignored: {message}", fix)


def cross_out(element: Any) -> None:
    """Replace a missing picture with a crossed box, so that the gap is noticed on paper."""
    x, y, width, height = (px_of(element.get(k)) or 0.0 for k in ("x", "y", "width", "height"))
    thin = drawn(max(width, height) / 100 or 1.0)
    cross = element.makeelement(
        f"{SVG}path",
        {
            "d": f"M{x} {y}h{width}v{height}h{-width}z"
            f"l{width} {height}m0 {-height}l{-width} {height}",
            "fill": "none",
            "stroke": "#cc0066",
            "stroke-width": thin,
        },
    )
    if transform := element.get("transform"):
        cross.set("transform", transform)
    swap(element, cross)
