"""Games without competition: one player alone, or all together for one score."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.kit.chance import stream
from generator.model.goals import goal_in_line
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.play.checks.conform import conform
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.engine.records import records_of, replay
from generator.play.engine.search import uct
from generator.play.measures.aims import NoAim, aims_of
from generator.play.measures.metrics import measure
from generator.play.measures.ratios import measures_of
from generator.play.measures.results import Results
from generator.play.runs.store import columns_of
from generator.play.studies.compare.run import compare
from generator.play.studies.exchange.paired import exchanged
from generator.play.studies.ladder.run import ladder
from generator.play.studies.simulate.run import simulate
from generator.play.studies.suggest.run import suggest
from generator.play.studies.suggest.setup import SuggestOptions
from generator.play.studies.sweep.run import sweep
from generator.play.studies.trials.permute import orders_of
from generator.preview.playtest import showing, use_of
from generator.preview.replays import chances_of, found, story_of
from generator.preview.sessions import weigh
from tests.play.batches import batch_of, tally_of
from tests.play.lean import LEAN
from tests.play.telling.answers import terminal_text
from tests.tellings import findings_of, first_screen, html_of, sections_of, summary_of
from tests.toys import DYKE, LUCK, ROOMS, opened, write_pack

# What is void where nobody is ahead of another.
VOID = (
    "seat", "fair", "even share", "tie-break", "first place", "lead", "half time", "half-time",
    "win", "margin", "luck", "association", "catch", "drawn",
)  # fmt: skip
COIN = """
from generator.kit import below, record, rule, verbs

SEATS = (2, 2)
CHANCE = True
LONGEST = 9
WIDEST = 1
MOVES = verbs("flip")


def setup(pack, players):
    return record(flips=pack.number("bonus") or 1), record(seat=0, over=0, done=0, points=[0, 0])


@rule
def moves(tables, state, out):
    out[0] = 0
    return 1


@rule
def play(tables, state, move, rng):
    state.points[below(rng, 2)] += 1
    state.done += 1
    state.over = state.done == tables.flips
"""
# The rooms of two who take the doors in turn, for one score; one bot's judge says the same of all.
PAIR = (
    ROOMS.replace("SEATS = (1, 1)", "SEATS = (2, 2)\nCOOPERATIVE = True")
    .replace("points=[-1000]", "points=[-1000, -1000]")
    .replace("state.room += 1", "state.points[1] = state.points[0]\n    state.room += 1")
    .replace("state.over =", "state.seat = 1 - state.seat\n    state.over =")
    + """

@rule
def sure(tables, state, seat):
    return 0.5


