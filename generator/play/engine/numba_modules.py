"""Numba's own modules, for those who tell it how to compile."""

import os
import sys
import warnings
from functools import cache
from importlib import import_module
from typing import Any

_SETTINGS_FILE = ".numba_config.yaml"


def numba_part(name: str) -> Any:
    """A module of numba, imported when it is first needed; its types say little."""
    _settle()
    return import_module(name)


@cache
def _settle() -> None:
    """Import numba so that no settings file of the working folder is obeyed, now or later.

    Numba reads one wherever a command is called, and again with every function it compiles. It
    leaves the file alone where there is no `yaml`, so that is hidden while numba is imported.
    """
    hidden: Any = None
    yaml = sys.modules.get("yaml")
    is_there = os.path.exists(_SETTINGS_FILE)
    if is_there:
        sys.modules["yaml"] = hidden
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            settings: Any = import_module("numba.core.config")
    finally:
        if is_there:
            del sys.modules["yaml"]
        if is_there and yaml is not None:
            sys.modules["yaml"] = yaml
    settings._config_fname = os.devnull  # no ordinary file
