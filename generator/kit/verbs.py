"""Moves by name. A table of verbs translates between a move's number and its words.

A move is one whole number. Each verb has a range of numbers, one for every combination of its
arguments' values. The ranges follow each other:

    MOVES = verbs("done", drop={"card": 62}, drive={"to": 78, "track": 73})

    done 0 | drop 1 … 62 | drive 63 … 5756     MOVES.done == 0, MOVES.drop == 1, MOVES.drive == 63

`MOVES` is a tuple of the first numbers, so compiled rules read `MOVES.drop` as a constant.
"""

from collections import namedtuple
from collections.abc import Mapping
from keyword import iskeyword
from math import prod
from typing import Any

from generator.kit.marks import tool

Values = int | tuple[int, ...] | tuple[str, ...]
MOST_CODES = 2**31 - 1  # lists of moves are arrays of int32
KEPT = {"do": "the verb", "seat": "who acts", "scores": "the points"}  # keys that every record uses


def verbs(*bare: str, **families: Values | Mapping[str, Values]) -> Any:
    """Return the table of a game's moves: verbs without arguments, then verbs with arguments.

    An argument is a number below a bound (`7`), several numbers (`(3, 3)` for row and column), or
    one of several words (`("top", "left")`); a verb with one argument may omit its name, `at`. The
    last argument varies fastest. `()` is a verb without arguments too. A verb that is a keyword of
    Python ends in `_`, which is never displayed.

    In plain Python the table has `names`, `codes` (the number of moves) and `described(move)`.
    Raises `ValueError` for a verb that is not a name or that tuples or Python reserve, and for an
    argument that records reserve: `do`, `seat`, `scores`.

    >>> MOVES = verbs("pass_", mark={"cell": (3, 3)}, push={"side": ("top", "left"), "track": 7})
    >>> MOVES.pass_, MOVES.mark, MOVES.push
    (0, 1, 10)
    >>> MOVES.names, MOVES.codes
    (('pass', 'mark', 'push'), 24)
    >>> MOVES.described(0), MOVES.described(6)
    ({'do': 'pass'}, {'do': 'mark', 'cell': [1, 2]})
    >>> MOVES.described(MOVES.push + 7 * 1 + 3)
    {'do': 'push', 'side': 'left', 'track': 3}
    """
    table: dict[str, Mapping[str, Values]] = {name: {} for name in bare}
    for name, given in families.items():
        named = given if isinstance(given, Mapping) else {"at": given}
        table[name] = {argument: values for argument, values in named.items() if values != ()}
        for argument in table[name].keys() & KEPT.keys():
            text = f"an argument of {name!r} cannot be called {argument!r}: in a record that is"
            raise ValueError(f"{text} {KEPT[argument]}; call it 'who' or 'which', for example")
    firsts, codes = [], 0
    for arguments in table.values():
        firsts.append(codes)
        codes += prod(_count(values) for values in arguments.values())
    if codes > MOST_CODES:
        raise ValueError(f"{codes} different moves; the limit is {MOST_CODES}")
    table_of_moves = _tuple_of(tuple(table))(*firsts)
    table_of_moves.arguments, table_of_moves.codes = (
        tuple(tuple(named.items()) for named in table.values()),
        codes,
    )
    return table_of_moves


@tool
def verb_of(moves: Any, move: int) -> int:
    """Return the first number of a move's verb; the move minus this number gives the arguments.

    >>> MOVES = verbs("done", drop=62, drive=(78, 73))
    >>> verb_of(MOVES, 10) == MOVES.drop, 10 - MOVES.drop
    (True, 9)
    >>> divmod(65 - MOVES.drive, 73)
    (0, 2)
    """
    verb = 0
    for first in moves:
        if move < first:
            break
        verb = first
    return verb


@tool
def kind_of(moves: Any, move: int) -> int:
    """Return the index of a move's verb in `names`.

    >>> kind_of(verbs("done", drop=62, drive=(78, 73)), 10)
    1
    """
    place = -1
    for first in moves:
        if move < first:
            break
        place += 1
    return place


@tool
def offer(out: Any, n: int, move: int) -> int:
    """Append a legal move to the first n of `out`; return the new n.

    >>> import numpy as np
    >>> out = np.zeros(5, np.int32)
    >>> offer(out, offer(out, 0, 7), 9), out[:2].tolist()
    (2, [7, 9])
    """
    out[n] = move
    return n + 1


class _Described:
    """The functions of a table of verbs for plain Python; the table itself is a tuple of first
    numbers.
    """

    arguments: tuple[tuple[tuple[str, Values], ...], ...]  # for each verb: (argument, its values)
    codes: int
    _fields: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The verbs, in order."""
        return tuple(name.rstrip("_") for name in self._fields)

    def described(self, move: int) -> dict[str, Any]:
        """Return a move in words and numbers: `{"do": verb, argument: value, …}`."""
        rest, kind = int(move) - verb_of(self, move), kind_of(self, move)
        arguments: list[tuple[str, Any]] = []
        for argument, values in reversed(self.arguments[kind]):
            rest, code = divmod(rest, _count(values))
            arguments.append((argument, _value(values, code)))
        return {"do": self.names[kind], **dict(reversed(arguments))}


def _tuple_of(names: tuple[str, ...]) -> Any:
    """Return the class of tables with these verbs.

    The class is always the same object, because machine code is stored under it.

    Numba looks the class up by its name in this file when it loads machine code.
    """
    name = "Verbs_" + "_".join(names)
    if name not in globals():
        for verb in names:
            if hasattr(_Described, verb) or verb in ("arguments", "codes", "count", "index"):
                raise ValueError(f"a verb cannot be called {verb!r}: a table of verbs uses it")
            if iskeyword(verb):
                text = f"a verb cannot be called {verb!r}, a Python keyword: write {verb + '_'!r}"
                raise ValueError(f"{text}, which is shown as {verb!r}")
            if not verb.isidentifier() or verb.startswith("_"):
                text = "use letters, numbers and _, starting with a letter"
                raise ValueError(f"a verb cannot be called {verb!r}: {text}")
        base = namedtuple(name, names)  # type: ignore[misc]
        globals()[name] = type(name, (_Described, base), {"__module__": __name__})
    return globals()[name]


def _count(values: Values) -> int:
    """Return the number of values that an argument may have."""
    if isinstance(values, int):
        return values
    return len(values) if isinstance(values[0], str) else prod(values)


def _value(values: Values, code: int) -> Any:
    if isinstance(values, int):
        return code
    if isinstance(values[0], str):
        return values[code]
    numbers: list[int] = []
    for n in reversed(values):
        assert isinstance(n, int)
        code, number = divmod(code, n)
        numbers.insert(0, number)
    return numbers
