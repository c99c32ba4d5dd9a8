# expect: SEARCH: depth is {'far': 8}, expected a value for each budget
# base: cards
SEARCH = {"depth": {"far": 8}}  # here