PERSONAS = {"sure": sure}
"""
)


def dyke(folder: Path, *settings: str, rules: str = DYKE) -> Pack:
    """The dyke, which must be `bonus` higher."""
    given = 'record(players=players, more=pack.number("bonus"))'
    wider = rules.replace("record(players=players)", given).replace(">= 10", ">= 10 + tables.more")
    return opened(write_pack(folder, wider, "1-4"), *settings)


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Results:
    options = replace(LEAN, players=2, games=400, agents=("random",), second="auto", insight=100)
    return simulate(dyke(tmp_path_factory.mktemp("dyke") / "dyke"), options)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Results:
    pack = opened(write_pack(tmp_path_factory.mktemp("luck") / "luck", LUCK, "1"))
    options = replace(LEAN, games=400, agents=("greedy",), second="auto", insight=100)
    return simulate(pack, options)


def test_the_report_tells_the_score_and_the_ends(together: Results, alone: Results) -> None:
    for results, who in ((together, "Together players score"), (alone, "The player scores")):
        m = results.main.metrics
        assert m.score is not None and not m.is_contest and m.insight is None and m.luck is None
        screen = first_screen(results, findings_of(results))
        assert screen.verdict.startswith(who) and "end by “" in screen.verdict
        assert screen.verdict.endswith(". It is sound.")
        assert [tile.id for tile in screen.tiles] == ["well", "long", "broken"]
        texts = [f.text.replace("\xa0", " ") for f in findings_of(results)]
        assert texts[0].startswith(f"{who} {m.score.mean.value:.1f} ± ")
        assert f"end by “{m.outcomes[0].name}” (with " in texts[1]
    names = [o.name for o in together.main.metrics.outcomes]
    assert names == ["the dyke holds", "the flood comes"]


def test_nothing_is_said_that_takes_somebody_to_be_ahead(together: Results, alone: Results) -> None:
    for results in (together, alone):
        page = html_of(results).partition("<main")[2].partition("<h2>This run")[0]
        lines = " ".join(f"{section} {name}" for section, name, *_ in summary_of(results))
        for text in (terminal_text(results), re.sub("<[^>]+>", " ", page), lines):
            assert not [word for word in VOID if word in text.casefold()], text


def test_a_score_that_says_no_more_than_the_end_is_not_reported(tmp_path: Path) -> None:
    rules = DYKE.replace("state.height + 10 * (state.over == 1)", "state.over == 1")
    results = simulate(dyke(tmp_path / "dyke", rules=rules), replace(LEAN, games=400))
    screen = first_screen(results, findings_of(results))
    assert (
        "points" not in screen.verdict and "of the games end by “the dyke holds”" in screen.verdict
    )
    assert "points" not in findings_of(results)[0].text


def test_an_end_that_is_rare_neither_leads_nor_tells_a_score(tmp_path: Path) -> None:
    """A dyke that must be three higher holds in a few of 400 games, with the most points."""
    results = simulate(dyke(tmp_path / "dyke", "bonus=3"), replace(LEAN, games=400))
    m = results.main.metrics
    assert [o.name for o in m.outcomes] == ["the flood comes", "the dyke holds"]
    assert 0 < m.outcomes[1].score.n < 100 and m.outcomes[1].score.value > m.outcomes[0].score.value
    text = findings_of(results)[1].text
    assert "by “the flood comes” (with " in text and "by “the dyke holds” (" not in text
    screen = first_screen(results, findings_of(results))
    assert "of the games end by “the flood comes”" in screen.verdict
    assert screen.tiles[0].answer.startswith("The flood comes: ")
    assert "“The flood comes” scores most" not in html_of(results)


def test_a_game_that_is_never_won_is_not_called_sound(tmp_path: Path) -> None:
    results = simulate(dyke(tmp_path / "dyke", "bonus=8"), replace(LEAN, games=200))
    screen = first_screen(results, findings_of(results))
    named = "Look at this first: no game ends in any way but “the flood comes”"
    assert named in screen.verdict and "sound" not in screen.verdict
    assert [f.level for f in screen.findings if "No game ends in any way but" in f.text] == ["look"]


def test_each_end_is_one_measure(tmp_path: Path) -> None:
    for ends, words, measures in (
        ('"", "over", "over"', ["over"], ["end by over", "end by stall", "end by cap"]),
        ('"", "stalled", "b"', ["stalled", "b"], ["end by b", "end by stall", "end by cap"]),
    ):  # fmt: skip
        rules = LUCK.replace('"", "stopped", "bust"', ends)
        folder = write_pack(tmp_path / words[0], rules, "1")
        batch = play_games(load_game(opened(folder), 1), ["random"], 1, 0, 400)
        tally = tally_of(batch)
        assert sorted(o.name for o in measure(tally).outcomes) == sorted(words)
        assert [m.key for m in measures_of(tally) if m.key.startswith("end by")] == measures


def test_settings_are_compared_by_score_and_ends(tmp_path: Path) -> None:
    packs = {x: dyke(tmp_path / f"d{x}", f"bonus={x}") for x in (0.0, 3.0)}
    options = replace(LEAN, players=2, games=200)
    found = compare({f"bonus={x}": pack for x, pack in packs.items()}, options)
    assert [d.measure.key for d in found.differences][:3] == [
        "score", "end by the dyke holds", "end by the flood comes",
    ]  # fmt: skip
    keys = [d.measure.key for d in found.differences]
    assert not [key for key in keys if "seat" in key or "lead" in key]
    ids = [tile.id for tile in first_screen(found, findings_of(found)).tiles]
    assert ids == ["well", "long", "broken"]
    text = findings_of(found)[0].text
    assert "games that end by “the dyke holds” 4" in text
    told = sections_of(found)[
        0
    ].charts  # what the other end leaves, and what never moves, is no news
    assert not any("flood" in row[0] or "choose" in row[0] for c in told for row in c.rows)
    swept = sweep(packs, "bonus", options)
    assert "dyke holds" in findings_of(swept)[0].text
    assert "flood" not in " ".join(f.text for f in findings_of(swept))
    curves = {c.measure.key: c.shape for c in swept.curves}
    assert curves["end by the dyke holds"] == curves["score"] == "falling"
    assert not any("seat" in name for name in curves)


def test_goals_may_be_on_the_score_and_the_ends(tmp_path: Path) -> None:
    pack = dyke(tmp_path / "dyke")
    batch = play_games(load_game(pack, 2), ["random"], 1, 0, 100)
    tally = tally_of(batch)

    def aimed(text: str) -> str:
        return aims_of([goal_in_line(text, Place("game.yaml"))], tally)[0].measure.key

    assert aimed("score >= 12") == "score"
    assert aimed("end by the Dyke holds 40-60%") == "end by the dyke holds"
    assert aimed("games that end by “the dyke holds” >= 40%") == "end by the dyke holds"
    with pytest.raises(NoAim, match="needs players who compete"):
        aimed("seats ±3%")
    with pytest.raises(NoAim, match="no measure"):
        aimed("lead changes >= 2")
    with pytest.raises(NoAim) as caught:
        aimed("xyzzy >= 2")
    assert "turns" in str(caught.value) and "seat" not in str(caught.value)


def test_options_that_need_a_winner_are_refused(tmp_path: Path) -> None:
    pack = dyke(tmp_path / "dyke")
    options = replace(LEAN, players=3)
    for asked in (
        {"restrict": ("all",)}, {"kingmaking": True}, {"luck": True}, {"effects": True},
        {"effect": "one"},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="needs a winner"):
            simulate(pack, replace(options, **asked))
    with pytest.raises(ValueError, match="needs a winner"):
        exchanged(load_game(pack, 3), "one", options)
    with pytest.raises(ValueError, match="needs a winner"):
        orders_of(pack, "greedy", 100)
    with pytest.raises(ValueError, match="tells what each kind of player scores"):
        ladder(pack, ["random", "greedy"], options)
    with pytest.raises(ValueError, match="reward=rank compares players with each other"):
        simulate(pack, replace(options, agents=("mcts:10",), reward="rank"))


def test_check_tells_of_scores_that_never_or_ever_differ(tmp_path: Path) -> None:
    def of(name: str, *changes: tuple[str, str], players: int = 2) -> list[tuple[str, str]]:
        rules = DYKE
        for old, new in changes:
            assert old in rules
            rules = rules.replace(old, new)
        folder = write_pack(tmp_path / name, rules, "1-4")
        told = conform(opened(folder), players, games=3).problems
        return [(p.level, f"{p.message} ({p.fix})") for p in told]

    alike, unlike = ("COOPERATIVE = CHANCE", "CHANCE"), ("out[:] =", "out[:1] =")
    assert of("sound") == of("alone", alike, players=1) == []
    [(level, text)] = of("no points", ("state.height + 10", "0 * state.height + 0"))
    assert level == "warning" and "random games end with the same score (2 players)" in text
    [(level, text)] = of("unsaid", alike)
    assert level == "warning" and "same score at the end of 100 random games" in text
    assert "write COOPERATIVE = True" in text
    [(level, text)] = of("nobody scores", alike, ("state.height + 10", "0 * state.height + 0"))
    assert level == "warning" and "give points for what players achieve" in text
    [(level, text)] = of("unlike", unlike)
    assert level == "error" and "COOPERATIVE is set, but seats have different scores" in text
    assert of("contest", alike, unlike) == []


def test_every_seat_explores_by_what_its_own_searches_earned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One searches by points, the other by a judge from 0 to 1; both keep their trees."""
    favourite, preferred = uct.favourite, uct.preferred
    scales: list[float] = []
    explored: dict[int, set[float]] = {0: set(), 1: set()}

    def watched(*args: Any) -> Any:
        scales.append(args[-1])
        return favourite(*args)

    def decided(*args: Any) -> Any:
        explored[args[3]] |= set(scales)
        scales.clear()
        return preferred(*args)

    monkeypatch.setattr(uct, "favourite", watched)
    monkeypatch.setattr(uct, "preferred", decided)
    game = load_game(opened(write_pack(tmp_path / "pair", PAIR, "2")), 2, plain=True)
    play_games(game, ["mcts:60", "mcts:60:value=sure"], 1, 0, 1)
    assert explored[1] == {1.0}
    assert max(explored[0]) > 20 and 1.0 not in explored[0]


