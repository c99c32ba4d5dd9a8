"""A second, slow and simple implementation of Marram, with sets, tuples and dicts that are computed
anew each time. It is written from the printed rules alone and referees the fast rules: it takes the
events of a game record one by one, and returns the legal moves and the scores.
"""

from collections import Counter

NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
COMPASS = (NORTH, EAST, SOUTH, WEST)  # clockwise
LETTERS = "NESW"


class Face:
    """One side of a tile, in the notation of the rules."""

    def __init__(self, edges, patches, creatures, tokens):
        self.edges = edges
        self.patches = []  # (kind, letters, token)
        self.creatures = []  # (animal, role, letters)
        token_of = {}
        for word in (tokens or "").split():
            index, token = word.split(":")
            token_of[int(index)] = token
        for index, word in enumerate(patches.split()):
            kind, letters = word.split(":")
            self.patches.append((kind, set(letters), token_of.get(index)))
        for word in (creatures or "").split():
            name, letters = word.split(":")
            animal, role = name.split(".")
            self.creatures.append((animal, role, set(letters)))


class Tile:
    """A tile of the box: its name, its one or two faces."""

    def __init__(self, name, faces):
        self.name = name
        self.faces = faces


class Laid:
    """A tile on the table."""

    def __init__(self, tile, face, rotation):
        self.tile = tile
        self.face = face  # 0 is A, 1 is B
        self.rotation = rotation
        # The edge code shown towards each direction.
        self.codes = {self.way(letter): self.shown.edges[i] for i, letter in enumerate(LETTERS)}

    @property
    def shown(self):
        return self.tile.faces[self.face]

    def way(self, letter):
        """Return where a printed edge points."""
        return COMPASS[(LETTERS.index(letter) + self.rotation) % 4]


