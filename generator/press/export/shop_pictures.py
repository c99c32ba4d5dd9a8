"""Pictures of faces in the exact pixel size that a shop requires, and checks of finished files.

In: faces with text as outlines. Out: the bytes of PNGs, RGB without transparency, at 300 dpi. The
trim lies in the middle of the picture.
"""

import io
import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from generator.model.decimals import drawn
from generator.model.pack import Shape
from generator.press.export.products import DPI, Product
from generator.press.face.face import Face
from generator.press.out.to_png import svg_png

if TYPE_CHECKING:
    from PIL.Image import Image

AT_ONCE = 16  # number of pictures held in memory at the same time
_BOX = re.compile(r'\sviewBox="[^"]*"')


def shop_pictures(
    faces: Sequence[Face], shape: Shape, product: Product, turn: int
) -> Iterator[bytes]:
    """Yield the picture of each face, in order; raises `ValueError` if a face cannot be drawn."""
    with ThreadPoolExecutor(max(1, min(os.cpu_count() or 1, 8))) as threads:
        for i in range(0, len(faces), AT_ONCE):
            yield from threads.map(
                lambda face: shop_picture(face, shape, product, turn), faces[i : i + AT_ONCE]
            )


def shop_picture(face: Face, shape: Shape, product: Product, turn: int) -> bytes:
    """Draw a face with the bleed of a product; raises `ValueError` if it cannot be drawn."""
    from PIL import Image

    across, down = product.pixels[::-1] if turn else product.pixels
    png = svg_png(around_trim(face.svg, shape, across, down), across, down)
    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        whole = Image.new("RGB", image.size, "white")
        clear = image.convert("RGBA")
        whole.paste(clear, mask=clear.getchannel("A"))
    return _png(whole.transpose(Image.Transpose.ROTATE_270) if turn else whole)


def blank_picture(product: Product) -> bytes:
    """A white picture, for pieces without a back."""
    from PIL import Image

    return _png(Image.new("RGB", product.pixels, "white"))


def _png(image: "Image") -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()


def around_trim(svg: str, shape: Shape, across: int, down: int) -> str:
    """Set the viewBox to `across` × `down` pixels at 300 dpi around the middle of the trim."""
    width, height = across / DPI * 25.4, down / DPI * 25.4
    left, top = (shape.width - width) / 2, (shape.height - height) / 2
    box = " ".join(drawn(length) for length in (left, top, width, height))
    end = svg.index(">", svg.index("<svg"))
    head, n = _BOX.subn(f' viewBox="{box}"', svg[:end], count=1)
    assert n == 1, f"no viewBox in {svg[:end]!r}"
    return head + svg[end:]


def faults_of_picture(data: bytes, product: Product) -> list[str]:
    """Describe what a shop would refuse about a finished picture."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        dpi = image.info.get("dpi", (0, 0))
        across, down = image.size
        mode = image.mode
    faults = []
    if (across, down) != product.pixels:
        wanted = f"{product.pixels[0]} × {product.pixels[1]}"
        faults.append(f"{across} × {down} pixels, but {product.title} takes {wanted}")
    if mode != "RGB":
        faults.append(f"the colours are {mode}, but only RGB without transparency is accepted")
    if any(abs(each - DPI) > 1 for each in dpi):
        faults.append(f"the file says {dpi[0]:.0f} dpi, not {DPI}")
    return faults
