"""The options that several commands share, each defined once, and the parsing of their values.

A value that cannot be read ends the command with exit code 2. `spread` turns a dataclass into
options of a command.
"""

import inspect
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, get_type_hints

import typer
from typer.core import TyperGroup

from generator.cli.interrupts import stop_if_asked

if TYPE_CHECKING:
    from generator.model.units import NotALength

# largest seed or number of a game; seeds, numbers and their sums fit into 64 bits
LARGEST = 999_999_999_999
MOST_GAMES = 1_000_000_000
MOST_TRIED = 100_000  # maximum number of games of `check`, which are all kept in memory
MOST_WORKERS = 256
MOST_VALUES = 200  # maximum number of values in a range


def filled(expected: str) -> Callable[[typer.CallbackParam, Any], Any]:
    """Return a callback that refuses an option with an empty text.

    `expected` describes the text to write. Letters are composed (NFC), as in the names of a pack.
    """

    def callback(param: typer.CallbackParam, value: Any) -> Any:
        from generator.system.files import composed

        for text in value if isinstance(value, list | tuple) else (value,):
            if isinstance(text, str) and not words(text):
                named = param.opts[0] if param.opts[0].startswith("--") else param.metavar
                wrong_call(f"{named} {text!r} is empty: write {expected}")
        if isinstance(value, list | tuple):
            return [composed(text) for text in value]
        return composed(value) if isinstance(value, str) else value

    return callback


def once_each(settings: Iterable[str]) -> None:
    """End the command if two settings give the same name a value, because only one can be
    intended.
    """
    given: dict[str, str] = {}
    for setting in settings:
        name = setting.partition("=")[0].strip()
        if name in given:
            wrong_call(f"--set gives {name} twice: {given[name]!r} and {setting!r}")
        given[name] = setting


def _settings(param: typer.CallbackParam, value: Any) -> Any:
    """The callback of the option `--set`."""
    settings = filled("NAME=VALUE")(param, value)
    once_each(settings or ())
    return settings


_A_PACK = "a folder with a game.yaml, or a bundled game's name"
PackArgument = Annotated[
    str,
    typer.Argument(
        metavar="PACK",
        help="A folder with a game.yaml, or a bundled game's name.",
        callback=filled(_A_PACK),
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Change a parameter for this run. May be repeated.",
        callback=_settings,
    ),
]
VariantOption = Annotated[
    str | None,
    typer.Option(
        "--variant",
        help="Variant of the pack. (default: its first)",
        callback=filled("the name of a variant"),
    ),
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        help="Language of the pack, such as de.",
        callback=filled("the code of a language, such as de"),
    ),
]
TrustOption = Annotated[
    bool, typer.Option("--trust", help="Run the pack's programs even if you did not make it.")
]
DataOnlyOption = Annotated[
    bool,
    typer.Option("--data-only", help="Run none of the pack's programs; list what is left out."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print problems only.")]
OutOption = Annotated[Path, typer.Option("--out", help="Folder to write into.")]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players", min=1, help="Number of players. (default: the fewest the pack allows)"
    ),
]
AgentsOption = Annotated[
    str,
    typer.Option(
        "--agents",
        help="Kind of player: random, greedy, mcts:200, flat:50 … Give one for all seats, one for "
        "each seat, or one for each team. mcts:50ms thinks for a fixed time, so no two runs are "
        "alike. like:people is the bot that protoplay people --likeness found.",
        callback=filled("a kind of player, such as greedy, or one per seat"),
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed",
        min=0,
        max=LARGEST,
        help="The same seed gives the same games, except with players that think for a fixed time.",
    ),
]
OUTPUT = Path("output")


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Turn the dataclasses in a command's signature into options, one for each field.

    Typer reads the signature of a function, so the fields are written into it.
    """
    own = inspect.signature(command, eval_str=True).parameters.values()
    groups: dict[str, Any] = {p.name: p.annotation for p in own if is_dataclass(p.annotation)}
    taken = [option for p in own for option in _options(p)]

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    run.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]  # Typer asks for it
    run.__annotations__ = {option.name: option.annotation for option in taken}
    return run


def _options(parameter: inspect.Parameter) -> list[inspect.Parameter]:
    """Return a parameter as an option, and a dataclass as one option for each of its fields."""
    group, kind = parameter.annotation, inspect.Parameter.KEYWORD_ONLY
    if not is_dataclass(group):
        return [parameter.replace(kind=kind)]
    types = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(field.name, kind, default=field.default, annotation=types[field.name])
        for field in fields(group)
    ]


class Commands(TyperGroup):
    """The group of commands; a wrong value of an option is reported with the expected value."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was typed."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as fault:
            fault.message = in_our_words(fault)
            raise


