"""Limits on the size of files and functions; exceptions need a reason, which is given here."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

HOUSE = Path(__file__).parent.parent / "generator"
LONGEST_FILE = 600  # lines
LONGEST = 80  # lines of a function, from `def` to the end, inner functions included
MOST_PARAMETERS = 8  # of a function, without `self`

_OPTIONS = "its parameters are the options of the command, each with its help"
_ROUTES = "the handlers of one page, which share its table"
_AUTHORS = "pack authors write its parameters by name; rules/FACES.md lists them"
_CHART = "its parameters are the parts of one chart, given by name"
_COMPILED = "compiled: numba passes arrays and numbers, no objects"

LONG_FILES = {}
LONG_FUNCTIONS = {
    "cli/studies.py:simulate": "its options with their help, and little else",
    "cli/exporting.py:export": "its help takes half of it",
    "cli/hosting.py:host": "its help takes half of it",
    "cli/packs.py:check": "its help takes half of it",
    "cli/people.py:people": "its help takes half of it",
    "play/engine/chance.py:teach": "numba's overloads are functions inside it",
    "play/engine/loop.py:games": _COMPILED,
    "preview/faces.py:_drawn": "one pass over all pieces, which stops at its time limit",
    "preview/replay_page.py:routes": _ROUTES,
    "preview/tweak.py:routes": _ROUTES,
}
MANY_PARAMETERS = {
    "cli/exporting.py:export": _OPTIONS,
    "cli/hosting.py:host": _OPTIONS,
    "cli/packs.py:check": _OPTIONS,
    "cli/people.py:form": _OPTIONS,
    "cli/people.py:people": _OPTIONS,
    "cli/preview.py:preview": _OPTIONS,
    "cli/printing.py:build": _OPTIONS,
    "cli/studies.py:replay": _OPTIONS,
    "cli/studies.py:simulate": _OPTIONS,
    "play/engine/loop.py:games": _COMPILED,
    "play/engine/playback.py:__call__": "the options of a playback, given by name",
    "play/engine/playback.py:again": _COMPILED,
    "play/runs/runners.py:batches": "the options of a run, given by name",
    "play/telling/charts/bars.py:bars": _CHART,
    "play/telling/charts/dots.py:dots": _CHART,
    "play/telling/charts/dots.py:forest": _CHART,
    "play/telling/charts/histograms.py:histogram": _CHART,
    "play/telling/charts/lines.py:lines": _CHART,
    "press/face/canvas.py:leaflet": _AUTHORS,
    "press/face/canvas.py:sections": _AUTHORS,
    "press/face/canvas.py:textbox": _AUTHORS,
}


def functions() -> Iterator[tuple[str, int, int]]:
    """Every function of the house by file and name, with its length and number of parameters."""
    for file in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                name = f"{file.relative_to(HOUSE).as_posix()}:{node.name}"
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                n_parameters = sum(each.arg not in ("self", "cls") for each in given)
                yield name, node.end_lineno - node.lineno + 1, n_parameters


def check(sizes: Mapping[str, int], limit: int, reasons: Mapping[str, str]) -> None:
    """Hold sizes to a limit; every exception has a reason, and every reason an exception."""
    above = {name: size for name, size in sizes.items() if size > limit}
    unreasoned = {name: size for name, size in above.items() if name not in reasons}
    assert not unreasoned, f"above {limit}: split these, or state the reason: {unreasoned}"
    stale = reasons.keys() - above.keys()
    assert not stale, f"no longer above {limit}: remove the reasons of {stale}"


def test_files_are_not_long() -> None:
    files = {file.relative_to(HOUSE).as_posix(): file for file in HOUSE.rglob("*.py")}
    lengths = {name: len(file.read_text("utf-8").splitlines()) for name, file in files.items()}
    check(lengths, LONGEST_FILE, LONG_FILES)


def test_functions_are_not_long() -> None:
    lengths: dict[str, int] = {}
    for name, length, _ in functions():
        lengths[name] = max(length, lengths.get(name, 0))
    check(lengths, LONGEST, LONG_FUNCTIONS)


def test_functions_have_few_parameters() -> None:
    counts: dict[str, int] = {}
    for name, _, n_parameters in functions():
        counts[name] = max(n_parameters, counts.get(name, 0))
    check(counts, MOST_PARAMETERS, MANY_PARAMETERS)
