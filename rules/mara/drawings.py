"""The Mara's pictures: landscapes, lodges, jeeps, tracks, tourists, aides and the note sheet.

Everything is computed in mm from the trim's top left, x to the right, y down. Each habitat has
its own way to cover ground (trees, shrubs, grass, rings, waves) beside its colour, and a letter,
so that no piece is told by colour alone.
"""

import math
from zlib import crc32

FLATS, POINTS = 50.0, 100 / math.sqrt(3)  # of a hexagon: across and from point to point
MIDDLE = (FLATS / 2, POINTS / 2)
HABITATS = ("grove", "bush", "savannah", "waterhole", "river")
ANIMALS = ("carnivore", "herbivore", "primate", "amphibian", "bird", "insect")
LODGES = ((3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3))


class Wobble:
    """Small irregularities of a drawing hand, the same ones at every print."""

    def __init__(self, name):
        self.state = crc32(name.encode()) or 1

    def __call__(self, size=1.0):
        """A number between −size and size."""
        self.state = (self.state * 48271) % 2147483647
        return size * (2 * self.state / 2147483647 - 1)

    def one_of(self, choices):
        """Any of these, each as likely."""
        self()
        return choices[self.state // 7 % len(choices)]


def path(drawing, data, **style):
    """Add a path; `data` is its commands as text."""
    drawing.add(drawing.path(d=data, **style))


def pen(drawing, data, colour, width):
    """Add a line with round ends along path data."""
    path(drawing, data, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def number(value):
    """A length as SVG takes it, never as 1e-7."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def closed(points):
    """Path data of a smooth closed line through points (Catmull-Rom)."""
    n = len(points)
    data = f"M{number(points[0][0])} {number(points[0][1])}"
    for i in range(n):
        (x0, y0), (x1, y1) = points[i - 1], points[i]
        (x2, y2), (x3, y3) = points[(i + 1) % n], points[(i + 2) % n]
        handles = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        data += "C" + " ".join(number(v) for v in (*handles, x2, y2))
    return data + "Z"


def blob(x, y, wide, high, wobble, n=9, rough=0.12):
    """Path data of a hand-drawn ellipse."""
    points = []
    for i in range(n):
        turn = 2 * math.pi * i / n
        reach = 1 + wobble(rough)
        points.append((x + wide * reach * math.cos(turn), y + high * reach * math.sin(turn)))
    return closed(points)


def scattered(wobble, width, height, step, keep_off=()):
    """Places on a shaken grid, from the back to the front, none within a (x, y, radius)."""
    places = []
    row = 0
    y = -3.0
    while y < height + 4:
        x = -3.0 + (row % 2) * step / 2
        while x < width + 4:
            place = (x + wobble(step * 0.28), y + wobble(step * 0.2))
            if all(math.dist(place, (kx, ky)) > radius for kx, ky, radius in keep_off):
                places.append(place)
            x += step
        y += step * 0.72
        row += 1
    return sorted(places, key=lambda place: place[1])


# --------------------------------------------------------------------------- landscapes


def land(drawing, draw, habitat, wobble, width, height, keep_off=(), scale=1.0):
    """Cover the whole face with a habitat."""
    base = draw.ground(habitat, "#ffffff")
    drawing.add(drawing.rect((-4, -4), (width + 8, height + 8), fill=base))
    light, dark = draw.mix(habitat, "#ffffff", 0.16), draw.mix(habitat, "#000000", 0.14)
    for _ in range(max(3, int(width * height / 420))):
        x, y = width / 2 + wobble(width / 2), height / 2 + wobble(height / 2)
        shape = blob(x, y, (8 + wobble(3)) * scale, (4.5 + wobble(2)) * scale, wobble)
        path(drawing, shape, fill=light if wobble() > 0 else dark, opacity=0.35)
    if habitat in COVERS:  # a habitat of the designer's own is plain
        COVERS[habitat](drawing, draw, wobble, width, height, keep_off, scale)


def cover_grove(drawing, draw, wobble, width, height, keep_off, scale):
    """Trees with three-lobed crowns, one behind the other."""
    for x, y in scattered(wobble, width, height, 8.6 * scale, keep_off):
        s = scale * (1 + wobble(0.18))
        crown = draw.mix("grove", wobble.one_of(("#10240f", "#1c3a16", "#e8f0b0")), 0.34)
        ink = draw.mix("grove", "#081a08", 0.72)
        path(
            drawing,
            f"M{number(x - 0.45 * s)} {number(y)}L{number(x - 0.8 * s)} {number(y + 3.4 * s)}"
            f"H{number(x + 0.8 * s)}L{number(x + 0.45 * s)} {number(y)}Z",
            fill=ink,
        )
        lobes = [
            (x + dx * s, y + dy * s, r * s)
            for dx, dy, r in ((-1.7, -0.6, 1.9), (1.7, -0.7, 1.8), (0.1, -2.3, 2.2), (0, -0.4, 1.9))
        ]
        for cx, cy, r in lobes:
            drawing.add(drawing.circle((cx, cy), r + 0.35 * s, fill=ink))
        for cx, cy, r in lobes:
            drawing.add(drawing.circle((cx, cy), r, fill=crown))
        cx, cy, r = lobes[2]
        shine = draw.mix("grove", "#ffffff", 0.5)
        pen(
            drawing,
            f"M{number(cx - r * 0.6)} {number(cy)}A{number(r * 0.7)} {number(r * 0.7)} 0 0 1 "
            f"{number(cx + r * 0.1)} {number(cy - r * 0.65)}",
            shine,
            0.45 * s,
        )


def cover_bush(drawing, draw, wobble, width, height, keep_off, scale):
    """Low round shrubs with berries on red earth."""
    ink = draw.mix("bush", "#2a1404", 0.72)
    for x, y in scattered(wobble, width, height, 8.0 * scale, keep_off):
        s = scale * (1 + wobble(0.15))
        leaf = draw.mix("bush", wobble.one_of(("#3c4a12", "#55591a", "#6b3d10")), 0.55)
        w = 3.5 * s
        hump = (
            f"M{number(x - w)} {number(y + 1.6 * s)}"
            f"C{number(x - w - 1.2 * s)} {number(y - 1.2 * s)} {number(x - 1.9 * s)} "
            f"{number(y - 2.4 * s)} {number(x - 1.2 * s)} {number(y - 1.6 * s)}"
            f"C{number(x - 0.8 * s)} {number(y - 3.9 * s)} {number(x + 1.6 * s)} "
            f"{number(y - 3.7 * s)} {number(x + 1.4 * s)} {number(y - 1.7 * s)}"
            f"C{number(x + 2.6 * s)} {number(y - 2.4 * s)} {number(x + w + 1.1 * s)} "
            f"{number(y - 0.8 * s)} {number(x + w)} {number(y + 1.6 * s)}Z"
        )
        path(drawing, hump, fill=leaf, stroke=ink, stroke_width=0.45 * s, stroke_linejoin="round")
        for dx, dy in ((-1.6, 0.0), (0.2, -1.3), (1.7, -0.1), (0.1, 0.5)):
            spot = (x + (dx + wobble(0.25)) * s, y + (dy + wobble(0.25)) * s)
            drawing.add(drawing.circle(spot, 0.48 * s, fill=draw.mix("bush", "#fff4d8", 0.75)))


def cover_savannah(drawing, draw, wobble, width, height, keep_off, scale):
    """Tufts of dry grass, and here and there a flat acacia."""
    straw = draw.mix("savannah", "#6d4a08", 0.62)
    tree = draw.mix("savannah", "#3a2a08", 0.78)
    for i, (x, y) in enumerate(scattered(wobble, width, height, 6.6 * scale, keep_off)):
        s = scale * (1 + wobble(0.2))
        if i % 9 == 4 and all(math.dist((x, y - 3), k[:2]) > k[2] + 3 for k in keep_off):
            crown = blob(x, y - 5.2 * s, 4.6 * s, 1.25 * s, wobble, 10, 0.1)
            branches = (
                f"M{number(x)} {number(y + 1.2 * s)}Q{number(x + 0.4 * s)} {number(y - 2 * s)} "
                f"{number(x - 2.4 * s)} {number(y - 4.8 * s)}M{number(x + 0.2 * s)} "
                f"{number(y - 1.4 * s)}Q{number(x + 0.9 * s)} {number(y - 3 * s)} "
                f"{number(x + 2.4 * s)} {number(y - 4.8 * s)}"
            )
            pen(drawing, branches, tree, 0.6 * s)
            path(drawing, crown, fill=tree)
            continue
        blades = ""
        for lean in (-1.9, -0.9, 0.1, 1.0, 2.0):
            tip = (x + (lean + wobble(0.3)) * s, y - (2.5 - abs(lean) * 0.5 + wobble(0.3)) * s)
            blades += (
                f"M{number(x + lean * 0.2 * s)} {number(y)}Q{number(x + lean * 0.3 * s)} "
                f"{number(y - 1.4 * s)} {number(tip[0])} {number(tip[1])}"
            )
        pen(drawing, blades, straw, 0.42 * s)


def cover_waterhole(drawing, draw, wobble, width, height, keep_off, scale):
    """Rings that run outward over still water, and reeds."""
    ring = draw.mix("waterhole", "#0d3a48", 0.55)
    shine = draw.mix("waterhole", "#ffffff", 0.7)
    for x, y in scattered(wobble, width, height, 16 * scale, ()):
        for k, reach in enumerate((2.0, 4.0, 6.2, 8.6)):
            shape = blob(x, y, reach * scale, reach * 0.52 * scale, wobble, 10, 0.04)
            path(
                drawing,
                shape,
                fill="none",
                stroke=ring if k % 2 == 0 else shine,
                stroke_width=(0.62 - 0.09 * k) * scale,
            )
    reed = draw.mix("waterhole", "#123a22", 0.75)
    for i, (x, y) in enumerate(scattered(wobble, width, height, 15 * scale, keep_off)):
        if i % 2:
            continue
        for lean, tall in ((-1.0, 4.6), (0.1, 6.2), (1.1, 5.0)):
            tip = (x + lean * 1.5 * scale, y - tall * scale)
            pen(
                drawing,
                f"M{number(x + lean * 0.5 * scale)} {number(y)}Q{number(x + lean * 0.5 * scale)} "
                f"{number(y - tall * 0.6 * scale)} {number(tip[0])} {number(tip[1])}",
                reed,
                0.5 * scale,
            )
            pen(
                drawing,
                f"M{number(tip[0])} {number(tip[1])}l0 {number(1.7 * scale)}",
                reed,
                1.15 * scale,
            )


def cover_river(drawing, draw, wobble, width, height, keep_off, scale):
    """Long waves in a strong current."""
    light, pale = draw.mix("river", "#bfe0f2", 0.42), draw.mix("river", "#ffffff", 0.72)
    y, row = -3.0, 0
    while y < height + 5:
        step = 5.4 * scale
        x = -8.0 - (row % 2) * step / 2 + wobble(1)
        data = f"M{number(x)} {number(y)}"
        while x < width + 8:
            rise = 1.25 * scale
            data += f"q{number(step / 4)} {number(-rise * 2)} {number(step / 2)} 0"
            data += f"t{number(step / 2)} 0"
            x += step
        bold = row % 3 == 1
        pen(drawing, data, pale if bold else light, (0.75 if bold else 0.5) * scale)
        y += 3.1 * scale
        row += 1


COVERS = {
    "grove": cover_grove,
    "bush": cover_bush,
    "savannah": cover_savannah,
    "waterhole": cover_waterhole,
    "river": cover_river,
}


# --------------------------------------------------------------------------- hexagons


def hexagon(x, y, flats):
    """Path data of a pointy-topped hexagon."""
    corner = flats / math.sqrt(3)
    points = [
        (x + corner * math.sin(math.pi / 3 * i), y - corner * math.cos(math.pi / 3 * i))
        for i in range(6)
    ]
    return "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points) + "Z"


def habitat_front(draw, habitat, animal):
    """Draw the face of a tile: the landscape with a photograph of its animal."""
    drawing = draw.drawing()
    wobble = Wobble(f"{habitat} {animal}")
    x, y = MIDDLE
    land(drawing, draw, habitat, wobble, FLATS, POINTS, ((x, y + 3, 17), (x, 9, 6.5)))
    cut(drawing, draw, habitat)
    turn = 2.5 + wobble(1.0)
    frame = drawing.g(transform=f"rotate({number(-turn if wobble() > 0 else turn)} {x} {y})")
    wide, high = 27.0, 32.0
    left, top = x - wide / 2, y - 14.2
    frame.add(
        drawing.rect((left + 0.8, top + 1.0), (wide, high), rx=0.8, fill="#000000", opacity=0.3)
    )
    frame.add(drawing.rect((left, top), (wide, high), rx=0.8, fill=draw.colour("paper")))
    tint = draw.mix(habitat, "#ffffff", 0.76)
    inner = wide - 4.0
    frame.add(drawing.rect((left + 2, top + 2), (inner, 23.4), rx=0.5, fill=tint))
    third, half = number(inner / 3), number(inner / 2)
    horizon = (
        f"M{number(left + 2)} {number(top + 19)}q{third} -2.4 {half} -.8"
        f"t{half} -.4v7.6h{number(-inner)}z"
    )
    frame.add(drawing.path(d=horizon, fill=draw.mix(habitat, "#ffffff", 0.5), opacity=0.8))
    frame.add(draw.icon(animal, x - 9.8, top + 3.6, 19.6, "ink"))
    frame.add(
        draw.textbox(
            animal.capitalize(),
            left + 1,
            top + 26,
            wide - 2,
            5,
            size=10,
            min=7,
            align="center",
            valign="middle",
            fill="ink",
            bold=True,
        )
    )
    drawing.add(frame)
    sign(drawing, draw, habitat, x, 8.9, 4.6)
    return drawing


def habitat_back(draw, habitat):
    """Draw the back of a tile: the landscape alone, with the habitat's sign."""
    drawing = draw.drawing()
    wobble = Wobble(f"back {habitat}")
    x, y = MIDDLE
    land(drawing, draw, habitat, wobble, FLATS, POINTS, ((x, y, 17),))
    cut(drawing, draw, habitat)
    drawing.add(drawing.circle((x, y), 15.0, fill=draw.colour("paper")))
    drawing.add(
        drawing.circle(
            (x, y),
            13.8,
            fill="none",
            stroke=draw.mix(habitat, "#000000", 0.35),
            stroke_width=0.5,
            stroke_dasharray="1.6 1",
        )
    )
    drawing.add(draw.icon(habitat, x - 9, y - 12.2, 18, draw.mix(habitat, "#000000", 0.55)))
    drawing.add(
        draw.textbox(
            habitat[0].upper(),
            x - 6,
            y + 5.6,
            12,
            7,
            size=16,
            align="center",
            valign="middle",
            fill="ink",
            bold=True,
        )
    )
    return drawing


def cut(drawing, draw, ground):
    """A hair along the tile's own edge, where neighbours of one habitat are cut apart."""
    shape = hexagon(*MIDDLE, FLATS)
    path(drawing, shape, fill="none", stroke=draw.on(draw.ground(ground)), stroke_width=0.2)


def sign(drawing, draw, habitat, x, y, r):
    """A round sign with the habitat's letter."""
    dark = draw.mix(habitat, "#000000", 0.55)
    drawing.add(drawing.circle((x, y), r, fill=draw.colour("paper"), stroke=dark, stroke_width=0.6))
    drawing.add(
        draw.textbox(
            habitat[0].upper(),
            x - r,
            y - r,
            2 * r,
            2 * r,
            size=3.9 * r,
            min=5,
            align="center",
            valign="middle",
            fill="ink",
            bold=True,
            safe=False,
        )
    )


def kilimanjaro(draw, title):
    """Draw the mountain: plain, rock, snow and a plume of cloud."""
    drawing = draw.drawing()
    wobble = Wobble("kilimanjaro")
    drawing.add(
        drawing.rect((-4, -4), (FLATS + 8, POINTS + 8), fill=draw.ground("waterhole", "#ffffff"))
    )
    drawing.add(drawing.circle((36, 15), 5.2, fill=draw.colour("savannah")))
    for cx, cy, w in ((9, 20, 7), (42, 27, 8), (25, 7, 5)):
        path(
            drawing, blob(cx, cy, w, 1.7, wobble, 11, 0.14), fill=draw.colour("paper"), opacity=0.9
        )
    far = "M-4 42L6 31Q14 33 20 29L34 33L54 27V62H-4Z"
    path(drawing, far, fill=draw.mix("stone", "#ffffff", 0.35))
    ink = draw.colour("ink")
    rock = (
        "M-3 50Q9 40 15.5 25Q17 20.5 20.5 18.5Q23 20 25.5 19Q28 17.6 30.5 19.5"
        "Q34 22.5 36.5 30Q42 42 54 49V64H-3Z"
    )
    path(
        drawing,
        rock,
        fill=draw.colour("stone"),
        stroke=ink,
        stroke_width=0.6,
        stroke_linejoin="round",
    )
    shade = "M30.5 19.5Q34 22.5 36.5 30Q42 42 54 49V64H34Q37 48 33 38Q29 29 30.5 19.5Z"
    path(drawing, shade, fill=ink, opacity=0.22)
    snow = (
        "M15.5 25Q17 20.5 20.5 18.5Q23 20 25.5 19Q28 17.6 30.5 19.5Q33 21.5 34.8 25.5L33.6 29.5"
        "L31.8 26.6L30 32.4L27.6 27.4L25.4 35.2L22.6 28.4L20.4 33L18.6 27.8L16 31.4L14 28.5Z"
    )
    path(drawing, snow, fill="#ffffff", stroke=ink, stroke_width=0.45, stroke_linejoin="round")
    plain = "M-4 51Q10 45.5 22 48.5T54 47V66H-4Z"
    path(drawing, plain, fill=draw.colour("grove"), stroke=ink, stroke_width=0.5)
    for tx, ty in ((6, 49.6), (12, 47.8), (40, 48.4), (45.5, 47.6), (34, 48.9)):
        path(
            drawing, blob(tx, ty, 1.9, 1.6, wobble, 8, 0.15), fill=draw.mix("grove", "#000000", 0.4)
        )
    cut(drawing, draw, "stone")
    drawing.add(
        draw.textbox(
            title,
            12,
            49.2,
            26,
            5,
            size=8.5,
            min=6,
            align="center",
            valign="middle",
            fill="paper",
            bold=True,
            safe=False,
        )
    )
    return drawing


# --------------------------------------------------------------------------- tokens


def lodge(draw, title, letter):
    """Draw a lodge: a thatched house by night lights, its letter on the gable."""
    drawing = draw.drawing()
    wobble = Wobble(title)
    r = 18.0
    drawing.add(drawing.rect((-4, -4), (44, 44), fill=draw.ground("savannah", "#ffffff")))
    tufts = [
        place for place in scattered(wobble, 36, 36, 6.2) if math.dist(place, (r, r + 1)) > 11.5
    ]
    straw = draw.mix("savannah", "#6d4a08", 0.55)
    for x, y in tufts:
        pen(drawing, f"M{number(x)} {number(y)}l-.9 -2m.9 2l0 -2.6m0 2.6l1 -2", straw, 0.4)
    ink = draw.colour("ink")
    drawing.add(drawing.ellipse((r, 27.2), (13, 2.6), fill=draw.mix("savannah", "#6d4a08", 0.35)))
    drawing.add(
        drawing.rect((9.5, 17), (17, 10.4), fill=draw.colour("paper"), stroke=ink, stroke_width=0.6)
    )
    for x in (11.4, 14.2, 21.8, 24.6):
        path(
            drawing,
            f"M{number(x)} 17V27.4",
            stroke=draw.mix("bush", "#ffffff", 0.3),
            stroke_width=0.5,
        )
    path(
        drawing,
        "M15.9 27.4V22.4A2.1 2.1 0 0 1 20.1 22.4V27.4Z",
        fill=draw.colour("clay"),
        stroke=ink,
        stroke_width=0.5,
    )
    for x in (10.9, 22.3):
        drawing.add(
            drawing.rect(
                (x, 20.4),
                (2.9, 3),
                rx=0.3,
                fill=draw.colour("amber"),
                stroke=ink,
                stroke_width=0.45,
            )
        )
    roof = (
        "M5.2 18.6Q12 14 18 4.6Q24 14 30.8 18.6Q28.4 20.2 25.8 18.8Q23.2 20.6 20.6 18.9"
        "Q18 20.6 15.4 18.9Q12.8 20.6 10.2 18.8Q7.6 20.2 5.2 18.6Z"
    )
    path(
        drawing,
        roof,
        fill=draw.colour("bush"),
        stroke=ink,
        stroke_width=0.6,
        stroke_linejoin="round",
    )
    for x0, y0, x1, y1 in (
        (14.5, 12, 11.5, 16.8),
        (17, 9, 15.6, 17.4),
        (19.2, 9.4, 20.6, 17.4),
        (21.6, 12, 24.6, 16.8),
    ):
        path(
            drawing,
            f"M{x0} {y0}L{x1} {y1}",
            stroke=draw.mix("bush", "#000000", 0.4),
            stroke_width=0.4,
            stroke_linecap="round",
        )
    drawing.add(
        drawing.circle((r, 14.4), 3.5, fill=draw.colour("paper"), stroke=ink, stroke_width=0.5)
    )
    drawing.add(
        draw.textbox(
            letter,
            r - 3.5,
            10.9,
            7,
            7,
            size=13,
            min=8,
            align="center",
            valign="middle",
            fill="ink",
            bold=True,
        )
    )
    drawing.add(
        drawing.circle(
            (r, r),
            r - 1.0,
            fill="none",
            stroke=draw.mix("savannah", "#000000", 0.45),
            stroke_width=0.5,
        )
    )
    ribbon = "M5.4 28.3Q18 30 30.6 28.3L29.6 33Q18 34.6 6.4 33Z"
    path(drawing, ribbon, fill=draw.colour("paper"), stroke=ink, stroke_width=0.4)
    drawing.add(
        draw.textbox(
            title,
            7.0,
            29.2,
            22.0,
            4,
            size=7,
            min=5,
            align="center",
            valign="middle",
            fill="ink",
            bold=True,
            safe=False,
        )
    )
    return drawing


def pattern(drawing, draw, colour, name, shape, width, height, step=2.2):
    """Fill a clipped shape with a player's pattern."""
    on = draw.mix(colour, draw.on(colour), 0.3)
    clip = drawing.defs.add(drawing.clipPath(id=f"clip-{name}"))
    clip.add(drawing.path(d=shape))
    group = drawing.g(clip_path=f"url(#clip-{name})")
    columns, rows = int(width / step) + 3, int(height / step) + 3
    if name == "stripes":
        high = number(height + 6)
        for i in range(-rows, columns):
            x = i * step
            group.add(
                drawing.path(
                    d=f"M{number(x)} {number(height + 3)}l{high} -{high}",
                    stroke=on,
                    stroke_width=0.7,
                )
            )
    if name == "dots":
        for i in range(columns):
            for j in range(rows):
                at = (-1 + i * step + (j % 2) * step / 2, -1 + j * step * 0.8)
                group.add(drawing.circle(at, 0.5, fill=on))
    if name == "grid":
        for i in range(columns):
            group.add(
                drawing.path(
                    d=f"M{number(i * step - 1)} -3V{number(height + 3)}",
                    stroke=on,
                    stroke_width=0.45,
                )
            )
        for j in range(rows):
            group.add(
                drawing.path(
                    d=f"M-3 {number(j * step - 1)}H{number(width + 3)}",
                    stroke=on,
                    stroke_width=0.45,
                )
            )
    drawing.add(group)


def jeep(draw, colour, letter, pattern):
    """Draw a jeep on a disc in its player's colour, pattern and letter."""
    drawing = draw.drawing()
    drawing.add(drawing.rect((-3, -3), (24, 24), fill=draw.colour(colour)))
    PATTERN(drawing, draw, colour, pattern, draw.disc(9, 9, 11), 18, 18)
    drawing.add(drawing.circle((9, 9), 7.2, fill=draw.colour(colour)))
    on = draw.on(draw.ground(colour))
    drawing.add(drawing.circle((9, 9), 7.5, fill="none", stroke=on, stroke_width=0.4))
    drawing.add(draw.icon("jeep", 3.7, 2.4, 10.6, on))
    drawing.add(
        draw.textbox(
            letter,
            6,
            11.1,
            6,
            4.6,
            size=10,
            min=6,
            align="center",
            valign="middle",
            fill=on,
            bold=True,
            safe=False,
        )
    )
    return drawing


PATTERN = pattern  # the slot of the same name hides it


def track(draw, colour, letter, pattern):
    """Draw a track: tyre marks on a strip in a player's colour, pattern and letter."""
    drawing = draw.drawing()
    drawing.add(drawing.rect((-3, -3), (28, 11), fill=draw.colour(colour)))
    PATTERN(drawing, draw, colour, pattern, "M-3 -3H25V8H-3Z", 22, 5, 1.9)
    on = draw.on(draw.ground(colour))
    data = ""
    for i in range(8):
        for x in (1.2 + i * 1.05, 13.4 + i * 1.05):
            data += f"M{number(x)} .9l.7 .9M{number(x)} 4.1l.7 -.9"
    pen(drawing, data, on, 0.5)
    drawing.add(
        drawing.circle((11, 2.5), 2.0, fill=draw.ground(colour), stroke=on, stroke_width=0.35)
    )
    drawing.add(
        draw.textbox(
            letter,
            9,
            0.5,
            4,
            4,
            size=8.5,
            min=5,
            align="center",
            valign="middle",
            fill=on,
            bold=True,
            safe=False,
        )
    )
    return drawing


# --------------------------------------------------------------------------- tourists

SKINS = ("#f3d3b3", "#e3b18a", "#c98a5e", "#9a623c", "#6f432a", "#f7dfc9")
HAIRS = ("#2a1a12", "#5d3a1e", "#a5642a", "#d9b25c", "#b9b4ae", "#8a2f1d")
SHIRTS = ("#b5482f", "#2b8c86", "#5c2b57", "#e0a030", "#3f6fa8", "#7d8b3c", "#c9748c")
HATS = ("safari", "cap", "straw", "scarf", "none", "bucket", "beanie")
STYLES = ("short", "long", "curls", "bun", "bald", "bob")
EYES = ("dots", "glasses", "shades", "wink", "wide")
MOUTHS = ("smile", "grin", "oh", "smirk")
EXTRAS = ("camera", "binoculars", "camera", "scarf")


def tourist(draw, habitat, animal, name, words, face=""):
    """Draw a tourist who dreams of an animal, in front of where it lives."""
    drawing = draw.drawing()
    wobble = Wobble(f"{name} {habitat} {animal}")
    width, height = 44.0, 67.0
    land(drawing, draw, habitat, Wobble(f"card {habitat}"), width, height, ((33, 24, 10.5),), 0.8)
    drawing.add(
        drawing.rect((-4, 35), (52, 18), fill=draw.mix(habitat, "#000000", 0.35), opacity=0.22)
    )
    figure(drawing, draw, number_of(habitat, animal), face, wobble, 14.6, 33.6)
    dream(drawing, draw, habitat, animal)
    path(drawing, "M-4 51.4Q10 49.7 22 51.2T48 50.6V72H-4Z", fill=draw.colour("paper"))
    path(
        drawing,
        "M-4 51.4Q10 49.7 22 51.2T48 50.6",
        fill="none",
        stroke=draw.mix(habitat, "#000000", 0.5),
        stroke_width=0.6,
    )
    drawing.add(
        draw.textbox(
            name, 3.2, 51.8, 28, 5.4, size=11, min=8, valign="middle", fill="ink", bold=True
        )
    )
    drawing.add(
        draw.textbox(
            words, 3.2, 57.4, 37.6, 7.6, size=8.2, min=6, fill="ink", italic=True, leading=1.1
        )
    )
    shot = drawing.g(transform="rotate(-90 38.6 54.5)")
    shot.add(draw.icon("camera", 36, 51.9, 5.2, draw.mix(habitat, "#000000", 0.55)))
    drawing.add(shot)
    band(drawing, draw, habitat, animal, width)
    return drawing


def number_of(habitat, animal):
    """The number of a card, 0 to 29; words of a pack's own count by their letters."""
    known = habitat in HABITATS and animal in ANIMALS
    if not known:
        return crc32(f"{habitat} {animal}".encode()) % 997
    return HABITATS.index(habitat) * len(ANIMALS) + ANIMALS.index(animal)


def band(drawing, draw, habitat, animal, width):
    """The head of a card: both names at a glance, also when the cards are fanned."""
    dark = draw.mix(habitat, "#000000", 0.5)
    path(
        drawing,
        f"M-4 -4H{number(width + 4)}V10.6"
        f"Q{number(width * 0.7)} 11.9 {number(width / 2)} 11T-4 11.2Z",
        fill=draw.colour("paper"),
        stroke=dark,
        stroke_width=0.6,
    )
    drawing.add(draw.icon(animal, 2.6, 2.2, 7.4, "ink"))
    drawing.add(
        draw.textbox(
            animal.capitalize(),
            11.2,
            1.9,
            21.6,
            4.4,
            size=9.5,
            min=6,
            valign="middle",
            fill="ink",
            bold=True,
        )
    )
    drawing.add(
        draw.textbox(f"{habitat}", 11.2, 5.9, 21.6, 3.9, size=8, min=6, valign="middle", fill="ink")
    )
    drawing.add(
        drawing.circle((37.8, 5.9), 3.9, fill=draw.colour(habitat), stroke=dark, stroke_width=0.5)
    )
    drawing.add(
        draw.textbox(
            habitat[0].upper(),
            33.8,
            1.9,
            8,
            8,
            size=13,
            min=9,
            align="center",
            valign="middle",
            fill=draw.on(habitat),
            bold=True,
        )
    )


def dream(drawing, draw, habitat, animal):
    """A bubble of thought with the animal in it."""
    dark = draw.mix(habitat, "#000000", 0.55)
    for x, y, r in ((22.4, 32.6, 1.1), (24.8, 30.4, 1.6)):
        drawing.add(
            drawing.circle((x, y), r, fill=draw.colour("paper"), stroke=dark, stroke_width=0.45)
        )
    x, y, lobes = 33.0, 24.0, 9
    points = [
        (x + 8.7 * math.cos(2 * math.pi * i / lobes), y + 8.3 * math.sin(2 * math.pi * i / lobes))
        for i in range(lobes)
    ]
    data = f"M{number(points[0][0])} {number(points[0][1])}"
    for px, py in points[1:] + points[:1]:
        data += f"A3.5 3.5 0 0 1 {number(px)} {number(py)}"
    path(drawing, data + "Z", fill=draw.colour("paper"), stroke=dark, stroke_width=0.55)
    drawing.add(draw.icon(animal, x - 7.4, y - 7.4, 14.8, "ink"))


def figure(drawing, draw, i, face, wobble, x, y):
    """Half a person: shirt, head, hair, hat, face, and something round the neck.

    Drawn about the middle of the face, then moved to (x, y) and made stout or slim.
    """
    # Every trait runs through its choices at a stride of its own, so neighbours differ in most.
    skin, hair = SKINS[i * 5 % 6], HAIRS[(i * 7 + i // 6) % 6]
    shirt, hat = SHIRTS[(i * 3 + i // 7) % 7], HATS[(i * 2 + i // 7) % 7]
    style, eyes = STYLES[(i * 5 + i // 6 + 2) % 6], EYES[(i * 2 + i // 5) % 5]
    mouth, extra = MOUTHS[(i * 3 + i // 4) % 4], EXTRAS[(i + i // 4) % 4]
    size = f"translate({number(x)} {number(y)}) scale({number(1 + wobble(0.12))} 1)"
    pen = Pen(drawing, drawing.add(drawing.g(transform=size)), draw.colour("ink"))
    if style in ("long", "bob"):
        low = 9.5 if style == "long" else 4.5
        pen.shape(f"M-6.9 {low}C-9 -4 -6.5 -9.4 0 -9.2C6.5 -9.4 9 -4 6.9 {low}Z", hair)
    pen.shape("M-11.6 21C-11.8 12.6 -8 9.4 -3 8.6H3C8 9.4 11.8 12.6 11.6 21Z", shirt)
    cloth(pen, wobble.one_of(("plain", "stripes", "dots", "vest")), draw.mix(shirt, "#fff", 0.45))
    pen.shape("M-2.5 4V8.6Q0 11 2.5 8.6V4Z", skin)
    pen.disc(-6.1, -0.4, 1.35, skin)
    pen.disc(6.1, -0.4, 1.35, skin)
    pen.shape("M-6 -2C-6.4 -9.6 6.4 -9.6 6 -2C6 3.2 3.2 6.6 0 6.6C-3.2 6.6 -6 3.2 -6 -2Z", skin)
    if face == "beard":
        pen.shape(
            "M-6 -.6C-6 4.4 -3.6 8.6 0 8.6C3.6 8.6 6 4.4 6 -.6Q4.4 2 2.6 1.9H-2.6Q-4.4 2 -6 -.6Z",
            hair,
        )
    MOUTH_OF[mouth](pen)
    if face == "moustache":
        half = "Q{0}1.4 1 {0}3.4 2.7Q{0}1.4 3.5 0 2.6"
        pen.shape(f"M0 2{half.format('-')}{half.format('')}Q1.4 1 0 2Z", hair, 0.3)
    pen.line("M-.3 -1Q-1.1 .9 .5 .9", 0.45)
    for cheek in (-3.9, 3.9):
        blush = drawing.circle((cheek, 1.4), 1.05, fill="#d8503c", opacity=0.28)
        pen.group.add(blush)
    look(pen, eyes)
    hairdo(pen, style, hair)
    HAT_OF[hat](pen, draw, shirt)
    if extra == "scarf":
        dark = draw.mix(shirt, "#000000", 0.45)
        pen.shape("M-4.4 7.6Q0 11 4.4 7.6L4.8 9.6Q0 13 -4.8 9.6Z", dark)
        return
    pen.line("M-4.2 8.8L-1.6 12.2M4.2 8.8L1.6 12.2", 0.6)
    pouch = drawing.rect((-3.1, 11.3), (6.2, 5.2), rx=1, fill=draw.colour("paper"), opacity=0.9)
    pen.group.add(pouch)
    icon = "camera" if extra == "camera" else "peek"
    pen.group.add(draw.icon(icon, -2.8, 11.1, 5.6, "ink"))


class Pen:
    """Draws outlined shapes into one group of a drawing."""

    def __init__(self, drawing, group, ink):
        self.drawing, self.group, self.ink = drawing, group, ink

    def shape(self, data, fill, width=0.55):
        """A filled shape with its outline."""
        style = {"stroke": self.ink, "stroke_width": width, "stroke_linejoin": "round"}
        self.group.add(self.drawing.path(d=data, fill=fill, **style))

    def disc(self, x, y, r, fill, width=0.55):
        """A filled circle with its outline; no outline for width 0."""
        stroke = {"stroke": self.ink, "stroke_width": width} if width else {}
        self.group.add(self.drawing.circle((x, y), r, fill=fill, **stroke))

    def line(self, data, width=0.55, colour=""):
        """A stroke with round ends."""
        style = {"stroke": colour or self.ink, "stroke_width": width, "stroke_linecap": "round"}
        self.group.add(self.drawing.path(d=data, fill="none", **style))


def cloth(pen, kind, pale):
    """What a shirt is made of."""
    if kind == "stripes":
        pen.line("M-9.2 12.2Q0 13.8 9.2 12.2M-9.2 14.6Q0 16.2 9.2 14.6", 0.9, pale)
    if kind == "dots":
        for x, y in ((7, 12.4), (4.1, 15), (8.4, 15.4)):
            pen.disc(-x, y, 0.7, pale, 0)
            pen.disc(x, y, 0.7, pale, 0)
    if kind == "vest":
        pen.shape("M-5.2 8.9L-2.4 21H2.4L5.2 8.9H3H-3Z", pale)


MOUTH_OF = {
    "smile": lambda pen: pen.line("M-2.2 3Q0 5 2.2 3"),
    "grin": lambda pen: pen.shape("M-2.5 2.9H2.5Q2 5.4 0 5.4Q-2 5.4 -2.5 2.9Z", "#ffffff", 0.5),
    "oh": lambda pen: pen.shape("M-1 3.9a1 1.2 0 1 0 2 0a1 1.2 0 1 0 -2 0Z", "#7b2a22", 0.4),
    "smirk": lambda pen: pen.line("M-1.6 3.8Q.6 4.2 2.2 2.8"),
}


def look(pen, eyes):
    """Eyes, bare or behind glass, and the brows above."""
    for x in (-2.4, 2.4):
        if eyes == "shades":
            lens = pen.drawing.rect((x - 1.9, -2.6), (3.8, 2.7), rx=1, fill=pen.ink)
            pen.group.add(lens)
            continue
        if eyes == "wide":
            pen.disc(x, -1.3, 1.2, "#ffffff", 0.35)
        if eyes == "wink" and x > 0:
            pen.line(f"M{x - 1:.1f} -1.1q1 -1 2 0", 0.5)
        else:
            pen.disc(x, -1.3, 0.62, pen.ink, 0)
        if eyes == "glasses":
            pen.line(f"M{x - 1.75:.2f} -1.2a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0 -3.5 0", 0.45)
        pen.line(f"M{x - 1.1:.1f} -3.5q1.1 -.7 2.2 0", 0.5)
    if eyes in ("shades", "glasses"):
        pen.line("M-.8 -1.6q.8 -.7 1.6 0", 0.5)


def hairdo(pen, style, hair):
    """Hair that lies over the forehead."""
    if style == "curls":
        tops = ((-5.4, -4.2), (-4.2, -6.6), (-1.9, -8), (0.9, -8.2), (3.5, -7.2), (5.3, -4.8))
        for x, y in (*tops, (6.3, -2.2), (-6.3, -1.8)):
            pen.disc(x, y, 1.75, hair, 0.35)
    if style == "bun":
        pen.disc(0, -9.6, 2.6, hair)
    if style not in ("curls", "bald"):
        pen.shape(
            "M-6.3 -1.8C-7 -9.4 -3 -9.6 0 -9.2C3 -9.6 7 -9.4 6.3 -1.8"
            "Q5.4 -5 2.2 -5.4Q-2 -4 -4.6 -5Q-5.6 -4 -6.3 -1.8Z",
            hair,
        )


def safari_hat(pen, draw, shirt):
    """A hat with a brim all round, and a band."""
    khaki = "#b9a36b"
    pen.shape("M-5.6 -5.4C-5.6 -12.6 5.6 -12.6 5.6 -5.4Z", khaki)
    pen.shape("M-9.6 -4.2Q0 -8.6 9.6 -4.2Q0 -5.6 -9.6 -4.2Z", khaki)
    pen.line("M-5.5 -7Q0 -8.6 5.5 -7", 1.3, draw.mix(shirt, "#000000", 0.2))


def straw_hat(pen, draw, shirt):
    """A wide hat of straw."""
    straw = "#e9cf8d"
    pen.shape("M-5 -5.6C-4.6 -11.4 4.6 -11.4 5 -5.6Z", straw)
    pen.shape("M-10.6 -5.2Q0 -7.8 10.6 -5.2Q0 -2.6 -10.6 -5.2Z", straw)
    pen.line("M-4.9 -6.8Q0 -8.2 4.9 -6.8", 1.2, "#b5482f")


def cap(pen, draw, shirt):
    """A cap with its peak to the right."""
    pale = draw.mix(shirt, "#ffffff", 0.3)
    pen.shape("M-6.2 -3.8C-6.2 -11.6 6.2 -11.6 6.2 -3.8Q0 -6 -6.2 -3.8Z", pale)
    pen.shape("M0 -5.2Q7 -6 10.4 -3.2Q6 -3.6 .4 -3.9Z", shirt)


def headscarf(pen, draw, shirt):
    """A spotted cloth, tied at the side."""
    pale = draw.mix(shirt, "#ffffff", 0.5)
    pen.shape("M-6.6 -2.6C-6.8 -11 6.8 -11 6.6 -2.6Q0 -7.6 -6.6 -2.6Z", pale)
    for x, y in ((-3.6, -6.6), (0, -8.2), (3.6, -6.6)):
        pen.disc(x, y, 0.6, shirt, 0)
    pen.shape("M6.2 -3.4l2.8 -.6l-.8 2.6z", pale)


def bucket_hat(pen, draw, shirt):
    """A soft hat that hangs over the brow."""
    moss = "#8fa08a"
    pen.shape("M-5.2 -5L-4.2 -10.4Q0 -11.4 4.2 -10.4L5.2 -5Z", moss)
    pen.shape("M-5.3 -5.6L-8.2 -2.8Q0 -5.4 8.2 -2.8L5.3 -5.6Q0 -7 -5.3 -5.6Z", moss)


def beanie(pen, draw, shirt):
    """A knitted cap, for the mornings."""
    pale = draw.mix(shirt, "#ffffff", 0.55)
    pen.shape("M-6.2 -4C-6 -11.8 6 -11.8 6.2 -4Z", shirt)
    pen.shape("M-6.5 -3.4V-5.6Q0 -7.6 6.5 -5.6V-3.4Q0 -5.4 -6.5 -3.4Z", pale)
    pen.disc(0, -10.6, 1.5, pale)


HAT_OF = {
    "safari": safari_hat,
    "straw": straw_hat,
    "cap": cap,
    "scarf": headscarf,
    "bucket": bucket_hat,
    "beanie": beanie,
    "none": lambda pen, draw, shirt: None,
}


def card_back(draw, title):
    """Draw the back of the tourist cards: dusk over the plain, the same whichever way up."""
    drawing = draw.drawing()
    wobble = Wobble("back")
    drawing.add(drawing.rect((-4, -4), (52, 75), fill=draw.ground("clay", "#ffffff")))
    dark = draw.mix("clay", "#000000", 0.28)
    for x, y in scattered(wobble, 44, 67, 9.0):
        if abs(x - 22) < 16 and min(abs(y - 13.4), abs(y - 53.6)) < 5.5:
            continue  # the title stands there
        turn = 45 * wobble()
        group = drawing.g(transform=f"rotate({number(turn)} {number(x)} {number(y)})")
        group.add(
            draw.icon(
                wobble.one_of(("leaf", "camera", "peek", "jeep")), x - 2.1, y - 2.1, 4.2, dark
            )
        )
        drawing.add(group)
    drawing.add(
        drawing.rect(
            (2.6, 2.6),
            (38.8, 61.8),
            rx=2.2,
            fill="none",
            stroke=draw.colour("savannah"),
            stroke_width=0.7,
        )
    )
    drawing.add(
        drawing.circle(
            (22, 33.5),
            14.6,
            fill=draw.colour("savannah"),
            stroke=draw.colour("ink"),
            stroke_width=0.6,
        )
    )
    drawing.add(draw.icon("tourist", 11.6, 22.4, 20.8, "ink"))
    drawing.add(
        draw.textbox(
            title,
            8,
            49.6,
            28,
            8,
            size=16,
            min=9,
            align="center",
            valign="middle",
            fill="paper",
            bold=True,
        )
    )
    drawing.add(
        draw.textbox(
            title,
            8,
            9.4,
            28,
            8,
            size=16,
            min=9,
            align="center",
            valign="middle",
            fill="paper",
            bold=True,
            turn=180,
        )
    )
    return drawing


# --------------------------------------------------------------------------- paper


def aide(draw, title, lead, meet, drive, peek, actions, limit, vp, end):
    """Draw the aide of the standard game: two tasks, actions by cards, points by animals."""
    drawing = draw.drawing()
    sheet(drawing, draw, title, lead, "grove")
    texts(drawing, draw, ((24.2, 14.0, meet), (44.2, 10.7, drive), (55.3, 10.7, peek)), 8.2)
    heading(drawing, draw, 4, 18.4, "Meet tourists", "tourist")
    heading(drawing, draw, 4, 38.9, "Guide tourists", "jeep")
    rows = [(str(n), str(max(0, int(actions) - n))) for n in range(int(limit) + 1)]
    figures(drawing, draw, 66.7, "Face-up cards", "Actions", rows)
    sets = [(str(n), points) for n, points in enumerate(str(vp).split(), start=1)]
    figures(drawing, draw, 79.2, "Different animals", "Points", sets)
    texts(drawing, draw, ((91.9, 10.6, end),), 8.2)
    return drawing


def family_aide(draw, title, lead, turn, drive, peek, photo, end):
    """Draw the aide of the family game."""
    drawing = draw.drawing()
    sheet(drawing, draw, title, lead, "bush")
    heading(drawing, draw, 4, 19.6, "Your turn", "turn")
    texts(drawing, draw, ((25.6, 10, turn), (36.6, 10, drive), (47.6, 10, peek)), 9.6)
    heading(drawing, draw, 4, 60, "A photo", "camera")
    texts(drawing, draw, ((66, 20, photo), (88.4, 13, end)), 9.6)
    return drawing


def texts(drawing, draw, boxes, size):
    """Texts across the card: each its top, its height, and its words."""
    for top, high, words in boxes:
        drawing.add(draw.textbox(words, 4, top, 66, high, size=size, min=6, fill="ink"))


def sheet(drawing, draw, title, lead, habitat):
    """Paper with a landscape along the top."""
    drawing.add(drawing.rect((-4, -4), (82, 113), fill=draw.colour("paper")))
    group = drawing.g()
    land_strip = draw.drawing()
    land(land_strip, draw, habitat, Wobble(lead), 74, 16, (), 0.75)
    for element in land_strip.elements:
        if element.elementname != "defs":
            group.add(element)
    drawing.add(group)
    path(
        drawing,
        "M-4 16.4Q16 14.6 37 16.2T78 15.6V113H-4Z",
        fill=draw.colour("paper"),
        stroke=draw.mix(habitat, "#000000", 0.5),
        stroke_width=0.6,
    )
    drawing.add(drawing.rect((4, 3.4), (66, 10.4), rx=2.4, fill=draw.colour("paper"), opacity=0.94))
    drawing.add(
        draw.textbox(title, 7, 4, 30, 9.2, size=15, min=9, valign="middle", fill="ink", bold=True)
    )
    drawing.add(
        draw.textbox(
            lead,
            37,
            4,
            30,
            9.2,
            size=8.5,
            min=6,
            align="right",
            valign="middle",
            fill="ink",
            italic=True,
        )
    )


def heading(drawing, draw, x, y, text, icon):
    """A heading with its icon."""
    drawing.add(draw.icon(icon, x, y - 0.6, 5.4, "clay"))
    drawing.add(
        draw.textbox(
            text, x + 7, y - 0.6, 50, 5.4, size=10.5, min=7, valign="middle", fill="clay", bold=True
        )
    )


def figures(drawing, draw, y, above, below, rows):
    """A little table of two rows: a number of things, and what it gives."""
    ink = draw.colour("ink")
    drawing.add(
        drawing.rect((4, y), (66, 11.6), rx=1.8, fill=draw.mix("savannah", "#ffffff", 0.45))
    )
    drawing.add(
        draw.textbox(
            above, 5.6, y + 0.6, 24, 5.2, size=7.6, min=5.5, valign="middle", fill="ink", bold=True
        )
    )
    drawing.add(
        draw.textbox(
            below, 5.6, y + 5.8, 24, 5.2, size=7.6, min=5.5, valign="middle", fill="ink", bold=True
        )
    )
    step = min(8.0, 39.0 / len(rows))
    for i, (top, bottom) in enumerate(rows):
        x = 30.4 + i * step
        path(
            drawing,
            f"M{number(x)} {number(y + 1.4)}V{number(y + 10.2)}",
            stroke=ink,
            stroke_width=0.25,
            opacity=0.5,
        )
        drawing.add(
            draw.textbox(
                top,
                x,
                y + 0.6,
                step,
                5.2,
                size=9,
                min=5.5,
                align="center",
                valign="middle",
                fill="ink",
            )
        )
        drawing.add(
            draw.textbox(
                bottom,
                x,
                y + 5.8,
                step,
                5.2,
                size=10,
                min=5.5,
                align="center",
                valign="middle",
                fill="ink",
                bold=True,
            )
        )
    path(drawing, f"M5.6 {number(y + 5.8)}H68.4", stroke=ink, stroke_width=0.25, opacity=0.5)


def notes(draw, pack, title, text):
    """Draw a sheet to note peeked tiles: the reserve in small, and a box for every tile."""
    drawing = draw.drawing()
    ink = draw.colour("ink")
    drawing.add(draw.textbox(title, 4.5, 4, 87, 7, size=14, min=9, fill="ink", bold=True))
    drawing.add(draw.textbox(text, 4.5, 11, 87, 8, size=8, min=6, fill="ink"))
    flats = 12.2
    rows = [row.fields for row in pack.component("tiles").rows]
    habitats = list(dict.fromkeys(row["habitat"] for row in rows))
    animals = list(dict.fromkeys(row["animal"] for row in rows))
    line = {"stroke": ink, "stroke_width": 0.35}
    for q in range(-3, 4):
        for r in range(max(-3, -3 - q), min(3, 3 - q) + 1):
            x, y = 48 + (q + r / 2) * flats, 59 + r * flats * math.sqrt(3) / 2
            if (q, r) == (0, 0):
                stone = draw.mix("stone", "#ffffff", 0.6)
                path(drawing, hexagon(x, y, flats - 0.8), fill=stone, **line)
                drawing.add(draw.icon("mountain", x - 4, y - 4, 8, ink))
            elif (q, r) in LODGES:
                straw = draw.mix("savannah", "#ffffff", 0.4)
                drawing.add(drawing.circle((x, y), flats / 2 - 1.6, fill=straw, **line))
                drawing.add(draw.icon("lodge", x - 3.2, y - 3.4, 6.4, ink))
            else:
                path(drawing, hexagon(x, y, flats - 0.8), fill="#ffffff", **line)
    top, left, wide, high = 102.0, 4.5, 11.6, 5.5
    for j, animal in enumerate(animals):
        x = left + 17 + j * wide
        drawing.add(draw.icon(animal, x, top - 1.2, 6.4, ink))
        letters = animal[:2].capitalize()  # two, since a habitat's letter may be the same
        drawing.add(
            draw.textbox(letters, x + 6.4, top - 1, 6, 6, size=9, min=6, bold=True, valign="middle")
        )
    for i, habitat in enumerate(habitats):
        y = top + 6.2 + i * high
        shade = draw.mix(habitat, "#ffffff", 0.6)
        drawing.add(drawing.rect((left, y + 0.4), (16, high - 0.8), rx=1, fill=shade))
        name = f"**{habitat[0].upper()}** {habitat}"
        drawing.add(
            draw.textbox(
                name, left + 1, y, 15, high, size=7.6, min=5.5, fill="ink", valign="middle"
            )
        )
        for j in range(len(animals)):
            corner = (left + 17 + j * wide + 1.1, y + 0.6)
            drawing.add(drawing.rect(corner, (4.2, 4.2), rx=0.7, fill="none", **line))
    return drawing


# --------------------------------------------------------------------------- the rule sheet
#
# Examples on the rule sheet lie on the real board: cells (q, r), Kilimanjaro at (0, 0), the lodges
# at the corners. A path is named by its two cells, a lodge by its one. Where a jeep may stop is
# computed here from corners alone, and checked against the rules.

SIDES = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CELLS = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if -3 <= q + r <= 3]
EXAMPLES = {
    "lodge": {
        "cells": ((-3, 0), (-2, -1), (-2, 0), (-3, 1), (-1, -1), (-1, 0), (-2, 1)),
        "jeeps": {"teal": ((-2, 0), (-1, 0))},
        "tracks": {},
    },
    "chain": {
        "cells": ((-2, 0), (-1, 0), (0, 0), (1, 0), (-2, 1), (-1, 1), (0, 1)),
        "jeeps": {"teal": ((-2, 1), (-1, 0)), "plum": ((-1, 1), (0, 0))},
        "tracks": {
            ((-1, 0), (-1, 1)): "amber",
            ((-1, 1), (0, 0)): "amber",
            ((0, 0), (0, 1)): "amber",
            ((0, 1), (1, 0)): "chalk",
        },
    },
}


def corners_of(cell):
    """The corners of a cell as points of a fine grid; those that cells share are equal."""
    x, y = 2 * cell[0] + cell[1], 3 * cell[1]
    ways = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    return {(x + dx, y + dy) for dx, dy in ways}


def ends_of(space):
    """The corners that a space touches: a path's two ends, a lodge's six corners."""
    cells = [corners_of(cell) for cell in space]
    return cells[0] & cells[1] if len(cells) == 2 else cells[0]


def spaces():
    """All paths between two tiles, and the lodges."""
    paths = {
        tuple(sorted(((q, r), (q + dq, r + dr))))
        for q, r in CELLS
        for dq, dr in SIDES
        if (q + dq, r + dr) in CELLS and (q, r) not in LODGES
    }
    return [p for p in paths if p[1] not in LODGES and p[0] not in LODGES] + [
        (cell,) for cell in LODGES
    ]


def beside(space):
    """The spaces that share a corner with this one."""
    return [other for other in spaces() if other != space and ends_of(other) & ends_of(space)]


def stops(start, jeeps, tracks):
    """Where one drive from `start` may end: past jeeps, and tracks of one colour."""
    found = set()
    for colour in {*tracks.values(), ""}:
        passed = [start]
        for space in passed:
            for other in beside(space):
                if other in passed:
                    continue
                if other not in jeeps:
                    found.add(other)
                if other in jeeps or tracks.get(other) == colour:
                    passed.append(other)
    return found - {start}


def habitat_of(cell, pack):
    """Some habitat tile for a cell, a different one for each."""
    rows = pack.component("tiles").rows
    places = [c for c in CELLS if c not in LODGES and c != (0, 0)]
    return f"tiles/{rows[places.index(cell) * 7 % len(rows)].id}"


class Map:
    """A part of the reserve, drawn small: `flats` mm across a tile, (0, 0) at (x, y)."""

    def __init__(self, drawing, draw, pack, x, y, flats):
        self.drawing, self.draw, self.pack = drawing, draw, pack
        self.x, self.y, self.flats = x, y, flats

    def at(self, cell):
        """The middle of a cell."""
        q, r = cell
        return self.x + (q + r / 2) * self.flats, self.y + r * self.flats * math.sqrt(3) / 2

    def middle(self, space):
        """The middle of a path or a lodge."""
        points = [self.at(cell) for cell in space]
        return tuple(sum(p[i] for p in points) / len(points) for i in (0, 1))

    def tile(self, cell, side="back"):
        """A tile, Kilimanjaro or a lodge in its cell."""
        x, y = self.at(cell)
        if cell in LODGES:
            wide = self.flats * 0.72
            letter = self.pack.component("lodges").rows[LODGES.index(cell)].id
            self.drawing.add(self.draw.piece(f"lodges/{letter}", x - wide / 2, y - wide / 2, wide))
            return
        name = "mountain/kilimanjaro" if cell == (0, 0) else habitat_of(cell, self.pack)
        high = self.flats * 2 / math.sqrt(3)
        left, top = x - self.flats / 2, y - high / 2
        self.drawing.add(self.draw.piece(name, left, top, self.flats, side))

    def veil(self, cells):
        """Pale the tiles, so that what lies on them shows."""
        for cell in cells:
            if cell not in LODGES:
                shape = hexagon(*self.at(cell), self.flats)
                path(self.drawing, shape, fill="#ffffff", opacity=0.5)

    def turn(self, path):
        """How a path runs, degrees clockwise from the east."""
        (ax, ay), (bx, by) = (self.at(cell) for cell in path)
        return math.degrees(math.atan2(by - ay, bx - ax)) + 90

    def track(self, path, colour):
        """A track on its path."""
        x, y = self.middle(path)
        wide = self.flats * 0.57
        name = f"tracks/{colour}-track"
        high = wide * 5 / 22
        turn = self.turn(path)
        self.drawing.add(self.draw.piece(name, x - wide / 2, y - high / 2, wide, turn=turn))

    def jeep(self, space, colour, scale=0.34):
        """A jeep on a path or in a lodge."""
        x, y = self.middle(space)
        wide = self.flats * scale
        self.drawing.add(self.draw.piece(f"jeeps/{colour}-jeep", x - wide / 2, y - wide / 2, wide))

    def dot(self, space, right=True):
        """A tick where a jeep may stop, a cross where it may not."""
        x, y = self.middle(space)
        if len(space) == 1:
            y += self.flats * 0.42
        mark_of(self.drawing, self.draw, right, x, y, self.flats * 0.075)


def mark_of(drawing, draw, right, x, y, r):
    """A tick or a cross on a disc."""
    fill = draw.mix("grove", "#000000", 0.35) if right else draw.colour("clay")
    drawing.add(drawing.circle((x, y), r, fill=fill, stroke="#ffffff", stroke_width=r * 0.2))
    mark = "M-1.3 .1L-.3 1.1L1.4 -1" if right else "M-1 -1L1 1M-1 1L1 -1"
    line = drawing.path(d=mark, fill="none", stroke="#ffffff", stroke_width=0.7)
    line["transform"] = f"translate({number(x)} {number(y)}) scale({number(r / 2.6)})"
    line["stroke-linecap"] = "round"
    drawing.add(line)


def say(drawing, draw, text, x, y, wide, align="center"):
    """A few words of the sheet's own, from y down."""
    high = 4.2 * (1 + text.count("\n"))
    drawing.add(draw.textbox(text, x, y, wide, high, size=9, min=9, align=align))


def arrow_to(drawing, draw, x, y, wide=6.0):
    """A broad arrow to the right."""
    shape = f"M0 -1H{number(wide - 2.6)}V-2.4L{number(wide)} 0L{number(wide - 2.6)} 2.4V1H0Z"
    arrow = drawing.path(d=shape, fill=draw.colour("clay"))
    arrow["transform"] = f"translate({number(x)} {number(y)})"
    drawing.add(arrow)


def setup(draw, pack):
    """The whole reserve at the start: tiles face down, a pile of cards and a jeep at lodges."""
    drawing = draw.drawing(58, 52)
    flats = 8.1
    reserve = Map(drawing, draw, pack, 29, 26, flats)
    for cell in CELLS:
        reserve.tile(cell)
    cards = pack.component("tourists").rows
    x, y = reserve.at((3, -3))
    for i in range(3):
        name = f"tourists/{cards[(4, 10, 22)[i]].id}"
        drawing.add(draw.piece(name, x + 3.4 + 0.6 * i, y - 4.2 + 0.5 * i, 5.4))
    for cell, colour in (((3, 0), "teal"), ((-3, 0), "amber")):
        x, y = reserve.at(cell)
        drawing.add(draw.piece(f"jeeps/{colour}-jeep", x - 1.8, y + 1.6, 3.6))
    return drawing


def paths(draw, pack):
    """A jeep on a path, the spaces next to it, and a lodge with its two paths."""
    drawing = draw.drawing(40, 38)
    example = EXAMPLES["lodge"]
    flats = 13.0
    part = Map(drawing, draw, pack, 46.0, 19.0, flats)
    for cell in example["cells"]:
        part.tile(cell)
    part.veil(example["cells"])
    jeep = example["jeeps"]["teal"]
    for space in beside(jeep):
        if all(cell in example["cells"] for cell in space):
            part.dot(space)
    for path in (((-2, -1), (-2, 0)), ((-3, 1), (-2, 0))):
        x, y = part.middle(path)
        drawing.add(
            drawing.circle((x, y), 1.9, fill="none", stroke=draw.colour("clay"), stroke_width=0.8)
        )
    part.jeep(jeep, "teal")
    return drawing


def card_life(draw, pack):
    """A tourist's card: fresh, rotated once the photo is taken, face down once dropped off."""
    drawing = draw.drawing(112, 29)
    card = next(row.id for row in pack.component("tourists").rows)
    wide, high = 15.0, 15.0 * 67 / 44
    for middle, side, turn, text in (
        (18, "front", 0, "**face up**: wants a photo"),
        (56, "front", 90, "**rotated**: has the photo"),
        (94, "back", 0, "**face down**: dropped off"),
    ):
        w, h = (high, wide) if turn else (wide, high)
        at = (middle - w / 2, 0.2 + (high - h) / 2)
        drawing.add(draw.piece(f"tourists/{card}", *at, wide, side, turn))
        say(drawing, draw, text, middle - 19, 24.2, 38)
    arrow_to(drawing, draw, 31, high / 2, 9)
    arrow_to(drawing, draw, 73, high / 2, 9)
    return drawing


def drive(draw, pack):
    """One drive: the jeep moves on to the next path and leaves a track."""
    drawing = draw.drawing(52, 20)
    for i in range(2):
        part = Map(drawing, draw, pack, 19.2 + 28.2 * i, 14, 9.4)
        cells = ((-1, -1), (0, -1), (-1, 0), (0, 0))
        for cell in cells:
            part.tile(cell)
        part.veil(cells)
        start, goal = ((-1, -1), (-1, 0)), ((-1, 0), (0, -1))
        if i == 0:
            part.jeep(start, "teal", 0.4)
        else:
            part.track(start, "teal")
            part.jeep(goal, "teal", 0.4)
    arrow_to(drawing, draw, 20.6, 6, 6.6)
    return drawing


def chain(draw, pack):
    """One drive past a chain of tracks and the jeep on it: where it may stop."""
    drawing = draw.drawing(57, 29)
    example = EXAMPLES["chain"]
    part = Map(drawing, draw, pack, 35.4, 8.6, 14.0)
    for cell in example["cells"]:
        part.tile(cell)
    part.veil(example["cells"])
    for path, colour in example["tracks"].items():
        part.track(path, colour)
    for colour, space in example["jeeps"].items():
        part.jeep(space, colour)
    start = example["jeeps"]["teal"]
    for space in stops(start, set(example["jeeps"].values()), example["tracks"]):
        if all(cell in example["cells"] for cell in space):
            part.dot(space)
    return drawing


def photo(draw, pack):
    """A peek that finds what a tourist wants: the tile turns up, the card rotates."""
    drawing = draw.drawing(56, 32.4)
    tiles = pack.component("tiles").rows
    mine, other = tiles[-2].id, tiles[8].id
    flats = 13.2
    high = flats * 2 / math.sqrt(3)
    wide = 9.6
    for i in range(2):
        x = 0.3 + 29.2 * i
        side = "back" if i == 0 else "front"
        drawing.add(draw.piece(f"tiles/{mine}", x, 0.3, flats, side))
        drawing.add(draw.piece(f"tiles/{other}", x + flats, 0.3, flats, "back"))
        drawing.add(draw.piece("jeeps/teal-jeep", x + flats - 2.6, 0.3 + high / 2 - 2.6, 5.2))
        turn = 90 * i
        left = x + 9 if i == 0 else x + 6.5
        drawing.add(draw.piece(f"tourists/{mine}", left, 17.2 + 2.6 * i, wide, turn=turn))
    arrow_to(drawing, draw, 22.6, 25.4, 8)
    return drawing


def sets(draw, pack):
    """Eight photos in three sets, and what they score."""
    drawing = draw.drawing(52, 31)
    rows = pack.component("tiles").rows
    animals = list(dict.fromkeys(row.fields["animal"] for row in rows))
    total = 0
    for i, n in enumerate((4, 3, 1)):
        y = 0.6 + 8.2 * i
        shape = draw.panel(0.4, y, 38, 7.4, 1.4)
        path(drawing, shape, fill=draw.mix("savannah", "#ffffff", 0.5))
        for j in range(n):
            drawing.add(draw.icon(animals[j], 1.4 + 6.4 * j, y + 0.7, 6, "ink"))
        points = pack.number(f"vp_{n}")
        total += points
        say(drawing, draw, f"**{points}**", 39, y + 1.6, 9, "right")
    say(drawing, draw, f"together **{total}** points", 12, 26.0, 36, "right")
    return drawing
