"""The operations of a table without rules: each takes a state and returns the next.

In: a state, a seat, an operation that `forms` has read, and `Chance`. Out: the next state and a
sentence for each reader. `RefusedError` says why an operation cannot be done.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.hosting.free.chance import Chance
from generator.hosting.free.forms import EACH
from generator.hosting.free.state import SPECTATOR, Held, Look, Stack, State, World
from generator.model.letters import capital

MOST_STACKS = 2000
MOST_NOTES = 100
MOST_COUNTERS = 40
MOST_DICE = 20
_SEAT = re.compile(r"\0(\d{1,2})\0")  # nobody can type it
_LOST = "That piece is no longer there."


class RefusedError(ValueError):
    """The reason why an operation is refused, as a sentence for its seat."""


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence for everybody, and others for some readers; `name_of` stands for names."""

    public: str
    own: Mapping[int, str] = field(default_factory=dict)

    def for_reader(self, reader: int, names: Sequence[str]) -> str:
        """The sentence of a reader."""
        text = self.own.get(reader, self.public)
        return _SEAT.sub(lambda seat: "".join(names[int(seat[1]) :][:1]), text)


def name_of(seat: int) -> str:
    """The placeholder for the name of a seat in a sentence."""
    return f"\0{seat}\0"


@dataclass(frozen=True, slots=True)
class Act:
    """One operation about to be done."""

    world: World
    state: State
    seat: int
    operation: Mapping[str, Any]
    chance: Chance

    @property
    def who(self) -> str:
        """The place of the name of its seat in a sentence."""
        return name_of(self.seat)

    def get(self, key: str, default: Any = None) -> Any:
        """A value of the operation."""
        return self.operation.get(key, default)

    def stack(self, key: str = "t") -> Stack:
        """The stack that the operation names. Raises `RefusedError` if there is none."""
        stack = self.state.stacks.get(self.operation[key])
        if stack is None:
            raise RefusedError(_LOST)
        return stack

    def loose(self) -> Stack:
        """The stack that the operation names, which is not locked."""
        stack = self.stack()
        if stack.is_locked:
            raise RefusedError(f"{capital(self.name(stack))} is locked.")
        return stack

    def filled(self) -> Stack:
        """Return the stack that the operation names, with its pieces, if none of them is locked."""
        stack = self.loose()
        if stack.colour:
            raise RefusedError("A token can only be moved, locked, noted and taken away.")
        if not stack.pieces:
            raise RefusedError("Nothing lies there.")
        return stack

    def name(self, stack: Stack) -> str:
        """The name of a stack that everybody may know."""
        if stack.colour:
            return f"a {stack.colour} token"
        if stack.place:
            return stack.place
        if len(stack.pieces) > 1:
            return f"a pile of {len(stack.pieces)}"
        piece = self.world.pieces[stack.pieces[0]]
        return piece.name if stack.is_up else f"a piece of {piece.title}, face down"

    def seen(self, piece: int) -> str:
        """The name of a piece whose front a reader sees."""
        return self.world.pieces[piece].name

    def say(self, rest: str, you: str = "") -> Words:
        """A sentence that begins with the seat's name and a verb, and its own with "You"."""
        verb, _, others = rest.partition(" ")
        you = you or f"{verb.removesuffix('s')} {others}"
        return Words(f"{self.who} {rest}.", {self.seat: f"You {you}."})


Result = tuple[State, Words]


def perform(act: Act) -> Result:
    """Do an operation of any kind but `undo`. Raises `RefusedError`."""
    state, words = DOERS[act.operation["do"]](act)
    return replace(state, looks=_still_seen(act, state)), words


# -- on the table -------------------------------------------------------------------------------


def _move(act: Act) -> Result:
    if act.get("at") is not None:
        return _sort_hand(act)
    stack = act.loose()
    moved = _on_top(act.state, stack, *_spot(act, stack.x, stack.y))
    words = Words("") if act.get("drag") else act.say(f"moves {act.name(stack)}")
    return _put(*moved), words


