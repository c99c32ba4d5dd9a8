"""What a suggestion says: the sentence first, then what stands behind it and what it costs."""

import math
from collections.abc import Iterator, Mapping, Sequence

from generator.pack import Scalar
from generator.play.measure.aims import Aim
from generator.play.measure.results import Proof, Suggestion, Verdict
from generator.play.measure.stats import Estimate
from generator.play.report.findings.finding import Finding
from generator.play.report.numbers import SPACE, about, capital, limits, listed, number, percent

MOST_NAMED = 3


def of_suggestion(s: Suggestion) -> Iterator[Finding]:
    """The answer, then the other kind of player, the nearer settings, idle tunables, what moved."""
    level = "fine" if s.confirmed else "look"
    yield Finding(sentence_of(s), 100, level, "goals")  # type: ignore[arg-type]
    for proof in s.proofs[1:]:
        yield Finding(_second(proof), 80, "fine" if proof.holds else "look", "goals")
    if s.outcome in ("found", "undecided", "stopped") and s.changes:
        yield Finding(_nearer(s), 60, "note", "front")
    idle = [t.name for t in s.tunables if t.is_idle]
    if idle:
        names = listed(idle)
        word = "moves" if len(idle) == 1 else "move"
        yield Finding(f"{names} {word} no goal at all and was set aside.", 40, "note", "tunables")
    moved = [d for d in s.moved if d.q <= 0.05 and abs(d.difference.value) > 0]
    if moved and s.changes:
        told = [
            f"{d.measure} {about(d.other, d.is_share)} instead of {about(d.base, d.is_share)}"
            for d in sorted(moved, key=lambda d: d.q)[:MOST_NAMED]
        ]
        yield Finding(f"What else changes: {'; '.join(told)}.", 30, "note", "moved")


def sentence_of(s: Suggestion) -> str:
    """The whole answer, as it is read aloud."""
    if s.outcome == "unfinished":
        return _unfinished(s)
    games = " and ".join(_games_of(p) for p in s.proofs)
    if s.outcome == "nothing":
        proven = "Confirmed on" if s.confirmed else "Seen, but not confirmed, on"
        return (
            f"Change nothing: all goals hold. {_values(s.proofs[0].verdicts)}. {proven} {games}."
            + _objection(s)
            + _failed(s)
        )
    if s.outcome == "none":
        return _none(s)
    if s.outcome == "found":
        proven = "Confirmed on" if s.confirmed else "Not confirmed, after"
        return (
            f"{capital(_change(s, s.changes))}. Then {_values(s.proofs[0].verdicts)}. {proven} "
            f"{games}.{_objection(s)}{_failed(s)} {_nearer(s)} {s.games:,} games to find it."
        )
    return _open(s)


def _unfinished(s: Suggestion) -> str:
    agents = ", ".join(s.agents)
    return (
        f"{capital(agents)} players do not finish this game: more than 5{SPACE}% of it ends by the "
        "limit on its length, so nothing they show says what a change does. Ask stronger ones "
        "(--agents greedy, --agents mcts:100), or look at how games end: protoplay simulate."
    )


def _none(s: Suggestion) -> str:
    """Why no setting will do: the nearest miss, and what stands in its way."""
    assert s.best is not None
    lacking = [goal for goal, moves in s.moves.items() if not moves]
    beyond = [goal for goal, met in s.alone.items() if not met and goal not in lacking]
    n = f"{s.settings:,} settings" if s.settings > 1 else "settings"
    text = f"None of these {n}: "
    if lacking:
        text = f"No tunable moves {listed([_goal(g) for g in lacking])} by half of what it lacks: "
    miss = _change(s, s.best.changes) if s.best.changes else "the game as it is"
    told = _values(s.proofs[0].verdicts) if s.proofs else _seen(s.aims, s.best.estimates)
    text += f"the nearest miss is to {miss}: then {told}" if s.best.changes else (
        f"the nearest miss is {miss}: {told}"
    )  # fmt: skip
    if beyond:
        text += f", because no setting brings {listed([_goal(g) for g in beyond])} into its band"
    elif not lacking and len(s.alone) > 1:
        text += ", because no setting meets all goals at once, though each can be met alone"
    text += "."
    if s.compensation is not None:
        points, share = s.compensation
        text += (
            f" {number(points)} points for the second seat at the end would even them out (the "
            f"first would win {percent(share, 0)}): a rule that gives them is a change of the "
            "rules, and a parameter for them could be tuned."
        )
    elif lacking and any("seat" in goal for goal in lacking):
        text += (
            " What would: points or a first move's gift for the later seat, as a rule with a "
            "parameter of its own."
        )
    return text


