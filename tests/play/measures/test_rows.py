"""Sums per game, compared with loops over single games and seats."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from generator.model.measures import UNENDED
from generator.play.engine.batch import GameBatch, course_marks
from generator.play.engine.loop import CAP, OVER
from generator.play.measures import tally as module
from generator.play.measures.metrics import measure
from generator.play.measures.tally import AROUND, BEHIND, LONGEST_MARK, Histogram, Tally
from tests.play.batches import batch_of, tally_of

SEATS, GAMES, TARGET = 3, 60, (12, 20)
MARKS = course_marks(LONGEST_MARK)[:8]


def played(seed: int = 1, seats: int = SEATS) -> GameBatch:
    """Games of many ends, some tied, of two kinds of player; all that is counted is random."""
    rng = np.random.default_rng(seed)
    n = GAMES
    decisions = rng.integers(6, 30, n)
    courses = rng.integers(0, 9, (n, 8, seats)).astype(float)
    courses[decisions[:, None] < np.array(MARKS)] = np.nan  # the game was over
    movers = [rng.integers(0, seats, m) for m in decisions]
    return batch_of(
        rng.integers(0, 9, (n, seats)),
        agents=("greedy", "random", "greedy")[:seats],
        agent_of=np.array([rng.permutation(seats) for _ in range(n)], np.int8),
        end=rng.choice([OVER, OVER, CAP], n).astype(np.int8),
        reasons=tuple(rng.choice(["line", "stalled", "cap"], n, p=[0.8, 0.1, 0.1]).tolist()),
        decisions=decisions,
        turns=rng.integers(8, 26, n),
        rounds=rng.integers(2, 7, n),
        branching=decisions * 3,
        choices=rng.integers(0, 6, n),
        lead_changes=rng.integers(0, 5, n),
        tenths=rng.integers(0, 140, (n, 11, seats)).astype(float),
        courses=courses,
        kinds=("draw", "play"),
        kind_counts=rng.integers(0, 9, (n, seats, 2)),
        pieces=("cards/a", "cards/b", "cards/c"),
        piece_used=rng.integers(0, 2, (n, seats, 3)) * rng.integers(1, 3, (n, seats, 3)),
        piece_offered=rng.integers(0, 3, (n, seats, 3)),
        supplies=("coins", "wood"),
        supply_low=rng.integers(-1, 4, (n, seats, 2)),
        measures=("own",),
        measured=rng.normal(size=(n, 1)),
        movers=np.concatenate(movers).astype(np.int8),
        move_starts=np.concatenate([[0], np.cumsum(decisions)]),
    )


def shares(batch: GameBatch, g: int) -> list[float]:
    """Each seat's share of the win."""
    best = max(batch.scores[g])
    winners = [float(x == best) for x in batch.scores[g]]
    return [w / sum(winners) for w in winners]


