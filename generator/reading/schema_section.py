"""The base of every section of `game.yaml`: a frozen model, and fields with a description.

Section classes in the other schema modules derive from `Section`.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def described(text: str, *, localised: bool = False, **more: Any) -> Any:
    extra: Any = {"localised": True} if localised else None
    return Field(description=text, json_schema_extra=extra, **more)


class Section(BaseModel):
    """A part of `game.yaml`; unknown keys are reported as faults."""

    model_config = ConfigDict(extra="forbid", frozen=True)
