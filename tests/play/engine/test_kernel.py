"""The kernel: marks, records, the random stream, machine code on disk."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from generator.play.engine import kernel
from generator.play.engine.game import FaultyRules, load_rules

FOUR = 4


def test_a_record_keeps_types_and_shapes() -> None:
    board = np.arange(6, dtype=np.int8).reshape(2, 3)
    made = kernel.record(seat=1, share=0.5, done=True, board=board)
    assert (made.seat, made.share, bool(made.done)) == (1, 0.5, True)
    assert made.board.dtype == np.int8
    assert made.board.tolist() == board.tolist()
    assert made.dtype["seat"] == np.int64
    assert made.dtype.itemsize % 8 == 0
    made.board[1, 2] = 9
    assert made.board[1, 2] == 9


@pytest.mark.parametrize("name", ["size", "round", "sort"])
def test_a_record_refuses_names_that_numpy_uses(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name!r}"):
        kernel.record(**{name: 1})


def test_a_record_holds_only_numbers() -> None:
    with pytest.raises(TypeError, match="'words'"):
        kernel.record(words="no")


def test_a_rule_is_plain_unless_it_is_being_compiled() -> None:
    def double(x: int) -> int:
        return 2 * x

    assert kernel.rule(double) is double
    with kernel.compiling(True):
        fast = kernel.rule(double)
    assert fast is not double
    assert fast(21) == 42


def test_below_is_even() -> None:
    rng, n, draws = kernel.stream(1, 0, 0), 7, 70_000
    counts = np.bincount([kernel.below(rng, n) for _ in range(draws)], minlength=n)
    assert chi_square(counts, draws / n) < chi2.ppf(0.9999, n - 1)


def test_below_has_no_bias_where_a_plain_remainder_would() -> None:
    # 3 · 2³⁰ does not divide 2³²: a bare multiplication hits every third number twice as often.
    rng, n = kernel.stream(1, 0, 0), 3 << 30
    thirds = [kernel.below(rng, n) % 3 for _ in range(30_000)]
    assert chi_square(np.bincount(thirds), 10_000) < chi2.ppf(0.9999, 2)


def test_unit_is_from_0_to_below_1_and_even() -> None:
    rng = kernel.stream(3, 1, 4)
    values = np.array([kernel.unit(rng) for _ in range(20_000)])
    assert values.min() >= 0 and values.max() < 1
    counts = np.histogram(values, 20, (0, 1))[0]
    assert chi_square(counts, 1000) < chi2.ppf(0.9999, 19)


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    rng, counts = kernel.stream(5, 0, 0), {}
    for _ in range(24_000):
        cards = np.arange(6)
        kernel.shuffle(rng, cards, FOUR)
        assert cards[FOUR:].tolist() == [4, 5]
        order = tuple(cards[:FOUR].tolist())
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert chi_square(np.array(list(counts.values())), 1000) < chi2.ppf(0.9999, 23)


@pytest.mark.parametrize("vary", ["seed", "game", "who"])
def test_neighbouring_streams_are_independent(vary: str) -> None:
    """First draws of neighbours fill a 7 × 7 table evenly (naive mixing: χ² in the thousands)."""
    n, pairs = 7, 49_000
    draws = []
    for i in range(pairs + 1):
        numbers = {"seed": 11, "game": 0, "who": 0, vary: i}
        draws.append(kernel.below(kernel.stream(**numbers), n))
    table = np.zeros((n, n))
    np.add.at(table, (draws[:-1], draws[1:]), 1)
    assert chi_square(table, pairs / n**2) < chi2.ppf(0.9999, n * n - 1)


def test_chance_and_seats_draw_from_different_streams() -> None:
    firsts = {kernel.bits(kernel.stream(1, 2, who)) for who in range(5)}
    assert len(firsts) == 5
    # not the same stream by another name: neither sums nor swaps of the three numbers collide
    named = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 2, 3), (3, 2, 1), (2, 1, 3), (-1, 0, 0)]
    assert len({kernel.bits(kernel.stream(*numbers)) for numbers in named}) == len(named)


def test_compiled_and_plain_draw_the_same() -> None:
    def draw(rng: np.ndarray, seed: int, out: np.ndarray) -> float:
        kernel.reseed(rng, seed, 3, 1)
        for i in range(len(out)):
            out[i] = kernel.below(rng, i + 1)
        kernel.shuffle(rng, out, len(out))
        return kernel.unit(rng)

    fast = kernel.compiled(draw)
    for seed in (0, 1, -5, 2**62):
        plain_rng, fast_rng = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
        plain, quick = np.zeros(50, np.int32), np.zeros(50, np.int32)
        assert draw(plain_rng, seed, plain) == fast(fast_rng, seed, quick)
        assert plain.tolist() == quick.tolist()
        assert plain_rng.tolist() == fast_rng.tolist()


RULES = """from generator.kit import rule, record
SEATS = (2, 2)
LONGEST = WIDEST = 3
def setup(pack, players):
    return record(a=1), record(t=0)
