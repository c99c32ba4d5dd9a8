# expect: PERSONAS is
# base: cards
PERSONAS = [bold]  # here
