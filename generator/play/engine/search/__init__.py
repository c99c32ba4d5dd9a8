"""Monte Carlo players that search, compiled once for all games."""
