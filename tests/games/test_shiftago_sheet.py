"""Shiftago's rule sheet: its pushes and its scoring agree with the rules."""

from generator.reading.door import open_pack
from tests.games.test_marram_sheet import drawings_of
from tests.reference.shiftago import Reference

SEATS = {"o": 0, "b": 1, "g": 2, "w": 3}
Board = tuple[str, ...]


def referee(board: Board, players: int) -> Reference:
    """A game in progress with these marbles on the board, orange to move."""
    pack, _ = open_pack("shiftago")
    assert pack is not None
    numbers = {name: p.value for name, p in pack.parameters.items()}
    game = Reference(players, "expert", numbers, {})
    for i, row in enumerate(board):
        for j, letter in enumerate(row):
            if letter != ".":
                game.board[i, j] = SEATS[letter]
                game.stock[SEATS[letter]] -= 1
    return game


def shown(game: Reference) -> Board:
    letters = {seat: letter for letter, seat in SEATS.items()}
    fields = [[letters.get(game.board.get((i, j)), ".") for j in range(7)] for i in range(7)]
    return tuple("".join(row) for row in fields)


def test_the_push_moves_what_the_sheet_shows() -> None:
    sheet = drawings_of("shiftago")
    example = sheet.EXAMPLES["push"]
    side, track, colour = example["push"]
    game = referee(example["board"], 4)
    game.apply({"do": "insert", "side": side, "track": track})
    assert shown(game) == sheet.pushed(example["board"], side, track, colour)
    assert shown(game)[track] == "oobbog."


def test_the_example_scores_what_the_sheet_says() -> None:
    sheet = drawings_of("shiftago")
    example = sheet.EXAMPLES["score"]
    side, track, colour = example["push"]
    game = referee(example["board"], 2)
    assert game.lines(0) == game.lines(1) == []
    game.apply({"do": "insert", "side": side, "track": track})
    after = sheet.pushed(example["board"], side, track, colour)
    assert shown(game) == after and game.lines(1) == []
    lines = {tuple(line) for line in game.lines(0)}
    assert lines == {example["line"], example["waits"]}
    stock = game.stock[0]
    line = [list(field) for field in example["line"]]
    game.apply({"do": "score", "line": line, "keep": [line[0], line[-1]]})
    assert game.scores() == [2, 0] and game.stock[0] == stock + 3
    assert shown(game) == sheet.cleared(after, example["line"], 2)
    assert game.seat() == 0 and not game.must_score  # another turn; the column waits
    assert [tuple(line) for line in game.lines(0)] == [example["waits"]]
    game.apply({"do": "insert", "side": "left", "track": 0})
    assert game.must_score
