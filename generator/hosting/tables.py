"""The interface between a room and a game that people play together over the network.

A room orders the operations of all seats, logs each before it tells of it, and tells every reader
what that reader may know. A `SharedTable` checks and applies operations and decides what a reader
may see. A reader is the number of a seat from 0, or None for a spectator.
"""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Refusal:
    """The reason why an operation was refused, in words for the person who asked for it."""

    message: str


@dataclass(frozen=True)
class Step:
    """An operation that was done.

    `entry` is JSON: the operation and everything that chance brought, so that `replay` needs no
    random generator. Where `entry["needs"]` is "consent", the step is a proposal that changes
    nothing yet: the room asks the other people, then has `entry["then"]` done by the same seat. It
    is neither logged nor sent to a page.
    """

    entry: dict[str, Any]


class SharedTable(Protocol):
    """A game as a room sees it."""

    names: list[str]  # of who sits where; the room writes them, `words` reads them

    @property
    def seats(self) -> int:
        """The number of seats."""
        ...

    def do(self, seat: int, operation: dict[str, Any]) -> Step | Refusal:
        """Check an operation and apply it. A refused operation changes nothing."""
        ...

    def replay(self, entry: dict[str, Any]) -> None:
        """Apply an entry of the log. The state is the same on every machine.

        Raises `ValueError` for an entry that does not fit.
        """
        ...

    def snapshot(self, reader: int | None) -> dict[str, Any]:
        """Everything that a reader may see, as the key "all" of a message."""
        ...

    def changes(self, step: Step, reader: int | None) -> dict[str, Any]:
        """The changes of a step for a reader, as the key "is"; {} if there are none.

        The room calls this right after `do`, before the next operation.
        """
        ...

    def words(self, step: Step, reader: int | None) -> str:
        """One sentence about a step for a reader, as the key "said"; "" if there is none."""
        ...

    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    def faces(self, reader: int | None) -> frozenset[str]:
        """The names of the pictures that a reader is entitled to ask for."""
        ...

    def picture(self, face: str) -> bytes | None:
        """The picture of that name, as SVG."""
        ...
