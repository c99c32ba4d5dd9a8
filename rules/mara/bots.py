"""Players of The Mara: how they judge a position, and which moves they weigh.

A seat is worth its points and what its cards promise: photos still to be taken, the sooner the
better, by what the seat has seen. Actions are counted on the empty board, tracks and jeeps left
aside.
"""

import numpy as np

from generator.kit import below, bit_count, distances, lead, lowest, odds, rule, set_points, share
from rules import (
    ANIMALS,
    BESIDE,
    FRESH,
    GUIDE,
    MEET,
    MOST,
    MOVES,
    N_CELLS,
    N_LODGES,
    N_PATHS,
    N_SPACES,
    NEAR,
    NOTHING,
    START,
    TASK,
    lays_track,
)

SEARCH = {"depth": 0, "plies": 1}  # `value` foresees the turn: weigh its moves in many worlds

SEARCHING = 4.0  # actions that one more unseen candidate tile costs besides the way to it
PATIENCE = 10  # cards handled in one Meet task before that counts against the seat
FAR = 2.0  # least actions from one photo to the next
LATER = 0.25  # a photo t turns away counts 1 / (1 + LATER · t)
# What counts of a plan's worth, by how many cards are in it (6: or more).
CROWD = (1.0, 1.0, 0.98, 0.96, 0.8, 0.7, 0.6)

STEPS = distances(NEAR)
ROUND = [(cell == BESIDE).any(axis=1).nonzero()[0] for cell in range(N_CELLS)]  # paths by cell
TO_CELL = np.stack([STEPS[:, paths].min(axis=1) for paths in ROUND], axis=1)  # from a space
APART = np.stack([TO_CELL[paths].min(axis=0) for paths in ROUND])  # from cell to cell


# --------------------------------------------------------------------------- judging


@rule
def value(tables, state, seat):
    """Standing against the best rival: own points and plans less theirs, squeezed into [0, 1]."""
    verdict = _against(tables, state, seat, False)
    if state.phase == MEET and state.seat == seat and state.fiddled > PATIENCE:
        # Picking and dropping for ever puts an end off; no seat should think well of that.
        verdict = max(0.0, verdict - 0.02 * (state.fiddled - PATIENCE))
    return verdict


@rule
def collector(tables, state, seat):
    """A persona that looks at its own sets alone and never at a rival."""
    if state.over:
        return _against(tables, state, seat, False)
    own = prospects(tables, state, seat, False)
    return own / (own + 60.0)


@rule
def racer(tables, state, seat):
    """A persona that wants many photos soon, whichever animals they show."""
    return _against(tables, state, seat, True)


@rule
def explorer(tables, state, seat):
    """A persona that would rather peek than plan."""
    n = bit_count(state.seen[seat])
    return 0.9 * _against(tables, state, seat, False) + 0.1 * n / N_CELLS


PERSONAS = {"collector": collector, "racer": racer, "explorer": explorer}


@rule
def _against(tables, state, seat, flat):
    """The seat's prospects less the best rival's, squeezed; `flat`: every photo counts the same.

    At the end 1 for a win, shared among those who lead, and 0 for a loss.
    """
    of_all = np.empty(4)
    for other in range(tables.players):
        of_all[other] = prospects(tables, state, other, flat and not state.over)
    if state.over:
        return share(of_all, tables.players, seat)
    return odds(lead(of_all, tables.players, seat), 12.0)


@rule
def prospects(tables, state, seat, flat):
    """A seat's points now, and what its cards and the next lodge promise."""
    points = 0.0
    if flat:
        for animal in range(ANIMALS):
            points += 3.0 * state.photos[seat, animal]
    else:
        points = set_points(state.photos[seat], tables.points)
    here = state.jeeps[seat]
    if state.over or here < 0:
        return points
    cards = np.empty(MOST, np.int8)  # in the plan
    needs = np.empty(MOST)  # by card: actions until its photo
    n = 0
    if state.face_up[seat] > 0:
        for card in range(tables.n_cards):
            if state.where[card] == FRESH + seat:
                needs[card] = _need(tables, state, seat, here, tables.card_kinds[card])
                cards[n] = card
                n += 1
                if n == state.face_up[seat]:
                    break
    if state.phase == MEET and state.seat == seat:
        plan = _meeting(tables, state, seat, needs, cards, n, flat)
        if plan == 0.0:  # nothing to pick up here: on to the next lodge, hands free
            plan = _next_lodge(tables, state, seat, here, max(tables.actions, 1), 0.0, flat)
        return points + plan
    pace = tables.actions if tables.family else tables.actions - state.face_up[seat]
    left = _credit(tables, state, seat, max(pace, 0))
    if n > 0 or tables.family:
        return points + _plan(tables, state, seat, needs, cards, n, pace, left, flat)
    return points + _next_lodge(tables, state, seat, here, max(pace, 1), left, flat)


@rule
def _credit(tables, state, seat, pace):
    """Actions of this turn that the seat has left; for a seat that waits, what its wait has earned.

    The wait for a turn passes as the others begin theirs, so that a position is worth about the
    same before and after everybody has moved.
    """
    waits = (seat - state.seat) % tables.players
    begun = state.phase != TASK and state.phase != START
    if waits == 0 and begun:
        return float(state.left)
    passed = (tables.players - waits if begun else tables.players - 1 - waits) % tables.players
    return passed * pace / tables.players


