"""The results of people's games and their answers: the values that `protoplay people` prints."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.model.pack import Pack
from generator.model.questions import Question, questions_of
from generator.people.figures import Group, groups_of
from generator.people.likeness import Likeness
from generator.people.playtest import Player, Playtest
from generator.play.engine.batch import GameBatch


@dataclass(frozen=True, slots=True)
class Played:
    """A playtest in the list."""

    name: str  # name of its file in playtests, without .yaml
    at: str  # date, and time if it was noted
    version: str  # version of the game; empty if unknown
    players: int
    minutes: float | None
    winners: tuple[int, ...]  # seats
    answers: int  # forms that were filled in


@dataclass(frozen=True, slots=True)
class Rating:
    """The answers to a question that offers options."""

    question: str  # its id
    text: str  # as it is printed
    choices: tuple[str, ...]  # the options in order; of a component's rows, only chosen ones
    counts: tuple[int, ...]  # number of people who chose each option
    median: float | None  # median of the options' numbers, from 1; null for rows of a component
    n: int  # number of people who answered


@dataclass(frozen=True, slots=True)
class Remark:
    """An answer in words."""

    question: str  # its id
    text: str
    game: str  # the playtest's name
    seat: int


@dataclass(frozen=True, slots=True)
class Report:
    """The results of playtests of one version, or of all versions."""

    version: str  # version of the game as it is now
    compared: int  # number of games of this version, which are compared with bots
    games: tuple[Played, ...]  # oldest first
    people: int  # number of different names
    unnamed: int  # number of seats of people without a name, in all games
    groups: tuple[Group, ...]  # figures by number of players
    ratings: tuple[Rating, ...]
    remarks: tuple[Remark, ...]
    likeness: Likeness | None  # the bots that play like these people; null without --likeness


def report_of(
    pack: Pack,
    version: str,
    games: Sequence[Playtest],
    bots: Callable[[int], GameBatch | None] | None = None,
    likeness: Likeness | None = None,
) -> Report:
    """Return the report on these games.

    With `bots` the figures are those of the current version alone, because the bots play it.
    """
    seats = [player for game in games for player in game.players if not player.bot]
    current = [game for game in games if game.version == version]
    compared = games if bots is None else current
    groups = groups_of(pack, compared, bots or (lambda players: None))
    questions = questions_of(pack.questions)
    return Report(
        version=version,
        compared=len(current),
        games=tuple(map(_played, games)),
        people=len({player.who.casefold() for player in seats if player.who}),
        unnamed=sum(not player.who for player in seats),
        groups=groups,
        ratings=tuple(r for q in questions if not q.is_words and (r := _rating(pack, q, games))),
        remarks=tuple(
            Remark(question.id, str(player.answers[question.id]), game.name, player.seat)
            for question in questions
            if question.is_words
            for game in games
            for player in game.players
            if question.id in player.answers
        ),
        likeness=likeness,
    )


def _played(game: Playtest) -> Played:
    winners = [p.seat for p, share in zip(game.players, game.shares or (), strict=False) if share]
    n_answered = sum(bool(player.answers) for player in game.players)
    return Played(
        name=game.name,
        at=game.at,
        version=game.version,
        players=len(game.players),
        minutes=game.minutes,
        winners=tuple(winners),
        answers=n_answered,
    )


def _rating(pack: Pack, question: Question, games: Sequence[Playtest]) -> Rating | None:
    """Return the answers to a question, the latest of each named person; None without answers."""
    latest: dict[object, Player] = {}
    for game in games:
        for player in game.players:
            if question.id in player.answers:
                latest[player.who.casefold() or (game.name, player.seat)] = player
    answers = [player.answers[question.id] for player in latest.values()]
    if not answers:
        return None
    if question.is_scale:
        numbers = sorted(answer for answer in answers if isinstance(answer, int))
        counts = tuple(numbers.count(i + 1) for i in range(len(question.options)))
        middle = len(numbers) // 2
        median = (numbers[middle] + numbers[-1 - middle]) / 2
        return Rating(question.id, question.text, question.options, counts, median, len(numbers))
    names = {row.id: row.name for c in pack.components for row in c.rows if c.id == question.choose}
    counted = Counter(names.get(str(answer), str(answer)) for answer in answers)
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    choices, counts = zip(*ordered, strict=True)
    return Rating(question.id, question.text, choices, counts, None, len(answers))
