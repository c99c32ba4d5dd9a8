"""Makes a `Game` with its rules and records, ready to be played, from a pack and a number of
players.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.kit.defaults import space_by_move
from generator.kit.marks import engine
from generator.model.measures import OWN_TOPICS, Topic
from generator.model.pack import Pack, players_text
from generator.model.problems import Problem
from generator.model.teams import Sides, Teams
from generator.play.engine.calls import MOST_POINTS, POINTS_FIX
from generator.play.engine.contract import (
    PEOPLE_OPTIONAL,
    POLICY,
    RULES_NEEDED,
    RULES_OPTIONAL,
    Book,
)
from generator.play.engine.contract_checks import check_records
from generator.play.engine.digests import reached
from generator.play.engine.first_use import announce_first_use
from generator.play.engine.grid_text import grid_text
from generator.play.engine.host_functions import functions_for_people, pieces_in, spaces_in
from generator.play.engine.loading import (
    PIECES,
    FaultyRules,
    book_of,
    faults_of,
    faulty,
    sources_digest,
    words_of,
)
from generator.play.engine.machine import Part, addresses_of
from generator.play.engine.places import Rule
from generator.play.engine.static_checks import print_call_in
from generator.play.engine.table_layout import Lay, keys_in, lay_of
from generator.play.engine.thread_memory import RESULTS, RULES, Desk, Numbers, sides_of, words_in
from generator.play.engine.traits import short
from generator.reading.folder import is_played_by_words

__all__ = ["FaultyRules", "Game", "Rule", "Space", "faults_of", "load_game"]


@dataclass(frozen=True, slots=True)
class Space:
    """A place on the table that moves use; `outline` in mm, y downwards.

    One point makes a spot, two points make a path, and three or more points make an area.
    """

    layer: str  # the kind of place, such as "path" or "field"; "" if moves are not counted
    name: str
    outline: tuple[tuple[float, float], ...]
    keys: tuple[Any, ...] = ()  # the values that stand for the place in `describe`


@dataclass(frozen=True)
class Game:
    """The rules of one pack for one number of players, ready to be played.

    `tables` and `template` are the records from `setup`; nothing writes to them. Optional functions
    of the contract are `None` if the pack does not define them; functions for people have defaults
    instead. In `plain` games every rule is ordinary Python.
    """

    pack: Pack
    seats: int
    plain: bool
    book: Book
    # digest of rules, engine and pack; two machines with the same digest play the same games
    digest: str
    tables: Any
    template: Any
    is_hidden: bool
    has_chance: bool
    # whether players compete; alone or in a cooperative game they play for the score
    is_contest: bool
    teams: Teams  # the seats that win together; empty where every seat plays for itself
    longest: int
    widest: int
    kinds: tuple[str, ...]
    secret: Mapping[str, str]  # verb or kind of a move that is hidden from other seats → UNTIL
    supplies: tuple[str, ...]
    supply_kinds: Mapping[str, str]  # supply → a word of SUPPLY_WORDS, if the rules give one
    pieces: tuple[str, ...]
    spaces: tuple[Space, ...]
    # the component on which `spaces` are measured, from its cut corner; "" without a board
    board: str
    said: Mapping[str, str]  # names of kinds of move and of ends → words for people
    search: Mapping[str, Any]  # the pack's SEARCH: option → value, or values by budget

    deal: Rule
    turn: Rule
    moves: Rule
    play: Rule
    score: Rule
    hide: Rule | None
    value: Rule | None
    stock: Rule | None
    kind: Rule | None
    piece: Rule | None
    space: Rule | None
    pick: Rule | None
    consider: Rule | None
    # among equal scores the higher tie-break wins; tie-breaks are not part of the score
    tie_break: Rule | None
    personas: Mapping[str, Rule]
    agents: Mapping[str, Rule]

    describe: Rule
    opening: Rule
    chance: Rule
    why_over: Rule
    show: Rule | None
    name_move: Rule
    say_move: Rule  # a move as a button says it
    tell_move: Rule | None  # a move as the log tells it; "" for a move that the log leaves out
    tell_results: Rule | None  # texts on what a move did to players, as everybody may know it
    to_turn_end: Rule | None  # plays the part of a move that belongs to the mover's turn
    measures: tuple[str, ...]  # the pack's own figures of a finished game
    topics: Mapping[str, Topic]  # measure → its topic, if the rules give it
    measure: Rule | None
    round_of: Rule | None  # the number of a position's round
    turn_of: Rule | None  # the number of a position's turn, if a seat may have two turns in a row
    lay: Lay | None
    status: Rule | None  # a line of text on the turn, with information that a seat may have
    say_over: Rule | None  # a clause that says why a finished game ended
    say_goal: Rule | None  # what a player wants, for the beginning of a game
    tally: Rule | None  # where a seat's points come from: pairs of a source and its points
    decided_by: Rule | None  # keys of the places that decided a finished game
    completes: Rule | None  # keys of the places of what a move completes, such as a road
    spots: Rule | None  # the point on a piece where a move puts something: (piece, x, y), or None
    wired: dict[tuple[str, int], int] = field(default_factory=dict, repr=False, compare=False)
    built: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def fresh(self, n: int = 1) -> Any:
        """Return `n` copies of the template, as a record array that rules may write to."""
        states = np.zeros(n, self.template.dtype)
        states[:] = self.template
        return states

    def winners(self, scores: Any, tie_breaks: Any = None) -> NDArray[np.bool_]:
        """Return the winners as booleans, (…, seats), from scores of that shape.

        A team that shares first place wins with all its partners. Among equal scores the higher
        tie-break wins, if the rules have tie-breaks. All are False in a game without competition.
        """
        ahead: NDArray[np.bool_] = np.equal(scores, np.max(scores, axis=-1, keepdims=True))
        if tie_breaks is not None and np.size(tie_breaks):
            among = np.where(ahead, tie_breaks, -np.inf)
            ahead = ahead & np.equal(among, np.max(among, axis=-1, keepdims=True))
        return ahead & self.is_contest

    def tie_breaks(self, state: Any) -> NDArray[np.float64]:
        """Return every seat's tie-break in a position, by the plain rule; empty without a
        tie-break.
        """
        out = np.zeros(self.seats if self.breaks_ties else 0)
        if self.breaks_ties and self.tie_break is not None:
            self.tie_break(self.tables, state, out)
        return out

    @property
    def breaks_ties(self) -> bool:
        """Whether ties are broken, because players compete and the rules have a tie-break."""
        return self.is_contest and self.tie_break is not None

    @property
    def sides(self) -> Sides:
        """The sides that play against each other: teams or single seats."""
        return Sides(self.seats, self.teams)

    @property
    def secrets_by_turn(self) -> bool:
        """Whether moves stay secret until the next turn, so that the engine must count turns."""
        return self.is_hidden and "turn" in self.secret.values()

    @property
    def secrets_by_round(self) -> bool:
        """Whether moves stay secret until the next round."""
        return self.is_hidden and "round" in self.secret.values()

    @property
    def pieces_of(self) -> Rule | None:
        """The rule `piece` for a list of moves; `None` if the pack has no such rule."""
        return _for_each(self.piece) if self.piece else None

    def desk(self, worlds: int, wanted: Collection[str], nodes: int, buffers: int) -> Desk:
        """Return memory for one thread with the rules in `wanted`; the other arguments are for
        search.
        """
        tables = np.zeros(1, self.tables.dtype)
        tables[0] = self.tables
        parts = [(name, self.engine_rule(name)) for name in RULES if name in wanted]
        wires = dict(zip((name for name, _ in parts), self.wires(parts), strict=True))
        numbers = Numbers(
            seats=self.seats,
            longest=self.longest,
            widest=self.widest,
            n_kinds=len(self.kinds),
            n_pieces=len(self.pieces),
            n_spaces=len(self.spaces),
            n_supplies=len(self.supplies),
            is_contest=int(self.is_contest),
        )
        template = words_in(self.fresh(1))[0].copy()
        states, rules = self.fresh(worlds), [wires.get(name, 0) for name in RULES]
        desk = Desk(rules, tables, states, template, numbers, nodes, buffers, self.plain)
        desk.put(sides_of, np.array(self.sides.firsts, np.int64))
        return desk

    def wires(self, rules: Sequence[tuple[str, Rule | None]]) -> list[Any]:
        """Return the functions or addresses that the engine calls for these rules, with 0 for
        `None`. Rules that are not compiled yet are compiled.
        """
        functions: list[Any] = [0 if self._is_idle(*rule) else rule[1] for rule in rules]
        if self.plain:
            return functions
        keys = [(name, id(function)) for (name, _), function in zip(rules, functions, strict=True)]
        wanted = {key: function for key, function in zip(keys, functions, strict=True) if function}
        new = {key: function for key, function in wanted.items() if key not in self.wired}
        if new:
            parts = [self._part(name, function) for (name, _), function in new.items()]
            for part in parts:
                self._refuse_printing(part.function)
            announce_first_use()
            with faults_of(self.pack.folder):
                addresses = addresses_of(f"the rules of {self.pack.name}", parts)
            self.wired.update(zip(new, addresses, strict=True))
        return [self.wired[key] if key in wanted else 0 for key in keys]

    def _refuse_printing(self, function: Rule) -> None:
        for each in reached(function):
            place = print_call_in(each)
            if place is not None:
                text = f"{each.__name__}() uses print(), which works only in plain Python"
                raise faulty(place, text, "remove it, or play with simulate --plain")

    def engine_rule(self, name: str) -> Rule | None:
        """Return the function behind a name of `RULES`."""
        # these are the rules themselves, not the checked versions
        if name in ("turn_of", "round_of"):
            return self.book.get(name)  # type: ignore[no-any-return]
        function: Rule | None = self.pieces_of if name == "pieces" else getattr(self, name, None)
        return function

    def _is_idle(self, name: str, function: Rule | None) -> bool:
        """Whether the engine never needs to call this rule."""
        return function is None or (name in _COUNTED and not getattr(self, _COUNTED[name]))

    def _part(self, name: str, function: Rule) -> Part:
        parameters = _TAKEN[name]
        kinds: dict[str, Any] = {
            "tables": self.tables.dtype,
            "state": self.template.dtype,
            "out": {"score": "scores", "tie_break": "scores", "stock": "levels"}.get(name, "moves"),
            "rng": "rng",
            "found": "moves",
        }
        types = tuple(kinds.get(p, "int") for p in parameters)
        return Part(name, function, RESULTS.get(name, "none"), types)

    def kind_called(self, text: str) -> int | None:
        """Return the index in KINDS of a kind of move by its name for people, or None."""
        names = [kind.replace("_", " ").casefold() for kind in self.kinds]
        wanted = text.replace("_", " ").casefold()
        return names.index(wanted) if wanted in names else None

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs of the table MOVES; empty without a table."""
        return tuple(self.book.get("MOVES").names) if self.book.has("MOVES") else ()

    def names_of(self, state: Any, move: int) -> list[str]:
        """Return the verb of a move in MOVES and its kind in KINDS, as far as these exist."""
        names = [self.book.get("MOVES").described(move)["do"]] if self.book.has("MOVES") else []
        if self.kinds and self.kind is not None:
            names.append(self.kinds[int(self.kind(self.tables, state, np.int64(move)))])
        return names

    def once(self, name: str, make: Callable[[], Any]) -> Any:
        """Return the result of `make`, which is called once per name."""
        if name not in self.built:
            self.built[name] = make()
        return self.built[name]


