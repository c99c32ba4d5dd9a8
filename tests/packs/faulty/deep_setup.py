# expect: deeper() calls itself, 100,000 times and more
# base: take
import sys
def deeper(n):
    return deeper(n + 1)  # here
def setup(pack, players):
    sys.setrecursionlimit(10**9)
    return deeper(0)
