"""A tweak's effects equal those of `compare`, and it can be stopped, kept and continued."""

from pathlib import Path

import pytest

from generator.play.measures.results import SimulateOptions
from generator.play.studies.compare.run import compare as compare_packs
from generator.play.telling.numbers import signed
from generator.preview import whatif
from generator.preview.faces import Call
from generator.preview.playtest import playtest
from generator.preview.scheduler import around, is_inside, neighbours
from generator.preview.tweak import range_of, read_value
from generator.preview.whatif import STAGES, Band, Players, ahead, compare
from generator.reading.door import open_pack
from tests.toys import PACKS

MARKET = str(PACKS / "market")
BASE = Call(MARKET)


@pytest.fixture(scope="module")
def name() -> str:
    """A whole number of the pack that may move by one."""
    pack, _ = open_pack(MARKET)
    assert pack is not None
    return next(iter(neighbours(pack.parameters)))[0]


@pytest.fixture(scope="module")
def changed(name: str) -> Call:
    pack, _ = open_pack(MARKET)
    assert pack is not None
    value = next(value for n, value in neighbours(pack.parameters) if n == name)
    return Call(MARKET, settings=(f"{name}={value}",))


@pytest.fixture(scope="module")
def bands(changed: Call) -> list[Band]:
    whatif._kept.clear()
    return [band for band in compare(BASE, changed, Players()) if band is not None and band.rows]


@pytest.mark.slow
def test_the_last_numbers_are_those_of_compare(changed: Call, bands: list[Band]) -> None:
    assert [band.games for band in bands] == list(STAGES)
    packs = {}
    for label, call in (("as it is", BASE), ("changed", changed)):
        pack, _ = open_pack(call.name, settings=call.settings)
        assert pack is not None
        packs[label] = pack
    options = SimulateOptions(agents=("greedy",), games=STAGES[-1], insight=0, second=None)
    told = compare_packs(packs, options).differences
    assert [row.name for row in bands[-1].rows] == [d.name for d in told]
    for row, d in zip(bands[-1].rows, told, strict=True):
        assert (row.value, row.low, row.high) == pytest.approx(
            (d.difference.value, d.difference.low, d.difference.high), nan_ok=True
        )
        assert row.q == pytest.approx(d.q)
        assert row.words == signed(d.difference, d.is_share)


def test_bands_become_narrower_with_more_games(bands: list[Band]) -> None:
    widths = [sum(row.high - row.low for row in band.rows if row.is_told) for band in bands]
    assert widths[0] > widths[1] > widths[2] > 0


def test_games_played_ahead_are_available_at_once(changed: Call) -> None:
    whatif._kept.clear()
    for call in (BASE, changed):
        assert list(ahead(call, Players(), 400))[-1] == 400
    first = next(iter(compare(BASE, changed, Players())))
    assert first is not None and first.games == 400 and first.rows


def test_a_stopped_run_goes_on_where_it_was() -> None:
    def rows() -> list[list[float]]:
        (played,) = whatif._kept.values()
        return [list(row) for row in played.at[400].rows]

    whatif._kept.clear()
    assert list(ahead(BASE, Players(seed=5), 400))[-1] == 400
    whole = rows()
    whatif._kept.clear()
    games = ahead(BASE, Players(seed=5), 400)
    stops = [next(games) for _ in range(9)]
    assert stops == [None] * 9, "it may be stopped after every few games"
    games.close()  # type: ignore[attr-defined]
    (played,) = whatif._kept.values()
    assert 0 < played.done < 100
    told = [n for n in ahead(BASE, Players(seed=5), 400) if n is not None]
    assert told[-1] == 400 and told == sorted(set(told)) and len(told) >= 4
    assert rows() == whole


def test_the_number_of_kept_settings_is_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whatif._kept.clear()
    monkeypatch.setattr(whatif, "MOST_KEPT", 3)
    for seed in range(5):
        list(ahead(BASE, Players(seed=seed), 100))
    assert [players.seed for _, players in whatif._kept] == [2, 3, 4]


def test_a_playtest_yields_more_and_more_results() -> None:
    told = [item for item in playtest(BASE, Players(), 200) if item is not None]
    answers = [answer for *_, answer in told if answer is not None]
    assert [a.games for a in answers] == [100, 200]
    last = answers[-1]
    assert last.findings and last.chapters and last.verdict
    games = [n for told in last.findings for n in told.games]
    assert games and all(0 <= n < 200 for n in games)
    assert all(use.games == tuple(sorted(use.games)) for use in last.uses.values())


def test_faults_of_the_rules_come_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("protoplay: 1\nname: N\nplayers: 2\n", "utf-8")
    (tmp_path / "rules.py").write_text("def deal(:\n", "utf-8")
    (fault, *_) = whatif.faults(Call(str(tmp_path)))
    assert fault.place.line == 1 and fault.place.file.endswith("rules.py")


def test_values_outside_their_kind_and_range_are_refused() -> None:
    pack, _ = open_pack("mara")
    assert pack is not None
    tracks = pack.parameters["tracks"]
    assert read_value(tracks, "18") == (18, "")
    assert "from" in read_value(tracks, "4000")[1]
    for odd in ("1.5", "x", None, [], {}, "nan", "inf", "1e400"):
        assert read_value(tracks, odd)[1], odd
    switch = next(p for p in pack.parameters.values() if isinstance(p.value, bool))
    assert read_value(switch, True) == (True, "")
    assert read_value(switch, "yes")[1] and read_value(switch, 1)[1]
    low, high, step = range_of(tracks, 15)
    assert (low, high, step) == (tracks.low, tracks.high, 1)
    assert is_inside(tracks, 15) and not is_inside(tracks, 1e9)


def test_values_within_reach_are_played_ahead_the_nearest_first() -> None:
    pack, _ = open_pack("mara", settings=("tracks=9",))
    assert pack is not None
    low = pack.parameters["tracks"].low
    found = [value for _, value in around(pack.parameters, "tracks")]
    assert found[:2] == [11, 7] if low is None or low <= 7 else found[0] == 11
    assert all(is_inside(pack.parameters["tracks"], value) for value in found)  # type: ignore[arg-type]
    assert 9 not in found and 10 not in found and max(found) == 14  # type: ignore[type-var]
    switch = next(p.name for p in pack.parameters.values() if isinstance(p.value, bool))
    assert around(pack.parameters, switch) == around(pack.parameters, "") == []
