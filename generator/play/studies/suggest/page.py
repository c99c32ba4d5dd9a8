"""The report of a search: its heading, its sections, its lines."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from generator.model.pack import Scalar
from generator.play.measures.aims import Aim
from generator.play.studies.suggest.answer import Reprint, Suggestion
from generator.play.studies.suggest.findings import (
    held_against,
    nearer_of,
    not_recommended,
    of_suggestion,
    sentence_of,
)
from generator.play.studies.suggest.phrases import said, seems_inside, worst_of, written
from generator.play.telling.charts.bands import Banded, Wanted, bands, margins, reprints
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.numbers import (
    capital,
    counted,
)
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section, change_charts
from generator.play.telling.tables import line, plain_line
from generator.play.telling.telling import Cells, Telling
from generator.play.telling.words.goals import (
    band_of,
    name_of,
    value_of,
)

OWN_GAMES = "From the search's own games."
PROVEN = (
    "Fresh games, a number fixed before they are played. A goal holds where both one-sided tests "
    "at 4 % say that it lies inside its band (the 92 % interval inside it). Where that fails "
    "others are tested at 0.5 % (the 99 % interval), so that all together err in 5 %. Drawn is "
    "the 95 % interval, or that of the test where the two disagree."
)


class SuggestionTelling(Telling[Suggestion]):
    """What a search for the smallest change has to say."""

    kind = "suggestion"

    @cached_property
    def heading(self) -> Heading:
        """What the report is about."""
        s = self.answer
        kinds = tuple(dict.fromkeys((*s.agents, *(proof.agents for proof in s.proofs))))
        return Heading(
            pack=s.pack,
            what="the smallest change that meets the goals",
            provenance=s.provenance,
            players=", ".join(map(str, s.players)),
            games=f"{s.played:,}",
            played_by=", ".join(kinds),
            kinds=tuple(", ".join(kinds).split(", ")),
            parameters=(*s.pack.parameters, *(tunable.name for tunable in s.tunables)),
        )

    def unsorted(self) -> list[Finding]:
        """The change, how surely it meets the goals, and what else it moves."""
        return list(of_suggestion(self.answer))

    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """The goals, the changes tried, what each number moves, and what would be printed."""
        return [section for section in _sections(self.answer, album) if section.charts]

    def lines(self) -> list[Cells]:
        """How the search ended, its changes, then a line for each goal and proof."""
        s = self.answer
        lines = [plain_line("outcome", s.outcome, "confirmed" if s.confirmed else "not confirmed")]
        changes, section = s.changes, "change"
        if s.outcome == "none" and s.best is not None:
            changes, section = s.best.changes, "nearest miss"
        for name, value in changes.items():
            cell = said(value) if isinstance(value, bool) else value
            lines.append(plain_line(section, name, cell))
        for proof in (*([s.before] if s.before else []), *s.proofs):
            section = "before" if proof is s.before else "goal"
            lines += [
                line(section, v.aim.measure.key, proof.agents, v.value) for v in proof.verdicts
            ]
        return lines

    def json(self) -> dict[str, Any]:
        """The answer as a sentence, and why a change is not recommended, or nothing."""
        sentence, reason = sentence_of(self.answer), not_recommended(self.answer)
        return {"sentence": sentence, "not_recommended": reason}


def _sections(s: Suggestion, album: Album) -> Iterator[Section]:
    goals = []
    then = "changed" if s.changes else "nearest miss" if s.best and s.best.changes else "now"
    for i, aim in enumerate(s.aims):
        estimates = [(f"{then}, {p.agents}", p.verdicts[i].value) for p in s.proofs]
        others = {
            f"{then}, {p.agents}": _wanted(p.verdicts[i].aim)
            for p in s.proofs
            if p.verdicts[i].aim != aim
        }
        if then != "now" or not estimates:
            now = s.before.verdicts[i].value if s.before else s.base.estimates[i]
            estimates = [(f"now, {', '.join(s.agents)}", now), *estimates]
        if not s.proofs and s.best and s.best.changes and s.best.estimates:
            name = f"{written(s.best.changes)}, unconfirmed"  # the search's own games
            estimates.append((name, s.best.estimates[i]))
        label = _aim_label(s, aim)
        goals.append(Banded(label, _wanted(aim), aim.is_share, estimates, others))
    wider = any(p.is_wider for p in s.proofs)
    chart = bands(
        "goals", "Goals", _goals_title(s), goals,
        note="The second kind of player is held to at least ±5 points, or 10 %." if wider else "",
        technical=PROVEN if s.proofs else f"{OWN_GAMES} Drawn is the 95 % interval.",
    )  # fmt: skip
    yield Section("wanted", "Goals", "", (chart,))
    if len(s.front) > 1:
        rows = [
            (_labelled(c.changes), c.margin, bool(s.changes) and c.changes == s.changes,
             worst_of(s.aims, c))
            for c in s.front
        ]  # fmt: skip
        yield Section(
            "closeness", "How much would have to change",
            f"More changes may bring the game deeper into its bands. {OWN_GAMES}"
            + (f" {nearer_of(s.nearer, s.failed)}" if s.changes else ""),
            (margins("front", "Changes", _front_title(s), rows),),
        )  # fmt: skip
    text = OWN_GAMES
    if s.proofs:
        text += " They are others than the fresh ones above, so numbers differ a little."
    yield Section("tuned", "What each number moves alone", text, tuple(_tunable_charts(s)))
    if s.moved and s.changes:
        measured = [d for d in s.moved if math.isfinite(d.base.value + d.other.value)]
        rows_moved = [d for d in measured if d.base.value or d.other.value]
        made = tuple(change_charts("moved", {"Everything else": rows_moved}, "now"))
        text = "Each pair of games shares its seed." if s.proofs else OWN_GAMES
        yield Section("else", "What else moves", text, made)
    if s.reprint:
        yield Section("print", "What to print", "", (_reprint_chart(s.reprint, album),))


def _reprint_chart(pieces: Sequence[Reprint], album: Album) -> Chart:
    """Pieces to print: both pictures where a face changes, copies where their number does."""
    rows = []
    for piece in pieces:
        after = album.thumb(f"new {piece.id}") if piece.is_redrawn else ""
        before = album.thumb(f"now {piece.id}")
        same = piece.before == piece.after
        copies = (
            ""
            if same
            else f"{piece.before:,} → {piece.after:,} {'copy' if piece.after == 1 else 'copies'}"
        )
        rows.append((piece.name, before, after, copies))
    redrawn = sum(piece.is_redrawn for piece in pieces)
    others = len(pieces) - redrawn
    parts = [f"{counted(redrawn, 'piece')} would be printed anew"] if redrawn else []
    if others:
        which = f"{others:,} more" if redrawn else f"{counted(others, 'piece')} would be needed"
        parts.append(f"{which} in another number of copies")
    return reprints("reprint", "Faces", " and ".join(parts), rows)


def _aim_label(s: Suggestion, aim: Aim) -> str:
    """A number wanted, with the players it is of where there are several numbers of them."""
    several = f", {aim.players} players" if len(s.players) > 1 else ""
    return capital(name_of(aim)) + several


def _labelled(changed: Mapping[str, Scalar]) -> str:
    return capital(written(changed)) if not changed else written(changed)


def _tunable_charts(s: Suggestion) -> Iterator[Chart]:
    """For each number a goal bounds: where each tunable's ends bring it."""
    for i, aim in enumerate(s.aims):
        rows = [Banded("now", _wanted(aim), aim.is_share,
                       [("", s.base.estimates[i])])]  # fmt: skip
        for t in s.tunables:
            for value, estimates in t.ends:
                label = f"{t.name} = {said(value)}"
                dots = [("", estimates[i])]
                rows.append(Banded(label, _wanted(aim), aim.is_share, dots))
        if len(rows) > 1:
            id = "tunables" if i == 0 else f"tunables-{i + 1}"
            yield bands(id, _aim_label(s, aim), _ends_title(s, i), rows, alike=True)


