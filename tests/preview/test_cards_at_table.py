"""Games of cards on the page of the game: words of moves, areas of pieces, piles and amounts."""

import itertools
import random
from dataclasses import replace

from generator import bundled
from generator.model.problems import Problems
from generator.play.engine.game import load_game
from generator.play.engine.table_layout import Laid
from generator.press.face.face import AT_TABLE, FaceMaker, FaceOptions
from generator.press.face.pictured_words import bundled_icons, icon_of
from generator.press.pieces.expand import expand
from generator.preview.card_table import Fit, beside, fits_of, headed
from generator.preview.faces import Call, Shown, look
from generator.preview.goods import goods_in
from generator.preview.happenings import Told, turns_of
from generator.preview.layout import Stack, Tray, trays_of
from generator.preview.piece_sizes import sizes_of
from generator.preview.seat_views import Seated, View
from generator.preview.wording import told_draws
from generator.reading.door import open_pack

GAMES = bundled("templates") / "games"


def views_of(name: str, moves: int = 40) -> list[View]:
    """The first positions of a game at random, each as the seat to act sees it."""
    pack, _ = open_pack(GAMES / name)
    assert pack is not None
    seated, rng = Seated(load_game(pack, 2, plain=True), 3, 0), random.Random(1)
    views = []
    for ply in range(moves):
        views.append(seated.view(ply, seated.turn(ply)))
        seated.go([*seated.moves, rng.choice(seated.legal(ply))])
    return views


def test_moves_of_a_game_of_words_are_worded_as_players_word_them() -> None:
    words = {choice.words for view in views_of("foundry") for choice in view.choices}
    assert "One of each: gain 1 ore, 1 oak, 1 wool" in words
    assert "Gain 2 oak" in words and "Give back 1 wool" in words
    assert any(each.startswith("Build Sawpit for ") and each.endswith(" wool") for each in words)
    assert not any("option" in each for each in words)


def test_a_card_is_bought_from_the_supply_although_an_equal_one_is_in_hand() -> None:
    choices = [choice for view in views_of("harbour") for choice in view.choices]
    bought = [dict(choice.areas) for choice in choices if choice.words.startswith("Buy Penny")]
    assert {at for areas in bought for at in areas.values()} == {"supply-1"}
    played = [dict(choice.areas) for choice in choices if choice.do == "play"]
    assert {at for areas in played for at in areas.values()} <= {"hand0", "hand1"}


def test_a_place_for_workers_is_picked_on_its_card() -> None:
    (forest,) = [c for c in views_of("hamlet", 1)[0].choices if c.do == "Forest"]
    assert forest.pieces == ("places/forest",)
    assert forest.words == "Forest: gain 3 wood"


def test_a_taken_place_names_the_player_who_has_taken_it() -> None:
    labels = {
        stack.label: stack.by
        for view in views_of("hamlet", 12)
        for tray in trays_of(view.things or (), view.sizes, 2)
        for stack in tray.stacks
        if tray.title == "Places"
    }
    assert labels["Forest"] == -1
    taken = {label: by for label, by in labels.items() if by >= 0}
    assert taken and all(f", taken by player {by + 1}" in each for each, by in taken.items())


def test_turned_up_cards_lie_in_the_order_they_came() -> None:
    rows = [[t.piece for t in view.things or () if isinstance(t, Laid) and t.spot.area == "table"]
            for view in views_of("grotto", 30)]  # fmt: skip
    grown = [(a, b) for a, b in itertools.pairwise(rows) if len(b) == len(a) + 1 > 1]
    assert grown and all(b[:-1] == a for a, b in grown)


def test_an_open_row_of_a_game_is_refilled_in_place() -> None:
    pack, _ = open_pack(GAMES / "foundry")
    assert pack is not None
    seated, rng = Seated(load_game(pack, 2, plain=True), 3, 0), random.Random(1)
    rows = []
    for ply in range(60):
        things = seated.slotted(ply, 0) or ()
        rows.append([t.piece for t in things if t.spot.area == "supply" and isinstance(t, Laid)])
        seated.go([*seated.moves, rng.choice(seated.legal(ply))])
    changes = [sum(x != y for x, y in zip(a, b, strict=True)) for a, b in itertools.pairwise(rows)]
    assert {*changes} == {0, 1}


