"""From marked functions to machine code: what is cached, under which key, and never stale."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from generator import kit
from generator.kit.marks import mark_of, rule
from generator.play.engine import loop, machine
from generator.play.engine.batch import play_games
from generator.play.engine.digests import CallsItself, digest_of, reached
from generator.play.engine.game import load_game
from generator.play.engine.loading import FaultyRules, load_rules
from tests.toys import opened, write_pack

ROOT = Path(__file__).parents[3]


def test_compiled_and_plain_draw_the_same() -> None:
    @rule
    def draw(rng: np.ndarray, seed: int, out: np.ndarray) -> float:
        kit.reseed(rng, seed, 3, 1)
        for i in range(len(out)):
            out[i] = kit.below(rng, i + 1)
        kit.shuffle(rng, out, len(out))
        return kit.unit(rng)

    fast = machine.entry_of(draw)
    for seed in (0, 1, -5, 2**62):
        plain_rng, fast_rng = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
        plain, quick = np.zeros(50, np.int32), np.zeros(50, np.int32)
        assert draw(plain_rng, seed, plain) == fast(fast_rng, seed, quick)
        assert plain.tolist() == quick.tolist()
        assert plain_rng.tolist() == fast_rng.tolist()


# --------------------------------------------------------------------------- what code is kept by


def made(text: str, **known: object) -> dict[str, object]:
    names: dict[str, object] = {"rule": rule, "np": np, **known}
    exec(text, names)
    return names


def digest(text: str, **known: object) -> str:
    return digest_of(made(text, **known)["f"])  # type: ignore[arg-type]


BASE = "N = 3\n@rule\ndef g(x):\n    return x + N\n@rule\ndef f(x):\n    return g(x) * 2\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [("* 2", "* 3"), ("x + N", "x - N"), ("N = 3", "N = 4"), ("N = 3", "N = 3.0")],
)
def test_whatever_a_function_reads_is_part_of_its_digest(old: str, new: str) -> None:
    assert digest(BASE) != digest(BASE.replace(old, new))


@pytest.mark.parametrize(
    "same", ["# a remark\n\n" + BASE, BASE + "\n@rule\ndef other(x):\n    return x\n"]
)
def test_where_a_function_stands_is_no_part_of_its_digest(same: str) -> None:
    assert digest(BASE) == digest(same)


def test_arrays_tuples_and_closures_count_by_their_content() -> None:
    text = "@rule\ndef f(x):\n    return A[x]\n"
    one, two = np.arange(3), np.arange(3)
    assert digest(text, A=one) == digest(text, A=two)
    assert digest(text, A=one) != digest(text, A=one + 1)
    assert digest(text, A=one) != digest(text, A=one.astype(np.int8))
    assert digest(text, A=(1, 2)) != digest(text, A=(1, 3))
    closed = (
        "def make(n):\n    @rule\n    def f(x):\n        return x + n\n    return f\nf = make({})\n"
    )
    assert digest(closed.format(1)) != digest(closed.format(2))
    assert digest(closed.format(1)) == digest(closed.format(1))


def test_unknown_content_never_has_the_same_digest_twice() -> None:
    text = "@rule\ndef f(x):\n    return A\n"
    assert digest(text, A=object()) != digest(text, A=object())


def test_a_rule_that_calls_itself_is_found() -> None:
    names = made("@rule\ndef g(x):\n    return f(x)\n@rule\ndef f(x):\n    return g(x)\n")
    with pytest.raises(CallsItself, match="f calls g calls f"):
        reached(names["f"])  # type: ignore[arg-type]


def test_plain_games_need_no_numba() -> None:
    """It takes long to import, and every page's and every check's process would wait for it."""
    asked = "import sys, generator.preview.sessions; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "False\n", done.stderr


def test_an_attribute_named_like_a_rule_is_no_call_of_it() -> None:
    names = made("@rule\ndef f(x):\n    return x.f\n")
    assert reached(names["f"]) == [names["f"]]  # type: ignore[arg-type]


# --------------------------------------------------------------------------- kept on disk

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


PROGRAM = """
import sys
from generator.reading.door import open_pack
from generator.play.engine.game import load_game
from generator.play.engine.batch import play_games
pack, problems = open_pack(sys.argv[1])
assert pack is not None, [str(problem) for problem in problems]
batch = play_games(load_game(pack, 2), sys.argv[2].split(","), 1, 0, 2, collect="full")
print(batch.scores[0, 0])
"""


def started(
    folder: Path, cache: Path, agent: str = "random", house: Path = ROOT
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(folder), agent],
        env={**os.environ, "PROTOPLAY_CACHE": str(cache), "PYTHONPATH": str(house)},
        cwd=house,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def played(
    folder: Path, cache: Path, agent: str = "random", house: Path = ROOT
) -> tuple[str, set[str]]:
    """The answer of a new process, and the functions it compiled."""
    before = {f.name for f in cache.rglob("*.code")}
    out, err = started(folder, cache, agent, house).communicate()
    assert out, err
    after = {f.name for f in cache.rglob("*") if f.is_file()}
    assert all(name.endswith(".code") for name in after), after  # nothing half-written is left
    return out.strip(), {name.rpartition("-")[0] for name in after - before}


def test_an_edited_rule_never_gives_the_old_answer(tmp_path: Path) -> None:
    answers = []
    for points in (5.0, 7.0, 5.0):
        pack = opened(write_pack(tmp_path, RULES.replace("5.0", str(points))))
        answers.append(play_games(load_game(pack, 2), ["random"], 1, 0, 1).scores[0, 0])
    assert answers == [5.0, 7.0, 5.0]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache with everything the toy needs for random games, filled by another process."""
    folder = tmp_path_factory.mktemp("filled")
    answer, compiled = played(write_pack(folder / "toy", RULES), folder / "cache")
    assert answer == "5.0" and {"deal", "turn", "moves", "play", "score", "games"} <= compiled
    return folder / "cache"


