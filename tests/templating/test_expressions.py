"""Texts with `{{ … }}`: filled in from rows and parameters, sandboxed and bounded."""

import time
from pathlib import Path

import pytest

from generator.model.problems import Place, Problems
from generator.reading.door import open_pack
from generator.templating.expressions import context_of, evaluate, fill, is_plain, row_context
from generator.templating.sandbox import (
    LONGEST_TEXT,
    TooMuch,
    environment,
    render,
    render_template,
    say,
)

PLACE = Place("game.yaml", 7, 3)
CONTEXT = {
    "name": "river bird",
    "points": 3,
    "weight": 2.0,
    "rare": True,
    "nothing": None,
    "code": "007",
    "animals": ["bird", "fish"],
    "palette": {"grove": "#2f7d4f"},
}


def filled(text: str) -> str:
    problems = Problems()
    result = fill(text, CONTEXT, PLACE, problems)
    assert not len(problems), [str(p) for p in problems]
    return result


def fault_of(text: str) -> str:
    problems = Problems()
    assert fill(text, CONTEXT, PLACE, problems) == text
    (problem,) = problems
    assert problem.place == PLACE
    return f"{problem.message} ({problem.fix})" if problem.fix else problem.message


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("no braces", "no braces"),
        ("{ one } brace", "{ one } brace"),
        ("{{ name }}: {{ points }}", "river bird: 3"),
        ("{{ weight }}{{ nothing }}", "2"),
        ("{{ name | title }}", "River Bird"),
        ("{{ points * 2 + 1 }} {{ 'x' * 3 }}", "7 xxx"),
        ("{{ name ~ '/' ~ points }}", "river bird/3"),
        ("{% if rare %}!{% else %}.{% endif %}", "!"),
        ("{% for a in animals %}{{ loop.index }}{{ a }} {% endfor %}", "1bird 2fish "),
        ("{% for i in range(3) %}*{% endfor %}", "***"),
        ("{{ animals | join(', ') }}", "bird, fish"),
        ("{{ palette.grove }} {{ palette['grove'] }}", "#2f7d4f #2f7d4f"),
        ("{{ missing | default('-') }}", "-"),
        ("{{ name.split(' ')[0].upper() }}", "RIVER"),
        ("{% set n = points + 1 %}{{ n }}", "4"),
        ("{{ 2 ** 10 }} {{ 7 // 2 }} {{ 7 % 2 }}", "1024 3 1"),
        ("{{ '<b>' }}", "<b>"),
        ("{% if code == 7 %}7{% else %}{{ code }}{% endif %}", "007"),
        ("{# a remark #}x", "x"),
        ("{{ '0' * 2 }}7", "007"),
        ("{{ points == '' }}{{ name != '4' }}{{ points != 'X' }}", "FALSETRUETRUE"),
        ("{{ '25%' | int(7) }}{{ 'X' | int }}{{ '' | int }}{{ '07' | int }}", "7007"),
    ],
)
def test_texts_are_filled_in(text: str, result: str) -> None:
    assert filled(text) == result


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{{ nam }}", 'unknown name "nam" in the text "{{ nam }}" (did you mean "name"?'),
        ("{{ palette.groove }}", 'unknown name ".groove" in the text'),
        ("{{ palette.groove }}", '(did you mean "grove"?'),
        ("{{ name.groove }}", "known: palette.grove"),
        ("{{ nam ~ 'x' }}", 'unknown name "nam"'),
        ("{% for a in animls %}{% endfor %}", 'unknown name "animls"'),
        ("{{ name", "cannot read the text"),
        ("{{ name | uper }}", "no filter named 'uper'"),
        ("{{ 1 / 0 }}", "divides by zero"),
        ("{{ name + 1 }}", "cannot compute the text"),
        ("{{ '25%' * points }}", '"25%" is a text, not a number'),
        ("{{ 2 * '1.000,5' }}", '"1.000,5" is a text, not a number'),
        ("{{ '1/2' * 2 }}", '"1/2" is a text, not a number'),
        ("{{ '25%' | int }}", '"25%" is a text, not a number'),
        ("{{ '1.000,5' | float }}", '"1.000,5" is a text, not a number'),
        ("{{ points == '4' }}", '"4" is a text, which never equals a number'),
        ("{% if '10' != points %}x{% endif %}", '"10" is a text, which never'),
        ("{% include 'x' %}", "cannot compute the text"),
    ],
)
def test_a_fault_names_the_mistake_and_its_place(text: str, fault: str) -> None:
    assert fault in fault_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "{{ 'a' * 10**9 }}",
        "{{ [1] * 10**9 }}",
        "{{ 10 ** 10 ** 10 }}",
        "{{ 2 ** 99999999 }}",
        "{{ '%99999999d' % 3 }}",
        "{{ '{:>99999999}'.format(3) }}",
        "{{ name.ljust(99999999) }}",
        "{{ name | center(99999999) }}",
        "{{ range(10**9) | list | length }}",
        "{{ name | replace('', 'x' * 20000) | replace('x', 'y' * 20000) }}",
        "{% for a in range(999) %}{% for b in range(999) %}x{% endfor %}{% endfor %}",
        *(
            "{% set s = namespace(v='ab') %}{% for i in range(50) %}{% set s.v = "
            + growing
            + " %}{% endfor %}{{ s.v }}"
            for growing in (
                "s.v ~ s.v",
                "s.v + s.v",
                "[s.v, s.v]",
                "(s.v, s.v)",
                "{1: s.v, 2: s.v}",
            )
        ),
        "{% macro f(n) %}{{ f(n) }}{{ f(n) }}{% endmacro %}{{ f(1) }}",
        "{% macro f(n) %}{% if n %}{{ f(n-1) }}{{ f(n-1) }}{% endif %}{% endmacro %}{{ f(40) }}",
        "{% for a in range(999) %}" + "x" * 100 + "{% endfor %}",
        "{{ ''.__class__.__mro__ }}",
        "{{ animals.append('x') }}",
        "{{ name.encode() }}",
        "{{ self.__init__ }}",
        "{{ lipsum(99999) }}",
    ],
)
def test_a_hostile_text_is_refused_quickly(text: str) -> None:
    start = time.process_time()
    assert fault_of(text)
    assert time.process_time() - start < 2.5


