"""README.md and the guides in rules/ show only commands that exist."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

from generator.cli.commands import app

HOUSE = Path(__file__).parent.parent
PAGES = [HOUSE / "README.md", *sorted((HOUSE / "rules").glob("*.md"))]
COMMANDS: Any = typer.main.get_command(app)


def commands_in(page: Path) -> list[str]:
    """The lines that begin with `protoplay`, in blocks of code and in tables, without remarks."""
    text = page.read_text("utf-8")
    lines = re.findall(r"^protoplay .*$", text, re.MULTILINE)
    lines += re.findall(r"`(protoplay [a-z][^`]*)`", text)
    return [re.sub(r"\s+#.*", "", line) for line in lines if "…" not in line]


SHOWN = {f"{page.name}: {line}": line for page in PAGES for line in commands_in(page)}


@pytest.mark.parametrize("line", SHOWN.values(), ids=SHOWN)
def test_a_command_in_a_guide_exists_with_its_options(line: str) -> None:
    _, name, *words = shlex.split(line)
    command = COMMANDS.commands[name]
    command.make_parser(command.context_class(command)).parse_args(list(words))


def test_guides_link_to_what_is_there() -> None:
    missing = []
    for page in PAGES:
        text = page.read_text("utf-8")
        text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        text = re.sub(r"`[^`\n]*`", "", text)
        for link in re.findall(r"\]\(([^)#: ]+)(?:#[^)]*)?\)", text):
            if not (page.parent / link).exists():
                missing.append(f"{page.name}: {link}")
    assert not missing
    readme = PAGES[0].read_text("utf-8")
    assert all(f"rules/{page.name}" in readme for page in PAGES[1:]), "README names every guide"
