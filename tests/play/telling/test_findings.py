"""Sentences agree with the numbers."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from generator.model.goals import goal_in_line
from generator.model.problems import Place
from generator.play.measures.metrics import Luck, Metrics
from generator.play.measures.piece_use import middle_lift, usual_lift
from generator.play.measures.results import (
    AS_ITSELF,
    Effect,
    Kingmaking,
    Outcome,
    PieceEffect,
    Probe,
    Results,
)
from generator.play.measures.supplies import SupplyStart
from generator.play.measures.tally import Histogram
from generator.play.readings.effects import all_effects
from generator.play.readings.kingmaking import kingmaking
from generator.play.readings.pieces import FewUsersReading, few_users
from generator.play.statistics.inference import NOTHING, Estimate, wilson
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.commands import searching
from generator.play.telling.contrasts import contrasts_of
from generator.play.telling.finding import Finding
from generator.play.telling.numbers import with_half
from generator.play.telling.pictures import Album
from generator.play.telling.words.common import MAY_BE
from generator.play.telling.words.effects import effects_title
from generator.play.telling.words.pieces import CORRELATION
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up, sentences, with_check
from tests.tellings import findings_of, first_screen, html_of, sections_of


def test_an_unfair_seat_is_reported_first_with_its_interval() -> None:
    found = made_up([[1, 0]] * 700 + [[0, 1]] * 300, pack_of("market"))
    first = findings_of(found)[0]
    assert first.text.replace("\xa0", " ") == (
        "The first seat wins 70 ± 3 % of 2-player games; a fair share is 50 %."
    )
    assert first.chart == "seats" and first.level == "look"


def test_a_supply_that_runs_out_is_reported_with_what_was_tried() -> None:
    lows = np.ones((200, 2, 1), np.int32)
    lows[:142, 0] = 0
    probes = (
        Probe("coins", 4, 4, wilson(16, 200), 200, None),
        Probe("coins", 6, 6, wilson(1, 200), 200, 5),
    )
    found = made_up(
        [[1, 0], [0, 1]] * 100, pack_of("market"), supplies=("coins",), supply_low=lows,
        start=(SupplyStart(3, given=3),), probes=probes,
    )  # fmt: skip
    tiles = {t.id: t for t in first_screen(found, findings_of(found)).tiles}
    assert (tiles["broken"].answer, tiles["broken"].state) == ("All games end", "note")
    assert tiles["broken"].detail == ("All 200 games finished normally, but coins run out")
    text = sentences(found)
    assert (
        "Each player's supply “coins” (3) runs out for at least one player in 71 % of the games; "
        "with 4 in 8 ± 4 %, with 6 in 0.5 % (0.1 to 2.8 %) of 200 games each; 5 would be enough in "
        "95 % of the games."
    ) in text


def test_a_supply_that_nobody_uses_is_reported_as_that() -> None:
    made = made_up(
        [[1, 0], [0, 1]] * 100, pack_of("market"), supplies=("coins",),
        supply_low=np.full((200, 2, 1), 3, np.int32), start=(SupplyStart(3, False, given=3),),
    )  # fmt: skip
    assert (
        "Each player's supply “coins” (3): in 95 % of the 2-player games nobody uses any."
    ) in sentences(made)


@pytest.mark.parametrize(
    ("start", "left", "told"),
    [
        (
            SupplyStart(18, True, given=24),
            15,
            "The supply “coins” (24, of which the set-up takes 6): 9 would be enough in 95 % of "
            "the 2-player games, 6 for the set-up and 3 after it.",
        ),
        (
            SupplyStart(18, True, given=24),
            18,
            "The supply “coins” (24, of which the set-up takes 6): in 95 % of the 2-player games "
            "nobody uses any of the other 18.",
        ),
        (
            SupplyStart(18, True),
            17,
            "The supply “coins” (18 after the set-up): 1 after the set-up would be enough in 95 % "
            "of the 2-player games.",
        ),
        (
            SupplyStart(8, False, given=24),
            5,
            "Each player's supply “coins” (8 after the set-up): 3 after the set-up would be enough "
            "in 95 % of the 2-player games.",
        ),
        (
            SupplyStart(18, True, given=24),
            0,
            "The supply “coins” (24, of which the set-up takes 6) runs out in every game; with 32 "
            "in 8 ± 4 % of 200 games; 31 would be enough in 95 % of the games, 6 for the "
            "set-up and 25 "
            "after it.",
        ),
    ],
)
def test_a_supply_says_what_the_pack_has_and_what_the_set_up_takes(
    start: SupplyStart, left: int, told: str
) -> None:
    made = made_up(
        [[1, 0], [0, 1]] * 100, pack_of("market"), supplies=("coins",), start=(start,),
        supply_low=np.full((200, 2, 1), left, np.int32),
        probes=() if left else (Probe("coins", 32, 26, wilson(16, 200), 200, 25),),
    )  # fmt: skip
    (found,) = (f for f in findings_of(made) if f.chart == "supplies")
    assert found.text.replace("\xa0", " ") == told
    assert left or "coins=24..32" in found.action
    (chart,) = (c for s in sections_of(made) for c in s.charts if c.id == "supplies")
    if not left:
        assert told.startswith(f"{chart.title};")
    elif not start.is_shared:
        assert "runs out for at least one player in none of the games" in chart.title
    else:
        assert chart.title.endswith(") runs out in none of the games")
    assert chart.headers[0].endswith("after the set-up")


def test_a_supply_for_which_all_tried_was_too_few_is_swept_over_all_it_may_be() -> None:
    def proposed(*probes: Probe) -> str:
        made = made_up(
            [[1, 0], [0, 1]] * 100, pack_of("market"), supplies=("coins",),
            supply_low=np.zeros((200, 2, 1), np.int32), start=(SupplyStart(3, given=3),),
            probes=probes,
        )  # fmt: skip
        return next(f.action for f in findings_of(made) if "runs out" in f.text)

    enough = Probe("coins", 6, 6, wilson(1, 200), 200, 5)
    assert "coins=3..6" in proposed(enough) and "coins=3..6" in proposed()
    assert "coins=3..9" in proposed(Probe("coins", 6, 6, wilson(90, 200), 200, None))


def supplied(*goals: str, **given: object) -> Results:
    """Return 200 games, 142 in which somebody's three coins run out; six were tried."""
    lows = np.ones((200, 2, 1), np.int32)
    lows[:142, 0] = 0
    pack = pack_of("market")
    wanted = tuple(goal_in_line(text, Place("game.yaml", 1)) for text in goals)
    return made_up(
        [[1, 0], [0, 1]] * 100, replace(pack, goals=wanted), supplies=("coins",),
        supply_low=lows, probes=(Probe("coins", 6, 6, wilson(1, 200), 200, 5),), **given,
    )  # fmt: skip


