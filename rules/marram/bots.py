"""How Marram's players judge a position, and what kinds of them there are."""

import numpy as np

from generator import kit
from generator.kit import rule
from rules import (
    BAG,
    BLUE,
    BOOT,
    END,
    HEAD,
    KIND,
    MIDDLE,
    OPEN,
    ORANGE,
    POINTS,
    SADDLE,
    SAND,
    TAIL,
    TURN,
    WORM,
    room,
    survey,
    worth,
)

# The likely moves only, judged by `value` at once; with time enough both players' next turns are
# played out before, and the more there is, the better they are played.
SEARCH = {"c": 0.1, "depth": 0, "order": 1, "widen": 1, "rollout": {200: "greedy"}}
SEARCH |= {"horizon": {200: 12}, "sample": {200: 4, 400: 8, 800: 16}}
SEARCH |= {"price": {200: 4.4, 400: 5.4, 800: 7.5}}
ACTION = 3.0  # points of lead that an action to come is worth


def player(land, creature, boot, shovel, says="plays to win"):
    """A rule like `value`, of a player who cares so much for each of these; 1 is to play to win.

    `says` tells people what the player does.
    """

    @rule
    def value(tables, state, seat):
        """The seat's chances: a logistic of its expected lead, 15 points to the unit.

        Where it is about to set a boot or to turn a tile over, its best way to do so counts.
        """
        mine = state.seat == seat
        first, last = -1, 0  # option −1 leaves all as it is
        if mine and state.phase == BOOT and state.boots[seat] > 0:
            last = 8  # a boot on that part
        elif mine and state.phase == TURN:
            first, last = 0, 4 * state.n_laid  # that tile turned over, so turned
        best = -1000.0
        for option in range(first, last):
            cell = state.laid[option // 4] if first == 0 else state.cell
            shown = state.grid[cell]
            tile = (shown - 1) >> 3
            boot_then = state.boot[tile]
            if first == 0:
                look = ((shown - 1) & ~3 ^ 4) + option % 4
                asked = kit.asked_around(tables.beside, tables.edges, state.grid, cell)
                if not tables.two_sided[tile] or not kit.fits(tables.edges[look], asked):
                    continue
                state.grid[cell] = look + 1
                state.boot[tile] = -1
            elif option >= 0:
                if not tables.ways[shown - 1, option] & state.bootable:
                    continue
                state.boots[seat] -= 1
                state.boot[tile] = 8 * seat + option
            ahead = expected_lead(tables, state, seat, land, creature, boot, shovel)
            best = max(best, ahead)
            if first < 0 and option >= 0:
                state.boots[seat] += 1
            state.grid[cell] = shown
            state.boot[tile] = boot_then
        to_come = state.left
        if state.phase == TURN or state.phase == BOOT:  # what this one gains is in the lead already
            to_come -= 1
        ahead = best + ACTION * to_come if mine else best - ACTION * to_come
        return 1.0 / (1.0 + np.exp(-ahead / 15.0))

    value.__doc__ = says
    return value


value = player(1.0, 1.0, 1.0, 1.0)
PERSONAS = {
    "landlord": player(1.4, 0.4, 1.0, 1.0, "cares for tufts and mounds, little for creatures"),
    "snaker": player(0.4, 2.5, 1.0, 1.0, "cares for creatures, little for land"),
    "miser": player(1.0, 1.0, 3.0, 4.0, "keeps boots and shovels for later"),
    "digger": player(1.0, 1.0, 1.0, -3.0, "thinks a shovel is there to be used"),
}


@rule
def expected_lead(tables, state, seat, land, creature, boot, shovel):
    """Points expected at the end, own minus the best other's; unfinished features by `hope`."""
    n_bag = kit.count(state.piles[BAG])
    hopes = np.zeros(4)
    seen, found, tally = room()
    for i in range(state.n_laid):
        cell = state.laid[i]
        tile = (state.grid[cell] - 1) >> 3
        part = state.boot[tile] & 7
        if state.boot[tile] < 0 or seen[tile] >> part & 1:
            continue
        survey(tables, state, cell, part, seen, found, tally)
        points = hope(tables, tally, n_bag) * (land if tally[KIND] < ORANGE else creature)
        owners = kit.majority(tally, tables.players)
        for other in range(tables.players):
            if owners >> other & 1:
                hopes[other] += points
    for other in range(tables.players):
        hopes[other] += state.points[other]
        hopes[other] += boot * boots_worth(state.boots[other], n_bag)
        hopes[other] += shovel * shovels_worth(state.shovels[other], n_bag)
    return kit.lead(hopes, tables.players, seat)


@rule
def boots_worth(n, n_bag):
    """Points that boots in the supply promise: the first most, all less as the bag empties."""
    return 6.0 * (1.0 - 0.6**n) * n_bag / (n_bag + 20.0)


@rule
def shovels_worth(n, n_bag):
    """Points that shovels promise; the last action of a game can still use one."""
    return 2.0 * n * n_bag / (n_bag + 6.0)


@rule
def hope(tables, tally, n_bag):
    """Points a feature promises: its worth with every gap closed, times the chance of that."""
    gaps, kind, freak = tally[OPEN], tally[KIND], tables.freak
    each = 0.3 if kind < ORANGE else 0.55
    chance = (each * (n_bag / (n_bag + 14.0))) ** gaps
    if gaps == 0:
        return float(worth(tables, tally))
    if kind < ORANGE:
        bulge = tables.mound_bulge if kind == SAND else tables.tuft_bulge
        return (worth(tables, tally) + 0.6 * bulge * gaps) * chance
    if kind != BLUE:
        tally[END] += gaps
        tally[POINTS] += gaps * (tables.orange_end if kind == ORANGE else tables.worm_end)
        if kind == WORM and tally[SADDLE] < tables.worm_saddles:
            return 0.6 * chance * freak + 0.4 * chance * 2.0 * (tally[END] + 1)
        return worth(tables, tally) * chance
    if tally[HEAD] > 1 or tally[TAIL] > 1:
        return freak * chance
    missing = max(tables.blue_middles - tally[MIDDLE], 0)
    if gaps == 2:
        chance *= 0.6
    sure = chance * (0.75 - 0.25 * min(missing, 2))
    whole = tables.blue_head + tables.blue_tail + tables.blue_middle * (tally[MIDDLE] + missing)
    return sure * whole + (chance - sure) * freak
