"""Shiftago's rules: every ruling, the slow reference, counts of positions.

Positions are pictures: seven rows from the top, `.` empty, O B G W the marbles of seats 0–3.
"""

import json
import random
from functools import cache, partial

import numpy as np
import pytest

from generator.kit import stream
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from tests.games.perft import count_paths, count_paths_slowly, lines_of
from tests.reference.shiftago import Reference
from tests.toys import opened

KINDS = [(variant, players) for variant in ("expert", "express") for players in (2, 3, 4)]
RNG = stream(0, 0, 0)


@cache
def game_of(variant="expert", players=2, settings=(), plain=True):
    """Return the bundled game, in plain Python by default."""
    return load_game(opened("shiftago", *settings, variant=variant), players, plain=plain)


def numbers_of(game):
    """The parameters in force."""
    return {name: parameter.value for name, parameter in game.pack.parameters.items()}


def in_order(events):
    """Sort record events."""
    return sorted(events, key=lambda event: json.dumps(event, sort_keys=True))


class Table:
    """A position set up from a picture, for both the rules and the reference."""

    def __init__(self, picture, game=None, seat=0, points=(), stock=None):
        self.game = game = game or game_of()
        self.states = game.fresh()
        self.state = self.states[0]
        game.deal(game.tables, self.state, RNG)
        self.reference = Reference(game.seats, game.pack.variant, numbers_of(game), {})
        rows = picture.split()
        assert [len(row) for row in rows] == [7] * 7, picture
        for row, line in enumerate(rows):
            for col, letter in enumerate(line):
                if letter != ".":
                    owner = "OBGW".index(letter)
                    self.state.own[owner] |= 1 << (8 * row + col)
                    self.state.marbles[owner] -= 1
                    self.reference.board[row, col] = owner
                    self.reference.stock[owner] -= 1
        for seat_of, number in enumerate(points):
            self.state.points[seat_of] = self.reference.points[seat_of] = number
        for seat_of, number in enumerate(stock or ()):
            self.state.marbles[seat_of] = self.reference.stock[seat_of] = number
        self.state.seat = self.reference.mover = seat

    @property
    def seat(self):
        """Return the seat to act, on which both agree."""
        seat = int(self.game.turn(self.game.tables, self.state))
        assert seat == self.reference.seat()
        return seat

    @property
    def legal(self):
        """The legal decisions as events, both agreeing."""
        assert self.seat >= 0
        codes = self.codes()
        events = [self.game.describe(self.game.tables, self.state, code) for code in codes]
        assert in_order(events) == in_order(self.reference.legal())
        return events

    def codes(self):
        """The legal moves as codes."""
        out = np.zeros(self.game.widest, np.int32)
        return [
            np.int64(code) for code in out[: self.game.moves(self.game.tables, self.state, out)]
        ]

    def play(self, **event):
        """Take a decision on both sides."""
        code = self.codes()[self.legal.index(event)]
        self.game.play(self.game.tables, self.state, code, RNG)
        self.reference.apply(event)
        assert self.points == self.reference.scores()
        assert self.stock == self.reference.stock
        assert self.picture == self.reference_picture
        assert self.end == self.reference.end()
        return self

    def push(self, side, track):
        """Insert a marble."""
        return self.play(do="insert", side=side, track=track)

    @property
    def picture(self):
        """Return the board as it is drawn."""
        owners = [
            [i for i in range(4) if int(self.state.own[i]) >> (8 * row + col) & 1]
            for row in range(7)
            for col in range(7)
        ]
        assert all(len(here) <= 1 for here in owners)
        text = "".join("OBGW"[here[0]] if here else "." for here in owners)
        return "\n".join(text[i : i + 7] for i in range(0, 49, 7))

    @property
    def reference_picture(self):
        """Return the reference's board as it is drawn."""
        letters = {field: "OBGW"[seat] for field, seat in self.reference.board.items()}
        return "\n".join("".join(letters.get((r, c), ".") for c in range(7)) for r in range(7))

    @property
    def points(self):
        """Every seat's score."""
        out = np.zeros(self.game.seats)
        self.game.score(self.game.tables, self.state, out)
        return [int(number) for number in out]

    @property
    def stock(self):
        """Every seat's marbles left."""
        out = np.zeros((self.game.seats, 1), np.int32)
        self.game.stock(self.game.tables, self.state, out)
        return [int(number) for number in out[:, 0]]

    @property
    def end(self):
        """Return why the game is over, or None."""
        return self.game.why_over(self.game.tables, self.state) or None


