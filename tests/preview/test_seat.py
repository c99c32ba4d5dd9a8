"""A game at the table: moves made and taken back, its link, and nothing heard that is hidden."""

import itertools
import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.engine.records import record_of
from generator.play.engine.table_layout import Laid
from generator.preview.happenings import Turn
from generator.preview.links import link_of, moves_in
from generator.preview.open_game import YOU
from generator.preview.play_sheet import Sheet
from generator.preview.score_table import score_table
from generator.preview.seat_views import Seated
from generator.preview.text_board import alike
from generator.reading.door import open_pack
from tests.toys import PACKS, ROPE, opened, write_pack

RAFT = PACKS / "leaky_raft"
GAMES = ["mara", "marram", "shiftago", RAFT, PACKS / "connect_four"]


def game_of(name: "str | Path", players: int = 2) -> Game:
    return load_game(opened(name), players, plain=True)


def moves_of_random(game: Game, seed: int = 4, index: int = 0) -> "list[int]":
    return play_games(game, ["random"], seed, index, 1, collect="moves").moves.tolist()


@pytest.mark.parametrize("name", GAMES, ids=str)
def test_a_game_is_its_seed_number_and_moves(name: "str | Path") -> None:
    game = game_of(name)
    moves = moves_of_random(game)
    seated = Seated(game, 4, 0)
    seated.go(moves_in(link_of(moves)))
    record = record_of(game, 4, 0, moves)
    assert seated.turn(len(moves)) < 0
    last = seated.view(len(moves), None)
    assert list(last.scores) == record["scores"] and list(last.winners) == record["winners"]
    reason = game.say_over(game.tables, seated.state(len(moves))) if game.say_over else ""
    assert last.over == (reason or record["end"].replace("_", " "))
    deciding = [event for event in record["events"] if event["seat"] is not None]
    for told, event in zip(last.told[-10:], deciding[-10:], strict=True):
        assert told.seat == event["seat"]


@pytest.mark.parametrize("name", GAMES, ids=str)
def test_a_move_taken_back_and_made_again_gives_the_same_game(name: "str | Path") -> None:
    game = game_of(name)
    moves = moves_of_random(game)[:14]
    seated, other = Seated(game, 4, 0), Seated(game, 4, 0)
    seated.go(moves)
    seated.go(moves[:3])
    seated.go(moves[:9])
    other.go(moves[:9])
    assert seated.state(9).tobytes() == other.state(9).tobytes()
    assert seated.view(9, 0) == other.view(9, 0)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    seated = Seated(game_of("shiftago"), 4, 0)
    seated.go([0, 1])
    with pytest.raises(ValueError, match="move 3 is not legal"):
        seated.go([0, 1, 99])
    assert seated.moves == [0, 1]


@pytest.mark.parametrize("text", ["!!", "gA", "____________", "\u00e4"])
def test_an_invalid_link_to_a_game_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match="no list of moves"):
        moves_in(text)


def hidden_from(seated: Seated, ply: int, viewer: int) -> "set[str]":
    """The pieces on the table of which the viewer sees no copy."""
    lay = seated.game.lay
    assert lay is not None
    views = [lay(seated.game.tables, seated.state(ply), who) for who in (None, viewer)]
    every, known = ({t.piece for t in v if isinstance(t, Laid) and t.piece} for v in views)
    return every - known


@pytest.mark.parametrize(("name", "players"), [(RAFT, 3), ("mara", 2)], ids=str)
def test_no_view_names_a_hidden_piece(name: "str | Path", players: int) -> None:
    game = game_of(name, players)
    for index in range(2):
        seated = Seated(game, 4, index)
        seated.go(moves_of_random(game, 4, index)[:25])
        for ply in range(0, len(seated.moves), 8):
            viewer = ply % players
            view = seated.view(ply, viewer)
            assert view.viewer == viewer
            assert view.things is not None
            named = {thing.piece for thing in view.things if isinstance(thing, Laid)}
            assert not named & hidden_from(seated, ply, viewer)
            assert hidden_from(seated, ply, viewer) or ply > 9


