"""Charts of what players do: kinds of move, moves denied, places on the board."""

from collections.abc import Iterator

from generator.play.measures.pieces import said_of
from generator.play.measures.results import (
    Results,
)
from generator.play.telling.charts.bars import bars
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.charts.heat import Ground, busiest_title, heat
from generator.play.telling.numbers import (
    about,
    capital,
)
from generator.play.telling.pictures import Album
from generator.play.telling.words.choices import kinds_note


def kind_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    kinds = sorted(m.kinds, key=lambda k: -k.share.value)
    if kinds:
        first = kinds[0]
        name = capital(said_of(results.said, first.name))
        yield bars(
            "kinds", "Kinds of move", f"“{name}” is {about(first.share)} of all moves",
            [capital(said_of(results.said, k.name)) for k in kinds],
            [
                Series("everyone" if m.is_contest else "", [k.share for k in kinds]),
                *([Series("winners", [k.winners for k in kinds])] if m.is_contest else []),
            ],
            note=kinds_note(m),
        )  # fmt: skip


def map_charts(results: Results, album: Album) -> Iterator[Chart]:
    """Return charts of the places that moves use, drawn over the printed board."""
    m = results.main.metrics
    if not m.spaces:
        return
    n = m.spaces[0].used.n
    note = f"How often moves use each place, in {n:,} games."
    title, ground = busiest_title(m.spaces), ground_of(results, album)
    yield heat("map", "Where moves happen", title, m.spaces, ground, note)


def ground_of(results: Results, album: Album) -> Ground | None:
    """Return the board's picture with its trimmed corner at (0, 0)."""
    board = next((c for c in results.pack.components if c.id == results.board), None)
    if board is None or not board.rows:
        return None
    href = album.large(f"{board.id}/{board.rows[0].id}")
    return Ground(href, board.shape.width, board.shape.height) if href else None