def _turn(act: Act) -> Result:
    stack = act.loose()
    turned = replace(stack, turn=(stack.turn + act.operation["by"]) % 360)
    return _put(act.state, turned), act.say(f"turns {act.name(stack)}")


def _flip(act: Act) -> Result:
    stack = act.filled()
    if stack.is_up == act.operation["up"]:
        raise RefusedError("It was turned over already.")
    flipped = replace(stack, is_up=not stack.is_up, pieces=stack.pieces[::-1])
    name = act.name(stack)
    if stack.is_pile:
        return _put(act.state, flipped), act.say(f"turns over {name}")
    if stack.is_up:
        return _put(act.state, flipped), act.say(f"turns {name} face down")
    return _put(act.state, flipped), act.say(f"turns {act.name(flipped)} face up")


def _stack(act: Act) -> Result:
    stack, below = act.filled(), _target(act)
    if stack.token == below.token:
        raise RefusedError("A pile cannot lie on itself.")
    state = _gone(act.state, stack)
    state = _added(act, state, below, _lying(stack.pieces, stack.is_up, below.is_up))
    return state, act.say(f"puts {act.name(stack)} {_where(act)} {act.name(below)}")


def _split(act: Act) -> Result:
    stack = _as_seen(act)
    n = min(act.operation["n"], len(stack.pieces))
    if n == len(stack.pieces) and not stack.place:
        raise RefusedError("That is the whole pile.")
    taken, name = stack.pieces[:n], act.name(stack)
    if act.get("on") is not None:
        below = _target(act)
        if below.token == stack.token:
            raise RefusedError("A pile cannot lie on itself.")
        state = _without(act, act.state, stack, taken)
        state = _added(act, state, below, _lying(taken, stack.is_up, below.is_up))
        return state, act.say(f"puts {_n(n)} of {name} {_where(act)} {act.name(below)}")
    state = _without(act, act.state, stack, taken)
    x, y = _spot(act, stack.x + 20, stack.y + 20)
    is_up = act.get("up", stack.is_up)
    pieces = _lying(taken, stack.is_up, is_up)
    state, laid = _laid(act, state, pieces, x, y, is_up, stack.turn)
    if n == 1 and is_up:
        return state, act.say(f"lays {act.name(laid)} from {name} on the table")
    return state, act.say(f"lays {_n(n)} of {name} on the table")


def _shuffle(act: Act) -> Result:
    stack = act.filled()
    if len(stack.pieces) < 2:
        raise RefusedError("One piece cannot be shuffled.")
    order = act.chance.order(len(stack.pieces))
    shuffled = replace(stack, pieces=tuple(stack.pieces[i] for i in order))
    return _put(act.state, shuffled), act.say(f"shuffles {act.name(stack)}")


def _lock(act: Act) -> Result:
    stack, is_on = act.stack(), act.operation["on"]
    if stack.is_locked == is_on:
        raise RefusedError(f"It was {'locked' if is_on else 'unlocked'} already.")
    verb = "locks" if is_on else "unlocks"
    return _put(act.state, replace(stack, is_locked=is_on)), act.say(f"{verb} {act.name(stack)}")


def _token(act: Act) -> Result:
    if act.get("t") is not None:
        stack = act.loose()
        if not stack.colour:
            raise RefusedError("Only tokens can be taken away; a piece stays in the game.")
        return _gone(act.state, stack), act.say(f"takes {act.name(stack)} away")
    if len(act.state.stacks) >= MOST_STACKS:
        raise RefusedError("The table is full.")
    x, y = _spot(act, act.world.width / 2, act.world.height / 2)
    top = act.state.top + 1
    made = Stack(
        act.chance.token(), (), x, y, z=top, box=(16.0, 16.0), colour=act.get("colour", "red")
    )
    return _put(replace(act.state, top=top), made), act.say(f"puts down {act.name(made)}")


# -- hands --------------------------------------------------------------------------------------


