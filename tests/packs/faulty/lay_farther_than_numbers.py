# expect: lay() lays something at (1000
# base: cards
# check only
from generator.kit import note


def lay(tables, state, seat):  # here
    yield note("far", (10**400, 0))
