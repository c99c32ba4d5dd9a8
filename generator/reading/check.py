"""What is wrong or odd in a pack that reads well: lists of small functions.

`DEFINITION_CHECKS` look at what is written, `CHECKS` at the finished pack. Each adds to the
problems; adding a check is adding a function to its list.
"""

import ast
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from generator.model.measures import affected
from generator.model.pack import Component, FaceSpec, Pack, Row, Scalar
from generator.model.problems import Place, Problems, near, place_in
from generator.model.units import paper_mm, to_text
from generator.reading import colour_vision
from generator.reading.files import Files
from generator.reading.folder import GAME_FILE
from generator.reading.foreign_text import NEW_LINE, Slip, misread, slips
from generator.reading.formulas import left_behind
from generator.reading.schema import GameSection, slots_in
from generator.reading.values import Steps, Tree, Value
from generator.system.files import composed, read
from generator.templating.expressions import (
    Context,
    cell_of,
    context_of,
    fill,
    in_texts,
    is_plain,
    one_line,
    pack_context,
)
from generator.templating.face_slots import face_names, names_a_font, slots_of
from generator.templating.figures import figures, value_of

_SIMPLE = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")
_WORD = re.compile(r"\w+")
_STEM = re.compile(r"""["']([A-Za-z_]\w*_)(?:\{|["'])""")
_ONLY_COLOUR = ("colour", "color", "background")  # slots that show a field by its colour alone
_BESIDE = ("texture", "letter", "icon")  # slots whose marks tell colours apart
_MARKUP = re.compile(
    r"\{\{.{,2000}?\}\}|\{%.{,2000}?%\}|\{#.{,2000}?#\}|:[a-z0-9][a-z0-9_-]*:|[*\\]", re.DOTALL
)
# Slots of bundled faces that hold words; others hold names, numbers, files and switches.
_WORDED = re.compile(r"(title|subtitle|text|head|rows|flavour|footer|changed)(_\d)?")
_HEADINGS = ("begin", "until")  # slots that name headings of a Markdown file, as `## Play`
_JINJA = re.compile(r"\{\{.{,2000}?\}\}|\{%.{,2000}?%\}|\{#.{,2000}?#\}", re.DOTALL)
_FOREIGN = re.compile(r"[\\<&\[{]|__|^#", re.MULTILINE)  # what signs of other programs begin with
_TREATED = re.compile(r"\|\s*(?:safe|replace|striptags)\b|\.(?:replace|sub)\(")
_DRAWINGS = "drawings.py"
MOST_FAULTS = 200  # told of one component; nobody reads more
RULES_FILE = "RULES.md"  # what the face `rules` prints unless told


@dataclass(frozen=True, slots=True)
class Definition:
    """The written game beside its pack: where each value stands."""

    game: GameSection
    tree: Tree
    files: Files

    @property
    def problems(self) -> Problems:
        """Where faults go."""
        return self.files.problems


def check_definition(definition: Definition, faces: bool = True) -> None:
    """Run every check of what is written; `faces=False` where whoever draws them tells."""
    for run in DEFINITION_CHECKS:
        run(definition)
    if not faces:  # their files belong to the pack all the same
        definition = replace(definition, files=replace(definition.files, problems=Problems()))
    faces_exist(definition)


def check(pack: Pack, definition: Definition, faces: bool = True) -> None:
    """Run every check of the finished pack; `faces` as in `check_definition`."""
    if faces:
        texts_fill_in(pack, definition)
    for run in CHECKS:
        run(pack, definition)


# ---- what is written


def languages_differ(definition: Definition) -> None:
    """No language is declared twice."""
    languages = definition.game.languages
    for i, language in enumerate(languages):
        if language in languages[:i]:
            place = definition.tree.place(("languages", i))
            definition.problems.error(place, f'the language "{language}" is there twice')


