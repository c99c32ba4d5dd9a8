"""Piles that people cannot see but bots can: reported where they exist, and nowhere else."""

from pathlib import Path

import pytest

from generator.play.checks.conform import conform
from generator.play.measures.results import SimulateOptions
from generator.play.studies.simulate.run import simulate
from tests.tellings import facts_of
from tests.toys import TRICKS, opened, write_pack

# Fifteen cards, three for everyone; whoever plays one draws another, while there is one.
RULES = """
from generator.kit import (
    FACE_DOWN, FACE_UP, below, column, count, draw, draw_any, fill, hands, mix, offer, peek, piles,
    put, record, reshuffle, reveal, rule, take, verbs,
)

SEATS = (2, 3)
HIDDEN = True
CHANCE = True
LONGEST = 20
WIDEST = 9
MOVES = verbs(play={"card": 15})
DECK, TABLE, HAND = 0, 1, 2
NUMBERS = list(range(15))


def setup(pack, players):
    tables = record(players=players, number=NUMBERS)
    state = record(cards=piles(15, FACE_DOWN, FACE_UP, *hands(3)), seat=0, over=0, points=[0] * 3)
    return tables, state


@rule
def deal(tables, state, rng):
    fill(state.cards[DECK], 15)
    mix(rng, state.cards[DECK])
    for seat in range(tables.players):
        for _ in range(3):
            put(state.cards[HAND + seat], draw(state.cards[DECK]))


@rule
def moves(tables, state, out):
    n = 0
    hand = state.cards[HAND + state.seat]
    for place in range(count(hand)):
        n = offer(out, n, MOVES.play + peek(hand, place))
    return n


@rule
def play(tables, state, move, rng):
    hand = state.cards[HAND + state.seat]
    put(state.cards[TABLE], take(hand, move))
    state.points[state.seat] += tables.number[move]
    if count(state.cards[DECK]) > 0:
        put(hand, draw(state.cards[DECK]))
    state.seat = (state.seat + 1) % tables.players
    state.over = count(state.cards[HAND + state.seat]) == 0


@rule
def hide(tables, state, seat, rng):
    reshuffle(rng, state.cards, seat)
"""
OPEN = "HIDDEN = True", ""
BLIND = RULES[RULES.index("@rule\ndef hide") :], ""
DEALT = "    reshuffle(rng, state.cards, seat)"
NO_HANDS = "*hands(3)", "FACE_UP, FACE_UP, FACE_UP"


def told(folder: Path, *changes: tuple[str, str], players: int = 3) -> list[str]:
    rules = RULES
    for old, new in changes:
        assert old in rules
        rules = rules.replace(old, new)
    found = conform(opened(write_pack(folder, rules, "2-3")), players, games=8).problems
    assert all(problem.level == "warning" for problem in found), list(map(str, found))
    told = [f"{problem.place.line} {problem.message}" for problem in found]
    return [words for words in told if "same score" not in words]


def test_piles_that_bots_see_are_reported(tmp_path: Path) -> None:
    assert told(tmp_path / "sound") == []
    see = "HIDDEN is not set, so bots see what people do not:"
    both = "pile 0 of state.cards (face down) and the hands in state.cards"
    assert told(tmp_path / "left out", OPEN, BLIND) == [f"17 {see} {both}"]
    assert told(tmp_path / "false", ("= True\nCHANCE", "= False\nCHANCE"), BLIND) == [
        f"8 {see} {both}"
    ]
    assert told(tmp_path / "deck", OPEN, BLIND, NO_HANDS) == [
        f"17 {see} pile 0 of state.cards (face down)"
    ]


def test_a_pile_that_hide_forgets_is_reported(tmp_path: Path) -> None:
    leaves = "53 hide() leaves"
    deck = "pile 0 of state.cards (face down)"
    assert told(tmp_path / "deck", (DEALT, DEALT.replace("cards,", "cards[HAND:],"))) == [
        f"{leaves} {deck} unchanged, so bots know these cards"
    ]
    each = "    for other in range(3):\n        reshuffle(rng, state.cards[HAND + other], seat)"
    assert told(tmp_path / "each hand", (DEALT, each)) == [
        f"{leaves} {deck} and the hands in state.cards unchanged, so bots know these cards"
    ]
    one = "    reshuffle(rng, state.cards[:HAND + 2], seat)"
    assert told(tmp_path / "one hand", (DEALT, one)) == [
        f"{leaves} pile 4 of state.cards (a hand) unchanged, so bots know these cards"
    ]


