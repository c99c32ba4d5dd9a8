"""Numba's own modules, for those who tell it how to compile."""

from importlib import import_module
from typing import Any


def numba_part(name: str) -> Any:
    """A module of numba, imported when it is first needed; its types say little."""
    return import_module(name)
