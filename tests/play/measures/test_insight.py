"""Replayed games: win chances and luck."""

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.model.pack import Pack
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.loop import CAP
from generator.play.engine.playback import PlayOut
from generator.play.measures import insight
from generator.play.measures.insight import Traced, cost_of, look_again, luck_of, trace_games
from tests.play.lean import pack_of


def test_win_chances_begin_open_and_end_with_the_winner(market: Pack) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 6, collect="moves")
    traced, gains = trace_games(game, batch, "random", 40)
    assert len(traced) == int((batch.winners.sum(axis=1) == 1).sum())
    for one in traced:
        assert one.chances.sum(axis=1) == pytest.approx(1.0)
        assert one.chances[-1, one.winner] == 1.0 and 0.05 < one.chances[0, one.winner] < 0.95
        assert one.at[0] == 0 and one.at[-1] == one.decisions
    assert set(gains.tolist()) <= {1.0, 2.0, 3.0, 4.0, 12.0}
    again, _ = trace_games(game, batch, "random", 40, workers=3)
    assert all((a.chances == b.chances).all() for a, b in zip(traced, again, strict=True))


def test_luck_is_there_with_chance_and_nowhere_else(market: Pack) -> None:
    luck = luck_of(load_game(market, 2, plain=True), "greedy", 1, seeds=40, repeats=4)
    assert luck is not None and luck.deal.n == 160 and (luck.seeds, luck.repeats) == (40, 4)
    assert luck.deal.value > 0.5  # greedy players buy the dearest: the deck decides
    assert luck_of(load_game(pack_of("tictactoe"), 2, plain=True), "random", 1) is None


def test_later_draws_have_a_figure_of_their_own_where_there_are_any(market: Pack) -> None:
    dealt = luck_of(load_game(market, 2, plain=True), "random", 1, seeds=20, repeats=4)
    assert dealt is not None and dealt.chance is None  # all is shuffled for the set-up
    rolled = luck_of(load_game(pack_of("even_odds"), 2, plain=True), "random", 1, 20, 4)
    assert rolled is not None and rolled.chance is not None and rolled.chance.n == 80
    assert rolled.chance.value > rolled.deal.value + 0.5


def test_players_who_think_guess_at_what_is_hidden(market: Pack) -> None:
    raft = load_game(pack_of("leaky_raft"), 2, plain=True)
    for game, agent, guesses in (
        (raft, "greedy", True),
        (raft, "random", False),
        (load_game(market, 2, plain=True), "greedy", False),
    ):
        luck = luck_of(game, agent, 1, seeds=20, repeats=2)
        assert luck is not None and luck.guessed == guesses


