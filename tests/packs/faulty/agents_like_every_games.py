# expect: AGENTS: 'random' is an agent of every game already
# base: cards
AGENTS = {"random": highest}  # here
