"""What a pack's `rules.py` may import: `rule`, `record` and the random stream.

The same functions run under numba and under plain CPython with the same result, seed for seed.
"""
