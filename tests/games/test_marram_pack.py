"""Marram on paper: box list, sheets, edges that fit however turned, figures from parameters."""

from collections import Counter
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.face.colours import lightness
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.options import BuildOptions
from generator.press.pieces.expand import Piece, expand
from generator.press.sheet.impose import Layout, impose
from generator.press.sheet.papers import paper_of
from generator.reading.door import open_pack
from tests.games.packs import bundled_pack

SEATS = ("chalk", "amber", "teal", "plum")
BOX = {
    "shovel-tiles": 24,
    "plain-tiles": 48,
    "boots": 28,
    "shovels": 16,
    "markers": 4,
    "track": 1,
    "aides": 4,
    "rule_sheet": 2,
}


pack_of = partial(bundled_pack, "marram")


def count_by_component(pieces) -> Counter:
    counted: Counter = Counter()
    for piece in pieces:
        counted[piece.component.id] += piece.count
    return counted


@cache
def drawn_with(*settings: str) -> tuple[dict[str, Piece], FaceMaker, Problems]:
    """Return the pieces, the maker of their faces, and the problems."""
    pack, problems = pack_of(*settings), Problems()
    pieces = {piece.id: piece for piece in expand(pack, problems)}
    return pieces, FaceMaker(pack, problems), problems


def words_on(piece_id: str, side: str, *settings: str) -> list[str]:
    """The texts of a face, in the order they are drawn."""
    pieces, maker, problems = drawn_with(*settings)
    face = maker.face(pieces[piece_id], side)
    assert face is not None and list(problems) == []
    texts = ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text")
    return [" ".join("".join(text.itertext()).split()) for text in texts]


def test_the_box_list() -> None:
    assert count_by_component(expand(pack_of(), Problems())) == BOX


def test_the_short_game_needs_fewer_boots_and_shovels() -> None:
    counted = count_by_component(expand(pack_of(variant="short"), Problems()))
    assert (counted["boots"], counted["shovels"]) == (20, 8)


@pytest.mark.slow
def test_the_pack_prints_without_a_problem(tmp_path: Path) -> None:
    problems = Problems()
    summary = build(pack_of(), BuildOptions(out=tmp_path), problems)
    assert list(problems) == []
    assert summary.pieces == sum(BOX.values())
    sheets = {plan.title: plan.sheets for plan in summary.plan}
    assert (sheets["Shovel tiles"], sheets["Plain tiles"]) == (1, 2)
    assert summary.sheets == 7
    assert summary.files[0].stat().st_size < 3_000_000


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_piece_lies_on_the_sheets_as_often_as_the_box_holds_it(paper: str) -> None:
    problems = Problems()
    pieces = expand(pack_of(), problems)
    sheets = impose(pieces, Layout(paper_of(paper)), problems)
    fronts = Counter(p.piece.id for s in sheets for p in s.placements if p.side == "front")
    backs = Counter(p.piece.id for s in sheets for p in s.placements if p.side == "back")
    assert fronts == {piece.id: piece.count for piece in pieces}
    assert backs == {p.id: p.count for p in pieces if p.component.back}


@pytest.mark.slow
def test_the_rule_sheet_prints_the_rules_of_this_copy() -> None:
    def told(*settings: str) -> str:
        leaves = ("rule_sheet/rules-1", "rule_sheet/rules-2")
        sides = [words_on(leaf, side, *settings) for leaf in leaves for side in ("front", "back")]
        return " ".join(word for side in sides for word in side)

    usual = told()
    for figure in ("28 boots", "16 shovels", "P23 , in the", "have 2 actions", "3 , however long"):
        assert figure in usual, figure
    for unwanted in ("M1", "(F)", "(D)", "Changed"):
        assert unwanted not in usual, unwanted
    assert "marker, 6 boots and" in told("boots=6")


# --------------------------------------------------------------------------- edges


PER_MM = 5


def pixels(svg: str) -> np.ndarray:
    """Draw an SVG in mm at a number of pixels per mm, as (height, width, 3)."""
    import io
    import re

    import resvg_py
    from PIL import Image

    box = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', svg)
    assert box
    width, height = (round(PER_MM * float(value)) for value in box.groups())
    sized = svg.replace(box[0], f'width="{width}" height="{height}"', 1)
    data = bytes(resvg_py.svg_to_bytes(svg_string=sized, skip_system_fonts=True))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def edges_of(piece: Piece, side: str, maker: FaceMaker) -> list[tuple[str, np.ndarray]]:
    """The four edges of a tile as printed just inside the cut: code and pixels, clockwise."""
    face = maker.face(piece, side)
    assert face is not None
    picture, bleed = pixels(face.svg), round(PER_MM * face.bleed)
    trim = picture[bleed:-bleed, bleed:-bleed]
    strips = [np.rot90(trim, turn)[1] for turn in range(4)]  # N, E, S, W, each clockwise
    return list(zip(str(piece.row.fields["edges"]), strips, strict=True))


