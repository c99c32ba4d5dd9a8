"""The Mara as people see it: the places of its map, and what lies where, for each seat."""

import math
from functools import lru_cache

from generator import kit
from generator.kit import hexes
from rules import (
    ANIMALS,
    BESIDE,
    CELL_NAMES,
    ENDS,
    FRESH,
    GUIDE,
    HABITATS,
    KEEP,
    LODGE_NAMES,
    LODGES,
    MEET,
    MOUNTAIN,
    MOVES,
    N_PATHS,
    NEAR,
    PATH_NAMES,
    PATHS,
    SPACE_NAMES,
    START,
    TAKEN,
    TASK,
    TILES,
    TURNED,
    _cards_at,
    _kind,
    _numbers_at,
    describe,
)

LODGE_PIECES = ("Acacia", "Baobab", "Canyon", "Drumbeat", "Ebony", "Firefly")
COLOURS = ("chalk", "amber", "teal", "plum")
WAYS = {(1, 0): 90, (0, 1): -30, (1, -1): 30}  # how a strip lies along a path, in degrees
PATH_TURNS = tuple(WAYS.get((c - a, d - b), 0) for (a, b), (c, d) in PATHS)
# Jeeps stand beside the letters: on a sloping path a little down, in mm; at a lodge on its rim.
DOWNHILL = {30: (2.6, 1.5), -30: (-2.6, 1.5)}
RIM, APART, LIFT = 17.0, 62, 20  # mm; degrees between two jeeps; degrees up where they are several


def spaces(pack):
    """The paths and lodges that `space` counts, then the habitat cells, tiles laid out."""
    return places(pack.component("tiles").shape.width)


def places(wide):
    """The same with tiles so wide, in mm."""

    def outline(corners):
        points = [[hexes.centre(cell, wide) for cell in sorted(corner)] for corner in corners]
        return [(sum(x) / 3, sum(y) / 3) for x, y in (zip(*p, strict=True) for p in points)]

    paths = [outline(hexes.edge(*path)) for path in PATHS]
    tiles = [outline(hexes.corners(cell)) for cell in HABITATS]
    return [
        *(
            ("path", path_in_words(*cells), path, name)
            for cells, path, name in zip(PATHS, paths, PATH_NAMES, strict=True)
        ),
        *(
            ("lodge", f"{name} Lodge", [hexes.centre((q, r), wide)], f"L{q},{r}", f"{q},{r}")
            for name, (q, r) in zip(LODGE_PIECES, LODGES, strict=True)
        ),
        *(
            ("tile", cell_in_words((q, r)), tile, f"{q},{r}")
            for tile, (q, r) in zip(tiles, HABITATS, strict=True)
        ),
    ]


def cell_in_words(cell):
    """Where a tile lies: its row from the top, and its place there from the left."""
    if cell == MOUNTAIN:
        return "Kilimanjaro"
    return "tile {1} of row {0}".format(*_row_and_column(cell))


def _row_and_column(cell):
    """The row of a tile and its place in the row; lodges do not count."""
    row = sorted(tile for tile in TILES if tile[1] == cell[1])
    return cell[1] + 4, row.index(cell) + 1


def path_in_words(*cells):
    """Which tiles a path lies between."""
    (row, first), (other, second) = map(_row_and_column, sorted(cells, key=lambda c: (c[1], c[0])))
    if row == other and MOUNTAIN not in cells:
        return f"the path between tiles {first} and {second} of row {row}"
    near, far = sorted(cells, key=lambda cell: (cell != MOUNTAIN, cell[1], cell[0]))
    return f"the path between {cell_in_words(near)} and {cell_in_words(far)}"


def show(tables, state):
    """The board as text, letters for habitat and animal, "." face down; then what each seat has."""
    letters = {MOUNTAIN: "/\\"}
    for i, cell in enumerate(LODGES):
        letters[cell] = f"{len(_cards_at(tables, state, i)):>2}"
    for i, cell in enumerate(HABITATS):
        habitat, animal = _kind(tables, state.tile[i]) or "  "
        letters[cell] = habitat[0].upper() + ("." if state.down >> i & 1 else animal[0].upper())
    lines = [[letters[cell] for cell in hexes.disc(3) if cell[1] == r] for r in range(-3, 4)]
    rows = [" " * 2 * (7 - len(line)) + "  ".join(line) for line in lines]
    for seat in range(tables.players):
        points = kit.set_points(state.photos[seat], tables.points)
        jeep = SPACE_NAMES[state.jeeps[seat]] if state.jeeps[seat] >= 0 else "nowhere yet"
        fresh, turned = (
            ", ".join(" ".join(card) for card in _cards_at(tables, state, place + seat)) or "none"
            for place in (FRESH, TURNED)
        )
        rows.append(
            f"{'>' if seat == state.seat else ' '} seat {seat + 1}: {points:g} points, "
            f"jeep {jeep}, {state.tracks[seat]} tracks, cards: {fresh}; rotated: {turned}"
        )
    return "\n".join(rows)


