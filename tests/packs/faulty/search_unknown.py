# expect: SEARCH has an unknown option 'dept'
# base: cards
SEARCH = {"dept": 3}  # here
