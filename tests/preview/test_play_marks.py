"""The marks of the map are seen on every face, whatever its colours."""

import re

import pytest

from generator import bundled

CASINGS = {"was": "#241800"}  # drawn under a mark; white under the others
MARKS = {"mark": "legal", "pick": "picked", "was": "last move", "focus": "focus"}


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb", 0 to 1 (WCAG 2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    """Contrast of two luminances, 1 to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_luminance_and_contrast_are_those_of_the_standard() -> None:
    assert luminance("#ffffff") == pytest.approx(1.0)
    assert contrast(luminance("#777777"), 1.0) == pytest.approx(4.48, abs=0.01)


def colours_of(mark: str, style: str) -> list[str]:
    if mark == "focus":  # the same on every page, so that it is not one of the page's accents
        found = re.search(r"\.place:focus-visible>\.shape\{stroke:#(\w)(\w)(\w);", style)
        assert found
        return ["#" + "".join(2 * digit for digit in found.groups())]
    colours = re.findall(rf"--{mark}:(#[0-9a-f]{{6}})", style)  # light and dark alike
    assert len(colours) == (2 if mark == "was" else 1)  # it is no colour of a player
    return list(map(str, colours))


def test_the_edge_of_a_round_piece_stands_out_from_any_face_and_from_any_piece() -> None:
    """The edge is dark on a light halo: a chalk jeep is seen on cream, a plum one on blue."""
    style = (bundled("templates") / "preview" / "play.css").read_text("utf-8")
    found = re.search(r"\.rim\{stroke:(#\w{6});stroke-width:([\d.]+);filter:[^}]*#fff\)", style)
    assert found and float(found[2]) >= 1.5
    edge = luminance(found[1])
    assert all(max(contrast(edge, i / 1000), contrast(1.0, i / 1000)) >= 3 for i in range(1001))


@pytest.mark.parametrize("mark", MARKS, ids=MARKS.get)
def test_a_mark_stands_out_from_any_face(mark: str) -> None:
    """A line on a wider one of white or near black: on any face, one of them reads 3:1."""
    style = (bundled("templates") / "preview" / "play.css").read_text("utf-8")
    casing = luminance(CASINGS.get(mark, "#ffffff"))
    assert mark not in CASINGS or f">.under{{stroke:{CASINGS[mark]};" in style
    for line in map(luminance, colours_of(mark, style)):
        assert contrast(line, casing) >= 3
        for grey in range(1001):
            face = grey / 1000
            assert max(contrast(line, face), contrast(casing, face)) >= 3, face
