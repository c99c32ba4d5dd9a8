"""A new pack from an existing table of cards or folder of pictures.

The files are copied unchanged. A `game.yaml` is written beside them; its comments give the reason
for every guess. If the files have faults, these are added to `problems` and nothing is made.
"""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator import bundled
from generator.model.problems import Place, Problems
from generator.reading.folder import GAME_FILE
from generator.reading.fonts import default_font
from generator.reading.importing.columns import Column, Layout, columns_of, laid_out
from generator.reading.importing.pictures import (
    MOST_PICTURES,
    Fit,
    cards_of,
    fit_of,
    named_by,
    pictures_in,
    size_and_dpi,
)
from generator.reading.importing.words import game_of_pictures, game_of_table
from generator.reading.scaffold import check_target, quoted, title_of
from generator.reading.tables import BOOKS, TEXTS, read_table
from generator.reading.values import Entry
from generator.system.files import as_on_disk, composed, folder_in

TABLES = (*TEXTS, *BOOKS)
MOST_MEASURED = 200  # maximum number of pictures whose size in pixels is read
_HEADERS = 6  # the largest number of rows above the column names


@dataclass(frozen=True, slots=True)
class NewDeck:
    """The new folder, and the number of different cards in its table or pictures."""

    folder: Path
    n_cards: int
    copied: tuple[str, ...]


def new_deck(name: str, parent: Path, source: Path, problems: Problems) -> NewDeck | None:
    """Make the pack `name` from a table or a folder; return None after a problem.

    Raises `ValueError` if no folder can have this name, and `FolderExistsError` if it exists.
    """
    target = check_target(name, parent)
    found = _table_or_pictures(source, problems)
    if found is None:
        return None
    with folder_in(parent) as folder:
        draft = folder / target.name
        draft.mkdir()
        make = _from_table if found.is_file() else _from_pictures
        text = make(found, source, title_of(name, target.name), draft, problems)
        if text is None:
            return None
        (draft / GAME_FILE).write_text(text[0], "utf-8")
        copied = sorted(f.relative_to(draft).as_posix() for f in draft.rglob("*") if f.is_file())
        os.replace(draft, target)
    return NewDeck(target, text[1], tuple(file for file in copied if file != GAME_FILE))


def _table_or_pictures(source: Path, problems: Problems) -> Path | None:
    """Find the table to read, or the folder of pictures; return None after a problem."""
    place = Place(str(source))
    if source.is_file():
        if source.suffix.lower() in TABLES:
            return source
        message = f'a deck cannot be made from a "{source.suffix or source.name}" file'
        problems.error(place, message, f"use {', '.join(TABLES)}, or a folder of pictures")
        return None
    if not source.is_dir():
        problems.error(place, "there is no such file or folder", "check the name")
        return None
    if (source / GAME_FILE).exists():
        problems.error(place, "this folder is a pack already", "copy the folder, and change it")
        return None
    tables = sorted(
        f for f in source.iterdir() if f.suffix.lower() in TABLES[:2] + BOOKS and f.is_file()
    )
    if len(tables) > 1:
        names = ", ".join(file.name for file in tables)
        problems.error(
            place, f"the folder has {len(tables)} tables: {names}", f"name one: {tables[0]}"
        )
        return None
    if tables:
        return tables[0]
    if not pictures_in(source):
        problems.error(
            place,
            "the folder contains neither a table nor a picture",
            "give a .csv or .xlsx file, or a folder with .png, .jpg or .svg files",
        )
        return None
    return source


def _from_table(
    table: Path, source: Path, title: str, draft: Path, problems: Problems
) -> tuple[str, int] | None:
    """Make the game of a table, which is copied into `draft` with the pictures that it names."""
    read = _entries(table, problems)
    if read is None:
        return None
    entries, header = read
    if not entries:
        problems.error(Place(str(table)), "the table has no rows below its header", "add a row")
        return None
    folder = table.parent
    pictures = pictures_in(folder, deep=source.is_dir())
    named: dict[str, tuple[str, str]] = {}

    def is_picture(column: Column) -> bool:
        affixes = named_by(column.different, pictures[:MOST_PICTURES], folder)
        if affixes is not None:
            named[column.name] = affixes
        return column.name in named

    columns = columns_of(entries)
    _warn_of_no_header(columns, Place(str(table), header or 1), problems)
    layout = laid_out(columns, _icons(), is_picture, _is_colour)
    doubts = (*layout.doubts, *_other_sheets(table, entries))
    layout = replace(layout, lacking=_lacking(columns), doubts=doubts)
    file = table.name if table.suffix.lower() != ".txt" else f"{table.stem}.csv"
    shutil.copyfile(table, draft / file)
    for column in filter(None, (layout.art, layout.back)):
        before, after = named[column.name]
        for text in column.different:
            path = f"{before}{text}{after}".replace("\\", "/")
            _copy(as_on_disk(folder / path), draft / composed(path))
    back = _common_back(pictures, folder, layout, draft)
    text = game_of_table(title, table.name, file, header, len(entries), layout, named, back)
    return text, len(entries)


