"""How large a function may be: what is longer has several steps, or a reason named here."""

import ast
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parent.parent / "generator"
LONGEST = 100  # lines, from `def` to the end, functions inside counted in

REASONS: dict[str, str] = {}


def functions() -> Iterator[tuple[str, int]]:
    """Every function of the house by file and name, with its length."""
    for file in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                name = f"{file.relative_to(HOUSE).as_posix()}:{node.name}"
                yield name, node.end_lineno - node.lineno + 1


def test_no_function_is_long_without_a_reason() -> None:
    long = {name: length for name, length in functions() if length > LONGEST}
    unreasoned = {name: length for name, length in long.items() if name not in REASONS}
    assert not unreasoned, f"split these, or name the reason: {unreasoned}"
    assert REASONS.keys() <= long.keys(), f"no longer long: {REASONS.keys() - long.keys()}"