def test_luck_repeats_a_seed_with_its_set_up_and_then_with_every_draw(
    market: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, asked = load_game(market, 2, plain=True), []

    def play_out(seed: int, index: int, *given: object, keep: bool) -> SimpleNamespace:
        asked.append((index, keep))
        return SimpleNamespace(shares=np.full((1, 3, 2), 0.5))

    monkeypatch.setattr(
        insight, "on_threads", lambda g, a, n, job, *_: [job(play_out, i) for i in range(n)]
    )
    assert luck_of(game, "greedy", 1, seeds=20, repeats=3) is not None
    assert asked == [(i, keep) for i in range(20) for keep in (False, True)]


def test_the_cost_of_an_agent_is_counted_in_moves_listed() -> None:
    assert cost_of("random", 10, 4.0) == 40.0
    assert cost_of("greedy", 10, 4.0) == 1600.0
    assert cost_of("mcts:50", 10, 4.0) == cost_of("flat:50:2", 10, 9.0) == 50_000
    assert cost_of("mcts:3ms", 2, 4.0) == 2 * 3000 * 100


def test_a_budget_buys_more_games_then_a_better_judge_then_more_playouts(
    market: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["greedy"], 1, 0, 50, collect="moves")
    bought = []
    monkeypatch.setattr(
        insight, "trace_games", lambda *given: (bought.append(given[2:4] + given[6:]), ([], []))[1]
    )
    length, width = batch.decisions.mean(), batch.branching.sum() / batch.decisions.sum()
    one = (min(20, length) + 1) * length / 2 * width  # legal moves listed for a playout of each
    for evaluator, price in (("greedy", 40.0), ("random", 1.0)):
        for part, games, each in (
            (1.001, 20, 8), (1.5, 30, 8), (2.501, 50, 8), (5.001, 50, 16), (30.0, 50, 64),
            (99.0, 50, 64),
        ):  # fmt: skip
            budget = part * one * price * 8 * 20 * 300
            if (evaluator == "greedy" and part < 2) or (evaluator == "random" and part > 90):
                continue  # buys random ones, or greedy ones
            assert look_again(game, batch, 60, budget=budget) == (None, None)
            assert bought[-1] == (evaluator, each, games), (part, bought[-1])
    look_again(game, batch, 7, playouts=33, budget=0.0)
    assert bought[-1] == ("random", 33, 7)
    aimless = play_games(game, ["random"], 1, 0, 20, collect="moves")
    look_again(game, aimless, 20, budget=1e12)
    assert bought[-1] == ("random", 64, 20)  # who plays at random is judged so


def test_greedy_judges_slip_and_random_ones_need_not(
    market: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["greedy"], 1, 0, 3, collect="moves")
    slips = []

    class Watched(PlayOut):
        def __call__(self, *given: Any, **named: Any) -> Any:
            slips.append(given[5])
            return super().__call__(*given, **named)

    monkeypatch.setattr(insight, "PlayOut", Watched)
    for judge, known in (("greedy", 0.2), ("random", 0.0)):
        trace_games(game, batch, judge, 2)
        assert slips == [known] * 3
        slips.clear()


def test_two_games_are_enough_and_the_judge_is_reported(
    market: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["greedy"], 1, 0, 20, collect="moves")
    one = Traced(np.array([[0.5, 0.5], [1.0, 0.0]]), (0, 10), 10, 0)
    for n, is_told in ((1, False), (2, True)):
        given = ([one] * n, np.array([3.0, 1.0, 4.0]))
        monkeypatch.setattr(insight, "trace_games", lambda *_, given=given: given)
        found, event = look_again(game, batch, 20, budget=1e12)
        assert event == 3.0 and (found is not None) == is_told
        assert not found or found.evaluator == (
            "64 greedy playouts from up to 21 moments, 20 % of their moves random"
        )


def test_a_game_cut_short_ends_with_who_was_ahead(
    market: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 6, collect="moves")
    whole = insight.moves_in
    monkeypatch.setattr(insight, "moves_in", lambda *given: whole(*given)[:2])
    over, _ = trace_games(game, batch, "random", 40)
    batch.end[:] = CAP
    capped, _ = trace_games(game, batch, "random", 40)
    assert any(0.05 < one.chances[-1, one.winner] < 0.95 for one in over)
    assert capped and all(one.chances[-1, one.winner] == 1.0 for one in capped)


def test_the_best_placed_seat_is_determined_at_every_twentieth() -> None:
    up = Traced(np.array([[0.5, 0.5], [0.4, 0.6], [1.0, 0.0]]), (0, 5, 10), 10, 0)
    down = Traced(np.array([[0.9, 0.1], [0.2, 0.8]]), (0, 8), 8, 1)
    found = insight.insight_of([up, down], "judge", "nobody")
    # the last moment by then counts: nobody knows who wins before it
    known = [(0.5 if k < 10 else 0.0 if k < 20 else 1.0) / 2 + (0.5 if k == 20 else 0) for k in
             range(21)]  # fmt: skip
    assert [e.value for e in found.best_wins] == pytest.approx(known)
    assert (found.games, found.positions, found.evaluator) == (2, 3, "nobody")
    assert found.drama.value == pytest.approx((math.sqrt(0.2) + math.sqrt(0.8)) / 2)
    assert found.drama.needed == found.decision_time.needed == 20
    in_bits = [1.0, -0.4 * math.log2(0.4) - 0.6 * math.log2(0.6), 0.0]
    ends = [-p * math.log2(p) - (1 - p) * math.log2(1 - p) for p in (0.9, 0.2)]
    assert found.uncertainty.value == pytest.approx((sum(in_bits) / 3 + sum(ends) / 2) / 2)
    assert found.uncertainty_end.value == pytest.approx((0.0 + ends[1]) / 2)
    assert found.decision_time.value == pytest.approx((19 + 0.8 / 0.9) / 20, abs=0.01)
