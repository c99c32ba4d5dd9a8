# expect: play() cannot be compiled: … exception
# base: take
class Wrong(BaseException):
    pass


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += move
    state.left -= 1
    if state.left < 3:
        raise Wrong  # here
    state.over = state.left == 0
    state.seat = 1 - state.seat