def test_rows_beside_a_map_stay_in_place_through_every_turn_of_a_game() -> None:
    """A turn of The Mara holds many moves, and begins after any number of them."""
    pack, _ = open_pack("mara")
    assert pack is not None
    seated, rng = Seated(load_game(pack, 2, plain=True), 3, 0), random.Random(3)
    n_moved, before = 0, {}
    for ply in range(240):
        row: dict[object, list[str]] = {}
        for thing in seated.slotted(ply, 0) or ():
            if isinstance(thing, Laid) and thing.spot.area == "supply":
                row.setdefault(thing.spot, []).append(thing.piece)
        if ply and seated.turn(ply - 1) == seated.turn(ply):
            for spot, pieces in row.items():
                old = before.get(spot, [])
                n_moved += sum(
                    a != b and a in pieces for a, b in zip(old, pieces, strict=False) if a
                )
        before = row
        seated.go([*seated.moves, rng.choice(seated.legal(ply))])
    assert not n_moved


def test_a_discard_pile_shows_its_last_card_and_the_number_of_cards() -> None:
    view = views_of("raid", 15)[-1]
    pack, _ = open_pack(GAMES / "raid")
    assert pack is not None
    sizes = sizes_of(load_game(pack, 2, plain=True))
    (tray,) = [t for t in trays_of(view.things or (), sizes, 2) if t.area == "discard"]
    (pile,) = tray.piles
    assert isinstance(pile, Stack)
    assert pile.n == sum(stack.n for stack in tray.stacks) > 1


def test_amounts_have_icons_and_other_notes_stay_words() -> None:
    ore, token = goods_in("2 ore, 1 token")
    assert (ore.n, ore.name, token.n, token.icon) == (2, "ore", 1, "")
    assert ore.icon.startswith("<svg ")
    assert goods_in("carries 5 of 12") == goods_in("5 of 12") == ()
    assert icon_of("3 lives", bundled_icons()) == "heart"


def test_one_sign_of_a_resource_has_one_meaning() -> None:
    icons = [good.icon for good in goods_in("5 in hand, 1 buy, 4 in deck, 0 in discard pile")]
    assert all(icons) and len({*icons}) == 4
    assert goods_in("2 buys")[0].icon == goods_in("1 buy")[0].icon


def test_hidden_hands_and_plain_tokens_stand_in_words_beside_the_table() -> None:
    token = Shown("lives/1", "", "lives", "life", 9, {}, "", 1, is_plain=True)
    pawn = replace(token, id="pawns/1", is_plain=False)
    stack = Stack("lives/1", "lives/1", True, 0.0, 3, 20.0, 20.0, "life")
    faces = {"lives/1": token, "pawns/1": pawn}
    there = Tray("front", 0, "", (stack, replace(stack, looks="pawns/1")), ("2 ore",))
    tray = beside(there, faces, {"lives": "Lives"})
    assert tray.words == ("2 ore", "3 lives") and tray.stacks == there.stacks[1:]
    held = replace(there, area="hand", stacks=(replace(stack, piece="", up=False, n=4),), words=())
    assert beside(held, faces, {}).words == ("4 in hand",) and not beside(held, faces, {}).stacks
    known = replace(held, stacks=(*held.stacks, stack))
    assert beside(known, {}, {}) == known


def test_a_hand_that_is_known_is_told_apart_from_what_lies_in_front() -> None:
    front = Tray("front", 1, "", stacks(2), ())
    hand, words = Tray("hand", 1, "in hand", stacks(1), ()), Tray("hand", 1, "", (), ("2 in hand",))
    assert [t.title for t in headed([hand, front], "In hand, known to you")] == [
        "In hand, known to you", "In front",
    ]  # fmt: skip
    assert [t.title for t in headed([words, front], "In hand")] == ["", ""]
    assert [t.title for t in headed([hand, front], "")] == ["", ""]