def supply_picture(results: Results) -> str:
    (chart,) = (c for s in sections_of(results) for c in s.charts if c.id == "supplies")
    return chart.picture.replace("\xa0", " ")


def test_the_chart_of_a_supply_marks_what_the_goal_asks_for_and_what_was_played() -> None:
    start = (SupplyStart(3, given=3),)
    asked = supply_picture(supplied("coins run out <= 25%", start=start))
    assert "wanted: at most 25 %" in asked and "one game of twenty" not in asked
    assert "one game of twenty" in supply_picture(supplied(start=start))
    meant = supply_picture(supplied(start=(SupplyStart(3, is_meant=True, given=3),)))
    assert "one game of twenty" not in meant and "wanted" not in meant
    many = made_up(
        [[1, 0], [0, 1]] * 100, pack_of("market"), supplies=("coins",),
        start=(SupplyStart(22, given=22),),
        supply_low=np.zeros((200, 2, 1), np.int32),
        probes=tuple(Probe("coins", n, n, wilson(1, 200), 200, 5) for n in (30, 44)),
    )  # fmt: skip
    assert supply_picture(many).count("<circle") == 2


def test_a_supply_meant_to_run_out_tells_how_many_games_end_for_it() -> None:
    reasons = ("no coins",) * 76 + ("five in a row",) * 124
    text = sentences(supplied(start=(SupplyStart(3, given=3),), reasons=reasons))
    assert (
        "Each player's supply “coins” (3) runs out for at least one player in 71 % of the games, "
        "as intended; 38 % of the games end because of it."
    ) in text


def test_a_strong_piece_is_named_with_lift_and_as_a_correlation() -> None:
    used = np.zeros((400, 2, 2), np.int32)
    used[:200, 0, 0] = 1  # always wins
    used[200:, 0, 1] = 1
    scores = [[1, 0]] * 200 + [[1, 0], [0, 1]] * 100
    found = made_up(
        scores, pack_of("market"), pieces=("goods/gold", "goods/ink"), piece_used=used,
        piece_offered=used,
    )  # fmt: skip
    gold = next(f for f in findings_of(found) if f.piece == "goods/gold")
    assert CORRELATION in gold.text and "(effect)" not in gold.text and "--effect" in gold.action


def test_pieces_that_few_use_are_counted_and_the_one_that_stands_out_is_named() -> None:
    used = np.zeros((400, 2, 3), np.int32)
    used[:22, 0, 0] = used[22:24, 1, 0] = 1  # 24 users, 22 of whom win
    used[:12, 0, 1] = used[12:20, 1, 1] = used[200:, 0, 2] = 1
    pieces = ("goods/gold", "goods/ink", "goods/apple")
    scores = [[1, 0]] * 200 + [[1, 0], [0, 1]] * 100

    def read(n: int, *which: int) -> list[FewUsersReading]:
        named, seen = tuple(pieces[i] for i in which), used[:n, :, list(which)]
        made = made_up(scores[:n], pack_of("market"), pieces=named, piece_used=seen)
        return list(few_users(made.main.metrics, 0.0))

    (two,) = read(400, 0, 1, 2)
    assert (len(two.few), two.n, two.level) == (2, 3, "note")
    assert two.standing_out is not None and two.standing_out.n_used == 24
    assert two.games_needed == 660  # 400 × 30 / 24, if unlucky more
    assert two.piece == two.standing_out.id == "goods/gold"
    (one,) = read(400, 1, 2)
    assert one.standing_out is None and one.piece == "goods/ink"
    assert not read(400, 2) and not read(99, 0, 1)


