"""The first screen of a simulation: one sentence of verdict, and tiles that each answer a question.

Is it fair, how long is it, when is it decided, does it break? Where nobody competes, how well does
it go? A tile judges nothing by itself: it is as alarming as the weightiest finding of its charts.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from generator.play.measures.aims import Aim
from generator.play.measures.chances import DECIDED
from generator.play.measures.metrics import Metrics
from generator.play.measures.ratios import rate_of
from generator.play.measures.results import (
    Results,
)
from generator.play.readings.course import OWN, decided_of
from generator.play.readings.ends import is_unfinished, unfinished, worst_end
from generator.play.readings.length import length_of
from generator.play.readings.reading import ANSWER
from generator.play.readings.seats import seats_of
from generator.play.telling.charts.minis import (
    mini,
    mini_columns,
    mini_dots,
    mini_line,
    mini_parts,
)
from generator.play.telling.findings.finding import Finding
from generator.play.telling.findings.goals import missed_of
from generator.play.telling.findings.trials import answered_of
from generator.play.telling.numbers import (
    capital,
    games_are,
    listed,
)
from generator.play.telling.tiles import (
    ASKED,
    FirstScreen,
    State,
    Tile,
    rest_of,
)
from generator.play.telling.words import course as course_words
from generator.play.telling.words import length as length_words
from generator.play.telling.words import seats as seat_words
from generator.play.telling.words.course import decided_tile, lead_tile
from generator.play.telling.words.ends import ends_tile, holes_tile, sound_tile, unfinished_verdict
from generator.play.telling.words.length import length_tile
from generator.play.telling.words.scores import score_tile, score_verdict
from generator.play.telling.words.seats import seats_tile

ASKED_FOR = ("restricted", "kingmaking", "effect", "effects")  # charts of what was asked besides
UNSURE = {
    "fair": seat_words.OPEN,
    "long": length_words.OPEN,
    "decided": course_words.OPEN,
}
FIRST = {"broken": 0, "goals": 1}  # of what the verdict alarms about
BREAKS = 30.0  # a finding of such weight says that the game breaks; a lighter one comes last
HEAVY = 60.0  # a finding of such weight is named in the verdict
MOST_GOALS = 2  # that the verdict names when they are missed


def screen_of_results(results: Results, findings: Sequence[Finding], most: int = 5) -> FirstScreen:
    """The first screen of a simulation: the tiles, a verdict on them, the findings to act on."""
    tiles = _of_results(results, findings)
    charts = (*ASKED_FOR, *(("luck",) if results.options.luck else ()))
    picked = [f for f in findings if _calls_for_something(f, charts)]
    first = sorted(picked, key=lambda f: _urgency(f, charts))[:most]
    covered = {tile.anchor for tile in tiles if tile.state == "look"}
    covered |= {"ends"} if "holes" in covered else set()
    has_goals = any(f.chart == "goals" or f.goal for f in findings)
    missed = missed_of(results) if has_goals else []
    disputed = [f for f in findings if f.is_disputed]
    missed = [goal for goal in missed if goal[0].goal not in {f.goal for f in disputed}]
    covered |= {"goals", "effect"}  # the verdict has them
    left = [f for f in findings if f.level == "look" and f.chart not in covered and not f.goal]
    heavy = [f for f in left if f.said and (f.weight >= HEAVY or len(left) == 1)][:1]
    others = len(left) - len(heavy)
    weights = {f.chart: f.weight for f in reversed(findings) if f.level == "look"}
    verdict = _verdict(
        results.main.metrics, tiles, missed, others, answered_of(results), heavy,
        _disagreed(results, tiles, disputed), weights,
    )  # fmt: skip
    return FirstScreen(verdict, tiles, tuple(first), rest_of(findings, first, verdict))


def _urgency(f: Finding, charts: Collection[str]) -> int:
    """What was asked for comes before alarms, these before the rest; else by weight."""
    is_answer = f.chart in charts and f.weight >= ANSWER
    return 0 if is_answer else 1 if f.level == "look" else 2


def _calls_for_something(f: Finding, charts: Collection[str]) -> bool:
    """Whether a designer can do something about it, or asked for it."""
    is_asked = f.chart in charts or f.chart.startswith(OWN)
    return f.level == "look" or (f.level == "note" and (bool(f.action) or is_asked))


def _verdict(
    m: Metrics, tiles: Sequence[Tile], missed: Sequence[Sequence[Aim]], others: int,
    answered: str, named: Sequence[Finding], disagreed: str, weights: Mapping[str, float],
) -> str:  # fmt: skip
    """What the goals and the tiles say together, and how many findings besides need a look.

    `named`: alarms besides those of the tiles; `disagreed`: what kinds of player disagree about.
    A goal on what a tile alarms about is told with that alarm. Of what breaks nothing the
    weightiest is told first, as among the findings; `weights`: of the alarms on each chart.

    `answered`: what is said of what was asked for besides; it comes first.
    It is called sound only where nothing besides what is said needs a look, and nothing good is
    said of what a missed goal is on.
    """
    if is_unfinished(m):
        return unfinished_verdict(m)
    tiles = sorted(tiles, key=lambda t: t.id != "broken")  # what breaks is said first
    unsaid = {t.id for t in tiles if any(_is_on(aim, t.id) for goal in missed for aim in goal)}
    if others or named or disagreed:
        unsaid.add("broken")
    good = [
        t.said for state in ("fine", "note") for t in tiles
        if t.state == state and t.said and t.id not in unsaid
    ]  # fmt: skip
    ranked = []
    for t in tiles:
        if t.state == "look" and t.said:
            on = [goal for goal in missed if all(_is_on(aim, t.id) for aim in goal)]
            missed = [goal for goal in missed if goal not in on]
            quoted = [f"“{goal[0].goal}”" for goal in on]
            goal_said = f" (it misses your goal {listed(quoted)})" if quoted else ""
            rank = 3 if t.is_last else FIRST.get(t.id, 2)
            ranked.append((rank, -weights.get(t.anchor, HEAVY), f"{t.said}{goal_said}"))
    ranked += [(FIRST["goals"], 0.0, _missing(missed))] if missed else []
    ranked += [(2, -f.weight, f.said) for f in named]
    alarms = [clause for *_, clause in sorted(ranked, key=lambda entry: entry[:2])]
    parts = []
    if alarms:
        head = "Look at this, too" if answered else "Look at this first"
        parts.append(f"{head}: {_listed(alarms)}")
    if good:
        it = "the game" if answered else "it"
        it = f"otherwise {it}" if alarms and not others else it
        parts.append(f"{capital(it)} is {listed(good)}")
    if not parts and not others and not disagreed:
        parts.append(f"{games_are(m.games)} a first glance")
    text = ". ".join(parts)
    more = []
    if early := [t.said for t in tiles if t.state == "open" and t.said]:
        more.append(f"too early to say {listed(early)}")
    if others:
        needs = "one finding below needs" if others == 1 else f"{others} findings below need"
        more.append(f"{needs} a look{' too' if alarms else ''}")
    more += [disagreed] if disagreed else []
    if m.score is not None and not m.score.mean.withheld:
        answered += f"{' ' if answered else ''}{score_verdict(m)}."
    return f"{answered}{' ' if answered else ''}{capital('; '.join(filter(None, [text, *more])))}."


def _is_on(aim: Aim, tile: str) -> bool:
    """Whether a number is what a tile asks for."""
    return aim.measure.question == tile and tile in ("fair", "long")


def _listed(alarms: Sequence[str]) -> str:
    """Alarms in a row, those that hold a comma apart."""
    return "; ".join(alarms) if any("," in alarm for alarm in alarms) else listed(alarms)


def _missing(missed: Sequence[Sequence[Aim]]) -> str:
    """Which goals are missed, in a few words."""
    if len(missed) > MOST_GOALS:
        return f"it misses {len(missed)} of your goals"
    quoted = [f"“{goal[0].goal}”" for goal in missed]
    return f"it misses your goal{'s' * (len(missed) > 1)} {listed(quoted)}"


def _of_results(results: Results, findings: Sequence[Finding]) -> tuple[Tile, ...]:
    m = results.main.metrics
    made = [_long(results, findings), _broken(results, findings)]
    if m.is_contest:
        decided = [_decided(results, findings)] if m.has_course else []
        made = [_fair(results, findings), made[0], *decided, made[1]]
    else:
        made = [_well(m, findings), *made]
    if is_unfinished(m):
        text = "Nothing can be said while the games do not end"
        made = [
            t if t.id == "broken"
            else replace(t, answer="Not judged", detail=text, state="open", said="")
            for t in made
        ]  # fmt: skip
    return tuple(_doubted(t, findings) for t in made)


def _doubted(tile: Tile, findings: Sequence[Finding]) -> Tile:
    """A tile on which kinds of player disagree leaves its question open and says who disagrees."""
    disputed = [f for f in findings if f.is_disputed and f.chart == tile.anchor]
    if not disputed or tile.state == "look" or tile.id not in UNSURE:
        return tile
    return replace(tile, state="open", said="", detail=f"{tile.detail}; {disputed[0].doubt}")


def _disagreed(results: Results, tiles: Sequence[Tile], disputed: Sequence[Finding]) -> str:
    """Which questions two kinds of player answer otherwise, and how many findings besides."""
    if not disputed:
        return ""
    charts = {f.chart for f in disputed}
    questions = [t for t in tiles if t.anchor in charts and t.id in UNSURE and t.state == "open"]
    about = [UNSURE[t.id] for t in questions]
    n = len([f for f in disputed if f.chart not in {t.anchor for t in questions}])
    about += [f"{'one finding' if n == 1 else f'{n} findings'} below"] if n else []
    kinds = listed([run.label for run in results.runs[:2]])
    return f"{kinds} players disagree about {listed(about)}"


def _state(findings: Sequence[Finding], *charts: str) -> State:
    """The most alarming level of the findings of these charts."""
    levels = {f.level for f in findings if f.chart in charts}
    return "look" if "look" in levels else "note" if "note" in levels else "fine"


def _fair(results: Results, findings: Sequence[Finding]) -> Tile:
    reading, level = seats_of(results), _state(findings, "seats")
    words = seats_tile(reading, is_alarm=level == "look")
    names = [str(side) for side in range(1, reading.sides.n + 1)]
    picture = mini_dots(reading.shares, reading.fair, names=names)
    state: State = "fine" if reading.state == "none" else level
    if reading.state in ("few", "open", "unlike", "chance"):
        state = "open"
    return Tile(
        "fair", ASKED["fair"], words.answer, words.detail, picture, state, "seats", words.clause
    )


def _well(m: Metrics, findings: Sequence[Finding]) -> Tile:
    assert m.score is not None, "only where nobody competes"
    words, values = score_tile(m), m.score.histogram.values
    picture = mini_columns(m.score.histogram, None) if len(values) > 1 else mini([])
    state = "open" if m.score.mean.withheld else _state(findings, "scores")
    return Tile(
        "well", ASKED["well"], words.answer, words.detail, picture, state, "scores", words.clause
    )


def _long(results: Results, findings: Sequence[Finding]) -> Tile:
    reading, state = length_of(results), _state(findings, "length")
    if reading.is_open:
        state = "open"
    elif reading.aim == "none":
        state = "note"
    elif reading.aim == "off" and not any(f.is_disputed for f in findings if f.chart == "length"):
        state = "look"
    words = length_tile(reading, is_alarm=state == "look")
    turns = results.main.metrics.turns.histogram
    picture = mini_columns(turns, reading.target)
    return Tile(
        "long", ASKED["long"], words.answer, words.detail, picture, state, "length", words.clause
    )


def _decided(results: Results, findings: Sequence[Finding]) -> Tile:
    m, question = results.main.metrics, ASKED["decided"]
    reading = decided_of(results)
    if reading is not None:
        insight, state = reading.insight, _state(findings, "arc")
        at = [i / (len(insight.best_wins) - 1) for i in range(len(insight.best_wins))]
        picture = mini_line(at, insight.best_wins, mark=DECIDED)
        words = decided_tile(
            reading,
            is_alarm=state == "look",
            runs_away=_state(findings, "lead") == "look",
            has_choice=m.agency.value > 0,
        )
        if reading.is_vague:
            state = "open"
        elif state == "fine" and not reading.is_late:
            state = "note"
        return Tile(
            "decided", question, words.answer, words.detail, picture, state, "arc", words.clause
        )
    e, fair = m.leader_wins[4], 1 / m.sides.n
    state = _state(findings, "lead")
    words = lead_tile(e, fair, is_alarm=state == "look")
    if not math.isfinite(e.value):
        return Tile(
            "decided", question, words.answer, words.detail, mini_dots([], None), "open", ""
        )
    picture = mini_line([k / 10 for k in range(1, 10)], m.leader_wins, mark=fair)
    if e.withheld or not math.isfinite(e.half):
        state = "open"
    return Tile(
        "decided", question, words.answer, words.detail, picture, state, "lead", words.clause
    )


def _broken(results: Results, findings: Sequence[Finding]) -> Tile:
    m, least = results.main.metrics, results.pack.worth.ends / 100
    holes = [f for f in findings if f.chart == "holes" and f.level == "look"]
    anchor, is_last = "holes", False
    state: State = "look"
    end = worst_end(m)
    if end is not None:
        is_small = unfinished(m) < least and not holes
        state = "note" if is_small else "look"
        words = ends_tile(*end, m.games, is_small=is_small)
    elif holes:
        words, is_last = holes_tile([f.text for f in holes]), holes[0].weight < BREAKS
    else:
        most = rate_of(0, m.games).high
        alarms = [f.fact for f in findings if f.chart == "supplies" and f.level == "look"]
        out = [fact.words for fact in alarms if fact is not None]
        words = sound_tile(m.games, most, least, out)
        state, anchor = ("open", "ends") if most > least else ("fine", "ends")
        if out and state == "fine":
            state, anchor = "note", "supplies"
    picture = mini_parts(unfinished(m))
    return Tile(
        "broken", ASKED["broken"], words.answer, words.detail, picture, state, anchor, words.clause,
        is_last,
    )  # fmt: skip
