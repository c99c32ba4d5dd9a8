"""The notebook as one HTML file that needs no other files.

In: a `Call` and the name of a pack. Out: the text of the page.
"""

import re

from generator import bundled
from generator.preview.faces import Call
from generator.preview.notebook_values import history
from generator.preview.pages import environment
from generator.preview.replay_file import data_address, hash_of
from generator.system.files import read

STYLES = (("report", "report.css"), ("preview", "table.css"))
_SIZE = re.compile(rb'<svg [^>]*?width="([\d.]+)mm" height="([\d.]+)mm"')


def notebook_file(call: Call, name: str) -> str:
    """Return the page of a pack's notebook. Raises `ValueError` if the pack cannot be opened."""
    page, pictures = history(call)

    def address(picture: str) -> str:
        size = _SIZE.match(pictures[picture])
        assert size is not None, picture
        return data_address(pictures[picture], float(size[1]), float(size[2]))

    style = "".join(read(bundled("templates") / folder / file).decode() for folder, file in STYLES)
    template = environment().get_template("notebook_file.html.j2")
    return template.render(
        history=page, name=name, style=style, style_hash=hash_of(style), address=address
    )
