# expect: name_move() returned None, expected a text
# base: cards
# check only
def name_move(tables, state, move):  # here
    f"card {move}"
