"""The effect of pieces: what a piece does to who takes it, randomised when it is taken.

A piece looks like itself until somebody first uses it. In that moment, by the game's seed, it stays
itself or becomes another row of its component, price and all; so who takes it, and when, cannot
depend on which of the two it is. It becomes only a row that leaves the move legal, and a use counts
for either group only where there is such a row: both groups are chosen alike, and nobody pays a
price that was never asked. A piece that nobody can pass over (a tile drawn and laid) is another one
from the deal on instead; one that is merely left over in the end could have been taken before. What
is compared is the share of the win of the first to use it.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import CHANCE_STREAM, stream
from generator.model.pack import Component, Pack, Row, is_number
from generator.play.engine.batch import GameBatch, Swaps, by_side, play_games
from generator.play.engine.game import FaultyRules, Game, load_game, tables_with
from generator.play.engine.loop import DEALT, ITSELF, OTHER
from generator.play.measures.pieces import find_piece, piece_name
from generator.play.measures.ratios import NEEDED_TAKERS
from generator.play.measures.results import (
    AS_ITSELF,
    Effect,
    Outcome,
    PieceEffect,
    Progress,
    SimulateOptions,
)
from generator.play.measures.tally import Blocks, Floats, shares_of
from generator.play.runs.runs import batches_of
from generator.play.statistics import inference
from generator.play.statistics.distributions import student_quantile
from generator.play.statistics.inference import Estimate, mixed

OTHERS = 60  # other rows that a piece may act as; of more, so many are drawn once per run
CHANGED = 0.1  # of the pieces act as others in each game of a run for all of them
ALONE = 0.75  # of the games have a piece that acts as another, where only one at a time can
CHUNK = 128  # games played at once; whose plan is drawn together
KEPT = ("name", "id")  # what a piece keeps while it acts as another
FORCED = 0.98  # of the first uses of a piece have no alternative: taking it is no choice
PILOT = 20  # games from which that is judged
MOST_ASKED = 3  # pieces of a component that are looked at for one that something can be told of
DEALS = 5  # deals that show whether a row is looked at before it is taken
SHOWN = (
    "the deal already shows which piece it is, by where it lies or what comes with it, so it "
    "cannot become another when it is taken"
)
# What rules may raise that are played with a piece they did not deal.
FAULTS = (FaultyRules, AssertionError, ValueError, ArithmeticError, LookupError)


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
    if field and not is_number(row.fields.get(field)):
        numbers = sorted(n for n, v in row.fields.items() if is_number(v)) or ["none"]
        raise ValueError(
            f"{found.piece} has no number {field!r}; its numbers: {', '.join(numbers)}"
        )
    return found


# ---------------------------------------------------------------- rows that act as others


@dataclass(slots=True)
class Patches:
    """How a game's tables change when a piece acts as another row, patch by patch."""

    game: Game
    at: list[NDArray[np.int64]] = field(default_factory=list)
    byte: list[NDArray[np.uint8]] = field(default_factory=list)

    def add(self, component: Component, row: Row, new: Row) -> int:
        """The number of the patch that makes one row another.

        Raises `ValueError` or `FaultyRules` where the rules cannot have it.
        """
        number, _ = self._added(component, row, new)
        return number

    def add_hidden(self, component: Component, row: Row, new: Row) -> bool:
        """Add that patch only if no deal shows it; whether it was added. Raises as `add`."""
        _, tables = self._added(component, row, new)
        if not _shows_in_deal(self.game, tables):
            return True
        self.at.pop()
        self.byte.pop()
        return False

    def _added(self, component: Component, row: Row, new: Row) -> tuple[int, np.record]:
        game = self.game
        tables = tables_with(game, changed_piece(game.pack, component, row, new))
        old, now = (np.frombuffer(t.tobytes(), np.uint8) for t in (game.tables, tables))
        at = np.flatnonzero(old != now)
        self.at.append(at.astype(np.int64))
        self.byte.append(now[at])
        return len(self.at) - 1, tables

    def swaps(self, own: Mapping[int, range], plan: NDArray[np.int8]) -> Swaps:
        """These patches, which of them are each piece's own, and the parts of the pieces."""
        starts = np.cumsum([0, *(len(at) for at in self.at)])
        ranges = np.zeros((len(self.game.pieces), 2), np.int64)
        for place, numbers in own.items():
            ranges[place] = numbers.start, numbers.stop
        at, byte = self.at or [np.zeros(0, np.int64)], self.byte or [np.zeros(0, np.uint8)]
        return Swaps(np.concatenate(at), np.concatenate(byte), starts, ranges, plan)

    def overlap(self, numbers: Sequence[int]) -> bool:
        """Whether two of these patches write the same place: they cannot act together."""
        places = np.concatenate([self.at[k] for k in numbers]) if numbers else np.zeros(0)
        return len(np.unique(places)) < len(places)


