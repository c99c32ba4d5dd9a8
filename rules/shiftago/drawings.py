"""What Shiftago's pieces look like: the board, the marbles and the score cards, in mm.

Every figure on a piece is a parameter of the pack, so a tweaked game prints as it plays.
"""

from math import ceil, cos, pi, radians, sin

INK = "#2b241d"
FIELD = 22.0
SIZE = 7
WORDS = {"two": "2 players", "more": "3–4 players"}
STAYS = ("no marble stays", "one end marble stays, your choice", "both end marbles stay")


def board(piece, pack, draw):
    """Seven by seven fields in a frame with 28 numbered arrows, each read from its own side."""
    width = piece.component.shape.width
    frame = (width - SIZE * FIELD) / 2
    rim = 7.0
    drawing = draw.drawing()
    lane, grid = width - 2 * rim, SIZE * FIELD + 3
    drawing.add(drawing.rect((-9, -9), (width + 18, width + 18), fill=draw.ground("wood")))
    lane_path = draw.panel(rim, rim, lane, lane, 7, 0.35)
    drawing.add(path(drawing, lane_path, draw.ground("sand"), INK, 0.6))
    for side in range(4):
        wood = drawing.g(transform=f"rotate({90 * side} {width / 2} {width / 2})")
        grain(drawing, wood, -2, width + 2, -1.5, rim - 1, draw.mix("wood", INK, 0.22))
        grain(drawing, wood, 16, width - 16, rim + 1.5, frame - 3, draw.mix("sand", INK, 0.12))
        drawing.add(wood)
    grid_path = draw.panel(frame - 1.5, frame - 1.5, grid, grid, 3, 0.3)
    drawing.add(path(drawing, grid_path, draw.ground("wood"), INK, 0.6))
    for row in range(SIZE):
        for col in range(SIZE):
            x, y = frame + col * FIELD, frame + row * FIELD
            field(drawing, draw, x, y, is_dark=(row + col) % 2)
    for side in range(4):  # top, right, bottom, left: a quarter turn clockwise each
        reading = (180 + 90 * side) % 360  # upright for whoever sits there
        arrows = drawing.g(transform=f"rotate({90 * side} {width / 2} {width / 2})")
        for track in range(SIZE):
            middle = frame + (track + 0.5) * FIELD
            arrows.add(arrow(drawing, middle, rim + 2.6, frame - 3.2, draw.colour("slate")))
        drawing.add(arrows)
        for track in range(SIZE):
            number = track + 1 if side in (0, 1) else SIZE - track
            x, y = turn(frame + (track + 0.5) * FIELD, rim + 8.1, side, width)
            box = (x - 4, y - 4, 8, 8)
            drawing.add(label(draw, number, box, 15, draw.on("slate"), turn=reading))
        x, y = turn(width / 2, rim / 2 + 0.8, side, width)
        box = (x - 40, y - 2.6, 80, 5.2)
        drawing.add(label(draw, pack.name.upper(), box, 11.5, draw.on("wood"), turn=reading))
    homes = [rim + (frame - rim) / 2, width - rim - (frame - rim) / 2]
    corners = [(homes[1], homes[0]), (homes[1], homes[1]), (homes[0], homes[1]), (homes[0],) * 2]
    for row, (x, y) in zip(pack.component("marbles").rows, corners, strict=False):
        marble(drawing, draw, row.fields, x, y, 7.2)
    return drawing


def label(draw, text, box, size, ink, align="center", **more):
    """Bold words in the middle of a box."""
    return draw.textbox(
        str(text),
        *box,
        size=size,
        align=align,
        valign="middle",
        bold=True,
        fill=ink,
        safe=False,
        **more,
    )


def grain(drawing, group, left, right, top, bottom, stroke):
    """Long uneven strokes along a board of wood."""
    n = round((bottom - top) / 1.25)
    for i in range(n):
        y = top + (i + 0.5) * (bottom - top) / n
        x, sway = left + (i * 47 % 31), 0.6 * sin(2.4 * i)
        for j in range(9):
            stop = min(x + 24 + (i * 29 + j * 41) % 37, right)
            if stop - x > 6:
                line = f"M{x:.1f} {y:.2f}Q{(x + stop) / 2:.1f} {y + sway:.2f} {stop:.1f} {y:.2f}"
                group.add(path(drawing, line, "none", stroke, 0.2))
            x = stop + 6 + (i * 13 + j * 7) % 19


def turn(x, y, quarters, width):
    """A point after so many quarter turns clockwise about the board's middle."""
    for _ in range(quarters):
        x, y = width - y, x
    return x, y


