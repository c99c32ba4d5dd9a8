"""Measures the effect of one piece: exchanged for others, with changed numbers, and with more
copies or none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from generator.model.pack import Component, Row, is_number
from generator.play.engine.batch import GameBatch
from generator.play.engine.game import Game, load_game
from generator.play.measures.pieces import find_piece
from generator.play.measures.results import (
    AS_ITSELF,
    Effect,
    Outcome,
    Progress,
    SimulateOptions,
)
from generator.play.measures.tally import Blocks, Floats, shares_of
from generator.play.runs.runs import batches_of
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate
from generator.play.studies.exchange.randomised import Exchange, play_randomised
from generator.play.studies.exchange.rows import (
    FAULTS,
    SHOWN,
    Patches,
    changed_piece,
    forced_pieces,
    others_of,
)


@dataclass(frozen=True, slots=True)
class Change:
    """The piece to examine, and the number that the user named, if any."""

    component: Component
    row: Row
    field: str

    @property
    def piece(self) -> str:
        """The id of the piece, "component/row"."""
        return f"{self.component.id}/{self.row.id}"


def to_change(game: Game, effect: str) -> Change:
    """Return the target of `--effect`, which is a piece or one of its numbers, as in "river
    bird:points".
    """
    wanted, _, field = effect.partition(":")
    component, row = find_piece(game.pack, wanted, game.pieces)
    change = Change(component, row, field)
    if change.piece not in game.pieces:
        raise ValueError(f"the rules of {game.pack.name} do not say when {change.piece} is used")
    if field and not is_number(row.fields.get(field)):
        numbers = sorted(n for n, v in row.fields.items() if is_number(v)) or ["none"]
        raise ValueError(
            f"{change.piece} has no number {field!r}; its numbers: {', '.join(numbers)}"
        )
    return change


def effect_of(game: Game, change: Change, options: SimulateOptions, progress: Progress) -> Effect:
    """Estimate the effect of one piece, against other pieces, with changed numbers, and without the
    piece. The first two changes are randomised when the piece is taken, so they give the effect on
    the taker. Games without the piece, or with one more copy, use the same seeds and give the
    effect on the game.
    """
    outcomes: list[Outcome] = []
    is_forced = bool(forced_pieces(game, options)[game.pieces.index(change.piece)])
    rows: list[tuple[str, list[Row]]] = []
    if not change.field:
        label = f"{AS_ITSELF} {change.component.title.lower()}"
        rows.append((label, others_of(game.pack, change.component, change.row, options.seed)))
    rows += [(label, [row]) for label, row in steps_of(change)]
    for i, (label, new) in enumerate(rows):
        outcomes += _taken(game, change, label, new, is_forced, options, progress, i == 0)
    if not change.field:
        for label, row in counts_of(change):
            outcomes.append(_paired(game, change, label, row, options, progress))
    return Effect(change.piece, change.row.name, options.games, options.agents, tuple(outcomes))


def _taken(
    game: Game, change: Change, label: str, new: Sequence[Row], is_forced: bool,
    options: SimulateOptions, progress: Progress, has_control: bool,
) -> Iterator[Outcome]:  # fmt: skip
    """Estimate the effect of each exchange of a piece when it is taken; the first has a control.

    For a changed number, the effect is the changed result minus the unchanged result. For another
    piece, it is the result of the piece minus the result of the other piece. A change that makes no
    difference to the rules is left out, unless the user named it.
    """
    patches = Patches(game)
    add = patches.add if is_forced else patches.add_hidden
    is_step = not label.startswith(AS_ITSELF)
    try:
        if not new:
            raise ValueError("all rows of its component are alike")
        for row in new:
            add(change.component, change.row, row)
        if not patches.at:
            raise ValueError(SHOWN)
        if is_step and not any(len(at) for at in patches.at):
            if not change.field:
                return
            raise ValueError(f"this step of {change.field!r} makes no difference to the rules")
        place = game.pieces.index(change.piece)
        exchange = Exchange(place, range(len(patches.at)), is_forced)
        shares = (0.4, 0.2) if has_control else (0.5, 0.0)
        play_randomised(game, patches, [exchange], options, shares, f"playing {label}", progress)
    except FAULTS as fault:
        yield _unplayable(label, fault)
        return
    e = exchange.value()
    if is_step:
        e = replace(e, value=-e.value, low=-e.high, high=-e.low)
    yield _outcome(label, e)
    if has_control:
        control = "control: as its own copy, which changes nothing"
        yield replace(_outcome(control, exchange.value(placebo=True)), is_control=True)


def _outcome(label: str, holders: Estimate) -> Outcome:
    nothing = inference.NOTHING
    return Outcome(label, holders, inference.p_of(holders), nothing, nothing, ())


def _unplayable(label: str, fault: Exception) -> Outcome:
    reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
    return replace(_outcome(label, inference.NOTHING), unplayable=reason)


def counts_of(change: Change) -> Iterator[tuple[str, Row]]:
    """Return the pack without the piece, and with one more copy of it."""
    row = change.row
    yield "without it", replace(row, count=0)
    yield f"{row.count + 1} instead of {row.count}", replace(row, count=row.count + 1)


def steps_of(change: Change) -> Iterator[tuple[str, Row]]:
    """Return the piece with each number one higher and one lower, within the column's range.

    A number is a field that holds numbers in every row of the component and varies, except the
    number of copies. If the user named a field, only this field is used.
    """
    row, field = change.row, change.field
    rows = change.component.rows
    for name, value in row.fields.items():
        if not is_number(value) or (field and name != field):
            continue
        column = [r.fields.get(name) for r in rows]
        if not field and (not all(map(is_number, column)) or len(set(column)) < 2):
            continue
        if not field and change.component.is_counted_by(name):
            continue
        held = [n for n in column if is_number(n)]
        low, high = min(held), max(held)
        if low == high:  # a constant column shows no other possible value
            low, high = value - 1 if value < 0 or value >= 1 else 0, value + 1
        for new in (min(value + 1, high), max(value - 1, low)):
            if new != value:
                fields = {**row.fields, name: new}
                yield f"{name} {new} instead of {value}", replace(row, fields=fields)


def _paired(
    base: Game, change: Change, label: str, new: Row, options: SimulateOptions, progress: Progress
) -> Outcome:
    """Return differences in length, scores and seat shares by seed: changed minus unchanged.

    Takers are not compared, because different players may take a piece in the two games.
    """
    try:
        pack = changed_piece(base.pack, change.component, change.row, new)
        other = load_game(pack, base.seats, plain=base.plain)
        here = replace(options, cluster=None)  # workers of a cluster do not have the changed piece
        n, done, blocks = options.games, 0, Blocks()
        pairs = zip(
            batches_of(base, here, options.agents, 0, n, "basic"),
            batches_of(other, here, options.agents, 0, n, "basic"),
            strict=True,
        )
        for before, after in pairs:
            blocks.add(_changed(before, after))
            done += len(before)
            progress(f"playing {label}", done, n)
    except FAULTS as fault:
        return _unplayable(label, fault)
    rows = blocks.rows

    def per(top: int) -> Estimate:
        return inference.ratio_interval(rows[:, [top, 0]], n, needed=100, method="paired")

    seats = tuple(per(3 + s) for s in range(base.sides.n))
    return replace(_outcome(label, inference.NOTHING), turns=per(1), score=per(2), seats=seats)


def _changed(before: GameBatch, after: GameBatch) -> Floats:
    """Return (games, columns): 1, then the changes of turns, mean score and side shares."""
    turns = after.turns.astype(np.float64) - before.turns
    score = after.scores.mean(axis=1) - before.scores.mean(axis=1)
    parts = [np.ones(len(turns)), turns, score]
    return np.column_stack([*parts, shares_of(after) - shares_of(before)])
