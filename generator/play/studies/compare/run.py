"""Compare: plays the same seeds under several settings and estimates the changes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.model.measures import Measure
from generator.model.pack import Pack, Worth
from generator.play.measures.metrics import statements_of
from generator.play.measures.ratios import (
    Statements,
    difference_of,
    estimate_of,
    is_in,
    least_of,
    measures_of,
)
from generator.play.measures.results import Difference, Progress, SimulateOptions
from generator.play.measures.tally import Tally
from generator.play.runs.runs import under
from generator.play.statistics import inference
from generator.play.statistics.multiple_testing import any_difference
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.simulate.run import simulate


def compare(
    packs: Mapping[str, Pack], options: SimulateOptions, progress: Progress | None = None
) -> Comparison:
    """Play the same seeds under each setting; the first setting is the base of all differences.

    Differences are paired (common random numbers) and corrected together. A seat's share counts as
    changed only if a joint test of all seats shows a change.
    """
    if len(packs) < 2:
        raise ValueError("two settings at least are needed to compare")
    lean = replace(options, supplies=False, effect=None, records=None, rows=None, precision=None)
    results = tuple(
        (label, simulate(pack, lean, under(label, progress))) for label, pack in packs.items()
    )
    tallies = [(label, result.main.tally) for label, result in results]
    worth = results[0][1].pack.worth
    statements = statements_of(result.main.metrics for _, result in results)
    return Comparison(options, results, differences_of(tallies, worth, statements))


def differences_of(
    tallies: Sequence[tuple[str, Tally]],
    worth: Worth | None = None,
    statements: Statements | None = None,
) -> tuple[Difference, ...]:
    """Return the difference of each measure between each tally and the first tally, on the same
    seeds.
    """
    base = tallies[0][1]
    worth = worth or Worth()
    rows, p_values = [], []
    for label, other in tallies[1:]:
        seats = _seats_differ(base, other)
        for measure in measures_of(base, statements):
            if is_in(measure, other):
                rows.append(_difference(measure, label, base, other, worth))
                p = inference.p_of(rows[-1].difference)
                p_values.append(max(p, seats) if measure.is_of_sides else p)
    q_values = inference.benjamini_hochberg(p_values)
    return tuple(replace(d, q=float(q)) for d, q in zip(rows, q_values, strict=True))


def _seats_differ(base: Tally, other: Tally) -> float:
    """Return the p-value for equal shares of all seats under both settings, tested together."""
    if base.seats != other.seats or len(base.rows) != len(other.rows):
        return 1.0
    changes = other.column("share") - base.column("share")
    return any_difference(changes[:, :-1], base.games).p


def _difference(
    measure: Measure, label: str, base: Tally, other: Tally, worth: Worth
) -> Difference:
    estimate = estimate_of(measure, base)
    return Difference(
        measure=measure,
        label=label,
        base=estimate,
        other=estimate_of(measure, other),
        difference=difference_of(measure, base, other),
        q=1.0,
        least=least_of(measure, worth, estimate.value),
    )
