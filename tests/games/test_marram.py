"""Marram's rules: the box adds up, every ruling holds, and a slow referee agrees move by move."""

import copy
import dataclasses
import json
import shutil
from collections import Counter
from functools import lru_cache, partial
from pathlib import Path

import numpy as np
import pytest

from generator.kit import below, cards_in, count, stream, take, word
from generator.play.engine.game import Game, load_game
from generator.play.engine.loading import FaultyRules
from generator.reading.door import open_pack
from tests.games.perft import Line, lines_of
from tests.reference.marram import Reference

HERE = Path(__file__).parents[1]
BAG, BACK, GONE = range(3)  # rows of state.piles
EVERY = [(variant, players) for variant in ("long", "short") for players in (2, 3, 4)]


@lru_cache
def load(variant: str, players: int, settings: tuple[str, ...] = (), *, plain: bool = True) -> Game:
    pack, problems = open_pack("marram", variant=variant, settings=settings)
    assert pack is not None, list(problems)
    return load_game(pack, players, plain=plain)


def facts(game: Game) -> list[dict]:
    rows = [
        row for name in ("shovel-tiles", "plain-tiles") for row in game.pack.component(name).rows
    ]
    return [{**row.fields, "name": row.name, "count": row.count} for row in rows]


def referee(game: Game, setup: dict) -> Reference:
    parameters = {name: p.value for name, p in game.pack.parameters.items()}
    return Reference(game.seats, game.pack.variant, parameters, setup, facts(game))


def n_bag(state: np.record) -> int:
    return count(state.piles[BAG])


def scores(game: Game, state: np.record) -> list[float]:
    out = np.zeros(game.seats)
    game.score(game.tables, state, out)
    return list(out)


def key(event: dict) -> str:
    return json.dumps(event, sort_keys=True)


def play_beside_the_referee(game: Game, seed: int, number: int) -> int:
    """Play one random game and ask the referee after every step; returns the decisions made."""
    tables, state, out = game.tables, game.fresh()[0], np.zeros(game.widest, np.int32)
    rng, chooser = stream(seed, number, 0), stream(seed, number, 1)
    game.deal(tables, state, rng)
    slow = referee(game, game.opening(tables, state))
    n_decisions = 0
    while (seat := int(game.turn(tables, state))) >= 0:
        where = f"seed {seed}, game {number}, decision {n_decisions}"
        assert slow.seat() == seat, where
        n = int(game.moves(tables, state, out))
        legal = {key(game.describe(tables, state, move)): move for move in out[:n]}
        assert len(legal) == n, where
        assert legal.keys() == {key(event) for event in slow.legal()}, where
        move = out[below(chooser, n)]
        event, before = game.describe(tables, state, move), state.copy()
        game.play(tables, state, np.int64(move), rng)
        slow.apply(event)
        for draw in game.chance(tables, before, move, state):
            slow.apply(draw)
        assert scores(game, state) == slow.scores(), where
        assert list(state.boots[: game.seats]) == slow.boots, where
        assert list(state.shovels[: game.seats]) == slow.shovels, where
        n_decisions += 1
    assert slow.seat() == -1
    assert game.why_over(tables, state) == slow.end()
    return n_decisions


@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_the_referee_agrees(variant: str, players: int) -> None:
    game = load(variant, players)
    for number in range(2 if variant == "long" else 4):
        play_beside_the_referee(game, 11, number)


SWITCHES = [
    ("see_first=true", "either_side=true"),
    ("boot_on_booted=false", "ties_score=false", "finish_round=true"),
    ("boot_on_complete=false", "flip_needs_unfinished=false", "actions=3", "shovels=9"),
    ("worm_saddles=0", "blue_middles=2", "freak=1", "tuft_bulge=2", "flower=7", "tiles_out=20"),
]


@pytest.mark.slow
@pytest.mark.parametrize("settings", SWITCHES)
def test_the_referee_agrees_with_switches_thrown(settings: tuple[str, ...]) -> None:
    for number in range(4):
        play_beside_the_referee(load("short", 3, settings), 12, number)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), EVERY)
def test_the_referee_agrees_a_thousand_times(variant: str, players: int) -> None:
    game = load(variant, players, plain=False)
    for number in range(1000):
        play_beside_the_referee(game, 13, number)


# --------------------------------------------------------------------------- the box


def test_the_box_holds_what_it_should() -> None:
    game = load("long", 2)
    count = {c.id: c.count for c in game.pack.components}
    wanted = {"shovel-tiles": 24, "plain-tiles": 48, "boots": 28, "shovels": 16, "aides": 4}
    assert {name: count[name] for name in wanted} == wanted
    assert count["track"] == 1


def face_totals(letter: str) -> tuple[Counter, Counter, Counter, Counter]:
    """Edge codes, patches by kind and number of edges, creature roles and tokens of one side."""
    edges, patches, roles, tokens = Counter(), Counter(), Counter(), Counter()
    for row in facts(load("long", 2)):
        if not row[f"{letter}_patches"]:
            continue
        edges.update(row["edges"])
        for patch in row[f"{letter}_patches"].split():
            kind, sides = patch.split(":")
            patches[kind, len(sides)] += 1
        roles.update(word.split(":")[0] for word in (row[f"{letter}_creatures"] or "").split())
        tokens.update(word.split(":")[1] for word in (row[f"{letter}_tokens"] or "").split())
    return edges, patches, roles, tokens


