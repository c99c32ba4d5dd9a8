"""Writes a run's games to disk, with records as JSON lines, and rows as Parquet with their
provenance. Files are written completely or not at all, and the same games give the same bytes.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from generator.play.engine.batch import END_NAMES, GameBatch
from generator.play.engine.game import Game
from generator.play.engine.records import line_of, records_of
from generator.play.measures.results import Provenance, SimulateOptions
from generator.system.files import folder_in, lines_to, place_of

FORMAT = 1
KEY = "protoplay"


@contextmanager
def written(
    game: Game, options: SimulateOptions, provenance: Provenance
) -> Iterator[list[Callable[[GameBatch], None]]]:
    """Yield functions that write each batch to the files in the options."""
    with ExitStack() as files:
        take: list[Callable[[GameBatch], None]] = []
        if options.records:
            write = files.enter_context(lines_to(options.records))
            take.append(lambda batch: write(map(line_of, records_of(game, batch))))
        if options.rows:
            writer = RowWriter(options.rows, provenance, options.agents)
            take.append(files.enter_context(writer).add)
        yield take


def metadata_of(provenance: Provenance, agents: Sequence[str]) -> dict[str, Any]:
    """Return the metadata of the rows, which is everything that decides the games."""
    return {
        "format": FORMAT,
        "protoplay": provenance.protoplay,
        "game": provenance.pack,
        "digest": provenance.digest,
        "variant": provenance.variant,
        "players": provenance.players,
        "agents": list(agents),
        "seed": provenance.seed,
        "parameters": dict(provenance.changed),
        "versions": dict(provenance.versions),
    }


def columns_of(batch: GameBatch) -> dict[str, Any]:
    """Return one array per column, with one element per game.

    `piece …` holds one bit per seat that used the piece (bit 0 is seat 1).
    """
    seats = range(batch.seats)
    columns: dict[str, Any] = {"game": batch.index}
    names = np.array(batch.agents, dtype=object)
    for s in seats:
        columns[f"agent {s + 1}"] = names[batch.agent_of[:, s]]
    for s in seats:
        columns[f"score {s + 1}"] = batch.scores[:, s]
    for s in seats if len(batch.tie_breaks) else ():
        columns[f"tie-break {s + 1}"] = batch.tie_breaks[:, s]
    for s in seats:
        columns[f"first {s + 1}"] = batch.winners[:, s]
    columns["end"] = np.array(END_NAMES, dtype=object)[batch.end]
    columns["reason"] = np.array(batch.reasons, dtype=object)
    for name in ("decisions", "turns", "branching", "choices", "lead_changes"):
        columns[name.replace("_", " ")] = getattr(batch, name)
    if len(batch.rounds):
        columns["rounds"] = batch.rounds
    for i, name in enumerate(batch.measures):
        columns[f"own {name}"] = batch.measured[:, i]
    for k, kind in enumerate(batch.kinds):
        for s in seats:
            columns[f"moves {kind} {s + 1}"] = batch.kind_counts[:, s, k]
    for u, supply in enumerate(batch.supplies):
        for s in seats:
            columns[f"lowest {supply} {s + 1}"] = batch.supply_low[:, s, u]
    bits = (1 << np.arange(batch.seats)).astype(np.int32)
    for p, piece in enumerate(batch.pieces):
        used = (batch.piece_used[:, :, p] > 0) * bits
        columns[f"piece {piece}"] = used.sum(axis=1).astype(np.int32)
    return {name: np.ascontiguousarray(column) for name, column in columns.items()}


class RowWriter:
    """Takes batches one by one and writes a Parquet file if no error occurs.

    Rows are collected in a DuckDB file beside the target, so memory does not grow with them.
    """

    def __init__(self, path: Path, provenance: Provenance, agents: Sequence[str]) -> None:
        self.path = place_of(path).absolute()  # DuckDB would take s3:// as an address
        self.metadata = metadata_of(provenance, agents)

    def __enter__(self) -> "RowWriter":
        import duckdb

        with ExitStack() as begun:
            self._folder = begun.enter_context(folder_in(self.path.parent))
            self._db = duckdb.connect(str(self._folder / "rows.duckdb"))
            begun.callback(self._db.close)
            self._ending = begun.pop_all()
        self._started = False
        return self

    def add(self, batch: GameBatch) -> None:
        """Append one row per game."""
        self._db.register("chunk", columns_of(batch))
        start = "INSERT INTO games" if self._started else "CREATE TABLE games AS"
        self._db.execute(f"{start} SELECT * FROM chunk")
        self._db.unregister("chunk")
        self._started = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._ending:
            if kind is None and self._started:
                part = self._folder / "rows.parquet"
                _copy(self._db, "SELECT * FROM games ORDER BY game", part, self.metadata)
                os.replace(part, self.path)


def _copy(db: Any, query: str, path: Path, metadata: dict[str, Any]) -> None:
    text = json.dumps(metadata, sort_keys=True, ensure_ascii=False).replace("'", "''")
    target = str(path).replace("'", "''")
    db.execute(
        f"COPY ({query}) TO '{target}' "
        f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{KEY}: '{text}'}})"
    )
