"""Values that rules compute but do not store are reported at their line."""

import inspect
from pathlib import Path

import pytest

from generator import kit
from generator.play.engine.game import FaultyRules, load_game
from generator.play.engine.lost_values import ACTING
from tests.toys import CARDS, opened, write_pack

OFFER = "        n = offer(out, n, MOVES.play + peek(hand, place))\n"
SEAT = "    state.seat = (state.seat + 1) % tables.players\n"
HELPER = """    n = 0
    hand = state.cards[HAND + state.seat]
    for place in range(count(hand)):
        n = offer(out, n, MOVES.play + peek(hand, place))
    return n
"""
HELPED = """    n = 0
    offer_hand(state, out, n)
    return n


@rule
def offer_hand(state, out, n):
    for card in range(1):
        n = offer(out, n, MOVES.play + card)
    return n
"""


def told(folder: Path, rules: str) -> list[str]:
    with pytest.raises(FaultyRules) as fault:
        load_game(opened(write_pack(folder, rules, "2-4")), 2)
    lines = rules.splitlines()
    found = []
    for each in fault.value.problems:
        line = lines[(each.place.line or 0) - 1]
        found.append(f"{line.strip()} | {each.message} | {each.fix}")
    return found


@pytest.mark.parametrize(
    ("right", "wrong", "message", "fix"),
    [
        (OFFER, OFFER.replace("n = offer", "offer"), "has no effect: the number of moves it "
         "returns is not stored", "write n = offer(out, n, MOVES.play + peek(hand, place))"),
        (OFFER, OFFER.replace("n = offer", "m = offer"), "has no effect: nothing reads m",
         "write n = offer(out, n, MOVES.play + peek(hand, place))"),
        (OFFER, OFFER.replace("n = offer", "kit.offer").replace("peek", "kit.peek"),
         "has no effect", "write n = kit.offer("),
        (HELPER, HELPED, "offer_hand(state, out, n) has no effect", "write n = offer_hand("),
        (SEAT, f"{SEAT}    count(state.cards[TABLE])\n", "changes nothing, and its "
         "result is not stored", "write … = count(state.cards[TABLE]), or remove it"),
        (SEAT, "    (state.seat + 1) % tables.players\n", "calculated but not stored", "store it"),
        (SEAT, f"{SEAT}    state.points[0] + 1\n", "points[0] + 1 is calculated but not stored",
         "write state.points[0] += 1"),
        (SEAT, f"{SEAT}    state.over == 0\n", "compares and changes nothing",
         "write state.over = 0"),
    ],
)  # fmt: skip
def test_a_value_that_is_not_kept(
    tmp_path: Path, right: str, wrong: str, message: str, fix: str
) -> None:
    assert CARDS.count(right) == 1
    rules = CARDS.replace(right, wrong)
    if "kit." in wrong:
        rules = f"from generator import kit\n{rules}"
    (line,) = told(tmp_path, rules)
    assert (
        line.startswith(wrong.replace(right, "").strip().splitlines()[-1][:20]) or wrong == HELPED
    )
    assert message in line
    assert fix in line


def test_every_function_of_the_kit_either_acts_or_gives_something_back() -> None:
    for name in kit.__all__:
        function = getattr(kit, name)
        if inspect.isfunction(function):
            gives = str(inspect.signature(function).return_annotation)
            assert (gives == "None") <= (name in ACTING), name
