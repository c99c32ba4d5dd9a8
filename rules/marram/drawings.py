"""Marram's pictures: tiles from their notation, boots, shovels, the score track and the aide.

Everything is computed in mm from the trim's top left, x to the right, y down. A tile is its four
edges clockwise from north; where two patches part, they part along *seams* that run from corner
to corner, or to a knot inside. Every patch meets its edge from `NOTCH` mm behind one corner to
`NOTCH` mm before the next, and every creature crosses at the middle, so any two edges of one
code fit together, whatever is turned which way.
"""

import math
from itertools import pairwise
from zlib import crc32

import numpy as np

SIDE = 45.0  # of a tile
WIDE, NARROW = 1.4, 0.8  # half the gap between patches, at a corner and inside
NOTCH = WIDE * math.sqrt(2)
CORNERS = ((0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE))  # edge e runs from e to e + 1
MIDDLES = ((SIDE / 2, 0.0), (SIDE, SIDE / 2), (SIDE / 2, SIDE), (0.0, SIDE / 2))
OUTWARD = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
LETTERS = "NESW"
BADGE = (38.6, 6.4)  # middle of the shovel's badge
COIN = 3.5  # radius
SEATS = ("amber", "indigo", "plum", "chalk")


# --------------------------------------------------------------------------- tiles


def tile(
    piece,
    draw,
    edges,
    patches,
    creatures="",
    tokens="",
    face="",
    gold=0,
    silver=0,
    flower=0,
    start="",
):
    """Draw one face of a tile from its notation; the tile that begins the game has a flag."""
    drawing = draw.drawing()
    wobble = Wobble(f"{piece.name}{face}")
    land = [(word[0], [LETTERS.index(e) for e in word[2:]]) for word in patches.split()]
    animals = [read_creature(word) for word in creatures.split()]
    loops = [patch_loop(sides, [own for _, own in land], wobble) for _, sides in land]
    lines = [creature_line(role, sides, len(animals), wobble) for _, role, sides in animals]
    ground = drawing.rect((-4, -4), (SIDE + 8, SIDE + 8), fill=draw.ground("seam", "#ffffff"))
    drawing.add(ground)
    keep_off = [(np.array(line), 4.0) for line in lines]
    if face:
        keep_off.append((np.array([BADGE]), 4.6))
    keep_off.append((np.array([(x, 5.0) for x in np.linspace(3.5, 12.5, 6)]), 2.2))
    begins = piece.name.rpartition("-")[0] == start
    if begins:
        keep_off.append((np.array([(x, 40.0) for x in np.linspace(30, 42, 6)]), 4.0))
    marks = [word.split(":") for word in tokens.split()]
    values = {"gold": gold, "silver": silver, "flower": flower}
    places = {}
    for index, _ in marks:
        places[int(index)] = roomiest(loops[int(index)], keep_off)
    for (kind, _), loop in zip(land, loops, strict=True):
        blob(drawing, draw, kind, loop)
    for i, (kind, _) in enumerate(land):
        off = [*keep_off, *((np.array([at]), COIN + 1.2) for at in places.values())]
        strew(drawing, draw, kind, loops[i], off, wobble)
    for (animal, role, _), line in zip(animals, lines, strict=True):
        creature(drawing, draw, animal, role, line)
    for index, token in marks:
        coin(drawing, draw, token, places[int(index)], str(values[token]))
    if face:
        badge(drawing, draw)
    label(drawing, draw, f"{piece.name} {face}".strip())
    if begins:
        flag(drawing, draw)
    return drawing


def read_creature(word):
    """Split "blue.head:N" into animal, role and edges."""
    name, _, sides = word.partition(":")
    animal, _, role = name.partition(".")
    return animal, role, [LETTERS.index(e) for e in sides]


class Wobble:
    """Small irregularities of a drawing hand, the same ones at every print."""

    def __init__(self, name):
        self.state = crc32(name.encode()) or 1

    def __call__(self, size=1.0):
        """A number between −size and size."""
        self.state = (self.state * 48271) % 2147483647
        return size * (2 * self.state / 2147483647 - 1)


def patch_loop(sides, all_sides, wobble):
    """Outline one patch clockwise, running on past the edges it meets."""
    owner = {e: i for i, own in enumerate(all_sides) for e in own}
    points = []
    sides = sorted(sides)
    # Begin behind a gap, so that the sides follow each other clockwise.
    for i, e in enumerate(sides):
        if (e - 1) % 4 not in sides:
            sides = sides[i:] + sides[:i]
            break
    for i, e in enumerate(sides):
        after = sides[(i + 1) % len(sides)]
        points += edge_span(e)
        if after == (e + 1) % 4 and len(sides) > 1:
            points += notch(after)
        else:
            points += seam((e + 1) % 4, after, owner, wobble)
    return points


def edge_span(e):
    """The stretch of an edge that a patch meets, drawn 4 mm over the edge."""
    (x0, y0), (x1, y1) = CORNERS[e], CORNERS[(e + 1) % 4]
    dx, dy = (x1 - x0) / SIDE, (y1 - y0) / SIDE
    ox, oy = (4 * v for v in OUTWARD[e])
    start = (x0 + dx * NOTCH, y0 + dy * NOTCH)
    end = (x1 - dx * NOTCH, y1 - dy * NOTCH)
    return [start, (start[0] + ox, start[1] + oy), (end[0] + ox, end[1] + oy), end]


def notch(corner):
    """The bite that leaves a corner free, from the edge before it to the edge behind it."""
    x, y = CORNERS[corner]
    sx, sy = (1 if x == 0 else -1), (1 if y == 0 else -1)
    steps = [math.radians(a) for a in range(15, 90, 15)]
    arc = [(x + sx * NOTCH * math.cos(a), y + sy * NOTCH * math.sin(a)) for a in steps]
    return arc if corner in (1, 3) else arc[::-1]


def seam(start, end, owner, wobble):
    """The inner side of a patch between two corners, half a gap away from its neighbours."""
    corners = [c for c in range(4) if owner[c] != owner[(c - 1) % 4]]
    opposite = owner[0] == owner[2] or owner[1] == owner[3]
    a, b = CORNERS[start], CORNERS[end]
    if len(corners) == 2 or (len(corners) == 4 and opposite):
        line = bezier(a, inward(start, 26.5), inward(end, 26.5), b)
        if (start - end) % 4 == 2:
            line = sway(line, 2.6)
        return beside(line, wobble)
    middle = knot(corners)
    first = bezier(a, inward(start, 9), toward(middle, a, 7), middle)
    second = bezier(middle, toward(middle, b, 7), inward(end, 9), b)
    return rounded(beside(first, wobble), beside(second, wobble), middle)


def knot(corners):
    """Where three or four seams meet: the middle, or off it towards the small patches."""
    if len(corners) == 4:
        return (SIDE / 2, SIDE / 2)
    odd = next(c for c in corners if (c + 2) % 4 not in corners)
    x, y = CORNERS[odd]
    return (SIDE / 2 + (x - SIDE / 2) * 0.24, SIDE / 2 + (y - SIDE / 2) * 0.24)


def inward(corner, far):
    """The point so far from a corner on the way to the middle."""
    return toward(CORNERS[corner], (SIDE / 2, SIDE / 2), far)