def load_game(pack: Pack, players: int, *, plain: bool = False) -> Game:
    """Load `rules.py` of the pack and set it up for `players` players.

    Raises `FaultyRules` for any fault in the files, `ValueError` for a number of players that the
    rules do not allow.
    """
    pack = pack.at(players)
    book = book_of(pack, players)
    low, high = book.get("SEATS")
    if not low <= players <= high:
        if pack.players[0] <= players <= pack.players[1]:
            allowed = players_text(players, players)
            text = f"SEATS is ({low}, {high}), but game.yaml allows {allowed}"
            raise faulty(book.place_of("SEATS"), text)
        raise pack.not_for(players)
    tables, template = _set_up(pack, players, book)
    names = pieces_in(pack, book)
    places = tuple(Space(*place) for place in spaces_in(pack, book))
    people = functions_for_people(book)
    describe, name_move = people["describe"], people["name_move"]
    people["say_move"] = people["say_move"] or name_move or _named(describe, is_spoken=True)
    people["name_move"] = name_move or _named(describe)
    counted = sum(1 for place in places if place.layer)
    space = book.get("space") or (space_by_move(counted) if places else None)
    keys = keys_in(book, [place.keys for place in places])
    table = book.get("MOVES")
    lay = lay_of(pack, book, names, keys, players)
    if lay is None and not places:
        people["show"] = people["show"] or grid_text(table, template)
    supplies, own = book.get("SUPPLIES", ()), book.get("MEASURES", ())
    digest = f"{sources_digest(pack.folder)} {pack.digest}"
    return Game(
        pack=pack,
        seats=players,
        plain=plain,
        book=book,
        digest=hashlib.sha256(digest.encode()).hexdigest(),
        tables=tables,
        template=template,
        is_hidden=bool(book.get("HIDDEN", False)),
        has_chance=bool(book.get("CHANCE", False)),
        is_contest=is_contest(book, players),
        teams=teams_of(book, players),
        longest=int(book.get("LONGEST")),
        widest=int(book.get("WIDEST") or table.codes),
        kinds=tuple(book.get("KINDS", ())) if book.has("kind") else (),
        secret=dict(book.get("SECRET", {})),
        supplies=tuple(supplies) if book.has("stock") else (),
        supply_kinds=dict(supplies) if isinstance(supplies, dict) else {},
        pieces=names if book.has("piece") else (),
        spaces=places,
        board=str(book.get("MAP", "")),
        said=dict(book.get("SAID", {})),
        search=dict(book.get("SEARCH", {})),
        **{name: book.get(name) for name in (*RULES_NEEDED, *RULES_OPTIONAL) if name != "space"},
        space=space,
        personas=dict(book.get("PERSONAS", {})),
        agents=dict(book.get("AGENTS", {})),
        lay=lay,
        to_turn_end=book.get("to_turn_end"),
        measures=tuple(own),
        topics={name: OWN_TOPICS[own[name]] for name in own} if isinstance(own, Mapping) else {},
        **people,
    )


