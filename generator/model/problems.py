"""Problems in a user's files, which are collected and shown together.

In: faults that other modules find. Out: `Problem`s in the order of files and lines.
"""

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
    """The place of a value in a file. Lines and columns count from 1; 0 means the whole file.

    In a workbook, `line` is the row and `column` the column, counted from 1. `file` contains the
    sheet if the workbook has several: `gear.xlsx[Climbers]`. Cells are shown by name,
    `gear.xlsx[Climbers]:F4`.
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
    """The letters of a spreadsheet column; the first is column 1.

    >>> letters_of(6), letters_of(28)
    ('F', 'AB')
    """
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


_BOOK = re.compile(r"\.(?:xlsx|xlsm|ods)(?:\[[^]]*\])?$", re.IGNORECASE)
LONGEST_MESSAGE = 2000  # maximum length in characters of a message or a fix
# Matches characters that move a terminal's cursor, colour its text or reverse its direction; and
# surrogates.
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
# matches the address of an object in Python's repr
_ADDRESS = re.compile(r"(?<=[\w>]) at 0x[0-9a-fA-F]{6,}(?=>)")


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: its place, a message with the found and the expected value, and the likely fix.

    Quoted values may come from an unknown person, so invisible characters become "�" and long texts
    are shortened. `alters_print` marks a warning that a print differs from the request.
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
    """Make every character of a text visible, and shorten it to a limited length."""
    if len(text) > LONGEST_MESSAGE:
        half = LONGEST_MESSAGE // 2
        text = f"{text[:half]} … {text[-half:]}"
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", _ADDRESS.sub("", text))


def text_or_nothing(value: object) -> str:
    """The text of an exception or value of a pack; "" if it cannot be converted to text."""
    try:
        return str.__str__(str(value))
    except (Exception, SystemExit):
        return ""


@dataclass(slots=True)
class Problems:
    """A growing list of problems.

    `listed` has each problem once; `added` has every problem that was added.
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
        """Add a warning, which does not stop the run."""
        self.add(Problem(place, message, fix, "warning", alters_print))

    def add(self, problem: Problem) -> None:
        """Add a problem."""
        self.added.append(problem)
        if problem not in self._seen:
            self._seen.add(problem)
            self.listed.append(problem)

    def add_once(self, key: Hashable, who: str, problem: Problem) -> None:
        """Add a fault that several faces share; it is listed once, with the first face.

        The listed problem states the number of faces. `who` is the face, `key` the cause. The first
        place and fix are kept.
        """
        self.added.append(replace(problem, message=f"{who}: {problem.message}"))
        repeated = self._repeated.get(key)
        if repeated is None:
            index = len(self.listed)
            repeated = self._repeated[key] = _Repeated(index, who, problem, {who})
            self.listed.append(repeated.in_words())
        elif who not in repeated.faces:
            repeated.faces.add(who)
            self.listed[repeated.index] = repeated.in_words()

    @property
    def errors(self) -> list[Problem]:
        """The errors, in the order they were found."""
        return [p for p in self.listed if p.level == "error"]

    @property
    def altering(self) -> list[Problem]:
        """All errors, and all warnings that a print differs from the request."""
        return [p for p in self.listed if p.level == "error" or p.alters_print]

    def __iter__(self) -> Iterator[Problem]:
        """Yield problems by file and line, so that a reader can fix them from top to bottom.

        Problems in programs come last, because faults in the data may cause them.
        """
        return iter(sorted(self.listed, key=lambda p: (p.place.file.endswith(".py"), p.place)))

    def __len__(self) -> int:
        return len(self.listed)


@dataclass(slots=True)
class _Repeated:
    """A fault that several faces share: its index in the list, the first face, and all faces."""

    index: int
    first: str
    problem: Problem
    faces: set[str]

    def in_words(self) -> Problem:
        others = len(self.faces) - 1
        more = f", and on {others} more face{'s' if others > 1 else ''}" if others else ""
        return replace(self.problem, message=f"{self.first}: {self.problem.message}{more}")


def place_in(text: str, start: int, place: Place) -> Place:
    """The place of a character, given by its index in the text of a file."""
    line_start = text.rfind("\n", 0, start) + 1
    return replace(place, line=text.count("\n", 0, start) + 1, column=start - line_start + 1)


def place_of(file: Path) -> Place:
    """Return the place that means a whole file."""
    return Place(str(file))


# functions that report last problems; the latest is used
_told_last: list[Callable[[Problem], None]] = []


@contextmanager
def reporting_last(tell: Callable[[Problem], None]) -> Iterator[None]:
    """Use this function to report a problem after which the process ends at once."""
    _told_last.append(tell)
    try:
        yield
    finally:
        _told_last.pop()


def report_last(problem: Problem) -> None:
    """Report a problem after which the process ends at once."""
    if _told_last:
        _told_last[-1](problem)
    else:
        print(problem, file=sys.stderr, flush=True)


# maximum number of words to compare; each comparison takes a tenth of a millisecond
MOST_COMPARED = 2000
LONGEST_COMPARED = 200  # maximum length in characters of a word


def near(word: str, words_known: Iterable[str], of: str = "") -> str:
    """Return "did you mean …?" and the possible words, for the fix of a problem.

    `of` names the object that has these words.
    """
    words = sorted(words_known)
    if not words:
        return "there are none"
    if len(words) > MOST_COMPARED or len(word) > LONGEST_COMPARED:
        are = "is" if len(words) == 1 else "are"
        return f"there {are} {len(words):,}{of and f' as {of}'}, such as {words[0]}"
    listed = (
        f"known {of}".rstrip() + ": " + ", ".join(words[:25]) + (", …" if len(words) > 25 else "")
    )
    close = closest(word, words)
    if close is None:
        return listed
    question = f'did you mean "{close}"?'
    return question if len(words) > 25 else f"{question} {listed}"


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most similar to a word; None if none is similar."""
    words = sorted(candidates)
    if len(words) > MOST_COMPARED or len(word) > LONGEST_COMPARED:
        return None
    by_lower = {w.lower(): w for w in words}
    close = difflib.get_close_matches(word.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[close[0]] if close else None
