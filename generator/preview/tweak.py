"""The page of tweaks: every parameter as a control, and the effect of changing it, played live.

In: values set on the page. Out: the page, with bars for the measures of a comparison.
"""

import asyncio
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from generator.model.letters import capital
from generator.model.pack import Parameter, Scalar
from generator.model.problems import Place, Problems
from generator.preview.faces import Part, Shown
from generator.preview.pages import asked, page
from generator.preview.scheduler import Studio, Trial
from generator.preview.whatif import STAGES
from generator.preview.worker import WorkFailed
from generator.preview.workspace import Room, Table
from generator.reading.parameters import changed_to

ROOM = Room("/tweak", "Tweak")
SIDES = ("front", "back")
# Matches numbers of rulings in notes: "(K13)", "(K9, K10)", "K23–K26: " at the start.
_RULING = re.compile(r"\s*\([A-Z]\d+(?:[,–-]\s*[A-Z]?\d+)*\)|^[A-Z]\d+(?:[,–-]\s*[A-Z]?\d+)*:\s*")
LONGEST = 200  # maximum length in characters of a text value
# seconds after which the faces follow, so that the games with the new number start first
FACES_WAIT = 0.2


@dataclass(frozen=True, slots=True)
class Bar:
    """One measure of a comparison, as drawn: x from 0 to 200; 100 means no difference."""

    measure: str
    base: str
    other: str
    difference: str
    low: float
    mid: float
    high: float
    is_told: bool  # whether the difference is more than chance


def routes(table: Table, studio: Studio) -> list[BaseRoute]:
    """The routes of the page and its controls."""

    async def tweak(request: Request) -> Response:
        return await page(
            table,
            request,
            "tweak.html.j2",
            trial=studio.trial,
            bars=bars_of(studio.trial) if studio.trial is not None else [],
            moved=moved_of(table),
            waits=table.look is not None and any(p.waits for p in table.look.pieces),
            stages=STAGES,
            on_disk=partial(on_disk, table),
            range_of=range_of,
            place_of=place_of,
            mark_of=mark_of,
            title_of=title_of,
            note_of=note_of,
        )

    async def set_one(request: Request) -> Response:
        """Set a parameter until preview ends; its own value removes the setting."""
        given = await asked(request)
        parameter = _parameter(table, given)
        if parameter is None:
            return _no("there is no such parameter")
        value, fault = read_value(parameter, given.get("value"))
        if fault:
            return JSONResponse({"wrong": fault})
        studio.last_set = parameter.name
        before = dict(table.changed)
        if value == on_disk(table, parameter):
            table.changed.pop(parameter.name, None)
        else:
            table.changed[parameter.name] = value
        if table.changed != before:
            table.news.set()
            table.start(follow())
        return JSONResponse({"value": value})

    async def reset(request: Request) -> Response:
        """Remove all settings, and return to the page that sent the request."""
        try:
            came = urlsplit(request.headers.get("referer", ""))
        except ValueError:
            return _no("this page has no address that can be read")
        if table.changed:
            table.changed.clear()
            table.news.set()
            await table.reload(from_disk=False)
        way = f"/{came.path.lstrip('/')}"
        return RedirectResponse(f"{way}?{came.query}" if came.query else way, 303)

    async def follow() -> None:
        """Draw the faces that show the number; rule sheets follow when it no longer changes."""
        await asyncio.sleep(FACES_WAIT)
        await table.reload(from_disk=False, rests=False)

    async def write(request: Request) -> Response:
        """Write the set value of one parameter into game.yaml."""
        given = await asked(request)
        parameter = _parameter(table, given)
        if parameter is None or table.look is None or parameter.name not in table.changed:
            return _no("nothing is set there")
        try:
            files = await table.press.ask(
                "generator.preview.faces:write",
                table.called,
                parameter.name,
                table.changed[parameter.name],
                table.look.fingerprint,
            )
        except WorkFailed as fault:
            return _no(str(fault).splitlines()[0], 409)
        table.changed.pop(parameter.name, None)
        await table.reload()
        return JSONResponse({"files": files})

    return [
        Route("/tweak", tweak),
        Route("/reset", reset, methods=["POST"]),
        Route("/set", set_one, methods=["POST"]),
        Route("/write", write, methods=["POST"]),
    ]


def on_disk(table: Table, parameter: Parameter) -> Scalar:
    """The value of a parameter without the settings of the page."""
    prefix = f"{parameter.name}="
    for setting in reversed(table.called.settings):
        if setting.replace(" ", "").startswith(prefix):
            value, _ = read_value(parameter, setting.partition("=")[2].strip())
            return value
    return parameter.default


