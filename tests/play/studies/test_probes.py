"""Supplies that run out, tried larger."""

from dataclasses import replace
from pathlib import Path

from generator.model.pack import Pack
from generator.play.studies.simulate.run import simulate
from generator.play.telling.findings.supplies import of_supplies
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


def test_what_the_deal_takes_of_a_supply_is_counted_in_what_would_be_enough(
    tmp_path: Path,
) -> None:
    folder = write_pack(tmp_path, PURSES)
    lean = replace(LEAN, supplies=True)

    def told(coins: int) -> str:
        (found,) = of_supplies(simulate(opened(folder, f"bonus={coins}"), lean))
        return found.text.replace("\xa0", " ")

    assert told(24) == (
        "The supply “bonus” (24, of which the set-up takes 6): 14 would be enough in 95 % of the "
        "2-player games, 6 for the set-up and 8 after it."
    )
    assert told(12) == (
        "The supply “bonus” (12, of which the set-up takes 6) runs out in every game; with 16 it "
        "does in 0 % (0 to 4 %), of 100 games; 14 would be enough in 95 % of the games, "
        "6 for the set-up and 8 after it."
    )
