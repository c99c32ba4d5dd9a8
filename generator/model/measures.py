"""The names of what is measured, and how reports say each; a goal may use either.

A measure's name is a key: "lead changes", "seat 1 wins", "tracks run out"; or the pack's own.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from generator.model.problems import closest, near

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
Topic = Literal["seats", "length", "course", "unended", "outcome", "supply", "own"]
TOPICS: dict[str, Topic] = {  # of the measures with one name in every game
    "games inside the target length": "length",
    "end by stall": "unended",
    "end by cap": "unended",
    "turns": "length",
    "rounds": "length",
    "decisions": "length",
    "lead changes": "course",
    "legal moves": "course",
    "margin": "course",
    "score": "course",
    "tied games": "seats",
    "half-time leader wins": "course",
}
OWN = "own"
OWN_TOPICS: dict[str, Topic] = {  # what a figure of the pack's own may be said to tell of
    "who wins": "seats",
    "length": "length",
    "course": "course",
    "breaks": "unended",
    OWN: "own",
}
AFFECTED = re.compile(r"(.+) effect", re.IGNORECASE)
PLURAL = ("games ", "half-time leaders ", "turns ", "rounds ", "decisions ", "moves ", "changes ")
LENGTHS = re.compile(r"(turns|rounds) in ([0-9]{1,9}) ?(?:-|–|\.\.|to) ?([0-9]{1,9})")
_NAMED = {said: name for name, said in SAID.items()}
_SIDE = re.compile(rf"(?:({'|'.join(ORDINALS)})|([0-9]+)th) (seat|team) wins")
_WINS = re.compile(r"(seat|team) ([0-9]+) wins")
_OF_SIDE = re.compile(r"(seat|team) ?([0-9]+)\b.*")
_END = re.compile(r"games that end by [“\"](.+)[”\"]", re.IGNORECASE)
_RUN_OUT = re.compile(r"games in which (.+ runs? out)")


def side_name(side: int, word: str) -> str:
    """What a seat, or a team, is called in a sentence.

    >>> side_name(0, "seat"), side_name(1, "team")
    ('first seat', 'second team')
    """
    return f"{ORDINALS[side] if side < len(ORDINALS) else f'{side + 1}th'} {word}"


def names_seats(name: str) -> bool:
    """Whether a measure is how often seats win, or teams.

    >>> names_seats("seats"), names_seats("team 1 wins"), names_seats("turns")
    (True, True, False)
    """
    return name == SEATS or _WINS.fullmatch(name) is not None


def topic_of(name: str, stated: Mapping[str, Topic] | None = None) -> Topic:
    """What a measure tells of, by its whole name; a figure of the pack's own is its own topic.

    `stated`: measures for which the rules say it themselves.

    >>> topic_of("seat 1 wins"), topic_of("turns"), topic_of("margin"), topic_of("end by stall")
    ('seats', 'length', 'course', 'unended')
    >>> topic_of("end by ship_sinks"), topic_of("tea run out"), topic_of("seat swaps")
    ('outcome', 'supply', 'own')
    >>> topic_of("seat swaps", {"seat swaps": "seats"})
    'seats'
    """
    if stated and name in stated:
        return stated[name]
    if names_seats(name):
        return "seats"
    if name in TOPICS:
        return TOPICS[name]
    if LENGTHS.fullmatch(name):
        return "length"
    if name.endswith(" run out"):
        return "supply"
    return "outcome" if name.startswith("end by ") else "own"


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
    >>> measure_said("oil run out"), measure_said("tea_leaves run out")
    ('games in which oil runs out', 'games in which tea leaves run out')
    """
    if wins := _WINS.fullmatch(name):
        return f"{side_name(int(wins[2]) - 1, wins[1])} wins"
    if name.endswith(" run out"):
        supply = name.removesuffix(" run out").replace("_", " ")
        return f"games in which {supply} {'run' if supply.endswith('s') else 'runs'} out"
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
    if side := _SIDE.fullmatch(words):
        return f"{side[3]} {ORDINALS.index(side[1]) + 1 if side[1] else side[2]} wins"
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
    if side := _OF_SIDE.fullmatch(name.casefold()):
        wins, sides = (
            f"{side[1]} {side[2]} wins",
            [n for n in known if re.match(rf"{side[1]} [0-9]+ wins$", n)],
        )
        if wins in known:
            return f'did you mean "{wins}"?'
        if sides:
            return f"the last {side[1]} is {len(sides)}"
    names = [*([SEATS] if any(map(names_seats, known)) else []), "turns in 20-40", *known]
    title = closest(name, map(measure_said, known))
    if title is None or closest(name, names) is not None:
        return near(name, names)
    return f'did you mean "{title}"?'
