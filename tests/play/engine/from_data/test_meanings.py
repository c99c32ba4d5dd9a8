"""Each phrase does what its words plainly say, on a table set up by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.play.engine.from_data.table import PLAY, Table, game_of

OWN = PLAY.replace("cards: {cards: {}, market: {supply: true}}", "DECKS").replace(
    "DECKS", "decks: own\n  cards: {cards: {start: true}, market: {supply: true}}"
)
OWN_CARDS = """name,count,kind,cost,points,effect,start
Fig,8,fruit,2 coin,0,,2
Grape,8,"fruit, berry",4 coin,0,,2
Nut,8,nut,1 ore,2,,2
"""


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Table]:
    def made(phrase: str, players: int = 3, play: str = PLAY) -> Table:
        cards = OWN_CARDS if "own" in play else None
        given = {"cards": cards} if cards else {}
        game = game_of(tmp_path / "game", play.replace("PHRASE", phrase), players, **given)
        return Table(game)

    return made


Made = Callable[..., Table]

# phrase | what everybody has before | answers | what seats 0, 1 and 2 have of a resource after
RESOURCES = """
Gain 2 ore | 1 | | ore 3 1 1
2 ore | 1 | | ore 3 1 1
Gain 2 ore per 2 coin | 5 | | ore 9 5 5
Lose 2 ore | 1 | | ore 0 1 1
Lose 1 ore per coin | 3 | | ore 0 3 3
Each opponent gains 2 coin | 1 | | coin 1 3 3
Each player loses 1 coin | 1 | | coin 0 0 0
Each player gains 1 ore per coin | 2 | | ore 4 4 4
The player to your left gains 3 coin | 0 | | coin 0 3 0
The player to your right gains 3 coin | 0 | | coin 0 0 3
Steal 2 coin from each opponent | 3 | | coin 7 1 1
Steal 2 coin from each opponent | 1 | | coin 3 0 0
Steal 2 coin from the player to your left | 3 | | coin 5 1 3
Choose an opponent: steal 2 coin from that player | 3 | aim at player 3 | coin 5 3 1
Choose an opponent: that player loses 1 coin, they gain 2 ore | 3 | aim at player 2 | coin 3 2 3
Choose one: gain 2 ore / gain 3 coin, lose 1 ore | 1 | choose option 2 | coin 4 1 1
Choose one: pay 2 ore: gain 5 coin / gain 1 coin | 2 | choose option 1 | ore 0 2 2
You may gain 2 ore | 1 | do: do it | ore 3 1 1
You may gain 2 ore | 1 | do: leave it | ore 1 1 1
Gain 1 oak, pay 2 ore and 1 coin: gain 4 oak | 2 | do: do it | ore 0 2 2
Gain 1 oak, pay 2 ore and 1 coin: gain 4 oak | 2 | do: leave it | ore 2 2 2
Gain 1 oak, pay 2 ore and 1 coin: gain 4 oak | 1 | | ore 1 1 1
Pay 2 ore: gain 5 coin | 2 | | coin 7 2 2
Gain 0 oak, if you have at least 2 ore: gain 2 coin | 2 | | coin 4 2 2
Gain 0 oak, if you have at most 2 ore: gain 2 coin | 3 | | coin 3 3 3
Gain 0 oak, if you have exactly 2 ore: gain 2 coin | 2 | | coin 4 2 2
Gain 0 oak, if you have no ore: gain 2 coin | 1 | | coin 1 1 1
Gain 0 oak, if your opponents have at least 4 ore: gain 2 coin | 2 | | coin 4 2 2
Gain 0 oak, if your opponents have at most 3 ore: gain 2 coin | 2 | | coin 2 2 2
Gain 1 ore per coin of your opponents | 2 | | ore 6 2 2
Gain 1 ore per coin of your neighbours | 2 | | ore 6 2 2
Gain 1 ore per 4 coin of all players | 2 | | ore 3 2 2
Gain 5 oak, gain 5 oak | 0 | | oak 9 0 0
"""


def lines(text: str) -> list[list[str]]:
    return [[part.strip() for part in line.split("|")] for line in text.strip().splitlines()]


@pytest.mark.parametrize(("phrase", "have", "answers", "after"), lines(RESOURCES))
def test_resources(table: Made, phrase: str, have: str, answers: str, after: str) -> None:
    made = table(phrase)
    for seat in range(3):
        made.give(seat, ore=int(have), coin=int(have))
    made.play("do", *filter(None, answers.split(", ")))
    name, *amounts = after.split()
    assert [made.amount(seat, name) for seat in range(3)] == [int(n) for n in amounts]
    assert made.asked == 1 and made.answers().keys() >= {"other"}


def test_neighbours_of_four_leave_out_who_sits_opposite(table: Made) -> None:
    made = table("Gain 1 ore per coin of your neighbours", players=4)
    for seat, n in enumerate((10, 1, 20, 2)):
        made.give(seat, coin=n)
    assert made.play("do").amount(0, "ore") == 3


def test_of_two_players_the_other_is_the_only_neighbour(table: Made) -> None:
    made = table("Gain 1 ore per coin of your neighbours", players=2).give(1, coin=4)
    assert made.play("do").amount(0, "ore") == 4


def test_an_opponent_of_two_needs_no_choice(table: Made) -> None:
    made = table("Choose an opponent: that player loses 1 coin", players=2).give(1, coin=4)
    assert made.play("do").amount(1, "coin") == 3


def test_a_bank_gives_what_it_has_and_takes_back(table: Made) -> None:
    made = table("Gain 7 oak")
    made.play("do", "do")
    assert [made.amount(seat, "oak") for seat in range(3)] == [7, 2, 0]
    assert made.state.bank[made.resources.index("oak")] == 0


def test_a_die_gives_one_to_six(table: Made) -> None:
    thrown = {table("Roll a die and gain that many ore").play("do").amount(0, "ore")}
    made = table("Roll a die and gain that many ore")
    for _ in range(8):
        before = [made.amount(seat, "ore") for seat in range(3)]
        made.play("do")
        after = [made.amount(seat, "ore") for seat in range(3)]
        thrown.add(sum(after) - sum(before))
    assert thrown <= {1, 2, 3, 4, 5, 6} and len(thrown) > 2


def test_drawing(table: Made) -> None:
    assert len(table("Draw 2").play("do").names("hand")) == 6
    made = table("Each opponent draws 1 card").play("do")
    assert [len(made.names("hand", seat)) for seat in range(3)] == [4, 5, 5]
    assert len(table("Draw up to 6 cards").play("do").names("hand")) == 6
    assert len(table("Draw up to 3 cards").play("do").names("hand")) == 4


def test_drawing_from_an_empty_deck_shuffles_the_discard_pile(table: Made) -> None:
    made = table("Draw 24").play("do")
    assert len(made.names("hand")) == 16 and not made.names("deck")
    made = table("Discard 3 cards, draw 24")
    made.play("do", *[f"discard {name}" for name in made.names("hand")[:3]])
    assert len(made.names("hand")) == 16 and not made.names("discard")


def test_discarding(table: Made) -> None:
    made = table("Discard 2 cards").put("hand", 0, "Fig", "Grape", "Nut")
    made.play("do", "discard Grape", "discard Nut")
    assert made.names("hand") == ["Fig"] and made.names("discard") == ["Grape", "Nut"]
    made = table("Discard up to 2 fruit cards").put("hand", 0, "Fig", "Grape", "Grape", "Nut")
    made.play("do")
    assert made.answers().keys() == {"stop", "discard Fig", "discard Grape"}
    made.play("discard Fig", "stop")
    assert made.names("hand") == ["Grape", "Grape", "Nut"]


def test_what_must_all_be_discarded_is_not_asked(table: Made) -> None:
    made = table("Discard 3 fruit cards").put("hand", 0, "Fig", "Grape", "Nut").play("do")
    assert made.names("hand") == ["Nut"] and made.asked == 1


def test_opponents_discard_one_after_the_other(table: Made) -> None:
    made = table("Each opponent discards down to 2 cards")
    made.put("hand", 1, "Fig", "Grape", "Nut").put("hand", 2, "Fig", "Nut").play("do")
    assert made.asked == 1
    made.play("discard Grape")
    assert made.names("hand", 1) == ["Fig", "Nut"] and made.names("hand", 2) == ["Fig", "Nut"]


def test_trashing(table: Made) -> None:
    made = table("Trash up to 2 nut cards").put("hand", 0, "Fig", "Nut", "Nut", "Nut")
    made.play("do", "trash Nut", "trash Nut")
    assert made.names("hand") == ["Fig", "Nut"] and made.names("out") == ["Nut", "Nut"]


def test_gaining_a_card_that_costs_up_to(table: Made) -> None:
    made = table("Gain a card costing up to 3 coin").play("do")
    assert made.answers().keys() == {"gain Copper", "gain Silver"}
    made.play("gain Silver")
    assert made.names("front") == ["Silver"] and made.score() == 1
    made = table("Gain a thing card costing up to 5 coin to your hand").play("do", "gain Pot")
    assert "Pot" in made.names("hand")
    made = table("Gain a thing card costing up to 4 coin").play("do")
    assert made.asked == 1


def test_gaining_cards_by_name(table: Made) -> None:
    made = table("Gain 2 Silver and each opponent gains 1 Copper").play("do")
    assert [made.names("front", seat) for seat in range(3)] == [
        ["Silver", "Silver"], ["Copper"], ["Copper"],
    ]  # fmt: skip
    assert table("Gain 9 Pot").play("do").names("front") == ["Pot", "Pot"]


def test_another_turn(table: Made) -> None:
    made = table("Take another turn and gain 1 ore").play("do")
    assert made.asked == 0 and made.amount(0, "ore") == 1
    assert made.play("other").asked == 1


def test_the_game_ends(table: Made) -> None:
    made = table("The game ends").play("do")
    assert made.asked == -1
    assert made.game.why_over(made.tables, made.state) == "the game ends"


# phrase | cards in front of the three players | the points of the first
SCORES = """
5 points per 2 fruit | Fig Grape Fig / / | 5
2 points per Fig | Fig Grape Fig / / | 4
1 point per card | Fig Nut Nut / / | 3
4 points per set of fruit, berry and nut | Fig Grape Nut Nut / / | 4
4 points per set of fruit, berry and nut | Fig Fig Nut Nut / / | 0
1 point per different fruit, berry or nut | Grape Grape / / | 2
1/3/6 points for 1/2/4 fruit | Fig Grape Fig / / | 3
1/3/6 points for 1/2/4 fruit | Nut / / | 0
1/3/6 points for 1/2/4 fruit | Fig Fig Fig Fig Fig / / | 6
Most fruit: 6 points, second: 3 points | Fig Fig / Fig / Grape | 6
Most fruit: 6 points, second: 3 points | Fig / Fig Grape / | 3
Most fruit: 6 points, second: 3 points | Fig / Fig Grape / Fig Fig | 0
Most fruit: 6 points, second: 3 points | Fig / Fig / | 6
Most fruit: 6 points, second: 3 points | / / | 0
If you have 2 fruit: 7 points | Fig Grape / / | 7
If you have 2 fruit: 7 points | Fig / / | 0
1 point per fruit of your opponents | / Fig / Fig Grape | 3
Lose 2 points per nut | Fig Nut / / | -2
"""


@pytest.mark.parametrize(("phrase", "cards", "points"), lines(SCORES))
def test_scoring(table: Made, phrase: str, cards: str, points: str) -> None:
    scoring = PLAY.replace('do: "PHRASE"', "do: Gain 1 ore") + f'  scoring: "{phrase}"\n'
    made = table("", play=scoring)
    for seat in range(3):
        made.put("hand", seat)
    for seat, names in enumerate(cards.split("/")):
        made.put("front", seat, *names.split())
    printed = 2 * made.names("front").count("Nut")
    before = made.state.tobytes()
    assert made.score() - printed == int(points)
    assert made.state.tobytes() == before


def test_scoring_as_an_effect_gives_points_at_once(table: Made) -> None:
    made = table("5 points per 2 fruit, 1/3 points for 1/2 ore").give(0, ore=2)
    made.put("front", 0, "Fig", "Fig").play("do")
    assert made.amount(0, "point") == 8


def test_own_decks(table: Made) -> None:
    made = table("Discard your hand and what you played, draw 5", play=OWN)
    deck = sorted(["Fig", "Grape", "Nut"] * 2)
    assert sorted(made.names("hand") + made.names("own deck")) == deck
    made.play("do")
    held = made.names("hand")
    assert len(held) == 5
    assert sorted(held + made.names("own deck") + made.names("own discard")) == deck


def test_cards_gained_go_to_the_own_discard_pile(table: Made) -> None:
    made = table("Gain a metal card costing up to 3 coin", play=OWN).play("do", "gain Silver")
    assert made.names("own discard") == ["Silver"] and made.score() == 0


def test_what_you_own_lies_anywhere(table: Made) -> None:
    made = table("Gain 1 ore per nut you own and 1 oak per nut in your hand", play=OWN)
    in_hand = made.names("hand").count("Nut")
    made.play("do")
    assert (made.amount(0, "ore"), made.amount(0, "oak")) == (2, in_hand)
