"""protoplay: print a tabletop prototype and playtest it, from one folder."""

from pathlib import Path

__version__ = "0.1.0"


def bundled(kind: str) -> Path:
    """The folder of what ships with protoplay: `rules` or `templates`.

    An installed wheel carries them inside the package, a checkout beside it.
    """
    inside = Path(__file__).parent / kind
    return inside if inside.is_dir() else Path(__file__).parent.parent / kind
