"""Small answers of every study, whose words are stored in `tests/goldens/words`.

Most are made up, so that each sentence a report can contain appears in one of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from generator.model.goals import goal_in_line
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.play.engine.game import Space
from generator.play.measures.insight import Traced, insight_of
from generator.play.measures.metrics import Luck, spaces_of
from generator.play.measures.results import (
    AS_ITSELF,
    Curve,
    Difference,
    Effect,
    Hole,
    Kingmaking,
    Outcome,
    PieceEffect,
    Probe,
    Restricted,
    Results,
    SimulateOptions,
)
from generator.play.measures.runaway import Runaway
from generator.play.measures.supplies import SupplyStart
from generator.play.measures.tally import Histogram
from generator.play.statistics.inference import NOTHING, Estimate, wilson
from generator.play.studies.compare.answer import Comparison
from generator.play.studies.compare.run import compare
from generator.play.studies.ladder.answer import Ladder, Lead, Step
from generator.play.studies.ladder.run import ladder
from generator.play.studies.simulate.run import simulate
from generator.play.studies.suggest.run import suggest
from generator.play.studies.suggest.setup import SuggestOptions
from generator.play.studies.sweep.answer import Sweep
from generator.play.studies.sweep.run import sweep
from generator.reading.door import open_pack
from tests.catalogue import measure
from tests.play.lean import LEAN, pack_of
from tests.play.telling.answers import TOLD, made_up, with_check
from tests.tellings import Answer
from tests.toys import opened, write_pack
from tests.truth.test_teams import LOTS
from tests.truth.test_together import DYKE, LUCK

EVEN = [[1, 0], [0, 1]]
HALF = wilson(500, 1000)
Case = Callable[[Path], Answer]


def won(first: int, second: int, tied: int = 0, **given: object) -> Results:
    """A made-up run of the Market that each of two seats wins so often."""
    scores = [[1, 0]] * first + [[0, 1]] * second + [[1, 1]] * tied
    return made_up(scores, given.pop("pack", pack_of("market")), **given)  # type: ignore[arg-type]


def wishing(*goals: str) -> Pack:
    """Return the Market with goals of its own."""
    asked = tuple(goal_in_line(text, Place("game.yaml", 1)) for text in goals)
    return replace(pack_of("market"), goals=asked)


def measured(results: Results, **given: object) -> Results:
    """The same with other metrics of the main run."""
    main = results.main
    metrics = replace(main.metrics, **given)  # type: ignore[arg-type]
    return replace(results, runs=(replace(main, metrics=metrics), *results.runs[1:]))


def around(value: float, half: float, n: int = 900, needed: int = 0) -> Estimate:
    return Estimate(value, value - half, value + half, n, "made up", needed)


# ---------------------------------------------------------------- who wins


def seats() -> Iterator[tuple[str, Results]]:
    """Fair, unfair, and all between."""
    market = pack_of("market")
    yield "seats: the first wins more", won(700, 300)
    yield "seats: one never wins", won(0, 1000)
    yield "seats: too little to be felt", won(10400, 9600)
    yield "seats: perhaps by chance", won(533, 467)
    yield "seats: no edge", won(1000, 1000)
    yield "seats: too early to say", won(192, 208)
    yield "seats: too few games", won(11, 9)
    yield "seats: too few, all won by one", won(60, 0)
    yield "seats: nothing to tune", won(700, 300, pack=pack_of("tictactoe"))
    three = np.eye(3).tolist()
    yield "seats: three alike", made_up(three * 400, market)
    yield (
        "seats: the third wins least",
        made_up([three[0]] * 400 + [three[1]] * 400 + [three[2]] * 200, market),
    )
    four = np.eye(4).tolist()
    uneven = [four[0]] * 277 + [four[1]] * 277 + [four[2]] * 223 + [four[3]] * 223
    yield "seats: not alike, but which", made_up(uneven, market)
    yield "seats: goal missed", won(950, 50, pack=wishing("seats ±3%"))
    yield "seats: goal open", won(540, 460, pack=wishing("seats ±3%"))
    yield "seats: the check agrees", with_check(won(260, 140), [[1, 0]] * 240 + [[0, 1]] * 160)
    yield "seats: the check disagrees", with_check(won(260, 140), EVEN * 200)
    yield "seats: the check is too small", with_check(won(260, 140), [[1, 0]] * 58 + [[0, 1]] * 42)
    yield (
        "seats: only the check shows it",
        with_check(won(1000, 1000), [[1, 0]] * 300 + [[0, 1]] * 100),
    )
    rng = np.random.default_rng(7)
    points = np.rint(rng.normal((20, 23), 4, (1000, 2)))
    yield "seats: points that make them even", made_up(points, market)
    points = np.rint(rng.normal((20, 23, 21), 4, (1500, 3)))
    yield "seats: points for three", made_up(points, market)
    yield "ties: many", won(130, 130, 140)
    yield "ties: among three", made_up([[1, 1, 0]] * 200 + three * 100, market)
    yield "ties: the check has none", with_check(won(130, 130, 140), EVEN * 200)
    yield "ties: only the check", with_check(won(200, 200), [[1, 1]] * 312 + [[1, 0]] * 88)


# ---------------------------------------------------------------- how it goes


def courses() -> Iterator[tuple[str, Results]]:
    """Length, leads, when it is decided, luck, margins."""
    rng = np.random.default_rng(3)
    base = won(200, 200)
    turns = np.clip(np.rint(rng.normal(30, 6, 400)), 10, 60)
    for name, target in (("as aimed", (10, 60)), ("half", (28, 60)), ("off", (50, 60))):
        yield f"length: {name}", won(200, 200, turns=turns, target=target)
    yield "length: no target", won(200, 200, turns=turns)
    yield "length: all alike", won(200, 200, turns=np.full(400, 12))
    yield "length: narrow", won(200, 200, turns=np.tile([37, 39, 40, 40], 100))
    yield "length: rounds", won(200, 200, turns=turns, rounds=turns // 3)
    yield "length: too few games", won(8, 8, turns=turns[:16], target=(28, 60))
    yield (
        "length: turns all take at once",
        won(200, 200, turns=np.full(400, 24), decisions=np.full(400, 24), target=(10, 14)),
    )
    yield (
        "length: the check disagrees",
        with_check(won(200, 200, turns=turns, target=(50, 60)), EVEN * 200, turns=turns + 24),
    )
    for waits in ({1: 92, 3: 8}, {1: 40, 2: 30, 5: 30}, {2: 50}):
        yield f"waits: {waits}", measured(base, waits=Histogram.of(waits))
    for name, excess in (
        ("runs away", around(1.0, 0.2)),
        ("perhaps", around(0.6, 0.58)),
        ("kept", around(0.05, 0.2)),
        ("open", around(0.3, 0.5)),
        ("too little", around(0.05, 0.02)),
        ("shrinks", around(-0.6, 0.2)),
    ):
        lead = Runaway(12, 0.5, around(0.9, 0.03), around(0.8, 0.04), excess, 2.0)
        yield f"lead: {name}", measured(base, runaway=lead)
        if name == "runs away":
            checked = with_check(measured(base, runaway=lead), EVEN * 100)
            for word, theirs in (("agree", around(0.8, 0.3)), ("disagree", around(-0.5, 0.2))):
                side = checked.runs[1]
                other = replace(side.metrics, runaway=replace(lead, excess=theirs))
                runs = (checked.runs[0], replace(side, metrics=other))
                yield f"lead: the check {word}s", replace(checked, runs=runs)
    for name, curve, games in (
        ("from the start", [1.0] * 21, 400),
        ("half-way", [0.5] * 10 + [1.0] * 11, 400),
        ("with the last moves", [0.5] * 20 + [1.0], 400),
        ("too few games", [0.5] * 10 + [1.0] * 11, 10),
    ):
        yield (
            f"decided: {name}",
            measured(base, insight=insight_of(traced(curve) * games, "random")),
        )
    mixed = traced([1.0] * 21) + traced([0.5] * 20 + [1.0])
    yield "decided: half from the start", measured(base, insight=insight_of(mixed * 40, "random"))
    yield "decided: by leads", measured(base, leader_wins=(wilson(300, 400),) * 9)
    yield "decided: few leads", measured(base, leader_wins=(replace(wilson(6, 8), needed=100),) * 9)
    for name, luck in (
        ("the set-up", Luck(wilson(30, 200), None, 200, 4)),
        ("set-up and draws", Luck(wilson(30, 200), wilson(60, 200), 200, 4)),
        ("guesses", Luck(wilson(30, 200), None, 200, 4, guessed=True)),
        ("next to nothing", Luck(wilson(2, 200), None, 200, 4)),
        ("nothing, and guesses", Luck(wilson(2, 200), wilson(2, 200), 200, 4, guessed=True)),
        ("most", Luck(wilson(150, 200), None, 200, 4)),
    ):
        yield f"luck: {name}", measured(base, luck=luck)
        if name in ("the set-up", "set-up and draws"):
            asked = replace(base, options=replace(base.options, luck=True))
            yield f"luck: asked, {name}", measured(asked, luck=luck)
    few = Luck(replace(wilson(30, 200), needed=999), None, 200, 4)
    asked = replace(base, options=replace(base.options, luck=True))
    yield "luck: asked, too few", measured(asked, luck=few)
    yield (
        "margins",
        measured(made_up(points(rng), pack_of("market")), scoring_event=3.0, close=wilson(90, 400)),
    )
    behind = np.zeros((400, 11, 2))
    behind[:, 1:, 0], behind[:200, 1:, 1] = rng.integers(0, 12, (400, 1)), 5
    yield "comebacks", won(250, 150, tenths=behind)


def points(rng: np.random.Generator) -> np.ndarray:
    drawn: np.ndarray = np.rint(rng.normal((20, 20), 4, (400, 2)))
    return drawn


def traced(curve: list[float]) -> list[Traced]:
    """A game in which the chances of the winner-to-be run so."""
    chances = np.array(curve)
    return [Traced(np.column_stack([chances, 1 - chances]), tuple(range(21)), 20, 0)]


# ---------------------------------------------------------------- does it break


def breaks() -> Iterator[tuple[str, Results]]:
    """Unfinished games, supplies, holes."""
    for name, n in (("one", 1), ("few", 8), ("some", 40), ("most", 300), ("all", 400)):
        ends = ("stall",) * n + ("done",) * (400 - n)
        yield f"unfinished: {name} stall", won(200, 200, reasons=ends)
    both = ("stall",) * 30 + ("cap",) * 50 + ("done",) * 320
    yield "unfinished: stall and limit", won(200, 200, reasons=both)
    yield "unfinished: the only game", won(1, 0, reasons=("cap",))
    yield "unfinished: few games, none", won(8, 8)
    yield "unfinished: one game, none", won(1, 0)
    counts = np.tile(np.array([[95, 3], [96, 6]]), (400, 1, 1))
    yield (
        "unfinished: they do one thing",
        won(200, 200, reasons=("cap",) * 400, kinds=("work", "build"), kind_counts=counts),
    )
    stalls = won(200, 200, reasons=("stall",) * 40 + ("done",) * 360)
    for name, n, more in (("agrees", 75, 25), ("disagrees", 0, 400), ("is too small", 0, 4)):
        reasons = ("stall",) * n + ("done",) * more
        yield (
            f"unfinished: the check {name}",
            with_check(stalls, [[1, 0]] * (n + more), reasons=reasons),
        )
    yield (
        "unfinished: the check never finishes",
        with_check(stalls, EVEN * 60, reasons=("stall",) * 120),
    )
    yield (
        "unfinished: only the check finishes",
        with_check(won(200, 200, reasons=("cap",) * 400), EVEN * 60),
    )
    of_words, _ = open_pack(Path(__file__).parents[3] / "templates" / "games" / "cards")
    assert of_words is not None and of_words.play is not None
    never_sure = replace(of_words, play=replace(of_words.play, ends=of_words.play.ends[:1]))
    for name, pack in (("no end is sure to come", never_sure), ("rounds are limited", of_words)):
        results = with_check(won(200, 200, reasons=("cap",) * 400), EVEN * 60)
        yield f"unfinished: in words, {name}", replace(results, pack=pack)
    lows = np.ones((200, 2, 1), np.int32)
    lows[:142, 0] = 0
    tried = (
        Probe("coins", 4, 4, wilson(16, 200), 200, None),
        Probe("coins", 6, 6, wilson(1, 200), 200, 5),
    )
    runs_out = {"supplies": ("coins",), "supply_low": lows, "start": (SupplyStart(3, given=3),)}
    yield "supply: runs out", won(100, 100, **runs_out)
    yield "supply: runs out, larger tried", won(100, 100, probes=tried, **runs_out)
    yield "supply: always runs out", won(100, 100, **{**runs_out, "supply_low": lows * 0})
    yield (
        "supply: meant to run out",
        won(
            100, 100, **{**runs_out, "start": (SupplyStart(3, is_meant=True, given=3),)},
            reasons=("no coins",) * 76 + ("five in a row",) * 124,
        ),
    )  # fmt: skip
    yield (
        "supply: the check disagrees",
        with_check(
            won(100, 100, **runs_out), EVEN * 100, supplies=("coins",), supply_low=lows * 0 + 2
        ),
    )
    yield "supply: goal missed", won(100, 100, **runs_out, pack=wishing("coins run out <= 25%"))
    shared = {"supplies": ("coins",), "start": (SupplyStart(18, True, given=24),)}
    for left in (3, 15, 18):
        yield f"supply: {left} left", won(100, 100, **shared, supply_low=np.full((200, 2, 1), left))
    holes = {
        "never chosen": "“haggle” is never chosen, though often legal",
        "never offered": "no player ever had the chance to use salt",
        "never used": "no player ever used silk",
        "never legal": "“haggle” is never legal",
        "no choice": "40 of 400 games held a stretch of 12 decisions without a choice",
        "loop": "the same position came back 3 times in 12 of 400 games",
        "illegal": "a move of 2 of 400 games broke the rules",
    }
    for kind, text in holes.items():
        pieces = ("goods/salt",) if kind == "never offered" else ()
        hole = Hole(kind, text, (3,), ("greedy",), 0.1, False, pieces)
        yield f"hole: {kind}", replace(won(200, 200), holes=(hole,))
        if kind == "loop":
            two = (hole, Hole("never legal", holes["never legal"], (), (), 1.0, False))
            yield "hole: two", replace(won(200, 200), holes=two)
            side = replace(hole, is_side=True, agents=("random",))
            checked = with_check(won(200, 200), EVEN * 100)
            yield "hole: only the check", replace(checked, holes=(side,))
    yield "precision: not reached", replace(won(1000, 1000), reached=False)


# ---------------------------------------------------------------- pieces, choices, places


def sharing(seed: int, each: float, gold: float, games: int = 4000) -> dict[str, object]:
    """Return games with ten goods used at random, all of equal worth except gold."""
    rng = np.random.default_rng(seed)
    used = (rng.uniform(size=(games, 2, 10)) < 0.4).astype(np.int32)
    strength = each * used.sum(axis=2) + gold * used[:, :, 6] + 1.5 * rng.gumbel(size=(games, 2))
    pieces = tuple(f"goods/{row.id}" for row in pack_of("market").component("goods").rows)
    return {"scores": np.eye(2)[strength.argmax(axis=1)], "pieces": pieces, "piece_used": used}


def pieces() -> Iterator[tuple[str, Results]]:
    """Use and lift, choices, places."""
    market = pack_of("market")
    rng = np.random.default_rng(2)
    wins = rng.permuted([[1, 0]] * 400, axis=1)
    two = {"pieces": ("goods/gold", "goods/ink")}
    used = np.zeros((400, 2, 2), np.int32)
    used[:200, 0, 0] = used[200:, 0, 1] = 1
    scores = [[1, 0]] * 200 + [[1, 0], [0, 1]] * 100
    strong = made_up(scores, market, **two, piece_used=used, piece_offered=used)
    yield "pieces: one is strong", strong
    holders = {
        "no effect": around(0.05, 0.09, 400),
        "a cause": around(0.3, 0.09, 400),
        "open": around(0.05, 0.3, 400),
    }
    for name, e in holders.items():
        itself = Outcome(f"{AS_ITSELF} goods", e, 0.5, NOTHING, NOTHING, ())
        effect = Effect("goods/gold", "gold", 400, ("greedy",), (itself,))
        yield f"pieces: strong, exchanged: {name}", replace(strong, effect=effect)
    yield "pieces: all share a lift", made_up(pack=market, **sharing(5, 1.0, 1.5))
    yield "pieces: one loses less", made_up(pack=market, **sharing(6, -0.8, 0.5))
    made = made_up(pack=market, **sharing(6, -0.8, 0.8))
    for name, each, gold in (
        ("agrees", 0.8, 0.8),
        ("disagrees", 0.8, 0.0),
        ("shows less", 0.8, 0.15),
    ):
        yield f"pieces: the check {name}", with_check(made, **sharing(7, each, gold))
    few = np.zeros((400, 2, 3), np.int32)
    few[:22, 0, 0] = few[22:24, 1, 0] = 1
    few[:12, 0, 1] = few[12:20, 1, 1] = few[200:, 0, 2] = 1
    three = ("goods/gold", "goods/ink", "goods/apple")
    yield "pieces: few use them", made_up(scores, market, pieces=three, piece_used=few)
    yield "pieces: few use one", made_up(scores, market, pieces=three[1:], piece_used=few[:, :, 1:])
    drawn = (rng.uniform(size=(400, 2, 2)) < 0.5).astype(np.int32)
    yield (
        "pieces: must be used",
        made_up(wins, market, **two, piece_used=drawn, piece_offered=drawn),
    )
    yield "pieces: chosen", made_up(wins, market, **two, piece_used=drawn, piece_offered=drawn + 1)
    all_use = np.ones((400, 2, 2), np.int32)
    all_use[::2, 0, 1] = 0
    yield "pieces: used by everyone", made_up(EVEN * 200, market, **two, piece_used=all_use)
    for cost in (0.0, 3.0):
        seldom = np.zeros((4000, 2, 2), np.int32)
        seldom[:, :, 0] = rng.random((4000, 2)) < 0.05
        seldom[:, :, 1] = rng.random((4000, 2)) < 0.5
        strength = -cost * seldom[:, :, 0] + rng.gumbel(size=(4000, 2))
        yield (
            f"pieces: passed over, cost {cost:g}",
            made_up(
                np.eye(2)[strength.argmax(axis=1)], market, **two, piece_used=seldom,
                piece_offered=np.ones_like(seldom),
            ),
        )  # fmt: skip
    base = won(200, 200)
    yield "choices: few", won(200, 200, choices=np.full(400, 4), branching=np.full(400, 14))
    yield "choices: none", won(200, 200, choices=np.zeros(400), branching=np.full(400, 10))
    counts = np.tile(np.array([[60, 20], [30, 50]]), (400, 1, 1))
    yield "choices: winners choose", won(400, 0, kinds=("buy", "sell"), kind_counts=counts)
    spaces = [Space("path", f"path {i}", ((0.0, float(i)), (9.0, float(i)))) for i in range(4)]
    uses = np.zeros((50, 4), np.int32)
    uses[:, 0], uses[:, 1], uses[::2, 2] = 6, 2, 1
    yield "places: one is never used", measured(base, spaces=spaces_of(spaces, uses))
    uses[:, 3] = 1
    yield "places: unevenly used", measured(base, spaces=spaces_of(spaces, uses))


# ---------------------------------------------------------------- what was tried besides


def trials() -> Iterator[tuple[str, Results]]:
    """Going without, kingmaking, effects."""
    base = won(200, 200)
    denied = (
        ("buy", 40, 0.0),
        ("pass", 200, 0.0),
        ("haggle", 300, 0.1),
        ("steal", 200, 1.0),
        ("drop", 100, 0.6),
    )

    def without(n: int, *of: tuple[str, int, float], options: tuple[str, ...] = ()) -> Results:
        tried = tuple(
            Restricted(kind, False, f"greedy:never={kind}", wilson(k, n), still)
            for kind, k, still in of
        )
        return replace(base, restricted=tried, options=replace(base.options, restrict=options))

    yield "restrict: five moves", without(400, *denied)
    yield "restrict: all moves", without(400, *denied, options=("all",))
    yield "restrict: few games", without(100, ("pass", 50, 0.0))
    needed = [("sell", 4, 0.0), ("buy", 40, 0.0), ("beg", 160, 0.0), ("pass", 200, 1.0)]
    yield "restrict: many are needed", without(400, *needed)
    alike = [(f"move {i}", k, 0.0) for i, k in enumerate((4, 4, 5, 9, 150))]
    yield "restrict: a tie", without(400, *alike)
    yield "restrict: nobody can", without(400, denied[3])
    gold = Restricted("goods/gold", True, "greedy:never=gold", wilson(150, 400), 0.0)
    yield "restrict: a piece", replace(base, restricted=(gold,))
    short = replace(gold, share=replace(wilson(5, 20), needed=100))
    yield "restrict: too few", replace(base, restricted=(short,))
    kings = Kingmaking(wilson(100, 1000), wilson(12, 120), 120, 120, "playouts")
    for name, found in (
        ("matters", kings),
        ("does not", replace(kings, deciding=wilson(1, 120))),
        ("too few", replace(kings, decisions=0)),
    ):
        yield f"kingmaking: {name}", replace(base, kingmaking=found)

    def exchanged(*outcomes: Outcome) -> Results:
        return replace(base, effect=Effect("goods/gold", "gold", 400, ("greedy",), outcomes))

    def outcome(label: str, value: float, half: float = 0.1, **more: object) -> Outcome:
        e = around(value, half, 400)
        return replace(Outcome(label, e, 0.5, NOTHING, NOTHING, ()), **more)  # type: ignore[arg-type]

    itself = f"{AS_ITSELF} goods"
    yield "effect: strong", exchanged(outcome(itself, -0.3))
    yield "effect: small", exchanged(outcome(itself, 0.02, 0.01))
    yield "effect: none", exchanged(outcome(itself, 0.0, 0.02))
    yield "effect: vague", exchanged(outcome(itself, 0.03))
    numbers = outcome("points 13 instead of 12", 0.2), outcome("points 11 instead of 12", 0.03)
    yield "effect: numbers", exchanged(*numbers)
    control = outcome("its own copy", 0.01, is_control=True)
    yield "effect: control", exchanged(outcome(itself, -0.3), control)
    alarm = replace(control, holders=around(0.05, 0.02))
    yield "effect: control alarms", exchanged(outcome(itself, -0.3), alarm)
    cannot = replace(outcome(itself, 0.0), holders=NOTHING, unplayable="all alike")
    without_it = replace(
        outcome("without it", 0.0), holders=NOTHING, score=around(-1.8, 0.7), seats=(NOTHING,) * 2
    )
    yield "effect: cannot be tried", exchanged(cannot)
    yield "effect: the whole game", exchanged(cannot, without_it)
    still = replace(without_it, score=around(0.1, 0.7))
    yield "effect: the whole game stays", exchanged(outcome(itself, -0.3), still)
    seldom = replace(outcome(itself, 0.1), holders=around(0.1, 0.3, 20, 500))
    yield "effect: taken too seldom", exchanged(seldom)
    sure = around(0.3, 0.1)
    ink = PieceEffect("goods/ink", "ink", sure, around(-0.01, 0.1), sure, 0.001, "taken")
    flat = replace(ink, value=around(0.01, 0.1), beyond=around(0.01, 0.1), q=0.9)
    narrow = replace(flat, value=around(0.01, 0.01), beyond=around(0.01, 0.01))
    few = replace(ink, piece="goods/gold", name="gold", value=around(0.5, 0.9, 100, 210), q=1.0)
    alike = replace(few, piece="goods/salt", name="salt", value=NOTHING, unplayable="all alike")
    more = [replace(flat, piece=f"goods/{i}", name=f"piece {i}") for i in range(3)]
    for name, effects in (
        ("one stands out", (ink, *more)),
        ("two stand out", (ink, replace(ink, piece="goods/silk", name="silk"), *more)),
        ("one alone", (ink,)),
        ("none, vague", (flat, *more)),
        ("none, one alone", (flat,)),
        ("none, narrow", (narrow, replace(narrow, piece="goods/silk", name="silk"))),
        ("few games", (few,)),
        ("few games for most", (ink, few, alike)),
        ("cannot be tried", (alike,)),
    ):
        yield f"effects: {name}", replace(base, effects=tuple(effects))


# ---------------------------------------------------------------- played


def _played(folder: Path) -> Iterator[tuple[str, Results]]:
    """Return real games: the Market for three, a dyke together, one player alone, teams."""
    yield "the Market, with an effect", simulate(pack_of("market"), replace(TOLD, effect="gold"))
    dyke = opened(write_pack(folder / "dyke", DYKE, "1-4"))
    options = replace(LEAN, players=2, games=400, second="auto", insight=100)
    yield "a dyke, together", simulate(dyke, options)
    alone = opened(write_pack(folder / "luck", LUCK, "1"))
    yield (
        "luck, alone",
        simulate(alone, replace(LEAN, games=400, agents=("greedy",), second="auto")),
    )
    teams = opened(write_pack(folder / "lots", LOTS, "4"))
    yield "lots, in teams", simulate(teams, replace(LEAN, games=400))
    mixed = replace(LEAN, games=400, players=2, agents=("random", "greedy"))
    yield "the Market, two kinds of player", simulate(pack_of("market"), mixed)


def runs(folder: Path) -> Iterator[tuple[str, Answer]]:
    """All cases of `simulate`."""
    yield from _played(folder)
    for cases in (seats, courses, breaks, pieces, trials):
        yield from cases()


# ---------------------------------------------------------------- settings, numbers, players


def difference(name: str, was: float, now: float, half: float, **given: object) -> Difference:
    """Return a difference of two settings; a share where the measure is a share."""
    is_share = measure(name).is_share
    e = around(now - was, half)
    made = Difference(
        measure(name), "coins=4", around(was, half), around(now, half), e,
        0.001 if abs(now - was) > half else 0.5, 0.03 if is_share else 0.05 * was,
    )  # fmt: skip
    return replace(made, **given)  # type: ignore[arg-type]


def comparisons(folder: Path) -> Iterator[tuple[str, Answer]]:
    """Cases of `compare`."""
    packs = {f"coins={n}": pack_of("market", f"coins={n}") for n in (3, 4)}
    yield "the Market with more coins", compare(packs, replace(TOLD, insight=0, second=None))
    run = won(500, 500)

    def compared(*rows: Difference, results: tuple[Results, Results] = (run, run)) -> Comparison:
        named = (("as it is", results[0]), ("coins=4", results[1]))
        return Comparison(run.options, named, rows)

    yield (
        "several changes",
        compared(
            difference("seat 1 wins", 0.5, 0.6, 0.03),
            difference("turns", 40.0, 50.0, 2.0),
            difference("end by stall", 0.0, 0.08, 0.02),
            difference("margin", 8.0, 8.1, 0.9),
        ),
    )
    yield "nothing changes", compared(difference("turns", 40.0, 40.1, 2.0))
    cut = won(500, 500, reasons=("cap",) * 350 + ("done",) * 650)
    yield "games cut off", compared(difference("turns", 40.0, 50.0, 2.0), results=(run, cut))
    pack = wishing("seats ±10%", "turns <= 30")
    goals = won(500, 500, pack=pack), won(800, 200, pack=pack)
    yield "goals", compared(difference("seat 1 wins", 0.5, 0.8, 0.03), results=goals)


def curve(name: str, *values: float, shape: str, at: float | None = None) -> Curve:
    points = tuple(around(value, 0.02, 1000) for value in values)
    return Curve(measure(name), points, None, shape, at, 0.001, 0.05)


def sweeps(folder: Path) -> Iterator[tuple[str, Answer]]:
    """Cases of `sweep`."""
    packs = {float(n): pack_of("market", f"coins={n}") for n in (1, 2, 3, 4)}
    yield "the Market's coins", sweep(packs, "coins", replace(TOLD, insight=0, second=None))
    run = won(500, 500)

    def swept(*curves: Curve, results: Results = run) -> Sweep:
        values = tuple(10.0 + 5 * i for i in range(len(curves[0].points)))
        return Sweep("coins", values, 10, run.options, (results,) * len(values), curves)

    yield (
        "shapes",
        swept(
            curve("lead changes", 0.2, 0.4, 0.8, 0.9, 1.0, shape="rising"),
            curve("turns", 40, 30, 25, 25, 25, shape="levels off", at=20.0),
            curve("margin", 5, 8, 9, 8, 5, shape="peak", at=20.0),
            curve("seat 1 wins", 0.5, 0.5, 0.51, 0.5, 0.5, shape="flat"),
            curve("coins run out", 0.9, 0.5, 0.2, 0.1, 0.0, shape="falling"),
        ),
    )
    yield "nothing moves", swept(curve("turns", 40, 40, 40, shape="flat"))
    pack = wishing("seats ±10%", "turns <= 30")
    yield (
        "goals",
        swept(curve("turns", 40, 40, 40, shape="flat"), results=won(800, 200, pack=pack)),
    )


def ladders(folder: Path) -> Iterator[tuple[str, Answer]]:
    """Cases of `ladder`."""
    market, lean = pack_of("market"), replace(LEAN, players=2, games=240)
    yield "two kinds of player", ladder(market, ["random", "greedy"], lean)
    yield "each against each", ladder(market, ["greedy", "random"], lean, is_each=True)
    yield "too few games", ladder(market, ["random", "greedy"], replace(lean, games=12))
    each = ladder(market, ["greedy", "random"], replace(lean, games=12), is_each=True)
    yield "each against each, too few games", each
    level = replace(each, games=1000, duels=tuple(replace(d, share=HALF) for d in each.duels))
    yield "each against each, nobody loses", level
    two = ladder(market, ["random", "greedy"], lean)
    for name, alone, others, e in (
        ("the weaker is alone", "collector", "greedy", around(0.4, 0.05)),
        ("more thought plays worse", "greedy", "mcts:50", around(0.6, 0.05)),
        ("too few for a step", "mcts:100", "mcts:50", around(0.55, 0.09)),
        ("no gain", "mcts:100", "mcts:50", around(0.51, 0.03)),
        ("alike", "collector", "greedy", around(0.51, 0.03)),
        ("a step is withheld", "collector", "greedy", around(0.51, 0.03, 12, 400)),
    ):
        yield f"step: {name}", replace(two, steps=(Step(alone, others, e),))
    for name, e in (
        ("gains", around(0.6, 0.05)),
        ("gains nothing", around(0.51, 0.03)),
        ("too few", around(0.6, 0.2, 12, 60)),
    ):
        yield f"ceiling: {name}", replace(two, ceiling=Step("mcts:50:seeing", "mcts:50", e))
    for name, e in (
        ("no difference", around(10, 60)),
        ("no difference at all", around(10, 20)),
        ("vague", around(400, 160)),
        ("deep", around(700, 50)),
        ("always", replace(around(700, 50), high=np.inf)),
    ):
        yield f"strength: {name}", rated(two, e)
    for name, e in (
        ("open", around(20, 60)),
        ("level", around(0, 60)),
        ("above", around(120, 40)),
        ("always", replace(around(400, 50), high=np.inf)),
    ):
        lead = Lead("mcts:200", "greedy", e)
        yield f"lead: {name}", replace(rated(two, around(700, 50)), lead=lead)


def rated(found: Ladder, elo: Estimate) -> Ladder:
    """Return the same with a much stronger searcher at the top."""
    low, high = found.rungs
    return replace(found, rungs=(low, high, replace(high, spec="mcts:200", elo=elo)))


def suggestions(folder: Path) -> Iterator[tuple[str, Answer]]:
    """Cases of `suggest`."""
    play = SimulateOptions(agents=("random",), workers=1)
    goal = (goal_in_line("seats ±4%", Place("--goal")),)
    yield "komi", suggest(pack_of("komi"), SuggestOptions(play, goals=goal, tune=("k",)))
    far = (goal_in_line("turns 900-999", Place("--goal")),)
    yield "out of reach", suggest(pack_of("komi"), SuggestOptions(play, goals=far, tune=("k",)))


STUDIES = {
    "simulate": runs,
    "compare": comparisons,
    "sweep": sweeps,
    "ladder": ladders,
    "suggest": suggestions,
}
