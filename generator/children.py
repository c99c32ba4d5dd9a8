"""The Python processes that this one starts: their environment is not the user's shell."""

import os

# Where Python finds what is installed, and where it writes.
_KEPT = {
    *("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONNOUSERSITE", "PYTHONPLATLIBDIR"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
}


def environment(**more: str) -> dict[str, str]:
    """The variables of a child: ours, but for what would make Python ask, print or end otherwise.

    With PYTHONINSPECT, say, a child that has done its work would wait for a person to type.
    """
    own = {n: v for n, v in os.environ.items() if not n.startswith("PYTHON") or n in _KEPT}
    return {**own, **more}
