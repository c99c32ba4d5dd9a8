# expect: state.over is 1; ENDS has 1 words
# base: take
ENDS = ("",)  # here
