"""The sentences and titles of a search for the smallest change: answer, proofs, price."""

import re
from collections.abc import Mapping, Sequence

from generator.model.letters import capital
from generator.model.pack import Scalar
from generator.play.measures.aims import Aim
from generator.play.measures.ratios import POINTS
from generator.play.measures.results import Difference
from generator.play.readings.reading import Reading
from generator.play.statistics.inference import LEVEL
from generator.play.studies.suggest.answer import (
    Proof,
    Stuck,
    Suggestion,
    Verdict,
)
from generator.play.studies.suggest.phrases import held_against, said, together
from generator.play.studies.suggest.readings import (
    MOST_NAMED,
    AloneReading,
    AnswerReading,
    BeyondRange,
    ByHandReading,
    ColumnReading,
    IdleReading,
    MovedReading,
    PriceReading,
    SecondReading,
    SmallerReading,
    beyond_range,
    edges,
    is_uneven,
    lacking,
    may_stay,
    misses,
    more_time,
    objection,
    out_of_reach,
    prices,
    stronger,
    unconfirmed,
    unseen,
)
from generator.play.telling.finding import Finding, finding_of
from generator.play.telling.numbers import SPACE, about, counted, listed, number, percent, signed
from generator.play.telling.words.common import Words
from generator.play.telling.words.goals import name_of, seen

# number of the game in a message, because the search numbers its games itself
SEEDED = re.compile(r" \(seed \d+, game .*\)$")


def finding(reading: Reading, s: Suggestion) -> Finding:
    """Return the finding for a reading."""
    words: Words = WORDS[type(reading)](reading, s)  # type: ignore[operator]
    return finding_of(reading, words)


def answer(reading: AnswerReading, s: Suggestion) -> Words:
    """Return the finding with the answer."""
    return Words(sentence_of(s))


def by_hand(reading: ByHandReading, s: Suggestion) -> Words:
    """Return the finding that a change cannot be written into its cells."""
    return Words(f"--write cannot change {reading.cells}.")


def second(reading: SecondReading, s: Suggestion) -> Words:
    """Return the finding about the results of another kind of player."""
    proof = reading.proof
    word = {"agree": "agree", "open": "leave it open", "disagree": "disagree"}[reading.agreement]
    least = f"±{SPACE}5 points or 10{SPACE}%"
    wider = (
        f" (held to bands of at least {least}, as they play differently)" if proof.is_wider else ""
    )
    return Words(f"{proof.agents} players {word}{wider}: {_values(proof.verdicts)}.")


def smaller(reading: SmallerReading, s: Suggestion) -> Words:
    """Return the finding about the evidence that the change is the smallest."""
    return Words(_nearer(s))


def column(reading: ColumnReading, s: Suggestion) -> Words:
    """Return the finding about the pieces of a column that may change, and their effects."""
    pieces = [f"{e.name} ({signed(e.value)} points)" for e in reading.pieces]
    least = number(s.pack.worth.effects, 1 if s.pack.worth.effects % 1 else 0)
    verb, whose = ("has", "its number") if len(pieces) == 1 else ("have", "their numbers")
    return Words(
        f"Only {listed(pieces)} in this column clearly {verb} an effect of more than {least} "
        f"points on the first player to take the piece, so only {whose} may change."
    )


def alone(reading: AloneReading, s: Suggestion) -> Words:
    """Return the finding about the nearest approach to a goal alone, by its worst measure."""
    best = reading.alone.best.changes
    whose = f"with {reading.aim.players} players " if len(s.players) > 1 else ""
    goal, number = _goal(reading.alone.goal), whose + seen([reading.aim], [reading.value])
    if reading.alone.is_met:
        return Words(f"{goal} alone seems met with {together(best)}: {number}.")
    text = f"{goal} seems out of reach here"
    if reading.seems_in_reach:
        text = f"No setting tried clearly met {goal}"
    if not best:
        return Words(f"{text}; no change tried is clearly nearer to it than the game as it is.")
    return Words(f"{text}; the nearest seems to be {together(best)}: {number}.")


def idle(reading: IdleReading, s: Suggestion) -> Words:
    """Return the finding about parameters that changed no goal."""
    were = "was" if len(reading.names) == 1 else "were"
    return Words(f"{listed(reading.names)} moved no goal at any value tried, and {were} set aside.")


