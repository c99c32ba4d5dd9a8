# expect: added() has a list as a default, seen=[]
# base: take
@rule
def added(n, seen=[]):  # here
    seen.append(n)
    return n


@rule
def play(tables, state, move, rng):
    state.points[state.seat] += added(move)
    state.left -= 1
    state.over = state.left == 0
    state.seat = 1 - state.seat
