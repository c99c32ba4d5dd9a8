"""The kit: its examples, and the same results compiled and plain, seed for seed."""

import doctest
import importlib
import inspect
import pkgutil
from collections import Counter
from typing import Any

import numpy as np
import pytest

from generator import kit
from generator.kit import (
    FACE_DOWN,
    FACE_UP,
    area,
    around,
    asked_around,
    below,
    bit_count,
    cards_in,
    count,
    distances,
    draw,
    draw_any,
    facing,
    fill,
    fits,
    hands,
    hexagonal,
    hexes,
    kind_of,
    knows,
    lay_tile,
    lead,
    longest_run,
    majority,
    mix,
    moved,
    next_seat,
    odds,
    offer,
    offer_turns,
    peek,
    piles,
    place_around,
    place_of,
    put,
    put_under,
    rank,
    reshuffle,
    reshuffle_at,
    reveal,
    ring,
    run_from,
    run_length,
    run_starts,
    seats_in,
    set_points,
    share,
    sharing,
    square,
    straight_run,
    stream,
    take,
    take_at,
    toward,
    turnings,
    verb_of,
    verbs,
)
from generator.model.pack import Row
from generator.model.problems import Place
from tests.kit.both import compiled, same

ROOMS = [
    importlib.import_module(f"generator.kit.{m.name}") for m in pkgutil.iter_modules(kit.__path__)
]
SEEDS = range(40)


@pytest.mark.parametrize("room", ROOMS, ids=[room.__name__ for room in ROOMS])
def test_every_example_is_true(room: Any) -> None:
    found = doctest.testmod(room)
    assert not found.failed


def test_every_function_of_the_kit_is_documented_and_listed() -> None:
    text = kit.__doc__ or ""
    older = {"Stream", "bits", "reseed", "stream", "whole"}
    for name in set(kit.__all__) - older:
        assert name in text.split() or f"{name}*" in text.split(), name
        thing = getattr(kit, name)
        if inspect.isfunction(thing):
            assert thing.__doc__, name


# --------------------------------------------------------------------------- moves by name

MOVES = verbs(
    "done", "pass_", drop=62, drive={"to": 78, "track": 73}, push={"side": ("top", "left")}
)


def ask(move: int, out: Any) -> Any:
    n = offer(out, 0, MOVES.drive + move)
    n = offer(out, n, MOVES.done)
    verb = verb_of(MOVES, move)
    return n, verb, move - verb, verb == MOVES.drop, kind_of(MOVES, move)


def test_a_move_is_asked_for_its_verb_and_argument() -> None:
    names = []
    for move in range(MOVES.codes):
        verb, kind = same(ask, move, np.zeros(2, np.int32))[1:5:3]
        assert tuple(MOVES)[kind] == verb <= move
        names.append(MOVES.names[kind])
        if move > 200:
            break
    assert [names.count(name) for name in MOVES.names[:3]] == [1, 1, 62]
    assert MOVES.codes == 2 + 62 + 78 * 73 + 2


def test_no_two_moves_are_described_alike() -> None:
    told = [str(MOVES.described(move)) for move in range(MOVES.codes)]
    assert len(set(told)) == MOVES.codes
    assert MOVES.described(MOVES.drive + 73 * 5 + 9) == {"do": "drive", "to": 5, "track": 9}
    assert MOVES.described(MOVES.push + 1) == {"do": "push", "side": "left"}


def test_tables_with_the_same_verbs_are_of_one_class_that_can_be_found_again() -> None:
    import pickle

    again = verbs("done", "pass_", drop=3, drive=4, push=())
    assert type(again) is type(MOVES)
    assert pickle.loads(pickle.dumps(type(MOVES))) is type(MOVES)


def test_impossible_verbs_are_refused() -> None:
    with pytest.raises(ValueError, match="'names'"):
        verbs("names")
    with pytest.raises(ValueError, match="'pass', a Python keyword: write 'pass_', which is shown"):
        verbs("pass", take=3)
    for name in ("pick up", "2_steps", "_take", ""):
        with pytest.raises(ValueError, match=f"cannot be called {name!r}: use letters"):
            verbs(name)
    with pytest.raises(ValueError, match="different moves"):
        verbs(jump=(100_000, 100_000))


# --------------------------------------------------------------------------- piles

DECK, OPEN, HAND = 0, 1, 2


