"""A pack's own measures: taken at the end of each game, reported like the built-in ones."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from generator.play.engine.batch import play_games
from generator.play.engine.game import FaultyRules, load_game
from generator.play.measures.aims import Aim
from generator.play.studies.compare.run import compare
from generator.play.studies.simulate.run import simulate
from generator.play.studies.simulate.tiles import _is_on
from generator.play.studies.sweep.run import sweep
from generator.play.telling.titles import OWN_FIGURES, group_of
from tests.catalogue import measure
from tests.play.lean import LEAN
from tests.tellings import Answer, findings_of, sections_of
from tests.toys import PACKS, opened

OWN = """

MEASURES = ("wins above the mean", "goods left")


def measure(tables, state, out):
    out[0] = state.points[: tables.players].max() - state.points[: tables.players].mean()
    out[1] = {left}
"""


def market_with(folder: Path, left: str = "count(state.deck)", *settings: str):  # type: ignore[no-untyped-def]
    for name in ("game.yaml", "rules.py"):
        text = (PACKS / "market" / name).read_text("utf-8")
        (folder / name).write_text(text + (OWN.format(left=left) if name == "rules.py" else ""))
    return opened(folder, *settings)


def test_own_figures_are_reported_with_interval_and_histogram(tmp_path: Path) -> None:
    pack = market_with(tmp_path)
    results = simulate(pack, replace(LEAN, players=2, games=120))
    own = dict(results.main.metrics.own)
    batch = play_games(load_game(pack, 2, plain=True), LEAN.agents, 1, 0, 120, collect="basic")
    assert own["goods left"].mean.value == pytest.approx(batch.measured[:, 1].mean())
    assert own["goods left"].histogram.n == 120 and own["goods left"].mean.half > 0
    ahead = batch.scores.max(axis=1) - batch.scores.mean(axis=1)
    assert batch.measured[:, 0] == pytest.approx(ahead)
    assert any(f.text.startswith("Goods left: ") for f in findings_of(results))


def test_own_figures_are_compared_as_numbers_whatever_they_are_called(tmp_path: Path) -> None:
    packs = {"as it is": market_with(tmp_path), "coins=1": opened(tmp_path, "coins=1")}
    found = compare(packs, replace(LEAN, players=2, games=120)).differences
    left = next(d for d in found if d.measure.key == "goods left")
    assert left.difference.low > 0 and not left.is_share
    assert not next(d for d in found if d.measure.key == "wins above the mean").is_share


def test_a_figure_that_is_no_number_is_reported_with_its_place(tmp_path: Path) -> None:
    game = load_game(market_with(tmp_path, "float('nan')"), 2, plain=True)
    with pytest.raises(FaultyRules, match=r"rules.py:\d+.*nan for 'goods left'"):
        play_games(game, ["random"], 1, 0, 3)


def test_figures_and_their_function_belong_together(tmp_path: Path) -> None:
    pack = market_with(tmp_path)
    path = tmp_path / "rules.py"
    path.write_text(path.read_text("utf-8").replace("def measure", "def other"))
    with pytest.raises(FaultyRules, match=r"MEASURES and measure\(\) belong together"):
        load_game(pack, 2)


def test_two_figures_of_one_name_are_refused(tmp_path: Path) -> None:
    pack = market_with(tmp_path)
    path = tmp_path / "rules.py"
    path.write_text(path.read_text("utf-8").replace('"goods left")', '"Wins above the mean")'))
    with pytest.raises(FaultyRules, match=r"MEASURES is .* expected names, each once"):
        load_game(pack, 2)


@pytest.mark.parametrize(
    "name",
    ["Turns", "turns a game", "seat 1 wins", "margin", "Tea runs out", "end by luck", "end_by_cap"],
)
def test_a_figure_that_is_measured_of_every_game_is_refused(name: str, tmp_path: Path) -> None:
    pack = market_with(tmp_path)
    path = tmp_path / "rules.py"
    path.write_text(path.read_text("utf-8").replace('"goods left")', f'"{name}")'))
    with pytest.raises(
        FaultyRules, match=r"MEASURES names .* which protoplay measures in every game"
    ):
        load_game(pack, 2)


@pytest.mark.parametrize(
    "name",
    [
        "seat swaps",
        "turns without a catch",
        "team spirit",
        "score of the market",
        "capes",
        "stalls built",
        "leads taken",
        "tied hands",
        "waiting",
    ],
)
def test_a_figure_of_the_packs_own_answers_nothing_that_its_name_only_resembles(name: str) -> None:
    figure = measure(name)
    assert group_of(figure) == OWN_FIGURES and figure.topic == "own" and not figure.question
    aim = Aim(f"{name} >= 3", figure, 2, 3.0, math.inf)
    assert not _is_on(aim, "fair") and not _is_on(aim, "long")
    assert figure.is_of_whole_games


@pytest.mark.parametrize(
    ("name", "heading", "tile"),
    [
        ("seat 2 wins", "Who wins", "fair"),
        ("turns", "How long it takes", "long"),
        ("tea run out", "Does it break", "broken"),
        ("end by cap", "Does it break", "broken"),
        ("half-time leader wins", "How it goes", "decided"),
    ],
)
def test_measures_of_every_game_are_listed_under_their_question(
    name: str, heading: str, tile: str
) -> None:
    assert group_of(measure(name)) == heading and measure(name).question == tile
    assert group_of(measure("end by sinks")) == "How it goes"
    assert group_of(measure("tied games")) == "Who wins"


def with_topics(folder: Path, *topics: str) -> Path:
    """A pack of ours, its two figures under these topics."""
    folder.mkdir(exist_ok=True)
    market_with(folder)
    path = folder / "rules.py"
    text = path.read_text("utf-8")
    names = '("wins above the mean", "goods left")'
    assert names in text
    told = zip(("wins above the mean", "goods left"), topics, strict=True)
    stated = ", ".join(f'"{name}": {topic}' for name, topic in told)
    path.write_text(text.replace(names, f"{{{stated}}}"), "utf-8")
    return folder


def headings_with(answer: Answer, name: str) -> set[str]:
    """Return the headings under which a chart shows a measure."""
    return {
        chart.topic if section.id == "compare" else section.title
        for section in sections_of(answer)
        for chart in section.charts
        if any(
            name == str(words).casefold() for words in (chart.topic, *(r[0] for r in chart.rows))
        )
    }


@pytest.mark.parametrize(
    ("topic", "heading"),
    [
        ("who wins", "Who wins"),
        ("length", "How long it takes"),
        ("course", "How it goes"),
        ("breaks", "Does it break"),
        ("own", OWN_FIGURES),
    ],
)
def test_a_figure_stands_under_the_heading_of_its_topic(
    tmp_path: Path, topic: str, heading: str
) -> None:
    """In a report of one setting, of two, and of a sweep; a figure of no topic under its own."""
    folder = with_topics(tmp_path, '"own"', f'"{topic}"')
    options = replace(LEAN, players=2, games=60)
    each = {coins: opened(folder, f"coins={coins:g}") for coins in (1.0, 3.0)}
    one, two = simulate(each[3.0], options), compare({"few": each[1.0], "more": each[3.0]}, options)
    for answer in (one, two, sweep(each, "coins", options)):
        assert headings_with(answer, "goods left") == {heading}
        assert headings_with(answer, "wins above the mean") == {OWN_FIGURES}


def test_a_figure_that_breaks_is_read_first_and_no_other(tmp_path: Path) -> None:
    places = {}
    for topic in ("breaks", "own"):
        folder = with_topics(tmp_path / topic, '"own"', f'"{topic}"')
        packs = {"few": opened(folder, "coins=3"), "more": opened(folder, "coins=9")}
        found = findings_of(compare(packs, replace(LEAN, players=2, games=120)))
        places[topic] = "; ".join(f.text for f in found).casefold().split("; ")
    at = {topic: [" goods left" in f" {part}" for part in places[topic]] for topic in places}
    assert at["breaks"].index(True) < at["own"].index(True)


@pytest.mark.parametrize(("topic", "fix"), [("breks", 'did you mean "breaks"?'), ("fairness", "")])
def test_an_unknown_topic_is_refused_with_all_there_are(
    tmp_path: Path, topic: str, fix: str
) -> None:
    with pytest.raises(FaultyRules) as caught:
        load_game(opened(with_topics(tmp_path, '"own"', f'"{topic}"')), 2)
    (problem,) = caught.value.problems
    known = '"who wins" or "length" or "course" or "breaks" or "own"'
    assert problem.message == f"MEASURES: goods left is of {topic!r}, expected {known}"
    assert problem.place.line > 1 and problem.fix.startswith(fix)


def test_a_topic_that_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FaultyRules, match=r"MEASURES is .* expected names, each once"):
        load_game(opened(with_topics(tmp_path, '"own"', "3")), 2)
