"""Marram's rule sheet: its examples are legal and score what it states."""

import importlib.util
from functools import cache
from types import ModuleType

import pytest

from generator.reading.door import open_pack
from tests.reference.marram import Laid, Reference


@cache
def drawings_of(name: str) -> ModuleType:
    """The drawings of a bundled game, with the examples of its rule sheet."""
    pack, _ = open_pack(name)
    assert pack is not None
    spec = importlib.util.spec_from_file_location(f"{name}_drawings", pack.folder / "drawings.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def laid(example: str) -> Reference:
    """The referee with the tiles of an example on its table; every shared edge must match."""
    pack, _ = open_pack("marram")
    assert pack is not None
    facts = [
        {**row.fields, "name": row.name, "count": row.count}
        for component in pack.components
        if component.id in ("shovel-tiles", "plain-tiles")
        for row in component.rows
    ]
    numbers = {name: p.value for name, p in pack.parameters.items()}
    referee = Reference(2, "long", numbers, {"start": "P23-1", "out": []}, facts)
    referee.table = {}
    for name, face, x, y, turns in drawings_of("marram").EXAMPLES[example]:
        tile = Laid(referee.box[name], "AB".index(face), turns)
        if example != "misplaced":
            assert referee._matches((x, y), tile), (example, name)
        referee.table[x, y] = tile
    return referee


def complete(example: str) -> list[tuple[str, int, int]]:
    """Return what is complete in an example: its kind, the number of its tiles, and its points."""
    referee = laid(example)
    features = {referee._feature(part) for at in referee.table for part in referee._parts(at)}
    whole = [feature for feature in features if referee._complete(feature)]
    return sorted((min(f)[1], len({at for at, _, _ in f}), referee._worth(f)) for f in whole)


@pytest.mark.parametrize(
    ("example", "found"),
    [
        ("placed", []),
        ("orange", [("creature", 3, 3)]),
        ("worm", [("creature", 3, 6)]),
        ("blue", [("creature", 3, 9)]),
        ("tuft", [("patch", 3, 23)]),
        ("mound", [("patch", 2, 14)]),
        ("unfinished", []),
        ("finished_by_flip", [("creature", 2, 2)]),
        ("finished", [("creature", 3, 3)]),
        ("cut_by_flip", [("creature", 2, 2), ("creature", 2, 2)]),
        ("corner", []),
    ],
)
def test_examples_are_complete_where_the_sheet_says_so(
    example: str, found: list[tuple[str, int, int]]
) -> None:
    # Orange and worm lie on sand that may close by itself; the sheet speaks of what it names.
    seen = [one for one in complete(example) if one in found or not found or one[0] == found[0][0]]
    assert seen == found


def test_two_heads_and_no_middle_are_a_freak_beast() -> None:
    assert ("creature", 2, 3) in complete("freak")


def test_the_wrong_example_is_wrong() -> None:
    referee = laid("misplaced")
    (name, face, x, y, turns) = drawings_of("marram").EXAMPLES["misplaced"][1]
    assert not referee._matches((x, y), Laid(referee.box[name], "AB".index(face), turns))


def test_grass_that_meets_at_a_corner_is_two_features() -> None:
    referee = laid("corner")
    (one,) = (
        p for p in referee._parts((0, 0)) if referee.table[0, 0].shown.patches[p[2]][0] == "G"
    )
    assert all(at != (1, 1) for at, _, _ in referee._feature(one))


def flipped(
    before: str, after: str, seat: int, part: tuple[tuple[int, int], str, int]
) -> list[int]:
    """The scores after the flip that a picture shows, with one boot of a player."""
    referee = laid(before)
    referee.boots_on = {part: seat}
    referee.boots[seat] -= 1
    at = next(
        (x, y)
        for (_, face, x, y, _), (_, other, *_) in zip(
            drawings_of("marram").EXAMPLES[before],
            drawings_of("marram").EXAMPLES[after],
            strict=True,
        )
        if face != other
    )
    referee.apply({"do": "flip_tile"})
    referee.apply({"do": "flip", "at": list(at), "rotation": 0})
    referee.apply({"do": "no_boot"})
    assert referee.boots == [7, 7]  # they go home, scored or not
    return referee.scores()


def test_the_flips_score_as_the_sheet_says() -> None:
    assert flipped("unfinished", "finished_by_flip", 0, ((0, 0), "creature", 0)) == [2, 0]
    assert flipped("finished", "cut_by_flip", 0, ((0, 0), "creature", 0)) == [0, 0]
