"""One contract for every game: what `rules.py` promises, held to random games of it.

Every rule is compiled, and many random games are played compiled, in which whatever the engine
itself finds is told. Some of them are then played again in plain Python, beside the compiled ones:

- `setup` makes the same records whenever it is called;
- at every decision no legal move is listed twice and the compiled rules play the same game;
- `play` leaves the tables alone and draws only where `CHANCE` says so, and no rule that should
  only look changes the position;
- the record of the first, written out and read back, is the same game;
- games have a decision, and end before LONGEST (those that do not are counted), by −1 of `turn`,
  for a reason;
- seats have the same score all along where COOPERATIVE is set, and not at every end where not;
  partners of a team have it all along, others not.

At some decisions of each, spread over the game, it is looked at from all sides:

- what counts is a whole number, no fraction is put where whole numbers are kept, and no number
  leaves the range of its type; scores are finite, values within [0, 1], `stock` never below 0;
- `kind`, `piece` and `space` are within their lists;
- scores hold no tie-break, which has a rule of its own;
- `pick` and the pack's own agents give a legal move; `consider` loses none;
- a move has one name of its own among the legal moves, as `describe` gives it, and no word in it
  that a record keeps for itself;
- `hide` changes nothing the seat can see: its legal moves and what they are called, `turn`, all
  scores; it changes something in some game; and what it puts in place does not depend on what was
  there: hidden twice, `hide(hide(s, a), b)`, is the same as hidden once, `hide(s, b)`;
- where seats know different things, `HIDDEN` is set, and `hide` leaves no pile as it is, nor in one
  kind of position what it hides in others, nor mixes decks that the deal keeps apart;
- every card of the kit's piles stays in the game, in one pile;
- at a few of them, `lay` lays pieces that there are, where there are places; it shows no seat what
  `hide` changes; and what it hides from a seat, `hide` changes somewhere;
- at these, a move that `hide` keeps from another seat is one of SECRET, if the log at the table
  would name it; and `hide` keeps what is in SECRET.

Each fault is told once, with its line and the first moment that shows it.
"""

import json
import warnings
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.kit.chance import CHANCE_STREAM, below, stream
from generator.kit.records import strict
from generator.kit.verbs import KEPT
from generator.model.pack import Pack
from generator.model.problems import Problem, Problems, near
from generator.model.teams import Teams, seats_text
from generator.play.checks.card_counts import CardCounts
from generator.play.checks.decks import Decks
from generator.play.checks.fractions import tie_break_in
from generator.play.checks.phases import Phases, phase_of
from generator.play.checks.secrecy import Secrecy
from generator.play.checks.sights import Sights
from generator.play.checks.unseen import Unseen
from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.calls import MOST_POINTS, POINTS_FIX
from generator.play.engine.contract import misspelt, narrow_in, never_said
from generator.play.engine.faults import unended_fix
from generator.play.engine.game import (
    FaultyRules,
    Game,
    Rule,
    faults_of,
    load_game,
    measured,
    numbered,
    unsteady_in,
)
from generator.play.engine.loop import CAP
from generator.play.engine.playback import PlayOut
from generator.play.engine.records import UnmatchedEvent, line_of, moves_of, record_of
from generator.play.engine.thread_memory import RULES, words_in

SEED = 1
COMPILED = 100  # games played compiled, at least, while the fewer before took no more than
MOST_PLAYED = 100_000  # decisions
MOST_HELD = 10_000  # decisions of a game that are held to the contract
ENOUGH = 3  # games, of which a seat has a turn in one
LOOKS = 24  # decisions per game that are looked at from all sides
HIDES = 2  # resamplings tried at each
WATCHED = 60  # decisions of a game, from its first, in which `hide` is compared by phase
LAYS = 4  # of them, how many are laid out as each seat sees them


def conform(pack: Pack, players: int, *, games: int = 20, seed: int = SEED) -> list[Problem]:
    """What is wrong with the pack's rules for so many players, seen in so many random games."""
    return held(pack, players, games=games, seed=seed)[0]


