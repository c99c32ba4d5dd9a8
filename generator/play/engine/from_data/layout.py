"""From a plan to the two records of a game: every game of a tier has the same fields and sizes.

piles   0 … 3   open rows, by component         9 … 11  decks of other components
        4 … 7   discard piles, by component     12      the deck that hands come from
        8       what is out of the game         13 …    of each seat: deck, hand, front,
                                                        discard pile

The supply is no pile: the copies of a row that are left there are those with the lowest numbers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit import FACE_DOWN, FACE_UP, piles, put, record
from generator.play.engine.from_data.judge import Weights
from generator.play.engine.from_data.kinds_of_moves import VERBS, kinds_of_verbs, uses_of
from generator.reading.phrases.limits import (
    MOST_KEPT,
    MOST_PARTS,
    MOST_RESOURCES,
    PRESS_STEP,
    SMALL,
    Tier,
)
from generator.reading.phrases.plan_values import Plan

ROWS_AT, DISCARDS_AT, OUT_AT, DECKS_AT, DRAW_DECK, SEATS_AT = 0, 4, 8, 9, 12, 13
DECK, HAND, FRONT, DISCARD = range(4)  # of a seat, from SEATS_AT + 4 × seat on
DEEPEST = 16  # maximum number of waiting programs
MORE = 64  # maximum number of queued programs that are not those of different cards


def setup_of(
    plan: Plan, players: int, weights: Weights, before: Plan | None = None
) -> tuple[Any, Any]:
    """Tables and state, before the deal; all sizes are those of the tier.

    `before` is the plan of the pack before rows were changed, whose kinds of move stay.
    """
    decks, tier = _decks(plan), plan.tier(players)
    tables = _tables(plan, players, decks, weights, tier, before or plan)
    return tables, _state(plan, players, decks, tier)


def _decks(plan: Plan) -> list[int]:
    """The pile of each component's deck."""
    others = iter(range(DECKS_AT, DRAW_DECK + 1))
    is_drawn = [i == plan.draw_part for i in range(len(plan.components))]
    return [DRAW_DECK if is_it else next(others) for is_it in is_drawn]


def _filled(shape: Any, values: Any, kind: Any = np.int16, fill: int = 0) -> NDArray[Any]:
    """An array of that shape with values at its start."""
    array = np.full(shape, fill, kind)
    given = np.array(values, np.int64)
    if given.size:
        array[tuple(slice(n) for n in given.shape)] = given
    return array


def _amounts(rows: list[dict[int, int]], most: int, tier: Tier) -> NDArray[np.int16]:
    array = np.zeros((most, tier.resources), np.int16)
    for i, costs in enumerate(rows):
        for resource, n in costs.items():
            array[i, resource] = n
    return array


def _needs(plan: Plan, tier: Tier) -> NDArray[np.int16]:
    """The number of cards of each kind that a player needs to claim a row."""
    array = np.zeros((tier.rows, tier.kinds), np.int16)
    for row, needs in enumerate(plan.needs_of):
        for i, n in needs.items():
            if i >= MOST_RESOURCES:
                array[row, i - MOST_RESOURCES] = n
    return array


def _tables(
    plan: Plan, players: int, decks: list[int], weights: Weights, tier: Tier, before: Plan
) -> Any:
    firsts = np.cumsum([0, *(row.count for row in plan.rows)])[:-1]
    copies = [i for i, row in enumerate(plan.rows) for _ in range(row.count)]
    ends = [row[3] >= 0 for row in (*plan.entry, *before.entry)]
    masks = np.int32 if tier is SMALL else np.int64
    (kinds, verb_kinds), uses = kinds_of_verbs(before, players), uses_of(before)
    lines = range(len(before.code))
    return record(
        players=players,
        n_rows=len(plan.rows),
        n_parts=len(plan.components),
        n_resources=len(plan.resources),
        n_actions=len(plan.actions),
        n_steps=len(plan.steps),
        n_ends=len(plan.ends),
        row_of=_filled(tier.copies, copies),
        part_of=_filled(tier.rows, plan.part_of),
        supply_from=_filled(tier.rows, firsts + np.multiply(plan.start_of, players)),
        name_of=_filled(tier.rows, plan.name_of),
        kinds=_filled(tier.rows, plan.kinds_of, masks),
        printed=_filled(tier.rows, plan.points_of),
        entry=_filled((tier.rows, 5), plan.entry, fill=-1),
        values=_filled((tier.rows, tier.columns), plan.values),
        cost=_amounts(plan.cost_of, tier.rows, tier),
        needs=_needs(plan, tier),
        code=_filled((tier.code, 8), plan.code, masks),
        counters=_filled((tier.counters, 5), plan.counters, masks),
        costs=_amounts(plan.costs, tier.costs, tier),
        numbers=_filled(tier.numbers, plan.numbers),
        starts=_filled(tier.resources, plan.starts),
        until=_filled(tier.resources, plan.until, np.int8),
        by_places=int(plan.by_places),
        counts_held=_filled(tier.resources, plan.held, np.int8),
        saves=_filled(tier.resources, plan.saves, np.int8, -1),
        wild=plan.wild,
        open_rows=_filled(MOST_PARTS, plan.open_rows),
        is_supply=_filled(MOST_PARTS, plan.is_supply, np.int8),
        deck_at=_filled(MOST_PARTS, decks),
        own_decks=int(plan.own_decks),
        hand=plan.dealt(players),
        hold=plan.hold,
        stays=plan.stays,
        owned=int(plan.counts_owned),
        actions=_filled((tier.actions, 8), plan.actions, masks),
        steps=_filled((tier.steps, 4), plan.steps, masks),
        ends=_filled((tier.ends, 4), plan.ends, masks),
        presses=next((step[1] for step in plan.steps if step[0] == PRESS_STEP), -1),
        n_stocks=len(plan.stocks),
        stocks=_filled((tier.resources + MOST_PARTS, 2), plan.stocks),
        set_up=plan.set_up,
        scoring=plan.scoring,
        round_scoring=plan.round_scoring,
        tie=plan.tie,
        tie_sign=plan.tie_sign,
        drafts=int(plan.is_draft),
        n_kinds=len(plan.kinds),
        ends_score=int(any(ends)),
        verb_kind=_filled(len(VERBS) + tier.actions, verb_kinds),
        use_kind=_filled(tier.code, [kinds.index(uses.get(pc, kinds[0])) for pc in lines]),
        judge_learned=int(weights.is_learned),
        judge_weights=np.tile(weights.filled(tier), (tier.seats, 1, 1)),  # of each seat that judges
        judge_turns=weights.turns,
        judge_spread=weights.spread,
    )


