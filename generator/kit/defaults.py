"""Defaults for functions that `rules.py` may leave out because its tables define them.

left out             its default                               it needs
deal                 nothing to set up
turn                 −1 once `state.over`, else `state.seat`   both fields
score                `state.points`, by seat                   that field
kind and KINDS       the verbs of MOVES                        MOVES, two verbs or more
describe             verb and arguments                        MOVES
stock                the field of each supply's name           SUPPLIES as a mapping
why_over             the word in ENDS at `state.over`          ENDS
space                move i happens at place i                 spaces
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.kit.marks import rule
from generator.kit.verbs import kind_of

Rule = Callable[..., Any]

RUNS_OUT = ", runs out"  # suffix in SUPPLIES: the supply is expected to run out
SUPPLY_WORDS = ("each", "shared", f"each{RUNS_OUT}", f"shared{RUNS_OUT}")
NEEDS: Mapping[str, tuple[str, ...]] = {"turn": ("over", "seat"), "score": ("points",)}


def left_out(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the defaults for the names that `rules` does not define."""
    defaults: dict[str, Any] = {"deal": deal, "turn": turn, "score": score}
    moves = rules.get("MOVES")
    if moves is not None:
        defaults["describe"] = _describe_by(moves)
        if len(moves.names) > 1 and "kind" not in rules and "KINDS" not in rules:
            defaults["KINDS"], defaults["kind"] = moves.names, kind_by_verb(moves)
    if isinstance(rules.get("SUPPLIES"), Mapping):
        defaults["stock"] = stock_by_field(rules["SUPPLIES"])
    if "ENDS" in rules:
        defaults["why_over"] = _why_over_by(rules["ENDS"])
    return {name: thing for name, thing in defaults.items() if name not in rules}


@rule
def deal(tables: Any, state: Any, rng: Any) -> None:
    """Do nothing; this is the default for a game without a deal."""


@rule
def turn(tables: Any, state: Any) -> Any:
    """Return the seat to act, −1 when the game is over."""
    return -1 if state.over else state.seat


@rule
def score(tables: Any, state: Any, out: Any) -> None:
    """Write every seat's points into `out`."""
    for seat in range(len(out)):
        out[seat] = state.points[seat]


def _describe_by(moves: Any) -> Rule:
    def describe(tables: Any, state: Any, move: int) -> Any:
        return moves.described(move)

    return describe


def _why_over_by(ends: Sequence[str]) -> Rule:
    def why_over(tables: Any, state: Any) -> str:
        over = int(state.over)
        if not 0 <= over < len(ends):
            raise IndexError(f"state.over is {over}; ENDS has {len(ends)} words, from 0")
        return ends[over]

    return why_over


def kind_by_verb(moves: Any) -> Rule:
    """Return the rule `kind`: the index of a move's verb."""

    @rule
    def kind(tables: Any, state: Any, move: int) -> int:
        return kind_of(moves, move)

    return kind


def space_by_move(n_spaces: int) -> Rule:
    """Return the rule `space`: the move's own number if this is the number of a place, else −1."""

    @rule
    def space(tables: Any, state: Any, move: int) -> int:
        return move if move < n_spaces else -1

    return space


def stock_by_field(supplies: Mapping[str, str]) -> Rule:
    """Return the rule `stock`: a field per supply, with a number per seat for "each" and one number
    for "shared". If ", runs out" follows either word, the supply is expected to run out. Raises
    `ValueError` for any other word.
    """
    stock: Rule = deal  # the rule for no supplies does nothing
    for i_supply, (name, whose) in enumerate(supplies.items()):
        if whose not in SUPPLY_WORDS:
            raise ValueError(f'SUPPLIES: {name} is {whose!r}; expected "each" or "shared"')
        stock = (
            _stock(stock, i_supply, name)
            if whose.startswith("each")
            else _bank(stock, i_supply, name)
        )
    return stock


def _stock(others: Rule, i_supply: int, name: str) -> Rule:
    @rule
    def stock(tables: Any, state: Any, out: Any) -> None:
        others(tables, state, out)
        for seat in range(len(out)):
            out[seat, i_supply] = state[name][seat]

    return stock


def _bank(others: Rule, i_supply: int, name: str) -> Rule:
    @rule
    def stock(tables: Any, state: Any, out: Any) -> None:
        others(tables, state, out)
        for seat in range(len(out)):
            out[seat, i_supply] = state[name]

    return stock
