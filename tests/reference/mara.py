"""A second, slow and simple implementation of The Mara, with points on paper and sets of cards.

It is written from the description of the game alone, and shares no code with the pack's rules.
Events are those of the game record. A card is a pair of habitat and animal; a number distinguishes
equal cards, so that a pack with two copies of a card can also be refereed.
"""

from collections import Counter

LODGES = [(3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3)]
CELLS = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if -3 <= q + r <= 3]
TILES = [cell for cell in CELLS if cell not in LODGES]


def text(cell):
    """A cell as records write it."""
    return f"{cell[0]},{cell[1]}"


def cell_of(written):
    """The cell that a record's text means."""
    q, r = written.split(",")
    return int(q), int(r)


def corner_points(cell):
    """The six corners of a cell as points on a fine grid; shared corners are equal points."""
    q, r = cell
    x, y = 2 * q + r, 3 * r
    return {(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)}


def build_board():
    """Name → corner points of every space: paths between two tiles (K1), and lodges."""
    spaces = {}
    for a in TILES:
        for b in TILES:
            shared = corner_points(a) & corner_points(b)
            if a < b and len(shared) == 2:
                spaces[f"P{text(a)}/{text(b)}"] = shared
    for lodge in LODGES:
        spaces[f"L{text(lodge)}"] = corner_points(lodge)
    return spaces


SPACES = build_board()
NEXT = {  # K2
    name: [other for other in SPACES if other != name and SPACES[other] & points]
    for name, points in SPACES.items()
}


