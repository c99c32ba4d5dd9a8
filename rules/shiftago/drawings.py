"""What Shiftago's pieces look like: the board, the marbles and the score cards, in mm.

Every figure on a piece is a parameter of the pack, so a tweaked game prints as it plays.
"""

from math import ceil, cos, pi, radians, sin

INK = "#2b241d"
FIELD = 22.0
SIZE = 7
WORDS = {"two": "2 players", "more": "3–4 players"}


def board(piece, pack, draw):
    """Seven by seven fields in a frame with 28 numbered arrows, each read from its own side."""
    width = piece.component.shape.width
    frame = (width - SIZE * FIELD) / 2
    rim = 7.0
    wood, sand, pale = draw.ground("wood"), draw.ground("sand"), draw.ground("pale")
    drawing = draw.drawing()
    drawing.add(drawing.rect((-9, -9), (width + 18, width + 18), fill=wood))
    lane = width - 2 * rim
    drawing.add(path(drawing, draw.panel(rim, rim, lane, lane, 7, 0.35), sand, INK, 0.5))
    grid = SIZE * FIELD + 3
    drawing.add(
        path(drawing, draw.panel(frame - 1.5, frame - 1.5, grid, grid, 3, 0.3), wood, INK, 0.6)
    )
    for row in range(SIZE):
        for col in range(SIZE):
            field(drawing, draw, frame + col * FIELD, frame + row * FIELD, (row + col) % 2, pale)
    for side in range(4):  # top, right, bottom, left: a quarter turn clockwise each
        turned = drawing.g(transform=f"rotate({90 * side} {width / 2} {width / 2})")
        for track in range(SIZE):
            middle = frame + (track + 0.5) * FIELD
            turned.add(arrow(drawing, middle, rim + 2.6, frame - 3.2, draw.colour("slate")))
        drawing.add(turned)
        for track in range(SIZE):
            number = track + 1 if side in (0, 1) else SIZE - track
            along = frame + (track + 0.5) * FIELD
            x, y = turn(along, rim + 8.1, side, width)
            ink = draw.on("slate")
            text = draw.textbox(
                str(number), x - 4, y - 4, 8, 8, size=15, align="center", valign="middle",
                bold=True, fill=ink, turn=(180 + 90 * side) % 360, safe=False,
            )  # fmt: skip
            drawing.add(text)
        x, y = turn(width / 2, rim / 2 + 0.6, side, width)
        drawing.add(
            draw.textbox(
                pack.name.upper(),
                x - 40,
                y - 2.6,
                80,
                5.2,
                size=11,
                align="center",
                valign="middle",
                bold=True,
                fill=draw.on("wood"),
                turn=(180 + 90 * side) % 360,
                safe=False,
            )  # fmt: skip
        )
    rows = pack.component("marbles").rows
    for row, (x, y) in zip(rows, ((1, 0), (1, 1), (0, 1), (0, 0)), strict=False):
        at = [rim + (frame - rim) / 2 + step * (width - frame - rim) for step in (x, y)]
        marble(drawing, draw, row.fields, *at, 7.2)
    return drawing


def turn(x, y, quarters, width):
    """A point after so many quarter turns clockwise about the board's middle."""
    for _ in range(quarters):
        x, y = width - y, x
    return x, y


def field(drawing, draw, x, y, dark, pale):
    """One field: a hand-cut square with a hollow for a marble; squares alternate for diagonals."""
    ground = draw.mix(pale, "wood", 0.16) if dark else pale
    drawing.add(path(drawing, draw.panel(x + 0.45, y + 0.45, FIELD - 0.9, FIELD - 0.9, 2.6, 0.22),
                     ground, "none", 0))  # fmt: skip
    cx, cy = x + FIELD / 2, y + FIELD / 2
    hollow = draw.mix(ground, "wood", 0.34)
    drawing.add(drawing.circle((cx, cy), 8.9, fill=draw.mix(ground, "wood", 0.12)))
    drawing.add(arc(drawing, cx, cy, 8.7, 185, 355, hollow, 1.0))
    drawing.add(arc(drawing, cx, cy, 8.8, 20, 160, draw.mix(ground, "#ffffff", 0.75), 0.9))


