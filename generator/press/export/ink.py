"""Convert pictures to the inks of a press (CMYK), and measure how much ink they need.

Greys are printed in black alone, so black text uses only black ink, and no point needs more than
200 % of ink. The conversion is arithmetic, without a colour profile: printed colours are roughly
those on the screen.
"""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from generator.model.decimals import drawn

if TYPE_CHECKING:
    import numpy as np

POINT = 72 / 25.4


def inks_of(png: bytes) -> "np.ndarray[Any, Any]":
    """The amounts of cyan, magenta, yellow and black of every pixel, (height, width, 4) uint8."""
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        colours = 255 - np.asarray(image.convert("RGB"), dtype=np.uint8)
    black = colours.min(axis=2, keepdims=True)
    return np.concatenate([colours - black, black], axis=2)


def most_ink(inks: "np.ndarray[Any, Any]") -> float:
    """The largest amount of ink on any pixel, in percent: 400 is all four inks in full."""
    return float(inks.sum(axis=2, dtype="uint16").max() / 255 * 100)


def ink_fault(percent: float, most: float) -> str:
    """Describe the fault if a shop would refuse this much ink; "" if it would not."""
    if percent <= most + 0.5:
        return ""
    return f"{percent:.0f} % ink in one place, but at most {most:g} % are taken"


def deck_pdf(pages: Sequence[bytes], size: tuple[float, float], bleed: float, title: str) -> bytes:
    """Make a PDF from PNGs, one a page, in the inks of the press.

    `size` is the size of a page and `bleed` the bleed on each edge, mm. A picture that appears on
    several pages is stored once.
    """
    import hashlib
    import zlib

    import pikepdf
    from pikepdf import Array, Dictionary, Name

    pdf = pikepdf.new()
    kept: dict[str, pikepdf.Object] = {}
    width, height = (round(length * POINT, 3) for length in size)
    cut = bleed * POINT
    trim = [round(v, 3) for v in (cut, cut, width - cut, height - cut)]
    for png in pages:
        key = hashlib.sha256(png).hexdigest()
        if key not in kept:
            inks = inks_of(png)
            down, across, _ = inks.shape
            stream = pdf.make_stream(zlib.compress(inks.tobytes(), 6))
            stream.stream_dict = Dictionary(
                Type=Name.XObject, Subtype=Name.Image, Width=across, Height=down,
                ColorSpace=Name.DeviceCMYK, BitsPerComponent=8, Filter=Name.FlateDecode,
            )  # fmt: skip
            kept[key] = stream
        content = f"q {drawn(width)} 0 0 {drawn(height)} 0 0 cm /Card Do Q".encode()
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, width, height]),
            BleedBox=Array([0, 0, width, height]),
            TrimBox=Array(trim),
            Resources=Dictionary(XObject=Dictionary(Card=kept[key])),
            Contents=pdf.make_stream(content),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Trapped"] = Name("/False")
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()
