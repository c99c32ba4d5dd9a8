"""What is redrawn when a number changes: small faces at once, rule sheets when it rests."""

import asyncio
import re
from pathlib import Path

import pytest

from generator.preview import faces, workspace
from generator.preview.workspace import Table
from tests.preview.lent import give_back, lent, run

GAME = """\
protoplay: 1
name: Toll
players: 2
parameters:
  toll: {value: 3, low: 1, high: 9}
components:
  deck:
    size: poker
    rows: [{name: gate}, {name: bridge}]
    front: {use: card, title: "{{ name }}", value: "{{ toll }}"}
  sheet:
    size: a5
    rows: [{name: leaf}]
    front: {use: rules, title: Toll, page: 1, pages: 1}
"""
PLANS = """\
  plans:
    size: poker
    rows: [{name: one}, {name: two}]
    front: {draw: plan}
"""
DRAWINGS = """\
def plan(draw):
    drawing = draw.drawing()
    drawing.add(drawing.circle(center=(30, 40), r=20))
    return drawing
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "RULES.md").write_text("# Toll\n\nThe toll is **3**<!--=toll-->.\n", "utf-8")
    return tmp_path


def fronts(table: Table) -> dict[str, str]:
    """Return the pictures shown now, by piece."""
    assert table.look is not None
    return {piece.id: piece.front for piece in table.look.pieces}


def test_the_first_page_does_not_wait_for_every_face(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "AT_ONCE", 1e-9)
    monkeypatch.setattr(workspace, "LAST_LOT", 0.0)
    monkeypatch.setattr(workspace, "SHEETS_WAIT", 0.0)
    large = "shape: {folded: [205mm, 900mm]}"
    (pack / "game.yaml").write_text(GAME.replace("size: a5", large), "utf-8")

    async def work() -> None:
        table = lent(pack)
        try:
            await table.reload()
            first = fronts(table)
            assert first == dict.fromkeys(first, "") and len(first) == table.waiting == 3
            assert not table.problems and not table.news.is_set()
            while table.waiting:
                await asyncio.sleep(0.01)
            assert all(fronts(table).values()) and table.news.is_set()
            assert any("does not fit" in p.message for p in table.problems)
        finally:
            await give_back(table)

    run(work())


def test_rule_sheets_are_drawn_when_the_number_no_longer_changes(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "SHEETS_WAIT", 0.0)
    asked: list[bool] = []

    async def work() -> None:
        table = lent(pack)
        ask = table.press.ask

        async def counted(work: str, *given: object) -> object:
            asked.append(len(given) < 3 or bool(given[2]))
            return await ask(work, *given)

        monkeypatch.setattr(table.press, "ask", counted)
        try:
            await table.reload()
            first = fronts(table)
            for toll in (5, 6):
                table.changed["toll"] = toll
                before = fronts(table)
                await table.reload(from_disk=False, rests=False)
                now = fronts(table)
                assert now["deck/gate"] != before["deck/gate"]
                assert now["sheet/leaf"] == first["sheet/leaf"], "it keeps its last picture"
                assert [p.id for p in table.look.pieces if p.waits] == ["sheet/leaf"]  # type: ignore[union-attr]
            while any(p.waits for p in table.look.pieces):  # type: ignore[union-attr]
                await asyncio.sleep(0.01)
            last = fronts(table)
            assert (
                last["sheet/leaf"] != first["sheet/leaf"] and last["deck/gate"] == now["deck/gate"]
            )
            table.changed["toll"] = 3
            await table.reload(from_disk=False)
            assert fronts(table) == first
        finally:
            await give_back(table)

    run(work())
    assert asked.count(False) == 2 and asked[0]


def test_saved_changes_show_before_rule_sheets_are_drawn(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace, "SHEETS_WAIT", 0.0)

    def waiting(table: Table) -> list[str]:
        assert table.look is not None
        return [piece.id for piece in table.look.pieces if piece.waits]

    async def work() -> None:
        table = lent(pack)
        try:
            for toll in (3, 4):  # opened, then saved
                text = (pack / "game.yaml").read_text("utf-8")
                text = re.sub(r"(toll:\D*)\d", rf"\g<1>{toll}", text, count=1)
                (pack / "game.yaml").write_text(text, "utf-8")
                before = fronts(table) if table.look is not None else {}
                await table.reload(rests=False)
                assert waiting(table) == ["sheet/leaf"]
                now = fronts(table)
                assert now["deck/gate"] and now["deck/gate"] != before.get("deck/gate")
                assert now["sheet/leaf"] == before.get("sheet/leaf", "")
                while waiting(table):
                    await asyncio.sleep(0.01)
                assert fronts(table)["sheet/leaf"] not in ("", before.get("sheet/leaf")), toll
        finally:
            await give_back(table)

    run(work())


def test_faces_do_not_wait_if_the_pack_has_errors(pack: Path) -> None:
    (pack / "RULES.md").write_text("# Toll\n\nThe toll is **3**<!--=tool-->.\n", "utf-8")

    async def work() -> None:
        table = lent(pack)
        try:
            await table.reload()
            assert table.problems
            table.changed["toll"] = 5
            await table.reload(from_disk=False, rests=False)
            assert table.problems, "what is wrong stays told"
        finally:
            await give_back(table)

    run(work())


SLIPS = {
    "a face that is not there": ("game.yaml", "use: card,", "use: carrd,"),
    "a program that cannot be read": ("drawings.py", "def plan", "de plan"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_faces_that_cannot_be_drawn_keep_their_last_picture_with_a_note(
    pack: Path, slip: str
) -> None:
    (pack / "game.yaml").write_text(f"{GAME}{PLANS}", "utf-8")
    (pack / "drawings.py").write_text(DRAWINGS, "utf-8")
    name, right, wrong = SLIPS[slip]
    struck = {"deck/gate", "deck/bridge"} if name == "game.yaml" else {"plans/one", "plans/two"}

    async def work() -> None:
        table = lent(pack)
        try:
            await table.reload()
            first, sound = fronts(table), (pack / name).read_text("utf-8")
            assert all(first.values()) and not table.problems and not table.has_old_faces
            for _ in range(2):
                (pack / name).write_text(sound.replace(right, wrong), "utf-8")
                await table.reload()
                assert table.look is not None and table.problems
                assert fronts(table) == first, "every piece keeps its picture"
                assert {p.id for p in table.look.pieces if p.old == ("front",)} == struck
                assert set(first.values()) <= set(table.pictures), "and it is still served"
                await table.reload()
                assert table.has_old_faces and not table.is_behind
                (pack / name).write_text(sound, "utf-8")
                await table.reload()
                assert fronts(table) == first and not table.problems and not table.has_old_faces
        finally:
            await give_back(table)

    run(work())


def test_without_a_last_picture_every_piece_is_a_crossed_box(pack: Path) -> None:
    (pack / "game.yaml").write_text(GAME.replace("use: card,", "use: carrd,"), "utf-8")

    async def work() -> None:
        table = lent(pack)
        try:
            for _ in range(2):
                await table.reload()
                assert table.look is not None
                crossed = {p.id for p in table.look.pieces if p.crossed == ("front",) and p.front}
                assert crossed == {"deck/gate", "deck/bridge"} and not table.has_old_faces
            (pack / "game.yaml").write_text("protoplay: [", "utf-8")
            await table.reload()
            assert table.is_behind
        finally:
            await give_back(table)

    run(work())


def test_each_leaf_of_a_booklet_shows_its_outside_and_its_inside(pack: Path) -> None:
    text = GAME.replace("size: a5\n    rows: [{name: leaf}]", "size: a6\n    booklet: true")
    (pack / "game.yaml").write_text(text.replace("page: 1, pages: 1", "pages: 8"), "utf-8")
    (pack / "RULES.md").write_text("\n\n<!-- page -->\n\n".join(["Words."] * 8), "utf-8")
    shown, problems, pictures = faces.look(faces.Call(str(pack)), frozenset())
    assert shown is not None and problems == ()
    leaves = [piece for piece in shown.pieces if piece.id.startswith("sheet/")]
    assert [piece.id for piece in leaves] == ["sheet/sheet-leaf-1", "sheet/sheet-leaf-2"]
    names = {name for piece in leaves for name in (piece.front, piece.back)}
    assert len(names) == 4 and names <= set(pictures)
    (part,) = (part for part in shown.parts if part.id == "sheet")
    assert (part.width, part.height, part.pieces) == (210, 148, 2)


def test_cards_have_large_letters_only_where_they_lie_at_a_table(pack: Path) -> None:
    pictures: dict[str, bytes] = {}
    for tables in (False, True):
        shown, _, new = faces.look(faces.Call(str(pack)), frozenset(pictures), tables=tables)
        pictures |= new
        assert shown is not None
        cards = [piece for piece in shown.pieces if piece.component == "deck"]
        assert cards
        for card in cards:
            assert card.lying(True) in pictures
            assert (card.lying(True) != card.front) == tables
