"""A game of words and the same game written by hand: the same seeds, the same games."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from generator import bundled
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.reading.door import open_pack

TWINS = Path(__file__).parent / "twins"
GAMES = bundled("templates") / "games"


def twins(name: str, players: int, folder: Path) -> tuple[Game, Game]:
    """The game of words, and the one by hand, which has the same cards."""
    shutil.copytree(GAMES / name, folder, dirs_exist_ok=True)
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(re.sub(r"(?s)\nplay:.*", "\n", text), "utf-8")
    shutil.copy(TWINS / f"{name}.py", folder / "rules.py")
    packs = [open_pack(each)[0] for each in (GAMES / name, folder)]
    words, hand = (load_game(pack, players) for pack in packs if pack is not None)
    return words, hand


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_orchard_by_words_and_by_hand(players: int, tmp_path: Path) -> None:
    words, hand = twins("orchard", players, tmp_path / "orchard")
    for first in range(0, 10_000, 1000):
        games = [play_games(game, ["random"], 7, first, 1000) for game in (words, hand)]
        for what in ("scores", "turns", "decisions", "branching"):
            assert np.array_equal(*(getattr(batch, what) for batch in games)), what
