"""What libraries keep to themselves and we use all the same: each test names the version it knows.

When one fails after an update, look at the small place named in its docstring, then move the
upper bound in pyproject.toml.
"""

import io
from importlib.metadata import version

import pytest


def known(library: str, release: str) -> None:
    found = version(library)
    assert found.startswith(f"{release}."), f"{library} {found}: this was written for {release}"


def test_jinja2_asks_before_a_text_formats_itself() -> None:
    """`sandbox._bounded`: `wrap_str_format` is in no manual."""
    known("jinja2", "3.1")
    from generator.sandbox import TooMuch, environment, render

    for text in ("{{ '{0}'.format(1) }}", "{{ ('{0}'|string).format_map({}) }}"):
        with pytest.raises(TooMuch):
            render(environment(), text, {})


def test_jinja2_compiles_the_nodes_it_is_given() -> None:
    """`sandbox._meter`: a text, a template and what it includes are all metered."""
    known("jinja2", "3.1")
    from jinja2 import DictLoader

    from generator.sandbox import TooMuch, environment, render, render_template

    loop = "{% for i in range(1000) %}{% for k in range(1000) %}{% endfor %}{% endfor %}"
    env = environment(loader=DictLoader({"loop": loop, "around": "{% include 'loop' %}"}))
    with pytest.raises(TooMuch):
        render(env, loop, {})
    for name in ("loop", "around"):
        with pytest.raises(TooMuch):
            render_template(env.get_template(name), {})


def test_reportlab_takes_objects_of_ours() -> None:
    """`press.out.bridge.Placer`: `Canvas._doc.Reference`, `PDFObject.format`, `__RefOnly__`."""
    known("reportlab", "5.1")
    from reportlab.pdfgen.canvas import Canvas

    from generator.press.out.bridge import Foreign, Form, Placer

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
    from generator.press.face.bidi import visual
    from generator.press.face.markup import Bit

    bits = [Bit("abc ", "regular"), Bit("\u05d0\u05d1", "bold")]
    assert visual(bits, 0) == bits


def test_yaml_leaves_the_tags_to_us() -> None:
    """`reading.yaml._Loader.resolve` is called for every node the C parser composes."""
    known("PyYAML", "6.0")
    from generator.problems import Problems
    from generator.reading.yaml import parse_yaml

    tree = parse_yaml("a: no\nb: 0x10\nc: '1'\n", "game.yaml", Problems())
    assert tree is not None and tree.value == {"a": "no", "b": 16, "c": "1"}
