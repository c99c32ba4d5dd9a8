"""Which number should a card have: tuned numbers of rows, with goals about their effects."""

import json
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
import xlsxwriter
from typer.testing import CliRunner

from generator.cli import commands
from generator.model.goals import goal_in_line
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.play.runs.runs import quiet
from generator.play.studies.suggest import setup
from generator.play.studies.suggest.answer import Suggestion
from generator.play.studies.suggest.axes import tuned
from generator.play.studies.suggest.setup import SuggestOptions, begun, estimates, start
from generator.play.studies.suggest.words import sentence_of
from tests.play.lean import pack_of
from tests.play.studies.suggest.test_suggest import PLAY, asked
from tests.play.studies.test_exchange import truth
from tests.tellings import as_json, findings_of, html_of
from tests.toys import PACKS, opened

OTHERS = (0, 2)  # what opal may be exchanged for
REST = (2, 0, 0, 0, 0, 0, 0)  # what else may be taken
WITHIN = [w for w in range(5) if abs(truth(w, OTHERS, REST)) <= 12]


@pytest.fixture(scope="module")
def found() -> Suggestion:
    return asked(pack_of("bazaar"), "gems.opal.worth", goals=("opal effect ±12%",))


@pytest.mark.slow
def test_the_nearest_number_that_a_card_should_have_is_found_and_proven(found: Suggestion) -> None:
    assert WITHIN == [0, 1, 2] and truth(2, OTHERS, REST) == pytest.approx(7.77, abs=0.01)
    assert dict(found.changes) == {"gems.opal.worth": 2} and found.confirmed
    (verdict,) = found.proofs[0].verdicts
    assert verdict.value.low <= truth(2, OTHERS, REST) <= verdict.value.high
    assert found.tunables[0].values == (0, 1, 2, 3, 4)  # as the column holds them
    text = sentence_of(found).replace("\u00a0", " ")
    assert text.startswith("Change gems.opal.worth 4 → 2. Then opal effect +")
    assert "; wanted −12 to 12 points). Confirmed on" in text


def test_the_page_and_json_have_it(found: Suggestion) -> None:
    told = json.loads(json.dumps(as_json(found)))
    assert told["changes"] == {"gems.opal.worth": 2}
    page = html_of(found)
    assert "wanted −12 to 12" in page and "gems.opal.worth = 0" in page


@pytest.mark.slow
def test_of_a_column_those_that_stand_out_may_move() -> None:
    goals = ("opal effect ±12%", "onyx effect ±15%")
    answer = asked(pack_of("bazaar"), "gems.worth=0..3", goals=goals, games=9000)
    assert [e.name for e in answer.standing_out] == ["opal", "onyx"]
    assert [t.name for t in answer.tunables] == ["gems.opal.worth", "gems.onyx.worth"]
    assert [t.values for t in answer.tunables] == [(0, 1, 2, 3, 4), (0, 1, 2, 3)]
    (told,) = [f.text for f in findings_of(answer) if f.text.startswith("Only ")]
    assert "Only opal (+2" in told and "more than 3 points on the first player" in told
    assert answer.confirmed and set(answer.changes) <= {"gems.opal.worth", "gems.onyx.worth"}


def test_a_column_in_which_nothing_stands_out_is_reported() -> None:
    with pytest.raises(ValueError) as told:
        asked(pack_of("bazaar"), "cloths.shade", goals=("seats ±5%",), games=3000)
    assert "cloths.shade: in 1,000 games no piece is clearly worth 3 points more or less" in str(
        told.value
    )
    assert "name a row, as in cloths." in str(told.value)


def test_a_column_whose_pieces_nobody_is_said_to_use_is_reported_so(tmp_path: Path) -> None:
    folder = copytree(PACKS / "bazaar", tmp_path / "b", ignore=ignore_patterns("__pycache__"))
    with (folder / "game.yaml").open("a", encoding="utf-8") as game:
        game.write("\n  wrecks:\n    size: mini\n    rows: [{name: one, points: 1}]\n")
        game.write("    front: {use: card}\n")
    with pytest.raises(ValueError) as told:
        asked(opened(folder), "wrecks.points", goals=("seats ±5%",), games=3000)
    assert str(told.value) == (
        "wrecks.points: the rules do not say who uses a piece of wrecks, so none can stand out: "
        "name a row, as in wrecks.one.points"
    )


@pytest.mark.parametrize(
    ("tune", "values"),
    [
        ("goods.gold.points", (*range(1, 13),)),
        ("goods.gold.points=3..6", (3, 4, 5, 6, 12)),
        ("goods.apple.points=0..4..2", (0, 1, 2, 4)),
        ("goods.apple.points=1|5", (1, 5)),
    ],
)
def test_a_number_moves_within_its_column_or_where_the_call_says(
    market: Pack, tune: str, values: tuple[int, ...]
) -> None:
    (axis,) = tuned(market, (tune,))
    assert axis.values == values and all(isinstance(v, int) for v in axis.values)


