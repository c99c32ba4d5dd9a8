"""The Mara: guide tourists through a reserve, photograph the animals on their cards.

Spaces are numbered: 0–71 the paths (borders of two tiles), 72–77 the lodges. Positions 0–29
are the habitat cells. Cards are numbered copy by copy in the order of the `tourists` rows. A kind
is a pair of habitat and animal; a card and its tile are of one kind. K numbers are the rulings
in RULES.md.
"""

import numpy as np

from generator.hexes import centre, corners, disc, edge, neighbours
from generator.kit import below, record, rule, shuffle

SEATS = (2, 4)
HIDDEN = True
CHANCE = True
LONGEST = 6000
WIDEST = 3200  # 78 spaces × 40 tracks that could be relocated, and a few
KINDS = ("start", "meet", "guide", "drop", "pick", "keep", "drive", "peek", "photo", "done")
SUPPLIES = ("tracks",)
SEARCH = {"depth": 0, "plies": 1}  # `value` foresees the turn: weigh its moves in many worlds

# The board (K1, K2): a hexagon of radius 3 with Kilimanjaro amid and lodges at its corners.
MOUNTAIN = (0, 0)
LODGES = ((3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3))
HABITATS = tuple(cell for cell in disc(3) if cell != MOUNTAIN and cell not in LODGES)
PATHS = tuple(
    (a, b)
    for a in disc(3)
    for b in sorted(neighbours(a))
    if a < b and {a, b} <= {*HABITATS, MOUNTAIN}
)
N_PATHS = len(PATHS)
N_SPACES = N_PATHS + len(LODGES)
N_TILES = len(HABITATS)
MOST_CARDS = 62
NOBODY = -1
NO_LIMIT = 1000

# Phases of a turn.
START, TASK, MEET, GUIDE, KEEP = 0, 1, 2, 3, 4
# Where a card is: 0–5 under a lodge, then the zones below (plus the seat), then the deck.
FRESH, TURNED, TAKEN, DECK, GONE = 6, 10, 14, 18, 19
# Why the game is over.
ALL_UP, NO_TOURISTS, STALL, CAP, DECK_EMPTY = 1, 2, 3, 4, 5
ENDS = ("", "all_tiles_up", "no_tourists", "stall", "cap", "deck_empty")
# Move codes.
DONE, DO_MEET, DO_GUIDE, DO_PEEK, DO_START, DO_PHOTO = 0, 1, 2, 3, 4, 10
DO_DROP = DO_PHOTO + N_TILES
DO_PICK = DO_DROP + MOST_CARDS
DO_KEEP = DO_PICK + MOST_CARDS
DO_DRIVE = DO_KEEP + MOST_CARDS  # + space + N_SPACES · (1 + relocated path)


# --------------------------------------------------------------------------- the table


