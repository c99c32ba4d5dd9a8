"""Suggestions for packs whose truth is known in closed form, and honest answers."""

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from generator.cli import commands
from generator.cli.suggest import write_change
from generator.model.goals import goal_in_line
from generator.model.measures import STALL, TURNS, phrase_of
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.play.engine.game import Game
from generator.play.measures.aims import Aim
from generator.play.measures.results import Difference, SimulateOptions
from generator.play.measures.tally import Tally
from generator.play.runs.runs import quiet
from generator.play.statistics.inference import Estimate
from generator.play.studies.suggest import proving
from generator.play.studies.suggest import run as study
from generator.play.studies.suggest.answer import (
    Hardest,
    Nearer,
    Proof,
    Reprint,
    Stuck,
    Suggestion,
    Tried,
    Verdict,
)
from generator.play.studies.suggest.axes import axis_of, tuned
from generator.play.studies.suggest.bands import Sample
from generator.play.studies.suggest.page import OWN_GAMES
from generator.play.studies.suggest.proof import SPENT
from generator.play.studies.suggest.run import suggest
from generator.play.studies.suggest.search import Search
from generator.play.studies.suggest.setup import Run, SuggestOptions, begun, start
from generator.play.studies.suggest.titles import nearer_of
from generator.play.studies.suggest.trials import PILOT, PROOF, OutOfTime, Trials, key_of
from generator.play.studies.suggest.words import sentence_of
from generator.play.telling import page
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.pictures import Album, Picture
from generator.reading.door import open_pack
from tests.catalogue import measure
from tests.play.lean import opened, pack_of
from tests.tellings import as_json, facts_of, findings_of, html_of, sections_of, summary_of
from tests.toys import DICE, PACKS, write_pack

FILES = ("rules.py", "game.yaml")
PLAY = SimulateOptions(agents=("random",), workers=1)
RARE = 2000  # games of a setting whose rules err


def even_odds(*settings: str) -> Pack:
    return pack_of("even_odds", *settings)


def asked(
    pack: Pack,
    *tune: str,
    goals: tuple[str, ...] = (),
    trials: type[Trials] = Trials,
    **more: object,
) -> Suggestion:
    found = tuple(goal_in_line(text, Place("--goal")) for text in goals)
    play = replace(PLAY, **{k: v for k, v in more.items() if k in ("seed", "workers")})
    rest = {k: v for k, v in more.items() if k not in ("seed", "workers")}
    options = SuggestOptions(play, goals=found, tune=tune, **rest)  # type: ignore[arg-type]
    return suggest(pack, options, trials=trials)


