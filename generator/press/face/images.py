"""Reads pictures of a pack once, converts them to sRGB at the resolution of the print, and embeds
them as data URIs.

In: a picture file, and the box that it prints in. Out: a `Picture`. typst refuses links out of an
SVG, so each picture is embedded in its face. PNG and JPEG files in sRGB are embedded unchanged,
except that their metadata are removed. Other pictures are turned upright, converted to sRGB,
sampled down to the sheet's resolution, and turned to grey or lightened if needed. A photograph
stays a JPEG.
"""

import base64
import hashlib
import io
import math
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from generator.model.decimals import drawn
from generator.press.face import colours
from generator.press.face.containers import (
    bits_of_png,
    is_lossy_webp,
    is_whole_png,
    plain_jpeg,
    plain_png,
)
from generator.press.face.profiles import in_srgb, is_srgb
from generator.system.files import read

Fit = Literal["cover", "contain", "stretch"]
FITS = {"cover": "xMidYMid slice", "contain": "xMidYMid meet", "stretch": "none"}
Edge = Literal["", "mirror", "stretch"]  # the way in which a picture is continued beyond its edge
EDGES = ("", "mirror", "stretch")
LEAST_DPI = 200
MOST_DPI = 450.0
# sampling down must reduce the width at least to this share; otherwise it is not worthwhile
SPARED = 0.95
# slightly fewer than the number at which Pillow assumes a decompression bomb
MOST_PIXELS = 80_000_000
# No other format is opened, because Pillow passes an EPS to Ghostscript, whatever the file's name.
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
DAMAGED = "the file is damaged or incomplete; save it again"
QUALITY = 90  # JPEG quality, 1 to 95
# levels of 255; if 90 % of the pixels lie in a range this narrow, they look like one grey
ONE_GREY = 3.0
# levels of 255; if 90 % of the pixels span a range this wide, their colours clearly differ
COLOURED = 40.0
# greys are spread if the range of the colours is this many times wider than the range of the greys
MORE_IN_COLOUR = 2.0
# one grey counts for at most this share of a picture's pixels when greys are spread
MOST_OF_ALL = 0.05
STEEPEST = 8.0  # greatest number of levels between neighbouring greys after spreading
EQUALLY_LIGHT = "its colours have equal lightness, so in grey it looks uniform"
LIGHT_INK = 0.07  # greatest mean ink of a picture with `--low-ink`; 1 is all black
_ORIENTATION = 274  # the number of the EXIF tag for orientation
_UPRIGHT_TURNED = (5, 6, 7, 8)  # EXIF orientations in which width and height are exchanged


@dataclass(frozen=True, slots=True)
class Finish:
    """The print settings of every picture of a run: in grey, with little ink, the resolution."""

    grey: bool = False
    low_ink: bool = False
    most_dpi: float = MOST_DPI


