"""Compares the costs and gains of a component's rows, to find twins, rows that are never better,
and points per price. In: a pack, and its game if the rules may run. Out: a `Balance` for each
component with rows to compare. The meaning of a column is stated by `columns:` of the component.
The meaning of any other column of numbers is found by the rules, in positions of random games. With
every number one higher and one lower, the legal moves and the mover's score are compared. A column
whose meaning stays unknown may mean anything, so only rows that are equal in this column are
compared. None of the results is a fault, because twins may be intended, and a card that nobody
should want may be a joke.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import PurePath
from typing import Any, Literal

import numpy as np

from generator.kit.chance import CHANCE_STREAM, stream
from generator.model.pack import Component, Pack, Row, Scalar, is_number
from generator.play.engine.game import Game, faults_of, load_game, tables_with
from generator.play.studies.exchange.rows import KEPT
from generator.play.telling.numbers import counted, listed, number
from generator.reading.booklets import RULES
from generator.reading.folder import has_rules
from generator.reading.schema_components import PICTURES_ELSEWHERE, SUFFIXES
from generator.reading.tables import BOOKS, TEXTS

Meaning = Literal["price", "gain", "points"]
FEW = 2  # least number of rows that can be compared
GAMES = 8  # number of random games whose positions are tried
POSITIONS = 30  # number of positions of each game, spread over the game
PLAYED = 3  # number of moves tried in each position, including the move that was made
MOST_MOVES = 1000  # greatest number of moves of a random game
SEED = 1
PICTURES = (*SUFFIXES, *PICTURES_ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Dominated:
    """A row, and another row that costs no more, gives no less, and is better in one of the two."""

    row: Row
    by: Row
    columns: tuple[str, ...]  # columns in which `by` is better
    others: int = 0  # number of other rows that are better than `row`


@dataclass(frozen=True, slots=True)
class Rate:
    """The points of a row per price, with all prices and all points added up."""

    row: Row
    points: float
    price: float

    @property
    def value(self) -> float:
        """Points per unit of the price; infinite for points that cost nothing."""
        if not self.price:
            return float("inf") if self.points > 0 else 0.0
        return self.points / self.price


@dataclass(frozen=True, slots=True)
class Balance:
    """The comparison of the rows of one component without playing them against each other."""

    component: Component
    meanings: Mapping[str, Meaning]
    unknown: tuple[str, ...]  # columns of numbers whose meaning is not known
    twins: tuple[tuple[Row, ...], ...]  # groups of rows that are equal except for name and picture
    dominated: tuple[Dominated, ...]
    rates: tuple[Rate, ...]  # rates, the most points per price first

    @property
    def says(self) -> bool:
        """Whether there is any result to report."""
        return bool(self.meanings or self.unknown or self.twins)

    def of(self, meaning: Meaning) -> tuple[str, ...]:
        """The columns with this meaning."""
        return tuple(name for name, each in self.meanings.items() if each == meaning)


def balances_of(pack: Pack, *, plays: bool = True) -> tuple[Balance, ...]:
    """Return the balance of every component with at least `FEW` rows that differ in more than name
    and picture. With `plays` the rules find the meaning of columns that the pack does not state,
    unless the rules are faulty, which `check` reports.
    """
    probed: Mapping[str, Mapping[str, Meaning]] = {}
    if plays and has_rules(pack):
        try:
            players = min(max(2, pack.players[0]), pack.players[1])
            with faults_of(pack.folder, lambda: "with its numbers one step higher or lower"):
                probed = probe(load_game(pack, players, plain=True))
        except Exception:
            probed = {}
    balances = (_balance(component, probed.get(component.id, {})) for component in pack.components)
    return tuple(balance for balance in balances if balance is not None)


def _balance(component: Component, probed: Mapping[str, Meaning]) -> Balance | None:
    facts = _told(component)
    if len(component.rows) < FEW or not facts or _is_rule_sheet(component):
        return None
    numbers = [name for name in facts if _is_of_numbers(component, name)]
    meanings = {name: meaning for name, meaning in probed.items() if name in numbers}
    for name, text in component.columns.items():
        meanings.pop(name, None)
        if text != "other":
            meanings[name] = text
    meanings = {name: meanings[name] for name in facts if name in meanings}
    silent = tuple(name for name in numbers if name not in {*meanings, *component.columns})
    twins = tuple(rows for rows in _alike(component, facts) if len(rows) > 1)
    rest = [name for name in facts if name not in meanings]
    worse = tuple(_dominated(component, meanings, rest))
    return Balance(component, meanings, silent, twins, worse, tuple(_rated(component, meanings)))


# ---------------------------------------------------------------- columns


def _told(component: Component) -> list[str]:
    """Return the columns that distinguish rows, which are all columns except name, picture and
    number of copies. A column that is the same in every row is left out.
    """
    rows, facts = component.rows, []
    for name in dict.fromkeys(name for row in rows for name in row.fields):
        values = [row.fields.get(name) for row in rows]
        is_name = name in KEPT or all(
            str(value) in (row.name, row.id) for row, value in zip(rows, values, strict=True)
        )
        if is_name or _are_pictures(values) or component.is_counted_by(name):
            continue
        if len(set(map(_same, values))) > 1:
            facts.append(name)
    return facts


def _are_pictures(values: Sequence[Scalar]) -> bool:
    """Whether every cell that is not blank names a picture file."""
    names = [value for value in values if value not in (None, "")]
    return bool(names) and all(
        isinstance(name, str) and PurePath(name).suffix.casefold() in PICTURES for name in names
    )


def _same(value: Scalar) -> tuple[str, Scalar]:
    """Return a key that equal cells share: 2 and 2.0 are equal, 1 and `true` are not."""
    if value is None:
        return "text", ""
    kind = "switch" if isinstance(value, bool) else "number" if is_number(value) else "text"
    return kind, value


def _is_rule_sheet(component: Component) -> bool:
    """Whether the rows of a component are pages."""
    return component.front is not None and component.front.name == RULES


def _is_of_numbers(component: Component, name: str) -> bool:
    """Whether a column holds a number in every row."""
    return all(is_number(row.fields.get(name)) for row in component.rows)


# ---------------------------------------------------------------- results from the columns


def _alike(component: Component, names: Sequence[str]) -> list[tuple[Row, ...]]:
    """Return groups of rows that are equal in these columns."""
    groups: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in component.rows:
        groups[tuple(_same(row.fields.get(name)) for name in names)].append(row)
    return [tuple(rows) for rows in groups.values()]


def _dominated(
    component: Component, meanings: Mapping[str, Meaning], rest: Sequence[str]
) -> Iterator[Dominated]:
    """Return the rows that are never better than another row: not cheaper, with no larger gain, and
    worse in one of the two. The two rows are equal in the other columns, `rest`. Each row comes
    with the row that is better in the most columns. The result is empty if no column is a price,
    because points alone differ if something else pays for them.
    """
    if "price" not in meanings.values():
        return
    columns = list(meanings)
    signs = np.array([-1.0 if meanings[name] == "price" else 1.0 for name in columns])
    dominated: dict[str, Dominated] = {}
    for rows in _alike(component, rest):
        good = signs * np.array([[_number(row, name) for name in columns] for row in rows])
        for row, mine in zip(rows, good, strict=True):
            is_better = (good >= mine).all(axis=1) & (good > mine).any(axis=1)
            if is_better.any():
                better = np.flatnonzero(is_better)
                best = int(better[np.argmax((good[better] > mine).sum(axis=1))])
                where = tuple(n for n, b, m in zip(columns, good[best], mine, strict=True) if b > m)
                dominated[row.id] = Dominated(row, rows[best], where, len(better) - 1)
    yield from (dominated[row.id] for row in component.rows if row.id in dominated)


def _rated(component: Component, meanings: Mapping[str, Meaning]) -> list[Rate]:
    """Return the points of each row per price, highest first; empty without both kinds of
    column.
    """
    prices = [name for name, meaning in meanings.items() if meaning == "price"]
    points = [name for name, meaning in meanings.items() if meaning == "points"]
    rated = [
        Rate(row, *(sum(_number(row, name) for name in names) for names in (points, prices)))
        for row in component.rows
    ]
    # a row that pays the player has no rate
    if not prices or not points or any(rate.price < 0 for rate in rated):
        return []
    return sorted(rated, key=lambda rate: -rate.value)


def _number(row: Row, name: str) -> float:
    """Return a cell's number in a column of numbers."""
    value = row.fields[name]
    assert is_number(value), f"{name} of {row.id} is {value!r}"
    return float(value)


