"""The page in a browser on a desktop and on a phone, in light and dark mode, with nothing
cut off.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.cli.pictures import pictures_of
from generator.model.pack import Pack
from tests.play.lean import pack_of
from tests.play.telling.answers import ANSWERS, made_up
from tests.tellings import findings_of, write_html

pytestmark = pytest.mark.browser

DESK, PHONE = (1280, 800, "light"), (360, 740, "dark")
LOOKS = [  # on a desk one page stands for all, but in the long run
    pytest.param(name, look, marks=[pytest.mark.slow] if look == DESK and name != "results" else [])
    for name in ANSWERS
    for look in (DESK, PHONE)
]
OPEN = "() => document.querySelectorAll('details').forEach(d => d.open = true)"
CUT = """() => {
  const wide = document.documentElement.clientWidth;
  const hidden = '.sr, .skip, .album, thead';
  const seen = [...document.querySelectorAll('body *')].filter(e => !e.closest(hidden));
  return seen.filter(e => {
    const box = e.getBoundingClientRect();
    const inner = e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1;
    return box.width > 0 && (box.left < -1 || box.right > wide + 1 || inner);
  }).map(e => `${e.tagName} ${e.getAttribute('class')} ${e.textContent.slice(0, 40)}`);
}"""


def opened(chromium: Any, path: Path, width: int, height: int, scheme: str) -> Any:
    """The page in a window of that size, everything that can be opened open."""
    window = {"width": width, "height": height}
    page = chromium.new_context(viewport=window, color_scheme=scheme).new_page()
    page.goto(path.as_uri())
    page.evaluate(OPEN)
    return page


def serious(page: Any) -> list[str]:
    """Return axe-core's findings for people who cannot see or use a pointer."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [f"{v['impact']} {v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]


@pytest.mark.parametrize(("name", "look"), LOOKS)
def test_a_page_is_whole_at_every_size(
    chromium: Any,
    answers: dict[str, object],
    market: Pack,
    tmp_path: Path,
    name: str,
    look: tuple[int, int, str],
) -> None:
    path = write_html(answers[name], tmp_path / "report.html", pictures_of(market))  # type: ignore[arg-type]
    page = opened(chromium, path, *look)
    assert page.evaluate(CUT) == []
    assert serious(page) == []
    page.context.close()


def test_the_first_screen_of_a_desk_holds_the_verdict_and_the_tiles(
    chromium: Any, answers: dict[str, object], tmp_path: Path
) -> None:
    path = write_html(answers["results"], tmp_path / "report.html")  # type: ignore[arg-type]
    page = opened(chromium, path, 1280, 800, "light")
    for part in (".verdict", ".tile >> nth=3", ".findings li >> nth=0"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["y"] + box["height"] <= 800, part
    page.context.close()


@pytest.fixture
def long_names(tmp_path: Path) -> Iterator[Path]:
    """Return a page whose ends have names that differ only in their last letter."""
    name = "the_caravan_reaches_the_last_oasis_before_the_rains_" * 2
    ends = (f"{name}a",) * 60 + (f"{name}b",) * 60
    made = made_up([[1, 0], [0, 1]] * 60, pack_of("market"), reasons=ends)
    yield write_html(made, tmp_path / "report.html")


def test_long_names_are_distinguished_on_a_phone(chromium: Any, long_names: Path) -> None:
    page = opened(chromium, long_names, 360, 740, "light")
    assert page.evaluate(CUT) == []
    shown = page.locator("#ends .key").inner_text()
    assert "rains a:" in shown and "rains b:" in shown
    page.context.close()


def test_the_page_prints_on_a4(
    chromium: Any, answers: dict[str, object], market: Pack, tmp_path: Path
) -> None:
    path = write_html(answers["results"], tmp_path / "report.html", pictures_of(market))  # type: ignore[arg-type]
    page = opened(chromium, path, 718, 1000, "dark")
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    page.context.close()


def test_the_numbers_under_lifts_stay_inside_on_a_phone(chromium: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    used = (rng.uniform(size=(400, 2, 2)) < 0.5).astype(np.int32)
    pieces = {"pieces": ("goods/gold", "goods/ink"), "piece_used": used, "piece_offered": used}
    path = write_html(
        made_up(rng.permuted([[1, 0]] * 400, axis=1), pack_of("market"), **pieces),
        tmp_path / "report.html",
    )
    page = opened(chromium, path, 360, 740, "light")
    assert page.evaluate(CUT) == []
    outside = """() => [...document.querySelectorAll('svg.strip text')].filter(e => {
      const own = e.getBoundingClientRect(), box = e.ownerSVGElement.getBoundingClientRect();
      return own.width > 0 && (own.left < box.left - 1 || own.right > box.right + 1);
    }).map(e => e.textContent)"""
    assert page.evaluate(outside) == []
    page.context.close()


PARTED = """() => [...document.querySelectorAll('.try')].flatMap(e => {
  const range = document.createRange(), found = [];
  const nodes = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    for (const option of nodes.currentNode.data.matchAll(/--[a-z]+|[<>]= ?[0-9]*/g)) {
      range.setStart(nodes.currentNode, option.index);
      range.setEnd(nodes.currentNode, option.index + option[0].length);
      if (new Set([...range.getClientRects()].map(r => r.top)).size > 1) found.push(option[0]);
    }
  }
  return found;
})"""
WORDS = "() => [...document.querySelectorAll('.try')].map(e => e.innerText)"


@pytest.mark.slow
def test_a_command_to_try_is_never_parted_within_an_option(
    chromium: Any, answers: dict[str, object], tmp_path: Path
) -> None:
    results: Any = answers["results"]
    path = write_html(results, tmp_path / "report.html")
    actions = [f"Try: {f.action}" for f in findings_of(results) if f.action]
    assert any(" --" in action for action in actions)
    for width in range(300, 420, 7):
        page = opened(chromium, path, width, 740, "light")
        shown = page.evaluate(WORDS)
        assert set(shown) <= set(actions) and shown, "what is copied is what was meant"
        assert page.evaluate(PARTED) == [], width
        page.context.close()