def test_equal_draws_are_told_together_and_hidden_cards_are_cards() -> None:
    hidden = {"do": "draw", "card": "?", "where": "?", "whose": "?"}
    owl = {"do": "draw", "card": "Owl", "where": "row"}
    assert told_draws([hidden, owl, hidden], "?") == ("draw 2 cards", "turn up Owl")


def test_a_turn_tells_what_it_brought_its_player_and_what_it_cost_others() -> None:
    sides = views_of("raid", 1)[0].sides
    moves = [
        Told(ply, seat, "move", (), scores, ())
        for ply, seat, scores in [(4, 0, (3.0, 3.0)), (5, 1, (3.0, 4.0)), (6, 1, (1.0, 6.0))]
    ]
    first, second = turns_of(moves, sides)
    assert (first.gain, first.others) == (0.0, ())
    assert (second.gain, second.others) == (3.0, ((0, -2.0),))


def test_a_card_at_the_table_is_another_drawing_of_the_same_size() -> None:
    pack, _ = open_pack(GAMES / "foundry")
    assert pack is not None
    piece = next(p for p in expand(pack, Problems()) if p.component.id == "cards")
    faces = [
        FaceMaker(pack, Problems(), FaceOptions(at_table=template)).face(piece, "front")
        for template in ("", AT_TABLE)
    ]
    printed, large = faces
    assert printed is not None and large is not None
    assert printed.digest != large.digest
    assert (printed.width, printed.height) == (large.width, large.height)


def test_a_card_has_a_strip_for_narrow_windows_that_is_another_picture() -> None:
    seen, _, pictures = look(Call(str(GAMES / "foundry")), frozenset(), tables=True)
    assert seen is not None
    cards = [piece for piece in seen.pieces if piece.component == "cards"]
    assert cards and all(b'height="33mm"' in pictures[piece.strip][:99] for piece in cards)
    assert all(piece.strip in piece.pictures for piece in cards)
    assert not any(piece.strip for piece in seen.pieces if piece.component != "cards")


def stacks(n: int) -> tuple[Stack, ...]:
    return tuple(Stack(f"cards/{i}", "", True, 0.0, 1, 63.0, 88.0, "") for i in range(n))


def laid(common: dict[str, int], dock: dict[str, int]) -> dict[str, Fit]:
    """The fits of trays with so many cards, by area."""
    trays = [
        [Tray(area, seat, area, stacks(n), ()) for area, n in numbers.items()]
        for seat, numbers in ((-1, common), (0, dock))
    ]
    return {area: fit for (area, _, _), fit in fits_of(*trays, lambda _: True).items()}


def test_cards_become_narrower_until_all_fit_and_then_strips() -> None:
    assert laid({"supply": 4}, {"hand": 2})["supply"] == Fit(190, 4, False, True)
    assert laid({"supply": 4, "bag": 1}, {})["supply"].width == 172
    assert laid({"table": 1}, {})["table"].width == 154, "a row that grows has the usual width"
    fits = laid({"supply": 14}, {"hand": 5, "front": 2})
    assert fits["supply"].columns == 7, "in 2 rows"
    assert not fits["hand"].is_flat and fits["front"].is_flat
    crowd = laid({"supply": 14}, {"front": 16})
    assert crowd["front"].is_flat and crowd["front"].columns == 4
    assert not laid({"bag": 1}, {"hand": 10})["hand"].is_flat
    assert laid({"supply": 60}, {})["supply"].is_flat


def test_own_cards_are_strips_on_a_phone_beside_a_long_row_or_in_front_of_the_player() -> None:
    assert laid({"supply": 3}, {"hand": 2})["hand"].is_many
    fits = laid({"supply": 2}, {"hand": 2, "front": 1})
    assert fits["front"].is_many and not fits["hand"].is_many


def test_rows_of_a_tray_are_about_equally_long() -> None:
    assert laid({"supply": 9}, {})["supply"].columns == 5