def arrow(drawing, x, top, tip, fill):
    """A chunky arrow pointing down, from `top` to `tip`; slightly uneven, as if cut by hand."""
    neck = tip - 8.2
    points = [
        (x - 5.1, top + 0.3), (x + 4.9, top), (x + 4.7, neck), (x + 8.4, neck - 0.4),
        (x + 0.2, tip), (x - 8.5, neck + 0.2), (x - 4.9, neck),
    ]  # fmt: skip
    return drawing.polygon(
        points, fill=fill, stroke=fill, stroke_width=1.4, stroke_linejoin="round"
    )


def path(drawing, d, fill, stroke, width):
    """A filled path, outlined or not."""
    return drawing.path(d=d, fill=fill, stroke=stroke, stroke_width=width)


def arc(drawing, cx, cy, r, start, stop, stroke, width):
    """A round-ended arc, degrees clockwise from the east."""
    ends = [(cx + r * cos(radians(a)), cy + r * sin(radians(a))) for a in (start, stop)]
    (x1, y1), (x2, y2) = ends
    large = 1 if stop - start > 180 else 0
    return drawing.path(
        d=f"M{x1:.2f} {y1:.2f}A{r} {r} 0 {large} 1 {x2:.2f} {y2:.2f}",
        fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round",
    )  # fmt: skip


# --------------------------------------------------------------------------- marbles


def marble_counter(piece, draw):
    """A marble to be cut out: its colour runs over the edge, its symbol stands in the middle."""
    drawing = draw.drawing()
    shape = piece.component.shape
    marble(drawing, draw, piece.row.fields, shape.width / 2, shape.height / 2, 7.15, spill=12)
    return drawing


def marble(drawing, draw, look, x, y, r, spill=0.0):
    """A glass marble of radius `r`: swirl, light, and the symbol of its colour.

    With `spill` the colour fills a disc of that radius around it, to be cut through.
    """
    main = draw.ground(look["colour"])
    true = draw.colour(look["colour"])
    shade, light = draw.mix(true, INK, 0.38), draw.mix(true, "#ffffff", 0.55)
    k = r / 7.15
    if spill:
        drawing.add(drawing.circle((x, y), spill, fill=draw.mix(main, INK, 0.1)))
    drawing.add(drawing.circle((x, y), r, fill=main, stroke=INK, stroke_width=0.5 * k))
    if look["texture"]:
        disc = (
            f"M{x - 0.97 * r:.2f} {y:.2f}a{0.97 * r:.2f} {0.97 * r:.2f} 0 1 1 {1.94 * r:.2f} 0"
            f"a{0.97 * r:.2f} {0.97 * r:.2f} 0 1 1 {-1.94 * r:.2f} 0z"
        )
        drawing.add(draw.texture(look["texture"], disc, light, 0.5, 0.62 * k))
    drawing.add(arc(drawing, x, y, 0.84 * r, 15, 110, shade, 0.75 * k))
    drawing.add(arc(drawing, x, y, 0.84 * r, 195, 262, light, 1.15 * k))
    drawing.add(arc(drawing, x, y, 0.84 * r, 274, 281, light, 1.15 * k))
    drawing.add(drawing.circle((x, y), 0.645 * r, fill=main))
    ink = draw.on(main)
    drawing.add(draw.icon(look["symbol"], x - 0.56 * r, y - 0.56 * r, 1.12 * r, ink))


# --------------------------------------------------------------------------- score cards


def score_card(piece, pack, side, draw):
    """The table of line scores for 2 players, overleaf for more, beside a track up to the target."""
    who = "two" if side == "front" else "more"
    shape = piece.component.shape
    width, height = shape.width, shape.height
    look = piece.row.fields
    main, paper = draw.ground(look["colour"]), draw.ground("pale")
    drawing = draw.drawing()
    drawing.add(drawing.rect((-9, -9), (width + 18, height + 18), fill=paper))
    drawing.add(path(drawing, f"M-9 -9H{width + 9}V13.6Q{width / 2} 15.4 -9 14.2z", main, INK, 0.5))
    band = f"M-9 -9H{width + 9}V13.3Q{width / 2} 15.1 -9 13.9z"
    drawing.add(draw.texture(look["texture"], band, draw.mix(look["colour"], "#ffffff", 0.5), 0.35))
    marble(drawing, draw, look, 10.4, 7.6, 5.6)
    ink = draw.on(main)
    drawing.add(draw.textbox(look["id"].capitalize(), 18.5, 3.2, 45, 9, size=17, valign="middle",
                             bold=True, fill=ink))  # fmt: skip
    drawing.add(draw.textbox(WORDS[who], width - 50, 3.2, 46, 9, size=13, align="right",
                             valign="middle", bold=True, fill=ink))  # fmt: skip
    line_table(drawing, draw, pack, who, look, 5.0, 18.0, 40.0, height - 23.0)
    score_track(drawing, draw, look, pack.number("target"), 48.5, 18.0, width - 53.0, height - 23.0)
    return drawing


