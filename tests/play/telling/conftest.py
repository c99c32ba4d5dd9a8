"""An answer of every study, played once."""

from dataclasses import replace

import pytest

from generator.play.measures.results import (
    Results,
)
from generator.play.studies.compare.run import compare
from generator.play.studies.ladder.run import ladder
from generator.play.studies.simulate.run import simulate
from generator.play.studies.sweep.run import sweep
from tests.play.lean import pack_of
from tests.play.telling.answers import TOLD


@pytest.fixture(scope="session")
def results() -> Results:
    """The Market played by three, with the effect of a piece."""
    command = "protoplay simulate market --effect gold"
    return simulate(pack_of("market"), replace(TOLD, effect="gold", command=command))


@pytest.fixture(scope="session")
def answers(results: Results) -> dict[str, object]:
    """Answers by their kind in JSON."""
    pack = pack_of("market")
    packs = {float(c): pack_of("market", f"coins={c}") for c in (1, 2, 3, 4)}
    lean = replace(TOLD, insight=0, second=None)
    return {
        "results": results,
        "comparison": compare({"coins=3": pack, "coins=4": packs[4.0]}, lean),
        "sweep": sweep(packs, "coins", lean),
        "ladder": ladder(pack, ["random", "greedy"], lean),
    }
