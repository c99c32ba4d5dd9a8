"""The content of the page of a game in one position: the map, the trays, the moves, the words."""

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from urllib.parse import urlencode

from generator.model.letters import capital
from generator.preview import card_table, play_parts
from generator.preview.areas import covered
from generator.preview.card_table import Fit, Key, beside, counted, fits_of, headed, key_of
from generator.preview.entrance import bot_title
from generator.preview.goods import gauge_in, goods_in
from generator.preview.happenings import Turn, heard_by, turns_of
from generator.preview.hint import Hint
from generator.preview.layout import (
    BAG,
    TITLES,
    Item,
    Stack,
    Tray,
    laid_out,
    middle,
    one_of,
    trays_of,
    with_pile,
)
from generator.preview.links import link_of
from generator.preview.map_widths import Loupe, Widths, loupe_of, widths_of
from generator.preview.move_choice import Chips, Choice, chips_of, narrow
from generator.preview.open_game import FORCED, YOU, Open, is_curtained
from generator.preview.play_frame import frame_of, is_tall
from generator.preview.play_marks import MapMarks
from generator.preview.play_parts import Panel, Undo, undo_of
from generator.preview.replays import ending_of, sides_in
from generator.preview.seat_views import View
from generator.preview.settings import otherwise
from generator.preview.text_board import address_of
from generator.preview.workspace import Table

MOST_SHOWN = 120  # maximum number of moves in the list
MOST_ACTS = 8  # maximum number of moves shown as buttons under the board
MOST_TARGETS = 3  # maximum number of kinds that the hint names


