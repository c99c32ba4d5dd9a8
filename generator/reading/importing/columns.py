"""Guesses the place of each column of a deck on a card, from the column's name and cells.

In: the entries of a table. Out: a `Layout` of columns, each with the reason for the guess.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise

from generator.model.pack import Scalar, is_number
from generator.reading.importing.habits import BACK, BADGES, COUNT, HABITS, rank
from generator.reading.values import Entry
from generator.templating.expressions import in_texts

LONG = 20  # number of letters; a column whose cells are longer on average contains texts
MOST_COPIES = 500  # a column with a larger number does not count copies
MOST_COLOURS = 8
# Colours for up to eight kinds of card, which colour-blind people can distinguish too (Okabe and
# Ito, darkened for print).
COLOURS = (
    "#0b6aa8", "#b8541a", "#0a7d5d", "#8a5a83", "#b58900", "#3f4a5a", "#2f8fb5", "#9b2d30",
)  # fmt: skip
# names of a column that may also contain the number of a card
_WEAK_COUNTS = ("number", "num", "no", "n", "nombre", "amount", "x", "#")
_KINDS = ("suit", "colour", "color", "farbe", "faction", "type", "kind", "element", "typ", "class")
_FILE = re.compile(
    r"https?://\S+|\S.{0,200}\.(?:png|jpe?g|svg|webp|gif|bmp|tiff?|pdf|psd)", re.IGNORECASE
)
_BLANK = ("", "-", "\N{EN DASH}", "\N{EM DASH}")


@dataclass(frozen=True)
class Column:
    """A column of the table: its name and its cells."""

    name: str
    cells: Sequence[Scalar]

    @cached_property
    def texts(self) -> list[str]:
        """The cells that are not empty."""
        return [text for cell in self.cells if (text := str(cell).strip()) not in _BLANK]

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return len(self.texts) == len(self.cells)

    @cached_property
    def letters(self) -> float:
        """The mean length of the filled cells, in letters."""
        return sum(map(len, self.texts)) / max(len(self.texts), 1)

    @cached_property
    def longest(self) -> int:
        """The length of the longest cell, in letters."""
        return max(map(len, self.texts), default=0)

    @cached_property
    def different(self) -> tuple[str, ...]:
        """The distinct filled cells, in the order of the table."""
        return tuple(dict.fromkeys(self.texts))

    @property
    def is_numeric(self) -> bool:
        """Whether every filled cell is a number."""
        return bool(self.texts) and all(
            is_number(cell) for cell in self.cells if str(cell).strip() not in _BLANK
        )

    @property
    def names_files(self) -> bool:
        """Whether every filled cell looks like a picture file or a web address."""
        return bool(self.texts) and all(_FILE.fullmatch(text) for text in self.texts)

    @property
    def written(self) -> str:
        """The expression that prints the column: `{{ Card_name }}`."""
        return f"{{{{ {in_texts(self.name)} }}}}"


@dataclass(frozen=True)
class Layout:
    """The slots of the card that columns fill, and the columns without a slot.

    `slots` are texts of game.yaml, each with its reason; `blank` is true if cells of the count are
    empty; `palette` maps the words of a column to colours.
    """

    count: Column | None = None
    blank: bool = False
    title: Column | None = None
    slots: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    palette: Mapping[str, str] = field(default_factory=dict)
    art: Column | None = None
    back: Column | None = None
    unused: tuple[Column, ...] = ()
    doubts: tuple[str, ...] = ()  # columns whose name does not fit their cells
    lacking: str = ""  # letters that the default font lacks


def columns_of(entries: Sequence[Entry]) -> list[Column]:
    """The columns of a table, in its order."""
    names = list(entries[0].fields) if entries else []
    return [Column(name, [entry.fields[name] for entry in entries]) for name in names]


def laid_out(
    columns: Sequence[Column],
    icons: frozenset[str],
    is_picture: Callable[[Column], bool],
    is_colour: Callable[[str], bool],
) -> Layout:
    """Guess a slot for every column.

    `icons` are the names of the bundled icons. `is_picture` returns whether a column names picture
    files, `is_colour` whether a text is a colour.
    """
    left = [column for column in columns if column.texts]
    doubts: list[str] = []

    def taken(slot: str, fits: Callable[[Column], bool]) -> Column | None:
        ranked = [
            (r, i) for i, column in enumerate(left) if (r := rank(slot, column.name)) is not None
        ]
        for _, i in sorted(ranked):
            if fits(left[i]):
                return left.pop(i)
        return None

    count = taken(COUNT, _is_count)
    if count is None:
        doubts += [_not_a_count(column) for column in left if _is_called_count(column)]
    art = taken("art", is_picture)
    back = taken(BACK, lambda column: column.is_full and is_picture(column))
    files = [column for column in left if column.names_files]
    left = [column for column in left if column not in files]
    title = taken("title", _is_name)
    slots: dict[str, tuple[str, str]] = {}
    for slot in ("flavour", "text"):
        if column := taken(slot, lambda column: not column.is_numeric):
            slots[slot] = (column.written, _by_name(column))
    for slot in BADGES:
        if column := taken(slot, _is_badge):
            slots[slot] = (column.written, _by_name(column))
    if column := taken("icon", lambda column: icons.issuperset(column.texts)):
        slots["icon"] = (column.written, _by_name(column))
    palette: dict[str, str] = {}
    if column := taken("colour", lambda column: all(map(is_colour, column.texts))):
        slots["colour"] = (column.written, _by_name(column))
    if column := taken("subtitle", _is_label):
        slots["subtitle"] = (column.written, _by_name(column))
    if column := taken("footer", _is_label):
        slots["footer"] = (column.written, _by_name(column))
    if title is None:
        title = next(filter(_may_name, left), None)
        left = [column for column in left if column is not title]
    left = _fill_by_cells(left, slots)
    if "colour" not in slots:
        palette = _coloured(columns, slots)
    return Layout(
        count, count is not None and not count.is_full, title, slots, palette, art, back,
        tuple(c for c in columns if c in left or c in files), tuple(doubts),
    )  # fmt: skip


def _fill_by_cells(left: Sequence[Column], slots: dict[str, tuple[str, str]]) -> list[Column]:
    """Give slots to columns with unknown names, by their cells; return the columns left over."""
    texts = [c for c in left if not c.is_numeric and c.letters > LONG and c.longest <= 2000]
    if texts:
        first = [slots["text"][0]] if "text" in slots else []
        reason = slots["text"][1] if first else ""
        names = " and ".join(f'"{column.name}"' for column in texts)
        why = f"the long texts of {names}"
        joined = "\\n".join([*first, *(column.written for column in texts)])
        slots["text"] = (joined, f"{reason}; then {why}" if reason else why)
    rest = [column for column in left if column not in texts]
    for slot in BADGES:
        column = next((c for c in rest if c.is_numeric and c.longest <= 4), None)
        if slot not in slots and column is not None:
            slots[slot] = (column.written, f'the numbers of "{column.name}"')
            rest.remove(column)
    for slot in ("subtitle", "footer"):
        column = next((c for c in rest if not c.is_numeric and _is_label(c)), None)
        if slot not in slots and column is not None:
            slots[slot] = (column.written, f'the words of "{column.name}"')
            rest.remove(column)
    return rest


def _coloured(columns: Sequence[Column], slots: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Choose a colour for each word of a column of kinds; the column fills the slot `colour`."""
    if any(in_texts(column.name) == "palette" for column in columns):
        return {}  # a column named `palette` would hide the palette
    kinds = sorted(
        (c for c in columns if any(word == c.name.casefold() for word in _KINDS)),
        key=lambda column: _KINDS.index(column.name.casefold()),
    )
    for column in kinds:
        words = column.different
        if column.is_full and 2 <= len(words) <= MOST_COLOURS and all(
            word.isascii() and word.isidentifier() for word in words
        ):  # fmt: skip
            slots["colour"] = (
                f"{{{{ palette[{in_texts(column.name)}] }}}}",
                f'a colour for each "{column.name}", see palette',
            )
            return dict(zip(words, COLOURS, strict=False))
    return {}


