"""Cells written by people who know other games, and the fixes that the messages suggest.

wrong_cells.txt has a cell, the column of its fault and the fix in each line; VERBS and TRIGGERS
stand for two longer sentences. A line is added by hand: a proposed phrase must mean the same.
"""

from pathlib import Path

import pytest

from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.nearest import VERBS
from generator.reading.phrases.vocabulary import Vocabulary
from generator.reading.phrases.words import joined

GRAMMAR = Grammar(
    Vocabulary(
        resources=("point", "ore", "oak", "coin", "salt"),
        kinds=("great work", "work", "fig", "treasure"),
        cards=("Copper", "Old Adit"),
        parts=("cards",),
    )
)
LINES = (Path(__file__).parent / "wrong_cells.txt").read_text("utf-8").splitlines()
CELLS = [tuple(line.split(" | ")) for line in LINES]
SENTENCES = {
    "VERBS": f'phrases begin with {joined(list(VERBS), "or")}, such as "gain 2 ore"',
    "TRIGGERS": "a card acts only in the turn of its owner; a sentence begins with "
    '"When bought:", "Each turn:", "End:" or none of them',
}


@pytest.mark.parametrize(("cell", "column", "fix"), CELLS, ids=[cell for cell, _, _ in CELLS])
def test_what_a_wrong_cell_leads_to(cell: str, column: str, fix: str) -> None:
    _, faults = GRAMMAR.read(cell)
    assert str(faults[0].at + 1) == column
    for name, sentence in SENTENCES.items():
        fix = fix.replace(name, sentence)
    assert GRAMMAR.fix(faults[0]).removesuffix("; rules/PLAY-FROM-DATA.md has them all") == fix


def test_the_game_s_own_names_are_no_words_of_other_games() -> None:
    own = Grammar(Vocabulary(resources=("point", "vp")))
    _, faults = own.read("Take 2 vp")
    assert own.fix(faults[0]) == 'did you mean "gain 2 vp"?'
