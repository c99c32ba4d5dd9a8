"""Line breaks in pages. The preview needs this module at its start, so it imports nothing
of play.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

_SPAN = re.compile(
    r"(\(?−?[0-9][0-9.,]*–[0-9.,]*[0-9](?:[ \u00a0]%)?[;,.)]*|[<>]= [0-9.,]*[0-9]%?[”;,.)]*)"
)
_WORD = re.compile(r"(?:[<>]= )?[^ ]+(?: %)?")  # a limit stays with its sign


def worded(text: str) -> "Markup":
    """Return words that each stay on one line, because a browser would break --agents at "-"."""
    from markupsafe import Markup

    word = Markup('<span class="word">{}</span>')
    return Markup(" ").join(word.format(piece) for piece in _WORD.findall(text))


def breaking(text: str) -> "Markup":
    """Return text with line breaks allowed after "_" in long names such as two_players_keep=1."""
    from markupsafe import Markup, escape

    whole = Markup('<span class="word">{}</span>')  # keeps intervals and limits on one line
    parts = [whole.format(p) if i % 2 else escape(p) for i, p in enumerate(_SPAN.split(text))]
    return Markup("").join(parts).replace("_", Markup("_<wbr>"))
