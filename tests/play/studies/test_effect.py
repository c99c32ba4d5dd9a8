"""A piece's effect on its taker: it is exchanged for another when it is taken."""

import shlex
from dataclasses import replace
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from typer.testing import CliRunner

from generator.cli import commands
from generator.model.pack import Pack
from generator.play.engine.game import load_game
from generator.play.studies.exchange.every import exchangeable
from generator.play.studies.exchange.piece import Change, steps_of
from generator.play.studies.simulate.run import simulate
from tests.play.lean import LEAN
from tests.tellings import findings_of
from tests.toys import PACKS, opened, write_pack

BAZAAR = replace(LEAN, players=2, agents=("liking",), second=None, insight=0)


def test_the_effect_of_a_piece_is_a_cause_not_an_association(market: Pack) -> None:
    asked = replace(LEAN, games=700, players=2, effect="gold")
    effect = simulate(market, asked).effect
    assert effect is not None and effect.piece == "goods/gold"
    itself, control, less, without, twice = effect.outcomes
    assert itself.label == "itself rather than another of the goods" and control.is_control
    assert less.label == "points 11 instead of 12"  # none has more
    assert without.label == "without it" and twice.label == "2 instead of 1"
    assert itself.holders.low > 0.1 and itself.p < 0.001
    assert not control.holders.excludes(0)
    assert less.holders.value < 0.1
    assert without.score.high < 0 and without.holders.n == 0 and len(without.seats) == 2


def test_the_effect_of_a_number_that_is_not_there_is_refused(market: Pack) -> None:
    with pytest.raises(ValueError, match="no number 'price'; its numbers: points"):
        simulate(market, replace(LEAN, effect="gold:price"))


@pytest.mark.parametrize(
    ("column", "value", "tried"),
    [
        ((0, 1, 3), 0, [1]),
        ((0, 1, 3), 1, [2, 0]),
        ((0, 1, 3), 3, [2]),
        ((-2, 0, 1), 0, [1, -1]),
        ((0.25, 0.5), 0.25, [0.5]),
        ((0, 0), 0, [1]),
        ((2, 2), 2, [3, 1]),
    ],
)
def test_numbers_are_tried_within_what_their_column_holds(
    column: tuple[float, ...], value: float, tried: list[float]
) -> None:
    goods = opened(PACKS / "market").component("goods")
    rows = tuple(
        replace(row, fields={**row.fields, "poison": number})
        for row, number in zip(goods.rows, column, strict=False)
    )
    row = rows[column.index(value)]
    steps = list(steps_of(Change(replace(goods, rows=rows), row, "poison")))
    assert [new.fields["poison"] for _, new in steps] == tried
    assert [label for label, _ in steps] == [f"poison {n} instead of {value}" for n in tried]


def test_how_many_there_are_is_no_number_on_the_piece() -> None:
    effect = simulate(opened(PACKS / "bazaar"), replace(BAZAAR, games=8, effect="onyx")).effect
    assert effect is not None
    labels = [o.label for o in effect.outcomes]
    assert "worth 1 instead of 0" in labels and not any("copies" in label for label in labels)


def test_a_number_that_the_rules_do_not_read_is_tried_only_by_name(market: Pack) -> None:
    goods = market.component("goods")
    rows = tuple(
        replace(row, fields={**row.fields, "price": i}) for i, row in enumerate(goods.rows)
    )
    parts = tuple(replace(c, rows=rows) if c is goods else c for c in market.components)
    priced, asked = replace(market, components=parts), replace(LEAN, games=20, players=2)
    effect = simulate(priced, replace(asked, effect="gold")).effect
    assert effect is not None and not any("price" in o.label for o in effect.outcomes)
    by_name = simulate(priced, replace(asked, effect="gold:price"))
    assert by_name.effect is not None
    said = {"this step of 'price' makes no difference to the rules"}
    assert {o.unplayable for o in by_name.effect.outcomes} == said
    assert any("'price'" in f.text for f in findings_of(by_name))


def test_a_number_asked_for_by_name_helps_as_it_does_beside_the_others() -> None:
    asked, found = replace(BAZAAR, games=3000), []
    for effect in ("onyx", "onyx:worth"):
        told = simulate(opened(PACKS / "bazaar"), replace(asked, effect=effect)).effect
        assert told is not None
        found += [o.holders for o in told.outcomes if o.label == "worth 1 instead of 0"]
    assert len(found) == 2 and all(e.low > 0 for e in found)


def test_compiled_and_plain_games_with_pieces_exchanged_are_the_same(tmp_path: Path) -> None:
    uncounted = opened(PACKS / "connect_four")  # its rules do not say when a piece is used
    with pytest.raises(ValueError, match="do not say when pieces are used, so none is tried"):
        simulate(uncounted, replace(BAZAAR, games=10, effects=True))
    pack, asked = opened(PACKS / "bazaar"), replace(BAZAAR, games=300, effects=True)
    fast = simulate(pack, asked).effects
    slow = simulate(pack, replace(asked, plain=True)).effects
    assert fast == slow and simulate(pack, replace(asked, workers=2)).effects == fast
    assert {e.how for e in fast} == {"taken"} and not any(e.unplayable for e in fast)


