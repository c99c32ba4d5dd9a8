"""A table without rules, as a room uses it: operations in, for each reader views and words out.

`FreeTable` implements `SharedTable`. A state never changes; an operation makes the next one. So
undo goes back to a state that is still there.
"""

import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.hosting.free.chance import Chance
from generator.hosting.free.forms import fault_in
from generator.hosting.free.operations import Act, RefusedError, Words, name_of, perform
from generator.hosting.free.state import SPECTATOR, State, World, backs_up, faces_up
from generator.hosting.free.views import difference, view
from generator.hosting.tables import Refusal, Step

HOLD = 3.0  # seconds for which a dragged piece follows one person alone
LONGEST_LOG = 50  # maximum number of sentences in a snapshot
LONGEST_PAST = 100  # maximum number of operations that can be undone

_NOUNS = {
    "move": "a move", "turn": "a turn", "flip": "a flip", "stack": "a pile", "split": "a split",
    "draw": "a draw", "deal": "a deal", "take": "a piece taken", "give": "a piece given",
    "play": "a piece played", "shuffle": "a shuffle", "peek": "a look", "show": "a piece shown",
    "lock": "a lock", "count": "a count", "roll": "a roll", "note": "a note", "token": "a token",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Past:
    """An operation that can be undone, and the state before it."""

    id: int
    state: State
    seat: int
    operation: Mapping[str, Any]
    has_revealed: bool


class FreeTable:
    """One table without rules.

    `names` are those of the seats, in words; the room keeps them up to date.
    """

    def __init__(
        self,
        world: World,
        state: State,
        rng: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        pictures: Mapping[str, bytes] | None = None,
        leaflets: Sequence[tuple[str, str]] = (),
    ) -> None:
        """`rng` draws tokens, orders and dice; by default nobody can foretell it.

        `pictures` are SVG by their addresses; `leaflets` are names and addresses of those of the
        rules, which everybody may read.
        """
        self.leaflets = leaflets
        self.world, self.state, self.seats = world, state, world.seats
        self.names = [f"Seat {seat + 1}" for seat in range(world.seats)]
        self._rng, self._clock = rng or secrets.SystemRandom(), clock
        self._pictures = pictures or {}
        self._past: list[Past] = []
        self._n = 0  # of operations that could be undone, since the beginning
        self._holds: dict[str, tuple[int, float]] = {}  # by token: the seat, and until when
        self._before, self._undo_before = state, self._undo_view()
        self._words = Words("")
        self._said: list[Words] = []
        self._readers = (*range(world.seats), SPECTATOR)
        self._backs: dict[int, set[str]] = {reader: set() for reader in self._readers}
        self._fronts: dict[int, set[int]] = {reader: set() for reader in self._readers}
        self._note_faces()

    def do(self, seat: int, operation: dict[str, Any]) -> Step | Refusal:
        """Check and do an operation; a `Refusal` changes nothing."""
        fault = fault_in(operation) or self._held_by_another(seat, operation)
        if fault:
            return Refusal(fault)
        chance = Chance(self._rng)
        try:
            if self._needs_consent(seat, operation):
                return self._proposed(seat, operation)
            self._apply(seat, operation, chance)
        except RefusedError as refused:
            return Refusal(str(refused))
        self._hold(seat, operation)
        return Step({"by": seat, "op": operation, "chance": chance.drawn})

    def replay(self, entry: Mapping[str, Any]) -> None:
        """Do an operation of the log again, with the chance that it had.

        Raises `ValueError` for an entry that does not fit.
        """
        if "needs" in entry:
            return
        try:
            self._apply(entry["by"], entry["op"], Chance(None, entry["chance"]))
        except (LookupError, TypeError) as wrong:
            raise ValueError(f"an entry of the log that does not fit: {wrong}") from wrong

    def snapshot(self, reader: int | None) -> dict[str, Any]:
        """Everything that a reader may see, with the latest sentences as `log`."""
        size = {"w": self.world.width, "h": self.world.height, "seats": self.seats}
        shown = view(self.world, self.state, _number(reader))
        undo = self._undo_view()
        said = [words.for_reader(_number(reader), self.names) for words in reversed(self._said)]
        log = [text for text in said if text]
        return {**shown, "table": size, "log": log, **({"undo": undo} if undo else {})}

    def changes(self, step: Step, reader: int | None) -> dict[str, Any]:
        """The changes of the last operation in the view of a reader."""
        changes = difference(self.world, self._before, self.state, _number(reader))
        undo = self._undo_view()
        return changes if undo == self._undo_before else {**changes, "undo": undo}

    def words(self, step: Step, reader: int | None) -> str:
        """The last operation in a sentence for a reader; "" if it is nobody's business."""
        return self._words.for_reader(_number(reader), self.names)

    def is_over(self) -> bool:
        """A table without rules ends when its people end it."""
        return False

    def faces(self, reader: int | None) -> frozenset[str]:
        """The addresses of the pictures that a reader sees now or has seen."""
        number = _number(reader)
        fronts = {self.world.pieces[piece].front for piece in self._fronts[number]}
        leaflets = {address for _, address in self.leaflets}
        return frozenset((fronts | self._backs[number] | leaflets) - {""})

    def picture(self, address: str) -> bytes | None:
        """The picture of an address, whoever asks."""
        return self._pictures.get(address)

    # -- undo by consent ------------------------------------------------------------------------

    def _needs_consent(self, seat: int, operation: Mapping[str, Any]) -> bool:
        """Whether all people must agree: to undo another's act, or one that showed something."""
        if operation["do"] != "undo":
            return False
        past = self._undoable(operation)
        return (past.has_revealed or past.seat != seat) and not operation.get("agreed")

    def _proposed(self, seat: int, operation: dict[str, Any]) -> Step:
        """A step that changes nothing; the room asks all people, and then says that they agreed."""
        past = self._past[-1]
        whose = "" if past.seat == seat else f" of {name_of(past.seat)}"
        what = f"undo {_NOUNS[past.operation['do']]}{whose}"
        self._words = Words(f"{name_of(seat)} wants to {what}.", {seat: f"You ask to {what}."})
        self._before, self._undo_before = self.state, self._undo_view()
        return Step(
            {
                "by": seat,
                "op": operation,
                "needs": "consent",
                "then": operation,
            }
        )

    # -- one step -------------------------------------------------------------------------------

    def _apply(self, seat: int, operation: Mapping[str, Any], chance: Chance) -> None:
        before, undo_before = self.state, self._undo_view()
        if operation["do"] == "undo":
            after, words = self._undone(seat, operation)
        else:
            act = Act(self.world, before, seat, operation, chance)
            after, words = perform(act)
        self.state, self._before, self._undo_before = after, before, undo_before
        self._words = words
        self._said = [*self._said, words][-LONGEST_LOG:]
        has_revealed = self._note_faces() or operation["do"] in ("shuffle", "roll")
        if operation["do"] != "undo" and not _is_private(operation):
            self._remember(before, seat, operation, has_revealed)

    def _remember(
        self, before: State, seat: int, operation: Mapping[str, Any], has_revealed: bool
    ) -> None:
        """Keep the state before an operation; all moves of a drag are one."""
        if self._past and operation["do"] == "move":
            last = self._past[-1]
            same = (last.operation["do"], last.operation.get("t"), last.seat)
            if same == ("move", operation["t"], seat):
                return
        self._n += 1
        self._past.append(Past(self._n, before, seat, operation, has_revealed))
        del self._past[:-LONGEST_PAST]

    def _undone(self, seat: int, operation: Mapping[str, Any]) -> tuple[State, Words]:
        past = self._undoable(operation)
        self._past.pop()
        noun = _NOUNS[past.operation["do"]]
        whose = "" if past.seat == seat else f" of {name_of(past.seat)}"
        words = Words(f"{name_of(seat)} undoes {noun}{whose}.", {seat: f"You undo {noun}{whose}."})
        return past.state, words

    def _undoable(self, operation: Mapping[str, Any]) -> Past:
        """The operation that an undo undoes. Raises `RefusedError`."""
        if not self._past:
            raise RefusedError("There is nothing to undo.")
        if self._past[-1].id != operation["id"]:
            raise RefusedError("Something else happened meanwhile.")
        return self._past[-1]

    def _undo_view(self) -> dict[str, Any] | None:
        """The operation that can be undone: its number, seat, noun and need for consent."""
        if not self._past:
            return None
        past = self._past[-1]
        what = _NOUNS[past.operation["do"]]
        return {"id": past.id, "by": past.seat, "what": what, "ask": past.has_revealed}

    def _note_faces(self) -> bool:
        """Keep what every reader sees now; whether anybody sees something that was hidden."""
        is_new = False
        for reader in self._readers:
            now = set(faces_up(self.state, reader))
            is_new |= not now <= set(faces_up(self._before, reader))
            self._fronts[reader] |= now
            backs = set(backs_up(self.world, self.state, reader))
            is_new |= not backs <= self._backs[reader]
            self._backs[reader] |= backs
        return is_new

    # -- pieces that somebody drags ---------------------------------------------------------------

    def _held_by_another(self, seat: int, operation: Mapping[str, Any]) -> str | None:
        token = operation.get("t")
        holder, until = self._holds.get(str(token), (seat, 0.0))
        if holder != seat and self._clock() < until:
            return f"{self.names[holder]} is moving it."
        return None

    def _hold(self, seat: int, operation: Mapping[str, Any]) -> None:
        token = operation.get("t")
        if operation.get("drag"):
            self._holds[str(token)] = (seat, self._clock() + HOLD)
        else:
            self._holds.pop(str(token), None)


def _number(reader: int | None) -> int:
    return SPECTATOR if reader is None else reader


def _is_private(operation: Mapping[str, Any]) -> bool:
    """Whether an operation changes nothing for others: the order of a hand, a look that ends."""
    if operation["do"] == "move":
        return operation.get("at") is not None
    return operation["do"] == "peek" and operation.get("t") is None
