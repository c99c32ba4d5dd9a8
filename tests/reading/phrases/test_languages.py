"""Phrases in German, French and Spanish are read and written; whole games: rule_sheets/de.md …"""

import re
from pathlib import Path

import pytest

from generator.reading.door import open_pack
from generator.reading.phrases.grammar import Grammar
from generator.reading.phrases.languages import LANGUAGES, language_of
from generator.reading.phrases.plan import plan_of
from generator.reading.phrases.rule_sheet import game_in_words, player_aid, rule_sheet
from generator.reading.phrases.vocabulary import Vocabulary
from generator.reading.scaffold import KINDS
from tests.reading.phrases.translated import GAMES, Translator, renamed

GOLDENS = Path(__file__).parent / "rule_sheets"
PHRASES = Path(__file__).parent / "phrases.txt"
FOREIGN = sorted(set(LANGUAGES) - {"en"})


@pytest.mark.parametrize("language", FOREIGN)
def test_all_games_to_start_from_in_a_language(
    language: str, tmp_path: Path, rewrite: bool
) -> None:
    texts = []
    for game in sorted(set(KINDS.values())):
        pack = Translator(game, language).write(tmp_path / game)
        plan, problems = plan_of(pack)
        assert not problems.errors
        english, _ = open_pack(GAMES / game)
        assert english is not None
        original = plan_of(english)[0]
        assert plan.code == original.code
        assert (plan.costs, plan.numbers) == (original.costs, original.numbers)
        assert plan.counters == original.counters
        assert not {"buy", "your", "the"} & {
            word for rule in game_in_words(pack) for word in rule.lower().split()
        }
        cards = "\n".join(f"- {row.name}: {words}" for row, words in plan.words)
        texts.append(f"{cards}\n\n{rule_sheet(pack)}\n---\n\n{player_aid(pack)}")
    text = "\n\n==========\n\n".join(texts)
    golden = GOLDENS / f"{language}.md"
    if rewrite:
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


@pytest.mark.parametrize("language", FOREIGN)
def test_a_language_has_every_sentence_with_the_same_slots(language: str) -> None:
    english, other = LANGUAGES["en"].sentences, language_of(language).sentences
    assert list(other) and set(other) == set(english)


def grammar(language: str) -> tuple[Grammar, Grammar]:
    """The grammar of a game in a language, and of the same game in English."""
    names = {
        "en": ("ore", "coin", "silver", "magnet", "great work"),
        "de": ("Erz", "Münze", "Silber", "Magnet", "Großwerk"),
        "fr": ("minerai", "pièce", "argent", "aimant", "grand ouvrage"),
        "es": ("mineral", "moneda", "plata", "imán", "gran obra"),
    }
    made = []
    for code in (language, "en"):
        *resources, kind = names[code]
        table = language_of(code).table
        plurals = {name: table.plural(name) for name in names[code]} if table else {}
        words = Vocabulary(
            resources=("point", *resources),
            kinds=(kind,),
            numbers={"toll": 3},
            language=code,
            plurals=plurals | ({"Großwerk": "Großwerke"} if code == "de" else {}),
        )
        made.append(Grammar(words))
    return made[0], made[1]


def cases() -> list[tuple[str, str, str]]:
    parts = (Path(__file__).parent / "foreign.txt").read_text("utf-8").split("[")[1:]
    return [
        (part[:2], *(text.strip() for text in line.split(" | ")))  # type: ignore[misc]
        for part in parts
        for line in part.splitlines()[1:]
    ]


@pytest.mark.parametrize(("language", "text", "english"), cases())
def test_a_phrase_of_a_language_means_the_english_one(
    language: str, text: str, english: str
) -> None:
    here, there = grammar(language)
    program, faults = here.read(text)
    assert not faults
    names = dict(
        zip((*here.words.resources, *here.words.kinds),
            (*there.words.resources, *there.words.kinds), strict=True)
    )  # fmt: skip
    assert there.canonical(renamed(program, names)) == english
    assert here.read(here.canonical(program)) == (program, [])


@pytest.mark.parametrize("language", FOREIGN)
def test_what_is_written_in_a_language_is_read_as_the_same(language: str) -> None:
    english, _ = grammar("en")
    here, there = grammar(language)
    names = dict(
        zip((*there.words.resources, *there.words.kinds),
            (*here.words.resources, *here.words.kinds), strict=True)
    )  # fmt: skip
    texts = [line.split(" | ")[0] for line in PHRASES.read_text("utf-8").splitlines()]
    n_read = 0
    for text in texts:
        for old, new in (("oak", "coin"), ("fig", "ore"), ("work", "great work"), ("mine", "ore")):
            text = re.sub(rf"(?<!great )\b{old}\b", new, text)
        program, faults = english.read(text)
        if not faults:
            n_read += 1
            program = renamed(program, names)
            assert here.read(here.canonical(program)) == (program, []), here.canonical(program)
    assert n_read > 20


@pytest.mark.parametrize(
    ("language", "text", "column", "fix"),
    [
        ("de", "Erhalte 2 Erz. Ziehle 1 Karte", 16, 'did you mean "ziehe 1 karte"?'),
        ("de", "Erhalte 1 Erz und verlire 2 Münze", 19, 'did you mean "verliere 2 münze"?'),
        (
            "de",
            "Bezahle 2 Erz, erhalte 1 Münze",
            1,
            'did you mean "bezahle 2 erz: erhalte 1 münze"?',
        ),
        ("de", "Tausche 2 Erz gegen 1 Münze", 1, 'did you mean "bezahle 2 erz: erhalte 1 münze"?'),
        (
            "de",
            "Jeder Mitspieler verliert 1 Münze",
            1,
            'did you mean "jeder gegner verliert 1 münze"?',
        ),
        ("de", "Verliere alle Münzen", 1, 'did you mean "verliere 1 münzen je münzen"?'),
        ("fr", "À l’achat : gagnz 2 minerai", 13, 'did you mean "gagnez 2 minerai"?'),
        (
            "de",
            "Erhalte 1 Erz und 2 Münzen, wenn du 3 Karten hast",
            29,
            'if it does, write "wenn du 3 Karten hast: erhalte 1 Erz und 2 Münzen"; otherwise '
            "write two sentences",
        ),
        (
            "fr",
            "Si vous avez 3 ou plus de pièces, piochez 1 carte",
            1,
            'did you mean "si vous avez au moins 3 pièces : piochez 1 carte"?',
        ),
        ("es", "Cada oponente pierde 1 moneda", 1, 'did you mean "cada rival pierde 1 moneda"?'),
        ("es", "Cada rival perde 2 mineral", 1, 'did you mean "cada rival pierde 2 mineral"?'),
    ],
)
def test_wrong_phrases_are_reported_with_a_near_one_of_the_language(
    language: str, text: str, column: int, fix: str
) -> None:
    here, _ = grammar(language)
    (fault,) = here.read(text)[1]
    assert fault.at + 1 == column
    assert here.fix(fault) == fix


def test_names_of_another_language_may_be_synonyms() -> None:
    words = Vocabulary(
        resources=("point", "ore"), language="de", synonyms={"Erz": "ore", "bekomme": "erhalte"}
    )
    program, faults = Grammar(words).read("Bekomme 2 Erz und 1 Punkt")
    assert not faults
    assert program == Grammar(words).read("Gain 2 ore and 1 point")[0]