def margins_leave_paper(definition: Definition) -> None:
    """The sheet's margins leave something to print on."""
    sheet = definition.game.sheet
    width = min(paper_mm(sheet.paper))
    if 2 * sheet.margin > width - 20:
        place = definition.tree.place(("sheet", "margin"))
        found = f"margins of {to_text(sheet.margin)} leave less than 20mm of {sheet.paper}"
        definition.problems.error(place, found, "make them smaller")


def keywords_are_words(definition: Definition) -> None:
    """A keyword's text is not searched again, so another keyword in it stays as it is."""
    keywords = definition.game.keywords
    for word, text in keywords.items():
        place = definition.tree.key(("keywords", word))
        if not word.strip():
            definition.problems.error(place, "a keyword is empty")
            continue
        for other in keywords:
            if other != word and other.strip() and _has_word(text, other):
                found = f'"{word}" stands for a text with the keyword "{other}"'
                fix = f'keywords are replaced once: write out what "{other}" stands for'
                definition.problems.warning(place, found, fix)


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def alone_are_colours(definition: Definition) -> None:
    """What `colours_alone` lists is in the palette."""
    names = definition.game.colours_alone
    if not isinstance(names, list):
        return
    palette = definition.game.palette
    for i, name in enumerate(names):
        if name not in palette:
            place = definition.tree.place(("colours_alone", i))
            definition.problems.error(
                place, f'no colour "{name}" in the palette', near(name, palette)
            )


def faces_exist(definition: Definition) -> None:
    """Bundled faces, their slots, templates and drawing functions are there."""
    for id, part in definition.game.components.items():
        for side, face in (("front", part.front), ("back", part.back)):
            if face is None:
                continue
            path: Steps = ("components", id, side)
            slots = slots_in(face)
            if face.use is not None:
                _check_bundled_face(face.use, list(slots), path, definition)
                _note_text(face.use, slots, definition)
            elif face.template is not None:
                place = definition.tree.place((*path, "template"))
                file = definition.files.existing(face.template, place)
                if file is not None:
                    definition.files.note(file)
                    if _is_blank(file):
                        found = f'the template "{face.template}" is empty'
                        definition.problems.error(place, found, "draw the face in it")
            elif face.draw is not None:
                _check_drawing(face.draw, definition.tree.place((*path, "draw")), definition)


def _is_blank(file: Path) -> bool:
    """Whether nothing is written in a file. One that cannot be read was told when it was noted."""
    try:
        return not read(file).strip()
    except OSError:
        return False


def _check_bundled_face(name: str, slots: list[str], path: Steps, definition: Definition) -> None:
    tree, problems = definition.tree, definition.problems
    if name not in face_names():
        place = tree.place((*path, "use"))
        problems.error(place, f'no bundled face "{name}"', near(name, face_names()))
        return
    known = slots_of(name)
    for slot in slots:
        if slot not in known and not names_a_font(slot, known):
            found = f'the face "{name}" has no slot "{slot}"'
            problems.error(tree.key((*path, slot)), found, near(slot, known))


def _note_text(use: str, slots: Mapping[str, object], definition: Definition) -> None:
    """A Markdown file that a face prints is part of the pack."""
    if use not in face_names() or "file" not in slots_of(use):
        return
    file = slots.get("file", RULES_FILE)
    if isinstance(file, str) and is_plain(file):
        definition.files.note(definition.files.folder / file)


def _check_drawing(name: str, place: Place, definition: Definition) -> None:
    path, problems = definition.files.folder / _DRAWINGS, definition.problems
    if not path.is_file():
        problems.error(place, f"the pack has no {_DRAWINGS}", f'write one with "def {name}("')
        return
    text = _text_of(path)
    if re.search(
        rf"^(?:def {re.escape(name)}\(|(?:from|import)\b.*\b{re.escape(name)}\b)", text, re.M
    ):
        return  # quick: a long drawings.py takes 40 ms to parse
    try:
        tree = ast.parse(text, _DRAWINGS)
    except (SyntaxError, ValueError) as fault:
        line, column = getattr(fault, "lineno", 0) or 0, getattr(fault, "offset", 0) or 0
        said = getattr(fault, "msg", str(fault))
        problems.error(Place(_DRAWINGS, line, column), f"not Python: {said}")
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
        problems.error(place, f'{_DRAWINGS} has no function "{name}"', fix)


