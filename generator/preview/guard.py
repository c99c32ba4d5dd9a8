"""Access control: only this machine's browser, with the key, from the server's own pages.

An ASGI layer around all pages. In: every request. Out: the request, or a refusal of one line; every
response has headers that prevent an unknown pack's texts and pictures from running anything.
"""

import hmac
import re
import secrets
from abc import ABC, abstractmethod
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = ("127.0.0.1", "[::1]")
HOST = re.compile(r"(?:[a-z0-9_-]+\.)*[a-z0-9_-]+(:[0-9]{1,5})?|\[[0-9a-f:.]+\](:[0-9]{1,5})?")
LONGEST_HOST = 260
OWN_SCRIPT = "x-protoplay"  # a header that a page of another site could not send without permission
LARGEST_BODY = 64_000  # maximum size in bytes of a POST
PLAIN_PATH = re.compile(
    rb"/(?:[A-Za-z0-9_.~-]+/)*[A-Za-z0-9_.~-]*"
)  # an address with "//" would lead to another server
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types protoplay"
)
PICTURE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}


def new_key() -> str:
    """Return a 128-bit key, in the form in which it appears in the first URL."""
    return secrets.token_urlsafe(16)


class Gate(ABC):
    """Accepts requests with a known Host and a plain path that come from our own pages.

    A subclass knows the hosts, and decides which requests may enter.
    """

    streams: tuple[str, ...] = ("/events",)  # addresses that only our own pages may read

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, answer it, or pass it on to the application."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        answer = self._refusal(scope) or self._admission(scope)
        await (answer or self.app)(scope, receive, _with_headers(send))

    @abstractmethod
    def origins_of(self, host: str) -> tuple[str, ...]:
        """The origins of our own pages at that host; empty if the host is not ours."""

    def _way_in(self, hosts: list[str]) -> str:
        """Explain how to reach the server, for a request with an unknown host."""
        return "this is not the table's address"

    def _admission(self, scope: Scope) -> Response | None:
        """Return None if the request may enter; otherwise the answer."""
        return None

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        path = scope.get("raw_path") or scope["path"].encode()
        hosts = headers.getlist("host")
        origins = self.origins_of(hosts[0]) if len(hosts) == 1 else ()
        if not origins:
            return _no(421, self._way_in(hosts))
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return _no(405, "no such method")
        if not PLAIN_PATH.fullmatch(path.partition(b"?")[0]) or b".." in path:
            return _no(400, "no such path")
        if not self._is_from_here(scope, headers, origins):
            return _no(403, "only the table's own pages may ask this")
        if scope["method"] == "POST":
            if headers.get("transfer-encoding"):
                return _no(411, "say how long it is")
            length = headers.get("content-length", "0")
            if not length.isdecimal() or len(length) > 12 or int(length) > LARGEST_BODY:
                return _no(413, "too long")
        return None

    def _is_from_here(self, scope: Scope, headers: Headers, origins: tuple[str, ...]) -> bool:
        """Whether the request comes from one of our own pages.

        A link from elsewhere may open a page.

        Opening a page changes nothing. If there is an Origin, it must be that of the called
        address. A request that changes something or streams needs an Origin, Sec-Fetch-Site, or a
        header of our own scripts, which no page of another site can send. Over plain HTTP, browsers
        leave out Sec-Fetch-Site, and Origin if nothing is posted.
        """
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if len(headers.getlist("origin")) > 1 or (origin is not None and origin not in origins):
            return False
        if site is not None and site not in ("same-origin", "none"):
            return scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
        if scope["method"] == "POST":
            return origin is not None or site == "same-origin"
        if scope["path"] in self.streams:
            return origin is not None or site == "same-origin" or OWN_SCRIPT in headers
        return True


class Guard(Gate):
    """Accepts only requests with the key or its cookie.

    `key` in the query is exchanged once for a cookie: HttpOnly, SameSite=Strict, for this port
    only.
    """

    def __init__(self, app: ASGIApp, key: str, port: int, allowed: tuple[str, ...] = ()) -> None:
        """`allowed` are hosts of `host_of` that a tunnel or a browser elsewhere may use."""
        super().__init__(app)
        self.key, self.port = key, port
        self.cookie = f"protoplay-{port}"
        self.hosts = {f"{host}:{port}" for host in HOSTS}
        self.allowed = frozenset(allowed)

    def origins_of(self, host: str) -> tuple[str, ...]:
        """The origins of this machine's addresses with HTTP.

        Allowed hosts have an origin with HTTPS as well.
        """
        named = host.lower()
        if host in self.hosts:
            return (f"http://{host}",)
        if named in self.allowed or _bare(named) in self.allowed:
            return (f"http://{host}", f"https://{host}")  # a tunnel may use https
        return ()

    def _way_in(self, hosts: list[str]) -> str:
        why = super()._way_in(hosts)
        if len(hosts) != 1 or host_of(hosts[0]) is None:
            return why
        name = _bare(hosts[0].lower())
        return f"{why}; if you forward a port, start protoplay preview with --allow {name}"

    def _admission(self, scope: Scope) -> Response | None:
        """Return None for a request with the cookie; a request with the key receives the cookie."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("key")
        if given is not None and scope["method"] == "GET" and self._is_key(given):
            rest = urlencode([(name, value) for name, value in query if name != "key"])
            answer = RedirectResponse(scope["path"] + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(self.cookie, self.key, httponly=True, samesite="strict", path="/")
            return answer
        if self._is_key(HTTPConnection(scope).cookies.get(self.cookie, "")):
            return None
        return _no(403, "open the address that protoplay printed: it holds the key")

    def _is_key(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self.key.encode())


def host_of(written: str) -> str | None:
    """Read a host for `--allow`, with or without a port; None if it is not a host.

    >>> host_of("LocalHost"), host_of("localhost:9000"), host_of("http://x"), host_of("*")
    ('localhost', 'localhost:9000', None, None)
    """
    host = written.lower()
    return host if len(host) <= LONGEST_HOST and HOST.fullmatch(host) else None


def _bare(host: str) -> str:
    """A host without its port."""
    return re.sub(":[0-9]+$", "", host)


def _no(status: int, why: str) -> PlainTextResponse:
    return PlainTextResponse(f"refused: {why}\n", status)


def _with_headers(send: Send) -> Send:
    """Add the safe headers to every response that does not set stricter ones itself."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
