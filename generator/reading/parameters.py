"""The current parameters: as written, changed by the variant, then by `--set`.

In: the sections `parameters:` and `variants:`, and settings. Out: a `Parameter` for each name. A
setting may also name the number of one row, "cards.saffron.points"; `rows` handles these.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.model.goals import Goal, NotAGoal, read_goal
from generator.model.pack import Parameter, Scalar, Tune, Worth
from generator.model.problems import Place, Problems, near
from generator.reading.fields import in_words
from generator.reading.schema import GameSection
from generator.reading.schema_parameters import ParameterSection, TuneSection
from generator.reading.values import Steps, Tree, typed_scalar

# matches a number or a range of players
_NUMBERS = re.compile(r"\s*([0-9]{1,3})\s*(?:[-–]\s*([0-9]{1,3})\s*)?")


@dataclass(frozen=True, slots=True)
class CellSetting:
    """A number of a row that is set for this run, replacing the content of its cell."""

    component: str
    row: str  # the id of the row
    column: str
    value: Scalar
    place: Place  # the source in messages, such as "--set cards.saffron.points=4"

    @property
    def name(self) -> str:
        """The name of the number for `--set` and `--tune`."""
        return f"{self.component}.{self.row}.{self.column}"


def cells_of(
    game: GameSection, settings: Sequence[str]
) -> tuple[tuple[CellSetting, ...], tuple[str, ...]]:
    """Split settings into the last setting for each number of a row, and all other settings."""
    cells: dict[str, CellSetting] = {}
    others = []
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        parts = name.split(".", 2)
        if equals and len(parts) == 3 and parts[0] in game.components:
            id, row, column = parts
            place = Place(f"--set {setting}")
            cells[name] = CellSetting(id, row, column, typed_scalar(text), place)
        else:
            others.append(setting)
    return tuple(cells.values()), tuple(others)


def choose_variant(game: GameSection, wanted: str | None, tree: Tree, problems: Problems) -> str:
    """Choose the current variant, "" if the game has none; report unknown names in variants."""
    for name, variant in game.variants.items():
        for i, component in enumerate(variant.without):
            if component not in game.components:
                problems.error(
                    tree.place(("variants", name, "without", i)),
                    f'unknown component "{component}"',
                    near(component, game.components),
                )
    if wanted is None:
        return next(iter(game.variants), "")
    if wanted not in game.variants:
        place = tree.key(("variants",)) if game.variants else tree.place(())
        problems.error(place, f'the game has no variant "{wanted}"', near(wanted, game.variants))
    return wanted


def resolve(
    game: GameSection, variant: str, settings: Sequence[str], tree: Tree, problems: Problems
) -> dict[str, Parameter]:
    """Return every parameter with its value; `default` is the value without `--set`.

    All variants are checked, although only `variant` is used.
    """
    parameters = {
        name: _written(name, part, tree.key(("parameters", name)))
        for name, part in game.parameters.items()
    }
    in_force = dict(parameters)
    for label, part in game.variants.items():
        for name, value in part.parameters.items():
            path = ("variants", label, "parameters", name)
            if name not in parameters:
                message = f'unknown parameter "{name}"'
                problems.error(tree.key(path), message, near(name, parameters))
                continue
            changed = changed_to(parameters[name], value, tree.place(path), problems)
            if changed is not None and label == variant:
                in_force[name] = replace(changed, default=changed.value)
    for setting in settings:
        _apply(setting, in_force, list(game.components), problems)
    return in_force


def _written(name: str, part: ParameterSection | Scalar, place: Place) -> Parameter:
    if isinstance(part, ParameterSection):
        tune = None if part.tune is None else _tune(part.tune)
        return Parameter(name, part.value, part.value, place, part.note, part.low, part.high, tune)
    return Parameter(name, part, part, place)


def _tune(part: TuneSection) -> Tune:
    return Tune(part.low, part.high, part.step, part.cost, tuple(part.values))


def goals_of(game: GameSection, tree: Tree, problems: Problems) -> tuple[Goal, ...]:
    """The designer's goals; a text that cannot be read as a goal is reported at its place."""
    goals = []
    for name, wish in game.goals.items():
        for steps, players, text in _by_number(wish, ("goals", name), game, tree, problems):
            place = tree.place(steps)
            try:
                goals.append(replace(read_goal(name, text, place), players=players))
            except NotAGoal as fault:
                problems.error(place, fault.message, fault.fix)
    return tuple(goals)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The target length and the smallest effects that matter, by number of players.

    `target` and `worth` apply to the fewest players, and to numbers of players without values of
    their own.
    """

    target: tuple[int, int] | None
    targets: Mapping[int, tuple[int, int]]
    worth: Worth
    worths: Mapping[int, Worth]


def wishes_of(game: GameSection, tree: Tree, problems: Problems) -> Wishes:
    """The target length and the smallest effects, each for all or for some numbers of players."""
    targets: dict[int, tuple[int, int]] = {}
    steps: Steps = ("turns_target",)
    for _, players, target in _by_number(game.turns_target, steps, game, tree, problems):
        if target is not None:
            targets |= dict.fromkeys(players, target)
    usual, some = dict[str, float](), dict[int, dict[str, float]]()
    for name, value in game.worth:
        for _, players, least in _by_number(value, ("worth", name), game, tree, problems):
            if not players:
                usual[name] = least
            for n in players:
                some.setdefault(n, {})[name] = least
    fewest = game.players[0]
    return Wishes(
        targets.get(fewest) if isinstance(game.turns_target, dict) else game.turns_target,
        targets,
        Worth(**usual),
        {n: Worth(**(usual | numbers)) for n, numbers in some.items()},
    )


def _by_number(
    written: Any, steps: Steps, game: GameSection, tree: Tree, problems: Problems
) -> Iterator[tuple[Steps, tuple[int, ...], Any]]:
    """Yield the place, numbers of players and value of each entry; () means all numbers of players.

    Keys are numbers or ranges of players, such as 2 and 3-4; any other key is a problem.
    """
    if not isinstance(written, dict):
        yield steps, (), written
        return
    low, high = game.players
    taken: dict[int, str] = {}
    for key, value in written.items():
        place, match = tree.key((*steps, key)), _NUMBERS.fullmatch(key)
        if match is None:
            message = f'expected a number of players, found "{key}"'
            problems.error(place, message, "write it like {2: …, 3-4: …}")
            continue
        first, last = int(match[1]), int(match[2] or match[1])
        if not low <= first <= last <= high:
            message = f'the game is for {low} to {high} players, so "{key}" does not apply'
            problems.error(place, message, "remove it, or change players")
            continue
        players = tuple(range(first, last + 1))
        if twice := [n for n in players if n in taken]:
            message = f'{twice[0]} players are in both "{taken[twice[0]]}" and "{key}"'
            problems.error(place, message, "use each number once")
            continue
        taken |= {n: str(key) for n in players}
        yield (*steps, key), players, value


def _apply(
    setting: str, parameters: dict[str, Parameter], components: Sequence[str], problems: Problems
) -> None:
    """Apply one setting "name=value" to the parameters."""
    place = Place(f"--set {setting}")
    name, equals, text = (part.strip() for part in setting.partition("="))
    if not equals or not name:
        problems.error(place, "this is not a setting", 'write "name=value"')
    elif name not in parameters:
        fix = near(name, parameters)
        if "." in name and components:
            ids = ", ".join(components)
            fix = f"write a row's number as COMPONENT.ROW.COLUMN; the components are {ids}"
        problems.error(place, f'unknown parameter "{name}"', fix)
    else:
        is_text = isinstance(parameters[name].default, str)
        changed = changed_to(
            parameters[name], text if is_text else typed_scalar(text), place, problems
        )
        if changed is not None:
            parameters[name] = changed


def changed_to(
    parameter: Parameter, value: Scalar, place: Place, problems: Problems
) -> Parameter | None:
    """The parameter with another value of the same kind within its range; None after a problem."""
    name, default = parameter.name, parameter.default
    if isinstance(default, bool):
        if value not in (True, False):
            problems.error(
                place, f'"{name}" is a switch, found {in_words(value)}', "write true or false"
            )
            return None
        return replace(parameter, value=bool(value))
    if isinstance(default, int | float):
        number = _number(parameter, value, place, problems)
        return None if number is None else replace(parameter, value=number)
    return replace(parameter, value="" if value is None else value)


def _number(
    parameter: Parameter, value: Scalar, place: Place, problems: Problems
) -> int | float | None:
    name, default, low, high = parameter.name, parameter.default, parameter.low, parameter.high
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        problems.error(place, f'"{name}" is a number, found {in_words(value)}', f"like {default}")
        return None
    if isinstance(default, int):
        if value != int(value):
            problems.error(place, f'"{name}" is a whole number, found {value}', f"like {default}")
            return None
        value = value if isinstance(value, int) else int(value)
    else:
        value = value if isinstance(value, float) else float(value)
    if low is not None and value < low:
        problems.error(
            place, f'"{name}" is {value:g}, below its lower bound of {low:g}', _range(low, high)
        )
        return None
    if high is not None and value > high:
        problems.error(
            place, f'"{name}" is {value:g}, above its upper bound of {high:g}', _range(low, high)
        )
        return None
    return value


def _range(low: float | None, high: float | None) -> str:
    bounds: Mapping[str, float | None] = {"from": low, "to": high}
    words = [f"{word} {bound:g}" for word, bound in bounds.items() if bound is not None]
    return f"its range is {' '.join(words)}"
