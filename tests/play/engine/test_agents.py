"""Players: their choices, what they may not know, and their names."""

from pathlib import Path

import numpy as np
import pytest

from generator.kit import stream
from generator.play.engine.agents import MIXED, agent_of, agents_of
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.engine.thinker import Thinker
from generator.reading.scaffold import new_game
from tests.toys import DICE, TRICKS, classic, opened, toy

OWN_VALUE = """

@rule
def value(tables, state, seat):
    return state.points[seat] / 100
"""


def dealt(game: Game, index: int = 0):
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(1, index, 0))
    return state


def test_greedy_takes_what_value_likes_best(tmp_path: Path) -> None:
    game = toy(tmp_path, DICE + OWN_VALUE, 2)
    thinker, wins = Thinker(game, "greedy"), set()
    for i in range(30):
        rng = stream(1, i, 1)
        face = 1 + int(dice_face(rng.copy()))
        move = thinker.choose(dealt(game), rng)
        if face != 2:
            assert move == (face > 2), "greedy tries the moves with its own draws"
        wins.add(move)
    assert wins == {0, 1}


def dice_face(rng: np.ndarray) -> int:
    from generator.kit import below

    return below(rng, 6)


def test_greedy_weighs_only_what_the_pack_lets_it_consider(tmp_path: Path) -> None:
    second = """

@rule
def consider(tables, state, out, n, rng):
    out[0], out[1] = out[1], out[0]
    return 1
"""
    game = toy(tmp_path, DICE + OWN_VALUE + second, 2)
    thinker = Thinker(game, "greedy")
    assert {thinker.choose(dealt(game), stream(1, i, 1)) for i in range(30)} == {1}


def test_greedy_breaks_ties_at_random() -> None:
    game = classic("tictactoe", plain=True)  # without `value`: nothing is scored at first
    chosen = {Thinker(game, "greedy").choose(dealt(game), stream(1, i, 1)) for i in range(200)}
    assert chosen == set(range(9))


def test_greedy_takes_the_win_that_is_there() -> None:
    game = classic("tictactoe", plain=True)
    state = dealt(game)
    for move in (0, 3, 1, 4):
        game.play(game.tables, state, move, stream(0, 0, 0))
    assert all(Thinker(game, "greedy").choose(state, stream(1, i, 1)) == 2 for i in range(20))


def test_choosing_changes_nothing(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)
    state = dealt(game)
    before = state.tobytes()
    for spec in ("random", "greedy", "proud", "highest", "mcts:20", "flat:20"):
        assert Thinker(game, spec).choose(state, stream(1, 0, 1)) in (
            np.flatnonzero(state.place == 1)
        )
        assert state.tobytes() == before


def other_worlds(game: Game, state: np.record) -> list[np.record]:
    """Positions that look the same to the seat to move: its foe holds other cards."""
    worlds = []
    hidden = [c for c in range(6) if state.place[c] in (0, 2 - state.seat)]
    held = sum(state.place[c] == 2 - state.seat for c in hidden)
    for shift in range(len(hidden)):
        twin = game.fresh()
        twin[0] = state
        for i, card in enumerate(hidden):
            twin[0].place[card] = 2 - state.seat if (i + shift) % len(hidden) < held else 0
        worlds.append(twin[0])
    return worlds


@pytest.mark.parametrize(
    "spec", ["greedy", "proud", "mcts:40", "flat:40", "peeker", "mcts:40:rollout=peeker"]
)
def test_no_choice_depends_on_what_the_seat_cannot_see(tmp_path: Path, spec: str) -> None:
    game = toy(tmp_path, TRICKS, 2)
    thinker = Thinker(game, spec)
    choices = set()
    for index in range(12):
        state = dealt(game, index)
        if index % 2:  # as the one who follows
            game.play(game.tables, state, np.flatnonzero(state.place == 1)[0], stream(0, 0, 0))
        worlds = other_worlds(game, state)
        assert len({world.tobytes() for world in worlds}) > 2
        for thoughts in range(3):
            answers = {thinker.choose(w, stream(thoughts, index, 1)) for w in worlds}
            assert len(answers) == 1, (spec, index, answers)
            choices |= {(index, *answers)}
    assert len({move for _, move in choices}) > 2


