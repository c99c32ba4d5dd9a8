"""Fetches one file from the web: only https, only public addresses, up to a limited size.

In: an address. Out: its bytes. No other module of protoplay opens a connection to the web. The host
in an address is looked up once and contacted by its IP address, so that no second look-up can lead
elsewhere.
"""

import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urljoin, urlsplit

LARGEST = 20_000_000  # maximum size in bytes of a file
MOST_REDIRECTS = 5
PATIENCE = 20.0  # seconds to wait for an answer, and for each part of it
LONGEST = 120.0  # maximum time in seconds for a whole file
AGENT = "protoplay"
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # the addresses of IPv4 hosts in IPv6 (RFC 6052)


class NotFetched(OSError):
    """Raised if the file could not be fetched; `fix` suggests a remedy."""

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.message, self.fix = message, fix


@dataclass(frozen=True, slots=True)
class Answer:
    """The bytes of a file, and the media type that the server states, such as "text/csv"."""

    data: bytes
    kind: str


def _numbers_of(host: str, port: int) -> list[str]:
    """The IP addresses of a host, in the order in which to try them."""
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


def _is_public(number: str) -> bool:
    """Whether an IP address belongs to the public internet, not to a home or office network."""
    address = ipaddress.ip_address(number.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
    if address in _TRANSLATED:
        mapped = ipaddress.ip_address(int(address) & 0xFFFF_FFFF)
    return (mapped or address).is_global and not address.is_multicast


@dataclass(frozen=True, slots=True)
class Web:
    """The functions that look up hosts and check certificates; tests have their own."""

    numbers_of: Callable[[str, int], list[str]] = _numbers_of
    is_public: Callable[[str], bool] = _is_public
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    largest: int = LARGEST

    def fetch(self, address: str) -> Answer:
        """Fetch the file at an address, following redirects; raises `NotFetched`."""
        deadline = time.monotonic() + LONGEST
        asked = address
        for _ in range(MOST_REDIRECTS + 1):
            parts = _checked(asked, asked != address)
            answer = self._asked(parts, deadline)
            if isinstance(answer, Answer):
                return answer
            asked = urljoin(asked, answer)
        raise NotFetched(f"it leads on more than {MOST_REDIRECTS} times", "use the last address")

    def _asked(self, parts: SplitResult, deadline: float) -> Answer | str:
        """Request a file; return the answer, or the address of a redirect."""
        host, port = parts.hostname or "", parts.port or 443
        try:
            numbers = self.numbers_of(host, port)
        except (OSError, UnicodeError):
            raise NotFetched(
                f'the machine "{host}" cannot be found', "check the address and your connection"
            ) from None
        private = [number for number in numbers if not self.is_public(number)]
        if private or not numbers:
            raise NotFetched(
                f'"{host}" is a machine of a private network ({", ".join(private)})',
                "save the file in the pack's folder instead",
            )
        connection = _Connection(host, port, numbers[0], self.context)
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", path, headers={"User-Agent": AGENT, "Accept": "*/*"})
            with connection.getresponse() as answer:
                if answer.status in (301, 302, 303, 307, 308):
                    return answer.headers.get("Location") or ""
                if answer.status != 200:
                    raise _refused(answer.status, host)
                kind = answer.headers.get_content_type()
                return Answer(self._read(answer, deadline), kind)
        except NotFetched:
            raise
        except ssl.SSLError as fault:
            reason = getattr(fault, "verify_message", "") or fault.reason or "no secure connection"
            raise NotFetched(f'"{host}" cannot be trusted: {reason}', "check the address") from None
        except (OSError, http.client.HTTPException, ValueError) as fault:
            said = str(fault) or type(fault).__name__
            raise NotFetched(f'no answer from "{host}": {said}', "try again later") from None
        finally:
            connection.close()

    def _read(self, answer: http.client.HTTPResponse, deadline: float) -> bytes:
        """Read all bytes of an answer, up to the limits of size and time."""
        parts, size = [], 0
        while part := answer.read1(65_536):
            size += len(part)
            if size > self.largest:
                limit = f"{self.largest / 1e6:g} MB"
                raise NotFetched(f"the file has more than {limit}", "divide the sheet")
            if time.monotonic() > deadline:
                raise NotFetched(f"it takes more than {LONGEST:g} seconds", "try again later")
            parts.append(part)
        return b"".join(parts)


class _Connection(http.client.HTTPSConnection):
    """A TLS connection to a host's IP address; the certificate is checked for the host's name."""

    def __init__(self, host: str, port: int, number: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=PATIENCE, context=context)
        self._number, self._by = number, context

    def connect(self) -> None:
        bare = socket.create_connection((self._number, self.port), timeout=PATIENCE)
        try:
            self.sock = self._by.wrap_socket(bare, server_hostname=self.host)
        except BaseException:
            bare.close()
            raise


def _checked(address: str, is_redirect: bool) -> SplitResult:
    """The parts of an address; raises `NotFetched` unless it is an https address."""
    leads = "it leads to an address that" if is_redirect else "the address"
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  # raises for a port that is no number
    except ValueError as fault:
        raise NotFetched(f"{leads} is not one: {fault}", "copy it from the browser") from None
    if parts.scheme != "https":
        word = f"{parts.scheme}:" if parts.scheme else "no scheme"
        raise NotFetched(f"{leads} has {word}, and only https: is fetched", "use https://…")
    if not parts.hostname or parts.username or parts.password is not None:
        raise NotFetched(f"{leads} names no machine, or a user", "write https://machine/path")
    if any(ord(sign) <= 32 or ord(sign) > 126 for sign in address):
        raise NotFetched(f"{leads} has a space or a letter that addresses cannot have", "copy it")
    return parts


def _refused(status: int, host: str) -> NotFetched:
    """Explain an answer that is not the file."""
    if status in (401, 403):
        return NotFetched(
            f'"{host}" refuses it ({status}): the sheet is not shared with everybody',
            "share it by link, or publish it to the web",
        )
    if status in (404, 410):
        return NotFetched(f'"{host}" has no such file ({status})', "copy the address again")
    return NotFetched(f'"{host}" answers with error {status}', "try again later")
