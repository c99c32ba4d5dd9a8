"""The output of commands: problems, JSON and progress, and the ways in which commands end."""

import io
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from generator.cli.interrupts import stop_if_asked
from generator.cli.options import wrong_call

if TYPE_CHECKING:
    from generator.model.pack import Pack
    from generator.model.problems import Problem, Problems

PAUSE = 10.0  # seconds between two lines of progress if there is no terminal
SOURCES = (".yaml", ".yml", ".py")  # suffixes of files that no output may replace


class _Kept(io.IOBase):
    """A standard stream, or a layer below a standard stream, that no call can close.

    A pack that writes `with sys.stdout as out:` or wraps `sys.stdout.buffer` would otherwise close
    the stream before the report is printed.
    """

    def close(self) -> None:
        """Flush, as closing would, but stay open."""
        self.flush()


class _KeptFile(_Kept, io.FileIO):
    """The raw file below a stream, used if Python does not buffer it."""


class _KeptBytes(_Kept, io.BufferedWriter):
    """The buffer of bytes below a stream."""

    def detach(self) -> Any:
        """Return the layer below, but stay attached to it."""
        self.flush()
        return self.raw


class _KeptText(_Kept, io.TextIOWrapper):
    """The text stream to which the program prints."""

    def detach(self) -> Any:
        """Return the layer below, but stay attached to it."""
        self.flush()
        return self.buffer


def speak_plainly() -> None:
    """Print "?" for a character that the console lacks, such as "→" in the cp1252 of Windows.

    From then on the streams of the process cannot be closed.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if type(stream) is io.TextIOWrapper and stream is getattr(sys, f"__{name}__"):
            stream = _kept(stream)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _kept(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    kind, is_lined, is_through = stream.encoding, stream.line_buffering, stream.write_through
    beneath = stream.detach()
    if isinstance(beneath, io.BufferedWriter):
        beneath = _KeptBytes(beneath.detach())
    elif type(beneath) is io.FileIO:
        beneath = _KeptFile(beneath.fileno(), "w", closefd=False)
    return _KeptText(beneath, kind, line_buffering=is_lined, write_through=is_through)


# the stream for the JSON document while all other output is redirected
_document: TextIO | None = None


@contextmanager
def nothing_beside_json() -> Iterator[None]:
    """Reserve standard output for one JSON document; the output of a pack's programs goes to
    standard error.
    """
    global _document
    from generator.model.problems import reporting_last

    _document = sys.stdout
    try:
        with redirect_stdout(sys.stderr), reporting_last(_print_problem):
            yield
    finally:
        _document = None


def _print_problem(problem: "Problem") -> None:
    print_json({"problems": [json_of(problem)]})


def close_stdout_if_broken() -> None:
    """Drop output that a full disk or a closed pipe did not accept, because Python would report
    this at exit.
    """
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refusal(fault: OSError) -> str:
    """Describe an error of the operating system in one line."""
    from generator.system.files import NotWritten

    if isinstance(fault, NotWritten) or not fault.strerror:
        return str(fault)
    return f"{fault.filename}: {fault.strerror}" if fault.filename else fault.strerror


def last_words(fault: Exception) -> str:
    """Describe an exception that ends a command in one line."""
    if isinstance(fault, MemoryError):
        return "there is not enough memory for this"
    if isinstance(fault, OSError):
        return refusal(fault)
    return _internal_error(fault)


def _internal_error(fault: Exception) -> str:
    """Describe an error in protoplay in one line; the traceback goes into a file.

    The program of a pack may have caused it by changing functions in Python's own modules.
    """
    from generator.model.problems import text_or_nothing

    text = f"internal error: {' '.join(text_or_nothing(fault).split())[:300]}"
    try:
        import tempfile
        import traceback

        frame = traceback.extract_tb(fault.__traceback__)[-1]
        text += f" ({Path(frame.filename).name}:{frame.lineno})"
        lines = traceback.format_exception(fault)
        with tempfile.NamedTemporaryFile(
            "w",
            prefix="protoplay-",
            suffix=".txt",
            encoding="utf-8",
            errors="replace",
            delete=False,
        ) as file:
            file.writelines(lines)
        return f"{text}; please report it, details are saved in {file.name}"
    except Exception:  # the disk is full, or the program of the pack had another effect
        return text


def places_are_free(*paths: Path | None, out: Path | None = None) -> None:
    """End with exit code 2 if an output file could not be written at the end of the run.

    `out` is the folder of --out, for files whose names are not known yet.
    """
    from generator.system.files import NotWritten, check_place

    if out is not None:
        try:
            check_place(out / "file")
        except NotWritten as fault:
            fix = "choose another folder: --out DIR"
            wrong_call(f"cannot write into the folder {out}: {fault.strerror} ({fix})")
    for path in paths:
        if path is not None:
            try:
                check_place(path)
            except NotWritten as fault:
                wrong_call(str(fault))


def nothing_is_lost(pack: "Pack | None", *paths: Path | None) -> None:
    """End with exit code 2 if an output would overwrite a source or another output.

    Sources are the files from which a pack was read, and every file with the suffix of a definition
    or a program.
    """
    outputs = [path for path in paths if path is not None]
    sources = {file.resolve() for file in pack.files} if pack is not None else set()
    for number, path in enumerate(outputs):
        is_source = path.resolve().suffix in SOURCES and path.is_file()
        if path.resolve() in sources or is_source:
            wrong_call(
                f"{path} is a source file and would be overwritten: give the output another name"
            )
        if path.resolve() in [other.resolve() for other in outputs[:number]]:
            wrong_call(f"two outputs have the same name, {path}: give each its own")


def print_json(value: Any) -> None:
    """Print one JSON document to standard output, complete in any encoding."""
    print_json_text(json.dumps(value, indent=2, ensure_ascii=False))


def print_json_text(text: str) -> None:
    """Print JSON; characters that the console lacks are written as \\u…, which means the same."""
    is_unicode = (
        (getattr(_document or sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    )
    if not is_unicode:
        text = "".join(c if c.isascii() else json.dumps(c)[1:-1] for c in text)
    typer.echo(text, file=_document)


def counted(n: int, what: str) -> str:
    """Write a number with its noun, such as "1 sheet" or "2 sheets"."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def json_of(problem: "Problem") -> dict[str, Any]:
    """Convert a problem to JSON values."""
    place = problem.place
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "level": problem.level,
        "message": problem.message,
        "fix": problem.fix,
    }