def _shows_in_deal(game: Game, tables: np.record) -> bool:
    """Whether a deal by other tables leaves another position: it counts before it is taken."""
    for deal in range(DEALS):
        states = game.fresh(2)
        for state, these in zip(states, (game.tables, tables), strict=True):
            game.deal(these, state, stream(1, deal, CHANCE_STREAM))
        if states[0].tobytes() != states[1].tobytes():
            return True
    return False


def changed_piece(pack: Pack, component: Component, row: Row, new: Row) -> Pack:
    """The pack with one row replaced, everything else as it was."""
    rows = tuple(new if r is row else r for r in component.rows)
    parts = tuple(replace(c, rows=rows) if c is component else c for c in pack.components)
    digest = f"{pack.digest}+{component.id}/{new.id}:{new.count}:{sorted(new.fields.items())}"
    return replace(pack, components=parts, digest=digest)


def others_of(component: Component, row: Row, seed: int, most: int = OTHERS) -> list[Row]:
    """The row acting as each other of its component; none where all are like it.

    Of many some are drawn.
    """
    others = [r for r in component.rows if r is not row]
    if all(_printed_on(r) == _printed_on(row) for r in others):
        return []
    order = np.argsort(mixed(len(others), seed), kind="stable")[:most]
    return [acting_as(row, others[i]) for i in order]


def _printed_on(row: Row) -> dict[str, Any]:
    """A row's fields but for its name."""
    return {key: value for key, value in row.fields.items() if key not in KEPT}


def acting_as(row: Row, other: Row) -> Row:
    """The row with the fields of another, but its own name and number of copies."""
    own = {key: row.fields[key] for key in KEPT if key in row.fields}
    return replace(row, fields={**other.fields, **own})


# ---------------------------------------------------------------- playing and comparing


@dataclass(slots=True)
class _Slot:
    """One piece in a run: its place among the game's pieces, its patches, how they come in."""

    place: int
    patches: range  # its own
    is_dealt: bool
    own: list[Floats] = field(default_factory=list)  # takers' shares as itself, by chunk
    other: list[Floats] = field(default_factory=list)  # … as another
    placebo: list[Floats] = field(default_factory=list)  # … as its own copy

    def take(self, batch: GameBatch, group: NDArray[np.int8]) -> None:
        """Add a batch's takers.

        group: (n,) 0 as itself, 1 as another, 2 as its own copy, −1 not counted.
        """
        batch = by_side(batch)
        takers = batch.takers[:, self.place]
        took = np.flatnonzero(takers >= 0)
        share = shares_of(batch)[took, takers[took]]
        for g, lists in enumerate((self.own, self.other, self.placebo)):
            lists.append(share[group[took] == g])

    def value(self, placebo: bool = False) -> Estimate:
        """The share of the win as itself less that as another (or as its own copy)."""
        own = np.concatenate(self.own)
        other = np.concatenate(self.placebo if placebo else self.other)
        return share_difference(own, other)


