"""A value as YAML on one line."""

from typing import Any

import yaml


def flow(value: Any) -> str:
    """A value on one line of YAML, quoted where it could be read as something else.

    >>> flow({"seat": 1, "who": "no: 2"})
    "{seat: 1, who: 'no: 2'}"
    """
    text = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10**9
    )
    return text.removesuffix("\n").removesuffix("\n...")
