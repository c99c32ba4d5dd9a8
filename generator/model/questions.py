"""The questions of a playtest form: the questions on every form, and a game's own questions.

An answer to a scale is the number of its option, counted from 1. An answer to a choice is the id of
a row of its component. All other answers are texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.model.problems import Place

MOST_OWN = 6  # the largest number of a game's own questions that fit on the form
MOST_OPTIONS = 7
LONGEST_ANSWER = 2000  # maximum length in characters of an answer
NOWHERE = Place("game.yaml")


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the form. `options` are the options of a scale; `choose` is a
    component's id.
    """

    id: str
    text: str
    options: tuple[str, ...] = ()
    choose: str = ""
    place: Place = field(default=NOWHERE, compare=False)

    @property
    def is_scale(self) -> bool:
        """Whether the answer is the number of an option."""
        return bool(self.options)

    @property
    def is_words(self) -> bool:
        """Whether the answer is a text."""
        return not self.options and not self.choose


_FIVE = ("not at all", "a little", "somewhat", "much", "very much")
_LENGTH = ("far too short", "too short", "just right", "too long", "far too long")
STANDARD = (
    Question("fun", "It was fun", _FIVE),
    Question("length", "The game was", _LENGTH),
    Question("learn", "It was easy to learn", _FIVE),
    Question("choices", "My choices mattered", _FIVE),
    Question("waiting", "I waited for others", _FIVE),
    Question("again", "Would you play it again?", ("no", "yes")),
    Question("confusing", "What was confusing?"),
    Question("keep", "One thing to keep"),
    Question("change", "One thing to change"),
)
STANDARD_IDS = tuple(question.id for question in STANDARD)


def questions_of(own: Sequence[Question]) -> tuple[Question, ...]:
    """All questions of a form: the ratings, the game's own questions, then the questions answered
    in words.
    """
    ratings = tuple(question for question in STANDARD if question.is_scale)
    words = tuple(question for question in STANDARD if question.is_words)
    return (*ratings, *own, *words)
