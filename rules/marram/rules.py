"""Marram: lay tiles or turn them over, own the features you finish.

A *face* is one side of a tile, 2 × tile + side; a *look* is a face as it lies, 4 × face + turn.
Its *parts* are its patches (0–3) and creatures (4–7), in the order of the notation. *Ways* count
clockwise from north, those of land 0–3, those of creatures 4–7. A tile turned by so many clockwise
quarters shows its printed edge e at way (e + turn) % 4.

The table is a ring of cells; `grid` says what lies there: look + 1, or 0 for nothing, or minus the
edges that a free cell beside a tile asks for. `front` lists these cells from place 1 on.
"""

import numpy as np

from generator import kit
from generator.kit import rule

SEATS = (2, 4)
HIDDEN = CHANCE = True  # hidden are the short game's tiles that went back unseen
MOST_TILES, MOST_FRONT = 80, 162
LONGEST = 700  # 3 decisions per tile, 4 per shovel (20 × 4 at most), and the passes at the end
WIDEST = 8 * MOST_FRONT  # every free cell beside the tiles, 2 sides, 4 turns
TABLE = kit.ring(MOST_TILES)
EAST, NORTH = (0, 1, 0, -1), (1, 0, -1, 0)  # a step, by way
COLOURS = ("chalk", "amber", "teal", "plum")
REACH = 12  # cells from the start tile, each way, that the map of the report shows
COMPONENTS = ("shovel-tiles", "plain-tiles")  # that are laid, in this order
SUPPLIES = {"boots": "each, runs out", "shovels": "each"}
ENDS = ("", "bag_empty")
MOVES = kit.verbs(
    *("place_tile", "flip_tile", "pass_"), lay={"cell": len(TABLE), "side": 2, "rotation": 4},
    flip={"cell": len(TABLE), "rotation": 4}, no_boot=(), boot=8,
)  # fmt: skip
KINDS = (
    *("place", "flip", "pass", "lay", "turn over", "no boot", "boot on grass", "boot on sand"),
    *("boot on orange snake", "boot on worm", "boot on blue snake"),
)
SAID = {
    "place": "draw a tile", "flip": "pay to flip a tile", "lay": "lay the tile",
    "turn over": "turn the tile over", "no boot": "set no boot", "boot on grass": "a boot on grass",
    "boot on sand": "a boot on sand", "boot on orange snake": "a boot on an orange snake",
    "boot on worm": "a boot on a worm", "boot on blue snake": "a boot on a blue snake",
    "bag_empty": "the bag is empty",
}  # fmt: skip

CHOOSE, LAY, TURN, BOOT = range(4)  # state.phase
BAG, BACK, GONE = range(3)  # piles: to draw from, gone back unseen, discarded
GRASS, SAND, ORANGE, WORM, BLUE = range(1, 6)  # kinds of part and feature; 0 is none
# The tally of a feature: boots of seats 0–3, then these; LEAVES are the ways off the first tile.
KIND, OPEN, POINTS, LEAVES, BULGE, END, MIDDLE, SADDLE, HEAD, TAIL = range(4, 14)
PATCH, ONE, TWO = (1, 2, 3, 4), (1,), (2,)
PARTS = {  # kind, role, and how many edges it meets
    "G": (GRASS, BULGE, PATCH), "S": (SAND, BULGE, PATCH),  # M1
    "orange.end": (ORANGE, END, ONE), "orange.middle": (ORANGE, MIDDLE, TWO),
    "worm.end": (WORM, END, ONE), "worm.middle": (WORM, MIDDLE, TWO),
    "worm.saddle": (WORM, SADDLE, TWO), "blue.middle": (BLUE, MIDDLE, TWO),
    "blue.head": (BLUE, HEAD, ONE), "blue.tail": (BLUE, TAIL, ONE),
}  # fmt: skip
PRICES = {"G": "tuft_bulge", "S": "mound_bulge"}  # parameters; creatures' bear their own names
TOKENS = {"gold": GRASS, "silver": GRASS, "flower": SAND}  # and what they lie on
EDGES = "gsowb"  # kinds of edge, from 1: the land that meets it, the creature that crosses it
LANDS, CROSSING = (GRASS, SAND, SAND, SAND, GRASS), (0, 0, ORANGE, WORM, BLUE)
EVERY_WAY = 0b11111111


