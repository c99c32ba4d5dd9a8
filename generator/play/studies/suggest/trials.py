"""Plays settings. In: a change of parameters and a number of games. Out: tallies and samples.

Every step of the search plays games with new numbers, so that results of neighbours are
independent. Proofs use ranges of numbers that the search never reaches.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from generator.model.pack import Pack, Scalar
from generator.play.engine.batch import GameBatch
from generator.play.engine.game import FaultyRules, Game
from generator.play.measures.aims import Aim
from generator.play.measures.results import Progress, SimulateOptions
from generator.play.measures.tally import Floats, Tally
from generator.play.runs.runs import batches_of, loaded
from generator.play.studies.exchange.paired import Exchanged, Pairs
from generator.play.studies.suggest.bands import Sample
from generator.reading.door import open_pack

SEARCH, PILOT, PROOF, SECOND = 0, 2**40, 2**41, 2**42  # first game number of each purpose

Key = tuple[tuple[str, Scalar], ...]


class OutOfTime(Exception):
    """Raised if the time limit has passed; `tally` has the games that were played before."""

    def __init__(self, tally: Tally) -> None:
        super().__init__("out of time")
        self.tally = tally


def key_of(changes: Mapping[str, Scalar]) -> Key:
    """Return a key for a change of parameters."""
    return tuple(sorted(changes.items()))


@dataclass(slots=True)
class Trials:
    """All games of a search for the smallest change, with tallies by setting and players."""

    pack: Pack
    options: SimulateOptions  # the options of playing: agents, seed, workers, cluster
    players: tuple[int, ...]
    progress: Progress
    deadline: float | None = None  # a time of time.monotonic()
    aims: Sequence[Aim] = ()
    # pieces that are exchanged in replayed games, for goals about them
    pieces: Sequence[Exchanged] = ()
    tallies: dict[tuple[Key, int], Tally] = field(default_factory=dict)
    unplayable: dict[Key, str] = field(default_factory=dict)
    taken: int = 0  # number of used games of the search's range, for each number of players
    games: int = 0  # total number of games of the search
    played: int = 0  # games of all kinds
    # the first game of a stretch, and the game after its last
    stretches: list[tuple[int, int]] = field(default_factory=list)
    _games: dict[tuple[Key, int], Game] = field(default_factory=dict)
    _exchanges: dict[str, Pairs] = field(default_factory=dict)  # the game's digest → its exchanges

    def game(self, changes: Mapping[str, Scalar], players: int) -> Game:
        """The game with parameters changed. Raises `FaultyRules` or `ValueError`."""
        key = key_of(changes), players
        if key not in self._games:
            pack = self.pack
            if changes:
                opened, problems = open_pack(
                    pack.folder, variant=pack.variant or None, settings=pack.settings(changes)
                )
                if opened is None:
                    raise ValueError("; ".join(str(p) for p in problems.errors))
                pack = opened
            self._games[key] = loaded(pack, replace(self.options, players=players))
        return self._games[key]

    def search(
        self, changes: Mapping[str, Scalar], n: int, *, paired: bool = False
    ) -> Sample | None:
        """Play n more games of a setting for each number of players; None if it cannot be played.

        With `paired`, the first games of the stretch are played, which other settings also had.
        """
        first = SEARCH if paired else max(self.taken, n)
        key, late = key_of(changes), None
        try:
            for players in self.players:
                game = self.game(changes, players)
                before = self.tallies.get((key, players))
                had = 0 if before is None else before.games
                try:
                    played = self.play(game, self.options.agents, first, n, "searching", before)
                except OutOfTime as out:
                    if changes:
                        raise
                    played, late = out.tally, out  # each number of players has its own limit
                self.games += played.games - had
                self.tallies[key, players] = played
        except (FaultyRules, ValueError) as fault:
            if not changes:
                raise
            self.unplayable[key] = str(fault).splitlines()[0]
            return None
        if late is not None:
            raise late
        self.taken = max(self.taken, first + n)
        return self.sample(changes)

    def sample(self, changes: Mapping[str, Scalar]) -> Sample:
        """Return the data about a setting from all games of the search."""
        key = key_of(changes)
        pairs = [aim.moments(self.tallies[key, aim.players]) for aim in self.aims]
        n = self.tallies[key, self.players[0]].games
        values = np.array([value for value, _ in pairs])
        return Sample(n, values, np.array([variance / n for _, variance in pairs]))

    def play(
        self,
        game: Game,
        agents: Sequence[str],
        first: int,
        n: int,
        what: str,
        tally: Tally | None = None,
    ) -> Tally:
        """Play games `first` to `first + n − 1` and add them to a tally. Raises `OutOfTime`."""
        self.stretches.append((first, first + n))
        done = 0
        for batch in batches_of(game, self.options, agents, first, n, "basic"):
            names = [piece.name for piece in self.pieces]
            tally = tally or Tally.of(batch, game.pack.turns_target, names)
            tally.add(batch, self._effects(game, batch, agents))
            done += len(batch)
            self.played += len(batch)
            total = 0 if what == "searching" else n
            self.progress(what, self.games + done if not total else done, total or self.games + n)
            if self.deadline is not None and time.monotonic() > self.deadline:
                raise OutOfTime(tally)
        assert tally is not None, "no games were played"
        return tally

    def _effects(self, game: Game, batch: GameBatch, agents: Sequence[str]) -> Floats | None:
        """Return the effect of each piece with a goal on its taker, game by game."""
        if not self.pieces:
            return None
        key = f"{game.digest} {game.seats}"
        if key not in self._exchanges:
            self._exchanges[key] = Pairs(game, self.pieces)
        return self._exchanges[key].of(batch, agents, self.options)
