"""Functions that rules may leave out, and the defaults that replace them."""

from typing import Any

import numpy as np
import pytest

from generator.kit import record, verbs
from generator.kit.defaults import NEEDS, left_out, space_by_move, stock_by_field
from tests.kit.both import same

MOVES = verbs("pass_", buy={"place": 5})
STATE = record(coins=[3, 4, 5, 0], bank=7, seat=2, over=0, points=[1, 2, 3, 4])
OVER = record(coins=[3, 4, 5, 0], bank=7, seat=2, over=1, points=[1, 2, 3, 4])


def test_the_state_says_whose_turn_it_is_and_who_is_ahead() -> None:
    found = left_out({})
    assert set(found) == {"deal", "turn", "score"}
    assert same(found["turn"], STATE, STATE) == 2
    assert same(found["turn"], STATE, OVER) == -1
    scores = np.zeros(3)
    same(found["score"], STATE, STATE, scores)
    found["score"](STATE, STATE, scores)
    assert scores.tolist() == [1, 2, 3]
    assert set(NEEDS) <= set(found)


def test_the_moves_say_their_kinds_and_what_they_are_called() -> None:
    found = left_out({"MOVES": MOVES})
    assert found["KINDS"] == ("pass", "buy")
    assert [same(found["kind"], STATE, STATE, move) for move in (0, 1, 5)] == [0, 1, 1]
    assert found["describe"](STATE, STATE, 3) == {"do": "buy", "place": 2}


def test_a_game_with_one_verb_has_no_kinds() -> None:
    found = left_out({"MOVES": verbs(mark={"cell": (3, 3)})})
    assert "kind" not in found and "KINDS" not in found
    assert found["describe"](STATE, STATE, 5) == {"do": "mark", "cell": [1, 2]}


def test_names_that_rules_define_get_no_default() -> None:
    own: dict[str, Any] = {"MOVES": MOVES, "turn": 1, "describe": 2, "KINDS": 3}
    assert set(left_out(own)) == {"deal", "score"}


def test_supplies_are_the_fields_of_their_names() -> None:
    found = left_out({"SUPPLIES": {"coins": "each", "bank": "shared"}})
    levels = np.zeros((3, 2), np.int32)
    same(found["stock"], STATE, STATE, levels)
    found["stock"](STATE, STATE, levels)
    assert levels.tolist() == [[3, 7], [4, 7], [5, 7]]
    assert "stock" not in left_out({"SUPPLIES": ("coins",)})
    with pytest.raises(ValueError, match="coins is 'all'"):
        stock_by_field({"coins": "all"})


def test_the_end_has_a_word_and_a_move_its_place() -> None:
    found = left_out({"ENDS": ("", "sold_out")})
    assert found["why_over"](STATE, OVER) == "sold_out"
    space = space_by_move(4)
    assert [same(space, STATE, STATE, move) for move in (0, 3, 4)] == [0, 3, -1]
