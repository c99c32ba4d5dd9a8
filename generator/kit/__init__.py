"""The library for a pack's rules.

Rules import from this package, and from nowhere else in protoplay. All functions work both compiled
and as plain Python, except the functions for `setup` and for people (*).

    rule                                  the mark on what runs during a game
    record*                               the tables and the state, as records of numbers
    below unit shuffle shuffled           chance, from the stream a rule is given
    verbs* verb_of kind_of offer          moves by name: a table of verbs, and back from a number
    piles* hands* FACE_DOWN FACE_UP       cards in piles, made in `setup`
      fill mix count peek place_of        … what is there
      draw draw_any take take_at          … taking out
      put put_under                       … putting in
      reveal knows cards_in*              … who knows what
      reshuffle reshuffle_at              … for `hide`: deal anew what a seat cannot know
    square* hexagonal* sharing*           boards as tables of neighbours
      ring* around* place_around          … tables without an edge
      distances* toward                   … ways
      run_length longest_run straight_run … what lies in a row
      area                                … what hangs together
    run_starts run_from moved             boards as one number
      bit_count lowest drawn*             … how many cells, which, how it looks
    turnings* facing fits                 tiles whose edges must match
      lay_tile asked_around offer_turns   … laid side by side
    next_seat seats_in                    turns, where seats pass or drop out
    set_points majority                   counting up
      lead rank share odds                … and who is ahead
    copies* column* words_in*             from a pack's rows to arrays
      pieces_of* printed* text* word*     … and back to names
    at* note* hand* front* group* trace*  what lies where, for `lay`; what is completed
    fields*                               … and where the fields of a printed board are
    hexes*                                hexagons: cells, corners, where they lie on paper
"""

from generator.kit.bitboards import bit_count, drawn, lowest, moved, run_from, run_starts
from generator.kit.boards import (
    area,
    around,
    distances,
    hexagonal,
    longest_run,
    place_around,
    ring,
    run_length,
    sharing,
    square,
    straight_run,
    toward,
)
from generator.kit.chance import Stream, below, bits, reseed, shuffle, shuffled, stream, unit
from generator.kit.counting import lead, majority, odds, rank, set_points, share
from generator.kit.edges import asked_around, facing, fits, lay_tile, offer_turns, turnings
from generator.kit.marks import rule
from generator.kit.piles import (
    FACE_DOWN,
    FACE_UP,
    cards_in,
    count,
    draw,
    draw_any,
    fill,
    hands,
    knows,
    mix,
    peek,
    piles,
    place_of,
    put,
    put_under,
    reshuffle,
    reshuffle_at,
    reveal,
    take,
    take_at,
)
from generator.kit.places import at, fields, front, group, hand, note, trace
from generator.kit.records import record, whole
from generator.kit.rows import column, copies, pieces_of, printed, text, word, words_in
from generator.kit.turns import next_seat, seats_in
from generator.kit.verbs import kind_of, offer, verb_of, verbs
from generator.model import hexes

__all__ = [
    "FACE_DOWN",
    "FACE_UP",
    "Stream",
    "area",
    "around",
    "asked_around",
    "at",
    "below",
    "bit_count",
    "bits",
    "cards_in",
    "column",
    "copies",
    "count",
    "distances",
    "draw",
    "draw_any",
    "drawn",
    "facing",
    "fields",
    "fill",
    "fits",
    "front",
    "group",
    "hand",
    "hands",
    "hexagonal",
    "hexes",
    "kind_of",
    "knows",
    "lay_tile",
    "lead",
    "longest_run",
    "lowest",
    "majority",
    "mix",
    "moved",
    "next_seat",
    "note",
    "odds",
    "offer",
    "offer_turns",
    "peek",
    "pieces_of",
    "piles",
    "place_around",
    "place_of",
    "printed",
    "put",
    "put_under",
    "rank",
    "record",
    "reseed",
    "reshuffle",
    "reshuffle_at",
    "reveal",
    "ring",
    "rule",
    "run_from",
    "run_length",
    "run_starts",
    "seats_in",
    "set_points",
    "share",
    "sharing",
    "shuffle",
    "shuffled",
    "square",
    "straight_run",
    "stream",
    "take",
    "take_at",
    "text",
    "toward",
    "trace",
    "turnings",
    "unit",
    "verb_of",
    "verbs",
    "whole",
    "word",
    "words_in",
]