def test_of_many_pieces_that_few_use_chance_makes_one_stand_out_in_five_of_a_hundred_runs() -> None:
    rng, stands = np.random.default_rng(8), 0
    rows = pack_of("market").component("goods").rows
    pieces = tuple(f"goods/{row.id}" for row in rows)
    scores = np.eye(2)[rng.integers(0, 2, 400)]
    for _ in range(20):
        used = np.zeros((400, 2, len(pieces)), np.int32)
        for i in range(len(pieces)):
            used[rng.choice(400, 20, replace=False), rng.integers(0, 2, 20), i] = 1
        main = made_up(scores, pack_of("market"), pieces=pieces, piece_used=used).main.metrics
        (reading,) = few_users(main, 0.0)
        stands += reading.standing_out is not None
    assert stands <= 5  # of 20: 5 % is 1, above 5 once in 3,000


@pytest.mark.parametrize(
    ("value", "low", "withheld", "said", "level"),
    [
        (0.05, -0.04, False, "shows no effect: it need not be the cause", "note"),
        (0.05, 0.02, False, "shows that it is a cause of that", "note"),
        (0.05, -0.04, True, "(correlation, not cause).", "look"),
        (0.05, -0.3, False, "(correlation, not cause). Whether it is the cause is open:", "note"),
        (0.4, -0.1, False, "(correlation, not cause). Whether it is the cause is open:", "look"),
    ],
)
def test_tested_pieces_are_not_suggested_again(
    value: float, low: float, withheld: bool, said: str, level: str
) -> None:
    """It is no alarm either, unless the exchange points to half of the association or more."""
    used = np.zeros((400, 2, 2), np.int32)
    used[:200, 0, 0] = 1
    used[200:, 0, 1] = 1
    found = made_up(
        [[1, 0]] * 200 + [[1, 0], [0, 1]] * 100, pack_of("market"),
        pieces=("goods/gold", "goods/ink"), piece_used=used, piece_offered=used,
    )  # fmt: skip
    holders = Estimate(
        value,
        low,
        value + 0.07 - min(0, low + 0.04),
        400,
        "made up",
        needed=500 if withheld else 0,
    )
    itself = Outcome(f"{AS_ITSELF} goods", holders, 0.5, NOTHING, NOTHING, ())
    effect = Effect("goods/gold", "gold", 400, ("greedy",), (itself,))
    told = findings_of(replace(found, effect=effect))
    gold = next(f for f in told if f.text.startswith("Gold (Goods)"))
    assert said in gold.text and gold.level == level and not gold.action


def test_the_requested_piece_is_answered_first() -> None:
    e = Estimate(0.2, 0.1, 0.3, 400, "made up")
    more = Outcome("points 13 instead of 12", e, 0.5, NOTHING, NOTHING, ())
    found = made_up([[1, 0]] * 700 + [[0, 1]] * 300, pack_of("market"))
    asked = replace(found, effect=Effect("goods/gold", "gold", 400, ("greedy",), (more,)))
    verdict = first_screen(asked, findings_of(asked)).verdict.replace("\xa0", " ")
    assert verdict.startswith("Gold with points 13 instead of 12 makes ")
    assert verdict.endswith(
        "(effect). Look at this too: the first seat wins 70 ± 3 % against a fair share of 50 %. "
        "Otherwise the game is sound."
    )


def piece_effect(piece: str, n: int, needed: int, unplayable: str = "") -> PieceEffect:
    value = Estimate(0.5, -0.4, 1.0, n, "made up", needed=needed) if n else NOTHING
    return PieceEffect(
        piece, piece.partition("/")[2], value, NOTHING, value, 1.0, "taken", unplayable
    )


