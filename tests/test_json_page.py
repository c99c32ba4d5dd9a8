"""rules/JSON.md documents what `--json` writes; `--rewrite` updates its generated part."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest
from typer.testing import CliRunner

from generator import bundled
from generator.cli.commands import app
from generator.model.measures import Measure
from generator.people.log import Log
from generator.people.report import Report
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
DIARY: dict[str, type] = {"people": Report, "log": Log}
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


def parts() -> dict[str, str]:
    """The generated parts of the page; a class is described in the last one that has it."""
    studies = json_page.classes({"finding": Finding, **ROOTS})
    people = [cls for cls in json_page.classes({"people": Report}) if cls not in studies]
    log = [cls for cls in json_page.classes({"log": Log}) if cls not in (*studies, *people)]
    return {
        name: json_page.page(classes)
        for name, classes in (("studies", studies), ("people", people), ("log", log))
    }


@pytest.mark.parametrize("part", ["studies", "people", "log"])
def test_the_generated_part_is_current(part: str, rewrite: bool) -> None:
    text = PAGE.read_text("utf-8")
    before, start, rest = text.partition(f"<!-- {part} -->\n")
    _, end, after = rest.partition(f"<!-- /{part} -->\n")
    current = before + start + parts()[part] + end + after
    if rewrite:
        PAGE.write_text(current, "utf-8")
    else:
        assert text == current, "run pytest tests/test_json_page.py --rewrite"


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("list", []),
        ("about", []),
        ("check", ["market", "--balance"]),
        ("build", ["market"]),
        ("export", ["market", "svg"]),
    ],
)
def test_the_keys_of_a_command_are_those_of_the_page(
    section: str, words: list[str], tmp_path: Path
) -> None:
    words = [str(PACKS / word) if word == "market" else word for word in words]
    more = ["--out", str(tmp_path)] if section in ("build", "export") else []
    value = answer(section, *words, *more)
    assert set(value[0] if section == "list" else value) == written_by_hand(section)


@pytest.mark.parametrize("destination", ["makeplayingcards", "svg", "pcio"])
def test_the_rows_of_an_export_have_the_keys_of_the_page(destination: str, tmp_path: Path) -> None:
    page = PAGE.read_text("utf-8").partition("\n## export\n")[2].partition("\n## ")[0]
    (rows,) = [line for line in page.splitlines() if line.startswith("| `rows`")]
    words = ["export", str(PACKS / "market"), destination, "--only", "goods"]
    first = answer(*words, "--out", str(tmp_path))["rows"][0]
    assert set(first) <= set(re.findall(r"`(\w+)`", rows)) - {"rows"}
    listed = answer("export", "--list")[0]
    assert set(listed) == set(
        re.findall(r"`(\w+)`", page.partition("With `--list`,")[2].partition("\n\n")[0])
    )


@pytest.mark.parametrize("command", DIARY)
def test_the_diary_writes_the_keys_of_its_values(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "market"
    shutil.copytree(PACKS / "market", folder)
    rows = "".join(
        f"{g},2026-11-2{g},{1 + g},{s},{g * s},{s}\n" for g in range(1, 5) for s in (1, 2)
    )
    (tmp_path / "in.csv").write_text(f"game,date,rounds,seat,score,fun\n{rows}", "utf-8")
    monkeypatch.chdir(tmp_path)
    answer("log", str(folder))
    more = ["--import", "in.csv", "--agents", "greedy", "--games", "100"]
    value = answer("people", str(folder), *more)
    if command == "log":
        value = answer("log", str(folder))
    own = {"pack", "problems"}
    assert own <= written_by_hand(command)
    assert not list(differing({k: v for k, v in value.items() if k not in own}, DIARY[command]))


@pytest.mark.parametrize(
    ("command", "words"),
    [("form", []), ("forget", ["people", "--forget", "Ada"])],
)
def test_form_and_forget_write_the_keys_of_the_page(
    command: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "market"
    shutil.copytree(PACKS / "market", folder)
    (folder / "playtests").mkdir()
    (folder / "playtests" / "a.yaml").write_text(
        "at: 2026-11-27\nplayers: [{seat: 1, who: Ada}, {seat: 2}]\n", "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    name, *more = words or [command]
    value = answer(name, str(folder), *more)
    assert set(value) == written_by_hand(command)


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
