"""Converts faces to PDF forms; typst draws each unique face once. In: `Face`s.

Out: a `Form` for each face, which pages may show any number of times. If the same `Press` is passed
from build to build, it converts only new faces.
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from generator.model.pack import Pack
from generator.model.problems import Place, Problems
from generator.press.face.face import Face
from generator.press.out.cache import KeptFaces
from generator.press.out.pdf_forms import Foreign, Form, Reader, Value
from generator.press.out.to_png import face_png
from generator.press.out.upright_text import TextSplitter, Typeface, Words
from generator.press.text.fonts import collect_fonts, font_files, looks_of
from generator.system.files import folder_in
from generator.system.processes import environment, thread_pool

PT = 72 / 25.4  # points per mm
CHUNK_FACES = 400
MOST_FORMS = 20_000
CHUNK_CHARACTERS = 3_000_000
SECONDS_PER_JOB = 30.0  # time limit of a child process; some SVG filters take half a minute
SECONDS_PER_FACE = 0.1
# greatest number of levels of nested groups, where an opacity counts as two levels; Chrome shows
# nothing at 40
MOST_DEEP = 32
BYTES_PER_JOB = 4_000_000_000
FILTER = "<filter"  # marks faces that are slow to draw
FALLBACK_DPI = 600


def _digest(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()


_SWATCH = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="2mm" height="1mm" viewBox="0 0 2 1">'
    '<rect width="1" height="1" fill="#123456"/>'
    '<rect x="1" width="1" height="1" fill="#777777"/></svg>'
)
# a drawing whose PDF contains the colour spaces for text
SWATCH = Face(_SWATCH, 2, 1, 0, _digest(_SWATCH))


class Press:
    """Converts faces to forms, and keeps both the forms and the drawn faces."""

    def __init__(self) -> None:
        self.faces = KeptFaces()
        self._forms: dict[str, Form] = {}  # keys are digests of faces
        self._drawings: dict[str, Form] = {}  # keys are digests of the parts that typst draws
        self._inks: dict[bytes, Value] = {}  # typst's colour spaces: RGB and grey
        self._fonts: tuple[tuple[str, int], ...] = ()
        self._parter = TextSplitter({})
        self._reader = Reader()

    def forms(
        self, faces: Sequence[tuple[Face, Place]], pack: Pack, problems: Problems
    ) -> Mapping[str, Form]:
        """Convert the faces that were not converted before; return digest → form.

        A face that cannot be converted is reported as a problem with its place and has no form.
        """
        files = font_files(pack)
        fonts = tuple((str(path), path.stat().st_mtime_ns) for path in files)
        if fonts != self._fonts:  # the same SVG looks different with other fonts
            self._forget()
            self._fonts = fonts
            self._parter = TextSplitter({look: Typeface(t) for look, t in looks_of(pack).items()})
        elif len(self._forms) > MOST_FORMS:
            self._forget()
        new = {f.digest: (f, place) for f, place in faces if f.digest not in self._forms}
        if not new:
            return self._forms
        if find_spec("typst") is None:
            self._draw_pixels(list(new.values()), files, pack, problems)
            return self._forms
        parted = {digest: self._parted(face) for digest, (face, _) in new.items()}
        drawings = {
            part.digest: (part, new[digest][1])
            for digest, parts in parted.items()
            for part in parts
            if isinstance(part, Face) and part.digest not in self._drawings
        }
        if not self._inks and any(isinstance(p, Words) for parts in parted.values() for p in parts):
            drawings = {SWATCH.digest: (SWATCH, Place(str(pack.folder)))} | drawings
        self._draw(list(drawings.values()), pack, problems)
        for digest, parts in parted.items():
            if all(isinstance(p, Words) or p.digest in self._drawings for p in parts):
                self._forms[digest] = self._layered(new[digest][0], parts)
        return self._forms

    def _forget(self) -> None:
        self._forms, self._drawings, self._inks, self._reader = {}, {}, {}, Reader()

    def _parted(self, face: Face) -> list[Face | Words]:
        """Split a face into layers: texts, and faces for the parts that typst draws."""
        try:
            layers = self._parter.layers(face.svg, face.width, face.height, face.bleed)
        except ValueError:  # not an SVG; typst reports the reason
            return [face]
        if layers == [face.svg]:
            return [face]
        return [
            layer
            if isinstance(layer, Words)
            else Face(layer, face.width, face.height, face.bleed, _digest(layer), face.images)
            for layer in layers
        ]

    def _layered(self, face: Face, parts: Sequence[Face | Words]) -> Form:
        """Compose the form of a face whose drawings have been converted."""
        if len(parts) == 1 and isinstance(parts[0], Face):
            return self._drawings[parts[0].digest]
        width, height = face.width * PT, face.height * PT
        layers: list[Form] = []
        for part in parts:
            if isinstance(part, Face):
                layers.append(self._drawings[part.digest])
                continue
            fonts = tuple((b"/Font", b"/t%d" % i, (t.late,)) for i, (t, _) in enumerate(part.fonts))
            inks = tuple((b"/ColorSpace", name, value) for name, value in self._inks.items())
            needs = tuple((typeface.late, glyphs) for typeface, glyphs in part.fonts)
            layers.append(Form(None, width, height, part.content, (*inks, *fonts), needs))
        return Form(None, width, height, layers=tuple(layers))

    def _draw(self, new: "Job", pack: Pack, problems: Problems) -> None:
        """Draw with typst the parts that have not been drawn yet."""
        if not new:
            return
        with folder_in(Path(tempfile.gettempdir())) as folder:
            collect_fonts(pack, folder)
            jobs = list(_chunks(new))
            with thread_pool(max(1, min(len(jobs), os.cpu_count() or 1, 4))) as threads:
                for job, done in zip(
                    jobs, threads.map(lambda job: _convert(job, str(folder)), jobs), strict=True
                ):
                    self._take(job, done, problems)

    def _take(self, job: "Job", done: "Converted", problems: Problems) -> None:
        failed = list(done.failed)
        for pdf, faces in done.pages:
            try:
                forms = self._reader.forms(pdf)
            except ValueError as fault:
                failed += [(drawing, str(fault)) for drawing in faces]
                continue
            for (face, place), form in zip(faces, forms, strict=True):
                if form.deep <= MOST_DEEP:
                    self._drawings[face.digest] = form
                    continue
                within = "groups with opacity, masks, patterns or blends are nested"
                failed.append(((face, place), f"{within} {form.deep} deep, {MOST_DEEP} print"))
        for (face, place), reason in failed:
            drawings = ", ".join(p.name for p in face.images if p.suffix.lower() == ".svg")
            fix = f"simplify its drawing{': ' if drawings else ''}{drawings}"
            problems.error(place, f"the face cannot be printed: {reason}", fix)
        assert sum(len(f) for _, f in done.pages) + len(done.failed) == len(job)
        swatch = self._drawings.get(SWATCH.digest)
        if swatch is not None and not self._inks:
            spaces = [v for kind, _, v in swatch.resources if kind == b"/ColorSpace"]
            assert len(spaces) == 2, f"a swatch in {len(spaces)} colour spaces"
            self._inks = {b"/c%d" % i: space for i, space in enumerate(spaces)}

    def _draw_pixels(
        self, job: "Job", files: Sequence[Path], pack: Pack, problems: Problems
    ) -> None:
        problems.warning(
            Place(str(pack.folder)),
            f"typst is not installed here, so faces are printed as {FALLBACK_DPI} dpi pictures",
            "their text cannot be searched; on common systems `pip install typst` gives vectors",
        )
        for face, place in job:
            try:
                self._forms[face.digest] = _picture(face, files)
            except ValueError as fault:
                problems.error(place, f"the face cannot be printed: {fault}")


Job = list[tuple[Face, Place]]


@dataclass(frozen=True, slots=True)
class Converted:
    """PDFs with a face on each page, and the faces that failed, with the reason."""

    pages: tuple[tuple[bytes, Job], ...]
    failed: tuple[tuple[tuple[Face, Place], str], ...]


def _chunks(faces: Job) -> Iterator[Job]:
    """Split the work so that no child process needs much memory."""
    chunk: Job = []
    characters = 0
    for face, place in faces:
        if chunk and (len(chunk) == CHUNK_FACES or characters + len(face.svg) > CHUNK_CHARACTERS):
            yield chunk
            chunk, characters = [], 0
        chunk.append((face, place))
        characters += len(face.svg)
    if chunk:
        yield chunk


def _convert(job: Job, fonts: str) -> Converted:
    """Compile a chunk; if this fails, split the chunk until the faulty face is alone.

    After a timeout, faces with filters are tried first, each in its own process.
    """
    seconds = SECONDS_PER_JOB + SECONDS_PER_FACE * len(job)
    faces = [(f.width, f.height, f.svg) for f, _ in job]
    work = {"fonts": fonts, "faces": faces, "bytes": BYTES_PER_JOB, "seconds": seconds}
    try:
        child = subprocess.run(
            [sys.executable, "-P", str(Path(__file__).with_name("typeset.py"))],
            input=json.dumps(work).encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
            # Two children with one thread each take less time than one child with two threads.
            env=environment(RAYON_NUM_THREADS="1"),
        )
    except subprocess.TimeoutExpired:
        suspects = [suspect for suspect in job if FILTER in suspect[0].svg]
        why = "; filters that cover much of the paper are slow" if suspects else ""
        reason = f"it takes longer than {seconds:.0f} s{why}"
    else:
        if child.returncode == 0:
            return Converted(((child.stdout, job),), ())
        reason, suspects = _reason(child), []
    if len(job) == 1:
        return Converted((), ((job[0], reason),))
    middle = len(job) // 2
    parts = [job[:middle], job[middle:]]
    if suspects:
        others = [suspect for suspect in job if FILTER not in suspect[0].svg]
        parts = [others, *([suspect] for suspect in suspects)]
    done = [_convert(part, fonts) for part in parts if part]
    return Converted(
        tuple(page for part in done for page in part.pages),
        tuple(fault for part in done for fault in part.failed),
    )


def _reason(child: "subprocess.CompletedProcess[bytes]") -> str:
    """The reason why a child process failed, or a general reason if the system killed the
    process.
    """
    lines = child.stderr.decode("utf-8", "replace").strip().splitlines()
    if child.returncode == 1 and lines:
        return lines[-1]
    gigabytes = f"{BYTES_PER_JOB / 1e9:.0f} GB"
    return (
        f"the program that prints it crashed, or needs more than {gigabytes} (exit "
        f"{child.returncode})"
    )


def _picture(face: Face, fonts: Sequence[Path]) -> Form:
    """Draw a face as a form with a single image."""
    from PIL import Image

    png = io.BytesIO(face_png(face, fonts, FALLBACK_DPI))
    with Image.open(png, formats=("PNG",)) as drawn:
        image = Image.new("RGB", drawn.size, "white")
        image.paste(drawn, mask=drawn.getchannel("A") if drawn.mode == "RGBA" else None)
    head = (
        f"<</Type/XObject/Subtype/Image/Width {image.width}/Height {image.height}"
        "/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode>>"
    )
    pixels = Foreign((head.encode(),), zlib.compress(image.tobytes(), 6))
    width, height = face.width * PT, face.height * PT
    form = (
        f"<</Type/XObject/Subtype/Form/BBox[0 0 {width:.4f} {height:.4f}]/Resources<</XObject<</i "
    )
    drawing = f"q {width:.4f} 0 0 {height:.4f} 0 0 cm /i Do Q"
    return Form(Foreign((form.encode(), pixels, b">>>>>>"), drawing.encode()), width, height)
