"""Small arrays that a function makes for itself, kept on the stack.

A rule that makes an array pays for finding the memory, for counting who holds it and for giving it
back: many times what a few dozen numbers cost to use. What a function makes is gone when it
returns, where it neither returns it nor was handed anything that could keep it, such as a list.
"""

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np

from generator.play.engine.numba_modules import numba_part

MOST_BYTES = 1024  # of one array; every function under way may hold some


@cache
def compiler_with_stack() -> Any:
    """Numba's compiler with one more pass, for `njit(pipeline_class=…)`."""
    from numba.core.compiler import CompilerBase
    from numba.core.compiler_machinery import FunctionPass

    class OnStack(FunctionPass):
        """Take from the stack what `_short_lived` finds."""

        _name = "arrays_on_stack"

        def __init__(self) -> None:
            """Nothing to remember; the one it inherits is abstract."""

        def run_pass(self, state: Any) -> bool:
            found = list(_short_lived(state))
            for block, making, shape in found:
                _take_from_stack(state, block, making, shape)
            return bool(found)

    register = numba_part("numba.core.compiler_machinery").register_pass
    register(mutates_CFG=False, analysis_only=False)(OnStack)
    passes = numba_part("numba.core.compiler").DefaultPassBuilder

    class Compiler(CompilerBase):
        """The passes of every function, and this one where types are known."""

        def define_pipelines(self) -> list[Any]:
            known = passes.define_nopython_pipeline(self.state)
            known.add_pass_after(OnStack, numba_part("numba.core.typed_passes").PreLowerStripPhis)
            known.finalize()
            return [known]

    return Compiler


def _short_lived(state: Any) -> Iterator[tuple[Any, Any, tuple[int, ...]]]:
    """Where `np.empty` or `np.zeros` make an array that may lie on the stack; its shape.

    One of a size known beforehand, outside of loops, in a function that takes numbers, arrays and
    records and returns a number or nothing.
    """
    ir, types = numba_part("numba.core.ir"), numba_part("numba.types")
    tools, cfg = numba_part("numba.core.ir_utils"), numba_part("numba.core.analysis")

    numbers = types.Number | types.Boolean
    holders = numbers | types.Array | types.Record | types.RawPointer
    is_kept = not isinstance(state.return_type, numbers | types.NoneType)
    if is_kept or not all(isinstance(one, holders) for one in state.args):
        return
    blocks = state.func_ir.blocks
    loops = cfg.compute_cfg_from_blocks(blocks).loops().values()
    for label in blocks.keys() - {label for loop in loops for label in loop.body}:
        for making in blocks[label].find_insts(ir.Assign):
            if not isinstance(making.value, ir.Expr) or making.value.op != "call":
                continue
            name = tools.guard(tools.find_callname, state.func_ir, making.value)
            if name not in (("empty", "numpy"), ("zeros", "numpy")):
                continue
            made = state.typemap[making.target.name]
            if made.layout != "C" or not isinstance(made.dtype, numbers):
                continue
            shape = _shape(state.func_ir, making.value)
            if 0 < prod(shape) * _dtype(made.dtype).itemsize <= MOST_BYTES:
                yield blocks[label], making, shape


def _shape(function: Any, call: Any) -> tuple[int, ...]:
    """The shape that is asked for; (0,) where it is not known beforehand."""
    unknown = numba_part("numba.core.errors").ConstantInferenceError

    try:
        (shape,) = [function.infer_constant(one.name) for one in call.args[:1]]
    except (unknown, ValueError):
        return (0,)
    shape = shape if isinstance(shape, tuple) else (shape,)
    return shape if all(isinstance(n, int) and n > 0 for n in shape) else (0,)


def _dtype(known: Any) -> np.dtype[Any]:
    """A type of numba's as numpy has it."""
    found: np.dtype[Any] = numba_part("numba.np.numpy_support").as_dtype(known)
    return found


def _take_from_stack(state: Any, block: Any, making: Any, shape: tuple[int, ...]) -> None:
    """Put a call of our own where the array is made."""
    ir, tools = numba_part("numba.core.ir"), numba_part("numba.core.ir_utils")

    is_zeroed = tools.find_callname(state.func_ir, making.value)[0] == "zeros"
    kind = _maker(state.typemap[making.target.name], shape, is_zeroed)
    maker = ir.Var(block.scope, tools.mk_unique_var("on_stack"), making.loc)
    known = ir.Assign(ir.Global("on_stack", kind, making.loc), maker, making.loc)
    block.body.insert(block.body.index(making), known)
    making.value = ir.Expr.call(maker, (), (), making.loc)
    state.typemap[maker.name] = kind
    state.calltypes[making.value] = kind.get_call_type(state.typingctx, (), {})


@cache
def _maker(made: Any, shape: tuple[int, ...], is_zeroed: bool) -> Any:
    """The type of a function that takes such an array from the frame of its caller."""
    ir, types = numba_part("llvmlite.ir"), numba_part("numba.types")
    arrays, templates = numba_part("numba.np.arrayobj"), numba_part("numba.core.typing.templates")
    memset = numba_part("numba.core.cgutils").memset
    zeros = np.zeros(shape, _dtype(made.dtype))

    def on_stack(typing: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            words = ir.ArrayType(ir.IntType(64), -(-zeros.nbytes // 8))
            with builder.goto_entry_block():
                place = builder.alloca(words)
            place.align = 16
            if is_zeroed:
                memset(builder, place, context.get_constant(types.intp, zeros.nbytes), 0)
            array = context.make_array(made)(context, builder)
            lengths, steps = (
                [context.get_constant(types.intp, n) for n in numbers]
                for numbers in (zeros.shape, zeros.strides)
            )
            data = builder.bitcast(place, array.data.type)
            arrays.populate_array(array, data, lengths, steps, zeros.itemsize, meminfo=None)
            return array._getvalue()

        return made(), code

    return types.Function(templates.make_intrinsic_template(None, on_stack, on_stack.__name__))
