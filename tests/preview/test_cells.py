"""A number of a row is written into its cell from the page of a piece, and nothing else changes."""

import json
from pathlib import Path

from tests.preview.test_asked import HEADERS, Caller, calling

GAME = """\
protoplay: 1
name: Ledger
players: 2
components:
  deck:
    title: Deck
    size: poker
    rows: cards.csv
    front: {use: card, title: "{{ name }}", text: "Worth {{ worth }}."}
"""
CARDS = 'name;worth;note\r\n"One";  3 ;"a; b"\r\nTwo;"4,5";\r\n'


def test_one_cell_is_written_and_taken_back(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "cards.csv").write_bytes(CARDS.encode())

    async def work(caller: Caller) -> None:
        assert caller.table.look is not None
        one = caller.table.look.pieces[0]
        page = (await caller.browser.get(f"/piece/{one.key}")).text
        assert page.count('class="cell"') == 1 and 'data-column="worth" data-was="3"' in page
        given = {"piece": one.key, "column": "worth", "was": 3, "value": 7}
        wrongs = [
            ({"piece": "x"}, 400), ({"column": "name"}, 400), ({"column": "../x"}, 400),
            ({"value": "7"}, 400), ({"value": True}, 400), ({"value": 1e300}, 400),
            ({"was": 4}, 409),
        ]  # fmt: skip
        for wrong, status in wrongs:
            answer = await caller.json("/cell", json.dumps({**given, **wrong}))
            assert answer.status_code == status, wrong
        foreign = {**HEADERS, "origin": "http://evil.test"}
        refused = await caller.browser.post("/cell", content=json.dumps(given), headers=foreign)
        assert refused.status_code == 403
        assert (tmp_path / "cards.csv").read_bytes() == CARDS.encode()
        answer = (await caller.json("/cell", json.dumps(given))).json()
        assert answer == {"files": ["cards.csv"], "was": 3}
        assert (tmp_path / "cards.csv").read_bytes() == CARDS.replace("  3 ", "  7 ").encode()
        now = caller.table.look.pieces[0]
        assert now.fields["worth"] == 7 and now.front != one.front, "the face is drawn anew"
        back = {**given, "was": 7, "value": answer["was"]}
        assert (await caller.json("/cell", json.dumps(back))).status_code == 200
        assert (tmp_path / "cards.csv").read_bytes() == CARDS.encode()

    calling(work, tmp_path)
