"""Rewrites colours of CSS in the forms that typst and resvg read.

In: a colour as a drawing writes it. Out: the same colour, or None if it is not a known colour.
"""

import colorsys
import math
import re
from functools import lru_cache

from generator.model.decimals import drawn
from generator.press.face.colours import rgb_of

# greatest length in characters of a colour, a length or a number that is parsed
LONGEST = 200
WORDS = {
    word.lower(): word
    for word in ("none", "inherit", "initial", "unset", "revert", "transparent", "currentColor",
                 "context-fill", "context-stroke")
}  # fmt: skip
DEGREES = {"": 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_NUMBER = r"[+-]?(?:\d{1,9}\.?\d*|\.\d+)(?:e[+-]?\d)?"
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_FUNCTION = re.compile(
    rf"(rgb|hsl|hwb)a?\(\s*({_NUMBER}(?:deg|grad|rad|turn|%)?)[\s,]+({_NUMBER}%?)[\s,]+({_NUMBER}%?)"
    rf"(?:\s*[,/]\s*({_NUMBER})(%?))?\s*\)",
    re.IGNORECASE,
)
_CALL = re.compile(r"\b(?:rgb|hsl|hwb)a?\([^()]*\)", re.IGNORECASE)
_LIGHT = re.compile(r"light-dark\(\s*((?:[^,()]|\([^()]*\))+),.*\)", re.IGNORECASE | re.DOTALL)


@lru_cache(maxsize=4096)
def colour(written: str) -> str | None:
    """Rewrite a colour or paint for typst; None if typst cannot read it."""
    text = written.strip()
    word = text.lower()
    if word in WORDS:
        return WORDS[word]
    if word.startswith("url("):
        return text
    if len(word) > LONGEST:
        return None
    text = text.partition("icc-color(")[0].strip() or text
    if light := _LIGHT.fullmatch(text):
        return colour(light[1])
    if _HEX.fullmatch(text):
        return text
    if parts := _FUNCTION.fullmatch(text):
        kind, *three, alpha, per_cent = parts.groups()
        if kind.lower() == "hwb":
            kind, three = "rgb", _rgb_of_hwb(*three)
        elif kind.lower() == "rgb":
            shares = [2.55 * float(v[:-1]) if v[-1] == "%" else _float(v) for v in three]
            three = [drawn(min(max(round(v), 0), 255)) for v in shares]
        else:
            hue = _float(three[0])
            if not per_cent and three[0] == drawn(hue):
                return text
            three[0] = drawn(hue)
        if alpha is None:
            return f"{kind}({','.join(three)})"
        opaque = drawn(float(alpha) / (100 if per_cent else 1))
        return f"{kind}a({','.join(three)},{opaque})"
    rgb = rgb_of(text) if text.isalpha() else None
    if rgb is None:
        return None
    return "#663399" if word == "rebeccapurple" else text


def _rgb_of_hwb(hue: str, white: str, black: str) -> list[str]:
    """Convert a hue mixed with white and black to red, green and blue (CSS Color 4, 8)."""
    pale, dark = (min(max(float(v.removesuffix("%")) / 100, 0.0), 1.0) for v in (white, black))
    if pale + dark > 1:
        pale, dark = pale / (pale + dark), dark / (pale + dark)
    pure = colorsys.hls_to_rgb(_float(hue) / 360 % 1, 0.5, 1.0)
    return [drawn(round(255 * (part * (1 - pale - dark) + pale))) for part in pure]


def _float(text: str) -> float:
    """Read a number, or an angle, which is returned in degrees."""
    unit = text.lstrip("+-.0123456789")
    return float(text.removesuffix(unit)) * DEGREES[unit.lower()]


def as_hex(written: str) -> str | None:
    """Return a colour as "#rrggbb" or "#rrggbbaa", or as its CSS name; None if it is unknown."""
    paint = colour(written)
    parts = _FUNCTION.fullmatch(paint or "")
    if parts is None:
        return paint
    kind, first, second, third, alpha, _ = parts.groups()
    if kind.lower() == "hsl":
        light, saturation = (min(max(_share(v), 0.0), 1.0) for v in (third, second))
        rgb = colorsys.hls_to_rgb(_float(first) / 360 % 1, light, saturation)
    else:
        rgb = (float(first) / 255, float(second) / 255, float(third) / 255)
    shares = [*rgb, *([float(alpha)] if alpha else [])]
    return "#" + "".join(f"{round(min(max(v, 0.0), 1.0) * 255):02x}" for v in shares)


def _share(text: str) -> float:
    return float(text.removesuffix("%")) / 100


def with_hex(value: str) -> str:
    """Rewrite the colours in a value as "#rrggbbaa", because resvg drops filters with rgba(…)."""
    return _CALL.sub(lambda m: as_hex(m[0]) or m[0], value)
