"""What is kept between runs: sealed, and forgotten when nobody asked for it for long."""

import os
import time
from pathlib import Path

from generator.private import LONGEST_KEPT, forget_old, sealed, unsealed


def test_what_is_damaged_is_not_unsealed() -> None:
    kept = sealed(b"a picture")
    assert unsealed(kept) == b"a picture" and unsealed(sealed(b"")) == b""
    assert unsealed(kept[:-1]) is None and unsealed(b"") is None
    assert unsealed(kept[:5] + b"x" + kept[6:]) is None


def test_only_what_is_old_and_named_by_a_digest_is_forgotten(tmp_path: Path) -> None:
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
