"""The desk of one thread, which is all memory for playing and searching, allocated once per run.

In plain Python the engine works on a `Desk`. The compiled engine works on `Desk.record`, the same
desk as one record of numbers, in which a rule is the address of its machine code, and an array is
an address and a shape. Functions therefore pass a single pointer, and nothing is reference-counted
or freed. Both modes use the memory through the functions below; `machine` defines their compiled
versions for numba.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

int64: Any = np.int64  # a machine integer, in both modes

# Worlds: the true position, two worlds for trials and search, and one to try moves in; a replayed
# game is kept in a fifth world.
TRUE, OWN, WORLD, TRIAL = range(4)
N_WORLDS = 4

# The rules, in the order of `Desk.rules`, and the result of each rule.
RULES = (
    "deal", "turn", "moves", "play", "score", "hide", "value", "stock", "kind", "piece", "space",
    "pick", "consider", "tie_break", "turn_of", "round_of", "policy", "pieces",
)  # fmt: skip
(
    DEAL, TURN, MOVES, PLAY, SCORE, HIDE, VALUE, STOCK, KIND, PIECE, SPACE, PICK, CONSIDER,
    TIE_BREAK, TURN_OF, ROUND_OF, POLICY, PIECES,
) = range(len(RULES))  # fmt: skip
RESULTS = {
    "turn": "int", "moves": "int", "value": "float", "kind": "int", "piece": "int", "space": "int",
    "pick": "int", "consider": "int", "policy": "int", "turn_of": "int", "round_of": "int",
}  # fmt: skip

# Indices in the journal. ARGUMENT and IMAGINED are written only when a call is stopped, FOUND only
# with a fault that the engine itself detects.
CALLS, RULE, STOP, IMAGINED, ARGUMENT, GAME, DECISION, FAULT, FOUND = range(9)
N_JOURNAL = 9

# Columns of a seat in `seats_of`; the last row holds the clock (milliseconds) and the stamp.
FRESH, BUFFER, USED, WHEN = range(4)
CLOCK, STAMP = 1, 2


class Array(NamedTuple):
    """One of the desk's arrays: its accessor, its element type and its number of dimensions."""

    get: Callable[[Any], Any]
    dtype: Any
    dimensions: int


ARRAYS: list[Array] = []


def _array(name: str, dtype: Any, dimensions: int) -> Callable[[Any], Any]:
    """Add an array to the desk and return its accessor."""
    place = len(ARRAYS)

    def get(desk: Any) -> Any:
        return desk.arrays[place]

    get.__name__ = get.__qualname__ = name
    ARRAYS.append(Array(get, dtype, dimensions))
    return get


template_of = _array("template_of", np.uint64, 1)  # (words of a state,) the state from `setup`
wires_of = _array("wires_of", np.int64, 2)  # (agents, N_WIRES) the agents' functions
options_of = _array("options_of", np.float64, 2)  # (agents, N_OPTIONS) the agents' options
streams_of = _array(
    "streams_of", np.uint64, 2
)  # (seats + 3, 4) every seat's stream, then the game's and two more
listing_of = _array("listing_of", np.int32, 1)  # (widest,) the legal moves of the true position
history_of = _array("history_of", np.int32, 1)  # (longest + 2,) the moves of the game so far
allowed_of = _array("allowed_of", np.int32, 1)  # (widest,) the moves left to a restricted player
found_of = _array("found_of", np.int32, 1)  # (widest,) the pieces of the legal moves
stamps_of = _array("stamps_of", np.int64, 1)  # (pieces,) the last decision that offered each piece
levels_of = _array("levels_of", np.int32, 2)  # (seats, supplies) the amount left in each supply
trace_of = _array("trace_of", np.float64, 2)  # (longest + 1, seats) scores after every decision
kept_of = _array("kept_of", np.int32, 1)  # (widest,) the moves of a stopped call
seats_of = _array("seats_of", np.int64, 2)  # (seats + 1, 4) with the columns above
draws_of = _array(
    "draws_of", np.uint64, 2
)  # (4, 4) streams: for trials, its start, of a stopped call, for a world's draws
scores_of = _array(
    "scores_of", np.float64, 2
)  # (5, seats) scores, shares of the win, rewards, tie-breaks, sides beaten
tallies_of = _array(
    "tallies_of", np.float64, 2
)  # (3, widest) sums and counts of flat search; values of moves
nodes_of = _array(
    "nodes_of", np.int32, 3
)  # (buffers, nodes, 7); closed trees have two buffers per seat
totals_of = _array(
    "totals_of", np.float64, 2
)  # (buffers, nodes) sums of rewards for the seat that chose the node's move
range_of = _array(
    "range_of", np.float64, 2
)  # (seats, 2) the lowest and highest reward of a seat's search
path_of = _array("path_of", np.int32, 1)  # (longest + 2,)
legal_of = _array("legal_of", np.int32, 1)  # (widest,)
slots_of = _array("slots_of", np.int64, 1)  # legal moves by hash: stamp · 2³² + place in `legal`
marks_of = _array("marks_of", np.int64, 1)  # (widest,) stamp of legal moves that have a child
alive_of = _array("alive_of", np.int32, 1)  # (widest,) indices of the root moves that remain
sides_of = _array("sides_of", np.int64, 1)  # (seats,) the first seat of each seat's team

