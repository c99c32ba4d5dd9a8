"""Opens a file of the pack in the user's own editor, at the line that a page names.

In: the name of a file and a line. Out: a started editor. The editor is a program and its arguments,
never a command line for a shell. Only text files that pages show as places of the pack are opened.
"""

import asyncio
import os
import shlex
import shutil
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path, PurePath

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from generator.preview.pages import asked
from generator.preview.workspace import Table

TEXTS = (".yaml", ".yml", ".csv", ".tsv", ".md", ".py", ".j2", ".svg", ".txt")
# Program of an editor with its own window → the arguments that open a file at a line.
LINES = {
    **dict.fromkeys(
        ("code", "code-insiders", "codium", "cursor", "windsurf"), ("-g", "{file}:{line}")
    ),
    **dict.fromkeys(("subl", "zed", "zeditor"), ("{file}:{line}",)),
    **dict.fromkeys(
        ("gvim", "emacs", "gedit", "gnome-text-editor", "mousepad"), ("+{line}", "{file}")
    ),
    **dict.fromkeys(("idea", "pycharm", "webstorm"), ("--line", "{line}", "{file}")),
    "kate": ("-l", "{line}", "{file}"),
    "notepad++": ("-n{line}", "{file}"),
}


def editor_of(written: str) -> tuple[str, ...]:
    """The editor as a program and its arguments, with {file} and {line} in them.

    `written` is the value of `--editor`. By default it is $VISUAL, then the first known editor of
    this machine. The result is () if there is none: an editor in a terminal must be named with
    `--editor`. Raises `ValueError` if the named program does not exist or its quotes are not
    closed.
    """
    if written:
        words = tuple(shlex.split(written))
        if not words or shutil.which(words[0]) is None:
            raise ValueError(f"there is no program {words[0] if words else written!r}")
    else:
        visual = tuple(os.environ.get("VISUAL", "").split())
        known = ((name,) for name in LINES)
        candidates = [words for words in (visual, *known) if words and _name(words) in LINES]
        words = next((words for words in candidates if shutil.which(words[0])), ())
    if not words or any("{file}" in word for word in words):
        return words
    return (*words, *LINES.get(_name(words), ("{file}",)))


def command_of(editor: Sequence[str], file: Path, line: int) -> list[str]:
    """The command that opens a file at a line.

    >>> command_of(("code", "-g", "{file}:{line}"), Path("/pack/game.yaml"), 70)
    ['code', '-g', '/pack/game.yaml:70']
    """
    return [word.replace("{line}", str(line)).replace("{file}", str(file)) for word in editor]


def file_of(table: Table, name: str) -> Path | None:
    """The file of the pack that a page names; None for any other file, and for a link."""
    look = table.look
    places = {problem.place.file for problem in table.problems}
    if look is not None:
        places |= {piece.file for piece in look.pieces}
        places |= {_below(path, table.folder) for path in look.fingerprint}
    folder = table.folder.resolve()
    path = folder / name
    is_text = name in places and path.suffix.lower() in TEXTS
    return path if is_text and path.is_file() and path.resolve() == path else None


def routes(table: Table) -> list[BaseRoute]:
    """The route for the places that all pages show."""

    async def edit(request: Request) -> Response:
        """Open a file of the pack at a line."""
        given = await asked(request)
        name, line = given.get("file"), given.get("line")
        file = file_of(table, name) if isinstance(name, str) else None
        if not table.editor:
            return PlainTextResponse("no editor is known; start preview with --editor\n", 409)
        if file is None or type(line) is not int or not 0 <= line < 10_000_000:
            return PlainTextResponse("this is no place in a text of the pack\n", 400)
        try:
            await asyncio.to_thread(_start, command_of(table.editor, file, max(1, line)))
        except OSError as fault:
            return PlainTextResponse(f"the editor does not start: {fault.strerror}\n", 409)
        return JSONResponse({"file": name})

    return [Route("/edit", edit, methods=["POST"])]


def _start(command: Sequence[str]) -> None:
    """Start an editor as a separate process, which stays open when preview ends."""
    null = subprocess.DEVNULL
    process = subprocess.Popen(
        command, stdin=null, stdout=null, stderr=null, start_new_session=True
    )
    # collects the exit code, so that no zombie process remains
    threading.Thread(target=process.wait, daemon=True).start()


def _name(words: Sequence[str]) -> str:
    return PurePath(words[0]).name.removesuffix(".exe")


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""
