"""Writes the answer of a study as one self-contained HTML file.

Charts are inline SVG with their numbers as tables. Each picture of a piece is included once. The
page contains no time and no random numbers, so the same answer gives the same bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator import bundled
from generator.model.letters import capital
from generator.play.telling.finding import Finding
from generator.play.telling.line_breaks import breaking, worded
from generator.play.telling.numbers import SPACE
from generator.play.telling.pictures import Album, Pictures
from generator.play.telling.telling import Telling
from generator.play.telling.words.common import HUMANS
from generator.system.files import write_file

TEMPLATE = "report.html.j2"


@dataclass(frozen=True, slots=True)
class Item:
    """A finding in the page's list, with the chart that it links to, and the markup of its
    picture.
    """

    finding: Finding
    anchor: str
    thumb: str


def write_html(
    telling: Telling[Any], path: Path, pictures: Pictures | None = None, below: Path | None = None
) -> Path:
    """Write the report completely or not at all; a previous report is kept beside it.

    `pictures` draws a piece on request; links below `below` are not followed.
    """
    text = html_of(telling, pictures)
    if path.is_file() and not path.is_symlink() and (before := path.read_bytes()) != text.encode():
        write_file(before_of(path), before, below=below)
    return write_file(path, text, below=below)


def before_of(path: Path) -> Path:
    """Return the path of the report from before the last run.

    >>> before_of(Path("output/mara/report.html")).name
    'report-before.html'
    """
    return path.with_stem(f"{path.stem}-before")


def html_of(telling: Telling[Any], pictures: Pictures | None = None) -> str:
    """Return the report as one HTML text."""
    album = Album(pictures)
    screen, sections = telling.first_screen, telling.sections(album)
    odd_cases = telling.odd_cases
    anchors = {chart.id for section in sections for chart in section.charts}
    if odd_cases:
        anchors.add("holes")

    def items(findings: Sequence[Finding]) -> list[Item]:
        return [
            Item(f, f.chart if f.chart in anchors else "", telling.thumb(f, album))
            for f in findings
        ]

    page: str = _template().render(
        heading=telling.heading,
        verdict=screen.verdict,
        tiles=screen.tiles,
        anchors=anchors,
        findings=items(screen.findings),
        rest=items(screen.rest),
        alarms=sum(f.level == "look" for f in screen.rest),
        sections=sections,
        telling=telling,
        odd_cases=odd_cases,
        provenance=telling.heading.provenance,
        humans=HUMANS,
        album=album.definitions(),
    )
    return page


def _template() -> Any:
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
    environment.filters["capital"] = capital
    return environment.get_template(TEMPLATE)


def _tied(value: object) -> object:
    """Return the text with each number on one line with its percent sign or comparison."""
    if not isinstance(value, str):
        return value
    for apart in (" %", "<= ", ">= "):
        value = value.replace(apart, apart.replace(" ", SPACE))
    return value
