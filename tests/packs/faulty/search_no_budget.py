# expect: SEARCH: depth is {'far': 8}, expected budgets from which its values hold
# base: cards
SEARCH = {"depth": {"far": 8}}  # here
