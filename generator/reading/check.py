"""Checks of a pack that can be read without errors, as lists of small functions.

`DEFINITION_CHECKS` look at the definition as written, `CHECKS` at the finished pack. Each check
adds its faults to the problems. To add a check, add a function to one of the lists.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from generator.model.arrangement import arrange
from generator.model.pack import FaceSpec, Pack, Scalar
from generator.model.problems import Place, Problems, near, place_in
from generator.model.units import paper_mm, to_text
from generator.reading.check_colours import colours_stay_apart
from generator.reading.check_faces import faces_exist, texts_fill_in
from generator.reading.folder import GAME_FILE, RULES_FILE
from generator.reading.foreign_text import NEW_LINE, ForeignMarkup, corrected, foreign_markup
from generator.reading.formulas import unfollowed
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
_FOREIGN = re.compile(
    r"[\\<&\[{]|__|^#", re.MULTILINE
)  # the characters that begin the markup of other programs
_CONVERTS_TEXT = re.compile(r"\|\s*(?:safe|replace|striptags)\b|\.(?:replace|sub)\(")


def check_definition(definition: Definition, faces: bool = True) -> None:
    """Run every check of the definition.

    `faces` is False if the faces are drawn later, because drawing them reports their faults.
    """
    for run in DEFINITION_CHECKS:
        run(definition)
    if not faces:  # the files of faces belong to the pack even if they are not checked
        definition = replace(definition, files=replace(definition.files, problems=Problems()))
    faces_exist(definition)


def check(pack: Pack, definition: Definition, faces: bool = True) -> None:
    """Run every check of the finished pack; `faces` is as in `check_definition`."""
    if faces:
        texts_fill_in(pack, definition)
    for run in CHECKS:
        run(pack, definition)


# ---- the definition as written ---


def languages_differ(definition: Definition) -> None:
    """Report a language that is declared twice."""
    languages = definition.game.languages
    for i, language in enumerate(languages):
        if language in languages[:i]:
            place = definition.tree.place(("languages", i))
            definition.problems.error(place, f'the language "{language}" is listed twice')


def margins_leave_paper(definition: Definition) -> None:
    """Report margins that leave too little of the sheet to print on."""
    sheet = definition.game.sheet
    width = min(paper_mm(sheet.paper))
    if 2 * sheet.margin > width - 20:
        place = definition.tree.place(("sheet", "margin"))
        message = (
            f"with margins of {to_text(sheet.margin)}, less than 20mm of {sheet.paper} "
            "can be printed"
        )
        definition.problems.error(place, message, "choose smaller margins")


def keywords_are_words(definition: Definition) -> None:
    """Warn of a keyword whose text contains another keyword, which is not replaced."""
    keywords = definition.game.keywords
    for word, text in keywords.items():
        place = definition.tree.key(("keywords", word))
        if not word.strip():
            definition.problems.error(place, "a keyword is empty")
            continue
        for other in keywords:
            if other != word and other.strip() and has_word(text, other):
                message = f'the text for the keyword "{word}" contains the keyword "{other}"'
                fix = f'keywords are replaced only once; write the text for "{other}" instead'
                definition.problems.warning(place, message, fix)


def alone_are_colours(definition: Definition) -> None:
    """Report a colour in `colours_alone` that is not in the palette."""
    names = definition.game.colours_alone
    if not isinstance(names, list):
        return
    palette = definition.game.palette
    for i, name in enumerate(names):
        if name not in palette:
            place = definition.tree.place(("colours_alone", i))
            definition.problems.error(
                place, f'the palette has no colour "{name}"', near(name, palette)
            )


def texts_are_translated(pack: Pack, definition: Definition) -> None:
    """Warn of a text on a face that is not translated into the chosen language."""
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
                if not any(
                    other in definition.tree.keys for other in others
                ):  # untranslated cells are reported elsewhere
                    place = definition.tree.place((*path[:3], slot))
                    message = (
                        f'"{slot}" of "{component.id}" has no text in the language '
                        f'"{pack.language}"'
                    )
                    definition.problems.warning(place, message, f'add "{slot}.{pack.language}"')


def _has_words(pack: Pack, face: FaceSpec | None, slot: str, text: Scalar) -> bool:
    """Whether a slot contains text for people, outside of its expressions.

    Names of icons, colours, textures and files are not such text. In a pack's own face, a single
    word in lower case does not count either, because it may be a name.
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
    """Warn of a cell with an expression, because cells are printed without evaluating them."""
    for component in pack.components:
        for row in component.rows:
            for name, value in row.fields.items():
                expression = (
                    SIMPLE.search(value) if isinstance(value, str) and "{" in value else None
                )
                if expression is not None:
                    definition.problems.warning(
                        row.places.get(name, row.place),
                        f'the cell contains "{expression[0]}", which is printed literally',
                        "only texts in game.yaml are evaluated; write it into a slot there",
                    )


