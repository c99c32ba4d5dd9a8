"""Defects of the rules, with example games."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest

from generator.model.pack import Pack
from generator.play.engine.batch import play_games
from generator.play.engine.game import load_game
from generator.play.measures import defects
from generator.play.measures.defects import Defect, Kind, ends_of, find_defects
from generator.play.measures.tally import Tally
from generator.play.telling.words.defects import hole_of, names_in_a_row
from tests.play.batches import batch_of, tally_of
from tests.toys import opened


def test_holes_are_found_with_games_to_see_them_in(market: Pack) -> None:
    game = load_game(market, 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 200, collect="full")
    tally = tally_of(batch)
    holes = {hole.kind: hole for hole in find_defects(game, [(("random",), tally)])}
    assert holes["never legal"].move == "steal"
    assert "cap" not in holes and "loop" not in holes and "never used" not in holes


ROUND = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (2, 2)
CHANCE = {chance}
LONGEST = 40
WIDEST = 2
MOVES = verbs("back", "on")


def setup(pack, players):
    return record(players=players), record(seat=0, over=0, at=0, points=[0, 0])


@rule
def moves(tables, state, out):
    return offer(out, offer(out, 0, 0), 1)


@rule
def play(tables, state, move, rng):
    {play}
    state.points[state.seat] = state.at
    state.over = 1 if state.at == 9 else 0
"""


@pytest.mark.parametrize(
    ("chance", "play", "loops"),
    [
        (False, "state.at += 2 * move - 1", True),
        (True, "state.at += below(rng, 2)", False),  # chance ends it
        (True, "state.at += move and below(rng, 2)", True),
    ],
)
def test_a_position_that_comes_back_is_a_hole_where_nothing_was_drawn_since(
    tmp_path: Path, chance: bool, play: str, loops: bool
) -> None:
    (tmp_path / "rules.py").write_text(ROUND.format(chance=chance, play=play), "utf-8")
    (tmp_path / "game.yaml").write_text("protoplay: 1\nname: Round\nplayers: 2\n", "utf-8")
    game = load_game(opened(tmp_path), 2, plain=True)
    batch = play_games(game, ["random"], 1, 0, 30, collect="full")
    tally = tally_of(batch)
    seen = [h for h in find_defects(game, [(("random",), tally)]) if h.kind == "loop"]
    assert [h.has_chance for h in seen] == [chance] * loops
    assert [h.share for h in seen] == [len(h.games) / defects.WATCHED for h in seen]


class _Made:
    """The parts of a game that `ends_of` and `_never` use."""

    widest = 9
    pack = SimpleNamespace(parameters={})
    said: dict[str, str] = {}  # noqa: RUF012
    kinds = ("draw", "play", "pass")
    pieces = ("cards/a", "cards/b", "cards/c", "cards/d")


def ties_of(n: int, tied: int, **more: Any) -> Tally:
    return tally_of(batch_of([[1, 1]] * tied + [[1, 0]] * (n - tied), **more))


def test_a_move_that_any_of_the_runs_offered_was_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    offers, seen = iter([{"draw"}, {"play"}]), []
    monkeypatch.setattr(defects, "_watch", lambda *_: (next(offers), []))
    monkeypatch.setattr(
        defects, "_never", lambda _, tallies, offered, n: seen.append((offered, n)) or []
    )
    runs = [(("random",), ties_of(defects.RARE, 0)), (("greedy",), ties_of(5, 0))]
    find_defects(_Made(), runs)  # type: ignore[arg-type]
    assert seen == [({"draw", "play"}, defects.RARE + 5)]


@pytest.mark.parametrize(
    ("n", "tied", "is_told"), [(200, 51, True), (200, 50, False), (199, 190, False)]
)
def test_many_tied_games_are_reported_where_there_are_games_enough(
    n: int, tied: int, is_told: bool
) -> None:
    holes = ends_of(_Made(), ["random"], ties_of(n, tied), True)  # type: ignore[arg-type]
    assert [hole.kind for hole in holes] == ["tie storm"] * is_told
    if is_told:
        (hole,) = holes
        assert (hole.n, hole.of) == (51, 200)
        assert (hole.share, hole.games) == (51 / 200, (0, 1, 2, 3, 4))
        assert hole.is_side and hole.agents == ("random",)


def test_games_without_an_end_and_without_a_choice_are_reported() -> None:
    more = {"reasons": ("cap", "stalled", "cap", "line"), "choices": [3, 0, 2, 0]}
    cap, stall, none = ends_of(_Made(), [], ties_of(4, 0, **more), False)  # type: ignore[arg-type]
    assert (cap.kind, cap.share, cap.games) == ("cap", 0.5, (0, 2))
    assert (cap.n, cap.of, cap.is_side) == (2, 4, False)
    assert (stall.kind, stall.share, stall.games) == ("stall", 0.25, (1,))
    assert (none.kind, none.share, none.games) == ("no choice", 0.25, (1, 3))


def test_moves_never_made_are_reported_by_whether_they_were_legal() -> None:
    counts, used, offered = np.zeros((3, 2, 3)), np.zeros((3, 2, 4)), np.zeros((3, 2, 4))
    counts[0, 1, 0], used[1, 0, 0], offered[2, 1, 1] = 1, 1, 1
    given = {"kinds": _Made.kinds, "kind_counts": counts, "pieces": _Made.pieces}
    tally = ties_of(3, 0, piece_used=used, piece_offered=offered, **given)
    found = defects._never(_Made(), [tally, tally], {"draw", "play"}, 1234)  # type: ignore[arg-type]
    chosen, legal, offer, use = found
    assert (chosen.kind, legal.kind) == ("never chosen", "never legal")
    assert (chosen.move, legal.move, chosen.of) == ("play", "pass", 1234)
    assert (offer.kind, offer.pieces) == ("never offered", ("cards/c", "cards/d"))
    assert (use.kind, use.pieces) == ("never used", ("cards/b",))


def test_pieces_named_by_a_parameter_belong_to_the_set_up(market: Pack) -> None:
    """A start tile that nobody may choose is no defect."""
    start = replace(next(iter(market.parameters.values())), value="Gold")
    named = replace(market, parameters={"start": start})
    assert defects._is_laid_out(named, "goods/gold") and defects._is_laid_out(named, "goods/gold-2")
    assert not defects._is_laid_out(named, "goods/golden")
    assert not defects._is_laid_out(market, "goods/gold")


def test_names_in_a_row_are_counted_after_the_sixth() -> None:
    names = list("abcdefgh")
    told = ["a", "a and b", "a, b and c", "a, b, c, d, e and f", "a, b, c, d, e, f and 1 more"]
    assert [names_in_a_row(names[:n]) for n in (1, 2, 3, 6, 7)] == told
    assert names_in_a_row(names) == "a, b, c, d, e, f and 2 more"


def test_each_defect_has_its_sentence(market: Pack) -> None:
    pieces = ("goods/gold", "goods/silk")
    texts = {
        kind: hole_of(
            Defect(kind, 2, 1234, pieces=pieces, move="steal", has_chance=True), market, {}
        ).text
        for kind in get_args(Kind)
    }
    assert texts["never offered"].endswith("to use gold and silk in 1,234 games")
    assert "“steal”" in texts["never legal"] and "“steal”" in texts["never chosen"]
    assert texts["loop"].endswith("2 of 1,234 games examined, with nothing drawn in between")
    assert len(set(texts.values())) == len(texts)
