"""rules/WRITING.md agrees with the code: names, parameters, options, and its worked examples."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from generator import kit
from generator.play.checks.conform import conform
from generator.play.engine import contract
from generator.play.engine.batch import by_side, play_games
from generator.play.engine.game import load_game
from generator.play.measures.tally import shares_of
from tests.toys import (
    BOTS,
    CARDS,
    DRAFT,
    DYKE,
    LAY,
    NAMES,
    PACKS,
    ROPE,
    SPACES,
    TABLES,
    TICTACTOE,
    WRITING,
    opened,
    write_pack,
)  # fmt: skip

OLDER = {"Stream", "bits", "reseed", "stream", "whole"}  # for the engine, and for rules of 0.1


def table_after(words: str) -> list[str]:
    """The first cells of the first table after some words, without the heading."""
    lines = WRITING[WRITING.index(words) :].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|---"))
    cells = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        cells.append(re.match(r"\| `([^`]+)` ", line))
    assert all(cells), cells
    return [cell[1] for cell in cells if cell]


def as_written(contract: "dict[str, tuple[str, ...]]") -> list[str]:
    return [f"{name}({', '.join(parameters)})" for name, parameters in contract.items()]


def test_the_first_example_is_the_pack_that_is_tested() -> None:
    assert (PACKS / "tictactoe" / "rules.py").read_text(encoding="utf-8") == TICTACTOE
    assert len(TICTACTOE.splitlines()) <= 35


@pytest.mark.parametrize("players", [2, 4])
def test_the_card_game_keeps_the_contract_and_its_players_judge(
    tmp_path: Path, players: int
) -> None:
    folder = write_pack(tmp_path / "sixteen", CARDS, "2-4")
    (folder / "bots.py").write_text(BOTS, encoding="utf-8")
    pack = opened(folder)
    assert conform(pack, players, games=6).problems == []
    agents = ["greedy", *["random"] * (players - 1)]
    batch = play_games(load_game(pack, players), agents, 1, 0, 400, collect="basic")
    won = batch.winners / batch.winners.sum(axis=1, keepdims=True)
    assert won[batch.agent_of == 0].mean() > 1 / players
    assert set(batch.reasons) == {"played_out"}


SHORT_SIGHTED = """
from generator.kit import rule
from rules import DECK, packet


@rule
def value(tables, state, seat):
    return state.points[seat] / 200