def setup(pack, players):
    """The tables of this pack and a state before the first card is dealt."""
    tiles = [
        (row.fields["habitat"], row.fields["animal"], row.count)
        for row in pack.component("tiles").rows
    ]
    cards = [
        (row.fields["habitat"], row.fields["animal"], row.count)
        for row in pack.component("tourists").rows
    ]
    kinds = sorted({(habitat, animal) for habitat, animal, _ in tiles + cards})
    habitats = sorted({habitat for habitat, _ in kinds})
    animals = sorted({animal for _, animal in kinds})
    if len(animals) > len(LODGES):
        raise ValueError(f"{len(animals)} animals, but only {len(LODGES)} lodges for their piles")
    if sum(count for _, _, count in cards) > MOST_CARDS:
        raise ValueError(f"more than {MOST_CARDS} tourist cards")
    if len(kinds) > MOST_CARDS:
        raise ValueError(f"more than {MOST_CARDS} kinds of tile and card")

    tile_kinds = np.full(MOST_CARDS, NOBODY, np.int8)
    one_by_one = [kinds.index((h, a)) for h, a, count in tiles for _ in range(count)]
    if len(one_by_one) > MOST_CARDS:
        raise ValueError(f"more than {MOST_CARDS} habitat tiles")
    tile_kinds[: len(one_by_one)] = one_by_one
    card_kinds = np.full(MOST_CARDS, NOBODY, np.int8)
    card_rows = np.full(MOST_CARDS, NOBODY, np.int8)
    deck = sorted(
        (kinds.index((habitat, animal)), i_row)
        for i_row, (habitat, animal, count) in enumerate(cards)
        for _ in range(count)
    )
    for card, (kind_of_card, i_row) in enumerate(deck):
        card_kinds[card] = kind_of_card
        card_rows[card] = i_row

    kind_habitat = np.zeros(MOST_CARDS, np.int8)
    kind_animal = np.zeros(MOST_CARDS, np.int8)
    for i_kind, (habitat, animal) in enumerate(kinds):
        kind_habitat[i_kind] = habitats.index(habitat)
        kind_animal[i_kind] = animals.index(animal)
    family = bool(pack.value("family"))
    points = np.zeros(len(LODGES) + 1)
    for size in range(1, len(animals) + 1):
        points[size] = 0 if family else pack.number(f"vp_{size}")

    near = _adjacency()
    at_only = bool(pack.value("at_only"))
    meeting = np.full(N_SPACES, NOBODY, np.int8)
    for i_lodge in range(len(LODGES)):
        meeting[N_PATHS + i_lodge] = i_lodge
        if not at_only:
            for space in near[N_PATHS + i_lodge]:
                meeting[space] = i_lodge
    steps = _steps(near)
    beside = np.full((N_PATHS, 2), NOBODY, np.int8)
    for i_path, cells in enumerate(PATHS):
        for i, position in enumerate(HABITATS.index(c) for c in cells if c != MOUNTAIN):
            beside[i_path, i] = position
    to_tile = np.zeros((N_SPACES, N_TILES), np.int8)
    for position in range(N_TILES):
        paths = [i for i in range(N_PATHS) if position in beside[i]]
        to_tile[:, position] = steps[:, paths].min(axis=1)
    apart = np.array(
        [to_tile[(beside == i).any(axis=1).nonzero()[0]].min(axis=0) for i in range(N_TILES)]
    )
    to_lodge = np.zeros((N_SPACES, len(LODGES)), np.int8)
    for i_lodge in range(len(LODGES)):
        to_lodge[:, i_lodge] = steps[:, meeting == i_lodge].min(axis=1)

    next_to = np.full((N_SPACES, 4), NOBODY, np.int64)
    for space, others in enumerate(near):
        next_to[space, : len(others)] = others

    tables = record(
        players=players,
        family=family,
        tracks=0 if family else pack.number("tracks"),  # K23
        faceup_limit=pack.number("faceup_limit"),
        actions=pack.number("family_actions" if family else "actions"),
        peek_limit=pack.number("family_peeks") if family else NO_LIMIT,
        stall_turns=pack.number("stall_rounds") * players,
        cap_turns=pack.number("cap_rounds") * players,
        start_cards=pack.number("start_cards"),
        draw=pack.number("draw"),
        keep=pack.number("keep"),
        photo_points=float(pack.number("photo_points")) if family else 0.0,
        points=points,
        n_cards=len(deck),
        n_animals=len(animals),
        n_habitats=len(habitats),
        n_tiles=min(len(one_by_one), N_TILES),
        n_tiles_box=len(one_by_one),
        tile_kinds=tile_kinds,
        card_kinds=card_kinds,
        card_rows=card_rows,
        kind_habitat=kind_habitat,
        kind_animal=kind_animal,
        next_to=next_to,
        beside=beside,
        meeting=meeting,
        to_tile=to_tile,
        apart=apart,
        to_lodge=to_lodge,
        habitat_names=_as_bytes(habitats),
        animal_names=_as_bytes(animals),
    )
    state = record(
        phase=START,
        seat=players - 1,
        over=0,
        turns=0,
        quiet=0,  # turns in a row without a change of card, tile or track (K22)
        changed=False,
        left=0,  # guide actions left
        peeks=0,  # peeks left
        fiddled=0,  # cards picked and dropped in this task
        drawn=0,  # cards on top of the deck that the mover chooses from
        keeping=0,
        peeked=np.full(2, NOBODY, np.int64),  # positions still open to a photo
        jeeps=np.full(4, NOBODY, np.int64),  # spaces
        jeep_on=np.zeros(N_SPACES, np.int8),
        track=np.zeros(N_PATHS, np.int8),  # 1 + owner
        tracks_left=np.zeros(4, np.int64),
        tile=np.full(N_TILES, NOBODY, np.int8),  # kinds
        by_habitat=np.zeros(N_TILES, np.int8),  # positions with a tile, habitat by habitat
        first_of=np.zeros(MOST_CARDS + 1, np.int8),  # where each habitat begins in them
        up=np.zeros(N_TILES, np.int8),
        n_down=0,
        seen=np.zeros(4, np.int64),  # bit per position the seat has peeked at
        where=np.full(MOST_CARDS, GONE, np.int8),
        face_up=np.zeros(4, np.int64),
        photos=np.zeros((4, len(LODGES)), np.int64),  # by animal
        deck=np.full(MOST_CARDS, NOBODY, np.int8),  # cards, top first
        deck_seen=np.zeros(MOST_CARDS, np.int8),  # bit per seat that knows the card there
        n_deck=0,
    )
    return tables, state


def _adjacency():
    """For every space the spaces that share a corner with it (K2, K3), sorted."""
    ends = [set(edge(a, b)) for a, b in PATHS] + [set(corners(lodge)) for lodge in LODGES]
    return [[j for j in range(N_SPACES) if j != i and ends[i] & ends[j]] for i in range(N_SPACES)]


def _steps(near):
    """Least number of steps from space to space, tracks and jeeps left aside."""
    steps = np.full((N_SPACES, N_SPACES), NOBODY, np.int64)
    for start in range(N_SPACES):
        steps[start, start] = 0
        ring = [start]
        while ring:
            outer = sorted({b for a in ring for b in near[a] if steps[start, b] == NOBODY})
            for space in outer:
                steps[start, space] = steps[start, ring[0]] + 1
            ring = outer
    return steps


def _as_bytes(names):
    """Names as rows of UTF-8, so that a record of numbers can carry them."""
    rows = np.zeros((MOST_CARDS, 32), np.uint8)
    for i, name in enumerate(names):
        letters = str(name).encode()[:32]
        rows[i, : len(letters)] = list(letters)
    return rows


