"""The log as values: each version of the notebook with the figures of bots and of people."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.people.kept_likeness import KeptLikeness
from generator.people.notebook import BotRun, Notebook
from generator.people.report import Report
from generator.people.versions import sentence


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A version of the game."""

    version: str
    at: str  # when the version was first seen
    changed: tuple[str, ...]  # changes since the previous entry, in words
    why: str  # the designer's note
    bots: tuple[BotRun, ...]
    people: Report | None  # null if this version has no playtests
    alike: KeptLikeness | None  # null if `people --likeness` has not judged this version last


@dataclass(frozen=True, slots=True)
class Log:
    """All versions, oldest first."""

    current: str  # the name of the version that is in the folder now
    versions: tuple[LogEntry, ...]


def log_of(
    notebook: Notebook, current: str, reports: Mapping[str, Report], alike: KeptLikeness | None
) -> Log:
    """Return the log of a notebook.

    `reports` has the report on each version's playtests. `alike` are the bots that play like the
    people of one version.
    """
    entries = tuple(
        LogEntry(
            version=entry.version,
            at=entry.at,
            changed=tuple(map(sentence, entry.changed)),
            why=entry.why,
            bots=entry.bots,
            people=reports.get(entry.version),
            alike=alike if alike is not None and alike.version == entry.version else None,
        )
        for entry in notebook.entries
    )
    return Log(current, entries)
