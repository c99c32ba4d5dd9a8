"""Markdown read into blocks: headings, paragraphs, list items, quotes, tables and pictures.

In: the text of a Markdown file. Out: `Block`s whose texts carry our own markup (`text.py`), each
with the line of the file it begins at. What cannot be printed is told to the caller.

A paragraph of nothing but `:piece[…]:` is a row of faces; pieces that begin an item or a paragraph
stand at its left; one within a sentence is as small as an icon. Comments on a line of their own say
where a page or a column ends (`<!-- page -->`, `<!-- column -->`), how many columns follow
(`<!-- columns: 2 -->`) and what stays in one piece (`<!-- together -->` … `<!-- /together -->`).
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
from generator.press.text.text_pictures import PIECE, NotShown, Shown, picture_of, piece_of
from generator.reading.workbook import BOLD, ITALIC, marked

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

Kind = Literal["head", "words", "item", "table", "picture", "faces", "rule", "break", "columns"]
Warn = Callable[[int, str, str], None]  # line, what was found, a fix
BREAKS = ("page", "column")
TOGETHER = ("together", "/together")
MOST_COLUMNS = 4
DEEPEST = 20  # quotes within each other, and twice the lists
LONGEST_BLOCK = 20_000  # characters of lines without an empty one between
MOST_ROWS, MOST_ROWS_IN_ALL = 500, 2_000  # of a table, and of all tables of a file
_LINE_END = re.compile(r"\r\n?|\n")
_GAP = re.compile(r"[\s>]*")
_UNDER_HEAD = re.compile(r"[\s>|:-]*-[\s>|:-]*")
_MARKED = re.compile(r"([*\\])")
_COMMENT = re.compile(r"\s*<!--\s*([a-z/]+)(?:\s*:\s*(\d+))?\s*-->\s*")
_LEADING = re.compile(rf"(?:{PIECE.pattern}\s*)+")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_TASK = re.compile(r"\[([ xX])\]\s+(?=\S)")
BOXES = ("\N{BALLOT BOX}", "\N{BALLOT BOX WITH CHECK}")  # of a task that is open, that is done
_WEB = re.compile(r"(?:https?|ftp|mailto):(?://)?", re.I)


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list item, table, picture or rule, and the file's line it begins at.

    Texts carry our own markup. `rows` of a table begin with its head. `shown` are the faces of a
    row, the picture, or what stands at the left of a text; `together` numbers what stays whole.
    """

    kind: Kind
    line: int
    text: str = ""
    level: int = 0  # of a heading, or how deep a list is nested
    marker: str = ""  # before a list item: "•", "3.", a box of BOXES
    quoted: bool = False
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: tuple[Align, ...] = ()
    shown: tuple[Shown, ...] = ()
    together: int = 0


@dataclass(slots=True)
class Reader:
    """What reading needs beside the text: whom to tell, and what inline faces are called.

    `icon_of` gives the icon's name under which a face stands in a sentence of that line.
    """

    warn: Warn
    icon_of: Callable[[Shown, int], str] = lambda shown, line: shown.name
    lines: Sequence[str] = ()
    together: int = 0
    n_together: int = field(default=0)
    used: set[str] = field(default_factory=set)  # labels of the definitions that links name


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt
    from markdown_it.rules_block.reference import reference

    def defined(state: "StateBlock", first: int, last: int, silent: bool) -> bool:
        """Read `[name]: address`, but leave `[^1]: note` to the text: a note must not vanish."""
        begins = state.bMarks[first] + state.tShift[first]
        return not state.src.startswith("[^", begins) and reference(state, first, last, silent)

    class AsTyped(MarkdownIt):
        """Prints an address in angle brackets as it is typed, not decoded: %20 is no blank."""

        def normalizeLinkText(self, link: str) -> str:
            return link

    parser = AsTyped("commonmark", {"maxNesting": DEEPEST, "store_labels": True})
    parser.block.ruler.at("reference", defined)
    return parser.enable(["table", "strikethrough"])


