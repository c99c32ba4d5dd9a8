# expect: rules.py stopped with SystemExit: 3
# base: take
raise SystemExit(3)  # here
