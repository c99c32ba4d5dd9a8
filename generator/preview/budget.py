"""Limits on the thinking time of players in preview, where other work waits for the same worker.

In: the names of players. Out: a message if one would think too long.
"""

from collections.abc import Iterable

from generator.play.engine.kinds import budget_of

MOST_LOOKS = 100_000  # maximum number of positions that a search may examine for a move
MOST_MS = 10_000
LONGEST = 200  # maximum length in characters of a player's name


def too_much(specs: Iterable[str]) -> str:
    """Explain why one of these players may not play in preview; "" if all may.

    A name of no player is reported by the game instead.

    >>> too_much(["greedy", "mcts:1000"]), too_much(["mcts:99999999:c=2"])
    ('', 'mcts:99999999:c=2 would think too long here: at most mcts:100000 or mcts:10000ms')
    """
    for spec in specs:
        if len(spec) > LONGEST:
            return f"a player's name has at most {LONGEST} characters"
        search = budget_of(spec)
        if search is not None and search.amount > (MOST_MS if search.is_timed else MOST_LOOKS):
            most = f"{search.kind}:{MOST_LOOKS} or {search.kind}:{MOST_MS}ms"
            return f"{spec} would think too long here: at most {most}"
    return ""