def share_difference(first: Floats, second: Floats) -> Estimate:
    """The mean of one group of shares less that of another, each game counted once (Welch 1947)."""
    fewer = min(len(first), len(second))
    if fewer < 2:
        return inference.NOTHING
    value = float(first.mean() - second.mean())
    parts = [max(float(x.var(ddof=1)), _least_variance(x)) / len(x) for x in (first, second)]
    error = float(np.sqrt(sum(parts)))
    below = sum(p * p / (len(x) - 1) for p, x in zip(parts, (first, second), strict=True))
    t = student_quantile(inference.LEVEL, max(1, int(error**4 / below)) if below else 1)
    n = len(first) + len(second)
    needed = 0 if fewer >= NEEDED_TAKERS else int(np.ceil(n * NEEDED_TAKERS / fewer))
    low, high = max(-1.0, value - t * error), min(1.0, value + t * error)
    return Estimate(value, low, high, n, "randomised when taken", needed)


def _least_variance(x: Floats) -> float:
    """The variance of shares that were all alike, as if half a game had gone the other way."""
    p = 0.5 / len(x)
    return p * (1 - p)


def _play(
    game: Game,
    patches: Patches,
    slots: Sequence[_Slot],
    options: SimulateOptions,
    shares: tuple[float, float],
    is_alone: bool,
    what: str,
    progress: Progress,
) -> None:
    """Play the games of a run, each with its own draw of changes, and note the takers.

    shares: of the pieces that act as others, and as their own copies, in each game; with
    `is_alone` one piece acts as another, in `ALONE` of the games.
    """
    starts = range(0, options.games, CHUNK)
    own = {slot.place: slot.patches for slot in slots}

    def chunk(start: int) -> tuple[GameBatch, NDArray[np.int8]]:
        n = min(CHUNK, options.games - start)
        group, plan = _planned(game, slots, options.seed, start, n, shares, is_alone)
        batch = play_games(
            game, options.agents, options.seed, start, n, rotate=options.rotate,
            swaps=patches.swaps(own, plan),
        )  # fmt: skip
        return batch, group

    def note(start: int, found: tuple[GameBatch, NDArray[np.int8]]) -> None:
        batch, group = found
        for i, slot in enumerate(slots):
            slot.take(batch, group[:, i])
        progress(what, min(options.games, start + CHUNK), options.games)

    note(starts[0], chunk(starts[0]))  # compiles on this thread
    with ThreadPoolExecutor(options.workers or os.cpu_count() or 1) as pool:
        for start, found in zip(starts[1:], pool.map(chunk, starts[1:]), strict=True):
            note(start, found)


def _planned(
    game: Game, slots: Sequence[_Slot], seed: int, start: int, n: int,
    shares: tuple[float, float], is_alone: bool,
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:  # fmt: skip
    """Which slots are changed in games `start` to `start + n − 1`.

    The groups, (n, slots), and the plan, (n, pieces), of `Swaps`. With `is_alone` a piece as itself
    is counted only where all others are themselves, too, as they are where it acts as another.
    """
    drawn = mixed(2 * n * len(slots), seed * 0x9E3779B1 + start).reshape(2, n, len(slots))
    unit = drawn[0] / 2.0**64
    changed, copied = shares
    group = np.where(unit < changed, 1, np.where(unit < changed + copied, 2, 0)).astype(np.int8)
    if is_alone:
        group[group == 1] = 0
        games, only = np.arange(n), drawn[1].argmax(axis=1)
        changing = unit[games, only] < ALONE
        group[changing] = -1
        group[games[changing], only[changing]] = 1
    plan = np.zeros((n, len(game.pieces)), np.int8)
    for i, slot in enumerate(slots):
        parts = (ITSELF, OTHER, ITSELF, 0) if not slot.is_dealt else (0, DEALT, 0, 0)
        plan[:, slot.place] = np.array(parts, np.int8)[group[:, i]]
    return group, plan


def forced_pieces(game: Game, options: SimulateOptions) -> NDArray[np.bool_]:
    """For each piece whether its first use in a game is no choice: nobody can pass it over.

    No other move was legal then, and before it no move that uses it was. Seen in a few games,
    played again in plain Python.
    """
    n = min(PILOT, options.games)
    batch = play_games(game, options.agents, options.seed, 0, n, collect="moves")
    seen, forced = np.zeros((2, len(game.pieces)))
    if game.piece is None:
        return np.zeros(len(game.pieces), np.bool_)
    for i in range(n):
        state, taken, passed = game.fresh()[0], set[int](), set[int]()
        unasked: list[Any] = []  # positions before, of which nobody has asked yet what they offer
        rng = stream(options.seed, i, CHANCE_STREAM)
        game.deal(game.tables, state, rng)
        for move in batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]]:
            place = int(game.piece(game.tables, state, np.int64(move)))
            if place >= 0 and place not in taken:
                taken.add(place)
                seen[place] += 1
                offered = _offered(game, state)
                if offered == {place}:
                    passed.update(*(_offered(game, before) for before in unasked))
                    unasked.clear()
                    forced[place] += place not in passed
                passed |= offered
            else:
                unasked.append(state.copy())
            game.play(game.tables, state, np.int64(move), rng)
    found: NDArray[np.bool_] = (seen > 0) & (forced >= FORCED * seen)
    return found


