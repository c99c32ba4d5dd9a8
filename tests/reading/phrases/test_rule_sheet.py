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


CLAIMS = """protoplay: 1
name: Tiles
players: 2
languages: [LANGUAGE]
components:
  cards: {title: Karten, size: poker, rows: cards.csv}
  tiles: {title: Tiles, size: poker, rows: tiles.csv}
play:
  cards: {cards: {row: 2}, tiles: {row: 2}}
  resources: {ore: {}}
  actions: {dig: Gain 1 ore, buy: {buy: cards}, claim: {claim: tiles}}
  turn: {choose: [dig, buy, claim]}
  end: after 9 rounds
"""


@pytest.mark.parametrize(
    ("language", "meaning"),
    [
        ("en", "**What a card asks for:** Tiles are not paid."),
        ("de", "**Was eine Karte verlangt:** Tiles werden nicht bezahlt."),
        ("fr", "**Ce qu’une carte demande :** Tiles ne se paient pas."),
        ("es", "**Lo que pide una carta:** Tiles no se pagan."),
    ],
)
def test_the_meaning_of_tiles_that_are_claimed(tmp_path: Path, language: str, meaning: str) -> None:
    (tmp_path / "game.yaml").write_text(CLAIMS.replace("LANGUAGE", language), "utf-8")
    (tmp_path / "cards.csv").write_text("name,kind,cost\nPit,mine,1 ore\nKiln,mine,2 ore\n")
    (tmp_path / "tiles.csv").write_text("name,cost\nBaron,2 mine\nDuke,1 ore\n")
    pack, problems = open_pack(tmp_path)
    assert pack is not None, [str(problem) for problem in problems]
    text = (rule_sheet(pack) or "").replace("\N{NO-BREAK SPACE}", " ")
    assert meaning in text
    assert "„Karten“" not in text.replace("Auslage „Karten“", "")
