"""A copy of a bundled game is complete, has its own name, and replaces no other folder."""

import re
from pathlib import Path

import pytest

from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs
from generator.reading.scaffold import new_game


@pytest.mark.parametrize("game", bundled_packs())
def test_a_bundled_game_is_copied_under_a_new_name(game: str, tmp_path: Path) -> None:
    made = new_game("My Own", tmp_path, game)
    pack, problems = open_pack(made)
    assert pack is not None and not list(problems)
    assert (pack.name, pack.folder) == ("My Own", tmp_path / "my-own")
    original, _ = open_pack(game)
    assert original is not None
    assert [c.count for c in pack.components] == [c.count for c in original.components]
    assert not list(made.rglob("__pycache__")) and not (made / "preview.png").exists()
    schema = re.search(r"schema=file://(\S+)", (made / "game.yaml").read_text("utf-8"))
    assert schema is not None and Path(schema[1]).is_file()


def test_only_bundled_games_are_copied(tmp_path: Path) -> None:
    for name in ("marra", "../rules/mara", ""):
        with pytest.raises(ValueError, match="no bundled game"):
            new_game("My Own", tmp_path, name)
    assert list(tmp_path.iterdir()) == []
