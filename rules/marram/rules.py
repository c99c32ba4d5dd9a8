"""Marram: lay tiles or turn them over, own the features you finish.

A *face* is one side of a tile, 2 × tile + side. Its *parts* are its patches (0–3) and its
creature segments (4–7), in the order of the notation. Directions count clockwise from north:

          0                 y grows to the north, x to the east; a tile turned by `rotation`
        ┌───┐               clockwise quarters shows its printed edge e to (e + rotation) % 4
      3 │   │ 1
        └───┘
          2

The table is a torus of width × width cells, wide enough that no chain of all tiles meets itself
round the back. `grid[cell]` is 0 for nothing, tile + 1, or −1 − place on the list of `front`
cells, the free ones beside a tile; `must` and `mask` hold what each of those asks of its edges,
three bits per direction.

Moves: 0 place a tile, 1 flip one, 2 pass, 3 no boot, 4–11 boot on a part; from 16 on
16 + 8 × cell + 4 × side + rotation lays the drawn tile; behind those, 8 × cells further,
4 × tile + rotation turns a tile over.
"""

import numpy as np

from generator.kit import below, record, rule, shuffle

SEATS = (2, 4)
HIDDEN = True  # the short game's tiles that went back unseen
CHANCE = True
MOST_TILES = 80
LONGEST = 700  # 3 decisions per tile, 4 per shovel (20 × 4 at most), and the passes at the end
WIDEST = 8 * (2 * MOST_TILES + 2)  # every free cell beside the tiles, 4 rotations, 2 sides
KINDS = (
    "place",
    "flip",
    "pass",
    "lay",
    "turn over",
    "no boot",
    "boot on grass",
    "boot on sand",
    "boot on orange snake",
    "boot on worm",
    "boot on blue snake",
)
SUPPLIES = ("boots", "shovels")
REACH = 12  # cells from the start tile, each way, that the map of the report shows
# The likely moves only, judged by `value`. Ten times as long, and stronger: `rollout=greedy` and
# `horizon=12`, which play both players' next turns out well before they judge.
SEARCH = {"c": 0.1, "depth": 0, "order": 1, "widen": 1}
NUMBERS = (  # parameters the rules read as they stand
    *("actions", "boots", "shovels", "see_first", "either_side", "boot_on_booted"),
    *("boot_on_complete", "ties_score", "flip_needs_unfinished", "finish_round"),
    *("orange_end", "orange_middle", "worm_end", "worm_saddle", "worm_middle", "worm_saddles"),
    *("blue_head", "blue_tail", "blue_middle", "blue_middles", "freak"),
    *("tuft_bulge", "gold", "silver", "mound_bulge", "flower"),
)
COMPONENTS = ("shovel-tiles", "plain-tiles")  # that are laid, in this order

CHOOSE, LAY, TURN, BOOT, OVER = 0, 1, 2, 3, 4  # state.phase
PLACE_TILE, FLIP_TILE, PASS, NO_BOOT, BOOTS, LAYS = 0, 1, 2, 3, 4, 16  # moves

EAST, NORTH = (0, 1, 0, -1), (1, 0, -1, 0)  # one step, by direction
EDGES = "gsowb"  # code − 1: grass, sand, and who crosses the edge
GRASS, SAND, ORANGE, WORM, BLUE = 1, 2, 3, 4, 5  # kinds of a part
LAND = {"g": GRASS, "b": GRASS, "s": SAND, "o": SAND, "w": SAND}
CREATURES = {"orange": ORANGE, "worm": WORM, "blue": BLUE}
CROSSED_BY = {"o": ORANGE, "w": WORM, "b": BLUE}

# Places in a tally of one feature.
OPEN, BULGES, ENDS, MIDDLES, SADDLES, HEADS, TAILS, GOLD, SILVER, FLOWERS = range(10)
OWNED, TOUCHED, KIND = 10, 14, 15  # boots of seats 0–3; edges of the tile asked about; kind
ROLES = {"end": ENDS, "middle": MIDDLES, "saddle": SADDLES, "head": HEADS, "tail": TAILS}
ROLES_OF = {ORANGE: {"end", "middle"}, WORM: {"end", "middle", "saddle"}}
ROLES_OF[BLUE] = {"head", "tail", "middle"}
TOKENS = {"gold": GOLD, "silver": SILVER, "flower": FLOWERS}
KIND_WORDS = ("", "grass", "sand", "orange snake", "worm", "blue snake")


# --------------------------------------------------------------------------- the tiles