# Secret choices, see `search.secret_moves`; all arrays are empty if no search meets secret choices.
verbs_of = _array("verbs_of", np.int64, 2)  # (verbs, 2) first move and time of secrecy
secret_kinds_of = _array("secret_kinds_of", np.int64, 1)  # (kinds,) time of secrecy, or empty
pending_of = _array("pending_of", np.int64, 2)  # (1 + MOST_PENDING, 4) moves that are still secret
tags_of = _array("tags_of", np.int64, 2)  # (longest + 2, 2) each move's time of secrecy and seat
pointers_of = _array("pointers_of", np.int32, 2)  # (2, seats) each tree's root and its current node
seen_of = _array("seen_of", np.uint64, 2)  # (2, words) a seat's view of a position

# Pieces that act as other pieces in some games of a run; all arrays are empty without such pieces.
plan_of = _array("plan_of", np.int8, 2)  # (n, pieces) the part of a piece, see `batch.Swaps`
own_of = _array("own_of", np.int64, 2)  # (pieces, 2) range of a piece's own patches
order_of = _array("order_of", np.int64, 1)  # a piece's patches in the order in which they are tried
order_stream_of = _array("order_stream_of", np.uint64, 2)  # (1, 4) the stream for that order
undo_of = _array("undo_of", np.uint8, 1)  # the bytes that a patch has overwritten
# (n, pieces) the first seat to use the piece, −1, or UNFIT
takers_of = _array("takers_of", np.int8, 2)
patches_of = _array("patches_of", np.int64, 2)  # (patches + 1, 2) range of a patch's bytes
patch_at_of = _array("patch_at_of", np.int64, 1)  # address of each byte in the tables
patch_byte_of = _array("patch_byte_of", np.uint8, 1)  # the value of each byte
tables_bytes_of = _array("tables_bytes_of", np.uint8, 1)  # the tables themselves
tables_kept_of = _array("tables_kept_of", np.uint8, 1)  # the tables without patches

# The results of a run, one row per game, with the shapes of `batch.GameBatch`.
score_of = _array("score_of", np.float64, 2)
tie_break_of = _array("tie_break_of", np.float64, 2)  # no rows if the rules have no tie-break
end_of = _array("end_of", np.int8, 1)
decisions_of = _array("decisions_of", np.int32, 1)
turns_of = _array("turns_of", np.int32, 1)
branching_of = _array("branching_of", np.int64, 1)
choices_of = _array("choices_of", np.int32, 1)
lead_changes_of = _array("lead_changes_of", np.int32, 1)
tenths_of = _array("tenths_of", np.float64, 3)
courses_of = _array("courses_of", np.float64, 3)
# numbers of decisions after which scores are stored
course_at_of = _array("course_at_of", np.int64, 1)
kind_counts_of = _array("kind_counts_of", np.int32, 3)
piece_used_of = _array("piece_used_of", np.int32, 3)
piece_offered_of = _array("piece_offered_of", np.int32, 3)
supply_low_of = _array("supply_low_of", np.int32, 3)


class Numbers(NamedTuple):
    """The numbers of a game that the engine needs."""

    seats: int
    longest: int
    widest: int
    n_kinds: int
    n_pieces: int
    n_spaces: int
    n_supplies: int
    is_contest: int


_PLACES = {array.get: place for place, array in enumerate(ARRAYS)}
_RECORD = np.dtype(
    (
        np.record,
        [
            ("rules", np.int64, (len(RULES),)),
            ("journal", np.int64, (N_JOURNAL,)),
            ("arrays", np.int64, (len(ARRAYS), 4)),
            *((name, np.int64) for name in ("tables", "states", "size", *Numbers._fields)),
        ],
    )
)


