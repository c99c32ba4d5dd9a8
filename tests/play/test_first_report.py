"""A new game gives a first report without alarms about its own numbers."""

from pathlib import Path

import pytest

from generator.play.measures.results import SimulateOptions
from generator.play.studies.simulate.run import simulate
from generator.reading.scaffold import new_game
from tests.tellings import findings_of
from tests.toys import opened


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_new_game_raises_no_alarm(tmp_path: Path, players: int) -> None:
    pack = opened(new_game("Night Ferry", tmp_path))
    results = simulate(pack, SimulateOptions(players=players, agents=("greedy",)))
    assert [f.text for f in findings_of(results) if f.level == "look"] == []
    assert results.main.metrics.turns.on_target is not None
    assert results.main.metrics.turns.on_target.value > 0.95
