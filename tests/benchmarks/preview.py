"""Measures how soon `preview` shows a game and a saved cell: `python tests/benchmarks/preview.py`.

Each bundled game is copied as by `protoplay new --from`, and served by a separate process. `open_s`
is the time from the start of the command to the first gallery with its pictures. `all_s` is the
time until every face of the pack except rule sheets is drawn. `save_s` is the time from a saved
cell to the page with its new picture, as median, 95th percentile and maximum of `--saves` (20). No
browser is needed; `table.py` measures the time in a browser. The benchmark needs an otherwise idle
machine.
"""

import argparse
import json
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

GAMES = {  # table, and the text that is changed in it; {} is a number that grows
    "mara": ("tourists.csv", "I munch. We understand", "I munch {}. We understand"),
    "marram": ("tiles.csv", "F01-1,gsgs,G:NS S:E S:W,,0:gold", None),
    "shiftago": ("colours.csv", "orange,orange,sun", None),
}
OTHERS = {"marram": ("0:gold", "0:flower"), "shiftago": ("orange,sun", "orange,wave")}
PATIENCE = 30.0  # seconds


def saved(game: str, text: str, n: int) -> str:
    """The table with one cell changed for the n-th time."""
    _, old, new = GAMES[game]
    assert old in text, (game, old)
    if new is not None:
        return text.replace(old, new.format(n))
    return text.replace(old, old.replace(*OTHERS[game])) if n % 2 else text


def pictures(client: httpx.Client, base: str) -> list[str]:
    """Return the names of the gallery's pictures, in order, requested as an open page does."""
    return re.findall(r"/face/(\w+)\.svg", client.get(base).text)


def measured(game: str, saves: int) -> dict[str, Any]:
    """Start a table for a copy of a game, and save a cell of it again and again."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as home:
        cli = [sys.executable, "-m", "generator.cli"]
        new = [*cli, "new", f"My {game}", "--from", game, "--in", home]
        subprocess.run(new, check=True, stdout=subprocess.DEVNULL)
        folder = Path(home) / f"my-{game}"
        table = folder / GAMES[game][0]
        text = table.read_text("utf-8")
        began = time.perf_counter()
        preview = [*cli, "preview", str(folder), "--trust"]
        process = subprocess.Popen(preview, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            base = f"{address.partition('/?')[0]}/"
            with (
                httpx.Client(follow_redirects=True, timeout=PATIENCE) as client,
                ExitStack() as opened_for,
            ):
                client.get(address)
                before = pictures(client, base)
                client.get(f"{base}face/{before[-1]}.svg").raise_for_status()
                opened = time.perf_counter() - began
                while "being drawn …" in client.get(base).text:
                    time.sleep(0.1)
                whole = time.perf_counter() - began
                time.sleep(8)  # rules are compiled, rule sheets drawn, the first games played
                headers = {"origin": base.rstrip("/")}
                stream = opened_for.enter_context(
                    client.stream("GET", f"{base}events", headers=headers)
                )
                news = stream.iter_lines()
                waits = []
                for n in range(1, saves + 1):
                    before = pictures(client, base)
                    began = time.perf_counter()
                    table.write_text(saved(game, text, n), "utf-8")
                    while not (fresh := set(pictures(client, base)) - set(before)):
                        assert time.perf_counter() - began < PATIENCE, (game, n)
                        while next(news) != "event: stale":
                            pass
                    client.get(f"{base}face/{fresh.pop()}.svg").raise_for_status()
                    waits.append(time.perf_counter() - began)
                    time.sleep(rng.uniform(1.0, 3.0))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)
            process.stdout.close()
    order = sorted(waits)
    late = order[min(len(order) - 1, round(0.95 * len(order)))]
    figures = {"n": len(order), "median": statistics.median(order), "p95": late, "worst": order[-1]}
    saves_s = {k: round(v, 3) for k, v in figures.items()}
    return {"open_s": round(opened, 2), "all_s": round(whole, 2), "save_s": saves_s}


def main() -> None:
    """Measure the games given and print the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--saves", type=int, default=20)
    given = parser.parse_args()
    for game in given.games:
        print(json.dumps({game: measured(game, given.saves)}), flush=True)


if __name__ == "__main__":
    main()
