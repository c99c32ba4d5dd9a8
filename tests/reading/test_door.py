"""`door` opens packs: sound packs are resolved, and broken packs are reported with every fault and
its place.
"""

import json
import random
import shutil
import struct
import time
from dataclasses import replace
from pathlib import Path

import pytest

from generator import bundled
from generator.model.pack import Pack
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs
from generator.reading.shapes import area, crosses_itself

START = "protoplay: 1\nname: Test\nplayers: 2-4\n"
CARDS = "components:\n  cards:\n    size: poker\n"


def made(folder: Path, game: str, **files: str) -> Path:
    """A pack folder with that game.yaml; `cards_csv="…"` writes cards.csv."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(START + game, "utf-8")
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    return folder


def opened(
    folder: Path, game: str, *, files: dict[str, str] | None = None, **options: object
) -> Pack:
    """The pack of that game.yaml, which must have no errors and no warnings."""
    pack, problems = open_pack(made(folder, game, **(files or {})), **options)  # type: ignore[arg-type]
    assert pack is not None and not len(problems), [str(p) for p in problems]
    return pack


def said(folder: Path | str, **options: object) -> list[str]:
    """The problem lines of a pack."""
    return [str(p) for p in open_pack(folder, **options)[1]]  # type: ignore[arg-type]


def rows_of(pack: Pack, component: str = "cards") -> list[tuple[str, int]]:
    return [(row.id, row.count) for row in pack.component(component).rows]


def test_a_folder_beside_is_suggested(tmp_path: Path) -> None:
    made(tmp_path / "lantern-market", CARDS)
    (line,) = said(tmp_path / "lantern-markt")
    assert line.endswith(f'(did you mean "{tmp_path / "lantern-market"}"?)')


def test_the_number_of_players_is_read_in_every_form(tmp_path: Path) -> None:
    pack, _ = open_pack(made(tmp_path, CARDS))
    assert pack is not None
    for players, text in (((2, 4), "2 to 4 players"), ((2, 2), "2 players"), ((1, 1), "1 player")):
        assert str(replace(pack, players=players).not_for(5)) == f"Test is for {text}, not 5"


def test_independent_faults_are_reported_together(tmp_path: Path) -> None:
    cards = "components:\n  cards:\n    size: pokre\n    rows: [{name: Lion}]\n"
    front = '    front: {use: card, titel: x, text: "{{ nmae }}", icon: lionn}\n'
    made(tmp_path, f"{cards}{front}goals: {{seats: 3%}}\nsheet: {{gap: wide}}\n")
    told = "\n".join(said(tmp_path))
    for part in ('"pokre"', '"titel"', '"nmae"', '"3%" is not a band', '"wide"', '"lionn"'):
        assert part in told
    assert told.count("error") == 6 and open_pack(tmp_path, flawed=True)[0] is None


def test_a_fault_that_causes_others_is_reported_alone(tmp_path: Path) -> None:
    front = '    front: {use: card, title: x, text: "{{ bonus }}"}\n'
    made(tmp_path, f"parametres: {{bonus: 3}}\n{CARDS}{front}")
    assert [line.partition(" (")[0] for line in said(tmp_path)] == [
        'game.yaml:4:1: error: unknown key "parametres"'
    ]


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    made(tmp_path, "sheet: {papper: a4}\n" + CARDS + "    bleed: 2\n    safe: two\n    frnt: {}\n")
    lines = said(tmp_path)
    assert [line.split(":")[1] for line in lines] == ["4", "8", "9", "10"]


# ---- the door


def test_a_name_is_only_a_shortcut_to_a_folder(tmp_path: Path) -> None:
    assert bundled_packs() == ["mara", "marram", "shiftago"]
    folder = bundled("rules") / "shiftago"
    by_name, by_folder, by_file = (
        open_pack(p)[0] for p in ("shiftago", folder, folder / "game.yaml")
    )
    assert by_name == by_folder == by_file
    shutil.copytree(folder, tmp_path / "shiftago", ignore=shutil.ignore_patterns("__pycache__"))
    copy, problems = open_pack(tmp_path / "shiftago")
    assert copy is not None and by_name is not None
    assert copy.digest == by_name.digest
    assert [str(p) for p in problems] == said("shiftago")


def test_an_unknown_name_lists_the_bundled_ones() -> None:
    assert said("shiftgo") == [
        "shiftgo: error: there is no such folder and no bundled game of this name "
        '(did you mean "shiftago"? '
        "known: mara, marram, shiftago)"
    ]


def test_a_folder_on_disk_is_preferred_to_a_bundled_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path / "mara", CARDS)
    monkeypatch.chdir(tmp_path)
    pack = open_pack("mara")[0]
    assert pack is not None and pack.name == "Test"


def test_a_folder_without_a_game_is_reported(tmp_path: Path) -> None:
    (tmp_path / "game.yml").write_text("x")
    assert said(tmp_path) == [
        f'{tmp_path}: error: the folder has no game.yaml (rename "game.yml" to game.yaml)'
    ]
    assert said(tmp_path / "game.yml") == [
        f"{tmp_path / 'game.yml'}: error: this is not a game.yaml (give the pack's folder)"
    ]
    (tmp_path / "of" / "game.yaml").mkdir(parents=True)
    (told,) = said(tmp_path / "of")
    assert told.endswith(
        "error: game.yaml in this folder is not a file (a pack is a folder with this file)"
    )


def test_opening_thirty_cards_is_quick(tmp_path: Path) -> None:
    cards = "name,text,points\n" + "".join(f"Card {i},Draw {i},{i}\n" for i in range(30))
    front = '    rows: cards.csv\n    front: {use: card, title: "{{ name }}", text: "{{ text }}"}\n'
    made(tmp_path, CARDS + front, cards_csv=cards)
    assert open_pack(tmp_path)[0] is not None  # imports
    taken = []
    for _ in range(3):
        start = time.process_time()
        open_pack(tmp_path)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.08


# ---- parameters, variants, languages

PARAMETERS = """parameters:
  tracks: {value: 15, low: 5, high: 40, note: "per player"}
  open: false
  ink: black