def test_an_agent_of_the_pack_plays_as_written(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)
    batch = play_games(game, ["highest"], 1, 0, 20, collect="moves")
    for i in range(20):
        moves = batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]]
        first = batch.movers[batch.move_starts[i]]
        mine = [m for m, s in zip(moves, batch.movers[batch.move_starts[i] :], strict=False)
                if s == first]  # fmt: skip
        assert mine == sorted(mine, reverse=True)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("gredy", "unknown agent 'gredy'; did you mean 'greedy'?; known: random, greedy, mcts:N"),
        ("greedy:bold", "unknown agent 'greedy:bold'; known: "),
        ("mcts:lots", "'lots' is not a budget; write mcts:200 or mcts:50ms"),
        ("mcts:0", "'0' is not a budget"),
        ("mcts:\u00b2", "is not a budget"),
        ("mcts:\u0669\u0669\u0669", "is not a budget"),
        ("mcts:" + "9" * 5000, "is not a budget"),
        ("mcts:" + "9" * 5000 + "ms", "is not a budget"),
        (
            "mcts:10:deep=3",
            "unknown option 'deep'; known: c, depth, horizon, order",
        ),
        ("mcts:10:depth=far", "depth needs a number, not 'far'"),
        ("mcts:10:c=nan", "c needs a number, not 'nan'"),
        ("mcts:10:depth=1e400", "depth needs a number, not '1e400'"),
        ("mcts:10:reward=fame", "unknown reward 'fame'; known: win, rank, diff"),
        ("mcts:10:value=shy", "unknown value 'shy'; known: proud"),
        ("flat:10:rollout=shy", "unknown rollout 'shy'; known: random, highest"),
        ("", "unknown agent ''"),
        ("mcts", "has no budget; write mcts:200 or mcts:50ms"),
        ("greedy:", "unknown agent 'greedy:'"),
        ("random:", "unknown agent 'random:'"),
        ("greedy:mixed", "unknown agent 'greedy:mixed'"),
        (f"random{MIXED}", "agent 'random': only greedy, searches and the pack's own"),
    ],
)
def test_unknown_specs_are_refused_with_what_is_known(tmp_path: Path, spec: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        agent_of(toy(tmp_path, TRICKS, 2), spec)
    assert said in str(caught.value)


def test_agents_are_one_for_all_or_one_per_seat(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)
    assert [agent.spec for agent in agents_of(game, ["greedy"])] == ["greedy", "greedy"]
    with pytest.raises(ValueError, match="3 agents for 2 players: name one for all"):
        agents_of(game, ["greedy", "random", "random"])


def both_kinds(game: Game, index: int, seat: int) -> bool:
    """Whether the seat was dealt cards of both pieces."""
    cards = np.flatnonzero(dealt(game, index).place == 1 + seat)
    return len(set((cards % 2).tolist())) == 2


def test_a_player_held_back_makes_no_such_move_while_there_is_another(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)  # each card uses piece 0 or 1; moves are cards
    held_back = [f"random:never={game.pieces[0]}", "random"]
    batch = play_games(game, held_back, 1, 0, 200, collect="moves")
    held = batch.agent_of == 0
    first = np.array([batch.moves[start] for start in batch.move_starts[:-1]])
    opens = batch.movers[batch.move_starts[:-1]]
    dealt_both = np.array([both_kinds(game, i, int(s)) for i, s in enumerate(opens)])
    mine = held[np.arange(200), opens] & dealt_both
    assert mine.sum() > 20 and (first[mine] % 2 == 1).all()
    theirs = ~held[np.arange(200), opens] & dealt_both
    assert {0, 1} == set((first[theirs] % 2).tolist())


def test_a_player_held_back_from_every_move_plays_on(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)
    free = play_games(game, ["highest"], 1, 0, 20, collect="moves")
    held = play_games(game, ["highest:never=lead"], 1, 0, 20, collect="moves")
    assert (free.moves == held.moves).all()  # leading is all there is, then


def test_a_player_gives_up_thinking_on_request(tmp_path: Path) -> None:
    game = toy(tmp_path, TRICKS, 2)

    def moves(spec: str) -> np.ndarray:
        return play_games(game, [spec], 1, 0, 60, collect="moves").moves.reshape(60, -1)

    free, once, late = moves("highest"), moves("highest:until=1"), moves("highest:until=99")
    assert (free == late).all() and (free[:, 0] == once[:, 0]).all()
    assert (free[:, 1] != once[:, 1]).any()
    assert (free[:, 0] != moves("highest:until=0")[:, 0]).any()


def test_where_all_moves_have_one_verb_it_is_reported_as_such(tmp_path: Path) -> None:
    game = load_game(opened(new_game("Night Ferry", tmp_path)), 2, plain=True)
    for word in ("nothing", "dive"):
        with pytest.raises(ValueError, match="every move is 'dive', which no player can do"):
            agent_of(game, f"greedy:never={word}")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("greedy:never=dance", "no kind of move or piece 'dance'; kinds: lead, follow"),
        ("greedy:until=soon", "until needs a number of decisions, not 'soon'"),
        ("greedy:until=\u00b2", "until needs a number of decisions"),
        ("greedy:until=" + "9" * 400, "until needs a number of decisions"),
        ("mcts:20:never=lead", "mcts cannot be held back"),
    ],
)
def test_holding_back_what_is_not_there_is_reported(tmp_path: Path, spec: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        agent_of(toy(tmp_path, TRICKS, 2), spec)
