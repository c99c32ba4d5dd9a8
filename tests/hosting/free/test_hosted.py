"""A table without rules in a room: pictures by entitlement, and where a stopped table goes on."""

import asyncio
import random
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from generator.hosting.free.game import FreeGame, unzipped, zipped
from generator.hosting.hosted import Hosted, resume_table
from generator.hosting.serving import close, prepare
from tests.hosting.free.room import Served
from tests.hosting.free.sessions import any_operation
from tests.hosting.free.test_opening import small


def status(served: Served, seat: int, face: str) -> int:
    """The status of a picture that a seat asks for."""
    request = urllib.request.Request(
        f"{served.base}/face/{face}.svg",
        headers={"cookie": f"table-{served.hosted.id}=cookie of {seat}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


async def resumed(served: Served) -> Hosted:
    """The same table after a stop; the pack was changed meanwhile."""
    folder = served.hosted.pack.folder
    text = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(text.replace("title: Small}", "title: Other}"), "utf-8")
    call = served.hosted.workspace.called
    hosted = resume_table(call.pack(), call, folder.parent, served.hosted.id, FreeGame())
    await prepare(hosted)
    await close(hosted)
    return hosted


def test_a_hidden_face_is_not_given_and_a_stopped_table_goes_on(tmp_path: Path) -> None:
    pack = tmp_path / "small"
    pack.mkdir()
    served, rng = Served(small(pack), 2), random.Random(5)
    with served.serving():
        [deck] = [token for token, s in served.table.state.stacks.items() if s.place and s.pieces]
        served.do(0, {"do": "draw", "t": deck})
        [card] = served.table.snapshot(0)["hand"]
        assert status(served, 0, card["face"]) == 200
        assert status(served, 1, card["face"]) == 404
        assert status(served, 1, card["back"]) == 200
        assert status(served, -1, card["face"]) == 404
        served.do(0, {"do": "play", "t": card["t"]})
        assert status(served, 1, card["face"]) == 200
        for _ in range(80):
            seat = rng.randrange(2)
            served.do(seat, any_operation(served.table.snapshot(seat), seat, rng))
        before, pictures = served.table, served.table._pictures
    again = asyncio.run(resumed(served)).room.table
    assert again is not None
    for reader in (0, 1, None):
        assert again.snapshot(reader) == before.snapshot(reader)
        assert again.faces(reader) == before.faces(reader)
    assert {face: again.picture(face) for face in pictures} == pictures


def test_pictures_are_one_file_with_the_same_bytes() -> None:
    pictures = {"b": b"<svg/>", "a": b"<svg>2</svg>"}
    content = zipped(pictures)
    assert content == zipped(dict(reversed(pictures.items())))
    assert unzipped(content) == pictures
    with pytest.raises(OSError, match="pictures of the table"):
        unzipped(content[:-9])