# ---- the finished pack


def texts_fill_in(pack: Pack, definition: Definition) -> None:
    """Every slot of every row can be worked out; named icons exist."""
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
                said = f'and more faults in "{component.id}"'
                definition.problems.error(component.place, said, "mend those above first")
                break
            if row.count:
                _check_row(pack, component, row, base, texts, definition.problems)


def _needs_filling(face: FaceSpec, slot: str) -> bool:
    text = face.slots[slot]
    return isinstance(text, str) and (not is_plain(text) or _is_icon(face, slot))


def _is_icon(face: FaceSpec, slot: str) -> bool:
    return face.kind == "use" and slot == "icon"


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
        if _is_icon(face, slot):
            name = fill(text, context, place, problems, row.places).strip()
            if name and not name.startswith("{") and not _is_known_icon(pack, name):
                field = _SIMPLE.fullmatch(text.strip())
                found_at = (cell_of(row.places, field[1]) if field else None) or place
                known = {*pack.icons, *pack.drawn_icons}
                problems.error(found_at, f'no icon "{name}"', near(name, known))
        elif not _names_of(text) <= context.keys():
            fill(text, context, place, problems, row.places)


def _is_known_icon(pack: Pack, name: str) -> bool:
    return name in pack.icons or name in pack.drawn_icons


@lru_cache(maxsize=4096)
def _names_of(text: str) -> frozenset[str]:
    """The names of a text that has only `{{ name }}`; "{" for one that must be worked out."""
    names = _SIMPLE.findall(text)
    rest = _SIMPLE.sub("", text)
    return frozenset(names) if is_plain(rest) else frozenset("{")


def texts_are_translated(pack: Pack, definition: Definition) -> None:
    """In a language that was asked for, words of a face have a text of their own."""
    if pack.language in ("", *pack.languages[:1]):
        return
    for component in pack.components:
        sides = (("front", component.front), ("back", component.back))
        for side, face in sides:
            for slot, text in face.slots.items() if face is not None else ():
                path = ("components", component.id, side, f"{slot}.{pack.language}")
                if path in definition.tree.keys or not _has_words(pack, face, slot, text):
                    continue
                others = [(*path[:3], f"{slot}.{language}") for language in pack.languages]
                if not any(other in definition.tree.keys for other in others):  # else told before
                    place = definition.tree.place((*path[:3], slot))
                    found = f'"{slot}" of "{component.id}" has no text in "{pack.language}"'
                    definition.problems.warning(place, found, f'add "{slot}.{pack.language}"')


def _has_words(pack: Pack, face: FaceSpec | None, slot: str, text: Scalar) -> bool:
    """Whether a slot holds words for people outside of its expressions.

    Names of icons, colours, textures and files are none; in a face of the pack's own a single
    word in small letters is taken for a name too.
    """
    if not isinstance(text, str) or face is None:
        return False
    bare = _MARKUP.sub(" ", text).strip()
    if not re.search(r"[^\W\d_]{2}", bare) or bare in (*pack.palette, pack.name):
        return False
    if face.kind == "use":
        return _WORDED.fullmatch(slot) is not None
    return " " in bare or bare[0].isupper()


def cells_are_texts(pack: Pack, definition: Definition) -> None:
    """No cell holds an expression: cells are printed as they stand."""
    for component in pack.components:
        for row in component.rows:
            for name, value in row.fields.items():
                found = _SIMPLE.search(value) if isinstance(value, str) and "{" in value else None
                if found is not None:
                    definition.problems.warning(
                        row.places.get(name, row.place),
                        f'the cell holds "{found[0]}", which is printed as it stands',
                        "only the texts of game.yaml are filled in; write it into the slot there",
                    )


