"""The Mara: guide tourists through a reserve, photograph the animals on their cards.

Spaces are where jeeps stand: 0–71 the paths (borders of two tiles), 72–77 the lodges. Cells 0–29
are the habitats. A kind is a habitat and an animal, `ANIMALS` × habitat + animal; a card and its
tile are of one kind. Cards are numbered kind by kind. K numbers are the rulings in RULES.md.
"""

import numpy as np

from generator import kit
from generator.kit import hexes, rule

SEATS = (2, 4)
HIDDEN = CHANCE = True
LONGEST = 6000
WIDEST = 3200  # 78 spaces × 40 tracks that could be relocated, and a few
SUPPLIES = {"tracks": "each"}
ENDS = ("", "all_tiles_up", "no_tourists", "stall", "cap", "deck_empty")
ALL_UP, NO_TOURISTS, STALL, CAP, DECK_EMPTY = 1, 2, 3, 4, 5

# The board (K1, K2): a hexagon of radius 3 with Kilimanjaro amid and lodges at its corners.
MOUNTAIN = (0, 0)
LODGES = ((3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3))
TILES = [cell for cell in hexes.disc(3) if cell not in LODGES]
HABITATS = [cell for cell in TILES if cell != MOUNTAIN]
PATHS = [(a, b) for a in TILES for b in sorted(hexes.neighbours(a)) if a < b and b in TILES]
N_CELLS, N_PATHS, N_LODGES = len(HABITATS), len(PATHS), len(LODGES)
N_SPACES = N_PATHS + N_LODGES
CELL_NAMES, LODGE_NAMES = (tuple(f"{q},{r}" for q, r in cells) for cells in (HABITATS, LODGES))
PATH_NAMES = tuple("P{},{}/{},{}".format(*a, *b) for a, b in PATHS)
SPACE_NAMES = (*PATH_NAMES, *(f"L{name}" for name in LODGE_NAMES))
NEAR = kit.sharing([hexes.edge(*path) for path in PATHS] + [hexes.corners(c) for c in LODGES])
BESIDE = np.array([[HABITATS.index(c) if c in HABITATS else -1 for c in path] for path in PATHS])

ANIMALS = 6  # at most: a lodge for the pile of each
MOST = 62  # cards, tiles, habitats
NOTHING = -1
MOVES = kit.verbs(
    start={"lodge": LODGE_NAMES},
    meet=(),
    guide=(),
    drop={"card": MOST},
    pick={"card": MOST},
    keep={"card": MOST},
    drive={"relocate": ("", *PATH_NAMES), "to": SPACE_NAMES},
    peek=(),
    photo={"tile": CELL_NAMES},
    done=(),
)
SAID = {
    "done": "end the turn", "pick": "pick up", "drop": "drop off or give back",
    "keep": "keep a card",
    "start": "choose a lodge", "meet": "go to meet tourists", "guide": "go on tour",
    "photo": "take a photo", "all_tiles_up": "all tiles face up",
    "no_tourists": "no tourists left", "deck_empty": "the deck is empty",
}  # fmt: skip
START, TASK, MEET, GUIDE, KEEP = 0, 1, 2, 3, 4  # phases of a turn
# Where a card is: 0–5 under a lodge; before a seat (plus the seat) face up (FRESH), rotated
# (TURNED) or face down with its photo (TAKEN); in the deck or out of the game (AWAY).
FRESH, TURNED, TAKEN, AWAY = 6, 10, 14, 18


# --------------------------------------------------------------------------- set-up


