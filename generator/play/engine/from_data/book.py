"""Gives a pack without `rules.py` its rules: the machine, and the names from the pack's plan."""

from collections.abc import Iterator
from functools import partial
from types import ModuleType
from typing import Any

from generator.kit import at, cards_in, count, front, group, hand, knows, note
from generator.model.pack import Pack
from generator.play.engine.from_data import machine
from generator.play.engine.from_data.counting import total
from generator.play.engine.from_data.goods import hand_at
from generator.play.engine.from_data.judge import weights_of
from generator.play.engine.from_data.kinds_of_moves import VERBS, kinds_of_verbs
from generator.play.engine.from_data.layout import (
    DECK,
    DECKS_AT,
    DISCARD,
    DISCARDS_AT,
    FRONT,
    HAND,
    OUT_AT,
    ROWS_AT,
    SEATS_AT,
    setup_of,
)
from generator.play.engine.from_data.questions import (
    ACCEPT,
    AT,
    BACK,
    DECLINE,
    DISCARD_ROW,
    DO,
    GAIN_ROW,
    KEEP_ROW,
    LOOK_ROW,
    OPTION,
    PUT_ROW,
    TAKE,
)
from generator.play.engine.from_data.results import results, to_turn_end
from generator.play.engine.from_data.sentences import amount, said, status
from generator.play.engine.from_data.sources import sources
from generator.play.engine.from_data.worth import value
from generator.reading.phrases.bytecode import GAIN_CARD, LOOK, PLAY_TWICE
from generator.reading.phrases.limits import DO_ACTION, LONGEST, MOST_ROWS, MOST_SEATS
from generator.reading.phrases.plan import plan_of
from generator.reading.phrases.plan_values import Plan

STUCK = "nobody could do anything"
DEPTH = 20  # decisions of a playout before its end is judged
_RULES = ("deal", "turn", "moves", "play", "score", "kind", "piece", "turn_of", "round_of")


def rules_of(pack: Pack, players: int) -> ModuleType:
    """A module with everything that `rules.py` may define, for a pack that is played by its words.

    The functions that run in games are the machine's, the same for every pack.
    """
    plan, problems = plan_of(pack)
    assert not problems.errors, problems.errors
    people = _People(pack, plan, players)
    weights = weights_of(plan, players)
    scoring = [phrase.text for phrase in pack.play.scoring] if pack.play else []

    def setup(changed: Pack, players: int) -> tuple[Any, Any]:
        if changed is pack:
            return setup_of(plan, players, weights)
        after, problems = plan_of(changed, plan)
        if problems.errors or after.tier(players) != plan.tier(players):
            after = plan_of(changed)[0]  # no room for programs behind those of the pack
        return setup_of(after, players, weights, plan)

    module = ModuleType("rules")
    names: dict[str, Any] = {
        "SEATS": (pack.players[0], min(pack.players[1], MOST_SEATS)),
        "LONGEST": LONGEST,
        "WIDEST": _widest(plan),
        "HIDDEN": people.has_hidden,
        "CHANCE": True,
        "KINDS": kinds_of_verbs(plan, players)[0],
        "ENDS": ("", STUCK, *plan.end_names),
        "SEARCH": {"depth": DEPTH},
        "setup": setup,
        "pieces": lambda pack: people.pieces,
        "describe": people.describe,
        "name_move": people.name_move,
        "say_move": lambda tables, state, move: said(plan, tables, state, int(move)),
        "tell_results": people.results,
        "to_turn_end": to_turn_end,
        "status": lambda tables, state, seat: status(plan, tables, state),
        "opening": people.opening,
        "chance": people.chance,
        "show": people.show,
        "lay": people.lay,
        **{name: getattr(machine, name) for name in _RULES},
        "value": value,
    }
    if not _chooses_cards(plan):
        del names["pieces"], names["piece"]  # nobody can take a card or pass it over
    if people.has_hidden:
        names["hide"] = machine.hide
    if plan.round_scoring < 0:  # else the table of points goes by rounds
        names["tally"] = partial(sources, plan, scoring)
    if plan.is_draft:
        names["SECRET"] = {"keep": "turn"}
    if plan.stocks:
        names["SUPPLIES"], names["stock"] = plan.stock_names, machine.stock
    if plan.tie >= 0:
        names["tie_break"] = machine.tie_break
    vars(module).update(names)
    return module


def _widest(plan: Plan) -> int:
    """The most answers to one question: every action with every card, and some more."""
    with_cards = sum(1 for action in plan.actions if action[0])
    return max(32, (with_cards + 1) * len(plan.rows) + len(plan.actions) + 2)


