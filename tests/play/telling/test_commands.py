"""Commands that a report names do what it says when typed unchanged."""

import shlex
from dataclasses import replace

import numpy as np
import pytest

from generator.model.goals import goal_in_line
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.play.measures.results import (
    AS_ITSELF,
    Effect,
    Outcome,
    PieceEffect,
    Provenance,
    Restricted,
    Results,
)
from generator.play.statistics.inference import NOTHING, wilson
from generator.play.telling.commands import (
    command,
    exchanging,
    holding_back,
    renumbering,
    replay,
    searching,
)
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up
from tests.tellings import findings_of


def asked(players: int = 2, named: str = "") -> Provenance:
    return Provenance("0.1.0", "market", "abc", "", players, 7, {}, {}, "", named)


def actions(results: Results) -> list[str]:
    return [f.action for f in findings_of(results) if f.action]


def test_a_command_names_the_pack_as_it_was_typed() -> None:
    typed = command("suggest", pack_of("market"), asked(named="../Salz & Gewürz"))
    assert shlex.split(typed) == ["protoplay", "suggest", "../Salz & Gewürz"]
    assert "'../Salz & Gewürz'" in typed
    assert command("suggest", pack_of("market"), asked()) == "protoplay suggest market"


def test_a_command_keeps_what_was_asked_of_the_game_and_leaves_out_what_is_usual() -> None:
    pack = pack_of("market", "coins=4")
    other = replace(pack, variant="long way", variants=("short", "long way"))
    told = command("simulate", other, asked(3, "m"), "--effect", "gold bar")
    assert told == (
        "protoplay simulate m --effect 'gold bar' --players 3 --variant 'long way' --set coins=4"
    )
    usual = replace(pack_of("market"), variant="short", variants=("short", "long way"))
    assert command("simulate", usual, asked(2, "m")) == "protoplay simulate m"


def test_the_number_of_a_strong_piece_is_searched_by_a_goal_on_it() -> None:
    results = lopsided(pack_of("market"))
    told = shlex.split(renumbering(results, "goods/gold"))
    assert told[3:] == ["--goal", "gold effect ±3%", "--tune", "goods.gold.points"]
    assert told[:3] == ["protoplay", "suggest", "my games/market"]
    wish = goal_in_line("Gold effect 5-20%", Place("game.yaml", 1))
    wished = replace(results, pack=replace(results.pack, goals=(wish,)))
    told = shlex.split(renumbering(wished, "goods/gold"))  # the designer's own band
    assert told[3:] == ["--goal", "Gold effect 5-20%", "--tune", "goods.gold.points"]
    assert not renumbering(results, "goods/none") and not renumbering(results, "places/gold")
    goods = results.pack.component("goods")
    rows = tuple(
        replace(row, fields={**row.fields, "copies": row.count},
                places={**row.places, "copies": row.places["points"]})
        for row in goods.rows
    )  # fmt: skip
    parts = tuple(replace(c, rows=rows) if c is goods else c for c in results.pack.components)
    counted = replace(results, pack=replace(results.pack, components=parts))
    assert renumbering(counted, "goods/gold") == renumbering(results, "goods/gold")  # how many: not
    sure = wilson(380, 400)
    effect = PieceEffect("goods/gold", "gold", sure, NOTHING, sure, 0.01, "taken")
    for how, is_searched in (("taken", True), ("dealt", False)):
        found = replace(results, effects=(replace(effect, how=how),))
        assert any("gold effect" in action for action in actions(found)) is is_searched


def test_a_replay_has_the_seed_of_its_run() -> None:
    seeds = {("random", "greedy"): 9}
    told = replay(pack_of("market"), asked(3, "./m"), seeds, 4, ("random", "greedy"))
    which = "--agents random,greedy --seed 9 --game 4"
    assert told == f"protoplay replay ./m {which} --players 3"
    assert "--seed 7" in replay(pack_of("market"), asked(3), {}, 4, ("random",))


