"""Choices made in secret: nothing that is sent to another seat names one before it is turned up."""

import json
import re
from pathlib import Path

import pytest

from generator.play.engine.game import load_game
from generator.preview import play_page
from generator.preview.open_game import Open
from generator.preview.play_page import COVERED
from generator.preview.seat_views import Seated
from tests.preview.test_play import Desk, at_a_desk, moves_on
from tests.toys import DRAFT, opened, write_pack

KEPT = "keep something hidden"


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_page, "PACE", 0)


def draft(folder: Path, secret: str = '{"keep": "turn"}') -> Path:
    """WRITING's draft, where moves are secret until something else is over, or for ever."""
    assert 'SECRET = {"keep": "turn"}' in DRAFT
    rules = DRAFT.replace('SECRET = {"keep": "turn"}', f"SECRET = {secret}")
    rules += "\n\ndef round_of(tables, state):\n    return state.handed_on // 2\n"
    return write_pack(folder / "draft", rules, "2-4")


async def sent_of(desk: Desk, game: Open) -> str:
    """Return everything that the game's pages and events send from now on."""
    for typed in ("last", "hand", "moves", "scores"):
        await desk.browser.post(f"/play/{game.id}/say", json={"text": typed})
        await desk.get(f"/play/{game.id}")
    for ply in range(game.ply + 1):
        await desk.get(f"/play/{game.id}?ply={ply}")
    sent = [*desk.sent, *(json.dumps(told, ensure_ascii=False) for told in desk.told)]
    desk.sent.clear()
    desk.told.clear()
    return "\n".join(sent)


def named_in(sent: str, move: int) -> bool:
    return bool(re.search(rf"keep {move}\b|move-{move}\b", sent))


async def leaks_of(desk: Desk) -> int:
    """Play between bots to the end; return how many choices the page showed before their reveal.

    The last of the five turns leaves one card, which is kept without a choice.
    """
    game, leaks = await desk.begin("random", "you", "random", seed=3), 0
    while True:
        await desk.settled(game)
        sent = await sent_of(desk, game)
        if "The game is over" in sent:
            last = await desk.get(f"/play/{game.id}")
            assert all(f"keep {move}" in last for move in game.sitting.moves)
            return leaks
        turn, within = divmod(game.ply, 3)
        assert within == 1
        (secret,) = game.sitting.moves[3 * turn :]
        leaks += named_in(sent, secret)
        assert all(named_in(sent, move) for move in game.sitting.moves[: 3 * turn])
        move, _ = moves_on(await desk.get(f"/play/{game.id}"))[0]
        desk.sent.clear()  # it offers cards that are the next seat's after this move
        await desk.post(game, "move", move=str(move), at=str(game.ply))


@pytest.mark.parametrize(
    ("secret", "told"), [('{"keep": "turn"}', 0), pytest.param("None", 4, marks=pytest.mark.slow)]
)
def test_no_page_nor_event_tells_what_another_chose(tmp_path: Path, secret: str, told: int) -> None:
    async def work(desk: Desk) -> None:
        assert await leaks_of(desk) == told

    at_a_desk(draft(tmp_path, secret), work)


def test_revealed_choices_are_announced_with_the_last_one(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("random", "you", seed=3)
        await desk.settled(game)
        assert desk.told[-1][1].get("said") == f"Player 1: {KEPT}."
        move, words = moves_on(await desk.get(f"/play/{game.id}"))[0]
        await desk.post(game, "move", move=str(move), at="1")
        said = [told.get("said") for _, told in desk.told]
        assert f"Player 1: keep {game.sitting.moves[0]}. You: {words}." in said

    at_a_desk(draft(tmp_path), work)


def test_at_one_screen_what_one_person_chose_is_covered_for_the_next(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        game = await desk.begin("you", "you", seed=3)
        await desk.post(game, "look")
        move, _ = moves_on(await desk.get(f"/play/{game.id}"))[0]
        desk.sent.clear()
        await desk.post(game, "move", move=str(move), at="0")
        assert f"Player 1: {KEPT}." in [told.get("said") for _, told in desk.told]
        assert not named_in(await sent_of(desk, game), move)
        assert COVERED in await desk.get(f"/play/{game.id}")
        await desk.post(game, "look")
        sent = await sent_of(desk, game)
        assert not named_in(sent, move) and KEPT in sent
        await desk.post(game, "undo")
        text = await desk.get(f"/play/{game.id}")
        assert game.ply == 0 and "show me" in text and not moves_on(text)

    at_a_desk(draft(tmp_path), work)


@pytest.mark.parametrize(("until", "known"), [("turn", 8), ("round", 8), ("game", 0)])
def test_a_secret_is_one_until_its_turn_its_round_or_the_game_is_over(
    tmp_path: Path, until: str, known: int
) -> None:
    """Each of two seats has chosen five times; a round here is two turns of the draft."""
    game = load_game(opened(draft(tmp_path, f'{{"keep": "{until}"}}')), 2, plain=True)
    seated = Seated(game, 1, 0)
    while seated.turn(len(seated.moves)) >= 0:
        seated.go([*seated.moves, seated.legal(len(seated.moves))[0]])

    def secret(now: int, viewer: int | None) -> list[int]:
        told = seated.view(now, viewer).told
        assert all(not each.places and not each.draws for each in told if each.words == KEPT)
        return [each.ply for each in told if each.words == KEPT]

    assert secret(9, 1) == [ply for ply in range(1, 10, 2) if ply > known]
    assert secret(9, 0) == [ply for ply in range(2, 9, 2) if ply > known]
    assert secret(7, 1) == [
        ply for ply in (1, 3, 5, 7) if ply > {"turn": 6, "round": 4}.get(until, 0)
    ]
    assert secret(10, 1) == secret(10, 0) == secret(9, None) == []
