"""Search finds the win in one, proves what can be proven, and handles chance and hidden cards."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from generator.kit import below, stream
from generator.play.engine import agents
from generator.play.engine.agents import agent_of
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game
from generator.play.engine.search import tree
from generator.play.engine.search.playouts import reward, shuffle_first
from generator.play.engine.search.uct import search_closed
from generator.play.engine.thinker import Thinker
from generator.play.engine.thread_memory import BUFFER, WORLD, history_of, nodes_of, seats_of
from tests.toys import DICE, TRICKS, classic, toy

NO_DRAWS = stream(0, 0, 0)


def after(game: Game, state: np.record, *moves: int) -> np.record:
    copy = game.fresh()
    copy[0] = state
    for move in moves:
        game.play(game.tables, copy[0], move, NO_DRAWS)
    return copy[0]


def legal(game: Game, state: np.record) -> list[int]:
    out = np.zeros(game.widest, np.int32)
    if game.turn(game.tables, state) < 0:
        return []
    return out[: game.moves(game.tables, state, out)].tolist()


def winning(game: Game, state: np.record) -> list[int]:
    """Moves that win at once, by trying each."""
    seat = state.seat
    return [m for m in legal(game, state) if after(game, state, m).points[seat]]


def threatened(game: Game, state: np.record) -> list[int]:
    """Moves with which the other seat would win at once, were it to move now."""
    passed = after(game, state)
    passed.seat = 1 - passed.seat
    return winning(game, passed)


def positions(game: Game, n_games: int) -> "list[np.record]":
    found = []
    for index in range(n_games):
        rng, state = stream(17, index, 1), game.fresh()[0]
        game.deal(game.tables, state, stream(17, index, 0))
        while moves := legal(game, state):
            state = after(game, state, moves[below(rng, len(moves))])
            if len(legal(game, state)) > 1:
                found.append(state)
    return found


def test_mcts_finds_every_win_in_one_and_every_block_in_one() -> None:
    game = classic("connect_four")
    thinker = Thinker(game, "mcts:600")
    wins, blocks = 0, 0
    for i, state in enumerate(positions(game, 60)):
        best = winning(game, state)
        if best:
            assert thinker.choose(state, stream(1, i, 1)) in best, state
            wins += 1
            continue
        threats = threatened(game, state)
        if len(threats) == 1 and not winning_reply(game, after(game, state, threats[0])):
            assert thinker.choose(state, stream(1, i, 1)) == threats[0], state
            blocks += 1
    assert wins > 60 and blocks > 60, (wins, blocks)


def winning_reply(game: Game, state: np.record) -> bool:
    return bool(winning(game, state))


def test_full_search_draws_tic_tac_toe_and_never_loses_it() -> None:
    game = classic("tictactoe")
    drawn = play_games(game, ["mcts:20000"], 1, 0, 10, collect="moves")
    assert drawn.winners.all()
    batch = play_games(game, ["mcts:3000", "random"], 2, 0, 200, collect="moves")
    seat = np.argmax(batch.agent_of == 0, axis=1)
    assert batch.winners[np.arange(200), seat].all()


def test_search_stops_when_the_root_is_proven() -> None:
    game = classic("tictactoe", plain=True)
    thinker = Thinker(game, "mcts:100000000")  # more than could ever be played
    state = after(game, game.fresh()[0], 0, 3, 1)
    assert thinker.choose(state, stream(1, 0, 1)) == 2  # the only move that does not lose


def test_compiled_search_is_plain_search() -> None:
    for spec in ("mcts:60", "mcts:60:urgency=0.1:reuse=0"):
        quick = play_games(classic("tictactoe"), [spec], 1, 0, 6, collect="moves")
        slow = play_games(classic("tictactoe", plain=True), [spec], 1, 0, 6, collect="moves")
        assert quick.moves.tolist() == slow.moves.tolist()


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = classic("tictactoe", plain=True)
    desk = agents.desk_for(game, agents.agents_of(game, ["mcts:80"]), ())
    state, out, rng = desk.states[0], np.zeros(9, np.int32), stream(1, 0, 1)

    def visits(t: int) -> int:
        n = game.moves(game.tables, state, out)
        search_closed(desk, 0, 0, out, n, rng, t)
        return int(nodes_of(desk)[seats_of(desk)[0, BUFFER], 0, tree.VISITS])

    assert visits(0) == 80
    # follow the moves searched most, so that something of the tree is left
    nodes = nodes_of(desk)[seats_of(desk)[0, BUFFER]]
    node = 0
    for t in range(2):
        start, count = nodes[node, tree.FIRST], nodes[node, tree.COUNT]
        node = start + int(np.argmax(nodes[start : start + count, tree.VISITS]))
        history_of(desk)[t] = nodes[node, tree.MOVE]
        game.play(game.tables, state, history_of(desk)[t], rng)
    before = int(nodes[node, tree.VISITS])
    assert before > 0
    assert visits(2) == before + 80


def test_search_beats_fewer_thoughts_and_random_beats_neither() -> None:
    game = classic("connect_four")
    batch = play_games(game, ["mcts:400", "mcts:20"], 1, 0, 100, collect="none")
    share = batch.winners / batch.winners.sum(axis=1, keepdims=True)
    assert share[batch.agent_of == 0].mean() > 0.8


def test_open_loop_search_weighs_the_die(tmp_path: Path) -> None:
    """A throw is worth 3.5 on average: take at 4, throw at 3 (first of three rounds, alone)."""
    for bonus, move in ((0, 1), (3, 0)):
        game = toy(tmp_path / str(bonus), DICE.replace("2 + pack", f"{2 + bonus} + pack"), 2)
        state = game.fresh()[0]
        chosen = [
            Thinker(game, "mcts:400:reward=difference").choose(state, stream(1, i, 1))
            for i in range(5)
        ]
        assert chosen == [move] * 5


def test_flat_search_takes_the_better_mean(tmp_path: Path) -> None:
    game = toy(tmp_path, DICE.replace("2 + pack", "6 + pack"), 2)
    state = game.fresh()[0]
    assert Thinker(game, "flat:60").choose(state, stream(1, 0, 1)) == 0


@pytest.mark.parametrize(("led", "hand", "best"), [(4, (3, 5), 5), (1, (2, 5), 2)])
def test_hidden_search_wins_as_cheaply_as_it_can(
    tmp_path: Path, led: int, hand: tuple[int, int], best: int
) -> None:
    """3 and 5 against a 4: only 5 wins, and 3 beats what is left. 2 and 5 against a 1: keep 5."""
    game = toy(tmp_path, TRICKS, 2)
    state = game.fresh()[0]
    other = next(card for card in range(6) if card not in (led, *hand))
    state.place[[*hand, led, other]] = (2, 2, 3, 1)
    state.led, state.seat = led, 1
    for i in range(10):
        assert Thinker(game, "mcts:100").choose(state, stream(1, i, 2)) == best


def test_a_move_that_was_rarely_possible_is_judged_by_when_it_was(tmp_path: Path) -> None:
    """Availability: no child is visited more often than it could be chosen."""
    game = toy(tmp_path, TRICKS, 2)
    thinker = Thinker(game, "mcts:200")
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(1, 0, 0))
    thinker.choose(state, stream(1, 0, 1))
    nodes = nodes_of(thinker._desk)[0]
    children, chain = [], nodes[0, tree.FIRST]
    while chain >= 0:
        children.append(chain)
        chain = nodes[chain, tree.NEXT]
    assert sum(nodes[c, tree.VISITS] for c in children) == 200
    below_root = nodes[children[0], tree.FIRST]
    assert below_root >= 0
    while below_root >= 0:
        assert nodes[below_root, tree.VISITS] <= nodes[below_root, tree.AVAILABLE]
        assert nodes[below_root, tree.AVAILABLE] < nodes[children[0], tree.VISITS]
        below_root = nodes[below_root, tree.NEXT]


# Seat 0 takes one of ten twice and wins with 3, then 9; `value` thinks best of 5. A coin is
# thrown, for the open kind of search.
ONE_IN_TEN = """
import numpy as np
from generator.kit import below, record, rule

