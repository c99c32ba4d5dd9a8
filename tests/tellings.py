"""Returns the telling of any answer, and its parts, which depend only on the answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.play.measures.results import Results
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.compare.page import ComparisonTelling
from generator.play.studies.ladder.answer import Ladder
from generator.play.studies.ladder.page import LadderTelling
from generator.play.studies.simulate.page import SimulationTelling
from generator.play.studies.suggest.answer import Suggestion
from generator.play.studies.suggest.page import SuggestionTelling
from generator.play.studies.sweep.answer import Sweep
from generator.play.studies.sweep.page import SweepTelling
from generator.play.telling import page, tables, terminal
from generator.play.telling.finding import Finding
from generator.play.telling.pictures import Album, Pictures
from generator.play.telling.sections import NO_PICTURES, Section
from generator.play.telling.telling import Cells, Telling
from generator.play.telling.tiles import FirstScreen

Answer = Results | Comparison | Sweep | Ladder | Suggestion
TELLINGS: dict[type, type[Telling[Any]]] = {
    Results: SimulationTelling,
    Comparison: ComparisonTelling,
    Sweep: SweepTelling,
    Ladder: LadderTelling,
    Suggestion: SuggestionTelling,
}


def telling_of(answer: Any) -> Telling[Any]:
    return TELLINGS[type(answer)](answer)


def findings_of(answer: Any) -> list[Finding]:
    return telling_of(answer).findings


def first_screen(answer: Any, findings: Sequence[Finding]) -> FirstScreen:
    return telling_of(answer).screen(findings)


def sections_of(answer: Any, album: Album = NO_PICTURES) -> list[Section]:
    return telling_of(answer).sections(album)


def facts_of(answer: Any) -> list[tuple[str, str]]:
    return telling_of(answer).heading.facts


def title_of(answer: Any) -> str:
    return telling_of(answer).heading.title


def html_of(answer: Any, pictures: Pictures | None = None) -> str:
    return page.html_of(telling_of(answer), pictures)


def write_html(
    answer: Any, path: Path, pictures: Pictures | None = None, below: Path | None = None
) -> Path:
    return page.write_html(telling_of(answer), path, pictures, below)


def print_terminal(answer: Any, console: Any = None) -> None:
    terminal.print_terminal(telling_of(answer), console)


def as_json(answer: Any) -> dict[str, Any]:
    return tables.as_json(telling_of(answer))


def summary_of(answer: Any) -> list[Cells]:
    return telling_of(answer).lines()


def write_csv(answer: Any, path: Path) -> Path:
    return tables.write_csv(telling_of(answer), path)


def write_xlsx(answer: Any, path: Path) -> Path:
    return tables.write_xlsx(telling_of(answer), path)
