"""The catalogue of measures, with all facts about each measure in one value.

A measure is one sum over the games of a run divided by another, such as wins of the first seat
divided by games. Goals, comparisons, sweeps, suggestions, tiles, tables and the reference page read
these values. `CATALOGUE` has the measures with one name in every game. Families make the measures
that depend on the game: a measure for each side, supply, ending, measure of the pack's own, and
piece.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from generator.model.problems import closest, near
from generator.model.teams import ORDINALS, Sides, side_name

Kind = Literal["share", "number", "points", "effect"]  # effects are in percentage points
Topic = Literal["seats", "length", "course", "unended", "outcome", "supply", "own"]
Question = Literal["", "fair", "well", "long", "decided", "broken"]
Worth = Literal["seats", "ends", "scores", "lengths"]
Need = Literal["", "contest", "rounds", "target"]

SEATS = "seats"  # the name of a goal for the wins of every seat
OWN: Topic = "own"
OWN_TOPICS: dict[str, Topic] = {  # topics that the rules may give to a measure of the pack's own
    "who wins": "seats",
    "length": "length",
    "course": "course",
    "breaks": "unended",
    OWN: "own",
}
_QUESTIONS: dict[Topic, Question] = {  # the question that the pack's own measures of a topic answer
    "seats": "fair",
    "length": "long",
    "unended": "broken",
}


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """One measure. Two measures are equal if their keys are equal.

    The key appears in JSON, in CSV and in goals; people see the title. `top` and `bottom` are
    groups of columns in a tally; column `i` of `top` is divided by column `j` of `bottom`.
    """

    key: str
    title: str
    top: str = ""  # "" for a share of games by length, see `span`
    bottom: str = "game"
    i: int = 0
    j: int = 0
    kind: Kind = "number"
    topic: Topic = "course"
    question: Question = ""  # the question of the report's first screen that the measure answers
    # the rank among the answers to this question; the first measure with a certain change is shown
    place: int = 0
    # the entry of the pack's `worth` with the smallest difference that matters
    worth: Worth = "lengths"
    needs: Need = ""  # a property that a game must have for this measure
    # the message and fix for a goal if the game does not have the measure
    absence: tuple[str, str] = ("", "")
    unit: str = ""  # unit after a number without a title
    is_plural: bool = False  # whether the title takes a plural verb
    # whether the measure is a length; unfinished games give a lower bound of a length
    is_length: bool = False
    worse: int = 0  # 1 if a larger value is worse, else 0
    does: str = ""  # the verb for the unfinished games that the measure counts
    span: tuple[str, int, int] | None = None  # (unit, low, high) for a share of games by length
    piece: str = ""  # the piece whose effect is measured
    about: str = ""  # a description for the reference page
    band: str = ""  # an example of a goal's band for the reference page

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Measure) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def is_share(self) -> bool:
        """Whether the measure is a share, which is printed in percent."""
        return self.kind == "share"

    @property
    def is_effect(self) -> bool:
        """Whether the measure is a piece's effect on the win rate of its taker, in percentage
        points.
        """
        return self.kind == "effect"

    @property
    def is_of_sides(self) -> bool:
        """Whether the measure is one side's share of the wins."""
        return self.top == "share"

    @property
    def is_of_games(self) -> bool:
        """Whether the measure is a share of the games."""
        return self.is_share and self.bottom == "game" and not self.is_of_sides

    @property
    def is_of_whole_games(self) -> bool:
        """Whether the measure uses only finished games."""
        return self.topic not in ("unended", "outcome", "supply")

    @property
    def label(self) -> str:
        """The title without a number, followed by the unit if the unit is points."""
        return f"{self.title}, points" if self.kind == "points" else self.title

    @property
    def words(self) -> str:
        """The key, as written in a sentence about a goal."""
        return self.key.replace("_", " ")


# ---------------------------------------------------------------- the catalogue

