"""The effect of every piece on the player who takes it, estimated from one set of games."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.measures.pieces import find_piece, piece_name
from generator.play.measures.results import (
    PieceEffect,
    Progress,
    SimulateOptions,
)
from generator.play.statistics import inference
from generator.play.statistics.inference import Estimate
from generator.play.studies.exchange.piece import Change, counts_of, steps_of
from generator.play.studies.exchange.randomised import (
    Exchange,
    exchange_of,
    play_randomised,
)
from generator.play.studies.exchange.rows import (
    FAULTS,
    Patches,
    changed_piece,
    forced_pieces,
)

CHANGED = 0.1  # share of the pieces that act as other pieces in each game
MOST_ASKED = 3  # greatest number of pieces of a component that are tried as an example for the user


def effects_of(game: Game, options: SimulateOptions, progress: Progress) -> tuple[PieceEffect, ...]:
    """Estimate the effect of every piece on the player who takes it, relative to its component.

    A piece is compared with the mean effect of its component, because taking any piece may help at
    that moment. The q-values are Benjamini–Hochberg's over all pieces. In each game a random tenth
    of the pieces act as other pieces. Another tenth act as their own copies, which is the control.
    If two pieces cannot be exchanged together, only one of them is exchanged in most games.
    """
    forced = forced_pieces(game, options)
    patches = Patches(game)
    exchanges: dict[int, Exchange] = {}
    reasons: dict[int, str] = {}
    for place, piece in enumerate(game.pieces):
        component, row = find_piece(game.pack, piece, game.pieces)
        slot = exchange_of(patches, component, row, place, bool(forced[place]), options.seed)
        if isinstance(slot, Exchange):
            exchanges[place] = slot
        else:
            reasons[place] = slot
        progress("preparing", place + 1, len(game.pieces))
    if exchanges:
        firsts = [slot.patches[0] for slot in exchanges.values()]
        try:
            play_randomised(
                game, patches, list(exchanges.values()), options, (CHANGED, CHANGED),
                "changing pieces", progress, is_alone=patches.overlap(firsts),
            )  # fmt: skip
        except FAULTS:
            reasons |= dict.fromkeys(exchanges, "the rules cannot play on with a piece exchanged")
            exchanges = {}
    nothing = inference.NOTHING
    effects = []
    for place, piece in enumerate(game.pieces):
        name = piece_name(game.pack, piece)
        if place in exchanges:
            slot = exchanges[place]
            how = "dealt" if slot.is_dealt else "taken"
            value, control = slot.value(), slot.value(True)
            effects.append(PieceEffect(piece, name, value, control, value, 1.0, how))
        else:
            reason = reasons[place]
            effects.append(PieceEffect(piece, name, nothing, nothing, nothing, 1.0, "", reason))
    return judged(_with_askable(game, effects, options))


def _with_askable(
    game: Game, effects: Sequence[PieceEffect], options: SimulateOptions
) -> list[PieceEffect]:
    """Return the effects, with a piece to test for each component without effects."""
    out = list(effects)
    parts: dict[str, list[int]] = {}
    for i, effect in enumerate(out):
        parts.setdefault(effect.piece.partition("/")[0], []).append(i)
    for places in parts.values():
        if all(out[i].unplayable for i in places):
            for i in places[:MOST_ASKED]:
                if _says_something(game, out[i].piece, options.seed):
                    out[i] = replace(out[i], is_askable=True)
                    break
    return out


def _says_something(game: Game, piece: str, seed: int) -> bool:
    """Whether `effect_of` can report something about a piece that cannot be exchanged.

    A report is possible if a number of the piece matters, or if games with more or fewer
    copies can be played.
    """
    change = Change(*find_piece(game.pack, piece, game.pieces), "")
    patches = Patches(game)
    for _, row in steps_of(change):
        with suppress(*FAULTS):
            if patches.add_hidden(change.component, change.row, row) and len(patches.at[-1]):
                return True
    for _, row in counts_of(change):
        with suppress(*FAULTS):
            pack = changed_piece(game.pack, change.component, change.row, row)
            play_games(load_game(pack, game.seats, plain=True), ["random"], seed, 0, 1)
            return True
    return False


def judged(effects: Sequence[PieceEffect]) -> tuple[PieceEffect, ...]:
    """Subtract the mean of the component from each effect, and add the q-values."""
    out = list(effects)
    measured = [i for i, e in enumerate(out) if not e.value.withheld]
    for component in {out[i].piece.partition("/")[0] for i in measured}:
        own = [i for i in measured if out[i].piece.partition("/")[0] == component]
        for i, beyond in zip(own, less_their_mean([out[i].value for i in own]), strict=True):
            out[i] = replace(out[i], beyond=beyond)
    q = inference.benjamini_hochberg([inference.p_of(out[i].beyond) for i in measured])
    for i, adjusted in zip(measured, q.tolist(), strict=True):
        out[i] = replace(out[i], q=adjusted)
    return tuple(out)


def less_their_mean(values: Sequence[Estimate]) -> list[Estimate]:
    """Subtract the precision-weighted mean from independent estimates; a single estimate is
    unchanged. With variances v and W = Σ 1/v, the mean has variance 1/W, which is also its
    covariance with each estimate. A difference therefore has variance v − 1/W.
    """
    if len(values) < 2:
        return list(values)
    halves = np.array([max(e.half, 1e-9) for e in values])
    weights = halves**-2 / (halves**-2).sum()
    mean = float(weights @ np.array([e.value for e in values]))
    narrower = np.sqrt(np.maximum(0.0, 1 - weights))
    out = []
    for e, ratio in zip(values, narrower.tolist(), strict=True):
        low, high = (e.value - mean + ratio * (end - e.value) for end in (e.low, e.high))
        out.append(replace(e, value=e.value - mean, low=low, high=high))
    return out


def exchangeable(game: Game, pieces: Sequence[str], seed: int) -> tuple[str, ...]:
    """Return the pieces that can be exchanged for another piece when they are taken."""
    able = []
    for piece in pieces:
        component, row = find_piece(game.pack, piece, game.pieces)
        slot = exchange_of(Patches(game), component, row, game.pieces.index(piece), False, seed)
        if isinstance(slot, Exchange):
            able.append(piece)
    return tuple(able)
