"""The kinds of player that every game has, and their properties that do not depend on a game.

`agents` makes players from specs such as `mcts:200`; a spec begins with the name of a kind.
"""

import re
from dataclasses import dataclass

_BUDGET = re.compile(r"([0-9]+)(ms)?(:.*)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player."""

    name: str
    usage: tuple[str, ...]  # the forms of the kind in lists of players
    searches: bool = False  # whether the player searches within a budget
    varies: bool = False  # whether the player's choice in a position may vary


@dataclass(frozen=True, slots=True)
class Budget:
    """The amount of work that a search may spend on a move."""

    kind: str
    amount: int  # number of iterations or milliseconds
    is_timed: bool
    options: str  # the rest of the spec, from its colon on


KINDS = (
    Kind("random", ("random",), varies=True),
    Kind("greedy", ("greedy",)),
    Kind("mcts", ("mcts:N", "mcts:50ms"), searches=True, varies=True),
    Kind("flat", ("flat:N",), searches=True, varies=True),
)
NAMES = tuple(kind.name for kind in KINDS)  # reserved names, which a pack's own agents cannot use


def kind_of(spec: str) -> Kind | None:
    """Return the kind that a spec begins with; None for a pack's own players."""
    name = spec.partition(":")[0]
    return next((kind for kind in KINDS if kind.name == name), None)


def is_search(spec: str) -> bool:
    """Whether an agent searches."""
    kind = kind_of(spec)
    return kind is not None and kind.searches


def budget_of(spec: str) -> Budget | None:
    """Return the budget of a search; None for other players and for a budget that is not a number.

    >>> budget_of("mcts:5ms:c=1")
    Budget(kind='mcts', amount=5, is_timed=True, options=':c=1')
    >>> budget_of("greedy"), budget_of("mcts:many")
    (None, None)
    """
    name, _, rest = spec.partition(":")
    match = _BUDGET.fullmatch(rest) if is_search(spec) else None
    if match is None:
        return None
    return Budget(name, int(match[1]), match[2] is not None, match[3] or "")


def is_by_clock(spec: str) -> bool:
    """Whether an agent thinks for a fixed time, so that its games cannot be repeated.

    >>> is_by_clock("mcts:5ms:c=1"), is_by_clock("mcts:200"), is_by_clock("random")
    (True, False, False)
    """
    budget = budget_of(spec)
    return budget is not None and budget.is_timed


def is_plain_greedy(spec: str) -> bool:
    """Whether a greedy player is guided by the pack's `value` and not by a persona.

    >>> [is_plain_greedy(spec) for spec in ("greedy", "greedy:never=peek", "greedy:bold", "bold")]
    [True, True, False, False]
    """
    name, _, more = spec.partition(":")
    return name == "greedy" and (not more or "=" in more.partition(":")[0])
