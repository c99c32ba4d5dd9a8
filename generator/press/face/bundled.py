"""The templates of the bundled faces, compiled to plain Python once and drawn on one maker's
canvas.

In: a canvas. Out: `Bundled`, which draws the body of a face from its slots and measures. The
templates are part of this program, so they call functions directly and the number of their calls is
not limited. The canvas escapes every text that it prints.
"""

from collections.abc import Mapping
from functools import cache
from keyword import iskeyword
from typing import Any

from generator.model.decimals import AsShown, drawn
from generator.press.face.canvas import Canvas, functions
from generator.press.face.surface import Ink
from generator.templating.face_slots import SUFFIX, folder
from generator.templating.sandbox import printable

_HOLDERS = {"draw", "slot", "parts"}  # objects whose attributes always exist


class Bundled:
    """Draws the bundled faces for one maker."""

    def __init__(self, canvas: Canvas) -> None:
        self._environment = _environment(canvas)
        self._templates: dict[str, tuple[Any, dict[str, Any]]] = {}

    def draw(self, name: str, values: Mapping[str, object]) -> str:
        """Draw the body of a face with these slots and measures.

        Raises the errors of its template.
        """
        entry = self._templates.get(name)
        if entry is None:
            template = self._environment.get_template(f"{name}{SUFFIX}")
            # `globals` is a chain of mappings, which is slow to copy for every face.
            entry = self._templates[name] = (template, dict(template.globals))
        template, always = entry
        context = template.new_context({**always, **values}, shared=True)
        return "".join(template.root_render_func(context))


def printed(value: object) -> object:
    """Prepare a value for an SVG; numbers get few digits, and None becomes an empty text."""
    kind = type(value)
    if kind is str or kind is Ink:
        return value
    if isinstance(value, float) and not isinstance(value, AsShown):
        return drawn(value)
    return "" if value is None else printable(value)


def _environment(canvas: Canvas) -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made: Any = Environment(
        loader=FileSystemLoader(folder()),
        finalize=printed,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        bytecode_cache=_compiled(),
    )
    made.code_generator_class = _straight()
    calls = functions(canvas)
    made.filters.update(calls)
    made.globals.update({**calls, "draw": canvas})
    return made


@cache
def _straight() -> Any:
    """Return a variant of jinja2's compiler that calls functions and our own objects directly."""
    from jinja2 import nodes
    from jinja2.compiler import CodeGenerator, Frame

    class Straight(CodeGenerator):
        def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
            is_plain = not node.dyn_args and not node.dyn_kwargs and not forward_caller
            if not is_plain or any(iskeyword(keyword.key) for keyword in node.kwargs):
                super().visit_Call(node, frame, forward_caller=forward_caller)
                return
            self.visit(node.node, frame)
            self.write("(")
            for i, argument in enumerate([*node.args, *node.kwargs]):
                self.write(", " if i else "")
                self.visit(argument, frame)
            self.write(")")

        def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
            if isinstance(node.node, nodes.Name) and node.node.name in _HOLDERS:
                self.visit(node.node, frame)
                self.write(f".{node.attr}")
            else:
                super().visit_Getattr(node, frame)

    return Straight


@cache
def _compiled() -> Any:
    """Return the cache of compiled templates, which all makers of the process share."""
    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket

    kept: dict[str, bytes] = {}

    class Compiled(BytecodeCache):
        """Keeps compiled code by the keys of jinja2: template name and digest of the source."""

        def load_bytecode(self, bucket: Bucket) -> None:
            if bucket.key in kept:
                bucket.bytecode_from_string(kept[bucket.key])

        def dump_bytecode(self, bucket: Bucket) -> None:
            kept[bucket.key] = bucket.bytecode_to_string()

    return Compiled()
