"""The view of a reader of a table without rules, as a flat dictionary of JSON.

Keys are the tokens of stacks, and `hand`, `hands`, `look`, `counters`, `dice`, `notes`, `undo`. A
page merges changes into its snapshot: a key replaces its value, null removes it. Nothing in a view
tells two hidden pieces apart.
"""

from collections import Counter
from typing import Any

from generator.hosting.free.state import SPECTATOR, Held, Stack, State, World

View = dict[str, Any]


def view(world: World, state: State, reader: int) -> View:
    """Everything that a reader sees, but `undo`."""
    stacks = {token: stack_view(world, stack) for token, stack in state.stacks.items()}
    beside = _beside(world, state, reader)
    return {**stacks, **{key: value for key, value in beside.items() if value is not None}}


def difference(world: World, before: State, after: State, reader: int) -> View:
    """The changes that a page merges into the view of `before` to get the view of `after`."""
    changes: View = {}
    for token in before.stacks.keys() - after.stacks.keys():
        changes[token] = None
    for token, stack in after.stacks.items():
        old = before.stacks.get(token)
        if old is not stack:
            shown = stack_view(world, stack)
            if old is None or stack_view(world, old) != shown:
                changes[token] = shown
    old_view, new_view = _beside(world, before, reader), _beside(world, after, reader)
    changes |= {key: new_view[key] for key in new_view if new_view[key] != old_view[key]}
    return dict(sorted(changes.items()))


def stack_view(world: World, stack: Stack) -> View:
    """A stack as everybody sees it: its size, and the side of its uppermost piece that is up."""
    shown: View = {"x": stack.x, "y": stack.y, "z": stack.z, "turn": stack.turn, "up": stack.is_up}
    width, height = stack.box
    if stack.pieces:
        top = world.pieces[stack.pieces[0]]
        width, height = top.width, top.height
        shown |= {"face": top.front if stack.is_up else top.back}
        shown |= {"name": top.name if stack.is_up else top.title, "step": top.step}
    shown |= {"w": width, "h": height, "n": len(stack.pieces)}
    extras = {
        "pile": stack.is_pile,
        "place": stack.place,
        "locked": stack.is_locked,
        "note": stack.note,
        "colour": stack.colour,
    }
    shown["label"] = _label(stack, shown.get("name", ""))
    return {**shown, **{key: value for key, value in extras.items() if value}}


def _label(stack: Stack, name: str) -> str:
    """A stack for who listens; `name` is that of its uppermost piece as it lies."""
    n = len(stack.pieces)
    parts = (
        stack.place or name or f"{stack.colour} token",
        f"{n} piece{'' if n == 1 else 's'}" if stack.is_pile else "",
        ("face up" if stack.is_up else "face down") if n else "",
        name if stack.is_pile and stack.is_up else "",
        "locked" if stack.is_locked else "",
        stack.note,
    )
    return ", ".join(part for part in parts if part)


def _beside(world: World, state: State, reader: int) -> View:
    """The things that a reader sees beside the table."""
    hand = state.hands[reader] if reader != SPECTATOR else ()
    look = state.looks.get(reader)
    shown: View | None = None
    if look:
        shown = {"cards": [_card(world, card) for card in look.cards]}
        shown |= {"t": look.stack} if look.stack else {"seat": look.hand}
    return {
        "hand": [_card(world, card) for card in hand],
        "hands": [_backs(world, cards) for cards in state.hands],
        "look": shown,
        "counters": [dict(state.counters), *map(dict, state.seat_counters)],
        "dice": [list(die) for die in state.dice],
        "notes": [[id, text] for id, text in state.notes.items()],
    }


def _card(world: World, card: Held) -> View:
    piece = world.pieces[card.piece]
    size = {"w": piece.width, "h": piece.height}
    named = {"t": card.token} if card.token else {}
    return {**named, "name": piece.name, "face": piece.front, "back": piece.back, **size}


def _backs(world: World, cards: tuple[Held, ...]) -> list[list[Any]]:
    """The backs of a hand with their numbers and sizes, in an order that says nothing."""
    backs = Counter(
        (world.pieces[c.piece].back, world.pieces[c.piece].width, world.pieces[c.piece].height)
        for c in cards
    )
    return [[*back, n] for back, n in sorted(backs.items())]
