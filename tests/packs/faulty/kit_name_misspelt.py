# expect: the kit has no 'belov' … did you mean "below"?
# base: take, this is bots.py
from generator.kit import belov  # here
