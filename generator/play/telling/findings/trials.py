"""What was tried: going without a move or a piece, and a piece changed."""

import math
from collections.abc import Iterator, Sequence

from generator.play.measures.pieces import piece_name, said_of
from generator.play.measures.results import (
    AS_ITSELF,
    Effect,
    Outcome,
    PieceEffect,
    Restricted,
    Results,
)
from generator.play.readings.course import luck_of
from generator.play.readings.kingmaking import kingmaking
from generator.play.readings.reading import FALSE_ALARM, Level
from generator.play.statistics.inference import Estimate
from generator.play.statistics.multiple_testing import discovered
from generator.play.telling.commands import asking_for, holding_back, renumbering
from generator.play.telling.findings.finding import Finding, finding_of
from generator.play.telling.numbers import (
    UNIT,
    about,
    absolute,
    capital,
    counted,
    games_are,
    listed,
    number,
    percent,
    points,
    with_half,
)
from generator.play.telling.words.course import luck_answer
from generator.play.telling.words.kingmaking import kingmaking as kingmaking_words
from generator.play.telling.words.kingmaking import kingmaking_answer

MOST_EFFECTS = 5  # told by name
MOST_NAMED = 3  # moves or pieces gone without that the verdict names, all of them
MOST_ALONE = 2  # moves that surely cost something, each told by itself
MOST_OF_THEM = 0.75
MOST_TIMES = 6  # the games played that are needed, to be told: five takers of thirty are seen
COARSE_POINTS = 5.0  # points of a hundred from which on they are told without decimals
HELD = 0.1  # up to here it is not worth saying how often it still does it
NO_COST = 0.06  # what going without may still cost at the most to be told as costing nothing


def of_trials(results: Results) -> Iterator[Finding]:
    """What going without costs, and what a piece does."""
    yield from _restricted(results)
    yield from _kingmaking(results)
    if results.effect is not None:
        yield from _effect(results, results.effect)
    if results.effects:
        yield from _effects(results)


def _restricted(results: Results) -> Iterator[Finding]:
    """What a move or a piece is worth: one player who may not use it among those who may.

    Many moves that surely cost something are told together, each with what is won without it.
    """
    fair = 1 / results.main.metrics.sides.n
    few = [one.share for one in results.restricted if one.share.withheld]
    if few and len(few) == len(results.restricted):
        text = f"{games_are(few[0].n)} too few to say what going without costs"
        yield Finding(f"{text}: play {few[0].needed:,}.", 62, "note", "restricted")
    held = _held(results)
    costly = [one for one in held if not one.is_piece and one.share.high < fair]
    if len(costly) > MOST_ALONE:
        wins = [f"{with_half(one.share)} without {_called(results, one)}" for one in costly]
        others = f"{results.main.metrics.sides.player}s who may"
        text = (
            f"Going without costs wins: against {others}, where {percent(fair, 0)} is even, "
            f"{_player(results, costly[0])} wins {listed(wins)}."
        )
        yield Finding(text, 45, "note", "restricted")
        held = [one for one in held if one not in costly]
    for one in held:
        yield _held_back(results, one, fair)
    for text, piece in _never_held(results):
        yield Finding(text, 44 if _is_named(results) else 4, "note", "restricted", piece)


def _held_back(results: Results, one: Restricted, fair: float) -> Finding:
    """What going without one move or piece costs."""
    e = one.share
    never = "never uses" if one.still <= HELD else "avoids"
    even = f"against {results.main.metrics.sides.player}s who may, {percent(fair, 0)} is even"
    cost = number(100 * abs(e.value - fair), 0)
    player = capital(_player(results, one))
    text = f"{player} who {never} {_called(results, one)} wins {with_half(e)} {even}"
    said, weight = "costs nothing that can be seen", 62.0
    level: Level = "look"
    if not _is_named(results):  # that some move need not matter is no news where all were tried
        weight, level = 30.0, "note"
    if e.excludes(fair) and e.value > fair:
        said, weight, level = f"gains {cost} {UNIT}", 85.0, "look"
    elif e.excludes(fair):
        said, weight, level = f"costs {cost} {UNIT}", 45.0, "note"
    elif fair - e.low > NO_COST:
        most = number(100 * (fair - e.low), 0)
        said = f"costs nothing that shows, and at the most {most} {UNIT}"
        weight, level = 12.0, "note"
    piece = one.what if one.is_piece else ""
    return Finding(f"{text}: going without {said}.", weight, level, "restricted", piece)


