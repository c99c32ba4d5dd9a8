"""Constants that the searches share: the indices of an agent's numbers and functions, and the
columns of a tree's nodes.
"""

from collections.abc import Sequence

# Indices in an agent's row of options; the first two are for a restricted player.
NEVER, UNTIL = 0, 1
ITERATIONS, MILLISECONDS, EXPLORE, DEPTH, REWARD, URGENCY, REUSE, SOLVE, ORDER, PLIES = range(10)
WIDEN, HORIZON, ROLLOUT, SEES, SAMPLE = 10, 11, 12, 13, 14
N_OPTIONS = 15
REWARDS = ("win", "rank", "difference")
RANDOMLY, GREEDILY, BY_POLICY = 0, 1, 2  # values of ROLLOUT, the player of the playouts

# Indices in an agent's row of functions: its chooser, its judge, the pack's own agent that it
# follows, and the chooser behind a restricted player.
CHOOSER, JUDGE, POLICY, BASE = range(4)
N_WIRES = 4

# a value of PROVEN; 0 is unknown, 1 + seat is the winning seat (the first seat of a team)
DRAWN = 100
MOST_NODES = 1 << 20
ENTRY = 8  # iterations per move that takes part, with `order` and hidden information

# Columns of a node in `desk.nodes_of`. Closed trees: a node's children lie side by side, COUNT of
# them from FIRST on, TRIED of them visited. Open trees: FIRST and then NEXT link them.
VISITS, MOVE, FIRST, COUNT, TRIED, MOVER, PROVEN = range(7)
AVAILABLE, NEXT = COUNT, TRIED


def nodes_for(widest: int, is_closed: bool, iterations: Sequence[float], is_timed: bool) -> int:
    """Return the number of nodes to allocate."""
    if is_timed:
        return MOST_NODES
    per = widest if is_closed else 1
    return int(min(MOST_NODES, 2 * max(iterations, default=0) * per + 2 * widest + 16))
