"""A room: the people at a table, the order of what they do, and what each of them is told.

Every operation is checked, applied, logged and told in one step, without waiting for anything. So
all readers get the same order, and a room that was killed goes on from its log.
"""

import time
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.hosting.admission import SPECTATOR, Admission, Session, digest_of
from generator.hosting.feeds import Feed
from generator.hosting.limits import Allowance
from generator.hosting.log import Log, games_of
from generator.hosting.tables import Refusal, SharedTable, Step

LONGEST_NAME = 30  # maximum number of characters in a name
LONGEST_C = 24  # maximum number of characters in a page's name for itself
MOST_PAGES = 8  # maximum number of pages of a seat whose operations are remembered
MOST_REPLIES = 200  # maximum number of remembered replies to a page
AWAY = 25.0  # seconds after its last request at which a page without a stream counts as away
FULL = "the log cannot be written, so nothing can be done: "
WAITS = "the game has not begun"
PAUSED = "the host has paused the table"
ENDED = "the host has closed the table"
TOO_FAST = "that was too much at once; wait a moment"

Json = dict[str, Any]
Make = Callable[[Json, list[str]], SharedTable]


@dataclass(eq=False)
class Chair:
    """A seat. `name` is that of the person; both are "" while nobody sits there."""

    name: str = ""
    bot: str = ""
    answers: Json | None = None  # to the form
    allowance: Allowance = field(default_factory=Allowance)
    replies: dict[str, dict[int, Json]] = field(default_factory=dict)  # page → number → reply

    @property
    def is_person(self) -> bool:
        """Whether a person sits there."""
        return bool(self.name) and not self.bot


@dataclass(frozen=True)
class Proposal:
    """Something that all people must agree to."""

    by: int
    then: Json
    words: Mapping[int | None, str]  # by reader
    agreed: frozenset[int]


