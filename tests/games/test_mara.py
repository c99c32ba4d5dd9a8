"""The Mara's rules: the board, every ruling, the slow reference, counts.

Positions are set up by name, in the words of the game record: spaces "L3,0" and "P0,0/1,0", cards
"grove bird".
"""

import json
import random
from collections import Counter
from functools import cache, partial

import numpy as np
import pytest

from generator.kit import cards_in, count, draw, kind_of, knows, peek, stream, verb_of
from generator.model.hexes import corners, disc, distance, neighbours
from generator.play.engine.game import load_game
from tests.games.perft import count_paths, count_paths_slowly, lines_of
from tests.reference.mara import SPACES, Reference
from tests.toys import opened

KINDS = [(variant, players) for variant in ("standard", "family") for players in (2, 3, 4)]
RNG = stream(0, 0, 0)
ANIMALS = ("amphibian", "bird", "carnivore", "herbivore", "insect", "primate")
HABITATS = ("bush", "grove", "river", "savannah", "waterhole")


@cache
def game_of(variant="standard", players=2, settings=(), plain=True):
    """Return the bundled game, in plain Python by default."""
    return load_game(opened("mara", *settings, variant=variant), players, plain=plain)


def numbers_of(game):
    """The parameters in force."""
    return {name: parameter.value for name, parameter in game.pack.parameters.items()}


def in_order(events):
    """Sort record events."""
    return sorted(events, key=lambda event: json.dumps(event, sort_keys=True))


def scores_of(game, state):
    """Every seat's score."""
    out = np.zeros(game.seats)
    game.score(game.tables, state, out)
    return [int(number) for number in out]


def card_name(game, card):
    """Habitat and animal of a card."""
    return game.book.rules._kind(game.tables, game.tables.card_kinds[card])


class Table:
    """A position for both the rules and the reference; every decision is made in both."""

    def __init__(self, variant="standard", players=2, seed=0, **settings):
        pairs = tuple(f"{name}={value}" for name, value in settings.items())
        self.game = game = game_of(variant, players, pairs)
        self.rules = game.book.rules
        self.states = game.fresh()
        self.state = self.states[0]
        game.deal(game.tables, self.state, stream(seed, 0, 0))
        setup = game.opening(game.tables, self.state)
        self.reference = Reference(players, variant, numbers_of(game), setup)
        self.spaces = list(self.rules.SPACE_NAMES)

    def on(self, *spaces):
        """Skip the choice of lodges: seat i's jeep is on the i-th space, seat 0 is to act."""
        self.state.jeeps[: len(spaces)] = [self.spaces.index(space) for space in spaces]
        self.state.jeep_on[self.state.jeeps[: len(spaces)]] = 1
        self.state.seat = 0
        self.rules.begin_turn(self.game.tables, self.state)
        self.reference.jeep = dict(enumerate(spaces))
        self.reference.mover = 0
        self.reference.begin()
        return self

    def lay(self, seat, *paths):
        """Tracks of a seat on these paths."""
        for path in paths:
            self.state.track[self.spaces.index(path)] = seat + 1
            self.state.tracks[seat] -= 1
            self.reference.track[path] = seat
        return self

    def give(self, seat, *names, rotated=False):
        """Cards, from wherever they are, face up before a seat; rotated ones are photographed."""
        for name in names:
            habitat, animal = name.split()
            card = next(
                c
                for c in range(self.game.tables.n_cards)
                if card_name(self.game, c) == [habitat, animal]
            )
            self.state.where[card] = (self.rules.TURNED if rotated else self.rules.FRESH) + seat
            self.state.face_up[seat] += 1
            for pile in self.reference.pile.values():
                pile[:] = [c for c in pile if c[:2] != (habitat, animal)]
            hand = self.reference.rotated if rotated else self.reference.unrotated
            hand[seat].append((habitat, animal, 1))
            if rotated:
                self.state.photos[seat, ANIMALS.index(animal)] += 1
                self.reference.photos[seat][animal] += 1
                self.turn_up(self.cell_with(name))
        return self

    def clear_lodges(self):
        """Remove every card that is still at a lodge from the game."""
        where = self.state.where
        where[where < self.rules.FRESH] = self.rules.AWAY
        for pile in self.reference.pile.values():
            pile.clear()
        return self

    def turn_up(self, *cells):
        """Turn these tiles face up."""
        for cell in cells:
            self.state.down &= ~(1 << self.rules.CELL_NAMES.index(cell))
            self.reference.face_down.discard(tuple(map(int, cell.split(","))))
        return self

    def cell_with(self, name):
        """Return the cell with the tile that a card shows."""
        pair = tuple(name.split())
        return next(f"{q},{r}" for (q, r), t in self.reference.tile.items() if t == pair)

    def tile_at(self, cell):
        """The name of the tile in a cell."""
        return " ".join(self.reference.tile[tuple(map(int, cell.split(",")))])

    @property
    def seat(self):
        """Return the seat to act, on which both agree."""
        seat = int(self.game.turn(self.game.tables, self.state))
        assert seat == self.reference.seat()
        return seat

    def codes(self):
        """The legal moves as codes."""
        out = np.zeros(self.game.widest, np.int32)
        n = self.game.moves(self.game.tables, self.state, out)
        return [np.int64(code) for code in out[:n]]

    @property
    def legal(self):
        """The legal decisions as events, both agreeing."""
        assert self.seat >= 0
        events = [self.game.describe(self.game.tables, self.state, code) for code in self.codes()]
        assert in_order(events) == in_order(self.reference.legal())
        return events

    def may(self, do):
        """The legal decisions of one kind."""
        return [event for event in self.legal if event["do"] == do]

    @property
    def stops(self):
        """Return the spaces where a drive may end."""
        return {event["to"] for event in self.may("drive")}

    def play(self, do, **event):
        """Take a decision on both sides."""
        event = {"do": do, **event}
        code = self.codes()[self.legal.index(event)]
        self.game.play(self.game.tables, self.state, code, RNG)
        self.reference.apply(event)
        assert scores_of(self.game, self.state) == self.reference.scores()
        assert self.tracks == self.reference.track
        assert self.end == self.reference.end()
        return self

    def guide(self):
        """Choose the Guide task."""
        return self.play("task", task="guide")

    def meet(self):
        """Choose the Meet task."""
        return self.play("task", task="meet")

    def drive(self, to, **more):
        """Drive to a space."""
        return self.play("drive", to=to, **more)

    def done(self):
        """End the task."""
        return self.play("done")

    @property
    def tracks(self):
        """Return path → the seat whose track is there."""
        return {self.spaces[i]: int(owner) - 1 for i, owner in enumerate(self.state.track) if owner}

    @property
    def points(self):
        """Every seat's score."""
        return scores_of(self.game, self.state)

    @property
    def end(self):
        """Return why the game is over, or None."""
        return self.game.why_over(self.game.tables, self.state) or None


