"""The page before a game says what the game is and what its bots do."""

from pathlib import Path

from generator.play.engine.game import load_game
from generator.preview.entrance import explained
from generator.preview.faces import Call
from generator.preview.sessions import choosable
from tests.toys import opened

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


def test_bots_made_by_one_function_say_what_each_does_or_that_they_differ() -> None:
    known = choosable(Call(str(ROOT / "rules" / "marram")))
    assert known.explained["digger"] == "thinks a shovel is there to be used"
    assert len(known.about) == 2
    game = load_game(opened("marram"), 2, plain=True)
    for rule in game.personas.values():
        rule.__doc__ = "The same of all."
    assert explained(game, "digger") == "plays in a way of its own"


def test_a_pack_without_rules_for_people_has_no_introduction() -> None:
    assert choosable(Call(str(PACKS / "connect_four"))).about == ()
