"""The terminal: the findings of a study and the few tables that fit it."""

from typing import Any

from generator.play.measures.results import Answer, Ladder, Results
from generator.play.telling.contrasts import JUDGED, contrasts_of
from generator.play.telling.findings.findings import HUMANS, findings_of
from generator.play.telling.headings import facts_of, heading_of
from generator.play.telling.numbers import about, capital, counted, listed, with_half
from generator.play.telling.tiles import first_screen
from generator.play.telling.titles import ends_said

MOST = 12  # findings shown


def print_terminal(answer: Answer, console: Any = None) -> None:
    """The findings and the few tables that fit a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    out = console or Console()
    name, what = heading_of(answer)
    facts = " · ".join(f"{label} {value}" for label, value in facts_of(answer))
    out.print(Text.assemble((name, "bold"), f"  {what}", (f"  {facts}", "dim")))
    out.print()
    findings = findings_of(answer)
    screen = first_screen(answer, findings)
    if not findings or screen.verdict != findings[0].text:
        out.print(Text(screen.verdict, "bold"))
        out.print()
    signs = {"look": ("▲", "yellow"), "note": ("•", "cyan"), "fine": ("✓", "green")}
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(width=1)
    table.add_column(overflow="fold")
    shown = [f for i, f in enumerate(findings) if i < MOST or f.level == "look" or f.is_disputed]
    for finding in shown:
        sign, colour = signs[finding.level]
        text = Text(finding.text)
        if finding.doubt:
            text.append(f" {capital(finding.doubt)}.", "italic")
        if finding.action:
            text.append(f" → {finding.action}", "dim")
        table.add_row(Text(sign, colour), text)
    out.print(table)
    if len(findings) > len(shown):
        out.print(Text(f"  and {len(findings) - len(shown)} more in the report", "dim"))
    if isinstance(answer, Results):
        out.print()
        _print_contrasts(out, answer)
    elif isinstance(answer, Ladder):
        out.print()
        rungs = Table(box=None, padding=(0, 2), pad_edge=False)
        for title in ("player", "Elo", "share of the win, against whom"):
            rungs.add_column(title)
        for rung in answer.rungs:
            share = f"{with_half(rung.share)} against {listed(rung.against)}"
            rungs.add_row(rung.spec, with_half(rung.elo, False), share)
        out.print(rungs)
    out.print()
    out.print(Text(HUMANS, "dim"))


def _print_contrasts(out: Any, results: Results) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2), pad_edge=False)
    table.add_column("")
    for run in results.runs:
        games = counted(run.metrics.games, "game")
        table.add_column(f"{run.label}\n{games}", justify="right")
    table.add_column("")
    m = [run.metrics for run in results.runs]
    if m[0].is_contest:
        for s in range(m[0].sides.n):
            cells = [with_half(x.seats.shares[s]) for x in m]
            table.add_row(f"{m[0].sides.named(s)} wins", *cells, "")
    for row in contrasts_of(results):
        is_above = row.name == f"first {m[0].sides.word} wins"
        if not is_above and not row.name.startswith(JUDGED):  # the report has these
            flag = Text("they differ", "yellow") if row.disagree else Text("")
            table.add_row(row.name, *row.values, flag)
    out.print(table)
    for run in results.runs:
        ends = list(ends_said(run.metrics, results.said).items())[:5]
        told = ", ".join(f"{name} {about(e)}" for name, e in ends)
        out.print(Text(f"how games of {run.label} players end: {told}", "dim"))
