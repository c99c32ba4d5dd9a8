"""All words of a report, a golden for each study; read the diff as prose."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from generator.play.measures.results import Results
from generator.play.telling.contrasts import contrasts_of
from generator.play.telling.finding import Finding
from tests.play.telling.cases import STUDIES
from tests.tellings import (
    Answer,
    facts_of,
    findings_of,
    first_screen,
    print_terminal,
    sections_of,
    title_of,
)

GOLDENS = Path(__file__).parents[2] / "goldens" / "words"
SIGNS = {"look": "▲", "note": "•", "fine": "✓"}


def words_of(name: str, answer: Answer) -> str:
    """Return every sentence of the page, one per line, without repetitions."""
    findings = findings_of(answer)
    screen = first_screen(answer, findings)
    facts = ", ".join(f"{label} {value}" for label, value in facts_of(answer))
    lines = [f"=== {name}", f"{title_of(answer)} ({facts})", f"Verdict: {screen.verdict}"]
    for tile in screen.tiles:
        lines.append(f"Tile [{tile.state}] {tile.question} {tile.answer} | {tile.detail}")
    lines += [_line(f) for f in findings]
    for section in sections_of(answer):
        lines.append(f"Section {section.title}{f': {section.text}' if section.text else ''}")
        for chart in section.charts:
            lines.append(f"  {chart.topic}: {chart.title}")
            lines += [f"    {text}" for text in (chart.note, chart.technical) if text]
    if isinstance(answer, Results):
        for row in contrasts_of(answer):
            differ = " (they differ)" if row.disagree else ""
            lines.append(f"Row {row.name}: {', '.join(row.values)}{differ}")
    return "\n".join(lines).replace("\xa0", " ")


def _line(finding: Finding) -> str:
    parts = [f"{SIGNS[finding.level]} {finding.text}"]
    parts += [f"[{finding.doubt}]"] if finding.doubt else []
    parts += [f"→ {finding.action}"] if finding.action else []
    return " ".join(parts)


def terminal_of(answer: Answer) -> str:
    """Return the output in a terminal of 100 columns."""
    console = Console(width=100, file=io.StringIO())
    print_terminal(answer, console)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in lines).replace("\xa0", " ")


@pytest.mark.parametrize("study", STUDIES)
def test_the_words_of_a_report_are_as_they_were_reviewed(
    study: str, tmp_path: Path, rewrite: bool
) -> None:
    """Lines that a case before it has already are left out."""
    parts: list[str] = []
    seen: set[str] = set()
    for name, answer in STUDIES[study](tmp_path):
        if not parts:
            parts.append(f"=== terminal: {name}\n{terminal_of(answer)}")
        lines = [line for line in words_of(name, answer).splitlines() if line not in seen]
        seen.update(line for line in lines if not line.startswith("==="))
        parts.append("\n".join(lines))
    text = "\n\n".join(parts) + "\n"
    path = GOLDENS / f"{study}.txt"
    if rewrite:
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), "run pytest tests/play/telling/test_words.py --rewrite"
