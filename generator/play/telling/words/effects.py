"""Sentences of reports about the effect of a piece on its first taker, from exchanging pieces."""

from collections.abc import Sequence

from generator.model.letters import capital
from generator.play.measures.results import PieceEffect, Results
from generator.play.readings.effects import (
    MOST_TIMES,
    ControlReading,
    EffectAnswer,
    EffectsReading,
    OutcomeReading,
    StandsOutReading,
    WholeGameReading,
    reach_of,
)
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import asking_for, holding_back, renumbering
from generator.play.telling.numbers import (
    UNIT,
    absolute,
    counted,
    games_are,
    listed,
    number,
    points,
    with_half,
)
from generator.play.telling.words.common import Words
from generator.play.telling.words.pieces import CORRELATION, INTERVALS

COARSE_POINTS = 5.0  # percentage points from which numbers are printed without decimals
EFFECT = " (effect)"
MORE_GAMES = "more games are needed to say which"
EXCHANGED = (
    "The first player to take a piece sees it as printed. At that moment chance decides whether it "
    "stays itself or becomes another piece of its component that the player could have taken, "
    "price and all, so the two groups differ in nothing else (effect). The control exchanges it "
    "for its own copy, which changes nothing."
)


# ---------------------------------------------------------------- one piece


def outcome(reading: OutcomeReading, results: Results) -> Words:
    """Return the finding about the effect of a piece, as itself or with a changed number."""
    o, e = reading.outcome, reading.outcome.holders
    head = f"{capital(reading.name)}, {o.label}"
    if reading.state == "impossible":
        action = holding_back(results, reading.piece) if o.is_exchange else ""
        return Words(f"{head}: cannot be tested ({o.unplayable}).", action)
    if reading.state == "seldom":
        more = f"; play {reading.games_needed:,} games" if reading.games_needed else ""
        return Words(f"{head}: taken too seldom to measure the effect{more}.")
    if reading.state in ("none", "open"):
        size = f"gains or loses at most {_points(reach_of(e))}"
        if reading.state == "open":
            size = f"may gain or lose up to {_points(reach_of(e))}; {MORE_GAMES}"
        return Words(f"{head}: the first player to take it {size}{EFFECT}.")
    text = f"{head}: it makes the first player to take it win {_often(e)}{EFFECT}"
    if reading.state == "small":
        return Words(f"{text}, too little to notice in play.")
    return Words(f"{text}.", renumbering(results, reading.piece) if o.is_exchange else "")


def control(reading: ControlReading, results: Results) -> Words:
    """Return the finding about exchanging a piece for its own copy."""
    e = reading.estimate
    sign = "+" if e.value > 0 else "−"
    text = f"Control: exchanging {reading.name} for its own copy, which changes nothing, gave "
    text += f"{sign}{points(e)}"
    luck = "chance does that in one run of 20" if e.excludes(0) else "no more than chance, as it "
    return Words(f"{text}: {luck}{'' if e.excludes(0) else 'should be'}.")


def whole_game(reading: WholeGameReading, results: Results) -> Words:
    """Return the finding about the game without the piece, or with one more copy."""
    head = f"{capital(reading.name)}, {reading.label}, on the same {reading.games:,} seeds"
    changes = "no change in length or scores detected"
    return Words(f"{head}: {_changes(reading) if reading.is_changed else changes}.")


def effect_answer(answer: EffectAnswer) -> str:
    """Return the beginning of the verdict, about the effect of one piece."""
    if answer.measured:
        return f"{_does(answer)}{EFFECT}."
    whole = [f"{r.label}: {_changes(r)}" for r in answer.whole]
    text = [f"{capital(answer.name)}, {'; '.join(whole)}."] if whole else []
    return " ".join([*text, f"{_not_measured(answer)}."])


def effect_title(answer: EffectAnswer) -> str:
    """Return the title of the chart of one piece."""
    return _does(answer) if answer.measured else _not_measured(answer)


def _does(answer: EffectAnswer) -> str:
    return f"{capital(answer.name)} {listed([_does_so(r) for r in answer.measured])}"


