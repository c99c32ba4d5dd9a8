"""Results on disk: one row per game as Parquet, with what they came from in the file's metadata.

Files are written whole or not at all. Rows of different runs are never mixed: `merge` takes
parts of one run (same digest, variant, parameters, agents, seed, versions) and refuses the rest.
"""

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from generator.play.engine.loop import END_NAMES, GameBatch
from generator.play.measure.results import Provenance

FORMAT = 1
KEY = "protoplay"


class UnlikeRuns(ValueError):
    """Files that hold different runs were to be merged."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file of rows: its metadata, its columns, and how many games it holds."""

    path: Path
    metadata: dict[str, Any]
    columns: tuple[str, ...]
    games: int


def metadata_of(provenance: Provenance, agents: Sequence[str]) -> dict[str, Any]:
    """What is kept with the rows, and must agree for two files to be one run."""
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
    """One array per column, one element per game.

    `piece …` holds one bit per seat that used the piece (bit 0 is seat 1).
    """
    seats = range(batch.seats)
    columns: dict[str, Any] = {"game": batch.index}
    names = np.array(batch.agents, dtype=object)
    for s in seats:
        columns[f"agent {s + 1}"] = names[batch.agent_of[:, s]]
    for s in seats:
        columns[f"score {s + 1}"] = batch.scores[:, s]
    for s in seats:
        columns[f"first {s + 1}"] = batch.winners[:, s]
    columns["end"] = np.array(END_NAMES, dtype=object)[batch.end]
    columns["reason"] = np.array(batch.reasons, dtype=object)
    for name in ("decisions", "turns", "branching", "choices", "lead_changes"):
        columns[name.replace("_", " ")] = getattr(batch, name)
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
    """Takes batches one by one and leaves a Parquet file when all went well.

    Rows wait in a file of DuckDB's beside the target, so memory does not grow with their number.
    """

    def __init__(self, path: Path, provenance: Provenance, agents: Sequence[str]) -> None:
        self.path = path
        self.metadata = metadata_of(provenance, agents)

    def __enter__(self) -> "RowWriter":
        import duckdb

        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._folder = tempfile.TemporaryDirectory(prefix=".rows-", dir=self.path.parent)
        self._db = duckdb.connect(str(Path(self._folder.name) / "rows.duckdb"))
        self._started = False
        return self

    def add(self, batch: GameBatch) -> None:
        """Append a row per game."""
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
        try:
            if kind is None and self._started:
                part = Path(self._folder.name) / "rows.parquet"
                _copy(self._db, "SELECT * FROM games ORDER BY game", part, self.metadata)
                os.replace(part, self.path)
        finally:
            self._db.close()
            self._folder.cleanup()


def _copy(db: Any, query: str, path: Path, metadata: dict[str, Any]) -> None:
    text = json.dumps(metadata, sort_keys=True, ensure_ascii=False).replace("'", "''")
    target = str(path).replace("'", "''")
    db.execute(
        f"COPY ({query}) TO '{target}' "
        f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{KEY}: '{text}'}})"
    )


def load(path: Path) -> Stored:
    """The metadata and columns of a file; `ValueError` for one that is not ours."""
    import duckdb

    with duckdb.connect() as db:
        found = db.execute(
            "SELECT value FROM parquet_kv_metadata(?) WHERE decode(key) = ?", [str(path), KEY]
        ).fetchone()
        if found is None:
            raise ValueError(f"{path} holds no protoplay rows")
        metadata = json.loads(bytes(found[0]).decode("utf-8"))
        described = db.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(path)]).fetchall()
        counted = db.execute("SELECT count(*) FROM read_parquet(?)", [str(path)]).fetchone()
    assert counted is not None
    return Stored(path, metadata, tuple(row[0] for row in described), int(counted[0]))


def rows_of(path: Path) -> dict[str, Any]:
    """Every column of a file as an array, in order of the games."""
    import duckdb

    with duckdb.connect() as db:
        found = db.execute("SELECT * FROM read_parquet(?) ORDER BY game", [str(path)]).fetchnumpy()
    return dict(found)


def merge(paths: Sequence[Path], out: Path) -> Stored:
    """One file from parts of one run; games that are in two parts are refused.

    Raises `UnlikeRuns`, saying what differs.
    """
    import duckdb

    parts = [load(path) for path in paths]
    if not parts:
        raise ValueError("no files to merge")
    head = parts[0]
    for part in parts[1:]:
        for key in sorted(head.metadata.keys() | part.metadata.keys()):
            one, two = head.metadata.get(key), part.metadata.get(key)
            if one != two:
                text = f"{head.path} has {key} {one!r}, {part.path} has {two!r}"
                raise UnlikeRuns(f"{text}: these are not parts of one run")
    files = [str(p.path) for p in parts]
    with duckdb.connect() as db, tempfile.TemporaryDirectory(dir=out.parent) as folder:
        db.execute("CREATE TABLE games AS SELECT * FROM read_parquet($1)", [files])
        twice = db.execute(
            "SELECT game FROM games GROUP BY game HAVING count(*) > 1 ORDER BY game LIMIT 1"
        ).fetchone()
        if twice is not None:
            raise UnlikeRuns(f"game {twice[0]} is in more than one of the files")
        part_file = Path(folder) / "rows.parquet"
        _copy(db, "SELECT * FROM games ORDER BY game", part_file, head.metadata)
        os.replace(part_file, out)
    return load(out)