variants:
  standard: {}
  short: {parameters: {tracks: 10, open: true}, without: [coins]}
components:
  cards: {size: poker, count: "{{ tracks }}", piece: "{{ ink }} {{ open }}"}
  coins: {shape: {circle: 20mm}}
"""


def test_the_first_variant_is_the_default_and_others_change_parameters(tmp_path: Path) -> None:
    pack = opened(tmp_path, PARAMETERS)
    assert (pack.variant, pack.variants) == ("standard", ("standard", "short"))
    assert [c.id for c in pack.components] == ["cards", "coins"]
    assert rows_of(pack) == [("black-false", 15)]
    short = opened(tmp_path, PARAMETERS, variant="short")
    assert [c.id for c in short.components] == ["cards"]
    assert rows_of(short) == [("black-true", 10)]
    assert short.parameters["tracks"].default == 10


def test_a_setting_overrides_the_variant(tmp_path: Path) -> None:
    settings = ("tracks=12", "open=false", "ink=blue")
    pack = opened(tmp_path, PARAMETERS, variant="short", settings=settings)
    assert (pack.value("tracks"), pack.value("open"), pack.value("ink")) == (12, False, "blue")
    assert pack.number("tracks") == 12


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("track=3", 'unknown parameter "track" (did you mean "tracks"? known: ink, open, tracks)'),
        ("tracks=4", '"tracks" is 4, below its lower bound of 5 (its range is from 5 to 40)'),
        ("tracks=41", '"tracks" is 41, above its upper bound of 40 (its range is from 5 to 40)'),
        ("tracks=many", '"tracks" is a number, found "many" (like 15)'),
        ("tracks=7.5", '"tracks" is a whole number, found 7.5 (like 15)'),
        ("tracks=.nan", '"tracks" is a number, found the number nan (like 15)'),
        ("open=maybe", '"open" is a switch, found "maybe" (write true or false)'),
        ("tracks", 'this is not a setting (write "name=value")'),
    ],
)
def test_a_wrong_setting_is_refused(tmp_path: Path, setting: str, line: str) -> None:
    made(tmp_path, PARAMETERS)
    assert said(tmp_path, settings=(setting,)) == [f"--set {setting}: error: {line}"]


def test_unknown_variants_and_languages_are_refused(tmp_path: Path) -> None:
    made(tmp_path, PARAMETERS)
    assert said(tmp_path, variant="shrot") == [
        'game.yaml:8:1: error: the game has no variant "shrot" (did you mean '
        '"short"? known: short, standard)'
    ]
    assert said(tmp_path, language="de") == [
        'game.yaml: error: the game has no language "de" (add the line languages: [en, de])'
    ]


LANGUAGES = """languages: [en, de]
name.de: Probe
keywords: {VP: "**VP**", VP.de: "**SP**"}
components:
  cards:
    size: poker
    title: Cards
    title.de: Karten
    rows: cards.csv
    front: {use: card, title: "{{ name }}", text: "Gain {{ n }}", text.de: "Nimm {{ n }}"}
