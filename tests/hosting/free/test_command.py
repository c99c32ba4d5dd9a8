"""`protoplay host --free`, from a spreadsheet to a closed table, in real browsers."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from generator.cli.commands import app


def test_bots_cannot_play_without_rules(tmp_path: Path) -> None:
    from tests.hosting.free.test_opening import small

    pack = str(small(tmp_path))
    for options, message in (
        (["--free", "--seat", "2=greedy"], "bots need rules"),
        ([], "add --free"),
    ):
        result = CliRunner().invoke(app, ["host", pack, *options])
        assert result.exit_code == 2
        assert message in " ".join(result.output.split())


@pytest.mark.slow
@pytest.mark.browser
def test_two_people_play_with_a_spreadsheet_by_their_links(chromium: Any, tmp_path: Path) -> None:
    sheet = tmp_path / "tides.csv"
    sheet.write_text("Name,Qty\n" + "".join(f"Card {i},2\n" for i in range(20)), "utf-8")
    made = CliRunner().invoke(app, ["new", "Tides", "--in", str(tmp_path), "--from", str(sheet)])
    assert made.exit_code == 0, made.output
    assert "--free --lan" in made.output, "the next step of a deck without rules"
    pack = tmp_path / "tides"
    call = [sys.executable, "-m", "generator.cli", "host", str(pack), "--free"]
    running = subprocess.Popen(call, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    try:
        assert running.stdout is not None
        address, _, words = (running.stdout.readline() for _ in range(3))
        host = chromium.new_page()
        host.context.grant_permissions(["clipboard-read", "clipboard-write"])
        host.goto(address.split()[-1])
        host.click("[data-copy=link-1]")
        host.wait_for_selector("[data-copy=link-1]:has-text('Copied')")
        copied = host.evaluate("navigator.clipboard.readText()")
        assert copied == host.input_value("#link-1")
        links = [host.input_value(f"#link-{seat}") for seat in (0, 1)]
        guests = []
        for name, link in zip(("Ada", "Bo"), links, strict=True):
            page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
            page.goto(link)
            page.locator("input[name=name]:visible").fill(name)
            page.locator("button:visible").click()
            page.wait_for_url("**/t")
            guests.append(page)
        host.wait_for_selector("#begin:not([aria-disabled])")
        host.click("#begin")
        ada, bo = guests
        ada.wait_for_selector("#felt .pile")
        ada.focus(".pile")
        ada.keyboard.press("d")
        bo.get_by_text("Ada draws a piece from Cards.").first.wait_for()
        ada.wait_for_selector("#hand .card")
        assert "Card" in ada.locator("#hand .card").get_attribute("aria-label")
        ada.reload()
        ada.wait_for_selector("#hand .card")
        bo.click("#undo")
        ada.click("#agree")
        ada.wait_for_selector("#hand .card", state="detached")
        host.click("#ending summary")
        host.click("#end")
        host.get_by_text("Bo, form not sent yet").wait_for()
        bo.get_by_role("link", name="Tell the designer").click()
        bo.wait_for_url("**/form")
        bo.fill("#score", "twelve")
        bo.get_by_role("button", name="Send").click()
        bo.get_by_text("expected a score").wait_for()
        assert bo.input_value("#score") == "twelve"
        bo.fill("#score", "12.5")
        bo.get_by_role("button", name="Send").click()
        bo.get_by_text("Thank you").wait_for()
    finally:
        running.send_signal(signal.SIGINT)
        printed, _ = running.communicate(timeout=60)
    assert "kept as playtests/" in printed and f"protoplay people {pack}" in printed
    table = re.findall(r"table (\w+);", words)[0]
    told = CliRunner().invoke(app, ["replay", str(pack), "--table", table])
    assert told.exit_code == 0, told.output
    said = [line[8:] for line in told.output.splitlines()]
    assert said == ["Ada draws a piece from Cards.", "Bo undoes a draw of Ada."]
    seen = CliRunner().invoke(app, ["replay", str(pack), "--table", table, "--seat", "1", "--json"])
    record = json.loads(seen.output)
    assert (record["names"], record["file"]) == (["Ada", "Bo"], "")
    assert record["steps"][0]["said"].startswith("You draw Card")
    wrong = CliRunner().invoke(app, ["replay", str(pack), "--table", table, "--seat", "3"])
    assert (wrong.exit_code, "has 2 seats" in wrong.output) == (2, True)
    [kept] = (pack / "playtests").glob("*.yaml")
    assert "where: free" in kept.read_text("utf-8")
    assert "score: 12.5" in kept.read_text("utf-8")