class Desk:
    """The memory of one thread; `rules` are functions, or addresses if the game is compiled."""

    def __init__(
        self, rules: list[Any], tables: Any, states: Any, template: Any, numbers: Numbers,
        nodes: int, buffers: int, plain: bool,
    ) -> None:  # fmt: skip
        n = numbers
        self.rules = rules
        self.tables = tables  # (1,) records
        self.states = states  # (worlds,) records
        self.words = words_in(states)
        self.journal: NDArray[np.int64] = np.zeros(N_JOURNAL, np.int64)
        self.seats, self.longest, self.widest = n.seats, n.longest, n.widest
        self.n_kinds, self.n_pieces = n.n_kinds, n.n_pieces
        self.n_spaces, self.n_supplies = n.n_spaces, n.n_supplies
        self.is_contest = n.is_contest
        shapes: dict[Any, tuple[int, ...]] = {
            wires_of: (1, 1),
            options_of: (1, 1),
            streams_of: (n.seats + 3, 4),
            listing_of: (n.widest,),
            history_of: (n.longest + 2,),
            allowed_of: (n.widest,),
            found_of: (n.widest,),
            stamps_of: (max(1, n.n_pieces),),
            levels_of: (n.seats, max(1, n.n_supplies)),
            trace_of: (n.longest + 1, n.seats),
            kept_of: (n.widest,),
            seats_of: (n.seats + 1, 4),
            draws_of: (4, 4),
            scores_of: (5, n.seats),
            tallies_of: (3, n.widest),
            nodes_of: (buffers, max(1, nodes), 7),
            totals_of: (buffers, max(1, nodes)),
            range_of: (n.seats, 2),
            path_of: (n.longest + 2,),
            legal_of: (n.widest,),
            slots_of: (1 << (2 * n.widest - 1).bit_length(),),
            marks_of: (n.widest,),
            alive_of: (n.widest,),
        }
        self.arrays: list[Any] = [
            np.zeros(shapes.get(a.get, (0,) * a.dimensions), a.dtype) for a in ARRAYS
        ]
        seats_of(self)[:-1, FRESH] = 1
        self._numbers = numbers
        self._addresses: Any = None  # each array's address and shape in the record
        self.engine: Any = self if plain else self._as_record()
        self.put(template_of, template)

    def put(self, get: Callable[[Any], Any], array: Any) -> None:
        """Put an array on the desk, so that its accessor finds it."""
        self._put(_PLACES[get], array)

    def _as_record(self) -> Any:
        """Return the desk in the form of the compiled engine; both desks share the journal."""
        record = np.zeros(1, _RECORD)
        row = record[0]
        row.rules[:] = self.rules
        row.tables = self.tables.ctypes.data
        row.states = self.states.ctypes.data
        row.size = self.words.shape[1]
        for name, value in self._numbers._asdict().items():
            row[name] = value
        self._addresses = record["arrays"][0]
        self.journal = row.journal
        for place, array in enumerate(self.arrays):
            self._put(place, array)
        return row

    def _put(self, place: int, array: Any) -> None:
        self.arrays[place] = array
        if self._addresses is not None:
            assert array.flags.c_contiguous and array.dtype == ARRAYS[place].dtype, ARRAYS[place]
            address = array.__array_interface__["data"][0]
            self._addresses[place, : 1 + array.ndim] = (address, *array.shape)


def words_in(records: Any) -> Any:
    """Return the same memory as 64-bit words, (n, words), which are faster to copy."""
    n = len(records)
    return records.view(np.uint64).reshape(n, records.dtype.itemsize // 8).view(np.ndarray)


def world_at(desk: Any, world: int) -> Any:
    """Return the position of a world in the form that rules take."""
    return desk.states[world]


def tables_at(desk: Any) -> Any:
    """Return the game's tables in the form that rules take."""
    return desk.tables[0]


def copy_world(desk: Any, to: int, of: int) -> None:
    """Copy world `of` to world `to`."""
    desk.words[to] = desk.words[of]


def put_words(desk: Any, world: int, words: Any) -> None:
    """Set a world from the words of a state."""
    desk.words[world] = words


def get_words(desk: Any, world: int, words: Any) -> None:
    """Write the words of a world into an array."""
    words[:] = desk.words[world]