def price(reading: PriceReading, s: Suggestion) -> Words:
    """Return the finding about the price of a change, with the goal that would forbid it."""
    goal = f"{reading.difference.measure.label} <= {reading.bound}%"
    text = f"With this change {_paid(reading.difference)}"
    return Words(f"{text}. Adding the goal “{goal}” would forbid it.")


def moved(reading: MovedReading, s: Suggestion) -> Words:
    """Return the finding about other effects."""
    changes = [
        f"{d.name} {about(d.other, d.is_share)} instead of {about(d.base, d.is_share)}"
        for d in reading.differences
    ]
    return Words(f"What else changes: {'; '.join(changes)}.")


WORDS = {
    AnswerReading: answer,
    ByHandReading: by_hand,
    SecondReading: second,
    SmallerReading: smaller,
    ColumnReading: column,
    AloneReading: alone,
    IdleReading: idle,
    PriceReading: price,
    MovedReading: moved,
}


# ---------------------------------------------------------------- the answer


def sentence_of(s: Suggestion) -> str:
    """Return the whole answer as a sentence."""
    return _price_head(s) + _answer(s) + _left_out(s)


def not_recommended(s: Suggestion) -> str:
    """Return the reason against a change that meets the goals: unfinished games; "" if none."""
    worst = next(iter(prices(s)), None)
    if worst is None:
        return ""
    games = f"games of {worst.players} players" if worst.players else "games"
    return f"{percent(worst.other.value, 0)} of {games} {worst.measure.does}"


def _price_head(s: Suggestion) -> str:
    """Return the beginning of an answer that meets the goals but is not recommended."""
    against = not_recommended(s)
    if not against:
        return ""
    proven = s.outcome == "found" and s.confirmed
    meets = "Meets your goals, but" if proven else "With the change tried"
    return f"{meets} {against}: not recommended. "


def _answer(s: Suggestion) -> str:
    """Return the answer for each outcome."""
    if s.outcome == "unfinished":
        return _unfinished(s)
    games = " and ".join(_games_of(p) for p in s.proofs)
    if s.outcome == "nothing":
        proven = "Confirmed on" if s.confirmed else "Seen, but not confirmed, on"
        head = "Change nothing: all goals hold"
        if whose := held_against(s):
            head = f"As it is all goals hold for {whose}"
        values = capital(_values(s.proofs[0].verdicts))
        return f"{head}. {values}. {proven} {games}.{_objection(s)}{_failed(s)}"
    if s.outcome == "none":
        return _none(s)
    if s.outcome == "found":
        proven = "Confirmed on" if s.confirmed else "Not confirmed, after"
        return (
            f"{capital(_change(s, s.changes))}. Then {_values(s.proofs[0].verdicts)}."
            f"{_prices(s)} {proven} {games}.{_objection(s)}{_failed(s)}{_as_it_is(s)} "
            f"{_nearer(s)} The search took {s.games:,} games."
        )
    return _open(s)


def _unfinished(s: Suggestion) -> str:
    asked = ", ".join(f"--agents {spec}" for spec in stronger(s.agents))
    return (
        f"{capital(', '.join(s.agents))} players do not finish this game: more than 5{SPACE}% of "
        "their games end by the limit on its length, so they show nothing of what a change does. "
        f"Ask stronger ones ({asked}), or look at how games end: protoplay simulate."
    )


def _none(s: Suggestion) -> str:
    """Return the reason why no setting meets the goals, with the nearest miss and the obstacle."""
    assert s.best is not None
    stuck, beyond = lacking(s), out_of_reach(s)
    values = _values(s.proofs[0].verdicts) if s.proofs else seen(s.aims, s.best.estimates)
    if not s.tunables:
        return (
            f"Not all goals hold, and nothing may be changed: {values}. Say what may be changed: "
            "tune: true beside a parameter in game.yaml, or --tune NAME=LOW..HIGH."
            + _refuted(s)
            + _even(s)
        )
    text = "No setting meets the goals: "
    if s.settings > 1:
        inside = "its band" if len(s.aims) == 1 else "all bands"
        text = f"None of these {s.settings:,} settings is well inside {inside}: "
    if stuck:
        bands = "its band" if len(stuck) == 1 else "their bands"
        text = f"No parameter brings {_unmoved(s, s.stuck)} even halfway to {bands}: "
    text += (
        f"the nearest miss is to {_change(s, s.best.changes)}. Then {values}"
        if s.best.changes
        else f"{_none_nearer(s)}. {capital(values)}"
    )
    text += "."
    if beyond:
        counts = listed([str(n) for n in s.players])
        at_once = f" with {counts} players at once" if len(s.players) > 1 else ""
        goals = listed([_goal(goal) for goal in beyond])
        text += f" No setting seems to bring {goals} into its band{at_once}."
    elif not stuck and len(s.alone) > 1:
        text += " Each goal seems to be met by some setting, but none meets all of them at once."
    return text + _refuted(s) + _even(s)