def _draw(act: Act) -> Result:
    stack = _as_seen(act)
    taken = stack.pieces[: act.get("n", 1)]
    name, count = act.name(stack), _n(len(taken))
    state = _without(act, act.state, stack, taken)
    state = _in_hand(state, act.seat, [Held(act.chance.token(), p) for p in taken])
    drawn = ", ".join(map(act.seen, taken))
    return state, act.say(f"draws {count} from {name}", f"draw {drawn} from {name}")


def _take(act: Act) -> Result:
    if card := _looked_at(act):
        return _take_looked_at(act, card)
    stack = act.filled()
    name = act.name(stack)
    state = _gone(act.state, stack)
    state = _in_hand(state, act.seat, [Held(act.chance.token(), p) for p in stack.pieces])
    taken = ", ".join(map(act.seen, stack.pieces[:5])) + (" …" if len(stack.pieces) > 5 else "")
    return state, act.say(f"takes {name} in hand", f"take {taken} in hand")


def _take_looked_at(act: Act, card: Held) -> Result:
    stack = _source(act)
    state = _without(act, act.state, stack, (card.piece,))
    state = _in_hand(state, act.seat, [Held(act.chance.token(), card.piece)])
    name = act.name(stack)
    return state, act.say(
        f"takes a piece out of {name}", f"take {act.seen(card.piece)} from {name}"
    )


def _give(act: Act) -> Result:
    card, to = _own(act), act.operation["to"]
    if to >= act.world.seats or to == act.seat:
        raise RefusedError("There is no such player to give it to.")
    state = _out_of_hand(act.state, act.seat, card)
    state = _in_hand(state, to, [Held(act.chance.token(), card.piece)])
    name = act.seen(card.piece)
    own = {act.seat: f"You give {name} to {name_of(to)}.", to: f"{act.who} gives you {name}."}
    return state, Words(f"{act.who} gives a piece to {name_of(to)}.", own)


def _deal(act: Act) -> Result:
    stack, n = act.filled(), act.get("n", 1)
    seats = [(act.seat + 1 + i) % act.world.seats for i in range(act.world.seats)]
    if n * len(seats) > len(stack.pieces):
        raise RefusedError(f"{len(stack.pieces)} pieces are too few to deal {n} to each player.")
    state, name = act.state, act.name(stack)
    state = _without(act, state, stack, stack.pieces[: n * len(seats)])
    for i, seat in enumerate(seats):
        own = stack.pieces[i : n * len(seats) : len(seats)]
        state = _in_hand(state, seat, [Held(act.chance.token(), piece) for piece in own])
    return state, act.say(f"deals {_n(n)} from {name} to each player")


def _play(act: Act) -> Result:
    card, source = _looked_at(act), ""
    if card:
        stack = _source(act)
        source = act.name(stack)
        state = _without(act, act.state, stack, (card.piece,))
    else:
        card = _own(act)
        state = _out_of_hand(act.state, act.seat, card)
    came = f" from {source}" if source else ""
    if act.get("on") is not None:
        below = state.stacks.get(act.operation["on"])
        if below is None:
            raise RefusedError("That pile is no longer there.")
        if below.is_locked or below.colour:
            raise RefusedError("Nothing can be put there.")
        where = f"{_where(act)} {act.name(below)}"
        state = _added(act, state, below, (card.piece,))
        what = act.seen(card.piece) if below.is_up and not act.get("under") else "a piece"
        own = f"put {act.seen(card.piece)}{came} {where}"
        return state, act.say(f"puts {what}{came} {where}", own)
    x, y = _spot(act, act.world.width / 2, act.world.height / 2)
    state, laid = _laid(act, state, (card.piece,), x, y, act.get("up", True))
    how = "" if laid.is_up else ", face down"
    own = f"play {act.seen(card.piece)}{came}{how}"
    return state, act.say(f"plays {act.name(laid)}{came}", own)


