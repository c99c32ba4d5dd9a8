"""The effect of a piece: the same seeds played with it changed, in step with the game as it is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from generator.pack import Component, Pack, Row
from generator.play.engine.batch import GameBatch
from generator.play.engine.game import FaultyRules, Game, load_game
from generator.play.measure import stats
from generator.play.measure.results import Effect, Outcome, Progress, SimulateOptions
from generator.play.measure.stats import Estimate
from generator.play.measure.tally import Blocks, Floats, shares_of
from generator.play.pieces import find_piece
from generator.play.runs import batches_of


@dataclass(frozen=True, slots=True)
class Change:
    """The piece whose effect is asked for, and the one of its numbers that was named."""

    component: Component
    row: Row
    field: str

    @property
    def piece(self) -> str:
        """The piece as "component/row"."""
        return f"{self.component.id}/{self.row.id}"


def to_change(game: Game, effect: str) -> Change:
    """The piece meant by `--effect`, alone or with one of its numbers: "river bird:points"."""
    wanted, _, field = effect.partition(":")
    component, row = find_piece(game.pack, wanted, game.pieces)
    found = Change(component, row, field)
    if found.piece not in game.pieces:
        raise ValueError(f"the rules of {game.pack.name} do not say when {found.piece} is used")
    if field and not _is_number(row.fields.get(field)):
        numbers = sorted(n for n, v in row.fields.items() if _is_number(v)) or ["none"]
        raise ValueError(
            f"{found.piece} has no number {field!r}; its numbers: {', '.join(numbers)}"
        )
    return found


def effect_of(base: Game, change: Change, options: SimulateOptions, progress: Progress) -> Effect:
    """Play the same seeds with one piece changed, in step with the game as it is."""
    outcomes = []
    for label, new in _changes(change):
        try:
            pack = changed_piece(base.pack, change.component, change.row, new)
            other = load_game(pack, base.seats, plain=base.plain)
            outcome = _outcome(base, other, change.piece, label, options, progress)
        except (FaultyRules, AssertionError) as fault:
            reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
            nothing = stats.NOTHING
            outcome = Outcome(label, nothing, 0, 0, 1.0, nothing, nothing, (), reason)
        outcomes.append(outcome)
    return Effect(change.piece, change.row.name, options.games, options.agents, tuple(outcomes))


def changed_piece(pack: Pack, component: Component, row: Row, new: Row) -> Pack:
    """The pack with one row replaced, everything else as it was."""
    rows = tuple(new if r is row else r for r in component.rows)
    parts = tuple(replace(c, rows=rows) if c is component else c for c in pack.components)
    digest = f"{pack.digest}+{component.id}/{new.id}:{new.count}:{sorted(new.fields.items())}"
    return replace(pack, components=parts, digest=digest)


def _changes(change: Change) -> Iterator[tuple[str, Row]]:
    """Without it, one more of it, and each number on it one up and one down.

    A number is a field that holds a number in every row of the component and differs somewhere,
    or the one field that was named.
    """
    row, field = change.row, change.field
    yield "without it", replace(row, count=0)
    yield f"{row.count + 1} instead of {row.count}", replace(row, count=row.count + 1)
    for name, value in row.fields.items():
        if not _is_number(value) or (field and name != field):
            continue
        column = [r.fields.get(name) for r in change.component.rows]
        if not field and (not all(map(_is_number, column)) or len(set(column)) < 2):
            continue
        assert isinstance(value, int | float)
        for step in (1, -1):
            fields = {**row.fields, name: value + step}
            yield f"{name} {value + step} instead of {value}", replace(row, fields=fields)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _outcome(
    base: Game, other: Game, piece: str, label: str, options: SimulateOptions, progress: Progress
) -> Outcome:
    """The changed game less the unchanged one, game by game."""
    n, p, seats = options.games, base.pieces.index(piece), base.seats
    here = replace(options, cluster=None)  # a changed piece is not in any worker's folder
    blocks = Blocks()
    gained = lost = done = 0
    pairs = zip(
        batches_of(base, here, options.agents, 0, n, "basic"),
        batches_of(other, here, options.agents, 0, n, "basic"),
        strict=True,
    )
    for before, after in pairs:
        used = before.piece_used[:, :, p] > 0
        sole = [b.winners & (b.winners.sum(axis=1, keepdims=True) == 1) for b in (before, after)]
        gained += int((used & sole[1] & ~sole[0]).sum())
        lost += int((used & sole[0] & ~sole[1]).sum())
        blocks.add(_changed(before, after, used))
        done += len(before)
        progress(f"playing {label}", done, n)
    rows = blocks.rows

    def per(top: int, bottom: int, count: int, needed: int = 100) -> Estimate:
        return stats.ratio_interval(rows[:, [top, bottom]], count, needed=needed, method="paired")

    holders = int(rows[:, 1].sum())
    return Outcome(
        label=label,
        holders=per(0, 1, holders, 30),
        gained=gained,
        lost=lost,
        p=stats.mcnemar(gained, lost),
        turns=per(3, 2, n),
        score=per(4, 2, n),
        seats=tuple(per(5 + s, 2, n) for s in range(seats)),
    )


def _changed(before: GameBatch, after: GameBatch, used: np.ndarray) -> Floats:
    """Per game: the holders' change of share, holders, 1, turns, mean score, each seat's share."""
    change = shares_of(after) - shares_of(before)
    turns = after.turns.astype(np.float64) - before.turns
    score = after.scores.mean(axis=1) - before.scores.mean(axis=1)
    parts = [(change * used).sum(axis=1), used.sum(axis=1), np.ones(len(used)), turns, score]
    return np.column_stack([*parts, change])
