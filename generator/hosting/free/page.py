"""The verbs and colours that the page of the table without rules needs besides the views."""

from dataclasses import dataclass, field
from typing import Any

from generator.hosting.free.forms import COLOURS


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a piece's menu, and its key.

    `when` and the words of `extra` are names in `free.js`: for which pieces the line is there, and
    what goes with the operation `op`. Without `op`, the piece is picked up.
    """

    key: str
    text: str
    when: str
    op: dict[str, Any] = field(default_factory=dict)
    extra: str = ""
    about: str = ""  # in the list of all keys


LINES = (
    Line("Enter", "Play face up", "held", {"do": "play"}, "middle", " (hand)"),
    Line("f", "Play face down", "held", {"do": "play", "up": False}, "middle", " (hand)"),
    Line("x", "Discard", "heldOut", {"do": "play"}, "discard", " (hand)"),
    Line("s", "Put on the nearest pile", "onto", {"do": "play"}, "pile", " (hand)"),
    Line("h", "Take in hand", "look", {"do": "take"}, "", " (of what is looked at)"),
    Line("v", "Show to everybody", "hand", {"do": "show"}),
    Line("V", "Show the whole hand", "hand", {"do": "show"}, "whole", " (hand)"),
    Line("d", "Draw", "pile", {"do": "draw"}, "saw"),
    Line("t", "Turn up the top piece", "pile", {"do": "split", "n": 1, "up": True}, "saw aside"),
    Line("l", "Look at it", "down", {"do": "peek"}),
    Line("l", "Look at the top piece", "covered", {"do": "peek"}),
    Line("f", "Turn over", "piece", {"do": "flip"}, "over"),
    Line("h", "Take in hand", "single", {"do": "take"}),
    Line("x", "Discard", "out", {"do": "stack"}, "discard"),
    Line("x", "Shuffle", "pile", {"do": "shuffle"}),
    Line("D", "Deal to everybody …", "pile", {"do": "deal"}, "each"),
    Line("L", "Look through the pile", "pile", {"do": "peek"}, "all"),
    Line("r", "Turn right", "loose", {"do": "turn"}, "right"),
    Line("R", "Turn left", "loose", {"do": "turn"}, "left"),
    Line("s", "Put on the nearest", "two", {"do": "stack"}, "nearest"),
    Line("y", "Split in two", "pile", {"do": "split"}, "half aside"),
    Line("Enter", "Move", "loose"),
    Line("n", "Note", "laid", {"do": "note"}, "note"),
    Line("k", "Lock or unlock", "laid", {"do": "lock"}, "lock"),
    Line("Delete", "Take away", "token", {"do": "token"}, "", " (tokens)"),
)


def values() -> dict[str, Any]:
    """The values of `free.html.j2` that are the same at every table."""
    return {"colours": COLOURS, "lines": LINES, "leaflets": ()}
