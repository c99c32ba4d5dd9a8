"""Words written directly into the PDF: separated from the drawing, placed, embedded, readable."""

import hashlib
import io

import numpy as np
import pikepdf
import pypdfium2
import pytest

from generator.model.pack import Pack
from generator.model.problems import Place, Problems
from generator.press.face.face import Face
from generator.press.out.face_forms import Press
from generator.press.out.to_pdf import PLAIN, sheets_pdf
from generator.press.out.upright_text import TextSplitter, Typeface, Words
from generator.press.sheet.impose import Layout, impose
from generator.press.sheet.papers import paper_of
from generator.press.text.fonts import looks_of
from generator.reading.door import open_pack
from tests.press.out.test_pdf import deck

HERE = Place("cards.csv", 2, 1)
FRAME = '<rect x="-2" y="-2" width="67" height="92" fill="#ddeeff"/>'
STAR = '<path d="M10 50L30 50L20 70Z" fill="#224466"/>'


def words(text: str, x: float = 5, y: float = 20, fill: str = "#26221e", more: str = "") -> str:
    start = f'<g font-family="Source Sans Pro" font-size="4.2" fill="{fill}">'
    return f'{start}<text x="{x}" y="{y}">{text}</text>{more}</g>'


BOLD = (
    '<text x="9" y="30" font-family="Source Sans Pro" font-weight="700" font-style="normal" '
    'word-spacing="0.7">Two bold words</text>'
)
TURNED = f'<g transform="rotate(90 20 20)">{words("turned")}</g>'


def face(body: str) -> Face:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="67mm" height="92mm" '
        f'viewBox="-2 -2 67 92">{body}</svg>'
    )
    return Face(svg, 67, 92, 2, hashlib.sha256(svg.encode()).hexdigest())


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    folder = tmp_path_factory.mktemp("game")
    (folder / "game.yaml").write_text(
        "protoplay: 1\nname: Words\nplayers: 2\ncomponents:\n"
        "  cards: {size: euro-poker, front: {use: card, title: A}}\n",
        "utf-8",
    )
    opened, problems = open_pack(str(folder))
    assert opened is not None, [str(p) for p in problems]
    return opened


@pytest.fixture(scope="module")
def parter(pack: Pack) -> TextSplitter:
    return TextSplitter({look: Typeface(type) for look, type in looks_of(pack).items()})


CASES = {
    "words over a frame": (FRAME + words("Affe, Öl &amp; Ätna 7 €", more=BOLD) + STAR, "dwd"),
    "between drawings": (FRAME + words("One") + STAR + words("Two", y=60, fill="#ffffff"), "dwdw"),
    "turned ones stay": (FRAME + TURNED + words("Upright"), "dw"),
    "another script": (FRAME + words("هذه البطاقة"), "d"),
    "marks that stack": (FRAME + words("Z\u0302\u0303"), "d"),
    "an unknown font": (FRAME + words("One").replace("Source Sans Pro", "Else"), "d"),
    "out of the face": (FRAME + words("One", x=60) + words("Two", y=-1), "d"),
    "blended": (FRAME + '<g style="mix-blend-mode:multiply"/>' + words("One"), "d"),
    "what is named elsewhere": (
        f'<clipPath id="c">{STAR}</clipPath>{words("One")}<g clip-path="url(#c)">{FRAME}</g>',
        "d",
    ),
    "no drawing": (words("One"), "w"),
}


@pytest.mark.parametrize("case", CASES)
def test_words_are_distinguished_from_drawings(parter: TextSplitter, case: str) -> None:
    body, kinds = CASES[case]
    drawn = face(body)
    layers = parter.layers(drawn.svg, drawn.width, drawn.height, drawn.bleed)
    assert "".join("w" if isinstance(layer, Words) else "d" for layer in layers) == kinds
    if kinds == "d":
        assert layers == [drawn.svg]


def test_a_face_that_alternates_text_and_drawings_many_times_is_drawn_completely(
    parter: TextSplitter,
) -> None:
    body = "".join(FRAME + words(f"No {i}", y=20 + i) for i in range(9))
    assert parter.layers(face(body).svg, 67, 92, 2) == [face(body).svg]


