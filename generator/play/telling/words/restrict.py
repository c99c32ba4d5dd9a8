"""Sentences of reports about the cost of going without a move or a piece."""

from collections.abc import Sequence

from generator.model.letters import capital
from generator.model.teams import Sides
from generator.play.measures.pieces import piece_name, said_of
from generator.play.measures.results import Restricted, Results
from generator.play.readings.restrict import (
    FORCED,
    ManyCostReading,
    RestrictAnswer,
    TooFewReading,
    UntestedReading,
    WithoutReading,
)
from generator.play.telling.numbers import (
    UNIT,
    about,
    games_are,
    listed,
    number,
    percent,
    with_half,
)
from generator.play.telling.words.common import Words

CHART_NOTE = (
    "One {player} must avoid it, except when there is no other move; the others may use it. Seats "
    "are rotated. Left of the line: going without costs wins. On the line: it makes no difference."
)


def too_few(reading: TooFewReading, results: Results) -> Words:
    """Return the finding that too few games were played for a result."""
    text = f"{games_are(reading.games)} too few to say what going without costs"
    return Words(f"{text}: play {reading.games_needed:,}.")


def without(reading: WithoutReading, results: Results) -> Words:
    """Return the finding about the cost of going without one move or piece."""
    r, e = reading.restricted, reading.restricted.share
    never = "avoids" if r.still > FORCED else "never uses"
    text = f"{capital(_player(r, reading.sides))} who {never} {_with_forced(results, r)} wins "
    text += f"{with_half(e)} against {reading.sides.player}s who may use it "
    text += f"({_fair(reading.fair)})"
    size = f"{number(100 * abs(e.value - reading.fair), 0)} {UNIT}"
    most = f"{number(100 * (reading.fair - e.low), 0)} {UNIT}"
    result = {
        "gains": f"going without gains {size}",
        "costs": f"going without costs {size}",
        "nothing": "going without costs nothing measurable",
        "open": f"no cost detected, though up to {most} are possible",
    }[reading.state]
    return Words(f"{text}: {result}.")


def many_cost(reading: ManyCostReading, results: Results) -> Words:
    """Return the finding about several moves with a sure cost, each with the share of wins without
    the move.
    """
    wins = [f"{with_half(r.share)} without {_with_forced(results, r)}" for r in reading.restricted]
    player = _player(reading.restricted[0], reading.sides)
    return Words(
        f"Going without these moves costs wins: {player} wins {listed(wins)}, against "
        f"{reading.sides.player}s who may use them ({_fair(reading.fair)})."
    )


def untested(reading: UntestedReading, results: Results) -> Words:
    """Return the finding about untested moves and pieces, with the reason."""
    names, is_one = _names(results, reading.restricted), len(reading.restricted) == 1
    why = f"nobody ever uses {'it' if is_one else 'them'}"
    if reading.is_used:
        why = f"players who use {'it' if is_one else 'them'} have no other move"
    return Words(f"Going without {listed(names)} could not be tested: {why}.")


def restrict_answer(answer: RestrictAnswer, results: Results) -> str:
    """Return the beginning of the verdict, about the costs of restrictions."""
    untested_text = [untested(reading, results).text for reading in answer.untested]
    if not answer.held:
        return " ".join(untested_text)
    player, fair = answer.sides.player, _fair(1 / answer.sides.n)
    n = len(answer.held)
    if answer.named:
        (first, share), *more = [(_named(results, r), with_half(r.share)) for r in answer.named]
        others = "".join(f"; without {what}, {wins}" for what, wins in more)
        text = f"Without {first}, a {player} wins {share} of the games{others} ({fair})"
        if len(answer.named) < n:
            most = "these cost" if more else "this costs"
            text += f". Of {n} tried, {most} most; {_costly(answer)}"
    else:
        low, high = (answer.held[i].share for i in (0, answer.n_alike - 1))
        text = f"A {player} who goes without any of {answer.n_alike} of the {n} tried wins "
        text += f"{about(low)} to {about(high)} ({fair}). These games do not show which of them "
        text += f"costs most; {_costly(answer)}"
    return " ".join([f"{text}.", *untested_text])


def restrict_title(worst: Restricted, results: Results) -> str:
    """Return the title of the chart; `worst` is the restriction with the smallest share of wins."""
    player = results.main.metrics.sides.player
    return f"Without {_named(results, worst)}, a {player} wins {with_half(worst.share)}"


def without_label(results: Results, restricted: Restricted) -> str:
    """Return the label of a row of the chart."""
    return f"Without {_named(results, restricted)}"


def _costly(answer: RestrictAnswer) -> str:
    n = answer.n_costly
    if n == len(answer.held):
        return f"all {n} clearly cost wins"
    return f"{n} clearly cost{'s' if n == 1 else ''} wins" if n else "none clearly costs wins"


def _fair(fair: float) -> str:
    return f"a fair share is {percent(fair, 0)}"


def _player(restricted: Restricted, sides: Sides) -> str:
    return f"a {restricted.agent.partition(':never=')[0]} {sides.player}"


def _with_forced(results: Results, restricted: Restricted) -> str:
    """Return a move or piece, with the share of cases in which the player has no other choice."""
    name = _named(results, restricted)
    if restricted.still <= FORCED:
        return name
    return f"{name} (still forced to use it {percent(restricted.still, 0)} as often as others do)"


def _names(results: Results, restricted: Sequence[Restricted]) -> list[str]:
    return [_named(results, r) for r in restricted]


def _named(results: Results, restricted: Restricted) -> str:
    """Return the name of the move or piece that a player may not use."""
    if restricted.is_piece:
        return piece_name(results.pack, restricted.what)
    return f"“{said_of(results.said, restricted.what)}”"
