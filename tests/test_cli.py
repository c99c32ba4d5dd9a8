"""The command line as users call it: output, files, exit codes."""

import json
import re
import shlex
import shutil
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import Result
from PIL import Image
from typer.testing import CliRunner

from generator import bundled
from generator.cli import commands
from generator.cli.options import words
from tests.toys import DICE


def protoplay(*args: str, cwd: Path, code: int = 0) -> Result:
    """Run the command in a folder and hold it to its exit code; `test_wheel` starts processes."""
    with chdir(cwd):
        done = CliRunner().invoke(commands.app, args)
    assert done.exit_code == code, f"{args}: {done.exit_code}\n{done.output}{done.exception!r}"
    return done


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game just made by `protoplay new`."""
    folder = tmp_path_factory.mktemp("desk")
    protoplay("new", "Night Ferry", cwd=folder)
    return folder / "night-ferry"


def test_a_deck_is_one_picture_of_cards_as_the_handbook_says(tmp_path: Path) -> None:
    handbook = (bundled("rules") / "PRINTING.md").read_text("utf-8")
    (line,) = re.findall(r"^protoplay (build PACK .*--format sheets.*)$", handbook, re.M)
    protoplay("new", "Deck", cwd=tmp_path)
    asked = [word.replace("PACK", "deck") for word in shlex.split(line)]
    done = protoplay(*asked, "--dpi", "50.8", cwd=tmp_path)
    assert "1 sheet of 24" in done.output
    (front,) = (tmp_path / "output" / "deck" / "sheets").glob("*mm-01.png")
    with Image.open(front) as image:
        assert image.size == (6 * 127, 4 * 178)
        edge = [image.getpixel((x, y)) for x in (0, 761) for y in (2, 709)]
    assert (255, 255, 255) not in edge


def test_help_names_every_command(tmp_path: Path) -> None:
    text = protoplay("--help", cwd=tmp_path).stdout
    for command in (
        "list", "new", "check", "build", "calibrate", "simulate", "compare", "sweep", "ladder",
        "replay", "schema", "demo", "suggest", "preview",
    ):  # fmt: skip
        assert command in text


def test_the_bundled_games_are_listed(tmp_path: Path) -> None:
    packs = json.loads(protoplay("list", "--json", cwd=tmp_path).stdout)
    assert [p["id"] for p in packs] == ["mara", "marram", "shiftago"]


def test_an_unknown_game_is_reported_with_the_near_one(tmp_path: Path) -> None:
    assert "mara" in protoplay("check", "marra", cwd=tmp_path, code=1).stderr


def test_a_wrong_option_ends_with_two(tmp_path: Path) -> None:
    protoplay("build", "mara", "--papr", "a4", cwd=tmp_path, code=2)
    protoplay("build", "mara", "--format", "docx", cwd=tmp_path, code=2)
    protoplay("simulate", "mara", "--agents", "genius", "--games", "1", cwd=tmp_path, code=2)
    protoplay("simulate", "mara", "--precision", "lots", cwd=tmp_path, code=2)


@pytest.mark.parametrize(
    "call",
    [
        "build mara --paper ''", "build mara --format ''", "build mara --format ,",
        "build mara --only ''", "build mara --set ''", "build mara --variant ' '",
        "calibrate --printer ''", "calibrate --paper ''", "check ''", "compare mara --set ''",
        "compare mara --set ,", "demo ''", "simulate mara --restrict ''",
        "simulate mara --restrict ' '", "simulate mara --restrict ,", "simulate mara --effect ''",
        "simulate mara --agents ,", "suggest mara --tune ''", "suggest mara --tune ,",
        "suggest mara --players ,", "suggest mara --confirm ''", "suggest mara --goal ''",
    ],
)  # fmt: skip
def test_an_option_that_says_nothing_is_a_wrong_call(call: str) -> None:
    *_, named, said = shlex.split(call)
    named = named if named.startswith("--") else "GAME" if named == "demo" else "PACK"
    told = CliRunner().invoke(commands.app, shlex.split(call))
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith(f"protoplay: {named} {said!r} is empty: write ")
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("simulate mara --set tracks=3 --set tracks=4", "--set gives tracks twice: 'tracks=3' and"),
        ("compare mara --set tracks=3,tracks=4", "--set gives tracks twice: 'tracks=3' and"),
        ("compare mara --set tracks=3 --set tracks=3", "the same --set is given twice"),
        ("suggest mara --games 200", "--games 200 proves no answer: a proof takes at least 400"),
        ("simulate mara --precision ١%", "--precision '١%' is not a share such as 1%"),
    ],
)
def test_an_option_that_says_two_things_is_a_wrong_call(call: str, said: str) -> None:
    told = CliRunner().invoke(commands.app, shlex.split(call))
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith(f"protoplay: {said}") and told.stderr.count("\n") == 1


def test_words_with_commas_may_also_be_said_one_by_one() -> None:
    assert words(["tracks=1..3, actions", "coins"]) == ("tracks=1..3", "actions", "coins")
    call = "suggest mara --goal turns>=1 --tune nosuch --tune actions"
    told = CliRunner().invoke(commands.app, shlex.split(call))
    assert told.exit_code == 2 and 'no parameter "nosuch"' in told.stderr  # not the last alone
    call = "simulate mara --restrict nosuch --restrict peek --games 1"
    told = CliRunner().invoke(commands.app, shlex.split(call))
    assert told.exit_code == 2 and "nosuch" in told.stderr


@pytest.mark.parametrize("call", ["build mara --out", "calibrate --out", "new Ferry --in"])
def test_a_file_where_a_folder_is_wanted_is_a_wrong_call(tmp_path: Path, call: str) -> None:
    (tmp_path / "game.yaml").write_text("protoplay: 1\n", "utf-8")
    told = CliRunner().invoke(commands.app, [*call.split(), str(tmp_path / "game.yaml")])
    assert told.exit_code == 2
    found = f"{tmp_path / 'game.yaml'} is a file, not a folder"
    fix = "" if "new" in call else " (choose another folder: --out DIR)"
    assert told.stderr.endswith(f"{found}{fix}\n")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("build mara --margin 8", 'the length "8" has no unit (write "8mm")'),
        ("build mara --bleed 3", 'the length "3" has no unit (write "3mm")'),
        ("calibrate --offset 1,2", 'the length "1" has no unit (write "1mm")'),
        ("calibrate --paper 210x297", 'the length "210" has no unit (write "210mm")'),
        ("build mara --copies 0", "0 is too small: write 1 or more"),
        ("build mara --copies x", "'x' is not a whole number, such as 3"),
        ("build mara --dpi 99999", "99999 is too large: write 2,400 or less"),
        ("build mara --dpi x", "'x' is not a number, such as 1.5"),
        ("build mara --marks foo", "'foo' is not one of 'ticks'"),
    ],
)
def test_a_wrong_number_says_what_is_expected(call: str, said: str) -> None:
    told = CliRunner().invoke(commands.app, shlex.split(call))
    assert told.exit_code == 2
    shown = " ".join(told.stderr.replace("│", " ").split())
    assert said in shown and "Input should" not in shown and "Value error" not in shown


def test_an_unknown_setting_lists_the_near_one(tmp_path: Path) -> None:
    told = protoplay("check", "mara", "--set", "trakcs=3", cwd=tmp_path, code=1).stderr
    assert "trakcs" in told and "tracks" in told


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("sweep {} cards.paerls=1..3", 'did you mean "cards.pearls"?'),
        ("sweep {} cards.pearls=1..3", "name a row, as in cards.coral-1.pearls"),
        ("sweep {} cards.coral-1.paerls=1..3", 'did you mean "cards.coral-1.pearls"?'),
        ("sweep {} crads.pearls=1..3", 'did you mean "cards.pearls"?'),
        ("sweep {} bonsu=1..3", 'did you mean "bonus"?'),
        ("compare {} --set cards.pearls=3", "COMPONENT.ROW.COLUMN; the components are cards, wr"),
        ("compare {} --set cards.coral-1.paerls=3", 'did you mean "pearls"?'),
    ],
)
def test_a_number_of_a_row_that_is_not_there_is_reported_the_near_one(
    game: Path, call: str, told: str
) -> None:
    said = CliRunner().invoke(commands.app, [*call.format(game).split(), "--trust"])
    assert said.exit_code == 1 and told in said.stderr


def test_without_a_terminal_a_line_every_ten_seconds_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from generator.cli import output

    clock = iter([100.0, 105.0, 111.0, 120.0, 121.5, 200.0, 205.0, 211.0])
    monkeypatch.setattr(output.time, "monotonic", lambda: next(clock))
    with output.playing(False) as tell:
        for done in (500, 1000, 1500, 2000):
            tell("playing", done, 2000)
    assert capsys.readouterr().err == "playing, 1,000 of 2,000 …\nplaying, 2,000 of 2,000 …\n"
    with output.status(False) as step:
        step("draw the faces")
        step("lay out the sheets")
    assert capsys.readouterr().err == "lay out the sheets …\n"
    with output.playing(silent=True) as tell, output.status(silent=True) as step:
        tell("playing", 1, 2)
        step("draw the faces")
    assert not capsys.readouterr().err


def test_a_sweep_beyond_a_parameter_says_how_far_it_goes() -> None:
    told = CliRunner().invoke(commands.app, ["sweep", "mara", "tracks=35..60..5", "--games", "1"])
    assert told.exit_code == 1 and told.stderr.startswith('sweep tracks: error: "tracks" is ')
    assert (
        "above its upper bound of 40 (its range is from 0 to 40: try tracks=35..40)" in told.stderr
    )


@pytest.mark.parametrize(
    ("span", "way"),
    [
        ("refill=true..false", "a switch, and sweep plays ranges of numbers: try {} refill=false"),
        ("refill=0..1", "try {} refill=false"),
        ("pays=early,late", "a word, and sweep plays ranges of numbers: try {} pays=late"),
        ("pays=a..b", "try {} pays=late"),
        ("mood=calm,wild", "try {} mood=wild"),
        ("wage=4..1", "the range 'wage=4..1' is backwards: write wage=1..4"),
        ("wage=4.5..1..0.5", "write wage=1..4.5..0.5"),
        ("wage=1...3", "'wage=1...3' is not a range such as wage=6..20, wage=6..20..2 or"),
        (
            "wage=0..100000",
            "'wage=0..100000' has 100,001 values, and sweep plays 201 at most: write a ",
        ),
        ("wage=1..1000", "write a step, wage=1..1000..50"),
        ("wage=0..1e300", "has 1e+300 values, and sweep plays 201 at most"),
        ("wage=1..inf", "'wage=1..inf' is not a range such as wage=6..20, wage=6..20..2 or"),
        ("wage=some", "is not a range such as wage=6..20, wage=6..20..2 or wage=6,9"),
    ],
)
def test_impossible_sweeps_are_reported_with_a_fix(tmp_path: Path, span: str, way: str) -> None:
    game = """\
