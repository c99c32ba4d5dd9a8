"""The page of the table without rules: one document for all readers, filled by its script."""

from pathlib import Path

from generator import bundled
from generator.hosting.free.forms import COLOURS

FOLDER = bundled("templates") / "hosting"
KEYS = (
    ("Tab", "to the piles, the table, the hand, the log"),
    ("Arrows", "to the nearest piece; move a piece that is picked up (5 mm, with Shift 20 mm)"),
    ("Enter", "pick up, put down; of the hand: play face up"),
    ("Esc", "put back"),
    ("Space", "menu"),
    ("f", "turn over; of the hand: play face down"),
    ("r R", "turn right, turn left"),
    ("d", "draw"),
    ("D", "deal one to everybody"),
    ("t", "turn up the top piece"),
    ("x", "shuffle"),
    ("l L", "look at it, look through the pile"),
    ("s", "put on the nearest"),
    ("y", "split a pile in two"),
    ("h", "take in hand"),
    ("v V", "show a card of the hand, show the whole hand"),
    ("n", "note"),
    ("k", "lock or unlock"),
    ("Del", "take a token away"),
    ("c o u", "counters, roll all dice, undo"),
)
FILES = ("free.css", "free.js")


def page(game: str) -> str:
    """The page of a game. It needs `guest.js` beside its own files."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("free.html.j2").render(game=game, colours=COLOURS, keys=KEYS)


def static(name: str) -> Path:
    """A file of the page. Raises `KeyError` for any other name."""
    if name not in FILES:
        raise KeyError(name)
    return FOLDER / name
