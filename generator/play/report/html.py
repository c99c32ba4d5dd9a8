"""The page: the answer of a study as one HTML file that stands alone.

Charts are inline SVG with their numbers as tables, and pictures of pieces are put in while they are
small, else linked beside the file. No clock and no chance, so the same answer is the same bytes.
"""

import base64
from collections.abc import Callable, Sequence
from os.path import relpath
from pathlib import Path

from generator import bundled
from generator.atomic import write_file
from generator.play.measure.results import Answer, Results
from generator.play.report.contrasts import contrasts_of
from generator.play.report.findings.findings import HUMANS, findings_of
from generator.play.report.headings import facts_of, heading_of, provenance_of, title_of
from generator.play.report.sections import sections_of

Pictures = Path | Callable[[str], Path | None] | None

EMBEDDED = 40_000  # bytes of pictures that are put into the file itself
TEMPLATE = "report.html.j2"


def write_html(answer: Answer, path: Path, pictures: Pictures = None) -> Path:
    """Write the report, whole or not at all. `pictures`: a folder with
    `<component>/<row>-front.svg`, or a function from "component/row" to a file."""
    return write_file(path, html_of(answer, path.parent, pictures))


def html_of(answer: Answer, folder: Path | None = None, pictures: Pictures = None) -> str:
    """The report as one HTML text; pictures are linked relative to `folder`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(bundled("templates") / "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["svg"] = Markup
    findings = findings_of(answer)
    shown = _Shelf(folder, pictures)
    pieces = {f.piece: shown.get(f.piece) for f in findings}  # these before the board
    sections = sections_of(answer, shown.get)
    anchors = {chart.id for section in sections for chart in section.charts}
    if isinstance(answer, Results) and answer.holes:
        anchors.add("holes")
    return environment.get_template(TEMPLATE).render(
        title=title_of(answer),
        head=heading_of(answer),
        facts=facts_of(answer),
        findings=[(f, f.chart if f.chart in anchors else "", pieces[f.piece]) for f in findings],
        sections=sections,
        contrasts=contrasts_of(answer) if isinstance(answer, Results) else [],
        runs=[f"{r.label} ({r.metrics.games:,})" for r in answer.runs]
        if isinstance(answer, Results)
        else [],
        holes=answer.holes if isinstance(answer, Results) else [],
        replay=_replay(answer),
        provenance=provenance_of(answer),
        humans=HUMANS,
    )


class _Shelf:
    """Pictures of pieces by id: small ones as data, until the allowance is spent, else links."""

    def __init__(self, folder: Path | None, pictures: Pictures) -> None:
        self.folder, self.pictures = folder, pictures
        self.left = EMBEDDED
        self.known: dict[str, str] = {}

    def get(self, piece: str) -> str:
        if not piece or self.pictures is None:
            return ""
        if piece not in self.known:
            self.known[piece] = self._find(piece)
        return self.known[piece]

    def _find(self, piece: str) -> str:
        pictures = self.pictures
        component, _, row = piece.partition("/")
        if isinstance(pictures, Path):
            path: Path | None = pictures / component / f"{row}-front.svg"
        else:
            assert pictures is not None
            path = pictures(piece)
        if path is None or not path.is_file():
            return ""
        data = path.read_bytes()
        if len(data) * 4 // 3 <= self.left:
            self.left -= len(data) * 4 // 3
            return "data:image/svg+xml;base64," + base64.b64encode(data).decode("ascii")
        if self.folder is None:
            return path.resolve().as_uri()
        return Path(relpath(path, self.folder)).as_posix()


def _replay(answer: Answer) -> Callable[[int, Sequence[str]], str]:
    """The command that plays one game of the run again, as text."""
    provenance = provenance_of(answer)
    runs = answer.runs if isinstance(answer, Results) else ()
    seeds = {run.tally.agents: run.tally.seed for run in runs}

    def command(index: int, agents: Sequence[str]) -> str:
        parts = [f"protoplay replay {provenance.pack} --players {provenance.players}"]
        if provenance.variant:
            parts.append(f"--variant {provenance.variant}")
        parts += [f"--set {name}={value}" for name, value in provenance.changed.items()]
        seed = seeds.get(tuple(agents), provenance.seed)
        parts.append(f"--agents {','.join(agents)} --seed {seed} --game {index}")
        return " ".join(parts)

    return command