def test_where_no_piece_can_be_judged_it_is_said_why_and_what_to_ask() -> None:
    found = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    few = [piece_effect("goods/ink", 90, 170), piece_effect("goods/gold", 100, 210)]
    alike = piece_effect("goods/salt", 0, 0, "all rows of its component are alike")

    def told(*effects: PieceEffect) -> Finding:
        answer = replace(found, effects=effects)
        charts = [c.id for s in sections_of(answer, Album(None)) for c in s.charts]
        assert "effects" not in charts  # what says nothing is not drawn
        return next(
            f
            for f in findings_of(answer)
            if f.text.startswith(("The effects of", f"{found.options.games:,} games"))
        )

    sure = Estimate(0.3, 0.2, 0.4, 900, "made up")
    ink = PieceEffect(
        "goods/ink", "ink", sure, replace(sure, value=-0.05, low=-0.1), sure, 0.01, "taken"
    )
    both = sections_of(replace(found, effects=(ink, few[1])), Album(None))
    (chart,) = [c for s in both for c in s.charts if c.id == "effects"]
    assert [row[0] for row in chart.rows] == ["Ink"]
    assert "1 more piece had too few games to be drawn." in chart.note
    assert chart.headers[1] == "control" and "control" not in chart.picture
    games = found.options.games
    one = told(*few, alike)
    about = math.ceil(21 * games / 100) * 10
    assert one.text.startswith(
        f"{games:,} games are too few to measure the effect of every piece; about {about:,} would "
        "be enough for most of them. Salt cannot be exchanged: "
    )
    assert one.text.endswith("Salt cannot be exchanged: all rows of its component are alike.")
    assert one.action == "measure one piece alone: protoplay simulate market --effect goods/ink"
    rare = told(piece_effect("goods/ink", 90, 900), piece_effect("goods/gold", 0, 0))
    vague = replace(found, effects=(ink, *few))
    verdict = first_screen(vague, findings_of(vague)).verdict
    assert (
        "(effect)." in verdict
        and "Too few games to measure the effects of 2 of 3 pieces. " in verdict
    )
    flat = replace(ink, value=Estimate(0.01, -0.1, 0.1, 900, "made up"), q=0.9)
    dull = replace(found, effects=(flat, *few))
    assert first_screen(dull, findings_of(dull)).verdict.startswith(
        "Too few games to measure the effects of 2 of 3 pieces"
    )
    mixed = replace(found, effects=(flat, few[0], alike))  # each of the three is accounted for
    told_of = first_screen(mixed, findings_of(mixed)).verdict
    assert "pieces" not in told_of.partition("One piece cannot be exchanged.")[2]
    assert told_of.startswith(
        "Too few games to measure the effect of ink. One piece cannot be exchanged. No effect of "
    )
    assert rare.text == f"{games:,} games are too few to measure the effect of every piece."
    assert told(alike).text.startswith("The effects of single pieces cannot be measured (salt, ")


def test_effect_is_said_only_of_pieces_exchanged_when_they_are_taken(results: Results) -> None:
    found = findings_of(results)
    effects = [f for f in found if "(effect)" in f.text]
    assert effects and all("first player to take it" in f.text for f in effects)
    assert all("effect" not in f.text for f in found if CORRELATION in f.text)


def test_the_two_kinds_of_player_are_set_against_each_other(results: Results) -> None:
    assert any(
        "Greedy players" in f"{f.doubt[:1].upper()}{f.doubt[1:]}" for f in findings_of(results)
    )
    rows = {c.name: c for c in contrasts_of(results)}
    assert len(rows["turns"].values) == 2 and "±" in rows["turns"].values[1]
    assert rows["decisions with a choice"].disagree in (True, False)


def test_findings_of_the_check_come_after_those_of_the_main_run() -> None:
    main = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    found = findings_of(with_check(main, [[1, 1]] * 312 + [[1, 0]] * 88))
    last = found[-1].text.replace("\xa0", " ")
    assert last == (
        "Only in the check by random players: 312 of 400 games ended with several leaders; "
        "with greedy players none did."
    )
    assert found[-1].level == "note"
    assert not any("leaders" in f.text or "first place" in f.text for f in found[:-1])


def test_where_the_kinds_of_player_disagree_the_finding_says_so() -> None:
    ends = ["stall"] * 40 + ["done"] * 360
    main = made_up([[1, 0], [0, 1]] * 200, pack_of("market"), reasons=tuple(ends))
    found = findings_of(with_check(main, [[1, 0]] * 100, reasons=("stall",) * 75 + ("done",) * 25))
    stall = next(f for f in found if "stalled" in f.text)
    assert stall.doubt.replace("\xa0", " ") == "random players agree: 75 % of their games"
    ends = ("stall",) * 160 + ("done",) * 240
    many = made_up([[1, 0], [0, 1]] * 200, pack_of("market"), reasons=ends)
    doubts = [
        next(f for f in findings_of(with_check(many, [[1, 0]] * n)) if "stalled" in f.text).doubt
        for n in (100, 4)
    ]
    assert [doubt.replace("\xa0", " ") for doubt in doubts] == [
        f"random players disagree: 0 % of their games; {MAY_BE}",
        "too few games by random players to tell: 0 % of their games",
    ]
    assert stall.text == (
        "40 of 400 games of greedy players stalled, with nothing happening any more."
    )
    assert sum("stalled" in f.text for f in found) == 1
    rare = made_up([[1, 0], [0, 1]] * 200, pack_of("market"), reasons=("stall",) + ("done",) * 399)
    once = next(f for f in findings_of(with_check(rare, [[1, 0]] * 100)) if "stalled" in f.text)
    assert once.weight < stall.weight


def test_a_supply_that_always_runs_out_matters_unless_more_of_it_would_as_well() -> None:
    made = made_up(
        [[1, 0], [0, 1]] * 100, pack_of("market"), supplies=("coins",),
        supply_low=np.zeros((200, 2, 1), np.int32), start=(SupplyStart(4, given=4),),
    )  # fmt: skip

    def weight(left: int) -> float:
        probe = Probe("coins", 6, 6, wilson(200 - left, 200), 200, None)
        found = findings_of(replace(made, probes=(probe,)))
        return next(f.weight for f in found if "runs out" in f.text)

    assert weight(0) < 10 < 50 < weight(20)


