"""Findings of `check` in packs that read well."""

from pathlib import Path

import pytest

from generator.model.problems import Place, Problems
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs

START = "protoplay: 1\nname: Test\nplayers: 2-4\n"


def warnings_of(folder: Path, game: str, **files: str) -> list[str]:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(START + game, "utf-8")
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None, [str(p) for p in problems]
    return [p.message for p in problems]


# ---- colours of a pack

TILES = """palette: {grove: "#2f7d4f", brick: "#8d5a2b"}
components:
  tiles:
    shape: {square: 50mm}
    rows: {product: {habitat: [grove, brick]}}
"""
MERGE = '"grove" and "brick" look alike with protan or deutan vision and in greyscale'


def test_colours_that_are_the_only_difference_between_pieces_are_checked(tmp_path: Path) -> None:
    game = TILES + '    front: {use: tile, colour: "{{ habitat }}"}\n'
    assert warnings_of(tmp_path, game) == [MERGE + ', on the front of "tiles"']


def test_a_different_texture_beside_each_colour_is_enough(tmp_path: Path) -> None:
    game = TILES.replace("    rows: {product: {habitat: [grove, brick]}}\n", "    rows: t.csv\n")
    game += '    front: {use: tile, colour: "{{ habitat }}", texture: "{{ look }}"}\n'
    head = "habitat,look\ngrove,dots\n"
    assert warnings_of(tmp_path, game, t_csv=head + "brick,waves\n") == []
    numbers = "habitat,look\ngrove,0\nbrick,1\n"
    letters = game.replace("use: tile", "use: card").replace("texture:", "letter:")
    assert warnings_of(tmp_path, letters, t_csv=numbers) == []
    for rows in ("brick,dots\n", "brick,waves\nbrick,dots\n", "brick,\n"):
        assert warnings_of(tmp_path, game, t_csv=head + rows) == [
            MERGE + ', on the front of "tiles"'
        ]


@pytest.mark.parametrize("slot", ["title", "letter", "texture"])
def test_a_letter_word_or_pattern_beside_the_colour_is_enough(tmp_path: Path, slot: str) -> None:
    game = (
        TILES
        + f'    front: {{use: card, colour: "{{{{ habitat }}}}", {slot}: "{{{{ habitat }}}}"}}\n'
    )
    assert warnings_of(tmp_path, game) == []


def test_the_pack_may_say_which_colours_stand_alone(tmp_path: Path) -> None:
    alone = TILES + '    front: {use: tile, colour: "{{ habitat }}"}\n'
    assert warnings_of(tmp_path, "colours_alone: false\n" + alone) == []
    shown = TILES + '    front: {use: card, title: "{{ habitat }}"}\n'
    assert warnings_of(tmp_path, shown) == []
    assert warnings_of(tmp_path, "colours_alone: true\n" + shown) == [MERGE]
    assert warnings_of(tmp_path, "colours_alone: [grove, brick]\n" + shown) == [MERGE]
    assert warnings_of(tmp_path, "colours_alone: [grove]\n" + shown) == []


# ---- use

NUMBERS = "parameters: {tracks: 15, vp_1: 1, vp_2: 3}\npalette: {sea: '#204090'}\n"
CARD = "components:\n  cards: {size: poker}\n"


def test_unused_parameters_and_colours_are_reported(tmp_path: Path) -> None:
    assert warnings_of(tmp_path, NUMBERS + CARD) == [
        'the parameter "tracks" is never used',
        'the parameter "vp_1" is never used',
        'the parameter "vp_2" is never used',
        'the colour "sea" is never used',
    ]


def test_names_in_rules_drawings_texts_and_data_count_as_used(tmp_path: Path) -> None:
    rules = 'tracks = pack.number("tracks")\nvp = [pack.number(f"vp_{n}") for n in (1, 2)]\n'
    rows = "    rows: cards.csv\n"
    game = NUMBERS + "components:\n  cards:\n    size: poker\n" + rows
    assert warnings_of(tmp_path, game, rules_py=rules, cards_csv="name,colour\nx,sea\n") == []


def test_a_text_is_checked_in_every_row_that_is_printed(tmp_path: Path) -> None:
    game = """components:
  cards:
    size: poker
    rows: [{name: A, n: 1}, {name: B, n: 0}]
    count: n
    front: {use: card, title: "{{ 6 // n }}"}
"""
    assert warnings_of(tmp_path, game) == []
    (tmp_path / "game.yaml").write_text(START + game.replace("count: n", "count: 1"))
    (problem,) = open_pack(tmp_path)[1]
    assert str(problem) == 'game.yaml:9:31: error: the text "{{ 6 // n }}" divides by zero'


def test_an_unknown_icon_is_reported_where_its_name_was_written(tmp_path: Path) -> None:
    game = """components:
  cards:
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", icon: "{{ animal }}"}
"""
    (tmp_path / "game.yaml").write_text(START + game)
    (tmp_path / "cards.csv").write_text("name,animal\nA,camera\nB,camra\nC,\n")
    (problem,) = open_pack(tmp_path)[1]
    assert str(problem) == 'cards.csv:3:2: error: there is no icon "camra" (did you mean "camera"?)'


