"""Tables without rules for tests, and people who do at random whatever their view lets them do."""

import random
from typing import Any

from generator.hosting.free.state import SPECTATOR, Held, Piece, Stack, State, World
from generator.hosting.free.table import FreeTable

KINDS = ("card", "event")


def world(seats: int, n: int = 20) -> World:
    """Two decks of `n` cards, each with a name and a front of its own, and a board."""
    cards = [
        Piece(f"{kind} name {i}", f"{kind} deck", 63, 88, f"front-{kind}-{i}", f"back-{kind}")
        for kind in KINDS
        for i in range(n)
    ]
    return World((*cards, Piece("Board", "Boards", 300, 200, "front-board")), seats, 900, 600)


def opening(world: World) -> State:
    """Two face-down places, an empty one face up, a board, three cards in each hand."""
    n = (len(world.pieces) - 1) // 2
    left = list(range(n))
    hands = tuple(
        tuple(Held(f"h{seat}x{k}", left.pop()) for k in range(3)) for seat in range(world.seats)
    )
    stacks = (
        Stack("tdeck", tuple(left), 100, 100, is_up=False, place="the deck"),
        Stack("tevents", tuple(range(n, 2 * n)), 300, 100, is_up=False, place="the events"),
        Stack("tdiscard", (), 200, 100, place="the discard pile"),
        Stack("tboard", (2 * n,), 450, 300, is_locked=True),
    )
    return State(
        {stack.token: stack for stack in stacks},
        hands,
        counters={"round": 1},
        seat_counters=({"pearls": 0},) * world.seats,
        dice=((6, 0), (20, 0)),
    )


def table(seats: int, seed: int) -> FreeTable:
    """A table whose chance and clock are known."""
    rng, place = random.Random(seed), world(seats)
    return FreeTable(place, opening(place), rng, clock=lambda: 0.0)


def any_operation(view: dict[str, Any], seat: int, rng: random.Random) -> dict[str, Any]:
    """An operation that a person with this view may try; it may be refused."""
    stacks = [key for key, value in view.items() if isinstance(value, dict) and "z" in value]
    looked = view.get("look", {}).get("cards", [])
    cards = [card["t"] for card in view["hand"]] + [c["t"] for c in looked if "t" in c]
    t, on = rng.choice(stacks), rng.choice(stacks)
    card = rng.choice(cards) if cards else "none"
    x, y = rng.uniform(-50, 950), rng.uniform(-50, 650)
    to = rng.choice([{"on": on, "under": rng.random() < 0.3}, {"x": x, "y": y}])
    undo = view.get("undo", {"id": 1})
    operations: list[dict[str, Any]] = [
        {"do": "move", "t": t, "x": x, "y": y, "drag": rng.random() < 0.3},
        {"do": "move", "t": card, "at": rng.randrange(4)},
        {"do": "turn", "t": t, "by": rng.choice([90, -90, 60])},
        {"do": "flip", "t": t, "up": rng.random() < 0.5},
        {"do": "stack", "t": t, "on": on, "under": rng.random() < 0.3},
        {"do": "split", "t": t, "n": rng.randint(1, 4), **to},
        {"do": "split", "t": t, "n": rng.randint(1, 3), "up": rng.random() < 0.5},
        {"do": "draw", "t": t, "n": rng.randint(1, 3)},
        {"do": "draw", "t": t, "saw": view[t].get("face", "")},
        {"do": "deal", "t": t, "n": rng.randint(1, 2)},
        {"do": "take", "t": rng.choice([t, card])},
        {"do": "play", "t": card, "up": rng.random() < 0.5, **to},
        {"do": "play", "t": card, "on": on},
        {"do": "give", "t": card, "to": rng.randrange(8)},
        {"do": "shuffle", "t": t},
        {"do": "peek", "t": t, "n": rng.choice([1, 2, 40])},
        {"do": "peek"},
        {"do": "show", "t": card},
        {"do": "show", "to": rng.randrange(8)},
        {"do": "lock", "t": t, "on": rng.random() < 0.4},
        {"do": "count", "name": "pearls", "seat": seat, "by": rng.randint(-3, 3)},
        {"do": "count", "name": rng.choice("ab"), "to": rng.randint(0, 9)},
        {"do": "count", "name": "a", "out": True},
        {"do": "count", "name": "pearls", "seat": -1, "to": rng.randint(0, 9)},
        {"do": "roll"},
        {"do": "roll", "sides": 8},
        {"do": "roll", "i": rng.randrange(4), "out": rng.random() < 0.5},
        {"do": "note", "text": rng.choice(["", "a note"]), "id": rng.randint(1, 3)},
        {"do": "note", "text": "another note"},
        {"do": "note", "text": "on a piece", "t": t},
        {"do": "token", "colour": "blue", "x": x, "y": y},
        {"do": "token", "t": t},
        {"do": "undo", "id": undo["id"]},
    ]
    return rng.choice(operations)


def readers(seats: int) -> list[int | None]:
    """All who may look: the seats and a spectator."""
    return [*range(seats), None]


def number(reader: int | None) -> int:
    """A reader as states number it."""
    return SPECTATOR if reader is None else reader