def texts_are_ours(pack: Pack, definition: Definition) -> None:
    """Warn of the markup of other programs in printed texts, once per column or slot."""
    icons = {*pack.icons, *pack.drawn_icons}
    findings: dict[tuple[Hashable, str], tuple[Place, ForeignMarkup, set[Place]]] = {}

    def look(text: Scalar, place: Place, where: Hashable) -> None:
        if isinstance(text, str) and _FOREIGN.search(text):
            for slip in foreign_markup(_JINJA.sub(" ", text), icons, pack.keywords):
                _, _, places = findings.setdefault((where, slip.kind), (place, slip, set()))
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
    for place, slip, places in findings.values():
        others = len(places) - 1
        more = f", and in {others} more cell{'s' if others > 1 else ''}" if others else ""
        is_line = slip.fix == NEW_LINE and place.file == yaml
        fix = (
            'in a text in double quotes, \\n starts a new line: "one\\ntwo"'
            if is_line
            else slip.fix
        )
        definition.problems.warning(place, f"{slip.message}{more}", fix)


def goals_name_pieces(pack: Pack, definition: Definition) -> None:
    """Warn of a goal for an effect, in percent, that does not name a piece."""
    rows = [(c, row) for c in (*pack.components, *pack.left_out) for row in c.rows]
    named = {row.name: f"{c.id}/{row.id}" for c, row in rows}
    names = {each.casefold() for c, row in rows for each in (f"{c.id}/{row.id}", row.id, row.name)}
    for goal in pack.goals:
        name = goal.about.piece
        if name and "%" in goal.written and name.strip().casefold() not in names:
            message = f'no piece is called "{name}", but the goal "{goal.measure}" is about it'
            definition.problems.warning(goal.place, message, near(name, named))


def letters_are_sound(pack: Pack, definition: Definition) -> None:
    """Warn of letters in the game's texts that were decoded wrongly."""
    for path, text in _places_of_strings(definition.tree.value):
        if (sound := corrected(text)) is not None:
            _warn_of_misread(text, sound, definition.tree.place(path), definition.problems)
    for file in pack.files:
        if file.suffix.lower() == ".md":
            whole, place = text_of(file), Place(definition.files.shown(file))
            for line in whole.splitlines():
                if (sound := corrected(line)) is not None:
                    at = place_in(whole, whole.index(line), place)
                    _warn_of_misread(line, sound, at, definition.problems)
                    break


def _warn_of_misread(text: str, sound: str, place: Place, problems: Problems) -> None:
    message = f'"{one_line(text)}" should probably be "{one_line(sound)}"'
    problems.warning(place, message, "the text was read in the wrong encoding; type it again")


