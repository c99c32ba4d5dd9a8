"""Markdown read into blocks: headings, paragraphs, list items, quotes, tables and pictures.

In: the text of a Markdown file. Out: `Block`s whose texts carry our own markup (`text.py`), each
with the line of the file it begins at. What cannot be printed is told to the caller.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, cast

from generator.press.face.text import Align

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Kind = Literal["head", "words", "item", "table", "picture", "rule"]
Warn = Callable[[int, str, str], None]  # line, what was found, a fix
_MARKED = re.compile(r"([*\\])")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list item, table, picture or rule, and the file's line it begins at.

    Texts carry our own markup. `rows` of a table begin with its head.
    """

    kind: Kind
    line: int
    text: str = ""
    level: int = 0  # of a heading, or how deep a list is nested
    marker: str = ""  # before a list item: "•", "3."
    quoted: bool = False
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: tuple[Align, ...] = ()


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def read(text: str, warn: Warn) -> list[Block]:
    """The blocks of a Markdown text; `warn(line, found, fix)` is told what does not print."""
    blocks: list[Block] = []
    tokens = iter(_parser().parse(text))
    lists: list[int | None] = []  # the next number of each open list; None for bullets
    marker, quotes = "", 0
    for token in tokens:
        line = token.map[0] + 1 if token.map else 0
        match token.type:
            case "heading_open":
                level = min(int(token.tag[1:]), 3)
                blocks.append(Block("head", line, _inline(next(tokens), warn), level))
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
                inline = next(tokens)
                picture = _picture(inline)
                if picture:
                    blocks.append(Block("picture", line, picture))
                    continue
                kind: Kind = "item" if lists else "words"
                said = _inline(inline, warn)
                blocks.append(Block(kind, line, said, len(lists), marker, quotes > 0))
                marker = ""
            case "fence" | "code_block":
                said = "\n".join(map(_literal, token.content.rstrip("\n").split("\n")))
                blocks.append(Block("words", line, said, 1))
            case "table_open":
                blocks.append(_table(tokens, line, warn))
            case "hr":
                blocks.append(Block("rule", line))
            case "html_block" if _without_comments(token.content).strip():
                warn(line, "HTML in Markdown does not print", "write it without")
    return [block for block in blocks if block.text or block.rows or block.kind == "rule"]


def _without_comments(html: str) -> str:
    parts = html.split("<!--")
    return parts[0] + "".join(part.partition("-->")[2] for part in parts[1:])


def _table(tokens: Iterator["Token"], line: int, warn: Warn) -> Block:
    rows: list[tuple[str, ...]] = []
    aligns: list[Align] = []
    row: list[str] = []
    for token in tokens:
        match token.type:
            case "table_close":
                break
            case "th_open":
                written = str(token.attrs.get("style", "")).rpartition(":")[2] or "left"
                aligns.append(cast(Align, written))
            case "inline":
                row.append(_inline(token, warn))
            case "tr_close":
                rows.append(tuple(row))
                row = []
    return Block("table", line, rows=tuple(rows), aligns=tuple(aligns))


def _inline(token: "Token", warn: Warn) -> str:
    """Words and emphasis in our own markup."""
    line = token.map[0] + 1 if token.map else 0
    said: list[str] = []

    def mark(text: str) -> None:
        # Two marks side by side would read as another one.
        said.append("\u200b" + text if "".join(said[-2:]).endswith("*") else text)

    for child in token.children or ():
        match child.type:
            case "text" | "code_inline":
                said.append(_literal(child.content))
            case "softbreak":
                said.append(" ")
            case "hardbreak":
                said.append("\n")
            case "strong_open" | "strong_close":
                mark("**")
            case "em_open" | "em_close":
                mark("*")
            case "html_inline" if re.fullmatch(r"<br\s*/?>", child.content, re.I):
                said.append("\n")
            case "html_inline" if not child.content.startswith("<!--"):
                warn(line, f"HTML does not print: {child.content}", "write it without")
            case "image":
                warn(line, "a picture prints on a line of its own", "put empty lines around it")
    return re.sub(r" {2,}", " ", "".join(said)).strip()


def _literal(text: str) -> str:
    return _MARKED.sub(r"\\\1", text)


def _picture(token: "Token") -> str:
    """The file of a paragraph that is one picture."""
    seen = [c for c in token.children or () if c.type != "text" or c.content.strip()]
    if len(seen) == 1 and seen[0].type == "image":
        return str(seen[0].attrs.get("src", ""))
    return ""


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
