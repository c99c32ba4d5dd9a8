# expect: moves() cannot run: MOVES has no 'tale' … did you mean "take"?
# base: verbs
@rule
def moves(tables, state, out):
    out[0] = MOVES.tale  # here
    return 1
