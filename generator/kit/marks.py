"""Marks for functions that run during a game, compiled or as plain Python.

A marked function stays an ordinary function. When a game is compiled, the engine starts from the
rules that the contract names and compiles every marked function that they call, in rules.py,
bots.py or the kit.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_MARK = "__protoplay__"
RULE, TOOL, ENGINE, INLINED = "rule", "tool", "engine", "inlined"


def rule(function: Function) -> Function:
    """Mark a function as part of the rules.

    The function is compiled with the game, and every index is checked.
    """
    setattr(function, _MARK, RULE)
    return function


def tool(function: Function) -> Function:
    """Mark a function of the kit.

    Such a function is checked like a rule and compiled into its callers, because passing an array
    to a call would take several times longer than the work of most tools.
    """
    setattr(function, _MARK, TOOL)
    return function


def engine(function: Function) -> Function:
    """Mark a function of protoplay's own engine, which is trusted with its indices."""
    setattr(function, _MARK, ENGINE)
    return function


def inlined(function: Function) -> Function:
    """Mark a function of the engine that is compiled into its callers."""
    setattr(function, _MARK, INLINED)
    return function


def mark_of(function: object) -> str:
    """Return `RULE`, `TOOL`, `ENGINE`, `INLINED`, or "" for a function without a mark."""
    return str(getattr(function, _MARK, "")) if callable(function) else ""