class Reference:
    """One game, standard or family; all numbers come from `parameters`."""

    def __init__(self, players, variant, parameters, setup, facts=None):
        self.players = players
        self.p = parameters
        self.family = bool(parameters["family"])
        assert self.family == (variant == "family")
        self.tracks = 0 if self.family else parameters["tracks"]  # K23
        self.tile = {cell_of(c): tuple(t) if t else None for c, t in setup["tiles"].items()}
        self.face_down = {cell for cell, tile in self.tile.items() if tile}
        numbers = Counter()

        def named(card):
            numbers[tuple(card)] += 1
            return (*card, numbers[tuple(card)])

        self.pile = {c: [named(card) for card in cards] for c, cards in setup["piles"].items()}
        self.deck = [named(card) for card in setup.get("deck", [])]
        self.unrotated = [[] for _ in range(players)]
        self.rotated = [[] for _ in range(players)]
        for seat, hand in enumerate(setup.get("hands", [])):
            self.unrotated[seat] = [named(card) for card in hand]
        self.photos = [Counter() for _ in range(players)]  # animal → photos
        self.jeep = {}
        self.track = {}  # path → seat
        self.mover = players - 1
        self.task = "start"
        self.actions = 0
        self.peeks = 0
        self.in_view = []
        self.drawn = []
        self.to_keep = 0
        self.changed = False
        self.turns = 0
        self.still = 0
        self.reason = None

    # ------------------------------------------------------------------ asking

    def seat(self):
        """Return the seat to act, or -1 when the game is over."""
        return -1 if self.reason else self.mover

    def face_up(self):
        """Return how many cards are face up before the mover, including rotated ones."""
        return len(self.unrotated[self.mover]) + len(self.rotated[self.mover])

    def lodge_here(self):
        """Return the lodge where the mover may meet tourists (K3), or None."""
        here = self.jeep[self.mover]
        if here.startswith("L"):
            return here[1:]
        if not self.p["at_only"]:
            for space in NEXT[here]:
                if space.startswith("L"):
                    return space[1:]
        return None

    def stops(self):
        """Every space that one drive may end on (K4, K5, K6)."""
        here = self.jeep[self.mover]
        occupied = set(self.jeep.values())
        found = set()
        for colour in range(self.players):
            chain = {path for path, owner in self.track.items() if owner == colour}
            passed, looked_at = [here], {here}
            for space in passed:
                for other in NEXT[space]:
                    if other in looked_at:
                        continue
                    looked_at.add(other)
                    if other not in occupied:
                        found.add(other)
                    if other in occupied or other in chain:
                        passed.append(other)
        return found

    def own_tracks(self):
        """The paths with a track of the mover."""
        return [path for path, owner in self.track.items() if owner == self.mover]

    def drives(self):
        """Return every drive, with every own track that may be moved when none is left (K8)."""
        here = self.jeep[self.mover]
        leaves_bare = here.startswith("P") and here not in self.track
        mine = self.own_tracks()
        if leaves_bare and mine and len(mine) == self.tracks:
            return [
                {"do": "drive", "to": to, "relocate": path} for to in self.stops() for path in mine
            ]
        return [{"do": "drive", "to": to} for to in self.stops()]

    def legal(self):
        """Every decision open to the mover."""
        seat = self.mover
        if self.task == "start":
            taken = set(self.jeep.values())
            return [
                {"do": "start", "lodge": text(lodge)}
                for lodge in LODGES
                if f"L{text(lodge)}" not in taken
            ]
        if self.task == "choose":
            tasks = ["guide"] + (["meet"] if self.lodge_here() else [])
            return [{"do": "task", "task": task} for task in tasks]
        if self.task == "keep":
            return [{"do": "keep", "card": list(c)} for c in sorted({c[:2] for c in self.drawn})]
        if self.task == "meet":
            lodge = self.lodge_here()
            fresh = {c[:2] for c in self.unrotated[seat]}
            turned = {c[:2] for c in self.rotated[seat]}
            events = [{"do": "drop", "card": list(c), "lodge": lodge} for c in turned]
            for card in fresh:
                event = {"do": "drop", "card": list(card), "lodge": lodge}
                events.append({**event, "rotated": False} if card in turned else event)
            for card in {c[:2] for c in self.pile[lodge]}:
                events.append({"do": "pick", "card": list(card), "lodge": lodge})
            if self.face_up() <= self.p["faceup_limit"]:  # K13
                events.append({"do": "done"})
            return events
        assert self.task == "guide", self.task
        wanted = {c[:2] for c in self.unrotated[seat]}
        events = [
            {"do": "photo", "tile": text(cell)}
            for cell in self.in_view
            if self.tile[cell] in wanted
        ]
        if self.actions > 0:
            if self.jeep[seat].startswith("P") and self.peeks > 0:
                events.append({"do": "peek"})
            events.extend(self.drives())
        if not self.family or self.actions == 0:  # K12, K24
            events.append({"do": "done"})
        return events

    def scores(self):
        """Sets of different animals, largest first (K18), or a point a photo (K26)."""
        totals = []
        for photos in self.photos:
            if self.family:
                totals.append(self.p["photo_points"] * sum(photos.values()))
                continue
            left = Counter(photos)
            total = 0
            while any(left.values()):
                animals = [animal for animal, n in left.items() if n > 0]
                total += self.p[f"vp_{len(animals)}"]
                left.subtract(animals)
            totals.append(total)
        return totals

    def end(self):
        """Return why the game is over, or None."""
        return self.reason

    # ------------------------------------------------------------------ doing

    def apply(self, event):
        """Carry out one decision."""
        seat = self.mover
        card = tuple(event.get("card", ()))
        match event["do"]:
            case "start":
                self.jeep[seat] = "L" + event["lodge"]
                if seat == 0:
                    self.begin()
                else:
                    self.mover -= 1  # K21
            case "task":
                self.task = event["task"]
                if self.task == "guide":
                    self.actions = max(0, self.p["actions"] - self.face_up())  # K9
                    self.peeks = 1000  # no limit but the actions
            case "drop":
                if event.get("rotated", True) and self.take(self.rotated[seat], card):
                    pass  # the photo is kept
                else:
                    self.pile[event["lodge"]].append(self.take(self.unrotated[seat], card))
                self.changed = True
            case "pick":
                self.unrotated[seat].append(self.take(self.pile[event["lodge"]], card))
                self.changed = True
            case "drive":
                self.drive(event["to"], event.get("relocate"))
            case "peek":
                self.actions -= 1
                self.peeks -= 1
                cells = [cell_of(c) for c in self.jeep[seat][1:].split("/")]
                self.in_view = [c for c in cells if self.tile.get(c)]
            case "photo":
                self.photograph(cell_of(event["tile"]))
            case "keep":
                self.unrotated[seat].append(self.take(self.drawn, card))
                self.to_keep -= 1
                if self.to_keep == 0:
                    self.deck.extend(self.drawn)  # K25
                    self.drawn = []
                    self.task = "guide"
            case "done":
                self.finish()
            case other:
                raise AssertionError(other)

    @staticmethod
    def take(cards, wanted):
        """Remove one card of that kind from the list and return it; None if there is none."""
        for card in cards:
            if card[:2] == wanted:
                cards.remove(card)
                return card
        return None

    def drive(self, to, relocated):
        """Move the jeep; a track marks the path it left (K7, K8)."""
        here = self.jeep[self.mover]
        if here.startswith("P") and here not in self.track and self.tracks > 0:
            if relocated is not None:
                del self.track[relocated]
            self.track[here] = self.mover
            self.changed = True
        self.jeep[self.mover] = to
        self.actions -= 1
        self.in_view = []

    def photograph(self, cell):
        """Turn the tile up and rotate the card, or in the family game draw for it."""
        seat = self.mover
        self.in_view.remove(cell)
        self.face_down.discard(cell)
        card = self.take(self.unrotated[seat], self.tile[cell])
        self.photos[seat][card[1]] += 1
        self.changed = True
        if not self.family:
            self.rotated[seat].append(card)
            return
        if not self.deck:
            self.reason = "deck_empty"
            return
        self.drawn = self.deck[: self.p["draw"]]
        self.deck = self.deck[self.p["draw"] :]
        self.to_keep = min(self.p["keep"], len(self.drawn))
        self.task = "keep"

    def begin(self):
        """The mover's turn begins."""
        self.changed = False
        self.in_view = []
        self.task = "guide" if self.family else "choose"
        self.actions = self.p["family_actions"] if self.family else 0
        self.peeks = self.p["family_peeks"]

    def finish(self):
        """The task ends: is the game over (K16, K17, K22)?"""
        if not self.family:
            if self.task == "guide" and not self.face_down:
                self.reason = "all_tiles_up"
            if self.task == "meet" and self.face_up() == 0 and not any(self.pile.values()):
                self.reason = "no_tourists"
        self.turns += 1
        self.still = 0 if self.changed else self.still + 1
        if self.reason:
            return
        if self.still >= self.p["stall_rounds"] * self.players:
            self.reason = "stall"
        elif self.turns >= self.p["cap_rounds"] * self.players:
            self.reason = "cap"
        else:
            self.mover = (self.mover + 1) % self.players
            self.begin()
