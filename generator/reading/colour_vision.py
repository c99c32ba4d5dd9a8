"""The look of colours to colour-blind people, and in grey print.

In: colours of a palette. Out: pairs that look alike, and the people who confuse them. Colours are
"#rrggbb" (sRGB, IEC 61966-2-1). Differences are CIEDE2000 under D65.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

Triple = tuple[float, float, float]

# Full dichromacy, on linear RGB: Machado, Oliveira and Fernandes, "A Physiologically-based Model
# for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, table of severity 1.0.
MATRICES: Mapping[str, tuple[Triple, Triple, Triple]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# ΔE2000 below which two colours look alike. A difference of 2.3 is just noticeable side by side.
# Across a table, in lamplight and on separate pieces, a difference about four times as large is
# needed (our choice, similar to "very visible" in ISO 12647).
MERGED = 10.0
# Difference of L* below which two greys look alike, because grey print keeps only the lightness.
MERGED_GREY = 8.0
# The weights of red, green and blue in luminance (IEC 61966-2-1).
LUMINANCE: Triple = (0.2126, 0.7152, 0.0722)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two colours that look alike; `sights` lists the people who confuse them: "everyone",
    "protan", … and "grey".
    """

    first: str
    other: str
    sights: tuple[str, ...]


def clashes(palette: Mapping[str, str], pairs: Iterable[tuple[str, str]]) -> list[Clash]:
    """The pairs of palette names that look alike to someone, in the given order."""
    clashing = []
    for colour, other in pairs:
        sights = alike_for(palette[colour], palette[other])
        if sights:
            clashing.append(Clash(colour, other, sights))
    return clashing


def all_pairs(names: Iterable[str]) -> list[tuple[str, str]]:
    """Every pair of names, in order."""
    return list(combinations(names, 2))


@lru_cache(maxsize=4096)
def alike_for(colour: str, other: str) -> tuple[str, ...]:
    """List who confuses two colours: "everyone", or some of protan, deutan, tritan and grey."""
    if difference(lab(linear(colour)), lab(linear(other))) < MERGED:
        return ("everyone",)
    sights = [
        sight
        for sight in MATRICES
        if difference(lab(seen(colour, sight)), lab(seen(other, sight))) < MERGED
    ]
    if abs(lightness(colour) - lightness(other)) < MERGED_GREY:
        sights.append("grey")
    return tuple(sights)


def linear(colour: str) -> Triple:
    """Convert "#rrggbb" to linear RGB, 0 to 1."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return (red, green, blue)


def _linear(coded: float) -> float:
    return coded / 12.92 if coded <= 0.04045 else ((coded + 0.055) / 1.055) ** 2.4


def seen(colour: str, sight: str) -> Triple:
    """The linear RGB of a colour as a dichromat sees it."""
    rgb = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True))))
        for row in MATRICES[sight]
    )
    return (red, green, blue)


def lightness(colour: str) -> float:
    """The lightness CIE L*, 0 (black) to 100 (white)."""
    return 116 * _curve(sum(w * c for w, c in zip(LUMINANCE, linear(colour), strict=True))) - 16


def _curve(t: float) -> float:
    """The function f of CIE L*a*b* (CIE 15:2004)."""
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def lab(rgb: Triple) -> Triple:
    """Convert linear RGB to CIE L*a*b* (D65)."""
    red, green, blue = rgb
    x = _curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _curve(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _curve((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def difference(first: Triple, other: Triple) -> float:
    """The colour difference CIEDE2000 (kL = kC = kH = 1).

    Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula", Color Research and Application
    30(1), 2005.
    """
    (l1, a1, b1), (l2, a2, b2) = first, other
    mean_c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean_c7 / (mean_c7 + 25.0**7))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1, h2 = _hue(stretch * a1, b1), _hue(stretch * a2, b2)
    turn = 0.0
    if c1 * c2:
        turn = (h2 - h1 + 180) % 360 - 180 if abs(h2 - h1) != 180 else h2 - h1
    d_l, d_c = l2 - l1, c2 - c1
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + h2
    if c1 * c2:
        mean_h = (h1 + h2) / 2
        if abs(h1 - h2) > 180:
            mean_h += 180 if h1 + h2 < 360 else -180
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    spread = 30 * math.exp(-(((mean_h - 275) / 25) ** 2))
    r_t = -2 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)) * math.sin(math.radians(2 * spread))
    parts = (d_l / s_l, d_c / s_c, d_h / s_h)
    squared = sum(part * part for part in parts) + r_t * parts[1] * parts[2]
    return math.sqrt(max(0.0, squared))


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0