def test_a_card_drawn_by_another_is_not_reported_but_one_that_is_played_is() -> None:
    game = game_of(RAFT)
    seated = Seated(game, 4, 1)
    seated.go(moves_of_random(game, 4, 1))
    mine, theirs = [], []
    for ply in range(1, len(seated.moves)):
        told, whole = seated.teller.told(ply, 0, ply), seated.teller.told(ply, None, ply)
        draws = [d for d in whole.draws if d.startswith("draw")]
        (mine if told.seat == 0 else theirs).extend(zip(told.draws, draws, strict=False))
        if told.seat == 1 and whole.words.startswith("load"):
            assert told.words == whole.words  # it lies open on the raft now
    assert mine and all(heard == drawn for heard, drawn in mine)
    assert theirs and all(heard == "draw a card" for heard, _ in theirs)


def test_events_do_not_depend_on_hidden_things() -> None:
    """The same moves over another deal that looks the same to the viewer sound the same."""
    game = game_of(RAFT)
    seated = Seated(game, 4, 1)
    seated.go(moves_of_random(game, 4, 1)[:1])
    ply = len(seated.moves)
    before = seated.view(ply, 0, is_asked=False)
    assert game.hide is not None
    for k in range(8):
        other = Seated(game, 4, 1)
        other.go(seated.moves)
        other.states[ply][0] = seated.worlds(ply, 0)[k]
        assert other.view(ply, 0, is_asked=False).things == before.things


def test_text_keeps_what_is_the_same_in_all_worlds() -> None:
    assert alike(["a 1 b", "a 2 b"]) == "a ? b"
    assert alike(["a 1", "a 1 b"]) == "a 1 ?"
    assert alike(["one", "one\ntwo"]) == ""
    assert alike(["same"] * 3) == "same"


def test_seats_in_teams_are_named_by_their_partner(tmp_path: Path) -> None:
    pack = open_pack(write_pack(tmp_path, ROPE, "4"))[0]
    assert pack is not None
    view = Seated(load_game(pack, 4, plain=True), 4, 0).view(0, None)
    assert view.sides.of_seats == (0, 1, 0, 1)

    def named(who: tuple[str, ...]) -> list[str]:
        people = tuple(seat for seat, one in enumerate(who) if one == YOU)
        sheet = SimpleNamespace(game=SimpleNamespace(who=who, people=people), view=view)
        return [Sheet.name(sheet, seat) for seat in range(4)]  # type: ignore[arg-type]

    assert named((YOU, "greedy", "greedy", "random")) == [
        "You", "Player 2 (greedy, team 2)", "Player 3 (greedy, your partner)",
        "Player 4 (random, team 2)",
    ]  # fmt: skip
    game = SimpleNamespace(who=(YOU, *["greedy"] * 3), people=(0,))
    sheet = SimpleNamespace(game=game, view=view)
    sheet.name = partial(Sheet.name, sheet)  # type: ignore[arg-type]
    assert Sheet.scores.fget(sheet) == [  # type: ignore[attr-defined]
        ("Team 1 (You and Player 3)", 0.0, True), ("Team 2 (Player 2 and Player 4)", 0.0, False),
    ]  # fmt: skip
    assert named((YOU, YOU, "greedy", "greedy"))[1:3] == [
        "Player 2 (team 2)", "Player 3 (greedy, team 1)",
    ]  # fmt: skip
    assert not Seated(game_of("shiftago"), 4, 0).view(0, None).sides.teams


@pytest.mark.parametrize("name", GAMES, ids=str)
def test_the_table_of_scores_adds_up_to_the_scores(name: "str | Path") -> None:
    game = game_of(name)
    moves = moves_of_random(game)
    seated = Seated(game, 4, 0)
    seated.go(moves)
    end = seated.view(len(moves), None)
    assert seated.view(len(moves) - 1, None).tally == ()
    if end.tally:
        assert len(end.tally) > 1
        sums = [sum(column) for column in zip(*(points for _, points in end.tally), strict=True)]
        assert sums == pytest.approx(end.scores)