"""
FAR_SIGHTED = SHORT_SIGHTED.replace(
    "state.points[seat]", "(state.points[seat] + max(0, state.chosen[seat]))"
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_draft_keeps_the_contract_and_no_seat_gains(tmp_path: Path, players: int) -> None:
    """The last seat gains only if a chosen card counts before it is turned up."""
    shares = []
    for name, bots in (("short", SHORT_SIGHTED), ("far", FAR_SIGHTED)):
        folder = write_pack(tmp_path / name, DRAFT, "2-4")
        (folder / "bots.py").write_text(bots, encoding="utf-8")
        pack = opened(folder)
        assert conform(pack, players, games=4).problems == []
        batch = play_games(load_game(pack, players), ["greedy"], 1, 0, 1000, collect="basic")
        shares.append((batch.winners / batch.winners.sum(axis=1, keepdims=True)).mean(axis=0))
    assert (abs(shares[1] - 1 / players) < 4 * (0.25 / 1000) ** 0.5).all()
    assert shares[0][-1] > shares[1][-1] + 0.1


@pytest.mark.parametrize("players", [1, 3])
def test_the_dyke_is_built_together(tmp_path: Path, players: int) -> None:
    pack = opened(write_pack(tmp_path / "dyke", DYKE, "1-4"))
    assert conform(pack, players, games=6).problems == []
    game = load_game(pack, players)
    mean = {
        agent: play_games(game, [agent], 1, 0, 400, collect="basic").scores.mean()
        for agent in ("random", "greedy", "mcts:100")
    }
    assert mean["random"] + 1 < mean["greedy"] < mean["mcts:100"]


def test_the_rope_is_pulled_in_teams(tmp_path: Path) -> None:
    pack = opened(write_pack(tmp_path / "rope", ROPE, "4"))
    assert conform(pack, 4, games=6).problems == []
    batch = play_games(load_game(pack, 4), ["mcts:50", "random"], 1, 0, 400, collect="basic")
    assert (batch.agent_of[:, :2] == batch.agent_of[:, 2:]).all()
    won = shares_of(batch)
    assert won[by_side(batch).agent_of == 0].mean() > 0.55


def test_the_cards_come_from_the_pack(tmp_path: Path) -> None:
    rules = CARDS.replace("    tables = record(players=players)\n", TABLES) + "\n\n" + NAMES
    rules = rules.replace("verbs,\n", "verbs, column, copies, pieces_of, printed, text, word,\n", 1)
    rules = rules.replace(" count,", " count, at, cards_in, front, hand, knows, note,", 1)
    rules += "\n\n" + LAY
    folder = write_pack(tmp_path, rules, "2-4")
    game_yaml = (folder / "game.yaml").read_text(encoding="utf-8")
    rows = ", ".join(f"{{card: dive {n}, number: {n}}}" for n in range(1, 17))
    game_yaml = re.sub(r"rows: \[.*\]", f'rows: [{rows}]\n    piece: "{{{{ card }}}}"', game_yaml)
    (folder / "game.yaml").write_text(game_yaml, encoding="utf-8")
    pack = opened(folder)
    assert conform(pack, 3, games=3).problems == []
    game = load_game(pack, 3, plain=True)
    assert game.tables.number.tolist() == list(range(1, 17))
    assert game.pieces[4] == "cards/dive-5"
    assert game.describe(game.tables, game.fresh()[0], 4) == {"do": "play", "card": "dive 5"}
    assert game.lay is not None
    state = game.fresh()[0]
    game.deal(game.tables, state, kit.stream(1, 0, 0))
    mine = [each for each in game.lay(game.tables, state, 1) if each.spot.area == "hand"]
    assert [bool(card.piece) for card in mine] == 4 * [False] + 4 * [True] + 4 * [False]


def test_the_map_is_one_of_the_moves(tmp_path: Path) -> None:
    game = load_game(opened(write_pack(tmp_path, TICTACTOE + "\n\n" + SPACES)), 2, plain=True)
    assert len(game.spaces) == 9 and game.space is not None
    state = game.fresh()[0]
    assert [game.space(game.tables, state, np.int64(move)) for move in (0, 8)] == [0, 8]


def test_every_function_of_the_contract_is_listed_with_its_parameters() -> None:
    assert table_after("Rules, each marked") == as_written(
        {**contract.RULES_NEEDED, **contract.RULES_OPTIONAL}
    )
    people = table_after("Plain Python, for people")
    assert sorted(people) == sorted(
        as_written({**contract.PEOPLE_NEEDED, **contract.PEOPLE_OPTIONAL})
    )


def test_every_name_at_the_top_is_listed() -> None:
    listed = table_after("At the top of the file")
    assert listed == [*contract.TRAITS_NEEDED, *contract.TRAITS_OPTIONAL]


def test_the_kit_is_listed_with_its_parameters() -> None:
    part = WRITING[WRITING.index("## The kit") : WRITING.index("## Players that judge")]
    cells = re.findall(r"^\| `([^`]+)`", part, re.M)
    names = {re.split(r"\W", cell)[0]: cell for cell in cells}
    assert set(names) == set(kit.__all__) - OLDER
    for name, cell in names.items():
        if "(" in cell and "…" not in cell:
            parameters = ", ".join(inspect.signature(getattr(kit, name)).parameters)
            assert cell == f"{name}({parameters})"


def test_every_option_of_search_is_listed() -> None:
    listed = table_after("options separated by colons")
    assert sorted(listed) == sorted([*contract.SEARCH_OPTIONS, "reward", "value", "rollout"])
    for name, value in contract.SEARCH_OPTIONS.items():
        row = re.search(rf"^\| `{name}` \|.*\| ([^|]*) \|$", WRITING, re.M)
        assert row and str(value).removesuffix(".0").replace("-", "−") in row[1], (name, row)
