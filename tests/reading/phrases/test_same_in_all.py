"""A game in two languages: what one says otherwise than the other is reported with its place."""

from pathlib import Path

import pytest

from generator.reading.door import open_pack
from generator.reading.phrases.same_in_all import differences
from tests.test_cli import protoplay

GAME = """
protoplay: 1
name: Forge
players: 2
languages: [en, de]
components:
  cards: {size: poker, rows: cards.csv}
play:
  cards: {cards: {row: 2}}
  resources: {ore: {}, coin: {start: 2}}
  resources.de: {Erz: {}, Münze: {start: 2}}
  actions: {buy: {buy: cards}, dig: Gain 1 ore}
  actions.de: {buy: {buy: cards}, dig: Erhalte 1 Erz}
  turn: {choose: [buy, dig]}
  scoring: 1 point per 2 coins
  scoring.de: 1 Punkt je 2 Münzen
  end: after 5 rounds
"""
CARDS = """name,name.de,kind,kind.de,cost,cost.de,effect,effect.de
Mint,Münze,work,Werk,2 ore,2 Erz,"When bought: gain 2 coins.","Beim Kauf: erhalte 2 Münzen."
Bank,Bank,work,Werk,1 coin,1 Münze,"End: 1 point per work.","Am Ende: 1 Punkt je Werk."
"""


def problems_of(folder: Path, game: str, cards: str) -> list[str]:
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "cards.csv").write_text(cards, "utf-8")
    packs = []
    for language in ("en", "de"):
        pack, problems = open_pack(folder, language=language)
        assert pack is not None, [str(problem) for problem in problems]
        packs.append(pack)
    return [str(problem) for problem in differences(*packs)]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", []),
        (
            "erhalte 2 Münzen",
            "erhalte 3 Münzen",
            [
                'cards.csv:2:8: error: effect of "Münze": "Beim Kauf: erhalte 3 Münzen." in de, '
                'but "When bought: gain 2 coins." in en (write the same in both)'
            ],
        ),
        (
            "je Werk",
            "je Bank",
            [
                'cards.csv:3:8: error: effect of "Bank": "Am Ende: 1 Punkt je Bank." in de, '
                'but "End: 1 point per work." in en (write the same in both)'
            ],
        ),
        (
            "2 Erz,",
            "1 Erz,",
            [
                'cards.csv:2:6: error: the cost of "Münze" in de is not that in en '
                "(write the same in both)"
            ],
        ),
        (
            "Erhalte 1 Erz",
            "Erhalte 2 Erz",
            [
                'game.yaml:12:37: error: the action "dig": "Erhalte 2 Erz." in de, '
                'but "Gain 1 ore." in en (write the same in both)'
            ],
        ),
        (
            "scoring.de: 1 Punkt je 2 Münzen",
            "scoring.de: [1 Punkt je 2 Münzen, 1 Punkt je Erz]",
            [
                "game.yaml:8:1: error: 5 phrases in de, but 4 in en (write the same cards, "
                "actions, steps and scoring in both)"
            ],
        ),
    ],
)
def test_what_differs_between_languages_is_reported(
    old: str, new: str, told: list[str], tmp_path: Path
) -> None:
    game, cards = (text.replace(old, new) if old else text for text in (GAME, CARDS))
    assert problems_of(tmp_path, game, cards) == told


def test_check_compares_the_languages(tmp_path: Path) -> None:
    problems_of(tmp_path, GAME, CARDS.replace("erhalte 2", "erhalte 3"))
    done = protoplay("check", ".", "--games", "0", cwd=tmp_path, code=1)
    assert 'effect of "Münze": "Beim Kauf: erhalte 3 Münzen." in de' in done.output
