"""A table without rules that is killed: hands, piles and looks are afterwards as they were."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from generator.hosting.free.state import is_consistent
from generator.hosting.free.table import FreeTable
from generator.hosting.log import Log
from generator.hosting.room import Room
from tests.hosting.free.sessions import any_operation, readers, table
from tests.hosting.killed import lines_before_kill

ROOT = Path(__file__).parent.parent.parent.parent
SEATS = 3
# Does what people may do, in turn; prints each reply with what every reader sees then.
CHILD = """
import sys
from pathlib import Path
from tests.hosting.free import test_kill
test_kill.play(Path(sys.argv[1]), int(sys.argv[2]))
"""


def room_at(path: Path, seed: int = 0) -> Room:
    """A room with its log at that path, brought to where the log ends."""
    log = Log(path)
    if not log.lines:
        log.write({"table": "test"})
    room = Room(log, SEATS, lambda deal, names: table(SEATS, seed))
    room.replay(log.entries[1:])
    return room


def seen(room: Room) -> str:
    """A digest of what each reader sees, without the clock and questions that are asked again."""
    left_out = {"clock": None, "asks": None}
    shown = [{**room.snapshot(reader), **left_out} for reader in readers(SEATS)]
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def play(path: Path, number: int) -> None:
    """Do operations until somebody kills the process."""
    room, rng = room_at(path, number), random.Random(number)
    assert room.table is not None
    print("ready", flush=True)
    while True:
        seat = number % SEATS
        room.chairs[seat].allowance._left = 60.0
        view = room.table.snapshot(seat)
        reply = room.ask(seat, "tab", number, any_operation(view, seat, rng))
        print(json.dumps([number, reply, seen(room)]), flush=True)
        number += 1


@pytest.mark.slow
def test_twenty_kills_change_nothing_that_anybody_saw(tmp_path: Path) -> None:
    rng, path, number, n_done = random.Random(3), tmp_path / "log.jsonl", 1, 0
    room = room_at(path)
    for seat in range(SEATS):
        room.new_link(seat)
        room.sit(seat, f"P{seat}", f"cookie{seat}")
    room.note({"begin": {}})
    room.log.close()
    before, seq = seen(room), 0
    for _ in range(20):
        lines = lines_before_kill(CHILD, path, number, rng.uniform(0, 0.3))
        answered = [json.loads(line) for line in lines]
        if rng.random() < 0.5:
            with path.open("ab") as file:
                file.write(b'{"t": 1, "seq": 99')  # as a kill in the middle of a write
        room = room_at(path)
        assert isinstance(room.table, FreeTable)
        assert is_consistent(room.table.world, room.table.state)
        done = []  # operations that were done: a refusal and a question change no number
        for number, reply, shown in answered:
            done += [(number, reply)] if reply["seq"] > seq else []
            seq, before = reply["seq"], shown
        assert room.seq in (seq, seq + 1), "at most one operation was done and not answered"
        if room.seq == seq:
            assert seen(room) == before
        for n, reply in done[-3:]:
            again = room.ask(n % SEATS, "tab", n, {"do": "roll"})
            assert again == reply, "a repeat gets the same reply and does nothing"
        n_done += len(done)
        seq, before, number = room.seq, seen(room), number + 2
        room.log.close()
    assert n_done > 40
