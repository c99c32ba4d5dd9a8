"""Values as YAML on one line."""

from typing import Any

import yaml


def flow(value: Any) -> str:
    """Return a value as one line of YAML, in quotes where it could be misread.

    >>> flow({"seat": 1, "who": "no: 2"})
    "{seat: 1, who: 'no: 2'}"
    """
    text = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10**9
    )
    return text.removesuffix("\n").removesuffix("\n...")