def setup(pack, players):
    """Return the tiles as numbers; and the table with the start tile, all others in the bag."""
    rows = kit.copies(pack, *COMPONENTS)
    n, names = len(rows), [row.name for row in rows]
    if not 2 <= n <= MOST_TILES:
        raise ValueError(f"{n} tiles; the rules lay 2 to {MOST_TILES} (MOST_TILES)")
    numbers = {name: pack.number(name) for name in pack.parameters if name != "start"}
    tables = kit.record(
        **numbers, players=players, n_out=min(max(numbers["tiles_out"], 0), n - 2),
        start=next((t for t in range(n) if names[t].split("-")[0] == pack.value("start")), 0),
        beside=TABLE, two_sided=[0] * MOST_TILES, sides_up=[1] * MOST_TILES,
        edges=[0] * 8 * MOST_TILES,  # by look
        part_at=np.full((8 * MOST_TILES, 8), -1, np.int8),  # by look and way
        ways=np.zeros((8 * MOST_TILES, 8), np.uint8),  # by look and part, a bit each
        kinds=np.zeros((2 * MOST_TILES, 8), np.int8),  # by face and part, as the next two
        roles=np.zeros((2 * MOST_TILES, 8), np.int8), points=np.zeros((2 * MOST_TILES, 8), int),
        printed=np.resize(kit.printed(pack, *COMPONENTS), MOST_TILES),
        names=kit.text([*names, *[" " * 24] * (MOST_TILES + 1 - n)]),  # as large in every pack
    )  # fmt: skip
    for tile, row in enumerate(rows):
        for side in range(2 if row.fields.get("b_patches") else 1):
            read_face(tables, 2 * tile + side, row, pack)
            tables.two_sided[tile] = side
            tables.sides_up[tile] = 1 + side * tables.either_side  # M5
    playing = (np.arange(4) < players).astype(np.int32)
    state = kit.record(
        seat=0, over=0, phase=CHOOSE, left=tables.actions,  # actions left in this turn
        tile=0, cell=0,  # the tile in hand, and where it has been laid or turned over
        # ways of that tile whose features may score (M16), and may get a boot (M8), a bit each
        scorable=0, bootable=0,
        points=[0] * 4, sources=np.zeros((4, 6), np.int16),  # by kind, 0: freak beasts
        boots=tables.boots * playing, shovels=tables.shovels * playing,
        piles=kit.piles(MOST_TILES, kit.FACE_DOWN, kit.FACE_DOWN, kit.FACE_UP),
        n_laid=0, n_turnable=0, laid=[0] * MOST_TILES,  # cells, as they filled
        east=np.zeros(MOST_TILES, np.int8), north=np.zeros(MOST_TILES, np.int8),  # of a tile
        boot=np.full(MOST_TILES, -1, np.int8),  # 8 × seat + part; a tile never bears two
        front=[0] * (1 + MOST_FRONT), grid=np.zeros(len(TABLE), np.int16),
    )  # fmt: skip
    kit.fill(state.piles[BAG], n)
    lay_down(tables, state, 0, 8 * kit.take(state.piles[BAG], tables.start))
    state.phase = CHOOSE
    return tables, state


def read_face(tables, face, row, pack):
    """Write a face into the tables, from the notation that RULES.md ends with."""
    letter, looks = "ab"[face % 2], range(4 * face, 4 * face + 4)

    def demand(fine, text):
        if not fine:
            raise ValueError(f"{row.place}: tile {row.name}, face {letter.upper()}: {text}")

    columns = ("edges", f"{letter}_patches", f"{letter}_creatures", f"{letter}_tokens")
    codes, patches, creatures, tokens = (str(row.fields.get(c) or "").split() for c in columns)
    code = "".join(codes)
    demand(len(code) == 4 and set(code) <= set(EDGES), f"edges {code!r}; expected four of {EDGES}")
    edges = [EDGES.index(edge) for edge in code]
    tables.edges[looks] = kit.turnings([1 + edge for edge in edges])
    wanted, met = [LANDS[edge] for edge in edges] + [CROSSING[edge] for edge in edges], [0] * 8
    for part, text in [*enumerate(patches), *enumerate(creatures, 4)]:
        name, _, at = text.partition(":")
        kind, role, many = PARTS.get(name, (0, 0, ()))
        layer = 4 * (kind >= ORANGE)
        fine = len(set(at)) in many and set(at) <= set("NESW") and layer <= part < layer + 4
        demand(fine, f"part {text!r}; expected up to four like G:NE and like worm.saddle:NS")
        tables.kinds[face, part], tables.roles[face, part] = kind, role
        tables.points[face, part] = pack.number(PRICES.get(name, name.replace(".", "_")))
        for way in ("NESW".index(edge) + layer for edge in at):
            fine = met[way] == 0 and wanted[way] == kind
            demand(fine, f"part {text!r} does not fit the edges {code}")
            met[way] = kind
            for look in looks:
                turned = (way + look) % 4 + layer
                tables.part_at[look, turned] = part
                tables.ways[look, part] |= 1 << turned
    demand(all(met[:4]), "an edge belongs to no patch")
    demand(met == wanted, f"the edges {code} ask for a creature that is not there")
    coined = {}
    for text in tokens:
        part, _, token = text.partition(":")
        land = tables.kinds[face, int(part)] if part in ("0", "1", "2", "3") else 0
        fine = TOKENS.get(token) == land and coined.setdefault(part, text) is text
        demand(fine, f"token {text!r}; expected one like 0:gold, silver (grass), flower (sand)")
        tables.points[face, int(part)] += pack.number(token)


