"""Measures how soon all guests receive an operation: `python tests/benchmarks/host.py [--json]`.

With `--minutes 10` the benchmark measures the memory of a table without rules instead, at which 6
guests do all possible actions, 5 operations per second each. It prints the resident megabytes of
the server at 11 moments.

The benchmark uses real sockets. The table of a trivial game runs in one process, and all guests run
in another. `ms` is the time from sending an operation to its arrival at each guest, as median and
95th percentile. It is measured for 6 guests with 5 operations per second each (by stream, and by
long poll), and for 8 guests with 20 operations per second. `flood` is the same time for 6 guests
with 5 operations per second, while a seventh guest sends as fast as possible and an eighth opens a
stream that it never reads. `cpu` is the processor seconds of the server per second. `same` states
whether all guests received the same operations in the same order. The benchmark needs an otherwise
idle machine.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import resource
import socket
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.hosting.free.sessions import any_operation  # noqa: E402 (the folder is known now)

PACK = ROOT / "tests" / "packs" / "leaky_raft"
SECONDS = 6.0


def serve(seats: int, told: Any, is_free: bool = False) -> None:
    """A table in which everybody sits; tells its address, the cookies' name and its figures.

    The game is a `Tally`, or a table without rules.
    """
    from generator.hosting.free.table import FreeTable
    from generator.hosting.hosted import begin_table
    from generator.hosting.serving import _config, _Server, guest_app, guest_sockets
    from generator.preview.faces import Call
    from generator.reading.door import open_pack
    from tests.hosting.free.room import opened
    from tests.hosting.tally import Tally

    pack, _ = open_pack(str(PACK))
    assert pack is not None
    hosted = begin_table(pack, Call(str(PACK)), Path(tempfile.mkdtemp()), seats, {})
    hosted.log_path.unlink()  # the file that is open goes on, and leaves nothing
    hosted.make = lambda deal, names: Tally(seats, list(names))  # type: ignore[method-assign]
    if is_free:
        opening = opened(PACK, seats)
        table = FreeTable(opening.world, opening.state, pictures=opening.pictures)
        hosted.make = lambda deal, names: table  # type: ignore[method-assign]
    sockets, port = guest_sockets(["127.0.0.1"], 0)
    hosted.origins = (f"http://127.0.0.1:{port}",)
    for seat in range(seats):
        hosted.room.sit(seat, f"P{seat}", f"cookie{seat}")
    hosted.room.note({"begin": {}})
    told.put((hosted.origins[0], f"table-{hosted.id}"))

    async def run() -> None:
        async def watch() -> None:
            while True:
                told.put(time.process_time())
                told.put(("resident", _resident()))
                await asyncio.sleep(5 if is_free else 0.5)

        task = asyncio.create_task(watch())
        await _Server(_config(guest_app(hosted))).serve(sockets=sockets)
        task.cancel()

    asyncio.run(run())


def _resident() -> float:
    """The megabytes of memory that this process holds; Linux alone tells them."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


