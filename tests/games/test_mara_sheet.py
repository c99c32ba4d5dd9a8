"""The Mara's rule sheet: its maps tick the places where the rules allow a jeep to stop."""

from collections.abc import Mapping

import pytest

from generator.reading.door import open_pack
from tests.games.test_marram_sheet import drawings_of
from tests.reference.mara import NEXT, Reference

Space = tuple[tuple[int, int], ...]
SEATS = {"teal": 0, "plum": 1, "amber": 2, "chalk": 3}


def named(space: Space) -> str:
    """A space as records write it."""
    cells = "/".join(f"{q},{r}" for q, r in sorted(space))
    return f"P{cells}" if len(space) == 2 else f"L{cells}"


def referee(jeeps: Mapping[str, Space], tracks: Mapping[Space, str]) -> Reference:
    pack, _ = open_pack("mara")
    assert pack is not None
    numbers = {name: p.value for name, p in pack.parameters.items()}
    setup: dict[str, object] = {"tiles": {}, "piles": {}}
    game = Reference(4, "standard", numbers, setup)
    game.jeep = {SEATS[colour]: named(space) for colour, space in jeeps.items()}
    game.track = {named(path): SEATS[colour] for path, colour in tracks.items()}
    game.mover = SEATS["teal"]
    return game


def test_the_spaces_of_the_sheet_are_those_of_the_board() -> None:
    sheet = drawings_of("mara")
    assert {named(space) for space in sheet.spaces()} == set(NEXT)
    for space in sheet.spaces():
        assert {named(other) for other in sheet.beside(space)} == set(NEXT[named(space)])


@pytest.mark.parametrize("example", ["lodge", "chain"])
def test_ticks_are_where_a_drive_may_end(example: str) -> None:
    sheet = drawings_of("mara")
    told = sheet.EXAMPLES[example]
    jeeps, tracks = told["jeeps"], told["tracks"]
    found = sheet.stops(jeeps["teal"], set(jeeps.values()), tracks)
    assert {named(space) for space in found} == referee(jeeps, tracks).stops()


def test_the_chain_is_passed_with_the_jeep_on_it_but_no_other_colour() -> None:
    told = drawings_of("mara").EXAMPLES["chain"]
    ends = referee(told["jeeps"], told["tracks"]).stops()
    chain = [named(path) for path, colour in told["tracks"].items() if colour == "amber"]
    jeep, chalk = named(told["jeeps"]["plum"]), named(((0, 1), (1, 0)))
    assert jeep in chain and jeep not in ends and chalk in ends
    beyond = {space for space in NEXT[chalk] if not set(NEXT[space]) & set(chain)}
    assert beyond and not beyond & ends


def test_the_photos_of_the_example_score_what_it_says() -> None:
    game = referee({}, {})
    game.photos = [dict(zip("chpa", (3, 2, 2, 1), strict=True))]
    assert game.scores() == [17]
