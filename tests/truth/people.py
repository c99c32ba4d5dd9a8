"""The rates of statements about games between people: `python -m tests.truth.people`.

Each line has one rate, with the counted event, the number of runs, and the allowed range. Pages
have eight related figures (four shares of the win, mean score, margin, rounds, and one that follows
the rounds), as those of games of four players. Strength and kinds are found from sets of 10 games
of bots that are taken for people. `--part 0.1` makes a tenth of the runs.
"""

import numpy as np
from numpy.typing import NDArray

from generator.people.decisions import RUNGS, Decisions, RecordedGame, decisions_of
from generator.play.statistics.agreement import (
    BAND,
    agreement,
    by_evening,
    estimate_of,
    relabelled,
)
from generator.play.statistics.likeness import Choices, bits_of, fits_of, rungs_of
from tests.truth.rates import main, say

Floats = NDArray[np.float64]
SEATS, FIGURES = 4, 8
BOTS = 1000
SIZES = (5, 10, 20, 50)


def page(rng: np.random.Generator, n: int, shift: float = 0.0) -> Floats:
    """(n, 8) figures of n games of four equal players; `shift` moves the score, in its sd."""
    skill = rng.normal(size=(n, SEATS))
    long = rng.normal(size=n)
    scores = 30 + 4 * skill + 3 * long[:, None]
    ordered = np.sort(scores, axis=1)
    shares = np.eye(SEATS)[scores.argmax(axis=1)]
    mean = scores.mean(axis=1) + shift * np.sqrt(4.0**2 / SEATS + 3.0**2)
    rounds = np.round(9 + 2 * long + rng.normal(size=n))
    return np.column_stack([shares, mean, ordered[:, -1] - ordered[:, -2], rounds, rounds * 5])


def any_alarm(rng: np.random.Generator, n: int, shift: float = 0.0) -> tuple[bool, bool]:
    """Whether any figure of a page is said to differ, and whether the score is."""
    p = relabelled(page(rng, n, shift), page(rng, BOTS), int(rng.integers(1 << 30)))
    return bool((p <= 0.05).any()), bool(p[SEATS] <= 0.05)


def alarms(runs: int) -> None:
    """Pages of people who are like the bots, and such whose score lies 0.8 sd higher."""
    for n in SIZES:
        rng = np.random.default_rng(21)
        rate = np.mean([any_alarm(rng, n)[0] for _ in range(runs)])
        say(f"{n} games like those of bots: any figure is said to differ", rate, runs, "≤ 5 %")
    for n in SIZES:
        rng = np.random.default_rng(22)
        rate = np.mean([any_alarm(rng, n, 0.8)[1] for _ in range(runs)])
        say(f"{n} games, score 0.8 sd higher: said to differ", rate, runs, "power")


EVENINGS = ((6, 4), (10, 2), (10, 5))  # number of evenings, and of games on each


def evening_page(
    rng: np.random.Generator, evenings: int, games: int, alike: float, shift: float = 0.0
) -> tuple[Floats, list[str]]:
    """Figures of games of which `alike` of the variance is that between evenings (ICC)."""
    n = evenings * games
    which = np.repeat(np.arange(evenings), games)
    mood, own = rng.normal(size=(evenings, 3)), rng.normal(size=(n, 3))
    long, level, pace = (np.sqrt(alike) * mood[which] + np.sqrt(1 - alike) * own).T
    skill = rng.normal(size=(n, SEATS))
    scores = 30 + 4 * (skill - skill.mean(axis=1, keepdims=True)) + 2 * level[:, None]
    scores += 3 * long[:, None] + shift * np.hypot(2, 3)
    ordered = np.sort(scores, axis=1)
    rounds = np.round(9 + 2 * long + pace)
    shares = np.eye(SEATS)[scores.argmax(axis=1)]
    margin = ordered[:, -1] - ordered[:, -2]
    page = np.column_stack([shares, scores.mean(axis=1), margin, rounds, rounds * 5])
    return page, [str(evening) for evening in which]


