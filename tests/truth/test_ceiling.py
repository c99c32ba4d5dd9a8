"""The gain of a search that sees everything is known in a pure guessing game, and zero without
hidden information.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from generator.play.engine.batch import play_games
from generator.play.engine.thinker import Thinker
from generator.play.measures.metrics import Luck
from generator.play.measures.tally import shares_of
from generator.play.studies.ladder.run import ladder
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN
from tests.tellings import findings_of, html_of
from tests.toys import classic, opened, toy, write_pack

# Each of two seats guesses one of two sides, then each makes a move that means nothing; then a coin
# is looked at, which was tossed at the start and is hidden, or is tossed by the last move. Who
# guessed right has a point. `own` points are there for whoever takes them instead.
GUESSING = """
import numpy as np
from generator.kit import below, record, rule

SEATS = (2, 2)
LONGEST = 4
WIDEST = 2
HIDDEN = {hidden}
CHANCE = True


def setup(pack, players):
    return record(n=2), record(guess=np.zeros(2, np.int64), coin=0, t=0)


@rule
def deal(tables, state, rng):
    state.coin = {dealt}


@rule
def turn(tables, state):
    return -1 if state.t == 4 else state.t % 2


@rule
def moves(tables, state, out):
    out[0] = 0
    out[1] = 1
    return 2


@rule
def play(tables, state, move, rng):
    if state.t < 2:
        state.guess[state.t] = move
    state.t += 1
    if state.t == 4:
        state.coin = {drawn}


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = {worth} * (state.t == 4 and state.guess[seat] == state.coin)


def describe(tables, state, move):
    return {{"do": "guess", "side": int(move)}}
{more}
"""
HIDE = """
@rule
def hide(tables, state, seat, rng):
    state.coin = below(rng, 2)
"""
TOSS = "below(rng, 2)"
HIDDEN = {"hidden": True, "dealt": TOSS, "drawn": "state.coin", "more": HIDE}
DRAWN = {"hidden": False, "dealt": "0", "drawn": TOSS, "more": ""}


def rules_of(kind: dict[str, object], worth: str = "1.0") -> str:
    return GUESSING.format(**kind, worth=worth)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [HIDDEN, DRAWN], ids=["hidden", "drawn"])
@pytest.mark.parametrize("agent", ["mcts:16", "flat:16"])
def test_a_player_who_sees_the_coin_wins_three_quarters(
    tmp_path: Path, kind: dict[str, object], agent: str
) -> None:
    game = toy(tmp_path, rules_of(kind), 2)
    n = 120
    batch = play_games(game, [f"{agent}:seeing", agent], 1, 0, n)
    seeing = (shares_of(batch) * (batch.agent_of == 0)).sum(axis=1)
    # it is always right: the other wrong as often as not, then the win is shared
    assert set(seeing) == {0.5, 1.0} and abs(seeing.mean() - 0.75) < 4 * 0.25 / np.sqrt(n)


@pytest.mark.parametrize(("worth", "gains"), [("1.0", True), ("0.0", False)])
def test_the_ceiling_of_a_ladder_is_reported(tmp_path: Path, worth: str, gains: bool) -> None:
    pack = opened(write_pack(tmp_path, rules_of(HIDDEN, worth)))
    asked = replace(LEAN, players=2, games=240)
    found = ladder(pack, ["random", "mcts:16"], asked, is_ceiling=True)
    assert found.ceiling is not None and found.games == 120
    assert [r.spec for r in found.rungs] == ["random", "mcts:16"]
    e = found.ceiling.share
    assert e.low < (0.75 if gains else 0.5) < e.high and e.excludes(0.5) == gains
    text = next(f.text for f in findings_of(found) if f.chart == "ceiling")
    assert ("guessing better" in text) == gains and "cheating" in text
    assert 'id="ceiling"' in html_of(found)


def test_one_who_sees_everything_sits_at_no_table(tmp_path: Path) -> None:
    game = toy(tmp_path, rules_of(HIDDEN), 2)
    with pytest.raises(ValueError, match="to compare others with"):
        Thinker(game, "mcts:20:seeing")
    with pytest.raises(ValueError, match="only a search"):
        play_games(game, ["random:seeing"], 1, 0, 1)
    closed = classic("tictactoe", plain=True)
    with pytest.raises(ValueError, match="nothing is hidden"):
        play_games(closed, ["mcts:20:seeing"], 1, 0, 1)


def luck_of(folder: Path, rules: str) -> Luck:
    """Return the part of chance among searchers: only the set-up, if nothing is drawn later."""
    pack = opened(write_pack(folder, rules))
    asked = replace(LEAN, players=2, games=240, insight=20, luck=True, agents=("mcts:4",))
    found = simulate(pack, asked).main.metrics.luck
    assert found is not None and found.seeds == 30
    return found


@pytest.mark.parametrize("kind", [HIDDEN, DRAWN], ids=["dealt", "drawn"])
def test_the_part_of_chance_among_searchers_names_its_source(
    tmp_path: Path, kind: dict[str, object]
) -> None:
    guesses = luck_of(tmp_path / "guesses", rules_of(kind))  # as good whatever the coin shows
    assert guesses.deal.low == 0 and guesses.deal.value < 0.25
    assert kind is HIDDEN or (guesses.chance is not None and guesses.chance.low == 0)
    # nobody's move counts: the coin names the winner
    coin = rules_of(kind).replace("state.guess[seat] == state.coin", "seat == state.coin")
    luck = luck_of(tmp_path / "coin", coin)
    assert (luck.chance is None) == (kind is HIDDEN)
    assert abs(luck.deal.value - (kind is HIDDEN)) < 0.2
    assert (luck.chance or luck.deal).value == pytest.approx(1.0)


def test_luck_is_refused_where_it_cannot_be_measured(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path, rules_of(DRAWN)))
    for agents, said in ((("mcts:5ms",), "by the clock"), (("random", "mcts:4"), "equal players")):
        with pytest.raises(ValueError, match=said):
            simulate(pack, replace(LEAN, players=2, games=40, luck=True, agents=agents))
