"""rules/WRITING.md says what the code does: names, parameters, options, and its worked example."""

import re
from pathlib import Path

from generator import bundled, kit
from generator.play.engine import contract
from tests.toys import PACKS

TEXT = (Path(bundled("rules")) / "WRITING.md").read_text(encoding="utf-8")


def table_after(words: str) -> list[str]:
    """The first cells of the first table after some words, without the heading."""
    lines = TEXT[TEXT.index(words) :].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|---"))
    cells = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        cells.append(re.match(r"\| `([^`]+)` ", line))
    assert all(cells), cells
    return [cell[1] for cell in cells if cell]


def as_written(contract: "dict[str, tuple[str, ...]]") -> list[str]:
    return [f"{name}({', '.join(parameters)})" for name, parameters in contract.items()]


def test_the_example_is_the_pack_that_is_tested() -> None:
    block = re.search(r"```python\n(.*?)```", TEXT, re.S)
    assert block
    rules = (PACKS / "tictactoe" / "rules.py").read_text(encoding="utf-8")
    assert block[1] == rules
    assert sum(bool(line.strip()) for line in rules.splitlines()) <= 40


def test_every_function_of_the_contract_is_listed_with_its_parameters() -> None:
    assert table_after("Rules, each marked") == as_written(
        {**contract.RULES_NEEDED, **contract.RULES_OPTIONAL}
    )
    people = table_after("Plain Python, for people")
    assert sorted(people) == sorted(
        as_written({**contract.PEOPLE_NEEDED, **contract.PEOPLE_OPTIONAL})
    )


def test_every_name_at_the_top_is_listed() -> None:
    assert table_after("At the top of the file") == [
        *contract.TRAITS_NEEDED,
        *contract.TRAITS_OPTIONAL,
    ]


def test_the_kernel_gives_what_is_listed() -> None:
    names = [re.split(r"\W", cell)[0] for cell in table_after("nothing else:")]
    assert names == ["rule", "record", "below", "unit", "shuffle"]
    assert all(callable(getattr(kit, name)) for name in names)


def test_every_option_of_search_is_listed() -> None:
    listed = table_after("options parted by colons")
    assert sorted(listed) == sorted([*contract.SEARCH_OPTIONS, "reward", "value", "rollout"])
    for name, value in contract.SEARCH_OPTIONS.items():
        row = re.search(rf"^\| `{name}` \|.*\| ([^|]*) \|$", TEXT, re.M)
        assert row and str(value).removesuffix(".0").replace("-", "−") in row[1], (name, row)