def name_move(tables, state, move):
    """Say a move in a few words."""
    match describe(tables, state, move):
        case {"do": "task", "task": "guide"}:
            return f"guide: {_counted(_guided(tables, state), 'action')}"
        case {"do": "task"}:
            return f"meet tourists at {_lodge_here(tables, state)}"
        case {"do": "drive", "to": to, **more}:
            reused = f", reusing the track {_at(tables, state, more['relocate'])}" if more else ""
            where = f" ({_at(tables, state, to)})" if to in PATH_NAMES else ""
            return f"drive {_way_to(state, to)}{reused}{where}"
        case {"do": "start", "lodge": lodge}:
            return f"start at {NAMES[lodge]}"
        case {"do": "photo", "tile": tile}:
            habitat, animal = _kind(tables, state.tile[CELL_NAMES.index(tile)])
            return f"photograph the {animal} {IN.get(habitat, 'at')} the {habitat}"
        case {"do": "drop", "card": card}:
            turned = state.where[move - kit.verb_of(MOVES, move)] == TURNED + state.seat
            return f"{'drop off' if turned else 'give back'} the {' '.join(card)}"
        case {"do": "pick" | "keep" as verb, "card": card}:
            return f"{'pick up' if verb == 'pick' else verb} the {' '.join(card)}"
        case {"do": "peek"}:
            cells = [cell for cell in BESIDE[state.jeeps[state.seat]] if cell >= 0]
            down = [cell for cell in cells if state.down >> cell & 1]
            new = [cell for cell in down if not state.seen[state.seat] >> cell & 1]
            at = _joined([_kind(tables, state.tile[cell])[0] for cell in new or down or cells])
            return f"peek {'' if new else 'again '}at {at}"
        case _:
            left = int(state.left) if state.phase == GUIDE else 0
            return "end the turn" + f" ({_counted(left, 'action')} left)" * (left > 0)


PAST = {
    "drive": "drove", "start": "started", "photograph": "photographed", "drop": "dropped",
    "give": "gave", "pick": "picked", "keep": "kept", "peek": "peeked", "meet": "met",
}  # fmt: skip


def tell_move(tables, state, move):
    """Tell a move that was made; a choice that the next move makes plain is left out."""
    first, _, rest = name_move(tables, state, move).partition(" ")
    if first == "end":  # a turn in which nothing was done says so
        can_idle = state.phase == GUIDE and not tables.family
        is_idle = can_idle and state.left >= _guided(tables, state)
        return "passed" if is_idle else ""
    rest, _, where = rest.partition(" (")
    rest = rest.partition(", ")[0]  # which track is used again is seen on the map
    if rest.endswith((" path", " paths")):
        rest = f"{rest} on"
        if int(state.left) == 1:  # the path where the turn ends is named
            near = where.rstrip(")").partition(", ")[0].removesuffix(" Lodge")
            rest = near if rest == "1 path on" else f"{rest} {near}"
    return f"{PAST[first]} {rest}" if first in PAST else ""


def _lodge_here(tables, state):
    """The name of the lodge whose tourists the mover can meet; "" if there is none."""
    lodge = tables.meeting[state.jeeps[state.seat]]
    return f"{LODGE_PIECES[lodge]} Lodge" if lodge >= 0 else ""


def _way_to(state, space):
    """Say how far a drive goes, or to which lodge."""
    steps = int(STEPS[state.jeeps[state.seat], SPACE_NAMES.index(space)])
    if space in PATH_NAMES:
        return _counted(steps, "path")
    return f"{'on ' * (steps > 1)}to {NAMES[space]}"


def _at(tables, state, path):
    """Say where a path is: "between bush and grove near Ebony Lodge"."""
    letters, habitats = tables.habitat_names, state.tile // ANIMALS
    return _path_words(tuple(habitats.tolist()), letters.tobytes(), letters.shape[1])[path]