def test_a_piece_that_the_deal_shows_is_not_said_to_be_exchanged(tmp_path: Path) -> None:
    game = load_game(opened(PACKS / "bazaar"), 2, plain=True)
    assert exchangeable(game, game.pieces, 1) == game.pieces
    folder = copytree(PACKS / "bazaar", tmp_path / "shown", ignore=ignore_patterns("__pycache__"))
    rules = (folder / "rules.py").read_text("utf-8")
    dealt = "state.points[seat] = tables.worth[0] + below(rng, DICE)"
    rules = rules.replace("state.points[seat] = below(rng, DICE)", dealt)
    (folder / "rules.py").write_text(rules)
    pack = opened(folder)
    assert "gems/opal" not in exchangeable(load_game(pack, 2, plain=True), game.pieces, 1)
    lifted = replace(BAZAAR, games=1500)
    for each, word in ((pack, "--restrict"), (game.pack, "--effect")):
        found = findings_of(simulate(each, lifted))
        told = [f.action for f in found if f.piece == "gems/opal"]
        assert told and word in told[0]


@pytest.mark.parametrize("read", ["shade", "worth"])
def test_where_nothing_of_a_component_can_be_exchanged_a_command_tells_what_can_be_asked(
    tmp_path: Path, read: str
) -> None:
    """The deal shows the joint effect of all cloths, or all gems; the others are exchanged."""
    folder = copytree(PACKS / "bazaar", tmp_path / "shown", ignore=ignore_patterns("__pycache__"))
    rules, dealt = (folder / "rules.py").read_text("utf-8"), "state.points[seat] = below(rng, DICE)"
    assert dealt in rules
    shown = f"state.points[seat] = tables.{read}.sum() + below(rng, DICE)"
    (folder / "rules.py").write_text(rules.replace(dealt, shown))
    pack = opened(folder)
    results = simulate(pack, replace(BAZAAR, games=600, effects=True, named=str(folder)))
    component = {"shade": "cloths", "worth": "gems"}[read]
    blocked = [e for e in results.effects if e.unplayable]
    assert {e.piece.partition("/")[0] for e in blocked} == {component}
    assert [e.piece for e in blocked if e.is_askable] == [blocked[0].piece]
    (finding,) = [f for f in findings_of(results) if "cannot be exchanged" in f.text]
    words, _, called = finding.action.partition(": ")
    assert words == "test its numbers and its copies"
    assert f"for example {blocked[0].name}: the deal already shows" in finding.text
    told = CliRunner().invoke(commands.app, [*shlex.split(called)[1:], "--games", "60", "--trust"])
    assert told.exit_code == 0, told.output
    assert f"--effect {blocked[0].piece}" in called and "without it, on the same" in told.output


def test_where_no_piece_can_be_exchanged_a_command_tells_what_can_be_asked(tmp_path: Path) -> None:
    folder = copytree(PACKS / "bazaar", tmp_path / "shown", ignore=ignore_patterns("__pycache__"))
    rules, dealt = (folder / "rules.py").read_text("utf-8"), "state.points[seat] = below(rng, DICE)"
    shown = "state.points[seat] = tables.shade.sum() + tables.worth.sum() + below(rng, DICE)"
    (folder / "rules.py").write_text(rules.replace(dealt, shown))
    results = simulate(opened(folder), replace(BAZAAR, games=60, effects=True, named=str(folder)))
    (finding,) = [f for f in findings_of(results) if "cannot be measured" in f.text]
    assert all(e.unplayable for e in results.effects) and "--effect gems/opal" in finding.action
    called = finding.action.partition(": ")[2]
    told = CliRunner().invoke(commands.app, [*shlex.split(called)[1:], "--games", "60", "--trust"])
    assert told.exit_code == 0 and "without it, on the same" in told.output, told.output


GRAB = """
from generator.kit import below, column, copies, offer, pieces_of, printed, record, rule, verbs

SEATS = (2, 2)
CHANCE = True
LONGEST = WIDEST = 8
MOVES = verbs(take={"card": 8})


def setup(pack, players):
    cards = copies(pack, "cards")
    tables = record(n=len(cards), worth=column(cards, "worth"), row=printed(pack, "cards"))
    return tables, record(taken=[0] * 8, seat=0, over=0, t=0, points=[0] * 2)


@rule
def moves(tables, state, out):
    n = 0
    for card in range(tables.n):
        if not state.taken[card]:
            n = offer(out, n, MOVES.take + card)
    return n


@rule
def play(tables, state, move, rng):
    state.taken[move] = 1
    state.points[state.seat] += 4 * tables.worth[move] + below(rng, 4)
    state.seat, state.t = 1 - state.seat, state.t + 1
    state.over = int(state.t == 8)


def pieces(pack):
    return pieces_of(pack, "cards")


@rule
def piece(tables, state, move):
    return tables.row[move]
"""


def test_leftover_pieces_are_exchanged_when_taken(tmp_path: Path) -> None:
    """Nobody wants the blank, so its taker had no other move: it can do nobody good.

    If it were another card from the deal on, it would be wanted, and another player would take it.
    """
    cards = ["card,worth,n", "blank,0,2", "one,1,3", "two,2,2", "six,6,1"]
    path = write_pack(tmp_path, GRAB, cards=cards) / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("rows:", "count: n\n    rows:"), "utf-8")
    pack = opened(tmp_path)
    asked = replace(LEAN, players=2, games=800, agents=("greedy",), second=None, effects=True)
    effects = {e.piece: e for e in simulate(pack, asked).effects}
    assert {e.how for e in effects.values()} == {"taken"}
    assert effects["cards/six"].beyond.low > 0
    blank = effects["cards/blank"]
    assert blank.value.low < 0 and not blank.beyond.low > 0
