"""Every recipe in rules/RECIPES.md is a complete game, and each of its commands succeeds."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image
from typer.testing import CliRunner

from generator import bundled
from generator.cli.commands import app

PAGE = (Path(bundled("rules")) / "RECIPES.md").read_text("utf-8")
GUIDE = (Path(bundled("rules")) / "WRITING.md").read_text("utf-8")
TITLES = re.findall(r"^- \[(.+)\]\(#(.+)\)$", PAGE, re.MULTILINE)
_SECTION = re.compile(rf"^## (?={'|'.join(re.escape(title) for title, _ in TITLES)})", re.MULTILINE)
PIECES = {  # printed pieces, and the sheets of the first `build`
    "A deck that you already have": (6, 1),
    "A deck from a spreadsheet, with a quantity column": (7, 1),
    "Cards you have already drawn, with full bleed": (6, 1),
    "A board larger than a sheet": (1, 3),
    "A rules booklet": (1, 1),
    "Files for a print shop": (None, None),
    "Cards in tiers": (23, 2),
    "A draft": (24, 3),
}


class Recipe(NamedTuple):
    title: str
    text: str
    files: dict[str, str]
    commands: list[list[str]]


def recipes() -> Iterator[Recipe]:
    for section in _SECTION.split(PAGE)[1:]:
        blocks = re.findall(r"^```\w+ (\S+)\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
        lines = re.findall(r"^protoplay (.*)$", section, re.MULTILINE)
        yield Recipe(section.partition("\n")[0], section, dict(blocks), [x.split() for x in lines])


RECIPES = {recipe.title: recipe for recipe in recipes()}


def written(recipe: Recipe, folder: Path) -> Path:
    """Write the recipe's files into a folder, with the pictures and rules that it needs."""
    folder.mkdir()
    for name, text in recipe.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    if "rows: {folder: art/}" in recipe.text:
        (folder / "art").mkdir()
        for name in ("goblin_x3.png", "troll.png", "witch_x2.png"):
            Image.new("RGB", (815, 1110), (60, 90, 140)).save(folder / "art" / name)
        Image.new("RGB", (744, 1039), (30, 60, 30)).save(folder / "back.png")
    if "WRITING.md#everybody-at-once" in recipe.text:
        draft = GUIDE.partition("## Everybody at once")[2].partition("```python\n")[2]
        (folder / "rules.py").write_text(draft.partition("```")[0], encoding="utf-8")
    return folder


def test_every_recipe_is_listed_and_tried() -> None:
    assert [title for title, _ in TITLES] == list(RECIPES) == list(PIECES)
    for title, anchor in TITLES:
        assert anchor == re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")


@pytest.mark.slow
@pytest.mark.parametrize("title", PIECES)
def test_a_recipe_works_as_it_is_written(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = RECIPES[title]
    words = [command[0] for command in recipe.commands if command[0] != "new"]
    assert words[:2] == ["check", "build"]
    monkeypatch.chdir(written(recipe, tmp_path / "game"))
    monkeypatch.setenv("PROTOPLAY_TRUST", "all")
    builds = 0
    for command in recipe.commands:
        answer = CliRunner().invoke(app, command)
        assert answer.exit_code == 0, f"{command}: {answer.output}"
        assert "error" not in answer.output, answer.output
        if command[0] == "check":
            assert "warning" not in answer.output.replace("0 warnings", ""), answer.output
        if command[0] == "build" and not builds:
            builds += 1
            pieces, sheets = PIECES[title]
            if pieces is not None:
                built = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
                assert (built["pieces"], built["sheets"]) == (pieces, sheets)
    shutil.rmtree(tmp_path / "game")


def test_the_pictures_for_a_shop_have_the_size_that_the_recipe_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = RECIPES["Files for a print shop"]
    monkeypatch.chdir(written(recipe, tmp_path / "game"))
    assert CliRunner().invoke(app, recipe.commands[1]).exit_code == 0
    folder = tmp_path / "game" / "output" / "game" / "png" / "cards"
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(
        f"{n}-{side}.png" for n in ("crow", "heron", "owl") for side in ("front", "back")
    )
    for name in names:
        with Image.open(folder / name) as picture:
            assert picture.size == (825, 1125)
            assert round(picture.info["dpi"][0]) == 300
