"""The print ledger: what is printed again, what is removed from the box."""

from pathlib import Path

import pytest

from generator import bundled
from generator.press.pieces.ledger import (
    Printed,
    Pull,
    compare,
    ledger_file,
    ledger_text,
    read_ledger,
)

LION = Printed("lion", 2, ("aa", "zz"))
BIRD = Printed("bird", 3, ("bb", "zz"))


def test_nothing_printed_yet_means_print_everything() -> None:
    assert compare({}, {"c/lion": LION, "c/bird": BIRD}) == ({"c/lion": 2, "c/bird": 3}, [])


def test_unchanged_pieces_are_not_printed_again() -> None:
    assert compare({"c/lion": LION}, {"c/lion": LION}) == ({}, [])


@pytest.mark.parametrize("faces", [("new", "zz"), ("aa", "new")])
def test_a_changed_side_prints_all_copies_again_and_removes_the_old_ones(
    faces: tuple[str, str],
) -> None:
    to_print, pull = compare({"c/lion": LION}, {"c/lion": Printed("big lion", 4, faces)})
    assert to_print == {"c/lion": 4}
    assert pull == [Pull("c/lion", "lion", 2, "changed")]


def test_more_copies_print_the_difference_and_fewer_are_pulled() -> None:
    more, fewer = Printed("lion", 5, LION.faces), Printed("bird", 1, BIRD.faces)
    to_print, pull = compare({"c/lion": LION, "c/bird": BIRD}, {"c/lion": more, "c/bird": fewer})
    assert to_print == {"c/lion": 3}
    assert pull == [Pull("c/bird", "bird", 2, "fewer")]


def test_removed_pieces_are_pulled_but_not_those_left_out() -> None:
    last = {"c/lion": LION, "c/bird": BIRD}
    assert compare(last, {"c/lion": LION})[1] == [Pull("c/bird", "bird", 3, "gone")]
    assert compare(last, {"c/lion": LION}, ["c/lion", "c/bird"])[1] == []


def test_the_file_contains_the_record(tmp_path: Path) -> None:
    file = tmp_path / "ledger.json"
    file.write_bytes(ledger_text({"c/lion": LION, "c/bird": BIRD}))
    assert read_ledger(file) == {"c/lion": LION, "c/bird": BIRD}
    assert ledger_text({"c/lion": LION, "c/bird": BIRD}) == ledger_text(
        {"c/bird": BIRD, "c/lion": LION}
    )


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 9, "pieces": {}}', '{"format": 1, "pieces": {"a": {}}}']
)
def test_a_damaged_ledger_differs_from_a_missing_one(tmp_path: Path, text: str) -> None:
    file = tmp_path / "ledger.json"
    file.write_text(text, "utf-8")
    assert read_ledger(file) is None
    assert read_ledger(tmp_path) is None
    assert read_ledger(tmp_path / "missing.json") == {}


def test_bundled_games_keep_theirs_beside_the_output(tmp_path: Path) -> None:
    class Shipped:
        id, folder = "mara", bundled("rules") / "mara"

    class Own:
        id, folder = "mine", tmp_path / "mine"

    out = tmp_path / "out"
    assert ledger_file(Shipped(), out) == out / "mara" / ".protoplay" / "ledger.json"  # type: ignore[arg-type]
    assert ledger_file(Own(), out) == tmp_path / "mine" / ".protoplay" / "ledger.json"  # type: ignore[arg-type]
