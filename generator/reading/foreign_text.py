"""Traces of other programs in texts and tables: tags, `[coin]`, garbled letters, dates for 3-5.

In: a text to print, or the cells of a column. Out: each trace, with a suggested replacement.
"""

import html
import re
import unicodedata
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.model.pack import Scalar, is_number
from generator.templating.expressions import one_line

Cell = tuple[int, int]  # row, column

NEW_LINE = "start a new line there: Alt+Enter in Excel, Ctrl+Enter in LibreOffice"
_TAGS = (
    "b|strong|i|em|br|p|u|s|div|span|font|sub|sup|ul|ol|li|small|big|center|hr|h[1-6]|a|img|"
    "color|colour|size|sprite"
)
_SIGN = re.compile(
    r"(?P<line>(?<!\\)\\(?:r\\n|[nrt]|1[03]\\))"
    rf"|(?P<tag></?(?:{_TAGS})(?:[\s=/][^<>]{{0,200}})?>)"
    r"|(?P<entity>&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
    r"|(?P<square>\[(?P<in_square>[A-Za-z][\w -]{0,30})\](?!\())"
    r"|(?P<curly>(?<!\{)\{(?P<in_curly>[A-Za-z][\w -]{0,30})\}(?!\}))"
    r"|(?P<under>(?<![\w./\\])__(?=[^\s_])[^_\n]{1,200}(?<=[^\s_])__(?!\w|[./\\]\w))"
    r"|(?P<head>^\#{1,6} (?=[^\W\d_])[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_PATH = re.compile(
    r"[^\s<>&]*\\[^\s<>&]*\.\w{2,4}"
)  # "art\night.png" is a path and contains no line break
_BOLD, _ITALIC = ("b", "strong"), ("i", "em")
# Encoding → the characters at the start of UTF-8 text that was wrongly read in this encoding: "é"
# becomes "Ã©", "’" becomes "â€™".
_MISREAD = {
    "cp1252": "ÂÃÄÅÎÏÐÑØÙâð",
    "mac_roman": "√¬‚",
    "cp850": "├┬",
    "cp437": "├┬Γ",
}
_PUNCTUATION = "…”“’‘–—»"  # characters that may be correct after a capital letter, as in "CAFÄ…"


_MONTHS = tuple(  # abbreviations of months in spreadsheets, by language, starting with January
    names.split()
    for names in (
        "jan feb mar apr may jun jul aug sep oct nov dec",
        "jan feb mrz apr mai jun jul aug sep okt nov dez",
        "janv févr mars avr mai juin juil août sept oct nov déc",
        "ene feb mar abr may jun jul ago sept oct nov dic",
        "gen feb mar apr mag giu lug ago set ott nov dic",
        "jan fev mar abr mai jun jul ago set out nov dez",
        "jan feb mrt apr mei jun jul aug sep okt nov dec",
        "jan feb mär apr mai jun jul aug sep okt nov dez",
    )
)
_NUMBER_OF = {name: i for names in _MONTHS for i, name in enumerate(names, start=1)}
_MONTH = "|".join(sorted(_NUMBER_OF, key=len, reverse=True))
_DAY = re.compile(  # matches the formats that a spreadsheet chooses for 1-2 and 3-40
    rf"(?P<n>\d{{1,2}})(?:-|\. ?| )(?P<month>{_MONTH})\.?|"
    rf"(?P<other>{_MONTH})\.?[- ](?P<year>\d{{2}})",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([-/.])\d{1,2}\1(?:\d{2}|\d{4}))(?:[ T]0?0:00(?::00)?)?"
)
_PAIR = re.compile(r"\d{1,2} ?[-–/] ?\d{1,2}")
_DIGITS = re.compile(r"[-+−－＋]?\d{1,15}(?:[.,．，]\d{1,15})?")


@dataclass(frozen=True, slots=True)
class ForeignMarkup:
    """Markup of another program: a message, and its kind, by which repeated reports are limited."""

    kind: str
    message: str
    fix: str


