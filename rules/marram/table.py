"""Marram as people see it: the places of its map, its moves in words, and what lies where."""

import itertools
import math
from functools import cache
from typing import NamedTuple

import numpy as np

from generator import kit
from rules import (
    BACK,
    BAG,
    BLUE,
    BOOT,
    BULGE,
    CHOOSE,
    COLOURS,
    EAST,
    EDGES,
    GRASS,
    KINDS,
    LAY,
    LEAVES,
    MOVES,
    NORTH,
    OPEN,
    ORANGE,
    REACH,
    SAND,
    TURN,
    WORM,
    describe,
    kind,
    put_tile,
    room,
    source_of,
    survey,
    worth,
)

NAMES = ("grass", "sand", "orange snake", "worm", "blue snake")  # of parts, from kind 1 on
FIRST_BOOT = KINDS.index("boot on grass")
TURNED = "", ", turned 90°", ", turned 180°", ", turned 270°"  # to the right, as the button does
SOURCES = (  # of points: their names and the kinds of feature
    ("orange snakes", ORANGE), ("worms", WORM), ("blue snakes", BLUE), ("freak beasts", 0),
    ("grass tufts", GRASS), ("sand mounds", SAND),
)  # fmt: skip
WAYS = ("top", "right", "bottom", "left")  # of a tile as it lies
SIDE = 45.0  # mm, of a tile on the map
FREAK = "fits no animal"  # what makes a complete creature a freak beast
BADGE = 16.1, -16.1  # mm, the shovel on a tile with two sides
SPARE = 8  # mm, from the middle of a tile to the end of its only creature
INSIDE = 15  # mm, from the middle of a tile to a boot that lies whole on it, along a side
BODY = 1.4  # a spot may be nearer to a creature's body than to another spot by this factor


def spaces(pack):
    """Return the cells around the start tile, from the south-west on."""
    return kit.around(REACH, SIDE, "the start tile")


