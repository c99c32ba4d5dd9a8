# expect: KINDS and kind() belong together
# base: take
KINDS = ("a", "b")  # here