def board(text):
    """A picture without the indentation of the test."""
    return "\n".join(text.split())


EMPTY = "....... " * 7


# --------------------------------------------------------------------------- rulings, one by one


def test_s1_only_the_run_at_the_edge_moves_and_a_gap_absorbs_the_push():
    table = Table("....... ....... BO.BO.. ....... ....... ....... .......")
    table.push("left", 2)
    assert table.picture == board("....... ....... OBOBO.. ....... ....... ....... .......")


def test_s1_a_run_shifts_from_each_side():
    middle = "...B... ...O... ...B... BOB.BOB ...B... ...O... ...B..."
    for side, track, expected in (
        ("top", 3, "...O... ...B... ...O... BOBBBOB ...B... ...O... ...B..."),
        ("bottom", 3, "...B... ...O... ...B... BOBBBOB ...O... ...B... ...O..."),
        ("left", 3, "...B... ...O... ...B... OBOBBOB ...B... ...O... ...B..."),
        ("right", 3, "...B... ...O... ...B... BOBBOBO ...B... ...O... ...B..."),
    ):
        assert Table(middle).push(side, track).picture == board(expected), side


def test_s1_an_empty_edge_field_takes_the_marble_and_nothing_moves():
    table = Table("....... .BBBBBB ....... ....... ....... ....... .......").push("left", 1)
    assert table.picture == board("....... OBBBBBB ....... ....... ....... ....... .......")


def test_unused_seats_have_no_marbles():
    for players in (2, 3, 4):
        game = game_of(players=players)
        state = game.fresh()[0]
        game.deal(game.tables, state, RNG)
        stocks = state.marbles.tolist()
        assert [n > 0 for n in stocks] == [seat < players for seat in range(4)]


def test_s2_28_inserts_at_first_and_none_into_a_full_track():
    assert len(Table(EMPTY).legal) == 28
    full_row = Table("....... ....... ....... OBOBOBO ....... ....... .......")
    assert len(full_row.legal) == 26
    assert {"do": "insert", "side": "left", "track": 3} not in full_row.legal
    assert {"do": "insert", "side": "right", "track": 3} not in full_row.legal
    assert {"do": "insert", "side": "top", "track": 3} in full_row.legal
    full_column = Table("..O.... ..B.... ..O.... ..B.... ..O.... ..B.... ..O....")
    gone = [("top", 2), ("bottom", 2)]
    expected = [
        {"do": "insert", "side": side, "track": track}
        for side in ("top", "bottom", "left", "right")
        for track in range(7)
        if (side, track) not in gone
    ]
    assert full_column.legal == expected


@pytest.mark.parametrize(
    ("picture", "side", "track", "line"),
    [
        ("OOOO... " + "....... " * 6, "left", 0, [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]),
        ("O...... " * 4 + "....... " * 3, "top", 0, [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]),
        (
            "....... .O..... ..O.... ...O... ....O.. ....... .......",
            "top",
            0,
            [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4]],
        ),
        (
            "....... .....O. ....O.. ...O... ..O.... ....... .......",
            "top",
            6,
            [[0, 6], [1, 5], [2, 4], [3, 3], [4, 2]],
        ),
    ],
)
def test_s3_a_line_runs_in_four_directions(picture, side, track, line):
    table = Table(picture).push(side, track)
    assert table.legal == [{"do": "score", "line": line, "keep": [line[0], line[-1]]}]


def test_s3_a_line_is_the_whole_run():
    table = Table("OO.OOO. ....... ....... ....... ....... ....... .......").push("top", 2)
    assert [len(event["line"]) for event in table.legal] == [6]
    table.play(**table.legal[0])
    assert table.points == [5, 0]
    seven = Table("OO.OOOO ....... ....... ....... ....... ....... .......").push("top", 2)
    assert seven.play(**seven.legal[0]).points == [10, 0]


def test_s3_a_line_never_runs_round_the_edge():
    table = Table("....... .....OO OO..... ....... ....... ....... .......")
    table.push("left", 2)
    assert table.seat == 1


TWO_LINES = "..OOOO. .....O. ....O.. ...O... ..O.... ....... ......."  # with one more in the corner