def name_move(tables, state, move):
    """Say a move in a few words; where the tile lies and how far it is turned is in brackets."""
    event = describe(tables, state, move)
    if event["do"] == "boot":
        named, look = KINDS[kind(tables, state, int(move))], int(state.grid[state.cell]) - 1
        part = int(move) - MOVES.boot
        if np.count_nonzero(tables.kinds[look // 4] == tables.kinds[look // 4, part]) > 1:
            ways = int(tables.ways[look & ~3, part])
            sides = [
                WAYS[way] for way in sorted({(w + look) % 4 for w in range(8) if ways >> w & 1})
            ]
            named += f" ({_listed(sides)} of the tile)"
        return f"{named}: {_prospect(tables, state, move)}"
    if event["do"] in ("lay", "flip"):
        face = f", face {event['face']}" if "face" in event else ""
        there = f"{_from_start(*event['at'])}{TURNED[event['rotation']]}{face}"
        notes = [] if event["do"] == "lay" else _lost(state, move)
        notes += _completing(tables, state, move)
        return f"{event['do']} the tile ({there}){': ' * bool(notes)}{'; '.join(notes)}"
    return {"place_tile": "place a tile", "flip_tile": "flip a tile (1 shovel)"}.get(
        event["do"], event["do"].replace("_", " ").strip()
    )


def _lost(state, move):
    """Say whose boot a flip takes from the game."""
    look = int(state.grid[(int(move) - MOVES.flip) // 4]) - 1
    owner = int(state.boot[look // 8]) // 8
    return [f"{_player(owner)}'s boot on it is lost"] if owner >= 0 else []


def _completing(tables, state, move):
    """Say what a tile completes, and what a boot on it then scores that scores nothing without."""
    state = state.copy()
    put_tile(tables, state, int(move))
    done = _completed(tables, state, MOVES.no_boot)
    notes = [f"completes {_listed([_owned(each) for each in done])}"] if done else []
    mine = {part for each in done if state.seat in each.seats for part in each.parts}
    ways = tables.ways[state.grid[state.cell] - 1] & state.bootable
    boots = [MOVES.boot + part for part in range(8) if ways[part]]
    best, words = 0, []
    for boot in boots if state.boots[state.seat] > 0 else ():
        for each in _completed(tables, state, boot):
            if state.seat in each.seats and each.points > best and not mine & {*each.parts}:
                named = NAMES[kind(tables, state, boot) - FIRST_BOOT]
                best, words = each.points, [f"a boot on the {named} scores {each.points}"]
    return notes + words


def _prospect(tables, state, move):
    """Say what a boot on a part of the tile scores now, or how far its feature is from complete."""
    here = 8 * int(state.cell) + int(move) - MOVES.boot
    for feature in _completed(tables, state, move):
        if here in feature.parts:
            return _scored(feature, state.seat)
    tally = room()[2]
    survey(tables, state, state.cell, int(move) - MOVES.boot, *room()[:2], tally)
    return f"{tally[OPEN]} edge{'' if tally[OPEN] == 1 else 's'} still open"


def _player(seat):
    """Name a seat; the page says "you" to the player who sits there."""
    return f"player {seat + 1}"


def _points(n):
    return f"{n} point{'' if n == 1 else 's'}"


def tell_move(tables, state, move):
    """Tell a move that was made; a choice that the next move makes plain is left out."""
    verb = kit.verb_of(MOVES, move)
    if verb == MOVES.lay:
        return "laid another" if state.left < tables.actions else "laid a tile"
    if verb == MOVES.flip:
        look = int(state.grid[(int(move) - MOVES.flip) // 4]) - 1
        owner = int(state.boot[look // 8]) // 8
        whose = "own" if owner == state.seat else f"{_player(owner)}'s"
        kept = int(state.boots[owner]) + np.count_nonzero(state.boot // 8 == owner) - 1
        lost = f" ({whose} boot lost, {kept} of {tables['boots']} left)" * (owner >= 0)
        return f"flipped a tile to show {_shown_on(tables, look // 4 ^ 1)}{lost}"
    if verb in (MOVES.boot, MOVES.no_boot):
        features = _completed(tables, state, move)
        here = 8 * int(state.cell) + int(move) - MOVES.boot
        own = [each for each in features if here in each.parts and verb == MOVES.boot]
        done = _listed([_owned(each, state.seat) for each in features if each not in own])
        if verb == MOVES.no_boot:
            return f"and completed {done}" * bool(done)
        named = f"and put a boot on the {NAMES[kind(tables, state, int(move)) - FIRST_BOOT]}"
        scored = "".join(f" ({_scored(each, state.seat, in_log=True)})" for each in own)
        return f"{named}{scored}" + f", completing {done}" * bool(done)
    if verb != MOVES.pass_:
        return ""
    return "passed" if state.n_turnable > 0 and state.shovels[state.seat] > 0 else "no tile left"


class Feature(NamedTuple):
    """A complete feature with boots on it."""

    name: str  # with its article
    worth: str  # what its points are for, as in "2 bulges and 1 coin"; "" for most creatures
    points: int
    seats: list[int]  # who scores it
    parts: list[int]  # 8 × cell + part


def _completed(tables, state, move):
    """List the features with boots that a boot, or none, completes."""
    verb = kit.verb_of(MOVES, move)
    if verb not in (MOVES.boot, MOVES.no_boot):
        return []
    state = state.copy()
    if verb == MOVES.boot:
        state.boot[state.tile] = 8 * int(state.seat) + int(move) - MOVES.boot
    seen, found, tally = room()
    features = []
    for part in range(8):
        ways = tables.ways[state.grid[state.cell] - 1, part]
        if not ways or seen[state.tile] >> part & 1:
            continue
        n = survey(tables, state, state.cell, part, seen, found, tally)
        owners = kit.majority(tally, tables.players)
        if tally[OPEN] or not owners:
            continue
        seats = [seat for seat in range(tables.players) if owners >> seat & 1]
        if not tally[LEAVES] & state.scorable or (len(seats) > 1 and not tables.ties_score):
            seats = []
        points = int(worth(tables, tally))
        parts = found[:n].tolist()
        features.append(Feature(*_feature(tables, state, tally, parts), points, seats, parts))
    return features


def completes(tables, state, move):
    """Name the cells of the features that a boot, or none, completes, and trace the features."""
    features = _completed(tables, state, move)
    cells = {part // 8 for feature in features for part in feature.parts}
    places = [where(state, (int(state.grid[cell]) - 1) // 8) for cell in sorted(cells)]
    traces = [trace for feature in features for trace in _traces(tables, state, feature)]
    return [at for at in places if isinstance(at, list)] + traces


def _traces(tables, state, feature):
    """Trace a feature through its parts; its points stand where the boot, or none, was set."""
    whose = " and ".join(f"P{seat + 1} " for seat in feature.seats)
    label = f"{'' if feature.seats == [state.seat] else whose}+{feature.points}"
    first = next(part for part in feature.parts if part // 8 == state.cell)
    for cell_and_part in feature.parts:
        cell, part = divmod(cell_and_part, 8)
        look = int(state.grid[cell]) - 1
        at = SIDE * int(state.east[look // 8]), -SIDE * int(state.north[look // 8])
        paths = _paths(tables, look, part)
        if cell_and_part == first and feature.seats:
            yield kit.trace(_moved([paths[0][len(paths[0]) // 2]], look % 4, at), label)
        for path in paths:
            yield kit.trace(_moved(path, look % 4, at))


def _paths(tables, look, part):
    """Lines through a part of a tile that is not turned: a body, or from a patch to its edges."""
    ways = int(tables.ways[look & ~3, part])
    edges = sorted({way % 4 for way in range(8) if ways >> way & 1})
    if part >= 4:
        return [_line(edges, SPARE)]
    near = [_on_edge(edge, 0, 13) for edge in edges] or [spot_of(tables, look, part)]
    hub = sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)
    return [[hub, hub]] * (not edges) + [[_on_edge(e, 0, 21), hub] for e in edges]


def _moved(points, quarters, at):
    """Points of a tile that lies somewhere on the map, turned by quarters."""
    return [(at[0] + x, at[1] + y) for x, y in (_rotated(point, quarters) for point in points)]


def _rotated(point, quarters):
    """A point of a tile that is turned by quarters."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _scored(feature, mover, in_log=False):
    """Tell what a feature with the mover's boot brings when it is complete; in the log in short."""
    others = _listed([_player(seat) for seat in feature.seats if seat != mover])
    is_freak = feature.worth == FREAK
    what = f"a freak beast that {FREAK}" if is_freak else "complete"
    if not feature.seats:
        return f"{what}, no points"
    is_shared = bool(others) and mover in feature.seats
    brought = _points(feature.points) + f" to {others}" * (bool(others) and not is_shared)
    brought += f" for {feature.worth}" * bool(feature.worth and not is_freak)
    if in_log:
        what = "freak beast" if is_freak else ""
    return f"{what}{', ' * bool(what)}{brought}{f', the same for {others}' * is_shared}"


def _owned(feature, mover=-1, has_points=True):
    """Name a complete feature with its owners, but for a mover that owns it alone, and points."""
    owners = [f"{_player(seat)}'s" for seat in feature.seats if seat != mover]
    each = " each" * (len(feature.seats) > 1)
    points = f"{_points(feature.points)}{each}" if feature.seats else "no points"
    if feature.worth == FREAK:
        points = f"{FREAK}, so {points}"
    elif feature.worth and feature.seats and mover >= 0:
        points += f" for {feature.worth}"
    points = f" ({points})" if has_points else ""
    bare = feature.name.partition(" ")[2]
    if mover in feature.seats or not owners:
        with_whom = _listed([_player(seat) for seat in feature.seats if seat != mover])
        return f"{feature.name}{f' shared with {with_whom}' * bool(owners)}{points}"
    return f"{_listed(owners)} {bare}{points}"


def _feature(tables, state, tally, parts):
    """Name a complete feature with its article, and say what its points are for."""
    source = int(source_of(tables, tally))
    if not source:
        return "a freak beast", FREAK
    if source not in (GRASS, SAND):
        return ("an orange snake", "a worm", "a blue snake")[source - ORANGE], ""
    name, token, price = (
        ("a grass tuft", "coin", tables.tuft_bulge)
        if source == GRASS
        else ("a sand mound", "flower", tables.mound_bulge)
    )
    n, looks = int(tally[BULGE]), [(int(state.grid[each // 8]) - 1) // 4 for each in parts]
    worths = [int(tables.points[look, each % 8]) for look, each in zip(looks, parts, strict=True)]
    found = sum(int(points > int(price)) for points in worths)  # a bulge bears one token at most
    more = f" and {found} {token}{'s' * (found > 1)}" if found else ""
    return name, f"{n} bulge{'s' * (n > 1)}{more}"


def _listed(words):
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def tally(tables, state, seat):
    """Say where a seat's points come from."""
    return [(name, int(state.sources[seat, source])) for name, source in SOURCES]


def _shown_on(tables, face):
    """Name the creatures on a face with their articles, or its land, which has none."""
    names = [name for k, name in enumerate(NAMES, 1) if k in tables.kinds[face]]
    creatures = [f"a{'n' * (n[0] in 'aeiou')} {n}" for n in names if n not in NAMES[:2]]
    return _listed(creatures or names)


def _from_start(east, north):
    """Say where a tile lies, in steps from the start tile."""
    steps = [
        f"{abs(n)} {way[n < 0]}"
        for n, way in ((north, ("north", "south")), (east, ("east", "west")))
        if n
    ]
    return f"{', '.join(steps)} of the start tile" if steps else "the start tile"


def lay(tables, state, seat):
    """Lay the tiles and their boots, the tile in hand, and before each seat what it has left."""
    for cell in state.laid[: state.n_laid]:
        look = int(state.grid[cell]) - 1
        tile, boot = look // 8, int(state.boot[look // 8])
        at, turn = where(state, tile), 90 * (look % 4)
        yield kit.at(tables.printed[tile], at, up=look // 4 % 2 == 0, turn=turn)
        if boot >= 0:
            nudge = _rotated(spot_of(tables, look, boot % 8), look % 4)
            yield kit.at(f"boots/{COLOURS[boot // 8]} boot", at, nudge=nudge)
    if state.phase == LAY:
        yield kit.at(tables.printed[state.tile], kit.front(state.seat, "The drawn tile"))
    bag, back = kit.count(state.piles[BAG]), kit.count(state.piles[BACK])
    if bag:
        top = tables.printed[kit.peek(state.piles[BAG], 0)] if seat is None else "plain-tiles"
        yield kit.at(top, "bag", up=False)
    unseen = f", {back} not in play" * (back > 0)
    yield kit.note(f"{bag} tile{'' if bag == 1 else 's'} left{unseen}", "bag")
    for player in range(tables.players):
        n = int(state.points[player])
        yield kit.note(_points(n), kit.front(player))
        left = {"boot": state.boots[player], "shovel": _shovels(state)[player]}
        for piece, n in left.items():
            name = f"{piece}s/{COLOURS[player]} {piece}"
            yield kit.at(name, kit.front(player), n=min(n, tables[f"{piece}s"]))


def _shovels(state):
    """Count each player's shovels; a flip is paid when its tile is picked."""
    held = [int(n) for n in state.shovels]
    held[state.seat] += state.phase == TURN
    return held


def where(state, tile):
    """Where a tile lies: the key of its cell, or mm for one that is far off."""
    at = [int(state.east[tile]), int(state.north[tile])]
    return at if max(map(abs, at)) <= REACH else (SIDE * at[0], -SIDE * at[1])


def say_goal(tables):
    """Say what a turn is, what scores, and what a player wants."""
    n = int(tables.actions)
    return (
        f"A turn is {n} action{'s' * (n > 1)}: each lays a tile, or flips one for a shovel. Then "
        "you may put a boot on it. A boot scores its snake, worm, grass or sand when that is "
        "complete. Most points when the bag is empty win."
    )


def say_over(tables, state):
    """Say why the game ended."""
    return "there is no tile left to draw"


def status(tables, state, seat):
    """Say what the mover does now, and in which action of the turn."""
    act = {
        CHOOSE: "Place a tile or flip one",
        LAY: "Lay the tile",
        TURN: "Flip a tile for one shovel",
        BOOT: "Place a boot, or none",
    }[int(state.phase)]
    done = _completed(tables, state, MOVES.no_boot) if state.phase == BOOT else []
    several = len(done) > 1  # then there is no room for their points
    scored = _listed([_owned(each, has_points=not several) for each in done])
    if seat is not None:
        scored = scored.replace(f"{_player(seat)}'s", "your").replace(_player(seat), "you")
    action = (
        f"action\u00a0{tables.actions - state.left + 1}\u00a0of\u00a0{tables.actions}"  # one line
    )
    act = "Boot or none" if scored else act
    spent = "" if state.boots[state.seat] else "no\u00a0boots\u00a0left\u00a0· "
    return f"{act}\u00a0· {f'completes {scored}' if scored else spent + action}"


def spots(tables, state, move):
    """Say where on the tile a boot is placed, as the tile is printed.

    A tile comes from the bag, and a flip begins with a shovel.
    """
    if move == MOVES.place_tile:
        return "bag", 0, 0
    if move == MOVES.flip_tile:
        return f"shovels/{COLOURS[state.seat]} shovel", 0, 0
    if not MOVES.boot <= move < MOVES.boot + 8:
        return None
    look = int(state.grid[state.cell]) - 1
    return tables.printed[look // 8], *spot_of(tables, look, int(move) - MOVES.boot)


def spot_of(tables, look, part):
    """A point of a part of a tile that is not turned, in mm from the tile's middle.

    A creature's lies on its body. A patch's lies at one of its edges or in a corner between two of
    them, so that all points are far from each other, from the bodies of creatures and from the
    shovel on a tile with two sides.
    """
    ways = tuple(int(ways) for ways in tables.ways[look & ~3])
    return _spots(ways, bool(tables.two_sided[look // 8]))[part]


@cache
def _spots(every, has_badge):
    """The points of the parts of a tile, by part; `every` are the ways by which each part goes."""
    open_to = {
        part: sorted({way % 4 for way in range(8) if ways >> way & 1})
        for part, ways in enumerate(every)
        if ways
    }
    creatures = {part: edges for part, edges in open_to.items() if part >= 4}
    end = SPARE if len(creatures) == 1 else 9.5
    lines = {part: _line(edges, end) for part, edges in creatures.items()}
    choices = {
        part: [at for at in line if max(map(abs, at)) <= INSIDE] for part, line in lines.items()
    }
    for part, edges in open_to.items():
        if part < 4:
            aside = [_on_edge(edge, side, 18.6) for edge in edges for side in (36.25, -36.25)]
            middles = [_on_edge(edge, 0, 14) for edge in edges]
            corners = [_on_edge(edge, 45, 20.5) for edge in edges if (edge + 1) % 4 in edges]
            choices[part] = aside + middles + corners
    spots = {part: points[0] for part, points in choices.items()}

    def distance(part, point):
        others = [math.dist(point, each) for i, each in spots.items() if i != part]
        bodies = [math.dist(point, at) for i, line in lines.items() if i != part for at in line]
        bodies += [math.dist(point, BADGE)] * has_badge
        return min([*others, *(BODY * far for far in bodies)], default=0)

    for _, part in itertools.product(range(4), choices):
        spots[part] = max(choices[part], key=lambda point: distance(part, point))
    return spots


def _line(edges, end):
    """Points along the body of a creature, which ends so far from the middle of the tile, in mm."""
    first, last = edges[0], edges[-1]
    if first == last:
        return [_on_edge(first, 0, far) for far in (22.5, 17, 13, end)]
    if (last - first) % 4 == 2:
        return [_on_edge(first, 0, far) for far in (20, 13, 6, 0, -6, -13, -20)]
    turn = first if (first + 1) % 4 == last else last
    x, y = _on_edge(turn, 45, SIDE / 2 * math.sqrt(2))  # the corner around which it bends
    points = []
    for degrees in range(180, 271, 15):
        dx, dy = _on_edge(turn, degrees, SIDE / 2)
        points.append((round(x + dx, 1), round(y + dy, 1)))
    return points


def _on_edge(way, aside, far):
    """A point so far from the middle of a tile, in mm, at one of its edges or degrees aside."""
    angle = math.atan2(-NORTH[way], EAST[way]) + math.radians(aside)
    return round(far * math.cos(angle), 1), round(far * math.sin(angle), 1)


def show(tables, state):
    """Draw the table: tiles by their edges, with boots by the seat's letter and the feature's."""
    drawn = {}
    for cell in state.laid[: state.n_laid]:
        look = int(state.grid[cell]) - 1
        n, e, s, w = (EDGES[(int(tables.edges[look]) >> 3 * way & 7) - 1] for way in range(4))
        boot, kinds = int(state.boot[look // 8]), tables.kinds[look // 4]
        mark = "· " if boot < 0 else "ABCD"[boot // 8] + EDGES[kinds[boot % 8] - 1]
        lines = f"┌ {n} ┐ ", f"{w} {mark}{e} ", f"└ {s} ┘ "
        drawn[int(state.east[look // 8]), int(state.north[look // 8])] = lines
    xs, ys = zip(*drawn, strict=True)
    lines = []
    for y in range(max(ys), min(ys) - 1, -1):
        across = [drawn.get((x, y), [" " * 6] * 3) for x in range(min(xs), max(xs) + 1)]
        lines += ["".join(row).rstrip() for row in zip(*across, strict=True)]
    all_seats = zip(
        range(1, tables.players + 1), state.points, state.boots, _shovels(state), strict=False
    )
    seats = [f"seat {s}: {p} points, {b} boots, {k} shovels" for s, p, b, k in all_seats]
    return "\n".join([*lines, " · ".join([f"bag {kit.count(state.piles[BAG])}", *seats])])