# --------------------------------------------------------------------------- the board


def near():
    """For every space of the rules the spaces beside it."""
    return [[int(other) for other in row if other >= 0] for row in game_of().book.rules.NEAR]


def steps_from(start):
    """Space → least number of steps, tracks and jeeps left aside."""
    beside = near()
    steps = {start: 0}
    queue = [start]
    for space in queue:
        for other in beside[space]:
            if other not in steps:
                steps[other] = steps[space] + 1
                queue.append(other)
    return steps


def test_k1_k2_the_board_has_the_published_numbers():
    rules, beside = game_of().book.rules, near()
    assert len(rules.PATHS) == 72
    assert sum(rules.MOUNTAIN in path for path in rules.PATHS) == 6
    assert len(beside) == 78
    assert sum(map(len, beside)) == 2 * 138
    assert max(max(steps_from(i).values()) for i in range(78)) == 12
    assert [len(beside[72 + i]) for i in range(6)] == [2] * 6
    degrees = Counter(len(beside[i]) for i in range(72))
    assert degrees == {4: 54, 3: 12, 2: 6}
    per_habitat = Counter(
        Counter(cell for path in rules.PATHS for cell in path if cell != rules.MOUNTAIN).values()
    )
    assert per_habitat == {6: 12, 5: 6, 3: 12}
    for i in range(6):
        steps = steps_from(72 + i)
        assert sorted(steps[72 + j] for j in range(6) if j != i) == [5, 5, 10, 10, 11]


def test_the_board_is_the_same_when_drawn_with_points():
    rules = game_of().book.rules
    names = rules.SPACE_NAMES
    assert set(names) == set(SPACES)
    for i, others in enumerate(near()):
        expected = {n for n in names if n != names[i] and SPACES[n] & SPACES[names[i]]}
        assert {names[j] for j in others} == expected


def test_hexes():
    assert [len(disc(radius)) for radius in range(4)] == [1, 7, 19, 37]
    for cell in disc(3):
        assert [distance(cell, other) for other in neighbours(cell)] == [1] * 6
        assert len(set(corners(cell))) == 6


# --------------------------------------------------------------------------- rulings, one by one


def test_setup_every_tile_once_and_one_animal_per_lodge():
    for seed in range(5):
        table = Table(seed=seed)
        setup = table.game.opening(table.game.tables, table.state)
        tiles = Counter(map(tuple, setup["tiles"].values()))
        assert tiles == {(h, a): 1 for h in HABITATS for a in ANIMALS}
        animals = [{animal for _, animal in pile} for pile in setup["piles"].values()]
        assert sorted(animal for pile in animals for animal in pile) == sorted(ANIMALS)
        assert [len(pile) for pile in setup["piles"].values()] == [5] * 6
    assert Table(seed=1).reference.tile != Table(seed=2).reference.tile


def test_k3_meet_at_the_lodge_or_on_its_two_paths():
    at_lodge, away = "L3,0", "P1,0/2,0"
    on_path = next(n for n in SPACES if n[0] == "P" and SPACES[n] & SPACES["L3,0"])
    for space, expected in ((at_lodge, True), (on_path, True), (away, False)):
        events = Table().on(space, "L-3,0").may("task")
        assert ({"do": "task", "task": "meet"} in events) is expected, space
    for space, expected in ((at_lodge, True), (on_path, False), (away, False)):
        events = Table(at_only="true").on(space, "L-3,0").may("task")
        assert ({"do": "task", "task": "meet"} in events) is expected, space


# Six paths round the tile 1,0, each touching the next; the first borders the mountain.
RING = ("P0,0/1,0", "P1,-1/1,0", "P1,0/2,-1", "P1,0/2,0", "P1,0/1,1", "P0,1/1,0")


def test_k4_a_jeep_never_stops_where_one_stands_but_passes_it():
    table = Table().on(RING[0], RING[1]).guide()
    assert RING[1] not in table.stops
    assert RING[2] in table.stops
    assert RING[3] not in table.stops
    three = Table(players=3).on(RING[0], RING[1], RING[2]).guide()
    assert RING[3] in three.stops


def test_k5_a_chain_of_any_one_colour_may_be_skipped_or_stopped_on():
    for owner in (0, 1):
        table = Table().on(RING[0], "L3,0").lay(owner, *RING[1:4]).guide()
        assert set(RING[1:]) <= table.stops
        far = {"P2,-1/2,0", "P1,1/2,0"}  # next to the last track of the chain
        assert far <= table.stops
        assert "P2,0/2,1" not in table.stops  # one further


def test_k5_a_second_colour_ends_the_chain():
    table = Table(players=3).on(RING[0], "L3,0", "L-3,0").lay(1, RING[1]).lay(2, RING[2]).guide()
    assert RING[2] in table.stops  # the first free space after the chain, track or not
    assert "P2,-1/2,0" not in table.stops
    assert "P1,-1/2,-1" in table.stops


