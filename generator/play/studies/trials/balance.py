"""What the rows of a component cost and give: twins, rows that are never better, points per price.

In: a pack, and its game where the rules may run. Out: a `Balance` for each component with rows to
compare. What a column means is what `columns:` of the component says of it; of any other column of
numbers the rules are asked, in positions of random games: with every number one higher and one
lower, what becomes of the legal moves, and what becomes of the score of who moves? A column whose
meaning stays unknown may mean anything, so only rows that are equal in it are compared.

Nothing here is a fault: a twin may be meant, and a card that nobody should want may be a joke.
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
from generator.play.engine.game import Game, faults_of, has_rules, load_game, tables_with
from generator.play.studies.exchange.rows import KEPT
from generator.play.telling.numbers import counted, listed, number
from generator.reading.booklets import RULES
from generator.reading.schema_components import PICTURES_ELSEWHERE, SUFFIXES
from generator.reading.tables import BOOKS, TEXTS

Meaning = Literal["price", "gain", "points"]
FEW = 2  # rows that can be compared
GAMES = 8  # random games whose positions are tried
POSITIONS = 30  # of each, spread over it
PLAYED = 3  # moves tried in each position, the one that was made among them
MOST_MOVES = 1000  # of a random game
SEED = 1
PICTURES = (*SUFFIXES, *PICTURES_ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Dominated:
    """A row, and one that costs no more, gives no less, and is better in one of them."""

    row: Row
    by: Row
    columns: tuple[str, ...]  # in which `by` is better
    others: int = 0  # rows that are better than `row`, too


@dataclass(frozen=True, slots=True)
class Rate:
    """The points of a row for its price, all prices and all points added up."""

    row: Row
    points: float
    price: float

    @property
    def value(self) -> float:
        """Points for each one of the price; infinite for points that cost nothing."""
        if not self.price:
            return float("inf") if self.points > 0 else 0.0
        return self.points / self.price


@dataclass(frozen=True, slots=True)
class Balance:
    """What can be said of the rows of one component without playing them against each other."""

    component: Component
    meanings: Mapping[str, Meaning]
    unknown: tuple[str, ...]  # columns of numbers whose meaning is not known
    twins: tuple[tuple[Row, ...], ...]  # groups of rows alike in all but name and picture
    dominated: tuple[Dominated, ...]
    rates: tuple[Rate, ...]  # the most points for the price first

    @property
    def says(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.meanings or self.unknown or self.twins)

    def of(self, meaning: Meaning) -> tuple[str, ...]:
        """The columns that mean this."""
        return tuple(name for name, each in self.meanings.items() if each == meaning)


def balances_of(pack: Pack, *, plays: bool = True) -> tuple[Balance, ...]:
    """Every component of at least `FEW` rows that differ in more than name and picture.

    With `plays` the rules are asked what the columns mean that the pack says nothing of; they are
    not where they are faulty, which `check` tells.
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
    """The columns that say what a row is: all but its name, its picture and its number of copies.

    A column that is the same in every row says nothing.
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
    """What two cells have in common that say the same: 2 and 2.0 do, 1 and `true` do not."""
    if value is None:
        return "text", ""
    kind = "switch" if isinstance(value, bool) else "number" if is_number(value) else "text"
    return kind, value


def _is_rule_sheet(component: Component) -> bool:
    """Whether its rows are pages."""
    return component.front is not None and component.front.name == RULES


def _is_of_numbers(component: Component, name: str) -> bool:
    """Whether a column holds a number in every row."""
    return all(is_number(row.fields.get(name)) for row in component.rows)


# ---------------------------------------------------------------- what follows from the columns


def _alike(component: Component, names: Sequence[str]) -> list[tuple[Row, ...]]:
    """The rows in groups that say the same in these columns."""
    groups: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in component.rows:
        groups[tuple(_same(row.fields.get(name)) for name in names)].append(row)
    return [tuple(rows) for rows in groups.values()]


def _dominated(
    component: Component, meanings: Mapping[str, Meaning], rest: Sequence[str]
) -> Iterator[Dominated]:
    """The rows that are never better than another: no cheaper, no richer, and worse in one of both.

    They are equal in the `rest` of the columns. Of each it names the other that is better in most.
    None where no column is a price: points alone differ because something else pays for them.
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
    """The points of each row for its price, the most first; none without both kinds of column."""
    prices = [name for name, meaning in meanings.items() if meaning == "price"]
    points = [name for name, meaning in meanings.items() if meaning == "points"]
    rated = [
        Rate(row, *(sum(_number(row, name) for name in names) for names in (points, prices)))
        for row in component.rows
    ]
    if not prices or not points or any(rate.price < 0 for rate in rated):  # who is paid has no rate
        return []
    return sorted(rated, key=lambda rate: -rate.value)


