# expect: SEATS is (3, 4), but game.yaml has the game played by 2
# base: take
SEATS = (3, 4)  # here
