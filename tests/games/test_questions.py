"""Every question a player may have is answered on the printed rule sheet."""

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from generator.model.problems import Problems
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.pieces.expand import expand
from generator.reading.door import open_pack
from generator.reading.folder import bundled_packs

PAGE = Path(__file__).with_name("QUESTIONS.md").read_text("utf-8")
QUESTIONS = {
    part.split("\n", 1)[0].strip(): re.findall(r"^\d+\. .*$", part, re.MULTILINE)
    for part in PAGE.split("\n## ")[1:]
}


@cache
def words_of(name: str) -> str:
    """Return all text of the rule sheet, including drawn words, without marks and spaces."""
    pack, problems = open_pack(name)
    assert pack is not None
    maker = FaceMaker(pack, problems)
    sheets = [p for p in expand(pack, problems) if p.component.id == "rule_sheet"]
    page = maker.web_page(sheets[0], "front")
    drawn = [maker.face(sheet, side) for sheet in sheets for side in ("front", "back")]
    assert page is not None and list(problems) == []  # all of it fits on the paper
    told = page.partition("<main>")[2]
    printed = " ".join(face.svg for face in drawn if face is not None)
    return bare(told) + bare(printed)


def bare(text: str) -> str:
    """Return only the letters and figures."""
    return re.sub(r"[^\w–]", "", unescape(re.sub(r"<[^>]*>", " ", text))).lower()


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_packs())
def test_every_answer_stands_on_the_sheet(name: str) -> None:
    missing = [
        (question, quote)
        for question in QUESTIONS[name]
        for quote in re.findall(r'"([^"]+)"', question)
        if bare(quote) not in words_of(name)
    ]
    assert missing == []


@pytest.mark.parametrize("name", bundled_packs())
def test_there_are_twenty_questions_and_each_has_its_answer(name: str) -> None:
    questions = QUESTIONS[name]
    assert len(questions) >= 20
    assert all('"' in question for question in questions)
    numbers = [int(question.split(".")[0]) for question in questions]
    assert numbers == list(range(1, len(questions) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("options", [FaceOptions(grey=True), FaceOptions(low_ink=True)])
@pytest.mark.parametrize("name", bundled_packs())
def test_the_sheets_print_in_grey_and_with_little_ink(name: str, options: FaceOptions) -> None:
    pack, _ = open_pack(name)
    assert pack is not None
    problems = Problems()
    maker = FaceMaker(pack, problems, options)
    for sheet in expand(pack, problems, only=("rule_sheet",)):
        assert maker.face(sheet, "front") and maker.face(sheet, "back")
    assert list(problems) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), [("mara", "family"), ("marram", "short")])
def test_the_sheet_of_a_variant_shows_what_only_others_play_with(name: str, variant: str) -> None:
    pack, problems = open_pack(name, variant=variant)
    assert pack is not None
    maker = FaceMaker(pack, problems)
    sheet = next(p for p in expand(pack, problems) if p.component.id == "rule_sheet")
    assert maker.face(sheet, "front") is not None and list(problems) == []