def _entries(table: Path, problems: Problems) -> tuple[list[Entry], int | None] | None:
    """The rows of a table, and the number of its header row unless the header is the first filled
    row.
    """
    first = Problems()
    entries = read_table(table, str(table), first, is_settled=True)
    if entries is not None:
        for problem in first.listed:
            problems.add(problem)
        return entries, None
    if any("is this a title" in problem.message for problem in first.listed):
        for header in range(2, _HEADERS + 1):
            apart = Problems()
            entries = read_table(table, str(table), apart, header=header, is_settled=True)
            if entries and not apart.errors:
                return entries, header
    for problem in first.listed:
        problems.add(problem)
    return None


def _warn_of_no_header(columns: Sequence[Column], header: Place, problems: Problems) -> None:
    """Warn if a column has a number for a name: the first line is then probably a card."""
    numbers = [column.name for column in columns if column.name.strip().isdecimal()]
    if numbers and any(text.isdecimal() for column in columns for text in column.texts):
        message = f'a column is called "{numbers[0]}": the first line seems to be a card'
        problems.warning(header, message, "add a line above it with the column names")


def _common_back(pictures: Sequence[Path], folder: Path, layout: Layout, draft: Path) -> str:
    """The name of a picture beside the table that is the back of all cards; "" if there is no such
    picture.
    """
    if layout.back is not None:
        return ""
    common = cards_of([p for p in pictures if "back" in p.stem.casefold()], folder).common
    if common is None:
        return ""
    name = composed(common.relative_to(folder).as_posix())
    _copy(common, draft / name)
    return name


def _from_pictures(
    folder: Path, source: Path, title: str, draft: Path, problems: Problems
) -> tuple[str, int] | None:
    """Make the game of a folder of pictures, which are copied into `art/` of the draft."""
    files = pictures_in(folder)
    if len(files) > MOST_PICTURES:
        message = (
            f"the folder has {len(files):,} pictures, more than the limit of {MOST_PICTURES:,}"
        )
        problems.error(Place(str(source)), message, "give a folder of one deck")
        return None
    cards = cards_of(files, folder)
    if not cards.cards:
        problems.error(
            Place(str(source)),
            f"every picture is named as a back: {files[0].name}",
            "name fronts without the word back",
        )
        return None
    measured = [m for card in cards.cards[:MOST_MEASURED] if (m := size_and_dpi(card.front))]
    fit = fit_of(measured) or Fit("poker", 63.5, 88.9, 0.0, "drawings have no size in pixels")
    odd = len([size for size in measured if size[:2] != _commonest(measured)])
    kept = {file: _art_name(file, folder) for file in files if file not in cards.lone}
    for file, name in kept.items():
        _copy(file, draft / name)
    return game_of_pictures(title, folder.name, cards, kept, fit, odd), len(cards.cards)


def _commonest(sizes: Sequence[tuple[int, int, float | None]]) -> tuple[int, int]:
    pixels = [size[:2] for size in sizes]
    return max(pixels, key=pixels.count)


def _art_name(file: Path, folder: Path) -> str:
    return f"art/{composed(file.relative_to(folder).as_posix())}"


def _copy(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)


def _other_sheets(table: Path, entries: Sequence[Entry]) -> list[str]:
    """Explain what to do about the sheets of a workbook that are not read."""
    if table.suffix.lower() not in BOOKS:
        return []
    from python_calamine import CalamineWorkbook

    place = entries[0].place.file  # "deck.xlsx[Cards]" if there are several sheets
    names = CalamineWorkbook.from_path(table).sheet_names
    others = [name for name in names if not place.endswith(f"[{name}]")]
    if len(names) < 2:
        return []
    listed = ", ".join(f'"{name}"' for name in others)
    rows = f"rows: {{file: {quoted(table.name)}, sheet: {quoted(others[0])}}}"
    return [f"Sheets not read: {listed}. To read one, give it a component of its own: {rows}"]


def _lacking(columns: Sequence[Column]) -> str:
    """The letters in a table that the default font lacks, in the order of Unicode."""
    from fontTools.ttLib import TTFont

    letters = {letter for column in columns for text in column.texts for letter in text}
    others = {letter for letter in letters if letter.isprintable() and not letter.isascii()}
    if not others:
        return ""
    with TTFont(default_font().files["regular"], lazy=True) as font:
        has = font.getBestCmap()
    return "".join(sorted(letter for letter in others if ord(letter) not in has))


def _icons() -> frozenset[str]:
    return frozenset(file.stem for file in (bundled("templates") / "icons").glob("*.svg"))


def _is_colour(text: str) -> bool:
    from PIL import ImageColor

    try:
        ImageColor.getrgb(text)
    except ValueError:
        return False
    return (text.startswith("#") and len(text) in (4, 7)) or text.isalpha()
