"""Why numba rejects a rule, in words that a designer understands."""

from pathlib import Path

import pytest

from generator.play.checks.conform import conform
from generator.play.engine.numba_errors import UNSAID, kind_of, numba_message, reason_of
from tests.toys import opened, write_pack
from tests.truth.test_together import LUCK

LOWERED = (
    "Failed in nopython mode pipeline (step: native lowering)\n"
    'Cannot cast {kind} to {wanted}: %".157" = load {{i8*, i8*}}, {{i8*, i8*}}* %".30"\n'
    'During: lowering "(state).{field} = $4build_list.0" at /home/a/rules.py (16)\n'
    "During: Pass native_lowering"
)
CALLED = (
    "No implementation of function Function(<{what}>) found for signature:\n\n >>> {call}\n\n"
    "During: resolving callee type: Function(<{what}>)\n{more}"
    "During: typing of call at /home/a/rules.py (16)"
)
INSIDE = (
    "During: resolving callee type: type(CPUDispatcher(<function mix_e1723e680137f1b3 at 0x7f>))\n"
)
BOUND = (
    "Cannot bind 'args=({given}) kws={{}}' to signature '(rng, pile)' due to "
    '"TypeError: {why}".\n'
    "During: resolving callee type: type(CPUDispatcher(<function draw_e1723e680137f1b3 at 0x7fd>))"
)


@pytest.mark.parametrize(
    ("text", "reason", "fix"),
    [
        (
            LOWERED.format(
                kind="list(int64)<iv=[1]>", wanted="nestedarray(int64, (3,))", field="a"
            ),
            "state.a is an array and cannot be replaced by another",
            "state.a[:] = …",
        ),
        (
            'During: lowering "(state).a = $8binary_add.3" at /home/a/rules.py (16)',
            "state.a is an array and cannot be replaced by another",
            "state.a[:] = …",
        ),
        (
            LOWERED.format(kind="list(int64)<iv=[1]>", wanted="int64", field="n"),
            "state.n is a whole number and cannot be set to a list",
            "",
        ),
        (
            "Cannot cast bool to float64: i1 %3",
            "found True or False, expected a decimal number",
            "",
        ),
        (
            "Cannot resolve setattr: (nestedarray(int64, (3,))).foo = Literal[int](3)",
            "an array has no 'foo'",
            "",
        ),
        ("Unknown attribute 'left' of type Literal[int](3)", "3 has no 'left'", ""),
        (
            "Cannot capture the non-constant value associated with variable 'state' in a function "
            "that may escape.",
            "a function inside it uses 'state'",
            "write it as a loop",
        ),
        (
            CALLED.format(
                what="built-in function max",
                more="",
                call="max(list(int64)<iv=[1]>, key=type(CPUDispatcher(<function _l_ at 0x7f>)))",
            ),
            "max() does not accept a list, key=a function",
            "write it as a loop",
        ),
        (
            CALLED.format(
                what="built-in function add", more="", call="add(Literal[str](a), int64)"
            ),
            "\"+\" does not accept the text 'a', a whole number",
            "",
        ),
        (
            CALLED.format(
                what="function shuffle at 0x7fd", more=INSIDE, call="shuffle(array(int32, 1d, C))"
            ),
            "mix(rng, pile) does not accept these arguments",
            "",
        ),
        (
            BOUND.format(given="NestedArray(int32, (6,)),", why="missing a required argument: 'p'"),
            "draw(rng, pile) is given an array alone",
            "",
        ),
        (
            BOUND.format(given="int64, bool, int8", why="too many positional arguments"),
            "draw(rng, pile) does not accept a whole number, True or False, a whole number",
            "",
        ),
        (
            "Cannot unify Literal[int](1) and Literal[str](b) for '$phi24.0.2', defined at a (1)",
            "a value is either 1 or the text 'b'",
            "",
        ),
        (
            "Cannot infer the type of variable 'x', have imprecise type: list(undefined)<iv=None>.",
            "'x' is a list whose type of element is unknown",
            "make it an array",
        ),
        ("Use of unsupported opcode (UNPACK_EX) found", "uses a form of Python that cannot", ""),
        ("Untyped global name 'bin': Cannot determine Numba type of <class 'x'>", "uses bin", ""),
        ("", UNSAID, ""),
        ("unsupported dtype for <BLAS function>()", UNSAID, ""),
        ('Invalid store of {i8*, i8*} to %".26"', UNSAID, ""),
    ],
)
def test_numba_is_reported_in_a_designers_words(text: str, reason: str, fix: str) -> None:
    found = reason_of(text)
    assert reason in found[0] and fix in found[1]
    assert not any(mark in "".join(found) for mark in ('%"', "i8", "<", "{", "int64", "0x7f"))


def test_a_type_that_has_no_word_is_something_else() -> None:
    assert kind_of("Poly{undefined}<7>") == "something else"
    assert kind_of("Function(<class 'int'>)") == "int" and kind_of("set(int64)") == "a set"


def test_a_slip_of_numbas_is_reported_by_the_rules_line_it_was_at(tmp_path: Path) -> None:
    adding = "        state.points[0] += 1"
    line = LUCK.splitlines().index(adding) + 1
    for i, new in enumerate(("state.points *= 1.5", "p = state.points; p += 0.5")):
        folder = write_pack(tmp_path / str(i), LUCK.replace(adding, f"        {new}"), "1")
        [told] = conform(opened(folder), 1, games=3).problems
        assert told.message.startswith("play() cannot be compiled: ") and "a whole array" in str(
            told
        )
        assert "points[:] = " in told.fix and told.place.line == line
        assert "NoneType" not in str(told)


def test_a_bare_assertion_is_reported_by_the_step_it_was_at() -> None:
    class Step:
        loc = "/home/a/rules.py (16)"

        def __str__(self) -> str:
            return "(state).a = $8"

    def lower(inst: Step) -> None:
        raise AssertionError

    with pytest.raises(AssertionError) as caught:
        lower(Step())
    assert (
        numba_message(caught.value) == 'During: lowering "(state).a = $8" at /home/a/rules.py (16)'
    )
