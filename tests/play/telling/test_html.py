"""The page needs no other file, and the same answer gives the same page."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from markupsafe import Markup

from generator.play.measures.results import (
    Hole,
    Results,
)
from generator.play.studies.simulate.run import simulate
from generator.play.telling.line_breaks import breaking, worded
from generator.play.telling.pictures import Picture
from generator.play.telling.words.common import HUMANS
from tests.play.lean import pack_of
from tests.play.telling.answers import ANSWERS, made_up
from tests.tellings import findings_of, first_screen, html_of, sections_of


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
        told = given.get("aria-label") or given.get("aria-hidden") or "svg" in self.open[:-1]
        if (tag == "svg" and not told) or (tag == "img" and "alt" not in given):
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
    assert 8_000 < len(text.encode()) < 150_000


def test_the_page_tells_how_to_have_the_same_numbers(results: Results) -> None:
    text = Page(html_of(results)).text
    for part in ("protoplay simulate market --effect gold", "protoplay 0.1.0", "numba", "Seed"):
        assert part in text
    assert results.provenance.digest[:16] in text


def test_the_same_answer_is_the_same_page(results: Results) -> None:
    again = simulate(pack_of("market"), results.options)
    assert html_of(again) == html_of(results)


def test_each_picture_stands_once_and_wherever_its_piece_is_spoken_of(results: Results) -> None:
    asked: list[str] = []

    def picture(piece: str, pixels: int) -> Picture:
        asked.append(piece)
        return Picture(f"pixels of {piece}".encode(), "image/webp", 63, 88, "M0 0H63V88H0Z")

    text = html_of(results, picture)
    pieces = {p.id for p in results.main.metrics.pieces}
    assert pieces <= set(asked) and len(asked) == len(set(asked)), "drawn once, and all of them"
    assert text.count("data:image/webp;base64,") == len(asked)
    page = Page(text)
    uses = re.findall(r'<use href="#(picture-\d+)"', text)
    assert set(uses) <= set(page.ids) and len(uses) > len(asked)
    assert html_of(results, lambda piece, pixels: None).count("<use") == 0


def test_the_first_screen_answers_four_questions_and_names_five_findings(results: Results) -> None:
    findings = findings_of(results)
    screen = first_screen(results, findings)
    assert [t.id for t in screen.tiles] == ["fair", "long", "decided", "broken"]
    assert screen.verdict.endswith(".") and screen.verdict.count(". ") <= 2
    assert screen.verdict.startswith("Gold makes the first player to take it win ")
    assert screen.findings[0].text.startswith("Gold, itself rather than another of the goods: ")
    assert len(screen.findings) <= 5
    assert {f.text for f in (*screen.findings, *screen.rest)} == {f.text for f in findings}
    for tile in screen.tiles:
        assert tile.answer and tile.detail and "–" not in tile.answer and "<svg" in tile.picture
        alarms = {f.chart for f in findings if f.level == "look"}
        assert (tile.state == "look") <= (tile.anchor in alarms)


def test_too_few_games_make_wide_bands_and_say_how_many_more() -> None:
    made = made_up([[1, 0]] * 11 + [[0, 1]] * 9, pack_of("market"))
    fair = first_screen(made, findings_of(made)).tiles[0]
    assert fair.state == "open" and fair.answer == "Too early to say"
    assert "play 400 more games for ±\xa05\xa0%" in fair.detail
    seats = next(c for s in sections_of(made) for c in s.charts if c.id == "seats")
    assert seats.rows[0][2].replace("\xa0", " ") == "55 ± 20 %"
    page = Page(html_of(made)).text
    assert "needs" not in page and "too few" not in seats.picture


def test_games_that_do_not_end_are_said_before_all_else() -> None:
    ends = ("stall",) * 150 + ("over",) * 150
    made = made_up([[1, 0], [0, 1]] * 150, pack_of("market"), reasons=ends)
    verdict = first_screen(made, findings_of(made)).verdict.replace("\xa0", " ")
    assert verdict.startswith("50 % of the games never end with these players")
    seats = next(c for s in sections_of(made) for c in s.charts if c.id == "seats")
    assert seats.title.startswith("Not judged")
    judged = {c.id for s in sections_of(made) for c in s.charts if "Not judged" not in c.title}
    assert judged <= {"ends", "kinds", "map"}, "no heading says what the terminal will not say"


def test_the_move_that_delays_the_end_is_named() -> None:
    ends = ("stall",) * 150 + ("over",) * 150
    counts = np.tile(np.array([[95, 3], [96, 6]]), (300, 1, 1))
    made = made_up(
        [[1, 0], [0, 1]] * 150, pack_of("market"), reasons=ends, kinds=("work", "build"),
        kind_counts=counts,
    )  # fmt: skip
    (told,) = (f for f in findings_of(made) if f.chart == "ends")
    assert "These players choose “work” in 95.5 % of their moves." in told.text.replace("\xa0", " ")
    level = np.tile(np.array([[50, 50], [50, 50]]), (300, 1, 1))
    made = made_up(
        [[1, 0], [0, 1]] * 150, pack_of("market"), reasons=ends, kinds=("work", "build"),
        kind_counts=level,
    )  # fmt: skip
    (told,) = (f for f in findings_of(made) if f.chart == "ends")
    assert "choose" not in told.text.replace("or choices", "")


@pytest.mark.parametrize("name", ANSWERS)
def test_no_word_of_the_engine_is_on_the_page(answers: dict[str, object], name: str) -> None:
    page = html_of(answers[name])  # type: ignore[arg-type]
    shown = Page(re.sub(r"<(details|footer|style).*?</\1>", "", page, flags=re.S)).text
    for word in ("χ²", "d.f.", " cap ", "end by stall", "withheld", "knee", "_"):
        assert word not in shown, word


def test_an_interval_is_not_parted_at_its_dash() -> None:
    told = str(breaking("wins 48 % (39.1–57.0; wanted 47–53 %), my_name <b>"))
    assert str(breaking("out <= 25%”")) == 'out <span class="word">&lt;= 25%”</span>'
    assert told == (
        'wins 48 % <span class="word">(39.1–57.0;</span> wanted <span class="word">47–53 %),</span>'
        " my_<wbr>name &lt;b&gt;"
    )


def test_words_of_a_command_stay_whole_and_are_escaped() -> None:
    made = worded("play --goal 'a <= 3' \u2013 5 % of <it>")
    parts = re.findall('<span class="word">(.*?)</span>', made)
    assert parts == [
        "play",
        "--goal",
        "&#39;a",
        "&lt;= 3&#39;",
        "\u2013",
        "5 %",
        "of",
        "&lt;it&gt;",
    ]
    assert Markup(made).striptags() == "play --goal 'a <= 3' \u2013 5 % of <it>"


def test_events_that_never_happened_are_not_called_broken(results: Results) -> None:
    never = Hole("never offered", "no player ever had the chance to use salt", (), (), 1.0, False)
    stall = Hole("stall", "2 of 400 games stalled", (3,), ("greedy",), 0.005, False)
    for holes, title in (((never,), "What never happened"), ((never, stall), "Where the rules")):
        assert title in html_of(replace(results, holes=holes))