def test_the_mara_scores_by_sets_and_marram_by_what_a_move_did() -> None:
    rows = {}
    for name in ("mara", "marram"):
        game = game_of(name)
        state = game.fresh()
        if name == "mara":
            state[0]["photos"][0] = [2, 1, 0, 0, 0, 0]
            rows[name] = score_table(game, [state], [])
            continue
        seated, moves = Seated(game, 4, 0), moves_of_random(game)
        seated.go(moves)
        rows[name] = seated.view(len(moves), None).tally
    sets = [(source, points[0]) for source, points in rows["mara"]]
    assert sets == [("largest set of animals", 3), ("second set", 1)]
    assert {*dict(rows["marram"])} & {"orange snakes", "worms", "grass tufts", "sand mounds"}


def test_the_family_game_of_the_mara_scores_by_animal() -> None:
    pack, _ = open_pack("mara", variant="family")
    assert pack is not None
    game = load_game(pack, 2, plain=True)
    state = game.fresh()
    state[0]["photos"][1] = [0, 2, 0, 0, 0, 1]
    rows = dict(score_table(game, [state], []))
    assert list(rows.values()) == [(0, 2), (0, 1)] and "bird" in rows


def test_the_log_of_marram_tells_a_turn_as_a_sentence() -> None:
    game = game_of("marram")
    seated, moves = Seated(game, 4, 0), moves_of_random(game)
    seated.go(moves)
    events = seated.view(28, 1).told
    turns = [
        Turn(seat, tuple(made), 0.0) for seat, made in itertools.groupby(events, lambda e: e.seat)
    ]
    assert all(turn.is_sentence and len(turn.words) < 240 for turn in turns)
    for turn in turns[:-1]:
        first = turn.words.split()[0]
        assert first in ("laid", "flipped", "passed", "and"), turn.words
        assert "draw" not in turn.words and "°" not in turn.words and "no boot" not in turn.words
    texts = " / ".join(turn.words for turn in turns)
    assert re.search("laid a tile( and put a boot on the [a-z ]+)?, then laid another", texts)
    chosen = next(event for event in events if event.words == "place a tile")
    assert Turn(chosen.seat, (chosen,), 0.0).words == "place a tile"


def test_another_players_photo_is_told_in_the_past_for_the_tile_is_public_now() -> None:
    game = game_of("mara")
    seated, moves = Seated(game, 4, 0), moves_of_random(game)
    seated.go(moves)
    photos = [
        told
        for ply in range(1, len(moves))
        for told in [seated.teller.told(ply, 1 - seated.turn(ply - 1), ply)]
        if told.words.startswith("photograph ")
    ]
    assert photos
    for told in photos:
        assert told.line == told.words.replace("photograph ", "photographed ", 1), told
        assert "hidden" not in told.words


def test_a_line_that_scored_is_marked_until_its_seat_moves_again() -> None:
    game = game_of("shiftago")
    for index in itertools.count():
        seated, moves = Seated(game, 4, index), moves_of_random(game, 4, index)
        seated.go(moves)
        plies = range(1, len(moves))
        events = [
            game.describe(game.tables, seated.state(ply - 1), moves[ply - 1]) for ply in plies
        ]
        scored = [ply for ply, event in zip(plies, events, strict=True) if event["do"] == "score"]
        if scored and scored[0] + 2 < len(moves):
            break
    ply = scored[0]
    view, line = seated.view(ply, None), events[ply - 1]["line"]
    keys = [[*key] for place in view.scored for key in view.spaces[place].keys]
    assert keys == line and not view.decided
    assert len(view.gone) == len(line) - len(events[ply - 1]["keep"])
    assert seated.view(ply + 1, None).scored == view.scored, "the other seat sees it, too"
    assert not seated.view(ply + 2, None).scored
