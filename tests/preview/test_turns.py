"""The move that ends the turn has a mark; the new moves are marked on the map."""

import random
import re

from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.preview.faces import Call
from generator.preview.layout import trays_of
from generator.preview.open_game import Open
from generator.preview.play_sheet import Sheet
from generator.preview.seat_views import Seated
from generator.preview.sessions import Sitting
from generator.preview.workspace import Table
from tests.toys import opened


def ends_in(seated: Seated, ply: int) -> "list[str]":
    """The words of the moves in a position that have the mark."""
    return [choice.words for choice in seated.view(ply, seated.turn(ply)).choices if choice.ends]


def test_only_the_end_of_the_turn_has_the_mark() -> None:
    """A tour has no place either, but the turn goes on; a lodge ends the turn, but is a place."""
    seated = Seated(load_game(opened("mara"), 2, plain=True), 4, 0)
    moves: list[int] = []

    def make(words: str) -> list[str]:
        view = seated.view(len(moves), seated.turn(len(moves)))
        moves.append(next(c.move for c in view.choices if re.match(words, c.words)))
        seated.go(moves)
        return ends_in(seated, len(moves))

    assert ends_in(seated, 0) == []  # start at a lodge
    assert make("start at") == make("start at") == []  # guide or meet tourists
    assert make("guide") == ["end the turn (4 actions left)"]
    assert make("drive") == ["end the turn (3 actions left)"]
    assert [c.do for c in seated.view(4, seated.turn(4)).choices if c.forgoes] == ["done"]
    assert make("end") == []
    assert make("meet") == ["end the turn"]
    assert not any(c.forgoes for c in seated.view(6, seated.turn(6)).choices)


def test_a_flip_begins_at_each_tile_that_can_be_flipped_or_with_a_shovel() -> None:
    seated = Seated(load_game(opened("marram"), 2, plain=True), 5, 0)
    n_led, rng = 0, random.Random(5)
    for ply in range(60):
        view = seated.view(ply, seated.turn(ply))
        flips = [c for c in view.choices if c.do == "flip tile"]
        if flips:
            assert flips[0].tool.startswith("shovels/") and not any(
                c.leads or c.tool for c in view.choices if c not in flips
            )
            moves = [*seated.moves, flips[0].move]
            after = Seated(seated.game, 5, 0)
            after.go(moves)
            turned = after.view(ply + 1, after.turn(ply + 1)).choices
            assert flips[0].leads == {i for c in turned for i in c.places}
            n_led += bool(flips[0].leads)
        seated.go([*seated.moves, rng.choice(view.choices).move])
    assert n_led > 2


def test_a_move_is_picked_where_it_alone_lets_a_move_be_made() -> None:
    """Of a lodge's tasks, only a tour leads to its paths; a peek opens none that are open now."""
    seated = Seated(load_game(opened("mara"), 2, plain=True), 4, 0)
    moves: list[int] = []

    def make(words: str) -> dict[str, set[str]]:
        view = seated.view(len(moves), seated.turn(len(moves)))
        moves.append(next(c.move for c in view.choices if re.match(words, c.words)))
        seated.go(moves)
        view = seated.view(len(moves), seated.turn(len(moves)))
        return {
            f"{c.do} {dict(c.facets).get('task', '')}": {view.spaces[i].layer for i in c.leads}
            for c in view.choices if c.leads
        }  # fmt: skip

    make("start at")
    assert make("start at") == {"task guide": {"path"}}
    assert not make("guide") and not make("drive")


def test_where_every_move_has_a_place_none_has_the_mark() -> None:
    seated = Seated(load_game(opened("shiftago"), 2, plain=True), 4, 0)
    assert ends_in(seated, 0) == []


def test_a_move_has_no_mark_where_a_piece_on_another_ends_the_turn_as_well() -> None:
    """To set no boot ends the second action, and so does a boot: its button stays in its place."""
    seated = Seated(load_game(opened("marram"), 2, plain=True), 4, 0)
    moves: list[int] = []
    marked = []
    while seated.turn(len(moves)) == 0:
        moves.append(seated.legal(len(moves))[0])
        seated.go(moves)
        marked += ends_in(seated, len(moves)) if seated.turn(len(moves)) == 0 else []
    assert len(moves) == 6 and not marked


