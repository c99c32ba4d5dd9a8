"""Moves that other seats cannot know are reported if the browser's log would name them."""

from pathlib import Path

import pytest

from generator.play.checks.conform import conform
from generator.play.engine.game import FaultyRules, load_game
from tests.toys import CARDS, DRAFT, opened, write_pack

SECRET = 'SECRET = {"keep": "turn"}\n'
VEIL = "            state.chosen[other] = peek(theirs, below(rng, count(theirs)))\n"


def told(folder: Path, rules: str, players: int = 3) -> list[str]:
    problems = conform(opened(write_pack(folder, rules, "2-4")), players, games=4).problems
    return [f"{problem.message} ({problem.fix})" for problem in problems]


def test_a_choice_that_hide_keeps_belongs_in_secret(tmp_path: Path) -> None:
    assert SECRET in DRAFT and VEIL in DRAFT
    (line,) = told(tmp_path, DRAFT.replace(SECRET, ""))
    assert line == (
        "hide() hides from the others which keep was chosen, but the log in the browser names it "
        '(write SECRET = {"keep": "turn"}: the log names it when the turn ends)'
    )
    assert told(tmp_path / "kept", DRAFT) == []


def test_a_choice_in_secret_is_one_that_hide_keeps(tmp_path: Path) -> None:
    (line,) = told(tmp_path, DRAFT.replace(VEIL, "            pass\n"))
    assert line.startswith("SECRET has keep, but hide() does not hide what was chosen: bots see it")


def test_moves_that_the_log_does_not_name_may_stay_out_of_secret(tmp_path: Path) -> None:
    """Cards are laid face down; named by its place in the hand, a card is known to its owner."""
    by_card = CARDS.replace("piles(16, FACE_DOWN, FACE_UP,", "piles(16, FACE_DOWN, FACE_DOWN,")
    by_card = by_card.replace("if card > state.best:", "if state.best < 0:")
    by_card = by_card.replace("state.best, state.winner = card,", "state.best, state.winner = 0,")
    (line,) = told(tmp_path / "card", by_card, 2)
    assert line.startswith("hide() hides from the others which play was chosen, but the log")
    assert line.endswith('SECRET = {"play": "game"}: the log names it when the game ends)')
    mine = "state.cards[HAND + state.seat]"
    by_place = by_card.replace("MOVES.play + peek(hand, place)", "MOVES.play + place")
    by_place = by_place.replace("card = move - MOVES.play", f"card = peek({mine}, move)")
    by_place += "\n\ndef describe(tables, state, move):\n"
    by_place += f'    return {{"do": "play", "card": peek({mine}, move)}}\n'
    assert told(tmp_path / "place", by_place, 2) == []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ('SECRET = {"keeps": "turn"}', 'a verb in MOVES nor one of KINDS (did you mean "keep"'),
        ('SECRET = {"keep": "turns"}', 'expected "turn", "round" or "game" (did you mean "turn"?'),
        ('SECRET = {"keep": "round"}', "nothing counts rounds (write def round_of(tables, state)"),
        ('SECRET = ("keep",)', 'kinds of move and how long each stays secret, as {"keep": "turn"}'),
        ('SECRET = {"keep": "turn"}\nHIDDEN = False', "HIDDEN is not, so bots see what was chosen"),
    ],
)  # fmt: skip
def test_secret_says_what_it_can(tmp_path: Path, line: str, wanted: str) -> None:
    rules = DRAFT.replace(SECRET, f"{line}\n")
    with pytest.raises(FaultyRules) as caught:
        load_game(opened(write_pack(tmp_path, rules, "2-4")), 2)
    assert wanted in str([*map(str, caught.value.problems)])
