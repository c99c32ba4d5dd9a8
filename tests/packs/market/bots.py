from generator.kit import rule


@rule
def value(tables, state, seat):
    return min(1.0, (state.points[seat] + state.coins[seat]) / 40.0)