"""
WORDS = {"cards_csv": "name,name.de,n\nLion,Löwe,2\nBird,Vogel,3\n"}


def test_texts_columns_and_keywords_have_a_language(tmp_path: Path) -> None:
    pack = opened(tmp_path, LANGUAGES, files=WORDS)
    german = opened(tmp_path, LANGUAGES, files=WORDS, language="de")
    assert (pack.language, german.language) == ("en", "de")
    assert (pack.name, german.name) == ("Test", "Probe")
    assert (pack.components[0].title, german.components[0].title) == ("Cards", "Karten")
    assert (pack.keywords, german.keywords) == ({"VP": "**VP**"}, {"VP": "**SP**"})
    front, vorn = pack.components[0].front, german.components[0].front
    assert front and vorn
    assert (front.slots["text"], vorn.slots["text"]) == ("Gain {{ n }}", "Nimm {{ n }}")
    assert [row.name for row in german.components[0].rows] == ["Löwe", "Vogel"]
    assert [row.id for row in german.components[0].rows] == ["lion", "bird"]
    assert german.components[0].rows[0].places["name"].column == 2


def test_missing_translations_are_reported_when_a_language_is_chosen(tmp_path: Path) -> None:
    gaps = LANGUAGES.replace("    title.de: Karten\n", "").replace(
        'text.de: "Nimm {{ n }}"', 'text.de: ""'
    )
    made(tmp_path, gaps, cards_csv="name,name.de,n\nLion,Löwe,2\nBird,,3\n")
    assert said(tmp_path) == []
    assert said(tmp_path, language="de") == [
        'cards.csv:3:2: warning: "name" has no text in "de" ("Bird" is printed '
        'instead; fill in "name.de")',
        'game.yaml:12:45: warning: "text" has no text in "de" (add "text.de")',
    ]


def test_a_column_without_translations_is_reported_once(tmp_path: Path) -> None:
    made(tmp_path, LANGUAGES, cards_csv="name,name.de,n\nLion,,2\nBird,,3\nFish,Fisch,3\n")
    assert said(tmp_path, language="de") == [
        'cards.csv:2:2: warning: "name" has no text in "de" in 2 of 3 rows ("Lion" '
        'is printed instead; fill in "name.de")'
    ]


def test_a_language_that_is_not_declared_stops_no_print(tmp_path: Path) -> None:
    made(tmp_path, LANGUAGES, cards_csv="name,name.it,name.deu,n\nLion,Leone,L,2\n")
    unprinted = 'so the column "name" is not printed'
    assert said(tmp_path) == [
        f'cards.csv:2:2: warning: the game has no language "it", {unprinted} '
        '(add it to "languages" in game.yaml, or rename the column)',
        f'cards.csv:2:3: warning: the game has no language "deu", {unprinted} (did '
        'you mean "name.de"?)',
    ]


def test_inline_rows_and_products_have_languages_too(tmp_path: Path) -> None:
    game = """languages: [en, de]
components:
  cards: {size: poker, rows: [{name: Lion, name.de: Löwe}]}
  tiles: {size: poker, rows: {product: {animal: [bird, fish], animal.de: [Vogel, Fisch]}}}
"""
    pack = opened(tmp_path, game, language="de")
    assert [(r.id, r.name) for r in pack.component("cards").rows] == [("lion", "Löwe")]
    assert [(r.id, r.name) for r in pack.component("tiles").rows] == [
        ("bird", "Vogel"),
        ("fish", "Fisch"),
    ]


# ---- rows


def test_the_last_list_of_a_product_changes_fastest(tmp_path: Path) -> None:
    rows = "    rows: {product: {habitat: [grove, river], animal: [bird, fish]}}\n"
    pack = opened(tmp_path, CARDS + rows)
    assert [row.id for row in pack.component("cards").rows] == [
        "grove-bird",
        "grove-fish",
        "river-bird",
        "river-fish",
    ]


def test_where_override_and_count_are_applied_in_order(tmp_path: Path) -> None:
    rows = """    rows: {product: {habitat: [grove, river], animal: [bird, fish]}}
    where: "habitat == 'river' or animal == 'bird'"
    override:
      - {match: {id: river-bird}, set: {count: 0}}
      - {match: {animal: fish}, set: {habitat: lake}}
    count: "{{ 2 if animal == 'bird' else 3 }}"
"""
    pack = opened(tmp_path, CARDS + rows)
    assert rows_of(pack) == [("grove-bird", 2), ("river-bird", 0), ("river-fish", 3)]
    fish = pack.component("cards").rows[2]
    assert (fish.name, fish.fields["habitat"]) == ("lake fish", "lake")
    assert fish.places["habitat"].line == 11
    assert pack.component("cards").count == 5


def test_words_for_no_drop_rows_and_are_reported_where_every_text_counts_as_yes(
    tmp_path: Path,
) -> None:
    cells = "name,active,cost\nA,yes,1\nB,no,2\nC,FALSCH,3\n"
    for where, kept, told in (
        ("active", "A", []),
        ("{{ active }}", "A", []),
        ("active and cost", "ABC", ["cards.csv:3:2", "cards.csv:4:2"][:1]),
    ):
        folder = made(
            tmp_path, f"{CARDS}    rows: cards.csv\n    where: '{where}'\n", cards_csv=cells
        )
        pack, problems = open_pack(folder)
        assert pack is not None
        assert "".join(row.name for row in pack.component("cards").rows) == kept
        assert [str(p.place) for p in problems if "counts as yes" in p.message] == told


def test_an_override_may_set_a_field_to_a_parameter(tmp_path: Path) -> None:
    game = f"""parameters: {{saffron: {{value: 6, low: 2, high: 8, tune: true}}, spicy: true}}
{CARDS}    rows: cards.csv
    override:
      - match: {{name: Saffron}}
        set: {{points: "{{{{ saffron }}}}", cost: "{{{{ cost + saffron / 4 }}}}",
              hot: "{{{{ spicy }}}}",
              text: "Worth {{{{ saffron }}}}, not {{{{ points }}}}"}}
