"""What the commands say: problems, JSON, progress; and how they end."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from generator.cli.options import wrong_call

if TYPE_CHECKING:
    from generator.pack import Pack
    from generator.problems import Problem, Problems


def print_json(value: Any) -> None:
    """Print one JSON document to standard output."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def counted(n: int, what: str) -> str:
    """A number of things: "1 sheet", "2 sheets"."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def json_of(problem: "Problem") -> dict[str, Any]:
    """A problem as JSON carries it."""
    place = problem.place
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "level": problem.level,
        "message": problem.message,
        "fix": problem.fix,
    }


def report_problems(problems: "Problems", *, as_json: bool = False, quiet: bool = False) -> None:
    """Print every problem and, where one is an error, end with exit code 1."""
    n_errors = len(problems.errors)
    if as_json:
        if n_errors:
            print_json({"problems": [json_of(p) for p in problems]})
    else:
        for problem in problems:
            if problem.level == "error" or not quiet:
                typer.echo(str(problem), err=True)
        if n_errors:
            typer.echo(counted(n_errors, "error"), err=True)
    if n_errors:
        raise typer.Exit(1)


def opened(
    name: str,
    variant: str | None = None,
    settings: Iterable[str] | None = None,
    language: str | None = None,
    *,
    as_json: bool = False,
    quiet: bool = False,
) -> "tuple[Pack, Problems]":
    """The checked pack and its warnings; prints the problems and ends where there are errors."""
    from generator.reading.door import open_pack

    pack, problems = open_pack(
        name, variant=variant, settings=tuple(settings or ()), language=language
    )
    if pack is None:
        report_problems(problems, as_json=as_json, quiet=quiet)
        raise typer.Exit(1)
    return pack, problems


@contextmanager
def status(silent: bool) -> Iterator[Callable[[str], None]]:
    """A line that names the step at work, while a person watches."""
    if silent or not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console

    with Console(stderr=True).status("…") as line:
        yield lambda step: line.update(f"{step} …")


@contextmanager
def playing(silent: bool, as_json: bool = False) -> Iterator[Callable[[str, int, int], None]]:
    """Progress bars for a run; faults of the rules end with exit 1, of the call with exit 2."""
    from generator.play.engine.game import FaultyRules

    try:
        if silent or not sys.stderr.isatty():
            yield lambda what, done, total: None
            return
        from rich.console import Console
        from rich.progress import Progress, TaskID

        with Progress(console=Console(stderr=True), transient=True) as bars:
            tasks: dict[str, TaskID] = {}

            def tell(what: str, done: int, total: int) -> None:
                if what not in tasks:
                    for task in tasks.values():
                        bars.update(task, visible=False)
                    tasks[what] = bars.add_task(what, total=total)
                bars.update(tasks[what], completed=done, total=total)

            yield tell
    except FaultyRules as fault:
        report_problems(fault.problems, as_json=as_json)
    except ValueError as fault:
        wrong_call(str(fault))
