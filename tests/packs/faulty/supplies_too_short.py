# expect: SUPPLIES: left is 'each', but state.left has no such row for 2 players
# base: take
SUPPLIES = {"left": "each"}  # here
