"""Announces how long the first compilation on a machine takes."""

from generator.play.engine.machine import machine_digest, tell
from generator.system.paths import cache_folder


def announce_first_use() -> None:
    """Print how long the first compilation takes, unless there is machine code already.

    Machine code is kept for this version of protoplay and for the processor of this machine.
    """
    if not (cache_folder() / machine_digest()[:24]).is_dir():
        tell(
            "compiling happens once on this machine for each version of protoplay, and takes about "
            "3 minutes; later games start within seconds"
        )
