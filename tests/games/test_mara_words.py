"""The words of The Mara: each thing has one name, and a move names what a player sees."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from generator.kit.chance import CHANCE_STREAM, below, stream
from generator.play.engine.game import Game, load_game
from generator.preview.seat_views import Seated
from tests.toys import opened

Turn = tuple[Game, Any, int, list[tuple[dict[str, Any], str]]]


def turns_of(variant: str, n: int) -> Iterator[Turn]:
    """The positions of a random game with many photos: the seat, and its moves in words."""
    game = load_game(opened("mara", variant=variant), 2, plain=True)
    tables, state, out = game.tables, game.fresh()[0], np.zeros(game.widest, np.int32)
    rng = stream(5, 0, CHANCE_STREAM)
    game.deal(tables, state, rng)
    for _ in range(n):
        if (seat := game.turn(tables, state)) < 0:
            return
        codes = out[: game.moves(tables, state, out)].copy()
        moves = [
            (game.describe(tables, state, code), str(game.say_move(tables, state, code)))
            for code in map(np.int64, codes)
        ]
        yield game, state, seat, moves
        wanted = [i for i, (event, _) in enumerate(moves) if event["do"] in ("photo", "peek")]
        i = wanted[-1] if wanted and below(rng, 4) else below(rng, len(codes))
        game.play(tables, state, np.int64(codes[i]), rng)


def test_a_move_names_the_animal_the_habitat_and_the_lodge() -> None:
    words = {
        text
        for variant in ("standard", "family")
        for *_, moves in turns_of(variant, 700)
        for _, text in moves
    }
    photos = [text for text in words if text.startswith("photograph")]
    photo = re.compile(r"photograph the \w+ (at|in|on) the \w+")
    assert photos and all(photo.fullmatch(text) for text in photos)
    assert any(re.fullmatch(r"meet tourists at \w+ Lodge", text) for text in words)
    peeks = [text for text in words if text.startswith("peek")]
    assert any(re.fullmatch(r"peek at two \w+ tiles", text) for text in peeks)
    assert any(re.fullmatch(r"peek at a \w+ tile", text) for text in peeks)  # the other is open
    assert not any("the tile " in text for text in words)


def test_a_card_is_dropped_off_with_its_photo_and_given_back_without() -> None:
    n = 0
    for game, state, seat, moves in turns_of("standard", 300):
        rules = game.book.get("MOVES"), game.book.get("FRESH"), game.book.get("TURNED")
        codes, fresh, turned = rules
        for card in np.flatnonzero(state.where == fresh + seat):
            code = np.int64(codes.drop + card)
            name = " ".join(game.describe(game.tables, state, code)["card"])
            if any(event["do"] == "drop" for event, _ in moves):
                assert game.say_move(game.tables, state, code) == f"give back the {name}"
                rotated = state.copy()
                rotated.where[card] = turned + seat
                assert game.say_move(game.tables, rotated, code) == f"drop off the {name}"
                n += 1
    assert n > 10


def test_the_status_names_only_the_actions_that_can_be_taken_now() -> None:
    for variant in ("standard", "family"):
        n = 0
        for game, state, seat, moves in turns_of(variant, 700):
            assert game.status is not None
            status = str(game.status(game.tables, state, seat))
            if " left" in status:
                n += 1
                done = {event["do"] for event, _ in moves}
                for verb in ("drive", "peek"):
                    assert (verb in status) == (verb in done), (status, done)
                assert status.startswith("No action") == ("drive" not in done)
        assert n > 50


def test_the_log_tells_what_was_done_and_leaves_out_what_the_next_move_makes_plain() -> None:
    told_in = {
        (variant, text.split()[0], str(game.tell_move(game.tables, state, code)).partition(" ")[0])
        for variant in ("standard", "family")
        for game, state, _, _ in turns_of(variant, 700)
        for code in codes_of(game, state)
        for text in [str(game.say_move(game.tables, state, code))]
        if game.tell_move is not None
    }
    past = {
        "start": "started", "guide:": "", "meet": "met", "drive": "drove", "peek": "peeked",
        "photograph": "photographed", "pick": "picked", "drop": "dropped", "give": "gave",
        "keep": "kept", "end": "",
    }  # fmt: skip
    idle = ("end", "passed")  # of a turn in which nothing was done
    told = {(verb, words) for _, verb, words in told_in}
    assert ("family", *idle) not in told_in, "there every turn has its actions"
    assert told <= {*past.items(), idle} and len(told) >= len(past) - 1


def test_the_opening_says_in_a_sentence_what_earns_points() -> None:
    goals = []
    for variant in ("standard", "family"):
        game, *_ = next(iter(turns_of(variant, 1)))
        assert game.say_goal is not None
        goals.append(game.say_goal(game.tables))
    assert goals == [
        "Photos score in sets of different animals, from 1 point for one animal to 21 points for "
        "6; most points win.",
        "Each photo earns 1 point; most points win.",
    ]


def test_the_words_of_drives_cards_and_sets_are_plain() -> None:
    lines, statuses = set(), set()
    for game, state, seat, _ in turns_of("standard", 700):
        assert game.tell_move is not None and game.status is not None and game.lay is not None
        lines |= {str(game.tell_move(game.tables, state, code)) for code in codes_of(game, state)}
        statuses.add(str(game.status(game.tables, state, seat)))
    drives = {line for line in lines if line.startswith("drove") and line.split()[-1] != "Lodge"}
    drives |= {line for line in lines if " between " in line}
    assert "drove 1 path on" in drives and "drove 2 paths on" in drives
    way = r"drove (\d+ paths? on|(\d+ paths on )?between ((?!Lodge)[^,()])+)"
    assert all(re.fullmatch(way, line) for line in drives), "the turn’s last drive says where"
    assert any("drove between " in line for line in drives)
    assert any("pick up or give back cards; keep at most 3" in each for each in statuses)
    assert not any("swap" in each.lower() for each in statuses)
    for photos, words in {
        (1, 0, 0, 0, 0, 0): "1 point for 1 set of 1 animal",
        (2, 0, 0, 0, 0, 0): "1 point each for 2 sets of 1 animal",
        (2, 2, 0, 0, 0, 0): "3 points each for 2 sets of 2 different animals",
        (3, 2, 2, 1, 0, 0): "10 + 6 + 1 points for sets of 4, 3 and 1 different animals",
    }.items():
        state.photos[0] = photos
        assert words in {getattr(thing, "text", "") for thing in game.lay(game.tables, state, 0)}


def codes_of(game: Game, state: Any) -> "list[np.int64]":
    """The legal moves."""
    out = np.zeros(game.widest, np.int32)
    return [np.int64(code) for code in out[: game.moves(game.tables, state, out)]]


def test_the_status_warns_before_the_game_ends_without_a_change() -> None:
    """Nobody changes a card, tile or track; the last warned turn is the last of the game."""
    for variant, rounds in (("standard", 3), ("family", 20)):
        game = load_game(opened("mara", variant=variant), 2, plain=True)
        tables, state, out = game.tables, game.fresh()[0], np.zeros(game.widest, np.int32)
        rng = stream(5, 0, CHANCE_STREAM)
        game.deal(tables, state, rng)
        warned: dict[int, str] = {}
        while (seat := game.turn(tables, state)) >= 0:
            assert game.status is not None
            _, _, warning = str(game.status(tables, state, seat)).partition(". ")
            warned[int(state.turn)] = warning
            codes = [np.int64(code) for code in out[: game.moves(tables, state, out)]]
            verbs = [game.describe(tables, state, code)["do"] for code in codes]
            wanted = [i for i, verb in enumerate(verbs) if verb in ("done", "task")] or [-1]
            game.play(tables, state, codes[wanted[0]], rng)
        what = "a photo is taken" if variant == "family" else "a card, tile or track changes"
        assert len(warned) == 2 * rounds
        assert list(warned.values())[-5:] == [
            *[""] * 3,
            f"Last 2 turns unless {what}",
            f"Last turn unless {what}",
        ]


def test_a_turn_in_which_nothing_was_done_says_so() -> None:
    """Another turn leaves its end out of the sentence."""
    seated = Seated(load_game(opened("mara"), 2, plain=True), 3, 0)

    def go(*wanted: str) -> str | None:
        for words in wanted:
            choices = seated.view(len(seated.moves), None).choices
            move = next(c.move for c in choices if c.words.casefold().startswith(words))
            seated.go([*seated.moves, move])
        return seated.teller.told(len(seated.moves), None, len(seated.moves)).line

    assert go("start at", "start at", "guide", "end the turn") == "passed"
    assert go("guide", "drive", "end the turn") == ""
    assert go("meet", "end the turn") == "", "the meeting is told"
