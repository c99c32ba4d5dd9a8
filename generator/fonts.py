"""The font files of a pack: which they are, and whether reportlab, typst and resvg can use them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from generator.pack import Font
from generator.problems import Place, Problems

LARGEST_FONT = 40_000_000


@cache
def default_font() -> Font:
    """Source Sans Pro (SIL Open Font License) from the package font-source-sans-pro."""
    import font_source_sans_pro

    folder = Path(font_source_sans_pro.__file__).parent / "files"
    files = {
        "regular": folder / "SourceSansPro-Regular.ttf",
        "bold": folder / "SourceSansPro-Bold.ttf",
        "italic": folder / "SourceSansPro-It.ttf",
        "bolditalic": folder / "SourceSansPro-BoldIt.ttf",
    }
    return Font("body", files)  # type: ignore[arg-type]


def check_fonts(
    fonts: Mapping[str, Font], places: Mapping[tuple[str, str], Place], problems: Problems
) -> None:
    """Report files that are no static TrueType font, or whose names clash."""