@pytest.mark.slow
def test_only_what_changed_is_compiled_anew(tmp_path: Path, filled: Path) -> None:
    """One after the other: nothing, the edited rule, nothing for a copy elsewhere."""
    cache = shutil.copytree(filled, tmp_path / "cache")
    folder = write_pack(tmp_path / "toy", RULES)
    assert played(folder, cache) == ("5.0", set())
    write_pack(folder, RULES.replace("5.0", "6.0"))
    assert played(folder, cache) == ("6.0", {"score"})
    elsewhere = write_pack(tmp_path / "other", "# a copy\n\n" + RULES.replace("5.0", "6.0"))
    assert played(elsewhere, cache) == ("6.0", set())
    answer, compiled = played(folder, cache, "greedy")  # another kind of player
    assert answer == "6.0" and not compiled & {"deal", "turn", "moves", "play", "score", "games"}
    assert played(elsewhere, cache, "greedy") == ("6.0", set())


@pytest.mark.slow
def test_two_processes_fill_the_cache_at_once_and_damage_is_compiled_anew(tmp_path: Path) -> None:
    folder, cache = write_pack(tmp_path / "toy", RULES), tmp_path / "cache"
    said = [process.communicate() for process in [started(folder, cache), started(folder, cache)]]
    assert [out.strip() for out, _ in said] == ["5.0", "5.0"], said
    assert any("compiling" in err for _, err in said)
    assert played(folder, cache) == ("5.0", set())
    kept = sorted(cache.rglob("score-*.code"))[0]
    content = bytearray(kept.read_bytes())
    content[len(content) // 2] ^= 1  # one flipped bit of machine code
    kept.write_bytes(content)
    assert played(folder, cache)[0] == "5.0"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def turn(tables, state):", "def turn(tables, state:", "rules.py:10"),
        ("def turn(tables, state):", "def turn(state):", "rules.py:10: error: turn takes (state)"),
        ("def describe", "def depict", "the function describe is missing (write def describe("),
        ("SEATS = (2, 2)", "", "SEATS is missing"),
        ("SEATS = (2, 2)", "SEATS = (2, 2) / 0", "rules.py:2: error: rules.py stopped with"),
        ("SEATS = (2, 2)", "SEATS = (2, 2); HIDDEN = True", "the function hide is missing"),
        (
            "SEATS = (2, 2)",
            'SEATS = (2, 2); SEARCH = {"deep": 1}',
            "unknown option 'deep' (known: c,",
        ),
        ("SEATS = (2, 2)", 'SEATS = (2, 2); KINDS = ("a",)', "KINDS and kind() belong together"),
        (
            "SEATS = (2, 2)",
            "SEATS = (2, 2); KINDS = {1: 2}",
            "something else, call it MY_KINDS",
        ),
        ("def describe", "def lay(card):\n    return 3\ndef describe", "call it my_lay"),
    ],
)
def test_faults_of_a_rules_file_are_reported_with_their_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    file = tmp_path / "rules.py"
    file.write_text(RULES.replace(old, new))
    with pytest.raises(FaultyRules) as caught:
        load_rules(tmp_path)
    assert said in str(caught.value)


