"""Replayed games with a piece exchanged: the truth of its effect, intervals and proofs."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from shutil import copytree, ignore_patterns

import numpy as np
import pytest

from generator.model.goals import goal_in_line
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, load_game
from generator.play.measures.aims import Aim, aims_of
from generator.play.measures.tally import Tally
from generator.play.studies.exchange.paired import Exchanged, Pairs, exchanged
from generator.play.studies.suggest.proof import ALPHA, judged
from tests.play.lean import LEAN
from tests.toys import PACKS, opened

BAZAAR = replace(LEAN, players=2, agents=("random",))
DICE = 8  # thrown by each seat at the beginning and in the end


@pytest.fixture(scope="module")
def bazaar() -> Pack:
    return opened(PACKS / "bazaar")


def truth(worth: int, others: Sequence[int], rest: Sequence[int]) -> float:
    """Return a good's effect on its taker among random players, in percentage points.

    The taker takes two more of the other seven goods, the other player three of the rest, all with
    equal chances; dice decide the rest.
    """
    dice = np.convolve(np.ones(DICE), np.ones(DICE)) / DICE**2
    lead = np.convolve(dice, dice[::-1])  # of the taker, by dice alone: −14 to 14

    def share(own: int) -> float:
        found = []
        for mine in combinations(range(len(rest)), 2):
            left = [k for k in range(len(rest)) if k not in mine]
            for theirs in combinations(left, 3):
                ahead = own + sum(rest[k] for k in mine) - sum(rest[k] for k in theirs)
                points = np.arange(-14, 15) + ahead
                found.append(lead[points > 0].sum() + lead[points == 0].sum() / 2)
        return float(np.mean(found))

    return 100 * (share(worth) - float(np.mean([share(other) for other in others])))


# Of eight goods opal is worth 4, ruby 2, both onyxes and the four cloths nothing.
OPAL = truth(4, (0, 2), (2, 0, 0, 0, 0, 0, 0))


def played(pack: Pack, name: str, first: int, n: int, agent: str = "random") -> Tally:
    game = load_game(pack, 2)
    options = replace(BAZAAR, agents=(agent,))
    exchange = Pairs(game, [exchanged(game, name, options)])
    return tally_of(game, exchange, name, first, n, agent)


def tally_of(game: Game, exchange: Pairs, name: str, first: int, n: int, agent: str) -> Tally:
    options = replace(BAZAAR, agents=(agent,))
    batch = play_games(game, options.agents, options.seed, first, n)
    tally = Tally.of(batch, None, [name])
    tally.add(batch, exchange.of(batch, options.agents, options))
    return tally


def aim(tally: Tally, text: str) -> Aim:
    (found,) = aims_of([goal_in_line(text, Place("here"))], tally)
    return found


def test_the_effect_is_the_one_that_can_be_reckoned(bazaar: Pack) -> None:
    tally = played(bazaar, "opal", 0, 20_000)
    found = aim(tally, "opal effect ±5%").of(tally)
    assert abs(OPAL - 21.5149) < 1e-4
    assert found.low < OPAL < found.high and found.half < 0.7


def test_worthless_pieces_have_no_effect_even_if_leaders_take_them(bazaar: Pack) -> None:
    for name in ("crown", "early"):
        tally = played(bazaar, name, 0, 600, "liking")
        e = aim(tally, f"{name} effect ±5%").of(tally)
        assert e.value == 0 and 0 < e.half < 2  # not one pair differs, yet some might


def test_the_games_are_the_same_on_any_number_of_workers(bazaar: Pack) -> None:
    game = load_game(bazaar, 2)
    names = ("opal", "onyx")
    exchange = Pairs(game, [exchanged(game, name, BAZAAR) for name in names])
    batch = play_games(game, BAZAAR.agents, 1, 50, 300)
    one = exchange.of(batch, BAZAAR.agents, BAZAAR)
    assert one.shape == (300, 4) and 0 < one[:, 2].mean() < 1 < one[:, 2:].sum(axis=1).mean()
    assert np.array_equal(one, exchange.of(batch, BAZAAR.agents, replace(BAZAAR, workers=2)))
    alone = Pairs(game, [exchanged(game, "onyx", BAZAAR)]).of(batch, BAZAAR.agents, BAZAAR)
    assert np.array_equal(alone, one[:, [1, 3]])


def test_until_it_is_taken_both_games_are_the_same(bazaar: Pack) -> None:
    game = load_game(bazaar, 2)
    asked = exchanged(game, "opal", BAZAAR)
    assert asked.piece == "gems/opal" and [row.id for row in asked.others] == ["onyx", "ruby"]
    same = replace(asked, others=(asked.row,))
    batch = play_games(game, BAZAAR.agents, 1, 0, 300)
    found = Pairs(game, [same]).of(batch, BAZAAR.agents, BAZAAR)
    place = game.pieces.index("gems/opal")
    assert not found[:, 0].any()  # as itself it is itself
    assert np.array_equal(found[:, 1] > 0, batch.piece_used[:, :, place].sum(axis=1) > 0)


def test_a_piece_is_what_is_written_in_its_row_whatever_its_id_and_what_stands_before_it(
    tmp_path: Path,
) -> None:
    folder = copytree(PACKS / "bazaar", tmp_path / "named", ignore=ignore_patterns("__pycache__"))
    written = (folder / "game.yaml").read_text("utf-8")
    more = '    piece: "gem {{ worth }}"\n    where: "hue != lost"\n    rows:'
    written = written.replace("    rows:", more, 1)
    lost = "parameters: {lost: {value: 0, low: 0, high: 3}}\ncomponents:"
    (folder / "game.yaml").write_text(written.replace("components:", lost), "utf-8")
    before = load_game(opened(folder), 2)

    def effect(pack: Pack, *asked: Exchanged) -> list[list[float]]:
        game = load_game(pack, 2)
        batch = play_games(game, BAZAAR.agents, 1, 0, 200)
        found: list[list[float]] = Pairs(game, asked).of(batch, BAZAAR.agents, BAZAAR).tolist()
        return found

    renamed = opened(folder, "gems.gem-4.worth=2")  # and the ruby's namesake, which comes first
    assert [row.id for row in renamed.component("gems").rows] == ["gem-2", "gem-2-2", "gem-0"]
    opal = exchanged(before, "gem 4", BAZAAR)
    again = exchanged(load_game(renamed, 2), "gems/gem-2", BAZAAR)
    assert effect(renamed, opal) == effect(renamed, again)

    fewer = opened(folder, "lost=1")
    ruby = exchanged(before, "gem 2", BAZAAR)
    with pytest.raises(ValueError, match="gems/gem-4 is left out with these numbers"):
        effect(fewer, ruby)
    onyx = tuple(row for row in ruby.others if row.id == "gem-0")
    alone = exchanged(load_game(fewer, 2), "gem 2", BAZAAR)
    assert effect(fewer, replace(ruby, others=onyx)) == effect(fewer, alone)


def test_pieces_that_cannot_be_exchanged_are_reported(bazaar: Pack, tmp_path: Path) -> None:
    def refusal(pack: Pack, name: str, *agents: str) -> str:
        with pytest.raises(ValueError) as told:
            exchanged(load_game(pack, 2, plain=True), name, replace(BAZAAR, agents=agents))
        return str(told.value)

    assert "no piece 'opel' in Bazaar; did you mean 'opal'" in refusal(bazaar, "opel", "random")
    assert "play no game twice" in refusal(bazaar, "opal", "mcts:50ms")
    folder = copytree(PACKS / "bazaar", tmp_path / "shown", ignore=ignore_patterns("__pycache__"))
    rules = (folder / "rules.py").read_text("utf-8")
    dealt = "state.points[seat] = tables.worth[0] + below(rng, DICE)"
    (folder / "rules.py").write_text(
        rules.replace("state.points[seat] = below(rng, DICE)", dealt), "utf-8"
    )
    assert "the deal already shows which piece it is" in refusal(opened(folder), "opal", "random")


@pytest.mark.parametrize("n", [400, pytest.param(1000, marks=pytest.mark.slow)])
def test_intervals_cover_and_the_edge_of_a_band_is_seldom_confirmed(bazaar: Pack, n: int) -> None:
    game = load_game(bazaar, 2)
    exchange = Pairs(game, [exchanged(game, "opal", BAZAAR)])
    at_edge = f"opal effect <= {OPAL:.6f}%"
    runs = 120
    covered = confirmed = 0
    for k in range(runs):
        tally = tally_of(game, exchange, "opal", k * n, n, "random")
        edge = aim(tally, at_edge)
        e = edge.of(tally)
        covered += e.low <= OPAL <= e.high
        confirmed += judged(edge, tally, ALPHA).holds
    assert covered >= 0.9 * runs  # 95 % of 120: below 90 % by chance in 1 of 100
    assert confirmed <= 0.11 * runs  # 5 %: above by chance in 1 of 300