def _by_name(column: Column) -> str:
    return f'the column "{column.name}"'


def _is_called_count(column: Column) -> bool:
    place = rank(COUNT, column.name)
    return place is not None and HABITS[COUNT][place] not in _WEAK_COUNTS


def _not_a_count(column: Column) -> str:
    odd = next((text for text in column.texts if not _is_copies(text)), column.texts[0])
    shown = odd if len(odd) <= 30 else f"{odd[:29]}…"
    return f'"{column.name}" is not taken as the number of copies: one of its cells is "{shown}"'


def _is_copies(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) <= MOST_COPIES


def _is_count(column: Column) -> bool:
    if not all(map(_is_copies, column.texts)):
        return False
    if _is_called_count(column):
        return True
    numbers = [int(text) for text in column.texts]
    # rising numbers only number the cards
    return any(after <= before for before, after in pairwise(numbers))


def _is_name(column: Column) -> bool:
    return len(column.texts) * 2 > len(column.cells) and column.longest <= 80


def _may_name(column: Column) -> bool:
    """Whether a column with an unknown name contains the names of the cards."""
    sample = list(islice(column.texts, 1000))
    return (
        _is_name(column)
        and not column.is_numeric
        and column.letters <= 40
        and len(set(sample)) * 5 >= len(sample) * 4
    )


def _is_badge(column: Column) -> bool:
    return column.longest <= 6


def _is_label(column: Column) -> bool:
    return column.longest <= 60
