"""Where the points of a seat come from, for the table of scores at the end of a game."""

from typing import Any

from generator.play.engine.from_data.counting import ends_in, scored_by
from generator.play.engine.from_data.layout import DECK, SEATS_AT
from generator.play.engine.from_data.layout import DISCARD as DISCARD_PILE
from generator.play.engine.from_data.layout import FRONT as FRONT_PILE
from generator.play.engine.from_data.layout import HAND as HAND_PILE


def sources(tables: Any, state: Any, seat: int) -> list[tuple[str, int]]:
    """Every source of a seat's points with its points, as `counting.total` adds them up."""
    owned = (HAND_PILE, DECK, DISCARD_PILE) if tables.owned else ()
    piles = (FRONT_PILE, *owned) if tables.ends_score else ()
    cards = [state.cards[SEATS_AT + 4 * seat + pile] for pile in piles]
    scoring = scored_by(tables, state, seat, tables.scoring, False)
    if not state.scored:
        scoring += scored_by(tables, state, seat, tables.round_scoring, False)
    return [
        ("gained in play", int(state.held[seat, 0])),
        ("printed on cards", int(state.printed[seat])),
        ("cards at the end", sum(ends_in(tables, state, seat, pile, False) for pile in cards)),
        ("scoring", int(scoring)),
    ]