def is_contest(book: Book, players: int) -> bool:
    """Whether the players compete, which they do not in a solo or cooperative game."""
    return players > 1 and not book.get("COOPERATIVE", False)


def teams_of(book: Book, players: int) -> Teams:
    """Return the teams for this number of players; empty if every seat plays for itself."""
    teams = book.get("TEAMS", {}).get(players, ())
    return tuple(sorted(tuple(sorted(int(seat) for seat in team)) for team in teams))


def ends_of(book: Book) -> tuple[str, ...]:
    """Return the distinct words of ENDS, if ENDS alone names the ways a game ends."""
    return () if book.writes("why_over") else tuple(dict.fromkeys(book.get("ENDS", ())[1:]))


def _set_up(pack: Pack, players: int, book: Book) -> tuple[Any, Any]:
    """Return tables and state as `setup` makes them."""
    with faults_of(pack.folder):
        given = book.get("setup")(pack, players)
        if not isinstance(given, tuple | list) or len(given) != 2:
            text = f"setup() returned {type(given).__name__}, expected two records"
            fix = "return record(…), record(…): tables and state"
            raise faulty(book.place_of("setup"), text, fix)
        tables, template = given
        problems = check_records(book, players, tables, template)
        if problems.errors:
            raise FaultyRules(problems)
    return tables, template


