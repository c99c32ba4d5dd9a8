"""Writes every estimate of a simulation on its own line, for CSV and workbooks."""

from collections.abc import Iterator

from generator.model.measures import wins_of
from generator.play.measures.metrics import Metrics
from generator.play.measures.results import Results
from generator.play.measures.tally import TENTHS
from generator.play.studies.trials.trials import TRIALS
from generator.play.telling.contrasts import headlines
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells


def lines_of(results: Results) -> Iterator[Cells]:
    """Return the lines of every run, then the lines of all trials."""
    for run in results.runs:
        yield from _metric_lines(run.label, run.metrics)
    for trial in TRIALS:
        yield from trial.lines(results)


def _metric_lines(label: str, m: Metrics) -> Iterator[Cells]:
    if m.is_contest:
        yield from _contest_lines(label, m)
    for o in m.outcomes:
        yield line("score by end", o.name, label, o.score)
    for name, spread in m.own:
        yield line("own", name, label, spread.mean)
    for player in m.skill:
        yield line("players", player.spec, label, player.share)
    for name, e in m.ends.items():
        yield line("completion", name, label, e)
    for name, e in m.reasons.items():
        yield line("ends", name, label, e)
    for headline in headlines(m):
        estimate = headline.get(m)
        if estimate is not None:
            yield line("course", headline.name, label, estimate)
    for tenth, e in zip(TENTHS, m.leader_wins if m.is_contest else (), strict=False):
        yield line("lead", f"leader at {tenth}/10 wins", label, e)
    for kind in m.kinds:
        yield line("kinds", kind.name, label, kind.share)
        if m.is_contest:
            yield line("kinds of winners", kind.name, label, kind.winners)
    for piece in m.pieces:
        yield line("piece used", piece.id, label, piece.used)
        yield line("piece picked", piece.id, label, piece.picked)
        if m.is_contest:
            yield line("piece lift (association)", piece.id, label, piece.lift)
    for supply in m.supplies:
        yield line("supply empty, games", supply.name, label, supply.empty_games)
        yield line("supply empty, seats", supply.name, label, supply.empty_seats)


def _contest_lines(label: str, m: Metrics) -> Iterator[Cells]:
    """Return the lines that only exist if players compete."""
    word = m.sides.word
    wins = wins_of(m.sides)
    for measure, e in zip(wins, m.seats.shares, strict=True):
        yield line(f"{word}s", f"{measure.key}, ties shared", label, e)
    for measure, e in zip(wins, m.seats.sole, strict=True):
        yield line(f"{word}s", f"{measure.key} alone", label, e)
    for s, e in enumerate(m.seats.scores):
        yield line(f"{word}s", f"score of {word} {s + 1}", label, e)
    yield line(f"{word}s", "best − worst", label, m.seats.gap)
    for s, e in enumerate(m.even, 2):
        yield line(f"{word}s", f"points for {word} {s} that make {word}s even", label, e)
    for c in m.comebacks:
        name = f"{c.points} or more behind at {c.tenth}/10, wins"
        yield line("comebacks", name, label, c.share)
