"""Missed goals come first, and the verdict does not contradict them."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from generator.model.goals import goal_in_line
from generator.model.measures import HALF_TIME, TIED, TURNS, own_figure
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.play.measures.aims import Aim
from generator.play.measures.results import (
    AS_ITSELF,
    Curve,
    Effect,
    Hole,
    Outcome,
    PieceEffect,
    Results,
)
from generator.play.measures.runaway import Runaway
from generator.play.measures.supplies import SupplyStart
from generator.play.readings.goals import missed_of
from generator.play.statistics.inference import NOTHING, Estimate
from generator.play.studies.sweep.answer import Sweep
from generator.play.telling.contrasts import contrasts_of
from generator.play.telling.sections import anchor_of
from generator.play.telling.words.goals import seen
from tests.catalogue import measure
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up, with_check
from tests.tellings import findings_of, first_screen, html_of, sections_of

EVEN = [[1, 0], [0, 1]] * 200


def wishing(*goals: str) -> Pack:
    """Return the Market with goals of its own."""
    found = tuple(goal_in_line(text, Place("game.yaml", 1)) for text in goals)
    return replace(pack_of("market"), goals=found)


def verdict(scores: Sequence[Sequence[int]], pack: Pack, **given: object) -> str:
    made = made_up(scores, pack, **given)
    return first_screen(made, findings_of(made)).verdict.replace("\xa0", " ")


def test_a_missed_goal_is_reported_before_all_but_games_that_do_not_finish() -> None:
    pack = wishing("seats ±3%")
    found = findings_of(made_up([[1, 0]] * 380 + [[0, 1]] * 20, pack))
    assert found[0].text.replace("\xa0", " ") == (
        "Your goal “seats ±3%” is missed: the first seat wins 95 ± 2 % of 2-player games; a fair "
        "share is 50 %."
    )
    assert found[0].chart == "seats" and found[0].level == "look"
    assert sum("seat" in f.text for f in found if f.level == "look") == 1
    ends = ("stall",) * 40 + ("done",) * 360
    found = findings_of(made_up([[1, 0]] * 380 + [[0, 1]] * 20, pack, reasons=ends))
    assert found[0].chart == "ends"
    assert found[1].text.startswith("Your goal “seats ±3%” is missed")


def test_the_verdict_names_missed_goals_and_praises_nothing_that_they_are_on() -> None:
    long = {"target": (8, 14)}
    assert "as long as you want it to be" in verdict(EVEN, wishing("turns 8-14"), **long)
    told = verdict(EVEN, wishing("turns 20-30"), **long)
    assert told.startswith(
        "Look at this first: the game misses your goal “turns 20-30”. Otherwise it is "
    )
    assert "you aim for" not in told and "needs a look" not in told
    told = verdict(EVEN, wishing("turns 20-30", "lead changes 4-5"), **long)
    assert "the game misses your goals “turns 20-30” and “lead changes 4-5”" in told
    many = wishing("turns 20-30", "lead changes 4-5", "margin 5-6")
    assert "it misses 3 of your goals" in verdict(EVEN, many, **long)
    told = verdict([[1, 0]] * 230 + [[0, 1]] * 170, wishing("seat 1 wins 20-30%"))
    assert told.count("misses") == 1 and "is fair" not in told


def test_a_game_is_called_sound_only_where_nothing_else_needs_a_look() -> None:
    lopsided = [[1, 0]] * 280 + [[0, 1]] * 120
    told = verdict(lopsided, pack_of("market"))
    assert told.startswith("Look at this first: the first seat wins")
    assert told.endswith(". Otherwise it is sound.")
    used = np.zeros((400, 2, 2), np.int32)
    used[:280, 0, 0] = used[280:, 1, 0] = 1  # who uses gold wins
    used[:280, 1, 1] = used[280:, 0, 1] = 1
    used = np.where(np.arange(400)[:, None, None] % 4 == 0, used[:, ::-1], used)
    pieces = {"pieces": ("goods/gold", "goods/ink"), "piece_used": used, "piece_offered": used}
    told = verdict(lopsided, pack_of("market"), **pieces)
    assert "sound" not in told and "Otherwise" not in told
    assert "players who used gold won 50 ± 8 percentage points more often (correlation, not" in told
    assert told.endswith("one finding below needs a look too.")
    told = verdict(EVEN, pack_of("market"), **pieces)
    assert "sound" not in told and "a look" in told


def sweep_of(runs: Sequence[Results], values: tuple[float, ...]) -> Sweep:
    return Sweep("coins", values, None, runs[0].options, tuple(runs), ())


def swept(runs: Sequence[Results], values: tuple[float, ...]) -> list[str]:
    return [f.text.replace("\xa0", " ") for f in findings_of(sweep_of(runs, values))]


def test_a_sweep_says_first_which_values_meet_which_goals() -> None:
    pack = wishing("seats ±10%", "turns <= 30")
    fair, unfair, near = ([[1, 0]] * k + [[0, 1]] * (1000 - k) for k in (500, 800, 590))
    told = swept([made_up(x, pack) for x in (unfair, unfair, unfair, fair)], (0, 1, 2, 3))
    assert told[:3] == [
        "Only coins 3 meets both goals.",
        "Your goal “seats ±10%” is met with coins 3; missed with coins 0 to 2.",
        "Your goal “turns <= 30” is met with every value of coins tried.",
    ]
    told = swept([made_up(x, pack) for x in (near, unfair)], (0, 5))
    assert told[0] == "No value of coins tried clearly meets both goals; coins 0 may."
    assert told[1] == "Your goal “seats ±10%” is missed with coins 5; open with coins 0."
    assert swept([made_up(unfair, pack)] * 2, (0, 5))[0] == (
        "No value of coins tried meets both goals: every one misses “seats ±10%”."
    )
    asked = wishing("seats ±10%", "turns <= 30", "turns >= 1")
    assert swept([made_up(near, asked)] * 2, (0, 5))[1:2] == [
        "With every value of coins tried, “seats ±10%” is open, “turns <= 30” is met and "
        "“turns >= 1” is met."
    ]
    assert swept([made_up(fair, pack), made_up(near, pack)], (0, 5))[0] == (
        "Coins 0 meets both goals; coins 5 may."
    )
    assert (
        swept([made_up(fair, pack)] * 2, (0, 5))[0]
        == "Every value of coins tried meets both goals."
    )
    missed = findings_of(sweep_of([made_up(unfair, pack)] * 2, (0, 5)))
    actions = [f.action for f in missed if "seats ±10%" in f.text]  # told once, the way on with it
    assert [action.partition(";")[0] for action in actions] == ["try values beyond these"]
    alone = swept([made_up(fair, wishing("seats ±10%"))] * 2, (0, 5))
    assert alone[0] == "Your goal “seats ±10%” is met with every value of coins tried."
    faulty = wishing("seats ±10%", "turns <= 30", "fun >= 2")
    told = swept([made_up(fair, faulty), made_up(near, faulty)], (0, 5))
    assert told[0] == "Coins 0 meets both goals that can be judged; coins 5 may."
    assert sum(text.startswith("One of your goals cannot be judged") for text in told) == 1
    few = swept([made_up(EVEN[:60], pack)] * 2, (0, 5))
    assert any("60 games are too few to say which values meet your goals" in text for text in few)


def test_a_value_whose_games_do_not_end_is_reported_as_not_judged() -> None:
    pack = wishing("seats ±10%", "turns <= 30")
    fair, unfair = ([[1, 0]] * k + [[0, 1]] * (1000 - k) for k in (500, 800))
    endless, worse = (
        made_up(fair, pack, reasons=("cap",) * k + ("done",) * (1000 - k)) for k in (350, 400)
    )
    told = swept([endless, made_up(unfair, pack)], (0, 5))
    assert told[:2] == [
        "No value of coins tried meets both goals; coins 0 is not judged: 35 % of its games never "
        "end.",
        "Your goal “seats ±10%” is missed with coins 5; not judged with coins 0.",
    ]
    alone = replace(endless, pack=wishing("seats ±10%")), made_up(fair, wishing("seats ±10%"))
    assert swept(alone, (0, 5))[0] == (
        "Your goal “seats ±10%” is met with coins 5; not judged with coins 0 (35 % of its games "
        "never end)."
    )
    assert swept([endless, worse, made_up(fair, pack)], (0, 3, 5))[0] == (
        "Only coins 5 meets both goals; coins 0 and 3 are not judged: 35 % to 40 % of their games "
        "never end."
    )
    assert (
        "Your goals are not judged with any value of coins tried: 35 % to 40 % of their games "
        "never end."
    ) in swept([endless, worse], (0, 3))


def test_verdicts_of_a_sweep_hold_for_all_values_together() -> None:
    """What a single run calls missed is left open where forty are judged at once."""
    one = made_up([[1, 0]] * 566 + [[0, 1]] * 434, wishing("seats ±3%"))
    (goal,) = missed_of(one)
    assert [aim.measure.key for aim, _ in goal.missed] == ["seat 1 wins"]
    (first, *_) = swept([one] * 40, tuple(float(i) for i in range(40)))
    assert first == "Your goal “seats ±3%” is open with every value of coins tried."


def test_the_charts_of_a_sweep_show_the_bands_of_its_goals() -> None:
    pack = wishing("seats ±10%", "turns <= 9000")
    runs = tuple(made_up([[1, 0]] * k + [[0, 1]] * (1000 - k), pack) for k in (500, 800))
    points = (Estimate(0.5, 0.46, 0.54, 1000, ""), Estimate(0.8, 0.77, 0.83, 1000, ""))
    keys = ("seat 1 wins", "turns", "tied games", "seat 2 wins")
    names = tuple(map(measure, keys))
    curves = tuple(Curve(name, points, None) for name in names)
    made = Sweep("coins", (0, 5), None, runs[0].options, runs, curves)
    charts = {chart.id: chart.picture for section in sections_of(made) for chart in section.charts}
    assert anchor_of(names[3]) not in charts  # of two seats the one is what the other leaves
    seat, turns, other = (charts[anchor_of(name)] for name in names[:3])
    assert 'class="band"' in seat and "wanted: 40–60\xa0%" in seat
    assert "wanted: at most 9000" in turns
    drawn = re.search(r'height="([\d.]+)"[^>]*><title>wanted', turns)
    assert drawn and float(drawn[1]) > 100
    assert "wanted" not in other


def test_ties_are_reported_once_with_what_other_players_show() -> None:
    scores = [[1, 1]] * 80 + [[1, 0], [0, 1]] * 160
    made = made_up(scores, wishing("tied games <= 10%"))
    checked = with_check(made, [[1, 1]] * 5 + [[1, 0], [0, 1]] * 50)
    (tie,) = (f for f in findings_of(checked) if "tie" in f.text)
    assert tie.text.replace("\xa0", " ") == (
        "Your goal “tied games <= 10%” is missed: 20 ± 4 % of the games end in a tie."
    )
    assert tie.is_disputed and "random players disagree" in tie.doubt
    assert "suggest" not in tie.action
    pack = wishing("tied games <= 10%")
    coins = {name: replace(p, tune=True) for name, p in pack.parameters.items()}
    (own,) = (
        f for f in findings_of(made_up(scores, replace(pack, parameters=coins))) if "tie" in f.text
    )
    assert own.action == "add a tie-break, or score in finer steps; or protoplay suggest market"
    rows = [c.name for c in contrasts_of(made)]
    assert TIED.label in rows and "first place shared" not in rows


def test_an_interval_for_several_goals_says_why_it_is_wider() -> None:
    goals = ("seats ±3%", "turns <= 100", "tied games <= 10%")
    (left,) = (f for f in findings_of(made_up(EVEN, wishing(*goals))) if "left open" in f.text)
    assert left.text.endswith("wanted 47–53\xa0%); the intervals hold for 3 numbers at once.")
    (left,) = (f for f in findings_of(made_up(EVEN, wishing("seats ±3%"))) if "left open" in f.text)
    assert left.text.endswith("wanted 47–53\xa0%).")


def test_the_ends_of_an_interval_of_a_goal_are_never_reported_alike() -> None:
    aim = Aim("turns >= 30", TURNS, 2, 30.0, math.inf)
    e = Estimate(36.9, 36.86, 36.94, 400, "made up")
    assert seen([aim], [e]) == "turns 36.9 (36.86–36.94; wanted at least 30)"


def test_a_measure_of_the_packs_own_is_a_number_whatever_it_is_called() -> None:
    e = Estimate(0.55, 0.51, 0.59, 400, "made up")
    own = Aim("race wins >= 0.4", own_figure("race wins"), 2, 0.4, math.inf)
    assert seen([own], [e]) == "race wins 0.55 (0.51–0.59; wanted at least 0.4)"
    leader = Aim("half-time leader wins >= 40%", HALF_TIME, 2, 0.4, math.inf)
    text = seen([leader], [e]).replace("\xa0", " ")
    assert text == "half-time leader wins 55 % (51.0–59.0; wanted at least 40 %)"
    tied = replace(leader, measure=TIED)
    assert seen([tied], [e]).startswith("tied games in 55\xa0% of the games (")
    seat = Aim("seat 1 wins >= 40%", measure("seat 1 wins"), 2, 0.4, math.inf)
    text = seen([seat], [e]).replace("\xa0", " ")
    assert text == "seat 1 wins 55 % (51.0–59.0; wanted at least 40 %)"


def test_the_verdict_names_the_only_other_alarm() -> None:
    made = made_up(EVEN, wishing("turns 20-30"), target=(8, 14))
    share = made.main.metrics.seats.shares[0]
    lead = Runaway(4, 0.5, share, share, Estimate(1.0, 0.8, 1.2, 300, "by game"), 4.0)
    run = replace(made.runs[0], metrics=replace(made.main.metrics, runaway=lead))
    made = replace(made, runs=(run,))
    told = first_screen(made, findings_of(made)).verdict
    assert told.startswith(
        "Look at this first: the game misses your goal “turns 20-30” and the lead runs away."
    )


def test_a_goal_left_open_is_reported_with_the_alarm_of_the_same() -> None:
    found = findings_of(made_up([[1, 0]] * 240 + [[0, 1]] * 160, wishing("seats ±8%")))
    (seats,) = (f.text for f in found if f.level == "look" and f.chart == "seats")
    assert seats.endswith("400 games leave your goal “seats ±8%” open.")
    assert not any("left open" in f.text for f in found)


def test_a_goal_left_open_says_how_many_games_more_would_tell() -> None:
    def asked(k: int, goal: str = "seats ±3%") -> int:
        made = made_up([[1, 0]] * k + [[0, 1]] * (400 - k), wishing(goal))
        (action,) = {f.action for f in findings_of(made) if f.action.endswith("games more")}
        return int(re.sub(r"\D", "", action))

    middle, edge, wide = asked(200), asked(211), asked(206, "seats ±5%")
    assert 800 < middle < edge < 12_000  # near an edge more, but never without end
    assert wide < middle
    open_goal = wishing("seats ±3%", "turns <= 30")
    runs = [made_up([[1, 0]] * 205 + [[0, 1]] * 195, open_goal)] * 2
    found = findings_of(sweep_of(runs, (0, 5)))
    assert [f.action for f in found if "is open" in f.text] == [
        "play about 3,200 games for each value"
    ]


def test_the_verdict_begins_with_the_first_finding_and_alarms_come_before_notes() -> None:
    pack = pack_of("market")
    rows = [[1, 0, 0]] * 240 + [[0, 1, 0]] * 180 + [[0, 0, 1]] * 180
    low = np.zeros((600, 3, 1), np.int32)
    low[:10] = 1  # ten games in which nobody has spent all
    coins = {"supplies": ("coins",), "supply_low": low, "start": (SupplyStart(3),)}
    made = made_up(rows, pack, **coins)
    found = findings_of(made)
    screen = first_screen(made, found)
    assert screen.findings[0].chart == "supplies"
    told = screen.verdict.replace("\xa0", " ")
    assert told.startswith(
        "Look at this first: the supply “coins” (3 after the set-up) runs out in 98 % of the "
        "games and the first seat wins 40 ± 5 %"
    )
    levels = [f.level for f in screen.findings]
    assert levels == sorted(levels, key=("look", "note", "fine").index)


def test_of_two_seats_tile_verdict_and_finding_name_the_same() -> None:
    made = made_up([[1, 0]] * 333 + [[0, 1]] * 267, pack_of("market"))
    screen = first_screen(made, findings_of(made))
    (fair,) = [tile for tile in screen.tiles if tile.id == "fair"]
    assert fair.answer.startswith("First seat wins")
    assert "the first seat wins" in screen.verdict and "second seat" not in screen.verdict


def test_the_first_cards_are_five_alarms_and_what_is_never_used_is_named() -> None:
    used = np.zeros((1000, 2, 8), np.int32)
    for i in range(4):  # four pieces whose users win, four whose users lose
        used[i * 100 : i * 100 + 60, 0, i] = used[i * 100 : i * 100 + 60, 1, 4 + i] = 1
    pieces = tuple(f"goods/{row.id}" for row in pack_of("market").component("goods").rows)[:8]
    scores = [[1, 0]] * 500 + [[0, 1]] * 500
    made = made_up(scores, pack_of("market"), pieces=pieces, piece_used=used)
    hole = Hole("never used", "no player ever chose to use salt in 1,000 games")
    made = replace(made, holes=(hole,))
    found = findings_of(made)
    screen = first_screen(made, found)
    assert sum(f.level == "look" for f in found) > 5
    assert [f.level for f in screen.findings] == ["look"] * 5
    left = sum(f.level == "look" for f in screen.rest)
    assert left == sum(f.level == "look" for f in found) - 5
    needs = "needs" if left == 1 else "need"
    assert f", {left} {needs} a look</summary>" in html_of(made)
    told = screen.verdict.replace("\xa0", " ")
    assert told.startswith(
        "Look at this first: players who used apple won 5"
    )  # a hole is left over
    assert (
        "often (correlation, not cause); no player ever chose to use salt in 1,000 games. " in told
    )
    loop = replace(made, holes=(Hole("loop", "a game can go round for ever"),))
    broken = first_screen(loop, findings_of(loop)).verdict
    assert broken.startswith("Look at this first: a game can go round for ever; players who used")


def test_a_goal_on_one_seat_is_reported_with_its_own_number() -> None:
    scores = [[1, 0, 0]] * 360 + [[0, 1, 0]] * 20 + [[0, 0, 1]] * 20
    pack = replace(wishing("third seat wins 28-38%"), players=(3, 4))
    found = [f.text for f in findings_of(made_up(scores, pack))]
    text = next(text for text in found if "seat 3 wins" in text)
    assert "first seat" not in text and "5" in text


def test_a_goal_on_a_piece_is_judged_by_the_exchanges_of_the_run() -> None:
    """However the goal names the piece; a piece tested alone is judged by that test."""
    made = made_up(EVEN, wishing("Gold effect ±5%", "turns <= 90"))
    strong, still = (
        Estimate(0.3, 0.2, 0.4, 900, "made up"),
        Estimate(0, -0.02, 0.02, 900, "made up"),
    )

    def told(effects: Sequence[PieceEffect] = (), effect: Effect | None = None) -> str:
        found = findings_of(replace(made, effects=tuple(effects), effect=effect))
        return " ".join(f.text for f in found if "goal" in f.text).replace("\xa0", " ")

    def every(e: Estimate, why: str = "") -> PieceEffect:
        return PieceEffect("goods/gold", "gold", e, NOTHING, e, 0.01, "taken", why)

    def alone(e: Estimate, why: str = "") -> Effect:
        outcome = Outcome(f"{AS_ITSELF} goods", e, 0.01, NOTHING, NOTHING, (), why)
        return Effect("goods/gold", "gold", 900, ("greedy",), (outcome,))

    assert '"Gold effect" takes games with the piece exchanged' in told()
    missed = "“Gold effect ±5%” is missed by greedy players: Gold effect +30.0 points (18.6 to 41.4"
    for found in (told([every(strong)]), told(effect=alone(strong))):
        assert missed in found and "cannot be judged" not in found
        assert "hold for 2 numbers at once" in found
    assert "goals “Gold effect ±5%” and “turns <= 90” are met" in told([every(still)])
    assert "is missed" not in told([every(strong)], alone(still))
    other = replace(every(strong), piece="goods/silk")
    assert '"Gold effect": no such piece was exchanged in this run' in told([other])
    few = replace(strong, needed=2000)
    assert '"Gold effect": too few of these games; play more' in told([every(few)])
    assert '"Gold effect": all are alike' in told(effect=alone(NOTHING, "all are alike"))
