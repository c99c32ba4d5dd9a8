"""A small game with questions of its own, and an evening of three players as a table."""

from pathlib import Path

from generator.model.pack import Pack
from generator.reading.door import open_pack

GAME = """\
protoplay: 1
name: Ferry
players: 2-4
parameters: {hand: 4, bonus: {value: 2, low: 0, high: 9}}
ask:
  - {id: storms, text: Storms came, scale: [too rarely, just right, too often]}
  - {id: best, text: "Best card?", choose: cards}
components:
  cards:
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}"}
"""
CARDS = "name,points\nGull,3\nSeal,5\n"
RULES = "def score(x):\n    return x + 1\n\n\ndef deal(x):\n    return x\n"
HEADER = "game,date,version,where,minutes,rounds,seat,name,bot,new,score,won"
EVENING = f"""\
{HEADER},fun,storms,best,confusing
1,2026-11-27 19:05,,table,48,9,1,Ada,,yes,31,yes,4,just right,Seal,"when storms end, says Ben"
1,,,,,,2,Ben,,,28,,5,3,gull,=SUM(A1)
1,,,,,,3,,,,20,,,,,
2,2026-11-27 20:10,,table,35,8,1,Ben,,no,12,,4,2,,Ada was lucky
2,,,,,,2,Ada,,no,12,,2,2,,-
"""


def pack_in(folder: Path, game: str = GAME, cards: str = CARDS, rules: str = RULES) -> Pack:
    """Write the game into a folder, or change it there, and open it."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "cards.csv").write_text(cards, "utf-8")
    (folder / "rules.py").write_text(rules, "utf-8")
    (folder / "RULES.md").write_text("# Ferry\n\nPlay a card.\n", "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None, [str(problem) for problem in problems]
    return pack
