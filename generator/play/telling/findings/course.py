"""How a game goes: who leads, when it is decided, by how much, how long it takes."""

import math
from collections.abc import Iterator

from generator.model.pack import Worth
from generator.play.measures.metrics import Metrics, Runaway
from generator.play.measures.ratios import NEEDED
from generator.play.statistics.inference import p_of
from generator.play.telling.findings.finding import (
    FALSE_ALARM,
    Backing,
    Finding,
    Level,
    backing,
    disputes,
    of_games,
    opinion,
    second_opinion,
    who,
)
from generator.play.telling.numbers import (
    about,
    absolute,
    capital,
    limits,
    number,
    percent,
    roughly,
    seen,
    with_half,
)
from generator.play.telling.titles import nine_in_ten

DECIDED_EARLY = 0.7  # the rest of a game whose winner is sure by then is only played out
AIMED = 0.8  # of the games as long as is aimed for: that is as it should be
LUCKY = 0.5
VAGUE_SHARE = 0.1  # half an interval from which on it is not said how often somebody comes back
OWN = "own-"  # how the charts of a pack's own figures are called
VAGUE_GAIN = 0.2  # of what a player gains: half an interval too wide to say that leads only last
VAGUE = 0.15  # half an interval from which on luck is only drawn, not told


def of_course(main: Metrics, other: Metrics | None, worth: Worth) -> Iterator[Finding]:
    """Who leads, when the game is decided, what chance settles, how close and how long it is."""
    if main.has_course:
        yield from _lead(main, other, worth.runaway / 100)
        yield from _comebacks(main)
        yield from _arc(main, other)
    yield from _waiting(main)
    if main.is_contest:
        yield from _luck(main)
        yield from _margin(main)
    yield from _length(main, other)
    yield from _own(main, other)


def _lead(main: Metrics, other: Metrics | None, least: float) -> Iterator[Finding]:
    """Whether who leads half-way gains more than the others from then on, or less."""
    found = main.runaway
    if found is None or found.excess.withheld or found.usual <= 0:
        return
    e = found.excess
    part_of = percent(found.through, 0)
    part_of = "half" if part_of == percent(0.5, 0) else f"{part_of} of"
    decisions = "decision" if found.after == 1 else "decisions"
    where = f"After {found.after:,} {decisions}, {part_of} a usual game,"
    lead = f"{where} somebody leads alone in {about(found.led)} of the games still on"
    points = "points" if abs(e.value) != 1 else "point"
    size = f"{with_half(absolute(e), False)} {points}"
    part = f"{roughly(abs(found.part))} of what a player gains then"
    doubt, word = _lead_doubt(found, other)
    if not e.excludes(0) or e.is_skewed:
        seen = f"(by chance 0; found {with_half(e, False)} {points} more)"
        text = f"{lead}. From then on leaders gain about as much as the others {seen}: a lead is "
        text += "kept, but does not grow."
        if e.half > VAGUE_GAIN * found.usual or e.is_skewed:
            text = f"{lead}. Whether leaders gain more or less than the others from then on, these "
            text += f"games do not show {seen}."
        yield Finding(text, 18, "note", "lead", doubt=doubt)
    elif abs(found.part) < least:
        more = "more" if e.value > 0 else "less"
        how = "leads grow, but by" if e.value > 0 else "those behind catch up, but by"
        text = f"{lead}. From then on leaders gain {size} {more} than the others, {part}: {how} "
        yield Finding(f"{text}too little to be felt.", 18, "note", "lead", doubt=doubt)
    elif e.value < 0:
        text = f"{lead}. From then on leaders gain {size} less than the others, {part}: leads "
        yield Finding(f"{text}shrink.", 19, "note", "lead", doubt=doubt)
    else:
        text = f"{lead}. From then on leaders gain {size} more than the others, {part}"
        weight, by_chance = 35 + 50 * min(1.0, found.part), p_of(e)
        if by_chance > FALSE_ALARM:
            text += f"; where leads do not grow, {percent(by_chance, 0)} of such runs show as much."
            action = f"play {3 * main.games:,} more games to be sure"
            yield Finding(text, weight, "note", "lead", doubt=doubt, action=action)
            return
        yield Finding(
            f"{text}: the lead runs away.", weight, "look", "lead", doubt=doubt,
            action="let those behind catch up, or end the game sooner", said="the lead runs away",
            is_disputed=disputes(word, main, other),
        )  # fmt: skip


