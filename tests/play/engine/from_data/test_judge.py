"""What cards are worth to players of a game of words: weighed in a position, kept, learned."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.model.pack import Pack
from generator.play.engine.batch import play_games
from generator.play.engine.from_data.judge import (
    RESOURCES_AT,
    SCORE,
    UNIT,
    Weights,
    hands_at,
    keep_weights,
    key_of,
    n_weights,
    rows_at,
)
from generator.play.engine.from_data.worth import worth_of
from generator.play.engine.game import load_game
from generator.play.runs import judges
from generator.play.runs.learning import features_of, judged_by, learn
from generator.reading.door import open_pack
from generator.reading.phrases.limits import SMALL
from generator.reading.phrases.plan import plan_of
from tests.play.engine.from_data.table import PLAY, Table, game_of
from tests.play.engine.from_data.test_games import pack_of


def some_weights() -> Weights:
    """The score counts 2 at first and 1 later, an oak 3, a Grape in front 5, one in a hand 4."""
    by_phase = np.zeros((2, n_weights(SMALL)), np.int32)
    by_phase[:, SCORE] = 2 * UNIT, UNIT
    by_phase[:, RESOURCES_AT + 2] = 3 * UNIT
    by_phase[:, rows_at(SMALL) + 1] = 5 * UNIT
    by_phase[:, hands_at(SMALL) + 1] = 4 * UNIT
    return Weights(by_phase, turns=10)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A position with cards in front and in the hand."""
    game = game_of(tmp_path / "game", PLAY.replace("PHRASE", "Gain 7 points"), 2)
    table = Table(judged_by(game, [some_weights(), Weights(turns=10)]))
    table.put("front", 0, "Grape", "Grape", "Fig").put("hand", 0, "Grape", "Nut")
    return table.give(0, oak=2, point=7)


def test_a_seat_is_worth_what_it_has(table: Table) -> None:
    for turns, points in ((0, 14), (5, 10.5), (10, 7), (25, 7)):
        table.state.turns = turns
        worth = worth_of(table.tables, table.state, 0, 0)
        assert worth == points + 3 * 2 + 5 * 2 + 4
        assert worth_of(table.tables, table.state, 0, 1) == 7  # a judge for whom the score counts


def test_learning_counts_what_the_judge_weighs(table: Table) -> None:
    states = table.game.fresh(1)
    states[0] = table.state
    has = features_of(table.game, states, np.array([[7.0, 0.0]]))
    weighed = has[0, 0] @ some_weights().by_phase[1] / UNIT
    table.state.turns = 10
    assert weighed == worth_of(table.tables, table.state, 0, 0)


def changed(tmp_path: Path, cards: str, play: str) -> Pack:
    game_of(tmp_path / "game", play, 2, cards=cards)
    pack, _ = open_pack(tmp_path / "game")
    assert pack is not None
    return pack


def test_another_number_has_the_same_judge_and_another_effect_has_not(tmp_path: Path) -> None:
    play = PLAY.replace("PHRASE", "Gain 1 coin")
    cards = "name,count,cost,effect\nMint,19,2 ore,Gain 2 coin.\nPier,9,,\n"
    keys = [
        key_of(plan_of(changed(tmp_path, *each))[0], 2)
        for each in (
            (cards, play),
            (cards.replace("Gain 2", "Gain 3").replace("2 ore", "4 ore"), play),
            (cards.replace("Mint,19", "Mint,15"), play.replace("9 rounds", "7 rounds")),
            (cards.replace("Gain 2 coin", "Gain 2 ore"), play),
            (cards.replace("Pier", "Quay"), play),
            (cards, play.replace("Gain 1 coin", "Lose 1 coin")),
        )
    ]
    assert keys[0] == keys[1] == keys[2]
    assert len(set(keys)) == 4


@pytest.fixture
def learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of games that were learned, in place of the long learning."""
    learned: list[str] = []

    def learn(game: Any) -> Weights:
        assert not game.tables.judge_learned
        learned.append(game.pack.name)
        return some_weights()

    monkeypatch.setenv("PROTOPLAY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(judges, "learn", learn)
    return learned


def forget(pack: Pack) -> None:
    keep_weights(plan_of(pack)[0], 2, None)


def test_what_was_learned_is_kept_and_damage_is_mended(learning: list[str], tmp_path: Path) -> None:
    pack = pack_of("raid")
    for _ in range(2):
        forget(pack)
        judges.judge(pack, 2, may_learn=True)
        assert learning == ["Raid"]
        assert judges.judge_of(load_game(pack, 2, plain=True)) == some_weights().digest
    [file] = (tmp_path / "cache" / "worth").iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    forget(pack)
    judges.judge(pack, 2, may_learn=False)
    assert judges.judge_of(load_game(pack, 2, plain=True)) == ""
    judges.judge(pack, 2, may_learn=True)
    assert learning == ["Raid", "Raid"]
    forget(pack)


def test_versions_of_a_game_have_one_judge(learning: list[str], tmp_path: Path) -> None:
    play = PLAY.replace("PHRASE", "Gain 1 coin")
    cards = "name,count,effect\nMint,9,Gain 2 coin.\nPier,9,\n"
    first = changed(tmp_path, cards, play)
    judges.judge(first, 2, may_learn=True)
    second = changed(tmp_path, cards.replace("2 coin", "3 ore"), play)
    judges.judge(second, 2, may_learn=True)
    assert len(learning) == 1
    assert judges.judge_of(load_game(second, 2, plain=True)) == some_weights().digest
    judges.judge(second, 2, may_learn=True, renew=True)  # a game of its own, not a comparison
    assert len(learning) == 2
    judges.by_score(second, 2)
    judges.judge(second, 2, may_learn=True)
    assert len(learning) == 2 and judges.judge_of(load_game(second, 2, plain=True)) == ""
    forget(second)


def share_of_wins(kind: str, weights: Weights, other: str, games: int) -> float:
    """How often a greedy player with weights wins against another player, by turns first."""
    pack = pack_of(kind)
    game = load_game(pack, 2)
    plain, share = Weights(turns=weights.turns, spread=weights.spread), 0.0
    for seat in range(2):
        judged = judged_by(game, [plain, weights] if seat else [weights, plain])
        team = [other, "greedy"] if seat else ["greedy", other]
        batch = play_games(judged, team, 11, 0, games, rotate=False)
        share += float((batch.winners[:, seat] / batch.winners.sum(axis=1)).mean()) / 2
    return share


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "over_random", "over_score"),
    [("foundry", 0.8, 0.6), ("harbour", 0.95, 0.6), ("orchard", 0.95, 0.6), ("cards", 0.9, 0.6)],
)
def test_learning_pays(kind: str, over_random: float, over_score: float) -> None:
    weights = learn(load_game(pack_of(kind), 2))
    assert share_of_wins(kind, weights, "random", 500) > over_random
    assert share_of_wins(kind, weights, "greedy", 500) > over_score


@pytest.mark.slow
def test_the_same_game_is_learned_alike() -> None:
    game = load_game(pack_of("raid"), 2)
    assert learn(game).digest == learn(game).digest != ""
