"""Rows of pieces that stay in place during a turn."""

import pytest

from generator.play.engine.table_layout import Laid, Noted, Spot, Thing
from generator.preview.layout import Sizes, trays_of
from generator.preview.slots import HELD, OPEN, Rows, in_rows, rows_after

PILE, HAND = Spot(area="supply", label="Lodge"), Spot(area="front", seat=0)


def row(spot: Spot, letters: str) -> list[Thing]:
    return [Laid("cards", f"cards/{letter}", f"cards/{letter}", spot) for letter in letters]


def in_turn(*positions: list[Thing]) -> "tuple[Thing, ...]":
    """The things of the last position of a turn on a map."""
    rows: Rows = {}
    for i, things in enumerate(positions):
        rows = rows_after(rows, things, HELD, closes=i == 0)
    return in_rows(rows, positions[-1])


def letters_in(things: "tuple[Thing, ...]", spot: Spot) -> str:
    """The pieces of a row, an empty slot as "_"."""
    there = [thing for thing in things if isinstance(thing, Laid) and thing.spot == spot]
    assert all(bool(thing.piece) == (thing.n > 0) for thing in there)
    return "".join(thing.piece[-1:] or "_" for thing in there)


def test_rows_keep_their_places_during_a_turn() -> None:
    turn = [
        row(PILE, "abcde") + row(HAND, "m"),
        row(PILE, "acde") + row(HAND, "bm"),  # b is picked up; the pack sorts the hand
        row(PILE, "ace") + row(HAND, "bdm"),
        row(PILE, "acem") + row(HAND, "bd"),  # m comes to the pile
        row(PILE, "acem") + row(HAND, "bd"),
    ]
    ends = [in_turn(*turn[: i + 1]) for i in range(len(turn))]
    assert [letters_in(things, PILE) for things in ends] == [
        "abcde", "a_cde", "a_c_e", "amc_e", "amc_e",
    ]  # fmt: skip
    assert [letters_in(things, HAND) for things in ends] == ["m", "mb", "mbd", "_bd", "_bd"]


def test_an_empty_slot_names_no_piece_and_a_row_closes_with_the_next_turn() -> None:
    (_, slot, *_) = in_turn(row(PILE, "abc"), row(PILE, "ac"))
    assert isinstance(slot, Laid) and (slot.piece, slot.looks, slot.n) == ("", "cards/a", 0)
    assert letters_in(in_turn(row(PILE, "ac")), PILE) == "ac"
    assert letters_in(in_turn(row(PILE, "abc"), row(PILE, "a")), PILE) == "a"


def test_what_players_have_before_them_keeps_its_order_from_turn_to_turn() -> None:
    rows: Rows = {}
    seen = []
    for letters in ("bdm", "bcdm", "bdm", "abdm"):  # c comes and goes again, then a comes
        things = row(HAND, letters) + row(PILE, letters)
        rows = rows_after(rows, things, HELD)
        laid = in_rows(rows, things)
        seen.append((letters_in(laid, HAND), letters_in(laid, PILE)))
    assert seen == [("bdm", "bdm"), ("bdmc", "bcdm"), ("bdm", "bdm"), ("bdma", "abdm")]


def test_rows_with_hidden_pieces_and_things_elsewhere_stay_as_they_are() -> None:
    hidden = Laid("cards", "", "cards/a", HAND, up=False)
    words, tile = Noted("3 points", HAND), Laid("tiles", "tiles/x", "tiles/x", Spot(4), n=2)
    after = [*row(HAND, "b"), hidden, words, tile, tile._replace(n=0)]
    things = in_turn(row(HAND, "ab"), after)
    assert list(things) == after
    held = Spot(area="hand", seat=0)
    assert in_turn([Laid("cards", "cards/a", "cards/a", held, n=0)]) == ()


@pytest.mark.parametrize("supply", [Spot(area="supply"), Spot(area="front", seat=0)], ids=str)
def test_a_pile_that_is_used_up_keeps_its_place_and_is_shown_as_none_left(supply: Spot) -> None:
    full = row(supply, "abc")
    used = [full[0], full[1]._replace(n=0), full[2]._replace(n=0)]
    things = in_turn(full, used)
    assert [(thing.piece, thing.n) for thing in things if isinstance(thing, Laid)] == [
        ("cards/a", 1), ("cards/b", 0), ("cards/c", 0),
    ]  # fmt: skip
    sizes = Sizes(
        {"cards": (63, 88)},
        {"cards": "Cards"},
        {f"cards/{letter}": letter.upper() for letter in "abc"},
    )
    (tray,) = trays_of(things, sizes, 2, has_slots=True)
    assert [stack.n for stack in tray.stacks] == [1, 0, 0]
    assert tray.stacks[1].label == "B, none left"


def test_a_card_that_comes_to_an_open_row_takes_the_place_of_the_one_that_has_gone() -> None:
    rows: Rows = {}
    ends = []
    for letters in ("abcd", "acde", "acde", "acd", "acdb"):
        things = row(PILE, letters) + row(HAND, letters[::-1])
        rows = rows_after(rows, things, OPEN)
        laid = in_rows(rows, things)
        ends.append(letters_in(laid, PILE))
        assert letters_in(laid, HAND) == letters[::-1], "only open rows are refilled"
    assert ends == ["abcd", "aecd", "aecd", "acd", "acdb"]


def test_equal_cards_of_an_open_row_lie_side_by_side() -> None:
    things = row(PILE, "abab") + row(HAND, "aa")
    sizes = Sizes({"cards": (63, 88)}, {"cards": "Cards"}, {"cards/a": "A", "cards/b": "B"})
    hand, pile = trays_of(in_rows(rows_after({}, things, OPEN), things), sizes, 1, has_rows=True)
    assert [(stack.label, stack.n, stack.twin) for stack in pile.stacks] == [
        ("A", 1, 0), ("B", 1, 0), ("A", 1, 1), ("B", 1, 1),
    ]  # fmt: skip
    assert [stack.n for stack in hand.stacks] == [2]
    (_, pile) = trays_of(things, sizes, 1)
    assert [stack.n for stack in pile.stacks] == [2, 2]
