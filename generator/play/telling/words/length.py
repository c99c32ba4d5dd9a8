"""Sentences of reports about the length of games and of waiting."""

from generator.model.letters import capital
from generator.model.measures import TURNS
from generator.play.measures.metrics import Metrics, Spread
from generator.play.measures.results import Results
from generator.play.measures.tally import Histogram
from generator.play.readings.length import LengthReading, WaitReading
from generator.play.telling.numbers import TO_FIVE, counted, roughly, with_half
from generator.play.telling.titles import at_least
from generator.play.telling.words.common import TileWords, Words, of_games, opinion_said

QUESTION = "How long is it?"
OPEN = "whether its length is what you aim for"  # clause after "too early to say"


def length(reading: LengthReading, results: Results) -> Words:
    """Return the finding about the length of games."""
    five, _, half, _, most = reading.quantiles
    usual = f"Half of the games end by turn {half}; nine in ten take {five} to {most} turns"
    if reading.is_alike:
        usual = f"Nearly all games end on turn {half}"
    usual += f"{_in_rounds(reading)}."
    if not reading.is_judged or reading.on_target is None or reading.target is None:
        return Words(usual)
    low, high = reading.target
    text = f"{capital(of_games(reading.on_target))} take the {low} to {high} turns you aim for"
    if reading.aim != "met":
        text += f"; {roughly(reading.longer)} take longer" if reading.longer else ""
        text += f"; {roughly(reading.shorter)} end sooner" if reading.shorter else ""
    action = ""
    if reading.common_turn is not None:
        action = "if all players act in the same turn, count turns with turn_of in rules.py: half "
        action += f"of the games then end by turn {reading.common_turn:g}"
    return Words(f"{text}. {usual}", action, opinion_said(reading.opinion))


def _in_rounds(reading: LengthReading) -> str:
    """Return the number of rounds of nine games in ten, if the rules count rounds."""
    if reading.rounds is None:
        return ""
    low, high = reading.rounds
    if low == high:
        return f", in {low:,} {'round' if low == 1 else 'rounds'}"
    return f", in {low:,} to {high:,} rounds"


def length_tile(reading: LengthReading, *, is_alarm: bool) -> TileWords:
    """Return the tile about the length of games; `is_alarm` is true if it needs attention."""
    five, _, half, _, most = reading.quantiles
    answer = f"Half end by turn {half}"
    if reading.is_alike:
        answer = counted(half, "turn")
    elif reading.is_narrow:
        answer = f"{five} to {most} turns"
    e = reading.on_target
    if e is None or reading.target is None:
        detail = f"Nine in ten take {five} to {most} turns"
        if reading.games == 1:
            detail = "The only game took that long"
        elif reading.is_alike:
            detail = "Nearly every game takes that long"
        return TileWords(answer, detail)
    games = f"All {e.n:,} games" if e.value == 1 else with_half(e)
    detail = f"{games} take the {reading.target[0]} to {reading.target[1]} turns you aim for"
    clause = "as long as you want it to be"
    if reading.aim != "met":
        is_long = reading.longer >= reading.shorter
        word, share = ("longer", reading.longer) if is_long else ("shorter", reading.shorter)
        detail += f", {roughly(share)} are {word}"
        clause = "close to the length you aim for"
        if is_alarm:
            clause = f"{roughly(share)} of the games are {word} than you aim for"
    if reading.is_open:
        more = f": play {reading.games_needed:,} more games for {TO_FIVE}"
        return TileWords(answer, f"{detail}{more if reading.games_needed else ''}", OPEN)
    return TileWords(answer, detail, clause)


def length_title(reading: LengthReading) -> str:
    """Return the title of the chart of lengths."""
    five, _, half, _, most = reading.quantiles
    if reading.is_alike:
        return f"Nearly every game takes {counted(half, 'turn')}"
    if reading.is_narrow:
        return f"Nine games in ten take {five} to {most} turns"
    return f"Half the games end by turn {half}"


def waits(reading: WaitReading, results: Results) -> Words:
    """Return the finding about the time that a player waits for the next turn."""
    text = f"With {reading.players} players, a player usually waits for "
    text += f"{counted(reading.usual, 'decision')} of others between turns"
    if reading.most > reading.usual:
        text += f"; in {roughly(reading.share)} of the cases for {reading.most:,} or more"
    elif reading.share:
        text += f"; in {roughly(reading.share)} of the cases for more"
    else:
        text += ", never for more"
    return Words(f"{text}.")


def waits_title(waits: Histogram) -> str:
    """Return the title of the chart of waits."""
    middle = waits.quantile(0.5)
    usual = counted(middle, "decision")
    if middle > min(waits.values):
        return f"Half the waits are {usual} or fewer"
    return f"{capital(roughly(waits.share(middle, middle)))} of the waits are {usual}"


def length_note(m: Metrics, *, is_cut: bool) -> str:
    """Return the note below the chart of lengths; with `is_cut`, lengths are only lower bounds."""
    note = mean_note(m.turns, "turns", is_cut=is_cut)
    if m.turns.on_target is None or m.turns_target is None:
        return note
    low, high = m.turns_target
    return f"{note[:-1]}; {with_half(m.turns.on_target)} of the games take {low} to {high}."


def mean_note(spread: Spread, unit: str, *, is_cut: bool) -> str:
    """Return the mean of a length in `unit`; with `is_cut`, lengths are only lower bounds."""
    return f"On average {at_least(TURNS, is_cut)}{with_half(spread.mean, False)} {unit}."


def rounds_title(rounds: Spread) -> str:
    """Return the title of the chart of rounds."""
    return f"Half the games end by round {rounds.quantiles[2]:,}"


def decisions_title(decisions: Spread) -> str:
    """Return the title of the chart of decisions."""
    return f"Half the games take {decisions.quantiles[2]:,} decisions or fewer"


def waits_note(players: int) -> str:
    """Return the note below the chart of waits."""
    return f"Decisions of other players between two turns of the same player; {players} players."
