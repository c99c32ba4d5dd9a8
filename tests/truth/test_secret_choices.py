"""Choices made at the same time: no seat wins by searching earlier or later than others.

The games are symmetric, so each seat wins a share of 1/N and chooses with the same probabilities.
"""

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from generator.kit.chance import CHANCE_STREAM, stream
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.thinker import Thinker
from generator.preview import sessions
from generator.preview.faces import Call
from generator.preview.seat_views import Seated
from tests.toys import DRAFT, opened, write_pack

# Three lots of 3, 4 and 5 points; everybody has 8 coins, and pays what it bids; equal bids win
# nothing.
BIDS = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 4)
HIDDEN = True
LONGEST = 40
WIDEST = 9
MOVES = verbs(bid={"coins": 9})
SECRET = {"bid": "turn"}


def setup(pack, players):
    return record(players=players), record(
        money=[8] * 4, bid=[-1] * 4, lot=0, seat=0, over=0, points=[0] * 4
    )


@rule
def moves(tables, state, out):
    n = 0
    for coins in range(state.money[state.seat] + 1):
        n = offer(out, n, MOVES.bid + coins)
    return n


@rule
def play(tables, state, move, rng):
    state.bid[state.seat] = move - MOVES.bid
    state.seat += 1
    if state.seat == tables.players:
        turn_up(tables, state)


@rule
def turn_up(tables, state):
    best = n = 0
    for seat in range(tables.players):
        best = max(best, state.bid[seat])
    for seat in range(tables.players):
        n += state.bid[seat] == best
    for seat in range(tables.players):
        if n == 1 and state.bid[seat] == best:
            state.points[seat] += 3 + state.lot
        state.money[seat] -= state.bid[seat]
        state.bid[seat] = -1
    state.lot += 1
    state.seat = 0
    if state.lot == 3:
        state.over = 1


@rule
def hide(tables, state, seat, rng):
    for other in range(tables.players):
        if other != seat and state.bid[other] >= 0:
            state.bid[other] = below(rng, state.money[other] + 1)


def turn_of(tables, state):
    return state.lot
"""

# Two seats split 6 coins over two mines, in two decisions; the higher share of a mine scores, the
# second mine twice. All is turned up at the end.
MINES = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
HIDDEN = True
LONGEST = 4
WIDEST = 7
MOVES = verbs(send={"coins": 7}, keep={"coins": 7})
SECRET = {"send": "game", "keep": "game"}


def setup(pack, players):
    return record(), record(sent=[-1] * 2, kept=[-1] * 2, seat=0, over=0, points=[0] * 2)


@rule
def moves(tables, state, out):
    n = 0
    if state.sent[state.seat] < 0:
        for coins in range(7):
            n = offer(out, n, MOVES.send + coins)
    else:
        for coins in range(7 - state.sent[state.seat]):
            n = offer(out, n, MOVES.keep + coins)
    return n


@rule
def play(tables, state, move, rng):
    if move < MOVES.keep:
        state.sent[state.seat] = move - MOVES.send
        return
    state.kept[state.seat] = move - MOVES.keep
    state.seat += 1
    if state.seat == 2:
        for seat in range(2):
            state.points[seat] += state.sent[seat] > state.sent[1 - seat]
            state.points[seat] += 2 * (state.kept[seat] > state.kept[1 - seat])
        state.over = 1


@rule
def hide(tables, state, seat, rng):
    other = 1 - seat
    if state.sent[other] >= 0:
        state.sent[other] = below(rng, 7)
        if state.kept[other] >= 0:
            state.kept[other] = below(rng, 7 - state.sent[other])
"""

BY_ROUND = BIDS.replace('"turn"', '"round"').replace("def turn_of", "def round_of")
# The kind of a move, and not its verb, is what is secret.
BY_KIND = BIDS.replace(
    'SECRET = {"bid": "turn"}', 'KINDS = ("all", "some")\nSECRET = {"all": "turn", "some": "turn"}'
).replace(
    "def turn_of",
    "@rule\ndef kind(tables, state, move):\n"
    "    return int(move - MOVES.bid < state.money[state.seat])\n\n\ndef turn_of",
)
# Before the bids are made, everybody announces in public whether it will bid high.
TALK = (
    BIDS.replace("WIDEST = 9", "WIDEST = 10")
    .replace('verbs(bid={"coins": 9})', 'verbs("talk", "wink", bid={"coins": 9})')
    .replace("bid=[-1] * 4,", "bid=[-1] * 4, talked=0,")
    .replace(
        "    n = 0\n    for coins",
        "    n = 0\n    if state.talked == 0:\n"
        "        return offer(out, offer(out, 0, MOVES.talk), MOVES.wink)\n    for coins",
    )
    .replace(
        "    state.bid[state.seat] = move - MOVES.bid\n",
        "    if move < MOVES.bid:\n        state.talked = 1\n        return\n"
        "    state.talked = 0\n    state.bid[state.seat] = move - MOVES.bid\n",
    )
)
GAMES = {
    "bids": BIDS, "by round": BY_ROUND, "by kind": BY_KIND, "after talk": TALK, "mines": MINES,
    "draft": DRAFT,
}  # fmt: skip


