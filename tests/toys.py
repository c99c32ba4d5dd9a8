"""Small games for tests of the play wing, and packs around them."""

import re
from pathlib import Path

from generator import bundled
from generator.model.pack import Pack
from generator.play.engine.game import Game, load_game
from generator.reading.door import open_pack

PACKS = Path(__file__).parent / "packs"
WRITING = (Path(bundled("rules")) / "WRITING.md").read_text(encoding="utf-8")
# The examples of rules/WRITING.md, in order: whole games first, then what may stand beside them.
TICTACTOE, CARDS, DRAFT, DYKE, ROPE, BOTS, TABLES, NAMES, SPACES, LAY = re.findall(
    r"```python\n(.*?)```", WRITING, re.DOTALL
)

YAML = """protoplay: 1
name: Toy
players: {players}
parameters: {{bonus: 0}}
components:
  cards:
    title: Cards
    size: mini
    rows: {rows}
    front: {{use: card, title: "{{{{ card }}}}"}}
"""

# Two seats hold two of six cards; each plays one to a trick, the higher scores; twice. The other
# hand and the rest of the deck are hidden. A move is a card.
TRICKS = '''
import numpy as np
from generator.kit import below, record, rule, shuffle

SEATS = (2, 2)
LONGEST = 6
WIDEST = 2
HIDDEN = True
KINDS = ("lead", "follow")
SUPPLIES = ("cards",)
DECK, PLAYED = 0, 3  # places of a card; 1 and 2 are the hands


def setup(pack, players):
    return record(cards=6), record(place=np.zeros(6, np.int64), led=-1, seat=0, leader=0,
                                   points=np.zeros(2, np.int64), tricks=0)


@rule
def deal(tables, state, rng):
    order = np.arange(6)
    shuffle(rng, order, 6)
    for i in range(4):
        state.place[order[i]] = 1 + i % 2


@rule
def turn(tables, state):
    return -1 if state.tricks == 2 else state.seat


@rule
def moves(tables, state, out):
    n = 0
    for card in range(6):
        if state.place[card] == 1 + state.seat:
            out[n] = card
            n += 1
    return n


@rule
def play(tables, state, move, rng):
    state.place[move] = PLAYED
    if state.led < 0:
        state.led = move
        state.seat = 1 - state.seat
    else:
        winner = state.seat if move > state.led else 1 - state.seat
        state.points[winner] += 1
        state.led = -1
        state.tricks += 1
        state.leader = winner
        state.seat = winner


@rule
def score(tables, state, out):
    for seat in range(2):
        out[seat] = state.points[seat]


@rule
def hide(tables, state, seat, rng):
    unknown = np.empty(6, np.int64)
    n = 0
    held = 0
    for card in range(6):
        if state.place[card] == DECK or state.place[card] == 2 - seat:
            held += state.place[card] != DECK
            unknown[n] = card
            n += 1
    shuffle(rng, unknown, n)
    for i in range(n):
        state.place[unknown[i]] = 2 - seat if i < held else DECK


@rule
def stock(tables, state, out):
    for seat in range(2):
        out[seat, 0] = 0
        for card in range(6):
            out[seat, 0] += state.place[card] == 1 + seat


@rule
def kind(tables, state, move):
    return 0 if state.led < 0 else 1


@rule
def piece(tables, state, move):
    return move % 2


@rule
def highest(tables, state, out, n, rng):
    return out[n - 1]


@rule
def peeker(tables, state, out, n, rng):
    """Plays low when it believes that the other hand has the highest card."""
    return out[0] if state.place[5] == 2 - state.seat else out[n - 1]


@rule
def proud(tables, state, seat):
    return 0.5 + 0.25 * (state.points[seat] - state.points[1 - seat])


AGENTS = {"highest": highest, "peeker": peeker}
PERSONAS = {"proud": proud}


def pieces(pack):
    return [f"cards/{row.id}" for row in pack.component("cards").rows]


def opening(tables, state):
    return {"hands": [[int(c) for c in np.flatnonzero(state.place == s)] for s in (1, 2)]}


def describe(tables, state, move):
    return {"do": "play", "card": int(move)}


def why_over(tables, state):
    return "played_out"
'''

