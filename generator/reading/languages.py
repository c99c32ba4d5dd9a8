"""Texts in several languages: `title.de` beside `title`, in `game.yaml` and in data columns.

In: a tree or entries with texts in several languages. Out: the same tree or entries in one
language. The text under a key without a suffix is in the first of `languages`. This text replaces a
missing text, with a warning if the user chose the language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.model.pack import Scalar
from generator.model.problems import Place, Problems, closest, near
from generator.reading.fields import LANGUAGE, in_words
from generator.reading.values import Entry, Steps, Tree, Value


def declared(tree: Tree) -> list[str]:
    """The languages that a game declares; invalid values are left for the schema to report."""
    written = tree.value.get("languages")
    return [x for x in written if isinstance(x, str)] if isinstance(written, list) else []


def suffix(name: str, languages: Sequence[str]) -> str:
    """The language in a key like "title.de"; "" if the suffix is not one of `languages`."""
    stem, dot, language = name.rpartition(".")
    return language if dot and stem and language in languages else ""


def stem_of(name: str) -> str:
    """The key without its language: "title.de" → "title"."""
    return name.rpartition(".")[0]


def localised(
    tree: Tree, languages: Sequence[str], language: str | None, problems: Problems
) -> Tree:
    """Replace each `title` in the tree by `title.de`, except in data rows."""
    return _Localiser(languages, language, problems, dict(tree.places), dict(tree.keys)).run(tree)


@dataclass(frozen=True, slots=True)
class _Localiser:
    languages: Sequence[str]
    language: str | None  # None: the first language, without warnings
    problems: Problems
    places: dict[Steps, Place]
    keys: dict[Steps, Place]

    def run(self, tree: Tree) -> Tree:
        value = self._value(tree.value, ())
        return Tree(value, self.places, self.keys)

    def _value(self, value: Value, path: Steps) -> Value:
        if len(path) == 3 and path[0] == "components" and path[2] == "rows":
            return value  # rows are translated one by one in `speak`
        if isinstance(value, list):
            return [self._value(inner, (*path, i)) for i, inner in enumerate(value)]
        if not isinstance(value, dict):
            return value
        spoken: dict[str, Value] = {}
        for key, inner in value.items():
            if not self._is_unknown(key, path) and not suffix(key, self.languages):
                spoken[key] = self._value(inner, (*path, key))
        for key, inner in value.items():
            language = suffix(key, self.languages)
            if not language:
                continue
            stem = stem_of(key)
            is_wanted = language == (self.language or self.languages[0])
            if (is_wanted and inner not in (None, "")) or stem not in spoken:
                spoken[stem] = inner
                self.places[(*path, stem)] = self.places[(*path, key)]
                self.keys.setdefault((*path, stem), self.keys[(*path, key)])
        self._warn_of_gaps(value, path)
        return spoken

    def _is_unknown(self, key: str, path: Steps) -> bool:
        """Report a key whose suffix looks like a language that the game does not declare."""
        stem, dot, tail = key.rpartition(".")
        if not dot or not stem or tail in self.languages or not LANGUAGE.fullmatch(tail):
            return False
        fix = near(tail, self.languages) if self.languages else f'add "languages: [en, {tail}]"'
        self.problems.error(
            self.keys[(*path, key)], f'the game has no language "{tail}" for "{stem}"', fix
        )
        return True

    def _warn_of_gaps(self, value: Mapping[str, Value], path: Steps) -> None:
        """Warn of texts that exist in some language, but not in the chosen language."""
        wanted = self.language
        if wanted is None or wanted not in self.languages or path == ("fonts",):
            return
        translated = {stem_of(key): key for key in value if suffix(key, self.languages)}
        for stem, key in translated.items():
            is_written = wanted == self.languages[0] and value.get(stem) not in (None, "")
            if not is_written and value.get(f"{stem}.{wanted}") in (None, ""):
                self.problems.warning(
                    self.keys.get((*path, stem), self.keys[(*path, key)]),
                    f'"{stem}" has no text in "{wanted}"',
                    f'add "{stem}.{wanted}"',
                )


def speak(
    entries: list[Entry],
    languages: Sequence[str],
    language: str | None,
    problems: Problems,
) -> list[Entry]:
    """Replace `title` in the entries by `title.de`.

    `base` keeps the fields in the first language.
    """
    columns = sorted({name for entry in entries for name in entry.fields})
    for entry in entries[:1]:
        for name in columns:
            _warn_of_unknown(name, entry.places.get(name, entry.place), languages, problems)
    stems = sorted({stem_of(name) for name in columns if suffix(name, languages)})
    if not stems:
        return entries
    first = languages[0]
    spoken = []
    for entry in entries:
        base, _ = _in_language(entry, stems, languages, first)
        fields, places = _in_language(entry, stems, languages, language or first)
        spoken.append(Entry(fields, entry.place, places, base))
    if language is not None:
        for stem in stems:
            _warn_of_gaps(entries, stem, language, languages, problems)
    return spoken


def _warn_of_unknown(name: str, place: Place, languages: Sequence[str], problems: Problems) -> None:
    stem, dot, tail = name.rpartition(".")
    if dot and stem and tail not in languages and LANGUAGE.fullmatch(tail):
        close = closest(tail, languages)
        fix = f'add "languages: [en, {tail}]" to game.yaml'
        if languages:
            fix = f'add {tail} to "languages" in game.yaml, or rename the column'
        fix = f'did you mean "{stem}.{close}"?' if close else fix
        message = f'the game has no language "{tail}", so the column "{stem}" is not printed'
        problems.warning(place, message, fix)


def _in_language(
    entry: Entry, stems: Sequence[str], languages: Sequence[str], language: str
) -> tuple[dict[str, Scalar], Mapping[str, Place]]:
    """The fields in one language; a missing text is taken from the first language that has
    a text.
    """
    fields = {key: v for key, v in entry.fields.items() if not suffix(key, languages)}
    places = dict(entry.places)
    for stem in stems:
        plain = [stem] if language == languages[0] else []
        for key in (f"{stem}.{language}", *plain, stem, *(f"{stem}.{x}" for x in languages)):
            if entry.fields.get(key) not in (None, ""):
                fields[stem] = entry.fields[key]
                places[stem] = entry.places[key]
                break
        else:
            fields[stem] = ""
    return fields, places


def _warn_of_gaps(
    entries: Sequence[Entry],
    stem: str,
    language: str,
    languages: Sequence[str],
    problems: Problems,
) -> None:
    """Warn once of texts in a column that exist in some language, but not in the chosen
    language.
    """
    own, gaps = f"{stem}.{language}", []
    for entry in entries:
        is_first = language == languages[0] and entry.fields.get(stem) not in (None, "")
        others = [entry.fields.get(key) for key in (stem, *(f"{stem}.{x}" for x in languages))]
        text = next((other for other in others if other not in (None, "")), None)
        if entry.fields.get(own) in (None, "") and not is_first and text is not None:
            gaps.append((entry.places.get(own) or entry.places.get(stem) or entry.place, text))
    if gaps:
        (place, text), n = gaps[0], len(gaps)
        found = f'"{stem}" has no text in "{language}"'
        found += f" in {n} of {len(entries)} rows" if n > 1 else ""
        problems.warning(place, found, f'{in_words(text)} is printed instead; fill in "{own}"')
