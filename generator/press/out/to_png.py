"""Draws pictures; resvg draws single faces, and pdfium draws whole sheets from their PDF.

In: `Face`s or PDF bytes. Out: PNG bytes at any dpi. The picture of a sheet shows exactly the print,
because the same faces are in the same places. Child processes draw the pictures and stay ready for
further pictures. A child that takes too much time or memory is stopped, and the other children
continue.
"""

import atexit
import io
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import threading
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.press.face.face import Face
from generator.system.files import folder_in
from generator.system.processes import environment

MM_PER_INCH = 25.4
AT_ONCE = 32  # greatest number of pictures waiting to be written
# seconds for one picture, and the same number again for each hundred million pixels
MOST_SECONDS = 30.0
MOST_BYTES = 1_500_000_000  # bytes of memory for one picture; 24 bytes are added for each pixel
_BYTES_PER_PIXEL = 24
_SIZE = re.compile(r'\s(width|height|preserveAspectRatio)="[^"]*"')


def face_png(
    face: Face, fonts: Sequence[Path], dpi: float = 300.0, *, trimmed: bool = False
) -> bytes:
    """Draw a face, with its bleed unless `trimmed`; raises `ValueError` if resvg fails."""
    width, height = (max(1, round(mm / MM_PER_INCH * dpi)) for mm in (face.width, face.height))
    job = {"svg": sized(face.svg, width, height), "fonts": [str(path) for path in fonts]}
    png = with_resolution(_drawn(job, width * height), dpi)
    if not trimmed or not face.bleed:
        return png
    from PIL import Image

    cut = face.bleed / MM_PER_INCH * dpi
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        box = (round(cut), round(cut), round(width - cut), round(height - cut))
        return _png(image.crop(box), dpi)


def svg_png(svg: str, width: int, height: int) -> bytes:
    """Draw a picture with text as outlines, sizes in pixels; raises `ValueError` if resvg fails."""
    return _drawn({"svg": sized(svg, width, height), "fonts": []}, width * height)


def sheet_pngs(pdf: bytes, dpi: float = 300.0) -> Iterator[bytes]:
    """Draw every page of a PDF of `sheets_pdf(…, dpi=dpi)`; raises `ValueError` if pdfium fails.

    A point on these pages is a pixel.
    """
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        sizes = [document.get_page_size(i) for i in range(len(document))]
    finally:
        document.close()
    with folder_in(Path(tempfile.gettempdir())) as folder:
        file = folder / "sheets.pdf"
        file.write_bytes(pdf)
        for i, (width, height) in enumerate(sizes):
            job = {"pdf": str(file), "page": i, "scale": 1, "dpi": dpi}
            yield with_resolution(_drawn(job, round(width * height)), dpi)


def face_pngs(
    faces: Sequence[Face], fonts: Sequence[Path], dpi: float
) -> Iterator[bytes | ValueError | MemoryError]:
    """Draw faces on all cores, in order; yield the exception in place of a face that fails."""

    def drawn(face: Face) -> bytes | ValueError | MemoryError:
        try:
            return face_png(face, fonts, dpi)
        except (ValueError, MemoryError) as fault:
            return fault

    n_threads = max(1, min(os.cpu_count() or 1, 8))
    with ThreadPoolExecutor(n_threads) as threads:
        for i in range(0, len(faces), AT_ONCE):
            yield from threads.map(drawn, faces[i : i + AT_ONCE])


def with_resolution(png: bytes, dpi: float) -> bytes:
    """Add its resolution in pixels per metre to a PNG (`pHYs`, ISO 15948), for printing."""
    per_metre = round(dpi / MM_PER_INCH * 1000)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    head = 8 + 25  # length of the signature and IHDR
    return png if b"pHYs" in png[head : head + 200] else png[:head] + chunk + png[head:]


def sized(svg: str, width: object, height: object) -> str:
    """Set the width and height on the root of a document, and stretch its viewBox to this size.

    resvg rounds sizes in mm and fails on them without a dpi, so it gets whole pixels. If
    proportions were kept, parts of pixels would stay transparent at two edges of a face.
    """
    start = svg.index("<svg")
    end = svg.index(">", start)
    root = _SIZE.sub("", svg[start:end])
    head = f'<svg width="{width}" height="{height}" preserveAspectRatio="none"'
    return svg[:start] + head + root.removeprefix("<svg") + svg[end:]


def _png(image: object, dpi: float) -> bytes:
    from PIL import Image

    assert isinstance(image, Image.Image)
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()


# -- child processes --------------------------------------------------------------------------


class _Child:
    """A child process that draws one picture after another."""

    def __init__(self) -> None:
        file = Path(__file__).with_name("rasterise.py")
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )

    def draw(self, job: dict[str, Any], seconds: float) -> bytes:
        """Return the PNG.

        Raises `ValueError` if the picture cannot be drawn, `EOFError` if the process has ended.

        A child that takes longer than `seconds` is stopped.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        clock = threading.Timer(seconds, self._process.kill)
        clock.daemon = True
        clock.start()
        try:
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()
            head = self._process.stdout.readline()
            if not head.endswith(b"\n"):
                raise EOFError
            answer = json.loads(head)
            if "fault" in answer:
                raise ValueError(answer["fault"])
            png = self._process.stdout.read(answer["png"])
            if len(png) < answer["png"]:
                raise EOFError
            return png
        except BrokenPipeError:
            raise EOFError from None
        finally:
            clock.cancel()

    def end(self) -> None:
        """Stop the process at once."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._process.wait()


class _Children:
    """Idle child processes, ready for the next picture."""

    def __init__(self) -> None:
        self._idle: list[_Child] = []
        self._is_registered = False

    def draw(self, job: dict[str, Any], seconds: float) -> bytes:
        if not self._is_registered:
            self._is_registered = True
            atexit.register(self.end)
        child = self._idle.pop() if self._idle else _Child()
        is_sound = False
        try:
            png = child.draw(job, seconds)
            is_sound = True
            return png
        except ValueError:
            is_sound = True
            raise
        finally:
            if is_sound:
                self._idle.append(child)
            else:
                child.end()

    def end(self) -> None:
        """Stop all child processes."""
        while self._idle:
            self._idle.pop().end()


_children = _Children()


def _drawn(job: dict[str, Any], n_pixels: int) -> bytes:
    """Draw a picture within limits. Raises `ValueError` if a limit is exceeded."""
    seconds = MOST_SECONDS * (1 + n_pixels / 1e8)
    most = MOST_BYTES + _BYTES_PER_PIXEL * n_pixels
    try:
        return _children.draw({**job, "bytes": most}, seconds)
    except EOFError:
        message = f"it takes longer than {seconds:.0f} s or more than {most / 1e9:.1f} GB"
        raise ValueError(message) from None
