"""Games in teams, through every study and report: teams win, lead and are judged, not seats."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from generator.model.goals import goal_in_line
from generator.model.pack import Pack
from generator.model.problems import Place
from generator.model.teams import Sides
from generator.play.checks.conform import conform
from generator.play.engine.batch import by_side, play_games
from generator.play.engine.game import FaultyRules, load_game
from generator.play.engine.records import records_of, replay
from generator.play.measures.aims import NoAim, aims_of, faulty_goals
from generator.play.measures.results import Results, SimulateOptions
from generator.play.measures.tally import Tally, shares_of
from generator.play.runs.cache import Keeper
from generator.play.runs.store import columns_of
from generator.play.studies.compare.run import compare
from generator.play.studies.ladder.run import ladder
from generator.play.studies.simulate.run import simulate
from generator.play.studies.suggest.run import suggest
from generator.play.studies.suggest.setup import SuggestOptions
from generator.play.studies.sweep.run import sweep
from generator.play.studies.trials.permute import orders_of
from generator.preview.playtest import showing
from generator.preview.replays import chances_of, lead_changes, movers_in, story_of
from tests.play.batches import batch_of, tally_of
from tests.play.lean import LEAN
from tests.play.telling.answers import terminal_text
from tests.tellings import findings_of, first_screen, html_of, summary_of
from tests.toys import LOTS, opened, write_pack

# Who throws wins up to three points for the team, who takes one for sure; each throw costs a coin.
# The second team has `bonus` points from the start. Five or six play in three teams.
FAIR = """
from generator.kit import below, column, offer, pieces_of, printed, record, rule, verbs

SEATS = (2, 6)
TEAMS = {4: ((1, 3), (2, 0)), 5: ((0, 3), (1, 4), (2,)), 6: ((0, 3), (1, 4), (2, 5))}
CHANCE = True
LONGEST = 24
MOVES = verbs("take", "throw", "rest")
KINDS = ("take", "throw", "rest")
SUPPLIES = {"coins": "each"}


def setup(pack, players):
    tables = record(players=players, bonus=pack.number("bonus"), printed=printed(pack, "cards"))
    side = list(range(players)) if players < 4 else [0, 1, 0, 1] if players == 4 else [0, 1, 2] * 2
    state = record(coins=[3] * 6, side=side + [0] * (6 - len(side)), pot=[0.0] * 6, left=24,
                   seat=0, over=0)
    return tables, state


@rule
def deal(tables, state, rng):
    state.pot[1] = tables.bonus


@rule
def moves(tables, state, out):
    n = offer(out, 0, MOVES.take)
    if state.coins[state.seat] > 0:
        n = offer(out, n, MOVES.throw)
    return offer(out, n, MOVES.rest)


@rule
def play(tables, state, move, rng):
    if move == MOVES.take:
        state.pot[state.side[state.seat]] += 1
    elif move == MOVES.throw:
        state.coins[state.seat] -= 1
        state.pot[state.side[state.seat]] += below(rng, 4)
    state.left -= 1
    state.over = state.left == 0
    state.seat = (state.seat + 1) % tables.players


@rule
def score(tables, state, out):
    for seat in range(tables.players):
        out[seat] = state.pot[state.side[seat]]


@rule
def kind(tables, state, move):
    return move


@rule
def piece(tables, state, move):
    return tables.printed[move] if move < 2 else -1


@rule
def greed(tables, state, seat):
    return state.pot[state.side[seat]] / 100


PERSONAS = {"keen": greed}


def pieces(pack):
    return pieces_of(pack, "cards")