def toward(start, goal, far):
    """The point so far from `start` on the way to `goal`."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    size = math.hypot(dx, dy)
    return (start[0] + dx / size * far, start[1] + dy / size * far)


def bezier(a, b, c, d, n=44):
    """Points on a cubic Bézier curve."""
    line = []
    for i in range(n + 1):
        t = i / n
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points = zip(weights, (a, b, c, d), strict=True)
        x = y = 0.0
        for weight, (px, py) in points:
            x, y = x + weight * px, y + weight * py
        line.append((x, y))
    return line


def normals(line):
    """Unit vectors to the right of a line's points, for someone who walks along it."""
    found = []
    for i in range(len(line)):
        (x0, y0), (x1, y1) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        size = math.hypot(x1 - x0, y1 - y0) or 1.0
        found.append((-(y1 - y0) / size, (x1 - x0) / size))
    return found


def sway(line, size):
    """Bend a line into an S, its ends and their directions kept."""
    n = len(line) - 1
    bent = []
    for i, ((x, y), (nx, ny)) in enumerate(zip(line, normals(line), strict=True)):
        u = i / n
        by = size * math.sin(2 * math.pi * u) * math.sin(math.pi * u)
        bent.append((x + nx * by, y + ny * by))
    return bent


def beside(line, wobble):
    """Shift a seam to the right by half the gap, unevenly as cut by hand; only what is inside."""
    phase = wobble(3.0)
    shifted = []
    walked = 0.0
    total = sum(math.dist(p, q) for p, q in pairwise(line))
    for i, ((x, y), (nx, ny)) in enumerate(zip(line, normals(line), strict=True)):
        if i:
            walked += math.dist(line[i - 1], line[i])
        near = min(math.dist((x, y), corner) for corner in CORNERS)
        by = NARROW + (WIDE - NARROW) * math.exp(-near / 3.5)
        calm = min(1.0, walked / 9, (total - walked) / 9)
        by += 0.17 * calm * (math.sin(0.9 * walked + phase) + 0.6 * math.sin(1.7 * walked - phase))
        px, py = x + nx * by, y + ny * by
        if 0.05 < px < SIDE - 0.05 and 0.05 < py < SIDE - 0.05:
            shifted.append((px, py))
    return shifted


def rounded(first, second, middle, radius=6.5):
    """Join two lines at a knot by a round turn."""
    head = [p for p in first if math.dist(p, middle) > radius]
    tail = [p for p in second if math.dist(p, middle) > radius]
    (ax, ay), (bx, by) = head[-1], tail[0]
    cx, cy = first[-1][0] / 2 + second[0][0] / 2, first[-1][1] / 2 + second[0][1] / 2
    return head + bezier((ax, ay), (cx, cy), (cx, cy), (bx, by), 8)[1:-1] + tail


# --------------------------------------------------------------------------- land


def path_of(points, closed=True):
    """Path data through the points."""
    words = [f"{x:.2f} {y:.2f}" for x, y in points]
    return "M" + "L".join(words) + ("Z" if closed else "")


LAND = {"G": ("grass", "grass_dark"), "S": ("sand", "sand_dark")}


def blob(drawing, draw, kind, loop):
    """Fill a patch; its rim is a shade deeper, as if the colour had gathered there."""
    light, dark = LAND[kind]
    data = path_of(loop)
    drawing.add(drawing.path(d=data, fill=draw.ground(light), stroke="none"))
    rim = draw.mix(light, dark, 0.55)
    drawing.add(
        drawing.path(d=data, fill="none", stroke=rim, stroke_width=0.6, stroke_linejoin="round")
    )


def strew(drawing, draw, kind, loop, keep_off, wobble):
    """Strew blades over grass, grains over sand, clear of edges, creatures and tokens."""
    polygon = np.array(loop)
    words = []
    step = 3.3 if kind == "G" else 3.6
    n = int(SIDE / step)
    spots = [
        (
            (i + 0.5 + (j % 2) * 0.5 - 0.25) * step + wobble(0.9),
            (j + 0.5) * step + wobble(0.9),
        )
        for j in range(n + 1)
        for i in range(n + 1)
    ]
    clear = room(polygon, np.array(spots), keep_off)
    for (x, y), space in zip(spots, clear, strict=True):
        if space < 1.7 or not (2.3 < x < SIDE - 2.3 and 2.7 < y < SIDE - 1.2):
            continue
        if kind == "G":
            lean, tall = wobble(0.5), 1.5 + wobble(0.35)
            words.append(
                f"M{x - 0.6:.2f} {y:.2f}q.1 {-tall / 2:.2f} {lean - 0.5:.2f} {-tall * 0.8:.2f}"
                f"M{x:.2f} {y:.2f}q0 {-tall * 0.6:.2f} {lean:.2f} {-tall:.2f}"
                f"M{x + 0.6:.2f} {y:.2f}q-.1 {-tall / 2:.2f} {lean + 0.5:.2f} {-tall * 0.8:.2f}"
            )
        else:
            words.append(f"M{x:.2f} {y:.2f}h.01")
            if wobble() > 0.2:
                words.append(f"M{x + 0.9:.2f} {y + wobble(0.7):.2f}h.01")
    if words:
        width = 0.3 if kind == "G" else 0.55
        drawing.add(
            drawing.path(
                d="".join(words),
                fill="none",
                stroke=draw.colour(LAND[kind][1]),
                stroke_width=width,
                stroke_linecap="round",
            )
        )


def room(polygon, spots, keep_off):
    """How far each spot is from the rim and all else that is to be kept clear; below 0 outside."""
    a, b = polygon, np.roll(polygon, -1, axis=0)
    along = b - a
    length = np.maximum((along**2).sum(axis=1), 1e-9)
    gap = spots[:, None, :] - a[None, :, :]
    t = np.clip((gap * along).sum(axis=2) / length, 0, 1)
    rim = np.sqrt(((gap - t[:, :, None] * along) ** 2).sum(axis=2)).min(axis=1)
    x, y = spots[:, 0, None], spots[:, 1, None]
    crosses = (a[:, 1] > y) != (b[:, 1] > y)
    rise = np.where(along[:, 1] == 0, 1e-9, along[:, 1])
    inside = (crosses & (x < a[:, 0] + (y - a[:, 1]) * along[:, 0] / rise)).sum(axis=1) % 2 == 1
    clear = np.where(inside, rim, -rim)
    for points, far in keep_off:
        apart = np.sqrt(((spots[:, None, :] - points[None, :, :]) ** 2).sum(axis=2)).min(axis=1)
        clear = np.minimum(clear, apart - far + 1.7)
    return clear


def roomiest(loop, keep_off):
    """The place inside a patch with most room round it, where a token goes."""
    grid = np.arange(4.5, SIDE - 4, 0.75)
    spots = np.array([(x, y) for x in grid for y in grid])
    clear = room(np.array(loop), spots, keep_off)
    edge = np.minimum(spots, SIDE - spots).min(axis=1)
    best = int(np.argmax(np.minimum(clear, edge * 0.9)))
    return float(spots[best][0]), float(spots[best][1])


# --------------------------------------------------------------------------- creatures


