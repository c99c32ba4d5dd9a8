"""Downloaded fonts converted for printing: static TrueType files, cached by content.

In: an OpenType file with PostScript outlines (OTF), a variable font, a collection (TTC) or a web
font (WOFF), and the required style. Out: the path of a TrueType file in the user's cache. fontTools
runs in a separate process, because an unknown font may take any amount of time and memory.
"""

import hashlib
import json
import math
import re
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from generator.system.files import LARGEST, write_file
from generator.system.paths import cache_folder, forget_old
from generator.system.processes import environment
from generator.templating.python_errors import in_plain_words

# version of the conversion; increase this number when a change converts the same font differently
MADE_BY = 1
PATIENCE = 240.0  # seconds per font; a Chinese font with 65,000 characters takes 60 seconds
MOST_MEMORY = 4 << 30  # maximum memory in bytes of the child process
MOST_LETTERS = 70_000
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from generator.reading.font_conversion import main; main()"
)
MOST_IN_ONE, MOST_TABLES = 64, 200  # maximum number of fonts in a collection, and tables in a font
# WOFF2's numbers for the table `fvar`, for `glyf` and `loca`, and for a tag that is written out
_FVAR, _OUTLINES, _OTHER_TAG = 47, (10, 11), 63
_ITALIC, _BOLD, _REGULAR = 1, 32, 64  # bits of fsSelection in the table OS/2
_AXES = {
    "weight": "wght",
    "width": "wdth",
    "slant": "slnt",
}  # names of widths, as in `game.yaml` and in OpenType


@dataclass(frozen=True, slots=True)
class Cut:
    """One font of a file: a member of a collection, or a style of a variable font."""

    index: int | None = None
    weight: float | None = None
    width: float | None = None
    slant: float | None = None
    is_italic: bool = False

    @property
    def suffix(self) -> str:
        """The suffix for the name of the converted file, such as "-700"."""
        values = (self.index, self.weight, self.width, self.slant)
        suffix = "".join(f"-{value:g}" for value in values if value is not None)
        return f"{suffix}-italic" if self.is_italic else suffix


@dataclass(frozen=True, slots=True)
class Kind:
    """The contents of a font file; `axes` maps the tag of an axis to its least, default and
    greatest value.
    """

    is_plain: bool  # whether the font can be printed without conversion
    n_fonts: int = 1
    # whether the file contains a variable font whose axes are known only after unpacking
    is_packed: bool = False
    axes: "dict[str, tuple[float, float, float]] | None" = None

    @property
    def has_italic(self) -> bool:
        """Whether a variable font has a slant axis."""
        return bool(self.axes) and any(tag in self.axes for tag in ("ital", "slnt"))  # type: ignore[operator]


def kind_of(data: bytes) -> Kind:
    """Classify a font file by its header; a file that is not a font counts as plain."""
    if data[:4] == b"ttcf":
        (n,) = struct.unpack_from(">I", data, 8) if len(data) > 12 else (0,)
        return Kind(False, n, _is_listed(data))
    if data[:4] in (b"wOFF", b"wOF2"):
        return Kind(False, 1, _is_listed(data))
    axes = _axes(data)
    return Kind(axes is None and data[:4] != b"OTTO", 1, axes=axes)


def _is_listed(data: bytes) -> bool:
    """Whether the directories of a collection or web font list a table `fvar`."""
    try:
        if data[:4] == b"ttcf":
            (n,) = struct.unpack_from(">I", data, 8)
            starts = struct.unpack_from(f">{min(n, MOST_IN_ONE)}I", data, 12)
            return any(b"fvar" in _tags(data, start + 12, start + 4, 16) for start in starts)
        if data[:4] == b"wOFF":
            return b"fvar" in _tags(data, 44, 12, 20)
        return _FVAR in _woff2_tags(data)
    except (struct.error, IndexError):
        return False


def _tags(data: bytes, at: int, counted_at: int, size: int) -> set[bytes]:
    """The tags in a directory whose entries are `size` bytes long."""
    (n,) = struct.unpack_from(">H", data, counted_at)
    return {bytes(data[at + i * size :][:4]) for i in range(min(n, MOST_TABLES))}


def _woff2_tags(data: bytes) -> set[int]:
    """The numbers of a WOFF2's tables (WOFF 2.0, 5.2)."""
    (n,) = struct.unpack_from(">H", data, 12)
    at, tags = 48, set()
    for _ in range(min(n, MOST_TABLES)):
        flags = data[at]
        number, form = flags & 63, flags >> 6
        at += 5 if number == _OTHER_TAG else 1
        is_changed = form != 3 if number in _OUTLINES else form != 0
        # skip the length and, for a transformed table, the transformed length
        for _ in range(1 + is_changed):
            while data[at] & 128:
                at += 1
            at += 1
        tags.add(number)
    return tags