SCORE = Measure(
    "score", "score of a player", "mean_score",
    kind="points", question="well", worth="scores", unit="points",
    about="the average points of a player", band="20-40",
)  # fmt: skip
TURNS = Measure(
    "turns", "turns a game", "turns",
    topic="length", question="long", unit="turns", is_plural=True, is_length=True,
    about="the length of a game; a turn is a run of decisions by one seat, see "
    "[WRITING.md](WRITING.md)",
    band="80-160",
)  # fmt: skip
ROUNDS = Measure(
    "rounds", "rounds a game", "rounds",
    topic="length", question="long", place=2, needs="rounds", unit="rounds", is_plural=True,
    is_length=True,
    absence=("needs the rules to have round_of", ""),
    about="the length of a game in rounds, where rules.py has `round_of`", band="5-8",
)  # fmt: skip
ON_TARGET = Measure(
    "games inside the target length", "games as long as you aim for", "on_target",
    kind="share", topic="length", question="long", place=1, worth="ends", needs="target",
    is_plural=True,
    absence=("needs a turns_target", 'or write "turns in 20-40"'),
    about="the share of games within the pack's own `turns_target`", band='">= 70%"',
)  # fmt: skip
DECISIONS = Measure(
    "decisions", "decisions a game", "decisions",
    topic="length", is_plural=True, is_length=True,
    about="how many decisions a game takes", band="80-160",
)  # fmt: skip
LEGAL_MOVES = Measure(
    "legal moves", "moves to choose from", "branching", "decisions",
    is_plural=True,
    about="how many legal moves there are at a decision", band="4-20",
)  # fmt: skip
LEAD_CHANGES = Measure(
    "lead changes", "changes of the lead a game", "lead_changes",
    question="decided", place=1, needs="contest", unit="lead changes", is_plural=True,
    about="how often the lead changes in a game", band='">= 2"',
)  # fmt: skip
MARGIN = Measure(
    "margin", "winning margin", "margin",
    kind="points", worth="scores", needs="contest",
    about="points between first and second place", band="3-10",
)  # fmt: skip
TIED = Measure(
    "tied games", "games with several winners", "tied",
    kind="share", topic="seats", worth="ends", needs="contest", is_plural=True, worse=1,
    about="games with several winners", band="<= 5%",
)  # fmt: skip
HALF_TIME = Measure(
    "half-time leader wins", "half-time leaders who win", "led_won", "led", 4, 4,
    kind="share", question="decided", worth="ends", needs="contest", is_plural=True,

    about="how often the leader at half time wins", band="50-80%",
)  # fmt: skip
STALL = Measure(
    "end by stall", "games that stall", "stall",
    kind="share", topic="unended", question="broken", worth="ends", is_plural=True, worse=1,
    does="stall", about="games that end in a stall: nobody can move on", band="<= 1%",
)  # fmt: skip
CAP = Measure(
    "end by cap", "games that never end", "cap",
    kind="share", topic="unended", question="broken", worth="ends", is_plural=True, worse=1,
    does="never end", about="games that reach the engine's limit", band="<= 1%",
)  # fmt: skip
CATALOGUE = (
    SCORE,
    TURNS,
    ROUNDS,
    ON_TARGET,
    DECISIONS,
    LEGAL_MOVES,
    LEAD_CHANGES,
    MARGIN,
    TIED,
    HALF_TIME,
)
UNENDED = (STALL, CAP)


# ---------------------------------------------------------------- families


def wins_of(sides: Sides) -> tuple[Measure, ...]:
    """Return the measures of each side's wins: "seat 1 wins" or "team 1 wins"."""
    return tuple(
        Measure(
            f"{sides.word} {side + 1} wins", f"{side_name(side, sides.word)} wins", "share", i=side,
            kind="share", topic="seats", question="fair", worth="seats",
            about=f"the share of the wins of one {sides.word}; tied winners share a win",
            band="45-55%",
        )
        for side in range(sides.n)
    )  # fmt: skip


def run_out(supply: str, i: int = 0, *, is_meant: bool = False) -> Measure:
    """Return the share of games in which a supply runs out.

    `is_meant` is true if the supply is meant to run out, which is then no fault.

    >>> run_out("oil").title, run_out("tea_leaves").title
    ('games in which oil runs out', 'games in which tea leaves run out')
    """
    name = supply.replace("_", " ")
    return Measure(
        f"{supply} run out",
        f"games in which {name} {'run' if name.endswith('s') else 'runs'} out",
        "empty_games", i=i,
        kind="share", topic="course" if is_meant else "supply",
        question="" if is_meant else "broken", worth="ends", is_plural=True,
        worse=0 if is_meant else 1,
        about="games in which a supply of the pack runs out, named by the supply", band="<= 25%",
    )  # fmt: skip


def ending(reason: str, i: int = 0) -> Measure:
    """Return the share of games that end without winners for this reason."""
    return Measure(
        f"end by {reason}", f"games that end by “{reason.replace('_', ' ')}”", "outcome", i=i,
        kind="share", topic="outcome", question="well", worth="ends", is_plural=True,
        about="how often a solo or cooperative game ends in this way",
        band="40-60%",
    )  # fmt: skip


