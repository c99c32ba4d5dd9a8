"""Parses Markdown into blocks: headings, paragraphs, list items, quotes, tables and pictures.

In: the text of a Markdown file. Out: `Block`s whose texts use our own markup (`markup.py`), each
with its first line in the file. Parts that do not print are reported to the caller.

A paragraph of only `:piece[…]:` is a row of faces. Pieces at the beginning of an item or a
paragraph are placed at the left of the text. A piece within a sentence is as small as an icon.
Comments on separate lines end a page or a column (`<!-- page -->`, `<!-- column -->`), set the
number of columns (`<!-- columns: 2 -->`) and keep blocks together (`<!-- together -->` … `<!--
/together
-->`).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import unquote

from generator.model.problems import near
from generator.press.text.measure import UNPRINTABLE
from generator.press.text.text_box import Align
from generator.press.text.text_pictures import PIECE, BadPicture, PictureRef, picture_of, piece_of
from generator.reading.workbook import BOLD, ITALIC, marked

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

Kind = Literal["head", "words", "item", "table", "picture", "faces", "rule", "break", "columns"]
Warn = Callable[[int, str, str], None]  # arguments: line, message, fix
BREAKS = ("page", "column")
TOGETHER = ("together", "/together")
MOST_COLUMNS = 4
DEEPEST = 20  # maximum number of levels of nested quotes; lists may have twice as many
# maximum length in characters of consecutive lines without an empty line between them
LONGEST_BLOCK = 20_000
# maximum number of rows of a table, and of all tables of a file
MOST_ROWS, MOST_ROWS_IN_ALL = 500, 2_000
_LINE_END = re.compile(r"\r\n?|\n")
_GAP = re.compile(r"[\s>]*")
_UNDER_HEAD = re.compile(r"[\s>|:-]*-[\s>|:-]*")
_MARKED = re.compile(r"([*\\])")
_COMMENT = re.compile(r"\s*<!--\s*([a-z/]+)(?:\s*:\s*(\d+))?\s*-->\s*")
_LEADING = re.compile(rf"(?:{PIECE.pattern}\s*)+")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_TASK = re.compile(r"\[([ xX])\]\s+(?=\S)")
# printed for an open task, and for a finished task
BOXES = ("\N{BALLOT BOX}", "\N{BALLOT BOX WITH CHECK}")
_WEB = re.compile(r"(?:https?|ftp|mailto):(?://)?", re.I)


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list item, table, picture or rule, and its first line in the file.

    Texts use our own markup. The first of the `rows` of a table is its head. `pictures` are the
    faces of a row, the picture itself, or the faces at the left of a text. Blocks with the same
    number in `together`, above 0, stay on one page.
    """

    kind: Kind
    line: int
    text: str = ""
    level: int = 0  # level of a heading, or nesting depth of a list
    marker: str = ""  # printed before a list item: "•", "3.", a box of BOXES
    quoted: bool = False
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: tuple[Align, ...] = ()
    pictures: tuple[PictureRef, ...] = ()
    together: int = 0


@dataclass(slots=True)
class Reader:
    """The functions that are needed to read a text: for warnings, and for names of inline faces.

    `icon_of` returns the icon name of a face inside a sentence of that line.
    """

    warn: Warn
    icon_of: Callable[[PictureRef, int], str] = lambda ref, line: ref.name
    lines: Sequence[str] = ()
    together: int = 0
    n_together: int = field(default=0)
    used: set[str] = field(default_factory=set)  # labels of the definitions that links use


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt
    from markdown_it.rules_block.reference import reference

    def defined(state: "StateBlock", first: int, last: int, silent: bool) -> bool:
        """Read `[name]: address`, but keep `[^1]: note` as text, so that no note disappears."""
        begins = state.bMarks[first] + state.tShift[first]
        return not state.src.startswith("[^", begins) and reference(state, first, last, silent)

    class AsTyped(MarkdownIt):
        """Prints an address in angle brackets exactly as typed: %20 does not become a space."""

        def normalizeLinkText(self, link: str) -> str:
            return link

    parser = AsTyped("commonmark", {"maxNesting": DEEPEST, "store_labels": True})
    parser.block.ruler.at("reference", defined)
    return parser.enable(["table", "strikethrough"])


