"""The one door: a name or a folder in, a checked `Pack` and everything wrong with it out.

A name is only a shortcut to a bundled folder; bundled packs and users' packs take the same steps.
"""

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator import bundled
from generator.expressions import (
    Context,
    base_context,
    evaluate,
    fill,
    row_context,
    with_piece,
)
from generator.pack import (
    Component,
    FaceSpec,
    Font,
    Pack,
    Parameter,
    Row,
    Scalar,
    Shape,
    SheetDefaults,
)
from generator.problems import Place, Problems
from generator.source import Cells, Path_, Record, Tree, Value, read_bytes, read_table, read_yaml

if TYPE_CHECKING:
    from generator.schema import ComponentSection, GameSection, ShapeSection

MOST_ROWS = 20_000  # of one component
DEEPEST_INCLUDE = 8
LARGEST_ICON_SET = 64_000_000
GAME_FILE = "game.yaml"


def bundled_packs() -> list[str]:
    """The names of the packs that ship with protoplay, sorted."""
    return sorted(path.parent.name for path in bundled("rules").glob(f"*/{GAME_FILE}"))


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
    opening = _Opening(folder, problems)
    pack = opening.run(variant, settings, language)
    if pack is not None:
        from generator.check import check

        check(pack, problems, opening.remarks)
    return (None if problems.errors else pack), problems


def find_folder(name_or_folder: str | Path, problems: Problems) -> Path | None:
    """The folder of a pack given by path, by its game.yaml, or by the name of a bundled one.

    What exists on disk comes first, then the bundled name.
    """
    written = str(name_or_folder)
    path = Path(name_or_folder).expanduser()
    if path.name == GAME_FILE and path.is_file():
        return path.resolve().parent
    if (path / GAME_FILE).is_file():
        return path.resolve()
    if re.fullmatch(r"[A-Za-z0-9][\w-]*", written) and written in bundled_packs():
        return (bundled("rules") / written).resolve()
    if path.is_dir():
        others = sorted(p.name for p in path.glob("*.y*ml"))
        fix = f'rename "{others[0]}" to {GAME_FILE}' if others else "a pack is a folder with one"
        problems.error(Place(written), f"the folder has no {GAME_FILE}", fix)
    elif path.exists():
        problems.error(Place(written), f"this is no {GAME_FILE}", "give the pack's folder")
    else:
        from generator.schema import near

        problems.error(
            Place(written), "no such folder and no bundled game", near(written, bundled_packs())
        )
    return None


@dataclass(frozen=True, slots=True)
class Remarks:
    """What the checks need to know of the definition beyond the pack itself."""

    game: "GameSection"
    tree: Tree
    context: Context  # what every text may use


