"""The command `protoplay preview`: its output, its refusals, and programs it does not run."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from generator.cli.trust_prompt import may_run_or_show
from generator.preview.app import MOST_CONNECTIONS

ROOT = Path(__file__).parent.parent.parent
ASKED = {"games": 100, "players": 2, "seed": 1, "agents": "random"}
GAME = "protoplay: 1\nname: Quiet\nplayers: 2\ncomponents:\n  deck:\n    size: poker\n"
GAME += "    count: 3\n    front: {use: card, title: Ferry}\n"


def test_a_pack_of_an_unknown_author_is_shown_and_not_run(tmp_path: Path) -> None:
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
        assert process.wait(60) == 130
        assert process.stdout is not None
        process.stdout.close()
    assert not ran.exists()


def test_wrong_requests_are_refused_silently(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "preview", str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    address = httpx.URL(process.stdout.readline().strip())
    host = f"{address.host}:{address.port}"
    with httpx.Client(follow_redirects=True, timeout=30) as client:
        page = client.get(address).text
        assert "programs are not run" not in page, "the pack has none"
        client.get(address)
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    ours = f"Host: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
    post = f"POST /set HTTP/1.1\r\n{ours}Content-Type: application/json\r\n"
    upgrade = f"GET / HTTP/1.1\r\n{ours}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"

    def connected() -> socket.socket:
        return socket.create_connection((address.host, address.port), timeout=20)

    def answer(text: str) -> bytes:
        with connected() as asking:
            asking.sendall(text.encode())
            return asking.recv(4000)

    no_http = answer(f"{post}Transfer-Encoding: chunked\r\n\r\nZZ\r\nno\r\n")
    assert no_http.startswith(b"HTTP/1.1 400 ")
    with connected() as asking:
        asking.sendall(f"{post}Content-Length: 50\r\n\r\n{{}}".encode())
    assert answer(upgrade).startswith(b"HTTP/1.1 200 ")
    with ExitStack() as crowd:
        for _ in range(MOST_CONNECTIONS + 30):  # who asks nothing, or never ends, has no place
            crowd.enter_context(connected()).sendall(b"GET / HTTP/1.1\r\nHo")
        assert answer(f"GET / HTTP/1.1\r\n{ours}\r\n").startswith(b"HTTP/1.1 200 ")
    with ExitStack() as crowd:
        expects = f"{post}Content-Length: 50\r\nExpect: 100-continue\r\n\r\n".encode()
        for _ in range(MOST_CONNECTIONS):
            asking = crowd.enter_context(connected())
            asking.sendall(expects)
            if not asking.recv(1000).startswith(b"HTTP/1.1 100 "):  # it is full of those
                break
        assert answer(f"GET / HTTP/1.1\r\n{ours}\r\n").startswith(b"HTTP/1.1 503 ")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert said == "stopped; no unfinished file was left\n"


def test_a_new_program_in_the_folder_is_not_run_without_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PROTOPLAY_TRUST", raising=False)
    may_run = may_run_or_show(tmp_path, ("rules.py",), False, False)
    assert not may_run()  # there is nothing to run yet
    (tmp_path / "rules.py").write_text("x = 1\n", "utf-8")
    assert not may_run()
    assert may_run_or_show(tmp_path, ("rules.py",), True, False)()
    assert not may_run_or_show(tmp_path, ("rules.py",), True, True)()


def test_folders_without_a_pack_and_ports_in_use_are_reported(tmp_path: Path) -> None:
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


def listening(pid: int) -> set[str]:
    """The addresses at which a process or a child of it waits for connections."""
    addresses: set[str] = set()
    for child in (pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())):
        own = {
            os.readlink(link) for link in Path(f"/proc/{child}/fd").iterdir() if link.is_symlink()
        }
        for name, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
            for line in Path(f"/proc/{child}/net/{name}").read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == "0A" and f"socket:[{words[9]}]" in own:
                    digits = words[1].partition(":")[0]
                    parts = [
                        bytes.fromhex(digits[i : i + 8])[::-1] for i in range(0, len(digits), 8)
                    ]
                    addresses.add(socket.inet_ntop(family, b"".join(parts)))
    return addresses


@pytest.mark.skipif(sys.platform != "linux", reason="reads the sockets of a process")
def test_preview_hosts_a_table_for_guests_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "preview", str(tmp_path), "--lan", "127.0.0.1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    lines = [process.stdout.readline().strip() for _ in range(6)]
    preview, _, _, page, joining, plain = lines
    base = re.sub("guests join at (http://127.0.0.1:[0-9]+)/j", r"\1", joining)
    assert "plain HTTP" in plain
    with httpx.Client(follow_redirects=True, timeout=60) as client:
        assert "Join the table" in client.get(f"{base}/j").text
        for path in ("/", "/tweak", "/sheets", "/report", "/notebook", "/events", "/host"):
            assert client.get(f"{base}{path}").status_code == 404, path
        assert "Host Quiet" in client.get(page.split()[-1]).text, "a table without rules"
        assert "Quiet" in client.get(preview).text
        assert "127.0.0.1" in listening(process.pid) <= {"127.0.0.1", "::1"}
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        with pytest.raises(httpx.ConnectError):
            client.get(f"{base}/j")


def test_preview_hosts_no_game_whose_programs_may_not_run(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "rules.py").write_text("x = 1\n", "utf-8")
    command = [sys.executable, "-m", "generator.cli", "preview", str(tmp_path), "--data-only"]
    process = subprocess.Popen(
        [*command, "--lan", "127.0.0.1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stderr is not None
    assert (
        process.stderr.readline() == "no table is hosted, because no program of the pack is run\n"
    )
    process.send_signal(signal.SIGINT)
    assert "guests" not in process.communicate(timeout=60)[0]
    wrong = subprocess.run(
        [*command, "--lan", "0.0.0.0"], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert wrong.returncode == 2 and "is not one address of this machine" in wrong.stderr


def test_preview_names_its_folder_and_explains_how_to_copy_a_bundled_game(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")

    def told(*args: str) -> list[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator.cli", "preview", *args],
            stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )  # fmt: skip
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2 + ("--allow" in args))]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        return lines

    _, other, shown = told(str(tmp_path), "--allow", "LocalHost")
    assert other.startswith("also http://localhost:") and "/?key=" in other
    assert str(tmp_path) in shown and "--from" not in shown
    _, shown = told("shiftago")
    assert f"{ROOT / 'rules' / 'shiftago'}" in shown and "--from shiftago" in shown
