"""Charts of players' moves: kinds of move, denied moves, and places on the board."""

from collections.abc import Iterator

from generator.play.measures.results import (
    Results,
)
from generator.play.telling.charts.bars import bars
from generator.play.telling.charts.drawing import Chart, Series
from generator.play.telling.charts.heat import Ground, busiest_title, heat
from generator.play.telling.pictures import Album
from generator.play.telling.words.choices import kind_name, kinds_note, kinds_title, spaces_note


def kind_charts(results: Results) -> Iterator[Chart]:
    m = results.main.metrics
    kinds = sorted(m.kinds, key=lambda k: -k.share.value)
    if kinds:
        yield bars(
            "kinds", "Kinds of move", kinds_title(kinds[0], results),
            [kind_name(k, results) for k in kinds],
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
    title, ground = busiest_title(m.spaces), ground_of(results, album)
    yield heat("map", "Where moves happen", title, m.spaces, ground, spaces_note(m.spaces[0]))


def ground_of(results: Results, album: Album) -> Ground | None:
    """Return the board's picture with its trimmed corner at (0, 0)."""
    board = next((c for c in results.pack.components if c.id == results.board), None)
    if board is None or not board.rows:
        return None
    href = album.large(f"{board.id}/{board.rows[0].id}")
    return Ground(href, board.shape.width, board.shape.height) if href else None
