"""Players rated against each other."""

import math
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from generator.model.pack import Pack
from generator.play.statistics.inference import Estimate
from generator.play.studies.ladder.answer import Lead, Step
from generator.play.studies.ladder.run import ladder, personas_of
from generator.play.telling.finding import Finding
from generator.play.telling.numbers import with_half
from tests.play.lean import LEAN, pack_of
from tests.tellings import facts_of, findings_of, html_of, sections_of
from tests.toys import opened, write_pack
from tests.truth.test_secret_choices import BIDS

SURE = Estimate(0.9, 0.6, 1.0, 12, "")  # though of few games


def test_a_ladder_ranks_players_by_skill(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=3, games=240))
    low, high = found.rungs
    assert (low.spec, low.elo.value) == ("random", 0.0) and high.elo.low > 50
    assert found.steps[0].alone == "greedy" and found.steps[0].share.low > 1 / 3
    assert found.games == 240 and len(found.seats) == 3


def test_kinds_of_player_meet_each_other_and_who_always_loses_is_named(market: Pack) -> None:
    asked = replace(LEAN, players=3, games=480)
    found = ladder(market, ["greedy", "random"], asked, is_each=True)
    assert [(d.one, d.other) for d in found.duels] == [("random", "greedy"), ("greedy", "random")]
    assert [r.spec for r in found.rungs] == ["random", "greedy"] and not found.steps
    assert found.unbeaten() == ("greedy",) and found.dominated() == ("random",)
    told = [f.text for f in findings_of(found)]
    assert any(t.startswith("Random players lose against every other kind") for t in told)
    page = html_of(found)
    assert "▲" in page and "against random" in page


def test_equal_kinds_of_player_are_not_distinguished(market: Pack) -> None:
    asked = replace(LEAN, players=2, games=300)
    found = ladder(market, ["greedy", "greedy:until=999"], asked, is_each=True)
    assert not found.unbeaten() and not found.dominated()


def test_a_rating_of_a_handful_of_games_is_not_said(market: Pack) -> None:
    few = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=12))
    sure = replace(few, steps=tuple(replace(s, share=SURE) for s in few.steps))
    for found in (few, sure):
        told = [f.text for f in findings_of(found)]
        assert not any("Elo" in text or "stronger" in text for text in told), told
        (chart,) = [c for s in sections_of(found) for c in s.charts if c.id == "ladder"]
        assert chart.title == "Too few games to say how strong each player is"
        unbounded = replace(few.rungs[1].elo, high=math.inf)
        assert with_half(unbounded, False) == "–"  # in no table either: "at least" is sure
    assert told[0] == (
        "12 games, 12 a pairing, are too few to say how strong each player is: play 20 in all."
    ), told


def test_a_pack_without_kinds_of_player_says_so(market: Pack) -> None:
    with pytest.raises(ValueError, match="no PERSONAS, no AGENTS"):
        personas_of(market)
    assert personas_of(pack_of("bazaar")) == ["random", "liking"]


def test_a_ladder_names_who_is_strongest_and_its_lead_over_the_next(market: Pack) -> None:
    specs = ["greedy", "random", "greedy:until=999"]
    found = ladder(market, specs, replace(LEAN, players=2, games=600))
    assert found.lead is not None and {found.lead.best, found.lead.next} == {specs[0], specs[2]}
    assert found.lead.elo.low < 0 < found.lead.elo.high
    two = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=240))
    assert two.lead is None

    def told(low: float, high: float) -> str:
        top = replace(two.rungs[1], elo=Estimate(761.0, 761.0, math.inf, 400, ""))
        value = low if math.isinf(high) else (low + high) / 2
        lead = Lead("mcts:200", "greedy", Estimate(value, low, high, 400, ""))
        made = replace(two, rungs=(two.rungs[0], top), lead=lead)
        return next(
            f.text.replace("\xa0", " ") for f in findings_of(made) if "all or nearly all" in f.text
        )

    strongest = "mcts:200 is the strongest, {} Elo points above greedy, the next best."
    assert told(67, 107).endswith(strongest.format("87 ± 20"))
    assert told(67, math.inf).endswith(
        "mcts:200 is the strongest: it also wins all or nearly all games against greedy, the next "
        "best (at least 67 Elo points)."
    )
    assert told(-7, 50).endswith(
        "Which is the strongest is open: mcts:200 came out first and greedy second, too close to "
        "call."
    )
    assert told(-120, 120).endswith(
        "Which is the strongest is open: mcts:200 and greedy came out level."
    )


