"""A board written as text is drawn: its cells, discs in the players' colours, the line that won."""

import random
from pathlib import Path

import pytest

from generator.play.engine.board_places import board_in
from generator.play.engine.game import load_game
from generator.play.engine.loading import FaultyRules
from generator.preview.faces import Call
from generator.preview.open_game import Open
from generator.preview.play_sheet import Sheet
from generator.preview.replays import story_of
from generator.preview.seat_views import Seated, View
from generator.preview.sessions import Sitting
from generator.preview.text_board import owners_of, picture_of, said_on
from generator.preview.workspace import Table
from tests.toys import PACKS, opened

FOUR = [3, 0, 3, 0, 3, 0, 3]  # columns: the first player fills column 3


def table_at(
    pack: str | Path, moves: list[int], *settings: str, variant: str | None = None
) -> Seated:
    given = opened(pack, *settings, variant=variant)
    seated = Seated(load_game(given, 2, plain=True), 1, 0)
    seated.go(moves)
    return seated


def four(moves: list[int] = FOUR) -> View:
    return table_at(PACKS / "connect_four", moves).view(len(moves), None)


def test_a_mark_belongs_to_the_seat_that_brings_it() -> None:
    positions = [["", "", ""], ["x", "", ""], ["x", "o", ""], ["x", "o", "x"]]
    assert owners_of(positions, [0, 1, 0]) == {"x": 0, "o": 1}
    both = [["", ""], ["#", ""], ["#", "#"]]
    assert owners_of(both, [0, 1]) == {}
    chess = [["P", "", "p", "k"], ["", "P", "p", "k"], ["p", "P", "", "k"]]
    assert owners_of(chess, [0, 1]) == {"P": 0, "p": 1, "k": 1}


def test_a_game_of_text_has_discs_in_the_colours_of_the_seats() -> None:
    view = four([3, 0])
    assert view.text == "" and len(view.spaces) == 42
    assert view.things is not None
    looks = {thing.spot.place: thing.looks for thing in view.things}  # type: ignore[union-attr]
    assert looks == {38: "drawn/disc-1-c8571b", 35: "drawn/disc-2-2d6a9f"}
    assert view.told[-1].places == (35,)


def test_a_game_that_writes_no_position_has_the_board_that_its_moves_name() -> None:
    seated = table_at(PACKS / "tictactoe", [4, 0])
    assert seated.text(2, None) == "O . .\n. X .\n. . ."
    view = seated.view(2, 0)
    assert view.text == "" and len(view.spaces) == 9
    assert {choice.places for choice in view.choices} == {(i,) for i in (1, 2, 3, 5, 6, 7, 8)}
    assert view.choices[0].words == "mark in row 1 column 2"


def test_a_game_without_a_board_in_its_moves_writes_nothing() -> None:
    assert table_at(PACKS / "duel", []).text(0, None) == ""


def test_a_move_of_a_game_of_text_is_picked_by_the_cell_that_it_fills() -> None:
    view = four([3, 0])
    assert [choice.places for choice in view.choices][:4] == [(28,), (36,), (37,), (31,)]
    seated = table_at(PACKS / "connect_four", [3, 0])
    (ghost,) = seated.ghosts(2, 0, [3])
    (disc,) = ghost.arriving
    assert (disc.x, disc.y, disc.looks) == (70.0, 100.0, "drawn/disc-1-c8571b")


def test_on_a_rack_any_empty_cell_of_a_column_picks_the_move() -> None:
    view = four([3, 0])
    assert view.ground == "drawn/rack-7-6"
    choice = view.choices[3]
    assert {f"place:{cell}" for cell in (31, 24, 17, 10, 3)} <= choice.picks
    assert "place:38" not in choice.picks, "a disc lies there"


def test_moves_count_rows_and_columns_as_the_board_does() -> None:
    view = four([3, 0])
    assert [choice.words for choice in view.choices][:2] == ["drop in column 1", "drop in column 2"]
    assert [each.words for each in view.told] == ["drop in column 4", "drop in column 1"]
    board = board_in("...\n...\n...")
    assert board is not None
    assert said_on(board, {"do": "mark", "cell": [1, 2]}, [5]) == {"cell": "row 2 column 3"}
    assert said_on(board, {"do": "pay", "coins": 2}, [5]) == {"coins": "2"}


@pytest.mark.parametrize(
    ("pack", "is_scored"), [(PACKS / "connect_four", False), ("shiftago", True)]
)
def test_scores_that_only_mark_the_winner_are_not_shown(pack: str | Path, is_scored: bool) -> None:
    assert table_at(pack, []).view(0, None).is_scored is is_scored


