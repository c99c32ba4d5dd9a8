"""What is wrong or odd in a pack that reads well: a list of small functions.

Each takes the pack and what the door knew of it and adds to `problems`; adding a check is adding
a function to `CHECKS`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from generator.pack import Pack
from generator.problems import Problems

if TYPE_CHECKING:
    from generator.door import Remarks

Check = Callable[[Pack, "Remarks", Problems], None]
CHECKS: tuple[Check, ...] = ()


def check(pack: Pack, problems: Problems, remarks: Any) -> None:
    """Run every check."""
    for run in CHECKS:
        run(pack, remarks, problems)
