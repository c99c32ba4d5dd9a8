"""Games of cards on the page of the game: words of moves, areas of pieces, piles and amounts."""

import random

from generator import bundled
from generator.model.problems import Problems
from generator.play.engine.game import load_game
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.face.pictured_words import bundled_icons, icon_of
from generator.press.pieces.expand import expand
from generator.preview.goods import goods_in
from generator.preview.layout import Stack, trays_of
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
    assert "One of each: gain 1 ore, gain 1 oak, gain 1 wool" in words
    assert "Gain 2 oak" in words and "Give back 1 wool" in words
    assert any(each.startswith("Build Sawpit for ") and each.endswith(" wool") for each in words)
    assert not any("option" in each for each in words)


def test_a_card_is_bought_from_the_supply_although_an_equal_one_is_in_hand() -> None:
    choices = [choice for view in views_of("harbour") for choice in view.choices]
    bought = {choice.area for choice in choices if choice.words.startswith("Buy Penny")}
    assert {"supply-1"} <= bought <= {"", "supply-1"}  # "" while no equal card lies elsewhere
    assert {choice.area for choice in choices if choice.do == "play"} <= {"", "hand0", "hand1"}


def test_a_place_for_workers_is_picked_on_its_card() -> None:
    (forest,) = [c for c in views_of("hamlet", 1)[0].choices if c.do == "Forest"]
    assert forest.pieces == ("places/forest",)
    assert forest.words == "Forest: gain 3 wood"


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


def test_equal_draws_are_told_together_and_hidden_cards_are_cards() -> None:
    hidden = {"do": "draw", "card": "?", "where": "?", "whose": "?"}
    owl = {"do": "draw", "card": "Owl", "where": "row"}
    assert told_draws([hidden, owl, hidden], "?") == ("draw 2 cards", "Owl comes to the row")


def test_a_card_at_the_table_is_another_drawing_of_the_same_size() -> None:
    pack, _ = open_pack(GAMES / "foundry")
    assert pack is not None
    piece = next(p for p in expand(pack, Problems()) if p.component.id == "cards")
    faces = [
        FaceMaker(pack, Problems(), FaceOptions(at_table=large)).face(piece, "front")
        for large in (False, True)
    ]
    printed, large = faces
    assert printed is not None and large is not None
    assert printed.digest != large.digest
    assert (printed.width, printed.height) == (large.width, large.height)
