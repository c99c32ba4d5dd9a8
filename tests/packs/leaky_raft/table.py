"""The Leaky Raft as people see it: in words, and what lies where."""

from generator.kit import at, count, front, group, hand, knows, note, peek
from rules import DECK, HAND, RAFT, describe, names_in


def show(tables, state):
    lines = [f"round {state.n_rounds + 1}, the raft carries {state.load} of {tables.limit}"]
    for seat in range(tables.players):
        held = ", ".join(names_in(tables, state.cards[HAND + seat])) or "nothing"
        points, lives = state.points[seat], state.lives[seat]
        lines.append(f"seat {seat + 1}: {points} points, {lives} lives, holds {held}")
    return "\n".join(lines)


def status(tables, state, seat):
    """Say which round it is, and what the raft still bears."""
    if state.looking:
        return "Look at a card in another's hand"
    spare = tables.limit - state.load
    return f"Round {state.n_rounds + 1} of {tables.rounds}: the raft bears {spare} more"


def say_move(tables, state, move):
    """Name the card that is loaded, or the player whose card is looked at."""
    event = describe(tables, state, move)
    if event["do"] == "look":
        return f"look at a card of player {event['at'] + 1}"
    return f"load {event['card']}" if event["do"] == "load" else "jump"


def lay(tables, state, seat):
    """The deck, the raft, and every hand as far as the seat knows it."""
    raft = group("The raft")
    for pile, where in ((DECK, "bag"), (RAFT, raft)):
        yield from laid_out(tables, state.cards[pile], where, seat)
    yield note(f"carries {state.load} of {tables.limit}", raft)
    for player in range(tables.players):
        yield from laid_out(tables, state.cards[HAND + player], hand(player), seat)
        yield note(f"{state.points[player]} points", front(player))
        if not state.aboard[player]:
            yield note("ashore", front(player))
        if state.lives[player]:
            yield at("lives", front(player), n=int(state.lives[player]))


def laid_out(tables, pile, where, seat):
    """A pile from the bottom up, or a hand."""
    for place in range(count(pile) - 1, -1, -1):
        if seat is None or knows(pile, place, seat):
            yield at(tables.printed[peek(pile, place)], where)
        else:
            yield at("cards", where, up=False)
