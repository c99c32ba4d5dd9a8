"""The help of every command: each option in one panel and explained, and examples that can run."""

import re
import shlex

import click
import pytest
import typer

from generator.cli.commands import app
from generator.cli.help_layout import EXAMPLES, PANELS

COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def options(name: str) -> list[click.Option]:
    return [p for p in COMMANDS[name].params if p.param_type_name == "option"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_in_a_panel(name: str) -> None:
    for option in options(name):
        assert option.help, f"{name} {option.opts[0]} says nothing of itself"
        assert option.rich_help_panel in PANELS, f"{name} {option.opts[0]} stands in no panel"  # type: ignore[attr-defined]


def test_every_panel_lists_options_that_there_are_and_each_once() -> None:
    listed = [name for names in PANELS.values() for name in names]
    known = {option.opts[0].removeprefix("--") for name in COMMANDS for option in options(name)}
    assert len(listed) == len(set(listed))
    assert set(listed) == known


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_is_a_call_that_is_understood(name: str) -> None:
    assert name in EXAMPLES
    for line in EXAMPLES[name]:
        program, command, *rest = shlex.split(line)
        assert (program, command) == ("protoplay", name)
        COMMANDS[name].make_context(name, rest)


def test_panels_stand_in_one_order_and_examples_at_the_end() -> None:
    from typer.testing import CliRunner

    said = CliRunner().invoke(app, ["simulate", "--help"], env={"COLUMNS": "100"}).output
    places = [said.index(f" {panel} ─") for panel in PANELS if f" {panel} ─" in said]
    assert len(places) > 4 and places == sorted(places)
    assert said.rstrip().endswith("protoplay simulate . --agents mcts:200 --games 200")


def test_no_help_text_has_brackets_that_the_terminal_would_swallow() -> None:
    """Rich reads `[words]` as markup and prints nothing."""
    texts = [getattr(p, "help", "") or "" for c in COMMANDS.values() for p in c.params]
    assert len(texts) > 50
    assert not [text for text in texts if re.search(r"\[[a-z]", text)]
