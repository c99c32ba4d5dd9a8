"""Fifty games over their addresses: no byte sent to a reader contains what is hidden from them."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from generator.model.pack import Pack
from generator.play.engine.game import load_game
from generator.preview import play_page
from generator.preview.open_game import Open
from generator.preview.seat_views import Seated
from generator.reading.door import open_pack
from tests.preview.test_play import Desk, at_a_desk, moves_on
from tests.preview.test_seat import hidden_from
from tests.toys import PACKS

ROOT = Path(__file__).parent.parent.parent
RAFT, MARA = PACKS / "leaky_raft", ROOT / "rules" / "mara"


class Reader:
    """Reads everything that one game sends, and knows what must not be in it."""

    def __init__(self, desk: Desk, game: Open, pack: Pack) -> None:
        self.desk, self.game = desk, game
        rules = load_game(pack, len(game.who), plain=True)
        self.seated = Seated(rules, game.sitting.seed, 0)
        assert desk.table.look is not None
        self.pieces = {piece.id: piece for piece in desk.table.look.pieces}
        self.n_held = 0

    def hold(self, sent: str, ply: int) -> None:
        """Nothing in it is an id, a key, or a picture of a piece that is hidden at that ply."""
        game = self.game
        who = game.looking if game.looking is not None else game.people[0]
        self.seated.go(game.sitting.moves)
        hidden = hidden_from(self.seated, ply, who)
        open_fronts = {p.front for id, p in self.pieces.items() if id not in hidden}
        for id in hidden:
            piece = self.pieces[id]
            secrets = [f"{id}{end}" for end in ("&", '"', "'", "<", " ")] + [piece.key]
            if piece.front not in open_fronts:
                secrets.append(f"{piece.front}.svg")
            self.n_held += 1
            assert not [s for s in secrets if s in sent], (id, ply, who)
        assert str(game.sitting.seed) not in sent and "seed=" not in sent

    async def read(self, ply: int | None = None) -> str:
        """A page of the game."""
        now = self.game.ply
        at = f"?ply={ply}" if ply is not None else ""
        text = await self.desk.get(f"/play/{self.game.id}{at}")
        if "The game is over" not in text:
            self.hold(text, now if ply is None else ply)
        return text

    def ply_of(self, answer: Any) -> int:
        """The position that an answer is of: the one its page shows, else that of now."""
        shown = (
            re.search(r'data-ply="(\d+)"', answer.json().get("page", ""))
            if answer.is_success
            else None
        )
        return int(shown[1]) if shown else self.game.ply

    async def ask(self, what: str, **value: Any) -> None:
        """Return the answer to a script's request, and read it."""
        answer = await self.desk.browser.post(f"/play/{self.game.id}/{what}", json=value)
        await self.desk.settled(self.game)
        if "The game is over" not in await self.desk.get(f"/play/{self.game.id}"):
            self.hold(answer.text, self.ply_of(answer))
            for _, told in self.desk.told:
                self.hold(json.dumps(told), self.game.ply)
        self.desk.told.clear()


async def play_and_read(
    desk: Desk, pack: Pack, who: tuple[str, ...], seed: int, most: int, judges: bool
) -> int:
    """Play a game to its end, or a number of human moves; return how many bytes were checked."""
    game, rng = await desk.begin(*who, seed=seed), random.Random(seed)
    reader = Reader(desk, game, pack)
    for made in range(most):
        await desk.settled(game)
        text = await reader.read()
        if "The game is over" in text:
            break
        if "show me" in text:
            await reader.ask("look")
            continue
        if made % 5 == 2:
            await reader.read(rng.randrange(game.ply + 1))
            await reader.ask("say", text=rng.choice(["scores", "hand", "last", "where a", "moves"]))
        if judges and made % 7 == 3:
            await reader.ask("judge")
            await reader.read()
        offered = moves_on(text)
        if made % 3 == 1:
            some = rng.sample(offered, min(6, len(offered)))
            await reader.ask("ghost", at=game.ply, moves=",".join(str(m) for m, _ in some))
        move, _ = rng.choice(offered)
        await reader.ask("move", move=str(move), at=str(game.ply))
    return reader.n_held


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "who", "games", "most", "judges"),
    [
        (RAFT, ("you", "random", "greedy"), 20, 200, True),
        (RAFT, ("you", "you"), 14, 200, False),
        (MARA, ("you", "random"), 16, 25, False),
    ],
    ids=["raft against bots", "raft at one screen", "mara"],
)
def test_fifty_games_send_no_hidden_information(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    who: tuple[str, ...],
    games: int,
    most: int,
    judges: bool,
) -> None:
    monkeypatch.setattr(play_page, "PACE", 0)
    pack, _ = open_pack(folder)
    assert pack is not None

    async def work(desk: Desk) -> None:
        held = 0
        for n in range(games):
            held += await play_and_read(desk, pack, who, 70_000_001 + n, most, judges)
        assert held > 20 * games, held

    at_a_desk(folder, work)