def counted(batch: GameBatch) -> dict[str, list[float]]:
    """The sums over all games, by plain loops."""
    seats, found = range(batch.seats), dict[str, list[float]]()

    def add(name: str, at: int, value: float, width: int) -> None:
        found.setdefault(name, [0.0] * width)[at] += value

    for g in range(len(batch)):
        score, share = batch.scores[g].tolist(), shares(batch, g)
        first, second, *_ = sorted(score, reverse=True)
        winners = [s for s in seats if score[s] == first]
        add("game", 0, 1, 1)
        add("tied", 0, len(winners) > 1, 1)
        add("margin", 0, first - second, 1)
        add("mean_score", 0, sum(score) / len(score), 1)
        add("steps", 0, batch.decisions[g] - 1, 1)
        add("on_target", 0, TARGET[0] <= batch.turns[g] <= TARGET[1], 1)
        add("rounds", 0, batch.rounds[g], 1)
        add("measure", 0, batch.measured[g, 0], 1)
        for name in ("decisions", "turns", "branching", "choices", "lead_changes"):
            add(name, 0, getattr(batch, name)[g], 1)
        kind = "draw" if len(winners) == len(score) else "win"
        kind = "stall" if "stall" in batch.reasons[g] else kind
        kind = "cap" if batch.end[g] == CAP or batch.reasons[g] == "cap" else kind
        for end in ("stall", "cap"):
            add(end, 0, end == kind, 1)
        for s in seats:
            add("score", s, score[s], len(score))
            add("share", s, share[s], len(score))
            add("sole", s, winners == [s], len(score))
            add("decided", s, s in winners and len(winners) < len(score), len(score))
            agent = batch.agents[batch.agent_of[g, s]] == "random"
            add("held", int(agent), 1, 2)
            add("won", int(agent), share[s], 2)
            for k in range(2):
                add("kind", k, batch.kind_counts[g, s, k], 2)
                add("kind_won", k, batch.kind_counts[g, s, k] * share[s], 2)
            for u in range(2):
                add("empty", u, batch.supply_low[g, s, u] <= 0, 2)
            for p in range(3):
                used, offered = batch.piece_used[g, s, p], batch.piece_offered[g, s, p]
                could = bool(used or offered)
                add("piece_used", p, used > 0, 3)
                add("piece_won", p, share[s] * (used > 0), 3)
                add("piece_times", p, used, 3)
                add("piece_chances", p, offered, 3)
                add("piece_offered", p, could, 3)
        for u in range(2):
            add("empty_games", u, min(batch.supply_low[g, :, u]) <= 0, 2)
        for p in range(3):
            add("piece_games", p, max(batch.piece_used[g, :, p]) > 0, 3)
        for t in range(9):
            at = batch.tenths[g, t + 1].tolist()
            ahead = [s for s in seats if at[s] == max(at)]
            add("led", t, len(ahead) == 1, 9)
            add("led_won", t, share[ahead[0]] if len(ahead) == 1 else 0, 9)
            for b, points in enumerate(BEHIND):
                behind = [s for s in seats if max(at) - at[s] >= points]
                add("behind", t * 8 + b, len(behind), 72)
                add("behind_won", t * 8 + b, sum(share[s] for s in behind), 72)
        half = batch.tenths[g, 5].tolist()
        leader = half.index(max(half))
        x, y = (v[leader] - max(v[s] for s in seats if s != leader) for v in (half, score))
        for i, value in enumerate((x, y, x * x, x * y)):
            add("slope", i, value, 4)
    return found


@pytest.mark.parametrize("seats", [2, 3])
def test_every_column_is_the_sum_that_loops_count(seats: int) -> None:
    batch = played(seats=seats)
    tally, known = tally_of(batch, TARGET), counted(batch)
    columns = {name for name in tally.columns if not name.startswith("course ")}
    assert columns == known.keys()
    for name, total in known.items():
        assert tally.sums(name).tolist() == pytest.approx(total), name
    assert tally.rows.shape == (GAMES, max(s.stop for s in tally.columns.values()))


def test_courses_follow_what_leaders_gain_later() -> None:
    batch = played(2)
    tally = tally_of(batch, TARGET)
    half = float(np.median(batch.decisions)) / 2
    near = min(range(8), key=lambda k: abs(np.log(MARKS[k] / half)))
    assert tally.moments == tuple(k for k in range(8) if abs(k - near) <= AROUND)
    for k in tally.moments:
        known = np.zeros(3 + 2 * SEATS)
        for g in range(GAMES):
            at = batch.courses[g, k]
            if np.isnan(at).any():
                continue
            gain = batch.scores[g] - at
            leads = np.array([float(x == at.max() and (at == at.max()).sum() == 1) for x in at])
            others = [np.delete(gain, s).mean() for s in range(SEATS)]
            more = sum(leads[s] * (gain[s] - others[s]) for s in range(SEATS))
            known += np.array([1, np.abs(gain).mean(), *gain, *leads, more])
        assert tally.sums(f"course {k}").tolist() == pytest.approx(known.tolist())


def test_counts_in_histograms() -> None:
    batch = played(3)
    tally = tally_of(batch, TARGET)

    def is_of(histogram: Histogram, values: Any) -> bool:
        found = {v: c for v, c in histogram.counts.items() if c}
        seen = [round(v, 9) for v in np.asarray(values).ravel().tolist()]
        mean = pytest.approx(sum(seen) / len(seen))
        return found == {v: seen.count(v) for v in set(seen)} and histogram.mean == mean

    assert is_of(tally.decisions, batch.decisions) and is_of(tally.turns, batch.turns)
    assert is_of(tally.rounds, batch.rounds) and is_of(tally.own[0], batch.measured)
    ordered = np.sort(batch.scores, axis=1)
    for rank in range(SEATS):
        assert is_of(tally.score_by_rank[rank], ordered[:, SEATS - 1 - rank])
    assert is_of(tally.margins, ordered[:, 2] - ordered[:, 1])
    for u in range(2):
        assert is_of(tally.supply_worst[u], batch.supply_low[:, :, u].min(axis=1))
        for s in range(SEATS):
            assert is_of(tally.supply_low[u][s], batch.supply_low[:, s, u])
    pauses = []
    for g in range(GAMES):
        moves = batch.movers[batch.move_starts[g] : batch.move_starts[g + 1]].tolist()
        for s in range(SEATS):
            at = [i for i, mover in enumerate(moves) if mover == s]
            pauses += [b - a - 1 for a, b in pairwise(at) if b - a > 1]
    assert is_of(tally.waits, pauses)
    assert sum(tally.reasons.values()) == sum(tally.ends.values()) == tally.games == GAMES
    for each in UNENDED:
        assert tally.sums(each.top)[0] == tally.ends.get(each.top, 0)