def played(folder: Path, rules: str, players: int, spec: str, n: int, plain: bool = False) -> Any:
    pack = opened(write_pack(folder, rules, "2-2" if rules is MINES else "2-4"))
    game = load_game(pack, players, plain=plain)
    return play_games(game, spec.split(","), 1, 0, n, rotate=False, collect="moves")


def at_a_table(folder: Path, rules: str, players: int, spec: str, n: int, seed: int = 2) -> Any:
    """Return games between bots that move one at a time, as in the browser."""
    game = load_game(opened(write_pack(folder, rules, "2-2" if rules is MINES else "2-4")), players)
    thinker, every = Thinker(game, spec), []
    moves, movers, winners, starts = [], [], [], [0]
    for i in range(n):
        state, rng = game.fresh()[0], stream(seed, i, CHANCE_STREAM)
        minds = [stream(seed, i, 1 + seat) for seat in range(players)]
        game.deal(game.tables, state, rng)
        every = []
        while (seat := int(game.turn(game.tables, state))) >= 0:
            move = thinker.choose(state, minds[seat], every)
            every.append((state.copy(), move))
            movers.append(seat)
            game.play(game.tables, state, np.int64(move), rng)
        moves += [move for _, move in every]
        starts.append(len(moves))
        points = state.points[:players].astype(float)
        winners.append(game.winners(points[None], np.zeros((0, players)))[0])
    return SimpleNamespace(
        seats=players,
        moves=np.array(moves),
        movers=np.array(movers),
        move_starts=np.array(starts),
        winners=np.array(winners),
    )


def shares(batch: Any) -> Any:
    """Each seat's mean share of first place."""
    return (batch.winners / batch.winners.sum(axis=1, keepdims=True)).mean(axis=0)


def first_choices(batch: Any) -> Any:
    """How often each seat makes each move first, (seats, moves)."""
    starts = batch.move_starts
    rows = []
    for seat in range(batch.seats):
        firsts = [batch.moves[a:b][batch.movers[a:b] == seat][0] for a, b in pairwise(starts)]
        rows.append(np.bincount(firsts, minlength=batch.moves.max() + 1))
    return np.array(rows)


def unlikeness(table: Any) -> float:
    """Pearson's χ² of equal rows, less its degrees of freedom, in their standard deviations."""
    common = table[:, table.sum(axis=0) >= 10]
    expected = common.sum(axis=1, keepdims=True) * common.sum(axis=0) / common.sum()
    free = (common.shape[0] - 1) * (common.shape[1] - 1)
    return float((((common - expected) ** 2 / expected).sum() - free) / np.sqrt(2 * free))


def test_no_seat_answers_a_bid_that_it_cannot_see(tmp_path: Path) -> None:
    """A search that looks at hidden bids from the present position lets the first seat win 63 %."""
    batch = played(tmp_path, BIDS, 2, "mcts:200", 800)
    assert abs(shares(batch)[0] - 0.5) < 0.06
    assert unlikeness(first_choices(batch)) < 4


def test_compiled_and_plain_search_choose_alike_in_secret(tmp_path: Path) -> None:
    for name in ("by kind", "mines"):
        folder = tmp_path / name
        folder.mkdir()
        batches = [played(folder, GAMES[name], 2, "mcts:20", 3, plain) for plain in (False, True)]
        assert batches[0].moves.tolist() == batches[1].moves.tolist()


@pytest.mark.slow
def test_bots_in_the_browser_choose_by_the_same_chances(tmp_path: Path) -> None:
    """If they searched from the present position, the first seat would win 61 %."""
    asked = at_a_table(tmp_path, BIDS, 2, "mcts:200", 800)
    assert abs(shares(asked)[0] - 0.5) < 0.06
    bids = first_choices(asked)
    assert unlikeness(bids) < 4
    assert (
        unlikeness(np.vstack([bids, first_choices(played(tmp_path, BIDS, 2, "mcts:200", 800))])) < 4
    )


