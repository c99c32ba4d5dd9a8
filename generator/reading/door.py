"""The one door: a name or a folder in, a checked `Pack` and everything wrong with it out.

A name is only a shortcut to a bundled folder; bundled packs and users' packs take the same steps:
read, speak, validate, resolve parameters, make rows, find pictures and fonts, check.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator import bundled
from generator.pack import Component, FaceSpec, Font, Pack, Parameter, Shape, SheetDefaults
from generator.problems import Place, Problems, near

if TYPE_CHECKING:
    from generator.reading.files import Files
    from generator.reading.rows import RowMaker
    from generator.reading.schema import ComponentSection, FaceSection, GameSection, ShapeSection
    from generator.reading.source import Tree

LARGEST_ICON_SET = 64_000_000  # bytes
_GAME_FILE = "game.yaml"
_WIDE_BLEED = 20.0  # mm
_SLEEVE_PLAY = 1.5  # mm a sleeve is wider than its card
_SLEEVE_THICKNESS = 0.2  # mm both sheets of a sleeve add to a card


def bundled_packs() -> list[str]:
    """The names of the packs that ship with protoplay, sorted."""
    return sorted(path.parent.name for path in bundled("rules").glob(f"*/{_GAME_FILE}"))


def open_pack(
    name_or_folder: str | Path,
    *,
    variant: str | None = None,
    settings: Sequence[str] = (),
    language: str | None = None,
) -> tuple[Pack | None, Problems]:
    """The pack, resolved for one variant, language and set of parameters.

    `settings` are "name=value" texts that win over the variant's parameters. None stands for the
    pack when there are errors; warnings may stand beside a pack. Files in places are relative to
    the pack's folder.
    """
    problems = Problems()
    folder = find_folder(name_or_folder, problems)
    if folder is None:
        return None, problems
    pack = _opened(folder, variant, settings, language, problems)
    return (None if problems.errors else pack), problems


def find_folder(name_or_folder: str | Path, problems: Problems) -> Path | None:
    """The folder of a pack given by path, by its game.yaml, or by the name of a bundled one.

    What exists on the disk comes before a bundled name.
    """
    written = str(name_or_folder)
    path = Path(name_or_folder).expanduser()
    if path.name == _GAME_FILE and path.is_file():
        return path.resolve().parent
    if (path / _GAME_FILE).is_file():
        return path.resolve()
    if re.fullmatch(r"[A-Za-z0-9][\w-]*", written) and written in bundled_packs():
        return (bundled("rules") / written).resolve()
    if path.is_dir():
        others = sorted(p.name for p in path.glob("*.y*ml"))
        fix = f'rename "{others[0]}" to {_GAME_FILE}' if others else "a pack is a folder with one"
        problems.error(Place(written), f"the folder has no {_GAME_FILE}", fix)
    elif path.exists():
        problems.error(Place(written), f"this is no {_GAME_FILE}", "give the pack's folder")
    else:
        fix = near(written, bundled_packs())
        problems.error(Place(written), "no such folder and no bundled game", fix)
    return None


def _opened(
    folder: Path,
    variant: str | None,
    settings: Sequence[str],
    language: str | None,
    problems: Problems,
) -> Pack | None:
    """Walk the steps; each needs the ones before it, so a failed one ends the walk."""
    from generator.expressions import base_context
    from generator.reading.check import Definition, check, check_definition
    from generator.reading.definition import read_definition
    from generator.reading.files import Files
    from generator.reading.languages import declared, localised
    from generator.reading.parameters import choose_variant, resolve
    from generator.reading.rows import RowMaker
    from generator.reading.schema import validate

    files = Files(folder, problems)
    tree = read_definition(files)
    if tree is None:
        return None
    languages = declared(tree)
    if language is not None and language not in languages:
        place = tree.key(("languages",)) if languages else tree.place(())
        problems.error(place, f'no language "{language}"', near(language, languages))
        language = None
    tree = localised(tree, languages, language, problems)
    game = validate(tree, problems)
    if game is None:
        return None
    chosen = choose_variant(game, variant, tree, problems)
    parameters = resolve(game, chosen, settings, tree, problems)
    if problems.errors:
        return None
    spoken = language or next(iter(languages), "")
    base = base_context(
        id=folder.name,
        name=game.name,
        players=game.players,
        parameters=parameters,
        palette=game.palette,
        variant=chosen,
        language=spoken,
    )
    maker = RowMaker(files, tree, base, languages, language)
    components = _components(game, chosen, maker)
    icons = _icons(game, tree, files)
    fonts = _fonts(game, tree, files)
    _note_code(files)
    definition = Definition(game, tree, files)
    check_definition(definition)
    if problems.errors:
        return None
    pack = Pack(
        id=folder.name,
        name=game.name,
        folder=folder,
        players=game.players,
        parameters=parameters,
        variant=chosen,
        variants=tuple(game.variants),
        language=spoken,
        languages=tuple(languages),
        palette=game.palette,
        fonts=fonts,
        icons=icons.files,
        keywords=game.keywords,
        components=components,
        sheet=SheetDefaults(**game.sheet.model_dump()),
        credits=(*game.credits, *icons.credits),
        turns_target=game.turns_target,
        files=tuple(sorted(files.digests)),
        digest=_digest(files, parameters, chosen, spoken),
        drawn_icons=icons.drawn,
    )
    check(pack, definition)
    return pack


def _digest(
    files: "Files", parameters: Mapping[str, Parameter], variant: str, language: str
) -> str:
    seen = {
        "files": {files.shown(path): digest for path, digest in files.digests.items()},
        "parameters": {name: parameter.value for name, parameter in parameters.items()},
        "variant": variant,
        "language": language,
    }
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()


def _note_code(files: "Files") -> None:
    """The pack's own rules, drawings and templates are part of what it is."""
    for name in ("rules.py", "drawings.py"):
        files.note(files.folder / name)
    for path in sorted((files.folder / "templates").rglob("*")):
        files.note(path)


