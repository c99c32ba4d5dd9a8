"""Rows about one game, checked and made into a playtest.

In: a row for each seat, from a table or from a playtest's own file, with the place of every cell.
Out: the playtest, or all its faults with their places. The files come from people and are not
trusted: texts have a largest length, and every unknown cell is reported.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from generator.model.measures import ROUNDS, SCORE
from generator.model.pack import Pack, is_number, players_text
from generator.model.problems import Place, Problems, near
from generator.model.questions import LONGEST_ANSWER, Question, questions_of
from generator.people.playtest import (
    ABOUT_GAME,
    LATEST_YEAR,
    PLACES,
    SHORTEST_YEAR,
    Answer,
    Player,
    Playtest,
)
from generator.reading.fields import in_words
from generator.reading.values import Entry

LONGEST_NAME = 60  # maximum number of characters in a name
LONGEST_GAME = 10_000  # maximum number of minutes, or of rounds, in a game
LARGEST_SCORE = 1e9
_YES = ("yes", "y", "true", "x", "1", "\N{BALLOT BOX WITH CHECK}", "\N{CHECK MARK}")
_NO = ("no", "n", "false", "-", "0", "\N{BALLOT BOX}")
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::\d{2})?)?")
_POINTS = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})(?: +(\d{1,2}):(\d{2}))?")
_VERSION = re.compile(r"[0-9a-f]{8}")


def playtest_of(
    pack: Pack, entries: Sequence[Entry], problems: Problems, name: str = ""
) -> Playtest | None:
    """Return the playtest that these rows describe; None after a problem.

    Rows without a seat number belong to seats 1, 2, … in order.
    """
    n_before = len(problems.errors)
    reader = _Reader(pack, entries, problems)
    about = reader.about_game()
    players = reader.players()
    if len(problems.errors) > n_before:
        return None
    return Playtest(name=name, players=players, **about)


def cells_of_form(questions: Sequence[Question], given: Mapping[str, str]) -> dict[str, Any]:
    """Return the answers in the fields of a web form as cells of a table of playtests.

    The option of a scale becomes a number; empty and unknown fields are left out.
    """
    scales = {question.id for question in questions if question.is_scale}
    names = {"name", "new", *(question.id for question in questions)}
    return {
        name: int(text) if name in scales and text.isdecimal() and len(text) < 4 else text
        for name, text in given.items()
        if name in names and text.strip()
    }


@dataclass(slots=True)
class _Reader:
    """Reads the rows of one game."""

    pack: Pack
    entries: Sequence[Entry]
    problems: Problems
    questions: Mapping[str, Question] = field(init=False)

    def __post_init__(self) -> None:
        self.questions = {q.id: q for q in questions_of(self.pack.questions)}

    def about_game(self) -> dict[str, Any]:
        """Return the entries about the whole game; rows that repeat an entry must agree."""
        values: dict[str, Any] = {}
        for name in ABOUT_GAME:
            values[name], place = None, self.entries[0].place
            for entry in self.entries:
                value = entry.fields.get(name)
                if value in ("", None):
                    continue
                at = entry.places.get(name, entry.place)
                if values[name] is None:
                    values[name], place = value, at
                elif str(value) != str(values[name]):
                    message = f"{name} is {in_words(value)} here and {in_words(values[name])} above"
                    self.problems.error(at, message, "write it the same for a whole game")
            values[name] = self._about(name, values[name], place)
        values["at"] = values.pop("date")
        return values

    def _about(self, name: str, value: Any, place: Place) -> Any:
        if name == "date":
            return self._date(value, place)
        if name == "version":
            return self._version(value, place)
        if name == "where":
            where = "paper" if value is None else str(value).strip()
            if where not in PLACES:
                self.problems.error(place, f'unknown place "{where}"', near(where, PLACES))
            return where
        if value is None:
            return None
        low = "1" if name == ROUNDS.key else "more than 0"
        is_right = is_number(value) and 0 < value <= LONGEST_GAME
        if not is_right or (name == ROUNDS.key and value != int(value)):
            message = f"expected the number of {name}, found {in_words(value)}"
            self.problems.error(place, message, f"write {low} to {LONGEST_GAME:,}, or nothing")
            return None
        return int(value) if value == int(value) else float(value)

    def _version(self, value: Any, place: Place) -> str:
        if value is None:
            return ""
        version = str(value).strip().lower()
        if is_number(value) and len(version) < 8 and version.isdecimal():
            version = version.zfill(8)  # a spreadsheet may have dropped leading zeros
        if not _VERSION.fullmatch(version):
            message = f"{in_words(value)} is not a version of a game"
            fix = "copy the eight letters and digits from the form, or leave it out"
            self.problems.error(place, message, fix)
        return version

    def _date(self, value: Any, place: Place) -> str:
        fix = "write it as 2026-11-27 or 2026-11-27 19:05"
        if value is None:
            self.problems.error(place, "the date of the game is missing", fix)
            return ""
        text = str(value).strip()
        if match := _DATE.fullmatch(text):
            year, month, day, hour, minute = match.groups()
        elif match := _POINTS.fullmatch(text):
            day, month, year, hour, minute = match.groups()
        else:
            self.problems.error(place, f"{in_words(value)} is not a date", fix)
            return ""
        try:
            when = date(int(year), int(month), int(day))
            if not SHORTEST_YEAR <= when.year <= LATEST_YEAR:
                raise ValueError(year)
            if hour is not None and not (int(hour) < 24 and int(minute) < 60):
                raise ValueError(hour)
        except ValueError:
            self.problems.error(place, f"there is no date {in_words(value)}", fix)
            return ""
        return when.isoformat() + (f" {int(hour):02}:{minute}" if hour is not None else "")

    # ---- seats

    def players(self) -> tuple[Player, ...]:
        """Return the players by seat, each with their answers."""
        is_unnumbered = all(entry.fields.get("seat") in ("", None) for entry in self.entries)
        low, high = self.pack.players
        if not low <= len(self.entries) <= high:
            message = f"{len(self.entries)} seats are noted for this game; {self.pack.name} is for "
            message += players_text(low, high)
            fix = "one row for each seat, also for a player who filled in no form"
            self.problems.error(self.entries[0].place, message, fix)
        players: dict[int, Player] = {}
        for number, entry in enumerate(self.entries, 1):
            value = number if is_unnumbered else entry.fields.get("seat")
            place = entry.places.get("seat", entry.place)
            if not is_number(value) or value != int(value) or not 1 <= value <= len(self.entries):
                message = f"expected a seat from 1 to {len(self.entries)}, found {in_words(value)}"
                fix = "number the seats 1, 2, … in the order of the first turns"
                self.problems.error(place, message, fix)
                continue
            if int(value) in players:
                fix = "give each its own, and each game its number in a column game"
                self.problems.error(place, f"seat {value} is listed twice in this game", fix)
            players[int(value)] = self._player(int(value), entry)
        return tuple(players[seat] for seat in sorted(players))

    def _player(self, seat: int, entry: Entry) -> Player:
        answers: dict[str, Answer] = {}
        for name, value in entry.fields.items():
            question = self.questions.get(name)
            if question is not None and value not in ("", None):
                answer = self._answer(question, value, entry.places.get(name, entry.place))
                if answer is not None:
                    answers[name] = answer
        bot = self._words(entry, "bot", LONGEST_NAME)
        if bot and answers:
            place = entry.places.get("bot", entry.place)
            self.problems.error(place, "a bot has no answers", "leave them out, or leave bot empty")
        ordered = {name: answers[name] for name in self.questions if name in answers}
        return Player(
            seat=seat,
            who=self._words(entry, "name", LONGEST_NAME),
            bot=bot,
            new=self._switch(entry, "new"),
            score=self._score(entry),
            won=self._switch(entry, "won"),
            answers=ordered,
        )

    def _words(self, entry: Entry, name: str, longest: int) -> str:
        value = entry.fields.get(name)
        text = "" if value is None else " ".join(_text(value).split())
        if len(text) > longest:
            message = f"{name} has {len(text)} characters, more than {longest}"
            self.problems.error(entry.places.get(name, entry.place), message, "shorten it")
        return text

    def _switch(self, entry: Entry, name: str) -> bool | None:
        value = entry.fields.get(name)
        if value in ("", None) and not isinstance(value, bool):
            return None
        word = str(value).strip().lower()
        if word not in (*_YES, *_NO):
            message = f"expected yes or no in {name}, found {in_words(value)}"
            place = entry.places.get(name, entry.place)
            self.problems.error(place, message, "write yes, no or nothing")
        return word in _YES

    def _score(self, entry: Entry) -> float | int | None:
        value = entry.fields.get(SCORE.key)
        if value in ("", None) and not is_number(value):
            return None
        if not is_number(value) or not math.isfinite(value) or abs(value) > LARGEST_SCORE:
            place = entry.places.get(SCORE.key, entry.place)
            message = f"expected a score, found {in_words(value)}"
            self.problems.error(place, message, "write a number, or nothing")
            return None
        return int(value) if value == int(value) else float(value)

    # ---- answers

    def _answer(self, question: Question, value: Any, place: Place) -> Answer | None:
        text = _text(value).strip()
        if question.is_scale:
            return self._option(question, value, text, place)
        if question.choose:
            return self._row(question, text, place)
        if len(text) > LONGEST_ANSWER:
            message = f"the answer has {len(text):,} characters, more than {LONGEST_ANSWER:,}"
            self.problems.error(place, message, "shorten it")
        return "\n".join(text.splitlines())

    def _option(self, question: Question, value: Any, text: str, place: Place) -> int | None:
        options = question.options
        words = [option.casefold() for option in options]
        if text.casefold() in words:
            return words.index(text.casefold()) + 1
        if is_number(value) and value == int(value) and 1 <= value <= len(options):
            return int(value)
        if options == ("no", "yes") and text.lower() in (*_YES, *_NO):
            return 2 if text.lower() in _YES else 1
        numbered = ", ".join(f"{i} {option}" for i, option in enumerate(options, 1))
        message = f"{in_words(value)} is no answer to {question.id}"
        self.problems.error(place, message, f"write a number or its words: {numbered}")
        return None

    def _row(self, question: Question, text: str, place: Place) -> str | None:
        rows = next((c.rows for c in self.pack.components if c.id == question.choose), ())
        for row in rows:
            if text.casefold() in (row.id.casefold(), row.name.casefold()):
                return row.id
        message = f'"{text}" is not a row of {question.choose}'
        names = [row.name for row in rows]
        fix = near(text, names, question.choose)
        self.problems.warning(place, message, f"{fix}; it is kept as it is written")
        return text[:LONGEST_ANSWER]


def _text(value: Any) -> str:
    """Return the text of a cell as its author wrote it."""
    return str(value).upper() if isinstance(value, bool) else str(value)
