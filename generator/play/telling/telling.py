"""The base class of reports, which a page, a terminal text and the tables read.

Each study subclasses `Telling` in its own module `page`, and the caller of the study passes the
object on. Nothing in this folder depends on a particular study.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from generator.play.telling.contrasts import Contrast
from generator.play.telling.finding import Finding
from generator.play.telling.headings import Heading
from generator.play.telling.pictures import Album
from generator.play.telling.sections import NO_PICTURES, Section
from generator.play.telling.tiles import FirstScreen, screen_of

A = TypeVar("A")
Cells = tuple[str | float | int | None, ...]


@dataclass(frozen=True, slots=True)
class OddCase:
    """An odd case in the rules or pieces, with example games."""

    text: str
    players: str  # the players of these games; "" if no game showed it
    games: tuple[int, ...]
    replay: str  # the command that replays the first of these games


@dataclass(frozen=True)
class Telling(ABC, Generic[A]):
    """The report of a study's answer. Studies define the abstract methods of this class."""

    kind: ClassVar[str]  # name of this kind of answer in JSON
    answer: A

    @property
    @abstractmethod
    def heading(self) -> Heading:
        """Return the report's heading."""

    @abstractmethod
    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """Return the charts in reading order; sections without charts are left out."""

    @abstractmethod
    def lines(self) -> list[Cells]:
        """Return every estimate as a line under `tables.HEADERS`."""

    @abstractmethod
    def unsorted(self) -> list[Finding]:
        """Return the findings; findings of equal weight are in reading order."""

    @cached_property
    def findings(self) -> list[Finding]:
        """Return the findings, most important first."""
        return sorted(self.unsorted(), key=lambda finding: -finding.weight)

    @cached_property
    def first_screen(self) -> FirstScreen:
        """Return the verdict, the tiles, and the most important findings."""
        return self.screen(self.findings)

    def screen(self, findings: Sequence[Finding]) -> FirstScreen:
        """Return a first screen for these findings; the most important finding is the verdict."""
        return screen_of(findings)

    def json(self) -> dict[str, Any]:
        """Return further keys for JSON, besides answer, kind, title and findings."""
        return {"provenance": self.heading.provenance}

    def terminal(self) -> list[Any]:
        """Return the tables and lines below the findings in a terminal, for rich."""
        return []

    def thumb(self, finding: Finding, album: Album) -> str:
        """Return the markup of the picture beside a finding, or ""."""
        return album.thumb(finding.piece)

    # Only simulations have the following parts.

    @property
    def odd_cases_title(self) -> str:
        """Return the heading of the odd cases."""
        return "What never happened"

    @property
    def odd_cases(self) -> Sequence[OddCase]:
        """Return failures and events that never happened."""
        return ()

    @property
    def contrasts(self) -> Sequence[Contrast]:
        """Return the main measures by kind of player."""
        return ()

    @property
    def runs(self) -> Sequence[str]:
        """Return the kinds of player, each with its number of games."""
        return ()

    @property
    def is_contest(self) -> bool:
        """Whether players compete."""
        return True
