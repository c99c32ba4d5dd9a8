"""What some players begin with in addition: in the game, and on the rule sheet."""

from pathlib import Path

import pytest

from generator.reading.door import open_pack
from generator.reading.phrases.languages import language_of
from generator.reading.phrases.limits import MOST_SEATS
from generator.reading.phrases.rule_sheet import game_in_words
from tests.play.engine.from_data.table import CARDS, MARKET, PARTS, PLAY, Table, game_of

EXTRA = PLAY.replace("  hand: 4\n", "  hand: 4\n  extra: {2: 1 coin and 2 ore, 3: later oak}\n")
LATER = "parameters: {later: {value: 4}}\n"
SET_UP = {
    "en": "The second player in turn order takes 1 coin and 2 ore in addition.",
    "de": "Der zweite Spieler in der Zugreihenfolge nimmt sich zusätzlich 1 coin und 2 oren.",
    "fr": "Le deuxième joueur dans l’ordre du tour prend 1 coin et 2 ores en plus.",
    "es": "El segundo jugador en el orden de turno toma 1 coin y 2 ores más.",
}


def game(phrase: str = "Gain 1 coin") -> str:
    return LATER + EXTRA.replace("PHRASE", phrase)


@pytest.mark.parametrize(("players", "oak"), [(2, [0, 0]), (4, [0, 0, 4, 0])])
def test_seats_begin_with_the_extra_that_the_sheet_names(
    tmp_path: Path, players: int, oak: list[int]
) -> None:
    table = Table(game_of(tmp_path, game(), players))
    assert [table.amount(seat, "coin") for seat in range(2)] == [0, 1]
    assert [table.amount(seat, "ore") for seat in range(2)] == [0, 2]
    assert [table.amount(seat, "oak") for seat in range(players)] == oak
    assert table.state.bank[table.resources.index("oak")] == 9 - sum(oak)


@pytest.mark.parametrize(("language", "line"), SET_UP.items())
def test_the_rule_sheet_names_the_extra(tmp_path: Path, language: str, line: str) -> None:
    parts = PARTS.replace("players:", f"languages: [{language}]\nplayers:")
    (tmp_path / "game.yaml").write_text(parts + game(), "utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
    (tmp_path / "market.csv").write_text(MARKET, "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is not None, [str(problem) for problem in problems]
    assert any(text.endswith(line) for text in game_in_words(pack))


@pytest.mark.parametrize("language", SET_UP)
def test_each_language_names_every_place_in_the_order_of_turns(language: str) -> None:
    assert len(language_of(language).sentences["ordinals"].split()) == MOST_SEATS
