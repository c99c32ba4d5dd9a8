"""Where words break on a page: the preview needs it at its start, and nothing of the play."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

_SPAN = re.compile(
    r"(\(?−?[0-9][0-9.,]*–[0-9.,]*[0-9](?:[ \u00a0]%)?[;,.)]*|[<>]= [0-9.,]*[0-9]%?[”;,.)]*)"
)
_WORD = re.compile(r"(?:[<>]= )?[^ ]+(?: %)?")  # a limit stays with how it is meant


def worded(text: str) -> "Markup":
    """Words of which each stays on a line, as options do: a browser would part --agents at "-"."""
    from markupsafe import Markup

    word = Markup('<span class="word">{}</span>')
    return Markup(" ").join(word.format(piece) for piece in _WORD.findall(text))


def breaking(text: str) -> "Markup":
    """Text whose long names break after "_": two_players_keep=1 would else be cut at any letter."""
    from markupsafe import Markup, escape

    whole = Markup('<span class="word">{}</span>')  # intervals and limits stay on a line
    parts = [whole.format(p) if i % 2 else escape(p) for i, p in enumerate(_SPAN.split(text))]
    return Markup("").join(parts).replace("_", Markup("_<wbr>"))
