"""Tests in random games whether `rules.py` keeps the contract, which is the same for every game.

Every rule is compiled, and many random games are played, in which the engine itself reports faults.
Some of these games are played again in plain Python and compared:

- `setup` makes the same records at every call;
- at every decision no legal move is listed twice, and the compiled rules play the same game;
- `play` does not change the tables and draws only if `CHANCE` is set; rules that should only read
  do not change the position;
- the record of the first game, written and read back, is the same game;
- games have a decision and end by −1 of `turn` before LONGEST (other games are counted);
- seats always have the same score if COOPERATIVE is set, and otherwise sometimes have different
  scores; partners of a team always have the same score, opponents do not.

At some decisions of each game every rule is called:

- a count is a whole number, no fraction is stored as a whole number, and no number leaves
  the range of its type; scores are finite, values within 0 to 1, `stock` never below 0;
- `kind`, `piece` and `space` are within their lists;
- scores include no tie-break, because tie-breaks have a separate rule (`fractions`);
- `pick` and the pack's own agents return a legal move; `consider` loses no move;
- `describe` gives each legal move a different name, without the words that records use;
- the functions for people return the right form: `show`, `name_move`, `tell_move`, `spots`,
  `completes` and `status` at these decisions, `lay`, `say_over`, `tally` and `decided_by` at the
  end of every game. The places that `completes` and `decided_by` name exist, and the points of
  `tally` add up to the scores.

Further checks are listed in `checks_of`:

- `hiding`: `hide` keeps all information that the seat can see, which is its legal moves and their
  names, `turn` and all scores. `hide` changes the position in some game, and its result does not
  depend on the hidden information, so hiding twice, `hide(hide(s, a), b)`, gives the same result
  as hiding once, `hide(s, b)`;
- `sights`: `lay` lays existing pieces at existing places. It shows no seat any information that
  `hide` changes, and `hide` changes all information that `lay` hides from a seat;
- `unseen`: if seats have different information, HIDDEN is set and `hide` leaves no pile unchanged;
- `secrecy`: a move that `hide` hides from another seat is in SECRET if the log in the browser
  would name it, and `hide` hides the moves in SECRET;
- `phases`: `hide` hides the same information in every kind of position;
- `decks`: `hide` does not mix decks that the deal keeps apart;
- `card_counts`: every card of the kit's piles stays in the game, in one pile.

Each breach is reported once, with its line and the first moment that shows it.
"""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from generator.model.pack import Pack
from generator.model.problems import Problem, Problems
from generator.play.checks.card_counts import CardCounts
from generator.play.checks.check import Breach, Check
from generator.play.checks.decks import Decks
from generator.play.checks.hiding import Hiding
from generator.play.checks.outcomes import (
    length_breaches,
    score_breaches,
    tie_breaches,
    unmatched_names,
)
from generator.play.checks.phases import Phases
from generator.play.checks.secrecy import Secrecy
from generator.play.checks.sights import Sights
from generator.play.checks.trial import Trial
from generator.play.checks.unseen import Unseen
from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.game import (
    FaultyRules,
    Game,
    faults_of,
    load_game,
    uncontrolled_chance_in,
)
from generator.play.engine.near_misses import misspelt, narrow_in, unused_words
from generator.play.engine.thread_memory import RULES

SEED = 1
COMPILED = 100  # least number of compiled games, if they take no more decisions than
MOST_PLAYED = 100_000  # this number of decisions
ENOUGH = 3  # number of games after which every seat should have had a turn


class Conformance(NamedTuple):
    """The breaches of the contract, and the number of games tested."""

    problems: list[Problem]
    games: int


def conform(pack: Pack, players: int, *, games: int = 20, seed: int = SEED) -> Conformance:
    """Test the pack's rules for this number of players against the contract, in random games.

    Fewer games are played if games hardly ever end, or if a fault stops them.
    """
    try:
        plain = load_game(pack, players, plain=True)
        fast = load_game(pack, players)
        unsteady = uncontrolled_chance_in(plain)
        if unsteady:
            return Conformance([unsteady], 0)
        uncompiled = _uncompiled(fast)
        if uncompiled:
            return Conformance(uncompiled, 0)
        batch = _played(fast, seed, max(games, COMPILED))
        return _Contract(plain, fast, batch).held(games)
    except FaultyRules as fault:
        return Conformance(list(fault.problems), 0)


def checks_of(game: Game) -> list[Check]:
    """Return the checks that follow a game's random games."""
    unseen = Unseen(game)
    return [
        Hiding(game), *([Sights(game)] if game.lay is not None else []), unseen, Secrecy(game),
        Phases(game, unseen), Decks(game), CardCounts(game),
    ]  # fmt: skip


