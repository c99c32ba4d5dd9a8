"""The names of what is measured, and how reports say each; a goal may use either.

A measure's name is a key: "lead changes", "seat 1 wins", "tracks run out"; or the pack's own.
"""

import re
from collections.abc import Sequence

from generator.problems import meant, near

SEATS = "seats"  # the wins of every seat, in one goal
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SAID = {
    "games inside the target length": "games as long as you aim for",
    "end by stall": "games that stall",
    "end by cap": "games that never end",
    "turns": "turns a game",
    "rounds": "rounds a game",
    "decisions": "decisions a game",
    "lead changes": "changes of the lead a game",
    "legal moves": "moves to choose from",
    "margin": "winning margin, points",
    "score": "score of a player, points",
    "tied games": "games with several winners",
    "half-time leader wins": "half-time leaders who win",
}
AFFECTED = re.compile(r"(.+) effect", re.IGNORECASE)
PLURAL = ("games ", "half-time leaders ", "turns ", "rounds ", "decisions ", "moves ", "changes ")
LENGTHS = re.compile(r"(turns|rounds) in ([0-9]{1,9}) ?(?:-|–|\.\.|to) ?([0-9]{1,9})")
_NAMED = {said: name for name, said in SAID.items()}
_SEAT = re.compile(rf"(?:({'|'.join(ORDINALS)})|([0-9]+)th) seat wins")
_END = re.compile(r"games that end by [“\"](.+)[”\"]", re.IGNORECASE)
_RUN_OUT = re.compile(r"games in which (.+ runs? out)")


def seat_name(seat: int) -> str:
    """What a seat is called in a sentence.

    >>> seat_name(0)
    'first seat'
    """
    return f"{ORDINALS[seat] if seat < len(ORDINALS) else f'{seat + 1}th'} seat"


def names_seats(name: str) -> bool:
    """Whether a measure is how often seats win.

    >>> names_seats("seats"), names_seats("seat 1 wins"), names_seats("turns")
    (True, True, False)
    """
    return name == SEATS or re.fullmatch(r"seat [0-9]+ wins", name) is not None


def affected(name: str) -> str:
    """The piece that a measure is the effect of, "" where it is none.

    >>> affected("Saffron effect"), affected("turns")
    ('Saffron', '')
    """
    found = AFFECTED.fullmatch(name)
    return found[1] if found else ""


def measure_said(name: str) -> str:
    """A measure of a comparison or a sweep as people say it.

    >>> measure_said("seat 1 wins"), measure_said("end by stall")
    ('first seat wins', 'games that stall')
    """
    words = name.split()
    if len(words) == 3 and words[0] == "seat" and words[1].isdecimal():
        return f"{seat_name(int(words[1]) - 1)} {words[2]}"
    if name.endswith(" run out"):
        return f"games in which {name.removesuffix(' run out').replace('_', ' ')} run out"
    if name not in SAID and name.startswith("end by "):
        return f"games that end by “{name.removeprefix('end by ').replace('_', ' ')}”"
    return SAID.get(name, name.replace("_", " "))


def is_many(name: str) -> bool:
    """Whether a measure's title, as `measure_said` has it, takes a verb in the plural.

    >>> is_many("end by stall"), is_many("turns"), is_many("salt run out")
    (True, True, True)
    >>> is_many("seat 1 wins"), is_many("margin")
    (False, False)
    """
    return measure_said(name).startswith(PLURAL)


def measure_named(written: str) -> str:
    """The name of a measure that is written as its name or as people say it.

    >>> measure_named("First seat wins"), measure_named("games that stall")
    ('seat 1 wins', 'end by stall')
    >>> spelt(measure_named("games in which salt runs out"))
    'salt run out'
    """
    name = " ".join(written.split())
    words = name.casefold()
    if seat := _SEAT.fullmatch(words):
        return f"seat {ORDINALS.index(seat[1]) + 1 if seat[1] else seat[2]} wins"
    if _RUN_OUT.fullmatch(words):
        return name[len("games in which ") :]
    if end := _END.fullmatch(name):
        return f"end by {end[1]}"
    return SEATS if words == SEATS else _NAMED.get(words, name)


def spelt(name: str) -> str:
    """A measure's name whatever its capitals and underscores, and of one supply or many.

    >>> spelt("Salt runs out"), spelt("tea_leaves run out")
    ('salt run out', 'tea leaves run out')
    """
    return re.sub(r" runs out$", " run out", name.casefold().replace("_", " "))


def near_measure(name: str, known: Sequence[str]) -> str:
    """The fix for a measure that is none: what may be meant, by its name or as people say it."""
    names = [*([SEATS] if "seat 1 wins" in known else []), "turns in 20-40", *known]
    title = meant(name, map(measure_said, known))
    if title is None or meant(name, names) is not None:
        return near(name, names)
    return f'did you mean "{title}"?'
