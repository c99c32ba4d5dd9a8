# expect: SEARCH: sample is 'few', expected a number
# base: cards
SEARCH = {"sample": {200: 4, 800: "few"}}  # here
