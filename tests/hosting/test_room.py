"""The room: one order, each operation once, consent, the log, and where a killed room goes on."""

import asyncio
import json
import os
import random
import stat
from pathlib import Path
from typing import Any

import pytest

from generator.hosting import feeds, room
from generator.hosting.log import Log, path_of
from generator.hosting.room import Room, name_of
from generator.reading.door import open_pack
from tests.hosting.tally import Tally, room_at, seated_at
from tests.toys import PACKS


def told(at: Room, reader: int | None) -> list[dict[str, Any]]:
    """What a reader was told, as far as it is kept."""
    feed = at.feeds[reader]
    return [json.loads(text) for _, text in feed._messages]


def total(at: Room) -> int:
    assert isinstance(at.table, Tally)
    return at.table.total


def add(at: Room, seat: int, n: int, number: int, page: str = "tab") -> dict[str, Any]:
    return at.ask(seat, page, number, {"do": "add", "n": n})


def test_everybody_is_told_every_number_and_only_what_is_theirs(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    add(at, 0, 5, 1)
    at.ask(1, "tab", 1, {"do": "draw"})
    for reader in (0, 1, 2):
        messages = [message for message in told(at, reader) if "is" in message]
        assert [message["seq"] for message in messages] == [1, 2]
        assert ("pearl" in json.dumps(messages)) == (reader == 1)
    assert told(at, 1)[-1]["said"] == "You: draw"
    assert told(at, 2)[-1]["said"] == "P1: draw"
    assert told(at, 1)[-1]["n"] == 1 and "n" not in told(at, 2)[-1]


def test_an_operation_that_is_repeated_is_done_once(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    first = add(at, 0, 5, 1)
    add(at, 0, 2, 2)
    assert add(at, 0, 5, 1) == first == {"seq": 1}
    assert total(at) == 7
    add(at, 0, 5, 1, page="other tab")
    assert total(at) == 12


def test_an_old_number_that_is_forgotten_is_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST_REPLIES", 2)
    at = seated_at(tmp_path / "log.jsonl")
    for number in (1, 2, 3):
        add(at, 0, 1, number)
    assert "too late" in add(at, 0, 1, 1)["refused"]
    assert total(at) == 3


def test_what_is_refused_changes_nothing_and_is_kept(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    before = len(told(at, 1))
    assert add(at, 0, -5, 1) == {"seq": 0, "refused": "only numbers above 0 are added"}
    assert total(at) == 0 and len(told(at, 1)) == before
    assert Log(at.log.path).entries[-1]["refused"] == "only numbers above 0 are added"


def test_consent_is_everybodys(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    add(at, 0, 5, 1)
    at.ask(0, "tab", 2, {"do": "reset"})
    assert told(at, 2)[-1]["asks"] == {"by": 0, "said": "P0: reset", "agreed": [0]}
    assert "then" not in json.dumps(told(at, 2))
    at.ask(1, "tab", 1, {"do": "agree"})
    assert total(at) == 5
    assert told(at, 2)[-1]["said"] == "P1 agrees."
    at.ask(2, "tab", 1, {"do": "agree"})
    assert total(at) == 0
    assert told(at, 1)[-1]["asks"] is None


def test_one_who_does_not_agree_ends_it(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    add(at, 0, 5, 1)
    at.ask(0, "tab", 2, {"do": "reset"})
    at.ask(1, "tab", 1, {"do": "refuse"})
    assert "refused" in at.ask(2, "tab", 1, {"do": "agree"})
    assert total(at) == 5
    assert told(at, 0)[-1]["said"] == "P1 does not agree."


def test_nobody_says_for_others_that_they_agreed(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    add(at, 0, 5, 1)
    at.ask(0, "tab", 2, {"do": "reset", "agreed": True})
    assert total(at) == 5


def test_another_operation_ends_a_question(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    at.ask(0, "tab", 1, {"do": "reset"})
    add(at, 1, 5, 1)
    assert at.proposal is None and told(at, 2)[-1]["asks"] is None


def test_a_flood_is_refused_and_others_go_on(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    replies = [add(at, 0, 1, number) for number in range(1, 200)]
    assert 60 <= sum("refused" not in reply for reply in replies) < 80
    assert "refused" not in add(at, 1, 1, 1)


def test_a_log_that_cannot_be_written_stops_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = seated_at(tmp_path / "log.jsonl")

    def full(file: int, data: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    n = len(told(at, 1))
    assert "No space left" in add(at, 0, 5, 1)["refused"]
    monkeypatch.undo()
    assert "No space left" in add(at, 1, 5, 1)["refused"]
    assert len(told(at, 1)) == n  # what is not kept is not told
    assert total(room_at(at.log.path)) == 0


def test_a_killed_room_goes_on_where_its_log_ends(tmp_path: Path) -> None:
    rng = random.Random(7)
    at = seated_at(tmp_path / "log.jsonl")
    for number in range(1, 40):
        seat = rng.randrange(3)
        at.ask(seat, "tab", number, rng.choice([{"do": "add", "n": number}, {"do": "draw"}]))
    again = room_at(at.log.path)
    assert again.seq == at.seq and again.names == at.names
    for reader in (0, 1, 2, None):
        mine, other = again.snapshot(reader), at.snapshot(reader)
        assert mine.pop("clock")["limit"] == other.pop("clock")["limit"]
        assert mine == other
    assert [again.admission.session(f"cookie{seat}").reader for seat in range(3)] == [0, 1, 2]  # type: ignore[union-attr]
    assert again.admission.links == at.admission.links


def test_the_time_of_the_table_goes_on_and_the_time_of_a_decision_begins_anew(
    tmp_path: Path,
) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    at.note({"limit": 60})
    at._opened -= 1000  # as if 1,000 seconds ago
    at.deciding_since -= 1000
    add(at, 0, 5, 1)
    again = room_at(at.log.path)
    assert 1000 <= again.age < 1010
    assert again.clock["limit"] == 60 and again.clock["seconds"] < 10


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_last_line_is_cut_off_and_done_once(tmp_path: Path, cut: int) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    add(at, 0, 5, 1)
    add(at, 1, 7, 1)
    path = at.log.path
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    again = room_at(path)
    assert (again.seq, total(again)) == (1, 5)
    assert add(again, 1, 7, 1) == {"seq": 2}  # its page repeats what got no answer
    assert add(again, 0, 5, 1) == {"seq": 1}
    assert total(again) == 12
    assert total(room_at(path)) == 12


def test_a_damaged_line_in_the_middle_is_reported(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    lines = at.log.path.read_bytes().splitlines(keepends=True)
    lines[3] = b'{"seq": \n'
    at.log.path.write_bytes(b"".join(lines))
    with pytest.raises(ValueError, match=r"log\.jsonl:4: this line of the log is damaged"):
        room_at(at.log.path)


def test_an_operation_that_is_missing_is_reported(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    for number in (1, 2, 3):
        add(at, 0, 1, number)
    lines = at.log.path.read_bytes().splitlines(keepends=True)
    at.log.path.write_bytes(b"".join([*lines[:-2], lines[-1]]))
    with pytest.raises(ValueError, match="an operation is missing before it"):
        room_at(at.log.path)


def test_the_log_is_its_owners_alone_and_follows_no_link(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    assert stat.S_IMODE(at.log.path.stat().st_mode) == 0o600
    (tmp_path / "link.jsonl").symlink_to(at.log.path)
    with pytest.raises(OSError, match="link"):
        Log(tmp_path / "link.jsonl")


def test_a_link_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    pack, _ = open_pack(str(PACKS / "leaky_raft"))
    assert pack is not None
    folder = tmp_path / pack.id / ".protoplay"
    from generator.system import paths

    folder = paths.private_folder(pack, tmp_path)
    if folder.is_relative_to(tmp_path):
        folder.mkdir(parents=True)
        (folder / "tables").symlink_to(tmp_path)
        with pytest.raises(OSError, match="link"):
            path_of(pack, tmp_path, "abcdefgh")
    with pytest.raises(OSError, match="name of a table"):
        path_of(pack, tmp_path, "../../etc")


def test_the_digests_of_secrets_are_kept_and_the_secrets_are_not(tmp_path: Path) -> None:
    at = seated_at(tmp_path / "log.jsonl")
    text = at.log.path.read_text()
    assert not [s for s in (*at.admission.written.values(), "cookie0") if s in text]


def test_a_feed_that_is_far_behind_gives_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = feeds.Feed()
    start = feed.last
    for number in range(feeds.MOST_KEPT + 1):
        feed.tell({"seq": number})
    assert feed.since(start) is None
    assert len(feed.since(start + 1) or ()) == feeds.MOST_KEPT
    assert feed.since(feed.last) == [] and feed.since(feed.last + 1) is None


def test_news_wakes_whoever_waits_and_nobody_is_left(tmp_path: Path) -> None:
    async def run() -> None:
        feed = feeds.Feed()
        waiting = asyncio.ensure_future(feed.news(feed.last, 30))
        await asyncio.sleep(0)
        feed.tell({"seq": 1})
        await asyncio.wait_for(waiting, 30)
        assert not feed._waiting

    asyncio.run(run())


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("<script>alert(1)</script>" * 9, "<script>alert(1)</script><scri"),
        ("\u202eevil\u0000\n\tname", "evil name"),
        ("   ", ""),
        ("=1+1", "=1+1"),
    ],
)
def test_names_are_text_without_what_cannot_be_seen(written: str, name: str) -> None:
    assert name_of(written) == name
