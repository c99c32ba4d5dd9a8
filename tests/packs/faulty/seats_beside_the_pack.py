# expect: SEATS is (3, 4), but by game.yaml the game is played by 2
# base: take
SEATS = (3, 4)  # here