def _pairs(held: Sequence[Restricted]) -> int:
    """How many pairs there are, of which any is wrongly told apart in 5 % of runs."""
    return len(held) * (len(held) - 1) // 2


def _held(results: Results) -> list[Restricted]:
    """What somebody did go without in games enough, what costs most first."""
    held = [one for one in results.restricted if one.is_held and not one.share.withheld]
    return sorted(held, key=lambda one: one.share.value)


def _player(results: Results, one: Restricted) -> str:
    return f"a {one.agent.partition(':never=')[0]} {results.main.metrics.sides.player}"


def _called(results: Results, one: Restricted) -> str:
    """A move or piece that was gone without, and how often it is used all the same."""
    still = f" (but still must, {percent(one.still, 0)} as often as others use it)"
    return f"{_named(results, one)}{still if one.still > HELD else ''}"


def _never_held(results: Results) -> Iterator[tuple[str, str]]:
    """What nobody can go without, and why; the piece where it is one alone."""
    free = [one for one in results.restricted if not (one.is_held or one.share.withheld)]
    for is_used, reason in (
        (True, "who does it has no other move then"),
        (False, "nobody does it"),
    ):
        found = [one for one in free if _is_used(results, one) == is_used]
        if found:
            names = listed([_named(results, one) for one in found])
            piece = found[0].what if len(found) == 1 and found[0].is_piece else ""
            yield f"Nobody can be held back from {names}: {reason}.", piece


def _is_named(results: Results) -> bool:
    """Whether the moves or pieces to go without were asked for by name."""
    return "all" not in results.options.restrict


def _kingmaking(results: Results) -> Iterator[Finding]:
    """Whether those who have lost decide who wins."""
    reading = kingmaking(results)
    if reading is not None:
        yield finding_of(reading, kingmaking_words(reading, results))


def _effect(results: Results, effect: Effect) -> Iterator[Finding]:
    for outcome in effect.outcomes:
        if outcome.unplayable:
            text = f"{capital(effect.name)}, {outcome.label}: that cannot be tried"
            action = holding_back(results, effect.piece) if outcome.is_exchange else ""
            yield Finding(
                f"{text} ({outcome.unplayable}).", 50, "note", "effect", effect.piece, action=action
            )
        elif outcome.is_control:
            yield from _controlled(effect, outcome)
        elif outcome.seats:
            yield from _whole_game(effect, outcome)
        elif not outcome.holders.withheld:
            yield _caused(results, effect, outcome)
        else:
            e = outcome.holders
            head = f"{capital(effect.name)}, {outcome.label}"
            text = f"{head}: it is taken too seldom to say what that does"
            more = f": play {e.needed * effect.games // e.n:,} games" if e.n else ""
            yield Finding(f"{text}{more}.", 50, "note", "effect", effect.piece)


def answered_of(results: Results) -> str:
    """What was tried or asked besides playing, in a sentence or two: it comes before all else."""
    told = [_luck_settles(results), _kings_made(results), _tried(results)]
    return " ".join(text for text in told if text)