def read(text: str, warn: Warn, icon_of: Callable[[Shown, int], str] | None = None) -> list[Block]:
    """The blocks of a Markdown text; `warn(line, found, fix)` is told what does not print."""
    reader = Reader(warn, icon_of) if icon_of else Reader(warn)
    for c in dict.fromkeys(UNPRINTABLE.findall(text)):
        line = len(_LINE_END.findall(text, 0, text.index(c))) + 1
        reader.warn(line, f"{c!r} (U+{ord(c):04X}) is a control character", "take it out")
    text = UNPRINTABLE.sub("", text)
    reader.lines = _LINE_END.split(text)
    blocks: list[Block] = []
    definitions: dict[str, Any] = {}
    tokens = iter(_parser().parse(text, definitions))
    lists: list[int | None] = []  # the next number of each open list; None for bullets
    marker, quotes = "", 0
    for token in tokens:
        line = token.map[0] + 1 if token.map else 0
        found: Block | None = None
        if token.level >= DEEPEST - 1 and token.type in ("list_item_open", "blockquote_open"):
            fix = f"{DEEPEST // 2 - 1} lists within each other print"
            reader.warn(line, "nested too deep, what stands here does not print", fix)
        match token.type:
            case "heading_open":
                level = min(int(token.tag[1:]), 3)
                found = Block("head", line, _inline(next(tokens), reader), level)
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
                found = _paragraph(next(tokens), line, len(lists), marker, quotes > 0, reader)
                marker = "" if found.kind == "item" else marker
            case "fence" | "code_block":
                said = "\n".join(map(_literal, token.content.rstrip("\n").split("\n")))
                found = Block("words", line, said, 1)
            case "table_open":
                found = _table(tokens, line, reader)
            case "hr":
                found = Block("rule", line)
            case "html_block":
                found = _html(token.content, line, reader)
            case _ if not token.type.endswith("_close"):
                found_type = token.type.removesuffix("_open").replace("_", " ")
                reader.warn(line, f"Markdown's {found_type} does not print", "write it as a text")
        if found is not None:
            blocks.append(replace(found, together=reader.together))
    _warn_of_unused(definitions, reader)
    unseen = ("rule", "break", "columns")
    return [b for b in blocks if b.text or b.rows or b.shown or b.kind in unseen]


def _warn_of_unused(definitions: dict[str, Any], reader: Reader) -> None:
    """Warn of `[name]: address` lines that no link names; `[//]: # (…)` is a remark."""
    for label, one in definitions.get("references", {}).items():
        if label not in reader.used and one["href"] != "#":
            found = f"the line [{label.lower()}]: {one['href']} does not print: no link names it"
            reader.warn(one["map"][0] + 1, found, "take it out, or write it as a text")
    for one in definitions.get("duplicate_refs", ()):
        found = f"[{one['label'].lower()}]: has a definition already, this one does not print"
        reader.warn(one["map"][0] + 1, found, "give it another name, or take it out")


def too_much(text: str) -> tuple[int, str, str] | None:
    """The line, what was found and a fix where a text is too long to be set; else None."""
    length = begins = n_rows = n_in_all = 0
    before, in_table = "", False
    for i, line in enumerate(_LINE_END.split(text), 1):
        if _GAP.fullmatch(line):
            length, before, in_table = 0, "", False
            continue
        begins = begins if length else i
        length += len(line) + 1
        if length > LONGEST_BLOCK:
            found = f"a block of more than {LONGEST_BLOCK:,} characters"
            return begins, found, "split it: put empty lines into it"
        if in_table:
            n_rows, n_in_all = n_rows + 1, n_in_all + 1
            if n_rows > MOST_ROWS:
                return begins, f"a table of more than {MOST_ROWS} rows", "split it into several"
            if n_in_all > MOST_ROWS_IN_ALL:
                found = f"more than {MOST_ROWS_IN_ALL:,} rows in the tables of this file"
                return i, found, "split it into several files"
        elif "|" in before and _UNDER_HEAD.fullmatch(line):
            in_table, n_rows = True, 0
        before = line
    return None