@dataclass(frozen=True, slots=True)
class Room:
    """The box in which a picture prints, in mm.

    `beyond` is the width of the bleed around it, in mm, which is made from the picture's `edge`.
    """

    width: float
    height: float
    fit: Fit = "cover"
    beyond: float = 0.0
    edge: Edge = ""

    def pixels(self, width: int, height: int, dpi: float) -> tuple[int, int]:
        """The size in pixels to which a picture is sampled down, in its proportions.

        If sampling down would save little, this is the picture's own size.
        """
        scale = dpi / 25.4 * self._per_pixel(width, height)
        if scale >= SPARED:
            return width, height
        return max(math.ceil(width * scale), 1), max(math.ceil(height * scale), 1)

    def _per_pixel(self, width: int, height: int) -> float:
        """The mm of paper per pixel, along the axis with larger pixels."""
        across, down = self.width / width, self.height / height
        return min(across, down) if self.fit == "contain" else max(across, down)


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image as a data URI, and its own size in pixels, upright.

    `remark` explains why the colours are uncertain, and `lost` names the differences that disappear
    in grey. `is_sampled` is true if the picture is embedded at a reduced resolution.
    """

    width: int
    height: int
    uri: str
    remark: str = ""
    is_sampled: bool = False
    lost: str = ""

    def draw(self, x: float, y: float, width: float, height: float, fit: Fit) -> str:
        """Place the picture in a box, in mm; with `cover` the picture fills the box and is
        cropped.
        """
        return (
            f'<image x="{drawn(x)}" y="{drawn(y)}" width="{drawn(width)}" '
            f'height="{drawn(height)}" preserveAspectRatio="{FITS[fit]}" href="{self.uri}"/>'
        )

    def dpi(self, width: float, height: float, fit: Fit) -> float:
        """Pixels per inch on paper in a box of `width` × `height` mm, along the coarser axis."""
        across, down = self.width / width * 25.4, self.height / height * 25.4
        return max(across, down) if fit == "contain" else min(across, down)


@lru_cache(maxsize=256)
def load(file: Path, finish: Finish, _changed: int, room: Room | None = None) -> Picture:
    """Read a raster image. Raises `OSError` or `ValueError` for any other file."""
    return _decoded(read(file), finish, room)


@lru_cache(maxsize=64)
def decode(data: bytes, finish: Finish, room: Room | None = None) -> Picture:
    """Read a raster image from its bytes. Raises `OSError` or `ValueError` for other bytes."""
    return _decoded(data, finish, room)


def size_of(file: Path) -> tuple[int, int]:
    """A picture's size in pixels, upright, without reading its pixels.

    Raises the errors of `load`.
    """
    with _opened(read(file)) as image:
        return _upright_size(image)


def _decoded(data: bytes, finish: Finish, room: Room | None) -> Picture:
    with _opened(data) as image:
        kind = "JPEG" if image.format == "MPO" else str(image.format)
        whole = _upright_size(image)
        wanted = room.pixels(*whole, finish.most_dpi) if room is not None else whole
        turned = _turned(image)
        stored = wanted[::-1] if turned in _UPRIGHT_TURNED else wanted
        if kind == "JPEG" and stored[0] < image.width:
            image.draft(None, stored)  # reads only an eighth, a quarter or half of the pixels
        _load(image)
        plain = wanted == whole and turned == 1 and not finish.low_ink and not _extends(room)
        if plain and (not finish.grey or image.mode == "L") and is_srgb(image):
            if kind == "JPEG" and image.mode in ("RGB", "L"):
                return Picture(*whole, _uri("image/jpeg", plain_jpeg(data)))
            if kind == "PNG" and _is_printable_png(image, data):
                return Picture(*whole, _uri("image/png", plain_png(data)))
        made, remark, lost = _finished(image, wanted, finish, room)
        photograph = kind == "JPEG" or (kind == "WEBP" and is_lossy_webp(data))
        photograph |= image.info.get("compression") == "jpeg"  # a TIFF with JPEG compression
        source = ""
        if wanted != whole and not _extends(room):
            is_plain = kind == "JPEG" and turned == 1 and is_srgb(image)
            source = _source_of(data, replace(finish, most_dpi=0.0), is_plain)
    uri = _encoded(made, photograph and "A" not in made.getbands(), source)
    return Picture(*whole, uri, remark, wanted != whole, lost)


def _source_of(data: bytes, finish: Finish, is_plain: bool) -> str:
    """Return a digest of the picture from which smaller pictures are sampled.

    For a JPEG that is embedded unchanged, this is the digest of the embedded bytes. If a document
    has the same picture at several resolutions, it needs only the finest
    (`pdf_forms.shared_pictures`).
    """
    if is_plain and finish == Finish(most_dpi=0.0):
        return hashlib.sha256(plain_jpeg(data)).hexdigest()
    return hashlib.sha256(data + repr(finish).encode()).hexdigest()


def _is_printable_png(image: Any, data: bytes) -> bool:
    """Whether a PNG can print unchanged: intact, 8 bits, no colours in fully transparent pixels."""
    if image.mode not in ("RGB", "RGBA", "L", "LA", "P", "1"):
        return False
    if not is_whole_png(data) or bits_of_png(data) > 8:
        return False
    alpha = _alpha_of(image)
    return alpha is None or alpha.getextrema()[0] > 0


def _opened(data: bytes) -> Any:
    """Open an image without reading its pixels.

    Raises `ValueError` with a message for the designer.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError:
        formats = ", ".join(FORMATS)
        message = (
            f"it is not a picture of a supported format ({formats}, SVG); save it as one of these"
        )
        raise ValueError(message) from None
    except Image.DecompressionBombError:
        raise ValueError(f"it has more than {MOST_PIXELS:,} pixels; save it smaller") from None
    except MemoryError:
        raise
    except Exception as fault:  # the reader of each format raises its own errors
        raise ValueError(_in_words(fault)) from None
    if image.width * image.height > MOST_PIXELS:
        raise ValueError(f"{image.width} × {image.height} pixels are too many; save it smaller")
    return image


def _load(image: Any) -> None:
    """Read an image's pixels; raises `ValueError` if they are damaged."""
    try:
        image.load()
    except MemoryError:
        raise
    except Exception as fault:
        raise ValueError(_in_words(fault)) from None
    if image.mode == "P" and not image.getpalette():
        raise ValueError(DAMAGED)


def _in_words(fault: Exception) -> str:
    if "MAX_TEXT" in str(fault):
        return "its metadata or colour profile is too large; save it without them"
    return DAMAGED


