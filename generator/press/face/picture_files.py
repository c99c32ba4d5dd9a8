"""Draws picture files of a pack on its faces: photographs and drawings, fitted into boxes.

In: a file's name, a box in mm and the kind of fit. Out: SVG. A missing or unusable file becomes a
crossed box and a problem. Too few pixels, assumed colours and lost contrast become warnings.
"""

from functools import partial
from pathlib import Path

from generator.model.decimals import drawn
from generator.model.problems import Place, Problem
from generator.press.face import images
from generator.press.face.easel import Easel
from generator.press.face.foreign_svg import SvgImporter
from generator.press.face.images import LEAST_DPI
from generator.press.face.surface import Written
from generator.press.face.svg_words import Origin
from generator.press.text import text_pictures
from generator.press.text.text_box import Box
from generator.reading.near_files import ON_THE_WEB
from generator.reading.schema_components import SUFFIXES
from generator.system.files import as_on_disk, in_words, read


class PictureFiles:
    """Draws the picture files of one pack."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self.origin = Origin()
        self.importer = SvgImporter(
            easel.types, easel.problems, easel.finish, easel.is_outside, easel.outlines,
            named=easel.named,
            near=partial(easel.near, suffixes=SUFFIXES),
            origin=self.origin,
        )  # fmt: skip

    def draw(
        self,
        file: object,
        box: Box,
        fit: images.Fit,
        folder: Path,
        beyond: float = 0.0,
        edge: images.Edge = "",
    ) -> str:
        """Draw a picture in a box; the `beyond` mm around the box are made from the picture's
        `edge`.
        """
        surface = self._easel.now
        place = self._easel.place(file)
        path = as_on_disk(folder / str(file)).resolve()
        try:
            if self._easel.is_outside(path):
                raise ValueError("it lies outside the pack")
            changed = path.stat().st_mtime_ns
            surface.images.append(path)
            if path.suffix.lower() in (".svg", ".svgz"):
                if edge:
                    raise ValueError("make_bleed does not work for an SVG; draw it with bleed")
                return self._drawing(path, box, fit)
            room = images.Room(round(box.width, 3), round(box.height, 3), fit, beyond, edge)
            picture = images.load(path, self._easel.finish, changed, room)
        except (OSError, ValueError, SyntaxError) as error:
            self._report(error, file, path, place)
            return text_pictures.crossed(box.x, box.y, box.width, box.height)
        self._check(picture, path, f"the picture {str(file)!r}", place, box, fit)
        if picture.is_sampled:
            surface.is_sampled = True
        if edge and beyond:
            wide = (box.x - beyond, box.y - beyond, box.width + 2 * beyond, box.height + 2 * beyond)
            return picture.draw(*wide, "contain" if fit == "contain" else "stretch")
        return picture.draw(box.x, box.y, box.width, box.height, fit)

    def ratio(self, path: Path, place: Place) -> float:
        """A picture's height divided by its width; a missing file is reported when the picture is
        drawn.
        """
        path = as_on_disk(path)
        try:
            if path.suffix.lower() == ".svg":
                opened = self.importer.open(read(path), place)
                return opened[1][0][3] / opened[1][0][2] if opened else 0.5
            width, height = images.size_of(path)
            return height / width
        except (OSError, ValueError, SyntaxError):
            return 0.5

    def _report(self, error: Exception, file: object, path: Path, place: Place) -> None:
        """Report a picture that cannot be drawn."""
        fault, fix = in_words(error) if isinstance(error, OSError) else str(error), ""
        if ON_THE_WEB.match(str(file)):
            fault = "it is a web address, and protoplay downloads nothing"
            fix = "copy it into the pack"
        elif isinstance(error, FileNotFoundError):
            fault, fix = "no such file", self._easel.near(path, SUFFIXES)
        if isinstance(error, OSError) and isinstance(file, Written) and (cell := file.empty()):
            place, fault = cell, "the cell is empty"
            fix = "write a picture's file name there"
        problem = Problem(place, f"the picture {str(file)!r} cannot be printed: {fault}", fix)
        self._easel.problems.add_once(("picture", path), self._easel.now.who, problem)

    def _check(
        self,
        picture: images.Picture,
        path: Path,
        name: str,
        place: Place,
        box: Box,
        fit: images.Fit,
    ) -> None:
        """Warn of too few pixels, assumed colours, and contrast that is lost in grey."""
        warnings: list[tuple[tuple[object, ...], str, str]] = []
        dpi = picture.dpi(box.width, box.height, fit)
        if dpi < LEAST_DPI:
            message = f"{name} prints at {dpi:.0f} dpi; {LEAST_DPI} dpi or more looks sharp"
            fix = (
                f"it has {picture.width} × {picture.height} pixels for {box.width:.3g} × "
                f"{box.height:.3g} mm: use a larger picture"
            )
            warnings.append((("dpi", path, round(dpi)), message, fix))
        if picture.lost:
            fix = "use colours of different lightness"
            warnings.append((("greys", path), f"{name}: {picture.lost}", fix))
        if picture.remark:
            fix = "save it as sRGB, or with its profile"
            warnings.append((("colours", path), f"{name}: {picture.remark}", fix))
        for key, message, fix in warnings:
            problem = Problem(place, message, fix, "warning")
            self._easel.problems.add_once(key, self._easel.now.who, problem)

    def _drawing(self, path: Path, box: Box, fit: images.Fit) -> str:
        surface = self._easel.now
        surface.n_ids += 1
        imported = self.importer.load(
            read(path),
            Place(self._easel.named(path)),
            path.parent,
            f"a{surface.n_ids}-",
            box=(box.width, box.height),
            fit=fit,
        )
        if imported is None:
            raise ValueError("see the problem in that file")
        surface.images.extend(imported.images)
        surface.is_sampled |= imported.is_sampled
        if self._easel.low_ink:
            from generator.press.face.low_ink import thinned

            imported = thinned(imported)
        view = " ".join(drawn(value) for value in imported.view)
        return (
            f'<svg x="{drawn(box.x)}" y="{drawn(box.y)}" width="{drawn(box.width)}" '
            f'height="{drawn(box.height)}" viewBox="{view}" '
            f'preserveAspectRatio="{images.FITS[fit]}">{imported.shared}</svg>'
        )
