"""Texts in several languages: `title.de` beside `title`, in `game.yaml` and in data columns.

The first of `languages` is that of keys without a suffix. A gap is filled from there, with a
warning when that language was asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.pack import Scalar
from generator.problems import Place, Problems, near
from generator.reading.schema import LANGUAGE, shown
from generator.reading.source import Path_, Record, Tree, Value

_DATA = ("rows", "override")  # of a component: resolved row by row, by `speak`


def declared(tree: Tree) -> list[str]:
    """The languages a game declares; anything odd is left to the schema to report."""
    written = tree.value.get("languages")
    return [x for x in written if isinstance(x, str)] if isinstance(written, list) else []


def suffix(name: str, languages: Sequence[str]) -> str:
    """The language of a key like "title.de", "" when it names none of `languages`."""
    stem, dot, language = name.rpartition(".")
    return language if dot and stem and language in languages else ""


def stem_of(name: str) -> str:
    """The key without its language: "title.de" → "title"."""
    return name.rpartition(".")[0]


def localised(
    tree: Tree, languages: Sequence[str], language: str | None, problems: Problems
) -> Tree:
    """The tree with each `title.de` in the place of `title`, data rows left alone."""
    return _Localiser(languages, language, problems, dict(tree.places), dict(tree.keys)).run(tree)


@dataclass(frozen=True, slots=True)
class _Localiser:
    languages: Sequence[str]
    language: str | None  # None: the first, without warnings
    problems: Problems
    places: dict[Path_, Place]
    keys: dict[Path_, Place]

    def run(self, tree: Tree) -> Tree:
        value = self._value(tree.value, ())
        return Tree(value, self.places, self.keys)

    def _value(self, value: Value, path: Path_) -> Value:
        if isinstance(value, list):
            return [self._value(inner, (*path, i)) for i, inner in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if len(path) == 3 and path[0] == "components" and path[2] in _DATA:
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

    def _is_unknown(self, key: str, path: Path_) -> bool:
        """Report a key whose suffix looks like a language the game does not declare."""
        stem, dot, tail = key.rpartition(".")
        if not dot or not stem or tail in self.languages or not LANGUAGE.fullmatch(tail):
            return False
        fix = near(tail, self.languages) if self.languages else f'add "languages: [en, {tail}]"'
        self.problems.error(self.keys[(*path, key)], f'no language "{tail}" for "{stem}"', fix)
        return True

    def _warn_of_gaps(self, value: Mapping[str, Value], path: Path_) -> None:
        """Warn of texts that some language has, but not the one asked for."""
        wanted = self.language
        if wanted is None or wanted not in self.languages:
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
    records: list[Record],
    languages: Sequence[str],
    language: str | None,
    problems: Problems,
) -> list[Record]:
    """The records with `title` taken from `title.de`; `base` keeps the first language's fields."""
    columns = sorted({name for record in records for name in record.fields})
    for record in records[:1]:
        for name in columns:
            _refuse_unknown(name, record.places.get(name, record.place), languages, problems)
    stems = sorted({stem_of(name) for name in columns if suffix(name, languages)})
    if not stems:
        return records
    first = languages[0]
    spoken = []
    for record in records:
        base, _ = _in_language(record, stems, languages, first)
        fields, places = _in_language(record, stems, languages, language or first)
        if language is not None:
            for stem in stems:
                _warn_of_gap(record, stem, language, languages, problems)
        spoken.append(Record(fields, record.place, places, base))
    return spoken


def _refuse_unknown(name: str, place: Place, languages: Sequence[str], problems: Problems) -> None:
    stem, dot, tail = name.rpartition(".")
    if dot and stem and tail not in languages and LANGUAGE.fullmatch(tail):
        fix = near(tail, languages) if languages else f'add "languages: [en, {tail}]" to game.yaml'
        problems.error(place, f'no language "{tail}" for the column "{stem}"', fix)


def _in_language(
    record: Record, stems: Sequence[str], languages: Sequence[str], language: str
) -> tuple[dict[str, Scalar], Mapping[str, Place]]:
    """The fields as one language has them, gaps filled from the first that has a text."""
    fields = {key: v for key, v in record.fields.items() if not suffix(key, languages)}
    places = dict(record.places)
    for stem in stems:
        plain = [stem] if language == languages[0] else []
        for key in (f"{stem}.{language}", *plain, stem, *(f"{stem}.{x}" for x in languages)):
            if record.fields.get(key) not in (None, ""):
                fields[stem] = record.fields[key]
                places[stem] = record.places[key]
                break
        else:
            fields[stem] = ""
    return fields, places


def _warn_of_gap(
    record: Record, stem: str, language: str, languages: Sequence[str], problems: Problems
) -> None:
    own = f"{stem}.{language}"
    if record.fields.get(own) not in (None, ""):
        return
    if language == languages[0] and record.fields.get(stem) not in (None, ""):
        return
    others = [record.fields.get(key) for key in (stem, *(f"{stem}.{x}" for x in languages))]
    text = next((other for other in others if other not in (None, "")), None)
    if text is not None:
        place = record.places.get(own) or record.places.get(stem) or record.place
        fix = f'{shown(text)} is printed; fill "{own}"'
        problems.warning(place, f'"{stem}" has no text in "{language}"', fix)
