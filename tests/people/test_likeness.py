"""Bots that play like people: bots are recorded as people and must be recognised."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.people import versions
from generator.people.kept_likeness import kept_likeness
from generator.people.likeness import Likeness, keep_likeness, likeness_of, records_of
from generator.people.playtests import read_playtests
from generator.people.words import likeness_lines
from generator.play.engine.game import load_game
from generator.play.statistics.likeness import (
    SLIP,
    Choices,
    bits_of,
    fits_of,
    rungs_of,
    sign_flip_p,
)
from generator.preview.faces import Call
from generator.preview.notebook_values import history
from tests.people.planted import pack_with_records


def test_bits_of_a_player_who_always_takes_the_best_of_four() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(400, 4))
    best = Choices(values, values.argmax(axis=1), np.repeat(np.arange(20), 20))
    most = np.log2(4 * (1 - SLIP + SLIP / 4))
    assert np.all(bits_of(best) > 0.9 * most) and np.all(bits_of(best) <= most)
    blind = Choices(values, rng.integers(0, 4, 400), best.unit)
    assert abs(bits_of(blind).mean()) < 0.02


def test_absent_options_and_equal_values_explain_nothing() -> None:
    values = np.array([[1.0, 1.0, np.nan], [2.0, 2.0, 2.0]])
    assert np.all(bits_of(Choices(values, np.array([0, 2]), np.array([0, 1]))) == 0)


def test_values_that_mislead_in_the_other_games_cost_bits() -> None:
    values = np.tile([0.0, 1.0], (40, 1))
    chosen = np.array([1] * 20 + [0] * 20)
    bits = bits_of(Choices(values, chosen, np.repeat([0, 1], 20)))
    assert bits[0] <= 0 and bits[1] < -3  # what is fitted in one game fails in the other


def test_the_sign_flip_test_counts_all_flips_of_few_units() -> None:
    assert sign_flip_p(np.ones(6)) == 2 / 64
    assert sign_flip_p(np.ones(5)) == 2 / 32
    assert sign_flip_p(np.array([1.0, -1.0])) == 1.0
    assert sign_flip_p(np.ones(20)) < 0.001 and sign_flip_p(np.zeros(20)) == 1.0


@pytest.mark.parametrize(("n", "kind"), [(5, ""), (6, "a")])
def test_a_kind_is_named_from_six_units_on(n: int, kind: str) -> None:
    bits = np.vstack([np.full(n, 0.5), np.full(n, 0.2)])
    assert fits_of(("a", "b"), bits)[1] == kind


def test_a_kind_that_is_no_better_than_random_choice_is_not_named() -> None:
    bits = np.vstack([np.full(10, -0.1), np.full(10, -0.3)])
    assert fits_of(("a", "b"), bits)[1] == ""


def test_the_rung_is_the_one_whose_cost_is_nearest_in_ratio() -> None:
    theirs = np.array([[8.0] * 40, [2.0] * 40, [0.5] * 40])
    unit = np.repeat(np.arange(10), 4)
    own = np.tile([1.0, 1.4], 20)
    fits, rung = rungs_of(("weak", "middle", "strong"), own, theirs, unit)
    assert rung == "middle" and not any(fit.is_possible for fit in fits)
    assert fits[1].difference.value == pytest.approx(-0.8)


@pytest.mark.parametrize(
    ("name", "players", "agent", "kind", "like"),
    [
        ("market", 2, "greedy", "greedy", "greedy"),
        pytest.param("leaky_raft", 3, "daring", "daring", "daring", marks=pytest.mark.slow),
        pytest.param("leaky_raft", 3, "mcts:50", "search", "mcts:50", marks=pytest.mark.slow),
    ],
)
def test_bots_among_people_are_recognised(
    tmp_path: Path, name: str, players: int, agent: str, kind: str, like: str
) -> None:
    pack = pack_with_records(tmp_path, name, players, [agent], 8)
    command = ["people", str(pack.folder), "--likeness", "--trust"]
    answer = CliRunner().invoke(app, [*command, "--json"])
    assert answer.exit_code == 0, answer.output
    likeness = json.loads(answer.stdout)["likeness"]
    assert (likeness["kind"], likeness["agent"]) == (kind, like)
    assert likeness["games"] == 8 and likeness["evenings"] == 1 and not likeness["is_by_evening"]
    kept = kept_likeness(pack.folder / ".protoplay")
    assert kept is not None and kept.agent == like
    words = CliRunner().invoke(app, command).stdout
    assert f"kind: {kind} predicts these decisions best" in words
    assert f"--agents like:people plays as {like}" in words


def test_evenings_are_the_units_from_six_evenings_on_and_few_games_tell_nothing(
    tmp_path: Path,
) -> None:
    few = likeness_in(pack_with_records(tmp_path / "few", "market", 2, ["mcts:50"], 2))
    assert (few.games, few.rung, few.agent) == (2, "", "")
    assert "cannot tell, 3 recorded games are needed" in "\n".join(likeness_lines(few))
    many = likeness_in(pack_with_records(tmp_path / "many", "market", 2, ["greedy"], 12, 6))
    assert many.is_by_evening and many.evenings == 6
    assert {fit.bits.n for fit in many.kinds} == {6}
    assert "people in general" not in "\n".join(likeness_lines(many))


def test_only_seats_of_people_count_and_other_versions_are_left_out(tmp_path: Path) -> None:
    pack = pack_with_records(tmp_path, "market", 2, ["greedy"], 4)
    files = sorted((pack.folder / "playtests").glob("*.jsonl"))
    for file, change in (
        (files[0], {"version": "00000000"}),
        (files[1], {"who": ["p:", "greedy"]}),
    ):
        file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    record = json.loads(files[2].read_text())
    record["events"][0]["scores"] = [99, 99]  # the rules would not give these scores
    files[2].write_text(json.dumps(record))
    version = versions.version_of(versions.content_of(pack))
    games = read_playtests(pack, Problems()).games
    records, n_left_out = records_of(pack, version, games, partial(load_game, pack))
    assert n_left_out == 2
    assert sorted(record.game.seats for record in records) == [{0}, {0, 1}]


def likeness_in(pack: Pack) -> Likeness:
    """The likeness of all records of a pack."""
    version = versions.version_of(versions.content_of(pack))
    load = partial(load_game, pack)
    records, n_left_out = records_of(pack, version, read_playtests(pack, Problems()).games, load)
    likeness = likeness_of(version, records, n_left_out, load)
    assert likeness is not None
    return likeness


def test_like_people_plays_as_the_bot_that_was_found(tmp_path: Path) -> None:
    pack = pack_with_records(tmp_path, "market", 2, ["greedy"], 8)
    simulate = ["simulate", str(pack.folder), "--agents", "like:people", "--games=20", "--trust"]
    simulate += ["--out", str(tmp_path / "out")]
    early = CliRunner().invoke(app, simulate)
    assert early.exit_code == 2 and "run protoplay people --likeness first" in early.output
    CliRunner().invoke(app, ["people", str(pack.folder), "--likeness", "--trust"])
    late = CliRunner().invoke(app, simulate)
    assert late.exit_code == 0 and "like:people plays as greedy" in late.stderr, late.output
    answer = json.loads(CliRunner().invoke(app, [*simulate, "--json"]).stdout)
    assert answer["runs"][0]["agents"] == ["greedy"]


def test_the_notebook_says_how_the_people_of_a_version_play(tmp_path: Path) -> None:
    pack = pack_with_records(tmp_path, "market", 2, ["greedy"], 8)
    assert CliRunner().invoke(app, ["log", str(pack.folder)]).exit_code == 0
    keep_likeness(pack.folder / ".protoplay", likeness_in(pack))
    (entry,) = history(Call(str(pack.folder)))[0].entries
    line = entry.people[-1]
    assert line.startswith("people play most like greedy and about as well as ")
    assert f"  {line}\n" in CliRunner().invoke(app, ["log", str(pack.folder)]).stdout
    answer = json.loads(CliRunner().invoke(app, ["log", str(pack.folder), "--json"]).stdout)
    (version,) = answer["versions"]
    assert (version["alike"]["kind"], version["alike"]["games"]) == ("greedy", 8)


def test_a_damaged_file_of_likeness_is_as_none(tmp_path: Path) -> None:
    (tmp_path / "likeness.json").write_text('{"version": 3, "games": 1}')
    assert kept_likeness(tmp_path) is None


@pytest.mark.parametrize(
    ("evenings", "line"),
    [
        (5, "a statement about other days takes games from 6 days or more"),
        (6, "games on other days will differ from those of bots as well: mean score"),
    ],
)
def test_a_comparison_reaches_beyond_the_days_played_from_six_days_on(
    tmp_path: Path, evenings: int, line: str
) -> None:
    pack = pack_with_records(tmp_path, "market", 2, ["greedy"], 30, evenings)
    command = ["people", str(pack.folder), "--agents", "random", "--games", "300", "--trust"]
    answer = CliRunner().invoke(app, command)
    assert answer.exit_code == 0 and line in answer.stdout, answer.output
