"""The table of duels, with each player's share against each other player."""

from collections.abc import Sequence
from html import escape

from generator.play.studies.ladder.answer import Duel
from generator.play.studies.ladder.words import JOINT
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.numbers import with_half


def duels(id: str, topic: str, title: str, rows: Sequence[Duel], fair: float, note: str) -> Chart:
    """Return the table: the share of each row's player against each column's player."""
    names = list(dict.fromkeys(d.one for d in rows))
    shares = {(d.one, d.other): d.share for d in rows}
    headers = ("wins of", *(f"against {name}" for name in names))
    heads = "".join(f'<th role="columnheader" scope="col">{escape(h)}</th>' for h in headers)
    lines = []
    for row_name in names:
        cells = [f'<th role="rowheader" scope="row">{escape(row_name)}</th>']
        for other, head in zip(names, headers[1:], strict=True):
            e = shares.get((row_name, other))
            kind, sign = "", ""
            if e is not None and not e.withheld and e.excludes(fair):
                kind, sign = ("won", "▲ ") if e.value > fair else ("lost", "▼ ")
            cell = "" if e is None else with_half(e)
            data = f'data-head="{escape(head, quote=True)}"'
            kind = kind or ("none" if e is None else "")
            cells.append(f'<td role="cell" class="{kind}" {data}>{sign}{cell}</td>')
        lines.append(f'<tr role="row">{"".join(cells)}</tr>')
    picture = (
        f'<div class="scroll"><table role="table" class="cells duels n{len(headers)}">'
        f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead>'
        f'<tbody role="rowgroup">{"".join(lines)}</tbody></table></div>'
    )
    numbers = tuple(
        (f"{d.one} against {d.other}", with_half(d.share), f"{d.share.n:,}") for d in rows
    )
    headers = ("", "share of the wins", "n")
    return Chart(id, topic, title, picture, headers, numbers, note, JOINT, is_wide=True)