# ---------------------------------------------------------------- meanings by the rules


@dataclass(slots=True)
class _Seen:
    """The changes of moves and scores with every number of a column one step higher, or lower."""

    is_refused: bool = False  # whether the rules cannot be set up or played with the change
    removed: int = 0  # number of positions in which moves disappeared
    added: int = 0  # number of positions in which moves were added
    rose: int = 0  # number of moves after which the mover's score is higher than without the change
    fell: int = 0
    # number of moves, except the last of a game, after which another seat's score differs
    others: int = 0


@dataclass(slots=True)
class _Column:
    """One column of one table; every component that is read from the table changes with it."""

    name: str
    components: list[Component]
    up: _Seen = field(default_factory=_Seen)
    down: _Seen = field(default_factory=_Seen)

    @property
    def meaning(self) -> Meaning | None:
        """Return the meaning of the column.

        For a price, a higher number only removes moves, a lower number never does, and neither
        raises a score. For points, a higher number only raises the mover's score, a lower number
        only lowers it, and the moves stay.
        """
        up, down = self.up, self.down
        if up.is_refused or down.is_refused:
            return None
        is_still = not (up.rose or down.fell or up.others or down.others)
        if up.removed and not (up.added or down.removed) and is_still:
            return "price"
        moves = up.removed + up.added + down.removed + down.added
        if (up.rose or down.fell) and not (up.fell or down.rose or up.others or down.others):
            return None if moves else "points"
        return None


