"""What is wrong with a user's files: collected, never raised, shown all at once."""

import difflib
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a value was written. Lines and columns count from 1; 0 means the whole file.

    In a workbook `line` is the row and `column` the column as a person counts them, and `file`
    names the sheet too where there are several: `gear.xlsx[Climbers]`. Its cells are shown by
    their names, `gear.xlsx[Climbers]:F4`.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        if self.column and _BOOK.search(self.file):
            return f"{self.file}:{letters_of(self.column)}{self.line}"
        return (
            f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
        )


def letters_of(column: int) -> str:
    """What spreadsheets call a column, the first being 1.

    >>> letters_of(6), letters_of(28)
    ('F', 'AB')
    """
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


_BOOK = re.compile(r"\.(?:xlsx|xlsm|ods)(?:\[[^]]*\])?$", re.IGNORECASE)
LONGEST_MESSAGE = 2000  # characters of a message, or of a fix
# What would move a terminal's cursor, colour it, or turn its writing round; half characters.
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ADDRESS = re.compile(r"(?<=[\w>]) at 0x[0-9a-fA-F]{6,}(?=>)")  # of an object, as Python shows it


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: where it stands, what was found and expected, and the likely fix.

    A value quoted in it may be a stranger's: what cannot be seen becomes "�", and it is cut.
    `alters_print` marks a warning that something prints otherwise than it was asked for.
    """

    place: Place
    message: str
    fix: str = ""
    level: Literal["error", "warning"] = "error"
    alters_print: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", visible(self.message))
        object.__setattr__(self, "fix", visible(self.fix))

    def __str__(self) -> str:
        line = f"{self.place}: {self.level}: {self.message}"
        return f"{line} ({self.fix})" if self.fix else line


def visible(text: str) -> str:
    """A text as it is shown: all of it visible, and of bounded length."""
    if len(text) > LONGEST_MESSAGE:
        half = LONGEST_MESSAGE // 2
        text = f"{text[:half]} … {text[-half:]}"
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", _ADDRESS.sub("", text))


def worded(value: object) -> str:
    """What an exception of a pack says, or a value; nothing where it cannot be put in words."""
    try:
        return str.__str__(str(value))
    except (Exception, SystemExit):
        return ""


@dataclass(slots=True)
class Problems:
    """A growing list of problems, each kept once.

    `told` are all that were added, also those that were known.
    """

    listed: list[Problem] = field(default_factory=list)
    added: list[Problem] = field(default_factory=list, repr=False)
    _seen: set[Problem] = field(default_factory=set, repr=False)
    _repeated: dict[Hashable, "_Repeated"] = field(default_factory=dict, repr=False)

    def error(self, place: Place, message: str, fix: str = "") -> None:
        """Add a fault that stops the run with exit code 1."""
        self.add(Problem(place, message, fix))

    def warning(
        self, place: Place, message: str, fix: str = "", *, alters_print: bool = False
    ) -> None:
        """Add a remark that stops nothing."""
        self.add(Problem(place, message, fix, "warning", alters_print))

    def add(self, problem: Problem) -> None:
        """Add what somebody else has found."""
        self.added.append(problem)
        if problem not in self._seen:
            self._seen.add(problem)
            self.listed.append(problem)

    def add_once(self, key: Hashable, who: str, problem: Problem) -> None:
        """Add one cause of faults on many faces once; its message names the first, and how many.

        `who` is the face, `key` the cause. The first place and fix are kept.
        """
        self.added.append(replace(problem, message=f"{who}: {problem.message}"))
        known = self._repeated.get(key)
        if known is None:
            index = len(self.listed)
            known = self._repeated[key] = _Repeated(index, who, problem, {who})
            self.listed.append(known.in_words())
        elif who not in known.faces:
            known.faces.add(who)
            self.listed[known.index] = known.in_words()

    @property
    def errors(self) -> list[Problem]:
        """The faults alone, in the order they were found."""
        return [p for p in self.listed if p.level == "error"]

    @property
    def altering(self) -> list[Problem]:
        """The faults, and the warnings that something prints otherwise than it was asked for."""
        return [p for p in self.listed if p.level == "error" or p.alters_print]

    def __iter__(self) -> Iterator[Problem]:
        """Yield by file and line, so that a reader fixes top to bottom.

        Programs come last, for they may go wrong by what is wrong in the data.
        """
        return iter(sorted(self.listed, key=lambda p: (p.place.file.endswith(".py"), p.place)))

    def __len__(self) -> int:
        return len(self.listed)


@dataclass(slots=True)
class _Repeated:
    """A fault that several faces have: where it stands in the list, the first face, and all."""

    index: int
    first: str
    problem: Problem
    faces: set[str]

    def in_words(self) -> Problem:
        others = len(self.faces) - 1
        more = f", and on {others} more face{'s' if others > 1 else ''}" if others else ""
        return replace(self.problem, message=f"{self.first}: {self.problem.message}{more}")


def place_in(text: str, start: int, place: Place) -> Place:
    """Where in its file a character of its text stands."""
    line_start = text.rfind("\n", 0, start) + 1
    return replace(place, line=text.count("\n", 0, start) + 1, column=start - line_start + 1)


def place_of(file: Path) -> Place:
    """The place that means a whole file."""
    return Place(str(file))


_told_last: list[Callable[[Problem], None]] = []  # how the last word is said, the latest counts


@contextmanager
def reporting_last(tell: Callable[[Problem], None]) -> Iterator[None]:
    """Have a problem that ends the process at once told in this way, not in words."""
    _told_last.append(tell)
    try:
        yield
    finally:
        _told_last.pop()


def report_last(problem: Problem) -> None:
    """Tell a problem after which nothing more can be said: the process ends at once."""
    if _told_last:
        _told_last[-1](problem)
    else:
        print(problem, file=sys.stderr, flush=True)


MOST_COMPARED = 2000  # words; comparing takes a tenth of a millisecond each
LONGEST_COMPARED = 200  # characters


def near(word: str, known: Iterable[str], of: str = "") -> str:
    """ "did you mean …?" and the known words (`of` a field), for the fix of a problem."""
    words = sorted(known)
    if not words:
        return "none is known"
    if len(words) > MOST_COMPARED or len(word) > LONGEST_COMPARED:
        are = "is" if len(words) == 1 else "are"
        return f"{len(words):,} {are} known{of and f' as {of}'}, such as {words[0]}"
    listed = (
        f"known {of}".rstrip() + ": " + ", ".join(words[:25]) + (", …" if len(words) > 25 else "")
    )
    close = closest(word, words)
    if close is None:
        return listed
    question = f'did you mean "{close}"?'
    return question if len(words) > 25 else f"{question} {listed}"


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that is so like another that it is likely to be meant; None without one."""
    words = sorted(known)
    if len(words) > MOST_COMPARED or len(word) > LONGEST_COMPARED:
        return None
    by_lower = {w.lower(): w for w in words}
    close = difflib.get_close_matches(word.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[close[0]] if close else None
