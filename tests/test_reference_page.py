"""rules/REFERENCE.md and templates/game.schema.json list exactly what the schema accepts.

`--rewrite` writes both again.
"""

import csv
import json
import re
from typing import Any

import pytest
import yaml
from pydantic import BaseModel, TypeAdapter

from generator import bundled
from generator.model.measures import Scope, ending, games_of, measures_among
from generator.model.pack import Shape
from generator.model.teams import Sides
from generator.model.units import to_text
from generator.reading import (
    schema,
    schema_components,
    schema_parameters,
    schema_play,
    schema_questions,
    schema_section,
    schema_table,
)
from generator.reading.folder import bundled_packs
from generator.reading.shapes import SIZES
from generator.reading.validate import keys_of, section_at
from generator.templating import expressions, sandbox
from generator.templating.face_slots import face_names, slots_of, summary_of

PAGE = bundled("rules") / "REFERENCE.md"
SCHEMA = bundled("templates") / "game.schema.json"
SECTIONS: dict[str, type[BaseModel]] = {
    "Game": schema.GameSection,
    "Parameter": schema_parameters.ParameterSection,
    "Tune": schema_parameters.TuneSection,
    "Variant": schema_parameters.VariantSection,
    "Font": schema.FontSection,
    "Font file": schema.FontFileSection,
    "Icon set": schema.IconSetSection,
    "Sheet": schema.SheetSection,
    "Stock": schema.StockSection,
    "Worth": schema.WorthSection,
    "Ask": schema_questions.AskSection,
    "Component": schema_components.ComponentSection,
    "Rows": schema_components.FileRows,
    "Web": schema_components.WebRows,
    "Product": schema_components.ProductRows,
    "Folder": schema_components.FolderRows,
    "Count": schema_components.CountSection,
    "Override": schema_components.OverrideSection,
    "Shape": schema_components.ShapeSection,
    "Face": schema_components.FaceSection,
    "Art": schema_components.ArtSection,
    "Play": schema_play.PlaySection,
    "Cards of play": schema_play.PlayCardsSection,
    "Resource": schema_play.ResourceSection,
    "Action": schema_play.ActionSection,
    "Step": schema_play.StepSection,
    "Table": schema_table.TableSection,
    "Pile": schema_table.PileSection,
    "Laid pieces": schema_table.LaidSection,
    "Seats": schema_table.SeatsSection,
    "Pieces of a player": schema_table.FrontSection,
    "Hand": schema_table.HandSection,
}
STALE = "run pytest tests/test_reference_page.py --rewrite"


def sections_of(text: str) -> dict[str, str]:
    """Heading → the text below it, up to the next heading."""
    parts = re.split(r"^##+ (.*)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def table_of(text: str) -> dict[str, list[str]]:
    """The first column of a table → the other cells."""
    rows = [line for line in text.splitlines() if re.match(r"\| `", line)]
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    return {row[0].strip("` "): row[1:] for row in cells}


TEXTS = sections_of(PAGE.read_text("utf-8"))
TABLES = {name: table_of(text) for name, text in TEXTS.items()}
KEYS = [(section, key) for section, model in SECTIONS.items() for key in keys_of(model)]


def field_of(section: str, key: str) -> Any:
    fields = SECTIONS[section].model_fields
    return next(field for name, field in fields.items() if key in (field.alias, name))


@pytest.mark.parametrize("section", SECTIONS)
def test_the_page_lists_exactly_the_keys_of_the_schema_in_order(section: str) -> None:
    assert list(TABLES[section]) == keys_of(SECTIONS[section])


def test_every_model_of_the_schema_has_a_section() -> None:
    models = {
        value
        for module in (
            *(schema, schema_components, schema_parameters, schema_play, schema_questions),
            schema_table,
        )
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, BaseModel)
    }
    assert models - {BaseModel, schema_section.Section} == set(SECTIONS.values())
    kinds = {getattr(schema_components, f"{kind}Rows") for kind in ("Product", "Folder", "Web")}
    assert {section_at(path) for path in _paths()} | kinds == set(SECTIONS.values())


def _paths() -> list[tuple[str | int, ...]]:
    part = ("components", "cards")
    inner = [(*part, key) for key in ("shape", "front", "rows")]
    named = [(key, "x") for key in ("parameters", "variants", "fonts")]
    named.append(("parameters", "x", "tune"))
    named.append(("fonts", "x", "bold"))
    return [
        (),
        ("sheet",),
        ("sheet", "stock"),
        ("worth",),
        ("icons", 0),
        ("ask", 0),
        *named,
        part,
        *inner,
        (*part, "count"),
        (*part, "override", 0),
        (*part, "front", "art"),
        ("play",),
        *(("play", key, "x") for key in ("cards", "resources", "actions")),
        ("play", "turn", 0),
        ("table",),
        ("table", "piles", "x"),
        ("table", "laid", 0),
        ("table", "seats"),
        ("table", "seats", "hand"),
        ("table", "seats", "front", 0),
    ]


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_defaults_on_the_page_are_those_of_the_schema(section: str, key: str) -> None:
    field = field_of(section, key)
    written = TABLES[section][key][2].strip("`")
    if field.is_required():
        assert written == "required"
        return
    default: Any = field.get_default(call_default_factory=True)
    if isinstance(default, BaseModel):
        default = {}
    if key == "icons":
        default = default[0]
    assert written == _said(default, unit=TABLES[section][key][1])


