# ruff: noqa: E501 - a drawing is one line
"""Files of drawing programs look the same on a face as in a browser."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from generator.press.build import build
from generator.press.options import BuildOptions
from generator.reading.door import open_pack

pytestmark = pytest.mark.browser
WIDTH, HEIGHT = 63.5, 88.9  # mm, a poker card
MOST = 0.004  # of the pixels, those along edges, that may differ
HEAD = (
    f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" '
    f'viewBox="0 0 {WIDTH} {HEIGHT}"><path fill="white" d="M0 0H{WIDTH}V{HEIGHT}H0z"/>'
)
DRAWINGS = {
    "desc": "<style>g rect{fill:red}</style><g><rect width='30' height='40'/></g>",
    "child of svg": "<style>svg>rect{fill:red}</style><rect width='30' height='40'/>",
    "child of svg2": "<style>svg>g>rect{fill:red}</style><g><rect width='30' height='40'/></g>",
    "attr": "<style>[data-k='a']{fill:red}[width='10']{fill:blue}</style><rect data-k='a' width='30' height='40'/><rect x='40' width='10' height='40'/>",
    "sibling": "<style>rect+rect{fill:red}circle~rect{fill:blue}</style><rect width='10' height='40'/><rect x='12' width='10' height='40'/><circle cx='30' cy='50' r='5'/><rect x='42' width='10' height='40'/>",
    "not nth": "<style>rect:nth-child(odd){fill:red}rect:not(.k){stroke:blue;stroke-width:3}</style><g><rect width='10' height='40'/><rect class='k' x='12' width='10' height='40'/><rect x='30' width='10' height='40'/></g>",
    "important": "<style>rect{fill:red!important}</style><rect width='30' height='40' style='fill:blue'/>",
    "media screen": "<style>@media screen{rect{fill:red}}@media print{rect{fill:blue}}</style><rect width='30' height='40'/>",
    "var class": "<style>:root{--c:red}.b{--c:blue}rect{fill:var(--c)}</style><rect width='20' height='40'/><g class='b'><rect x='30' width='20' height='40'/></g>",
    "var fallback": "<rect width='20' height='40' fill='var(--no, red)'/><rect x='30' width='20' height='40' style='--k:blue;fill:var(--k)'/>",
    "symbol %": "<symbol id='s' viewBox='0 0 100 100'><rect width='50%' height='25%' fill='red'/><circle cx='50%' cy='75%' r='10%'/></symbol><use href='#s' width='60' height='60'/>",
    "nested svg %": "<svg x='5' y='5' width='50' height='40'><rect width='50%' height='50%' fill='red'/></svg><svg x='5' y='50' width='50' height='30' viewBox='0 0 10 10'><rect width='50%' height='50%' fill='blue'/></svg>",
    "switch": "<switch><g systemLanguage='de'><rect width='30' height='30' fill='red'/></g><g systemLanguage='en'><rect width='30' height='60' fill='blue'/></g><rect width='60' height='60'/></switch>",
    "switch foreign": "<switch><foreignObject requiredExtensions='http://x' width='9' height='9'/><g><rect width='30' height='30' fill='red'/></g></switch>",
    "currentColor": "<g color='red'><rect width='20' height='40' fill='currentColor'/><g style='color:blue'><rect x='30' width='20' height='40' stroke='currentColor' stroke-width='4' fill='none'/></g></g>",
    "inherit": "<g fill='red'><g fill='blue'><rect width='20' height='40' fill='inherit'/></g></g>",
    "units": "<rect x='2mm' y='1cm' width='1in' height='12pt' fill='red'/><rect x='1pc' y='3cm' width='10px' height='5mm'/>",
    "paint-order": "<rect x='20' y='20' width='30' height='30' fill='red' stroke='blue' stroke-width='12' style='paint-order:stroke'/>",
    "img": "<image href='in.svg' x='5' y='5' width='40'/>",
    "img h": "<g fill='red' stroke='blue'><image href='in.svg' x='5' y='5' height='40'/></g>",
    "img hidden": "<image href='in.svg' width='40' visibility='hidden'/><image href='in.svg' x='20' width='30' display='none'/><rect y='60' width='9' height='9'/>",
    "img filter": "<filter id='f'><feColorMatrix type='hueRotate' values='120'/></filter><image href='in.svg' width='60' height='60' filter='url(#f)'/>",
    "img clip id": "<clipPath id='c'><circle cx='30' cy='30' r='20'/></clipPath><image id='k' href='in.svg' width='60' height='60' clip-path='url(#c)'/><use href='#k' y='50'/>",
    "blend": "<rect width='60' height='60' fill='yellow'/><image href='blend.svg' width='60' height='60'/>",
    "mask lum": "<mask id='m'><rect width='60' height='90' fill='#f80'/><rect width='30' height='90' fill='#08f'/></mask><rect width='60' height='80' fill='black' mask='url(#m)'/>",
    "grad none": "<linearGradient id='g' gradientUnits='userSpaceOnUse' x1='5' x2='5' y1='3' y2='3'><stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient><rect width='50' height='50' fill='url(#g)'/>",
    "marker ctx": "<marker id='m' viewBox='0 0 4 4' refX='2' refY='2' markerWidth='4' markerHeight='4'><circle cx='2' cy='2' r='2' fill='context-stroke'/></marker><path d='M10 20H50' stroke='red' stroke-width='4' marker-end='url(#m)' marker-start='url(#m)'/>",
    "dash": "<path d='M5 20H60M5 40H60' stroke='red' stroke-width='6' stroke-dasharray='10 5' stroke-dashoffset='3'/>",
    "css geometry": "<style>rect{x:10px;y:20px;width:30px;height:40px;fill:red;rx:8px}circle{cx:50px;cy:70px;r:9px}</style><rect/><circle/>",
    "css transform": "<style>rect{transform:translate(20px,30px) rotate(20deg);fill:red}</style><rect width='20' height='20'/>",
    "opacity group": "<g opacity='.5' style='isolation:isolate'><rect width='40' height='40' fill='red'/><rect x='20' y='20' width='40' height='40' fill='blue'/></g>",
    "illustrator": "<style type='text/css'>.st0{fill:#203060;} .st1{fill:none;stroke:#E30613;stroke-width:3;stroke-miterlimit:10;} .st0,.st2{opacity:.6}</style><g id='Layer_1'><rect class='st0' width='30' height='40'/><path class='st1 st2' d='M5 50C20 80 40 20 60 60'/></g>",
    "corel": "<style type='text/css'><![CDATA[.fil0 {fill:#E31E24} .str0 {stroke:#2B2A29;stroke-width:2.5}]]></style><g><polygon class='fil0 str0' points='5,5 50,10 40,60'/></g>",
    "sheet for print": "<style media='print'>rect{fill:red}</style><style media='screen'>rect{stroke:lime;stroke-width:4}</style><rect x='9' y='9' width='30' height='40' fill='blue'/>",
    "nested rules": "<style>.card{stroke:blue;rect{fill:red}> circle{fill:green}.a &amp;{opacity:.5}@media screen{stroke-width:4}}</style><g class='card'><rect x='9' y='9' width='20' height='20'/><circle cx='45' cy='20' r='9'/></g><g class='a'><g class='card'><rect x='9' y='50' width='20' height='20'/></g></g>",
    "hwb": "<rect width='30' height='40' fill='hwb(120 0% 0%)'/><rect x='32' width='30' height='40' fill='hwb(200 20% 30% / .5)'/>",
    "miter clip": "<path d='M9 50L40 10L44 50' fill='none' stroke='#000' stroke-width='9' stroke-linejoin='miter-clip' stroke-miterlimit='2'/>",
    "set back": "<g fill='red' stroke='blue' stroke-width='4'><rect x='4' y='4' width='20' height='20' style='fill:unset;stroke:initial'/><rect x='34' y='4' width='20' height='20' style='fill:initial;stroke:unset'/><rect x='4' y='34' width='20' height='20' style='fill:revert'/></g>",
    "nested share": "<svg x='9' y='9' viewBox='0 0 100 100' width='60%' height='20%'><circle cx='50' cy='50' r='40'/></svg><svg y='40%' width='50%' height='50%'><rect width='50%' height='50%' fill='red'/><svg x='50%' width='50%' height='50%'><rect width='50%' height='90%' fill='blue'/></svg></svg><svg x='40'><rect y='50%' width='20%' height='40%' fill='teal'/></svg>",
    "nested turned": "<svg x='16' y='16' width='26' height='26' transform='rotate(20 29 29)'><rect width='26' height='26' fill='teal'/></svg><g transform='translate(5 53)'><svg width='16' height='16' transform='translate(8 0)' opacity='.5'><rect width='16' height='16' fill='red'/></svg></g>",
    "nested used": "<defs><svg id='a' x='2' width='16' height='16' transform='translate(8 50)' style='opacity:.5'><rect width='20' height='16' fill='red'/></svg></defs><use href='#a'/><use href='#a' x='24' width='8' height='8' opacity='.5'/>",
    "nested used by shares": "<defs><svg id='a' width='16' height='16' opacity='.5'><rect width='20' height='16' fill='red'/></svg></defs><use href='#a' x='30%' y='50%'/><use href='#a' x='1cm' y='2mm'/><svg x='8' y='90' width='50' height='40'><use href='#a' x='50%' y='25%'/></svg>",
    "nested cut": "<clipPath id='c'><circle cx='3' cy='3' r='3'/></clipPath><svg x='5' y='5' width='50' height='50' viewBox='0 0 10 10' clip-path='url(#c)' transform='rotate(9)'><rect width='10' height='10'/></svg>",
    "symbol size": "<symbol id='b' width='8' height='8' viewBox='0 0 10 10'><circle cx='5' cy='5' r='5' fill='green'/></symbol><use href='#b' x='5' y='5'/><use href='#b' x='25' y='5' width='16'/><symbol id='d' x='3' y='3' width='50%' height='10%'><rect width='500' height='500' fill='red'/></symbol><use href='#d' x='5' y='60'/>",
    "page turned": f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}mm' height='{HEIGHT}mm' viewBox='0 0 120 168' transform='rotate(10) translate(20 -9)' style='background:#fd8'><rect x='20' y='20' width='50' height='200' fill='teal'/>",
    "page turned by a sheet": f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}mm' height='{HEIGHT}mm'><style>svg{{transform:scale(.5) rotate(10deg);transform-origin:20px 0}}</style><rect x='20' y='20' width='500' height='200' fill='teal'/>",
}
LINKED = {
    "in.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20' viewBox='0 0 40 20'><rect width='20' height='20' fill='orange'/><circle cx='30' cy='10' r='8'/></svg>",
    "blend.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 60'><rect width='40' height='40' fill='cyan' style='mix-blend-mode:multiply'/><rect x='20' y='20' width='40' height='40' fill='magenta' style='mix-blend-mode:multiply'/></svg>",
}


def test_a_drawing_prints_as_a_browser_shows_it(chromium: Any, tmp_path: Path) -> None:
    game = "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
    for i, body in enumerate(DRAWINGS.values()):
        text = body if body.startswith("<svg xmlns") else HEAD + body
        (tmp_path / f"t{i}.svg").write_text(f"{text}</svg>", "utf-8")
        game += f"  c{i}: {{size: poker, bleed: 0mm, front: {{template: t{i}.svg}}}}\n"
    for name, text in LINKED.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is not None
    build(pack, BuildOptions(out=tmp_path / "out", formats=("png",)), problems)
    assert not problems.errors
    apart = {}
    for i, name in enumerate(DRAWINGS):
        (file,) = (tmp_path / "out").rglob(f"png/c{i}/*.png")
        ours = on_paper(Image.open(file))
        page = chromium.new_page(
            viewport={"width": 240, "height": 336}, device_scale_factor=ours.width / 240
        )
        page.goto((tmp_path / f"t{i}.svg").as_uri())
        theirs = on_paper(Image.open(io.BytesIO(page.screenshot()))).resize(ours.size)
        page.close()
        differs = np.abs(np.asarray(ours, int) - np.asarray(theirs, int)).max(axis=2) > 60
        if differs.mean() > MOST:
            apart[name] = round(float(differs.mean()), 3)
    assert apart == {}


def on_paper(picture: Image.Image) -> Image.Image:
    """A picture on white, without its transparency."""
    picture = picture.convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(white, picture).convert("RGB")