@lru_cache(64)
def _path_words(habitats, letters, wide):
    """Path → its habitats and the nearest lodge or the mountain; with its row where two are so.

    `habitats` are those of the tiles in the cells, negative where none lies; `letters` are the
    names of all habitats, each so `wide`.
    """
    words = [letters[wide * h : wide * (h + 1)].rstrip(b"\0").decode() for h in habitats]
    words = [word if h >= 0 else "the open" for h, word in zip(habitats, words, strict=True)]
    names = {**dict(zip(HABITATS, words, strict=True)), MOUNTAIN: "Kilimanjaro"}
    words = {}
    for name, cells in zip(PATH_NAMES, PATHS, strict=True):
        sides, there = [names[cell] for cell in cells], MIDDLES[name]
        marks = {lodge: MIDDLES[lodge] for lodge in NAMES if lodge.startswith("L")}
        near = min(marks, key=lambda lodge: math.dist(there, marks[lodge]))
        is_far = math.hypot(*there) < math.dist(there, marks[near])
        landmark = "" if "Kilimanjaro" in sides else "Kilimanjaro" if is_far else NAMES[near]
        joined = f"two {sides[0]} tiles" if sides[0] == sides[1] else " and ".join(sides)
        words[name] = f"between {joined}" + f" near {landmark}" * bool(landmark)
    for detail in (_rows_of, _tiles_of):
        every = [*words.values()]
        words = {n: f"{w}, {detail(n)}" if every.count(w) > 1 else w for n, w in words.items()}
    return words


def _rows_of(path):
    rows = sorted({_row_and_column(cell)[0] for cell in PATHS[PATH_NAMES.index(path)]})
    return f"row{'s' * (len(rows) > 1)} {' and '.join(map(str, rows))}"


def _tiles_of(path):
    tiles = [_row_and_column(cell)[1] for cell in PATHS[PATH_NAMES.index(path)]]
    return f"tiles {' and '.join(map(str, tiles))}"


def _joined(sides):
    """Habitats in words: "grove and river", "two bush tiles", "a bush tile"."""
    if len(sides) == 1:
        return f"a {sides[0]} tile"
    return f"two {sides[0]} tiles" if len(sides) > len({*sides}) else " and ".join(sides)


NTH = ("largest set of animals", "second set", "third set", "fourth set", "fifth set", "sixth set")
IN = {"grove": "in", "bush": "in", "savannah": "on"}  # else "at"
STEPS = kit.distances(NEAR)  # between paths and lodges
NAMES = {key: name for _, name, _, *keys in places(50.0) for key in keys}
MIDDLES = {
    key: tuple(sum(along) / len(outline) for along in zip(*outline, strict=True))
    for _, _, outline, *keys in places(50.0)
    for key in keys
}


def say_goal(tables):
    """Say what earns points."""
    if tables.family:
        return f"Each photo earns {_counted(f'{tables.points[1]:g}', 'point')}; most points win."
    least, most = (_counted(f"{tables.points[n]:g}", "point") for n in (1, ANIMALS))
    return (
        f"Photos score in sets of different animals, from {least} for one animal to {most} for "
        f"{ANIMALS}; most points win."
    )


def say_over(tables, state):
    """Say why the game ended."""
    return {
        "all_tiles_up": "every tile lies face up",
        "no_tourists": "no tourist is left to meet",
        "stall": f"no {'photo was taken' if tables.family else 'card, tile or track changed'} for "
        + _counted(tables.stall_turns // tables.players, "round"),
        "cap": f"{tables.cap_turns // tables.players} rounds are over",
        "deck_empty": "no tourist is left to draw",
    }[ENDS[int(state.over)]]


def tally(tables, state, seat):
    """Where a seat's points come from: its photos by set, in the family game by animal.

    Sets of different animals go by size.
    """
    photos = state.photos[seat]
    if tables.family:
        names = [kit.word(tables.animal_names, animal) for animal in range(len(photos))]
        return [(name, n * tables.points[1]) for name, n in zip(names, photos, strict=True)]
    sizes = _sets(state, seat)
    names = [*NTH[: len(sizes)], *(f"set {i}" for i in range(len(NTH) + 1, len(sizes) + 1))]
    return [(name, float(tables.points[n])) for name, n in zip(names, sizes, strict=True)]


def _sets(state, seat):
    """How many different animals each set of a seat's photos has, the largest set first (K18)."""
    photos = state.photos[seat]
    return [int(sum(photos > level)) for level in range(max(photos))]


def _sets_in_words(tables, state, seat):
    """What the sets of a seat are worth: "6 + 1 points for sets of 3 and 1 different animals"."""
    sizes = _sets(state, seat)
    *most, last = (f"{tables.points[n]:g}" for n in sizes)
    animals = "different animals" if sizes[0] > 1 else "animal"
    if sizes[0] == sizes[-1]:
        each = " each" * bool(most)
        sets = _counted(len(sizes), "set")
        return f"{_counted(last, 'point')}{each} for {sets} of {sizes[0]} {animals}"
    numbers = f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]}"
    return f"{' + '.join([*most, last])} points for sets of {numbers} {animals}"


