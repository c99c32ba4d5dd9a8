"""How the table opens: its socket first, then the press, then the pages.

The press reads the pack in a process of its own. It begins before the modules of the pages are
loaded, which takes as long.
"""

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress

from generator.preview.watch import watch
from generator.preview.workspace import Table

BACKLOG = 128


def listen(port: int) -> tuple[list[socket.socket], int]:
    """Sockets on this machine's own addresses alone, and their port. Raises `OSError`.

    0 takes a free port. Where there is no IPv6, or its port is taken, IPv4 does.
    """
    four = socket.socket(socket.AF_INET)
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
        four.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        four.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    four.bind(("127.0.0.1", port))
    four.listen(BACKLOG)  # whoever comes before the server is up waits
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
    """Follow the pack and serve its pages until Ctrl-C; nothing is left running."""
    asyncio.run(_serve(table, key, sockets, port, allowed))


async def _serve(
    table: Table, key: str, sockets: Sequence[socket.socket], port: int, allowed: Sequence[str]
) -> None:
    table.start(watch(table))
    await table.press.start()
    from generator.preview.app import make_server

    await make_server(table, key, port, allowed).serve(sockets=list(sockets))
