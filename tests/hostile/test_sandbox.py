"""A stranger's texts and templates: they see nothing internal, stay bounded, and report faults."""

from pathlib import Path

import pytest

from generator.model.problems import Place, Problems
from generator.templating.expressions import evaluate, fill
from generator.templating.python_errors import in_plain_words
from tests.hostile.test_files import made, problems_of

TEMPLATE = """
protoplay: 1
name: Hostile
players: 2
components:
  cards:
    size: poker
    front: {template: a.svg}
"""
INNER = ("__globals__", "__code__", "__class__", "__dict__", "gi_frame", "func_globals")
WAYS = (
    "[x]|join(',', '{}')",
    "[x]|map(attribute='{}')|list",
    "[x]|map(attribute='{}')|join",
    "[[x]]|map(attribute='0.{}')|list",
    "[x]|selectattr('{}')|list",
    "[x]|rejectattr('{}')|list",
    "[x, x]|sort(attribute='{}')",
    "[x]|unique(attribute='{}')|list",
    "[x]|min(attribute='{}')",
    "[x]|max(attribute='{}')",
    "[x]|sum(attribute='{}')",
    "[x]|map('attr', '{}')|list",
    "[x]|groupby('{}')|list",
    "x|attr('{}')",
    "x.{}",
    "x['{}']",
    "x",
)


def filled(text: str) -> tuple[str, list[str]]:
    problems = Problems()
    shown = fill(text, {"word": "a"}, Place("game.yaml", 3, 4), problems)
    return shown, [str(problem) for problem in problems]


@pytest.mark.parametrize("way", WAYS)
def test_internals_are_never_shown(way: str) -> None:
    for inner in INNER:
        for what in ("range", "dict", "word.upper", "namespace"):
            text = "{{ " + way.replace("x", what).format(inner) + " }}"
            shown, problems = filled(text)
            if shown != text:
                assert not problems and "<" not in shown and "module" not in shown, text
            else:
                assert problems and problems[0].startswith("game.yaml:3:4"), text


@pytest.mark.parametrize(
    "text",
    [
        "{{ '\\ud800' }}",
        "{{ '\\ud800' ~ word }}",
        "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
        "{{ " + "-" * 5000 + "1 }}",
        "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
        "{% if 1 %}" * 1500 + "{% endif %}" * 1500,
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ range }}",
        "{{ word.upper }}",
        "{{ [1]|map('int') }}",
    ],
)
def test_odd_texts_are_reported_where_they_stand(text: str) -> None:
    shown, problems = filled(text)
    assert shown == text
    assert len(problems) == 1 and problems[0].startswith("game.yaml:3:4: error: ")


def test_half_a_character_is_no_value() -> None:
    problems = Problems()
    assert evaluate("'\\ud800'", {}, Place("game.yaml", 1, 1), problems) is None
    assert "U+D800 is half a character" in str(*problems)


@pytest.mark.parametrize(
    "body",
    [
        "{{ [draw]|join('', '__dict__') }}",
        "{{ [range]|join('', '__globals__') }}",
        "{{ draw }}",
        "{{ draw.icon }}",
        "{% include 'secret.txt' %}",
        "{% include 'inside/secret.txt' %}",
        "{% include '../secret.txt' %}",
        "{% include 'a.svg' %}",
        "{% extends 'a.svg' %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{{ '\\ud800' }}",
        "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
        "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
        "{{ ('<a>' * 200000)|striptags }}",
    ],
)
def test_a_template_stays_in_its_pack(body: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("<text>root:x:0</text>")
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "secret.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "inside").symlink_to(tmp_path)
    (folder / "a.svg").write_text(body)
    [problem] = problems_of(made(folder, TEMPLATE))
    assert "root:x" not in problem and "_brush" not in problem
    assert "a.svg" in problem or "game.yaml:8" in problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("word < 3", "< cannot compare a text and a number"),
        ("word + 3", "+ cannot combine a text and a number"),
        ("3 + word", "+ cannot combine a number and a text"),
        ("-word", "- cannot stand before a text"),
        ("3()", "a number cannot be called with ( )"),
        ("3|join", "a number is not a list"),
        ("1 in 3", "a number cannot contain values"),
        ("{[1]: 2}", "a list cannot be a key"),
        ("3|length", "a number has no length"),
        ("range()", "range expected at least 1 argument, got 0"),
        ("word|replace()", "replace( ) needs 'old' and 'new'"),
        ("word|upper(1, 2, 3)", "upper( ) has too many values in ( )"),
        ("word|replace(zz=1)", 'replace( ) has no parameter "zz"'),
        ("[]|first", "the list is empty"),
        ("none|round(3)", "round needs a number, found an empty value"),
    ],
)
def test_faults_are_reported_in_plain_words(text: str, said: str) -> None:
    _, problems = filled("{{ " + text + " }}")
    assert len(problems) == 1 and said in problems[0], problems


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("draw[draw]", "draw has no draw"),
        ("self[draw.icon]", "self has no draw"),
        ("range(3)[draw]", "a range has no draw"),
        ("draw[[draw]]", "draw has no [draw]"),
        ("draw[range]", "draw has no a function"),
        ("{}[self]", "keys and values has no self"),
        ("draw.ground(draw)", "a value in ( ): this is neither a text nor a number"),
        ("draw.icon(draw.icon, 1, 1, 9)", "a value in ( ): this is neither a text nor a number"),
        ("draw.outline([draw.icon])", "a value in ( ): this is neither"),
    ],
)
def test_values_without_a_printed_form_are_reported_by_their_kind(
    text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "a.svg").write_text("{{ " + text + " }}")
    [problem] = problems_of(made(tmp_path, TEMPLATE))
    assert said in problem, problem


@pytest.mark.parametrize(("value", "said"), [(None, "nothing"), ("a", "a text")])
def test_a_drawing_in_place_of_a_number_is_reported_in_plain_words(
    value: object, said: str
) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        format(value, ".3f")
    assert in_plain_words(caught.value) == f"{said} is not a number"