def test_front_faces_add_up() -> None:
    edges, patches, roles, tokens = face_totals("a")
    assert edges == {"g": 104, "s": 50, "o": 52, "w": 42, "b": 40}
    assert {n: patches["G", n] for n in (1, 2, 3, 4)} == {1: 33, 2: 35, 3: 11, 4: 2}
    assert {n: patches["S", n] for n in (1, 2, 3, 4)} == {1: 29, 2: 36, 3: 13, 4: 1}
    assert roles == {
        "orange.end": 22,
        "orange.middle": 15,
        "worm.end": 14,
        "worm.saddle": 11,
        "worm.middle": 3,
        "blue.head": 7,
        "blue.tail": 7,
        "blue.middle": 13,
    }
    assert tokens == {"gold": 6, "silver": 10, "flower": 12}


def test_backs_of_shovel_tiles_add_up() -> None:
    _, _, roles, tokens = face_totals("b")
    assert tokens == {"gold": 4, "silver": 4, "flower": 6}
    assert roles == {
        "orange.end": 14,
        "worm.end": 11,
        "worm.saddle": 1,
        "blue.head": 7,
        "blue.tail": 7,
    }


@pytest.mark.parametrize(("players", "variant", "boots", "shovels", "tiles"), [
    (2, "long", 7, 4, 72), (4, "long", 7, 4, 72), (3, "short", 5, 2, 36)])  # fmt: skip
def test_set_up_of_a_game(players: int, variant: str, boots: int, shovels: int, tiles: int) -> None:
    table = Table(players=players, variant=variant)
    state = table.state
    assert list(state.boots) == [boots] * players + [0] * (4 - players)
    assert list(state.shovels) == [shovels] * players + [0] * (4 - players)
    assert n_bag(state) + 1 == tiles
    setup = table.game.opening(table.game.tables, state)
    assert setup["start"] == "P23-1"
    assert "P23-1" not in setup["out"]
    assert len(setup["out"]) == 72 - tiles


# --------------------------------------------------------------------------- rulings


class Table:
    """A position set up by hand, in the words of the record; the referee follows every step."""

    def __init__(self, settings=(), *, players=2, variant="long", game=None):
        self.game = game or load(variant, players, tuple(settings))
        self.state = self.game.fresh()[0]
        self.rng = stream(5, 0, 0)
        self.game.deal(self.game.tables, self.state, self.rng)
        self.slow = referee(self.game, self.game.opening(self.game.tables, self.state))

    def legal(self) -> list[dict]:
        out = np.zeros(self.game.widest, np.int32)
        n = self.game.moves(self.game.tables, self.state, out)
        events = [self.game.describe(self.game.tables, self.state, move) for move in out[:n]]
        assert sorted(map(key, events)) == sorted(map(key, self.slow.legal()))
        return events

    def do(self, **event) -> None:
        """Make one decision; the rules take care of chance."""
        index = self.legal().index(event)
        out = np.zeros(self.game.widest, np.int32)
        self.game.moves(self.game.tables, self.state, out)
        before = self.state.copy()
        self.game.play(self.game.tables, self.state, np.int64(out[index]), self.rng)
        self.slow.apply(event)
        for draw in self.game.chance(self.game.tables, before, out[index], self.state):
            self.slow.apply(draw)
        assert scores(self.game, self.state) == self.slow.scores()

    def turn_of(self, seat: int, left: int = 2) -> None:
        """Let a seat begin its turn now."""
        self.state.seat = self.slow.mover = seat
        self.state.left = self.slow.actions_left = left

    def draw(self, name: str) -> None:
        """Place a tile: the one of that name comes out of the bag."""
        assert {"do": "place_tile"} in self.legal()
        self.take(name)
        self.slow.apply({"do": "place_tile"})
        self.slow.apply({"do": "draw", "tile": name})

    def take(self, name: str) -> None:
        """Let the tile of that name come out of the bag next."""
        bag, names = self.state.piles[BAG], self.game.tables.names
        tile = next(tile for tile in cards_in(bag) if word(names, tile) == name)
        self.game.book.rules.hold(self.game.tables, self.state, take(bag, tile))

    def lay(self, name, x, y, rotation, boot="", seat=0) -> None:
        """Draw a tile, lay it and set a boot, such as "patch 0" or "creature 1", or none."""
        self.turn_of(seat)
        self.draw(name)
        self.do(do="lay", tile=name, at=[x, y], rotation=rotation)
        self.boot(x, y, boot)

    def flip(self, x, y, rotation, boot="", seat=0) -> None:
        """Turn over the tile there and set a boot or none."""
        self.turn_of(seat)
        self.do(do="flip_tile")
        self.do(do="flip", at=[x, y], rotation=rotation)
        self.boot(x, y, boot)

    def boot(self, x, y, boot="") -> None:
        if not boot:
            self.do(do="no_boot")
            return
        layer, index = boot.split()
        self.do(**{"do": "boot", "at": [x, y], layer: int(index)})

    @property
    def points(self) -> list[int]:
        return [int(p) for p in self.state.points[: self.game.seats]]


