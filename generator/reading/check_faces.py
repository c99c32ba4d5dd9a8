"""Checks that everything named by faces exists, and that their texts can be filled in for every
row.

In: a definition, or a finished pack. Out: problems at the faces' slots.
"""

import ast
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from generator.model.pack import Component, FaceSpec, Pack, Row
from generator.model.plays import GENERATED
from generator.model.problems import Place, Problems, near
from generator.reading.game_as_written import DRAWINGS_FILE, SIMPLE, Definition, text_of
from generator.reading.schema_components import slots_in
from generator.reading.values import Steps
from generator.system.files import read
from generator.templating.expressions import (
    Context,
    cell_of,
    context_of,
    fill,
    is_plain,
    pack_context,
)
from generator.templating.face_slots import face_names, has_kind, names_a_font, slots_of

MOST_FAULTS = 200  # maximum number of faults reported for one component
RULES, RULES_FILE = "rules", "RULES.md"  # a face, and the file that it prints by default


def faces_exist(definition: Definition) -> None:
    """Report bundled faces, slots, templates and drawing functions that do not exist."""
    for id, part in definition.game.components.items():
        for side, face in (("front", part.front), ("back", part.back)):
            if face is None:
                continue
            path: Steps = ("components", id, side)
            slots = slots_in(face)
            if face.use is not None:
                _check_bundled_face(face.use, list(slots), path, definition)
                _note_markdown(face.use, slots, definition)
            elif face.template is not None:
                place = definition.tree.place((*path, "template"))
                file = definition.files.existing(face.template, place)
                if file is not None:
                    definition.files.note(file)
                    if _is_blank(file):
                        message = f'the template "{face.template}" is empty'
                        definition.problems.error(place, message, "draw the face in it")
            elif face.draw is not None:
                _check_drawing(face.draw, definition.tree.place((*path, "draw")), definition)


def _is_blank(file: Path) -> bool:
    """Whether a file is empty. A file that cannot be read has been reported before."""
    try:
        return not read(file).strip()
    except OSError:
        return False


def _check_bundled_face(name: str, slots: list[str], path: Steps, definition: Definition) -> None:
    tree, problems = definition.tree, definition.problems
    if name not in face_names():
        place = tree.place((*path, "use"))
        problems.error(place, f'there is no bundled face "{name}"', near(name, face_names()))
        return
    slots_known = slots_of(name)
    for slot in slots:
        if slot not in slots_known and not names_a_font(slot, slots_known):
            message = f'the face "{name}" has no slot "{slot}"'
            problems.error(tree.key((*path, slot)), message, near(slot, slots_known))


def _note_markdown(use: str, slots: Mapping[str, object], definition: Definition) -> None:
    """Record the Markdown file that a face prints, because the file is part of the pack."""
    if use not in face_names() or "file" not in slots_of(use):
        return
    file = slots.get("file", RULES_FILE if use == RULES else None)
    if isinstance(file, str) and is_plain(file) and file not in GENERATED:
        definition.files.note(definition.files.folder / file)


def _check_drawing(name: str, place: Place, definition: Definition) -> None:
    path, problems = definition.files.folder / DRAWINGS_FILE, definition.problems
    if not path.is_file():
        problems.error(place, f"the pack has no {DRAWINGS_FILE}", f'write one with "def {name}("')
        return
    text = text_of(path)
    if re.search(
        rf"^(?:def {re.escape(name)}\(|(?:from|import)\b.*\b{re.escape(name)}\b)", text, re.M
    ):
        return  # the name in the text is enough, because parsing a long drawings.py takes 40 ms
    try:
        tree = ast.parse(text, DRAWINGS_FILE)
    except (SyntaxError, ValueError) as fault:
        line, column = getattr(fault, "lineno", 0) or 0, getattr(fault, "offset", 0) or 0
        reason = getattr(fault, "msg", str(fault))
        problems.error(Place(DRAWINGS_FILE, line, column), f"not valid Python: {reason}")
        return
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assigned = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    if name not in {*functions, *assigned, *imported}:
        fix = near(name, [function for function in functions if function[0] != "_"])
        problems.error(place, f'{DRAWINGS_FILE} has no function "{name}"', fix)


# ---- the finished pack


def texts_fill_in(pack: Pack, definition: Definition) -> None:
    """Report slots that cannot be filled in for a row, and icons that do not exist."""
    base = pack_context(pack)
    for component in pack.components:
        faces = [face for face in (component.front, component.back) if face is not None]
        texts = [
            (face, slot) for face in faces for slot in face.slots if _needs_filling(face, slot)
        ]
        if not texts:
            continue
        before = len(definition.problems.errors)
        for row in component.rows:
            if len(definition.problems.errors) > before + MOST_FAULTS:
                message = f'there are more faults in "{component.id}"'
                definition.problems.error(component.place, message, "correct those above first")
                break
            if row.count:
                _check_row(pack, component, row, base, texts, definition.problems)


def _needs_filling(face: FaceSpec, slot: str) -> bool:
    text = face.slots[slot]
    return isinstance(text, str) and (not is_plain(text) or has_kind(face, slot, "icon"))


def _check_row(
    pack: Pack,
    component: Component,
    row: Row,
    base: Context,
    texts: list[tuple[FaceSpec, str]],
    problems: Problems,
) -> None:
    context = context_of(pack, component, row, base)
    for face, slot in texts:
        text = face.slots[slot]
        assert isinstance(text, str), f"{slot} of {component.id} is {text!r}"
        place = face.places[slot]
        if has_kind(face, slot, "icon"):
            name = fill(text, context, place, problems, row.places).strip()
            if name and not name.startswith("{") and not _is_known_icon(pack, name):
                field = SIMPLE.fullmatch(text.strip())
                found_at = (cell_of(row.places, field[1]) if field else None) or place
                icons = {*pack.icons, *pack.drawn_icons}
                problems.error(found_at, f'there is no icon "{name}"', near(name, icons))
        elif not _names_of(text) <= context.keys():
            fill(text, context, place, problems, row.places)


def _is_known_icon(pack: Pack, name: str) -> bool:
    return name in pack.icons or name in pack.drawn_icons


@lru_cache(maxsize=4096)
def _names_of(text: str) -> frozenset[str]:
    """The names in a text of plain `{{ name }}`s; "{" among them if the text must be evaluated."""
    names = SIMPLE.findall(text)
    rest = SIMPLE.sub("", text)
    return frozenset(names) if is_plain(rest) else frozenset("{")
