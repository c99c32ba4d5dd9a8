"""Functions of `drawings.py` that certainly draw the same again are recognised, and their drawings
are kept.
"""

from pathlib import Path

import pytest

from generator.model.problems import Problems
from generator.press.face.drawings import Drawings
from generator.press.face.face import FaceMaker
from generator.press.face.repeatable import repeatable_functions
from generator.press.out.cache import KeptFaces
from generator.press.pieces.expand import expand
from generator.reading.door import open_pack

SURE = """
import math
from zlib import crc32
TABLE = {"a": (1, 2)}
def face(draw, side, title, n=1):
    return draw.drawing()
def named(piece, draw):
    return draw.textbox(piece.name, 1, 2, 3, 4 + math.pi)
"""


def test_functions_that_use_only_their_slots_are_repeatable() -> None:
    assert repeatable_functions(SURE) == {"face": frozenset(), "named": {"name"}}


@pytest.mark.parametrize(
    "line",
    [
        "import random", "import time", "import os.path", "from rules import DEPTH",
        "from . import other", "from numpy import random", "import numpy as np\nnp.random.rand()",
        "text = open('x').read()", "eval('1')", "def (",
        "n = 0\ndef f():\n    global n\n    n += 1",
    ],
)  # fmt: skip
def test_a_file_that_may_read_other_data_is_not_repeatable(line: str) -> None:
    assert repeatable_functions(f"{SURE}\n{line}\n") == {}


@pytest.mark.parametrize(
    "function",
    [
        "def other(draw, pack):\n    return draw.drawing()",
        "def other(draw, **slots):\n    return draw.drawing()",
        "def other(draw, piece):\n    return draw.text(piece.row.fields)",
        "def other(draw, piece):\n    return face(draw, piece)",
        "@cached\ndef other(draw):\n    return draw.drawing()",
    ],
)
def test_a_function_that_may_use_more_of_the_piece_is_not_repeatable(function: str) -> None:
    assert set(repeatable_functions(f"{SURE}\n{function}\n")) == {"face", "named"}


GAME = """\
protoplay: 1
name: Drawn
players: 2
parameters:
  toll: {value: 3, low: 1, high: 9}
components:
  deck:
    size: poker
    rows: cards.csv
    front: {draw: face, title: "{{ name }}"}
    back: {draw: back, toll: "{{ toll }}"}
"""
DRAWINGS = """\
SEEN = []
def face(draw, title):
    drawing = draw.drawing()
    drawing.add(draw.textbox(title, 5, 5, 40, 8))
    return drawing
def back(draw, toll):
    return face(draw, toll)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "drawings.py").write_text(DRAWINGS, "utf-8")
    (tmp_path / "cards.csv").write_text("name\nAsh\nElm\nOak\n", "utf-8")
    return tmp_path


def calls(
    kept: KeptFaces, folder: Path, monkeypatch: pytest.MonkeyPatch, *settings: str
) -> list[str]:
    """Return the functions called to draw the pack again; only new faces call them."""
    pack, problems = open_pack(folder, settings=settings)
    assert pack is not None
    pieces, called = tuple(expand(pack, problems)), []
    call = Drawings.call

    def noted(self: Drawings, name: str, *given: object) -> str:
        called.append(name)
        return call(self, name, *given)  # type: ignore[arg-type]

    with monkeypatch.context() as m:
        m.setattr(Drawings, "call", noted)
        drawn = kept.draw(pieces, FaceMaker(pack, Problems()))
    afresh = KeptFaces().draw(pieces, FaceMaker(pack, Problems()))
    assert [face.svg for *_, face in drawn] == [face.svg for *_, face in afresh]
    return called


def test_equal_faces_are_not_drawn_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptFaces()
    assert calls(kept, folder, monkeypatch) == ["face", "back", "face", "face"]
    assert calls(kept, folder, monkeypatch) == []
    (folder / "cards.csv").write_text("name\nAsh\nYew\nOak\n", "utf-8")
    assert calls(kept, folder, monkeypatch) == ["face"]
    assert calls(kept, folder, monkeypatch, "toll=4") == ["back"]
    (folder / "drawings.py").write_text(DRAWINGS.replace("5, 5", "6, 5"), "utf-8")
    assert calls(kept, folder, monkeypatch) == ["face", "back", "face", "face"]


@pytest.mark.parametrize(
    "change",
    [
        ("title):\n", "title):\n    SEEN.append(title)\n    title += str(len(SEEN))\n"),
        ("title):\n", "title, seen=[]):\n    seen.append(title)\n    title += str(len(seen))\n"),
        (
            "title):\n",
            "title):\n    face.n = getattr(face, 'n', 0) + 1\n    title += str(face.n)\n",
        ),
        ("SEEN = []", "from itertools import count\nSEEN = count()\n"),
    ],
)
def test_functions_that_keep_state_are_called_every_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str]
) -> None:
    text = DRAWINGS.replace(*change)
    if "count" in change[1]:
        text = text.replace("title):\n", "title):\n    title += str(next(SEEN))\n")
    (folder / "drawings.py").write_text(text, "utf-8")
    kept = KeptFaces()
    for _ in range(2):
        assert len(calls(kept, folder, monkeypatch)) == 4