def orange_of_four(table: Table) -> None:
    table.lay("P11-1", -1, 0, 0, "creature 0")
    table.lay("F03-1", -2, 0, 0)
    table.lay("P04-1", -3, 0, 2)


def worm_of_four(table: Table) -> None:
    table.lay("P17-1", 1, 0, 1, "creature 0")
    table.lay("P20-1", 1, 1, 1)
    table.lay("P08-1", 2, 1, 0)
    table.lay("P08-2", 1, -1, 1)


def worm_of_ends(table: Table) -> None:
    table.lay("P08-1", 1, 0, 1, "creature 0")
    table.lay("P08-2", 1, 1, 3)


def blue_of_three(table: Table) -> None:
    table.lay("P21-1", 0, 1, 0, "creature 0")
    table.lay("P24-1", 0, 2, 1)


def blue_of_two(table: Table) -> None:
    table.lay("P24-1", 0, 1, 1, "creature 0")


def tuft_of_three(table: Table) -> None:
    table.lay("F02-1", 0, -1, 1, "patch 0")
    table.lay("P14-1", 1, -1, 0)
    table.lay("P05-1", -1, -1, 2)


def mound_of_two(table: Table) -> None:
    table.lay("F01-2", 1, 0, 1, "patch 1")
    table.lay("P01-1", 1, -1, 1)


def loop_of_four(table: Table) -> None:
    """M20: a snake that bites its own tail has no ends."""
    table.lay("P10-1", 1, 0, 3, "creature 0")
    table.lay("P10-2", 2, 0, 0)
    table.lay("P10-3", 1, -1, 2)
    table.lay("P10-4", 2, -1, 1)


def shortest_orange(table: Table) -> None:
    """M21: two ends, no middle."""
    table.lay("P04-1", -1, 0, 2, "creature 0")


def tuft_under_a_snake(table: Table) -> None:
    """M3: the snake across P11 does not divide its grass."""
    table.lay("P11-1", -1, 0, 0, "patch 0")
    table.lay("P05-1", -1, 1, 3)
    table.lay("P14-1", -1, -1, 1)


@pytest.mark.parametrize(
    ("build", "points"),
    [
        (orange_of_four, 4),
        (worm_of_four, 8),
        (worm_of_ends, 3),
        (blue_of_three, 9),
        (blue_of_two, 3),
        (tuft_of_three, 23),
        (mound_of_two, 14),
        (loop_of_four, 3),
        (shortest_orange, 2),
        (tuft_under_a_snake, 20),
    ],
)
def test_points_for_features(build, points: int) -> None:
    """M1, M2, M3, M20, M21, M22, M23: the last tile scores, earlier ones do not (M26)."""
    table = Table()
    build(table)
    assert table.points == [points, 0]
    assert table.state.boots[0] == 7  # M10: home again


@pytest.mark.parametrize(
    ("build", "settings", "points"),
    [
        (orange_of_four, ("orange_end=4", "orange_middle=3"), 14),
        (worm_of_four, ("worm_end=1", "worm_saddle=7", "worm_middle=5"), 14),
        (worm_of_four, ("worm_saddles=2", "freak=1"), 1),
        (blue_of_three, ("blue_head=1", "blue_tail=2", "blue_middle=5"), 8),
        (blue_of_three, ("blue_middles=2",), 3),
        (tuft_of_three, ("tuft_bulge=1", "gold=9", "silver=0"), 12),
        (mound_of_two, ("mound_bulge=2", "flower=1"), 5),
    ],
)
def test_every_number_is_a_parameter(build, settings: tuple[str, ...], points: int) -> None:
    table = Table(settings)
    build(table)
    assert table.points == [points, 0]


def test_m4_choose_first_then_draw() -> None:
    table = Table()
    assert table.legal() == [{"do": "place_tile"}]
    bag = n_bag(table.state)
    table.do(do="place_tile")
    assert {event["do"] for event in table.legal()} == {"lay"}
    assert n_bag(table.state) == bag - 1


def test_m4_a_seen_tile_goes_back_where_that_is_allowed() -> None:
    table = Table(["see_first=true"])
    table.lay("F01-1", 1, 0, 0 + 1)
    table.turn_of(0)
    bag = n_bag(table.state)
    table.draw("P05-1")
    table.do(do="flip_tile")
    assert n_bag(table.state) == bag
    assert {event["do"] for event in table.legal()} == {"flip"}


def test_m5_tiles_are_laid_face_a_up() -> None:
    table = Table()
    table.draw("F03-1")
    assert all("face" not in event for event in table.legal())
    table = Table(["either_side=true"])
    table.draw("F03-1")
    assert {event["face"] for event in table.legal()} == {"A", "B"}
    table = Table(["either_side=true"])
    table.draw("P05-1")
    assert all("face" not in event for event in table.legal())


