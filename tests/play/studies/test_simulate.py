"""A simulation from end to end on small packs: known truths, sameness, refusals."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from generator.model.pack import Pack
from generator.play.statistics import inference
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN, pack_of
from tests.play.runs.test_store import rows_of
from tests.tellings import as_json, facts_of, html_of
from tests.toys import PACKS, opened


def test_random_tic_tac_toe_wins_loses_and_draws_as_it_must() -> None:
    # the exact shares of uniformly random play
    m = simulate(pack_of("tictactoe"), replace(LEAN, games=6000, seed=5)).main.metrics
    for e, exact in zip((*m.seats.sole, m.seats.tied), (0.58492, 0.28810, 0.12698), strict=True):
        wide = inference.wilson(e.value * e.n, e.n, 0.999)
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
    plain = simulate(market, replace(asked, plain=True)).main.metrics
    assert plain == simulate(market, asked).main.metrics


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
    assert max(e.half for e in m.headline()) <= 0.08
    hard = simulate(market, replace(asked, precision=0.001, most_games=150))
    assert not hard.reached and hard.main.metrics.games == 150


def test_records_and_rows_are_written_beside_the_measuring(market: Pack, tmp_path: Path) -> None:
    asked = replace(
        LEAN, games=30, players=2, records=tmp_path / "r.jsonl", rows=tmp_path / "r.parquet"
    )
    m = simulate(market, asked).main.metrics
    records = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text("utf-8").splitlines()]
    assert [r["index"] for r in records] == list(range(30))
    rows = rows_of(tmp_path / "r.parquet")
    assert [r["scores"][0] for r in records] == rows["score 1"].tolist()
    assert m.seats.scores[0].value == pytest.approx(np.mean(rows["score 1"]))


def test_a_game_that_goes_round_is_capped_and_its_loop_is_seen(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: Round\nplayers: 2\ncomponents:\n"
        "  goods: {title: G, size: poker, front: {use: card, title: a}}\n",
        "utf-8",
    )
    (tmp_path / "rules.py").write_text(
        "from generator.kit import record, rule\n"
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
    results = simulate(opened(tmp_path), replace(LEAN, games=220))
    kinds = [hole.kind for hole in results.holes]
    assert {"cap", "loop", "tie storm", "no choice"} <= set(kinds)
    cap = next(hole for hole in results.holes if hole.kind == "cap")
    assert cap.games == (0, 1, 2, 3, 4) and "220 of 220 games did not finish" in cap.text
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
    m = simulate(
        opened(tmp_path), replace(LEAN, games=60, insight=1, playouts=1, plain=plain)
    ).main.metrics
    assert len(m.spaces) == 9 and m.spaces[4].name == "row 2, column 2"
    assert sum(s.times.value for s in m.spaces) == pytest.approx(m.decisions.mean.value)
    assert all(s.times.value == s.used.value for s in m.spaces)  # no field is used twice
    assert m.spaces[4].used.n == 60


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": 5}, "Market is for 2 to 3 players, not 5"),
        ({"agents": ("random", "greedy", "greedy")}, "3 agents for 2 players"),
        ({"agents": ("randon",)}, "did you mean 'random'"),
        ({"effect": "silver", "games": 10**9}, "no piece 'silver'"),
        ({"reward": "glory"}, "unknown reward 'glory'"),
        ({"games": 0}, "must be at least 1, not 0"),
    ],
)
def test_a_wrong_call_is_reported_in_one_line(
    market: Pack, change: dict[str, object], said: str
) -> None:
    with pytest.raises(ValueError, match=said) as fault:
        simulate(market, replace(LEAN, **change))  # type: ignore[arg-type]
    assert "\n" not in str(fault.value)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    few = simulate(pack_of("tictactoe"), replace(LEAN, games=9000)).main.tally
    many = simulate(pack_of("tictactoe"), replace(LEAN, games=60_000)).main.tally
    assert len(many.rows) <= 4096 and many.rows.nbytes <= 2 * few.rows.nbytes
    assert many.blocks.size == 16 and many.sums("game")[0] == 60_000


@pytest.mark.parametrize(("agents", "second"), [(("mcts:1ms",), None), (("random",), "flat:1ms")])
def test_players_by_the_clock_are_said_not_to_repeat(
    market: Pack, agents: tuple[str, ...], second: str | None
) -> None:
    asked = replace(LEAN, games=4, players=2, agents=agents, second=second, second_games=4)
    by_clock, by_count = simulate(market, asked), simulate(market, LEAN)
    assert not by_clock.provenance.is_repeatable
    said = "bots think by the clock, so the same seed plays other games"
    assert ("seed", f"{asked.seed} ({said})") in facts_of(by_clock)
    assert as_json(by_clock)["provenance"]["is_repeatable"] is False
    page = html_of(by_clock)
    assert "the same digest and seed play the same games" not in page
    assert "play other games in every run, even with the same seed" in page
    assert by_count.provenance.is_repeatable
    assert ("seed", f"{LEAN.seed}") in facts_of(by_count)
    assert "the same digest and seed play the same games" in html_of(by_count)
