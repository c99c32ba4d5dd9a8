"""Games played from their printed rule sheets: the same choices, scores and winners at each step.

`by_the_sheet.py` knows the rule sheets and the cards alone. Random choices are made in the game of
words; the game by the sheet must offer the same choices to the same player, with the same scores.
"""

import csv
import random
from pathlib import Path
from typing import Any

import pytest

from generator import bundled
from generator.play.engine.from_data import goods, programs, turns
from generator.play.engine.game import load_game
from generator.reading.door import open_pack
from tests.play.engine.from_data.by_the_sheet import GAMES
from tests.play.engine.from_data.table import Table

FOLDER = bundled("templates") / "games"


class Seen:
    """The cards drawn and the dice rolled in the game of words, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cards: list[str] = []
        self.dice: list[int] = []
        self.name_of: Any = str
        draw, roll = goods.next_card, programs.below

        def next_card(*given: Any) -> Any:
            card = draw(*given)
            if card >= 0:
                self.cards.append(card)
            return card

        def below(rng: Any, n: int) -> Any:
            value = roll(rng, n)
            self.dice.append(1 + int(value))
            return value

        for module in (goods, turns):
            monkeypatch.setattr(module, "next_card", next_card)
        monkeypatch.setattr(programs, "below", below)

    def card(self) -> str:
        return str(self.name_of(self.cards.pop(0)))

    def die(self) -> int:
        return self.dice.pop(0)


def rows_of(file: Path) -> dict[str, dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return {row["name"]: row for row in csv.DictReader(lines)}


def settle(table: Table) -> dict[str, int]:
    """The choices of the next question that leaves one; {} when the game is over."""
    while table.asked >= 0:
        answers = table.answers()
        if len(answers) > 1:
            return answers
        table.play(*answers)
    return {}


def compare(name: str, players: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play one game both ways; returns the number of choices."""
    pack, _ = open_pack(FOLDER / name)
    assert pack is not None
    seen = Seen(monkeypatch)
    table = Table(load_game(pack, players, plain=True), seed)
    seen.name_of = table.people.name_of
    rows = rows_of(FOLDER / name / ("houses.csv" if name == "hamlet" else "cards.csv"))
    twin = GAMES[name](rows, players, seen)
    chooser, n_choices = random.Random(seed), 0
    answers = settle(table)
    play = twin.play()
    try:
        asked = next(play)
        while True:
            scores = [table.score(seat) for seat in range(players)]
            assert asked == (table.asked, frozenset(answers), scores)
            choice = chooser.choice(sorted(answers))
            table.play(choice)
            answers = settle(table)
            n_choices += 1
            asked = play.send(choice)
    except StopIteration as end:
        assert not answers, f"the game by the sheet is over, but {sorted(answers)} can be chosen"
        assert end.value == [table.score(seat) for seat in range(players)]
    assert not seen.cards and not seen.dice
    return n_choices


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_its_rule_sheet(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare(name, 3, 1, monkeypatch) > 20


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_many_games_by_their_rule_sheets(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(60):
        with monkeypatch.context() as patched:
            compare(name, players, seed, patched)