def say_problems(problems: "Problems") -> None:
    """Print every problem to standard error."""
    for problem in problems:
        typer.echo(str(problem), err=True)
    if problems.errors:
        typer.echo(counted(len(problems.errors), "error"), err=True)


def report_problems(problems: "Problems", *, as_json: bool = False) -> None:
    """Print every problem; if one is an error, end with exit code 1."""
    stop_if_asked()
    n_errors = len(problems.errors)
    if as_json:
        if n_errors:
            print_json({"problems": [json_of(p) for p in problems]})
    else:
        say_problems(problems)
    if n_errors:
        raise typer.Exit(1)


def opened(
    name: str,
    variant: str | None = None,
    settings: Iterable[str] | None = None,
    language: str | None = None,
    *,
    as_json: bool = False,
    flawed: bool = False,
) -> "tuple[Pack, Problems]":
    """Return the checked pack and its warnings; if there are errors, print them and end.

    With `flawed`, a pack whose faces have faults is accepted, because drawing the faces reports
    these faults.
    """
    from generator.reading.door import open_pack

    pack, problems = open_pack(
        name,
        variant=variant,
        settings=tuple(settings or ()),
        language=language,
        flawed=flawed,
    )
    if pack is None:
        report_problems(problems, as_json=as_json)
        raise typer.Exit(1)
    return pack, problems


def seldom() -> Callable[[str], None]:
    """Return a function that prints progress every ten seconds, for output without a terminal."""
    last = time.monotonic()

    def say(text: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= PAUSE:
            last = now
            typer.echo(text, err=True)

    return say


@contextmanager
def status(silent: bool) -> Iterator[Callable[[str], None]]:
    """Show a line with the name of the current step, and yield a function that changes the name."""
    if silent:
        yield lambda step: None
        return
    if not sys.stderr.isatty():
        say = seldom()
        yield lambda step: say(f"{step} …")
        return
    from rich.console import Console

    with Console(stderr=True).status("…") as line:
        yield lambda step: line.update(f"{step} …")


@contextmanager
def playing(silent: bool, as_json: bool = False) -> Iterator[Callable[[str, int, int], None]]:
    """Show the progress of a run; faults of the rules end with exit code 1, faults of the call with
    2.
    """
    from generator.play.engine.game import FaultyRules

    try:
        if silent:
            yield lambda what, done, total: None
            return
        if not sys.stderr.isatty():
            say = seldom()
            yield lambda what, done, total: say(f"{what}, {done:,} of {total:,} …")
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
    except Exception as fault:
        if not isinstance(fault, _faults_of_duckdb()):
            raise
        raise OSError(str(fault).splitlines()[0]) from None


def _faults_of_duckdb() -> tuple[type[Exception], ...]:
    """The exceptions that the writer of `--rows` raises on a full disk; they are not `OSError`s."""
    duckdb = sys.modules.get("duckdb")
    return (duckdb.Error,) if duckdb is not None else ()
