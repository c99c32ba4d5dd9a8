"""The learned worth of cards in a game of words, which is learned once, stored on disk, and then
reused.
"""

import hashlib
import json
from contextlib import suppress
from pathlib import Path

import numpy as np

from generator import __version__
from generator.model.pack import Pack
from generator.play.engine.from_data.judge import (
    Weights,
    keep_weights,
    key_kept,
    key_of,
    n_weights,
)
from generator.play.engine.game import Game, load_game
from generator.play.engine.machine import tell
from generator.play.runs.learning import learn, weights_in
from generator.reading.folder import is_played_by_words
from generator.reading.phrases.plan import plan_of
from generator.system.files import read, write_file
from generator.system.paths import cache_folder, forget_old, sealed, unsealed

# greatest size in bytes of the file of stored weights; a larger file is ignored
LARGEST = 1_000_000


def judge(pack: Pack, players: int, *, may_learn: bool, renew: bool = False) -> None:
    """Let bots judge a game of words by the learned worth of its cards; other games stay unchanged.

    In one process, versions of a game with the same rows have the same judge, unless `renew` asks
    for the judge of this version. Stored weights are read from disk; if there are none, `may_learn`
    allows learning them now.
    """
    if not is_played_by_words(pack):
        return
    plan, problems = plan_of(pack)
    if problems.errors:
        return
    key, kept = key_of(plan, players), key_kept(plan, players)
    if kept == key or (kept and not renew):
        return
    width = n_weights(plan.tier(players))
    weights = _read(key, width)
    if weights is None and may_learn:
        keep_weights(plan, players, None)
        game = load_game(pack, players)
        tell(f"learning what the cards of {pack.name} are worth, some 10 s; kept for next time …")
        weights = learn(game)
        _write(key, weights)
    if weights is not None:
        keep_weights(plan, players, weights)


def by_score(pack: Pack, players: int) -> None:
    """Let bots judge a game of words by its score alone."""
    if is_played_by_words(pack):
        keep_weights(plan_of(pack)[0], players, Weights())


def judge_of(game: Game) -> str:
    """Return the name of a game's learned weights; empty if the game has none."""
    weights = weights_in(game)
    return weights.digest if weights else ""


def _file(key: str, width: int) -> Path:
    name = hashlib.sha256(f"{__version__} {width} {key}".encode()).hexdigest()[:32]
    return cache_folder() / "worth" / name


def _write(key: str, weights: Weights) -> None:
    file = _file(key, weights.by_phase.shape[1])
    values = {
        "weights": weights.by_phase.tolist(),
        "turns": weights.turns,
        "spread": weights.spread,
    }
    # on a full disk nothing is stored, and the next run learns the weights again
    with suppress(OSError):
        write_file(file, sealed(json.dumps(values).encode()))
    forget_old(file.parent)


def _read(key: str, width: int) -> Weights | None:
    """Return the stored weights; None if the file is missing or damaged."""
    try:
        content = unsealed(read(_file(key, width), LARGEST))
        values = json.loads(content or b"")
        by_phase = np.array(values["weights"], np.int32)
        weights = Weights(by_phase, int(values["turns"]), float(values["spread"]))
    except Exception:  # the file is absent, damaged or of another form
        return None
    is_sound = by_phase.shape == (2, width) and weights.turns > 0 and weights.spread > 0
    return weights if is_sound else None