def _refuted(s: Suggestion) -> str:
    """Return a sentence about the settings that seemed to be inside, and the results of fresh
    games.
    """
    settings = [
        f" Although {together(tried.changes)} seemed to be inside, {_games_of(tried.proof)} show "
        f"{_values([v for v in tried.proof.verdicts if not v.holds])}."
        for tried in s.failed
    ]
    return "".join(settings)


def _none_nearer(s: Suggestion) -> str:
    """Return the reason why the unchanged game is the nearest miss."""
    if s.settings == 1:
        return "the nearest miss is the game as it is"
    held = len(s.each) < len(s.alone)
    keeping = " and keeps the goals it meets" if held else ""
    return f"no change tried is clearly nearer than the game as it is{keeping}"


def _even(s: Suggestion) -> str:
    """Return a sentence about points that would make the seats even, if no tunable does."""
    assert s.best is not None
    uneven = is_uneven(s)
    if s.compensation is not None and (uneven or not s.best.changes):
        points, share = s.compensation
        whose = "second" if points > 0 else "first"
        of = " of 2" if len(s.players) > 1 else ""
        return (
            f" To even the seats: in the games{of} as they ended without a change, "
            f"{number(abs(points))} points more for the {whose} seat at the end would have left "
            f"the first with {percent(share, 0)} of the wins. Nobody played for these points"
            + _in_play(s, 2 if points > 0 else 1)
        )
    if uneven:
        if s.pack.play is not None:
            return " To even the seats: give later players something more" + _in_play(s, 2)
        return (
            " To even the seats: give later players points or something else, by a new rule with "
            "a parameter of its own."
        )
    return ""


def _in_play(s: Suggestion, player: int) -> str:
    """Return the way to give a player points or something else, which can then be tuned."""
    if s.pack.play is None:
        return ": give them a parameter in the rules, and they can be tuned."
    names = [each.name for each in s.pack.play.resources if not each.until]
    amount = f"1 {names[0] if names else 'point'}"
    return (
        f": write extra: {{{player}: {amount}}} under play. With the name of a parameter in place "
        "of the 1 it can be tuned."
    )


def _open(s: Suggestion) -> str:
    """Return the answer of an undecided or stopped search: the best setting so far, and possible
    next steps.
    """
    assert s.best is not None
    values = _values(s.proofs[0].verdicts) if s.proofs else seen(s.aims, s.best.estimates)
    head = "Stopped" if s.outcome == "stopped" else f"Undecided after {s.games:,} games"
    if not s.is_searched:
        yet = "only the ends of what may be moved were" if s.tunables else "no change was"
        return f"{head}: {yet} tried yet. As it is, {values}. Give it more time."
    text = f"{head}: nothing better than the game as it is was found so far. There {values}."
    if not s.best.changes and s.proofs and s.proofs[0].holds:
        text = (
            f"{head}: the unchanged game meets all goals for {s.proofs[0].agents}. There {values}."
        )
    if s.best.changes:
        best = _change(s, s.best.changes)
        text = f"{head}: the best so far, unconfirmed, is to {best}. Then {values}.{_prices(s)}"
    text += _missed(s) + _held_by_one(s)
    if failed := unconfirmed(s):
        text += f" Fresh games did not confirm {_or(list(dict.fromkeys(map(together, failed))))}."
    near, absent = edges(s), unseen(s)
    if absent:
        text += f" None of its games showed any {listed([name_of(aim) for aim in absent])}."
    elif near:
        more = "more games, " if s.is_spent else ""
        text += (
            f" It lies too near the edge of what is wanted ({listed(_named(s, near))}): allow "
            f"{more}a wider band, or more values to choose from."
        )
    elif s.outcome == "undecided" and not all(t.is_idle for t in s.tunables):
        text += _more(s)
    return text