class Guest:
    """A page: sends numbered operations, and notes when those of all arrive."""

    def __init__(self, base: str, cookie: str, seat: int) -> None:
        self.seat, self.n = seat, 0
        self.view: dict[str, Any] = {}
        self.rng = random.Random(seat)
        self.sent: dict[int, float] = {}
        self.arrived: dict[int, float] = {}
        self.client = httpx.AsyncClient(
            base_url=base, cookies={cookie: f"cookie{seat}"}, timeout=60,
            headers={"origin": base, "x-protoplay": "1"},
        )  # fmt: skip

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message."""
        if message.get("all"):
            self.view = message["all"]
        if "is" in message:
            self.view |= message["is"]
            self.view = {key: value for key, value in self.view.items() if value is not None}
            self.arrived[message["seq"]] = time.perf_counter()

    async def follow(self, polls: bool) -> None:
        """Hear until cancelled, by stream or by asking."""
        at = 0
        while polls:
            for message in (await self.client.get(f"/t/next?after={at}")).json():
                at = message["at"]
                self.hear(message)
        async with self.client.stream("GET", "/t/events") as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data:"):
                    self.hear(json.loads(line[5:]))

    async def act(self, rate: float, until: float) -> None:
        """Send so many operations a second; 0: as many as can be."""
        await asyncio.sleep(self.seat / 10 / rate if rate else 0)
        while (began := time.perf_counter()) < until:
            self.n += 1
            operation = {"do": "add", "n": 1}
            if "table" in self.view:
                operation = any_operation(self.view, self.seat, self.rng)
            body = {"c": "bench", "ops": [[self.n, operation]]}
            reply = (await self.client.post("/t/do", json=body)).json()[0]
            if "refused" not in reply:
                self.sent[reply["seq"]] = began
            if rate:
                await asyncio.sleep(max(0.0, 1 / rate - (time.perf_counter() - began)))


async def run(
    base: str,
    cookie: str,
    n: int,
    rate: float,
    polls: bool,
    is_flooded: bool,
    seconds: float = SECONDS,
) -> tuple[list[float], bool]:
    """Let `n` guests act; the delays in seconds, and whether all heard the same."""
    guests = [Guest(base, cookie, seat) for seat in range(n)]
    following = [asyncio.create_task(guest.follow(polls)) for guest in guests]
    await asyncio.sleep(0.5)
    until = time.perf_counter() + seconds
    acting = [guest.act(rate, until) for guest in guests]
    deaf = socket.socket()
    if is_flooded:
        acting += [Guest(base, cookie, n).act(0, until)]
        host, port = base.removeprefix("http://").split(":")
        deaf.connect((host, int(port)))
        head = f"GET /t/events HTTP/1.1\r\nHost: {host}:{port}\r\nX-Protoplay: 1\r\n"
        deaf.sendall(f"{head}Cookie: {cookie}=cookie{n + 1}\r\n\r\n".encode())
    await asyncio.gather(*acting)
    await asyncio.sleep(1.0)
    for task in following:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    deaf.close()
    sent = {seq: began for guest in guests for seq, began in guest.sent.items()}
    delays = [g.arrived[seq] - began for g in guests for seq, began in sent.items()]
    is_same = all(list(guest.arrived) == list(guests[0].arrived) for guest in guests)
    for guest in guests:
        await guest.client.aclose()
    return delays, is_same


def measure(
    n: int, rate: float, *, polls: bool = False, is_flooded: bool = False
) -> dict[str, Any]:
    """The figures of one table."""
    context = multiprocessing.get_context("spawn")
    told: Any = context.Queue()
    process = context.Process(target=serve, args=(n + 2, told), daemon=True)
    process.start()
    base, cookie = told.get()
    while not isinstance(began := told.get(), float):
        pass
    delays, is_same = asyncio.run(run(base, cookie, n, rate, polls, is_flooded))
    ended = began
    while not told.empty():
        figure = told.get()
        ended = figure if isinstance(figure, float) else ended
    process.terminate()
    process.join()
    cuts = statistics.quantiles(delays, n=20)
    return {
        "p50_ms": round(1000 * statistics.median(delays), 1),
        "p95_ms": round(1000 * cuts[18], 1),
        "cpu": round((ended - began) / (SECONDS + 1.5), 3),
        "same": is_same,
        "n": len(delays),
    }


def memory(minutes: float) -> list[float]:
    """The resident megabytes of a server under load, at 11 moments."""
    context = multiprocessing.get_context("spawn")
    told: Any = context.Queue()
    process = context.Process(target=serve, args=(6, told, True), daemon=True)
    process.start()
    base, cookie = told.get()
    asyncio.run(run(base, cookie, 6, 5, False, False, 60 * minutes))
    figures = []
    while not told.empty():
        figure = told.get()
        if not isinstance(figure, float):
            figures.append(figure[1])
    process.terminate()
    process.join()
    return [round(figures[(len(figures) - 1) * k // 10], 1) for k in range(11)]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--minutes", type=float, help="measure the memory for so long")
    given = parser.parse_args()
    if given.minutes:
        print("resident MB:", *memory(given.minutes))
        return
    figures = {
        "6 guests, 5/s, stream": measure(6, 5),
        "6 guests, 5/s, long poll": measure(6, 5, polls=True),
        "8 guests, 20/s, stream": measure(8, 20),
        "6 guests, 5/s, flood": measure(6, 5, is_flooded=True),
    }
    if given.json:
        print(json.dumps(figures, indent=2))
        return
    for name, row in figures.items():
        print(f"{name:26}", "  ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
