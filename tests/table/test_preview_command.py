"""`protoplay preview` as it is called: what it says, what it refuses, what it does not run."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from generator.cli.trusting import may_run_or_show

ROOT = Path(__file__).parent.parent.parent
ASKED = {"games": 100, "players": 2, "seed": 1, "agents": "random"}
GAME = "protoplay: 1\nname: Quiet\nplayers: 2\ncomponents:\n  deck:\n    size: poker\n"
GAME += "    count: 3\n    front: {use: card, title: Ferry}\n"


def test_a_strangers_pack_is_shown_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    ran = tmp_path / "ran"
    (tmp_path / "rules.py").write_text(f"open({str(ran)!r}, 'w').close()\n", "utf-8")
    environment = {k: v for k, v in os.environ.items() if k != "PROTOPLAY_TRUST"}
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "preview", str(tmp_path)],
        stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=ROOT, env=environment,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with httpx.Client(follow_redirects=True, timeout=30) as client:
            text = client.get(address).text
            assert "Quiet" in text and "programs are not run" in text
            base = address.partition("/?")[0]
            assert "not run" in client.get(f"{base}/tweak").text
            posted = client.post(f"{base}/report/start", json=ASKED, headers={"origin": base})
            assert posted.status_code == 400
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stdout is not None
        process.stdout.close()
    assert not ran.exists()


def test_a_request_that_is_no_http_is_refused_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "preview", str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    address = httpx.URL(process.stdout.readline().strip())
    host = f"{address.host}:{address.port}"
    with httpx.Client(follow_redirects=True, timeout=30) as client:
        client.get(address)
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    head = (
        f"POST /set HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nno\r\n"
    )
    with socket.create_connection((address.host, address.port), timeout=20) as asking:
        asking.sendall(head.encode())
        assert asking.recv(4000).startswith(b"HTTP/1.1 400 ")
        while asking.recv(4000):
            pass
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert "Traceback" not in said and "h11" not in said


def test_a_program_that_is_new_to_the_folder_is_not_run_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PROTOPLAY_TRUST", raising=False)
    may_run = may_run_or_show(tmp_path, ("rules.py",), False, False)
    assert may_run()
    (tmp_path / "rules.py").write_text("x = 1\n", "utf-8")
    assert not may_run()
    assert may_run_or_show(tmp_path, ("rules.py",), True, False)()
    assert not may_run_or_show(tmp_path, ("rules.py",), True, True)()


def test_what_is_no_pack_and_a_port_in_use_are_told(tmp_path: Path) -> None:
    def told(*args: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", "preview", *args],
            capture_output=True, text=True, cwd=ROOT, timeout=60,
        )  # fmt: skip
        return done.returncode, done.stderr

    code, said = told("marra")
    assert code == 1 and "mara" in said
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, said = told("shiftago", "--port", str(taken.getsockname()[1]))
    assert code == 2 and "cannot be used" in said