def setup(pack, players):
    """Return the tiles as numbers, the table, the scores, and an empty table.

    Raises `ValueError` for notation that makes no tile, naming the row.
    """
    tiles = [(row, part) for part in COMPONENTS for row in pack.component(part).rows]
    order = [i for i, (row, _) in enumerate(tiles) for _ in range(row.count)]
    n = len(order)
    if not 2 <= n <= MOST_TILES:
        raise ValueError(f"{n} tiles; the rules lay 2 to {MOST_TILES} (MOST_TILES)")
    names = [tiles[i][0].name.encode() for i in order]
    wide = max(map(len, names))
    faces = np.zeros((2 * n, 4), np.int8)
    kinds, counts, tokens, sides = (np.zeros((2 * n, 8), np.int8) for _ in range(4))
    patch_at, creature_at = np.zeros((2 * n, 4), np.int8), np.zeros((2 * n, 4), np.int8)
    two_sided = np.zeros(n, np.int8)
    for t, i in enumerate(order):
        row = tiles[i][0]
        two_sided[t] = bool(row.fields.get("b_patches"))
        for side in range(1 + int(two_sided[t])):
            face = read_face(row, "ab"[side])
            f = 2 * t + side
            faces[f], kinds[f], counts[f], tokens[f], sides[f], patch_at[f], creature_at[f] = face
    packed = np.zeros((2 * n, 4), np.int16)
    for f in range(2 * n):
        for rotation in range(4):
            packed[f, rotation] = sum(int(faces[f, (d - rotation) % 4]) << 3 * d for d in range(4))
    width = n + 3
    cells = width * width
    beside = np.zeros((cells, 4), np.int16)
    for y in range(width):
        for x in range(width):
            for d in range(4):
                there = (y + NORTH[d]) % width * width + (x + EAST[d]) % width
                beside[y * width + x, d] = there
    start = str(pack.value("start"))
    starts = [t for t in range(n) if names[t].decode().split("-")[0] == start]
    out = min(max(pack.number("tiles_out"), 0), n - 2)
    tables = record(
        players=players,
        n_tiles=n,
        n_out=out,
        start=starts[0] if starts else 0,
        width=width,
        cells=cells,
        **{name: pack.number(name) for name in NUMBERS},
        beside=beside,
        packed=packed,
        two_sided=two_sided,
        kinds=kinds,
        counts=counts,
        tokens=tokens,
        sides=sides,
        patch_at=patch_at,
        creature_at=creature_at,
        printed=np.array(order, np.int16),
        names=np.array([list(name.ljust(wide, b"\0")) for name in names], np.uint8),
    )
    state = record(
        seat=0,
        phase=0,
        left=0,  # actions left in this turn
        tile=0,  # drawn, or just laid or turned over
        reach=0,  # M16: bit 4 × layer + direction, what the action may score through
        n_bag=0,
        n_gone=0,
        n_front=0,
        n_laid=0,
        n_turnable=0,
        points=np.zeros(4, np.int32),
        boots=np.zeros(4, np.int8),
        shovels=np.zeros(4, np.int8),
        bag=np.zeros(n, np.int8),
        back=np.zeros(n, np.int8),  # tiles that went back unseen
        gone=np.zeros(n, np.int8),  # M6: discarded, in order
        laid=np.zeros(n, np.int8),
        at=np.full(n, -1, np.int16),
        east=np.zeros(n, np.int8),  # where it lies, seen from the start tile
        north=np.zeros(n, np.int8),
        rotation=np.zeros(n, np.int8),
        side=np.zeros(n, np.int8),
        boot=np.full(n, -1, np.int8),  # 8 × seat + part; a tile never bears two boots
        grid=np.zeros(cells, np.int16),
        front=np.zeros(2 * n + 2, np.int16),
        must=np.zeros(2 * n + 2, np.int16),
        mask=np.zeros(2 * n + 2, np.int16),
    )
    return tables, state


