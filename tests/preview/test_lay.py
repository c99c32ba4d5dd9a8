"""Where things are drawn: on places, at points, in trays; the map fits its contents."""

from pathlib import Path
from types import ModuleType

from generator.kit import at, pieces_of
from generator.model.problems import Problems
from generator.play.engine.contract import Book
from generator.play.engine.game import Space, load_game
from generator.play.engine.table_layout import Laid, Noted, Spot, lay_of
from generator.press.pieces.expand import expand
from generator.preview.areas import covered
from generator.preview.faces import Call, look
from generator.preview.layout import Sizes, laid_out, trays_of
from generator.preview.map_widths import SMALL, loupe_of, widths_of
from generator.preview.piece_sizes import sizes_of
from generator.reading.door import open_pack
from tests.toys import opened

SIZES = Sizes(
    {"cards": (60.0, 90.0), "board": (200.0, 100.0)},
    {"cards": "Cards", "board": "Board"},
    {"cards/a": "ace", "cards/b": "bee", "board/board": "board"},
)
SPACES = (
    Space("field", "left", ((20.0, 20.0),)),
    Space("field", "right", ((40.0, 20.0),)),
    Space("way", "the way", ((20.0, 20.0), (40.0, 20.0))),
)


def test_a_piece_that_lies_face_down_is_named_by_what_its_back_tells() -> None:
    backs = sizes_of(load_game(opened("mara"), 2, plain=True))
    assert backs.label(Laid("tiles", "", "tiles/river-bird", Spot(1), up=False)) == (
        "river habitat tile, face down"
    )
    card = Laid("tourists", "", "tourists/river-bird", Spot(1), up=False)
    assert backs.label(card) == "Tourist cards, face down"  # all backs are alike


def test_pieces_lie_in_the_middle_of_their_place() -> None:
    things = (
        Laid("cards", "cards/a", "cards/a", Spot(1), nudge=(2.0, 1.0)),
        Laid("cards", "", "cards/a", Spot(x=100.0, y=50.0), up=False, n=5, turn=90),
        Noted("far", Spot(2)),
    )
    board = laid_out(SPACES, things, SIZES, "", {0})
    assert board is not None
    assert [(item.x, item.y, item.turn) for item in board.items][:2] == [(42, 21, 0), (100, 50, 90)]
    assert len(board.items) == 1 + 3  # of a pile, three are drawn
    assert board.items[-1].label == "5 × Cards, face down"
    # from bottom to top: what cannot be picked, ways under spots; then what can
    assert [(place.i, place.lit) for place in board.places] == [(2, False), (1, False), (0, True)]
    assert board.places[1].lying == ("ace",) and board.places[0].lying == ("far",)
    assert 0 < board.places[2].radius < 10  # two spots 20 mm apart do not touch
    assert (board.words[0].x, board.words[0].y) == (30, 20)
    right, bottom = board.left + board.width, board.top + board.height
    assert right >= 100 + 45 and bottom >= 50 + 30


def test_two_pawns_on_one_place_are_both_seen() -> None:
    things = (
        Laid("cards", "cards/a", "cards/a", Spot(1)),
        Laid("cards", "cards/b", "cards/b", Spot(1)),
        Laid("cards", "cards/a", "cards/a", Spot(0)),
        Laid("board", "board/board", "board/board", Spot(1)),
        Laid("cards", "cards/b", "cards/b", Spot(2), nudge=(1.0, 0.0)),
    )
    board = laid_out(SPACES, things, SIZES, "", ())
    assert board is not None
    assert [item.x for item in board.items] == [34, 46, 20, 40, 31]


def test_many_pieces_at_one_point_stay_within_three_widths() -> None:
    names = {f"cards/{i}": str(i) for i in range(61)}
    things = [Laid("cards", name, name, Spot(x=300.0, y=50.0)) for name in names]
    board = laid_out((), things, Sizes(SIZES.boxes, SIZES.titles, names), "", ())
    assert board is not None
    xs = [item.x for item in board.items]
    assert (xs[0], xs[30], xs[60]) == (210, 300, 390) and len(set(xs)) == 61