def test_k5_a_gap_ends_the_chain():
    table = Table().on(RING[0], "L3,0").lay(1, RING[1], RING[3]).guide()
    assert RING[2] in table.stops
    assert not {"P1,1/2,0", "P2,-1/2,0"} & table.stops - set(RING)


def test_k5_a_jeep_on_the_chain_is_passed_with_it():
    table = Table().on(RING[0], RING[2]).lay(1, RING[1], RING[3]).guide()
    assert RING[2] not in table.stops
    assert {RING[3], "P1,1/2,0", "P2,-1/2,0"} <= table.stops


def test_k5_a_jeep_on_another_colour_does_not_join_two_colours():
    table = Table(players=3).on(RING[0], RING[1], "L-3,0").lay(1, RING[1], RING[2]).guide()
    assert "P2,-1/2,0" in table.stops  # jeep, then one chain
    table = Table(players=3).on(RING[0], RING[2], "L-3,0").lay(1, RING[1]).lay(2, RING[2], RING[3])
    table.guide()
    assert RING[3] in table.stops  # chain, jeep, stop
    assert "P1,1/2,0" not in table.stops  # chain, jeep, second chain


def test_k6_a_chain_does_not_run_through_a_lodge_but_a_jeep_in_one_is_passed():
    one, other = sorted(n for n in SPACES if n[0] == "P" and SPACES[n] & SPACES["L3,0"])
    assert not SPACES[one] & SPACES[other]
    table = Table().on(one, "L-3,0").lay(1, other).guide()
    beyond = {n for n in SPACES if n[0] == "P" and SPACES[n] & SPACES[other]} - {one, other}
    assert "L3,0" in table.stops
    assert other not in table.stops
    occupied = Table().on(one, "L3,0").lay(1, other).guide()
    assert "L3,0" not in occupied.stops
    assert {other, *beyond} <= occupied.stops


def test_k7_the_path_left_gets_a_track_if_it_has_none():
    table = Table().on(RING[0], "L3,0").lay(1, RING[1], RING[2]).guide()
    table.drive(RING[3])
    assert table.tracks == {RING[0]: 0, RING[1]: 1, RING[2]: 1}
    table.drive(RING[2]).drive("P2,-1/2,0")  # leaves 3 bare, then 2, which has one
    assert table.tracks == {RING[0]: 0, RING[1]: 1, RING[2]: 1, RING[3]: 0}
    assert int(table.state.tracks[0]) == 13


def test_k7_leaving_a_lodge_lays_nothing():
    table = Table().on("L3,0", "L-3,0").guide()
    assert table.drive(sorted(table.stops)[0]).tracks == {}


def test_k8_without_tracks_left_one_is_relocated():
    table = Table(tracks=2).on(RING[0], "L3,0").lay(0, "P-1,1/0,0", "P-1,0/0,0").guide()
    drives = table.may("drive")
    assert {event["relocate"] for event in drives} == {"P-1,1/0,0", "P-1,0/0,0"}
    assert len(drives) == 2 * len({event["to"] for event in drives})
    table.drive(RING[1], relocate="P-1,0/0,0")
    assert table.tracks == {RING[0]: 0, "P-1,1/0,0": 0}
    table.drive(RING[2], relocate=RING[0])  # even the one just laid
    assert table.tracks == {RING[1]: 0, "P-1,1/0,0": 0}


def test_k8_bots_weigh_one_relocation_per_drive_and_every_other_move():
    own = ("P-1,1/0,0", "P-1,0/0,0", RING[3])
    table = Table(tracks=3).on(RING[0], "L3,0").lay(0, *own).guide()
    game, state = table.game, table.state
    out = np.zeros(game.widest, np.int32)
    n = int(game.moves(game.tables, state, out))
    legal = out[:n].copy()
    paths = set()
    for number in range(40):
        out[:n] = legal
        kept = int(game.consider(game.tables, state, out, n, stream(1, number, 1)))
        weighed = [game.describe(game.tables, state, move) for move in out[:kept]]
        assert sorted(out[:n]) == sorted(legal)
        drives = [event for event in weighed if event["do"] == "drive"]
        assert len({event["relocate"] for event in drives}) == 1
        assert {event["to"] for event in drives} == {e["to"] for e in table.may("drive")}
        assert len(drives) == len(table.may("drive")) // 3
        assert len(weighed) - len(drives) == n - len(table.may("drive"))
        paths.add(drives[0]["relocate"])
    assert paths == set(own)


def test_k8_nothing_is_relocated_from_a_path_that_has_a_track_or_from_a_lodge():
    table = Table(tracks=1).on(RING[0], "L3,0").lay(0, RING[3]).lay(1, RING[0]).guide()
    assert not any("relocate" in event for event in table.legal)
    table = Table(tracks=1).on("L3,0", "L-3,0").lay(0, RING[3]).guide()
    assert not any("relocate" in event for event in table.legal)


def test_without_any_tracks_in_the_box_nothing_is_laid():
    table = Table(tracks=0).on(RING[0], "L3,0").guide().drive(RING[1])
    assert table.tracks == {}


@pytest.mark.parametrize(
    ("fresh", "turned", "actions"), [(0, 0, 4), (1, 0, 3), (1, 1, 2), (1, 2, 1)]
)
def test_k9_four_actions_less_the_face_up_cards(fresh, turned, actions):
    table = Table().on(RING[0], "L3,0")
    table.give(0, *["river bird", "bush bird", "grove bird"][:fresh])
    table.give(0, *["river insect", "bush insect"][:turned], rotated=True)
    table.guide()
    for _ in range(actions):
        table.play("peek")
    assert {event["do"] for event in table.legal} - {"photo"} == {"done"}


def test_k9_photos_do_not_cost_actions_nor_give_any():
    table = Table().on(RING[0], "L3,0")
    table.give(0, table.tile_at("1,0")).guide().play("peek").play("photo", tile="1,0")
    table.play("peek").play("peek")
    assert not table.may("peek")


