"""Who wins: seats, kinds of player, ties."""

from collections.abc import Iterator
from dataclasses import replace

from generator.model.measures import names_seats
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import searching
from generator.play.telling.findings.finding import (
    FALSE_ALARM,
    Backing,
    Finding,
    backing,
    disputes,
    of_games,
    opinion,
    second_opinion,
    who,
)
from generator.play.telling.numbers import (
    TO_FIVE,
    UNIT,
    capital,
    games_are,
    listed,
    more_games,
    number,
    percent,
    with_half,
)
from generator.play.telling.titles import UNFELT, edge_of, farthest, games_for_edge

MANY_TIES = 0.1
COARSE_POINTS = 2.0  # half an interval from which on points are told without decimals


def of_seats(results: Results, other: Metrics | None) -> Iterator[Finding]:
    """Whether seats are fair, who plays better, and how often nobody wins alone."""
    main, worth = results.main.metrics, results.pack.worth
    of_edge = list(_seats(results, other, worth.seats / 100))
    yield from of_edge
    if not any(f.is_disputed for f in of_edge):
        yield from _even(main)
    yield from _skill(main)
    yield from _ties(main, other, worth.ends / 100)


def _seats(results: Results, other: Metrics | None, least: float) -> Iterator[Finding]:
    main = results.main.metrics
    sides, fair = main.sides, 1 / main.sides.n
    seats, far = main.seats, farthest(main)
    e = seats.shares[far]
    if e.withheld:
        text = f"{games_are(main.games)} too few to say whether {sides.word}s are fair"
        more = f"play {games_to_go(main):,} more for {TO_FIVE}"
        if e.low > fair or e.high < fair:
            text = f"{text}, but {so_far(main, far)}, where {percent(fair, 0)} is even"
            more = f"play {e.needed - main.games:,} more to be sure"
        yield Finding(f"{text}: {more}.", 60, "note", chart="seats")
        return
    many = f"{main.players}-player games"
    if seats.fit.p < 0.05 and e.excludes(fair):
        edge = abs(e.value - fair)
        wins = f"wins {with_half(e)} of {many}"
        if e.value == 0:
            wins = f"won none of {main.games:,} games (it may win up to {percent(e.high, 0)})"
        text = f"The {sides.named(far)} {wins}; a fair share is {percent(fair, 0)}"
        is_sure = seats.fit.p <= FALSE_ALARM
        text += "." if edge >= least else ": too little to be felt at the table."
        action = _what_to_try(results) if edge >= least else ""
        if edge >= least and not is_sure:
            text += f" Of fair games {percent(seats.fit.p, 0)} show as much by chance."
            action = f"play {3 * main.games:,} more games to be sure"
        doubt, word = _seat_doubt(far, e, other, fair)
        yield Finding(
            text, min(97.0, 40 + 150 * edge / fair),
            "look" if edge >= least and is_sure else "note", "seats",
            doubt=doubt, action=action, fact=sides.wins[far],
            is_disputed=disputes(word, main, other),
        )  # fmt: skip
        return
    if seats.fit.p < 0.05:
        text = (
            f"{capital(sides.word)}s do not all win alike in {main.games:,} games, but which of "
            f"them is ahead takes more: {seats_said(main)}, {percent(fair, 0)} is fair."
        )
        yield Finding(text, 45, "note", "seats", action=f"play {3 * main.games:,} more games")
        return
    text = (
        f"No {sides.word} has an edge that {main.games:,} games can show: {seats_said(main)}, "
        f"{percent(fair, 0)} is fair."
    )
    edge, action = edge_of(main), ""
    if edge > UNFELT:  # as the first screen says: too early
        text = (
            f"Too early to say whether {sides.word}s are fair: {seats_said(main)}, "
            f"{percent(fair, 0)} is fair; an edge of {number(100 * edge, 0)} {UNIT} is possible."
        )
        action = f"play {games_for_edge(main):,} games to see one of {number(100 * UNFELT, 0)}"
    doubt = ""
    if other is not None and other.seats.fit.p < 0.05:
        gaps = [e.value - fair for e in other.seats.shares]
        s = gaps.index(max(gaps) if other.sides.n == 2 else max(gaps, key=abs))
        theirs = other.seats.shares[s]
        if theirs.excludes(fair):
            how = "disagree" if theirs.apart_from(seats.shares[s]) else "show one"
            doubt = f"{who(other)} {how}: the {sides.name(s)} wins {with_half(theirs)}"
    yield Finding(
        text, 30 + (40 if doubt else 0), "note" if doubt or edge > UNFELT else "fine", "seats",
        doubt=doubt, action=action,
    )  # fmt: skip