def probe(game: Game) -> dict[str, dict[str, Meaning]]:
    """Return the meaning of the columns of numbers, by component, as the rules treat them.

    Positions of some random games, spread over each game, are examined with the numbers one step
    higher and lower. A column without an effect, or with more than one effect, is left out.
    """
    columns = list(_columns(game.pack))
    changed = [
        (seen, tables)
        for column in columns
        for seen, step in ((column.up, 1), (column.down, -1))
        if (tables := _tables(game, column, step, seen)) is not None
    ]
    for index in range(GAMES if changed else 0):
        for at in _positions(game, index):
            for seen, tables in changed:
                if not seen.is_refused:
                    try:
                        at.compare(tables, seen)
                    except Exception:
                        seen.is_refused = True
    meanings: dict[str, dict[str, Meaning]] = {}
    for column in columns:
        if column.meaning is not None:
            for component in column.components:
                meanings.setdefault(component.id, {})[column.name] = column.meaning
    return meanings


def _columns(pack: Pack) -> Iterator[_Column]:
    """Return the columns of numbers whose meaning the pack does not state, grouped by file."""
    groups: dict[tuple[str, str], list[Component]] = defaultdict(list)
    for component in pack.components:
        for name in _told(component):
            if name not in component.columns and _is_of_numbers(component, name):
                file = component.rows[0].place.file
                own = "" if file.endswith((*TEXTS, *BOOKS)) else component.id
                groups[f"{file} {own}", name].append(component)
    for (_, name), components in groups.items():
        yield _Column(name, components)


