"""Pictures: single faces by resvg, whole sheets by pdfium from the finished PDF.

In: `Face`s or PDF bytes. Out: PNG bytes at any dpi. A sheet's picture shows what will print,
since it is made from what is printed.
"""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.press.face.face import Face

MM_PER_INCH = 25.4
MOST_SECONDS = 30.0  # for a face with filters
_SIZE = re.compile(r'\s(width|height)="[^"]*"')


def face_png(
    face: Face, fonts: Sequence[Path], dpi: float = 300.0, *, trimmed: bool = False
) -> bytes:
    """Draw one face, bleed included unless `trimmed`; raise ValueError when resvg cannot."""
    width, height = (max(1, round(mm / MM_PER_INCH * dpi)) for mm in (face.width, face.height))
    png = _rasterised(sized(face.svg, width, height), [str(path) for path in fonts])
    if not trimmed or not face.bleed:
        return bytes(png)
    from PIL import Image

    cut = face.bleed / MM_PER_INCH * dpi
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        box = (round(cut), round(cut), round(width - cut), round(height - cut))
        return _png(image.crop(box), dpi)


def _rasterised(svg: str, fonts: list[str]) -> bytes:
    """Draw an SVG; one with filters, which may take any time, in a process that can be ended."""
    import resvg_py

    if "<filter" not in svg:
        return bytes(
            resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts, dpi=96)
        )
    try:
        child = subprocess.run(
            [sys.executable, "-P", str(Path(__file__).with_name("rasterise.py"))],
            input=json.dumps({"svg": svg, "fonts": fonts}).encode(),
            capture_output=True,
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"its filters take longer than {MOST_SECONDS:.0f} s") from None
    if child.returncode:
        said = child.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ValueError(said[-1] if said else f"exit {child.returncode}")
    return child.stdout


def sheet_pngs(pdf: bytes, dpi: float = 300.0) -> Iterator[bytes]:
    """Draw every page of a PDF, one after the other."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for i in range(len(document)):
            page = document[i]
            bitmap = page.render(scale=dpi / 72)
            yield _png(bitmap.to_pil(), dpi)
            bitmap.close()
            page.close()
    finally:
        document.close()


def sized(svg: str, width: object, height: object) -> str:
    """The document with another width and height on its root; its viewBox stays.

    resvg rounds sizes in mm and fails on them without a dpi, so it is given whole pixels.
    """
    start = svg.index("<svg")
    end = svg.index(">", start)
    root = _SIZE.sub("", svg[start:end])
    head = f'<svg width="{width}" height="{height}"'
    return svg[:start] + head + root.removeprefix("<svg") + svg[end:]


def _png(image: object, dpi: float) -> bytes:
    from PIL import Image

    assert isinstance(image, Image.Image)
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(dpi, dpi))
    return out.getvalue()
