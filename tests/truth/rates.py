"""Every rate that the measures state, compared with known truth: `python -m tests.truth.rates`.

Each line has one rate, with the counted event, the number of runs, and the allowed range. The tests
in this folder check the same within wider bounds and with fewer runs; this takes some minutes of
one core.
"""

import argparse
import time
from collections.abc import Callable, Mapping

import numpy as np

from generator.play.engine.game import load_game
from generator.play.measures.compensation import even_value
from generator.play.measures.insight import insight_of
from generator.play.readings.course import DECIDED_EARLY
from generator.play.statistics import inference
from generator.play.statistics.multiple_testing import any_difference, sidak
from generator.play.statistics.share_bounds import share_interval
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up
from tests.tellings import findings_of
from tests.truth import (
    test_chances,
    test_compensation,
    test_disputed,
    test_effects,
    test_elo,
    test_lead,
    test_seats,
    test_shares,
    test_sweep_shapes,
)

STEPS = (100, 300, 600, 900, 1200, 1500, 1800)  # Elo points
N_PIECES = 30


def say(what: str, rate: float, n: int, wanted: str) -> None:
    """Print one rate with its standard error."""
    error = 1.96 * np.sqrt(max(rate * (1 - rate), 1 / n) / n)
    print(f"{what}: {rate:.1%} ± {error:.1%} of {n:,} (wanted: {wanted})", flush=True)


def effects(runs: int) -> None:
    """Effects of exchanged pieces: coverage, pieces without effect, the control, the bias."""
    for is_reversed in (False, True):
        game = load_game(test_effects.bazaar(is_reversed), 2)
        known = {piece: test_effects.truth_of(game, piece, 60_000) for piece in game.pieces}
        found = [test_effects.run(game, seed, 3000) for seed in range(2, 2 + runs)]
        every = [e for one in found for e in one]
        order = "rows reversed" if is_reversed else "rows as written"
        covered = [e.value.low <= known[e.piece][0] <= e.value.high for e in every]
        say(f"effects hold the truth, {order}", np.mean(covered), len(covered), "93–97 %")
        nulls = [e.q <= 0.05 for e in every if e.piece in test_effects.NULL]
        say(f"pieces without effect are blamed, {order}", np.mean(nulls), len(nulls), "≤ 5 %")
        controls = [e.control.excludes(0) for e in every]
        say(f"placebos show an effect, {order}", np.mean(controls), len(controls), "5 %")
        off = []
        for i, piece in enumerate(game.pieces):
            values = [one[i].value.value for one in found]
            error = np.hypot(np.std(values) / np.sqrt(runs), known[piece][1])
            off.append(abs(np.mean(values) - known[piece][0]) / error)
        print(f"bias, {order}: at most {max(off):.1f} of its own error, {len(off)} pieces")


def sweeps(runs: int) -> None:
    """Sweeps over a parameter that does nothing, ten measures each."""
    for values, games in ((4, 100), (9, 50), (9, 400), (16, 400)):
        rng = np.random.default_rng(12)
        rate = np.mean([test_sweep_shapes.claims(rng, values, games) for _ in range(runs)])
        say(f"flat sweeps of {values} × {games} games claim anything", rate, runs, "≤ 5 %")


def seats(runs: int) -> None:
    """Seats that are fair, or of which one wins most of the decided games."""
    for games, drawn, wins in test_seats.FAIR:
        rng = np.random.default_rng(12)
        rate = np.mean([test_seats.told(rng, games, drawn, wins) for _ in range(runs)])
        what = f"{len(wins)} fair seats, {games} games, {drawn:.0%} drawn, are told to be unfair"
        say(what, rate, runs, "5 %")
    rng = np.random.default_rng(13)
    rate = np.mean([test_seats.told(rng, 1000, 0.9, (0.08, 0.02)) for _ in range(runs)])
    say("90 % drawn, 8 % first, 2 % second, 1,000 games: told", rate, runs, "most")
    rng = np.random.default_rng(14)
    apart = 0
    for _ in range(runs):
        shares = test_seats.games_of(rng, 400, 0.1, (0.225,) * 4)
        total = shares.sum(axis=0)
        half = (shares[:, int(total.argmax())] - shares[:, int(total.argmin())] + 1) / 2
        rows = np.column_stack([half, np.ones(400)])
        apart += share_interval(rows, 400, sidak(inference.LEVEL, 6)).low > 0.5
    say("four fair seats: best less worst excludes 0", apart / runs, runs, "≤ 5 %")
    for games in (100, 400, 1000):
        rng = np.random.default_rng(15)
        found = [
            any_difference(test_seats.changed(rng, games, 0.9, 0.0)[:, :1], games).p < 0.05
            for _ in range(runs)
        ]
        say(f"compare of {games} games: equal settings told apart", np.mean(found), runs, "5 %")


def leads(runs: int) -> None:
    """Coin races without a runaway leader."""
    for n_seats, to, games in ((2, 3, 1000), (2, 10, 200), (2, 10, 1000), (4, 6, 1000)):
        rng = np.random.default_rng(12)
        made = [test_lead.race(rng, games, seats=n_seats, to=to) for _ in range(runs)]
        rate = np.mean([test_lead.verdict(batch) != 0 for batch in made])
        say(
            f"coin race of {n_seats} to {to}, {games} games: leads grow or shrink",
            rate,
            runs,
            "5 %",
        )