def _tried(results: Results) -> str:
    """What a piece does, or what going without costs."""
    if results.effect is not None:
        return answer_on(results.effect, results.pack.worth.effects / 100)
    told, sure, far = _judged(results)
    if told:
        text = _how_many(
            told, len(sure), len(far), results.pack.worth.effects / 100, results.options.games
        )
        out = sum(bool(e.unplayable) for e in results.effects)
        cannot = f" {'One piece' if out == 1 else f'{out:,} pieces'} cannot be exchanged."
        cannot = cannot if out else ""
        seldom = _seldom(results)
        if not seldom:
            return f"{text}{cannot}"
        open_still = _too_few_tell(results, seldom)
        is_small = bool(sure) or len(seldom) < len(told)
        return f"{text} {open_still}.{cannot}" if is_small else f"{open_still}.{cannot} {text}"
    return _went_without(results)


def _luck_settles(results: Results) -> str:
    """What chance settles of who wins, where that was asked."""
    reading = luck_of(results) if results.options.luck else None
    return luck_answer(reading) if reading is not None else ""


def _kings_made(results: Results) -> str:
    """Whether those who have lost decide who wins, where that was asked."""
    reading = kingmaking(results)
    return kingmaking_answer(reading) if reading is not None else ""


def _went_without(results: Results) -> str:
    """What going without costs, of many the worst alone; and what nobody can go without."""
    held, free = _held(results), [text for text, _ in _never_held(results)]
    if not held:
        return " ".join(free)
    fair = 1 / results.main.metrics.sides.n
    player, even = results.main.metrics.sides.player, f"{percent(fair, 0)} is even"
    named = held if len(held) <= MOST_NAMED else _costliest(held)
    n = sum(one.share.high < fair for one in held)
    costly = f"{n} surely cost{'s' if n == 1 else ''} something" if n else "none surely costs wins"
    if named:
        (first, share), *others = [(_named(results, one), with_half(one.share)) for one in named]
        wins = listed([share, *(f"without {what} {share}" for what, share in others)])
        text = f"Without {first} a {player} wins {wins}, where {even}"
        if len(named) < len(held):
            most = "these cost" if others else "this costs"
            text += f": of {len(held)} tried {most} most, {costly}"
    else:
        pairs = _pairs(held)
        worst = [one.share for one in held if not held[0].share.apart_from(one.share, pairs)]
        text = f"Without any one of {len(worst)} of the {len(held)} tried a {player} wins "
        text += f"{about(worst[0])} to {about(worst[-1])}, where {even}: which of them costs most "
        text += f"these games do not tell, {costly}"
    return " ".join([f"{text}.", *(free if _is_named(results) else ())])


def _costliest(held: Sequence[Restricted]) -> Sequence[Restricted]:
    """Two, three or the one without which less is won than without any other, surely so."""
    pairs = _pairs(held)
    for n in (2, 3, 1):
        apart = [a.share.apart_from(b.share, pairs) for a in held[:n] for b in held[n:]]
        if all(apart):
            return held[:n]
    return ()


def _named(results: Results, one: Restricted) -> str:
    """The move or piece that a player went without."""
    if one.is_piece:
        return piece_name(results.pack, one.what)
    return f"“{said_of(results.said, one.what)}”"


def _is_used(results: Results, one: Restricted) -> bool:
    m = results.main.metrics
    used = {k.name: k.share.value for k in m.kinds} | {p.id: p.times for p in m.pieces}
    return used.get(one.what, 0.0) > 0


def answer_on(effect: Effect, least: float) -> str:
    """What was asked of a piece, in a sentence: what it does, else what its numbers do.

    `least`: the smallest effect worth a word.
    """
    told = [o for o in effect.outcomes if o.is_exchange]
    told = told or [
        o for o in effect.outcomes if not (o.is_control or o.seats or o.label.startswith(AS_ITSELF))
    ]
    done = [_does(o, least) for o in told if not (o.unplayable or o.holders.withheld)]
    if done:
        return f"{capital(effect.name)} {listed(done)} (effect)."
    wholes = [(o.label, _moved(o)) for o in effect.outcomes if o.seats and not o.unplayable]
    seen = [f"{label}: {listed(parts)}" for label, parts in wholes if parts]
    seen = [f"{capital(effect.name)}, {'; '.join(seen)}."] if seen else []
    if any(not o.unplayable for o in told):
        few = f"Too few games tell what {effect.name} does: it is taken too seldom."
        return " ".join([*seen, few])
    reason = next((f": {o.unplayable}" for o in effect.outcomes if o.unplayable), "")
    cannot = f"What {effect.name} does to whoever takes it first cannot be tried{reason}."
    return " ".join([*seen, cannot])


