"""The Mara on paper: the box list, backs that give no secret away, figures from the parameters."""

from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.face.colours import lightness
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.options import BuildOptions
from generator.press.pieces.expand import expand
from generator.press.sheet.impose import Layout, impose
from generator.press.sheet.papers import paper_of
from generator.reading.door import open_pack
from tests.games.packs import bundled_pack

HABITATS = ("grove", "bush", "savannah", "waterhole", "river")
ANIMALS = ("carnivore", "herbivore", "primate", "amphibian", "bird", "insect")
PAIRS = [f"{habitat}-{animal}" for habitat in HABITATS for animal in ANIMALS]
SEATS = ("chalk", "amber", "teal", "plum")
LODGES = ("acacia", "baobab", "canyon", "drumbeat", "ebony", "firefly")
BOX = {
    **{f"tiles/{pair}": 1 for pair in PAIRS},
    "mountain/kilimanjaro": 2,
    **{f"lodges/{name}-lodge": 1 for name in LODGES},
    **{f"jeeps/{seat}-jeep": 1 for seat in SEATS},
    **{f"tracks/{seat}-track": 15 for seat in SEATS},
    **{f"tourists/{pair}": 1 for pair in PAIRS},
    "aides/aide": 4,
    "notes/note-sheet": 4,
    "rule_sheet/rules-1": 1,
    "rule_sheet/rules-2": 1,
}
TWO_SIDED = ("tiles", "mountain", "tourists", "aides", "rule_sheet")


pack_of = partial(bundled_pack, "mara")


def faces_of(component, side, *settings, variant=None):
    """Piece id → face of one side of a component's pieces."""
    pack, problems = pack_of(*settings, variant=variant), Problems()
    maker = FaceMaker(pack, problems)
    pieces = expand(pack, problems, only=(component,))
    faces = {piece.id.split("/")[1]: maker.face(piece, side) for piece in pieces}
    assert list(problems) == []
    return faces


def words_on(face):
    """The text a face carries, in the order it is drawn."""
    texts = ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text")
    return " ".join(" ".join("".join(text.itertext()).split()) for text in texts)


def test_the_box_list():
    assert {piece.id: piece.count for piece in expand(pack_of(), Problems())} == BOX


def test_the_family_game_needs_no_tracks():
    pieces = expand(pack_of(variant="family"), Problems())
    assert {p.id: p.count for p in pieces} == {
        id: n for id, n in BOX.items() if not id.startswith("tracks/")
    }


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_piece_lies_on_the_sheets_as_often_as_the_box_holds_it(paper):
    problems = Problems()
    sheets = impose(expand(pack_of(), problems), Layout(paper_of(paper)), problems)
    assert list(problems) == []
    fronts, backs = (
        Counter(p.piece.id for sheet in sheets for p in sheet.placements if p.side == side)
        for side in ("front", "back")
    )
    assert fronts == BOX
    assert backs == {id: n for id, n in BOX.items() if id.split("/")[0] in TWO_SIDED}


@pytest.mark.parametrize(
    ("paper", "leaves"), [("a4", 8), pytest.param("letter", 10, marks=pytest.mark.slow)]
)
def test_the_pack_prints_without_a_problem(tmp_path, paper, leaves):
    problems = Problems()
    summary = build(pack_of(), BuildOptions(out=tmp_path, paper=paper), problems)
    assert list(problems) == []
    assert summary.pieces == sum(BOX.values()) == 142
    assert summary.sheets == leaves
    assert summary.files[0].stat().st_size < 4_000_000


def test_the_back_of_a_tile_shows_its_habitat_and_nothing_else():
    backs = {id: face.digest for id, face in faces_of("tiles", "back").items()}
    by_habitat = {
        habitat: {backs[pair] for pair in PAIRS if pair.startswith(habitat)} for habitat in HABITATS
    }
    assert all(len(digests) == 1 for digests in by_habitat.values())
    assert len(set.union(*by_habitat.values())) == 5


@pytest.mark.slow
def test_the_backs_of_the_cards_are_all_alike():
    assert len({face.digest for face in faces_of("tourists", "back").values()}) == 1
    assert len({face.digest for face in faces_of("tourists", "front").values()}) == 30


