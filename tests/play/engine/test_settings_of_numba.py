"""Settings of numba in the working folder or in the environment."""

import subprocess
import sys
from pathlib import Path

import pytest

from generator.play.engine.machine import machine_digest

LOOKS = (
    "from generator.play.engine.numba_modules import numba_part\n"
    "import yaml\n"
    "config = numba_part('numba.core.config')\n"
    "config.reload_config()\n"
    "print(config.DISABLE_JIT, config.OPT, yaml.safe_load('a: 1'))\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["disable_jit: 1\nopt: 0\n", "[", "opt: nonsense\n", "- 1\n"])
def test_a_settings_file_in_the_working_folder_is_not_obeyed(text: str, tmp_path: Path) -> None:
    def looked() -> str:
        return subprocess.run(
            [sys.executable, "-c", LOOKS], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout

    before = looked()
    (tmp_path / ".numba_config.yaml").write_text(text)
    assert looked() == before


def test_variables_that_steer_numba_are_part_of_what_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine_digest.cache_clear()
    before = machine_digest()
    monkeypatch.setenv("NUMBA_OPT", "0")
    machine_digest.cache_clear()
    assert machine_digest() != before
    monkeypatch.delenv("NUMBA_OPT")
    machine_digest.cache_clear()
    assert machine_digest() == before
