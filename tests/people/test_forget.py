"""Forgetting a person: no trace stays, or nothing is changed."""

from pathlib import Path

from generator.model.pack import Pack
from generator.model.problems import Problems
from generator.people.forget import Forgotten, forget
from generator.people.playtests import Kept, new_files, read_playtests
from generator.people.tables import import_table
from tests.people.diary import EVENING, pack_in


def evening(folder: Path, extra: str = "") -> tuple[Pack, Kept]:
    pack = pack_in(folder / "ferry")
    (folder / "in.csv").write_text(EVENING + extra, "utf-8")
    files, _ = new_files(pack, import_table(pack, folder / "in.csv", Problems()), Kept())
    (pack.folder / "playtests").mkdir()
    for path, content in files.items():
        path.write_bytes(content)
    return pack, read_playtests(pack, Problems())


def forgotten(pack: Pack, kept: Kept, name: str) -> tuple[Forgotten | None, list[str]]:
    problems = Problems()
    gone = forget(pack, kept, name, problems)
    for path, content in (gone.files if gone else {}).items():
        path.write_bytes(content)
    return gone, [str(problem) for problem in problems]


def test_a_name_and_all_answers_leave_every_file(tmp_path: Path) -> None:
    pack, kept = evening(tmp_path)
    (pack.folder / "notebook.yaml").write_text(
        'versions:\n  - {version: "01234567", why: Ada got lost}\n', "utf-8"
    )
    record = '{"who":["p:ada","greedy"],"events":[]}\n'
    (pack.folder / "playtests" / "x.jsonl").write_text(record, "utf-8")
    gone, messages = forgotten(pack, kept, "ADA")
    assert not messages and gone is not None
    assert (gone.games, gone.answers, gone.mentions) == (2, 2, 2)
    texts = [
        p.read_text("utf-8") for p in pack.folder.rglob("*") if p.suffix in (".yaml", ".jsonl")
    ]
    assert len(texts) == 5 and not [text for text in texts if "ada" in text.lower()]
    assert "someone was lucky" in "".join(texts) and '"who":["p:","greedy"]' in "".join(texts)
    after = read_playtests(pack, Problems()).games
    assert [game.scores for game in after] == [game.scores for game in kept.games]
    assert after[0].players[0].answers == {} and after[0].players[1].answers


def test_a_name_in_a_place_that_is_not_ours_to_change_stops_everything(tmp_path: Path) -> None:
    pack, kept = evening(tmp_path)
    (pack.folder / "playtests" / "notes.yaml").write_text("at: 2026-11-27\n# Ada brought tea\n")
    before = {path: path.read_bytes() for path in pack.folder.rglob("*.yaml")}
    gone, messages = forgotten(pack, kept, "Ada")
    assert gone is None
    (message,) = messages
    assert message.startswith("playtests/notes.yaml:2:3: error: the name would stay here")
    assert before == {path: path.read_bytes() for path in pack.folder.rglob("*.yaml")}


def test_a_word_is_not_taken_for_a_name(tmp_path: Path) -> None:
    extra = "3,2026-11-28,,,,,1,Will,,,1,,,,,\n3,,,,,,2,Eve,,,2,,,,,I will wait; Willow too\n"
    pack, kept = evening(tmp_path, extra)
    gone, messages = forgotten(pack, kept, "will")
    assert not messages and gone is not None
    (text,) = [content.decode() for content in gone.files.values()]
    assert "Will," not in text and "Willow too" in text


def test_a_name_that_nobody_has_is_a_mistake(tmp_path: Path) -> None:
    pack, kept = evening(tmp_path)
    gone, messages = forgotten(pack, kept, "Bea")
    assert gone is None
    assert messages == ['playtests: error: nobody is called "Bea" (names: Ada, Ben)']
