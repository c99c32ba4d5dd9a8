"""Alarms and missing alarms in games whose truth is known."""

import numpy as np

from generator.play.measures.supplies import SupplyStart
from generator.play.readings.ends import ends_of
from generator.play.readings.pieces import EveryoneReading, PassedOverReading
from generator.play.readings.pieces import pieces as pieces_of
from tests.play.lean import pack_of
from tests.play.telling.answers import made_up, sentences, with_check
from tests.tellings import findings_of


def test_games_that_do_not_finish_are_said_first_and_nothing_else_is_judged() -> None:
    ends = ("stall",) * 120 + ("cap",) * 180
    main = made_up([[1, 0], [0, 1]] * 150, pack_of("market"), reasons=ends)
    found, reading = findings_of(main), ends_of(main)
    assert reading is not None and reading.state == "unfinished"
    assert dict(reading.counts) == {"cap": 180, "stall": 120}
    assert (found[0].chart, found[0].level) == ("ends", "look")
    assert not any(f.level == "fine" for f in found)
    assert not any(f.chart in ("seats", "length", "lead", "pieces") for f in found)


def test_a_second_kind_of_player_that_does_not_finish_backs_nothing() -> None:
    main = made_up([[1, 0]] * 260 + [[0, 1]] * 140, pack_of("market"))
    checked = with_check(main, [[1, 0], [0, 1]] * 100, reasons=("stall",) * 200)
    seats = next(f for f in findings_of(checked) if f.chart == "seats")
    assert "first seat wins 65" in seats.text and seats.doubt == ""


def test_a_supply_that_is_meant_to_run_out_is_no_alarm() -> None:
    low = np.zeros((400, 2, 1), np.int32)
    scores = [[1, 0], [0, 1]] * 200
    pack, given = pack_of("market"), {"supplies": ("coins",), "supply_low": low}

    def level(**more: object) -> str:
        made = made_up(scores, pack, **{**given, **more})
        return next(f.level for f in findings_of(made) if f.chart == "supplies")

    halves = np.where(np.arange(400) % 2, 0, 5)[:, None, None].repeat(2, axis=1).astype(np.int32)
    assert level(supply_low=halves, start=(SupplyStart(9, False),)) == "look"
    assert level(supply_low=halves, start=(SupplyStart(9, False, is_meant=True),)) == "fine"
    named = ("coins_gone",) * 200 + ("done",) * 200
    assert level(supply_low=halves, start=(SupplyStart(9, False),), reasons=named) == "fine"


def test_a_card_nobody_takes_because_it_loses_is_no_alarm() -> None:
    rng = np.random.default_rng(2)
    n, pack = 4000, pack_of("market")
    pieces = tuple(f"goods/{row.id}" for row in pack.component("goods").rows)[:2]
    used = np.zeros((n, 2, 2), np.int32)
    used[:, :, 0] = rng.random((n, 2)) < 0.05
    used[:, :, 1] = rng.random((n, 2)) < 0.5
    offered = np.ones((n, 2, 2), np.int32)

    def found(cost: float) -> str:
        strength = -cost * used[:, :, 0] + rng.gumbel(size=(n, 2))
        scores = np.eye(2)[strength.argmax(axis=1)]
        made = made_up(scores, pack, pieces=pieces, piece_used=used, piece_offered=offered)
        return next(r.level for r in pieces_of(made) if isinstance(r, PassedOverReading))

    assert found(cost=3.0) == "note" and found(cost=0.0) == "look"


def test_a_card_that_everyone_uses_is_one_to_go_without() -> None:
    n, pack = 400, pack_of("market")
    pieces = tuple(f"goods/{row.id}" for row in pack.component("goods").rows)[:2]
    used = np.ones((n, 2, 2), np.int32)
    used[::2, 0, 1] = 0
    made = made_up([[1, 0], [0, 1]] * 200, pack, pieces=pieces, piece_used=used)
    (by_all,) = (r for r in pieces_of(made) if isinstance(r, EveryoneReading))
    assert by_all.pieces == pieces[:1] and by_all.level == "note"
    assert "(effect)" not in sentences(made)
