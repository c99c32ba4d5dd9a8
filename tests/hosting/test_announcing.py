"""The address of a table that is hosted now, as a printed form names it."""

import re
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.hosting.announcing import announced, form_address, is_hosted
from generator.hosting.hosted import begin_table, resume_table
from generator.model.pack import Pack
from generator.preview.faces import Call
from tests.people.diary import pack_in

LAN = "http://192.168.1.5:8123"


def table_of(pack: Pack, out: Path) -> Path:
    """The log of a new table."""
    hosted = begin_table(pack, Call(str(pack.folder)), out, 2, {})
    hosted.room.log.close()
    return hosted.log_path


def printed(pack: Pack, out: Path) -> tuple[str, Image.Image]:
    """What `protoplay form` says, and its first sheet at 100 dpi."""
    made = CliRunner().invoke(app, ["form", str(pack.folder), "--out", str(out)])
    assert made.exit_code == 0, made.output
    document = pypdfium2.PdfDocument(out / pack.id / "form.pdf")
    text = document[0].get_textpage().get_text_bounded()
    return made.output + text, document[0].render(scale=100 / 72, grayscale=True).to_pil()


def test_a_form_has_the_address_of_a_table_only_while_it_is_hosted(tmp_path: Path) -> None:
    pack, out = pack_in(tmp_path / "ferry"), tmp_path / "out"
    log = table_of(pack, out)
    without, plain = printed(pack, out)
    with announced(log, LAN):
        assert log.parent.stat().st_mode & 0o777 == 0o700, "nobody else reads the files of a table"
        assert is_hosted(log) and form_address(pack, out) == f"{LAN}/form"
        words, sheet = printed(pack, out)
    assert words.count(f"{LAN}/form") == 1 + 2, "once on the screen, and on both forms of a sheet"
    assert "http" not in without and "phone" not in without
    dark = np.mean(np.asarray(sheet) < 100) - np.mean(np.asarray(plain) < 100)
    assert dark > 0.002, "there is no QR code"
    assert printed(pack, out)[0] == without, "the table is closed, and nothing of it is left"
    assert not is_hosted(log) and not log.with_suffix(".address").exists()


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8123", "http://[::1]:8123"])
def test_a_table_of_this_computer_alone_is_on_no_form(tmp_path: Path, origin: str) -> None:
    pack, out = pack_in(tmp_path / "ferry"), tmp_path / "out"
    with announced(table_of(pack, out), origin):
        assert form_address(pack, out) == ""


def test_a_table_whose_host_was_killed_is_on_no_form(tmp_path: Path) -> None:
    pack, out = pack_in(tmp_path / "ferry"), tmp_path / "out"
    log = table_of(pack, out)
    log.with_suffix(".address").write_text(LAN)  # no process holds the lock
    log.with_suffix(".lock").touch()
    assert form_address(pack, out) == ""


def test_a_table_is_hosted_by_one_process_alone(tmp_path: Path) -> None:
    pack, out = pack_in(tmp_path / "ferry"), tmp_path / "out"
    log = table_of(pack, out)
    with announced(log, LAN), pytest.raises(ValueError, match=re.escape("hosted already")):
        resume_table(pack, Call(str(pack.folder)), out, log.stem)
    resume_table(pack, Call(str(pack.folder)), out, log.stem).room.log.close()