def uncontrolled_chance_in(game: Game) -> Problem | None:
    """Report differences when `setup` runs again, which are due to chance that the seed does not
    control.
    """
    second = _set_up(game.pack, game.seats, book_of(game.pack, game.seats, anew=True))
    for first, other in zip((game.tables, game.template), second, strict=True):
        for name in {**(first.dtype.fields or {}), **(other.dtype.fields or {})}:
            values = [each[name].tobytes() for each in (first, other) if name in each.dtype.names]
            if len(values) < 2 or values[0] != values[1]:
                text = (
                    f"setup() makes a different {name!r} each time: the same seed would play other "
                )
                place = game.book.place_of("setup", game.book.get("setup"))
                return Problem(place, f"{text}games", "draw in deal(), with below(rng, n)")
    return None


def tables_with(game: Game, pack: Pack) -> Any:
    """Return the tables that the same rules make from a pack with changed rows.

    Raises `FaultyRules` if `setup` fails. Raises `ValueError` if the tables have another layout or
    the state before the deal differs, so that the tables cannot replace the game's own tables.
    """
    tables, template = _set_up(pack, game.seats, game.book)
    if tables.dtype != game.tables.dtype or template.dtype != game.template.dtype:
        raise ValueError("the size of the tables changes with it")
    if template.tobytes() != game.template.tobytes():
        raise ValueError("the starting position changes with it")
    return tables


