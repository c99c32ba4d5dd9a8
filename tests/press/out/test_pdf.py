"""The PDF as a printer and a reader see it: sizes, boxes, fonts, text, pixels, bytes."""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image

from generator.model.pack import Component, FaceSpec, Pack, Row, Shape, Side
from generator.model.problems import Place, Problems
from generator.press import calibrate
from generator.press.calibrate import calibration_pdf
from generator.press.face.face import Face
from generator.press.out import face_forms
from generator.press.out.face_forms import Press
from generator.press.out.to_pdf import PLAIN, PageStyle, sheets_pdf
from generator.press.out.to_png import face_png
from generator.press.pieces.expand import Piece
from generator.press.sheet.impose import Layout, Sheet, impose
from generator.press.sheet.papers import paper_of
from generator.reading.door import open_pack
from generator.reading.fonts import default_font

HERE = Place("cards.csv", 7, 1)
SPEC = FaceSpec("use", "card", {}, HERE)
A4 = paper_of("a4")


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("game")
    (folder / "game.yaml").write_text(
        "protoplay: 1\nname: Tiny\nplayers: 2-4\ncomponents:\n"
        "  cards: {title: Cards, size: poker, front: {use: card, title: A}}\n",
        "utf-8",
    )
    opened, problems = open_pack(str(folder))
    assert opened is not None, [str(p) for p in problems]
    return opened


def drawn(width: float, height: float, bleed: float, body: str) -> Face:
    box = f"{-bleed} {-bleed} {width + 2 * bleed} {height + 2 * bleed}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" '
        f'width="{width + 2 * bleed}mm" height="{height + 2 * bleed}mm">{body}</svg>'
    )
    digest = hashlib.sha256(svg.encode()).hexdigest()
    return Face(svg, width + 2 * bleed, height + 2 * bleed, bleed, digest)


def deck(shape: Shape, n: int, bleed: float = 2.0, back_bleed: float = 3.0, copies: int = 1):
    rows = tuple(Row(f"r{i}", f"row {i}", {}, copies, HERE) for i in range(n))
    component = Component(
        "cards", "Cards", shape, bleed, back_bleed, 3.0, SPEC, SPEC, rows, HERE, tile_pages=True
    )
    return [Piece(component, r, f"cards/{r.id}", r.name, r.count, {}) for r in rows]


def printed(
    pack: Pack,
    pieces: list[Piece],
    faces: dict[tuple[str, Side], Face],
    layout: Layout,
    press: Press | None = None,
    style: PageStyle | None = None,
) -> bytes:
    problems = Problems()
    sheets: list[Sheet] = impose(pieces, layout, problems)
    forms = (press or Press()).forms([(f, HERE) for f in faces.values()], pack, problems)
    assert not len(problems), [str(p) for p in problems]
    return sheets_pdf(sheets, faces, forms, pack, style)


def pictures(pdf: bytes, dpi: float) -> list[np.ndarray]:
    document = pypdfium2.PdfDocument(pdf)
    pages = []
    for i in range(len(document)):
        page = document[i]
        drawn_page = page.render(scale=dpi / 72, grayscale=True)
        pages.append(drawn_page.to_numpy().reshape(drawn_page.height, -1).copy())
        drawn_page.close()
        page.close()
    document.close()
    return pages


WORDS = ("river", "grove", "bush", "lion", "bird", "jeep")


def wordy(i: int, width: float = 63, height: float = 88) -> Face:
    text = f"Card {i} {WORDS[i % 6]}"
    return drawn(
        width, height, 2,
        f'<rect x="-2" y="-2" width="{width + 4}" height="{height + 4}" fill="#ddd"/>'
        f'<g font-family="Source Sans Pro" font-size="6"><text x="5" y="20">{text}</text>'
        '<text x="5" y="40" font-weight="700">Bold</text></g>',
    )  # fmt: skip


@pytest.fixture(scope="module")
def cards(pack: Pack) -> tuple[list[Piece], dict[tuple[str, Side], Face]]:
    pieces = deck(Shape("rect", 63, 88), 12)
    faces: dict[tuple[str, Side], Face] = {}
    for i, piece in enumerate(pieces):
        faces[piece.id, "front"] = wordy(i)
        faces[piece.id, "back"] = drawn(63, 88, 3, '<rect width="63" height="88" fill="#246"/>')
    return pieces, faces