def _axes(data: bytes) -> dict[str, tuple[float, float, float]] | None:
    """The axes of a variable font, from its table `fvar`; None for any other font."""
    from generator.reading.sfnt import tables_of

    try:
        table = tables_of(data).get("fvar")
        if table is None:
            return None
        start = table.start
        offset, _, n, size = struct.unpack_from(">4H", data, start + 4)
        axes = {}
        for i in range(min(n, 64)):
            tag, *ends = struct.unpack_from(">4s3i", data, start + offset + i * size)
            least, usual, most = (end / 65536 for end in ends)
            axes[tag.decode("ascii", "replace")] = (least, usual, most)
    except (ValueError, struct.error):
        return None
    return axes


def as_truetype(path: Path, data: bytes, cut: Cut) -> Path:
    """Convert a font to a static TrueType file in the cache, or reuse the existing file.

    Raises `ValueError` if the font cannot be converted.
    """
    return _kept(path, data, asdict(cut), cut.suffix)


def unpacked(path: Path, data: bytes, index: int | None) -> Path:
    """Unpack the variable font in a collection or web font, with all its axes, or reuse the
    existing file. Raises `ValueError` if the font cannot be unpacked.
    """
    return _kept(path, data, {"unpack": index or 0}, f"-{index or 0}-variable")


def _kept(path: Path, data: bytes, cut: dict[str, Any], suffix: str) -> Path:
    wanted = json.dumps(cut, sort_keys=True)
    digest = hashlib.sha256(b"%d %s " % (MADE_BY, wanted.encode()) + data).hexdigest()[:32]
    stem = re.sub(r"[^\w.-]+", "-", path.stem)
    name = f"{stem}{suffix}.ttf"
    kept = cache_folder() / "fonts" / digest / name
    if kept.is_file():
        with suppress(OSError):
            kept.parent.touch()
        return kept
    made = _made(path, wanted, digest[:8])
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        forget_old(kept.parent.parent)
        write_file(kept, made)
    except OSError:  # the cache cannot be written, so the file is kept for this run only
        kept = _for_now() / digest / name
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(made)
    return kept


@cache
def _for_now() -> Path:
    _folders.append(tempfile.TemporaryDirectory(prefix="protoplay-fonts-"))
    return Path(_folders[-1].name)


_folders: list["tempfile.TemporaryDirectory[str]"] = []


