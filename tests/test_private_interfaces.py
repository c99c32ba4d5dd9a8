"""Private interfaces of libraries that we use; each test names the version it was written for.

When one fails after an update, check the small place named in its docstring, then raise the upper
bound in pyproject.toml.
"""

import io
from importlib.metadata import version
from pathlib import Path

import pytest


def known(library: str, release: str) -> None:
    found = version(library)
    assert found.startswith(f"{release}."), f"{library} {found}: this was written for {release}"


def test_jinja2_asks_before_a_text_formats_itself() -> None:
    """`sandbox._bounded`: `wrap_str_format` is in no manual."""
    known("jinja2", "3.1")
    from generator.templating.sandbox import TooMuch, environment, render

    for text in ("{{ '{0}'.format(1) }}", "{{ ('{0}'|string).format_map({}) }}"):
        with pytest.raises(TooMuch):
            render(environment(), text, {})


def test_jinja2_compiles_the_nodes_it_is_given() -> None:
    """`sandbox._meter`: a text, a template and what it includes are all metered."""
    known("jinja2", "3.1")
    from jinja2 import DictLoader

    from generator.templating.sandbox import TooMuch, environment, render, render_template

    loop = "{% for i in range(1000) %}{% for k in range(1000) %}{% endfor %}{% endfor %}"
    env = environment(loader=DictLoader({"loop": loop, "around": "{% include 'loop' %}"}))
    with pytest.raises(TooMuch):
        render(env, loop, {})
    for name in ("loop", "around"):
        with pytest.raises(TooMuch):
            render_template(env.get_template(name), {})


def test_jinja2_calls_straight_what_bundled_faces_call() -> None:
    """`press.face.bundled._straight`: `CodeGenerator.visit_Call` and `visit_Getattr`."""
    known("jinja2", "3.1")
    from jinja2 import Environment

    from generator.press.face.bundled import _straight

    class Draw:
        def sum(self, *numbers: int, start: int = 0) -> int:
            return sum(numbers) + start

    made = Environment()
    made.code_generator_class = _straight()
    text = (
        "{% macro twice(n) %}{{ draw.sum(n, n) }}{% endmacro %}{{ twice(4) }} "
        "{% for i in [1, 2] %}{{ draw.sum(i, start=10) }} {% endfor %}"
        "{{ draw.sum(*[1, 2], **{'start': 3}) }}"
    )
    source = made.compile(text, raw=True)
    assert source.count("context.call") == 1 and "environment.getattr" not in source
    assert made.from_string(text, {"draw": Draw()}).render() == "8 11 12 6"


def test_reportlab_takes_objects_of_ours() -> None:
    """`press.out.bridge.Placer`: `Canvas._doc.Reference`, `PDFObject.format`, `__RefOnly__`."""
    known("reportlab", "5.1")
    from reportlab.pdfgen.canvas import Canvas

    from generator.press.out.pdf_forms import Foreign, Form, Placer

    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    shared = Foreign((b"<</Kind/Shared>>",))
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</A "
    form = Form(Foreign((head, shared, b"/B ", shared, b">>>>"), b"0 0 9 9 re f"), 9, 9)
    placer = Placer(canvas)
    placer.draw(form)
    placer.draw(form)
    canvas.save()
    pdf = out.getvalue()
    assert pdf.count(b"/Kind/Shared") == 1 and pdf.count(b"0 0 9 9 re f") == 1


def test_bidi_goes_step_by_step() -> None:
    """`press.face.bidi.visual`: the steps of `bidi.algorithm`, which keep our own key."""
    known("python-bidi", "0.6")
    from generator.press.text.bidi import visual
    from generator.press.text.markup import Bit

    bits = [Bit("abc ", "regular"), Bit("\u05d0\u05d1", "bold")]
    assert visual(bits, 0) == bits


def test_yaml_leaves_the_tags_to_us() -> None:
    """`reading.yaml._Loader.resolve` is called for every node the C parser composes."""
    known("PyYAML", "6.0")
    from generator.model.problems import Problems
    from generator.reading.yaml import parse_yaml

    tree = parse_yaml("a: no\nb: 0x10\nc: '1'\n", "game.yaml", Problems())
    assert tree is not None and tree.value == {"a": "no", "b": 16, "c": "1"}


