"""Renders a pack's own SVG templates in the sandbox, and reports faults with their line in the
template. In: a face's spec, its slots and its surface. Out: the SVG text; "" after a problem.
"""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.model.pack import FaceSpec, Pack, Scalar
from generator.model.problems import Place, Problem, Problems
from generator.press.face.canvas import Canvas, functions
from generator.press.face.drawings import where
from generator.press.face.filled_slots import Slots
from generator.press.face.surface import Surface, Written, seen_from
from generator.press.face.svg_links import GZIP
from generator.system.files import as_on_disk, composed, read
from generator.templating.expressions import spelling_fix, unknown_name
from generator.templating.face_slots import folder
from generator.templating.python_errors import in_plain_words
from generator.templating.sandbox import environment, render_template

LARGEST = 20_000_000  # maximum length in characters of a pack's own SVG, not counting pictures
MOST_STEPS = 2_000_000  # maximum number of loop iterations and calls of one template
_UNDEFINED = re.compile(r"'([^']*)' is undefined")


class OwnTemplates:
    """Renders the templates of one pack."""

    def __init__(self, canvas: Canvas, pack: Pack, problems: Problems) -> None:
        self._pack = pack
        self._problems = problems
        self._environment = _sandbox(canvas, pack.folder)

    def render(self, surface: Surface, spec: FaceSpec, slots: Mapping[str, Any]) -> str:
        """Render the SVG of a face; return "" after a problem."""
        from jinja2 import TemplateNotFound, TemplateSyntaxError

        file = as_on_disk(self._pack.folder / spec.name)
        whole = Place(seen_from(file, self._pack.folder))
        piece = surface.piece
        try:
            template = self._environment.get_template(spec.name)
            context = {**_words(surface), **slots, "slots": slots, "slot": Slots(slots)}
            return render_template(template, {**context, **measures(surface)})
        except TemplateNotFound as error:
            message = f"there is no template {error.name!r}"
            self._problems.error(spec.place, message, "write a path inside the pack")
        except TemplateSyntaxError as error:
            at = error.filename or str(file)
            lines = (error.source or "").splitlines()[error.lineno - 1 : error.lineno]
            fix = spelling_fix("".join(lines), piece.context)
            if "end of comment" in str(error.message):
                fix = "`{#` begins a remark in a template: put a blank between { and #"
            elif re.search(r"\{\{[^{}]*<", "".join(lines)):
                fix = "write the name in one piece, without tags between {{ and }}"
            fix = fix or "close every {{ with }}, and every {% with %}"
            place = Place(seen_from(Path(at), self._pack.folder), error.lineno, 1)
            self._problems.error(place, f"template: {error.message}", fix)
        except UnicodeDecodeError as error:
            if error.object.startswith(GZIP):
                fix = "save it uncompressed (Inkscape: Plain SVG)"
                self._problems.error(whole, "it is a compressed SVG", fix)
            else:
                self._problems.error(whole, f"not UTF-8 at byte {error.start}", "save it as UTF-8")
        except RecursionError:
            message = "it is nested too deeply, or calls itself"
            fix = "check whether it extends or includes itself; if not, use a loop"
            problem = Problem(whole, message, fix)
            self._problems.add_once(("nested", spec.name), piece.id, problem)
        except Exception as error:
            # The user's template may raise any of Python's exceptions.
            at_line = where(error, file, self._pack.folder) or whole
            fix = ""
            if "not callable" in str(error):
                fix = "a field of that name hides the function: write draw.icon(…)"
            message = in_plain_words(error)
            if unknown := _UNDEFINED.fullmatch(str(error)):
                message, fix = unknown_name(unknown[1], piece.context, piece.row.places)
            self._problems.add_once((at_line, message), piece.id, Problem(at_line, message, fix))
        return ""


def measures(surface: Surface) -> dict[str, Scalar]:
    """The measures of the face that every template can use, in mm."""
    shape = surface.shape
    return {
        "w": shape.width,
        "h": shape.height,
        "bleed": surface.bleed,
        "safe": surface.piece.component.safe,
        "corner_mm": shape.corner,
        "shape": shape.kind,
        "flat_top": shape.flat_top,
        "side": surface.side,
    }


def _words(surface: Surface) -> dict[str, Any]:
    """The names that a text of the piece can use; texts from cells keep their places."""
    places = surface.piece.row.places
    return {
        name: Written(value, places[name]) if isinstance(value, str) and name in places else value
        for name, value in surface.piece.context.items()
    }


def _sandbox(canvas: Canvas, root: Path) -> Any:
    """The jinja2 environment of a pack's own templates, which limits their work and escapes
    texts.
    """
    calls = functions(canvas)
    made: Any = environment(
        calls,
        {**calls, "draw": canvas, "pi": math.pi},
        # The pack's own files come first, then the bundled files, whose parts a copied face
        # imports.
        loader=_shelves((root, folder())),
        autoescape=True,
        largest=LARGEST,
        steps=MOST_STEPS,
    )
    made.trim_blocks = made.lstrip_blocks = True
    return made


def _shelves(folders: tuple[Path, ...]) -> Any:
    """A loader of templates from several folders; it refuses links that lead out of a folder."""
    from jinja2 import BaseLoader, TemplateNotFound
    from jinja2.loaders import split_template_path

    class Shelves(BaseLoader):
        def get_source(self, environment: Any, template: str) -> tuple[str, str, None]:
            steps = split_template_path(template)
            for shelf in folders:
                file = as_on_disk(shelf.joinpath(*steps))
                try:
                    target = file.resolve(strict=True)
                except (OSError, RuntimeError, ValueError):
                    continue
                if not target.is_relative_to(shelf.resolve()):
                    raise ValueError(f'the template "{template}" lies outside the pack')
                return composed(read(target, LARGEST).decode("utf-8-sig")), str(file), None
            raise TemplateNotFound(template)

    return Shelves()
