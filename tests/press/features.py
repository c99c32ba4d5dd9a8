# ruff: noqa: E501 - a drawing is one line
"""SVG features on a face, with a small drawing of each: name → the inside of an `<svg>`.

Lengths are mm of a trim of 20 × 24 with 1 mm of bleed around it. The drawings are coarse, so that
a missing or displaced part is more than antialiasing.
"""

import base64
import io

from PIL import Image

GROUND = '<rect x="-1" y="-1" width="22" height="26" fill="#f6f1e4"/>'
_STOPS = (
    '<stop offset="0" stop-color="#c8102e"/><stop offset="0.5" stop-color="#f5c242"/>'
    '<stop offset="1" stop-color="#12448a"/>'
)
_ALL = '<rect x="-1" y="-1" width="22" height="26" {}/>'
_DISC = '<circle cx="10" cy="12" r="8" {}/>'


def _linear(extra: str, *shapes: str) -> str:
    return f'<defs><linearGradient id="a" {extra}>{_STOPS}</linearGradient></defs>' + "".join(
        shapes
    )


def _radial(extra: str, *shapes: str) -> str:
    return f'<defs><radialGradient id="a" {extra}>{_STOPS}</radialGradient></defs>' + "".join(
        shapes
    )


def _pattern(extra: str, inside: str, *shapes: str) -> str:
    return f'<defs><pattern id="a" {extra}>{inside}</pattern></defs>{GROUND}' + "".join(shapes)


def _quarters() -> str:
    """A picture of four plain quarters, large enough that no renderer blurs it."""
    image = Image.new("RGB", (320, 320), "#12448a")
    for x, y, colour in ((160, 0, "#c8102e"), (0, 160, "#f5c242"), (160, 160, "#2e6f57")):
        image.paste(colour, (x, y, x + 160, y + 160))
    out = io.BytesIO()
    image.save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


def _on_ground(body: str) -> str:
    return GROUND + body


_FILLED = _ALL.format('fill="url(#a)"')
_FILLED_DISC = GROUND + _DISC.format('fill="url(#a)"')
_USER = 'gradientUnits="userSpaceOnUse"'
_CHECK = '<rect width="2" height="2" fill="#12448a"/><rect x="2" y="2" width="2" height="2" fill="#c8102e"/>'
_PNG = _quarters()
_MOTIF = '<path d="M2 4h16v7H2zM5 13h10v9H5z" fill="#12448a"/>'
_ROW = '<path d="M2 6H18M2 12H18M2 18H18" {}/>'

