"""The export form of the sheets page: options in the command's words, and files written or sent."""

import asyncio
import io
import re
import zipfile
from pathlib import Path
from typing import get_type_hints

import pytest
from typer.models import OptionInfo

from generator.cli.exporting import export
from generator.preview import export_form
from generator.preview.print_options import EXPORT_CHOICES
from tests.preview.test_asked import Caller, calling

GAME = """protoplay: 1
name: Five
players: 2
components:
  cards:
    size: poker
    rows: [{name: Fox, n: 1}, {name: Owl, n: 4}]
    count: "{{ n }}"
    front: {use: card, title: "{{ name }}"}
    back: {use: back, title: Five}
"""


@pytest.fixture
def five(tmp_path: Path) -> Path:
    folder = tmp_path / "five"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    return folder


def test_the_form_has_the_options_of_export_in_its_words() -> None:
    flags = {}
    for hint in get_type_hints(export, include_extras=True).values():
        for option in getattr(hint, "__metadata__", ()):
            if isinstance(option, OptionInfo):
                flags |= {
                    str(word): option for word in (option.default, *(option.param_decls or ()))
                }
    for choice in EXPORT_CHOICES:
        assert flags[choice.flag].help == choice.words, choice.name


async def over(caller: Caller) -> str:
    """The page once the export is over."""
    while True:
        text = (await caller.browser.get("/sheets")).text
        if "Making the files" not in text:
            return text
        await asyncio.sleep(0.05)


def test_an_export_is_written_or_downloaded(
    five: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_form, "OUT", str(tmp_path / "out"))

    async def work(caller: Caller) -> None:
        wanted = {"destination": "makeplayingcards", "only": "cards/owl"}
        answer = await caller.form("/export", **wanted, to="output")
        assert answer.status_code == 303 and answer.headers["location"] == "/sheets#export"
        text = await over(caller)
        assert "protoplay export five makeplayingcards --only cards/owl</code>" in text
        written = sorted(path.name for path in (tmp_path / "out").rglob("*.png"))
        assert written == [*(f"00{n}-owl.png" for n in range(1, 5)), "back.png"]
        assert str(tmp_path / "out/five/makeplayingcards") in text
        assert "download>Download" not in text
        await caller.form("/export", **wanted, to="download")
        (address,) = re.findall(r'href="(/exported/\w+\.zip)" download', await over(caller))
        archive = await caller.browser.get(address)
        assert "five-makeplayingcards.zip" in archive.headers["content-disposition"]
        with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
            assert sorted(Path(n).name for n in files.namelist() if ".png" in n) == written
        assert (await caller.browser.get("/exported/0.zip")).status_code == 404

    calling(work, five)


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        ({"destination": "dxf", "gap": "wide"}, "wide"),
        ({"destination": "pcio", "only": "nobody"}, "nobody"),
        ({"destination": "tts"}, "--base-url or --mods"),
        ({"destination": "tts", "base_url": "example.org"}, "does not begin with https://"),
        ({"destination": "gamecrafter", "product": "cards"}, "COMPONENT=NAME"),
    ],
)
def test_what_is_wrong_with_an_export_is_on_the_page(
    five: Path, wanted: dict[str, str], fault: str
) -> None:
    async def work(caller: Caller) -> None:
        await caller.form("/export", **wanted, to="download")
        faults = re.findall(r'<p class="fault">([^<]*)</p>', await over(caller))
        assert any(fault in line for line in faults), faults

    calling(work, five)


def test_an_unknown_destination_is_refused(five: Path) -> None:
    async def work(caller: Caller) -> None:
        assert (await caller.form("/export", destination="moon")).status_code == 404

    calling(work, five)
