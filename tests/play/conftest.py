"""Fixtures for the tests of every study."""

import pytest

from generator.model.pack import Pack
from tests.play.lean import pack_of


@pytest.fixture(scope="session")
def market() -> Pack:
    """Buy goods for coins: chance, a supply that runs out, kinds of move and pieces."""
    return pack_of("market")
