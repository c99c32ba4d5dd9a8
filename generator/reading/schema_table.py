"""`table:` in `game.yaml`: the game on the table before the first turn."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainValidator, StrictBool, WithJsonSchema

from generator.model.setup import DICE
from generator.reading.fields import (
    AnyLength,
    Length,
    Listed,
    Mapped,
    Size,
    Text,
    as_list,
    fault,
    in_words,
)
from generator.reading.schema_section import Section, described

MOST = 10_000  # largest number in `table:`
MOST_DICE = 100


def _number(value: Any) -> int | str:
    if isinstance(value, str) and value.strip():
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        fix = 'write a whole number, or an expression like "{{ hand }}"'
        raise fault(f"expected a whole number, found {in_words(value)}", fix)
    if not -MOST <= value <= MOST:
        raise fault(f"expected a number from -{MOST:,} to {MOST:,}, found {value}")
    return value


def _die(value: Any) -> int:
    sides = str(value).lower().removeprefix("d")
    if isinstance(value, bool) or sides not in map(str, DICE):
        names = ", ".join(f"d{n}" for n in DICE)
        raise fault(f"unknown die {in_words(value)}", f"known: {names}")
    return int(sides)


def _size(value: Any) -> Any:
    """Accept `900mm x 600mm` as well as a list of two lengths."""
    return [part.strip() for part in value.split("x")] if isinstance(value, str) else value


Number = Annotated[
    int | str,
    PlainValidator(_number),
    WithJsonSchema({"type": ["integer", "string"], "minimum": -MOST, "maximum": MOST}),
]
Die = Annotated[
    int,
    PlainValidator(_die),
    WithJsonSchema({"type": "string", "enum": [f"d{n}" for n in DICE]}),
]
_TableSize = Annotated[
    tuple[Size, Size], Listed, BeforeValidator(_size, json_schema_input_type=str | list[str])
]
Spot = Annotated[tuple[Length, Length], Listed]
Step = Annotated[tuple[AnyLength, AnyLength], Listed]
Facing = Literal["up", "down"]
Sources = Annotated[list[Text], BeforeValidator(as_list, json_schema_input_type=str | list[str])]
Counters = Annotated[dict[str, Number], Mapped]


class PileSection(Section):
    """Pieces on top of each other, or an empty place for them, such as a discard pile."""

    of: Sources = described(
        "components, or pieces such as tourists/river-*, that lie in the pile",
        default_factory=list,
    )
    at: Spot | None = described(
        "where its middle lies, from the left and from the top of the table; by default wherever "
        "there is room",
        default=None,
    )
    face: Facing | None = described("which side is seen; by default down", default=None)
    shuffled: StrictBool = described("whether it is shuffled", default=False)


class LaidSection(Section):
    """Pieces beside each other, taken from the top of a pile or from a component."""

    source: Text = described("the name of a pile, or a component", alias="from")
    n: Number = described("how many pieces", default=1)
    at: Spot = described("where the middle of the first one lies")
    step: Step | None = described(
        "from one piece to the next, to the right and down; by default side by side", default=None
    )
    face: Facing = described("which side is seen", default="up")


class HandSection(Section):
    """The cards that each player begins with."""

    source: Text = described("the name of a pile, or a component", alias="from")
    n: Number = described("how many cards", default=1)


def _front(value: Any) -> Any:
    """Accept a component's name as well as a mapping."""
    return {"of": value} if isinstance(value, str) else value


class FrontSection(Section):
    """The pieces of a component that each player begins with."""

    of: Text = described(
        "the component: all copies of a row if there is a row for each player, otherwise one piece"
    )
    at: Spot | None = described(
        "where the middle of the first player's pieces lies; by default at the edge of the table, "
        "before each player",
        default=None,
    )
    step: Step | None = described(
        "from the pieces of a player at `at` to those of the next, to the right and down",
        default=None,
    )
    face: Facing = described("which side is seen", default="up")
    down_from: int | None = described(
        "with this number of players or more, the pieces lie face down",
        default=None,
        strict=True,
        ge=1,
    )


Front = Annotated[
    FrontSection, Mapped, BeforeValidator(_front, json_schema_input_type=str | FrontSection)
]


class SeatsSection(Section):
    """The pieces that each player begins with."""

    hand: HandSection | None = described("cards dealt to each player", default=None)
    front: Annotated[
        list[Front], BeforeValidator(as_list, json_schema_input_type=str | list[Front])
    ] = described("components, or mappings, whose pieces each player has", default_factory=list)
    counters: Counters = described(
        "numbers that each player keeps: {pearls: 0}", default_factory=dict
    )


class TableSection(Section):
    """The game on the table before the first turn, for all virtual tables."""

    size: _TableSize | None = described(
        "width and height, such as 900mm x 600mm; by default as large as needed", default=None
    )
    piles: Annotated[dict[str, Annotated[PileSection, Mapped]], Mapped] = described(
        "piles by name; by default a shuffled one for each component with a back",
        default_factory=dict,
    )
    laid: Annotated[list[LaidSection], Listed] = described(
        "pieces laid out beside each other", default_factory=list
    )
    seats: Annotated[SeatsSection, Mapped] = described(
        "what each player begins with", default_factory=SeatsSection
    )
    counters: Counters = described("numbers that the table keeps: {round: 1}", default_factory=dict)
    dice: Annotated[list[Die], Listed, Field(max_length=MOST_DICE)] = described(
        "dice on the table: [d6, d6]", default_factory=list
    )