def _open(s: Suggestion) -> str:
    """Undecided, or stopped: the best so far, and how much more would tell."""
    assert s.best is not None
    best = _change(s, s.best.changes) if s.best.changes else "change nothing"
    told = _values(s.proofs[0].verdicts) if s.proofs else _seen(s.aims, s.best.estimates)
    head = "Stopped" if s.outcome == "stopped" else f"Undecided after {s.games:,} games"
    text = f"{head}: the best so far, unconfirmed, is to {best}. Then {told}."
    if s.failed:
        text += f" Fresh games did not confirm {_or([written(c) for c in s.failed])}."
    if s.outcome == "undecided" and s.more:
        text += f" About {_round(s.more):,} games more would tell."
    return text


def _objection(s: Suggestion) -> str:
    """What the second kind of player holds against it."""
    for proof in s.proofs[1:]:
        if not proof.holds:
            failed = [v for v in proof.verdicts if not v.holds]
            return f" It does not hold for {proof.agents}: {_values(failed)}."
    return ""


def _failed(s: Suggestion) -> str:
    """What was tried before: settings that fresh games did not confirm."""
    if not s.failed:
        return ""
    named = _or([written(changes) for changes in s.failed])
    return f" Tried first, and not confirmed: {named}."


def _or(names: Sequence[str]) -> str:
    """a, b or c; settings, which have commas of their own, apart by semicolons."""
    return " or ".join(names) if len(names) < 3 else f"{'; '.join(names[:-1])} or {names[-1]}"


def _second(proof: Proof) -> str:
    wider = " (bands widened to what so many games can tell)" if proof.is_wider else ""
    word = "agree" if proof.holds else "do not agree"
    return f"{proof.agents} players {word}{wider}: {_values(proof.verdicts)}."


def _nearer(s: Suggestion) -> str:
    """How surely it is the smallest change."""
    if not s.nearer.n:
        return "No setting is nearer."
    text = f"Nearer: {s.nearer.ruled_out:,} of {s.nearer.n:,} settings ruled out"
    n_open = s.nearer.n - s.nearer.ruled_out
    if not n_open:
        return f"{text}."
    named = [written(changes) for changes in s.nearer.undecided[:MOST_NAMED]]
    if n_open > len(named):
        return f"{text}, {n_open:,} undecided, such as {named[0]}."
    return f"{text}, {listed(named)} undecided."


def _games_of(proof: Proof) -> str:
    return f"{proof.games:,} fresh games of {proof.agents}"


def _change(s: Suggestion, changes: Mapping[str, Scalar]) -> str:
    was = {t.name: t.was for t in s.tunables}
    told = [f"{name} {said(was[name])} → {said(value)}" for name, value in changes.items()]
    return "change " + listed(told)


def written(changes: Mapping[str, Scalar]) -> str:
    """A setting as `--set` takes it."""
    return ", ".join(f"{name}={said(value)}" for name, value in changes.items()) or "as it is"


def said(value: Scalar) -> str:
    """A parameter's value in a sentence."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _values(verdicts: Sequence[Verdict]) -> str:
    return _seen([v.aim for v in verdicts], [v.value for v in verdicts])


def _seen(aims: Sequence[Aim], values: Sequence[Estimate]) -> str:
    several = len({aim.players for aim in aims}) > 1
    told = []
    for aim, e in zip(aims, values, strict=True):
        among = f" among {aim.players}" if several else ""
        value = f"{_of(aim, e)} ({_interval(e, aim.is_share)}; wanted {band_of(aim)})"
        told.append(f"{name_of(aim)}{among} {value}")
    return ", ".join(told)


def _of(aim: Aim, e: Estimate) -> str:
    if aim.name.endswith(" wins"):
        return about(e)
    return f"in {about(e)} of the games" if aim.is_share else number(e.value)


def name_of(aim: Aim) -> str:
    """A measure as a sentence has it."""
    return aim.name.replace("_", " ")


def _interval(e: Estimate, share: bool) -> str:
    return limits(e, share).replace(" to ", "–").removesuffix(f"{SPACE}%")


def band_of(aim: Aim) -> str:
    """The band wanted, in words."""
    unit = f"{SPACE}%" if aim.is_share else ""
    low, high = (_bound(x, aim.is_share) for x in (aim.low, aim.high))
    if math.isinf(aim.low):
        return f"at most {high}{unit}"
    if math.isinf(aim.high):
        return f"at least {low}{unit}"
    return f"{low}–{high}{unit}"


def _bound(x: float, share: bool) -> str:
    return f"{round(100 * x, 1):g}" if share else f"{x:g}"


def _goal(written_goal: str) -> str:
    return f"“{written_goal}”"


def _round(n: int) -> int:
    digits = max(0, len(str(n)) - 2)
    return int(math.ceil(n / 10**digits) * 10**digits)
