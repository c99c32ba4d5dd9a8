"""The sentences and titles of a ladder: strength, steps, ceiling, duels, seats."""

import math
from collections.abc import Sequence

from generator.model.letters import capital
from generator.play.readings.reading import Reading
from generator.play.statistics.inference import Estimate
from generator.play.studies.ladder.answer import Ladder, Step
from generator.play.studies.ladder.readings import (
    CeilingReading,
    DuelReading,
    LeadReading,
    NobodyLosesReading,
    StepReading,
    StrengthReading,
    TooFewReading,
)
from generator.play.telling.finding import Finding, finding_of
from generator.play.telling.numbers import UNIT, listed, number, percent, with_half
from generator.play.telling.words.common import Words

CEILING_NOTE = (
    "The same search, but it sees everything hidden and all draws to come. It is a yardstick; "
    "nobody can play like that."
)
FITTED = "Fitted to who won (Plackett–Luce), with the worth of each seat as a term of its own."
JOINT = (
    "The intervals hold together: each is wider than one of 95 % alone, so that some pair is "
    "wrongly told apart in at most 5 % of ladders (Šidák)."
)


def finding(reading: Reading, ladder: Ladder) -> Finding:
    """Return the finding for a reading."""
    words: Words = WORDS[type(reading)](reading, ladder)  # type: ignore[operator]
    return finding_of(reading, words)


def step(reading: StepReading, ladder: Ladder) -> Words:
    """Return the finding about one pair."""
    s, e = reading.step, reading.step.share
    text = f"{_pairing(s, ladder)} wins {with_half(e)}; {_fair(ladder)}"
    if reading.state in ("stronger", "odd") and reading.better != s.alone:
        text = f"{reading.better} is stronger than {reading.worse}: {text}"
    if reading.state == "stronger":
        return Words(f"{text}.")
    if reading.state == "odd":
        return Words(f"{text}: the one that thinks more plays worse.")
    if reading.state == "few":
        action = f"play {reading.games_needed:,} games in all"
        return Words(f"{text}: {e.n:,} games are too few to say which plays better.", action)
    most = f"{number(100 * reading.most, 0)} {UNIT}"
    if reading.state == "no gain":
        return Words(f"{text}: no gain from longer thinking detected; it is at most {most}.")
    return Words(f"{text}: neither plays better by more than {most}.")


def ceiling(reading: CeilingReading, ladder: Ladder) -> Words:
    """Return the finding about the strongest searcher's gain from seeing all hidden information."""
    e, spec = reading.step.share, reading.step.others
    if reading.state == "few":
        text = f"Too few games to say what {spec} would gain by seeing everything"
        return Words(f"{text}: play {reading.games_needed:,} in all.")
    text = f"If it saw everything hidden and all draws to come, {spec} would win {with_half(e)} "
    text += f"against itself (that is cheating, as a yardstick); {_fair(ladder)}. "
    if reading.state == "gains":
        return Words(f"{text}The difference is luck, or could still be won by guessing better.")
    most = f"{number(100 * reading.most, 0)} {UNIT}"
    return Words(f"{text}No cost of hidden information detected; it is at most {most}.")


def too_few(reading: TooFewReading, ladder: Ladder) -> Words:
    """Return the finding that there are too few games."""
    each = "a pair" if reading.what == "duels" else "a pairing"
    asked = {
        "shares": "what share of the games each player wins",
        "strength": "how strong each player is",
        "duels": "who beats whom",
    }[reading.what]
    text = f"{ladder.games:,} games, {ladder.each:,} {each}, are too few to say {asked}"
    return Words(f"{text}: play {reading.games_needed:,} in all.")


def strength(reading: StrengthReading, ladder: Ladder) -> Words:
    """Return the finding about the difference between the first agent and the last."""
    wins, loses = reading.wins.spec, reading.loses.spec
    near = f"{number(reading.near, 0)} Elo points"
    if reading.state == "unsure":
        games = f" in {ladder.games:,} games" if reading.level == "note" else ""
        return Words(f"No difference in strength between {wins} and {loses} detected{games}.")
    if reading.state == "always":
        text = f"{wins} wins all or nearly all games against {loses}: it is at least {near} "
        text += "stronger (only games that it loses would show how much more)"
    else:
        is_vague = reading.state == "vague"  # only the certain part is reported
        odds = 10 ** ((reading.near if is_vague else abs(reading.elo.value)) / 400)
        word = "at least" if is_vague else "about"
        many = "over a thousand" if odds > 1000 else f"{word} {_odds(odds)}"
        size = f"{near} or more" if is_vague else f"{limits_of(reading.elo)} Elo points"
        text = f"{wins} wins {many} games against {loses} for each it loses ({size})"
    verdict = ": the game rewards thought" if reading.rewards_thought else ""
    return Words(f"{text}{verdict}.{_lead(reading.lead)}")


