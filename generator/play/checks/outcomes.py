"""Finds breaches in the ends and scores of all random games, and names without effect."""

from collections.abc import Iterator

import numpy as np

from generator.model.problems import near
from generator.model.teams import Teams, seats_text
from generator.play.checks.check import Breach
from generator.play.checks.fractions import tie_break_in
from generator.play.engine.batch import GameBatch
from generator.play.engine.faults import unended_fix
from generator.play.engine.game import Game
from generator.play.engine.loop import CAP


def unmatched_names(game: Game) -> Iterator[Breach]:
    """Report names at the top of the rules that have no effect."""
    if game.book.has("hide") and not game.is_hidden:
        text = "HIDDEN is not set, so hide() is never called and players see everything"
        yield Breach("HIDDEN", "hide", text, "write HIDDEN = True", "warning")
    components = [component.id for component in game.pack.components]
    if game.board and game.board not in components:
        text = f'MAP names "{game.board}", but there is no such component: maps have no picture'
        yield Breach("MAP", "MAP", text, near(game.board, components), "warning")


def score_breaches(game: Game, batch: GameBatch) -> Iterator[Breach]:
    """Report scores that differ in a cooperative game, or never differ in a contest."""
    are_unlike, players = np.ptp(batch.tenths, axis=2).max(axis=1) > 0, f"{game.seats} players"
    over = batch.end != CAP
    if game.book.get("COOPERATIVE", False) and are_unlike.any():
        text = "COOPERATIVE is set, but seats have different scores "
        text += f"(seed {batch.seed}, game {int(np.argmax(are_unlike))}, {players})"
        fix = "give all seats the same score, or remove COOPERATIVE"
        yield Breach("together", "COOPERATIVE", text, fix)
        return
    n_over, fix = int(over.sum()), ""
    sides = _always_together(batch) if game.is_contest and not game.teams else ()
    if n_over and not np.ptp(batch.scores[over]):
        who = "1 player" if game.seats == 1 else players
        text = f"all {n_over} random games end with the same score ({who})"
        fix = "give points for what players achieve: bots play for the score"
    elif game.is_contest and n_over and not np.ptp(batch.scores[over], axis=1).any():
        text = f"all seats have the same score at the end of {n_over} random games ({players})"
        fix = "if they win or lose together, write COOPERATIVE = True"
    elif sides:
        seats = seats_text(next(side for side in sides if len(side) > 1))
        text = f"{seats} (counted from 0) always have the same score in {len(batch)} "
        text += f"random games ({players})"
        fix = f"if they win together, write TEAMS = {{{game.seats}: {sides}}}"
    if fix:
        yield Breach("together", "score", text, fix, "warning")


def tie_breaches(game: Game, batch: GameBatch) -> Iterator[Breach]:
    """Report a tie-break that is part of the score, or that is never used."""
    fraction = tie_break_in(game, batch.scores[batch.end != CAP])
    if fraction is not None:
        yield fraction
    elif game.book.has("tie_break") and game.book.get("COOPERATIVE", False):
        text = "tie_break() is never called: players do not compete with each other "
        text += f"({game.seats} players)"
        yield Breach("tie_break", "tie_break", text, "remove it", "warning")


def length_breaches(game: Game, batch: GameBatch) -> Iterator[Breach]:
    """Report games that reached LONGEST and were stopped."""
    n_capped = int((batch.end == CAP).sum())
    if n_capped:
        games = f"{n_capped} of {len(batch)} random games" if len(batch) > 1 else "a random game"
        text = f"{games} did not end within LONGEST = {game.longest} ({game.seats} players)"
        fix = unended_fix(game) or "let the game end sooner, or raise LONGEST"
        if game.pack.play is not None:
            text = f"{games} did not end within {game.longest:,} decisions ({game.seats} players)"
            fix = "write an end that comes in every game, such as: after 20 rounds"
        yield Breach("cap", "LONGEST", text, fix, "warning")


def _always_together(batch: GameBatch) -> Teams:
    """Return groups of seats whose scores vary but never differ; empty if each seat is alone."""
    scores = np.moveaxis(batch.tenths, 2, 0).reshape(batch.seats, -1)
    sides: dict[bytes, list[int]] = {}
    for seat, own in enumerate(scores):
        sides.setdefault(own.tobytes() if np.ptp(own) else bytes([seat]), []).append(seat)
    return tuple(map(tuple, sides.values())) if 1 < len(sides) < batch.seats else ()