def _comebacks(main: Metrics) -> Iterator[Finding]:
    """How often those come back who are about as far behind at half time as is usual."""
    half = [c for c in main.comebacks if c.tenth == 5 and not c.share.withheld]
    if not half or len(main.agents) > 1:
        return
    usual = half[0].seats / 2
    c = min(half, key=lambda c: (abs(c.seats - usual), c.points))
    if c.share.half > VAGUE_SHARE:
        return
    points = "point" if c.points == 1 else "points"
    text = (
        f"Who is {c.points:,} {points} or more behind at half time still wins {with_half(c.share)} "
        f"of the games (an even share is {percent(1 / main.sides.n, 0)})."
    )
    yield Finding(text, 17, "note", "comebacks")


def _waiting(main: Metrics) -> Iterator[Finding]:
    """How long one waits for one's turn."""
    if main.waits is None or main.games < NEEDED:
        return
    middle, most = main.waits.quantile(0.5), main.waits.quantile(0.9)
    decisions = "decision" if middle == 1 else "decisions"
    text = (
        f"With {main.players} players others make {middle:,} {decisions} between two turns of "
        "one's own"
    )
    longer = main.waits.share(middle + 1, math.inf)
    seldom = f", more in {roughly(longer)} of the cases." if longer else ", never more."
    often = f", {most:,} or more in {roughly(main.waits.share(most, math.inf))} of the cases."
    text += often if most > middle else seldom
    yield Finding(text, 9, "note", "waits")


def _lead_doubt(found: Runaway, other: Metrics | None) -> tuple[str, Backing | None]:
    """What the other kind of player shows of leads."""
    theirs = other.runaway if other is not None else None
    if other is None or theirs is None or theirs.excess.withheld:
        return "", None
    e = theirs.excess
    more = "more" if e.value >= 0 else "less"
    gained = f"{with_half(absolute(e), False)} {more}"
    word = backing(found.excess, e, 0)
    return opinion(other, word, f"their leaders gain {gained}"), word