def _state(plan: Plan, players: int, decks: list[int], tier: Tier) -> Any:
    hands = [FACE_DOWN if plan.is_draft else 1 << seat for seat in range(tier.seats)]
    seats = [look for hand in hands for look in (FACE_DOWN, hand, FACE_UP, FACE_UP)]
    others = [FACE_UP] * (2 * MOST_PARTS + 1)
    cards = piles(tier.copies, *others, *[FACE_DOWN] * MOST_PARTS, *seats)
    bits = np.int16 if tier is SMALL else np.int32
    left = np.zeros(tier.rows, np.int16)
    printed = np.zeros(tier.seats, np.int64)
    card = 0
    for i, row in enumerate(plan.rows):
        part = plan.part_of[i]
        begun = plan.start_of[i] * players
        for copy in range(row.count):
            if copy < begun:
                pile = SEATS_AT + 4 * (copy % players) + DECK
                printed[copy % players] += plan.points_of[i] * plan.counts_owned
            elif plan.is_supply[part]:
                left[i] += 1
                card += 1
                continue
            elif plan.open_rows[part] or part == plan.draw_part:
                pile = decks[part]
            else:
                pile = OUT_AT
            put(cards[pile], card)
            card += 1
    held = np.zeros((tier.seats, tier.resources), np.int32)
    bank = _filled(tier.resources, plan.banks, np.int32, -1)
    for i, start in enumerate(plan.starts):
        held[:players, i] = start
        if bank[i] >= 0:
            bank[i] = max(0, bank[i] - start * players)
    for seat, amounts in plan.extra.items():
        for i, n in amounts.items() if seat < players else ():
            given = n if bank[i] < 0 else min(n, bank[i])
            held[seat, i] += given
            bank[i] -= given if bank[i] >= 0 else 0
    return record(
        cards=cards,
        held=held,
        bank=bank,
        left=left,  # copies in the supply or in an open row, by row
        in_front=np.zeros((tier.seats, tier.kinds), np.int16),  # cards of each kind
        printed=printed,  # points on the cards that count, by seat
        # pc, seat, card, aimed at, where the card goes; cards just put away, row of the last one;
        # cards looked at or resources taken, a bit each; how often a clause was repeated
        stack=np.zeros((DEEPEST, 9), bits),
        depth=0,
        queue=np.zeros((tier.copies + MORE, 3), np.int16),  # seat, pc, card
        queued=0,
        served=0,
        asking=0,
        seat=0,  # who is asked
        active=0,  # whose turn it is
        step=-1,
        times=0,
        used=np.zeros(tier.seats, bits),  # actions that are done once each turn, a bit each
        taken=np.zeros(tier.seats, bits),  # actions that are done once each round, a bit each
        first=0,  # who begins the round
        has_placed=0,  # whether the active player has sent a worker
        passed=0,  # players in a row who have not
        protected=np.zeros(tier.seats, np.int8),  # whether others' sentences do nothing to a seat
        target=0,  # of a clause about several players: which of them, from the left of who does it
        todo=-1,  # cards that this player has still to put away
        chosen=np.full((tier.seats, MOST_KEPT), -1, np.int16),
        handed_on=0,
        rounds=0,
        turns=0,
        idle=0,  # turns without a decision
        ending=0,  # how the game ends when this round is finished
        again=0,
        stopped=0,
        scored=0,
        over=0,
    )
