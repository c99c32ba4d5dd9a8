"""A bot's ratings of moves, compared with an exhaustive search and with the bot's own move."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.kit.chance import stream
from generator.play.engine.game import Game, load_game
from generator.preview import hint, sessions
from generator.preview.faces import Call
from generator.preview.hint import SHADES, Hint
from generator.preview.open_game import Open
from generator.preview.play_sheet import Sheet
from generator.preview.seat_views import Seated
from generator.preview.sessions import Judged, Judgement, Sitting, _half, weigh
from generator.preview.workspace import Table
from generator.reading.door import open_pack
from tests.toys import PACKS

SHIFTAGO = PACKS.parent.parent / "rules" / "shiftago"


def seated_at(pack: str | Path, players: int, seed: int) -> Seated:
    """A new game of one of the small packs, in plain Python."""
    found, _ = open_pack(PACKS / pack)
    assert found is not None
    return Seated(load_game(found, players, plain=True), seed, 0)


def drop(seated: Seated, columns: str) -> None:
    """Make these moves, one digit each."""
    seated.go([int(column) for column in columns])


def share(game: Game, state: Any) -> float:
    """The share of the win of the seat to act, both playing perfectly: everything is tried."""

    @cache
    def best(position: bytes) -> float:
        here = game.fresh()
        here.view(np.uint8)[:] = np.frombuffer(position, np.uint8)
        seat = int(game.turn(game.tables, here[0]))
        moves = np.zeros(game.widest, np.int32)
        n = int(game.moves(game.tables, here[0], moves))
        found = 0.0
        for move in moves[:n]:
            after = here.copy()
            game.play(game.tables, after[0], np.int64(move), np.zeros(4, np.uint64))
            if int(game.turn(game.tables, after[0])) < 0:
                scores = np.zeros(2)
                game.score(game.tables, after[0], scores)
                mine = 0.5 if scores[0] == scores[1] else float(scores[seat] > scores[1 - seat])
            else:
                mine = 1.0 - best(after.tobytes())
            found = max(found, mine)
        return found

    whole = game.fresh()
    whole[0] = state
    return best(whole.tobytes())


def judged(seated: Seated, bot: str = "mcts:400") -> Judgement:
    """Return a bot's ratings in the last position."""
    ply = len(seated.moves)
    return weigh(seated.game, seated.state(ply), seated.turn(ply), bot, stream(1, 0, ply))


def sheet_of(seated: Seated, judgement: Judgement) -> Sheet:
    """Return the page of the last position, with a bot's ratings."""
    ply, call = len(seated.moves), Call("")
    sitting = Sitting("", 2, 1, 0, False, tuple(seated.moves))
    game = Open("id", call, sitting, ("you", "you"), None, judged={ply: judgement})
    view = seated.view(ply, None)
    return Sheet(Table(call, PACKS), game, view, ply, (), "")


def test_the_winning_move_is_hottest() -> None:
    seated = seated_at("connect_four", 2, 1)
    drop(seated, "010101")  # three in a column: only 0 wins at once, and 1 follows
    found = judged(seated)
    assert found.moves[0].move == 0 and found.moves[0].is_sure and found.moves[0].chance == 1
    drop(seated, "0101016")  # now the other has three, and wins as well
    assert judged(seated).moves[0].move == 1


