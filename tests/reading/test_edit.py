"""Values that are written back change one scalar, and every other byte stays."""

from pathlib import Path
from unicodedata import normalize

import pytest

from generator.model.pack import Pack, Scalar
from generator.model.problems import Place
from generator.reading import edit
from generator.reading.door import open_pack

GAME = """\
# the game of the house – ünïcödé
protoplay: 1
name: Night Ferry 🚢
players: 2-4
parameters:   # all of them
  tracks: {value: 15, low: 0, high: 40, note: "F: tracks"}  # 15 of them
  actions:   4 # a turn
  speed: 1.5
  open: true
  word: "a: b"
  plain: fast
variants:
  long: {}
  short: {parameters: {tracks: 9}}
"""


@pytest.mark.parametrize(
    ("steps", "value", "was", "now"),
    [
        (("parameters", "tracks", "value"), 18, "value: 15,", "value: 18,"),
        (("parameters", "tracks", "high"), 7, "high: 40", "high: 7"),
        (("parameters", "actions"), 12, "actions:   4 #", "actions:   12 #"),
        (("parameters", "speed"), 2.0, "speed: 1.5", "speed: 2.0"),
        (("parameters", "open"), False, "open: true", "open: false"),
        (("parameters", "word"), 'x "y"', '"a: b"', '"x \\"y\\""'),
        (("parameters", "plain"), "slow", "plain: fast", "plain: slow"),
        (("parameters", "plain"), "12", "plain: fast", 'plain: "12"'),
        (("variants", "short", "parameters", "tracks"), 8, "tracks: 9", "tracks: 8"),
    ],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_one_scalar_changes_and_every_other_byte_stays(
    steps: tuple[str, ...], value: Scalar, was: str, now: str, ends: str, mark: bytes
) -> None:
    text = GAME.replace("\n", ends)
    assert text.count(was) == 1
    found = edit.with_value(mark + text.encode(), steps, value)
    assert found == mark + text.replace(was, now).encode()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("a: &x 5\n", "by hand"),
        ("b: &x 5\na: *x\n", "alias"),
        ("a: |\n  five\n", "by hand"),
        ("a: [1]\n", "not a single value"),
        ("a:\nb: 1\n", "more than this value|game.yaml"),
        ("b: 1\n", "not written there"),
        ("b: &x {a: 5}\n<<: *x\n", "not written there"),
    ],
)
def test_values_that_are_not_separate_scalars_are_not_changed(written: str, told: str) -> None:
    with pytest.raises(edit.CannotEdit, match=told):
        edit.with_value(written.encode(), ("a",), 7)


def pack_in(folder: Path, variant: str | None = None) -> Pack:
    (folder / "game.yaml").write_text(GAME, "utf-8")
    pack, problems = open_pack(folder, variant=variant)
    assert pack is not None, [str(p) for p in problems]
    return pack


def test_parameters_are_written_where_their_current_value_is(tmp_path: Path) -> None:
    for variant, was, now in (("long", "value: 15", "value: 18"), ("short", "9}}", "18}}")):
        pack = pack_in(tmp_path, variant)
        (path,) = edit.write_parameters(pack, {"tracks": 18}, edit.fingerprint(pack))
        assert path.read_text("utf-8") == GAME.replace(was, now)


def test_a_file_that_has_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    pack = pack_in(tmp_path)
    seen = edit.fingerprint(pack)
    other = GAME.replace("speed: 1.5", "speed: 1.6")
    (tmp_path / "game.yaml").write_text(other, "utf-8")
    with pytest.raises(edit.CannotEdit, match="has changed since"):
        edit.write_parameters(pack, {"tracks": 18}, seen)
    assert (tmp_path / "game.yaml").read_text("utf-8") == other


def test_all_values_are_written_or_none(tmp_path: Path) -> None:
    pack = pack_in(tmp_path)
    with pytest.raises(edit.CannotEdit, match="no file of the pack"):
        edit.write_parameters(pack, {"tracks": 18, "boats": 2}, edit.fingerprint(pack))
    assert (tmp_path / "game.yaml").read_text("utf-8") == GAME
    edit.write_parameters(pack, {"tracks": 18, "open": False}, edit.fingerprint(pack))
    again, _ = open_pack(tmp_path)
    assert again is not None and (again.value("tracks"), again.value("open")) == (18, False)


def test_a_parameter_of_an_included_file_is_written_there(tmp_path: Path) -> None:
    head, _, rest = GAME.partition("parameters:")
    (tmp_path / "game.yaml").write_text(head + "includes: [numbers.yaml]\n", "utf-8")
    (tmp_path / "numbers.yaml").write_text("parameters:" + rest, "utf-8")
    pack, _ = open_pack(tmp_path)
    assert pack is not None
    (path,) = edit.write_parameters(pack, {"actions": 3}, edit.fingerprint(pack))
    assert path.name == "numbers.yaml"
    assert path.read_text("utf-8") == ("parameters:" + rest).replace("actions:   4", "actions:   3")


def test_a_cell_is_written_whatever_the_encoding_of_its_accents() -> None:
    data = normalize("NFD", "id,prämie\nbär,3\n").encode()
    now = edit.with_cell(data, Place("cards.csv", 2, 2), 4)
    assert now == data.replace(b"3", b"4")
