"""What happened in a game, as the log and the announcement tell it to a reader.

In: moves, each with its draws and results. Out: the rows of the log: turns and rounds, with the
points that they brought. What follows from a move after its turn, such as the first draw of the
next player, stands with the next player; the points of a finished round stand with the round.
"""

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.kit.places import Trace
from generator.model.letters import small
from generator.model.teams import Sides
from generator.preview.text_board import alike

_PLAYER = re.compile(r"\bplayer (\d+)('s)?(?: (\w+))?", re.IGNORECASE)
_YOURS = {
    "loses": "lose", "gains": "gain", "draws": "draw", "takes": "take", "gets": "get",
    "discards": "discard", "scores": "score", "has": "have", "is": "are",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Told:
    """One move as it is told to a seat; `draws` are the results of chance in that move."""

    ply: int  # moves made once it is done
    seat: int
    words: str
    draws: tuple[str, ...]
    scores: tuple[float, ...]
    places: tuple[int, ...]
    seen: tuple[str, ...] = ()  # names of pieces face down that it let the viewer see
    line: str | None = None  # its part of a sentence on the turn; None if it has the words alone
    results: tuple[str, ...] = ()  # what it did to players: "player 2 loses 2 coins"
    later: tuple[str, ...] = ()  # draws after the end of the mover's turn
    next_seat: int = -1  # who acts afterwards; −1 when the game is over
    was: tuple[float, ...] = ()  # the scores before the move
    half: tuple[float, ...] = ()  # the scores at the end of the mover's turn; () for those after
    turn: int = -1  # the number of the turn in which it was made; −1 if the rules count none
    round: int = -1  # the number of finished rounds before it; −1 if the rules count none
    ends_round: bool = False
    is_again: bool = False  # whether the mover has another turn next
    is_name: bool = False  # whether the words begin with a name, which keeps its capital
    completed: tuple[int, ...] = ()  # those of `places`, the last ones, that it completed
    traces: tuple[Trace, ...] = ()  # lines through what it completed

    @property
    def used(self) -> tuple[int, ...]:
        """The places that the move itself names."""
        return self.places[: len(self.places) - len(self.completed)]

    @property
    def did(self) -> str:
        """The move with its results.

        >>> Told(1, 0, "Play Ransom", (), (), (), results=("you lose 2 coins",)).did
        'Play Ransom: you lose 2 coins'
        >>> Told(1, 0, "Turn up a card", (), (), (), results=("turn up Bat",)).did
        'Turn up Bat'
        """
        return self._with_results(self.words)

    @property
    def part(self) -> str:
        """The part of a sentence on the turn, with the results of the move."""
        return self._with_results(self.words if self.line is None else self.line)

    def _with_results(self, words: str) -> str:
        results = list(self.results)
        if results and _start(results[0]) == _start(words):
            words = words[:1] + results.pop(0)[1:]
        mark = ", " if ":" in words else ": "
        return mark.join(filter(None, (words, ", ".join(results))))


def _start(words: str) -> list[str]:
    return words.lower().split()[:2]


def addressed(words: str, seat: int) -> str:
    """A text in which a player is "you"; `seat` is −1 for none.

    >>> addressed("look at a card of player 1", 0)
    'look at a card of you'
    >>> addressed("player 2 loses 2 coins", 1), addressed("player 2 loses 2 coins", 0)
    ('you lose 2 coins', 'player 2 loses 2 coins')
    """

    def address(found: re.Match[str]) -> str:
        number, owns, verb = found.groups()
        if int(number) != seat + 1:
            return found[0]
        rest = f" {_YOURS.get(verb, verb)}" if verb else ""
        return f"{'your' if owns else 'you'}{rest}"

    return _PLAYER.sub(address, words)


def heard_by(told: Sequence[Told], people: Sequence[int]) -> list[Told]:
    """Moves in which the only person at the screen is "you"."""
    return [_heard(each, people[0]) if len(people) == 1 else each for each in told]


def _heard(told: Told, seat: int) -> Told:
    """A move in which a player is "you"."""
    results, draws, later = (
        tuple(addressed(words, seat) for words in each)
        for each in (told.results, told.draws, told.later)
    )
    line = None if told.line is None else addressed(told.line, seat)
    words = addressed(told.words, seat)
    return replace(told, words=words, line=line, results=results, draws=draws, later=later)


def heard_by_all(same: Sequence[Told]) -> Told:
    """The part of a move that is told to all seats alike."""
    first = same[0]
    draws = tuple(draw for draw in first.draws if all(draw in each.draws for each in same))
    later = tuple(draw for draw in first.later if all(draw in each.later for each in same))
    places = first.places if all(each.places == first.places for each in same) else ()
    completed, traces = (first.completed, first.traces) if places else ((), ())
    words = alike([each.words for each in same])
    line = first.line if all(each.line == first.line for each in same) else None
    return replace(
        first, words=words, draws=draws, later=later, places=places, completed=completed,
        traces=traces, seen=(), line=line,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Turn:
    """Moves of one seat in succession, and the points that they brought it and others.

    A row without moves and with a `title` is the beginning of a round; its points are those of the
    round before. A row without both has the first draws of a player who has yet to act.
    """

    seat: int
    moves: tuple[Told, ...]
    gain: float = 0.0
    others: tuple[tuple[int, float], ...] = ()  # every other seat whose score changed, and by what
    title: str = ""
    opening: tuple[str, ...] = ()  # what happened when the turn began

    @property
    def words(self) -> str:
        """The moves in words; a move that the rules leave out of the log is named only alone.

        >>> def move(words, line): return Told(1, 0, words, (), (0.0,), (), (), line)
        >>> Turn(0, (move("lay", "placed a tile"), move("boot", "and put a boot on it")), 0.0).words
        'placed a tile and put a boot on it'
        >>> placed = move("lay", "placed a tile"), move("boot", "and put a boot on it")
        >>> Turn(0, (move("flip", "flipped a tile"), *placed)).words
        'flipped a tile, then placed a tile and put a boot on it'
        >>> Turn(0, (placed[0], *placed)).words
        'placed a tile, then placed a tile and put a boot on it'
        >>> Turn(0, (move("place a tile", ""),), 0.0).words
        'place a tile'
        >>> Turn(0, (move("Take 1 ore", None),) * 3).words
        'Take 1 ore 3 times'
        >>> cards = (move("", f"picked up the {name}") for name in ("owl", "bat", "bee"))
        >>> Turn(0, (*cards, move("", "gave back the owl"))).words
        'picked up the owl, the bat and the bee, then gave back the owl'
        >>> Turn(0, tuple(move("", f"drove {way}") for way in ("east", "north"))).words
        'drove east, then north'
        """
        text, parts = "", list(_together(self.moves))
        starts = [i for i, (words, _) in enumerate(parts) if not words.startswith("and ")]
        for i, (words, made) in enumerate(parts):
            line = words if made[0].is_name or not text else small(words)
            verb, _, rest = line.partition(" ")
            goes_on = any(words.startswith("and ") for words, _ in parts[i + 1 : i + 2])
            if rest and made[0].line and text and not goes_on and not parts[i - 1][1][0].results:
                line = rest if parts[i - 1][0].partition(" ")[0] == verb else line
            if len(made) > 1 and made[0].part == made[-1].part:
                times = "twice" if len(made) == 2 else f"{len(made)} times"
                line += f" ({times})" if ":" in line else f" {times}"
            is_last = starts[-1:] == [i] and made[0].line is not None
            mark = "; " if made[0].results else ", then " if is_last else ", "
            text += line if not text else f" {line}" if line.startswith("and ") else f"{mark}{line}"
        return text.removeprefix("and ") or (self.moves[-1].words if self.moves else "")

    @property
    def is_told(self) -> bool:
        """Whether the rules tell any of its moves."""
        return any(told.part for told in self.moves)

    @property
    def is_sentence(self) -> bool:
        """Whether the rules tell the turn as a sentence."""
        return any(told.line is not None for told in self.moves)


def _together(moves: Sequence[Told]) -> Iterator[tuple[str, list[Told]]]:
    """The parts of a sentence on a turn, each with its moves; those left out are skipped.

    Equal parts are one, and so are parts of a sentence that differ after their first "the". A part
    that goes on with "and" stands alone.
    """

    def start(pair: tuple[Told, Told | None]) -> tuple[str, bool]:
        told, after = pair
        head, the, _ = told.part.partition(" the ")
        same = head + the if the and told.line and not told.results else told.part
        return same, after is not None and after.part.startswith("and ")

    heard = [told for told in moves if told.part]
    pairs = itertools.zip_longest(heard, heard[1:])
    for (same, _), several in itertools.groupby(pairs, key=start):
        made = [told for told, _ in several]
        parts = [told.part for told in made]
        if 1 < len({*parts}) == len(parts):
            most, last = parts[:-1], parts[-1].removeprefix(same)
            rest = ", the ".join(part.removeprefix(same) for part in most)
            yield f"{same}{rest} and the {last}", made
            continue
        for part, each in itertools.groupby(made, key=lambda told: told.part):
            yield part, list(each)


def turns_of(told: Sequence[Told], sides: Sides) -> list[Turn]:
    """The rows of the log: turns, and a row for each round that begins.

    A turn that goes on has no row before a move of it that the rules tell.
    """
    rows: list[Turn] = []
    before: Told | None = None
    for (seat, _), moves in itertools.groupby(told, key=lambda each: (each.seat, each.turn)):
        made = tuple(moves)
        opening, base = _opening(before), made[0].was
        if before is not None:
            base = base or before.scores
            if before.ends_round:
                rows.append(_round(before, sides))
            elif before.half:
                base = before.half
        gain, others = _gains(base, made[-1].half or made[-1].scores, seat, sides)
        rows.append(Turn(seat, made, gain, others, "", opening))
        _hand_on(rows)
        before = made[-1]
    if before is not None:
        if before.next_seat == before.seat and not (rows[-1].is_told or rows[-1].opening):
            rows.pop()
        rows += _rest(before, sides)
    return rows


def _hand_on(rows: list[Turn]) -> None:
    """Put points of others into their own rows of the same turn, where all reveal at once."""
    last = rows[-1]
    rest = []
    for seat, change in last.others:
        own = next(
            (i for i, row in enumerate(rows) if row.seat == seat and row.moves
             and 0 <= row.moves[0].turn == last.moves[0].turn), -1,
        )  # fmt: skip
        if own < 0:
            rest.append((seat, change))
        else:
            rows[own] = replace(rows[own], gain=rows[own].gain + change)
    rows[-1] = replace(last, others=tuple(rest))


def _opening(before: Told | None) -> tuple[str, ...]:
    """What happened at the beginning of a turn."""
    if before is None:
        return ()
    again = ("an extra turn",) if before.is_again else ()
    return (*again, *before.later)


def _rest(last: Told, sides: Sides) -> list[Turn]:
    """What happened after the last turn, before anybody acted."""
    rows = []
    if last.ends_round:
        rows += [row for row in [_round(last, sides)] if row.others or last.next_seat >= 0]
    is_turn_over = last.is_again or last.later or (last.half and not last.ends_round)
    if is_turn_over and last.next_seat >= 0:
        base = last.scores if last.ends_round else last.half or last.scores
        gain, others = _gains(base, last.scores, last.next_seat, sides)
        opening = _opening(last)
        if opening or gain or others:
            rows.append(Turn(last.next_seat, (), gain, others, "", opening))
    elif last.next_seat < 0 and last.half and not last.ends_round:
        _, others = _gains(last.half, last.scores, -1, sides)
        if others:
            rows.append(Turn(-1, (), 0.0, others, "At the end"))
    return rows


def _round(last: Told, sides: Sides) -> Turn:
    """The row of the round that follows a move, with the points of the round before."""
    _, others = _gains(last.half or last.scores, last.scores, -1, sides)
    title = f"Round {last.round + 2}" if last.next_seat >= 0 else "At the end"
    return Turn(-1, (), 0.0, others, title)


def _gains(
    before: Sequence[float], after: Sequence[float], seat: int, sides: Sides
) -> tuple[float, tuple[tuple[int, float], ...]]:
    """The points that a seat gained, and those of every other side."""
    gains = [now - was for now, was in zip(after, before, strict=False)]
    others = tuple(
        (members[0], gains[members[0]])
        for members in sides.members
        if gains and gains[members[0]] and seat not in members
    )
    return (gains[seat] if gains and seat >= 0 else 0.0), others


def in_view(told: Sequence[Told], seat: int) -> list[Told]:
    """The latest moves of the other seats, and those that `seat` has made in its turn since.

    >>> moves = [Told(i, seat, "", (), (), ()) for i, seat in enumerate((0, 1, 0, 1, 1, 0))]
    >>> [each.ply for each in in_view(moves, 0)], [each.ply for each in in_view(moves, 1)]
    ([3, 4, 5], [5])
    """
    own = list(itertools.takewhile(lambda each: each.seat == seat, reversed(told)))
    rest = reversed(told[: len(told) - len(own)])
    return [*own, *itertools.takewhile(lambda each: each.seat != seat, rest)][::-1]


def aloud(told: Told, name: Callable[[int], str], you: int) -> str:
    """A move as it is announced, with what follows from it."""
    told = _heard(told, you)
    words = "; ".join(filter(None, (told.did, *told.draws)))
    sentences = [f"{name(told.seat)}: {words}"]
    if told.ends_round and told.next_seat >= 0:
        sentences.append(f"Round {told.round + 2}")
    if opening := _opening(told):
        sentences.append(f"{name(told.next_seat)}: {'; '.join(opening)}")
    return " ".join(f"{sentence}." for sentence in sentences)
