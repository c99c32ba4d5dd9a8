"""Sentences of reports about scores and ends in games without competition."""

from generator.model.letters import capital
from generator.play.measures.metrics import Metrics, Spread
from generator.play.measures.results import Results
from generator.play.measures.tally import Histogram
from generator.play.readings.scores import (
    OneEndReading,
    OutcomesReading,
    ScoreReading,
    tells_more,
)
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import looking_further
from generator.play.telling.numbers import about, games_are, listed, number, seen, with_half
from generator.play.telling.words.common import (
    TOO_EARLY,
    TileWords,
    Words,
    of_games,
    opinion_said,
    players_of,
)

QUESTION = "How well does it go?"
OPEN = "how well it goes"  # clause after "too early to say"
MOST_ENDS = 4  # greatest number of ends that a sentence names


def score(reading: ScoreReading, results: Results) -> Words:
    """Return the finding about the score of a player."""
    doubt = ""
    if reading.opinion is not None:
        theirs = with_half(reading.opinion.estimate, False)
        doubt = f"{players_of(reading.opinion.agents)} score {theirs}"
    text = scored(reading.score, reading.players)
    return Words(f"{text} on average{_usual(reading.score)}.", doubt=doubt)


def outcomes(reading: OutcomesReading, results: Results) -> Words:
    """Return the finding about the shares of games with each end."""
    ended = [o for o in reading.outcomes if o.share.value > 0]
    parts = []
    for i, o in enumerate(ended[:MOST_ENDS]):
        share = with_half(o.share) if i else of_games(o.share)
        is_scored = reading.has_scores and not o.score.withheld
        with_points = f" (with {_points(o.score.value)})" if is_scored else ""
        parts.append(f"{share} end by “{o.name}”{with_points}")
    parts += [f"none by “{o.name}”" for o in reading.outcomes if o.share.value == 0]
    doubt = ""
    if reading.opinion is not None:
        share = of_games(reading.opinion.estimate)
        doubt = f"with {players_of(reading.opinion.agents)} {share} end by “{ended[0].name}”"
    return Words(f"{capital(listed(parts))}.", doubt=doubt)


def one_end(reading: OneEndReading, results: Results) -> Words:
    """Return the finding that nearly every game has the same end."""
    hardly = "No" if reading.outcome.share.value == 1 else "Hardly any"
    text = f"{hardly} game ends in any way but “{reading.outcome.name}”"
    return Words(
        f"{text}: the outcome is hardly ever in doubt.",
        f"{looking_further(results)}; then bring another end nearer",
        opinion_said(reading.opinion),
        clause=f"{text[0].lower()}{text[1:]}",
    )


def score_tile(m: Metrics) -> TileWords:
    """Return the tile about how well the players do."""
    assert m.score is not None, "only where nobody competes"
    e = m.score.mean
    average = f"{_points(e.value, with_half(e, False))} on average"
    if e.withheld:
        return TileWords(TOO_EARLY, f"{games_are(m.games)} too few: {average} so far", OPEN)
    detail = f"{average}{_usual(m.score)}"
    if len(m.outcomes) < 2:
        return TileWords(_points(e.value), detail)
    best = m.outcomes[0]
    more = f"; {detail}" if tells_more(m) else ""
    answer = f"{capital(best.name)}: {about(best.share)}"
    return TileWords(answer, f"{capital(of_games(best.share))}{more}")


def score_verdict(m: Metrics) -> str:
    """Return how well the players do, as a sentence of the verdict without a full stop."""
    assert m.score is not None, "only where nobody competes"
    parts = [f"{scored(m.score, m.players)} on average"] if tells_more(m) else []
    if len(m.outcomes) > 1:
        best = m.outcomes[0]
        parts.append(f"{of_games(best.share)} end by “{best.name}”")
    return capital(", and ".join(parts))


def scored(score: Spread, players: int) -> str:
    """Return the usual score, as the beginning of a sentence."""
    subject = "The player scores" if players == 1 else "Together players score"
    return f"{subject} {_points(score.mean.value, with_half(score.mean, False))}"


def _points(value: float, words: str = "") -> str:
    """Write a number of points, or the given words for it.

    >>> _points(1), _points(2.5), _points(2.5, "2.5 ± 0.1")
    ('1 point', '2.50 points', '2.5 ± 0.1 points')
    """
    words = words or number(value)
    return f"{words} {'point' if words == '1' else 'points'}"


def _usual(score: Spread) -> str:
    """Return the scores of the middle half of the games; empty if nearly all scores are equal."""
    _, low, _, high, _ = score.quantiles
    return f"; half of the games have {seen(low)} to {seen(high)}" if low < high else ""


RANKS = ("Winner", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def rank_names(n: int, sides: int) -> list[str]:
    """Return the labels of the first `n` ranks in a chart of scores.

    >>> rank_names(3, 3), rank_names(2, 2)
    (['Winner', 'Second', 'Last'], ['Winner', 'Loser'])
    """
    names = [RANKS[i] if i < len(RANKS) else f"{i + 1}th" for i in range(n)]
    return [*names[:-1], "Last" if sides > 2 else "Loser"]


def ranks_title(winners: Histogram) -> str:
    """Return the title of the chart of final scores by rank."""
    return f"Half the winners have {seen(winners.quantile(0.5))} points or more"


def score_title(score: Spread, players: int) -> str:
    """Return the title of the chart of scores, if nobody competes."""
    return f"{scored(score, players)} on average"


def score_note(score: Spread) -> str:
    """Return the note below this chart."""
    return f"Half of the games have {seen(score.quantiles[2])} or more."


def players_title(best: str, mean: Estimate) -> str:
    """Return the title of the chart of scores by kind of player; `best` is the leading kind."""
    return f"{capital(best)} players score {with_half(mean, False)} points"


def outcomes_title(best: str) -> str:
    """Return the title of the chart of scores by end; `best` is the end with the highest score."""
    return f"“{best}” scores most"
