"""The rule sheet and the player aid that are generated from `play:`: rule_sheets/*.md."""

import re
import shutil
from pathlib import Path

import pytest

from generator.model.pack import Pack
from generator.reading.door import open_pack
from generator.reading.phrases.rule_sheet import player_aid, rule_sheet
from generator.reading.scaffold import KINDS

GOLDENS = Path(__file__).parent / "rule_sheets"
GAMES = Path(__file__).parents[3] / "templates" / "games"
RARE = ("abbey", "bazaar", "guild")  # games with what is rare


def game(name: str) -> Pack:
    pack, problems = open_pack((GOLDENS if name in RARE else GAMES) / name)
    assert pack is not None, [str(problem) for problem in problems]
    return pack


@pytest.mark.parametrize("name", [*sorted(set(KINDS.values())), *RARE])
def test_a_rule_sheet_reads_well(name: str, rewrite: bool) -> None:
    pack = game(name)
    text = f"{rule_sheet(pack)}\n---\n\n{player_aid(pack)}"
    golden = GOLDENS / f"{name}.md"
    if rewrite:
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


def test_the_rule_sheet_has_the_numbers_of_the_data(tmp_path: Path) -> None:
    folder = tmp_path / "foundry"
    shutil.copytree(GAMES / "foundry", folder)
    before = rule_sheet(game("foundry")) or ""
    text = (folder / "game.yaml").read_text("utf-8")
    text = text.replace("row: 4", "row: 5").replace("12 points", "14 points")
    (folder / "game.yaml").write_text(text.replace("hold: 10", "hold: 8"), "utf-8")
    pack, _ = open_pack(folder)
    assert pack is not None
    changed = set(re.findall(r"\w+", rule_sheet(pack) or "")) ^ set(re.findall(r"\w+", before))
    assert changed == {"5", "14", "12", "8", "10"}


def test_names_with_stars_and_brackets_print_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "raid"
    shutil.copytree(GAMES / "raid", folder)
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("title: Raid cards", "title: R*a*id [x]"))
    pack, _ = open_pack(folder)
    assert pack is not None
    assert r"Shuffle the R\*a\*id \[x\]" in (rule_sheet(pack) or "")