@rule
def _need(tables, state, seat, space, kind):
    """Actions until this kind is photographed from a space, by what the seat has seen.

    A tile not yet seen may be any of its habitat: count the way from one to the next nearest.
    """
    backs = state.backs[kind // ANIMALS]
    hidden = backs & state.down & ~state.seen[seat]  # where it may lie, a bit per cell
    known = backs & ~hidden
    while known:
        cell = lowest(known)
        if state.tile[cell] == kind:
            return 1.0 + TO_CELL[space, cell]
        known &= known - 1
    if hidden == 0:
        return 99.0
    cell = _nearest(TO_CELL[space], hidden)
    need = 1.0 + TO_CELL[space, cell]
    if space < N_PATHS:
        one, other = BESIDE[space, 0], BESIDE[space, 1]
        if one >= 0 and other >= 0 and hidden >> one & hidden >> other & 1:
            need -= 1.0  # a peek from here shows two of them
    while True:
        hidden &= ~(1 << cell)
        if hidden == 0:
            return need
        here = cell
        cell = _nearest(APART[here], hidden)
        need += SEARCHING + APART[here, cell]


@rule
def _nearest(away, cells):
    """Of a set of cells, a bit each, the first of the nearest."""
    nearest = lowest(cells)
    cells &= cells - 1
    while cells:
        cell = lowest(cells)
        if away[cell] < away[nearest]:
            nearest = cell
        cells &= cells - 1
    return nearest


@rule
def _worth(tables, state, seat, animal, held, flat):
    """Mean VP that each of `held` more photos of an animal would add to the sets of today."""
    if flat:
        return 3.0
    total = 0.0
    for level in range(state.photos[seat, animal] + 1, state.photos[seat, animal] + 1 + held):
        size = 0
        for other in range(ANIMALS):
            if state.photos[seat, other] >= level:
                size += 1
        total += tables.points[size + 1] - tables.points[size]
    return total / held


@rule
def _plan(tables, state, seat, needs, cards, n, pace, left, flat):
    """What the first n of `cards` promise at a pace of so many actions a turn.

    One card is gone for first, whichever makes most of it; the others count from where that one
    ends, so that two far cards do not hold a jeep halfway between them.
    """
    later = LATER / max(0.3, float(pace))
    worth = np.empty(MOST)
    for i in range(n):
        animal = tables.card_kinds[cards[i]] % ANIMALS
        held = 0
        for j in range(n):
            if tables.card_kinds[cards[j]] % ANIMALS == animal:
                held += 1
        worth[i] = _worth(tables, state, seat, animal, held, flat)
    best = 0.0
    for first in range(n):
        start = max(0.0, needs[cards[first]] - left)
        total = 0.0
        for i in range(n):
            actions = start if i == first else start + max(FAR, needs[cards[i]])
            total += worth[i] / (1.0 + later * actions)
        best = max(best, total)
    return 0.95 * CROWD[min(n, 6)] * best


@rule
def _meeting(tables, state, seat, needs, cards, n, flat):
    """The best the seat can make of this Meet task: rotated cards gone, the right ones picked."""
    here = state.jeeps[seat]
    lodge = tables.meeting[here]
    now = _plan(tables, state, seat, needs, cards, n, tables.actions - n, 0.0, flat)
    if n >= tables.faceup_limit:
        return now
    for card in range(tables.n_cards):
        if state.where[card] == lodge:
            needs[card] = _need(tables, state, seat, here, tables.card_kinds[card])
    best = now
    chosen = 0  # bit per card picked in the plan
    while n < tables.faceup_limit:
        n += 1
        best_card = NOTHING
        best_here = -1.0
        for card in range(tables.n_cards):
            if state.where[card] == lodge and not chosen >> card & 1:
                cards[n - 1] = card
                plan = _plan(tables, state, seat, needs, cards, n, tables.actions - n, 0.0, flat)
                if plan > best_here:
                    best_card = card
                    best_here = plan
        if best_card < 0:
            break
        chosen |= 1 << best_card
        cards[n - 1] = best_card
        best = max(best, best_here)
    return now + 0.999 * (best - now)


@rule
def _next_lodge(tables, state, seat, here, pace, left, flat):
    """What the most promising lodge is worth to a seat with nothing left to photograph."""
    best = 0.0
    nearest = 99
    away = np.empty(N_LODGES)  # turns until the seat meets who waits there
    for lodge in range(N_LODGES):
        steps = STEPS[here, N_PATHS + lodge] - tables.reach
        nearest = min(nearest, steps)
        away[lodge] = 1.0 + max(0, steps - left) / pace
    worths = np.empty(ANIMALS)
    for animal in range(ANIMALS):
        worths[animal] = 0.8 * _worth(tables, state, seat, animal, 1, flat)
    for card in range(tables.n_cards):
        lodge = state.where[card]
        if lodge < FRESH:
            kind = tables.card_kinds[card]
            worth = worths[kind % ANIMALS]
            turns = away[lodge]
            if worth > best * (1.0 + LATER * turns):
                need = _need(tables, state, seat, N_PATHS + lodge, kind)
                turns += need / max(1, tables.actions - 1)
                best = max(best, worth / (1.0 + LATER * turns))
    return best + 0.02 / (1.0 + LATER * max(0, nearest - left) / pace)


# --------------------------------------------------------------------------- what to weigh


@rule
def consider(tables, state, out, n, rng):
    """Where a track must be relocated, weigh every drive with one and the same track (K8)."""
    if state.phase != GUIDE or not lays_track(tables, state) or state.tracks[state.seat] > 0:
        return n
    path = NOTHING
    seen = 0
    for other in range(N_PATHS):
        if state.track[other] == state.seat + 1:
            seen += 1
            if below(rng, seen) == 0:
                path = other
    drive = MOVES.drive + N_SPACES * (1 + path)
    kept = 0
    for i in range(n):
        move = out[i]
        if not MOVES.drive <= move < MOVES.peek or drive <= move < drive + N_SPACES:
            out[i] = out[kept]
            out[kept] = move
            kept += 1
    return kept