class Reference:
    """A game in progress; `facts` are the rows of the tile data as dicts, with name and count."""

    def __init__(self, players, variant, parameters, setup, facts):
        self.players = players
        self.parameters = parameters
        self.box = {}
        bag = Counter()
        for row in facts:
            faces = [Face(row["edges"], row["a_patches"], row["a_creatures"], row["a_tokens"])]
            if row["b_patches"]:
                b = Face(row["edges"], row["b_patches"], row["b_creatures"], row["b_tokens"])
                faces.append(b)
            self.box[row["name"]] = Tile(row["name"], faces)
            bag[row["name"]] += row["count"]
        bag[setup["start"]] -= 1
        bag.subtract(setup["out"])
        assert min(bag.values()) >= 0, bag
        self.bag = +bag
        self.table = {(0, 0): Laid(self.box[setup["start"]], 0, 0)}
        self.boots_on = {}  # (at, "patch" or "creature", index) → seat
        self.boots = [parameters["boots"]] * players
        self.shovels = [parameters["shovels"]] * players
        self.points = [0] * players
        self.mover = 0
        self.actions_left = parameters["actions"]
        self.step = "choose"  # draw, lay, flip, boot
        self.drawn = None
        self.current = None  # where the tile was laid or flipped
        self.lately_open = None  # after a flip: parts that were of unfinished features before it
        self.reason = None

    # ------------------------------------------------------------------ what is asked

    def seat(self):
        return -1 if self.reason else self.mover

    def scores(self):
        return list(self.points)

    def end(self):
        return self.reason

    def legal(self):
        if self.step == "choose":
            return self._choices()
        if self.step == "lay":
            return self._lays() + self._regrets()
        if self.step == "flip":
            return self._flips()
        assert self.step == "boot", self.step
        return self._boots()

    def _choices(self):
        found = []
        if self.bag:
            found.append({"do": "place_tile"})
        else:
            found.append({"do": "pass"})
        if self._can_flip():
            found.append({"do": "flip_tile"})
        return found

    def _can_flip(self):
        some = any(len(laid.tile.faces) == 2 for laid in self.table.values())
        return some and self.shovels[self.mover] > 0

    def _regrets(self):
        wanted = self.parameters["see_first"] and self._can_flip()
        return [{"do": "flip_tile"}] if wanted else []

    def _places(self, tile):
        """Yield every way to lay a tile: (at, face, rotation)."""
        faces = range(len(tile.faces)) if self.parameters["either_side"] else [0]
        free = {_step(at, way) for at in self.table for way in COMPASS} - set(self.table)
        ways = [Laid(tile, face, rotation) for face in faces for rotation in range(4)]
        return [
            (at, laid.face, laid.rotation)
            for laid in ways
            for at in free
            if self._matches(at, laid)
        ]

    def _matches(self, at, laid):
        for way in COMPASS:
            other = self.table.get(_step(at, way))
            if other and other.codes[_back(way)] != laid.codes[way]:
                return False
        return True

    def _lays(self):
        found = []
        for at, face, rotation in self._places(self.drawn):
            event = {"do": "lay", "tile": self.drawn.name, "at": list(at), "rotation": rotation}
            if self.parameters["either_side"] and len(self.drawn.faces) == 2:
                event["face"] = "AB"[face]
            found.append(event)
        return found

    def _flips(self):
        return [
            {"do": "flip", "at": list(at), "rotation": rotation}
            for at, laid in self.table.items()
            if len(laid.tile.faces) == 2
            for rotation in range(4)
            if self._matches(at, Laid(laid.tile, 1 - laid.face, rotation))
        ]

    def _boots(self):
        found = [{"do": "no_boot"}]
        if self.boots[self.mover] == 0:
            return found
        for part in self._parts(self.current):
            if not self.parameters["boot_on_booted"] and self._feature(part) & set(self.boots_on):
                continue
            if not self.parameters["boot_on_complete"] and self._complete(self._feature(part)):
                continue
            found.append({"do": "boot", "at": list(part[0]), part[1]: part[2]})
        return found

    # ------------------------------------------------------------------ features

    def _parts(self, at):
        shown = self.table[at].shown
        patches = [(at, "patch", i) for i in range(len(shown.patches))]
        return patches + [(at, "creature", i) for i in range(len(shown.creatures))]

    def _ways(self, part):
        at, layer, index = part
        laid = self.table[at]
        parts = laid.shown.patches if layer == "patch" else laid.shown.creatures
        letters = parts[index][1 if layer == "patch" else 2]
        return {laid.way(letter) for letter in letters}

    def _neighbours(self, part):
        """Return the parts that touch this one across an edge, and the number of its open edges."""
        at, layer, _ = part
        touching, open_edges = set(), 0
        for way in self._ways(part):
            there = _step(at, way)
            if there not in self.table:
                open_edges += 1
                continue
            for other in self._parts(there):
                if other[1] == layer and _back(way) in self._ways(other):
                    touching.add(other)
        return touching, open_edges

    def _feature(self, part):
        whole, edge = set(), {part}
        while edge:
            whole |= edge
            edge = set().union(*(self._neighbours(p)[0] for p in edge)) - whole
        return frozenset(whole)

    def _complete(self, feature):
        return all(self._neighbours(part)[1] == 0 for part in feature)

    def _worth(self, feature):
        p = self.parameters
        patches = [self.table[at].shown.patches[i] for at, layer, i in feature if layer == "patch"]
        if patches:
            tokens = Counter(token for _, _, token in patches)
            if patches[0][0] == "G":
                coins = tokens["gold"] * p["gold"] + tokens["silver"] * p["silver"]
                return len(patches) * p["tuft_bulge"] + coins
            return len(patches) * p["mound_bulge"] + tokens["flower"] * p["flower"]
        segments = [self.table[at].shown.creatures[i] for at, _, i in feature]
        animal = segments[0][0]
        n = Counter(role for _, role, _ in segments)
        valid = {
            "orange": n["end"] == 2,
            "worm": n["end"] == 2 and n["saddle"] == p["worm_saddles"],
            "blue": n["head"] == 1 and n["tail"] == 1 and n["middle"] >= p["blue_middles"],
        }
        if not valid[animal]:
            return p["freak"]
        return sum(p[f"{animal}_{role}"] * many for role, many in n.items())

    def _settle(self):
        features = {self._feature(part) for part in self._parts(self.current)}
        for feature in features:
            if not self._complete(feature):
                continue
            owners = Counter(self.boots_on[part] for part in feature if part in self.boots_on)
            if not owners:
                continue
            most = max(owners.values())
            leaders = [seat for seat, many in owners.items() if many == most]
            fresh = self.lately_open is None or feature & self.lately_open
            if fresh and (len(leaders) == 1 or self.parameters["ties_score"]):
                for seat in leaders:
                    self.points[seat] += self._worth(feature)
            for part in feature:
                if part in self.boots_on:
                    self.boots[self.boots_on.pop(part)] += 1

    # ------------------------------------------------------------------ what happens

    def apply(self, event):
        getattr(self, f"_do_{event['do']}")(event)

    def _do_place_tile(self, event):
        assert self.step == "choose" and self.bag
        self.step = "draw"

    def _do_flip_tile(self, event):
        assert event in self.legal()
        if self.step == "lay":
            self.bag[self.drawn.name] += 1
        self.shovels[self.mover] -= 1
        self.step = "flip"

    def _do_pass(self, event):
        assert event in self.legal()
        self._next_action()

    def _do_draw(self, event):
        assert self.step == "draw"
        self.drawn = self._from_bag(event["tile"])
        assert self._places(self.drawn), event
        self.step = "lay"

    def _do_discard(self, event):
        assert self.step == "draw"
        assert not self._places(self._from_bag(event["tile"])), event
        if not self.bag:
            self._next_action()

    def _from_bag(self, name):
        assert self.bag[name] > 0, name
        self.bag[name] -= 1
        self.bag = +self.bag
        return self.box[name]

    def _do_lay(self, event):
        assert event in self.legal(), event
        face = "AB".index(event.get("face", "A"))
        self.current = tuple(event["at"])
        self.table[self.current] = Laid(self.drawn, face, event["rotation"])
        self.lately_open = None
        self.step = "boot"

    def _do_flip(self, event):
        assert event in self.legal(), event
        self.current = at = tuple(event["at"])
        old = self.table[at]
        self.lately_open = None
        if self.parameters["flip_needs_unfinished"]:
            features = {self._feature(part) for part in self._parts(at)}
            unfinished = [f for f in features if not self._complete(f)]
            self.lately_open = {part for f in unfinished for part in f if part[0] != at}
        for part in self._parts(at):
            self.boots_on.pop(part, None)
        self.table[at] = Laid(old.tile, 1 - old.face, event["rotation"])
        self.step = "boot"

    def _do_boot(self, event):
        assert event in self.legal(), event
        layer = "patch" if "patch" in event else "creature"
        self.boots_on[self.current, layer, event[layer]] = self.mover
        self.boots[self.mover] -= 1
        self._settle()
        self._next_action()

    def _do_no_boot(self, event):
        assert self.step == "boot"
        self._settle()
        self._next_action()

    def _next_action(self):
        self.step = "choose"
        self.drawn = None
        self.actions_left -= 1
        if self.actions_left:
            return
        last_of_round = self.mover == self.players - 1
        if not self.bag and (last_of_round or not self.parameters["finish_round"]):
            self.reason = "bag_empty"
            return
        self.mover = (self.mover + 1) % self.players
        self.actions_left = self.parameters["actions"]


def _step(at, way):
    return at[0] + way[0], at[1] + way[1]


def _back(way):
    return -way[0], -way[1]