def texts_are_ours(pack: Pack, definition: Definition) -> None:
    """No printed text holds signs of another program; each is told once a column, or slot."""
    icons = {*pack.icons, *pack.drawn_icons}
    found: dict[tuple[Hashable, str], tuple[Place, Slip, set[Place]]] = {}

    def look(text: Scalar, place: Place, where: Hashable) -> None:
        if isinstance(text, str) and _FOREIGN.search(text):
            for slip in slips(_JINJA.sub(" ", text), icons, pack.keywords):
                _, _, places = found.setdefault((where, slip.kind), (place, slip, set()))
                places.add(place)

    for component in pack.components:
        faces = [face for face in (component.front, component.back) if face is not None]
        for face in faces:
            for slot, text in face.slots.items() if face.kind == "use" else ():
                if slot in _HEADINGS:
                    continue
                look(text, face.places[slot], face.places[slot])
        odd = [
            (name, row)
            for row in component.rows
            for name, value in row.fields.items()
            if isinstance(value, str) and _FOREIGN.search(value)
        ]
        words = "\n".join(_printing(pack, faces)) if odd else ""
        for name in dict.fromkeys(name for name, _ in odd):
            if _has_word(words, in_texts(name)) or _has_word(words, name):
                for row in [row for each, row in odd if each == name]:
                    place = row.places.get(name, row.place)
                    look(row.fields[name], place, (place.file, name))
    for word, text in pack.keywords.items():
        place = definition.tree.place(("keywords", word))
        look(text, place, place)
    yaml = definition.files.shown(definition.files.folder / GAME_FILE)
    for place, slip, places in found.values():
        others = len(places) - 1
        more = f", and in {others} more cell{'s' if others > 1 else ''}" if others else ""
        is_line = slip.fix == NEW_LINE and place.file == yaml
        fix = (
            'in a text in double quotes \\n begins a new line: "one\\ntwo"' if is_line else slip.fix
        )
        definition.problems.warning(place, f"{slip.found}{more}", fix)


def goals_name_pieces(pack: Pack, definition: Definition) -> None:
    """A goal in percent about an effect names a piece. Without it may be a figure of the rules."""
    rows = [(c, row) for c in (*pack.components, *pack.left_out) for row in c.rows]
    named = {row.name: f"{c.id}/{row.id}" for c, row in rows}
    known = {each.casefold() for c, row in rows for each in (f"{c.id}/{row.id}", row.id, row.name)}
    for goal in pack.goals:
        name = affected(goal.measure)
        if name and "%" in goal.written and name.strip().casefold() not in known:
            found = f'the goal "{goal.measure}" is about no piece: none is called "{name}"'
            definition.problems.warning(goal.place, found, near(name, named))


def letters_are_sound(pack: Pack, definition: Definition) -> None:
    """No letters of the game's own texts were read in another encoding than they were written."""
    for path, text in _places_of_strings(definition.tree.value):
        if (sound := misread(text)) is not None:
            _tell_misread(text, sound, definition.tree.place(path), definition.problems)
    for file in pack.files:
        if file.suffix.lower() == ".md":
            whole, place = _text_of(file), Place(definition.files.shown(file))
            for line in whole.splitlines():
                if (sound := misread(line)) is not None:
                    at = place_in(whole, whole.index(line), place)
                    _tell_misread(line, sound, at, definition.problems)
                    break


def _tell_misread(text: str, sound: str, place: Place, problems: Problems) -> None:
    found = f'"{one_line(text)}" should probably read "{one_line(sound)}"'
    problems.warning(place, found, "its letters were read in another encoding: write it anew")


