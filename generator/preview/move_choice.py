"""A legal move, chosen by narrowing down: by place, by piece, by word, until one is left.

In: a game, a position and its legal moves. Out: `Choice`s, a table whose columns come from
`describe`, `kind`, `piece`, `space` and `spaces`; and the rows left after a pick. A pick is a text:
"place:17", "piece:cards/crate-3", or a column and a value, "side:left".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from generator.model.pack import Pack
from generator.play.engine.game import Game
from generator.play.engine.host_functions import pieces_in
from generator.play.engine.loading import words_of
from generator.play.engine.table_layout import key_of

LONGEST_NAME = 6  # greatest number of words of a name that moves may begin with
MOST_CHIPS = 24  # maximum number of values of a column that are shown as buttons


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move; `picks` are all picks that match it."""

    move: int
    words: str
    do: str
    picks: frozenset[str]
    facets: tuple[tuple[str, str], ...]  # pairs of a column and its value in words
    places: tuple[int, ...]  # all places that it mentions; the place where it happens is first
    pieces: tuple[str, ...]
    # position on the map, in mm, if it puts something on a piece
    spot: tuple[float, float] | None = None
    # pieces and the area that they are taken from, such as "hand0", if equal ones lie elsewhere
    areas: tuple[tuple[str, str], ...] = ()
    raw: str = ""  # the values of its description, as in the record: they may be typed as well
    ends: bool = False  # it names no place and no piece, and it alone ends the turn
    # places of the moves that follow it, which no other move names: a pick there makes it as well
    leads: frozenset[int] = frozenset()
    idle: bool = False  # it changes nothing that its seat sees, and opens no move
    tool: str = ""  # a piece before its seat that makes it as well

    @property
    def forgoes(self) -> bool:
        """Whether it ends the turn, and its words say in round brackets what is given up."""
        return self.ends and self.words.endswith(")")

    @property
    def typed(self) -> str:
        """All words that may be typed to find it."""
        facets = (f"{column} {value}" for column, value in self.facets)
        return " ".join([self.words, *facets, self.raw])

    def takes(self, piece: str, area: str) -> bool:
        """Whether it uses a piece that lies in an area such as "hand0"."""
        return f"piece:{piece}" in self.picks and dict(self.areas).get(piece, area) == area

    def taking(self, areas: Mapping[str, str]) -> "Choice":
        """The move with the areas of pieces; a piece in no area is picked by its place alone."""
        on_map = {piece for piece, area in areas.items() if not area}
        return replace(
            self,
            pieces=tuple(piece for piece in self.pieces if piece not in on_map),
            picks=self.picks - {f"piece:{piece}" for piece in on_map},
            areas=tuple((piece, area) for piece, area in areas.items() if area),
        )


@dataclass(frozen=True, slots=True)
class Chips:
    """A column of the table: its values in words, each with its pick and its number of moves."""

    column: str
    # pick, words, number of moves, whether it is picked
    values: tuple[tuple[str, str, int, bool], ...]


