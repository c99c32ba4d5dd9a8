"""`protoplay fetch` of tables from the web, with a server on this machine and its own
certificate.
"""

import datetime
import hashlib
import json
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.problems import Problems
from generator.reading.door import open_pack
from generator.reading.fetch import Fetched, as_csv, fetch_tables
from generator.system.web import NotFetched, Web, _is_public

PEM = Path(__file__).parent / "sheets.example.pem"
TODAY = datetime.date(2026, 11, 28)
CARDS = b"Name,Qty\r\nLantern,2\r\nRope,3\r\n"
GAME = """\
protoplay: 1
name: T
players: 2
components:
  cards:
    size: poker
    rows: {url: "%s"%s}
    count: "{{ Qty }}"
    front: {use: card, title: "{{ Name }}"}
"""


class Answers(BaseHTTPRequestHandler):
    """Answers by path; `asked` lists the requested paths."""

    asked: ClassVar[list[str]] = []
    cards = CARDS

    def do_GET(self) -> None:
        self.asked.append(self.path)
        status, kind, body, headers = 200, "text/csv", b"", {}
        match self.path.partition("?")[0]:
            case "/cards.csv":
                body = type(self).cards
            case "/sign-in":
                kind, body = "text/html; charset=utf-8", b"<!DOCTYPE html><title>Sign in</title>"
            case "/page-as-csv":
                body = b"\xef\xbb\xbf\n<html><body>no</body></html>"
            case "/book":
                kind, body = "application/octet-stream", b"PK\3\4 and so on"
            case "/large":
                body = b"x" * 3000
            case "/nothing":
                pass
            case "/on":
                status, headers = 302, {"Location": "/cards.csv"}
            case "/other":
                status, headers = 307, {"Location": f"https://other.example:{self.port}/cards.csv"}
            case "/round":
                status, headers = 301, {"Location": "/round"}
            case "/plain":
                status, headers = 302, {"Location": "http://sheets.example/cards.csv"}
            case "/disk":
                status, headers = 302, {"Location": "file:///etc/passwd"}
            case "/home":
                status, headers = 302, {"Location": "https://router.example/cards.csv"}
            case "/closed":
                status = 403
            case _:
                status = 404
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            **headers,
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PEM)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield int(server.server_address[1])
    server.shutdown()
    server.server_close()
    thread.join()


def web(**more: object) -> Web:
    """A web in which two names are the server of the tests, and all others a router at home."""
    names = {"sheets.example": "127.0.0.1", "other.example": "127.0.0.1"}
    return Web(
        numbers_of=lambda host, _: [names.get(host, "192.168.0.1")],
        is_public=lambda number: number == "127.0.0.1",
        context=ssl.create_default_context(cafile=str(PEM)),
        largest=2000,
        **more,  # type: ignore[arg-type]
    )


def pack(folder: Path, port: int, path: str, more: str = "") -> Path:
    (folder / "game.yaml").write_text(GAME % (f"https://sheets.example:{port}{path}", more))
    return folder


def fetched(folder: Path, **more: bool) -> tuple[list[Fetched], list[str]]:
    problems = Problems()
    tables = fetch_tables(folder, problems, web(), TODAY, **more)
    return tables, [str(problem) for problem in problems]


def test_a_table_is_copied_noted_and_read(tmp_path: Path, port: int) -> None:
    pack(tmp_path, port, "/cards.csv?output=csv")
    nothing, problems = open_pack(tmp_path)
    assert nothing is None and list(map(str, problems)) == [
        'game.yaml:7:17: error: the table of this address is not in the pack yet: "cards.csv" '
        "(fetch it first: protoplay fetch PACK)"
    ]
    assert fetched(tmp_path) == ([Fetched("cards.csv", len(CARDS), "new")], [])
    assert (tmp_path / "cards.csv").read_bytes() == CARDS
    assert json.loads((tmp_path / "fetched.json").read_text()) == {
        "cards.csv": {
            "url": f"https://sheets.example:{port}/cards.csv?output=csv",
            "date": "2026-11-28",
            "sha256": hashlib.sha256(CARDS).hexdigest(),
        }
    }
    n_asked = len(Answers.asked)
    opened, problems = open_pack(tmp_path)
    assert opened is not None and not list(problems)
    assert [(row.name, row.count) for row in opened.components[0].rows] == [
        ("Lantern", 2), ("Rope", 3)
    ]  # fmt: skip
    assert len(Answers.asked) == n_asked  # opening asks nobody


