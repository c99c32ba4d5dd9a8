"""Sentences of reports about the course of games: leads, tension, luck, margins, and a pack's own
figures.
"""

import math

from generator.model.letters import capital
from generator.play.measures.metrics import Insight, Luck, Metrics, Spread
from generator.play.measures.results import Results
from generator.play.readings.course import (
    ComebackReading,
    DecidedReading,
    LeadReading,
    LuckReading,
    MarginReading,
    OwnReading,
)
from generator.play.statistics.inference import Estimate
from generator.play.telling.numbers import (
    about,
    absolute,
    counted,
    games_are,
    limits,
    number,
    percent,
    roughly,
    seen,
    settled,
    signed,
    with_half,
)
from generator.play.telling.words.common import (
    TOO_EARLY,
    TileWords,
    Words,
    of_games,
    opinion_said,
    players_of,
)

QUESTION = "When is it decided?"
OPEN = "when it is decided"  # clause after "too early to say"
COINS = (
    " For comparison: if two players toss coins for points, the leader half-way wins 75\u00a0% of "
    "the games, and nine in ten after 90\u00a0% of the tosses."
)
EVEN = 0.5  # an even share of two
LAST = 0.99  # share of a game from which the game is settled with the last moves


# ---------------------------------------------------------------- leads


def lead(reading: LeadReading, results: Results) -> Words:
    """Return the finding about the growth of leads."""
    r = reading.lead
    e, doubt = r.excess, opinion_said(reading.opinion, _gained(reading))
    part = percent(r.through, 0)
    part = "half" if part == percent(0.5, 0) else f"{part} of"
    text = f"After {counted(r.after, 'decision')} ({part} a usual game), somebody leads alone in "
    text += f"{about(r.led)} of the games still in play."
    then = "From then on, leaders gain"
    unit = "points" if e.half or abs(e.value) != 1 else "point"
    observed = f"(expected 0, observed {signed(e, False)} {unit})"
    if reading.state == "kept":
        text += f" {then} about as much as the others {observed}: leads last, but do not grow."
        return Words(text, doubt=doubt)
    if reading.state == "open":
        text += " Whether leaders gain more or less than the others from then on is inconclusive "
        return Words(f"{text}{observed}.", doubt=doubt)
    more = "more" if e.value > 0 else "less"
    text += f" {then} {with_half(absolute(e), False)} {unit} {more} than the others, "
    text += f"{roughly(abs(r.part))} of what a player gains in that time"
    if reading.state == "small":
        how = "leads grow" if e.value > 0 else "those behind catch up"
        return Words(f"{text}: {how}, but too little to notice.", doubt=doubt)
    if reading.state == "shrinks":
        return Words(f"{text}: leads shrink.", doubt=doubt)
    if reading.state == "chance":
        text += f". Where leads do not grow, {percent(reading.p, 0)} of such runs show as much."
        return Words(text, f"play {reading.games_needed:,} more games to be sure", doubt)
    action = "let those behind catch up, or end the game sooner"
    return Words(f"{text}: the lead runs away.", action, doubt, clause="the lead runs away")


def _gained(reading: LeadReading) -> str:
    """Return the gains of leaders among the second kind of player."""
    if reading.opinion is None:
        return ""
    e = reading.opinion.estimate
    more = "more" if e.value >= 0 else "less"
    return f"their leaders gain {with_half(absolute(e), False)} {more}"


def comeback(reading: ComebackReading, results: Results) -> Words:
    """Return the finding about wins of players who are behind at half time."""
    c = reading.comeback
    return Words(
        f"A player who is {counted(c.points, 'point')} or more behind at half time still wins "
        f"{with_half(c.share)} of the games (a fair share is {percent(reading.fair, 0)})."
    )


def lead_title(e: Estimate) -> str:
    """Return the title of the chart of leads."""
    if e.withheld or not math.isfinite(e.half):
        return "Too few games have a leader to say what a lead is worth"
    return f"The leader at half time wins {with_half(e)} of the games"


def lead_tile(e: Estimate, fair: float, *, is_alarm: bool) -> TileWords:
    """Return the tile about the worth of the lead at half time, for games without playouts."""
    if not math.isfinite(e.value):
        return TileWords("Nobody leads", "No game had a leader to track, or a single winner")
    if e.withheld or not math.isfinite(e.half):
        return TileWords(TOO_EARLY, "Too few games have a leader at half time", OPEN)
    detail = f"{with_half(e)} of the games with a leader; a fair share is {percent(fair, 0)}"
    clause = f"the leader at half time wins {about(e)}" if is_alarm else ""
    return TileWords(f"Half-time leader wins {about(e)}", detail, clause)


