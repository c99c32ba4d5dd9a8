"""The bundled games keep their contract; `python -m tests.hostile.rules` plays millions."""

from dataclasses import replace

import numpy as np
import pytest

from generator.reading.folder import bundled_packs
from tests.hostile.rules import attack, broken, digest_of, opened, played


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_packs())
def test_games_keep_what_is_promised(name: str) -> None:
    wrong, _ = attack(name, 2, n=20_000, n_plain=50, seed=1)
    assert not wrong


def test_impossible_games_are_detected() -> None:
    game = opened("shiftago", 2, plain=True)
    [batch] = played(game, 2, 1, 1)
    assert not broken(game, batch)
    assert digest_of([batch]) == digest_of(played(game, 2, 1, 1))
    assert digest_of([batch]) != digest_of(played(game, 2, 2, 1))
    for damaged in (
        replace(batch, scores=batch.scores * np.nan),
        replace(batch, winners=~batch.winners),
        replace(batch, end=batch.end + 5),
        replace(batch, decisions=batch.decisions - 1),
        replace(batch, movers=batch.movers + 7),
        replace(batch, index=batch.index * 0),
        replace(batch, supply_low=np.full((2, 2, 1), -1)),
    ):
        assert broken(game, damaged)
