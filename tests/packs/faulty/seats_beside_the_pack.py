# expect: SEATS is (3, 4), but game.yaml allows 2 players
# base: take
SEATS = (3, 4)  # here
