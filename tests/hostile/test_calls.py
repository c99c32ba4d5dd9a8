"""Calls that a person in a hurry makes, each of which once ended badly."""

from pathlib import Path

import pytest

from generator.scaffold import folder_name, new_game
from tests.hostile.cases import CARDS, HEAD
from tests.hostile.oracle import Case, judge, run


@pytest.mark.parametrize(
    "span", ["nan", "inf", "1e400", "1,-inf", "1..nan", "inf..nan", "1..2..inf"]
)
def test_a_sweep_over_no_number_is_no_call(span: str) -> None:
    game = CARDS + "parameters: {coins: 3}\n"
    call = ("sweep", "pack", f"coins={span}", "--games", "1", "--trust")
    assert not judge(Case("mine", call, (("game.yaml", game.encode()),)))
    code, _, err, _ = run(("sweep", "mara", f"coins={span}"))
    assert code == 2 and "is not a range such as" in err


@pytest.mark.parametrize("file", ["\\0", "a\\0.md", "\\ud800"])
def test_a_rule_sheet_of_no_possible_name_is_a_problem(file: str) -> None:
    sheet = f'components: {{sheet: {{size: a5, front: {{use: rules, file: "{file}"}}}}}}\n'
    case = Case("mine", ("check", "pack", "--data-only"), (("game.yaml", (HEAD + sheet).encode()),))
    assert not judge(case)


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Night Ferry", "night-ferry"),
        ("Müllers Äpfel 🍎", "mullers-apfel"),
        ("Große Straße", "grosse-strasse"),
        ("Café  –  Ñandú №5", "cafe-nandu-no5"),
        ("Шахматы й", "шахматы-й"),
        ("神経衰弱がた", "神経衰弱がた"),
        ("हिन्दी", "हिन्दी"),
        ("한국 게임", "한국-게임"),
        ("../../etc", "etc"),
        ("a/b\\c", "a-b-c"),
        ("𠀀" * 80, "𠀀" * 50),
        ("🍎", ""),
        ("___", ""),
    ],
)
def test_a_name_in_any_script_gives_a_folder(name: str, folder: str, tmp_path: Path) -> None:
    assert folder_name(name) == folder
    if folder:
        assert new_game(name, tmp_path) == tmp_path / folder


@pytest.mark.parametrize(
    "call",
    [
        ("replay", "mara", "--game", "9" * 20),
        ("replay", "mara", "--seed", "9" * 20),
        ("simulate", "mara", "--games", "9" * 20),
        ("simulate", "mara", "--workers", "9" * 9),
        ("suggest", "mara", "--seed", "9" * 20),
        ("ladder", "mara", "--games", "9" * 20),
        ("check", "mara", "--games", "9" * 9),
        ("check", "mara", "--permute", "greedy", "--permute-games", "9" * 20),
    ],
)
def test_a_number_beyond_all_bounds_is_a_wrong_call(call: tuple[str, ...]) -> None:
    code, _, err, _ = run(call)
    assert code == 2 and "less than or equal to" in err
