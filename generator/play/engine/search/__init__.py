"""Search: Monte Carlo players for every kind of game, compiled once for all games."""