MOST_ROUNDS = 2**31 - 1  # limit of rounds and turns
_TAKEN: Mapping[str, tuple[str, ...]] = {  # rule → the parameters with which the engine calls it
    **RULES_NEEDED,
    **RULES_OPTIONAL,
    **{name: PEOPLE_OPTIONAL[name] for name in ("turn_of", "round_of")},
    "policy": POLICY,
    "pieces": ("tables", "state", "out", "n", "found"),
}


def measured(game: Game, states: Any) -> NDArray[np.float64]:
    """Return the pack's own measures of finished games, (states, measures), by its plain `measure`.

    Raises `FaultyRules` for a value that is not a usable number.
    """
    values = np.zeros((len(states), len(game.measures)))
    if game.measure is None:
        return values
    with faults_of(game.pack.folder):
        for state, out in zip(states, values, strict=True):
            game.measure(game.tables, state, out)
    wrong = np.argwhere(~(np.abs(values) <= MOST_POINTS))
    if len(wrong):
        name, value = game.measures[wrong[0][1]], values[tuple(wrong[0])]
        text = f"measure() returned {value} for {name!r}"
        fix = f"write every out[i]: {POINTS_FIX}"
        raise faulty(game.book.place_of("measure", game.measure), text, fix)
    return values


def numbered(game: Game, name: str, states: Any) -> NDArray[np.int32]:
    """Return the number of the round or turn of each position, (states,), by the plain rule `name`.

    Raises `FaultyRules` if the number is not a whole number from 0 up.
    """
    if is_played_by_words(game.pack):
        return np.array(states["rounds" if name == "round_of" else "turns"], np.int32)
    rule = game.round_of if name == "round_of" else game.turn_of
    with faults_of(game.pack.folder):
        numbers = [rule(game.tables, state) for state in states] if rule is not None else []
        for given in numbers:
            if not isinstance(given, int | np.integer) or not 0 <= given <= MOST_ROUNDS:
                text = f"{name}() returned {short(given)}, expected a whole number from 0 to "
                fix = "return int(state.…)"
                raise faulty(game.book.place_of(name, rule), f"{text}{MOST_ROUNDS:,}", fix)
    return np.array(numbers, np.int32)


@cache
def _for_each(piece: Rule) -> Rule:
    @engine
    def pieces(tables: Any, state: Any, out: Any, n: int, indices: Any) -> None:
        for k in range(n):
            indices[k] = piece(tables, state, np.int64(out[k]))

    return pieces


# Rules that are called only if there is something to count → the field of `Game` to count.
_COUNTED = {
    "kind": "kinds",
    "piece": "pieces",
    "pieces": "pieces",
    "space": "spaces",
    "stock": "supplies",
    "hide": "is_hidden",
    "tie_break": "breaks_ties",
    "turn_of": "secrets_by_turn",
    "round_of": "secrets_by_round",
}


def _named(describe: Rule, is_spoken: bool = False) -> Rule:
    """Names moves by their descriptions; `is_spoken` leaves out a slot beside a piece."""

    def name_move(tables: Any, state: Any, move: int) -> str:
        event = describe(tables, state, move)
        is_named = is_spoken and bool({*PIECES} & {*event})
        rest = [words_of(value) for key, value in event.items()
                if key != "do" and not (is_named and key == "slot")]  # fmt: skip
        return " ".join([str(event["do"]).replace("_", " "), *rest])

    return name_move