def read(
    text: str, warn: Warn, icon_of: Callable[[PictureRef, int], str] | None = None
) -> list[Block]:
    """Parse a Markdown text into blocks.

    `warn(line, message, fix)` reports parts that do not print.
    """
    reader = Reader(warn, icon_of) if icon_of else Reader(warn)
    for c in dict.fromkeys(UNPRINTABLE.findall(text)):
        line = len(_LINE_END.findall(text, 0, text.index(c))) + 1
        reader.warn(line, f"{c!r} (U+{ord(c):04X}) is a control character", "remove it")
    text = UNPRINTABLE.sub("", text)
    reader.lines = _LINE_END.split(text)
    blocks: list[Block] = []
    definitions: dict[str, Any] = {}
    tokens = iter(_parser().parse(text, definitions))
    # the next number of each list that is not closed yet; None for bullets
    lists: list[int | None] = []
    marker, quotes = "", 0
    for token in tokens:
        line = token.map[0] + 1 if token.map else 0
        block: Block | None = None
        if token.level >= DEEPEST - 1 and token.type in ("list_item_open", "blockquote_open"):
            fix = f"at most {DEEPEST // 2 - 1} lists can be nested"
            reader.warn(line, "this does not print: it is nested too deeply", fix)
        match token.type:
            case "heading_open":
                level = min(int(token.tag[1:]), 3)
                block = Block("head", line, _inline(next(tokens), reader), level)
            case "bullet_list_open":
                lists.append(None)
            case "ordered_list_open":
                lists.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
            case "list_item_open":
                number = lists[-1]
                marker = "•" if number is None else f"{number}."
                lists[-1] = None if number is None else number + 1
            case "blockquote_open" | "blockquote_close":
                quotes += 1 if token.type == "blockquote_open" else -1
            case "paragraph_open":
                block = _paragraph(next(tokens), line, len(lists), marker, quotes > 0, reader)
                marker = "" if block.kind == "item" else marker
            case "fence" | "code_block":
                code = "\n".join(map(_literal, token.content.rstrip("\n").split("\n")))
                block = Block("words", line, code, 1)
            case "table_open":
                block = _table(tokens, line, reader)
            case "hr":
                block = Block("rule", line)
            case "html_block":
                block = _html(token.content, line, reader)
            case _ if not token.type.endswith("_close"):
                found_type = token.type.removesuffix("_open").replace("_", " ")
                reader.warn(
                    line, f"Markdown's {found_type} does not print", "write it as plain text"
                )
        if block is not None:
            blocks.append(replace(block, together=reader.together))
    _warn_of_unused(definitions, reader)
    unseen = ("rule", "break", "columns")
    return [b for b in blocks if b.text or b.rows or b.pictures or b.kind in unseen]


def _warn_of_unused(definitions: dict[str, Any], reader: Reader) -> None:
    """Warn of `[name]: address` lines that no link uses, except comments: `[//]: # (…)`."""
    for label, definition in definitions.get("references", {}).items():
        if label not in reader.used and definition["href"] != "#":
            line = f"[{label.lower()}]: {definition['href']}"
            message = f"the line {line} does not print: no link uses it"
            reader.warn(definition["map"][0] + 1, message, "remove it, or write it as plain text")
    for definition in definitions.get("duplicate_refs", ()):
        label = definition["label"].lower()
        message = f"[{label}]: is defined twice; the second definition does not print"
        reader.warn(definition["map"][0] + 1, message, "give it another name, or remove it")


def size_fault(text: str) -> tuple[int, str, str] | None:
    """The line, message and fix for a text that is too long to print; None for other texts."""
    length = begins = n_rows = n_in_all = 0
    before, in_table = "", False
    for i, line in enumerate(_LINE_END.split(text), 1):
        if _GAP.fullmatch(line):
            length, before, in_table = 0, "", False
            continue
        begins = begins if length else i
        length += len(line) + 1
        if length > LONGEST_BLOCK:
            message = f"a block has more than {LONGEST_BLOCK:,} characters"
            return begins, message, "split it by empty lines"
        if in_table:
            n_rows, n_in_all = n_rows + 1, n_in_all + 1
            if n_rows > MOST_ROWS:
                return begins, f"a table has more than {MOST_ROWS} rows", "split it into several"
            if n_in_all > MOST_ROWS_IN_ALL:
                message = f"the tables of this file have more than {MOST_ROWS_IN_ALL:,} rows"
                return i, message, "split it into several files"
        elif "|" in before and _UNDER_HEAD.fullmatch(line):
            in_table, n_rows = True, 0
        before = line
    return None


def _paragraph(
    token: "Token", line: int, depth: int, marker: str, quoted: bool, reader: Reader
) -> Block:
    picture = _picture(token, line, reader)
    if picture is not None:
        return Block("picture", line, picture.name, pictures=(picture,))
    kind: Kind = "item" if depth else "words"
    words = _words(token, reader)
    if marker and (task := _TASK.match(words)):
        box = BOXES[task[1] != " "]
        words = words[task.end() :]
        marker, words = (box, words) if marker == "•" else (marker, f"{box} {words}")
    leading = _LEADING.match(words)
    if leading is None:
        return Block(kind, line, _with_icons(words, line, reader), depth, marker, quoted)
    faces = (_piece(match[1], line, reader) for match in PIECE.finditer(leading[0]))
    refs = tuple(face for face in faces if face is not None)
    rest = _with_icons(words[leading.end() :].strip(), line, reader)
    if not rest and refs:
        return Block("faces", line, pictures=refs)
    return Block(kind, line, rest, depth, marker, quoted, pictures=refs)


