# expect: cannot import name 'HAND'
# base: take, this is bots.py
from rules import HAND  # here
