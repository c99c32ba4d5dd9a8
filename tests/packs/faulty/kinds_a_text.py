# expect: KINDS is 'low', expected names
# base: cards
KINDS = "low"  # here
