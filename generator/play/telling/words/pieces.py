"""Sentences of reports about pieces that are used, passed over, or associated with winning."""

from collections.abc import Sequence

from generator.model.letters import capital
from generator.model.pack import Pack
from generator.play.measures.piece_use import PieceUse, usual_lift
from generator.play.measures.pieces import component_title, piece_name
from generator.play.measures.results import Results
from generator.play.readings.pieces import (
    NOT_ALL,
    EveryoneReading,
    FewUsersReading,
    LiftReading,
    ManyStrongReading,
    PassedOverReading,
    UseReading,
    UsualLiftReading,
)
from generator.play.statistics.inference import Estimate
from generator.play.telling.commands import asking, exchanging, holding_back
from generator.play.telling.numbers import (
    UNIT,
    about,
    listed,
    number,
    percent,
    points,
    signed,
    with_half,
)
from generator.play.telling.words.common import Words, opinion_said, players_of

CORRELATION = "correlation, not cause"
INTERVALS = (
    "Intervals are drawn wide enough for so many pieces at once; the table has each by itself."
)
MOST_NAMES = 3  # greatest number of named pieces that everyone uses


def usual(reading: UsualLiftReading, results: Results) -> Words:
    """Return the finding that users of any piece win more often, or less often."""
    titles = list(dict.fromkeys(component_title(results.pack, id) for id in reading.pieces))
    stand = "stands" if reading.n_strong == 1 else "stand"
    rest = f"{reading.n_strong} {stand} out" if reading.n_strong else "none stands out"
    return Words(
        f"Players who use more of the {' and '.join(titles).lower()} win {_more(reading.usual)} "
        f"often: by {_size(reading.usual)} {UNIT} for a typical piece, whichever it is "
        f"({CORRELATION}: players who are winning may simply come to use more); {rest}."
    )


def lift(reading: LiftReading, results: Results) -> Words:
    """Return the finding about a piece whose users win more or less often than usual."""
    pack, use = results.pack, reading.use
    how = f"is used in {percent(use.used.value, 0)} of the games"
    if not use.picked.withheld and use.picked.value < NOT_ALL:
        how = f"is picked by {percent(use.picked.value, 0)} of the players who can"
    than, kind = "players who did not", CORRELATION
    if reading.usual:
        than = "players who used a typical piece"
        kind += f"; users of a typical piece win {_size(reading.usual)} points "
        kind += f"{_more(reading.usual)} often than other players"
    text = f"{_titled(pack, use.id)} {how}. Players who used it won {_often(reading.beyond)} than "
    text += f"{than} ({kind}).{_cause(reading)}"
    clause = f"players who used {piece_name(pack, use.id)} won {_often(reading.beyond)}"
    clause += " than is typical" if reading.usual else ""
    doubt = "players of several kinds took part: stronger ones may also pick it more"
    if not reading.is_mixed:
        doubt = _doubt(reading)
    action = _advice(results, use.id) if reading.cause == "unknown" else ""
    if reading.cause == "open" and (results.effect is None or results.effect.piece != use.id):
        action = _advice(results, use.id)
    return Words(text, action, doubt, f"{clause} ({CORRELATION})" * (reading.level == "look"))


def _cause(reading: LiftReading) -> str:
    """Return whether the piece makes its users win, if an exchange has shown this."""
    if reading.cause == "sure":
        return " Exchanging it for others shows that it is a cause of that."
    if reading.cause == "none":
        return " Exchanging it for others shows no effect: it need not be the cause."
    if reading.cause == "open" and reading.effect is not None:
        changed = f"exchanged for others, {signed(reading.effect)} {UNIT}"
        return f" Whether it is the cause is open: {changed}."
    return ""


def _doubt(reading: LiftReading) -> str:
    """Return the result of the second kind of player about the same piece."""
    if reading.opinion is None:
        return ""
    theirs = _often(reading.opinion.estimate)
    theirs += " than their typical piece" if reading.usual else ""
    if reading.shows_less:
        return f"{players_of(reading.opinion.agents)} show less of it: {theirs}"
    return opinion_said(reading.opinion, theirs)


def _advice(results: Results, piece: str) -> str:
    """Return the test that shows whether a piece makes its users win; a few pieces cannot be
    exchanged when taken.
    """
    exchange, without = exchanging(results, piece), holding_back(results, piece)
    if exchange:
        return f"find out whether it is the cause: {exchange}"
    return f"find out what going without it costs: {without}" if without else ""