@rule
def deal(tables, state, rng):
    """Let the short game's tiles go back unseen, never the start tile."""
    for _ in range(tables.n_out):
        kit.put(state.piles[BACK], kit.draw_any(rng, state.piles[BAG]))


@rule
def moves(tables, state, out):
    """List what the seat may do now."""
    n, n_bag = 0, kit.count(state.piles[BAG])
    may_flip = state.n_turnable > 0 and state.shovels[state.seat] > 0
    if state.phase == CHOOSE:
        if n_bag > 0:
            n = kit.offer(out, n, MOVES.place_tile)
        if may_flip:
            n = kit.offer(out, n, MOVES.flip_tile)
        if n_bag == 0:  # M24
            n = kit.offer(out, n, MOVES.pass_)
    elif state.phase == LAY:
        for side in range(tables.sides_up[state.tile]):
            edges = tables.edges[8 * state.tile + 4 * side]
            for i in range(1, 1 + state.front[0]):  # M7
                cell = state.front[i]
                first = MOVES.lay + 8 * cell + 4 * side
                n = kit.offer_turns(out, n, first, edges, -int(state.grid[cell]))
        if tables.see_first and may_flip:  # M4
            n = kit.offer(out, n, MOVES.flip_tile)
    elif state.phase == TURN:
        for i in range(state.n_laid):
            cell = state.laid[i]
            look = state.grid[cell] - 1
            if tables.two_sided[look >> 3]:  # M13, M14
                asked = kit.asked_around(tables.beside, tables.edges, state.grid, cell)
                edges = tables.edges[look & ~3 ^ 4]  # of the other face
                n = kit.offer_turns(out, n, MOVES.flip + 4 * cell, edges, asked)
    else:
        n = kit.offer(out, n, MOVES.no_boot)  # M9
        if state.boots[state.seat] > 0:
            for part in range(8):
                if tables.ways[state.grid[state.cell] - 1, part] & state.bootable:
                    n = kit.offer(out, n, MOVES.boot + part)
    return n


@rule
def play(tables, state, move, rng):
    """Say what to do; lay the drawn tile or turn one over; then set a boot or none."""
    verb = kit.verb_of(MOVES, move)
    code = move - verb
    if verb == MOVES.place_tile:
        while state.phase == CHOOSE and kit.count(state.piles[BAG]) > 0:
            hold(tables, state, kit.draw_any(rng, state.piles[BAG]))  # until one can be laid
        if state.phase == CHOOSE:  # M6: the bag emptied, the action is lost
            next_action(tables, state)
    elif verb == MOVES.flip_tile:
        if state.phase == LAY:  # M4: seen, and put back
            kit.put(state.piles[BAG], state.tile)
        state.shovels[state.seat] -= 1  # M18
        state.phase = TURN
    elif verb == MOVES.lay or verb == MOVES.flip:
        put_tile(tables, state, move)
    else:
        if verb == MOVES.boot:
            state.boots[state.seat] -= 1
            state.boot[state.tile] = 8 * state.seat + code
        if verb != MOVES.pass_:
            settle(tables, state)  # M10
        next_action(tables, state)


