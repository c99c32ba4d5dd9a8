"""Holes in the rules: what no playtester wants to find at the table, with games to see it in.

Looks at the tallies of all runs, and plays a few games again in plain Python to watch for
positions that come back and for kinds of move that are never legal.
"""

from collections.abc import Sequence

import numpy as np

from generator.play.game import Game
from generator.play.kernel import CHANCE_STREAM, stream
from generator.play.loop import play_games
from generator.play.records import readable
from generator.play.results import Hole
from generator.play.tally import MOST_EXAMPLES, Tally

WATCHED = 5  # games played again, of each run
LISTED_EVERY = 7  # decisions from one whose legal moves are looked at to the next
STORM = 0.25  # more tied games than this are a tie storm
RARE = 200  # games before something that never happened is said to never happen

SAID = {
    "cap": "{n} of {games} games did not end by themselves: they were stopped at the cap",
    "stall": "{n} of {games} games stalled: nothing happened any more",
    "no legal move": "{n} of {games} games got stuck: a player had no legal move",
    "too many moves": "{n} of {games} games had more than {widest} legal moves at once (WIDEST)",
}


def find_holes(
    game: Game, runs: Sequence[tuple[Sequence[str], Tally]], rotate: bool = True
) -> list[Hole]:
    """Every hole found in any of the runs, worst first. A run is its agents and its tally."""
    found = [hole for agents, tally in runs for hole in _ends(game, agents, tally)]
    offered: set[str] = set()
    for agents, tally in runs:
        kinds, holes = _watch(game, agents, tally, rotate)
        found += holes
        offered |= kinds
    games = sum(tally.games for _, tally in runs)
    if games >= RARE:
        found += _never(game, [tally for _, tally in runs], offered, games)
    return found


def _ends(game: Game, agents: Sequence[str], tally: Tally) -> list[Hole]:
    holes = []
    who = ", ".join(agents)
    for end, text in SAID.items():
        n = tally.ends.get(end, 0)
        if n:
            said = text.format(n=n, games=tally.games, widest=game.widest)
            examples = tuple(tally.examples.get(end, ()))
            holes.append(Hole(end, f"{said} ({who})", examples, tuple(agents)))
    tied = int(tally.sums("tied")[0])
    if tally.seats > 1 and tally.games >= RARE and tied > STORM * tally.games:
        text = f"{tied} of {tally.games} games ended with several leaders ({who})"
        examples = tuple(tally.examples.get("tie", ()))
        holes.append(Hole("tie storm", text, examples, tuple(agents)))
    idle = tuple(tally.examples.get("no choice", ()))
    if idle:
        text = f"there are games without a single choice between moves ({who})"
        holes.append(Hole("no choice", text, idle, tuple(agents)))
    return holes


def _watch(
    game: Game, agents: Sequence[str], tally: Tally, rotate: bool
) -> tuple[set[str], list[Hole]]:
    """Play a few games again: the kinds of move that were legal, and positions that came back."""
    plain = readable(game)
    odd = [i for end in SAID for i in tally.examples.get(end, ())][:MOST_EXAMPLES]
    numbers = list(dict.fromkeys([*odd, *range(min(WATCHED, tally.games))]))[:WATCHED]
    kinds: set[str] = set()
    looping: list[int] = []
    for number in numbers:
        batch = play_games(game, agents, tally.seed, number, 1, rotate=rotate, collect="moves")
        if _watch_one(plain, tally.seed, number, batch.moves.tolist(), kinds):
            looping.append(number)
    if not looping:
        return kinds, []
    text = f"a position came back in {len(looping)} of {len(numbers)} games watched"
    hole = Hole("loop", f"{text} ({', '.join(agents)})", tuple(looping), tuple(agents))
    return kinds, [hole]


def _watch_one(game: Game, seed: int, number: int, moves: Sequence[int], kinds: set[str]) -> bool:
    """Whether any position of the game came back; adds the kinds of all legal moves."""
    state = game.fresh()[0]
    rng = stream(seed, number, CHANCE_STREAM)
    out = np.zeros(game.widest, np.int32)
    game.deal(game.tables, state, rng)
    seen = {state.tobytes()}
    again = False
    for t, move in enumerate(moves):
        if t % LISTED_EVERY == 0 and len(kinds) < len(game.kinds) and game.kind is not None:
            n = int(game.moves(game.tables, state, out))
            for legal in out[:n]:
                kinds.add(game.kinds[int(game.kind(game.tables, state, np.int64(legal)))])
        game.play(game.tables, state, np.int64(move), rng)
        key = state.tobytes()
        again = again or key in seen
        seen.add(key)
    return again


def _never(game: Game, tallies: Sequence[Tally], legal: set[str], games: int) -> list[Hole]:
    holes = []
    kinds = sum((t.sums("kind") for t in tallies), np.zeros(len(game.kinds)))
    for k, kind in enumerate(game.kinds):
        if kinds[k] > 0:
            continue
        if kind in legal:
            text = f"nobody ever chose to {kind} in {games} games, though it was allowed"
            holes.append(Hole("never chosen", text))
        else:
            text = f"the move {kind} was never seen to be legal in {games} games"
            holes.append(Hole("never legal", text))
    times = sum((t.sums("piece_times") for t in tallies), np.zeros(len(game.pieces)))
    chances = np.zeros(len(game.pieces))
    for tally in tallies:
        if tally.has_offers:
            chances += tally.sums("piece_chances")
    for what, text, which in (
        ("never offered", "no player could ever use", (times == 0) & (chances == 0)),
        ("never used", "no player ever chose to use", (times == 0) & (chances > 0)),
    ):
        names = [game.pieces[i] for i in np.flatnonzero(which)]
        if names:
            listed = ", ".join(names[:8]) + (
                f" and {len(names) - 8} more" if len(names) > 8 else ""
            )
            holes.append(Hole(what, f"{text} in {games} games: {listed}"))
    return holes
