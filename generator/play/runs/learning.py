"""Learns the worth of cards and resources in a game of words, by playing the game.

Random players play first. Then greedy players play, each with random preferences for some cards and
resources. Ridge regression predicts a seat's final lead over another seat from its surplus of cards
and resources during the game. Without evidence the score counts 1 and other features count 0. Of
several sets of weights, the set that wins most games against the best weights so far and random
players is kept.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from generator.play.engine.batch import GameBatch, play_games
from generator.play.engine.from_data.judge import (
    HAND_SIZE,
    RESOURCES_AT,
    SCORE,
    UNIT,
    Weights,
    hands_at,
    n_weights,
    rows_at,
)
from generator.play.engine.from_data.layout import DECK, DISCARD, FRONT, HAND, SEATS_AT
from generator.play.engine.game import Game
from generator.play.engine.playback import PlayOut
from generator.reading.folder import is_played_by_words
from generator.reading.phrases.limits import LARGE, SMALL, Tier

Floats = NDArray[np.float64]

SEED = 20_260_000  # seed of the games from which weights are learned
ROUNDS = 4  # number of rounds of play; in the first round all players are random
RANDOM_GAMES = 400
TASTES, GAMES = 40, 10  # number of sets of preferences per round, and of games played with each set
MOST_DECISIONS = 150_000  # greatest number of decisions in all games of a round
POSITIONS = 8  # number of positions sampled from each game
TASTE = 0.3  # size of a typical preference, as a share of a typical lead
RIDGES = (20.0, 300.0)
STEADY = 3.0  # factor of the evidence that a weight that changes in the course of a game needs
TRIALS = 150  # number of games against the best weights so far, and against random players
LARGEST = 10**7  # largest weight, in thousandths of a point
_CARD = 0xFFFF


@dataclass
class Sample:
    """Pairs of seats, with the surplus of the first seat in each feature, and its final lead."""

    more: list[Floats] = field(default_factory=list)  # each (pairs, weights)
    # each (pairs,), 0 at the start and 1 after a usual game
    phase: list[Floats] = field(default_factory=list)
    lead: list[Floats] = field(default_factory=list)  # leads, each (pairs,) in points

    def since(self, first: int) -> "Sample":
        """Return the pairs from the given number on."""
        return Sample(self.more[first:], self.phase[first:], self.lead[first:])


def learn(game: Game) -> Weights:
    """Return the learned weights of a game that is judged by the score alone.

    The same game gives the same weights.
    """
    learner = _Learner(game)
    for number in range(ROUNDS):
        learner.play_round(number)
        learner.improve()
    return learner.best


class _Learner:
    """The weights of a game as learned so far, and the positions behind them."""

    def __init__(self, game: Game) -> None:
        self.game, self.replay = game, PlayOut(game, "random")
        self.tier = tier_of(game)
        self.chance = np.random.default_rng(SEED)
        self.sample = Sample()
        self.seed = SEED
        self.first = 0  # number of the first pair of the last round
        self.decisions = self.turns = 1.0  # numbers of decisions and turns of a usual game
        self.best = Weights()
        self.over_random = 0.0  # share of games that the best weights win against random players

    def play_round(self, number: int) -> None:
        """Play the games of a round and sample positions from them."""
        if number == 0:
            batch = self.play(self.game, ["random"], 20)
            self.decisions = float(batch.decisions.mean())
            self.turns = float(batch.turns.mean())
            self.take(self.play(self.game, ["random"], self.affordable(RANDOM_GAMES)))
            self.best = Weights(turns=self.usual, spread=spread_of(self.sample))
            self.over_random = self.share(self.best, None)
            return
        self.first = len(self.sample.more)
        games = max(1, self.affordable(TASTES * GAMES) // TASTES)
        for taste in range(TASTES):
            half = int(self.decisions / 2)
            agents = (["greedy"], ["greedy", "random"], [f"greedy:until={half}", "greedy"])
            team = agents[taste % len(agents)]
            if len(team) > 1:
                team = [team[i % 2] for i in range(self.game.seats)]
            batch = self.play(judged_by(self.game, self.tastes()), team, games)
            self.decisions += (float(batch.decisions.mean()) - self.decisions) / 8
            self.turns += (float(batch.turns.mean()) - self.turns) / 8
            self.take(batch)

    def affordable(self, games: int) -> int:
        """Return the number of games to play: the given number, or fewer if games are long."""
        return max(20, min(games, int(MOST_DECISIONS / self.decisions)))

    @property
    def usual(self) -> int:
        """The number of turns in a typical game."""
        return max(1, round(self.turns))

    def play(self, game: Game, agents: Sequence[str], games: int) -> GameBatch:
        """Play the next games, with seeds that no earlier games used."""
        self.seed += 1
        return play_games(game, agents, self.seed, 0, games, collect="moves")

    def tastes(self) -> list[Weights]:
        """Return the best weights for each seat, changed by random preferences."""
        tastes = []
        for _ in range(self.game.seats):
            liking = (
                self.chance.standard_t(3, n_weights(self.tier)) * TASTE * self.best.spread * UNIT
            )
            liking[SCORE] = 0.0
            by_phase = self.best.filled(self.tier) + np.rint(np.outer((1.0, 0.5), liking))
            tastes.append(replace(self.best, by_phase=_whole(by_phase)))
        return tastes

    def take(self, batch: GameBatch) -> None:
        """Sample positions from games and store their pairs of seats."""
        game, sample = self.game, self.sample
        for i in range(len(batch)):
            moves = batch.moves[batch.move_starts[i] : batch.move_starts[i + 1]]
            if len(moves) < 2:
                continue
            seen = self.replay(batch.seed, int(batch.index[i]), moves, watch=True)
            at = np.sort(self.chance.integers(0, len(moves), POSITIONS))
            states = seen.positions[at].view(game.template.dtype)[:, 0]
            # until all have chosen, some scores already count cards that are not on the table yet
            if game.tables.drafts:
                is_level = (states["chosen"] < 0).all(axis=(1, 2))
                at, states = at[is_level], states[is_level]
            has = features_of(game, states, seen.scores[at])
            phase = np.minimum(states["turns"], self.usual) / self.usual
            for seat in range(game.seats):
                for other in range(seat):
                    sample.more.append(has[:, seat] - has[:, other])
                    sample.phase.append(phase)
                    lead = batch.scores[i, seat] - batch.scores[i, other]
                    sample.lead.append(np.full(len(at), lead))

    def improve(self) -> None:
        """Fit weights to all positions; keep the new weights if they win more games."""
        samples = [self.sample] if self.first == 0 else [self.sample, self.sample.since(self.first)]
        for sample, ridge in itertools.product(samples, RIDGES):
            weights = fitted(self.game, sample, self.usual, ridge)
            over_random = self.share(weights, None)
            gain = self.share(weights, self.best) - 1 / self.game.seats
            if gain + over_random - self.over_random > 0.0:
                self.best, self.over_random = weights, over_random

    def share(self, weights: Weights, others: Weights | None) -> float:
        """Return the share of games that a greedy player with these weights wins."""
        seats, share = self.game.seats, 0.0
        team = ["greedy" if others or seat == 0 else "random" for seat in range(seats)]
        for seat in range(seats):
            judges = [others or weights] * seats
            judges[seat] = weights
            team_here = [team[(i - seat) % seats] for i in range(seats)]
            game = judged_by(self.game, judges)
            batch = play_games(
                game, team_here, SEED, 0, TRIALS // seats, rotate=False, collect="none"
            )
            share += float((batch.winners[:, seat] / batch.winners.sum(axis=1)).mean()) / seats
        return share


def tier_of(game: Game) -> Tier:
    """Return the tier of a game of words."""
    return SMALL if len(game.tables.part_of) == SMALL.rows else LARGE


def judged_by(game: Game, judges: Sequence[Weights]) -> Game:
    """Return the same game, in which each seat judges by its own weights."""
    tables = np.zeros(1, game.tables.dtype)
    tables[0] = game.tables
    tables["judge_weights"][0, : len(judges)] = [each.filled(tier_of(game)) for each in judges]
    tables["judge_learned"] = 1
    tables["judge_turns"], tables["judge_spread"] = judges[0].turns, judges[0].spread
    return replace(game, tables=tables[0])


def weights_in(game: Game) -> Weights | None:
    """Return the learned weights by which bots judge the game; None if the game has none."""
    if not is_played_by_words(game.pack) or not game.tables.judge_learned:
        return None
    tables = game.tables
    return Weights(
        np.array(tables.judge_weights[0]), int(tables.judge_turns), float(tables.judge_spread)
    )


def features_of(game: Game, states: Any, scores: Floats) -> Floats:
    """Return the features of every seat, (positions, seats, weights), from records and scores."""
    tables, cards, tier = game.tables, states["cards"], tier_of(game)
    out = np.zeros((len(states), game.seats, n_weights(tier)))
    places, rows = np.arange(cards.shape[2] - 2), np.array(tables.row_of)
    piles = [(FRONT, rows_at(tier))]
    if tables.own_decks:
        piles += [(pile, rows_at(tier)) for pile in (HAND, DECK, DISCARD)]
    elif not tables.drafts:
        piles += [(HAND, hands_at(tier))]
    for seat in range(game.seats):
        out[:, seat, SCORE] = scores[:, seat]
        out[:, seat, RESOURCES_AT + 1 : rows_at(tier)] = states["held"][:, seat, 1:]
        holder = (seat - states["handed_on"]) % game.seats if tables.drafts else seat
        out[:, seat, HAND_SIZE] = cards[range(len(states)), SEATS_AT + 4 * holder + HAND, 0]
        for pile, first in piles:
            these = cards[:, SEATS_AT + 4 * seat + pile]
            which, place = np.nonzero(places < these[:, :1])
            cell: Any = which, seat, first + rows[these[which, 2 + place] & _CARD]
            np.add.at(out, cell, 1.0)
    return out


def fitted(game: Game, sample: Sample, usual: int, ridge: float) -> Weights:
    """Fit leads on differences by ridge regression, early and late, towards a score that counts 1.

    The weight of a resource that pays for something is at least 0, because nobody has to spend it.
    """
    more, phase = np.concatenate(sample.more), np.concatenate(sample.phase)
    lead = np.concatenate(sample.lead)
    used = np.flatnonzero(more.any(axis=0))
    x = np.hstack([more[:, used] * (1 - phase)[:, None], more[:, used] * phase[:, None]])
    prior = np.tile((used == SCORE) * 1.0, 2)
    scale = np.tile(np.maximum(more[:, used].std(axis=0), 1e-9), 2)
    z, rest = x / scale, lead - x @ prior
    ties = np.array([[1 + STEADY, -STEADY], [-STEADY, 1 + STEADY]])
    gram, moment = z.T @ z + ridge * np.kron(ties, np.eye(len(used))), z.T @ rest
    pays = np.tile(np.isin(used, RESOURCES_AT + np.flatnonzero(_prices(game))), 2)
    free = np.ones(len(scale), bool)
    gains = np.zeros(len(scale))
    for _ in range(len(scale)):
        gains[:] = 0.0
        gains[free] = np.linalg.solve(gram[np.ix_(free, free)], moment[free])
        below = pays & (gains < 0.0)
        if not below.any():
            break
        free &= ~below
    weights = prior + gains / scale
    by_phase = np.zeros((2, more.shape[1]))
    by_phase[:, used] = weights.reshape(2, -1) * UNIT
    spread = max(1.0, float(np.std(lead - x @ weights)))
    return Weights(_whole(by_phase), usual, spread)


def _prices(game: Game) -> NDArray[np.bool_]:
    """Return the resources that some price or cost takes, and the wild resource."""
    tables = game.tables
    pays = (tables.cost > 0).any(axis=0) | (tables.costs > 0).any(axis=0)
    if tables.wild >= 0:
        pays[tables.wild] = True
    return np.asarray(pays)


def spread_of(sample: Sample) -> float:
    """Return the typical final lead, in points."""
    return max(1.0, float(np.std(np.concatenate(sample.lead))))


def _whole(weights: Floats) -> NDArray[np.int32]:
    return np.clip(np.rint(weights), -LARGEST, LARGEST).astype(np.int32)
