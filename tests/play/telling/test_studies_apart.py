"""Code that writes answers does not ask which study they belong to."""

import ast
from pathlib import Path

import pytest

from tests.tellings import TELLINGS

GENERATOR = Path(__file__).parents[3] / "generator"
WRITERS = ("play/telling", "play/studies", "cli", "preview")
ANSWERS = {answer.__name__ for answer in TELLINGS}
FILES = [file for folder in WRITERS for file in sorted((GENERATOR / folder).rglob("*.py"))]


def lines_asking(tree: ast.AST) -> list[int]:
    """The lines of a file that ask of which study an answer is, by its class."""
    lines = []
    for node in ast.walk(tree):
        asked = node.pattern if isinstance(node, ast.match_case) else node
        is_call = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance"
        names = {n.id for n in ast.walk(asked) if isinstance(n, ast.Name)}
        if (is_call or isinstance(node, (ast.match_case, ast.Compare))) and names & ANSWERS:
            lines.append(asked.lineno)  # type: ignore[attr-defined]
    return lines


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(GENERATOR)))
def test_no_writer_asks_of_which_study_an_answer_is(file: Path) -> None:
    assert not lines_asking(ast.parse(file.read_text("utf-8")))


@pytest.mark.parametrize(
    "text",
    [
        "isinstance(a, Ladder)",
        "isinstance(a, Sweep | Results)",
        "type(a) is Results",
        "match a:\n    case Ladder():\n        pass",
    ],
)
def test_such_a_question_is_seen(text: str) -> None:
    assert lines_asking(ast.parse(text))


def test_folders_are_there() -> None:
    assert len(FILES) > 80