protoplay: 1
name: Pay
players: 2
parameters:
  wage: 2
  refill: true
  pays: {value: early, tune: {values: [early, late]}}
  mood: calm
components: {coin: {size: poker, count: 2, front: {use: token, title: "1"}}}
"""
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    (tmp_path / "rules.py").write_text(DICE, "utf-8")
    told = CliRunner().invoke(commands.app, ["sweep", str(tmp_path), span, "--trust"])
    assert told.exit_code == 2
    assert way.format(f"protoplay compare {tmp_path} --set") in told.stderr


def test_a_fault_in_the_rules_is_reported_beside_those_of_the_pack(tmp_path: Path) -> None:
    from generator.cli.packs import read_rules
    from generator.model.problems import Problems

    (tmp_path / "game.yaml").write_text("protoplay: 1\n")
    (tmp_path / "rules.py").write_text("SEATS = (2 4)\n")
    trusted, other = Problems(), Problems()
    read_rules(str(tmp_path), trusted, may_run=True)
    read_rules(str(tmp_path), other, may_run=False)
    assert [p.place.line for p in trusted] == [1] and not len(other)


def test_rows_without_duckdb_say_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.cli import studies

    monkeypatch.setattr(studies, "find_spec", lambda name: None)
    told = CliRunner().invoke(commands.app, ["simulate", "mara", "--rows", "games.parquet"])
    assert told.exit_code == 2
    assert told.stderr == (
        "protoplay: --rows needs DuckDB, which is not installed: pip install duckdb\n"
    )


@pytest.mark.slow
def test_a_replay_reported_of_games_that_do_not_finish_plays_as_printed(
    game: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copytree(game, tmp_path / "Fähre & Nacht")
    rules = tmp_path / "Fähre & Nacht" / "rules.py"
    rules.write_text(f"{rules.read_text()}\n\nLONGEST = 3\n")
    monkeypatch.chdir(tmp_path)
    asked = ["--players", "3", "--games", "4", "--plain", "--trust", "--json"]
    told = CliRunner().invoke(commands.app, ["simulate", "Fähre & Nacht", *asked])
    assert json.loads(told.stdout)["provenance"]["named"] == "Fähre & Nacht"
    first = json.loads(told.stdout)["findings"][0]["action"]
    _, *words = shlex.split(first[first.rindex("protoplay ") :])
    assert words[:2] == ["replay", "Fähre & Nacht"]
    again = CliRunner().invoke(commands.app, words)
    assert again.exit_code == 0, again.stderr


def test_new_refuses_to_overwrite(game: Path) -> None:
    told = protoplay("new", "Night Ferry", cwd=game.parent, code=2).stderr
    assert "exists" in told


def test_the_new_game_checks_builds_and_plays(game: Path, tmp_path: Path) -> None:
    checked = protoplay("check", str(game), cwd=tmp_path).stdout
    assert "no problems found" in checked
    built = json.loads(protoplay("build", str(game), "--json", cwd=tmp_path).stdout)
    assert f"{built['faces']} faces drawn" in checked
    assert built["pieces"] == 24 + 16 + 4 + 1
    assert (tmp_path / "output/night-ferry/night-ferry-a4.pdf").is_file()
    told = json.loads(
        protoplay("simulate", str(game), "--games", "200", "--json", cwd=tmp_path).stdout
    )
    assert told["runs"][0]["metrics"]["games"] == 200
    report = tmp_path / "output/night-ferry/report.html"
    first = report.read_text("utf-8")
    for seed in ("1", "2"):  # the same again writes the same; another is kept beside it
        call = ("simulate", str(game), "--games", "200", "--seed", seed)
        said = protoplay(*call, cwd=tmp_path).stdout
        assert ("previous report" in said) == (seed == "2")
    assert report.with_name("report-before.html").read_text("utf-8") == first
    assert report.read_text("utf-8") != first


def test_check_does_not_call_a_game_with_warnings_sound(tmp_path: Path) -> None:
    game = "protoplay: 1\nname: N\nplayers: 2\nparameters: {hand: 6}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    told = protoplay("check", str(tmp_path), cwd=tmp_path)
    assert told.stdout == "N: 0 faces drawn, 1 warning above\n"
    assert '"hand" is never used' in told.stderr


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_quiet_command_says_what_went_wrong(command: str, tmp_path: Path) -> None:
    game = "protoplay: 1\nname: N\nplayers: 1\nparameters: {hand: 6}\ncomponents:\n"
    game += "  c: {size: poker, front: {use: card, title: Hello}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    told = protoplay(command, str(tmp_path), "-q", cwd=tmp_path)
    assert told.stdout == ""
    assert '"hand" is never used' in told.stderr


def test_check_looks_at_every_language(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: N\nplayers: 1\nlanguages: [en, de]\ncomponents:\n  c:\n"
        "    size: poker\n    front: {use: card, title: Hello, text: Well, text.de: '{{ no }}'}\n"
    )
    told = protoplay("check", str(tmp_path), cwd=tmp_path, code=1).stderr
    assert 'unknown name "no"' in told and '"title" of "c" has no text in the language "de"' in told
    assert not protoplay("check", str(tmp_path), "--language", "en", cwd=tmp_path).stderr


def test_faults_are_reported_all_at_once_and_nothing_is_written(game: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(game, broken)
    text = (broken / "game.yaml").read_text("utf-8")
    text = text.replace("size: poker", "size: pokr", 1).replace("bleed: 2mm", "bleed: 2", 1)
    (broken / "game.yaml").write_text(text, "utf-8")
    told = protoplay("build", str(broken), cwd=tmp_path, code=1).stderr
    lines = [
        i
        for i, line in enumerate(text.splitlines(), 1)
        if "pokr" in line or "bleed: 2\n" in line + "\n"
    ]
    for line in lines:
        assert f"game.yaml:{line}:" in told
    assert "poker" in told and "2mm" in told
    assert not (tmp_path / "output").exists()
    as_json = json.loads(protoplay("check", str(broken), "--json", cwd=tmp_path, code=1).stdout)
    assert {p["line"] for p in as_json["problems"]} >= set(lines)


def test_the_same_seed_prints_the_same_game(game: Path) -> None:
    args = ("replay", str(game), "--seed", "5", "--game", "3")
    first = protoplay(*args, cwd=game).stdout
    assert first == protoplay(*args, cwd=game).stdout
    assert first != protoplay(*args[:-1], "4", cwd=game).stdout


def test_records_are_one_json_object_a_game(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    protoplay(
        "simulate", str(game), "--games", "12", "--records", str(file), "--quiet", cwd=tmp_path
    )
    games = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [g["index"] for g in games] == list(range(12))
    assert all(g["format"] == 1 and g["events"] for g in games)


def test_calibrate_writes_a_page_and_remembers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    protoplay("calibrate", cwd=tmp_path)
    assert (tmp_path / "output/calibration-a4.pdf").read_bytes()[:5] == b"%PDF-"
    protoplay("calibrate", "--printer", "hall", "--offset", "0.4mm,-1.2mm", cwd=tmp_path)
    protoplay("calibrate", "--printer", "hall", "--offset", "90mm,0mm", cwd=tmp_path, code=2)
    told = protoplay("build", "mara", "--printer", "hal", cwd=tmp_path, code=1).stderr
    assert "hall" in told


def test_the_schema_is_json(tmp_path: Path) -> None:
    assert "properties" in json.loads(protoplay("schema", cwd=tmp_path).stdout)


def test_compare_plays_a_variant_as_it_plays_a_setting(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(DICE, "utf-8")
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: Dice\nplayers: 2\nparameters: {bonus: 0}\ncomponents:\n"
        "  cards: {size: mini, front: {use: card, title: Dice}}\n"
        "variants:\n  plain: {}\n  rich: {parameters: {bonus: 4}}\n",
        "utf-8",
    )
    words = ["compare", ".", "--set", "variant=rich", "--set", "bonus=2", "--games", "200"]
    told = protoplay(*words, "--agents", "random", "--trust", "--json", cwd=tmp_path)
    findings = " ".join(found["text"] for found in json.loads(told.stdout)["findings"])
    assert "variant=rich" in findings and "bonus=2" in findings
    words = ["compare", ".", "--set", "variant=poor", "--trust"]
    assert 'no variant "poor"' in protoplay(*words, cwd=tmp_path, code=1).stderr


@pytest.mark.slow
def test_settings_without_effect_are_named(game: Path) -> None:
    told = protoplay("check", str(game), "--games", "0", cwd=game).stdout
    assert "the rules were not tested (--games 0)" in told
    twice = ("sweep", str(game), "bonus=1..2", "--set", "bonus=2")
    assert (
        "already sets bonus: leave out --set bonus=2" in protoplay(*twice, cwd=game, code=2).stderr
    )
    few = ("simulate", str(game), "--games", "2", "--agents", "random", "--reward", "rank")
    told = protoplay(*few, "--plain", cwd=game).stderr
    assert "--reward rank changes nothing, since no player searches" in told
    tuned = ("suggest", str(game), "--reward", "rank", "--budget", "1s", "--tune", "bonus=1..2")
    told = protoplay(*tuned, "--goal", "seats ±5%", "--trust", cwd=game).stderr
    assert "no player searches" not in told  # the second kind does
    assert "--cut has no effect on pdf" in protoplay("build", str(game), "--cut", cwd=game).stderr