def few_users(reading: FewUsersReading, results: Results) -> Words:
    """Return the finding about pieces with too few users for a lift."""
    is_one, pack = len(reading.few) == 1, results.pack
    many = f"{len(reading.few)} of {reading.n} pieces are"
    many = f"{_titled(pack, reading.few[0].id)} is" if is_one else many
    text = f"{many} used by too few players to say what {'it' if is_one else 'each'} is worth"
    out = reading.standing_out
    if out is not None:
        name = "it" if is_one else capital(piece_name(pack, out.id))
        text += f"; {name} stands out so far: its {out.n_used} users won {percent(out.win_used, 0)}"
        text += f", other players {percent(out.win_unused, 0)} ({CORRELATION})"
    action = f"play {reading.games_needed:,} games" if reading.games_needed else ""
    n = len(reading.few) if out is None else 1
    if action and n > 1:
        settled = "all" if reading.n_settled == n else f"{reading.n_settled}"
        action += f", enough for {settled} of them"
    return Words(f"{text}.", action)


def everyone(reading: EveryoneReading, results: Results) -> Words:
    """Return the finding about pieces that nearly everyone uses."""
    pack, ids = results.pack, reading.pieces
    names = ", ".join(capital(piece_name(pack, id)) for id in ids[:MOST_NAMES])
    names += f" and {len(ids) - MOST_NAMES} more" if len(ids) > MOST_NAMES else ""
    are, what = ("is", "it is") if len(ids) == 1 else ("are", "each is")
    text = f"{names} {are} used by nearly everyone in every game, so these games cannot show what "
    text += f"{what} worth: that takes players who go without."
    return Words(text, holding_back(results, ids[0]))


def many_strong(reading: ManyStrongReading, results: Results) -> Words:
    """Return the finding that more pieces are associated with winning or losing than are named."""
    return Words(
        f"{reading.n_strong} of {reading.n} pieces go with winning or losing more than chance "
        f"explains; the strongest are named here, all are in the table ({CORRELATION})."
    )


def passed_over(reading: PassedOverReading, results: Results) -> Words:
    """Return the finding about a piece that hardly anybody takes."""
    text = f"{_titled(results.pack, reading.piece)} is passed over: only "
    text += f"{with_half(reading.use.picked)} of the players who could use it did"
    if reading.lift is not None:
        own = reading.losers == "its users"
        losers = "those who did" if own else f"{players_of(reading.other_agents)} who did"
        text += f"; {losers} won {points(reading.lift)} less often ({CORRELATION})"
    return Words(f"{text}.")


def use(reading: UseReading, results: Results) -> Words:
    """Return the finding about the share of used pieces, and the evenness of their use."""
    text = f"{number(reading.n_used, 0)} of {reading.n} pieces are used, as evenly as "
    text += f"{number(reading.effective, 0)} pieces used equally often."
    if reading.is_forced:
        text += " Every player who can use one does, so use says nothing about what a piece is "
        text += "worth."
    return Words(text, asking("simulate", results, "--effects") if reading.asks_effects else "")


def pieces_title(pieces: Sequence[PieceUse]) -> str:
    """Return the title of the chart of use and lift."""
    n, n_strong = len(pieces), sum(p.notable for p in pieces)
    if usual_lift(pieces):
        if not n_strong:
            return f"None of {n} pieces stands out from the others"
        return f"{n_strong} of {n} pieces {'stands' if n_strong == 1 else 'stand'} out"
    if not n_strong:
        return f"None of {n} pieces clearly goes with winning or losing"
    return f"{n_strong} of {n} pieces {'goes' if n_strong == 1 else 'go'} with winning or losing"


def _more(value: float) -> str:
    return "more" if value > 0 else "less"


def _titled(pack: Pack, piece: str) -> str:
    return f"{capital(piece_name(pack, piece))} ({component_title(pack, piece)})"


def _size(share: float) -> str:
    """Return the size of a difference of shares in points, with a decimal if it is small."""
    size = 100 * abs(share)
    return number(size, 0 if size >= 2 else 1)


def _often(e: Estimate) -> str:
    return f"{points(e)} {_more(e.value)} often"


def lift_note(tried: str, always: Sequence[str]) -> str:
    """Return the note on reading lift. `tried` is the command that exchanges pieces.

    `always` are titles of components in which every player who can use a piece uses it.
    """
    more = f"; to test for a cause: {tried}" if tried else ""
    forced = (
        f" Every player who can use one of the {listed(always).lower()} does." if always else ""
    )
    text = "Lift is a correlation: winners had the piece, but may have won for other reasons"
    return f"{text}{more}.{forced} {INTERVALS}"


LIFT_TECHNICAL = (
    "Filled marks differ from 0, or from a usual piece where there is one, by more than chance "
    "explains even among so many pieces (false discovery rate 5 %, Benjamini–Hochberg; intervals "
    "by game)."
)


USED_IN = "games in which it is used"  # label of an axis
PICKED_BY = "picked by those who could"
LIFT_AXIS = f"wins of its users, {UNIT} more or fewer"


def use_title(name: str, used: Estimate) -> str:
    """Return the title of the chart of use, if nobody competes; `name` is the most used piece."""
    return f"{name} is used in {about(used)} of the games"