def test_only_the_front_of_a_standee_is_shown_on_the_table(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: N\nplayers: 1\ncomponents:\n  pawn:\n"
        "    shape: {standee: [25mm, 40mm]}\n    front: {use: standee, title: Ada}\n"
    )
    seen, _, pictures = look(Call(str(tmp_path)), frozenset())
    assert seen is not None
    (pawn,) = seen.pieces
    head = pictures[pawn.lying(True)][:200]
    assert b'width="25mm" height="40mm"' in head and pawn.standing in pawn.pictures
    assert b'height="40mm"' not in pictures[pawn.front][:200] and pawn.lying(False) == ""


def test_the_printed_board_is_the_map() -> None:
    board = laid_out(SPACES, (), SIZES, "board", ())
    assert board is not None
    assert (board.left, board.top, board.width, board.height) == (0, 0, 200, 100)


def test_without_places_and_pieces_there_is_no_map() -> None:
    hand = Laid("cards", "cards/a", "cards/a", Spot(area="hand", seat=0))
    assert laid_out((), (hand,), SIZES, "", ()) is None


def test_a_large_table_shows_only_its_used_part() -> None:
    spaces = tuple(Space("cell", f"cell {i}", ((5.0 * i, 0.0),)) for i in range(600))
    card = Laid("cards", "cards/a", "cards/a", Spot(300))
    board = laid_out(spaces, (card,), SIZES, "", {301, 302})
    assert board is not None and [place.i for place in board.places] == [300, 301, 302]


def test_trays_hold_equal_pieces_together() -> None:
    hand, bag = Spot(area="hand", seat=1), Spot(area="bag")
    things = (
        Laid("cards", "cards/a", "cards/a", hand),
        Laid("cards", "cards/b", "cards/b", hand),
        Laid("cards", "cards/a", "cards/a", hand, n=2),
        *(Laid("cards", "", "cards/a", bag, up=False) for _ in range(4)),
        Laid("cards", "cards/b", "cards/b", bag, n=0),
        Noted("3 points", Spot(area="front", seat=1)),
    )
    trays = trays_of(things, SIZES, 2)
    assert [(tray.area, tray.seat) for tray in trays] == [("hand", 1), ("front", 1), ("bag", -1)]
    assert [(s.label, s.n) for s in trays[0].stacks] == [("ace", 3), ("bee", 1)]
    assert [(s.label, s.n, s.piece) for s in trays[2].stacks] == [("Cards, face down", 4, "")]
    assert trays[1].words == ("3 points",)


KINGS = """protoplay: 1
name: Kings
players: 2
components:
  cards:
    size: poker
    rows: [{name: King, worth: 1}, {name: Queen, worth: 2}, {name: King, worth: 3}]
    front: {use: card, title: "{{ name }}", value: "{{ worth }}"}
"""


def test_the_pile_of_a_finished_game_is_one_pile_for_each_back() -> None:
    down = [Laid("cards", id, id, Spot(area="bag"), up=False) for id in ("cards/a", "cards/b")]
    up = Laid("cards", "cards/a", "cards/a", Spot(area="bag"))
    (tray,) = trays_of(covered((*down, up), {"cards/a": "x", "cards/b": "x"}), SIZES, 2)
    assert [(stack.n, stack.label) for stack in tray.stacks] == [
        (2, "Cards, face down"),
        (1, "ace"),
    ]
    (tray,) = trays_of(covered(down, {"cards/a": "x", "cards/b": "y"}), SIZES, 2)
    assert [stack.looks for stack in tray.stacks] == ["cards/a", "cards/b"]


