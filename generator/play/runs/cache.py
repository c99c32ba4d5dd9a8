"""Stores games on disk during a long run, so that an interrupted run can resume.

A batch is a file in the pack's `.protoplay/games`, in a folder named after everything that decides
which games these are. The file holds arrays and words, no objects, and a checksum. A file that is
damaged, or does not have the form of this run's games, is ignored, and its games are played again.
A run's files are removed when it has finished.
"""

import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from generator import __version__
from generator.play.engine.agents import agents_of
from generator.play.engine.batch import END_NAMES, GameBatch, play_games
from generator.play.engine.game import Game
from generator.play.engine.traits import text_of
from generator.system.files import read, write_file
from generator.system.paths import forget_old, private_folder, sealed, unsealed

LARGEST = 200_000_000  # greatest size of a batch in bytes
_WORDS = ("agents", "kinds", "pieces", "supplies", "reasons", "measures", "ends")

Play = Callable[[int, int], Iterator[GameBatch]]  # arguments: first game, number of games


@dataclass(eq=False)
class Keeper:
    """Stores the batches of a study and returns the batches that an interrupted run has stored.

    `out` is the output folder, in which games of bundled packs are stored.
    """

    out: Path
    used: list[Path] = field(default_factory=list)
    n_given: int = 0  # number of games that were read instead of played

    def batches(
        self, game: Game, run: dict[str, Any], first: int, n: int, size: int, play: Play
    ) -> Iterator[GameBatch]:
        """Yield games `first` to `first + n − 1` in batches of `size`, stored games included.

        `run` holds all settings besides the game that decide which games these are.
        """
        folder = self._folder(game, {**run, "first": first, "n": n, "size": size})
        self.used.append(folder)
        done = 0
        while done < n:
            file, wanted = _file(folder, first + done), min(size, n - done)
            batch = _read(file, first + done, wanted, game, run)
            if batch is None:
                break
            done += len(batch)
            self.n_given += len(batch)
            yield batch
        for batch in play(first + done, n - done):
            with suppress(OSError):  # on a full disk or in a read-only pack, nothing is stored
                file = _file(folder, int(batch.index[0]))
                root = self.out if file.is_relative_to(self.out) else game.pack.folder
                write_file(file, _written(batch), within=game.pack.folder, below=root)
            yield batch

    def forget(self) -> None:
        """Remove this run's games, and old games that nobody has resumed."""
        for folder in self.used:
            shutil.rmtree(folder, ignore_errors=True)
            forget_old(folder.parent)
            with suppress(OSError):
                os.rmdir(folder.parent)

    def _folder(self, game: Game, run: dict[str, Any]) -> Path:
        decides = {"protoplay": __version__, "game": game.digest, "seats": game.seats, **run}
        name = hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:32]
        return private_folder(game.pack, self.out) / "games" / name


def _file(folder: Path, start: int) -> Path:
    return folder / f"{start}.games"


def _written(batch: GameBatch) -> bytes:
    values = {each.name: getattr(batch, each.name) for each in fields(batch)}
    arrays: dict[str, Any] = {n: v for n, v in values.items() if isinstance(v, np.ndarray)}
    header = {name: value for name, value in values.items() if name not in arrays}
    out = io.BytesIO()
    np.savez(out, told=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
    return sealed(out.getvalue())


def _read(file: Path, first: int, n: int, game: Game, run: dict[str, Any]) -> GameBatch | None:
    """Return the batch in a file; None unless the file is intact and has these games."""
    try:
        content = unsealed(read(file, LARGEST))
        if content is None:
            return None
        with np.load(io.BytesIO(content), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop("told").tobytes())
        header.update((name, tuple(header[name])) for name in _WORDS)
        header["teams"] = tuple(map(tuple, header["teams"]))
        batch = GameBatch(**{**header, **arrays})
        are_these = batch.index.tolist() == [*range(first, first + n)]
        return batch if are_these and _is_sound(batch, game, run) else None
    except Exception:  # the file is absent or of another origin, so its games are played again
        return None


def _is_sound(batch: GameBatch, game: Game, run: dict[str, Any]) -> bool:
    """Whether a batch has the form of this game's batches and names only existing objects."""
    how = {name: run[name] for name in ("rotate", "collect")}
    like = play_games(game, ["random"], run["seed"], int(batch.index[0]), 1, **how)
    agents = tuple(agent.spec for agent in agents_of(game, run["agents"], may_see=True))
    n, words = len(batch), {"agents": agents, "reasons": batch.reasons}
    rows = {0: 0, 1: n, 2: n + 1}  # length for one game → length for n games
    below = {"agent_of": game.sides.n, "end": len(END_NAMES), "movers": game.seats}
    below["takers"] = game.seats
    for each in fields(GameBatch):
        value, expected = getattr(batch, each.name), getattr(like, each.name)
        if not isinstance(expected, np.ndarray):
            if value != words.get(each.name, expected):
                return False
            continue
        is_long = each.name in ("moves", "movers")
        long = int(batch.move_starts[-1]) if is_long and len(batch.move_starts) else 0
        shape = (long if is_long else rows[len(expected)], *expected.shape[1:])
        if (value.dtype, value.shape) != (expected.dtype, shape):
            return False
        if each.name in below and not ((value >= -1) & (value < below[each.name])).all():
            return False
    n_reasons = n if len(like.reasons) else 0
    is_told = len(batch.reasons) == n_reasons and all(map(text_of, batch.reasons))
    is_sound = is_told and np.isfinite(batch.scores).all()
    return bool(is_sound and (np.diff(batch.move_starts) >= 0).all())
