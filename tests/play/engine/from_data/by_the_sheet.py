"""The six games to start from, written in plain Python from their printed rule sheets and cards.

Each game is a generator. It yields the player to choose, the names of the choices and the score of
every player, and receives the choice. Chance is passed in: `chance.card()` is the next card of the
deck, and `chance.die()` is a roll. Numbers and names of cards are the printed ones.
"""

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

Asked = tuple[int, frozenset[str], list[int]]
Play = Generator[Asked, str, list[int]]
Rows = dict[str, dict[str, str]]  # name of a card → its columns


class Chance(Protocol):
    """The cards and dice of one game."""

    def card(self) -> str:
        """The next card of the deck that is drawn from."""

    def die(self) -> int:
        """A roll of the die."""


@dataclass
class Player:
    """What lies before one player."""

    has: Counter[str] = field(default_factory=Counter)
    front: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    deck: Counter[str] = field(default_factory=Counter)
    discard: list[str] = field(default_factory=list)

    @property
    def owned(self) -> list[str]:
        return [*self.front, *self.hand, *self.deck.elements(), *self.discard]


@dataclass
class Table:
    """What all games share: players, printed cards, a deck with its discard pile."""

    rows: Rows
    n: int
    chance: Chance
    players: list[Player] = field(default_factory=list)
    deck: Counter[str] = field(default_factory=Counter)
    discard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players = [Player() for _ in range(self.n)]
        for name, row in self.rows.items():
            self.deck[name] += int(row.get("count") or 1)

    def draw(self) -> str | None:
        """The top card; "When a deck is empty …, shuffle its discard pile"."""
        self.deck = +self.deck
        if not self.deck:
            self.deck, self.discard = Counter(self.discard), []
        if not self.deck:
            return None
        card = self.chance.card()
        assert self.deck[card] > 0, f"{card} is not in the deck"
        self.deck[card] -= 1
        return card

    def kind(self, card: str) -> str:
        return self.rows[card]["kind"]

    def points(self, cards: Iterable[str]) -> int:
        return sum(int(self.rows[card]["points"]) for card in cards)

    def cost(self, card: str) -> Counter[str]:
        parts = [part.split() for part in self.rows[card]["cost"].split(",") if part.strip()]
        return Counter({name: int(n) for n, name in parts})

    def kinds(self, seat: int, kind: str) -> int:
        return sum(self.kind(card) == kind for card in self.players[seat].front)

    def others(self, seat: int) -> list[int]:
        """The opponents, clockwise from the left."""
        return [(seat + i) % self.n for i in range(1, self.n)]

    def scores(self) -> list[int]:
        return [self.score(seat) for seat in range(self.n)]

    def score(self, seat: int) -> int:
        raise NotImplementedError

    def tie(self, seat: int) -> int:
        """The winner among players with equal scores is the one with most of this."""
        return 0

    def winners(self) -> list[int]:
        """The seats that win the game when it ends now."""
        ranks = [(self.score(seat), self.tie(seat)) for seat in range(self.n)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def ask(self, seat: int, choices: Iterable[str]) -> Generator[Asked, str, str]:
        """The choice of a player; nobody is asked where there is only one."""
        named = sorted(set(choices))
        if len(named) == 1:
            return named[0]
        return (yield seat, frozenset(named), self.scores())

    def aim(self, seat: int) -> Generator[Asked, str, int]:
        """An opponent."""
        choices = {f"aim at player {other + 1}": other for other in self.others(seat)}
        return choices[(yield from self.ask(seat, choices))]

    def steal(self, seat: int, other: int, n: int, what: str) -> None:
        n = min(n, self.players[other].has[what])
        self.players[other].has[what] -= n
        self.players[seat].has[what] += n


# ---------------------------------------------------------------------- Foundry


class Foundry(Table):
    """The engine builder."""

    SAVES = (("mine", "ore"), ("mill", "oak"), ("loom", "wool"))
    GOODS = ("ore", "oak", "wool")
    GAINS: ClassVar[dict[str, dict[str, int]]] = {
        "Adit": {"mine": 1}, "Deep Shaft": {"mine": 2}, "Sawpit": {"mill": 1},
        "Water Mill": {"mill": 2}, "Weaver": {"loom": 1}, "Fulling Shed": {"loom": 2},
    }  # fmt: skip
    EACH_TURN: ClassVar[dict[str, str]] = {
        "Cart Road": "ore",
        "Tow Path": "oak",
        "Drovers' Inn": "wool",
    }

    def score(self, seat: int) -> int:
        has, front = self.players[seat].has, self.players[seat].front
        works, great = self.kinds(seat, "work"), self.kinds(seat, "great work")
        ends = {
            "Iron Bridge": has["mine"], "Town Hall": has["mill"], "Cloth Hall": has["loom"],
            "Pier": works // 2, "Guild House": 3 * min(has["mine"], has["mill"], has["loom"]),
            "Foundry": 2 if great >= 2 else 0,
        }  # fmt: skip
        return self.points(front) + sum(ends.get(card, 0) for card in front)

    def gain(self, seat: int, what: str, n: int) -> None:
        n = min(n, self.bank[what]) if what in self.GOODS else n
        self.players[seat].has[what] += n
        self.bank[what] -= n

    def price(self, seat: int, card: str) -> Counter[str]:
        price = self.cost(card)
        for saver, what in self.SAVES:
            price[what] = max(0, price[what] - self.players[seat].has[saver])
        return +price

    def play(self) -> Play:
        self.bank = Counter(dict.fromkeys(self.GOODS, 9))
        self.row = [card for _ in range(4) if (card := self.draw())]
        last = False
        for _ in range(50):
            for seat in range(self.n):
                more = True
                while more:
                    more = yield from self.turn(seat)
                    last = last or max(self.scores()) >= 12
                    if not self.row and not last:
                        return self.scores()
            if last:
                break
        return self.scores()

    def turn(self, seat: int) -> Generator[Asked, str, bool]:
        me, again = self.players[seat], False
        for card in me.front:
            if card in self.EACH_TURN:
                self.gain(seat, self.EACH_TURN[card], 1)
        builds = {f"build {c}": c for c in self.row if self.price(seat, c) <= me.has}
        choice = yield from self.ask(seat, ["one of each", "two alike", *builds])
        if choice == "one of each":
            for what in self.GOODS:
                self.gain(seat, what, 1)
        elif choice == "two alike":
            options = {f"choose option {i}": what for i, what in enumerate(self.GOODS, 1)}
            self.gain(seat, options[(yield from self.ask(seat, options))], 2)
        else:
            again = yield from self.build(seat, builds[choice])
        while sum(me.has[what] for what in self.GOODS) > 10:
            held = {f"give back {what}": what for what in self.GOODS if me.has[what]}
            self.gain(seat, held[(yield from self.ask(seat, held))], -1)
        return again

    def build(self, seat: int, card: str) -> Generator[Asked, str, bool]:
        for what, n in self.price(seat, card).items():
            self.gain(seat, what, -n)
        self.row.remove(card)
        if following := self.draw():
            self.row.append(following)
        self.players[seat].front.append(card)
        if card == "Market Hall":
            for what in self.GOODS:
                self.gain(seat, what, 1)
        if card == "Dyer":
            options = {"choose option 1": "ore", "choose option 2": "oak"}
            self.gain(seat, options[(yield from self.ask(seat, options))], 3)
        for what, n in self.GAINS.get(card, {}).items():
            self.gain(seat, what, n)
        return card == "Surveyor"


# ---------------------------------------------------------------------- Hamlet


class Hamlet(Table):
    """The game of workers."""

    PLACES: ClassVar[dict[str, dict[str, int]]] = {
        "Forest": {"wood": 3}, "Quarry": {"stone": 2}, "Fishing Hut": {"coin": 2},
        "Sawmill": {"wood": -2, "coin": 4}, "Mason": {"coin": -1, "stone": 3},
        "Market": {}, "Town Hall": {"coin": -3, "point": 2},
    }  # fmt: skip

    def score(self, seat: int) -> int:
        me = self.players[seat]
        ends = {"Chapel": self.kinds(seat, "home"), "Guildhall": self.kinds(seat, "trade")}
        score = me.has["point"] + self.points(me.front) + me.has["coin"] // 4
        return score + sum(ends.get(card, 0) for card in me.front)

    def tie(self, seat: int) -> int:
        return self.players[seat].has["coin"]

    def play(self) -> Play:
        self.row = [card for _ in range(4) if (card := self.draw())]
        for player in self.players:
            player.has.update(coin=2, worker=3)
        first = 0
        for _ in range(8):
            self.used: set[str] = set()
            seat, passed = first, 0
            while passed < self.n:
                has_passed, again = yield from self.turn(seat)
                if not self.row:
                    return self.scores()
                passed = passed + 1 if has_passed else 0
                seat = seat if again else (seat + 1) % self.n
            for player in self.players:
                player.has["worker"] = 3
            first = (first + 1) % self.n
        return self.scores()

    def turn(self, seat: int) -> Generator[Asked, str, tuple[bool, bool]]:
        """One turn: whether the player passed, and whether another turn follows."""
        me = self.players[seat]
        if not me.has["worker"]:
            return True, False
        free = [
            name
            for name, gains in self.PLACES.items()
            if name not in self.used and all(me.has[what] >= -n for what, n in gains.items())
        ]
        builds = {f"build {c}": c for c in self.row if self.cost(c) <= me.has}
        if not free and not builds:
            return True, False
        choice = yield from self.ask(seat, [*free, *builds])
        me.has["worker"] -= 1
        if choice in builds:
            return False, self.build(seat, builds[choice])
        self.used.add(choice)
        gains = self.PLACES[choice]
        if choice == "Market":
            options = {
                "choose option 1": {"wood": 1, "stone": 1},
                "choose option 2": {"coin": 1, "wood": 1},
            }
            gains = options[(yield from self.ask(seat, options))]
        for what, n in gains.items():
            me.has[what] += n
        return False, False

    def build(self, seat: int, card: str) -> bool:
        me = self.players[seat]
        me.has.subtract(self.cost(card))
        self.row.remove(card)
        if following := self.draw():
            self.row.append(following)
        me.front.append(card)
        me.has["coin"] += 4 if card == "Inn" else 0
        me.has["wood"] += 4 if card == "Woodshed" else 0
        for other in self.others(seat) if card == "Toll Bridge" else ():
            self.steal(seat, other, 1, "coin")
        return card == "Well"


# ---------------------------------------------------------------------- Grotto


class Grotto(Table):
    """The game of luck that is pressed."""

    def score(self, seat: int) -> int:
        me = self.players[seat]
        score = me.has["point"] + self.points(me.front) + me.has["rope"] // 2
        return score + me.front.count("Idol") * (self.kinds(seat, "treasure") // 2)

    def play(self) -> Play:
        for player in self.players:
            player.has["rope"] = 1
        last = False
        for _ in range(12):
            for seat in range(self.n):
                yield from self.turn(seat)
                last = last or max(self.scores()) >= 25
            if last:
                break
        return self.scores()

    def turn(self, seat: int) -> Generator[Asked, str, None]:
        me = self.players[seat]
        up: list[str] = []
        choice = "press on"
        while choice == "press on":
            card = self.draw()
            if card is None:
                break
            up.append(card)
            if sum(self.kind(each) == "danger" for each in up) == 2:
                self.discard += up
                return
            more = ["press on"] if +self.deck or self.discard else []
            choice = yield from self.ask(seat, ["stop", *more])
        me.front += up
        for card in up:
            if card == "Rope":
                me.has["rope"] += 2
            elif card == "Lantern":
                me.has["point"] += self.kinds(seat, "gear")
            elif card == "Thief":
                self.steal(seat, (yield from self.aim(seat)), 1, "rope")


# ---------------------------------------------------------------------- Raid


class Raid(Table):
    """Take that."""

    def score(self, seat: int) -> int:
        return self.players[seat].has["point"] + self.players[seat].has["coin"]

    def tie(self, seat: int) -> int:
        return self.players[seat].has["coin"]

    def play(self) -> Play:
        for player in self.players:
            player.has["coin"] = 3
        for _ in range(3):
            for seat in range(self.n):
                self.take(seat, 1)
        last = False
        for _ in range(20):
            for seat in range(self.n):
                more = True
                while more:
                    more = yield from self.turn(seat)
                    last = last or max(self.scores()) >= 20
            if last:
                break
        return self.scores()

    def take(self, seat: int, n: int) -> None:
        for _ in range(n):
            if card := self.draw():
                self.players[seat].hand.append(card)

    def drop(self, seat: int, n: int, *, up_to: bool = False) -> Generator[Asked, str, None]:
        """Discard so many cards, or up to so many."""
        hand = self.players[seat].hand
        if not up_to and len(hand) <= n:
            self.discard += hand
            hand.clear()
            return
        for _ in range(min(n, len(hand))):
            choices = {f"discard {card}": card for card in hand} | ({"stop": ""} if up_to else {})
            card = choices[(yield from self.ask(seat, choices))]
            if not card:
                return
            hand.remove(card)
            self.discard.append(card)

    def turn(self, seat: int) -> Generator[Asked, str, bool]:
        me = self.players[seat]
        self.take(seat, 1)
        if not me.hand:
            return False
        choices = {f"play {card}": card for card in me.hand}
        card = choices[(yield from self.ask(seat, choices))]
        me.hand.remove(card)
        yield from self.carry_out(seat, card)
        self.discard.append(card)
        return card == "Fair Wind"

    def carry_out(self, seat: int, card: str) -> Generator[Asked, str, None]:
        has, others = self.players[seat].has, self.others(seat)
        has["coin"] += {"Silver": 2, "Chest": 3, "Fair Wind": 1}.get(card, 0)
        if card == "Cutpurse":
            for other in others:
                self.steal(seat, other, 1, "coin")
        elif card == "Boarding":
            other = yield from self.aim(seat)
            self.players[other].has["coin"] = max(0, self.players[other].has["coin"] - 3)
        elif card == "Ransom":
            other = yield from self.aim(seat)
            self.steal(seat, other, 2, "coin")
            self.take(other, 1)
        elif card == "Storm":
            for other in others:
                self.players[other].has["coin"] = max(0, self.players[other].has["coin"] - 1)
            yield from self.drop(seat, 2, up_to=True)
        elif card == "Fever":
            for other in others:
                yield from self.drop(other, 1)
        elif card == "Lookout":
            self.take(seat, 2)
            if (
                yield from self.ask(seat, [f"{card}: do it", f"{card}: leave it"])
            ) == f"{card}: do it":
                yield from self.drop(seat, 1)
        elif card == "Dice":
            has["coin"] += self.chance.die()
        elif card == "Hideout":
            has["coin"] += 4 if has["coin"] <= 3 else 0
        elif card == "Buried Map" and has["coin"] >= 4:
            answer = yield from self.ask(seat, [f"{card}: do it", f"{card}: leave it"])
            has["coin"] -= 4 if answer == f"{card}: do it" else 0
            has["point"] += 6 if answer == f"{card}: do it" else 0


# ---------------------------------------------------------------------- Harbour


class Harbour(Table):
    """The deck builder."""

    def score(self, seat: int) -> int:
        return self.points(self.players[seat].owned)

    def tie(self, seat: int) -> int:
        return -len(self.players[seat].owned)

    def play(self) -> Play:
        self.supply = self.deck.copy()
        for player in self.players:
            for name, row in self.rows.items():
                player.deck[name] += int(row["start"])
                self.supply[name] -= int(row["start"])
        for seat in [seat for _ in range(5) for seat in range(self.n)]:
            self.take(seat, 1)
        for _ in range(40):
            for seat in range(self.n):
                yield from self.turn(seat)
                empty = sum(n == 0 for n in self.supply.values())
                if empty >= 3 or not self.supply["Customs House"]:
                    return self.scores()
        return self.scores()

    def take(self, seat: int, n: int) -> None:
        """Draw from the player's own deck."""
        me = self.players[seat]
        for _ in range(n):
            me.deck = +me.deck
            if not me.deck:
                me.deck, me.discard = Counter(me.discard), []
            if me.deck:
                card = self.chance.card()
                assert me.deck[card] > 0, f"{card} is not in the deck"
                me.deck[card] -= 1
                me.hand.append(card)

    def turn(self, seat: int) -> Generator[Asked, str, None]:
        me = self.players[seat]
        me.has = Counter(action=1, buy=1)
        while me.has["action"]:
            crew = {f"play {c}": c for c in me.hand if self.kind(c) == "crew"}
            if not crew or (choice := (yield from self.ask(seat, [*crew, "stop"]))) == "stop":
                break
            me.has["action"] -= 1
            me.hand.remove(crew[choice])
            me.front.append(crew[choice])
            yield from self.carry_out(seat, crew[choice])
        coins = [card for card in me.hand if self.kind(card) == "coin"]
        me.hand = [card for card in me.hand if self.kind(card) != "coin"]
        me.front += coins
        me.has["coin"] += sum({"Penny": 1, "Crown": 2, "Guinea": 3}[card] for card in coins)
        while me.has["buy"]:
            wares = {f"buy {c}": c for c in self.rows if self.is_sold(c, me.has["coin"])}
            if not wares or (choice := (yield from self.ask(seat, [*wares, "stop"]))) == "stop":
                break
            me.has["buy"] -= 1
            me.has["coin"] -= int(self.rows[wares[choice]]["cost"])
            self.receive(seat, wares[choice])
        me.discard += [*me.hand, *me.front]
        me.hand, me.front = [], []
        self.take(seat, 5)

    def is_sold(self, card: str, coins: int) -> bool:
        return self.supply[card] > 0 and int(self.rows[card]["cost"]) <= coins

    def receive(self, seat: int, card: str) -> None:
        self.supply[card] -= 1
        self.players[seat].discard.append(card)

    def carry_out(self, seat: int, card: str) -> Generator[Asked, str, None]:
        me = self.players[seat]
        draws = {"Pilot": 1, "Boatswain": 3, "Ship's Clerk": 1, "Tide Table": 2}
        self.take(seat, draws.get(card, 0))
        me.has["action"] += card in ("Pilot", "Ship's Clerk", "Tide Table")
        me.has["buy"] += card == "Deckhand"
        me.has["coin"] += {"Deckhand": 2, "Ship's Clerk": 1, "Press Gang": 2}.get(card, 0)
        if card == "Rat Catcher":
            for _ in range(min(3, len(me.hand))):
                choices = {f"trash {c}": c for c in me.hand} | {"stop": ""}
                trashed = choices[(yield from self.ask(seat, choices))]
                if not trashed:
                    return
                me.hand.remove(trashed)
        elif card == "Smuggler":
            choices = {f"gain {c}": c for c in self.rows if self.is_sold(c, 4)}
            if choices:
                self.receive(seat, choices[(yield from self.ask(seat, choices))])
        elif card == "Press Gang":
            for other in self.others(seat):
                hand, discard = self.players[other].hand, self.players[other].discard
                while len(hand) > 3:
                    choices = {f"discard {c}": c for c in hand}
                    dropped = choices[(yield from self.ask(other, choices))]
                    hand.remove(dropped)
                    discard.append(dropped)


# ---------------------------------------------------------------------- Orchard


class Orchard(Table):
    """The draft."""

    is_over = False

    def score(self, seat: int) -> int:
        me = self.players[seat]
        score = me.has["point"] + self.points(me.front)
        baskets = [self.kinds(other, "basket") for other in range(self.n)]
        ahead = sum(n > baskets[seat] for n in baskets)
        if baskets[seat]:
            score += 6 if ahead == 0 else 3 if ahead == 1 else 0
        return score + (0 if self.is_over else self.round_score(seat))

    def tie(self, seat: int) -> int:
        return self.kinds(seat, "basket")

    def round_score(self, seat: int) -> int:
        plums, pears = self.kinds(seat, "plum"), self.kinds(seat, "pear")
        fruits = [self.kinds(seat, kind) for kind in ("fig", "grape", "melon")]
        return 5 * (plums // 2) + (0, 1, 3, 6, 10, 15)[min(pears, 5)] + 6 * min(fruits)

    def play(self) -> Play:
        for i in range(3):
            for seat in [s for _ in range({2: 10, 3: 9, 4: 8}[self.n]) for s in range(self.n)]:
                if card := self.draw():
                    self.players[seat].hand.append(card)
            while any(player.hand for player in self.players):
                yield from self.step()
            scored = [self.round_score(seat) for seat in range(self.n)]
            for seat, player in enumerate(self.players):
                gone = [card for card in player.front if self.kind(card) != "basket"]
                player.has["point"] += scored[seat] + self.points(gone)
                player.front = [card for card in player.front if self.kind(card) == "basket"]
                self.discard += gone
            self.is_over = i == 2
        return self.scores()

    def step(self) -> Generator[Asked, str, None]:
        kept = []
        for seat, player in enumerate(self.players):
            choices = {f"keep {card}": card for card in player.hand}
            kept.append(choices[(yield from self.ask(seat, choices))])
        for player, card in zip(self.players, kept, strict=True):
            player.hand.remove(card)
            player.front.append(card)
        hands = [player.hand for player in self.players]
        for seat, player in enumerate(self.players):
            player.hand = hands[seat - 1]
        for seat, card in enumerate(kept):
            if card == "Scarecrow":
                neighbours = {(seat + 1) % self.n, (seat - 1) % self.n}
                counted = sum(len(self.players[other].front) for other in neighbours)
                self.players[seat].has["point"] += counted
            elif card == "Beehive":
                self.players[seat].has["point"] += 2
                for other in self.others(seat):
                    self.players[other].has["point"] += 1


GAMES: dict[str, type[Any]] = {
    "foundry": Foundry,
    "hamlet": Hamlet,
    "grotto": Grotto,
    "raid": Raid,
    "harbour": Harbour,
    "orchard": Orchard,
}