def lopsided(pack: Pack) -> Results:
    """Return games in which the first seat and users of gold win more, and coins run out."""
    used = np.zeros((400, 2, 2), np.int32)
    used[:200, 0, 0] = 1
    used[200:, 0, 1] = 1
    found = made_up(
        [[1, 0]] * 200 + [[1, 0], [0, 1]] * 100, pack,
        pieces=("goods/gold", "goods/ink"), piece_used=used, piece_offered=used,
    )  # fmt: skip
    return replace(found, provenance=asked(named="my games/market"))


def test_findings_name_the_pack_as_it_was_typed() -> None:
    told = [a for a in actions(lopsided(pack_of("market"))) if "protoplay" in a]
    assert told and all("'my games/market'" in action for action in told)


@pytest.mark.parametrize(
    ("goals", "more"),
    [((), " --goal 'seats ±"), (("turns 2-40",), " --goal 'seats ±"), (("seats ±3%",), "")],
)
def test_no_goal_on_seats_is_proposed_beside_the_pack_s_own(
    goals: tuple[str, ...], more: str
) -> None:
    pack = pack_of("market")
    coins = replace(pack.parameters["coins"], tune=True)
    pack = replace(
        pack, parameters={**pack.parameters, "coins": coins},
        goals=tuple(goal_in_line(g, Place("game.yaml", 1)) for g in goals),
    )  # fmt: skip
    seats = next(f for f in findings_of(lopsided(pack)) if f.chart == "seats")
    assert seats.action.startswith(f"protoplay suggest 'my games/market'{more}")
    assert ("--goal" in seats.action) == bool(more)


def test_an_exchange_that_could_not_be_played_is_not_advised_again() -> None:
    found = lopsided(pack_of("market"))
    assert any("--effect goods/gold" in action for action in actions(found))
    failed = Outcome(f"{AS_ITSELF} goods", NOTHING, 1.0, NOTHING, NOTHING, (), "it stopped")
    effect = Effect("goods/gold", "gold", 400, ("greedy",), (failed,))
    told = actions(replace(found, effect=effect))
    assert not any("--effect goods/gold" in action for action in told)
    assert any("--restrict goods/gold" in action for action in told)


def test_going_without_a_piece_is_not_advised_where_that_was_just_played() -> None:
    found = replace(lopsided(pack_of("market")), exchangeable=())
    assert any("--restrict goods/gold" in action for action in actions(found))
    held = Restricted("goods/gold", True, "greedy:never=goods/gold", wilson(150, 400), 0.0)
    told = actions(replace(found, restricted=(held,)))
    assert not any("--restrict goods/gold" in action for action in told)


def test_suggested_commands_use_the_players_of_the_run() -> None:
    found = lopsided(pack_of("market"))
    for agents, one_held in ((("mcts:100",), ""), (("random",), " --agents random")):
        by = f" --agents {agents[0]}"
        run = replace(found.runs[0], agents=agents)
        told = replace(found, runs=(run, *found.runs[1:]))
        pack = "protoplay simulate 'my games/market'"
        assert exchanging(told, "goods/gold") == f"{pack} --effect goods/gold{by}"
        assert holding_back(told, "goods/gold") == f"{pack} --restrict goods/gold{one_held}"
        assert searching(told).endswith(by)
    for alone in ("mcts:50ms", "mcts:50ms:c=1"):  # such play no game twice
        told = replace(found, runs=(replace(found.runs[0], agents=(alone,)),))
        assert "--agents" not in searching(told)
    told = replace(found, runs=(replace(found.runs[0], agents=("greedy", "random")),))
    assert exchanging(told, "goods/gold").endswith(" --agents greedy,random")
    for asked_of_one in (holding_back(told, "goods/gold"), searching(told)):
        assert "--agents" not in asked_of_one  # they are asked of one kind of player alone
