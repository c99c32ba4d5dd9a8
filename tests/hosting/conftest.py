"""Children of hosted tables are kept for the next test and ended at the end."""

from collections.abc import Iterator

import pytest

from tests.preview import lent


@pytest.fixture(scope="session", autouse=True)
def _children_end() -> Iterator[None]:
    yield
    lent.end()
