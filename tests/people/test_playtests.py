"""Playtests: what is read from tables and files of people, and that nothing is lost on the way."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.problems import Problems
from generator.people.playtest import Player, Playtest
from generator.people.playtests import FOLDER, Kept, new_files, read_playtests, text_of
from generator.people.tables import columns_of, import_table, rows_of, table_bytes
from tests.people.diary import EVENING, HEADER, pack_in


def imported(folder: Path, text: str, name: str = "in.csv") -> tuple[list[Playtest], list[str]]:
    pack = pack_in(folder / "ferry")
    table = folder / name
    table.write_text(text, "utf-8")
    problems = Problems()
    return import_table(pack, table, problems), [str(problem) for problem in problems]


def test_an_evening_is_read_as_it_was_typed(tmp_path: Path) -> None:
    games, messages = imported(tmp_path, EVENING)
    assert not messages and len(games) == 2
    first, second = games
    assert (first.at, first.where, first.minutes, first.rounds) == (
        "2026-11-27 19:05",
        "table",
        48,
        9,
    )
    assert first.players[0] == Player(
        1, "Ada", "", True, 31, True,
        {"fun": 4, "storms": 2, "best": "seal", "confusing": "when storms end, says Ben"},
    )  # fmt: skip
    assert first.players[1].answers == {
        "fun": 5,
        "storms": 3,
        "best": "gull",
        "confusing": "=SUM(A1)",
    }
    assert first.shares == (1.0, 0.0, 0.0) and first.scores == (31, 28, 20)
    assert second.shares == (0.5, 0.5), "nobody is marked, so the best score wins"


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_what_is_exported_is_imported_equal(tmp_path: Path, suffix: str) -> None:
    pack = pack_in(tmp_path / "ferry")
    words = ("=1+1", "'=quoted", "-x", "@a", "+b", "''-c", 'say "so"', "one\ntwo", "naïve, 12")
    games = [
        Playtest(
            "", "2026-11-27", "01234567", "paper", 12.5, None,
            (Player(1, word, "", None, -3, None, {"keep": word}), Player(2, "", "greedy")),
        )
        for word in words
    ]  # fmt: skip
    games = [
        replace(
            g, players=(replace(g.players[0], who=" ".join(g.players[0].who.split())), g.players[1])
        )
        for g in games
    ]
    table = tmp_path / f"out{suffix}"
    content = table_bytes(pack, rows_of(pack, games), suffix)
    table.write_bytes(content)
    problems = Problems()
    assert import_table(pack, table, problems) == games
    assert not problems.errors
    assert content == table_bytes(pack, rows_of(pack, games), suffix)


def test_no_cell_of_an_export_is_a_formula(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    player = Player(1, "=cmd|' /C calc'!A0", answers={"keep": "@x", "change": "\t=2"})
    game = Playtest("", "2026-11-27", "", "paper", None, None, (player, Player(2)))
    text = table_bytes(pack, rows_of(pack, [game]), ".csv").decode("utf-8-sig")
    cells = [cell for line in text.splitlines()[1:] for cell in line.split(",")]
    assert len(cells) == 2 * len(columns_of(pack))
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t"))]


def test_a_playtest_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    games, _ = imported(tmp_path, EVENING)
    pack = pack_in(tmp_path / "ferry")
    files, again = new_files(pack, [*games, games[0]], Kept())
    assert len(files) == 2 and again == [games[0]]
    assert all(path.name.startswith("2026-11-27-") for path in files)
    (pack.folder / FOLDER).mkdir()
    for path, content in files.items():
        path.write_bytes(content)
    problems = Problems()
    kept = read_playtests(pack, problems)
    assert not problems.errors
    assert [replace(game, name="") for game in kept.games] == games
    assert new_files(pack, games, kept)[0] == {}, "the same evening is not added twice"
    assert [text_of(g) for g in kept.games] == [text_of(g) for g in games]


def test_words_that_look_like_yaml_stay_words(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    odd = (
        "yes",
        "12:30",
        "1e3",
        "007",
        "null",
        "- x",
        "{a: b}",
        "# no",
        "\N{GRINNING FACE}",
        "a\x07b",
    )
    (pack.folder / FOLDER).mkdir()
    for word in odd:
        player = Player(1, who=word, answers={"keep": word})
        game = Playtest("g", "2026-11-27", "", "paper", None, None, (player, Player(2)))
        (pack.folder / FOLDER / "g.yaml").write_text(text_of(game), "utf-8")
        problems = Problems()
        assert read_playtests(pack, problems).games == (game,), [str(p) for p in problems]


FAULTS = [
    ("1,27/11/26,,,,,1,,,,,", 'in.csv:2:2: error: "27/11/26" is not a date (write it as 2026-11'),
    ("1,2026-02-30,,,,,1,,,,,", 'there is no date "2026-02-30"'),
    ("1,,,,,,1,,,,,", "in.csv:2:1: error: the date of the game is missing"),
    ("1,2026-11-27,v2,,,,1,,,,,", 'in.csv:2:3: error: "v2" is not a version of a game'),
    ("1,2026-11-27,,pub,,,1,,,,,", 'in.csv:2:4: error: unknown place "pub"'),
    ("1,2026-11-27,,,-4,,1,,,,,", "in.csv:2:5: error: expected the number of minutes"),
    ("1,2026-11-27,,,,1.5,1,,,,,", "in.csv:2:6: error: expected the number of rounds"),
    ("1,2026-11-27,,,,,7,,,,,", "in.csv:2:7: error: expected a seat from 1 to 2, found"),
    ("1,2026-11-27,,,,,2,,,,,", "in.csv:3:7: error: seat 2 is listed twice in this game"),
    ("1,2026-11-27,,,,,1,,,perhaps,,", "in.csv:2:10: error: expected yes or no in new"),
    ("1,2026-11-27,,,,,1,,,,many,", 'in.csv:2:11: error: expected a score, found "many"'),
]  # fmt: skip


@pytest.mark.parametrize(("row", "message"), FAULTS)
def test_a_fault_is_reported_at_its_cell(tmp_path: Path, row: str, message: str) -> None:
    games, messages = imported(tmp_path, f"{HEADER}\n{row}\n1,,,,,,2,,,,,\n")
    assert not games and len(messages) == 1
    assert message in messages[0]


def test_all_faults_of_a_table_are_reported_at_once_and_nothing_is_added(tmp_path: Path) -> None:
    text = f"{HEADER},fun,storms,best,speed\n1,2026-11-27,,,,,1,,,,1,,9,rarely,Whale,\n"
    text += "1,2026-11-28,,,,,2,,greedy,,,,3,,,\n2,2026-11-28,,,,,1,,,,,,,,,\n"
    games, messages = imported(tmp_path, text)
    assert not games
    expected = (
        'in.csv:1:16: error: unknown column "speed"',
        "in.csv:2:13: error: the number 9 is no answer to fun",
        'in.csv:2:14: error: "rarely" is no answer to storms (write a number or its words: '
        "1 too rarely, 2 just right, 3 too often)",
        'in.csv:2:15: warning: "Whale" is not a row of cards',
        "in.csv:3:2: error: date is",
        "in.csv:3:9: error: a bot has no answers",
        "in.csv:4:1: error: 1 seats are noted for this game; Ferry is for 2 to 4 players",
    )
    for line in expected:
        assert any(message.startswith(line) for message in messages), (line, messages)


def test_a_playtest_file_reports_its_faults_by_line(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    (pack.folder / FOLDER).mkdir()
    text = "at: 2026-11-27\nminute: 5\nplayers:\n  - {seat: 1, points: 3}\n  - {seat: 2}\n"
    text += "answers:\n  - {seat: 3, fun: 4}\n"
    (pack.folder / FOLDER / "a.yaml").write_text(text, "utf-8")
    problems = Problems()
    assert read_playtests(pack, problems) == Kept()
    messages = [str(problem) for problem in problems]
    assert [message.partition(" (")[0] for message in messages] == [
        'playtests/a.yaml:2:1: error: unknown key "minute"',
        'playtests/a.yaml:4:15: error: unknown key "points"',
        "playtests/a.yaml:7:5: error: there are answers of seat 3, which is not among the players",
    ]


def test_a_folder_of_playtests_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    (tmp_path / "elsewhere").mkdir()
    (pack.folder / FOLDER).symlink_to(tmp_path / "elsewhere")
    problems = Problems()
    assert read_playtests(pack, problems) == Kept()
    assert "not an ordinary folder" in str(problems.errors[0])