def decisions(runs: int) -> None:
    """Races with known odds, judged by a player who is sure of every lead."""
    truth = float(np.sin(0.4 * np.pi) ** 2)
    for games in (60, 200):
        rng = np.random.default_rng(16)
        found = [insight_of(test_chances.raced(rng, games), "") for _ in range(runs)]
        at = [one.decision_time for one in found]
        half = [one.best_wins[len(one.best_wins) // 2] for one in found]
        for what, told, known in (("nine in ten", at, truth), ("half-way", half, 0.75)):
            held = np.mean([e.low <= known <= e.high for e in told])
            say(f"{games} races, best position, {what}: holds the truth", held, runs, "≥ 95 %")
        early = np.mean([e.high < DECIDED_EARLY for e in at])
        say(f"{games} races: called decided early", early, runs, "≤ 5 %")


def ratings(runs: int) -> None:
    """Elo where one side wins nearly everything."""
    for games, seat in ((100, 0.0), (400, 0.3)):
        rng = np.random.default_rng(12)
        rates = [
            float(np.mean([test_elo.holds(rng, elo, games, seat) for _ in range(runs)]))
            for elo in STEPS
        ]
        what = f"Elo of {games} games, 100 to 1,800: holds the truth"
        say(what, float(np.mean(rates)), runs * len(STEPS), "≥ 93 %")
        each = ", ".join(f"{elo}: {rate:.1%}" for elo, rate in zip(STEPS, rates, strict=True))
        print(f"  each of {runs:,} (wanted: ≥ 90 %): {each}", flush=True)


def shares(runs: int) -> None:
    """Shares near 0 and 100 %."""
    for kind in ("won", "shared", "weighted"):
        for games in (50, 200, 1000):
            rng = np.random.default_rng(12)
            rates = [
                float(np.mean([test_shares.holds(rng, p, games, kind) for _ in range(runs)]))
                for p in test_shares.ENDS
            ]
            what = f"shares near 0 and 100 %, {kind}, {games} games: hold the truth"
            say(what, float(np.mean(rates)), runs * len(rates), f"95 %; least {min(rates):.1%}")


def pieces(runs: int) -> None:
    """Thirty pieces that do nothing: how many runs sound an alarm about one of them."""
    names = tuple(f"goods/{i}" for i in range(N_PIECES))
    pack = pack_of("market")
    for games, used in ((200, 0.15), (200, 0.3), (400, 0.3), (1000, 0.3)):
        rng, alarms = np.random.default_rng(12), 0
        for _ in range(runs):
            took = (rng.random((games, 2, N_PIECES)) < used).astype(np.int32)
            scores = np.eye(2)[rng.integers(0, 2, games)]
            results = made_up(scores, pack, pieces=names, piece_used=took, piece_offered=took)
            found = findings_of(results)
            alarms += any(f.level == "look" and f.piece for f in found)
        what = f"{N_PIECES} pieces that do nothing, used by {used:.0%}, {games} games: an alarm"
        say(what, alarms / runs, runs, "≤ 5 %")


def evening(runs: int) -> None:
    """What makes seats even, in points and by a parameter."""
    for games, n_seats in ((300, 2), (1500, 2), (400, 4)):
        rng = np.random.default_rng(12)
        hits = [h for _ in range(runs) for h in test_compensation.covered(rng, games, n_seats)]
        what = f"points that make {n_seats} seats even, {games} games: hold the truth"
        say(what, float(np.mean(hits)), len(hits), "95 %")
    for games in (400, 1600):
        rng = np.random.default_rng(12)
        found = [
            even_value(test_compensation.VALUES, test_compensation.shares_over(rng, games), 0.5)
            for _ in range(runs)
        ]
        hits = [e.low <= test_compensation.EVEN_AT <= e.high for e in found]
        what = f"the value that makes seats even, {games} games a value: holds the truth"
        say(what, float(np.mean(hits)), runs, "≥ 95 %")


def doubts(runs: int) -> None:
    """Edges of seats that both kinds of player show, and edges that neither shows."""
    for share, seed in ((0.57, 7), (0.5, 8)):
        alarms, wrong = test_disputed.disputed(np.random.default_rng(seed), share, share, runs)
        what = f"first seat wins {share:.0%} with both kinds of player"
        say(f"{what}: an alarm", alarms / runs, runs, "most" if share > 0.5 else "≤ 5 %")
        say(f"{what}: said to be the players'", wrong / runs, runs, "≤ 5 %")


RATES = {
    f.__name__: (f, runs)
    for f, runs in (
        (effects, 100), (sweeps, 400), (seats, 2000), (leads, 600), (decisions, 600),
        (ratings, 400), (shares, 2000), (pieces, 400), (evening, 600), (doubts, 200),
    )
}  # fmt: skip


def main(
    rates: Mapping[str, tuple[Callable[[int], None], int]] = RATES, about: str | None = __doc__
) -> None:
    """Print the requested rates, all by default."""
    asked = argparse.ArgumentParser(description=about)
    asked.add_argument("names", nargs="*", choices=[*rates, []], default=[])
    asked.add_argument("--part", type=float, default=1.0, help="of the runs each usually makes")
    call = asked.parse_args()
    for name in call.names or rates:
        begun = time.process_time()
        rate, runs = rates[name]
        rate(max(4, round(runs * call.part)))
        print(f"  {name}: {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