SEATS = (2, 2)
LONGEST = 2
WIDEST = 10
CHANCE = True


def setup(pack, players):
    return record(none=0), record(first=-1, second=-1, coin=0)


@rule
def deal(tables, state, rng):
    state.first = state.second = -1


@rule
def turn(tables, state):
    return 0 if state.second < 0 else -1


@rule
def moves(tables, state, out):
    for k in range(10):
        out[k] = k
    return 10


@rule
def play(tables, state, move, rng):
    if state.first < 0:
        state.first = move
        state.coin = below(rng, 2)
    else:
        state.second = move


@rule
def score(tables, state, out):
    out[0] = 1.0 if state.second == 9 and state.first == 3 else 0.0
    out[1] = 0.5


@rule
def value(tables, state, seat):
    return 0.6 if state.first == 5 else 0.5


def describe(tables, state, move):
    return {"do": "take", "which": int(move)}
"""


@pytest.mark.parametrize("options", ["widen=1", "rollout=greedy:horizon=2"])
def test_search_is_not_misled_by_the_many_poor_replies(tmp_path: Path, options: str) -> None:
    """The move that `value` overrates is seen through; the mean of all replies would hide it."""
    game = toy(tmp_path, ONE_IN_TEN, 2)
    state = game.fresh()[0]
    spec = "mcts:60:c=0.1:depth=0"
    assert Thinker(game, f"{spec}:plies=1").choose(state, stream(1, 0, 1)) == 5
    for i in range(10):
        assert Thinker(game, f"{spec}:{options}").choose(state, stream(1, i, 1)) == 3


COIN = """
from generator.kit import below, record, rule

