"""The game's own questions on the playtest form, checked against the rest of the game.

In: the section `ask:`. Out: `Question`s, or problems.
"""

from generator.model.problems import Problems, near
from generator.model.questions import MOST_OWN, STANDARD_IDS, Question
from generator.reading.schema import GameSection
from generator.reading.values import Tree

# Columns of the table of playtests (`generator.people.tables`) that are not questions.
COLUMNS = (
    *("game", "date", "version", "where", "minutes", "rounds", "seat", "name", "bot", "new"),
    *("score", "won"),
)


def own_questions(game: GameSection, tree: Tree, problems: Problems) -> tuple[Question, ...]:
    """Return the questions under `ask:`; report invalid ones at their places."""
    if len(game.ask) > MOST_OWN:
        message = f"{len(game.ask)} questions are too many for a form: at most {MOST_OWN} fit"
        problems.error(tree.place(("ask", MOST_OWN)), message, "remove the least useful ones")
    questions: dict[str, Question] = {}
    for i, part in enumerate(game.ask):
        place = tree.place(("ask", i, "id"))
        if part.id in questions:
            message = f'the question "{part.id}" is asked twice'
            problems.error(place, message, f"it is already at {questions[part.id].place}")
        elif part.id in STANDARD_IDS:
            fix = "remove it, or give your question another id"
            problems.error(place, f'every form already asks "{part.id}"', fix)
        elif part.id in COLUMNS:
            message = f'"{part.id}" is a column of the table of playtests'
            problems.error(place, message, "give the question another id")
        if part.choose is not None and part.choose not in game.components:
            at = tree.place(("ask", i, "choose"))
            fix = near(part.choose, game.components)
            problems.error(at, f'unknown component "{part.choose}"', fix)
        question = Question(part.id, part.text, tuple(part.scale or ()), part.choose or "", place)
        questions.setdefault(part.id, question)
    return tuple(questions.values())
