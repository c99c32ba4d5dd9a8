"""Transforms and boxes of shapes in an SVG.

In: attributes of SVG elements, with lengths as numbers in user units. Out: matrices, and boxes that
certainly contain the whole drawn shape.
"""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from generator.press.face.use_copies import SVG

Matrix = tuple[float, float, float, float, float, float]
Bounds = tuple[float, float, float, float]  # left, top, right, bottom
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_CALL = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBERS = re.compile(NUMBER)
_COMMAND = re.compile(rf"([MmZzLlHhVvCcSsQqTtAa])|({NUMBER})")
_N_NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_ARCS = re.compile(r"([Aa])([-+\d.,eE\s]+)")
_ARC = re.compile(r"[\s,]*".join([rf"({NUMBER})"] * 3 + ["([01])"] * 2 + [rf"({NUMBER})"] * 2))


def matrix_of(text: str) -> Matrix:
    """Read a transform attribute; functions that cannot be read are ignored."""
    matrix = IDENTITY
    for name, inside in _CALL.findall(text):
        matrix = times(matrix, _step(name, [float(n) for n in _NUMBERS.findall(inside)]))
    return matrix


def _step(name: str, v: list[float]) -> Matrix:
    if name == "matrix" and len(v) == 6:
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    if name == "translate" and v:
        return (1.0, 0.0, 0.0, 1.0, v[0], v[1] if len(v) > 1 else 0.0)
    if name == "scale" and v:
        return (v[0], 0.0, 0.0, v[1] if len(v) > 1 else v[0], 0.0, 0.0)
    if name == "rotate" and v:
        cos, sin = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
        x, y = (v[1], v[2]) if len(v) > 2 else (0.0, 0.0)
        return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
    if name == "skewX" and v:
        return (1.0, 0.0, math.tan(math.radians(v[0])), 1.0, 0.0, 0.0)
    if name == "skewY" and v:
        return (1.0, math.tan(math.radians(v[0])), 0.0, 1.0, 0.0, 0.0)
    return IDENTITY


def times(a: Matrix, b: Matrix) -> Matrix:
    """The matrix that applies `b` first, then `a`."""
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def stretch_of(matrix: Matrix) -> tuple[float, float]:
    """The factors by which a matrix stretches lengths across and down."""
    return math.hypot(matrix[0], matrix[1]), math.hypot(matrix[2], matrix[3])


def moved(bounds: Bounds, matrix: Matrix) -> Bounds:
    """The smallest upright box around a transformed box."""
    left, top, right, bottom = bounds
    points = [
        (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
        for x in (left, right)
        for y in (top, bottom)
    ]
    return around(points)


def around(points: Sequence[tuple[float, float]]) -> Bounds:
    """The smallest box around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def bounds_of(shape: Any) -> Bounds | None:
    """A box around a shape without its stroke, in the units of the shape; None if the box is
    unknown.
    """
    try:
        points = list(_points(shape))
    except ValueError:
        return None
    if not points or not all(map(math.isfinite, (v for point in points for v in point))):
        return None
    return around(points)


def _points(shape: Any) -> Iterator[tuple[float, float]]:
    """Points whose box contains a shape. Raises `ValueError` if a length is not a number."""

    def value(key: str, usual: str = "0") -> float:
        return float(shape.get(key, usual).strip().removesuffix("px"))

    match shape.tag.removeprefix(SVG):
        case "rect" | "image" | "svg":
            x, y = value("x"), value("y")
            yield x, y
            yield x + value("width", ""), y + value("height", "")
        case "circle" | "ellipse":
            across, down = (value(key, shape.get("r", "")) for key in ("rx", "ry"))
            yield value("cx") - across, value("cy") - down
            yield value("cx") + across, value("cy") + down
        case "line":
            yield value("x1"), value("y1")
            yield value("x2"), value("y2")
        case "polygon" | "polyline":
            numbers = [float(n) for n in _NUMBERS.findall(shape.get("points", ""))]
            yield from zip(numbers[::2], numbers[1::2], strict=False)
        case "path":
            yield from _hull(shape.get("d", ""))


def _hull(path: str) -> Iterator[tuple[float, float]]:
    """Absolute points whose box contains all of a path.

    Raises `ValueError` if the path has faults.
    """
    commands = path_commands(path)
    if commands is None:
        raise ValueError(path)
    x = y = start_x = start_y = 0.0
    for name, numbers in commands:
        dx, dy = (x, y) if name.islower() else (0.0, 0.0)
        match name.lower():
            case "z":
                x, y = start_x, start_y
            case "h":
                x = numbers[0] + dx
            case "v":
                y = numbers[0] + dy
            case "a":
                end = (numbers[5] + dx, numbers[6] + dy)
                # The distance between two points of an ellipse is at most its largest diameter.
                reach = 2 * max(abs(numbers[0]), abs(numbers[1]), math.dist((x, y), end) / 2)
                yield end[0] - reach, end[1] - reach
                yield end[0] + reach, end[1] + reach
                x, y = end
            case _:
                for i in range(0, len(numbers), 2):
                    yield numbers[i] + dx, numbers[i + 1] + dy
                x, y = numbers[-2] + dx, numbers[-1] + dy
        yield x, y
        if name in "Mm":
            start_x, start_y = x, y


def path_commands(text: str) -> list[tuple[str, list[float]]] | None:
    """The commands of a path, each with its numbers; None if the path has faults."""
    commands: list[tuple[str, list[float]]] = []
    name, numbers = "", [0.0][:0]
    for letter, number in _COMMAND.findall(_ARCS.sub(_spaced, text)):
        if letter:
            if numbers:
                return None
            name = letter
            if letter in "Zz":
                commands.append((letter, []))
            continue
        if not name or name in "Zz":
            return None
        numbers.append(float(number))
        if len(numbers) == _N_NUMBERS[name.lower()]:
            commands.append((name, numbers))
            name, numbers = {"M": "L", "m": "l"}.get(name, name), []
    return None if numbers else commands


def _spaced(arcs: "re.Match[str]") -> str:
    """Separate the flags of arcs by spaces: "a1 1 0 015 5" has two flags and a 5."""
    return arcs[1] + _ARC.sub(lambda m: " ".join(m.groups()) + " ", arcs[2])