def line_table(drawing, draw, pack, who, look, x, y, w, h):
    """Which line scores what, and in small which of its marbles stay (full) or go (hollow)."""
    lengths = [n for n in range(3, SIZE + 1) if pack.number(f"{who}_players_line_{n}") > 0]
    keep = pack.number(f"{who}_players_keep")
    stays = {
        2: "both end marbles stay",
        1: "one end marble stays, your choice",
        0: "no marble stays",
    }
    drawing.add(draw.textbox("A line of", x, y, w - 12, 5, size=9, bold=True, fill=INK))
    drawing.add(draw.textbox("scores", x + w - 16, y, 16, 5, size=9, align="right", bold=True,
                             fill=INK))  # fmt: skip
    step = min(9.5, (h - 17) / max(1, len(lengths)))
    for i, length in enumerate(lengths):
        top = y + 6.2 + i * step
        points = pack.number(f"{who}_players_line_{length}")
        if i % 2 == 0:
            drawing.add(path(drawing, draw.panel(x - 1, top, w + 2, step, 1.5, 0.12),
                             draw.mix("pale", "wood", 0.14), "none", 0))  # fmt: skip
        for j in range(length):
            end = j in (0, length - 1)
            stay = end and (keep == 2 or (keep == 1 and j == 0))
            spot = drawing.circle(
                (x + 2.2 + 3.75 * j, top + step / 2), 1.55,
                fill=draw.ground(look["colour"]) if stay else "none", stroke=INK,
                stroke_width=0.45 if stay else 0.35,
            )  # fmt: skip
            if not stay:
                spot["stroke-dasharray"] = "0.8 0.6"
            drawing.add(spot)
        drawing.add(draw.textbox(f"{points}", x + w - 10.5, top, 9.5, step, size=16, align="right",
                                 valign="middle", bold=True, fill=INK))  # fmt: skip
    text = f"Score one line, whole: {stays[keep]}, the rest return to your stock. Then go again."
    drawing.add(draw.textbox(text, x, y + h - 10.6, w, 10.6, size=7.5, valign="bottom", fill=INK))


def score_track(drawing, draw, look, target, x, y, w, h):
    """Spots 0 to the target in a winding row, as large as fit; the last one is the win."""
    n = target + 1
    across = max(range(1, n + 1), key=lambda a: min(w / a, h / ceil(n / a), 14.2))
    size = min(w / across, h / ceil(n / across), 14.2)
    left, top = x + (w - across * size) / 2, y + (h - ceil(n / across) * size) / 2
    spots = []
    for i in range(n):
        row, col = divmod(i, across)
        col = col if row % 2 == 0 else across - 1 - col
        spots.append((left + (col + 0.5) * size, top + (row + 0.5) * size))
    drawing.add(drawing.polyline(spots, fill="none", stroke=draw.mix("pale", "wood", 0.55),
                                 stroke_width=1.6, stroke_linejoin="round"))  # fmt: skip
    main = draw.ground(look["colour"])
    for i, (cx, cy) in enumerate(spots):
        last = i == target
        r = 0.43 * size
        if last:
            drawing.add(burst(drawing, cx, cy, 0.52 * size, draw.ground("red")))
            r = 0.36 * size
        fill = draw.mix(main, "#ffffff", 0.45) if i % 2 == 0 else "#fffdf7"
        drawing.add(drawing.circle((cx, cy), r, fill="#fffdf7" if last else fill, stroke=INK,
                                   stroke_width=0.45))  # fmt: skip
        drawing.add(draw.textbox(str(i), cx - r, cy - r, 2 * r, 2 * r, size=1.35 * size,
                                 align="center", valign="middle", bold=True, fill=INK, safe=False))  # fmt: skip


def burst(drawing, cx, cy, r, fill):
    """A star of twelve points, for the spot that wins."""
    points = [
        (cx + (r if i % 2 == 0 else 0.84 * r) * cos(i * pi / 12),
         cy + (r if i % 2 == 0 else 0.84 * r) * sin(i * pi / 12))
        for i in range(24)
    ]  # fmt: skip
    return drawing.polygon(
        points, fill=fill, stroke=INK, stroke_width=0.35, stroke_linejoin="round"
    )
