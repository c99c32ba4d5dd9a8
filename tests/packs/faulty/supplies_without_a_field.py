# expect: SUPPLIES … 'stones'
# base: take
SUPPLIES = {"stones": "each"}  # here
