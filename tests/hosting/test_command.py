"""Calls of `protoplay host` that are wrong, and `--lan` with and without an address."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.cli.hosting import _with_address
from tests.toys import PACKS

RAFT = PACKS / "leaky_raft"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--lan", "0.0.0.0"], "--lan 0.0.0.0 is not one address of this machine"),
        (["--lan", "::"], "--lan :: is not one address of this machine"),
        (["--allow", "example.com"], "--allow needs a whole URL"),
        (["--allow", "https://*.example.com"], "--allow needs a whole URL"),
        (["--players", "99"], "players"),
        (["--seat", "9=greedy"], "expected a seat and a bot, such as 2=greedy"),
        (["--seat", "greedy"], "expected a seat and a bot, such as 2=greedy"),
        (["--resume", "abcdefgh"], "there is no table abcdefgh"),
        (["--resume", "../../etc"], "is not the name of a table"),
    ],
)
def test_a_wrong_call_is_refused(tmp_path: Path, words: list[str], message: str) -> None:
    pack = shutil.copytree(RAFT, tmp_path / "raft")
    result = CliRunner().invoke(app, ["host", str(pack), "--trust", *words])
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("words", "spread"),
    [
        (["--lan"], ["--lan", "auto"]),
        (["--lan", "--players", "3"], ["--lan", "auto", "--players", "3"]),
        (["--lan", "192.168.1.5", "mara"], ["--lan", "192.168.1.5", "mara"]),
        (["--lan", "mara"], ["--lan", "auto", "mara"]),
        (["--lan", "fe80::1"], ["--lan", "fe80::1"]),
    ],
)
def test_lan_may_stand_without_an_address(words: list[str], spread: list[str]) -> None:
    assert _with_address(words) == spread
