"""Components: pieces, by how they are used, after the supplies."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.model.pack import Pack
from generator.play.measures.metrics import Metrics
from generator.play.measures.piece_use import NEEDED_USES, PieceUse, middle_lift, usual_lift
from generator.play.measures.pieces import component_title, piece_name
from generator.play.measures.ratios import NEEDED
from generator.play.measures.results import Results
from generator.play.readings.ends import second_of
from generator.play.statistics.inference import LEVEL, Estimate, newcombe, p_of
from generator.play.statistics.multiple_testing import sidak
from generator.play.telling.commands import asking, exchanging, holding_back
from generator.play.telling.findings.finding import (
    FALSE_ALARM,
    Backing,
    Finding,
    Level,
    backing,
    disputes,
    opinion,
    who,
)
from generator.play.telling.findings.supplies import of_supplies
from generator.play.telling.numbers import (
    UNIT,
    capital,
    number,
    percent,
    points,
    signed,
    with_half,
)

PASSED_OVER = 0.1  # picked in fewer than this share of the chances
MOST_PIECES = 5
MOST_WEIGHT = 97.0  # of a piece: as much as a seat's, less than that of a goal that is missed
NEARLY_ALL = 0.9  # of the pieces that few use: so many may be settled by more games
IN_REACH = 20  # times the games played
LUCKLESS = 1.645  # one run in twenty has so many standard deviations fewer users
FEWEST_USERS = 10  # of a piece that may stand out before it has a lift
NOT_ALL = 0.995  # picked by fewer of those who can: it is worth saying
BY_ALL = 0.9  # of the seats use a piece: that is everyone


def of_components(results: Results) -> Iterator[Finding]:
    """Supplies that run out or are too large, pieces that go with winning or are passed over."""
    yield from of_supplies(results)
    yield from _pieces(results, results.main.metrics, second_of(results))


def of_few(pack: Pack, main: Metrics, usual: float) -> Iterator[Finding]:
    """Pieces that too few seats use to have a lift; one that stands out already is named.

    It does where Newcombe's interval, wide enough for as many pieces as are looked at, excludes
    what is usual.
    """
    seats = main.games * main.sides.n
    few = [p for p in main.pieces if p.lift.withheld and 0 < p.n_used <= seats / 2]
    if not few or main.games < NEEDED or not main.is_contest:
        return
    one = len(few) == 1
    told = (
        f"{_titled(pack, few[0].id)} is" if one else f"{len(few)} of {len(main.pieces)} pieces are"
    )
    text = f"{told} used by too few to say what {'it' if one else 'each'} is worth"
    tried = [p for p in few if p.n_used >= FEWEST_USERS and len(main.agents) == 1]
    level, standing = sidak(LEVEL, len(tried)), []
    for p in tried:
        rest = seats - p.n_used
        e = newcombe(p.win_used * p.n_used, p.n_used, p.win_unused * rest, rest, level)
        if e.low > usual or e.high < usual:
            standing.append((abs(e.value - usual) / e.half, p))
    out = max(standing, key=lambda pair: pair[0])[1] if standing else None
    if out is not None:
        text += (
            f"; {'it' if one else capital(piece_name(pack, out.id))} stands out so far: its "
            f"{out.n_used} users won {percent(out.win_used, 0)}, others "
            f"{percent(out.win_unused, 0)} (association)"
        )
    shown = out or (few[0] if one else None)
    action = _would_settle(main, [out] if out else few)
    yield Finding(f"{text}.", 14, "note", "pieces", shown.id if shown else "", action=action)


def _would_settle(main: Metrics, few: Sequence[PieceUse]) -> str:
    """How many games would tell of nearly all of these pieces, within reach.

    A piece is used by more in one run than in another: so many that it is enough even if unlucky.
    """
    unlucky = 1 + LUCKLESS / math.sqrt(NEEDED_USES)
    games = sorted(unlucky * p.lift.needed for p in few)
    within = [n for n in games if n <= IN_REACH * main.games]
    if not within:
        return ""
    enough = games[math.ceil(NEARLY_ALL * len(games)) - 1]
    enough = min(enough, within[-1])
    n = sum(x <= enough for x in games)
    unit = 10 ** max(0, len(str(int(enough))) - 2)
    told = f"play {math.ceil(enough / unit) * unit:,} games"
    return told if len(few) == 1 else f"{told}, enough for {'all' if n == len(few) else n} of them"


def _pieces(results: Results, main: Metrics, other: Metrics | None) -> Iterator[Finding]:
    pack = results.pack
    theirs = {p.id: p for p in other.pieces} if other is not None else {}
    middle = usual_lift(main.pieces)
    strong = [p for p in main.pieces if p.notable]
    strong.sort(key=lambda p: -abs(p.lift.value - middle))
    if middle:  # whoever uses any of them wins more: that says nothing of a single one
        more = "more" if middle > 0 else "less"
        told = (p for p in main.pieces if not p.lift.withheld)
        titles = list(dict.fromkeys(component_title(pack, p.id) for p in told))
        text = (
            f"Those who use more of the {' and '.join(titles).lower()} win {more} often: by "
            f"{_few(middle)} {UNIT} for the usual one, whichever it is "
            "(association: who is winning may simply come to use more)"
        )
        stand = "stands" if len(strong) == 1 else "stand"
        rest = f"; {len(strong)} {stand} out" if strong else "; none stands out from the others"
        yield Finding(f"{text}{rest}.", 28, "note", "pieces")
    for piece in strong[:MOST_PIECES]:
        lifted = _lifted(pack, piece, theirs.get(piece.id), other, main, middle)
        asked = replace(lifted, action=_to_find_out(results, piece.id))
        yield _with_effect(results, asked, _less(piece.lift, middle))
    yield from _by_all(results)
    yield from of_few(pack, main, middle)
    if len(strong) > MOST_PIECES:
        text = (
            f"{len(strong)} of {len(main.pieces)} pieces go with more or fewer wins than chance "
            f"explains; {MOST_PIECES} are named, the rest are in the table (association)."
        )
        yield Finding(text, 11, "note", "pieces")
    ignored = [
        p for p in main.pieces
        if not p.picked.withheld and p.picked.high < PASSED_OVER and p.times > 0
    ]  # fmt: skip
    for piece in sorted(ignored, key=lambda p: p.picked.value)[:2]:
        yield _passed_over(pack, piece, theirs.get(piece.id), other)
    if len(main.pieces) > 1 and main.effective > 0 and main.games >= 100:
        text = (
            f"{number(main.coverage.value * main.coverage.n, 0)} of {len(main.pieces)} pieces see "
            f"use, as evenly as {number(main.effective, 0)} used equally often would."
        )
        action = ""
        if all(p.picked.value >= NOT_ALL and not p.picked.withheld for p in main.pieces):
            text += " Whoever can use one does, so use says nothing of what a piece is worth."
            is_done = results.effects or results.exchangeable == ()
            action = "" if is_done else asking("simulate", results, "--effects")
        level: Level = "fine" if main.coverage.value == 1 and not action else "note"
        yield Finding(text, 6, level, "pieces", action=action)


def _passed_over(
    pack: Pack, piece: PieceUse, same: PieceUse | None, other: Metrics | None
) -> Finding:
    """A piece that hardly anybody takes; no alarm where those who take it win less."""
    text = (
        f"{_titled(pack, piece.id)} is passed over: used by {with_half(piece.picked)} of the "
        "players who could"
    )
    least = pack.worth.lifts / 100
    for seen, players in ((piece, "those"), (same, who(other) if other else "")):
        if seen is not None and not seen.lift.withheld and seen.lift.high < -least:
            text += f"; {players} who do win {points(seen.lift)} less often (association)."
            return Finding(text, 13, "note", "pieces", piece.id)
    return Finding(f"{text}.", 24, "look", "pieces", piece.id)


def _by_all(results: Results) -> Iterator[Finding]:
    """Pieces that nearly every seat uses: nobody goes without, so they have no lift."""
    pack, main = results.pack, results.main.metrics
    seats = main.games * main.sides.n
    every = [p for p in main.pieces if p.lift.withheld and p.n_used > BY_ALL * seats]
    if not every or main.games < NEEDED or not main.is_contest:
        return
    names = [capital(piece_name(pack, p.id)) for p in every[:3]]
    shown = ", ".join(names) + (f" and {len(every) - 3} more" if len(every) > 3 else "")
    one = len(every) == 1
    text = (
        f"{shown} {'is' if one else 'are'} used by nearly everyone in every game, so nothing shows "
        f"what {'it is' if one else 'each is'} worth: somebody has to go without."
    )
    action = holding_back(results, every[0].id)
    yield Finding(text, 12, "note", "pieces", every[0].id if one else "", action=action)


def _more(value: float) -> str:
    return "more" if value > 0 else "less"


def _titled(pack: Pack, piece: str) -> str:
    return f"{capital(piece_name(pack, piece))} ({component_title(pack, piece)})"


def _lifted(
    pack: Pack,
    piece: PieceUse,
    same: PieceUse | None,
    other: Metrics | None,
    main: Metrics,
    usual: float,
) -> Finding:
    e = piece.lift
    if not piece.picked.withheld and piece.picked.value < NOT_ALL:
        use = f"is picked by {percent(piece.picked.value, 0)} of those who can"
    else:
        use = f"is used in {percent(piece.used.value, 0)} of the games"
    beyond = _less(e, usual)
    usually = " than is usual for a piece" if usual else ""
    kind = "association"
    if usual:
        kind += f"; usual: {_few(usual)} points {_more(usual)} often than those "
        kind += "without it"
    text = f"{_titled(pack, piece.id)} {use}, and its users win {_apart(beyond)}{usually} ({kind})."
    doubt, word = _lift_doubt(beyond, same, other, bool(usual))
    trust = 1.0
    if len(main.agents) > 1:
        doubt = "players of several kinds sat here: stronger ones may also pick it more"
        trust = 0.5
    apart = abs(beyond.value)
    least = pack.worth.lifts / 100
    weight = 30 + 250 * trust * max(0.0, apart - max(least, e.half / 2))
    n = sum(not p.lift.withheld for p in main.pieces)  # looked at, and this one picked from them
    is_sure = p_of(e, usual) <= 1 - sidak(1 - FALSE_ALARM, n)
    level: Level = "look" if apart >= least and is_sure else "note"
    said = f"users of {piece_name(pack, piece.id)} win {_apart(beyond)}{usually} (association)"
    return Finding(
        text, min(weight, MOST_WEIGHT), level, "pieces", piece.id, doubt, said=said,
        is_disputed=disputes(word, main, other),
    )  # fmt: skip


def _with_effect(results: Results, found: Finding, lift: Estimate) -> Finding:
    """What goes with winning, less loudly where an exchange has shown whether it is the cause.

    It need not be where the exchange tells of nothing, and of less than half of what goes with it.
    Where that is open, it stays an alarm only if the exchange points to half of it or more.
    """
    known = {
        e.piece: (e.value, e.value.excludes(0)) for e in results.effects if not e.value.withheld
    }
    tried = results.effect
    if tried is not None:
        exchanged = next((o.holders for o in tried.outcomes if o.is_exchange), None)
        if exchanged is not None and not exchanged.withheld:
            known[tried.piece] = exchanged, exchanged.excludes(0)
        elif exchanged is not None and tried.piece == found.piece:
            return replace(found, action="")  # how many more games it takes is told beside it
    if found.piece not in known:
        return found
    effect, is_sure = known[found.piece]
    most = effect.high if lift.value > 0 else -effect.low
    if is_sure:
        said = "it is seen to be a cause of that"
    elif not effect.excludes(0) and most < abs(lift.value) / 2:
        said = "it shows no effect: it need not be the cause"
    else:
        shown = f"exchanged for others {signed(effect)} {UNIT}"
        text = f"{found.text} Whether it is the cause is open: {shown}."
        action = "" if tried is not None and tried.piece == found.piece else found.action
        found = replace(found, text=text, action=action)
        if effect.excludes(0) or 2 * effect.value / lift.value >= 1:
            return found
        return replace(found, weight=20.0, level="note", said="")
    text = f"{found.text} Exchanged for others {said}."
    return replace(found, text=text, weight=20.0, level="note", action="", said="")


def _to_find_out(results: Results, piece: str) -> str:
    """What shows whether a piece makes its users win; a few cannot become another when taken."""
    exchange, without = exchanging(results, piece), holding_back(results, piece)
    if exchange:
        return f"see whether it is the cause: {exchange}"
    return f"see what going without it costs: {without}" if without else ""


def _few(share: float) -> str:
    """The size of a difference of shares in points, with a decimal where it is small."""
    points = 100 * abs(share)
    return number(points, 0 if points >= 2 else 1)


def _less(e: Estimate, usual: float) -> Estimate:
    return replace(e, value=e.value - usual, low=e.low - usual, high=e.high - usual)


def _apart(e: Estimate) -> str:
    return f"{points(e)} {_more(e.value)} often"


def _lift_doubt(
    ours: Estimate, same: PieceUse | None, other: Metrics | None, is_beyond: bool
) -> tuple[str, Backing | None]:
    """What the other kind of player shows of the same piece, by the very number it is judged by.

    Where ours is told beyond what is usual, so is theirs, beyond the usual piece of their own.
    """
    if same is None or other is None or same.lift.withheld:
        return "", None
    usual = middle_lift(other.pieces) if is_beyond else 0.0
    if usual is None:
        return "", None
    theirs = _less(same.lift, usual)
    word = backing(ours, theirs, 0)
    told = f"{_apart(theirs)}{' than is usual with them' * is_beyond}"
    if word == "disagree" and ours.value * theirs.value > 0:
        return f"{who(other)} show less of it: {told}", word
    return opinion(other, word, told), word