def test_k10_a_peek_needs_a_path_and_shows_one_or_two_tiles():
    assert not Table().on("L3,0", "L-3,0").guide().may("peek")
    table = Table().on(RING[0], "L3,0").guide().play("peek")
    assert bin(int(table.state.seen[0])).count("1") == 1  # beside Kilimanjaro
    table.drive(RING[1]).play("peek")
    assert bin(int(table.state.seen[0])).count("1") == 2  # 1,0 again, and 1,-1
    assert int(table.state.seen[1]) == 0  # secret


def test_k11_photos_only_while_peeking_optional_and_one_for_each_tile():
    table = Table().on(RING[2], "L3,0")
    one, other = table.tile_at("1,0"), table.tile_at("2,-1")
    table.give(0, one, other).guide()
    assert not table.may("photo")
    table.play("peek")
    both = [{"do": "photo", "tile": "1,0"}, {"do": "photo", "tile": "2,-1"}]
    assert in_order(table.may("photo")) == in_order(both)
    assert table.may("done")
    table.play("photo", tile="2,-1")
    assert table.may("photo") == [both[0]]
    assert table.points == [1, 0]
    assert (2, -1) not in table.reference.face_down
    assert table.state.down >> table.rules.HABITATS.index((1, 0)) & 1


@pytest.mark.parametrize("ring", range(len(RING)))
def test_k11_a_photo_leaves_the_other_tile_open(ring):
    for first in (0, 1):
        table = Table().on(RING[ring], "L3,0" if ring < len(RING) // 2 else "L-3,0").guide()
        table.play("peek")
        open_cells = [
            cell for cell in range(len(table.rules.HABITATS)) if table.state.peeked >> cell & 1
        ]
        beside = [tuple(map(int, at.split(","))) for at in RING[ring][1:].split("/")]
        assert len(open_cells) == sum(cell in table.rules.HABITATS for cell in beside)
        if len(open_cells) < 2:
            return
        at = ["{},{}".format(*table.rules.HABITATS[cell]) for cell in open_cells]
        table = Table().on(RING[ring], "L3,0" if ring < len(RING) // 2 else "L-3,0")
        table.give(0, *(table.tile_at(cell) for cell in at)).guide().play("peek")
        table.play("photo", tile=at[first])
        assert table.may("photo") == [{"do": "photo", "tile": at[1 - first]}]


def test_k11_a_drive_ends_the_peek():
    table = Table().on(RING[2], "L3,0")
    table.give(0, table.tile_at("1,0")).guide().play("peek")
    assert table.may("photo")
    table.drive(RING[3])  # still beside the tile
    assert not table.may("photo")


def test_k11_a_rotated_card_takes_no_second_photo():
    table = Table().on(RING[2], "L3,0")
    table.give(0, table.tile_at("1,0"), rotated=True).guide().play("peek")
    assert not table.may("photo")


def test_k11_a_tile_gives_one_photo_while_peeking_though_two_cards_want_it():
    game = with_counts("standard", 2, tourists={"river-bird": 2})
    tables, state, rules = game.tables, game.fresh()[0], game.book.rules
    game.deal(tables, state, RNG)
    cards = [c for c in range(tables.n_cards) if card_name(game, c) == ["river", "bird"]]
    cell = list(state.tile).index(tables.card_kinds[cards[0]])
    state.where[cards], state.face_up[0] = rules.FRESH, len(cards)
    state.jeeps[0], state.seat = list(rules.BESIDE[:, 0]).index(cell), 0
    rules.begin_turn(tables, state)
    photos = []
    for verb in (rules.MOVES.guide, rules.MOVES.peek, rules.MOVES.photo + cell):
        game.play(tables, state, np.int64(verb), RNG)
        out = np.zeros(game.widest, np.int32)
        legal = out[: game.moves(tables, state, out)]
        photos.append(rules.MOVES.photo + cell in legal)
    assert len(cards) == 2 and photos == [False, True, False]


def test_each_move_is_at_the_place_it_is_about():
    table = Table().on(RING[2], "L3,0")
    rules, game = table.rules, table.game
    names = [*table.spaces, *("{},{}".format(*cell) for cell in rules.HABITATS)]

    def places(do):
        at = [int(game.space(game.tables, table.state, code)) for code in table.codes()]
        told = zip(table.legal, at, strict=True)
        return [(event, names[i] if i >= 0 else "") for event, i in told if event["do"] == do]

    assert {place for _, place in places("task")} == {""}
    table.give(0, table.tile_at("1,0"), table.tile_at("2,-1")).guide().play("peek")
    assert sorted((event["tile"], place) for event, place in places("photo")) == [
        ("1,0", "1,0"), ("2,-1", "2,-1"),
    ]  # fmt: skip
    drives = places("drive")
    assert drives and all(event["to"] == place for event, place in drives)
    assert {place for _, place in places("done")} == {""}
    table = Table().on("L3,0", "L-3,0")
    tasks = [(event["task"], place) for event, place in places("task")]
    assert sorted(tasks) == [("guide", ""), ("meet", "L3,0")]


def test_k12_a_turn_may_be_empty():
    table = Table().on("L3,0", "L-3,0").guide().done()
    assert table.seat == 1
    assert table.meet().done().seat == 0


def test_k13_at_most_three_face_up_cards_at_the_end_of_meet():
    table = Table().on("L3,0", "L-3,0").give(0, "river insect", rotated=True).meet()
    pile = [event["card"] for event in table.may("pick")]
    for card in pile[:3]:
        table.play("pick", card=card, lodge="3,0")
    assert not table.may("done")
    table.play("drop", card=["river", "insect"], lodge="3,0")
    assert table.may("done")
    assert table.points == [1, 0]  # the photo is kept


def test_k13_the_limit_is_a_parameter():
    table = Table(faceup_limit=1).on("L3,0", "L-3,0").meet()
    pile = [event["card"] for event in table.may("pick")]
    table.play("pick", card=pile[0], lodge="3,0")
    assert table.may("done")
    table.play("pick", card=pile[1], lodge="3,0")
    assert not table.may("done")


def test_k14_any_card_of_the_pile_and_cards_change_piles():
    table = Table().on("L3,0", "L-3,0")
    moved = next(
        n
        for n in ("river insect", "river bird")
        if n.split()[1] not in str(table.reference.pile["3,0"])
    )
    table.give(0, moved).meet()
    pile = {c[:2] for c in table.reference.pile["3,0"]}
    assert {tuple(event["card"]) for event in table.may("pick")} == pile
    assert len(pile) == 5
    table.play("drop", card=moved.split(), lodge="3,0")
    assert {"do": "pick", "card": moved.split(), "lodge": "3,0"} in table.legal
    assert len(table.may("pick")) == 6


def test_k15_a_card_picked_up_may_be_dropped_again():
    table = Table().on("L3,0", "L-3,0").meet()
    card = table.may("pick")[0]["card"]
    table.play("pick", card=card, lodge="3,0").play("drop", card=card, lodge="3,0")
    assert len(table.may("pick")) == 5


def all_cells():
    """Every habitat cell."""
    return [f"{q},{r}" for q, r in game_of().book.rules.HABITATS]


def test_k16_all_tiles_up_ends_the_game_at_the_end_of_that_task():
    table = Table().on(RING[2], "L3,0")
    table.turn_up(*[cell for cell in all_cells() if cell != "1,0"])
    table.give(0, table.tile_at("1,0")).guide().play("peek").play("photo", tile="1,0")
    assert table.end is None  # the task goes on
    table.drive(RING[3])
    assert (table.done().seat, table.end) == (-1, "all_tiles_up")


def test_k16_the_photo_may_be_left_and_the_game_goes_on():
    table = Table().on(RING[2], "L3,0")
    table.turn_up(*[cell for cell in all_cells() if cell != "1,0"])
    table.give(0, table.tile_at("1,0")).guide().play("peek").done()
    assert table.seat == 1


def test_k17_no_card_before_the_mover_and_none_at_any_lodge():
    table = Table().on("L3,0", "L-3,0").clear_lodges().give(1, "river bird")
    table.give(0, "river insect", rotated=True).meet()
    table.play("drop", card=["river", "insect"], lodge="3,0")
    assert (table.done().seat, table.end, table.points) == (-1, "no_tourists", [1, 0])


def test_k17_cards_before_others_do_not_wait():
    table = Table().on("L3,0", "L-3,0").clear_lodges().give(0, "river bird")
    table.give(1, "river insect", rotated=True).guide().done().meet()
    table.play("drop", card=["river", "insect"], lodge="-3,0")
    assert (table.done().seat, table.end) == (-1, "no_tourists")


def test_picks_and_drops_of_a_task_are_counted_for_players_who_dither():
    table = Table().on("L3,0", "L-3,0").give(0, "river bird").meet()
    assert table.state.fiddled == 0
    table.play("drop", card=["river", "bird"], lodge="3,0")
    table.play("pick", card=["river", "bird"], lodge="3,0")
    assert table.state.fiddled == 2
    assert table.done().meet().state.fiddled == 0


def test_k17_a_face_up_card_a_card_at_a_lodge_or_a_guide_task_does_not_end_it():
    held = Table().on("L3,0", "L-3,0").clear_lodges().give(0, "river bird", rotated=True)
    assert held.meet().done().end is None
    assert Table().on("L3,0", "L-3,0").meet().done().end is None
    assert Table().on("L3,0", "L-3,0").clear_lodges().guide().done().end is None
    left = Table().on("L3,0", "L-3,0").clear_lodges().give(0, "river bird")
    left.meet().play("drop", card=["river", "bird"], lodge="3,0")
    assert left.done().end is None  # it lies at the lodge now


@pytest.mark.parametrize(
    ("photos", "points"),
    [
        ((0, 0, 0, 0, 0, 0), 0),
        ((1, 0, 0, 0, 0, 0), 1),
        ((3, 2, 2, 1, 0, 0), 17),
        ((5, 5, 5, 5, 5, 5), 105),
        ((1, 1, 1, 1, 1, 1), 21),
        ((0, 1, 1, 1, 1, 1), 15),
        ((0, 0, 4, 0, 0, 0), 4),
        ((2, 0, 2, 0, 0, 2), 12),
        ((1, 2, 3, 4, 5, 0), 15 + 10 + 6 + 3 + 1),
    ],
)
def test_k18_sets_of_different_animals_largest_first(photos, points):
    table = Table()
    table.state.photos[0] = photos
    table.reference.photos[0] = Counter(dict(zip(ANIMALS, photos, strict=True)))
    assert table.points == table.reference.scores() == [points, 0]


def test_k19_equal_points_share_the_win():
    table = Table(players=3).on("L3,0", "L-3,0", "L0,3").clear_lodges()
    table.give(1, "river bird", rotated=True).give(2, "grove bird", rotated=True)
    table.meet().done()
    assert (table.end, table.points) == ("no_tourists", [0, 1, 1])
    values = [table.game.value(table.game.tables, table.state, seat) for seat in range(3)]
    assert values == [0.0, 0.5, 0.5]


def test_k20_the_full_board_and_all_cards_for_any_number():
    for players in (2, 3, 4):
        table = Table(players=players)
        assert len(table.reference.tile) == 30
        assert sum(map(len, table.reference.pile.values())) == 30


def test_k21_lodges_are_chosen_in_reverse_order_and_only_once():
    table = Table(players=3)
    assert [table.seat, len(table.legal)] == [2, 6]
    table.play("start", lodge="0,3")
    assert [table.seat, len(table.legal)] == [1, 5]
    assert {"do": "start", "lodge": "0,3"} not in table.legal
    table.play("start", lodge="3,0").play("start", lodge="-3,0")
    assert table.seat == 0
    assert {event["do"] for event in table.legal} == {"task"}


def test_k22_three_full_rounds_without_a_change_end_the_game():
    table = Table().on("L3,0", "L-3,0")
    for turn in range(6):
        assert table.end is None, turn
        table.guide().done()
    assert (table.seat, table.end) == (-1, "stall")


def test_k22_a_card_a_tile_or_a_track_starts_the_count_again():
    def quiet(table, turns):
        for _ in range(turns):
            table.guide().done()
        return table

    table = quiet(Table().on("L3,0", "L-3,0"), 4)
    table.meet().play("pick", card=table.may("pick")[0]["card"], lodge="3,0").done()
    assert quiet(table, 5).end is None
    assert table.guide().done().end == "stall"
    table = quiet(Table().on(RING[0], "L-3,0"), 4).guide().drive(RING[1]).done()
    assert quiet(table, 5).end is None
    table = Table().on(RING[2], "L-3,0")
    table = quiet(table.give(0, table.tile_at("1,0")), 4)
    table.guide().play("peek").play("photo", tile="1,0").done()
    assert quiet(table, 5).end is None


def test_k22_driving_from_lodge_over_tracks_and_peeking_change_nothing():
    table = Table().on(RING[0], "L-3,0").lay(1, *RING[:2])
    for _ in range(3):
        table.guide().drive(RING[1] if table.reference.jeep[0] == RING[0] else RING[0])
        table.play("peek").done().guide().done()
    assert table.end == "stall"


def test_k22_the_hard_cap_counts_full_rounds():
    table = Table(cap_rounds=2, stall_rounds=9).on("L3,0", "L-3,0")
    for _ in range(3):
        table.guide().done()
    assert table.end is None
    assert table.guide().done().end == "cap"


# --------------------------------------------------------------------------- the family game


def family(players=2, **settings):
    """A family table with known hands."""
    return Table("family", players, **settings)


def photo_ready(**settings):
    """Return a family table where seat 0 has just peeked at a tile of its hand."""
    for seed in range(100):
        table = family(seed=seed, **settings)
        for name, points in SPACES.items():
            cells = [tuple(map(int, c.split(","))) for c in name[1:].split("/")]
            for cell in cells:
                hand = {c[:2] for c in table.reference.unrotated[0]}
                if name[0] == "P" and points and table.reference.tile.get(cell) in hand:
                    table.on(name, "L-3,0").play("peek")
                    return table, f"{cell[0]},{cell[1]}"
    raise AssertionError("no seed fits")


def test_family_two_cards_each_and_the_rest_is_the_deck():
    for players in (2, 3, 4):
        table = family(players)
        assert [len(hand) for hand in table.reference.unrotated] == [2] * players
        assert len(table.reference.deck) == 30 - 2 * players
        assert not any(table.reference.pile.values())
        assert not table.state.tracks.any()


def test_k23_family_one_path_per_drive_jeeps_skipped_no_tracks():
    table = family().on(RING[0], RING[1])
    assert table.stops == {"P0,0/0,1", "P0,0/1,-1", "P0,1/1,0", RING[2], "P1,-1/2,-1"}
    table.drive(RING[2])
    assert table.tracks == {}


def test_k24_family_exactly_two_actions_at_most_one_peek():
    table = family().on(RING[0], "L-3,0")
    assert not table.may("done")
    table.play("peek")
    assert {event["do"] for event in table.legal} - {"photo"} == {"drive"}
    table.drive(RING[1])
    assert table.legal == [{"do": "done"}]
    assert table.done().seat == 1
    table.drive("P-2,0/-3,1" if "P-2,0/-3,1" in table.stops else sorted(table.stops)[0])
    assert {event["do"] for event in table.legal} == {"drive", "peek"}
    table.drive(sorted(table.stops)[0])
    assert table.legal == [{"do": "done"}]


def test_k24_drive_then_peek():
    table = family().on(RING[0], "L-3,0").drive(RING[1]).play("peek")
    assert {event["do"] for event in table.legal} - {"photo"} == {"done"}


def test_k25_after_a_photo_draw_two_keep_one_the_other_goes_under():
    table, cell = photo_ready()
    top, second, *rest = table.reference.deck
    table.play("photo", tile=cell)
    assert table.points == [1, 0]
    assert table.state.face_up[0] == 1  # of two cards one has its photo and lies face down
    assert in_order(table.legal) == in_order(
        {"do": "keep", "card": list(card[:2])} for card in (top, second)
    )
    table.play("keep", card=list(second[:2]))
    assert table.reference.deck == [*rest, top]
    deck = [card_name(table.game, card) for card in cards_in(table.state.deck)]
    assert deck.count(list(top[:2])) == 1
    assert deck[-1] == list(top[:2])
    assert len(table.reference.unrotated[0]) == 2


def shrink_deck(table, size):
    """Leave this many cards in the deck."""
    while count(table.state.deck) > size:
        draw(table.state.deck)
    table.reference.deck = table.reference.deck[-size:] if size else []


def test_k25_only_one_left_is_taken():
    table, cell = photo_ready()
    shrink_deck(table, 1)
    table.play("photo", tile=cell)
    assert len(table.legal) == 1
    table.play(**table.legal[0])
    assert table.reference.deck == []
    assert table.end is None


def test_k25_no_card_to_draw_ends_the_game():
    table, cell = photo_ready()
    shrink_deck(table, 0)
    table.play("photo", tile=cell)
    assert (table.seat, table.end, table.points) == (-1, "deck_empty", [1, 0])


def test_k25_keeping_more_is_a_parameter():
    table, cell = photo_ready(draw=3, keep=2)
    deck = list(table.reference.deck)
    table.play("photo", tile=cell)
    assert len(table.legal) == 3
    table.play("keep", card=list(deck[0][:2])).play("keep", card=list(deck[2][:2]))
    assert table.reference.deck == [*deck[3:], deck[1]]


def test_k26_family_one_point_per_photo():
    table = family()
    table.state.photos[1] = (2, 0, 1, 0, 0, 4)
    table.reference.photos[1] = Counter(amphibian=2, carnivore=1, primate=4)
    assert table.points == table.reference.scores() == [0, 7]


# --------------------------------------------------------------------------- hidden knowledge


def played(variant, players, seed, moves):
    """A game some random moves old."""
    game = game_of(variant, players)
    out, states, rng = np.zeros(game.widest, np.int32), game.fresh(2), stream(seed, 1, 0)
    game.deal(game.tables, states[0], rng)
    chance = random.Random(seed)
    for _ in range(moves):
        if game.turn(game.tables, states[0]) < 0:
            break
        n = game.moves(game.tables, states[0], out)
        game.play(game.tables, states[0], np.int64(chance.choice(out[:n])), rng)
    return game, states


@pytest.mark.parametrize(("variant", "players"), KINDS)
def test_hide_keeps_what_the_seat_knows_and_changes_the_rest(variant, players):
    changed = 0
    for seed in range(6):
        game, states = played(variant, players, seed, 60 + 40 * seed)
        module, tables = game.book.rules, game.tables
        for seat in range(players):
            states[1] = states[0]
            before, after = states[0], states[1]
            game.hide(tables, after, seat, stream(seed, seat, 0))
            for i in range(30):
                known = int(before.seen[seat] | ~before.down) >> i & 1
                pair, other = (module._kind(tables, s.tile[i]) for s in (before, after))
                assert pair[0] == other[0]  # the back shows the habitat
                assert not known or pair == other
                changed += pair != other
            assert sorted(before.tile) == sorted(after.tile)
            assert sorted(cards_in(before.deck)) == sorted(cards_in(after.deck))
            for i in range(count(before.deck)):
                if knows(before.deck, i, seat):
                    assert peek(before.deck, i) == peek(after.deck, i)
            for name in before.dtype.names:
                if name not in ("tile", "deck"):
                    assert np.array_equal(before[name], after[name]), name
            if seat == int(game.turn(tables, before)):
                out, out2 = (np.zeros(game.widest, np.int32) for _ in range(2))
                n, n2 = game.moves(tables, before, out), game.moves(tables, after, out2)
                assert list(out[:n]) == list(out2[:n2])
    assert changed > 100


def test_hide_reaches_every_order_of_a_habitat():
    game, states = played("standard", 2, 3, 0)
    seen = set()
    habitat = [i for i in range(30) if states[0].tile[i] // len(ANIMALS) == 0]
    for number in range(200):
        states[1] = states[0]
        game.hide(game.tables, states[1], 0, stream(5, number, 0))
        seen.add(int(states[1].tile[habitat[0]]))
    assert len(seen) == 6


@pytest.mark.parametrize("variant", ["standard", "family"])
def test_value_does_not_look_at_what_the_seat_cannot_see(variant):
    for seed in range(5):
        game, states = played(variant, 3, seed, 80)
        for seat in range(3):
            states[1] = states[0]
            game.hide(game.tables, states[1], seat, stream(9, seed, 0))
            prospects = game.value.__globals__["prospects"]
            own = [prospects(game.tables, s, seat, False) for s in states]
            assert own[0] == own[1]


# --------------------------------------------------------------------------- tweaked numbers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "players", "settings"),
    [
        ("standard", 2, ("tracks=2", "at_only=true", "faceup_limit=1")),
        ("standard", 2, ("tracks=1",)),
        ("standard", 3, ("tracks=0", "actions=6", "vp_1=5", "vp_6=0")),
        ("standard", 4, ("tracks=40", "stall_rounds=1", "cap_rounds=9", "faceup_limit=6")),
        ("family", 2, ("start_cards=4", "draw=3", "keep=2", "photo_points=3")),
        ("family", 3, ("family_actions=5", "family_peeks=3", "stall_rounds=50")),
    ],
)
def test_other_numbers_agree_with_the_reference_as_well(variant, players, settings):
    agree(game_of(variant, players, settings), range(2))


def with_counts(variant, players, **counts):
    """The game with other numbers of some rows: `tourists={"river-bird": 2}`."""
    from dataclasses import replace

    pack = game_of(variant, players).pack
    components = tuple(
        replace(
            c, rows=tuple(replace(r, count=counts.get(c.id, {}).get(r.id, r.count)) for r in c.rows)
        )
        for c in pack.components
    )
    return load_game(replace(pack, components=components), players, plain=True)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["standard", "family"])
@pytest.mark.parametrize(
    "counts",
    [
        {"tourists": {"river-bird": 0}},
        {"tourists": {"river-bird": 2, "bush-insect": 3}},
        {"tiles": {"river-bird": 0, "grove-bird": 0}},
        {"tiles": {"river-bird": 2}},
    ],
)
def test_cards_and_tiles_may_be_missing_or_doubled(variant, counts):
    agree(with_counts(variant, 2, **counts), range(2))


# --------------------------------------------------------------------------- the slow reference


def key_of(event):
    """An event as a value that sets can hold."""
    return tuple(sorted((k, tuple(v) if isinstance(v, list) else v) for k, v in event.items()))


def agree(game, numbers):
    """Random games by rules and reference, move by move.

    Uniformly random players hardly ever photograph, so every other game prefers to.
    """
    out, rules, verbs = np.zeros(game.widest, np.int32), game.book.rules, game.book.rules.MOVES
    drives = {}  # code → event; a drive is told the same in every position
    ends = Counter()
    for number in numbers:
        chance = random.Random(f"{game.pack.variant} {game.seats} {number}")
        state = game.fresh()[0]
        game.deal(game.tables, state, stream(number, 0, 0))
        setup = json.loads(json.dumps(game.opening(game.tables, state)))
        reference = Reference(game.seats, game.pack.variant, numbers_of(game), setup)
        lively = number % 2
        while (seat := int(game.turn(game.tables, state))) >= 0:
            assert seat == reference.seat()
            n = game.moves(game.tables, state, out)
            codes, events = out[:n].astype(np.int64), []
            for code in codes:
                event = drives.get(int(code))
                if event is None:
                    event = game.describe(game.tables, state, code)
                    if verb_of(verbs, code) == verbs.drive:
                        drives[int(code)] = event
                events.append(event)
            expected = reference.legal()
            assert len(events) == len(expected), (number, state)
            assert set(map(key_of, events)) == set(map(key_of, expected)), (number, state)
            chosen = chance.randrange(n)
            if lively:
                liked = [
                    i
                    for i, event in enumerate(events)
                    if event["do"] in ("photo", "peek")
                    or (
                        event["do"] == "drop" and state.where[codes[i] - verbs.drop] >= rules.TURNED
                    )
                ]
                if liked:
                    chosen = chance.choice(liked)
            game.play(game.tables, state, codes[chosen], RNG)
            reference.apply(events[chosen])
            assert scores_of(game, state) == reference.scores()
        assert reference.seat() == -1
        assert game.why_over(game.tables, state) == reference.end()
        ends[reference.end()] += 1
    return ends


@pytest.mark.parametrize(("variant", "players"), KINDS)
def test_random_games_agree_with_the_reference(variant, players):
    agree(game_of(variant, players), range(2 if variant == "standard" else 6))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), KINDS)
