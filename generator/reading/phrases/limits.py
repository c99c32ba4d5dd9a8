"""The size of games that are played by their words, and the numbers that plans are made of."""

from typing import NamedTuple

# The largest game; what is longer is refused.
MOST_COPIES, MOST_ROWS, MOST_CODE, MOST_RESOURCES, MOST_KINDS = 512, 256, 2048, 24, 48
MOST_ACTIONS, MOST_STEPS, MOST_SEATS, MOST_PARTS, MOST_ENDS = 24, 16, 6, 4, 16
MOST_COUNTERS, MOST_COSTS, MOST_NUMBERS, MOST_COLUMNS = 384, 192, 1024, 16
MOST_KEPT = 4  # maximum number of cards that a player keeps of a packet at once


class Tier(NamedTuple):
    """The sizes of games whose records have the same types, so that all have the same code."""

    copies: int
    rows: int
    code: int
    resources: int
    kinds: int
    actions: int
    steps: int
    seats: int
    ends: int
    counters: int
    costs: int
    numbers: int
    columns: int


SMALL = Tier(192, 96, 512, 12, 24, 12, 8, 4, 8, 96, 48, 256, 8)
LARGE = Tier(
    MOST_COPIES, MOST_ROWS, MOST_CODE, MOST_RESOURCES, MOST_KINDS, MOST_ACTIONS, MOST_STEPS,
    MOST_SEATS, MOST_ENDS, MOST_COUNTERS, MOST_COSTS, MOST_NUMBERS, MOST_COLUMNS,
)  # fmt: skip
LONGEST = 10_000  # maximum number of decisions in a game
TRIGGERS = ("", "bought", "turn", "end", "discarded")

PHRASE_STEP, EFFECTS_STEP, CHOOSE_STEP, EVERY_STEP, KEEP_STEP, PRESS_STEP = range(6)
EACH_TURN, EACH_ROUND = 1, 2  # how often an action is allowed; how long a resource lasts
DO_ACTION, PLAY_ACTION, BUY_ACTION = range(3)
CLAIMS = 99  # the last column of a BUY_ACTION whose cost is not paid
TO_FRONT, TO_DISCARD, TO_HAND, TO_DECK = range(4)
HAS, SUPPLIES_EMPTY, SUPPLY_EMPTY, ROW_EMPTY, AFTER_ROUNDS, DECK_EMPTY, BANK_EMPTY = range(7)
BANK_STOCK, DECK_STOCK = range(2)  # what a supply of the report counts
GOES = {"front": TO_FRONT, "discard": TO_DISCARD, "hand": TO_HAND, "deck": TO_DECK}