def _more(s: Suggestion) -> str:
    """Return a sentence about next steps that may decide the question."""
    if (beyond := beyond_range(s)) is not None:
        return _beyond(beyond)
    way = more_time(s)
    if way == "time":
        return " The time is up: a longer --budget may decide."
    if way == "band":
        return " Allow a wider band, or more values to choose from."
    if way == "games":
        return f" As many games again may decide, about {float(f'{s.games:.2g}'):,.0f}."
    assert s.hardest is not None
    games, more = float(f"{s.hardest.games:.2g}"), "" if s.hardest.is_beyond else "more games or "
    return (
        f" {_goal(s.hardest.goal)} takes some {games:,.0f} games of a single setting to prove: "
        f"allow {more}a wider band."
    )


def _beyond(beyond: BeyondRange) -> str:
    """Return a sentence about the distance by which a goal is missed at the ends of the ranges."""
    aim, value = beyond.aim, beyond.estimate.value
    gap = aim.low - value if value < aim.low else value - aim.high
    side = "below" if value < aim.low else "above"
    amount = f"{POINTS * gap:.1f} percentage points" if aim.is_share else number(gap)
    which = "range reaches" if len(beyond.ends) == 1 else "ranges reach"
    return (
        f" No {which} the goal: even at {together(beyond.ends)}, {name_of(aim)} is {amount} "
        f"{side} it. More games will not change this: allow values beyond, or move something else."
    )


def _held_by_one(s: Suggestion) -> str:
    """Return a sentence stating that only the first kind of player proved the setting, because the
    search ended before the second.
    """
    if len(s.proofs) != 1 or not s.proofs[0].holds:
        return ""
    return f" This holds on {_games_of(s.proofs[0])}; no second kind of player has confirmed it."


def _missed(s: Suggestion) -> str:
    """Return a sentence about the goals that the best setting so far misses, and the goals that no
    tunable moves.
    """
    reading = misses(s)
    if reading is None:
        return ""
    met, n = reading.met_now, len(reading.aims)
    text = f" That misses {listed(_named(s, reading.aims))}"
    if met:
        which = listed(_named(s, met))
        which = "it" if n == 1 else "them" if len(met) == n else which
        text += f"; the game as it is meets {which}"
    stuck = reading.stuck
    more = f" No parameter seems to move {_unmoved(s, stuck)} enough." if stuck else ""
    return f"{text}.{more}"


def _objection(s: Suggestion) -> str:
    """Return a sentence about the goals that the second kind of player misses or leaves open."""
    reading = objection(s)
    if reading is None:
        return ""
    agents, names = reading.agents, _named(s, [v.aim for v in reading.verdicts])
    if reading.state == "beyond":
        word = "misses its band" if len(names) == 1 else "miss their bands"
        text = f" With {agents} {listed(names)} {word} as written"
        return f"{text}; these players are allowed a wider one."
    if reading.state == "missed":
        return f" It does not hold for {agents}: {_values(reading.verdicts)}."
    text = f" Whether it also holds for {agents} is open: {_values(reading.verdicts)}."
    if reading.level > LEVEL:
        level = percent(reading.level, 0)
        return f"{text} It is held to {level} intervals, because another setting failed before it."
    if reading.unseen:
        return f"{text} None of their games showed any {listed(_named(s, reading.unseen))}."
    if reading.is_near:
        near = " It lies near the edge of what is wanted: a wider band, or a setting farther "
        return f"{text}{near}inside, would decide."
    return f"{text} Their games are too few to say; a wider band would need fewer."


def _as_it_is(s: Suggestion) -> str:
    """Return a sentence stating that the unchanged game may also meet the goals."""
    if s.before is None or not may_stay(s):
        return ""
    return f" Perhaps no change is needed: as it is {_values(s.before.verdicts)}."


def _failed(s: Suggestion) -> str:
    """Return a sentence about earlier settings that fresh games did not confirm, and the results of
    these games.
    """
    parts = []
    for tried in s.failed:
        values = _values([v for v in tried.proof.verdicts if not v.holds])
        games = _games_of(tried.proof)
        if tried.changes == s.changes:
            parts.append(f" At first {games} left it open: {values}.")
        else:
            which = together(tried.changes)
            parts.append(f" Tried before it: {which}. Then {values}, not confirmed by {games}.")
    return "".join(parts)


