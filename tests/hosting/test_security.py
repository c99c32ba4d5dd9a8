"""Who may do what at a table of guests: every rule of the guests' application has a test here."""

import asyncio
import csv
import json
import re
import shutil
import socket
import time
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from generator import bundled
from generator.cli.commands import app
from generator.hosting import limits
from generator.hosting.admission import SPECTATOR, Admission
from generator.hosting.guest_guard import origin_of
from generator.hosting.guest_pages import POLL, Guests
from generator.hosting.serving import guest_sockets, is_address
from generator.model.problems import Problems
from generator.people.tables import import_table
from generator.reading.door import open_pack
from tests.hosting.desk import LAN, TUNNEL, Desk, at_a_table, do, until
from tests.toys import PACKS

RAFT = PACKS / "leaky_raft"
ROUTES = {
    ("GET", "/j"), ("POST", "/sit"), ("GET", "/t"), ("GET", "/t/events"), ("GET", "/t/next"),
    ("POST", "/t/do"), ("POST", "/t/say"), ("POST", "/t/ghost"), ("GET", "/face/{name}.svg"),
    ("GET", "/drawn/{name}.svg"), ("GET", "/rules"),
    ("GET", "/form"), ("POST", "/form"), ("GET", "/static/{name}"), ("GET", "/font/{name}.ttf"),
}  # fmt: skip


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of our own, so that nothing is written into the tree."""
    return Path(shutil.copytree(RAFT, tmp_path / "raft"))


def test_sockets_are_at_the_chosen_addresses_alone() -> None:
    sockets, port = guest_sockets(["127.0.0.1", "127.0.0.2"], 0)
    try:
        assert [each.getsockname() for each in sockets] == [
            ("127.0.0.1", port), ("127.0.0.2", port),
        ]  # fmt: skip
        with socket.socket() as other, pytest.raises(OSError):
            other.connect(("127.0.0.3", port))
    finally:
        for each in sockets:
            each.close()


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "224.0.0.1", "localhost", "", "1.2.3"])
def test_no_other_address_can_be_chosen(address: str) -> None:
    assert not is_address(address)


@pytest.mark.parametrize(
    "url",
    [
        "https://*.example.com", "example.com", "ftp://example.com", "https://a@example.com",
        "https://example.com/path", "https://example.com?x", "https://example.com.", "https://",
        "https://exa mple.com", "https://example.com:99999", "javascript://example.com",
    ],
)  # fmt: skip
def test_a_tunnel_is_named_by_its_whole_url(url: str) -> None:
    assert origin_of(url) is None


def test_the_guests_application_has_no_other_route(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        routes = Guests(desk.hosted).routes()
        methods = {(m, r.path) for r in routes for m in r.methods or () if m != "HEAD"}
        assert methods == ROUTES
        browser = await desk.guest(0)
        for path in ("/", "/host", "/tweak", "/sheets", "/report", "/play", "/events", "/edit"):
            assert (await browser.get(path)).status_code == 404, path
            assert (await browser.post(path, data={})).status_code in (404, 405), path
        for name in ("events.js", "tweak.js", "base.html.j2", "host.html.j2", "..%2fgame.yaml"):
            assert (await browser.get(f"/static/{name}")).status_code in (400, 404), name

    at_a_table(pack, tmp_path, work, is_trivial=True)


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.5", "192.168.1.5:80", "192.168.1.5:8001", "evil.example:8000", "localhost:8000",
        "192.168.1.5.:8000", "a@192.168.1.5:8000", "calm-sea.example.", "x.calm-sea.example",
        "calm-sea.example:8000", "", "192.168.1.5:8000, evil.example", "127.0.0.1:8000",
    ],
)  # fmt: skip
def test_another_name_of_the_table_is_not_answered(pack: Path, tmp_path: Path, host: str) -> None:
    async def work(desk: Desk) -> None:
        answer = await desk.browser().get("/j", headers={"host": host})
        assert answer.status_code == 421
        assert (await desk.browser().get("/j")).status_code == 200

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_two_hosts_and_what_a_proxy_says_are_not_believed(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        scope_headers = [("host", "192.168.1.5:8000"), ("host", "192.168.1.5:8000")]
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=desk.app), base_url=LAN
        ) as plain:
            request = httpx.Request("GET", f"{LAN}/j", headers=scope_headers)
            assert (await plain.send(request)).status_code == 421
            told = {"host": "evil.example", "x-forwarded-host": "192.168.1.5:8000"}
            assert (await plain.get("/j", headers=told)).status_code == 421

    at_a_table(pack, tmp_path, work, is_trivial=True)


@pytest.mark.parametrize(
    ("base", "headers"),
    [
        (LAN, {"origin": "http://evil.example"}),
        (LAN, {"origin": "null"}),
        (LAN, {"origin": TUNNEL}),
        (LAN, {"origin": "https://192.168.1.5:8000"}),
        (LAN, {"origin": "http://192.168.1.5"}),
        (TUNNEL, {"origin": "http://calm-sea.example"}),
        (TUNNEL, {"origin": TUNNEL, "sec-fetch-site": "cross-site"}),
        (LAN, {}),
        (LAN, {"sec-fetch-site": "cross-site"}),
        (LAN, {"sec-fetch-site": "none"}),
    ],
)
def test_a_foreign_page_changes_nothing_and_reads_no_stream(
    pack: Path, tmp_path: Path, base: str, headers: dict[str, str]
) -> None:
    async def work(desk: Desk) -> None:
        seated = await desk.guest(0, origin=base)
        cookies = {cookie.name: cookie.value or "" for cookie in seated.cookies.jar}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=desk.app), base_url=base, cookies=cookies
        ) as foreign:
            body = {"c": "x", "ops": [[1, {"do": "add", "n": 1}]]}
            assert (await foreign.post("/t/do", json=body, headers=headers)).status_code == 403
            assert (await foreign.post("/sit", data={"k": "x"}, headers=headers)).status_code == 403
            assert (await foreign.get("/t/next?after=0", headers=headers)).status_code == 403
        assert desk.room.seq == 0

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_our_own_pages_may_do_both(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        for origin, seat in ((LAN, 0), (TUNNEL, 1)):
            browser = await desk.guest(seat, origin=origin)
            assert (await do(browser, 1, do="add", n=1))["seq"] == seat + 1
            del browser.headers["origin"]
            for told in ({"sec-fetch-site": "same-origin"}, {"x-protoplay": "1"}):
                answer = await browser.get("/t/next?after=0", headers=told)
                assert answer.json()[0]["all"]["total"] == seat + 1

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_every_route_answers_with_the_safe_headers(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0)
        for method, path in sorted(ROUTES):
            at = path.replace("{name}", "host.css").replace(".css.svg", ".svg")
            if path in ("/t", "/t/events"):  # a `Tally` has no page; a stream does not end
                continue
            assert_safe(await browser.request(method, at, params={"after": "0"}))

    at_a_table(pack, tmp_path, work, is_trivial=True)


def assert_safe(answer: httpx.Response) -> None:
    """An answer has the headers that keep a page from running or showing what is not ours."""
    policy, path = answer.headers["content-security-policy"], answer.request.url.path
    assert "default-src 'none'" in policy, path
    assert "unsafe" not in policy.replace("style-src 'unsafe-inline'", ""), path
    assert answer.headers["x-content-type-options"] == "nosniff", path
    assert answer.headers["referrer-policy"] == "same-origin", path
    assert answer.headers["x-frame-options"] == "DENY", path


def test_the_table_its_stream_and_refusals_have_the_safe_headers(
    pack: Path, tmp_path: Path
) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0)
        assert_safe(await browser.get("/t"))
        await desk.begin()
        assert_safe(await browser.get("/t"))
        stream = asyncio.ensure_future(browser.get("/t/events"))
        await until(lambda: bool(desk.room.feeds[0]._waiting))
        await desk.host.post("/host/link", data={"seat": "0"})  # ends the stream
        told = await asyncio.wait_for(stream, POLL / 2)
        assert_safe(told)
        assert "content-encoding" not in told.headers and "new link" in told.text
        for path, status in (("/t", 403), ("/tweak", 404), ("/face/x.svg", 404)):
            refusal = await browser.get(path)
            assert refusal.status_code == status
            assert_safe(refusal)

    at_a_table(pack, tmp_path, work)


def test_a_seat_has_only_so_many_answers_at_once(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        browser, other = await desk.guest(0), await desk.guest(1)
        session = desk.room.admission.session(browser.cookies[f"table-{desk.hosted.id}"])
        assert session is not None
        session.requests = limits.MOST_REQUESTS  # as many are being answered
        body = {"c": "tab", "ops": [[1, {"do": "add", "n": 1}]]}
        assert (await browser.post("/t/do", json=body)).status_code == 429
        assert (await do(other, 1, do="add", n=1))["seq"] == 1
        session.requests -= 1
        assert (await do(browser, 1, do="add", n=1))["seq"] == 2
        assert session.requests == limits.MOST_REQUESTS - 1, "a request that is over counts no more"

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_the_cookie_is_strict_and_secure_where_it_can_be(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        for origin, is_secure in ((LAN, False), (TUNNEL, True)):
            link = desk.room.admission.written[0]
            answer = await desk.browser(origin).post("/sit", data={"k": link})
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/" in cookie
            assert ("Secure" in cookie) == is_secure
            assert answer.headers["location"] == "/t"

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_no_get_seats_anybody(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        link = desk.room.admission.written[0]
        before = desk.hosted.log_path.read_bytes()
        browser = desk.browser()
        for path in ("/j", f"/j?k={link}", f"/sit?k={link}", f"/t?k={link}", "/form"):
            answer = await browser.get(path)
            assert "set-cookie" not in answer.headers, path
        assert desk.hosted.log_path.read_bytes() == before
        assert not desk.room.people

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_new_link_ends_the_cookie_and_the_stream_at_once(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0)
        old = desk.room.admission.written[0]
        at = desk.room.feeds[0].last
        waiting = asyncio.ensure_future(browser.get(f"/t/next?after={at}"))
        await until(lambda: bool(desk.room.feeds[0]._waiting))
        assert (await desk.host.post("/host/link", data={"seat": "0"})).status_code == 303
        answer = await asyncio.wait_for(waiting, POLL / 2)
        assert "new link" in answer.json()[-1]["gone"]
        assert (await browser.post("/t/do", json={"c": "a", "ops": []})).status_code == 403
        assert (await browser.get("/t")).status_code == 403
        assert (await desk.browser().post("/sit", data={"k": old})).status_code == 403
        await desk.guest(0)

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_link_on_another_device_moves_the_seat_there(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        first = await desk.guest(0, "Ada")
        second = await desk.guest(0)
        assert (await first.get("/t")).status_code == 403
        assert (await do(second, 1, do="add", n=1))["seq"] == 1
        assert desk.room.names[0] == "Ada"

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_typed_code_works_once(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.host.post("/host/code", data={"seat": "1"})
        code = desk.room.admission.code(1)
        assert re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}", code)
        assert f"<code>{TUNNEL}/j</code>" in (await desk.host.get("/host")).text
        browser = desk.browser()
        wrong = await browser.post("/sit", data={"code": "AAAA-AAAA", "name": "B<o"})
        assert wrong.text.count('value="B&lt;o"') == 2, "the name need not be typed again"
        answer = await browser.post("/sit", data={"code": f" {code.lower()} ", "name": "Bo"})
        assert answer.status_code == 303 and desk.room.names[1] == "Bo"
        assert "You are <b>Bo</b>, seat 2" in (await browser.get("/form")).text
        nameless = await desk.guest(2)
        assert "You are in <b>seat 3</b>" in (await nameless.get("/form")).text
        assert (await browser.post("/sit", data={"code": code})).status_code == 403

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_wrong_used_and_revoked_secrets_sound_alike(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        revoked = desk.room.admission.written[0]
        await desk.host.post("/host/link", data={"seat": "0"})
        await desk.host.post("/host/code", data={"seat": "1"})
        used = desk.room.admission.code(1)
        await desk.browser().post("/sit", data={"code": used})
        late = desk.room.admission.new_code(2)
        desk.room.admission.codes[2] = (late, time.monotonic() - 1)
        tries = ({"k": revoked}, {"k": "wrong"}, {"code": used}, {"code": late}, {"code": "ABCD"})
        answers = [await desk.browser().post("/sit", data=each) for each in tries]
        assert {(answer.status_code, answer.text) for answer in answers} == {(403, answers[0].text)}

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_codes_are_of_30_letters_and_differ() -> None:
    admission = Admission()
    codes = {admission.new_code(0) for _ in range(300)}
    assert len(codes) == 300 and len(set("".join(codes))) == 30


def test_a_flood_of_codes_stops_no_link_and_nobody_who_sits(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        seated = await desk.guest(0)
        flood = desk.browser()
        answers = [await flood.post("/sit", data={"code": f"AAAA{n:04}"}) for n in range(70)]
        statuses = [answer.status_code for answer in answers]
        assert statuses == [403] * limits.TRIES + [429] * (70 - limits.TRIES)
        await desk.guest(1)
        assert (await do(seated, 1, do="add", n=1))["seq"] == 1

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_seat_acts_for_itself_and_spectators_not_at_all(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        seat, watcher = await desk.guest(1), await desk.guest(SPECTATOR)
        await do(seat, 1, do="draw", seat=0, by=0)
        assert desk.room.table is not None
        assert desk.room.table.snapshot(1)["secret"] == "pearl-1-0"
        for path in ("/t/do", "/t/say", "/t/ghost"):
            body = {"c": "a", "ops": [[1, {"do": "add", "n": 1}]], "text": "add"}
            assert (await watcher.post(path, json=body)).status_code == 403
        assert (await watcher.post("/form", data={"fun": "3"})).status_code == 403
        told = (await watcher.get("/t/next?after=0")).text
        assert "pearl" not in told

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_face_is_given_only_to_those_who_may_see_it(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        one, two = await desk.guest(1), await desk.guest(2)
        assert (await one.get("/face/face1.svg")).status_code == 200
        assert (await two.get("/face/face1.svg")).status_code == 404
        assert (await desk.browser().get("/face/face1.svg")).status_code == 404
        policy = (await one.get("/face/face1.svg")).headers["content-security-policy"]
        assert policy.startswith("sandbox")

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_page_has_only_so_many_streams(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0)
        at = desk.room.feeds[0].last
        waiting = [asyncio.ensure_future(browser.get(f"/t/next?after={at}")) for _ in range(3)]
        await until(lambda: len(desk.room.feeds[0]._waiting) == 3)
        assert (await browser.get(f"/t/next?after={at}")).status_code == 429
        await do(browser, 1, do="add", n=1)
        assert [answer.status_code for answer in await asyncio.gather(*waiting)] == [200] * 3
        assert (await browser.get("/t/next?after=0")).status_code == 200

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_there_is_an_end_to_spectators(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        for _ in range(limits.MOST_SPECTATORS + 4):
            await desk.guest(SPECTATOR)
        sessions = desk.room.admission.sessions.values()
        assert len(sessions) == limits.MOST_SPECTATORS
        for session in sessions:
            session.streams = 1
        link = desk.room.admission.written[SPECTATOR]
        assert (await desk.browser().post("/sit", data={"k": link})).status_code == 429
        await desk.guest(0)

    at_a_table(pack, tmp_path, work, is_trivial=True)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{", b'{"c": "a"}', b'{"c": "", "ops": []}', b'{"c": 3, "ops": []}',
        b'{"c": "a", "ops": [1]}', b'{"c": "a", "ops": [[0, {"do": "add"}]]}',
        b'{"c": "a", "ops": [["1", {"do": "add"}]]}', b'{"c": "a", "ops": [[1, {}]]}',
        b'{"c": "a", "ops": [[1, {"do": 3}]]}', b'{"c": "\\ud800", "ops": []}',
        b'{"c": "a", "ops": ' + json.dumps([[1, {"do": "x"}]] * 65).encode() + b"}",
        b"[" * 30_000, b'{"a": ' * 10_000,
    ],
)  # fmt: skip
def test_what_no_page_of_ours_sends_is_refused(pack: Path, tmp_path: Path, body: bytes) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0)
        kind = {"content-type": "application/json"}
        answer = await browser.post("/t/do", content=body, headers=kind)
        assert answer.status_code in (400, 409), answer.text
        assert desk.room.seq == 0

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_bodies_have_an_end(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0)
        long = await browser.post("/t/do", content=b"x" * 64_001)
        assert long.status_code == 413
        many = await browser.post("/form", data={f"field{i}": "1" for i in range(101)})
        assert (many.status_code, many.text) == (400, "these are too many fields\n")
        operation = [1, {"do": "add", "n": 1, "note": "x" * 5000}]
        reply = await browser.post("/t/do", json={"c": "a", "ops": [operation]})
        assert reply.json()[0]["refused"] == "that is too long"

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_hostile_names_are_text_on_every_page(pack: Path, tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        browser = await desk.guest(0, '<img src=x onerror="a()">')
        pages = [(await browser.get("/t")).text, (await desk.host.get("/host")).text]
        pages.append((await browser.get("/form")).text)
        for page in pages:
            assert "<img src=x" not in page and "&lt;img src=x" in page

    at_a_table(pack, tmp_path, work)


HOSTILE = ("=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(A1)", "'=1")


def test_no_name_and_no_answer_of_a_guest_is_a_formula_in_a_spreadsheet(
    pack: Path, tmp_path: Path
) -> None:
    async def work(desk: Desk) -> None:
        guests = [await desk.guest(seat, HOSTILE[seat]) for seat in range(3)]
        await desk.begin()
        await desk.host.post("/host/end")
        for seat, guest in enumerate(guests):
            answers = {"keep": HOSTILE[-1 - seat], "change": HOSTILE[seat], "fun": "3"}
            assert "Thank you" in (await guest.post("/form", data=answers)).text

    at_a_table(pack, tmp_path, work)
    table = tmp_path / "all.csv"
    told = CliRunner().invoke(app, ["people", str(pack), "--export", str(table)])
    assert told.exit_code == 0, told.output
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert [row["name"] for row in rows] == [f"'{name}" for name in HOSTILE[:3]]
    cells = [cell for row in rows for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    opened, _ = open_pack(str(pack))
    assert opened is not None
    [game] = import_table(opened, table, Problems())
    assert [player.who for player in game.players] == list(HOSTILE[:3])
    assert [player.answers["keep"] for player in game.players] == list(HOSTILE[:1:-1])


def test_the_hosts_page_needs_its_key_and_says_no_cookie_of_guests(
    pack: Path, tmp_path: Path
) -> None:
    async def work(desk: Desk) -> None:
        assert (await desk.host.get("/host")).status_code == 200
        desk.host.cookies.clear()
        for method, path in (("GET", "/host"), ("POST", "/host/begin"), ("GET", "/events")):
            assert (await desk.host.request(method, path)).status_code == 403, path

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_seats_cookie_outlives_a_restart_and_the_hosts_key_does_not(
    pack: Path, tmp_path: Path
) -> None:
    kept: dict[str, str] = {}

    async def before(desk: Desk) -> None:
        browser = await desk.guest(1, "Ada")
        await do(browser, 1, do="add", n=4)
        kept["id"] = desk.hosted.id
        kept["link"] = desk.room.admission.written[2]
        kept.update({cookie.name: cookie.value or "" for cookie in browser.cookies.jar})

    async def after(desk: Desk) -> None:
        cookies = {name: value for name, value in kept.items() if name.startswith("table-")}
        browser = desk.browser()
        browser.cookies.update(cookies)
        assert (await do(browser, 2, do="add", n=1))["seq"] == 2
        assert (await do(browser, 1, do="add", n=4))["seq"] == 1  # repeated, not done again
        assert desk.room.names[1] == "Ada"
        answer = await desk.browser().post("/sit", data={"k": kept["link"]})
        assert answer.status_code == 303
        assert kept["link"] not in (await desk.host.get("/host")).text

    at_a_table(pack, tmp_path, before, is_trivial=True)
    at_a_table(pack, tmp_path, after, is_trivial=True, resume=kept["id"])


def test_git_of_a_pack_is_not_run(pack: Path, tmp_path: Path) -> None:
    witness = tmp_path / "ran"
    (pack / ".git").mkdir()
    (pack / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    config = f"[core]\n\tfsmonitor = touch {witness}\n\trepositoryformatversion = 0\n"
    (pack / ".git" / "config").write_text(config)
    (pack / ".git" / "objects").mkdir()
    (pack / ".git" / "refs").mkdir()

    async def work(desk: Desk) -> None:
        await desk.guest(0)
        await desk.host.post("/host/end")
        assert not witness.exists()

    at_a_table(pack, tmp_path, work, is_trivial=True)


@pytest.mark.slow
def test_a_seat_that_floods_and_one_that_reads_nothing_slow_nobody(
    pack: Path, tmp_path: Path
) -> None:
    async def work(desk: Desk) -> None:
        flooding, other, deaf = [await desk.guest(seat) for seat in range(3)]
        unread = asyncio.ensure_future(deaf.get(f"/t/next?after={desk.room.feeds[2].last}"))
        is_over, seconds = False, []

        async def flood(page: str) -> None:
            number = 0
            while not is_over:
                number += 1
                operations = [[number * 64 + n, {"do": "add", "n": 1}] for n in range(60)]
                body = {"c": page, "ops": operations}
                assert (await flooding.post("/t/do", json=body)).status_code == 200
                await asyncio.sleep(0)  # as between two requests on a socket

        floods = [asyncio.ensure_future(flood(f"page {n}")) for n in range(4)]
        for number in range(1, 101):
            began = time.process_time()
            assert "refused" not in await do(other, number, do="add", n=1)
            seconds.append(time.process_time() - began)
            await asyncio.sleep(0.02)
        is_over = True
        await asyncio.gather(*floods, unread)
        assert sorted(seconds)[95] < 0.5
        assert desk.room.seq < 100 + 60 + 30 * 30  # most of the flood was refused

    at_a_table(pack, tmp_path, work, is_trivial=True)


def test_a_page_names_only_pictures_that_its_reader_is_given(tmp_path: Path) -> None:
    pack = shutil.copytree(bundled("templates") / "games" / "harbour", tmp_path / "harbour")

    async def work(desk: Desk) -> None:
        one = await desk.guest(0)
        await desk.guest(1)
        await desk.begin()
        page = (await one.get("/t")).text
        assert 'srcset="/face/' in page, "cards as strips, for a phone"
        for address in set(re.findall(r"/face/\w+\.svg", page)):
            assert (await one.get(address)).status_code == 200, address

    at_a_table(pack, tmp_path, work)
