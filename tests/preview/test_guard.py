"""Whom the table answers: every other request is refused before it reaches a page."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from generator.preview import guard
from generator.preview.app import make_app
from generator.preview.faces import Call
from generator.preview.guard import LARGEST_BODY, host_of
from generator.preview.workspace import Table

PORT = 8123
KEY = "a-key-of-the-test"
HERE = f"http://127.0.0.1:{PORT}"
COOKIE = {"cookie": f"protoplay-{PORT}={KEY}"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(Call(str(tmp_path)), tmp_path)
    table.ready.set()
    return table


def asked(table: Table, method: str, path: str, **more: Any) -> httpx.Response:
    """Return the table's answer; the request has only Host and the given headers."""

    async def ask() -> httpx.Response:
        app = make_app(table, KEY, PORT)
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            return await client.request(method, path, **more)

    return asyncio.run(ask())


def raw(table: Table, path: bytes, headers: dict[str, str], method: str = "GET") -> int:
    """The status of a request as it may come over the wire, not put right by a client."""
    answers: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        answers.append(message)

    scope = {
        "type": "http", "method": method, "raw_path": path, "path": path.decode("latin-1"),
        "query_string": b"", "http_version": "1.1", "scheme": "http", "root_path": "",
        "headers": [(n.encode(), v.encode()) for n, v in headers.items()],
    }  # fmt: skip
    asyncio.run(make_app(table, KEY, PORT)(scope, receive, send))
    return int(answers[0]["status"])


def test_the_key_is_taken_once_for_a_cookie(table: Table) -> None:
    first = asked(table, "GET", f"/static/table.css?key={KEY}&side=front")
    assert first.status_code == 303
    assert first.headers["location"] == "/static/table.css?side=front"
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and str(PORT) in cookie
    assert asked(table, "GET", "/static/table.css", headers=COOKIE).status_code == 200


@pytest.mark.parametrize(
    "path", ["//evil.test/x", "//evil.test", "///evil.test/x", "/x//evil.test"]
)
def test_the_key_leads_to_no_other_server(table: Table, path: str) -> None:
    """A browser reads a Location of `//evil.test/x` as another server's."""
    answer = asked(table, "GET", f"{HERE}{path}?key={KEY}")
    assert answer.status_code == 400 and "location" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/?key=wrong", "/static/table.css", "/face/x.svg"])
def test_without_the_key_nothing_is_reported(table: Table, path: str) -> None:
    assert asked(table, "GET", path).status_code == 403
    wrong = {"cookie": f"protoplay-{PORT}=wrong"}
    assert asked(table, "GET", path, headers=wrong).status_code == 403
    other = {"cookie": f"protoplay-{PORT + 1}={KEY}"}
    assert asked(table, "GET", path, headers=other).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.test", "127.0.0.1.nip.io", f"127.0.0.1.nip.io:{PORT}", "127.0.0.1",
        f"127.0.0.1:{PORT + 1}", f"localhost:{PORT}", f"0.0.0.0:{PORT}", f"127.0.0.2:{PORT}", "",
        f"127.0.0.1:{PORT}, evil.test", f"[::1%25]:{PORT}",
    ],
)  # fmt: skip
def test_a_foreign_host_is_refused(table: Table, host: str) -> None:
    assert raw(table, b"/static/table.css", {"host": host, **COOKIE}) == 421


def test_both_addresses_of_this_machine_are_answered(table: Table) -> None:
    for host in (f"127.0.0.1:{PORT}", f"[::1]:{PORT}"):
        assert raw(table, b"/static/table.css", {"host": host, **COOKIE}) == 200


def test_two_hosts_are_refused(table: Table) -> None:
    headers = [("host", f"127.0.0.1:{PORT}"), ("host", "evil.test"), *COOKIE.items()]
    assert asked(table, "GET", "/static/table.css", headers=headers).status_code == 421


@pytest.mark.parametrize(
    "path",
    [
        b"/static/../pages.py", b"/static/..", b"/static/%2e%2e/pages.py", b"/face/%00.svg",
        b"/face/\x00.svg", b"/static//etc/passwd%20", b"/static\\..\\x", b"//evil.test/..",
        b"http://evil.test/", b"/static/%2fetc%2fpasswd", b"//evil.test/x", b"//", b"/static//x",
        b"",
    ],
)  # fmt: skip
def test_a_path_out_of_the_folder_is_refused(table: Table, path: bytes) -> None:
    assert raw(table, path, {"host": f"127.0.0.1:{PORT}", **COOKIE}) == 400


