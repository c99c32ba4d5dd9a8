"""One game as one page: played again, with win chances and faces, in a single file."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.cli.output import places_are_free, playing, print_json

if TYPE_CHECKING:
    from generator.model.pack import Pack


def write_page(
    pack: "Pack", file: Path, seed: int, index: int, players: int | None, agents: Sequence[str],
    as_json: bool,
) -> None:  # fmt: skip
    """Write the replay of a game between bots, and print its path."""
    from generator.play.engine.game import load_game
    from generator.preview.faces import Call, look
    from generator.preview.notes import key_of, notes_in
    from generator.preview.replay_file import page_of
    from generator.preview.replays import chances_of, found, movers_in, story_of
    from generator.system.files import write_file

    places_are_free(file)
    with playing(silent=True, as_json=as_json):
        fast = load_game(pack, players or pack.players[0])
        plain = load_game(pack, players or pack.players[0], plain=True)
        moves, who = found(fast, seed, index, agents)
        story = story_of(plain, seed, index, moves, who)
        story["chances"] = chances_of(fast, seed, index, moves, movers_in(story))
        story["notes"] = notes_in(pack.folder).get(key_of(story), {})
    seen, _, pictures = look(
        Call(str(pack.folder), pack.variant or None, pack.language or None, pack.settings()),
        frozenset(),
    )
    pieces = {piece.id: piece for piece in seen.pieces} if seen is not None else {}
    written = write_file(file, page_of(story, pieces, pictures), is_asked=True)
    if as_json:
        by_side = story["steps"][-1]["p"]
        scores = [by_side[side] for side in fast.sides.of_seats]
        print_json({"file": str(written), "moves": len(moves), "scores": scores})
    else:
        typer.echo(f"{written}: {len(moves)} moves, {written.stat().st_size / 1e6:.1f} MB")
