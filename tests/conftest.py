"""What holds for every test: the user's own settings are neither read nor written."""

import os
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _settings_of_their_own() -> Iterator[None]:
    with tempfile.TemporaryDirectory(prefix="protoplay-home-") as home:
        os.environ["PROTOPLAY_HOME"] = home
        os.environ["PROTOPLAY_TRUST"] = "all"
        yield
