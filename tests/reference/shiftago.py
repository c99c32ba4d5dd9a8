"""A second, slow and simple implementation of Shiftago, in which the board is a dict and lines are
found step by step. It is written from the description of the game alone, and shares no code with
the pack's rules. Rows and columns count from 0 at the top left. Events are those of the game
record.
"""

SIZE = 7
FIELDS = [(row, col) for row in range(SIZE) for col in range(SIZE)]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def entry_path(side, track):
    """The seven fields of a track in the order a marble from that side meets them."""
    if side == "top":
        return [(row, track) for row in range(SIZE)]
    if side == "bottom":
        return [(row, track) for row in reversed(range(SIZE))]
    if side == "left":
        return [(track, col) for col in range(SIZE)]
    assert side == "right", side
    return [(track, col) for col in reversed(range(SIZE))]


class Reference:
    """One game of Shiftago; `facts` is unused, since all numbers come from `parameters`."""

    def __init__(self, players, variant, parameters, setup, facts=None):
        assert setup == {}, "nothing is drawn before a game"
        table = "two_players" if players == 2 else "more_players"
        self.players = players
        self.express = variant == "express"
        assert self.express == bool(parameters["first_line_wins"])
        self.target = parameters["target"]
        self.keep = parameters[f"{table}_keep"]
        self.worth = {n: parameters[f"{table}_line_{n}"] for n in range(3, SIZE + 1)}
        self.board = {}  # field → seat
        self.stock = [parameters["marbles"]] * players
        self.points = [0] * players
        self.mover = 0
        self.must_score = False
        self.reason = None

    def seat(self):
        """Return the seat to act, or -1 when the game is over."""
        return -1 if self.reason else self.mover

    def lines(self, seat):
        """Every maximal run of a colour that scores (S3), as lists of fields."""
        found = []
        for down, right in DIRECTIONS:
            for row, col in FIELDS:
                if self.board.get((row - down, col - right)) == seat:
                    continue  # not the first marble of its run
                run = []
                while self.board.get((row, col)) == seat:
                    run.append((row, col))
                    row, col = row + down, col + right
                if self.worth.get(len(run), 0) > 0:
                    found.append(run)
        return found

    def legal(self):
        """All decisions open to the mover, as record events."""
        if self.must_score:
            choices = []
            for line in self.lines(self.mover):
                kept = {0: [[]], 1: [[line[0]], [line[-1]]], 2: [[line[0], line[-1]]]}[self.keep]
                choices += [
                    {
                        "do": "score",
                        "line": [list(field) for field in line],
                        "keep": [list(field) for field in keep],
                    }
                    for keep in kept
                ]
            return choices
        return [
            {"do": "insert", "side": side, "track": track}
            for side in ("top", "bottom", "left", "right")
            for track in range(SIZE)
            if any(field not in self.board for field in entry_path(side, track))  # S2
        ]

    def apply(self, event):
        """Take one decision of the mover."""
        event = {key: value for key, value in event.items() if key not in ("seat", "scores")}
        assert event in self.legal(), f"{event} is not legal for seat {self.mover}"
        if event["do"] == "insert":
            path = entry_path(event["side"], event["track"])
            gap = next(i for i, field in enumerate(path) if field not in self.board)
            for i in range(gap, 0, -1):
                self.board[path[i]] = self.board[path[i - 1]]
            self.board[path[0]] = self.mover
            self.stock[self.mover] -= 1
            if self.lines(self.mover):
                self.must_score = not self.express
                if self.express:
                    self.points[self.mover] = 1
                    self.reason = "line"
                return
            self.mover = (self.mover + 1) % self.players
        else:
            kept = [tuple(field) for field in event["keep"]]
            for field in map(tuple, event["line"]):
                if field not in kept:
                    del self.board[field]
                    self.stock[self.mover] += 1
            self.points[self.mover] += self.worth[len(event["line"])]
            self.must_score = False
            if self.points[self.mover] >= self.target:
                self.reason = "ten_points"
                return
        if len(self.board) == SIZE * SIZE:
            self.reason = "board_full"
        elif self.stock[self.mover] == 0:
            self.reason = "no_marbles"

    def scores(self):
        """Points by seat; in the express game 1 for the winner."""
        return list(self.points)

    def end(self):
        """Return why the game is over, or None."""
        return self.reason

    def winners(self):
        """The seats that share first place."""
        return [seat for seat, points in enumerate(self.points) if points == max(self.points)]
