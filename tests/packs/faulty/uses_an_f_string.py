# expect: play() cannot be compiled:
# base: take
@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    name = f"{state.left:3d}"  # here
    state.left += 0 * len(name)
    state.over = state.left == 0
    state.seat = 1 - state.seat
