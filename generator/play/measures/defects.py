"""Defects of the rules that a playtester would notice, each with games in which to see it.

Reads the tallies of all runs, and replays a few games to look for positions that repeat and for
kinds of move that are never legal.
"""

from collections.abc import Sequence

import numpy as np

from generator.model.pack import Pack
from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.game import Game
from generator.play.engine.playback import PlayOut
from generator.play.measures.insight import moves_in
from generator.play.measures.pieces import piece_name, said_of
from generator.play.measures.results import Hole
from generator.play.measures.tally import MOST_EXAMPLES, Tally

WATCHED = 20  # games replayed of each run
STORM = 0.25  # more tied games than this are a tie storm
RARE = 200  # least number of games before "never" is reported

SAID = {
    "cap": "{n} of {games} games did not finish: they were stopped at the limit",
    "stall": "{n} of {games} games stalled: nothing happened any more",
}


def find_holes(
    game: Game,
    runs: Sequence[tuple[Sequence[str], Tally]],
    rotate: bool = True,
    kept: Sequence[GameBatch] = (),
) -> list[Hole]:
    """Return every defect found in any of the runs, ends first. A run is its agents and tally.

    The first run is the main one; defects that only another run shows are marked. `kept`: games of
    each run with their moves, numbered from 0, which need not be played again.
    """
    holes: list[Hole] = []
    offered: set[str] = set()
    for i, (agents, tally) in enumerate(runs):
        holes += ends_of(game, agents, tally, i > 0)
        batch = kept[i] if i < len(kept) else None
        kinds, more = _watch(game, agents, tally, rotate, i > 0, batch)
        holes += more
        offered |= kinds
    games = sum(tally.games for _, tally in runs)
    if games >= RARE:
        holes += _never(game, [tally for _, tally in runs], offered, games)
    return holes


def ends_of(game: Game, agents: Sequence[str], tally: Tally, is_side: bool) -> list[Hole]:
    """Return the defects in how a run's games ended, with the number of games they affect."""
    holes = []

    def add(kind: str, text: str, share: float, examples: str) -> None:
        games = tuple(tally.examples.get(examples, ()))
        holes.append(Hole(kind, text, games, tuple(agents), share, is_side))

    for end, text in SAID.items():
        n = tally.ends.get(end, 0)
        if n:
            sentence = text.format(n=f"{n:,}", games=f"{tally.games:,}", widest=game.widest)
            add(end, sentence, n / tally.games, end)
    tied = int(tally.sums("tied")[0])
    if tally.is_contest and tally.games >= RARE and tied > STORM * tally.games:
        text = f"{tied:,} of {tally.games:,} games ended with several leaders"
        add("tie storm", text, tied / tally.games, "tie")
    if tally.examples.get("no choice"):
        text = "there are games without a single choice between moves"
        add("no choice", text, 1 / tally.games, "no choice")
    return holes


def _watch(
    game: Game,
    agents: Sequence[str],
    tally: Tally,
    rotate: bool,
    is_side: bool,
    kept: GameBatch | None,
) -> tuple[set[str], list[Hole]]:
    """Replay a few games; return the kinds of move that were legal, and repeated positions."""
    odd = [i for end in SAID for i in tally.examples.get(end, ())][:MOST_EXAMPLES]
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
        # Equal positions with no draw between them: the same moves lead there again.
        passed = [(p.tobytes(), c) for p, c in zip(seen.positions, seen.chance, strict=True)]
        if len(set(passed)) < len(passed):
            looping.append(number)
    if not looping:
        return kinds, []
    text = f"a position was repeated in {len(looping)} of {len(numbers)} games examined"
    text += ", with nothing drawn in between" if game.has_chance else ""
    share = len(looping) / len(numbers)
    return kinds, [Hole("loop", text, tuple(looping), tuple(agents), share, is_side)]


def _never(game: Game, tallies: Sequence[Tally], legal: set[str], games: int) -> list[Hole]:
    holes = []
    kinds = sum((t.sums("kind") for t in tallies), np.zeros(len(game.kinds)))
    for k, kind in enumerate(game.kinds):
        if kinds[k] > 0:
            continue
        name = f"“{said_of(game.said, kind)}”"
        if kind in legal:
            text = f"nobody ever chose {name} in {games:,} games, though it was allowed"
            holes.append(Hole("never chosen", text))
        else:
            text = f"the move {name} was never seen to be legal in {games:,} games"
            holes.append(Hole("never legal", text))
    times = sum((t.sums("piece_times") for t in tallies), np.zeros(len(game.pieces)))
    chances = np.zeros(len(game.pieces))
    for tally in tallies:
        if tally.has_offers:
            chances += tally.sums("piece_chances")
    for what, text, which in (
        ("never offered", "no player ever had the chance to use", (times == 0) & (chances == 0)),
        ("never used", "no player ever chose to use", (times == 0) & (chances > 0)),
    ):
        unused = tuple(game.pieces[i] for i in np.flatnonzero(which))
        if what == "never offered":
            unused = tuple(piece for piece in unused if not _is_laid_out(game.pack, piece))
        if unused:
            listed = _listed([f"{piece_name(game.pack, p)}" for p in unused])
            sentence = f"{text} {listed} in {games:,} games"
            holes.append(Hole(what, sentence, pieces=unused))
    return holes


def _is_laid_out(pack: Pack, piece: str) -> bool:
    """Whether a parameter names the piece or its original: no player chooses a start tile."""
    id = piece.rpartition("/")[2]
    named = [p.value.casefold() for p in pack.parameters.values() if isinstance(p.value, str)]
    return any(id == name or id.startswith(f"{name}-") for name in named if name)


def _listed(names: Sequence[str], most: int = 6) -> str:
    """Return names as a list in words; those after the first `most` are only counted."""
    listed = list(names[:most])
    if len(names) > most:
        listed.append(f"{len(names) - most} more")
    return " and ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)
