"""A game step by step: the places of all pieces, the moves, the win chances, the turning points.

In: a game, its seed, number and moves. Out: a `story`, plain JSON that one script draws, on the
replay page and in a separate file. It shows everything, or only what one seat saw. Lengths in mm.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from generator.model.letters import capital
from generator.model.teams import Sides
from generator.play.engine.batch import play_games
from generator.play.engine.game import Game, faults_of
from generator.play.engine.host_functions import UNNAMED
from generator.play.engine.kinds import is_search
from generator.play.engine.playback import PlayOut
from generator.play.engine.records import UnmatchedEvent, moves_of
from generator.play.telling.numbers import listed
from generator.preview.faces import Call
from generator.preview.layout import Board, Tray, laid_out, trays_of
from generator.preview.links import link_of, moves_in
from generator.preview.seat_views import Seated, View
from generator.preview.sessions import lively, read
from generator.preview.wording import result_of

FORMAT = 1
MOMENTS = 60  # number of positions at which chances are estimated, besides the start
PLAYOUTS = 40
# share of random moves of the players in playouts, without which they would foresee every end
SLIPS = 0.2
SWING = 0.15  # change of a side's chance between two positions from which on it is a turning point
MOST_TURNS = 6
LOOKED_INTO = 24  # maximum number of moves that are examined for mistakes
MORE_PLAYOUTS = 200  # additional playouts before and after each examined move
LOSS = 0.1  # smallest loss of the mover's chance that counts as a mistake


def story_of(
    game: Game, seed: int, index: int, moves: Sequence[int], who: Sequence[str],
    eyes: int | None = None,
) -> Any:  # fmt: skip
    """The story of a game, without its chances.

    `who` is the player in each seat ("" for people). With `eyes`, the story has only what that seat
    could see at the time; with None it shows everything.
    """
    assert game.plain
    seated = Seated(game, seed, index)
    with faults_of(game.pack.folder):
        seated.go(moves)
        views = [seated.view(ply, eyes, is_asked=False) for ply in range(len(moves) + 1)]
    names = [f"Player {seat + 1}" + (f" ({bot})" if bot else "") for seat, bot in enumerate(who)]
    teller = _Told(names)
    steps = [teller.step(view) for view in views]
    last = views[-1]
    return {
        "format": FORMAT,
        "game": game.pack.name,
        "variant": game.pack.variant,
        "digest": game.digest[:16],
        "seed": seed,
        "number": index,
        "players": game.seats,
        "who": names,
        "sides": sides_in(names, game.sides),
        "moves": link_of(moves),
        "box": teller.box(),
        "ground": _ground(game, last),
        "faces": teller.faces,
        "places": [[place.name, [list(point) for point in place.outline]] for place in last.spaces],
        "things": teller.things,
        "trays": teller.trays,
        "steps": steps,
        "over": ending_of(last, [name.partition(" (")[0] for name in names]),
        "winners": list(last.winners),
        "hidden": game.is_hidden,
        "eyes": 0 if eyes is None else eyes + 1,
        "marks": lead_changes(steps, game.sides),
    }


def ending_of(view: View, names: Sequence[str]) -> str:
    """The winner of a finished game, the margin and the reason for the end; `names` are by seat."""
    if not view.over:
        return ""
    sides = view.sides
    heads = sides_in(names, sides)
    scores = [view.scores[members[0]] for members in sides.members]
    winners = [i for i, members in enumerate(sides.members) if {*members} & {*view.winners}]
    result = result_of(heads, scores, winners, view.is_contest)
    reason = "" if view.over == UNNAMED else f": {view.over}"
    return f"{result}. The game is over{reason}."


def chances_of(
    game: Game, seed: int, index: int, moves: Sequence[int], movers: Sequence[int]
) -> Any:
    """Estimate every side's share of the wins along a game by playouts.

    Find turning points and mistakes.

    `movers` is the side that made each move. A mistake is [moves made, side, percentage points of
    win chance lost], see `mistakes_in`. `game` is compiled, or plain if the game is small. Playouts
    start from the true position, including hidden pieces.
    """
    if not game.is_contest:  # without competition, no chance can be lost to another side
        return {"by": "", "curve": [], "marks": [], "mistakes": []}
    agent = "greedy" if game.value is not None else "random"
    at = sorted({round(k * len(moves) / MOMENTS) for k in range(MOMENTS + 1)})
    slips = SLIPS if agent == "greedy" else 0.0
    play_out, heads = PlayOut(game, agent), game.sides.heads
    shares = (
        play_out(seed, index, list(moves), at, PLAYOUTS, slips).shares[:, :, heads].mean(axis=1)
    )
    curve = [[ply, *map(_short, row)] for ply, row in zip(at, shares.tolist(), strict=True)]
    around = plies_around(curve)
    again = play_out(seed, index, list(moves), around, MORE_PLAYOUTS, slips, start=PLAYOUTS)
    closer = dict(zip(around, again.shares[:, :, heads].mean(axis=1).tolist(), strict=True))
    return {
        "by": f"{PLAYOUTS} {agent} playouts a point",
        "curve": curve,
        "marks": turns_in(curve, game.sides),
        "mistakes": mistakes_in(closer, movers),
    }


def plies_around(curve: Sequence[Sequence[float]]) -> list[int]:
    """The positions to examine for mistakes: from start to end of the steepest falls of
    the curve.
    """
    falls = [
        (max(b - a for b, a in zip(before[1:], after[1:], strict=True)), before[0], after[0])
        for before, after in pairwise(curve)
    ]
    plies: set[int] = set()
    for fall, first, last in sorted(falls, key=lambda fall: (-fall[0], fall[1])):
        span = range(int(first), int(last) + 1)
        if fall >= LOSS and len(plies.union(span)) <= LOOKED_INTO:
            plies.update(span)
    return sorted(plies)


def mistakes_in(
    shares: Mapping[int, Sequence[float]], movers: Sequence[int], playouts: int = MORE_PLAYOUTS
) -> list[list[int]]:
    """The moves that cost their own side at least `LOSS`: [moves made, side, points lost].

    `shares` has each side's chance after a number of moves, from `playouts` games. A loss counts
    only if it is more than two standard errors from 0.

    >>> mistakes_in({4: [0.6, 0.4], 5: [0.35, 0.65], 6: [0.3, 0.7]}, [0, 1, 0, 1, 0, 1])
    [[5, 0, 25]]
    """
    mistakes = []
    for ply in sorted(shares):
        if ply - 1 not in shares:
            continue
        side = movers[ply - 1]
        before, after = shares[ply - 1][side], shares[ply][side]
        error = math.sqrt((before * (1 - before) + after * (1 - after)) / playouts)
        if before - after >= max(LOSS, 2 * error):
            mistakes.append([ply, side, round(100 * (before - after))])
    return mistakes


def found(
    game: Game, seed: int, index: int, agents: Sequence[str]
) -> tuple[list[int], tuple[str, ...]]:
    """The moves of a game that bots play, as in `protoplay replay`, and the player in each seat."""
    batch = play_games(game, agents, seed, index, 1, collect="moves")
    return batch.moves.tolist(), tuple(batch.agents[a] for a in batch.agent_of[0])


def sides_in(names: Sequence[str], sides: Sides) -> list[str]:
    """The sides that win together, with the names of their seats.

    >>> sides_in(["Ann", "Ben", "Cid", "Dot"], Sides(4, ((0, 2), (1, 3))))
    ['Team 1 (Ann and Cid)', 'Team 2 (Ben and Dot)']
    """
    if not sides.teams:
        return list(names)
    members = [listed([names[seat] for seat in team]) for team in sides.members]
    return [f"{capital(sides.player)} {i} ({who})" for i, who in enumerate(members, 1)]


def lead_changes(steps: Sequence[Mapping[str, Any]], sides: Sides) -> list[list[Any]]:
    """The steps at which another side became the only leader; the first leader does not count."""
    marks: list[list[Any]] = []
    leader = -1
    for ply, step in enumerate(steps):
        best = max(step["p"])
        ahead = [i for i, n in enumerate(step["p"]) if n == best]
        if len(ahead) == 1 and ahead[0] != leader:
            if leader >= 0:
                marks.append([ply, f"{sides.player} {ahead[0] + 1} takes the lead"])
            leader = ahead[0]
    return marks


def turns_in(curve: Sequence[Sequence[float]], sides: Sides) -> list[list[Any]]:
    """The largest changes of a side's chance, in order of play."""
    swings: list[tuple[float, int, str]] = []
    for before, after in pairwise(curve):
        gains = [b - a for a, b in zip(before[1:], after[1:], strict=True)]
        gain = max(gains)
        if gain >= SWING:
            i = 1 + gains.index(gain)
            now = f"{100 * before[i]:.0f} to {100 * after[i]:.0f} %"
            swings.append((gain, int(after[0]), f"{sides.player} {i} from {now}"))
    swings = sorted(swings, reverse=True)[:MOST_TURNS]
    return [[ply, words] for _, ply, words in sorted(swings, key=lambda swing: swing[1])]