@dataclass(slots=True)
class _Opening:
    """One pack on its way from files to `Pack`; every file read is noted for the digest."""

    folder: Path
    problems: Problems
    files: dict[Path, str] = field(default_factory=dict)  # file → sha256
    remarks: Remarks | None = None
    credits: list[str] = field(default_factory=list)

    def run(
        self, variant: str | None, settings: Sequence[str], language: str | None
    ) -> Pack | None:
        tree = self._tree()
        if tree is None:
            return None
        from generator.schema import validate

        languages = _languages(tree.value)
        tree = _Localiser(languages, language, self.problems).run(tree)
        game = validate(tree, self.problems)
        if language is not None and language not in languages:
            from generator.schema import near

            place = tree.key(("languages",)) if languages else Place(GAME_FILE)
            self.problems.error(place, f'no language "{language}"', near(language, languages))
        if game is None:
            return None
        chosen = self._variant(game, variant, tree)
        parameters = self._parameters(game, chosen, settings, tree)
        if parameters is None:
            return None
        spoken = language or (languages[0] if languages else "")
        base = base_context(
            id=self.folder.name,
            name=game.name,
            players=game.players,
            parameters=parameters,
            palette=game.palette,
            variant=chosen,
            language=spoken,
        )
        components = self._components(game, chosen, base, spoken, tree)
        icons, drawn = self._icons(game, tree)
        fonts = self._fonts(game, tree)
        self._note_code()
        self.remarks = Remarks(game, tree, base)
        if self.problems.errors:
            return self._pack_for_checks(
                game, chosen, spoken, parameters, components, fonts, icons, drawn
            )
        return self._pack_for_checks(
            game, chosen, spoken, parameters, components, fonts, icons, drawn
        )

    def _pack_for_checks(
        self,
        game: "GameSection",
        variant: str,
        language: str,
        parameters: dict[str, Parameter],
        components: list[Component],
        fonts: dict[str, Font],
        icons: dict[str, Path],
        drawn: dict[str, str],
    ) -> Pack:
        return Pack(
            id=self.folder.name,
            name=game.name,
            folder=self.folder,
            players=game.players,
            parameters=parameters,
            variant=variant,
            variants=tuple(game.variants),
            language=language,
            languages=tuple(game.languages),
            palette=game.palette,
            fonts=fonts,
            icons=icons,
            keywords=game.keywords,
            components=tuple(components),
            sheet=SheetDefaults(**game.sheet.model_dump()),
            credits=(*game.credits, *self.credits),
            turns_target=game.turns_target,
            files=tuple(sorted(self.files)),
            digest=self._digest(parameters, variant, language),
            drawn_icons=drawn,
        )

    # ---- files

    def _path(self, written: str, place: Place, *, inside: bool = True) -> Path | None:
        """The file a pack names, relative to its folder; None after a problem."""
        if "\0" in written or not written.strip():
            self.problems.error(place, "a file name is missing")
            return None
        path = (self.folder / written).resolve()
        if inside and not path.is_relative_to(self.folder):
            self.problems.error(
                place, f'the file "{written}" is outside the pack', "copy it into the pack's folder"
            )
            return None
        return path

    def _existing(self, written: str, place: Place, *, inside: bool = True) -> Path | None:
        path = self._path(written, place, inside=inside)
        if path is None:
            return None
        if not path.exists():
            from generator.schema import near

            beside = path.parent
            around = [p.name for p in beside.iterdir() if p.is_file()] if beside.is_dir() else []
            fix = near(path.name, around) if around else "check the spelling"
            self.problems.error(place, f'no file "{written}"', fix)
            return None
        return path

    def _note(self, path: Path) -> None:
        """Remember a file for the digest and for watching."""
        if path not in self.files and path.is_file():
            self.files[path] = hashlib.sha256(path.read_bytes()).hexdigest()

    def _note_code(self) -> None:
        """The pack's own rules, drawings and templates are part of what it is."""
        for name in ("rules.py", "drawings.py"):
            self._note(self.folder / name)
        for path in sorted((self.folder / "templates").rglob("*")):
            self._note(path)

    def _digest(self, parameters: Mapping[str, Parameter], variant: str, language: str) -> str:
        seen = {
            "files": {self._relative(path): digest for path, digest in self.files.items()},
            "parameters": {name: parameter.value for name, parameter in parameters.items()},
            "variant": variant,
            "language": language,
        }
        return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()

    def _relative(self, path: Path) -> str:
        """The name a file has in places: relative to the pack where it is inside."""
        if path.is_relative_to(self.folder):
            return path.relative_to(self.folder).as_posix()
        return path.name

    # ---- the tree

    def _tree(self) -> Tree | None:
        """`game.yaml` with its includes merged in."""
        path = self.folder / GAME_FILE
        tree = read_yaml(path, GAME_FILE, self.problems)
        if tree is None:
            return None
        self._note(path)
        merged = _Merged(dict(tree.value), dict(tree.places), dict(tree.keys))
        before = len(self.problems.errors)
        self._include(tree, merged, (path.resolve(),))
        if len(self.problems.errors) > before:
            return None
        return Tree(merged.value, merged.places, merged.keys)

    def _include(self, tree: Tree, merged: "_Merged", above: tuple[Path, ...]) -> None:
        names = tree.value.get("includes")
        if not isinstance(names, list):
            return
        for i, name in enumerate(names):
            place = tree.place(("includes", i))
            if not isinstance(name, str):
                continue  # the schema says what is wrong with it
            path = self._existing(name, place)
            if path is None:
                continue
            if path in above:
                self.problems.error(place, f'"{name}" includes itself in the end', "leave it out")
                continue
            if len(above) > DEEPEST_INCLUDE:
                self.problems.error(place, f"includes are nested more than {DEEPEST_INCLUDE} deep")
                continue
            if path in self.files:
                self.problems.error(place, f'"{name}" is included twice', "leave one out")
                continue
            part = read_yaml(path, self._relative(path), self.problems)
            if part is None:
                continue
            self._note(path)
            merged.add(part, self.problems)
            self._include(part, merged, (*above, path))

    # ---- parameters

    def _variant(self, game: "GameSection", wanted: str | None, tree: Tree) -> str:
        """The variant in force; its faults are problems."""
        from generator.schema import near

        for name, variant in game.variants.items():
            for parameter in variant.parameters:
                if parameter not in game.parameters:
                    self.problems.error(
                        tree.key(("variants", name, "parameters", parameter)),
                        f'unknown parameter "{parameter}"',
                        near(parameter, game.parameters),
                    )
            for i, component in enumerate(variant.without):
                if component not in game.components:
                    self.problems.error(
                        tree.place(("variants", name, "without", i)),
                        f'unknown component "{component}"',
                        near(component, game.components),
                    )
        if wanted is None:
            return next(iter(game.variants), "")
        if wanted not in game.variants:
            place = tree.key(("variants",)) if game.variants else Place(GAME_FILE)
            self.problems.error(place, f'no variant "{wanted}"', near(wanted, game.variants))
            return next(iter(game.variants), "")
        return wanted

    def _parameters(
        self, game: "GameSection", variant: str, settings: Sequence[str], tree: Tree
    ) -> dict[str, Parameter] | None:
        """The parameters in force: as written, then the variant's, then `--set`'s."""
        parameters = {}
        for name, written in game.parameters.items():
            place = tree.key(("parameters", name))
            if isinstance(written, str | int | float | bool) or written is None:
                if written is None:
                    self.problems.error(place, f'the parameter "{name}" has no value')
                parameters[name] = Parameter(name, written, written, place)
            else:
                parameters[name] = Parameter(
                    name,
                    written.value,
                    written.value,
                    place,
                    written.note,
                    written.low,
                    written.high,
                )
        for label, changes in game.variants.items():
            for name, value in changes.parameters.items():
                if name not in parameters:
                    continue
                place = tree.place(("variants", label, "parameters", name))
                changed = self._changed(parameters[name], value, place)
                if changed is not None and label == variant:
                    parameters[name] = replace(changed, default=changed.value)
        for setting in settings:
            place = Place(f"--set {setting}")
            name, equals, text = setting.partition("=")
            name = name.strip()
            if not equals or not name:
                self.problems.error(place, "this is no setting", 'write "name=value"')
            elif name not in parameters:
                from generator.schema import near

                self.problems.error(place, f'unknown parameter "{name}"', near(name, parameters))
            else:
                from generator.source import core_scalar

                value = core_scalar(text.strip())
                if isinstance(parameters[name].default, str) and value is not None:
                    value = text.strip()
                changed = self._changed(parameters[name], value, place)
                if changed is not None:
                    parameters[name] = changed
        return None if self.problems.errors else parameters

    def _changed(self, parameter: Parameter, value: Scalar, place: Place) -> Parameter | None:
        """The parameter with another value of the same kind and in its range."""
        default = parameter.default
        if isinstance(default, bool) and not isinstance(value, bool):
            if value in (0, 1) and not isinstance(value, str):
                value = bool(value)
            else:
                self.problems.error(
                    place,
                    f'"{parameter.name}" is a switch, found {_quoted(value)}',
                    "true or false",
                )
                return None
        elif isinstance(default, int | float) and not isinstance(default, bool):
            if isinstance(value, bool) or not isinstance(value, int | float):
                self.problems.error(
                    place,
                    f'"{parameter.name}" is a number, found {_quoted(value)}',
                    f"like {default}",
                )
                return None
            if isinstance(default, int) and isinstance(value, float):
                if not value.is_integer():
                    self.problems.error(
                        place,
                        f'"{parameter.name}" is a whole number, found {value}',
                        f"like {default}",
                    )
                    return None
                value = int(value)
            if not math.isfinite(value):
                self.problems.error(place, f'"{parameter.name}" cannot be {value}')
                return None
            low, high = parameter.low, parameter.high
            if (low is not None and value < low) or (high is not None and value > high):
                bounds = (
                    f"{'' if low is None else f'{low:g}'}–{'' if high is None else f'{high:g}'}"
                )
                self.problems.error(
                    place,
                    f'"{parameter.name}" is {value:g}, outside its range {bounds}',
                    "change it",
                )
                return None
        elif isinstance(default, str) and not isinstance(value, str):
            value = "" if value is None else str(value)
        return replace(parameter, value=value)

    # ---- components

    def _components(
        self, game: "GameSection", variant: str, base: Context, language: str, tree: Tree
    ) -> list[Component]:
        left_out = set(game.variants[variant].without) if variant in game.variants else set()
        wanted = {id: part for id, part in game.components.items() if id not in left_out}
        built: dict[str, Component] = {}
        # A tuckbox takes its size from a finished deck, so boxes come second.
        for id, part in wanted.items():
            if not (part.shape and part.shape.tuckbox):
                built[id] = self._component(id, part, self._shape(part), base, language, tree)
        for id, part in wanted.items():
            if part.shape and part.shape.tuckbox:
                shape = self._tuckbox(id, part.shape.tuckbox, game, built, tree)
                if shape is not None:
                    built[id] = self._component(id, part, shape, base, language, tree)
        return [built[id] for id in wanted if id in built]

    def _shape(self, part: "ComponentSection") -> Shape:
        from generator.shapes import SIZES, turned

        shape = SIZES[part.size] if part.size is not None else _outline(part.shape)
        return turned(shape) if part.landscape else shape

    def _tuckbox(
        self, id: str, deck: str, game: "GameSection", built: Mapping[str, Component], tree: Tree
    ) -> Shape | None:
        from generator.schema import near
        from generator.shapes import tuckbox

        place = tree.place(("components", id, "shape", "tuckbox"))
        if deck not in game.components:
            self.problems.error(place, f'unknown component "{deck}"', near(deck, game.components))
            return None
        if deck not in built:
            if deck in game.components and game.components[deck].shape and deck != id:
                part = game.components[deck].shape
                if part is not None and part.tuckbox:
                    self.problems.error(place, f'"{deck}" is a tuckbox itself')
                return None
            if deck == id:
                self.problems.error(place, "a tuckbox cannot hold itself")
            return None
        cards = built[deck]
        if cards.shape.kind != "rect":
            self.problems.error(place, f'"{deck}" is not rectangular, so no tuckbox fits it')
            return None
        width, height = cards.sleeve or (cards.shape.width, cards.shape.height)
        sleeve_thickness = 0.2 if cards.sleeve else 0.0
        return tuckbox(width, height, cards.count * (cards.stock + sleeve_thickness))

    def _component(
        self,
        id: str,
        part: "ComponentSection",
        shape: Shape,
        base: Context,
        language: str,
        tree: Tree,
    ) -> Component:
        path: Path_ = ("components", id)
        title = fill(part.title or _titled(id), base, tree.place((*path, "title")), self.problems)
        records = self._records(part, path, language, tree)
        rows = self._rows(id, title, part, records, base, path, tree)
        smaller = min(shape.width, shape.height)
        safe = part.safe if part.safe is not None else min(3.0, round(smaller / 10, 4))
        if 2 * safe >= smaller:
            self.problems.error(
                tree.place((*path, "safe")), f"safe {safe:g}mm leaves no room on the piece"
            )
        is_board = part.shape is not None and part.shape.board is not None
        return Component(
            id=id,
            title=title,
            shape=shape,
            bleed=part.bleed,
            back_bleed=part.bleed if part.back_bleed is None else part.back_bleed,
            safe=safe,
            front=self._face(part, "front", path, tree),
            back=self._face(part, "back", path, tree),
            rows=tuple(rows),
            place=tree.key(path),
            stock=part.stock,
            group=part.group,
            sleeve=_sleeve(part.sleeve, shape),
            tile_pages=is_board if part.tile_pages is None else part.tile_pages,
            min_text_pt=part.min_text,
        )

    def _face(
        self, part: "ComponentSection", side: str, path: Path_, tree: Tree
    ) -> FaceSpec | None:
        from generator.schema import FACE_WAYS

        section = getattr(part, side)
        if section is None:
            return None
        kind = next(way for way in FACE_WAYS if getattr(section, way) is not None)
        slots = dict(section.model_extra or {})
        places = {slot: tree.place((*path, side, slot)) for slot in slots}
        place = tree.place((*path, side, kind))
        return FaceSpec(kind, getattr(section, kind), slots, place, places)

    def _records(
        self, part: "ComponentSection", path: Path_, language: str, tree: Tree
    ) -> list[Record]:
        """The data rows of a component, its languages resolved."""
        from generator.schema import FileRows, ProductRows

        rows = part.rows
        at = (*path, "rows")
        if rows is None:
            return [Record({}, tree.key(path), {})]
        if isinstance(rows, list):
            records = [
                Record(
                    dict(fields),
                    tree.place((*at, i)),
                    {name: tree.place((*at, i, name)) for name in fields},
                )
                for i, fields in enumerate(rows)
            ]
        elif isinstance(rows, ProductRows):
            records = self._product(rows.product, (*at, "product"), tree)
        else:
            file, sheet = (rows.file, rows.sheet) if isinstance(rows, FileRows) else (rows, None)
            place = tree.place((*at, "file"))
            found = self._existing(file, place)
            if found is None:
                return []
            table = read_table(found, self._relative(found), self.problems, sheet)
            self._note(found)
            if table is None:
                return []
            records = table
            if not records:
                self.problems.warning(Place(self._relative(found)), "no rows below the header")
        if len(records) > MOST_ROWS:
            self.problems.error(
                tree.place(at), f"more than {MOST_ROWS:,} rows, found {len(records):,}"
            )
            return []
        return _speak(records, language, _languages(tree.value), self.problems)

    def _product(self, lists: Mapping[str, list[Scalar]], at: Path_, tree: Tree) -> list[Record]:
        """Every combination, the last list turning fastest; `x.de` runs along with `x`."""
        import itertools

        languages = _languages(tree.value)
        own = [name for name in lists if not _suffix(name, languages)]
        for name in lists:
            if name in own:
                continue
            stem = name.rpartition(".")[0]
            if stem not in own:
                self.problems.error(tree.key((*at, name)), f'no list "{stem}" to translate')
            elif len(lists[stem]) != len(lists[name]):
                self.problems.error(
                    tree.key((*at, name)),
                    f'"{name}" has {len(lists[name])} values, "{stem}" has {len(lists[stem])}',
                    "give one for each",
                )
                return []
        n_rows = math.prod(len(lists[name]) for name in own)
        if n_rows > MOST_ROWS:
            self.problems.error(
                tree.key(at), f"the product has {n_rows:,} rows, more than {MOST_ROWS:,}"
            )
            return []
        records = []
        for indices in itertools.product(*(range(len(lists[name])) for name in own)):
            chosen = dict(zip(own, indices, strict=True))
            fields = {}
            places = {}
            for name in lists:
                i = chosen.get(name, chosen.get(name.rpartition(".")[0], 0))
                fields[name] = lists[name][i]
                places[name] = tree.place((*at, name, i))
            place = places[own[-1]] if own else tree.place(at)
            records.append(Record(fields, place, places))
        return records

    def _rows(
        self,
        id: str,
        title: str,
        part: "ComponentSection",
        records: list[Record],
        base: Context,
        path: Path_,
        tree: Tree,
    ) -> list[Row]:
        """Records filtered, overridden, counted and named."""
        overrides = [
            (dict(o.match), dict(o.set), tree.place((*path, "override", i)))
            for i, o in enumerate(part.override)
        ]
        used = [False] * len(overrides)
        where, count, piece = (tree.place((*path, key)) for key in ("where", "count", "piece"))
        component = {"id": id, "title": title}
        ids: dict[str, Place] = {}
        rows: list[Row] = []
        for number, record in enumerate(records, start=1):
            context = row_context(base, record.fields)
            if part.where is not True:
                before = len(self.problems)
                keeps = evaluate(part.where, context, where, self.problems)
                if len(self.problems) > before:
                    return []
                if not _truth(keeps):
                    continue
            fields = dict(record.fields)
            places: Mapping[str, Place] = record.places
            context["component"] = component
            name = self._piece_name(part, fields, context, id, number, len(records), piece)
            slug = _row_id(fields, name)
            forced: Scalar = None
            for i, (match, changes, place) in enumerate(overrides):
                seen = {"id": slug, "name": name, **fields}
                if all(_same(seen.get(key), wanted) for key, wanted in match.items()):
                    used[i] = True
                    for key, value in changes.items():
                        if key not in fields and key != "count":
                            from generator.schema import near

                            self.problems.error(
                                place, f'no field "{key}" to set', near(key, fields)
                            )
                        if key == "count":
                            forced = value
                        if key != "count" or key in fields:
                            fields[key] = value
                            at = tree.place((*path, "override", i, "set", key))
                            places = {**places, key: at}
            if forced is not None or fields != record.fields:
                context = row_context(base, fields)
                context["component"] = component
                name = self._piece_name(part, fields, context, id, number, len(records), piece)
            n = self._count(
                part.count if forced is None else forced, context, fields, count, record.place
            )
            if n is None:
                return []
            if slug in ids and "id" in fields and fields["id"] not in (None, ""):
                self.problems.error(
                    places["id"], f'the id "{slug}" is there twice', f"first at {ids[slug]}"
                )
            unique, again = slug, 2
            while unique in ids:
                unique, again = f"{slug}-{again}", again + 1
            ids[unique] = places.get("id", record.place)
            rows.append(Row(unique, name, fields, n, record.place, places))
        for (match, _, place), was_used in zip(overrides, used, strict=True):
            if not was_used and records:
                words = ", ".join(f"{key}: {value}" for key, value in match.items())
                from generator.schema import near

                self.problems.error(
                    place,
                    f"no row matches {words}",
                    near(str(next(iter(match.values()))), {row.id for row in rows}),
                )
        return rows

    def _piece_name(
        self,
        part: "ComponentSection",
        fields: Mapping[str, Scalar],
        context: Context,
        id: str,
        number: int,
        n_rows: int,
        place: Place,
    ) -> str:
        """What people call a row's piece."""
        if part.piece:
            return " ".join(fill(part.piece, context, place, self.problems).split())
        for key in ("name", "title", "id"):
            if fields.get(key) not in (None, ""):
                return str(fields[key])
        if n_rows == 1:
            return str(context["component"]["title"])
        from generator.schema import ProductRows

        if isinstance(part.rows, ProductRows):
            own = [str(v) for k, v in fields.items() if "." not in k and v is not None]
            return " ".join(own)
        return f"{id} {number:0{len(str(n_rows))}d}"

    def _count(
        self,
        written: Scalar,
        context: Context,
        fields: Mapping[str, Scalar],
        place: Place,
        row_place: Place,
    ) -> int | None:
        """How many copies of a row; None after a problem."""
        from generator.schema import MOST_PIECES

        before = len(self.problems)
        value = evaluate(written, context, place, self.problems)
        if len(self.problems) > before:
            return None
        if isinstance(value, str):
            from generator.source import core_scalar

            value = core_scalar(value.strip())
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool):
            value = int(value)
        if not isinstance(value, int):
            self.problems.error(
                row_place, f"the count is {_quoted(value)}, not a whole number", f"see {place}"
            )
            return None
        if not 0 <= value <= MOST_PIECES:
            self.problems.error(
                row_place, f"the count is {value}, not 0 to {MOST_PIECES}", f"see {place}"
            )
            return None
        return value

    # ---- pictures and fonts

    def _icons(self, game: "GameSection", tree: Tree) -> tuple[dict[str, Path], dict[str, str]]:
        """SVG files and drawn icons by name: the pack's in written order, then the bundled ones."""
        files: dict[str, Path] = {}
        drawn: dict[str, str] = {}
        written = "icons" in tree.value
        for i, source in enumerate(game.icons):
            place = tree.place(("icons", i))
            if isinstance(source, str):
                folder = self._path(source, place)
                if folder is None:
                    continue
                if not folder.is_dir():
                    if written:
                        self.problems.error(
                            place, f'no folder "{source}"', "make it, or leave icons out"
                        )
                    continue
                for path in sorted(folder.rglob("*.svg")):
                    if path.stem not in files and path.stem not in drawn:
                        files[path.stem] = path
                        self._note(path)
            else:
                for name, svg in self._icon_set(source.set, source.names, place).items():
                    if name not in files:
                        drawn.setdefault(name, svg)
        for path in sorted((bundled("templates") / "icons").glob("*.svg")):
            if path.stem not in files and path.stem not in drawn:
                files[path.stem] = path
        return files, drawn

    def _icon_set(self, written: str, names: Mapping[str, str], place: Place) -> dict[str, str]:
        """The icons of an Iconify JSON set as SVG texts; its credit line is noted."""
        from generator.iconify import read_set

        path = self._existing(written, place, inside=False)
        if path is None:
            return {}
        raw = read_bytes(path, self._relative(path), LARGEST_ICON_SET, self.problems)
        if raw is None:
            return {}
        self.files[path] = hashlib.sha256(raw).hexdigest()
        read = read_set(raw, names, self._relative(path), place, self.problems)
        if read.credit:
            self.credits.append(read.credit)
        return read.icons

    def _fonts(self, game: "GameSection", tree: Tree) -> dict[str, Font]:
        """The pack's families and `body`, which is Source Sans Pro unless the pack says other."""
        from generator.fonts import check_fonts, default_font

        fonts: dict[str, Font] = {}
        for family, section in game.fonts.items():
            files: dict[Any, Path] = {}
            for style in ("regular", "bold", "italic", "bolditalic"):
                written = getattr(section, style)
                place = tree.place(("fonts", family, style))
                path = None if written is None else self._existing(written, place, inside=False)
                if path is not None:
                    files[style] = path
                    self._note(path)
            if "regular" in files:
                fonts[family] = Font(family, files)
        check_fonts(
            fonts,
            {
                (family, style): tree.place(("fonts", family, style))
                for family, font in fonts.items()
                for style in font.files
            },
            self.problems,
        )
        if "body" not in fonts:
            fonts["body"] = default_font()
        return fonts