def test_a_syntax_error_in_drawings_is_found(tmp_path: Path) -> None:
    game = "components:\n  map:\n    size: a5\n    front: {draw: island}\n"
    (tmp_path / "game.yaml").write_text(START + game)
    (tmp_path / "drawings.py").write_text("def coast(piece)\n    return ''\n")
    (problem,) = open_pack(tmp_path)[1]
    assert str(problem) == "drawings.py:1:17: error: not valid Python: expected ':'"


@pytest.mark.parametrize("name", bundled_packs())
def test_bundled_packs_have_no_warnings(name: str) -> None:
    pack, problems = open_pack(name)
    assert pack is not None
    assert [str(p) for p in problems] == []
    for variant in pack.variants:
        assert open_pack(name, variant=variant)[0] is not None


# ---- languages


def test_texts_missing_in_the_chosen_language_are_reported(tmp_path: Path) -> None:
    (tmp_path / "drawings.py").write_text("def f(draw, **slots):\n    return ''\n", "utf-8")
    game = """languages: [en, de]
palette: {sea: "#204080"}
components:
  cards:
    size: poker
    front: {use: card, title: Hello, title.de: Hallo, text: "Draw {{ 2 }}", icon: star, colour: sea}
    back: {draw: f, kind: plain, head: The end, foot: "{{ game.name }} 3 :star:"}
"""
    (tmp_path / "game.yaml").write_text(START + game, "utf-8")
    told = {
        language: [str(p) for p in open_pack(tmp_path, language=language)[1]]
        for language in (None, "en", "de")
    }
    assert told[None] == told["en"] == []
    assert told["de"] == [
        'game.yaml:9:61: warning: "text" of "cards" has no text in the language "de" '
        '(add "text.de")',
        'game.yaml:10:40: warning: "head" of "cards" has no text in the language '
        '"de" (add "head.de")',
    ]


def test_switches_and_names_of_bundled_faces_need_no_translation(tmp_path: Path) -> None:
    slots = "ring: yes, checks: yes, labels: letters, texture: waves, title: A, title.de: B"
    game = f"""languages: [en, de]
components:
  board: {{size: a4, front: {{use: board, {slots}}}}}
  die:
    shape: {{dice: 16mm}}
    front: {{use: dice, pips: no}}
  card:
    size: poker
    front: {{use: card, fit: contain, icon: star}}
"""
    (tmp_path / "game.yaml").write_text(START + game, "utf-8")
    assert [str(p) for p in open_pack(tmp_path, language="de")[1]] == []


# ---- names

NAMED = """components:
  cards:
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", text: "{{ text }}"}
"""


def test_different_rows_of_one_name_are_reported_once_and_both_can_be_named(tmp_path: Path) -> None:
    rows = "name,text\nKing,a\nQueen,b\nKing,c\nking!,d\nQueen,e\n"
    assert warnings_of(tmp_path, NAMED, cards_csv=rows) == [
        'cards.csv:2 and 4 are both called "King"; the second is cards/king-2, and 2 more such rows'
    ]
    pack, _ = open_pack(tmp_path)
    assert pack is not None
    ids = [row.id for row in pack.component("cards").rows]
    assert ids == ["king", "queen", "king-2", "king-3", "queen-2"]


def test_names_that_differ_only_in_letters_unsuitable_for_files_are_reported_as_different(
    tmp_path: Path,
) -> None:
    assert warnings_of(tmp_path, NAMED, cards_csv="name,text\nC,a\nC#,b\n") == [
        'cards.csv:2 and 3 are called "C" and "C#", which gives the same file name; '
        "the second is cards/c-2"
    ]


def test_equal_rows_are_copies_and_are_not_reported(tmp_path: Path) -> None:
    assert warnings_of(tmp_path, NAMED, cards_csv="name,text\nKing,a\nKing,a\nKing,a\n") == []


def test_the_fix_for_similar_colours_is_given_once(tmp_path: Path) -> None:
    palette = 'palette: {grove: "#2f7d4f", brick: "#8d5a2b", loam: "#8a5c2f"}\n'
    shown = 'components:\n  cards: {size: poker, front: {use: card, title: "A"}}\n'
    (tmp_path / "game.yaml").write_text(f"{START}{palette}colours_alone: true\n{shown}", "utf-8")
    _, problems = open_pack(tmp_path)
    fixes = [p.fix for p in problems if "look alike" in p.message]
    assert len(fixes) == 3 and fixes[0].startswith("add a pattern") and not any(fixes[1:])


def test_faults_of_the_data_are_reported_before_faults_they_cause_in_programs() -> None:
    problems = Problems()
    problems.error(Place("/there/rules.py", 9), "lays what is not there")
    problems.warning(Place("cards.csv", 3), "two of one name")
    problems.error(Place("cards.csv", 2), "no number")
    assert [p.place.line for p in problems] == [2, 3, 9]


def test_a_front_that_is_left_empty_is_reported(tmp_path: Path) -> None:
    told = "front is empty, so nothing of the component is printed"
    game = "components:\n  c:\n    size: mini\n    front:\n"
    assert warnings_of(tmp_path, game) == [told]
    assert told not in warnings_of(tmp_path, game.replace("    front:\n", ""))
