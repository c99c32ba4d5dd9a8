"""Counts the belongings of a player, and the points that they score."""

from typing import Any

from generator.kit import count, peek, rule
from generator.play.engine.from_data.goods import hand_at
from generator.play.engine.from_data.layout import DECK, ROWS_AT, SEATS_AT
from generator.play.engine.from_data.layout import DISCARD as DISCARD_PILE
from generator.play.engine.from_data.layout import FRONT as FRONT_PILE
from generator.play.engine.from_data.layout import HAND as HAND_PILE
from generator.play.engine.from_data.questions import ON_END, ON_PLAY
from generator.reading.phrases.bytecode import (
    AT_LEAST,
    AT_MOST,
    AWAY,
    CARD,
    COLUMN,
    COMPARE,
    DIFFERENT,
    EACH_OPPONENT,
    EACH_PLAYER,
    GAIN,
    HAND,
    IF,
    KIND,
    LEFT,
    LOSE,
    MOST,
    NAME,
    NEIGHBOURS,
    OPPONENTS,
    OURS,
    OWN,
    RESOURCE,
    RIGHT,
    SETS,
    STEPS,
    YOU,
)


@rule
def counted_in(tables: Any, pile: Any, what: Any, which: Any) -> Any:
    """The number of cards of a kind or a name in a pile, or the sum of their numbers."""
    if what == CARD:
        return count(pile)
    n = 0
    for place in range(count(pile)):
        n += is_counted(tables, peek(pile, place), what, which)
    return n


@rule
def is_counted(tables: Any, card: Any, what: Any, which: Any) -> Any:
    """1 for a card that counts, 0 for another; the number in a column."""
    row = tables.row_of[card]
    if what == KIND:
        return int(tables.kinds[row] >> which & 1)
    if what == NAME:
        return 1 if tables.name_of[row] == which else 0
    if what == COLUMN:
        return int(tables.values[row, which])
    return 1


@rule
def had(tables: Any, state: Any, seat: Any, counter: Any, looks: Any) -> Any:
    """The amount of a counter that a seat itself has; `looks` includes cards that are chosen but
    still face down.
    """
    what, which = tables.counters[counter, 0], tables.counters[counter, 1]
    where = tables.counters[counter, 2]
    if what == RESOURCE:
        return int(state.held[seat, which])
    if what == AWAY:
        return int(state.stack[state.depth - 1, 5])
    at = SEATS_AT + 4 * seat
    if where == HAND:
        return counted_in(tables, state.cards[hand_at(tables, state, seat)], what, which)
    if what == KIND:
        n = int(state.in_front[seat, which])
    else:
        n = counted_in(tables, state.cards[at + FRONT_PILE], what, which)
    if where == OWN and tables.own_decks:
        n += counted_in(tables, state.cards[at + HAND_PILE], what, which)
        n += counted_in(tables, state.cards[at + DECK], what, which)
        n += counted_in(tables, state.cards[at + DISCARD_PILE], what, which)
    if looks:
        for i in range(4):
            if state.chosen[seat, i] >= 0:
                n += is_counted(tables, state.chosen[seat, i], what, which)
    return n


@rule
def amount(tables: Any, state: Any, seat: Any, counter: Any, looks: Any) -> Any:
    """The amount of a counter for a seat, in whole groups."""
    whose = tables.counters[counter, 4]
    if whose == OURS:
        return had(tables, state, seat, counter, looks) // tables.counters[counter, 3]
    n = 0
    for step in range(tables.players):
        is_far = whose == NEIGHBOURS and step != 1 and step != tables.players - 1
        if (step == 0 and (whose in (OPPONENTS, NEIGHBOURS))) or is_far:
            continue
        n += had(tables, state, (seat + step) % tables.players, counter, looks)
    return n // tables.counters[counter, 3]


@rule
def holds(tables: Any, state: Any, seat: Any, pc: Any, looks: Any) -> Any:
    """Whether the condition of an instruction holds for a seat."""
    n = amount(tables, state, seat, tables.code[pc, 3], looks)
    how = tables.code[pc, 5]
    if how == AT_LEAST:
        return n >= tables.code[pc, 2]
    if how == AT_MOST:
        return n <= tables.code[pc, 2]
    return n == tables.code[pc, 2]


@rule
def is_named(tables: Any, who: Any, step: Any, aimed: Any) -> Any:
    """Whether words name the player so many seats to the left; `aimed` seats to it was chosen."""
    if who == YOU:
        return step == 0
    if who == EACH_OPPONENT:
        return step > 0
    if who == EACH_PLAYER:
        return True
    if who == LEFT:
        return step == 1 % tables.players
    if who == RIGHT:
        return step == (tables.players - 1) % tables.players
    return step == aimed


