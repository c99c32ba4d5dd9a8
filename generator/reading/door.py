"""The only entry point, which turns a name or a folder into a checked `Pack` and all its problems.

A name is a shortcut to a bundled folder. Bundled packs and users' packs take the same steps: read,
choose the language, validate, resolve parameters, make rows, find pictures and fonts, check.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.model.goals import Goal
from generator.model.pack import Pack, Parameter
from generator.model.problems import Place, Problems, near
from generator.model.questions import Question
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
from generator.reading.plays import play_of
from generator.reading.questions import own_questions
from generator.reading.rows import RowMaker
from generator.reading.setups import setup_of
from generator.reading.validate import validate
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
    """Return the pack, resolved for one variant, language and set of parameters.

    `settings` are "name=value" texts that replace the variant's parameters. The pack is None if
    there are errors; warnings may come with a pack. With `flawed`, a pack that has faults only in
    its faces is also returned, because drawing the faces reports these faults. File names in
    messages are relative to the pack's folder.
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
    """Take the steps in order, and stop at a failure, because each step needs the results of
    earlier steps.
    """
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
        problems.error(place, f'the game has no language "{language}"', fix)
        language = None
    tree = localised(tree, languages, language, problems)
    n_before = len(problems.errors)
    game = validate(tree, problems)
    if game is None:
        return None
    goals = goals_of(game, tree, problems)
    wishes = wishes_of(game, tree, problems)
    questions = own_questions(game, tree, problems)
    # the number of errors in keys that the following steps do not need
    n_apart = len(problems.errors)
    chosen = choose_variant(game, variant, tree, problems)
    cells, settings = cells_of(game, settings)
    parameters = resolve(game, chosen, settings, tree, problems)
    if n_before or len(problems.errors) > n_apart:
        return None
    definition = Definition(game, tree, files)
    choices = _Choices(chosen, parameters, cells, languages, language, goals, wishes, questions)
    pack = _finished(definition, choices, flawed)
    return None if n_apart else pack


@dataclass(frozen=True, slots=True)
class _Choices:
    """The choices for which a definition is resolved; `language` is None if no language was
    chosen.
    """

    variant: str
    parameters: Mapping[str, Parameter]
    cells: Sequence[CellSetting]
    languages: Sequence[str]
    language: str | None
    goals: tuple[Goal, ...]
    wishes: Wishes
    questions: tuple[Question, ...]


def _finished(definition: Definition, choices: _Choices, flawed: bool) -> Pack | None:
    """The finished pack of a valid definition; None if a named file or object is missing."""
    game, tree, files = definition.game, definition.tree, definition.files
    variant, parameters, wishes = choices.variant, choices.parameters, choices.wishes
    n_before = len(files.problems.errors)
    id, spoken = files.folder.name, choices.language or next(iter(choices.languages), "")
    base = base_context(
        id=id,
        name=game.name,
        players=game.players,
        parameters=parameters,
        palette=game.palette,
        variant=variant,
        language=spoken,
    )
    reader = EntryReader(files, tree, choices.languages, choices.language)
    defaults = {name: parameter.default for name, parameter in parameters.items()}
    maker, numbers = set_cells(game, choices.cells, RowMaker(reader, base), defaults)
    components = components_of(game, variant, maker)
    left_out = left_out_of(game, variant, maker)
    maker.report_strays()
    parameters = {**parameters, **numbers}
    setup = setup_of(game, variant, tree, components, left_out, base, files.problems)
    n_listed = len(files.problems.errors)
    icons = icons_of(game, tree, files)
    fonts = fonts_of(game, tree, files, components)
    _note_code(files)
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
        languages=tuple(choices.languages),
        palette=game.palette,
        fonts=fonts,
        icons=icons.files,
        keywords=game.keywords,
        components=components,
        left_out=left_out,
        sheet=game.sheet.defaults(),
        credits=(*game.credits, *icons.credits),
        turns_target=wishes.target,
        files=tuple(sorted(files.digests)),
        digest=_digest(files, parameters, variant, spoken),
        drawn_icons=icons.drawn,
        goals=choices.goals,
        worth=wishes.worth,
        targets=wishes.targets,
        worths=wishes.worths,
        play=play_of(game.play, tree) if game.play is not None else None,
        setup=setup,
        questions=choices.questions,
    )
    if pack.play is not None:
        from generator.reading.phrases.printing import as_printed

        pack = as_printed(pack)
    if len(files.problems.errors) > n_made or n_listed > n_before:
        # without this check, drawing the faces reports the faults
        if not flawed or n_listed > n_before:
            texts_fill_in(pack, definition)
        return None
    check(pack, definition, faces=not flawed)
    return pack


def _digest(files: Files, parameters: Mapping[str, Parameter], variant: str, language: str) -> str:
    seen = {
        "files": {files.shown(path): digest for path, digest in files.digests.items()},
        "parameters": {name: parameter.value for name, parameter in parameters.items()},
        "variant": variant,
        "language": language,
    }
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()


def _note_code(files: Files) -> None:
    """Record the pack's own rules, drawings and templates as part of the pack."""
    for name in ("rules.py", "drawings.py"):
        files.note(files.folder / name)
    for path in files.below(files.folder / "templates", "*"):
        files.note(path)
