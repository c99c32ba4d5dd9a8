# expect: there is no field 'left' in the record … 'left' is a field of the other record
# base: take
@rule
def moves(tables, state, out):
    for i in range(min(3, tables.left)):  # here
        out[i] = i
    return 3