# ---------------------------------------------------------------- when it is decided


def decided(reading: DecidedReading, results: Results) -> Words:
    """Return the finding about the time of decision."""
    insight = reading.insight
    text = (
        "The player in the best position half-way goes on to win "
        f"{with_half(reading.half_way)} of the games, and nine games in ten "
        f"{nine_in_ten(insight)}, as estimated from {insight.judge} playouts of "
        f"{insight.games:,} games."
    )
    if not reading.is_early:
        return Words(text)
    action = "end the game sooner, or let more be won late"
    return Words(text, action, opinion_said(reading.opinion))


def decided_tile(
    reading: DecidedReading, *, is_alarm: bool, runs_away: bool, has_choice: bool
) -> TileWords:
    """Return the tile about the time of decision.

    A game with growing leads, or without choices, is not called open.
    """
    insight = reading.insight
    if reading.is_vague:
        detail = f"{games_are(insight.games)} too few to see when it is decided"
        return TileWords(TOO_EARLY, detail, OPEN)
    after = when_decided(insight)
    detail = "The player in the best position wins nine games in ten "
    detail += f"{nine_in_ten(insight)}; half-way, "
    detail += roughly(reading.half_way.value)
    clause = "open to the end" if reading.is_late else f"decided {after}"
    if reading.is_blind:
        clause, detail = "", f"{detail}, as far as {insight.judge} playouts see it"
    if is_alarm:
        clause = f"a game is decided {after}"
    elif runs_away or not has_choice:
        clause = ""
    return TileWords(capital(after), detail, clause)