TINY = """tile,edges,a_patches,a_creatures,a_tokens,b_patches,b_creatures,b_tokens
P23-1,gggg,G:NESW,,,,,
P01-1,ssss,S:NESW,,,,,
P01-2,ssss,S:NESW,,,,,
{rows}"""
GRASS, SHOVEL = "P02-{},gggg,G:NESW,,,,,\n", "F01-1,gggg,G:NESW,,,G:NS G:E G:W,,\n"


def tiny(folder: Path, rows: str, *settings: str) -> Table:
    """A pack of very few tiles, of which the sandy ones fit nowhere."""
    folder = folder / "tiny"
    shutil.copytree(HERE.parent / "rules/marram", folder)
    (folder / "tiles.csv").write_text(TINY.format(rows=rows), "utf-8")
    pack, problems = open_pack(folder, settings=settings)
    assert pack is not None, list(problems)
    return Table(game=load_game(pack, 2, plain=True))


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("ggggg,G:NESW,,,,,", "A: edges 'ggggg'; expected four of gsowb"),
        ("ggg,G:NES,,,,,", "A: edges 'ggg'"),
        ("gxgg,G:NESW,,,,,", "A: edges 'gxgg'"),
        ("gggg,G:NES,,,,,", "A: an edge belongs to no patch"),
        ("gggg,G:NESW S:N,,,,,", "A: part 'S:N' does not fit the edges gggg"),
        ("gggg,S:NESW,,,,,", "A: part 'S:NESW' does not fit"),
        ("gggg,G:NESW G:,,,,,", "A: part 'G:'; expected up to four like G:NE"),
        ("gggg,G:NESX,,,,,", "A: part 'G:NESX'; expected"),
        ("gggg,X:NESW,,,,,", "A: part 'X:NESW'; expected"),
        ("gggg,orange.middle:NS,,,,,", "A: part 'orange.middle:NS'; expected"),
        ("gogo,G:NS S:E S:W,,,,,", "A: the edges gogo ask for a creature that is not there"),
        ("gogo,G:NS S:E S:W,worm.saddle:EW,,,,", "A: part 'worm.saddle:EW' does not fit"),
        ("gogo,G:NS S:E S:W,orange.middle:E,,,,", "A: part 'orange.middle:E'; expected"),
        ("gogo,G:NS S:E S:W,orange.end:EW,,,,", "A: part 'orange.end:EW'; expected"),
        ("gggg,G:NESW,,0:flower,,,", "A: token '0:flower'; expected one like 0:gold"),
        ("gggg,G:NESW,,1:gold,,,", "A: token '1:gold'; expected"),
        ("gggg,G:NESW,,0:ruby,,,", "A: token '0:ruby'; expected"),
        ("ggss,G:NE S:SW,,0:gold 0:silver,,,", "A: token '0:silver'; expected"),
        ("gggg,G:NESW,,,G:NES,,", "B: an edge belongs to no patch"),
    ],
)
def test_notation_that_cannot_be_a_tile_is_reported_at_its_row(
    tmp_path: Path, row: str, told: str
) -> None:
    with pytest.raises(ValueError, match=r"tiles\.csv:5") as fault:
        tiny(tmp_path, f"P02-1,{row}\n")
    assert f"tile P02-1, face {told}" in str(fault.value)


def test_m6_a_tile_that_fits_nowhere_leaves_the_game(tmp_path: Path) -> None:
    table = tiny(tmp_path, GRASS.format(1))
    table.slow.apply({"do": "place_tile"})
    for name in ("P01-2", "P01-1"):
        table.take(name)
        table.slow.apply({"do": "discard", "tile": name})
    assert (count(table.state.piles[GONE]), n_bag(table.state)) == (2, 1)
    assert not table.state.n_laid > 1
    table.take("P02-1")
    table.slow.apply({"do": "draw", "tile": "P02-1"})
    assert {event["tile"] for event in table.legal()} == {"P02-1"}


def test_m6_the_action_is_lost_when_the_bag_empties(tmp_path: Path) -> None:
    table = tiny(tmp_path, SHOVEL)
    for name in ("P01-1", "P01-2"):
        assert name in table.slow.bag
    table.lay("F01-1", 0, 1, 0)
    table.turn_of(1)
    table.do(do="place_tile")
    assert count(table.state.piles[GONE]) == 2
    assert (table.state.seat, table.state.left) == (1, 1)
    assert table.legal() == [{"do": "flip_tile"}, {"do": "pass"}]  # M24
    table.do(do="pass")
    assert table.game.turn(table.game.tables, table.state) == -1  # M25
    assert table.game.why_over(table.game.tables, table.state) == "bag_empty"


@pytest.mark.parametrize(("out", "left"), [(0, 3), (1, 2), (2, 1), (60, 1)])
def test_however_many_tiles_go_back_one_is_left_to_draw(
    tmp_path: Path, out: int, left: int
) -> None:
    assert n_bag(tiny(tmp_path, SHOVEL, f"tiles_out={out}").state) == left