# ---- includes and languages


@dataclass(slots=True)
class _Merged:
    """A tree that grows: includes add keys, never change them."""

    value: dict[str, Value]
    places: dict[Path_, Place]
    keys: dict[Path_, Place]

    def add(self, part: Tree, problems: Problems) -> None:
        """Add another file's keys; mappings such as `components` are joined key by key."""
        joined: list[Path_] = []
        for key, value in part.value.items():
            if key in ("includes", "protoplay"):
                continue
            mine = self.value.get(key)
            if key not in self.value:
                self.value[key] = dict(value) if isinstance(value, dict) else value
                joined.append((key,))
                self.keys[(key,)] = part.keys[(key,)]
            elif isinstance(mine, dict) and isinstance(value, dict):
                self.value[key] = mine = dict(mine)
                for inner in value:
                    if inner in mine:
                        first = self.keys[(key, inner)]
                        problems.error(
                            part.keys[(key, inner)],
                            f'the key "{inner}" of {key} is written twice',
                            f"first at {first}",
                        )
                    else:
                        mine[inner] = value[inner]
                        joined.append((key, inner))
            else:
                problems.error(
                    part.keys[(key,)],
                    f'the key "{key}" is written twice',
                    f"first at {self.keys[(key,)]}",
                )
        for table, mine_table in ((part.places, self.places), (part.keys, self.keys)):
            for path, place in table.items():
                if any(path[: len(root)] == root for root in joined):
                    mine_table[path] = place