# Each of three seats in turn takes 2 points or throws a die for its face; three rounds.
DICE = """
import numpy as np
from generator.kit import below, record, rule, verbs

SEATS = (1, 3)
LONGEST = 9
WIDEST = 2
CHANCE = True


def setup(pack, players):
    sure = 2 + pack.number("bonus")
    return record(players=players, sure=sure), record(points=np.zeros(3, np.int64), t=0, thrown=0)


@rule
def deal(tables, state, rng):
    state.t = 0


@rule
def turn(tables, state):
    return -1 if state.t == 3 * tables.players else state.t % tables.players


@rule
def moves(tables, state, out):
    out[0] = 0
    out[1] = 1
    return 2


@rule
def play(tables, state, move, rng):
    state.thrown = 1 + below(rng, 6) if move == 1 else 0
    state.points[state.t % tables.players] += state.thrown if move == 1 else tables.sure
    state.t += 1


@rule
def score(tables, state, out):
    for seat in range(tables.players):
        out[seat] = state.points[seat]


def describe(tables, state, move):
    return {"do": "throw" if move else "take"}


def chance(tables, before, move, after):
    return [{"do": "die", "face": int(after.thrown)}] if move else []
"""

# A point for every draw but the one in six that takes them all; stop whenever you like.
LUCK = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (1, 1)
CHANCE = True
LONGEST = 200
MOVES = verbs("stop", "draw")
ENDS = ("", "stopped", "bust")


def setup(pack, players):
    return record(players=players), record(seat=0, over=0, points=[0])


@rule
def moves(tables, state, out):
    return offer(out, offer(out, 0, MOVES.stop), MOVES.draw)


@rule
def play(tables, state, move, rng):
    if move == MOVES.stop:
        state.over = 1
    elif below(rng, 6) == 0:
        state.points[0] = 0
        state.over = 2
    else:
        state.points[0] += 1
"""
# A way through seven rooms, of which each has four doors with coins: nothing is drawn.
ROOMS = """
from generator.kit import record, rule

SEATS = (1, 1)
LONGEST = 7
WIDEST = 4


def setup(pack, players):
    coins = [[(7 * room + 5 * door * door + 3 * door) % 11 for door in range(4)]
             for room in range(7)]
    return record(coins=coins), record(seat=0, over=0, room=0, points=[-1000])


@rule
def moves(tables, state, out):
    for door in range(4):
        out[door] = door
    return 4


@rule
def play(tables, state, move, rng):
    state.points[0] += tables.coins[state.room, move]
    state.room += 1
    state.over = state.room == 7


def describe(tables, state, move):
    return {"do": "go", "door": int(move)}
"""

# Four seats draw a lot; the first team, seats 1 and 3, wins it `bonus` times in a hundred.
LOTS = """
from generator.kit import below, offer, record, rule, verbs

SEATS = (4, 4)
TEAMS = {4: ((0, 2), (1, 3))}
CHANCE = True
LONGEST = 4
MOVES = verbs("draw")


def setup(pack, players):
    return record(chance=pack.number("bonus")), record(seat=0, over=0, points=[0] * 4)


@rule
def moves(tables, state, out):
    return offer(out, 0, MOVES.draw)


@rule
def play(tables, state, move, rng):
    if state.seat == 3:
        team = int(below(rng, 100) >= tables.chance)
        state.points[team] = state.points[team + 2] = 1
        state.over = 1
    state.seat = (state.seat + 1) % 4
"""


def write_pack(
    folder: Path, rules: str, players: str = "2", cards: list[str] | None = None
) -> Path:
    """Write a pack with these rules; return its folder.

    `cards`: the lines of its `cards.csv`, `card` the first column; by default cards one and two.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows = "cards.csv" if cards else "[{card: one}, {card: two}]"
    if cards:
        (folder / "cards.csv").write_text("\n".join([*cards, ""]))
    (folder / "game.yaml").write_text(YAML.format(players=players, rows=rows))
    (folder / "rules.py").write_text(rules)
    return folder


def opened(where: Path | str, *settings: str, variant: str | None = None) -> Pack:
    """The pack of a folder, or a bundled one by its name; errors fail the test."""
    pack, problems = open_pack(where, settings=settings, variant=variant)
    assert pack is not None, [str(problem) for problem in problems]
    return pack


def toy(folder: Path, rules: str, players: int, *, plain: bool = True) -> Game:
    """Return a game with these rules, in plain Python by default."""
    seats = "2" if "SEATS = (2, 2)" in rules else "1-3"
    return load_game(opened(write_pack(folder, rules, seats)), players, plain=plain)


def classic(name: str, *, plain: bool = False) -> Game:
    """Tic-tac-toe, Connect Four or Gomoku."""
    return load_game(opened(PACKS / name), 2, plain=plain)
