"""The page: the answer of a study as one HTML file that stands alone.

Charts are inline SVG with their numbers as tables; pictures of pieces are put in, each once. No
clock and no chance, so the same answer is the same bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator import bundled
from generator.play.measures.results import Answer, Results
from generator.play.telling.charts.heat import small_map
from generator.play.telling.commands import replay
from generator.play.telling.contrasts import contrasts_of
from generator.play.telling.findings.finding import Finding
from generator.play.telling.findings.findings import HUMANS, findings_of
from generator.play.telling.headings import facts_of, heading_of, pack_of, provenance_of, title_of
from generator.play.telling.line_breaks import breaking, worded
from generator.play.telling.numbers import SPACE
from generator.play.telling.pictures import Album, Pictures
from generator.play.telling.sections import ground_of, sections_of
from generator.play.telling.tiles import first_screen
from generator.system.files import write_file

TEMPLATE = "report.html.j2"


@dataclass(frozen=True, slots=True)
class Told:
    """A finding as the page shows it: where it leads, and its pictures' markup."""

    finding: Finding
    anchor: str
    thumb: str


def write_html(
    answer: Answer, path: Path, pictures: Pictures | None = None, below: Path | None = None
) -> Path:
    """Write the report, whole or not at all; another one that stood there is kept beside it.

    `pictures` draws a piece when it is asked for; no link `below` that folder is followed.
    """
    text = html_of(answer, pictures)
    if path.is_file() and not path.is_symlink() and (before := path.read_bytes()) != text.encode():
        write_file(before_of(path), before, below=below)
    return write_file(path, text, below=below)


def before_of(path: Path) -> Path:
    """Where the report is kept that stood at a path before the last run.

    >>> before_of(Path("output/mara/report.html")).name
    'report-before.html'
    """
    return path.with_stem(f"{path.stem}-before")


def html_of(answer: Answer, pictures: Pictures | None = None) -> str:
    """The report as one HTML text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FileSystemLoader(bundled("templates") / "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_tied,
    )
    environment.filters["markup"] = Markup
    environment.filters["worded"] = worded
    environment.filters["breaking"] = breaking
    environment.filters["capital"] = lambda text: text[:1].upper() + text[1:]
    album = Album(pictures)
    findings = findings_of(answer)
    screen = first_screen(answer, findings)
    sections = sections_of(answer, album)
    anchors = {chart.id for section in sections for chart in section.charts}
    if isinstance(answer, Results) and answer.holes:
        anchors.add("holes")

    def told(found: Sequence[Finding]) -> list[Told]:
        return [_told(answer, f, anchors, album) for f in found]

    return environment.get_template(TEMPLATE).render(
        title=title_of(answer),
        head=heading_of(answer),
        facts=facts_of(answer),
        verdict=screen.verdict,
        tiles=screen.tiles,
        anchors=anchors,
        findings=told(screen.findings),
        rest=told(screen.rest),
        alarms=sum(f.level == "look" for f in screen.rest),
        sections=sections,
        contrasts=contrasts_of(answer) if isinstance(answer, Results) else [],
        runs=[f"{r.label} ({r.metrics.games:,})" for r in answer.runs]
        if isinstance(answer, Results)
        else [],
        players_of=lambda agents: f"{' and '.join(dict.fromkeys(agents))} players",
        holes=answer.holes if isinstance(answer, Results) else [],
        breaks=isinstance(answer, Results)
        and any(not hole.kind.startswith("never") for hole in answer.holes),
        replay=_replay(answer),
        provenance=provenance_of(answer),
        contest=not isinstance(answer, Results) or answer.main.metrics.is_contest,
        humans=HUMANS,
        album=album.definitions(),
    )


def _tied(value: object) -> object:
    """Text in which a number stays on one line with its percent sign or what it is compared by."""
    if not isinstance(value, str):
        return value
    for apart in (" %", "<= ", ">= "):
        value = value.replace(apart, apart.replace(" ", SPACE))
    return value


def _told(answer: Answer, finding: Finding, anchors: set[str], album: Album) -> Told:
    thumb = album.thumb(finding.piece)
    if not thumb and finding.places and isinstance(answer, Results):
        spaces = answer.main.metrics.spaces
        thumb = small_map(spaces, finding.places, ground_of(answer, album))
    return Told(finding, finding.chart if finding.chart in anchors else "", thumb)


def _replay(answer: Answer) -> Callable[[int, Sequence[str]], str]:
    """The command that plays one game of the run again, as text."""
    runs = answer.runs if isinstance(answer, Results) else ()
    seeds = {run.tally.agents: run.tally.seed for run in runs}
    return partial(replay, pack_of(answer), provenance_of(answer), seeds)
