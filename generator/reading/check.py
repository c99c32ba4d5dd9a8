"""What is wrong or odd in a pack that reads well: lists of small functions.

`DEFINITION_CHECKS` look at what is written, `CHECKS` at the finished pack. Each adds to the
problems; adding a check is adding a function to its list.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.model.pack import FaceSpec, Pack, Scalar
from generator.model.problems import Place, Problems, near, place_in
from generator.model.units import paper_mm, to_text
from generator.reading.check_colours import colours_stay_apart
from generator.reading.check_faces import faces_exist, texts_fill_in
from generator.reading.folder import GAME_FILE
from generator.reading.foreign_text import NEW_LINE, Slip, misread, slips
from generator.reading.formulas import left_behind
from generator.reading.game_as_written import DRAWINGS_FILE, SIMPLE, Definition, has_word, text_of
from generator.reading.values import Steps, Value
from generator.templating.expressions import in_texts, one_line, pack_context
from generator.templating.face_slots import has_kind
from generator.templating.figures import figures, value_of

_WORD = re.compile(r"\w+")
_STEM = re.compile(r"""["']([A-Za-z_]\w*_)(?:\{|["'])""")
_MARKUP = re.compile(
    r"\{\{.{,2000}?\}\}|\{%.{,2000}?%\}|\{#.{,2000}?#\}|:[a-z0-9][a-z0-9_-]*:|[*\\]", re.DOTALL
)
_JINJA = re.compile(r"\{\{.{,2000}?\}\}|\{%.{,2000}?%\}|\{#.{,2000}?#\}", re.DOTALL)
_FOREIGN = re.compile(r"[\\<&\[{]|__|^#", re.MULTILINE)  # what signs of other programs begin with
_CONVERTS_TEXT = re.compile(r"\|\s*(?:safe|replace|striptags)\b|\.(?:replace|sub)\(")


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
            if other != word and other.strip() and has_word(text, other):
                found = f'"{word}" stands for a text with the keyword "{other}"'
                fix = f'keywords are replaced once: write out what "{other}" stands for'
                definition.problems.warning(place, found, fix)


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
        return has_kind(face, slot, "text")
    return " " in bare or bare[0].isupper()


def cells_are_texts(pack: Pack, definition: Definition) -> None:
    """No cell holds an expression: cells are printed as they stand."""
    for component in pack.components:
        for row in component.rows:
            for name, value in row.fields.items():
                found = SIMPLE.search(value) if isinstance(value, str) and "{" in value else None
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
                if has_kind(face, slot, "heading"):
                    continue
                look(text, face.places[slot], face.places[slot])
        odd = [
            (name, row)
            for row in component.rows
            for name, value in row.fields.items()
            if isinstance(value, str) and _FOREIGN.search(value)
        ]
        words = "\n".join(_printed_texts(pack, faces)) if odd else ""
        for name in dict.fromkeys(name for name, _ in odd):
            if has_word(words, in_texts(name)) or has_word(words, name):
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
        name = goal.about.piece
        if name and "%" in goal.written and name.strip().casefold() not in known:
            found = f'the goal "{goal.measure}" is about no piece: none is called "{name}"'
            definition.problems.warning(goal.place, found, near(name, named))


def letters_are_sound(pack: Pack, definition: Definition) -> None:
    """No letters of the game's own texts were read in another encoding than they were written."""
    for path, text in _places_of_strings(definition.tree.value):
        if (sound := misread(text)) is not None:
            _warn_of_misread(text, sound, definition.tree.place(path), definition.problems)
    for file in pack.files:
        if file.suffix.lower() == ".md":
            whole, place = text_of(file), Place(definition.files.shown(file))
            for line in whole.splitlines():
                if (sound := misread(line)) is not None:
                    at = place_in(whole, whole.index(line), place)
                    _warn_of_misread(line, sound, at, definition.problems)
                    break


def _warn_of_misread(text: str, sound: str, place: Place, problems: Problems) -> None:
    found = f'"{one_line(text)}" should probably read "{one_line(sound)}"'
    problems.warning(place, found, "its letters were read in another encoding: write it anew")


def _places_of_strings(value: Value, path: Steps = ()) -> Iterator[tuple[Steps, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping | list):
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, inner in items:
            yield from _places_of_strings(inner, (*path, key))


def _printed_texts(pack: Pack, faces: Sequence[FaceSpec]) -> Iterator[str]:
    """The texts of faces, and of the files that draw them, which print fields as they stand."""
    for face in faces:
        slots = [text for text in face.slots.values() if isinstance(text, str)]
        if face.kind != "use":
            file = pack.folder / (face.name if face.kind == "template" else DRAWINGS_FILE)
            slots.append(text_of(file))
            if _CONVERTS_TEXT.search(slots[-1]):  # it may know these signs
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
        text, place = text_of(path), Place(definition.files.shown(path))
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
            texts.append(text_of(path))
        elif path.suffix == ".md":
            texts += [figure.expression for figure in figures(text_of(path))]
    fields = (row.fields.values() for c in pack.components for row in c.rows)
    texts += {value for values in fields for value in values if isinstance(value, str)}
    joined = "\n".join(texts)
    return set(_WORD.findall(joined)), set(_STEM.findall(joined))


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