def own_figure(name: str, i: int = 0, topic: Topic = OWN) -> Measure:
    """Return a measure of the pack's own, with the topic that the rules give it."""
    title = name.replace("_", " ")
    return Measure(
        name, title, "measure", i=i,
        topic=topic, question=_QUESTIONS.get(topic, ""), place=3,
        is_plural=title.startswith(_MANY), worse=1 if topic == "unended" else 0,
    )  # fmt: skip


def effect_of(piece: str, i: int = 0) -> Measure:
    """Return the measure of a piece's effect on the win rate of its first taker."""
    return Measure(
        f"{piece} effect", f"{piece} effect", "effect", "taken", i, i,
        kind="effect", topic=OWN, piece=piece,
        about="the effect of a piece on the win rate of the player who first takes it, see below",
        band="±5%",
    )  # fmt: skip


def games_of(unit: str, low: int, high: int, words: str = "") -> Measure:
    """Return the share of games with `low` to `high` turns or rounds.

    `words` are the words of the goal.
    """
    key = words or f"{unit} in {low}-{high}"
    return Measure(
        key, key, kind="share", topic="length", question="long", worth="ends", is_plural=True,
        span=(unit, low, high), about=f"the share of games with this many {unit}", band='">= 70%"',
    )  # fmt: skip


# ---------------------------------------------------------------- the measures of a game


@dataclass(frozen=True, slots=True)
class Scope:
    """The properties of a game that decide its measures, known before the first game.

    `sides` is None in a game without competition. `topics` are the topics of the pack's own
    measures. `meant` are supplies that are meant to run out.
    """

    sides: Sides | None
    supplies: Sequence[str] = ()
    figures: Sequence[str] = ()
    has_rounds: bool = False
    turns_target: tuple[int, int] | None = None
    effects: Sequence[str] = ()
    outcomes: Sequence[str] = ()
    topics: Mapping[str, Topic] = field(default_factory=lambda: MappingProxyType({}))
    meant: frozenset[str] = frozenset()

    def has(self, need: Need) -> bool:
        """Whether the game has the property that a measure needs."""
        if need == "contest":
            return self.sides is not None
        if need == "rounds":
            return self.has_rounds
        return need != "target" or self.turns_target is not None


def measures_among(scope: Scope) -> list[Measure]:
    """Return every measure of a game with these properties, in the order of display."""
    singles = [measure for measure in CATALOGUE if scope.has(measure.needs)]
    if scope.sides is not None:
        # the score is last, because it means little in a game with winners
        singles.sort(key=lambda measure: measure is SCORE)
        measures = list(wins_of(scope.sides))
    else:
        measures = [singles.pop(0)]
        measures += [ending(name, i) for i, name in enumerate(scope.outcomes) if not unended(name)]
    return [
        *measures,
        *singles,
        *(run_out(name, i, is_meant=name in scope.meant) for i, name in enumerate(scope.supplies)),
        *UNENDED,
        *(own_figure(n, i, scope.topics.get(n, OWN)) for i, n in enumerate(scope.figures)),
        *(effect_of(name, i) for i, name in enumerate(scope.effects)),
    ]


def unended(reason: str) -> str:
    """Return "cap" or "stall" if the game ended by a limit or a standstill, else ""."""
    return "cap" if reason == "cap" else "stall" if "stall" in reason else ""


# ---------------------------------------------------------------- measures in words