@pytest.mark.slow
def test_edges_of_one_code_are_one_picture_on_every_tile_and_either_way_round() -> None:
    """Land and creatures continue without a step, whichever tiles are neighbours."""
    pack, problems = pack_of(), Problems()
    maker = FaceMaker(pack, problems)
    models: dict[str, np.ndarray] = {}
    n_checked = 0
    for piece in expand(pack, problems):
        sides = {"shovel-tiles": ("front", "back"), "plain-tiles": ("front",)}
        for side in sides.get(piece.component.id, ()):
            for code, strip in edges_of(piece, side, maker):
                model = models.setdefault(code, strip)
                for way in (strip, strip[::-1]):
                    differs = (np.abs(way.astype(int) - model) > 40).any(axis=1).sum()
                    assert differs <= 8, f"{piece.id} {side} {code}: {differs} of 225 pixels"
                n_checked += 1
    assert n_checked == 96 * 4
    assert set(models) == set("gsowb")
    for a in models:
        for b in models:
            differs = (np.abs(models[a].astype(int) - models[b]) > 40).any(axis=1).sum()
            assert (differs > 20) == (a != b), (a, b)


# --------------------------------------------------------------------------- figures and colours


def test_coins_flowers_and_the_aide_say_what_the_bots_play_with() -> None:
    settings = ("gold=7", "silver=2", "flower=9", "tuft_bulge=6", "blue_head=8", "actions=3")
    assert "7" in words_on("shovel-tiles/f01-1", "front", *settings)
    assert "9" in words_on("shovel-tiles/f01-1", "back", *settings)
    assert "2" in words_on("plain-tiles/p02-2", "front", *settings)
    aide = " ".join(words_on("aides/player-aides", "front", *settings))
    assert "Your turn: 3 actions" in aide
    assert "6 a bulge, 7 a gold, 2 a silver coin" in aide
    assert "8 head, 3 tail, 3 a middle" in aide


def test_the_aide_follows_the_rulings() -> None:
    usual = " ".join(words_on("aides/player-aides", "front"))
    other = " ".join(words_on("aides/player-aides", "front", "ties_score=false"))
    assert "ties in full" in usual
    assert "on a tie nobody does" in other


def test_the_track_counts_from_0_to_199() -> None:
    numbers = [word for word in words_on("track/score-track", "front") if word.isdigit()]
    assert numbers == [str(n) for n in range(200)]


def test_every_tile_bears_its_name_and_shovel_tiles_their_side() -> None:
    assert "F09-2 A" in words_on("shovel-tiles/f09-2", "front")
    assert "F09-2 B" in words_on("shovel-tiles/f09-2", "back")
    assert "P10-3" in words_on("plain-tiles/p10-3", "front")
    assert words_on("plain-tiles/p10-3", "back") == ["Marram"]


def test_seats_differ_in_grey_and_bear_a_letter() -> None:
    palette = pack_of().palette
    lights = sorted(lightness(palette[seat]) for seat in SEATS)
    assert min(b - a for a, b in pairwise(lights)) > 0.12
    for seat in SEATS:
        assert seat[0].upper() in words_on(f"boots/{seat}-boot", "front")
        assert seat[0].upper() in words_on(f"shovels/{seat}-shovel", "front")
    assert abs(lightness(palette["grass"]) - lightness(palette["sand"])) > 0.15


def test_with_little_ink_the_land_is_left_white() -> None:
    pack, problems = pack_of(), Problems()
    piece = next(p for p in expand(pack, problems) if p.id == "plain-tiles/p12-1")
    full = FaceMaker(pack, problems).face(piece, "front")
    thin = FaceMaker(pack, problems, FaceOptions(low_ink=True)).face(piece, "front")
    assert full is not None and thin is not None
    assert pixels(thin.svg).mean() > pixels(full.svg).mean() + 15


def test_with_little_ink_creatures_keep_their_colour_and_seats_are_outlines() -> None:
    pack, problems = pack_of(), Problems()
    maker = FaceMaker(pack, problems, FaceOptions(low_ink=True))
    pieces = {piece.id: piece for piece in expand(pack, problems)}
    head = maker.face(pieces["shovel-tiles/f05-1"], "back")
    boot = maker.face(pieces["boots/plum-boot"], "front")
    assert head is not None and boot is not None
    blue = pixels(head.svg)
    assert (np.abs(blue.astype(int) - (0x2C, 0x5D, 0x9E)).max(2) < 24).mean() > 0.03
    assert pixels(boot.svg).mean() > 200


def test_a_tile_that_is_no_tile_is_named(tmp_path: Path) -> None:
    import shutil

    from generator.play.engine.game import FaultyRules, load_game

    folder = tmp_path / "mine"
    shutil.copytree(pack_of().folder, folder)
    rows = (folder / "tiles.csv").read_text("utf-8")
    (folder / "tiles.csv").write_text(rows.replace("P05-1,ssog,S:NES", "P05-1,ssog,S:NE"), "utf-8")
    pack, _ = open_pack(folder)
    assert pack is not None
    with pytest.raises(FaultyRules, match=r"P05-1, face A: an edge belongs to no patch"):
        load_game(pack, 2, plain=True)
