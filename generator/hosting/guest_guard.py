"""Admits requests to a table of guests only from the exact addresses of the table.

An entry is an address of this machine with its port, or a URL that `--allow` names. There are no
wildcards, and what a proxy says about the caller is not read.
"""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp

from generator.preview.guard import LONGEST_HOST, Gate

_NAME = re.compile(r"(?:[a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\]")
_PORTS = {"http": 80, "https": 443}


class GuestGuard(Gate):
    """Lets only requests through that name an entry as their Host."""

    streams = ("/t/events", "/t/next")

    def __init__(self, app: ASGIApp, origins: Iterable[str]) -> None:
        """`origins` are the entries, as "http://192.168.1.5:8123"."""
        super().__init__(app)
        self._origins = {origin.partition("//")[2]: origin for origin in origins}

    def origins_of(self, host: str) -> tuple[str, ...]:
        """The one origin of that host."""
        origin = self._origins.get(host.lower())
        return (origin,) if origin is not None else ()


def origin_of(written: str) -> str | None:
    """An entry as `--allow` takes it: scheme and host, with a port where it is unusual.

    >>> origin_of("https://Calm-Sea.trycloudflare.com/"), origin_of("http://10.0.0.2:8000")
    ('https://calm-sea.trycloudflare.com', 'http://10.0.0.2:8000')
    >>> origin_of("https://*.example.com"), origin_of("example.com"), origin_of("http://a@b")
    (None, None, None)
    """
    try:
        parts = urlsplit(written.strip().lower())
        port = parts.port
    except ValueError:
        return None
    host = parts.netloc.partition(":")[0] if not parts.netloc.startswith("[") else ""
    host = host or parts.netloc.partition("]")[0] + "]"
    is_plain = parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in written)
    if parts.scheme not in _PORTS or not is_plain or len(written) > LONGEST_HOST:
        return None
    if not _NAME.fullmatch(host) or parts.netloc not in (host, f"{host}:{port}"):
        return None
    usual = port in (None, _PORTS[parts.scheme])
    return f"{parts.scheme}://{host}" + ("" if usual else f":{port}")