FEATURES: dict[str, str] = {
    "style: of a child of the root": "<style>svg>rect{fill:#c8102e}</style>" + GROUND + '<rect x="4" y="4" width="9" height="12"/>',
    "style: within a group": GROUND + "<style>g path{fill:#c8102e}</style><g>" + _MOTIF.replace(' fill="#12448a"', "") + "</g>",
    "style: by attribute": GROUND + "<style>[data-k=a]{fill:#c8102e}</style>" + _MOTIF.replace("<path", '<path data-k="a"'),
    "style: important": GROUND + "<style>path{fill:#c8102e!important}</style>" + _MOTIF,
    "style: variable of a class": GROUND + "<style>:root{--c:#c8102e}.b{--c:#2e6f57}path{fill:var(--c)}</style><g class='b'>" + _MOTIF + "</g>",
    "symbol: shares of its box": GROUND + "<symbol id='s' viewBox='0 0 100 100'><rect width='50%' height='25%' fill='#c8102e'/><circle cx='50%' cy='75%' r='10%'/></symbol><use href='#s' width='18' height='18'/>",
    "switch: by language": GROUND + "<switch><path systemLanguage='de' d='M0 0h9v9z'/><g systemLanguage='en'>" + _MOTIF + "</g><path d='M9 9h9v9z'/></switch>",
    "blend: over what is half clear": '<g opacity=".7"><rect x="-1" y="-1" width="22" height="26" fill="#369"/></g><rect x="2" y="2" width="8" height="20" fill="#fff" style="mix-blend-mode:difference"/><rect x="11" y="2" width="8" height="20" fill="#a33" style="mix-blend-mode:color-dodge"/>',
    "fill: hwb": GROUND + _DISC.format('fill="hwb(120 0% 20%)"'),
    "stroke: clipped miter": GROUND + '<path d="M3 20L10 4L13 20" fill="none" stroke="#000" stroke-width="3" stroke-linejoin="miter-clip" stroke-miterlimit="2"/>',
    "nested: turned": GROUND + "<svg x='4' y='4' width='10' height='10' transform='rotate(20 9 9)' opacity='.6'><rect width='12' height='10' fill='#c8102e'/></svg>",
    "nested: turned, and used": GROUND + "<defs><svg id='n' width='8' height='8' transform='translate(3 2)'><rect width='20' height='8' fill='#c8102e'/></svg></defs><use href='#n'/><use href='#n' y='12' width='12' height='4'/>",
    "nested: clipped": GROUND + "<clipPath id='c'><circle cx='3' cy='3' r='3'/></clipPath><svg x='2' y='2' width='16' height='16' viewBox='0 0 10 10' clip-path='url(#c)'><rect width='10' height='10'/></svg>",
    "symbol: its own size": GROUND + "<symbol id='s' width='8' height='8' viewBox='0 0 10 10'><rect width='10' height='10' fill='#c8102e'/></symbol><use href='#s' x='3' y='4'/>",
    # -- gradients --------------------------------------------------------------------------
    "linear, box": _linear("", _FILLED_DISC),
    "linear, user space": _linear(f'{_USER} x1="0" y1="0" x2="20" y2="24"', _FILLED),
    "linear, turned": _linear(f'{_USER} x1="0" x2="20" gradientTransform="rotate(40 10 12)"', _FILLED),
    "linear, reflect": _linear(f'{_USER} x1="6" x2="12" spreadMethod="reflect"', _FILLED),
    "linear, repeat": _linear(f'{_USER} x1="4" x2="12" spreadMethod="repeat"', _FILLED),
    "linear, stroke": _linear(
        f'{_USER} x1="0" x2="20"', GROUND, _DISC.format('fill="none" stroke="url(#a)" stroke-width="3"')
    ),
    "linear, box stroke": _linear(
        "", GROUND, '<rect x="3" y="3" width="14" height="18" fill="none" stroke="url(#a)" stroke-width="3"/>'
    ),
    "linear, no length": _linear(f'{_USER} x1="10" y1="8" x2="10" y2="8"', _FILLED_DISC),
    "linear, no length, box": _linear('x1="0.5" x2="0.5"', _FILLED_DISC),
    "linear, no length, stroke": _linear(
        f'{_USER} x1="3" y1="3" x2="3" y2="3"', GROUND, _DISC.format('fill="none" stroke="url(#a)" stroke-width="4"')
    ),
    "linear, one stop": '<defs><linearGradient id="a"><stop stop-color="#12448a"/></linearGradient></defs>' + _FILLED_DISC,
    "linear, inherited": (
        f'<defs><linearGradient id="b">{_STOPS}</linearGradient>'
        f'<linearGradient id="a" href="#b" {_USER} x1="2" x2="18"/></defs>{_FILLED}'
    ),
    "linear, clear stop": (
        '<defs><linearGradient id="a"><stop stop-color="#c8102e" stop-opacity="0"/>'
        f'<stop offset="1" stop-color="#c8102e"/></linearGradient></defs>{GROUND}{_MOTIF}' + _DISC.format('fill="url(#a)"')
    ),
    "linear, moved shape": _linear(
        f'{_USER} x1="0" x2="10"', GROUND, '<g transform="translate(10 12) rotate(30)"><rect x="-6" y="-6" width="12" height="12" fill="url(#a)"/></g>'
    ),
    "linear, on a line": _linear("", GROUND, '<path d="M2 12H18" stroke="url(#a)" stroke-width="5"/>'),
    "radial, box": _radial("", _FILLED),
    "radial, user space": _radial(f'{_USER} cx="10" cy="12" r="12"', _FILLED),
    "radial, focus": _radial(f'{_USER} cx="10" cy="12" r="10" fx="6" fy="8"', _FILLED),
    "radial, focal radius": _radial(f'{_USER} cx="10" cy="12" r="10" fr="4"', _FILLED),
    "radial, reflect": _radial(f'{_USER} cx="10" cy="12" r="5" spreadMethod="reflect"', _FILLED),
    "radial, repeat": _radial(f'{_USER} cx="10" cy="12" r="5" spreadMethod="repeat"', _FILLED),
    "radial, stroke": _radial(
        f'{_USER} cx="10" cy="4" r="18"', GROUND, _DISC.format('fill="none" stroke="url(#a)" stroke-width="4"')
    ),
    "radial, turned": _radial(f'{_USER} cx="0" cy="0" r="1" gradientTransform="translate(10 12) rotate(30) scale(10 5)"', _FILLED),
    "radial, no radius": _radial(f'{_USER} cx="10" cy="12" r="0"', _FILLED_DISC),
    "radial, no radius, box": _radial('r="0"', _FILLED_DISC),
    # -- patterns ---------------------------------------------------------------------------
    "pattern": _pattern('width="4" height="4" patternUnits="userSpaceOnUse"', _CHECK, _FILLED),
    "pattern, offset": _pattern('x="1" y="3" width="4" height="4" patternUnits="userSpaceOnUse"', _CHECK, _FILLED),
    "pattern, turned": _pattern(
        'width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(30) scale(1.5)"', _CHECK, _FILLED
    ),
    "pattern, box": _pattern('width="0.25" height="0.25"', _CHECK, _DISC.format('fill="url(#a)"')),
    "pattern, viewBox": _pattern('width="0.25" height="0.2" viewBox="0 0 4 4"', _CHECK, _DISC.format('fill="url(#a)"')),
    "pattern, stroke": _pattern(
        'width="4" height="4" patternUnits="userSpaceOnUse"', _CHECK, _DISC.format('fill="none" stroke="url(#a)" stroke-width="5"')
    ),
    "pattern of a gradient": (
        f'<defs><linearGradient id="b">{_STOPS}</linearGradient><pattern id="a" width="5" height="6" patternUnits="userSpaceOnUse">'
        f'<rect width="4" height="5" fill="url(#b)"/></pattern></defs>{GROUND}{_FILLED}'
    ),
    "picture fill": _pattern(
        'width="20" height="24" patternUnits="userSpaceOnUse"',
        f'<image href="{_PNG}" width="20" height="24" preserveAspectRatio="none"/>',
        _DISC.format('fill="url(#a)"'),
    ),
    "picture fill, box": _pattern(
        'width="1" height="1" patternContentUnits="objectBoundingBox"',
        f'<image href="{_PNG}" width="1" height="1" preserveAspectRatio="none"/>',
        _DISC.format('fill="url(#a)"'),
    ),
    # -- masks and clips --------------------------------------------------------------------
    "mask, plain": f'<defs><mask id="m"><rect x="3" y="3" width="14" height="12" fill="#fff"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, grey": f'<defs><mask id="m"><rect width="20" height="12" fill="#777"/><rect y="12" width="20" height="12" fill="#fff"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, colour": f'<defs><mask id="m"><rect width="20" height="8" fill="#f00"/><rect y="8" width="20" height="8" fill="#0f0"/><rect y="16" width="20" height="8" fill="#00f"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, linear light": f'<defs><mask id="m" color-interpolation="linearRGB"><rect width="20" height="24" fill="#888"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, gradient": f'<defs><linearGradient id="b"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient><mask id="m"><rect width="20" height="24" fill="url(#b)"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, colour gradient": f'<defs><linearGradient id="b" {_USER} x1="0" x2="20">{_STOPS}</linearGradient><mask id="m"><rect width="20" height="24" fill="url(#b)"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, alpha": f'<defs><mask id="m" mask-type="alpha"><rect width="20" height="24" fill="#000" opacity="0.5"/><rect x="6" y="6" width="8" height="8"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, alpha in style": f'<defs><mask id="m" style="mask-type:alpha"><rect x="4" y="4" width="10" height="10" fill="#000"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, box": f'<defs><mask id="m" maskContentUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.3" fill="#fff"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, masked": f'<defs><mask id="n"><rect width="12" height="24" fill="#fff"/></mask><mask id="m" mask="url(#n)"><rect y="8" width="20" height="16" fill="#fff"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask, picture": f'<defs><mask id="m"><image href="{_PNG}" width="20" height="24" preserveAspectRatio="none"/></mask></defs>{GROUND}' + _DISC.format('fill="#12448a" mask="url(#m)"'),
    "mask on a group": f'<defs><mask id="m"><circle cx="10" cy="12" r="7" fill="#ddd"/></mask></defs>{GROUND}<g mask="url(#m)" transform="translate(2 0)">{_MOTIF}<rect x="2" y="9" width="16" height="5" fill="#c8102e"/></g>',
    "clip": f'<defs><clipPath id="c"><path d="M10 2L18 22H2z"/></clipPath></defs>{GROUND}<rect width="20" height="24" fill="#12448a" clip-path="url(#c)"/>',
    "clip, box": f'<defs><clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.4"/></clipPath></defs>{GROUND}<rect x="2" y="2" width="16" height="20" fill="#12448a" clip-path="url(#c)"/>',
    "clip, even-odd": f'<defs><clipPath id="c"><path clip-rule="evenodd" d="M2 2h16v20H2zM6 6h8v12H6z"/></clipPath></defs>{GROUND}<rect width="20" height="24" fill="#12448a" clip-path="url(#c)"/>',
    "clip, clipped": f'<defs><clipPath id="d"><rect width="20" height="12"/></clipPath><clipPath id="c" clip-path="url(#d)"><circle cx="10" cy="12" r="9"/></clipPath></defs>{GROUND}<rect width="20" height="24" fill="#12448a" clip-path="url(#c)"/>',
    "clip, text": f'<defs><clipPath id="c"><text x="0" y="18" font-size="18" font-weight="700">AB</text></clipPath></defs>{GROUND}<rect width="20" height="24" fill="#12448a" clip-path="url(#c)"/>',
    "clipped gradient": _linear(f'{_USER} x1="0" x2="20"', '<defs><clipPath id="c"><circle cx="10" cy="12" r="9"/></clipPath></defs>', GROUND, '<rect width="20" height="24" fill="url(#a)" clip-path="url(#c)"/>'),
    # -- structure --------------------------------------------------------------------------
    "nested svg": _on_ground(f'<svg x="3" y="4" width="14" height="10" viewBox="0 0 20 24">{_MOTIF}</svg>'),
    "nested svg, cut": _on_ground(f'<svg x="3" y="4" width="8" height="8">{_MOTIF}</svg>'),
    "nested svg, slice": _on_ground(f'<svg x="3" y="4" width="14" height="10" viewBox="0 0 20 24" preserveAspectRatio="xMinYMax slice">{_MOTIF}</svg>'),
    "nested svg, stretched": _on_ground(f'<svg x="2" y="2" width="16" height="8" viewBox="0 0 20 24" preserveAspectRatio="none">{_MOTIF}</svg>'),
    "nested svg, odd viewBox": _on_ground(f'<svg x="2" y="2" width="16" height="20" viewBox="-7 -3 33 35">{_MOTIF}</svg>'),
    "use": _on_ground('<defs><g id="u"><rect width="5" height="6" fill="#12448a"/></g></defs><use href="#u" x="2" y="3"/><use href="#u" transform="translate(15 15) rotate(45)"/>'),
    "symbol": _on_ground(f'<defs><symbol id="s" viewBox="0 0 20 24">{_MOTIF}</symbol></defs><use href="#s" x="2" y="2" width="8" height="9"/><use href="#s" x="8" y="12" width="10" height="10"/>'),
    "use of a gradient": _linear("", GROUND, '<defs><rect id="u" width="8" height="9" fill="url(#a)"/></defs><use href="#u" x="1" y="2"/><use href="#u" x="11" y="13"/>'),
    "transforms": _on_ground('<g transform="translate(10 12) rotate(20) skewX(15) scale(1.2 0.8)"><rect x="-6" y="-7" width="12" height="14" fill="#12448a"/><rect x="-2" y="-2" width="8" height="3" fill="#c8102e"/></g>'),
    "matrix": _on_ground('<rect width="8" height="8" transform="matrix(-1 0.4 0.2 1.3 14 4)" fill="#12448a"/>'),
    "classes": '<style>.k{fill:#12448a;stroke:#c8102e;stroke-width:2}</style>' + GROUND + _DISC.format('class="k"'),
    "class with a gradient": _linear("", "<style>.k{fill:url(#a)}</style>", GROUND, _DISC.format('class="k"')),
    "picture": _on_ground(f'<image href="{_PNG}" x="2" y="4" width="16" height="16"/>'),
    "picture, fitted": _on_ground(f'<image href="{_PNG}" x="2" y="2" width="16" height="20" preserveAspectRatio="xMidYMin slice"/>'),
    "switch": _on_ground(f"<switch><g>{_MOTIF}</g></switch>"),
    # -- ink --------------------------------------------------------------------------------
    "opacity": _on_ground('<g opacity="0.5"><circle cx="8" cy="10" r="6" fill="#12448a"/><circle cx="12" cy="14" r="6" fill="#c8102e"/></g>'),
    "fill-opacity": _on_ground('<circle cx="8" cy="10" r="6" fill="#12448a" fill-opacity="0.5"/><circle cx="12" cy="14" r="6" fill="#c8102e" fill-opacity="0.5"/>'),
    "opacity of a gradient": _linear("", GROUND, _MOTIF, _DISC.format('fill="url(#a)" opacity="0.6"')),
    "blend, multiply": _on_ground('<circle cx="8" cy="10" r="6" fill="#4aa"/><circle cx="12" cy="14" r="6" fill="#e83" style="mix-blend-mode:multiply"/>'),
    "blend, screen": _on_ground('<circle cx="8" cy="10" r="6" fill="#477"/><circle cx="12" cy="14" r="6" fill="#a53" style="mix-blend-mode:screen"/>'),
    "blend, luminosity": _on_ground('<circle cx="8" cy="10" r="6" fill="#477"/><circle cx="12" cy="14" r="6" fill="#a53" style="mix-blend-mode:luminosity"/>'),
    "blend without a ground": '<circle cx="8" cy="10" r="6" fill="#4aa"/><circle cx="12" cy="14" r="6" fill="#e83" style="mix-blend-mode:multiply"/>',
    "blend, difference, without a ground": '<circle cx="10" cy="12" r="6" fill="#e83" style="mix-blend-mode:difference"/>',
    "blend, isolated": _on_ground('<g style="isolation:isolate"><circle cx="8" cy="10" r="6" fill="#4aa"/><circle cx="12" cy="14" r="6" fill="#e83" style="mix-blend-mode:multiply"/></g>'),
    "blend in opacity": _on_ground('<g opacity="0.7"><circle cx="8" cy="10" r="6" fill="#4aa"/><circle cx="12" cy="14" r="6" fill="#e83" style="mix-blend-mode:multiply"/></g>'),
    "blend of a gradient": _linear("", GROUND, _MOTIF, _DISC.format('fill="url(#a)" style="mix-blend-mode:multiply"')),
    "filter, blur": _on_ground('<defs><filter id="f"><feGaussianBlur stdDeviation="1"/></filter></defs><rect x="4" y="5" width="12" height="14" fill="#12448a" filter="url(#f)"/>'),
    "filter, shadow": _on_ground('<defs><filter id="f"><feDropShadow dx="2" dy="2" stdDeviation="0.5"/></filter></defs><rect x="3" y="4" width="11" height="13" fill="#c8102e" filter="url(#f)"/>'),
    "filter, colours": _on_ground('<defs><filter id="f" color-interpolation-filters="sRGB"><feColorMatrix type="hueRotate" values="120"/></filter></defs><rect x="4" y="5" width="12" height="14" fill="#12448a" filter="url(#f)"/>'),
    "filter of a gradient": _linear("", GROUND, '<defs><filter id="f"><feOffset dx="2" dy="1"/></filter></defs>', '<rect x="3" y="4" width="12" height="14" fill="url(#a)" filter="url(#f)"/>'),
    "filter, turned": _on_ground('<defs><filter id="f"><feDropShadow dx="2" dy="2" stdDeviation="0.5"/></filter></defs><rect x="-5" y="-4" width="10" height="8" transform="translate(10 12) rotate(30)" fill="#c8102e" filter="url(#f)"/>'),
    # -- strokes ----------------------------------------------------------------------------
    "dashes": _on_ground(_ROW.format('fill="none" stroke="#12448a" stroke-width="3" stroke-dasharray="4 2" stroke-dashoffset="1"')),
    "dashes, odd": _on_ground(_ROW.format('fill="none" stroke="#12448a" stroke-width="3" stroke-dasharray="3 1 2"')),
    "dots": _on_ground(_ROW.format('fill="none" stroke="#12448a" stroke-width="3" stroke-linecap="round" stroke-dasharray="0 5"')),
    "square dots": _on_ground(_ROW.format('fill="none" stroke="#12448a" stroke-width="3" stroke-linecap="square" stroke-dasharray="0 5"')),
    "zero line, round": _on_ground('<path d="M10 8h0M10 16z" stroke="#12448a" stroke-width="6" stroke-linecap="round"/>'),
    "zero line, square": _on_ground('<path d="M10 12h0" stroke="#12448a" stroke-width="8" stroke-linecap="square"/>'),
    "zero line, butt": _on_ground('<path d="M10 12h0" stroke="#12448a" stroke-width="8"/>'),
    "zero line element": _on_ground('<line x1="6" y1="8" x2="6" y2="8" stroke="#12448a" stroke-width="6" stroke-linecap="round"/><polyline points="14,16 14,16" stroke="#c8102e" stroke-width="6" stroke-linecap="square"/>'),
    "zero line, turned": _on_ground('<g transform="rotate(30 10 12) scale(1 1.6)" stroke="#12448a" stroke-width="6" stroke-linecap="square"><path d="M10 8l0 0"/></g>'),
    "zero line, class": "<style>.k{stroke:#12448a;stroke-width:6;stroke-linecap:round}</style>" + GROUND + '<path class="k" d="M10 12h0"/>',
    "zero line, clear": _on_ground(_MOTIF + '<path d="M10 12l0 0" stroke="#c8102e" stroke-opacity="0.5" stroke-width="9" stroke-linecap="round" opacity="0.8"/>'),
    "zero line among others": _on_ground('<path d="M4 4H16M10 12h0M4 20H16" stroke="#12448a" stroke-width="4" stroke-linecap="round"/>'),
    "zero line, gradient": _linear(f'{_USER} x1="6" x2="14"', GROUND, '<path d="M10 12h0" stroke="url(#a)" stroke-width="9" stroke-linecap="round"/>'),
    "zero rect": _on_ground('<path d="M10 12c0 0 0 0 0 0" stroke="#12448a" stroke-width="8" stroke-linecap="round"/>'),
    "caps": _on_ground('<path d="M5 5H15" stroke="#12448a" stroke-width="4" stroke-linecap="round"/><path d="M5 12H15" stroke="#12448a" stroke-width="4" stroke-linecap="square"/><path d="M5 19H15" stroke="#12448a" stroke-width="4"/>'),
    "joins": _on_ground('<g fill="none" stroke="#12448a" stroke-width="3"><path d="M3 8L10 3L17 8" stroke-linejoin="round"/><path d="M3 15L10 10L17 15" stroke-linejoin="bevel"/><path d="M3 22L10 17L17 22"/></g>'),
    "miter limit": _on_ground('<path d="M3 20L10 4L17 20" fill="none" stroke="#12448a" stroke-width="2" stroke-miterlimit="1.5"/>'),
    "paint-order": _on_ground('<circle cx="10" cy="12" r="6" fill="#f5c242" stroke="#12448a" stroke-width="5" paint-order="stroke"/>'),
    "markers": _on_ground('<defs><marker id="k" markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto"><path d="M0 0L4 2L0 4z" fill="#c8102e"/></marker></defs><path d="M3 4L14 12L5 20" fill="none" stroke="#12448a" stroke-width="1.5" marker-start="url(#k)" marker-mid="url(#k)" marker-end="url(#k)"/>'),
    "markers, reversed": _on_ground('<defs><marker id="k" markerUnits="userSpaceOnUse" markerWidth="6" markerHeight="6" refX="3" refY="3" viewBox="0 0 6 6" orient="auto-start-reverse"><path d="M0 0L6 3L0 6z" fill="#c8102e"/></marker></defs><path d="M4 12H16" stroke="#12448a" stroke-width="1.5" marker-start="url(#k)" marker-end="url(#k)"/>'),
    "even-odd": _on_ground('<path fill-rule="evenodd" d="M2 2h16v20H2zM6 6h8v12H6z" fill="#12448a"/>'),
    "arcs": _on_ground('<path d="M4 12a6 8 30 1 1 6 8C8 20 6 16 10 12S14 4 16 8Q18 12 16 16T10 22" fill="#f5c242" stroke="#12448a" stroke-width="1.5"/>'),
    # -- text -------------------------------------------------------------------------------
    "text": _on_ground('<text x="1" y="14" font-size="9" fill="#12448a">Abg</text>'),
    "text, gradient": _linear("", GROUND, '<text x="0" y="18" font-size="18" font-weight="700" fill="url(#a)">AB</text>'),
    "text, stroke": _on_ground('<text x="1" y="17" font-size="16" font-weight="700" fill="#f5c242" stroke="#12448a" stroke-width="1">AB</text>'),
    "text on a path": _on_ground('<defs><path id="p" d="M2 16Q10 2 18 16"/></defs><text font-size="7" font-weight="700" fill="#12448a"><textPath href="#p">ABCD</textPath></text>'),
    "text, middle": _on_ground('<text x="10" y="14" font-size="8" text-anchor="middle" fill="#12448a">A<tspan fill="#c8102e" dy="2">B</tspan>C</text>'),
    "text, turned": _on_ground('<text x="2" y="18" font-size="8" fill="#12448a" rotate="20" letter-spacing="1">ABC</text>'),
    "text, masked": _on_ground('<defs><mask id="m"><rect width="20" height="10" fill="#fff"/></mask></defs><text x="1" y="17" font-size="16" font-weight="700" fill="#12448a" mask="url(#m)">AB</text>'),
    # -- empty things -----------------------------------------------------------------------
    "empty parts": f'<style></style><defs/><g/>{GROUND}{_MOTIF}<text/><path d=""/><svg/><clipPath id="c"/><linearGradient id="e"/><pattern id="t"/>',
    "empty gradient": '<defs><linearGradient id="a"/></defs>' + GROUND + _MOTIF + _DISC.format('fill="url(#a)"'),
    "empty pattern": '<defs><pattern id="a"/></defs>' + GROUND + _MOTIF + _DISC.format('fill="url(#a)"'),
    "empty clip": '<defs><clipPath id="c"/></defs>' + GROUND + _MOTIF + _DISC.format('fill="#c8102e" clip-path="url(#c)"'),
    "empty mask": '<defs><mask id="c"/></defs>' + GROUND + _MOTIF + _DISC.format('fill="#c8102e" mask="url(#c)"'),
    "style of comments": f"<style>/* none */</style>{GROUND}{_MOTIF}",
}  # fmt: skip
