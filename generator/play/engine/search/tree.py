"""What the searchers share: an agent's numbers and functions, the columns of a tree's nodes."""

from collections.abc import Sequence

# Places in an agent's row of options; the first two serve a player who is held back.
NEVER, UNTIL = 0, 1
ITERATIONS, MILLISECONDS, EXPLORE, DEPTH, REWARD, URGENCY, REUSE, SOLVE, ORDER, PLIES = range(10)
WIDEN, HORIZON, ROLLOUT, SEES, SAMPLE = 10, 11, 12, 13, 14
N_OPTIONS = 15
REWARDS = ("win", "rank", "difference")
RANDOMLY, GREEDILY, BY_POLICY = 0, 1, 2  # who plays a playout: ROLLOUT

# Places in an agent's row of functions: the chooser, whose judgement it goes by, the pack's own
# agent it follows, and the chooser of a player who is held back.
CHOOSER, JUDGE, POLICY, BASE = range(4)
N_WIRES = 4

DRAWN = 100  # in PROVEN: 0 unknown, 1 + seat who wins, the first of a team
MOST_NODES = 1 << 20
ENTRY = 8  # iterations for each move that enters a search in order, where things are hidden

# Columns of a node in `desk.nodes_of`. Closed trees: the children of a node lie side by side from
# FIRST on, COUNT of them, TRIED of them visited. Open trees: FIRST and then NEXT chain them.
VISITS, MOVE, FIRST, COUNT, TRIED, MOVER, PROVEN = range(7)
AVAILABLE, NEXT = COUNT, TRIED


def nodes_for(widest: int, is_closed: bool, iterations: Sequence[float], is_timed: bool) -> int:
    """How many nodes are worth having room for."""
    if is_timed:
        return MOST_NODES
    per = widest if is_closed else 1
    return int(min(MOST_NODES, 2 * max(iterations, default=0) * per + 2 * widest + 16))
