"""Batches of made-up games with known numbers."""

from dataclasses import fields
from typing import Any

import numpy as np

from generator.play.engine.batch import GameBatch
from generator.play.measures.tally import Tally


def batch_of(scores: Any, **given: Any) -> GameBatch:
    """A batch with these final scores (games, seats) and, unless given, nothing else going on."""
    points = np.array(scores, dtype=np.float64)
    n, seats = points.shape
    pieces, kinds = given.pop("pieces", ()), given.pop("kinds", ())
    supplies = given.pop("supplies", ())
    values: dict[str, Any] = {
        "seed": 1,
        "collect": "full",
        "agents": ("greedy",) * seats,
        "index": np.arange(n),
        "agent_of": np.tile(np.arange(seats, dtype=np.int8), (n, 1)),
        "scores": points,
        "winners": points == points.max(axis=1, keepdims=True),
        "end": np.zeros(n, np.int8),
        "decisions": np.full(n, 10, np.int32),
        "reasons": ("done",) * n,
        "turns": np.full(n, 10, np.int32),
        "rounds": np.zeros(0, np.int32),
        "branching": np.full(n, 30),
        "choices": np.full(n, 8, np.int32),
        "lead_changes": np.zeros(n, np.int32),
        "tenths": np.zeros((n, 11, seats)),
        "courses": np.zeros((n, 8, seats)),
        "kind_counts": np.zeros((n, seats, len(kinds)), np.int32),
        "piece_used": np.zeros((n, seats, len(pieces)), np.int32),
        "supply_low": np.zeros((n, seats, len(supplies)), np.int32),
        "piece_offered": np.zeros((n, seats, len(pieces)), np.int32),
        "moves": np.zeros(0, np.int32),
        "movers": np.zeros(0, np.int8),
        "move_starts": np.zeros(0, np.int64),
        "takers": np.zeros((0, 0), np.int8),
        "measures": (),
        "measured": np.zeros((n, 0)),
        "is_contest": True,
        "ends": (),
    }
    for name, value in given.items():
        values[name] = np.asarray(value) if isinstance(values[name], np.ndarray) else value
    return GameBatch(kinds=tuple(kinds), pieces=tuple(pieces), supplies=tuple(supplies), **values)


def tally_of(batch: GameBatch, target: tuple[int, int] | None = None) -> Tally:
    """The count of one batch."""
    tally = Tally.of(batch, target)
    tally.add(batch)
    return tally


def same(a: GameBatch, b: GameBatch) -> bool:
    """Whether two batches hold the same games."""
    pairs = ((getattr(a, f.name), getattr(b, f.name)) for f in fields(GameBatch))
    return all(np.array_equal(x, y) for x, y in pairs)