# --------------------------------------------------------------------------- never stale

COMPILED = sorted(
    file.relative_to(ROOT)
    for room in ("generator/kit", "generator/play/engine")
    for file in (ROOT / room).rglob("*.py")
    if re.search(r"^ *@(rule|engine|inlined)$", file.read_text("utf-8"), re.M)
)


def marked_in(source: Path, text: str) -> dict[str, str]:
    """The digests of the marked functions at the top of a source."""
    name = ".".join(source.with_suffix("").parts)
    module = ModuleType(name)
    exec(compile(text, str(source), "exec"), module.__dict__)
    own = {n: f for n, f in vars(module).items() if mark_of(f) and f.__module__ == name}
    return {n: digest_of(f) for n, f in own.items()}


def edited(text: str) -> str:
    """The source with one more statement in every marked function."""
    lines = text.splitlines()
    for node in sorted(ast.walk(ast.parse(text)), key=lambda n: -getattr(n, "lineno", 0)):
        if isinstance(node, ast.FunctionDef):
            marks = {d.id for d in node.decorator_list if isinstance(d, ast.Name)}
            told = isinstance(node.body[0], ast.Expr) and ast.get_docstring(node) is not None
            if marks & {"rule", "engine", "inlined"} and len(node.body) > told:
                first = node.body[int(told)]
                lines.insert(first.lineno - 1, " " * first.col_offset + "unused = 1 + 1")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("source", COMPILED, ids=[str(source) for source in COMPILED])
def test_an_edited_source_of_ours_is_other_content(source: Path) -> None:
    text = (ROOT / source).read_text("utf-8")
    before, after = marked_in(source, text), marked_in(source, edited(text))
    assert marked_in(source, "# a remark\n" + text) == before
    silent = {"deal"} if source.name == "defaults.py" else set()  # whose body is its docstring
    assert {name for name in before if before[name] == after[name]} <= silent


def test_sources_taught_to_numba_are_part_of_every_key() -> None:
    """Sources that reach numba without a mark count with all their bytes."""
    taught = {
        file
        for room in ("generator/kit", "generator/play/engine")
        for file in (ROOT / room).rglob("*.py")
        if file.name
        in ("chance.py", "thread_memory.py", "calls.py", "machine.py", "marks.py", "stack.py")
        and file.parent.name != "from_data"  # rules, whose functions are marked
    }
    assert set(machine.TAUGHT) == taught


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of ours."""
    house = tmp_path / "house"
    shutil.copytree(ROOT / "generator", house / "generator")
    for folder in ("rules", "templates"):
        (house / folder).symlink_to(ROOT / folder)
    return house


def counted_twice(file: Path) -> str:
    """Have the engine count every score twice; its text before."""
    text = file.read_text("utf-8")
    twice = text.replace("score_of(desk)[i, s] = now[s]", "score_of(desk)[i, s] = 2 * now[s]")
    assert twice != text
    file.write_text(twice, "utf-8")
    return text


def test_an_edited_engine_is_other_content(house: Path) -> None:
    """A copy of the code elsewhere has the same digest, unless a function that it calls differs."""

    def told() -> list[str]:
        words = ("games", "finish", "longer")
        asked = "from generator.play.engine import digests, loop; print(*map(digests.digest_of, "
        asked += f"({', '.join(f'loop.{word}' for word in words)})))"
        call = [sys.executable, "-c", asked]
        env = {**os.environ, "PYTHONPATH": str(house)}
        done = subprocess.run(call, cwd=house, env=env, capture_output=True, text=True, check=True)
        return done.stdout.split()

    ours = [digest_of(getattr(loop, word)) for word in ("games", "finish", "longer")]
    assert told() == ours
    counted_twice(house / "generator/play/engine/loop.py")
    now = told()
    assert [a == b for a, b in zip(ours, now, strict=True)] == [False, False, True]


@pytest.mark.slow
def test_an_edited_engine_plays_anew(tmp_path: Path, filled: Path, house: Path) -> None:
    """The edited loop is compiled, and the old one found again after."""
    cache = shutil.copytree(filled, tmp_path / "cache")
    pack, file = write_pack(tmp_path / "toy", RULES), house / "generator/play/engine/loop.py"
    text = counted_twice(file)
    assert played(pack, cache, house=house) == ("10.0", {"games", "finish"})
    file.write_text(text, "utf-8")
    assert played(pack, cache, house=house) == ("5.0", set())
