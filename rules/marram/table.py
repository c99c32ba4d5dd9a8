"""Marram as people see it: the places of its map, its moves in words, and what lies where."""

import itertools
import math
from functools import cache
from typing import NamedTuple

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
    POINTS,
    REACH,
    SAND,
    TURN,
    WORM,
    describe,
    kind,
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
        look = int(state.grid[state.cell]) - 1
        ways = int(tables.ways[look & ~3, int(move) - MOVES.boot])
        sides = [WAYS[way] for way in sorted({(w + look) % 4 for w in range(8) if ways >> w & 1})]
        there = " and ".join([", ".join(sides[:-1]), sides[-1]] if sides[1:] else sides)
        named = f"{KINDS[kind(tables, state, int(move))]} ({there} of the tile)"
        return f"{named}: {_prospect(tables, state, int(move) - MOVES.boot)}"
    if event["do"] in ("lay", "flip"):
        face = f", face {event['face']}" if "face" in event else ""
        there = f"{_from_start(*event['at'])}{TURNED[event['rotation']]}{face}"
        if event["do"] == "lay":
            return f"lay the tile ({there})"
        over = f"flip the tile ({there})"
        owner = int(state.boot[(int(state.grid[(int(move) - MOVES.flip) // 4]) - 1) // 8]) // 8
        if owner < 0:
            return over
        whose = "your" if owner == state.seat else f"{_player(owner)}'s"
        return f"{over}: {whose} boot on it is lost"
    return {"place_tile": "place a tile", "flip_tile": "flip a tile"}.get(
        event["do"], event["do"].replace("_", " ").strip()
    )


def _prospect(tables, state, part):
    """Say what a boot on a part of the tile scores now, or how far its feature is from complete."""
    state = state.copy()
    state.boot[state.tile] = 8 * int(state.seat) + part
    tally = room()[2]
    survey(tables, state, state.cell, part, *room()[:2], tally)
    if tally[OPEN]:
        return f"{tally[OPEN]} open edge{'' if tally[OPEN] == 1 else 's'}"
    owners = kit.majority(tally, tables.players)
    is_scored = tally[LEAVES] & state.scorable and (tables.ties_score or not owners & (owners - 1))
    if not is_scored or not owners >> state.seat & 1:
        return "complete, no points for you"
    return f"complete, {_points(worth(tables, tally))}"


def _player(seat):
    """Name a seat; the page says "you" to the player who sits there."""
    return f"player {seat + 1}"


def _points(n):
    return f"{n} point{'' if n == 1 else 's'}"


def tell_move(tables, state, move):
    """Tell a move that was made; a choice that the next move makes plain is left out."""
    verb = kit.verb_of(MOVES, move)
    if verb == MOVES.lay:
        return f"tile {_there(describe(tables, state, move)['at'])}"
    if verb == MOVES.flip:
        look = int(state.grid[(int(move) - MOVES.flip) // 4]) - 1
        there = _there(describe(tables, state, move)["at"])
        name, article = _shown_on(tables, look // 4 ^ 1)
        owner = int(state.boot[look // 8]) // 8
        whose = "own" if owner == state.seat else f"{_player(owner)}'s"
        lost = f" ({whose} boot lost)" * (owner >= 0)
        return f"flipped {there} to show {article}{name}{lost}"
    if verb in (MOVES.boot, MOVES.no_boot):
        features = _completed(tables, state, move)
        if verb == MOVES.no_boot:
            return f"and completed {_listed([_told(each) for each in features])}" * bool(features)
        named = f"and boot on the {NAMES[kind(tables, state, int(move)) - FIRST_BOOT]}"
        here = 8 * int(state.cell) + int(move) - MOVES.boot
        own = [_told(each, is_known=True) for each in features if here in each.parts]
        done = _listed([_told(each) for each in features if here not in each.parts])
        return ", ".join([named, *own]) + f", completing {done}" * bool(done)
    if verb != MOVES.pass_:
        return ""
    return "passed" if state.n_turnable > 0 and state.shovels[state.seat] > 0 else "no tile left"


class Feature(NamedTuple):
    """A complete feature with boots on it."""

    name: str  # with its article
    bulges: str  # "2 bulges and coins"; "" for creatures
    points: int
    seats: list[int]  # who scores it
    whose: str  # their names; "" for the mover alone
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
        whose = "" if seats == [state.seat] else _listed([_player(seat) for seat in seats])
        name, bulges = _feature(tables, tally)
        points = int(worth(tables, tally))
        features.append(Feature(name, bulges, points, seats, whose, found[:n].tolist()))
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


def _told(feature, is_known=False):
    """Tell of a feature what it brought, and whom if not the mover alone."""
    name = "complete as a freak beast" if "freak" in feature.name else "complete"
    brought = "no points"
    if feature.seats:
        each = " each" * (len(feature.seats) > 1)
        brought = f"{_points(feature.points)}{each}{f' to {feature.whose}' * bool(feature.whose)}"
    bulges = f"{feature.bulges}: " * bool(feature.bulges)
    return f"{name if is_known else feature.name} ({bulges}{brought})"


def _feature(tables, tally):
    """Name a complete feature with its article, and its bulges if it is a patch."""
    source = int(source_of(tables, tally))
    if source not in (GRASS, SAND):
        return ("a freak beast", "", "", "an orange snake", "a worm", "a blue snake")[source], ""
    name, token, price = (
        ("a grass tuft", "coins", tables.tuft_bulge)
        if source == GRASS
        else ("a sand mound", "flowers", tables.mound_bulge)
    )
    n = int(tally[BULGE])
    more = f" and {token}" if tally[POINTS] > n * price else ""
    return name, f"{n} bulge{'s' * (n > 1)}{more}"


def _listed(words):
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def tally(tables, state, seat):
    """Say where a seat's points come from."""
    return [(name, int(state.sources[seat, source])) for name, source in SOURCES]


def _shown_on(tables, face):
    """Name the creatures on a face with their article, or its land, which has none."""
    names = [name for k, name in enumerate(NAMES, 1) if k in tables.kinds[face]]
    creatures = [name for name in names if name not in NAMES[:2]]
    article = f"a{'n' * (creatures[0][0] in 'aeiou')} " if creatures else ""
    return " and ".join(creatures or names), article


def _from_start(east, north):
    """Say where a tile lies, in steps from the start tile."""
    steps = [
        f"{abs(n)} {way[n < 0]}"
        for n, way in ((north, ("north", "south")), (east, ("east", "west")))
        if n
    ]
    return f"{', '.join(steps)} of the start tile" if steps else "the start tile"


def _there(at):
    """Say where a tile lies, as short as the log needs it."""
    return _from_start(*at).removesuffix(" of the start tile").replace(",", "")


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
        for piece, left in (("boot", state.boots), ("shovel", state.shovels)):
            name = f"{piece}s/{COLOURS[player]} {piece}"
            yield kit.at(name, kit.front(player), n=min(left[player], tables[f"{piece}s"]))


def where(state, tile):
    """Where a tile lies: the key of its cell, or mm for one that is far off."""
    at = [int(state.east[tile]), int(state.north[tile])]
    return at if max(map(abs, at)) <= REACH else (SIDE * at[0], -SIDE * at[1])


def say_goal(tables):
    """Say what a player wants, and what boots and shovels do."""
    return (
        "Most points when the bag is empty. A boot scores what it stands on once that is complete; "
        "a shovel flips a tile."
    )


def say_over(tables, state):
    """Say why the game ended."""
    return "there is no tile left to draw"


def status(tables, state, seat):
    """Say what the mover does now, and in which action of the turn."""
    act = {
        CHOOSE: "Place a tile or flip one",
        LAY: "Lay the tile",
        TURN: "Flip a tile",
        BOOT: "Place a boot, or none",
    }[int(state.phase)]
    done = _completed(tables, state, MOVES.no_boot) if state.phase == BOOT else []
    scored = _listed([_told(each._replace(bulges="")) for each in done])
    scored = scored if seat is None else scored.replace(_player(seat), "you")
    action = (
        f"action\u00a0{tables.actions - state.left + 1}\u00a0of\u00a0{tables.actions}"  # one line
    )
    return f"{act}\u00a0· {action}{f' · complete: {scored}' * bool(scored)}"


def spots(tables, state, move):
    """Say where on the tile a boot is placed, as the tile is printed; a tile comes from the bag."""
    if move == MOVES.place_tile:
        return "bag", 0, 0
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
        range(1, tables.players + 1), state.points, state.boots, state.shovels, strict=False
    )
    seats = [f"seat {s}: {p} points, {b} boots, {k} shovels" for s, p, b, k in all_seats]
    return "\n".join([*lines, " · ".join([f"bag {kit.count(state.piles[BAG])}", *seats])])
