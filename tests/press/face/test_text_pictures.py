"""Faces and drawings within a rule sheet: rows, beside text, in sentences, as a web page."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.model.pack import Pack, Shape
from generator.model.problems import Problems
from generator.press.build import build
from generator.press.face.face import Face, FaceMaker, FaceOptions
from generator.press.options import BuildOptions
from generator.press.out.cache import KeptFaces
from generator.press.pieces.expand import expand
from generator.press.text.fonts import types_of
from generator.press.text.leaflet import Layouter
from generator.press.text.markdown import read
from generator.press.text.strips import Flow, Frame, all_strips
from generator.press.text.text_box import Setter
from generator.press.text.text_pictures import BadPicture, PictureRef, picture_of, piece_of
from tests.handmade import component, lines, pack, spec

A5 = Shape("rect", 148.0, 210.0)
CARD = Shape("rect", 40.0, 60.0)
DRAWINGS = """
def steps(draw, n="2"):
    drawing = draw.drawing(50, 20)
    for i in range(int(n)):
        drawing.add(draw.piece("cards/row-1", 20 * i, 0, 10))
    drawing.add(draw.textbox("steps", 0, 15, 50, 5, size=8))
    return drawing

def mirror(draw):
    drawing = draw.drawing(20, 20)
    drawing.add(draw.piece("sheet/row-1", 0, 0, 10))
    return drawing