@rule
def deal(tables, state, rng):
    """Lay the tiles face down and deal the cards to the lodges, or to hands and a deck."""
    box = np.empty(MOST_CARDS, np.int8)
    box[:] = tables.tile_kinds
    shuffle(rng, box, tables.n_tiles_box)
    cells = np.empty(N_TILES, np.int64)
    for i in range(N_TILES):
        cells[i] = i
    if tables.n_tiles < N_TILES:  # a tile was taken out of the box: the gap is anywhere
        shuffle(rng, cells, N_TILES)
    for i in range(tables.n_tiles):
        state.tile[cells[i]] = box[i]
    state.n_down = tables.n_tiles
    n = 0
    for habitat in range(tables.n_habitats):
        for i in range(N_TILES):
            if state.tile[i] != NOBODY and tables.kind_habitat[state.tile[i]] == habitat:
                state.by_habitat[n] = i
                n += 1
        state.first_of[habitat + 1] = n
    for i in range(N_TILES):
        state.up[i] = 1 if state.tile[i] == NOBODY else 0
    for seat in range(tables.players):
        state.tracks_left[seat] = tables.tracks
    if tables.family:
        for card in range(tables.n_cards):
            state.deck[card] = card
            state.where[card] = DECK
        state.n_deck = tables.n_cards
        shuffle(rng, state.deck, tables.n_cards)
        for seat in range(tables.players):
            for _ in range(min(tables.start_cards, state.n_deck)):
                state.where[_off_the_deck(state, 0)] = FRESH + seat
                state.face_up[seat] += 1
    else:
        lodges = np.empty(6, np.int64)
        for i in range(6):
            lodges[i] = i
        shuffle(rng, lodges, 6)
        for card in range(tables.n_cards):
            state.where[card] = lodges[tables.kind_animal[tables.card_kinds[card]]]


@rule
def _off_the_deck(state, i):
    """Take the i-th card from the top out of the deck; returns it."""
    card = int(state.deck[i])
    for j in range(i, state.n_deck - 1):
        state.deck[j] = state.deck[j + 1]
        state.deck_seen[j] = state.deck_seen[j + 1]
    state.n_deck -= 1
    state.deck[state.n_deck] = NOBODY
    state.deck_seen[state.n_deck] = 0
    return card


@rule
def turn(tables, state):
    """The seat to act, or −1."""
    return NOBODY if state.over else state.seat


# --------------------------------------------------------------------------- what may be done


@rule
def moves(tables, state, out):
    """List the legal moves."""
    seat = state.seat
    phase = state.phase
    n = 0
    if phase == GUIDE:
        for i in range(2):
            position = state.peeked[i]
            if position >= 0 and _match(tables, state, seat, position) >= 0:
                out[n] = DO_PHOTO + position  # K11
                n += 1
        if state.left > 0:
            if state.jeeps[seat] < N_PATHS and state.peeks > 0:  # K10, K24
                out[n] = DO_PEEK
                n += 1
            n = _drives(tables, state, out, n)
        if n == 0 or state.left <= 0 or not tables.family:  # K12, K24: exactly two actions
            out[n] = DONE
            n += 1
    elif phase == TASK:
        out[0] = DO_GUIDE
        n = 1
        if tables.meeting[state.jeeps[seat]] >= 0:  # K3, K12
            out[1] = DO_MEET
            n = 2
    elif phase == MEET:
        lodge = tables.meeting[state.jeeps[seat]]
        for card in range(tables.n_cards):
            place = state.where[card]
            if place == FRESH + seat or place == TURNED + seat:
                if not _has_twin(tables, state, card):
                    out[n] = DO_DROP + card
                    n += 1
            elif place == lodge and not _has_twin(tables, state, card):
                out[n] = DO_PICK + card
                n += 1
        if state.face_up[seat] <= tables.faceup_limit:  # K13
            out[n] = DONE
            n += 1
    elif phase == START:
        for lodge in range(6):
            if not state.jeep_on[N_PATHS + lodge]:  # K21
                out[n] = DO_START + lodge
                n += 1
    else:
        for i in range(state.drawn):
            card = int(state.deck[i])
            twin = False
            for j in range(i):
                twin = twin or tables.card_kinds[state.deck[j]] == tables.card_kinds[card]
            if not twin:
                out[n] = DO_KEEP + card
                n += 1
    return n


@rule
def _match(tables, state, seat, position):
    """An unrotated card of that seat that shows the tile there, or −1."""
    kind = state.tile[position]
    if kind != NOBODY:
        for card in range(tables.n_cards):
            if state.where[card] == FRESH + seat and tables.card_kinds[card] == kind:
                return card
    return NOBODY


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
    """List every drive from where the mover's jeep stands; returns the new number of moves."""
    seat = state.seat
    here = state.jeeps[seat]
    first = n
    passed = np.zeros(N_SPACES, np.int8)  # bit 0: listed; bit colour: looked at in that pass
    stack = np.empty(N_SPACES, np.int8)
    met = 0  # bit per colour of track beside the spaces passed in the first pass
    # K4, K5: pass 0 skips jeeps alone; pass c skips jeeps and tracks of colour c, all one chain.
    for colour in range(tables.players + 1):
        if colour > 0 and not met >> colour & 1:
            continue
        mark = 2 << colour
        passed[here] |= mark
        stack[0] = here
        size = 1
        while size > 0:
            size -= 1
            space = stack[size]
            for i in range(4):
                other = tables.next_to[space, i]
                if other < 0:
                    break
                if passed[other] & mark:
                    continue
                passed[other] |= mark
                # K6: lodges bear no track, so no chain runs through them.
                track = int(state.track[other]) if other < N_PATHS else 0
                if track > 0 and colour == 0:
                    met |= 1 << track
                jeep = state.jeep_on[other] > 0
                if not jeep and not passed[other] & 1:
                    passed[other] |= 1
                    out[n] = DO_DRIVE + other
                    n += 1
                if jeep or (track > 0 and track == colour):
                    stack[size] = other
                    size += 1
    if _must_relocate(tables, state, seat, here):  # K8: every own track may be the one
        n_targets = n - first
        targets = np.empty(N_SPACES, np.int64)
        for i in range(n_targets):
            targets[i] = out[first + i]
        n = first
        for path in range(N_PATHS):
            if state.track[path] == seat + 1:
                for i in range(n_targets):
                    out[n] = targets[i] + N_SPACES * (1 + path)
                    n += 1
    return n


