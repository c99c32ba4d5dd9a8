"""The entry of a run of bots in the notebook: a few figures with their intervals."""

from collections.abc import Iterator

from generator.people.figures import Group
from generator.people.notebook import BotRun
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results
from generator.play.statistics.inference import Estimate


def run_of_group(group: Group, agents: str) -> BotRun:
    """Return the figures of the bots in a comparison with people."""
    figures = {f.key: _ends(f.bots) for f in group.figures if f.bots is not None}
    return BotRun(agents, group.players, group.bots, figures)


def runs_of(results: Results) -> Iterator[BotRun]:
    """Return the figures of every kind of bot in a simulation; the main run comes last."""
    for run in reversed(results.runs):
        metrics = run.metrics
        figures = {key: _ends(estimate) for key, estimate in _figures(metrics)}
        yield BotRun(", ".join(run.agents), metrics.players, metrics.games, figures)


def _figures(metrics: Metrics) -> Iterator[tuple[str, Estimate]]:
    if len(metrics.seats.shares) == metrics.players > 1:
        for seat, share in enumerate(metrics.seats.shares, 1):
            yield f"share {seat}", share
        yield "margin", metrics.margin.mean
    if metrics.score is not None:
        yield "score", metrics.score.mean
    if metrics.rounds is not None:
        yield "rounds", metrics.rounds.mean
    else:
        yield "turns", metrics.turns.mean


def _ends(estimate: Estimate) -> tuple[float, float, float]:
    """Return the value and the limits of its interval, to three decimals."""
    return round(estimate.value, 3), round(estimate.low, 3), round(estimate.high, 3)