@rule
def is_ahead(tables: Any, state: Any, seat: Any, pc: Any, aimed: Any, looks: Any) -> Any:
    """Whether a seat has more, or fewer, than each player that a comparison names."""
    who, per, fewer = tables.code[pc, 1], tables.code[pc, 3], tables.code[pc, 5]
    have = amount(tables, state, seat, per, looks)
    for step in range(1, tables.players):
        if is_named(tables, who, step, aimed):
            others = amount(tables, state, (seat + step) % tables.players, per, looks)
            if have == others or (have > others) == (fewer > 0):
                return False
    return True


@rule
def worth(tables: Any, state: Any, seat: Any, pc: Any, looks: Any) -> Any:
    """The points that one scoring instruction gives a seat."""
    op, n, per = tables.code[pc, 0], tables.code[pc, 2], tables.code[pc, 3]
    a, b = tables.code[pc, 4], tables.code[pc, 5]
    if op in (GAIN, LOSE):
        points = n * (amount(tables, state, seat, per, looks) if per >= 0 else 1)
        return points if op == GAIN else -points
    if op == SETS:
        fewest = amount(tables, state, seat, a, looks)
        for i in range(1, b):
            fewest = min(fewest, amount(tables, state, seat, a + i, looks))
        return n * fewest
    if op == DIFFERENT:
        kinds = 0
        for i in range(b):
            kinds += 1 if amount(tables, state, seat, a + i, looks) > 0 else 0
        return n * kinds
    have = amount(tables, state, seat, per, looks)
    if op == STEPS:
        points = 0
        for i in range(b):
            if have >= tables.numbers[a + 2 * i]:
                points = tables.numbers[a + 2 * i + 1]
        return points
    ahead, level = 0, 0
    for step in range(1, tables.players):
        others = amount(tables, state, (seat + step) % tables.players, per, looks)
        ahead += 1 if (others < have if b else others > have) else 0
        level += 1 if others == have else 0
    if b:
        return n if ahead == 0 else 0
    if have == 0 or ahead > 1 or tables.players < 2:
        return n if have > 0 and tables.players < 2 else 0
    return n if ahead == 0 else a


@rule
def scored_by(tables: Any, state: Any, seat: Any, pc: Any, looks: Any) -> Any:
    """The points a program gives a seat, up to what is not scoring; nothing is changed."""
    points = 0
    while pc >= 0:
        op = tables.code[pc, 0]
        if op == IF:
            is_so = holds(tables, state, seat, pc, looks)
            pc = pc + 1 if is_so else int(tables.code[pc, 6])
        elif op == COMPARE:
            is_so = is_ahead(tables, state, seat, pc, 0, looks)
            pc = pc + 1 if is_so else int(tables.code[pc, 6])
        elif op in (GAIN, LOSE, SETS, DIFFERENT, STEPS, MOST):
            is_other = op in (GAIN, LOSE) and (tables.code[pc, 4] > 0 or tables.code[pc, 1] != YOU)
            points += 0 if is_other else worth(tables, state, seat, pc, looks)
            pc += 1
        else:
            return points
    return points


@rule
def ends_in(tables: Any, state: Any, seat: Any, pile: Any, looks: Any) -> Any:
    """The points that the cards of a pile score at the end."""
    points = 0
    for place in range(count(pile)):
        points += end_of(tables, state, seat, tables.row_of[peek(pile, place)], looks)
    return points


@rule
def end_of(tables: Any, state: Any, seat: Any, row: Any, looks: Any) -> Any:
    """The points that one card scores at the end."""
    if tables.entry[row, ON_END] < 0:
        return 0
    return scored_by(tables, state, seat, int(tables.entry[row, ON_END]), looks)


@rule
def total(tables: Any, state: Any, seat: Any, looks: Any) -> Any:
    """A seat's score, as if the game ended now."""
    points = int(state.held[seat, 0])
    points += scored_by(tables, state, seat, tables.scoring, looks)
    if not state.scored:
        points += scored_by(tables, state, seat, tables.round_scoring, looks)
    points += state.printed[seat]
    if tables.ends_score:
        at = SEATS_AT + 4 * seat
        points += ends_in(tables, state, seat, state.cards[at + FRONT_PILE], looks)
        if tables.owned:
            points += ends_in(tables, state, seat, state.cards[at + HAND_PILE], looks)
            points += ends_in(tables, state, seat, state.cards[at + DECK], looks)
            points += ends_in(tables, state, seat, state.cards[at + DISCARD_PILE], looks)
    if looks and tables.presses >= 0 and seat == state.active:
        turned = state.cards[ROWS_AT + tables.presses]
        for place in range(count(turned)):
            row = tables.row_of[peek(turned, place)]
            points += tables.printed[row] + end_of(tables, state, seat, row, looks)
            points += scored_by(tables, state, seat, int(tables.entry[row, ON_PLAY]), looks)
    if looks:
        for i in range(4):
            if state.chosen[seat, i] >= 0:
                row = tables.row_of[state.chosen[seat, i]]
                points += tables.printed[row] + end_of(tables, state, seat, row, looks)
                points += scored_by(tables, state, seat, int(tables.entry[row, ON_PLAY]), looks)
    return points