def _upright_size(image: Any) -> tuple[int, int]:
    turned = _turned(image) in _UPRIGHT_TURNED
    # When Pillow reads the pixels of a TIFF, it first swaps width and height, then turns the
    # picture upright.
    width, height = image.size
    return (height, width) if turned and image.format != "TIFF" else (width, height)


def _turned(image: Any) -> int:
    """The EXIF orientation of an image; 1 if it is upright, or if its metadata is damaged."""
    with suppress(Exception):  # the reader of each format raises its own errors
        return int(image.getexif().get(_ORIENTATION, 1))
    return 1


def _extends(room: Room | None) -> bool:
    return room is not None and room.edge != "" and room.beyond > 0


# Conversion from a picture's own pixels to the printed pixels -------------------------------------


def _finished(
    image: Any, wanted: tuple[int, int], finish: Finish, room: Room | None
) -> tuple[Any, str, str]:
    """Prepare a picture for print, upright and in sRGB with `wanted` pixels, in grey or lightened
    if required. Also return the remark about its colours, and the loss in grey.
    """
    from PIL import ImageOps

    info = image.info
    upright = ImageOps.exif_transpose(image)
    alpha = _alpha_of(upright)
    upright.info = {k: v for k, v in info.items() if k != "transparency"}
    if alpha is not None:
        upright = _over_clear(upright, alpha)
    if upright.size != wanted:
        upright, alpha = _sampled(upright, wanted), alpha and _sampled(alpha, wanted)
    flat, remark = in_srgb(upright)
    lost = ""
    if finish.grey:
        grey = _in_grey(flat)
        lost = EQUALLY_LIGHT if _is_even(flat, grey, alpha) else ""
        flat = _spread(flat, grey, alpha) if finish.low_ink else grey
    if finish.low_ink:
        flat = _lightened(flat, alpha)
    if alpha is not None:
        flat = flat.convert("RGB" if flat.mode != "L" else "L")
        flat.putalpha(alpha)
    if room is not None and _extends(room):
        flat = _extended(flat, room)
    return flat, remark, lost


def _alpha_of(image: Any) -> Any:
    """The alpha channel of a picture, as an image; None if the picture is fully opaque."""
    if image.mode in ("RGBA", "LA", "PA", "RGBa", "La"):
        alpha = image.getchannel("A" if "A" in image.getbands() else "a")
    elif image.info.get("transparency") is not None and image.mode in ("P", "RGB", "L", "1"):
        alpha = image.convert("RGBA").getchannel("A")
    else:
        return None
    return None if alpha.getextrema()[0] == 255 else alpha


def _over_clear(image: Any, alpha: Any) -> Any:
    """Remove the alpha channel, and extend the colours over the transparent pixels.

    A renderer that scales colours and opacity separately would mix the hidden colours of
    transparent pixels into the edge. So each transparent pixel takes the mean colour of the nearest
    block of visible pixels.
    """
    from PIL import Image

    flat = image.convert("RGBA").convert("RGB")
    if alpha.getextrema()[0] > 0:
        grown = flat
    else:
        levels = [(flat, alpha)]
        while min(levels[-1][0].size) > 1 and levels[-1][1].getextrema()[0] == 0:
            colour, opaque = levels[-1]
            level = colour.copy()
            level.putalpha(opaque)
            small = level.convert("RGBa").reduce(2).convert("RGBA")
            seen = small.getchannel("A").point(lambda value: 255 if value else 0)
            levels.append((small.convert("RGB"), seen))
        grown = levels.pop()[0]
        for colour, opaque in reversed(levels):
            seen = opaque.point(lambda value: 255 if value else 0)
            below = grown.resize(colour.size, Image.Resampling.NEAREST)
            grown = Image.composite(colour, below, seen)
    if image.mode in ("L", "LA", "La", "1"):
        grown = grown.convert("L")
    grown.info = image.info
    return grown


def _sampled(image: Any, size: tuple[int, int]) -> Any:
    """Sample the picture down, and keep its metadata."""
    from PIL import Image

    info = image.info
    if image.mode in ("P", "PA"):
        image = image.convert("RGB")
    elif image.mode == "1":
        image = image.convert("L")
    elif image.mode.startswith("I"):
        image = image.convert("F").point(lambda value: value * (255 / 65_535) + 0).convert("L")
    smaller = image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
    smaller.info = info
    return smaller


@lru_cache(maxsize=1)
def _grey_table() -> Any:
    """The grey of each colour as a lookup table, the same as `colours.grey`."""
    from PIL import ImageFilter

    def level(red: float, green: float, blue: float) -> tuple[float, float, float]:
        rgb = round(255 * red), round(255 * green), round(255 * blue)
        grey = int(colours.grey(colours.hex_of(rgb))[1:3], 16) / 255
        return grey, grey, grey

    return ImageFilter.Color3DLUT.generate(33, level)


