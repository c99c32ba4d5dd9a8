"""Every page for everyone: axe finds nothing serious, and a stranger's pack runs nothing."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.toys import PACKS

pytestmark = pytest.mark.browser
PAGES = ("/", "/glance", "/tweak", "/sheets?low_ink=on", "/report", "/replay")
BAD = "<script>document.title='had'</script><img src=x onerror=\"document.title='had'\">"
GAME = f"""\
protoplay: 1
name: "Trap {{}} </title><script>document.title='had'</script>"
players: 2
parameters:
  toll: {{value: 3, low: 1, high: 9, note: "{BAD.replace('"', "'")}"}}
components:
  deck:
    title: "Deck </h2><script>document.title='had'</script>"
    size: poker
    rows: cards.csv
    front:
      template: templates/trap.svg.j2
"""
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"
 onload="document.title='had'">
<script>document.title='had'; parent.document.title='had'</script>
<a href="javascript:document.title='had'"><rect width="63.5" height="88.9" fill="#dde"/></a>
<text x="5" y="20" font-size="6">{{ name }} {{ toll }}</text></svg>
"""


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "templates" / "trap.svg.j2").write_text(SVG, "utf-8")
    quoted = BAD.replace('"', '""')
    rows = "".join(f'"{quoted} {i}",{i}\n' for i in range(6))
    (tmp_path / "cards.csv").write_text(f"name,worth\n{rows}", "utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def served(preview: Callable[..., Any]) -> Iterator[Any]:
    with preview("shiftago") as running:
        yield running


def open_page(chromium: Any, served: Any, path: str, scheme: str, width: int) -> Any:
    context = chromium.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(served.address)
    if path != "/":
        page.goto(served.base + path)
    page.wait_for_selector("h1")
    return page


SMALL = """() => [...document.querySelectorAll(
  "button, summary, select, nav a, input:not([type=hidden])")]
  .filter((e) => e.checkVisibility() && !e.closest("p.small, .sr"))
  .map((e) => [e.outerHTML.slice(0, 80),
    (e.type === "checkbox" ? e.closest("label") : e).getBoundingClientRect()])
  .filter(([, box]) => box.width < least || box.height < least).map(([html]) => html)"""


def test_pages_use_source_sans_and_nothing_moves_when_another_tab_is_bold(
    chromium: Any, served: Any
) -> None:
    page = open_page(chromium, served, PAGES[0], "light", 1280)
    tabs = "all => all.map(a => [a.getBoundingClientRect().x, a.getBoundingClientRect().width])"
    places = []
    for path in PAGES:
        page.goto(served.base + path)
        page.wait_for_selector("h1")
        loaded = page.evaluate("document.fonts.ready.then(all => [...all].map(f => f.status))")
        assert loaded.count("loaded") >= 2 and "error" not in loaded, path
        assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith(
            '"Source Sans 3"'
        )
        places.append(page.eval_on_selector_all("#rooms a", tabs))
    assert all(place == places[0] for place in places)
    font = page.request.get(served.base + "/font/Regular.ttf")
    assert font.ok and "immutable" in font.headers["cache-control"]
    assert page.request.get(served.base + "/font/Black.ttf").status == 404
    page.context.close()


@pytest.mark.parametrize(("is_touch", "least"), [(False, 24), (True, 44)])
def test_targets_are_large_enough(chromium: Any, served: Any, is_touch: bool, least: int) -> None:
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=is_touch, is_mobile=is_touch
    )
    page = context.new_page()
    page.goto(served.address)
    for path in PAGES:
        page.goto(served.base + path)
        page.wait_for_selector("h1")
        assert page.evaluate(SMALL.replace("least", str(least))) == [], path
    context.close()