def _prices(s: Suggestion) -> str:
    """Return a sentence about the costs of a change."""
    return "".join(f" The price: {_paid(d)}." for d in prices(s))


def _paid(d: Difference) -> str:
    """Return a phrase with the shares of unfinished games, with the change and without it."""
    players = f" of {d.players} players" if d.players else ""
    now = f"{percent(d.other.value, 0)} of the games{players} {d.measure.does}"
    return f"{now}, instead of {about(d.base, d.is_share)}"


def _nearer(s: Suggestion) -> str:
    """Return a sentence about the certainty that the change is the smallest."""
    n, out = s.nearer.n, s.nearer.ruled_out
    n_open = n - out
    if not n:
        return "There is no smaller change to try."
    if not n_open:
        if n == 1:
            return "The only smaller change was ruled out."
        return f"{'Both' if n == 2 else f'All {n:,}'} smaller changes were ruled out."
    text = "One smaller change is" if n == 1 else f"{n:,} smaller changes are"
    if out:
        text = f"Of {n:,} smaller changes {out:,} {'was' if out == 1 else 'were'} ruled out; "
        text += f"{n_open:,} {'is' if n_open == 1 else 'are'}"
    named = [together(changes) for changes in s.nearer.undecided[:MOST_NAMED]]
    if n_open > len(named):
        return f"{text} undecided, such as {named[0]}."
    return f"{text} undecided: {'; '.join(named)}."


def _left_out(s: Suggestion) -> str:
    """Return a sentence about the settings that could not be played, by reason."""
    if not s.unplayable:
        return ""
    settings: dict[str, list[str]] = {}  # reason → settings that could not be played
    first: dict[str, str] = {}
    for setting in s.unplayable:
        why = SEEDED.sub("", setting.why.replace(f"{s.pack.folder}/", "")).rstrip(".")
        where = why.partition(": error: ")[0]
        settings.setdefault(where, []).append(together(setting.changes))
        first.setdefault(where, why.replace(": error: ", ": ", 1))
    parts = []
    for where, names in list(settings.items())[:MOST_NAMED]:
        others = len(names) - MOST_NAMED
        more = [f"{others:,} more"] if others > 0 else []
        parts.append(f"{listed([*names[:MOST_NAMED], *more])} ({first[where]})")
    others = len(settings) - MOST_NAMED
    parts += [f"{counted(others, 'other fault')}"] if others > 0 else []
    return f" Left out, because the game cannot be played with it: {'; '.join(parts)}."


def _change(s: Suggestion, changes: Mapping[str, Scalar]) -> str:
    was = {t.name: t.was for t in s.tunables}
    parts = [
        f"{name} {said(was[name])}{SPACE}→{SPACE}{said(value)}" for name, value in changes.items()
    ]
    return "change " + listed(parts)


def _values(verdicts: Sequence[Verdict]) -> str:
    aims, values = [v.aim for v in verdicts], [v.value for v in verdicts]
    return seen(aims, values, [v.level for v in verdicts])


def _games_of(proof: Proof) -> str:
    return f"{proof.games:,} fresh games of {proof.agents}"


def _named(s: Suggestion, aims: Sequence[Aim]) -> list[str]:
    """Return the names of wanted measures, with the numbers of players if there are several."""
    several = len(s.players) > 1
    return [name_of(a) + (f" with {a.players} players" if several else "") for a in aims]


def _unmoved(s: Suggestion, stuck: Sequence[Stuck]) -> str:
    """Return these goals, each with its numbers of players unless it applies to all."""
    parts = []
    for goal in dict.fromkeys(entry.goal for entry in stuck):
        counts = [str(entry.players) for entry in stuck if entry.goal == goal]
        few = f" with {listed(counts)} players" if len(counts) < len(s.players) else ""
        parts.append(f"{_goal(goal)}{few}")
    return listed(parts)


def _goal(written_goal: str) -> str:
    return f"“{written_goal}”"


def _or(names: Sequence[str]) -> str:
    """Join words as "a, b or c"."""
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