def _offered(game: Game, state: Any) -> set[int]:
    """The pieces that the legal moves of a position use; −1 for those that use none."""
    out = np.zeros(game.widest, np.int32)
    legal = out[: int(game.moves(game.tables, state, out))]
    assert game.piece is not None, "the rules name no pieces"
    return {int(game.piece(game.tables, state, np.int64(move))) for move in legal}


# ---------------------------------------------------------------- every piece at once


def effects_of(game: Game, options: SimulateOptions, progress: Progress) -> tuple[PieceEffect, ...]:
    """What every piece does to its taker, against another of its component.

    Whether it stands out is judged against the mean of its component, since taking any piece of a
    suit may help in that moment; q by Benjamini–Hochberg over all.

    In each game a random tenth of the pieces act as others and another tenth as their own copies,
    which is the control. Where two cannot act as others at once, one of them does in most games.
    """
    forced = forced_pieces(game, options)
    patches = Patches(game)
    slots: dict[int, _Slot] = {}
    reasons: dict[int, str] = {}
    for place, piece in enumerate(game.pieces):
        component, row = find_piece(game.pack, piece, game.pieces)
        slot = _slot(patches, component, row, place, bool(forced[place]), options.seed)
        if isinstance(slot, _Slot):
            slots[place] = slot
        else:
            reasons[place] = slot
        progress("preparing", place + 1, len(game.pieces))
    if slots:
        firsts = [slot.patches[0] for slot in slots.values()]
        try:
            _play(
                game, patches, list(slots.values()), options, (CHANGED, CHANGED),
                patches.overlap(firsts), "changing pieces", progress,
            )  # fmt: skip
        except FAULTS:
            reasons |= dict.fromkeys(slots, "the rules cannot play on with a piece exchanged")
            slots = {}
    nothing = inference.NOTHING
    found = []
    for place, piece in enumerate(game.pieces):
        name = piece_name(game.pack, piece)
        if place in slots:
            slot = slots[place]
            how = "dealt" if slot.is_dealt else "taken"
            value, control = slot.value(), slot.value(True)
            found.append(PieceEffect(piece, name, value, control, value, 1.0, how))
        else:
            reason = reasons[place]
            found.append(PieceEffect(piece, name, nothing, nothing, nothing, 1.0, "", reason))
    return judged(_with_askable(game, found, options))


def _with_askable(
    game: Game, effects: Sequence[PieceEffect], options: SimulateOptions
) -> list[PieceEffect]:
    """The effects; of each component that has no exchangeable piece, one that may be asked for."""
    out = list(effects)
    parts: dict[str, list[int]] = {}
    for i, effect in enumerate(out):
        parts.setdefault(effect.piece.partition("/")[0], []).append(i)
    for places in parts.values():
        if all(out[i].unplayable for i in places):
            for i in places[:MOST_ASKED]:
                if _says_something(game, out[i].piece, options.seed):
                    out[i] = replace(out[i], is_askable=True)
                    break
    return out


