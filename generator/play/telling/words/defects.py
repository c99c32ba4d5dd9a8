"""Sentences of reports about defects of the rules or the pieces."""

from collections.abc import Mapping, Sequence

from generator.model.pack import Pack
from generator.play.measures.defects import Defect
from generator.play.measures.pieces import piece_name, said_of
from generator.play.measures.results import Hole
from generator.play.telling.numbers import listed

MOST_NAMES = 6  # greatest number of pieces that a sentence names


def hole_of(defect: Defect, pack: Pack, said: Mapping[str, str]) -> Hole:
    """Return a defect in words; `said` are the pack's words for kinds of move."""
    return Hole(
        defect.kind, _text(defect, pack, said), defect.games, defect.agents, defect.share,
        defect.is_side, defect.pieces,
    )  # fmt: skip


def _text(defect: Defect, pack: Pack, said: Mapping[str, str]) -> str:
    n, of = f"{defect.n:,}", f"{defect.of:,}"
    move = f"“{said_of(said, defect.move)}”"
    pieces = names_in_a_row([piece_name(pack, piece) for piece in defect.pieces])
    drawn = ", with nothing drawn in between" if defect.has_chance else ""
    return {
        "cap": f"{n} of {of} games did not finish: they were stopped at the limit",
        "stall": f"{n} of {of} games stalled: nothing happened any more",
        "tie storm": f"{n} of {of} games ended with several leaders",
        "no choice": "in some games no player ever had a choice between moves",
        "loop": f"a position was repeated in {n} of {of} games examined{drawn}",
        "never chosen": f"nobody ever chose {move} in {of} games, though it was allowed",
        "never legal": f"the move {move} was never legal in {of} games",
        "never offered": f"no player ever had the chance to use {pieces} in {of} games",
        "never used": f"no player ever chose to use {pieces} in {of} games",
    }[defect.kind]


def names_in_a_row(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Join names for a sentence; names after the first `most` are only counted.

    >>> names_in_a_row(["a", "b"]), names_in_a_row(["a", "b", "c"], 1), names_in_a_row([])
    ('a and b', 'a and 2 more', '')
    """
    more = [f"{len(names) - most} more"] if len(names) > most else []
    return listed([*names[:most], *more]) if names else ""
