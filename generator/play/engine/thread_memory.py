"""The desk of one thread: all memory the engine plays and thinks in, allocated once per run.

In plain Python the engine works on a `Desk`. Compiled it works on `Desk.record`, the same desk as
one record of numbers: a rule is the address of its machine code, an array its address and shape.
So whatever is handed from function to function is one pointer, and nothing is counted or freed.
The functions below this comment are how both modes reach the memory; `machine` teaches numba its
side of them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

int64: Any = np.int64  # a machine integer, in both modes

# Worlds: the true position, two for trials and search, one to try moves in; a game that is played
# again stands in a fifth.
TRUE, OWN, WORLD, TRIAL = range(4)
N_WORLDS = 4

# The rules, in the order of `Desk.rules`, and what each gives back.
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

# Places in the journal. ARGUMENT and IMAGINED are written only where a call is stopped, FOUND only
# with a fault of the engine's own finding.
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
    """The accessor of the next of the desk's arrays, of that name."""
    place = len(ARRAYS)

    def get(desk: Any) -> Any:
        return desk.arrays[place]

    get.__name__ = get.__qualname__ = name
    ARRAYS.append(Array(get, dtype, dimensions))
    return get


template_of = _array("template_of", np.uint64, 1)  # (words of a state,) what `setup` returned
wires_of = _array("wires_of", np.int64, 2)  # (agents, N_WIRES) functions that players go by
options_of = _array("options_of", np.float64, 2)  # (agents, N_OPTIONS) numbers that players go by
streams_of = _array(
    "streams_of", np.uint64, 2
)  # (seats + 3, 4) every seat's, then the game's and two more
listing_of = _array("listing_of", np.int32, 1)  # (widest,) the legal moves of the true position
history_of = _array("history_of", np.int32, 1)  # (longest + 2,) the moves of the game so far
allowed_of = _array("allowed_of", np.int32, 1)  # (widest,) those left to a player who is held back
found_of = _array("found_of", np.int32, 1)  # (widest,) the pieces of the legal moves
stamps_of = _array("stamps_of", np.int64, 1)  # (pieces,) the decision that last offered each
levels_of = _array("levels_of", np.int32, 2)  # (seats, supplies) what is left of each
trace_of = _array("trace_of", np.float64, 2)  # (longest + 1, seats) scores after every decision
kept_of = _array("kept_of", np.int32, 1)  # (widest,) the moves of a stopped call
seats_of = _array("seats_of", np.int64, 2)  # (seats + 1, 4), columns above
draws_of = _array(
    "draws_of", np.uint64, 2
)  # (4, 4) a stream for trials, where it starts, a stopped call's, the draws to come
scores_of = _array(
    "scores_of", np.float64, 2
)  # (5, seats) scores, shares of the win, rewards, tie-breaks, sides beaten
tallies_of = _array(
    "tallies_of", np.float64, 2
)  # (3, widest) sums and counts of flat search; worths of moves
nodes_of = _array(
    "nodes_of", np.int32, 3
)  # (buffers, nodes, 7); closed trees have two buffers per seat
totals_of = _array(
    "totals_of", np.float64, 2
)  # (buffers, nodes) rewards of who chose the node's move
range_of = _array(
    "range_of", np.float64, 2
)  # (seats, 2) the least and the most that a seat's search may earn
path_of = _array("path_of", np.int32, 1)  # (longest + 2,)
legal_of = _array("legal_of", np.int32, 1)  # (widest,)
slots_of = _array("slots_of", np.int64, 1)  # legal moves by hash: stamp · 2³² + place in `legal`
marks_of = _array("marks_of", np.int64, 1)  # (widest,) stamp of legal moves that have a child
alive_of = _array(
    "alive_of", np.int32, 1
)  # (widest,) places of the moves at the root still in play
sides_of = _array("sides_of", np.int64, 1)  # (seats,) the first seat of each one's team: itself

# Secret choices, see `search.secrets`; all are empty where no searcher meets any.
verbs_of = _array("verbs_of", np.int64, 2)  # (verbs, 2) first move and until when one is secret
secret_kinds_of = _array("secret_kinds_of", np.int64, 1)  # (kinds,) until when; none without any
pending_of = _array("pending_of", np.int64, 2)  # (1 + MOST_PENDING, 4) moves that are still secret
tags_of = _array("tags_of", np.int64, 2)  # (longest + 2, 2) of moves: until when secret, whose
pointers_of = _array("pointers_of", np.int32, 2)  # (2, seats) roots of their trees; where each is
seen_of = _array("seen_of", np.uint64, 2)  # (2, words) what a seat sees of a position

