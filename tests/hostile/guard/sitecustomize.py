"""Every Python with this folder on its path records each socket that opens a connection, and then
ends. `GUARD_LOG` names the file of the records; `GUARD_ALLOWS=127.0.0.1,::1` allows these
addresses.
"""

import os
import sys

_HARMLESS = ("socket.__new__", "socket.gethostname", "socket.sethostname")


def _see(event: str, args: tuple[object, ...]) -> None:
    if not event.startswith("socket.") or event in _HARMLESS:
        return
    where = args[1] if len(args) > 1 else args
    allowed = os.environ.get("GUARD_ALLOWS")
    host = where[0] if isinstance(where, tuple) and where else where
    if allowed is not None and host in allowed.split(","):
        return
    note = os.open(os.environ["GUARD_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(note, f"{event} {where!r}\n".encode())
    os._exit(99)


if "GUARD_LOG" in os.environ:
    sys.addaudithook(_see)
