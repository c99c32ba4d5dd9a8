"""Finds the numbers in a column that may be changed, which are the numbers of pieces with effects
that are certainly too large. In: "cards.points". Out: "cards.saffron.points" for each piece whose
effect on its taker, in the designer's setting, certainly exceeds the smallest noticeable effect in
either direction, with the largest effect first. The intervals of all pieces of the component hold
together.
"""

from collections.abc import Sequence

from generator.model.pack import Pack
from generator.play.engine.game import Game
from generator.play.measures.ratios import NEEDED_TAKERS, POINTS
from generator.play.measures.results import PieceEffect, Progress, SimulateOptions
from generator.play.statistics.distributions import student_quantile
from generator.play.statistics.inference import LEVEL
from generator.play.statistics.multiple_testing import sidak
from generator.play.studies.exchange.every import effects_of
from generator.play.studies.suggest.axes import numbers_of

MOST_PIECES = 4  # greatest number of pieces of a column that may change together


def spelt_out(
    pack: Pack, names: Sequence[str], game: Game, options: SimulateOptions, progress: Progress
) -> tuple[list[str], tuple[PieceEffect, ...]]:
    """Return the parameters to change, with columns replaced by numbers of pieces, and the effects.

    Raises `ValueError` if no piece of a column stands out.
    """
    spelt: list[str] = []
    standing_out: list[PieceEffect] = []
    effects: tuple[PieceEffect, ...] | None = None
    for text in names:
        name, equals, span = (part.strip() for part in text.partition("="))
        numbers = {} if pack.parameter(name) else numbers_of(pack, name)
        if not numbers:
            spelt.append(text)
            continue
        component, _, column = name.partition(".")
        effects = effects_of(game, options, progress) if effects is None else effects
        rows = {f"{component}/{row}": row for row in numbers}
        out = _standing_out([e for e in effects if e.piece in rows], pack.worth.effects / 100)
        if not out:
            raise ValueError(_none(name, [e for e in effects if e.piece in rows], pack, options))
        spelt += [f"{component}.{rows[e.piece]}.{column}{equals}{span}" for e in out]
        standing_out += out
    return list(dict.fromkeys(spelt)), tuple(dict.fromkeys(standing_out))


def _standing_out(effects: Sequence[PieceEffect], least: float) -> list[PieceEffect]:
    """Return the pieces whose effect certainly exceeds the smallest noticeable effect, with the
    largest first.
    """
    measured = [e for e in effects if not e.value.withheld]
    level = sidak(LEVEL, len(measured))
    wider = student_quantile(level, NEEDED_TAKERS) / student_quantile(LEVEL, NEEDED_TAKERS)
    out = [e for e in measured if abs(e.beyond.value) - wider * e.beyond.half > least]
    return sorted(out, key=lambda e: -abs(e.beyond.value))[:MOST_PIECES]


def _none(name: str, effects: Sequence[PieceEffect], pack: Pack, options: SimulateOptions) -> str:
    """Return the reason why no number in a column may change, and how to change the number of one
    piece.
    """
    least = f"{pack.worth.effects:g} points"
    measured = [e for e in effects if not e.value.withheld]
    component, _, column = name.partition(".")
    row = next(iter(numbers_of(pack, name)))
    if not effects:
        return (
            f"{name}: the rules do not say who uses a piece of {component}, so none can stand "
            f"out: name a row, as in {component}.{row}.{column}"
        )
    if not measured:
        why = next((e.unplayable for e in effects if e.unplayable), "they are taken too seldom")
        head = f"{name}: {options.games:,} games do not say what any of its pieces does ({why})"
    else:
        most = max(measured, key=lambda e: abs(e.value.value) / max(e.value.half, 1e-9))
        row = most.piece.partition("/")[2]
        value, half = (f"{POINTS * x:.1f}" for x in (most.value.value, most.value.half))
        head = (
            f"{name}: in {options.games:,} games no piece is clearly worth {least} more or less "
            f"than another; the surest is {most.name}, {value} ± {half} points"
        )
    return f"{head}: name a row, as in {component}.{row}.{column}, or raise --games"


def can_be_set(pack: Pack, names: Sequence[str]) -> None:
    """Raise `ValueError` for the first number that cannot be written to its place."""
    from generator.reading.door import open_pack

    for name in names:
        number = pack.parameter(name)
        assert number is not None, name
        settings = pack.settings({name: number.value})
        _, problems = open_pack(pack.folder, variant=pack.variant or None, settings=settings)
        for problem in problems.errors:
            fix = f" ({problem.fix})" if problem.fix else ""
            raise ValueError(f"{name} cannot be tuned: {problem.message}{fix}")
