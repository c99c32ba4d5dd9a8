"""The cost of going without a move or a piece."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.pack import Pack
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN
from tests.toys import PACKS, opened


def test_going_without_what_wins_costs_wins_and_without_the_rest_nothing(market: Pack) -> None:
    asked = replace(LEAN, games=400, agents=("greedy",), players=2)
    buy, steal, gold = simulate(
        market, replace(asked, restrict=("buy", "steal", "gold"))
    ).restricted
    assert (buy.agent, gold.agent) == ("greedy:never=buy", "greedy:never=goods/gold")
    # nothing is bought: a rival who is second ends the game at once with a draw
    assert buy.share.value == 0.25 and buy.share.n == 400 and not buy.is_piece
    assert steal.share.low < 0.5 < steal.share.high and steal.still == 1.0  # it is never legal
    assert buy.still == gold.still == 0.0
    assert gold.is_piece and gold.share.high < 0.45
    every = simulate(market, replace(asked, games=20, restrict=("all",))).restricted
    assert [r.what for r in every] == ["buy", "pass", "steal"]


def test_the_example_of_the_guide_denies_what_the_game_has() -> None:
    guide = (Path(__file__).parents[3] / "rules" / "PLAYING.md").read_text("utf-8")
    name, asked = re.search(r"simulate (\w+) --restrict ([\w,]+)", guide).groups()  # type: ignore[union-attr]
    pack = opened(Path(__file__).parents[3] / "rules" / name)
    told = simulate(pack, replace(LEAN, games=20, restrict=tuple(asked.split(",")))).restricted
    assert [one.what for one in told] == asked.split(",") and all(one.is_held for one in told)


def test_restricted_play_refuses_whom_it_cannot_hold_back(market: Pack) -> None:
    with pytest.raises(ValueError, match="one kind of player that can be held back"):
        simulate(market, replace(LEAN, agents=("mcts:5",), restrict=("buy",)))
    with pytest.raises(ValueError, match="all is every kind of move: say it alone"):
        simulate(market, replace(LEAN, restrict=("all", "buy")))
    with pytest.raises(ValueError, match="no piece 'glod' in Market; did you mean 'gold'"):
        simulate(market, replace(LEAN, games=10**9, restrict=("glod",)))  # before any game
    known = 'of the moves: did you mean "buy"\\? known: buy, pass, steal'
    with pytest.raises(ValueError, match=known):
        simulate(market, replace(LEAN, games=10**9, restrict=("bye",)))


def test_the_only_move_that_there_is_can_be_denied_to_nobody() -> None:
    game = opened(PACKS / "tictactoe")
    for asked, said in (("mark", "every move is 'mark', which nobody can go without"),
                        ("all", "there are no kinds of move to go without")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            simulate(game, replace(LEAN, restrict=(asked,)))