# Pieces that act as others in some games of a run; all are empty where none do.
plan_of = _array("plan_of", np.int8, 2)  # (n, pieces) the part of a piece: see `batch.Swaps`
own_of = _array("own_of", np.int64, 2)  # (pieces, 2) from and to which patch are a piece's own
order_of = _array("order_of", np.int64, 1)  # the patches of a piece in the order of trying them
order_stream_of = _array("order_stream_of", np.uint64, 2)  # (1, 4) the chance of that order
undo_of = _array("undo_of", np.uint8, 1)  # what a patch has written over
takers_of = _array("takers_of", np.int8, 2)  # (n, pieces) the first to use it, −1, or UNFIT
patches_of = _array("patches_of", np.int64, 2)  # (patches + 1, 2) from and to which byte to write
patch_at_of = _array("patch_at_of", np.int64, 1)  # where in the tables
patch_byte_of = _array("patch_byte_of", np.uint8, 1)  # what
tables_bytes_of = _array("tables_bytes_of", np.uint8, 1)  # the tables themselves
tables_kept_of = _array("tables_kept_of", np.uint8, 1)  # as they are without patches

# What a run leaves behind, one row per game; the shapes are those of `batch.GameBatch`.
score_of = _array("score_of", np.float64, 2)
tie_break_of = _array("tie_break_of", np.float64, 2)  # no rows where the rules have no tie-break
end_of = _array("end_of", np.int8, 1)
decisions_of = _array("decisions_of", np.int32, 1)
turns_of = _array("turns_of", np.int32, 1)
branching_of = _array("branching_of", np.int64, 1)
choices_of = _array("choices_of", np.int32, 1)
lead_changes_of = _array("lead_changes_of", np.int32, 1)
tenths_of = _array("tenths_of", np.float64, 3)
courses_of = _array("courses_of", np.float64, 3)
course_at_of = _array("course_at_of", np.int64, 1)  # the decisions after which `courses_of` is kept
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


_PLACES = {known.get: place for place, known in enumerate(ARRAYS)}
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
    """The memory of one thread; `rules` are functions, or addresses where the game is compiled."""

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
        self._addresses: Any = None  # in the record: of each array, and its shape
        self.engine: Any = self if plain else self._as_record()
        self.put(template_of, template)

    def put(self, get: Callable[[Any], Any], array: Any) -> None:
        """Lay an array on the desk, where that accessor finds it."""
        self._put(_PLACES[get], array)

    def _as_record(self) -> Any:
        """The desk as the compiled engine sees it; shares the journal with this one."""
        record = np.zeros(1, _RECORD)
        one = record[0]
        one.rules[:] = self.rules
        one.tables = self.tables.ctypes.data
        one.states = self.states.ctypes.data
        one.size = self.words.shape[1]
        for name, value in self._numbers._asdict().items():
            one[name] = value
        self._addresses = record["arrays"][0]
        self.journal = one.journal
        for place, array in enumerate(self.arrays):
            self._put(place, array)
        return one

    def _put(self, place: int, array: Any) -> None:
        self.arrays[place] = array
        if self._addresses is not None:
            assert array.flags.c_contiguous and array.dtype == ARRAYS[place].dtype, ARRAYS[place]
            address = array.__array_interface__["data"][0]
            self._addresses[place, : 1 + array.ndim] = (address, *array.shape)


def words_in(records: Any) -> Any:
    """The same memory as 64-bit words, (n, words): records are copied by copying these."""
    n = len(records)
    return records.view(np.uint64).reshape(n, records.dtype.itemsize // 8).view(np.ndarray)


def world_at(desk: Any, world: int) -> Any:
    """The position of a world, as rules take it."""
    return desk.states[world]


def tables_at(desk: Any) -> Any:
    """The game's tables, as rules take them."""
    return desk.tables[0]


def copy_world(desk: Any, to: int, of: int) -> None:
    """Make one world the copy of another."""
    desk.words[to] = desk.words[of]


def put_words(desk: Any, world: int, words: Any) -> None:
    """Make a world what the words say, as many as a state has."""
    desk.words[world] = words


def get_words(desk: Any, world: int, words: Any) -> None:
    """Write a world as words."""
    words[:] = desk.words[world]