"""
VOID = ("first seat", "seat 1 wins", "seats are", "no seat", "every seat", "worst seat")


def fair(folder: Path, *settings: str, rules: str = FAIR) -> Pack:
    return opened(write_pack(folder, rules, "2-6"), *settings)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    options = replace(LEAN, players=4, games=600, second="greedy", insight=60, luck=True)
    return simulate(fair(tmp_path_factory.mktemp("fair") / "fair", "bonus=2"), options)


def test_the_report_tells_of_teams(results: Results) -> None:
    m = results.main.metrics
    assert (m.players, m.sides.n, m.teams) == (4, 2, ((0, 2), (1, 3)))
    assert sum(e.value for e in m.seats.shares) == pytest.approx(1)
    assert m.seats.tied.value < 0.3 and m.margin.mean.value > 0 and m.lead_changes.value > 0
    assert m.luck is not None and m.insight is not None and len(m.score_by_rank) == 2
    [first] = [f for f in findings_of(results) if f.fact and f.fact.is_of_sides]
    assert re.match(r"The (first|second) team \(seats [12] and [34]\) wins ", first.text)
    assert "a fair share is 50" in first.text
    screen = first_screen(results, findings_of(results))
    assert "team (seats" in screen.verdict
    page = html_of(results).partition("<main")[2].partition("<h2>This run")[0]
    lines = " ".join(f"{section} {name}" for section, name, *_ in summary_of(results))
    for text in (terminal_text(results), re.sub("<[^>]+>", " ", page), lines):
        assert not [word for word in VOID if word in text.casefold()], text
    assert "team 1 wins, ties shared" in lines and "score of team 2" in lines
    assert "first team (seats 1 and 3) wins" in terminal_text(results)


def test_counts_by_seat_and_by_team(tmp_path: Path) -> None:
    game = load_game(fair(tmp_path), 4)
    batch = play_games(game, ["random"], 1, 0, 50, collect="moves")
    sides = by_side(batch)
    assert (batch.seats, sides.seats, by_side(sides)) == (4, 2, sides)
    assert (sides.scores == batch.scores[:, :2]).all() and sides.winners.shape == (50, 2)
    assert (sides.kind_counts.sum(axis=1) == batch.kind_counts.sum(axis=1)).all()
    assert (sides.supply_low[:, 0] == batch.supply_low[:, [0, 2]].min(axis=1)).all()
    assert (sides.movers == batch.movers % 2).all()
    assert (shares_of(batch).sum(axis=1) == 1).all()
    tally = tally_of(batch)
    assert tally.finals.shape == (50, 2) and len(tally.supply_low[0]) == 4
    columns = columns_of(batch)
    assert (columns["score 1"] == columns["score 3"]).all() and "first 4" in columns
    [record, *_] = records_of(game, batch)
    assert len(record["scores"]) == 4 and set(record["winners"]) in ({0, 2}, {1, 3}, {0, 1, 2, 3})


def test_partners_are_of_a_kind(tmp_path: Path) -> None:
    pack = fair(tmp_path)
    for players, team in ((4, [0, 1, 0, 1]), (5, [0, 1, 2, 0, 1])):
        n = max(team) + 1
        game = load_game(pack, players)
        batch = play_games(game, ["greedy", *["random"] * (n - 1)], 1, 0, 30)
        expected = (np.array(team)[None, :] + np.arange(30)[:, None]) % n
        assert (batch.agent_of == expected).all()
    options = replace(LEAN, players=4, agents=("random",) * 4)
    with pytest.raises(ValueError, match="4 agents for 2 teams: name one for all, or one for each"):
        simulate(pack, options)
    m = simulate(pack, replace(options, games=400, agents=("greedy", "random"))).main.metrics
    assert [p.spec for p in m.skill] == ["greedy", "random"]
    assert sum(p.share.value for p in m.skill) == pytest.approx(1) and m.skill[0].share.value > 0.6


def test_a_ladder_is_climbed_by_teams(tmp_path: Path) -> None:
    pack = fair(tmp_path)
    options = replace(LEAN, players=4, games=600)
    found = ladder(pack, ["random", "greedy"], options)
    assert (found.players, found.sides.n, len(found.seats)) == (4, 2, 2)
    assert found.steps[0].share.value > 0.6 and found.rungs[1].elo.low > 0
    text = terminal_text(found) + re.sub("<[^>]+>", " ", html_of(found))
    assert "greedy against random wins" in text and "no seat" not in text.casefold()
    each = ladder(pack, ["random", "greedy", "keen"], options, is_each=True)
    assert len(each.duels) == 6
    three = ladder(pack, ["random", "greedy"], replace(options, players=6))
    assert "greedy alone among 2 random wins" in terminal_text(three)


def test_the_gain_of_seeing_all_is_compared_with_a_fair_share(tmp_path: Path) -> None:
    options = replace(LEAN, players=4, games=60)
    nothing_to_see = FAIR.replace("below(rng, 4)", "1 + below(rng, 1)")
    pack = fair(tmp_path, rules=nothing_to_see)
    found = ladder(pack, ["random", "mcts:20"], options, is_ceiling=True)
    assert found.ceiling is not None
    share = found.ceiling.share
    assert 1 / 4 < share.low < 1 / 2 < share.high and share.needed > 0


def test_trials_are_of_teams(tmp_path: Path) -> None:
    pack = fair(tmp_path)
    options = replace(LEAN, players=4, games=600, agents=("greedy",))
    found = simulate(pack, replace(options, restrict=("throw",), effects=True, effect="cards-1"))
    [one] = found.restricted
    assert one.share.value < 0.5 and one.still == 0
    assert "team who never uses" in terminal_text(found)
    with pytest.raises(ValueError, match="kingmaking needs three teams at least"):
        simulate(pack, replace(options, kingmaking=True))
    three = simulate(pack, replace(options, players=6, games=100, kingmaking=True))
    assert three.kingmaking is not None and three.main.metrics.sides.n == 3
    [order] = [o for o in orders_of(pack, "greedy", 200) if o.players == 4]
    assert len(order.listed) == 2 and " team wins" in order.text


@pytest.mark.slow
def test_settings_and_goals_go_by_team(tmp_path: Path) -> None:
    packs = {x: fair(tmp_path / f"f{x}", f"bonus={x}") for x in (-3.0, 0.0, 3.0)}
    options = replace(LEAN, players=4, games=400)
    found = compare({f"bonus={x}": pack for x, pack in packs.items()}, options)
    assert found.differences[0].measure.key == "team 1 wins" and found.differences[0].is_sure
    assert "first team wins" in findings_of(found)[0].text
    html_of(found)
    swept = sweep(packs, "bonus", options)
    assert {c.measure.key: c.shape for c in swept.curves}["team 1 wins"] == "falling"
    assert any("Teams are even with bonus" in f.text for f in findings_of(swept))
    html_of(swept)
    tally = Tally.of(batch := play_games(load_game(packs[0.0], 4), ["random"], 1, 0, 200))
    tally.add(batch)
    place = Place("game.yaml")
    [aim] = aims_of([goal_in_line("seats ±3%", place)], tally)
    assert (aim.measure.key, aim.low, aim.high) == ("team 1 wins", 0.47, 0.53)
    [aim] = aims_of([goal_in_line("second team wins <= 60%", place)], tally)
    assert aim.measure.key == "team 2 wins" and not aim.is_missed(aim.of(tally))
    with pytest.raises(NoAim, match="no measure"):
        aims_of([goal_in_line("seat 3 wins <= 60%", place)], tally)
    tally = Tally.of(batch := play_games(load_game(packs[0.0], 6), ["random"], 1, 0, 200))
    tally.add(batch)
    aims = aims_of([goal_in_line("seats ±9%", place)], tally)
    assert [a.name for a in aims] == ["team 1 wins", "team 2 wins", "team 3 wins"]
    assert aims[0].low == pytest.approx(1 / 3 - 0.09)


@pytest.mark.slow
def test_suggest_makes_teams_even(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "fair", FAIR, "4")
    yaml = (
        (folder / "game.yaml")
        .read_text()
        .replace("bonus: 0", "bonus: {value: 6, low: 0, high: 8, tune: true}")
    )
    (folder / "game.yaml").write_text(yaml + "goals: {seats: ±8%, team 1 wins: 40-60%}\n")
    pack = opened(folder)
    assert faulty_goals(pack) == []
    play = SimulateOptions(agents=("random",), workers=1)
    found = suggest(pack, SuggestOptions(play, games=4000))
    assert found.best is not None and found.outcome == "found"
    assert float(found.best.changes["bonus"]) <= 3 and "team" in findings_of(found)[0].text
    html_of(found)


def test_at_the_table_teams_win_and_lead(tmp_path: Path) -> None:
    pack = fair(tmp_path)
    game, plain = load_game(pack, 4), load_game(pack, 4, plain=True)
    batch = play_games(game, ["random"], 1, 0, 30, collect="moves")
    moves = batch.moves[: batch.move_starts[1]].tolist()
    story = story_of(plain, 1, 0, moves, [""] * 4)
    assert story["winners"] in ([0, 2], [1, 3], [0, 1, 2, 3])
    told = chances_of(game, 1, 0, moves, movers_in(story))[
        "curve"
    ]  # a number for each team, at each ply
    assert {len(row) for row in told} == {3}
    assert all(abs(sum(row[1:]) - 1) < 0.01 for row in told)
    steps = [{"p": p} for p in ([0, 0], [1, 0], [1, 2], [3, 2])]
    marks = lead_changes(steps, Sides(4, ((0, 2), (1, 3))))
    assert marks == [[2, "team 2 takes the lead"], [3, "team 1 takes the lead"]]
    assert len(showing(batch)["seats"]) == 2
    *_, last = replay(plain, 1, 0, ["random"])
    assert re.search("first: players (1 and 3|2 and 4|1 and 2 and 3 and 4)$", last)


def test_games_in_teams_are_kept_as_they_were(tmp_path: Path) -> None:
    game = load_game(fair(tmp_path / "fair"), 4)
    asked = {"agents": ["random"], "seed": 1, "rotate": True, "collect": "basic"}
    batch = play_games(game, ["random"], 1, 0, 5)
    for _ in range(2):  # the second time they are read
        keeper = Keeper(tmp_path)
        [again] = keeper.batches(game, asked, 0, 5, 5, lambda first, n: iter([batch][:n]))
        assert again.teams == batch.teams == ((0, 2), (1, 3))
    assert keeper.n_given == 5


def test_two_teams_of_one_are_two_seats(tmp_path: Path) -> None:
    pairs = FAIR.replace("TEAMS = {", "TEAMS = {2: ((0,), (1,)), ")
    one = simulate(fair(tmp_path / "a"), replace(LEAN, players=2)).main.metrics
    two = simulate(fair(tmp_path / "b", rules=pairs), replace(LEAN, players=2)).main.metrics
    assert (one.sides.word, two.sides.word) == ("seat", "team")
    assert one.seats == replace(two.seats, gap=one.seats.gap) and one.margin == two.margin


@pytest.mark.parametrize(
    ("teams", "words"),
    [
        ("((0, 2), (1, 3))", "TEAMS is ((0, 2), (1, 3)), expected each team's seats by number of"),
        ("{4: ((0, 2), 1)}", "expected each team's seats by number of players, as {4: "),
        ("{4: ((0, 1), (2, 2, 3))}", "seat 2 is in two teams of 4 players"),
        ("{4: ((0, 1), (2,))}", "seat 3 is in no team of 4 players"),
        ("{4: ((0, 1), (2, 4))}", "seat 4 does not exist among 4 players (seats count from 0"),
        (
            "{4: ((0, 1, 2, 3),)}",
            "need at least two teams (for a single team write",
        ),
        ("{4: ((0, 1, 2, 3), ())}", "a team of 4 players is empty"),
        ("{999: ((0,), (1,))}", "TEAMS: 999 players, but SEATS is (2, 6)"),
        ("{10**30: ((0,), (1,))}", "TEAMS is"),
        ("{4: ((0, 2), (1, 3, 10**5000))}", "TEAMS"),
        ("{4: ()}", "4 players have nobody to play against"),
        ("{7: ((0, 1, 2, 3), (4, 5, 6))}", "TEAMS: 7 players, but SEATS is (2, 6)"),
        ("{4: ((0, 1), (2, 3))}\nCOOPERATIVE = True", "players do not compete"),
    ],
)
def test_teams_that_are_none_are_reported_at_their_line(
    tmp_path: Path, teams: str, words: str
) -> None:
    rules = re.sub("TEAMS = .*", lambda _: f"TEAMS = {teams}", FAIR)
    with pytest.raises(FaultyRules) as caught:
        load_game(fair(tmp_path, rules=rules), 4)
    [problem] = caught.value.problems
    assert words in str(problem) and "rules.py:5:" in str(problem)


def test_partners_with_different_scores_are_reported_at_once(tmp_path: Path) -> None:
    apart = LOTS.replace(
        "state.points[team] = state.points[team + 2] = 1", "state.points[team] = 1"
    )
    pack = opened(write_pack(tmp_path / "end", apart, "4"))
    for problems in (conform(pack, 4, games=2).problems, _fault(pack).problems):
        [problem] = problems
        assert "seats 1 and 3 (counted from 0) are a team, but at the end they have" in str(problem)
        assert (
            problem.level == "error" and "give both players the points of their team" in problem.fix
        )
    early = LOTS.replace(
        "    if state.seat == 3", "    state.points[3] += state.seat == 1\n    if state.seat == 3"
    )
    early = early.replace(
        "= state.points[team + 2] = 1", "= state.points[team + 2] = 1 + state.points[3]"
    )
    early = early.replace(
        "state.over = 1", "state.points[1] = state.points[3]\n        state.over = 1"
    )
    [problem] = conform(opened(write_pack(tmp_path / "way", early, "4")), 4, games=2).problems
    assert "seats 1 and 3 (counted from 0) are a team, but during the game they" in str(problem)


def _fault(pack: Pack) -> FaultyRules:
    with pytest.raises(FaultyRules) as caught:
        simulate(pack, replace(LEAN, players=4))
    return caught.value


def test_check_asks_whether_seats_that_score_alike_are_a_team(tmp_path: Path) -> None:
    def lots(name: str, rules: str) -> Pack:
        return opened(write_pack(tmp_path / name, rules, "4"), "bonus=50")

    alone = LOTS.replace("TEAMS", "NONE")
    [problem] = conform(lots("a", alone), 4, games=2).problems
    assert (
        problem.level == "warning"
        and "seats 0 and 2 (counted from 0) always have the same" in problem.message
    )
    assert problem.fix == "if they win together, write TEAMS = {4: ((0, 2), (1, 3))}"
    assert conform(lots("b", LOTS), 4, games=2).problems == []
    idle = alone.replace("= state.points[team + 2] = 1", "= 1")  # two never score: no team
    assert conform(lots("c", idle), 4, games=2).problems == []
    assert by_side(batch_of([[1.0, 2.0]])).seats == 2
