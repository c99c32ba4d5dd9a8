"""Trials with larger supplies of those that run out."""

from dataclasses import replace
from pathlib import Path

from generator.model.pack import Pack
from generator.play.readings.supplies import SupplyReading, supplies
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN, pack_of
from tests.toys import opened, write_pack

# Of `bonus` coins in one box the deal gives three to each of two seats, and every turn takes one
# more until there are none, eight turns long.
PURSES = """
from generator.kit import record, rule

SEATS = (2, 2)
LONGEST = 8
WIDEST = 1
SUPPLIES = {"bonus": "shared"}


def setup(pack, players):
    return record(bank=pack.number("bonus")), record(coins=0, t=0)


@rule
def deal(tables, state, rng):
    state.coins = tables.bank - 6


@rule
def turn(tables, state):
    return -1 if state.t == 8 else state.t % 2


@rule
def moves(tables, state, out):
    out[0] = 0
    return 1


@rule
def play(tables, state, move, rng):
    state.coins = max(0, state.coins - 1)
    state.t += 1


@rule
def score(tables, state, out):
    out[:] = 0.0


@rule
def stock(tables, state, out):
    out[:, 0] = state.coins


def describe(tables, state, move):
    return {"do": "take"}
"""


def test_a_supply_that_runs_out_is_tried_larger(market: Pack) -> None:
    results = simulate(market, replace(LEAN, supplies=True, players=3))
    coins = results.main.metrics.supplies[0]
    assert coins.start == 3 and coins.empty_games.value > 0.5
    assert [p.size for p in results.probes] == [4, 6]
    assert results.probes[1].empty_games.value < results.probes[0].empty_games.value
    known = simulate(pack_of("market", "coins=6"), replace(LEAN, players=3)).main.metrics
    assert results.probes[1].empty_games.value == known.supplies[0].empty_games.value


def test_the_deal_counts_towards_a_sufficient_supply(
    tmp_path: Path,
) -> None:
    folder = write_pack(tmp_path, PURSES)
    lean = replace(LEAN, supplies=True)

    def read(coins: int) -> SupplyReading:
        (reading,) = supplies(simulate(opened(folder, f"bonus={coins}"), lean))
        return reading

    plenty, few = read(24), read(12)
    for reading, given in ((plenty, 24), (few, 12)):
        assert (reading.supply.given, reading.supply.set_up, reading.enough) == (given, 6, 8)
    assert (plenty.state, few.state) == ("enough", "runs out")
    assert [p.given for p in few.probes][:1] == [16] and few.probes[0].empty_games.value == 0