def test_value_judges_the_end_too(tmp_path: Path) -> None:
    """A judge that wants to stay poor goes through the poorest of the last doors, too."""
    folder = write_pack(tmp_path / "rooms", ROOMS, "1")
    bots = "from generator.kit import rule\n\n\n@rule\ndef value(tables, state, seat):\n"
    (folder / "bots.py").write_text(f"{bots}    return -0.01 * state.points[0] - 9.0\n")
    game = load_game(opened(folder), 1)
    poorest = game.tables.coins.min(axis=1).sum() - 1000
    for agent in ("greedy", "mcts:400", "flat:100:depth=0"):
        assert play_games(game, [agent], 1, 0, 20).scores.tolist() == [[poorest]] * 20, agent


def test_a_transcript_names_nobody_first(tmp_path: Path) -> None:
    *_, last = replay(load_game(dyke(tmp_path / "dyke"), 2, plain=True), 1, 0, ["random"])
    assert last.startswith("over (the ") and "first" not in last


@pytest.mark.parametrize("players", [1, 2])
def test_records_and_rows_name_no_winner(tmp_path: Path, players: int) -> None:
    game = load_game(dyke(tmp_path / "dyke"), players)
    batch = play_games(game, ["random"], 1, 0, 20, collect="moves")
    assert [record["winners"] for record in records_of(game, batch)] == [[]] * 20
    columns = columns_of(batch)
    for seat in range(players):
        assert not columns[f"first {seat + 1}"].any()


