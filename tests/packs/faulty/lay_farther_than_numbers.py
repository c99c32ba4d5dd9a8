# expect: lay() int too large to convert to float
# base: take
from protoplay import note


def lay(tables, state, seat):  # here
    yield note("far", (10**400, 0))
