"""Rows on disk: complete files that return what was stored."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.play.measures.results import Provenance
from generator.play.runs.store import KEY, RowWriter, columns_of
from tests.play.batches import batch_of

RUN = Provenance(
    protoplay="0.1.0",
    pack="market",
    digest="abc",
    variant="",
    players=2,
    seed=1,
    changed={"coins": "4"},
    versions={"python": "3.11.7"},
    command="protoplay simulate market",
)


def rows_of(path: Path) -> dict[str, Any]:
    """Every column of a file as an array."""
    import duckdb

    with duckdb.connect() as db:
        return dict(db.execute("SELECT * FROM read_parquet(?)", [str(path)]).fetchnumpy())


def metadata_in(path: Path) -> dict[str, Any]:
    """Return what the file states about its run."""
    import duckdb

    query = "SELECT value FROM parquet_kv_metadata(?) WHERE decode(key) = ?"
    with duckdb.connect() as db:
        (value,) = db.execute(query, [str(path), KEY]).fetchone()
    return dict(json.loads(bytes(value).decode("utf-8")))


def written(path: Path, run: Provenance = RUN, first: int = 0, n: int = 6) -> Path:
    used = np.zeros((n, 2, 1), np.int32)
    used[0, 1, 0] = 3
    batch = batch_of(
        [[i, 2] for i in range(n)], index=np.arange(first, first + n), pieces=("goods/o'clock",),
        piece_used=used, kinds=("buy",), kind_counts=np.ones((n, 2, 1), np.int32),
    )  # fmt: skip
    with RowWriter(path, run, ("greedy",)) as writer:
        writer.add(batch)
    return path


def test_a_place_that_reads_like_an_address_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(Path("s3://box/a.parquet"))
    assert (tmp_path / "s3:" / "box" / "a.parquet").is_file()


def test_rows_and_metadata_come_back(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet")
    metadata, rows = metadata_in(path), rows_of(path)
    assert metadata["digest"] == "abc" and metadata["seed"] == 1
    assert metadata["parameters"] == {"coins": "4"} and metadata["agents"] == ["greedy"]
    assert rows["game"].tolist() == [0, 1, 2, 3, 4, 5]
    assert rows["score 1"].tolist() == [0, 1, 2, 3, 4, 5]
    assert rows["first 2"].tolist() == [True, True, True, False, False, False]
    assert rows["piece goods/o'clock"].tolist() == [2, 0, 0, 0, 0, 0]  # a bit per seat
    assert rows["agent 1"].tolist() == ["greedy"] * 6
    assert tuple(columns_of(batch_of([[1, 0]]))) == tuple(
        c for c in rows if not c.startswith(("piece", "moves"))
    )


def test_the_same_rows_are_the_same_bytes(tmp_path: Path) -> None:
    one = written(tmp_path / "a.parquet").read_bytes()
    assert one == written(tmp_path / "b.parquet").read_bytes()


def test_nothing_is_left_of_a_run_that_failed(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), RowWriter(tmp_path / "a.parquet", RUN, ("x",)) as writer:
        writer.add(batch_of([[1, 0]]))
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