def test_s4_of_several_lines_the_player_picks_one():
    table = Table(TWO_LINES).push("right", 0)
    lines = [(event["line"][0], event["line"][-1]) for event in table.legal]
    assert lines == [([0, 2], [0, 6]), ([0, 6], [4, 2])]
    table.play(**table.legal[1])
    assert table.points == [2, 0]
    assert table.picture == board("..OOOOO ....... ....... ....... ..O.... ....... .......")


def test_s4_from_three_players_on_the_end_that_stays_is_a_choice():
    game = game_of(players=3)
    table = Table("OOO.... ....... ....... ....... ....... ....... .......", game)
    table.push("left", 0)
    line = [[0, 0], [0, 1], [0, 2], [0, 3]]
    assert table.legal == [
        {"do": "score", "line": line, "keep": [[0, 0]]},
        {"do": "score", "line": line, "keep": [[0, 3]]},
    ]
    table.play(do="score", line=line, keep=[[0, 3]])
    assert table.picture == board("...O... ....... ....... ....... ....... ....... .......")


def test_s5_s6_a_line_left_standing_scores_after_the_insert_of_the_extra_turn():
    table = Table(TWO_LINES).push("right", 0)
    table.play(**table.legal[0])
    assert table.points == [2, 0]
    assert table.picture == board("..O...O .....O. ....O.. ...O... ..O.... ....... .......")
    assert [event["do"] for event in table.legal] == ["insert"] * 28  # S5: not at once
    table.push("bottom", 0)
    assert [event["line"][0] for event in table.legal] == [[0, 6]]
    table.play(**table.legal[0])
    assert table.points == [4, 0]
    assert table.seat == 0  # S6: extra turns chain
    assert table.push("top", 0).seat == 1


def test_s5_the_extra_turn_may_break_a_line_left_standing():
    table = Table(TWO_LINES.replace("...O...", "BBBO...")).push("right", 0)
    table.play(**table.legal[0])
    table.push("left", 3)
    assert table.picture == board("..O...O .....O. ....O.. OBBBO.. ..O.... ....... .......")
    assert (table.seat, table.points) == (1, [2, 0])


def test_s7_scoring_is_mandatory():
    table = Table("OOOO... ....... ....... ....... ....... ....... .......").push("left", 0)
    assert {event["do"] for event in table.legal} == {"score"}
    assert table.seat == 0


def test_s8_an_opponents_line_made_by_a_push_waits_for_his_insert():
    picture = "....... ..B.... ..B.... .B..... ..B.... ..B.... ......."
    table = Table(picture).push("left", 3)
    assert table.seat == 1
    assert table.points == [0, 0]
    table = Table("....... ..B.... ..B.... BB..... ..B.... ..B.... .......")
    table.push("left", 3)  # moves a blue marble into blue's column
    assert table.picture == board("....... ..B.... ..B.... OBB.... ..B.... ..B.... .......")
    assert table.seat == 1
    assert {event["do"] for event in table.legal} == {"insert"}
    table.push("right", 0)
    assert [event["do"] for event in table.legal] == ["score"]
    assert table.play(**table.legal[0]).points == [0, 2]
    broken = Table("....... ..B.... ..B.... BOB.... ..B.... ..B.... .......", seat=1)
    broken.push("left", 3)  # blue himself pushes it apart
    assert broken.picture == board("....... ..B.... ..B.... BBOB... ..B.... ..B.... .......")
    assert (broken.seat, broken.points) == (0, [0, 0])


def test_s9_removed_marbles_go_back_to_the_stock():
    two = Table("OOOOO.. ....... ....... ....... ....... ....... .......").push("left", 0)
    assert two.stock == [16, 22]
    two.play(**two.legal[0])
    assert two.stock == [20, 22]  # n − 2 of 6
    assert two.picture.startswith("O....O.")
    three = Table("OOOOO.. " + "....... " * 6, game_of(players=3)).push("left", 0)
    three.play(**three.legal[0])
    assert three.stock == [21, 22, 22]  # n − 1 of 6
    assert three.points == [8, 0, 0]


@pytest.mark.parametrize(
    ("players", "points"), [(2, {5: 2, 6: 5, 7: 10}), (3, {4: 2, 5: 5, 6: 8, 7: 10})]
)
def test_lines_score_by_their_length(players, points):
    for length in range(2, 8):
        row = "O" * (length - 1) + "." * (8 - length)
        table = Table(f"{row} " + "....... " * 6, game_of(players=players)).push("left", 0)
        if length in points:
            assert table.play(**table.legal[0]).points[0] == points[length]
        else:
            assert table.seat == 1


