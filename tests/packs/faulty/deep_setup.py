# expect: deeper() calls itself, directly or through others, 100,000 calls deep
# base: take
import sys
def counted(n):
    return sum(range(200)) + n
def deeper(n):
    return deeper(counted(n))  # here
def setup(pack, players):
    sys.setrecursionlimit(10**9)
    return deeper(0)
