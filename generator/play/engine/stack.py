"""Allocates small arrays that a function makes for itself on the stack.

A rule that makes an array pays for allocating it, for counting references and for freeing it, which
takes many times longer than using a few dozen numbers. An array can be dropped when the function
returns, unless the function returns it or received something that could keep it, such as a list.
"""

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Any

import numpy as np

from generator.play.engine.numba_modules import numba_part

MOST_BYTES = 1024  # largest size of an array; every active function may hold several


@cache
def compiler_with_stack() -> Any:
    """Return numba's compiler with one more pass, for `njit(pipeline_class=…)`."""
    from numba.core.compiler import CompilerBase
    from numba.core.compiler_machinery import FunctionPass

    class OnStack(FunctionPass):
        """Allocates the arrays that `_short_lived` finds on the stack."""

        _name = "arrays_on_stack"

        def __init__(self) -> None:
            """Do nothing; the inherited method is abstract."""

        def run_pass(self, state: Any) -> bool:
            arrays = list(_short_lived(state))
            for block, making, shape in arrays:
                _take_from_stack(state, block, making, shape)
            return bool(arrays)

    register = numba_part("numba.core.compiler_machinery").register_pass
    register(mutates_CFG=False, analysis_only=False)(OnStack)
    passes = numba_part("numba.core.compiler").DefaultPassBuilder

    class Compiler(CompilerBase):
        """The default passes, with this pass added after type inference."""

        def define_pipelines(self) -> list[Any]:
            pipeline = passes.define_nopython_pipeline(self.state)
            pipeline.add_pass_after(
                OnStack, numba_part("numba.core.typed_passes").PreLowerStripPhis
            )
            pipeline.finalize()
            return [pipeline]

    return Compiler


def _short_lived(state: Any) -> Iterator[tuple[Any, Any, tuple[int, ...]]]:
    """Yield the places where `np.empty` or `np.zeros` make an array for the stack, with its shape.

    The size must be constant, and the call must be outside of loops. The function must take only
    numbers, arrays and records, and return a number or nothing.
    """
    ir, types = numba_part("numba.core.ir"), numba_part("numba.types")
    tools, cfg = numba_part("numba.core.ir_utils"), numba_part("numba.core.analysis")

    numbers = types.Number | types.Boolean
    holders = numbers | types.Array | types.Record | types.RawPointer
    is_kept = not isinstance(state.return_type, numbers | types.NoneType)
    if is_kept or not all(isinstance(argument, holders) for argument in state.args):
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
    """Return the shape in the call; (0,) if it is not constant."""
    unknown = numba_part("numba.core.errors").ConstantInferenceError

    try:
        (shape,) = [function.infer_constant(size.name) for size in call.args[:1]]
    except (unknown, ValueError):
        return (0,)
    shape = shape if isinstance(shape, tuple) else (shape,)
    return shape if all(isinstance(n, int) and n > 0 for n in shape) else (0,)


def _dtype(kind: Any) -> np.dtype[Any]:
    """Return numba's type as numpy's dtype."""
    dtype: np.dtype[Any] = numba_part("numba.np.numpy_support").as_dtype(kind)
    return dtype


def _take_from_stack(state: Any, block: Any, making: Any, shape: tuple[int, ...]) -> None:
    """Replace the call that makes the array by our own call."""
    ir, tools = numba_part("numba.core.ir"), numba_part("numba.core.ir_utils")

    is_zeroed = tools.find_callname(state.func_ir, making.value)[0] == "zeros"
    kind = _maker(state.typemap[making.target.name], shape, is_zeroed)
    maker = ir.Var(block.scope, tools.mk_unique_var("on_stack"), making.loc)
    assignment = ir.Assign(ir.Global("on_stack", kind, making.loc), maker, making.loc)
    block.body.insert(block.body.index(making), assignment)
    making.value = ir.Expr.call(maker, (), (), making.loc)
    state.typemap[maker.name] = kind
    state.calltypes[making.value] = kind.get_call_type(state.typingctx, (), {})


@cache
def _maker(made: Any, shape: tuple[int, ...], is_zeroed: bool) -> Any:
    """Return the type of a function that takes such an array from its caller's stack frame."""
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