def _said(default: Any, unit: str) -> str:
    if default in (None, ""):
        return "–"
    if isinstance(default, bool):
        return str(default).lower()
    return f"{default:g}{unit.removeprefix('–')}" if isinstance(default, float) else str(default)


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_examples_on_the_page_are_right(section: str, key: str) -> None:
    example = TABLES[section][key][3].strip("`")
    (name, value), *others = yaml.safe_load(example).items()
    assert name == key and not others
    TypeAdapter(field_of(section, key).rebuild_annotation()).validate_python(value)


def test_the_page_lists_the_filters_of_texts() -> None:
    (paragraph,) = re.findall(r"^Filters: (.*?)\.\n\n", PAGE.read_text("utf-8"), re.M | re.S)
    assert set(re.findall(r"`(\w+)`", paragraph)) == set(sandbox._FILTERS)


def test_the_page_lists_what_texts_may_use() -> None:
    text = TEXTS["Texts"]
    base = expressions.base_context(
        id="x", name="x", players=(2, 4), parameters={}, palette={"sea": "#000000"}
    )
    assert set(base) | {"component", "piece"} == set(table_of(text))
    for key in base["game"]:
        assert f"`game.{key}`" in text


@pytest.mark.parametrize("part", ["sizes", "faces", "measures", "stock"])
def test_the_generated_parts_of_the_page_are_current(part: str, rewrite: bool) -> None:
    text = PAGE.read_text("utf-8")
    start, end = f"<!-- {part} -->\n", f"<!-- /{part} -->\n"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    current = before + start + PARTS[part]() + end + after
    if rewrite:
        PAGE.write_text(current, "utf-8")
    else:
        assert text == current, STALE


def test_the_schema_file_is_current(rewrite: bool) -> None:
    if rewrite:
        SCHEMA.write_text(schema_text(), "utf-8")
    else:
        assert SCHEMA.read_text("utf-8") == schema_text(), STALE


@pytest.mark.parametrize("name", bundled_packs())
def test_bundled_packs_name_the_schema_in_their_first_line(name: str) -> None:
    path = bundled("rules") / name / "game.yaml"
    first = path.read_text("utf-8").splitlines()[0]
    written = first.removeprefix("# yaml-language-server: $schema=")
    assert (path.parent / written).resolve() == SCHEMA.resolve()


def test_the_schema_file_knows_every_key() -> None:
    found = json.loads(SCHEMA.read_text("utf-8"))
    models = {**found["$defs"], "GameSection": found}
    for model in SECTIONS.values():
        assert set(models[model.__name__]["properties"]) == set(keys_of(model))
    assert (
        "^title\\.[a-z]{2,3}(?:-[A-Za-z]{2,4})?$" in models["ComponentSection"]["patternProperties"]
    )


# ---- generated texts


def trim(shape: Shape) -> str:
    """Return width × height in mm, and in inches where those are rounder."""
    if shape.kind == "hex":
        return f"hex, {shape.width:g} × {round(shape.height, 2):g} mm"
    if shape.kind == "circle":
        return f"circle, {shape.width:g} mm"
    inches = (to_text(side, "in").removesuffix("in") for side in (shape.width, shape.height))
    both = " × ".join(inches)
    millimetres = f"{shape.width:g} × {shape.height:g} mm"
    corner = f", corner {shape.corner:g} mm" if shape.corner else ""
    return millimetres + (f" ({both} in)" if len(both) <= 13 else "") + corner


def sizes_text() -> str:
    rows = [f"| `{name}` | {trim(shape)} |\n" for name, shape in SIZES.items()]
    return "\n| size | trim |\n|---|---|\n" + "".join(rows) + "\n"


def faces_text() -> str:
    parts = []
    for name in face_names():
        lines = [f"**`use: {name}`** – {summary_of(name)}\n", "| slot | what it is |", "|---|---|"]
        lines += [f"| `{slot}` | {_cell(words)} |" for slot, words in slots_of(name).items()]
        parts.append("\n".join(lines) + "\n")
    return "\n" + "\n".join(parts) + "\n"


def measures_text() -> str:
    """A row for each measure, those of families by an example."""
    scope = Scope(
        Sides(2), ["tracks"], has_rounds=True, turns_target=(80, 160), effects=["saffron"]
    )
    wins, _, *others = measures_among(scope)
    others[3:3] = [games_of("turns", 80, 160), games_of("rounds", 5, 8)]
    rows = [("seats", "every seat's share of the wins", "±3%")]
    rows += [
        (each.key, each.about, each.band) for each in (wins, *others, ending("the dyke holds"))
    ]
    lines = [f"| `{key}` | {about} | `{band}` |" for key, about, band in rows]
    return "\n".join(["", "| measure | what it is | written as |", "|---|---|---|", *lines, "", ""])


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def schema_text() -> str:
    return json.dumps(schema.json_schema(), indent=2, ensure_ascii=False) + "\n"


def stock_text() -> str:
    lines = ["| name | what it is | paper | places | size in mm |", "|---|---|---|---|---|"]
    with (bundled("templates") / "stock.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            also = f" ({', '.join(row['also'].split())})" if row["also"] else ""
            size = row["width"] if row["round"] == "yes" else f"{row['width']} × {row['height']}"
            lines.append(
                f"| {row['name']}{also} | {row['what']} | {row['paper']} | "
                f"{row['columns']} × {row['rows']} | {size} |"
            )
    return "\n" + "\n".join(lines) + "\n\n"


PARTS = {
    "sizes": sizes_text,
    "faces": faces_text,
    "measures": measures_text,
    "stock": stock_text,
}
