"""An interrupted run resumes with the same results as an uninterrupted one."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.model.pack import Pack
from generator.play.engine.agents import agents_of
from generator.play.engine.batch import Collect, play_games
from generator.play.measures.results import SimulateOptions
from generator.play.runs import cache
from generator.play.runs.cache import Keeper
from generator.play.runs.runs import batches_of, loaded
from generator.play.studies.compare.run import compare
from generator.play.studies.ladder.run import ladder
from generator.play.studies.simulate.run import simulate
from generator.play.studies.sweep.run import sweep
from tests.play.lean import LEAN, pack_of

PLAIN = replace(LEAN, plain=True)  # few games in each piece of work
ASKED = replace(PLAIN, games=64, agents=("random",), players=2)
Study = Callable[[SimulateOptions, Any], Any]


class Stop(Exception):
    """Stands for Ctrl-C."""


def _simulate(options: SimulateOptions, tell: Any) -> Any:
    found = simulate(pack_of("market"), replace(options, effect="herbs"), tell)
    return found.main.metrics, found.effect


def _compare(options: SimulateOptions, tell: Any) -> Any:
    packs = {"as it is": pack_of("market"), "coins=5": pack_of("market", "coins=5")}
    return compare(packs, options, tell).differences


def _sweep(options: SimulateOptions, tell: Any) -> Any:
    packs = {float(c): pack_of("market", f"coins={c}") for c in (1, 3)}
    return sweep(packs, "coins", options, tell).curves


def _ladder(options: SimulateOptions, tell: Any) -> Any:
    found = ladder(pack_of("market"), ("random", "greedy"), options, tell)
    return found.rungs, found.steps, found.seats


@pytest.mark.parametrize(
    ("study", "after"),
    [
        (_simulate, 40),
        pytest.param(_compare, 40, marks=pytest.mark.slow),
        pytest.param(_sweep, 40, marks=pytest.mark.slow),
        pytest.param(_ladder, 20, marks=pytest.mark.slow),
    ],
)
def test_a_study_goes_on_where_it_stopped(study: Study, after: int, tmp_path: Path) -> None:
    heard = 0

    def stop(*_: object) -> None:
        nonlocal heard
        heard += 1
        if heard == after:
            raise Stop

    try:
        folder = pack_of("market").folder / ".protoplay"
        whole = study(ASKED, None)
        with pytest.raises(Stop):
            study(replace(ASKED, keeper=Keeper(tmp_path)), stop)
        assert list(folder.rglob("*.games"))
        again = Keeper(tmp_path)
        assert repr(study(replace(ASKED, keeper=again), None)) == repr(whole)
        assert again.n_given >= after - 1
        third = Keeper(tmp_path)  # all is kept until a run has ended well
        study(replace(ASKED, keeper=third), None)
        assert third.n_given > again.n_given
        third.forget()
    finally:
        Keeper(tmp_path, [*folder.glob("games/*")]).forget()
        shutil.rmtree(folder, ignore_errors=True)


def test_stored_games_of_other_runs_and_damaged_ones_are_played_again(
    market: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "private_folder", lambda pack, out: tmp_path)
    options = replace(PLAIN, keeper=Keeper(tmp_path))
    game = loaded(market, options)

    def played(options: SimulateOptions, n: int = 16) -> int:
        keeper = Keeper(tmp_path)
        batches = batches_of(game, replace(options, keeper=keeper), ["random"], 0, n, "moves")
        moves = np.concatenate([batch.moves for batch in batches])
        assert np.array_equal(moves, play_games(
            game, ["random"], options.seed, 0, n, rotate=options.rotate, collect="moves"
        ).moves)  # fmt: skip
        return n - keeper.n_given

    assert played(options) == 16 and played(options) == 0
    assert played(replace(options, seed=2)) == 16
    assert played(replace(options, rotate=False)) == 16
    assert played(options, 18) == 18
    files = sorted(tmp_path.glob("games/*/4.games"), key=lambda file: file.stat().st_mtime)
    whole = files[0].read_bytes()
    for damage in (b"", whole[:-1], whole[:50] + b"x" + whole[51:], b"\x80\x04." * 99):
        files[0].write_bytes(damage)
        assert played(options) == 12
        assert played(options) == 0


@pytest.mark.parametrize("collect", ["none", "basic", "moves"])
def test_a_forged_batch_is_played_again(
    collect: Collect, market: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "private_folder", lambda pack, out: tmp_path)
    game = loaded(market, PLAIN)

    def given() -> int:
        keeper = Keeper(tmp_path)
        options = replace(PLAIN, keeper=keeper)
        assert sum(map(len, batches_of(game, options, ["random"], 0, 4, collect))) == 4
        return keeper.n_given

    assert given() == 0 and given() == 4
    (file,) = tmp_path.glob("games/*/0.games")
    asked = {"agents": ["random"], "seed": PLAIN.seed, "rotate": PLAIN.rotate}
    n = len(next(iter(batches_of(game, PLAIN, ["random"], 0, 4, collect))))
    whole = cache._read(file, 0, n, game, {**asked, "collect": collect})
    assert whole is not None
    moves = {"moves": whole.moves[:-1]} if collect == "moves" else {}
    forged: list[dict[str, Any]] = [
        {"agent_of": whole.agent_of + 9},
        {"scores": whole.scores[:, :1]},
        {"scores": whole.scores * np.nan},
        {"winners": whole.winners.astype(np.int8)},
        {"end": whole.end + 2},
        {"reasons": (*whole.reasons, "over")},
        {"reasons": (3,) * len(whole.reasons) or ("over",)},
        {"kinds": ("odd",)},
        {"agents": ("greedy",)},
        {"seed": 7},
        {"turns": whole.turns[:0] if len(whole.turns) else whole.decisions},
        moves or {"moves": whole.decisions},
    ]
    for change in forged:
        file.write_bytes(cache._written(replace(whole, **change)))
        assert given() == 0 and given() == 4, change


def test_players_that_think_by_the_clock_are_not_kept(market: Pack, tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    game = loaded(market, PLAIN)
    assert agents_of(game, ["mcts:5ms"])
    list(batches_of(game, replace(PLAIN, keeper=keeper), ["mcts:5ms"], 0, 1, "none"))
    assert not keeper.used


def test_a_place_that_cannot_be_written_keeps_nothing(
    market: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "private_folder", lambda pack, out: tmp_path / "file")
    keeper = Keeper(tmp_path)
    game = loaded(market, PLAIN)
    batches = list(batches_of(game, replace(PLAIN, keeper=keeper), ["random"], 0, 8, "none"))
    assert sum(map(len, batches)) == 8
    keeper.forget()
    assert (tmp_path / "file").read_text() == ""
