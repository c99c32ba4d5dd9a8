"""The one door: a name or a folder in, a checked `Pack` and everything wrong with it out.

A name is only a shortcut to a bundled folder; bundled packs and users' packs take the same steps:
read, speak, validate, resolve parameters, make rows, find pictures and fonts, check.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.model.goals import Goal
from generator.model.pack import Pack, Parameter, SheetDefaults
from generator.model.problems import Place, Problems, near
from generator.reading.check import check, check_definition
from generator.reading.check_faces import texts_fill_in
from generator.reading.components import components_of, left_out_of, set_cells
from generator.reading.definition import read_definition
from generator.reading.entries import EntryReader
from generator.reading.files import Files
from generator.reading.folder import find_folder
from generator.reading.fonts import fonts_of
from generator.reading.game_as_written import Definition
from generator.reading.icons import icons_of
from generator.reading.languages import declared, localised
from generator.reading.parameters import (
    CellSetting,
    Wishes,
    cells_of,
    choose_variant,
    goals_of,
    resolve,
    wishes_of,
)
from generator.reading.rows import RowMaker
from generator.reading.schema import GameSection, SheetSection
from generator.reading.validate import validate
from generator.reading.values import Tree
from generator.templating.expressions import base_context
from generator.templating.sandbox import begin


def open_pack(
    name_or_folder: str | Path,
    *,
    variant: str | None = None,
    settings: Sequence[str] = (),
    language: str | None = None,
    flawed: bool = False,
) -> tuple[Pack | None, Problems]:
    """The pack, resolved for one variant, language and set of parameters.

    `settings` are "name=value" texts that win over the variant's parameters. None stands for the
    pack when there are errors; warnings may stand beside a pack. With `flawed`, a pack whose
    faces alone have faults is given, too, for whoever draws them finds these. Files in places are
    relative to the pack's folder.
    """
    problems = Problems()
    begin()
    folder = find_folder(name_or_folder, problems)
    if folder is None:
        return None, problems
    pack = _opened(folder, variant, settings, language, problems, flawed)
    return (None if problems.errors and not flawed else pack), problems


def _opened(
    folder: Path,
    variant: str | None,
    settings: Sequence[str],
    language: str | None,
    problems: Problems,
    flawed: bool,
) -> Pack | None:
    """Walk the steps; each needs the ones before it, so a failed one ends the walk."""

    files = Files(folder, problems)
    tree = read_definition(files)
    if tree is None:
        return None
    languages = declared(tree)
    if language is not None and language not in languages:
        if languages:
            place, fix = tree.key(("languages",)), near(language, languages)
        else:
            place = Place(tree.place(()).file)
            fix = f"add the line languages: [{', '.join(dict.fromkeys(('en', language)))}]"
        problems.error(place, f'no language "{language}"', fix)
        language = None
    tree = localised(tree, languages, language, problems)
    n_before = len(problems.errors)
    game = validate(tree, problems)
    if game is None:
        return None
    goals = goals_of(game, tree, problems)
    wishes = wishes_of(game, tree, problems)
    n_apart = len(problems.errors)  # of what the steps below do without
    chosen = choose_variant(game, variant, tree, problems)
    cells, settings = cells_of(game, settings)
    parameters = resolve(game, chosen, settings, tree, problems)
    if n_before or len(problems.errors) > n_apart:
        return None
    pack = _made(
        game, tree, files, chosen, parameters, cells, languages, language, flawed, goals, wishes
    )
    return None if n_apart else pack


def _made(
    game: GameSection,
    tree: Tree,
    files: Files,
    variant: str,
    parameters: Mapping[str, Parameter],
    cells: Sequence[CellSetting],
    languages: Sequence[str],
    language: str | None,
    flawed: bool,
    goals: tuple[Goal, ...],
    wishes: Wishes,
) -> Pack | None:
    """The finished pack of a sound definition; None where what it names is not."""

    n_before = len(files.problems.errors)
    id, spoken = files.folder.name, language or next(iter(languages), "")
    base = base_context(
        id=id,
        name=game.name,
        players=game.players,
        parameters=parameters,
        palette=game.palette,
        variant=variant,
        language=spoken,
    )
    reader = EntryReader(files, tree, languages, language)
    defaults = {name: parameter.default for name, parameter in parameters.items()}
    maker, numbers = set_cells(game, cells, RowMaker(reader, base), defaults)
    components = components_of(game, variant, maker)
    left_out = left_out_of(game, variant, maker)
    maker.report_strays()
    parameters = {**parameters, **numbers}
    n_listed = len(files.problems.errors)
    icons = icons_of(game, tree, files)
    fonts = fonts_of(game, tree, files, components)
    _note_code(files)
    definition = Definition(game, tree, files)
    n_made = len(files.problems.errors)
    check_definition(definition, faces=not flawed)
    if n_made > n_listed:
        return None
    pack = Pack(
        id=id,
        name=game.name,
        folder=files.folder,
        players=game.players,
        parameters=parameters,
        variant=variant,
        variants=tuple(game.variants),
        language=spoken,
        languages=tuple(languages),
        palette=game.palette,
        fonts=fonts,
        icons=icons.files,
        keywords=game.keywords,
        components=components,
        left_out=left_out,
        sheet=_sheet(game.sheet),
        credits=(*game.credits, *icons.credits),
        turns_target=wishes.target,
        files=tuple(sorted(files.digests)),
        digest=_digest(files, parameters, variant, spoken),
        drawn_icons=icons.drawn,
        goals=goals,
        worth=wishes.worth,
        targets=wishes.targets,
        worths=wishes.worths,
    )
    if len(files.problems.errors) > n_made or n_listed > n_before:
        if not flawed or n_listed > n_before:  # else whoever draws the faces tells
            texts_fill_in(pack, definition)
        return None
    check(pack, definition, faces=not flawed)
    return pack


def _sheet(section: SheetSection) -> SheetDefaults:
    written = section.model_dump()
    return SheetDefaults(arrange=written.pop("pack"), **written)


def _digest(files: Files, parameters: Mapping[str, Parameter], variant: str, language: str) -> str:
    seen = {
        "files": {files.shown(path): digest for path, digest in files.digests.items()},
        "parameters": {name: parameter.value for name, parameter in parameters.items()},
        "variant": variant,
        "language": language,
    }
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()


def _note_code(files: Files) -> None:
    """The pack's own rules, drawings and templates are part of what it is."""
    for name in ("rules.py", "drawings.py"):
        files.note(files.folder / name)
    for path in files.below(files.folder / "templates", "*"):
        files.note(path)
