"""A game that people sit at: its moves, what a seat may see and is told.

A game is stored as a digest of its rules and pack, its seed, its number and its moves. Every
position is obtained by replaying the moves.

In: a plain game and moves. Out: a `View`, plain data without anything that its viewer cannot know.
`lay` decides which hidden things are laid. What is told of the moves is in
`telling.py`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from generator.kit.chance import CHANCE_STREAM, stream
from generator.model.teams import Sides
from generator.play.engine.board_places import decided_places
from generator.play.engine.game import Game, Space, faults_of
from generator.play.engine.records import scores_of
from generator.play.engine.table_layout import Laid, Thing
from generator.preview.areas import area_of, doubtful, in_all, in_areas, open_in
from generator.preview.happenings import Told, addressed, heard_by_all
from generator.preview.idle_moves import with_idle
from generator.preview.layout import (
    BAG,
    Ghost,
    Item,
    Sizes,
    changed_places,
    items_of,
    missing,
    on_map,
)
from generator.preview.move_choice import Choice, Index, choices_of
from generator.preview.piece_sizes import colours_of, sizes_of
from generator.preview.score_marks import only_marks_winner
from generator.preview.score_table import Row, score_table
from generator.preview.slots import HELD, OPEN, Rows, in_rows, rows_after
from generator.preview.telling import Teller
from generator.preview.text_board import alike
from generator.preview.text_views import drawn_text
from generator.preview.turns import Guess, n_new, with_end

WORLDS = 16  # number of worlds in which a seat must receive the same description
TRIED = 3  # number of worlds in which a move is previewed; what differs is chance or hidden
GHOST_STREAM = 1_900_000  # number of the random stream for previews of moves
HIDDEN_STREAM = 900_000  # number of the random stream for the worlds, apart from players and chance
HEARD, MOST = 90, 120  # number of last moves that are described, and the most for whole turns
SEVERAL = 20  # number of earlier moves that are left out at once, so that the log rarely shifts
SLOTTED = 30  # greatest number of moves of a turn during which rows stay in place
MOST_LAID = 128  # maximum number of layouts that are kept
CAP = "it reached the most moves that its rules allow"

Past = Sequence[tuple[Any, int]]  # positions, each with the move made in it


@dataclass(frozen=True, slots=True)
class View:
    """A position as `viewer` sees it (None: all of it)."""

    digest: str
    ply: int
    seat: int  # the seat to act; −1 when the game is over
    viewer: int | None
    scores: tuple[float, ...]
    choices: tuple[Choice, ...]  # choices of the seat to act, if it is the viewer's turn
    things: tuple[Thing, ...] | None  # None: the rules have no `lay`
    text: str  # the position as text, if the rules have no `lay`
    told: tuple[Told, ...]  # the latest moves
    turned_up: tuple[Told, ...]  # earlier moves that have stopped being secret
    over: str  # why the game ended; "" while it goes on
    is_contest: bool  # whether sides win against each other
    winners: tuple[int, ...]
    spaces: tuple[Space, ...]
    sizes: Sizes
    ground: str
    is_hidden: bool
    sides: Sides  # who wins together
    verbs: tuple[str, ...] = ()  # of all moves that the rules know, in words
    status: str = ""  # what the rules say of the turn
    course: tuple[tuple[float, ...], ...] = ()  # of a game that is over: the scores by move
    tally: tuple[Row, ...] = ()  # of a game that is over: where the points come from
    colours: tuple[str, ...] = ()  # of the seats' pieces, "#rrggbb"; "" where the rules name none
    decided: tuple[int, ...] = ()  # places that decided a game that is over
    scored: tuple[int, ...] = ()  # places that brought points in the new moves
    gone: tuple[Item, ...] = ()  # what that move took from those places
    goal: str = ""  # what a player wants
    is_scored: bool = True  # whether the scores tell more than who won
    since: int = 0  # moves made before those that are new to the seat to act
    moved: tuple[int, ...] = ()  # places whose pieces the new moves changed or pushed along
    slotted: tuple[Thing, ...] | None = None  # `things` with the empty slots of the turn


class Seated:
    """A game on the table: every position from the deal on, in plain Python."""

    def __init__(self, game: Game, seed: int, index: int) -> None:
        assert game.plain
        self.game, self.seed, self.index = game, seed, index
        self.names = Index(game)
        self.moves: list[int] = []
        rng = stream(seed, index, CHANCE_STREAM)
        first = game.fresh()
        game.deal(game.tables, first[0], rng)
        self.states = [first]
        self.rngs = [rng]
        self._rows: dict[int | None, list[Rows]] = {}  # rows of pieces, by viewer and moves made
        self._laid: dict[tuple[int, int | None], tuple[Thing, ...]] = {}  # by moves made and viewer
        self.drawn = drawn_text(self, sizes_of(game), colours_of(game))
        self.teller = Teller(self)

    def state(self, ply: int) -> Any:
        """The position after so many moves."""
        return self.states[ply][0]

    def laid(self, ply: int, viewer: int | None) -> tuple[Thing, ...]:
        """What lies on the table after so many moves, as a seat sees it, by rules with `lay`."""
        assert self.game.lay is not None
        if (ply, viewer) not in self._laid:
            self._laid[ply, viewer] = self.game.lay(self._tables, self.state(ply), viewer)
            for old in list(self._laid)[:-MOST_LAID]:
                del self._laid[old]
        return self._laid[ply, viewer]

    def past(self, ply: int) -> Past:
        """Every position before that one, with the move made in it."""
        return [(self.state(p), self.moves[p]) for p in range(ply)]

    def turn(self, ply: int) -> int:
        """The seat to act, or −1 when the game is over."""
        return (
            -1 if ply >= self.game.longest else int(self.game.turn(self._tables, self.state(ply)))
        )

    def legal(self, ply: int) -> list[int]:
        """The legal moves after so many moves."""
        if self.turn(ply) < 0:
            return []
        out = np.zeros(self.game.widest, np.int32)
        n = int(self.game.moves(self._tables, self.state(ply), out))
        return [int(move) for move in out[:n]]

    def go(self, moves: Sequence[int]) -> None:
        """Have exactly these moves made. Raises `ValueError` at the first that is not legal."""
        same = 0
        while same < min(len(moves), len(self.moves)) and moves[same] == self.moves[same]:
            same += 1
        del self.moves[same:], self.states[same + 1 :], self.rngs[same + 1 :]
        self.teller.forget(same)
        self._rows = {viewer: rows[: same + 1] for viewer, rows in self._rows.items()}
        self._laid = {key: things for key, things in self._laid.items() if key[0] <= same}
        for ply in range(same, len(moves)):
            if moves[ply] not in self.legal(ply):
                raise ValueError(f"move {ply + 1} is not legal there")
            after, rng = self.game.fresh(), self.rngs[ply].copy()
            after[0] = self.state(ply)
            self.game.play(self._tables, after[0], np.int64(moves[ply]), rng)
            self.moves.append(int(moves[ply]))
            self.states.append(after)
            self.rngs.append(rng)

    def view(self, ply: int, viewer: int | None, is_asked: bool = True) -> View:
        """The position after so many moves, as a seat sees it; `is_asked` lists its moves."""
        game, state, seat = self.game, self.state(ply), self.turn(ply)
        scores = tuple(scores_of(game, state))
        has_end = seat < 0
        choices: tuple[Choice, ...] = ()
        if is_asked and seat >= 0 and viewer in (seat, None):
            choices = choices_of(game, self.names, state, self.legal(ply))
        things = self.laid(ply, viewer) if game.lay is not None else None
        choices = self._with_spots(choices, state, things or ())
        if choices:
            guesses = self._guesses(ply, viewer)
            choices = self._with_areas(choices, seat, viewer, things, guesses[0])
            choices = with_end(self.names, choices, seat, viewer, guesses)
            choices = with_idle(game, choices, seat, viewer, guesses[0])
            choices = tuple(replace(c, words=addressed(c.words, seat)) for c in choices)
        status = (
            str(game.status(self._tables, state, viewer)) if game.status and not has_end else ""
        )
        is_regular = int(game.turn(self._tables, state)) < 0
        events = [self.teller.told(p, viewer, ply) for p in range(self._first_heard(ply), ply + 1)]
        why_over = game.say_over or game.why_over
        reason = str(why_over(self._tables, state)) if is_regular and has_end else CAP
        view = View(
            digest=game.digest,
            ply=ply,
            seat=seat,
            viewer=viewer,
            sides=game.sides,
            scores=scores,
            choices=choices,
            things=things,
            text=self.text(ply, viewer) if things is None else "",
            told=tuple(events),
            turned_up=tuple(
                each
                for each in events[:-1]
                if self.teller.secret(each.ply, viewer, ply - 1)
                and not self.teller.secret(each.ply, viewer, ply)
            ),
            over=reason.replace("_", " ") if has_end else "",
            is_contest=game.is_contest,
            winners=self._winners(scores, ply) if has_end else (),
            spaces=game.spaces,
            sizes=sizes_of(game),
            ground=game.board,
            is_hidden=game.is_hidden,
            verbs=self.names.verbs,
            status=status,
            goal=str(game.say_goal(self._tables)) if game.say_goal else "",
            since=self._since(ply),
            course=self._course(ply) if has_end else (),
            tally=score_table(game, self.states[: ply + 1], self.moves[:ply]) if has_end else (),
            colours=colours_of(game),
            is_scored=bool({*scores} - {0, 1}) or not self._only_marks_winner,
        )
        drawn = self.drawn.drawn(ply, view.text, choices) if self.drawn else {}
        if self.drawn and drawn and events:
            places = self.drawn.changed(ply, viewer)
            last = replace(events[-1], places=places, completed=(), traces=())
            drawn["told"] = (*events[:-1], last)
        view = replace(view, **drawn)
        if game.lay is not None and ply:
            before = self.laid(view.since, viewer)
            used = [place for told in view.told if told.ply > view.since for place in told.places]
            moved = changed_places(view.spaces, before, things or (), used)
            view = replace(view, moved=moved)
        if game.decided_by is None:
            return view
        if has_end:
            return self._with_line(view, ply) if is_regular and ply else view
        since = {p: scores_of(game, self.state(p)) for p in range(view.since, ply + 1)}
        new = range(ply, view.since, -1)
        scoring = next((p for p in new if since[p] != since[p - 1]), 0)
        return self._with_line(view, scoring) if scoring else view

    def _since(self, ply: int) -> int:
        """The number of moves made before those that are new to the seat to act.

        What was new before a move of its own stays new if that move had no other, and so was no
        choice, or if it left the map as it was, such as one that says what comes next.
        """
        own = ply
        while own and self.turn(own - 1) == self.turn(ply) and self._keeps_new(own - 1):
            own -= 1
        return own - n_new([self.turn(p) for p in range(max(0, own - HEARD), own + 1)])

    def _keeps_new(self, ply: int) -> bool:
        """Whether the move made after so many moves was no choice, or left the map as it was."""
        if len(self.legal(ply)) == 1:
            return True
        spaces = self.game.spaces
        if self.game.lay is None or not spaces or self.turn(ply + 1) < 0:
            return False
        return not changed_places(spaces, self.laid(ply, None), self.laid(ply + 1, None), ())

    def slotted(self, ply: int, viewer: int | None) -> tuple[Thing, ...] | None:
        """What lies on the table, with rows that stay in place during a turn.

        Where a game has no map, open rows are refilled in place during the whole game, and rows
        close up: cards fill the room that they have.
        """
        if self.game.lay is None:
            return None
        rows, has_map = self._rows.setdefault(viewer, []), bool(self.game.spaces)
        kept = HELD if has_map else OPEN
        for p in range(len(rows), ply + 1):
            first = p  # of the turn, or of its last moves
            while first and self.turn(first - 1) == self.turn(p) and p - first < SLOTTED:
                first -= 1
            closes = not has_map or p - first in (0, SLOTTED)
            rows.append(rows_after(rows[-1] if rows else {}, self.laid(p, viewer), kept, closes))
        return in_rows(rows[ply], self.laid(ply, viewer))

    def public(self, ply: int) -> View:
        """The position as a spectator sees it: no more than what all seats see alike."""
        if not self.game.is_hidden or self.turn(ply) < 0:
            return self.view(ply, None, False)
        views = [self.view(ply, seat, False) for seat in range(self.game.sides.seats)]
        first = views[0]
        things = [view.things for view in views if view.things is not None]
        return replace(
            first,
            viewer=None,
            things=in_all(things) if things else None,
            text=alike([view.text for view in views]),
            told=tuple(heard_by_all(same) for same in zip(*(v.told for v in views), strict=True)),
            turned_up=tuple(
                each for each in first.turned_up if all(each in v.turned_up for v in views)
            ),
            status=first.status if all(v.status == first.status for v in views) else "",
            moved=first.moved if all(v.moved == first.moved for v in views) else (),
        )

    def teaches(self, ply: int) -> bool:
        """Whether the move that led there used chance, or showed somebody what was hidden."""
        if not np.array_equal(self.rngs[ply - 1], self.rngs[ply]):
            return True
        if not self.game.is_hidden:
            return False
        seats = range(self.game.sides.seats)
        return self.game.lay is None or any(self.newly_shown(ply, seat) for seat in seats)

    def _first_heard(self, ply: int) -> int:
        """The first move that is described after so many moves: the first of a turn."""
        first = max(1, (ply + 1 - HEARD) // SEVERAL * SEVERAL)
        while first > 1 and self.turn(first - 2) == self.turn(first - 1) and ply < first + MOST:
            first -= 1
        return first

    @cached_property
    def _only_marks_winner(self) -> bool:
        return only_marks_winner(self.game)

    def _course(self, ply: int) -> tuple[tuple[float, ...], ...]:
        """The scores after every move, the deal first."""
        return tuple(tuple(scores_of(self.game, self.state(p))) for p in range(ply + 1))

    def _with_spots(
        self, choices: tuple[Choice, ...], state: Any, things: Sequence[Thing]
    ) -> tuple[Choice, ...]:
        """The moves, with the points of the map at which they put something on a piece.

        A move whose spot is the pile "bag" can be picked there, and one whose spot is a piece that
        lies before its seat by that piece.
        """
        spots = self.game.spots
        if spots is None or not things:
            return choices
        names = sizes_of(self.game).names
        lying = {
            name: thing
            for thing in things
            if isinstance(thing, Laid) and thing.piece and not thing.spot.area
            for name in (thing.piece, f"{thing.component}/{names[thing.piece]}")
        }
        placed = []
        for choice in choices:
            spot = spots(self._tables, state, np.int64(choice.move))
            thing = lying.get(self.names.piece(spot[0])) if spot else None
            if spot and spot[0] == BAG:
                choice = replace(choice, picks=choice.picks | {f"piece:{BAG}"})
            elif spot and thing is None:
                choice = replace(choice, tool=self.names.piece(spot[0]))
            if thing is not None:
                at = on_map(self.game.spaces, thing, spot[1], spot[2])
                picks = {pick for pick in choice.picks if not pick.startswith("place:")}
                picks.add(f"spot:{choice.move}")
                choice = replace(choice, spot=at, picks=frozenset(picks), places=())
            placed.append(choice)
        return tuple(placed)

    def _with_areas(
        self, choices: tuple[Choice, ...], seat: int, viewer: int | None,
        things: Sequence[Thing] | None, guess: Guess,
    ) -> tuple[Choice, ...]:  # fmt: skip
        """The moves, with the areas of the pieces that they use, if equal ones lie elsewhere."""
        game = self.game
        if game.lay is None or things is None:
            return choices
        counts = in_areas(things, seat)
        placed = []
        for choice in choices:
            if pieces := doubtful(choice, counts):
                world, rng = (each.copy() for each in guess)
                game.play(self._tables, world[0], np.int64(choice.move), rng)
                after = in_areas(game.lay(self._tables, world[0], viewer), seat)
                areas = {p: area_of(p, choice, counts, after) for p in pieces}
                choice = choice.taking(areas)
            placed.append(choice)
        return tuple(placed)

    def _guesses(self, ply: int, viewer: int | None) -> list[Guess]:
        """Worlds that may be so for all the viewer knows, in which moves are tried.

        Each has random numbers of its own, never those of the game.
        """
        guesses, first = [], GHOST_STREAM + TRIED * ply
        for k in range(TRIED):
            world, rng = self.game.fresh(), stream(self.seed, self.index, first + k)
            world[0] = self.state(ply)
            if viewer is not None and self.game.hide is not None:
                self.game.hide(self._tables, world[0], viewer, rng)
            guesses.append((world, rng))
        return guesses

    def ghosts(self, ply: int, viewer: int | None, moves: Sequence[int]) -> tuple[Ghost, ...]:
        """The effect of each move on the map, as far as the effect is certain before the move.

        The moves are tried in worlds that may be so for all the viewer knows, with other chance
        than the game's own. Only what comes out alike, of pieces that the viewer knows, is shown.
        """
        game, tables = self.game, self._tables
        if self.drawn and not game.is_hidden:
            return tuple(Ghost(*self.drawn.effects(ply, move)) for move in moves)
        if game.lay is None:
            return tuple(Ghost((), ()) for _ in moves)
        before, sizes = self.laid(ply, viewer), sizes_of(game)
        known = set(open_in(before))
        unsure = {t.component for t in before if isinstance(t, Laid) and not t.piece}
        guesses = self._guesses(ply, viewer)
        ghosts = []
        for move in moves:
            arriving, leaving = [], []
            for guess in guesses:
                world, rng = (each.copy() for each in guess)
                game.play(tables, world[0], np.int64(move), rng)
                after = game.lay(tables, world[0], viewer)
                arriving.append(
                    [
                        t
                        for t in missing(after, before)
                        if not t.piece or t.piece in known or t.component not in unsure
                    ]
                )
                leaving.append(missing(before, after))
            alike = [
                [t for t in each[0] if all(t in other for other in each)]
                for each in (arriving, leaving)
            ]
            stays = {(t.component, t.spot) for t in after if isinstance(t, Laid)}
            stays -= {(t.component, t.spot) for t in alike[0] if isinstance(t, Laid)}
            alike[1] = [
                t for t in alike[1] if not isinstance(t, Laid) or (t.component, t.spot) not in stays
            ]  # a piece that is only known or counted otherwise does not leave
            ghosts.append(Ghost(*(tuple(items_of(game.spaces, things, sizes)) for things in alike)))
        return tuple(ghosts)

    def _with_line(self, view: View, ply: int) -> View:
        """The view with the places that decided the game, or brought the points of its move."""
        game = self.game
        before, after = self.state(ply - 1), self.state(ply)
        places = decided_places(game, view.spaces, before, self.moves[ply - 1], after)
        gone = []
        if game.lay is not None:
            laid = [game.lay(self._tables, state, view.viewer) for state in (before, after)]
            gone = [thing for thing in missing(*laid) if thing.spot.place in places]
        items = tuple(items_of(view.spaces, gone, view.sizes))
        if view.seat >= 0:
            return replace(view, scored=places, gone=items)
        return replace(view, decided=places, gone=items)

    def _winners(self, scores: Any, ply: int) -> tuple[int, ...]:
        """The seats that share first place in a finished game."""
        with faults_of(self.game.pack.folder):
            ties = self.game.tie_breaks(self.state(ply))
        return tuple(np.flatnonzero(self.game.winners(scores, ties)).tolist())

    def text(self, ply: int, viewer: int | None) -> str:
        """The position as text; what may differ for all the viewer knows is a "?"."""
        game, show = self.game, self.game.show
        if show is None:
            return ""
        if viewer is None or not game.is_hidden:
            return str(show(self._tables, self.state(ply)))
        worlds = [str(show(self._tables, world)) for world in self.worlds(ply, viewer)]
        return alike(worlds)

    @property
    def _tables(self) -> Any:
        return self.game.tables

    def newly_shown(self, ply: int, viewer: int) -> Counter[str]:
        """The pieces that lie open to the viewer since the last move, and did not before."""
        if self.game.lay is None:
            return Counter()
        seen = [open_in(self.laid(p, viewer)) for p in (ply - 1, ply)]
        return seen[1] - seen[0]

    def worlds(self, ply: int, viewer: int) -> list[Any]:
        """Positions that might be so, for all the viewer knows."""
        assert self.game.hide is not None
        states = self.game.fresh(WORLDS)
        states[:] = self.states[ply]
        for k in range(WORLDS):
            rng = stream(self.seed, self.index, HIDDEN_STREAM + WORLDS * ply + k)
            self.game.hide(self._tables, states[k], viewer, rng)
        return [states[k] for k in range(WORLDS)]