"""
    files = {"cards_csv": "name,points,cost,hot,text\nSaffron,9,2,,\nSalt,1,1,,\n"}
    pack = opened(tmp_path, game, files=files)
    saffron, salt = pack.component("cards").rows
    assert saffron.fields == {
        "name": "Saffron", "points": 6, "cost": 3.5, "hot": True, "text": "Worth 6, not 9",
    }  # fmt: skip
    assert saffron.places["points"].line == 11
    assert salt.fields["points"] == 1

    settings = pack.settings({"saffron": 4})
    changed = open_pack(pack.folder, settings=settings)[0]
    assert changed is not None
    assert changed.component("cards").rows[0].fields["points"] == 4
    assert changed.component("cards").rows[0].id == saffron.id


def test_rows_are_matched_by_the_words_of_the_first_language_in_every_language(
    tmp_path: Path,
) -> None:
    game = f"""languages: [en, de]
{CARDS}    rows: cards.csv
    where: "{{{{ name != 'Salt' }}}}"
    override: [{{match: {{name: Saffron}}, set: {{points: 6}}}}]
"""
    files = {"cards_csv": "name,name.de,points\nSaffron,Safran,9\nSalt,Salz,1\n"}
    for language in (None, "en", "de"):
        (row,) = opened(tmp_path, game, files=files, language=language).component("cards").rows
        assert (row.id, row.fields["points"]) == ("saffron", 6), language
    assert row.name == "Safran"


def test_an_override_that_matches_nothing_names_the_values_of_its_field(tmp_path: Path) -> None:
    game = CARDS + "    rows: cards.csv\n    override: [{match: {%s}, set: {points: 6}}]\n"
    files = {"cards_csv": "name,hot,points\nSaffron Rice,no,9\nSalt,yes,1\n"}
    for match, fix in (
        ("name: Saffron Rise", 'did you mean "Saffron Rice"? known: Saffron Rice, Salt'),
        ("nme: Salt", 'no row has a field "nme"'),
        ("name: Salt, points: 9", "no row has all of them"),
    ):
        (line,) = said(made(tmp_path, game % match, **files))
        assert line.endswith(f"({fix})"), line


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("{{ safron }}", "safron"),
        ("{{ palette }}", "expected a number, a text or a switch to set, found a mapping"),
        ("{{ 1e308 * 10 }}", "a number becomes too large"),
        ("{{ none }}", "expected a number, a text or a switch to set, found nothing"),
        ("{{ saffron", "{{ saffron"),
    ],
)
def test_an_override_that_cannot_be_evaluated_is_reported_at_its_place(
    tmp_path: Path, written: str, told: str
) -> None:
    game = f"""parameters: {{saffron: 6}}
{CARDS}    rows: cards.csv
    override: [{{match: {{name: Saffron}}, set: {{points: "{written}"}}}}]
