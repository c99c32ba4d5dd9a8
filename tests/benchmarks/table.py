"""How soon the table shows what was done: `python tests/benchmarks/table.py [--json]`.

`edit_s`: from a saved cell of a 200-card pack to its picture on the open page, median and 95th
percentile. `band_s`: from a moved slider of The Mara to the first band of what it does, likewise.
`rss_mb` and `heap_mb` are the processes' memory and the page's before the edits and after them.
Needs a Chromium, and a machine that does nothing else.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CARDS = 200
GAME = """\
protoplay: 1
name: Ledger
players: 2
components:
  deck:
    title: Deck
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", text: "Worth {{ worth }}, and a word about it."}
"""
WATCH = """
window.seen = {};
new MutationObserver((all) => {
  for (const { target } of all) {
    if (target.nodeName !== "IMG") continue;
    const note = () => { seen[target.alt] = Date.now(); };
    target.addEventListener("load", note, { once: true });
  }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["src"] });
"""
BAND = """
window.moved = 0; window.shown = 0;
document.addEventListener("input", () => { moved = Date.now(); shown = 0; }, true);
document.addEventListener("table:merged", () => {
  const text = document.getElementById("effect").textContent;
  const value = document.querySelector("[data-name=tracks] [type=range]").value;
  const isThere = text.includes(`tracks ${value},`) && text.includes("games of each");
  if (!shown && isThere) shown = Date.now();
});
"""


@contextmanager
def previewed(pack: str) -> Iterator[tuple[str, int]]:
    """A running `protoplay preview`: its address and its process."""
    call = [sys.executable, "-m", "generator.cli", "preview", pack, "--trust"]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
        process.stdout.close()


def write_cards(folder: Path, worth: list[int]) -> None:
    """The deck's table."""
    rows = "".join(f"Card {i},{n}\n" for i, n in enumerate(worth))
    (folder / "cards.csv").write_text(f"name,worth\n{rows}", "utf-8")


def memory(pid: int) -> float:
    """MB that a process and its children have in memory."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        found = re.search(r"PPid:\t(\d+)", text)
        if int(status.parent.name) == pid or (found and int(found[1]) == pid):
            size = re.search(r"VmRSS:\s*(\d+)", text)
            total += int(size[1]) if size else 0
    return total / 1024


def heap(page: Any) -> float:
    """MB of the page's own memory once what is garbage is gone."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    return float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e6


def edits(browser: Any, n: int) -> dict[str, Any]:
    """Save a cell again and again, and wait for its picture."""
    waits, rng = [], random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "game.yaml").write_text(GAME, "utf-8")
        worth = [0] * CARDS
        write_cards(folder, worth)
        with previewed(name) as (address, pid):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.add_init_script(WATCH)
            page.goto(address)
            page.wait_for_selector("#parts img")
            page.wait_for_timeout(2000)
            before = memory(pid), heap(page)
            for k in range(n):
                i = rng.randrange(8)  # on the screen
                worth[i] = k + 1
                page.evaluate("seen = {}")
                began = time.time()
                write_cards(folder, worth)
                while not (at := page.evaluate(f"seen['Card {i}'] ?? 0")):
                    page.wait_for_timeout(10)
                waits.append(at / 1000 - began)
                page.wait_for_timeout(rng.randrange(100, 500))
            after = memory(pid), heap(page)
            page.close()
    return {
        **told(waits, "edit_s"),
        "rss_mb": [before[0], after[0]],
        "heap_mb": [before[1], after[1]],
    }


def drags(browser: Any, n: int) -> dict[str, Any]:
    """Move a slider of The Mara again and again, and wait for the first band."""
    waits, rng, value = [], random.Random(1), 15
    with previewed("mara") as (address, _):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.add_init_script(BAND)
        page.goto(address)
        page.goto(f"{address.partition('/?')[0]}/tweak")
        page.wait_for_selector("[data-name=tracks] [type=range]")
        page.wait_for_timeout(15_000)  # the pack as it is, and its neighbours, are played ahead
        for _ in range(n):
            value = rng.choice([v for v in range(9, 22) if v not in (15, value)])
            page.locator("[data-name=tracks] [type=range]").fill(str(value))
            while not page.evaluate("shown"):
                page.wait_for_timeout(10)
            waits.append(page.evaluate("shown - moved") / 1000)
            page.wait_for_timeout(rng.randrange(500, 3000))
        page.close()
    return told(waits, "band_s")


def told(waits: list[float], name: str) -> dict[str, Any]:
    """Median, 95th percentile and worst of some waits."""
    order = sorted(waits)
    late = order[min(len(order) - 1, round(0.95 * len(order)))]
    figures = {"n": len(order), "median": statistics.median(order), "p95": late, "worst": order[-1]}
    return {name: {key: round(value, 3) for key, value in figures.items()}}


def main() -> None:
    """Measure, and print what was found."""
    from playwright.sync_api import sync_playwright

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--edits", type=int, default=500)
    asked.add_argument("--drags", type=int, default=20)
    asked.add_argument("--chromium", default="/usr/bin/chromium")
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=given.chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        found = {}
        if given.edits:
            found |= edits(browser, given.edits)
        if given.drags:
            found |= drags(browser, given.drags)
        browser.close()
    print(json.dumps(found, indent=None if given.json else 2))


if __name__ == "__main__":
    main()
