"""From packs to pieces: order, counts, patterns, and the names that texts may use."""

from generator.model.pack import Shape
from generator.model.problems import Problems
from generator.press.pieces.expand import expand
from tests.handmade import component, lines, pack, spec

CARD = Shape("rect", 63.0, 88.0, 3.0)
FRONT = spec("use", "card", title="{{ id }}")


def deck(*fields: dict[str, object], name: str = "cards"):  # type: ignore[no-untyped-def]
    return component(name, CARD, FRONT, None, fields)  # type: ignore[arg-type]


ANIMALS = deck({"id": "bird", "count": 2}, {"id": "lion"}, {"id": "frog", "count": 0})
TILES = deck({"id": "river"}, {"id": "grove", "count": 3}, name="tiles")


def ids(*only: str, skip: tuple[str, ...] = (), copies: int = 1) -> list[str]:
    problems = Problems()
    pieces = expand(pack(ANIMALS, TILES), problems, only, skip, copies)
    return [f"{p.id} ×{p.count}" for p in pieces] + lines(problems)


def test_pieces_keep_the_order_of_the_pack_and_rows_of_none_are_left_out() -> None:
    assert ids() == ["cards/bird ×2", "cards/lion ×1", "tiles/river ×1", "tiles/grove ×3"]


def test_copies_multiply_every_count() -> None:
    assert ids(copies=3)[:2] == ["cards/bird ×6", "cards/lion ×3"]


def test_only_and_skip_take_components_and_pieces_with_stars() -> None:
    assert ids("tiles") == ["tiles/river ×1", "tiles/grove ×3"]
    assert ids("*/r*", "cards/b*") == ["cards/bird ×2", "tiles/river ×1"]
    assert ids(skip=("cards", "tiles/grove")) == ["tiles/river ×1"]


def test_a_pattern_that_matches_nothing_is_reported() -> None:
    assert ids("tokens") == [
        "command line: error: no piece of handmade matches 'tokens' (components: cards, tiles)"
    ]


def test_pieces_with_a_similar_name_are_suggested() -> None:
    told = "command line: error: no piece of handmade matches '{}' (did you mean {}? components: "
    for pattern, meant in (("Bir", "cards/bird"), ("cards/briver", "tiles/river")):
        assert ids(pattern)[0].startswith(told.format(pattern, meant))


def test_the_context_has_names_for_row_game_and_piece() -> None:
    bird = expand(pack(ANIMALS), Problems())[0]
    assert bird.context["id"] == "bird"
    assert bird.context["piece"]["count"] == 2
    assert bird.context["game"]["name"] == "Handmade"
    assert bird.context["palette"]["river"] == "#2c6fa6"
    assert bird.has_front and not bird.has_back
