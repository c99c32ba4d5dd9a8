"""The sheets of a pack as they will print; runs in the press worker.

In: how the pack is opened, and options of `build`. Out: the PDFs that `protoplay build` would
write, then a picture of every page.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from generator.preview.faces import Call
from generator.preview.print_options import Value

if TYPE_CHECKING:
    from generator.press.out.face_forms import Press

DPI = 96.0
MOST_PAGES = 80  # maximum number of pages that are drawn as pictures; the PDF has all pages


def sheets(call: Call, chosen: Mapping[str, Value]) -> Iterator[tuple[str, bytes]]:
    """Yield each PDF with its name, then each page as PNG, named after its PDF and its number.

    `chosen` are options of `print_options`. Raises `ValueError` if there is nothing to print.
    """
    from generator.model.problems import Problems
    from generator.press.build import pdfs_and_pictures
    from generator.press.options import BuildOptions

    problems = Problems()
    parsed: dict[str, Any] = dict(chosen)
    options = BuildOptions(programs=call.runs, dpi=DPI, **parsed)
    made, pictures = pdfs_and_pictures(call.pack(flawed=True), options, problems, press=_press())
    if not made and problems.errors:
        raise ValueError(problems.errors[-1].message if chosen else str(problems.errors[0]))
    if not made:
        raise ValueError("nothing to print: nothing has changed, or nothing is selected")
    yield from made
    yield from islice(pictures, MOST_PAGES)


@cache
def _press() -> "Press":
    from generator.press.out.face_forms import Press

    return Press()