def field(drawing, draw, x, y, is_dark):
    """One field: a hand-cut square with a hollow for a marble; squares alternate for diagonals."""
    ground = draw.mix("pale", "wood", 0.18) if is_dark else draw.colour("pale")
    square = draw.panel(x + 0.45, y + 0.45, FIELD - 0.9, FIELD - 0.9, 2.6, 0.22)
    drawing.add(path(drawing, square, draw.ground(ground), draw.mix("wood", INK, 0.25), 0.2))
    cx, cy = x + FIELD / 2, y + FIELD / 2
    hollow = draw.mix(ground, "wood", 0.14)
    drawing.add(drawing.circle((cx, cy), 8.9, fill=draw.ground(hollow)))
    drawing.add(arc(drawing, cx, cy, 8.7, 185, 355, draw.mix(ground, "wood", 0.42), 1.0))
    drawing.add(arc(drawing, cx, cy, 8.8, 20, 160, draw.mix(ground, "#ffffff", 0.75), 0.9))


def arrow(drawing, x, top, tip, fill):
    """A chunky arrow pointing down, from `top` to `tip`; slightly uneven, as if cut by hand."""
    neck = tip - 8.2
    points = [
        (x - 5.1, top + 0.3),
        (x + 4.9, top),
        (x + 4.7, neck),
        (x + 8.4, neck - 0.4),
        (x + 0.2, tip),
        (x - 8.5, neck + 0.2),
        (x - 4.9, neck),
    ]
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
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_linecap="round",
    )


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
    drawing.add(draw.icon(look["symbol"], x - 0.6 * r, y - 0.6 * r, 1.2 * r, ink))


# --------------------------------------------------------------------------- score cards


def score_card(piece, pack, side, draw):
    """What lines score, for 2 players or overleaf for more, and a track up to the target."""
    who = "two" if side == "front" else "more"
    shape = piece.component.shape
    width, height = shape.width, shape.height
    look = piece.row.fields
    main = draw.ground(look["colour"])
    drawing = draw.drawing()
    drawing.add(drawing.rect((-9, -9), (width + 18, height + 18), fill=draw.ground("pale")))
    band = f"M-9 -9H{width + 9}V13.6Q{width / 2} 15.4 -9 14.2z"
    drawing.add(path(drawing, band, main, INK, 0.6))
    drawing.add(draw.texture(look["texture"], band, draw.mix(look["colour"], "#ffffff", 0.5), 0.4))
    marble(drawing, draw, look, 10.6, 7.7, 5.7)
    ink = draw.on(main)
    name = look["id"].capitalize()
    drawing.add(label(draw, name, (19, 3.2, 42, 9), 18, ink, align="left"))
    drawing.add(label(draw, WORDS[who], (width - 50, 3.2, 45, 9), 14, ink, align="right"))
    line_table(drawing, draw, pack, who, look, 5.0, 17.5, 41.0, height - 22.5)
    score_track(drawing, draw, look, pack.number("target"), 49, 17.5, width - 53.5, height - 22.5)
    return drawing


def line_table(drawing, draw, pack, who, look, x, y, w, h):
    """What each line scores, and in small which of its marbles stay (full) or go (hollow)."""
    lengths = [n for n in range(3, SIZE + 1) if pack.number(f"{who}_players_line_{n}") > 0]
    keep = pack.number(f"{who}_players_keep")
    drawing.add(label(draw, "A line of", (x, y, w - 12, 5), 9.5, INK, align="left"))
    drawing.add(label(draw, "scores", (x + w - 16, y, 15, 5), 9.5, INK, align="right"))
    step = min(10.0, (h - 16.5) / max(1, len(lengths)))
    for i, length in enumerate(lengths):
        top = y + 5.8 + i * step
        if i % 2 == 0:
            stripe = draw.panel(x - 1, top, w + 2, step, 1.5, 0.12)
            drawing.add(path(drawing, stripe, draw.mix("pale", "wood", 0.16), "none", 0))
        drawing.add(label(draw, length, (x - 0.4, top, 4, step), 11, INK, align="left"))
        for j in range(length):
            spot = drawing.circle((x + 5.4 + 3.75 * j, top + step / 2), 1.5, stroke=INK)
            if j in (0, length - 1) and (keep == 2 or (keep == 1 and j == 0)):
                spot.update({"fill": draw.ground(look["colour"]), "stroke-width": 0.5})
            else:
                spot.update({"fill": "none", "stroke-width": 0.35, "stroke-dasharray": "0.9 0.7"})
            drawing.add(spot)
        points = pack.number(f"{who}_players_line_{length}")
        drawing.add(label(draw, points, (x + w - 10, top, 9, step), 17, INK, align="right"))
    text = f"Score one line, whole: {STAYS[keep]}, the rest go back to your stock. Then play again."
    foot = (x, y + h - 10.6, w, 10.6)
    drawing.add(draw.textbox(text, *foot, size=8, valign="bottom", fill=INK))