def _says_something(game: Game, piece: str, seed: int) -> bool:
    """Whether `effect_of` has something to tell of a piece that cannot become another.

    That is a number of it that matters, or games that can be played with more or fewer of it.
    """
    change = Change(*find_piece(game.pack, piece, game.pieces), "")
    patches = Patches(game)
    for _, row in _steps(change):
        with suppress(*FAULTS):
            if patches.add_hidden(change.component, change.row, row) and len(patches.at[-1]):
                return True
    for _, row in _counts(change):
        with suppress(*FAULTS):
            pack = changed_piece(game.pack, change.component, change.row, row)
            play_games(load_game(pack, game.seats, plain=True), ["random"], seed, 0, 1)
            return True
    return False


def judged(effects: Sequence[PieceEffect]) -> tuple[PieceEffect, ...]:
    """The effects less the mean of their component, each with its q."""
    out = list(effects)
    measured = [i for i, e in enumerate(out) if not e.value.withheld]
    for component in {out[i].piece.partition("/")[0] for i in measured}:
        own = [i for i in measured if out[i].piece.partition("/")[0] == component]
        for i, beyond in zip(own, less_their_mean([out[i].value for i in own]), strict=True):
            out[i] = replace(out[i], beyond=beyond)
    q = inference.benjamini_hochberg([inference.p_of(out[i].beyond) for i in measured])
    for i, adjusted in zip(measured, q.tolist(), strict=True):
        out[i] = replace(out[i], q=adjusted)
    return tuple(out)


def less_their_mean(values: Sequence[Estimate]) -> list[Estimate]:
    """Independent estimates less their mean weighted by precision; one alone stays as it is.

    With variances v and W = Σ 1/v the mean has variance 1/W and covariance 1/W with each estimate,
    so the difference has variance v − 1/W.
    """
    if len(values) < 2:
        return list(values)
    halves = np.array([max(e.half, 1e-9) for e in values])
    weights = halves**-2 / (halves**-2).sum()
    mean = float(weights @ np.array([e.value for e in values]))
    narrower = np.sqrt(np.maximum(0.0, 1 - weights))
    out = []
    for e, ratio in zip(values, narrower.tolist(), strict=True):
        low, high = (e.value - mean + ratio * (end - e.value) for end in (e.low, e.high))
        out.append(replace(e, value=e.value - mean, low=low, high=high))
    return out


def exchangeable(game: Game, pieces: Sequence[str], seed: int) -> tuple[str, ...]:
    """Those of some pieces that can become another when they are taken."""
    found = []
    for piece in pieces:
        component, row = find_piece(game.pack, piece, game.pieces)
        slot = _slot(Patches(game), component, row, game.pieces.index(piece), False, seed)
        if isinstance(slot, _Slot):
            found.append(piece)
    return tuple(found)


def _slot(
    patches: Patches, component: Component, row: Row, place: int, is_forced: bool, seed: int
) -> _Slot | str:
    """What is needed to let one piece act as others, or why it cannot."""
    first, others = len(patches.at), others_of(component, row, seed + place)
    add = patches.add if is_forced else patches.add_hidden
    try:
        for new in others:
            add(component, row, new)
    except FAULTS as fault:
        return str(fault).splitlines()[0] if str(fault) else type(fault).__name__
    numbers = range(first, len(patches.at))
    if not others:
        return "all rows of its component are alike"
    if not numbers:
        return SHOWN
    if all(len(patches.at[k]) == 0 for k in numbers):
        return "the rules make no difference between the rows of its component"
    return _Slot(place, numbers, is_forced)


# ---------------------------------------------------------------- one piece in depth