def test_a_lift_that_all_pieces_share_is_reported_once_and_what_stands_out_by_name() -> None:
    rng = np.random.default_rng(5)
    used = (rng.uniform(size=(3000, 2, 10)) < 0.4).astype(np.int32)
    strength = used.sum(axis=2) + 1.5 * used[:, :, 6] + 1.5 * rng.gumbel(size=(3000, 2))
    scores = np.eye(2)[strength.argmax(axis=1)]
    pieces = tuple(f"goods/{row.id}" for row in pack_of("market").component("goods").rows)
    made = made_up(scores, pack_of("market"), pieces=pieces, piece_used=used)
    assert all(p.lift.excludes(0) for p in made.main.metrics.pieces)
    assert [p.id for p in made.main.metrics.pieces if p.notable] == ["goods/gold"]
    charts = [c for s in sections_of(made, Album(None)) for c in s.charts if c.id == "pieces"]
    assert charts[0].title == "1 of 10 pieces stands out"
    text = sentences(made)
    assert "Players who use more of the goods win more often" in text and "1 stands out" in text
    assert "Gold (Goods) is used in" in text and "Apple (Goods)" not in text


def test_the_part_of_chance_names_the_kind_of_equal_players() -> None:
    found = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    (main,) = found.runs
    luck = Luck(wilson(180, 200), wilson(190, 200), 200, 4)
    lucky = replace(main, metrics=replace(main.metrics, luck=luck))
    charts = [c for s in sections_of(replace(found, runs=(lucky,)), Album(None)) for c in s.charts]
    (title,) = [c.title for c in charts if c.id == "luck"]
    assert title.startswith("Set-up and draws settle ")
    assert title.endswith("of who wins among equal greedy players")


def test_luck_and_kingmaking_are_answered_first_where_they_were_asked() -> None:
    found = made_up([[1, 0]] * 700 + [[0, 1]] * 300, pack_of("market"))
    (main,) = found.runs
    luck = Luck(wilson(30, 200), wilson(60, 200), 200, 4)
    lucky = replace(found, runs=(replace(main, metrics=replace(main.metrics, luck=luck)),))
    assert "settles" not in first_screen(lucky, findings_of(lucky)).verdict  # nobody asked
    kings = Kingmaking(wilson(100, 1000), wilson(12, 120), 120, 120, "playouts")
    options = replace(found.options, luck=True, kingmaking=True)
    asked = replace(lucky, options=options, kingmaking=kings)
    screen = first_screen(asked, findings_of(asked))
    assert screen.verdict.replace("\xa0", " ").startswith(
        "The set-up settles 11 to 21 % of who wins (24 to 37 % with all later draws) among equal "
        "greedy players. Players who have as good as lost make 10.0 ± 1.9 % of the decisions, and "
        "determine which of the others wins in 10 ± 5 % of these. Look at this too: the first seat"
    )
    assert {f.chart for f in screen.findings[:2]} == {"luck", "kingmaking"}
    reading = kingmaking(asked)
    assert reading is not None and reading.kingmaking.deciding.value == 0.1
    few = replace(luck, deal=replace(luck.deal, needed=999))
    main = replace(main, metrics=replace(main.metrics, luck=few))
    unsure = replace(asked, runs=(main,), kingmaking=replace(kings, decisions=0))
    assert first_screen(unsure, findings_of(unsure)).verdict.startswith(
        "Too few games to say how much of who wins chance settles. Too few games to say whether "
        "players who have lost decide who wins. "
    )


def sharing(seed: int, each: float, gold: float, games: int = 4000) -> dict[str, object]:
    """Return games with ten goods used at random, all of equal worth except gold."""
    rng = np.random.default_rng(seed)
    used = (rng.uniform(size=(games, 2, 10)) < 0.4).astype(np.int32)
    strength = each * used.sum(axis=2) + gold * used[:, :, 6] + 1.5 * rng.gumbel(size=(games, 2))
    pieces = tuple(f"goods/{row.id}" for row in pack_of("market").component("goods").rows)
    return {"scores": np.eye(2)[strength.argmax(axis=1)], "pieces": pieces, "piece_used": used}


def test_a_piece_that_loses_less_than_the_usual_one_is_reported_as_better() -> None:
    made = made_up(pack=pack_of("market"), **sharing(6, -0.8, 0.5))
    gold = next(f for f in findings_of(made) if f.piece == "goods/gold")
    assert made.main.metrics.pieces[6].lift.high < 0  # its users lose, others' users lose more
    assert gold.text.replace("\xa0", " ").endswith(
        "Players who used it won 6 ± 2 percentage points more often than players who used a "
        "typical piece (correlation, not cause; users of a typical piece win 10 points less often "
        "than other players)."
    )
    assert gold.said == (
        "players who used gold won 6 ± 2 percentage points more often than is typical "
        "(correlation, not cause)"
    )