@rule
def deal(tables, state, rng):
    state.t = 0
@rule
def turn(tables, state):
    return -1 if state.t == 3 else state.t % 2
@rule
def moves(tables, state, out):
    out[0] = 1
    return 1
@rule
def play(tables, state, move, rng):
    state.t += 1
@rule
def score(tables, state, out):
    out[0] = 5.0
    out[1] = 4.0
def describe(tables, state, move):
    return {"do": "wait"}
"""


def test_an_edited_rule_never_gives_the_old_answer(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    answers = []
    for points in (5.0, 7.0, 5.0):
        file.write_text(RULES.replace("5.0", str(points)))
        module = load_rules(file, plain=False)
        out = np.zeros(2)
        module.score(module.setup(None, 2)[0], module.setup(None, 2)[1], out)
        answers.append(out[0])
    assert answers == [5.0, 7.0, 5.0]


PROGRAM = """
import sys
from pathlib import Path
import numpy as np
from generator.play.engine.game import load_rules
module = load_rules(Path(sys.argv[1]), plain=False)
out = np.zeros(2)
module.score(*module.setup(None, 2), out)
print(out[0], module.score.stats.cache_hits)
"""


def started(rules: Path, cache: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(rules)],
        env={"PROTOPLAY_CACHE": str(cache), "PATH": "", "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


ROOT = Path(__file__).parents[3]


def test_two_processes_fill_the_cache_at_once_and_a_third_reads_it(tmp_path: Path) -> None:
    rules, cache = tmp_path / "rules.py", tmp_path / "cache"
    rules.write_text(RULES)
    said = [process.communicate() for process in [started(rules, cache), started(rules, cache)]]
    assert [out.split()[0] for out, _ in said] == ["5.0", "5.0"], said
    assert any("compiling the rules" in err for _, err in said)
    files = list(cache.rglob("*"))
    assert [f.suffix for f in files if f.is_file()] == [".code"]  # no half-written file is left
    out, err = started(rules, cache).communicate()
    assert out.split()[0] == "5.0" and "compiling" not in err, (out, err)
    assert "(" in out and "{}" not in out  # machine code came from disk
    next(f for f in files if f.is_file()).write_bytes(b"damaged")
    out, _ = started(rules, cache).communicate()
    assert out.split()[0] == "5.0"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def turn(tables, state):", "def turn(tables, state:", "rules.py:10"),
        ("def turn(tables, state):", "def turn(state):", "rules.py:9: error: turn takes (state)"),
        ("def describe", "def depict", "the function describe is missing (write def describe("),
        ("SEATS = (2, 2)", "", "SEATS is missing"),
        ("SEATS = (2, 2)", "SEATS = (2, 2) / 0", "rules.py:2: error: <module>() stopped with"),
        ("SEATS = (2, 2)", "SEATS = (2, 2); HIDDEN = True", "the function hide is missing"),
        (
            "SEATS = (2, 2)",
            'SEATS = (2, 2); SEARCH = {"deep": 1}',
            "unknown option 'deep' (known: c,",
        ),
        ("SEATS = (2, 2)", 'SEATS = (2, 2); KINDS = ("a",)', "KINDS and kind() belong together"),
    ],
)
def test_faults_of_a_rules_file_are_told_with_their_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    file = tmp_path / "rules.py"
    file.write_text(RULES.replace(old, new))
    with pytest.raises(FaultyRules) as caught:
        load_rules(file, plain=True)
    assert said in str(caught.value)


def chi_square(counts: np.ndarray, expected: float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())