def confirming(changes: Callable[[int], dict[str, int] | None]) -> type[Trials]:
    """Return trials whose proofs differ from what the search has seen.

    `changes(attempt)`: the setting whose games replace those of a proof, None for its own. The
    proof of a nearest miss is attempt `len(SPENT)`.
    """

    class Confirming(Trials):
        def play(self, game: Game, agents: Any, first: int, n: int, what: str, *more: Any) -> Tally:
            if what == "confirming":
                other = changes((first - PROOF) // proving.MOST_PROOF)
                game = game if other is None else self.game(other, game.seats)
            return super().play(game, agents, first, n, what, *more)

    return Confirming


def failing(times: int, a: int = 17) -> type[Trials]:
    """Return trials whose first proofs lie near an edge: 53.4 % with a = 17, 52.2 with 16."""
    return confirming(lambda attempt: {"a": a} if attempt < times else None)


def stopping(
    error: type[BaseException], *words: str, trials: type[Trials] = Trials
) -> type[Trials]:
    """Trials that end with an error when games begin that are called so."""

    class Stopping(trials):  # type: ignore[misc, valid-type]
        def play(self, *args: Any) -> Tally:
            if args[4].startswith(words):
                raise OutOfTime(self.tallies[(), 2]) if error is OutOfTime else error
            return super().play(*args)  # type: ignore[no-any-return]

    return Stopping


def noting(notes: list[tuple[str, int, int]], trials: type[Trials] = Trials) -> type[Trials]:
    """Return trials that record what is played: the purpose, the first game and the end."""

    class Noting(trials):  # type: ignore[misc, valid-type]
        def play(self, *args: Any) -> Tally:
            notes.append((args[4], args[2], args[2] + args[3]))
            return super().play(*args)  # type: ignore[no-any-return]

    return Noting


LATE = stopping(OutOfTime, "asking", "confirming with")  # time ends when the second kind begins


def share(a: int, b: int) -> float:
    """The first seat's chance: p / (p + q − pq), p and q the chances of a roll."""
    p, q = a / 60, b / 60
    return p / (p + q - p * q)


@pytest.fixture(scope="module")
def found() -> Suggestion:
    return asked(even_odds(), "a")


def test_the_nearest_setting_inside_the_band_is_found_and_proven(found: Suggestion) -> None:
    assert share(15, 20) == pytest.approx(0.5) and share(16, 20) > 0.52
    assert dict(found.changes) == {"a": 15} and found.confirmed and found.outcome == "found"
    first, second = found.proofs
    assert first.games >= 11_000 and first.agents == "random" and second.agents != "random"
    (verdict,) = first.verdicts
    assert verdict.value.low <= 0.5 <= verdict.value.high and verdict.holds
    assert found.nearer.n == 8 and found.nearer.ruled_out >= 7
    assert found.before is not None and not found.before.holds


def test_the_sentence_tells_all_of_it(found: Suggestion) -> None:
    text = sentence_of(found).replace("\u00a0", " ")
    assert text.startswith("Change a 20 → 15. Then seat 1 wins ")
    assert (
        "wanted 48–52 %" in text and f"Confirmed on {found.proofs[0].games:,} fresh games" in text
    )
    assert "smaller changes" in text and text.endswith(f"The search took {found.games:,} games.")


@pytest.mark.slow
def test_the_answer_is_the_same_on_any_number_of_workers() -> None:
    one, two = (
        as_json(asked(pack_of("komi"), "k", goals=("seats ±4%",), workers=n)) for n in (1, 2)
    )
    assert one == two and one["changes"] == {"k": 2}


def test_json_has_what_machines_ask_for(found: Suggestion) -> None:
    told = json.loads(json.dumps(as_json(found)))
    assert told["changes"] == {"a": 15} and told["confirmed"] is True
    assert told["sentence"] == sentence_of(found)


def test_a_table_says_first_what_to_change(found: Suggestion) -> None:
    first, second, *rest = summary_of(found)
    assert first[:4] == ("outcome", "found", "", "confirmed")
    assert second[:4] == ("change", "a", "", 15)
    assert {line[0] for line in rest} == {"before", "goal"}
    moved = replace(found, changes={"open": True, "pays": "late"}, confirmed=False)
    lines = [line[:4] for line in summary_of(moved)[:3]]
    assert lines == [
        ("outcome", "found", "", "not confirmed"),
        ("change", "open", "", "true"),
        ("change", "pays", "", "late"),
    ]


def test_a_table_names_the_nearest_miss() -> None:
    answer = asked(pack_of("infeasible"), "a")
    assert [line[:4] for line in summary_of(answer)[:2]] == [
        ("outcome", "none", "", "not confirmed"),
        ("nearest miss", "a", "", 18),
    ]


def test_the_page_shows_goals_front_and_tunables(found: Suggestion) -> None:
    page = html_of(found)
    for anchor in ("goals", "front", "tunables", "moved"):
        assert f'id="{anchor}"' in page
    assert "Change a 20\xa0→\xa015" in page


def test_charts_of_a_suggestion_say_what_they_show(found: Suggestion) -> None:
    sections = {section.id: section for section in sections_of(found)}
    charts = {chart.id: chart for section in sections.values() for chart in section.charts}
    titles = {id: chart.title.replace("\xa0", " ") for id, chart in charts.items()}
    assert titles["goals"] == "With this change the goal is met"
    assert titles["front"].startswith("The smallest change confirmed inside all bands: a=")
    assert re.fullmatch(
        r"Seat 1 wins: \d+(\.\d)? % with a = 2, \d+(\.\d)? % now", titles["tunables"]
    )
    assert "not the fresh games" in sections["tuned"].text
    (unproven,) = [x for x in sections_of(replace(found, proofs=())) if x.id == "tuned"]
    assert unproven.text == "From the search's own games."
    for id in ("front", "tunables"):  # each has a scale
        assert 'class="row feet"' in charts[id].picture
    assert " → " in charts["goals"].picture  # now and then, in numbers
    (verdict,) = found.proofs[0].verdicts
    unsure = replace(found.proofs[0], verdicts=(replace(verdict, holds=False),))
    assert sections_of(replace(found, proofs=(unsure,)))[0].charts[0].title == (
        "With this change the goal is not proven to be met"
    )


def test_a_good_game_is_left_alone() -> None:
    answer = asked(even_odds("a=15"), "a", goals=("seats ±4%",))
    assert answer.outcome == "nothing" and answer.confirmed and not answer.changes
    assert sentence_of(answer).startswith("Change nothing: all goals hold.")
    if len(answer.proofs) > 1:
        first, second = answer.proofs[:2]
        (verdict,) = second.verdicts
        unlike = replace(second, verdicts=(replace(verdict, holds=False),))
        doubted = replace(answer, proofs=(first, unlike))
        assert sentence_of(doubted).startswith(
            f"As it is all goals hold for {first.agents}, not clearly for {second.agents}. "
        )
        assert sections_of(doubted)[0].charts[0].title == (
            f"As it is the goal is met for {first.agents}, not clearly for {second.agents}"
        )


def test_an_infeasible_game_is_reported_so() -> None:
    answer = asked(pack_of("infeasible"), "a")
    best = dict(answer.best.changes) if answer.best else {}
    assert answer.outcome == "none" and not answer.confirmed and not answer.changes
    assert best == {"a": 18} and "the nearest miss is to change a 20\xa0→\xa018" in sentence_of(
        answer
    )


@pytest.mark.slow
def test_a_goal_that_holds_is_not_broken_by_the_nearest_miss() -> None:
    """Seats are even at b = 28; a game takes 3 turns now, fewer than 2.8 from b = 24 on."""
    goals = ("seats ±2%", "turns 2.8-3.4")
    answer = asked(even_odds(), "b=20..30", goals=goals)
    assert answer.outcome == "none" and answer.best is not None
    assert 21 <= answer.best.changes["b"] <= 24
    turns = next(v for v in answer.proofs[0].verdicts if v.aim.measure == TURNS)
    assert not turns.aim.is_missed(turns.value)
    (seats,) = answer.each
    assert seats.goal == "seats ±2%" and 25 <= seats.best.changes["b"] <= 30
    for is_met, head in ((True, "alone seems met with b="), (False, "the nearest seems to be b=")):
        told = replace(answer, each=(replace(seats, is_met=is_met),))
        (line,) = [f.text for f in findings_of(told) if head in f.text]
        assert "“seats ±2%”" in line and "wanted 48–52\xa0%" in line
        assert "players" not in line
        (line,) = [f.text for f in findings_of(replace(told, players=(2, 3))) if head in f.text]
        assert ": with 2 players seat 1 wins " in line
    assert not [f for f in findings_of(replace(answer, settings=1)) if "alone seems" in f.text]
    (front,) = (c for x in sections_of(answer) for c in x.charts if c.id == "front")
    assert front.title.endswith(f"the nearest miss is b={answer.best.changes['b']}")


def test_a_number_whose_ends_move_nothing_is_tried_between_them() -> None:
    """Ten turns are within 9-11; two and sixteen are not."""
    answer = asked(pack_of("duel"), goals=("turns in 9-11: >= 90%",))
    assert answer.confirmed and answer.changes == {"rounds": 5}
    assert [t.name for t in answer.tunables if t.is_idle] == ["bonus"]


@pytest.mark.slow
def test_a_constant_measure_may_lie_on_the_edge_of_its_band() -> None:
    """Four throws each always make eight turns, whatever the dice show."""
    answer = asked(pack_of("duel"), goals=("turns 8-10", "seats ±3%"))
    assert answer.confirmed and answer.changes == {"rounds": 4, "bonus": 0}
    answer = asked(pack_of("duel"), "rounds", goals=("turns 1-3", "turns in 8-11: >= 90%"))
    assert answer.outcome == "none" and all(answer.alone.values())


def test_a_constant_measure_may_be_a_fraction(tmp_path: Path) -> None:
    """A tenth of the turns, worked out from many games, is no exact number of the machine."""
    rules, game = ((PACKS / "duel" / name).read_text("utf-8") for name in FILES)
    pace = "\n\n@rule\ndef measure(tables, state, out):\n    out[0] = 0.3 * tables.last / 2\n"
    rules = rules.replace("SEATS =", 'MEASURES = ("pace",)\nSEATS =') + pace
    for name, text in zip(FILES, (rules, game), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    answer = asked(opened(tmp_path), "rounds", goals=("pace 1.2-2",))
    assert answer.confirmed and answer.changes == {"rounds": 4}


def test_setting_parameters_aside_takes_few_games(tmp_path: Path) -> None:
    rules, game = ((PACKS / "duel" / name).read_text("utf-8") for name in FILES)
    idle = "".join(f"  idle{i}: {{value: 0, low: 0, high: 20, tune: true}}\n" for i in range(5))
    game = game.replace("parameters:\n", f"parameters:\n{idle}")
    for name, text in zip(FILES, (rules, game), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    answer = asked(opened(tmp_path), goals=("turns 8-10",), games=1500)
    assert answer.changes == {"rounds": 4} and answer.games <= 1500
    assert sum(t.is_idle for t in answer.tunables) == 6


@pytest.fixture
def dithering(tmp_path: Path) -> Pack:
    """Infeasible, with a number that changes a roll without any consequence."""
    rules, game = ((PACKS / "infeasible" / name).read_text("utf-8") for name in FILES)
    rules = rules.replace('pack.number("b")])', 'pack.number("b")], idle=pack.number("idle"))')
    rules = rules.replace(
        "    if below(",
        "    for _ in range(tables.idle):\n        below(rng, SIDES)\n    if below(",
    )
    game = game.replace("  b:", "  idle: {value: 1, low: 0, high: 6}\n  b:")
    for name, text in zip(FILES, (rules, game), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    return opened(tmp_path)


@pytest.mark.slow
def test_settings_that_cannot_be_played_are_reported_and_set_no_tunable_aside(
    tmp_path: Path,
) -> None:
    rules, game = ((PACKS / "even_odds" / name).read_text("utf-8") for name in FILES)
    fails = 'def setup(pack, players):\n    assert pack.number("b") < 30, "b is too large"\n'
    (tmp_path / "rules.py").write_text(rules.replace("def setup(pack, players):\n", fails), "utf-8")
    (tmp_path / "game.yaml").write_text(game.replace("low: 2,", "low: 20,"), "utf-8")
    answer = asked(opened(tmp_path), "b")
    assert answer.outcome == "found" and not answer.tunables[0].is_idle
    assert 28 <= int(answer.changes["b"]) <= 29  # fair at b = 30
    assert {"b": 40} in [one.changes for one in answer.unplayable]
    said = sentence_of(answer)
    assert "Left out, because the game cannot be played with it: b=40" in said
    assert said.count("b is too large") == 1 and str(tmp_path) not in said


def test_a_change_that_is_never_played_to_its_end_is_not_confirmed(tmp_path: Path) -> None:
    rules, game = ((PACKS / "even_odds" / name).read_text("utf-8") for name in FILES)
    endless = rules.replace("tables.wins_on[state.seat]:", "tables.wins_on[state.seat] % 40:")
    (tmp_path / "rules.py").write_text(endless.replace("LONGEST = 2000", "LONGEST = 300"), "utf-8")
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    answer = asked(opened(tmp_path), "a=20..40..10", "b=20..40..10", goals=("turns >= 290",))
    assert answer.outcome == "found" and answer.changes == {"a": 40, "b": 40}
    assert answer.proofs[0].holds and not answer.confirmed
    assert "of the games never end" in sentence_of(answer)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_the_nearest_miss_leaves_alone_what_makes_no_difference(dithering: Pack, seed: int) -> None:
    answer = asked(dithering, "a=18..21", "idle=0..3", seed=seed)
    assert answer.outcome == "none" and not any(t.is_idle for t in answer.tunables)
    assert answer.best is not None  # two settings hardly differ: whichever games favour
    assert answer.best.changes in ({"a": 18}, {"a": 19})


def test_where_nothing_is_nearer_the_game_as_it_is_is_the_nearest_miss(dithering: Pack) -> None:
    answer = asked(dithering, "idle", goals=("seats ±2%", "turns 2.5-3.5"))
    assert answer.outcome == "none" and answer.best is not None and not answer.best.changes
    text = sentence_of(answer).replace("\xa0", " ")
    assert (
        "no change tried is clearly nearer than the game as it is and keeps the goals it meets. "
        "Seat 1 wins 6"
    ) in text
    told = [f.text for f in findings_of(answer)]
    assert (
        "“seats ±2%” seems out of reach here; no change tried is clearly nearer to it than the "
        "game as it is."
    ) in told


@pytest.mark.slow
def test_a_miss_that_fresh_games_deny_is_not_named() -> None:
    answer = asked(pack_of("infeasible"), "a", trials=confirming(lambda attempt: {}))
    assert answer.outcome == "none" and answer.best is not None and not answer.best.changes
    assert "clearly nearer than the game as it is. Seat 1 wins " in sentence_of(answer)
    assert answer.before is None and answer.proofs[0].games == proving.PAIRED


@pytest.mark.parametrize(
    ("was", "now", "is_nearer"),
    [
        ((0.5, 0.01), (0.51, 0.02), True),
        ((0.5, 0.01), (0.53, 0.02), False),  # held, and is believed to no more
        ((0.5, 0.03), (0.53, 0.02), True),  # did not clearly hold
        ((0.5, 0.03), (0.56, 0.02), False),
    ],
)
def test_fresh_games_that_show_a_goal_broken_deny_a_miss(
    found: Suggestion, was: tuple[float, float], now: tuple[float, float], is_nearer: bool
) -> None:
    (v,) = found.proofs[0].verdicts

    def proof(x: float, half: float) -> Proof:
        value = replace(v.value, value=x, low=x - half, high=x + half)
        return replace(found.proofs[0], verdicts=(replace(v, value=value, holds=half < 0.02),))

    far = SimpleNamespace(outside=lambda values: np.array([[1.0], [0.0]]))
    assert proving.is_nearer(far, proof(*was), proof(*now)) == is_nearer  # type: ignore[arg-type]


def test_a_refusal_that_runs_out_of_time_is_one() -> None:
    answer = asked(pack_of("infeasible"), "a", trials=stopping(OutOfTime, "confirming"))
    assert answer.outcome == "none" and not answer.proofs
    text = sentence_of(answer).replace("\xa0", " ")
    assert "the nearest miss is to change a 20 → 18. Then seat 1 wins " in text


def test_parameters_without_effect_are_set_aside_and_named() -> None:
    answer = asked(pack_of("komi"), "n=2..3", goals=("turns <= 1",))
    assert [t.is_idle for t in answer.tunables] == [True]
    assert answer.outcome == "none" and answer.stuck == (Stuck("turns <= 1", 2),)
    assert "No parameter brings “turns <= 1” even halfway" in sentence_of(answer)


@pytest.fixture(scope="module")
def spent() -> Suggestion:
    return asked(even_odds(), "a", games=1000)


def test_a_goal_beyond_the_range_is_not_promised_by_more_games(spent: Suggestion) -> None:
    """The whole interval lies outside, with the number at the end that is nearer to the goal."""
    aim, *others = spent.aims
    assert not others and aim.is_share
    near, far = (
        Estimate(aim.low - gap, aim.low - gap - 0.01, aim.low - gap + 0.01, 500, "")
        for gap in (0.05, 0.25)
    )
    (tunable,) = spent.tunables
    low, *_, high = tunable.values
    ends = ((low, (far,)), (high, (near,)))
    tunable = replace(tunable, ends=ends, is_idle=False)
    best = replace(spent.base, changes={tunable.name: high}, estimates=(near,))
    answer = replace(spent, tunables=(tunable,), best=best, proofs=(), failed=())
    text = sentence_of(answer)
    assert f"No range reaches the goal: even at {tunable.name}={high}, " in text
    assert "is 5.0 percentage points below it. More games will not change this" in text
    assert "may decide" not in text
    middle = replace(best, changes={tunable.name: tunable.values[len(tunable.values) // 2]})
    assert "No range" not in sentence_of(replace(answer, best=middle))
    other_end = replace(tunable, ends=((low, (near,)), (high, (far,))))
    assert "No range" not in sentence_of(replace(answer, tunables=(other_end,)))


def test_a_spent_budget_promises_nothing_of_more_games(spent: Suggestion) -> None:
    answer = spent
    assert answer.outcome == "undecided" and not answer.confirmed and 500 < answer.games <= 1000
    assert "Undecided after" in sentence_of(answer)
    assert "takes some 11,000 games of a single setting to prove" in sentence_of(answer)
    text = sentence_of(replace(answer, hardest=None))
    found = re.search(r" As many games again may decide, about ([\d,]+)\.$", text)
    assert found is not None
    again = float(found[1].replace(",", ""))
    assert 0.9 < again / answer.games < 1.1


def test_the_best_so_far_is_drawn_beside_now_where_nothing_was_proven(found: Suggestion) -> None:
    assert found.best is not None and found.best.changes
    made = replace(found, outcome="undecided", proofs=(), before=None)
    (alone,) = (c for s in sections_of(made) for c in s.charts if c.id == "tunables")
    assert "games" not in alone.headers
    assert all(len(row) == len(alone.headers) and all(row) for row in alone.rows)
    (goals,) = (c for s in sections_of(made) for c in s.charts if c.id == "goals")
    names = [row[1] for row in goals.rows]
    assert names[0].startswith("now, ") and names[1].endswith(", unconfirmed")
    assert len(names) == 2 * len(found.aims)
    assert "Fresh games" not in goals.technical and goals.technical.startswith(OWN_GAMES)


def test_undecided_says_what_is_missed_already_and_what_nothing_moves(found: Suggestion) -> None:
    def said(low: float, high: float, *, moves: bool = True) -> str:
        (v,) = found.proofs[0].verdicts
        value = replace(v.value, value=(low + high) / 2, low=low, high=high)
        proof = replace(found.proofs[0], verdicts=(replace(v, value=value, holds=False),))
        stuck = () if moves else (Stuck(v.aim.goal, 2),)
        return sentence_of(replace(found, outcome="undecided", proofs=(proof,), stuck=stuck))

    assert "misses" not in said(0.515, 0.56)
    assert "That misses seat 1 wins." in said(0.54, 0.6)
    (now,) = found.base.estimates
    met = replace(found.base, estimates=(replace(now, value=0.5, low=0.49, high=0.51),))
    (v,) = found.proofs[0].verdicts
    far = replace(v, value=replace(v.value, value=0.57, low=0.54, high=0.6), holds=False)
    proofs = (replace(found.proofs[0], verdicts=(far,)),)
    made = replace(found, outcome="undecided", proofs=proofs, base=met)
    lost = sentence_of(replace(made, before=None))
    assert "That misses seat 1 wins; the game as it is meets it." in lost
    fresh = replace(found.proofs[0], verdicts=(replace(v, value=found.base.estimates[0]),))
    assert "That misses seat 1 wins. " in sentence_of(replace(made, before=fresh))
    stuck = "That misses seat 1 wins. No parameter seems to move “seats ±2%” enough."
    assert stuck in said(0.54, 0.6, moves=False)
    assert stuck not in said(0.54, 0.6) and "No parameter" not in said(0.515, 0.56, moves=False)


def test_a_goal_that_nothing_moves_for_some_numbers_of_players_names_them() -> None:
    goals = ("coins run out >= 50%", "turns <= 1")
    answer = asked(pack_of("market"), "coins=3..4", goals=goals, players=(2, 3), games=1000)
    for stuck, told in (
        ((Stuck("turns <= 1", 2),), "“turns <= 1” with 2 players"),
        ((Stuck("turns <= 1", 2), Stuck("turns <= 1", 3)), "“turns <= 1”"),
    ):
        text = sentence_of(replace(answer, outcome="none", stuck=stuck))
        assert text.startswith(f"No parameter brings {told} even halfway to its band: ")
    charts = [chart for section in sections_of(answer) for chart in section.charts]
    moved = [chart for chart in charts if chart.id.startswith("tunables")]
    assert len({chart.title for chart in moved}) == len(moved) > 1  # each says of how many players


def test_smaller_changes_than_a_miss_are_not_mentioned(found: Suggestion) -> None:
    def told(low: float, high: float) -> list[str]:
        (v,) = found.proofs[0].verdicts
        value = replace(v.value, value=(low + high) / 2, low=low, high=high)
        proof = replace(found.proofs[0], verdicts=(replace(v, value=value, holds=False),))
        answer = replace(found, outcome="stopped", proofs=(proof,))
        return [f.text for f in findings_of(answer) if f.chart == "front"]

    assert told(0.54, 0.6) == []
    (nearer,) = told(0.515, 0.56)
    assert nearer.startswith("Of 8 smaller changes 7 were ruled out; 1 is undecided: ")


def test_out_of_time_before_the_search_tells_of_the_game_as_it_is(spent: Suggestion) -> None:
    answer = asked(even_odds(), "a", seconds=1e-6)
    assert answer.outcome == "undecided" and not answer.changes and not answer.is_searched
    text = sentence_of(answer)
    assert "no change was tried yet. As it is, seat 1 wins" in text and "more time" in text
    assert "Undecided" in html_of(answer)

    screened = sentence_of(replace(answer, tunables=spent.tunables))
    assert "only the ends of what may be moved were tried yet. As it is, " in screened


@pytest.mark.slow
@pytest.mark.parametrize("games", [1000, 2500])
def test_a_search_takes_no_more_games_than_it_may(games: int) -> None:
    answer = asked(even_odds(), "a", "b", goals=("seats ±0.2%",), games=games)
    assert answer.outcome == "undecided" and games / 2 < answer.games <= games


@pytest.mark.slow
def test_a_search_takes_no_more_games_than_it_may_of_all_numbers_of_players() -> None:
    pack = pack_of("market")
    name = next(iter(pack.parameters))
    for players in ((2,), (2, 3)):
        answer = asked(pack, name, goals=("turns <= 1",), games=1000, players=players)
        assert {aim.players for aim in answer.aims} == {*players}
        text = sentence_of(answer)
        assert ("with 2 players turns " in text and "with 3 players turns " in text) == (
            len(players) == 2
        )
        assert answer.games <= 1000


def test_out_of_time_in_the_search_keeps_the_best_so_far() -> None:
    class Late(Trials):
        def search(self, *args: Any, **more: Any) -> Sample | None:
            sample = super().search(*args, **more)
            if len(self.stretches) > 12:
                raise OutOfTime(self.tallies[(), 2])
            return sample

    answer = asked(even_odds(), "a", trials=Late)
    assert answer.outcome == "undecided" and answer.is_searched and answer.best is not None
    assert answer.best.estimates and 10 <= {"a": 20, **answer.changes}["a"] < 20
    assert "turns" in {d.measure.key for d in answer.moved}
    assert all(d.difference.method == "MOVER" for d in answer.moved)


def test_out_of_time_while_the_second_kind_plays_tells_what_the_first_proved() -> None:
    answer = asked(even_odds(), "a=15..20..5", goals=("seats ±4%",), trials=LATE)
    assert answer.outcome == "undecided" and answer.changes and answer.is_out_of_time
    (proof,) = answer.proofs
    assert sentence_of(answer).endswith(
        f" This holds on {proof.games:,} fresh games of random; no second kind of player has "
        "confirmed it. The time is up: a longer --budget may decide."
    )


def hiding(monkeypatch: pytest.MonkeyPatch, cells: Sequence[int], games: int = 200) -> None:
    """Return a search that at first finds nothing: it underrates some of the cells it has played.

    The two ends are played before it; 19 of 20 is its nearest miss.
    """
    whole, begun = Search.run, []

    def run(self: Search) -> Search:
        if begun:
            return whole(self)
        begun.append(self)
        for cell in cells:
            self.ask(cell, games)
        self.fit()
        self.outcome, self.best = "none", 1
        return self

    monkeypatch.setattr(Search, "run", run)


@pytest.mark.parametrize("games", [200, 2000])
@pytest.mark.slow
def test_seemingly_good_settings_are_played_again_before_giving_up(
    games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hiding(monkeypatch, (1, 5), games)
    answer = asked(even_odds(), "a=14..20")
    assert dict(answer.changes) == {"a": 15} and answer.confirmed


@pytest.mark.slow
def test_from_what_seemed_inside_the_search_goes_on_to_what_is_nearer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """For ±5 % the nearest is a = 17 (53.4 %), and 14 was played."""
    hiding(monkeypatch, (1,), 2000)
    answer = asked(even_odds(), "a=14..20", goals=("seats ±5%",))
    assert answer.confirmed and {**answer.changes}["a"] in (16, 17)


def missed(attempt: int) -> dict[str, int] | None:
    """New games of everything that seems inside show it far outside, at 72 %."""
    return {"a": 28} if attempt < len(SPENT) else None


@pytest.mark.slow
def test_a_disproved_setting_leaves_the_nearest_miss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hiding(monkeypatch, (1, 5))
    monkeypatch.setattr(proving, "taken_for_inside", lambda search: np.zeros(0, dtype=np.int64))
    answer = asked(even_odds(), "a=15..20", trials=confirming(missed))
    assert answer.outcome == "none" and not answer.changes and not answer.confirmed
    assert {"a": 15} in [dict(one.changes) for one in answer.failed]
    assert answer.best is not None and answer.proofs[-1].verdicts[0].value.value < 0.7
    assert {"a": 15} not in [dict(c.changes) for c in answer.front if c is not answer.best]
    text = sentence_of(answer).replace("\xa0", " ")
    assert "None of these 6 settings is well inside its band: " in text
    assert "Although a=15 seemed to be inside, " in text
    assert re.search(r" fresh games of random show seat 1 wins 7\d.*; wanted 48–52 %\)\.", text)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, OutOfTime])
@pytest.mark.slow
def test_time_that_ends_while_falling_back_says_nothing_about_refuted_settings(
    stop: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    hiding(monkeypatch, (1,))

    def ended(run: Run, search: Search) -> None:
        raise stop(None) if stop is OutOfTime else stop

    monkeypatch.setattr(proving, "front", ended)
    answer = asked(even_odds(), "a=10..20..5", trials=confirming(missed))
    assert answer.outcome == ("none" if stop is OutOfTime else "stopped")
    assert not answer.proofs and answer.before is None
    assert not re.search(r"wins 7\d", sentence_of(answer).partition("Although ")[0])


def test_none_is_not_reported_where_time_ends_before_all_was_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hiding(monkeypatch, (1, 5))
    ask = Search.ask

    def late(self: Search, cell: int, n: int) -> None:
        if self.outcome == "undecided" and self.best == 1:
            raise OutOfTime(None)  # type: ignore[arg-type]
        ask(self, cell, n)

    monkeypatch.setattr(Search, "ask", late)
    answer = asked(even_odds(), "a=14..20")
    assert answer.outcome == "undecided" and answer.is_out_of_time
    assert "The time is up: a longer --budget may decide." in sentence_of(answer)


@pytest.mark.slow
def test_of_a_game_that_nothing_mends_the_same_is_reported_though_its_edges_are_looked_at() -> None:
    for seed in range(1, 11):
        answer = asked(pack_of("infeasible"), "a", seed=seed)
        assert answer.outcome == "none", seed


@pytest.mark.slow
def test_out_of_time_in_a_deeper_search_answers_by_all_that_was_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deeper, seen = Search.deeper, []

    def cut(self: Search, *args: object, **more: object) -> Search:
        found = deeper(self, *args, **more)  # type: ignore[arg-type]
        known = {**self.samples}
        for cell in range(len(self.lattice.cells)):
            if cell not in known and len(self.samples) < len(known) + 3:
                found.ask(cell, 100)
        seen.append(len(self.samples) - len(known))
        raise OutOfTime(None)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "deeper", cut)
    monkeypatch.setattr(proving, "MOST_DEEP", 0.99)  # nothing is deep enough
    monkeypatch.setattr(proving, "margin_for", lambda *args: 1.0)
    monkeypatch.setattr(proving, "LIKELY", 2.0)
    answer = asked(even_odds(), "a")
    assert seen == [3] and answer.outcome == "undecided" and answer.best is not None
    assert answer.best.estimates


def test_a_pack_without_tunables_says_how_to_have_some() -> None:
    answer = asked(pack_of("market"), goals=("turns <= 2",))
    text = sentence_of(answer)
    assert answer.outcome == "none" and text.startswith("Not all goals hold, and nothing may be")
    assert "--tune NAME=LOW..HIGH" in text


def test_ctrl_c_keeps_the_best_so_far_unconfirmed() -> None:
    stopped = stopping(KeyboardInterrupt, "confirming")
    answer = asked(even_odds(), "a=12..20..4", goals=("seats ±5%",), trials=stopped)
    assert answer.outcome == "stopped" and not answer.confirmed and answer.changes
    assert "unconfirmed" in sentence_of(answer)


@pytest.mark.slow
def test_search_and_proof_never_share_a_game() -> None:
    notes: list[tuple[str, int, int]] = []
    asked(even_odds(), "a=14..20..2", goals=("seats ±5%",), trials=noting(notes))
    last_searched = max(end for what, _, end in notes if what == "searching")
    first_proven = min(first for what, first, _ in notes if what.startswith("confirming"))
    assert last_searched < PILOT < first_proven


@pytest.mark.slow
def test_after_a_failed_proof_the_next_nearest_has_one() -> None:
    notes: list[tuple[str, int, int]] = []
    trials = noting(notes, failing(1))
    answer = asked(even_odds(), "a=13..20", goals=("seats ±5%",), trials=trials)
    assert answer.outcome == "found" and answer.proofs[0].holds
    (tried,) = answer.failed
    first = tried.changes
    assert answer.changes != first and share(int(first["a"]), 20) < 0.55
    proven = sorted(stretch for what, *stretch in notes if what == "confirming")
    assert all(end <= begin for (_, end), (begin, _) in pairwise(proven))  # games of its own
    text = sentence_of(answer).replace("\u00a0", " ")
    assert f"Tried before it: a={first['a']}. Then seat 1 wins " in text
    assert f", not confirmed by {tried.proof.games:,} fresh games of random. " in text
    charts = [chart for section in sections_of(answer) for chart in section.charts]
    (title,) = (chart.title for chart in charts if chart.id == "front")
    assert title == f"The smallest change confirmed inside all bands: a={answer.changes['a']}"
    assert f"a={first['a']} (not confirmed by fresh games)" in nearer_of(
        Nearer(1, 0, (first,), (0.99,)), answer.failed
    )


@pytest.mark.slow
def test_a_setting_that_a_proof_left_open_has_another_where_there_is_no_other() -> None:
    """Of two settings the one in the middle of its band, whose first proof fails by chance."""
    answer = asked(even_odds(), "a=15..20..5", goals=("seats ±5%",), trials=failing(1, a=16))
    (tried,) = answer.failed
    assert tried.changes == {"a": 15} and not tried.is_missed
    assert answer.confirmed and dict(answer.changes) == {"a": 15}
    text = sentence_of(answer).replace("\u00a0", " ")
    assert f" At first {tried.proof.games:,} fresh games of random left it open: " in text
    assert "Tried before it" not in text


@pytest.mark.slow
def test_a_setting_that_fails_while_it_is_looked_at_is_not_proven() -> None:
    """As rules do that err in a rare game, met after some thousand."""

    class Faulty(Trials):
        def search(self, changes: Any, n: int, **more: Any) -> Sample | None:
            played = self.tallies.get((key_of(changes), 2))
            if changes == {"a": 16} and played is not None and played.games + n > RARE:
                self.unplayable[key_of(changes)] = "met once"
                return None
            return super().search(changes, n, **more)

    answer = asked(even_odds(), "a=14..20", goals=("seats ±4%",), trials=Faulty)
    assert [one.changes for one in answer.unplayable] == [{"a": 16}]
    assert answer.changes != {"a": 16}


@pytest.mark.slow
@pytest.mark.parametrize("ends_in", ["second", "retry"])
def test_the_last_proof_of_a_setting_is_reported(ends_in: str) -> None:
    """Its first left it open; the next, of more games, holds or shows it to be outside."""
    if ends_in == "second":
        trials = stopping(OutOfTime, "asking", trials=failing(1, a=16))
    else:
        trials = confirming(lambda attempt: {"a": 18 if attempt else 16})
    answer = asked(even_odds(), "a=15..20..5", goals=("seats ±4%",), trials=trials)
    assert answer.failed[0].changes == answer.changes == {"a": 15}
    text = sentence_of(answer).replace("\xa0", " ")
    if ends_in == "second":
        assert "did not confirm" not in text and " This holds on " in text
    else:
        assert re.search(r"Then seat 1 wins 5[67].*; wanted 46–54 %\)\. That misses seat 1", text)
        assert "more games" not in text


@pytest.mark.slow
def test_after_two_failed_proofs_one_that_lies_deep_inside_has_the_last() -> None:
    """Within ±5 % are a = 13 to 17, the middle one the deepest, for all that ends the search."""
    answer = asked(even_odds(), "a=13..20", goals=("seats ±5%",), seed=2, trials=failing(2))
    first, second = (one.changes for one in answer.failed)
    assert first != second and answer.outcome == "found"
    assert abs(share(int(answer.changes["a"]), 20) - 0.5) < 0.026


@pytest.mark.slow
def test_a_game_that_lies_inside_is_not_left_for_the_sake_of_a_few_games() -> None:
    """60 % of 36.5–63.5 is three points and a half inside."""
    assert share(20, 20) == pytest.approx(0.6)
    answers = [asked(even_odds(), "a", "b", goals=("seats ±13.5%",), seed=s) for s in range(1, 9)]
    kept = [a for a in answers if a.outcome == "nothing"]
    assert len(kept) >= 6
    for answer in answers:
        told = sentence_of(answer)
        assert answer in kept or "as it is" in told


def test_that_the_game_as_it_is_may_do_is_said_beside_a_change(found: Suggestion) -> None:
    assert "Perhaps no change" not in sentence_of(found) and not found.nearer.may_stay
    assert found.before is not None
    (v,) = found.before.verdicts
    near = replace(v, value=replace(v.value, value=0.53, low=0.5, high=0.56), holds=False)
    made = replace(
        found,
        before=replace(found.before, verdicts=(near,)),
        nearer=replace(found.nearer, may_stay=True),
    )
    text = sentence_of(made).replace("\xa0", " ")
    assert " Perhaps no change is needed: as it is seat 1 wins 53 % (50.0–56.0; wanted" in text
    far = replace(v, value=replace(v.value, value=0.6, low=0.57, high=0.63), holds=False)
    before = replace(found.before, verdicts=(far,))
    assert "Perhaps no change" not in sentence_of(replace(made, before=before))


@pytest.mark.slow
def test_all_games_that_were_played_are_counted() -> None:
    notes: list[tuple[str, int, int]] = []
    trials = noting(notes, failing(1))
    answer = asked(even_odds(), "a=13..20", goals=("seats ±5%",), trials=trials)
    assert answer.played == sum(end - first for _, first, end in notes) > answer.games
    assert dict(facts_of(answer))["games"] == f"{answer.played:,}"


def test_every_word_is_tried_alone(tmp_path: Path) -> None:
    folder = write_pack(tmp_path, DICE, "2-3")
    game = folder / "game.yaml"
    pace = "bonus: 0, pace: {value: slow, tune: {values: [slow, quick, wild, odd]}}"
    game.write_text(game.read_text("utf-8").replace("bonus: 0", pace), "utf-8")
    (tunable,) = asked(opened(folder), goals=("seats ±20%",), games=1000).tunables
    assert [word for word, _ in tunable.ends] == ["quick", "wild", "odd"]


def test_a_setting_whose_fresh_games_lie_outside_is_ruled_out(found: Suggestion) -> None:
    (v,) = found.proofs[0].verdicts
    for low, is_missed in ((0.5, False), (0.6, True)):
        value = replace(v.value, value=low + 0.05, low=low, high=low + 0.1)
        proof = replace(found.proofs[0], verdicts=(replace(v, value=value, holds=False),))
        assert Tried({"a": 19}, proof).is_missed == is_missed


@pytest.mark.slow
def test_where_no_proof_holds_the_first_is_reported() -> None:
    answer = asked(even_odds(), "a=13..20", goals=("seats ±5%",), trials=failing(9))
    assert answer.outcome == "undecided" and not answer.confirmed
    assert 2 <= len(answer.failed) <= 3
    assert answer.changes == answer.failed[0].changes
    assert "Fresh games did not confirm a=" in sentence_of(answer)


def test_several_numbers_of_players_must_all_hold() -> None:
    goals = ("coins run out >= 50%",)
    answer = asked(pack_of("market"), "coins=3..4", goals=goals, players=(2, 3))
    assert {aim.players for aim in answer.aims} == {2, 3} and answer.players == (2, 3)


@pytest.mark.parametrize(
    ("goal", "tune", "told"),
    [
        ("seats ±2%", "c", 'no parameter "c" to tune'),
        ("seats ±2%", "a=50..60", "its high is 40"),
        ("seats ±2%", "a=soon", "is no range"),
        ("seats ±2%", "a=20", "20 leaves nothing to try: name other values, too"),
        ("seats ±2%", "a=nan..20", "is no range"),
        ("seats ±2%", "a=15..20..inf", "is no range"),
        ("seats ±2%", "=", r'no parameter "" to tune \(known: a'),
        ("fun >= 2", "a", 'no measure "fun"'),
        ("turns <= 2%", "a", "no share: leave out the %"),
        ("turns in 2-4: 3-4", "a", "share of the games"),
        ("Tunrs 2-4", "a", r'did you mean "turns"\?'),
    ],
)
def test_a_wrong_call_says_what_is_meant(goal: str, tune: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        asked(even_odds(), tune, goals=(goal,))


def test_a_second_kind_of_player_that_is_none_is_reported_before_anything_is_played() -> None:
    notes: list[tuple[str, int, int]] = []
    with pytest.raises(ValueError, match="unknown agent 'nosuch'"):
        asked(even_odds(), "a", goals=("seats ±3%",), confirm="nosuch", trials=noting(notes))
    assert notes == []


def test_goals_that_exclude_each_other_are_reported_before_anything_is_played() -> None:
    with pytest.raises(ValueError, match='"turns <= 2" and "Turns >= 6" exclude each other'):
        asked(even_odds(), "a", goals=("turns <= 2", "Turns >= 6"))


def test_a_second_kind_of_player_may_leave_it_open(found: Suggestion) -> None:
    first, second = found.proofs
    (v,) = second.verdicts

    def with_interval(low: float, high: float) -> str:
        value = replace(v.value, value=(low + high) / 2, low=low, high=high)
        other = replace(second, verdicts=(replace(v, value=value, holds=False),))
        return sentence_of(replace(found, proofs=(first, other), confirmed=False))

    text = with_interval(0.51, 0.56)
    assert f"Whether it also holds for {second.agents} is open: " in text
    assert f"It does not hold for {second.agents}: " in with_interval(0.56, 0.6)


def test_goals_left_open_by_the_second_kind_of_player_are_named(found: Suggestion) -> None:
    first, second = found.proofs
    (v,) = second.verdicts
    aim = replace(v.aim, low=0.45, high=0.55)

    def told(value: float, low: float, high: float) -> str:
        e = replace(v.value, value=value, low=low, high=high)
        other = replace(second, verdicts=(replace(v, aim=aim, value=e, holds=False),))
        return sentence_of(replace(found, proofs=(first, other), confirmed=False))

    near = "It lies near the edge of what is wanted: a wider band, or a setting farther "
    assert near in told(0.545, 0.53, 0.56)
    assert near not in told(0.5, 0.4, 0.6) and "Their games are too few to say" in told(
        0.5, 0.4, 0.6
    )
    assert "None of their games showed any seat 1 wins." in told(math.nan, math.nan, math.nan)


def test_a_game_that_needs_no_change_is_said_to_hold_though_time_ends() -> None:
    text = sentence_of(asked(even_odds("a=15"), "a", goals=("seats ±4%",), trials=LATE))
    assert ": the unchanged game meets all goals for random. There seat 1 wins " in text
    assert "; no second kind of player has confirmed it. The time is up" in text


def test_of_what_a_second_kind_of_player_holds_against_it_only_sure_misses_are_reported(
    found: Suggestion,
) -> None:
    first, second = found.proofs
    (v,) = second.verdicts
    ends = Aim("turns <= 9", TURNS, 2, -math.inf, 9.0)
    open_ = Verdict(ends, Estimate(9.0, 8.0, 10.0, 400, ""), False)
    far = replace(v, value=replace(v.value, value=0.6, low=0.57, high=0.63), holds=False)
    both = replace(second, verdicts=(far, open_))
    text = sentence_of(replace(found, proofs=(first, both), confirmed=False))
    (told,) = re.findall(rf"It does not hold for {second.agents}: (.*?%\))\.", text)
    assert told.startswith("seat 1 wins") and "turns" not in told
    goals = sections_of(replace(found, proofs=(first, both), confirmed=False))[0].charts[0]
    assert goals.title.endswith(f" for {first.agents}, but not for {second.agents}")
    nothing = replace(found, outcome="nothing", changes={}, proofs=(first, both), confirmed=False)
    head = f"As it is all goals hold for {first.agents}, but not for {second.agents}. "
    assert sentence_of(nothing).startswith(head)


def test_goals_missed_as_written_by_the_second_kind_are_reported(found: Suggestion) -> None:
    """Five points are allowed, and the games prove a share four points off the goal."""
    first, second = found.proofs
    (v,) = second.verdicts
    aim = v.aim.widened()

    def told(share: float) -> tuple[str, set[str]]:
        value = replace(v.value, value=share, low=share - 0.01, high=share + 0.01)
        proof = replace(second, verdicts=(Verdict(aim, value, True),), is_wider=True)
        answer = replace(found, proofs=(first, proof))
        return sentence_of(answer), {f.level for f in findings_of(answer) if f.chart == "goals"}

    text, levels = told(0.54)
    assert f"With {second.agents} seat 1 wins misses its band as written; these" in text
    assert "look" in levels
    several = replace(found, players=(2, 3))
    proof = replace(second, verdicts=(Verdict(aim, replace(v.value, low=0.53), True),))
    assert "seat 1 wins with 2 players misses its" in sentence_of(
        replace(several, proofs=(first, proof))
    )
    text, levels = told(0.525)
    assert "as written" not in text and levels == {"fine"}


def test_a_verdict_is_reported_by_an_interval_that_says_the_same(found: Suggestion) -> None:
    """A later setting must hold at 99 %, and may fail with its usual interval inside."""
    first, second = found.proofs
    (v,) = second.verdicts
    aim = replace(v.aim, low=0.44, high=0.56)
    e = Estimate(0.541, 0.5213, 0.5604, 4000, "")
    stricter = replace(second, verdicts=(replace(v, aim=aim, value=e, holds=False, level=0.99),))
    text = sentence_of(replace(found, proofs=(first, stricter), confirmed=False))
    assert (
        f"Whether it also holds for {second.agents} is open: seat 1 wins 54.1 % "
        "(99 % interval 52.1–56.04; wanted 44–56 %). It is held to 99 % intervals, because "
        "another setting failed before it."
    ) in text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("nearer", "told"),
    [
        (Nearer(0, 0, ()), "There is no smaller change to try."),
        (Nearer(1, 1, ()), "The only smaller change was ruled out."),
        (Nearer(11, 11, ()), "All 11 smaller changes were ruled out."),
        (Nearer(1, 0, ({"a": 19},)), "One smaller change is undecided: a=19."),
        (
            Nearer(3, 1, ({"a": 19}, {"a": 18, "b": 2, "c": 3})),
            "Of 3 smaller changes 1 was ruled out; 2 are undecided: a=19; a=18 with b=2 and c=3.",
        ),
        (
            Nearer(9, 0, ({"a": 19},) * 5),
            "9 smaller changes are undecided, such as a=19.",
        ),
    ],
)
def test_nearer_settings_are_reported_as_smaller_changes(
    found: Suggestion, nearer: Nearer, told: str
) -> None:
    assert f" {told} " in sentence_of(replace(found, nearer=nearer))


def test_other_changes_are_reported_in_words_largest_first(found: Suggestion) -> None:
    assert found.moved and all(d.measure.key != "seat 2 wins" for d in found.moved)
    (told,) = [f.text for f in findings_of(found) if f.text.startswith("What else changes")]
    assert told.startswith("What else changes: turns a game ")


@pytest.mark.parametrize(
    ("key", "players", "told"),
    [
        (
            "end by stall",
            0,
            "With this change 29\xa0% of the games stall, instead of 6.2\xa0%. Adding the goal "
            "“games that stall <= 9%” would forbid it.",
        ),
        (
            "end by cap",
            3,
            "With this change 29\xa0% of the games of 3 players never end, instead "
            "of 6.2\xa0%. Adding the goal “games that never end <= 9%” would forbid it.",
        ),
    ],
)
def test_games_that_no_longer_finish_are_a_price_and_no_mere_change(
    found: Suggestion, key: str, players: int, told: str
) -> None:
    before, after, gap = (
        Estimate(value, low, high, 900, "")
        for value, low, high in ((0.062, 0.045, 0.084), (0.29, 0.26, 0.32), (0.228, 0.2, 0.25))
    )
    more = Difference(measure(key), "a=15", before, after, gap, q=0.0, least=0.05, players=players)
    findings = findings_of(replace(found, moved=(more,)))
    (price,) = [f for f in findings if f.chart == "moved"]
    assert (price.text, price.level) == (told, "look")
    paid = told.removeprefix("With this change ").partition(". ")[0]
    assert f" The price: {paid}. Confirmed on " in findings[0].text and findings[0].level == "look"
    head = findings[0].text.partition(". ")[0]
    assert head.startswith("Meets your goals, but 29\xa0% of games ") and "not recomm" in head
    whole = as_json(replace(found, moved=(more,)))
    assert whole["not_recommended"] and not as_json(found)["not_recommended"]
    goal, _, _ = told.partition(" <=")
    assert phrase_of(goal.rpartition("“")[2]).key == key

    unproven = replace(found, moved=(more,), outcome="undecided", proofs=(), before=None)
    assert "unconfirmed, is to change a 20\xa0→\xa0" in sentence_of(unproven)
    assert sentence_of(unproven).startswith("With the change tried 29\xa0% of games ")
    (goals,) = (c for s in sections_of(unproven) for c in s.charts if c.id == "goals")
    assert goals.title == "1 of 1 numbers lies as wanted in the search's own games"
    assert f" The price: {paid}." in sentence_of(unproven)
    (section,) = (s for s in sections_of(unproven) if s.id == "else")
    assert "search's own games" in section.text

    back = replace(gap, value=-gap.value, low=-gap.high, high=-gap.low)
    fewer = replace(more, base=after, other=before, difference=back)
    (change,) = [f for f in findings_of(replace(found, moved=(fewer,))) if f.chart == "moved"]
    assert change.text.startswith("What else changes: ") and change.level == "note"


@pytest.mark.parametrize(
    ("key", "players"), [("end by ship_sinks", 0), ("end by over", 3), ("end by win", 0)]
)
def test_an_ending_of_the_rules_own_that_rises_is_a_change_and_no_price(
    found: Suggestion, key: str, players: int
) -> None:
    before, after, gap = (
        Estimate(value, value - 0.02, value + 0.02, 900, "") for value in (0.06, 0.29, 0.23)
    )
    more = Difference(measure(key), "a=15", before, after, gap, q=0.0, least=0.05, players=players)
    findings = findings_of(replace(found, moved=(more,)))
    (change,) = [f for f in findings if f.chart == "moved"]
    assert change.level == "note" and change.text.startswith("What else changes: ")
    assert "not recommended" not in findings[0].text and findings[0].level == "fine"


def test_a_change_with_which_games_stall_is_not_written(
    found: Suggestion, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after, gap = (
        Estimate(value, value - 0.02, value + 0.02, 900, "") for value in (0.06, 0.29, 0.23)
    )
    more = Difference(STALL, "a=15", before, after, gap, 0.0, 0.05)
    text = (found.pack.folder / "game.yaml").read_text(encoding="utf-8")
    write_change(replace(found, moved=(more,)), {}, silent=True)
    told = capsys.readouterr().err
    assert told.startswith("nothing is written: with this change 29\xa0% of games stall"), told
    assert (found.pack.folder / "game.yaml").read_text(encoding="utf-8") == text


def test_the_print_list_shows_both_faces_only_where_they_differ(found: Suggestion) -> None:
    coin, aide = Reprint("coins/coin", "Coin", 42, 6, False), Reprint("a/b", "Aide", 4, 4, True)
    drawn = Album(lambda id, pixels: Picture(id.encode(), "image/webp", 9, 9, ""))

    def told(*pieces: Reprint) -> Chart:
        made = sections_of(replace(found, reprint=pieces), drawn)
        (chart,) = [c for s in made for c in s.charts if c.id == "reprint"]
        return chart

    both = told(aide, coin)
    assert both.rows == (("Aide", "the same"), ("Coin", "42 → 6 copies"))
    assert both.title == "1 piece would be printed anew and 1 more in another number of copies"
    assert both.picture.count("<svg") == 3 and ">Coin, 42 → 6 copies<" in both.picture
    alone = told(coin)
    assert alone.title == "1 piece would be needed in another number of copies"
    assert alone.picture.count("<svg") == 1 and "→</span>" not in alone.picture
    (one,) = told(replace(coin, after=1, is_redrawn=True)).rows
    assert one == ("Coin", "42 → 1 copy")


def test_an_edge_is_no_softer_than_games_can_tell() -> None:
    goals = tuple(goal_in_line(text, Place("--goal")) for text in ("score 7-10", "seats ±3%"))
    run = begun(pack_of("komi"), SuggestOptions(PLAY, goals=goals), quiet)
    start(run)
    score, seat = run.trials.aims
    assert study._band(run, score).zone < score.zone / 4  # a score that varies little
    assert study._band(run, seat).zone == seat.zone == pytest.approx(0.0075)


@pytest.mark.parametrize(
    "asked, said",
    [
        ("k=6..0", 'the range "k=6..0" is backwards: write k=0..6'),
        ("k=6..0..2", "write k=0..6..2"),
        ("k=1...3", '"k=1...3" is no range such as k=0..6'),
        ("k=3..3", "k: 3..3 leaves nothing to try"),
        ("k=1..6..20", "k: a step of 20 leads past 1..6"),
    ],
)
def test_an_invalid_range_is_reported_with_a_fix(asked: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        tuned(pack_of("komi"), (asked,))


def test_axes_come_from_the_pack_or_the_call() -> None:
    n, s, k = tuned(pack_of("komi"), ())
    assert (n.name, n.cost, s.values, k.values) == ("n", 2.0, (4, 6, 8, 10), tuple(range(7)))
    (k,) = tuned(pack_of("komi"), ("k=0..6..3",))
    assert k.values == (0, 3, 6)
    large = axis_of(replace(pack_of("komi").parameters["k"], high=1000))
    assert len(large.values) <= 42 and large.values[large.base] == 0


# ---------------------------------------------------------------- the command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("game.yaml", "rules.py"):
        (tmp_path / name).write_bytes((PACKS / "even_odds" / name).read_bytes())
    return tmp_path


def call(folder: Path, *options: str) -> tuple[int, str, str]:
    words = ["suggest", str(folder), "--agents", "random", "--out", str(folder / "out"), *options]
    done = CliRunner().invoke(commands.app, words)
    return done.exit_code, done.stdout, done.stderr


def test_write_changes_just_that_number(folder: Path) -> None:
    before = (folder / "game.yaml").read_text("utf-8")
    code, told, _ = call(
        folder, "--tune", "a=15..20..5", "--json", "--write", "--goal", "seats ±4%"
    )
    assert code == 0 and json.loads(told)["changes"] == {"a": 15}
    after = (folder / "game.yaml").read_text("utf-8")
    assert after == before.replace("a: {value: 20", "a: {value: 15")
    assert list((folder / "out").rglob("suggest.html"))


@pytest.mark.slow
def test_games_of_a_stopped_search_are_kept_for_the_next(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(run: object) -> None:
        raise KeyboardInterrupt

    asked = ("--tune", "a=15..20..5", "--goal", "seats ±4%", "--json", "--resume")
    with monkeypatch.context() as patched:
        patched.setattr(study, "prove", interrupted)
        code, told, err = call(folder, *asked)
    assert code == 130 and json.loads(told)["outcome"] == "stopped"
    assert "the games are saved: run the same command again to continue" in err
    assert list(folder.rglob("*.games"))
    code, told, _ = call(folder, *asked)
    assert code == 0 and json.loads(told)["outcome"] == "found"
    assert not list(folder.rglob("*.games"))


@pytest.mark.slow
def test_write_names_the_variants_that_share_the_number(folder: Path) -> None:
    """The long variant has its own number; quick and brisk share one."""
    game = folder / "game.yaml"
    variants = "variants:\n  quick: {}\n  brisk: {}\n  long: {parameters: {a: 20}}\n"
    game.write_text(game.read_text("utf-8") + variants, "utf-8")
    asked = ("--tune", "a=15..20..5", "--write", "--goal", "seats ±4%")
    code, told, _ = call(folder, *asked, "--variant", "quick")
    assert code == 0 and told.endswith("game.yaml: a=15 (in variant brisk, too)\n")
    code, told, _ = call(folder, *asked, "--variant", "long")
    assert code == 0 and told.endswith("game.yaml: a=15\n")
    assert "long: {parameters: {a: 15}}" in game.read_text("utf-8")


def test_a_variant_that_cannot_have_the_number_is_named(folder: Path) -> None:
    game = folder / "game.yaml"
    text = game.read_text("utf-8").replace("parameters:", "parameters:\n  m: 3", 1)
    text += "variants:\n  quick: {}\n  brisk: {parameters: {m: 16}}\n"
    text += "components:\n  dice:\n    size: mini\n    rows: [{name: die}]\n"
    text += '    count: "{{ a - m }}"\n    front: {use: card}\n'
    game.write_text(text, "utf-8")
    asked = ("--tune", "a=15..20..5", "--write", "--goal", "seats ±4%", "--variant", "quick")
    code, told, err = call(folder, *asked)
    assert code == 0 and told.endswith("game.yaml: a=15\n")
    assert "variant brisk has errors with this change: protoplay check" in err


def test_nothing_unconfirmed_is_written(folder: Path) -> None:
    before = (folder / "game.yaml").read_bytes()
    code, _, told = call(folder, "--tune", "a", "--games", "1000", "--quiet", "--write")
    assert code == 0 and "nothing is written" in told
    assert (folder / "game.yaml").read_bytes() == before


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--goal", "seats nice"], "is not a goal"),
        (["--budget", "soon"], "is not a time"),
        (["--players", "two"], "is neither a number nor a list"),
        (["--players", "3-2"], "a list or range of numbers, such as 2,3,4 or 2-4"),
        (["--players", "2-3"], "is for 2 players, not 3"),
        (["--write", "--set", "b=30"], "write b=30 into game.yaml first"),
        (["--tune", "z"], "no parameter"),
        (["--agents", "random,greedy"], "one kind of player"),
    ],
)
def test_a_wrong_call_ends_with_two(folder: Path, options: list[str], told: str) -> None:
    code, _, err = call(folder, *options)
    assert code == 2 and told in err.replace("\n", " ")


def test_a_goal_in_game_yaml_is_checked_at_its_place(folder: Path) -> None:
    text = (folder / "game.yaml").read_text("utf-8").replace("±2%", "fair")
    (folder / "game.yaml").write_text(text, "utf-8")
    code, _, err = call(folder)
    assert code == 1 and 'game.yaml:8:10: error: "fair" is not a band for "seats"' in err


# ---------------------------------------------------------------- the long run


@pytest.mark.slow
def test_both_numbers_of_even_odds() -> None:
    nearest = {}
    for seed in range(4):
        answer = asked(even_odds(), seed=seed + 1)
        change = {"a": 20, "b": 20, **answer.changes}
        nearest[seed] = answer.confirmed and abs(share(change["a"], change["b"]) - 0.5) <= 0.02
        assert len(answer.changes) == 1
    assert sum(nearest.values()) >= 3


@pytest.mark.slow
def test_komi_is_two_points() -> None:
    """Two dice each, the first given two points: the second is given two as well."""
    answers = [asked(pack_of("komi"), seed=seed) for seed in range(1, 6)]
    assert sum(a.confirmed and dict(a.changes) == {"k": 2} for a in answers) >= 4


@pytest.mark.slow
def test_good_games_are_left_alone_and_bad_ones_reported() -> None:
    good = [asked(even_odds("a=15"), "a", seed=seed).outcome for seed in range(1, 31)]
    assert good.count("nothing") >= 27
    bad = [asked(pack_of("infeasible"), seed=seed).outcome for seed in range(1, 11)]
    assert bad.count("none") >= 9


@pytest.mark.slow
def test_a_band_missed_by_a_quarter_is_not_confirmed() -> None:
    """a = 16 wins 52.2 %: all of the lattice is outside ±2 % by a tenth of a band or more."""
    answers = [asked(even_odds("a=16"), "a=16..17", seed=seed) for seed in range(1, 41)]
    assert np.mean([a.confirmed for a in answers]) <= 0.05


@pytest.mark.slow
def test_points_that_would_even_seats_are_named_but_not_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first seat has two extra points, and two points would even the seats out."""
    gift = "state.points[state.t % tables.players] += 2 * (state.t == 0)\n    state.t += 1"
    rules = DICE.replace("state.t += 1", gift)
    pack = opened(write_pack(tmp_path / "toy", rules, "2-3"))
    goals = ("seats ±1%", "decisions >= 20")
    even = asked(pack, "bonus=0..1", goals=goals).compensation
    assert even is not None and even[0] in (1.5, 2.0, 2.5)
    uneven = ("seat 1 wins 80-90%", "decisions >= 20")
    answer = asked(pack, "bonus=0..1", goals=uneven)
    assert answer.compensation is None and "even the seats" not in sentence_of(answer)
    none = (Estimate(0.1, 0.0, 0.2, 800, ""),)
    monkeypatch.setattr(proving, "even_points", lambda _: none)
    monkeypatch.setattr(proving, "EVEN", 1.0)
    assert asked(pack, "bonus=0..1", goals=goals).compensation is None


@pytest.mark.slow
def test_a_band_that_so_many_games_cannot_prove_is_said_to_be_narrow() -> None:
    """A half of 0.1 points wants (1.645 + 2.576)²·0.25 / 0.001² games, 4.5 million."""
    answer = asked(even_odds(), "a", goals=("seats ±0.1%",), games=3000)
    text = sentence_of(answer)
    assert "“seats ±0.1%” takes some 4,500,000 games of a single setting to prove" in text
    assert text.endswith("allow a wider band.")
    few = replace(answer, hardest=Hardest("seats ±0.1%", 2000, is_beyond=False))
    assert "again may decide" in sentence_of(few)
    assert "allow more games or a wider band" in sentence_of(replace(few, players=(2, 2)))
    assert "As many games again" not in text


def test_one_setting_has_one_number() -> None:
    """Alone nothing comes nearer than the nearest miss, which had new games."""
    answer = asked(pack_of("infeasible"), "a", goals=("seats ±2%", "turns 1-20"))
    assert answer.outcome == "none" and answer.best is not None
    (one,) = answer.each
    assert one.best.changes == answer.best.changes
    assert one.best.estimates[0] == answer.proofs[0].verdicts[0].value


def test_the_second_kind_of_player_is_another() -> None:
    words = ["suggest", str(PACKS / "even_odds"), "--trust", "--confirm", "greedy"]
    done = CliRunner().invoke(commands.app, words)
    assert done.exit_code == 2 and "already plays" in done.output


def test_a_number_that_may_have_fractions_keeps_them_whatever_it_is_set_to(tmp_path: Path) -> None:
    game = (PACKS / "komi" / "game.yaml").read_text("utf-8")
    weight = "parameters:\n  weight: {value: 1.0, low: 0.5, high: 2.5, tune: {step: 0.5}}\n"
    (tmp_path / "game.yaml").write_text(game.replace("parameters:\n", weight), "utf-8")
    (tmp_path / "rules.py").write_text((PACKS / "komi" / "rules.py").read_text("utf-8"), "utf-8")
    pack = opened(tmp_path, "weight=2")
    assert axis_of(pack.parameters["weight"]).values == (0.5, 1.0, 1.5, 2.0, 2.5)
    more = "variants:\n  heavy: {parameters: {weight: 2}}\n"
    (tmp_path / "game.yaml").write_text(game.replace("parameters:\n", weight) + more, "utf-8")
    heavy, _ = open_pack(tmp_path, variant="heavy")
    assert heavy is not None and axis_of(heavy.parameters["weight"]).values[0] == 0.5
    with pytest.raises(AssertionError, match="not a whole number"):
        opened(tmp_path, "weight=1.5").number("weight")


def test_the_answer_is_reported_though_its_page_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device", "suggest.html")

    monkeypatch.setattr(page, "write_html", full)
    words = ["suggest", str(PACKS / "even_odds"), "--trust", "--out", str(tmp_path)]
    words += ["--games", "1000", "--agents", "random", "--goal", "seats ±20%"]
    done = CliRunner().invoke(commands.app, words)
    assert "Change nothing: all goals hold" in " ".join(done.output.split())
    assert done.exit_code != 0


@pytest.mark.slow
def test_a_proof_plays_no_games_for_what_is_never_to_be_seen(tmp_path: Path) -> None:
    """With nothing on offer nobody scores, and nobody can tell whether gold would help."""
    rules, game = ((PACKS / "market" / name).read_text("utf-8") for name in FILES)
    known = "shown: {value: 3, low: 1"
    assert known in game
    for name, text in zip(FILES, (rules, game.replace(known, known[:-1] + "0")), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    pack, goals = opened(tmp_path), ("margin <= 0.5", "gold effect >= 20%")
    for seed, budget in ((3, 8000), (4, 3000)):
        answer = asked(pack, "shown=0..3", goals=goals, seed=seed, games=budget)
        assert not answer.confirmed and sum(p.games for p in answer.proofs) < 20_000
        text = sentence_of(answer).replace("\xa0", " ")
        assert "None of its games showed any gold effect." in text
        assert "As many games again" not in text
