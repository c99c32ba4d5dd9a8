"""Holes in the rules, by how many games they are in."""

from collections.abc import Iterator

from generator.play.measures.results import (
    Hole,
    Results,
)
from generator.play.telling.findings.finding import Finding, Level, who
from generator.play.telling.numbers import capital, roughly

HOLE_WEIGHTS = {
    "never chosen": 25.0,
    "never offered": 20.0,
    "never used": 25.0,
    "never legal": 25.0,
    "no choice": 15.0,
    "loop": 30.0,
}


def of_holes(results: Results) -> Iterator[Finding]:
    """Holes of the main run by how many games they are in; those of the check alone at the end."""
    own = {hole.kind for hole in results.holes if not hole.is_side}
    for hole in results.holes:
        if hole.kind in ("tie storm", "cap", "stall") and not hole.is_side:  # told with the ends
            continue
        if not hole.is_side:
            yield _hole(results, hole)
        elif hole.kind not in own:
            yield _checked(results, hole)


def _hole(results: Results, hole: Hole) -> Finding:
    weight = HOLE_WEIGHTS.get(hole.kind, 25.0 + 65.0 * min(1.0, 4.0 * hole.share))
    level: Level = "look"
    action, text = "", f"{capital(hole.text)}."
    if hole.kind == "never legal" and len(results.pack.variants) > 1:
        text = f"{text[:-1]}; it may belong to another variant."
        weight, level = 5.0, "note"
    elif hole.kind == "never offered":
        action = "see whether the set-up uses it or the rules never reach it"
        if _are_few(results, hole.pieces):  # a start tile, say
            text, action = f"{text[:-1]}; the set-up may lay it out.", ""
            weight, level = 4.0, "note"
    elif hole.kind == "loop":
        action = "who wishes can go round for ever: let a rule end it"
    piece = hole.pieces[0] if len(hole.pieces) == 1 else ""
    return Finding(text, weight, level, "holes", piece, "", action)


def _are_few(results: Results, pieces: tuple[str, ...]) -> bool:
    """Whether it is one single piece, or one in twenty of all."""
    return len(pieces) == 1 or 20 * len(pieces) <= len(results.main.metrics.pieces)


def _checked(results: Results, hole: Hole) -> Finding:
    """What only the second kind of player shows."""
    run = next((r for r in results.runs[1:] if r.agents == hole.agents), results.runs[-1])
    main = results.main
    ours = main.metrics.ends.get(hole.kind)
    share = 0.0 if ours is None else ours.value
    if hole.kind == "tie storm":
        share = main.metrics.seats.tied.value
    where = "In" if share else "Only in"
    text = f"{where} the check by {who(run.metrics)}: {hole.text}"
    if hole.kind in ("cap", "stall", "tie storm"):
        text += f"; with {who(main.metrics)} {'none' if share == 0 else roughly(share)} did"
    return Finding(f"{text}.", 3.0 + 2.0 * hole.share, "note", "holes")