def test_s10_ten_points_end_the_game_at_once():
    table = Table("OOOO... " + "....... " * 6, points=(8, 9)).push("left", 0)
    table.play(**table.legal[0])
    assert (table.seat, table.end, table.points) == (-1, "ten_points", [10, 9])
    over_ten = Table("OOOOO.. " + "....... " * 6, points=(8, 9)).push("left", 0)
    over_ten.play(**over_ten.legal[0])
    assert (over_ten.end, over_ten.points) == ("ten_points", [13, 9])


def test_s11_who_must_insert_with_an_empty_stock_ends_the_game():
    table = Table(EMPTY, stock=(5, 0), points=(2, 4)).push("top", 0)
    assert (table.seat, table.end, table.points) == (-1, "no_marbles", [2, 4])
    last = Table(EMPTY, stock=(1, 5)).push("top", 0)
    assert last.seat == 1  # seat 0 has none left, but does not have to insert yet
    assert last.push("top", 1).end == "no_marbles"


def test_s11_a_line_gives_marbles_for_the_extra_turn():
    table = Table("OOOO... " + "....... " * 6, stock=(1, 5)).push("left", 0)
    assert table.stock == [0, 5]
    table.play(**table.legal[0])
    assert (table.seat, table.stock) == (0, [3, 5])


FULL_BUT_ONE = "OBGOBGO BGOBGOB OBGOBGO GOBGOBG OBGOBGO BGOBGOB OBGOBG."


def test_s12_a_full_board_ends_the_game():
    table = Table(FULL_BUT_ONE, game_of(players=3), points=(2, 5, 5)).push("right", 6)
    assert (table.seat, table.end, table.points) == (-1, "board_full", [2, 5, 5])


def test_s12_a_full_board_is_looked_at_after_scoring():
    picture = "OBGOBGO BGOBGOB OBGOBGO GOBGOBO OBGOBGO BGOBGOO OBGOBB."
    table = Table(picture, game_of(players=3)).push("right", 6)
    assert [len(event["line"]) for event in table.legal] == [5, 5]
    table.play(**table.legal[0])
    assert table.seat == 0  # the line made room
    assert table.end is None


def test_s13_two_players_cannot_fill_the_board():
    assert 2 * game_of().pack.number("marbles") == 44 < 49


def test_s15_equal_points_are_a_draw_among_the_leaders():
    table = Table(FULL_BUT_ONE, game_of(players=3), points=(2, 5, 5)).push("right", 6)
    assert table.reference.winners() == [1, 2]
    value = table.game.value
    assert [value(table.game.tables, table.state, seat) for seat in range(3)] == [0.0, 0.5, 0.5]


@pytest.mark.parametrize(("players", "length"), [(2, 5), (3, 4), (4, 4)])
def test_express_is_won_by_the_first_line(players, length):
    game = game_of("express", players)
    short = Table("O" * (length - 2) + "." * (9 - length) + " ......." * 6, game).push("left", 0)
    assert short.end is None
    table = Table("O" * (length - 1) + "." * (8 - length) + " ......." * 6, game).push("left", 0)
    assert (table.seat, table.end) == (-1, "line")
    assert table.points == [1] + [0] * (players - 1)


def test_express_without_a_line_is_a_draw():
    table = Table(EMPTY, game_of("express"), stock=(5, 0)).push("top", 0)
    assert (table.end, table.points) == ("no_marbles", [0, 0])
    full = Table(FULL_BUT_ONE, game_of("express", 3)).push("right", 6)
    assert (full.end, full.points) == ("board_full", [0, 0, 0])


# --------------------------------------------------------------------------- tweaked numbers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (2, ("two_players_keep=1", "two_players_line_3=1", "two_players_line_6=0")),
        (3, ("more_players_keep=0", "target=6", "marbles=12")),
        (4, ("more_players_keep=2", "more_players_line_3=1", "target=30")),
        (2, tuple(f"two_players_line_{n}=0" for n in range(3, 8))),
    ],
)
def test_other_numbers_agree_with_the_reference_as_well(players, settings):
    agree(game_of("expert", players, settings), range(8))


def test_a_tweak_changes_the_game():
    table = Table("OO..... " + "....... " * 6, game_of(settings=("two_players_line_3=1",)))
    table.push("left", 0)
    assert table.play(**table.legal[0]).points == [1, 0]