def test_two_tiles_are_a_game_and_one_is_none(tmp_path: Path) -> None:
    two = TINY.format(rows="").splitlines()[:3]
    for n, name in ((3, "two"), (2, "one")):
        folder = tmp_path / name
        shutil.copytree(HERE.parent / "rules/marram", folder)
        (folder / "tiles.csv").write_text("\n".join(two[:n]) + "\n", "utf-8")
        pack, problems = open_pack(folder)
        assert pack is not None, list(problems)
        if n == 3:
            assert n_bag(Table(game=load_game(pack, 2, plain=True)).state) == 1
        else:
            with pytest.raises(FaultyRules, match="1 tiles; the rules lay 2 to 80"):
                load_game(pack, 2, plain=True)


def test_m7_a_tile_touches_and_matches() -> None:
    table = Table()
    table.draw("P08-1")  # gggw fits only at the start tile's grassy edge, three ways round
    assert [(e["at"], e["rotation"]) for e in table.legal()] == [([1, 0], r) for r in (1, 2, 3)]


def two_on_one_snake(settings=(), seat=1) -> Table:
    table = Table(settings)
    table.lay("P11-1", -1, 0, 0, "creature 0", seat=0)
    table.turn_of(seat)
    table.draw("P04-1")
    table.do(do="lay", tile="P04-1", at=[-2, 0], rotation=2)
    return table


def test_m8_a_boot_may_join_others_and_what_this_action_completes() -> None:
    boot = {"do": "boot", "at": [-2, 0], "creature": 0}
    assert boot in two_on_one_snake().legal()
    assert boot not in two_on_one_snake(["boot_on_booted=false"]).legal()
    assert boot not in two_on_one_snake(["boot_on_complete=false"]).legal()


def test_m8_a_boot_bars_its_feature_wherever_that_meets_the_tile() -> None:
    table = Table(["boot_on_booted=false"])
    table.lay("P04-1", 1, 0, 1, "patch 0")
    table.lay("P10-1", 2, 0, 2)
    table.lay("P10-2", 2, -1, 3)
    table.turn_of(1)
    table.draw("F07-1")  # its grass at N and at E hangs together round the other three tiles
    table.do(do="lay", tile="F07-1", at=[1, -1], rotation=0)
    at = {"do": "boot", "at": [1, -1]}
    assert table.legal() == [{"do": "no_boot"}, {**at, "patch": 2}, {**at, "creature": 0}]


def test_m9_one_boot_an_action_and_none_without_supply() -> None:
    table = Table()
    table.turn_of(0)
    table.draw("P04-1")
    table.do(do="lay", tile="P04-1", at=[-1, 0], rotation=2)
    assert {"do": "no_boot"} in table.legal()
    table.do(do="boot", at=[-1, 0], patch=0)
    assert {event["do"] for event in table.legal()} == {"place_tile"}
    table = Table(["boots=0"])
    table.draw("P04-1")
    table.do(do="lay", tile="P04-1", at=[-1, 0], rotation=2)
    assert table.legal() == [{"do": "no_boot"}]


def test_m11_everyone_tied_scores_in_full() -> None:
    table = two_on_one_snake()
    table.boot(-2, 0, "creature 0")
    assert table.points == [3, 3]
    assert list(table.state.boots[:2]) == [7, 7]
    table = two_on_one_snake(["ties_score=false"])
    table.boot(-2, 0, "creature 0")
    assert table.points == [0, 0]
    assert list(table.state.boots[:2]) == [7, 7]


def test_m11_most_boots_take_all() -> None:
    table = Table()
    table.lay("P11-1", -1, 0, 0, "creature 0", seat=0)
    table.lay("F03-1", -2, 0, 0, "creature 0", seat=1)
    table.lay("P04-1", -3, 0, 2, "creature 0", seat=1)
    assert table.points == [0, 4]


def test_m12_without_boots_nobody_scores() -> None:
    table = Table()
    table.lay("P04-1", -1, 0, 2)
    assert table.points == [0, 0]


def half_a_tuft(settings=()) -> Table:
    """F02 has grass to the east (P14, gold) and the west (open), in one patch."""
    table = Table(settings)
    table.lay("F02-1", 0, -1, 1)
    table.lay("P14-1", 1, -1, 0, "patch 1")
    return table


def test_m13_m14_any_shovel_tile_again_and_again_however_it_matches() -> None:
    table = half_a_tuft()
    for seat in (0, 1):
        table.turn_of(seat)
        table.do(do="flip_tile")
        flips = table.legal()
        assert [event["at"] for event in flips] == [[0, -1]]
        assert [event["rotation"] for event in flips] == [1]
        table.do(**flips[0])
        table.boot(0, -1)
    look = int(table.state.grid[table.state.cell]) - 1
    assert look // 4 % 2 == 0  # side A again


def test_m13_a_start_tile_with_two_faces_is_turned_over_where_it_lies() -> None:
    table = Table(["start=F01"])
    table.lay("P05-1", 1, 0, 3)
    table.turn_of(0)
    table.do(do="flip_tile")
    assert {"do": "flip", "at": [0, 0], "rotation": 0} in table.legal()


