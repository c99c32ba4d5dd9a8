# expect: a verb cannot be called 'count'
# base: verbs
MOVES = verbs("rest", count=2)  # here
