# expect: an argument of 'take' cannot be called 'seat': in a record that is who acts; call it 'who'
# base: verbs
MOVES = verbs("rest", take={"seat": 2})  # here
