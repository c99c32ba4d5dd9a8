"""Players rated against each other."""

import math
from dataclasses import replace

import pytest

from generator.pack import Pack
from generator.play.ladder import ladder, personas_of
from generator.play.measure.results import Lead
from generator.play.measure.stats import Estimate
from generator.play.report.findings.findings import findings_of
from generator.play.report.html import html_of
from tests.play.lean import LEAN, pack_of


def test_a_ladder_ranks_players_by_skill(market: Pack) -> None:
    found = ladder(market, ["random", "greedy"], replace(LEAN, players=3, games=240))
    low, high = found.rungs
    assert (low.spec, low.elo.value) == ("random", 0.0) and high.elo.low > 50
    assert found.steps[0].stronger == "greedy" and found.steps[0].share.low > 1 / 3
    assert found.games == 240 and len(found.seats) == 3


def test_kinds_of_player_meet_each_other_and_who_always_loses_is_named(market: Pack) -> None:
    asked = replace(LEAN, players=3, games=480)
    found = ladder(market, ["greedy", "random"], asked, is_each=True)
    assert [(d.one, d.other) for d in found.duels] == [("greedy", "random"), ("random", "greedy")]
    assert [r.spec for r in found.rungs] == ["random", "greedy"] and not found.steps
    assert found.unbeaten() == ("greedy",) and found.dominated() == ("random",)
    told = [f.text for f in findings_of(found)]
    assert any(t.startswith("Random players lose against every other kind") for t in told)
    page = html_of(found)
    assert "▲" in page and "against random" in page


def test_equal_kinds_of_player_are_not_told_apart(market: Pack) -> None:
    asked = replace(LEAN, players=2, games=300)
    found = ladder(market, ["greedy", "greedy:until=999"], asked, is_each=True)
    assert not found.unbeaten() and not found.dominated()


def test_a_pack_without_kinds_of_player_says_so(market: Pack) -> None:
    with pytest.raises(ValueError, match="no PERSONAS, no AGENTS"):
        personas_of(market)
    assert personas_of(pack_of("bazaar")) == ["random", "liking"]


def test_a_ladder_names_who_is_strongest_and_its_lead_over_the_next(market: Pack) -> None:
    specs = ["greedy", "random", "greedy:until=999"]
    found = ladder(market, specs, replace(LEAN, players=2, games=600))
    assert found.lead is not None and {found.lead.best, found.lead.next} == {specs[0], specs[2]}
    assert found.lead.elo.low < 0 < found.lead.elo.high
    two = ladder(market, ["random", "greedy"], replace(LEAN, players=2, games=240))
    assert two.lead is None

    def told(low: float, high: float) -> str:
        top = replace(two.rungs[1], elo=Estimate(761.0, 761.0, math.inf, 400, ""))
        value = low if math.isinf(high) else (low + high) / 2
        lead = Lead("mcts:200", "greedy", Estimate(value, low, high, 400, ""))
        made = replace(two, rungs=(two.rungs[0], top), lead=lead)
        return next(f.text for f in findings_of(made) if "all or nearly all" in f.text)

    strongest = "mcts:200 is the strongest, {} Elo points above greedy, the next best."
    assert told(67, 107).endswith(strongest.format("87 ± 20"))
    assert told(67, math.inf).endswith(strongest.format("at least 67"))
    assert told(-7, 50).endswith(
        "mcts:200 and greedy are the strongest; which of them is, is open."
    )
