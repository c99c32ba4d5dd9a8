"""What was tried: going without a move or a piece, and a piece changed."""

from collections.abc import Iterator

from generator.play.measure.results import (
    Effect,
    Outcome,
    Results,
)
from generator.play.pieces import piece_name, said_of
from generator.play.report.findings.finding import Finding, Level
from generator.play.report.numbers import capital, number, percent, points, with_half

HELD = 0.1  # up to here it is not worth saying how often it still does it


def of_trials(results: Results) -> Iterator[Finding]:
    """What going without costs, and what a piece does."""
    yield from _restricted(results)
    if results.effect is not None:
        yield from _effect(results.effect)


def _restricted(results: Results) -> Iterator[Finding]:
    """What a move or a piece is worth: one player who may not use it among those who may."""
    fair = 1 / results.main.metrics.players
    for one in results.restricted:
        e = one.share
        if e.withheld:
            continue
        what = f"“{said_of(results.said, one.what)}”"
        if one.is_piece:
            what = piece_name(results.pack, one.what)
        piece = one.what if one.is_piece else ""
        if not one.is_held:
            text = f"Nobody can be held back from {what}: it is not used, or there is nothing else."
            yield Finding(text, 4, "note", "restricted", piece)
            continue
        never = "never uses" if one.still <= HELD else "avoids"
        head = f"A {one.agent.partition(':never=')[0]} player who {never} {what}"
        if one.still > HELD:
            head += f" (but still must, {percent(one.still, 0)} as often as others use it)"
        even = f"against players who may, {percent(fair, 0)} is even"
        points = number(100 * abs(e.value - fair), 0)
        text = f"{head} wins {with_half(e)} {even}: going without"
        if not e.excludes(fair):
            text, weight = f"{text} costs nothing that can be seen.", 62.0
        elif e.value > fair:
            text, weight = f"{text} gains {points} points.", 85.0
        else:
            text, weight = f"{text} costs {points} points.", 45.0
        level: Level = "note" if weight == 45 else "look"
        yield Finding(text, weight, level, "restricted", piece)


def _effect(effect: Effect) -> Iterator[Finding]:
    for outcome in effect.outcomes:
        if outcome.unplayable:
            text = f"{effect.name}, {outcome.label}: the rules cannot be played that way"
            yield Finding(f"{text} ({outcome.unplayable}).", 50, "note", "effect", effect.piece)
        elif not outcome.holders.withheld:
            yield _caused(effect, outcome)


def _caused(effect: Effect, outcome: Outcome) -> Finding:
    e = outcome.holders
    head = f"{capital(effect.name)}, {outcome.label}, on the same {effect.games:,} seeds"
    if e.excludes(0):
        more = "more" if e.value > 0 else "less"
        text = f"{head}: those who had it win {points(e)} {more} often (effect)."
        return Finding(text, 92, "look", "effect", effect.piece)
    if e.low == e.high == 0:
        return Finding(f"{head}: not one win changes hands.", 91, "note", "effect", effect.piece)
    most = number(100 * max(abs(e.low), abs(e.high)), 1)
    text = f"{head}: no effect on its holders larger than {most} points can be seen."
    return Finding(text, 91, "note", "effect", effect.piece)
