"""The first screen of a simulation, with a verdict of one sentence and a tile for each question.

The questions are: Is the game fair? How long is it? When is it decided? Does it break? In a game
without competition, the question is how well the players do.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from generator.model.measures import Question
from generator.play.measures.aims import Aim
from generator.play.measures.chances import DECIDED
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results
from generator.play.readings.course import OWN, decided_of
from generator.play.readings.ends import is_unfinished
from generator.play.readings.goals import JudgedGoal, missed_of
from generator.play.readings.length import length_of
from generator.play.readings.reading import ANSWER, Reading
from generator.play.readings.seats import seats_of
from generator.play.readings.tiles import (
    State,
    decided_state,
    fair_state,
    lead_state,
    length_state,
    level_of,
    soundness,
    well_state,
)
from generator.play.studies.simulate.findings import answered_of
from generator.play.telling.charts.minis import (
    mini,
    mini_columns,
    mini_dots,
    mini_line,
    mini_parts,
)
from generator.play.telling.finding import Finding
from generator.play.telling.tiles import ASKED, FirstScreen, Tile, rest_of
from generator.play.telling.words import course as course_words
from generator.play.telling.words import ends as ends_words
from generator.play.telling.words import length as length_words
from generator.play.telling.words import seats as seat_words
from generator.play.telling.words.common import TileWords
from generator.play.telling.words.goals import missed_clause
from generator.play.telling.words.scores import score_tile, score_verdict
from generator.play.telling.words.verdict import Verdict, alarm_and_goals, disagree, verdict

ASKED_FOR = ("restricted", "kingmaking", "effect", "effects")  # charts that the user asked for
UNSURE = {
    "fair": seat_words.OPEN,
    "long": length_words.OPEN,
    "decided": course_words.OPEN,
}
FIRST = {"broken": 0, "goals": 1}  # alarms that come first in the verdict
HEAVY = 60.0  # a finding of this weight or more is named in the verdict
MOST_GOALS = 2  # maximum number of missed goals that the verdict names


def screen_of_results(
    results: Results, readings: Sequence[Reading], findings: Sequence[Finding], most: int = 5
) -> FirstScreen:
    """Return the first screen of a simulation: tiles, verdict, and the findings to act on."""
    tiles = tiles_of(results, readings, findings)
    charts = (*ASKED_FOR, *(("luck",) if results.options.luck else ()))
    picked = [f for f in findings if _calls_for_something(f, charts)]
    first = sorted(picked, key=lambda f: _urgency(f, charts))[:most]
    text = _verdict(results, tiles, findings)
    return FirstScreen(text, tiles, tuple(first), rest_of(findings, first, text))


def _urgency(f: Finding, charts: Collection[str]) -> int:
    """Return the sort key of a finding: requested findings, alarms, then other findings, each by
    weight.
    """
    is_answer = f.chart in charts and f.weight >= ANSWER
    return 0 if is_answer else 1 if f.level == "look" else 2


def _calls_for_something(f: Finding, charts: Collection[str]) -> bool:
    """Whether the designer can act on a finding, or asked for it."""
    is_asked = f.chart in charts or f.chart.startswith(OWN)
    return f.level == "look" or (f.level == "note" and (bool(f.action) or is_asked))


# ---------------------------------------------------------------- the verdict


def _verdict(results: Results, tiles: Sequence[Tile], findings: Sequence[Finding]) -> str:
    """Return one sentence from goals and tiles, and the number of other findings that need
    attention. A goal about a tile's question is reported with the tile's alarm. Unfinished games
    come first, then findings by weight. The game is called sound only if no other finding needs
    attention, and the subject of a missed goal is not praised.
    """
    m = results.main.metrics
    if is_unfinished(m):
        return ends_words.unfinished_verdict(m)
    disputed = [f for f in findings if f.is_disputed]
    disagreed = _disagreed(results, tiles, disputed)
    missed = _missed(results, findings)
    named, others = _left_over(tiles, findings)
    tiles = sorted(tiles, key=lambda t: t.id != "broken")  # unfinished games come first
    unsaid = {
        t.id for t in tiles if any(_is_on(aim, t.id) for goal in missed for aim, _ in goal.missed)
    }
    if others or named or disagreed:
        unsaid.add("broken")
    good = [
        t.said for state in ("fine", "note") for t in tiles
        if t.state == state and t.said and t.id not in unsaid
    ]  # fmt: skip
    return verdict(
        Verdict(
            games=m.games,
            answered=answered_of(results),
            alarms=tuple(_alarms(tiles, missed, named, findings)),
            good=tuple(good),
            early=tuple(t.said for t in tiles if t.state == "open" and t.said),
            others=others,
            disagreed=disagreed,
            scored=score_verdict(m) if m.score is not None and not m.score.mean.withheld else "",
        )
    )


def _missed(results: Results, findings: Sequence[Finding]) -> list[JudgedGoal]:
    """Return the missed goals, except those on which kinds of player disagree."""
    if not any(f.chart == "goals" or f.goal for f in findings):
        return []
    disputed = {f.goal for f in findings if f.is_disputed}
    return [goal for goal in missed_of(results) if goal.goal not in disputed]


def _left_over(tiles: Sequence[Tile], findings: Sequence[Finding]) -> tuple[list[Finding], int]:
    """Return an alarm that has no tile, and the number of further alarms."""
    covered = {tile.anchor for tile in tiles if tile.state == "look"}
    covered |= {"ends"} if "holes" in covered else set()
    covered |= {"goals", "effect"}  # the verdict already contains these
    left = [f for f in findings if f.level == "look" and f.chart not in covered and not f.goal]
    named = [f for f in left if f.said and (f.weight >= HEAVY or len(left) == 1)][:1]
    return named, len(left) - len(named)


def _alarms(
    tiles: Sequence[Tile],
    missed: Sequence[JudgedGoal],
    named: Sequence[Finding],
    findings: Sequence[Finding],
) -> list[str]:
    """Return clauses about problems: unfinished games, goals, then other findings by weight."""
    weights = {f.chart: f.weight for f in reversed(findings) if f.level == "look"}
    ranked, left = [], list(missed)
    for t in tiles:
        if t.state == "look" and t.said:
            on = [goal for goal in left if all(_is_on(aim, t.id) for aim, _ in goal.missed)]
            left = [goal for goal in left if goal not in on]
            rank = 3 if t.is_last else FIRST.get(t.id, 2)
            clause = alarm_and_goals(t.said, [goal.goal for goal in on])
            ranked.append((rank, -weights.get(t.anchor, HEAVY), clause))
    ranked += [(FIRST["goals"], 0.0, missed_clause(left, MOST_GOALS))] if left else []
    ranked += [(2, -f.weight, f.said) for f in named]
    return [clause for *_, clause in sorted(ranked, key=lambda entry: entry[:2])]


def _is_on(aim: Aim, tile: str) -> bool:
    """Whether a measure answers the question of a tile."""
    return aim.measure.question == tile and tile in ("fair", "long")


def _disagreed(results: Results, tiles: Sequence[Tile], disputed: Sequence[Finding]) -> str:
    """Return the questions that two kinds of player answer differently, and their number."""
    if not disputed:
        return ""
    charts = {f.chart for f in disputed}
    questions = [t for t in tiles if t.anchor in charts and t.id in UNSURE and t.state == "open"]
    n = len([f for f in disputed if f.chart not in {t.anchor for t in questions}])
    kinds = [run.label for run in results.runs[:2]]
    return disagree(kinds, [UNSURE[t.id] for t in questions], n)


# ---------------------------------------------------------------- the tiles


def tiles_of(
    results: Results, readings: Sequence[Reading], findings: Sequence[Finding]
) -> tuple[Tile, ...]:
    """Return the tiles for these games, each with its state."""
    m = results.main.metrics
    made = [_long(results, readings), _broken(results, readings)]
    if m.is_contest:
        decided = [_decided(results, readings)] if m.has_course else []
        made = [_fair(results, readings), made[0], *decided, made[1]]
    else:
        made = [_well(m, readings), *made]
    if is_unfinished(m):
        words = ends_words.NOT_JUDGED
        made = [
            t if t.id == "broken"
            else replace(t, answer=words.answer, detail=words.detail, state="open", said="")
            for t in made
        ]  # fmt: skip
    return tuple(_doubted(t, findings) for t in made)


def _doubted(tile: Tile, findings: Sequence[Finding]) -> Tile:
    """Return a tile without an answer that names the kinds of player that disagree."""
    disputed = [f for f in findings if f.is_disputed and f.chart == tile.anchor]
    if not disputed or tile.state == "look" or tile.id not in UNSURE:
        return tile
    return replace(tile, state="open", said="", detail=f"{tile.detail}; {disputed[0].doubt}")


def _tile(
    question: Question, words: TileWords, picture: str, state: State, anchor: str,
    is_last: bool = False,
) -> Tile:  # fmt: skip
    asked = ASKED[question]
    return Tile(
        question, asked, words.answer, words.detail, picture, state, anchor, words.clause, is_last
    )


def _fair(results: Results, readings: Sequence[Reading]) -> Tile:
    reading = seats_of(results)
    words = seat_words.seats_tile(reading, is_alarm=level_of(readings, "seats") == "look")
    names = [str(side) for side in range(1, reading.sides.n + 1)]
    picture = mini_dots(reading.shares, reading.fair, names=names)
    return _tile("fair", words, picture, fair_state(reading, readings), "seats")


def _well(m: Metrics, readings: Sequence[Reading]) -> Tile:
    assert m.score is not None, "only where nobody competes"
    histogram = m.score.histogram
    picture = mini_columns(histogram, None) if len(histogram.values) > 1 else mini([])
    return _tile("well", score_tile(m), picture, well_state(m, readings), "scores")


def _long(results: Results, readings: Sequence[Reading]) -> Tile:
    reading = length_of(results)
    state = length_state(reading, readings)
    words = length_words.length_tile(reading, is_alarm=state == "look")
    picture = mini_columns(results.main.metrics.turns.histogram, reading.target)
    return _tile("long", words, picture, state, "length")


def _decided(results: Results, readings: Sequence[Reading]) -> Tile:
    m, reading = results.main.metrics, decided_of(results)
    runs_away = level_of(readings, "lead") == "look"
    if reading is not None:
        best = reading.insight.best_wins
        picture = mini_line([i / (len(best) - 1) for i in range(len(best))], best, mark=DECIDED)
        words = course_words.decided_tile(
            reading,
            is_alarm=level_of(readings, "arc") == "look",
            runs_away=runs_away,
            has_choice=m.agency.value > 0,
        )
        return _tile("decided", words, picture, decided_state(reading, readings), "arc")
    e, fair = m.leader_wins[4], 1 / m.sides.n
    words = course_words.lead_tile(e, fair, is_alarm=runs_away)
    if not math.isfinite(e.value):
        return _tile("decided", words, mini_dots([], None), "open", "")
    picture = mini_line([k / 10 for k in range(1, 10)], m.leader_wins, mark=fair)
    return _tile("decided", words, picture, lead_state(e, readings), "lead")


def _broken(results: Results, readings: Sequence[Reading]) -> Tile:
    reading = soundness(results, readings)
    words = ends_words.sound_tile(reading, results)
    picture = mini_parts(reading.unfinished)
    return _tile("broken", words, picture, reading.state, reading.anchor, reading.is_last)