def _goals_title(s: Suggestion) -> str:
    """How many of the numbers wanted hold with the change, or as it is."""
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
        return f"{how} what is wanted {'is there' if held else 'is not proven'}{whose}"
    which = f"none of {n}" if not held else f"all {n}" if held == n else f"{held} of {n}"
    return f"{how} {which} numbers {'is' if held == 1 else 'are'} proven to be as wanted{whose}"


def _front_title(s: Suggestion) -> str:
    """Which setting lies inside all bands, as far as fresh games and those of the search show."""
    if s.outcome == "none" and s.best is not None:
        if not s.best.changes:
            return "None lies inside all bands, and none is surely nearer than the game as it is"
        return f"None lies inside all bands; the nearest miss is {written(s.best.changes)}"
    failed = [tried.changes for tried in s.failed]
    inside = [c for c in s.front if seems_inside(s.aims, c) and c.changes not in failed]
    if s.confirmed:
        return f"The smallest change confirmed inside all bands: {written(s.changes)}"
    if s.outcome == "found":
        return f"Not surely inside all bands: {written(s.changes)}"
    if inside:
        nearest = min(inside, key=lambda c: c.distance)
        return f"The smallest change that seems inside all bands: {written(nearest.changes)}"
    best = max(s.front, key=lambda c: c.margin)
    if best.margin >= 0 and not best.estimates:
        return f"None played is seen to lie inside all bands; {written(best.changes)} may"
    is_tested = best.margin >= 0 and best.changes in failed
    which = "was confirmed to lie" if is_tested else "is seen to lie"
    return f"None {which} inside all bands; nearest to it is {written(best.changes)}"


def _ends_title(s: Suggestion, i: int) -> str:
    """Which end moves a number farthest from where it is, if it surely moves at all."""
    aim, now = s.aims[i], s.base.estimates[i]
    ends = [(t.name, value, estimates[i]) for t in s.tunables for value, estimates in t.ends]
    moved = [end for end in ends if end[2].apart_from(now)]
    name = _aim_label(s, aim)
    if not moved:
        return f"{name}: no end that surely differs from now"
    which, value, e = max(moved, key=lambda end: abs(end[2].value - now.value))
    return f"{name}: {value_of(aim, e)} with {which} = {said(value)}, {value_of(aim, now)} now"


def _wanted(aim: Aim) -> Wanted:
    return Wanted(aim.low, aim.high, band_of(aim))
