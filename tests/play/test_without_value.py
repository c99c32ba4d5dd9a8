"""Games whose bots have no `value`: greedy uses only the score, and the report says so."""

from pathlib import Path

import pytest

from generator.model.pack import Pack
from generator.play.measures.results import SimulateOptions
from generator.play.studies.ladder.run import ladder
from generator.play.studies.simulate.run import simulate
from generator.play.telling.words.seats import COUNT_IT, LAST_SEES
from tests.tellings import facts_of, findings_of
from tests.toys import opened, write_pack

# Both choose in secret, nine times: a pearl or nothing. Only the last one sees points at once.
PEARLS = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
HIDDEN = True
LONGEST = 18
MOVES = verbs(choose={"what": ("nothing", "pearl")})
SECRET = {"choose": "turn"}


def setup(pack, players):
    return record(players=2), record(chosen=-1, step=0, seat=0, over=0, points=[0, 0])


@rule
def moves(tables, state, out):
    return offer(out, offer(out, 0, 0), 1)


@rule
def play(tables, state, move, rng):
    if state.seat == 0:
        state.chosen = move
        state.seat = 1
    else:
        state.points[0] += state.chosen
        state.points[1] += move
        state.chosen = -1
        state.seat = 0
        state.step += 1
        state.over = state.step == 9


@rule
def hide(tables, state, seat, rng):
    if seat == 1 and state.chosen >= 0:
        state.chosen = below(rng, 2)


@rule
def turn_of(tables, state):
    return state.step
"""
VALUE = """
from generator.kit import rule


@rule
def value(tables, state, seat):
    return 0.5
"""


def pearls(folder: Path, bots: str = "") -> Pack:
    write_pack(folder, PEARLS)
    if bots:
        (folder / "bots.py").write_text(bots, "utf-8")
    return opened(folder)


def options(*agents: str, second: str | None = None) -> SimulateOptions:
    return SimulateOptions(games=200, agents=agents, second=second, insight=0)


@pytest.mark.parametrize(
    ("agents", "bots", "is_said"),
    [
        (("greedy",), "", True),
        (("random", "greedy"), "", True),
        (("greedy:until=4", "random"), "", True),
        (("random",), "", False),
        (("greedy",), VALUE, False),
    ],
)
def test_that_greedy_goes_by_the_score_stands_beside_who_played(
    tmp_path: Path, agents: tuple[str, ...], bots: str, is_said: bool
) -> None:
    facts = dict(facts_of(simulate(pearls(tmp_path, bots), options(*agents))))
    said = facts.get("greedy goes by")
    assert said == ("the score alone, for bots.py has no value (WRITING.md)" if is_said else None)


def test_a_ladder_says_it_too(tmp_path: Path) -> None:
    answer = ladder(pearls(tmp_path), ["random", "greedy"], options("random"))
    assert dict(facts_of(answer))["greedy goes by"].startswith("the score alone")


@pytest.mark.parametrize("second", [None, "random"])
def test_bots_that_see_secret_choices_are_reported_first(
    tmp_path: Path, second: str | None
) -> None:
    pack = pearls(tmp_path)
    results = simulate(pack, options("greedy", second=second))
    assert results.main.metrics.seats.shares[0].high < 0.3  # the last to choose wins
    (seats,) = [f for f in findings_of(results) if LAST_SEES in f.doubt]
    assert seats.chart == "seats" and COUNT_IT in seats.action
    results = simulate(pack, options("random", second="greedy"))
    assert not any(LAST_SEES in f.doubt for f in findings_of(results))