_MANY = ("games ", "turns ", "rounds ", "decisions ", "moves ", "changes ")
_KEYS = {measure.label: measure.key for measure in (*CATALOGUE, *UNENDED)}
_EFFECT = re.compile(r"(.+) effect", re.IGNORECASE)
_SPAN = re.compile(r"(turns|rounds) in ([0-9]{1,9}) ?(?:-|–|\.\.|to) ?([0-9]{1,9})")
_SIDE = re.compile(rf"(?:({'|'.join(ORDINALS)})|([0-9]+)th) (seat|team) wins")
_WINS = re.compile(r"(seat|team) ([0-9]+) wins")
_OF_SIDE = re.compile(r"(seat|team) ?([0-9]+)\b.*")
_END = re.compile(r"games that end by [“\"](.+)[”\"]", re.IGNORECASE)
_RUN_OUT = re.compile(r"games in which (.+ runs? out)")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words for a measure in a goal; the measure is looked up when the game is known."""

    key: str

    @property
    def is_every_side(self) -> bool:
        """Whether the phrase stands for the wins of every seat or team in one goal."""
        return self.key == SEATS

    @property
    def is_of_sides(self) -> bool:
        """Whether the measure is the wins of seats or teams.

        >>> [Phrase(key).is_of_sides for key in ("seats", "team 1 wins", "turns")]
        [True, True, False]
        """
        return self.is_every_side or _WINS.fullmatch(self.key) is not None

    @property
    def span(self) -> tuple[str, int, int] | None:
        """The unit and bounds of a share of games by length ("turns in 20-40").

        The result is None for other measures.
        """
        match = _SPAN.fullmatch(self.key)
        return (match[1], int(match[2]), int(match[3])) if match else None

    @property
    def piece(self) -> str:
        """The piece whose effect is measured, or "".

        A measure of the pack's own with that name takes precedence.

        >>> Phrase("Saffron effect").piece, Phrase("turns").piece
        ('Saffron', '')
        """
        match = _EFFECT.fullmatch(self.key)
        return match[1] if match else ""

    @property
    def is_of_every_game(self) -> bool:
        """Whether every game has the measure, so that the name cannot be given to a measure of the
        pack's own.

        >>> [Phrase(key).is_of_every_game for key in ("turns", "tea runs out", "end by x", "swaps")]
        [True, True, True, False]
        """
        name = spelt(self.key)
        is_of_family = name.endswith(" run out") or name.startswith("end by ")
        is_single = any(name == measure.key for measure in CATALOGUE)
        return self.is_of_sides or self.span is not None or is_of_family or is_single

    @property
    def is_on_limit(self) -> bool:
        """Whether the measure is the share of games that reach the engine's limit."""
        return spelt(self.key) == CAP.key

    def among(self, measures: Iterable[Measure]) -> Measure | None:
        """Return this measure from the measures of a game; None if the game lacks it."""
        if self.span is not None:
            return games_of(*self.span, self.key)
        name = spelt(self.key)
        return next((measure for measure in measures if spelt(measure.key) == name), None)

    def absence(self, measures: Sequence[Measure]) -> tuple[str, str] | None:
        """Return why a game with these measures lacks this measure, and the fix; None if
        unknown.
        """
        name = self.span[0] if self.span else spelt(self.key)
        for measure in CATALOGUE:
            if measure.key == name and measure not in measures and any(measure.absence):
                return measure.absence
        if self.span is not None or self.among(measures) is not None:
            return None
        if self.piece:
            fix = "protoplay suggest plays them, and simulate --effects"
            return "takes games with the piece exchanged", fix
        if name.startswith("end by "):
            fix = "end by stall and end by cap can; other ends only where all win or lose together"
            return "is no goal here", fix
        return None


def phrase_of(written: str) -> Phrase:
    """Return the phrase for the words of a goal, which are the key or title of a measure.

    >>> phrase_of("First seat wins").key, phrase_of("games that stall").key
    ('seat 1 wins', 'end by stall')
    >>> spelt(phrase_of("games in which salt runs out").key)
    'salt run out'
    """
    name = " ".join(written.split())
    words = name.casefold()
    if side := _SIDE.fullmatch(words):
        number = ORDINALS.index(side[1]) + 1 if side[1] else side[2]
        return Phrase(f"{side[3]} {number} wins")
    if _RUN_OUT.fullmatch(words):
        return Phrase(name[len("games in which ") :])
    if end := _END.fullmatch(name):
        return Phrase(f"end by {end[1]}")
    return Phrase(SEATS if words == SEATS else _KEYS.get(words, name))


def spelt(key: str) -> str:
    """Normalise a measure's key: lower case, spaces for underscores, and "run out" for "runs out".

    >>> spelt("Salt runs out"), spelt("tea_leaves run out")
    ('salt run out', 'tea leaves run out')
    """
    return re.sub(r" runs out$", " run out", key.casefold().replace("_", " "))


def near_measure(name: str, measures: Sequence[Measure]) -> str:
    """Return the fix for an unknown measure, which names the most similar key or title."""
    keys = [measure.key for measure in measures]
    if side := _OF_SIDE.fullmatch(name.casefold()):
        wins = f"{side[1]} {side[2]} wins"
        sides = [key for key in keys if re.match(rf"{side[1]} [0-9]+ wins$", key)]
        if wins in keys:
            return f'did you mean "{wins}"?'
        if sides:
            return f"the last {side[1]} is {len(sides)}"
    has_sides = any(measure.is_of_sides for measure in measures)
    names = [*([SEATS] if has_sides else []), "turns in 20-40", *keys]
    label = closest(name, [measure.label for measure in measures])
    if label is None or closest(name, names) is not None:
        return near(name, names)
    return f'did you mean "{label}"?'