class _Told:
    """All content of a story; equal parts are stored once."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.faces: list[list[Any]] = []  # [the piece it looks like, 1 if face up, width, height]
        self.things: list[list[Any]] = []  # [face, x, y, turn, label], or [words, x, y]
        self.trays: list[list[Any]] = []  # [title, seat, words, [[face, n, turn, label], …]]
        self._known: dict[str, int] = {}
        self._boxes: list[Board] = []

    def step(self, view: View) -> dict[str, Any]:
        """One position: s seat, a its side, w words, d draws, p points of sides, l places.

        It also has m, the objects on the map, and y, the trays; the last one may have c, the
        places that decided the game.
        """
        things = view.things or ()
        board = laid_out(view.spaces, things, view.sizes, view.ground, ())
        event = view.told[-1] if view.told else None
        step: dict[str, Any] = {"p": [_short(view.scores[seat]) for seat in view.sides.heads]}
        if event:
            step |= {
                "s": event.seat,
                "a": view.sides.of_seats[event.seat],
                "w": event.did,
                "l": list(event.places),
            }
            draws = [*event.draws, *(f"then {words}" for words in event.later)]
            if draws:
                step["d"] = draws
        if view.decided:
            step["c"] = list(view.decided)
        if view.text:
            step["t"] = view.text
        if board is not None:
            self._boxes.append(board)
            on_map = [
                [self._face(i.looks, i.up, i.width, i.height), i.x, i.y, i.turn, i.label]
                for i in board.items
            ]
            words = [[w.text, round(w.x, 1), round(w.y, 1)] for w in board.words]
            step["m"] = [self._once(self.things, thing) for thing in [*on_map, *words]]
        trays = [
            [
                self._title(tray), tray.seat, list(tray.words),
                [[self._face(s.looks, s.up, s.width, s.height), s.n, s.turn, s.label]
                 for s in tray.stacks],
            ]
            for tray in trays_of(things, view.sizes, len(view.scores))
        ]  # fmt: skip
        step["y"] = [self._once(self.trays, tray) for tray in trays]
        return step

    def _title(self, tray: Tray) -> str:
        whose = self.names[tray.seat] if tray.seat >= 0 else ""
        return ", ".join(part for part in (whose, tray.title) if part)

    def box(self) -> list[float]:
        """The left, top, width and height of a map with room for every step; [] without a map."""
        if not self._boxes:
            return []
        left, top = min(b.left for b in self._boxes), min(b.top for b in self._boxes)
        right = max(b.left + b.width for b in self._boxes)
        bottom = max(b.top + b.height for b in self._boxes)
        return [round(n, 1) for n in (left, top, right - left, bottom - top)]

    def _face(self, looks: str, up: bool, width: float, height: float) -> int:
        return self._once(self.faces, [looks, int(up), width, height])

    def _once(self, every: list[list[Any]], item: list[Any]) -> int:
        key = f"{id(every)} {json.dumps(item)}"
        if key not in self._known:
            self._known[key] = len(every)
            every.append(item)
        return self._known[key]


def _ground(game: Game, view: View) -> list[Any]:
    """The printed board under the map: [piece, width, height]; [] without one."""
    if view.ground != game.board:  # drawn from text
        return [view.ground, *view.sizes.boxes[view.ground]]
    pieces = [c for c in game.pack.components if c.id == game.board and c.rows]
    return [f"{c.id}/{c.rows[0].id}" if c.rows else "" for c in pieces] + [
        size for c in pieces for size in view.sizes.boxes[c.id]
    ]


def _short(number: float) -> float | int:
    rounded = round(float(number), 3)
    return int(rounded) if rounded.is_integer() else rounded


# --------------------------------------------------------------------------- in the worker


def told(call: Call, query: Mapping[str, str]) -> Iterator[Any]:
    """Yield progress, then the story for an address. Raises `ValueError` for an impossible one."""
    yield (yield from lively(lambda: _story(call, query)))


def judged(call: Call, story: Mapping[str, Any]) -> Iterator[Any]:
    """Yield progress, then the chances along the game of a story."""
    yield (yield from lively(lambda: _chances(call, story)))


def _story(call: Call, query: Mapping[str, str]) -> Any:
    players = _whole(query, "players", 0)
    game = read(call, players)
    seed, index = _whole(query, "seed", 1), _whole(query, "game", 0)
    agents = query.get("agents", "").split() or ["greedy" if game.value else "random"]
    if query.get("record"):
        record = json.loads(query["record"])
        seed, index = record["seed"], record["index"]
        if (was := record["variant"]) != game.pack.variant:
            raise ValueError(f"this game was played in the variant {was}, not {game.pack.variant}")
        try:
            moves = moves_of(game, record)
        except UnmatchedEvent as fault:
            raise ValueError(f"the rules have changed since this was recorded: {fault}") from None
        who = tuple(record.get("agents") or ("",) * game.seats)
    elif query.get("moves"):
        moves, who = moves_in(query["moves"]), ("",) * game.seats
    else:
        thinks = any(map(is_search, agents))
        bots = read(call, players, fast=True) if thinks else game
        moves, who = found(bots, seed, index, agents)
    if len(moves) > game.longest:
        raise ValueError(f"{len(moves)} moves; a game has at most {game.longest}")
    eyes = _whole(query, "eyes", 0)
    if eyes > game.seats:
        raise ValueError(f"there is no seat {eyes} in a game of {game.seats}")
    return story_of(game, seed, index, moves, who, eyes - 1 if eyes else None)


def _chances(call: Call, story: Mapping[str, Any]) -> Any:
    game = read(call, story["players"], fast=True)
    moves = moves_in(story["moves"])
    return chances_of(game, story["seed"], story["number"], moves, story["movers"])


def movers_in(story: Mapping[str, Any]) -> list[int]:
    """The side that made each move of a story."""
    return [step["a"] for step in story["steps"][1:]]


def _whole(query: Mapping[str, str], name: str, otherwise: int) -> int:
    text = query.get(name, "")
    if not text:
        return otherwise
    if not text.isdecimal() or len(text) > 18:
        raise ValueError(f"{name} is {text!r}, expected a whole number")
    return int(text)
