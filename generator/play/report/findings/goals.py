"""Goals in words, and whether a run meets those of its pack."""

import math
from collections.abc import Iterator, Sequence

from generator.play.measure import stats
from generator.play.measure.aims import Aim, aims_of
from generator.play.measure.results import Results
from generator.play.measure.stats import Estimate
from generator.play.report.findings.finding import Finding, who
from generator.play.report.numbers import SPACE, about, limits, listed, number


def of_goals(results: Results) -> Iterator[Finding]:
    """Which of the pack's goals are missed, which hold, and which so few games leave open.

    Goals are of the game with the fewest players, as `suggest` takes them. The intervals hold
    together: that any goal that holds is told as missed happens in at most 5 % of runs.
    """
    main = results.main.metrics
    if main.players != results.pack.players[0] or len(set(main.agents)) > 1:
        return
    aims = _asked(results)
    level = 1 - (1 - stats.LEVEL) / max(1, len(aims))
    told = [(aim, aim.of(results.main.tally, level)) for aim in aims]
    told = [(aim, e) for aim, e in told if math.isfinite(e.low) and math.isfinite(e.high)]
    missed = [(a, e) for a, e in told if e.low > a.high or e.high < a.low]
    held = [(a, e) for a, e in told if e.low >= a.low and e.high <= a.high]
    left = [pair for pair in told if pair not in missed and pair not in held]
    if missed:
        word = "A goal of yours is" if len(missed) == 1 else f"{len(missed)} goals of yours are"
        yield Finding(
            f"{word} missed by {who(main)}: {_pairs(missed)}.", 88, "look",
            action=f"protoplay suggest {results.provenance.pack}",
        )  # fmt: skip
    if held:
        what = listed([name_of(aim) for aim, _ in held])
        word = "goal of yours holds" if len(held) == 1 else "goals of yours hold"
        yield Finding(f"{len(held)} {word}: {what}.", 14, "fine")
    if left:
        word = "a goal" if len(left) == 1 else "goals"
        text = f"{main.games:,} games do not tell whether {word} of yours hold"
        text += f"{'s' if len(left) == 1 else ''}: {_pairs(left)}."
        yield Finding(text, 16, "note", action="play more games")


def _asked(results: Results) -> list[Aim]:
    """The pack's goals as numbers of these games; what these games do not have is left out."""
    found = []
    for goal in results.pack.goals:
        try:
            found += aims_of([goal], results.main.tally)
        except ValueError:  # `check` tells of goals that no game can have
            continue
    return found


def _pairs(pairs: Sequence[tuple[Aim, Estimate]]) -> str:
    return seen([aim for aim, _ in pairs], [e for _, e in pairs])


def seen(aims: Sequence[Aim], values: Sequence[Estimate]) -> str:
    """Numbers, each with its interval and the band that is wanted."""
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