def status(tables, state, seat):
    """Say what the mover can do now, and how often."""
    cards = int(state.face_up[state.seat])
    actions = _guided(tables, state)
    lodge = "" if tables.family else _lodge_here(tables, state)
    ending, phase = _ending(tables, state), int(state.phase)
    if phase == MEET and cards > tables.faceup_limit:
        return f"Too many cards: give back or drop off {cards - tables.faceup_limit}"
    if ending and phase in (TASK, MEET):  # so that a phone has room for both
        guide = f"Guide ({_counted(actions, 'action')})" + " or meet tourists" * bool(lodge)
        return f"{guide if phase == TASK else _at_lodge(tables, state)}. {ending}"
    words = {
        START: "Choose the lodge where your jeep starts",
        TASK: f"Guide ({actions} {'drive or peek' if actions == 1 else 'drives or peeks'})"
        + f" or meet tourists to {_meeting(tables, state)}" * bool(lodge),
        MEET: f"At {lodge}: {_at_lodge(tables, state).lower()}",
        GUIDE: _on_tour(tables, state),
        KEEP: f"Pick {int(state.keeping)} of the {int(state.drawn)} cards drawn to keep",
    }[phase]
    return f"{words}. {ending}" if ending else words


def _ending(tables, state):
    """Warn of an end without a change in its last round, of one by rounds two before (K22)."""
    still = tables.stall_turns - int(state.turn - state.changed) + 1  # turns to go, with this one
    left = tables.cap_turns - int(state.turn) + 1
    if left <= min(still, 2 * tables.players):
        return f"The game ends in {_counted(left, 'turn')}"
    if state.phase == START or still > tables.players:
        return ""
    change = "a photo is taken" if tables.family else "a card, tile or track changes"
    return f"Last {'turn' if still == 1 else f'{still} turns'} unless {change}"


def _guided(tables, state):
    """How often the mover may drive or peek in a turn: less often with each face-up card (K9)."""
    return max(0, tables.actions - int(state.face_up[state.seat]))


def _on_tour(tables, state):
    """The actions left and what they can be."""
    if state.left <= 0:
        return "No action left, but photos are free"
    peeks = state.jeeps[state.seat] < N_PATHS and state.peeks > 0
    return f"{_counted(int(state.left), 'action')} left: {'drive or peek' if peeks else 'drive'}"


def _at_lodge(tables, state):
    """What can be done with cards at a lodge, and how many may be left."""
    drops = bool(_numbers_at(tables, state, TURNED + int(state.seat)))
    ways = "Pick up, give back or drop off" if drops else "Pick up or give back"
    return f"{ways} cards; keep at most {tables.faceup_limit}"


def _meeting(tables, state):
    """What tourists are met for: a rotated card may be dropped off as well."""
    rotated = _numbers_at(tables, state, TURNED + int(state.seat))
    return "take or drop off cards" if rotated else "take cards"


def _counted(n, noun):
    return f"{n} {noun}{'' if str(n) == '1' else 's'}"


