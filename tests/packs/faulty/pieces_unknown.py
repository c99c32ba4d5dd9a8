# expect: pieces() names 'card/cards-1' … did you mean
# base: cards
def pieces(pack):  # here
    return [f"card/{row.id}" for row in pack.component("cards").rows]
