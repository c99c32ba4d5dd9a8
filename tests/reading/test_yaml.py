"""YAML trees whose values have places."""

from pathlib import Path

import pytest

from generator.model.problems import Place, Problems
from generator.reading.values import Tree
from generator.reading.yaml import DEEPEST, LARGEST_YAML, MOST_VALUES, parse_yaml, read_yaml


def tree_of(text: str) -> Tree:
    problems = Problems()
    tree = parse_yaml(text, "game.yaml", problems)
    assert tree is not None, [str(p) for p in problems]
    return tree


def faults_of(text: str) -> list[str]:
    problems = Problems()
    assert parse_yaml(text, "game.yaml", problems) is None
    return [str(p) for p in problems]


@pytest.mark.parametrize(
    ("written", "value"),
    [("no", "no"), ("True", True), ("~", None), ("010", 10), ("1e3", 1000.0), ("12:30", "12:30")],
)
def test_plain_scalars_are_those_of_the_core_schema(written: str, value: object) -> None:
    found = tree_of(f"key: {written}\n").value["key"]
    assert found == value and isinstance(found, type(value))


def test_quotes_and_the_str_tag_make_a_text() -> None:
    assert tree_of("a: '12'\nb: \"no\"\nc: !!str 12\n").value == {"a": "12", "b": "no", "c": "12"}


def test_every_value_and_key_knows_its_place() -> None:
    tree = tree_of("a: 1\nb:\n  - x\n  - {c: 2}\n")
    assert tree.place(("a",)) == Place("game.yaml", 1, 4)
    assert tree.place(("b", 1, "c")) == Place("game.yaml", 4, 9)
    assert tree.key(("b", 1, "c")) == Place("game.yaml", 4, 6)
    assert tree.place(("b", 1, "missing")) == Place("game.yaml", 4, 5)


def test_anchors_and_merge_keys() -> None:
    tree = tree_of("base: &b {size: poker, count: 1}\ncards:\n  <<: *b\n  count: 2\n")
    assert tree.value["cards"] == {"count": 2, "size": "poker"}
    assert tree.place(("cards", "size")) == Place("game.yaml", 1, 17)
    assert tree_of("a: &l [1, 2]\nb: *l\n").value["b"] == [1, 2]


def test_nesting_is_bounded_before_the_c_parser_runs_out_of_stack() -> None:
    for text in ("[" * 300_000, "- " * 300_000 + "x", "{a: " * 300_000, "? " * 300_000):
        assert faults_of(f"key:\n  {text}\n")
    deep = "a: " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1) + "\n"
    assert tree_of(deep)
    nested = "\n".join(" " * i + "a:" for i in range(DEEPEST + 2))
    assert faults_of(nested) == [
        f"game.yaml:{DEEPEST + 2}:{DEEPEST + 2}: error: "
        f"values are nested deeper than {DEEPEST} levels"
    ]


def test_aliases_are_counted_each_time_they_are_used() -> None:
    bomb = "a0: &a0 [1]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
    )
    assert faults_of(bomb) == [
        f"game.yaml: error: more than {MOST_VALUES:,} values after following aliases "
        "(move the data into a CSV file)"
    ]
    assert faults_of("a: &a [*a]\n")


@pytest.mark.slow
def test_too_many_values_are_reported_before_a_tree_of_them_is_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert tree_of(f"a: [{'1,' * (MOST_VALUES - 2)}]\n")  # the list and the top count, too
    assert tree_of("a:\n" + "- {}\n" * (MOST_VALUES - 2))
    monkeypatch.setattr("yaml.compose", lambda *_, **__: pytest.fail("it is composed"))
    (told,) = faults_of(f"a: [{'1,' * 4 * MOST_VALUES}]\n")
    assert told.startswith(f"game.yaml: error: more than {MOST_VALUES:,} values")


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("a: " + "x" * LARGEST_YAML)
    problems = Problems()
    assert read_yaml(path, "game.yaml", problems) is None
    assert [str(p) for p in problems] == [
        "game.yaml: error: the file has 4.0 MB, more than 4 MB (split it)"
    ]


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: x\n")
    tree = read_yaml(path, "game.yaml", Problems())
    assert tree is not None and tree.value == {"name": "x"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:\n  b: >= 2\n", 'a text cannot start with ">" (put it in quotes)'),
        ("a:\n  - > 2\n", 'a text cannot start with ">" (put it in quotes)'),
        ("a: {b: >= 2}\n", 'a text cannot start with ">" (put it in quotes)'),
        ("a: | b\n", 'a text cannot start with "|" (put it in quotes)'),
        ('a: {b: "#1", c: #5b7f95, d: 2}\ne: 1\n', 'put "#5b7f95" in quotes: outside quotes, # st'),
        ("a: [#fff, b]\ne: 1\n", 'put "#fff" in quotes: outside quotes, # starts a comment'),
        ("a: {b: \"x, #1\", c: '{#2' # a remark\ne: 1\n", "(close it, or put the text in quotes)"),
    ],
)
def test_a_character_that_needs_quotes_is_reported(text: str, told: str) -> None:
    (fault,) = faults_of(text)
    assert told in fault


