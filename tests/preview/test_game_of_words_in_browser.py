"""A whole game without programming, as `protoplay new --like` starts it, in the browser."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.preview.test_play_in_browser import play

pytestmark = [pytest.mark.browser, pytest.mark.marathon]


@pytest.mark.parametrize("how", ["mouse", "words"])
def test_a_game_of_words_is_played_to_the_end(
    chromium: Any, preview: Callable[..., Any], tmp_path: Path, how: str
) -> None:
    """Against a greedy player; the record equals the game that its moves make."""
    call = [sys.executable, "-m", "generator.cli", "new", "Iron Town", "--like", "deck-builder"]
    subprocess.run([*call, "--in", str(tmp_path)], check=True, capture_output=True, timeout=300)
    folder = tmp_path / "iron-town"
    with preview(folder) as served:
        play(chromium, served, folder, "", how, other="greedy")