def _places_of_strings(value: Value, path: Steps = ()) -> Iterator[tuple[Steps, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping | list):
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, inner in items:
            yield from _places_of_strings(inner, (*path, key))


def _printed_texts(pack: Pack, faces: Sequence[FaceSpec]) -> Iterator[str]:
    """Yield texts of faces and of their files that print fields without converting them."""
    for face in faces:
        slots = [text for text in face.slots.values() if isinstance(text, str)]
        if face.kind != "use":
            file = pack.folder / (face.name if face.kind == "template" else DRAWINGS_FILE)
            slots.append(text_of(file))
            if _CONVERTS_TEXT.search(slots[-1]):  # such a slot may convert the markup
                continue
        yield from slots


def rows_are_printed(pack: Pack, definition: Definition) -> None:
    """Warn of a component without printed pieces."""
    for component in pack.components:
        if component.count == 0:
            message = f'"{component.id}" has no pieces in this variant'
            fix = "check where and count, or list it under the variant's without"
            definition.problems.warning(component.place, message, fix)
        front = ("components", component.id, "front")
        if component.front is None and front in definition.tree.keys:
            message = "front is empty, so nothing of the component is printed"
            fix = "write a face, or remove front"
            definition.problems.warning(definition.tree.key(front), message, fix)


def all_is_used(pack: Pack, definition: Definition) -> None:
    """Warn of a parameter or colour that no text, data, rule or drawing uses."""
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
    """Warn of cells in a workbook that depend on a changed number but keep their saved value."""
    for left in unfollowed(pack, pack.parameters):
        message = f"{left}, keeps its saved value"
        definition.problems.warning(
            left.place, message, f"set {left.name} too, or change the sheet"
        )


def figures_agree(pack: Pack, definition: Definition) -> None:
    """Warn of a Markdown file that states another value of a parameter than the game."""
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
                    f'the text says "{figure.written}", but "{figure.expression}" is {value}',
                    f"write {value}; it is printed as {value} anyway",
                )


def _words_used(pack: Pack, definition: Definition) -> tuple[set[str], set[str]]:
    """Every word in the pack's texts and code, and prefixes of names that the code builds ("vp_" +
    n).
    """
    texts = list(_strings(definition.tree.value))
    for path in pack.files:
        if path.suffix in (".py", ".j2", ".svg") and path.parent.name != "icons":
            texts.append(text_of(path))
        elif path.suffix == ".md":
            texts += [figure.expression for figure in figures(text_of(path))]
    fields = (row.fields.values() for c in pack.components for row in c.rows)
    texts += {value for values in fields for value in values if isinstance(value, str)}
    texts += [text for c in pack.components for row in c.rows for text in row.written.values()]
    joined = "\n".join(texts)
    return set(_WORD.findall(joined)), set(_STEM.findall(joined))


def _strings(value: Value, path: Steps = ()) -> Iterator[str]:
    """Yield the texts of a definition, except texts that only declare names."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if path or key not in ("parameters", "palette", "credits", "note"):
                yield from _strings(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, path)
    elif isinstance(value, str):
        yield value


def setup_has_enough(pack: Pack, definition: Definition) -> None:
    """Warn of a set-up that takes more pieces from a pile or a component than it has."""
    setup = pack.setup
    if not (setup.laid or setup.seats.hand):
        return
    players = pack.players[1]
    for source, n in arrange(pack, players, Random(0)).short.items():
        is_hand = source == setup.seats.hand_from
        path: Steps = ("table", "seats", "hand") if is_hand else ("table", "laid")
        message = f"the table of {players} players needs {n} more piece{'s' * (n > 1)} of {source}"
        fix = "take fewer, or print more"
        definition.problems.warning(definition.tree.key(path), message, fix)


def phrases_are_known(pack: Pack, definition: Definition) -> None:
    """Report unknown phrases in `play:` and on the cards, and phrases that have no effect."""
    if pack.play is None:
        return
    from generator.reading.phrases.plan import plan_of

    for problem in plan_of(pack)[1]:
        definition.problems.add(problem)
    if (pack.folder / RULES_FILE).exists():
        message = "the pack has both play: and rules.py; it is played by rules.py"
        definition.problems.warning(pack.play.place, message, "remove one of them")


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
    phrases_are_known,
    setup_has_enough,
)