def test_a_changed_sheet_replaces_the_file_unless_the_user_changed_it(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(tmp_path, port, "/cards.csv", ", file: deck.csv")
    assert [table.change for table in fetched(tmp_path)[0]] == ["new"]
    assert [table.change for table in fetched(tmp_path)[0]] == ["as before"]
    monkeypatch.setattr(Answers, "cards", CARDS + b"Ghost,1\r\n")
    assert [table.change for table in fetched(tmp_path)[0]] == ["changed"]
    (tmp_path / "deck.csv").write_bytes(b"Name,Qty\nMine,1\n")
    tables, (problem,) = fetched(tmp_path)
    assert tables == [] and "not as it was fetched, so it is not replaced" in problem
    assert (tmp_path / "deck.csv").read_bytes() == b"Name,Qty\nMine,1\n"
    assert [table.change for table in fetched(tmp_path, replaces=True)[0]] == ["changed"]


@pytest.mark.parametrize("path", ["/on", "/other"])
def test_a_redirect_is_followed(tmp_path: Path, port: int, path: str) -> None:
    tables, problems = fetched(pack(tmp_path, port, path))
    assert problems == [] and [table.size for table in tables] == [len(CARDS)]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/sign-in", "answers with a web page, not a table (a page to sign in"),
        ("/page-as-csv", "answers with a web page"),
        ("/book", "answers with a workbook (write file: cards.xlsx)"),
        ("/large", "the file has more than 0.002 MB"),
        ("/nothing", "answers with nothing"),
        ("/round", "leads on more than 5 times"),
        ("/plain", "it leads to an address that has http:, and only https: is fetched"),
        ("/disk", "it leads to an address that has file:, and only https: is fetched"),
        ("/home", '"router.example" is a machine of a private network (192.168.0.1)'),
        ("/closed", "(403): the sheet is not shared with everybody"),
        ("/gone", "has no such file (404)"),
    ],
)
def test_answers_that_are_not_a_table_are_refused_and_nothing_is_written(
    path: str, words: str, tmp_path: Path, port: int
) -> None:
    tables, (problem,) = fetched(pack(tmp_path, port, path))
    assert tables == [] and problem.startswith("game.yaml:7:17: error: ") and words in problem
    assert [file.name for file in tmp_path.iterdir()] == ["game.yaml"]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://sheets.example/a.csv", "has http:, and only https: is fetched"),
        ("file:///etc/passwd", "has file:, and only https: is fetched"),
        ("sheets.example/a.csv", "has no scheme"),
        ("https://me:secret@sheets.example/a", "names no machine, or a user"),
        ("https://sheets.example:x/a", "the address is not one"),
        ("https://sheets.example/a b", "a space"),
        ("https://unknown.example/a", "private network"),
    ],
)
def test_addresses_are_checked_before_any_request(address: str, words: str) -> None:
    n_asked = len(Answers.asked)
    with pytest.raises(NotFetched, match=words.replace("(", r"\(")):
        web().fetch(address)
    assert len(Answers.asked) == n_asked


def test_a_self_signed_certificate_is_not_trusted(port: int) -> None:
    strict = Web(numbers_of=lambda *_: ["127.0.0.1"], is_public=lambda _: True)
    with pytest.raises(NotFetched, match="cannot be trusted: self-signed certificate"):
        strict.fetch(f"https://sheets.example:{port}/cards.csv")
    with pytest.raises(NotFetched, match="cannot be trusted: Hostname mismatch"):
        Web(
            numbers_of=lambda *_: ["127.0.0.1"],
            is_public=lambda _: True,
            context=ssl.create_default_context(cafile=str(PEM)),
        ).fetch(f"https://third.example:{port}/cards.csv")


def test_private_addresses_are_recognised() -> None:
    for number in (
        "127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "0.0.0.0",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1%eth0", "fc00::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "ff02::1",
    ):  # fmt: skip
        assert not _is_public(number), number
    for number in ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"):
        assert _is_public(number), number


def test_two_addresses_for_one_file_and_files_outside_are_refused(
    tmp_path: Path, port: int
) -> None:
    twice = GAME % (f"https://sheets.example:{port}/cards.csv", ", file: a.csv")
    second = twice.partition("components:\n")[2].replace("cards:", "more:").replace("/cards", "/b")
    (tmp_path / "game.yaml").write_text(twice + second)
    _, problems = fetched(tmp_path)
    assert any('two addresses are fetched into "a.csv"' in problem for problem in problems)
    _, (problem,) = fetched(pack(tmp_path, port, "/cards.csv", ", file: ../a.csv"))
    assert 'the file "../a.csv" is outside the pack' in problem
    _, (problem,) = fetched(pack(tmp_path, port, "/cards.csv", ", file: rules.py"))
    assert '"rules.py" is not the name of a table' in problem


def test_the_address_of_the_table_is_suggested() -> None:
    sheet = "https://docs.google.com/spreadsheets/d/1aB_c-D"
    for shown, wanted in (
        ("/edit#gid=7", "/export?format=csv&gid=7"),
        ("/edit?usp=sharing", "/export?format=csv"),
        ("/edit?gid=3#gid=3", "/export?format=csv&gid=3"),
        ("", "/export?format=csv"),
    ):
        assert f"write {sheet}{wanted} and share" in as_csv(sheet + shown)
    assert "Publish to web" in as_csv("https://example.org/sheet")


def test_a_pack_without_addresses_is_reported(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["fetch", "mara"])
    assert result.exit_code == 0 and "no table of this pack has an address" in result.output
    assert CliRunner().invoke(app, ["fetch", str(tmp_path)]).exit_code == 1
