"""Who may import whom: the list of floors in CONTRIBUTING.md, held to the code."""

import ast
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
ROOT = HOUSE / "generator"
WINGS = ("generator.press", "generator.play")


def floors() -> list[str]:
    """The modules of the list in CONTRIBUTING.md, from the ground up."""
    text = (HOUSE / "CONTRIBUTING.md").read_text("utf-8")
    block = text.partition("```floors\n")[2].partition("```")[0]
    found: list[str] = []
    folder = ""
    for line in block.splitlines():
        words = line.split()
        if words[0].endswith("/"):
            folder = words.pop(0).rstrip("/").replace("/", ".")
        found += [f"{folder}.{word}" for word in words]
    return found


def module_of(file: Path) -> str:
    parts = file.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = sorted(ROOT.rglob("*.py"))
KNOWN = {module_of(file) for file in FILES}
FLOORS = floors()


def imports_of(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{file}: relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.add(full if full in KNOWN else node.module)
    return found


def is_passage(file: Path) -> bool:
    """An empty `__init__.py`: a folder, no room of its own."""
    return file.name == "__init__.py" and not ast.parse(file.read_text("utf-8")).body[1:]


def test_every_file_has_its_place_and_every_place_its_file() -> None:
    rooms = {module_of(f) for f in FILES if not is_passage(f)} - {"generator"}
    assert len(FLOORS) == len(set(FLOORS)), "a file stands in the list twice"
    assert rooms == set(FLOORS), rooms ^ set(FLOORS)


@pytest.mark.parametrize("file", FILES, ids=[module_of(f) for f in FILES])
def test_a_file_imports_only_lower_floors(file: Path) -> None:
    own = module_of(file)
    for name in imports_of(file):
        assert name.split(".")[0] != "rules", f"{own} imports {name}: games are data to generator/"
        if name.split(".")[0] != "generator" or name not in FLOORS:
            continue
        if own in FLOORS:
            assert FLOORS.index(name) < FLOORS.index(own), f"{own} must not import {name}"
        for wing, other in (WINGS, WINGS[::-1]):
            if own.startswith(wing):
                assert not name.startswith(other), f"{own} must not import {name}: the other wing"


HEAVY = {
    "numba", "numpy", "typst", "pikepdf", "reportlab", "rich", "duckdb", "pydantic", "jinja2",
    "svgwrite", "yaml", "distributed", "PIL", "uharfbuzz", "fontTools", "xlsxwriter",
    "python_calamine", "pypdfium2", "resvg_py", "starlette", "uvicorn", "watchfiles",
    "sse_starlette",
}  # fmt: skip


@pytest.mark.parametrize("file", sorted((ROOT / "cli").glob("*.py")), ids=lambda file: file.stem)
def test_the_command_line_imports_nothing_heavy_at_the_top(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    top: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            top |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            top.add(node.module.split(".")[0])
            heavy = node.module.startswith("generator.") and "generator.cli" not in node.module
            assert not heavy, f"{node.module} is imported where it is used"
    assert not top & HEAVY