def _chooses_cards(plan: Plan) -> bool:
    """Whether a move can use a card, as `machine.piece` has it."""
    ops = {row[0] for row in plan.code}
    with_cards = any(plan.actions[i][0] != DO_ACTION for i in plan.offered)
    return plan.is_draft or with_cards or bool(ops & {GAIN_CARD, LOOK, PLAY_TWICE})


def piles_in(state: Any) -> Iterator[tuple[int, Any]]:
    """The piles with their numbers: decks, those of each seat, rows, discard piles."""
    for pile in (*range(DECKS_AT, len(state.cards)), *range(DECKS_AT)):
        yield pile, state.cards[pile]


class _People:
    """The functions for people of one plan."""

    def __init__(self, pack: Pack, plan: Plan, players: int) -> None:
        self.plan, self.players = plan, players
        self.pieces = [f"{id}/{r.id}" for id in plan.components for r in pack.component(id).rows]
        self.titles = [pack.component(id).title for id in plan.components]
        places = pack.play.places if pack.play else ""
        rows = pack.component(places).rows if places else ()
        self.places = [(f"{places}/{row.id}", row.name) for row in rows]
        self.title = pack.component(places).title if places else ""  # of the places
        names = [row.name for row in plan.rows]
        self.called = [
            name if names.count(name) == 1 else row.id
            for name, row in zip(names, plan.rows, strict=True)
        ]
        self.copies = [i for i, row in enumerate(plan.rows) for _ in range(row.count)]
        parts = zip(plan.open_rows, plan.is_supply, strict=True)
        closed = any(not is_supply for _, is_supply in parts)
        self.has_hidden = plan.own_decks or (closed and bool(self.copies))

    # ------------------------------------------------------------------ moves

    def describe(self, tables: Any, state: Any, move: int) -> dict[str, Any]:
        """A move as records have it: what is done, and with what."""
        move = int(move)
        verb = (*VERBS, *self.plan.action_names)[machine.verb(move)]
        row = machine.piece(tables, state, move)
        if DISCARD_ROW <= move < GAIN_ROW:
            row = (move - KEEP_ROW) % MOST_ROWS
        if PUT_ROW <= move < LOOK_ROW:
            row = move - PUT_ROW
        if row >= 0:
            return {"do": verb, "card": self.called[row]}
        if OPTION <= move < AT:
            return {"do": verb, "option": move - OPTION + 1}
        if AT <= move < BACK:
            return {"do": verb, "who": move - AT}
        if BACK <= move < DO:
            return {"do": verb, "what": self.plan.resources[move - BACK]}
        if move >= TAKE:
            return {"do": verb, "what": self.plan.resources[move - TAKE]}
        return {"do": verb}

    def name_move(self, tables: Any, state: Any, move: int) -> str:
        """A move in a few words."""
        event = self.describe(tables, state, move)
        if move in (ACCEPT, DECLINE) and (subject := self.subject(state)):
            return f"{subject}: {event['do']}"
        if "option" in event:
            return f"choose option {event['option']}"
        if "who" in event:
            return f"aim at player {event['who'] + 1}"
        return " ".join(str(event[key]) for key in ("do", "card", "what") if key in event)

    def subject(self, state: Any) -> str:
        """The card or the action whose words ask something; "" for a step or the set-up."""
        if not state.depth:
            return ""
        pc, card = (int(state.stack[state.depth - 1, i]) for i in (0, 2))
        if card >= 0:
            return self.name_of(card)
        return self.plan.speaker_of(pc)

    # ------------------------------------------------------------------ what lies where

    def place_of(self, pile: int) -> dict[str, Any]:
        """The name of a pile in records."""
        if pile >= SEATS_AT:
            seat, what = divmod(pile - SEATS_AT, 4)
            return {"where": ("deck", "hand", "front", "discard pile")[what], "whose": seat}
        if pile >= DECKS_AT:
            return {"where": "deck"}
        if pile == OUT_AT:
            return {"where": "out of the game"}
        return {"where": "row" if pile < DISCARDS_AT else "discard pile"}

    def opening(self, tables: Any, state: Any) -> dict[str, Any]:
        """The cards that the deal laid in each pile other than a deck, from the top."""
        found: dict[str, Any] = {}
        for pile, cards in piles_in(state):
            place = self.place_of(pile)
            if place["where"] in ("hand", "row", "front") and count(cards):
                name = " ".join(map(str, place.values()))
                names = [self.name_of(card) for card in cards_in(cards)]
                found[name] = [*found.get(name, []), *names]
        return found

    def chance(self, tables: Any, before: Any, move: int, after: Any) -> list[dict[str, Any]]:
        """The cards that left a deck, and where they went."""
        was = {card: pile for pile, cards in piles_in(before) for card in cards_in(cards)}
        moved = []
        for pile, cards in piles_in(after):
            for card in cards_in(cards):
                is_from_deck = card in was and self.place_of(was[card])["where"] == "deck"
                if is_from_deck and was[card] != pile:
                    moved.append({"do": "draw", "card": self.name_of(card), **self.place_of(pile)})
        return moved

    def results(self, tables: Any, before: Any, move: int, after: Any) -> list[str]:
        """What a move did to players, as everybody may know it."""
        names = [self.called[row] for row in self.copies]
        return results(self.plan, self.copies, names, before, int(move), after, self.players)

    def name_of(self, card: int) -> str:
        """The name of a copy."""
        return self.called[self.copies[card]]

    def show(self, tables: Any, state: Any) -> str:
        """The position as text."""
        lines = [f"round {int(state.rounds) + 1}"]
        for cards in state.cards[ROWS_AT:DISCARDS_AT]:
            if count(cards):
                lines.append("row: " + ", ".join(self.name_of(card) for card in cards_in(cards)))
        for seat in range(self.players):
            lines.append(f"player {seat + 1}: {self.has(tables, state, seat)}")
            for what in (HAND, FRONT):
                pile = SEATS_AT + 4 * seat + what
                if what == HAND:
                    pile = hand_at(tables, state, seat)
                if count(state.cards[pile]):
                    names = ", ".join(self.name_of(card) for card in cards_in(state.cards[pile]))
                    lines.append(f"  {'hand' if what == HAND else 'front'}: {names}")
        return "\n".join(lines)

    def has(self, tables: Any, state: Any, seat: int) -> str:
        """The belongings of a seat, in words."""
        points = int(total(tables, state, seat, False))
        held = [
            f"{int(state.held[seat, i])} {name}"
            for i, name in enumerate(self.plan.resources[1:], start=1)
            if state.held[seat, i]
        ]
        return ", ".join([f"{points} point{'' if points == 1 else 's'}", *held])

    def goods(self, state: Any, seat: int) -> str:
        """What a seat has of every resource, in words."""
        return ", ".join(
            amount(self.plan, int(state.held[seat, i]), i)
            for i in range(1, len(self.plan.resources))
        )

    def lay(self, tables: Any, state: Any, seat: int | None) -> Iterator[Any]:
        """The table as a seat sees it."""
        for other in range(self.players):
            if len(self.plan.resources) > 1:
                yield note(self.goods(state, other), front(other))
            held = state.cards[hand_at(tables, state, other)]
            yield from self._laid(held, hand(other), seat)
            yield from self._laid(self._of(state, other, FRONT), front(other), seat)
            if self.plan.own_decks:
                decks = [count(self._of(state, other, what)) for what in (DECK, DISCARD)]
                words = f"{decks[0]} in deck, {decks[1]} in discard pile"
                yield note(words, front(other))
        yield from self._places(state)
        for part, id in enumerate(self.plan.components):
            deck = state.cards[tables.deck_at[part]]
            if seat is None and not self.plan.is_supply[part]:
                yield from (
                    at(self.pieces[self.copies[card]], "bag", up=False) for card in cards_in(deck)
                )
            elif count(deck) and not self.plan.is_supply[part]:
                yield at(id, "bag", up=False, n=count(deck))
            market = group(self.titles[part]) if self.plan.open_rows[part] else "table"
            yield from self._laid(state.cards[ROWS_AT + part], market, seat)
            yield from self._laid(state.cards[DISCARDS_AT + part], "discard", seat)
        for row, n in enumerate(state.left[: len(self.plan.rows)]):
            if self.plan.rows[row].count and self.plan.is_supply[self.plan.part_of[row]]:
                yield at(self.pieces[row], "supply", n=int(n))

    def _places(self, state: Any) -> Iterator[Any]:
        """The places for workers, each with the seat that has taken it in this round."""
        names = self.plan.action_names
        for id, name in self.places:
            bit = 1 << names.index(name)
            by = next((s for s in range(self.players) if int(state.taken[s]) & bit), -1)
            yield at(id, group(self.title), by=by)

    def _of(self, state: Any, seat: int, what: int) -> Any:
        return state.cards[SEATS_AT + 4 * seat + what]

    def _laid(self, pile: Any, where: Any, seat: int | None) -> Iterator[Any]:
        """The cards of a pile in the order they came, face down where a seat does not know them."""
        for place, card in reversed([*enumerate(cards_in(pile))]):
            row = self.copies[card]
            if seat is None or knows(pile, place, seat):
                yield at(self.pieces[row], where)
            else:
                yield at(self.plan.components[self.plan.part_of[row]], where, up=False)
