"""Games of bots that are recorded as if people had played them."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from generator.model.pack import Pack
from generator.people import versions
from generator.people.playtest import Player, Playtest
from generator.people.playtests import store
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.records import records_of
from tests.toys import PACKS, opened


def pack_with_records(
    folder: Path, name: str, players: int, agents: Sequence[str], games: int, evenings: int = 1
) -> Pack:
    """Copy a test pack and store games of these agents, as games of people called Ada and so on."""
    pack = opened(Path(shutil.copytree(PACKS / name, folder / name)))
    game = load_game(pack, players)
    batch = play_games(game, agents, 1, 0, games, collect="moves")
    version = versions.version_of(versions.content_of(pack))
    for i, record in enumerate(records_of(game, batch)):
        del record["agents"]
        seats = tuple(
            Player(seat + 1, who="Ada", score=score) for seat, score in enumerate(record["scores"])
        )
        at = f"2026-11-{1 + i % evenings:02} 19:{i:02}"
        store(pack, Playtest("", at, version, "table", 40, None, seats), record=record)
    return pack
