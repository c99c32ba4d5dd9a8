"""The page of a game by its rules, for one reader: what `preview` shows, as far as they may see.

Pictures get names that depend on a secret of the table, so nobody can ask for one that they only
guess.
"""

import hmac

from generator.hosting.rules import RulesTable
from generator.preview.open_game import YOU, Open
from generator.preview.play_sheet import Sheet
from generator.preview.seat_views import View
from generator.preview.workspace import Table

_DIGITS = 24  # hexadecimal digits of a picture's name


class GuestSheet(Sheet):
    """The content of the page for `reader`, who may ask for every picture in it."""

    is_shared = True
    home = "/t"

    def __init__(
        self,
        workspace: Table,
        table: RulesTable,
        number: int,
        reader: int | None,
        view: View,
        picks: list[str],
        text: str,
        secret: bytes,
    ) -> None:
        """`number` is that of the game at this table."""
        self.shared, self.number, self.reader, self.secret = table, number, reader, secret
        game = Open(
            "", table.call, table.sitting,
            tuple(YOU if i == reader else name for i, name in enumerate(table.names)),
            reader, movers=table.movers, is_over=table.is_over(), is_thinking=True,
        )  # fmt: skip
        super().__init__(workspace, game, view, view.ply, picks, text)
        self.can_undo = self.is_now and reader in table.movers and not table.is_over()

    def way(self, act: str) -> str:
        """The address that a form posts an act to."""
        return f"/t/{'say' if act == 'say' else 'do'}?game={self.number}"

    def name(self, seat: int) -> str:
        """The name of a seat: the person's name, followed by the team if there are teams."""
        name = "You" if seat == self.reader else self.shared.names[seat]
        teams = self.view.sides.of_seats if self.view.sides.teams else ()
        if not teams or seat == self.reader:
            return name
        is_yours = self.reader is not None and teams[seat] == teams[self.reader]
        return f"{name} ({'your partner' if is_yours else f'team {teams[seat] + 1}'})"

    def short(self, seat: int) -> str:
        """The name of a seat in the list of moves made."""
        return "You" if seat == self.reader else self.shared.names[seat]

    def address(self, picture: str) -> str:
        """The address of a picture, which the reader may ask for from now on; "" for none."""
        if not picture or picture not in self.table.pictures:
            return ""
        name = hmac.digest(self.secret, picture.encode(), "sha256").hex()[:_DIGITS]
        self.shared.pictures[name] = self.table.pictures[picture]
        self.shared.shown.setdefault(self.reader, set()).add(name)
        return f"/face/{name}.svg"