def creature_line(role, sides, n_animals, wobble):
    """The middle line of a segment, from the edge it crosses, straight across every edge."""
    turn = 1 if wobble() > 0 else -1
    if len(sides) == 2:
        a, b = sides
        if (a - b) % 4 == 2:
            n = 60
            size = 2.6 if n_animals > 1 else 4.6
            (x0, y0), (x1, y1) = MIDDLES[a], MIDDLES[b]
            line = [(x0 + (x1 - x0) * i / n, y0 + (y1 - y0) * i / n) for i in range(n + 1)]
            return sway(line, turn * size)
        corner = b if (a + 1) % 4 == b else a
        x, y = CORNERS[corner]
        first = MIDDLES[(corner - 1) % 4]
        start = math.atan2(first[1] - y, first[0] - x)
        radius = SIDE / 2
        line = []
        for i in range(61):
            u = i / 60
            bend = 1.9 * math.sin(2 * math.pi * u) * math.sin(math.pi * u) * turn
            angle = start - u * math.pi / 2
            line.append(
                (x + (radius + bend) * math.cos(angle), y + (radius + bend) * math.sin(angle))
            )
        return line
    e = sides[0]
    x, y = MIDDLES[e]
    ix, iy = -OUTWARD[e][0], -OUTWARD[e][1]
    length = 11.5 if n_animals > 1 else 15.5
    line = []
    for i in range(41):
        u = i / 40
        aside = turn * 2.4 * u * u * math.sin(1.7 * math.pi * u)
        line.append((x + ix * length * u - iy * aside, y + iy * length * u + ix * aside))
    return line


def length_of(line):
    return sum(math.dist(p, q) for p, q in pairwise(line))


def along(line, far):
    """The point so far along a line, and the unit vector of its direction there."""
    for p, q in pairwise(line):
        step = math.dist(p, q)
        if far <= step or q is line[-1]:
            t = far / step
            way = ((q[0] - p[0]) / step, (q[1] - p[1]) / step)
            return (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t), way
        far -= step
    raise AssertionError(far)


def overrun(line, role):
    """The line, run on past the edges it crosses."""
    (x0, y0), (x1, y1) = line[0], line[1]
    size = math.dist(line[0], line[1])
    longer = [(x0 - (x1 - x0) / size * 4, y0 - (y1 - y0) / size * 4), *line]
    if role in ("middle", "saddle"):
        (x0, y0), (x1, y1) = line[-1], line[-2]
        size = math.dist(line[-1], line[-2])
        longer.append((x0 - (x1 - x0) / size * 4, y0 - (y1 - y0) / size * 4))
    return longer


BODY = {"orange": 4.2, "worm": 3.4, "blue": 4.6}  # width, mm


def creature(drawing, draw, animal, role, line):
    """Draw one segment: a halo, a dark outline, the body, its marks, and its end."""
    drawing = Group(drawing, "", ink="full")
    body(drawing, draw, animal, role, overrun(line, role))
    MARKS[animal](drawing, draw, line, BODY[animal], role)
    if role == "saddle":
        saddle(drawing, draw, line, BODY[animal])
    finish(drawing, draw, animal, role, line)


def body(drawing, draw, animal, role, line):
    """Draw the bare body along a line, thinning out where it ends in a tail."""
    width = BODY[animal]
    for colour, grow in (("halo", 1.9), ("ink", 0.95), (animal, 0.0)):
        if role != "tail":
            stroke(drawing, draw, path_of(line, closed=False), colour, width + grow)
            continue
        fill = draw.colour(colour)
        shape = drawing.path(d=path_of(taper(line, width, 10.0)), fill=fill, stroke=fill)
        shape["stroke-width"] = grow
        shape["stroke-linejoin"] = "round"
        drawing.add(shape)


def finish(drawing, draw, animal, role, line):
    """Draw what a segment ends in."""
    tip, way = along(line, length_of(line))
    if role == "tail":
        rattle(drawing, draw, line)
    elif role in ("end", "head"):
        TIPS[animal](drawing, draw, tip, way)


