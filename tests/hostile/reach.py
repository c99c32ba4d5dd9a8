"""A pytest plugin that records which functions of some files each test calls, and its time.

`REACH_FILES` names the files, separated by newlines. At the end the JSON file `REACH_INTO` is
written: for each passing test its seconds and, as "file:first line", the functions it called in
plain Python. Machine code is not seen.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

_files = frozenset(os.environ.get("REACH_FILES", "").split("\n"))
_called: set[tuple[str, int]] = set()
_found: dict[str, tuple[float, list[str]]] = {}
_failed: set[str] = set()


def _see(frame: FrameType, event: str, _: Any) -> None:
    if event == "call":
        code = frame.f_code
        if code.co_filename in _files:
            _called.add((code.co_filename, code.co_firstlineno))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch one test and its fixtures."""
    _called.clear()
    began = time.process_time()
    sys.setprofile(_see)
    threading.setprofile(_see)
    try:
        return (yield)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
        spent = time.process_time() - began
        _found[item.nodeid] = (spent, sorted(f"{file}:{line}" for file, line in _called))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Leave out tests that fail or are skipped without a change."""
    if not report.passed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write the results."""
    if "REACH_INTO" in os.environ:
        passed = {name: seen for name, seen in _found.items() if name not in _failed}
        with open(os.environ["REACH_INTO"], "w", encoding="utf-8") as out:
            json.dump(passed, out)
