"""The questions that a game adds to the playtest form, as written in `game.yaml`."""

from typing import Annotated

from pydantic import Field, model_validator

from generator.model.questions import MOST_OPTIONS
from generator.reading.fields import ComponentId, Listed, Name, Text, fault
from generator.reading.schema_section import Section, described

Options = Annotated[list[Text], Field(min_length=2, max_length=MOST_OPTIONS), Listed]


class AskSection(Section):
    """A question of your own on the playtest form."""

    id: Name = described("its name: a column of the table of answers")
    text: Text = described("the question as it is printed", localised=True)
    scale: Options | None = described(
        "the options to tick, from one end to the other: [too rarely, just right, too often]",
        default=None,
    )
    choose: ComponentId | None = described(
        "a component: the answer is one of its rows", default=None
    )

    @model_validator(mode="after")
    def _one_kind(self) -> "AskSection":
        if self.scale is not None and self.choose is not None:
            message = "a question has either a scale or choose, found both"
            raise fault(message, "leave one of them out", "choose")
        return self