class Sheet(MapMarks):
    """The content of the page of a game: the remaining moves, the map, the trays, the words."""

    is_shared = False  # whether each person has a page of their own

    def __init__(
        self, table: Table, game: Open, view: View, ply: int, picks: Sequence[str], text: str
    ) -> None:
        self.table, self.game, self.view, self.ply = table, game, view, ply
        self.is_now = ply == game.ply
        self.is_curtained = self.is_now and is_curtained(game, view)
        things = view.slotted or view.things or ()
        acts = self.is_now and view.seat in game.people
        self.choices = play_parts.parted(view.choices, things) if acts else ()
        self.left, self.picks = narrow(self.choices, picks, text)
        self.said = text
        self.armed = self.left[0] if len(self.left) == 1 else None
        self.lit = {place for choice in self.left for place in choice.places}
        self.speaking = {place for choice in self.choices for place in choice.places}
        named = {pick for choice in self.choices for pick in choice.picks}
        self.offered = {i for i in range(len(view.spaces)) if f"place:{i}" in named}
        self.leads = frozenset[int]().union(*(choice.leads for choice in self.choices))
        self.faces = {p.id: p for p in table.look.pieces} if table.look else {}
        if view.viewer is None:
            things = covered(things, {id: piece.back for id, piece in self.faces.items()})
        lit, is_over = self.speaking, bool(view.over)
        self.board = laid_out(view.spaces, things, view.sizes, view.ground, lit, is_over=is_over)
        is_flat, has_slots = self.board is None, bool(self.board) and view.slotted is not None
        self.trays = trays_of(things, view.sizes, len(view.scores), has_slots, is_flat)
        if f"piece:{BAG}" in named:
            self.trays = with_pile(self.trays)
        if self.board:  # these trays stay where they can be reached during the whole game
            game.reached.update(key_of(tray) for tray in self.trays if self._reaches(tray))
        own = any(seat >= 0 for _, seat, _ in game.reached)
        self.has_cards = play_parts.has_cards(self.trays)
        self.keeps_dock = bool(self.board and game.people) and (own or self.has_cards)
        self.backs = Counter((p.component, p.back) for p in self.faces.values())
        self.last = {place for told in view.told if told.ply > view.since for place in told.used}
        self.hint = Hint(game.judged.get(ply) if self.is_now else None, self.choices)
        self.can_undo = self.is_now and any(mover in game.people for mover in game.movers)

    @cached_property
    def undo(self) -> Undo:
        """The words of the button that takes a move back."""
        people = self.game.people
        since = itertools.takewhile(lambda mover: mover not in people, reversed(self.game.movers))
        is_bots = not self.view.over and any(mover != FORCED for mover in since)
        n_bots = 0 if self.is_shared else len(self.game.who) - len(people)
        return undo_of(self.is_shared, n_bots, self.can_undo and is_bots)

    @property
    def can_cancel(self) -> bool:
        """Whether the seat to act only announced, without chance, a move that it must make next."""
        if not self.can_undo or not self.view.told:
            return False
        last = self.view.told[-1]
        is_announced = last.seat == self.view.seat and last.line == "" and not last.draws
        return is_announced and not self.acts and not any(c.ends for c in self.choices)

    def _reaches(self, tray: Tray) -> bool:
        """Whether a move can be picked by a piece of a tray."""
        return any(self.offers(stack.piece, tray) for stack in tray.stacks)

    @property
    def offers_here(self) -> str:
        """All moves as JSON for the script, which narrows them down without asking again.

        Each is its number, its words, its picks as places in `picks`, and its point on the map. Of
        the pieces that moves name, those alone are picks that can be picked in a tray: others may
        be hidden.
        """
        named = {pick for choice in self.choices for pick in choice.picks}
        there = {f"piece:{stack.piece}" for tray in self.trays for stack in tray.stacks}
        offered = sorted(p for p in named if not p.startswith("piece:") or p in there)
        picks = {pick: i for i, pick in enumerate(offered)}
        moves = [
            [
                c.move,
                c.words,
                sorted(picks[p] for p in c.picks & picks.keys()),
                *filter(None, [c.spot]),
            ]
            for c in self.choices
        ]
        data = {"at": self.ply, "picked": self.picks, "picks": list(picks), "moves": moves}
        data["leads"] = [
            *(f"place:{i}" for i in sorted(self.leads)),
            f"piece:{BAG}",
            *(f"do:{c.do}" for c in self.choices if c.tool),
        ]
        data["short"] = play_parts.shorter(self.choices)
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def acts(self) -> list[Choice]:
        """The moves that speak of nothing on the table: buttons under the board."""
        on_table = {stack.piece for tray in self.trays for stack in tray.stacks}
        there = [
            c for c in self.left if not c.places and c.spot is None and not on_table & {*c.pieces}
        ]
        return there if len(there) <= MOST_ACTS else []

    @property
    def spots(self) -> list[Choice]:
        """The moves that put something on a piece of the map."""
        return [choice for choice in self.left if choice.spot is not None]

    @cached_property
    def widths(self) -> Widths:
        """The least widths of the map in pixels."""
        points = [choice.spot for choice in self.spots if choice.spot is not None]
        return widths_of(self.board, len(self.view.spaces), points)

    @cached_property
    def loupe(self) -> Loupe | None:
        """On a map that grows: the tile on which a spot is picked, enlarged."""
        first = next((c.spot for c in self.choices if c.spot is not None), None)
        if first is None or self.board is None or not self.widths.grows:
            return None
        return loupe_of(self.board, *first)

    frame, is_tall = cached_property(frame_of), is_tall
    goods = staticmethod(goods_in)
    gauge = staticmethod(gauge_in)
    unit, pips = staticmethod(card_table.unit), staticmethod(card_table.pips)
    parts = play_parts

    @cached_property
    def target(self) -> str:
        """What the player picks: layers of places, cards and other pieces, "path or card".

        A piece that all moves at places use needs no pick.
        """
        layers = [self.view.spaces[i].layer for i in sorted(self.speaking or self.offered)]
        names = ["place" if layer == "cell" else layer for layer in layers]
        stacks = [s for tray in self.trays for s in tray.stacks if self.offers(s.piece, tray)]
        if names:
            stacks = [s for s in stacks if any(s.piece not in c.pieces for c in self.choices)]
        names += [stack.kind for stack in stacks]
        things = {one_of(title).lower() for title in self.view.sizes.titles.values()}
        names += [f"place for a {s.do}" if s.do in things else "place" for s in self.spots]
        *most, last = dict.fromkeys(names) or [""]
        is_short = last and len(most) < MOST_TARGETS
        return f"{', '.join(most)} or {last}".removeprefix(" or ") if is_short else "place or piece"

    @property
    def knows_more(self) -> bool:
        """Whether who looks knows cards that others do not."""
        return self.view.viewer is not None and self.view.is_hidden

    def is_seen(self, thing: Item | Stack) -> bool:
        """Whether a piece that lies face down is shown by its face, for who looks knows it."""
        return self.knows_more and self._hides(thing)

    def _hides(self, thing: Item | Stack) -> bool:
        """Whether the back of a piece is shown that other pieces have too: else it is a face."""
        piece = self.faces.get(thing.looks) if thing.is_known else None
        if piece is None or not piece.lying(True):
            return False
        return self.backs[piece.component, piece.back] > 1

    def face_of(self, thing: Item | Stack) -> str:
        """The address of the picture of a thing as it is shown; "" where there is none.

        At the end of a game, every piece outside a pile is open, but keeps the side that lies up
        if both its sides are faces.
        """
        is_open = thing.up or self.is_seen(thing) or (bool(self.view.over) and self._hides(thing))
        return self.face(thing.looks, is_open)

    @property
    def leaflets(self) -> list[tuple[str, str]]:
        """Of every rule sheet and player aid its name and its picture."""
        look, players = self.table.look, len(self.view.scores)
        texts = {part.id: part for part in look.parts if part.is_text} if look else {}
        return [
            (piece.name, self.address(side))
            for piece in self.faces.values() if piece.component in texts
            for side in texts[piece.component].reading(piece, players)
        ]  # fmt: skip

    @property
    def ending(self) -> tuple[str, str]:
        """Of a game that is over: who won and by how much; and why it ended."""
        names = [self.short(seat) for seat in range(self.view.sides.seats)]
        result, _, reason = ending_of(self.view, names).partition(". ")
        return result, reason

    @property
    def course(self) -> list[tuple[str, str]]:
        """Of a game that is over: the name of every side, and its scores as points of a line."""
        names = [name for name, _, _ in self.scores]
        lines = play_parts.lines_of(self.view.course, [m[0] for m in self.view.sides.members])
        return list(zip(names, lines, strict=True)) if lines else []

    @property
    def groups(self) -> list[tuple[str, list[Choice]]]:
        """The moves left, by what they do, as many as a page can bear."""
        by_kind: dict[str, list[Choice]] = {}
        for choice in self.left[:MOST_SHOWN]:
            by_kind.setdefault(choice.do, []).append(choice)
        return list(by_kind.items())

    @property
    def chips(self) -> tuple[Chips, ...]:
        """The words that part the moves left."""
        return chips_of(self.choices, self.left, self.picks)

    def short(self, seat: int) -> str:
        """The name of a seat in the list of moves made."""
        return "You" if self.game.people == (seat,) else f"Player {seat + 1}"

    def name(self, seat: int) -> str:
        """The name of a seat on the page, followed by the team if there are teams."""
        who, people, sides = self.game.who[seat], self.game.people, self.view.sides
        if people == (seat,):
            return "You"
        notes = [] if who == YOU else [bot_title(who)]
        if sides.teams:
            teams = sides.of_seats
            is_yours = len(people) == 1 and teams[seat] == teams[people[0]]
            notes.append("your partner" if is_yours else f"team {teams[seat] + 1}")
        return f"Player {seat + 1}" + (f" ({', '.join(notes)})" if notes else "")

    @property
    def scores(self) -> list[tuple[str, float, bool]]:
        """The name and score of every side, and whether the side acts; partners share a score."""
        view, sides = self.view, self.view.sides
        names = [self.name(seat) for seat in range(sides.seats)]
        if sides.teams:
            names = sides_in([name.partition(" (")[0] for name in names], sides)
        return [
            (name, view.scores[members[0]], view.seat in members)
            for name, members in zip(names, sides.members, strict=True)
        ]

    @cached_property
    def panels(self) -> list[Panel]:
        """Every side: its name, its score, whether it acts, and what it has outside the dock."""
        panels, sides, winners = [], self.view.sides, {*self.view.winners}
        for i, (members, (name, score, is_acting)) in enumerate(
            zip(self.view.sides.members, self.scores, strict=True), 1
        ):
            title, _, note = name.partition(" (") if not self.view.sides.teams else (name, "", "")
            is_waiting = self.view.seat not in self.game.people and self.game.is_thinking
            panels.append(
                Panel(
                    i, title, note.removesuffix(")"), score, is_acting,
                    "thinks" if is_waiting else "to move",
                    bool({*members} & winners) and len(winners) < sides.seats,
                    tuple((seat, self._beside(seat)) for seat in members),
                )
            )  # fmt: skip
        return panels

    @property
    def is_of_cards(self) -> bool:
        """Whether the table has neither a map nor a text: only trays."""
        return self.board is None and not self.view.text

    def is_lettered(self, stack: Stack) -> bool:
        """Whether a piece is shown by a face with large letters."""
        piece = self.faces.get(stack.looks)
        return stack.up and piece is not None and bool(piece.at_table)

    @cached_property
    def _fits(self) -> Mapping[Key, Fit]:
        return fits_of(self.common["right"], self.dock, self.is_lettered)

    def fit(self, tray: Tray) -> Fit | None:
        """The layout of a tray of a table of cards; None on a map."""
        return self._fits.get(key_of(tray)) if self.is_of_cards else None

    def kind_of(self, stack: Stack) -> str:
        """The title of a piece's component, as in "12 boots"; "" where there is none."""
        return self.view.sizes.titles.get(stack.looks.partition("/")[0], "").lower()

    def strip_of(self, stack: Stack) -> str:
        """The address of a card's picture as a flat strip; "" for other pieces."""
        return self.address(self.faces[stack.looks].strip) if self.is_lettered(stack) else ""

    @property
    def dock(self) -> list[Tray]:
        """The trays at the foot of the table, with the player's own cards and pieces in moves.

        Cards in hand that have a title of their own lie there for a moment and come last, so that
        the others stay where they are.
        """
        trays = [self._part(tray, True) for tray in self.boxes.get(self.mine, [])]
        trays = [tray for tray in trays if tray.stacks or (tray.words and tray.area == "hand")]
        return sorted(trays, key=lambda tray: tray.area == "hand" and tray.title != TITLES["hand"])

    def title_of(self, tray: Tray) -> str:
        """The title of the first tray of the dock: its own, or the owner and the component."""
        if tray.title not in ("", TITLES["hand"]):
            return tray.title
        whose = self.short(tray.seat)
        stacks = tray.stacks or [s for each in self.trays if each.seat < 0 for s in each.stacks]
        parts = {stack.looks.partition("/")[0] for stack in stacks}
        kind = self.kind_of(stacks[0]) if len(parts) == 1 else ""
        if whose == "You":
            return f"Your {kind or 'pieces'}"
        return f"{whose}: {kind}" if kind else whose

    def _beside(self, seat: int) -> tuple[Tray, ...]:
        """The pieces of a seat that do not lie in the dock."""
        trays = self.boxes.get(seat, [])
        trays = [self._part(tray, False) for tray in trays] if seat == self.mine else trays
        trays = [beside(tray, self.faces, self.view.sizes.titles) for tray in trays]
        trays = [counted(t, self.view.sizes.titles) if self.board else t for t in trays]
        score = self.view.scores[seat]
        repeated = {f"{score:g} points", f"{score:g} point"}
        trays = [
            replace(tray, words=tuple(words for words in tray.words if words not in repeated))
            for tray in trays
        ]
        held = "In hand, known to you" if self.knows_more and not self.view.over else "In hand"
        trays = [tray for tray in trays if tray.stacks or tray.words]
        return headed(trays, "" if seat == self.mine else held)

    def _part(self, tray: Tray, is_docked: bool) -> Tray:
        """The part of one's own tray that lies in the dock, or the other part.

        An empty slot that would be drawn as a strip is in neither.
        """
        stacks = tuple(
            stack for stack in tray.stacks
            if (stack.n or stack.piece or not stack.is_strip)
            and is_docked == (tray.area == "hand" or self.offers(stack.piece, tray)
                             or (key_of(tray) in self.game.reached and not stack.is_strip)
                             or (stack.is_card and bool(stack.piece or not stack.n)))
        )  # fmt: skip
        words = tray.words if is_docked == (tray.area == "hand") else ()
        n = sum(stack.n for stack in tray.stacks)
        if not is_docked and tray.area == "hand" and self.view.is_hidden and n:
            words = (f"{n} in hand",)
        return replace(tray, stacks=stacks, words=words)

    @cached_property
    def turns(self) -> list[Turn]:
        """The moves made, turn by turn, and the rounds that began."""
        return turns_of(heard_by(self.view.told, self.game.people), self.view.sides)

    @property
    def steps(self) -> list[tuple[str, int | None, str, str]]:
        """The ways to other positions: id, moves made there (None: no way), words, key."""
        last = self.game.ply
        before = self.ply > 0 and not self.is_curtained
        after = self.ply < last
        return [
            ("start", 0 if before else None, "To the start", ""),
            ("back", self.ply - 1 if before else None, "One move back", "["),
            ("forth", self.ply + 1 if after else None, "One move on", "]"),
            ("now", last if after else None, "To the position of now", ""),
        ]

    @cached_property
    def boxes(self) -> dict[int, list[Tray]]:
        """The trays in the areas of every seat, by seat."""
        own = [tray for tray in self.trays if tray.seat >= 0]
        return {s: list(each) for s, each in itertools.groupby(own, key=lambda tray: tray.seat)}

    @cached_property
    def common(self) -> dict[str, list[Tray]]:
        """The trays in common areas: "left" and "right" of the map, and "near" the own pieces.

        A group with the name of a place lies on the side of that place, from top to bottom as the
        places do. All else lies on the right. Near are the pieces that moves take or add to, and
        the deck if nothing else is common. A group of a place lies near and beside the place.
        """
        at = {space.name: middle(space.outline) for space in self.view.spaces}
        half = self.board.left + self.board.width / 2 if self.board else 0.0
        trays = [(at.get(tray.title, (math.inf, math.inf)), self._piled(tray))
                 for tray in self.trays if tray.seat < 0]  # fmt: skip
        trays.sort(key=lambda each: each[0][1])
        near = [
            tray for _, tray in trays
            if self.board and (self._reaches(tray)
                               or (key_of(tray) in self.game.reached and tray.title not in at)
                               or (len(trays) == 1 and tray.area == BAG))
        ]  # fmt: skip
        sides: dict[str, list[Tray]] = {"left": [], "right": []}
        for (x, _), tray in trays:
            if tray not in near or tray.title in at:
                sides["left" if x < half else "right"].append(tray)
        sides["near"] = [replace(tray, is_twin=tray.title in at) for tray in near]
        return sides

    def _piled(self, tray: Tray) -> Tray:
        """The discard pile as a pile of cards, where no move takes a card that lies in it."""
        if any(not s.is_card or self.offers(s.piece, tray) for s in tray.stacks):
            return tray
        return replace(tray, stacks=tray.piles or tray.stacks)

    def colour(self, side: int) -> str:
        """The colour of a side's pieces, "#rrggbb", from 1; "" where the rules name none."""
        first, colours = self.view.sides.members[side - 1][0], self.view.colours
        return colours[first] if first < len(colours) else ""

    @property
    def mine(self) -> int:
        """The seat whose things lie next to the board; −1 where there is none."""
        people = self.game.people
        if self.view.viewer is not None:
            return self.view.viewer
        return people[0] if len(people) == 1 else self.view.seat if people else -1

    def face(self, looks: str, up: bool) -> str:
        """The address of a picture; "" where there is none."""
        if drawn := address_of(looks):
            return drawn
        piece = self.faces.get(looks)
        return self.address(piece.lying(up) if piece else "")

    def address(self, picture: str) -> str:
        """The address of one of the workspace's pictures; "" where there is none."""
        return f"/face/{picture}.svg" if picture else ""

    def picked(self, pick: str) -> str:
        """The address with a pick more, or one less."""
        others = [each for each in self.picks if each != pick]
        return self._address(others if pick in self.picks else [*others, pick])

    @property
    def home(self) -> str:
        """The address of the game."""
        return f"/play/{self.game.id}"

    def way(self, act: str) -> str:
        """The address that a form posts an act to."""
        return f"{self.home}/{act}"

    def at(self, ply: int) -> str:
        """The address of another position."""
        return f"?{urlencode({'ply': ply})}" if ply < self.game.ply else self.home

    def _address(self, picks: Sequence[str]) -> str:
        return f"?{urlencode([('pick', pick) for pick in picks])}" if picks else self.home

    @property
    def ground(self) -> str:
        """The picture of the printed board under the map."""
        part = self.view.ground
        if drawn := address_of(part):
            return drawn
        pieces = self.table.look.pieces if self.table.look else ()
        first = next((piece.id for piece in pieces if piece.component == part), "")
        return self.face(first, True)

    def offers(self, piece: str, tray: Tray) -> bool:
        """Whether a move involves a piece in a tray.

        A piece that also lies elsewhere is picked where the move takes it from.
        """
        return bool(piece) and bool(self._uses(self.choices, piece, tray))

    def caption(self, stack: Stack, tray: Tray) -> str:
        """What a click on a piece does, without the name of the piece; "" if it may do more."""
        choices = self._uses(self.left, stack.piece, tray)
        if len(choices) != 1:
            return ""
        if choices[0].words.startswith(f"{stack.label}: "):
            return "Go here"  # what happens there is on the card
        words = re.sub(rf"\b{re.escape(stack.label)}\b:?", " ", choices[0].words)
        words = " ".join(words.split())
        return capital(words)

    def _uses(self, choices: Sequence[Choice], piece: str, tray: Tray) -> list[Choice]:
        """The moves that use a piece in a tray."""
        near = (self.mine, -1)
        if tray.seat not in near and any(
            stack.piece == piece
            for each in self.trays if each.seat in near
            for stack in each.stacks
        ):  # fmt: skip
            return []
        area = f"{tray.area}{tray.seat}"
        return [choice for choice in choices if choice.takes(piece, area)]

    def tool(self, stack: Stack, tray: Tray) -> str:
        """The pick of the move that a piece before the seat to act makes; "" for other pieces."""
        is_own = tray.seat == self.view.seat and bool(stack.piece)
        return next((f"do:{c.do}" for c in self.choices if is_own and c.tool == stack.piece), "")

    def moves_at(self, place: int) -> int:
        """The number of remaining moves that involve a place."""
        return sum(1 for choice in self.left if place in choice.places)

    @property
    def replay(self) -> str:
        """The address of a finished game; an earlier address would disclose hidden cards."""
        sitting = self.game.sitting
        query = {
            "seed": sitting.seed, "game": sitting.index, "players": sitting.players,
            "moves": link_of(sitting.moves),
        }  # fmt: skip
        settings = [("set", f"{name}={value}") for name, value in self.game.settings]
        return f"/replay?{urlencode([*query.items(), *settings])}"

    @property
    def otherwise(self) -> tuple[str, str]:
        """The changed settings in words, as they were for this game and as they are now."""
        return otherwise(self.game.settings, self.table.numbers)