@pytest.mark.parametrize(
    ("theirs", "told"),
    [
        ((0.8, 0.8), r"agree: \d+ ± 2 percentage points more often"),
        ((0.8, 0.0), r"disagree: \d ± 2 percentage points (more|less) often"),
        ((0.8, 0.15), r"show less of it: \d ± 2 percentage points more often"),
        ((0.0, 0.8), r"agree: \d+ ± 2 percentage points more often"),
        ((0.8, -0.8), r"disagree: \d+ ± 2 percentage points less often"),
    ],
)
def test_another_player_is_asked_for_the_number_that_is_reported(
    theirs: tuple[float, float], told: str
) -> None:
    """The worth of each piece to everyone says nothing about gold, whatever gold's own lift is."""
    made = made_up(pack=pack_of("market"), **sharing(6, -0.8, 0.8))
    checked = with_check(made, **sharing(7, *theirs))
    gold = next(f for f in findings_of(checked) if f.piece == "goods/gold")
    assert re.match(f"random players {told} than their typical piece", gold.doubt), gold.doubt


def test_pieces_worth_the_same_lie_in_the_interval_from_the_usual_one() -> None:
    """A piece's distance from the median is given with half the width of its own lift."""
    gaps = []
    for seed in range(60):
        found = made_up(pack=pack_of("market"), **sharing(seed, 0.8, 0.0, 300))
        pieces = found.main.metrics.pieces
        middle = middle_lift(pieces)
        assert middle is not None
        gaps += [abs(p.lift.value - middle) / p.lift.half for p in pieces]
    assert 0.92 < np.mean(np.array(gaps) <= 1) < 0.98


def with_lifts(made: Results, values: Sequence[float], half: float) -> Results:
    """The same games, their pieces with these lifts, and the last one notable."""
    pieces = [
        replace(
            piece, notable=i == len(values) - 1,
            lift=Estimate(value, value - half, value + half, 900, "made up"),
        )
        for i, (piece, value) in enumerate(zip(made.main.metrics.pieces, values, strict=True))
    ]  # fmt: skip
    metrics = replace(made.main.metrics, pieces=tuple(pieces))
    return replace(made, runs=(replace(made.main, metrics=metrics), *made.runs[1:]))


def test_a_usual_lift_is_reported_from_nothing_by_as_many_pieces_as_there_are() -> None:
    made = made_up(pack=pack_of("market"), **sharing(6, 0.0, 0.0, 300))
    pieces = with_lifts(made, [-0.02] * 10, 0.04).main.metrics.pieces
    assert usual_lift(pieces) == pytest.approx(-0.02)
    assert usual_lift(pieces[:6]) == usual_lift(pieces[:5]) == 0.0


@pytest.mark.parametrize(("half", "level"), [(0.05, "note"), (0.03, "look")])
def test_an_alarm_on_one_of_many_pieces_holds_for_all_of_them(half: float, level: str) -> None:
    """Of ten equal pieces the last is 6 points off; ± 5 occurs by chance in one of five tens."""
    made = made_up(pack=pack_of("market"), **sharing(6, 0.0, 0.0, 300))
    found = findings_of(with_lifts(made, [0.0] * 9 + [0.06], half))
    last = made.main.metrics.pieces[-1].id
    assert [f.level for f in found if f.piece == last and "± " in f.text] == [level]


def test_of_pieces_that_effects_leave_open_the_most_suspect_is_named() -> None:
    made = made_up(pack=pack_of("market"), **sharing(6, 0.0, 0.0, 300))
    made = with_lifts(made, [0.0] * 9 + [-0.3], 0.04)
    ids = [piece.id for piece in made.main.metrics.pieces]
    thing = Estimate(0.01, -0.1, 0.1, 900, "made up")
    told = PieceEffect(ids[0], "one", thing, thing, thing, 0.9, "taken")
    few = [replace(told, piece=id, name=id, value=NOTHING) for id in ids[1:]]
    verdict = first_screen(both := replace(made, effects=(told, *few)), findings_of(both)).verdict
    assert verdict.startswith(
        f"Too few games to measure the effects of 9 of 10 pieces, {ids[-1]} among them, whose "
        "users win 30 ± 4 percentage points less often (correlation, not cause)."
    )
    known = [*(replace(told, piece=id, name=id) for id in ids[:-1]), replace(few[-1])]
    verdict = first_screen(most := replace(made, effects=tuple(known)), findings_of(most)).verdict
    assert verdict.startswith("None of 9 pieces") and f"measure the effect of {ids[-1]}" in verdict


def test_players_who_finish_hardly_any_game_agree_with_nobody() -> None:
    ends = ("stall",) * 24 + ("over",) * 376
    made = made_up([[1, 0], [0, 1]] * 200, pack_of("market"), reasons=ends)
    never = with_check(made, [[1, 0], [0, 1]] * 60, reasons=("stall",) * 120)
    (told,) = (f for f in findings_of(never) if f.chart == "ends" and "stalled" in f.text)
    assert told.doubt.replace("\xa0", " ") == (
        "random players leave 100 % of their games unfinished, so they cannot confirm this"
    )
    page = html_of(never)
    assert "24 of 400 games stalled: nothing happened any more (greedy players)" in page