def _does(outcome: Outcome, least: float) -> str:
    """What it does to its first taker, as itself or with another number."""
    e = outcome.holders
    way = "" if outcome.is_exchange else f"with {outcome.label} "
    if e.excludes(0):
        more = "more" if e.value > 0 else "less"
        return f"{way}makes whoever takes it first win {points(e)} {more} often"
    most = f"{_reach(e)} {UNIT} at the most"
    if _is_vague(e, least):
        return f"{way}may help or harm whoever takes it first, by {most}: too few games tell"
    return f"{way}changes the chances of whoever takes it first by {most}"


def _is_vague(e: Estimate, least: float) -> bool:
    """Whether an effect that is not seen may yet be large enough to be felt."""
    return max(abs(e.low), abs(e.high)) > least


def _reach(e: Estimate) -> str:
    """The most points of a hundred that an effect may have."""
    reach = 100 * max(abs(e.low), abs(e.high))
    return number(reach, 1 if reach < COARSE_POINTS else 0)


def _caused(results: Results, effect: Effect, outcome: Outcome) -> Finding:
    """What the piece does to the first to use it, whose choice it cannot have changed."""
    e, least = outcome.holders, results.pack.worth.effects / 100
    head = f"{capital(effect.name)}, {outcome.label}"
    if not e.excludes(0):
        text = f"{head}: whoever takes it first gains or loses no more than {_reach(e)} {UNIT}"
        if _is_vague(e, least):
            text = f"{head}: whoever takes it first may gain or lose up to {_reach(e)} {UNIT}"
            text += ": too few games tell"
        return Finding(f"{text} (effect).", 99, "note", "effect", effect.piece)
    more = "more" if e.value > 0 else "less"
    text = f"{head}: it makes whoever takes it first win {points(e)} {more} often (effect)"
    small = abs(e.value) < least
    text += ", too little to be felt." if small else "."
    action = renumbering(results, effect.piece) if outcome.is_exchange and not small else ""
    level: Level = "note" if small else "look"
    return Finding(text, 99, level, "effect", effect.piece, action=action)


def _controlled(effect: Effect, outcome: Outcome) -> Iterator[Finding]:
    e = outcome.holders
    if e.withheld:
        return
    text = f"Control: {effect.name} exchanged for its own copy, which changes nothing, shows "
    sign = "+" if e.value > 0 else "−"
    text += f"{sign}{points(e)}"
    text += ", as it should: chance alone." if not e.excludes(0) else ": such luck has one in 20."
    yield Finding(text, 10, "note", "effect")


def _whole_game(effect: Effect, outcome: Outcome) -> Iterator[Finding]:
    """What becomes of the game without the piece, or with one more, on the same seeds."""
    head = f"{capital(effect.name)}, {outcome.label}, on the same {effect.games:,} seeds"
    parts = _moved(outcome)
    said = " and ".join(parts) if parts else "neither length nor scores change that it can show"
    yield Finding(f"{head}: {said}.", 45 if parts else 9, "note", "effect")


def _moved(outcome: Outcome) -> list[str]:
    """What surely becomes of length and scores of the whole game."""
    return [
        f"{verb} {with_half(absolute(e), False)} {what} "
        f"{'more' if e.value > 0 else 'fewer'} than as it is"
        for e, verb, what in (
            (outcome.turns, "games take", "turns"),
            (outcome.score, "players make", "points"),
        )
        if not e.withheld and e.excludes(0)
    ]