def _number(row: Row, name: str) -> float:
    """Return a cell's number in a column of numbers."""
    value = row.fields[name]
    assert is_number(value), f"{name} of {row.id} is {value!r}"
    return float(value)


# ---------------------------------------------------------------- asking the rules


@dataclass(slots=True)
class _Seen:
    """What became of moves and scores with every number of a column higher, or lower."""

    is_refused: bool = False  # the rules cannot be set up or played with it
    removed: int = 0  # positions in which moves went away
    added: int = 0  # … and in which some came
    rose: int = 0  # moves after which the mover's score is higher than without the change
    fell: int = 0
    others: int = 0  # moves, not the last of a game, after which another's score differs


@dataclass(slots=True)
class _Column:
    """One column of one table: every component that is read from it is changed with it."""

    name: str
    components: list[Component]
    up: _Seen = field(default_factory=_Seen)
    down: _Seen = field(default_factory=_Seen)

    @property
    def meaning(self) -> Meaning | None:
        """A price: one more only takes moves away, one less never does, neither helps a score.

        Points: one more only raises the mover's score, one less only lowers it, and the moves stay.
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
    """What the columns of numbers mean, by component, as the rules treat them.

    Every position of some random games, spread over each, is looked at with the numbers one step
    higher and lower. A column of which nothing is seen, or more than one thing, is left out.
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
    """The columns of numbers of which the pack says nothing, those of one file together."""
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
    """The game's tables with every number of a column a step higher or lower.

    None where that makes no difference to the rules, or they refuse it, which is noted.
    """
    pack = game.pack
    values = sorted({float(r.fields[column.name]) for c in column.components for r in c.rows})  # type: ignore[arg-type]
    is_whole = all(value == int(value) for value in values)
    step = 1 if is_whole else min(b - a for a, b in pairwise(values))
    low = values[0]  # no lower: rules may count on numbers above 0, and loop for ever without

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
    """Decisions spread over a random game, played in plain Python: nothing need be compiled."""
    rng, choosing = stream(SEED, index, CHANCE_STREAM), np.random.default_rng((SEED, index))
    state, out = game.fresh()[0], np.zeros(game.widest, np.int32)
    past: list[tuple[Any, int]] = []  # every position, and the move made in it
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
    """One decision by the game's own tables."""

    def __init__(self, game: Game, state: Any, made: int, index: int) -> None:
        self.game, self.state, self.index = game, state, index
        self.seat = int(game.turn(game.tables, state))
        self.legal = self._legal(game.tables)
        others = [move for move in sorted(self.legal) if move != made]
        step = max(1, len(others) // (PLAYED - 1))
        self.tried = [made, *others[::step][: PLAYED - 1]]
        self.gains = {move: self._gain(game.tables, move) for move in self.tried}

    def compare(self, tables: Any, seen: _Seen) -> None:
        """Note what is otherwise by other tables."""
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
        """What a move adds to every seat's score, and whether the game is over with it."""
        game, (before, after) = self.game, np.zeros((2, self.game.seats))
        state = self.state.copy()
        game.score(tables, state, before)
        game.play(tables, state, np.int64(move), stream(SEED, self.index, CHANCE_STREAM))
        game.score(tables, state, after)
        return after - before, int(game.turn(tables, state)) < 0


# ---------------------------------------------------------------- in words

MOST_TOLD = 12  # twins, rows that are never better, and rates of one component
ENDS = 5  # rates told from each end, where there are more


def sentences(balance: Balance) -> list[str]:
    """What a balance says, a sentence a line; what the columns mean comes first."""
    return [columns_said(balance), *_twins_said(balance), *_worse_said(balance), *_rates(balance)]


def columns_said(balance: Balance) -> str:
    """What each column of numbers means, as far as it is known."""
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
    """By what another row beats one, from its verb on."""
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
    """Points per price, by the names of the columns."""
    return f"{' + '.join(balance.of('points'))} per {' + '.join(balance.of('price'))}"


def rate_said(rate: Rate) -> str:
    """A row with its points for each one of the price."""
    return f"{rate.row.name} ({rate_of(rate)})"


def rate_of(rate: Rate) -> str:
    """The points for each one of the price, or how many there are for nothing."""
    return number(rate.value) if rate.price else f"{number(rate.points)} for nothing"


def shown(value: Scalar) -> str:
    """A cell's number as it is written."""
    assert is_number(value)
    return (f"{value:,}" if isinstance(value, int) else f"{value:,g}").replace("-", "−")


def all_but(component: Component) -> str:
    """In what twins of a component may differ."""
    names = dict.fromkeys(name for row in component.rows for name in row.fields)
    columns = ([row.fields.get(name) for row in component.rows] for name in names)
    return "name and picture" if any(map(_are_pictures, columns)) else "name"