def score_track(drawing, draw, look, target, x, y, w, h):
    """Spots 0 to the target in a winding row, as large as fit; the last one is the win."""
    n = target + 1
    across = max(range(1, n + 1), key=lambda a: min(w / a, h / ceil(n / a), 14.2))
    down = ceil(n / across)
    size = min(w / across, h / down, 14.2)
    left, top = x + (w - across * size) / 2, y + (h - down * size) / 2
    spots = []
    for i in range(n):
        row, col = divmod(i, across)
        col = col if row % 2 == 0 else across - 1 - col
        spots.append((left + (col + 0.5) * size, top + (row + 0.5) * size))
    way = draw.mix("pale", "wood", 0.55)
    drawing.add(drawing.polyline(spots, fill="none", stroke=way, stroke_width=1.8))
    tint = draw.mix(draw.mix(look["colour"], "wood", 0.12), "#ffffff", 0.4)
    for i, (cx, cy) in enumerate(spots):
        r = (0.36 if i == target else 0.43) * size
        fill = draw.ground(tint) if i % 2 == 0 and i != target else "#fffdf7"
        if i == target:
            drawing.add(burst(drawing, cx, cy, 0.53 * size, draw.ground("red")))
        drawing.add(drawing.circle((cx, cy), r, fill=fill, stroke=INK, stroke_width=0.5))
        drawing.add(label(draw, i, (cx - r, cy - r, 2 * r, 2 * r), 1.4 * size, INK))


def burst(drawing, cx, cy, r, fill):
    """A star of twelve points, for the spot that wins."""
    points = [
        (
            cx + (r if i % 2 == 0 else 0.84 * r) * cos(i * pi / 12),
            cy + (r if i % 2 == 0 else 0.84 * r) * sin(i * pi / 12),
        )
        for i in range(24)
    ]
    return drawing.polygon(
        points, fill=fill, stroke=INK, stroke_width=0.35, stroke_linejoin="round"
    )


# --------------------------------------------------------------------------- the rule sheet
#
# Boards on the rule sheet, row by row from the top: o orange, b blue, g green, w white. The push
# and what is scored are checked by the rules themselves.

COLOURS = {"o": "orange", "b": "blue", "g": "green", "w": "white"}
EXAMPLES = {
    "push": {
        "board": (".......", ".......", ".......", "obb.og.", ".......", ".......", "......."),
        "push": ("left", 3, "o"),
    },
    "score": {
        "board": (".......", ".b..b..", "oooo.b.", "..b.o.b", ".b..o..", "....o.b", "..bbo.."),
        "push": ("left", 2, "o"),
        "line": ((2, 0), (2, 1), (2, 2), (2, 3), (2, 4)),
        "waits": ((2, 4), (3, 4), (4, 4), (5, 4), (6, 4)),
    },
}


def pushed(board, side, track, colour):
    """The board after a push: what stands behind the arrow without a gap moves on by one."""
    fields = {
        "left": [(track, i) for i in range(SIZE)],
        "right": [(track, SIZE - 1 - i) for i in range(SIZE)],
        "top": [(i, track) for i in range(SIZE)],
        "bottom": [(SIZE - 1 - i, track) for i in range(SIZE)],
    }[side]
    rows = [list(row) for row in board]
    carried = colour
    for row, col in fields:
        carried, rows[row][col] = rows[row][col], carried
        if carried == ".":
            break
    return tuple("".join(row) for row in rows)


def cleared(board, line, keep):
    """The board after a line is scored; the first `keep` of its ends stay."""
    stay = (line[0], line[-1])[:keep]
    rows = [list(row) for row in board]
    for row, col in line:
        if (row, col) not in stay:
            rows[row][col] = "."
    return tuple("".join(row) for row in rows)


