"""Answers to typed questions about the table, such as where a piece is.

In: a text and the current view. Out: a sentence, or "" if the text is a move.
"""

from collections.abc import Callable

from generator.model.problems import closest
from generator.play.engine.table_layout import Laid
from generator.preview.layout import trays_of
from generator.preview.move_choice import parts_of
from generator.preview.seat_views import View

MANY = "{} moves begin so; type more, or pick one from the list"
HELP = (
    "Type a move, or part of it, and press Enter. Or: moves, last, scores, hand, where and the "
    "name of a piece, undo, help. On the list and the board the letters m, l, s, h, u do the same; "
    "[ and ] step through the game."
)
SHORT = {
    "m": "moves",
    "l": "last",
    "s": "scores",
    "h": "hand",
    "p": "where",
    "u": "undo",
    "?": "help",
}


def answer(text: str, view: View) -> str:
    """The answer to a question.

    It is "undo" for a request to undo, and "" for anything else, which is a move.
    """
    word, _, rest = text.strip().partition(" ")
    word = SHORT.get(word, word).casefold()
    if word == "undo" and not rest:
        return "undo"
    if rest and word != "where":
        return ""
    if word == "where" and rest:
        return _where(rest, view)
    if word == "help":
        return HELP
    answers: dict[str, Callable[[View], str]]
    answers = {"moves": _moves, "last": _last, "scores": _scores, "hand": _hand}
    return answers[word](view) if word in answers else ""


def unknown(text: str, view: View) -> str:
    """Explain why typed words are not a legal move: made at another time, or mistyped."""
    wanted = parts_of(text)
    possible = {choice.do.casefold() for choice in view.choices}
    for verb in view.verbs:
        if verb.casefold() not in possible and wanted[: len(parts_of(verb))] == parts_of(verb):
            return f"{verb} is not possible now"
    vocabulary = {word for choice in view.choices for word in parts_of(choice.typed)}
    vocabulary |= {*SHORT.values(), *(word for verb in view.verbs for word in parts_of(verb))}
    near = closest(wanted[0], vocabulary) if wanted else None
    hint = f"; did you mean {near!r}?" if near is not None and near != wanted[0] else ""
    return f"no move is called {text!r}{hint}"


def _moves(view: View) -> str:
    n = len(view.choices)
    if not n:
        return "there are no moves for you now"
    listed = "; ".join(choice.words for choice in view.choices[:10])
    return f"{n} {'move' if n == 1 else 'moves'}: {listed}" + (", and more" if n > 10 else "")


def _last(view: View) -> str:
    if not view.told:
        return "nobody has moved yet"
    event = view.told[-1]
    return f"player {event.seat + 1}: {'; '.join([event.words, *event.draws])}"


def _scores(view: View) -> str:
    return ", ".join(f"player {seat + 1}: {n:g}" for seat, n in enumerate(view.scores))


def _hand(view: View) -> str:
    seat = view.viewer if view.viewer is not None else view.seat
    for tray in trays_of(view.things or (), view.sizes, len(view.scores)):
        if tray.area == "hand" and tray.seat == seat:
            return ", ".join(
                f"{s.n} × {s.label}" if s.n > 1 else s.label for s in tray.stacks if s.n
            )
    return "the hand is empty"


def _where(name: str, view: View) -> str:
    """List the places of pieces with that name, as far as the viewer knows them."""
    wanted = parts_of(name)
    spots = []
    for thing in view.things or ():
        if not isinstance(thing, Laid) or not thing.piece or not thing.n:
            continue
        words = parts_of(view.sizes.names[thing.piece])
        if all(any(each.startswith(word) for each in words) for word in wanted):
            spots.append(f"{view.sizes.names[thing.piece]}: {_spot(thing, view)}")
    several = ", and more" if len(spots) > 8 else ""
    return "; ".join(spots[:8]) + several if spots else f"no {name} lies where you can see it"


def _spot(thing: Laid, view: View) -> str:
    spot = thing.spot
    if spot.place >= 0:
        return view.spaces[spot.place].name
    if spot.seat >= 0:
        return f"{'held by' if spot.area == 'hand' else 'before'} player {spot.seat + 1}"
    return spot.area or f"at {spot.x:.0f}, {spot.y:.0f} mm"