def printed(pack: Pack, bodies: list[str]) -> bytes:
    pieces = deck(pack.components[0].shape, len(bodies))
    faces = {(p.id, "front"): face(body) for p, body in zip(pieces, bodies, strict=True)}
    problems = Problems()
    sheets = impose(pieces, Layout(paper_of("a4"), backs="none"), problems)
    forms = Press().forms([(f, HERE) for f in faces.values()], pack, problems)
    assert not len(problems)
    return sheets_pdf(sheets, faces, forms, pack, PLAIN)  # type: ignore[arg-type]


def test_text_looks_like_that_of_typst_and_can_be_copied(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    bodies = [body for body, _ in CASES.values() if "mix-blend" not in body and "Else" not in body]
    ours = printed(pack, bodies)
    monkeypatch.setattr(TextSplitter, "layers", lambda _, svg, *__: [svg])
    theirs = printed(pack, bodies)
    seen = []
    for pdf in (ours, theirs):
        with pikepdf.open(io.BytesIO(pdf)) as document:
            assert document.check_pdf_syntax() == []
        read = pypdfium2.PdfDocument(pdf)
        picture = np.asarray(read[0].render(scale=6).to_pil().reduce(2).convert("L")).astype(int)
        seen.append((picture, read[0].get_textpage().get_text_range()))
        read.close()
    (one, said), (other, _) = seen
    assert (abs(one - other) > 40).sum() < 30
    for text in ("Affe, Öl & Ätna 7 €", "Two bold words", "Upright"):
        assert text in said


def test_a_font_that_cannot_be_reduced_is_embedded_completely(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    import uharfbuzz

    def damaged(*_: object) -> None:
        raise RuntimeError("Subsetting failed")

    monkeypatch.setattr(uharfbuzz, "subset", damaged)
    read = pypdfium2.PdfDocument(printed(pack, [FRAME + words("Affe, Öl &amp; Ätna")]))
    assert "Affe, Öl & Ätna" in read[0].get_textpage().get_text_range()
    picture = np.asarray(read[0].render(scale=3).to_pil().convert("L"))
    assert (picture < 120).sum() > 50, "letters are drawn"
    read.close()


def test_a_font_is_embedded_once_with_the_glyphs_that_are_shown(pack: Pack) -> None:
    pdf = printed(pack, [FRAME + words(f"Offizier {i}") for i in range(12)])
    with pikepdf.open(io.BytesIO(pdf)) as document:
        fonts = [
            thing
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing
        ]
        subsets = [f for f in fonts if not str(f["/FontName"]).startswith("/protoplay")]
        named = [str(f["/FontName"]) for f in subsets if "+" in str(f["/FontName"])]
        assert [name.split("+")[1] for name in named] == ["SourceSansPro-Regular"]
        assert all(len(f["/FontFile2"].read_raw_bytes()) < 12_000 for f in subsets)
        frames = [t for t in document.objects if b"0.86666" in _content(t)]
        assert len(frames) == 1  # what twelve faces have alike is in the file once
    read = pypdfium2.PdfDocument(pdf)
    said = "".join(page.get_textpage().get_text_range() for page in read)
    assert all(f"Offizier {i}" in said for i in range(12))


def _content(thing: object) -> bytes:
    return thing.read_bytes() if isinstance(thing, pikepdf.Stream) else b""


def test_a_run_is_shaped_as_it_is_measured(pack: Pack) -> None:
    looks = looks_of(pack)
    assert {look[1:] for look in looks} == {(400, False), (700, False), (400, True), (700, True)}
    regular = looks["Source Sans Pro", 400, False]
    shaped = regular.shaped("AVA fi")
    assert shaped is not None and [said for _, said, _ in shaped][:4] == ["A", "V", "A", " "]
    assert sum(advance for *_, advance in shaped) / regular.upem == pytest.approx(
        regular.advance("AVA fi")
    )
    assert regular.shaped("日本") is None
