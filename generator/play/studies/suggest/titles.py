"""Titles and notes of the charts of a search for the smallest change."""

from collections.abc import Sequence

from generator.play.statistics.inference import Estimate
from generator.play.studies.suggest.answer import Nearer, Reprint, Suggestion, Tried
from generator.play.studies.suggest.phrases import aim_label, held_against, said, written
from generator.play.studies.suggest.readings import seems_inside
from generator.play.telling.numbers import SPACE, counted, listed, percent
from generator.play.telling.words.goals import value_of

OWN_GAMES = "From the search's own games."
OTHER_GAMES = " They are not the fresh games above, so numbers differ a little."
DEEPER = "More changes may bring the game deeper into its bands."
WIDER = "The second kind of player is held to at least ±5 points, or 10 %."
PROVEN = (
    "Fresh games, their number fixed before they are played. A goal holds where both one-sided "
    "tests at 4 % say that it lies inside its band (the 92 % interval inside it). Where that fails "
    "others are tested at 0.5 % (the 99 % interval), so that all together err in 5 %. Drawn is "
    "the 95 % interval, or that of the test where the two disagree."
)
UNPROVEN = f"{OWN_GAMES} Drawn is the 95 % interval."


def goals_title(s: Suggestion) -> str:
    """Return the title, with the number of wanted values that hold with the change, or in the
    unchanged game.
    """
    if not s.proofs:
        estimates = s.best.estimates if s.best and s.best.changes else s.base.estimates
        pairs = zip(s.aims, estimates, strict=False)
        inside = sum(aim.margin(e.value) >= 0 for aim, e in pairs)
        verb = "lies" if inside == 1 else "lie"
        return f"{inside} of {len(s.aims)} numbers {verb} as wanted in the search's own games"
    verdicts = s.proofs[0].verdicts
    held = sum(v.holds for v in verdicts)
    name = "the nearest miss" if not s.changes and s.best and s.best.changes else "this change"
    how = f"With {name}" if s.best and s.best.changes else "As it is"
    n, against = len(verdicts), held_against(s)
    whose = f" for {against}" if against and held else ""
    if n == 1:
        return f"{how} the goal is {'met' if held else 'not proven to be met'}{whose}"
    which = f"none of {n}" if not held else f"all {n}" if held == n else f"{held} of {n}"
    return f"{how} {which} numbers {'is' if held == 1 else 'are'} proven to be as wanted{whose}"


def front_title(s: Suggestion) -> str:
    """Return the title, with the settings inside all bands, by fresh games and by the search."""
    if s.outcome == "none" and s.best is not None:
        if not s.best.changes:
            return "None lies inside all bands, and none is clearly nearer than the game as it is"
        return f"None lies inside all bands; the nearest miss is {written(s.best.changes)}"
    failed = [tried.changes for tried in s.failed]
    inside = [c for c in s.front if seems_inside(s.aims, c) and c.changes not in failed]
    if s.confirmed:
        return f"The smallest change confirmed inside all bands: {written(s.changes)}"
    if s.outcome == "found":
        return f"Not clearly inside all bands: {written(s.changes)}"
    if inside:
        nearest = min(inside, key=lambda c: c.distance)
        return f"The smallest change that seems inside all bands: {written(nearest.changes)}"
    best = max(s.front, key=lambda c: c.margin)
    if best.margin >= 0 and not best.estimates:
        return f"None played is seen to lie inside all bands; {written(best.changes)} may"
    is_tested = best.margin >= 0 and best.changes in failed
    which = "was confirmed to lie" if is_tested else "is seen to lie"
    return f"None {which} inside all bands; nearest to it is {written(best.changes)}"


def front_text(s: Suggestion) -> str:
    """Return the text above the chart of changes."""
    more = f" {nearer_of(s.nearer, s.failed)}" if s.changes else ""
    return f"{DEEPER} {OWN_GAMES}{more}"


def nearer_of(nearer: Nearer, failed: Sequence[Tried] = ()) -> str:
    """Return the nearer settings that were ruled out, with their certainty; "" if there are none.

    `failed` are the settings that fresh games did not confirm, whatever the search assumed.
    """
    if not nearer.n:
        return ""
    subject = "One smaller change is" if nearer.n == 1 else f"{nearer.n:,} smaller changes are"
    text = f"{subject} possible"
    if nearer.ruled_out:
        which = "it is" if nearer.n == 1 else f"{nearer.ruled_out:,} of them are"
        text += (
            f"; {which} ruled out: by its games and those of its neighbours, each is less than "
            f"5{SPACE}% likely to meet all goals"
        )
        if any(tried.is_missed for tried in failed):
            text += ", or fresh games showed that it does not"
    tested = [tried.changes for tried in failed]
    likely = [
        f"{written(changes)} (not confirmed by fresh games)"
        if changes in tested
        else f"{written(changes)} ({percent(chance, 0)} likely)"
        for changes, chance in zip(nearer.undecided, nearer.chances, strict=True)
    ]
    return f"{text}. Undecided: {listed(likely)}." if likely else f"{text}."


def ends_title(s: Suggestion, i: int) -> str:
    """Return the title, with the end of a tunable that changes the measure most, if any certainly
    does.
    """
    aim, now = s.aims[i], s.base.estimates[i]
    ends = [(t.name, value, estimates[i]) for t in s.tunables for value, estimates in t.ends]
    moving = [end for end in ends if end[2].apart_from(now)]
    name = aim_label(s, aim)
    if not moving:
        return f"{name}: no parameter clearly changes it"
    which, value, e = max(moving, key=lambda end: _distance(end[2], now))
    return f"{name}: {value_of(aim, e)} with {which} = {said(value)}, {value_of(aim, now)} now"


def _distance(e: Estimate, now: Estimate) -> float:
    return abs(e.value - now.value)


def reprint_title(pieces: Sequence[Reprint]) -> str:
    """Return the title, with the number of pieces that would be printed again, or in another number
    of copies.
    """
    redrawn = sum(piece.is_redrawn for piece in pieces)
    others = len(pieces) - redrawn
    parts = [f"{counted(redrawn, 'piece')} would be printed anew"] if redrawn else []
    if others:
        which = f"{others:,} more" if redrawn else f"{counted(others, 'piece')} would be needed"
        parts.append(f"{which} in another number of copies")
    return " and ".join(parts)


def copies_of(piece: Reprint) -> str:
    """Return the number of copies before and after; "" if the numbers are equal."""
    if piece.before == piece.after:
        return ""
    return f"{piece.before:,} → {piece.after:,} {'copy' if piece.after == 1 else 'copies'}"
