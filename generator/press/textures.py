"""Textures: small repeating drawings, so that no colour on a piece stands alone.

Each is a tile of a few mm, drawn with `{c}` for its colour; they tell fields apart in greyscale
and to eyes that see few colours.
"""

from generator.press.text import number

# name → (width, height of the repeat, drawing)
TEXTURES: dict[str, tuple[float, float, str]] = {
    "dots": (
        4.0,
        4.0,
        '<circle cx="1" cy="1" r=".55" fill="{c}"/><circle cx="3" cy="3" r=".55" fill="{c}"/>',
    ),
    "waves": (
        8.0,
        4.0,
        '<path d="M-2 1.2C-.6-.1.6-.1 2 1.2S4.6 2.5 6 1.2 8.6-.1 10 1.2" {s}/>'
        '<path d="M-4 3.2C-2.6 1.9-1.4 1.9 0 3.2S2.6 4.5 4 3.2 6.6 1.9 8 3.2" {s}/>',
    ),
    "stripes": (3.0, 3.0, '<path d="M1.5 0V3" {s}/>'),
    "bars": (3.0, 3.0, '<path d="M0 1.5H3" {s}/>'),
    "diagonal": (4.0, 4.0, '<path d="M-1 1L1-1M0 4L4 0M3 5L5 3" {s}/>'),
    "cross": (4.0, 4.0, '<path d="M-1 1L1-1M0 4L4 0M3 5L5 3M-1 3L1 5M0 0L4 4M3-1L5 1" {s}/>'),
    "zigzag": (5.0, 4.0, '<path d="M-1.25 3.2L1.25.8 3.75 3.2 6.25.8" {s}/>'),
    "grass": (
        7.0,
        6.0,
        '<path d="M1.5 2.8C1.4 1.7 1.1 1 .6.5M1.7 2.8V.2M1.9 2.8C2 1.7 2.3 1 2.8.5'
        'M5 5.8C4.9 4.7 4.6 4 4.1 3.5M5.2 5.8V3.2M5.4 5.8C5.5 4.7 5.8 4 6.3 3.5" {s}/>',
    ),
    "leaves": (
        7.0,
        7.0,
        '<path d="M.6 2.9C.5 1.3 1.5.4 3 .5 3.1 2.1 2.1 3 .6 2.9Z'
        'M6.4 6.4C6.5 4.8 5.5 3.9 4 4 3.9 5.6 4.9 6.5 6.4 6.4Z" fill="{c}"/>',
    ),
    "bubbles": (
        6.0,
        6.0,
        '<circle cx="1.5" cy="1.5" r="1" {s}/><circle cx="4.4" cy="4.3" r=".7" {s}/>',
    ),
    "checks": (4.0, 4.0, '<path d="M0 0H2V2H0ZM2 2H4V4H2Z" fill="{c}"/>'),
    "scales": (
        5.0,
        5.0,
        '<path d="M0 0A2.5 2.5 0 0 0 5 0M-2.5 2.5A2.5 2.5 0 0 0 2.5 2.5'
        'A2.5 2.5 0 0 0 7.5 2.5" {s}/>',
    ),
    "stars": (
        6.0,
        6.0,
        '<path d="M1.5.2V2.8M.2 1.5H2.8M.6.6L2.4 2.4M2.4.6L.6 2.4'
        'M4.5 3.2V5.8M3.2 4.5H5.8M3.6 3.6L5.4 5.4M5.4 3.6L3.6 5.4" {s}/>',
    ),
}


def draw(name: str, path: str, colour: str, opacity: float, scale: float, id: str) -> str:
    """Fill an outline (SVG path data) with a texture; `scale` 1 repeats every few mm."""
    width, height, drawing = TEXTURES[name]
    stroke = f'fill="none" stroke="{colour}" stroke-width=".45" stroke-linecap="round"'
    tile = drawing.replace("{c}", colour).replace("{s}", stroke)
    return (
        f'<pattern id="{id}" patternUnits="userSpaceOnUse" width="{number(width)}" '
        f'height="{number(height)}" patternTransform="scale({number(scale)})">{tile}</pattern>'
        f'<path d="{path}" fill="url(#{id})" opacity="{number(opacity)}"/>'
    )