def test_examples_are_the_lowest_a_usual_and_the_highest_score() -> None:
    scores = [[5, 5], [7, 7], [1, 1], [9, 9], [3, 3]]
    given = {"winners": [[False] * 2] * 5, "is_contest": False, "pieces": ("card/a",)}
    batch = batch_of(scores, piece_used=[[[0], [n == 2]] for n in range(5)], **given)
    found = showing(batch)
    assert found["scores"] == [2, 0, 3] and "seats" not in found
    [piece] = measure(tally_of(batch)).pieces
    assert use_of(piece, batch).games == (2,)  # where it was used; nobody won
    assert piece.win_used == piece.win_unused == 0


def test_nobody_wins_at_the_table(tmp_path: Path) -> None:
    pack = dyke(tmp_path / "dyke")
    game = load_game(pack, 2)
    plain = load_game(pack, 2, plain=True)
    moves, who = found(plain, 1, 0, ["random"])
    assert story_of(plain, 1, 0, moves, who)["winners"] == []
    assert chances_of(game, 1, 0, moves, [0] * len(moves))["curve"] == []
    judgement = weigh(game, game.fresh()[0], 0, "mcts:400", stream(1, 0, 0))
    assert judgement.reward == "score"
    for each in judgement.moves:
        assert 10 < each.chance < 20 and 0 < each.half < 5


def test_a_game_of_one_flip_has_no_half_time(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "coin", COIN, "2")
    options = replace(LEAN, games=200, insight=100)
    once, often = (simulate(opened(folder, f"bonus={n}"), options) for n in (1, 9))
    shown, longer = terminal_text(once), terminal_text(often)
    assert "On average a player has 1 legal move to choose from, and never more than one" in shown
    assert not [w for w in ("half time", "half-time", "decided", "open to") if w in shown]
    assert "half-time leader wins" in longer and "open to the end" not in longer


def test_a_run_narrows_the_ends(tmp_path: Path) -> None:
    batch = play_games(load_game(dyke(tmp_path / "dyke"), 2), ["random"], 1, 0, 100)
    tally = tally_of(batch)
    metrics = measure(tally)
    ends = [outcome.name for outcome in metrics.outcomes]
    assert sorted(ends) == ["the dyke holds", "the flood comes"]
    assert metrics.headline() == [outcome.share for outcome in metrics.outcomes]


def test_suggest_finds_the_dyke_that_holds_half_the_time(tmp_path: Path) -> None:
    pack = dyke(tmp_path / "dyke")
    goal = goal_in_line("end by the dyke holds 5-25%", Place("game.yaml"))
    options = SuggestOptions(
        replace(LEAN, agents=("random",)),
        players=(2,), goals=(goal,), tune=("bonus=0..4",), games=6000, confirm="random",
    )  # fmt: skip
    found = suggest(pack, options)
    assert found.changes == {"bonus": 1} or found.changes == {"bonus": 2}