def test_a_length_of_63_mm_measures_63_mm_in_print(pack: Pack) -> None:
    (piece,) = deck(Shape("rect", 63, 88), 1)
    black = drawn(63, 88, 2, '<rect width="63" height="88"/>')
    faces = {(piece.id, "front"): black, (piece.id, "back"): black}
    pdf = printed(pack, [piece], faces, Layout(A4, backs="none"), style=PLAIN)
    (page,) = pictures(pdf, 600)
    mm = 25.4 / 600
    dark = page < 128
    assert dark.any(axis=0).sum() * mm == pytest.approx(63, abs=0.1)
    assert dark.any(axis=1).sum() * mm == pytest.approx(88, abs=0.1)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        left, bottom, right, top = (float(v) for v in document.pages[0].obj["/TrimBox"])
    assert (right - left) * 25.4 / 72 == pytest.approx(63, abs=0.001)
    assert (top - bottom) * 25.4 / 72 == pytest.approx(88, abs=0.001)
    first = np.argmax(dark.any(axis=0)) * mm
    assert first == pytest.approx(left * 25.4 / 72, abs=0.06)


HEX = Shape("hex", 50, 100 / sqrt(3))
LOP_SIDED = '<path d="M20 14H38V22H26V34H20Z"/>'


@pytest.mark.parametrize("shape", [Shape("rect", 63, 88), Shape("rect", 80, 45), HEX])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_backs_print_behind_their_fronts(
    pack: Pack, shape: Shape, orientation: str, backs: str
) -> None:
    pieces = deck(shape, 4)
    mirrored = f'<g transform="translate({shape.width} 0) scale(-1 1)">{LOP_SIDED}</g>'
    faces: dict[tuple[str, Side], Face] = {}
    for piece in pieces:
        faces[piece.id, "front"] = drawn(shape.width, shape.height, 2, LOP_SIDED)
        # A back whose ink would show through exactly where the front's is.
        faces[piece.id, "back"] = drawn(shape.width, shape.height, 3, mirrored)
    layout = Layout(A4, orientation, backs=backs)  # type: ignore[arg-type]
    front, back = pictures(printed(pack, pieces, faces, layout, style=PLAIN), 200)
    left_right = (backs == "short-edge") == (orientation == "landscape")
    behind = back[:, ::-1] if left_right else back[::-1, :]
    assert (front < 128).sum() > 1000
    assert ((front < 128) != (behind < 128)).sum() <= 0.01 * (front < 128).sum()


