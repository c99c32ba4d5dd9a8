"""The questions to players, and the number of each answer.

moves   0 stop | 1 do it | 2 leave it | 3 … an option | a player | a resource | an action |
        a row to keep, discard, trash, gain | an action with a row | press on | a row to put on
        the deck, take, play twice | a resource to take
"""

from generator.reading.phrases.limits import MOST_ACTIONS, MOST_RESOURCES, MOST_ROWS, MOST_SEATS

# What is asked.
(
    NOTHING, ASK_ACTION, ASK_OPTION, ASK_MAY, ASK_PAY, ASK_AIM, ASK_BACK, ASK_KEEP, ASK_DISCARD,
    ASK_TRASH, ASK_GAIN, ASK_PRESS, ASK_PUT_BACK, ASK_LOOK, ASK_TWICE, ASK_TAKE,
) = range(16)  # fmt: skip
# The first number of each verb.
END, ACCEPT, DECLINE, OPTION = 0, 1, 2, 3
AT = OPTION + 16
BACK = AT + MOST_SEATS
DO = BACK + MOST_RESOURCES
KEEP_ROW = DO + MOST_ACTIONS
DISCARD_ROW = KEEP_ROW + MOST_ROWS
TRASH_ROW = DISCARD_ROW + MOST_ROWS
GAIN_ROW = TRASH_ROW + MOST_ROWS
ACT = GAIN_ROW + MOST_ROWS
PRESS = ACT + MOST_ACTIONS * MOST_ROWS
PUT_ROW = PRESS + 1
LOOK_ROW = PUT_ROW + MOST_ROWS
TWICE_ROW = LOOK_ROW + MOST_ROWS
TAKE = TWICE_ROW + MOST_ROWS
FIRST_ACTION = 14  # the verb of the first action, after those of `VERBS`
ON_PLAY, ON_BUY, ON_TURN, ON_END, ON_DISCARD = range(5)  # columns of `entry`
LATER = 8  # is added to where a card goes that is played once more
EVERYBODY = 63  # a bit for each seat
MOST_IDLE = 100  # turns without a decision, after which nothing more is expected
STUCK = 1  # `over` where nobody could do anything for that long; ends come after it
