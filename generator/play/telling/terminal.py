"""Prints the findings of a study and a few small tables in the terminal."""

from typing import Any

from generator.model.letters import capital
from generator.play.telling.telling import Telling
from generator.play.telling.words.common import HUMANS

MOST = 12  # greatest number of findings that are printed
SIGNS = {"look": ("▲", "yellow"), "note": ("•", "cyan"), "fine": ("✓", "green")}


def print_terminal(telling: Telling[Any], console: Any = None) -> None:
    """Print the findings and a few small tables."""
    from rich.console import Console
    from rich.text import Text

    out = console or Console()
    name, what = telling.heading.parts
    facts = " · ".join(f"{label} {value}" for label, value in telling.heading.facts)
    out.print(Text.assemble((name, "bold"), f"  {what}", (f"  {facts}", "dim")))
    out.print()
    verdict = telling.first_screen.verdict
    if not telling.findings or verdict != telling.findings[0].text:
        out.print(Text(verdict, "bold"))
        out.print()
    _print_findings(out, telling)
    tables = telling.terminal()
    if tables:
        out.print()
    for table in tables:
        out.print(table)
    out.print()
    out.print(Text(HUMANS, "dim"))


def _print_findings(out: Any, telling: Telling[Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(width=1)
    table.add_column(overflow="fold")
    findings = telling.findings
    first = [f for i, f in enumerate(findings) if i < MOST or f.level == "look" or f.is_disputed]
    for finding in first:
        sign, colour = SIGNS[finding.level]
        text = Text(finding.text)
        if finding.doubt:
            text.append(f" {capital(finding.doubt)}.", "italic")
        if finding.action:
            text.append(f" → {finding.action}", "dim")
        table.add_row(Text(sign, colour), text)
    out.print(table)
    if len(findings) > len(first):
        out.print(Text(f"  and {len(findings) - len(first)} more in the report", "dim"))
