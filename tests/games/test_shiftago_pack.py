"""Shiftago on paper: the pieces of the box list, the board over pages, figures from parameters."""

from collections import Counter
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import pytest

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.face.colours import lightness
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.options import BuildOptions
from generator.press.pieces.expand import expand
from generator.press.sheet.impose import Layout, impose
from generator.press.sheet.papers import paper_of
from tests.games.packs import bundled_pack

BOX = {
    "board/board": 1,
    **{f"marbles/{colour}": 22 for colour in ("orange", "blue", "green", "white")},
    **{f"score_cards/{colour}": 1 for colour in ("orange", "blue", "green", "white")},
    "markers/red-marker": 4,
    "aides/aide": 4,
    "rule_sheet/rule-sheet": 1,
}


pack_of = partial(bundled_pack, "shiftago")


@cache
def drawn_with(*settings):
    """Return the pieces, the maker of their faces, and the problems."""
    pack, problems = pack_of(*settings), Problems()
    pieces = {piece.id: piece for piece in expand(pack, problems)}
    return pieces, FaceMaker(pack, problems), problems


def words_on(piece_id, side, *settings):
    """The text a face carries, in the order it is drawn."""
    from xml.etree import ElementTree

    pieces, maker, problems = drawn_with(*settings)
    face = maker.face(pieces[piece_id], side)
    assert face is not None and list(problems) == []
    texts = ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text")
    return [" ".join("".join(text.itertext()).split()) for text in texts]


def test_the_box_list():
    assert {piece.id: piece.count for piece in expand(pack_of(), Problems())} == BOX


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_every_piece_lies_on_the_sheets_as_often_as_the_box_holds_it(paper):
    problems = Problems()
    sheets = impose(expand(pack_of(), problems), Layout(paper_of(paper)), problems)
    assert list(problems) == []
    fronts, backs = (
        Counter(p.piece.id for sheet in sheets for p in sheet.placements if p.side == side)
        for side in ("front", "back")
    )
    two_halves = {"board/board": 1 if paper == "a3" else 2}
    assert fronts == {**BOX, **two_halves}
    assert backs == {id: n for id, n in BOX.items() if id != "board/board"}


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "leaves"), [("a4", 6), ("letter", 6), ("a3", 4)])
def test_the_pack_prints_without_a_problem(tmp_path, paper, leaves):
    problems = Problems()
    summary = build(pack_of(), BuildOptions(out=tmp_path, paper=paper), problems)
    assert list(problems) == []
    assert summary.pieces == sum(BOX.values()) == 102
    assert summary.sheets == leaves  # the board takes two of A4 and Letter, one of A3
    board = sum(plan.sheets for plan in summary.plan if plan.title == "Board")
    assert board == (1 if paper == "a3" else 2)
    assert summary.files[0].stat().st_size < 1_500_000


def test_the_halves_of_the_board_overlap_and_leave_nothing_out():
    problems = Problems()
    pieces = expand(pack_of(), problems, only=("board",))
    sheets = impose(pieces, Layout(paper_of("a4")), problems)
    windows = [p.trim.window for sheet in sheets for p in sheet.placements if p.side == "front"]
    assert list(problems) == []
    (left, top, right, bottom), (left_2, top_2, right_2, bottom_2) = sorted(windows)
    assert (left, top, bottom) == (0, 0, 210)
    assert (right_2, top_2, bottom_2) == (210, 0, 210)
    assert right - left_2 >= 5  # glued on top of each other
    assert (right + left_2) / 2 in (94, 116)  # the seam runs between columns


def test_28_arrows_are_numbered():
    words = words_on("board/board", "front")
    assert Counter(words) == {**dict.fromkeys("1234567", 4), "SHIFTAGO": 4}


def test_score_cards_tell_what_lines_score():
    front, back = (words_on("score_cards/blue", side) for side in ("front", "back"))
    assert front[:2] == ["Blue", "2 players"]
    assert back[:2] == ["Blue", "3–4 players"]
    assert front[4:10] == ["5", "2", "6", "5", "7", "10"]  # a length, its points
    assert back[4:12] == ["4", "2", "5", "5", "6", "8", "7", "10"]
    track = [str(i) for i in range(11)]
    assert front[-11:] == back[-11:] == track


def test_every_figure_follows_its_parameter():
    settings = ("target=12", "two_players_line_5=3", "two_players_line_6=0", "more_players_keep=2")
    front = words_on("score_cards/white", "front", *settings)
    assert front[4:8] == ["5", "3", "7", "10"]
    assert front[-13:] == [str(i) for i in range(13)]
    back = words_on("score_cards/white", "back", *settings)
    assert any("both end" in line for line in back)
    aide = " ".join(words_on("aides/aide", "front", *settings))
    for told in ("5 in line 3 · 7 in line 10", "12 points", "Both ends stay"):
        assert told in aide, aide
    assert "6 in line 0" not in aide
    fewer = expand(pack_of("marbles=20"), Problems(), only=("marbles",))
    assert [piece.count for piece in fewer] == [20, 20, 20, 20]


def test_the_express_aide_names_the_shortest_lines():
    assert "at least 5 in line with 2 players, 4 with 3–4" in " ".join(
        words_on("aides/aide", "back")
    )


def test_the_rule_sheet_prints_the_rules_and_what_was_changed():
    told = " ".join(
        w for side in ("front", "back") for w in words_on("rule_sheet/rule-sheet", side)
    )
    assert "2 players – – 2 5 10 both end marbles" in told
    assert "10 points or more" in told
    for unwanted in ("Changed", "S1", "(F)", "Rulings"):
        assert unwanted not in told, unwanted
    settings = ("target=12", "marbles=20")
    tweaked = " ".join(words_on("rule_sheet/rule-sheet", "back", *settings))
    assert "12 points or more" in tweaked
    assert "marbles 20 (22), target 12 (10)" in tweaked
    assert "80 marbles , 20 each" in " ".join(words_on("rule_sheet/rule-sheet", "front", *settings))


def test_marbles_differ_without_colour():
    pack = pack_of()
    rows = [row.fields for row in pack.component("marbles").rows]
    assert len({row["symbol"] for row in rows}) == len(rows) == 4
    lights = sorted(lightness(pack.palette[str(row["colour"])]) for row in rows)
    assert all(b - a > 0.08 for a, b in pairwise(lights)), lights


@pytest.mark.slow
@pytest.mark.parametrize("options", [FaceOptions(low_ink=True), FaceOptions(grey=True)])
def test_every_face_draws_in_little_ink_and_in_grey(options):
    pack, problems = pack_of(), Problems()
    maker = FaceMaker(pack, problems, options)
    faces = {
        maker.face(piece, side).digest
        for piece in expand(pack, problems)
        for side in ("front", "back")
        if piece.spec(side)
    }
    assert list(problems) == []
    assert len(faces) == 1 + 4 + 4 * 2 + 1 + 2 + 2  # board, marbles, cards, marker, aide, rules


def test_the_preview_is_there():
    preview = Path(pack_of().folder) / "preview.png"
    assert 10_000 < preview.stat().st_size < 400_000