"""
    (text,) = said(made(tmp_path, game, cards_csv="name,points\nSaffron,9\nSalt,1\n"))
    assert told in text and text.startswith("game.yaml:9:55: ")


@pytest.mark.parametrize(
    "count", ["n", '"{{ n }}"', '"{{ copies * n }}"', '"n * copies"', "copies"]
)
def test_a_count_is_a_cell_a_parameter_or_an_expression(tmp_path: Path, count: str) -> None:
    game = f"parameters: {{copies: 2}}\n{CARDS}    note: not copies\n    rows: cards.csv\n"
    game += f"    count: {count}\n"
    pack = opened(tmp_path, game, files={"cards_csv": "name,n\nLion,2\nBird,3\n"})
    wanted = {"n": [2, 3], "copies": [2, 2]}
    key = count.strip('"{} ')
    assert [row.count for row in pack.components[0].rows] == wanted.get(
        key, [4, 6] if "*" in key else []
    )


def test_rows_of_one_name_get_numbers_and_nameless_ones_too(tmp_path: Path) -> None:
    rows = "    rows: [{text: a}, {text: b}]\n    title: Deeds\n"
    pack = opened(tmp_path, CARDS + rows)
    assert [row.id for row in pack.components[0].rows] == ["deeds-1", "deeds-2"]
    twice = "    rows: [{name: Lion, n: 1}, {name: Lion, n: 1}]\n"
    pack = opened(tmp_path, CARDS + twice)
    assert [row.id for row in pack.components[0].rows] == ["lion", "lion-2"]


def test_rows_left_out_are_one_piece(tmp_path: Path) -> None:
    pack = opened(tmp_path, "components:\n  score-track: {size: a4}\n")
    (row,) = pack.components[0].rows
    assert (row.id, row.name, row.count) == ("score-track", "Score track", 1)


def test_a_game_may_consist_of_rules_only(tmp_path: Path) -> None:
    assert opened(tmp_path, "").components == ()


def test_includes_add_components_with_their_own_places(tmp_path: Path) -> None:
    part = "palette: {sea: '#204090'}\ncomponents:\n  cards:\n    size: poker\n    title: sea\n"
    pack = opened(tmp_path, "includes: [part.yaml]\n", files={"part_yaml": part})
    assert str(pack.components[0].place) == "part.yaml:3:3"
    assert pack.palette == {"sea": "#204090"}
    assert [path.name for path in pack.files] == ["game.yaml", "part.yaml"]


# ---- shapes


@pytest.mark.parametrize(
    ("written", "kind", "width", "height"),
    [
        ("size: poker", "rect", 63.5, 88.9),
        ("{size: poker, landscape: true}", "rect", 88.9, 63.5),
        ("size: hex-medium", "hex", 63.5, 54.9926),
        ("shape: {rect: [44mm, 6.7cm], corner: 3mm}", "rect", 44, 67),
        ("shape: {square: 45mm}", "rect", 45, 45),
        ("shape: {hex: 50mm, across: flats}", "hex", 50, 57.735),
        ("shape: {hex: 50mm, across: points}", "hex", 43.3013, 50),
        ("shape: {hex: 50mm, across: flats, top: flat}", "hex", 57.735, 50),
        ("shape: {hex: 50mm, across: points, top: flat}", "hex", 50, 43.3013),
        ("shape: {circle: 16mm}", "circle", 16, 16),
        ("shape: {strip: [22mm, 5mm]}", "rect", 22, 5),
        ("shape: {polygon: [[5mm, 5mm], [35mm, 5mm], [5mm, 25mm]]}", "polygon", 30, 20),
        (
            "shape: {polygon: [[10mm, 0mm], [20mm, 0mm], [20mm, 10mm], [30mm, 10mm], [30mm, 20mm], "
            "[20mm, 20mm], [20mm, 30mm], [10mm, 30mm], [10mm, 20mm], [0mm, 20mm], [0mm, 10mm], "
            "[10mm, 10mm]]}",
            "polygon",
            30,
            30,
        ),
        ("shape: {board: [400mm, 300mm]}", "rect", 400, 300),
        ("shape: {folded: [63mm, 88mm], corner: 3mm}", "rect", 126, 88),
        ("{shape: {folded: [63mm, 88mm]}, landscape: true}", "rect", 88, 126),
        ("shape: {standee: [30mm, 50mm], foot: 10mm}", "dieline", 30, 120),
        ("shape: {dice: 16mm}", "rect", 16, 16),
        ("shape: {cube: 20mm}", "dieline", 88, 76),
    ],
)
def test_every_form_of_a_shape_is_read(
    tmp_path: Path, written: str, kind: str, width: float, height: float
) -> None:
    written = written if written.startswith("{") else f"{{{written}}}"
    shape = opened(tmp_path, f"components:\n  piece: {written}\n").components[0].shape
    assert shape.kind == kind
    assert (shape.width, shape.height) == pytest.approx((width, height), abs=1e-3)
    for x, y in shape.outline:
        assert 0 <= x <= shape.width and 0 <= y <= shape.height
    for panel in shape.panels:
        assert panel.x >= 0 and panel.x + panel.width <= shape.width + 1e-6
        assert panel.y >= 0 and panel.y + panel.height <= shape.height + 1e-6


def test_a_paper_die_has_six_faces_and_seven_flaps(tmp_path: Path) -> None:
    shape = opened(tmp_path, "components:\n  die: {shape: {cube: 20mm}}\n").components[0].shape
    flap = (20 + 12) / 2 * 8  # a trapezium 8 mm deep
    assert area(list(shape.outline)) == pytest.approx(6 * 20 * 20 + 7 * flap)
    assert [panel.name for panel in shape.panels] == list("123456")
    assert not crosses_itself(list(shape.outline))


def test_only_boards_are_cut_over_pages_by_default(tmp_path: Path) -> None:
    game = """components:
  board: {shape: {board: [400mm, 300mm]}}
  mat: {shape: {rect: [400mm, 300mm]}}
  cloth: {shape: {rect: [400mm, 300mm]}, tile_pages: true}
