"""Answers with known numbers, for tests of their words."""

import io
from dataclasses import replace
from typing import Any

from rich.console import Console

from generator.model.pack import Pack
from generator.play.engine.game import load_game
from generator.play.measures.defects import ends_of
from generator.play.measures.metrics import measure
from generator.play.measures.results import (
    Hole,
    Provenance,
    Results,
    Run,
    SimulateOptions,
)
from generator.play.telling.words.defects import hole_of
from tests.play.batches import batch_of, tally_of
from tests.play.lean import pack_of
from tests.tellings import findings_of, print_terminal

TOLD = SimulateOptions(games=150, insight=20, playouts=8, workers=1, players=3, second_games=120)
ANSWERS = ("results", "comparison", "sweep", "ladder")


def made_up(scores: object, pack: Pack, **given: object) -> Results:
    """Return the results of a made-up batch, for sentences with known numbers."""
    target = given.pop("target", None)
    start = given.pop("start", ())
    probes = given.pop("probes", ())
    tally = tally_of(batch_of(scores, **given), target)  # type: ignore[arg-type]
    metrics = measure(tally, start)  # type: ignore[arg-type]
    provenance = Provenance("0.1.0", "market", "abc", "", 2, 1, {}, {}, "")
    run = Run("greedy", ("greedy",), metrics, tally)
    return Results(pack, TOLD, provenance, (run,), probes=probes)  # type: ignore[arg-type]


def with_check(main: Results, scores: object, **given: object) -> Results:
    """The same results with a smaller run by random players beside them, and its holes."""
    batch = batch_of(scores, agents=("random",) * 2, **given)
    tally = tally_of(batch)
    side = Run("random", ("random",), measure(tally), tally, is_main=False)
    runs = (main.runs[0], side)
    holes = _holes_of(runs)
    return replace(main, runs=runs, holes=holes)


def _holes_of(runs: tuple[Run, ...]) -> tuple[Hole, ...]:
    return tuple(
        hole_of(defect, pack_of("market"), {})
        for i, run in enumerate(runs)
        for defect in ends_of(
            load_game(pack_of("market"), 2, plain=True), run.agents, run.tally, i > 0
        )
    )


def terminal_text(answer: Any, width: int = 200) -> str:
    """Return an answer as a terminal shows it, `width` characters wide, with plain spaces."""
    out = Console(file=io.StringIO(), width=width)
    print_terminal(answer, out)
    text: str = out.file.getvalue()  # type: ignore[attr-defined]
    return text.replace("\xa0", " ")


def sentences(results: Results) -> str:
    return "\n".join(f.text for f in findings_of(results)).replace("\xa0", " ")
