"""One contract for every bundled game, in every variant and for every number of players.

The checks are listed at the top of `generator/play/checks/conform.py`.
"""

from dataclasses import replace

import pytest

from generator import bundled
from generator.play.checks.conform import conform
from generator.play.engine.game import load_game
from generator.reading.door import open_pack
from generator.reading.folder import has_rules
from tests.games.packs import bundled_pack

GAMES = 1  # random game of each kind in the fast suite


def kinds():
    """(game, variant, players) of everything that ships."""
    for folder in sorted(path.parent for path in bundled("rules").glob("*/game.yaml")):
        pack, problems = open_pack(folder.name)
        assert pack is not None, list(problems)
        for variant in pack.variants or (None,):
            for players in range(pack.players[0], pack.players[1] + 1):
                yield folder.name, variant, players


KINDS = list(kinds())


def broken(problems):
    """Without the warning that Marram's `hide` does not sort before it shuffles."""
    told = [str(problem) for problem in problems]
    return [text for text in told if "marram" not in text or "what was there" not in text]


def test_three_games_ship_with_rules():
    assert {name for name, *_ in KINDS} == {"mara", "marram", "shiftago"}
    assert all(has_rules(bundled_pack(name, variant=variant)) for name, variant, _ in KINDS)
    assert len(KINDS) == 3 * 2 * 3  # two variants each, 2 to 4 players


@pytest.mark.parametrize("name", ["mara", "marram", "shiftago"])
@pytest.mark.parametrize("players", [1, 5])
def test_rules_seat_two_to_four_whatever_a_pack_says(name, players):
    pack = replace(bundled_pack(name), players=(1, 5))
    with pytest.raises(ValueError, match=rf"SEATS is \(2, 4\), but game.yaml allows {players}"):
        load_game(pack, players, plain=True)


@pytest.mark.parametrize(("name", "variant", "players"), KINDS)
def test_contract(name, variant, players):
    assert broken(conform(bundled_pack(name, variant=variant), players, games=GAMES).problems) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), KINDS)
def test_contract_at_length(name, variant, players):
    assert (
        broken(conform(bundled_pack(name, variant=variant), players, games=40, seed=2).problems)
        == []
    )


@pytest.mark.parametrize(("name", "variant", "players"), KINDS)
def test_every_game_tells_what_reports_need(name, variant, players):
    game = load_game(bundled_pack(name, variant=variant), players, plain=True)
    assert game.seats == players
    assert game.value is not None and game.show is not None
    assert len(game.kinds) >= 2 and len(game.supplies) >= 1
    components = {component.id for component in game.pack.components}
    assert {piece.split("/")[0] for piece in game.pieces} <= components
