"""The protocol of the checks, whose result is a `Breach` of a promise of `rules.py`.

A check follows random games through its hooks. The order is `dealt`, then `decided`, `chosen` and
`played` for each decision, then `ended`, and `concluded` after the last game. To add a check, write
a subclass of `Check` in a module of its own and add it to `conform.checks_of`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple

from generator.model.problems import Place, Problem
from generator.play.engine.game import Game

GUESSES = 2  # number of resamplings of hidden information that are tried at an examined decision
KINDS_OF_POSITION = ("phase", "step", "stage")  # fields that distinguish kinds of position


class Breach(NamedTuple):
    """A broken promise, and the rule that breaks it; each promise is reported once."""

    promise: str
    rule: str
    text: str
    fix: str = ""
    level: Literal["error", "warning"] = "error"
    place: Place | None = None  # None: the place of the rule

    def problem(self, game: Game, moment: str = "") -> Problem:
        """Return the breach as a problem at the line of its rule; `moment` is added to the text."""
        named = {**game.personas, **game.agents}
        function = named.get(self.rule, game.book.get(self.rule))
        place = self.place or game.book.place_of(self.rule, function)
        return Problem(place, f"{self.text} {moment}".rstrip(), self.fix, self.level)


@dataclass(frozen=True, eq=False)
class Decision:
    """A decision of a random game: the position, the seat to act and its legal moves."""

    game: Game
    state: Any
    seat: int
    legal: list[int]
    number: int  # number of the decision in its game, counted from 0
    is_examined: bool  # whether all rules are called on the decision
    is_laid_out: bool  # whether the table is laid out for each seat
    draws: Callable[[int], Any]  # returns a random stream of this decision by its number

    def hidden(self, seat: int, number: int, of: Any = None) -> Any:
        """Return a copy of the position, or of `of`, in which information that the seat cannot have
        is resampled.
        """
        game = self.game
        guess = game.fresh()
        guess[0] = self.state if of is None else of
        if game.is_hidden and game.hide is not None:
            game.hide(game.tables, guess[0], seat, self.draws(10 + number))
        return guess[0]

    @cached_property
    def guesses(self) -> list[Any]:
        """Return resamplings for the seat to act, or the position itself if nothing is hidden."""
        if not self.game.is_hidden:
            return [self.state]
        return [self.hidden(self.seat, 2 * k) for k in range(GUESSES)]

    @cached_property
    def phase(self) -> str:
        """Return the kind of position in words, made of the verbs of its moves and any phase
        number.
        """
        names = {name for move in self.legal for name in self.game.names_of(self.state, move)[:1]}
        words = " or ".join(sorted(names))
        for field in KINDS_OF_POSITION:
            if field in self.state.dtype.names and self.state[field].shape == ():
                words += f"{', ' if words else ''}state.{field} = {self.state[field]}"
        return words


class Check:
    """A promise to test in random games; hooks do nothing unless a check overrides them."""

    rule = ""  # the rule that this check calls; it must not change the position or the tables

    def __init__(self, game: Game) -> None:
        self.game = game

    def dealt(self, state: Any) -> None:
        """Called with the position after the deal."""

    def decided(self, decision: Decision) -> Iterable[Breach]:
        """Called at a decision, before its move is chosen."""
        return ()

    def chosen(self, decision: Decision, move: int) -> None:
        """Called with the next move, before it is played."""

    def played(self, state: Any, move: int) -> Iterable[Breach]:
        """Called with the position after a move."""
        return ()

    def ended(self) -> None:
        """Called at the end of a game."""

    def is_silenced(self, broken: Collection[str]) -> bool:
        """Whether earlier breaches explain the breaches that `concluded` would report."""
        return not {"hide", "HIDDEN"}.isdisjoint(broken)

    def concluded(self) -> Iterable[Breach]:
        """Called after all games, unless a rule is in error."""
        return ()
