"""How much skill a game rewards."""

import math
from collections.abc import Iterator
from dataclasses import replace

from generator.play.engine.kinds import budget_of
from generator.play.statistics.inference import LEVEL, Estimate
from generator.play.statistics.multiple_testing import sidak
from generator.play.statistics.sample_sizes import more_games
from generator.play.studies.ladder.answer import Ladder, Step
from generator.play.telling.finding import Finding
from generator.play.telling.numbers import (
    UNIT,
    capital,
    number,
    percent,
    with_half,
)

NEAR = 35.0  # Elo points: five wins of a hundred games
LEVEL_WITH = 0.5  # Elo points: what is told as 0
VAGUE = 150.0  # Elo points, half an interval: four wins for a loss, or ten
DEEP = 400.0  # Elo points: ten wins for each loss


def of_ladder(ladder: Ladder) -> Iterator[Finding]:
    """What each step up wins, and what lies between the last and the first."""
    fair = 1 / ladder.sides.n
    if ladder.duels:
        yield from _duels(ladder)
        return
    for i, step in enumerate(ladder.steps):
        if not step.share.withheld:
            yield _of_step(ladder, step, i)
    if ladder.ceiling is not None:
        yield from _ceiling(ladder, ladder.ceiling)
    few = max((needed_of(s.share, ladder) for s in ladder.steps if s.share.withheld), default=0)
    if few:
        text = (
            f"{ladder.games:,} games, {ladder.each:,} a pairing, are too few to say what share of "
            f"the wins every step has: play {few:,} in all."
        )
        yield Finding(text, 65, "note", "steps")
    top, last = ladder.rungs[-1], ladder.rungs[0]
    e = top.elo
    if e.withheld and not few:
        text = f"{ladder.games:,} games, {ladder.each:,} a pairing, are too few to say who is how"
        yield Finding(f"{text} strong: play {needed_of(e, ladder):,} in all.", 65, "note", "ladder")
    if e.withheld or not math.isfinite(e.value):
        return
    wins, loses = (top, last) if e.value > 0 else (last, top)
    surer = e.at(sidak(LEVEL, math.comb(len(ladder.rungs), 2))) if math.isfinite(e.half) else e
    if surer.low <= 0 <= surer.high:  # the first and the last of several lie apart by chance
        if len(ladder.rungs) == 2 and any(s.share.excludes(fair) for s in ladder.steps):
            return  # their games with each other are told, and say which is
        text = f"Neither {top.spec} nor {last.spec} is shown to be stronger than the other"
        is_vague = e.half > NEAR
        text += f" by {ladder.games:,} games" if is_vague else ""
        yield Finding(f"{text}.", 80, "note" if is_vague else "look", "ladder")
        return
    near = min(abs(e.low), abs(e.high))  # the end of the interval that claims least
    if math.isinf(e.low) or math.isinf(e.high):
        text = (
            f"{wins.spec} wins all or nearly all games against {loses.spec}: it is at least "
            f"{number(near, 0)} Elo points stronger (how much more, only games "
            "that it loses can tell)"
        )
    else:
        is_vague = e.half > VAGUE  # then no more is told than what is sure
        odds = 10 ** ((near if is_vague else abs(e.value)) / 400)
        word = "at least" if is_vague else "about"
        how = "over a thousand" if odds > 1000 else f"{word} {number(odds, 0 if odds >= 10 else 1)}"
        size = f"{number(near, 0)} Elo points or more" if is_vague else f"{limits_of(e)} Elo points"
        text = f"{wins.spec} wins {how} games against {loses.spec} for each it loses ({size})"
    is_deep = near > DEEP and thought(wins.spec) > thought(loses.spec)
    verdict = ": the game rewards thought" if is_deep else ""
    yield Finding(f"{text}{verdict}.{_lead(ladder)}", 80, "note", "ladder")


def _of_step(ladder: Ladder, step: Step, i: int) -> Finding:
    """One pair, by who is stronger; an alarm only where more thought surely gains nothing."""
    e, fair = step.share, 1 / ladder.sides.n
    seated = "against" if ladder.sides.n == 2 else f"alone among {ladder.sides.n - 1}"
    even = f"{percent(fair, 0)} is even"
    text = f"{step.alone} {seated} {step.others} wins {with_half(e)}; {even}"
    if e.excludes(fair):
        pair = (step.alone, step.others)
        better, worse = pair if e.value > fair else pair[::-1]
        if better != step.alone:
            text = f"{better} is stronger than {worse}: {text}"
        searchers = thought(better)[0] == thought(worse)[0] == 2
        is_odd = thought(better) < thought(worse)
        if is_odd and (not searchers or _is_alike(better, worse)):
            text = f"{text}: the one that thinks more plays worse."
            return Finding(text, 70 - i, "look", "steps")
        return Finding(f"{text}.", 60 - i, "note", "steps")
    if more := more_games(e):
        text = f"{text}: {e.n:,} games are too few to say which plays better."
        action = f"play {_of_whole(e.n + more, e, ladder):,} games in all"
        return Finding(text, 70 - i, "note", "steps", action=action)
    most = number(100 * max(e.high - fair, fair - e.low), 0)
    if _is_alike(step.alone, step.others):
        text = f"{text}: longer thought gains nothing that can be seen, {most} {UNIT} at most."
    else:
        text = f"{text}: neither plays better by more than {most} {UNIT}."
    return Finding(text, 70 - i, "look", "steps")