# ---- components


def _components(game: "GameSection", variant: str, maker: "RowMaker") -> tuple[Component, ...]:
    """The variant's components in written order."""
    left_out = set(game.variants[variant].without) if variant in game.variants else set()
    wanted = {id: part for id, part in game.components.items() if id not in left_out}
    built: dict[str, Component] = {}
    # A tuckbox takes its size from a finished deck, so boxes come second.
    for id, part in wanted.items():
        if not _box_for(part):
            built[id] = _component(id, part, _flat_shape(part), maker)
    for id, part in wanted.items():
        if _box_for(part):
            shape = _tuckbox(id, part, game, built, left_out, maker)
            if shape is not None:
                built[id] = _component(id, part, shape, maker)
    return tuple(built[id] for id in wanted if id in built)


def _component(id: str, part: "ComponentSection", shape: Shape, maker: "RowMaker") -> Component:
    from generator.expressions import fill

    tree, problems = maker.tree, maker.problems
    path = ("components", id)
    titled = id.replace("-", " ").replace("_", " ").capitalize()
    title = fill(part.title or titled, maker.base, tree.place((*path, "title")), problems)
    shorter = min(shape.width, shape.height)
    safe = min(3.0, round(shorter / 10, 4)) if part.safe is None else part.safe
    if 2 * safe >= shorter:
        found = f"a safe zone of {safe:g}mm leaves no room on a piece of {shorter:g}mm"
        problems.error(tree.place((*path, "safe")), found, "make it smaller")
    if max(part.bleed, part.back_bleed or 0.0) > _WIDE_BLEED:
        found = f"a bleed of {max(part.bleed, part.back_bleed or 0.0):g}mm is far more than needed"
        problems.warning(tree.place((*path, "bleed")), found, "2mm or 3mm are usual")
    is_board = part.shape is not None and part.shape.board is not None
    return Component(
        id=id,
        title=title,
        shape=shape,
        bleed=part.bleed,
        back_bleed=part.bleed if part.back_bleed is None else part.back_bleed,
        safe=safe,
        front=_face(part.front, (*path, "front"), tree),
        back=_face(part.back, (*path, "back"), tree),
        rows=maker.rows(id, title, part),
        place=tree.key(path),
        stock=part.stock,
        group=part.group,
        sleeve=_sleeve(part.sleeve, shape),
        tile_pages=is_board if part.tile_pages is None else part.tile_pages,
        min_text_pt=part.min_text,
    )


def _face(section: "FaceSection | None", path: tuple[str, ...], tree: "Tree") -> FaceSpec | None:
    from generator.reading.schema import way_of

    if section is None:
        return None
    kind, name = way_of(section)
    slots = dict(section.model_extra or {})
    places = {slot: tree.place((*path, slot)) for slot in slots}
    return FaceSpec(kind, name, slots, tree.place((*path, kind)), places)


def _sleeve(written: Any, shape: Shape) -> tuple[float, float] | None:
    """The inner size of the sleeve: that of the piece or the named card, and some play."""
    from generator.reading.shapes import SIZES

    if written is False:
        return None
    if isinstance(written, tuple):
        return (written[0], written[1])
    card = shape if written is True else SIZES[written]
    return (round(card.width + _SLEEVE_PLAY, 4), round(card.height + _SLEEVE_PLAY, 4))


def _box_for(part: "ComponentSection") -> str | None:
    return part.shape.tuckbox if part.shape is not None else None