def test_a_text_has_a_greatest_length() -> None:
    assert "characters" in fault_of("{{ name }}" + "x" * LONGEST_TEXT)
    assert len(filled("{{ 'x' * 9000 }}" * 2)) == 18000


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("points", 3),
        ("{{ points }}", 3),
        ("points > 2 and rare", True),
        ("{{ name == 'x' }}", False),
        ("{{ points }}{{ points }}", "33"),
        (4, 4),
    ],
)
def test_expressions_have_values(text: str | int, value: object) -> None:
    problems = Problems()
    assert evaluate(text, CONTEXT, PLACE, problems) == value
    assert not len(problems)


def test_an_unknown_name_in_an_expression_is_a_problem() -> None:
    problems = Problems()
    assert evaluate("pointz + 1", CONTEXT, PLACE, problems) is None
    assert evaluate("pointz", CONTEXT, PLACE, problems) is None
    assert all('unknown name "pointz"' in str(p) for p in problems) and len(problems) == 2


def test_a_wrong_name_in_a_cell_is_reported_at_the_cell() -> None:
    problems, cell = Problems(), Place("cards.csv", 3, 6)
    row = {**CONTEXT, "Kind": "groev"}
    fill("{{ palette[Kind] }}", row, PLACE, problems, {"Kind": cell})
    assert [str(p) for p in problems] == [
        'cards.csv:3:6: error: Kind is "groev", but the text "{{ palette[Kind] }}" has no such key '
        '(did you mean "grove"? known: grove)'
    ]


def test_a_missing_key_of_a_list_in_the_text_is_reported_once_at_its_first_cell() -> None:
    problems = Problems()
    text = "{{ {'boots': 'rose', \"map\": 'fir', 3: 'sun'}[kind] }}"
    for i, kind in enumerate(("boots", "bots", "bots", "", 7), start=2):
        names = {"piece": {"id": f"r{i}"}, "component": {"id": "gear"}, "kind": kind}
        fill(text, {**CONTEXT, **names}, PLACE, problems, {"kind": Place("g.csv", i, 3)})
    who, known = f'but the text "{text}" has no such key', "known: 3, boots, map"
    assert [str(p) for p in problems] == [
        f'g.csv:3:3: error: gear/r3: kind is "bots", {who}, and on 1 more face '
        f'(did you mean "boots"? {known})',
        f"g.csv:5:3: error: gear/r5: kind is empty, {who} ({known})",
        f'g.csv:6:3: error: gear/r6: kind is "7", {who} ({known})',
    ]


