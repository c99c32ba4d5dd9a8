"""The parameters that may be changed, and their values, from the pack or from the command."""

import math
from collections.abc import Sequence
from dataclasses import replace

from generator.model.pack import Pack, Parameter, Scalar, Tune, is_number
from generator.model.problems import near
from generator.play.studies.suggest.lattice import Axis

MOST_LEVELS = 40
FEW_STEPS = 20  # number of steps of a fractional number


def tuned(pack: Pack, names: Sequence[str]) -> list[Axis]:
    """Return the axes of a search: the axes in `asked`, otherwise all parameters with `tune` in the
    pack.

    A text is "tracks", "tracks=10..20", "tracks=10..20..2", "mode=slow|fast", or a number in the
    cell of a row, "cards.saffron.points". Raises `ValueError`.
    """
    if names:
        axes = {}
        for axis in (_asked(pack, text) for text in dict.fromkeys(names)):
            if axis.name in axes:
                raise ValueError(f"{axis.name} is to be tuned in two ways: give one range")
            axes[axis.name] = axis
        return [*axes.values()]
    return [axis_of(p) for p in pack.parameters.values() if p.tune is not None]


def axis_of(parameter: Parameter) -> Axis:
    """Return the axis of a parameter. Raises `ValueError` if it has no range."""
    tune = parameter.tune or Tune()
    was = parameter.value
    if tune.values:
        is_ordered = all(is_number(v) for v in (was, *tune.values))
        values = dict.fromkeys((*tune.values, was))
        levels = tuple(sorted(values, key=float)) if is_ordered else tuple(values)  # type: ignore[arg-type]
    elif isinstance(was, bool):
        levels = (False, True)
    elif isinstance(was, int | float):
        levels = _levels(parameter, tune)
    else:
        raise ValueError(f"{parameter.name} is a word: name its values, {parameter.name}=slow|fast")
    if len(levels) < 2:
        raise ValueError(f"{parameter.name}: {was} leaves nothing to try: name other values, too")
    return Axis(parameter.name, levels, levels.index(was), tune.cost)


def _levels(parameter: Parameter, tune: Tune) -> tuple[Scalar, ...]:
    """Return numbers in equal steps between the bounds, and the designer's own value."""
    low = parameter.low if tune.low is None else tune.low
    high = parameter.high if tune.high is None else tune.high
    if low is None or high is None:
        raise ValueError(
            f"{parameter.place}: {parameter.name} has no low and high: write {parameter.name}=5..20"
        )
    if low >= high:
        raise ValueError(f"{parameter.name}: {low:g}..{high:g} leaves nothing to try")
    was, is_whole = parameter.value, isinstance(parameter.value, int)
    assert isinstance(was, int | float)
    step = tune.step or _step(low, high, is_whole)
    count = int((high - low) / step + 1e-9)
    if count == 0:
        raise ValueError(f"{parameter.name}: a step of {step:g} leads past {low:g}..{high:g}")
    levels = {low + i * step for i in range(count + 1)} | {was}
    if len(levels) > 4 * MOST_LEVELS:
        raise ValueError(
            f"{parameter.name}: {len(levels):,} values are too many: give a larger step"
        )
    if is_whole:
        if not float(step).is_integer() or not float(low).is_integer():
            raise ValueError(f"{parameter.name} is a whole number: so are its low and its step")
        return tuple(sorted(int(x) for x in levels))
    return tuple(sorted(round(x, 9) for x in levels))