def setup(pack, players):
    """The tables of this pack and a state before the first card is dealt."""
    tiles, cards = kit.copies(pack, "tiles"), kit.copies(pack, "tourists")
    rows = (*pack.component("tiles").rows, *pack.component("tourists").rows)
    habitats, animals = kit.words_in(rows, "habitat"), kit.words_in(rows, "animal")
    if max(len(tiles), len(cards), len(habitats)) > MOST or len(animals) > ANIMALS:
        raise ValueError(f"more than {MOST} tiles, cards or habitats, or {ANIMALS} animals")

    def kinds(rows):
        return ANIMALS * kit.column(rows, "habitat", habitats) + kit.column(rows, "animal", animals)

    by_kind = np.argsort(kinds(cards), kind="stable")
    reach = 0 if pack.value("at_only") else 1
    ways = kit.distances(NEAR)[:, N_PATHS:]  # from a space to the lodges
    family, sizes = bool(pack.value("family")), range(1, ANIMALS + 1)
    points = [pack.number("photo_points") * n if family else pack.number(f"vp_{n}") for n in sizes]
    tables = kit.record(
        players=players,
        family=family,
        tracks=0 if family else pack.number("tracks"),  # K23
        faceup_limit=0 if family else pack.number("faceup_limit"),  # K13
        **{name: pack.number(name) if family else 0 for name in ("start_cards", "draw", "keep")},
        actions=pack.number("family_actions" if family else "actions"),
        peeks=pack.number("family_peeks" if family else "actions"),  # K24: else no limit
        stall_turns=pack.number("stall_rounds") * players,
        cap_turns=pack.number("cap_rounds") * players,
        points=np.array([0.0, *points]),  # by the size of a set (K18, K26)
        reach=reach,  # steps from a lodge within which its tourists are met (K3)
        meeting=np.where(ways.min(axis=1) <= reach, ways.argmin(axis=1), NOTHING),  # that lodge
        n_tiles=len(tiles),
        n_cards=len(cards),
        n_habitats=len(habitats),
        # as many numbers in every pack, so that another box of cards compiles nothing anew
        tile_kinds=np.resize(kinds(tiles), MOST),
        card_kinds=np.resize(kinds(cards)[by_kind], MOST),
        card_rows=np.resize(kit.printed(pack, "tourists")[by_kind], MOST),
        habitat_names=kit.text(habitats, MOST, 32),
        animal_names=kit.text(animals, ANIMALS, 32),
    )
    state = kit.record(
        phase=START,
        seat=players - 1,  # K21
        over=0,
        turn=1,
        changed=0,  # the last turn in which a card, tile or track changed (K22)
        left=0,  # guide actions left
        peeks=0,  # of which so many may be peeks
        fiddled=0,  # cards picked and dropped in this task
        drawn=0,  # cards on top of the deck that the mover chooses from
        keeping=0,  # how many of them are still to be kept
        peeked=0,  # bit per cell that is open to a photo
        jeeps=np.full(4, NOTHING),  # spaces
        jeep_on=np.zeros(N_SPACES, np.int8),
        track=np.zeros(N_SPACES, np.int8),  # 1 + owner; none in a lodge
        tracks=np.zeros(4, np.int64),  # in stock
        tile=np.full(N_CELLS, NOTHING, np.int16),  # kinds
        backs=np.zeros(MOST, np.int64),  # by habitat: bit per cell with such a tile
        down=0,  # bit per cell whose tile lies face down
        seen=np.zeros(4, np.int64),  # bit per cell the seat has peeked at
        where=np.full(MOST, AWAY, np.int8),
        face_up=np.zeros(4, np.int64),  # cards before each seat
        photos=np.zeros((4, ANIMALS), np.int64),
        deck=kit.piles(MOST, kit.FACE_DOWN)[0],
    )
    return tables, state


