"""Experiments from end to end on small packs: known truths, sameness, refusals."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from generator.pack import Pack
from generator.play.engine.game import load_game
from generator.play.engine.loop import play_games
from generator.play.experiment import (
    compare,
    find_piece,
    knee_of,
    ladder,
    simulate,
    sweep,
)
from generator.play.measure import stats
from generator.play.measure.defects import find_holes
from generator.play.measure.insight import luck_of, trace_games
from generator.play.measure.results import SimulateOptions
from generator.play.measure.tally import Tally
from generator.play.report.pages import as_json
from generator.play.store import load, rows_of
from generator.reading.door import open_pack

PACKS = Path(__file__).parents[1] / "packs"
LEAN = SimulateOptions(games=200, insight=0, second=None, supplies=False, plain=True, workers=1)


def pack_of(name: str, *settings: str) -> Pack:
    pack, problems = open_pack(str(PACKS / name), settings=settings)
    assert pack is not None, [str(p) for p in problems]
    return pack


@pytest.fixture(scope="module")
def market() -> Pack:
    return pack_of("market")


def test_random_tic_tac_toe_wins_loses_and_draws_as_it_must() -> None:
    # the exact shares of uniformly random play
    m = simulate(pack_of("tictactoe"), replace(LEAN, games=6000, seed=5, plain=False)).main.metrics
    for e, exact in zip((*m.seats.sole, m.seats.tied), (0.58492, 0.28810, 0.12698), strict=True):
        wide = stats.wilson(e.value * e.n, e.n, 0.999)
        assert wide.low <= exact <= wide.high
    assert m.ends["draw"].value == m.seats.tied.value
    assert set(m.turns.histogram.values) == {5, 6, 7, 8, 9}


def test_the_same_options_give_the_same_answer_whoever_works(market: Pack) -> None:
    asked = replace(LEAN, insight=5, playouts=4, players=3, agents=("random",))
    one = as_json(simulate(market, asked))
    assert one == as_json(simulate(market, replace(asked, workers=3)))
    assert one != as_json(simulate(market, replace(asked, seed=2)))


def test_compiled_and_plain_rules_measure_the_same(market: Pack) -> None:
    asked = replace(LEAN, games=60, players=2)
    plain = simulate(market, asked).main.metrics
    assert plain == simulate(market, replace(asked, plain=False)).main.metrics


def test_a_second_kind_of_player_plays_beside_the_first(market: Pack) -> None:
    results = simulate(market, replace(LEAN, games=40, second="auto", players=3))
    assert [run.label for run in results.runs] == ["random", "greedy"]
    assert [run.is_main for run in results.runs] == [True, False]
    several = replace(LEAN, games=40, second="auto", agents=("random", "greedy"), players=2)
    assert [run.label for run in simulate(market, several).runs] == ["random, greedy"]


def test_rotated_seats_do_not_confound_skill_with_seat(market: Pack) -> None:
    asked = replace(LEAN, games=300, agents=("greedy", "random"), players=2)
    m = simulate(market, asked).main.metrics
    greedy = next(p for p in m.skill if p.spec == "greedy")
    assert greedy.share.low > 0.6
    assert abs(m.seats.shares[0].value - 0.5) < 0.12
    fixed = simulate(market, replace(asked, rotate=False)).main.metrics
    assert fixed.seats.shares[0].value == pytest.approx(
        next(p for p in fixed.skill if p.spec == "greedy").share.value
    )


def test_precision_plays_on_until_the_headline_is_narrow(market: Pack) -> None:
    asked = replace(LEAN, games=50, precision=0.08, most_games=2000, players=2)
    results = simulate(market, asked)
    m = results.main.metrics
    assert results.reached and m.games > 50
    assert max(e.half for e in m.headline().values()) <= 0.08
    hard = simulate(market, replace(asked, precision=0.001, most_games=150))
    assert not hard.reached and hard.main.metrics.games == 150


def test_records_and_rows_are_written_beside_the_measuring(market: Pack, tmp_path: Path) -> None:
    asked = replace(
        LEAN, games=30, players=2, records=tmp_path / "r.jsonl", rows=tmp_path / "r.parquet"
    )
    m = simulate(market, asked).main.metrics
    records = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text("utf-8").splitlines()]
    assert [r["index"] for r in records] == list(range(30))
    stored = load(tmp_path / "r.parquet")
    assert stored.games == 30 and stored.metadata["seed"] == 1
    rows = rows_of(tmp_path / "r.parquet")
    assert [r["scores"][0] for r in records] == rows["score 1"].tolist()
    assert m.seats.scores[0].value == pytest.approx(np.mean(rows["score 1"]))


# ---------------------------------------------------------------- pieces and supplies


def test_the_effect_of_a_piece_is_a_cause_not_an_association(market: Pack) -> None:
    asked = replace(LEAN, games=300, players=2, effect="gold")
    effect = simulate(market, asked).effect
    assert effect is not None and effect.piece == "goods/gold"
    without, twice, more, less = effect.outcomes
    assert without.label == "without it" and twice.label == "2 instead of 1"
    assert more.label == "points 13 instead of 12" and less.label == "points 11 instead of 12"
    assert without.holders.high < -0.15 and without.p < 0.001 and without.lost > without.gained
    assert more.gained >= more.lost and less.lost >= less.gained
    # every game in which it is used gives one point more to two players' mean score
    assert more.score.value == pytest.approx(more.holders.n / 300 / 2)


def test_a_piece_is_found_by_any_of_its_names_and_misspellings_are_told(market: Pack) -> None:
    for name in ("gold", "Gold", "goods/gold"):
        assert find_piece(market, name)[1].id == "gold"
    with pytest.raises(ValueError, match="no piece 'golt' in Market; did you mean 'gold'"):
        find_piece(market, "golt")
    twins = replace(market, components=(*market.components, replace(market.components[0], id="x")))
    with pytest.raises(ValueError, match="'gold' is several pieces: goods/gold, x/gold"):
        find_piece(twins, "gold")
    assert find_piece(twins, "gold", ("goods/gold",))[0].id == "goods"
    with pytest.raises(ValueError, match="no number 'price'; its numbers: points"):
        simulate(market, replace(LEAN, effect="gold:price"))


def test_a_supply_that_runs_out_is_tried_larger(market: Pack) -> None:
    results = simulate(market, replace(LEAN, supplies=True, players=3))
    coins = results.main.metrics.supplies[0]
    assert coins.start == 3 and coins.empty_games.value > 0.5
    assert [p.size for p in results.probes] == [4, 6]
    assert results.probes[1].empty_games.value < results.probes[0].empty_games.value
    known = simulate(pack_of("market", "coins=6"), replace(LEAN, players=3)).main.metrics
    assert results.probes[1].empty_games.value == known.supplies[0].empty_games.value


def test_holes_are_found_with_games_to_see_them_in(market: Pack) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 200, collect="full")
    tally = Tally.of(batch)
    tally.add(batch)
    holes = {hole.kind: hole for hole in find_holes(game, [(("random",), tally)])}
    assert "steal" in holes["never legal"].text
    assert "cap" not in holes and "loop" not in holes and "never used" not in holes


def test_a_game_that_goes_round_is_capped_and_its_loop_is_seen(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: Round\nplayers: 2\ncomponents:\n"
        "  goods: {title: G, size: poker, front: {use: card, title: a}}\n",
        "utf-8",
    )
    (tmp_path / "rules.py").write_text(
        "from generator.play.engine.kernel import record, rule\n"
        "SEATS = (2, 2)\nLONGEST = 12\nWIDEST = 2\n"
        "def setup(pack, players):\n    return record(a=1), record(at=0)\n"
        "@rule\ndef deal(tables, state, rng):\n    state.at = 0\n"
        "@rule\ndef turn(tables, state):\n    return state.at % 2\n"
        "@rule\ndef moves(tables, state, out):\n    out[0] = 0\n    return 1\n"
        "@rule\ndef play(tables, state, move, rng):\n    state.at = (state.at + 1) % 4\n"
        "@rule\ndef score(tables, state, out):\n    out[:] = 0.0\n"
        "def describe(tables, state, move):\n    return {'do': 'step'}\n",
        "utf-8",
    )
    pack, problems = open_pack(str(tmp_path))
    assert pack is not None, [str(p) for p in problems]
    results = simulate(pack, replace(LEAN, games=220))
    kinds = [hole.kind for hole in results.holes]
    assert {"cap", "loop", "tie storm", "no choice"} <= set(kinds)
    cap = next(hole for hole in results.holes if hole.kind == "cap")
    assert cap.games == (0, 1, 2, 3, 4) and "220 of 220 games did not end" in cap.text
    assert results.main.metrics.ends["cap"].value == 1.0


MAPPED = """