def test_m15_boots_on_a_flipped_tile_are_lost_and_the_majority_is_counted_anew() -> None:
    table = Table()
    table.lay("F03-1", -1, 0, 0, "patch 0", seat=1)
    table.lay("P12-1", -2, 0, 1, "patch 0", seat=0)
    boots = [int(n) for n in table.state.boots[:2]]
    table.flip(-1, 0, 0, seat=0)
    assert [int(n) for n in table.state.boots[:2]] == boots
    assert len(table.slow.boots_on) == 1  # seat 0's, on the other tile


def test_m16_m17_m23_a_flip_scores_what_was_unfinished_reopens_and_scores_again() -> None:
    table = half_a_tuft()
    table.flip(0, -1, 1)  # grass parts: 2 bulges and a gold coin, the silver is on the other face
    assert table.points == [15, 0]
    table.flip(0, -1, 1)  # joined again, and open
    assert table.points == [15, 0]
    table.lay("P05-1", -1, -1, 2, "patch 1", seat=1)
    assert table.points == [15, 23]


def test_the_words_of_a_flip_warn_of_boots_that_are_lost() -> None:
    table = Table()
    table.lay("F03-1", -1, 0, 0, "patch 0", seat=1)
    table.turn_of(0)
    table.do(do="flip_tile")
    game, tables = table.game, table.game.tables
    out = np.zeros(game.widest, np.int32)
    move = out[: game.moves(tables, table.state, out)][0]
    words = game.name_move(tables, table.state, move)
    assert words.startswith(
        "flip the tile (1 west of the start tile): player 2's boot on it is lost; "
    )
    assert game.tell_move(tables, table.state, move).startswith("flipped a tile to show ")
    shovels = [
        t.n for t in game.lay(tables, table.state, 0) if getattr(t, "component", "") == "shovels"
    ]
    assert shovels == [4, 4], "the shovel stays until the tile is picked"


def test_the_words_of_a_tile_tell_what_it_completes_and_for_whom() -> None:
    table = Table()
    table.lay("P11-1", -1, 0, 0, "creature 0", seat=1)
    table.turn_of(0)
    table.draw("P04-1")
    done, boot = "completes player 2's orange snake (3 points)", "a boot on the sand scores 10"
    assert words_at(table, -2, 0, 2) == f"{done}; {boot}"
    table.state.boots[0] = 0
    assert words_at(table, -2, 0, 2) == done
    table.state.boot[:] = -1
    assert words_at(table, -2, 0, 2) == ""


def test_without_boots_the_status_says_so() -> None:
    table = Table()
    table.turn_of(0)
    table.draw("P04-1")
    says = [table.game.status(table.game.tables, table.state, 0).replace("\u00a0", " ")]
    table.state.boots[0] = 0
    says += [table.game.status(table.game.tables, table.state, 0).replace("\u00a0", " ")]
    assert says == [f"Lay the tile · {spent}action 1 of 2" for spent in ("", "no boots left · ")]


def words_at(table: Table, east: int, north: int, rotation: int) -> str:
    """What the words of laying the drawn tile there add to the place."""
    game, tables = table.game, table.game.tables
    out = np.zeros(game.widest, np.int32)
    for move in out[: game.moves(tables, table.state, out)]:
        event = game.describe(tables, table.state, move)
        if event["do"] == "lay" and (event["at"], event["rotation"]) == ([east, north], rotation):
            return game.name_move(tables, table.state, move).partition("): ")[2]
    raise AssertionError("no such move")


def last_boot(build, settings=()) -> tuple[Table, np.record, np.int64]:
    """A table, the position before the last move that built it, and that move."""
    table, before = Table(settings), []
    play = table.game.play

    def noted(tables, state, move, rng):
        before.append((state.copy(), move))
        play(tables, state, move, rng)

    table.game = dataclasses.replace(table.game, play=noted)
    build(table)
    return table, *before[-1]


@pytest.mark.parametrize(
    ("build", "line", "tiles", "source"),
    [
        (orange_of_four, "and completed an orange snake (4 points)", 4, "orange snakes"),
        (
            worm_of_ends,
            "and completed a freak beast (fits no animal, so 3 points)",
            2,
            "freak beasts",
        ),
        (
            tuft_of_three,
            "and completed a grass tuft (23 points for 3 bulges and 2 coins)",
            3,
            "grass tufts",
        ),
        (
            shortest_orange,
            "and put a boot on the orange snake (2 points)",
            2,
            "orange snakes",
        ),
    ],
)
def test_the_log_names_what_was_completed(build, line: str, tiles: int, source: str) -> None:
    table, before, move = last_boot(build)
    game, tables = table.game, table.game.tables
    assert game.tell_move(tables, before, move) == line
    rows = dict(game.tally(tables, table.state, 0))
    assert {name for name, points in rows.items() if points} == {source}
    assert sum(rows.values()) == table.points[0]


def test_the_log_names_who_scores_what_another_completed() -> None:
    def shared(table: Table) -> None:
        table.lay("P11-1", -1, 0, 0, "creature 0", seat=1)
        table.lay("P04-1", -2, 0, 2, seat=0)

    table, before, move = last_boot(shared)
    line = table.game.tell_move(table.game.tables, before, move)
    assert line == "and completed player 2's orange snake (3 points)"


