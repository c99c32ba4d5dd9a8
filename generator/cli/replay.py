"""Writes a replay as one page in a single file, for one game, or for each step of a session without
rules.

In: a pack and a game or session. Out: an HTML file, or text on the terminal.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.cli.options import wrong_call
from generator.cli.output import places_are_free, playing, print_json

if TYPE_CHECKING:
    from generator.model.pack import Pack


def write_page(
    pack: "Pack", file: Path, seed: int, index: int, players: int | None, agents: Sequence[str],
    as_json: bool,
) -> None:  # fmt: skip
    """Write the replay of a game between bots, and print its path."""
    from generator.play.engine.game import load_game
    from generator.play.runs.judges import judge
    from generator.preview.faces import Call, look
    from generator.preview.notes import key_of, notes_in
    from generator.preview.replay_file import page_of
    from generator.preview.replays import chances_of, found, movers_in, story_of
    from generator.system.files import write_file

    places_are_free(file)
    with playing(silent=True, as_json=as_json):
        judge(pack, players or pack.players[0], may_learn=False)
        fast = load_game(pack, players or pack.players[0])
        plain = load_game(pack, players or pack.players[0], plain=True)
        moves, who = found(fast, seed, index, agents)
        story = story_of(plain, seed, index, moves, who)
        story["chances"] = chances_of(fast, seed, index, moves, movers_in(story))
        story["notes"] = notes_in(pack.folder).get(key_of(story), {})
    seen, _, pictures = look(
        Call(str(pack.folder), pack.variant or None, pack.language or None, pack.settings()),
        frozenset(),
        tables=True,
    )
    pieces = {piece.id: piece for piece in seen.pieces} if seen is not None else {}
    written = write_file(file, page_of(story, pieces, pictures), is_asked=True)
    if as_json:
        by_side = story["steps"][-1]["p"]
        scores = [by_side[side] for side in fast.sides.of_seats]
        print_json({"file": str(written), "moves": len(moves), "scores": scores})
    else:
        typer.echo(f"{written}: {len(moves)} moves, {written.stat().st_size / 1e6:.1f} MB")


def replay_table(
    pack: "Pack", out: Path, id: str, page: Path | None, seat: int | None, as_json: bool
) -> None:
    """Print a session of `host --free`, or write it as a page.

    `seat` counts from 1 and gives the view of that person; None gives the view of spectators.
    """
    from generator.hosting.free.game import pictures_path, unzipped
    from generator.hosting.free.recording import lines_of, page_of, recording_of, steps_of
    from generator.hosting.log import entries_of, logs_of, path_of
    from generator.system.files import read, write_file

    try:
        log = path_of(pack, out, id)
        if not log.is_file():
            others = ", ".join(logs_of(pack, out)) or "none"
            wrong_call(f"there is no table {id}; tables of this pack: {others}")
        header, *lines = entries_of(log)
        if not header.get("free"):
            wrong_call(f"table {id} was played by rules; its playtest keeps the game")
        if seat is not None and seat > header["players"]:
            wrong_call(f"--seat {seat}: table {id} has {header['players']} seats")
        reader = None if seat is None else seat - 1
        recording = recording_of(lines, reader)
        if page is not None:
            places_are_free(page)
            pictures = unzipped(read(pictures_path(log)))
            text = page_of(recording, reader, pack.name, pictures)
            page = write_file(page, text, is_asked=True)
    except (OSError, ValueError) as fault:
        wrong_call(f"table {id} cannot be replayed: {fault}")
    if as_json:
        steps = steps_of(recording)
        print_json({"file": str(page or ""), "names": recording.names, "steps": steps})
    elif page is not None:
        typer.echo(f"{page}: {len(recording.steps)} steps, {page.stat().st_size / 1e6:.1f} MB")
    else:
        for line in lines_of(recording):
            typer.echo(line)