def stroke(drawing, draw, data, colour, width):
    drawing.add(
        drawing.path(
            d=data,
            fill="none",
            stroke=draw.colour(colour),
            stroke_width=round(width, 2),
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    )


def taper(line, width, over):
    """The outline of a body that thins out to a point over its last `over` mm."""
    total = length_of(line)
    left, right = [], []
    walked = 0.0
    for i, ((x, y), (nx, ny)) in enumerate(zip(line, normals(line), strict=True)):
        if i:
            walked += math.dist(line[i - 1], line[i])
        left_over = max(0.0, total - walked)  # rounding may leave less than nothing
        half = width / 2 * min(1.0, 0.12 + 0.88 * (left_over / over) ** 0.8)
        right.append((x + nx * half, y + ny * half))
        left.append((x - nx * half, y - ny * half))
    return left + right[::-1]


def stations(line, spacing, until=0.0):
    """Points and directions evenly along a line, half a spacing from each edge it crosses."""
    total = length_of(line) - until
    n = max(1, round(total / spacing))
    return [along(line, (i + 0.5) * total / n) for i in range(n)]


def diamonds(drawing, draw, line, width, role):
    """The orange snake's back: dark diamonds."""
    words = []
    for (x, y), (dx, dy) in stations(line, 3.75, 3.0 if role == "end" else 0.0):
        nx, ny = -dy, dx
        a, b = 1.15, width * 0.34
        corners = ((dx * a, dy * a), (nx * b, ny * b), (-dx * a, -dy * a), (-nx * b, -ny * b))
        words.append(path_of([(x + u, y + v) for u, v in corners]))
    drawing.add(drawing.path(d="".join(words), fill=draw.colour("orange_dark")))


def rings(drawing, draw, line, width, role):
    """The worm's segments: fine rings across."""
    words = []
    for (x, y), (dx, dy) in stations(line, 1.6, 1.6 if role == "end" else 0.0):
        nx, ny = -dy * width / 2, dx * width / 2
        words.append(
            f"M{x + nx:.2f} {y + ny:.2f}Q{x + dx * 0.5:.2f} {y + dy * 0.5:.2f} "
            f"{x - nx:.2f} {y - ny:.2f}"
        )
    stroke(drawing, draw, "".join(words), "worm_dark", 0.3)


def saddle(drawing, draw, line, width):
    """The clitellum: a broad smooth band round the worm's middle."""
    total = length_of(line)
    for colour, wider, half in (("ink", 2.7, 4.0), ("saddle", 1.7, 3.5)):
        part = [along(line, total / 2 + half * (i / 10 - 1))[0] for i in range(21)]
        band = drawing.path(d=path_of(part, closed=False), fill="none", stroke=draw.colour(colour))
        drawing.add(band)
        band["stroke-width"] = width + wider
    shine = [along(line, total / 2 + (i - 6) * 0.36) for i in range(13)]
    points = [(x + dy * width * 0.3, y - dx * width * 0.3) for (x, y), (dx, dy) in shine]
    stroke(drawing, draw, path_of(points, closed=False), "halo", 0.6)


def ripple(drawing, draw, line, width, role):
    """The blue snake's back: a light wave, at rest where it crosses an edge."""
    total = length_of(line)
    end = {"head": 3.0, "tail": 6.0}.get(role, 0.0)
    n = max(1, round((total - end) / 5.6))
    points = []
    steps = 14 * n
    for i in range(steps + 1):
        u = i / steps
        (x, y), (dx, dy) = along(line, u * (total - end))
        calm = min(1.0, u * total / 2.2, (1 - u) * total / 2.2 if end == 0 else 1.0)
        aside = width * 0.24 * calm * math.sin(2 * math.pi * n * u)
        points.append((x - dy * aside, y + dx * aside))
    stroke(drawing, draw, path_of(points, closed=False), "blue_light", 0.9)


def orange_end(drawing, draw, tip, way):
    """A blunt head with two eyes."""
    disc(drawing, draw, tip, 2.75, "orange")
    eyes(drawing, draw, tip, way, 1.15, 0.75)


def worm_end(drawing, draw, tip, way):
    """A bare round end with a small mouth."""
    x, y = tip[0] + way[0] * 0.6, tip[1] + way[1] * 0.6
    drawing.add(drawing.circle((round(x, 2), round(y, 2)), 0.5, fill=draw.colour("ink")))


def blue_head(drawing, draw, tip, way):
    """A broad head with eyes and a forked tongue."""
    (x, y), (dx, dy) = tip, way
    nx, ny = -dy, dx

    def at(u, v):
        return f"{x + dx * u + nx * v:.2f} {y + dy * u + ny * v:.2f}"

    tongue = f"M{at(3.6, 0)}L{at(5.8, 0)}L{at(7.2, 1)}M{at(5.8, 0)}L{at(7.2, -1)}"
    stroke(drawing, draw, tongue, "halo", 1.2)
    stroke(drawing, draw, tongue, "tongue", 0.5)
    head = (
        f"M{at(-3.2, 2.2)}C{at(-1.6, 4.3)} {at(1.6, 4.1)} {at(3.9, 1.2)}"
        f"Q{at(4.6, 0)} {at(3.9, -1.2)}C{at(1.6, -4.1)} {at(-1.6, -4.3)} {at(-3.2, -2.2)}Z"
    )
    for colour, grow in (("halo", 1.9), ("ink", 0.95), ("blue", 0.0)):
        fill = draw.colour(colour)
        drawing.add(
            drawing.path(d=head, fill=fill, stroke=fill, stroke_width=grow, stroke_linejoin="round")
        )
    eyes(drawing, draw, tip, way, 1.7, 0.95)


def rattle(drawing, draw, line):
    """Two light bands before the tail's point."""
    total = length_of(line)
    words = []
    for far, half in ((4.4, 0.95), (2.9, 0.7)):
        (x, y), (dx, dy) = along(line, total - far)
        words.append(
            f"M{x - dy * half:.2f} {y + dx * half:.2f}L{x + dy * half:.2f} {y - dx * half:.2f}"
        )
    stroke(drawing, draw, "".join(words), "blue_light", 0.7)


def disc(drawing, draw, at, radius, colour):
    """A round part of a body, outlined."""
    centre = (round(at[0], 2), round(at[1], 2))
    drawing.add(drawing.circle(centre, radius + 0.48, fill=draw.colour("ink")))
    drawing.add(drawing.circle(centre, radius, fill=draw.colour(colour)))


def eyes(drawing, draw, tip, way, apart, radius):
    """Two eyes that look ahead."""
    for side in (-1, 1):
        x = tip[0] + way[0] * 0.9 - way[1] * apart * side
        y = tip[1] + way[1] * 0.9 + way[0] * apart * side
        drawing.add(drawing.circle((round(x, 2), round(y, 2)), radius, fill=draw.colour("halo")))
        x, y = x + way[0] * 0.25, y + way[1] * 0.25
        drawing.add(drawing.circle((round(x, 2), round(y, 2)), radius / 2, fill=draw.colour("ink")))


MARKS = {"orange": diamonds, "worm": rings, "blue": ripple}
TIPS = {"orange": orange_end, "worm": worm_end, "blue": blue_head}


# --------------------------------------------------------------------------- tokens and marks


def coin(drawing, draw, token, at, text, safe=True):
    """A gold or silver coin or a flower, with what it is worth.

    `safe` is off where the drawing is moved afterwards, so that the text is elsewhere then.
    """
    x, y = at
    if token == "flower":
        for i in range(7):
            angle = 2 * math.pi * i / 7
            petal = (round(x + 2.5 * math.cos(angle), 2), round(y + 2.5 * math.sin(angle), 2))
            drawing.add(
                drawing.circle(
                    petal,
                    1.55,
                    fill=draw.colour("petal"),
                    stroke=draw.colour("ink"),
                    stroke_width=0.35,
                )
            )
        drawing.add(drawing.circle((x, y), 2.55, fill=draw.colour("petal")))
        drawing.add(
            drawing.circle(
                (x, y), 2.0, fill=draw.colour("halo"), stroke=draw.colour("ink"), stroke_width=0.3
            )
        )
        size = 7
    else:
        drawing.add(
            drawing.circle(
                (x, y), COIN, fill=draw.colour(token), stroke=draw.colour("ink"), stroke_width=0.45
            )
        )
        dashes = None if token == "gold" else "0.7,0.7"
        ring = drawing.circle(
            (x, y), COIN - 0.85, fill="none", stroke=draw.colour("ink"), stroke_width=0.3
        )
        if dashes:
            ring["stroke-dasharray"] = dashes
        drawing.add(ring)
        size = 9
    drawing.add(
        draw.textbox(
            text,
            x - 3,
            y - 2.5,
            6,
            5,
            size=size,
            align="center",
            valign="middle",
            bold=True,
            safe=safe,
        )
    )


SHOVEL = (
    "M-.55 -3.1h1.1a.55 .55 0 0 1 0 1.1h-.1v2.1h.9c.5 0 .8 .3 .8 .8v.9c0 1-.8 1.7-2.15 2.3"
    "c-1.35-.6-2.15-1.3-2.15-2.3v-.9c0-.5 .3-.8 .8-.8h.9v-2.1h-.1a.55 .55 0 0 1 0-1.1z"
)


def badge(drawing, draw):
    """The shovel symbol of a tile with two sides."""
    x, y = BADGE
    drawing.add(
        drawing.circle(
            BADGE, 3.9, fill=draw.colour("halo"), stroke=draw.colour("ink"), stroke_width=0.5
        )
    )
    shovel = drawing.path(d=SHOVEL, fill=draw.colour("ink"))
    shovel["transform"] = f"translate({x} {y}) rotate(35)"
    drawing.add(shovel)


def label(drawing, draw, text):
    """The tile's name, small, so that a report can be followed on the table."""
    wide = draw.width(text, 5, bold=True) + 1.6
    drawing.add(
        drawing.rect(
            (3.0, 3.2), (round(wide, 2), 2.7), rx=1.35, fill=draw.colour("halo"), opacity=0.6
        )
    )
    drawing.add(
        draw.textbox(text, 3.0, 3.2, wide, 2.7, size=5, align="center", valign="middle", bold=True)
    )


def flag(drawing, draw):
    """The mark of the tile that lies on the table when the game begins."""
    banner = "M27.6 37.4H42.6V42.4H27.6L29.6 39.9Z"
    style = {"fill": draw.colour("tongue"), "stroke": draw.colour("ink"), "stroke_width": 0.4}
    drawing.add(drawing.path(d=banner, stroke_linejoin="round", **style))
    drawing.add(
        draw.textbox(
            "START", 29.6, 37.6, 13, 4.6, size=8, align="center", valign="middle", bold=True,
            fill="#ffffff",
        )
    )  # fmt: skip


# --------------------------------------------------------------------------- other pieces


class Group:
    """A part of a drawing that is moved or scaled as one: drawn into like a drawing."""

    def __init__(self, drawing, transform, ink=""):
        self._drawing = drawing
        self._group = drawing.g(**({"transform": transform} if transform else {}))
        if ink:
            self._group["data-ink"] = ink  # what tells creatures apart is printed with --low-ink
        drawing.add(self._group)

    def __getattr__(self, name):
        return getattr(self._drawing, name)

    def add(self, element):
        """Add an element to the part."""
        return self._group.add(element)


def tuft(drawing, draw, x, y, size, colour, n=9, wobble=None):
    """A tuft of marram grass that grows from (x, y), `size` mm tall."""
    wobble = wobble or Wobble("tuft")
    words = []
    for i in range(n):
        u = (i / (n - 1) - 0.5) * 2
        lean = u * size * 0.62 + wobble(size * 0.05)
        tall = size * (1 - 0.38 * abs(u)) + wobble(size * 0.05)
        foot = x + u * size * 0.14
        half = size * 0.035
        words.append(
            f"M{foot - half:.2f} {y:.2f}Q{foot + lean * 0.15 - half:.2f} {y - tall * 0.6:.2f} "
            f"{x + lean:.2f} {y - tall:.2f}Q{foot + lean * 0.3 + half:.2f} {y - tall * 0.55:.2f} "
            f"{foot + half:.2f} {y:.2f}Z"
        )
    drawing.add(drawing.path(d="".join(words), fill=draw.colour(colour)))


def plain_back(draw, title=""):
    """Draw the one back of all plain tiles."""
    drawing = draw.drawing()
    drawing.add(drawing.rect((-4, -4), (SIDE + 8, SIDE + 8), fill=draw.ground("seam", "#ffffff")))
    middle = SIDE / 2
    loop = []
    for i in range(120):
        a = 2 * math.pi * i / 120
        r = 18.6 + 0.7 * math.sin(5 * a + 1) + 0.4 * math.sin(9 * a)
        loop.append((middle + r * math.cos(a), middle + r * math.sin(a)))
    wobble = Wobble("back")
    blob(drawing, draw, "S", loop)
    strew(drawing, draw, "S", loop, [(np.array([(middle, middle)]), 13.0)], wobble)
    for x, y, size in ((middle - 7, 27.5, 9), (middle + 7.5, 27.8, 8.5), (middle, 28.8, 15.5)):
        tuft(drawing, draw, x, y, size, "grass_dark" if size < 10 else "ink", 9, wobble)
        tuft(drawing, draw, x, y + 0.3, size * 0.8, "grass", 7, wobble)
    drawing.add(
        draw.textbox(title, 6, 29.5, 33, 6, size=13, align="center", valign="middle", bold=True)
    )
    return drawing


# Colour, pattern and letter of each seat; a colour never stands alone.
PATTERNS = {"plain": "", "stripes": "stripes", "dots": "dots", "grid": "cross"}
BOOT = (
    "M7.4 2.6h7.4v8.3c0 1.2 .6 1.8 2.1 2.4c2.3 .9 3.9 1.7 4.3 3.7c.2 .8 .2 1.5 .2 2H7.4z"
    "M6.9 20.2h15v1.5c0 .5-.3 .8-.8 .8h-3.6l-1-1h-3l-1 1H7.7c-.5 0-.8-.3-.8-.8z"
)


def seat_ground(drawing, draw, colour, pattern, d, opacity=0.55):
    """A seat's colour and pattern inside path data."""
    fill = draw.colour(colour)
    drawing.add(drawing.path(d=d, fill=fill))
    if PATTERNS[pattern]:
        drawing.add(draw.texture(PATTERNS[pattern], d, draw.on(fill), opacity * 0.5, 0.9))


def boot(draw, colour, pattern, letter):
    """Draw a player's boot, to be cut as a disc."""
    drawing = draw.drawing()
    seat_ground(drawing, draw, colour, pattern, draw.outline(3))
    ring = drawing.path(d=draw.outline(-1.1), fill="none", stroke=draw.on(draw.ground(colour)))
    ring["stroke-width"] = 0.4
    drawing.add(ring)
    shape = Group(drawing, "translate(1.82 2.4) scale(.36)")  # clear of the ring
    for grow, ink in ((2.6, draw.colour(colour)), (1.4, draw.colour("ink")), (0, "#ffffff")):
        shape.add(
            drawing.path(d=BOOT, fill=ink, stroke=ink, stroke_width=grow, stroke_linejoin="round")
        )
    drawing.add(
        draw.textbox(letter, 4.3, 3.3, 3.0, 3.8, size=7, align="center", valign="middle", bold=True)
    )
    return drawing


def shovel(draw, colour, pattern, letter):
    """Draw a player's shovel, to be cut as a strip."""
    drawing = draw.drawing()
    seat_ground(drawing, draw, colour, pattern, draw.outline(3))
    rim = drawing.path(d=draw.outline(-0.9), fill="none", stroke=draw.on(draw.ground(colour)))
    rim["stroke-width"] = 0.4
    drawing.add(rim)
    part = Group(drawing, "translate(14.2 5) rotate(-90) scale(1.35)")
    for grow, ink in ((1.5, draw.colour(colour)), (0.75, draw.colour("ink")), (0, "#ffffff")):
        part.add(
            drawing.path(d=SHOVEL, fill=ink, stroke=ink, stroke_width=grow, stroke_linejoin="round")
        )
    drawing.add(
        drawing.circle((4.6, 5), 2.7, fill="#ffffff", stroke=draw.colour("ink"), stroke_width=0.35)
    )
    drawing.add(
        draw.textbox(letter, 2.6, 2.7, 4, 4.6, size=9, align="center", valign="middle", bold=True)
    )
    return drawing


def marker(draw, colour, pattern, letter):
    """Draw a player's marker for the score track."""
    drawing = draw.drawing()
    seat_ground(drawing, draw, colour, pattern, draw.outline(3))
    drawing.add(
        drawing.circle((4, 4), 2.5, fill="#ffffff", stroke=draw.colour("ink"), stroke_width=0.35)
    )
    drawing.add(
        draw.textbox(letter, 2, 1.8, 4, 4.4, size=9, align="center", valign="middle", bold=True)
    )
    return drawing


def score_track(draw, title="", last=199, columns=20):
    """Draw the score track: a sandy path through grass, 0 to `last`."""
    last, columns = int(last), int(columns)
    drawing = draw.drawing()
    cell, left, top = 9.0, 7.5, 17.5
    rows = -(-(last + 1) // columns)
    wide, high = columns * cell + 2 * left - cell, top + rows * cell + 3
    drawing.add(
        drawing.rect((-4, -4), (wide + 20, high + 20), fill=draw.ground("grass", "#ffffff"))
    )
    places = []
    for n in range(last + 1):
        row, column = divmod(n, columns)
        column = columns - 1 - column if row % 2 else column
        places.append((left + column * cell, top + row * cell))
    wobble = Wobble("track")
    words = []
    while len(words) < 300:
        x, y = 95 + wobble(97), 54 + wobble(56)
        if min(math.dist((x, y), at) for at in places) > 6.2 and (y > 13 or 62 < x < 76):
            words.append(
                f"M{x - 0.5:.2f} {y:.2f}l-.3 -1.2M{x:.2f} {y:.2f}v-1.6"
                f"M{x + 0.5:.2f} {y:.2f}l.3 -1.2"
            )
        elif wobble() > 0.99:
            break
    stroke(drawing, draw, "".join(words), "grass_dark", 0.3)
    data = path_of(places, closed=False)
    for colour, width in (("seam", 8.6), ("sand_dark", 7.7), (draw.ground("sand"), 7.1)):
        stroke(drawing, draw, data, colour, width)
    bars = []
    for (x0, y0), (x1, y1) in pairwise(places):
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        dx, dy = (0, 2.9) if y0 == y1 else (2.9, 0)
        bars.append(f"M{x - dx:.2f} {y - dy:.2f}L{x + dx:.2f} {y + dy:.2f}")
    stroke(drawing, draw, "".join(bars), "sand_dark", 0.3)
    for n, (x, y) in enumerate(places):
        ten = n % 10 == 0
        if ten:
            fill = draw.colour("gold" if n % 50 == 0 else "halo")
            drawing.add(
                drawing.circle((x, y), 3.1, fill=fill, stroke=draw.colour("ink"), stroke_width=0.35)
            )
        size = 8 if ten else 7
        drawing.add(
            draw.textbox(
                str(n), x - 4, y - 2, 8, 4, size=size, align="center", valign="middle", bold=ten
            )
        )
    for x, y, size in ((7, 11.2, 7), (12.5, 11.6, 9), (17.5, 11.2, 6.5)):
        tuft(drawing, draw, x, y, size, "grass_dark", 9, wobble)
    drawing.add(draw.textbox(title, 23, 3, 70, 8.5, size=18, valign="middle", bold=True))
    whole(drawing, draw, "orange", "translate(96 7)", length=30)
    whole(drawing, draw, "worm", "translate(131 7)", length=24, saddled=True)
    whole(drawing, draw, "blue", "translate(163 7)", "tail", "head", 26)
    return drawing


def whole(drawing, draw, animal, transform, left="end", right="end", length=26.0, saddled=False):
    """Draw a complete creature from the right to the left, about its middle."""
    part = Group(drawing, transform, ink="full")
    n = 80
    line = [
        (length * (0.5 - i / n), 1.5 * math.sin(3 * math.pi * (i / n - 0.5))) for i in range(n + 1)
    ]
    body(part, draw, animal, left, line)
    MARKS[animal](part, draw, line, BODY[animal], left)
    if saddled:
        saddle(part, draw, line, BODY[animal])
    finish(part, draw, animal, left, line)
    finish(part, draw, animal, right, line[::-1])


def aide(draw, pack, title="", turn="", place="", flip="", end="", **texts):
    """Draw a player's aide: the turn, what everything scores, and the end of the game."""
    drawing = draw.drawing()
    wide, high = 88, 126
    ground = drawing.rect((-4, -4), (wide + 8, high + 8), fill=draw.ground("sand", "#ffffff"))
    drawing.add(ground)
    top = [(-4, -4), (wide + 4, -4)]
    for i in range(97):
        top.append((wide + 4 - i, 12.6 + 0.9 * math.sin(i / 4.3) + 0.4 * math.sin(i / 1.9)))
    blob(drawing, draw, "G", top)
    for x, size in ((75, 8), (80.5, 10.5), (69.5, 6)):
        tuft(drawing, draw, x, 11.6, size, "grass_dark", 9)
    drawing.add(draw.textbox(title, 5, 2.6, 60, 8.4, size=20, valign="middle", bold=True))
    y = 15.6
    drawing.add(draw.textbox(turn, 5, y, 78, 5, size=9.5, valign="middle", bold=True))
    y += 5.6
    for i, text in enumerate((place, flip)):
        x = 5 + i * 39.6
        card(drawing, draw, x, y, 38.4, 27)
        drawing.add(draw.textbox(text, x + 2, y + 1.6, 34.4, 23.8, size=8.2, min=6.5, leading=1.14))
    y += 29.2
    pictures = ("orange", "worm", "blue", "freak", "tuft", "mound")
    step = 9.6
    for name in pictures:
        card(drawing, draw, 5, y, 78, step - 1)
        middle = y + (step - 1) / 2
        PICTURES[name](drawing, draw, 18.5, middle, pack)
        drawing.add(
            draw.textbox(
                texts.get(name, ""), 33, y + 0.5, 48.6, step - 2, size=8, min=6.5,
                valign="middle", leading=1.12,
            )
        )  # fmt: skip
        y += step
    drawing.add(draw.textbox(end, 5, y + 0.6, 78, high - y - 5, size=8, min=6.5, leading=1.14))
    return drawing


def card(drawing, draw, x, y, wide, high):
    """A light panel to write on."""
    drawing.add(
        drawing.path(
            d=draw.panel(x, y, wide, high, 1.6, 0.25),
            fill=draw.colour("halo"),
            stroke=draw.colour("sand_dark"),
            stroke_width=0.3,
        )
    )


def _orange(drawing, draw, x, y, pack):
    whole(drawing, draw, "orange", f"translate({x} {y}) scale(.8)")


def _worm(drawing, draw, x, y, pack):
    whole(drawing, draw, "worm", f"translate({x} {y}) scale(.8)", saddled=True)


def _blue(drawing, draw, x, y, pack):
    whole(drawing, draw, "blue", f"translate({x - 1.5} {y}) scale(.75)", "tail", "head", 25)


def _freak(drawing, draw, x, y, pack):
    whole(drawing, draw, "blue", f"translate({x} {y}) scale(.7)", "head", "head", 18)


def _lump(drawing, draw, kind, x, y):
    other = "S" if kind == "G" else "G"
    pebble = []
    for i in range(60):
        a = 2 * math.pi * i / 60
        pebble.append((x + 12.4 * math.cos(a), y + 3.5 * math.sin(a) + 0.2 * math.sin(5 * a)))
    drawing.add(drawing.path(d=path_of(pebble), fill=draw.ground(LAND[other][0])))
    lump = []
    for i in range(80):
        a = 2 * math.pi * i / 80
        r = 1 + 0.13 * math.cos(2 * a)
        lump.append((x - 3.5 + 6.6 * r * math.cos(a), y + 2.8 * math.sin(a) / r))
    edge = drawing.path(d=path_of(lump), fill=draw.colour("seam"), stroke=draw.colour("seam"))
    edge["stroke-width"] = 1.0
    drawing.add(edge)
    blob(drawing, draw, kind, lump)


def _tuft(drawing, draw, x, y, pack):
    _lump(drawing, draw, "G", x, y)
    for i, token in enumerate(("gold", "silver")):
        part = Group(drawing, f"translate({x + 2.6 + 6.0 * i} {y}) scale(.8)")
        coin(part, draw, token, (0, 0), str(pack.number(token)), safe=False)


def _mound(drawing, draw, x, y, pack):
    _lump(drawing, draw, "S", x, y)
    part = Group(drawing, f"translate({x + 7.2} {y}) scale(.85)")
    coin(part, draw, "flower", (0, 0), str(pack.number("flower")), safe=False)


PICTURES = {
    "orange": _orange,
    "worm": _worm,
    "blue": _blue,
    "freak": _freak,
    "tuft": _tuft,
    "mound": _mound,
}


# --------------------------------------------------------------------------- the rule sheet
#
# Examples on the rule sheet: tiles as (name, face, x, y, quarter turns clockwise), x to the east,
# y to the north. What they score is checked by the rules themselves.

EXAMPLES = {
    "placed": (("P23-1", "A", 0, 0, 0), ("P10-1", "A", -1, 0, 2)),
    "misplaced": (("P23-1", "A", 0, 0, 0), ("P10-1", "A", -1, 0, 0)),
    "snake": (
        ("P23-1", "A", 0, 0, 0),
        ("P10-1", "A", -1, 0, 2),
        ("P10-3", "A", -1, 1, 0),
        ("P02-2", "A", -2, 1, 3),
    ),
    "orange": (("P02-2", "A", 0, 0, 3), ("F03-1", "A", 1, 0, 0), ("P03-1", "A", 2, 0, 0)),
    "worm": (("P08-1", "A", 0, 0, 2), ("P17-1", "A", 1, 0, 0), ("P08-2", "A", 2, 0, 0)),
    "blue": (("P26-1", "A", 0, 0, 0), ("P22-1", "A", 1, 0, 1), ("P09-1", "A", 2, 0, 2)),
    "freak": (("P26-1", "A", 0, 0, 0), ("P09-1", "A", 1, 0, 2)),
    "tuft": (("F03-2", "A", 0, 0, 1), ("F01-1", "A", 1, 0, 1), ("P05-1", "A", 2, 0, 0)),
    "mound": (("F01-2", "A", 0, 0, 0), ("P01-1", "A", 1, 0, 0)),
    "unfinished": (("P02-2", "A", 0, 0, 3), ("F03-1", "A", 1, 0, 0)),
    "finished_by_flip": (("P02-2", "A", 0, 0, 3), ("F03-1", "B", 1, 0, 0)),
    "finished": (("P02-2", "A", 0, 0, 3), ("F03-1", "A", 1, 0, 0), ("P03-1", "A", 2, 0, 0)),
    "cut_by_flip": (("P02-2", "A", 0, 0, 3), ("F03-1", "B", 1, 0, 0), ("P03-1", "A", 2, 0, 0)),
    "corner": (("F01-1", "A", 0, 0, 0), ("P05-1", "A", 1, 0, 3), ("F01-2", "A", 1, 1, 1)),
}


def lay(drawing, draw, example, left, low, size):
    """Draw the tiles of an example; tile (0, 0) has its lower left corner at (left, low)."""
    for name, face, x, y, turns in EXAMPLES[example]:
        component = "shovel-tiles" if name.startswith("F") else "plain-tiles"
        side = "back" if face == "B" else "front"
        at = (left + x * size, low - (y + 1) * size)
        drawing.add(draw.piece(f"{component}/{name.lower()}", *at, size, side, 90 * turns))


def put(drawing, draw, what, x, y, size):
    """Lay a small piece with its middle at (x, y)."""
    drawing.add(draw.piece(what, x - size / 2, y - size / 2, size))


def say(drawing, draw, text, x, y, wide, align="center", bold=False):
    """A line or two of the sheet's own words, from y down."""
    high = 4.2 * (1 + text.count("\n"))
    drawing.add(draw.textbox(text, x, y, wide, high, size=9, min=9, align=align, bold=bold))


def sign(drawing, draw, right, x, y, r=2.6):
    """A tick for what may be done, a cross for what may not."""
    fill = draw.colour("grass_dark" if right else "tongue")
    drawing.add(drawing.circle((x, y), r, fill=fill, stroke="#ffffff", stroke_width=0.5))
    k = r / 2.6
    mark = "M-1.3 .1L-.3 1.1L1.4 -1" if right else "M-1 -1L1 1M-1 1L1 -1"
    line = drawing.path(d=mark, fill="none", stroke="#ffffff", stroke_width=0.7)
    line["transform"] = f"translate({x} {y}) scale({k:.3f})"
    line["stroke-linecap"] = "round"
    drawing.add(line)


def arrow(drawing, draw, x, y, wide=7.0, down=False):
    """A broad arrow to the right, or down."""
    shape = drawing.path(
        d=f"M0 -1H{wide - 2.6}V-2.4L{wide} 0L{wide - 2.6} 2.4V1H0Z", fill=draw.colour("seam")
    )
    shape["transform"] = f"translate({x} {y}){' rotate(90)' if down else ''}"
    drawing.add(shape)


def opened(drawing, draw, x0, y0, x1, y1):
    """Mark an open edge."""
    for colour, width in (("halo", 1.3), ("tongue", 0.8)):
        line = drawing.line((x0, y0), (x1, y1), stroke=draw.colour(colour), stroke_width=width)
        line["stroke-dasharray"] = "1.6 1.2"
        drawing.add(line)


def anatomy(draw):
    """One tile, and what everything on it is called."""
    drawing = draw.drawing(112, 31)
    left, top, size = 41.0, 0.5, 30.0
    drawing.add(draw.piece("shovel-tiles/f02-1", left, top, size))
    k = size / SIDE
    for text, y, x, at in (
        ("its name and face", 0.6, 8.0, 4.6),
        ("a patch of sand", 10.4, 6.0, 17.0),
        ("a silver coin", 20.2, 20.5, 35.5),
        ("a patch of grass", 28.2, 24.0, 42.6),
    ):
        pointer(drawing, draw, text, 0, y, left + x * k, top + at * k, True)
    for text, y, x, at in (
        ("shovel symbol: this tile\ncan be flipped", 0.6, 42.4, 6.4),
        ("a segment of an orange\nsnake, here an end", 11.4, 40.0, 22.0),
        ("a seam between patches", 22.2, 35.0, 31.0),
        ("a second patch of sand", 28.6, 42.0, 37.0),
    ):
        pointer(drawing, draw, text, 77.5, y, left + x * k, top + at * k, False)
    return drawing


def pointer(drawing, draw, text, x, y, to_x, to_y, from_left):
    """Words beside a drawing, and a line to what they name."""
    align = "right" if from_left else "left"
    say(drawing, draw, text, x, y, 34, align)
    start = (x + 35, y + 2.2) if from_left else (x - 1, y + 2.2)
    drawing.add(drawing.line(start, (to_x, to_y), stroke="#ffffff", stroke_width=1.1))
    line = drawing.line(start, (to_x, to_y), stroke=draw.colour("ink"), stroke_width=0.35)
    drawing.add(line)
    dot = drawing.circle((to_x, to_y), 0.7, fill="#ffffff", stroke=draw.colour("ink"))
    dot["stroke-width"] = 0.35
    drawing.add(dot)


def creatures(draw):
    """The three creatures whole, and the names of their segments."""
    drawing = draw.drawing(112, 18)
    for i, (name, labels) in enumerate(
        (
            ("orange snake", ("end", "middle", "end")),
            ("worm", ("end", "saddle", "end")),
            ("blue snake", ("head", "middle", "tail")),
        )
    ):
        x = (18.0, 54.0, 93.0)[i]
        animal = name.split()[0]
        ends = ("tail", "head") if animal == "blue" else ("end", "end")
        place = f"translate({x} 9.4){'' if animal != 'blue' else ' rotate(180)'}"
        whole(drawing, draw, animal, place, *ends, 28, animal == "worm")
        say(drawing, draw, name, x - 18, 0, 36, bold=True)
        for text, at in zip(labels, (-13.5, 0, 13.5), strict=True):
            say(drawing, draw, text, x + at - 7, 14.0, 14)
    return drawing


def edge_kinds(draw):
    """One tile edge of each kind."""
    drawing = draw.drawing(112, 16)
    tiles = (
        ("F01-1", "grass", 0),
        ("F05-2", "grass with\nblue snake", 0),
        ("F01-1", "sand", 3),
        ("F03-1", "sand with\norange snake", 3),
        ("F04-2", "sand with\nworm", 3),
    )
    for i, (name, text, turns) in enumerate(tiles):
        x = 4.5 + 22.4 * i
        clip = drawing.clipPath(id=f"edge-{i}")
        clip.add(drawing.rect((x, 0.2), (13.4, 7.4)))
        drawing.defs.add(clip)
        part = drawing.g(clip_path=f"url(#edge-{i})")
        part.add(draw.piece(f"shovel-tiles/{name.lower()}", x - 3.3, 0.2, 20, "front", 90 * turns))
        drawing.add(part)
        drawing.add(drawing.line((x, 0.3), (x + 13.4, 0.3), stroke="#26221e", stroke_width=0.5))
        say(drawing, draw, text, x - 4.5, 8.2, 22.4)
    return drawing


def setup(draw, pack):
    """The start tile, the bag, and what everyone has."""
    drawing = draw.drawing(50, 44)
    start = str(pack.parameters["start"].value).lower()
    row = next(r for r in pack.component("plain-tiles").rows if r.id.startswith(f"{start}-"))
    drawing.add(draw.piece(f"plain-tiles/{row.id}", 1, 1, 20))
    say(drawing, draw, "the start tile", 0, 21.6, 22)
    for i in range(4):
        drawing.add(draw.piece("plain-tiles/p10-1", 27 + 0.7 * i, 4 - 0.8 * i, 17, "back"))
    say(drawing, draw, "all others, unseen", 23, 21.6, 27)
    for i in range(min(4, pack.number("boots"))):
        put(drawing, draw, "boots/teal-boot", 4 + 5.4 * i, 31.4, 5.6)
    for i in range(min(3, pack.number("shovels"))):
        put(drawing, draw, "shovels/teal-shovel", 29 + 2.2 * i, 30.4 + 0.9 * i, 9)
    put(drawing, draw, "markers/teal-marker", 44, 31.4, 4.2)
    say(drawing, draw, "yours: boots, shovels, a marker", 0, 36.6, 50)
    return drawing


def place_a_tile(draw):
    """A tile laid rightly, with a boot, and one that does not fit."""
    drawing = draw.drawing(54, 39)
    lay(drawing, draw, "placed", 18, 17, 16)
    sign(drawing, draw, True, 4.4, 14.6)
    put(drawing, draw, "boots/teal-boot", 10.4, 9.6, 5.4)
    opened(drawing, draw, 2.6, 1, 17.4, 1)
    say(drawing, draw, "snake to\nsnake: it\nmatches;\nits top is\nopen", 35.4, -0.6, 18, "left")
    lay(drawing, draw, "misplaced", 18, 38, 16)
    sign(drawing, draw, False, 18, 30)
    say(drawing, draw, "grass to\nsnake: it\ndoes not", 35.4, 24, 18, "left")
    return drawing


def flip_a_tile(draw):
    """A flip that makes a snake whole; the boot on the flipped tile is lost."""
    drawing = draw.drawing(52, 46)
    lay(drawing, draw, "unfinished", 1, 18, 17)
    put(drawing, draw, "boots/teal-boot", 10.6, 9.5, 5.6)
    put(drawing, draw, "boots/amber-boot", 26.5, 10.2, 5.6)
    opened(drawing, draw, 35, 1.6, 35, 17.4)
    arrow(drawing, draw, 18, 19.4, 7, True)
    put(drawing, draw, "shovels/teal-shovel", 43.6, 22.6, 12)
    say(drawing, draw, "teal pays", 36, 25.4, 16)
    lay(drawing, draw, "finished_by_flip", 1, 45, 17)
    put(drawing, draw, "boots/teal-boot", 10.6, 36.5, 5.6)
    put(drawing, draw, "boots/amber-boot", 43.6, 38, 5.6)
    sign(drawing, draw, False, 46.2, 40.4, 2.0)
    say(drawing, draw, "lost", 36, 42, 16)
    return drawing


def examples(draw, pack):
    """What complete features score."""
    n = pack.number
    drawing = draw.drawing(112, 42)
    size = 11.4
    shown = (
        ("orange", "2 ends, 1 middle", 2 * n("orange_end") + n("orange_middle")),
        ("worm", "2 ends, 1 saddle", 2 * n("worm_end") + n("worm_saddle")),
        ("blue", "head, middle, tail", n("blue_head") + n("blue_middle") + n("blue_tail")),
        ("tuft", "3 bulges, gold, silver", 3 * n("tuft_bulge") + n("gold") + n("silver")),
        ("mound", "2 bulges, 1 flower", 2 * n("mound_bulge") + n("flower")),
        ("freak", "no middle: a freak", n("freak")),
    )
    for i, (example, text, points) in enumerate(shown):
        column, row = i % 3, i // 3
        wide = size * len(EXAMPLES[example])
        x, y = 38.2 * column, 21.2 * row
        lay(drawing, draw, example, x + (35.6 - wide) / 2, y + size + 0.4, size)
        say(drawing, draw, f"{text}\n**{points} points**", x, y + size + 1.2, 35.6)
    return drawing


def no_score(draw):
    """A flip that cuts a finished snake: two snakes, and neither scores."""
    drawing = draw.drawing(48, 39)
    size = 15.6
    lay(drawing, draw, "finished", 0.5, size + 0.6, size)
    arrow(drawing, draw, 23.9, size + 1.4, 5.4, True)
    lay(drawing, draw, "cut_by_flip", 0.5, 2 * size + 7.4, size)
    return drawing


def corner(draw):
    """Two patches of grass that touch at a corner alone."""
    drawing = draw.drawing(30, 29)
    lay(drawing, draw, "corner", 0.8, 28.2, 13.8)
    sign(drawing, draw, False, 14.6, 14.4, 2.4)
    return drawing