class Room:
    """A table and the people at it."""

    def __init__(
        self, log: Log, seats: int, make: Callable[[Json, list[str]], SharedTable]
    ) -> None:
        """`make` sets a table up from what `begin` was given and the names."""
        self.log, self.make = log, make
        self.chairs = [Chair() for _ in range(seats)]
        self.admission = Admission()
        self.feeds: dict[int | None, Feed] = {reader: Feed() for reader in (*range(seats), None)}
        self.table: SharedTable | None = None
        self.deal: Json = {}  # what the table was set up from
        self.game = 1  # number of the game at this table
        self.game_version = ""  # of the pack when the game began
        self.began, self.began_at = 0.0, ""  # when the game began: by `age`, and by the calendar
        self.seq = 0
        self.proposal: Proposal | None = None
        self.is_paused = self.is_ended = False
        self.limit = 0  # seconds of a decision after which its page reminds; 0: none
        self.seconds = 0.0  # that the table has been open, before this run
        self.kept, self.minutes = "", 0  # the file of the playtest, and how long it took
        self.deciding_since = time.monotonic()
        self.fault = ""  # why the log cannot be written
        self.after: list[Callable[[int, Step], None]] = []  # called after each step
        self.changed: list[Callable[[], None]] = []  # called when people or their state change
        self._opened = time.monotonic()

    # ------------------------------------------------------------------ people

    @property
    def names(self) -> list[str]:
        """The name of every seat."""
        return [c.bot or c.name or f"Seat {i}" for i, c in enumerate(self.chairs, 1)]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(i for i, chair in enumerate(self.chairs) if chair.is_person)

    @property
    def has_spectators(self) -> bool:
        """Whether anybody only watches."""
        return any(session.reader is None for session in self.admission.sessions.values())

    @property
    def readers(self) -> list[int | None]:
        """Everybody in the room who receives updates."""
        return [*self.people, *([None] if self.has_spectators else [])]

    def is_connected(self, seat: int) -> bool:
        """Whether a page of that seat is open."""
        now = time.monotonic()
        return any(
            session.reader == seat and (session.streams or session.seen > now - AWAY)
            for session in self.admission.sessions.values()
        )

    def sit(self, key: int, name: str, cookie: str) -> Session:
        """Seat somebody, or let them watch, with a cookie. Raises `OSError`."""
        digest = digest_of(cookie)
        if key == SPECTATOR:
            self.note({"watch": digest})
        else:
            named = name_of(name) or self.chairs[key].name or f"Seat {key + 1}"
            self.note({"sit": key, "name": named, "cookie": digest})
        session = self.admission.sessions[digest]
        self.feeds[session.reader].wake()
        self.tell_pages()
        return session

    def new_link(self, key: int) -> None:
        """A new link in place of the last, whose pages end. Raises `OSError`."""
        self.note({"link": key, "digest": self.admission.new_link(key)})
        self.feeds[None if key == SPECTATOR else key].wake()
        self.tell_pages()

    def note(self, event: Json) -> None:
        """Log what happens to the room, and have it happen. Raises `OSError`."""
        self._write({"room": event})
        self._happen(event)

    def _happen(self, event: Json) -> None:
        match event:
            case {"sit": seat, "name": name, "cookie": digest}:
                chair = self.chairs[seat]
                chair.name, chair.bot = name, ""
                self.admission.seat(seat, digest)
            case {"watch": digest}:
                self.admission.seat(None, digest)
            case {"link": key, "digest": digest}:
                self.admission.links[key] = digest
                reader = None if key == SPECTATOR else key
                self.admission.end(reader, "the host has made a new link for this seat")
            case {"bot": seat, "kind": kind}:
                self.chairs[seat].bot = kind
            case {"form": seat, "answers": answers}:
                self.chairs[seat].answers = answers
            case {"begin": deal}:
                self.deal, self.table = deal, self.make(deal, self.names)
                self.game_version = event.get("version", "")
                self.began, self.began_at = self.age, event.get("at", "")
            case {"pause": is_paused}:
                self.is_paused = is_paused
            case {"limit": seconds}:
                self.limit = seconds
            case {"end": True}:
                self.is_ended = True
            case {"kept": name, "minutes": minutes}:
                self.kept, self.minutes = name, minutes
            case {"again": True}:
                self._empty()
        if self.table is not None:
            self.table.names[:] = self.names

    def _empty(self) -> None:
        """Empty the table for another game; everybody keeps their seat."""
        self.table, self.deal, self.proposal = None, {}, None
        self.is_paused = self.is_ended = False
        self.kept, self.minutes = "", 0
        self.game += 1
        for chair in self.chairs:
            chair.answers = None

    # ------------------------------------------------------------------ operations

    def ask(self, seat: int, c: str, n: int, operation: Json) -> Json:
        """Do what a page asks, once: a page's repeat of the same number gets the same reply."""
        replies = self.chairs[seat].replies.setdefault(c, {})
        while len(self.chairs[seat].replies) > MOST_PAGES:
            del self.chairs[seat].replies[next(iter(self.chairs[seat].replies))]
        if n in replies:
            return replies[n]
        if replies and n < max(replies):
            return {"seq": self.seq, "refused": "this came too late"}
        if not self.chairs[seat].allowance.take():
            return {"seq": self.seq, "refused": TOO_FAST}
        reply = self.do(seat, operation, c, n)
        if not self.fault:
            self._remember(seat, c, n, reply)
        return reply

    def do(self, seat: int, operation: Json, c: str = "", n: int = 0) -> Json:
        """Do what a seat asks; {"seq": …}, with "refused" and the reason where it was not done."""
        refusal = self._hindrance()
        if refusal:
            return {"seq": self.seq, "refused": refusal}
        assert self.table is not None
        kind = operation.get("do")
        if kind in ("agree", "refuse"):
            return self._answer(seat, str(kind))
        asked = {key: value for key, value in operation.items() if key != "agreed"}
        outcome = self.table.do(seat, asked)
        if isinstance(outcome, Refusal):
            return self._refused(seat, asked, outcome)
        if outcome.entry.get("needs") == "consent":
            return self._propose(seat, outcome)
        return self._commit(seat, outcome, c, n, drops=kind != "move")

    def _hindrance(self) -> str:
        """The reason why no operation is possible now; "" if operations are possible."""
        if self.fault:
            return FULL + self.fault
        if self.table is None:
            return WAITS
        if self.is_ended:
            return ENDED
        return PAUSED if self.is_paused else ""

    def _refused(self, seat: int, operation: Json, refusal: Refusal) -> Json:
        """Keep what was refused: it shows what confuses people."""
        try:
            self._write({"refused": refusal.message, "by": seat, "op": operation})
        except OSError:
            return {"seq": self.seq, "refused": FULL + self.fault}
        return {"seq": self.seq, "refused": refusal.message}

    def _commit(self, seat: int, step: Step, c: str, n: int, drops: bool = True) -> Json:
        """Log a step that was done, then tell everybody what it changes for them."""
        assert self.table is not None
        now = time.monotonic()
        line = {
            "by": seat, "c": c, "n": n, "ms": round(1000 * (now - self.deciding_since)),
            "entry": step.entry,
        }  # fmt: skip
        try:
            self._write({"seq": self.seq + 1, **line})
        except OSError:
            return {"seq": self.seq, "refused": FULL + self.fault}
        self.seq += 1
        self.deciding_since = now
        has_dropped = drops and self.proposal is not None
        if has_dropped:
            self.proposal = None
        for reader in self.readers:
            message = {"seq": self.seq, "by": seat, "is": self.table.changes(step, reader)}
            if words := self.table.words(step, reader):
                message["said"] = words
            if reader == seat and c:
                message |= {"c": c, "n": n}
            if has_dropped:
                message |= {"asks": None, "page": True}
            self.feeds[reader].tell(message)
        for call in self.after:
            call(seat, step)
        return {"seq": self.seq}

    # ------------------------------------------------------------------ consent

    def _propose(self, seat: int, step: Step) -> Json:
        assert self.table is not None
        words = {reader: self.table.words(step, reader) for reader in (*self.people, None)}
        self.proposal = Proposal(seat, step.entry["then"], words, frozenset([seat]))
        return self._decide(words)

    def _answer(self, seat: int, answer: str) -> Json:
        proposal = self.proposal
        if proposal is None:
            return {"seq": self.seq, "refused": "there is nothing to agree to any more"}
        if answer == "refuse":
            self.proposal = None
            took = "withdraws it" if seat == proposal.by else "does not agree"
            self._tell_proposal(dict.fromkeys(self.feeds, f"{self.names[seat]} {took}."))
            return {"seq": self.seq}
        agreed = proposal.agreed | {seat}
        self.proposal = Proposal(proposal.by, proposal.then, proposal.words, agreed)
        return self._decide(dict.fromkeys(self.feeds, f"{self.names[seat]} agrees."))

    def _decide(self, words: Mapping[int | None, str]) -> Json:
        """Do what was proposed once all people agree; until then, tell `words`."""
        proposal = self.proposal
        assert proposal is not None and self.table is not None
        if not set(self.people) <= proposal.agreed:
            self._tell_proposal(words)
            return {"seq": self.seq}
        self.proposal = None
        outcome = self.table.do(proposal.by, {**proposal.then, "agreed": True})
        if isinstance(outcome, Refusal):
            self._tell_proposal(dict.fromkeys(self.feeds, f"{outcome.message}."))
            return {"seq": self.seq, "refused": outcome.message}
        reply = self._commit(proposal.by, outcome, "", 0)
        self._tell_proposal({})
        return reply

    def _tell_proposal(self, words: Mapping[int | None, str]) -> None:
        for reader in self.readers:
            message: Json = {"seq": self.seq, "asks": self.asks(reader), "page": True}
            if words.get(reader):
                message["said"] = words[reader]
            self.feeds[reader].tell(message)

    def asks(self, reader: int | None) -> Json | None:
        """The proposal that people are asked to agree to."""
        proposal = self.proposal
        if proposal is None:
            return None
        words = proposal.words.get(reader, "")
        return {"by": proposal.by, "said": words, "agreed": sorted(proposal.agreed)}

    # ------------------------------------------------------------------ telling

    def snapshot(self, reader: int | None) -> Json:
        """All that a reader may know, as its page needs it when it joins."""
        return {
            "seq": self.seq,
            "all": self.table.snapshot(reader) if self.table is not None else None,
            "you": {"seat": reader},
            "names": self.names,
            "clock": self.clock,
            "asks": self.asks(reader),
        }

    @property
    def clock(self) -> Json:
        """Seconds of the decision of now, and after how many the page reminds (0: never)."""
        return {"seconds": round(time.monotonic() - self.deciding_since), "limit": self.limit}

    def deciding(self) -> None:
        """Begin to count the time of a decision: who makes it has just been shown the table."""
        self.deciding_since = time.monotonic()

    def tell_pages(self) -> None:
        """Have every page put in place what differs, the host's as well."""
        for reader in self.readers:
            self.feeds[reader].tell({"seq": self.seq, "page": True, "names": self.names})
        self.tell_host()

    def tell_host(self) -> None:
        """Have the host's page put in place what differs."""
        for call in self.changed:
            call()

    @property
    def age(self) -> float:
        """Seconds that the table has been open, without the time between its runs."""
        return self.seconds + time.monotonic() - self._opened

    # ------------------------------------------------------------------ the log

    def _write(self, line: Json) -> None:
        if self.fault:
            raise OSError(self.fault)
        try:
            self.log.write({"t": round(self.age, 2), **line})
        except OSError as broken:
            self.fault = broken.strerror or str(broken)
            self.tell_host()
            raise

    def _remember(self, seat: int, c: str, n: int, reply: Json) -> None:
        replies = self.chairs[seat].replies.setdefault(c, {})
        replies[n] = reply
        while len(replies) > MOST_REPLIES:
            del replies[next(iter(replies))]

    def replay(self, lines: list[Json]) -> None:
        """Bring the room to where its log ends. Raises `ValueError` for what does not fit."""
        n_past = sum(len(game) for game in games_of(lines)[:-1])
        for number, line in enumerate(lines, 2):
            self.seconds = line.get("t", self.seconds)
            try:
                self._replay(line, is_past=number < n_past + 2)
            except (KeyError, IndexError, TypeError, ValueError) as fault:
                raise ValueError(
                    f"line {number} of the log does not match the game: {fault}"
                ) from None

    def _replay(self, line: Json, is_past: bool) -> None:
        """Apply a line of the log; of a past game, only who sits where and what was answered."""
        if "room" in line:
            if not (is_past and "begin" in line["room"]):
                self._happen(line["room"])
        elif "entry" in line:
            if line["seq"] != self.seq + 1 or (self.table is None and not is_past):
                raise ValueError("an operation is missing before it")
            if self.table is not None:
                self.table.replay(line["entry"])
            self.seq = line["seq"]
            if line.get("c"):
                self._remember(line["by"], line["c"], line["n"], {"seq": self.seq})


def name_of(written: str) -> str:
    """A name as people typed it, without what cannot be seen, and not too long.

    >>> name_of("  Ada \\u202e  Lovelace\\n")
    'Ada Lovelace'
    """
    plain = "".join(
        letter if unicodedata.category(letter)[0] not in "CZ" else " " for letter in written[:200]
    )
    return " ".join(plain.split())[:LONGEST_NAME].strip()