@rule
def _must_relocate(tables, state, seat, here):
    """K8: the path has no track and all of the seat's are on the board."""
    return (
        here < N_PATHS
        and state.track[here] == 0
        and state.tracks_left[seat] == 0
        and tables.tracks > 0
    )


@rule
def consider(tables, state, out, n, rng):
    """Where a track must be relocated, weigh every drive with one and the same track (K8)."""
    seat = state.seat
    if state.phase != GUIDE or not _must_relocate(tables, state, seat, state.jeeps[seat]):
        return n
    path = NOBODY
    seen = 0
    for other in range(N_PATHS):
        if state.track[other] == seat + 1:
            seen += 1
            if below(rng, seen) == 0:
                path = other
    kept = 0
    for i in range(n):
        move = out[i]
        if move < DO_DRIVE or (move - DO_DRIVE) // N_SPACES == 1 + path:
            out[i] = out[kept]
            out[kept] = move
            kept += 1
    return kept


# --------------------------------------------------------------------------- doing it


@rule
def play(tables, state, move, rng):
    """Carry out one move."""
    seat = state.seat
    if move >= DO_DRIVE:
        _drive(tables, state, seat, (move - DO_DRIVE) % N_SPACES, (move - DO_DRIVE) // N_SPACES - 1)
    elif move >= DO_KEEP:
        _keep(state, seat, move - DO_KEEP)
    elif move >= DO_PICK:
        state.where[move - DO_PICK] = FRESH + seat
        state.face_up[seat] += 1
        state.fiddled += 1
        state.changed = True
    elif move >= DO_DROP:
        card = move - DO_DROP
        if state.where[card] == TURNED + seat:
            state.where[card] = TAKEN + seat
        else:
            state.where[card] = tables.meeting[state.jeeps[seat]]
        state.face_up[seat] -= 1
        state.fiddled += 1
        state.changed = True
    elif move >= DO_PHOTO:
        _photo(tables, state, seat, move - DO_PHOTO)
    elif move >= DO_START:
        space = N_PATHS + move - DO_START
        state.jeeps[seat] = space
        state.jeep_on[space] = 1
        if seat > 0:
            state.seat -= 1
        else:
            _begin_turn(tables, state)
    elif move == DO_PEEK:
        path = state.jeeps[seat]
        state.left -= 1
        state.peeks -= 1
        for i in range(2):
            position = int(tables.beside[path, i])
            state.peeked[i] = position
            if position >= 0:
                state.seen[seat] |= 1 << position
    elif move == DO_GUIDE:
        state.phase = GUIDE
        state.left = max(0, tables.actions - state.face_up[seat])  # K9
        state.peeks = tables.peek_limit
    elif move == DO_MEET:
        state.phase = MEET
        state.fiddled = 0
    else:
        _end_turn(tables, state, seat)


@rule
def _drive(tables, state, seat, space, relocated):
    """Move the jeep and lay a track on the path it leaves (K7)."""
    here = state.jeeps[seat]
    if here < N_PATHS and state.track[here] == 0 and tables.tracks > 0:
        if relocated >= 0:
            state.track[relocated] = 0
        else:
            state.tracks_left[seat] -= 1
        state.track[here] = seat + 1
        state.changed = True
    state.jeep_on[here] = 0
    state.jeep_on[space] = 1
    state.jeeps[seat] = space
    state.left -= 1
    state.peeked[:] = NOBODY


@rule
def _photo(tables, state, seat, position):
    """Turn the tile up for good and rotate the card; in the family game draw new ones (K25)."""
    card = _match(tables, state, seat, position)
    for i in range(2):
        if state.peeked[i] == position:
            state.peeked[i] = NOBODY
    if not state.up[position]:
        state.up[position] = 1
        state.n_down -= 1
    state.photos[seat, tables.kind_animal[state.tile[position]]] += 1
    state.changed = True
    if not tables.family:
        state.where[card] = TURNED + seat
        return
    state.where[card] = TAKEN + seat
    state.face_up[seat] -= 1
    if state.n_deck == 0:
        state.over = DECK_EMPTY
        return
    state.drawn = min(tables.draw, state.n_deck)
    state.keeping = min(tables.keep, state.drawn)
    for i in range(state.drawn):
        state.deck_seen[i] |= 1 << seat
    state.phase = KEEP


@rule
def _keep(state, seat, card):
    """Take a drawn card; after the last, the others go under the deck (K25)."""
    i = 0
    while state.deck[i] != card:
        i += 1
    _off_the_deck(state, i)
    state.where[card] = FRESH + seat
    state.face_up[seat] += 1
    state.drawn -= 1
    state.keeping -= 1
    if state.keeping == 0:
        for _ in range(state.drawn):
            other = _off_the_deck(state, 0)
            state.deck[state.n_deck] = other
            state.deck_seen[state.n_deck] = 1 << seat
            state.n_deck += 1
        state.drawn = 0
        state.phase = GUIDE


@rule
def _begin_turn(tables, state):
    """The seat to act chooses a task; the family game has but one (K23)."""
    state.changed = False
    state.peeked[:] = NOBODY
    if tables.family:
        state.phase = GUIDE
        state.left = tables.actions
        state.peeks = tables.peek_limit
    else:
        state.phase = TASK


@rule
def _end_turn(tables, state, seat):
    """End the task: see whether the game is over (K16, K17, K22), else the next seat acts."""
    if state.phase == GUIDE and not tables.family and state.n_down == 0:
        state.over = ALL_UP
    elif state.phase == MEET and state.face_up[seat] == 0:
        empty = True
        for card in range(tables.n_cards):
            empty = empty and state.where[card] >= FRESH
        if empty:
            state.over = NO_TOURISTS
    state.turns += 1
    state.quiet = 0 if state.changed else state.quiet + 1
    state.left = 0
    if not state.over and state.quiet >= tables.stall_turns:
        state.over = STALL
    if not state.over and state.turns >= tables.cap_turns:
        state.over = CAP
    if not state.over:
        state.seat = (seat + 1) % tables.players
        _begin_turn(tables, state)


@rule
def score(tables, state, out):
    """VP of every seat as if the game ended now (K18, K26).

    Greedy sets, largest first, are the columns of the photos stacked by animal: the set number
    `level` holds one photo of each animal photographed at least `level` times.
    """
    for seat in range(tables.players):
        total = 0.0
        most = 0
        for animal in range(tables.n_animals):
            taken = state.photos[seat, animal]
            most = max(most, taken)
            total += tables.photo_points * taken
        for level in range(1, most + 1):
            size = 0
            for animal in range(tables.n_animals):
                if state.photos[seat, animal] >= level:
                    size += 1
            total += tables.points[size]
        out[seat] = total


@rule
def hide(tables, state, seat, rng):
    """Deal anew what the seat cannot know: tiles face down it has not peeked at, and the deck.

    The back of a tile shows its habitat, so tiles trade places within a habitat only.
    """
    places = np.empty(MOST_CARDS, np.int64)
    contents = np.empty(MOST_CARDS, np.int8)
    for habitat in range(tables.n_habitats):
        n = 0
        for j in range(state.first_of[habitat], state.first_of[habitat + 1]):
            i = state.by_habitat[j]
            if not state.up[i] and not state.seen[seat] >> i & 1:
                places[n] = i
                contents[n] = state.tile[i]
                n += 1
        _sort(contents, n)  # or the choice would depend on what lies there
        shuffle(rng, contents, n)
        for i in range(n):
            state.tile[places[i]] = contents[i]
    n = 0
    for i in range(state.n_deck):
        if not state.deck_seen[i] >> seat & 1:
            places[n] = i
            contents[n] = state.deck[i]
            n += 1
    _sort(contents, n)
    shuffle(rng, contents, n)
    for i in range(n):
        state.deck[places[i]] = contents[i]


@rule
def _sort(array, n):
    """Put the first n elements in order."""
    for i in range(1, n):
        kept = array[i]
        j = i
        while j > 0 and array[j - 1] > kept:
            array[j] = array[j - 1]
            j -= 1
        array[j] = kept


# --------------------------------------------------------------------------- judging


SEARCHING = 4.0  # actions that one more unseen candidate tile costs besides the way to it
PATIENCE = 10  # cards handled in one Meet task before that counts against the seat
FAR = 2.0  # least actions from one photo to the next
LATER = 0.25  # a photo t turns away counts 1 / (1 + LATER · t)
CROWD = (1.0, 1.0, 0.98, 0.96, 0.8, 0.7, 0.6)


@rule
def value(tables, state, seat):
    """Standing against the best rival: own points and plans less theirs, squeezed into [0, 1]."""
    verdict = _against(tables, state, seat, False)
    if state.phase == MEET and state.seat == seat and state.fiddled > PATIENCE:
        # Picking and dropping for ever puts an end off; no seat should think well of that.
        verdict = max(0.0, verdict - 0.02 * (state.fiddled - PATIENCE))
    return verdict


@rule
def _against(tables, state, seat, flat):
    """The seat's prospects less the best rival's, squeezed; `flat`: every photo counts the same."""
    if state.over:
        return _final(tables, state, seat)
    totals = _totals(tables, state, flat)
    notes = np.empty((2, MOST_CARDS))
    cards = np.empty(MOST_CARDS, np.int8)
    best = -1000.0
    for other in range(tables.players):
        if other != seat:
            best = max(best, totals[other] + _promise(tables, state, other, notes, cards, flat))
    own = totals[seat] + _promise(tables, state, seat, notes, cards, flat)
    margin = (own - best) / 12.0
    return 0.5 + 0.5 * margin / (1.0 + abs(margin))


@rule
def _final(tables, state, seat):
    """1 for a win, shared among those who lead; 0 for a loss."""
    totals = np.zeros(4)
    score(tables, state, totals)
    leaders = 0
    for other in range(tables.players):
        if totals[other] > totals[seat]:
            return 0.0
        if totals[other] == totals[seat]:
            leaders += 1
    return 1.0 / leaders


@rule
def _totals(tables, state, flat):
    """Points of every seat now."""
    totals = np.zeros(4)
    if not flat:
        score(tables, state, totals)
        return totals
    for seat in range(tables.players):
        for animal in range(tables.n_animals):
            totals[seat] += 3.0 * state.photos[seat, animal]
    return totals


@rule
def _promise(tables, state, seat, notes, cards, flat):
    """VP that the seat's cards and the next lodge promise.

    `notes` (2, cards) and `cards` are room to work in: `notes[0]` takes the actions each card
    needs, `notes[1]` what each is worth in a plan, `cards` the cards of the plan.
    """
    here = state.jeeps[seat]
    if here < 0:
        return 0.0
    n = 0
    if state.face_up[seat] > 0:
        for card in range(tables.n_cards):
            if state.where[card] == FRESH + seat:
                notes[0, card] = _need(tables, state, seat, here, int(tables.card_kinds[card]))
                cards[n] = card
                n += 1
    if state.phase == MEET and state.seat == seat:
        plan = _meeting(tables, state, seat, notes, cards, n, flat)
        if plan > 0.0:
            return plan
        # Nothing to pick up here: on to the next lodge, hands free.
        return _next_lodge(tables, state, seat, here, max(tables.actions, 1), 0.0, flat)
    pace = tables.actions if tables.family else tables.actions - state.face_up[seat]
    left = _credit(tables, state, seat, max(pace, 0))
    if n > 0 or tables.family:
        return _plan(tables, state, seat, notes, cards, n, pace, left, flat)
    return _next_lodge(tables, state, seat, here, max(pace, 1), left, flat)


@rule
def _credit(tables, state, seat, pace):
    """Actions of this turn that the seat has left; for a seat that waits, what its wait has earned.

    The wait for a turn passes as the others begin theirs, so that a position is worth about the
    same before and after everybody has moved.
    """
    waits = (seat - state.seat) % tables.players
    begun = state.phase != TASK and state.phase != START
    if waits == 0 and begun:
        return float(state.left)
    passed = (tables.players - waits if begun else tables.players - 1 - waits) % tables.players
    return passed * pace / tables.players


@rule
def _need(tables, state, seat, space, kind):
    """Actions until this kind is photographed from a space, by what the seat has seen.

    A tile not yet seen may be any of its habitat: count the way from one to the next nearest.
    """
    habitat = tables.kind_habitat[kind]
    first = state.first_of[habitat]
    beyond = state.first_of[habitat + 1]
    n = 0
    unseen = 0  # bit per position
    nearest = 99
    here = NOBODY
    for j in range(first, beyond):
        i = int(state.by_habitat[j])
        away = int(tables.to_tile[space, i])
        if state.up[i] or state.seen[seat] >> i & 1:
            if state.tile[i] == kind:
                return 1.0 + away
        else:
            n += 1
            unseen |= 1 << i
            if away < nearest:
                nearest = away
                here = i
    if n == 0:
        return 99.0
    need = 1.0 + nearest
    if nearest == 0 and n > 1 and space < N_PATHS and _both(tables, state, seat, space, habitat):
        need -= 1.0
    while n > 1:
        unseen &= ~(1 << here)
        n -= 1
        nearest = 99
        following = NOBODY
        for j in range(first, beyond):
            i = int(state.by_habitat[j])
            if unseen >> i & 1 and tables.apart[here, i] < nearest:
                nearest = int(tables.apart[here, i])
                following = i
        here = following
        need += SEARCHING + nearest
    return need


@rule
def _both(tables, state, seat, path, habitat):
    """Whether a peek from this path shows two tiles of a habitat that the seat has not seen."""
    for i in range(2):
        position = int(tables.beside[path, i])
        if position < 0 or state.up[position] or state.seen[seat] >> position & 1:
            return False
        kind = state.tile[position]
        if kind < 0 or tables.kind_habitat[kind] != habitat:
            return False
    return True


@rule
def _worth(tables, state, seat, animal, held, flat):
    """Mean VP that each of `held` more photos of an animal would add to the sets of today."""
    if flat:
        return 3.0
    total = 0.0
    for level in range(state.photos[seat, animal] + 1, state.photos[seat, animal] + 1 + held):
        size = 0
        for other in range(tables.n_animals):
            if state.photos[seat, other] >= level:
                size += 1
        total += tables.points[size + 1] - tables.points[size] + tables.photo_points
    return total / held


@rule
def _plan(tables, state, seat, notes, cards, n, pace, left, flat):
    """What the first n of `cards` promise at a pace of so many actions a turn.

    One card is gone for first, whichever makes most of it; the others count from where that one
    ends, so that two far cards do not hold a jeep halfway between them.
    """
    slow = max(0.3, float(pace))
    for i in range(n):
        animal = tables.kind_animal[tables.card_kinds[cards[i]]]
        held = 0
        for j in range(n):
            if tables.kind_animal[tables.card_kinds[cards[j]]] == animal:
                held += 1
        notes[1, cards[i]] = _worth(tables, state, seat, int(animal), held, flat)
    best = 0.0
    for first in range(n):
        start = max(0.0, notes[0, cards[first]] - left)
        total = 0.0
        for i in range(n):
            actions = start if i == first else start + max(FAR, notes[0, cards[i]])
            total += notes[1, cards[i]] / (1.0 + LATER * actions / slow)
        best = max(best, total)
    return 0.95 * CROWD[min(n, 6)] * best


@rule
def _meeting(tables, state, seat, notes, cards, n, flat):
    """The best the seat can make of this Meet task: rotated cards gone, the right ones picked."""
    here = state.jeeps[seat]
    lodge = tables.meeting[here]
    now = _plan(tables, state, seat, notes, cards, n, tables.actions - n, 0.0, flat)
    if n >= tables.faceup_limit:
        return now
    for card in range(tables.n_cards):
        if state.where[card] == lodge:
            notes[0, card] = _need(tables, state, seat, here, int(tables.card_kinds[card]))
    best = now
    chosen = 0  # bit per card picked in the plan
    while n < tables.faceup_limit:
        n += 1
        best_card = NOBODY
        best_here = -1.0
        for card in range(tables.n_cards):
            if state.where[card] == lodge and not chosen >> card & 1:
                cards[n - 1] = card
                plan = _plan(tables, state, seat, notes, cards, n, tables.actions - n, 0.0, flat)
                if plan > best_here:
                    best_card = card
                    best_here = plan
        if best_card < 0:
            break
        chosen |= 1 << best_card
        cards[n - 1] = best_card
        best = max(best, best_here)
    return now + 0.999 * (best - now)


@rule
def _next_lodge(tables, state, seat, here, pace, left, flat):
    """What the most promising lodge is worth to a seat with nothing left to photograph."""
    best = 0.0
    nearest = 99
    for lodge in range(6):
        nearest = min(nearest, int(tables.to_lodge[here, lodge]))
    for card in range(tables.n_cards):
        lodge = int(state.where[card])
        if lodge < FRESH:
            kind = int(tables.card_kinds[card])
            worth = 0.8 * _worth(tables, state, seat, int(tables.kind_animal[kind]), 1, flat)
            turns = 1.0 + max(0, int(tables.to_lodge[here, lodge]) - left) / pace
            if worth > best * (1.0 + LATER * turns):
                need = _need(tables, state, seat, N_PATHS + lodge, kind)
                turns += need / max(1, tables.actions - 1)
                best = max(best, worth / (1.0 + LATER * turns))
    return best + 0.02 / (1.0 + LATER * max(0, nearest - left) / pace)


@rule
def collector(tables, state, seat):
    """A persona that looks at its own sets alone and never at a rival."""
    if state.over:
        return _final(tables, state, seat)
    notes = np.empty((2, MOST_CARDS))
    cards = np.empty(MOST_CARDS, np.int8)
    own = _totals(tables, state, False)[seat]
    own += _promise(tables, state, seat, notes, cards, False)
    return own / (own + 60.0)


@rule
def racer(tables, state, seat):
    """A persona that wants many photos soon, whichever animals they show."""
    return _against(tables, state, seat, True)


@rule
def explorer(tables, state, seat):
    """A persona that would rather peek than plan."""
    n = 0
    for i in range(N_TILES):
        n += state.seen[seat] >> i & 1
    return 0.9 * _against(tables, state, seat, False) + 0.1 * n / N_TILES


PERSONAS = {"collector": collector, "racer": racer, "explorer": explorer}


# --------------------------------------------------------------------------- counting


@rule
def stock(tables, state, out):
    """Tracks each seat still holds."""
    for seat in range(tables.players):
        out[seat, 0] = state.tracks_left[seat]


@rule
def kind(tables, state, move):
    """Which of KINDS a move is."""
    if move >= DO_DRIVE:
        return 6
    if move >= DO_KEEP:
        return 5
    if move >= DO_PICK:
        return 4
    if move >= DO_DROP:
        return 3
    if move >= DO_PHOTO:
        return 8
    if move >= DO_START:
        return 0
    if move == DO_PEEK:
        return 7
    if move == DO_GUIDE:
        return 2
    return 1 if move == DO_MEET else 9


@rule
def piece(tables, state, move):
    """The tourist card that is picked up, kept or photographed for, or −1."""
    if move >= DO_DRIVE:
        return NOBODY
    if move >= DO_KEEP:
        return int(tables.card_rows[move - DO_KEEP])
    if move >= DO_PICK:
        return int(tables.card_rows[move - DO_PICK])
    if DO_PHOTO <= move < DO_DROP:
        card = _match(tables, state, state.seat, move - DO_PHOTO)
        return int(tables.card_rows[card]) if card >= 0 else NOBODY
    return NOBODY


@rule
def space(tables, state, move):
    """The path or lodge a jeep comes to or meets tourists at, the tile of a photo, or −1."""
    if move >= DO_DRIVE:
        return (move - DO_DRIVE) % N_SPACES
    if move < DO_DROP and move >= DO_PHOTO:
        return N_SPACES + move - DO_PHOTO
    if move >= DO_START and move < DO_PHOTO:
        return N_PATHS + move - DO_START
    if move == DO_MEET:
        return N_PATHS + int(tables.meeting[state.jeeps[state.seat]])
    return NOBODY


# --------------------------------------------------------------------------- for people


def spaces(pack):
    """The paths and lodges that `space` counts, then the habitat cells, tiles laid out."""
    wide = pack.component("tiles").shape.width

    def point(corner):
        x, y = zip(*(centre(cell, wide) for cell in sorted(corner)), strict=True)
        return sum(x) / 3, sum(y) / 3

    found = [
        ("path", f"path between {_cell(a)} and {_cell(b)}", [point(end) for end in edge(a, b)])
        for a, b in PATHS
    ]
    for lodge in LODGES:
        found.append(("lodge", f"lodge at {_cell(lodge)}", [centre(lodge, wide)]))
    for cell in HABITATS:
        found.append(("tile", f"tile at {_cell(cell)}", [point(c) for c in corners(cell)]))
    return found


def pieces(pack):
    """The printed pieces that `piece` counts."""
    return [f"tourists/{row.id}" for row in pack.component("tourists").rows]


def opening(tables, state):
    """The set-up of a record: tiles, piles and, in the family game, deck and hands."""
    tiles = {
        _cell(HABITATS[i]): _pair(tables, kind) if kind >= 0 else None
        for i, kind in enumerate(state.tile)
    }
    piles = {
        _cell(lodge): _cards_at(tables, state, i_lodge) for i_lodge, lodge in enumerate(LODGES)
    }
    result = {"tiles": tiles, "piles": piles}
    if tables.family:
        result["deck"] = [_card(tables, card) for card in state.deck[: state.n_deck]]
        result["hands"] = [_cards_at(tables, state, FRESH + seat) for seat in range(tables.players)]
    return result


def describe(tables, state, move):
    """The record's entry for a move, asked before it is played."""
    move = int(move)
    here = int(state.jeeps[state.seat])
    if move >= DO_DRIVE:
        relocated, space = divmod(move - DO_DRIVE, N_SPACES)
        event = {"do": "drive", "to": _space(space)}
        if relocated:
            event["relocate"] = _space(relocated - 1)
        return event
    if move >= DO_KEEP:
        return {"do": "keep", "card": _card(tables, move - DO_KEEP)}
    if move >= DO_PICK:
        lodge = _cell(LODGES[tables.meeting[here]])
        return {"do": "pick", "card": _card(tables, move - DO_PICK), "lodge": lodge}
    if move >= DO_DROP:
        card = move - DO_DROP
        lodge = _cell(LODGES[tables.meeting[here]])
        event = {"do": "drop", "card": _card(tables, card), "lodge": lodge}
        where, kinds = state.where, tables.card_kinds
        turned = kinds[where == TURNED + state.seat]
        if where[card] == FRESH + state.seat and kinds[card] in turned:
            event["rotated"] = False  # only when a designer prints a card twice
        return event
    if move >= DO_PHOTO:
        return {"do": "photo", "tile": _cell(HABITATS[move - DO_PHOTO])}
    if move >= DO_START:
        return {"do": "start", "lodge": _cell(LODGES[move - DO_START])}
    if move in (DO_MEET, DO_GUIDE):
        return {"do": "task", "task": "meet" if move == DO_MEET else "guide"}
    return {"do": "peek"} if move == DO_PEEK else {"do": "done"}


def why_over(tables, state):
    """The end reason of a record."""
    return ENDS[int(state.over)]


def show(tables, state):
    """The board as text: one line per row of cells, then what each seat has.

    A tile shows the first letters of habitat and animal, the animal small while face down.
    """
    rows = []
    for r in range(-3, 4):
        cells = []
        for q in range(max(-3, -3 - r), min(3, 3 - r) + 1):
            if (q, r) == MOUNTAIN:
                cells.append("/\\")
            elif (q, r) in LODGES:
                cells.append(f"{len(_cards_at(tables, state, LODGES.index((q, r)))):>2}")
            else:
                i = HABITATS.index((q, r))
                if state.tile[i] < 0:
                    cells.append("  ")
                    continue
                habitat, animal = _pair(tables, state.tile[i])
                cells.append(habitat[0].upper() + (animal[0].upper() if state.up[i] else "."))
        rows.append(" " * 2 * abs(r) + "  ".join(cells))
    totals = np.zeros(4)
    score(tables, state, totals)
    for seat in range(tables.players):
        jeep = _space(state.jeeps[seat]) if state.jeeps[seat] >= 0 else "nowhere yet"
        fresh = ", ".join(" ".join(c) for c in _cards_at(tables, state, FRESH + seat))
        turned = ", ".join(" ".join(c) for c in _cards_at(tables, state, TURNED + seat))
        rows.append(
            f"{'>' if seat == state.seat else ' '} seat {seat}: {totals[seat]:g} points, "
            f"jeep {jeep}, {state.tracks_left[seat]} tracks, "
            f"cards: {fresh or 'none'}; rotated: {turned or 'none'}"
        )
    return "\n".join(rows)


def _cell(cell):
    return f"{cell[0]},{cell[1]}"


def _space(space):
    if space >= N_PATHS:
        return f"L{_cell(LODGES[space - N_PATHS])}"
    return "P" + "/".join(_cell(cell) for cell in PATHS[space])


def _pair(tables, kind):
    """The names of a kind: habitat, animal."""
    habitat = bytes(tables.habitat_names[tables.kind_habitat[kind]])
    animal = bytes(tables.animal_names[tables.kind_animal[kind]])
    return [name.rstrip(b"\0").decode() for name in (habitat, animal)]


def _card(tables, card):
    return _pair(tables, tables.card_kinds[card])


def _cards_at(tables, state, place):
    """The cards at a place, in the order of their numbers."""
    return [_card(tables, c) for c in range(tables.n_cards) if state.where[c] == place]