def evening_alarm(
    rng: np.random.Generator, evenings: int, games: int, alike: float, shift: float = 0.0
) -> tuple[bool, bool]:
    """Whether any figure is said to differ on other evenings, and whether the score is."""
    few, names = evening_page(rng, evenings, games, alike, shift)
    many, _ = evening_page(rng, BOTS, 1, alike)
    p = by_evening(few, many, names)
    assert p is not None
    return bool((p <= 0.05).any()), bool(p[SEATS] <= 0.05)


def evenings(runs: int) -> None:
    """Games of one evening that are alike, of people who are like the bots or score 0.8 sd more."""
    for alike in (0.0, 0.1, 0.3):
        for n, games in EVENINGS:
            rng = np.random.default_rng(27)
            rate = np.mean([evening_alarm(rng, n, games, alike)[0] for _ in range(runs)])
            what = f"{n} evenings of {games} games, ICC {alike:.1f}"
            say(f"{what}: any figure is said to differ on others", rate, runs, "≤ 5 %")
            rng = np.random.default_rng(28)
            rate = np.mean([evening_alarm(rng, n, games, alike, 0.8)[1] for _ in range(runs)])
            say(f"{what}, score 0.8 sd higher: said to differ on others", rate, runs, "power")


def agreed(rng: np.random.Generator, n: int, apart: float, is_share: bool, low: float) -> bool:
    """Whether a figure is said to agree whose truth lies so far apart; the test is left out."""
    if is_share:
        few = (rng.random(n) < low + apart).astype(float)
        many = (rng.random(BOTS) < low).astype(float)
        return agreement(few, many, 1.0, True, BAND).verdict == "agrees"
    few, many = rng.normal(10 + apart, 2, n), rng.normal(10, 2, BOTS)
    return agreement(few, many, 1.0, False, BAND * 10).verdict == "agrees"


def agreements(runs: int) -> None:
    """Figures that truly are equal, and such that lie just so far apart as still agrees."""
    for is_share, low in ((True, 0.25), (True, 0.5), (True, 0.04), (False, 0.0)):
        kind = f"a share of {low:.0%}" if is_share else "a mean, sd 20 % of it"
        for n in (*SIZES, 100):
            rng = np.random.default_rng(23)
            apart = BAND if is_share else BAND * 10
            rate = np.mean([agreed(rng, n, apart, is_share, low) for _ in range(runs)])
            say(f"{kind}, {n} games, apart by the band: agrees", rate, runs, "≤ 5 %")
        for n in (20, 50, 100):
            rng = np.random.default_rng(24)
            rate = np.mean([agreed(rng, n, 0.0, is_share, low) for _ in range(runs)])
            say(f"{kind}, {n} games, equal: agrees", rate, runs, "power")


def held(rng: np.random.Generator, n: int, kind: str) -> bool:
    """Whether the interval of people's games holds the truth."""
    if kind == "score":
        estimate = estimate_of(page(rng, n)[:, SEATS], False)
        truth = 30.0
    elif kind == "margin":
        estimate, truth = estimate_of(rng.exponential(3.0, n), False), 3.0
    else:
        truth = float(kind)
        estimate = estimate_of((rng.random(n) < truth).astype(float), True)
    return estimate.low <= truth <= estimate.high


def intervals(runs: int) -> None:
    """Intervals of people's figures with few games."""
    for kind in ("0.25", "0.5", "score", "margin"):
        for n in (5, 10, 20):
            rng = np.random.default_rng(25)
            rate = np.mean([held(rng, n, kind) for _ in range(runs)])
            what = f"share of {float(kind):.0%}" if kind[0] == "0" else kind
            wanted = "≥ 95 %" if kind != "margin" else "95 %, skewed: less"
            say(f"{what}, {n} games: the interval holds the truth", rate, runs, wanted)


def bots_as_people(runs: int) -> None:
    """Games of a real game's bots, taken for games of people."""
    from generator.people.figures import values_of_bots
    from generator.play.engine.batch import play_games
    from generator.play.engine.game import load_game
    from tests.play.lean import pack_of

    batch = play_games(load_game(pack_of("market"), 2), ["greedy"], 5, 0, 20_000, collect="full")
    pool = np.column_stack([*values_of_bots(batch).values()])
    for n in SIZES:
        rng, n_alarms = np.random.default_rng(26), 0
        for _ in range(runs):
            drawn = pool[rng.choice(len(pool), n + BOTS, replace=False)]
            p = relabelled(drawn[:n], drawn[n:], int(rng.integers(1 << 30)))
            n_alarms += bool((p <= 0.05).any())
        say(f"{n} games of greedy bots taken for people: an alarm", n_alarms / runs, runs, "≤ 8 %")