def read_face(row, letter):
    """Read one face's notation: edge codes, then by part its kind, count, token and edges.

    Also the part at each edge, of the land and of the creature there (−1 for none).
    """

    def cell(name):
        value = row.fields.get(name)
        return "" if value is None else str(value).split()

    def fault(text):
        return ValueError(f"{row.place}: tile {row.name}, face {letter.upper()}: {text}")

    code = "".join(cell("edges"))
    if len(code) != 4 or set(code) - set(EDGES):
        raise fault(f"edges {code!r}; expected four of {EDGES}")
    kinds, counts, tokens, sides = ([0] * 8 for _ in range(4))
    patch_at, creature_at = [-1] * 4, [-1] * 4
    for i, word in enumerate(cell(f"{letter}_patches")):
        kind, _, edges = word.partition(":")
        if i > 3 or kind not in ("G", "S") or not edges or set(edges) - set("NESW"):
            raise fault(f"patch {word!r}; expected up to four like G:NE or S:W")
        kinds[i], counts[i] = (GRASS if kind == "G" else SAND), BULGES
        for edge in ("NESW".index(e) for e in edges):
            if patch_at[edge] >= 0 or LAND[code[edge]] != kinds[i]:
                raise fault(f"patch {word!r} does not fit the edges {code}")
            patch_at[edge] = i
            sides[i] |= 1 << edge
    if min(patch_at) < 0:
        raise fault("an edge belongs to no patch")
    for i, word in enumerate(cell(f"{letter}_creatures"), 4):
        name, _, edges = word.partition(":")
        name, _, role = name.partition(".")
        kind = CREATURES.get(name, 0)
        if i > 7 or role not in ROLES_OF.get(kind, ()) or set(edges) - set("NESW"):
            raise fault(f"creature {word!r}; expected one like orange.end:N or worm.saddle:NS")
        if len(edges) != (2 if role in ("middle", "saddle") else 1):
            raise fault(f"creature {word!r} has {len(edges)} edges")
        kinds[i], counts[i] = kind, ROLES[role]
        for edge in ("NESW".index(e) for e in edges):
            if creature_at[edge] >= 0 or CROSSED_BY.get(code[edge]) != kind:
                raise fault(f"creature {word!r} does not fit the edges {code}")
            creature_at[edge] = i
            sides[i] |= 1 << edge
    if any((creature_at[e] >= 0) != (code[e] in CROSSED_BY) for e in range(4)):
        raise fault(f"the edges {code} ask for a creature that is not there")
    for word in cell(f"{letter}_tokens"):
        i, _, token = word.partition(":")
        kind = kinds[int(i)] if i in ("0", "1", "2", "3") else 0
        if token not in TOKENS or kind != (SAND if token == "flower" else GRASS) or tokens[int(i)]:
            raise fault(f"token {word!r}; expected one like 0:gold, silver (grass), flower (sand)")
        tokens[int(i)] = TOKENS[token]
    edges = [EDGES.index(e) + 1 for e in code]
    return edges, kinds, counts, tokens, sides, patch_at, creature_at


# --------------------------------------------------------------------------- the game


@rule
def deal(tables, state, rng):
    n_bag = 0
    for t in range(tables.n_tiles):
        if t != tables.start:
            state.bag[n_bag] = t
            n_bag += 1
    for i in range(tables.n_out):
        j = below(rng, n_bag)
        n_bag -= 1
        state.back[i] = state.bag[j]
        state.bag[j] = state.bag[n_bag]
    state.n_bag = n_bag
    for seat in range(tables.players):
        state.boots[seat] = tables.boots
        state.shovels[seat] = tables.shovels
    put(tables, state, tables.start, 0, 0, 0)
    state.left = tables.actions
    state.phase = CHOOSE


@rule
def turn(tables, state):
    if state.phase == OVER:
        return -1
    return state.seat


@rule
def moves(tables, state, out):
    n = 0
    seat = state.seat
    if state.phase == CHOOSE:
        if state.n_bag > 0:
            out[n] = PLACE_TILE
            n += 1
        if state.n_turnable > 0 and state.shovels[seat] > 0:
            out[n] = FLIP_TILE
            n += 1
        if state.n_bag == 0:  # M24
            out[n] = PASS
            n += 1
    elif state.phase == LAY:
        tile = state.tile
        sides = 1
        if tables.either_side and tables.two_sided[tile]:  # M5
            sides = 2
        for side in range(sides):
            face = 2 * tile + side
            for i in range(state.n_front):
                must, mask = int(state.must[i]), int(state.mask[i])
                code = LAYS + 8 * int(state.front[i]) + 4 * side
                for rotation in range(4):
                    if int(tables.packed[face, rotation]) & mask == must:  # M7
                        out[n] = code + rotation
                        n += 1
        if tables.see_first and state.n_turnable > 0 and state.shovels[seat] > 0:  # M4
            out[n] = FLIP_TILE
            n += 1
    elif state.phase == TURN:
        for i in range(state.n_laid):
            tile = int(state.laid[i])
            if tables.two_sided[tile]:  # M13
                must, mask = around(tables, state, tile)
                face = 2 * tile + 1 - int(state.side[tile])
                for rotation in range(4):  # M14
                    if int(tables.packed[face, rotation]) & mask == must:
                        out[n] = LAYS + 8 * tables.cells + 4 * tile + rotation
                        n += 1
    elif state.phase == BOOT:
        out[n] = NO_BOOT
        n += 1
        if state.boots[seat] > 0:
            face = 2 * state.tile + int(state.side[state.tile])
            for part in range(8):
                if tables.kinds[face, part] and may_boot(tables, state, part):
                    out[n] = BOOTS + part
                    n += 1
    return n