def test_games_that_are_all_alike_are_reported_by_their_range() -> None:
    made = made_up([[1, 0], [0, 1]] * 200, pack_of("market"), turns=[37, 39, 40, 40] * 100)
    (length,) = (c for s in sections_of(made) for c in s.charts if c.id == "length")
    assert length.title == "Nine games in ten take 37 to 40 turns"
    tile = next(t for t in first_screen(made, findings_of(made)).tiles if t.id == "long")
    assert tile.answer == "37 to 40 turns"


def test_a_search_is_by_the_players_of_the_page() -> None:
    made = made_up([[1, 0]] * 380 + [[0, 1]] * 20, pack_of("market"))
    thinking = replace(made, runs=(replace(made.runs[0], agents=("mcts:100",)),))
    assert "--agents" not in searching(made)
    assert searching(thinking).endswith("--agents mcts:100")


def test_rows_of_luck_and_of_what_is_left_say_what_they_count() -> None:
    found = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    (main,) = found.runs
    m = replace(main.metrics, luck=Luck(wilson(30, 200), wilson(30, 200), 200, 4))
    rows = contrasts_of(replace(found, runs=(replace(main, metrics=m),)))
    told = {row.name: row.values[0].replace("\xa0", " ") for row in rows}
    assert told["luck: the set-up settles who wins to"] == "11 to 21 %"
    assert told["luck: set-up and draws settle who wins to"] == "11 to 21 %"


def test_a_difference_of_seats_is_reported_in_points() -> None:
    rows = {
        c.name: c for c in contrasts_of(made_up([[1, 0]] * 240 + [[0, 1]] * 160, pack_of("market")))
    }
    (told,) = rows["best − worst seat, percentage points"].values
    assert re.fullmatch(r"20 ± 1?\d", told.replace("\xa0", " "))


def test_a_supply_runs_out_as_often_in_its_title_as_in_what_is_said() -> None:
    start = (SupplyStart(3, given=3),)
    (title,) = (c.title for s in sections_of(supplied(start=start)) for c in s.charts
                if c.id == "supplies")  # fmt: skip
    assert f"{title};".replace("\xa0", " ") in sentences(supplied(start=start))


def test_a_number_and_its_percent_sign_stay_on_one_line() -> None:
    made = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    page = re.sub(r"<style.*?</style>|<svg.*?</svg>", "", html_of(made), flags=re.S)
    assert re.findall(r"\d %", page) == []


def test_a_tile_shows_which_seat_is_which_and_only_what_breaks_apart() -> None:
    ends = ("stall",) * 40 + ("line",) * 200 + ("points",) * 160
    made = made_up([[1, 0], [0, 1]] * 200, pack_of("market"), reasons=ends)
    tiles = {t.id: t for t in first_screen(made, findings_of(made)).tiles}
    assert re.findall(r">(\d)</text>", tiles["fair"].picture) == ["1", "2"]
    assert tiles["broken"].picture.count("<rect") == 2
    assert 'class="part bad"' in tiles["broken"].picture
    assert ">come to an end<" in tiles["broken"].picture and ">do not<" in tiles["broken"].picture
    sound = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    (bar,) = (t.picture for t in first_screen(sound, findings_of(sound)).tiles if t.id == "broken")
    assert ">all games end<" in bar and ">do not<" not in bar


def test_a_seat_is_named_alike_in_the_verdict_and_among_the_findings() -> None:
    """Of two seats both are as far from even; rounded, their shares are 100 % together."""
    made = made_up([[1, 0]] * 455 + [[0, 1]] * 545, pack_of("market"))
    screen = first_screen(made, findings_of(made))
    (found,) = (f.text for f in screen.findings if f.chart == "seats" and "fair share" in f.text)
    assert found.startswith("The first seat wins 46\xa0±") and "the first seat" in screen.verdict
    shares = made.main.metrics.seats.shares
    assert [with_half(e)[:2] for e in shares] == ["46", "54"]


def test_requested_effects_of_all_pieces_are_answered_first() -> None:
    strong = replace(
        piece_effect("goods/gold", 400, 0), value=Estimate(0.2, 0.1, 0.3, 400, ""), q=0.001
    )
    still = replace(strong, piece="goods/silk", value=Estimate(0.0, -0.1, 0.1, 400, ""), q=1.0)
    found = made_up([[1, 0]] * 700 + [[0, 1]] * 300, pack_of("market"))
    asked = replace(found, effects=(strong, still))
    assert first_screen(asked, findings_of(asked)).verdict.startswith(
        "1 of 2 pieces stands out from its component (effect), by 3 percentage points "
    )


