"""The answers that a game of words offers: their kinds, their order, and what they refer to."""

from pathlib import Path

import pytest

from generator import bundled
from generator.kit import cards_in, stream
from generator.play.engine.from_data.goods import hand_at
from generator.play.engine.game import load_game
from generator.play.studies.trials.permute import orders_of
from generator.reading.door import open_pack
from generator.reading.scaffold import KINDS, new_game
from tests.play.engine.from_data.table import PLAY, Table, game_of
from tests.test_cli import protoplay

FOLDER = bundled("templates") / "games"


def test_an_action_that_no_step_offers_is_no_kind_of_answer(tmp_path: Path) -> None:
    play = PLAY.replace("PHRASE", "Gain 1 oak").replace("choose: [do, other]", "choose: other")
    game = game_of(tmp_path / "game", play, 2)
    assert "other" in game.kinds and "do" not in game.kinds


def test_a_price_refers_to_no_card_where_the_last_clause_trashed_none(tmp_path: Path) -> None:
    phrase = "Trash 1 card, trash 1 card, gain a card costing up to 1 coin more than it"
    table = Table(game_of(tmp_path / "game", PLAY.replace("PHRASE", phrase), 2))
    table.put("hand", 0, "Fig").play("do")
    assert table.names("out") == ["Fig"] and table.names("front") == [] and table.asked == 1


def test_all_resources_are_offered_again_to_the_next_clause(tmp_path: Path) -> None:
    clause = "gain 2 different of ore, oak and coin"
    play = PLAY.replace("PHRASE", f"{clause}, {clause}")
    table = Table(game_of(tmp_path / "game", play, 2)).play("do", "take ore", "take oak")
    assert table.answers().keys() == {"take ore", "take oak", "take coin"}


def test_three_cards_that_another_player_keeps_are_dealt_anew_evenly(tmp_path: Path) -> None:
    play = "play: {cards: cards, hand: 5, turn: [{keep: 3, pass: left}], end: after 1 round}\n"
    table = Table(game_of(tmp_path / "game", play, 2, cards="name,count\nFig,12\nNut,12\n"))
    while table.asked == 0:
        table.play(next(iter(table.answers())))
    chance, dealt = stream(3, 0, 0), set()
    for _ in range(150):
        state = table.state.copy()
        table.game.hide(table.tables, state, 1, chance)
        packet = list(cards_in(state.cards[hand_at(table.tables, state, 0)]))
        places = frozenset(packet.index(card) for card in state.chosen[0, :3])
        assert len(places) == 3
        dealt.add(places)
    assert len(dealt) == 10  # every choice of 3 of 5 cards


@pytest.mark.parametrize("kind", KINDS.values())
def test_cards_are_pieces_where_a_move_can_use_them(kind: str) -> None:
    pack, _ = open_pack(FOLDER / kind)
    assert pack is not None
    assert bool(load_game(pack, 2, plain=True).pieces) == (kind != "grotto")


def test_effects_of_cards_that_nobody_chooses_are_refused(tmp_path: Path) -> None:
    new_game("My Grotto", tmp_path, like="push-your-luck")
    line = ("simulate", "my-grotto", "--games", "10", "--effects", "--no-learn")
    done = protoplay(*line, cwd=tmp_path, code=2)
    assert "players of My Grotto choose no cards" in done.output


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_answers_decides_nothing(kind: str) -> None:
    pack, _ = open_pack(FOLDER / KINDS[kind])
    assert pack is not None
    assert [order.text for order in orders_of(pack, "greedy", 500) if order.problem] == []