def test_a_ladder_says_how_many_games_it_made_of_those_asked_for(market: Pack) -> None:
    specs = ["random", "greedy", "greedy:until=999"]
    found = ladder(market, specs, replace(LEAN, players=2, games=100))
    assert dict(facts_of(found))["games"] == "96, of 100 asked for (32 a pairing)"
    assert any(
        f.text.startswith("96 games, 32 a pairing, are too few to say what share of the games")
        for f in findings_of(found)
    )
    even = replace(found, options=replace(found.options, games=96))
    assert dict(facts_of(even))["games"] == "96 (32 a pairing)"


def test_a_step_that_is_sure_needs_no_more_games(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=40))
    (step,) = found.steps
    assert step.share.n == 40 and step.share.low > 0.5
    told = [f.text for f in findings_of(found)]
    assert not [text for text in told if "too few" in text], told
    assert [text for text in told if text.startswith("greedy against random wins ")], told


def test_a_step_that_few_games_leave_open_is_no_alarm(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=40))
    (step,) = found.steps

    def told(e: Estimate) -> Finding:
        made = replace(found, steps=(replace(step, share=e),))
        return next(f for f in findings_of(made) if f.chart == "steps")

    few = told(Estimate(0.57, 0.478, 0.662, 100, ""))
    sure = Estimate(0.62, 0.505, 0.73, 60, "")
    vague = (found.rungs[0], replace(found.rungs[1], elo=Estimate(85, -3, 183, 60, "")))
    both = replace(found, steps=(replace(step, share=sure),), rungs=vague)
    assert not any(
        "No difference in strength" in f.text for f in findings_of(both)
    )  # the step says which
    assert few.level == "note" and "100 games are too few to say" in few.text
    assert (
        few.action == "play 140 games in all"
    )  # of the whole ladder, whose pairing made 100 of 40
    assert told(Estimate(0.51, 0.47, 0.55, 600, "")).level == "look"
    assert told(Estimate(0.3, 0.2, 0.4, 100, "")).level == "look"  # random wins: thought loses


def test_bounds_that_only_say_how_many_games_were_won_are_reported_as_that(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=240))
    low, high = found.rungs
    won = replace(high, elo=Estimate(365.0, 365.0, math.inf, 240, ""))

    def notes(*rungs: object) -> str:
        made = replace(found, rungs=rungs)  # type: ignore[arg-type]
        (section,) = sections_of(made)
        return next(chart.note for chart in section.charts if chart.id == "ladder")

    assert "equal bounds are not equal steps" in notes(low, won)
    assert "equal bounds" not in notes(low, replace(high, elo=Estimate(90, 40, 140, 240, "")))


def test_titles_of_few_games_claim_nothing(market: Pack) -> None:
    asked = replace(LEAN, players=2, games=20)
    (section,) = sections_of(ladder(market, ["greedy", "random"], asked, is_each=True))
    duels = next(chart for chart in section.charts if chart.id == "duels")
    assert duels.title == "Too few games to say who loses against every other kind"
    assert "(Šidák)" in duels.technical


def test_the_title_of_seats_says_which_is_worth_more(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=240))

    def title(value: float) -> str:
        seats = [Estimate(x, x - 30, x + 30, 240, "") for x in (value, -value)]
        (section,) = sections_of(replace(found, seats=tuple(seats)))
        return next(chart.title for chart in section.charts if chart.id == "seat-term")

    assert title(80) == "Among equal players the first seat is worth more than the average"
    assert title(5) == "No seat is clearly worth more than another among equal players"


def test_the_title_of_seats_goes_by_the_intervals_that_are_shown(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=240))

    def told(values: tuple[float, ...], half: float, games: int) -> tuple[str, str]:
        seats = [Estimate(x, x - half, x + half, games, "", 50) for x in values]
        (section,) = sections_of(replace(found, players=len(values), seats=tuple(seats)))
        chart = next(chart for chart in section.charts if chart.id == "seat-term")
        return chart.title, chart.rows[0][1].replace("\xa0", " ")

    few = "Too few games to say which seat is worth more among equal players"
    assert told((120, -120), 119, 30)[0] == few  # the interval alone would exclude 0
    level = "No seat is clearly worth more than another among equal players"
    assert told((32, -10, -12, -10), 30, 240) == (level, "32 ± 34")  # ± 30 by itself