def _made(path: Path, wanted: str, mark: str) -> bytes:
    """Make the TrueType file in a child process. Raises `ValueError` with the child's reason."""
    with tempfile.TemporaryDirectory(prefix="protoplay-font-") as folder:
        out = Path(folder, "font.ttf")
        call = [sys.executable, "-P", "-c", _START, json.dumps(sys.path), str(path), str(out)]
        try:
            done = subprocess.run(
                [*call, wanted, mark],
                capture_output=True,
                stdin=subprocess.DEVNULL,
                env=environment(),
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ValueError(
                f"converting its characters takes more than {PATIENCE:g} seconds"
            ) from None
        if done.returncode or not out.is_file():
            lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise ValueError(lines[-1] if lines and done.returncode == 1 else "it is damaged")
        if out.stat().st_size > LARGEST:
            raise ValueError(f"it unpacks to more than {LARGEST:,} bytes")
        return out.read_bytes()


# -- in the child process -------------------------------------------------------------------


def main() -> None:
    """Make one font.

    Arguments: source file, target file, the cut as JSON, a suffix for its name.
    """
    import warnings

    warnings.simplefilter("ignore")
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    source, target, wanted, mark = sys.argv[2:6]
    try:
        job = json.loads(wanted)
        if "unpack" in job:
            _unpack(Path(source), Path(target), job["unpack"])
        else:
            _make(Path(source), Path(target), Cut(**job), mark)
    except Exception as broken:
        sys.stderr.write(
            in_plain_words(broken) if isinstance(broken, ValueError) else "it is damaged"
        )
        raise SystemExit(1) from None


def _read(source: Path, index: int) -> Any:
    import logging

    from fontTools.ttLib import TTFont

    logging.disable(logging.CRITICAL)
    font = TTFont(source, fontNumber=index, recalcTimestamp=False, lazy=False)
    if font["maxp"].numGlyphs > MOST_LETTERS:
        raise ValueError(f"it has more than {MOST_LETTERS:,} characters")
    return font


def _unpack(source: Path, target: Path, index: int) -> None:
    font = _read(source, index)
    font.flavor = None
    font.save(target, reorderTables=False)


def _make(source: Path, target: Path, cut: Cut, mark: str) -> None:
    font = _read(source, cut.index or 0)
    if "fvar" in font:
        _instantiate(font, cut)
    if "glyf" not in font:
        _with_truetype_outlines(font)
    for tag in ("DSIG", "STAT", "avar", "MVAR", "HVAR", "VVAR", "cvar", "gvar", "fvar", "VORG"):
        if tag in font:
            del font[tag]
    postscript = font["name"].getDebugName(6) or source.stem
    plain = re.sub(r"[^A-Za-z0-9-]", "", postscript)[:40]
    for record in [r for r in font["name"].names if r.nameID == 6]:
        font["name"].removeNames(6, record.platformID, record.platEncID, record.langID)
    font["name"].setName(f"{plain}{cut.suffix.replace('.', '')}-{mark}", 6, 3, 1, 0x409)
    font.flavor = None
    font.save(target, reorderTables=False)


def _instantiate(font: Any, cut: Cut) -> None:
    """Fix every axis of a variable font at the requested value or at its default."""
    from fontTools.varLib.instancer import OverlapMode, instantiateVariableFont

    axes = {axis.axisTag: axis for axis in font["fvar"].axes}
    at = {tag: axis.defaultValue for tag, axis in axes.items()}
    for name, tag in _AXES.items():
        value = getattr(cut, name)
        if value is None:
            continue
        if tag not in axes:
            raise ValueError(f"it has no axis for {name}: {_listed(axes)}")
        least, most = axes[tag].minValue, axes[tag].maxValue
        if not least <= value <= most:
            raise ValueError(
                f"its {name} ranges from {least:g} to {most:g}, so {value:g} is not possible"
            )
        at[tag] = value
    if cut.is_italic and "ital" in axes:
        at["ital"] = axes["ital"].maxValue
    elif cut.is_italic and "slnt" in axes:
        at["slnt"] = min(axes["slnt"].minValue, axes["slnt"].maxValue, key=lambda v: -abs(v))
    instantiateVariableFont(font, at, inplace=True, overlap=OverlapMode.KEEP_AND_SET_FLAGS)
    os2, head = font["OS/2"], font["head"]
    if "wght" in at:
        os2.usWeightClass = max(1, min(1000, round(at["wght"])))
    is_bold = at.get("wght", 400) >= 600
    is_slanted = cut.is_italic or at.get("slnt", 0) != 0 or at.get("ital", 0) != 0
    is_slanted = is_slanted or bool(os2.fsSelection & _ITALIC)
    os2.fsSelection &= ~(_ITALIC | _BOLD | _REGULAR)
    os2.fsSelection |= (_ITALIC if is_slanted else 0) | (_BOLD if is_bold else 0)
    os2.fsSelection |= 0 if is_slanted or is_bold else _REGULAR
    head.macStyle = (1 if is_bold else 0) | (2 if is_slanted else 0)


def _listed(axes: dict[str, Any]) -> str:
    names = {tag: name for name, tag in _AXES.items()}
    ranges = [f"{names.get(t, t)} {a.minValue:g} to {a.maxValue:g}" for t, a in axes.items()]
    return f"it has {', '.join(ranges)}"


def _with_truetype_outlines(font: Any) -> None:
    """Convert the outlines to quadratic curves, exact to a thousandth of an em."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    if "CFF " not in font and "CFF2" not in font:
        raise ValueError("it contains coloured pictures, not outlines")
    letters = font.getGlyphSet()
    order = font.getGlyphOrder()
    drawn = {}
    for name in order:
        pen = TTGlyphPen(None)
        letters[name].draw(Cu2QuPen(pen, font["head"].unitsPerEm / 1000, reverse_direction=True))
        drawn[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = order, drawn
    metrics = font["hmtx"].metrics
    for name in order:
        glyph = glyf[name]
        glyph.recalcBounds(glyf)
        metrics[name] = (
            metrics[name][0],
            getattr(glyph, "xMin", 0) if glyph.numberOfContours else 0,
        )
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    for each in (
        "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
        "maxStackElements", "maxSizeOfInstructions", "maxComponentElements",
    ):  # fmt: skip
        setattr(maxp, each, 0)
    maxp.maxZones = 1
    for tag in ("CFF ", "CFF2"):
        if tag in font:
            del font[tag]
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"


def nearest(value: float, axis: tuple[float, float, float]) -> float:
    """The value within an axis that is nearest to `value`."""
    low, _, high = axis
    return min(max(value, low), high) if math.isfinite(value) else low
