"""Shorter page contents: the same picture, the same text, in fewer bytes."""

from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.options import BuildOptions
from generator.press.out.shorter_text import is_plain, renamed, shortened
from generator.reading.door import open_pack

# At a size of 10 points a thousandth of an em is 0.01 points.
LETTER = b"q 2 0 0 -2 %b 50 cm/c1 cs 1 scn\nBT 0 Tr/f0 5 Tf 1 0 0 -1 0 0 Tm(%b)Tj\nET\nQ\n"
WIDTHS = {b"f0": {1: 600.0, 2: 500.0, 40: 300.0}}


def test_letters_of_a_line_become_one_text() -> None:
    content = (
        LETTER % (b"10", rb"\000\001") + LETTER % (b"16", rb"\000\002")
        + LETTER % (b"20.8", rb"\000\(") + b"Q\n"
    )  # fmt: skip
    assert shortened(content, WIDTHS) == (
        b"q 2 0 0 -2 10 50 cm/c1 cs 1 scn\nBT 0 Tr/f0 5 Tf 1 0 0 -1 0 0 Tm"
        b"[<00010002>20<0028>]TJ\nET\nQ\nQ\n"
    )


def test_unknown_parts_are_kept() -> None:
    for odd in (rb"\000\011", rb"\001", rb"abc"):
        content = LETTER % (b"10", rb"\000\001") + LETTER % (b"16", odd)
        assert shortened(content, WIDTHS) == content
    other = LETTER.replace(b"f0", b"f7") % (b"10", rb"\000\001")
    assert shortened(other, WIDTHS) == other
    assert not is_plain(other) and is_plain(b"/c0 cs 0 0 m")
    assert renamed(b"/c0 cs/c1 CS /x12 Do", {b"c0": b"c5", b"x12": b"x1"}) == (
        b"/c5 cs/c1 CS /x1 Do"
    )


GAME = """protoplay: 1
name: Deck
players: 2
components:
  cards:
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", icon: star, text: "{{ text }}", colour: "#336699"}
"""


def test_a_sheet_has_the_look_and_text_of_its_faces(tmp_path: Path, monkeypatch) -> None:
    rows = "".join(f"Card {i},Draw *{i}* cards (or none) at 1/2.\n" for i in range(9))
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "cards.csv").write_text("name,text\n" + rows, "utf-8")
    pack, _ = open_pack(tmp_path)
    assert pack is not None
    seen = []
    for way in ("words of ours", "words of typst", "letters one by one"):
        if way == "words of typst":
            monkeypatch.setattr(
                "generator.press.out.upright_text.TextSplitter.layers", lambda _, svg, *__: [svg]
            )
        if way == "letters one by one":
            monkeypatch.setattr(
                "generator.press.out.pdf_forms.shortened", lambda content, _: content
            )
        (file,) = build(pack, BuildOptions(out=tmp_path / way), Problems()).files
        document = pypdfium2.PdfDocument(file)
        picture = np.asarray(document[0].render(scale=6).to_pil().reduce(2).convert("L")).astype(
            int
        )
        seen.append((picture, document[0].get_textpage().get_text_range(), file.stat().st_size))
        document.close()
    one, said, least = seen[0]
    # A form's box smooths the edge of the block once more; all within is alike.
    rows_, columns = (
        np.flatnonzero((one < 128).sum(1) > 900),
        np.flatnonzero((one < 128).sum(0) > 900),
    )
    inside = (slice(rows_[0] + 3, rows_[-1] - 2), slice(columns[0] + 3, columns[-1] - 2))
    one = one[inside]
    assert one.size > 1_000_000
    assert "Draw 3 cards (or none) at 1/2." in said.replace("\r\n", " ")
    for other, words, _ in seen[1:]:
        odd = np.argwhere(abs(one - other[inside]) > 40)
        assert len(odd) < 20 and (abs(one - other[inside]) > 8).mean() < 1e-4, odd
        assert words == said
    assert least < seen[1][2] < seen[2][2] * 0.75


def test_another_card_adds_less_than_half_a_kilobyte(tmp_path: Path) -> None:
    """A thousand cards fit into 0.8 MB: words are shown glyph by glyph, drawings stored once."""
    sizes = []
    for n in (30, 120):
        rows = "".join(
            f"Card {i},Draw *{i}* cards before {i * 7 % 50} other players may take theirs.\n"
            for i in range(n)
        )
        (tmp_path / "game.yaml").write_text(GAME, "utf-8")
        (tmp_path / "cards.csv").write_text("name,text\n" + rows, "utf-8")
        pack, _ = open_pack(tmp_path)
        assert pack is not None
        (file,) = build(pack, BuildOptions(out=tmp_path / str(n)), Problems()).files
        sizes.append(file.stat().st_size)
    assert (sizes[1] - sizes[0]) / 90 < 500 and sizes[0] < 80_000, sizes


def test_the_header_states_the_pdf_version_of_the_content(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "cards.csv").write_text("name,text\nOne,Draw.\n", "utf-8")
    pack, _ = open_pack(tmp_path)
    assert pack is not None
    (file,) = build(pack, BuildOptions(out=tmp_path / "out"), Problems()).files
    assert file.read_bytes().startswith(b"%PDF-1.7")
    with pikepdf.open(file) as document:  # transparency groups need 1.4, ICC profiles of typst 1.7
        assert document.pdf_version == "1.7"