def test_a_lopsided_interval_of_a_seat_is_reported_by_its_ends_as_the_title_goes(
    market: Pack,
) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=240))
    seats = Estimate(120, 0.19, 285, 240, ""), Estimate(-120, -285, -0.19, 240, "")
    (section,) = sections_of(replace(found, seats=seats))
    chart = next(chart for chart in section.charts if chart.id == "seat-term")
    assert chart.title == "Among equal players the first seat is worth more than the average"
    assert chart.rows[0] == ("First seat", "120 (0.19 to 285)", "0.19 to 285", "240")
    assert chart.rows[1][1] == "−120 (−285 to −0.19)"


@pytest.mark.parametrize("order", list(permutations(["random", "greedy", "greedy:until=999"])))
def test_a_ladder_is_reported_by_who_is_stronger_whatever_the_order_typed(
    market: Pack, order: tuple[str, ...]
) -> None:
    found = ladder(market, order, replace(LEAN, players=2, games=600))
    assert found.rungs[0].spec == "random" and found.rungs[0].elo.value == 0.0
    for step in found.steps:
        assert step.share.value >= 0.5 and step.alone != "random"
    told = [f for f in findings_of(found) if f.chart in ("steps", "ladder")]
    assert not [f.text for f in told if "random against" in f.text], told
    sure = [f for f in told if f.text.partition(";")[0].count("against random")]
    assert sure and all(f.level == "note" for f in sure), told


def test_two_players_typed_backwards_are_reported_alike(market: Pack) -> None:
    asked = replace(LEAN, players=2, games=240)
    for order in (["random", "greedy"], ["greedy", "random"]):
        found = ladder(market, order, asked)
        assert [r.spec for r in found.rungs] == ["random", "greedy"]
        told = [f.text for f in findings_of(found)]
        assert any(text.startswith("greedy against random wins") for text in told), told
        assert not any("no gain from" in text for text in told), told


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agents_in_any_order_give_the_same_numbers_and_words(
    market: Pack, tmp_path: Path, players: int
) -> None:
    if players == 4:
        market = opened(write_pack(tmp_path, BIDS, "2-4"))
    asked = replace(LEAN, players=players, games=288)
    told = []
    for order in permutations(["random", "greedy", "mcts:4"]):
        found = ladder(market, order, asked)
        words = [(f.text, f.level, f.action) for f in findings_of(found)]
        told.append((found.rungs, found.steps, found.seats, found.lead, words))
    assert all(each == told[0] for each in told)
    pairs = []
    for order in (["mcts:4", "greedy"], ["greedy", "mcts:4"]):
        found = ladder(market, order, replace(asked, games=60), is_each=True)
        pairs.append((found.duels, found.rungs, [f.text for f in findings_of(found)]))
    assert pairs[0] == pairs[1]


@pytest.mark.parametrize("order", [("greedy", "mcts:1"), ("mcts:1", "greedy")])
def test_with_three_seats_a_pair_names_the_stronger(market: Pack, order: tuple[str, str]) -> None:
    found = ladder(market, order, replace(LEAN, players=3, games=300))
    (told,) = [f for f in findings_of(found) if f.chart == "steps"]
    assert told.text.startswith("greedy is stronger than mcts:1: mcts:1 alone among 2 greedy wins")
    assert told.text.endswith("the one that thinks more plays worse.")
    assert told.level == "look" and found.rungs[-1].spec == "greedy"


def test_a_step_gains_nothing_only_where_a_narrow_interval_holds_even(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=40))

    def told(alone: str, others: str, value: float, half: float) -> Finding:
        e = Estimate(value, value - half, value + half, 400, "")
        made = replace(found, steps=(Step(alone, others, e),))
        return next(f for f in findings_of(made) if f.chart == "steps")

    for order in (("mcts:50", "mcts:100"), ("mcts:100", "mcts:50")):
        assert "no gain from longer thinking" in told(*order, 0.51, 0.04).text
        assert "too few" in told(*order, 0.51, 0.09).text
    assert told("mcts:100", "mcts:50", 0.6, 0.04).level == "note"
    worse = told("mcts:50", "mcts:100", 0.6, 0.04)
    assert worse.level == "look" and "thinks more plays worse" in worse.text
    assert told("greedy", "collector", 0.6, 0.04).level == "note"
    assert told("random", "greedy", 0.6, 0.04).level == "look"
    assert "neither plays better" in told("greedy", "collector", 0.51, 0.04).text
