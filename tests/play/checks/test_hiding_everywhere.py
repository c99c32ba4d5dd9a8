"""`hide` works in every kind of position, decks stay separate, no card is lost or doubled."""

from pathlib import Path

import pytest

from generator.play.checks.conform import conform
from tests.toys import CARDS, DRAFT, opened, write_pack

# Three tiers of eight cards, a deck each; hands lie open. A turn plays a card, then draws one off a
# deck whose tier is seen by its back.
TIERS = """
from generator.kit import (
    FACE_DOWN, FACE_UP, count, draw, mix, offer, peek, piles, put, record, reshuffle, rule, take,
    verbs,
)

SEATS = (2, 3)
HIDDEN = True
CHANCE = True
LONGEST = 60
WIDEST = 24
MOVES = verbs(play={"card": 24}, draw={"tier": 3})
TABLE, HAND = 3, 4


def setup(pack, players):
    number = list(range(24))
    tables = record(players=players, number=number, tier=[card // 8 for card in range(24)])
    state = record(
        cards=piles(24, *[FACE_DOWN] * 3, *[FACE_UP] * 4),
        played=0, left=8 * players, seat=0, over=0, points=[0] * 3,
    )
    return tables, state


@rule
def deal(tables, state, rng):
    for tier in range(3):
        for card in range(8):
            put(state.cards[tier], 8 * tier + card)
        mix(rng, state.cards[tier])
    for seat in range(tables.players):
        for _ in range(2):
            put(state.cards[HAND + seat], draw(state.cards[0]))


@rule
def moves(tables, state, out):
    n = 0
    hand = state.cards[HAND + state.seat]
    if state.played == 0:
        for place in range(count(hand)):
            n = offer(out, n, MOVES.play + peek(hand, place))
        return n
    for tier in range(3):
        if count(state.cards[tier]) > 0:
            n = offer(out, n, MOVES.draw + tier)
    return n


@rule
def play(tables, state, move, rng):
    hand = state.cards[HAND + state.seat]
    state.left -= 1
    if move < MOVES.draw:
        put(state.cards[TABLE], take(hand, move))
        state.points[state.seat] += move
        state.played = 1
    else:
        put(hand, draw(state.cards[move - MOVES.draw]))
        state.played = 0
        state.seat = (state.seat + 1) % tables.players
    state.over = state.left == 0


@rule
def hide(tables, state, seat, rng):
    for tier in range(3):
        reshuffle(rng, state.cards[tier], seat)
"""
# A code of four pegs for each seat to guess, an array; a turn guesses a place, then names a colour.
CODES = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
HIDDEN = True
LONGEST = 60
WIDEST = 6
MOVES = verbs(look={"place": 4}, name={"colour": 6})


def setup(pack, players):
    return record(), record(
        code=[[0] * 4, [0] * 4], shown=[[0] * 4, [0] * 4], place=-1, left=40, seat=0, over=0,
        points=[0, 0],
    )


@rule
def deal(tables, state, rng):
    for seat in range(2):
        for place in range(4):
            state.code[seat, place] = below(rng, 6)


@rule
def moves(tables, state, out):
    n = 0
    if state.place < 0:
        for place in range(4):
            n = offer(out, n, MOVES.look + place)
        return n
    for colour in range(6):
        n = offer(out, n, MOVES.name + colour)
    return n


@rule
def play(tables, state, move, rng):
    state.left -= 1
    if state.place < 0:
        state.place = move - MOVES.look
        return
    theirs = 1 - state.seat
    if state.code[theirs, state.place] == move - MOVES.name:
        state.points[state.seat] += 1 - state.shown[theirs, state.place]
        state.shown[theirs, state.place] = 1
    state.place = -1
    state.seat = theirs
    state.over = state.left == 0


@rule
def hide(tables, state, seat, rng):
    for place in range(4):
        if state.shown[1 - seat, place] == 0:
            state.code[1 - seat, place] = below(rng, 6)