def lay(tables, state, seat):
    """The reserve with its jeeps and tracks; before each seat its cards and what it scored."""
    yield kit.at("mountain/kilimanjaro", (0.0, 0.0))
    for i, cell in enumerate(CELL_NAMES):
        if state.tile[i] >= 0:
            yield _tile(tables, state, seat, i, cell)
    for i, lodge in enumerate(LODGE_NAMES):
        yield kit.at(f"lodges/{LODGE_PIECES[i]} Lodge", lodge)
        if not tables.family:
            there = kit.group(f"{LODGE_PIECES[i]} Lodge")
            cards = _numbers_at(tables, state, i)
            for card in cards:
                yield kit.at(tables.card_rows[card], there)
            if not cards:
                yield kit.note("empty", there)
    for space in range(N_PATHS):
        if state.track[space]:
            colour = COLOURS[state.track[space] - 1]
            yield kit.at(f"tracks/{colour} track", PATH_NAMES[space], turn=PATH_TURNS[space])
    for player in range(tables.players):
        if state.jeeps[player] >= 0:
            jeep, aside = f"jeeps/{COLOURS[player]} jeep", _aside(tables, state, player)
            yield kit.at(jeep, SPACE_NAMES[state.jeeps[player]], nudge=aside)
        yield from _before(tables, state, seat, player)
    if tables.family:
        yield from _deck(tables, state, seat)


def _aside(tables, state, player):
    """How far a jeep stands beside the middle of its path or lodge, so that letters stay free."""
    space = int(state.jeeps[player])
    if space < N_PATHS:
        return DOWNHILL.get(PATH_TURNS[space], (0, 0))
    there = [seat for seat in range(tables.players) if state.jeeps[seat] == space]
    x, y = MIDDLES[SPACE_NAMES[space]]
    turn = APART * (there.index(player) - (len(there) - 1) / 2)
    if abs(y) < 1:  # a lodge at the far left or right: above it, so that the map keeps its width
        way = -90 + turn
    else:
        lift = LIFT * (len(there) > 1)
        way = turn - lift if x > 0 else 180 - turn + lift
    radians = math.radians(way)
    return (round(RIM * math.cos(radians), 1), round(RIM * math.sin(radians), 1))


def _tile(tables, state, seat, i, cell):
    """A habitat tile, which one where the seat knows."""
    piece = "tiles/{} {}".format(*_kind(tables, state.tile[i]))
    down = state.down >> i & 1
    if not down or seat is None or state.seen[seat] >> i & 1:
        return kit.at(piece, cell, up=not down)
    habitat = state.tile[i] // ANIMALS
    like = next(k for k in tables.tile_kinds if k // ANIMALS == habitat)
    return kit.at("tiles", cell, up=False, like="tiles/{} {}".format(*_kind(tables, like)))


def _before(tables, state, seat, player):
    """What lies before a player: cards face up, rotated and face down, tracks, points."""
    cards = [_numbers_at(tables, state, place + player) for place in (FRESH, TURNED)]
    if player == seat and not tables.family and not any(cards):
        yield kit.note("empty", kit.hand(player))
    for card in cards[0]:
        yield kit.at(tables.card_rows[card], kit.front(player))
    for card in cards[1]:
        yield kit.at(tables.card_rows[card], kit.front(player, "Photo taken"), turn=90)
    where = kit.front(player, "Finished" if tables.family else "Dropped off")
    done = _numbers_at(tables, state, TAKEN + player)
    if state.over or seat is None:
        for card in done:
            yield kit.at(tables.card_rows[card], where, up=bool(state.over))
    elif done:  # everybody has seen these cards, so they are no secret
        how = "finished" if tables.family else "dropped off"
        yield kit.note(f"{len(done)} {how}", kit.front(player))
    if tables.tracks:
        track = f"tracks/{COLOURS[player]} track"
        yield kit.at(track, kit.front(player), n=int(state.tracks[player]))
    points = kit.set_points(state.photos[player], tables.points)
    yield kit.note(_counted(f"{points:g}", "point"), kit.front(player))
    if photos := [
        _counted(int(n), kit.word(tables.animal_names, animal))
        for animal, n in enumerate(state.photos[player])
        if n
    ]:
        yield kit.note(", ".join(photos), kit.front(player, "Photos"))
        if not tables.family:
            yield kit.note(_sets_in_words(tables, state, player), kit.front(player, "Photos"))


def _deck(tables, state, seat):
    """The family game's deck from the bottom up; a seat sees the cards it has drawn.

    Cards put back under the deck are known, but all lie as one pile: the log tells which they are.
    """
    for i in range(kit.count(state.deck) - 1, -1, -1):
        card = tables.card_rows[kit.peek(state.deck, i)]
        drawn = i < state.drawn
        known = seat is None or (drawn and kit.knows(state.deck, i, seat))
        where = kit.hand(state.seat, "Drawn") if drawn else "bag"
        yield kit.at(card if known else "tourists", where, up=bool(known and drawn))
