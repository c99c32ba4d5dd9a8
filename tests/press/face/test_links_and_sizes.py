"""Links as programs write them, text without a size, and effects that come from a group."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from generator.press.build import build
from generator.press.options import BuildOptions
from generator.reading.door import open_pack

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">'
)
FACES = {"template": "{template: face.svg}", "art": "face.svg"}


def drawn(folder: Path, front: str, body: str) -> tuple[np.ndarray, list[str]]:
    """The pixels of a face, and the problems that were reported."""
    folder.mkdir(exist_ok=True)
    (folder / "art").mkdir(exist_ok=True)
    Image.new("RGB", (400, 400), (200, 60, 20)).save(folder / "art" / "red fox.png")
    (folder / "game.yaml").write_text(
        "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
        f"  c: {{size: poker, bleed: 0mm, front: {front}}}\n",
        "utf-8",
    )
    (folder / "face.svg").write_text(f"{HEAD}{body}</svg>", "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None, [str(problem) for problem in problems]
    build(pack, BuildOptions(out=folder / "out", formats=("png",), dpi=100), problems)
    file = next((folder / "out").rglob("*front*.png"))
    return np.asarray(Image.open(file).convert("RGB")).astype(int), [str(p) for p in problems]


@pytest.mark.parametrize("kind", FACES)
@pytest.mark.parametrize("link", ["art/red%20fox.png", "file://{}/art/red%20fox.png", "{}#x"])
def test_a_link_as_programs_write_it_shows_the_picture(
    tmp_path: Path, kind: str, link: str
) -> None:
    folder = tmp_path / "pack"
    link = link.replace("{}#x", "art/red fox.png#x").format(folder)
    image = '<image {}="{}" x="5" y="5" width="40" height="40"/>'
    plain, _ = drawn(folder, FACES[kind], image.format("href", "art/red fox.png"))
    for attribute in ("href", "xlink:href"):
        pixels, problems = drawn(folder, FACES[kind], image.format(attribute, link))
        assert problems == []
        assert np.array_equal(pixels, plain)
    assert (plain[:, :, 0] - plain[:, :, 2] > 100).sum() > 0.2 * plain[:, :, 0].size


@pytest.mark.parametrize("kind", FACES)
def test_a_link_with_wrong_capitals_is_reported_with_the_correct_file(
    tmp_path: Path, kind: str
) -> None:
    image = '<image href="art/Red Fox.PNG" x="5" y="5" width="40" height="40"/>'
    _, problems = drawn(tmp_path / "pack", FACES[kind], image)
    assert any("art/red fox.png" in problem for problem in problems)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("<text x='2' y='30'>Fox</text>", "<text x='2' y='30' font-size='16'>Fox</text>"),
        (
            "<text x='2' y='30' font-size='medium'>Fox</text>",
            "<text x='2' y='30' font-size='16'>Fox</text>",
        ),
        (
            "<g font-size='10'><text x='2' y='30' font-size='larger'>Fox</text></g>",
            "<text x='2' y='30' font-size='12'>Fox</text>",
        ),
    ],
)
def test_text_without_a_size_has_the_default_size_of_browsers(
    tmp_path: Path, text: str, same: str
) -> None:
    pixels, problems = drawn(tmp_path / "pack", FACES["art"], text)
    expected, _ = drawn(tmp_path / "pack", FACES["art"], same)
    assert problems == []
    assert (pixels < 128).any()
    assert np.array_equal(pixels, expected)


@pytest.mark.parametrize(
    "body",
    [
        "<path d='M5 5H50' pathLength='10' stroke='red' stroke-dasharray='2 1'/>",
        "<g stroke-dasharray='2 1'><path d='M5 5H50' pathLength='10' stroke='red'/></g>",
        "<g style='stroke-dasharray:2 1'><path d='M5 5H50' pathLength='10' stroke='red'/></g>",
    ],
)
def test_dashes_that_would_follow_a_path_length_are_reported(tmp_path: Path, body: str) -> None:
    _, problems = drawn(tmp_path / "pack", FACES["art"], body)
    assert any("pathLength is ignored" in problem for problem in problems)
    _, problems = drawn(tmp_path / "pack", FACES["art"], body.replace("2 1", "none"))
    assert problems == []


@pytest.mark.parametrize("group", ["color-interpolation='linearRGB'", ""])
def test_colours_between_stops_that_come_from_a_group_are_reported(
    tmp_path: Path, group: str
) -> None:
    body = (
        f"<g {group}><linearGradient id='g'><stop stop-color='red'/>"
        "<stop offset='1' stop-color='blue'/></linearGradient>"
        "<rect width='40' height='40' fill='url(#g)'/></g>"
    )
    _, problems = drawn(tmp_path / "pack", FACES["art"], body)
    assert len(problems) == bool(group)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "<mask id='m'><rect width='9' height='40' fill='white'/></mask>"
            "<rect width='40' height='40' style='mask-image: url(#m)'/>",
            "mask-image: url(#m) is not drawn",
        ),
        (
            "<rect width='9' height='9' style='offset-path: path(\"M0 0L20 20\")'/>",
            "offset-path: path",
        ),
        (
            "<g style='display: contents' opacity='.3'><rect width='40' height='40'/></g>",
            "display: contents is not drawn",
        ),
        (
            "<style>@supports not (color: red) {rect {fill: blue}}</style>"
            "<rect width='40' height='40' fill='red'/>",
            'the rules in "@supports not (color: red)" are ignored',
        ),
    ],
)
def test_css_that_is_not_drawn_is_reported(tmp_path: Path, body: str, message: str) -> None:
    _, problems = drawn(tmp_path / "pack", FACES["art"], body)
    assert len(problems) == 1
    assert message in problems[0]


@pytest.mark.parametrize("kind", ["linearGradient", "radialGradient"])
def test_a_transform_in_the_style_of_a_gradient_is_applied(tmp_path: Path, kind: str) -> None:
    body = (
        "<defs><KIND id='g' gradientUnits='userSpaceOnUse' WAY><stop stop-color='black'/>"
        "<stop offset='1' stop-color='white'/></KIND></defs>"
        "<rect width='60' height='60' fill='url(#g)'/>"
    ).replace("KIND", kind)
    by_style, problems = drawn(
        tmp_path / "pack", FACES["art"], body.replace("WAY", "style='transform: scale(0.3, 2)'")
    )
    assert problems == []
    by_attribute, _ = drawn(
        tmp_path / "pack", FACES["art"], body.replace("WAY", "gradientTransform='scale(0.3 2)'")
    )
    plain, _ = drawn(tmp_path / "pack", FACES["art"], body.replace("WAY", ""))
    assert np.array_equal(by_style, by_attribute)
    assert not np.array_equal(by_style, plain)