@pytest.mark.slow
def test_tiles_and_cards_name_animal_and_habitat_in_letters():
    for component in ("tiles", "tourists"):
        for pair, face in faces_of(component, "front").items():
            habitat, animal = pair.split("-")
            words = words_on(face).split()
            assert animal.capitalize() in words, pair
            assert habitat[0].upper() in words, pair


def test_jeeps_and_tracks_carry_the_letter_of_their_colour():
    for component in ("jeeps", "tracks"):
        faces = faces_of(component, "front")
        assert [words_on(faces[f"{seat}-{component[:-1]}"]) for seat in SEATS] == list("CATP")
        bare = faces_of(component, "front")
        assert len({face.digest for face in bare.values()}) == 4


def test_habitats_and_players_stay_apart_in_grey():
    palette = pack_of().palette
    for names in (HABITATS, SEATS):
        grey = [lightness(palette[name]) for name in names]
        assert min(abs(a - b) for a, b in combinations(grey, 2)) > 0.06, dict(
            zip(names, grey, strict=True)
        )


def test_the_aide_tells_what_the_rules_play():
    told = words_on(faces_of("aides", "front")["aide"])
    assert "Face-up cards Actions 0 4 1 3 2 2 3 1" in told
    assert "Different animals Points 1 1 2 3 3 6 4 10 5 15 6 21" in told
    assert "at most 3 face-up cards" in told
    assert "or on one of its two paths" in told
    family = words_on(faces_of("aides", "back")["aide"])
    for figure in ("Exactly 2 actions", "at most 1 of them", "1 point", "Draw 2 , keep 1"):
        assert figure in family, family


@pytest.mark.slow
def test_the_rule_sheet_prints_the_rules_with_their_figures():
    def told(*settings):
        sheet = "rule_sheet"
        sides = [faces_of(sheet, side, *settings) for side in ("front", "back")]
        return " ".join(words_on(side[f"rules-{leaf}"]) for leaf in (1, 2) for side in sides)

    usual = told()
    for figure in ("60 tracks , 15 in", "at most 3 cards", "You have 4 actions", "1 3 6 10 15 21"):
        assert figure in usual, figure
    for unwanted in ("K1", "(F)", "(D)", "Changed"):
        assert unwanted not in usual, unwanted
    assert "48 tracks , 12 in" in told("tracks=12")


def test_every_figure_follows_its_parameter():
    settings = (
        "actions=5",
        "faceup_limit=2",
        "vp_4=12",
        "at_only=true",
        "draw=3",
        "family_peeks=2",
    )
    faces = faces_of("aides", "front", *settings)
    told = words_on(faces["aide"])
    assert "Face-up cards Actions 0 5 1 4 2 3" in told
    assert "4 12" in told
    assert "at most 2 face-up cards" in told
    assert "two paths" not in told
    family = words_on(faces_of("aides", "back", *settings)["aide"])
    assert "Draw 3 , keep 1" in family
    assert "at most 2 of them" in family
    fewer = expand(pack_of("tracks=12"), Problems(), only=("tracks",))
    assert [piece.count for piece in fewer] == [12] * 4


@pytest.mark.slow
def test_a_habitat_of_the_designers_own_is_drawn_plain(tmp_path):
    from shutil import copytree

    folder = tmp_path / "mine"
    copytree(Path(pack_of().folder), folder)
    for name in ("game.yaml", "tourists.csv"):
        file = folder / name
        text = file.read_text(encoding="utf-8").replace("river", "desert")
        file.write_text(text, encoding="utf-8")
    pack, problems = open_pack(str(folder))
    assert pack is not None, list(problems)
    maker = FaceMaker(pack, problems)
    for piece in expand(pack, problems, only=("tourists", "notes")):
        assert maker.face(piece, "front") is not None
    wrong = [str(p) for p in problems if "icon" not in str(p)]
    assert wrong == []


def test_low_ink_leaves_the_ground_white():
    pack, problems = pack_of(), Problems()
    piece = next(p for p in expand(pack, problems) if p.id == "tiles/river-bird")
    full, spared = (
        FaceMaker(pack, problems, FaceOptions(low_ink=low)).face(piece, "front")
        for low in (False, True)
    )
    river = pack.palette["river"]
    assert f'fill="{river}"' in full.svg
    assert f'fill="{river}"' not in spared.svg
