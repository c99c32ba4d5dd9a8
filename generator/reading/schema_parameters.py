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
from generator.reading.schema_table import TableSection
from generator.reading.values import reads_as_number

SWITCHES = ("yes", "no", "on", "off")  # words for true and false, as in older YAML


class TuneSection(Section):
    """The values of a parameter that `suggest` may try."""

    low: float | None = described("the smallest value to try", default=None, strict=True)
    high: float | None = described("the largest value to try", default=None, strict=True)
    step: float | None = described("step between values", default=None, strict=True, gt=0)
    values: Annotated[list[AScalar], Listed] = described(
        "the values to try, if they are not numbers in steps", default_factory=list
    )
    cost: float = described(
        "cost of a change, relative to other parameters", default=1, strict=True, gt=0
    )


def _tuning(value: Any) -> Any:
    if isinstance(value, bool):
        return {} if value else None
    if value is not None and not isinstance(value, Mapping):
        fix = "write true, or a range: {low: 1, high: 9}"
        raise fault(f"expected true or keys and values, found {in_words(value)}", fix)
    return value


Tuning = Annotated[
    TuneSection | None, BeforeValidator(_tuning, json_schema_input_type=bool | TuneSection)
]


class ParameterSection(Section):
    """A parameter with its value and further keys."""

    value: AScalar = described("its value: a number, true/false or a text")
    low: float | None = described("the smallest sensible value", default=None, strict=True)
    high: float | None = described("the largest sensible value", default=None, strict=True)
    note: Text = described("what it does and where it comes from", default="")
    tune: Tuning = described("whether `suggest` may change it, and to which values", default=None)

    @model_validator(mode="after")
    def _bounds_hold(self) -> "ParameterSection":
        if (self.low is not None or self.high is not None) and not is_number(self.value):
            is_quoted = isinstance(self.value, str) and reads_as_number(self.value)
            fix = "remove the quotes" if is_quoted else "write a number, or remove low and high"
            message = (
                f"the value is {in_words(self.value)}, but with low and high it must be a number"
            )
            raise fault(message, fix, "value")
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
                message = f"tune has values and {' and '.join(given)}"
                raise fault(message, "use only one of them", "tune")
            self._values_hold(tune.values)
            return
        if isinstance(self.value, str):
            if self.value.lower() in SWITCHES:
                raise fault(
                    f"{in_words(self.value)} is a word", "a switch is true or false", "value"
                )
            raise fault(
                "the value is a word, so tune needs a list of values",
                "write tune: {values: [slow, fast]}",
                "tune",
            )
        if is_number(self.value):
            self._range_holds(tune)
        elif given:
            fix = "write tune: true to try both settings"
            raise fault(f"a switch takes no {' or '.join(given)}", fix, "tune")

    def _range_holds(self, tune: TuneSection) -> None:
        """Check that the steps of a tuned number are whole if the number is whole, and lie within
        its range.
        """
        if isinstance(self.value, int):
            for name, bound in (("low", tune.low), ("step", tune.step)):
                if bound is not None and not bound.is_integer():
                    message = f"tune's {name} is {bound:g}, but the value is a whole number"
                    raise fault(message, f"like {self.value}", "tune")
        low = self.low if tune.low is None else tune.low
        high = self.high if tune.high is None else tune.high
        if low is None or high is None:
            raise fault("tune needs a smallest and a largest value", "add low and high")
        for name, bound in (("low", tune.low), ("high", tune.high)):
            if bound is not None:
                _within(bound, self.low, self.high, f"tune's {name}", "tune")
        if low == high:
            raise fault(f"tune has no value to try except {low:g}", "add low and high", "tune")
        if low > high:
            raise fault(
                f"tune goes from {low:g} down to {high:g}", "write the lower value first", "tune"
            )
        if tune.step is not None and tune.step > high - low:
            message = f"tune's step of {tune.step:g} is larger than the range {low:g} to {high:g}"
            raise fault(message, "write a smaller one", "tune")

    def _values_hold(self, values: Sequence[Scalar]) -> None:
        """Check that the values to try have the kind of the parameter's value and lie in
        its range.
        """
        kind = _kind(self.value)
        for value in values:
            if _kind(value) != kind:
                message = (
                    f"tune has {in_words(value)} among its values, but the parameter is {kind}"
                )
                raise fault(message, f"like {in_words(self.value)}", "tune")
            if is_number(value):
                if isinstance(self.value, int) and not float(value).is_integer():
                    message = (
                        f"tune has {value:g} among its values, but the parameter is a whole number"
                    )
                    raise fault(message, f"like {self.value}", "tune")
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
        fix = f"write {high:g} or less, or a larger high"
        raise fault(f"{name} {value:g} is above high {high:g}", fix, key)


class VariantSection(Section):
    """The changes that a variant makes to the game."""

    parameters: Annotated[dict[ParameterName, AScalar], Mapped] = described(
        "parameters with another value", default_factory=dict
    )
    without: Annotated[list[ComponentId], Listed] = described(
        "components that are left out", default_factory=list
    )
    table: Annotated[TableSection, Mapped] = described(
        "keys that replace those of the game's table", default_factory=TableSection
    )
    note: Text = described("a description of the variant", default="")
