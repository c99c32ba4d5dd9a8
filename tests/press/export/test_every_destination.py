"""Every destination: what is read back from its files is what is printed, twice the same.

The readers are those of the other tests of exports (jsonschema, Pillow, csv, ezdxf, svgelements,
pypdfium2); none shares code with a writer.
"""

import csv
import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.pack import Component, Pack
from generator.press.export.destinations import destinations, export
from generator.press.export.job import ExportOptions, Job
from generator.reading.door import open_pack
from tests.press.export.packs import big_pack
from tests.press.export.test_cutters import measured_dxf, measured_svg
from tests.press.export.test_tabletop_simulator import check_file
from tests.press.export.test_tabletop_simulator import pieces_in as pieces_of_save
from tests.press.export.test_virtual_tables import pieces_in, room_in

TINY = """protoplay: 1
name: Tiny
players: 2
components:
  cards:
    size: poker
    rows: [{name: Ant, n: 1, text: a}, {name: Bee, n: 2, text: b}, {name: Cat, n: 1, text: c}]
    count: "{{ n }}"
    front: {use: card, title: "{{ name }}", text: "{{ text }}"}
    back: {use: back, title: Tiny}
  tokens:
    shape: {circle: 0.75in}
    bleed: 3.2mm
    safe: 1mm
    stock: 2mm
    count: 3
    front: {use: token, title: T}
"""
EVERY = list(destinations())
SHOPS = [name for name, row in destinations().items() if row.kind == "shop"]
CUTTERS = [name for name, row in destinations().items() if row.kind == "cutter"]


def exported(folder: Path | str, to: str) -> tuple[Pack, dict[str, bytes], list[str]]:
    pack, problems = open_pack(folder)
    assert pack is not None, list(map(str, problems))
    options = ExportOptions(pictures="mods", gap=3.0 if to in CUTTERS else None)
    result = export(Job(pack, options, problems), destinations()[to])
    said = [str(problem) for problem in problems]
    return pack, {str(path): data for path, data in result.files}, said


def read_back(to: str, files: Mapping[str, bytes], pack: Pack) -> int:
    """How many pieces a destination gets, counted in its files."""
    if to in SHOPS:
        lines = list(csv.DictReader(io.StringIO(files["order.csv"].decode())))
        if to == "drivethrucards":
            decks = [pypdfium2.PdfDocument(files[line["file"]]) for line in lines]
            assert sum(map(len, decks)) == 2 * sum(int(line["copies"]) for line in lines)
        for line in lines:
            assert line["file"] in files and (not line["back"] or line["back"] in files)
        return sum(int(line["copies"]) for line in lines)
    if to in CUTTERS:
        return outlines_in(files)
    if to == "tts":
        check_file(dict(files), f"{pack.id}.json")
        return pieces_of_save(check_file(dict(files), f"{pack.id}-save.json"))
    if to == "pcio":
        widgets, _ = room_in(files[f"{pack.id}.pcio"])
        spinners = sum(each["type"] == "spinner" for each in widgets) - len(pack.setup.dice)
        return spinners + sum(each["type"] in ("card", "board") for each in widgets)
    return sum(int(line["copies"]) for line in pieces_in(files))


def outlines_in(files: Mapping[str, bytes]) -> int:
    """The closed lines of all sheets; SVG and DXF of a sheet have the same ones."""
    import ezdxf

    plotted = {
        name: len(list(measured_dxf(ezdxf.read(io.StringIO(data.decode())))))
        for name, data in files.items()
        if name.endswith(".dxf")
    }
    drawn = {name: len(list(measured_svg(data))) for name, data in files.items() if ".svg" in name}
    if plotted and drawn:
        assert list(plotted.values()) == list(drawn.values())
    return sum((plotted or drawn).values())


def printed(to: str, pack: Pack, files: Mapping[str, bytes], problems: list[str]) -> int:
    """How many pieces a destination should get; what it leaves out is named in a problem."""

    def is_taken(component: Component) -> bool:
        if to in SHOPS:
            is_there = any(name.split("/")[0].split(".")[0] == component.id for name in files)
            assert is_there or any(component.title in line for line in problems), component.id
            return is_there
        if to in CUTTERS:
            of_it = [line for line in problems if f": {component.title} " in line]
            return not any("than a sheet" in line or "left out" in line for line in of_it)
        panels = {panel.name for panel in component.shape.panels}
        is_rules = component.front is not None and component.front.name == "rules"
        is_leaf = any(row.leaf is not None for row in component.rows)
        return not (is_rules or is_leaf or ({"top", "bottom"} & panels and "1" not in panels))

    return sum(component.count for component in pack.components if is_taken(component))


def pictures_of(files: Mapping[str, bytes], pack: Pack) -> set[tuple[str, str]]:
    """Each picture and PDF by its name and its content; thumbnails are small copies of them."""
    every = dict(files)
    for name, data in files.items():
        if name.endswith(".pcio"):
            every |= room_in(data)[1]
    small = (f"{pack.id}.png", f"{pack.id}-save.png")
    wanted = [n for n in every if n.endswith((".png", ".pdf")) and n not in small]
    return {(name, hashlib.sha256(every[name]).hexdigest()) for name in wanted}


@pytest.mark.parametrize("to", EVERY)
def test_a_small_game_is_read_back_and_a_changed_card_is_one_changed_picture(
    tmp_path: Path, to: str
) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "game.yaml").write_text(TINY)
    pack, files, problems = exported(folder, to)
    n = read_back(to, files, pack)
    assert n == printed(to, pack, files, problems) == (4 if to in SHOPS[1:] else 7)
    assert exported(folder, to)[1] == files
    before = pictures_of(files, pack)
    (folder / "game.yaml").write_text(TINY.replace("text: c}", "text: changed}"))
    after = pictures_of(exported(folder, to)[1], pack)
    expected = 0 if to in ("svg", "dxf") else 1  # outlines alone
    assert len(before - after) == len(after - before) == expected
    if destinations()[to].kind not in ("shop", "cutter"):  # where a name tells what is new
        assert len({name for name, _ in before} - {name for name, _ in after}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mara", "marram", "shiftago", "scaffold", "200 cards"])
@pytest.mark.parametrize("to", EVERY)
def test_games_are_read_back_and_two_exports_are_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, to: str
) -> None:
    folder: Path | str = game
    if game == "scaffold":
        monkeypatch.chdir(tmp_path)
        folder = tmp_path / "mine"
        made = CliRunner().invoke(app, ["new", "mine"])
        assert made.exit_code == 0, made.output
    elif game == "200 cards":
        folder = big_pack(tmp_path / "big", 200)
    pack, files, problems = exported(folder, to)
    if not files:  # no component is a product of this shop
        assert to in SHOPS and any("no component is a product" in line for line in problems)
        return
    assert read_back(to, files, pack) == printed(to, pack, files, problems)
    if to == "tts":
        save = json.loads(files[f"{pack.id}-save.json"])
        assert (
            len([o for o in save["ObjectStates"] if o["Name"] == "HandTrigger"])
            == (pack.players[1])
        )
    if game != "200 cards":
        assert exported(folder, to)[1] == files
