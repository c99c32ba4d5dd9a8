"""How a seat of The Leaky Raft judges its position."""

from generator.kit import count, lead, odds, peek, rule, share
from rules import HAND


@rule
def value(tables, state, seat):
    """Points ahead, lives, and how long a hand may still be loaded."""
    if state.over:
        return share(state.points, tables.players, seat)
    ahead = float(lead(state.points, tables.players, seat))
    ahead += 0.8 * lead(state.lives, tables.players, seat)
    if state.aboard[seat]:
        ahead += 1.0 + stay(tables, state, seat)
    return odds(ahead, 4.0)


@rule
def daring(tables, state, seat):
    """A persona that would rather stay aboard than score now."""
    return value(tables, state, seat) * 0.9 + (0.1 if state.aboard[seat] else 0.0)


@rule
def stay(tables, state, seat):
    """Points that staying aboard promises: more the lighter the lightest card of the hand."""
    hand = state.cards[HAND + seat]
    room = -9
    for slot in range(count(hand)):
        room = max(room, tables.limit - state.load - tables.weight[peek(hand, slot)])
    return 0.12 * min(10, room) if room >= 0 else -1.0


PERSONAS = {"daring": daring}
