"""The answers that a game of words may give: their kinds, and their order in the list."""

from pathlib import Path

import pytest

from generator import bundled
from generator.play.studies.trials.permute import orders_of
from generator.reading.door import open_pack
from generator.reading.scaffold import KINDS
from tests.play.engine.from_data.table import PLAY, game_of

FOLDER = bundled("templates") / "games"


def test_an_action_that_no_step_offers_is_no_kind_of_answer(tmp_path: Path) -> None:
    play = PLAY.replace("PHRASE", "Gain 1 oak").replace("choose: [do, other]", "choose: other")
    game = game_of(tmp_path / "game", play, 2)
    assert "other" in game.kinds and "do" not in game.kinds


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_answers_decides_nothing(kind: str) -> None:
    pack, _ = open_pack(FOLDER / KINDS[kind])
    assert pack is not None
    assert [order.text for order in orders_of(pack, "greedy", 500) if order.problem] == []
