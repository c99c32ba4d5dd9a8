# base: take
# expect: completes() … a list of keys of places, as [[0, 2], [1, 2]], and of traces with points
# check only
from generator.kit import trace


def spaces(pack):
    return [("", "the pile", [(0, 0)], 0), ("", "the box", [(9, 0)], 1)]


def completes(tables, state, move):  # here
    return [trace([], "+3")]