def test_gutterfold_backs_print_behind_their_fronts(pack: Pack) -> None:
    pieces = deck(Shape("rect", 63, 88), 3)
    mirrored = f'<g transform="translate(63 0) scale(-1 1)">{LOP_SIDED}</g>'
    faces: dict[tuple[str, Side], Face] = {}
    for piece in pieces:
        faces[piece.id, "front"] = drawn(63, 88, 2, LOP_SIDED)
        faces[piece.id, "back"] = drawn(63, 88, 3, mirrored)
    layout = Layout(A4, backs="gutterfold")
    pages = pictures(printed(pack, pieces, faces, layout, style=PLAIN), 200)
    dark = pages[0] < 128
    dark[len(dark) // 2 - 2 : len(dark) // 2 + 2] = False  # the fold's own marks
    folded = dark[::-1, :]
    assert dark.sum() > 1000
    assert (dark != folded).sum() <= 0.02 * dark.sum()


def fonts_of(document: pikepdf.Pdf) -> Iterator[pikepdf.Dictionary]:
    for thing in document.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
            yield thing


def is_embedded(font: pikepdf.Dictionary) -> bool:
    if "/DescendantFonts" in font:
        font = font["/DescendantFonts"][0]
    described = font.get("/FontDescriptor", {})
    return any(f"/FontFile{n}" in described for n in ("", "2", "3"))


def test_fonts_are_embedded_once_and_text_is_text(
    pack: Pack, cards: tuple[list[Piece], dict[tuple[str, Side], Face]]
) -> None:
    pdf = printed(pack, *cards, Layout(A4))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = [f for f in fonts_of(document) if f["/Subtype"] != "/CIDFontType2"]
        assert fonts and all(is_embedded(f) for f in fonts), [str(f) for f in fonts]
        composite = [str(f["/BaseFont"]) for f in fonts if f["/Subtype"] == "/Type0"]
        assert len(composite) == len(set(composite)) == 2  # regular and bold, each once
        assert document.check_pdf_syntax() == []
        assert document.docinfo["/Title"] == "Tiny"
        assert all("/TrimBox" in p.obj and "/BleedBox" in p.obj for p in document.pages)
    read = pypdfium2.PdfDocument(pdf)
    text = read[0].get_textpage().get_text_range()
    for i in range(9):
        assert f"Card {i} {WORDS[i % 6]}" in text
    assert "Tiny · Cards · sheet 1 of 2 · front" in text
    read.close()


def test_a_face_is_written_once_however_often_it_is_printed(pack: Pack) -> None:
    sizes = []
    for copies in (1, 40):
        (piece,) = deck(Shape("rect", 20, 20), 1, copies=copies)
        face = drawn(20, 20, 2, '<path d="M0 0' + "L3 4L9 2" * 2000 + '"/>')
        faces: dict[tuple[str, Side], Face] = {(piece.id, "front"): face}
        sizes.append(len(printed(pack, [piece], faces, Layout(A4, backs="none"))))
    assert sizes[1] - sizes[0] < 4000


def test_bytes_are_the_same_every_time(
    pack: Pack, cards: tuple[list[Piece], dict[tuple[str, Side], Face]]
) -> None:
    press = Press()
    first = printed(pack, *cards, Layout(A4), press)
    again = printed(pack, *cards, Layout(A4), press)
    fresh = printed(pack, *cards, Layout(A4))
    assert first == again == fresh


def test_a_kept_press_converts_only_new_faces(
    pack: Pack,
    cards: tuple[list[Piece], dict[tuple[str, Side], Face]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces, faces = cards
    press = Press()
    before = pictures(printed(pack, pieces, faces, Layout(A4), press), 60)
    jobs: list[int] = []
    typeset = face_forms._convert

    def counted(job: list[tuple[Face, Place]], fonts: str) -> object:
        jobs.append(len(job))
        return typeset(job, fonts)

    monkeypatch.setattr(face_forms, "_convert", counted)
    changed = {**faces, (pieces[3].id, "front"): wordy(99)}
    pdf = printed(pack, pieces, changed, Layout(A4), press)
    assert jobs == [1]
    after = pictures(pdf, 60)
    fresh = pictures(printed(pack, pieces, changed, Layout(A4)), 60)
    assert all((a == b).all() for a, b in zip(after, fresh, strict=True))
    assert (before[0] != after[0]).any()


def test_one_bad_face_is_named_and_the_others_are_converted(pack: Pack) -> None:
    good = [wordy(i) for i in range(5)]
    broken = Face("<svg", 67, 92, 2, "broken")
    problems = Problems()
    faces = [(f, Place("cards.csv", i, 1)) for i, f in enumerate([*good[:3], broken, *good[3:]])]
    forms = Press().forms(faces, pack, problems)
    assert set(forms) == {f.digest for f in good}
    (problem,) = problems.errors
    assert problem.place == Place("cards.csv", 3, 1)
    assert "cannot be printed" in problem.message


def test_a_face_that_takes_too_long_is_a_problem(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face_forms, "SECONDS_PER_JOB", 0.001)
    monkeypatch.setattr(face_forms, "SECONDS_PER_FACE", 0.0)
    problems = Problems()
    forms = Press().forms([(wordy(1), HERE)], pack, problems)
    assert not forms
    assert "takes longer" in str(problems.errors[0])


OFFSET = '<filter id="{}"><feOffset/></filter>'
SLOW_GROUP = '<g id="slow"><rect width="9" height="9"/></g>'


@pytest.mark.parametrize(
    ("body", "others", "most_waits"),
    [
        (OFFSET.format("slow"), [], 1),
        (OFFSET.format("slow"), [wordy(i) for i in range(20)], 2),
        (OFFSET.format("slow"), [drawn(60, 80, 2, OFFSET.format("quick"))], 2),
        # What is harmless and has a filter is tried by itself, and cleared; the rest is halved.
        (SLOW_GROUP, [drawn(60, 80, 2, OFFSET.format("quick"))], 2),
        (SLOW_GROUP, [drawn(60, 80, 2, OFFSET.format("quick")), *map(wordy, range(20))], 7),
        (SLOW_GROUP, [drawn(60, 80, 2, f'<g id="{i}"/>') for i in range(31)], 6),
    ],
    ids=["alone", "among words", "both filter", "other filters", "among many", "none filters"],
)
def test_only_a_face_that_is_slow_by_itself_is_reported(
    body: str, others: list[Face], most_waits: int, pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, started, waited = face_forms.subprocess.run, [], []

    def timed(*command: object, **how: object) -> object:
        started.append(how)
        if "slow" in str(how["input"]):
            waited.append(how)
            raise face_forms.subprocess.TimeoutExpired("typst", 30)
        return run(*command, **how)

    monkeypatch.setattr(face_forms.subprocess, "run", timed)
    slow = drawn(60, 80, 2, body)
    slow = replace(slow, images=(Path("art/fog.svg"), Path("art/tree.png")))
    problems = Problems()
    forms = Press().forms([(f, HERE) for f in (slow, *others)], pack, problems)
    assert set(forms) == {f.digest for f in others}
    assert len(waited) <= most_waits and len(started) <= 2 * most_waits
    (told,) = problems.errors
    assert ("s; filters that cover" in str(told)) == ("filter" in body)
    assert "fog.svg" in str(told)
    assert "tree" not in str(told)


def test_circular_references_between_objects_are_reported_quickly(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = pikepdf.new()
    document.add_blank_page()
    first = document.make_indirect(pikepdf.Dictionary())
    first.Next = document.make_indirect(pikepdf.Dictionary(Next=first))
    document.pages[0].obj.Contents = document.make_stream(b"")
    document.pages[0].obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(f=first))
    out = io.BytesIO()
    document.save(out)
    monkeypatch.setattr(
        face_forms,
        "_convert",
        lambda job, fonts: face_forms.Converted(((out.getvalue(), job),), ()),
    )
    problems = Problems()
    square = drawn(60, 80, 2, '<rect width="9" height="9"/>')
    assert not Press().forms([(square, HERE)], pack, problems)
    (told,) = problems.errors
    assert told.place == HERE and "refer to each other in a circle" in told.message


def test_groups_within_groups_print_or_are_reported(pack: Pack) -> None:
    """The viewer draws nothing that is nested too deeply."""
    problems = Problems()

    def nested(n: int) -> Face:
        ink = '<rect width="60" height="80"/>'
        return drawn(60, 80, 0, '<g opacity="0.99">' * n + ink + "</g>" * n)

    deep, deeper, deepest = nested(16), nested(17), nested(200)
    forms = Press().forms([(f, HERE) for f in (deep, deeper, deepest)], pack, problems)
    assert set(forms) == {deep.digest}
    assert [str(p).split(" deep, ")[0].rpartition(" ")[2] for p in problems] == ["34", "400"]
    (piece,) = deck(Shape("rect", 60, 80), 1, 0)
    page, _ = pictures(printed(pack, [piece], {(piece.id, "front"): deep}, Layout(A4)), 30)
    assert (page < 128).mean() > 0.05


def test_without_typst_faces_are_printed_as_pictures(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    (piece,) = deck(Shape("rect", 63, 88), 1)
    faces: dict[tuple[str, Side], Face] = {(piece.id, "front"): wordy(1)}
    layout = Layout(A4, backs="none")
    (vector,) = pictures(printed(pack, [piece], faces, layout), 150)
    monkeypatch.setattr(face_forms, "find_spec", lambda name: None)
    problems = Problems()
    forms = Press().forms([(faces[piece.id, "front"], HERE)], pack, problems)
    assert "typst is not installed" in str(next(iter(problems)))
    assert not problems.errors
    pdf = sheets_pdf(impose([piece], layout, problems), faces, forms, pack)
    (pixels,) = pictures(pdf, 150)
    assert (np.abs(vector.astype(int) - pixels) > 60).mean() < 0.002


def test_chunks_are_bounded_and_keep_the_order() -> None:
    faces = [(drawn(9, 9, 0, f"<g>{i}</g>"), HERE) for i in range(950)]
    chunks = list(face_forms._chunks(faces))
    assert [len(c) for c in chunks] == [400, 400, 150]
    assert [f for chunk in chunks for f in chunk] == faces
    heavy = [(drawn(9, 9, 0, "x" * 2_000_000 + str(i)), HERE) for i in range(3)]
    assert [len(c) for c in face_forms._chunks(heavy)] == [1, 1, 1]


def test_a_tiled_board_prints_every_part_once(pack: Pack) -> None:
    (piece,) = deck(Shape("rect", 350, 400), 1, bleed=0, back_bleed=0)
    # A hundred dots; each must show on some sheet, whole.
    dots = "".join(
        f'<circle cx="{17.5 + 35 * i}" cy="{20.5 + 40 * j}" r="3"/>'
        for i in range(10)
        for j in range(10)
    )
    faces: dict[tuple[str, Side], Face] = {(piece.id, "front"): drawn(350, 400, 0, dots)}
    layout = Layout(A4, backs="none", overlap=12)
    pages = pictures(printed(pack, [piece], faces, layout, style=PLAIN), 72)
    assert len(pages) == 4
    seen = np.zeros((400, 350), bool)
    for sheet, page in zip(impose([piece], layout, Problems()), pages, strict=True):
        (placement,) = sheet.placements
        assert placement.trim.window is not None
        for i in range(10):
            for j in range(10):
                x, y = 17.5 + 35 * i, 20.5 + 40 * j
                u, v, u_end, v_end = placement.trim.window
                if u <= x < u_end and v <= y < v_end:
                    at_x = placement.trim.x + x - u
                    at_y = placement.trim.y + y - v
                    dark = page[round(at_y / 25.4 * 72), round(at_x / 25.4 * 72)] < 128
                    seen[int(y), int(x)] |= dark
    assert seen.sum() == 100


def test_proofs_draw_zones_and_change_nothing_else(
    pack: Pack, cards: tuple[list[Piece], dict[tuple[str, Side], Face]]
) -> None:
    plain = pictures(printed(pack, *cards, Layout(A4)), 100)[0]
    proof = pictures(printed(pack, *cards, Layout(A4), style=PageStyle(is_proof=True)), 100)[0]
    assert 0.001 < (plain != proof).mean() < 0.2


@pytest.mark.parametrize(
    ("dpi", "trimmed", "size"),
    [(300, False, (791, 1087)), (300, True, (744, 1039)), (600, False, (1583, 2173))],
)
def test_pictures_of_faces_have_the_right_size(
    dpi: float, trimmed: bool, size: tuple[int, int]
) -> None:
    fonts = [default_font().files["regular"]]
    with Image.open(io.BytesIO(face_png(wordy(1), fonts, dpi, trimmed=trimmed))) as image:
        assert image.size == pytest.approx(size, abs=1)


def test_the_calibration_page_shows_zero_for_a_perfect_printer() -> None:
    front, back = pictures(calibration_pdf("a4"), 300)
    dark = back[:, ::-1] < 160
    # The fine crosses of the back, seen through the paper, lie on the rulers' zero lines.
    centre_x, centre_y = round(105 / 25.4 * 300), round(148.5 / 25.4 * 300)
    assert dark[:, centre_x - 2 : centre_x + 3].any(axis=1).sum() > 250
    assert dark[centre_y - 2 : centre_y + 3, :].any(axis=0).sum() > 250
    assert (front < 160).sum() > 1000


@pytest.mark.parametrize("miss", [(-5.0, 5.0), (5.0, -5.0)])
def test_the_rulers_show_the_offset_that_corrects_the_error(miss: tuple[float, float]) -> None:
    """A printer puts everything on the back `miss` too far right and down."""
    level, upright = calibrate._back_lines(A4, 0.0, 0.0)[:2]
    seen_x = A4.width - (upright.x + miss[0])  # looking at the front, through the paper
    seen_y = level.y + miss[1]
    x, y = A4.width / 2, A4.height / 2
    labels = calibrate._front_labels(A4)
    dx = [ln.text for ln in labels if abs(ln.x + 1.2 - seen_x) < 0.1 and abs(ln.y - y - 2.6) < 0.1]
    dy = [ln.text for ln in labels if abs(ln.y - 0.7 - seen_y) < 0.1 and abs(ln.x - x + 6.2) < 0.1]
    assert [float(dx[0]), float(dy[0])] == [-miss[0], -miss[1]]
    moved = calibrate._back_lines(A4, float(dx[0]), float(dy[0]))
    assert A4.width - (moved[1].x + miss[0]) == pytest.approx(x)
    assert moved[0].y + miss[1] == pytest.approx(y)
