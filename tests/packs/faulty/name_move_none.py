# expect: name_move() gave None, expected a text
# base: cards
# check only
def name_move(tables, state, move):  # here
    f"card {move}"
