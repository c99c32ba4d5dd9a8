"""Measures how soon the pages of `preview` show an action: `python tests/benchmarks/table.py
[--json]`. `edit_s` is the time from a saved cell of a 200-card pack to its picture on the open
page, as median and 95th percentile. `band_s` is the time from a moved slider of The Mara to the
first band of its effect. `told_s` and `mended_s` are the times from a saved file with a fault, and
from the corrected file, to the message on the page, for each kind of file. `painted_ms` and
`moved_ms` are the times from a click that makes a move at the play page to the next frame, and to
the picture of the new position from the server, by game. `shift` is the Cumulative Layout Shift of
the page in this time as web.dev/articles/cls defines it: the largest sum of shifts that are less
than a second apart and lie within five seconds. `shifts` is the sum of all of them. `memory_mb` is
the memory of the server, of each worker and of the page's heap after a number of edits. `long_game`
has this memory, and the number of DOM nodes that the page keeps, after a number of moves of one
game in one page, which is taken back and played on whenever it ends; then after the first 50 moves
of a second game. The benchmark needs Chromium, and an otherwise idle machine.
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
from contextlib import contextmanager, suppress
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
    bleed: 0mm
    rows: cards.csv
    front: {use: card, title: "{{ name }}", text: "Worth {{ worth }}, and a word about it."}
"""
ART = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30"/></svg>
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<text x="5" y="12" font-size="6">{{ name }}</text></svg>
"""
COVER = """\
  cover:
    size: poker
    rows: [{name: cover}]
    front: {use: card, title: "{{ name }}", art: art.svg}
"""
RULES = Path(__file__).parent.parent / "packs" / "connect_four" / "rules.py"
BREAKS = {  # kind of file: its name, what is broken in it, and what the page says of it
    "yaml": ("game.yaml", ("players: 2", "players: [2"), "game.yaml:"),
    "csv": ("cards.csv", ("Card 7,", "Card 7,,,"), "cards.csv:9"),
    "template": ("face.svg.j2", ("{{ name }}", "{{ name"), "face.svg.j2:"),
    "svg": ("art.svg", ("<rect", "<rec t<"), "art.svg:1"),
    "rules": ("rules.py", ("def moves(tables", "def moves(:tables"), "rules.py:"),
}
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


MOVED = """
window.waits = []; window.shift = 0; window.shifts = 0;
let burst = 0, first = 0, last = 0;
let pressed = 0, painted = 0, ply;
const status = () => document.getElementById("status")?.dataset.ply;
window.make = (button) => {
  ply = status(); pressed = performance.now(); painted = 0;
  button.click();
  requestAnimationFrame(() => setTimeout(() => { painted = performance.now() - pressed; }));
};
document.addEventListener("table:merged", () => {
  if (!pressed || status() === ply) return;
  requestAnimationFrame(() => setTimeout(() => {
    if (pressed) waits.push([painted, performance.now() - pressed]);
    pressed = 0;
  }));
});
new PerformanceObserver((list) => {
  for (const { value, startTime, hadRecentInput } of list.getEntries()) {
    if (hadRecentInput) continue;
    if (startTime - last >= 1000 || startTime - first >= 5000) [burst, first] = [0, startTime];
    last = startTime;
    burst += value;
    window.shift = Math.max(window.shift, burst);
    window.shifts += value;
  }
}).observe({ type: "layout-shift", buffered: true });
"""
READY = """
document.body?.dataset.busy === undefined && !!document.querySelector("#look, #moves .list button")
"""
AT_REST = """
document.body?.dataset.busy === undefined && (!!document.querySelector("#moves .list button")
|| document.getElementById("status")?.innerText.includes("The game is over"))
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


def heap(page: Any) -> float:
    """Return the MB of the page's heap after garbage collection."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    size = float(session.send("Runtime.getHeapUsage")["usedSize"]) / 1e6
    session.detach()
    return size


def each_memory(pid: int, page: Any) -> dict[str, float]:
    """MB of the server, of each of its workers in the order they began, and of the page's heap."""
    workers = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if f"PPid:\t{pid}\n" in status.read_text():
                workers.append(int(status.parent.name))
    found = {"server": held(pid)}
    found |= {f"worker {i}": held(worker) for i, worker in enumerate(sorted(workers), 1)}
    return {name: round(size, 1) for name, size in {**found, "page": heap(page)}.items()}


def held(pid: int) -> float:
    """MB that a process has in memory."""
    size = re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(size[1]) / 1024 if size else 0.0


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
            sizes = {0: each_memory(pid, page)}
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
                if k + 1 in (50, n) or (k + 1) % 100 == 0:
                    sizes[k + 1] = each_memory(pid, page)
            page.close()
    return {**told(waits, "edit_s"), "memory_mb": sizes}


