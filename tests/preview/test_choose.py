"""Moves narrowed down by place, piece and word until one is left, in every game."""

from pathlib import Path

import numpy as np
import pytest

from generator.kit.chance import CHANCE_STREAM, below, stream
from generator.play.engine.game import Game, load_game
from generator.play.engine.table_layout import Laid, Spot
from generator.preview.areas import area_of, doubtful, in_areas
from generator.preview.move_choice import Choice, Index, chips_of, choices_of, narrow, parts_of
from tests.toys import PACKS, opened

FOLDERS = ["mara", "marram", "shiftago", *(PACKS / n for n in ("connect_four", "leaky_raft"))]


def game_of(name: "str | Path") -> Game:
    pack = opened(name)
    return load_game(pack, max(2, pack.players[0]), plain=True)


def tables_of(game: Game, n: int) -> "list[tuple[Choice, ...]]":
    """The tables of choices on the way through a random game."""
    index, state, out = Index(game), game.fresh()[0], np.zeros(game.widest, np.int32)
    rng, found = stream(3, 0, CHANCE_STREAM), []
    game.deal(game.tables, state, rng)
    for at in range(7 * n):
        if game.turn(game.tables, state) < 0:
            break
        k = int(game.moves(game.tables, state, out))
        if at % 7 == 0:
            found.append(choices_of(game, index, state, out[:k].tolist()))
        game.play(game.tables, state, np.int64(out[below(rng, k)]), rng)
    return found


@pytest.mark.parametrize("name", FOLDERS, ids=str)
def test_every_move_can_be_reached_by_picks_and_by_words_alone(name: "str | Path") -> None:
    for choices in tables_of(game_of(name), 6):
        assert len({choice.words for choice in choices}) == len(choices)
        for choice in choices:
            by_picks, kept = narrow(choices, sorted(choice.picks))
            assert choice in by_picks and set(kept) == choice.picks
            assert [choice] == list(narrow(choices, sorted(choice.picks), choice.words)[0])
            assert list(narrow(choices, (), choice.words)[0]) == [choice]
        n_apart = sum(len(narrow(choices, sorted(c.picks))[0]) == 1 for c in choices)
        assert n_apart == len(choices), "two moves have the same picks"


def test_a_pick_that_leaves_no_move_drops_earlier_picks() -> None:
    choices = tables_of(game_of("shiftago"), 1)[0]
    left, kept = narrow(choices, ["side:top", "track:3", "side:left"])
    assert kept == ("track:3", "side:left")
    assert [choice.words for choice in left] == ["push in from the left, row 4"]
    assert narrow(choices, ["side:nowhere"]) == (choices, ())


def test_typed_words_that_match_other_moves_drop_the_picks() -> None:
    choices = tables_of(game_of("shiftago"), 1)[0]
    left, kept = narrow(choices, ["side:top", "track:3"], "push in from the left, row 4")
    assert kept == () and [choice.words for choice in left] == ["push in from the left, row 4"]
    assert narrow(choices, ["side:top"], "xyz") == ((), ("side:top",))


def test_words_match_by_their_start_and_numbers_exactly() -> None:
    choices = tables_of(game_of("shiftago"), 1)[0]
    assert len(narrow(choices, (), "pu to")[0]) == 7
    assert [c.words for c in narrow(choices, (), "top column 1")[0]] == [
        "push in from the top, column 1",
        # its track counts from 0, and may be typed too
        "push in from the top, column 2",
    ]
    assert narrow(choices, (), "xyz")[0] == ()
    assert parts_of("at (-2, 4)") == ["at", "-2", "4"]


def test_chips_divide_the_remaining_moves_and_can_be_removed() -> None:
    choices = tables_of(game_of("shiftago"), 1)[0]
    left, kept = narrow(choices, ["side:top"])
    chips = {each.column: each.values for each in chips_of(choices, left, kept)}
    assert chips == {"side": (("side:top", "top", 7, True),)}
    dropped = tables_of(game_of(PACKS / "connect_four"), 1)[0]
    (columns,) = chips_of(dropped, dropped, ())
    assert columns.column == "column" and [values[2] for values in columns.values] == [1] * 7


def test_moves_name_places_and_pieces() -> None:
    game = game_of("mara")
    choices = [choice for table in tables_of(game, 12) for choice in table]
    drives = [choice for choice in choices if choice.do == "drive" and len(choice.places) > 1]
    names = {game.spaces[place].layer for choice in drives for place in choice.places}
    assert names <= {"path", "lodge"}
    cards = [choice for choice in choices if choice.do in ("pick", "drop")]
    assert cards and all(any("tourists/" in p for p in c.pieces) for c in cards)


def test_numbers_that_the_moves_express_in_other_words_are_not_chips() -> None:
    choices = tables_of(game_of("shiftago"), 1)[0]
    assert any("track" in dict(choice.facets) for choice in choices)  # told from 0 there
    assert [chips.column for chips in chips_of(choices, choices, ())] == ["side"]


def test_a_kind_with_one_move_is_a_chip_with_its_words() -> None:
    chips = [
        {words for each in chips_of(table, table, ()) if each.column == "do"
         for _, words, n, _ in each.values if n == 1}
        for table in tables_of(game_of("mara"), 12)
        if any(choice.do == "done" for choice in table)
    ]  # fmt: skip
    assert any("end the turn" in words for words in chips) and not any("done" in c for c in chips)


def laid(piece: str, place: int = -1, area: str = "", seat: int = -1, up: bool = True) -> Laid:
    return Laid(piece.partition("/")[0], piece, piece, Spot(place, area, seat), up)


@pytest.mark.parametrize(
    ("gone", "places", "area"),
    [
        ("map", (3, 7), ""),  # it moves from a place, which has fewer
        ("reserve", (7,), "front0"),
        ("", (3, 7), ""),  # nothing is fewer: the move names the place of one
        ("", (7,), "front0"),  # no move names the place of the other
    ],
)
def test_a_move_takes_a_piece_from_where_it_becomes_fewer(
    gone: str, places: tuple[int, ...], area: str
) -> None:
    """Of equal pieces on the map, in front of a player and face down in a bag."""
    hare = "beasts/hare"
    there = {"map": laid(hare, 3), "reserve": laid(hare, -1, "front", 0)}
    bag = laid(hare, -1, "bag", -1, up=False)
    before = in_areas([*there.values(), bag], 0)
    after = in_areas([thing for name, thing in there.items() if name != gone], 0)
    move = Choice(1, "go", "go", frozenset({"place:7", f"piece:{hare}"}), (), places, (hare,))
    assert doubtful(move, before) == [hare]
    assert area_of(hare, move, before, after) == area
    taken = move.taking({hare: area})
    assert taken.takes(hare, "front0") == bool(area)
    assert (f"piece:{hare}" in taken.picks) == bool(area) and "place:7" in taken.picks


def test_equal_names_of_two_components_are_told_apart() -> None:
    """By the piece that the rules name, else by the key that names the component."""
    index = Index(game_of("mara"))
    index.by_name["rose 2"] = ("tiles/r2", "wishes/r2")
    assert index.pieces_in({"do": "lay", "tile": "rose 2"}) == ["tiles/r2"]
    assert index.pieces_in({"do": "fulfil", "what": "Rose 2"}, "wishes/r2") == ["wishes/r2"]
    assert index.pieces_in({"do": "look", "what": "rose 2"}) == ["tiles/r2", "wishes/r2"]