@pytest.mark.parametrize("name", ["/static/base.html.j2", "/static/nothing.css", "/face/a.svg"])
def test_only_our_own_files_are_served(table: Table, name: str) -> None:
    assert asked(table, "GET", name, headers=COOKIE).status_code == 404


@pytest.mark.parametrize(
    "origin",
    ["null", "http://evil.test", f"http://localhost:{PORT}", f"https://127.0.0.1:{PORT}",
     f"http://127.0.0.1:{PORT + 1}", f"http://[::1]:{PORT}", ""],
)  # fmt: skip
def test_a_foreign_origin_is_refused(table: Table, origin: str) -> None:
    for method, path in (("POST", "/set"), ("GET", "/events"), ("GET", "/static/table.css")):
        headers = {**COOKIE, "origin": origin}
        assert asked(table, method, path, headers=headers).status_code == 403


def test_requests_that_change_something_state_their_origin(table: Table) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert asked(table, "POST", "/set", headers={**COOKIE, **form}).status_code == 403
    assert asked(table, "GET", "/events", headers=COOKIE).status_code == 403
    across = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "origin": "null"}
    posted = asked(table, "POST", "/set", headers={**COOKIE, **form, **across}, content="tracks=1")
    assert posted.status_code == 403
    picture = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    got = asked(table, "GET", "/static/table.css", headers={**COOKIE, **picture})
    assert got.status_code == 403


def test_a_long_body_is_refused(table: Table) -> None:
    headers = {**COOKIE, "origin": HERE}
    long = asked(table, "POST", "/set", headers=headers, content="x" * (LARGEST_BODY + 1))
    assert long.status_code == 413

    async def bits() -> Any:
        yield b"x"

    assert asked(table, "POST", "/set", headers=headers, content=bits()).status_code == 411
    assert asked(table, "PUT", "/", headers=headers).status_code == 405


def test_every_answer_carries_the_policy(table: Table) -> None:
    for path, headers in (("/static/table.css", COOKIE), ("/", {}), ("/face/x.svg", COOKIE)):
        answer = asked(table, "GET", path, headers=headers)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_a_picture_opened_alone_runs_nothing(table: Table) -> None:
    table.pictures["abc"] = (
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    )
    answer = asked(table, "GET", "/face/abc.svg", headers=COOKIE)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")


@pytest.mark.parametrize(
    ("allowed", "host", "is_let_in"),
    [
        ((), "localhost:8123", False),
        (("localhost",), "localhost:8123", True),
        (("localhost",), "LocalHost:9000", True),
        (("localhost:9000",), "localhost:9000", True),
        (("localhost:9000",), "localhost:8123", False),
        (("abc-8123.example.dev",), "abc-8123.example.dev", True),
        (("example.dev",), "evil.example.dev", False),
        (("example.dev",), "example.dev.evil.test", False),
        (("[::2]",), "[::2]:8123", True),
    ],
)
def test_allowed_host_names_are_answered(
    table: Table, allowed: tuple[str, ...], host: str, is_let_in: bool
) -> None:
    async def ask(origin: str) -> httpx.Response:
        transport = httpx.ASGITransport(app=make_app(table, KEY, PORT, allowed))
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            headers = {**COOKIE, "host": host, "origin": origin}
            return await client.get("/static/table.css", headers=headers)

    answer = asyncio.run(ask(f"https://{host}"))
    assert answer.status_code == (200 if is_let_in else 421)
    if not is_let_in:
        assert "--allow" in answer.text
    else:
        assert asyncio.run(ask("https://evil.test")).status_code == 403
        assert asyncio.run(ask(f"http://{host}1")).status_code == 403


def test_an_error_of_the_server_is_answered_with_a_sentence(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard.Guard, "__call__", lambda *given: 1 / 0)

    async def ask() -> httpx.Response:
        app = make_app(table, KEY, PORT)
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            return await client.get("/")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert answer.text.startswith("protoplay made a mistake here; reload the page")


@pytest.mark.parametrize("written", ["*", "", "http://x", "a b", "x/y", "x:99999999", "<b>"])
def test_invalid_hosts_cannot_be_allowed(written: str) -> None:
    assert host_of(written) is None