def test_the_four_that_won_are_known_once_the_game_is_over() -> None:
    assert four(FOUR[:-1]).decided == ()
    assert [four().spaces[i].name for i in four().decided] == [
        f"row {row} column 4" for row in (3, 4, 5, 6)
    ]
    story = story_of(table_at(PACKS / "connect_four", []).game, 1, 0, FOUR, ("", ""))
    assert [step.get("c") for step in story["steps"][-2:]] == [None, list(four().decided)]


def test_a_push_moves_all_marbles_up_to_the_gap() -> None:
    pushed = table_at("shiftago", [0, 1, 0]).view(3, None)  # twice orange into column 1
    assert [pushed.spaces[i].name for i in pushed.moved] == ["row 1 column 1", "row 2 column 1"]


def test_one_line_runs_through_the_places_that_decided() -> None:
    sheet = sheet_of(table_at(PACKS / "connect_four", FOUR))
    assert sheet.board is not None
    assert sheet.board.line(sheet.view.decided) == (
        "M70 60L70 80M70 80L70 100M70 100L70 120M70 120h0",
        18.0,
    )


def test_the_arrows_fade_once_the_game_is_over() -> None:
    sheet = sheet_of(table_at("shiftago", [0, 1] * 4 + [0], variant="express"))
    assert sheet.board is not None
    dull = [p.name for p in sheet.board.places if "dull" in sheet.marks(p).split()]
    assert len(dull) == 28 and "column 7 from the top" in dull


def test_shiftago_lights_the_first_line_and_the_last_line_scored() -> None:
    five = [0, 1] * 4 + [0]  # both push marbles from the top, into columns 1 and 2
    fields = [f"row {row} column 1" for row in range(1, 6)]
    express = table_at("shiftago", five, variant="express")
    view = express.view(9, None)
    assert [view.spaces[i].name for i in view.decided] == fields
    assert view.gone == ()
    expert = table_at("shiftago", five, "target=1")
    expert.go([*five, expert.legal(9)[0]])
    view = expert.view(10, None)
    assert [view.spaces[i].name for i in view.decided] == fields
    assert len(view.gone) == 3  # both ends of the line stay


def test_a_place_that_the_board_lacks_is_a_fault_of_the_rules(tmp_path: Path) -> None:
    folder = tmp_path / "four"
    folder.mkdir()
    for file in (PACKS / "connect_four").iterdir():
        if file.is_file():
            text = file.read_text("utf-8")
            text = text.replace("        [row, column]", "        [9 + row, 3]")
            (folder / file.name).write_text(text)
    with pytest.raises(FaultyRules, match=r"decided_by\(\) names \[11, 3\]"):
        table_at(folder, FOUR).view(7, None)


@pytest.mark.parametrize(
    "name", ["board-7-6", "rack-7-6", "disc-1-c8571b", "disc-2-ffffff-4b", "tile-33"]
)
def test_pictures_are_drawn_by_their_names(name: str) -> None:
    svg = picture_of(f"drawn/{name}")
    assert svg is not None and svg.startswith(b"<svg")


def test_letters_of_a_picture_are_shapes_in_the_typeface_of_the_page() -> None:
    numbered, rook = picture_of("drawn/rack-7-6"), picture_of("drawn/tile-265c")
    assert numbered is not None and numbered.count(b'"/>') > 50 and b"<text" not in numbered
    assert rook is not None and "\N{BLACK CHESS ROOK}".encode() in rook, (
        "the page has no such letter"
    )


@pytest.mark.parametrize("name", ["board-99-6", "disc-1-red", "tile-", "tile-<", "cards/ace"])
def test_no_other_name_has_a_picture(name: str) -> None:
    assert picture_of(f"drawn/{name}") is None
    assert picture_of(name) is None


@pytest.mark.parametrize(
    ("words", "gauge"),
    [("carries 5 of 12", (5, 12)), ("12 of 12", (12, 12)), ("13 of 12", None), ("5 points", None)],
)
def test_a_note_of_how_much_of_how_much_has_a_gauge(
    words: str, gauge: tuple[int, int] | None
) -> None:
    assert Sheet.gauge(words) == gauge


def sheet_of(seated: Seated) -> Sheet:
    ply, call = len(seated.moves), Call("")
    sitting = Sitting("", 2, 1, 0, False, tuple(seated.moves))
    game = Open("id", call, sitting, ("you", "you"), None)
    return Sheet(Table(call, PACKS), game, seated.view(ply, None), ply, (), "")


