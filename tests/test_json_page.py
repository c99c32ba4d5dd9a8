"""rules/JSON.md documents what `--json` writes; `--rewrite` updates its generated part."""

import json
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from typer.testing import CliRunner

from generator import bundled
from generator.cli.commands import app
from generator.model.measures import Measure
from generator.play.measures.results import Results
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.ladder.answer import Ladder
from generator.play.studies.suggest.answer import Suggestion
from generator.play.studies.sweep.answer import Sweep
from generator.play.telling.finding import Finding
from tests import json_page
from tests.toys import PACKS

PAGE = Path(bundled("rules")) / "JSON.md"
ROOTS: dict[str, type] = {
    "simulate": Results,
    "compare": Comparison,
    "sweep": Sweep,
    "ladder": Ladder,
    "suggest": Suggestion,
}
MORE = {
    "compare": {"provenance"},
    "sweep": {"provenance"},
    "suggest": {"sentence", "not_recommended"},
}
STUDIES = {
    "simulate": ["--games", "60", "--effects", "--restrict", "buy", "--luck"],
    "compare": ["--games", "60", "--set", "coins=4"],
    "sweep": ["coins=2..4", "--games", "60"],
    "ladder": ["--games", "40"],
    "suggest": ["--goal", "turns<=12", "--tune", "coins=1..5", "--games", "2000"],
}


@pytest.fixture(autouse=True)
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROTOPLAY_TRUST", "all")


def answer(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def written_by_hand(section: str) -> set[str]:
    """The keys that a section of the page lists."""
    text = PAGE.read_text("utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    return set(re.findall(r"`(\w+)`", " ".join(rows)))


def test_the_generated_part_is_current(rewrite: bool) -> None:
    text = PAGE.read_text("utf-8")
    before, start, rest = text.partition("<!-- studies -->\n")
    _, end, after = rest.partition("<!-- /studies -->\n")
    current = before + start + json_page.page({"finding": Finding, **ROOTS}) + end + after
    if rewrite:
        PAGE.write_text(current, "utf-8")
    else:
        assert text == current, "run pytest tests/test_json_page.py --rewrite"


@pytest.mark.parametrize(
    ("section", "words"),
    [("list", []), ("about", []), ("check", ["market", "--balance"]), ("build", ["market"])],
)
def test_the_keys_of_a_command_are_those_of_the_page(
    section: str, words: list[str], tmp_path: Path
) -> None:
    words = [str(PACKS / word) if word == "market" else word for word in words]
    more = ["--out", str(tmp_path)] if section == "build" else []
    value = answer(section, *words, *more)
    assert set(value[0] if section == "list" else value) == written_by_hand(section)


@pytest.mark.parametrize("study", STUDIES)
def test_a_study_writes_the_keys_of_its_values(
    study: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    value = answer(study, str(PACKS / "market"), *STUDIES[study])
    own = {"kind", "title", "findings"} | MORE.get(study, set())
    assert own <= value.keys() and own <= written_by_hand("Studies")
    missing = list(differing({k: v for k, v in value.items() if k not in own}, ROOTS[study]))
    assert not missing


def differing(value: Any, kind: Any) -> Iterator[str]:
    """Return where a value has other keys than the class that the page describes."""
    if value is None or kind is Measure or isinstance(value, str):
        return
    if is_dataclass(kind) and isinstance(kind, type):
        if set(value) != json_page.keys_of(kind):
            yield f"{kind.__name__}: {set(value) ^ json_page.keys_of(kind)}"
        elif kind is not json_page.Histogram:
            for name, hint in json_page.hints(kind).items():
                if hint is not Measure:
                    yield from differing(value[name], hint)
    elif isinstance(value, list) and get_origin(kind) is tuple:
        kinds = get_args(kind)
        if len(kinds) == 2 and kinds[1] is Ellipsis:
            kinds = (kinds[0],) * len(value)
        for part, hint in zip(value, kinds, strict=True):
            yield from differing(part, hint)
    elif isinstance(value, dict) and get_args(kind):
        for part in value.values():
            yield from differing(part, get_args(kind)[-1])
    else:
        for hint in get_args(kind):
            if is_dataclass(hint) and isinstance(value, dict):
                yield from differing(value, hint)