def _languages(value: Value) -> list[str]:
    """The languages a game declares; anything odd is left to the schema to report."""
    written = value.get("languages") if isinstance(value, dict) else None
    return [x for x in written if isinstance(x, str)] if isinstance(written, list) else []


def _suffix(name: str, languages: Sequence[str]) -> str:
    """The language of "title.de", or "" when the name has none."""
    stem, dot, language = name.rpartition(".")
    return language if dot and stem and language in languages else ""


@dataclass(frozen=True, slots=True)
class _Localiser:
    """Replaces `title` by `title.de` throughout a tree, except in data rows."""

    languages: Sequence[str]
    language: str | None
    problems: Problems

    def run(self, tree: Tree) -> Tree:
        places, keys = dict(tree.places), dict(tree.keys)
        return Tree(self._value(tree.value, (), places, keys), places, keys)

    def _value(
        self, value: Value, path: Path_, places: dict[Path_, Place], keys: dict[Path_, Place]
    ) -> Value:
        if isinstance(value, list):
            return [self._value(v, (*path, i), places, keys) for i, v in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if len(path) == 3 and path[0] == "components" and path[2] in ("rows", "override"):
            return value
        spoken: dict[str, Value] = {}
        for key, inner in value.items():
            stem, dot, tail = key.rpartition(".")
            if dot and stem and not _suffix(key, self.languages) and _looks_like_language(tail):
                from generator.schema import near

                fix = near(tail, self.languages) if self.languages else f'add "languages: [{tail}]"'
                self.problems.error(keys[(*path, key)], f'no language "{tail}" for "{stem}"', fix)
            elif not _suffix(key, self.languages):
                spoken.setdefault(key, self._value(inner, (*path, key), places, keys))
        for key, inner in value.items():
            language = _suffix(key, self.languages)
            if not language:
                continue
            stem = key.rpartition(".")[0]
            is_wanted = language == (self.language or self.languages[0])
            if (is_wanted and inner not in (None, "")) or stem not in spoken:
                spoken[stem] = inner
                places[(*path, stem)] = places[(*path, key)]
                keys.setdefault((*path, stem), keys[(*path, key)])
        self._report_missing(value, path, keys)
        return spoken

    def _report_missing(
        self, value: Mapping[str, Value], path: Path_, keys: Mapping[Path_, Place]
    ) -> None:
        """Warn of texts that some language has, but not the one asked for."""
        wanted = self.language
        if wanted is None or wanted not in self.languages:
            return
        translated = {k.rpartition(".")[0]: k for k in value if _suffix(k, self.languages)}
        for stem, key in translated.items():
            has_own = wanted == self.languages[0] and value.get(stem) not in (None, "")
            if not has_own and value.get(f"{stem}.{wanted}") in (None, ""):
                self.problems.warning(
                    keys.get((*path, stem), keys[(*path, key)]),
                    f'"{stem}" has no text in "{wanted}"',
                    f'add "{stem}.{wanted}"',
                )


def _looks_like_language(tail: str) -> bool:
    from generator.schema import LANGUAGE

    return LANGUAGE.fullmatch(tail) is not None


def _speak(
    records: list[Record], language: str, languages: Sequence[str], problems: Problems
) -> list[Record]:
    """The records with `title` taken from `title.de`; gaps fall back with a warning."""
    if not records or not languages:
        return records
    columns = sorted({name for record in records for name in record.fields})
    stems = sorted({name.rpartition(".")[0] for name in columns if _suffix(name, languages)})
    if not stems:
        return records
    spoken = []
    for record in records:
        fields = {k: v for k, v in record.fields.items() if not _suffix(k, languages)}
        places = dict(record.places)
        for stem in stems:
            own = f"{stem}.{language}"
            text = record.fields.get(own)
            if text not in (None, ""):
                fields[stem] = text
                places[stem] = record.places[own]
                continue
            if language == languages[0] and fields.get(stem) not in (None, ""):
                continue
            others = [f"{stem}.{x}" for x in languages]
            fallback = fields.get(stem)
            if fallback in (None, ""):
                fallback = next((record.fields[x] for x in others if record.fields.get(x)), None)
            fields[stem] = "" if fallback is None else fallback
            if fallback not in (None, ""):
                problems.warning(
                    record.places.get(own, record.places.get(stem, record.place)),
                    f'"{stem}" has no text in "{language}"',
                    f'found {_quoted(fallback)}; fill "{own}"',
                )
        spoken.append(Record(fields, record.place, places))
    return spoken


# ---- small words


def slug(name: str) -> str:
    """A name that is safe in files and stable: "River bird!" → "river-bird"."""
    plain = (
        unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode()
    )
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "piece"


def _row_id(fields: Mapping[str, Scalar], name: str) -> str:
    written = fields.get("id")
    return slug(str(written) if written not in (None, "") else name)


def _same(found: Scalar, wanted: Scalar) -> bool:
    return found == wanted or str(found) == str(wanted)


def _truth(value: Any) -> bool:
    """What a condition came to; "false", "no", "0" and "" are no."""
    if isinstance(value, str):
        return value.strip().lower() not in ("", "false", "no", "0", "none")
    return bool(value)


def _titled(id: str) -> str:
    return id.replace("-", " ").replace("_", " ").capitalize()


def _quoted(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return (
        "nothing"
        if value is None
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


def _sleeve(written: Any, shape: Shape) -> tuple[float, float] | None:
    """The inner size of the sleeve: of the piece itself plus 1.5 mm where only `true` is said."""
    from generator.shapes import SIZES

    if written is False:
        return None
    if written is True:
        return (round(shape.width + 1.5, 4), round(shape.height + 1.5, 4))
    if isinstance(written, str):
        return (SIZES[written].width + 1.5, SIZES[written].height + 1.5)
    return (written[0], written[1])


def _outline(written: "ShapeSection | None") -> Shape:
    from generator.shapes import cube, hexagon, polygon, rect, standee

    assert written is not None
    corner = written.corner or 0.0
    sides = written.rect or written.strip or written.board
    if sides is not None:
        return rect(*sides, corner)
    if written.square is not None:
        return rect(written.square, written.square, corner)
    if written.hex is not None:
        assert written.across is not None
        return hexagon(written.hex, written.across, written.top or "pointy")
    if written.circle is not None:
        return Shape("circle", written.circle, written.circle)
    if written.polygon is not None:
        return polygon(written.polygon)
    if written.standee is not None:
        foot = written.foot or max(6.0, round(written.standee[0] * 0.4, 4))
        return standee(*written.standee, foot)
    if written.dice is not None:
        corner = round(written.dice * 0.12, 4) if written.corner is None else corner
        return rect(written.dice, written.dice, corner)
    assert written.cube is not None, f"no outline in {written!r}"
    return cube(written.cube)