def test_a_whole_turn_of_another_stays_marked_until_one_moves() -> None:
    """Seat 1 drives twice; seat 2 sees both paths until it drives, and then its own alone."""
    seated = Seated(load_game(opened("mara"), 2, plain=True), 4, 0)
    moves: list[int] = []
    for words in ("start at", "start at", "guide", "drive", "drive", "end"):
        view = seated.view(len(moves), seated.turn(len(moves)))
        moves.append(next(c.move for c in view.choices if re.match(words, c.words)))
        seated.go(moves)
    view = seated.view(6, 1)
    assert view.since == 1  # seat 2 started first
    driven = {told.places[0] for told in view.told if told.words.startswith("drive")}
    assert len(driven) == 2 and driven & {*view.moved}
    for words, since in (("guide", 1), ("drive", 7)):
        moves.append(next(c.move for c in view.choices if re.match(words, c.words)))
        seated.go(moves)
        view = seated.view(len(moves), 1)
        assert view.since == since


def test_a_move_that_had_no_other_leaves_the_marks_of_the_turn_before() -> None:
    """Far from the lodges a player can only guide: that is played by itself and no choice."""
    game = load_game(opened("mara"), 2, plain=True)
    seated = Seated(game, 4, 0)
    moves = play_games(game, ["random"], 4, 0, 1, collect="moves").moves.tolist()
    seated.go(moves)
    turns = [seated.turn(ply) for ply in range(len(moves))]
    forced = next(
        ply
        for ply in range(4, len(moves))
        if turns[ply - 1] != turns[ply] == turns[ply + 1] and len(seated.legal(ply)) == 1
    )
    before, after, chosen = (seated.view(forced + i, turns[forced]) for i in range(3))
    assert forced - before.since > 1
    assert after.since == before.since
    assert {*before.moved} <= {*after.moved}
    assert chosen.since == forced + 1


def test_a_peek_is_picked_at_the_tiles_that_it_shows_and_hides_neither() -> None:
    """Its button stays; tiles that the player knows show nothing new, and the button says so."""
    game = load_game(opened("mara"), 2, plain=True)
    seated = Seated(game, 4, 0)
    moves: list[int] = []
    for words in ("start at", "start at", "guide", "drive", "peek"):
        view = seated.view(len(moves), seated.turn(len(moves)))
        choice = next(c for c in view.choices if re.match(words, c.words))
        moves.append(choice.move)
        if words != "peek":
            seated.go(moves)
    tiles = {int(pick.removeprefix("place:")) for pick in choice.picks if "place:" in pick}
    assert tiles and {game.spaces[i].layer for i in tiles} == {"tile"} and not choice.places
    assert all(not other.picks & choice.picks for other in view.choices if other != choice)
    assert not any(each.idle for each in view.choices)
    (ghost,) = seated.ghosts(4, seated.turn(4), [choice.move])
    assert not ghost.leaving
    seated.go(moves)
    again = next(c for c in seated.view(5, seated.turn(5)).choices if c.do == "peek")
    assert again.words.startswith("peek again at ") and again.idle
    assert not any("place:" in pick for pick in again.picks)


def test_cards_drawn_to_choose_from_lie_after_those_in_hand_and_the_pile_stays_one() -> None:
    """In the family game of The Mara; what goes back under the pile is known, but lies in it."""
    pack = opened("mara", variant="family")
    game = load_game(pack, 2, plain=True)
    seated, n_drawn = Seated(game, 7, 0), 0
    seated.go(play_games(game, ["greedy"], 7, 0, 1, collect="moves").moves.tolist())
    for ply in range(min(150, len(seated.moves))):
        view = seated.view(ply, seated.turn(ply))
        piles = [tray for tray in trays_of(view.things or (), view.sizes, 2) if tray.area == "bag"]
        assert [len(pile.stacks) for pile in piles] == [1]
        if any(choice.do == "keep" for choice in view.choices):
            n_drawn += 1
            call, people = Call("", variant="family"), ("you", "you")
            sitting = Sitting("", 2, 7, 0, True, tuple(seated.moves[:ply]))
            sheet = Sheet(
                Table(call, pack.folder), Open("id", call, sitting, people, None),
                view, view.ply, (), "",
            )  # fmt: skip
            assert [tray.title for tray in sheet.dock][-1] == "Drawn"
    assert n_drawn > 3
