"""Sentences of reports about choices: legal moves, kinds of move and places."""

from generator.model.letters import capital
from generator.play.measures.metrics import KindUse, Metrics, SpaceUse
from generator.play.measures.pieces import said_of
from generator.play.measures.results import Results
from generator.play.readings.choices import ChoiceReading, KindReading, SpaceReading
from generator.play.telling.numbers import about, counted, percent, with_half
from generator.play.telling.words.common import Words

MOST_PLACES = 3  # greatest number of places that a sentence names


def choice(reading: ChoiceReading, results: Results) -> Words:
    """Return the finding about the amount of choice."""
    moves = counted(round(reading.moves.value), "legal move")
    text = f"On average a player has {moves} to choose from"
    share = reading.agency.value
    often = f"in {percent(share, 0)} of the decisions"
    if share in (0, 1):
        often = "always" if share else "never"
    return Words(f"{text}, and {often} more than one.")


def kind(reading: KindReading, results: Results) -> Words:
    """Return the finding about the kind of move that distinguishes winners."""
    winners, everyone = reading.kind.winners, reading.kind.share
    more = "more" if winners.value > everyone.value else "less"
    return Words(
        f"Winners choose “{said_of(results.said, reading.kind.name)}” {more} often: in "
        f"{about(winners)} of their moves, against {about(everyone)} for all players (correlation, "
        "not cause)."
    )


def spaces(reading: SpaceReading, results: Results) -> Words:
    """Return the finding about places that nobody uses, or that are used most and least."""
    n, many = len(reading.spaces), f"{reading.layer}s"
    if reading.state == "idle":
        idle, games = reading.places, reading.spaces[0].used.n
        names = f"{', '.join(idle[:MOST_PLACES])}{' …' if len(idle) > MOST_PLACES else ''}"
        verb = "is" if len(idle) == 1 else "are"
        return Words(f"{len(idle)} of {n} {many} {verb} never used in {games:,} games: {names}.")
    first, last = reading.spaces[0], reading.spaces[-1]
    return Words(
        f"Of {n} {many}, the busiest, {first.name}, is used {with_half(first.times, False)} times "
        f"a game, and the quietest, {last.name}, {with_half(last.times, False)} times."
    )


def kinds_note(m: Metrics) -> str:
    """Return the note below the chart of kinds of move, about the amount of choice."""
    return (
        f"A player to move has {with_half(m.branching, False)} moves to choose from, and more than "
        f"one in {with_half(m.agency)} of the cases."
    )


def kind_name(kind: KindUse, results: Results) -> str:
    """Return the label of a kind of move in a chart."""
    return capital(said_of(results.said, kind.name))


def kinds_title(most_common: KindUse, results: Results) -> str:
    """Return the title of the chart of kinds of move."""
    return f"“{kind_name(most_common, results)}” is {about(most_common.share)} of all moves"


def spaces_note(space: SpaceUse) -> str:
    """Return the note below the map of the places that moves use."""
    return f"How often moves use each place, in {space.used.n:,} games."
