"""Sentences of reports about fairness: seats or teams, kinds of player, ties, and compensation."""

import math
from collections.abc import Sequence
from dataclasses import replace

from generator.model.letters import capital
from generator.play.measures.metrics import Metrics, Player
from generator.play.measures.results import Results
from generator.play.readings.seats import (
    UNFELT,
    PointsReading,
    SeatReading,
    SkillReading,
    TieReading,
)
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import searching
from generator.play.telling.numbers import (
    TO_FIVE,
    UNIT,
    about,
    counted,
    games_are,
    listed,
    number,
    percent,
    signed,
    with_half,
)
from generator.play.telling.words.common import (
    TOO_EARLY,
    TileWords,
    Words,
    of_games,
    opinion_said,
    players_of,
)

QUESTION = "Is it fair?"
OPEN = "whether it is fair"  # clause after "too early to say" or "players disagree about"
COARSE_POINTS = 2.0  # half width of an interval from which points have no decimals
LAST_SEES = (
    "moves are chosen in secret, bots.py has no `value`, and a greedy player who chooses last sees "
    "the result while the others do not"
)
COUNT_IT = "write a `value` that counts what is chosen as if it were already revealed (WRITING.md)"


# ---------------------------------------------------------------- seats or teams


def seats(reading: SeatReading, results: Results) -> Words:
    """Return the finding on whether seats win equally often."""
    return Words(_sentence(reading), _advice(reading, results), _doubt(reading))


def _sentence(r: SeatReading) -> str:
    sides, e = r.sides, r.estimate
    games, word = f"{r.games:,} games", r.sides.word
    if r.state == "few":
        text = f"{games_are(r.games)} too few to say whether {word}s are fair"
        if r.is_one_sided:
            text += f", but {_so_far(r)} ({_fair(r)})"
        return f"{text}: {_games_for_few(r)}."
    if r.state == "open":
        edge = f"an advantage of {_points(r.reach)} is possible"
        return f"{TOO_EARLY} whether {word}s are fair: {_range(r)}; {_fair(r)}, and {edge}."
    if r.state == "none":
        return f"No {word} advantage detected in {games}: {_range(r)}; {_fair(r)}."
    if r.state == "unlike":
        return (
            f"Win rates differ between {word}s; more games are needed to say which {word} leads: "
            f"{_range(r)}; {_fair(r)}."
        )
    wins = f"wins {with_half(e)} of {sides.seats}-player games"
    if e.value == 0:
        wins = f"won none of {games} (its share may be up to {percent(e.high)})"
    text = f"The {sides.named(r.side)} {wins}; {_fair(r)}"
    if r.state == "small":
        return f"{text}: too small a difference to notice in play."
    if r.state == "chance":
        return f"{text}. A fair game shows as much by chance in {percent(r.p, 0)} of such runs."
    return f"{text}."


def _advice(r: SeatReading, results: Results) -> str:
    if r.state in ("open", "unlike", "chance"):
        return _advice_on_games(r)
    if r.remedy == "suggest":
        # A goal in the command would replace all goals of the pack.
        goal = [] if r.has_goal else ["--goal", f"seats ±{results.pack.worth.seats:g}%"]
        return searching(results, *goal)
    if r.remedy == "help the later":
        return f"let players in later {r.sides.word}s begin with something more"
    if r.remedy == "help the weakest":
        return f"let the {r.sides.named(r.weakest)} begin with something more"
    return ""


def _doubt(r: SeatReading) -> str:
    if r.opinion is None or r.dissenter is None:
        return opinion_said(r.opinion)
    verb = "disagree" if r.opinion.backing == "disagree" else "show an advantage"
    wins = f"the {r.sides.name(r.dissenter)} wins {with_half(r.opinion.estimate)}"
    return f"{players_of(r.opinion.agents)} {verb}: {wins}"


def seats_tile(r: SeatReading, *, is_alarm: bool) -> TileWords:
    """Return the tile on whether the game is fair; `is_alarm` is true if it needs attention."""
    e, name, fair = r.estimate, r.sides.name(r.side), _fair(r)
    if r.state == "few":
        shares = _so_far(r) if r.is_one_sided else _range(r)
        return TileWords(TOO_EARLY, f"{capital(shares)}; {fair}: {_games_for_few(r)}", OPEN)
    if r.state in ("open", "unlike", "chance"):
        edge = f"An advantage of up to {_points(r.reach)} is possible"
        detail = f"{capital(_range(r))}; {fair}. {edge}; {_advice_on_games(r)}"
        return TileWords(TOO_EARLY, detail, OPEN)
    if r.state == "none":
        clause = "fair as far as these games show"
        return TileWords(f"No {r.sides.word} advantage", f"{capital(_range(r))}; {fair}", clause)
    answer, detail = f"{capital(name)} wins {about(e)}", f"{with_half(e)} of the games; {fair}"
    clause = f"the {r.sides.named(r.side)} wins {with_half(e)} "
    clause += f"against a fair share of {percent(r.fair, 0)}"
    if e.value == 0:
        answer, detail = f"{capital(name)} never wins", f"In {r.games:,} games; {fair}"
        clause = f"the {r.sides.named(r.side)} never wins"
    return TileWords(answer, detail, clause if is_alarm else "nearly fair")


