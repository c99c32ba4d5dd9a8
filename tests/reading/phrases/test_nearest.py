"""Cells written by people who know other games, and the fixes that the messages suggest.

wrong_cells.txt has a cell, the column of its fault and the fix in each line; VERBS and TRIGGERS
stand for two longer sentences. A line is added by hand: a proposed phrase must mean the same.
"""

from pathlib import Path

import pytest

from generator.reading.phrases.faults import MOST_ADVISED, Advice, Fault
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
    assert own.fix(faults[0]) == 'did you mean "gain 2 vps"?'


def test_the_same_text_is_looked_up_once_and_no_message_lacks_advice_silently() -> None:
    advice = Advice()
    looked_up: list[str] = []

    def fix(fault: Fault) -> str:
        looked_up.append(fault.text)
        return f"write {fault.text} otherwise"

    faults = [Fault(0, "", str(i)) for i in range(MOST_ADVISED)]
    fixes = [advice.of(fault, fix) for fault in (*faults, *faults)]
    assert fixes == [f"write {fault.text} otherwise" for fault in (*faults, *faults)]
    assert len(looked_up) == MOST_ADVISED
    last = advice.of(Fault(0, "", "one more"), fix)
    assert (
        last == "there is advice for 100 different phrases at a time; mend those above, "
        "then check again"
    )