def _places_of_strings(value: Value, path: Steps = ()) -> Iterator[tuple[Steps, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping | list):
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, inner in items:
            yield from _places_of_strings(inner, (*path, key))


def _printing(pack: Pack, faces: Sequence[FaceSpec]) -> Iterator[str]:
    """The texts of faces, and of the files that draw them, which print fields as they stand."""
    for face in faces:
        slots = [text for text in face.slots.values() if isinstance(text, str)]
        if face.kind != "use":
            file = pack.folder / (face.name if face.kind == "template" else _DRAWINGS)
            slots.append(_text_of(file))
            if _TREATED.search(slots[-1]):  # it may know these signs
                continue
        yield from slots


def rows_are_printed(pack: Pack, definition: Definition) -> None:
    """A component prints something."""
    for component in pack.components:
        if component.count == 0:
            found = f'"{component.id}" has no pieces in this variant'
            fix = "check where and count, or list it under the variant's without"
            definition.problems.warning(component.place, found, fix)
        front = ("components", component.id, "front")
        if component.front is None and front in definition.tree.keys:
            found = "front is empty: nothing of it is printed"
            fix = "write a face, or take front out"
            definition.problems.warning(definition.tree.key(front), found, fix)


def all_is_used(pack: Pack, definition: Definition) -> None:
    """Parameters and colours are used somewhere: in a text, the data, the rules or a drawing."""
    names = [*pack.parameters, *pack.palette]
    if not names:
        return
    words, stems = _words_used(pack, definition)
    for section, what, named in (
        ("parameters", "parameter", pack.parameters),
        ("palette", "colour", pack.palette),
    ):
        for name in named:
            if section == "parameters" and pack.parameters[name].is_cell:
                continue
            if name not in words and not any(name.startswith(stem) for stem in stems):
                place = definition.tree.key((section, name))
                definition.problems.warning(place, f'the {what} "{name}" is never used')


def formulas_follow(pack: Pack, definition: Definition) -> None:
    """What a workbook works out from a number that is set for this run is told: it stays."""
    for left in left_behind(pack, pack.parameters):
        found = f"{left}, stays as it was saved"
        definition.problems.warning(left.place, found, f"set {left.name} too, or change the sheet")


def figures_agree(pack: Pack, definition: Definition) -> None:
    """What a Markdown file says of a parameter is what the parameter is, as the game is written."""
    is_usual = all(p.value == p.default for p in pack.parameters.values())
    if not is_usual or pack.variant not in ("", *pack.variants[:1]):
        return
    context = pack_context(pack)
    for path in pack.files:
        if path.suffix.lower() != ".md":
            continue
        text, place = _text_of(path), Place(definition.files.shown(path))
        for figure in figures(text):
            at = place_in(text, figure.start, place)
            value = value_of(figure, context, at, definition.problems)
            if figure.written and value != figure.written:
                definition.problems.warning(
                    at,
                    f'it says "{figure.written}", but "{figure.expression}" is {value}',
                    f"write {value}; it prints as {value} all the same",
                )


def _words_used(pack: Pack, definition: Definition) -> tuple[set[str], set[str]]:
    """Every word of the pack's texts and code, and stems put together there ("vp_" + n)."""
    texts = list(_strings(definition.tree.value))
    for path in pack.files:
        if path.suffix in (".py", ".j2", ".svg") and path.parent.name != "icons":
            texts.append(_text_of(path))
        elif path.suffix == ".md":
            texts += [figure.expression for figure in figures(_text_of(path))]
    fields = (row.fields.values() for c in pack.components for row in c.rows)
    texts += {value for values in fields for value in values if isinstance(value, str)}
    joined = "\n".join(texts)
    return set(_WORD.findall(joined)), set(_STEM.findall(joined))


def _text_of(path: Path) -> str:
    """The words of a file; none where it cannot be read, which is told where it is used."""
    try:
        return composed(read(path).decode("utf-8-sig", "replace"))
    except OSError:
        return ""


def _strings(value: Value, path: Steps = ()) -> Iterator[str]:
    """The texts of a definition outside what only declares names."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if path or key not in ("parameters", "palette", "credits", "note"):
                yield from _strings(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, path)
    elif isinstance(value, str):
        yield value


def colours_stay_apart(pack: Pack, definition: Definition) -> None:
    """Colours that alone tell pieces apart are not merged by colour blindness or grey print."""
    written = definition.game.colours_alone
    if written is False:
        return
    shown: dict[tuple[str, str], str] = {}  # which faces a pair is on
    if isinstance(written, list):
        pairs = colour_vision.all_pairs(dict.fromkeys(written))
    elif written is True:
        pairs = colour_vision.all_pairs(pack.palette)
    else:
        for pair, where in _pairs_alone(pack):
            shown.setdefault(pair, where)
        pairs = list(shown)
    clashes = colour_vision.clashes(pack.palette, pairs)
    placed = [(definition.tree.place(("palette", clash.other)), clash) for clash in clashes]
    # Said once, where a reader who goes by the places comes first.
    fix = "add a pattern, letter or icon and say colours_alone: false, or change one"
    for place, clash in sorted(placed, key=lambda each: each[0]):
        found = f'"{clash.one}" and "{clash.other}" look alike {_to_whom(clash.sights)}'
        found += shown.get((clash.one, clash.other), "")
        definition.problems.warning(place, found, fix)
        fix = ""


def _to_whom(sights: tuple[str, ...]) -> str:
    if sights == ("everyone",):
        return "to everyone"
    people = [sight for sight in sights if sight != "grey"]
    parts = [f"for {', '.join(people)} vision"] if people else []
    return " and ".join([*parts, *(["in greyscale"] if "grey" in sights else [])])


def _pairs_alone(pack: Pack) -> Iterator[tuple[tuple[str, str], str]]:
    """Pairs of colours that are values of one field, where nothing but colour shows the field.

    With each goes which faces show it, in words.
    """
    order = list(pack.palette)
    for component in pack.components:
        fields: dict[str, dict[str, list[Row]]] = {}
        for row in component.rows:
            for name, value in row.fields.items():
                if isinstance(value, str) and value in pack.palette:
                    fields.setdefault(name, {}).setdefault(value, []).append(row)
        for name, rows in fields.items():
            sides = _shown_by_colour_alone(component, name)
            if not sides:
                continue
            marked = {colour: _marks(component, with_it) for colour, with_it in rows.items()}
            for pair in colour_vision.all_pairs(sorted(rows, key=order.index)):
                marks = zip(marked[pair[0]], marked[pair[1]], strict=True)
                if not any(one != other and not {one, other} & {"", None} for one, other in marks):
                    yield pair, f', on the {" and ".join(sides)} of "{component.id}"'


def _shown_by_colour_alone(component: Component, field: str) -> list[str]:
    """The sides that show a field, where all do so in slots for colours alone."""
    faces = {"front": component.front, "back": component.back}
    shown = [
        (side, slot)
        for side, face in faces.items()
        for slot, text in (face.slots.items() if face is not None else ())
        if _mentions(text, field)
    ]
    if not all(slot in _ONLY_COLOUR for _, slot in shown):
        return []
    return list(dict.fromkeys(side for side, _ in shown))


def _marks(component: Component, rows: Sequence[Row]) -> list[Scalar]:
    """What each field that a texture, letter or icon is of says in these rows; "" where several."""
    faces = [face for face in (component.front, component.back) if face is not None]
    texts = [text for face in faces for slot, text in face.slots.items() if slot in _BESIDE]
    names = dict.fromkeys(name for row in component.rows for name in row.fields)
    marks: list[Scalar] = []
    for name in names:
        said = {row.fields.get(name, "") for row in rows}
        is_shown = len(said) == 1 and any(_mentions(text, name) for text in texts)
        marks.append(said.pop() if is_shown else "")
    return marks


def _mentions(text: Scalar, field: str) -> bool:
    return isinstance(text, str) and _has_word(text, field)


DEFINITION_CHECKS: tuple[Callable[[Definition], None], ...] = (
    languages_differ,
    margins_leave_paper,
    keywords_are_words,
    alone_are_colours,
)
CHECKS: tuple[Callable[[Pack, Definition], None], ...] = (
    texts_are_translated,
    cells_are_texts,
    goals_name_pieces,
    texts_are_ours,
    letters_are_sound,
    rows_are_printed,
    all_is_used,
    formulas_follow,
    figures_agree,
    colours_stay_apart,
)
