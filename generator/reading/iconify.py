"""Icons from an Iconify JSON set on disk (game-icons, Phosphor …), as SVG texts.

In: the bytes of the set and the names of icons. Out: an `IconSet`. Format:
https://iconify.design/docs/types/iconify-json.html (`prefix`, `info`, `icons`, `aliases`, `width`,
`height`, each icon's `body`).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.model.problems import Place, Problems, near
from generator.templating.python_errors import in_plain_words

# Matches scripts and links, which an icon may not contain.
_UNSAFE = re.compile(r"<\s*(?:script|foreignObject|image|!)|href\s*=\s*[\"'](?!#)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class IconSet:
    """SVG texts by icon name, and the line for the credits page ("" if no icon was read)."""

    icons: Mapping[str, str]
    credit: str


def read_set(
    raw: bytes, names: Mapping[str, str], file: str, place: Place, problems: Problems
) -> IconSet:
    """Read all icons of a set, or only the icons in `names` (the pack's name → the set's name)."""

    nothing = IconSet({}, "")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as broken:
        problems.error(Place(file), f"not valid JSON: {in_plain_words(broken)}")
        return nothing
    icons = data.get("icons") if isinstance(data, dict) else None
    if not isinstance(icons, dict):
        problems.error(Place(file), 'not an Iconify set: there is no "icons" mapping')
        return nothing
    aliases = data.get("aliases")
    every = {**(aliases if isinstance(aliases, dict) else {}), **icons}
    wanted = names or {name: name for name in every}
    drawn: dict[str, str] = {}
    for own, name in wanted.items():
        if name not in every:
            problems.error(place, f'there is no icon "{name}" in "{file}"', near(name, every))
            continue
        svg = _svg(data, every, name)
        if svg is not None:
            drawn[own] = svg
        elif names:
            problems.error(place, f'the icon "{name}" in "{file}" has no drawing')
    return IconSet(drawn, _credit(data, file))


def _svg(data: Mapping[str, Any], every: Mapping[str, Any], name: str) -> str | None:
    """The SVG text of an icon; up to five aliases are followed and their rotations applied."""
    own: dict[str, Any] = {}
    turns, flips = 0, [False, False]
    for _ in range(6):
        icon = every.get(name)
        if not isinstance(icon, dict):
            return None
        own = {**icon, **own}
        turns += _int(icon.get("rotate"))
        flips = [flips[0] ^ bool(icon.get("hFlip")), flips[1] ^ bool(icon.get("vFlip"))]
        if "body" in icon:
            break
        name = str(icon.get("parent"))
    body = own.get("body")
    if not isinstance(body, str) or _UNSAFE.search(body) or not _is_whole(body + name):
        return None
    left, top, width, height = (
        _number(own.get(key, data.get(key)), default)
        for key, default in (("left", 0.0), ("top", 0.0), ("width", 16.0), ("height", 16.0))
    )
    middle = f"{left + width / 2:g} {top + height / 2:g}"
    if flips[0] or flips[1]:
        scale = f"{-1 if flips[0] else 1} {-1 if flips[1] else 1}"
        minus = f"{-left - width / 2:g} {-top - height / 2:g}"
        body = f'<g transform="translate({middle}) scale({scale}) translate({minus})">{body}</g>'
    if turns % 4:
        body = f'<g transform="rotate({turns % 4 * 90} {middle})">{body}</g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="{left:g} {top:g} {width:g} {height:g}">{body}</svg>'
    )


def _credit(data: Mapping[str, Any], file: str) -> str:
    """The credit line, such as "Icons: Game Icons 4.1 by … (CC BY 3.0)", as far as the set states
    these facts.
    """
    info = data.get("info")
    info = info if isinstance(info, dict) else {}
    author, licence = (info.get(key) for key in ("author", "license"))
    name = info.get("name") or data.get("prefix") or file
    parts = [f"Icons: {name}"]
    if info.get("version"):
        parts.append(str(info["version"]))
    if isinstance(author, dict) and author.get("name"):
        parts.append(f"by {author['name']}")
    if isinstance(licence, dict) and (licence.get("title") or licence.get("spdx")):
        parts.append(f"({licence.get('title') or licence.get('spdx')})")
    else:
        parts.append("(licence not stated in the set)")
    return " ".join(parts).encode("utf-8", "replace").decode()


def _is_whole(text: str) -> bool:
    """Whether a text has no lone surrogates, which JSON can express but no file can contain."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0


def _number(value: object, default: float) -> float:
    good = isinstance(value, int | float) and not isinstance(value, bool) and -1e6 < value < 1e6
    return float(value) if good else default  # type: ignore[arg-type]
