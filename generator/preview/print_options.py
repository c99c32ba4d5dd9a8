"""The options of `build` and `export` on the sheets page, named as on the command line.

In: the query of an address, or a form. Out: fields for `BuildOptions` or texts for
`exporting.export_options`, and the same options as a command line.
"""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Value = str | bool | int | tuple[str, ...]
LONGEST = 200  # maximum length in characters of a value
MOST_COPIES = 50
_SAFE = re.compile(r"[\w .,:/*?()\[\]'&+=~%-]*")


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its name as typed, with `_` for `-`; its label, and the values that it takes.

    `kind` is "choice" (one of `values`, "" for the pack's own), "switch", "text", "number", or
    "pieces" (several, separated by spaces). `usual` is the value without the option.
    """

    name: str
    words: str
    kind: str
    values: tuple[str, ...] = ()
    usual: Value = ""

    @property
    def flag(self) -> str:
        """The option as it is typed on the command line."""
        no = "no-" if self.usual is True else ""
        return f"--{no}{self.name.replace('_', '-')}"


CHOICES = (
    Choice(
        "paper",
        'Paper: a0 to a5, letter, legal, tabloid, or a size such as "200mm x 300mm".',
        "text",
        ("a3", "a4", "a5", "letter", "legal", "tabloid"),
    ),
    Choice(
        "orientation",
        "Orientation of the paper; auto: the one that needs fewer sheets.",
        "choice",
        ("auto", "portrait", "landscape"),
        "auto",
    ),
    Choice(
        "backs",
        "Placement of backs; long-edge and short-edge: the edge about which the printer "
        "turns the sheet.",
        "choice",
        ("", "none", "separate", "long-edge", "short-edge", "gutterfold"),
    ),
    Choice(
        "marks",
        "Marks that show where to cut.",
        "choice",
        ("", "ticks", "crosses", "lines", "none"),
    ),
    Choice(
        "arrange",
        "grouped: each component on its own sheets; packed: all together; auto: the one "
        "with fewer sheets.",
        "choice",
        ("", "auto", "grouped", "packed"),
    ),
    Choice(
        "order",
        "rows: fill sheet after sheet; stack: a pile of sheets that is cut at once is in order.",
        "choice",
        ("rows", "stack"),
        "rows",
    ),
    Choice(
        "only",
        "Print only these pieces: tourists, or tourists/river-*. May be repeated.",
        "pieces",
    ),
    Choice("skip", "Leave out these pieces. May be repeated.", "pieces"),
    Choice("copies", "Copies of every piece.", "number", usual=1),
    Choice("changed", "Print only the pieces that differ from the last print.", "switch"),
    Choice("low_ink", "Print outlines instead of filled areas.", "switch"),
    Choice("grey", "Print all colours as greys.", "switch"),
    Choice("sleeves", "Fronts only, small enough for card sleeves.", "switch"),
    Choice(
        "proof", "Draw safe zone, trim and bleed over every piece, and list every cut.", "switch"
    ),
    Choice("labels", "Print game, component and sheet number at the edge.", "switch", usual=True),
)

EXPORT_CHOICES = (
    Choice(
        "only",
        "Export only these pieces: tourists, or tourists/river-*. May be repeated.",
        "pieces",
    ),
    Choice("skip", "Leave out these pieces. May be repeated.", "pieces"),
    Choice(
        "product",
        "The shop's product for a component: cards=TradingDeck. May be repeated.",
        "pieces",
    ),
    Choice("allow_rotate", "Turn pieces that fit a product only when turned.", "switch"),
    Choice("sheet", 'Sheet to cut: a4, letter, or a size such as "300mm x 400mm".', "text"),
    Choice("gap", "Gap between pieces to cut.", "text"),
    Choice(
        "kerf",
        "Width of material that the tool removes, such as 0.15mm; outlines grow by half of it.",
        "text",
    ),
    Choice("base_url", "Where a virtual table finds the pictures that you upload.", "text"),
    Choice("mods", "Name pictures without a folder, for copying into Mods/Images.", "switch"),
)


def read_options(query: Mapping[str, str], choices: Sequence[Choice] = CHOICES) -> dict[str, Value]:
    """The options in an address that differ from the defaults; invalid ones are left out.

    >>> read_options({"paper": "a3", "low_ink": "on", "labels": "off", "backs": "sideways"})
    {'paper': 'a3', 'low_ink': True, 'labels': False}
    >>> read_options({"only": "tourists jeeps/red", "copies": "2", "order": "rows"})
    {'only': ('tourists', 'jeeps/red'), 'copies': 2}
    """
    options: dict[str, Value] = {}
    for choice in choices:
        text = query.get(choice.name, "").strip()
        if not text or len(text) > LONGEST or not _SAFE.fullmatch(text):
            continue
        value: Value = text
        if choice.kind == "switch":
            value = text == "on"
        elif choice.kind == "number":
            value = int(text) if text.isdecimal() and 1 <= int(text) <= MOST_COPIES else 1
        elif choice.kind == "pieces":
            value = tuple(text.split())
        elif choice.kind == "choice" and text not in choice.values:
            continue
        if value != (choice.usual or (False if choice.kind == "switch" else "")):
            options[choice.name] = value
    return options


def command_of(options: Mapping[str, Value], choices: Sequence[Choice] = CHOICES) -> str:
    """Write the options as on the command line.

    >>> command_of({"paper": "200mm x 300mm", "low_ink": True, "labels": False, "only": ("a", "b")})
    " --paper '200mm x 300mm' --low-ink --no-labels --only a --only b"
    """
    flags = {choice.name: choice.flag for choice in choices}
    words: list[str] = []
    for name, value in options.items():
        if isinstance(value, bool):
            words.append(flags[name])
        elif isinstance(value, tuple):
            words += [f"{flags[name]} {shlex.quote(piece)}" for piece in value]
        else:
            words.append(f"{flags[name]} {shlex.quote(str(value))}")
    return "".join(f" {word}" for word in words)