def _html(content: str, line: int, reader: Reader) -> Block | None:
    """The block of a layout comment; other comments print nothing, and other HTML is reported."""
    match = _COMMENT.fullmatch(content)
    if match is None:
        if _without_comments(content).strip():
            reader.warn(line, "HTML in Markdown does not print", "write it without HTML")
        return None
    word, n = match.groups()
    if word == "columns" and n is not None:
        if not 1 <= int(n) <= MOST_COLUMNS:
            reader.warn(line, f"found {n} columns", f"write 1 to {MOST_COLUMNS}")
            return None
        return Block("columns", line, level=int(n))
    if word in BREAKS and n is None:
        return Block("break", line, word)
    if word in TOGETHER and n is None:
        reader.n_together += word == TOGETHER[0]
        reader.together = reader.n_together if word == TOGETHER[0] else 0
        return None
    words = (*BREAKS, "columns", *TOGETHER)
    meant = near(word, words)
    if meant.startswith("did you mean"):
        reader.warn(line, f"the comment {content.strip()!r} is not a layout command", meant)
    return None


def _piece(written: str, line: int, reader: Reader) -> PictureRef | None:
    try:
        return piece_of(written)
    except BadPicture as fault:
        reader.warn(line, f":piece[{written}]: {fault}", fault.fix)
        return None


def _with_icons(text: str, line: int, reader: Reader) -> str:
    """Replace every face in the text with an icon."""

    def named(match: re.Match[str]) -> str:
        ref = _piece(match[1], line, reader)
        return f":{reader.icon_of(ref, line)}:" if ref else ""

    return PIECE.sub(named, text)


def _without_comments(html: str) -> str:
    parts = html.split("<!--")
    return parts[0] + "".join(part.partition("-->")[2] for part in parts[1:])


def _cells(line: str) -> list[str]:
    """The cells between the vertical bars of a table's row."""
    cells = re.split(r"(?<!\\)\|", line.strip().lstrip("> "))
    return cells[cells[0].strip() == "" : len(cells) - (cells[-1].strip() == "")]


def _table(tokens: Iterator["Token"], line: int, reader: Reader) -> Block:
    rows: list[tuple[str, ...]] = []
    aligns: list[Align] = []
    row: list[str] = []
    for token in tokens:
        match token.type:
            case "table_close":
                break
            case "tr_open" if token.map and aligns:
                cells = _cells(reader.lines[token.map[0]])
                beyond = (_without_comments(cell).strip() for cell in cells[len(aligns) :])
                if lost := [cell for cell in beyond if cell]:
                    message = f"a row has {len(cells)} cells, its table {len(aligns)} columns"
                    message += f": {lost[0]!r} does not print"
                    fix = "write \\| to print the sign |"
                    reader.warn(token.map[0] + 1, message, fix)
            case "th_open":
                written = str(token.attrs.get("style", "")).rpartition(":")[2] or "left"
                aligns.append(cast(Align, written))
            case "inline":
                row.append(_inline(token, reader))
            case "tr_close":
                rows.append(tuple(row))
                row = []
    return Block("table", line, rows=tuple(rows), aligns=tuple(aligns))


def _inline(token: "Token", reader: Reader) -> str:
    """Convert text and emphasis to our own markup, with faces as icons."""
    line = token.map[0] + 1 if token.map else 0
    return _with_icons(_words(token, reader), line, reader)


