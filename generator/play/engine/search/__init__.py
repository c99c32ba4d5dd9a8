"""Search: Monte Carlo players, compiled once for all games."""
