"""Measures the time and memory of the press: `python tests/benchmarks/press.py [--json]`.

Different cards from a CSV file are printed with the bundled card template on A4 with cut marks, and
by a bare reportlab script that draws the same cards. The figures are CPU seconds of whole
processes, including their children, in the same run. Modules are compiled beforehand, as in an
installation, whatever the machine's settings for Python are. Memory is the largest resident set of
any process. `rebuild_s` is the time for one changed card inside a running process, and `png_180_s`
the time for 180 faces as pictures of 300 dpi.
"""

import argparse
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

SIZES = (54, 200, 1000, 5000)
ICONS = ("star", "heart", "shield", "gem", "bolt", "leaf")
COLOURS = ("#d1495b", "#2e6f57", "#e0a83e", "#33506b")
TEXT = (
    "draw discard place move your the a each player card token river tile next turn two three "
    "when may take before after gain score lose another one from any"
)
WORDS = TEXT.split()
GAME = """protoplay: 1
name: Benchmark
players: 2-4
sheet: {paper: a4, margin: 8mm, marks: ticks, backs: none}
components:
  cards:
    title: Cards
    size: euro-poker
    bleed: 2mm
    rows: {file: cards.csv}
    piece: "{{ name }}"
    front:
      use: card
      title: "{{ name }}"
      corner: "{{ cost }}"
      icon: "{{ icon }}"
      colour: "{{ colour }}"
      text: "{{ text }}"
"""


@dataclass(frozen=True)
class Cost:
    """The cost of one run."""

    cpu_s: float
    wall_s: float
    peak_mb: float


def write_pack(folder: Path, n_cards: int) -> None:
    """A deck of different cards; the same for the same number."""
    chance = random.Random(n_cards)
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "cost", "icon", "colour", "text"])
        for i in range(n_cards):
            words = " ".join(chance.choices(WORDS, k=chance.randint(14, 24))).capitalize()
            name = f"{chance.choice(WORDS)} {chance.choice(WORDS)} {i}".title()
            row = [name, i % 9 + 1, ICONS[i % 6], COLOURS[i % 4], words + "."]
            rows.writerow(row)


