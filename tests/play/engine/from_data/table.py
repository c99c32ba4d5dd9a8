"""A game of words set up by hand, for tests: who has what, what is asked, what is answered."""

from pathlib import Path
from typing import Any

import numpy as np

from generator.kit import cards_in, count, put, stream, take_at
from generator.kit.chance import CHANCE_STREAM
from generator.play.engine.from_data import machine
from generator.play.engine.from_data.goods import hand_at, note_front
from generator.play.engine.from_data.layout import (
    DECK,
    DISCARD,
    DISCARDS_AT,
    DRAW_DECK,
    FRONT,
    OUT_AT,
    ROWS_AT,
    SEATS_AT,
)
from generator.play.engine.game import Game, load_game
from generator.reading.door import open_pack

CARDS = """name,count,kind,cost,points,effect,start
Fig,8,fruit,2 coin,0,,0
Grape,8,"fruit, berry",4 coin,0,,0
Nut,8,nut,1 ore,2,,0
"""
MARKET = """name,count,kind,cost,points,effect,start
Copper,12,metal,0,0,,1
Silver,6,metal,3 coin,1,,0
Pot,2,thing,5 coin,0,,0
"""
PARTS = """protoplay: 1
name: Table
players: 2-4
components:
  cards: {size: poker, rows: cards.csv, count: "{{ count }}"}
  market: {size: poker, rows: market.csv, count: "{{ count }}"}
"""
PLAY = """play:
  cards: {cards: {}, market: {supply: true}}
  resources: {ore: {}, oak: {bank: 9}, coin: {}}
  hand: 4
  actions: {do: "PHRASE", other: Gain 1 ore}
  turn: {choose: [do, other]}
  end: after 9 rounds
"""


def game_of(
    folder: Path, play: str, players: int, *, cards: str = CARDS, market: str = MARKET
) -> Game:
    """A plain game with this `play:`."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(PARTS + play, "utf-8")
    (folder / "cards.csv").write_text(cards, "utf-8")
    (folder / "market.csv").write_text(market, "utf-8")
    pack, problems = open_pack(folder)
    assert pack is not None, [str(p) for p in problems]
    return load_game(pack, players, plain=True)


class Table:
    """One position of a game, changed by hand and by moves."""

    def __init__(self, game: Game, seed: int = 1, index: int = 0) -> None:
        self.game, self.rng = game, stream(seed, index, CHANCE_STREAM)
        self.tables: Any = game.tables
        self.state: Any = game.fresh(1)[0]
        game.deal(self.tables, self.state, self.rng)
        book = game.book
        self.resources = book.get("describe").__self__.plan.resources
        self.people = book.get("describe").__self__

    def answers(self) -> dict[str, int]:
        """The legal moves by their names."""
        out = np.zeros(self.game.widest, np.int32)
        n = self.game.moves(self.tables, self.state, out)
        return {self.game.name_move(self.tables, self.state, int(m)): int(m) for m in out[:n]}

    def play(self, *names: str) -> "Table":
        """Play moves by their names."""
        for name in names:
            answers = self.answers()
            assert name in answers, (name, answers)
            self.game.play(self.tables, self.state, np.int64(answers[name]), self.rng)
        return self

    def give(self, seat: int, **amounts: int) -> "Table":
        """Set how much a seat has."""
        for name, n in amounts.items():
            self.state.held[seat, self.resources.index(name)] = n
        return self

    def amount(self, seat: int, name: str) -> int:
        return int(self.state.held[seat, self.resources.index(name)])

    def pile(self, where: str, seat: int = 0) -> Any:
        """A pile by its name."""
        at = SEATS_AT + 4 * seat
        places = {
            "hand": hand_at(self.tables, self.state, seat),
            "front": at + FRONT,
            "own deck": at + DECK,
            "own discard": at + DISCARD,
            "deck": DRAW_DECK,
            "discard": DISCARDS_AT,
            "out": OUT_AT,
            "row": ROWS_AT,
        }
        return self.state.cards[places[where]]

    def names(self, where: str, seat: int = 0) -> list[str]:
        """The names of the cards of a pile, sorted."""
        return sorted(self.people.name_of(card) for card in cards_in(self.pile(where, seat)))

    def put(self, where: str, seat: int, *names: str) -> "Table":
        """Let a pile be these cards, taken from the deck of hands; what lay there goes into it."""
        pile = self.pile(where, seat)
        source = self.pile("own deck" if self.tables.own_decks else "deck", seat)
        while count(pile):
            put(source, take_at(pile, 0))
        for name in names:
            cards = cards_in(source)
            place = next(i for i, c in enumerate(cards) if self.people.name_of(c) == name)
            put(pile, take_at(source, place))
        self.note(seat)
        return self

    def note(self, seat: int) -> None:
        """Count anew what lies in front of a seat, as the machine keeps it up."""
        self.state.in_front[seat] = 0
        if not self.tables.owned:
            self.state.printed[seat] = 0
        for card in cards_in(self.pile("front", seat)):
            note_front(self.tables, self.state, seat, self.tables.row_of[card], 1)

    def score(self, seat: int = 0) -> int:
        return self.scores()[seat]

    def scores(self) -> list[int]:
        scores = np.zeros(self.game.seats)
        self.game.score(self.tables, self.state, scores)
        return [int(score) for score in scores]

    @property
    def asked(self) -> int:
        """Who is asked, −1 for nobody."""
        return int(machine.turn(self.tables, self.state))