def held(
    pack: Pack, players: int, *, games: int = 20, seed: int = SEED
) -> tuple[list[Problem], int]:
    """What `conform` tells, and how many games were held to the contract before that.

    They are fewer where games hardly end, or a fault stops them.
    """
    try:
        plain = load_game(pack, players, plain=True)
        fast = load_game(pack, players)
        unsteady = unsteady_in(plain)
        if unsteady:
            return [unsteady], 0
        refused = _refused(fast)
        if refused:
            return refused, 0
        batch = _played(fast, seed, max(games, COMPILED))
        with faults_of(pack.folder):
            found = {str(problem.place): problem for problem in misspelt(plain.book)}
            found |= {p.message: p for p in never_said(plain.book, batch.reasons)}
    except FaultyRules as fault:
        return list(fault.problems), 0
    if not len(batch.moves):
        text = f"all of {len(batch)} random games are over before the first decision"
        fix = "let turn() give a seat after deal(), and −1 once the game ends"
        over = Problem(plain.book.place_of("turn"), f"{text} ({players} players)", fix)
        return [*found.values(), over], 0
    found |= _set_wrong(plain)
    trials: list[_Trial] = []
    sights = Sights(plain) if plain.lay is not None else None
    unseen, secrecy = Unseen(plain), Secrecy(plain)
    phases, decks = Phases(plain), Decks(plain)
    for index in range(min(games, len(batch))):
        trial = _Trial(plain, fast, batch, index, sights, unseen, secrecy, phases, decks)
        trials.append(trial)
        looking = nullcontext() if "range" in found else _telling_of_ranges()
        try:
            with faults_of(pack.folder, lambda: trials[-1].where), looking:
                for broken in trial.broken():
                    found.setdefault(broken.promise, broken.told(plain, trial.where))
                    if broken.promise == "looking":  # what goes on from there is no game
                        return list(found.values()), index
        except FaultyRules as fault:
            if isinstance(fault.__cause__, OverflowError):
                found.pop("range", None)  # the same, where plain Python cannot go on
            if not isinstance(fault.__cause__, RuntimeWarning):
                return [*found.values(), *fault.problems], index
            found["range"] = replace(next(iter(fault.problems)), level="warning")
    is_sound = all(problem.level == "warning" for problem in found.values())
    enough = len(trials) >= ENOUGH or not any(trial.capped for trial in trials)
    if plain.is_hidden and is_sound and enough and not _hides(trials):
        text = f"hide() never changes anything in {len(trials)} games of {players} players"
        fix = "put in place of what a seat cannot know something that might as well be so"
        found["hide"] = Problem(plain.book.place_of("hide", plain.hide), text, fix)
    idle = set(range(players)) - set().union(*(trial.acted for trial in trials))
    if idle and len(trials) >= ENOUGH and is_sound:
        text = f"seat {min(idle)} (the first is 0) never has a turn in {len(trials)} games of "
        text += f"{players} players"
        fix = "let turn() give its number when it is to act, and play() hand the turn on"
        found["idle"] = Problem(plain.book.place_of("turn"), text, fix, "warning")
    if sights is not None and not found:
        found |= {
            each.promise: Problem(plain.book.place_of("lay", plain.book.get("lay")), *each[1:])
            for each in sights.stuck()
        }
    if is_sound and not found.keys() & {"hide", "HIDDEN"}:
        found |= _open(plain, unseen)
        found |= {f"secret {each.message}": each for each in secrecy.told()}
        if "open" not in found and plain.is_hidden:
            found |= _in_one_phase(plain, unseen, phases)
            found |= _mixed(plain, decks)
    if "HIDDEN" in found:
        found.pop("seen", None)
    found |= _unlike(plain, batch)
    if is_sound:
        found |= _ties(plain, batch)
    for verb in narrow_in(plain.book, pack):
        if verb.is_by_row(set().union(*(trial.used for trial in trials))):
            found[f"narrow {verb.name}"] = Problem(
                plain.book.place_of("MOVES"), verb.text, verb.fix, "warning"
            )
    found |= _endless(plain, batch)
    return list(found.values()), len(trials)


def _set_wrong(game: Game) -> dict[str, Problem]:
    """Names at the top of the rules that go with nothing."""
    found, book = {}, game.book
    if book.has("hide") and not game.is_hidden:
        text = "HIDDEN is not set, so nothing calls hide() and players see everything"
        place, fix = book.place_of("hide", book.get("hide")), "write HIDDEN = True"
        found["HIDDEN"] = Problem(place, text, fix, "warning")
    known = [component.id for component in game.pack.components]
    if game.board and game.board not in known:
        text = f'MAP names "{game.board}", and no component is called so: no picture is under it'
        found["MAP"] = Problem(book.place_of("MAP"), text, near(game.board, known), "warning")
    return found