def shuffled_about(rng: Any, table: Any) -> int:
    """Deal, draw, look, put back and shuffle, as chance has it."""
    fill(table[DECK], 12)
    mix(rng, table[DECK])
    total = 0
    for _ in range(60):
        what = below(rng, 8)
        pile = table[below(rng, 5)]
        other = table[below(rng, 5)]
        if what == 0:
            mix(rng, pile)
        elif count(pile) > 0:
            if what == 1:
                put(other, draw(pile))
            elif what == 2:
                put_under(other, draw(pile), 1 << below(rng, 3))
            elif what == 3:
                put(other, draw_any(rng, pile))
            elif what == 4:
                total += reveal(pile, below(rng, count(pile)), below(rng, 3))
            elif what == 5:
                put(other, take(pile, peek(pile, below(rng, count(pile)))))
            elif what == 6:
                put(other, take_at(pile, below(rng, count(pile))))
            else:
                total += knows(pile, below(rng, count(pile)), below(rng, 3))
                total += place_of(pile, below(rng, 12))
    return total


def fresh_table() -> Any:
    return piles(12, FACE_DOWN, FACE_UP, *hands(3))


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_move_about_alike_in_both_modes_and_none_is_lost(seed: int) -> None:
    table = fresh_table()
    same(shuffled_about, stream(seed, 0, 0), table)
    shuffled_about(stream(seed, 0, 0), table)
    assert sorted(card for pile in table for card in cards_in(pile)) == list(range(12))


@pytest.mark.parametrize("seed", SEEDS)
def test_hiding_keeps_what_a_seat_knows_and_nothing_else(seed: int) -> None:
    table = fresh_table()
    shuffled_about(stream(seed, 0, 0), table)
    seat, met = seed % 3, set()
    known = [[knows(pile, i, seat) for i in range(count(pile))] for pile in table]
    for turn in range(20):
        guess = table.copy()
        same(reshuffle, stream(seed, turn, 1), guess, seat)
        reshuffle(stream(seed, turn, 1), guess, seat)
        assert [cards_in(pile) for pile in guess] == [
            [a if sure else b for a, b, sure in zip(cards_in(x), cards_in(y), row, strict=True)]
            for x, y, row in zip(table, guess, known, strict=True)
        ]
        assert sorted(card for pile in guess for card in cards_in(pile)) == list(range(12))
        met.add(guess.tobytes())
        for other in range(3):  # whom a place was shown still counts as knowing it
            assert [[knows(p, i, other) for i in range(count(p))] for p in guess] == [
                [knows(p, i, other) for i in range(count(p))] for p in table
            ]
        # Hidden twice is hidden once: what lay there has no say.
        twice = guess.copy()
        reshuffle(stream(seed, turn, 2), twice, seat)
        once = table.copy()
        reshuffle(stream(seed, turn, 2), once, seat)
        assert twice.tobytes() == once.tobytes()
    if sum(row.count(False) for row in known) > 3:
        assert len(met) > 5


def test_every_order_of_the_unknown_cards_is_equally_likely() -> None:
    seen: dict[tuple[int, ...], int] = {}
    for game in range(6000):
        table = piles(3, FACE_DOWN)
        fill(table[0], 3)
        reshuffle(stream(1, game, 0), table, 0)
        key = tuple(cards_in(table[0]))
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == 6 and all(870 < n < 1130 for n in seen.values()), seen


