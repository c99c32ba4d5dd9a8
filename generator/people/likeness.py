"""Finds the kind and strength of bot that plays like the people in recorded games.

In: the records beside playtests (`playtests/*.jsonl`) and their dates. Out: a `Likeness` with the
fit of every kind, the cost of the decisions beside that of every rung of strength, and the player
that stands for these people as `like:people`.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from generator.model.pack import Pack
from generator.people.decisions import RUNGS, SEARCH, Decisions, RecordedGame, decisions_of
from generator.people.kept_likeness import FILE, KeptLikeness
from generator.people.playtest import Playtest
from generator.people.playtests import FOLDER, RECORDS
from generator.play.engine.game import Game
from generator.play.engine.records import UnmatchedEvent, moves_of
from generator.play.statistics.inference import Estimate, ratio_interval
from generator.play.statistics.likeness import (
    FEWEST_UNITS,
    Choices,
    KindFit,
    RungFit,
    bits_of,
    fits_of,
    rungs_of,
)
from generator.system.files import read, write_file

LARGEST = 20_000_000  # maximum size of a records file, in bytes
FEWEST_GAMES = 3  # least number of games for a statement about strength


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game in which people made decisions."""

    players: int
    evening: str  # its date
    game: RecordedGame


@dataclass(frozen=True, slots=True)
class Likeness:
    """The bots that play like the people in recorded games of one version."""

    version: str  # version of the game
    games: int  # number of recorded games
    evenings: int  # number of days on which they were played
    decisions: int  # number of decisions of people between two or more options
    left_out: int  # number of records of other versions, or that the rules no longer allow
    is_contest: bool  # whether a cost is a share of the win, else it is in points of the game
    is_by_evening: bool  # whether the tests compare whole days instead of games
    kinds: tuple[KindFit, ...]  # how well every kind of bot predicts the decisions
    kind: str  # the kind that predicts the decisions best; "" if none is clearly best
    p: float  # largest p-value of its comparisons with other kinds and with random choice
    cost: Estimate  # mean cost of a decision of these people, judged by a search
    rungs: tuple[RungFit, ...]  # bots of rising strength in the same positions
    rung: str  # the bot among them whose decisions cost about as much; "" with too few games
    agent: str  # the player that `like:people` stands for; "" with too few games

    @property
    def possible(self) -> tuple[str, ...]:
        """The rungs that these people may be as strong as, weakest first."""
        return tuple(fit.rung for fit in self.rungs if fit.is_possible or fit.rung == self.rung)


def records_of(
    pack: Pack, version: str, games: Sequence[Playtest], load: Callable[[int], Game]
) -> tuple[list[Record], int]:
    """Return the records beside these playtests, and the number of those that are left out.

    Left out are records of other versions and records that the rules no longer allow. `load`
    returns the game for a number of players.
    """
    records: list[Record] = []
    n_left_out = 0
    for playtest in games:
        for record in _lines(pack.folder / FOLDER / f"{playtest.name}{RECORDS}"):
            who = record.get("who")
            if not isinstance(who, list):
                continue
            people = frozenset(i for i, name in enumerate(who) if str(name).startswith("p:"))
            try:
                if record["version"] != version:
                    raise UnmatchedEvent("another version")
                moves = tuple(moves_of(load(int(record["players"])), record))
            except (KeyError, TypeError, ValueError, IndexError):
                n_left_out += 1
                continue
            if people:
                game = RecordedGame(record["seed"], record["index"], moves, people)
                records.append(Record(record["players"], playtest.at[:10], game))
    return records, n_left_out


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records in a file; nothing if there is none."""
    if path.is_symlink() or not path.is_file():
        return
    for line in read(path, LARGEST).splitlines():
        with suppress(ValueError):
            if isinstance(record := json.loads(line), dict):
                yield record


def likeness_of(
    version: str,
    records: Sequence[Record],
    n_left_out: int,
    load: Callable[[int], Game],
    tell: Callable[[str, int, int], None] = lambda what, done, total: None,
) -> Likeness | None:
    """Return which bots play like the people in these games; None without any decision.

    With `FEWEST_UNITS` evenings or more, evenings are the units of all tests and intervals, else
    games.
    """
    parts: list[Decisions] = []
    numbers: list[int] = []  # of the record that each decision is from
    for players in sorted({record.players for record in records}):
        which = [i for i, record in enumerate(records) if record.players == players]
        part = decisions_of(
            load(players),
            [records[i].game for i in which],
            tell=lambda done, total, n=players: tell(f"decisions, {n} players", done, total),  # type: ignore[misc]
        )
        parts.append(part)
        numbers += [which[i] for i in part.game]
    if not numbers:
        return None
    evenings = [record.evening for record in records]
    is_by_evening = len(set(evenings)) >= FEWEST_UNITS
    units = np.array([evenings[i] if is_by_evening else str(i) for i in numbers])
    _, unit = np.unique(units, return_inverse=True)
    return _likeness(
        version,
        parts,
        unit,
        numbers,
        evenings,
        n_left_out,
        is_by_evening,
        load(records[0].players).is_contest,
    )


def _likeness(
    version: str,
    parts: Sequence[Decisions],
    unit: Any,
    numbers: Sequence[int],
    evenings: Sequence[str],
    n_left_out: int,
    is_by_evening: bool,
    is_contest: bool,
) -> Likeness:
    kinds = parts[0].kinds
    chosen = np.concatenate([part.chosen for part in parts])
    cost = np.concatenate([part.cost for part in parts])
    rung_costs = np.concatenate([part.rung_costs for part in parts], axis=1)
    width = max(part.values.shape[2] for part in parts)
    values = np.concatenate(
        [
            np.pad(
                part.values,
                ((0, 0), (0, 0), (0, width - part.values.shape[2])),
                constant_values=np.nan,
            )
            for part in parts
        ],
        axis=1,
    )
    bits = np.array([bits_of(Choices(row, chosen, unit)) for row in values])
    kind_fits, kind, p = fits_of(kinds, bits)
    rung_fits, rung = rungs_of(RUNGS, cost, rung_costs, unit)
    sums = np.column_stack([np.bincount(unit, cost), np.bincount(unit)])
    is_enough = len(set(numbers)) >= FEWEST_GAMES
    rung = rung if is_enough else ""
    return Likeness(
        version=version,
        games=len(set(numbers)),
        evenings=len({evenings[i] for i in numbers}),
        decisions=len(numbers),
        left_out=n_left_out,
        is_contest=is_contest,
        is_by_evening=is_by_evening,
        kinds=kind_fits,
        kind=kind,
        p=p,
        cost=ratio_interval(sums, len(sums)),
        rungs=rung_fits,
        rung=rung,
        agent=_agent(kind, rung),
    )


def _agent(kind: str, rung: str) -> str:
    """Return the player that stands for people of a kind and a strength."""
    if not rung or kind not in ("", SEARCH):
        return kind if rung else ""
    return RUNGS[1] if kind == SEARCH and rung == RUNGS[0] else rung


def keep_likeness(folder: Path, likeness: Likeness) -> None:
    """Store a likeness in the private folder of a pack. Raises `OSError`."""
    kept = KeptLikeness(
        likeness.version,
        likeness.games,
        likeness.evenings,
        likeness.kind,
        likeness.rung,
        likeness.agent,
    )
    write_file(folder / FILE, json.dumps(asdict(kept)) + "\n")
