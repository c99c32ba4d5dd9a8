"""Sentences of reports about players without a chance who decide the winner."""

from generator.model.letters import capital
from generator.play.measures.results import Kingmaking, Results
from generator.play.readings.kingmaking import KingmakingReading
from generator.play.telling.numbers import about, with_half
from generator.play.telling.words.common import Words


def kingmaking(reading: KingmakingReading, results: Results) -> Words:
    """Return the finding on whether players without a chance decide between the others."""
    k = reading.kingmaking
    text = f"{capital(with_half(k.hopeless))} of all decisions are made by players who can hardly "
    text += "win any more (a chance under 5 %)"
    if reading.state == "few":
        text += f": too few in {k.games} games to say whether they decide who wins."
        games = reading.games_needed
        return Words(text, f"play {games} games" if games else "")
    text += f". In {with_half(k.deciding)} of those decisions they determine which of the others "
    text += "wins: depending on their move, another player's chance of winning changes by 20 "
    text += "percentage points or more."
    action = "keep everyone in the game, or give the last player something of their own to win"
    return Words(text, action if reading.state == "often" else "")


def kingmaking_answer(reading: KingmakingReading) -> str:
    """Return the answer about kingmaking, which begins the verdict."""
    k = reading.kingmaking
    if reading.state == "few":
        return "Too few games to say whether players who have lost decide who wins."
    return (
        f"Players who have as good as lost make {with_half(k.hopeless)} of the decisions, and "
        f"determine which of the others wins in {with_half(k.deciding)} of these."
    )


def kingmaking_title(k: Kingmaking) -> str:
    """Return the title of the chart of kingmaking."""
    if k.deciding.withheld:
        return f"Players who have lost make {about(k.hopeless)} of all decisions"
    return f"Players who have lost choose the winner in {about(k.deciding)} of their moves"


KINGMAKING_NOTE = (
    "Without a chance: under 5 % to win. Deciding: another move would change another player's "
    "chance by 20 points or more."
)


def kingmaking_technical(k: Kingmaking) -> str:
    """Return the note on the measurement of kingmaking."""
    return (
        f"One decision of each of {k.decisions} games of {k.games}; {k.evaluator}, other than "
        "those by which the decisions were picked."
    )
