"""The rules and cards of the games to start from, in canonical words: whole_games.txt."""

from pathlib import Path

from generator.reading.door import open_pack
from generator.reading.phrases.plan import plan_of
from generator.reading.phrases.rule_sheet import game_in_words
from generator.reading.scaffold import KINDS

GOLDEN = Path(__file__).parent / "whole_games.txt"
GAMES = Path(__file__).parents[3] / "templates" / "games"


def test_the_games_to_start_from_read_well(rewrite: bool) -> None:
    lines = []
    for kind in sorted(set(KINDS.values())):
        pack, _ = open_pack(GAMES / kind)
        assert pack is not None
        lines.append(f"[{kind}]")
        lines += game_in_words(pack)
        lines += [f"card {row.name}: {words}" for row, words in plan_of(pack)[0].words]
    text = "\n".join(lines) + "\n"
    if rewrite:
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")