class _Contract:
    """The breaches of a game's rules, with the first breach of each promise."""

    def __init__(self, plain: Game, fast: Game, batch: GameBatch) -> None:
        self.game, self.fast, self.batch = plain, fast, batch
        self.problems: dict[str, Problem] = {}
        self.trials: list[Trial] = []
        self.checks = checks_of(plain)

    def held(self, games: int) -> Conformance:
        """Test this many games of the batch."""
        with faults_of(self.game.pack.folder):
            slips = [*misspelt(self.game.book), *unused_words(self.game.book, self.batch.reasons)]
        self.problems = {f"name {i}": problem for i, problem in enumerate(slips)}
        if not len(self.batch.moves):
            self._add([_over_at_once(self.game, self.batch)])
            return self._result(0)
        self._add(unmatched_names(self.game))
        for index in range(min(games, len(self.batch))):
            if not self._goes_on(index):
                return self._result(index)
        self._conclude()
        return self._result(len(self.trials))

    def _result(self, games: int) -> Conformance:
        return Conformance(list(self.problems.values()), games)

    def _add(self, breaches: Iterable[Breach]) -> None:
        for breach in breaches:
            self.problems.setdefault(breach.promise, breach.problem(self.game))

    @property
    def _is_sound(self) -> bool:
        return all(problem.level == "warning" for problem in self.problems.values())

    def _goes_on(self, index: int) -> bool:
        """Play one game; return False after a fault that makes further games pointless."""
        problems = self.problems
        trial = Trial(self.game, self.fast, self.batch, index, self.checks)
        self.trials.append(trial)
        watching = nullcontext() if "range" in problems else _ranges_watched()
        try:
            with faults_of(self.game.pack.folder, lambda: trial.moment), watching:
                for breach in trial.breaches():
                    problem = breach.problem(self.game, trial.moment)
                    problems.setdefault(breach.promise, problem)
                    if breach.promise == "looking":  # the remaining game is meaningless
                        return False
        except FaultyRules as fault:
            if isinstance(fault.__cause__, OverflowError):
                # this is the same fault, at which plain Python cannot continue
                problems.pop("range", None)
            if not isinstance(fault.__cause__, RuntimeWarning):
                problems.update((f"fault {i}", each) for i, each in enumerate(fault.problems))
                return False
            problems["range"] = replace(next(iter(fault.problems)), level="warning")
        return True

    def _conclude(self) -> None:
        """Report the findings of all games together."""
        game, batch, problems = self.game, self.batch, self.problems
        is_sound = self._is_sound
        if is_sound:
            self._add(_never_hides(game, self.trials))
            self._add(_idle_seats(game, self.trials))
            for check in self.checks:
                if not check.is_silenced(problems.keys()):
                    self._add(check.concluded())
        if "HIDDEN" in problems:
            problems.pop("seen", None)
        self._add(score_breaches(game, batch))
        if is_sound:
            self._add(tie_breaches(game, batch))
        used = set(chain.from_iterable(trial.used for trial in self.trials))
        for verb in narrow_in(game.book, game.pack):
            if verb.is_by_row(used):
                breach = Breach(f"narrow {verb.name}", "MOVES", verb.text, verb.fix, "warning")
                self._add([breach])
        self._add(length_breaches(game, batch))


def _over_at_once(game: Game, batch: GameBatch) -> Breach:
    text = f"all {len(batch)} random games end before the first decision ({game.seats} players)"
    fix = "let turn() return a seat after deal(), and −1 once the game is over"
    return Breach("over", "turn", text, fix)


def _never_hides(game: Game, trials: Sequence[Trial]) -> Iterator[Breach]:
    """Report a `hide` that changes nothing in enough games."""
    is_enough = len(trials) >= ENOUGH or not any(trial.is_cut for trial in trials)
    if not game.is_hidden or not is_enough or any(trial.changes_hidden for trial in trials):
        return
    if not any(trial.hides_something() for trial in trials):
        text = f"hide() never changes anything in {len(trials)} games of {game.seats} players"
        fix = "replace what the seat cannot know with something that is just as possible"
        yield Breach("hide", "hide", text, fix)


def _idle_seats(game: Game, trials: Sequence[Trial]) -> Iterator[Breach]:
    """Report a seat that never has a turn."""
    idle = set(range(game.seats)) - set().union(*(trial.acted for trial in trials))
    if idle and len(trials) >= ENOUGH:
        text = f"seat {min(idle)} (counted from 0) never has a turn in {len(trials)} games of "
        text += f"{game.seats} players"
        fix = "let turn() return its number when it is to act, and play() pass the turn on"
        yield Breach("idle", "turn", text, fix, "warning")


def _played(game: Game, seed: int, games: int) -> GameBatch:
    """Play random games; if games hardly ever end, play fewer games to keep the wait short."""
    for n in (1, COMPILED // 10, games):
        batch = play_games(game, ["random"], seed, 0, n, rotate=False, collect="moves")
        if len(batch.moves) > MOST_PLAYED:
            break
    return batch


@contextmanager
def _ranges_watched() -> Iterator[None]:
    """Raise an error if single numbers overflow; infinity from exp() and the like is allowed.

    Overflow is reported once, as a warning, because a hash may intend it; later games ignore
    overflow.
    """
    with np.errstate(over="warn"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        warnings.filterwarnings("error", "overflow encountered in scalar", RuntimeWarning)
        yield


def _uncompiled(fast: Game) -> list[Problem]:
    """Return a problem for every rule that numba cannot compile, with the reason."""
    judges = [("value", judge) for judge in fast.personas.values()]
    agents = [("policy", agent) for agent in fast.agents.values()]
    rules = [*((name, fast.engine_rule(name)) for name in RULES[:-2]), *judges, *agents]
    try:
        fast.wires(rules)
    except FaultyRules:
        problems = Problems()
        for rule in rules:
            try:
                fast.wires([rule])
            except FaultyRules as fault:
                for problem in fault.problems:
                    problems.add(problem)
        return list(problems)
    return []
