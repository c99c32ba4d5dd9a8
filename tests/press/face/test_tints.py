"""Icons as icon sites provide them take the requested colour."""

from pathlib import Path

import numpy as np
import pytest
import resvg_py
from PIL import Image

from generator.press.face.icons import load
from generator.reading.door import open_pack
from tests.press.face.test_pictures import drawn

GROUND = "<path d='M0 0h48v48H0z'/>"
FIGURE = "<path d='M12 12h24v24H12z' {}/>"
ICONS = {
    "a ground and a white figure": ("viewBox='0 0 48 48'", GROUND + FIGURE.format("fill='#fff'")),
    "a square as ground": (
        "viewBox='0 0 48 48'",
        "<rect width='48' height='48' rx='4' fill='#000'/>" + FIGURE.format("fill='#ffffff'"),
    ),
    "a ground in per cent": (
        "viewBox='0 0 48 48'",
        "<rect width='100%' height='100%' fill='#eee'/>" + FIGURE.format("fill='red'"),
    ),
    "a round ground": (
        "viewBox='0 0 48 48'",
        "<circle cx='24' cy='24' r='24' fill='#123'/>" + FIGURE.format("fill='white'"),
    ),
    "a clear ground": (
        "viewBox='0 0 48 48'", "<path d='M0 0h48v48H0z' fill='none'/>" + FIGURE.format("")
    ),
    "a pale fill": ("viewBox='0 0 48 48'", FIGURE.format("fill='#e8eaed'")),
    "a pale fill on the root": ("viewBox='0 0 48 48' fill='#e8eaed'", FIGURE.format("")),
    "a style": ("viewBox='0 0 48 48'", FIGURE.format("style='fill:#e8eaed;fill-opacity:1'")),
    "a class": (
        "viewBox='0 0 48 48'",
        "<style>.st0{fill:#e8eaed;}</style>" + FIGURE.format("class='st0'"),
    ),
    "a class below a group": (
        "viewBox='0 0 48 48'",
        "<style>:root{--ink:#e8eaed} svg>g .st0{fill:var(--ink)!important}</style>"
        + f"""<g>{FIGURE.format("class='st0' fill='#000'")}</g>""",
    ),
    "a group": ("viewBox='0 0 48 48'", f"<g fill='rgb(9,9,9)'>{FIGURE.format('')}</g>"),
    "no viewBox": ("width='48' height='48px'", FIGURE.format("fill='black'")),
    "a viewBox elsewhere": (
        "viewBox='0 -48 48 48'",
        "<g transform='translate(0 -48)'>" + FIGURE.format("fill='#123456'") + "</g>",
    ),
    "strokes": (
        "viewBox='0 0 48 48' fill='none' stroke='#000' stroke-width='2'",
        "<path stroke='none' d='M0 0h48v48H0z'/>" + FIGURE.format("fill='#000'"),
    ),
}  # fmt: skip


def icon(root: str, body: str) -> str:
    return f"<svg xmlns='http://www.w3.org/2000/svg' {root}>{body}</svg>"


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_of_one_colour_takes_the_tint_and_loses_its_background(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "a.svg").write_text(icon(*ICONS[name]))
    made = load(tmp_path / "a.svg", "a", 0)
    assert made.remark == ""
    svg = icon("viewBox='0 0 48 48'", made.draw(0, 0, 48, "#ff0000"))
    png = resvg_py.svg_to_bytes(svg_string=svg, background="white", width=48, height=48)
    (tmp_path / "a.png").write_bytes(png)
    pixels = np.asarray(Image.open(tmp_path / "a.png").convert("RGB"))
    assert tuple(pixels[24, 24]) == (255, 0, 0)
    assert tuple(pixels[4, 24]) == (255, 255, 255)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (FIGURE.format("fill='red'") + FIGURE.format("fill='blue'"), "it has 2 colours"),
        (FIGURE.format("") + FIGURE.format("fill='blue'"), "it has 2 colours"),
        (FIGURE.format("fill='url(#g)'"), "it has a gradient or a pattern"),
        (FIGURE.format("fill='currentColor'") + FIGURE.format("fill='blue'"), ""),
        (FIGURE.format("") + "<circle r='3' cx='20' cy='20' fill='#fff'/>", ""),
        (GROUND, ""),  # alone it is the figure
    ],
)
def test_icons_that_keep_their_colours_are_reported(tmp_path: Path, body: str, said: str) -> None:
    (tmp_path / "a.svg").write_text(icon("viewBox='0 0 48 48'", body))
    made = load(tmp_path / "a.svg", "a", 0)
    assert made.remark == said
    assert "<path" in made.body


def test_icons_that_cannot_be_used_or_tinted_are_reported_at_their_files(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    two = FIGURE.format("fill='red'") + FIGURE.format("fill='blue'")
    (tmp_path / "icons" / "two.svg").write_text(icon("viewBox='0 0 48 48'", two))
    (tmp_path / "icons" / "nosize.svg").write_text(icon("", two))
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
        "  c: {size: poker, rows: [{i: two}, {i: nosize}], front: {use: card, icon: '{{ i }}'}}\n"
    )
    pack, problems = open_pack(tmp_path, flawed=True)
    assert pack is not None
    told = [*map(str, problems), *drawn(pack)[1]]
    assert any("nosize.svg: error" in line and "neither a viewBox nor" in line for line in told)
    assert any("two.svg: warning" in line and "it has 2 colours" in line for line in told)
    assert not any("did you mean 'nosize'" in line or "there is no icon" in line for line in told)
