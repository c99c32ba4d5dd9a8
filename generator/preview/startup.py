"""The start of preview: first its socket, then the press, then the pages.

In: a pack and a port. Out: a running server. The press reads the pack in a separate process. It
starts before the modules of the pages are loaded, which takes as long.
"""

import socket
from collections.abc import Sequence
from contextlib import suppress

from generator.preview.watch import watch
from generator.preview.workspace import Table
from generator.system.servers import run_server

BACKLOG = 128


def listen(port: int) -> tuple[list[socket.socket], int]:
    """Open sockets on this machine's own addresses; return them and their port. Raises `OSError`.

    Port 0 means any free port. Without IPv6, or if its port is in use, IPv4 alone is enough.
    """
    four = socket.socket(socket.AF_INET)
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
        four.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        four.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    four.bind(("127.0.0.1", port))
    four.listen(BACKLOG)  # early requests wait until the server is running
    port = four.getsockname()[1]
    sockets = [four]
    with suppress(OSError):
        six = socket.socket(socket.AF_INET6)
        six.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        six.bind(("::1", port))
        six.listen(BACKLOG)
        sockets.append(six)
    return sockets, port


def serve(
    table: Table,
    key: str,
    sockets: Sequence[socket.socket],
    port: int,
    allowed: Sequence[str] = (),
) -> None:
    """Follow the pack and serve its pages until Ctrl-C; then stop everything."""
    run_server(_serve(table, key, sockets, port, allowed))


async def _serve(
    table: Table, key: str, sockets: Sequence[socket.socket], port: int, allowed: Sequence[str]
) -> None:
    table.start(watch(table))
    await table.press.start()
    from generator.preview.app import make_server

    await make_server(table, key, port, allowed).serve(sockets=list(sockets))