def read_value(parameter: Parameter, given: Any) -> tuple[Scalar, str]:
    """Read a value of the parameter's kind and in its range; also return what is wrong with it."""
    name, default = parameter.name, parameter.default
    if isinstance(default, bool):
        words = {True: True, False: False, "true": True, "false": False}
        is_valid = isinstance(given, bool | str) and given in words
        return (words[given], "") if is_valid else (default, f"{name} is a switch")
    if isinstance(default, int | float):
        try:
            number = float(given)
        except (TypeError, ValueError):
            return default, f"{name} is a number"
        except OverflowError:
            return default, f"{name} is a number that can be told"
        if not abs(number) < 1e15:
            return default, f"{name} is a number that can be told"
        problems = Problems()
        changed = changed_to(parameter, number, Place(""), problems)
        if changed is None:
            return default, " ".join(f"{p.message} ({p.fix})" for p in problems)
        return changed.value, ""
    text = str(given)
    if len(text) > LONGEST or not text.isprintable():
        return default, f"{name} is a short text"
    return text, ""


def bars_of(trial: Trial) -> list[Bar]:
    """The rows of a comparison, named as on all pages; unchanged measures are left out.

    Differences that are more than chance come first, and among them those about how games end.
    """
    bars: list[Bar] = []
    breaks: list[Bar] = []
    for row in trial.band.rows if trial.band is not None else ():
        if not row.is_told or (row.value == 0 and row.base == row.other):
            continue
        scale = trial.scales.get(row.name) or 1.0
        low, mid, high = (
            round(100 + 92 * min(1.0, max(-1.0, x / scale)), 1)
            for x in (row.low, row.value, row.high)
        )
        name, is_told = row.name, row.q <= 0.05
        first = breaks if row.is_first and is_told else bars
        first.append(Bar(name, row.base, row.other, row.words, low, mid, high, is_told))
    return breaks + sorted(bars, key=lambda bar: not bar.is_told)


def moved_of(table: Table) -> list[tuple[Shown, str, str, Part]]:
    """The faces that print differently because of the settings: piece, side, picture, component."""
    if table.look is None or table.plain is None or not table.changed:
        return []
    before = {(p.id, side): getattr(p, side) for p in table.plain.pieces for side in SIDES}
    parts = {part.id: part for part in table.look.parts}
    return [
        (p, side, getattr(p, side), parts[p.component])
        for p in table.look.pieces
        for side in SIDES
        if getattr(p, side) and getattr(p, side) != before.get((p.id, side))
    ]


def range_of(parameter: Parameter, disk: float) -> tuple[float, float, float]:
    """The start, end and step of a slider; without a range, around the value on disk."""
    is_whole = isinstance(parameter.default, int)
    low, high = parameter.low, parameter.high
    low = min(0, disk) if low is None else low
    high = max(2 * disk, low + 10 if is_whole else low + 1) if high is None else high
    step = 1.0 if is_whole else max((high - low) / 100, 1e-6)
    return (int(low), int(high), int(step)) if is_whole else (low, high, step)


def title_of(parameter: Parameter) -> str:
    """A parameter's name as a title.

    >>> title_of(Parameter("faceup_limit", 3, 3, Place("")))
    'Faceup limit'
    """
    return capital(parameter.name.replace("_", " ").replace(".", " › "))


def note_of(parameter: Parameter) -> str:
    """A parameter's note as a sentence, without the numbers of rulings, which are for designers.

    >>> note_of(Parameter("cap", 1, 1, Place(""), "the game ends after so many rounds (K22, D3)"))
    'The game ends after so many rounds.'
    >>> note_of(Parameter("at_only", 1, 1, Place(""), "K3: true lets tourists be met at the lodge"))
    'True lets tourists be met at the lodge.'
    """
    note = _RULING.sub("", parameter.note).strip()
    return capital(note) + ("" if note[-1:] in (".", "!", "?", "") else ".")


def mark_of(parameter: Parameter, disk: Scalar, other: str = "") -> str:
    """Letters and digits that identify a control; they change whenever the control does."""
    p = parameter
    what = repr((p.name, type(p.default).__name__, p.low, p.high, disk, other))
    return hashlib.sha256(what.encode()).hexdigest()[:10]


def place_of(parameter: Parameter) -> str:
    """The place of a parameter in its file, without the folder."""
    place = parameter.place
    return str(replace(place, file=PurePath(place.file).name, column=0))


def _parameter(table: Table, given: Mapping[str, Any]) -> Parameter | None:
    name = given.get("name")
    if table.look is None or not isinstance(name, str):
        return None
    return table.look.parameters.get(name)


def _no(why: str, status: int = 400) -> PlainTextResponse:
    return PlainTextResponse(f"{why}\n", status)