@rule
def put_tile(tables, state, move):
    """Lay the drawn tile, or turn over one that is laid."""
    if move < MOVES.flip:
        code = move - MOVES.lay
        state.scorable = EVERY_WAY
        lay_down(tables, state, code // 8, 8 * state.tile + code % 8)
        return
    cell, turn = (move - MOVES.flip) // 4, (move - MOVES.flip) % 4
    state.scorable = ways_of(tables, state, cell, 1 - tables.flip_needs_unfinished, 1)  # M16
    other_face = (state.grid[cell] - 1) & ~3 ^ 4
    state.boot[other_face >> 3] = -1  # M15
    lay_down(tables, state, cell, other_face + turn)


@rule
def hold(tables, state, tile):
    """Take a drawn tile in hand, to be laid next; one that fits nowhere leaves the game (M6)."""
    for look in range(8 * tile, 8 * tile + 4 * tables.sides_up[tile]):
        for i in range(1, 1 + state.front[0]):
            if kit.fits(tables.edges[look], -int(state.grid[state.front[i]])):
                state.tile, state.phase = tile, LAY
                return
    kit.put(state.piles[GONE], tile)


@rule
def next_action(tables, state):
    """Go on to the next action, the next seat or the end."""
    state.phase, state.left = CHOOSE, state.left - 1
    if state.left <= 0:
        last = not tables.finish_round or state.seat == tables.players - 1
        state.over = int(last and kit.count(state.piles[BAG]) == 0)  # M25
        state.left = tables.actions
        state.seat = (state.seat + 1) % tables.players


@rule
def hide(tables, state, seat, rng):
    """Deal anew what is in the bag and what went back: nobody knows."""
    kit.reshuffle(rng, state.piles, seat)


@rule
def lay_down(tables, state, cell, look):
    """Lay a tile into a free cell beside the others, or show another look of one that is laid."""
    state.tile, state.cell, state.phase = look >> 3, cell, BOOT
    if state.grid[cell] <= 0:
        state.east[state.tile], state.north[state.tile] = seen_from_start(tables, state, cell)
        state.laid[state.n_laid] = cell
        state.n_laid += 1
        state.n_turnable += tables.two_sided[state.tile]
    kit.lay_tile(tables.beside, tables.edges, state.grid, state.front, cell, look)
    state.bootable = ways_of(tables, state, cell, tables.boot_on_complete, tables.boot_on_booted)


@rule
def seen_from_start(tables, state, cell):
    """Steps east and north from the start tile to a cell, by a tile beside it."""
    for way in range(4):
        near = state.grid[tables.beside[cell, way]]
        if near > 0:
            tile = (near - 1) >> 3
            return int(state.east[tile]) - EAST[way], int(state.north[tile]) - NORTH[way]
    return 0, 0


# --------------------------------------------------------------------------- features


@rule
def settle(tables, state):
    """Score what the action has completed (M26) and send its boots home (M10)."""
    seen, found, tally = room()
    bare = 0  # ways by which nothing lies beside the tile: no need to look further
    for way in range(4):
        if state.grid[tables.beside[state.cell, way]] <= 0:
            bare |= 0b00010001 << way
    for part in range(8):
        ways = tables.ways[state.grid[state.cell] - 1, part]
        if not ways or ways & bare or seen[state.tile] >> part & 1:
            continue
        n = survey(tables, state, state.cell, part, seen, found, tally)
        owners = kit.majority(tally, tables.players)
        if tally[OPEN] > 0 or not owners:  # M12
            continue
        tied = owners & (owners - 1)
        if tally[LEAVES] & state.scorable and (tables.ties_score or not tied):  # M16, M11
            for seat in range(tables.players):
                if owners >> seat & 1:
                    state.points[seat] += worth(tables, tally)
                    state.sources[seat, source_of(tables, tally)] += worth(tables, tally)
        for i in range(n):
            tile = (state.grid[found[i] >> 3] - 1) >> 3
            boot = state.boot[tile]
            if boot >= 0 and boot & 7 == found[i] & 7:
                state.boots[boot >> 3] += 1
                state.boot[tile] = -1


@rule
def ways_of(tables, state, cell, complete, booted):
    """The ways by which features leave the tile in a cell, a bit each.

    Those of complete features count if `complete`, those of features with boots if `booted`.
    """
    if complete and booted:
        return EVERY_WAY
    seen, found, tally = room()
    look, ways = state.grid[cell] - 1, 0
    for part in range(8):
        if tables.ways[look, part] and not seen[look >> 3] >> part & 1:
            survey(tables, state, cell, part, seen, found, tally)
            owned = kit.majority(tally, tables.players) > 0
            if (complete or tally[OPEN] > 0) and (booted or not owned):
                ways |= tally[LEAVES]
    return ways


@rule
def room():
    """Empty arrays for `survey` to fill: parts seen, parts found, and their tally."""
    seen, found = np.zeros(MOST_TILES, np.uint8), np.empty(4 * MOST_TILES, np.int16)
    return seen, found, np.empty(14, np.int32)


@rule
def survey(tables, state, cell, part, seen, found, tally):
    """Tally the feature that a part of the tile in a cell belongs to; return how many parts it has.

    `found` lists them as 8 × cell + part, `seen` marks them with a bit of their tile.
    """
    tally[:] = 0
    look = state.grid[cell] - 1
    tally[KIND] = tables.kinds[look >> 2, part]
    seen[look >> 3] |= 1 << part
    found[0] = 8 * cell + part
    n, i = 1, 0
    while i < n:
        here, part = found[i] >> 3, found[i] & 7
        look = state.grid[here] - 1
        ways, boot = tables.ways[look, part], state.boot[look >> 3]
        tally[tables.roles[look >> 2, part]] += 1
        tally[POINTS] += tables.points[look >> 2, part]  # M23
        if boot >= 0 and boot & 7 == part:
            tally[boot >> 3] += 1
        if here == cell:
            tally[LEAVES] |= ways
        for way in range(part & 4, (part & 4) + 4):
            if ways >> way & 1:
                there = tables.beside[here, way & 3]
                near = state.grid[there] - 1
                if near < 0:
                    tally[OPEN] += 1  # M2
                    continue
                other = tables.part_at[near, way ^ 2]
                if not seen[near >> 3] >> other & 1:
                    seen[near >> 3] |= 1 << other
                    found[n] = 8 * there + other
                    n += 1
        i += 1
    return n


@rule
def worth(tables, tally):
    """Points of a complete feature: all its parts', or a freak beast's (M20)."""
    return tally[POINTS] if source_of(tables, tally) else tables.freak


@rule
def source_of(tables, tally):
    """The kind of a complete feature, or 0 for a freak beast."""
    kind = tally[KIND]
    proper = kind < ORANGE or tally[END] == 2  # M21
    if kind == WORM:  # M22
        proper = proper and tally[SADDLE] == tables.worm_saddles
    elif kind == BLUE:
        proper = tally[HEAD] == 1 and tally[TAIL] == 1 and tally[MIDDLE] >= tables.blue_middles
    return kind if proper else 0


@rule
def tile_of(state, move):
    """The tile that a move lays, turns over or sets a boot on."""
    cell = (move - MOVES.flip) // 4
    return (state.grid[cell] - 1) >> 3 if MOVES.flip <= move < MOVES.no_boot else state.tile


@rule
def kind(tables, state, move):
    """Place a move in KINDS, a boot by what it is set on."""
    if move < MOVES.boot:
        return kit.kind_of(MOVES, move)
    # KINDS[5] is "no boot"; from there they follow the kinds of part, the first of which is 1
    return 5 + tables.kinds[(state.grid[state.cell] - 1) >> 2, move - MOVES.boot]


@rule
def piece(tables, state, move):
    """Place the tile that is laid or turned over in `pieces`."""
    return tables.printed[tile_of(state, move)] if MOVES.lay <= move < MOVES.no_boot else -1


def pieces(pack):
    """Return all tiles as component/row."""
    return kit.pieces_of(pack, *COMPONENTS)


@rule
def space(tables, state, move):
    """Place the cell that a tile is laid into in `spaces`."""
    if move < MOVES.lay or move >= MOVES.flip:
        return -1
    return kit.place_around(REACH, *seen_from_start(tables, state, (move - MOVES.lay) // 8))


# --------------------------------------------------------------------------- for people and records


def opening(tables, state):
    """Return the record's set-up: the start tile and the tiles that went back unseen."""
    out = [kit.word(tables.names, tile) for tile in sorted(kit.cards_in(state.piles[BACK]))]
    return {"start": kit.word(tables.names, tables.start), "out": out}


def describe(tables, state, move):
    """Put a move into the words of the game record."""
    said, tile = MOVES.described(move), tile_of(state, int(move))
    if said["do"] == "lay":
        at, name = seen_from_start(tables, state, said["cell"]), kit.word(tables.names, tile)
        face = {"face": "AB"[said["side"]]} if tables.sides_up[tile] == 2 else {}
        return {"do": "lay", "tile": name, "at": [*at], "rotation": said["rotation"], **face}
    at = [int(state.east[tile]), int(state.north[tile])]
    if said["do"] == "flip":
        return {"do": "flip", "at": at, "rotation": said["rotation"]}
    if said["do"] == "boot":
        layer, part = divmod(said["at"], 4)
        return {"do": "boot", "at": at, ("patch", "creature")[layer]: part}
    return said


def chance(tables, before, move, after):
    """Tell the discards and the draw that followed the choice to place a tile (M6)."""
    gone = kit.cards_in(after.piles[GONE])[::-1][kit.count(before.piles[GONE]) :]
    events = [{"do": "discard", "tile": kit.word(tables.names, tile)} for tile in gone]
    if move == MOVES.place_tile and after.phase == LAY:
        events.append({"do": "draw", "tile": kit.word(tables.names, after.tile)})
    return events
