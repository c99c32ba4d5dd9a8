"""How much skill a game rewards."""

import math
from collections.abc import Iterator

from generator.play.measure.results import (
    Ladder,
)
from generator.play.report.findings.finding import Finding
from generator.play.report.numbers import (
    number,
    percent,
    with_half,
)

DEEP = 400.0  # Elo points: ten wins for each loss


def of_ladder(ladder: Ladder) -> Iterator[Finding]:
    """What each step up wins, and what lies between the last and the first."""
    fair = 1 / ladder.players
    for i, step in enumerate(ladder.steps):
        e = step.share
        if e.withheld:
            continue
        alone = "against" if ladder.players == 2 else f"alone among {ladder.players - 1}"
        even = f"{percent(fair, 0)} is even"
        text = f"{step.stronger} {alone} {step.weaker} wins {with_half(e)}; {even}"
        if e.excludes(fair) and e.value > fair:
            yield Finding(f"{text}.", 60 - i, "note", "steps")
        else:
            more = f"{text}: what it thinks more gains nothing that can be seen."
            yield Finding(more, 70 - i, "look", "steps")
    few = max((s.share.needed * ladder.games // max(1, s.share.n) for s in ladder.steps
               if s.share.withheld and s.share.n), default=0)  # fmt: skip
    if few:
        text = f"{ladder.games:,} games are too few to say what every step is worth: play {few:,}."
        yield Finding(text, 65, "note", "steps")
    top, last = ladder.rungs[-1], ladder.rungs[0]
    if not math.isfinite(top.elo.value):
        return
    odds = 10 ** (abs(top.elo.value) / 400)
    how = "over a thousand" if odds > 1000 else f"about {number(odds, 0 if odds >= 10 else 1)}"
    wins, loses = (top, last) if top.elo.value > 0 else (last, top)
    text = (
        f"{wins.spec} wins {how} games against {loses.spec} for each it loses "
        f"({number(abs(top.elo.value), 0)} ± {number(top.elo.half, 0)} Elo points)"
    )
    deep = top.elo.low > DEEP and top is wins
    said = ": the game rewards thought" if deep else ""
    yield Finding(f"{text}{said}.", 80, "note", "ladder")
