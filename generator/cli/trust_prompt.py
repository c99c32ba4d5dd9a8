"""The question before an unknown author's programs run, which is asked once on a terminal.

In: an opened pack and the programs that a command is about to run. Out: whether they may run. No
program of a pack runs before this question.
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from generator.cli.options import wrong_call

if TYPE_CHECKING:
    from generator.model.pack import Pack

RULES = ("rules.py", "bots.py", "table.py")
DRAWINGS = "drawings.py"


def must_run(pack: "Pack", is_trusted: bool) -> None:
    """Ask before running programs that are not trusted; without a yes, the command ends."""
    if not _may(pack.folder, (*RULES, DRAWINGS), is_trusted):
        _refuse(pack.folder, "")


def may_run(
    pack: "Pack", rules: Sequence[str], is_trusted: bool, data_only: bool
) -> "tuple[bool, list[str], list[str]]":
    """Whether the pack's programs may run, for a command that also works without them.

    `rules` are the programs that the command would run besides `drawings.py`. Also return the
    components that `drawings.py` draws and, if it may not run, the components whose faces lack a
    picture from it. The command ends if it needs programs but cannot ask; the answer no means
    `data_only`.
    """
    from generator.system import trust

    drawn = drawn_by_program(pack)
    if not data_only and (is_trusted or trust.runs_unasked(pack.folder)):
        return True, drawn, []
    lacking = showing_drawings(pack, drawn)
    if data_only:
        return False, drawn, lacking
    wanted = (*([DRAWINGS] if drawn or lacking else []), *rules)
    if not set(trust.programs_in(pack.folder)) & set(wanted):
        return False, drawn, lacking
    if _may(pack.folder, wanted, is_trusted):
        return True, drawn, []
    if not _can_ask():
        _refuse(pack.folder, ", or --data-only to do without them")
    return False, drawn, lacking


def may_run_or_show(
    folder: Path, wanted: Sequence[str], is_trusted: bool, data_only: bool
) -> Callable[[], bool]:
    """Whether the programs of a pack may run, for a command that can show it without them.

    The returned function is called again after each change of the folder, because programs may be
    new.
    """
    from generator.system import trust

    said_yes = not data_only and _may(folder, wanted, is_trusted)
    is_accepted = said_yes and bool(set(trust.programs_in(folder)) & set(wanted))

    def may_run() -> bool:
        if data_only or not trust.programs_in(folder):
            return False
        return is_accepted or is_trusted or trust.runs_unasked(folder)

    return may_run


def drawn_by_program(pack: "Pack") -> list[str]:
    """The components with a face that `drawings.py` draws."""
    return [
        component.id
        for component in pack.components
        if any(face and face.kind == "draw" for face in (component.front, component.back))
        and any(row.count for row in component.rows)
    ]


def showing_drawings(pack: "Pack", drawn: Sequence[str]) -> list[str]:
    """The other components whose faces show drawings of `drawings.py`.

    Rule sheets, templates, translations and computed texts can name a drawing in many ways. This
    function therefore draws the faces without the program and lists the faces that needed it.
    """
    from generator.model.problems import Problems
    from generator.press.face.face import FaceMaker, FaceOptions
    from generator.press.pieces.expand import expand
    from generator.system import trust

    if DRAWINGS not in trust.programs_in(pack.folder):
        return []
    maker = FaceMaker(pack, Problems(), FaceOptions(programs=False))
    for piece in expand(pack, Problems(), skip=drawn):
        maker.face(piece, "front")
        maker.face(piece, "back")
    return [c.id for c in pack.components if c.id in maker.needs_programs and c.id not in drawn]


def say_left_out(what: Sequence[str], how: str) -> None:
    """Print the parts that were left out because no program of the pack was run."""
    if what:
        typer.echo(f"{how}, because no program of the pack was run: {', '.join(what)}")


def _may(folder: Path, wanted: Sequence[str], is_trusted: bool) -> bool:
    from generator.system import trust

    programs = trust.programs_in(folder)
    if not set(programs) & set(wanted) or is_trusted or trust.runs_unasked(folder):
        return True
    if not _can_ask():
        return False
    *others, last = programs
    named = f"{', '.join(others)} and {last} are programs" if others else f"{last} is a program"
    it = "them" if others else "it"
    typer.echo(f"{folder} is not trusted yet: {named} and can do whatever you can.", err=True)
    try:
        said_yes = typer.confirm(f"{named}. Run {it}?", default=False, err=True)
    except typer.Abort:
        raise KeyboardInterrupt from None
    if said_yes and not trust.trust(folder):
        typer.echo("(your answer cannot be saved, so you will be asked again)", err=True)
    return said_yes


def _can_ask() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def _refuse(folder: Path, other: str) -> NoReturn:
    from generator.system import trust

    programs = trust.programs_in(folder)
    named = " and ".join(programs) + (" are programs" if len(programs) > 1 else " is a program")
    wrong_call(f"{folder} is not trusted, and {named}: pass --trust to run{other}")