def _words(token: "Token", reader: Reader) -> str:
    """Convert text and emphasis to our own markup, with faces as written."""
    line = token.map[0] + 1 if token.map else 0
    stretches: list[tuple[str, int]] = []
    n_strong = n_slanted = 0
    for i, child in enumerate(token.children or ()):
        match child.type:
            case "text" | "code_inline":
                stars = BOLD * (n_strong > 0) + ITALIC * (n_slanted > 0)
                stretches.append((_literal(child.content), stars))
                if child.type == "text":
                    for note in _FOOTNOTE.findall(child.content):
                        fix = "write the note in brackets, or as a paragraph of its own"
                        message = f"{note} prints as text: footnotes are not supported"
                        reader.warn(line, message, fix)
            case "softbreak":
                stretches.append((" ", 0))
                line += 1
            case "hardbreak":
                stretches.append(("\n", 0))
                line += 1
            case "strong_open" | "strong_close":
                n_strong += child.nesting
            case "em_open" | "em_close":
                n_slanted += child.nesting
                if child.nesting > 0 and stretches and stretches[-1][0][-1:].isdigit():
                    message = (
                        f"the {child.markup} behind {stretches[-1][0][-12:]!r} begins italic text"
                    )
                    reader.warn(line, message, f"write \\{child.markup} to print the sign")
            case "html_inline" if re.fullmatch(r"<br\s*/?>", child.content, re.I):
                stretches.append(("\n", 0))
            case "html_inline" if not child.content.startswith("<!--"):
                reader.warn(line, f"HTML does not print: {child.content}", "write it without HTML")
            case "image":
                reader.warn(
                    line, "a picture prints only on a line of its own", "put empty lines around it"
                )
            case "s_open":
                struck = _until(token, i, "s_close")
                message = f"~~{struck}~~ prints without the line through the words"
                reader.warn(line, message, "remove these words, or write that they do not apply")
            case "link_open":
                _link(child, _until(token, i, "link_close"), line, reader)
            case "s_close" | "link_close" | "html_inline":
                pass
            case _:
                message = f"Markdown's {child.type.replace('_', ' ')} does not print"
                reader.warn(line, message, "write it as plain text")
    text = marked(stretches) or "".join(words for words, _ in stretches)
    return re.sub(r" {2,}", " ", text).strip()


def _link(link: "Token", words: str, line: int, reader: Reader) -> None:
    """Record the definition that a link uses; warn if the words of the link do not show the web
    address.

    Links within the file and to other files (`#set-up`) are for readers on the web.
    """
    from markdown_it.common.normalize_url import normalizeLinkText

    reader.used.add(str(link.meta.get("label", "")))
    address = str(link.attrs.get("href", ""))
    if link.markup == "autolink" or not _WEB.match(address):
        return
    readable = normalizeLinkText(address)
    if not any(_shows(words, each) for each in (address, readable)):
        readable_address = _without_scheme(readable).replace(" ", "%20")
        message = f"the address {address} does not print, only its text {words!r}"
        reader.warn(
            line,
            message,
            f"write it out: {words} ({readable_address})" if words else "write it out",
        )


def _shows(words: str, address: str) -> bool:
    """Whether words contain a web address, ignoring the case of its host and %-encoding."""
    bare = _without_scheme(address)
    host = re.split("[/?#]", bare, maxsplit=1)[0]
    rest = bare[len(host) :]
    wanted = f"(?i:{re.escape(unquote(host))}){re.escape(unquote(rest))}"
    return re.search(wanted, unquote(words)) is not None


def _without_scheme(address: str) -> str:
    return _WEB.sub("", address, count=1).rstrip("/")


def _until(token: "Token", i: int, closes: str) -> str:
    """The text between child `i` of a token and the next child of type `closes`."""
    words: list[str] = []
    for child in (token.children or [])[i + 1 :]:
        if child.type == closes:
            break
        words.append(child.content)
    return "".join(words)


def _literal(text: str) -> str:
    return _MARKED.sub(r"\\\1", text)


def _picture(token: "Token", line: int, reader: Reader) -> PictureRef | None:
    """The picture of a paragraph that contains nothing else; None for any other paragraph."""
    seen = [c for c in token.children or () if c.type != "text" or c.content.strip()]
    if len(seen) != 1 or seen[0].type != "image":
        return None
    image = seen[0]
    address, caption = str(image.attrs.get("src", "")), str(image.attrs.get("title", ""))
    try:
        return picture_of(address, image.content, caption)
    except BadPicture as fault:
        reader.warn(line, f"the picture {address!r}: {fault}", fault.fix)
        return PictureRef("file", address.partition("#")[0], alt=image.content, caption=caption)


def parts(blocks: Sequence[Block], begin: str, until: str) -> list[Block] | str:
    """The blocks after heading `begin`, up to heading `until`; if a heading is missing, that
    heading.

    The title (a first heading of level 1) is left out.
    """
    wanted = list(blocks)
    if wanted and wanted[0].kind == "head" and wanted[0].level == 1:
        wanted = wanted[1:]
    if begin:
        at = _heading(wanted, begin)
        if at is None:
            return begin
        wanted = wanted[at + 1 :]
    if until:
        at = _heading(wanted, until)
        if at is None:
            return until
        wanted = wanted[:at]
    return wanted


def _heading(blocks: Sequence[Block], name: str) -> int | None:
    wanted = name.strip().casefold()
    for i, block in enumerate(blocks):
        if block.kind == "head" and block.text.replace("*", "").casefold() == wanted:
            return i
    return None