def foreign_markup(
    text: str, icons: Collection[str], keywords: Mapping[str, str]
) -> Iterator[ForeignMarkup]:
    """Yield the markup of other programs in a text, in order, the first of each kind."""
    kinds: set[str] = set()
    if not _PATH.fullmatch(text):
        for match in _SIGN.finditer(text):
            slip = _markup_in(match, icons, keywords)
            if slip is not None and slip.kind not in kinds:
                kinds.add(slip.kind)
                yield slip


def _markup_in(
    match: re.Match[str], icons: Collection[str], keywords: Mapping[str, str]
) -> ForeignMarkup | None:
    sign = match[0]
    if sign in keywords:
        return None
    stands = f"{one_line(sign)} is printed literally"
    if match["line"]:
        is_tab = sign == "\\t"
        return ForeignMarkup("line", stands, "write a blank" if is_tab else NEW_LINE)
    if match["tag"]:
        return _of_tag(sign, stands)
    if match["entity"]:
        character = html.unescape(sign)
        if character == sign:
            return None
        seen = character if character.isprintable() and character.strip() else ""
        code = " ".join(f"U+{ord(c):04X}" for c in character)
        name = unicodedata.name(character[0], "this character").lower().replace("_", " ")
        return ForeignMarkup(sign, stands, f"write {seen or f'the {name} itself ({code})'}")
    if match["under"]:
        return ForeignMarkup("bold", stands, f"write **{one_line(sign.strip('_'))}** for bold")
    if match["head"]:
        bold = f"write **{one_line(sign.lstrip('# '))}** for bold text"
        return ForeignMarkup("head", stands, f"a heading has its own slot; inside a text {bold}")
    name = match["in_square"] or match["in_curly"]
    icon = _icon(name, icons)
    if icon:
        return ForeignMarkup(sign, stands, f"write the icon {icon} as :{icon}:")
    if name in keywords:
        return ForeignMarkup(sign, stands, f"write the keyword {name} without brackets")
    if match["curly"]:
        word = re.sub(r"\W+", "-", name.lower())
        fix = f'write :{word}: for an icon icons/{word}.svg, or add "{sign}" to keywords:'
        return ForeignMarkup(sign, stands, fix)
    return None


def _of_tag(sign: str, stands: str) -> ForeignMarkup:
    name = re.sub(r"[</>]|[\s=].*", "", sign).lower()
    if name in _BOLD:
        return ForeignMarkup("bold", stands, "write **word** for bold")
    if name in _ITALIC:
        return ForeignMarkup("italic", stands, "write *word* for italic")
    if name in ("br", "p"):
        return ForeignMarkup("line", stands, NEW_LINE)
    if name in ("img", "sprite"):
        return ForeignMarkup("tag", stands, "write :coin: for the icon coin")
    return ForeignMarkup(
        "tag", stands, "remove it; only **bold**, *italic* and :icons: are supported"
    )


def _icon(name: str, icons: Collection[str]) -> str:
    """The name of the icon in brackets; "" if there is none."""
    word = re.sub(r"[\s_]+", "-", name.strip().lower())
    for each in (name, word, word.replace("-", "_"), word.removesuffix("s")):
        if each in icons:
            return each
    return ""


def corrected(text: str) -> str | None:
    """The corrected form of a garbled text; None if the text is correct.

    >>> corrected("RenÃ©e, itâ€™s"), corrected("Ren√©e"), corrected("Renée")
    ('Renée, it’s', 'Renée', None)
    """
    if text.isascii():
        return None
    for codec, first in _MISREAD.items():
        if any(c in text for c in first) and (mended := _corrected_from(text, codec)) != text:
            return corrected(mended) or mended
    return None


def _corrected_from(text: str, codec: str) -> str:
    """The original of a text that was wrongly read in this encoding; any other text is
    unchanged.
    """
    kept: list[str] = []
    at = 0
    while at < len(text):
        character, length = _before(text, at, codec) if text[at] in _MISREAD[codec] else ("", 1)
        kept.append(character or text[at])
        at += length
    return "".join(kept)


