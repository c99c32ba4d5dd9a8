"""Sentences about a game that people read beside the board: its draws and its result.

In: events, names, scores. Out: plain texts.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.play.engine.loading import PIECES, words_of
from generator.play.telling.numbers import listed

CODE = re.compile(r"[A-Z]+-?\d+(-\d+)?")  # of a piece: "F09-1"


def named(event: Mapping[str, Any]) -> str:
    """An event in words.

    >>> named({"do": "draw", "card": "Lighthouse"})
    'draw Lighthouse'
    >>> named({"do": "load", "slot": 1, "card": "crate 6"})
    'load crate 6'
    """
    skipped = ("do", "slot") if {*PIECES} & {*event} else ("do",)
    rest = [words_of(value) for key, value in event.items() if key not in skipped]
    return " ".join([str(event["do"]).replace("_", " "), *rest])


def differs_only_by(words: str, others: str, names: Sequence[str]) -> bool:
    """Whether a sentence differs from another at most in words of these names.

    >>> differs_only_by("take the bird at the river", "take the frog at the river", ["river bird"])
    True
    >>> differs_only_by("take the bird at the river", "take the bird at the bush", ["bird"])
    False
    """
    mine, theirs, parts = words.split(), others.split(), " ".join(names).split()
    return len(mine) == len(theirs) and all(
        word == other or word in parts for word, other in zip(mine, theirs, strict=True)
    )


def without_codes(draw: Mapping[str, Any]) -> dict[str, Any]:
    """A draw in which a piece that has only a code as its name is "a tile" or "a card".

    >>> named(without_codes({"do": "draw", "tile": "F09-1"}))
    'draw a tile'
    """
    coded = [key for key in PIECES if CODE.fullmatch(str(draw.get(key, "")))]
    return {**draw, **{key: f"a {key}" for key in coded}}


def told_draws(draws: Sequence[Mapping[str, Any]], hidden: str) -> tuple[str, ...]:
    """The draws of a move in words, equal ones together; values equal to `hidden` are left out.

    >>> told_draws([{"do": "draw", "card": "?", "whose": 1}] * 2, "?")
    ('draw 2 cards',)
    >>> told_draws([{"do": "draw", "card": "Owl", "where": "row"}], "?")
    ('turn up Owl',)
    >>> told_draws([{"do": "player 2 draws", "card": "?"}] * 2, "?")
    ('player 2 draws 2 cards',)
    >>> told_draws([{"do": "deal", "hands": "?"}], "?")
    ('deal hands',)
    """
    counts: dict[tuple[str, str], int] = {}
    for draw in map(without_codes, draws):
        do, nouns = str(draw["do"]), [key for key in draw if key in PIECES]
        if len(nouns) == 1 and do.endswith(("draw", "draws")):
            (noun,) = nouns
            is_open = draw[noun] not in (hidden, f"a {noun}")
            where = draw.get("where")
            if is_open and where == "row":
                words = f"turn up {draw[noun]}"
            elif is_open and isinstance(where, str) and where not in ("hand", hidden):
                words = f"{draw[noun]} comes to the {where}"
            else:
                words = f"{do} {words_of(draw[noun]) if is_open else f'a {noun}'}"
        elif [draw[key] for key in draw if key != "do"] == [hidden] and not nouns:
            noun, words = "", f"{do} {next(key for key in draw if key != 'do')}"
        else:
            noun, words = "", named(draw)
        counts[words, noun] = counts.get((words, noun), 0) + 1
    return tuple(
        words if n == 1 or not noun
        else f"{words.removesuffix(f' a {noun}')} {n} {noun}s" if words.endswith(f" a {noun}")
        else f"{words} ({n} times)"
        for (words, noun), n in counts.items()
    )  # fmt: skip


def in_turn(
    draws: Sequence[Mapping[str, Any]],
    own: Sequence[Mapping[str, Any]],
    told: Sequence[Mapping[str, Any]],
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """The draws of a move as they are told: those until the end of the turn, and those after it.

    `own` are those until the end of the turn; `told` has every one of `draws` in words.

    >>> in_turn([{"do": "draw"}, {"do": "die"}], [{"do": "die"}], [{"do": "1"}, {"do": "2"}])
    ([{'do': '2'}], [{'do': '1'}])
    """
    left, parts = list(own), ([], [])  # type: tuple[list[Any], tuple[list[Any], list[Any]]]
    for draw, words in zip(draws, told, strict=True):
        is_own = draw in left
        if is_own:
            left.remove(draw)
        parts[0 if is_own else 1].append(words)
    return parts


def unsaid(
    draws: Sequence[Mapping[str, Any]], words: str, results: Sequence[str]
) -> list[Mapping[str, Any]]:
    """The draws without those that a result tells which stands for the move itself.

    >>> unsaid([{"do": "draw", "card": "Bat"}], "Turn up a card", ["turn up Bat"])
    []
    """
    first = words.lower().split()[:2]
    text = " ".join(result for result in results if result.lower().split()[:2] == first)
    return [
        draw for draw in draws
        if not any(key in draw and str(draw[key]) in text for key in PIECES)
    ]  # fmt: skip


def by_others(draws: Sequence[Mapping[str, Any]], seat: int) -> list[Mapping[str, Any]]:
    """The draws in the line of a seat, with the players who drew, if those are others.

    >>> by_others([{"do": "draw", "card": "?", "where": "hand", "whose": 1}], 0)[0]["do"]
    'player 2 draws'
    """
    told = []
    for draw in draws:
        whose, is_draw = draw.get("whose"), draw["do"] == "draw" and draw.get("where") == "hand"
        if is_draw and isinstance(whose, int) and whose != seat:
            draw = {**draw, "do": f"player {whose + 1} draws"}
        told.append(draw)
    return told


def result_of(
    names: Sequence[str], scores: Sequence[float], winners: Sequence[int], is_contest: bool
) -> str:
    """The winner of a finished game and the margin; sides count from 0.

    Scores of 0 and 1 only mark the winner and are left out.

    >>> result_of(["You", "Player 2"], [10, 8], [0], True)
    'You beat Player 2, 10 points to 8'
    >>> result_of(["Ann", "Ben", "Cid"], [7, 9, 9], [1, 2], True)
    'Ben and Cid share the win with 9 points'
    """
    best, rest = max(scores), [side for side in range(len(names)) if side not in winners]
    is_counted = {*scores} - {0, 1} != set()
    if not is_contest or len(names) == 1:
        subject = "You" if names[0] == "You" and len(names) == 1 else listed(list(names))
        return f"{subject} finished with {points(best)}"
    if not winners or not rest:
        each = f", with {points(best)} each" if is_counted and len({*scores}) == 1 else ""
        return f"The game is a draw{each}"
    subject = listed([names[side] for side in winners])
    if len(winners) > 1:
        return f"{subject} share the win" + (f" with {points(best)}" if is_counted else "")
    (winner,) = winners
    if len(names) == 2:
        loser = "you" if names[rest[0]] == "You" else names[rest[0]]
        if scores[winner] == scores[rest[0]]:
            tie = f", with {points(best)} each" if is_counted else ""
            return f"{subject} beat {loser} on the tie-break{tie}"
        to = f", {points(scores[winner])} to {scores[rest[0]]:g}" if is_counted else ""
        return f"{subject} beat {loser}{to}"
    verb = "won" if is_counted else "won the game"
    return f"{subject} {verb}" + (_lead(names, scores, winner, rest) if is_counted else "")


def _lead(names: Sequence[str], scores: Sequence[float], winner: int, rest: Sequence[int]) -> str:
    """The points of a winner, and the margin to the next side."""
    second = max(scores[side] for side in rest)
    next_sides = [names[side] for side in rest if scores[side] == second]
    others = listed(["you" if name == "You" else name for name in next_sides])
    lead = scores[winner] - second
    more = f"{lead:g} more than {others}" if lead > 0 else f"on the tie-break against {others}"
    return f" with {points(scores[winner])}, {more}"


def points(n: float) -> str:
    """A number of points in words.

    >>> points(1), points(2.5)
    ('1 point', '2.5 points')
    """
    return f"{n:g} point{'' if n == 1 else 's'}"
