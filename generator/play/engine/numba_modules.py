"""Imports numba's own modules, for the code that extends numba."""

import os
import sys
import warnings
from functools import cache
from importlib import import_module
from typing import Any

_SETTINGS_FILE = ".numba_config.yaml"


def numba_part(name: str) -> Any:
    """Import a module of numba when it is first needed."""
    _settle()
    return import_module(name)


@cache
def _settle() -> None:
    """Import numba so that it never reads a settings file from the working folder.

    Numba reads such a file when it is imported, and again with every function that it compiles.
    Without the module `yaml` numba ignores the file, so this module is hidden during the import.
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
    settings._config_fname = os.devnull  # this file is always empty
