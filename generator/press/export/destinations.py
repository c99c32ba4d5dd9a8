"""The table of export destinations, and the functions that write the files of each kind.

In: a `Job` and the name of a destination. Out: the `Exported` files.
"""

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from generator import bundled
from generator.press.export.job import Exported, ExportOptions, Job
from generator.press.pieces.expand import CALL


@dataclass(frozen=True, slots=True)
class Destination:
    """A row of the table of destinations: what is written, and how well it was verified.

    `values` are the cells that the writer of its `kind` reads.
    """

    name: str
    kind: str
    title: str
    what: str
    source: str
    date: str
    verified: str
    values: Mapping[str, str]


def _shop(job: Job, destination: Destination) -> Exported:
    from generator.press.export.shops import shop_files

    return shop_files(job, destination.name, destination.title, destination.values)


def _cutter(job: Job, destination: Destination) -> Exported:
    from generator.press.export.cutters import cutter_files

    return cutter_files(job, destination.name)


def _tts(job: Job, _destination: Destination) -> Exported:
    from generator.press.export.tabletop_simulator import tts_files

    return tts_files(job)


def _pcio(job: Job, _destination: Destination) -> Exported:
    from generator.press.export.playingcards_io import pcio_files

    return pcio_files(job)


def _tabletopia(job: Job, _destination: Destination) -> Exported:
    from generator.press.export.picture_sets import tabletopia_files

    return tabletopia_files(job)


def _screentop(job: Job, _destination: Destination) -> Exported:
    from generator.press.export.picture_sets import screentop_files

    return screentop_files(job)


WRITERS: Mapping[str, Callable[[Job, Destination], Exported]] = {
    "shop": _shop,
    "cutter": _cutter,
    "tts": _tts,
    "pcio": _pcio,
    "tabletopia": _tabletopia,
    "screentop": _screentop,
}


@lru_cache(maxsize=1)
def destinations() -> Mapping[str, Destination]:
    """All destinations by name, in the order of the table."""
    rows: dict[str, Destination] = {}
    with (bundled("templates") / "destinations.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            rows[row["name"]] = Destination(
                row["name"], row["kind"], row["title"], row["what"], row["source"], row["date"],
                row["verified"], row,
            )  # fmt: skip
    return rows


def export(job: Job, destination: Destination) -> Exported:
    """Make the files for a destination; faults are added to the job's problems.

    An option that the destination does not use is a warning.
    """
    for option, kind in _options_given(job.options):
        if kind != destination.kind:
            message = f"{option} has no effect for {destination.title}"
            job.problems.warning(CALL, message, f"it is for {_USERS[kind]}")
    return WRITERS[destination.kind](job, destination)


_USERS = {"shop": "print shops", "cutter": "cutting machines", "tts": "Tabletop Simulator"}


def _options_given(options: ExportOptions) -> list[tuple[str, str]]:
    """The options that only one kind of destination uses, with that kind."""
    given = (
        ("--product", "shop", bool(options.products)),
        ("--allow-rotate", "shop", options.rotates),
        ("--sheet", "cutter", options.paper is not None),
        ("--gap", "cutter", options.gap is not None),
        ("--kerf", "cutter", bool(options.kerf)),
        ("--base-url", "tts", options.pictures == "web"),
        ("--mods", "tts", options.pictures == "mods"),
    )
    return [(option, kind) for option, kind, is_given in given if is_given]
