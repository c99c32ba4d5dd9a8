"""How long a player may think of a move at the table, where others wait for the same worker."""

from collections.abc import Iterable

from generator.play.engine.kinds import budget_of

MOST_LOOKS = 100_000  # positions that a search looks at
MOST_MS = 10_000
LONGEST = 200  # characters that name a player


def too_much(specs: Iterable[str]) -> str:
    """Why one of these players may not be asked at the table; "" where all may.

    What names no player, or none that there is, is told by the game.

    >>> too_much(["greedy", "mcts:1000"]), too_much(["mcts:99999999:c=2"])
    ('', 'mcts:99999999:c=2 would think too long here: at most mcts:100000 or mcts:10000ms')
    """
    for spec in specs:
        if len(spec) > LONGEST:
            return f"a player is named in at most {LONGEST} characters"
        search = budget_of(spec)
        if search is not None and search.amount > (MOST_MS if search.is_timed else MOST_LOOKS):
            most = f"{search.kind}:{MOST_LOOKS} or {search.kind}:{MOST_MS}ms"
            return f"{spec} would think too long here: at most {most}"
    return ""
