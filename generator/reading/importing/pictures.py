"""Pictures of cards as people store them: fronts and backs in a folder, or named by a table.

In: files. Out: fronts with their backs, and the card size that matches their pixels.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from generator.reading.schema_components import SUFFIXES
from generator.reading.shapes import SIZES
from generator.system.files import composed, files_within

MOST_PICTURES = 5000
COPIES = re.compile(r"(.+?)[ _-]+[x×](\d{1,3})", re.IGNORECASE)
_SIDE = re.compile(
    r"(?:(?P<stem>.*?)[\s_.-]+)?(?P<side>fronts?|vorderseite|recto|backs?|rear|rückseite|"
    r"rueckseite|verso|reverso|cardback)",
    re.IGNORECASE,
)
_BACKS = {"back", "backs", "rear", "rückseite", "rueckseite", "verso", "reverso", "cardback"}
_WORDS_OF_A_COMMON_BACK = {"", "card", "cards", "common", "deck", "all", "default", "karten"}
# Usual bleeds on each side, mm: none; 1/8 in; 36 px at MakePlayingCards; and round ones.
_BLEEDS = (0.0, 3.175, 3.048, 3.0, 2.0, 1.5)
_USUAL_DPI = (300.0, 600.0, 150.0)
_FOR_CARDS = (
    "poker", "euro-poker", "bridge", "tarot", "mini", "micro", "us-game", "mint-tin", "euro",
    "mini-euro", "mini-us", "square", "small-square", "euro-square", "business", "domino",
    "jumbo", "square-tile-mini", "square-tile-small", "square-chit-small", "square-chit-medium",
    "square-chit-large",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Card:
    """A front with its name and number of copies, and its own back."""

    name: str
    front: Path
    copies: int = 1
    back: Path | None = None


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards in a folder of pictures.

    `common` is the back of all cards; `lone` are backs without a front.
    """

    cards: tuple[Card, ...]
    common: Path | None
    lone: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """The card size that pictures match, their bleed in mm, and the reason in words.

    `size` is "" if no named size matches; the trim is then `width` by `height`.
    """

    size: str
    width: float
    height: float
    bleed: float
    reason: str
    is_landscape: bool = False


def pictures_in(folder: Path, *, deep: bool = True) -> list[Path]:
    """The pictures of a folder and its subfolders, with "card 9" before "card 10".

    Unless `deep` is true, only one level of subfolders is searched, because a table may be among
    many files.
    """
    within = files_within(folder) if deep else _near(folder)
    files = (f for f in within if f.suffix.lower() in SUFFIXES)
    return sorted(files, key=lambda file: _counted(file.relative_to(folder).as_posix()))


