# expect: rules.py stopped with ModuleNotFoundError: No module named 'tabletop'
# base: take
import tabletop  # here
