"""A table without rules, under random operations of all its seats."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from generator.hosting.free.operations import DOERS
from generator.hosting.free.state import faces_up, is_consistent
from generator.hosting.free.table import FreeTable
from generator.hosting.tables import Refusal, Step
from tests.hosting.free.sessions import any_operation, number, opening, readers, table, world

SEATS = (1, 2, 3, 6)


def session(
    table: FreeTable, seed: int, n: int = 250
) -> Iterator[tuple[int, dict[str, Any], Step | Refusal]]:
    """`n` random operations of random seats, each done before it is given."""
    rng = random.Random(seed)
    for _ in range(n):
        seat = rng.randrange(table.seats)
        operation = any_operation(table.snapshot(seat), seat, rng)
        step = table.do(seat, operation)
        yield seat, operation, step
        if isinstance(step, Step) and "needs" in step.entry and rng.random() < 0.7:
            yield seat, operation, table.do(seat, {**step.entry["then"], "agreed": True})


def undone(table: FreeTable, seat: int) -> None:
    """Undo the last operation; all agree."""
    step = table.do(seat, {"do": "undo", "id": table.snapshot(seat)["undo"]["id"]})
    assert isinstance(step, Step)
    if "needs" in step.entry:
        assert isinstance(table.do(seat, {**step.entry["then"], "agreed": True}), Step)


@pytest.mark.parametrize("seats", SEATS)
def test_each_readers_snapshot_equals_the_changes_that_were_told(seats: int) -> None:
    played = table(seats, seed=seats)
    views = {reader: played.snapshot(reader) for reader in readers(seats)}
    for _, operation, step in session(played, seed=seats):
        for reader, view in views.items():
            if isinstance(step, Step):
                for key, value in json.loads(json.dumps(played.changes(step, reader))).items():
                    view[key] = value
                    if value is None:
                        del view[key]
            assert view | {"log": []} == played.snapshot(reader) | {"log": []}, operation
        assert is_consistent(played.world, played.state), operation


def test_random_sessions_do_every_operation_and_are_refused_some() -> None:
    done, n_refused = set(), 0
    for seats in SEATS:
        for _, operation, step in session(table(seats, seats), seats):
            if isinstance(step, Step):
                done.add(operation["do"])
            n_refused += isinstance(step, Refusal)
    assert done == {*DOERS, "undo"}
    assert n_refused > 50


@pytest.mark.parametrize("seats", SEATS)
def test_a_replay_of_the_log_is_the_same_table(seats: int) -> None:
    played = table(seats, seed=7)
    log = [json.dumps(s.entry) for _, _, s in session(played, seed=8) if isinstance(s, Step)]
    place = world(seats)
    again = FreeTable(place, opening(place), random.Random("other"))
    for line in log:
        again.replay(json.loads(line))
    assert again.state == played.state
    for reader in readers(seats):
        assert again.snapshot(reader) == played.snapshot(reader)
        assert again.faces(reader) == played.faces(reader)


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_reads_a_face_or_a_name_before_seeing_the_piece(seats: int) -> None:
    """The whole stream of a reader, word for word; entitled is what its state shows it."""
    played = table(seats, seed=seats + 20)
    entitled = {r: set(faces_up(played.state, number(r))) for r in readers(seats)}
    secrets = {
        i: (json.dumps(piece.front), piece.name) for i, piece in enumerate(played.world.pieces)
    }

    def check(reader: int | None, text: str) -> None:
        text = text.replace(" ", "\n")
        for i in secrets.keys() - entitled[reader]:
            face, name = secrets[i]
            assert face not in text
            assert f'{name}"'.replace(" ", "\n") not in text
            assert f"{name} ".replace(" ", "\n") not in text

    for reader in readers(seats):
        check(reader, json.dumps(played.snapshot(reader)))
    n_hidden = 0
    for _, _, step in session(played, seed=seats + 30):
        if isinstance(step, Refusal):
            continue
        for reader in readers(seats):
            entitled[reader] |= set(faces_up(played.state, number(reader)))
            stream = json.dumps(played.changes(step, reader)) + played.words(step, reader) + " "
            check(reader, stream)
            fronts = {played.world.pieces[i].front for i in entitled[reader]}
            assert {f for f in played.faces(reader) if f.startswith("front")} == fronts
            n_hidden += len(secrets) - len(entitled[reader])
    assert n_hidden > 0


def test_tokens_seen_before_a_shuffle_never_come_back() -> None:
    """Nobody can follow a card into a pile: without undo, its old tokens are gone for good."""
    played, rng = table(3, seed=5), random.Random(6)
    card_tokens: dict[int, set[str]] = {}  # by piece
    dead: set[str] = set()
    n_dead = 0
    for _ in range(1700):
        seat = rng.randrange(3)
        operation = any_operation(played.snapshot(seat), seat, rng)
        if operation["do"] == "undo":
            continue
        played.do(seat, operation)
        live = {}
        for stack in played.state.stacks.values():
            if not stack.is_pile and stack.pieces:
                live[stack.pieces[0]] = stack.token
        for piece, token in live.items():
            assert token not in dead
            card_tokens.setdefault(piece, set()).add(token)
        for piece, tokens in card_tokens.items():
            gone = tokens - {live.get(piece)}
            n_dead += len(gone - dead)
            dead |= gone
        assert not dead & played.state.stacks.keys()
    assert n_dead > 20


def test_the_order_in_a_pile_is_told_to_nobody() -> None:
    """Two tables that differ only in hidden pieces look alike to everybody."""
    place = world(2)
    first = opening(place)
    deck = first.stacks["tdeck"]
    turned = replace(deck, pieces=deck.pieces[::-1])
    second = replace(first, stacks={**first.stacks, "tdeck": turned})
    for reader in readers(2):
        tables = [FreeTable(place, state, random.Random(1)) for state in (first, second)]
        assert tables[0].snapshot(reader) == tables[1].snapshot(reader)
        streams = []
        for each in tables:
            step = each.do(0, {"do": "draw", "t": "tdeck", "n": 2})
            assert isinstance(step, Step)
            streams.append((each.changes(step, reader), each.words(step, reader)))
        assert (streams[0] == streams[1]) == (reader != 0)


def test_undo_goes_back_to_the_states_before() -> None:
    played, rng, before = table(2, seed=3), random.Random(4), {}
    for _ in range(90):
        seat = rng.randrange(2)
        operation = any_operation(played.snapshot(seat), seat, rng)
        state, last = played.state, played.snapshot(seat).get("undo")
        step = played.do(seat, operation) if operation["do"] != "undo" else None
        now = played.snapshot(seat).get("undo")
        if isinstance(step, Step) and now != last:
            before[now["id"]] = state
    assert len(before) > 40
    while (undo := played.snapshot(0).get("undo")) is not None:
        undone(played, 1)
        assert played.state == before.pop(undo["id"])
    assert not before
    assert played.state == opening(played.world)
    assert isinstance(played.do(0, {"do": "undo", "id": 1}), Refusal)


@pytest.mark.parametrize(
    ("operation", "needs"),
    [
        ({"do": "move", "t": "tdeck", "x": 5, "y": 5}, False),
        ({"do": "flip", "t": "tdeck", "up": True}, True),
        ({"do": "draw", "t": "tdeck"}, True),
        ({"do": "peek", "t": "tdeck"}, True),
        ({"do": "shuffle", "t": "tdeck"}, True),
        ({"do": "roll"}, True),
        ({"do": "split", "t": "tdeck", "n": 2, "x": 1, "y": 1}, False),
        ({"do": "play", "t": "h0x0", "up": False}, False),
        ({"do": "play", "t": "h0x0", "up": True}, True),
        ({"do": "show", "t": "h0x0"}, True),
        ({"do": "count", "name": "round", "by": 1}, False),
    ],
)
def test_undo_is_free_where_nothing_hidden_was_learnt(
    operation: dict[str, Any], needs: bool
) -> None:
    played = table(2, seed=1)
    assert isinstance(played.do(0, operation), Step)
    undo = {"do": "undo", "id": played.snapshot(0)["undo"]["id"]}
    after = played.state
    for seat, asks in ((1, True), (0, needs)):
        step = played.do(seat, undo)
        assert isinstance(step, Step)
        assert ("needs" in step.entry) == asks
        assert (played.state is after) == asks


def test_a_proposal_changes_nothing_until_the_room_says_that_all_agreed() -> None:
    played = table(2, seed=1)
    played.do(0, {"do": "draw", "t": "tdeck"})
    step = played.do(1, {"do": "undo", "id": 1})
    assert isinstance(step, Step)
    assert step.entry["needs"] == "consent"
    assert played.words(step, 0) == "Seat 2 wants to undo a draw of Seat 1."
    assert played.changes(step, 0) == {}
    assert len(played.state.hands[0]) == 4
    done = played.do(1, {**step.entry["then"], "agreed": True})
    assert isinstance(done, Step)
    assert played.words(done, 0) == "Seat 2 undoes a draw of Seat 1."
    assert len(played.state.hands[0]) == 3


def test_who_is_late_is_refused_in_words() -> None:
    played = table(2, seed=1)
    played.do(0, {"do": "split", "t": "tdeck", "n": 1, "x": 400, "y": 400})
    [token] = [t for t in played.state.stacks if t not in opening(world(2)).stacks]
    assert isinstance(played.do(1, {"do": "flip", "t": token, "up": True}), Step)
    assert played.do(0, {"do": "flip", "t": token, "up": True}) == Refusal(
        "It was turned over already."
    )
    played.do(0, {"do": "take", "t": token})
    assert played.do(1, {"do": "take", "t": token}) == Refusal("That piece is no longer there.")
    first = {"do": "stack", "t": "tevents", "on": "tdiscard"}
    played.do(0, first)
    assert played.do(1, {"do": "draw", "t": "tdiscard", "saw": "front-card-3"}) == Refusal(
        "Another piece is on top now."
    )
    assert played.do(1, {"do": "undo", "id": 1}) == Refusal("Something else happened meanwhile.")


def test_a_dragged_piece_follows_one_person_for_3_seconds() -> None:
    place, now = world(2), [0.0]
    played = FreeTable(place, opening(place), random.Random(1), clock=lambda: now[0])
    played.names[0] = "Ada"
    drag = {"do": "move", "t": "tdeck", "x": 5, "y": 5, "drag": True}
    assert isinstance(played.do(0, drag), Step)
    assert played.do(1, drag) == Refusal("Ada is moving it.")
    now[0] = 3.1
    assert isinstance(played.do(1, drag), Step)
    played.do(1, {**drag, "drag": False})
    assert isinstance(played.do(0, drag), Step), "put down, it is free at once"


def test_all_moves_of_a_drag_are_undone_together() -> None:
    played = table(2, seed=1)
    for x in (10, 20, 30):
        played.do(0, {"do": "move", "t": "tdeck", "x": x, "y": 5, "drag": x < 30})
    undone(played, 0)
    assert played.state.stacks["tdeck"].x == 100


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        ({}, "This table has no such operation. It has: move"),
        ({"do": ["move"]}, "This table has no such operation"),
        ({"do": "move", "t": "tdeck", "x": float("nan"), "y": 0}, "cannot use this value of “x”"),
        ({"do": "move", "t": "tdeck", "x": True, "y": 0}, "cannot use this value of “x”"),
        ({"do": "flip", "t": "tdeck"}, "The operation “flip” needs “up”."),
        ({"do": "flip", "t": "tdeck", "up": True, "z": 1}, "The operation “flip” has no “z”."),
        ({"do": "deal", "t": "tdeck", "n": 99}, "too few to deal 99 to each player"),
        ({"do": "take", "t": "tboard"}, "Board is locked."),
        ({"do": "play", "t": "h1x0"}, "That piece is not in your hand."),
        ({"do": "note", "text": "x" * 501}, "cannot use this value of “text”"),
        ({"do": "count", "name": "\0" + "1\0"}, "cannot use this value of “name”"),
        ({"do": "take", "t": "\ud83d"}, "cannot use this value of “t”"),
        ({"do": "roll", "sides": 7}, "cannot use this value of “sides”"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    operation: dict[str, Any], message: str
) -> None:
    played = table(2, seed=1)
    before = played.state
    refusal = played.do(0, operation)
    assert isinstance(refusal, Refusal)
    assert message in refusal.message
    assert played.state is before


def test_words_are_made_for_each_reader() -> None:
    played = table(3, seed=1)
    played.names[:] = ["Ada", "Bo {0}", "Cleo"]
    step = played.do(1, {"do": "draw", "t": "tdeck"})
    assert isinstance(step, Step)
    assert played.words(step, 0) == "Bo {0} draws a piece from the deck."
    assert played.words(step, 1) == "You draw card name 0 from the deck."
    step = played.do(0, {"do": "show", "t": "h0x0", "to": 2})
    assert isinstance(step, Step)
    assert played.words(step, None) == "Ada shows a piece to Cleo."
    assert played.words(step, 2) == "Ada shows card name 19."
    step = played.do(0, {"do": "count", "name": "{9} of {1}", "seat": 2})
    assert isinstance(step, Step)
    assert played.words(step, 1) == "Ada sets {9} of {1} of Cleo to 0."


def test_a_card_is_given_to_one_player_and_nobody_else_learns_its_name() -> None:
    played = table(3, seed=1)
    card = played.snapshot(0)["hand"][0]
    for to in (0, 7):
        refused = played.do(0, {"do": "give", "t": card["t"], "to": to})
        assert isinstance(refused, Refusal) and "no such player" in refused.message
    step = played.do(0, {"do": "give", "t": card["t"], "to": 2})
    assert isinstance(step, Step)
    assert [len(hand) for hand in played.state.hands] == [2, 3, 4]
    assert played.snapshot(2)["hand"][-1]["name"] == card["name"]
    told = [reader for reader in readers(3) if card["name"] in played.words(step, reader)]
    assert told == [0, 2]
    assert played.snapshot(0)["undo"]["ask"], "the player has seen the card"


def test_each_player_gets_a_counter_at_once() -> None:
    played = table(3, seed=1)
    played.do(1, {"do": "count", "name": "gold", "seat": -1, "to": 4})
    assert [own["gold"] for own in played.state.seat_counters] == [4, 4, 4]
    undone(played, 1)
    assert not any("gold" in own for own in played.state.seat_counters)