@rule
def play(tables, state, move, rng):
    seat = state.seat
    if move == PLACE_TILE:
        state.phase = CHOOSE
        while state.n_bag > 0 and state.phase == CHOOSE:
            take(tables, state, below(rng, state.n_bag))
        if state.phase == CHOOSE:  # M6: the bag emptied, the action is lost
            next_action(tables, state)
    elif move == FLIP_TILE:
        if state.phase == LAY:  # M4: seen, and put back
            state.bag[state.n_bag] = state.tile
            state.n_bag += 1
        state.shovels[seat] -= 1  # M18
        state.phase = TURN
    elif move == PASS:
        next_action(tables, state)
    elif move < LAYS:
        if move != NO_BOOT:
            state.boot[state.tile] = 8 * seat + move - BOOTS
            state.boots[seat] -= 1
        settle(tables, state)  # M10
        next_action(tables, state)
    elif move < LAYS + 8 * tables.cells:
        code = move - LAYS
        put(tables, state, state.tile, code // 8, (code // 4) % 2, code % 4)
        state.reach = 255
        state.phase = BOOT
    else:
        code = move - LAYS - 8 * tables.cells
        turn_over(tables, state, code // 4, code % 4)
        state.phase = BOOT


@rule
def score(tables, state, out):
    for seat in range(tables.players):
        out[seat] = state.points[seat]


@rule
def hide(tables, state, seat, rng):
    for i in range(tables.n_out):
        j = i + below(rng, tables.n_out - i + state.n_bag)
        kept = state.back[i]
        if j < tables.n_out:
            state.back[i] = state.back[j]
            state.back[j] = kept
        else:
            state.back[i] = state.bag[j - tables.n_out]
            state.bag[j - tables.n_out] = kept
    shuffle(rng, state.bag, state.n_bag)


# --------------------------------------------------------------------------- steps of the game


@rule
def take(tables, state, i):
    """Draw the bag's tile number i: it waits to be laid, or is discarded where it fits nowhere."""
    tile = int(state.bag[i])
    state.n_bag -= 1
    state.bag[i] = state.bag[state.n_bag]
    if fits(tables, state, 2 * tile):
        state.tile = tile
        state.phase = LAY
    else:  # M6
        state.gone[state.n_gone] = tile
        state.n_gone += 1


@rule
def fits(tables, state, face):
    """Whether the face fits anywhere; both faces of a tile have the same edges or are tried so."""
    n_sides = 1
    if tables.either_side and tables.two_sided[face // 2]:
        n_sides = 2
    for side in range(n_sides):
        for i in range(state.n_front):
            must, mask = int(state.must[i]), int(state.mask[i])
            for rotation in range(4):
                if int(tables.packed[face + side, rotation]) & mask == must:
                    return True
    return False


@rule
def put(tables, state, tile, cell, side, rotation):
    """Lay the tile into a cell and bring the free cells beside the tiles up to date."""
    grid = state.grid
    if grid[cell] < 0:
        i = -1 - int(grid[cell])
        last = state.n_front - 1
        moved = int(state.front[last])
        state.front[i] = moved
        state.must[i] = state.must[last]
        state.mask[i] = state.mask[last]
        grid[moved] = -1 - i
        state.n_front = last
    grid[cell] = tile + 1
    for d in range(4):
        near = int(grid[int(tables.beside[cell, d])]) - 1
        if near >= 0:
            state.east[tile] = int(state.east[near]) - EAST[d]
            state.north[tile] = int(state.north[near]) - NORTH[d]
    state.at[tile] = cell
    state.side[tile] = side
    state.rotation[tile] = rotation
    state.laid[state.n_laid] = tile
    state.n_laid += 1
    if tables.two_sided[tile]:
        state.n_turnable += 1
    ask(tables, state, tile)


@rule
def ask(tables, state, tile):
    """Write the tile's edges into what its free neighbour cells ask for."""
    grid = state.grid
    cell = int(state.at[tile])
    packed = int(tables.packed[2 * tile + int(state.side[tile]), int(state.rotation[tile])])
    for d in range(4):
        near = int(tables.beside[cell, d])
        if grid[near] > 0:
            continue
        if grid[near] == 0:
            i = state.n_front
            state.n_front = i + 1
            state.front[i] = near
            state.must[i] = 0
            state.mask[i] = 0
            grid[near] = -1 - i
        i = -1 - int(grid[near])
        facing = 3 * ((d + 2) % 4)
        bits = (packed >> (3 * d)) & 7
        state.must[i] = (int(state.must[i]) & ~(7 << facing)) | (bits << facing)
        state.mask[i] = int(state.mask[i]) | (7 << facing)


@rule
def around(tables, state, tile):
    """What the neighbours ask of a laid tile: (must, mask)."""
    must = 0
    mask = 0
    cell = int(state.at[tile])
    for d in range(4):
        near = int(state.grid[int(tables.beside[cell, d])]) - 1
        if near >= 0:
            face = 2 * near + int(state.side[near])
            packed = int(tables.packed[face, int(state.rotation[near])])
            must |= ((packed >> (3 * ((d + 2) % 4))) & 7) << (3 * d)
            mask |= 7 << (3 * d)
    return must, mask


@rule
def turn_over(tables, state, tile, rotation):
    """Show the tile's other face; its boot is lost (M15), and M16's `reach` is noted before."""
    reach = 255
    if tables.flip_needs_unfinished:
        reach = 0
        face = 2 * tile + int(state.side[tile])
        seen = np.zeros(tables.n_tiles, np.uint8)
        queue = np.empty(4 * tables.n_tiles, np.int16)
        tally = np.zeros(16, np.int32)
        for part in range(8):
            if tables.kinds[face, part] and not (int(seen[tile]) >> part) & 1:
                survey(tables, state, tile, part, seen, queue, tally)
                if tally[OPEN] > 0:
                    reach |= int(tally[TOUCHED])
    state.reach = reach
    state.boot[tile] = -1
    state.side[tile] = 1 - int(state.side[tile])
    state.rotation[tile] = rotation
    state.tile = tile
    ask(tables, state, tile)


@rule
def may_boot(tables, state, part):
    """M8: whether the switches allow a boot on that part of the tile in hand."""
    if tables.boot_on_booted and tables.boot_on_complete:
        return True
    seen = np.zeros(tables.n_tiles, np.uint8)
    queue = np.empty(4 * tables.n_tiles, np.int16)
    tally = np.zeros(16, np.int32)
    survey(tables, state, state.tile, part, seen, queue, tally)
    n_boots = 0
    for seat in range(4):
        n_boots += tally[OWNED + seat]
    if n_boots > 0 and not tables.boot_on_booted:
        return False
    return tally[OPEN] > 0 or tables.boot_on_complete != 0


@rule
def survey(tables, state, tile, part, seen, queue, tally):
    """Tally the feature that a part belongs to, whole; returns how many parts it has.

    `queue[:n]` lists them as 8 × tile + part, `seen[tile]` marks them by bit. `tally[TOUCHED]`
    is the set of bits 4 × layer + direction by which the feature leaves `tile`.
    """
    tally[:] = 0
    kind = int(tables.kinds[2 * tile + int(state.side[tile]), part])
    tally[KIND] = kind
    layer = 0
    if kind >= ORANGE:
        layer = 4
    queue[0] = 8 * tile + part
    seen[tile] = int(seen[tile]) | (1 << part)
    n = 1
    i = 0
    while i < n:
        here = int(queue[i]) // 8
        piece_part = int(queue[i]) % 8
        i += 1
        face = 2 * here + int(state.side[here])
        tally[int(tables.counts[face, piece_part])] += 1
        token = int(tables.tokens[face, piece_part])
        if token:
            tally[token] += 1
        boot = int(state.boot[here])
        if boot >= 0 and boot % 8 == piece_part:
            tally[OWNED + boot // 8] += 1
        edges = int(tables.sides[face, piece_part])
        turned = int(state.rotation[here])
        cell = int(state.at[here])
        for e in range(4):
            if not (edges >> e) & 1:
                continue
            d = (e + turned) & 3
            if here == tile:
                tally[TOUCHED] |= 1 << (layer + d)
            near = int(state.grid[int(tables.beside[cell, d])]) - 1
            if near < 0:
                tally[OPEN] += 1  # M2
                continue
            near_face = 2 * near + int(state.side[near])
            near_edge = (d + 2 - int(state.rotation[near])) & 3
            if layer:
                other = int(tables.creature_at[near_face, near_edge])
            else:
                other = int(tables.patch_at[near_face, near_edge])
            if not (int(seen[near]) >> other) & 1:
                seen[near] = int(seen[near]) | (1 << other)
                queue[n] = 8 * near + other
                n += 1
    return n


@rule
def worth(tables, tally):
    """Points of a complete feature."""
    kind = tally[KIND]
    if kind == GRASS:
        total = tables.tuft_bulge * tally[BULGES]
        return total + tables.gold * tally[GOLD] + tables.silver * tally[SILVER]
    if kind == SAND:
        return tables.mound_bulge * tally[BULGES] + tables.flower * tally[FLOWERS]
    if kind == ORANGE and tally[ENDS] == 2:  # M21
        return tables.orange_end * tally[ENDS] + tables.orange_middle * tally[MIDDLES]
    if kind == WORM and tally[ENDS] == 2 and tally[SADDLES] == tables.worm_saddles:
        total = tables.worm_end * tally[ENDS] + tables.worm_saddle * tally[SADDLES]
        return total + tables.worm_middle * tally[MIDDLES]  # M22
    one_each = tally[HEADS] == 1 and tally[TAILS] == 1
    if kind == BLUE and one_each and tally[MIDDLES] >= tables.blue_middles:
        total = tables.blue_head * tally[HEADS] + tables.blue_tail * tally[TAILS]
        return total + tables.blue_middle * tally[MIDDLES]
    return tables.freak  # M20


@rule
def settle(tables, state):
    """Score every feature that the tile in hand has completed and send its boots home."""
    tile = state.tile
    face = 2 * tile + int(state.side[tile])
    seen = np.zeros(tables.n_tiles, np.uint8)
    queue = np.empty(4 * tables.n_tiles, np.int16)
    tally = np.zeros(16, np.int32)
    for part in range(8):
        if not tables.kinds[face, part] or (int(seen[tile]) >> part) & 1:
            continue
        n = survey(tables, state, tile, part, seen, queue, tally)
        if tally[OPEN] > 0:
            continue
        most = 0
        leaders = 0
        for seat in range(tables.players):
            if tally[OWNED + seat] > most:
                most = tally[OWNED + seat]
                leaders = 0
            if tally[OWNED + seat] == most:
                leaders += 1
        if most == 0:  # M12
            continue
        scores = (int(tally[TOUCHED]) & state.reach) != 0  # M16
        if scores and (leaders == 1 or tables.ties_score):  # M11
            points = worth(tables, tally)
            for seat in range(tables.players):
                if tally[OWNED + seat] == most:
                    state.points[seat] += points
        for i in range(n):
            here = int(queue[i]) // 8
            boot = int(state.boot[here])
            if boot >= 0 and boot % 8 == int(queue[i]) % 8:
                state.boots[boot // 8] += 1
                state.boot[here] = -1


@rule
def next_action(tables, state):
    """Go on to the next action, the next seat or the end."""
    state.phase = CHOOSE
    state.left -= 1
    if state.left > 0:
        return
    last = state.seat == tables.players - 1
    if state.n_bag == 0 and (last or not tables.finish_round):  # M25
        state.phase = OVER
        return
    state.left = tables.actions
    state.seat = (state.seat + 1) % tables.players


# --------------------------------------------------------------------------- how a seat stands


@rule
def value(tables, state, seat):
    return standing(tables, state, seat, 1.0, 1.0, 1.0, 1.0)


@rule
def landlord(tables, state, seat):
    """Cares for tufts and mounds, little for creatures."""
    return standing(tables, state, seat, 1.4, 0.4, 1.0, 1.0)


@rule
def snaker(tables, state, seat):
    """Cares for creatures, little for land."""
    return standing(tables, state, seat, 0.4, 2.5, 1.0, 1.0)


@rule
def miser(tables, state, seat):
    """Keeps boots and shovels for later."""
    return standing(tables, state, seat, 1.0, 1.0, 3.0, 4.0)


@rule
def digger(tables, state, seat):
    """Thinks a shovel is there to be used."""
    return standing(tables, state, seat, 1.0, 1.0, 1.0, -3.0)


PERSONAS = {"landlord": landlord, "snaker": snaker, "miser": miser, "digger": digger}


ACTION = 3.0  # points of lead that an action to come is worth


@rule
def standing(tables, state, seat, land, creature, boot, shovel):
    """The seat's chances from expected points: a logistic of its lead, 15 points to the unit.

    Unfinished features count by `hope`; the weights say what a player cares for. Where the seat
    is about to set a boot or to turn a tile over, its best way to do so counts.
    """
    weights = np.array([land, creature, boot, shovel])
    first, last = -1, 0  # option −1 leaves all as it is
    mine = state.seat == seat
    if mine and state.phase == BOOT and state.boots[seat] > 0:
        last = 8  # a boot on that part
    elif mine and state.phase == TURN:
        first, last = 0, 4 * state.n_laid  # that tile turned over, so rotated
    best = -1000.0
    for option in range(first, last):
        tile = int(state.tile)
        if state.phase == TURN and option >= 0:
            tile = int(state.laid[option // 4])
        side, rotation = int(state.side[tile]), int(state.rotation[tile])
        old = int(state.boot[tile])
        if option >= 0 and state.phase == BOOT:
            if not tables.kinds[2 * tile + side, option] or not may_boot(tables, state, option):
                continue
            state.boots[seat] -= 1
            state.boot[tile] = 8 * seat + option
        elif option >= 0:
            if not tables.two_sided[tile]:
                continue
            must, mask = around(tables, state, tile)
            if int(tables.packed[2 * tile + 1 - side, option % 4]) & mask != must:
                continue
            state.side[tile] = 1 - side
            state.rotation[tile] = option % 4
            state.boot[tile] = -1
        best = max(best, expected_lead(tables, state, seat, weights))
        if option >= 0:
            state.side[tile] = side
            state.rotation[tile] = rotation
            state.boot[tile] = old
            if state.phase == BOOT:
                state.boots[seat] += 1
    to_come = state.left
    if state.phase == TURN or state.phase == BOOT:  # what this one gains is in the lead already
        to_come -= 1
    lead = best + ACTION * to_come if mine else best - ACTION * to_come
    return 1.0 / (1.0 + np.exp(-lead / 15.0))


@rule
def expected_lead(tables, state, seat, weights):
    """Points expected at the end, own minus the best other's, own features weighed."""
    n_laid = state.n_laid
    hopes = np.zeros(4)
    seen = np.zeros(tables.n_tiles, np.uint8)
    queue = np.empty(4 * tables.n_tiles, np.int16)
    tally = np.zeros(16, np.int32)
    for i in range(n_laid):
        tile = int(state.laid[i])
        boot = int(state.boot[tile])
        if boot < 0 or (int(seen[tile]) >> (boot % 8)) & 1:
            continue
        survey(tables, state, tile, boot % 8, seen, queue, tally)
        most = 0
        for other in range(tables.players):
            most = max(most, int(tally[OWNED + other]))
        points = hope(tables, state, tally)
        weight = weights[0]
        if tally[KIND] >= ORANGE:
            weight = weights[1]
        for other in range(tables.players):
            if tally[OWNED + other] == most:
                hopes[other] += points * weight
    for other in range(tables.players):
        hopes[other] += state.points[other]
        hopes[other] += weights[2] * boots_worth(int(state.boots[other]), state.n_bag)
        hopes[other] += weights[3] * shovels_worth(int(state.shovels[other]), state.n_bag)
    best = -1000.0
    for other in range(tables.players):
        if other != seat:
            best = max(best, hopes[other])
    return hopes[seat] - best


@rule
def boots_worth(n, n_bag):
    """Points that boots in the supply promise: the first most, all less as the bag empties."""
    return 6.0 * (1.0 - 0.6**n) * n_bag / (n_bag + 20.0)


@rule
def shovels_worth(n, n_bag):
    """Points that shovels promise; the last action of a game can still use one."""
    return 2.0 * n * n_bag / (n_bag + 6.0)


@rule
def hope(tables, state, tally):
    """Points a feature promises: its worth with every gap closed, times the chance of that."""
    gaps = int(tally[OPEN])
    if gaps == 0:
        return float(worth(tables, tally))
    left = state.n_bag / (state.n_bag + 14.0)
    kind = tally[KIND]
    if kind < ORANGE:
        bulge = tables.tuft_bulge
        if kind == SAND:
            bulge = tables.mound_bulge
        return (worth(tables, tally) + 0.6 * bulge * gaps) * (0.3 * left) ** gaps
    chance = (0.55 * left) ** gaps
    if kind == ORANGE:
        tally[ENDS] += gaps
        return worth(tables, tally) * chance
    if kind == WORM:
        tally[ENDS] += gaps
        if tally[SADDLES] < tables.worm_saddles:
            return 0.6 * chance * tables.freak + 0.4 * chance * 2.0 * (tally[ENDS] + 1)
        return worth(tables, tally) * chance
    if tally[HEADS] > 1 or tally[TAILS] > 1:
        return tables.freak * chance
    missing = max(tables.blue_middles - int(tally[MIDDLES]), 0)
    if gaps == 2:
        chance *= 0.6
    sure = chance * (0.75 - 0.25 * min(missing, 2))
    whole = tables.blue_head + tables.blue_tail + tables.blue_middle * (tally[MIDDLES] + missing)
    return sure * whole + (chance - sure) * tables.freak


# --------------------------------------------------------------------------- what is counted


@rule
def stock(tables, state, out):
    for seat in range(tables.players):
        out[seat, 0] = state.boots[seat]
        out[seat, 1] = state.shovels[seat]


@rule
def kind(tables, state, move):
    if move < NO_BOOT:
        return move
    if move == NO_BOOT:
        return 5
    if move < LAYS:
        face = 2 * state.tile + int(state.side[state.tile])
        return 5 + int(tables.kinds[face, move - BOOTS])
    if move < LAYS + 8 * tables.cells:
        return 3
    return 4


@rule
def piece(tables, state, move):
    if move < LAYS:
        return -1
    if move < LAYS + 8 * tables.cells:
        return int(tables.printed[state.tile])
    return int(tables.printed[(move - LAYS - 8 * tables.cells) // 4])


@rule
def space(tables, state, move):
    """The cell, seen from the start tile, that a tile is laid into; −1 for other moves."""
    if move < LAYS or move >= LAYS + 8 * tables.cells:
        return -1
    cell = (move - LAYS) // 8
    east, north = cell % tables.width, cell // tables.width
    if east > tables.width // 2:
        east -= tables.width
    if north > tables.width // 2:
        north -= tables.width
    if abs(east) > REACH or abs(north) > REACH:
        return -1
    return (north + REACH) * (2 * REACH + 1) + east + REACH


# --------------------------------------------------------------------------- for people and records


def spaces(pack):
    """The cells around the start tile, from the south-west on."""
    wide = pack.component(COMPONENTS[0]).shape.width
    square = [(x * wide / 2, y * wide / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    found = []
    for north in range(-REACH, REACH + 1):
        for east in range(-REACH, REACH + 1):
            across = f"{abs(east)} {'east' if east > 0 else 'west'}" if east else ""
            along = f"{abs(north)} {'north' if north > 0 else 'south'}" if north else ""
            name = " and ".join(part for part in (along, across) if part) or "the start tile"
            outline = [(wide * east + x, y - wide * north) for x, y in square]
            found.append(("cell", name, outline))
    return found


def pieces(pack):
    """Return "component/row" of every tile, in the order of the data."""
    return [f"{part}/{row.id}" for part in COMPONENTS for row in pack.component(part).rows]


def opening(tables, state):
    """Return the record's set-up: the start tile and the tiles that went back unseen."""
    out = sorted(int(t) for t in state.back[: tables.n_out])
    return {"start": _name(tables, tables.start), "out": [_name(tables, t) for t in out]}


def describe(tables, state, move):
    """Return the decision as the record tells it."""
    if move < BOOTS:
        return {"do": ("place_tile", "flip_tile", "pass", "no_boot")[move]}
    if move < LAYS:
        part = int(move) - BOOTS
        at = _at(state, state.tile)
        where = {"patch": part} if part < 4 else {"creature": part - 4}
        return {"do": "boot", "at": at, **where}
    code = int(move) - LAYS
    if code < 8 * tables.cells:
        at = _beside(tables, state, code // 8)
        event = {"do": "lay", "tile": _name(tables, state.tile), "at": at, "rotation": code % 4}
        if tables.either_side and tables.two_sided[state.tile]:
            event["face"] = "AB"[code // 4 % 2]
        return event
    code -= 8 * int(tables.cells)
    return {"do": "flip", "at": _at(state, code // 4), "rotation": code % 4}


def chance(tables, before, move, after):
    """Return the discards and the draw that followed the choice to place a tile (M6)."""
    gone = after.gone[before.n_gone : after.n_gone]
    events = [{"do": "discard", "tile": _name(tables, t)} for t in gone]
    if move == PLACE_TILE and after.phase == LAY:
        events.append({"do": "draw", "tile": _name(tables, after.tile)})
    return events


def why_over(tables, state):
    """Return the reason of the end."""
    return "bag_empty"


def name_move(tables, state, move):
    """Return the move in a few words."""
    event = describe(tables, state, move)
    if event["do"] == "boot":
        face = 2 * int(state.tile) + int(state.side[state.tile])
        part = int(move) - BOOTS
        letters = "".join("NESW"[e] for e in range(4) if int(tables.sides[face, part]) >> e & 1)
        return f"boot on {KIND_WORDS[tables.kinds[face, part]]} {letters} (as printed)"
    if event["do"] in ("lay", "flip"):
        what = event.get("tile") or _name(tables, (int(move) - LAYS - 8 * int(tables.cells)) // 4)
        face = f", face {event['face']}" if "face" in event else ""
        x, y = event["at"]
        return f"{event['do']} {what} at ({x}, {y}), turned {90 * event['rotation']}°{face}"
    return event["do"].replace("_", " ")


def show(tables, state):
    """Draw the table: each tile by its edge codes, its name's type and its boot (seat letter)."""
    by_place = {tuple(_at(state, t)): int(t) for t in state.laid[: state.n_laid]}
    xs, ys = [x for x, _ in by_place], [y for _, y in by_place]
    lines = []
    for y in range(max(ys), min(ys) - 1, -1):
        rows = ["", "", ""]
        for x in range(min(xs), max(xs) + 1):
            t = by_place.get((x, y))
            cells = ["      "] * 3 if t is None else _tile_lines(tables, state, t)
            rows = [row + cell for row, cell in zip(rows, cells, strict=True)]
        lines += [row.rstrip() for row in rows]
    seats = " · ".join(
        f"seat {s}: {state.points[s]} points, {state.boots[s]} boots, {state.shovels[s]} shovels"
        for s in range(tables.players)
    )
    return "\n".join([*lines, f"bag {state.n_bag} · {seats}"])


def _tile_lines(tables, state, t):
    face = 2 * t + int(state.side[t])
    packed = int(tables.packed[face, int(state.rotation[t])])
    n, e, s, w = (EDGES[(packed >> 3 * d & 7) - 1] for d in range(4))
    boot = int(state.boot[t])
    mark = "·" if boot < 0 else "ABCD"[boot // 8]
    kind = "" if boot < 0 else "gsowb"[int(tables.kinds[face, boot % 8]) - 1]
    return [f"┌ {n} ┐ ", f"{w} {mark}{kind or ' '}{e} ", f"└ {s} ┘ "]


def _name(tables, tile):
    return bytes(tables.names[int(tile)]).rstrip(b"\0").decode()


def _at(state, tile):
    return [int(state.east[tile]), int(state.north[tile])]


def _beside(tables, state, cell):
    """Coordinates of a free cell, from a tile beside it."""
    d = next(d for d in range(4) if state.grid[int(tables.beside[cell, d])] > 0)
    x, y = _at(state, int(state.grid[int(tables.beside[cell, d])]) - 1)
    return [x - EAST[d], y - NORTH[d]]
