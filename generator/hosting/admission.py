"""Admits guests to seats: links, typed codes, and the cookies of seated guests.

A link holds 128 bits of chance after "#", so that it never comes into a request line, a log or a
referrer. Only digests are kept on disk. A typed code has eight letters, one use and 15 minutes.
"""

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass, field

CODE_SECONDS = 15 * 60
CODE_LETTERS = 8
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ234679"  # 30 that are not taken for one another
SPECTATOR = -1  # the key of those who only watch


def digest_of(secret: str) -> str:
    """The digest of a secret, which is stored in place of the secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(eq=False)
class Session:
    """Somebody's cookie: who reads, and whether they still may. `reader` None: a spectator."""

    reader: int | None
    digest: str
    gone: str = ""  # why it ended, in words for its page
    streams: int = 0
    requests: int = 0  # that are being answered
    seen: float = field(default_factory=time.monotonic)  # when it asked last


@dataclass
class Admission:
    """The links, codes and cookies of a table. Keys are seats, and `SPECTATOR`."""

    links: dict[int, str] = field(default_factory=dict)  # as digests
    written: dict[int, str] = field(default_factory=dict)  # links of this run, to be shown
    codes: dict[int, tuple[str, float]] = field(default_factory=dict)  # and until when
    sessions: dict[str, Session] = field(default_factory=dict)  # by the digest of a cookie

    def new_link(self, key: int) -> str:
        """A new link in place of the last; returns its digest."""
        self.written[key] = secrets.token_urlsafe(16)
        self.codes.pop(key, None)
        self.links[key] = digest_of(self.written[key])
        return self.links[key]

    def new_code(self, key: int) -> str:
        """A code to type, in place of the last."""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
        self.codes[key] = code, time.monotonic() + CODE_SECONDS
        return code

    def code(self, key: int) -> str:
        """The code of a seat that can still be used, in two groups; "" if there is none."""
        code, until = self.codes.get(key, ("", 0.0))
        return f"{code[:4]}-{code[4:]}" if until > time.monotonic() else ""

    def key_of_link(self, secret: str) -> int | None:
        """The owner of a link."""
        digest = digest_of(secret)
        keys = [key for key, each in self.links.items() if hmac.compare_digest(each, digest)]
        return keys[0] if keys else None

    def key_of_code(self, typed: str) -> int | None:
        """The owner of a code, which cannot be used again."""
        letters = "".join(letter for letter in typed.upper() if letter.isalnum()).encode()
        now = time.monotonic()
        for key, (code, until) in list(self.codes.items()):
            if until > now and hmac.compare_digest(code.encode(), letters):
                del self.codes[key]
                return key
        return None

    def session(self, cookie: str) -> Session | None:
        """The session with that cookie."""
        return self.sessions.get(digest_of(cookie)) if cookie else None

    def seat(self, reader: int | None, digest: str) -> Session:
        """A session for a cookie with that digest; the seat's other sessions end."""
        if reader is not None:
            self.end(reader, "this seat is now open on another device or page")
        self.sessions[digest] = Session(reader, digest)
        return self.sessions[digest]

    def end(self, reader: int | None, why: str) -> None:
        """End all sessions of a reader."""
        for digest, session in list(self.sessions.items()):
            if session.reader == reader:
                session.gone = why
                del self.sessions[digest]