DRAWN = "        put(hand, draw(state.cards[DECK]))\n    state.seat"
SHOWN = "mix(rng, state.cards[DECK])", "mix(rng, state.cards[DECK])\n    show_all(tables, state)"
SHOW = (
    "@rule\ndef moves",
    "@rule\ndef show_all(tables, state):\n    for place in range(15):\n"
    "        for seat in range(3):\n            reveal(state.cards[DECK], place, seat)\n\n\n"
    "@rule\ndef moves",
)


@pytest.mark.parametrize(
    "changes",
    {
        "a bag": [OPEN, BLIND, NO_HANDS, (DRAWN, DRAWN.replace("draw(", "draw_any(rng, "))],
        "all alike": [OPEN, BLIND, ("list(range(15))", "[4] * 15")],
        "known cards": [OPEN, BLIND, NO_HANDS, SHOWN, SHOW],
        "everybody's own": [
            OPEN, BLIND, (DRAWN, "        pass\n    state.seat"),
            ("draw(state.cards[DECK])", "take(state.cards[DECK], 3 * seat + _)"),
        ],
        "a known order": [OPEN, BLIND, NO_HANDS, ("    mix(rng, state.cards[DECK])\n", "")],
        "the same for all": [
            OPEN, BLIND, ("    fill(state.cards[DECK], 15)\n    mix(rng, state.cards[DECK])\n",
                          "    for seat in range(tables.players):\n"
                          "        fill(state.cards[HAND + seat], 5)\n"),
            ("        for _ in range(3):\n            put(state.cards[HAND + seat], draw("
             "state.cards[DECK]))\n", "        pass\n"),
        ],
        "never drawn": [OPEN, BLIND, NO_HANDS, (DRAWN, "        pass\n    state.seat")],
        "asked for by name": [
            OPEN, BLIND, NO_HANDS, (DRAWN, "        put(hand, take(state.cards[DECK], "
            "next_one(state)))\n    state.seat"),
            ("@rule\ndef moves", "@rule\ndef next_one(state):\n    best = -1\n"
             "    for place in range(count(state.cards[DECK])):\n"
             "        best = max(best, peek(state.cards[DECK], place))\n    return best\n\n\n"
             "@rule\ndef moves"),
        ],
    }.items(),
    ids=lambda item: item[0],
)  # fmt: skip
def test_nothing_is_reported_what_tells_bots_nothing(
    tmp_path: Path, changes: tuple[str, list[tuple[str, str]]]
) -> None:
    assert told(tmp_path, *changes[1]) == []


@pytest.mark.parametrize("players", [2, 3])
def test_well_hidden_piles_raise_no_alarm(tmp_path: Path, players: int) -> None:
    bag = DRAWN, DRAWN.replace("draw(", "draw_any(rng, ")
    hands = DEALT, DEALT.replace("state.cards,", "state.cards[HAND:],")
    if players == 3:  # a bag may stay as it is
        assert told(tmp_path / "bag", bag, hands) == []
    assert told(tmp_path, players=players) == []


def test_a_report_says_that_bots_see_hands(tmp_path: Path) -> None:
    facts = []
    for name, rules in (("hidden", RULES), ("open", RULES.replace(*OPEN).replace(*BLIND))):
        pack = opened(write_pack(tmp_path / name, rules, "2-3"))
        results = simulate(pack, SimulateOptions(games=20, agents=("random",), second_games=20))
        facts.append(dict(facts_of(results)).get("bots see"))
    assert facts == [None, "every hand, for HIDDEN is not set"]


LAY = """

def lay(tables, state, seat):
    for i in range(1):
        if seat is None or seat == i:
            yield at("cards/cards-1", WHERE)
            yield at("cards/cards-2", WHERE)
        else:
            yield at("cards", WHERE, up=False, n=2)
"""


@pytest.mark.parametrize(("where", "n"), [("hand(i)", 1), ("'bag'", 0)])
def test_pieces_that_lay_hides_must_be_hidden_from_bots(tmp_path: Path, where: str, n: int) -> None:
    rules = TRICKS[: TRICKS.index("@rule\ndef hide")] + TRICKS[TRICKS.index("@rule\ndef stock") :]
    rules = rules.replace("HIDDEN = True", "").replace("import below,", "import at, below, hand,")
    rules += LAY
    pack = opened(write_pack(tmp_path, rules.replace("WHERE", where), "2"))
    found = [str(problem) for problem in conform(pack, 2, games=2).problems]
    said = "warning: lay() hides cards from seat 1, but HIDDEN is not set, so bots see them (seed"
    assert len(found) == n and all(said in line for line in found), found