def test_m16_a_flip_does_not_score_what_was_finished_before() -> None:
    for settings, points in (((), 23), (("flip_needs_unfinished=false",), 23 + 15)):
        table = Table(settings)
        tuft_of_three(table)
        table.flip(0, -1, 1, "patch 1")  # G:N, which now points east, to P14
        assert table.points == [points, 0]
        assert table.state.boots[0] == 7  # a complete feature keeps no boot


def test_m18_m19_shovels_never_come_back_and_two_flips_make_a_turn() -> None:
    table = half_a_tuft()
    table.turn_of(1)
    for _ in range(2):
        assert table.state.seat == 1
        table.do(do="flip_tile")
        table.do(do="flip", at=[0, -1], rotation=1)
        table.do(do="no_boot")
    assert (table.state.seat, table.state.shovels[1]) == (0, 2)
    table = half_a_tuft(["shovels=0"])
    assert table.legal() == [{"do": "place_tile"}]


def test_m24_nobody_passes_while_the_bag_has_tiles() -> None:
    table = half_a_tuft()
    assert {"do": "pass"} not in table.legal()


@pytest.mark.parametrize(("settings", "rest"), [((), []), (("finish_round=true",), [1, 1])])
def test_m25_m26_m27_the_end(tmp_path: Path, settings: tuple[str, ...], rest: list[int]) -> None:
    table = tiny(tmp_path, GRASS.format(1), *settings)
    while n_bag(table.state):
        table.turn_of(0)
        table.do(do="place_tile")
        if table.state.phase == 1:
            table.do(**table.legal()[0])
            table.do(**table.legal()[-1])  # a boot on grass that nothing closes
    table.turn_of(0, 1)
    seats = []
    while (seat := table.game.turn(table.game.tables, table.state)) >= 0:
        seats.append(int(seat))
        table.do(do="pass")
    assert seats == [0, *rest]
    assert table.points == [0, 0]  # M26, and so both share the win (M27)
    assert table.slow.end() == "bag_empty"


# --------------------------------------------------------------------------- what is hidden


def unseen(state: np.record) -> list[int]:
    return cards_in(state.piles[BAG]) + cards_in(state.piles[BACK])


def test_hide_keeps_what_is_seen_and_deals_the_unseen_anew() -> None:
    game = load("short", 2)
    state = game.fresh()[0]
    game.deal(game.tables, state, stream(3, 0, 0))
    back = Counter()
    for number in range(400):
        other = state.copy()
        game.hide(game.tables, other, 0, stream(4, number, 0))
        for pile in (BAG, BACK, GONE):
            assert count(other.piles[pile]) == count(state.piles[pile])
        assert sorted(unseen(other)) == sorted(unseen(state))
        for name in state.dtype.names:
            if name != "piles":
                assert np.array_equal(other[name], state[name]), name
        assert cards_in(other.piles[GONE]) == cards_in(state.piles[GONE])
        back.update(cards_in(other.piles[BACK]))
    assert len(back) == 71 and sum(back.values()) == 400 * 36
    assert max(back.values()) < 400 * 36 / 71 + 60  # each tile about as often as any other


@pytest.mark.parametrize("variant", ["long", "short"])
def test_hide_deals_alike_whatever_lay_there(variant: str) -> None:
    for number in range(20):
        game, state, _ = position(variant, 3, number, 5 * number)
        game.hide(game.tables, once := state.copy(), 0, stream(6, number, 1))
        game.hide(game.tables, twice := once.copy(), 0, stream(6, number, 2))
        game.hide(game.tables, state, 0, stream(6, number, 2))
        assert all(np.array_equal(twice[name], state[name]) for name in state.dtype.names)
        assert not np.array_equal(once.piles, state.piles)


# --------------------------------------------------------------------------- counts

# The counts: sequences of 1, 2 and 3 decisions, every tile that can be drawn counted apart.


def children(game: Game, state: np.record, move: int) -> list[np.record]:
    """Every position a decision may lead to."""
    tables, rng = game.tables, stream(0, 0, 0)
    if move != 0:
        after = state.copy()
        game.play(tables, after, np.int64(move), rng)
        return [after]
    found, waiting = [], [state]
    while waiting:
        before = waiting.pop()
        for tile in cards_in(before.piles[BAG]):
            after = before.copy()
            game.book.rules.hold(tables, after, take(after.piles[BAG], tile))
            (found if after.phase == 1 else waiting).append(after)
        if not n_bag(before):
            game.book.rules.next_action(tables, before)
            found.append(before)
    return found


def sequences(game: Game, state: np.record, depth: int) -> int:
    out = np.zeros(game.widest, np.int32)
    n = 0 if game.turn(game.tables, state) < 0 else int(game.moves(game.tables, state, out))
    if depth == 1:
        return n
    return sum(
        sequences(game, after, depth - 1)
        for move in out[:n]
        for after in children(game, state, move)
    )


