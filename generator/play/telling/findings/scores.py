"""How well it goes where nobody plays against another: the score, and which end it comes to."""

from collections.abc import Iterator

from generator.model.measures import SCORE
from generator.play.measures.metrics import Metrics, Spread
from generator.play.measures.results import Results
from generator.play.telling.commands import looking_further
from generator.play.telling.findings.finding import (
    Finding,
    disputes,
    of_games,
    second_opinion,
    who,
)
from generator.play.telling.numbers import capital, listed, number, seen, with_half

MOST_ENDS = 4  # that a sentence names
WON_OR_LOST = 2  # different scores, which say no more than which end it was
NEARLY_ALL = 0.97  # of the games: where as many end alike, the other ends hardly are ends


def of_scores(results: Results, other: Metrics | None) -> Iterator[Finding]:
    """The score of a player, and how often the game ends in which way."""
    main = results.main.metrics
    if main.score is None or main.score.mean.withheld:
        return
    other = other if other is not None and other.score is not None else None
    if tells_more(main):
        doubt = ""
        if other is not None and other.score is not None and not other.score.mean.withheld:
            doubt = f"{who(other)} score {with_half(other.score.mean, False)}"
        text = f"{scored(main)} on average{usual(main.score)}."
        yield Finding(text, 62, "note", "scores", doubt=doubt, fact=SCORE)
    told = [o for o in main.outcomes if o.share.value > 0]
    if not told:
        return
    parts = []
    for i, o in enumerate(told[:MOST_ENDS]):
        share = with_half(o.share) if i else of_games(o.share)
        is_scored = tells_more(main) and not o.score.withheld
        with_points = f" (with {points_said(o.score.value)})" if is_scored else ""
        parts.append(f"{share} end by “{o.name}”{with_points}")
    parts += [f"none by “{o.name}”" for o in main.outcomes if o.share.value == 0]
    doubt = ""
    theirs = {o.name: o.share for o in other.outcomes} if other is not None else {}
    first = theirs.get(told[0].name)
    if other is not None and first is not None and not first.withheld:
        doubt = f"with {who(other)} {of_games(first)} end by “{told[0].name}”"
    yield Finding(f"{capital(listed(parts))}.", 61, "note", "ends", doubt=doubt)
    yield from _of_one_end(results, other)


def _of_one_end(results: Results, other: Metrics | None) -> Iterator[Finding]:
    """That nearly every game ends in the same one of several ways."""
    outcomes = results.main.metrics.outcomes
    most = max(outcomes, key=lambda o: o.share.value)
    if len(outcomes) < 2 or most.share.withheld or most.share.value < NEARLY_ALL:
        return
    doubt, word = second_opinion(
        most.share, other, lambda m: {o.name: o.share for o in m.outcomes}.get(most.name), 1
    )
    hardly = "No" if most.share.value == 1 else "Hardly any"
    text = f"{hardly} game ends otherwise than by “{most.name}”"
    yield Finding(
        f"{text}: it is no question how it ends.", 70, "look", "ends", doubt=doubt,
        action=f"{looking_further(results)}; then bring another end nearer",
        said=f"{text[0].lower()}{text[1:]}",
        is_disputed=disputes(word, results.main.metrics, other),
    )  # fmt: skip


def tells_more(m: Metrics) -> bool:
    """Whether the score says more than which end it was."""
    assert m.score is not None, "only where nobody competes"
    return len(m.outcomes) < 2 or len(m.score.histogram.values) > WON_OR_LOST


def scored(m: Metrics) -> str:
    """What is scored, as the beginning of a sentence."""
    assert m.score is not None, "only where nobody competes"
    players = "The player scores" if m.players == 1 else "Together players score"
    return f"{players} {points_said(m.score.mean.value, with_half(m.score.mean, False))}"


def points_said(value: float, words: str = "") -> str:
    """A number of points, or such words for it.

    >>> points_said(1), points_said(2.5), points_said(2.5, "2.5 ± 0.1")
    ('1 point', '2.5 points', '2.5 ± 0.1 points')
    """
    words = words or number(value)
    return f"{words} {'point' if words == '1' else 'points'}"


def usual(score: Spread) -> str:
    """Where the middle half of the games lies; nothing where they are nearly all alike."""
    _, low, _, high, _ = score.quantiles
    return f"; half of the games have {seen(low)} to {seen(high)}" if low < high else ""
