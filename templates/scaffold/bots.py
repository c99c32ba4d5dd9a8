"""How players judge where they stand; without it they could only play at random or search blind."""

from generator.kit import count, lead, odds, peek, rule
from rules import HAND, depth


@rule
def value(tables, state, seat):
    """How well a seat stands, 0 to 1: points ahead, and high cards kept for later."""
    ahead = float(lead(state.points, tables.players, seat))
    hand = state.cards[HAND + seat]
    for slot in range(count(hand)):
        ahead += 0.1 * tables.number[peek(hand, slot)]
    if leads(tables, state, seat):  # so far, which is half a wreck
        ahead += tables.wreck_points[state.wreck] / 2
    return odds(ahead, 10.0)


@rule
def leads(tables, state, seat):
    """Whether the seat has dived in this round, deeper than everybody so far."""
    place = (seat - state.leader) % tables.players
    if place >= state.n_dived:
        return False
    for i in range(state.n_dived):
        other = (state.leader + i) % tables.players
        if i != place and depth(tables, state, other) >= depth(tables, state, seat):
            return False
    return True
