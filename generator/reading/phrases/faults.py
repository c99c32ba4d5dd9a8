"""Texts that are no phrases, and the advice for them."""

from collections.abc import Callable
from dataclasses import dataclass

from generator.model.letters import small

MISSING = "a phrase is missing"
MOST_ADVISED = 100  # number of different faults with advice, which takes up to 0.1 s each


@dataclass(frozen=True, slots=True)
class Fault:
    """A text that is no phrase: its first character, counted from 0, and a message."""

    at: int
    message: str
    text: str = ""
    rest: str = ""  # the sentence from there on
    begins: bool = False  # whether the sentence may have a trigger there
    advice: str = ""  # the fix, where it need not be looked for


def hanging(at: int, condition: str, clause: str, colon: str = ": ") -> Fault:
    """The fault of a condition after several clauses, at its first character, from 0."""
    message = f'it is not clear whether "{condition}" holds for everything before it'
    fix = f'if it does, write "{condition}{colon}{small(clause)}"; otherwise write two sentences'
    return Fault(at, message, condition, condition, advice=fix)


class NoPhrase(ValueError):
    """A part of a text that fits no template; `at` is where it begins."""

    def __init__(self, at: int, text: str, message: str = "", advice: str = "") -> None:
        super().__init__(text)
        self.at, self.text, self.advice = at, text, advice
        unknown = f'"{text}" is not a known phrase' if text else MISSING
        self.message = message or unknown


class Advice:
    """The advice for the faults of one game, looked for once for each text."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, str, bool, str], str] = {}

    def of(self, fault: Fault, fix: Callable[[Fault], str]) -> str:
        """The advice for a fault, or the reason why there is none; `fix` looks for it."""
        key = (fault.text, fault.rest, fault.begins, fault.advice)
        if key not in self._of:
            if len(self._of) >= MOST_ADVISED:
                return (
                    f"there is advice for {MOST_ADVISED} different phrases at a time; mend those "
                    "above, then check again"
                )
            self._of[key] = fix(fault)
        return self._of[key]
