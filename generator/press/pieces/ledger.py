"""The ledger of the last print, by which only changed pieces are printed again.

In: the pieces drawn by a build. Out: the pieces to print now and the pieces to remove from the box.
The ledger is the JSON file `.protoplay/ledger.json`, beside the pack or, for a bundled game, beside
its output. Each look (grey, another language …) has a separate ledger.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.model.pack import Pack
from generator.system.files import read, with_short_names
from generator.system.paths import private_folder

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed piece: its number of copies, and the digests of its front and back."""

    name: str
    count: int
    faces: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pull:
    """Copies to remove from the box: `why` is "changed", "fewer" or "gone"."""

    id: str
    name: str
    count: int
    why: str


Ledger = Mapping[str, Printed]  # keys are piece ids


def ledger_file(pack: Pack, out: Path, look: Sequence[str] = ()) -> Path:
    """The path of a pack's ledger for a look such as `("de", "grey")`; each look has its own
    ledger.
    """
    return with_short_names(private_folder(pack, out) / f"{'-'.join(('ledger', *look))}.json")


def read_ledger(file: Path) -> Ledger | None:
    """Read the ledger of the last print; empty if nothing was printed, None if the file cannot be
    read.
    """
    try:
        content = json.loads(read(file))
        if content["format"] != FORMAT:
            return None
        json.dumps(
            content, ensure_ascii=False
        ).encode()  # raises an error for a lone surrogate, which could not be written again
        return {
            id: Printed(str(p["name"]), _count(p["count"]), (str(p["front"]), str(p["back"])))
            for id, p in content["pieces"].items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ArithmeticError, AttributeError, LookupError, RecursionError):
        return None
    except (TypeError, ValueError):
        return None


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def ledger_text(ledger: Ledger) -> bytes:
    """The content of a ledger file."""
    pieces = {
        id: {"name": p.name, "count": p.count, "front": p.faces[0], "back": p.faces[1]}
        for id, p in sorted(ledger.items())
    }
    text = json.dumps({"format": FORMAT, "pieces": pieces}, indent=1, ensure_ascii=False)
    return (text + "\n").encode()


def compare(
    last: Ledger, now: Ledger, all_ids: Sequence[str] = ()
) -> tuple[dict[str, int], list[Pull]]:
    """Compare two prints; return the copies of each piece to print, and the copies to remove from
    the box.

    A piece of `last` that is neither drawn now nor in `all_ids` has left the game.
    """
    to_print: dict[str, int] = {}
    pull: list[Pull] = []
    for id, piece in now.items():
        old = last.get(id)
        if old is None:
            to_print[id] = piece.count
        elif old.faces != piece.faces:
            to_print[id] = piece.count
            pull.append(Pull(id, old.name, old.count, "changed"))
        elif piece.count > old.count:
            to_print[id] = piece.count - old.count
        elif piece.count < old.count:
            pull.append(Pull(id, old.name, old.count - piece.count, "fewer"))
    ids = {*now, *all_ids}
    pull += [Pull(id, p.name, p.count, "gone") for id, p in last.items() if id not in ids]
    return to_print, pull
