"""How soon everybody hears of an operation: `python tests/benchmarks/host.py [--json]`.

Real sockets, a table of a trivial game in a process of its own, and all guests in another. `ms`:
from an operation that is sent to its arrival at each guest, median and 95th percentile, for 6
guests with 5 operations a second each (by stream, and by long poll), and for 8 guests with 20.
`flood`: 6 guests with 5 a second, while a seventh sends as fast as it can and an eighth opens a
stream that it never reads; the figures are those of the six. `cpu`: processor seconds of the server
per second. `same`: whether all guests heard the same operations in the same order. Needs a machine
that does nothing else.
"""

import argparse
import asyncio
import json
import multiprocessing
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
PACK = ROOT / "tests" / "packs" / "leaky_raft"
SECONDS = 6.0


def serve(seats: int, told: Any) -> None:
    """A table of a `Tally` in which everybody sits; tells its address and the cookies' name."""
    from generator.hosting.hosted import begin_table
    from generator.hosting.serving import _config, _Server, guest_app, guest_sockets
    from generator.preview.faces import Call
    from generator.reading.door import open_pack
    from tests.hosting.tally import Tally

    pack, _ = open_pack(str(PACK))
    assert pack is not None
    hosted = begin_table(pack, Call(str(PACK)), Path(tempfile.mkdtemp()), seats, {})
    hosted.log_path.unlink()  # the file that is open goes on, and leaves nothing
    hosted.make = lambda deal, names: Tally(seats, list(names))  # type: ignore[method-assign]
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
                await asyncio.sleep(0.5)

        task = asyncio.create_task(watch())
        await _Server(_config(guest_app(hosted))).serve(sockets=sockets)
        task.cancel()

    asyncio.run(run())


class Guest:
    """A page: sends numbered operations, and notes when those of all arrive."""

    def __init__(self, base: str, cookie: str, seat: int) -> None:
        self.seat, self.n = seat, 0
        self.sent: dict[int, float] = {}
        self.arrived: dict[int, float] = {}
        self.client = httpx.AsyncClient(
            base_url=base, cookies={cookie: f"cookie{seat}"}, timeout=60,
            headers={"origin": base, "x-protoplay": "1"},
        )  # fmt: skip

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message."""
        if "is" in message:
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
            body = {"c": "bench", "ops": [[self.n, {"do": "add", "n": 1}]]}
            reply = (await self.client.post("/t/do", json=body)).json()[0]
            if "refused" not in reply:
                self.sent[reply["seq"]] = began
            if rate:
                await asyncio.sleep(max(0.0, 1 / rate - (time.perf_counter() - began)))


async def run(
    base: str, cookie: str, n: int, rate: float, polls: bool, is_flooded: bool
) -> tuple[list[float], bool]:
    """Let `n` guests act; the delays in seconds, and whether all heard the same."""
    guests = [Guest(base, cookie, seat) for seat in range(n)]
    following = [asyncio.create_task(guest.follow(polls)) for guest in guests]
    await asyncio.sleep(0.5)
    until = time.perf_counter() + SECONDS
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
        ended = told.get()
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


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
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
