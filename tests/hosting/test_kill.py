"""A table that is killed: whatever was answered is there afterwards, and nothing is done twice."""

import random
import re
import shutil
import signal
import time
from pathlib import Path

import httpx
import pytest

from tests.hosting.killed import lines_before_kill
from tests.hosting.tally import Tally, room_at, seated_at
from tests.hosting.test_in_browser import hosting
from tests.preview.test_play import moves_on
from tests.toys import PACKS

ROOT = Path(__file__).parent.parent.parent
RAFT = PACKS / "leaky_raft"
# Adds 1, 2, 3 … for three seats in turn and prints each number once its reply is there.
CHILD = """
import sys, time
from pathlib import Path
from tests.hosting.tally import room_at
room = room_at(Path(sys.argv[1]))
number = int(sys.argv[2])
print("ready", flush=True)
while True:
    room.chairs[number % 3].allowance._left = 60.0
    room.ask(number % 3, "tab", number, {"do": "add", "n": number})
    print(number, flush=True)
    number += 1
    time.sleep(0.001)
"""


@pytest.mark.slow
def test_twenty_kills_lose_nothing_that_was_answered(tmp_path: Path) -> None:
    rng, path, number = random.Random(1), tmp_path / "log.jsonl", 1
    seated_at(path).log.close()
    for _ in range(20):
        lines = lines_before_kill(CHILD, path, number, rng.uniform(0, 0.2))
        answered = [int(line) for line in lines]
        data = path.read_bytes()
        last = data.rstrip(b"\n").rfind(b"\n") + 1
        if rng.random() < 0.5 and answered and len(data) - last > 2:
            torn = data[last : last + (len(data) - last) // 2]  # as a kill in the middle of a write
            path.write_bytes(data + torn)
        room = room_at(path)
        assert isinstance(room.table, Tally)
        done = answered[-1] if answered else number - 1
        assert room.table.total in (done * (done + 1) // 2, (done + 1) * (done + 2) // 2)
        repeated = room.ask(done % 3, "tab", done, {"do": "add", "n": done}) if answered else None
        assert repeated in (None, {"seq": done})
        number = done + 1 + (room.table.total > done * (done + 1) // 2)
        room.log.close()
    assert number > 40


@pytest.mark.slow
def test_a_killed_host_goes_on_with_its_seats_and_moves(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(RAFT, tmp_path / "pack"))
    rng, more, kept, number, ply = random.Random(2), ["--players=3"], [{}, {}], 0, 0
    for round in range(4):
        with hosting(pack, tmp_path, "--trust", *more) as served:
            base = served.base
            more = [f"--resume={served.log.stem}", f"--port={base.rpartition(':')[2]}"]
            guests = [
                httpx.Client(base_url=base, headers={"origin": base}, cookies=cookies, timeout=60)
                for cookies in kept
            ]
            if round == 0:
                begin(served.page, guests)
                kept = [dict(guest.cookies.items()) for guest in guests]
            for _ in range(200):
                number += 1
                ply = max(ply, play(guests, rng, number))
                if rng.random() < 0.15:
                    break
            served.process.send_signal(signal.SIGKILL)
            served.process.wait()
            for each in guests:
                each.close()
        with hosting(pack, tmp_path, "--trust", *more) as again:
            guest = httpx.Client(base_url=again.base, cookies=kept[0], timeout=60)
            page, shown = "", None
            end = time.monotonic() + 60
            while shown is None and time.monotonic() < end:  # the rules are read first
                page = guest.get("/t").text
                shown = re.search(r'data-ply="(\d+)"', page)
            assert shown is not None and int(shown[1]) >= ply
            assert "You are <b>Ada</b>" in page
            guest.close()
            if "The game is over" in page:
                break


def begin(page: str, guests: list[httpx.Client]) -> None:
    """Seat two people and begin."""
    host = httpx.Client(follow_redirects=True, timeout=60)
    text = host.get(page).text
    origin = page.partition("/host")[0]
    for seat, (guest, name) in enumerate(zip(guests, ("Ada", "Bo"), strict=True)):
        link = re.search(rf'id="link-{seat}" value="[^"#]*#([^"]+)"', text)
        assert link is not None
        assert guest.post("/sit", data={"k": link[1], "name": name}).status_code == 303
    end, text = time.monotonic() + 60, ""
    while "The game is on" not in text and time.monotonic() < end:  # the rules are read first
        text = host.post(f"{origin}/host/begin", headers={"origin": origin}).text
        time.sleep(0.1)
    assert "The game is on" in text
    host.close()


def play(guests: list[httpx.Client], rng: random.Random, number: int) -> int:
    """Make a move for whoever is to act, twice with one number; the moves made then."""
    for guest in guests:
        page = guest.get("/t").text
        moves, ply = moves_on(page), re.search(r'data-ply="(\d+)"', page)
        if moves and ply is not None:
            operation = {"do": "go", "move": rng.choice(moves)[0], "at": int(ply[1])}
            body = {"c": "tab", "ops": [[number, operation]]}
            replies = [guest.post("/t/do", json=body).json()[0] for _ in range(2)]
            assert replies[0] == replies[1]
            return int(ply[1]) + ("refused" not in replies[0])
    time.sleep(0.2)
    return 0