def test_every_printed_piece_can_be_placed_by_its_id_even_if_two_have_the_same_name(
    tmp_path: Path,
) -> None:
    (tmp_path / "game.yaml").write_text(KINGS, "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is not None and not problems.errors
    printed = [piece.id for piece in expand(pack, Problems())]
    assert (
        printed == ["cards/king", "cards/queen", "cards/king-2"] == list(pieces_of(pack, "cards"))
    )
    rules = ModuleType("rules")
    rules.lay = lambda tables, state, seat: (at(id, "table") for id in (*printed, "cards/King", 2))  # type: ignore[attr-defined]
    lay = lay_of(pack, Book(tmp_path / "rules.py", rules, {}), printed, {}, 2)
    assert lay is not None
    laid = [thing.piece for thing in lay(None, None, None) if isinstance(thing, Laid)]
    assert laid == [*printed, "cards/king", "cards/king-2"]


def test_a_map_that_grows_keeps_its_scale_while_tiles_are_laid() -> None:
    """The map has room for several tiles, and it grows in steps of two tiles."""
    cells = [(east, north) for north in range(-7, 8) for east in range(-7, 8)]
    spaces = tuple(
        Space("cell", f"{x}, {y}", ((60 * x - 30, 60 * y - 30), (60 * x + 30, 60 * y + 30)))
        for x, y in cells
    )
    sizes = Sizes({"tiles": (60.0, 60.0)}, {"tiles": "Tiles"}, {"tiles/a": "a"})

    def size_of(*at: tuple[int, int], is_over: bool = False) -> tuple[float, float]:
        laid = [Laid("tiles", "tiles/a", "tiles/a", Spot(cells.index(cell))) for cell in at]
        lit = {cells.index((x + 1, y)) for x, y in at}
        board = laid_out(spaces, laid, sizes, "", lit, is_over=is_over)
        assert board is not None
        return board.width, board.height

    first = size_of((0, 0))
    assert first == (5 * 60 + 3, 5 * 60 + 3)
    assert size_of((0, 0), (1, 0), (0, -1), (-1, 1)) == first
    assert size_of((0, 0), (2, 0)) == first
    assert size_of((0, 0), is_over=True) == (2 * 60 + 3, 60 + 3)
    assert size_of((0, 0), (3, 0)) == size_of((0, 0), (4, 0)) == (7 * 60 + 3, first[1])


def test_a_map_that_grows_is_shown_whole_and_a_closer_look_is_offered() -> None:
    cells = [(x, y) for y in range(13) for x in range(13)]
    spaces = tuple(Space("cell", "", ((60 * x, 60 * y), (60 * x + 60, 60 * y))) for x, y in cells)
    sizes = Sizes({"tiles": (60.0, 60.0)}, {"tiles": "Tiles"}, {"tiles/a": "a"})
    for n in (1, 2, 9):
        laid = [Laid("tiles", "tiles/a", "tiles/a", Spot(i)) for i in range(n)]
        board = laid_out(spaces, laid, sizes, "", ())
        assert board is not None
        widths = widths_of(board, len(spaces), [(0.0, 0.0), (9.0, 0.0)])
        assert widths.grows
        assert widths.on_phone == widths.on_desk == 0
        assert abs(widths.small * 60 / board.width - SMALL) < 0.5


def test_a_loupe_shows_a_tile_in_the_corner_with_the_fewest_others() -> None:
    cells = [(x, y) for y in range(13) for x in range(13)]
    spaces = tuple(Space("cell", "", ((60 * x, 60 * y), (60 * x + 60, 60 * y))) for x, y in cells)
    boxes, names = {"tiles": (60.0, 60.0)}, {"tiles": "Tiles"}
    sizes = Sizes(boxes, names, {"tiles/a": "a"})
    row = [cells.index((x, 10)) for x in range(2, 11)]
    lying = [Laid("tiles", "tiles/a", "tiles/a", Spot(i)) for i in [*row, cells.index((2, 3))]]
    board = laid_out(spaces, lying, sizes, "", ())
    assert board is not None
    for item, n in (board.floor[0], 2), (board.floor[4], 3), (board.floor[-1], 1):
        loupe = loupe_of(board, item.x + 20, item.y - 20)
        assert item in loupe.items and len(loupe.items) == n
        assert (loupe.x, loupe.y, loupe.tile) == (item.x - 30, item.y - 30, 60)
        assert loupe.left < loupe.x and loupe.size > 60
    assert loupe_of(board, board.floor[4].x, board.floor[4].y).corner == "right high"


def test_tracks_do_not_change_the_scale_of_a_map() -> None:
    cells = [(x, y) for y in range(3) for x in range(3)]
    spaces = tuple(Space("cell", "", ((60 * x, 60 * y), (60 * x + 60, 60 * y))) for x, y in cells)
    boxes = {"tiles": (60.0, 60.0), "tracks": (22.0, 5.0)}
    sizes = Sizes(
        boxes, {part: part.title() for part in boxes}, {f"{part}/a": "a" for part in boxes}
    )
    tiles = [Laid("tiles", "tiles/a", "tiles/a", Spot(i)) for i in range(9)]
    tracks = [Laid("tracks", "tracks/a", "tracks/a", Spot(i % 9)) for i in range(20)]
    boards = [laid_out(spaces, laid, sizes, "", ()) for laid in (tiles, [*tiles, *tracks])]
    bare, full = (widths_of(board, len(spaces), []) for board in boards)
    assert bare == full and not bare.grows
