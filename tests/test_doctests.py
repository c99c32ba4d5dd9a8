"""The examples in docstrings are true."""

import doctest
import importlib
from pathlib import Path

HOUSE = Path(__file__).parent.parent / "generator"


def test_the_examples_in_docstrings_are_true() -> None:
    n_examples = 0
    for file in sorted(HOUSE.rglob("*.py")):
        if ">>> " in file.read_text("utf-8"):
            parts = file.relative_to(HOUSE.parent).with_suffix("").parts
            module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
            results = doctest.testmod(module)
            assert results.failed == 0, module.__name__
            n_examples += results.attempted
    assert n_examples > 200