def test_examples_are_the_first_games_of_their_kind() -> None:
    tally, batch = Tally.of(played(4)), played(4)
    batch.index[:] = np.arange(GAMES) + 100
    tally.add(batch)
    best = batch.scores.max(axis=1, keepdims=True)
    tied = [100 + i for i in range(GAMES) if (batch.scores[i] == best[i]).sum() > 1]
    assert tally.examples["tie"] == tied[:5] and len(tied) > 5
    none = [100 + i for i in range(GAMES) if batch.choices[i] == 0]
    assert tally.examples["no choice"] == none[:5]
    assert len(tally.examples["cap"]) == 5 and "win" not in tally.examples


def test_scores_and_pauses_are_kept_of_the_first_games_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "KEPT_FINALS", 70)
    monkeypatch.setattr(module, "WAITED", 70)
    first, second = played(5), played(6)
    tally = tally_of(first, TARGET)
    before = tally.waits.n
    tally.add(second)
    known = np.vstack([first.scores, second.scores[:10]])
    assert (tally.finals == known).all() and len(tally.finals) == 70
    one = tally_of(second, TARGET)
    assert before < tally.waits.n < before + one.waits.n
    tally.add(second)
    assert len(tally.finals) == 70 and tally.games == 180
    monkeypatch.setattr(module, "WAITED", GAMES)
    monkeypatch.setattr(module, "KEPT_FINALS", GAMES)
    full = tally_of(first, TARGET)
    pauses = full.waits.n
    full.add(second)
    assert pauses == before == full.waits.n and len(full.finals) == GAMES


def test_one_player_alone_has_no_rivals() -> None:
    courses = {"tenths": np.ones((2, 11, 1)), "courses": np.ones((2, 8, 1))}
    alone = batch_of([[4.0], [7.0]], is_contest=False, **courses)
    tally = tally_of(alone, TARGET)
    assert tally.sums("margin")[0] == 0 and tally.margins.n == 0 and tally.moments == ()
    assert tally.sums("slope").tolist() == [0.0] * 4 and tally.ends == {"over": 2}
    assert "cap" not in tally.examples and measure(tally).seats.gap.value == 0.0


def test_a_histogram_by_hand() -> None:
    histogram = Histogram.of({1: 2, 4: 5, 9: 3})
    assert (histogram.n, histogram.values, histogram.frequencies) == (10, [1, 4, 9], [2, 5, 3])
    assert histogram.mean == 4.9 and np.isnan(Histogram().mean)
    assert [histogram.quantile(q) for q in (0.0, 0.2, 0.21, 0.7, 0.71, 1.0)] == [1, 1, 4, 4, 9, 9]
    assert [histogram.share(*s) for s in ((1, 4), (2, 8), (5, 8), (4, 9))] == [0.7, 0.5, 0.0, 0.8]
    assert Histogram().share(0, 1) == 0.0
    histogram.merge(Histogram.of({4: 1, 7: 2}))
    assert histogram.counts == {1: 2, 4: 6, 9: 3, 7: 2} and histogram.mean == 67 / 13
    many = Histogram()
    many.add(np.arange(5000))
    assert many.grain == 1
    many.add(np.array([5000, 5000]))
    assert many.grain == 2 and many.counts[5000] == 2 and many.counts[0] == 2
    assert many.mean == (sum(range(5000)) + 10_000) / 5002
    many.merge(Histogram.of({-1: 1, 5.5: 2}))
    assert (many.counts[-2], many.counts[4], many.grain) == (1, 4, 2)