def _paragraph(
    token: "Token", line: int, depth: int, marker: str, quoted: bool, reader: Reader
) -> Block:
    picture = _picture(token, line, reader)
    if picture is not None:
        return Block("picture", line, picture.name, shown=(picture,))
    kind: Kind = "item" if depth else "words"
    said = _words(token, reader)
    if marker and (task := _TASK.match(said)):
        box = BOXES[task[1] != " "]
        said = said[task.end() :]
        marker, said = (box, said) if marker == "•" else (marker, f"{box} {said}")
    leading = _LEADING.match(said)
    if leading is None:
        return Block(kind, line, _with_icons(said, line, reader), depth, marker, quoted)
    faces = (_piece(match[1], line, reader) for match in PIECE.finditer(leading[0]))
    shown = tuple(face for face in faces if face is not None)
    rest = _with_icons(said[leading.end() :].strip(), line, reader)
    if not rest and shown:
        return Block("faces", line, shown=shown)
    return Block(kind, line, rest, depth, marker, quoted, shown=shown)


def _html(content: str, line: int, reader: Reader) -> Block | None:
    """A comment that says how to lay out; other comments do not print, other HTML is told."""
    match = _COMMENT.fullmatch(content)
    if match is None:
        if _without_comments(content).strip():
            reader.warn(line, "HTML in Markdown does not print", "write it without")
        return None
    word, n = match.groups()
    if word == "columns" and n is not None:
        if not 1 <= int(n) <= MOST_COLUMNS:
            reader.warn(line, f"{n} columns", f"1 to {MOST_COLUMNS}")
            return None
        return Block("columns", line, level=int(n))
    if word in BREAKS and n is None:
        return Block("break", line, word)
    if word in TOGETHER and n is None:
        reader.n_together += word == TOGETHER[0]
        reader.together = reader.n_together if word == TOGETHER[0] else 0
        return None
    known = (*BREAKS, "columns", *TOGETHER)
    meant = near(word, known)
    if meant.startswith("did you mean"):
        reader.warn(line, f"the comment {content.strip()!r} says nothing to the press", meant)
    return None


def _piece(written: str, line: int, reader: Reader) -> Shown | None:
    try:
        return piece_of(written)
    except NotShown as fault:
        reader.warn(line, f":piece[{written}]: {fault}", fault.fix)
        return None


def _with_icons(text: str, line: int, reader: Reader) -> str:
    """The words with every face in them as an icon."""

    def named(match: re.Match[str]) -> str:
        shown = _piece(match[1], line, reader)
        return f":{reader.icon_of(shown, line)}:" if shown else ""

    return PIECE.sub(named, text)


def _without_comments(html: str) -> str:
    parts = html.split("<!--")
    return parts[0] + "".join(part.partition("-->")[2] for part in parts[1:])


def _cells(line: str) -> list[str]:
    """What stands between the bars of a table's row."""
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
                    wide = f"a row of {len(cells)} cells under {len(aligns)}"
                    fix = "write \\| for the mark itself"
                    reader.warn(token.map[0] + 1, f"{wide}: {lost[0]!r} does not print", fix)
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
    """Words and emphasis in our own markup, faces as icons."""
    line = token.map[0] + 1 if token.map else 0
    return _with_icons(_words(token, reader), line, reader)