def test_rows_take_precedence_over_parameters_and_odd_columns_get_a_name() -> None:
    context = row_context({"tracks": 15, "name": "game"}, {"name": "row", "Card text": "x"})
    assert (context["name"], context["tracks"], context["Card_text"]) == ("row", 15, "x")


def test_a_piece_may_speak_of_itself_its_game_and_its_palette(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "protoplay: 1\nname: Test\nplayers: 2-4\nparameters: {tracks: 15}\n"
        'palette: {sea: "#204090"}\ncomponents:\n  cards:\n    size: poker\n'
        "    rows: [{name: Lion}]\n    count: 3\n    front: {use: card, title: x, text: tracks}\n"
    )
    pack, _ = open_pack(tmp_path)
    assert pack is not None
    context = context_of(pack, pack.components[0], pack.components[0].rows[0])
    text = (
        "{{ name }} {{ tracks }} {{ palette.sea }} {{ game.name }} {{ players }} "
        "{{ piece.id }} {{ piece.name }} {{ piece.count }} {{ component.id }}"
    )
    problems = Problems()
    assert fill(text, context, PLACE, problems) == ("Lion 15 #204090 Test 2–4 lion Lion 3 cards")


def test_numbers_print_as_people_write_them() -> None:
    assert [say(v) for v in (2.0, 2.5, 3, None, "x")] == ["2", "2.5", "3", "", "x"]
    assert is_plain("a {b}") and not is_plain("{{ a }}") and not is_plain("{% a %}")


def test_an_environment_takes_filters_globals_and_a_loader() -> None:
    from jinja2 import DictLoader

    pages = DictLoader({"page": "{% for i in range(n) %}{{ shout('<') | twice }}{% endfor %}"})
    env = environment(
        {"twice": lambda text: text * 2},
        {"shout": lambda text: text + "!"},
        loader=pages,
        autoescape=True,
        steps=50,
    )
    template = env.get_template("page")
    assert render_template(template, {"n": 2}) == "&lt;!&lt;!" * 2
    with pytest.raises(TooMuch):
        render_template(template, {"n": 60})
    assert render(env, "{{ shout('a') }}", {}) == "a!"


def test_a_thousand_cards_of_five_slots_are_filled_in_quickly() -> None:
    problems = Problems()
    plain, simple = "A plain text", "{{ name }} gains {{ points }}"
    fill(simple, CONTEXT, PLACE, problems)
    start = time.process_time()
    for _ in range(1000):
        for text in (plain, plain, simple, simple, simple):
            fill(text, CONTEXT, PLACE, problems)
    assert time.process_time() - start < 0.1


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("{% if active %}x{% endif %}", True),
        ("{{ 'x' if not active else 'y' }}", True),
        ("{% if name and (active or rare) %}x{% endif %}", True),
        ("{% if active == 'no' %}x{% endif %}", False),
        ("{{ active or name }}", False),
        ("{{ active }} if active {% if name %}x{% endif %}", False),
    ],
)
def test_a_text_that_says_no_but_counts_as_yes_is_reported(text: str, is_told: bool) -> None:
    for word, is_no in (("no", True), ("FALSCH", True), ("yes", False), (False, False)):
        problems = Problems()
        fill(text, {**CONTEXT, "active": word}, PLACE, problems, {"active": Place("a.csv", 2, 3)})
        told = [(problem.level, problem.place.file) for problem in problems]
        assert told == ([("warning", "a.csv")] if is_told and is_no else [])


@pytest.mark.parametrize("text", ["{{ a if " * 2000, "{% if " * 8000, "{{ " * 30_000])
def test_a_text_of_unclosed_tags_is_reported_quickly(text: str) -> None:
    begun = time.process_time()
    fill(text, CONTEXT, PLACE, Problems())
    assert time.process_time() - begun < 5


def test_a_condition_may_test_a_word_for_no_that_the_text_prints() -> None:
    problems = Problems()
    voted = {"vote": "No", "name": "x"}
    assert fill("{% if vote %}{{ vote }}{% endif %}", voted, PLACE, problems) == "No"
    assert not len(problems)
    fill("{% if vote %}!{% endif %}", voted, PLACE, problems)
    (told,) = problems
    assert 'vote is the text "No"' in str(told)
