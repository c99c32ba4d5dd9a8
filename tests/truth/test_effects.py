"""Effects of pieces, compared with the truth: known effects are found, and pieces without effect
are not blamed. In the bazaar the leader prefers the crown, and the first seat prefers the early
cloth; neither is worth anything. The worth of the gems to their taker is found by playing the same
games with the gems unchanged and exchanged; these games differ only after the gems are taken.
"""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from generator.model.pack import Pack
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.engine.loop import ITSELF, OTHER
from generator.play.measures.pieces import find_piece
from generator.play.measures.results import SimulateOptions
from generator.play.measures.tally import shares_of
from generator.play.studies.exchange.rows import Patches, others_of
from generator.play.studies.simulate.run import simulate
from tests.tellings import findings_of
from tests.toys import PACKS, opened
from tests.truth.cards import effects_in

NULL = {"cloths/crown", "cloths/early", "cloths/plain", "cloths/linen"}


def bazaar(is_reversed: bool = False) -> Pack:
    """The pack; with its rows in another order."""
    pack = opened(PACKS / "bazaar")
    if not is_reversed:
        return pack
    parts = tuple(replace(c, rows=c.rows[::-1]) for c in pack.components)
    return replace(pack, components=parts, digest=pack.digest + "reversed")


def truth_of(game: Game, piece: str, n: int) -> tuple[float, float]:
    """Return a piece's effect on its taker compared with its component's others, and its error."""
    component, row = find_piece(game.pack, piece)
    place = game.pieces.index(piece)
    gains: list[NDArray[np.float64]] = []
    for new in others_of(game.pack, component, row, seed=1):
        patches = Patches(game)
        patches.add(component, row, new)
        both = []
        for part in (ITSELF, OTHER):
            plan = np.zeros((n, len(game.pieces)), np.int8)
            plan[:, place] = part
            swaps = patches.swaps({place: range(1)}, plan)
            both.append(play_games(game, ["liking"], 99, 0, n, swaps=swaps))
        plain, other = both
        taker = plain.takers[:, place]
        assert np.array_equal(taker, other.takers[:, place])  # nobody could know
        took = np.flatnonzero(taker >= 0)
        gains.append((shares_of(plain) - shares_of(other))[took, taker[took]])
    every = np.concatenate(gains)
    return float(every.mean()), float(every.std() / np.sqrt(len(every)))


@pytest.mark.parametrize("is_reversed", [False, True])
def test_pieces_without_effect_are_not_blamed_and_gems_are_found(is_reversed: bool) -> None:
    game = load_game(bazaar(is_reversed), 2)
    found = {e.piece: e for e in effects_in(game, 1, 12_000, agent="liking")}
    assert set(found) == {*NULL, "gems/opal", "gems/ruby", "gems/onyx"}
    for piece in NULL:
        assert abs(found[piece].value.value) < 0.05 and found[piece].q > 0.01
    for piece, e in found.items():
        known, error = truth_of(game, piece, 3000)
        assert abs(e.value.value - known) < 2 * e.value.half + 2 * error
    assert found["gems/opal"].q < 0.001 and found["gems/opal"].value.low > 0.1
    assert found["gems/onyx"].value.high < 0


def test_pieces_that_cannot_act_as_others_together_have_the_same_effect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Patches, "overlap", lambda self, numbers: True)
    game = load_game(bazaar(False), 2)
    for e in effects_in(game, 1, 12_000, agent="liking"):
        known, error = truth_of(game, e.piece, 3000)
        assert abs(e.value.value - known) < 1.5 * e.value.half + 2 * error
        assert e.value.half < 0.05 and abs(e.control.value) < 2 * e.control.half


def test_the_crown_goes_with_winning_and_makes_nobody_win() -> None:
    asked = SimulateOptions(
        games=8000, agents=("liking",), second=None, insight=0, effects=True, workers=1
    )
    results = simulate(bazaar(), asked)
    crown = next(p for p in results.main.metrics.pieces if p.id == "cloths/crown")
    effect = next(e for e in results.effects if e.piece == "cloths/crown")
    assert crown.lift.low > 0.05  # association
    assert not effect.value.excludes(0) or abs(effect.value.value) < 0.04
    texts = [f.text for f in findings_of(results) if "(effect)" in f.text]
    assert any(t.startswith("Opal makes the first player to take it win") for t in texts)
    assert not any("Crown" in t for t in texts)
    lifted = next(f for f in findings_of(results) if f.piece == "cloths/crown")
    assert lifted.level == "note" and "shows no effect" in lifted.text and not lifted.action


@pytest.mark.slow
@pytest.mark.parametrize("is_reversed", [False, True])
def test_effects_hold_the_truth_at_the_rate_they_state(is_reversed: bool) -> None:
    game = load_game(bazaar(is_reversed), 2)
    known = {piece: truth_of(game, piece, 60_000) for piece in game.pieces}
    runs = [effects_in(game, seed, 3000, agent="liking") for seed in range(2, 102)]
    covered = [e.value.low <= known[e.piece][0] <= e.value.high for found in runs for e in found]
    assert 0.92 <= np.mean(covered) <= 0.97  # 700 intervals; takers of one game go together
    for i, piece in enumerate(game.pieces):
        values = [found[i].value.value for found in runs]
        error = np.hypot(np.std(values) / np.sqrt(len(values)), known[piece][1])
        assert abs(np.mean(values) - known[piece][0]) < 3 * error, piece
    nulls = [e for found in runs for e in found if e.piece in NULL]
    assert np.mean([e.q <= 0.05 for e in nulls]) <= 0.05
    controls = [e.control.excludes(0) for found in runs for e in found]
    assert np.mean(controls) <= 0.07
