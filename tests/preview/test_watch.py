"""Saved files are followed wherever the pack is, or the page says why it is not watched."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from generator.preview import watch as watching
from generator.preview.app import _is_read_anew, make_app
from generator.preview.faces import Call
from generator.preview.workspace import Table

KEY = "k" * 43
GAME = "protoplay: 1\nname: Quiet\nplayers: 2\ncomponents: {}\n"


@asynccontextmanager
async def watched(folder: Path, polls: bool = False) -> AsyncIterator[tuple[Table, list[int]]]:
    """A table that follows a folder, and how often it read the pack."""
    table, reloads = Table(Call(str(folder)), folder, polls=polls), [0]

    async def reload(*, rests: bool = True) -> None:
        reloads[0] += 1

    table.reload = reload  # type: ignore[method-assign, assignment]
    task = asyncio.create_task(watching.watch(table))
    try:
        await asyncio.sleep(0.3)
        yield table, reloads
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(is_so: Callable[[], bool], seconds: float = 8) -> None:
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.02)


def pack(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    return folder


@pytest.mark.parametrize(
    "above",
    [
        ".venv/lib",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("node_modules", ".git", "__pycache__", "x~")
        ),
    ],
)
@pytest.mark.parametrize("polls", [False, True])
def test_a_pack_is_followed_below_any_folder(tmp_path: Path, above: str, polls: bool) -> None:
    folder = pack(tmp_path / above / "game")

    async def whole() -> None:
        async with watched(folder, polls) as (table, reloads):
            assert reloads == [1]
            (folder / "game.yaml").write_text(GAME + "# more\n", "utf-8")
            await until(lambda: reloads[0] >= 2, 3)
            assert table.watching == ""

    asyncio.run(whole())


@pytest.mark.parametrize("inside", [".git/index", "node_modules/a.js", "notes.yaml", "a.swp"])
def test_files_outside_the_pack_are_not_followed(tmp_path: Path, inside: str) -> None:
    folder = pack(tmp_path / "game")
    file = folder / inside
    file.parent.mkdir(exist_ok=True)
    before = watching.stamps_of(folder)
    file.write_text("x", "utf-8")
    assert watching.stamps_of(folder) == before
    assert not watching._Filter(folder)(watching.Change.modified, str(file))


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        OSError("OS file watch limit reached."),
        PermissionError(13, "Permission denied"),
        FileNotFoundError("a folder went while it was watched"),
        RuntimeError("no such thing here"),
    ],
)
def test_without_system_events_the_page_reports_it_and_files_are_checked(
    tmp_path: Path, fault: Exception, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    async def awatch(*_: Any, **__: Any) -> AsyncIterator[set[Any]]:
        raise fault
        yield set()

    monkeypatch.setattr(watching, "awatch", awatch)
    folder = pack(tmp_path / "game")

    async def whole() -> None:
        async with watched(folder) as (table, reloads):
            version = table.hub.version
            await until(lambda: table.watching != "")
            first = reloads[0]
            (folder / "cards.csv").write_text("name\n", "utf-8")
            await until(lambda: reloads[0] > first, 3)
            assert str(fault.strerror if getattr(fault, "strerror", "") else fault) in (
                table.watching
            )
            assert "F5" in table.watching and table.hub.version >= version

    asyncio.run(whole())
    told = capsys.readouterr().err
    assert "is not watched" in told and "--poll" in told


def test_a_folder_without_events_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def awatch(*_: Any, **__: Any) -> AsyncIterator[set[Any]]:
        while True:
            await asyncio.sleep(0.1)
            yield set()

    monkeypatch.setattr(watching, "awatch", awatch)
    folder = pack(tmp_path / "game")

    async def whole() -> None:
        async with watched(folder) as (table, reloads):
            await asyncio.sleep(0.5)
            assert reloads == [1] and table.watching == ""
            (folder / "game.yaml").write_text(GAME + "# more\n", "utf-8")
            await until(lambda: reloads[0] == 2)
            assert "does not say so" in table.watching
            (folder / "game.yaml").write_text(GAME + "# and more\n", "utf-8")
            await until(lambda: reloads[0] == 3)

    asyncio.run(whole())


@pytest.mark.slow
@pytest.mark.parametrize("polls", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_recreated_folder_is_followed(tmp_path: Path, polls: bool) -> None:
    folder = pack(tmp_path / "game")

    async def whole() -> None:
        async with watched(folder, polls) as (_, reloads):
            shutil.rmtree(folder)
            await asyncio.sleep(1.5)
            pack(folder)
            await asyncio.sleep(1.5)
            before = reloads[0]
            (folder / "game.yaml").write_text(GAME + "# more\n", "utf-8")
            await until(lambda: reloads[0] > before)

    asyncio.run(whole())


@pytest.mark.parametrize(
    ("headers", "is_anew"),
    [
        ({"cache-control": "max-age=0", "sec-fetch-mode": "navigate"}, True),
        ({"cache-control": "no-cache"}, True),
        ({"sec-fetch-mode": "navigate"}, False),
        ({"cache-control": "no-cache", "sec-fetch-mode": "cors"}, False),
    ],
)
def test_f5_reads_the_pack_again(headers: dict[str, str], is_anew: bool) -> None:
    assert _is_read_anew(Headers(headers)) is is_anew


@pytest.mark.parametrize(("header", "readings"), [("max-age=0", 1), ("max-age=9", 0)])
def test_a_page_reloaded_by_f5_waits_until_the_pack_is_read_again(
    tmp_path: Path, header: str, readings: int
) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")

    async def ask() -> int:
        async with watched(tmp_path) as (table, reloads):
            table.ready.set()
            before = reloads[0]
            transport = httpx.ASGITransport(app=make_app(table, KEY, 1))
            headers = {"cookie": f"protoplay-1={KEY}", "cache-control": header}
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:1") as web:
                page = await web.get("/sheets", headers=headers)
            assert page.status_code == 200
            return reloads[0] - before

    assert asyncio.run(ask()) == readings