def _sort_hand(act: Act) -> Result:
    card = _own(act)
    hand = [held for held in act.state.hands[act.seat] if held != card]
    hand.insert(act.operation["at"], card)
    return _with_hand(act.state, act.seat, tuple(hand)), Words("")


# -- seeing -------------------------------------------------------------------------------------


def _peek(act: Act) -> Result:
    if act.get("t") is None:
        if act.seat not in act.state.looks:
            raise RefusedError("You are not looking at anything.")
        looks = {reader: look for reader, look in act.state.looks.items() if reader != act.seat}
        return replace(act.state, looks=looks), Words("")
    stack = act.filled()
    if stack.is_up and len(stack.pieces) == 1:
        raise RefusedError("It lies face up.")
    pieces = stack.pieces[: act.get("n", 1)]
    cards = tuple(Held(act.chance.token(), piece) for piece in pieces)
    state = _looking(act.state, act.seat, Look(stack.token, 0, cards))
    name = act.name(stack)
    if not stack.is_pile:
        return state, act.say(f"looks at {name}", f"look at {act.seen(pieces[0])}")
    if len(pieces) == len(stack.pieces):
        return state, act.say(f"looks through {name}")
    top = "top piece" if len(pieces) == 1 else f"top {len(pieces)} pieces"
    return state, act.say(f"looks at the {top} of {name}")


def _show(act: Act) -> Result:
    hand = act.state.hands[act.seat]
    cards = (_own(act),) if act.get("t") is not None else hand
    to = act.get("to")
    if not cards:
        raise RefusedError("Your hand is empty.")
    if to is not None and (to >= act.world.seats or to == act.seat):
        raise RefusedError("There is no such player to show it to.")
    others = [seat for seat in (*range(act.world.seats), SPECTATOR) if seat != act.seat]
    readers = others if to is None else [to]
    state = act.state
    for reader in readers:
        # The looker cannot act on these: the tokens are the holder's alone.
        seen = tuple(Held("", card.piece) for card in cards)
        state = _looking(state, reader, Look("", act.seat, seen))
    names = ", ".join(act.seen(card.piece) for card in cards)
    whom = "everybody" if to is None else name_of(to)
    hidden = f"{act.who} shows {_n(len(cards))} to {whom}."
    texts = dict.fromkeys(readers, f"{act.who} shows {names}.")
    return state, Words(hidden, {**texts, act.seat: f"You show {names} to {whom}."})


# -- beside the table ---------------------------------------------------------------------------


def _count(act: Act) -> Result:
    seat, name = act.get("seat"), act.operation["name"].strip()
    if seat is not None and seat >= act.world.seats:
        raise RefusedError("There is no such seat.")
    if seat == EACH:
        return _count_each(act, name)
    counters = dict(act.state.counters if seat is None else act.state.seat_counters[seat])
    whose = name if seat in (None, act.seat) else f"{name} of {name_of(seat)}"
    if act.get("out"):
        if counters.pop(name, None) is None:
            raise RefusedError("There is no such counter.")
        words = act.say(f"removes the counter {whose}")
    else:
        if name not in counters and len(counters) >= MOST_COUNTERS:
            raise RefusedError("There are too many counters.")
        value = act.get("to", counters.get(name, 0) + act.get("by", 0))
        counters[name] = max(-1_000_000, min(1_000_000, value))
        words = act.say(f"sets {whose} to {counters[name]}")
    if seat is None:
        return replace(act.state, counters=counters), words
    own = tuple(counters if i == seat else c for i, c in enumerate(act.state.seat_counters))
    return replace(act.state, seat_counters=own), words


def _count_each(act: Act, name: str) -> Result:
    """The same counter of every player, with the same change."""
    state = act.state
    for seat in range(act.world.seats):
        state, _ = _count(replace(act, state=state, operation={**act.operation, "seat": seat}))
    verb = "removes" if act.get("out") else "changes" if act.get("to") is None else "sets"
    value = f" to {act.operation['to']}" if verb == "sets" else ""
    return state, act.say(f"{verb} {name} of each player{value}")