def _tuckbox(
    id: str,
    part: "ComponentSection",
    game: "GameSection",
    built: Mapping[str, Component],
    left_out: set[str],
    maker: "RowMaker",
) -> Shape | None:
    """The box around a built deck; None after a problem, or where the variant has no such deck."""
    from generator.reading.shapes import tuckbox

    deck = _box_for(part)
    assert deck is not None
    place, problems = maker.tree.place(("components", id, "shape", "tuckbox")), maker.problems
    if deck not in game.components:
        problems.error(place, f'unknown component "{deck}"', near(deck, game.components))
    elif _box_for(game.components[deck]):
        problems.error(place, f'"{deck}" is a tuckbox itself', "name the deck inside")
    elif deck not in left_out:
        cards = built[deck]
        if cards.shape.kind == "rect":
            width, height = cards.sleeve or (cards.shape.width, cards.shape.height)
            each = cards.stock + (_SLEEVE_THICKNESS if cards.sleeve else 0.0)
            return tuckbox(width, height, cards.count * each)
        problems.error(place, f'"{deck}" is not rectangular, so no tuckbox fits it')
    return None


def _flat_shape(part: "ComponentSection") -> Shape:
    from generator.reading.shapes import SIZES, turned

    shape = SIZES[part.size] if part.shape is None else _outline(part.shape)  # type: ignore[index]
    return turned(shape) if part.landscape else shape


def _outline(written: "ShapeSection") -> Shape:
    from generator.reading.shapes import cube, hexagon, polygon, rect, standee

    corner = written.corner or 0.0
    sides = written.rect or written.strip or written.board
    if sides is not None:
        return rect(*sides, corner)
    if written.square is not None:
        return rect(written.square, written.square, corner)
    if written.hex is not None:
        assert written.across is not None, f"{written!r} passed without across"
        return hexagon(written.hex, written.across, written.top or "pointy")
    if written.circle is not None:
        return Shape("circle", written.circle, written.circle)
    if written.polygon is not None:
        return polygon(written.polygon)
    if written.standee is not None:
        foot = written.foot or max(6.0, round(written.standee[0] * 0.4, 4))
        return standee(*written.standee, foot)
    if written.dice is not None:
        rounded = round(written.dice * 0.12, 4) if written.corner is None else corner
        return rect(written.dice, written.dice, rounded)
    assert written.cube is not None, f"no outline in {written!r}"
    return cube(written.cube)


# ---- pictures and fonts


@dataclass(frozen=True, slots=True)
class _Icons:
    files: dict[str, Path]
    drawn: dict[str, str]
    credits: list[str]


def _icons(game: "GameSection", tree: "Tree", files: "Files") -> _Icons:
    """Icons by name: the pack's sources in written order, then the bundled ones."""
    found = _Icons({}, {}, [])
    for i, source in enumerate(game.icons):
        place = tree.place(("icons", i))
        if isinstance(source, str):
            folder = files.inside(source, place)
            if folder is None:
                continue
            if not folder.is_dir() and "icons" in tree.value:
                files.problems.error(place, f'no folder "{source}"', "make it and put SVGs there")
            for path in sorted(folder.rglob("*.svg")):
                if path.stem not in found.files and path.stem not in found.drawn:
                    found.files[path.stem] = path
                    files.note(path)
        else:
            _add_set(found, source.set, source.names, place, files)
    for path in sorted((bundled("templates") / "icons").glob("*.svg")):
        if path.stem not in found.files and path.stem not in found.drawn:
            found.files[path.stem] = path
    return found


def _add_set(
    found: _Icons, written: str, names: Mapping[str, str], place: Place, files: "Files"
) -> None:
    """Add the icons of an Iconify JSON set and its line for the credits."""
    from generator.reading.iconify import read_set
    from generator.reading.source import read_bytes

    path = files.existing(written, place, anywhere=True)
    if path is None:
        return
    raw = read_bytes(path, files.shown(path), LARGEST_ICON_SET, files.problems)
    if raw is None:
        return
    files.note(path)
    icons = read_set(raw, names, files.shown(path), place, files.problems)
    if icons.credit:
        found.credits.append(icons.credit)
    for name, svg in icons.icons.items():
        if name not in found.files:
            found.drawn.setdefault(name, svg)


def _fonts(game: "GameSection", tree: "Tree", files: "Files") -> dict[str, Font]:
    """The pack's families; `body` is Source Sans Pro unless the pack says other."""
    from generator.reading.fonts import STYLES, check_fonts, default_font

    fonts: dict[str, Font] = {}
    places: dict[Path, Place] = {}
    for family, section in game.fonts.items():
        styles: dict[Any, Path] = {}
        for style in STYLES:
            written = getattr(section, style)
            if written is None:
                continue
            place = tree.place(("fonts", family, style))
            path = files.existing(written, place, anywhere=True)
            if path is not None:
                styles[style] = path
                places.setdefault(path, place)
                files.note(path)
        if "regular" in styles:
            fonts[family] = Font(family, styles)
    check_fonts(places, files.problems)
    return {"body": default_font(), **fonts}