def _tables(game: Game, column: _Column, sign: int, seen: _Seen) -> Any | None:
    """Return the game's tables with every number of a column a step higher or lower.

    None if this makes no difference to the rules, or if they refuse the change, which is recorded.
    """
    pack = game.pack
    values = sorted({float(r.fields[column.name]) for c in column.components for r in c.rows})  # type: ignore[arg-type]
    is_whole = all(value == int(value) for value in values)
    step = 1 if is_whole else min(b - a for a, b in pairwise(values))
    # no lower number is tried, because rules may need numbers above 0 and loop forever without
    # them
    low = values[0]

    def stepped(row: Row) -> Row:
        now = row.fields[column.name]
        assert is_number(now)
        new = max(low, now + sign * step)
        return replace(row, fields={**row.fields, column.name: int(new) if is_whole else new})

    parts = tuple(
        replace(c, rows=tuple(map(stepped, c.rows))) if c in column.components else c
        for c in pack.components
    )
    digest = f"{pack.digest}+{column.name}{sign:+d}"
    try:
        tables = tables_with(game, replace(pack, components=parts, digest=digest))
    except Exception:
        seen.is_refused = True
        return None
    return tables if tables.tobytes() != game.tables.tobytes() else None


def _positions(game: Game, index: int) -> "Iterator[_Position]":
    """Yield decisions spread over a random game in plain Python, so that no compilation is
    needed.
    """
    rng, choosing = stream(SEED, index, CHANCE_STREAM), np.random.default_rng((SEED, index))
    state, out = game.fresh()[0], np.zeros(game.widest, np.int32)
    past: list[tuple[Any, int]] = []  # every position, and the move that was made there
    game.deal(game.tables, state, rng)
    while game.turn(game.tables, state) >= 0 and len(past) < min(game.longest, MOST_MOVES):
        n = int(game.moves(game.tables, state, out))
        past.append((state.copy(), int(out[choosing.integers(n)])))
        game.play(game.tables, state, np.int64(past[-1][1]), rng)
    spread = np.linspace(0, len(past) - 1, POSITIONS).astype(int).tolist() if past else []
    for i in sorted({*spread}):
        before, made = past[i]
        yield _Position(game, before, made, i)


