"""The rules as a web page: on a desk and a phone, by day and by night, for eyes and for ears."""

from pathlib import Path
from typing import Any

import pytest

from generator.model.problems import Problems
from generator.press.build import build
from generator.press.options import BuildOptions
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOOKS = ((1000, "light"), (1000, "dark"), (360, "dark"))
SHOWN = "() => [...document.querySelectorAll('main svg')].map(e => e.getBoundingClientRect().width)"


@pytest.mark.parametrize("name", bundled_packs())
def test_the_page_of_the_rules_is_readable_on_a_screen(
    chromium: Any, tmp_path: Path, name: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    pack, _ = open_pack(name)
    assert pack is not None
    problems = Problems()
    options = BuildOptions(out=tmp_path, formats=("html",), only=("rule_sheet",))
    (file,) = build(pack, options, problems).files
    assert list(problems) == []
    for width, scheme in LOOKS:
        window = {"width": width, "height": 800}
        page = chromium.new_context(viewport=window, color_scheme=scheme).new_page()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(file.as_uri())
        assert asked == [file.as_uri()]  # nothing else is fetched
        assert page.evaluate("document.documentElement.scrollWidth") == width
        widths = page.evaluate(SHOWN)
        assert len(widths) > 9 and min(widths) > 5 and max(widths) <= width
        if scheme == "dark":  # axe looks into every path of every drawing, which takes long
            assert Axe().run(page).response["violations"] == []
        page.context.close()
