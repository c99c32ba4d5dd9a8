"""Where the points of a seat come from, for the table of scores at the end of a game."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from generator.kit import cards_in
from generator.play.engine.from_data.counting import end_of, scored_by, total
from generator.play.engine.from_data.layout import DECK, SEATS_AT
from generator.play.engine.from_data.layout import DISCARD as DISCARD_PILE
from generator.play.engine.from_data.layout import FRONT as FRONT_PILE
from generator.play.engine.from_data.layout import HAND as HAND_PILE
from generator.play.engine.from_data.questions import ON_END
from generator.reading.phrases.plan_values import Plan

MOST_NAMES = 8  # maximum number of cards with points that are named one by one
PRINTED, AT_END, SCORING, GAINED = "cards", "cards at the end", "scoring", "during the game"


def sources(
    plan: Plan, scoring: Sequence[str], tables: Any, state: Any, seat: int
) -> list[tuple[str, int]]:
    """Every source of a seat's points with its points; together they are the seat's score.

    `scoring` are the phrases that score the end of the game. It does not fit a game that scores
    every round, because what a round scored is kept as points alone.
    """
    found: Counter[str] = Counter()
    has_names = sum(map(_has_points, plan.points_of, plan.entry)) <= MOST_NAMES
    owned = (HAND_PILE, DECK, DISCARD_PILE) if plan.counts_owned else ()
    for pile in (FRONT_PILE, *owned):
        for card in cards_in(state.cards[SEATS_AT + 4 * seat + pile]):
            row = int(tables.row_of[card])
            ends = int(end_of(tables, state, seat, row, False)) if tables.ends_score else 0
            name = plan.rows[row].name if has_names else ""
            found[name or PRINTED] += plan.points_of[row]
            found[name or AT_END] += ends
    words = scoring[0].strip().rstrip(".") if len(scoring) == 1 else SCORING
    found[words] += int(scored_by(tables, state, seat, tables.scoring, False))
    found[GAINED] += int(total(tables, state, seat, False)) - found.total()
    return list(found.items())


def _has_points(points: int, entries: Sequence[int]) -> bool:
    """Whether a card with these printed points and programs can score."""
    return points != 0 or entries[ON_END] >= 0