def _before(text: str, at: int, codec: str) -> tuple[str, int]:
    """The character that two to four garbled characters stand for, and the number of garbled
    characters. The result is "" if the text is correct.
    """
    for length in (2, 3, 4):
        part, behind = text[at : at + length], text[at + length : at + length + 1]
        try:
            character = _bytes(part, codec).decode("utf-8")
        except UnicodeError:
            continue
        is_end = length == 2 and part[-1] in _PUNCTUATION and not behind.isalnum()
        # "â " followed by a no-break space may be correct
        is_odd = part[0] == "â" and not "\u2000" <= character < "\u27c0"
        if len(character) > 1 or is_end or is_odd or unicodedata.category(character)[0] == "C":
            break
        return character, length
    return "", 1


def _bytes(text: str, codec: str) -> bytes:
    """The bytes that were read as a text; the five bytes that Windows leaves undefined are
    copied.
    """
    return b"".join(
        c.encode("latin-1") if codec == "cp1252" and "\x80" <= c <= "\x9f" else c.encode(codec)
        for c in text
    )


def dates_in(
    column: Sequence[tuple[Cell, Scalar]], made: Container[Cell] = ()
) -> Iterator[tuple[Cell, str]]:
    """Yield cells that look like dates in a column of pairs such as 3-5, with a message.

    `made` are cells that are dates in the format that a spreadsheet chooses for 3-5. Such cells are
    reported even without pairs in the column, with two exceptions. The first exception is a column
    in which most days are after the twelfth. The second is a column that consists of dates, if any
    day is after the twelfth, because 24-Dec is a holiday and not a pair.
    """
    texts = [(at, value) for at, value in column if isinstance(value, str) and value]
    days = [(at, value) for at, value in texts if _DAY.fullmatch(value)]
    dates = [(at, value) for at, value in texts if _DATE.fullmatch(value)]
    if not days and not dates:
        return
    beside = next((value for _, value in texts if _PAIR.fullmatch(value)), None)
    if beside is None and days:
        beside = next((str(value) for _, value in column if is_number(value)), None)
    if beside is None:
        late = [v for _, v in days if (m := _DAY.fullmatch(v)) and int(m["n"] or 0) > 12]
        filled = [at for at, value in column if value not in (None, "")]
        is_of_dates = 2 * len(late) > len(days) or (late and len(days) == len(filled))
        days = [] if is_of_dates else [day for day in days if day[0] in made]
        dates = []
    among = "" if beside is None else f' among values such as "{beside}"'
    for at, value in sorted((*days, *dates)):
        was = " or ".join(_typed_before(value)) or "other numbers"
        yield at, f'"{value}"{among}: a spreadsheet may have converted {was} to a date'


def _typed_before(date: str) -> list[str]:
    """List what a person may have typed where a spreadsheet shows a day and a month."""
    match = _DAY.fullmatch(date)
    if match is None:
        return []
    month = _NUMBER_OF[(match["month"] or match["other"]).lower()]
    if match["year"]:
        return [f"{month}-{match['year']}"]
    day = int(match["n"])
    return list(dict.fromkeys((f"{month}-{day}", f"{day}-{month}")))


def other_digits(column: Sequence[tuple[Cell, Scalar]]) -> Iterator[tuple[Cell, str]]:
    """Yield cells in columns of numbers that are text because of their digits or minus sign, each
    with a message.
    """
    if any(is_number(value) for _, value in column):
        for at, value in column:
            if isinstance(value, str) and not value.isascii() and _DIGITS.fullmatch(value):
                plain = "".join(
                    str(unicodedata.decimal(c, "")) or _PLAIN_SIGNS.get(c, c) for c in value
                )
                yield (
                    at,
                    f'"{value}" is text among numbers; with plain digits and signs it is {plain}',
                )


_PLAIN_SIGNS = {"−": "-", "－": "-", "＋": "+", "．": ".", "，": ","}