def _does_so(reading: OutcomeReading) -> str:
    """Return the effect of a piece on its first taker, as itself or with another number."""
    o, e = reading.outcome, reading.outcome.holders
    way = "" if o.is_exchange else f"with {o.label} "
    if reading.state in ("small", "felt"):
        return f"{way}makes the first player to take it win {_often(e)}"
    if reading.state == "open":
        return (
            f"{way}may help or harm the first player to take it by up to {_points(reach_of(e))}; "
            f"{MORE_GAMES}"
        )
    return (
        f"{way}changes, by at most {_points(reach_of(e))}, the winning chances of the player who "
        "takes it first"
    )


def _not_measured(answer: EffectAnswer) -> str:
    if answer.is_seldom:
        return f"Too few games to measure the effect of {answer.name}: it is taken too seldom"
    reason = f": {answer.reason}" if answer.reason else ""
    return f"The effect of {answer.name} on the first player to take it cannot be measured{reason}"


def _changes(reading: WholeGameReading) -> str:
    """Return the sure changes of length and scores of the whole game."""
    parts = [
        f"{verb} {with_half(absolute(e), False)} {unit} {'more' if e.value > 0 else 'fewer'}"
        for e, verb, unit in (
            (reading.turns, "games take", "turns"),
            (reading.score, "players score", "points"),
        )
        if e is not None
    ]
    return f"{' and '.join(parts)} than in the game as it is"


# ---------------------------------------------------------------- all pieces


def stands_out(reading: StandsOutReading, results: Results) -> Words:
    """Return the finding about a piece whose effect differs from the effect of a typical piece."""
    effect = reading.effect
    action = renumbering(results, effect.piece) if effect.how == "taken" else ""
    return Words(
        f"{capital(effect.name)} makes the first player to take it win {_often(effect.beyond)} "
        f"than a typical piece of its component does{EFFECT}.",
        action,
    )


def effects(reading: EffectsReading, results: Results) -> Words:
    """Return the finding about the effects of all pieces, and the open questions."""
    if not reading.measured:
        return _nothing_measured(reading, results)
    text, controls = _how_many(reading), reading.controls
    if controls:
        alarms = counted(sum(e.excludes(0) for e in controls), "false alarm")
        chance = number(0.05 * len(controls), 0 if len(controls) >= 20 else 1)
        text += " As a control, each piece was exchanged for its own copy, which changes nothing: "
        text += f"{alarms} in {counted(len(controls), 'test')}; chance alone gives about {chance}."
    if reading.seldom:
        text += f" {_too_few(reading)}{_games_for_them(reading)}."
    return Words(f"{text}{_unplayable(reading.unplayable)}", _ask_otherwise(reading, results))


def _nothing_measured(reading: EffectsReading, results: Results) -> Words:
    """Return the reason why no effect is known: too few games, or no piece can be exchanged."""
    single = reading.single
    if not reading.seldom:
        text = "The effects of single pieces cannot be measured "
        text += f"({single.name}, for example: {single.unplayable})."
        return Words(text, _ask_otherwise(reading, results) or holding_back(results, single.piece))
    text = f"{games_are(reading.games)} too few to measure the effect of every piece"
    if reading.games_for_seldom:
        most = " for most of them" if len(reading.seldom) > 1 else ""
        text += f"; about {reading.games_for_seldom:,} would be enough{most}"
    action = f"measure one piece alone: {asking_for(results, single.piece)}"
    return Words(f"{text}.{_unplayable(reading.unplayable)}", action)


def effects_answer(reading: EffectsReading) -> str:
    """Return the beginning of the verdict, about the effects of all pieces; "" if none was
    measured.
    """
    if not reading.measured:
        return ""
    n, text = len(reading.unplayable), _how_many(reading)
    cannot = f" {'One piece' if n == 1 else f'{n:,} pieces'} cannot be exchanged." if n else ""
    if not reading.seldom:
        return f"{text}{cannot}"
    few = f"{_too_few(reading)}."
    if reading.n_sure or len(reading.seldom) < len(reading.measured):
        return f"{text} {few}{cannot}"
    return f"{few}{cannot} {text}"