def seats_title(r: SeatReading) -> str:
    """Return the title of the chart of seats."""
    word, games = r.sides.word, counted(r.games, "game")
    if r.has_edge:
        return f"The {r.sides.named(r.side)} wins {with_half(r.estimate)}; {_fair(r)}"
    if r.state == "unlike":
        return f"Win rates differ between {word}s, but which {word} leads is open"
    if r.state == "none":
        return f"No {word} advantage detected in {games}"
    return f"{capital(word)}s may be up to {_points(r.reach)} from a fair share after {games}"


def _fair(r: SeatReading) -> str:
    return f"a fair share is {percent(r.fair, 0)}"


def _points(share: float) -> str:
    return f"{number(100 * share, 0)} {UNIT}"


def _range(r: SeatReading) -> str:
    """Return the shares of sides; of two sides, the first share is enough."""
    if r.sides.n == 2:
        return f"the {r.sides.named(0)} wins {with_half(r.shares[0])}"
    low, high = min(e.low for e in r.shares), max(e.high for e in r.shares)
    return f"every {r.sides.word} wins between {percent(low, 0)} and {percent(high, 0)}"


def _so_far(r: SeatReading) -> str:
    e = r.estimate
    won = "all" if e.value == 1 else f"{percent(e.value, 0)} of" if e.value else "none of"
    return f"the {r.sides.named(r.side)} has won {won} {r.games:,} so far"


def _games_for_few(r: SeatReading) -> str:
    aim = "to be sure" if r.is_one_sided else f"for {TO_FIVE}"
    return f"play {r.games_needed:,} more games {aim}"


def _advice_on_games(r: SeatReading) -> str:
    if r.state == "open":
        return f"play {r.games_needed:,} games to detect one of {number(100 * UNFELT, 0)}"
    return f"play {r.games_needed:,} more games{' to be sure' * (r.state == 'chance')}"


# ---------------------------------------------------------------- compensation, skill, ties


def points(reading: PointsReading, results: Results) -> Words:
    """Return the finding about the points that would have made sides even."""
    sides = reading.sides
    parts = []
    for side, e in reading.points:
        value, low, high = (number(x, _digits(e)) for x in (e.value, e.low, e.high))
        sign = "+" if sides.n > 2 and e.value > 0 else ""
        unit = "point" if value == "1" else "points"
        parts.append(f"{sign}{value} {unit} ({low} to {high}) for the {sides.named(side)}")
    return Words(
        f"{capital(sides.word)}s would have been even with {listed(parts)} added to the final "
        f"scores; players who know of the bonus may play differently."
    )


def _digits(e: Estimate) -> int:
    return 0 if e.half >= COARSE_POINTS else 1


def skill(reading: SkillReading, results: Results) -> Words:
    """Return the finding that one kind of player wins more than its share."""
    text = f"{reading.player} wins {with_half(reading.share)} of its games; a fair share is "
    text += percent(reading.fair, 0)
    if reading.most < 1:
        text += f", and the most it can win is {percent(reading.most, 0)}, because it sits in "
        text += "several seats"
    return Words(f"{text}.")


def ties(reading: TieReading, results: Results) -> Words:
    """Return the finding that many games have several winners."""
    several = f"with several {reading.sides.player}s in first place"
    tied = "in a tie" if reading.sides.n == 2 else several
    more = "a second tie-break" if reading.breaks_ties else "a tie-break"
    text = f"{capital(of_games(reading.tied))} end {tied}."
    return Words(text, f"add {more}, or score in finer steps", opinion_said(reading.opinion))


def secrets(words: Words, *, is_disputed: bool) -> Words:
    """Return the finding that greedy players choose in secret by the score alone, so that the last
    player sees more.
    """
    if is_disputed:
        doubt, action = f"{words.doubt}: {LAST_SEES}", f"{COUNT_IT}, or {words.action}"
    else:
        doubt = f"{words.doubt}; {LAST_SEES}" if words.doubt else LAST_SEES
        action = f"first {COUNT_IT}"
    return replace(words, doubt=doubt, action=action)


def seats_note(m: Metrics) -> str:
    """Return the note below the chart of seats, about the share of tied games."""
    if not m.seats.tied.value > 0:
        return ""
    tied = "had several winners; each counts in part"
    if m.sides.n == 2:
        tied = "were tied; they count half for each"
    return f"{with_half(m.seats.tied)} of the games {tied}."


def seats_technical(m: Metrics) -> str:
    """Return the note on the chance that equal seats differ as much, and on the difference of the
    best and the worst seat.
    """
    fit, gap, side = m.seats.fit, m.seats.gap, m.sides.word
    often = "less than 0.1 %" if fit.p < 0.001 else percent(fit.p)
    text = f"If all {side}s were equal, they would differ at least this much in {often} of such "
    text += f"runs ({fit.method})."
    best = f" Best minus worst {side}: {signed(gap)} {UNIT}." if math.isfinite(gap.half) else ""
    return f"{text}{best}"


def skill_title(players: Sequence[Player]) -> str:
    """Return the title of the chart of players."""
    best = max(players, key=lambda p: p.share.value)
    return f"{best.spec} wins {with_half(best.share)} of its seats' games"
