"""Imports between folders agree with the table of folders in CONTRIBUTING.md."""

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
ROOT = HOUSE / "generator"
WINGS = ("generator.press", "generator.play")


def folders() -> list[str]:
    """The folders of the table in CONTRIBUTING.md, from the ground up."""
    text = (HOUSE / "CONTRIBUTING.md").read_text("utf-8")
    table = text.partition("| folder |")[2].partition("\n\n")[0]
    return [name.strip("/").replace("/", ".") for name in re.findall(r"^\| `(.+?)`", table, re.M)]


def module_of(file: Path) -> str:
    parts = file.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_of(file): file for file in sorted(ROOT.rglob("*.py"))}
FOLDERS = folders()


def folder_of(module: str) -> str:
    """Return the folder of the table that contains a module; the longest that fits."""
    fits = [name for name in FOLDERS if f"{module}.".startswith(f"{name}.")]
    return max(fits, key=len, default="")


@cache
def imports_of(module: str) -> set[str]:
    """The modules of the house that a module imports, at the top or inside a function."""
    imported: set[str] = set()
    for node in ast.walk(ast.parse(FILES[module].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{module}: relative import"
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = full & FILES.keys()
            imported |= modules | ({node.module} if len(modules) < len(full) else set())
    games = {name for name in imported if name.split(".")[0] == "rules"}
    assert not games, f"{module} imports {games}: games are data to generator/"
    return (imported & FILES.keys()) - {"generator"}


def test_every_module_lies_in_a_folder_of_the_table() -> None:
    assert len(FOLDERS) > 15
    assert len(set(FOLDERS)) == len(FOLDERS), "a folder stands in the table twice"
    empty = {"generator", *(m for m, file in FILES.items() if not file.read_text("utf-8"))}
    assert not {module for module in FILES.keys() - empty if not folder_of(module)}
    assert {folder_of(module) for module in FILES} - {""} == set(FOLDERS), "a folder is empty"


@pytest.mark.parametrize("module", FILES)
def test_a_module_imports_only_folders_above_its_own(module: str) -> None:
    own = folder_of(module)
    for name in imports_of(module):
        if own:
            place = FOLDERS.index(folder_of(name))
            assert place <= FOLDERS.index(own), f"{module} must not import {name}"
        for wing, other in (WINGS, WINGS[::-1]):
            if module.startswith(f"{wing}."):
                assert not name.startswith(f"{other}."), f"{module} must not import {name}: a wing"


def test_modules_import_each_other_in_no_circle() -> None:
    try:
        TopologicalSorter({module: imports_of(module) for module in FILES}).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


HEAVY = {
    "numba", "numpy", "typst", "pikepdf", "reportlab", "rich", "duckdb", "pydantic", "jinja2",
    "svgwrite", "yaml", "distributed", "PIL", "uharfbuzz", "fontTools", "xlsxwriter",
    "python_calamine", "pypdfium2", "resvg_py", "starlette", "uvicorn", "watchfiles",
    "sse_starlette",
}  # fmt: skip


LIGHT = ("generator.press.formats",)  # the command line may import these at the top


@pytest.mark.parametrize("file", sorted((ROOT / "cli").glob("*.py")), ids=lambda file: file.stem)
def test_the_command_line_imports_nothing_heavy_at_the_top(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    top: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            top |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            top.add(node.module.split(".")[0])
            is_ours = node.module.startswith("generator.") and "generator.cli" not in node.module
            assert not is_ours or node.module in LIGHT, f"import {node.module} inside a function"
    assert not top & HEAVY


@pytest.mark.parametrize("module", LIGHT)
def test_a_light_module_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    child = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True)
    assert not {*child.stdout.split()} & HEAVY