def arc_title(insight: Insight) -> str:
    """Return the title of the chart of tension."""
    half = insight.best_wins[len(insight.best_wins) // 2]
    if half.withheld:
        return "Too few games show how often the player in the best position wins"
    return f"The player in the best position half-way wins {percent(half.value, 0)} of the games"


def when_decided(insight: Insight) -> str:
    """Return the time from which the player in the best position wins nine games in ten."""
    share = insight.decision_time.value
    if share >= LAST:
        return "with the last moves"
    if share == 0:
        return "from the start"
    part = percent(share, 0)
    return "half-way" if part == percent(0.5, 0) else f"after {part} of the moves"


def nine_in_ten(insight: Insight) -> str:
    """Return the time from which the player in the best position wins nine games in ten, with its
    interval.
    """
    e = insight.decision_time
    if e.low >= LAST:
        return "only with the last moves"
    if e.value >= LAST:
        return f"not before {percent(e.low, 0)} of the moves"
    if e.high == 0:
        return "from the start"
    return f"after {percent(e.value, 0)} of the moves ({limits(e, digits=0)})"


# ---------------------------------------------------------------- luck


def luck(reading: LuckReading, results: Results) -> Words:
    """Return the finding about the part of the result that chance decides."""
    players, r = players_of(reading.agents), reading.luck
    rest = "the rest depends on what they do"
    if r.guessed:
        rest += " and on how they guess at what is hidden"
    elif reading.agents[0].startswith("greedy"):
        rest += f", and {players} differ where moves seem equally good to them"
        rest += " or where they expect other draws" if r.chance is not None else ""
    if reading.state == "little":
        most = percent((r.chance or r.deal).high, 0)
        chance = "the set-up settles" if r.chance is None else "set-up and draws together settle"
        return Words(f"Among equal {players}, {chance} at most {most} of who wins; {rest}.")
    text = f"Among equal {players}, the set-up (including the order of everything shuffled for it) "
    text += f"settles {limits(r.deal, digits=0)} of who wins"
    if r.chance is not None and limits(r.chance, digits=0) != limits(r.deal, digits=0):
        text += f", set-up and later draws together {limits(r.chance, digits=0)}"
    return Words(f"{text}; {rest}.")


def luck_answer(reading: LuckReading) -> str:
    """Return the part of the result that chance decides, if requested; it begins the verdict."""
    if reading.state == "few":
        return "Too few games to say how much of who wins chance settles."
    deal, *later = [
        settled(e, limits(e, digits=0))
        for e in (reading.luck.deal, reading.luck.chance)
        if e is not None
    ]
    text = f"The set-up settles {deal} of who wins"
    if later and later[0] != deal:
        text += f" ({later[0]} with all later draws)"
    return f"{text} among equal {players_of(reading.agents)}."


def luck_title(luck: Luck, players: str) -> str:
    """Return the title of the chart of luck."""
    chance = "The set-up settles" if luck.chance is None else "Set-up and draws settle"
    most = luck.chance or luck.deal
    return f"{chance} {settled(most, about(most))} of who wins among equal {players} players"


# ---------------------------------------------------------------- margins and own figures


def margin(reading: MarginReading, results: Results) -> Words:
    """Return the finding about the closeness of games."""
    tied = "tied or " if reading.has_ties else ""
    unit = "point" if reading.gain == 1 else "points"
    return Words(
        f"{capital(of_games(reading.close))} are {tied}won by less than one usual gain in score "
        f"({number(reading.gain)} {unit}); half of all games are won by {seen(reading.median)} or "
        "less."
    )


def own(reading: OwnReading, results: Results) -> Words:
    """Return the finding about one of the pack's own figures."""
    e, (_, low, _, high, _) = reading.spread.mean, reading.spread.quantiles
    name = capital(reading.name.replace("_", " "))
    text = f"{name}: {with_half(e, False)} a game on average"
    text += f"; half of the games have {seen(low)} to {seen(high)}" if low < high else ""
    if e.half == 0:
        text = f"{name}: {number(e.value)} in every game"
    theirs = with_half(reading.opinion.estimate, False) if reading.opinion is not None else ""
    return Words(f"{text}.", doubt=opinion_said(reading.opinion, theirs))


LUCK_NOTE = (
    "At 0 %, set-up and draws have no influence on who wins; at 100 %, they decide it. The set-up "
    "includes the order of everything that is shuffled for it."
)


def luck_technical(luck: Luck, players: str) -> str:
    """Return the note on the measurement of luck."""
    torn = " where moves seem equally good" if players.startswith("greedy") else ""
    if luck.guessed:
        torn = (torn and f"{torn} and") + " where they guess differently at what is hidden"
    draws = " Nothing drawn later made a difference."
    if luck.chance is not None:
        draws = " Draws are the same only while they are made in the same order."
    return (
        f"{luck.seeds} games' chance, each played {luck.repeats} times by equal {players} players "
        f"whose choices differ{torn}.{draws}"
    )


def lead_note(m: Metrics) -> str:
    """Return the note on the worth of a point of lead, and on changes of the lead."""
    slope = ""
    if m.slope.excludes(1):
        slope = f"A point ahead at half time is worth {with_half(m.slope, False)} at the end: "
        slope += "above 1 leads grow, below 1 they shrink. "
    return f"{slope}The lead changes {with_half(m.lead_changes, False)} times a game."


def arc_note(insight: Insight, fair: float) -> str:
    """Return the note on the time from which nine in ten games are decided, compared with a plain
    game of chance.
    """
    if insight.decision_time.withheld:
        return ""
    return f"Nine in ten {nine_in_ten(insight)}.{COINS if fair == EVEN else ''}"


def arc_technical(insight: Insight) -> str:
    """Return the note on the method that finds the player in the best position."""
    return (
        "The player in the best position is the one who wins most often when the game is played on "
        f"from there: {insight.evaluator}, in {insight.games} games with one winner. Only the "
        "order of the players counts, not how likely the playouts find a win; stronger players may "
        "see the winner sooner."
    )


def margin_note(m: Metrics) -> str:
    """Return the note on average margins, and on the share of close games."""
    note = f"On average {with_half(m.margin.mean, False)} points"
    if m.close is not None and m.scoring_event is not None:
        note += f"; {with_half(m.close)} of the games are closer than one usual gain "
        note += f"({number(m.scoring_event)})"
    return f"{note}."


def margin_title(m: Metrics) -> str:
    """Return the title of the chart of margins."""
    return f"Half the games are won by {counted(m.margin.quantiles[2], 'point')} or less"


def own_title(name: str, spread: Spread) -> str:
    """Return the title of the chart of one of the pack's own measures."""
    return f"{capital(name)}: {seen(spread.quantiles[2])} or fewer in half the games"


def own_note(spread: Spread) -> str:
    """Return the note below this chart."""
    return f"On average {with_half(spread.mean, False)}, as the rules measure it."
