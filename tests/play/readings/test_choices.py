"""How much choice there is, in made-up runs."""

import numpy as np
import pytest

from generator.play.engine.game import Space
from generator.play.measures.metrics import spaces_of
from generator.play.readings.choices import ChoiceReading, SpaceReading, choices
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up
from tests.play.telling.cases import measured

EVEN = [[1, 0], [0, 1]] * 200


@pytest.mark.parametrize(("chosen", "level"), [(4, "look"), (0, "look"), (8, "note")])
def test_little_to_choose_needs_a_look(chosen: int, level: str) -> None:
    made = made_up(EVEN, pack_of("market"), choices=np.full(400, chosen))  # of 10 decisions
    (reading,) = (r for r in choices(made) if isinstance(r, ChoiceReading))
    assert reading.level == level and reading.agency.value == pytest.approx(chosen / 10)


def test_places_are_idle_or_uneven_and_an_endless_table_says_nothing() -> None:
    spaces = [Space("path", f"path {i}", ((0.0, float(i)), (9.0, float(i)))) for i in range(4)]
    uses = np.zeros((50, 4), np.int32)
    uses[:, 0], uses[:, 1], uses[::2, 2] = 6, 2, 1

    def read(uses: np.ndarray) -> list[SpaceReading]:
        made = measured(made_up(EVEN, pack_of("market")), spaces=spaces_of(spaces, uses))
        return [r for r in choices(made) if isinstance(r, SpaceReading)]

    (idle,) = read(uses)
    assert (idle.state, idle.places, idle.level) == ("idle", ("path 3",), "look")
    uses[:, 3] = 1
    (uneven,) = read(uses)
    assert (uneven.state, uneven.places) == ("uneven", ("path 0", "path 2"))
    uses[:, 1:] = 0
    assert not read(uses)
