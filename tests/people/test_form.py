"""The playtest form: every question on it, a side for each seat, in the pack's own words."""

from pathlib import Path

import pypdfium2

from generator.model.problems import Problems
from generator.model.questions import STANDARD
from generator.press.form import form_pdf
from tests.people.diary import GAME, pack_in


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_a_form_asks_every_question_of_every_seat(tmp_path: Path) -> None:
    pack, problems = pack_in(tmp_path / "ferry"), Problems()
    pdf = form_pdf(pack, (1, 2, 3), "7f3ab2c9", problems)
    assert pdf is not None and not problems.listed
    text = text_of(pdf)
    for words in ("Storms came", "Best card?", "Gull", *(question.text for question in STANDARD)):
        assert text.count(words) == 3, words
    assert text.count("7f3ab2c9") == 3 and "Seat 3" in text and "Seat 4" not in text
    assert len(pypdfium2.PdfDocument(pdf)) == 2, "two sides of A5 on a sheet of A4"
    assert pdf == form_pdf(pack, (1, 2, 3), "7f3ab2c9", Problems())


def test_a_form_without_names_has_no_room_for_one(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry")
    pdf = form_pdf(pack, (1,), "7f3ab2c9", Problems(), names=False)
    assert pdf is not None and "Name (" not in text_of(pdf)


def test_a_fault_in_a_question_is_reported_where_it_is_written(tmp_path: Path) -> None:
    pack = pack_in(tmp_path / "ferry", GAME.replace("Best card?", "Best :cardd: of all?"))
    problems = Problems()
    assert form_pdf(pack, (1, 2), "7f3ab2c9", problems) is None
    (message,) = [str(problem) for problem in problems]
    assert message.startswith("game.yaml:7:10: error:") and "cardd" in message


def test_the_longest_form_fits_on_its_page(tmp_path: Path) -> None:
    ask = "".join(f"  - {{id: q{i}, text: {'A long question ' * 4}}}\n" for i in range(6))
    head, _, rest = GAME.partition("ask:\n")
    pack = pack_in(tmp_path / "ferry", f"{head}ask:\n{ask}{rest[rest.index('components') :]}")
    problems = Problems()
    assert form_pdf(pack, (1,), "7f3ab2c9", problems) is not None
    assert not problems.listed
