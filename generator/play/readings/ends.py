"""Do games finish? Asked before all else: of games that do not, nothing else is judged."""

from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results

UNFINISHED = 0.5  # of the games: players who leave more unfinished show nothing else of the game
ENDS = ("cap", "stall")  # how a game ends that does not finish


def unfinished(metrics: Metrics) -> float:
    """The share of games that were stopped at the limit or stalled."""
    return sum(metrics.ends[end].value for end in ENDS if end in metrics.ends)


def is_unfinished(metrics: Metrics) -> bool:
    """Whether so few games finish that nothing else can be judged from them."""
    return unfinished(metrics) >= UNFINISHED


def is_cut_short(results: Results, metrics: Metrics | None = None) -> bool:
    """Whether so many games were cut off that their lengths are at least what is measured.

    `metrics`: of one kind of player; by default the first.
    """
    return unfinished(metrics or results.main.metrics) >= results.pack.worth.ends / 100


def second_of(results: Results) -> Metrics | None:
    """The second kind of player, if its games finish; else it can confirm or dispute nothing."""
    others = [run.metrics for run in results.runs[1:2]]
    return others[0] if others and not is_unfinished(others[0]) else None
