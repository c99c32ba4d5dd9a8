"""Games played to show the effect of a changed parameter; runs in the player's worker process.

In: two settings of a pack, and the players. Out: `Band`s with the difference of each measure.
Tallies of games are kept by the digest of what was played. So a setting that was tried before, or
played ahead, has results at once, and more games are added to them. The games and numbers are those
of `protoplay compare` with the same seed.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.model.pack import Parameter
from generator.model.problems import Problem
from generator.preview.faces import Call

if TYPE_CHECKING:
    from generator.play.engine.game import Game
    from generator.play.measures.results import Difference, SimulateOptions
    from generator.play.measures.tally import Tally

STAGES = (100, 400, 1600)  # games of each setting after which a band is shown
MOST_KEPT = 32  # maximum number of settings whose games are kept
AT_ONCE = 10  # games in one task: a larger task has less overhead, but takes longer to stop


@dataclass(frozen=True, slots=True)
class Players:
    """The players: their number, their kinds, and the seed."""

    seats: int | None = None
    agents: tuple[str, ...] = ("greedy",)
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """One measure with and without a change: in words, and the difference as numbers."""

    name: str
    base: str
    other: str
    words: str
    value: float
    low: float
    high: float
    q: float
    is_told: bool  # whether there are enough games for a result
    is_first: bool = False  # whether it is about how games end


@dataclass(frozen=True, slots=True)
class Band:
    """The effect of a change after a number of games of each setting."""

    games: int
    goal: int
    rows: tuple[Row, ...] = ()


@dataclass(slots=True)
class _Played:
    game: "Game"
    options: "SimulateOptions"
    tally: "Tally | None" = None
    done: int = 0
    at: "dict[int, Tally]" = field(default_factory=dict)  # the tally after each stage


_kept: OrderedDict[tuple[str, Players], _Played] = OrderedDict()
# call → digest of its game, in the current state of the pack
_known: dict[tuple[Call, str], str] = {}


def faults(call: Call) -> tuple[Problem, ...]:
    """The faults of the rules that loading and setting them up can show."""
    from generator.play.engine.game import FaultyRules, load_game
    from generator.reading.folder import has_rules

    pack, _ = call.opened()
    if pack is None or not has_rules(pack):
        return ()
    low, high = pack.players
    for seats in range(low, high + 1):
        try:
            load_game(pack, seats)
        except FaultyRules as fault:
            return tuple(fault.problems)
    return ()


def elsewhere(call: Call) -> dict[str, str]:
    """Parameters that only other variants use → the names of these variants: "short, long".

    The rules of a variant are set up for each number of players, and the parameters they read are
    recorded.
    """
    from generator.reading.folder import has_rules

    pack, _ = call.opened()
    if pack is None or not has_rules(pack) or not pack.variants:
        return {}
    settings = {variant: _asked_for(replace(call, variant=variant)) for variant in pack.variants}
    values = {
        name: ", ".join(variant for variant in pack.variants if name in settings[variant])
        for name in pack.parameters
    }
    own = settings[pack.variant]
    return {name: text for name, text in values.items() if text and name not in own}


def _asked_for(call: Call) -> set[str]:
    from generator.play.engine.game import FaultyRules, load_game

    pack, _ = call.opened()
    if pack is None:
        return set()
    noted = _Noted(pack.parameters)
    low, high = pack.players
    with suppress(FaultyRules):
        for seats in range(low, high + 1):
            load_game(replace(pack, parameters=noted), seats)
    return noted.asked


class _Noted(Mapping[str, Parameter]):
    """Parameters that record which of them are read."""

    def __init__(self, parameters: Mapping[str, Parameter]) -> None:
        self._parameters, self.asked = parameters, set[str]()

    def __getitem__(self, name: str) -> Parameter:
        self.asked.add(name)
        return self._parameters[name]

    def __contains__(self, name: object) -> bool:
        return name in self._parameters

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)


def compare(base: Call, changed: Call, players: Players, digest: str = "") -> Iterator[Band | None]:
    """Play both on the same seeds, with more and more games; yield a `Band` after each stage.

    `digest` identifies the files of `base`: as long as it is the same, they are read only once. It
    may be stopped whenever it yields None, here and in `ahead`, and can continue later.
    """
    from generator.play.studies.compare.run import differences_of

    first, second = _played(base, players, digest), _played(changed, players)
    n_games = max((n for n in STAGES if n in first.at and n in second.at), default=0)
    for goal in STAGES:
        if goal < n_games:
            continue
        for played in (first, second):
            for done in _more(played, goal):
                yield Band(done, goal) if done is not None else None
        tallies = [("as it is", first.at[goal]), ("changed", second.at[goal])]
        yield Band(goal, goal, tuple(map(_row, differences_of(tallies))))


def _row(difference: "Difference") -> Row:
    from generator.play.telling.numbers import share_or_number, signed

    d = difference.difference
    return Row(
        difference.name,
        share_or_number(difference.base.value, difference.is_share),
        share_or_number(difference.other.value, difference.is_share),
        signed(d, difference.is_share),
        d.value,
        d.low,
        d.high,
        difference.q,
        not d.withheld,
        difference.measure.topic in ("unended", "outcome"),
    )


def ahead(call: Call, players: Players, games: int) -> Iterator[int | None]:
    """Play a setting that may be requested next; yield the number of its games so far."""
    yield from _more(_played(call, players), games)


def _played(call: Call, players: Players, digest: str = "") -> _Played:
    from generator.play.measures.results import SimulateOptions
    from generator.play.runs.runs import loaded

    key = _known.get((call, digest), ""), players
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    pack = call.pack()
    options = SimulateOptions(players=players.seats, agents=players.agents, seed=players.seed)
    game = loaded(pack, options)
    key = game.digest, players
    if digest:
        _known.clear()
        _known[call, digest] = game.digest
    if key not in _kept:
        _kept[key] = _Played(game, options)
    _kept.move_to_end(key)
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return _kept[key]


def _more(played: _Played, goal: int) -> Iterator[int | None]:
    """Add games up to `goal`; yield their number, or None every few games."""
    from generator.play.measures.tally import Tally
    from generator.play.runs.runners import batches

    game, options = played.game, played.options
    while played.done < goal:
        stage = min((n for n in STAGES if n > played.done), default=goal)
        n = min(goal, stage, played.done + STAGES[0]) - played.done
        for batch in batches(
            game, options.agents, options.seed, played.done, n,
            size=AT_ONCE, rotate=options.rotate, collect="moves",
        ):  # fmt: skip
            tally = played.tally or Tally.of(batch, game.pack.turns_target)
            tally.add(batch)
            played.tally = tally
            played.done += len(batch)
            yield None
        if played.done in STAGES:
            assert played.tally is not None
            played.at[played.done] = deepcopy(played.tally)
        yield played.done