@pytest.mark.parametrize(
    ("name", "players"), [("bids", 2), ("draft", 3), ("by kind", 3), ("mines", 2)]
)
def test_a_bot_in_the_browser_moves_as_one_in_a_simulation(
    tmp_path: Path, name: str, players: int
) -> None:
    """With the same draws for each move, whatever was chosen in secret before."""
    asked = at_a_table(tmp_path, GAMES[name], players, "mcts:60", 12, seed=1)
    run = played(tmp_path, GAMES[name], players, "mcts:60", 12)
    assert asked.moves.tolist() == run.moves.tolist()
    assert asked.winners.tolist() == run.winners.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_a_draft_with_bots_in_the_browser_is_even(tmp_path: Path, players: int) -> None:
    asked = at_a_table(tmp_path, DRAFT, players, "mcts:100", 1000)
    assert np.abs(shares(asked) - 1 / players).max() < 0.045


@pytest.mark.parametrize(("name", "players"), [("bids", 2), ("bids", 3), ("draft", 3)])
def test_secret_choices_of_people_do_not_influence_bots(
    tmp_path: Path, name: str, players: int
) -> None:
    """The last seat is a bot; whatever the others choose, its move and its ratings stay the same.

    Once the choices are revealed it moves according to them.
    """
    call = Call(str(write_pack(tmp_path, GAMES[name], "2-4")))
    sitting, chosen = sessions.begun(call, players, ["mcts:60"], seed=5), []
    seated = Seated(load_game(call.pack(), players, plain=True), 5, 0)

    def thought(moves: tuple[int, ...]) -> tuple[int, Any]:
        asked = replace(sitting, moves=moves)
        *_, move = sessions.thought(call, asked, "mcts:60")
        first = next(each for each in sessions.judged(call, asked) if each is not None)
        return int(move or 0), first

    before: tuple[int, ...] = ()
    for _ in range(2):
        after = []
        for choices in product(range(3), repeat=players - 1):
            moves = before
            for choice in choices:
                seated.go(moves)
                moves = (*moves, seated.legal(len(moves))[choice])
            after.append((moves, thought(moves)))
        assert all(each == after[0][1] for _, each in after)
        chosen.append(after[0][1])
        before = (*after[-1][0], after[-1][1][0])
    assert chosen[0] != chosen[1]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["mcts:50", "mcts:200", "mcts:1000"])
def test_sealed_bids_are_even_at_every_budget(tmp_path: Path, spec: str) -> None:
    batch = played(tmp_path, BIDS, 2, spec, 4000)
    assert abs(shares(batch)[0] - 0.5) < 0.025
    assert unlikeness(first_choices(batch)) < 4


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("name", ["bids", "draft"])
def test_more_seats_are_even_too(tmp_path: Path, name: str, players: int) -> None:
    batch = played(tmp_path, GAMES[name], players, "mcts:200", 3000)
    assert np.abs(shares(batch) - 1 / players).max() < 0.03


@pytest.mark.slow
@pytest.mark.parametrize("name", ["by round", "by kind", "after talk", "mines"])
@pytest.mark.parametrize("spec", ["mcts:50", "mcts:400"])
def test_whatever_it_is_that_is_secret_and_until_when(tmp_path: Path, name: str, spec: str) -> None:
    batch = played(tmp_path, GAMES[name], 2, spec, 3000)
    # of talk the seat that bids later has heard more
    assert abs(shares(batch)[0] - 0.5) < (0.05 if name == "after talk" else 0.03)


@pytest.mark.slow
def test_playouts_by_the_greedy_see_no_bids_either(tmp_path: Path) -> None:
    judged = BIDS + (
        "\n\n@rule\ndef value(tables, state, seat):\n"
        "    most = max(1, max(state.points[0], state.points[1]))\n"
        "    return 0.5 + (state.points[seat] - state.points[1 - seat]) / (2 * most)\n"
    )
    batch = played(tmp_path, judged, 2, "mcts:200:rollout=greedy:depth=-1", 2000)
    assert abs(shares(batch)[0] - 0.5) < 0.035


@pytest.mark.slow
def test_the_tree_is_worth_its_thoughts(tmp_path: Path) -> None:
    """Against as many playouts without a tree, from either seat."""
    for spec, seat in (("mcts:200,flat:200", 0), ("flat:200,mcts:200", 1)):
        assert shares(played(tmp_path, BIDS, 2, spec, 1000))[seat] > 0.6
