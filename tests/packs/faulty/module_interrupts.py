# expect: rules.py stopped with KeyboardInterrupt
# base: take
raise KeyboardInterrupt  # here
