"""Fixtures for all tests: the user's own settings are neither read nor written."""

import gc
import os
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
LONG = (  # files that take long, the longest first: begun last, one worker would wait for the other
    "test_wheel.py",
    "test_suggest.py",
    "test_people_and_strangers.py",
    "test_table_in_browser.py",
    "test_fuzz.py",
    "test_play_in_browser.py",
    "test_search.py",
    "test_trust.py",
    "test_mara_pack.py",
    "test_traps.py",
    "test_cli.py",
    "test_bounds.py",
    "test_games_contract.py",
    "test_marram_pack.py",
    "test_shiftago.py",
    "test_marram.py",
    "test_mara.py",
    "test_calls.py",
    "test_failed_writes.py",
    "test_words.py",
    "test_page_in_browser.py",
    "test_shiftago_pack.py",
    "test_faulty.py",
    "test_runners.py",
    "test_row_numbers.py",
    "test_preview_command.py",
    "test_exchange.py",
)

MEMORY = "/dev/shm"  # files here are in memory: thousands of folders come and go without a disk


def _takes_all(folder: str) -> bool:
    """Whether the folder exists, has much room, and programs in it may be run."""
    if not os.access(folder, os.W_OK):
        return False
    about = os.statvfs(folder)
    return about.f_bavail * about.f_frsize > 2 << 30 and not about.f_flag & os.ST_NOEXEC


os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as for commands: more would spin
if "TMPDIR" not in os.environ and _takes_all(MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

gc.disable()  # until the tests are collected, which takes half as long without
gc.set_threshold(50_000)  # and seldom afterwards


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option that rewrites every golden."""
    parser.addoption("--rewrite", action="store_true", help="write the goldens of these tests anew")


@pytest.fixture(scope="session")
def rewrite(pytestconfig: pytest.Config) -> bool:
    """Whether goldens are rewritten instead of compared."""
    return bool(pytestconfig.getoption("--rewrite"))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test that opens a page in Chromium as `browser`."""
    if "chromium" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers are given file after file: the long ones first, then those of many tests."""
    size = Counter(item.path for item in items)
    rank = {name: i for i, name in enumerate(LONG)}
    items.sort(key=lambda item: (rank.get(item.path.name, len(LONG)), -size[item.path]))


def pytest_collection_finish() -> None:
    """Exclude everything loaded so far from garbage collection, which would scan it repeatedly."""
    gc.collect()
    gc.freeze()
    gc.enable()


def chromium_found() -> str:
    """Return the Chromium for tests of pages; "" without Chromium or Playwright."""
    named = os.environ.get("PROTOPLAY_CHROMIUM", "")
    found = named or next(filter(None, map(shutil.which, CHROMIUMS)), "")
    return found if find_spec("playwright") else ""


@pytest.fixture(scope="session", autouse=True)
def _settings_of_their_own() -> Iterator[None]:
    with tempfile.TemporaryDirectory(prefix="protoplay-home-") as home:
        os.environ["PROTOPLAY_HOME"] = home
        os.environ["PROTOPLAY_TRUST"] = "all"
        # What hundreds of commands would read anew is kept: where a cache of the checkout's own is
        # unwanted, the libraries' would be left aside as well, and each command compile them.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background
            signal.signal(signal.SIGINT, signal.default_int_handler)
        yield


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser without a window, Playwright's `Browser`; for tests marked `browser`."""
    path = chromium_found()
    if not path:
        pytest.skip("no Chromium was found")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Report that pages were not tested."""
    if not chromium_found():
        terminalreporter.write_line(
            "No Chromium was found (apt install chromium): tests marked `browser` cannot run."
        )
