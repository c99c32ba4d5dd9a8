"""The sheets of a pack as they will print; runs in the press worker.

In: how the pack is opened. Out: the PDFs that `protoplay build` would write, then a picture of
every page.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from generator.preview.faces import Call

if TYPE_CHECKING:
    from generator.press.out.face_forms import Press

DPI = 96.0
MOST_PAGES = 80  # that are drawn; a PDF has them all


def sheets(call: Call) -> Iterator[tuple[str, bytes]]:
    """Each PDF by its name, then each page as PNG, named after its PDF and its number."""
    from generator.model.problems import Problems
    from generator.press.build import pdfs_and_pictures
    from generator.press.options import BuildOptions

    problems = Problems()
    options = BuildOptions(programs=call.runs, dpi=DPI)
    made, pictures = pdfs_and_pictures(call.pack(flawed=True), options, problems, press=_press())
    if not made and problems.errors:
        raise ValueError(str(problems.errors[0]))
    yield from made
    yield from islice(pictures, MOST_PAGES)


@cache
def _press() -> "Press":
    from generator.press.out.face_forms import Press

    return Press()
