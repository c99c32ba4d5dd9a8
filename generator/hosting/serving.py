"""Serves a table: sockets at chosen addresses only, two applications, one process."""

import asyncio
import ipaddress
import logging
import signal
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route
from uvicorn.server import HANDLED_SIGNALS

from generator.hosting.guest_guard import GuestGuard
from generator.hosting.guest_pages import Guests
from generator.hosting.host_pages import Host
from generator.hosting.hosted import Hosted
from generator.preview.app import GRACE, MOST_CONNECTIONS, Connection, is_of_ours
from generator.preview.guard import LARGEST_BODY, Guard
from generator.preview.pages import broken
from generator.preview.startup import BACKLOG
from generator.preview.worker import WorkFailed
from generator.system.servers import run_server

SYNC = 1.0  # seconds after which the disk is made to keep the log
PACKED = 6  # level of compression
STOPPED = "the host has stopped the table; its links work again once it goes on"


def lan_address() -> str | None:
    """The address of this machine on its network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if ipaddress.ip_address(address).is_loopback else str(address)


def is_address(written: str) -> bool:
    """Whether that is one address of a machine, as `--lan` takes it.

    >>> is_address("192.168.1.5"), is_address("0.0.0.0"), is_address("home")
    (True, False, False)
    """
    try:
        address = ipaddress.ip_address(written)
    except ValueError:
        return False
    return not (address.is_unspecified or address.is_multicast)


def guest_sockets(addresses: Sequence[str], port: int) -> tuple[list[socket.socket], int]:
    """Sockets at exactly these addresses, all with one port (0: a free one). Raises `OSError`."""
    sockets: list[socket.socket] = []
    try:
        for address in addresses:
            is_six = ":" in address
            made = socket.socket(socket.AF_INET6 if is_six else socket.AF_INET)
            sockets.append(made)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((address, port))
            made.listen(BACKLOG)
            port = made.getsockname()[1]
    except OSError:
        for made in sockets:
            made.close()
        raise
    return sockets, port


def guest_app(hosted: Hosted) -> Starlette:
    """The application of the guests behind its guard.

    Answers are compressed, because guests may be on a slow telephone network; streams are not.
    """
    guard = Middleware(GuestGuard, origins=hosted.origins)
    packer = Middleware(GZipMiddleware, compresslevel=PACKED)
    return _app(Guests(hosted).routes(), guard, packer)


def host_app(hosted: Hosted, key: str, port: int) -> Starlette:
    """The application of the host behind its guard."""
    return _app(Host(hosted).routes(), Middleware(Guard, key=key, port=port))


def _app(routes: list[Route], *layers: Middleware) -> Starlette:
    return Starlette(
        routes=routes,
        middleware=layers,
        max_body_size=LARGEST_BODY,
        exception_handlers={Exception: broken},
    )


async def close(hosted: Hosted) -> None:
    """End what runs, and have the disk keep the log."""
    await hosted.workspace.close()
    hosted.room.log.close()


async def prepare(hosted: Hosted) -> None:
    """Go on with a game that had begun; the pack is drawn meanwhile. Raises `ValueError`."""
    hosted.catch_up()
    hosted.workspace.start(_sync(hosted))
    hosted.workspace.start(hosted.draw())


async def _sync(hosted: Hosted) -> None:
    while True:
        await asyncio.sleep(SYNC)
        await asyncio.to_thread(hosted.room.log.sync)


def serve(
    hosted: Hosted,
    guests: Sequence[socket.socket],
    host: Sequence[socket.socket],
    key: str,
    port: int,
) -> None:
    """Serve a table until Ctrl-C. `port` is that of the host's page."""
    run_server(_serve(hosted, guests, host, key, port))


async def _serve(
    hosted: Hosted,
    guests: Sequence[socket.socket],
    host: Sequence[socket.socket],
    key: str,
    port: int,
) -> None:
    await prepare(hosted)
    logging.getLogger("uvicorn.error").addFilter(is_of_ours)
    servers = [_Server(_config(guest_app(hosted))), _Server(_config(host_app(hosted, key, port)))]
    caught: list[int] = []
    loop = asyncio.get_running_loop()

    def stop() -> None:
        _end_streams(hosted)
        for server in servers:
            server.should_exit = True

    def handle(number: int, frame: FrameType | None) -> None:
        caught.append(number)
        loop.call_soon_threadsafe(stop)

    before = {each: signal.signal(each, handle) for each in HANDLED_SIGNALS}
    try:
        await asyncio.gather(
            servers[0].serve(sockets=list(guests)), servers[1].serve(sockets=list(host))
        )
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        if hosted.is_over:
            with suppress(WorkFailed):
                await hosted.keep()
        await close(hosted)
    for number in caught[:1]:
        signal.raise_signal(number)


class _Server(uvicorn.Server):
    """One of two servers in a process, which leaves the signals to whoever started both."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Capture none."""
        yield


def _config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_level="error",  # its warnings are about requests that are refused
        access_log=False,
        server_header=False,
        proxy_headers=False,  # what a proxy says about the caller is not believed
        loop="asyncio",
        http=Connection,
        ws="none",
        lifespan="off",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=GRACE,
    )


def _end_streams(hosted: Hosted) -> None:
    """Tell every open page that the table is closed."""
    hosted.workspace.hub.close()
    for session in hosted.room.admission.sessions.values():
        session.gone = session.gone or STOPPED
    for feed in hosted.room.feeds.values():
        feed.wake()
