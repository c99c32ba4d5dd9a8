"""Who may import whom: a file of `generator/` imports only floors below its own."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "generator"

# From the ground up. Files of one floor may import each other, never upwards.
FLOORS: list[list[str]] = [
    ["generator", "generator.problems", "generator.hexes", "generator.play.kernel"],
    [
        "generator.units",
        "generator.slots",
        "generator.pack",
        "generator.shapes",
        "generator.source",
        "generator.schema",
        "generator.fonts",
        "generator.iconify",
        "generator.files",
        "generator.whole",
        "generator.sight",
    ],
    [
        "generator.expressions",
        "generator.figures",
        "generator.definition",
        "generator.languages",
        "generator.parameters",
        "generator.rows",
    ],
    ["generator.check", "generator.door"],
    ["generator.press.*", "generator.play.*"],
    ["generator.scaffold", "generator.cli"],
]
WINGS = ("generator.press", "generator.play")
GROUND_OF_PLAY = {"generator.play.kernel"}


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def floor_of(module: str) -> int:
    for number, names in enumerate(FLOORS):
        if module in names:
            return number
    for number, names in enumerate(FLOORS):
        if any(n.endswith(".*") and (module + ".").startswith(n[:-1]) for n in names):
            return number
    raise AssertionError(f"{module} stands on no floor: add it to FLOORS")


def imports_of(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{file}: relative import"
            found.add(node.module)
            known = {module_of(f) for f in ROOT.rglob("*.py")}
            found |= {f"{node.module}.{a.name}" for a in node.names} & known
    return found


FILES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=[module_of(f) for f in FILES])
def test_a_file_imports_only_lower_floors(file: Path) -> None:
    own = module_of(file)
    for name in imports_of(file):
        assert name.split(".")[0] != "rules", f"{own} imports {name}: games are data to generator/"
        if name.split(".")[0] != "generator":
            continue
        assert floor_of(name) <= floor_of(own), f"{own} must not import {name}, a floor above it"
        for wing, other in (WINGS, WINGS[::-1]):
            if own.startswith(wing) and name not in GROUND_OF_PLAY:
                assert not name.startswith(other), f"{own} must not import {name}: the other wing"


HEAVY = {
    "numba", "numpy", "typst", "pikepdf", "reportlab", "rich", "duckdb", "pydantic", "jinja2",
    "svgwrite", "yaml", "distributed", "PIL", "uharfbuzz", "fontTools", "xlsxwriter",
    "python_calamine", "pypdfium2", "resvg_py",
}  # fmt: skip


def test_the_command_line_imports_nothing_heavy_at_the_top() -> None:
    tree = ast.parse((ROOT / "cli.py").read_text("utf-8"))
    top: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            top |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            top.add(node.module.split(".")[0])
    assert not top & HEAVY
