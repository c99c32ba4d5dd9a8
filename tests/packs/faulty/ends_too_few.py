# expect: why_over() stopped with IndexError: state.over is 1; ENDS has 1 words
# base: take
ENDS = ("",)  # here