@pytest.mark.parametrize(
    ("scheme", "width"),
    [pytest.param("light", 1280, marks=pytest.mark.slow), ("dark", 360)],
)
def test_axe_finds_nothing_serious(chromium: Any, served: Any, scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    found, page = {}, open_page(chromium, served, PAGES[0], scheme, width)
    for path in PAGES:
        if path != PAGES[0]:
            page.goto(served.base + path)
            page.wait_for_selector("h1")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        found[path] = axe_on(page, Axe())
    page.context.close()
    assert not any(found.values()), found


def test_a_pack_of_an_unknown_author_runs_nothing(
    chromium: Any, preview: Callable[..., Any], trap: Path
) -> None:
    with preview(trap) as running:
        page = chromium.new_page()
        violations: list[str] = []
        page.on("console", lambda m: violations.append(m.text) if "Policy" in m.text else None)
        page.on("dialog", lambda d: violations.append(d.message))
        page.goto(running.address)
        for path in PAGES[:4]:
            page.goto(running.base + path)
            page.wait_for_selector("h1")
            page.wait_for_timeout(150)
            assert page.title() != "had", path
            assert page.locator("main script").count() == 0
        page.goto(running.base + "/")
        assert page.locator("#parts img").count() == 6
        face = page.locator("#parts img").first.get_attribute("src")
        assert not violations
        page.goto(running.base + face)
        page.wait_for_timeout(100)
        assert page.title() != "had"
        page.close()


def test_exported_pages_of_an_unknown_author_run_nothing(chromium: Any, tmp_path: Path) -> None:
    pack = tmp_path / "market"
    shutil.copytree(PACKS / "market", pack)
    game = (pack / "game.yaml").read_text("utf-8")
    quoted = BAD.replace('"', "&quot;").replace("'", "''")
    for name in ("gold", "figs"):
        game = game.replace(f"name: {name}", f"name: '{name} {quoted}'")
    game = game.replace("name: Market", f"name: '</title>{quoted}'")
    game = game.replace("title: Goods", f"title: 'Goods</h2>{quoted}'")
    (pack / "game.yaml").write_text(
        game.replace(
            '{use: card, title: "{{ name }}", text: "{{ points }} points"}', "{template: t.svg}"
        ),
        "utf-8",
    )
    (pack / "t.svg").write_text(SVG.replace("{{ toll }}", ""), "utf-8")
    replay = tmp_path / "replay.html"
    for words in (
        ("simulate", str(pack), "--games", "60", "--agents", "random", "--out", str(tmp_path)),
        ("replay", str(pack), "--html", str(replay)),
    ):
        call = [sys.executable, "-m", "generator.cli", *words, "--trust"]
        subprocess.run(call, check=True, capture_output=True, cwd=tmp_path)
    (report,) = tmp_path.rglob("report.html")
    for file in (report, replay):
        assert "gold" in file.read_text("utf-8")
        page = chromium.new_page()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(file.as_uri())
        page.wait_for_timeout(300)
        assert page.title() not in ("", "had"), file
        assert page.locator("img[onerror], svg[onload], [href^='javascript:' i]").count() == 0
        assert [each for each in asked if not each.startswith(("data:", "blob:"))] == [
            file.as_uri()
        ]
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_among_dots_bars_and_faults(
    chromium: Any, preview: Callable[..., Any], tmp_path: Path, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    game = "protoplay: 1\nname: Stall\nplayers: 2\ncomponents:\n  deck:\n    size: poker\n"
    face = '    rows: cards.csv\n    front: {use: card, title: "{{ name }}", value: "{{ cost }}"}\n'
    (tmp_path / "game.yaml").write_text(game + face, "utf-8")
    rows = [f"Card {i},{i % 6},{2 * (i % 6)},{'red' if i % 2 else 'blue'}" for i in range(20)]
    text = "\n".join(["name,cost,points,kind", *rows, "Bargain,1,40,red"]) + "\n"
    (tmp_path / "cards.csv").write_text(text, "utf-8")
    with preview(tmp_path) as running:
        page = open_page(chromium, running, "/glance", scheme, 360)
        assert "Bargain" in page.locator("figcaption b + a").first.inner_text()
        found = [axe_on(page, Axe())]
        page.locator("figcaption b + a").first.click()
        page.wait_for_selector("#large")
        found.append(axe_on(page, Axe()))
        (tmp_path / "cards.csv").write_text(text.replace("Card 3,", '"Card 3,'), "utf-8")
        page.wait_for_selector("#problems:not([hidden])")
        found.append(axe_on(page, Axe()))
        page.context.close()
    assert not any(found), found


def axe_on(page: Any, axe: Any) -> list[tuple[str, str]]:
    """Return axe's serious findings on the current page."""
    return [
        (v["id"], v["nodes"][0]["html"][:160])
        for v in axe.run(page).response["violations"]
        if v["impact"] in ("serious", "critical")
    ]