def cost_of(*command: str) -> Cost:
    """Run a process to its end and return what the system reports for it and its children."""
    started = time.perf_counter()
    # Its own memory is read by the child: a forked child starts with its parent's high mark.
    call = [sys.executable, __file__, *command]
    child = subprocess.Popen(call, stdout=subprocess.PIPE, env=compiled())
    assert child.stdout is not None
    said = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command!r} ended with {child.returncode}: {said.decode()}")
    wall = time.perf_counter() - started
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def compiled() -> dict[str, str]:
    """The environment of a process that finds all modules compiled, once it has run before."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": os.environ["COMPILED"]}


def press(folder: str, out: str) -> None:
    """Build the pack as the command line does."""
    from generator.cli.commands import app

    app(["build", folder, "--out", out, "--quiet"])


def rebuild(folder: str, out: str) -> None:
    """Build, change one card, build again in the same process; print the median of three."""
    from generator.press.build import build
    from generator.press.options import BuildOptions
    from generator.press.out.face_forms import Press
    from generator.reading.door import open_pack

    kept = Press()
    cards = Path(folder) / "cards.csv"
    text = cards.read_text("utf-8")
    took = []
    for i in range(4):
        cards.write_text(text.replace(".\n", f"{'!' * i}\n", 1) if i else text, "utf-8")
        started = time.perf_counter()
        pack, problems = open_pack(folder)
        assert pack is not None, [str(p) for p in problems]
        build(pack, BuildOptions(out=Path(out)), problems, press=kept)
        took.append(time.perf_counter() - started)
    print(sorted(took[1:])[1])


def floor(folder: str, out: str) -> None:
    """Draw the same cards by hand: the cost of reportlab alone."""
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    mm = 72 / 25.4
    fonts = Path(os.environ["FLOOR_FONTS"])
    registerFont(TTFont("body", str(fonts / "SourceSansPro-Regular.ttf")))
    registerFont(TTFont("bold", str(fonts / "SourceSansPro-Bold.ttf")))
    icons = json.loads(Path(os.environ["FLOOR_ICONS"]).read_text("utf-8"))
    canvas = Canvas(out, pagesize=(210 * mm, 297 * mm), invariant=1, initialFontName="body")
    width, height = 63 * mm, 88 * mm
    left, bottom = (210 * mm - 3 * width) / 2, (297 * mm - 3 * height) / 2
    with (Path(folder) / "cards.csv").open(newline="", encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    for start in range(0, len(cards), 9):
        for i, card in enumerate(cards[start : start + 9]):
            canvas.saveState()
            canvas.translate(left + i % 3 * width, bottom + (2 - i // 3) * height)
            canvas.setFillColor(card["colour"])
            canvas.rect(-2 * mm, -2 * mm, width + 4 * mm, height + 4 * mm, stroke=0, fill=1)
            canvas.setFillColor("#fdfaf3")
            canvas.setLineWidth(0.4 * mm)
            canvas.roundRect(3 * mm, 3 * mm, 57 * mm, 82 * mm, 2 * mm, stroke=1, fill=1)
            canvas.setFillColor(card["colour"])
            canvas.roundRect(3 * mm, 75 * mm, 57 * mm, 10 * mm, 2 * mm, stroke=1, fill=1)
            canvas.setFillColor("#e8ddd0")
            canvas.roundRect(17 * mm, 42 * mm, 30 * mm, 30 * mm, 15 * mm, stroke=1, fill=1)
            canvas.saveState()
            canvas.translate(21 * mm, 68 * mm)
            canvas.scale(22 * mm / 48, -22 * mm / 48)
            canvas.setFillColor("#33261e")
            path = canvas.beginPath()
            for kind, numbers in icons[card["icon"]]:
                getattr(path, kind)(*numbers)
            canvas.drawPath(path, stroke=0, fill=1)
            canvas.restoreState()
            canvas.setFillColor("#fdfaf3")
            canvas.circle(8 * mm, 80 * mm, 5 * mm, stroke=1, fill=1)
            canvas.setFillColor("#26221e")
            canvas.setFont("bold", 13)
            canvas.drawCentredString(8 * mm, 78.3 * mm, card["cost"])
            canvas.setFillColor("#ffffff")
            canvas.drawCentredString(36 * mm, 78.3 * mm, card["name"])
            canvas.setFillColor("#26221e")
            canvas.setFont("body", 9)
            lines = simpleSplit(card["text"], "body", 9, 52 * mm)
            for j, line in enumerate(lines):
                y = 25 * mm + len(lines) * 5.5 - j * 11
                canvas.drawCentredString(width / 2, y, line)
            canvas.restoreState()
        canvas.setLineWidth(0.1 * mm)
        for i in range(4):
            x, y = left + i * width, bottom + i * height
            canvas.line(x, bottom - 7 * mm, x, bottom - 3 * mm)
            canvas.line(x, bottom + 3 * height + 3 * mm, x, bottom + 3 * height + 7 * mm)
            canvas.line(left - 7 * mm, y, left - 3 * mm, y)
            canvas.line(left + 3 * width + 3 * mm, y, left + 3 * width + 7 * mm, y)
        canvas.showPage()
    canvas.save()


def pictures(folder: str, out: str) -> None:
    """180 faces as pictures of 300 dpi, as the command line makes them."""
    from generator.cli.commands import app

    app(["build", folder, "--out", out, "--quiet", "--format", "png"])


def icon_paths() -> dict[str, list[tuple[str, list[float]]]]:
    """The bundled icons as reportlab path calls, made beforehand so that the floor is low."""
    import re

    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.svgLib.path import parse_path

    from generator import bundled

    calls = {"moveTo": "moveTo", "lineTo": "lineTo", "curveTo": "curveTo", "closePath": "close"}
    icons = {}
    for name in ICONS:
        svg = (bundled("templates") / "icons" / f"{name}.svg").read_text("utf-8")
        pen = DecomposingRecordingPen({})
        for data in re.findall(r'\sd="([^"]+)"', svg):
            parse_path(data, pen)
        path: list[tuple[str, list[float]]] = []
        for kind, points in pen.value:
            numbers = [float(v) for point in points for v in point]
            if kind == "qCurveTo":
                kind, numbers = "lineTo", numbers[-2:]
            if kind in calls:
                path.append((calls[kind], numbers))
        icons[name] = path
    return icons


def measure(sizes: tuple[int, ...]) -> dict[str, float]:
    """All sizes, each in fresh processes; keys end in the number of cards."""
    from generator.reading.fonts import default_font

    told: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "icons.json").write_text(json.dumps(icon_paths()), "utf-8")
        os.environ["COMPILED"] = str(folder / "compiled")
        os.environ["FLOOR_ICONS"] = str(folder / "icons.json")
        os.environ["FLOOR_FONTS"] = str(default_font().files["regular"].parent)
        for n_cards in sizes:
            pack = folder / f"deck{n_cards}"
            write_pack(pack, n_cards)
            ours = min(
                (cost_of("--press", str(pack), str(folder / "out")) for _ in range(3)),
                key=lambda cost: cost.cpu_s,
            )
            bare = min(
                (cost_of("--floor", str(pack), str(folder / "floor.pdf")) for _ in range(3)),
                key=lambda cost: cost.cpu_s,
            )
            told[f"cpu_s_{n_cards}"] = round(ours.cpu_s, 3)
            told[f"wall_s_{n_cards}"] = round(ours.wall_s, 3)
            told[f"floor_cpu_s_{n_cards}"] = round(bare.cpu_s, 3)
            told[f"ratio_{n_cards}"] = round(ours.cpu_s / bare.cpu_s, 2)
            told[f"peak_mb_{n_cards}"] = round(ours.peak_mb, 1)
            if n_cards <= 1000:
                again = [sys.executable, __file__, "--rebuild", str(pack), str(folder / "again")]
                said = subprocess.run(again, check=True, capture_output=True, text=True).stdout
                told[f"rebuild_s_{n_cards}"] = round(float(said), 3)
            pdf = folder / "out" / pack.name / f"{pack.name}-a4.pdf"
            told[f"file_mb_{n_cards}"] = round(pdf.stat().st_size / 1e6, 2)
        write_pack(folder / "pictures", 180)
        cost = cost_of("--pictures", str(folder / "pictures"), str(folder / "png"))
        told["png_180_s"] = round(cost.wall_s, 2)
        told["png_180_cpu_s"] = round(cost.cpu_s, 2)
    return told


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of cards")
    parser.add_argument("--press", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--floor", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--rebuild", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--pictures", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.press:
        press(*chosen.press)
    elif chosen.pictures:
        pictures(*chosen.pictures)
    elif chosen.floor:
        floor(*chosen.floor)
    elif chosen.rebuild:
        rebuild(*chosen.rebuild)
    else:
        told = measure(tuple(chosen.sizes))
        if chosen.json:
            print(json.dumps(told, indent=1))
        else:
            for key, value in told.items():
                print(f"{key:>20} {value:>10}")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main()
