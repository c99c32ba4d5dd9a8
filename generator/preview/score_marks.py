"""Whether the scores of a game only mark who won.

In: a plain game. Out: an answer from a few games that are played at random.
"""

import numpy as np

from generator.kit.chance import below, stream
from generator.play.engine.game import Game
from generator.play.engine.records import scores_of

GAMES = 2  # number of games that are played at random
MOST_MOVES = 400  # maximum number of moves in each of them
MARKS_STREAM = 3_300_000  # number of the random stream for these games


def only_marks_winner(game: Game) -> bool:
    """Whether all scores are 0 until a game ends, and then 0 or 1.

    A game that does not end within `MOST_MOVES` moves is taken to have scores that count.
    """
    out = np.zeros(game.widest, np.int32)
    for index in range(GAMES):
        rng = stream(0, index, MARKS_STREAM)
        state = game.fresh()
        game.deal(game.tables, state[0], rng)
        for _ in range(MOST_MOVES):
            scores = {float(score) for score in scores_of(game, state[0])}
            if int(game.turn(game.tables, state[0])) < 0:
                break
            if scores != {0.0}:
                return False
            n = int(game.moves(game.tables, state[0], out))
            game.play(game.tables, state[0], np.int64(out[below(rng, n)]), rng)
        else:
            return False
        if not scores <= {0.0, 1.0}:
            return False
    return True
