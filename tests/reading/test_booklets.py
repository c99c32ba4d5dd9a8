"""Booklets, and the messages about rule sheets that cannot be booklets."""

from pathlib import Path

import pytest

from generator.model.pack import Component
from generator.reading.door import open_pack

HEAD = "protoplay: 1\nname: Folds\nplayers: 2\ncomponents:\n  book:\n"
FRONT = "    front: {use: rules, pages: 6}\n"


def opened(folder: Path, part: str) -> tuple[Component | None, list[str]]:
    (folder / "game.yaml").write_text(HEAD + "    booklet: true\n" + part, "utf-8")
    (folder / "RULES.md").write_text("# Folds\n\nWords.\n", "utf-8")
    pack, problems = open_pack(folder)
    return pack.component("book") if pack else None, [str(problem) for problem in problems]


def test_a_booklet_has_a_folded_leaf_for_each_four_of_its_pages(tmp_path: Path) -> None:
    book, told = opened(tmp_path, "    size: a6\n    count: 3\n" + FRONT)
    assert book is not None and told == []
    assert (book.shape.width, book.shape.height) == (210, 148)
    assert [panel.width for panel in book.shape.panels] == [105, 105]
    assert book.back is book.front
    assert book.safe == 3.0
    assert [(row.id, row.name, row.count, row.leaf) for row in book.rows] == [
        ("book-leaf-1", "Book, leaf 1 of 2", 3, (0, 2)),
        ("book-leaf-2", "Book, leaf 2 of 2", 3, (1, 2)),
    ]


def test_each_row_is_a_booklet_of_its_own(tmp_path: Path) -> None:
    part = (
        "    size: a6\n    rows: [{file: RULES.md, n: 4}, {file: SOLO.md, n: 8}]\n"
        '    piece: "{{ file }}"\n'
        '    front: {use: rules, file: "{{ file }}", pages: "{{ n }}"}\n'
    )
    book, told = opened(tmp_path, part)
    assert book is not None and told == []
    leaves = [(row.id, row.leaf) for row in book.rows]
    assert leaves == [("rules-md", (0, 1)), ("solo-md-leaf-1", (0, 2)), ("solo-md-leaf-2", (1, 2))]


def test_pages_on_their_side_are_folded_at_their_short_edge(tmp_path: Path) -> None:
    book, told = opened(tmp_path, "    size: a6\n    landscape: true\n" + FRONT)
    assert book is not None and told == []
    assert (book.shape.width, book.shape.height) == (296, 105)
    assert {panel.y for panel in book.shape.panels} == {0.0}


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("    size: a6\n    front: {use: card}\n",
         "6:14: error: a booklet must be a rule sheet, but its front is use: card "
         '(write front: {use: rules}, or remove "booklet")'),
        ("    size: a6\n",
         "6:14: error: a booklet must be a rule sheet, but it has no front "
         '(write front: {use: rules}, or remove "booklet")'),
        ("    shape: {circle: 80mm}\n" + FRONT,
         "7:12: error: the pages of a booklet must be rectangular "
         "(write the size of a page, such as size: a5)"),
        ("    size: hex-card\n" + FRONT,
         "7:11: error: the pages of a booklet must be rectangular "
         "(write the size of a page, such as size: a5)"),
        ("    shape: {folded: [80mm, 90mm]}\n" + FRONT,
         "7:12: error: the pages of a booklet must be rectangular, and a folded leaf "
         "cannot be a page "
         "(write shape: {rect: [80mm, 90mm]})"),
        ("    shape: {board: [80mm, 90mm]}\n" + FRONT,
         "7:12: error: a booklet is folded and cannot be cut over several sheets "
         '(write "rect" instead of "board")'),
        ("    size: a6\n    tile_pages: true\n" + FRONT,
         "8:17: error: a booklet is folded and cannot be cut over several sheets "
         '(remove "tile_pages")'),
        ("    size: a6\n" + FRONT + "    back: {use: back}\n",
         "9:11: error: a booklet takes no back: the front draws all pages "
         '(remove "back")'),
        ("    size: a6\n    front: {use: rules, page: 1}\n",
         '8:31: error: a booklet numbers its pages itself (remove "page", and rows that stand for '
         'leaves; set "pages" to change the number of pages)'),
        ("    size: a6\n    front: {use: rules, pages: many}\n",
         "8:32: error: a booklet cannot have 'many' pages "
         "(write a whole number from 1 to 100)"),
        ("    size: a6\n    front: {use: rules, pages: 101}\n",
         "8:32: error: a booklet cannot have 101 pages "
         "(write a whole number from 1 to 100)"),
        ('    size: a6\n    front: {use: rules, pages: "{{ n }}"}\n',
         '8:32: error: unknown name "n"'),
    ],
)  # fmt: skip
def test_components_that_cannot_be_booklets_are_reported(
    tmp_path: Path, part: str, told: str
) -> None:
    _, found = opened(tmp_path, part)
    assert len(found) == 1 and found[0].startswith(f"game.yaml:{told}")