class Index:
    """The places and pieces of a game by the words that moves use for them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.by_key: dict[str, int] = {}
        self.by_words: list[tuple[Mapping[str, Any], int]] = []
        for place, space in enumerate(game.spaces):
            for key in space.keys:
                if isinstance(key, dict):
                    self.by_words.append((key, place))
                else:
                    self.by_key[key_of(key)] = place
        self.by_name = _pieces_by_name(game.pack)
        self.verbs = _verbs(game)
        self._pieces = pieces_in(game.pack, game.book)

    def places_in(self, event: Mapping[str, Any]) -> list[int]:
        """Every place in the description of a move, each once."""
        places: dict[int, None] = {}
        for value in (v for k, v in event.items() if k != "do"):
            for item in (value, *(value if isinstance(value, list | tuple) else ())):
                place = self.by_key.get(key_of(item))
                if place is not None:
                    places[place] = None
        for key, place in self.by_words:
            if key.items() <= event.items():
                places[place] = None
        return list(places)

    def begins_with_name(self, words: str) -> bool:
        """Whether a text begins with the name of a piece."""
        parts = [part.strip(":,").casefold() for part in words.split()[:LONGEST_NAME]]
        return any(" ".join(parts[:n]) in self.by_name for n in range(1, len(parts) + 1))

    def workplaces(self, do: str) -> list[str]:
        """The piece on which a worker is placed by a move of that name."""
        play = self.game.pack.play
        found = self.by_name.get(do.casefold(), ()) if play and play.places else ()
        return [piece for piece in found if play and piece.startswith(f"{play.places}/")]

    def piece(self, given: str | int) -> str:
        """A piece by its name, or by its index in `pieces(pack)`; "" if there is none."""
        if isinstance(given, str):
            return given
        return self._pieces[given] if 0 <= given < len(self._pieces) else ""

    def said(self, value: Any) -> str:
        """Write a value in words; a place is written by its name."""
        place = self.by_key.get(key_of(value))
        text = words_of(value) if place is None else self.game.spaces[place].name
        return text.replace("_", " ")

    def pieces_in(self, event: Mapping[str, Any], chosen: str = "") -> list[str]:
        """Every printed piece that a described move names, `chosen` first.

        Of equal names in several components, the one counts that is chosen, else the one whose
        component is the key of the name: "tile" for a piece of `tiles`.
        """
        found = {chosen: None} if chosen else {}
        for key, value in event.items():
            pieces = self.by_name.get(words_of(value).casefold(), ()) if key != "do" else ()
            of_key = [piece for piece in pieces if piece.startswith(key)]
            if chosen not in pieces:
                found |= dict.fromkeys(of_key or pieces)
        return list(found)


def choices_of(game: Game, index: Index, state: Any, moves: Sequence[int]) -> tuple[Choice, ...]:
    """The legal moves as a table; no two have the same words."""
    tables = game.tables
    events = [game.describe(tables, state, np.int64(move)) for move in moves]
    names = [str(game.say_move(tables, state, np.int64(move))) for move in moves]
    twice = {words for words in names if names.count(words) > 1} if len(names) < 400 else set()
    choices = []
    for move, event, words in zip(moves, events, names, strict=True):
        facets = tuple(
            (column.replace("_", " "), index.said(value))
            for column, value in event.items()
            if column != "do" and value not in ("", [], None)
        )
        if words in twice:
            words = ", ".join([words, *(f"{column} {value}" for column, value in facets)])
        do = str(event["do"]).replace("_", " ")
        places = index.places_in(event)
        used = int(game.space(tables, state, np.int64(move))) if game.space and game.spaces else -1
        if used >= 0:
            places = [used, *(place for place in places if place != used)]
        piece = int(game.piece(tables, state, np.int64(move))) if game.piece and game.pieces else -1
        pieces = index.pieces_in(event, game.pieces[piece] if piece >= 0 else "")
        pieces += index.workplaces(str(event["do"]))
        kinds = [("do", do), *facets]
        if game.kind and game.kinds:
            kind = game.kinds[int(game.kind(tables, state, np.int64(move)))].replace("_", " ")
            if kind.casefold() != do.casefold():
                kinds.append(("kind", kind))
        picks = frozenset(
            [
                *(f"{column}:{value}" for column, value in kinds),
                *(f"place:{place}" for place in places),
                *(f"piece:{piece}" for piece in pieces),
            ]
        )
        pieces = list(dict.fromkeys(pieces))
        raw = " ".join(words_of(value) for column, value in event.items() if column != "do")
        choices.append(
            Choice(int(move), words, do, picks, tuple(kinds), tuple(places), tuple(pieces), raw=raw)
        )
    return tuple(choices)


def narrow(
    choices: Sequence[Choice], picks: Sequence[str], text: str = ""
) -> tuple[tuple[Choice, ...], tuple[str, ...]]:
    """The moves left after picks and typed words, and the picks that are still valid.

    The last pick stays valid if possible. An earlier pick that would leave no move is dropped, and
    all picks are dropped if the typed words match only other moves.
    """
    left = tuple(choices)
    kept: list[str] = []
    for pick in reversed(dict.fromkeys(picks)):
        fewer = tuple(choice for choice in left if pick in choice.picks)
        if fewer:
            left = fewer
            kept.insert(0, pick)
    matching = typed(left, text)
    if not matching and (others := typed(choices, text)):
        return others, ()
    return matching, tuple(kept)


def typed(choices: Sequence[Choice], text: str) -> tuple[Choice, ...]:
    """The moves whose words begin with all the typed words; exact matches come first."""
    wanted = parts_of(text)
    if not wanted:
        return tuple(choices)
    exact = tuple(choice for choice in choices if parts_of(choice.words) == wanted)
    if exact:
        return exact
    return tuple(choice for choice in choices if _begins(parts_of(choice.typed), wanted))


def chips_of(
    choices: Sequence[Choice], left: Sequence[Choice], picks: Sequence[str]
) -> tuple[Chips, ...]:
    """The values that divide the remaining moves, column by column, and the removable picks.

    Two kinds of columns are left out: one that divides the moves in the same way as an earlier
    column, and one of numbers that the moves' own words express differently. A kind of move that
    has one move has its words.
    """
    words = {choice.move: choice.words for choice in left}
    columns: dict[str, dict[str, list[int]]] = {}
    belied: set[str] = set()
    for choice in left:
        for column, value in choice.facets:
            columns.setdefault(column, {}).setdefault(value, []).append(choice.move)
            if value.isdecimal() and value not in parts_of(choice.words):
                belied.add(column)
    chips, partitions = [], []
    for column, values in columns.items():
        offered = [
            (f"{column}:{v}", words[n[0]] if column == "do" and len(n) == 1 else v, len(n),
             f"{column}:{v}" in picks)
            for v, n in values.items()
        ]  # fmt: skip
        parted = sorted(values.values())
        parts = len(values) > 1 or len(parted[0]) < len(left)
        is_new = len(values) <= MOST_CHIPS and parted not in partitions and column not in belied
        if any(each[3] for each in offered) or (parts and is_new):
            chips.append(Chips(column, tuple(offered)))
            partitions.append(parted)
    return tuple(chips)


def parts_of(text: str) -> list[str]:
    """Split a text into words and numbers for comparison.

    >>> parts_of("Push in: from the TOP, column -1")
    ['push', 'in', 'from', 'the', 'top', 'column', '-1']
    """
    return re.findall(r"-?\d+|[^\W\d_]+", text.casefold())


def _begins(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether every typed word is the start of one of the words; a number must be equal."""
    return all(
        word in words if word[-1].isdigit() else any(each.startswith(word) for each in words)
        for word in wanted
    )


def _verbs(game: Game) -> tuple[str, ...]:
    """The verbs of moves: the kinds of move, the verbs of the table, and those of `describe`."""
    verbs = dict.fromkeys(game.kinds)
    if game.book.has("MOVES"):
        verbs |= dict.fromkeys(game.book.get("MOVES").names)
    file = game.pack.folder / "rules.py"
    source = file.read_text(encoding="utf-8") if file.is_file() else ""
    verbs |= dict.fromkeys(re.findall(r"""["']do["']: ["'](\w+)["']""", source))
    return tuple(verb.replace("_", " ") for verb in verbs)


def _pieces_by_name(pack: Pack) -> dict[str, tuple[str, ...]]:
    pieces: dict[str, tuple[str, ...]] = {}
    for component in pack.components:
        for row in component.rows:
            for name in {row.name.casefold(), row.id.casefold()}:
                pieces[name] = (*pieces.get(name, ()), f"{component.id}/{row.id}")
    return pieces