def _roll(act: Act) -> Result:
    dice, i = list(act.state.dice), act.get("i")
    if act.get("sides") is not None:
        if len(dice) >= MOST_DICE:
            raise RefusedError("There are too many dice.")
        dice.append((act.operation["sides"], 0))
        i = len(dice) - 1
    if not dice or (i is not None and i >= len(dice)):
        raise RefusedError("There is no such die.")
    if act.get("out") and i is not None:
        sides, _ = dice.pop(i)
        return replace(act.state, dice=tuple(dice)), act.say(f"takes a d{sides} away")
    rolled = range(len(dice)) if i is None else (i,)
    for k in rolled:
        dice[k] = (dice[k][0], act.chance.die(dice[k][0]))
    texts = [f"{dice[k][1]} (d{dice[k][0]})" for k in rolled]
    return replace(act.state, dice=tuple(dice)), act.say(f"rolls {', '.join(texts)}")


def _note(act: Act) -> Result:
    text = " ".join(act.operation["text"].split())
    if act.get("t") is not None:
        stack = act.stack()
        verb = "writes a note on" if text else "removes the note from"
        return _put(act.state, replace(stack, note=text)), act.say(f"{verb} {act.name(stack)}")
    notes, id = dict(act.state.notes), act.get("id")
    if id is None:
        if not text:
            raise RefusedError("The note is empty.")
        if len(notes) >= MOST_NOTES:
            raise RefusedError("There are too many notes.")
        notes[max(notes, default=0) + 1] = text
        return replace(act.state, notes=notes), act.say("writes a note")
    if id not in notes:
        raise RefusedError("That note is no longer there.")
    if text:
        notes[id] = text
    else:
        del notes[id]
    verb = "changes a note" if text else "removes a note"
    return replace(act.state, notes=notes), act.say(verb)


DOERS: Mapping[str, Callable[[Act], Result]] = {
    "move": _move, "turn": _turn, "flip": _flip, "stack": _stack, "split": _split, "draw": _draw,
    "deal": _deal, "take": _take, "give": _give, "play": _play, "shuffle": _shuffle, "peek": _peek,
    "show": _show,
    "lock": _lock, "count": _count, "roll": _roll, "note": _note, "token": _token,
}  # fmt: skip


# -- steps that operations share ----------------------------------------------------------------


def _n(n: int) -> str:
    return "a piece" if n == 1 else f"{n} pieces"


def _where(act: Act) -> str:
    return "under" if act.get("under") else "on"


def _spot(act: Act, x: float, y: float) -> tuple[float, float]:
    """The position at which an operation puts a piece, limited to the table."""
    return (
        round(min(max(float(act.get("x", x)), 0.0), act.world.width), 1),
        round(min(max(float(act.get("y", y)), 0.0), act.world.height), 1),
    )


def _as_seen(act: Act) -> Stack:
    """The pile of the operation, if its top is still what the page showed."""
    stack = act.filled()
    piece = act.world.pieces[stack.pieces[0]]
    saw = act.get("saw")
    if saw is not None and saw != (piece.front if stack.is_up else piece.back):
        raise RefusedError("Another piece is on top now.")
    return stack


def _target(act: Act) -> Stack:
    """The stack on which the operation puts something."""
    stack = act.state.stacks.get(act.operation["on"])
    if stack is None:
        raise RefusedError("That pile is no longer there.")
    if stack.is_locked or stack.colour:
        raise RefusedError("Nothing can be put there.")
    return stack


def _own(act: Act) -> Held:
    """The card of the own hand that the operation names."""
    for card in act.state.hands[act.seat]:
        if card.token == act.operation["t"]:
            return card
    raise RefusedError("That piece is not in your hand.")


def _looked_at(act: Act) -> Held | None:
    """The card of an open look that the operation names."""
    look = act.state.looks.get(act.seat)
    cards = look.cards if look and look.stack else ()
    return next((card for card in cards if card.token == act.operation["t"]), None)


