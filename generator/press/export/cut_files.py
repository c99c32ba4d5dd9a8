"""Lines for a cutting machine as SVG and DXF, with one layer for each tool.

In: `Line`s in mm, origin top left, y down. Out: the bytes of a file at true size. An SVG has the
size of the sheet; a DXF has the format of 2010, in mm, with the y axis upwards. Both have the
layers CUT (red) and SCORE (blue).
"""

import io
from collections.abc import Sequence

from generator.model.decimals import short
from generator.press.export.cut_lines import Line, Vertex, radius_of
from generator.press.sheet.papers import Paper

# the colour in SVG, and the colour number (ACI) in DXF, of each layer
COLOURS = {"SCORE": ("#0000ff", 5), "CUT": ("#ff0000", 1)}
HAIR = 0.01  # mm; line width in SVG, because some machines cut only lines as thin as this


def svg_of(lines: Sequence[Line], paper: Paper, title: str) -> bytes:
    """Return the lines as SVG; Inkscape shows its groups as layers."""
    width, height = _mm(paper.width), _mm(paper.height)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{_escaped(title)}</title>",
    ]
    for tool, (colour, _) in COLOURS.items():
        drawn = [_svg_line(line) for line in lines if line.tool == tool]
        if drawn:
            parts.append(
                f'<g id="{tool}" inkscape:label="{tool}" inkscape:groupmode="layer" fill="none" '
                f'stroke="{colour}" stroke-width="{HAIR}">'
            )
            parts += [*drawn, "</g>"]
    return "\n".join([*parts, "</svg>", ""]).encode()


def _svg_line(line: Line) -> str:
    first = line.vertices[0]
    if line.radius:
        return f'<circle cx="{_mm(first.x)}" cy="{_mm(first.y)}" r="{_mm(line.radius)}"/>'
    steps = [f"M{_mm(first.x)} {_mm(first.y)}"]
    for a, b in line.sides():
        to = f"{_mm(b.x)} {_mm(b.y)}"
        if a.bulge:
            radius = _mm(radius_of(a, b))
            steps.append(f"A{radius} {radius} 0 0 {int(a.bulge > 0)} {to}")
        elif not (line.is_closed and b is first):
            steps.append(f"L{to}")
    return f'<path d="{"".join(steps)}{"Z" if line.is_closed else ""}"/>'


def dxf_of(lines: Sequence[Line], paper: Paper) -> bytes:
    """Return the lines as DXF, in the same order as in the SVG."""
    from ezdxf import options, units  # type: ignore[attr-defined]  # documented, not typed
    from ezdxf.filemanagement import new

    was_fixed = options.write_fixed_meta_data_for_testing
    # writes no date, so that equal lines give equal bytes
    options.write_fixed_meta_data_for_testing = True
    try:
        document = new("R2010", units=units.MM)
        for tool, (_, colour) in COLOURS.items():
            document.layers.add(tool, color=colour)
        space = document.modelspace()
        for line in lines:
            layer = {"layer": line.tool}
            if line.radius:
                centre = line.vertices[0]
                at = (_round(centre.x), _round(paper.height - centre.y))
                space.add_circle(at, _round(line.radius), dxfattribs=layer)
                continue
            points = [_dxf_vertex(vertex, paper.height) for vertex in line.vertices]
            space.add_lwpolyline(points, "xyb", close=line.is_closed, dxfattribs=layer)
        out = io.StringIO()
        document.write(out)
        return out.getvalue().encode()
    finally:
        options.write_fixed_meta_data_for_testing = was_fixed


def _dxf_vertex(vertex: Vertex, height: float) -> tuple[float, float, float]:
    """Return x, y and bulge with y up; the bulge changes its sign, because the turn is reversed."""
    return _round(vertex.x), _round(height - vertex.y), -vertex.bulge


def _round(value: float) -> float:
    return round(value, 4)


def _mm(value: float) -> str:
    return short(value, 4)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