def _arc(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    insight = main.insight
    if insight is None or insight.decision_time.withheld:
        return
    e = insight.decision_time
    early = e.high < DECIDED_EARLY
    half = insight.best_wins[len(insight.best_wins) // 2]
    text = (
        f"Who stands best half-way goes on to win {with_half(half)} of the games, nine in ten "
        f"{nine_in_ten(insight)}, as {insight.judge} playouts of {insight.games:,} games see it."
    )
    level: Level = "look" if early else "note"
    action = "end the game sooner, or let more be won late" if early else ""
    weight = 15 + (80 * (DECIDED_EARLY - e.value) if early else 0)
    doubt, word = second_opinion(
        e, other, lambda m: m.insight.decision_time if m.insight is not None else None, worse=-1
    )
    yield Finding(
        text, weight, level, "arc", doubt=doubt if early else "", action=action,
        is_disputed=disputes(word, main, other),
    )  # fmt: skip


def _luck(main: Metrics) -> Iterator[Finding]:
    luck = main.luck
    if luck is None or luck.deal.withheld:
        return
    players = who(main)
    e, c = luck.deal, luck.chance
    # Players who always judge alike leave all the rest to chance: that is no alarm.
    varies = main.agents[0].startswith(("random", "mcts", "flat"))
    level: Level = "look" if e.low > LUCKY and varies else "note"
    weight = 16 + (60 * e.value if level == "look" else 0)
    rest = "the rest is up to what they do"
    if luck.guessed:
        rest += " and how they guess at what is hidden"
    elif main.agents[0].startswith("greedy"):
        rest += f", and {players} differ where moves seem equally good to them"
        rest += " or they reckon with other draws" if c is not None else ""
    dealt = "set-up (with the order of all that is shuffled for it)"
    if (c or e).high < 0.1:
        chance = "set-up settles" if c is None else "set-up and the same draws settle"
        text = f"at most {percent((c or e).high, 0)} of"
        if luck.guessed:
            text = f"Among equal {players} the same {chance} {text} who wins; {rest}."
        else:
            head = f"Chance alone does not say who wins among equal {players}"
            text = f"{head}: the same {chance} {text} it."
        yield Finding(text, weight, level, "luck")
        return
    if (c or e).half > VAGUE:
        return
    text = f"Among equal {players} the {dealt} settles {limits(e, digits=0)} of who wins"
    if c is not None and limits(c, digits=0) != limits(e, digits=0):
        text += f", set-up and later draws together {limits(c, digits=0)}"
    yield Finding(f"{text}; {rest}.", weight, level, "luck")


def _margin(main: Metrics) -> Iterator[Finding]:
    if main.close is None or main.close.withheld or main.scoring_event is None:
        return
    if len(main.margin.histogram.values) < 3:  # points that only say who won
        return
    event = number(main.scoring_event)
    tied = "tied or " if main.seats.tied.value > 0 else ""
    text = (
        f"{capital(of_games(main.close))} are {tied}won by less than one usual gain in score "
        f"({event} {'point' if main.scoring_event == 1 else 'points'}); half of all "
        f"games by {seen(main.margin.quantiles[2])} or less."
    )
    yield Finding(text, 12, "note", chart="scores")


def _own(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    """The pack's own figures."""
    theirs = dict(other.own) if other is not None else {}
    for name, spread in main.own:
        e = spread.mean
        if e.withheld:
            continue
        _, low, _, high, _ = spread.quantiles
        words = capital(name.replace("_", " "))
        text = f"{words}: {with_half(e, False)} a game on average"
        text += f"; half of the games have {seen(low)} to {seen(high)}" if low < high else ""
        if e.half == 0:
            text = f"{words}: {number(e.value)} in every game"
        same = theirs.get(name)
        doubt = ""
        if other is not None and same is not None and not same.mean.withheld:
            apart = same.mean.apart_from(e)
            doubt = opinion(other, "disagree" if apart else "agree", with_half(same.mean, False))
        yield Finding(f"{text}.", 13, "note", anchor_of_own(name), doubt=doubt)


def anchor_of_own(name: str) -> str:
    """The id of the chart of one of the pack's own figures."""
    return OWN + "".join(c if c.isalnum() else "-" for c in name)


def _in_rounds(main: Metrics) -> str:
    """How many rounds nine games in ten take, where the rules count them."""
    if main.rounds is None:
        return ""
    low, *_, high = main.rounds.quantiles
    if low == high:
        return f", in {low:,} {'round' if low == 1 else 'rounds'}"
    return f", in {low:,} to {high:,} rounds"


def _is_aimed(m: Metrics | None) -> bool:
    """Whether nearly all games are as long as the designer aims for."""
    return m is not None and m.turns.on_target is not None and m.turns.on_target.value >= AIMED


def _is_off_alike(main: Metrics, other: Metrics) -> bool:
    """Whether most games of both are longer than the designer aims for, or of both shorter."""
    low, high = main.turns_target or (0, 0)
    return any(
        all(m.turns.histogram.share(*span) > 0.5 for m in (main, other))
        for span in ((high + 1, math.inf), (-math.inf, low - 1))
    )


def _length(main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    five, _, half, _, most = main.turns.quantiles
    usual = f"half of the games end by turn {half}, nine in ten take {five} to {most}"
    if five == most:
        usual = f"nearly all games end with turn {half}"
    usual += _in_rounds(main)
    e, band = main.turns.on_target, main.turns_target
    if main.turns.mean.withheld:
        return
    if e is None or e.withheld or band is None:
        yield Finding(f"{capital(usual)}.", 14, "note", "length")
        return
    worse = 0 if _is_aimed(main) else -1
    doubt, word = second_opinion(e, other, lambda m: m.turns.on_target, worse)
    if other is not None and word == "disagree" and _is_off_alike(main, other):
        theirs = other.turns.on_target
        assert theirs is not None, "they have a word on it"
        word = "agree"
        doubt = opinion(other, word, with_half(theirs))
    doubt = "" if word == "disagree" and _is_aimed(main) and _is_aimed(other) else doubt
    level: Level = "fine" if _is_aimed(main) else "note" if e.value >= 0.5 else "look"
    aim = f"the {band[0]} to {band[1]} turns you aim for"
    text = f"{capital(of_games(e))} take {aim}"
    if not _is_aimed(main):
        longer = main.turns.histogram.share(band[1] + 1, math.inf)
        shorter = main.turns.histogram.share(-math.inf, band[0] - 1)
        text += f", {roughly(longer)} take longer" if longer else ""
        text += f", {roughly(shorter)} are over sooner" if shorter else ""
    text += f"; {usual}."
    each = half / main.players  # turns, if all took theirs at once
    action = ""
    if main.turns.mean.value == main.decisions.mean.value and band[0] <= each <= band[1] < half:
        action = f"if all take a turn together, count it by turn_of in rules.py: turn {each:g}"
    yield Finding(
        text, 20 + 60 * (1 - e.value), level, "length", doubt=doubt, action=action,
        is_disputed=level == "look" and disputes(word, main, other),
    )  # fmt: skip