def slow_children(slow: Reference, event: dict) -> list[Reference]:
    after = copy.deepcopy(slow)
    after.apply(event)
    found, waiting = [], [after]
    while waiting:
        before = waiting.pop()
        if before.step != "draw":
            found.append(before)
            continue
        for name, many in before.bag.items():
            after = copy.deepcopy(before)
            fits = bool(after._places(after.box[name]))
            after.apply({"do": "draw" if fits else "discard", "tile": name})
            (found if fits else waiting).extend([after] * many)
    return found


def slow_count(slow: Reference, depth: int) -> int:
    if slow.seat() < 0:
        return 0
    events = slow.legal()
    if depth == 1:
        return len(events)
    return sum(
        slow_count(after, depth - 1) for event in events for after in slow_children(slow, event)
    )


def position(
    variant: str, players: int, seed: int, before: int
) -> tuple[Game, np.record, Reference]:
    """Return two copies of a position after some random decisions."""
    game = load(variant, players)
    tables, state, out = game.tables, game.fresh()[0], np.zeros(game.widest, np.int32)
    rng, chooser = stream(seed, 0, 0), stream(seed, 0, 1)
    game.deal(tables, state, rng)
    slow = referee(game, game.opening(tables, state))
    for _ in range(before):
        move = out[below(chooser, int(game.moves(tables, state, out)))]
        event, last = game.describe(tables, state, move), state.copy()
        game.play(tables, state, np.int64(move), rng)
        slow.apply(event)
        for draw in game.chance(tables, last, move, state):
            slow.apply(draw)
    return game, state, slow


def position_of(line: Line) -> tuple[Game, np.record, Reference]:
    """The position of a line."""
    variant, *numbers = line.position.split()
    return position(variant, *map(int, numbers))


@pytest.mark.parametrize("line", lines_of("marram"), ids=str)
def test_perft(line: Line, rewrite: bool) -> None:
    game, state, _ = position_of(line)
    if rewrite:
        line = line.rewritten(partial(sequences, game, state))
    for depth, expected in enumerate(line.counts, start=1):
        assert sequences(game, state, depth) == expected


@pytest.mark.slow
@pytest.mark.parametrize("line", lines_of("marram"), ids=str)
def test_the_referee_counts_the_same(line: Line) -> None:
    *_, slow = position_of(line)
    for depth, expected in enumerate(line.counts, start=1):
        assert slow_count(slow, depth) == expected


def kind_and_piece(game: Game, state: np.record, told: dict) -> tuple[str, set[str]]:
    """Return the expected name of a move, and the names of the tiles that it may concern."""
    names, doing = game.tables.names, {"place_tile": "place", "flip_tile": "flip", "pass_": "pass"}
    if told["do"] == "lay":
        return "lay", {told["tile"]}
    if told["do"] == "flip":
        at = (state.east == told["at"][0]) & (state.north == told["at"][1])
        return "turn over", {word(names, tile) for tile in np.flatnonzero(at)}
    if told["do"] != "boot":
        return doing.get(told["do"], told["do"].replace("_", " ")), set()
    tile, side = divmod(int(state.grid[state.cell] - 1) >> 2, 2)
    [row] = [row for row in facts(game) if row["name"] == word(names, tile)]
    layer = "patch" if "patch" in told else "creature"
    columns = {"patch": "patches", "creature": "creatures"}
    part = row["ab"[side] + "_" + columns[layer]].split()[told[layer]]
    lands = {"G": "grass", "S": "sand", "o": "orange snake", "w": "worm", "b": "blue snake"}
    return f"boot on {lands[part[0]]}", set()


def test_moves_are_reported_by_what_is_printed_where_they_go() -> None:
    """Kinds name the part that a boot is set on; pieces the tile that is laid or turned over."""
    game = load("short", 3)
    tables, out, seen = game.tables, np.zeros(game.widest, np.int32), set()
    for number in range(3):
        state, rng, chooser = game.fresh()[0], stream(3, number, 0), stream(3, number, 1)
        game.deal(tables, state, rng)
        while game.turn(tables, state) >= 0:
            n = game.moves(tables, state, out)
            for move in out[:n]:
                told = game.describe(tables, state, move)
                kind, tiles = kind_and_piece(game, state, told)
                piece = int(game.piece(tables, state, move))
                assert game.kinds[game.kind(tables, state, move)] == kind, told
                assert piece >= 0 if tiles else piece == -1, told
                if tiles:
                    named = game.pieces[piece].split("/")[1].casefold()
                    assert named in {tile.casefold() for tile in tiles}, told
                seen.add(kind)
            game.play(tables, state, np.int64(out[below(chooser, n)]), rng)
    assert len(seen) >= 9


def test_what_is_completed_is_traced_through_its_tiles() -> None:
    table, before, move = last_boot(orange_of_four)
    traces = [each for each in table.game.completes(table.game.tables, before, move)
              if hasattr(each, "points")]  # fmt: skip
    assert [trace.text for trace in traces if trace.text] == ["+4"]
    tiles = {(round(x / 45), round(y / 45)) for trace in traces for x, y in trace.points
             if abs(x / 45 % 1 - 0.5) > 0.01 and abs(y / 45 % 1 - 0.5) > 0.01}  # fmt: skip
    assert len(tiles) == 4
