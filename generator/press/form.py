"""Makes the playtest form as a PDF, with an A5 page for every seat.

In: a pack with its questions, and the seats. Out: the PDF. The form is a rule sheet, whose Markdown
text is set in the pack's fonts. Faults in the text of a question are reported at the question.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from generator.model.pack import Component, FaceSpec, Pack, Row, Scalar, Shape
from generator.model.problems import Place, Problems
from generator.model.questions import Question, questions_of
from generator.press.build import pdfs
from generator.press.options import BuildOptions
from generator.press.out.qr import qr_svg

WIDTH, HEIGHT = 148.0, 210.0  # mm; the width and height of A5
EDGE = 9.0  # mm; white margin around the text
LARGEST_PT, SMALLEST_PT = 10.5, 6.5
# greatest number of rows that get a box to tick; more rows are replaced by a line to write on
MOST_BOXES = 12
LINES = 2  # number of lines to write on for an answer in words
MANY = 6  # number of answers in words from which each answer gets only one line
BOX = "\N{BALLOT BOX}"
BLANK = "\N{NO-BREAK SPACE}"
LINE_FILE = "line.svg"
LINE = (  # a line to write on, as wide as the text
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 130 5">'
    '<path d="M0 4.9H130" stroke="#777777" stroke-width="0.2"/></svg>'
)
QR_FILE = "qr.svg"
QR_SIZE = 19  # mm; the width of the QR code
FILE = "FORM.md"


def form_pdf(
    pack: Pack,
    seats: Sequence[int],
    version: str,
    problems: Problems,
    *,
    paper: str = "a4",
    names: bool = True,
    address: str = "",
) -> bytes | None:
    """The forms of all seats as one PDF; None after a problem.

    `version` is printed on every form. `names` states whether the form has a line for a name.
    `address` is that of the form on the players' phones, printed also as a QR code; "" for none.
    """
    place = Place("game.yaml")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        (folder / LINE_FILE).write_text(LINE, "utf-8")
        (folder / QR_FILE).write_text(qr_svg(address, "The form as a QR code"), "utf-8")
        rows: list[Row] = []
        places: dict[tuple[str, int], Place] = {}
        for seat in seats:
            text, lines = _markdown(pack, seat, version, names, address)
            file = f"{seat}-{FILE}"
            (folder / file).write_text(text, "utf-8")
            places |= {(file, line): question.place for line, question in lines.items()}
            rows.append(Row(f"seat-{seat}", f"seat {seat}", {"file": file}, 1, place))
        slots: dict[str, Scalar] = {
            "file": "{{ file }}",
            "title": "{{ game.name }}",
            "size": LARGEST_PT,
            "least": SMALLEST_PT,
            "colour": "#333333",
            "footer": "Your name is not needed. Ask for your answers to be deleted at any time.",
        }
        face = FaceSpec("use", "rules", slots, place)
        shape = Shape("rect", WIDTH, HEIGHT)
        form = Component("form", "form", shape, 0.0, 0.0, EDGE, face, None, tuple(rows), place)
        made = Problems()
        printed = replace(pack, folder=folder, components=(form,), left_out=())
        options = BuildOptions(
            programs=False,
            paper=paper,
            backs="none",
            marks="none",
            margin=0.0,
            labels=False,
            low_ink=True,
        )
        files = pdfs(printed, options, made)
    for problem in made.listed:
        at = places.get((problem.place.file, problem.place.line), place)
        problems.add(replace(problem, place=at))
    return files[0][1] if files and not made.errors else None


def _markdown(
    pack: Pack, seat: int, version: str, names: bool, address: str
) -> tuple[str, dict[int, Question]]:
    """The text of one form, and the question on each of its lines."""
    lines: list[str] = []
    places: dict[int, Question] = {}
    add = lines.append
    add(f"**Date** {_dots(18)} **Seat** {seat} **Version** {version}\n")
    if names:
        add(f"**Name** (you may leave it out) {_dots(36)}\n")
    add(f"**My score** {_dots(12)} {BOX} I won {BOX} I had not played it before\n")
    questions = questions_of(pack.questions)
    n = max(len(question.options) for question in questions)
    add(f"| Tick one box in each line | {' | '.join(map(str, range(1, n + 1)))} | |")
    add(f"|---|{':-:|' * n}---|")
    n_lines = sum(line.count("\n") + 1 for line in lines)
    for question in (question for question in questions if question.is_scale):
        boxes = [BOX] * len(question.options) + [BLANK] * (n - len(question.options))
        add(f"| {_cell(question.text)} | {' | '.join(boxes)} | {_cell(_legend(question))} |")
        n_lines += 1
        places[n_lines] = question
    add("")
    n_lines += 1
    by_hand = [question for question in questions if not question.is_scale]
    n_each = LINES if len(by_hand) <= MANY else 1
    for question in by_hand:
        places[n_lines + 1] = question
        written = list(_written(pack, question, n_each))
        lines += written
        n_lines += len(written)
    if address:
        add(f"![](<{QR_FILE}#right,{QR_SIZE}mm>)\n")
        add(
            "**Do you play on a phone?** Then you may answer these questions there instead of here."
        )
        add(f"Scan this code with that phone, or open `{address}` on it.")
    return "\n".join(lines) + "\n", places


def _dots(n: int) -> str:
    """A dotted line to write on."""
    return "." * n


def _legend(question: Question) -> str:
    """The meanings of the numbers of a scale: all of up to three numbers, otherwise only the two
    ends.
    """
    options = question.options
    n = len(options)
    numbers = range(n) if n <= 3 else (0, n - 1)
    return ", ".join(f"{i + 1} {options[i]}" for i in numbers)


def _written(pack: Pack, question: Question, n_lines: int) -> Iterator[str]:
    """Yield the lines of a question that people answer by choosing a row or in words."""
    rows: Sequence[Row] = ()
    if question.choose:
        rows = next((c.rows for c in pack.components if c.id == question.choose), ())
    if 0 < len(rows) <= MOST_BOXES:
        boxes = " ".join(f"{BOX}{BLANK}{_cell(row.name)}" for row in rows)
        yield f"**{_cell(question.text)}** {boxes}"
        yield ""
        return
    yield f"**{_cell(question.text)}**"
    for _ in range(1 if question.choose else n_lines):
        yield from ("", f"![]({LINE_FILE})")
    yield ""


def _cell(text: str) -> str:
    """Put a text on one line and escape the characters that end a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