def effects_title(reading: EffectsReading) -> str:
    """Return the title of the chart of all pieces."""
    n, sure = len(reading.measured), reading.n_sure
    if n == 1:
        name = capital(reading.measured[0].name)
        if sure:
            return f"{name} changes the winning chances of the player who takes it first"
        return f"No effect of {reading.measured[0].name} detected"
    return f"{sure or 'None'} of {n} pieces {'stand' if sure > 1 else 'stands'} out{EFFECT}"


def effects_note(reading: EffectsReading) -> str:
    """Return the note on reading the chart, and on the omitted pieces."""
    n = len(reading.seldom)
    more = f" {counted(n, 'more piece')} had too few games to be drawn." if n else ""
    return f"{EXCHANGED} {INTERVALS}{more}"


def _how_many(reading: EffectsReading) -> str:
    """Return the number of pieces that stand out, and the number of these with a noticeable
    effect.
    """
    n, sure, felt = len(reading.measured), reading.n_sure, reading.n_felt
    first = reading.measured[0].name
    if not sure:
        return _none_stand_out(reading)
    if n == 1:
        does = "changes the winning chances of the player who takes it first"
        return f"{capital(first)} {does}{EFFECT}."
    verb, its = ("stands", "its") if sure == 1 else ("stand", "their")
    many = "all " if felt == sure > 1 else "none " if not felt else f"{felt:,} "
    many = "" if felt == sure == 1 else many
    text = f"{sure} of {n} pieces {verb} out from {its} component{EFFECT}"
    return f"{text}, {many}by {number(100 * reading.least, 0)} {UNIT} or more."


def _none_stand_out(reading: EffectsReading) -> str:
    n, reach = len(reading.measured), _points(reading.reach)
    first = reading.measured[0].name
    text = f"No effect of {first} detected" if n == 1 else f"None of {n} pieces stands out"
    text += "" if n == 1 else f" from its component{EFFECT}"
    if not reading.n_open:
        return f"{text}; {'it' if n == 1 else 'any difference'} is at most {reach}."
    of = "" if n == 1 else f" for {'all of them' if reading.n_open == n else reading.n_open}"
    return (
        f"{text}, but up to {reach} are still possible{of}; about {reading.games_to_exclude:,} "
        f"games would narrow that to {number(100 * reading.least)}."
    )


def _too_few(reading: EffectsReading) -> str:
    """Return a sentence about open effects, with the piece that is most associated with winning."""
    seldom = reading.seldom
    what = f"{len(seldom)} of {len(reading.effects)} pieces"
    what = f"the effect of {seldom[0].name}" if len(seldom) == 1 else f"the effects of {what}"
    text = f"Too few games to measure {what}"
    if reading.notable is None:
        return text
    name, lift = reading.notable
    among = "" if len(seldom) == 1 else f"{name} among them, "
    return f"{text}, {among}whose users win {_often(lift)} ({CORRELATION})"


def _games_for_them(reading: EffectsReading) -> str:
    """Return the number of games that would measure the remaining pieces."""
    if not reading.games_for_seldom:
        return f"; more than {MOST_TIMES * reading.games:,} would be needed"
    most = " for most of them" if len(reading.seldom) > 1 else ""
    return f"; about {reading.games_for_seldom:,} would be enough{most}"


def _unplayable(pieces: Sequence[PieceEffect]) -> str:
    """Return the number of pieces that cannot be exchanged, and the reason for the first."""
    if not pieces:
        return ""
    first = pieces[0]
    if len(pieces) == 1:
        return f" {capital(first.name)} cannot be exchanged: {first.unplayable}."
    return f" {len(pieces):,} cannot be exchanged, for example {first.name}: {first.unplayable}."


def _ask_otherwise(reading: EffectsReading, results: Results) -> str:
    """Return the command for a piece of a component whose pieces cannot be exchanged."""
    if reading.askable is None:
        return ""
    return f"test its numbers and its copies: {asking_for(results, reading.askable.piece)}"


def _often(e: Estimate) -> str:
    return f"{points(e)} {'more' if e.value > 0 else 'less'} often"


def _points(share: float) -> str:
    """Return a share in percentage points, with a decimal if it is small."""
    reach = 100 * share
    return f"{number(reach, 1 if reach < COARSE_POINTS else 0)} {UNIT}"
