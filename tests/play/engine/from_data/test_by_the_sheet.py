"""Records of compiled games, refereed by their printed rule sheets.

`by_the_sheet.py` knows the rule sheets and the cards alone. The moves of a record are played again
in the plain game of words and in the game by the sheet. At each choice, both must offer the same
choices to the same player, and both must have the scores of the record; at the end, the winners.
"""

import csv
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from generator import bundled
from generator.play.engine.batch import play_games
from generator.play.engine.from_data import goods, programs, turns
from generator.play.engine.game import Game, load_game
from generator.play.engine.records import records_of
from generator.reading.door import open_pack
from tests.play.engine.from_data.by_the_sheet import GAMES, Rows
from tests.play.engine.from_data.table import Table

FOLDER = bundled("templates") / "games"
TEAMS = (["random"], ["greedy"], ["random", "greedy"])  # the players of a third of the records
N_RECORDS = 1000  # of each game
Recorded = tuple[dict[str, Any], list[int]]  # a record and its moves


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


def rows_of(name: str) -> Rows:
    file = FOLDER / name / ("houses.csv" if name == "hamlet" else "cards.csv")
    with file.open(encoding="utf-8", newline="") as lines:
        return {row["name"]: row for row in csv.DictReader(lines)}


def loaded(name: str, players: int, *, plain: bool) -> Game:
    pack, _ = open_pack(FOLDER / name)
    assert pack is not None
    return load_game(pack, players, plain=plain)


def recorded(name: str, players: int, n: int) -> Iterator[Recorded]:
    """Records of compiled games, a third of them by each of `TEAMS`."""
    game = loaded(name, players, plain=False)
    for team, many in zip(TEAMS, (n - n // 3 * 2, n // 3, n // 3), strict=True):
        agents = list(islice(cycle(team), players))
        batch = play_games(game, agents, 5, 0, many, collect="moves")
        for i, record in enumerate(records_of(game, batch)):
            yield record, batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]].tolist()


def referee(name: str, record: dict[str, Any], moves: list[int], game: Game, rows: Rows) -> int:
    """Check one record; `game` is the plain game. Returns the number of choices."""
    with pytest.MonkeyPatch.context() as patched:
        seen = Seen(patched)
        table = Table(game, record["seed"], record["index"])
        seen.name_of = table.people.name_of
        twin = GAMES[name](rows, record["players"], seen)
        events = [event for event in record["events"] if event["seat"] is not None]
        steps = iter(zip(moves, events, strict=True))
        answers = answer_forced(table, steps)
        play, n_choices = twin.play(), 0
        try:
            asked = next(play)
            while True:
                assert asked == (table.asked, frozenset(answers), table.scores())
                choice = step(table, answers, *next(steps))
                answers = answer_forced(table, steps)
                n_choices += 1
                asked = play.send(choice)
        except StopIteration as end:
            assert not answers, f"the game by the sheet is over, but {sorted(answers)} are left"
            assert end.value == record["scores"] == table.scores()
            assert twin.winners() == record["winners"]
        assert not seen.cards and not seen.dice and not list(steps)
    return n_choices


def answer_forced(table: Table, steps: Iterator[tuple[int, dict[str, Any]]]) -> dict[str, int]:
    """Play on to the next question with several answers; returns the answers, {} at the end."""
    while table.asked >= 0:
        answers = table.answers()
        if len(answers) > 1:
            return answers
        step(table, answers, *next(steps))
    return {}


def step(table: Table, answers: dict[str, int], move: int, event: dict[str, Any]) -> str:
    """Play a recorded move, which must be one of the answers; returns its name."""
    [name] = [name for name, answer in answers.items() if answer == move]
    assert event["seat"] == table.asked
    table.play(name)
    assert event["scores"] == table.scores()
    return name


@pytest.mark.parametrize("name", GAMES)
def test_records_are_accepted_by_the_rule_sheet(name: str) -> None:
    game, rows = loaded(name, 3, plain=True), rows_of(name)
    for record, moves in recorded(name, 3, 3):
        assert referee(name, record, moves, game, rows) > 20


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_records_are_accepted_by_the_rule_sheet(name: str, players: int) -> None:
    game, rows, n = loaded(name, players, plain=True), rows_of(name), 0
    n_records = N_RECORDS // 3 + (players == 2) * (N_RECORDS % 3)
    for record, moves in recorded(name, players, n_records):
        n += referee(name, record, moves, game, rows) > 0
    assert n == n_records


@pytest.mark.parametrize(
    ("name", "card", "column"),
    [("foundry", "Adit", "points"), ("orchard", "Cherry", "points"), ("harbour", "Crown", "cost")],
)
def test_a_record_is_refused_where_a_printed_number_differs(
    name: str, card: str, column: str
) -> None:
    game, rows = loaded(name, 2, plain=True), rows_of(name)
    rows[card][column] = str(int(rows[card][column]) + 1)
    refused = 0
    for record, moves in recorded(name, 2, 3):
        try:
            referee(name, record, moves, game, rows)
        except AssertionError:
            refused += 1
    assert refused
