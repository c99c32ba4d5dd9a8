"""QR codes as SVG."""

from io import BytesIO

import segno


def qr_svg(text: str, title: str) -> str:
    """A text as a QR code with its quiet zone, an SVG without size; "" for no text.

    `title` names the picture for people who cannot see it.
    """
    if not text:
        return ""
    out = BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, omitsize=True, title=title)
    return out.getvalue().decode()
