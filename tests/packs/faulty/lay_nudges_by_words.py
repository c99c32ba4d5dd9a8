# expect: lay() returned Lying(piece='cards', where='bag', up=False, n=1, turn=0.0, nudge={'a': 1}, like…
# base: cards
# check only
from generator.kit import at
def lay(tables, state, seat):  # here
    yield at("cards", "bag", up=False, nudge={"a": 1})
