"""A board in the text of `show`: its shape, its marks and the words around it."""

import pytest

from generator.play.engine.board_places import board_in


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("···\n···\n···", (0, 3, (0, 1, 2))),
        ("to move: x\n  1 2 3\na . . .\nb . . .\nc . . o\nleft: 5", (2, 3, (2, 4, 6))),
        ("rnb\n...\n...\n...\nRNB", (0, 5, (0, 1, 2))),
        (". | . | .\n. | . | .\n. | . | .", (0, 3, (0, 4, 8))),
    ],
)
def test_a_board_is_found_in_a_text(text: str, shape: tuple[int, int, tuple[int, ...]]) -> None:
    board = board_in(text)
    assert board is not None
    assert (board.first, board.rows, board.columns) == shape


@pytest.mark.parametrize(
    "text",
    [
        "",
        "round 1\nseat 1: 0 points",
        "...\n...",
        "a. b. c.\nd. e. f.\ng. h. i.",
        " . .\n. .\n . .",
    ],
)
def test_other_texts_have_no_board(text: str) -> None:
    assert board_in(text) is None


def test_names_of_columns_are_left_out_of_what_the_text_says_besides() -> None:
    text = "x to move\n  a b c\n1 . . .\n2 . . .\n3 . . .\n  a b c\n5 left"
    board = board_in(text)
    assert board is not None
    assert board.rest(text) == "x to move\n5 left"
    assert board.cells(text) == ("",) * 9
    assert board.cells("x to move") == ()
