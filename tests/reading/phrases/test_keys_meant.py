"""Sentences under `turn:`, `actions:` and `set-up:` that have a key, and the advice for them."""

from pathlib import Path

import pytest

from generator.reading.door import open_pack

GAME = """protoplay: 1
name: Bazaar
players: 2-4
components:
  cards: {size: poker, rows: cards.csv}
play:
  cards: {cards: {row: 3}}
  resources: {coin: {start: 2}, wheat: {}}
  set-up: SET-UP
  extra: {2: 1 coin}
  actions:
    dig: Gain 1 wheat
    build: {buy: cards}
    act: ACT
  turn:
    - STEP
  end: after 10 rounds
"""
CARDS = "name,kind,cost,points,effect\nMill,farm,1 coin,1,Gain 1 coin.\n"
STEPS = """
Choose one action | write the step: {choose: [dig, build, act]}
Choose two different actions | write the step: {choose: [dig, build, act], times: 2}
You may take up to 2 actions | write the step: {choose: [dig, build, act], times: 2, may stop: true}
Perform any number of actions | write the step: {choose: [dig, build, act], times: any}
Wähle eine Aktion | write the step: {choose: [dig, build, act]}
each turn | write the step: each turn effects
Each turn effects of your cards happen | write the step: each turn effects
play a card | write the step: {choose: play}, and the action: play: {play: card}
Play a farm card | write the step: {choose: play}, and the action: play: {play: farm}
You may buy a card | write the step: {choose: build, may stop: true}
Gain 1 coin, buy a card | end the step before it; write the step: {choose: build}
build or dig | write the step: {choose: [dig, build]}
End your turn | leave it out: a turn ends after its last step
Draft a card and pass the rest to the right | write the step: {keep: 1, pass: right}
Push your luck | write the step: {press on: cards}
Place a worker | write the step: {choose: places}, and name their component: places: …
Refill the row | leave it out: rows are refilled and empty decks are shuffled by themselves
"""
ACTIONS = """
Play a card from your hand | write {play: card}
Buy a farm card from the row | write {buy: cards}
Claim a tile | write {claim: cards}
Pass | leave it out, and write "may stop: true" in the step that chooses
Draw a card or gain 1 coin | did you mean "choose one: draw a card / gain 1 coin"?
"""
SET_UPS = """
Deal 5 cards to each player | write hand: 5 under play
Each player gets 3 coins | write coin: {start: 5} at game.yaml:8:15
Start with 1 coin | write coin: {start: 3} at game.yaml:8:15
Give 10 points to each player | write point: {start: 10} in resources: of game.yaml:6:1
1 wheat each | write wheat: {start: 1} at game.yaml:8:33
Chaque joueur commence avec 1 wheat | write wheat: {start: 1} at game.yaml:8:33
The third player gets 2 extra wheat | write extra: {2: 1 coin, 3: 2 wheat} in play: at game.yaml:6:1
The youngest player goes first | leave it out: the rule sheet tells players to choose a first player
Lay out 4 cards | write cards: {cards: {row: 4}} under play
Shuffle the deck | leave it out: decks are shuffled by themselves
"""


def cases() -> list[tuple[str, str, str]]:
    tables = (("STEP", STEPS), ("ACT", ACTIONS), ("SET-UP", SET_UPS))
    return [
        (where, *(part.strip() for part in line.split(" | ")))  # type: ignore[misc]
        for where, table in tables
        for line in table.strip().splitlines()
    ]


@pytest.mark.parametrize(("where", "text", "advice"), cases())
def test_a_sentence_that_has_a_key(tmp_path: Path, where: str, text: str, advice: str) -> None:
    given = {"STEP": "{choose: [dig, build]}", "ACT": "Gain 1 coin", "SET-UP": "Gain 1 coin"}
    game = GAME
    for key, usual in given.items():
        game = game.replace(key, text if key == where else usual)
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
    _, problems = open_pack(tmp_path)
    errors = [text for text in map(str, problems) if " error: " in text]
    assert len(errors) == 1
    end = ", and leave this sentence out" if "} at game" in advice or "} in " in advice else ""
    assert errors[0].endswith(f"is not a known phrase ({advice}{end})")


@pytest.mark.parametrize(
    ("text", "column", "advice"),
    [
        (
            "Each player gains 3 wheat",
            1,
            "write wheat: {start: 3} at game.yaml:8:33, and leave this sentence out",
        ),
        ("Gain 1 coin. Choose one: draw 1 / each player draws 2", 14, 'write "Draw 2 cards"'),
        ("Each player loses 1 coin", 1, 'write "Lose 1 coin"'),
    ],
)
def test_each_player_in_the_set_up_is_reported_as_everybody_carries_it_out(
    tmp_path: Path, text: str, column: int, advice: str
) -> None:
    game = GAME.replace("SET-UP", f'"{text}"').replace("ACT", "Gain 1 coin")
    (tmp_path / "game.yaml").write_text(game.replace("STEP", "Draw 1"), "utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
    _, problems = open_pack(tmp_path)
    (error,) = [text for text in map(str, problems) if " error: " in text]
    assert error.startswith(f"game.yaml:9:11: error: set-up, column {column}: every player carries")
    assert error.endswith(f"so it would be done once for each player ({advice})")


def test_the_advice_for_a_start_keeps_the_other_keys_and_a_list_of_resources(
    tmp_path: Path,
) -> None:
    set_up = "Each player starts with 4 coins and 1 wheat"
    for before, after in (
        (
            "{coin: {bank: 9, held: true}, wheat: {}}",
            "coin: {start: 4, bank: 9, held: true} at game.yaml:8:15 and wheat: {start: 1} at "
            "game.yaml:8:44",
        ),
        ("[wheat, coin]", "resources: {wheat: {start: 1}, coin: {start: 4}} at game.yaml:8:14"),
    ):
        game = GAME.replace("{coin: {start: 2}, wheat: {}}", before).replace("ACT", "Gain 1 coin")
        game = game.replace("SET-UP", set_up).replace("STEP", "{choose: dig}")
        (tmp_path / "game.yaml").write_text(game, "utf-8")
        (tmp_path / "cards.csv").write_text(CARDS, "utf-8")
        _, problems = open_pack(tmp_path)
        (error,) = [text for text in map(str, problems) if " error: " in text]
        assert error.endswith(f"(write {after}, and leave this sentence out)")
