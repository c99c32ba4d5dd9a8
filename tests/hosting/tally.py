"""A trivial game for tests of a room: everybody adds to a sum, and each seat keeps a secret."""

from pathlib import Path
from typing import Any

from generator.hosting.log import Log
from generator.hosting.room import Room
from generator.hosting.tables import Refusal, Step


class Tally:
    """Add numbers; `reset` needs everybody's consent; `draw` gives a seat a secret."""

    def __init__(self, seats: int, names: list[str]) -> None:
        self.seats, self.names = seats, names
        self.total = 0
        self.secrets = [""] * seats

    def do(self, seat: int, operation: dict[str, Any]) -> Step | Refusal:
        match operation:
            case {"do": "add", "n": int(n)} if n > 0:
                entry: dict[str, Any] = {"do": "add", "seat": seat, "n": n}
            case {"do": "draw"}:
                entry = {"do": "draw", "seat": seat, "secret": f"pearl-{seat}-{self.total}"}
            case {"do": "reset", "agreed": True}:
                entry = {"do": "reset", "seat": seat}
            case {"do": "reset"}:
                return Step({"do": "reset", "seat": seat, "needs": "consent", "then": operation})
            case _:
                return Refusal("only numbers above 0 are added")
        self.replay(entry)
        return Step(entry)

    def replay(self, entry: dict[str, Any]) -> None:
        match entry:
            case {"do": "add", "n": n}:
                self.total += n
            case {"do": "draw", "seat": seat, "secret": secret}:
                self.secrets[seat] = secret
            case {"do": "reset"}:
                self.total = 0
            case _:
                raise ValueError("unknown entry")

    def snapshot(self, reader: int | None) -> dict[str, Any]:
        return {"total": self.total, "secret": "" if reader is None else self.secrets[reader]}

    def changes(self, step: Step, reader: int | None) -> dict[str, Any]:
        if step.entry["do"] == "draw":
            return (
                {"secret": self.secrets[step.entry["seat"]]} if self._is_own(step, reader) else {}
            )
        return {"total": self.total}

    def words(self, step: Step, reader: int | None) -> str:
        name = "You" if self._is_own(step, reader) else self.names[step.entry["seat"]]
        return f"{name}: {step.entry['do']}"

    def _is_own(self, step: Step, reader: int | None) -> bool:
        return bool(step.entry["seat"] == reader)

    def is_over(self) -> bool:
        return self.total >= 1000

    def faces(self, reader: int | None) -> frozenset[str]:
        return frozenset([f"face{reader}"])

    def picture(self, face: str) -> bytes | None:
        return b"<svg xmlns='http://www.w3.org/2000/svg'/>"


def room_at(path: Path, seats: int = 3) -> Room:
    """A room with its log at that path, brought to where the log ends."""
    log = Log(path)
    lines = log.entries
    if not lines:
        log.write({"table": "test"})
    room = Room(log, seats, lambda deal, names: Tally(deal["seats"], list(names)))
    room.replay(lines[1:])
    return room


def seated_at(path: Path, seats: int = 3) -> Room:
    """A room in which everybody sits and the game has begun."""
    room = room_at(path, seats)
    for seat in range(seats):
        room.new_link(seat)
        room.sit(seat, f"P{seat}", f"cookie{seat}")
    room.note({"begin": {"seats": seats}})
    return room