def _step(low: float, high: float, is_whole: bool) -> float:
    if is_whole:
        return max(1, -int(-(high - low) // MOST_LEVELS))
    return (high - low) / FEW_STEPS


def _asked(pack: Pack, text: str) -> Axis:
    name, equals, span = (part.strip() for part in text.partition("="))
    parameter = pack.parameter(name)
    if parameter is None:
        raise ValueError(f'no parameter "{name}" to tune ({near_number(pack, name)})')
    tune = parameter.tune or (_of_column(pack, parameter) if parameter.is_cell else Tune())
    if equals:
        tune = _read(parameter, span, tune)
    return axis_of(replace(parameter, tune=tune))


def numbers_of(pack: Pack, name: str) -> dict[str, Parameter]:
    """Return the numbers in a column such as "cards.points", by row; {} if no column has
    this name.
    """
    id, dot, column = name.partition(".")
    rows = next((c.rows for c in pack.components if c.id == id), ()) if dot else ()
    parameters = {row.id: pack.parameter(f"{id}.{row.id}.{column}") for row in rows}
    return {row: number for row, number in parameters.items() if number is not None}


def near_number(pack: Pack, name: str) -> str:
    """Return the likely meaning of a misspelt name: a parameter, a number of a row, or a column."""
    id, _, rest = name.partition(".")
    meant = [c for c in pack.components if c.id == id]
    cells = [
        (c.id, row.id, column)
        for c in meant or pack.components
        for row in c.rows
        for column, value in row.fields.items()
        if is_number(value)
    ]
    if meant and rest and not cells:
        return f"the rows of {id} hold no numbers"
    if not rest or not cells:
        return near(name, pack.parameters)
    if numbers := numbers_of(pack, name):
        return f"name a row, as in {id}.{next(iter(numbers))}.{rest}"
    if "." in rest:
        return near(name, [".".join(cell) for cell in cells])
    return near(name, {f"{part}.{column}" for part, _, column in cells})


def _of_column(pack: Pack, number: Parameter) -> Tune:
    """Return the default range of a number in a row, from the least to the greatest number of the
    column.
    """
    component, _, column = number.name.split(".", 2)
    values = [float(n.value) for n in numbers_of(pack, f"{component}.{column}").values()]  # type: ignore[arg-type]
    low, high = min(values), max(values)
    if low == high:  # a constant column shows no other possible value
        low, high = min(0.0, 2 * low), max(2 * high, 1.0)
    return Tune(low, high)


def _form(parameter: Parameter) -> str:
    """Return an example of the syntax for a parameter's values, for a message."""
    name, value = parameter.name, parameter.value
    if isinstance(value, bool):
        return f"is no range: {name} is a switch, both of whose ways are tried: write {name}"
    if isinstance(value, str):
        return f"is no list of words, such as {name}={value}|other"
    low, high = parameter.low, parameter.high
    low = low if low is not None else 0.0 if high is None else min(0.0, high - 10)
    high = high if high is not None else low + 10
    return (
        f"is no range such as {name}={low:g}..{high:g}, nor one with a step, {name}=LOW..HIGH..STEP"
    )


def _read(parameter: Parameter, span: str, tune: Tune) -> Tune:
    """Return the values in a command: a range or a list."""
    fault = ValueError(f'"{parameter.name}={span}" {_form(parameter)}')
    if ".." not in span:
        words = [word.strip() for word in span.split("|")]
        if isinstance(parameter.value, str):
            return Tune(cost=tune.cost, values=tuple(words))
        try:
            numbers = [int(w) if isinstance(parameter.value, int) else float(w) for w in words]
        except ValueError:
            raise fault from None
        if not all(map(math.isfinite, numbers)):
            raise fault
        return Tune(cost=tune.cost, values=tuple(numbers))
    if "..." in span:
        raise fault  # the text 1...3 would be read as 1 to .3
    try:
        ends = [float(part) for part in span.split("..")]
    except ValueError:
        raise fault from None
    if len(ends) not in (2, 3) or not is_number(parameter.value):
        raise fault
    if not all(map(math.isfinite, ends)):
        raise fault
    if ends[1] < ends[0]:
        right = "..".join([f"{ends[1]:g}", f"{ends[0]:g}", *span.split("..")[2:]])
        raise ValueError(
            f'the range "{parameter.name}={span}" is backwards: write {parameter.name}={right}'
        )
    for bound, least, most in ((ends[0], parameter.low, True), (ends[1], parameter.high, False)):
        if least is not None and (bound < least if most else bound > least):
            raise ValueError(
                f"{parameter.name}={span}: its {'low' if most else 'high'} is {least:g}"
            )
    if len(ends) == 3 and ends[2] <= 0:
        raise fault
    return Tune(ends[0], ends[1], ends[2] if len(ends) == 3 else None, tune.cost)
