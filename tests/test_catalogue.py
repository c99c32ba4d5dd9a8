"""Measures are values: no code outside the catalogue tests the name of one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.model.measures import CATALOGUE, OWN, UNENDED, Scope, measures_among
from generator.model.teams import Sides

HOUSE = Path(__file__).parent.parent
HOME = HOUSE / "generator" / "model" / "measures.py"
FILES = [file for file in sorted((HOUSE / "generator").rglob("*.py")) if file != HOME]
SINGLES = (*CATALOGUE, *UNENDED)
NAMES = {name for measure in SINGLES for name in (measure.key, measure.label, measure.title)}
FAMILIES = re.compile(
    r"(seat|team) \d+ wins| ?wins|.* runs? out|games (in which|that end by) .*|end by .*|"
    r".+ in \d+-\d+| effect|.+ effect"
)
TESTS = (
    "startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition",
    "match", "fullmatch", "search", "get", "index", "find", "count",
)  # fmt: skip
# Words that are keys of measures and something else: functions of rules.py, arrays of a batch.
OTHERWISE = {"score", "turns", "rounds", "decisions"}
WITHOUT_MEASURES = (
    *("kit", "reading", "press", "templating", "system"),
    *("play/engine", "play/checks", "play/runs"),
)
REWARD = ("generator/preview/hint.py", "score")  # what players that search maximise


def texts(*nodes: ast.AST | None) -> Iterator[str]:
    for node in nodes:
        for leaf in ast.walk(node) if node is not None else ():
            if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                yield leaf.value


def literals_of(node: ast.AST) -> Iterator[str]:
    """The texts that a node compares something with, or looks something up by."""
    if isinstance(node, ast.Compare):
        yield from texts(node.left, *node.comparators)
    elif isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in TESTS:
            yield from texts(*node.args)
    elif isinstance(node, ast.Dict):
        yield from (text for key in node.keys for text in texts(key))
    elif isinstance(node, ast.Subscript):
        yield from texts(node.slice)
    elif isinstance(node, ast.MatchValue):
        yield from texts(node.value)


def names_tested(source: str) -> list[tuple[int, str]]:
    """Line and text of every test of a measure's name."""
    return [
        (node.lineno, text)  # type: ignore[attr-defined]
        for node in ast.walk(ast.parse(source))
        for text in literals_of(node)
        if text in NAMES or FAMILIES.fullmatch(text)
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(HOUSE)))
def test_no_code_outside_the_catalogue_tests_a_measure_s_name(file: Path) -> None:
    path = file.relative_to(HOUSE).as_posix()
    is_without = path.startswith(tuple(f"generator/{name}/" for name in WITHOUT_MEASURES))
    found = [
        (line, text)
        for line, text in names_tested(file.read_text("utf-8"))
        if not (is_without and text in OTHERWISE) and (path, text) != REWARD
    ]
    assert not found, "ask an attribute of the measure instead"


@pytest.mark.parametrize(
    "source",
    [
        'd.measure == "tied games"',
        'name in ("end by stall", "x")',
        'name.startswith("end by ")',
        'name.endswith(" run out")',
        'name.removeprefix("games in which ")',
        'UNITS = {"lead changes": "changes"}',
        'shares["seat 1 wins"]',
        'match name:\n    case "turns": pass',
    ],
)
def test_a_test_of_a_name_is_seen(source: str) -> None:
    assert names_tested(source)


def test_a_name_that_is_only_made_or_printed_is_no_test() -> None:
    assert not names_tested('x = f"{name} run out"\nprint("lead changes", unit="turns")')


def test_every_key_and_title_is_one_measure_s() -> None:
    scope = Scope(
        Sides(3), ["tea"], ["swaps"], True, (1, 2), effects=["saffron"], topics={"swaps": OWN}
    )
    measures = [*measures_among(scope), *measures_among(Scope(None, outcomes=["the dyke holds"]))]
    for attribute in ("key", "label"):
        names = {getattr(measure, attribute) for measure in measures}
        assert len(names) == len(set(measures)), attribute
    assert set(SINGLES) <= set(measures)


def test_every_measure_of_the_catalogue_is_on_the_reference_page() -> None:
    assert all(measure.about and measure.band for measure in SINGLES)
