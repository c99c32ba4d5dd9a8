"""The table without rules before the first operation: from a pack to a world, a state and pictures.

In: a pack as the preview draws it, the number of players. Out: an `Opening`, which is also JSON, so
that a session can be opened again without its pack.
"""

import hmac
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from generator.hosting.free.chance import Chance
from generator.hosting.free.state import Held, Piece, Stack, State, World
from generator.model.arrangement import Arrangement, PieceCopy, arrange, default_piles
from generator.model.arrangement import Stack as LaidStack
from generator.model.pack import Component, Pack
from generator.model.setup import Pile
from generator.press.export.tabletop import kind_of
from generator.preview.faces import Look, Shown

_LENGTH = 24  # hexadecimal digits of an address: 96 bits
_CUT = b'<g clip-path="url(#protoplay-trim)">'
_PAPER = b'<rect x="-2000" y="-2000" width="9000" height="9000" fill="#fff"/>'
_ROOM = 40.0  # mm below the lowest stack, so that there is room to play
_SPACE = (260.0, 160.0)  # mm that are enough to play in, beside and above what lies in the middle


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a table. `pictures` maps addresses to SVG.

    `leaflets` holds the name and the picture's address of each page of rules and player aid.
    """

    world: World
    state: State
    pictures: Mapping[str, bytes]
    leaflets: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """World, state and leaflets, without pictures."""
        return {
            "world": asdict(self.world), "state": asdict(self.state), "leaflets": self.leaflets,
        }  # fmt: skip


def from_json(saved: Mapping[str, Any], pictures: Mapping[str, bytes]) -> Opening:
    """The opening that `to_json` saved."""
    world, state = saved["world"], saved["state"]
    pieces = tuple(Piece(**piece) for piece in world["pieces"])
    stacks = {
        token: Stack(**{**stack, "pieces": tuple(stack["pieces"]), "box": tuple(stack["box"])})
        for token, stack in state["stacks"].items()
    }
    return Opening(
        World(**{**world, "pieces": pieces}),
        State(
            stacks,
            tuple(tuple(Held(**card) for card in hand) for hand in state["hands"]),
            counters=state["counters"],
            seat_counters=tuple(state["seat_counters"]),
            dice=tuple((sides, value) for sides, value in state["dice"]),
            top=state["top"],
        ),
        pictures,
        tuple((name, address) for name, address in saved.get("leaflets", ())),
    )


def opening_of(
    pack: Pack,
    look: Look,
    pictures: Mapping[str, bytes],
    players: int,
    secret: bytes,
    rng: random.Random,
) -> Opening:
    """Lay a pack out for its players. `look` and `pictures` are those of the preview.

    `secret` makes the addresses of pictures: nobody can ask for a face that was not shown to him.
    """
    left_out = {part.id for part in look.parts if part.left_out}
    used = [
        c
        for c in pack.components
        if kind_of(c) not in ("box", "rules", "booklet") and c.id not in left_out
    ]
    pack = _with_discards(pack, used)
    laid = _centred(arrange(pack, players, rng, used), pack)
    address = {
        name: hmac.digest(secret, name.encode(), "sha256").hex()[:_LENGTH] for name in pictures
    }
    shown = {piece.id: piece for piece in look.pieces}
    numbers: dict[str, int] = {}
    pieces: list[Piece] = []
    for stack in laid.stacks:
        for copy in stack.pieces:
            numbers[copy.id] = len(pieces)
            pieces.append(_piece(copy, shown[f"{copy.component.id}/{copy.row.id}"], address))
    world = World(tuple(pieces), players, *laid.size)
    state = _state(pack, laid, numbers, Chance(rng))
    texts = {part.id: part for part in look.parts if part.is_text}
    sides = {
        side
        for piece in look.pieces
        for side in (
            (piece.front, piece.back)
            if piece.component in texts
            else (piece.lying(True), piece.lying(False))
        )
    }
    on_paper = {address[name]: _on_paper(pictures[name]) for name in pictures if name in sides}
    leaflets = tuple(
        (piece.name, address[side])
        for piece in look.pieces
        if piece.component in texts
        for side in texts[piece.component].reading(piece, players)
    )
    return Opening(world, state, on_paper, leaflets)


def _with_discards(pack: Pack, used: Sequence[Component]) -> Pack:
    """The pack with a place for discarded cards beside each deck, if its set-up has no piles."""
    if pack.setup.piles:
        return pack
    cards = {component.id: component.title for component in used if kind_of(component) == "card"}
    decks = list(default_piles(pack.setup, used))
    is_alone = sum(deck.name in cards for deck in decks) == 1
    piles = []
    for deck in decks:
        piles.append(deck)
        if title := cards.get(deck.name):
            name = "Discard" if is_alone else f"{title} discard"
            piles.append(Pile(name, (), deck.place, is_face_up=True))
    return replace(pack, setup=replace(pack.setup, piles=tuple(piles)))


def _on_paper(picture: bytes) -> bytes:
    """A picture on white paper, as it is printed: a face without a ground lets no table through."""
    assert _CUT in picture, "the picture is not cut out"
    return picture.replace(_CUT, _CUT + _PAPER, 1)


def _piece(copy: PieceCopy, shown: Shown, address: Mapping[str, str]) -> Piece:
    shape = copy.component.shape
    box = shape.front or shape
    return Piece(
        copy.row.name,
        copy.component.title,
        box.width,
        box.height,
        address.get(shown.lying(True), ""),
        address.get(shown.lying(False), ""),
        60 if shape.kind == "hex" else 90,
    )


def _state(pack: Pack, laid: Arrangement, numbers: Mapping[str, int], chance: Chance) -> State:
    titles = {component.id: component.title for component in pack.components}
    places = {pile.name for pile in pack.setup.piles}
    stacks: dict[str, Stack] = {}
    hands: list[tuple[Held, ...]] = [()] * len(laid.seats)
    boards_first = sorted(laid.stacks, key=lambda stack: not _is_board(stack))
    for z, stack in enumerate(boards_first):
        own = tuple(numbers[copy.id] for copy in stack.pieces)
        if stack.in_hand:
            hands[stack.seat - 1] = tuple(Held(chance.token(), piece) for piece in own)
            continue
        is_place = stack.is_shuffled or not stack.pieces or stack.name in places
        token = chance.token()
        stacks[token] = Stack(
            token,
            own,
            stack.x,
            stack.y,
            stack.is_face_up,
            0,  # everybody sees the table from the same side
            z,
            _is_board(stack),
            titles.get(stack.name, stack.name) if is_place else "",
            _box(stack.pieces[0].component) if stack.pieces else (63.0, 88.0),
        )
    return State(
        stacks,
        tuple(hands),
        counters=dict(laid.counters),
        seat_counters=tuple(dict(laid.seat_counters) for _ in laid.seats),
        dice=tuple((sides, 0) for sides in laid.dice),
        top=len(laid.stacks),
    )


def _is_board(stack: LaidStack) -> bool:
    return bool(stack.pieces) and kind_of(stack.pieces[0].component) == "board"


def _box(component: Component) -> tuple[float, float]:
    box = component.shape.front or component.shape
    return box.width, box.height


def _centred(laid: Arrangement, pack: Pack) -> Arrangement:
    """The arrangement, with its stacks moved to the middle if the pack assigns a place to none.

    The table of a small game is small, so that the pieces are large on a screen.
    """
    has_places = bool(pack.setup.laid) or any(pile.at for pile in pack.setup.piles)
    middle = [stack for stack in laid.stacks if not stack.seat]
    if has_places or not middle:
        return laid
    boxes = [(s, _box(s.pieces[0].component) if s.pieces else (63.0, 88.0)) for s in middle]
    left = min(s.x - w / 2 for s, (w, _) in boxes)
    right = max(s.x + w / 2 for s, (w, _) in boxes)
    top = min(s.y - h / 2 for s, (_, h) in boxes)
    bottom = max(s.y + h / 2 for s, (_, h) in boxes)
    width, height, room = *laid.size, 0.0
    if pack.setup.size is None:
        room = _ROOM
        if all(stack.in_hand for stack in laid.stacks if stack.seat):
            width = min(width, right - left + 2 * _SPACE[0])
            height = min(height, bottom - top + 2 * _SPACE[1])
    dx, dy = (width - left - right) / 2, (height - top - bottom) / 2
    stacks = (
        s if s.seat else replace(s, x=round(s.x + dx, 1), y=round(s.y + dy, 1)) for s in laid.stacks
    )
    return replace(laid, size=(width, height + room), stacks=tuple(stacks))