def test_on_the_board_the_bots_own_move_is_darkest(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = seated_at(SHIFTAGO, 2, 1)
    found = judged(seated, "mcts:60")
    few = sheet_of(seated, found)
    assert set(few.hint.judged) == {found.moves[0].move} and not few.hint.heat, (
        "two visits tell nothing"
    )
    assert few.hint.looks == 60
    monkeypatch.setattr(hint, "TOLD", 1.0)
    heat, game = sheet_of(seated, found).hint.heat, seated.game
    event = game.describe(game.tables, seated.state(0), np.int64(found.moves[0].move))
    assert game.space is not None
    used = int(game.space(game.tables, seated.state(0), np.int64(found.moves[0].move)))
    place = used if used >= 0 else seated.names.places_in(event)[0]
    assert heat[place] == (SHADES, found.moves[0])
    assert [shade for shade, _ in heat.values()].count(SHADES) == 1


def test_the_moves_reported_first_are_the_bots_own_and_the_best_of_those_reported_beside() -> None:
    seated = seated_at("connect_four", 2, 1)
    shares = [(0, 0.42, 0.1, 90), (1, 0.2, 0.1, 80), (2, 0.45, 0.12, 40), (3, 0.3, 0.15, 30)]
    moves = tuple(Judged(*each, False) for each in (*shares, (4, 0.9, 0.5, 2)))
    sheet = sheet_of(seated, Judgement("mcts:242", "win", moves))
    assert [judged.move for _, judged in sheet.hint.best] == [0, 2, 3]
    assert not sheet_of(seated, Judgement("mcts:1", "win", ())).hint.best
    assert not sheet.hint.even, "0.45 and 0.3 are further apart than ± 0.12"


def test_moves_that_are_about_equal_are_reported_as_such() -> None:
    seated = seated_at("connect_four", 2, 1)

    def even(*shares: float, half: float = 0.01, is_sure: bool = False) -> str:
        moves = tuple(Judged(i, n, half, 90, is_sure) for i, n in enumerate(shares))
        return sheet_of(seated, Judgement("mcts:270", "win", moves)).hint.even

    assert even(0.491, 0.49, 0.489) == "49\N{NARROW NO-BREAK SPACE}% ± 1"
    assert even(0.49, 0.495, 0.487, half=0.02) == "49 to 50\N{NARROW NO-BREAK SPACE}% ± 2"
    assert not even(0.49, 0.47, 0.48), "one is clearly better"
    assert not even(0.49) and not even(1, 1, is_sure=True)


@pytest.mark.parametrize("n", [90, 400, 2000])
def test_moves_reported_as_about_equal_are_so(n: int) -> None:
    """Moves of known chances, each tried n times: the interval told holds them, and no false one.

    All three chances lie in "49 to 50 % ± 2" as often as a 95 % interval of one says. Moves as good
    as each other are mostly called so; one that is two intervals better is not.
    """
    seated, rng = seated_at("connect_four", 2, 1), np.random.default_rng(n)

    def told(chances: Sequence[float]) -> tuple[float, float]:
        """How often moves of these chances are called equal; how often rightly then."""
        called = right = 0
        for _ in range(500):
            found = rng.binomial(n, chances) / n
            moves = tuple(Judged(i, p, _half(p, n), n, False) for i, p in enumerate(found))
            words = Hint(Judgement("mcts:270", "win", moves), seated.view(0, None).choices).even
            if words:
                least, *most, half = (int(w) for w in re.findall("[0-9]+", words))
                called += 1
                right += all(
                    least - half <= 100 * p <= (most or [least])[0] + half for p in chances
                )
        return called / 500, right / max(called, 1)

    half = _half(0.5, n)
    called, right = told([0.5, 0.5, 0.5])
    assert called > 0.5 and right > 0.95
    assert told([0.5, 0.5, 0.5 + half])[1] > 0.9
    assert told([0.5, 0.5, 0.5 + 2.5 * half])[0] < 0.05


@pytest.mark.parametrize("seed", range(4))
def test_judgements_of_late_positions_equal_an_exhaustive_search(seed: int) -> None:
    seated, rng = seated_at("connect_four", 2, seed), np.random.default_rng(seed)
    while len(seated.moves) < 34:
        ply = len(seated.moves)
        if seated.turn(ply) < 0:
            seated.go([])
            continue
        seated.go([*seated.moves, int(rng.choice(seated.legal(ply)))])
    ply = len(seated.moves)
    if seated.turn(ply) < 0:
        return
    found, game = judged(seated, "mcts:3000"), seated.game
    assert found.moves[0].is_sure
    assert found.moves[0].chance == share(game, seated.state(ply))
    for each in found.moves:
        after = game.fresh()
        after[0] = seated.state(ply)
        game.play(game.tables, after[0], np.int64(each.move), np.zeros(4, np.uint64))
        if each.is_sure and int(game.turn(game.tables, after[0])) >= 0:
            assert each.chance == 1 - share(game, after[0])


@pytest.mark.parametrize(("pack", "players"), [("connect_four", 2), ("leaky_raft", 3)])
def test_the_judgement_counts_every_playout_and_its_first_move_is_that_of_the_bot(
    pack: str, players: int
) -> None:
    seated = seated_at(pack, players, 5)
    found = judged(seated, "mcts:240")
    legal = seated.legal(0)
    assert sum(each.n for each in found.moves) in (240, 239)  # the root itself is looked at once
    assert {each.move for each in found.moves} <= set(legal)
    assert all(0 <= each.chance <= 1 and each.half > 0 for each in found.moves)
    assert [each.n for each in found.moves[1:]] == sorted(
        (each.n for each in found.moves[1:]), reverse=True
    )
    assert found.reward == "win" and judged(seated, "mcts:60:reward=rank").reward == "rank"


def test_a_position_without_a_choice_needs_no_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seated = seated_at("connect_four", 2, 1)
    monkeypatch.setattr(sessions, "_at", lambda call, sitting: seated)
    monkeypatch.setattr(seated, "legal", lambda ply: [3])
    assert list(sessions.judged(Call(""), Sitting("", 2, 1, 0, False))) == []


def test_searches_get_longer_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = seated_at("connect_four", 2, 1)
    monkeypatch.setattr(sessions, "_at", lambda call, sitting: seated)
    monkeypatch.setattr(sessions, "_game", lambda call, sitting, fast: seated.game)
    monkeypatch.setattr(sessions, "LOOKS", (10, 50))
    monkeypatch.setattr(sessions, "PATIENCE", 1e9)
    found = [each for each in sessions.judged(Call(""), Sitting("", 2, 1, 0, False)) if each]
    assert [each.bot for each in found] == ["mcts:10", "mcts:40"]
    monkeypatch.setattr(sessions, "PATIENCE", 0)
    found = [each for each in sessions.judged(Call(""), Sitting("", 2, 1, 0, False)) if each]
    assert len(found) == 1
