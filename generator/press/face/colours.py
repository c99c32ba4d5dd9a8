"""Reads and mixes colours in drawings, chooses a contrasting ink, and turns colours to grey.

In: colours in any notation of SVG. Out: colours as "#rrggbb".
"""

import re
from colorsys import hls_to_rgb
from functools import lru_cache

from generator.model.decimals import drawn

DARK = "#26221e"
LIGHT = "#ffffff"
PAPER = "#fbf8f1"
Rgb = tuple[int, int, int]

_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_RGB = re.compile(r"rgb\(\s*([\d.]+)(%?)[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?\s*\)", re.IGNORECASE)
_FUNCTION = re.compile(r"(rgb|hsl)a?\((\s*[^\s,/)]+(?:[\s,/]+[^\s,/)]+){2,3}\s*)\)", re.IGNORECASE)
_AMOUNT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
# Matches a colour in a drawing: in an attribute, a style or a style sheet.
_WRITTEN = re.compile(
    r"""(?P<before>(?:fill|stroke|color|stop-color|flood-color|lighting-color)\s*(?:=\s*["']|:)\s*)"""
    r"""(?P<colour>\#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)|[a-z]+\b)""",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def rgb_of(text: str) -> Rgb | None:
    """Read "#rgb", "#rrggbb", "rgb(…)" or a CSS name; None for any other text."""
    text = text.strip()
    if match := _HEX.fullmatch(text):
        digits = match[1] if len(match[1]) == 6 else "".join(c * 2 for c in match[1])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if match := _RGB.fullmatch(text):
        scale = 2.55 if match[2] else 1.0
        red, green, blue = (min(round(float(match[i]) * scale), 255) for i in (1, 3, 4))
        return red, green, blue
    if _WORD.fullmatch(text):
        from PIL import ImageColor

        named = ImageColor.colormap.get(text.lower())
        # After Pillow has parsed a name once, it replaces the text of the name with numbers.
        return rgb_of(named) if isinstance(named, str) else named and named[:3]
    return None


def hex_of(rgb: Rgb) -> str:
    """Write a colour as "#rrggbb"."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


@lru_cache(maxsize=4096)
def lightness(colour: str) -> float:
    """Relative luminance, 0 black to 1 white (WCAG 2.2, "relative luminance")."""
    rgb = rgb_of(colour)
    assert rgb is not None, f"{colour!r} is not a colour"
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=4096)
def ink_on(colour: str) -> str:
    """The dark or the light ink, whichever contrasts more with `colour`."""
    ground = lightness(colour)
    dark = (ground + 0.05) / (lightness(DARK) + 0.05)
    light = 1.05 / (ground + 0.05)
    # White on a strong colour is easier to read than the WCAG formula suggests.
    return DARK if dark > light * 1.6 else LIGHT


@lru_cache(maxsize=4096)
def mix(colour: str, other: str, share: float) -> str:
    """Mix `share` (0 to 1) of `other` into `colour`."""
    first, second = rgb_of(colour), rgb_of(other)
    assert first is not None, f"{colour!r} is not a colour"
    assert second is not None, f"{other!r} is not a colour"
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return hex_of((red, green, blue))


@lru_cache(maxsize=4096)
def readable(colour: str) -> str:
    """Darken `colour` until letters in this colour are readable on white (contrast 4.5, WCAG 2.2
    AA).
    """
    for step in range(21):
        mixed = mix(colour, DARK, step / 20)
        if 1.05 / (lightness(mixed) + 0.05) >= 4.5:
            return mixed
    return DARK


@lru_cache(maxsize=4096)
def grey(colour: str) -> str:
    """Return the grey of the same lightness: the sRGB value of the colour's relative luminance."""
    linear = lightness(colour)
    value = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    level = round(255 * value)
    return hex_of((level, level, level))


def grey_svg(svg: str) -> str:
    """Turn every colour written in an SVG to grey; images do not change."""

    return _WRITTEN.sub(lambda match: match["before"] + _grey_of(match["colour"]), svg)


@lru_cache(maxsize=4096)
def _grey_of(written: str) -> str:
    """Return the grey of a colour in any SVG notation, with the same opacity."""
    if rgb_of(written):
        return grey(written)
    colour, alpha = written, ""
    if written.startswith("#") and len(written) in (5, 9):
        n_digits = len(written) // 4
        colour, digits = written[:-n_digits], written[-n_digits:] * (3 - n_digits)
        alpha = drawn(int(digits, 16) / 255)
    elif parts := _FUNCTION.fullmatch(written):
        first, second, third, *others = re.split(r"[\s,/]+", parts[2].strip())
        alpha = others[0] if others else ""
        colour = f"rgb({first},{second},{third})"
        if parts[1].lower() == "hsl":
            colour = _of_hue(first, second, third)
    level = grey(colour) if rgb_of(colour) else ""
    if not level or not alpha:
        return level or written
    tone = int(level[1:3], 16)
    return f"rgba({tone},{tone},{tone},{alpha})"


def _of_hue(hue: str, saturation: str, light: str) -> str:
    """Convert HSL, given in degrees and two percentages, to a colour (CSS Color 3, 4.2.4)."""
    angle, *shares = (
        float(number[0]) if (number := _AMOUNT.match(text)) else 0.0
        for text in (hue, saturation, light)
    )
    vivid, bright = (min(max(share, 0.0), 100.0) / 100 for share in shares)
    shares = list(hls_to_rgb(angle / 360 % 1, bright, vivid))
    red, green, blue = (round(255 * share) for share in shares)
    return hex_of((red, green, blue))