@rule
def space(tables, state, move):
    return move


def spaces(pack):
    names = [f"row {i // 3 + 1}, column {i % 3 + 1}" for i in range(9)]
    return [("field", name, [(20 * (i % 3), 20 * (i // 3))]) for i, name in enumerate(names)]
"""


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "compiled"])
def test_a_map_counts_every_move_of_the_games_it_shows(tmp_path: Path, plain: bool) -> None:
    for name in ("game.yaml", "rules.py"):
        text = (PACKS / "tictactoe" / name).read_text("utf-8")
        more = MAPPED if name == "rules.py" else ""
        (tmp_path / name).write_text(text + more, "utf-8")
    pack, problems = open_pack(str(tmp_path))
    assert pack is not None, [str(p) for p in problems]
    m = simulate(pack, replace(LEAN, games=60, insight=1, playouts=1, plain=plain)).main.metrics
    assert len(m.spaces) == 9 and m.spaces[4].name == "row 2, column 2"
    assert sum(s.times.value for s in m.spaces) == pytest.approx(m.decisions.mean.value)
    assert all(s.times.value == s.used.value for s in m.spaces)  # no field is used twice
    assert m.spaces[4].used.n == 60


# ---------------------------------------------------------------- restricted play


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


def test_restricted_play_refuses_whom_it_cannot_hold_back(market: Pack) -> None:
    with pytest.raises(ValueError, match="one kind of player that can be held back"):
        simulate(market, replace(LEAN, agents=("mcts:5",), restrict=("buy",)))
    with pytest.raises(ValueError, match="no piece 'glod' in Market; did you mean 'gold'"):
        simulate(market, replace(LEAN, games=10**9, restrict=("glod",)))  # before any game


# ---------------------------------------------------------------- win chances and luck


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
    assert luck is not None and luck.chance is not None
    assert luck.deal.value > 0.5  # greedy players buy the dearest: the deck decides
    assert luck_of(load_game(pack_of("tictactoe"), 2, plain=True), "random", 1) is None


# ---------------------------------------------------------------- compare, sweep, ladder


def test_comparing_pairs_seeds_and_narrows_the_difference(market: Pack) -> None:
    packs = {"coins=3": market, "coins=4": pack_of("market", "coins=4")}
    found = compare(packs, replace(LEAN, players=2))
    by_name = {d.measure: d for d in found.differences}
    score = by_name["score"]
    one, two = (r.main.metrics.seats.scores for _, r in found.results)
    each = [sum(e.value for e in scores) / 2 for scores in (one, two)]
    assert score.difference.value == pytest.approx(each[1] - each[0])
    apart = np.hypot(score.base.half, score.other.half)
    assert score.difference.half < 0.6 * apart
    assert score.q < 0.001 and by_name["coins run out"].is_share
    same = compare({"a": market, "b": market}, replace(LEAN, players=2))
    assert all(d.difference.value == 0 or d.difference.n == 0 for d in same.differences)


def test_a_sweep_draws_curves_over_the_values(market: Pack) -> None:
    packs = {float(c): pack_of("market", f"coins={c}") for c in (5, 1, 3)}
    found = sweep(packs, "coins", replace(LEAN, players=2, games=120))
    assert found.values == (1.0, 3.0, 5.0) and found.default == 3
    empty = next(c for c in found.curves if c.measure == "coins run out")
    assert empty.is_share and empty.points[0].value > empty.points[2].value


def test_the_knee_is_where_more_stops_helping() -> None:
    assert knee_of([1, 2, 3, 4, 5, 6], [1.0, 0.7, 0.4, 0.05, 0.03, 0.0]) == 4
    assert knee_of([1, 2, 3, 4, 5], [5.0, 4.0, 3.0, 2.0, 1.0]) is None  # straight
    assert knee_of([1, 2, 3], [1.0, 0.1, 0.0]) is None  # too few
    assert knee_of([1, 2, 3, 4, 5], [1, 0.5, 0.2, 0.1, 0.0], [0.6] * 5) is None  # unsure


def test_a_ladder_ranks_players_by_skill(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=3, games=240))
    low, high = found.rungs
    assert (low.spec, low.elo.value) == ("random", 0.0) and high.elo.low > 50
    assert found.steps[0].stronger == "greedy" and found.steps[0].share.low > 1 / 3
    assert found.games == 240 and len(found.seats) == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": 5}, "Market is for 2 to 3 players, not 5"),
        ({"agents": ("random", "greedy", "greedy")}, "3 agents for 2 players"),
        ({"agents": ("randon",)}, "did you mean 'random'"),
        ({"effect": "silver", "games": 10**9}, "no piece 'silver'"),
        ({"reward": "glory"}, "unknown reward 'glory'"),
        ({"games": 0}, "at least one game"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(
    market: Pack, change: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as fault:
        simulate(market, replace(LEAN, **change))  # type: ignore[arg-type]
    assert "\n" not in str(fault.value)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    few = simulate(pack_of("tictactoe"), replace(LEAN, games=9000, plain=False)).main.tally
    many = simulate(pack_of("tictactoe"), replace(LEAN, games=60_000, plain=False)).main.tally
    assert len(many.rows) <= 4096 and many.rows.nbytes <= 2 * few.rows.nbytes
    assert many.blocks.size == 16 and many.sums("game")[0] == 60_000