def test_a_chart_says_only_what_its_numbers_bear() -> None:
    """No slope that may be even, no settled share out of an interval from nothing, no lone bar."""
    rng = np.random.default_rng(3)
    found = made_up(rng.permuted([[1, 0]] * 400, axis=1), pack_of("market"))
    (main,) = found.runs
    slope = Estimate(1.0, 0.8, 1.2, 400, "made up")
    luck = Luck(Estimate(0.02, 0.0, 0.09, 120, "made up"), None, 120, 4)
    m = replace(main.metrics, luck=luck, waits=Histogram.of({1: 400}), slope=slope)
    long = replace(m.decisions, quantiles=(50,) * 5)
    m = replace(m, decisions=long, leader_wins=(wilson(300, 400),) * 9)

    def charts(m: Metrics) -> dict[str, Chart]:
        sections = sections_of(replace(found, runs=(replace(main, metrics=m),)), Album(None))
        return {c.id: c for s in sections for c in s.charts}

    shown = charts(m)
    assert shown["luck"].title.replace("\xa0", " ").startswith("The set-up settles at most 9 % of")
    assert "waits" not in shown and "A point ahead" not in shown["lead"].note
    sure = replace(m, slope=replace(slope, value=1.4, low=1.2, high=1.6))
    assert "A point ahead at half time is worth 1.4\xa0±\xa00.2" in charts(sure)["lead"].note


def test_pieces_that_must_be_used_have_no_bar_that_says_they_are_picked() -> None:
    rng = np.random.default_rng(2)
    used = (rng.uniform(size=(400, 2, 2)) < 0.5).astype(np.int32)
    given = {"pieces": ("goods/gold", "goods/ink"), "piece_used": used}
    wins = rng.permuted([[1, 0]] * 400, axis=1)

    def chart(offered: np.ndarray) -> Chart:
        found = made_up(wins, pack_of("market"), piece_offered=offered, **given)
        (one,) = [c for s in sections_of(found, Album(None)) for c in s.charts if c.id == "pieces"]
        return one

    assert chart(used + 1).headers[1] == "picked by those who could"
    forced = chart(used)
    assert forced.headers[1] == "games in which it is used"
    assert "percentage points" in forced.headers[2] and "−" in forced.picture
    assert not re.search(r"−\d+ %", forced.picture.replace("\xa0", " "))  # no percent on that axis


def test_an_effect_that_is_drawn_is_reported_in_the_title() -> None:
    sure = Estimate(0.3, 0.2, 0.4, 900, "made up")
    one = PieceEffect(
        "goods/ink", "ink", sure, replace(sure, low=-0.1, value=0.0), sure, 0.01, "taken"
    )
    still = replace(one, piece="goods/gold", name="gold", q=0.9)
    found = made_up([[1, 0], [0, 1]] * 200, pack_of("market"))
    for effects, title in (
        ((one, still), "1 of 2 pieces stands out (effect)"),
        ((one, one, still), "2 of 3 pieces stand out (effect)"),
        ((still, still), "None of 2 pieces stands out (effect)"),
    ):
        reading = all_effects(replace(found, effects=effects))
        assert reading is not None and effects_title(reading) == title
    outcome = Outcome(f"{AS_ITSELF} goods", sure, 0.01, NOTHING, NOTHING, (), "")
    asked = replace(found, effect=Effect("goods/ink", "ink", 900, ("greedy",), (outcome,)))
    charts = [c for s in sections_of(asked, Album(None)) for c in s.charts if c.id == "effect"]
    assert charts[0].title.startswith("Ink makes the first player to take it win 30")


def test_players_who_both_make_games_as_long_as_wanted_do_not_disagree() -> None:
    turns = np.where(np.arange(400) % 50 == 0, 90, 40)
    found = made_up(
        [[1, 0], [0, 1]] * 200, pack_of("market"), turns=turns * 0 + 40, target=(30, 60)
    )
    found = with_check(found, [[1, 0], [0, 1]] * 200, turns=turns)
    run = found.runs[1]
    share = replace(run.metrics.turns, on_target=wilson(392, 400))
    found = replace(
        found, runs=(found.runs[0], replace(run, metrics=replace(run.metrics, turns=share)))
    )
    (length,) = (f for f in findings_of(found) if f.chart == "length")
    assert length.level == "fine" and "disagree" not in length.doubt


def test_use_that_is_no_choice_is_said_to_tell_nothing_of_worth() -> None:
    rng = np.random.default_rng(2)
    used = (rng.uniform(size=(400, 2, 2)) < 0.5).astype(np.int32)
    wins = rng.permuted([[1, 0]] * 400, axis=1)
    given = {"pieces": ("goods/gold", "goods/ink"), "piece_used": used}

    def told(offered: np.ndarray) -> Finding:
        found = findings_of(made_up(wins, pack_of("market"), piece_offered=offered, **given))
        return next(f for f in found if "pieces are used, as" in f.text)

    forced = told(used)
    assert "use says nothing about what a piece is worth" in forced.text and forced.level == "note"
    assert forced.action == "protoplay simulate market --effects"
    chosen = told(used + 1)
    assert "says nothing" not in chosen.text and not chosen.action