def test_a_decimal_comma_in_braces_is_reported_as_one() -> None:
    assert faults_of("a: {hex: 50,5mm, across: flats}\nb: {x: -2,25}\n") == [
        "game.yaml:1:10: error: 50,5mm is split at its comma (write 50.5mm)",
        "game.yaml:2:8: error: -2,25 is split at its comma (write -2.25)",
    ]
    assert tree_of("a: {x: 50, 5mm: }\n").value["a"] == {"x": 50, "5mm": None}
    assert tree_of("a: {x: 50,5mm: 1}\n").value["a"] == {"x": 50, "5mm": 1}
    assert tree_of("a: {x: 1,2: , y: 3}\n").value["a"] == {"x": 1, "2": None, "y": 3}
    assert tree_of("1: 5\n2:\n").value == {"1": 5, "2": None}
    assert len(faults_of("é: { x: 2,5 }\nb: { x: 2,5 , y: 1 }\n")) == 2


def test_no_number_in_a_file_is_infinite_or_nan() -> None:
    text = "hand: {value: 4, low: .nan, high: .inf}\nnames: ['.nan', nan, -.Inf]\n"
    told = faults_of(text)
    assert [line.partition(" (")[0] for line in told] == [
        "game.yaml:1:23: error: expected a number, found .nan",
        "game.yaml:1:35: error: expected a number, found .inf",
        "game.yaml:2:22: error: expected a number, found -.Inf",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "a:\n  size: mini\n    b: 1\n",
            "3:6: error: this key is indented more than the one above",
        ),
        ("a:\n  - x: 1\n     y: 2\n", "3:7: error: this key is indented more than the one above"),
        ("a: T: U\n", '1:5: error: there is a second ": " in this line'),
        ("name:T\nb: 1\n", '1:6: error: "name:T" has no space after its colon'),
        ("a:\n  name:\u00a0T\n  b: 1\n", '3:4: error: the line above has no ": "'),
        ("a: **Draw** two\n", '1:5: error: a text cannot start with "*" (put it in quotes)'),
        ("a:\n  cards\n    b: 1\n", '3:6: error: the line above has no ": "'),
        ("a: - b\n", '1:4: error: a text cannot start with "-" (put it in quotes)'),
        ("a: ? b\n", '1:4: error: a text cannot start with "?" (put it in quotes)'),
        ("a: {b: {c: d, e: #fff}\n", 'a value is missing in a bracket (put "#fff" in quotes'),
        ("a: & b\n", 'a text cannot start with "&" (put it in quotes)'),
        ('a: "\\q"\n', "error: a backslash is not allowed before this character (write "),
        ('a: "\\ud800"\n', "error: a backslash is not allowed before this character (write "),
        ('a: "\\xg0"\n', "error: a backslash is not allowed before this character (write "),
    ],
)
def test_a_typing_error_in_yaml_is_reported_by_its_cause(text: str, told: str) -> None:
    (fault,) = faults_of(text)
    assert told in fault


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:\n  colour: #c33\n  b: 1\n", "#c33"),
        ("a: Card #3\n", "#3"),
        ("a:\n  - #fff\n  - b\n", "#fff"),
        ("a: 3 #3\n", ""),
        ("a: b #mean\n", ""),
        ("a: b # 3\n", ""),
        ("a: '#fff' #3\n", ""),
        ("a: #all\n  b: 1\n", ""),
        ("a: #the whole\n", ""),
    ],
)
def test_a_value_that_a_comment_cuts_off_is_reported(text: str, told: str) -> None:
    problems = Problems()
    assert parse_yaml(text, "game.yaml", problems) is not None
    found = [problem.message.split('"')[1] for problem in problems]
    assert found == [told][: len(told)] and not problems.errors


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'a: 1\nname: "Night Ferry\nplayers: 2\nfront: {title: "{{ name }}"}\n',
            '2:7: error: the quote that opens "Night Ferry is not closed on its line '
            '(close it: "Night Ferry")',
        ),
        (
            "name: 'Night\nplayers: 2\nnote: 'x y'\n",
            "1:7: error: the quote that opens 'Night is not closed on its line (close it: 'Night')",
        ),
        (
            'a: "x\n  y"\n\nb: "it\\"s" # "\nc: "open\nd: "x"\n',
            '5:4: error: the quote that opens "open is not closed on its line (close it: "open")',
        ),
        # A text of several lines is none of these.
        ('a: "x\n  y" # z\nb: [1\nc: 2\n', "4:2: error: "),
        (
            "name: B\nplayers:2-4\nnote: x\n",
            '2:9: error: "players:2-4" has no space after its colon (write players: 2-4)',
        ),
        (
            "c:\n  a:\n    size:poker\n\n    # x\n    rows: c.csv\n",
            '3:10: error: "size:poker" has no space after its colon (write size: poker)',
        ),
        ("a:\n  http://x\n  b: 2\n", "3:4: error: "),
    ],
)
def test_a_missing_quote_or_space_is_reported_at_its_place(text: str, told: str) -> None:
    problems = Problems()
    assert parse_yaml(text, "game.yaml", problems) is None
    (line,) = (str(problem) for problem in problems)
    assert line.startswith(f"game.yaml:{told}")
    assert ("quote that opens" in line or "no space after" in line) == (len(told) > 20)