SEATS = (1, 1)
LONGEST = 3
WIDEST = 3
CHANCE = True


def setup(pack, players):
    return record(none=0), record(first=-1, done=0, coin=0)


@rule
def deal(tables, state, rng):
    state.first, state.done, state.coin = -1, 0, 0


@rule
def turn(tables, state):
    return 0 if state.done < 2 + (state.first == 1) else -1


@rule
def moves(tables, state, out):
    n = 2 if state.done == 0 else 3
    for k in range(n):
        out[k] = k
    return n


@rule
def play(tables, state, move, rng):
    if state.done == 0:
        state.first = move
    state.done += 1
    if turn(tables, state) < 0:
        state.coin = below(rng, 2)


@rule
def score(tables, state, out):
    out[0] = state.coin + (0.01 if state.first == 0 else 0.0)


def describe(tables, state, move):
    return {"do": "take", "which": int(move)}
"""


@pytest.mark.parametrize("spec", ["mcts:6", "flat:6"])
def test_moves_are_weighed_with_the_same_draws_to_come(tmp_path: Path, spec: str) -> None:
    """A coin for 1 point falls after one more choice or two; 0.01 are seen in three games."""
    game = toy(tmp_path, COIN, 1, plain=True)
    for i in range(25):
        assert Thinker(game, spec).choose(game.fresh()[0], stream(1, i, 1)) == 0


def test_compiled_open_search_is_plain_open_search(tmp_path: Path) -> None:
    for i, spec in enumerate(
        (
            "mcts:40:widen=1:order=1",
            "mcts:40:widen=1:rollout=greedy:horizon=2",
            "mcts:40:rollout=greedy:horizon=2:sample=3",
            "greedy",
        )
    ):
        quick, slow = (
            toy(tmp_path / f"{i}{mode}", ONE_IN_TEN, 2, plain=mode == "plain")
            for mode in ("compiled", "plain")
        )
        games = [play_games(game, [spec], 1, 0, 6, collect="moves") for game in (quick, slow)]
        assert games[0].moves.tolist() == games[1].moves.tolist(), spec


def test_a_sample_of_the_moves_is_any_of_them_alike() -> None:
    """3 of 5: each of the 60 rows of them as often, some 120 times."""
    rng, seen = stream(1, 0, 1), Counter[tuple[int, ...]]()
    for _ in range(7200):
        moves = np.arange(5)
        shuffle_first(moves, 3, 5, rng)
        assert sorted(moves) == [0, 1, 2, 3, 4]
        seen[tuple(moves[:3].tolist())] += 1
    assert len(seen) == 60
    assert sum((n - 120) ** 2 / 120 for n in seen.values()) < 105  # p < 0.0002 of chi² of 59


def test_long_playouts_begin_where_the_budget_is_worth_them(tmp_path: Path) -> None:
    own = {"rollout": {200: "greedy"}, "horizon": {200: 6}, "c": 0.5}
    own |= {"sample": {200: 3, 800: 9}, "price": {200: 4, 800: 8}}
    game = toy(tmp_path, f"{ONE_IN_TEN}\nSEARCH = {own}\n", 2)

    def asked(spec: str) -> tuple[float, ...]:
        row = agent_of(game, spec).options
        places = (tree.ITERATIONS, tree.ROLLOUT, tree.HORIZON, tree.SAMPLE)
        return tuple(row[place] for place in places)

    assert asked("mcts:200") == (50, tree.GREEDILY, 6, 3)
    assert asked("mcts:199") == (199, tree.RANDOMLY, 0, 0)
    assert asked("mcts:50ms") == (np.inf, tree.RANDOMLY, 0, 0)
    assert asked("mcts:799") == (200, tree.GREEDILY, 6, 3)
    assert asked("mcts:800") == (100, tree.GREEDILY, 6, 9)
    assert asked("mcts:9000:sample=2:price=3") == (3000, tree.GREEDILY, 6, 2)
    assert asked("mcts:10:horizon=2") == (10, tree.RANDOMLY, 2, 0)
    assert asked("mcts:200:rollout=random") == (200, tree.RANDOMLY, 6, 3)
    assert asked("mcts:200:price=100000") == (1, tree.GREEDILY, 6, 3)
    with pytest.raises(ValueError, match="price needs a number"):
        agent_of(game, "mcts:200:price=nan")
    for price in ("0", "-1"):
        with pytest.raises(ValueError, match=r"price is .*, expected 0\.01 or more"):
            agent_of(game, f"mcts:200:price={price}")


def test_a_node_has_no_more_children_than_it_may(tmp_path: Path) -> None:
    """widen · √visits, and at least one; the first in is the one `value` likes best."""
    game = toy(tmp_path, ONE_IN_TEN, 2)
    thinker = Thinker(game, "mcts:400:widen=1:depth=0:c=2")
    thinker.choose(game.fresh()[0], stream(1, 0, 1))
    nodes = nodes_of(thinker._desk)[0]
    for root_move in range(1, 11):
        children, chain = [], nodes[root_move, tree.FIRST]
        while chain >= 0:
            children.append(chain)
            chain = nodes[chain, tree.NEXT]
        visits = int(nodes[root_move, tree.VISITS])
        assert 0 < len(children) <= visits**0.5 + 1
        if nodes[root_move, tree.MOVE] == 3:
            assert nodes[children[-1], tree.MOVE] == 9


@pytest.mark.parametrize(
    ("mode", "scores", "rewards"),
    [
        (0, (3, 3, 1), (0.5, 0.5, 0.0)),
        (1, (5, 3, 3), (1.0, 0.25, 0.25)),
        (1, (1, 2, 3), (0.0, 0.5, 1.0)),
        # d = 4, m = 6: 0.45 + 0.4 · 4/11 + 0.1; d = −4: 0.45 − 0.4 · 4/11; d = −6, m = 6
        (2, (6, 2, 0), (0.55 + 1.6 / 11, 0.45 - 1.6 / 11, 0.45 - 2.4 / 13)),
    ],
)
def test_rewards_are_what_their_names_say(
    tmp_path: Path, mode: int, scores: tuple[int, ...], rewards: tuple[float, ...]
) -> None:
    game = toy(tmp_path, DICE, 3)
    desk = agents.desk_for(game, agents.agents_of(game, ["random"]), ())
    found = np.zeros(3)
    desk.states[WORLD].points[:] = scores
    reward(desk, WORLD, mode, np.zeros(3), found)
    assert found == pytest.approx(rewards)


def test_thinking_by_the_clock_takes_that_long() -> None:
    from time import perf_counter

    game = classic("connect_four")
    thinker = Thinker(game, "mcts:60ms")
    state = game.fresh()[0]
    thinker.choose(state, stream(1, 0, 1))
    start = perf_counter()
    thinker.choose(state, stream(1, 1, 1))
    assert 0.055 < perf_counter() - start < 2.0