"""
    assert [c.tile_pages for c in opened(tmp_path, game).components] == [True, False, True]


def test_a_tuckbox_fits_its_deck(tmp_path: Path) -> None:
    game = """components:
  box: {shape: {tuckbox: cards}}
  cards: {size: euro-poker, count: 54, stock: 0.32mm}
"""
    box = opened(tmp_path, game).component("box").shape
    assert not crosses_itself(list(box.outline))
    panels = {panel.name: panel for panel in box.panels}
    assert panels["front"].width == panels["back"].width == pytest.approx(63 + 1.8)
    assert panels["front"].height == pytest.approx(88 + 1.8)
    assert panels["right"].width == pytest.approx(54 * 0.32 + 1.8)
    more = opened(tmp_path, game.replace("count: 54", "count: 108")).component("box").shape
    thick = {panel.name: panel for panel in more.panels}["right"].width
    assert thick - panels["right"].width == pytest.approx(54 * 0.32)


def test_sleeves_have_their_size_and_tolerance(tmp_path: Path) -> None:
    game = """components:
  a: {size: euro-poker, sleeve: true}
  b: {size: euro-poker, sleeve: [66mm, 91mm]}
  c: {size: euro-poker}
"""
    assert [c.sleeve for c in opened(tmp_path, game).components] == [(64.5, 89.5), (66, 91), None]


# ---- icons, fonts, digest


def test_icons_come_from_the_pack_before_the_bundled_ones(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "bird.svg").write_text("<svg/>")
    pack = opened(tmp_path, CARDS)
    assert pack.icons["bird"] == tmp_path / "icons" / "bird.svg"
    assert pack.icons["camera"].is_relative_to(bundled("templates").resolve())


ICON_SET = {
    "prefix": "own",
    "info": {
        "name": "Own Icons",
        "version": "2.1",
        "author": {"name": "A. Draughtsman"},
        "license": {"title": "CC BY 4.0"},
    },
    "width": 24,
    "height": 24,
    "icons": {
        "lion-head": {"body": '<path fill="currentColor" d="M0 0h9v9z"/>'},
        "spy": {"body": '<image href="http://example.com/x.png"/>'},
    },
    "aliases": {"lion-left": {"parent": "lion-head", "hFlip": True}},
}


def test_an_iconify_set_gives_icons_and_names_its_licence(tmp_path: Path) -> None:
    files = {"set_json": json.dumps(ICON_SET)}
    game = "icons: {set: set.json, names: {lion: lion-left, bird: lion-head}}\n" + CARDS
    pack = opened(tmp_path, game, files=files)
    assert set(pack.drawn_icons) == {"lion", "bird"}
    assert not set(pack.icons) & set(pack.drawn_icons)
    assert 'viewBox="0 0 24 24"' in pack.drawn_icons["bird"]
    assert "scale(-1 1)" in pack.drawn_icons["lion"]
    assert pack.credits == ("Icons: Own Icons 2.1 by A. Draughtsman (CC BY 4.0)",)
    every = opened(tmp_path, "icons: {set: set.json}\n" + CARDS, files=files)
    assert set(every.drawn_icons) == {"lion-head", "lion-left"}


def font_lines(folder: Path, *files: Path) -> list[str]:
    styles = ("regular", "bold", "italic")
    written = ", ".join(f"{s}: '{f}'" for s, f in zip(styles, files, strict=False))
    return said(made(folder, f"fonts: {{body: {{{written}}}}}\n{CARDS}"))


def source_sans(name: str) -> Path:
    from font_source_sans_pro import font_directory

    return Path(font_directory) / name


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("parameters: {a: {value: 1, low: 0, high: 2, tune: {step: 0}}}\n", "number more than 0"),
        ("parameters: {a: {value: 1, low: 0, high: 2, tune: {cost: -1}}}\n", "number more than 0"),
        *(
            (f"parameters: {{a: {{value: {value}, tune: {tune}}}}}\n", told)
            for value, tune, told in (
                ("4, low: 0, high: 6", "{low: 0, high: 9}", "tune's high 9 is above high 6"),
                (
                    "4, low: 0, high: 6",
                    "{low: 5, high: 2}",
                    "tune goes from 5 down to 2 (write the lower",
                ),
                ("4, low: 0, high: 6", "{low: 3, high: 3}", "tune has no value to try except 3"),
                ("4, low: 0, high: 6", "{low: 0.5}", "tune's low is 0.5, but the value is a whole"),
                ("4, low: 0, high: 6", "{step: 0.5}", "tune's step is 0.5, but the value is a"),
                (
                    "4, low: 0, high: 6",
                    "{step: 9}",
                    "tune's step of 9 is larger than the range 0 to 6 (write a smaller",
                ),
                ("4, low: 0, high: 6", "{values: [1, 9]}", "tune's value 9 is above high 6"),
                (
                    "4",
                    "{values: [1, 2.5]}",
                    "tune has 2.5 among its values, but the parameter is a whole number",
                ),
                (
                    "4",
                    "{values: [1, x]}",
                    'tune has "x" among its values, but the parameter is a number (like',
                ),
                ("4", "{values: [1], step: 2}", "tune has values and step (use only one"),
                ("true", "{low: 0, high: 1}", "a switch takes no low or high (write tune: true to"),
                (
                    "slow",
                    "{values: [fast, 3]}",
                    "tune has the number 3 among its values, but the parameter is a word",
                ),
                (
                    "slow",
                    "true",
                    "the value is a word, so tune needs a list of values (write tune: {values: [",
                ),
                ("4", "yes", 'expected true or keys and values, found "yes" (write true, or'),
                ("no", "true", '"no" is a word (a switch is true or false)'),
            )
        ),
        ("worth: {seats: 101}\n", "expected a number from 0 to 100, found 101"),
        ("fonts: {body: []}\n", "expected 1 entry, found 0 (write one, or remove the key)"),
    ],
)
def test_values_out_of_bounds_are_reported_in_our_words(
    written: str, told: str, tmp_path: Path
) -> None:
    (line,) = said(made(tmp_path, f"{written}{CARDS}"))
    assert told in line and "_" not in line


def test_a_large_number_is_not_read_as_the_name_of_a_count(tmp_path: Path) -> None:
    text = CARDS + "    count: 1e400\n"
    (line,) = said(made(tmp_path, text))
    assert 'the number "1e400" is too large (a count lies between 0 and 10000)' in line


def directory_entry(data: bytes, table: str) -> int:
    """Return the position of a table's entry in a font's directory."""
    starts = range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)
    return next(at for at in starts if data[at : at + 4] == table.ljust(4).encode())


def with_bytes(data: bytes, table: str, at: int, written: bytes) -> bytes:
    """A font with other bytes at a place of one of its tables."""
    start = struct.unpack_from(">I", data, directory_entry(data, table) + 8)[0] + at
    return data[:start] + written + data[start + len(written) :]


@pytest.mark.parametrize(
    "table", ["head", "hhea", "maxp", "hmtx", "cmap", "loca", "name", "OS/2", "glyf"]
)
def test_a_font_that_lacks_a_table_is_refused(table: str, tmp_path: Path) -> None:
    data = source_sans("SourceSansPro-Regular.ttf").read_bytes()
    at = directory_entry(data, table)
    (tmp_path / "f.ttf").write_bytes(data[:at] + b"XXXX" + data[at + 4 :])
    (line,) = font_lines(tmp_path, tmp_path / "f.ttf")
    assert line.startswith('game.yaml:4:25: warning: "f.ttf" ')
    assert table == "glyf" or f"it has no table {table}; the default" in line


@pytest.mark.parametrize(
    ("table", "at", "written", "said"),
    [
        ("head", 18, b"\0\0", "0 units per em, but 16 to 16,384 are allowed"),
        ("head", 18, b"\0\1", "1 units per em"),
        ("head", 18, b"\xff\xff", "65,535 units per em"),
        ("hhea", 34, b"\0\0", 'its table "hmtx" lacks the widths'),
        ("hhea", 34, b"\xff\xff", 'its table "hmtx" lacks the widths'),
        ("maxp", 4, b"\xff\xff", 'its table "loca" lacks some glyphs'),
        ("loca", 4, b"\xff\xff\xff\xff", 'its table "loca" refers to missing outlines'),
    ],
)
def test_a_font_whose_tables_disagree_is_refused(
    table: str, at: int, written: bytes, said: str, tmp_path: Path
) -> None:
    data = source_sans("SourceSansPro-Regular.ttf").read_bytes()
    (tmp_path / "f.ttf").write_bytes(with_bytes(data, table, at, written))
    (line,) = font_lines(tmp_path, tmp_path / "f.ttf")
    assert line.startswith("game.yaml:4:25: warning: ") and said in line
    assert line.endswith("(use another copy of the font: a .ttf file with TrueType outlines)")


def test_a_font_of_a_damaged_directory_is_refused(tmp_path: Path) -> None:
    data = source_sans("SourceSansPro-Regular.ttf").read_bytes()
    for broken in (data[:12] + b"\xc7" + data[13:], data[:100], data[:4], data[: len(data) - 9]):
        (tmp_path / "f.ttf").write_bytes(broken)
        (line,) = font_lines(tmp_path, tmp_path / "f.ttf")
        assert "damaged" in line and "UTF-8" not in line


def test_a_font_with_bytes_changed_is_reported(tmp_path: Path) -> None:
    data = source_sans("SourceSansPro-Regular.ttf").read_bytes()
    (tmp_path / "f.ttf").write_bytes(with_bytes(data, "glyf", 999, b"\xa5\x5a\xa5"))
    (line,) = font_lines(tmp_path, tmp_path / "f.ttf")
    assert 'warning: "f.ttf" may be damaged: glyf differs from its checksum' in line


@pytest.mark.parametrize("name", ["x" * 15_000, "Sour\0ce"])
def test_a_font_whose_name_cannot_be_written_is_refused(name: str, tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont

    with TTFont(source_sans("SourceSansPro-Regular.ttf")) as font:
        for record in font["name"].names:
            if record.nameID in (1, 6, 16):
                record.string = name
        font.save(tmp_path / "f.ttf")
    (line,) = font_lines(tmp_path, tmp_path / "f.ttf")
    assert "it is damaged: its name " in line


def test_a_font_that_is_cut_short_is_reported(tmp_path: Path) -> None:
    regular, bold = source_sans("SourceSansPro-Regular.ttf"), source_sans("SourceSansPro-Bold.ttf")
    assert font_lines(tmp_path, regular, bold) == []
    (tmp_path / "short.ttf").write_bytes(regular.read_bytes()[:5000])
    assert font_lines(tmp_path, tmp_path / "short.ttf") == [
        'game.yaml:4:25: warning: "short.ttf" is not a readable font: '
        'it is incomplete or damaged: its table "BASE" ends after the file; the '
        "default font is used instead "
        "(use another copy of the font: a .ttf file with TrueType outlines)"
    ]


def test_two_fonts_may_not_share_a_postscript_name(tmp_path: Path) -> None:
    regular = source_sans("SourceSansPro-Regular.ttf")
    copy = tmp_path / "copy.ttf"
    copy.write_bytes(regular.read_bytes())
    (line,) = font_lines(tmp_path, regular, copy)
    assert '"copy.ttf" and "SourceSansPro-Regular.ttf" share the PostScript name' in line


def test_body_is_source_sans_unless_the_pack_sets_it(tmp_path: Path) -> None:
    assert opened(tmp_path, CARDS).fonts["body"].files["bold"].name == "SourceSansPro-Bold.ttf"
    bold = source_sans("SourceSansPro-Bold.ttf")
    pack = opened(tmp_path, f"fonts: {{body: '{bold}'}}\n{CARDS}")
    assert pack.fonts["body"].files == {"regular": bold}


def test_the_digest_is_of_files_parameters_variant_and_language(tmp_path: Path) -> None:
    game = (
        LANGUAGES + '    group: "{{ tracks }}"\nparameters: {tracks: 1}\nvariants: {a: {}, b: {}}\n'
    )
    base = opened(tmp_path, game, files=WORDS).digest
    assert opened(tmp_path, game, files=WORDS).digest == base
    others = {
        opened(tmp_path, game, files=WORDS, settings=("tracks=2",)).digest,
        opened(tmp_path, game, files=WORDS, variant="b").digest,
        opened(tmp_path, game, files=WORDS, language="de").digest,
        opened(tmp_path, game, files={"cards_csv": WORDS["cards_csv"] + "Fish,Fisch,1\n"}).digest,
    }
    (tmp_path / "rules.py").write_text("x = 1\n")
    others.add(opened(tmp_path, game, files=WORDS).digest)
    assert len(others) == 5 and base not in others


# ---- anything may be in a file


def mangled(text: str, rng: random.Random) -> str:
    """The text with a few lines dropped, doubled, moved or spoilt."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 4)):
        i = rng.randrange(len(lines))
        line = lines[i]
        spoilt = [
            line.split(":")[0]
            + ": "
            + rng.choice(["", "[]", "{a: b}", "-1", ".nan", '"{{ x"', "~"]),
            line[: rng.randint(0, len(line))] + rng.choice(list("-:,{}[]#&*'\"%@\t")) + line[3:],
            lines[rng.randrange(len(lines))],
            "  " + line,
        ]
        lines[i] = rng.choice(spoilt)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(4))
def test_no_damaged_file_makes_the_door_raise_an_error(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    source = sorted((bundled("rules")).glob("*/game.yaml"))
    texts = [path.read_text("utf-8") for path in source]
    n_refused = 0
    for _ in range(60):
        (tmp_path / "game.yaml").write_text(mangled(rng.choice(texts), rng), "utf-8")
        (tmp_path / "tiles.csv").write_bytes(rng.randbytes(40))
        pack, problems = open_pack(tmp_path, language=rng.choice([None, "de"]))
        assert (pack is None) == bool(problems.errors)
        n_refused += pack is None
    assert n_refused