# --------------------------------------------------------------------------- the slow reference


def agree(game, numbers):
    """Random games, every second move one that makes a line if any does; both move by move."""
    out, scores = np.zeros(game.widest, np.int32), np.zeros(game.seats)
    supplies = np.zeros((game.seats, 1), np.int32)
    reasons = []
    for number in numbers:
        chance = random.Random(f"{game.pack.variant} {game.seats} {number}")
        state, trial = (states := game.fresh(2))[0], states[1]
        game.deal(game.tables, state, RNG)
        reference = Reference(game.seats, game.pack.variant, numbers_of(game), {})
        while (seat := int(game.turn(game.tables, state))) >= 0:
            assert seat == reference.seat()
            codes = out[: game.moves(game.tables, state, out)].astype(np.int64)
            events = [game.describe(game.tables, state, code) for code in codes]
            assert in_order(events) == in_order(reference.legal())
            tried = list(range(len(codes)))
            chance.shuffle(tried)
            chosen = tried[0]
            if chance.random() < 0.5:
                for i in tried:
                    states[1] = states[0]
                    game.play(game.tables, trial, codes[i], RNG)
                    if game.turn(game.tables, trial) == seat:
                        chosen = i
                        break
            game.play(game.tables, state, codes[chosen], RNG)
            reference.apply(events[chosen])
            game.score(game.tables, state, scores)
            game.stock(game.tables, state, supplies)
            assert list(scores) == reference.scores()
            assert list(supplies[:, 0]) == reference.stock
        assert reference.seat() == -1
        assert game.why_over(game.tables, state) == reference.end()
        reasons.append(reference.end())
    return reasons


@pytest.mark.parametrize(("variant", "players"), KINDS)
def test_random_games_agree_with_the_reference(variant, players):
    agree(game_of(variant, players), range(15))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), KINDS)
def test_a_thousand_random_games_agree_with_the_reference(variant, players):
    reasons = set(agree(game_of(variant, players, plain=False), range(1000)))
    assert (
        reasons
        <= {
            "expert": {"ten_points", "no_marbles", "board_full"},
            "express": {"line", "no_marbles", "board_full"},
        }[variant]
    )


@pytest.mark.parametrize(("variant", "players"), [("expert", 2), ("expert", 4), ("express", 3)])
def test_compiled_rules_play_as_plain_ones(variant, players):
    plain, fast = (game_of(variant, players, plain=plain) for plain in (True, False))
    out, out_fast = np.zeros(plain.widest, np.int32), np.zeros(plain.widest, np.int32)
    for number in range(6):
        state, quick = plain.fresh()[0], fast.fresh()[0]
        rng, rng_fast = stream(1, number, 1), stream(1, number, 1)
        plain.deal(plain.tables, state, RNG)
        fast.deal(fast.tables, quick, RNG)
        while plain.turn(plain.tables, state) >= 0:
            n = plain.moves(plain.tables, state, out)
            assert n == fast.moves(fast.tables, quick, out_fast)
            assert list(out[:n]) == list(out_fast[:n])
            for name in ("value", *plain.personas):
                judge, judge_fast = (game.personas.get(name, game.value) for game in (plain, fast))
                seat = number % players
                expected = judge(plain.tables, state, seat)
                assert expected == judge_fast(fast.tables, quick, seat)
                assert 0 <= expected <= 1
            move = plain.pick(plain.tables, state, rng)
            assert move == fast.pick(fast.tables, quick, rng_fast)
            assert move in out[:n]
            plain.play(plain.tables, state, np.int64(move), RNG)
            fast.play(fast.tables, quick, np.int64(move), RNG)
            assert state.tobytes() == quick.tobytes()
        assert fast.turn(fast.tables, quick) == -1


def test_pick_takes_every_legal_move_equally_often():
    game = game_of(players=3, plain=False)
    for picture, then in (
        ("OBOBOBO B...... O...... B...... O...... B...... O......", None),
        ("OOO.... .OOO... ....... ....... ....... ....... .......", ("left", 0)),
    ):
        table = Table(picture, game)
        if then:
            table.push(*then)
        codes, rng, n = table.codes(), stream(3, 0, 1), 4000
        counts = dict.fromkeys(codes, 0)
        for _ in range(n):
            counts[np.int64(game.pick(game.tables, table.state, rng))] += 1
        expected = n / len(codes)
        chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
        assert chi_square < 2.5 * len(codes) + 10, counts


