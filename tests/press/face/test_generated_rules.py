"""The rule sheet and the aid of a game with `play:` on their faces: every word, or a message."""

import re
import shutil
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.press.face.face import FaceMaker
from generator.press.pieces.expand import expand
from generator.reading.door import open_pack
from generator.reading.phrases.rule_sheet import player_aid, rule_sheet
from generator.reading.scaffold import KINDS
from tests.handmade import lines

GAMES = Path(__file__).parents[3] / "templates" / "games"


def printed(pack: Pack, component: str) -> tuple[list[str], list[str]]:
    """The words on each side of a component's first piece, and the problems."""
    problems = Problems()
    maker = FaceMaker(pack, problems)
    piece = next(p for p in expand(pack, problems) if p.component.id == component)
    sides = []
    for face in (maker.face(piece, "front"), maker.face(piece, "back")):
        if face is not None:
            texts = ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text")
            sides.append(" ".join("".join(text.itertext()) for text in texts))
    return sides, lines(problems)


def words_of(text: str) -> Counter[str]:
    text = re.sub(r"<!--.*?-->|^# .*$|:[a-z]+:", "", text, flags=re.M)
    return Counter(re.findall(r"[^\W\d_]+", text))


def changed(name: str, folder: Path, old: str, new: str) -> Pack:
    """A game of templates/games with other words in its game.yaml."""
    shutil.copytree(GAMES / name, folder)
    text = (folder / "game.yaml").read_text("utf-8")
    assert old in text
    (folder / "game.yaml").write_text(text.replace(old, new), "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None, lines(problems)
    return pack


@pytest.mark.parametrize("name", sorted(set(KINDS.values())))
def test_every_word_of_the_rules_is_printed(name: str) -> None:
    pack, _ = open_pack(GAMES / name)
    assert pack is not None
    for component, text in (("rule_sheet", rule_sheet(pack)), ("aid", player_aid(pack))):
        sides, problems = printed(pack, component)
        assert problems == []
        assert not words_of(text or "") - words_of(" ".join(sides))


def test_rules_too_long_for_both_sides_are_reported_with_the_pages_they_need(
    tmp_path: Path,
) -> None:
    pack = changed("raid", tmp_path / "raid", "size: a5", "size: a7")
    _, problems = printed(pack, "rule_sheet")
    (line,) = [problem for problem in problems if "front" not in problem]
    assert re.search(
        r"game\.yaml:\d+:\d+: error: rule_sheet/rule-sheet: the text does not fit on 2 pages; "
        r"it needs \d at 8 pt",
        line,
    )


def test_rules_of_a_game_without_play_are_reported(tmp_path: Path) -> None:
    text = (GAMES / "raid" / "game.yaml").read_text("utf-8")
    play = text[text.index("\nplay:") :]
    pack = changed("raid", tmp_path / "raid", play, "\n")
    _, problems = printed(pack, "aid")
    assert [line.partition("front: ")[2] for line in problems] == [
        "file: play prints the rules of play:, but game.yaml has no play: (name a Markdown file)"
    ]


def test_an_aid_with_two_sides_goes_on_at_the_back(tmp_path: Path) -> None:
    text = (GAMES / "harbour" / "game.yaml").read_text("utf-8")
    line = next(line for line in text.splitlines() if "use: aide" in line)
    front = line[line.index("front: {") + len("front: ") : -1]
    pack = changed("harbour", tmp_path / "h", f"front: {front}", f"front: &aid {front}, back: *aid")
    sides, problems = printed(pack, "aid")
    assert problems == [] and len(sides) == 2
    assert not words_of(player_aid(pack) or "") - words_of(" ".join(sides))
    assert "Your turn" in sides[0] and "Your turn" not in sides[1]


def test_the_rules_can_be_a_booklet(tmp_path: Path) -> None:
    text = (GAMES / "raid" / "game.yaml").read_text("utf-8")
    line = next(line for line in text.splitlines() if "rule_sheet:" in line)
    new = line.replace("size: a5", "size: a6, booklet: true").replace(", back: *rules", "")
    pack = changed("raid", tmp_path / "raid", line, new)
    sides, problems = printed(pack, "rule_sheet")
    assert problems == [] and len(sides) == 2
    assert not words_of(rule_sheet(pack) or "") - words_of(" ".join(sides))
