"""Data stored between runs: sealed, and removed when unused for long."""

import os
import sys
import time
from pathlib import Path

import pytest

from generator.system.paths import (
    LONGEST_KEPT,
    cache_folder,
    forget_old,
    sealed,
    settings_folder,
    unsealed,
)


@pytest.mark.parametrize(
    ("system", "variable", "cache", "settings"),
    [
        ("linux", "XDG_CONFIG_HOME", ".cache/protoplay", "named/protoplay"),
        ("freebsd14", "XDG_CACHE_HOME", "named/protoplay", ".config/protoplay"),
        ("darwin", "XDG_CACHE_HOME", "Library/Caches/protoplay",
         "Library/Application Support/protoplay"),
        ("win32", "APPDATA", "AppData/Local/protoplay/cache", "named/protoplay"),
    ],
)  # fmt: skip
def test_each_system_has_its_places(
    system: str, variable: str, cache: str, settings: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("PROTOPLAY_CACHE", raising=False)
    monkeypatch.delenv("PROTOPLAY_HOME", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv(variable, str(tmp_path / "named"))
    assert (cache_folder(), settings_folder()) == (tmp_path / cache, tmp_path / settings)
    monkeypatch.setenv("PROTOPLAY_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"


def test_damaged_content_is_not_unsealed() -> None:
    kept = sealed(b"a picture")
    assert unsealed(kept) == b"a picture" and unsealed(sealed(b"")) == b""
    assert unsealed(kept[:-1]) is None and unsealed(b"") is None
    assert unsealed(kept[:5] + b"x" + kept[6:]) is None


def test_only_old_entries_named_by_a_digest_are_removed(tmp_path: Path) -> None:
    digest = "0123456789abcdef" * 2
    stays = ["holiday", "letter-to-ada.code", "2024", f"fresh-{digest}.code"]
    goes = [f"moves-{digest}.code", digest, digest[:24]]
    for name in [*stays, *goes]:
        if name.endswith(".code"):
            (tmp_path / name).write_bytes(b"")
        else:
            (tmp_path / name / "within").mkdir(parents=True)
        if not name.startswith("fresh"):
            os.utime(tmp_path / name, (time.time() - LONGEST_KEPT - 60,) * 2)
    forget_old(tmp_path)
    forget_old(tmp_path / "absent")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(stays)
