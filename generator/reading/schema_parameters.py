"""Parameters and variants in `game.yaml`: values, ranges, and what `suggest` may change."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, model_validator

from generator.model.pack import Scalar, is_number
from generator.reading.fields import (
    AScalar,
    ComponentId,
    Listed,
    Mapped,
    ParameterName,
    Text,
    fault,
    in_words,
)
from generator.reading.schema_section import Section, described
from generator.reading.values import reads_as_number

SWITCHES = ("yes", "no", "on", "off")  # as older YAML has them


class TuneSection(Section):
    """Where `suggest` may move a parameter."""

    low: float | None = described("the least value tried", default=None, strict=True)
    high: float | None = described("the greatest value tried", default=None, strict=True)
    step: float | None = described("from one value to the next", default=None, strict=True, gt=0)
    values: Annotated[list[AScalar], Listed] = described(
        "the values tried, where they are no numbers in steps", default_factory=list
    )
    cost: float = described("how dear a change is, against others", default=1, strict=True, gt=0)


def _tuning(value: Any) -> Any:
    if isinstance(value, bool):
        return {} if value else None
    if value is not None and not isinstance(value, Mapping):
        fix = "write true, or where it may go: {low: 1, high: 9}"
        raise fault(f"expected true or keys and values, found {in_words(value)}", fix)
    return value


Tuning = Annotated[
    TuneSection | None, BeforeValidator(_tuning, json_schema_input_type=bool | TuneSection)
]


class ParameterSection(Section):
    """A parameter in its long form."""

    value: AScalar = described("its value: a number, true/false or a text")
    low: float | None = described("the least sensible value", default=None, strict=True)
    high: float | None = described("the greatest sensible value", default=None, strict=True)
    note: Text = described("what it does and where it comes from", default="")
    tune: Tuning = described("whether, and where, `suggest` may move it", default=None)

    @model_validator(mode="after")
    def _bounds_hold(self) -> "ParameterSection":
        if (self.low is not None or self.high is not None) and not is_number(self.value):
            is_quoted = isinstance(self.value, str) and reads_as_number(self.value)
            fix = "remove the quotes" if is_quoted else "write a number, or take low and high out"
            found = f"the value is {in_words(self.value)}; with low and high it must be a number"
            raise fault(found, fix, "value")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise fault(f"low {self.low:g} is greater than high {self.high:g}", "swap them")
        if is_number(self.value):
            _within(self.value, self.low, self.high, key="value")
        if self.tune is not None:
            self._tuning_holds(self.tune)
        return self

    def _tuning_holds(self, tune: TuneSection) -> None:
        bounds = {"low": tune.low, "high": tune.high, "step": tune.step}
        given = [name for name, bound in bounds.items() if bound is not None]
        if tune.values:
            if given:
                found = f"tune has values and {' and '.join(given)}"
                raise fault(found, "give the one or the other", "tune")
            self._values_hold(tune.values)
            return
        if isinstance(self.value, str):
            if self.value.lower() in SWITCHES:
                raise fault(
                    f"{in_words(self.value)} is a word", "a switch is true or false", "value"
                )
            raise fault(
                "a word is tuned among values", "write tune: {values: [slow, fast]}", "tune"
            )
        if is_number(self.value):
            self._range_holds(tune)
        elif given:
            fix = "write tune: true, and both its ways are tried"
            raise fault(f"a switch has no {' or '.join(given)}", fix, "tune")

    def _range_holds(self, tune: TuneSection) -> None:
        """The steps of a number that is tuned: whole ones of a whole number, in its range."""
        if isinstance(self.value, int):
            for name, bound in (("low", tune.low), ("step", tune.step)):
                if bound is not None and not bound.is_integer():
                    found = f"tune's {name} is {bound:g}, and the value is a whole number"
                    raise fault(found, f"like {self.value}", "tune")
        low = self.low if tune.low is None else tune.low
        high = self.high if tune.high is None else tune.high
        if low is None or high is None:
            raise fault("tune needs a least and a greatest value", "add low and high")
        for name, bound in (("low", tune.low), ("high", tune.high)):
            if bound is not None:
                _within(bound, self.low, self.high, f"tune's {name}", "tune")
        if low == high:
            raise fault(f"tune leaves nothing to try but {low:g}", "add low and high", "tune")
        if low > high:
            raise fault(f"tune goes from {low:g} to {high:g}", "the lower one first", "tune")
        if tune.step is not None and tune.step > high - low:
            found = f"tune's step {tune.step:g} leads past {low:g} to {high:g}"
            raise fault(found, "a smaller one", "tune")

    def _values_hold(self, values: Sequence[Scalar]) -> None:
        """Values to try are of the kind of the parameter's own, and in its range."""
        kind = _kind(self.value)
        for value in values:
            if _kind(value) != kind:
                found = f"tune has {in_words(value)} among the values of {kind}"
                raise fault(found, f"like {in_words(self.value)}", "tune")
            if is_number(value):
                if isinstance(self.value, int) and not float(value).is_integer():
                    found = f"tune has {value:g} among the values of a whole number"
                    raise fault(found, f"like {self.value}", "tune")
                _within(value, self.low, self.high, "tune's value", "tune")


def _kind(value: Scalar) -> str:
    if isinstance(value, bool):
        return "a switch"
    return "a number" if is_number(value) else "a word"


def _within(
    value: float, low: float | None, high: float | None, name: str = "the value", key: str = ""
) -> None:
    if low is not None and value < low:
        fix = f"write {low:g} or more, or a smaller low"
        raise fault(f"{name} {value:g} is below low {low:g}", fix, key)
    if high is not None and value > high:
        fix = f"write {high:g} or less, or a greater high"
        raise fault(f"{name} {value:g} is above high {high:g}", fix, key)


class VariantSection(Section):
    """What a variant of the game changes."""

    parameters: Annotated[dict[ParameterName, AScalar], Mapped] = described(
        "parameters with another value", default_factory=dict
    )
    without: Annotated[list[ComponentId], Listed] = described(
        "components that are left out", default_factory=list
    )
    note: Text = described("what it is", default="")
