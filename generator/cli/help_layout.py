"""The layout of `--help`, with options grouped by topic and examples at the end.

Every option of every command belongs to one panel of `PANELS`, under its long name. This module
also has the examples of each command.
"""

from collections.abc import Mapping
from typing import Any

from typer.core import TyperCommand

PANELS: Mapping[str, tuple[str, ...]] = {
    "Which game": ("set", "variant", "language", "only", "skip", "from", "like", "cards"),
    "Who plays": (
        "players",
        "free",
        "table",
        "agents",
        "personas",
        "rotate",
        "reward",
        "learn",
        "games",
        "seed",
        "game",
        "seat",
    ),
    "What to find out": (
        *("effects", "effect", "restrict", "luck", "kingmaking", "precision", "ceiling", "balance"),
        *("permute", "permute-games", "goal", "tune", "budget", "confirm", "write"),
    ),
    "Playtests": ("import", "export", "forget", "likeness", "why", "names"),
    "Paper": (
        *(
            "paper",
            "stock",
            "start",
            "orientation",
            "margin",
            "gap",
            "arrange",
            "hexes",
            "order",
            "edges",
            "backs",
        ),
        *("marks", "labels", "printer", "offset", "margins", "lengths"),
    ),
    "Faces": ("bleed", "cut", "dpi", "outlines", "low-ink", "grey", "sleeves", "proof", "copies"),
    "What is exported": (
        "list",
        "check-only",
        "product",
        "allow-rotate",
        "sheet",
        "kerf",
        "base-url",
        "local",
        "mods",
    ),
    "Output": (
        *(
            "format",
            "changed",
            "replace",
            "out",
            "in",
            "csv",
            "xlsx",
            "records",
            "rows",
            "html",
            "strict",
        ),
        *("json", "quiet"),
    ),
    "The page": ("port", "lan", "allow", "open", "poll", "editor"),
    "Programs of the pack": ("trust", "data-only", "plain"),
    "Long runs": ("workers", "cluster", "resume"),
}
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "list": ("protoplay list",),
    "new": (
        'protoplay new "Night Ferry"',
        'protoplay new "Night Ferry" --from deck.csv',
        'protoplay new "My Mara" --from mara',
        'protoplay new "Bazaar" --cards',
        'protoplay new "Iron Town" --like engine-builder',
    ),
    "fetch": ("protoplay fetch", "protoplay fetch night-ferry --replace"),
    "schema": ("protoplay schema --out game.schema.json",),
    "check": ("protoplay check", "protoplay check . --balance", "protoplay check mara --games 50"),
    "build": (
        "protoplay build",
        "protoplay build . --changed",
        "protoplay build mara --paper letter --only 'tourists/*' --low-ink",
        "protoplay build . --format png --dpi 300 --cut",
        "protoplay build . --only tags --stock avery-5371 --start 4",
    ),
    "export": (
        "protoplay export --list",
        "protoplay export . makeplayingcards",
        "protoplay export . gamecrafter --check-only",
        "protoplay export . tts --base-url https://example.org/mara",
        "protoplay export . pcio",
        "protoplay export . dxf --sheet '300mm x 400mm' --gap 2mm --kerf 0.15mm",
    ),
    "calibrate": (
        "protoplay calibrate --printer office",
        "protoplay calibrate --printer office --offset 0.5mm,-1mm",
        "protoplay calibrate --printer office --lengths 159.2mm,239.1mm",
    ),
    "preview": (
        "protoplay preview . --open",
        "protoplay preview mara --port 8000",
        "protoplay preview . --lan",
    ),
    "host": (
        "protoplay host . --players 3 --seat 3=greedy",
        "protoplay host mara --lan",
        "protoplay host . --free --players 4",
        "protoplay host . --allow https://calm-sea.trycloudflare.com",
        "protoplay host . --resume k3f9abcd",
    ),
    "simulate": (
        "protoplay simulate",
        "protoplay simulate mara --players 3 --games 2000",
        "protoplay simulate . --effects",
        "protoplay simulate . --agents mcts:200 --games 200",
    ),
    "compare": (
        "protoplay compare mara --set tracks=12 --set tracks=20",
        "protoplay compare shiftago --set variant=express",
    ),
    "sweep": ("protoplay sweep mara tracks=6..20",),
    "ladder": ("protoplay ladder shiftago", "protoplay ladder . --agents random,greedy,mcts:100"),
    "suggest": (
        "protoplay suggest",
        'protoplay suggest . --goal "seats ±3%" --tune tracks=6..20',
    ),
    "replay": (
        "protoplay replay mara --game 17",
        "protoplay replay . --game 3 --html game.html",
        "protoplay replay . --table k3f9abcd --html session.html",
    ),
    "form": ("protoplay form", "protoplay form . --players 3 --csv evening.csv"),
    "people": (
        "protoplay people",
        "protoplay people . --import evening.csv",
        "protoplay people . --agents greedy",
        "protoplay people . --likeness",
        "protoplay people . --forget Ada",
    ),
    "log": ("protoplay log", 'protoplay log . --why "Games ended too early."'),
    "demo": ("protoplay demo",),
    "about": ("protoplay about",),
}
_PANEL_OF = {name: panel for panel, names in PANELS.items() for name in names}


class Helped(TyperCommand):
    """A command whose help groups its options and ends with examples."""

    def __init__(self, name: str | None, **given: Any) -> None:
        lines = EXAMPLES.get(name or "", ())
        title = "Examples:" if len(lines) > 1 else "Example:"
        given["epilog"] = "\n\n".join([title, *(f"  {line}" for line in lines)]) if lines else None
        super().__init__(name, **given)
        # names of options in the order of the panels
        names = [name for inner in PANELS.values() for name in inner]
        self.params.sort(key=lambda p: names.index(_name(p)) if _name(p) in names else -1)
        for option in self.params:
            if panel := _PANEL_OF.get(_name(option)):
                option.rich_help_panel = panel  # type: ignore[attr-defined]


def _name(parameter: Any) -> str:
    """The long name of an option; an argument gets a name that no panel lists."""
    return str(parameter.opts[0]).removeprefix("--")