PLANTED = ("mcts:10", "mcts:50", "mcts:400")
UNSEEN = (("connect_four", 2), ("bazaar", 2))  # games that the design of the estimator did not use
GAMES = 10  # of a set


def decisions_in(name: str, players: int, agent: str, sets: int) -> Decisions:
    """Decisions of independent sets of games, played by an agent in every seat."""
    from generator.play.engine.batch import play_games
    from generator.play.engine.game import load_game
    from tests.play.lean import pack_of

    game = load_game(pack_of(name), players)
    batch = play_games(game, [agent], 29, 0, sets * GAMES, collect="moves")
    starts, seats = batch.move_starts, frozenset(range(players))
    games = [
        RecordedGame(29, int(batch.index[i]), tuple(batch.moves[starts[i] : starts[i + 1]]), seats)
        for i in range(len(batch))
    ]
    return decisions_of(game, games, most=1_000_000)


def said_of_set(decisions: Decisions, number: int) -> tuple[str, set[str], str]:
    """The nearest rung of one set of games, the possible rungs, and the kind that is named."""
    mine = decisions.game // GAMES == number
    unit = decisions.game[mine] % GAMES
    costs = decisions.cost[mine], decisions.rung_costs[:, mine]
    fits, rung = rungs_of(RUNGS, *costs, unit)
    rows = [row[mine] for row in decisions.values]
    bits = np.array([bits_of(Choices(row, decisions.chosen[mine], unit)) for row in rows])
    possible = {rung, *(fit.rung for fit in fits if fit.is_possible)}
    return rung, possible, fits_of(decisions.kinds, bits)[1]


def strength(runs: int) -> None:
    """Searches of three strengths, taken for people in sets of 10 games."""
    for name, players in UNSEEN:
        for agent in PLANTED:
            decisions = decisions_in(name, players, agent, runs)
            told = [said_of_set(decisions, number) for number in range(runs)]
            what = f"{name}, {GAMES} games of {agent}"
            nearest = np.mean([rung == agent for rung, _, _ in told])
            say(f"{what}: the nearest strength is theirs", nearest, runs, "≥ 90 %")
            held = np.mean([agent in possible for _, possible, _ in told])
            say(f"{what}: their strength is among the possible ones", held, runs, "≥ 95 %")
            wrong = np.mean([kind not in ("", "search") for _, _, kind in told])
            say(f"{what}: another kind than search is named", wrong, runs, "≤ 5 %")


def kinds(runs: int) -> None:
    """Players that do not search, taken for people in sets of 10 games."""
    for name, players, agent in (
        ("market", 2, "greedy"), ("leaky_raft", 3, "greedy"), ("leaky_raft", 3, "daring"),
    ):  # fmt: skip
        decisions = decisions_in(name, players, agent, runs)
        told = [said_of_set(decisions, number)[2] for number in range(runs)]
        what = f"{name}, {GAMES} games of {agent}"
        say(f"{what}: it is named", np.mean([kind == agent for kind in told]), runs, "most")
        wrong = np.mean([kind not in ("", agent) for kind in told])
        say(f"{what}: another kind is named", wrong, runs, "≤ 5 %")
    decisions = decisions_in("leaky_raft", 3, "random", runs)
    wrong = np.mean([said_of_set(decisions, number)[2] != "" for number in range(runs)])
    say(f"leaky_raft, {GAMES} games of random: a kind is named", wrong, runs, "≤ 5 %")


RATES = {
    f.__name__: (f, runs)
    for f, runs in (
        (alarms, 600),
        (evenings, 600),
        (agreements, 2000),
        (intervals, 2000),
        (bots_as_people, 400),
        (strength, 40),
        (kinds, 20),
    )
}


if __name__ == "__main__":
    main(RATES, __doc__)