def test_where_most_places_are_legal_the_others_are_marked() -> None:
    sheet = sheet_of(table_at("shiftago", [0, 1] * 3 + [28 - 21]))
    assert sheet.board is not None
    marks = {place.name: sheet.marks(place).split()[1:] for place in sheet.board.places}
    assert marks["column 1 from the top"] == ["lit", "calm"]
    assert marks["row 7 column 7"] == []
    full = sheet_of(table_at("shiftago", [0, 1, 0, 1, 0, 2, 1, 0, 2, 0, 1, 0, 3, 0, 2, 2]))
    assert full.board is not None
    marks = {place.name: sheet.marks(place).split()[1:] for place in full.board.places}
    assert {n for n, each in marks.items() if "dull" in each} == set()


def test_the_hint_names_what_is_picked() -> None:
    assert sheet_of(table_at("shiftago", [0, 1])).target == "arrow"
    assert sheet_of(table_at("marram", [])).target == "piece"
    laying = table_at("marram", [0])
    assert sheet_of(laying).target == "place", "all moves use the drawn tile"
    assert sheet_of(table_at("mara", [])).target == "lodge"
    meeting = [0, 1, 6, 72]  # each move names the same lodge, so the cards alone part them
    assert sheet_of(table_at("mara", meeting)).target == "card"


def test_the_hint_names_cards_where_no_place_can_be_picked() -> None:
    """In the family game of The Mara, cards that were drawn lie in the hand until one is kept."""
    seated, rng = table_at("mara", [], variant="family"), random.Random(1)
    while "keep" not in {choice.do for choice in seated.view(len(seated.moves), None).choices}:
        choices = seated.view(len(seated.moves), None).choices
        wanted = [c.move for c in choices if c.words.startswith(("photograph", "peek at"))]
        seated.go([*seated.moves, (wanted or [rng.choice(choices).move])[0]])
    sheet = sheet_of(seated)
    assert not sheet.lit and sheet.target == "card"


def test_the_mark_of_the_last_move_is_no_colour_of_a_player() -> None:
    assert sheet_of(table_at("mara", [])).gilds, "amber is like gold"
    assert not sheet_of(table_at("shiftago", [])).gilds


def test_pieces_lie_over_the_marks_and_tiles_under_them() -> None:
    shiftago = sheet_of(table_at("shiftago", [0])).board
    assert shiftago is not None and shiftago.floor == () and len(shiftago.pieces) == 1
    seated = table_at("mara", [], variant="family")
    while not seated.state(len(seated.moves)).jeeps.max() >= 0:
        seated.go([*seated.moves, seated.legal(len(seated.moves))[0]])
    mara = sheet_of(seated).board
    assert mara is not None
    assert {item.looks.split("/")[0] for item in mara.pieces} == {"jeeps"}
    assert {item.looks.split("/")[0] for item in mara.floor} == {"tiles", "lodges", "mountain"}


def test_at_the_end_the_pieces_that_decided_nothing_step_back() -> None:
    sheet = sheet_of(table_at(PACKS / "connect_four", FOUR))
    assert sheet.board is not None
    dimmed = {(item.x, item.y) for item in sheet.board.pieces if sheet.is_dimmed(item)}
    assert dimmed == {(10.0, 80.0), (10.0, 100.0), (10.0, 120.0)}
    going_on = sheet_of(table_at(PACKS / "connect_four", FOUR[:-1]))
    assert going_on.board is not None
    assert not any(going_on.is_dimmed(item) for item in going_on.board.pieces)


def test_a_card_of_the_hand_is_picked_there_and_not_where_its_like_lies() -> None:
    seated = table_at(PACKS / "leaky_raft", [])
    sheet = sheet_of(seated)
    own, common = ([t for t in sheet.trays if t.seat == seat] for seat in (0, -1))
    offered = {s.piece for t in own for s in t.stacks if sheet.offers(s.piece, t)}
    assert offered and not any(sheet.offers(piece, t) for t in common for piece in offered)


def test_places_that_decided_and_are_no_line_are_framed_one_by_one() -> None:
    sheet = sheet_of(table_at(PACKS / "connect_four", FOUR))
    assert sheet.board is not None
    first, second = sheet.board.places[0].i, sheet.board.places[10].i
    assert sheet.board.line([first, second]) == ("", 0.0)
    assert sheet.board.line([first])[0].endswith("h0"), "one place alone is a dot"


def test_a_tray_from_which_pieces_were_taken_stays_at_the_foot() -> None:
    sheet = sheet_of(table_at("marram", []))
    (own,) = (t for t in sheet.trays if t.seat == sheet.mine and t.area == "front" and t.stacks)
    assert own.area not in [tray.area for tray in sheet.dock]
    sheet.game.reached.add((own.area, own.seat, own.title))
    assert [tray.stacks for tray in sheet.dock if tray.area == own.area] == [own.stacks]
    assert not sheet.boxes[sheet.mine] or sheet.panels[0].rows[0][1] == ()