# --------------------------------------------------------------------------- counts of positions


def perft_table(line, plain=True):
    """The position of a line."""
    variant, players, seat, rows = line.position.split()
    game = game_of(variant, int(players), plain=plain)
    return Table(rows.replace("/", " "), game, int(seat))


def paths_from(table, depth):
    """Count sequences of moves by the rules."""
    states = table.game.fresh(depth + 1)
    states[0] = table.state
    return count_paths(table.game, states, depth)


@pytest.mark.parametrize("line", lines_of("shiftago"), ids=str)
def test_perft(line, rewrite):
    if rewrite:
        line = line.rewritten(partial(paths_from, perft_table(line, plain=False)))
    table = perft_table(line)
    for depth, expected in enumerate(line.counts[:3], start=1):
        assert paths_from(table, depth) == expected, table.picture
        if depth < 3:
            assert count_paths_slowly(table.reference, depth) == expected, table.picture


@pytest.mark.slow
@pytest.mark.parametrize("line", lines_of("shiftago"), ids=str)
def test_deep_perft(line):
    table = perft_table(line, plain=False)
    assert paths_from(table, 4) == line.counts[3]
    assert count_paths_slowly(table.reference, 3) == line.counts[2]


# --------------------------------------------------------------------------- for people


def test_moves_have_names_and_positions_pictures():
    table = Table("OOO.... " + "....... " * 6, game_of(players=3))
    game, state = table.game, table.state
    assert game.name_move(game.tables, state, np.int64(15)) == "push in from the left, row 2"
    assert game.name_move(game.tables, state, np.int64(9)) == "push in from the bottom, column 3"
    table.push("left", 0)
    names = [game.name_move(game.tables, state, code) for code in table.codes()]
    assert names == [
        "score 2 for 4 marbles in row 1, keep row 1 column 1",
        "score 2 for 4 marbles in row 1, keep row 1 column 4",
    ]
    told = game.tell_move(game.tables, state, np.int64(table.codes()[0]))
    assert told == "and scored 2 for 4 marbles in row 1, keeping row 1 column 1"
    assert game.show(game.tables, state).splitlines()[1] == "  1 O O O O · · ·"
    assert "→ orange: 0 points, 18 marbles left" in game.show(game.tables, state)


def test_a_push_names_and_lights_the_line_that_it_makes():
    table = Table("OOO.... " + "....... " * 6, game_of(players=3))
    game, tables, before = table.game, table.game.tables, table.state.copy()
    left = np.int64(14)
    assert game.name_move(tables, before, left) == (
        "push in from the left, row 1: 4 in line, 2 points"
    )
    table.push("left", 0)
    assert game.status(tables, table.state, 0).startswith("Score a line")
    table.play(**table.legal[0])
    assert game.status(tables, table.state, 0).startswith("You scored 2: push in again")
    assert game.status(tables, table.state, 1).startswith("Scored 2: push in again")


def test_express_names_the_length_of_a_line():
    table = Table("OOO.... " + "....... " * 6, game_of("express", 3))
    game, tables = table.game, table.game.tables
    assert game.status(tables, table.state, 0).endswith("the first 4 in line win")
    assert game.name_move(tables, table.state, np.int64(14)).endswith("4 in line, you win")
    table.push("left", 0)
    assert game.say_over(tables, table.state) == "4 in line win"


# --------------------------------------------------------------------------- strength


def rate_of_first(agents, games, variant="expert"):
    """The first agent's share of wins, its seat rotated."""
    game = game_of(variant, len(agents), plain=False)
    batch = play_games(game, agents, 11, 0, games, collect="basic")
    shares = batch.winners / batch.winners.sum(1, keepdims=True)
    first = batch.agent_of == batch.agents.index(agents[0])
    return float(shares[first].sum()) / games


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), KINDS)
def test_players_are_in_order_of_strength(variant, players):
    assert rate_of_first(["greedy"] + ["random"] * (players - 1), 100, variant) >= 0.9
    assert rate_of_first(["mcts:200"] + ["greedy"] * (players - 1), 48, variant) >= 0.75


@pytest.mark.slow
def test_searching_moves_best_first_is_worth_it():
    assert rate_of_first(["mcts:200", "mcts:200:order=0:urgency=0.3"], 60) >= 0.7