def effect_of(game: Game, change: Change, options: SimulateOptions, progress: Progress) -> Effect:
    """What one piece does: against others of its component, with its numbers changed, and without.

    The first of these are randomised when it is taken and say what it does to its taker; without
    it, and with one more, the same seeds are played, which says what becomes of the whole game.
    """
    outcomes: list[Outcome] = []
    is_forced = bool(forced_pieces(game, options)[game.pieces.index(change.piece)])
    rows: list[tuple[str, list[Row]]] = []
    if not change.field:
        label = f"{AS_ITSELF} {change.component.title.lower()}"
        rows.append((label, others_of(change.component, change.row, options.seed)))
    rows += [(label, [row]) for label, row in _steps(change)]
    for i, (label, new) in enumerate(rows):
        outcomes += _taken(game, change, label, new, is_forced, options, progress, i == 0)
    if not change.field:
        for label, row in _counts(change):
            outcomes.append(_paired(game, change, label, row, options, progress))
    return Effect(change.piece, change.row.name, options.games, options.agents, tuple(outcomes))


def _taken(
    game: Game, change: Change, label: str, new: Sequence[Row], is_forced: bool,
    options: SimulateOptions, progress: Progress, has_control: bool,
) -> Iterator[Outcome]:  # fmt: skip
    """One way of changing a piece when it is taken, the first of them with its control.

    A step is told as changed less unchanged, the others as the piece itself less another. A step
    that makes no difference to the rules is left out, unless it was asked for by name.
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
        slot = _Slot(game.pieces.index(change.piece), range(len(patches.at)), is_forced)
        shares = (0.4, 0.2) if has_control else (0.5, 0.0)
        _play(game, patches, [slot], options, shares, False, f"playing {label}", progress)
    except FAULTS as fault:
        yield _unplayable(label, fault)
        return
    e = slot.value()
    if is_step:
        e = replace(e, value=-e.value, low=-e.high, high=-e.low)
    yield _outcome(label, e)
    if has_control:
        control = "control: as its own copy, which changes nothing"
        yield replace(_outcome(control, slot.value(placebo=True)), is_control=True)


def _outcome(label: str, holders: Estimate) -> Outcome:
    nothing = inference.NOTHING
    return Outcome(label, holders, inference.p_of(holders), nothing, nothing, ())


def _unplayable(label: str, fault: Exception) -> Outcome:
    reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
    return replace(_outcome(label, inference.NOTHING), unplayable=reason)


def _counts(change: Change) -> Iterator[tuple[str, Row]]:
    """Without it, and one more of it."""
    row = change.row
    yield "without it", replace(row, count=0)
    yield f"{row.count + 1} instead of {row.count}", replace(row, count=row.count + 1)


def _steps(change: Change) -> Iterator[tuple[str, Row]]:
    """Each number on it one up and one down, within what the column holds.

    A number is a field that holds a number in every row of the component and differs somewhere, but
    for the one that says how many there are; or the one field that was named.
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
        if low == high:  # what else it might be is not known
            low, high = value - 1 if value < 0 or value >= 1 else 0, value + 1
        for new in (min(value + 1, high), max(value - 1, low)):
            if new != value:
                fields = {**row.fields, name: new}
                yield f"{name} {new} instead of {value}", replace(row, fields=fields)


def _paired(
    base: Game, change: Change, label: str, new: Row, options: SimulateOptions, progress: Progress
) -> Outcome:
    """The changed game less the unchanged one, seed by seed: length, scores and seats.

    Nothing is said of takers: whoever took it in one of the games need not in the other.
    """
    try:
        pack = changed_piece(base.pack, change.component, change.row, new)
        other = load_game(pack, base.seats, plain=base.plain)
        here = replace(options, cluster=None)  # a changed piece is not in any worker's folder
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
    """Per game: 1, then by how much turns, the mean score and each side's share changed."""
    turns = after.turns.astype(np.float64) - before.turns
    score = after.scores.mean(axis=1) - before.scores.mean(axis=1)
    parts = [np.ones(len(turns)), turns, score]
    return np.column_stack([*parts, shares_of(after) - shares_of(before)])