"""
EARLY = "def hide(tables, state, seat, rng):\n    if {}:\n        return\n"


def told(folder: Path, rules: str, players: int = 2, games: int = 6) -> list[str]:
    low = 3 if players == 3 else 2
    seats = "2-4" if "SEATS = (2, 4)" in rules else "2" if "SEATS = (2, 2)" in rules else "2-3"
    found = conform(
        opened(write_pack(folder, rules, seats)), max(low, players), games=games
    ).problems
    return [f"{each.level}: {each.message} ({each.fix})" for each in found]


def returning(rules: str, condition: str) -> str:
    """Return the rules with a `hide` that returns at once under a condition."""
    return rules.replace("def hide(tables, state, seat, rng):\n", EARLY.format(condition))


@pytest.mark.parametrize("rules", [TIERS, CODES, CARDS, DRAFT])
def test_where_all_is_well_nothing_is_said(tmp_path: Path, rules: str) -> None:
    assert told(tmp_path, rules) == []


@pytest.mark.parametrize(
    ("rules", "condition", "what", "phase"),
    [
        (TIERS, "state.played == 1", "pile 0 of state.cards (face down)", "draw"),
        (TIERS, "state.played == 0", "pile 1 of state.cards (face down)", "play"),
        (CODES, "state.place >= 0", "state.code", "name"),
        (CODES, "state.place < 0", "state.code", "look"),
    ],
)
def test_hide_that_returns_in_one_phase(
    tmp_path: Path, rules: str, condition: str, what: str, phase: str
) -> None:
    (line,) = told(tmp_path, returning(rules, condition))
    assert line.startswith("warning: hide() leaves ")
    assert what in line
    assert "unchanged in one kind of position, so bots know it" in line
    assert f"where the moves are {phase} (hide the same" in line


def test_a_phase_by_its_number_where_moves_have_one_verb(tmp_path: Path) -> None:
    one_verb = TIERS.replace('draw={"tier": 3})', 'put={"tier": 3})').replace(
        'verbs(play={"card": 24}, put={"tier": 3})', 'verbs(do={"what": 27})'
    )
    one_verb = one_verb.replace("MOVES.play", "0").replace("MOVES.draw", "24")
    one_verb = one_verb.replace("played", "phase")
    (line,) = told(tmp_path, returning(one_verb, "state.phase == 1"))
    assert "bots know it where the moves are do, state.phase = 1 (" in line


def mixing(rules: str) -> str:
    return rules.replace(
        "    for tier in range(3):\n        reshuffle(rng, state.cards[tier], seat)\n",
        "    reshuffle(rng, state.cards, seat)\n",
    )


def test_hide_that_mixes_decks_of_several_tiers(tmp_path: Path) -> None:
    (line,) = told(tmp_path, mixing(TIERS))
    assert line.startswith("warning: hide() mixes decks: it puts card ")
    assert (
        "into pile 0 of state.cards, where the deal puts only cards whose tier is 0; the tier"
        in line
    )
    bare = mixing(TIERS).replace(", tier=[card // 8 for card in range(24)]", "")
    (line,) = told(tmp_path / "bare", bare)
    assert "of state.cards, where the deal never puts it" in line


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("put(state.cards[TABLE], take(state.cards[HAND + state.seat], card))",
         "take(state.cards[HAND + state.seat], card)",
         "lies in no pile of state.cards any more after \"play "),
        ("put(state.cards[TABLE], take(state.cards[HAND + state.seat], card))",
         "put(state.cards[TABLE], (take(state.cards[HAND + state.seat], card) + 1) % 16)",
         "lies twice in state.cards, in pile "),
        ("put(state.cards[TABLE], take(state.cards[HAND + state.seat], card))",
         "take(state.cards[HAND + state.seat], card)\n    put(state.cards[TABLE], card)\n"
         "    put(state.cards[TABLE], card)", "lies twice in state.cards, in pile 1, after \"play"),
    ],
)  # fmt: skip
def test_a_card_that_is_lost_or_doubled(
    tmp_path: Path, right: str, wrong: str, message: str
) -> None:
    assert right in CARDS
    rules = CARDS.replace(right, f"{wrong}\n    state.plays += 1")
    rules = rules.replace("count(state.cards[TABLE]) %", "state.plays %")
    rules = rules.replace("best=-1,", "best=-1, plays=0,")
    line = told(tmp_path, rules)[0]
    assert message in line
    assert "(seed 1, game 0, decision " in line
    assert "see it: protoplay replay --agents random --seed 1 --game 0 --players 2" in line


def test_a_card_that_moves_to_a_pile_of_another_table_is_not_lost(tmp_path: Path) -> None:
    two = CARDS.replace("best=-1,", "best=-1, played=piles(16, FACE_UP, FACE_UP), plays=0,")
    two = two.replace("put(state.cards[TABLE], take(", "put(state.played[0], take(")
    two = two.replace("    if card > state.best", "    state.plays += 1\n    if card > state.best")
    two = two.replace("count(state.cards[TABLE]) %", "state.plays %")
    assert "state.played[0]" in two
    assert told(tmp_path, two) == []


def test_a_card_in_a_draft_that_is_never_taken_off_its_packet(tmp_path: Path) -> None:
    rules = DRAFT.replace(
        "take(packet(tables, state, seat), state.chosen[seat])", "state.chosen[seat]"
    )
    assert any("lies twice in state.cards" in line for line in told(tmp_path, rules))


def test_cards_that_are_dealt_anew_or_written_down_are_not_lost(tmp_path: Path) -> None:
    """A card that is being played is a number of the state; a new round has other cards."""
    held = CARDS.replace("best=-1,", "best=-1, held=-1,").replace(
        "    put(state.cards[TABLE], take(state.cards[HAND + state.seat], card))\n",
        "    if state.held >= 0:\n        put(state.cards[TABLE], state.held)\n"
        "    state.held = take(state.cards[HAND + state.seat], card)\n"
        "    state.plays += 1\n",
    )
    held = held.replace("winner=0,", "winner=0, plays=0,")
    held = held.replace("count(state.cards[TABLE]) % tables", "state.plays % tables")
    assert told(tmp_path, held) == []
    rounds = (
        CARDS.replace(
            "        if count(state.cards[HAND]) == 0:\n            state.over = 1\n",
            "        if count(state.cards[HAND]) == 0:\n            state.round_ += 1\n"
            "            state.over = state.round_ == 3\n            if state.over == 0:\n"
            "                deal(tables, state, rng)\n",
        )
        .replace("best=-1,", "best=-1, round_=0,")
        .replace("LONGEST = 16", "LONGEST = 60")
    )
    rounds = rounds.replace("HIDDEN = True", "HIDDEN = CHANCE = True").replace(
        "    fill(state.cards[DECK], 16)\n",
        "    for pile in range(6):\n        fill(state.cards[pile], 0)\n"
        "    fill(state.cards[DECK], 16)\n",
    )
    rounds = rounds.replace(
        "    mix(rng, state.cards[DECK])\n",
        "    mix(rng, state.cards[DECK])\n    draw(state.cards[DECK])\n",
    )
    assert told(tmp_path / "rounds", rounds) == []