def test_numba_takes_twins_of_plain_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`play.engine.machine`: `_numba_type_` on a function, a dispatcher's `_cache`, `overloads`
    and `get_call_template`, `CompileResult._reduce` and `_rebuild`, `no_cpython_wrapper`."""
    known("numba", "0.68")
    known("llvmlite", "0.50")
    monkeypatch.setenv("PROTOPLAY_CACHE", str(tmp_path))
    from generator.kit import rule
    from generator.play.engine import machine

    @rule
    def inner(x: int) -> int:
        return x + 1

    @rule
    def outer(x: int) -> int:
        return inner(x) * inner(0)

    assert machine.entry_of(outer)(4) == outer(4) == 5
    twin = inner._numba_twin_  # type: ignore[attr-defined]
    assert len(twin.overloads) == 1, "a number and a literal share their machine code"
    compiled = next(iter(twin.overloads.values()))
    again = machine._rebuilt(compiled.target_context, machine._reduced(compiled))
    assert again is not None and again.signature == compiled.signature


def test_numba_faults_are_cheap() -> None:
    """`machine._make_faults_cheap`: `do_boundscheck`, `raise_with_shape_context`."""
    import numpy as np

    from generator.kit import rule
    from generator.play.engine import machine

    @rule
    def read(array: np.ndarray, i: int) -> int:
        return array[i]

    @rule
    def write(array: np.ndarray, other: np.ndarray) -> None:
        array[:] = other

    three = np.arange(3)
    fast = machine.entry_of(read)
    assert [fast(three, i) for i in (0, 2, -1, -3)] == [0, 2, 2, 0]
    for i in (3, -4, 2**62):
        with pytest.raises(IndexError, match="out of bounds"):
            fast(three, i)
    with pytest.raises(ValueError, match="slice of another length"):
        machine.entry_of(write)(three, np.arange(4))


def test_numba_counts_no_references_where_the_engine_makes_no_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`machine._compiled`: the option `_nrt`."""
    monkeypatch.setenv("PROTOPLAY_CACHE", str(tmp_path))
    import numpy as np

    from generator.kit.marks import engine
    from generator.play.engine import machine

    @engine
    def first(array: np.ndarray) -> float:
        return array[0]

    @engine
    def fresh(array: np.ndarray) -> np.ndarray:
        wider = np.empty(2)
        wider[0] = first(array)
        return wider

    assert machine.entry_of(fresh)(np.array([4.0]))[0] == 4
    inner = first._numba_twin_  # type: ignore[attr-defined]
    outer = fresh._entry_  # type: ignore[attr-defined]
    calls = ["call void @NRT_" in "".join(f.inspect_llvm().values()) for f in (inner, outer)]
    assert calls == [False, True]


def test_numba_hands_on_what_a_called_address_raises() -> None:
    """`machine._by_pointer`: `call_conv.get_function_type`, `call_function`, and the templates of
    `_teach_code`."""
    import numpy as np

    from generator.kit import rule
    from generator.kit.marks import engine
    from generator.play.engine import machine
    from generator.play.engine.calls import call_to_ask

    record = np.zeros(1, np.dtype((np.record, [("seat", np.int64), ("of", np.int64, (2,))])))

    @rule
    def ask(tables: object, state: np.record) -> int:
        return state.of[state.seat]

    @engine
    def call(address: int, tables: np.record, state: np.record) -> int:
        return call_to_ask(address, tables, state)

    part = machine.Part("ask", ask, "int", (record.dtype, record.dtype))
    (address,) = machine.addresses_of("a test", [part])
    entry = machine.entry_of(call)
    record[0].of[1], record[0].seat = 7, 1
    assert entry(address, record[0], record[0]) == 7
    record[0].seat = 2
    with pytest.raises(IndexError):
        entry(address, record[0], record[0])


def test_uvicorn_knows_which_connections_rest() -> None:
    """`table.app._Connection`: `connections`, `transport`, `cycle`, `response_complete`; what they
    do is held by `tests/preview/test_preview_command.py`."""
    known("uvicorn", "0.54")
    import inspect

    from uvicorn.protocols.http import h11_impl

    source = inspect.getsource(h11_impl)
    for kept in (
        "self.connections.add(self)",
        "self.transport = ",
        "self.cycle = ",
        "self.loop = ",
    ):
        assert kept in source
    assert "self.response_complete = True" in source