def _ties(game: Game, batch: GameBatch) -> dict[str, Problem]:
    """A tie-break that is part of the score, or that nothing asks for."""
    fraction = tie_break_in(game, batch.scores[batch.end != CAP])
    if fraction is not None:
        return {"fraction": fraction}
    if not game.book.has("tie_break") or not game.book.get("COOPERATIVE", False):
        return {}
    text = "tie_break() is never asked: nobody plays against another "
    place = game.book.place_of("tie_break", game.tie_break)
    never = Problem(place, f"{text}({game.seats} players)", "take it out", "warning")
    return {"tie_break": never}


def _endless(game: Game, batch: GameBatch) -> dict[str, Problem]:
    """Games that did not end by themselves."""
    capped = int((batch.end == CAP).sum())
    if not capped:
        return {}
    of = f"{capped} of {len(batch)} random games" if len(batch) > 1 else "a random game"
    text = f"{of} did not end within LONGEST = {game.longest} ({game.seats} players)"
    fix = unended_fix(game) or "let the game end sooner, or raise LONGEST"
    return {"cap": Problem(game.book.place_of("LONGEST"), text, fix, "warning")}


def _played(game: Game, seed: int, games: int) -> GameBatch:
    """Random games; fewer where they hardly end, for nobody should have to wait for that."""
    for n in (1, COMPILED // 10, games):
        batch = play_games(game, ["random"], seed, 0, n, rotate=False, collect="moves")
        if len(batch.moves) > MOST_PLAYED:
            break
    return batch


@contextmanager
def _telling_of_ranges() -> Iterator[None]:
    """Raise where single numbers leave their range; what exp() and its like give is a number.

    Told once, as a warning: a hash means it. The games after it are looked at without.
    """
    with np.errstate(over="warn"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        warnings.filterwarnings("error", "overflow encountered in scalar", RuntimeWarning)
        yield


def perft(game: Game, state: Any, depth: int) -> int:
    """How many ways `depth` decisions can be made from a position of a game without chance."""
    if depth == 0:
        return 1
    out = np.zeros(game.widest, np.int32)
    if game.turn(game.tables, state) < 0:
        return 0
    n = int(game.moves(game.tables, state, out))
    if depth == 1:
        return n
    states, total = game.fresh(), 0
    rng = stream(0, 0, CHANCE_STREAM)
    for move in out[:n]:
        states[0] = state
        game.play(game.tables, states[0], np.int64(move), rng)
        total += perft(game, states[0], depth - 1)
    return total


def _refused(fast: Game) -> list[Problem]:
    """What numba has against the rules, all of them."""
    judges = [("value", judge) for judge in fast.personas.values()]
    agents = [("policy", agent) for agent in fast.agents.values()]
    rules = [*((name, fast.engine_rule(name)) for name in RULES[:-2]), *judges, *agents]
    try:
        fast.wires(rules)
    except FaultyRules:
        problems = Problems()
        for each in rules:
            try:
                fast.wires([each])
            except FaultyRules as fault:
                for problem in fault.problems:
                    problems.add(problem)
        return list(problems)
    return []


def _open(game: Game, unseen: Unseen) -> dict[str, Problem]:
    """The piles that bots see through though people do not, as `unseen` found them."""
    piles, book = list(unseen.told()), game.book
    if not piles:
        return {}
    which, first = " and ".join(each.text for each in piles), piles[0].within
    if game.is_hidden:
        text = f"hide() leaves as it really is: {which}; bots know these cards"
        fix = f"deal them anew, as reshuffle(rng, state.{first}, seat) does; what all people know "
        fix += "is FACE_UP, what one was shown reveal()"
        return {"open": Problem(book.place_of("hide", game.hide), text, fix, "warning")}
    text = f"HIDDEN is not set, so bots see what people do not: {which}"
    fix = f"write HIDDEN = True and hide() with reshuffle(rng, state.{first}, seat); a pile that "
    fix += "everybody may look at is FACE_UP"
    name = "HIDDEN" if book.has("HIDDEN") else "setup"
    return {"HIDDEN": Problem(book.place_of(name, book.get(name)), text, fix, "warning")}


def _in_one_phase(game: Game, unseen: Unseen, phases: Phases) -> dict[str, Problem]:
    """What `hide` leaves in one kind of position though it hides it in others."""
    left: dict[str, list[str]] = {}
    for each in unseen.told_in_phases():
        left.setdefault(each.phase, []).append(each.text)
    for phase, name in phases.told():
        left.setdefault(phase, []).append(f"state.{name}")
    place = game.book.place_of("hide", game.hide)
    found = {}
    for phase, what in left.items():
        text = f"hide() leaves as it really is in one kind of position: {' and '.join(what)}; "
        text += f"bots know it where the moves are {phase}"
        fix = "hide the same in every kind of position; does hide() return early there?"
        found[f"phase {phase}"] = Problem(place, text, fix, "warning")
    return found


def _mixed(game: Game, decks: Decks) -> dict[str, Problem]:
    """The decks that the deal keeps apart and `hide` mixes."""
    found = {}
    for each in decks.told():
        text = f"hide() mixes decks: into pile {each.pile} of state.{each.within} it puts card "
        text += each.text
        fix = "deal each deck anew by itself, by its row of the table: "
        fix += f"reshuffle(rng, state.{each.within}[{each.pile}], seat)"
        place = game.book.place_of("hide", game.hide)
        found[f"mixed {each.within}"] = Problem(place, text, fix, "warning")
    return found


def _unlike(game: Game, batch: GameBatch) -> dict[str, Problem]:
    """Scores that differ where the game is cooperative, or never do where it is not."""
    book, unlike = game.book, np.ptp(batch.tenths, axis=2).max(axis=1) > 0
    if book.get("COOPERATIVE", False) and unlike.any():
        index = int(np.argmax(unlike))
        text = "COOPERATIVE is set, and seats have different scores "
        text += f"(seed {batch.seed}, game {index}, {game.seats} players)"
        fix = "give all of them the same score, or take COOPERATIVE out"
        return {"together": Problem(book.place_of("COOPERATIVE"), text, fix)}
    over = batch.end != CAP
    if over.any() and not np.ptp(batch.scores[over]):
        text = f"all of {int(over.sum())} random games end with the same score "
        text += f"({game.seats} {'player' if game.seats == 1 else 'players'})"
        fix = "give points for what players achieve: bots play for the score"
        place = book.place_of("score", book.get("score"))
        return {"together": Problem(place, text, fix, "warning")}
    if game.is_contest and over.any() and not np.ptp(batch.scores[over], axis=1).any():
        text = f"all seats have the same score at the end of {int(over.sum())} random games "
        text += f"({game.seats} players)"
        fix = "if they win or lose together, write COOPERATIVE = True"
        place = book.place_of("score", book.get("score"))
        return {"together": Problem(place, text, fix, "warning")}
    together = _always_together(batch) if game.is_contest and not game.teams else ()
    if together:
        seats = seats_text(next(side for side in together if len(side) > 1))
        text = f"{seats} (the first is 0) have the same score all along in {len(batch)} "
        text += f"random games ({game.seats} players)"
        fix = f"if they win together, write TEAMS = {{{game.seats}: {together}}}"
        place = book.place_of("score", book.get("score"))
        return {"together": Problem(place, text, fix, "warning")}
    return {}


def _always_together(batch: GameBatch) -> Teams:
    """Sides of seats whose scores are never apart, though they vary; none where all are single."""
    scores = np.moveaxis(batch.tenths, 2, 0).reshape(batch.seats, -1)
    sides: dict[bytes, list[int]] = {}
    for seat, own in enumerate(scores):
        sides.setdefault(own.tobytes() if np.ptp(own) else bytes([seat]), []).append(seat)
    return tuple(map(tuple, sides.values())) if 1 < len(sides) < batch.seats else ()


def _hides(trials: "list[_Trial]") -> bool:
    """Whether `hide` changed anything, at some decision of some game."""
    return any(t.is_hidden for t in trials) or any(t.hides_something() for t in trials)


class Broken(NamedTuple):
    """A promise that is broken, by which rule, in words; each promise is told of once."""

    promise: str
    rule: str
    text: str
    fix: str = ""
    level: Literal["error", "warning"] = "error"

    def told(self, game: Game, where: str) -> Problem:
        """As a problem, at the line of the rule."""
        named = {**game.personas, **game.agents}
        function = named.get(self.rule, game.book.get(self.rule))
        place = game.book.place_of(self.rule, function)
        return Problem(place, f"{self.text} {where}", self.fix, self.level)


class _Trial:
    """One random game in plain Python, beside the same one compiled; `broken` plays it."""

    def __init__(
        self,
        game: Game,
        fast: Game,
        batch: GameBatch,
        index: int,
        sights: Sights | None,
        unseen: Unseen,
        secrecy: Secrecy,
        phases: Phases,
        decks: Decks,
    ) -> None:
        self.game = game
        self.sights = sights
        self.unseen = unseen
        self.secrecy = secrecy
        self.phases = phases
        self.decks = decks
        self.cards = CardCounts(game)
        self.fast = fast
        self.seed = batch.seed
        self.index = index
        moves = batch.moves[batch.move_starts[index] : batch.move_starts[index + 1]]
        self.moves = moves[:MOST_HELD]
        self.capped = bool(batch.end[index] == CAP) or len(moves) > MOST_HELD
        self.is_hidden = False  # whether `hide` has changed anything
        self.acted: set[int] = set()  # the seats that had a turn
        self.used: set[tuple[int, str]] = set()  # moves and the pieces they used
        self.at = 0
        self.codes = game.book.get("MOVES").codes if game.book.has("MOVES") else 0
        self.out = np.zeros(game.widest, np.int32)
        self.states = strict(game.fresh(2))
        self.tables_before = game.tables.tobytes()
        last = max(0, len(self.moves) - 1)
        self.looked_at = set(np.linspace(0, last, min(LOOKS, last + 1)).astype(int).tolist())
        self.laid_at = set(np.linspace(0, last, min(LAYS, last + 1)).astype(int).tolist())

    @property
    def where(self) -> str:
        """The moment it is at, in words that another run can be started from."""
        players = f"{self.game.seats} players"
        return f"(seed {self.seed}, game {self.index}, decision {self.at}, {players})"

    def broken(self) -> Iterator[Broken]:
        """Play, yielding every promise that is broken; the game stops where it cannot go on."""
        game, tables, state = self.game, self.game.tables, self.states[0]
        rng = stream(self.seed, self.index, CHANCE_STREAM)
        choice = [stream(self.seed, self.index, 1 + seat) for seat in range(game.seats)]
        game.deal(tables, state, rng)
        self.unseen.dealt(state)
        self.decks.dealt(state)
        self.cards.dealt(state)
        for at, compiled in enumerate(self.moves.tolist()):
            self.at = at
            before = state.tobytes()
            seat = yield from self._count("turn", game.turn(tables, state))
            yield from self._unchanged("turn", before)
            if not 0 <= seat < game.seats:
                yield self._otherwise("turn")
                return
            self.acted.add(seat)
            n = yield from self._count("moves", game.moves(tables, state, self.out))
            legal = self.out[:n].copy()
            yield from self._unchanged("moves", before)
            strange = [move for move in legal.tolist() if not 0 <= move < self.codes]
            if strange and self.codes:
                text = f"moves() listed {strange[0]}; the moves in MOVES are 0 to {self.codes - 1}"
                yield Broken("codes", "moves", text)
            if len(set(legal.tolist())) < n:
                yield Broken("twice", "moves", "moves() gave a move twice")
                return
            if self.at in self.looked_at:
                yield from self._look(seat, legal)
            if self.at < WATCHED and game.is_hidden:
                phase = phase_of(game, state, legal.tolist())
                self.phases.hid(state, self._guess(seat, 40), seat, phase)
            if self.at in self.laid_at and self.sights is not None:
                yield from self._laid(self.sights)
            if self.at in self.laid_at:
                self.secrecy.tried(state, seat, legal.tolist(), self._draws)
            move = int(legal[below(choice[seat], n)]) if game.pick is None else -1
            if game.pick is not None:
                move = yield from self._count("pick", game.pick(tables, state, choice[seat]))
                yield from self._unchanged("pick", before)
            if move not in legal:
                yield Broken("pick", "pick", f"pick() gave {move}, which is no legal move")
                return
            if move != compiled:
                yield self._otherwise("moves" if game.pick is None else "pick")
                return
            if self.at in self.looked_at:
                self.unseen.drew(state, move, seat, lambda k: self._draws(60 + k))
            undrawn = rng.tobytes()
            game.play(tables, state, np.int64(move), rng)
            if not game.has_chance and rng.tobytes() != undrawn:
                text = "play() draws, and CHANCE is not set"
                yield Broken("chance", "play", text, "write CHANCE = True", "warning")
            yield from self._unchanged_tables("play")
            for each in self.cards.played(state, move):
                again = f"see it: protoplay replay --agents random --seed {self.seed} --game "
                again += f"{self.index} --players {game.seats}"
                level: Literal["error", "warning"] = "error" if each.is_sure else "warning"
                yield Broken(each.promise, "play", each.text, f"{each.fix}; {again}", level)
        self.phases.ended()
        self.at = len(self.moves)
        before = state.tobytes()
        ends = -1 if self.capped else int(game.turn(tables, state))
        yield from self._unchanged("turn", before)
        if ends >= 0:
            yield self._otherwise("turn")
        elif ends < -1:
            text = f"turn() gave {ends}".replace("-", "−")
            yield Broken("end", "turn", f"{text}, expected −1 to end the game", "", "warning")
        yield from self._numbers()
        yield from self._ties()
        measured(game, self.states[:1])
        if self.index == 0:
            yield from self._record()

    def hides_something(self) -> bool:
        """Whether `hide` changes anything at any decision of the game."""
        game, (state, guess) = self.game, self.states
        assert game.hide is not None
        self.states[0] = game.template
        rng = stream(self.seed, self.index, CHANCE_STREAM)
        game.deal(game.tables, state, rng)
        for at, move in enumerate(self.moves):
            self.at = at
            self.states[1] = state
            game.hide(game.tables, guess, int(game.turn(game.tables, state)), self._draws(0))
            if guess.tobytes() != state.tobytes():
                return True
            game.play(game.tables, state, np.int64(move), rng)
        return False

    def _otherwise(self, rule: str) -> Broken:
        """Told of where plain Python and the compiled rules part: the rule they differ in."""
        moves, rng = self.moves[: self.at], stream(self.seed, self.index, CHANCE_STREAM)
        seen = PlayOut(self.fast, "random")(self.seed, self.index, moves, watch=True)
        game, states = self.game, self.game.fresh()
        game.deal(game.tables, states[0], rng)
        for at, compiled in enumerate(seen.positions):
            if not np.array_equal(words_in(states)[0], compiled):
                rule, self.at = ("play", at - 1) if at else ("deal", 0)
                break
            if at < len(moves):
                game.play(game.tables, states[0], np.int64(moves[at]), rng)
        text = f"{rule}() gives something else when compiled than in plain Python"
        return Broken("compiled", rule, text, "widen narrow numbers with int(…)")

    def _draws(self, k: int) -> Any:
        """Streams for the checks themselves, of this moment alone."""
        return stream(self.seed + 1, self.index, 1000 + 100 * self.at + k)

    # ------------------------------------------------------------------ what every call keeps to

    def _count(self, rule: str, given: Any) -> Generator[Broken, None, int]:
        """A whole number that a rule gave; told of where it is anything else."""
        if not isinstance(given, int | np.integer | np.bool_):
            text = f"{rule}() gave {given!r}, expected a whole number"
            yield Broken(f"whole {rule}", rule, text, "write int(…)")
        return int(given)

    def _looked(self, rule: str) -> Broken:
        return Broken("looking", rule, f"{rule}() changed the position; it may only look")

    def _unchanged(self, rule: str, before: bytes) -> Iterator[Broken]:
        """A rule that only looks leaves the position and the tables alone."""
        if self.states[0].tobytes() != before:
            yield self._looked(rule)
        yield from self._unchanged_tables(rule)

    def _unchanged_tables(self, rule: str) -> Iterator[Broken]:
        if self.game.tables.tobytes() != self.tables_before:
            fix = "what changes during a game belongs in the state"
            yield Broken("tables", rule, f"{rule}() changed the tables", fix)
            self.tables_before = self.game.tables.tobytes()

    # ------------------------------------------------------------------ one decision

    def _look(self, seat: int, legal: NDArray[np.int32]) -> Iterator[Broken]:
        """Look at one decision from all sides."""
        game, state = self.game, self.states[0]
        before = state.tobytes()
        yield from self._numbers()
        for name, judge in (("value", game.value), *game.personas.items()):
            if judge is not None:
                worth = judge(game.tables, state, seat)
                yield from self._unchanged(name, before)
                if not 0 <= float(worth) <= 1:
                    yield Broken(name, name, f"{name}() gave {worth}, expected 0 to 1")
        yield from self._sorted("kind", game.kind, 0, len(game.kinds), legal)
        yield from self._sorted("piece", game.piece, -1, len(game.pieces), legal)
        yield from self._sorted("space", game.space, -1, len(game.spaces), legal)
        if game.consider is not None:
            yield from self._consider(game.consider, legal)
            yield from self._unchanged("consider", before)
        for name, agent in game.agents.items():
            yield from self._agent(name, agent, seat, legal)
        self._for_people(legal)
        names = self._names(state, legal)
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            text = f"describe() calls two legal moves {twice}"
            yield Broken("names", "describe", text, "let it tell all that the move decides")
        kept = {key for name in names for key in json.loads(name)} & KEPT.keys() - {"do"}
        for key in sorted(kept):
            text = f"describe() gives {key!r}, which in a record is {KEPT[key]}"
            yield Broken("kept", "describe", text, "call it otherwise: 'who', say")
        yield from self._unchanged("describe", before)
        if game.is_hidden and game.hide is not None:
            yield from self._hide(game.hide, seat, legal, names)
        else:
            self.unseen.hid(state, state, seat)

    def _laid(self, sights: Sights) -> Iterator[Broken]:
        """What lies on the table, as each seat sees it."""
        before = self.states[0].tobytes()
        for amiss in sights.amiss(self.states[0], lambda seat: self._guess(seat, 20 + seat)):
            yield Broken(amiss.promise, "lay", amiss.text, amiss.fix, amiss.level)
        yield from self._unchanged("lay", before)

    def _numbers(self) -> Iterator[Broken]:
        """Scores and supplies are what they can be."""
        game, state = self.game, self.states[0]
        before = state.tobytes()
        scores = np.zeros(game.seats)
        game.score(game.tables, state, scores)
        if not (np.abs(scores) <= MOST_POINTS).all():
            yield Broken("score", "score", f"score() gave {scores.tolist()}: {POINTS_FIX}")
        yield from self._unchanged("score", before)
        if game.supplies and game.stock is not None:
            levels = np.zeros((game.seats, len(game.supplies)), np.int32)
            game.stock(game.tables, state, levels)
            if (levels < 0).any():
                yield Broken("stock", "stock", f"stock() fell below 0: {levels.tolist()}")
            yield from self._unchanged("stock", before)

    def _ties(self) -> Iterator[Broken]:
        """What parts equal scores at the end can be compared."""
        before, ties = self.states[0].tobytes(), self.game.tie_breaks(self.states[0])
        if not (np.abs(ties) <= MOST_POINTS).all():
            yield Broken("ties", "tie_break", f"tie_break() gave {ties.tolist()}: {POINTS_FIX}")
        yield from self._unchanged("tie_break", before)

    def _sorted(
        self, name: str, rule: Rule | None, lowest: int, n: int, legal: NDArray[np.int32]
    ) -> Iterator[Broken]:
        """Every legal move is one of the kinds, pieces, spaces."""
        if rule is None or not n:
            return
        before = self.states[0].tobytes()
        for move in legal.astype(np.int64):
            found = yield from self._count(name, rule(self.game.tables, self.states[0], move))
            if name == "piece" and 0 <= found < n:
                self.used.add((int(move), self.game.pieces[found]))
            if not lowest <= found < n:
                list_of = "KINDS, from 0" if lowest == 0 else f"{name}s, from 0, and −1 for none"
                text = f"{name}() gave {found}; there are {n} {list_of} (for move {move})"
                yield Broken(name, name, text)
        yield from self._unchanged(name, before)

    def _for_people(self, legal: NDArray[np.int32]) -> None:
        """Call what only people read, which is held to its form with every call."""
        game, state = self.game, self.states[0]
        if game.show is not None:
            game.show(game.tables, state)
        game.name_move(game.tables, state, np.int64(legal[0]))
        for name in ("round_of", "turn_of"):
            numbered(game, name, self.states[:1])

    def _consider(self, consider: Rule, legal: NDArray[np.int32]) -> Iterator[Broken]:
        weighed = legal.copy()
        given = consider(self.game.tables, self.states[0], weighed, len(legal), self._draws(0))
        n = yield from self._count("consider", given)
        if not 1 <= n <= len(legal):
            text = f"consider() gave {n} of {len(legal)} moves"
            yield Broken("consider", "consider", text, "give 1 to n")
        elif sorted(weighed.tolist()) != sorted(legal.tolist()):
            text = "consider() lost one of the moves; it may only change their order"
            yield Broken("consider", "consider", text)

    def _agent(
        self, name: str, agent: Rule, seat: int, legal: NDArray[np.int32]
    ) -> Iterator[Broken]:
        game = self.game
        guess = self._guess(seat, 0)
        before = guess.tobytes()
        given = agent(game.tables, guess, legal.copy(), len(legal), self._draws(1))
        move = yield from self._count(name, given)
        if guess.tobytes() != before:
            yield self._looked(name)
        yield from self._unchanged_tables(name)
        if move not in legal:
            yield Broken(name, name, f"{name}() gave {move}, which is no legal move")

    def _names(self, state: Any, legal: NDArray[np.int32]) -> list[str]:
        tables = self.game.tables
        moves = legal.astype(np.int64)
        return [json.dumps(self.game.describe(tables, state, move)) for move in moves]

    # ------------------------------------------------------------------ what is hidden

    def _guess(self, seat: int, k: int, of: Any = None) -> Any:
        """A copy of the position, or of another, with what the seat cannot know resampled."""
        game = self.game
        guess = game.fresh()
        guess[0] = self.states[0] if of is None else of
        if game.is_hidden and game.hide is not None:
            game.hide(game.tables, guess[0], seat, self._draws(10 + k))
        return guess[0]

    def _hide(
        self, hide: Rule, seat: int, legal: NDArray[np.int32], names: list[str]
    ) -> Iterator[Broken]:
        """What the seat can see stays, and what it cannot is forgotten."""
        game, tables = self.game, self.game.tables
        scores, guessed = np.zeros(game.seats), np.zeros(game.seats)
        other = np.zeros(game.widest, np.int32)
        game.score(tables, self.states[0], scores)
        phase = phase_of(game, self.states[0], legal.tolist())
        for k in range(HIDES):
            guess = self._guess(seat, 2 * k)
            self.is_hidden |= guess.tobytes() != self.states[0].tobytes()
            self.unseen.hid(self.states[0], guess, seat, phase)
            self.decks.hid(self.states[0], guess)
            if int(game.turn(tables, guess)) != seat:
                yield Broken("hide", "hide", "after hide() it is another seat's turn")
                return
            n = int(game.moves(tables, guess, other))
            ordered = other[:n].copy()
            if sorted(ordered.tolist()) != sorted(legal.tolist()):
                yield Broken("hide", "hide", f"hide() changed the legal moves of seat {seat}")
                return
            told = dict(zip(ordered.tolist(), self._names(guess, ordered), strict=True))
            if [told[move] for move in legal.tolist()] != names:
                text = f"hide() changed what seat {seat}'s legal moves are called"
                yield Broken("hide", "hide", text)
            game.score(tables, guess, guessed)
            if not np.array_equal(scores, guessed):
                yield Broken("hide", "hide", "hide() changed the scores")
            once, twice = self._guess(seat, 2 * k + 1), self._guess(seat, 2 * k + 1, guess)
            if once.tobytes() != twice.tobytes():
                text = "what hide() puts in place depends on what was there"
                fix = "sort before shuffling all that the seat cannot know, as kit's reshuffle does"
                yield Broken("forgets", "hide", text, fix, "warning")
            yield from self._unchanged_tables("hide")

    def _record(self) -> Iterator[Broken]:
        game = self.game
        end = "cap" if self.capped else None
        record = record_of(game, self.seed, self.index, self.moves.tolist(), end)
        try:
            back = moves_of(game, json.loads(line_of(record)))
        except UnmatchedEvent as error:
            yield Broken("record", "describe", f"the record cannot be read back: {error}")
            return
        if back != self.moves.tolist():
            yield Broken("record", "describe", "the record, read back, is another game")
