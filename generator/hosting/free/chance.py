"""The chance in an operation, which is drawn once, kept in the log and read back in a replay."""

import random
from collections.abc import Sequence
from typing import Any

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH = 8  # 31^8: two tokens are never equal by chance


class Chance:
    """Draws from `rng` and keeps what it drew in `drawn`, or gives back what `drawn` holds."""

    def __init__(self, rng: random.Random | None, drawn: Sequence[Any] = ()) -> None:
        """Without `rng`, nothing is drawn: `drawn` is an entry of the log."""
        self._rng = rng
        self._left = list(drawn)
        self.drawn: list[Any] = []

    def token(self) -> str:
        """A new name for something on the table."""
        return str(self._next(lambda rng: "t" + "".join(rng.choices(_LETTERS, k=_LENGTH))))

    def order(self, n: int) -> list[int]:
        """A random order of 0 … n - 1."""
        return list(self._next(lambda rng: rng.sample(range(n), n)))

    def die(self, sides: int) -> int:
        """A number from 1 to `sides`."""
        return int(self._next(lambda rng: rng.randint(1, sides)))

    def _next(self, draw: Any) -> Any:
        value = self._left.pop(0) if self._rng is None else draw(self._rng)
        self.drawn.append(value)
        return value
