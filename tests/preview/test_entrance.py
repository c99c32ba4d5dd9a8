"""The page before a game says what the game is and what its bots do."""

from pathlib import Path

from generator.preview.faces import Call
from generator.preview.sessions import choosable

ROOT = Path(__file__).parent.parent.parent
PACKS = ROOT / "tests" / "packs"


def test_the_rules_say_what_the_game_is_and_docstrings_what_its_bots_do() -> None:
    known = choosable(Call(str(ROOT / "rules" / "shiftago")))
    assert known.about == (
        "2–4 players · 15–30 minutes. Push marbles onto the board, and everything moves: "
        "bring yours into line.",
    )
    assert [*known.explained] == [*known.bots]
    assert known.explained["random"] == "makes any legal move"
    assert known.explained["mcts:1000"].startswith("looks ahead about 1,000 times")
    assert known.explained["blocker"].endswith("spoils what they build.")


def test_bots_made_by_one_function_have_no_docstring_of_their_own() -> None:
    known = choosable(Call(str(ROOT / "rules" / "marram")))
    assert known.explained["digger"] == "plays in a way of its own"
    assert len(known.about) == 2


def test_a_pack_without_rules_for_people_has_no_introduction() -> None:
    assert choosable(Call(str(PACKS / "connect_four"))).about == ()