def _near(folder: Path) -> Iterator[Path]:
    """Yield the ordinary files of a folder and of its direct subfolders, without hidden files."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "__")) or path.is_symlink():
            continue
        if path.is_dir():
            with suppress(PermissionError):
                yield from (f for f in sorted(path.iterdir()) if f.is_file() and f.name[0] != ".")
        elif path.is_file():
            yield path


def cards_of(files: Sequence[Path], folder: Path) -> Cards:
    """Sort pictures into fronts and backs, and assign backs to fronts.

    `lion-back.png` belongs to `lion.png` or `lion-front.png`, `backs/lion.png` to
    `fronts/lion.png`; `back.png` is the back of all.
    """
    fronts: list[tuple[tuple[str, str], Path]] = []
    backs: dict[tuple[str, str], Path] = {}
    for file in files:
        key, is_back = _key(file.relative_to(folder))
        if is_back:
            backs.setdefault(key, file)
        else:
            fronts.append((key, file))
    cards = []
    for key, front in fronts:
        stem, copies = _without_copies(_side(_without_copies(composed(front.stem))[0])[0])
        copies = max(copies, _without_copies(composed(front.stem))[1])
        name = " ".join(re.split(r"[\s_-]+", stem)).strip() or composed(front.stem)
        cards.append(Card(name, front, copies, backs.pop(key, None)))
    common = [key for key in backs if key[1] in _WORDS_OF_A_COMMON_BACK]
    if not common and len(backs) == 1 and not any(card.back for card in cards):
        common = list(backs)
    first = backs.pop(common[0]) if common else None
    return Cards(tuple(cards), first, tuple(backs.values()))


def fit_of(sizes: Iterable[tuple[int, int, float | None]]) -> Fit | None:
    """The card size that most pictures match.

    Each picture has a width and height in pixels and its dpi. The best sign is a whole number of
    pixels at a usual resolution, and the next best is the ratio of the sides.
    """
    counted = Counter(sizes)
    if not counted:
        return None
    (width, height, dpi), _ = counted.most_common(1)[0]
    is_landscape = width > height
    short, long = sorted((width, height))
    resolutions = [dpi] if dpi and 90 <= dpi <= 1300 else []
    for resolution in dict.fromkeys([*resolutions, *_USUAL_DPI]):
        for bleed in _BLEEDS:
            for name in _FOR_CARDS:
                trim = _trim(name)
                wanted = [(side + 2 * bleed) / 25.4 * resolution for side in trim]
                if abs(wanted[0] - short) <= 1.01 and abs(wanted[1] - long) <= 1.01:
                    beyond = f"with {bleed:g} mm of bleed" if bleed else "without bleed"
                    reason = (
                        f"{width} × {height} pixels are this size at {resolution:g} dpi, {beyond}"
                    )
                    return Fit(name, trim[0], trim[1], bleed, reason, is_landscape)
    ratio = short / long
    by_ratio = {name: abs(_ratio(name) / ratio - 1) for name in _FOR_CARDS}
    name = min(by_ratio, key=lambda each: (round(by_ratio[each], 3), _FOR_CARDS.index(each)))
    if by_ratio[name] <= 0.015:
        reason = f"{width} × {height} pixels have its proportions"
        trim = _trim(name)
        return Fit(name, trim[0], trim[1], 0.0, reason, is_landscape)
    reason = f"{width} × {height} pixels fit no usual card, so only the proportions are theirs"
    long_side = 88.0 if ratio > 0.4 else 120.0
    return Fit("", round(long_side * ratio, 1), long_side, 0.0, reason, is_landscape)


def size_and_dpi(file: Path) -> tuple[int, int, float | None] | None:
    """The width and height in pixels, and the resolution in the file; None for a drawing."""
    from PIL import Image

    if file.suffix.lower() == ".svg":
        return None
    try:
        with Image.open(file) as picture:
            dpi = picture.info.get("dpi")
            width, height = picture.size
            turned = picture.getexif().get(274, 1) in (5, 6, 7, 8)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    stated = round(float(dpi[0]), 2) if dpi else None
    return (height, width, stated) if turned else (width, height, stated)


def named_by(texts: Sequence[str], files: Sequence[Path], folder: Path) -> tuple[str, str] | None:
    """The prefix and suffix that turn every text into the path of one of the files.

    The result is ("img/", ".png") if the cells are "lion" and so on, and the files are
    `img/lion.png` and so on. The result is None if any text does not name a file. A backslash in a
    text counts as a slash.
    """
    paths = {composed(file.relative_to(folder).as_posix()) for file in files}
    wanted = {composed(text).replace("\\", "/") for text in texts}
    if not wanted:
        return None
    first = min(wanted)
    for path in sorted(paths):
        before, found, after = path.rpartition(first)
        is_name = found and (not before or before.endswith("/"))
        is_one = is_name and after in ("", Path(path).suffix)
        if is_one and all(f"{before}{text}{after}" in paths for text in wanted):
            return before, after
    return None


def _trim(name: str) -> tuple[float, float]:
    """The short and the long side of a named size, mm."""
    shape = SIZES[name]
    return min(shape.width, shape.height), max(shape.width, shape.height)


def _ratio(name: str) -> float:
    short, long = _trim(name)
    return short / long


def _key(file: Path) -> tuple[tuple[str, str], bool]:
    """The key that a front and its back share, and whether the file is a back."""
    folders, is_back = [], False
    for part in file.parent.parts:
        stem, side = _side(part)
        is_back = is_back or side in _BACKS
        folders.append(stem.casefold() if side else part.casefold())
    stem, side = _side(_without_copies(composed(file.stem))[0])
    stem = _without_copies(stem)[0]
    return ("/".join(folders), stem.casefold()), is_back or side in _BACKS


def _side(name: str) -> tuple[str, str]:
    """Split a name from the word for its side at the end, which is returned in lower case."""
    match = _SIDE.fullmatch(composed(name))
    return (match["stem"] or "", match["side"].casefold()) if match else (name, "")


def _without_copies(stem: str) -> tuple[str, int]:
    match = COPIES.fullmatch(stem)
    return (match[1], int(match[2])) if match else (stem, 1)


def _counted(path: str) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", path.casefold())
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]
