"""The trial of restricted play, in which one player or team may not use a move or a piece, among
others who may.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from generator.model.pack import Component, Row
from generator.model.problems import near
from generator.play.engine.agents import agent_of
from generator.play.engine.batch import by_side
from generator.play.engine.game import Game
from generator.play.engine.kinds import is_search
from generator.play.measures.metrics import share_of_one
from generator.play.measures.pieces import find_piece
from generator.play.measures.results import Progress, Restricted, Results, SimulateOptions
from generator.play.measures.tally import Floats, shares_of
from generator.play.runs.runs import batches_of, competing
from generator.play.studies.trials.trial import Base, Trial
from generator.play.telling.charts.dots import dots
from generator.play.telling.charts.drawing import Chart
from generator.play.telling.numbers import percent
from generator.play.telling.pictures import Album
from generator.play.telling.tables import line
from generator.play.telling.telling import Cells
from generator.play.telling.words.restrict import CHART_NOTE, restrict_title, without_label


@dataclass(frozen=True, slots=True)
class Denied:
    """The restriction of one player, which is a kind of move or a piece, and the spec of this
    player.
    """

    what: str
    is_piece: bool
    agent: str


def to_deny(game: Game, options: SimulateOptions) -> list[Denied]:
    """Return the restrictions in the options."""
    free = options.agents[0]
    if len(set(options.agents)) > 1 or is_search(free):
        raise ValueError("restricted play needs one kind of player that can be held back: greedy")
    if "all" in options.restrict and len(options.restrict) > 1:
        raise ValueError("all is every kind of move: say it alone, or name the moves and pieces")
    denied = []
    for word in _kinds(game) if options.restrict == ("all",) else options.restrict:
        is_piece = game.kind_called(word) is None
        if is_piece and not game.kinds and word in game.verbs:
            raise ValueError(f"every move is {word!r}, which nobody can go without: {_left(game)}")
        if is_piece:
            component, row = _piece_called(game, word)
            word = f"{component.id}/{row.id}"
        spec = f"{free}:never={word}"
        agent_of(game, spec)
        denied.append(Denied(word, is_piece, spec))
    return denied


def _piece_called(game: Game, word: str) -> tuple[Component, Row]:
    """Return the piece with that name. Raises `ValueError` with the moves that may have
    been meant.
    """
    try:
        return find_piece(game.pack, word, game.pieces)
    except ValueError as fault:
        kinds = [kind.replace("_", " ") for kind in game.kinds]
        moves = f"; of the moves: {near(word, kinds)}" if kinds else ""
        raise ValueError(f"{fault}{moves}") from None


def _kinds(game: Game) -> tuple[str, ...]:
    """Return every kind of move. Raises `ValueError` if there is only one kind."""
    if len(game.kinds) < 2:
        raise ValueError(f"there are no kinds of move to go without: {_left(game)}")
    return game.kinds


def _left(game: Game) -> str:
    """Return the moves and pieces that can be denied."""
    if not game.pieces:
        return "the rules name no pieces either, so there is nothing to restrict"
    return f"restrict pieces, such as {game.pieces[0]}"


def restricted_of(
    game: Game, denied: Sequence[Denied], options: SimulateOptions, progress: Progress
) -> Iterator[Restricted]:
    """Measure the worth of each denied move or piece, with one restricted side among free sides and
    seats rotated.
    """
    turning, sides = replace(options, rotate=True), game.sides.n
    n = math.ceil(options.games / sides) * sides
    for denial in denied:
        team = [denial.agent, *[options.agents[0]] * (sides - 1)]
        won: list[Floats] = []
        uses = np.zeros(2)  # uses by the restricted player, and by all free players
        done = 0
        for batch in batches_of(game, turning, team, 0, n, "basic"):
            batch = by_side(batch)
            held = batch.agent_of == 0
            won.append((shares_of(batch) * held).sum(axis=1))
            if denial.is_piece:
                counts = batch.piece_used[:, :, game.pieces.index(denial.what)]
            else:
                counts = batch.kind_counts[:, :, game.kind_called(denial.what)]
            uses += (counts * held).sum(), (counts * ~held).sum()
            done += len(batch)
            progress(f"playing without {denial.what}", done, n)
        still = float(uses[0] * (sides - 1) / uses[1]) if uses[1] else 1.0
        share = share_of_one(np.concatenate(won))
        yield Restricted(denial.what, denial.is_piece, denial.agent, share, still)


def _prepare(
    game: Game, options: SimulateOptions
) -> Callable[[Base], tuple[Restricted, ...]] | None:
    if not options.restrict:
        return None
    competing(game, "restricted play")
    denied = to_deny(game, options)
    return lambda base: tuple(restricted_of(base.game, denied, base.options, base.progress))


def _charts(results: Results, album: Album) -> Iterator[Chart]:
    """Return the chart of the shares of restricted players, the smallest first."""
    sides = results.main.metrics.sides
    held = [restricted for restricted in results.restricted if restricted.is_held]
    held.sort(key=lambda r: (r.share.value, r.what))
    if not held:
        return
    fair = 1 / sides.n
    yield dots(
        "restricted", "Going without", restrict_title(held[0], results),
        [without_label(results, r) for r in held],
        [r.share for r in held], "share of the wins", share=True, mark=fair,
        mark_label=f"even: {percent(fair, 0)}",
        thumbs=[album.thumb(r.what) if r.is_piece else "" for r in held],
        note=CHART_NOTE.format(player=sides.player),
    )  # fmt: skip


def _lines(results: Results) -> Iterator[Cells]:
    for restricted in results.restricted:
        yield line("without", restricted.what, restricted.agent, restricted.share)


TRIAL = Trial("restricted", _prepare, "choice", _charts, _lines)
