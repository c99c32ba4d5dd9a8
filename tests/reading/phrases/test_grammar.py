"""The words on cards: each form is read, written in canonical words, and read again the same.

phrases.txt has a phrase and its canonical words in each line.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.reading.phrases.grammar import FORMS, Grammar
from generator.reading.phrases.nearest import expanded
from generator.reading.phrases.vocabulary import Vocabulary
from generator.reading.phrases.words import text_of

WORDS = Vocabulary(
    resources=("point", "ore", "oak", "coin", "mine"),
    kinds=("great work", "work", "fig", "grape", "melon", "treasure", "action"),
    cards=("Copper", "Old Adit"),
    parts=("cards",),
    columns=("icon",),
    numbers={"toll": 3},
    phrases={"erhalte {n} {res}": "gain {n} {res}", "bezahlst {n} {res}": "lose {n} {res}"},
    synonyms={"jeder Gegner": "each opponent", "take": "gain"},
)
GRAMMAR = Grammar(WORDS)
CASES = (Path(__file__).parent / "phrases.txt").read_text("utf-8")
UNKNOWN = """
Gian 2 mine | 1 | did you mean "gain 2 mines"?
Steal 2 coin from everyone | 1 | did you mean "steal 2 coins from each opponent"?
Gain 1 ore. Drow 3 cards | 13 | did you mean "draw 3 cards"?
Gain 1 ore and drow 3 cards | 16 | did you mean "draw 3 cards"?
Choose one: gain 1 ore / loose 1 oak | 26 | did you mean "lose 1 oak"?
End: 1 ponit per mine | 6 | did you mean "1 point per mine"?
If you have 2 ores: xyzzy | 21 | no phrase says "xyzzy"; phrases begin with gain, lose
1/3/6 points for 1/2 fig | 1 | write it like "1/3/6 points for 1/2/3 fig"
Choose one: gain 1 ore | 1 | write two options or more
Gain 1 ore per 0 fig | 1 | write it like "gain 1 ore per fig"
"""


def lines(text: str) -> list[list[str]]:
    return [[part.strip() for part in line.split(" | ")] for line in text.strip().splitlines()]


@pytest.mark.parametrize(("text", "canonical"), lines(CASES))
def test_a_phrase_in_canonical_words(text: str, canonical: str) -> None:
    program, faults = GRAMMAR.read(text)
    assert not faults
    assert GRAMMAR.canonical(program) == canonical


@pytest.mark.parametrize(("text", "column", "fix"), lines(UNKNOWN))
def test_wrong_phrases_are_reported_with_column_and_suggestion(
    text: str, column: str, fix: str
) -> None:
    _, faults = GRAMMAR.read(text)
    assert [fault.at + 1 for fault in faults] == [int(column)]
    assert GRAMMAR.fix(faults[0]).startswith(fix)


def test_all_faults_of_a_cell_are_reported() -> None:
    _, faults = GRAMMAR.read("Gian 1 ore. Gain 1 ore. Drow 1.")
    assert [fault.at for fault in faults] == [0, 24]


def test_another_turn_is_not_translated_where_it_is_known_as_written() -> None:
    program, _ = GRAMMAR.read("Take another turn and take 1 ore")
    assert GRAMMAR.canonical(program) == "Take another turn and gain 1 ore."


def test_every_form_has_a_case() -> None:
    """Canonical words of the cases use every template."""
    texts = [text_of(GRAMMAR.read(text)[0]).lower() for text, _ in lines(CASES)]
    patterns = [pattern for pattern, _ in GRAMMAR._compiled]
    pieces = [piece for text, _ in lines(CASES) for piece in pieces_of(text)]
    unused = [p.pattern for p in patterns if not any(p.fullmatch(each) for each in pieces)]
    assert not unused
    assert len(texts) > len(patterns)


def pieces_of(text: str) -> Iterator[str]:
    for part in text.rstrip(".").replace(";", ".").split("."):
        part = part.strip()
        yield part
        for joint in (", ", " and ", ": ", " / ", "may "):
            for end in range(len(part)):
                if part.startswith(joint, end):
                    yield from pieces_of(part[end + len(joint) :])
                    yield part[:end].split(": ")[-1]


def filled(form: str, chance: random.Random) -> str:
    """A phrase of a form, with names and numbers at random."""
    slots = {
        "n": ["1", "2", "a", "three", "toll"],
        "n2": ["2", "3"],
        "res": ["ore", "oaks", "points", "mine"],
        "kind": ["great work", "figs", "treasure"],
        "card": ["Copper", "Old Adits"],
        "who": ["each opponent", "each player", "the player to your right"],
        "from": ["each opponent", "the player to your left"],
        "other": ["the player to your left", "the player to your right"],
        "thing": ["fig", "ore", "card", "Copper", "icons"],
        "things": ["fig, grape and melon", "ore or coin"],
        "x": ["ore", "2 figs you own", "cards in your hand", "cards discarded"],
        "cost": ["2 ore", "1 ore, 2 oak and 1 coin"],
        "numbers": ["1/3/6"],
        "counts": ["1/2/4"],
    }
    text = chance.choice(expanded(form))
    while "{" in text:
        before, _, rest = text.partition("{")
        slot, _, after = rest.partition("}")
        name, _, words = slot.partition(":")
        text = before + chance.choice(words.split("|") if words else slots[name]) + after
    return text


def random_cell(chance: random.Random) -> str:
    """A cell of some sentences, now and then with letters changed."""
    triggers = ["", "", "When bought: ", "Each turn: ", "End: ", "Pay 1 ore: ", "You may "]
    triggers += ["When discarded: ", "If you have fewer icons than each opponent: "]
    joints = [". ", "; ", ", ", " and ", " / ", ": "]
    text = ""
    for _ in range(chance.randint(1, 3)):
        text += chance.choice(triggers) + filled(chance.choice(FORMS), chance)
        text += chance.choice(joints)
    if chance.random() < 0.3:
        letters = list(text)
        for _ in range(chance.randint(1, 4)):
            letters[chance.randrange(len(letters))] = chance.choice("abc:/.,[{(\\é 9")
        text = "".join(letters)
    return text


def test_random_cells_are_read_or_reported() -> None:
    chance = random.Random(1)
    n_read = n_known = n_plain = 0
    for number in range(10_000):
        text = random_cell(chance)
        program, faults = GRAMMAR.read(text) if number % 10 else GRAMMAR.read(text[::-1])
        assert program or faults
        for fault in faults:
            assert 0 <= fault.at <= len(text)
        again, none = GRAMMAR.read(GRAMMAR.canonical(program))
        assert again == program and not none
        n_plain += GRAMMAR.canonical(program) != text_of(program)
        n_read += 1
        n_known += not faults
    assert n_known > n_read / 10 and n_plain < n_read / 100


@given(st.text(alphabet="gain 12ore,.:/andpoi\n\t'é", max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_or_reported(text: str) -> None:
    program, faults = GRAMMAR.read(text)
    assert bool(program) or bool(faults) or not text.strip(" .;\n\t")


def test_plurals_that_the_game_gives_are_read_and_written() -> None:
    grammar = Grammar(Vocabulary(resources=("point", "staff"), plurals={"staff": "staves"}))
    program, faults = grammar.read("Gain 2 staves and 1 staff")
    assert not faults
    assert grammar.canonical(program) == "Gain 2 staves and 1 staff."
