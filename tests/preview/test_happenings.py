"""The log: whose turn something belongs to, rounds, extra turns, and what a move did to players."""

from generator.model.teams import Sides
from generator.preview.happenings import Told, Turn, addressed, aloud, heard_by, turns_of

TWO = Sides(2)


def told(ply: int, seat: int, words: str = "move", **more: object) -> Told:
    given = {"draws": (), "scores": (0.0, 0.0), "places": (), "was": (0.0, 0.0), **more}
    return Told(ply, seat, words, **given)  # type: ignore[arg-type]


def test_what_follows_from_a_move_after_its_turn_stands_with_the_next_player() -> None:
    first = told(1, 0, "Play Chest", later=("draw a card",), next_seat=1, turn=0)
    second = told(2, 1, "Play Map", next_seat=0, turn=1)
    assert [(row.seat, row.opening) for row in turns_of([first, second], TWO)] == [
        (0, ()),
        (1, ("draw a card",)),
    ]
    waiting = turns_of([first], TWO)[1]
    assert (waiting.seat, waiting.moves, waiting.opening) == (1, (), ("draw a card",))


def test_points_after_the_end_of_a_turn_are_those_of_the_next_player() -> None:
    first = told(1, 0, scores=(3.0, 2.0), half=(3.0, 0.0), next_seat=1)
    second = told(2, 1, was=(3.0, 2.0), scores=(3.0, 6.0), next_seat=0)
    rows = turns_of([first, second], TWO)
    assert [(row.gain, row.others) for row in rows] == [(3.0, ()), (6.0, ())]


def test_a_round_has_a_row_with_the_points_of_the_round_before() -> None:
    first = told(
        1, 1, scores=(5.0, 2.0), half=(0.0, 2.0), next_seat=0, turn=1, round=0, ends_round=True
    )
    second = told(2, 0, was=(5.0, 2.0), scores=(6.0, 2.0), next_seat=1, turn=2, round=1)
    rows = turns_of([first, second], TWO)
    assert [(row.seat, row.title) for row in rows] == [(1, ""), (-1, "Round 2"), (0, "")]
    assert [(row.gain, row.others) for row in rows] == [(2.0, ()), (0.0, ((0, 5.0),)), (1.0, ())]
    assert [row.title for row in turns_of([first], TWO)] == ["", "Round 2"]
    last = told(1, 1, next_seat=-1, turn=1, round=0, ends_round=True)
    assert [row.title for row in turns_of([last], TWO)] == [""]


def test_turns_of_one_player_in_two_rounds_are_two_rows() -> None:
    moves = [
        told(1, 1, next_seat=1, turn=3, round=0, ends_round=True),
        told(2, 1, next_seat=0, turn=4, round=1),
    ]
    assert [row.title for row in turns_of(moves, TWO)] == ["", "Round 2", ""]


def test_a_turn_has_no_row_before_a_move_that_the_rules_tell() -> None:
    """That a player draws a tile is left out until it is placed; a whole turn is never left out."""
    choice = told(2, 1, "place a tile", line="", draws=("draw a tile",), next_seat=1)
    before = told(1, 0, next_seat=1)
    assert [row.seat for row in turns_of([before, choice], TWO)] == [0]
    placed = told(3, 1, "lay it", line="placed a tile", next_seat=1)
    assert [row.words for row in turns_of([choice, placed], TWO)] == ["placed a tile"]
    passed = told(2, 1, "pass", line="", next_seat=0)
    assert [row.words for row in turns_of([before, passed], TWO)] == ["move", "pass"]


def test_an_extra_turn_is_named() -> None:
    moves = [told(1, 0, next_seat=0, turn=0, is_again=True), told(2, 0, next_seat=1, turn=1)]
    assert [row.opening for row in turns_of(moves, TWO)] == [(), ("an extra turn",)]
    words = aloud(moves[0], lambda seat: f"Player {seat + 1}", -1)
    assert words == "Player 1: move. Player 1: an extra turn."


def test_points_of_all_who_reveal_at_once_stand_in_their_own_rows() -> None:
    moves = [
        told(1, 0, "Keep Fig", next_seat=1, turn=4),
        told(2, 1, "Keep Plum", scores=(3.0, 1.0), next_seat=0, turn=4),
    ]
    assert [(row.gain, row.others) for row in turns_of(moves, TWO)] == [(3.0, ()), (1.0, ())]


def test_equal_moves_are_counted_and_only_the_first_has_a_capital() -> None:
    moves = [
        told(1, 0, "Turn up a card"),
        told(2, 0, "Turn up a card"),
        told(3, 0, "Stop"),
        told(4, 0, "Market: gain 1 ore", is_name=True),
    ]
    words = Turn(0, tuple(moves)).words
    assert words == "Turn up a card twice, stop, Market: gain 1 ore"


def test_a_reader_is_you() -> None:
    move = told(1, 1, "Play Ransom", results=("player 1 loses 2 coins",), draws=("draw a card",))
    assert heard_by([move], (0,))[0].did == "Play Ransom: you lose 2 coins"
    assert heard_by([move], (0, 1))[0].did == "Play Ransom: player 1 loses 2 coins"
    assert addressed("a card of player 12", 0) == "a card of player 12"
    assert addressed("look at player 1's hand", 0) == "look at your hand"
    said = aloud(move, lambda seat: ("You", "Player 2")[seat], 0)
    assert said == "Player 2: Play Ransom: you lose 2 coins; draw a card."
