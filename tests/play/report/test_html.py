"""The page stands alone, and the same answer is the same page."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from generator.play.measure.results import (
    Results,
)
from generator.play.report.findings.findings import HUMANS, findings_of
from generator.play.report.html import html_of, write_html
from generator.play.simulate import simulate
from tests.play.lean import pack_of
from tests.play.report.answers import ANSWERS


class Page(HTMLParser):
    """Collects ids, links, sources, tags in order, and text; checks that tags nest."""

    VOID = frozenset({"meta", "link", "br", "img", "input", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.images_without_text = 0
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        self.sources += [given["src"] or ""] if "src" in given else []
        if (tag == "svg" and not given.get("aria-label")) or (tag == "img" and "alt" not in given):
            self.images_without_text += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", ANSWERS)
def test_a_page_stands_alone_and_its_links_lead_somewhere(
    answers: dict[str, object], name: str
) -> None:
    text = html_of(answers[name])  # type: ignore[arg-type]
    page = Page(text)
    assert len(page.ids) == len(set(page.ids)), "ids are unique"
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert page.sources == [] and "http" not in text and "<script" not in text
    assert page.images_without_text == 0 and HUMANS in page.text
    assert "nan" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S).lower().split()
    assert 8_000 < len(text.encode()) < 110_000


def test_the_page_tells_how_to_have_the_same_numbers(results: Results) -> None:
    text = Page(html_of(results)).text
    for part in ("protoplay simulate market --effect gold", "protoplay 0.1.0", "numba", "Seed"):
        assert part in text
    assert results.provenance.digest[:16] in text


def test_the_same_answer_is_the_same_page(results: Results) -> None:
    again = simulate(pack_of("market"), results.options)
    assert html_of(again) == html_of(results)


def test_pictures_are_embedded_while_small_and_linked_when_large(
    results: Results, tmp_path: Path
) -> None:
    pieces = [f.piece for f in findings_of(results) if f.piece]
    assert pieces
    small = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    for size, start in (
        (small, "data:image/svg+xml;base64,"),
        (small + " " * 90_000, "svg/goods/"),
    ):
        for piece in pieces:
            component, row = piece.split("/")
            path = tmp_path / "svg" / component / f"{row}-front.svg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(size, "utf-8")
        page = write_html(results, tmp_path / "report.html", tmp_path / "svg")
        sources = Page(page.read_text("utf-8")).sources
        assert sources and all(s.startswith(start) for s in sources)
    called: list[str] = []
    html_of(results, None, lambda piece: called.append(piece))  # type: ignore[func-returns-value]
    assert set(called) == set(pieces)
