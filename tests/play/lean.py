"""Packs for tests of studies, and options that play nothing besides the main run."""

from generator.model.pack import Pack
from generator.play.measures.results import SimulateOptions
from tests.toys import PACKS, opened

LEAN = SimulateOptions(games=200, insight=0, second=None, supplies=False, workers=1)


def pack_of(name: str, *settings: str) -> Pack:
    """A test pack, with other parameters."""
    return opened(PACKS / name, *settings)