def games_to_go(main: Metrics) -> int:
    """How many more games would say of every seat what it wins, to ± 5 points; 0: none."""
    return max(max(more_games(e), e.needed - main.games) for e in main.seats.shares)


def so_far(main: Metrics, seat: int) -> str:
    """What a seat has won of games that are too few, in words."""
    e = main.seats.shares[seat]
    won = "all" if e.value == 1 else f"{percent(e.value, 0)} of" if e.value else "none of"
    return f"the {main.sides.named(seat)} has won {won} {main.games:,} so far"


def _what_to_try(results: Results) -> str:
    """How the numbers of the rules might make seats even: by the pack's goals, if any are on them.

    A goal in the command would stand in place of all that the pack has.
    """
    pack = results.pack
    if any(parameter.tune for parameter in pack.parameters.values()):
        has_own = any(names_seats(goal.measure) for goal in pack.goals)
        goal = [] if has_own else ["--goal", f"seats ±{pack.worth.seats:g}%"]
        return searching(results, *goal)
    main = results.main.metrics
    shares = [e.value for e in main.seats.shares]
    if max(shares) == shares[0]:
        return "let those who come later begin with something more"
    least = main.sides.named(shares.index(min(shares)))
    return f"let the {least} begin with something more"


def _even(main: Metrics) -> Iterator[Finding]:
    """The points that would make the seats even."""
    told = [(s, e) for s, e in enumerate(main.even, 1) if not e.withheld]
    if not told or not any(e.excludes(0) for _, e in told):
        return
    parts = []
    for s, e in told:
        seat = s
        if main.sides.n == 2 and e.value < 0:  # said of the one who gets them
            seat, e = 0, replace(e, value=-e.value, low=-e.high, high=-e.low)
        sign = "" if main.sides.n == 2 else "+" if e.value > 0 else ""
        digits = 0 if e.half >= COARSE_POINTS else 1
        value, low, high = (number(x, digits) for x in (e.value, e.low, e.high))
        points = "point" if value == "1" else "points"
        parts.append(f"{sign}{value} {points} ({low} to {high}) for the {main.sides.named(seat)}")
    text = (
        f"{capital(main.sides.word)}s would have been even with {listed(parts)}, added to the "
        "final scores of these games; players who know of it may play otherwise."
    )
    yield Finding(text, 39, "note", "seats")


def seats_said(main: Metrics) -> str:
    """How much seats win, or teams; of two it is enough to say it of one."""
    shares = main.seats.shares
    if main.sides.n == 2:
        return f"the {main.sides.named(0)} wins {with_half(shares[0])}"
    low, high = min(s.low for s in shares), max(s.high for s in shares)
    return f"every {main.sides.word} wins between {percent(low, 0)} and {percent(high, 0)}"


def _seat_doubt(
    seat: int, e: Estimate, other: Metrics | None, fair: float
) -> tuple[str, Backing | None]:
    if other is None:
        return "", None
    theirs = other.seats.shares[seat]
    if theirs.withheld:
        return "", None
    word = backing(e, theirs, fair)
    return opinion(other, word, with_half(theirs)), word


def _skill(main: Metrics) -> Iterator[Finding]:
    fair = 1 / main.sides.n
    for player in main.skill:
        e = player.share
        if e.withheld or not e.excludes(fair) or e.value < fair:
            continue
        even = f"{percent(fair, 0)} would be even"
        text = f"{player.spec} wins {with_half(e)} of its games, where {even}"
        if player.most < 1:
            text += f" and {percent(player.most, 0)} the most: it sits on several seats at once"
        text += "."
        yield Finding(text, 45, "note", chart="skill")


def _ties(main: Metrics, other: Metrics | None, least: float) -> Iterator[Finding]:
    e = main.seats.tied
    if e.withheld or e.low <= max(MANY_TIES, least):
        return
    doubt, word = second_opinion(e, other, lambda m: m.seats.tied, worse=1)
    several = f"with several {main.sides.player}s in first place"
    tied = "in a tie" if main.sides.n == 2 else several
    text = f"{capital(of_games(e))} end {tied}."
    more = "a second tie-break" if main.breaks_ties else "a tie-break"
    yield Finding(
        text, min(97.0, 20 + 100 * e.value), "look" if e.value > 0.25 else "note", "ends",
        doubt=doubt, action=f"add {more}, or finer points", fact="tied games",
        is_disputed=disputes(word, main, other),
    )  # fmt: skip
