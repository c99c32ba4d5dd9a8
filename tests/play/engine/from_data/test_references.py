"""Phrases in random positions, against what a few lines of plain Python make of them."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.kit import cards_in
from tests.play.engine.from_data.table import MARKET as MARKET_CARDS
from tests.play.engine.from_data.table import PLAY, Table, game_of

CARDS = """name,count,kind,cost,points,effect,start,icons
Fig,8,fruit,2 coin,0,,0,1
Grape,8,"fruit, berry",4 coin,0,,0,2
Nut,8,nut,1 ore,0,Gain 2 coin. When discarded: gain 3 ore.,0,
"""
KINDS = {"Fig": {"fruit"}, "Grape": {"fruit", "berry"}, "Nut": {"nut"}}
ICONS = {"Fig": 1, "Grape": 2, "Nut": 0}
COSTS = {"Fig": (2, 0), "Grape": (4, 0), "Nut": (0, 1)}  # coin, ore
MARKET = {"Copper": (0, 0), "Silver": (3, 0), "Pot": (5, 0)}
TILES = """name,count,kind,cost,points,effect,start
Copper,12,metal,,0,,1
Silver,6,metal,"2 coin, 1 nut",1,,0
Pot,2,thing,"1 coin and 2 fruits",0,When bought: gain 1 coin.,0
"""
SHIELD = PLAY.replace("other: Gain 1 ore", "other: OTHER")
N_POSITIONS = 25
Made = Callable[..., tuple[Table, random.Random]]


@pytest.fixture
def tables(tmp_path: Path) -> Made:
    """Random positions of a game with one phrase; the game is loaded once."""
    games: dict[str, Table] = {}

    def made(
        phrase: str, number: int, play: str = PLAY, market: str = MARKET_CARDS
    ) -> tuple[Table, random.Random]:
        if phrase not in games:
            text = play.replace("PHRASE", phrase)
            folder = tmp_path / f"game {len(games)}"
            games[phrase] = Table(game_of(folder, text, 3, cards=CARDS, market=market))
        chance = random.Random(number)
        table = Table(games[phrase].game, seed=number)
        for seat in range(3):
            table.put("hand", seat)
        for seat in range(3):
            names = [chance.choice(["Fig", "Grape", "Nut"]) for _ in range(4)]
            n_front = chance.randint(0, 3)
            table.put("hand", seat, *names[n_front:])
            table.put("front", seat, *names[:n_front])
            table.give(seat, ore=chance.randint(0, 3), coin=chance.randint(0, 3))
        return table, chance

    return made


def dear(of: str, than: str, more: int) -> bool:
    """Whether a card costs more coins, or more ore, than another and so many coins."""
    coin, ore = MARKET[of]
    return coin > COSTS[than][0] + more or ore > COSTS[than][1]


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_a_card_is_drawn_for_each_discarded(tables: Made, number: int) -> None:
    table, chance = tables(
        "Discard any number of cards and draw 2 cards per card discarded", number
    )
    hand, n = table.names("hand"), 0
    ore = table.amount(0, "ore")
    deck = [table.people.name_of(card) for card in cards_in(table.pile("deck"))]
    table.play("do")
    gone: list[str] = []
    while table.asked == 0 and "stop" in table.answers():
        answer = chance.choice([name for name in table.answers() if name != "other"])
        table.play(answer)
        if answer == "stop":
            break
        gone.append(answer.removeprefix("discard "))
        n += 1
    for name in gone:
        hand.remove(name)
    assert table.names("hand") == sorted(hand + deck[: 2 * n])
    assert table.names("discard") == sorted(gone)
    assert table.amount(0, "ore") == ore + 3 * gone.count("Nut")


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_what_is_gained_costs_so_much_more_than_what_was_trashed(tables: Made, number: int) -> None:
    table, chance = tables("Trash 1 card, gain a card costing up to 1 coin more than it", number)
    hand = table.names("hand")
    table.play("do")
    if len(hand) > 1:
        answer = chance.choice(list(table.answers()))
        table.play(answer)
        gone = answer.removeprefix("trash ")
    else:
        gone = hand[0]
    assert table.names("out") == [gone]
    options = {f"gain {name}" for name in MARKET if not dear(name, gone, 1)}
    assert table.answers().keys() == options


@pytest.mark.parametrize("number", range(N_POSITIONS))
@pytest.mark.parametrize("fewer", [False, True])
def test_a_comparison_with_each_opponent(tables: Made, number: int, fewer: bool) -> None:
    word = "fewer" if fewer else "more"
    table, _ = tables(f"Gain 0 ore, if you have {word} fruit than each opponent: 9 coin", number)
    n = [sum("fruit" in KINDS[name] for name in table.names("front", s)) for s in range(3)]
    coin = table.amount(0, "coin")
    ahead = all(n[0] < each if fewer else n[0] > each for each in n[1:])
    assert table.play("do").amount(0, "coin") == coin + 9 * ahead


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_numbers_in_a_column_are_added_up(tables: Made, number: int) -> None:
    table, _ = tables(
        "Gain 1 ore per icons of all players and 1 coin per icons in your hand", number
    )
    fronts = sum(ICONS[name] for seat in range(3) for name in table.names("front", seat))
    held = sum(ICONS[name] for name in table.names("hand"))
    before = [table.amount(0, name) for name in ("ore", "coin")]
    table.play("do")
    after = [table.amount(0, name) for name in ("ore", "coin")]
    assert after == [before[0] + fronts, before[1] + held]


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_the_fewest_and_the_most_of_a_column(tables: Made, number: int) -> None:
    play = PLAY + '  scoring: ["Fewest icons: lose 6 points", "Most ore: lose 1 point"]\n'
    table, _ = tables("Gain 1 ore", number, play)
    icons = [sum(ICONS[name] for name in table.names("front", s)) for s in range(3)]
    ore = [table.amount(seat, "ore") for seat in range(3)]
    for seat in range(3):
        expected = -6 * (icons[seat] == min(icons))
        expected -= ore[seat] == max(ore) and ore[seat] > 0
        assert table.score(seat) == expected


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_hands_are_swapped_and_both_know_them(tables: Made, number: int) -> None:
    table, chance = tables("Choose an opponent: swap hands with that player", number)
    other = chance.choice([1, 2])
    hands = [table.names("hand", seat) for seat in range(3)]
    table.play("do", f"aim at player {other + 1}")
    hands[0], hands[other] = hands[other], hands[0]
    assert [table.names("hand", seat) for seat in range(3)] == hands
    before = [cards_in(table.pile("hand", seat)) for seat in range(3)]
    table.game.hide(table.tables, table.state, 0, table.rng)
    after = [cards_in(table.pile("hand", seat)) for seat in range(3)]
    assert before[0] == after[0] and before[other] == after[other]


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_cards_are_turned_up_until_there_are_enough(tables: Made, number: int) -> None:
    table, _ = tables("Turn up cards until you have 2 berry cards and discard the rest", number)
    deck = [table.people.name_of(card) for card in cards_in(table.pile("deck"))]
    hand, gone, n = table.names("hand"), [], 0
    for name in deck:
        if n == 2:
            break
        is_it = "berry" in KINDS[name]
        n += is_it
        (hand if is_it else gone).append(name)
    table.play("do")
    if n == 2:
        assert table.names("hand") == sorted(hand) and table.names("discard") == sorted(gone)
    else:
        assert not table.names("deck") and table.names("hand") == sorted(hand)


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_others_do_nothing_to_who_is_protected(tables: Made, number: int) -> None:
    attack = (
        "Each opponent loses 1 coin, each player discards 1 card, steal 1 ore from each opponent"
    )
    shield = SHIELD.replace("OTHER", f'"{attack}"')
    table, _ = tables("You are protected until your next turn", number, shield)
    coin = [table.amount(seat, "coin") for seat in range(3)]
    hands = [len(table.names("hand", seat)) for seat in range(3)]
    ore = [table.amount(seat, "ore") for seat in range(3)]
    table.play("do", "other")
    while "do" not in table.answers():
        assert table.asked in (1, 2)
        table.play(next(iter(table.answers())))
    assert [len(table.names("hand", seat)) for seat in range(3)] == [
        hands[0], hands[1] - 1, hands[2] - 1,
    ]  # fmt: skip
    assert [table.amount(s, "coin") for s in range(3)] == [coin[0], coin[1], max(0, coin[2] - 1)]
    assert table.amount(0, "ore") == ore[0]
    table.play("do")  # the protection of the first is over, and the third is protected
    assert table.asked == 0 and table.state.protected.tolist()[:3] == [0, 0, 1]


def test_aiming_leaves_out_who_is_protected(tables: Made) -> None:
    shield = SHIELD.replace("OTHER", "'Choose an opponent: that player loses 1 coin'")
    table, _ = tables("You are protected until your next turn", 1, shield)
    for seat in range(3):
        table.give(seat, coin=3)
    table.play("do", "other")
    assert [table.amount(seat, "coin") for seat in range(3)] == [3, 3, 2]
    table.play("do").play("other")
    assert [table.amount(seat, "coin") for seat in range(3)] == [3, 2, 2]


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_cards_are_put_on_the_deck_and_the_owner_alone_knows_them(
    tables: Made, number: int
) -> None:
    table, chance = tables("Each player puts 1 card from their hand on their deck", number)
    hands = [table.names("hand", seat) for seat in range(3)]
    table.play("do")
    put: list[tuple[int, str]] = []
    while "do" not in table.answers():
        seat, answer = table.asked, chance.choice(list(table.answers()))
        put.append((seat, answer.removeprefix("put on the deck ")))
        table.play(answer)
    for seat, name in put:
        hands[seat].remove(name)
    assert len(put) + sum(len(hand) == 1 for hand in hands if hand) >= 2
    for seat, hand in enumerate(hands):
        if any(who == seat for who, _ in put):
            assert table.names("hand", seat) == hand
    top = cards_in(table.pile("deck"))[0]
    if put:
        assert table.people.name_of(top) == put[-1][1] or len(hands[2]) == 1
        table.game.hide(table.tables, table.state, 2, table.rng)
        assert cards_in(table.pile("deck"))[0] == top


@pytest.mark.parametrize("number", range(N_POSITIONS))
@pytest.mark.parametrize("discards", [False, True])
def test_the_top_cards_are_looked_at_and_some_are_kept(
    tables: Made, number: int, discards: bool
) -> None:
    rest = "discard the rest" if discards else "put the rest back"
    table, chance = tables(f"Look at the top 4 cards of your deck, keep 2 and {rest}", number)
    deck = [table.people.name_of(card) for card in cards_in(table.pile("deck"))]
    hand, top = table.names("hand"), deck[:4]
    table.play("do")
    for _ in range(2):
        assert table.answers().keys() == {f"take {name}" for name in top}
        answer = chance.choice(list(table.answers()))
        top.remove(answer.removeprefix("take "))
        hand.append(answer.removeprefix("take "))
        table.play(answer)
    assert table.names("hand") == sorted(hand)
    left = [table.people.name_of(card) for card in cards_in(table.pile("deck"))]
    assert left == (deck[4:] if discards else top + deck[4:])
    assert table.names("discard") == (sorted(top) if discards else [])


def test_looking_shuffles_the_discard_pile_under_the_deck(tables: Made) -> None:
    phrase = "Look at the top 30 cards of your deck, keep 30 and put the rest back"
    table, _ = tables(f"Discard 1 card, {phrase}", 3)
    table.put("hand", 0, "Fig", "Nut")
    n = len(table.names("deck"))
    table.play("do", "discard Fig")
    assert len(table.names("hand")) == n + 2 and not table.names("discard")


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_a_card_is_played_twice(tables: Made, number: int) -> None:
    table, _ = tables("Play a nut card from your hand twice", number)
    n, coin, front = table.names("hand").count("Nut"), table.amount(0, "coin"), table.names("front")
    table.play("do")
    if n:
        assert table.answers().keys() == {"play twice Nut"}
        table.play("play twice Nut")
    assert table.asked == 1
    assert table.amount(0, "coin") == coin + (4 if n else 0)
    assert table.names("front") == sorted(front + ["Nut"] * (n > 0))
    assert table.names("hand").count("Nut") == max(0, n - 1)


def test_a_card_that_plays_another_twice_may_play_its_like_twice(tmp_path: Path) -> None:
    cards = "name,count,kind,effect\nThrone,9,work,You may play a card from your hand twice.\n"
    cards += "Nut,9,nut,Gain 1 coin.\n"
    play = PLAY.replace('do: "PHRASE"', "do: {play: card, to: discard}")
    table = Table(game_of(tmp_path / "throne", play, 2, cards=cards))
    table.put("hand", 0, "Throne", "Throne", "Nut", "Nut")
    table.play("do Throne", "Throne: do it", "play twice Throne")
    table.play("Throne: do it", "play twice Nut", "Throne: do it", "play twice Nut")
    assert table.asked == 1 and table.amount(0, "coin") == 4
    assert table.names("discard") == ["Nut", "Nut", "Throne", "Throne"]


def test_cards_within_cards_are_played_twice_up_to_a_limit(tmp_path: Path) -> None:
    cards = "name,count,kind,effect\nThrone,60,work,Play a card from your hand twice.\n"
    play = PLAY.replace('do: "PHRASE"', "do: {play: card}").replace(
        "hand: 4", "hand: {2: 18, 3: 2, 4: 2}"
    )
    table = Table(game_of(tmp_path / "throne", play, 2, cards=cards))
    table.play("do Throne")
    while table.asked == 0:
        table.play("play twice Throne")
    assert table.names("hand") == [] and len(table.names("front")) == 18


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_a_sentence_is_repeated_as_long_as_it_is_paid_for(tables: Made, number: int) -> None:
    table, chance = tables(
        "Up to 2 times: pay 1 ore: gain 2 coin and each opponent loses 1 coin", number
    )
    ore, coin = table.amount(0, "ore"), [table.amount(seat, "coin") for seat in range(3)]
    wanted, n = chance.randint(0, 2), 0
    table.play("do")
    while table.asked == 0:
        assert table.answers().keys() == {"do: do it", "do: leave it"}
        table.play("do: do it" if n < wanted else "do: leave it")
        n += n < wanted
    assert n == min(2, ore, wanted)
    assert table.amount(0, "ore") == ore - n and table.amount(0, "coin") == coin[0] + 2 * n
    assert [table.amount(seat, "coin") for seat in (1, 2)] == [max(0, c - n) for c in coin[1:]]


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_different_resources_are_chosen(tables: Made, number: int) -> None:
    table, chance = tables("Gain 2 different of ore, oak and coin", number)
    table.state.bank[table.resources.index("oak")] = number % 2
    before = {name: table.amount(0, name) for name in ("ore", "oak", "coin")}
    table.play("do")
    gained = set()
    if number % 2:
        for _ in range(2):
            names = {"ore", "oak", "coin"} - gained
            assert table.answers().keys() == {f"take {name}" for name in names}
            name = chance.choice(sorted(names))
            gained.add(name)
            table.play(f"take {name}")
    else:
        gained = {"ore", "coin"}
    after = {name: table.amount(0, name) for name in before}
    assert after == {name: n + (name in gained) for name, n in before.items()}


@pytest.mark.parametrize("number", range(N_POSITIONS))
def test_tiles_are_claimed_by_who_has_what_they_ask_for(tables: Made, number: int) -> None:
    needs = {"Copper": (0, 0, 0), "Silver": (2, 0, 1), "Pot": (1, 2, 0)}  # coin, fruit, nut
    play = PLAY.replace('do: "PHRASE"', "do: {claim: market}")
    table, _ = tables("claim", number, play, market=TILES)
    front, coin = table.names("front"), table.amount(0, "coin")
    n_fruit = sum("fruit" in KINDS[name] for name in front)
    has = (coin, n_fruit, front.count("Nut"))
    can = {name for name, asks in needs.items() if all(map(int.__ge__, has, asks))}
    assert {name for name in table.answers() if name != "other"} == {f"do {name}" for name in can}
    table.play(f"do {max(can)}")
    assert table.amount(0, "coin") == coin + (max(can) == "Pot")
    assert table.names("front") == sorted([*front, max(can)])
