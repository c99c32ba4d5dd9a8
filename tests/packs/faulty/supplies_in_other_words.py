# expect: SUPPLIES: left is 'all', expected "each" or "shared"
# base: take
SUPPLIES = {"left": "all"}  # here
