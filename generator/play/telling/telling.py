"""The telling of a study: all that its page, its terminal text and its tables read.

A study subclasses `Telling` in a module of its own, `page`; whoever ran the study hands the telling
on. Nothing in this folder knows which studies there are.
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
    """Something odd in the rules or the pieces, and the games in which to see it."""

    text: str
    players: str  # whose games these are; "" where it was not seen in games
    games: tuple[int, ...]
    replay: str  # the command that plays the first of them again


@dataclass(frozen=True)
class Telling(ABC, Generic[A]):
    """What a study has to say of its answer; a study gives what is abstract here."""

    kind: ClassVar[str]  # what JSON calls such an answer
    answer: A

    @property
    @abstractmethod
    def heading(self) -> Heading:
        """What the report is about."""

    @abstractmethod
    def sections(self, album: Album = NO_PICTURES) -> list[Section]:
        """The charts, in the order they are read; sections without charts are left out."""

    @abstractmethod
    def lines(self) -> list[Cells]:
        """Every estimate on a line of its own, under `tables.HEADERS`."""

    @abstractmethod
    def unsorted(self) -> list[Finding]:
        """The findings, those of equal weight in the order they are read."""

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings, the weightiest first."""
        return sorted(self.unsorted(), key=lambda finding: -finding.weight)

    @cached_property
    def first_screen(self) -> FirstScreen:
        """The verdict, the tiles, and the findings that matter most."""
        return self.screen(self.findings)

    def screen(self, findings: Sequence[Finding]) -> FirstScreen:
        """The first screen that some findings make: the weightiest is the verdict."""
        return screen_of(findings)

    def json(self) -> dict[str, Any]:
        """What JSON has beside the answer, its kind, title and findings."""
        return {"provenance": self.heading.provenance}

    def terminal(self) -> list[Any]:
        """Tables and lines below the findings in a terminal, as rich prints them."""
        return []

    def thumb(self, finding: Finding, album: Album) -> str:
        """The markup of the picture beside a finding, or nothing."""
        return album.thumb(finding.piece)

    # What a simulation alone has.

    @property
    def odd_cases_title(self) -> str:
        """The heading of the odd cases."""
        return "What never happened"

    @property
    def odd_cases(self) -> Sequence[OddCase]:
        """What broke or never happened."""
        return ()

    @property
    def contrasts(self) -> Sequence[Contrast]:
        """The headline measures, kind of player by kind of player."""
        return ()

    @property
    def runs(self) -> Sequence[str]:
        """The kinds of player, each with its number of games."""
        return ()

    @property
    def is_contest(self) -> bool:
        """Whether players compete."""
        return True