def in_our_words(fault: typer.BadParameter) -> str:
    """The message for a wrong value, in place of the message of pydantic, which parses the
    numbers.
    """
    from pydantic import ValidationError

    if not isinstance(fault.__cause__, ValidationError):
        return fault.message
    error = fault.__cause__.errors()[0]
    value, limits = error["input"], error.get("ctx", {})
    match error["type"]:
        case "greater_than_equal":
            return f"{value} is too small: write {_plain(limits['ge'])} or more"
        case "less_than_equal":
            return f"{value} is too large: write {_plain(limits['le'])} or less"
        case "int_parsing" | "int_from_float" | "int_parsing_size":
            return f"{value!r} is not a whole number, such as 3"
        case "float_parsing" | "finite_number":
            return f"{value!r} is not a number, such as 1.5"
        case _:
            return fault.message.removeprefix("Value error, ")


def _plain(limit: float) -> str:
    return f"{int(limit) if limit == int(limit) else limit:,}"


def wrong_call(message: str) -> NoReturn:
    """End with exit code 2, because the call is wrong, not the pack."""
    stop_if_asked()
    typer.echo(f"protoplay: {message}", err=True)
    raise typer.Exit(2)


def words(text: str | Sequence[str] | None, valid: Iterable[str] | None = None) -> tuple[str, ...]:
    """Split the comma-separated words of an option, or of all its repetitions.

    A word that is not `valid` ends the command with exit code 2.
    """
    texts = [text] if isinstance(text, str) else text or ()
    stripped = (word.strip() for text in texts for word in text.split(","))
    separate = tuple(word for word in stripped if word)
    for word in separate:
        if valid is not None and word not in valid:
            wrong_call(f"{word!r} is not one of {', '.join(valid)}")
    return separate


def as_mm(text: str) -> float:
    """Read a length on the command line, in mm."""
    from generator.model.units import NotALength, to_mm

    try:
        return to_mm(text)
    except NotALength as fault:
        raise typer.BadParameter(with_fix(fault)) from None


def with_fix(fault: "NotALength") -> str:
    """Describe the fault of a length, and how to write it."""
    return f"{fault} ({fault.fix})" if fault.fix else str(fault)


def as_length(text: str) -> float:
    """Read a length on the command line that is 0 mm or more, in mm."""
    length = as_mm(text)
    if length < 0:
        raise typer.BadParameter(f'this length must be 0mm or more, not "{text}"')
    return length


def as_offset(text: str) -> tuple[float, float]:
    """Read two lengths with a comma between them, by which backs move right and down, in mm."""
    right, comma, down = text.partition(",")
    if not comma:
        raise typer.BadParameter(f"{text!r} is not two lengths such as 0.4mm,-1.2mm")
    return as_mm(right.strip()), as_mm(down.strip())


def as_lengths(text: str, n: int, example: str) -> list[float]:
    """Read `n` lengths with commas between them, in mm."""
    parts = text.split(",")
    if len(parts) != n:
        raise typer.BadParameter(f"{text!r} is not {n} lengths such as {example}")
    return [as_mm(part.strip()) for part in parts]


def as_share(text: str) -> float:
    """Read `1%` or `0.01` as a number."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share < 1 or not text.isascii():  # Python also accepts the digits of other scripts
        wrong_call(f"--precision {text!r} is not a share such as 1%")
    return share


def as_range(text: str) -> tuple[str, list[int | float]]:
    """Split `tracks=6..20`, `tracks=6..20..2` or `tracks=6,9,12` into a name and its values."""
    name, equals, span = text.partition("=")
    try:
        if "..." in span:
            raise ValueError(span)  # the text 1...3 would mean from 1 to .3
        if ".." in span:
            ends = [float(part) for part in span.split("..")]
            if len(ends) not in (2, 3):
                raise ValueError(span)
            low, high, step = *ends[:2], ends[2] if len(ends) == 3 else 1.0
            if not all(map(math.isfinite, ends)) or step <= 0:
                raise ValueError(span)
            if high < low:
                right = "..".join([f"{high:g}", f"{low:g}", *span.split("..")[2:]])
                wrong_call(f"the range {text!r} is backwards: write {name}={right}")
            if (high - low) / step > MOST_VALUES:
                whole = all(end == int(end) for end in ends)
                wider = math.ceil((high - low) / 20) if whole else (high - low) / 20
                wrong_call(
                    f"{text!r} has {(high - low) / step + 1:,.6g} values, and sweep plays "
                    f"{MOST_VALUES + 1} at most: write a step, {name}={low:g}..{high:g}..{wider:g}"
                )
            values = [low + i * step for i in range(int((high - low) / step + 1e-9) + 1)]
        else:
            values = [float(part) for part in span.split(",")]
    except (ValueError, OverflowError):  # these errors are also raised for "nan" and "inf"
        values = []
    if not name or not equals or not values or not all(map(math.isfinite, values)):
        its = name or "tracks"
        wrong_call(f"{text!r} is not a range such as {its}=6..20, {its}=6..20..2 or {its}=6,9")
    return name, [int(value) if value == int(value) else value for value in values]
