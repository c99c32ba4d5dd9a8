"""Pages other than the board: what they offer, and when."""

import asyncio
import json
import re
from typing import Literal, get_args, get_origin, get_type_hints

from typer.models import OptionInfo

from generator.cli.printing import Printing
from generator.press.options import BuildOptions
from generator.preview.print_options import CHOICES
from tests.preview.test_asked import Caller, calling

STOP = re.compile(r'<button[^>]* id="stop"[^>]*>')


def test_stop_is_shown_only_while_something_runs() -> None:
    async def work(caller: Caller) -> None:
        async def is_hidden() -> bool:
            button = STOP.search((await caller.browser.get("/report")).text)
            assert button is not None
            return " hidden" in button[0]

        assert await is_hidden()
        wanted = {"games": 5000, "players": 2, "seed": 1, "agents": "random"}
        assert (await caller.json("/report/start", json.dumps(wanted))).status_code == 200
        assert not await is_hidden()
        assert (await caller.json("/report/stop", "{}")).status_code == 200
        assert await is_hidden()

    calling(work)


def test_sheets_offer_options_of_build_in_its_words() -> None:
    hints = get_type_hints(Printing, include_extras=True)
    for choice in CHOICES:
        option = next(m for m in hints[choice.name].__metadata__ if isinstance(m, OptionInfo))
        assert choice.words == option.help, choice.name
        flags = "/".join(map(str, (option.default, *(option.param_decls or ())))).split("/")
        assert choice.flag in flags, choice.name
        kinds = [k for k in get_args(get_args(hints[choice.name])[0]) if get_origin(k) is Literal]
        allowed = kinds or [k for k in get_args(hints[choice.name]) if get_origin(k) is Literal]
        if choice.kind == "choice":
            assert set(get_args(allowed[0])) == {v for v in choice.values if v}, choice.name
        assert choice.name in BuildOptions.__dataclass_fields__


def test_sheets_are_laid_out_with_the_options_chosen() -> None:
    async def work(caller: Caller) -> None:
        async def laid_out(query: str) -> str:
            while True:
                text = (await caller.browser.get(f"/sheets{query}")).text
                if "Laying out the sheets" not in text:
                    return text
                await asyncio.sleep(0.05)

        usual, chosen = await laid_out(""), await laid_out("?paper=a5&low_ink=on&labels=off")
        assert "protoplay build market --paper a5 --low-ink --no-labels</code>" in chosen
        assert 'value="a5"' in chosen and chosen.count('id="sheet-') > usual.count('id="sheet-')
        [address] = re.findall(r'href="(/sheet/\w+\.pdf)" download', chosen)
        pdf = await caller.browser.get(address)
        assert pdf.headers["content-type"] == "application/pdf" and pdf.content[:5] == b"%PDF-"
        assert 'class="fault"' in await laid_out("?only=nothing-of-the-kind")
        assert 'class="fault"' in await laid_out("?paper=a99")

    calling(work)
