"""What a seat is told of each move: the sentence, the chance, what was learned.

In: a game at the table. Out: a `Told` for each move. A fact is told only if it is the same in all
worlds that `hide` deals to the viewer. Of another player's move in SECRET, only the name is told,
as long as the move is secret.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from generator.kit.places import Trace
from generator.play.engine.board_places import places_named, untraced
from generator.play.engine.contract import UNTIL
from generator.play.engine.game import Game, numbered
from generator.play.engine.loading import words_of
from generator.play.engine.records import scores_of
from generator.play.engine.table_layout import Laid, Thing
from generator.preview.areas import with_drawer
from generator.preview.happenings import Told
from generator.preview.move_choice import Index
from generator.preview.piece_sizes import sizes_of
from generator.preview.text_views import DrawnText
from generator.preview.turns import tried
from generator.preview.wording import by_others, differs_only_by, in_turn, named, told_draws, unsaid

MASK = "something hidden"


class Seated(Protocol):
    """A game at the table, as its story needs it."""

    game: Game
    names: Index
    moves: list[int]
    states: list[Any]
    rngs: list[Any]
    drawn: DrawnText | None

    def state(self, ply: int) -> Any:
        """The position after so many moves."""

    def turn(self, ply: int) -> int:
        """The seat to act, or −1."""

    def laid(self, ply: int, viewer: int | None) -> tuple[Thing, ...]:
        """What lies on the table after so many moves, as a seat sees it."""

    def newly_shown(self, ply: int, viewer: int) -> Counter[str]:
        """The pieces that lie open to the viewer since the last move."""

    def worlds(self, ply: int, viewer: int) -> list[Any]:
        """Positions that might be so, for all the viewer knows."""


class Teller:
    """Tells the moves of a game at the table."""

    def __init__(self, at: Seated) -> None:
        self._at, self._game = at, at.game
        self._told: dict[tuple[int, int | None], Told] = {}

    def forget(self, ply: int) -> None:
        """Forget what was told of the moves after so many."""
        self._told = {key: told for key, told in self._told.items() if key[0] <= ply}

    def told(self, ply: int, viewer: int | None, now: int) -> Told:
        """The move that led to a position, as it is told to a seat after `now` moves."""
        name = self.secret(ply, viewer, now)
        if name:
            words = named({"do": name, "what": MASK})
            return replace(self._frame(ply, self._turn_end(ply)), words=words)
        if (ply, viewer) not in self._told:
            self._told[ply, viewer] = self._tell(ply, viewer)
        return self._told[ply, viewer]

    def secret(self, ply: int, viewer: int | None, now: int) -> str:
        """The name of a move that is still secret from the viewer after `now` moves; else ""."""
        game, before = self._game, self._at.state(ply - 1)
        if viewer in (None, self._at.turn(ply - 1)) or self._at.turn(now) < 0 or not game.secret:
            return ""
        names = game.names_of(before, self._at.moves[ply - 1])
        name = next((name for name in names if name in game.secret), "")
        count = UNTIL[game.secret[name]] if name else ""
        counted = [numbered(game, count, self._at.states[p])[0] for p in (ply - 1, now) if count]
        return name if len(set(counted)) < 2 else ""

    def _frame(self, ply: int, middle: Any) -> Told:
        """Whose move it was, in which turn and round, and the scores: what everybody knows.

        `middle` is the position at the end of the turn that the move ended; None for none.
        """
        game, seat, then = self._game, self._at.turn(ply - 1), self._at.turn(ply)
        was, now = (tuple(scores_of(game, self._at.state(p))) for p in (ply - 1, ply))
        half = () if middle is None else tuple(scores_of(game, middle))
        told = Told(ply, seat, "", (), now, (), next_seat=then, was=was, half=half)
        turns, rounds = (
            [self._number(name, p) for p in (ply - 1, ply)] if has else None
            for name, has in (("turn_of", game.turn_of), ("round_of", self._tells_rounds))
        )
        if rounds:
            first = self._number("round_of", 0)  # some rules count from 1
            told = replace(told, round=rounds[0] - first, ends_round=rounds[1] > rounds[0])
        if turns:
            is_next = middle is not None and turns[1] == turns[0] + 1 and not told.ends_round
            is_again = is_next and self._active(ply) == seat == then and game.seats > 1
            told = replace(told, turn=turns[0], is_again=is_again)
        return told

    def _active(self, ply: int) -> int:
        """The seat that made the first move of the turn of a move; others only answer."""
        first = ply - 1
        while first and self._number("turn_of", first - 1) == self._number("turn_of", ply - 1):
            first -= 1
        return self._at.turn(first)

    def _number(self, name: str, ply: int) -> int:
        """What `turn_of` or `round_of` counts in a position."""
        return int(numbered(self._game, name, self._at.states[ply])[0])

    @cached_property
    def _tells_rounds(self) -> bool:
        """Whether the rules count rounds and the status names them."""
        game = self._game
        if game.round_of is None or game.status is None:
            return False
        return "round" in str(game.status(game.tables, self._at.state(0), None)).lower()

    def _turn_end(self, ply: int) -> Any:
        """The position at the end of the turn that a move ended; None if the turn went on."""
        if self._game.to_turn_end is None:
            return None
        middle, move = self._at.states[ply - 1].copy(), np.int64(self._at.moves[ply - 1])
        self._game.to_turn_end(self._game.tables, middle[0], move, self._at.rngs[ply - 1].copy())
        return None if middle[0].tobytes() == self._at.state(ply).tobytes() else middle[0]

    def _tell(self, ply: int, viewer: int | None) -> Told:
        game, tables = self._game, self._game.tables
        before, after = self._at.state(ply - 1), self._at.state(ply)
        move = np.int64(self._at.moves[ply - 1])
        mover = int(game.turn(tables, before))
        event = game.describe(tables, before, move)
        draws = list(game.chance(tables, before, move, after))
        middle = self._turn_end(ply)
        end = after if middle is None else middle
        own = draws if middle is None else list(game.chance(tables, before, move, middle))
        tell = game.tell_results
        results = list(tell(tables, before, move, end)) if tell is not None else []
        words = str(game.say_move(tables, before, move))
        line = None if game.tell_move is None else str(game.tell_move(tables, before, move))
        seen: tuple[str, ...] = ()
        raw = draws
        if viewer is not None and game.is_hidden:
            revealed = self._at.newly_shown(ply, viewer)
            seen = self._learned(ply, viewer, revealed) if mover == viewer else ()
            worlds = self._at.worlds(ply - 1, viewer) if draws or mover != viewer else []
            if mover != viewer and not game.secret.keys() & game.names_of(before, int(move)):
                shown = [sizes_of(game).names[piece] for piece in revealed]
                if not self._is_known(worlds, move, game.tell_move, line, shown):
                    line = None
                is_known = self._is_known(worlds, move, game.say_move, words, shown)
                others = [tried(game.describe, tables, world, move) for world in worlds]
                event = self._masked(event, others, revealed)
                words = words if is_known else named(event)
            if draws:
                draws = self._drawn(worlds, self._at.worlds(ply, viewer), move, draws, revealed)
        places = self._at.names.places_in(event)
        if self._at.drawn and not game.is_hidden:
            words = self._at.drawn.named(event, words, self._at.drawn.changed(ply, None))
        if game.space is not None and game.spaces and (mover == viewer or not game.is_hidden):
            used = int(game.space(tables, before, move))
            places = [used, *places] if used >= 0 and used not in places else places
        done = self._completed(ply, viewer, mover)
        completed = places_named(game, "completes", game.spaces, untraced(done))
        names: list[tuple[str, ...]] = []
        mine, later = in_turn(raw, own, draws)
        for part, seat in ((unsaid(mine, words, results), mover), (later, self._at.turn(ply))):
            if viewer not in (None, seat) and part and game.lay is not None:
                was, now = (self._at.laid(p, viewer) for p in (ply - 1, ply))
                part = with_drawer(part, viewer, was, now, self._at.names.by_name)
            names.append(told_draws(by_others(part, seat), MASK))
        return replace(
            self._frame(ply, middle),
            words=words,
            draws=names[0],
            places=(*places, *completed),
            completed=completed,
            traces=tuple(each for each in done if isinstance(each, Trace)),
            seen=seen,
            line=line,
            results=tuple(results),
            later=names[1],
            is_name=self._at.names.begins_with_name(words),
        )

    def _completed(self, ply: int, viewer: int | None, mover: int) -> Sequence[Any]:
        """The places and traces of what a move completed, if the viewer can know them."""
        completes, before = self._game.completes, self._at.state(ply - 1)
        if completes is None:
            return ()
        tables, move = self._game.tables, np.int64(self._at.moves[ply - 1])
        keys: list[Any] = completes(tables, before, move)
        if keys and viewer not in (None, mover) and self._game.is_hidden:
            worlds = self._at.worlds(ply - 1, viewer)
            if any(tried(completes, tables, world, move) != keys for world in worlds):
                return ()
        return keys

    def _learned(self, ply: int, viewer: int, revealed: Counter[str]) -> tuple[str, ...]:
        """The names of revealed pieces that lie face down on the table."""
        if not revealed or self._game.lay is None:
            return ()
        things = self._at.laid(ply, viewer)
        down = {t.piece for t in things if isinstance(t, Laid) and t.piece and not t.up}
        names = sizes_of(self._game).names
        return tuple(names[piece] for piece in revealed if piece in down)

    def _is_known(
        self, worlds: Sequence[Any], move: np.int64, tell: Callable[..., Any] | None,
        words: str | None, shown: Sequence[str],
    ) -> bool:  # fmt: skip
        """Whether the words of another's move are the same in all worlds that may be so.

        `shown` are the names of pieces that the move turned up: they are public now.
        """
        if tell is None or words is None:
            return False
        others = [tried(tell, self._game.tables, world, move) for world in worlds]
        return all(each is not None and differs_only_by(words, each, shown) for each in others)

    def _drawn(
        self, before: Sequence[Any], after: Sequence[Any], move: np.int64,
        draws: Sequence[Mapping[str, Any]], revealed: Counter[str],
    ) -> list[dict[str, Any]]:  # fmt: skip
        """The results of chance, as far as they are known; the worlds before and after the move."""
        game = self._game
        others = [
            tried(game.chance, game.tables, was, move, now)
            for was, now in zip(before, after, strict=True)
        ]
        draws_seen = []
        for i, draw in enumerate(draws):
            same = [each[i] if each and len(each) == len(draws) else None for each in others]
            draws_seen.append(self._masked(draw, same, revealed))
        return draws_seen

    def _masked(
        self, event: Mapping[str, Any], others: Sequence[Mapping[str, Any] | None],
        revealed: Counter[str],
    ) -> dict[str, Any]:  # fmt: skip
        """An event without what is different in other worlds, but for pieces that now lie open."""
        masked: dict[str, Any] = {}
        for key, value in event.items():
            is_known = all(other is not None and other.get(key) == value for other in others)
            if not is_known and key != "do":
                pieces = self._at.names.by_name.get(words_of(value).casefold(), ())
                open_now = next((piece for piece in pieces if revealed[piece] > 0), None)
                if open_now is None:
                    value = MASK
                else:
                    revealed[open_now] -= 1
            masked[key] = value
        return masked