@pytest.mark.parametrize(
    ("tune", "told"),
    [
        ("goods.gild.points", 'did you mean "goods.gold.points"?'),
        ("goods.pints", 'did you mean "goods.points"?'),
        ("goods.gold.points=6..3", "write goods.gold.points=3..6"),
        ("goods.gold.name", "no parameter"),
        ("gods.points", "no parameter"),
    ],
)
def test_a_missing_number_is_reported_with_a_fix(market: Pack, tune: str, told: str) -> None:
    with pytest.raises(ValueError) as refused:
        tuned(market, (tune,))
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("opel effect ±5%", "no goal can be about \"opel\": no piece 'opel' in Bazaar"),
        ("opal effect ±5%", 'gems.opal.worth cannot be tuned: "worth" of opal comes from an over'),
    ],
)
def test_untunable_and_unjudged_parts_are_reported_first(
    tmp_path: Path, goal: str, told: str
) -> None:
    folder = copytree(PACKS / "bazaar", tmp_path / "b", ignore=ignore_patterns("__pycache__"))
    yaml = (folder / "game.yaml").read_text("utf-8")
    if "opal effect" in goal:
        by_override = (
            '    override: [{match: {name: opal}, set: {worth: 3}}]\n    count: "{{ copies'
        )
        yaml = yaml.replace('    count: "{{ copies', by_override)
    (folder / "game.yaml").write_text(yaml, "utf-8")
    with pytest.raises(ValueError) as refused:
        asked(opened(folder), "gems.opal.worth", goals=(goal,))
    assert told in str(refused.value)


def test_write_changes_the_cell_of_a_table_and_the_page_shows_the_face(tmp_path: Path) -> None:
    folder = copytree(PACKS / "bazaar", tmp_path / "b", ignore=ignore_patterns("__pycache__"))
    yaml = (folder / "game.yaml").read_text("utf-8")
    start, end = yaml.index("    rows:"), yaml.index('    count: "{{ copies')
    (folder / "game.yaml").write_text(f"{yaml[:start]}    rows: gems.csv\n{yaml[end:]}", "utf-8")
    cells = "name;worth;copies;hue\r\nopal;4;1;1\r\nruby;2;1;2\r\nonyx;0;2;3\r\n"
    (folder / "gems.csv").write_bytes(cells.encode())
    words = ["suggest", str(folder), "--agents", "random", "--out", str(folder / "out"), "--write"]
    words += ["--json", "--trust", "--goal", "opal effect ±12%", "--tune", "gems.opal.worth"]
    done = CliRunner().invoke(commands.app, words)
    told = json.loads(done.stdout)
    assert done.exit_code == 0 and told["changes"] == {"gems.opal.worth": 2}
    assert [(one["id"], one["is_redrawn"]) for one in told["reprint"]] == [("gems/opal", True)]
    assert (folder / "gems.csv").read_bytes() == cells.replace("opal;4", "opal;2").encode()


@pytest.mark.slow
def test_the_cell_of_a_workbook_is_reported_in_the_answer_to_be_written_by_hand(
    tmp_path: Path,
) -> None:
    folder = copytree(PACKS / "bazaar", tmp_path / "b", ignore=ignore_patterns("__pycache__"))
    yaml = (folder / "game.yaml").read_text("utf-8")
    start, end = yaml.index("    rows:"), yaml.index('    count: "{{ copies')
    (folder / "game.yaml").write_text(f"{yaml[:start]}    rows: gems.xlsx\n{yaml[end:]}", "utf-8")
    with xlsxwriter.Workbook(folder / "gems.xlsx") as book:
        sheet = book.add_worksheet()
        for i, row in enumerate([("opal", 4, 1, 1), ("ruby", 2, 1, 2), ("onyx", 0, 2, 3)], start=1):
            sheet.write_row(i, 0, row)
        sheet.write_row(0, 0, ["name", "worth", "copies", "hue"])
    words = ["suggest", str(folder), "--agents", "random", "--out", str(folder / "out"), "--write"]
    words += ["--json", "--trust", "--goal", "opal effect ±12%", "--tune", "gems.opal.worth"]
    done = CliRunner().invoke(commands.app, words)
    by_hand = "gems.xlsx:B2: change 4 to 2 by hand, because workbooks are never written"
    assert done.exit_code == 2 and f"nothing is written: {by_hand}" in done.stderr
    findings = [finding["text"] for finding in json.loads(done.stdout)["findings"]]
    assert f"--write cannot change {by_hand}." in findings


def test_a_piece_that_is_hardly_ever_taken_is_no_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "SELDOM", 0.9)  # six of eight goods are taken
    with pytest.raises(ValueError, match=r"random players take opal in 1[0-9]{2} of 200 games"):
        asked(pack_of("bazaar"), "gems.opal.worth", goals=("opal effect ±5%",))


@pytest.mark.slow
def test_a_goal_about_a_piece_stands_beside_others() -> None:
    """All goals are judged by the unchanged game, except the piece's, judged by exchanged games."""
    goals = ("opal effect ±12%", "turns 5-7", "margin <= 5")
    told = []
    for texts in (goals, goals[1:]):
        found = tuple(goal_in_line(text, Place("--goal")) for text in texts)
        run = begun(pack_of("bazaar"), SuggestOptions(PLAY, goals=found), quiet)
        start(run)
        told.append(estimates(run, {}))
    assert told[0][1:] == told[1]
    answer = asked(pack_of("bazaar"), "gems.opal.worth", goals=goals)
    assert answer.changes == {"gems.opal.worth": 2} and answer.confirmed
