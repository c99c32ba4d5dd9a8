# expect: MOVES is ('rest', 'take'), expected
# base: verbs
MOVES = ("rest", "take")  # here