def test_a_thousand_random_games_agree_with_the_reference(variant, players):
    ends = agree(game_of(variant, players, plain=False), range(1000))
    assert sum(ends.values()) == 1000
    assert len(ends) > 1


@pytest.mark.parametrize(("variant", "players"), [("standard", 3), ("family", 2)])
def test_compiled_rules_play_as_plain_ones(variant, players):
    plain, fast = (game_of(variant, players, plain=plain) for plain in (True, False))
    outs = [np.zeros(plain.widest, np.int32) for _ in range(2)]
    chance = random.Random(variant)
    for number in range(2):
        states = [game.fresh()[0] for game in (plain, fast)]
        streams = [stream(1, number, 0) for _ in range(2)]
        for game, state, rng in zip((plain, fast), states, streams, strict=True):
            game.deal(game.tables, state, rng)
        for step in range(400):
            if plain.turn(plain.tables, states[0]) < 0:
                break
            n, n_fast = (
                game.moves(game.tables, state, out)
                for game, state, out in zip((plain, fast), states, outs, strict=True)
            )
            assert n == n_fast
            assert list(outs[0][:n]) == list(outs[1][:n])
            move = np.int64(chance.choice(outs[0][:n]))
            assert plain.kind(plain.tables, states[0], move) == fast.kind(
                fast.tables, states[1], move
            )
            assert plain.piece(plain.tables, states[0], move) == fast.piece(
                fast.tables, states[1], move
            )
            for game, state in zip((plain, fast), states, strict=True):
                game.play(game.tables, state, move, RNG)
            if step % 20 == 0:
                for game, state in zip((plain, fast), states, strict=True):
                    game.hide(game.tables, state, step % players, stream(2, step, 0))
                for name in ("value", *plain.personas):
                    judges = [game.personas.get(name, game.value) for game in (plain, fast)]
                    expected = judges[0](plain.tables, states[0], step % players)
                    assert expected == pytest.approx(
                        judges[1](fast.tables, states[1], step % players), abs=1e-12
                    )
                    assert 0 <= expected <= 1
            assert states[0].tobytes() == states[1].tobytes()


