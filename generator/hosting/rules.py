"""A game by its rules as a shared table: moves checked against what its worker last told.

The worker computes positions and views; the table never waits for it. A move is legal where the
worker has told so of this very position, else whoever makes it is too early or too late.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from generator.hosting.tables import Refusal, Step
from generator.preview.faces import Call
from generator.preview.seat_views import View
from generator.preview.sessions import Position, Sitting

LATE = "the game has gone on since; look again"
NOT_YOURS = "it is not your turn"
ILLEGAL = "that is not a legal move now"
OVER = "the game is over, so nothing can be taken back"
NOTHING = "there is nothing of yours to take back"


@dataclass(eq=False)
class RulesTable:
    """A game that is played by its rules. `call` opens its pack, `sitting` are its moves."""

    call: Call
    sitting: Sitting
    names: list[str]
    bots: list[bool]  # whether a bot sits there, by seat; the room writes it
    movers: list[int] = field(default_factory=list)
    teaches: list[bool] = field(default_factory=list)  # of each move made; see `Position`
    position: Position | None = None  # of now, once the worker has told it
    views: dict[tuple[int, int | None], View] = field(default_factory=dict)
    shown: dict[int | None, set[str]] = field(default_factory=dict)  # faces, by reader
    pictures: dict[str, bytes] = field(default_factory=dict)  # by the names that readers get

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.sitting.players

    @property
    def ply(self) -> int:
        """Moves made."""
        return len(self.sitting.moves)

    def settle(self, position: Position) -> None:
        """Take the position of now from the worker."""
        self.position = position
        del self.teaches[self.ply :]
        if len(self.teaches) < self.ply:  # of moves made faster than the worker told, or replayed
            self.teaches += [True] * (self.ply - 1 - len(self.teaches))
            self.teaches.append(position.teaches)

    # ------------------------------------------------------------------ as rooms see it

    def do(self, seat: int, operation: dict[str, Any]) -> Step | Refusal:
        """Make a move, `{"do": "go", "move": …, "at": …}`, or take moves back."""
        is_late = operation.get("at", self.ply) != self.ply
        match operation.get("do"):
            case "go":
                return Refusal(LATE) if is_late else self._go(seat, operation.get("move"))
            case "back" if is_late:
                return Refusal(LATE)
            case "back":
                return self._take_back(seat, operation.get("agreed") is True)
        return Refusal("that cannot be done in a game with rules")

    def _go(self, seat: int, move: Any) -> Step | Refusal:
        """Make a move."""
        if self.position is None:
            return Refusal(LATE)
        if self.position.turn != seat:
            return Refusal(NOT_YOURS)
        if type(move) is not int or move not in self.position.legal:
            return Refusal(ILLEGAL)
        return self._done({"do": "go", "move": move, "seat": seat})

    def _take_back(self, seat: int, has_consent: bool) -> Step | Refusal:
        """Take back the last move of a seat and what followed, at once or after consent."""
        if self.is_over():
            return Refusal(OVER)
        to = next((p for p in range(self.ply - 1, -1, -1) if self.movers[p] == seat), None)
        if to is None:
            return Refusal(NOTHING)
        if not (has_consent or self._is_free(seat, to)):
            then = {"do": "back", "at": self.ply}
            return Step({"do": "back", "seat": seat, "to": to, "needs": "consent", "then": then})
        return self._done({"do": "back", "to": to, "seat": seat})

    def _is_free(self, seat: int, to: int) -> bool:
        """Whether nothing hidden was learnt since, and only bots moved."""
        others = [mover for mover in self.movers[to + 1 :] if not self.bots[mover]]
        is_told = self.position is not None and len(self.teaches) == self.ply
        return not others and is_told and not any(self.teaches[to:])

    def _done(self, entry: dict[str, Any]) -> Step:
        self.replay(entry)
        return Step(entry)

    def replay(self, entry: dict[str, Any]) -> None:
        """Apply an entry of the log. Raises `ValueError` for an unknown one."""
        moves = self.sitting.moves
        match entry:
            case {"do": "go", "move": int(move), "seat": int(seat)}:
                self.sitting = replace(self.sitting, moves=(*moves, move))
                self.movers.append(seat)
            case {"do": "back", "to": int(to)} if 0 <= to < len(moves):
                self.sitting = replace(self.sitting, moves=moves[:to])
                del self.movers[to:], self.teaches[to:]
                self.views = {key: view for key, view in self.views.items() if key[0] <= to}
            case _:
                raise ValueError(f"a game with rules has no {entry.get('do')!r}")
        self.position = None

    def snapshot(self, reader: int | None) -> dict[str, Any]:
        """The number of the position; its page shows the rest."""
        return {"ply": self.ply}

    def changes(self, step: Step, reader: int | None) -> dict[str, Any]:
        """The number of the position that is there now; its view is told once it is computed."""
        return {"ply": self.ply}

    def words(self, step: Step, reader: int | None) -> str:
        """The words for a step that is not a move; the words of a move come with its view."""
        entry = step.entry
        if entry["do"] != "back":
            return ""
        name = "You" if entry["seat"] == reader else self.names[entry["seat"]]
        n = self.ply - entry["to"]
        moves = "1 move" if n == 1 else f"{n} moves"
        if entry.get("needs") == "consent":
            wants = "want" if name == "You" else "wants"
            return f"{name} {wants} to take back {moves}."
        return f"{name} took a move back."

    def is_over(self) -> bool:
        """Whether the game has ended, as far as the worker has told."""
        return self.position is not None and self.position.turn < 0

    def faces(self, reader: int | None) -> frozenset[str]:
        """Everything that was shown to a reader."""
        return frozenset(self.shown.get(reader, ()))

    def picture(self, face: str) -> bytes | None:
        """The picture of that name."""
        return self.pictures.get(face)
