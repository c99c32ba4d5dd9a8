"""Finds names that are probably slips, because they are unused, misspelt, or have too few
values.
"""

import ast
import difflib
import inspect
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from generator.model.pack import Pack
from generator.model.problems import Problem, near
from generator.play.engine.contract import PARAMETERS, TRAITS_NEEDED, TRAITS_OPTIONAL, Book
from generator.play.engine.digests import reached
from generator.play.engine.places import FILES, place_in_pack
from generator.system.isolation import parameters_of

SLIP = 0.75  # least similarity, from 0 to 1, at which one name may be a slip for another


def misspelt(book: Book) -> Iterator[Problem]:
    """Warn of an unused name that resembles a missing name and is most likely a slip."""
    used = {each for rule in book.rules_written().values() for each in reached(rule)}
    names = (*PARAMETERS, *TRAITS_NEEDED, *TRAITS_OPTIONAL)
    missing = [name for name in names if not book.has(name)]
    read = _read_in(book.path.parent)
    for module in (book.rules, *book.beside.values()):
        for name, value in vars(module).items():
            close = difflib.get_close_matches(name, missing, 1, SLIP)
            is_own = getattr(value, "__module__", module.__name__) == module.__name__
            if not close or name in names or not is_own or (callable(value) and value in used):
                continue
            if not callable(value) and name in read:
                continue
            if _may_stand_for(close[0], name, value):
                place = place_in_pack(book.path.parent, name)
                text = f"nothing uses {name}, and {close[0]} is missing"
                yield Problem(place, text, f'did you mean "{close[0]}"?', "warning")


def unused_words(book: Book, ends: Collection[str]) -> Iterator[Problem]:
    """Warn of words in SAID for a name that is neither a move nor an end.

    `ends` are the ends that games had. If the rules have their own `why_over`, there may be other
    ends, so only likely slips are reported.
    """
    kinds = {*getattr(book.get("MOVES"), "names", ()), *book.get("KINDS", ())}
    names = sorted({*kinds, *book.get("ENDS", ()), *ends} - {""})
    spaced = {name.replace("_", " ") for name in names}
    for name in book.get("SAID", {}):
        is_slip = difflib.get_close_matches(name, names, 1, SLIP) or not book.writes("why_over")
        if name.replace("_", " ") not in spaced and is_slip:
            text = f"SAID has words for {name!r}, but no move and no end has that name"
            yield Problem(book.place_of("SAID"), text, near(name, names), "warning")


class Narrow(NamedTuple):
    """A verb whose argument is named after a component but has fewer values than the component has
    rows.
    """

    name: str  # name of the verb
    text: str
    fix: str
    first: int  # the first move of the verb
    pieces: tuple[str, ...]  # "component/row", one for each value of the argument

    def is_by_row(self, used: Collection[tuple[int, str]]) -> bool:
        """Whether these moves and the pieces that they used show that the argument is a row
        number.
        """
        places = {(move - self.first, piece) for move, piece in used}
        used_rows = {(i, piece) for i, piece in places if 0 <= i < len(self.pieces)}
        return len(used_rows) > 2 and all(self.pieces[i] == piece for i, piece in used_rows)


def narrow_in(book: Book, pack: Pack) -> Iterator[Narrow]:
    """Yield verbs with too few values, on the assumption that they count rows and not cards in a
    hand.
    """
    table = book.get("MOVES")
    if not hasattr(table, "arguments"):
        return
    for first, verb, named in zip(table, table.names, table.arguments, strict=True):
        for component in pack.components:
            n, rows = (named[0][1] if len(named) == 1 else None), len(component.rows)
            if isinstance(n, int) and n < rows and _is_one_of(named[0][0], component.id):
                argument, beyond = named[0][0], int(first) + n
                then = table.described(beyond)["do"] if beyond < table.codes else "no move"
                text = f"{verb} in MOVES has {n} values for {argument}, but the pack has {rows} "
                text += f"{component.id}: MOVES.{verb} + {n} is {then}"
                fix = f'make room for all of them, {verb}={{"{argument}": {rows}}} or more'
                pieces = tuple(f"{component.id}/{row.id}" for row in component.rows[:n])
                yield Narrow(verb, text, fix, int(first), pieces)


def _is_one_of(word: str, component: str) -> bool:
    """Whether a word is the name of a component, or its singular."""
    word, name = word.casefold(), component.casefold()
    return name in (word, f"{word}s", f"{word}es", f"{word[:-1]}ies")


def _read_in(folder: Path) -> set[str]:
    """Return the names that the pack's files read."""
    names: set[str] = set()
    for file in (folder / name for name in FILES):
        for node in ast.walk(ast.parse(file.read_bytes())) if file.is_file() else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                names.add(node.id)
    return names


def _may_stand_for(meant: str, name: str, value: Any) -> bool:
    """Whether a value has the kind that the name `meant` needs."""
    if inspect.isfunction(value):
        wanted = PARAMETERS.get(meant)
        return wanted is not None and len(parameters_of(value)) == len(wanted)
    return name.isupper() and meant.isupper()