def _source(act: Act) -> Stack:
    """The stack of the open look."""
    stack = act.state.stacks[act.state.looks[act.seat].stack]
    if stack.is_locked:
        raise RefusedError(f"{capital(act.name(stack))} is locked.")
    return stack


def _lying(pieces: tuple[int, ...], was_up: bool, is_up: bool) -> tuple[int, ...]:
    """Pieces as they lie after a move; a pile that is turned over turns its order, too."""
    return pieces if was_up == is_up else pieces[::-1]


def _put(state: State, stack: Stack) -> State:
    return replace(state, stacks={**state.stacks, stack.token: stack})


def _gone(state: State, stack: Stack) -> State:
    """The state without a stack; its place stays."""
    if stack.place:
        return _put(state, replace(stack, pieces=()))
    return replace(state, stacks={t: s for t, s in state.stacks.items() if t != stack.token})


def _on_top(state: State, stack: Stack, x: float, y: float) -> tuple[State, Stack]:
    top = state.top + 1
    return replace(state, top=top), replace(stack, x=x, y=y, z=top)


def _laid(
    act: Act,
    state: State,
    pieces: tuple[int, ...],
    x: float,
    y: float,
    is_up: bool,
    turn: int = 0,
) -> tuple[State, Stack]:
    """The state with a new stack on top of all others."""
    if len(state.stacks) >= MOST_STACKS:
        raise RefusedError("The table is full.")
    top = state.top + 1
    stack = Stack(act.chance.token(), pieces, x, y, is_up, turn, top)
    return _put(replace(state, top=top), stack), stack


def _without(act: Act, state: State, stack: Stack, taken: Sequence[int]) -> State:
    """The state without some pieces of a stack; the last one left gets a token of its own."""
    stack = state.stacks[stack.token]
    left = tuple(piece for piece in stack.pieces if piece not in set(taken))
    if stack.place or len(left) > 1:
        return _put(state, replace(stack, pieces=left))
    state = _gone(state, stack)
    if left:
        state = _put(state, replace(stack, token=act.chance.token(), pieces=left))
    return state


def _added(act: Act, state: State, stack: Stack, pieces: tuple[int, ...]) -> State:
    """The state with pieces on or under a stack, which lie as it lies.

    One piece that becomes a pile gets a new token: the old one named that piece.
    """
    all_pieces = (*stack.pieces, *pieces) if act.get("under") else (*pieces, *stack.pieces)
    if stack.is_pile:
        return _put(state, replace(stack, pieces=all_pieces))
    state = _gone(state, stack)
    return _put(state, replace(stack, token=act.chance.token(), pieces=all_pieces, note=""))


def _with_hand(state: State, seat: int, hand: tuple[Held, ...]) -> State:
    return replace(state, hands=tuple(hand if i == seat else h for i, h in enumerate(state.hands)))


def _in_hand(state: State, seat: int, cards: Sequence[Held]) -> State:
    return _with_hand(state, seat, (*state.hands[seat], *cards))


def _out_of_hand(state: State, seat: int, card: Held) -> State:
    return _with_hand(state, seat, tuple(c for c in state.hands[seat] if c != card))


def _looking(state: State, reader: int, look: Look) -> State:
    return replace(state, looks={**state.looks, reader: look})


def _still_seen(act: Act, state: State) -> Mapping[int, Look]:
    """The looks after an operation: a card that left, or that nobody can follow, is not seen."""
    mixed = act.get("t") if act.operation["do"] in ("shuffle", "flip") else None
    looks = {}
    for reader, look in state.looks.items():
        stack = state.stacks.get(look.stack)
        if look.stack:
            present = set(stack.pieces) if stack and look.stack != mixed else set()
        else:
            present = {card.piece for card in state.hands[look.hand]}
        cards = tuple(card for card in look.cards if card.piece in present)
        if cards:
            looks[reader] = look if cards == look.cards else replace(look, cards=cards)
    return state.looks if looks == state.looks else looks
