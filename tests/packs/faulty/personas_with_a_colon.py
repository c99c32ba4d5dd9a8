# expect: PERSONAS: no agent can be called 'bold:2'
# base: cards
PERSONAS = {"bold:2": bold}  # here