def duel(reading: DuelReading, ladder: Ladder) -> Words:
    """Return the finding about a kind of player that wins or loses against every other."""
    verb = "beat" if reading.is_better else "lose against"
    against = ", ".join(f"{with_half(d.share)} against {d.other}" for d in reading.duels)
    text = f"{capital(reading.player)} players {verb} every other kind: {against}; {_fair(ladder)}"
    return Words(f"{text}{'' if reading.is_better else ': there is no reason to play like this'}.")


def nobody_loses(reading: NobodyLosesReading, ladder: Ladder) -> Words:
    """Return the finding that no kind of player loses against every other."""
    return Words(
        f"No kind of player loses against every other, as far as {ladder.each:,} games a pair "
        "show: each holds its own against somebody."
    )


WORDS = {
    StepReading: step,
    CeilingReading: ceiling,
    TooFewReading: too_few,
    StrengthReading: strength,
    DuelReading: duel,
    NobodyLosesReading: nobody_loses,
}


def limits_of(e: Estimate) -> str:
    """Return the bounds of an interval, positive for the side that is ahead."""
    low, high = sorted((abs(e.low), abs(e.high)))
    return f"{number(low, 0)} to {number(high, 0)}"


def _lead(reading: LeadReading | None) -> str:
    """Return a sentence about the strongest agent and its lead over the second agent."""
    if reading is None:
        return ""
    best, following, e = reading.lead.best, reading.lead.next, reading.lead.elo
    if reading.state == "level":
        return f" Which is the strongest is open: {best} and {following} came out level."
    if reading.state == "open":
        return (
            f" Which is the strongest is open: {best} came out first and {following} second, too "
            "close to call."
        )
    if reading.state == "always":
        return (
            f" {best} is the strongest: it also wins all or nearly all games against {following}, "
            f"the next best (at least {number(e.low, 0)} Elo points)."
        )
    size = f"{with_half(e, False)} Elo points"
    return f" {best} is the strongest, {size} above {following}, the next best."


def _fair(ladder: Ladder) -> str:
    return f"a fair share is {percent(1 / ladder.sides.n, 0)}"


def _pairing(s: Step, ladder: Ladder) -> str:
    others = ladder.sides.n - 1
    return f"{s.alone} {'against' if others == 1 else f'alone among {others}'} {s.others}"


def _odds(odds: float) -> str:
    return number(odds, 0 if odds >= 10 else 1)


# ---------------------------------------------------------------- charts


def strength_title(ladder: Ladder) -> str:
    """Return the title of the chart of ratings."""
    top = ladder.rungs[-1]
    if top.elo.withheld:
        return "Too few games to say how strong each player is"
    return f"{top.spec} is {with_half(top.elo, False)} Elo above {ladder.rungs[0].spec}"


def strength_note(ladder: Ladder) -> str:
    """Return the note on the meaning of Elo, and on bounds without a lost game."""
    note = "400 points are ten wins for each loss."
    if any(math.isinf(r.elo.high) for r in ladder.rungs):
        note += " “At least” grows with the number of games: where none is lost, "
        note += f"{ladder.each:,} a pairing show no more. So equal bounds are not equal steps."
    return note


def step_title(s: Step) -> str:
    """Return the title of the chart of steps, from the last step."""
    return f"{s.alone} wins {with_half(s.share)} against {s.others}"


def ceiling_title(s: Step) -> str:
    """Return the title of the chart of the ceiling."""
    return f"{s.others} that sees everything wins {with_half(s.share)}"


def duels_title(ladder: Ladder) -> str:
    """Return the title of the table of duels."""
    if any(d.share.withheld for d in ladder.duels):
        return "Too few games to say who loses against every other kind"
    dominated = ladder.dominated()
    if dominated:
        return f"{capital(listed(dominated))} players lose against every other kind"
    return "No kind of player loses against every other"


def duels_note(ladder: Ladder) -> str:
    """Return the note on how to read the table of duels."""
    fair, others = percent(1 / ladder.sides.n, 0), ladder.sides.n - 1
    alone = "" if others == 1 else f", alone among {others} of them"
    return (
        f"What the player of each row wins against those of each column{alone}; seats are rotated. "
        f"▲ clearly more than a fair share ({fair}); ▼ clearly less."
    )


def seats_title(ladder: Ladder, seats: Sequence[Estimate], far: int) -> str:
    """Return the title of the chart of seats. `far` is the seat farthest from the mean."""
    sides, e = ladder.sides, seats[far]
    if e.withheld:
        return f"Too few games to say which {sides.word} is worth more among equal players"
    if e.excludes(0):
        more = "more" if e.value > 0 else "less"
        return f"Among equal players the {sides.name(far)} is worth {more} than the average"
    return f"No {sides.word} is clearly worth more than another among equal players"