class _Position:
    """One decision with the game's own tables."""

    def __init__(self, game: Game, state: Any, made: int, index: int) -> None:
        self.game, self.state, self.index = game, state, index
        self.seat = int(game.turn(game.tables, state))
        self.legal = self._legal(game.tables)
        others = [move for move in sorted(self.legal) if move != made]
        step = max(1, len(others) // (PLAYED - 1))
        self.tried = [made, *others[::step][: PLAYED - 1]]
        self.gains = {move: self._gain(game.tables, move) for move in self.tried}

    def compare(self, tables: Any, seen: _Seen) -> None:
        """Record the differences with other tables."""
        legal = self._legal(tables)
        seen.removed += bool(self.legal - legal)
        seen.added += bool(legal - self.legal)
        for move in self.tried:
            if move not in legal:
                continue
            gain, is_over = self.gains[move]
            other, other_over = self._gain(tables, move)
            more = other - gain
            seen.rose += bool(more[self.seat] > 1e-9)
            seen.fell += bool(more[self.seat] < -1e-9)
            rest = np.delete(more, self.seat)
            seen.others += bool(np.abs(rest).max(initial=0) > 1e-9 and not (is_over or other_over))

    def _legal(self, tables: Any) -> set[int]:
        out = np.zeros(self.game.widest, np.int32)
        n = int(self.game.moves(tables, self.state.copy(), out))
        return set(out[:n].tolist())

    def _gain(self, tables: Any, move: int) -> tuple[Any, bool]:
        """Return the points that a move adds to every seat's score, and whether the move ends the
        game.
        """
        game, (before, after) = self.game, np.zeros((2, self.game.seats))
        state = self.state.copy()
        game.score(tables, state, before)
        game.play(tables, state, np.int64(move), stream(SEED, self.index, CHANCE_STREAM))
        game.score(tables, state, after)
        return after - before, int(game.turn(tables, state)) < 0


# ---------------------------------------------------------------- words

# greatest number of reported twins, rows that are never better, and rates of one component
MOST_TOLD = 12
ENDS = 5  # number of rates reported from each end, if there are more


def sentences(balance: Balance) -> list[str]:
    """Return the sentences about a balance, one per line; the meanings of the columns come
    first.
    """
    return [columns_said(balance), *_twins_said(balance), *_worse_said(balance), *_rates(balance)]


def columns_said(balance: Balance) -> str:
    """Return the meaning of each column of numbers, if it is known."""
    kinds: tuple[Meaning, ...] = ("price", "points", "gain")
    parts = [f"{kind}: {', '.join(balance.of(kind))}" for kind in kinds if balance.of(kind)]
    if balance.unknown:
        parts.append(f"meaning not known: {', '.join(balance.unknown)}")
    return " · ".join(parts) or "no column of numbers to compare"


def _twins_said(balance: Balance) -> Iterator[str]:
    for rows in balance.twins[:MOST_TOLD]:
        names = listed([f'"{row.name}"' for row in rows[:3]])
        more = f" and {counted(len(rows) - 3, 'more row')}" if len(rows) > 3 else ""
        yield f"twins: {names}{more} are alike in all but {all_but(balance.component)}"
    if len(balance.twins) > MOST_TOLD:
        yield f"and {counted(len(balance.twins) - MOST_TOLD, 'more group')} of twins"


def _worse_said(balance: Balance) -> Iterator[str]:
    for each in balance.dominated[:MOST_TOLD]:
        yield f'"{each.row.name}" {reason(each, balance.meanings)}'
    if len(balance.dominated) > MOST_TOLD:
        yield f"and {counted(len(balance.dominated) - MOST_TOLD, 'more row')} like these"


def reason(worse: Dominated, meanings: Mapping[str, Meaning]) -> str:
    """Return the reason why another row beats a row, beginning with the verb."""
    parts = [
        f"{name} {shown(worse.row.fields[name])} against {shown(worse.by.fields[name])}"
        for name in worse.columns
    ]
    is_dearer = any(meanings[name] == "price" for name in worse.columns)
    is_poorer = any(meanings[name] != "price" for name in worse.columns)
    verbs = ["costs more and gives less than"] if is_dearer and is_poorer else []
    verbs += ["costs more than"] if is_dearer and not is_poorer else []
    verbs += ["gives less than"] if is_poorer and not is_dearer else []
    beat = "beats" if worse.others == 1 else "beat"
    more = f"; {counted(worse.others, 'other row')} {beat} it, too" if worse.others else ""
    return f'{verbs[0]} "{worse.by.name}" and is no better in anything ({", ".join(parts)}){more}'


def _rates(balance: Balance) -> Iterator[str]:
    rated = balance.rates
    if not rated:
        return
    what = rates_named(balance)
    if len(rated) <= MOST_TOLD:
        yield f"{what}: {', '.join(map(rate_said, rated))}"
        return
    yield f"{what}, the most: {', '.join(map(rate_said, rated[:ENDS]))}"
    middle = sorted(rate.value for rate in rated)[len(rated) // 2]
    least = ", ".join(map(rate_said, rated[-ENDS:]))
    yield f"{what}, the least: {least}; in the middle {number(middle)}"


def rates_named(balance: Balance) -> str:
    """Write "points per price" with the names of the columns."""
    return f"{' + '.join(balance.of('points'))} per {' + '.join(balance.of('price'))}"


def rate_said(rate: Rate) -> str:
    """Write a row with its points per unit of the price."""
    return f"{rate.row.name} ({rate_of(rate)})"


def rate_of(rate: Rate) -> str:
    """Write the points per unit of the price, or the number of points that cost nothing."""
    return number(rate.value) if rate.price else f"{number(rate.points)} for nothing"


def shown(value: Scalar) -> str:
    """Write the number of a cell as in its file."""
    assert is_number(value)
    return (f"{value:,}" if isinstance(value, int) else f"{value:,g}").replace("-", "−")


def all_but(component: Component) -> str:
    """Write the columns in which twins of a component may differ."""
    names = dict.fromkeys(name for row in component.rows for name in row.fields)
    columns = ([row.fields.get(name) for row in component.rows] for name in names)
    return "name and picture" if any(map(_are_pictures, columns)) else "name"