def _words(token: "Token", reader: Reader) -> str:
    """Words and emphasis in our own markup, faces as they are written."""
    line = token.map[0] + 1 if token.map else 0
    said: list[tuple[str, int]] = []
    n_strong = n_slanted = 0
    for i, child in enumerate(token.children or ()):
        match child.type:
            case "text" | "code_inline":
                stars = BOLD * (n_strong > 0) + ITALIC * (n_slanted > 0)
                said.append((_literal(child.content), stars))
                if child.type == "text":
                    for note in _FOOTNOTE.findall(child.content):
                        fix = "write the note in brackets, or as a paragraph of its own"
                        reader.warn(line, f"{note} prints as it stands: no footnotes here", fix)
            case "softbreak":
                said.append((" ", 0))
                line += 1
            case "hardbreak":
                said.append(("\n", 0))
                line += 1
            case "strong_open" | "strong_close":
                n_strong += child.nesting
            case "em_open" | "em_close":
                n_slanted += child.nesting
                if child.nesting > 0 and said and said[-1][0][-1:].isdigit():
                    found = f"the {child.markup} behind {said[-1][0][-12:]!r} begins italic words"
                    reader.warn(line, found, f"write \\{child.markup} for the sign itself")
            case "html_inline" if re.fullmatch(r"<br\s*/?>", child.content, re.I):
                said.append(("\n", 0))
            case "html_inline" if not child.content.startswith("<!--"):
                reader.warn(line, f"HTML does not print: {child.content}", "write it without")
            case "image":
                reader.warn(
                    line, "a picture prints on a line of its own", "put empty lines around it"
                )
            case "s_open":
                struck = _until(token, i, "s_close")
                found = f"~~{struck}~~ prints without the line through it"
                reader.warn(line, found, "take these words out, or say that they do not apply")
            case "link_open":
                _link(child, _until(token, i, "link_close"), line, reader)
            case "s_close" | "link_close" | "html_inline":
                pass
            case _:
                found = f"Markdown's {child.type.replace('_', ' ')} does not print"
                reader.warn(line, found, "write it as a text")
    text = marked(said) or "".join(words for words, _ in said)
    return re.sub(r" {2,}", " ", text).strip()


def _link(link: "Token", words: str, line: int, reader: Reader) -> None:
    """Note which definition a link names; warn of a web address that its words do not show.

    Links into the file and to others (`#set-up`) serve its readers on the web.
    """
    from markdown_it.common.normalize_url import normalizeLinkText

    reader.used.add(str(link.meta.get("label", "")))
    address = str(link.attrs.get("href", ""))
    if link.markup == "autolink" or not _WEB.match(address):
        return
    readable = normalizeLinkText(address)
    if not any(_shows(words, each) for each in (address, readable)):
        shown = _without_scheme(readable).replace(" ", "%20")
        found = f"the address {address} does not print, only {words!r}"
        reader.warn(line, found, f"write it out: {words} ({shown})" if words else "write it out")


def _shows(words: str, address: str) -> bool:
    """Whether words hold a web address; its host in any case, signs encoded (%C3%A4) or not."""
    bare = _without_scheme(address)
    host = re.split("[/?#]", bare, maxsplit=1)[0]
    rest = bare[len(host) :]
    wanted = f"(?i:{re.escape(unquote(host))}){re.escape(unquote(rest))}"
    return re.search(wanted, unquote(words)) is not None


def _without_scheme(address: str) -> str:
    return _WEB.sub("", address, count=1).rstrip("/")


def _until(token: "Token", i: int, closes: str) -> str:
    """The words between child `i` of a text and the next one of type `closes`."""
    words: list[str] = []
    for child in (token.children or [])[i + 1 :]:
        if child.type == closes:
            break
        words.append(child.content)
    return "".join(words)


def _literal(text: str) -> str:
    return _MARKED.sub(r"\\\1", text)


def _picture(token: "Token", line: int, reader: Reader) -> Shown | None:
    """The picture of a paragraph that is nothing else."""
    seen = [c for c in token.children or () if c.type != "text" or c.content.strip()]
    if len(seen) != 1 or seen[0].type != "image":
        return None
    image = seen[0]
    address, caption = str(image.attrs.get("src", "")), str(image.attrs.get("title", ""))
    try:
        return picture_of(address, image.content, caption)
    except NotShown as fault:
        reader.warn(line, f"the picture {address!r}: {fault}", fault.fix)
        return Shown("file", address.partition("#")[0], alt=image.content, caption=caption)


def parts(blocks: Sequence[Block], begin: str, until: str) -> list[Block] | str:
    """The blocks from heading `begin` on, up to heading `until`; else the name that is missing.

    The title, a first heading of the first level, is left out.
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
