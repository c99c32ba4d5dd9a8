"""The table as a person sees it: saved changes appear, broken files are reported."""

import csv
import io
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.play.studies.test_balance import CARDS, builder
from tests.toys import PACKS

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.browser

GAME = """\
protoplay: 1
name: Ledger
players: 2
parameters:
  toll: {value: 3, low: 1, high: 9, note: what a bridge costs}
components:
  deck:
    title: Deck
    size: poker
    rows: cards.csv
    front:
      use: card
      title: "{{ name }}"
      text: "Worth {{ worth }}. A bridge costs {{ toll }}."
"""


N = 60  # cards of the ledger


def cards(n: int) -> list[dict[str, str]]:
    return [{"name": f"Card {i}", "worth": str(i % 7), "count": "1"} for i in range(n)]


def write_cards(folder: Path, rows: list[dict[str, str]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    (folder / "cards.csv").write_text(text.getvalue(), "utf-8")


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    write_cards(tmp_path, cards(N))
    return tmp_path


@pytest.fixture(scope="module")
def market(preview: Callable[..., Any]) -> Iterator[Any]:
    """Return the table of a playable game, for tests that change its numbers."""
    with preview(PACKS / "market", "--trust") as served:
        yield served


def page_of(chromium: Any, served: Any, path: str = "/") -> Any:
    """Return an open page; any complaint in its console fails the test at once."""
    page = chromium.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.complaints = []
    page.on("console", lambda m: page.complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: page.complaints.append(str(e)))
    page.goto(served.address)
    if path != "/":
        page.goto(served.base + path)
    page.wait_for_selector("#parts, #controls", state="attached")
    return page


def test_one_cell_changes_those_pictures_and_nothing_else(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    with preview(ledger) as served:
        page = page_of(chromium, served)
        assert page.locator("#parts img").count() == N
        page.evaluate("window.stays = true")
        before = sources(page)
        waits = []
        for n in range(3):
            rows = cards(N)
            rows[17 + n]["worth"] = "99"
            write_cards(ledger, rows)
            started = time.monotonic()
            page.wait_for_selector(f'.changed [data-find$="Card {17 + n} 99 1"]', state="attached")
            waits.append(time.monotonic() - started)
            now = sources(page)
            wanted = {17 + n} if n == 0 else {17 + n, 16 + n}
            changed = {i for i in range(N) if before[i] != now[i]}
            assert changed == wanted, n
            before = now
        assert page.evaluate("window.stays"), "the page was loaded anew"
        assert "changed just now" in page.locator("#found").inner_text()
        assert page.complaints == []


def sources(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all("#parts img", "all => all.map(i => i.src)")
    return found


BROKEN = {
    "game.yaml": (GAME.replace("players: 2", "players: [2"), "game.yaml:"),
    "cards.csv": ('name,worth,count\n"Card 0,1,1\n', "cards.csv:"),
}


def test_broken_files_are_reported_in_place_and_recover(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    with preview(ledger) as served:
        page = page_of(chromium, served)
        before = sources(page)
        for name, (text, told) in BROKEN.items():
            sound = (ledger / name).read_text("utf-8")
            (ledger / name).write_text(text, "utf-8")
            page.wait_for_selector("#problems:not([hidden])")
            assert told in page.locator("#problems li code").first.inner_text()
            assert sources(page) == before, "the old faces stay"
            (ledger / name).write_text(sound, "utf-8")
            page.wait_for_selector("#problems", state="hidden")
        assert sources(page) == before
        assert page.complaints == []


def test_nothing_is_left_running_after_ctrl_c(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    with preview(ledger) as served:
        page = page_of(chromium, served)
        pids = served.pids
        assert len(pids) > 1
    assert served.process.returncode == 130
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    page.wait_for_selector("#link:not(:empty)")


def test_a_number_is_tried_and_written_into_one_line_of_the_file(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    before = (ledger / "game.yaml").read_text("utf-8")
    with preview(ledger) as served:
        page = page_of(chromium, served, "/tweak")
        number = page.locator("input[type=number]")
        number.fill("5")
        page.wait_for_selector(f"text={N} faces are printed otherwise")
        assert (ledger / "game.yaml").read_text("utf-8") == before
        assert page.evaluate("document.activeElement.type") == "number", "the focus stays"
        page.locator("[data-write]").click()
        page.wait_for_selector("text=Those that show a number appear here")
        assert page.evaluate("'set' in document.activeElement.dataset"), "the focus is not lost"
        after = (ledger / "game.yaml").read_text("utf-8")
        assert after == before.replace("value: 3", "value: 5")
        number.fill("99")
        page.wait_for_timeout(200)
        assert not page.locator("[data-write]").is_visible(), "99 is beyond its range"
        told = '"toll" is 99, above its upper bound of 9 (its range is from 1 to 9)'
        page.wait_for_selector(f".fault:text-is({told!r})")
        assert number.get_attribute("aria-invalid") == "true"
        assert page.locator("input[type=range]").input_value() == "5"
        assert page.locator("#tweaked").is_hidden()
        number.fill("6")
        page.wait_for_selector("#tweaked:has-text('As tweaked: toll 6 (game.yaml: 5)')")
        assert number.get_attribute("aria-invalid") == "false"
        number.fill("5.5")
        page.wait_for_selector(".fault:has-text('is a whole number')")
        assert not page.locator("[data-write]").is_visible()
        page.locator("#tweaked button").click()
        page.wait_for_selector("#tweaked", state="hidden")
        assert page.url.endswith("/tweak") and number.input_value() == "5"
        assert page.complaints == []


def test_a_slider_is_moved_by_keys_and_by_mouse_and_what_it_does_is_played(
    chromium: Any, market: Any
) -> None:
    page = page_of(chromium, market, "/tweak")
    page.set_default_timeout(180_000)
    slider = page.locator("input[type=range]").first
    name = slider.evaluate("input => input.closest('fieldset').dataset.name")
    start = int(slider.input_value())
    slider.focus()
    page.keyboard.press("ArrowRight")
    words = f"{name.replace('_', ' ')} {start + 1}"
    page.wait_for_selector(f"#effect .told:has-text('{words}'):has-text('games of each')")
    page.wait_for_selector("#effect .bands tbody tr")
    assert page.evaluate("document.activeElement.type") == "range", "the focus stays"
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, middle, steps=8)
    page.mouse.up()
    low, high = (slider.get_attribute(end) for end in ("min", "max"))
    assert slider.input_value() == high != low
    words = f"{name.replace('_', ' ')} {high}"
    page.wait_for_selector(f"#effect .told:has-text('{words}'):has-text('games of each')")
    page.locator("[data-back]").click()
    page.wait_for_selector("#effect :text('Everything is as the pack says')")
    assert slider.input_value() == str(start)
    assert page.complaints == []


@pytest.mark.slow
def test_on_a_narrow_page_what_a_number_does_is_in_view_beside_its_control(
    chromium: Any, market: Any
) -> None:
    page = page_of(chromium, market, "/tweak")
    page.set_default_timeout(180_000)
    page.set_viewport_size({"width": 360, "height": 640})
    slider = page.locator("input[type=range]").first
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#effect .told:has-text('games of each')")
    slider.scroll_into_view_if_needed()
    row = page.locator("#effect .bands tbody tr").first
    control, told = slider.bounding_box(), row.bounding_box()
    assert control is not None and told is not None
    assert 0 <= control["y"] < told["y"] < 640 - told["height"]
    page.reload()
    page.wait_for_selector("#effect .told")
    page.evaluate("scrollTo(0, 0)")
    covered = "e => {const b = e.getBoundingClientRect(); return document.elementFromPoint("
    covered += "b.x + b.width / 2, b.y + b.height / 2) !== e}"
    assert not slider.evaluate(covered), "the first control is whole from the beginning"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.complaints == []


RULES = "def deal(:\n    pass\n"
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="67.5mm" height="92.9mm" viewBox="-2 -2 67.5 92.9">
<rect x="-2" y="-2" width="67.5" height="92.9" fill="#dde"/>{{ include }}</svg>
"""


@pytest.mark.slow
def test_a_broken_template_picture_or_rule_is_reported_in_place_and_recovers(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    """One after the other: a face's template, its SVG, and the rules."""
    (ledger / "templates").mkdir()
    face = ledger / "templates" / "face.svg.j2"
    sound = TEMPLATE.replace(
        "{{ include }}", '<text x="5" y="9" font-size="4">{{ name }} {{ toll }}</text>'
    )
    face.write_text(sound, "utf-8")
    game = GAME[: GAME.index("      use: card")] + "      template: templates/face.svg.j2\n"
    (ledger / "game.yaml").write_text(game, "utf-8")
    write_cards(ledger, cards(6))
    with preview(ledger) as served:
        page = page_of(chromium, served)
        before = sources(page)
        assert len(before) == 6
        broken = [
            ("templates/face.svg.j2:2", face, sound.replace("{{ name }}", "{{ name ")),
            ("templates/face.svg.j2:2", face, sound.replace("</text>", "</txt>")),
            ("rules.py:1", ledger / "rules.py", RULES),
        ]
        for told, file, text in broken:
            file.write_text(text, "utf-8")
            page.wait_for_selector("#problems:not([hidden])")
            assert told in page.locator("#problems li code").first.inner_text()
            assert sources(page) == before, "the old faces stay"
            if file == face:
                file.write_text(sound, "utf-8")
            else:
                file.unlink()
            page.wait_for_selector("#problems", state="hidden")
        assert sources(page) == before


@pytest.mark.slow
def test_a_page_says_that_the_table_stopped_and_goes_on_when_it_is_back(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    with preview(ledger) as first:
        port = first.base.rpartition(":")[2]
        context = chromium.new_context()
        page = context.new_page()
        page.goto(first.address)
        page.wait_for_selector("#parts img")
    stopped = page.locator("#link", has_text="has stopped")
    stopped.wait_for()
    rows = cards(N)
    rows[0]["name"] = "Renamed"
    write_cards(ledger, rows)
    with preview(ledger, "--port", port) as again:
        assert again.base == first.base
        context.new_page().goto(again.address)  # its key is another one
        page.locator("#said", has_text="protoplay is back").wait_for(state="attached")
        page.locator("#parts", has_text="Renamed").wait_for()
        stopped.wait_for(state="detached")
    context.close()


@pytest.mark.slow
def test_hidden_tabs_hold_no_connection_and_update_when_they_become_visible(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    """A browser has six connections for all tabs of an address; a seventh tab would wait."""
    seen = "seen = {}; document.dispatchEvent(new Event('visibilitychange'))"
    with preview(ledger) as served:
        context, pages = chromium.new_context(), []
        context.add_init_script(
            "window.seen = true; Object.defineProperty(document, 'hidden', {get: () => !seen})"
        )
        for _ in range(8):
            page = context.new_page()
            page.goto(served.address if not pages else f"{served.base}/tweak")
            page.wait_for_selector("#parts, #controls", state="attached")
            pages.append(page)
            page.evaluate(seen.format("false"))
        (ledger / "game.yaml").write_text(GAME.replace("Ledger", "Register"), "utf-8")
        pages[-1].evaluate(seen.format("true"))
        pages[-1].locator("#game", has_text="Register").wait_for()
        assert pages[1].inner_text("#game") == "Ledger"
        pages[1].evaluate(seen.format("true"))
        pages[1].locator("#game", has_text="Register").wait_for()
        context.close()


@pytest.mark.slow
def test_warnings_are_one_line_until_they_are_asked_for_and_faults_stand_open(
    chromium: Any, preview: Callable[..., Any], ledger: Path
) -> None:
    alike = 'palette: {grove: "#2f7d4f", brick: "#8d5a2b", loam: "#8a5c2f"}\ncolours_alone: true\n'
    game = GAME + alike
    (ledger / "game.yaml").write_text(game, "utf-8")
    with preview(ledger) as served:
        page = page_of(chromium, served)
        strip, listed = page.locator("#problems"), page.locator("#warnings li").first
        assert strip.inner_text().strip() == "6 warnings" and not listed.is_visible()
        assert strip.bounding_box()["height"] < 50
        page.locator("#warnings summary").focus()
        page.keyboard.press("Enter")
        assert (
            listed.is_visible()
            and page.locator('#warnings .fix:text("add a pattern")').count() == 1
        )
        (ledger / "game.yaml").write_text(game.replace("use: card", "use: carrd"), "utf-8")
        page.wait_for_selector("#problems h2")
        assert page.locator("#problems > ul li").count() == 1
        assert listed.is_visible(), "what was opened stays open"
        assert page.locator("[class~=old-front]").count() == N
        page.goto(f"{served.base}/glance")
        assert page.locator("#problems h2").inner_text() == "1 fault" and not listed.is_visible()
        assert page.complaints == []


@pytest.mark.slow
def test_numbers_of_a_report_stack_on_a_phone(chromium: Any, preview: Callable[..., Any]) -> None:
    with preview(PACKS / "market", "--trust") as served:
        page = page_of(chromium, served)
        page.goto(served.base + "/report")
        page.set_viewport_size({"width": 360, "height": 740})
        page.fill("input[name=games]", "100")
        page.click("button.main")
        page.wait_for_selector("#answer table.n4", state="attached", timeout=180_000)
        wide = page.evaluate("""() => {
          document.querySelectorAll('details').forEach(d => d.open = true);
          return [...document.querySelectorAll('#answer .scroll, #answer table, #answer tbody')]
            .filter(e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > 361)
            .map(e => e.textContent.slice(0, 60));
        }""")
        assert wide == []
        assert page.complaints == []


def test_the_overview_lists_twins_and_rows_that_are_never_better(
    chromium: Any, preview: Callable[..., Any], tmp_path: Path
) -> None:
    planted = [("twin", 5, 2, 0), ("dear", 8, 2, 0)]
    folder = builder(tmp_path / "pack", [*CARDS, *planted])
    with preview(folder, "--trust") as served:
        page = page_of(chromium, served)
        page.goto(f"{served.base}/glance")
        page.wait_for_selector("text=price: cost · points: vp · meaning not known: income")
        said = page.locator("ul.twins").first.inner_text()
        assert "card 02 and twin are twins" in said
        assert 'dear costs more and gives less than "card 03"' in said
        assert page.locator("text=vp per cost").count() == 1
        page.locator("ul.twins a", has_text="dear").click()
        page.wait_for_selector("#large")
        assert page.complaints == []