# --------------------------------------------------------------------------- counts of positions


def in_table_order(game, code):
    """The order of moves that the table was made with."""
    verbs = game.book.rules.MOVES
    order = ["done", "meet", "guide", "peek", "start", "photo", "drop", "pick", "keep", "drive"]
    return order.index(verbs.names[kind_of(verbs, code)]), code


def perft_position(line, plain):
    """Return the position after some random moves of a deal, for the rules and the reference."""
    variant, *numbers = line.position.split()
    players, seed, moves = map(int, numbers)
    game = game_of(variant, players, plain=plain)
    states = game.fresh(6)
    game.deal(game.tables, states[0], stream(seed, 0, 0))
    setup = json.loads(json.dumps(game.opening(game.tables, states[0])))
    reference = Reference(players, variant, numbers_of(game), setup)
    chance, out = random.Random(seed), np.zeros(game.widest, np.int32)
    for _ in range(moves):
        n = game.moves(game.tables, states[0], out)
        codes = sorted(out[:n], key=lambda code: in_table_order(game, code))
        code = np.int64(chance.choice(codes))
        reference.apply(game.describe(game.tables, states[0], code))
        game.play(game.tables, states[0], code, RNG)
    return game, states, reference


@pytest.mark.parametrize("line", lines_of("mara"), ids=str)
def test_perft(line, rewrite):
    if rewrite:
        game, states, _ = perft_position(line, plain=False)
        line = line.rewritten(partial(count_paths, game, states))
    game, states, reference = perft_position(line, plain=True)
    for depth, expected in enumerate(line.counts, start=1):
        if expected <= 1500:
            assert count_paths(game, states, depth) == expected
        if expected <= 400:
            assert count_paths_slowly(reference, depth) == expected


@pytest.mark.slow
@pytest.mark.parametrize("line", lines_of("mara"), ids=str)
def test_deep_perft(line):
    game, states, reference = perft_position(line, plain=False)
    for depth, expected in enumerate(line.counts, start=1):
        assert count_paths(game, states, depth) == expected
        if expected <= 60_000:
            assert count_paths_slowly(reference, depth) == expected
