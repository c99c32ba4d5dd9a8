"""Rows on disk: what went in comes out, unlike runs are refused, no half files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from generator.play.measure.results import Provenance
from generator.play.store import (
    RowWriter,
    UnlikeRuns,
    columns_of,
    load,
    merge,
    rows_of,
)
from tests.play.measure.test_metrics import batch_of

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


def test_rows_and_metadata_come_back(tmp_path: Path) -> None:
    stored = load(written(tmp_path / "a.parquet"))
    assert stored.games == 6 and stored.metadata["digest"] == "abc"
    assert stored.metadata["parameters"] == {"coins": "4"} and stored.metadata["seed"] == 1
    rows = rows_of(stored.path)
    assert rows["game"].tolist() == [0, 1, 2, 3, 4, 5]
    assert rows["score 1"].tolist() == [0, 1, 2, 3, 4, 5]
    assert rows["first 2"].tolist() == [True, True, True, False, False, False]
    assert rows["piece goods/o'clock"].tolist() == [2, 0, 0, 0, 0, 0]  # a bit per seat
    assert rows["agent 1"].tolist() == ["greedy"] * 6
    assert tuple(columns_of(batch_of([[1, 0]]))) == tuple(
        c for c in stored.columns if not c.startswith(("piece", "moves"))
    )


def test_the_same_rows_are_the_same_bytes(tmp_path: Path) -> None:
    one = written(tmp_path / "a.parquet").read_bytes()
    assert one == written(tmp_path / "b.parquet").read_bytes()


def test_parts_of_one_run_are_merged_in_order(tmp_path: Path) -> None:
    parts = [written(tmp_path / "b.parquet", first=6), written(tmp_path / "a.parquet")]
    merged = merge(parts, tmp_path / "all.parquet")
    assert merged.games == 12 and rows_of(merged.path)["game"].tolist() == list(range(12))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"digest": "xyz"}, "digest"),
        ({"seed": 2}, "seed"),
        ({"variant": "short"}, "variant"),
        ({"versions": {"python": "3.12.0"}}, "versions"),
        ({"changed": {}}, "parameters"),
    ],
)
def test_unlike_runs_are_not_merged(tmp_path: Path, change: dict[str, object], said: str) -> None:
    one = written(tmp_path / "a.parquet")
    two = written(tmp_path / "b.parquet", replace(RUN, **change), first=6)  # type: ignore[arg-type]
    with pytest.raises(UnlikeRuns, match=f"has {said}"):
        merge([one, two], tmp_path / "all.parquet")
    assert not (tmp_path / "all.parquet").exists()


def test_a_game_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    parts = [written(tmp_path / "a.parquet"), written(tmp_path / "b.parquet", first=5)]
    with pytest.raises(UnlikeRuns, match="game 5 is in more than one"):
        merge(parts, tmp_path / "all.parquet")


def test_nothing_is_left_of_a_run_that_failed(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), RowWriter(tmp_path / "a.parquet", RUN, ("x",)) as writer:
        writer.add(batch_of([[1, 0]]))
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_others_is_no_run_of_ours(tmp_path: Path) -> None:
    import duckdb

    path = tmp_path / "other.parquet"
    with duckdb.connect() as db:
        db.execute(f"COPY (SELECT 1 AS a) TO '{path}' (FORMAT parquet)")
    with pytest.raises(ValueError, match="no protoplay rows"):
        load(path)