def faults(browser: Any, n: int) -> dict[str, Any]:
    """Break and mend each kind of file repeatedly, and wait for the page's message."""
    waits: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        face = "front: {template: face.svg.j2}"
        (folder / "game.yaml").write_text(re.sub(r"front: .*", face, GAME) + COVER, "utf-8")
        (folder / "face.svg.j2").write_text(FACE, "utf-8")
        (folder / "art.svg").write_text(ART, "utf-8")
        (folder / "rules.py").write_text(RULES.read_text("utf-8"), "utf-8")
        write_cards(folder, [0] * CARDS)
        with previewed(name) as (address, _):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(address)
            page.wait_for_selector("#parts img")
            page.wait_for_timeout(10_000)
            assert page.locator("#problems").is_hidden(), page.locator("#problems").inner_text()
            for _ in range(n):
                for kind, (file, (whole, broken), place) in BREAKS.items():
                    text = (folder / file).read_text("utf-8")
                    assert whole in text, file
                    for saved, is_there in ((text.replace(whole, broken, 1), True), (text, False)):
                        began = time.time()
                        (folder / file).write_text(saved, "utf-8")
                        while (place in page.locator("#problems").inner_text()) != is_there:
                            assert time.time() - began < 60, (
                                kind,
                                page.locator("#problems").inner_text(),
                            )
                            page.wait_for_timeout(10)
                        which = "told" if is_there else "mended"
                        waits.setdefault(f"{which} {kind}", []).append(time.time() - began)
                        page.wait_for_timeout(500)
            page.close()
    found: dict[str, Any] = {"told_s": {}, "mended_s": {}}
    for key, each in waits.items():
        which, _, kind = key.partition(" ")
        found[f"{which}_s"] |= told(each, kind)
    return found


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


def moves(browser: Any, n: int) -> dict[str, Any]:
    """Make moves of each bundled game between two people; how soon they are seen."""
    results: dict[str, Any] = {}
    for game in ("mara", "marram", "shiftago"):
        rng = random.Random(1)
        with previewed(game) as (address, _):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.add_init_script(MOVED)
            page.goto(address)
            page.goto(f"{address.partition('/?')[0]}/play")
            page.wait_for_selector("form.start")
            page.select_option("#seat-2-1", "random")
            page.locator("form[aria-labelledby=start-2] button").click()
            page.wait_for_selector("#moves", state="attached")
            page.wait_for_timeout(1000)
            for _ in range(n):
                while not page.evaluate(READY):
                    page.wait_for_timeout(10)
                    if "The game is over" in page.inner_text("#status"):
                        break
                else:
                    buttons = page.locator("#moves .list button")
                    page.wait_for_timeout(150)
                    buttons.nth(rng.randrange(buttons.count())).evaluate("(b) => make(b)")
                    page.wait_for_timeout(150)
            page.wait_for_timeout(1000)
            waits = page.evaluate("waits")
            results[game] = {
                **told([painted for painted, _ in waits], "painted_ms"),
                **told([moved for _, moved in waits], "moved_ms"),
                "shift": round(page.evaluate("shift"), 4),
                "shifts": round(page.evaluate("shifts"), 4),
            }
            page.close()
    return {"moves": results}


def long_game(browser: Any, n: int) -> dict[str, Any]:
    """Make moves of one game, then of a second one, in one page; what the memory holds at times."""
    sizes = {}
    with previewed("shiftago") as (address, pid):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(300_000)
        page.goto(address)
        for game, times in (("first", (50, n // 2, n)), ("second", (50,))):
            page.goto(f"{address.partition('/?')[0]}/play")
            page.wait_for_selector("form.start")
            page.select_option("#seat-2-1", "you")
            page.locator("form[aria-labelledby=start-2] button").click()
            page.wait_for_selector("#moves .list button", state="attached")
            rng = random.Random(1)
            for done in range(1, times[-1] + 1):
                step(page, rng)
                if done in times:
                    page.wait_for_timeout(3000)  # scores that rise and pictures that slide are gone
                    figures = {"nodes": nodes(page), **each_memory(pid, page)}
                    sizes[f"{game} game, {done} moves"] = figures
        page.close()
    return {"long_game": sizes}


def step(page: Any, rng: random.Random) -> None:
    """Make a random move; before it, take 20 moves back if the game is over."""

    def press(selector: str, i: int) -> None:
        ply = page.get_attribute("#status", "data-ply")
        page.locator(selector).nth(i).evaluate("(button) => button.click()")
        until = time.monotonic() + 300
        while page.get_attribute("#status", "data-ply") == ply or not page.evaluate(AT_REST):
            assert time.monotonic() < until, page.inner_text("#said")
            page.wait_for_timeout(10)

    if "The game is over" in page.inner_text("#status"):
        for _ in range(20):
            press("#undo", 0)
    press("#moves .list button", rng.randrange(page.locator("#moves .list button").count()))


def nodes(page: Any) -> int:
    """Return the number of DOM nodes that the page keeps alive after garbage collection."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    count = int(session.send("Memory.getDOMCounters")["nodes"])
    session.detach()
    return count


def told(waits: list[float], name: str) -> dict[str, Any]:
    """Median, 95th percentile and worst of some waits."""
    order = sorted(waits)
    late = order[min(len(order) - 1, round(0.95 * len(order)))]
    figures = {"n": len(order), "median": statistics.median(order), "p95": late, "worst": order[-1]}
    return {name: {key: round(value, 3) for key, value in figures.items()}}


def main() -> None:
    """Measure, and print the results."""
    from playwright.sync_api import sync_playwright

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--edits", type=int, default=500)
    asked.add_argument("--drags", type=int, default=20)
    asked.add_argument("--faults", type=int, default=10)
    asked.add_argument("--moves", type=int, default=40)
    asked.add_argument("--long-game", type=int, default=500, help="number of moves in one page")
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
        if given.faults:
            found |= faults(browser, given.faults)
        if given.drags:
            found |= drags(browser, given.drags)
        if given.moves:
            found |= moves(browser, given.moves)
        if given.long_game:
            found |= long_game(browser, given.long_game)
        browser.close()
    print(json.dumps(found, indent=None if given.json else 2))


if __name__ == "__main__":
    main()
