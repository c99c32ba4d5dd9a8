"""Pictures of a pack: read once, checked for sharpness at print size, embedded as data URIs.

typst refuses links out of an SVG, so a picture travels inside the face. PNG and JPEG go in as
they are; other formats, CMYK and turned photographs are re-coded first.
"""

import base64
import io
import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from generator.decimals import drawn
from generator.regular import read

Fit = Literal["cover", "contain", "stretch"]
FITS = {"cover": "xMidYMid slice", "contain": "xMidYMid meet", "stretch": "none"}
LEAST_DPI = 200
MOST_PIXELS = 80_000_000  # below what Pillow calls a decompression bomb
# No other is opened: Pillow hands an EPS to Ghostscript, whatever its file is called.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
DAMAGED = "it is damaged, or only half of it was saved; save it again"
MIME = {"PNG": "image/png", "JPEG": "image/jpeg"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image: its size in pixels and its bytes as a data URI."""

    width: int
    height: int
    uri: str

    def draw(self, x: float, y: float, width: float, height: float, fit: Fit) -> str:
        """Place the picture in a box of mm; `cover` fills it and is cut off by it."""
        return (
            f'<image x="{drawn(x)}" y="{drawn(y)}" width="{drawn(width)}" '
            f'height="{drawn(height)}" preserveAspectRatio="{FITS[fit]}" href="{self.uri}"/>'
        )

    def dpi(self, width: float, height: float, fit: Fit) -> float:
        """Pixels per inch on paper in a box of `width` × `height` mm (of the coarser axis)."""
        across, down = self.width / width * 25.4, self.height / height * 25.4
        return max(across, down) if fit == "contain" else min(across, down)


@lru_cache(maxsize=256)
def load(file: Path, grey: bool, _changed: int) -> Picture:
    """Read a raster image; raise `OSError` or `ValueError` when it is none."""
    return decode(read(file), grey)


@lru_cache(maxsize=64)
def decode(data: bytes, grey: bool) -> Picture:
    """Make a picture of an image file's bytes; raise `OSError` or `ValueError` when it is none."""
    with _loaded(data) as image:
        format = image.format or ""
        turned = image.getexif().get(274, 1) != 1  # the EXIF orientation tag
        usable = format in MIME and image.mode in ("RGB", "RGBA", "L", "LA", "P", "1")
        if usable and not turned and not grey and (format != "PNG" or _is_whole(data)):
            return Picture(image.width, image.height, _uri(MIME[format], data))
        return _recoded(image, format, grey)


def _is_whole(data: bytes) -> bool:
    """Whether each chunk of a PNG has the sum it states: Pillow reads others, typst does not."""
    at = len(b"\x89PNG\r\n\x1a\n")
    while at + 12 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        end = at + 8 + size
        if data[end : end + 4] != struct.pack(">I", zlib.crc32(data[at + 4 : end])):
            return False
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at = end + 4
    return False


def _loaded(data: bytes) -> Any:
    """The image with its pixels. Raises `ValueError`, in words that its maker can act on."""
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
        is_small = image.width * image.height <= MOST_PIXELS
        if is_small:
            image.load()
    except UnidentifiedImageError:
        known = ", ".join(FORMATS)
        said = f"it is no picture of a known kind ({known}, SVG); save it as one of these"
        raise ValueError(said) from None
    except Image.DecompressionBombError:
        raise ValueError(f"it has more than {MOST_PIXELS:,} pixels; save it smaller") from None
    except MemoryError:
        raise
    except Exception as fault:  # each format's reader has its own
        if "MAX_TEXT" in str(fault):
            said = "its texts or its colour profile are too large; save it without them"
            raise ValueError(said) from None
        raise ValueError(DAMAGED) from None
    if not is_small:
        raise ValueError(f"{image.width} × {image.height} pixels are too many; save it smaller")
    if image.mode == "P" and not image.getpalette():
        raise ValueError(DAMAGED)
    return image


def _recoded(image: Any, format: str, grey: bool) -> Picture:
    from PIL import ImageOps

    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith(("I", "F")):  # 16 bits a pixel or more: Pillow would cut off at 255
        wide = upright.convert("F")
        most = 65_535 if upright.mode.startswith("I") else _most(wide)
        upright = wide.point(lambda value: value * (255 / most) + 0).convert("L")
    has_alpha = "A" in upright.getbands() or "transparency" in upright.info
    if has_alpha:
        upright = upright.convert("RGBA")
        if grey:
            upright = upright.convert("LA")
    else:
        upright = upright.convert("L" if grey else "RGB")
    stream = io.BytesIO()
    if format == "JPEG" and not has_alpha:
        upright.save(stream, "JPEG", quality=92)
        return Picture(upright.width, upright.height, _uri("image/jpeg", stream.getvalue()))
    upright.save(stream, "PNG")
    return Picture(upright.width, upright.height, _uri("image/png", stream.getvalue()))


def _most(wide: Any) -> float:
    """The lightest value of a picture of real numbers."""
    return max(float(wide.getextrema()[1]), 1e-9)


def _uri(mime: str, data: bytes) -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode('ascii')}"
