"""The same text set by us and by Chromium, with the same font files, as two pictures.

In: a text, its font files and language, a width. Out: ink as arrays of booleans, cropped to the
ink; a pixel is 25.4 / DPI mm.
"""

import base64
import html
import io
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image

from generator.model.pack import Font
from generator.model.problems import Problems
from generator.press.out.typeset import pages
from generator.press.text.fonts import types_of
from generator.press.text.text_box import Box, Look, Setter, Setting
from generator.press.text.text_drawing import svg_of

DPI = 288
NOTO = Path("/usr/share/fonts/truetype/noto")
CHROMIUM = Path("/usr/bin/chromium")


class Fonts:
    """The part of a pack that `types_of` uses."""

    def __init__(self, files: Sequence[Path]) -> None:
        first, *others = (Font(f"f{i}", {"regular": path}) for i, path in enumerate(files))
        self.fonts = {"body": Font("body", first.files, tuple(others))}


def setter_of(files: Sequence[Path], language: str = "") -> Setter:
    pack: Any = Fonts(files)
    return Setter(types_of(pack, Problems()), (), {}, language)


def ours(text: str, files: Sequence[Path], width: float, size: float, language: str) -> np.ndarray:
    """Set by us and printed by typst; `width` in mm, `size` in points."""
    setting = setting_of(text, files, width, size, language)
    height = setting.ink.y + setting.ink.height + 10
    body = svg_of(setting, "#000000", lambda *_: "")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 20}mm" height="{height + 10}mm" '
        f'viewBox="-10 -10 {width + 20} {height + 10}">{body}</svg>'
    )
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            (Path(folder) / path.name).write_bytes(path.read_bytes())
        pdf = pages(folder, [(width + 20, height + 10, svg)])
    document = pypdfium2.PdfDocument(pdf)
    image = document[0].render(scale=DPI / 72).to_pil().convert("L")
    document.close()
    return _cut(np.asarray(image) < 128)


def setting_of(
    text: str, files: Sequence[Path], width: float, size: float, language: str
) -> Setting:
    look = Look(size_pt=size, min_pt=size)
    return setter_of(files, language).set(text, Box(0, 0, width, 500), look)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser page that draws one of our pixels for each of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=str(CHROMIUM),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        context = browser.new_context(
            viewport={"width": 1200, "height": 900}, device_scale_factor=DPI / 96
        )
        yield context.new_page()
        browser.close()


def theirs(
    page: Any, text: str, files: Sequence[Path], width: float, size: float, language: str
) -> np.ndarray:
    """Set by Chromium in a block of the same width."""
    faces = "".join(
        f"@font-face {{font-family: f{i}; src: url('data:font/ttf;base64,{_base64(path)}')}}"
        for i, path in enumerate(files)
    )
    families = ", ".join(f"f{i}" for i in range(len(files)))
    style = (
        f"{faces} body {{margin: 40px; background: #fff; color: #000}} div {{font: {size}pt/1.2 "
        f"{families}; width: {width}mm; white-space: pre-wrap; hyphens: manual; "
        "line-break: strict}"
    )
    said = html.escape(text)
    page.set_content(f"<style>{style}</style><div dir=auto lang='{language}'>{said}</div>")
    page.evaluate("document.fonts.ready")
    with Image.open(io.BytesIO(page.screenshot())) as image:
        return _cut(np.asarray(image.convert("L")) < 128)


def _base64(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode("ascii")


def _cut(ink: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def difference(one: np.ndarray, other: np.ndarray, near: int = 2) -> float:
    """The share of ink in either picture with no ink of the other within `near` pixels."""
    height = max(one.shape[0], other.shape[0]) + 2 * near
    width = max(one.shape[1], other.shape[1]) + 2 * near
    a, b = (np.zeros((height, width), bool) for _ in range(2))
    a[near : near + one.shape[0], near : near + one.shape[1]] = one
    b[near : near + other.shape[0], near : near + other.shape[1]] = other
    lone = (a & ~_grown(b, near)).sum() + (b & ~_grown(a, near)).sum()
    return float(lone / (a.sum() + b.sum()))


def _grown(ink: np.ndarray, by: int) -> np.ndarray:
    grown = ink.copy()
    for _ in range(by):
        wider = grown.copy()
        wider[1:] |= grown[:-1]
        wider[:-1] |= grown[1:]
        wider[:, 1:] |= grown[:, :-1]
        wider[:, :-1] |= grown[:, 1:]
        grown = wider
    return grown