@rule
def deal(tables, state, rng):
    """Lay the tiles face down and deal the cards to the lodges, or to hands and a deck."""
    box = kit.shuffled(rng, tables.n_tiles)
    gaps = tables.n_tiles < N_CELLS  # a tile was taken out of the box
    cells = kit.shuffled(rng, N_CELLS if gaps else 0)
    for i in range(min(tables.n_tiles, N_CELLS)):
        kind = tables.tile_kinds[box[i]]
        cell = cells[i] if gaps else i
        state.tile[cell] = kind
        state.backs[kind // ANIMALS] |= 1 << cell
        state.down |= 1 << cell
    state.tracks[:] = tables.tracks
    if tables.family:
        cards = kit.shuffled(rng, tables.n_cards)
        for i in range(tables.n_cards - 1, -1, -1):  # the first on top
            kit.put(state.deck, cards[i])
        for seat in range(tables.players):
            for _ in range(min(tables.start_cards, kit.count(state.deck))):
                state.where[kit.draw(state.deck)] = FRESH + seat
                state.face_up[seat] += 1
    else:
        lodges = kit.shuffled(rng, N_LODGES)
        for card in range(tables.n_cards):
            state.where[card] = lodges[tables.card_kinds[card] % ANIMALS]


def round_of(tables, state):
    """Everyone has one turn in a round."""
    return 1 + (int(state.turn) - 1) // tables.players


# --------------------------------------------------------------------------- what may be done


@rule
def moves(tables, state, out):
    """List the legal moves."""
    seat = state.seat
    here = state.jeeps[seat]
    n = 0
    if state.phase == GUIDE:
        for i in range(2 if state.peeked else 0):
            cell = BESIDE[here, i]
            if cell >= 0 and state.peeked >> cell & 1 and _match(tables, state, cell) >= 0:
                n = kit.offer(out, n, MOVES.photo + cell)  # K11
        if state.left > 0:
            if here < N_PATHS and state.peeks > 0:  # K10, K24
                n = kit.offer(out, n, MOVES.peek)
            n = _drives(tables, state, out, n)
        if n == 0 or state.left <= 0 or not tables.family:  # K12, K24: exactly two actions
            n = kit.offer(out, n, MOVES.done)
    elif state.phase == TASK:
        n = kit.offer(out, n, MOVES.guide)
        if tables.meeting[here] >= 0:  # K3, K12
            n = kit.offer(out, n, MOVES.meet)
    elif state.phase == MEET:
        lodge = tables.meeting[here]
        for card in range(tables.n_cards):
            place = state.where[card]
            mine = place == FRESH + seat or place == TURNED + seat
            verb = MOVES.drop if mine else MOVES.pick
            if (mine or place == lodge) and not _has_twin(tables, state, card):  # K14
                n = kit.offer(out, n, verb + card)
        if state.face_up[seat] <= tables.faceup_limit:  # K13
            n = kit.offer(out, n, MOVES.done)
    elif state.phase == START:
        for lodge in range(N_LODGES):
            if not state.jeep_on[N_PATHS + lodge]:  # K21
                n = kit.offer(out, n, MOVES.start + lodge)
    else:
        for i in range(state.drawn):
            card = kit.peek(state.deck, i)
            twin = False
            for j in range(i):
                twin = twin or tables.card_kinds[kit.peek(state.deck, j)] == tables.card_kinds[card]
            if not twin:
                n = kit.offer(out, n, MOVES.keep + card)
    return n


@rule
def _match(tables, state, cell):
    """An unrotated card of the mover that shows the tile there, or −1."""
    kind = state.tile[cell]
    for card in range(tables.n_cards):
        if state.where[card] == FRESH + state.seat and tables.card_kinds[card] == kind:
            return card
    return NOTHING


@rule
def _has_twin(tables, state, card):
    """Whether an equal card at the same place stands before this one, which then goes unlisted."""
    for other in range(card - 1, -1, -1):
        if tables.card_kinds[other] != tables.card_kinds[card]:
            return False
        if state.where[other] == state.where[card]:
            return True
    return False


@rule
def _drives(tables, state, out, n):
    """List every drive from where the mover's jeep stands; returns the new n."""
    here = state.jeeps[state.seat]
    first = n
    room = np.zeros((2, N_SPACES), np.int8)
    marks, stack = room[0], room[1]  # bit 0: listed; bit 1 + colour: reached in that pass
    met = 1  # bit per colour of the tracks met so far
    # K4, K5: pass 0 skips jeeps alone; pass c skips jeeps and tracks of colour c, all one chain.
    for colour in range(tables.players + 1):
        if not met >> colour & 1:
            continue
        reached = 2 << colour
        marks[here] |= reached
        stack[0] = here
        size = 1
        while size > 0:
            size -= 1
            space = stack[size]
            for i in range(4):
                other = NEAR[space, i]
                if other < 0:
                    break
                if marks[other] & reached:
                    continue
                marks[other] |= reached
                track = state.track[other]  # K6: none in a lodge, so no chain runs through
                met |= 1 << track
                jeep = state.jeep_on[other]
                if not jeep and not marks[other] & 1:
                    marks[other] |= 1
                    n = kit.offer(out, n, MOVES.drive + other)
                if jeep or (colour > 0 and track == colour):
                    stack[size] = other
                    size += 1
    if lays_track(tables, state) and state.tracks[state.seat] == 0:  # K8: any track may be moved
        # None in stock: all `tracks` lie on paths, and each may be the one that goes. Every drive
        # is listed once for each, from the end on; the first path's come last, over the drives.
        drives = out[first:n]
        n = end = first + len(drives) * tables.tracks
        for path in range(N_PATHS - 1, -1, -1):
            if state.track[path] == state.seat + 1:
                relocations = out[end - len(drives) : end]
                for i in range(len(drives)):
                    relocations[i] = drives[i] + N_SPACES * (1 + path)
                end -= len(drives)
    return n


@rule
def lays_track(tables, state):
    """Whether the mover's jeep leaves a track behind (K7)."""
    here = state.jeeps[state.seat]
    return tables.tracks > 0 and here < N_PATHS and state.track[here] == 0


# --------------------------------------------------------------------------- doing it


@rule
def play(tables, state, move, rng):
    """Carry out one move."""
    seat = state.seat
    here = state.jeeps[seat]
    verb = kit.verb_of(MOVES, move)
    which = move - verb  # lodge, card, cell …
    if verb == MOVES.drive:
        _drive(tables, state, which % N_SPACES, which // N_SPACES - 1)
    elif verb == MOVES.pick or verb == MOVES.keep:
        state.where[which] = FRESH + seat
        state.face_up[seat] += 1
        state.fiddled += 1
        state.changed = state.turn
        if verb == MOVES.keep:
            _keep(state, which)
    elif verb == MOVES.drop:
        rotated = state.where[which] == TURNED + seat
        state.where[which] = TAKEN + seat if rotated else tables.meeting[here]
        state.face_up[seat] -= 1
        state.fiddled += 1
        state.changed = state.turn
    elif verb == MOVES.peek:
        state.left -= 1
        state.peeks -= 1
        for i in range(2):
            if BESIDE[here, i] >= 0:
                state.peeked |= 1 << BESIDE[here, i]
        state.seen[seat] |= state.peeked
    elif verb == MOVES.photo:
        _photo(tables, state, which)
    elif verb == MOVES.meet:
        state.phase = MEET
        state.fiddled = 0
    elif verb == MOVES.guide:
        state.phase = GUIDE
        state.left = max(0, tables.actions - state.face_up[seat])  # K9
    elif verb == MOVES.start:
        state.jeeps[seat] = N_PATHS + which
        state.jeep_on[N_PATHS + which] = 1
        if seat > 0:
            state.seat -= 1  # K21
        else:
            begin_turn(tables, state)
    else:
        _end_turn(tables, state)


@rule
def _drive(tables, state, space, relocated):
    """Move the jeep and lay a track on the path it leaves (K7)."""
    seat = state.seat
    here = state.jeeps[seat]
    if lays_track(tables, state):
        if relocated >= 0:
            state.track[relocated] = 0  # K8
        else:
            state.tracks[seat] -= 1
        state.track[here] = seat + 1
        state.changed = state.turn
    state.jeep_on[here] = 0
    state.jeep_on[space] = 1
    state.jeeps[seat] = space
    state.left -= 1
    state.peeked = 0  # K11


@rule
def _photo(tables, state, cell):
    """Turn the tile up for good and rotate the card; in the family game draw new ones (K25)."""
    seat = state.seat
    card = _match(tables, state, cell)
    state.peeked &= ~(1 << cell)
    state.down &= ~(1 << cell)
    state.photos[seat, state.tile[cell] % ANIMALS] += 1
    state.changed = state.turn
    if not tables.family:
        state.where[card] = TURNED + seat
        return
    state.where[card] = TAKEN + seat
    state.face_up[seat] -= 1
    state.drawn = min(tables.draw, kit.count(state.deck))
    state.keeping = min(tables.keep, state.drawn)
    for i in range(state.drawn):
        kit.reveal(state.deck, i, seat)
    state.phase = KEEP
    if state.drawn == 0:
        state.over = DECK_EMPTY


@rule
def _keep(state, card):
    """Take the card out of the deck; after the last, those drawn with it go under it (K25)."""
    kit.take(state.deck, card)
    state.drawn -= 1
    state.keeping -= 1
    if state.keeping == 0:
        for _ in range(state.drawn):
            kit.put_under(state.deck, kit.draw(state.deck), 1 << state.seat)
        state.drawn = 0
        state.phase = GUIDE


@rule
def begin_turn(tables, state):
    """The seat to act chooses a task; the family game has but one (K23)."""
    state.peeked = 0
    state.phase = GUIDE if tables.family else TASK
    state.left = tables.actions
    state.peeks = tables.peeks


@rule
def _end_turn(tables, state):
    """End the task: see whether the game is over (K16, K17, K22), else the next seat acts."""
    if state.phase == GUIDE and not tables.family and state.down == 0:
        state.over = ALL_UP
    elif state.phase == MEET and state.face_up[state.seat] == 0:
        state.over = NO_TOURISTS
        for card in range(tables.n_cards):
            if state.where[card] < FRESH:
                state.over = 0  # one waits at a lodge
    if not state.over and state.turn - state.changed >= tables.stall_turns:
        state.over = STALL
    if not state.over and state.turn >= tables.cap_turns:
        state.over = CAP
    if not state.over:
        state.turn += 1
        state.seat = (state.seat + 1) % tables.players
        begin_turn(tables, state)


@rule
def score(tables, state, out):
    """Points of every seat as if the game ended now (K18, K26)."""
    for seat in range(tables.players):
        out[seat] = kit.set_points(state.photos[seat], tables.points)


@rule
def hide(tables, state, seat, rng):
    """Deal anew what the seat cannot know: tiles face down it has not peeked at, and the deck."""
    unknown = state.down & ~state.seen[seat]
    cells = np.empty(N_CELLS, np.int64)
    for habitat in range(tables.n_habitats):  # which the backs show: tiles stay within theirs
        hidden = unknown & state.backs[habitat]
        n = 0
        while hidden:
            cells[n] = kit.lowest(hidden)
            hidden &= hidden - 1
            n += 1
        kit.reshuffle_at(rng, state.tile, cells, n)
    kit.reshuffle(rng, state.deck, seat)


# --------------------------------------------------------------------------- for people


def pieces(pack):
    """The printed pieces that `piece` counts."""
    return kit.pieces_of(pack, "tourists")


@rule
def piece(tables, state, move):
    """The tourist card that is picked up, kept or photographed for, or −1."""
    verb = kit.verb_of(MOVES, move)
    if verb == MOVES.pick or verb == MOVES.keep:
        return tables.card_rows[move - verb]
    if verb == MOVES.photo:
        return tables.card_rows[_match(tables, state, move - verb)]
    return NOTHING


@rule
def space(tables, state, move):
    """The path or lodge a jeep comes to or meets tourists at, the tile of a photo, or −1."""
    verb = kit.verb_of(MOVES, move)
    which = move - verb
    if verb == MOVES.drive:
        return which % N_SPACES
    if verb == MOVES.start:
        return N_PATHS + which
    if verb == MOVES.meet:
        return N_PATHS + tables.meeting[state.jeeps[state.seat]]
    return N_SPACES + which if verb == MOVES.photo else NOTHING


def opening(tables, state):
    """The set-up of a record: tiles, piles and, in the family game, deck and hands."""
    tiles = [_kind(tables, kind) for kind in state.tile]
    lodges = [_cards_at(tables, state, lodge) for lodge in range(N_LODGES)]
    result = {"tiles": dict(zip(CELL_NAMES, tiles, strict=True))}
    result["piles"] = dict(zip(LODGE_NAMES, lodges, strict=True))
    if tables.family:
        result["deck"] = [_kind(tables, tables.card_kinds[c]) for c in kit.cards_in(state.deck)]
        result["hands"] = [_cards_at(tables, state, FRESH + seat) for seat in range(tables.players)]
    return result


def describe(tables, state, move):
    """The record's entry for a move, asked before it is played."""
    event = MOVES.described(move)
    match event:
        case {"do": "meet" | "guide" as task}:
            return {"do": "task", "task": task}
        case {"do": "drive", "to": to, "relocate": moved}:
            return {"do": "drive", "to": to} | ({"relocate": moved} if moved else {})
        case {"do": verb, "card": card}:
            event["card"] = _kind(tables, tables.card_kinds[card])
            if verb != "keep":
                event["lodge"] = LODGE_NAMES[tables.meeting[state.jeeps[state.seat]]]
            rotated = _cards_at(tables, state, TURNED + state.seat)
            if state.where[card] == FRESH + state.seat and event["card"] in rotated:
                event["rotated"] = False  # only when a designer prints a card twice
    return event


def _kind(tables, kind):
    """The names of a kind: habitat, animal; None for no tile."""
    if kind < 0:
        return None
    habitat, animal = divmod(int(kind), ANIMALS)
    return [kit.word(tables.habitat_names, habitat), kit.word(tables.animal_names, animal)]


def _cards_at(tables, state, place):
    """The cards at a place, in the order of their numbers."""
    return [_kind(tables, tables.card_kinds[card]) for card in _numbers_at(tables, state, place)]


def _numbers_at(tables, state, place):
    """The numbers of the cards at a place."""
    return [card for card in range(tables.n_cards) if state.where[card] == place]