def _effects(results: Results) -> Iterator[Finding]:
    """What every piece does: the strong ones by name, and how the control came out."""
    least = results.pack.worth.effects / 100
    told, sure, far = _judged(results)
    if not told:
        yield _no_effects(results)
        return
    for e in far[:MOST_EFFECTS]:
        more = "more" if e.beyond.value > 0 else "less"
        text = (
            f"{capital(e.name)} makes whoever takes it first win {points(e.beyond)} {more} often "
            "than a typical piece of its component does (effect)."
        )
        weight = min(94.0, 60 + 200 * abs(e.beyond.value))
        action = renumbering(results, e.piece) if e.how == "taken" else ""
        level: Level = "look" if e.q <= FALSE_ALARM else "note"
        yield Finding(text, weight, level, "effects", e.piece, action=action)
    control = [e.control for e in told if not e.control.withheld]
    wrong = sum(e.excludes(0) for e in control)
    text = _how_many(told, len(sure), len(far), least, results.options.games)
    if control:
        chance = number(0.05 * len(control), 0 if len(control) >= 20 else 1)
        text += (
            f" A control, in which each became its own copy and nothing changed, "
            f"raised {counted(wrong, 'false alarm')} of {len(control)}; chance alone raises about "
            f"{chance}."
        )
    seldom = _seldom(results)
    if seldom:
        more = _would_tell(results, seldom)
        more = more or f": more than {MOST_TIMES * results.options.games:,} would be needed"
        text += f" {_too_few_tell(results, seldom)}{more}."
    action = _asking_otherwise(results)
    yield Finding(text + _unplayable(results), 61, "note", "effects", action=action)


def _judged(
    results: Results,
) -> tuple[list[PieceEffect], list[PieceEffect], list[PieceEffect]]:
    """The pieces that enough games tell of, of these the sure ones, of these the strong ones."""
    told = [e for e in results.effects if not e.value.withheld]
    sure = sorted((e for e in told if e.q <= 0.05), key=lambda e: -abs(e.beyond.value))
    least = results.pack.worth.effects / 100
    return told, sure, [e for e in sure if abs(e.beyond.value) >= least]


def _seldom(results: Results) -> list[PieceEffect]:
    """The pieces that could be exchanged, but that too few games tell of."""
    return [e for e in results.effects if e.value.withheld and not e.unplayable]


def _too_few_tell(results: Results, seldom: Sequence[PieceEffect]) -> str:
    """That effects of some pieces are open, and which of them goes most with winning."""
    what = seldom[0].name if len(seldom) == 1 else f"{len(seldom)} of {len(results.effects)} pieces"
    text = f"What {what} {'does' if len(seldom) == 1 else 'do'}, too few games tell"
    lifts = {p.id: p.lift for p in results.main.metrics.pieces if p.notable}
    most = max(seldom, key=lambda e: abs(lifts[e.piece].value) if e.piece in lifts else 0.0)
    if most.piece not in lifts:
        return text
    lift = lifts[most.piece]
    name = "" if len(seldom) == 1 else f"{most.name} among them, "
    often = "more" if lift.value > 0 else "less"
    return f"{text}, {name}whose users win {points(lift)} {often} often (correlation, not cause)"


def _no_effects(results: Results) -> Finding:
    """Why nothing can be said of any piece: too few games, or none can be exchanged."""
    seldom = [e for e in results.effects if not e.unplayable]
    if not seldom:
        first = next((e for e in results.effects if e.is_askable), results.effects[0])
        text = f"What single pieces do cannot be tried. Of {first.name}, say: {first.unplayable}."
        action = _asking_otherwise(results) or holding_back(results, first.piece)
        return Finding(text, 60, "note", "effects", action=action)
    text = f"{games_are(results.options.games)} too few to say what every single piece does"
    text += f"{_would_tell(results, seldom)}.{_unplayable(results)}"
    lifts = {p.id: abs(p.lift.value) for p in results.main.metrics.pieces if p.notable}
    most = max(seldom, key=lambda e: lifts.get(e.piece, 0.0))
    action = f"ask for one piece: {asking_for(results, most.piece)}"
    return Finding(text, 60, "note", "", action=action)


