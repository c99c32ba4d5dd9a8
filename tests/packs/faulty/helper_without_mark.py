# expect: play() calls held(), which is not a rule … write @rule above def held
# base: cards
@rule
def play(tables, state, move, rng):
    state.at[move] = GONE
    state.points[state.seat] += move
    state.seat = 1 - state.seat
    state.over = held(state, state.seat) == 0  # here


def held(state, seat):
    n = 0
    for card in range(8):
        n += state.at[card] == 1 + seat
    return n