def _in_grey(image: Any) -> Any:
    return image if image.mode == "L" else image.filter(_grey_table()).getchannel(0)


def _levels(image: Any, alpha: Any) -> Any:
    """The pixels of a picture that are not transparent: (pixels, bands), levels 0 to 255."""
    import numpy as np

    levels = np.asarray(image.convert("RGB") if image.mode not in ("L", "RGB") else image)
    levels = levels.reshape(image.width * image.height, -1)
    return levels if alpha is None else levels[np.asarray(alpha).ravel() > 0]


def _breadth(levels: Any) -> float:
    """The width of the range that holds 90 % of the levels, in the band with the widest range."""
    import numpy as np

    if not len(levels):
        return 0.0
    low, high = np.percentile(levels, (5, 95), axis=0)
    return float((high - low).max())


def _is_even(flat: Any, grey: Any, alpha: Any) -> bool:
    """Whether colours that differ clearly have become the same grey."""
    if flat.mode == "L":
        return False
    is_one = _breadth(_levels(grey, alpha)) <= ONE_GREY
    return is_one and _breadth(_levels(flat, alpha)) >= COLOURED


def _spread(flat: Any, grey: Any, alpha: Any) -> Any:
    """Increase the contrast of the grey picture if the coloured one had more.

    Lighter pixels stay lighter.

    The method is a histogram equalisation. Counts are limited to `MOST_OF_ALL`, so that a uniform
    background does not take all levels. Steps are limited to `STEEPEST` levels, so that noise is
    not amplified. If the colours have no more contrast than the greys, the picture stays unchanged.
    """
    import numpy as np

    if flat.mode == "L":
        return grey
    levels = _levels(grey, alpha)
    breadth = _breadth(levels)
    if breadth <= ONE_GREY or _breadth(_levels(flat, alpha)) < MORE_IN_COLOUR * breadth:
        return grey
    counts = np.bincount(levels.ravel(), minlength=256).astype(float)
    counts = np.minimum(counts, MOST_OF_ALL * counts.sum())
    seen = np.flatnonzero(counts)
    middle = (np.cumsum(counts) - counts / 2)[seen]
    lightest = int(seen[-1])
    wanted = np.diff(np.interp(np.arange(256), seen, 255 * middle / middle[-1]))
    steps = np.clip(wanted, 0.0, STEEPEST)
    table = 255 - np.append(np.cumsum(steps[::-1])[::-1], 0.0) + steps[lightest:].sum()
    return grey.point([round(min(max(level, 0.0), 255.0)) for level in table])


def _lightened(image: Any, alpha: Any) -> Any:
    """Make the picture paler until its mean ink is at most `LIGHT_INK`."""
    from PIL import ImageStat

    stat = ImageStat.Stat(image, alpha) if alpha is not None else ImageStat.Stat(image)
    opaque = ImageStat.Stat(alpha).mean[0] / 255 if alpha is not None else 1.0
    mean = sum(stat.mean) / len(stat.mean) if stat.count[0] else 255.0
    ink = (1 - mean / 255) * opaque
    if ink <= LIGHT_INK:
        return image
    share = LIGHT_INK / ink
    return image.point(lambda value: 255 - (255 - value) * share)


def _extended(image: Any, room: Room) -> Any:
    """Extend the picture in its box on every side with its mirrored or stretched edge.

    The result fills the box and the surrounding `beyond` mm.
    """
    import numpy as np
    from PIL import Image, ImageOps

    per_mm = max(image.width / room.width, image.height / room.height)
    if room.fit != "contain":
        per_mm = min(image.width / room.width, image.height / room.height)
    box = max(round(room.width * per_mm), 1), max(round(room.height * per_mm), 1)
    if room.fit == "cover":
        image = ImageOps.fit(image, box, Image.Resampling.LANCZOS)
    elif room.fit == "stretch":
        image = image.resize(box, Image.Resampling.LANCZOS)
    n = max(round(room.beyond * per_mm), 1)
    pixels = np.asarray(image)
    sides = ((n, n), (n, n), *((0, 0),) * (pixels.ndim - 2))
    wide = np.pad(pixels, sides, mode="symmetric" if room.edge == "mirror" else "edge")
    return Image.fromarray(wide)


def _encoded(image: Any, is_photograph: bool, source: str) -> str:
    stream = io.BytesIO()
    if is_photograph:
        image.save(stream, "JPEG", quality=QUALITY, comment=source.encode() if source else b"")
        return _uri("image/jpeg", stream.getvalue())
    image.info = {}
    image.save(stream, "PNG")
    return _uri("image/png", stream.getvalue())


def _uri(mime: str, data: bytes) -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode('ascii')}"