def test_one_pile_can_be_hidden_alone() -> None:
    table = piles(5, FACE_DOWN)
    fill(table[0], 5)
    reshuffle(stream(3, 0, 0), table[0], 0)
    assert sorted(cards_in(table[0])) == [0, 1, 2, 3, 4]
    same(reshuffle, stream(3, 0, 0), table[0], 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_places_of_a_board_trade_alike_in_both_modes(seed: int) -> None:
    chance = np.random.default_rng(seed)
    board = chance.integers(-1, 9, 40).astype(np.int8)
    places = np.sort(chance.choice(40, 25, replace=False))
    same(reshuffle_at, stream(seed, 0, 0), board, places, 25)
    twice, once = board.copy(), board.copy()
    reshuffle_at(stream(seed, 1, 0), twice, places, 25)
    reshuffle_at(stream(seed, 2, 0), twice, places, 25)
    reshuffle_at(stream(seed, 2, 0), once, places, 25)
    assert np.array_equal(twice, once)
    others = np.setdiff1d(np.arange(40), places)
    assert np.array_equal(once[others], board[others])
    assert sorted(once.tolist()) == sorted(board.tolist())


@pytest.mark.parametrize("missing", [draw, lambda pile: take(pile, 3), lambda pile: peek(pile, 0)])
def test_a_card_that_is_not_there_is_a_fault(missing: Any) -> None:
    with pytest.raises(IndexError):
        missing(piles(5, FACE_DOWN)[0])
    with pytest.raises(IndexError):
        compiled(draw)(piles(5, FACE_DOWN)[0])
    with pytest.raises(IndexError):
        draw_any(stream(1, 0, 0), piles(5, FACE_DOWN)[0])


@pytest.mark.parametrize(
    ("fill_it", "why"),
    [
        (lambda pile: put(pile, 1), "no room for another card"),
        (lambda pile: put_under(pile, 1), "no room for another card"),
        (lambda pile: fill(pile, 4), "no room for so many"),
        (lambda pile: draw(pile) + draw(pile) + draw(pile) + draw(pile), "the pile is empty"),
    ],
)
def test_a_pile_that_is_full_or_empty_is_reported_as_that(fill_it: Any, why: str) -> None:
    pile = piles(3, FACE_DOWN)[0]
    fill(pile, 3)
    for mode in (fill_it, compiled(fill_it)):
        with pytest.raises(IndexError, match=why):
            mode(pile.copy())


def test_nothing_is_drawn_below_what_is_not_there_and_no_run_stands_still() -> None:
    for mode in (below, compiled(below)):
        for n in (0, -3):
            with pytest.raises(ValueError, match="below"):
                mode(stream(1, 0, 0), n)
    for mode in (run_from, compiled(run_from)):
        with pytest.raises(ValueError, match="step"):
            mode(5, 0, 0)


# --------------------------------------------------------------------------- boards


def longest_by_hand(rows: int, columns: int, board: Any, cell: int) -> int:
    best = 1
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        n = 1
        for sign in (1, -1):
            row, column = cell // columns, cell % columns
            while True:
                row, column = row + sign * down, column + sign * right
                if not (0 <= row < rows and 0 <= column < columns):
                    break
                if board[row * columns + column] != board[cell]:
                    break
                n += 1
        best = max(best, n)
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_runs_and_areas_are_what_they_are_by_hand(seed: int) -> None:
    board = np.random.default_rng(seed).integers(0, 2, 42).astype(np.int8)
    near, orthogonal = square(6, 7), square(6, 7, 4)
    seen: set[int] = set()
    for cell in range(42):
        by_hand = longest_by_hand(6, 7, board, cell)
        assert same(longest_run, near, board, cell) == by_hand
        framed = np.full((8, 9), 9, np.int8)
        framed[1:-1, 1:-1] = board.reshape(6, 7)
        at = 9 * (cell // 7 + 1) + cell % 7 + 1
        for way, step in ((2, 1), (3, 10), (4, 9), (5, 8)):
            length = same(run_length, near, board, cell, way)
            assert same(straight_run, framed.ravel(), at, step) == length
        cells, marks = np.zeros(42, np.int16), np.zeros(42, np.int8)
        n = same(area, orthogonal, board, cell, cells, marks)
        area(orthogonal, board, cell, cells, marks)
        found = set(cells[:n].tolist())
        assert found == set(np.flatnonzero(marks).tolist()) and cell in found
        edge = {int(b) for a in found for b in orthogonal[a] if b >= 0} - found
        assert all(board[a] == board[cell] for a in found)
        assert all(board[b] != board[cell] for b in edge)
        seen |= found
    assert len(seen) == 42


def test_ways_on_boards_are_shortest() -> None:
    near = hexagonal(hexes.disc(3))
    steps = distances(near)
    cells = hexes.disc(3)
    for a in range(37):
        for b in range(37):
            assert steps[a, b] == hexes.distance(cells[a], cells[b])
            if a != b:
                assert steps[same(toward, near, steps, a, b), b] == steps[a, b] - 1
    assert toward(near, steps, 5, 5) == -1
    apart = sharing(["ab", "cd"])
    assert distances(apart).tolist() == [[0, -1], [-1, 0]]


def test_a_board_that_wraps_has_no_edge() -> None:
    near = square(4, 5, wraps=True)
    assert (near >= 0).all()
    for way in range(8):
        assert np.array_equal(near[near[:, way], (way + 4) % 8], np.arange(20))


@pytest.mark.parametrize("seed", SEEDS)
def test_sets_of_cells_know_their_runs(seed: int) -> None:
    chance = np.random.default_rng(seed)
    cells = np.int64(
        sum(1 << (8 * r + c) for r in range(7) for c in range(7) if chance.random() < 0.6)
    )
    assert same(bit_count, cells) == bin(cells).count("1")
    for step in (1, 7, 8, 9):
        for cell in range(56):
            by_hand, bit = 0, cell
            while bit < 63 and int(cells) >> bit & 1:
                by_hand, bit = by_hand + 1, bit + step
            assert run_from(cells, step, cell) == by_hand
            for length in range(1, 8):
                starts = int(run_starts(cells, step, length))
                assert (starts >> cell & 1) == (by_hand >= length)
        same(run_from, cells, step, 9)
        same(run_starts, cells, step, 5)
        assert same(moved, cells, step) == cells << step
        assert same(moved, cells, -step) == cells >> step


@pytest.mark.parametrize("n", [4, 6])
def test_edges_match_as_the_tiles_lie(n: int) -> None:
    chance = np.random.default_rng(n)
    for _ in range(100):
        edges, others = chance.integers(1, 5, n), chance.integers(1, 5, n)
        turn, way = int(chance.integers(n)), int(chance.integers(n))
        mine, theirs = turnings(edges)[turn], turnings(others)[0]
        met = others[(way + n // 2) % n]  # what the neighbour that way turns to us
        asked = same(facing, theirs, way, n)
        assert same(fits, mine, asked) == (edges[(way - turn) % n] == met)


@pytest.mark.parametrize("tiles", [1, 2, 7, 80])
def test_connected_tiles_never_overlap_on_a_ring(tiles: int) -> None:
    near, met = ring(tiles).astype(int), {0: 0}
    for step in range(1, tiles + 3):  # a number that comes back on another way is another cell's
        outer = {int(cell) for at in list(met) if met[at] == step - 1 for cell in near[at]}
        met.update({cell: step for cell in outer if cell not in met})
    steps = Counter(met.values())
    apart = (tiles + 2) // 2  # diamonds of this radius around cells of one number do not touch
    assert all(steps[step] == 4 * step for step in range(1, apart + 1))
    assert near[near[:, 0], 2].tolist() == near[near[:, 1], 3].tolist() == list(range(len(near)))


@pytest.mark.parametrize("seed", range(20))
def test_tiles_are_laid_where_they_match(seed: int) -> None:
    chance = np.random.default_rng(seed)
    near = ring(12)
    edges = np.concatenate([turnings(chance.integers(1, 3, 4)) for _ in range(12)])
    table, front = np.zeros(len(near), np.int32), np.zeros(30, np.int64)
    shown: dict[int, int] = {}
    for tile in range(12):
        choices = [(0, 0)] if not shown else []
        for cell in front[1 : 1 + front[0]].tolist():
            asked = int(-table[cell])
            assert asked == same(asked_around, near, edges, table, cell) > 0
            out = np.zeros(5, np.int32)
            same(offer_turns, out, 0, 0, edges[4 * tile], asked)
            n = offer_turns(out, 0, 0, edges[4 * tile], asked)
            fitting = [t for t in range(4) if fits(edges[4 * tile + t], asked)]
            assert out[:n].tolist() == fitting
            choices += [(cell, turn) for turn in fitting]
        if choices:
            cell, turn = choices[chance.integers(len(choices))]
            same(lay_tile, near, edges, table, front, cell, 4 * tile + turn)
            lay_tile(near, edges, table, front, cell, 4 * tile + turn)
            shown[cell] = 4 * tile + turn
    for cell, look in shown.items():
        assert table[cell] == look + 1
        for way in range(4):
            other = int(near[cell, way])
            if other in shown:
                mine, theirs = int(edges[look]), int(edges[shown[other]])
                assert mine >> 3 * way & 7 == theirs >> 3 * ((way + 2) % 4) & 7
    beside = {int(c) for cell in shown for c in near[cell]} - set(shown)
    assert sorted(front[1 : 1 + front[0]].tolist()) == sorted(beside)
    assert {int(c) for c in np.flatnonzero(table < 0)} == beside


def test_cells_around_the_start_have_places_and_names() -> None:
    cells = around(2, 45, "the start tile")
    assert len({name for _, name, _, _ in cells}) == len(cells) == 25
    for east, north in ((0, 0), (-2, -2), (2, 1), (3, 0), (0, -3)):
        place = same(place_around, 2, east, north)
        if max(abs(east), abs(north)) > 2:
            assert place == -1
            continue
        assert cells[place][3] == [east, north]
        xs, ys = zip(*cells[place][2], strict=True)
        assert (sum(xs) / 4, sum(ys) / 4) == (45 * east, -45 * north)


# --------------------------------------------------------------------------- turns and counting


def test_turns_pass_over_who_is_out() -> None:
    within = np.array([1, 0, 1, 1], np.int8)
    assert [same(next_seat, within, seat) for seat in range(4)] == [2, 2, 3, 0]
    assert same(seats_in, within) == 3
    assert same(next_seat, np.zeros(4, np.int8), 1) == -1
    assert same(next_seat, np.array([0, 1], np.int8), 1) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_counting_is_what_it_is_by_hand(seed: int) -> None:
    have = np.random.default_rng(seed).integers(0, 4, 4)
    points = np.array([0, 1, 3, 6, 10])
    rest, by_hand = have.copy(), 0
    while rest.any():
        by_hand += int(points[(rest > 0).sum()])
        rest = np.maximum(rest - 1, 0)
    assert same(set_points, have, points) == by_hand
    best = have.max()
    most = sum(1 << seat for seat in range(4) if have[seat] == best and best > 0)
    assert same(majority, have, 4) == most
    for seat in range(4):
        others = np.delete(have, seat)
        assert same(lead, have, 4, seat) == have[seat] - others.max()
        assert same(rank, have, 4, seat) == 1 + (others > have[seat]).sum()
        ahead = have[seat] == best
        assert same(share, have, 4, seat) == (1 / (have == best).sum() if ahead else 0)
        same(odds, float(have[seat]), 7.0)


def test_a_cell_that_rules_cannot_use_is_reported_with_its_place() -> None:
    row = Row("moth", "Moth", {"rank": "low", "effect": "ges"}, 1, Place("cards.csv", 3))
    with pytest.raises(ValueError, match=r'cards\.csv:3: "Moth" has no ranks; did you mean "rank"'):
        kit.column([row], "ranks")
    with pytest.raises(ValueError, match=r'the rank of "Moth" is "low"; expected a whole number'):
        kit.column([row], "rank")
    for lost in (2.5, 0.9, float("inf")):
        half = Row("moth", "Moth", {"rank": lost}, 1, Place("cards.csv", 3))
        with pytest.raises(ValueError, match=f'the rank of "Moth" is "{lost}"; expected a whole'):
            kit.column([half], "rank")
    assert kit.column([Row("moth", "Moth", {"rank": 2.0}, 1, Place("cards.csv", 3))], "rank") == 2
    with pytest.raises(ValueError, match=r'the effect of "Moth" is "ges"; did you mean "guess"'):
        kit.column([row], "effect", ("guess", "look"))
    for given, fix in (("2,0", "write 2"), ("2026-03-04", "this is a date")):
        odd = Row("moth", "Moth", {"rank": given}, 1, Place("cards.csv", 3))
        with pytest.raises(ValueError, match=rf'is "{given}"; expected a whole number[:,] {fix}'):
            kit.column([odd], "rank")
    with pytest.raises(ValueError, match='"Moth" has no kind'):
        kit.words_in([row], "kind")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda pile: put(pile, -1), "no card has this number"),
        (lambda pile: put_under(pile, 65536), "no card has this number"),
        (lambda pile: reveal(pile, 0, -1), "no such seat"),
        (lambda pile: reveal(pile, 0, 16), "no such seat"),
    ],
)
def test_a_card_or_a_seat_that_cannot_be_is_reported_and_changes_nothing(
    call: Any, why: str
) -> None:
    for mode in (call, compiled(call)):
        pile = piles(5, FACE_DOWN)[0]
        fill(pile, 3)
        before = pile.copy()
        with pytest.raises(IndexError, match=why):
            mode(pile)
        assert np.array_equal(pile, before)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.uint16, np.int32, np.uint64])
def test_a_card_may_be_a_number_of_any_kind(kind: type[np.integer]) -> None:
    pile = piles(5, FACE_DOWN)[0]
    put(pile, kind(4))
    put_under(pile, kind(2))
    assert sorted(cards_in(pile)) == [2, 4]
