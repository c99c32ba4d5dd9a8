"""What the page shows for moves and pieces: buttons, the arrows at a move, sizes on lines."""

import re
from dataclasses import replace

from generator import bundled
from generator.model.setup import Front
from generator.play.engine.game import Space
from generator.play.engine.table_layout import Laid, Spot
from generator.preview.faces import Part, Shown
from generator.preview.layout import Item, Place, Stack, Tray
from generator.preview.move_choice import Choice
from generator.preview.play_parts import (
    ON_LINE,
    ON_PLACE,
    drops,
    few_of,
    has_cards,
    moved_kind,
    parted,
    place_of,
    shorter,
    times_of,
)


def choice(move: int, do: str, *places: int) -> Choice:
    return Choice(move, f"{do} {move}", do, frozenset(), (), places, ())


def test_a_move_with_a_place_of_its_own_is_a_button_where_such_moves_are_few() -> None:
    tour, meet = choice(0, "task"), choice(1, "task", 7)
    assert few_of([tour, meet], [tour]) == [meet]
    photos = [choice(2, "photo", 8), choice(3, "photo", 9)]
    drives = [choice(4 + k, "drive", k) for k in range(3)]
    assert few_of([*photos, *drives], []) == photos
    assert few_of([*drives[:2]], []) == []  # all of one kind
    swaps = [choice(9, "pick", 5), choice(10, "drop", 5), choice(11, "end")]
    assert few_of(swaps, swaps[2:]) == []  # both name the same place


def test_a_place_that_all_moves_share_is_no_pick_where_cards_part_them() -> None:
    cards = [Laid("cards", f"cards/{name}", f"cards/{name}", Spot(area="supply")) for name in "ab"]
    swaps = [
        replace(choice(i, "pick", 5), pieces=(f"cards/{name}",), picks=frozenset({"place:5", name}))
        for i, name in enumerate("ab")
    ]
    end = choice(2, "end")
    kept = parted((*swaps, end), cards)
    assert [(c.places, c.picks) for c in kept[:2]] == [((), {"a"}), ((), {"b"})]
    assert kept[2] == end
    elsewhere = choice(3, "drive", 6)
    assert parted((*swaps, elsewhere), cards) == (*swaps, elsewhere), "the place parts them"
    assert parted((*swaps, end), cards[:1]) == (*swaps, end), "a card lies nowhere"
    assert parted((swaps[0], end), cards) == (swaps[0], end), "one move alone"
    turned = (swaps[0], swaps[0])
    assert parted(turned, cards) == turned, "the card does not part them"


def test_arrows_go_through_the_pieces_that_moves_take_from_other_places() -> None:
    tracks = [Laid("tracks", "", "tracks/a", Spot(place)) for place in (1, 2)]
    jeep = Laid("jeeps", "", "jeeps/a", Spot(2))
    titles = {"tracks": "Tracks", "jeeps": "Jeeps"}
    moves = [choice(0, "drive", 5, 1), choice(1, "drive", 5, 2)]
    assert moved_kind(moves, [*tracks, jeep], titles) == "track"
    assert moved_kind(moves[:1], tracks, titles) == ""
    assert moved_kind([choice(0, "lay", 5), choice(1, "lay", 5)], tracks, titles) == ""


def test_a_round_piece_is_smaller_on_a_line_between_tiles() -> None:
    line = Place(0, "", ((0.0, 0.0), (10.0, 0.0)), 5.0, 0.0, 0.0, ())
    spot = Place(1, "", ((50.0, 0.0),), 50.0, 0.0, 4.0, ())
    sizes = [
        times_of(Item("jeeps/a", True, x, 0.0, 18.0, 18.0, 0.0, ""), (line, spot))
        for x in (5.0, 50.0, 80.0)
    ]
    assert sizes == [ON_LINE, ON_PLACE, ON_LINE] and ON_LINE < 1 < ON_PLACE


def test_a_player_aid_with_two_games_is_read_on_the_side_that_lies_up() -> None:
    aid = Shown("aids/aid", "a", "aids", "aid", 2, {}, "game.yaml", 1, front="one", back="two")
    part = Part("aids", "Aids", 74, 105, 2, is_text=True)
    assert part.reading(aid, 2) == ("one", "two")
    for front, sides in (
        (Front("aids"), [("one",), ("one",)]),
        (Front("aids", is_face_up=False), [("two",), ("two",)]),
        (Front("aids", down_from=3), [("one",), ("two",)]),
    ):
        dealt = replace(part, dealt=front)
        assert [dealt.reading(aid, players) for players in (2, 3)] == sides


def test_a_piece_drops_where_every_move_has_a_line_of_places_of_its_own() -> None:
    def named(*places: int) -> Choice:
        picks = frozenset(f"place:{place}" for place in places)
        return replace(choice(0, "drop"), picks=picks)

    columns = [named(0, 1, 2), named(3, 4, 5)]
    assert drops(columns)
    assert not drops([*columns, named(2, 6, 7)]), "two moves share a place"
    assert not drops([named(0, 1), named(2, 3)]), "from a place to another"
    assert not drops([])


def test_a_group_at_a_place_where_moves_are_made_has_its_place() -> None:
    spaces = [Space("", "mill", ((0.0, 0.0),)), Space("", "inn", ((9.0, 0.0),))]
    mill, own = Tray("supply", -1, "mill", (), ()), Tray("front", 0, "mill", (), ())
    assert place_of(mill, spaces, {0, 1}) == 0
    assert place_of(mill, spaces, {1}) == -1
    assert place_of(own, spaces, {0}) == -1


def test_a_deck_alone_makes_no_game_of_cards() -> None:
    card = Stack("cards/a", "cards/a", True, 0, 1, 63, 88, "A")
    tile = replace(card, width=50, height=50)
    assert has_cards([Tray("front", 0, "", (card,), ())])
    assert not has_cards([Tray("bag", -1, "", (card,), ()), Tray("supply", -1, "", (tile,), ())])


def test_no_style_depends_on_all_that_the_table_holds() -> None:
    """A browser would compute the styles of the whole page anew with every move."""
    text = (bundled("templates") / "preview" / "play.css").read_text("utf-8")
    whole = r"(?:\b(?:html|body|main)|\.(?:sitting|lies|foot|board|scores)|#map)\b"
    assert re.findall(whole + r"(?:[.#:][\w-]+|:not\([^()]*\))*:has\([^>][^{,]*", text) == []


def test_a_button_leaves_out_where_a_move_goes_but_not_what_it_costs() -> None:
    lay = [replace(choice(i, "lay"), words=f"Lay the tile ({i} west), turned") for i in range(2)]
    buy = replace(choice(2, "buy"), words="Buy Raft (3 coins)")
    assert shorter([*lay, buy]) == {0: "Lay the tile, turned", 1: "Lay the tile, turned"}
    assert shorter([lay[0], buy]) == {}
    done = replace(choice(3, "lay"), words="Lay the tile (3 west): completes a worm")
    assert shorter([lay[0], done, buy])[3] == "Lay the tile: completes a worm"
