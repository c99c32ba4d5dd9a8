"""Packs built by hand for tests of the press: no files are read but the default font and icons."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from generator import bundled
from generator.model.pack import Component, FaceSpec, Font, Pack, Row, Scalar, Shape, SheetDefaults
from generator.model.problems import Place, Problems

STYLES = {"regular": "Regular", "bold": "Bold", "italic": "It", "bolditalic": "BoldIt"}


def body_font() -> Font:
    spec = find_spec("font_source_sans_pro")
    assert spec and spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0]) / "files"
    files = {style: folder / f"SourceSansPro-{name}.ttf" for style, name in STYLES.items()}
    return Font("Source Sans Pro", files)  # type: ignore[arg-type]


def spec(kind: str, name: str, **slots: Scalar) -> FaceSpec:
    places = {slot: Place("game.yaml", 10 + i, 7) for i, slot in enumerate(slots)}
    return FaceSpec(kind, name, slots, Place("game.yaml", 9, 5), places)  # type: ignore[arg-type]


def rows(*fields: Mapping[str, Scalar]) -> tuple[Row, ...]:
    made = []
    for i, row in enumerate(fields):
        places = {name: Place("cards.csv", i + 2, k + 1) for k, name in enumerate(row)}
        id = str(row.get("id", f"row-{i + 1}"))
        count = row.get("count", 1)
        assert isinstance(count, int)
        made.append(Row(id, id.replace("-", " "), row, count, Place("cards.csv", i + 2), places))
    return tuple(made)


def component(
    id: str,
    shape: Shape,
    front: FaceSpec | None,
    back: FaceSpec | None = None,
    fields: Sequence[Mapping[str, Scalar]] = ({},),
    **more: Any,
) -> Component:
    settings = {"bleed": 2.0, "back_bleed": 2.0, "safe": 3.0, **more}
    return Component(
        id=id,
        title=id.title(),
        shape=shape,
        front=front,
        back=back,
        rows=rows(*fields),
        place=Place("game.yaml", 8, 3),
        **settings,
    )


def pack(*components: Component, folder: Path = Path("."), **more: Any) -> Pack:
    settings: dict[str, Any] = {
        "palette": {"grove": "#2f7d4f", "river": "#2c6fa6", "savannah": "#d9a22e"},
        "fonts": {"body": body_font()},
        "icons": {
            file.stem: file for file in sorted((bundled("templates") / "icons").glob("*.svg"))
        },
        "keywords": {},
        "parameters": {},
        **more,
    }
    return Pack(
        id="handmade",
        name="Handmade",
        folder=folder,
        players=(2, 4),
        variant="",
        variants=(),
        language="",
        languages=(),
        components=components,
        sheet=SheetDefaults(),
        credits=(),
        turns_target=None,
        files=(),
        digest="",
        **settings,
    )


def lines(problems: Problems) -> list[str]:
    return [str(problem) for problem in problems]
