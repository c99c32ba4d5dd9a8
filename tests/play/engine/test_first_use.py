"""The notice before the first compilation on a machine."""

from pathlib import Path

import pytest

from generator.play.engine import first_use
from generator.play.engine.machine import machine_digest


def test_the_first_compilation_is_announced_and_later_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(first_use, "cache_folder", lambda: tmp_path)
    first_use.announce_first_use()
    assert "about 3 minutes" in capsys.readouterr().err
    (tmp_path / machine_digest()[:24]).mkdir()
    first_use.announce_first_use()
    assert capsys.readouterr().err == ""
