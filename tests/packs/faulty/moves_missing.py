# expect: the function moves is missing
# base: take
del moves


@rule
def movse(tables, state, out):
    for i in range(3):
        out[i] = i
    return 3
