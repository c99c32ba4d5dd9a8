"""The report of a search for the smallest change: heading, sections, lines of the table."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from generator.model.letters import capital
from generator.model.pack import Scalar
from generator.play.measures.aims import Aim
from generator.play.studies.suggest.answer import Reprint, Suggestion
from generator.play.studies.suggest.phrases import aim_label, said, worst_number, written
from generator.play.studies.suggest.readings import suggestion_readings
from generator.play.studies.suggest.titles import (
    OTHER_GAMES,
    OWN_GAMES,
    PROVEN,
    UNPROVEN,
    WIDER,
    copies_of,
    ends_title,
    front_text,
    front_title,
    goals_title,
    reprint_title,
)
from generator.play.studies.suggest.words import finding, not_recommended, sentence_of
from generator.play.telling.charts.bands import Banded, Wanted, bands, margins, reprints
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section, change_charts
from generator.play.telling.tables import line, plain_line
from generator.play.telling.telling import Cells, Telling
from generator.play.telling.words.common import SAME_SEEDS
from generator.play.telling.words.goals import (
    band_of,
)


class SuggestionTelling(Telling[Suggestion]):
    """Builds the report of one search."""

    kind = "suggestion"

    @cached_property
    def heading(self) -> Heading:
        """Return the report's heading."""
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
        """Return the findings: the change, its evidence, and its other effects."""
        return [finding(reading, self.answer) for reading in suggestion_readings(self.answer)]

    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """Return the sections: goals, tried changes, effect of each parameter, pieces to print."""
        return [section for section in _sections(self.answer, album) if section.charts]

    def lines(self) -> list[Cells]:
        """Return lines of the table: the result, its changes, then each goal and proof."""
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
        """Return the answer as a sentence, and the reason if a change is not recommended."""
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
            # the numbers are from the search's own games
            name = f"{written(s.best.changes)}, unconfirmed"
            estimates.append((name, s.best.estimates[i]))
        label = aim_label(s, aim)
        goals.append(Banded(label, _wanted(aim), aim.is_share, estimates, others))
    wider = any(p.is_wider for p in s.proofs)
    chart = bands(
        "goals", "Goals", goals_title(s), goals,
        note=WIDER if wider else "", technical=PROVEN if s.proofs else UNPROVEN,
    )  # fmt: skip
    yield Section("wanted", "Goals", "", (chart,))
    if len(s.front) > 1:
        rows = [
            (_labelled(c.changes), c.margin, bool(s.changes) and c.changes == s.changes,
             worst_number(s.aims, c))
            for c in s.front
        ]  # fmt: skip
        yield Section(
            "closeness", "How much would have to change", front_text(s),
            (margins("front", "Changes", front_title(s), rows),),
        )  # fmt: skip
    text = f"{OWN_GAMES}{OTHER_GAMES}" if s.proofs else OWN_GAMES
    yield Section("tuned", "What each number moves alone", text, tuple(_tunable_charts(s)))
    if s.moved and s.changes:
        measured = [d for d in s.moved if math.isfinite(d.base.value + d.other.value)]
        rows_moved = [d for d in measured if d.base.value or d.other.value]
        made = tuple(change_charts("moved", {"Everything else": rows_moved}, "now"))
        text = SAME_SEEDS if s.proofs else OWN_GAMES
        yield Section("else", "What else moves", text, made)
    if s.reprint:
        yield Section("print", "What to print", "", (_reprint_chart(s.reprint, album),))


def _reprint_chart(pieces: Sequence[Reprint], album: Album) -> Chart:
    """Return the pieces to print, with pictures before and after, or numbers of copies."""
    rows = []
    for piece in pieces:
        after = album.thumb(f"new {piece.id}") if piece.is_redrawn else ""
        before = album.thumb(f"now {piece.id}")
        rows.append((piece.name, before, after, copies_of(piece)))
    return reprints("reprint", "Faces", reprint_title(pieces), rows)


def _labelled(changed: Mapping[str, Scalar]) -> str:
    return capital(written(changed)) if not changed else written(changed)


def _tunable_charts(s: Suggestion) -> Iterator[Chart]:
    """Return a chart for each measure with a goal: its values at the ends of each tunable."""
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
            yield bands(id, aim_label(s, aim), ends_title(s, i), rows, alike=True)


def _wanted(aim: Aim) -> Wanted:
    return Wanted(aim.low, aim.high, band_of(aim))
