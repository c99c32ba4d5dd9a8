# expect: play() stopped with IndexError
# base: cards
@rule
def play(tables, state, move, rng):
    state.at[move] = GONE
    if move == 7 and state.at[0] == DECK:
        state.at[move + 1] = GONE  # here
    state.points[state.seat] += move
    state.seat = 1 - state.seat
    state.over = held(state, state.seat) == 0
