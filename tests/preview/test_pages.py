"""Pages other than the board: what they offer, and when."""

import asyncio
import json
import re
from typing import Literal, get_args, get_origin, get_type_hints

from typer.models import OptionInfo

from generator.cli.printing import Printing
from generator.press.options import BuildOptions
from generator.preview.playtest import Answer, Told
from generator.preview.print_options import CHOICES
from generator.preview.scheduler import Playtest, Studio
from generator.preview.whatif import Players
from tests.preview.test_asked import HEADERS, Caller, calling
from tests.preview.test_play_board import RULES

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


def test_the_button_of_a_finding_runs_its_suggestion() -> None:
    action = "ask others: protoplay simulate market --agents random --games 20 --seed 3"

    async def work(caller: Caller) -> None:
        finding = Told("a finding", "look", "", action, "", "", ())
        idle = Told("another", "note", "", "give it a cost", "", "", ())
        answer = Answer(1, "d", 2, 1, ("random",), (), "", (), (finding, idle), (), {}, "")
        studio = getattr(caller.table.hub.joined, "__self__", None)
        assert isinstance(studio, Studio)
        studio.playtest = Playtest(Players(), 1, answer=answer, is_over=True)
        page = (await caller.browser.get("/report")).text
        assert page.count("data-try=") == 1
        wrong = ((1, "d", 400), (7, "d", 400), (True, "d", 400), (0, "e", 409))
        for number, digest, status in wrong:
            wanted = json.dumps({"finding": number, "digest": digest})
            assert (await caller.json("/report/try", wanted)).status_code == status
        wanted = json.dumps({"finding": 0, "digest": "d"})
        foreign = {**HEADERS, "origin": "http://evil.test"}
        for path in ("/report/try", "/report/give-up"):
            refused = await caller.browser.post(path, content=wanted, headers=foreign)
            assert refused.status_code == 403
        assert (await caller.json("/report/try", wanted)).status_code == 200
        while "Trying" in (text := (await caller.browser.get("/report")).text):
            await asyncio.sleep(0.1)
        assert "<h2>Tried</h2>" in text and "20 games" in text, text[-3000:]
        await caller.json("/report/try", wanted)
        assert (await caller.json("/report/give-up", "{}")).status_code == 200
        while "Trying" in (text := (await caller.browser.get("/report")).text):
            await asyncio.sleep(0.05)
        assert "stopped" in text

    calling(work)


def test_the_rules_are_a_page_of_text_too() -> None:
    async def work(caller: Caller) -> None:
        start = (await caller.browser.get("/play")).text
        assert '<a href="/rules" target="_blank">' in start
        answer = await caller.browser.get("/rules")
        assert answer.status_code == 200 and "script-src" not in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "<h1" in answer.text and "<h2" in answer.text and "<script" not in answer.text
        assert (await caller.browser.get("/rules/1")).text == answer.text
        assert (await caller.browser.get("/rules/9")).status_code == 404

    calling(work, RULES / "shiftago")


def test_a_word_leads_to_the_chapter_of_the_rules_that_it_names() -> None:
    async def work(caller: Caller) -> None:
        for word, target in (("family", "/rules#the-family-game-"), ("nowhere", "/rules")):
            answer = await caller.browser.get(f"/rules?of={word}", follow_redirects=False)
            assert answer.status_code == 307
            assert answer.headers["location"].rstrip("0123456789") == target

    calling(work, RULES / "mara")
