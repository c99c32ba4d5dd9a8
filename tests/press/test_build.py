"""From a folder to files: all promises of a build, tested through the same functions that users
reach.
"""

import dataclasses
import io
import json
import math
import re
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image

from generator.model.pack import Side
from generator.model.problems import Problems
from generator.press import build as pipeline
from generator.press.build import build
from generator.press.calibrate import (
    Printer,
    offsets_file,
    save_lengths,
    save_margins,
    save_offset,
    saved_printers,
)
from generator.press.face.face import Face, FaceMaker
from generator.press.options import BuildOptions, BuildSummary
from generator.press.out.face_forms import Press
from generator.press.pieces.expand import Piece, expand
from generator.press.sheet.impose import impose
from generator.press.sheet.layout import Layout
from generator.press.sheet.papers import paper_of
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs
from generator.system.processes import environment

GAME = """protoplay: 1
name: Tiny Game
players: 2-4
palette: {coral: "#d1495b", kelp: "#2e6f57"}
components:
  cards:
    title: Cards
    size: euro-poker
    bleed: 2mm
    rows: {file: cards.csv}
    count: "{{ n }}"
    piece: "{{ name }}"
    front: {use: card, title: "{{ name }}", text: "{{ text }}", colour: "{{ palette.coral }}"}
    back: {use: back, title: "Tiny", colour: "{{ palette.kelp }}"}
  tokens:
    title: Tokens
    shape: {circle: 16mm}
    bleed: 1mm
    count: 14
    front: {use: token, letter: "T", colour: "{{ palette.kelp }}"}
"""
CARDS = "name,n,text\nLion,2,Roar once.\nBird,3,Fly away.\nFrog,1,Leap twice.\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "cards.csv").write_text(CARDS, "utf-8")
    return folder


def made(game: Path, problems: Problems | None = None, press: Press | None = None, **how: object):
    pack, found = open_pack(str(game))
    assert pack is not None, [str(p) for p in found]
    options = BuildOptions(**{"out": game.parent / "out", **how})  # type: ignore[arg-type]
    problems = problems if problems is not None else Problems()
    summary = build(pack, options, problems, press=press)
    return summary


def texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    pages = [document[i].get_textpage().get_text_range() for i in range(len(document))]
    document.close()
    return pages


def test_a_build_writes_one_pdf_and_describes_it(game: Path) -> None:
    summary = made(game)
    file = game.parent / "out" / "tiny" / "tiny-a4.pdf"
    assert summary.files == (file,)
    assert (summary.pieces, summary.sheets, summary.pages) == (20, 2, 4)
    assert [(p.title, p.pieces) for p in summary.plan] == [("Cards", 6), ("Tokens", 14)]
    assert summary.cuts == sum(p.cuts * p.sheets for p in summary.plan) > 0
    front, back, *_ = texts(file)
    assert front.count("Roar once") == 2 and front.count("Fly away") == 3
    assert "Tiny Game · Cards · sheet 1 of 2 · front" in front
    assert "sheet 1 of 2 · back" in back
    assert json.loads(json.dumps(summary.plain()))["files"] == [str(file)]


def test_two_builds_are_the_same_bytes(game: Path) -> None:
    first = made(game, out=game.parent / "one", formats=("pdf", "svg", "png"), dpi=80)
    again = made(game, out=game.parent / "two", formats=("pdf", "svg", "png"), dpi=80)
    assert len(first.files) == 1 + 2 * (3 * 2 + 1)
    for a, b in zip(first.files, again.files, strict=True):
        assert a.read_bytes() == b.read_bytes(), a


