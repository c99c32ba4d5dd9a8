"""Finds defects of the rules that a playtester would notice, each with example games.

The module reads the tallies of all runs, and replays a few games to find repeated positions and
kinds of move that are never legal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from generator.model.pack import Pack
from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.game import Game
from generator.play.engine.playback import PlayOut
from generator.play.measures.insight import moves_in
from generator.play.measures.tally import MOST_EXAMPLES, Tally

WATCHED = 20  # number of games of each run that are replayed
STORM = 0.25  # share of tied games above which a run has a tie storm
RARE = 200  # least number of games before "never" is reported

Kind = Literal[
    "cap",  # games stopped at the limit
    "stall",
    "tie storm",
    "no choice",
    "loop",  # positions that repeat
    "never chosen",
    "never legal",
    "never offered",
    "never used",
]
UNFINISHED: tuple[Kind, ...] = ("cap", "stall")


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect of the rules or the pieces, with example games."""

    kind: Kind
    n: int = 0  # number of games that show the defect
    of: int = 0  # number of games examined
    games: tuple[int, ...] = ()  # numbers of example games, to be replayed with the run's seed
    agents: tuple[str, ...] = ()
    share: float = 0.0  # share of the run's games that show the defect
    is_side: bool = False  # whether the defect was seen in the games of the second kind of player
    pieces: tuple[str, ...] = ()  # "component/row"
    move: str = ""  # the kind of move that the defect concerns
    has_chance: bool = False  # whether draws could have ended a loop but did not


def find_defects(
    game: Game,
    runs: Sequence[tuple[Sequence[str], Tally]],
    rotate: bool = True,
    kept: Sequence[GameBatch] = (),
) -> list[Defect]:
    """Return every defect found in any of the runs, with defects of the ends first.

    A run is its agents and tally. The first run is the main run; defects that only another run
    shows are marked. `kept` are games of each run with their moves, numbered from 0, which do not
    have to be played again.
    """
    defects: list[Defect] = []
    offered: set[str] = set()
    for i, (agents, tally) in enumerate(runs):
        defects += ends_of(game, agents, tally, i > 0)
        batch = kept[i] if i < len(kept) else None
        kinds, more = _watch(game, agents, tally, rotate, i > 0, batch)
        defects += more
        offered |= kinds
    games = sum(tally.games for _, tally in runs)
    if games >= RARE:
        defects += _never(game, [tally for _, tally in runs], offered, games)
    return defects


def ends_of(game: Game, agents: Sequence[str], tally: Tally, is_side: bool) -> list[Defect]:
    """Return the defects in the ends of a run's games, with the number of affected games."""
    defects = []

    def add(kind: Kind, n: int, share: float, examples: str) -> None:
        games = tuple(tally.examples.get(examples, ()))
        defects.append(Defect(kind, n, tally.games, games, tuple(agents), share, is_side))

    for end in UNFINISHED:
        if n := tally.ends.get(end, 0):
            add(end, n, n / tally.games, end)
    tied = int(tally.sums("tied")[0])
    if tally.is_contest and tally.games >= RARE and tied > STORM * tally.games:
        add("tie storm", tied, tied / tally.games, "tie")
    if tally.examples.get("no choice"):
        add("no choice", 1, 1 / tally.games, "no choice")
    return defects


def _watch(
    game: Game,
    agents: Sequence[str],
    tally: Tally,
    rotate: bool,
    is_side: bool,
    kept: GameBatch | None,
) -> tuple[set[str], list[Defect]]:
    """Replay a few games; return the kinds of move that were legal, and repeated positions."""
    odd = [i for end in UNFINISHED for i in tally.examples.get(end, ())][:MOST_EXAMPLES]
    numbers = list(dict.fromkeys([*odd, *range(min(WATCHED, tally.games))]))[:WATCHED]
    play_out = PlayOut(game, "random")
    kinds: set[str] = set()
    looping: list[int] = []
    for number in numbers:
        if kept is not None and number < len(kept):
            moves = moves_in(kept, number)
        else:
            moves = play_games(
                game, agents, tally.seed, number, 1, rotate=rotate, collect="moves"
            ).moves
        seen = play_out(tally.seed, number, moves, watch=True)
        kinds |= {kind for kind, legal in zip(game.kinds, seen.legal, strict=True) if legal}
        # These are equal positions with no draw between them, so the same moves lead there again.
        passed = [(p.tobytes(), c) for p, c in zip(seen.positions, seen.chance, strict=True)]
        if len(set(passed)) < len(passed):
            looping.append(number)
    if not looping:
        return kinds, []
    n, of = len(looping), len(numbers)
    loop = Defect(
        "loop", n, of, tuple(looping), tuple(agents), n / of, is_side, has_chance=game.has_chance
    )
    return kinds, [loop]


def _never(game: Game, tallies: Sequence[Tally], legal: set[str], games: int) -> list[Defect]:
    defects: list[Defect] = []
    kinds = sum((t.sums("kind") for t in tallies), np.zeros(len(game.kinds)))
    for k, kind in enumerate(game.kinds):
        if kinds[k] > 0:
            continue
        defects.append(
            Defect("never chosen" if kind in legal else "never legal", of=games, move=kind)
        )
    times = sum((t.sums("piece_times") for t in tallies), np.zeros(len(game.pieces)))
    chances = np.zeros(len(game.pieces))
    for tally in tallies:
        if tally.has_offers:
            chances += tally.sums("piece_chances")
    unused = (times == 0) & (chances == 0), (times == 0) & (chances > 0)
    offered, used = (tuple(game.pieces[i] for i in np.flatnonzero(which)) for which in unused)
    offered = tuple(piece for piece in offered if not _is_laid_out(game.pack, piece))
    if offered:
        defects.append(Defect("never offered", of=games, pieces=offered))
    if used:
        defects.append(Defect("never used", of=games, pieces=used))
    return defects


def _is_laid_out(pack: Pack, piece: str) -> bool:
    """Whether a parameter names the piece or its original, because no player chooses a
    start tile.
    """
    id = piece.rpartition("/")[2]
    named = [p.value.casefold() for p in pack.parameters.values() if isinstance(p.value, str)]
    return any(id == name or id.startswith(f"{name}-") for name in named if name)