def _asking_otherwise(results: Results) -> str:
    """How to ask for what is known of a piece where none of its component can become another."""
    first = next((e for e in results.effects if e.is_askable), None)
    if first is None:
        return ""
    return f"ask what its numbers and its copies do: {asking_for(results, first.piece)}"


def _would_tell(results: Results, seldom: Sequence[PieceEffect]) -> str:
    """How many games would say something of three in four of these pieces, where that can be told.

    It cannot of pieces that hardly ever acted as another while somebody took them.
    """
    times = sorted(e.value.needed / e.value.n if e.value.n else math.inf for e in seldom)
    most = times[math.ceil(MOST_OF_THEM * len(times)) - 1]
    if most > MOST_TIMES:
        return ""
    games = _rounded_up(most * results.options.games)
    which = " of most of them" if len(seldom) > 1 else ""
    return f": about {games:,} games would tell{which}"


def _rounded_up(games: float) -> int:
    """A number of games, two digits of it.

    >>> _rounded_up(1234.5), _rounded_up(87)
    (1300, 87)
    """
    whole = math.ceil(games)
    unit: int = 10 ** max(0, len(str(whole)) - 2)
    return math.ceil(whole / unit) * unit


def _unplayable(results: Results) -> str:
    """How many pieces cannot be exchanged, and why not the first."""
    out = [e for e in results.effects if e.unplayable]
    if not out:
        return ""
    out.sort(key=lambda e: not e.is_askable)
    if len(out) == 1:
        return f" {capital(out[0].name)} cannot be exchanged: {out[0].unplayable}."
    return f" {len(out):,} cannot be exchanged, such as {out[0].name}: {out[0].unplayable}."


def _how_many(
    told: Sequence[PieceEffect], n_sure: int, n_far: int, least: float, games: int
) -> str:
    """How many of the pieces surely do something to their takers, and how many of these much."""
    if not n_sure:
        alone = f"{capital(told[0].name)} does not surely change the chances of its first taker"
        none = f"None of {len(told)} pieces stands out from its component"
        text = f"{alone if len(told) == 1 else none} (effect)"
        drawn = discovered([e.beyond for e in told], [False] * len(told))
        widest = max(drawn, key=lambda e: max(abs(e.low), abs(e.high)))
        vague = sum(_is_vague(e, least) for e in drawn)
        if not vague:
            return f"{text}, by {_reach(widest)} {UNIT} at the most."
        of = "" if len(told) == 1 else f" of {'all' if vague == len(told) else vague}"
        which = "it" if len(told) == 1 else "one"
        return (
            f"{text}, but too few games tell{of}: {which} may still do so by up to "
            f"{_reach(widest)} {UNIT}. About {_rounded_up(games * (widest.half / least) ** 2):,} "
            f"games would bring that down to {number(100 * least)}."
        )
    if len(told) == 1:
        return f"{capital(told[0].name)} changes the chances of whoever takes it first (effect)."
    verb, its = ("stands", "its") if n_sure == 1 else ("stand", "their")
    text = f"{n_sure} of {len(told)} pieces surely {verb} out from {its} component"
    far = "all" if n_far == n_sure > 1 else "none" if not n_far else f"{n_far:,}"
    much = f"by {number(100 * least, 0)} {UNIT} or more"
    return (
        f"{text} (effect), {much}." if n_sure == n_far == 1 else f"{text} (effect), {far} {much}."
    )