def test_every_format_has_its_folder(game: Path) -> None:
    summary = made(game, formats=("pdf", "svg", "png", "sheets"), dpi=72)
    out = game.parent / "out" / "tiny"
    names = {str(path.relative_to(out)) for path in summary.files}
    assert {
        "tiny-a4.pdf", "svg/cards/lion-front.svg", "svg/cards/lion-back.svg",
        "png/cards/frog-front.png", "sheets/tiny-a4-01.png", "sheets/tiny-a4-04.png",
    } <= names  # fmt: skip
    with Image.open(out / "png" / "cards" / "frog-front.png") as image:
        assert image.size == (round(67 / 25.4 * 72), round(92 / 25.4 * 72))
    with Image.open(out / "sheets" / "tiny-a4-01.png") as image:
        assert image.size == pytest.approx((595, 842), abs=1)
    assert "<text" in (out / "svg" / "cards" / "lion-front.svg").read_text("utf-8")


def test_outlines_leave_no_text(game: Path) -> None:
    summary = made(game, formats=("svg",), outlines=True)
    for path in summary.files:
        assert "<text" not in path.read_text("utf-8")


def test_an_error_writes_nothing(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = Problems()
    summary = made(game, problems, paper="a9")
    assert problems.errors and summary.files == ()
    problems = Problems()
    summary = made(game, problems, only=("dragons",))
    assert "dragons" in str(problems.errors[0]) and summary.files == ()
    assert not (game.parent / "out").exists()


def test_only_skip_and_copies(game: Path) -> None:
    assert made(game, only=("cards",)).pieces == 6
    assert made(game, only=("cards/l*", "tokens")).pieces == 2 + 14
    assert made(game, skip=("tokens",), copies=3).pieces == 18


def edit(game: Path, old: str, new: str) -> None:
    file = game / "cards.csv"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_changed_prints_the_difference_and_lists_pieces_to_remove(game: Path) -> None:
    made(game)
    assert made(game, changed=True).files == ()
    edit(game, "Fly away", "Fly home")
    edit(game, "Lion,2", "Lion,4")
    summary = made(game, changed=True)
    assert summary.pieces == 3 + 2
    assert [(p.id, p.count, p.why) for p in summary.pull] == [("cards/bird", 3, "changed")]
    (file,) = summary.files
    assert file.name == "tiny-a4-changed.pdf"
    text = "".join(texts(file))
    assert text.count("Fly home") == 3 and text.count("Roar once") == 2 and "Leap" not in text
    edit(game, "Frog,1,Leap twice.\n", "")
    assert [(p.id, p.why) for p in made(game, changed=True).pull] == [("cards/frog", "gone")]
    assert made(game, changed=True).pull == ()


def test_backs_left_out_before_are_printed_when_chosen(game: Path) -> None:
    made(game, backs="none")
    assert made(game, backs="none", changed=True).files == ()
    summary = made(game, changed=True)
    assert summary.pieces == 6 and {p.id.partition("/")[0] for p in summary.pull} == {"cards"}
    assert made(game, changed=True).files == ()
    assert made(game, backs="none", changed=True).files == ()
    edit(game, "Fly away", "Fly home")
    assert made(game, backs="none", changed=True).pieces == 3
    assert made(game, changed=True).pieces == 3


def test_python_options_are_not_passed_to_child_processes(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("INSPECT", "VERBOSE", "STARTUP", "PROFILEIMPORTTIME"):
        monkeypatch.setenv(f"PYTHON{name}", "1")
    edit(game, "Fly away", "Fly to a place where nobody has been")  # no other build knows it
    assert len(made(game, formats=("pdf", "png"), dpi=37).files) > 1
    assert environment(RAYON="1")["RAYON"] == "1"
    assert not {*environment()} & {"PYTHONINSPECT", "PYTHONSTARTUP"}


def test_a_part_never_replaces_the_whole_print(game: Path) -> None:
    whole = made(game).files[0]
    content = whole.read_bytes()
    names = {
        "tiny-cards-a4": made(game, only=("cards",)).files[0],
        "tiny-cards-l+tokens-a4": made(game, only=("cards/l*", "tokens")).files[0],
        "tiny-without-tokens-a4": made(game, skip=("tokens",)).files[0],
        "tiny-cards-a4-grey": made(game, only=("cards",), grey=True).files[0],
        "tiny-cards-a4-changed": made(game, only=("cards",), copies=2, changed=True).files[0],
    }
    assert {name: file.stem for name, file in names.items()} == {name: name for name in names}
    assert whole.read_bytes() == content
    # Parts too many to be named are told apart all the same.
    long = [("cards/lion", "cards/bird", "cards/frog", "tokens", last) for last in ("c*", "t*")]
    first, second = (made(game, only=only).files[0].stem for only in long)
    assert first != second and max(len(first), len(second)) < 60


def test_faces_of_another_look_lie_beside_those_of_the_usual_one(game: Path) -> None:
    how = {"formats": ("png", "svg"), "dpi": 40, "only": ("tokens",)}
    kept = {file: file.read_bytes() for file in made(game, **how).files}
    out = game.parent / "out" / "tiny"
    assert {file.relative_to(out).parts[0] for file in kept} == {"png", "svg"}
    grey = made(game, grey=True, **how).files
    assert {file.relative_to(out).parts[0] for file in grey} == {"png-grey", "svg-grey"}
    cut = made(game, cut=True, **how).files
    assert {file.relative_to(out).parts[0] for file in cut} == {"png-cut", "svg-cut"}
    assert all(file.read_bytes() == content for file, content in kept.items())


def test_a_proof_or_a_part_is_not_recorded_as_a_full_print(game: Path) -> None:
    made(game)
    edit(game, "Fly away", "Fly home")
    made(game, proof=True)
    made(game, only=("tokens",))
    assert made(game, changed=True).pieces == 3


def test_a_changed_parameter_or_back_changes_the_card(game: Path) -> None:
    made(game)
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace('title: "Tiny"', 'title: "Huge"'), "utf-8")
    assert made(game, changed=True).pieces == 6


@pytest.mark.parametrize(
    ("backs", "pages"), [("none", 2), ("long-edge", 4), ("short-edge", 4), ("gutterfold", 3)]
)
def test_every_kind_of_backs_gives_its_files(game: Path, backs: str, pages: int) -> None:
    summary = made(game, backs=backs)
    with pikepdf.open(summary.files[0]) as document:
        assert len(document.pages) == summary.pages == pages


@pytest.mark.parametrize("name", bundled_packs())
@pytest.mark.parametrize(
    ("paper", "backs"), [("a4", "gutterfold"), ("letter", "gutterfold"), ("a5", "long-edge")]
)
def test_bundled_games_fit_on_other_paper_and_fold(name: str, paper: str, backs: str) -> None:
    pack, problems = open_pack(name)
    assert pack is not None
    pieces = expand(pack, problems)
    sheets = impose(pieces, Layout(paper_of(paper), backs=backs), problems)  # type: ignore[arg-type]
    assert list(problems) == []
    seen = {p.piece.id for sheet in sheets for p in sheet.placements if p.side == "front"}
    assert seen == {piece.id for piece in pieces}


def test_separate_backs_have_their_own_file(game: Path) -> None:
    summary = made(game, backs="separate")
    assert [p.name for p in summary.files] == ["tiny-a4.pdf", "tiny-a4-backs.pdf"]
    assert "front" in texts(summary.files[0])[0] and "back" in texts(summary.files[1])[0]


def test_pieces_that_fit_no_sheet_are_not_counted_as_printed(game: Path) -> None:
    all_of_it, problems = made(game), Problems()
    tokens = made(game, only=("tokens",))
    summary = made(game, problems, paper="100mm x 150mm", backs="gutterfold")
    assert [p.title for p in summary.plan] == ["Tokens"] and problems.errors
    assert (summary.pieces, summary.faces) == (tokens.pieces, tokens.faces)
    assert 0 < summary.faces < all_of_it.faces


def test_every_option_gives_a_sound_pdf(game: Path) -> None:
    for how in (
        {"paper": "letter", "marks": "crosses"},
        {"paper": "a3", "marks": "lines", "arrange": "packed"},
        {"paper": "200mm x 300mm", "marks": "none", "labels": False},
        {"sleeves": True, "grey": True},
        {"low_ink": True, "edges": "own", "order": "stack"},
        {"bleed": 0.0, "margin": 6.0, "gap": 3.0, "orientation": "landscape"},
    ):
        problems = Problems()
        summary = made(game, problems, **how)
        assert not problems.errors, (how, [str(p) for p in problems])
        assert summary.pieces == 20
        with pikepdf.open(summary.files[0]) as document:
            assert document.check_pdf_syntax() == []


def test_options_replace_the_defaults_of_the_sheet_section(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    sheet = "sheet: {paper: letter, edges: own, backs: none, marks: none}\n"
    (game / "game.yaml").write_text(text + sheet, "utf-8")
    summary = made(game)
    assert summary.files[0].name == "tiny-letter.pdf" and summary.pages == summary.sheets
    with pikepdf.open(summary.files[0]) as document:
        left, _, right, _ = (float(v) * 25.4 / 72 for v in document.pages[0].obj["/TrimBox"])
    assert right - left == pytest.approx(63 * 3 + 4 * 2, abs=0.01)
    summary = made(game, paper="a4", edges="shared", backs="long-edge")
    assert summary.pages == 2 * summary.sheets
    with pikepdf.open(summary.files[0]) as document:
        left, _, right, _ = (float(v) * 25.4 / 72 for v in document.pages[0].obj["/TrimBox"])
    assert right - left == pytest.approx(63 * 3, abs=0.01)


def test_a_printer_moves_its_backs(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROTOPLAY_HOME", str(game.parent / "home"))
    assert save_offset("Attic", 1.25, -0.5) == offsets_file()
    save_offset("Cellar", 0.0, 2.0)
    assert saved_printers() == {"Attic": Printer((1.25, -0.5)), "Cellar": Printer((0.0, 2.0))}
    trims = []
    for how in ({}, {"printer": "Attic"}, {"offset": (1.25, -0.5)}):
        with pikepdf.open(made(game, **how).files[0]) as document:
            trims.append([[float(v) for v in p.obj["/TrimBox"]] for p in document.pages])
    plain, moved, given = trims
    assert moved == given
    assert moved[0] == plain[0]
    assert moved[1][0] - plain[1][0] == pytest.approx(1.25 * 72 / 25.4, abs=0.01)
    assert moved[1][1] - plain[1][1] == pytest.approx(0.5 * 72 / 25.4, abs=0.01)
    problems = Problems()
    made(game, problems, printer="Garage")
    assert "Attic, Cellar" in str(problems.errors[0])
    save_offset(normalize("NFD", "Büro"), 1.0, 1.0)  # as an earlier call may have spelt it
    assert saved_printers()["Büro"].offset == (1.0, 1.0)
    with pytest.raises(ValueError, match="40"):
        save_offset("Attic", 40, 0)
    offsets_file().write_text('{"Attic": [0, -500]}')
    for far in ({"printer": "Attic"}, {"offset": (500.0, 0.0)}, {"offset": (0.0, math.nan)}):
        problems = Problems()
        assert not made(game, problems, **far).files
        assert "mm is more than 15 mm" in str(problems.errors[0])


def test_a_printer_keeps_its_margins_free(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROTOPLAY_HOME", str(game.parent / "home"))
    save_margins("Attic", (5.0, 6.0, 7.0, 30.0))
    save_offset("Attic", 0.5, 0.5)  # keeps the margins
    assert saved_printers()["Attic"] == Printer((0.5, 0.5), (5.0, 6.0, 7.0, 30.0))
    for orientation, free in (("portrait", (5, 6, 7, 30)), ("landscape", (30, 5, 6, 7))):
        how = {"printer": "Attic", "backs": "none", "orientation": orientation, "paper": "a4"}
        with pikepdf.open(made(game, **how).files[0]) as document:
            for page in document.pages:
                width, height = (float(v) * 25.4 / 72 for v in page.obj["/MediaBox"][2:])
                left, low, right, high = (float(v) * 25.4 / 72 for v in page.obj["/TrimBox"])
                edges = (left, height - high, width - right, low)
                assert all(a >= b - 0.01 for a, b in zip(edges, free, strict=True)), orientation
    with pikepdf.open(made(game, printer="Attic", backs="long-edge").files[0]) as document:
        _, low, _, high = (float(v) * 25.4 / 72 for v in document.pages[0].obj["/TrimBox"])
        assert low >= 30 - 0.01 and 297 - high >= 30 - 0.01  # a back may lie upside down
    with pytest.raises(ValueError, match="margins are 0 to 30 mm"):
        save_margins("Attic", (5.0, -1.0, 5.0, 5.0))


def test_a_printer_that_prints_too_short_is_corrected(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROTOPLAY_HOME", str(game.parent / "home"))
    save_lengths("Attic", 158.4, 241.2, "a4")  # of 160 and 240 mm
    assert saved_printers()["Attic"].scale == (0.99, 1.005)
    pages = {}
    for printer in (None, "Attic"):
        how = {"orientation": "portrait", "paper": "a4", "marks": "none", "backs": "none"}
        pdf = made(game, printer=printer, labels=False, **how).files[0].read_bytes()
        picture = pypdfium2.PdfDocument(pdf)[0].render(scale=254 / 72).to_pil().convert("L")
        rows, columns = np.where(np.asarray(picture) < 250)
        pages[printer] = (np.ptp(columns) / 10, np.ptp(rows) / 10)
    assert pages["Attic"][0] == pytest.approx(pages[None][0] / 0.99, abs=0.2)
    assert pages["Attic"][1] == pytest.approx(pages[None][1] / 1.005, abs=0.2)
    for lengths, paper in (((150.0, 240.0), "a4"), ((160.0, 240.0), "letter")):
        with pytest.raises(ValueError, match="print the page at 100 %"):
            save_lengths("Attic", *lengths, paper)


def test_the_steps_are_announced_in_order(game: Path) -> None:
    pack, _ = open_pack(str(game))
    assert pack is not None
    told: list[str] = []
    summary = build(pack, BuildOptions(out=game.parent / "out"), Problems(), progress=told.append)
    assert isinstance(summary, BuildSummary)
    assert told == [name for name, _ in pipeline.STEPS]


def test_a_kept_press_rebuilds_one_changed_card(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = Press()
    made(game, press=press)
    edit(game, "Fly away", "Fly home")
    drawn: list[str] = []
    draw = FaceMaker.face

    def noted(self: FaceMaker, piece: Piece, side: Side) -> Face | None:
        drawn.append(f"{piece.id} {side}")
        return draw(self, piece, side)

    monkeypatch.setattr(FaceMaker, "face", noted)
    warm = made(game, press=press)
    assert drawn == ["cards/bird front", "cards/bird back"]
    assert "".join(texts(warm.files[0])).count("Fly home") == 3
    cold = made(game, out=game.parent / "cold")
    images = []
    for path in (warm.files[0], cold.files[0]):
        document = pypdfium2.PdfDocument(path)
        buffer = io.BytesIO()
        document[0].render(scale=1).to_pil().save(buffer, "PNG")
        images.append(buffer.getvalue())
        document.close()
    assert images[0] == images[1]


def test_a_kept_press_sees_every_kind_of_change(game: Path) -> None:
    (game / "templates").mkdir()
    own = game / "templates" / "own.svg.j2"
    own.write_text('<text y="9">{{ name }} {{ bonus }}</text>', "utf-8")
    front = GAME[GAME.index("{use: card") : GAME.index("\n    back")]
    text = GAME.replace(front, "{template: templates/own.svg.j2}")
    text += "parameters: {bonus: 1}\n"
    (game / "game.yaml").write_text(text, "utf-8")
    press = Press()
    said = [texts(made(game, press=press).files[0])[0]]
    (game / "game.yaml").write_text(text.replace("bonus: 1", "bonus: true"), "utf-8")
    said.append(texts(made(game, press=press).files[0])[0])
    own.write_text('<text y="9">the {{ name }} {{ bonus }}</text>', "utf-8")
    said.append(texts(made(game, press=press).files[0])[0])
    assert len(set(said)) == 3
    assert "the Lion" in said[2] and "Lion 1" in said[0]


def test_every_option_of_build_is_documented_and_every_documented_one_exists() -> None:
    from typer.main import get_command

    from generator.cli.commands import app

    command = get_command(app).commands["build"]  # type: ignore[attr-defined]
    known = {
        name
        for option in command.params
        for name in (*option.opts, *option.secondary_opts)
        if name.startswith("--")
    }
    page = Path(__file__).parents[2] / "rules" / "PRINTING.md"
    table = [line for line in page.read_text("utf-8").splitlines() if line.startswith("| `--")]
    told = {word for line in table for word in re.findall(r"--[a-z-]+", line.split("|")[1])}
    assert told == known - {"--help"}
    fields = {field.name for field in dataclasses.fields(BuildOptions)}
    own = {"out", "formats", "programs"}  # the last is --trust and --data-only
    for name in fields - own:
        assert f"--{name.replace('_', '-')}" in told, name


def test_each_look_has_its_own_file_and_its_own_ledger(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    head = "languages: [en, de]\nparameters: {hand: 3}\nvariants: {long: {}, short: {}}\n"
    text = text.replace("palette:", f"{head}palette:").replace(
        '"{{ name }}"', '"{{ name }} {{ hand }}"'
    )
    (game / "game.yaml").write_text(text, "utf-8")

    def printed(variant: str | None = None, settings: tuple[str, ...] = (), **how: object):
        language = how.pop("language", None)
        pack, found = open_pack(str(game), variant=variant, settings=settings, language=language)
        assert pack is not None, [str(p) for p in found]
        options = BuildOptions(out=game.parent / "out", **how)  # type: ignore[arg-type]
        summary = build(pack, options, Problems())
        return [path.stem for path in summary.files], summary.pieces

    looks: list[tuple[dict[str, object], str]] = [
        ({}, "tiny-a4"),
        ({"grey": True}, "tiny-a4-grey"),
        ({"low_ink": True, "outlines": True}, "tiny-a4-low-ink-outlines"),
        ({"language": "de"}, "tiny-de-a4"),
        ({"variant": "short"}, "tiny-short-a4"),
        ({"sleeves": True}, "tiny-a4-sleeves"),
    ]
    for look, stem in looks:
        assert printed(**look)[0] == [stem]  # type: ignore[arg-type]
    kept = sorted(path.name for path in (game / ".protoplay").iterdir())
    assert kept == [
        "ledger-de.json", "ledger-grey.json", "ledger-low-ink-outlines.json", "ledger-short.json",
        "ledger-sleeves.json", "ledger.json",
    ]  # fmt: skip
    for look, _ in looks:
        assert printed(changed=True, **look) == ([], 0)  # type: ignore[arg-type]
    # A new number: its own file, and only the pieces that show it.
    files, pieces = printed(settings=("hand=4",), changed=True)
    assert files == ["tiny-hand-4-a4-changed"] and pieces == 6
    assert printed(settings=("hand=4",))[0] == ["tiny-hand-4-a4"]
    assert printed(settings=("hand=4",), changed=True) == ([], 0)


def test_pictures_say_their_dpi_and_are_cut_along_their_outline(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    ell = "[[0mm, 0mm], [30mm, 0mm], [30mm, 10mm], [10mm, 10mm], [10mm, 30mm], [0mm, 30mm]]"
    part = f"  ells:\n    shape: {{polygon: {ell}}}\n    front: {{use: back, colour: coral}}\n"
    part += "    back: {use: back, colour: kelp}\n"
    (game / "game.yaml").write_text(text + part, "utf-8")
    made(game, formats=("png", "svg", "sheets"), dpi=127, cut=True)
    out = game.parent / "out" / "tiny"
    for path in out.rglob("*.png"):
        with Image.open(path) as image:
            assert image.info["dpi"] == pytest.approx((127, 127), abs=0.1), path
    with Image.open(out / "png-cut" / "cards" / "frog-front.png") as image:
        assert image.size == (315, 440)  # 63 × 88 mm, five pixels a mm
        alpha = image.convert("RGBA").getchannel("A")
        assert alpha.getpixel((1, 1)) == 0 and alpha.getpixel((157, 1)) == 255
    for side, clear, inked in (("front", (100, 100), (25, 120)), ("back", (50, 100), (125, 120))):
        with Image.open(out / "png-cut" / "ells" / f"ells-{side}.png") as image:
            alpha = image.convert("RGBA").getchannel("A")
            assert image.size == (150, 150), side
            assert alpha.getpixel(clear) == 0 and alpha.getpixel(inked) == 255
    assert 'viewBox="0 0 63 88"' in (out / "svg-cut/cards/frog-front.svg").read_text("utf-8")


def test_art_of_the_bundled_card_is_fitted_as_set(game: Path) -> None:
    Image.new("RGB", (400, 100), "#00ff00").save(game / "wide.png", dpi=(300, 300))
    seen = {}
    for fit in ("cover", "contain", "stretch"):
        text = GAME.replace(
            'text: "{{ text }}"', f'text: "{{{{ text }}}}", art: wide.png, fit: {fit}'
        )
        (game / "game.yaml").write_text(text, "utf-8")
        made(game, formats=("png",), dpi=127, only=("cards/lion",))
        with Image.open(game.parent / "out/tiny/png/cards/lion-front.png") as image:
            seen[fit] = image.convert("RGB").tobytes().count(b"\x00\xff\x00")
    assert seen["contain"] < 0.7 * seen["cover"]
    assert seen["stretch"] == pytest.approx(seen["cover"], rel=0.02)


NOTHING = "command line: error: nothing to print: none of the pieces is a rule sheet"
NO_PIECE = "command line: error: nothing to print: --only, --skip and where leave no piece"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"margin": 500.0}, "does not fit on a4 with a margin of 500mm"),
        ({"skip": ("cards", "tokens")}, NO_PIECE),
        ({"skip": ("cards", "tokens"), "changed": True}, NO_PIECE),
        ({"formats": ("html",)}, NOTHING),
    ],
)
def test_a_build_without_printable_pieces_stops_and_records_nothing(
    game: Path, how: dict[str, object], said: str
) -> None:
    problems = Problems()
    summary = made(game, problems, **how)
    assert summary.stopped and not summary.files
    assert said in str(problems.errors[0])
    assert not (game / ".protoplay").exists()


def test_a_build_whose_rows_are_all_left_out_records_nothing(game: Path) -> None:
    text = GAME.replace("{file: cards.csv}", '{file: cards.csv}\n    where: "false"')
    (game / "game.yaml").write_text(text, "utf-8")
    problems = Problems()
    assert made(game, problems, skip=("tokens",)).stopped
    assert [str(p) for p in problems.errors] == [NO_PIECE]


@pytest.mark.parametrize(
    ("margin", "fix"),
    [
        (500.0, "such margins leave no room on this paper; choose a smaller margin, usually 8mm"),
        (95.0, "print it with a smaller margin, or on larger paper"),
    ],
)
def test_a_margin_without_room_for_a_card_is_reported_only_at_the_margin(
    game: Path, margin: float, fix: str
) -> None:
    problems = Problems()
    made(game, problems, margin=margin)
    assert {p.fix for p in problems.errors if "does not fit" in p.message} == {fix}


def test_a_piece_that_fits_no_sheet_is_still_drawn_as_a_single_face(game: Path) -> None:
    problems = Problems()
    summary = made(game, problems, margin=500.0, formats=("pdf", "svg"))
    assert not summary.stopped and problems.errors
    assert {path.suffix for path in summary.files} == {".svg"}


def test_pieces_that_fit_no_sheet_are_not_recorded_as_printed(game: Path) -> None:
    text = (game / "game.yaml").read_text("utf-8")
    large = "  mat:\n    shape: {rect: [400mm, 400mm]}\n    front: {use: card, title: Mat}\n"
    (game / "game.yaml").write_text(text.rstrip("\n") + "\n" + large, "utf-8")
    problems = Problems()
    assert made(game, problems).pieces == 20  # without the large one
    assert "does not fit" in str(problems.errors[0])
    (game / "game.yaml").write_text(text.rstrip("\n") + "\n" + large.replace("400", "90"), "utf-8")
    changed = made(game, changed=True)
    assert changed.pieces == 1 and changed.files
    (game / "game.yaml").write_text(text.rstrip("\n") + "\n" + large, "utf-8")
    problems = Problems()
    assert not made(game, problems, changed=True).files  # the large one is still no print
    assert "does not fit" in str(problems.errors[0])


def test_a_build_without_changes_succeeds(game: Path) -> None:
    made(game)
    problems = Problems()
    summary = made(game, problems, changed=True)
    assert not summary.stopped and not summary.files and not problems.listed


@pytest.mark.parametrize("notes", [b"", b'{"format": 1, "pie', b"null", b"\xff\xfe", None])
def test_a_damaged_record_of_the_last_print_is_reported(game: Path, notes: bytes | None) -> None:
    made(game)
    file = game / ".protoplay" / "ledger.json"
    file.unlink()
    file.mkdir() if notes is None else file.write_bytes(notes)
    problems = Problems()
    assert made(game, problems, changed=True).pieces == 20
    (told,) = problems.listed
    assert told.level == "warning" and told.place.file.endswith("ledger.json")
    assert "cannot be read; every piece counts as changed" in told.message


@pytest.mark.parametrize("option", ["--margin", "--gap", "--bleed"])
def test_negative_lengths_are_refused(game: Path, option: str) -> None:
    from typer.testing import CliRunner

    from generator.cli import commands

    told = CliRunner().invoke(commands.app, ["build", str(game), option, "-5mm"])
    assert told.exit_code == 2
    assert 'must be 0mm or more, not "-5mm"' in told.output


def test_a_bleed_that_is_too_wide_is_reported_in_options_and_files(game: Path) -> None:
    for bleed, told in ((500.0, ["a bleed of 500mm is much wider than needed"]), (3.0, [])):
        problems = Problems()
        made(game, problems, bleed=bleed)
        assert [p.message for p in problems if "bleed" in p.message] == told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, []),
        ({"cut": True, "dpi": 600.0}, ["--cut has no effect", "--dpi has no effect"]),
        ({"formats": ("png",), "cut": True, "dpi": 600.0, "grey": True}, []),
        ({"formats": ("svg", "pdf"), "cut": True, "marks": "lines"}, []),
        ({"formats": ("html",), "copies": 3, "labels": False}, ["--copies", "--no-labels"]),
        ({"backs": "none", "offset": (1.0, 1.0)}, ["--offset"]),
        ({"backs": "long-edge", "offset": (1.0, 1.0)}, []),
        ({"sleeves": True}, ["--sleeves has no effect because no component has a sleeve"]),
        ({"hexes": "rows"}, ["--hexes has no effect because no component is a hex"]),
    ],
)
def test_options_without_effect_are_reported(
    game: Path, options: dict[str, Any], told: list[str]
) -> None:
    pack, problems = open_pack(str(game))
    assert pack is not None
    pipeline.warn_of_idle(pack, BuildOptions(**options), problems)
    found = [problem.message for problem in problems]
    assert len(found) == len(told)
    assert all(any(each in message for message in found) for each in told), found
