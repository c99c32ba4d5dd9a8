# expect: rules.py imports 'tabletop', which is not installed
# base: take
import tabletop  # here
