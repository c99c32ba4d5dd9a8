"""A replay as one HTML file that needs no other files: pictures, style and script are in it.

In: a story, its chances and notes, and the pictures of its faces. Out: the text of the page.
Pictures that are larger as drawings than as pixels are converted to pixels.
"""

import base64
import hashlib
import io
import json
from collections.abc import Callable, Mapping
from typing import Any

from generator import bundled
from generator.preview.faces import Shown
from generator.preview.pages import environment
from generator.preview.text_board import picture_of
from generator.system.files import read

LARGE = 9_000  # bytes of a drawing; a larger one is converted to pixels
PIXELS = (3.2, 200, 900)  # pixels per mm; the least and the most along the longer side
QUALITY = 74
STYLES = ("table.css", "play.css", "replay.css")


def with_pictures(story: Mapping[str, Any], address: Callable[[str, bool], str]) -> dict[str, Any]:
    """Replace the pieces in a story, its faces and its ground by the addresses of pictures."""
    faces = [[address(looks, bool(up)), up, *size] for looks, up, *size in story["faces"]]
    ground = story["ground"]
    return {
        **story,
        "faces": faces,
        "ground": [address(ground[0], True), *ground[1:]] if ground else [],
    }


def page_of(
    story: Mapping[str, Any], pieces: Mapping[str, Shown], pictures: Mapping[str, bytes]
) -> str:
    """The page for a story that already has its chances and notes."""
    sizes = {(looks, bool(up)): (w, h) for looks, up, w, h in story["faces"]}
    if story["ground"]:
        looks, *size = story["ground"]
        sizes[looks, True] = (size[0], size[1])

    def address(looks: str, up: bool) -> str:
        piece = pieces.get(looks)
        svg = pictures.get(piece.lying(up) if piece else "") or picture_of(looks)
        return "" if svg is None else data_address(svg, *sizes[looks, up])

    text = json.dumps(with_pictures(story, address), ensure_ascii=False, separators=(",", ":"))
    style = "".join(read(bundled("templates") / "preview" / name).decode() for name in STYLES)
    script = read(bundled("templates") / "preview" / "replay.js").decode()
    return (
        environment()
        .get_template("file.html.j2")
        .render(
            story=story,
            json=text.replace("<", "\\u003c"),
            style=style,
            script=script,
            style_hash=hash_of(style),
            script_hash=hash_of(script),
            with_notes=False,
        )
    )


def data_address(svg: bytes, width: float, height: float) -> str:
    """Return a data URI of a picture, width and height in mm: an SVG, or pixels if smaller."""
    if len(svg) > LARGE:
        made = _pixels(svg, width, height)
        if len(made) < len(svg):
            return f"data:image/webp;base64,{base64.b64encode(made).decode()}"
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"


def _pixels(svg: bytes, width: float, height: float) -> bytes:
    from PIL import Image

    from generator.press.out.to_png import svg_png

    per_mm, least, most = PIXELS
    longer = max(least, min(most, per_mm * max(width, height)))
    scale = longer / max(width, height)
    png = svg_png(svg.decode(), max(1, round(width * scale)), max(1, round(height * scale)))
    out = io.BytesIO()
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        image.convert("RGBA").save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


def hash_of(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