"""


def made(folder: Path, text: str, pages: int = 1, **slots: object) -> Pack:
    """A pack of two cards and a rule sheet."""
    (folder / "RULES.md").write_text(f"# T\n\n{text}\n", "utf-8")
    (folder / "drawings.py").write_text(DRAWINGS, "utf-8")
    cards = component("cards", CARD, spec("use", "card", title="Fox"), fields=({}, {"count": 0}))
    sides = [spec("use", "rules", page=i + 1, pages=pages, **slots) for i in range(pages)]  # type: ignore[arg-type]
    return pack(cards, component("sheet", A5, *sides), folder=folder)


def front(folder: Path, text: str, options: FaceOptions | None = None) -> tuple[Face, list[str]]:
    drawn, problems = made(folder, text), Problems()
    sheet = next(p for p in expand(drawn, problems) if p.component.id == "sheet")
    face = FaceMaker(drawn, problems, options).face(sheet, "front")
    assert face is not None
    return face, [line.replace(f"{folder}/", "") for line in lines(problems)]


def flow_of(text: str, frame: Frame, pages: int, size: float = 10.0) -> Flow:
    drawn, problems = pack(component("p", A5, spec("use", "rules"))), Problems()
    setter = Setter(types_of(drawn, problems), (), drawn.keywords)
    layouter = Layouter(setter, "body", lambda shown, line: (30.0, 40.0))
    blocks = read(text, lambda *told: None)
    return layouter.flow(blocks, frame, pages, size, size)


# ---- reading


def test_a_piece_is_read_with_its_side_width_and_turn() -> None:
    assert piece_of("tiles/a back 24mm 90deg") == PictureRef(
        "piece", "tiles/a", (), "back", 90.0, 24.0
    )
    for wrong in ("", "tiles/a bcak", "tiles/a 0mm"):
        with pytest.raises(BadPicture):
            piece_of(wrong)


def test_a_picture_is_read_with_its_slots_and_place() -> None:
    shown = picture_of("draw:push?n=3&side=left#right,45mm", "alt", "below")
    assert shown == PictureRef(
        "draw", "push", (("n", "3"), ("side", "left")), "front", 0.0, 45.0, "right", "alt", "below"
    )
    assert picture_of("a%20b.svg#left", "", "").name == "a b.svg"
    with pytest.raises(BadPicture, match="'rihgt' is unknown") as fault:
        picture_of("a.svg#rihgt", "", "")
    assert 'did you mean "right"?' in fault.value.fix


def test_faces_can_be_beside_a_text_in_a_row_or_in_a_sentence() -> None:
    text = "- :piece[a/b]: led\n\n:piece[a/b]: :piece[a/c back]:\n\nin :piece[a/b]: it\n"
    led, row, inline = read(text, lambda *told: None, lambda shown, line: "face-1")
    assert (led.kind, led.text, [s.name for s in led.pictures]) == ("item", "led", ["a/b"])
    assert (row.kind, [s.side for s in row.pictures]) == ("faces", ["front", "back"])
    assert (inline.kind, inline.text, inline.pictures) == ("words", "in :face-1: it", ())


def test_a_misspelled_layout_comment_is_reported() -> None:
    told: list[str] = []
    text = "<!-- pgae -->\n\n<!-- a remark -->\n\n<!-- columns: 9 -->\n"
    assert read(text, lambda line, found, fix: told.append(f"{line}: {found} {fix}")) == []
    assert [line[:2] for line in told] == ["1:", "5:"] and 'did you mean "page"?' in told[0]


# ---- on paper


def test_a_sheet_shows_faces_of_the_pack_even_those_that_are_not_printed(tmp_path: Path) -> None:
    text = "- :piece[cards/row-1]: led\n\n:piece[cards/row-2 20mm]:\n\nin :piece[cards/row-1]: it"
    face, told = front(tmp_path, text)
    assert told == [] and face.borrows
    assert face.svg.count(">Fox<") == 3 and face.svg.count("clip-path") == 3
    ids = [e.get("id") for e in ElementTree.fromstring(face.svg).iter() if e.get("id")]
    assert len(set(ids)) == 1  # the three are alike, so their names may be


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (":piece[cards/row-9]:", "no piece 'cards/row-9' (did you mean \"cards/row-"),
        ("in :piece[cards/row-9]: it", "no piece 'cards/row-9'"),
        (":piece[cards/row-1 back]:", "cards/row-1 has no back"),
        (":piece[sheet/row-1]:", "sheet/row-1 shows itself"),
        ("![m](draw:mirror)", "sheet/row-1 shows itself"),
        ("![s](draw:stpes)", "drawings.py has no function 'stpes'"),
        ("![s](draw:steps?m=1)", "steps() has no parameter for the slot 'm'"),
        (":piece[cards/row-1 bcak]:", "'bcak' is unknown"),
    ],
)
def test_wrong_pictures_are_reported_at_their_line(tmp_path: Path, text: str, told: str) -> None:
    _, found = front(tmp_path, f"One.\n\n{text}")
    assert found and all(line.startswith("RULES.md:5") for line in found[:1]), found
    assert told in found[0]


def test_a_function_draws_a_picture_of_faces_and_words(tmp_path: Path) -> None:
    face, told = front(tmp_path, "![Two](draw:steps?n=3#right,40mm)\n\nBeside it.")
    assert told == []
    assert face.svg.count(">Fox<") == 3 and face.svg.count(">steps<") == 1
    # A crossed box stands for it where no program may run, and nothing is run.
    bare, told = front(tmp_path, "![Two](draw:steps?n=3)", FaceOptions(programs=False))
    assert told == [] and "steps" not in bare.svg and "#cc0066" in bare.svg


def test_text_is_set_beside_a_picture_and_continues_below_it() -> None:
    words = "Word after word. " * 12
    text = f"![x](draw:y#right)\n\n{words}\n\n{words}\n\n{words}\n"
    flow = flow_of(text, Frame(100.0, 200.0), 1)
    first, *rest = flow.pages[0]
    assert first.strip.height >= 40.0 and len(first.strip.pictures) == 1
    (picture,) = first.strip.pictures
    beside = [put for put in all_strips([first]) if put is not first]
    assert beside and all(
        put.x + word.wrapped.width <= picture.x + 1e-6 for put in beside for word in put.strip.words
    )
    assert rest and all(word.wrapped.width > 90 for put in rest for word in put.strip.words)


def test_columns_have_equal_height_and_pages_end_at_page_breaks() -> None:
    items = "".join(f"- item {i} {'word ' * 12}\n" for i in range(8))
    text = f"One.\n\n<!-- columns: 2 -->\n\n{items}\n<!-- columns: 1 -->\n\nTwo.\n"
    text += "\n<!-- page -->\n\nX."
    flow = flow_of(text, Frame(110.0, 150.0), 3)
    assert flow.is_whole and flow.needed == 2
    columns = [[p for p in flow.pages[0] if p.x == x] for x in sorted({p.x for p in flow.pages[0]})]
    assert len(columns) == 2
    ends = [max(p.y + p.strip.height for p in c if p.strip.line < 14) for c in columns]
    assert abs(ends[0] - ends[1]) < 12
    assert len(flow.pages[1]) == 1 and not flow.pages[2]


@pytest.mark.parametrize("height", range(60, 180, 7))
def test_no_page_ends_inside_a_paragraph_or_after_a_heading(height: int) -> None:
    text = "".join(
        f"## Head {i}\n\n{'word ' * 50}\n\nLeads to:\n\n- one\n- two {'word ' * 25}\n\n"
        f"<!-- together -->\n\n![p](draw:p)\n\nSays {i}.\n\n<!-- /together -->\n\n"
        for i in range(6)
    )
    flow = flow_of(text, Frame(90.0, float(height)), 20, 9.0)
    assert flow.is_whole
    pages = [page for page in flow.pages if page]
    assert len(pages) > 3
    for one, other in pairwise(pages):
        assert one[-1].strip.line != other[0].strip.line
        assert one[-1].strip.look != "head" and not one[-1].strip.pictures


def test_a_table_that_continues_repeats_its_head() -> None:
    rows = "".join(f"| {i} | b |\n" for i in range(40))
    flow = flow_of(f"| one | two |\n|---|---|\n{rows}", Frame(90.0, 80.0), 9)
    pages = [page for page in flow.pages if page]
    assert flow.is_whole and len(pages) > 2
    assert all(page[0].strip.look == "title row" for page in pages)
    told = [put.strip.line for page in pages for put in page[1:]]
    assert told == sorted(set(told)) and len(told) == 40


def test_a_sheet_with_faces_is_drawn_again_when_these_have_changed(tmp_path: Path) -> None:
    kept, problems = KeptFaces(), Problems()
    drawn = made(tmp_path, "in :piece[cards/row-1]: it")
    pieces = tuple(expand(drawn, problems))
    for _ in range(2):
        faces = kept.draw(pieces, FaceMaker(drawn, problems))
    sheet = [face for piece, _, face in faces if piece.component.id == "sheet"]
    assert [face.borrows for face in sheet] == [True]
    assert not any(face.borrows for group in kept._faces.values() for face in group.values())


# ---- as a web page


def test_the_rules_are_one_page_for_the_web(tmp_path: Path) -> None:
    text = (
        "## Turn & *more*\n\n![Two <steps>](draw:steps#right)\n\nBeside **it**.\n\n"
        "- :piece[cards/row-1]: led :coin:\n- plain\n  1. deep\n\n> said\n\n"
        "| a | b |\n|---|--:|\n| 1 | 2 |\n\n<!-- columns: 2 -->\n\n- x\n\n"
        "<!-- columns: 1 -->\n\n---\n"
    )
    drawn, problems = made(tmp_path, text, 2, title="T", until=""), Problems()
    done = build(drawn, BuildOptions(out=tmp_path / "out", formats=("html",)), problems)
    assert ["page 2 is empty" in line for line in lines(problems)] == [True]
    (file,) = done.files  # one text, though it prints on two sides
    assert file.name == "handmade-rules.html"
    page = file.read_text("utf-8")
    plain = re.sub(r'xmlns(:\w+)?="[^"]*"|http-equiv', "", page)
    assert "http" not in plain  # nothing is fetched
    body = page.partition("<body>")[2].partition("</body>")[0]
    tree = ElementTree.fromstring(
        f"<body>{body}</body>".replace("<br>", "<br/>").replace("<hr>", "<hr/>")
    )
    heads = [(e.tag, "".join(e.itertext())) for e in tree.iter() if e.tag in ("h1", "h2", "h3")]
    assert heads == [("h1", "T"), ("h2", "Turn & more")]
    links = [a.get("href", "")[1:] for a in tree.iter("a")]
    assert links == [e.get("id") for e in tree.iter("h2")]
    labels = [e.get("aria-label") for e in tree.iter() if e.get("role") == "img"]
    assert labels == ["Two <steps>", "row-1", "coin"]
    used = {e.get("href", "")[1:] for e in tree.iter() if e.tag.endswith("use")}
    ids = {e.get("id") for e in tree.iter()}
    assert used <= ids and sum(name.startswith("g-") for name in used) == 2
    (face,) = (e for e in tree.iter() if str(e.get("id")).startswith("b-"))
    assert page.count(f'href="#{face.get("id")}"') == 3  # drawn once, shown three times
    assert [("".join(e.itertext()), e.get("class")) for e in tree.iter("td")] == [
        ("1", None),
        ("2", "right"),
    ]
    assert tree.find(".//ul/ol/li") is not None and tree.find(".//blockquote/p") is not None


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("cards/night-heron", 'did you mean "cards/grey-heron"?'),
        ("grey-hern", 'did you mean "cards/grey-heron"?'),
        ("herons/grey-heron", 'did you mean "cards/grey-heron"?'),
        ("cards/zzz", "known: cards/grey-heron, cards/mallard"),
    ],
)
def test_an_unknown_piece_is_reported_with_a_similar_one(
    asked: str, hint: str, tmp_path: Path
) -> None:
    (tmp_path / "RULES.md").write_text(f"# T\n\nSee :piece[{asked}]: there.\n", "utf-8")
    cards, birds = (
        component(name, CARD, spec("use", "card", title="Fox"), fields=[{"id": id} for id in ids])
        for name, ids in (("cards", ("grey-heron", "mallard")), ("birds", ("night-owl",)))
    )
    told = draw_all(
        pack(cards, birds, component("sheet", A5, spec("use", "rules")), folder=tmp_path)
    )
    assert len(told) == 1 and f"there is no piece '{asked}' ({hint}" in told[0], told


def test_a_reference_to_a_piece_on_a_card_is_reported() -> None:
    card = component("cards", CARD, spec("use", "card", text="See :piece[cards/row-1]: now"))
    (told,) = draw_all(pack(card))
    assert told == (
        "game.yaml:10:7: warning: cards/row-1, front: 'See :piece[cards/row-1]: now' prints "
        ":piece[cards/row-1]: as text: only rule sheets show faces "
        "(use an icon, or draw.piece() in a template; write \\: to print the words)"
    )
    spared = component("cards", CARD, spec("use", "card", text=r"\:piece[cards/row-1]: is said"))
    assert draw_all(pack(spared)) == []


def draw_all(drawn: Pack) -> list[str]:
    """Return the reports about every front."""
    problems = Problems()
    maker = FaceMaker(drawn, problems)
    for piece in expand(drawn, problems):
        maker.face(piece, "front")
    return lines(problems)