def thought(spec: str) -> tuple[int, float]:
    """How much a player thinks: not at all, about one move, or so long; a unit does not mix.

    >>> thought("random") < thought("greedy") < thought("mcts:50") < thought("mcts:200")
    True
    """
    if budget := budget_of(spec):
        return 2, budget.amount
    return (0 if spec == "random" else 1), 0.0


def _is_alike(first: str, second: str) -> bool:
    """Whether both search in the same way, with budgets in one unit.

    >>> _is_alike("mcts:50", "mcts:200"), _is_alike("mcts:50", "mcts:5ms")
    (True, False)
    """
    one, other = budget_of(first), budget_of(second)
    return one is not None and other is not None and replace(one, amount=other.amount) == other


def _lead(ladder: Ladder) -> str:
    """Who is strongest, and how far above the next best: the last step says most of a ladder."""
    lead = ladder.lead
    if lead is None or not math.isfinite(lead.elo.value):
        return ""
    e = lead.elo
    if e.low <= 0:
        came = f"{lead.best} came out first, {lead.next} next, too close to tell"
        if abs(e.value) < LEVEL_WITH:
            came = f"{lead.best} and {lead.next} came out level"
        return f" Which is the strongest is open: {came}."
    if math.isinf(e.high):
        least = f"at least {number(e.low, 0)}"
        return (
            f" {lead.best} is the strongest: it wins all or nearly all games against {lead.next} "
            f"too, the next best, which so many games show as {least} Elo points."
        )
    size = with_half(e, False)
    return f" {lead.best} is the strongest, {size} Elo points above {lead.next}, the next best."


def _ceiling(ladder: Ladder, step: Step) -> Iterator[Finding]:
    """What the strongest searcher would gain by seeing the hidden and the draws to come."""
    e, spec, fair = step.share, step.others, 1 / ladder.sides.n
    if e.withheld:
        text = f"Too few games to say what {spec} would gain by seeing everything"
        yield Finding(f"{text}: play {needed_of(e, ladder):,} in all.", 66, "note", "ceiling")
        return
    head = (
        f"Seeing all that is hidden and all draws to come, {spec} would win {with_half(e)} against "
        f"itself as it is (that cheats: it is there to measure by); {percent(fair, 0)} is even"
    )
    if e.low > fair:
        text = f"{head}. So much could still be won by guessing better, or is luck."
    else:
        most = number(100 * (e.high - fair), 0)
        text = f"{head}. What it cannot see costs it nothing that shows, {most} {UNIT} at most."
    yield Finding(text, 75, "note", "ceiling")


def needed_of(e: Estimate, ladder: Ladder) -> int:
    """How many games of the whole ladder would say a share of one of its pairings."""
    return _of_whole(e.needed, e, ladder)


def _of_whole(n: int, e: Estimate, ladder: Ladder) -> int:
    """How many games of the whole ladder give one of its pairings so many."""
    played = ladder.games + (ladder.ceiling.share.n if ladder.ceiling is not None else 0)
    return n * played // max(1, e.n)


def _duels(ladder: Ladder) -> Iterator[Finding]:
    """Who wins against every other kind of player, and who against none."""
    fair = percent(1 / ladder.sides.n, 0)
    if any(d.share.withheld for d in ladder.duels):
        needed = max(d.share.needed for d in ladder.duels) * len(ladder.duels)
        text = (
            f"{ladder.games:,} games, {ladder.each:,} a pair, are too few to say who wins against "
        )
        text += f"whom: play {needed:,} in all."
        yield Finding(text, 90, "note", "duels")
        return
    for name in ladder.unbeaten():
        text = f"{capital(name)} players win against every other kind{_against(ladder, name)}"
        yield Finding(f"{text}; {fair} is even.", 80, "note", "duels")
    dominated = ladder.dominated()
    for name in dominated:
        text = (
            f"{capital(name)} players lose against every other kind{_against(ladder, name)}; "
            f"{fair} is even: nothing speaks for playing so."
        )
        yield Finding(text, 70, "look", "duels")
    if not dominated:
        text = (
            f"No kind of player loses against every other that {ladder.each:,} games a pair can "
            "show: each has somebody it holds its own against."
        )
        yield Finding(text, 60, "fine", "duels")


def _against(ladder: Ladder, name: str) -> str:
    """What one wins against each of the others."""
    own = [d for d in ladder.duels if d.one == name]
    return ": " + ", ".join(f"{with_half(d.share)} against {d.other}" for d in own)


def limits_of(e: Estimate) -> str:
    """The ends of an interval, whichever side is ahead."""
    low, high = sorted((abs(e.low), abs(e.high)))
    return f"{number(low, 0)} to {number(high, 0)}"