def fields(drawing, draw, board, x, y, size):
    """Rows of fields with their marbles, `size` mm a field."""
    wide, high = size * len(board[0]), size * len(board)
    ground = draw.panel(x - 0.7, y - 0.7, wide + 1.4, high + 1.4, 1, 0)
    drawing.add(path(drawing, ground, draw.ground("wood"), INK, 0.25))
    for i, row in enumerate(board):
        for j, letter in enumerate(row):
            shade = draw.mix("pale", "wood", 0.18) if (i + j) % 2 else draw.colour("pale")
            at, k = (x + j * size + 0.2, y + i * size + 0.2), size - 0.4
            drawing.add(drawing.rect(at, (k, k), rx=0.5, fill=draw.ground(shade)))
            if letter in COLOURS:
                r = 0.84 * size
                corner = x + (j + 0.5) * size - r / 2, y + (i + 0.5) * size - r / 2
                drawing.add(draw.piece(f"marbles/{COLOURS[letter]}", *corner, r))


def ring(drawing, line, x, y, size, dashed=False):
    """A frame round a line of fields."""
    rows, columns = [row for row, _ in line], [col for _, col in line]
    left, top = x + min(columns) * size, y + min(rows) * size
    wide = (max(columns) - min(columns) + 1) * size
    high = (max(rows) - min(rows) + 1) * size
    frame = drawing.rect((left, top), (wide, high), rx=size / 2, fill="none", stroke="#bf2b2b")
    frame["stroke-width"] = 0.7
    if dashed:
        frame["stroke-dasharray"] = "1.5 1"
    drawing.add(frame)


def thick(drawing, draw, x, y, wide, turn=0):
    """A broad arrow to the right, or turned."""
    shape = f"M0 -1H{wide - 2.6:.2f}V-2.4L{wide:.2f} 0L{wide - 2.6:.2f} 2.4V1H0Z"
    arrow = drawing.path(d=shape, fill=draw.colour("slate"))
    arrow["transform"] = f"translate({x} {y}) rotate({turn})"
    drawing.add(arrow)


def words(drawing, draw, text, x, y, wide, align="center"):
    """A few words of the sheet's own, from y down."""
    high = 4.2 * (1 + text.count("\n"))
    drawing.add(draw.textbox(text, x, y, wide, high, size=9, min=9, align=align))


def setup(draw):
    """The board, and what one player begins with."""
    drawing = draw.drawing(60, 32)
    drawing.add(draw.piece("board/board", 0.4, 0.4, 31))
    drawing.add(draw.piece("score_cards/orange", 34, 0.4, 22))
    drawing.add(draw.piece("markers/red-marker", 34, 17.6, 4.4))
    for i in range(14):
        drawing.add(draw.piece("marbles/orange", 40 + 2.7 * (i % 7), 17 + 3.2 * (i // 7), 3.4))
    words(drawing, draw, "yours: card, marker,\nand all marbles", 33, 24.6, 27, "left")
    return drawing


def push(draw):
    """A push before and after; a full track."""
    drawing = draw.drawing(112, 13.4)
    example = EXAMPLES["push"]
    side, track, colour = example["push"]
    row = example["board"][track]
    after = pushed(example["board"], side, track, colour)[track]
    size = 6.0
    drawing.add(draw.piece(f"marbles/{COLOURS[colour]}", 0.3, 1.2, 5.0))
    thick(drawing, draw, 5.8, 3.7, 4.6)
    fields(drawing, draw, (row,), 11.4, 0.8, size)
    thick(drawing, draw, 55.4, 3.8, 8)
    fields(drawing, draw, (after,), 65.4, 0.8, size)
    words(drawing, draw, "before: a gap in the fourth field", 6, 8.6, 52)
    words(drawing, draw, "after: it is filled, the rest stays", 62, 8.6, 50)
    return drawing


def score(draw, pack):
    """A push that makes two lines; one of them is scored, the other waits."""
    drawing = draw.drawing(112, 44.6)
    example = EXAMPLES["score"]
    side, track, colour = example["push"]
    before = example["board"]
    after = pushed(before, side, track, colour)
    keep = pack.number("two_players_keep")
    size, top = 4.7, 1.0
    for i, board in enumerate((before, after, cleared(after, example["line"], keep))):
        x = 5.6 + 37.0 * i
        fields(drawing, draw, board, x, top, size)
        if i == 0:
            thick(drawing, draw, x - 5.4, top + (track + 0.5) * size, 4.6)
        if i == 1:
            ring(drawing, example["line"], x, top, size)
        if i:
            ring(drawing, example["waits"], x, top, size, dashed=True)
    points = pack.number("two_players_line_5")
    texts = (
        "Orange pushes\nfrom the left …",
        "… and has two lines\nof 5: only one counts",
        f"The row: {points} points, its\nends stay. The column waits",
    )
    for i, text in enumerate(texts):
        words(drawing, draw, text, 37.0 * i, 36, 39)
    return drawing
