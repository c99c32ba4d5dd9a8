"""Conversion of a picture's colours to sRGB from any colour profile.

In: a Pillow image. Out: the same picture in sRGB, mode "RGB" or "L", without its alpha channel, and
a remark if its colours had to be assumed. Some pictures describe their colours without a profile:
Adobe RGB in a camera's EXIF, `gAMA` and `cHRM` in a PNG, and CMYK for a press. This module makes
the profiles of these pictures.
"""

import io
import struct
from functools import lru_cache
from typing import Any

Xy = tuple[float, float]

RELATIVE = 1  # the ICC rendering intent "media-relative colorimetric"
BLACK_POINT = 0x2000  # the flag of littleCMS for black point compensation
ALIKE = 2  # levels of 255; a profile with a smaller difference from sRGB counts as sRGB
D65: Xy = (0.3127, 0.3290)
D50 = (0.96422, 1.0, 0.82521)  # XYZ of the white of every ICC profile
SRGB_PRIMARIES: tuple[Xy, Xy, Xy] = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
ADOBE_PRIMARIES: tuple[Xy, Xy, Xy] = ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
ADOBE_GAMMA = 563 / 256
# the EXIF tag and value by which cameras declare Adobe RGB (EXIF 2.3, 4.6.6)
INTEROPERABLE, ADOBE_NAME = 0xA005, "R03"
UNREADABLE = "its colour profile cannot be read, so sRGB is assumed"
NO_PRESS = "it is CMYK without a colour profile, so a press with coated paper is assumed"
# Pillow's mode → name of the ICC colour space
_SPACES = {"RGB": "RGB", "L": "GRAY", "CMYK": "CMYK", "LAB": "Lab"}

# The CIELAB colours (D50, white backing) of coated paper, of solid inks and of their overprints:
# ISO 12647-2:2004/Amd 1:2007, paper types 1 and 2. Three and four inks are typical values of
# presses.
_SOLIDS = {
    "": (95.0, 0.0, -2.0),
    "C": (55.0, -37.0, -50.0),
    "M": (48.0, 74.0, -3.0),
    "Y": (89.0, -5.0, 93.0),
    "MY": (47.0, 68.0, 48.0),
    "CY": (50.0, -65.0, 27.0),
    "CM": (24.0, 22.0, -46.0),
    "CMY": (23.0, 0.0, 0.0),
    "K": (16.0, 0.0, 0.0),
    "CMYK": (9.0, 0.0, 0.0),
}
_GAIN = {
    "C": 0.143,
    "M": 0.143,
    "Y": 0.143,
    "K": 0.17,
}  # tone value increase of each ink at 50 %, curves A and B
_GRID = 13  # grid points per ink in the table of a press profile


def in_srgb(image: Any) -> tuple[Any, str]:
    """Convert the picture to sRGB, without alpha.

    Also return a remark, which is "" if the colours are certain.
    """
    image = _of_known_mode(image)
    profile = profile_of(image)
    remark = ""
    if image.mode == "LAB":
        profile = None  # the picture needs no profile
    if profile is not None and _transform(profile, image.mode) is None:
        profile, remark = None, UNREADABLE
    if profile is None and image.mode == "CMYK":
        profile, remark = press_profile(), NO_PRESS
    if profile is None and image.mode != "LAB":
        return image, remark
    if profile is not None and image.mode == "L" and _is_for("RGB", profile):
        image = image.convert("RGB")
    from PIL import ImageCms

    converted: Any = ImageCms.applyTransform(image, _transform(profile, image.mode))
    return (converted.convert("L") if image.mode == "L" else converted), remark


def is_srgb(image: Any) -> bool:
    """Whether a picture's values are already sRGB, within `ALIKE` levels of 255."""
    if image.mode in ("CMYK", "LAB"):
        return False
    profile = profile_of(image)
    if profile is None:
        return True
    return _is_neutral(profile, "L" if image.mode in ("L", "LA", "1") else "RGB")


def profile_of(image: Any) -> bytes | None:
    """The ICC profile of a picture, or a profile made from its EXIF or PNG chunks; None if the
    picture has neither.
    """
    if profile := image.info.get("icc_profile"):
        return bytes(profile)
    if "srgb" in image.info:
        return None
    gamma, corners = image.info.get("gamma"), image.info.get("chromaticity")
    if gamma:
        wxy, rxy, gxy, bxy = ((corners[i], corners[i + 1]) for i in (0, 2, 4, 6)) if corners else (
            D65, *SRGB_PRIMARIES
        )  # fmt: skip
        is_usual = abs(gamma - 1 / 2.2) < 0.01
        is_usual &= all(
            abs(a - b) < 0.01
            for own, usual in zip((wxy, rxy, gxy, bxy), (D65, *SRGB_PRIMARIES), strict=True)
            for a, b in zip(own, usual, strict=True)
        )
        if not is_usual and 0.01 < gamma < 10 and _is_triangle(wxy, rxy, gxy, bxy):
            return matrix_profile((rxy, gxy, bxy), wxy, 1 / gamma)
        return None
    if image.mode in ("RGB", "RGBA"):
        exif = image.getexif()
        if str(exif.get_ifd(INTEROPERABLE).get(1, "")).strip("\0 ") == ADOBE_NAME:
            return matrix_profile(ADOBE_PRIMARIES, D65, ADOBE_GAMMA)
    return None


def _is_triangle(*corners: Xy) -> bool:
    return all(0 <= x <= 1 and 0.001 < y <= 1 for x, y in corners)


def _of_known_mode(image: Any) -> Any:
    """Convert the picture to RGB, L, CMYK or LAB, without alpha."""
    if image.mode in _SPACES:
        return image
    info = image.info
    # pixels of 16 bits or more, which Pillow would clip at 255
    if image.mode.startswith(("I", "F")):
        wide = image.convert("F")
        most = 65_535 if image.mode.startswith("I") else max(float(wide.getextrema()[1]), 1e-9)
        image = wide.point(lambda value: value * (255 / most) + 0).convert("L")
    elif image.mode in ("1", "LA", "La"):
        image = image.convert("LA").getchannel(0) if image.mode == "La" else image.convert("L")
    else:
        image = image.convert("RGBA") if image.mode in ("P", "PA") else image
        image = image.convert("RGB")
    image.info = info
    return image


@lru_cache(maxsize=32)
def _transform(profile: bytes | None, mode: str) -> Any:
    """Return the transform from that mode to sRGB; None if the profile does not fit the mode."""
    from PIL import ImageCms

    if profile is None:
        source: Any = ImageCms.createProfile("LAB")
    else:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        except (OSError, ImageCms.PyCMSError):
            return None
        space = source.profile.xcolor_space.strip()
        if mode == "L" and space == "RGB":
            mode = "RGB"
        if space != _SPACES[mode]:
            return None
    target = ImageCms.createProfile("sRGB")
    try:
        return ImageCms.buildTransform(
            source, target, mode, "RGB", ImageCms.Intent(RELATIVE), ImageCms.Flags(BLACK_POINT)
        )
    except (ImageCms.PyCMSError, ValueError):
        return None


def _is_for(space: str, profile: bytes) -> bool:
    return profile[16:20].decode("latin-1").strip() == space


@lru_cache(maxsize=64)
def _is_neutral(profile: bytes, mode: str) -> bool:
    """Whether a profile leaves sRGB colours unchanged, within `ALIKE` levels."""
    from PIL import Image, ImageCms

    transform = _transform(profile, mode)
    if transform is None:
        return False
    if mode == "L" and _is_for("RGB", profile):
        mode = "RGB"
    steps = range(0, 256, 51)
    if mode == "L":
        colours = bytes(steps)
    else:
        colours = bytes(v for r in steps for g in steps for b in steps for v in (r, g, b))
    image = Image.frombytes(mode, (len(colours) // len(mode), 1), colours)
    converted: Any = ImageCms.applyTransform(image, transform)
    before, after = (bytes(picture.tobytes()) for picture in (image.convert("RGB"), converted))
    return max(abs(a - b) for a, b in zip(before, after, strict=True)) <= ALIKE


# Profiles made by this module -----------------------------------------------------------------


@lru_cache(maxsize=16)
def matrix_profile(primaries: tuple[Xy, Xy, Xy], white: Xy, gamma: float) -> bytes:
    """Make an ICC profile (2.4) from three primaries in CIE xy; values are raised to `gamma`."""
    import numpy as np

    # The Bradford matrix, from ICC.1:2022, annex E.
    bradford = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367],
                         [0.0389, -0.0685, 1.0296]])  # fmt: skip
    corners = np.array([_xyz(xy) for xy in primaries]).T
    to = np.array(_xyz(white))
    unadapted = corners * np.linalg.solve(corners, to)
    gains = (bradford @ np.array(D50)) / (bradford @ to)
    colorants = np.linalg.inv(bradford) @ np.diag(gains) @ bradford @ unadapted
    curve = b"curv" + struct.pack(">IIH", 0, 1, min(round(gamma * 256), 65_535))
    tags = {f"{name}XYZ": _xyz_tag(colorants[:, i]) for i, name in enumerate("rgb")}
    tags |= {f"{name}TRC": curve for name in "rgb"}
    return _profile(b"mntr", b"RGB ", b"XYZ ", tags)


@lru_cache(maxsize=1)
def press_profile() -> bytes:
    """Make an ICC profile of a press with coated paper, for CMYK pictures without a profile.

    Tints follow the Neugebauer equations: the area of each ink with its tone value increase (4 ·
    gain · a · (1 − a)), mixed over the 16 solids in XYZ. Colours are relative to the paper; four
    solid inks are black.
    """
    import numpy as np

    solids = {inks: _xyz_of_lab(lab) for inks, lab in _SOLIDS.items()}
    paper = solids[""]
    darkest, black, dim = solids["CMYK"], solids["K"], solids["CMY"]
    # overprints with black, calculated from the same inks without black
    for inks in ("C", "M", "Y", "MY", "CY", "CM"):
        share = np.clip((solids[inks] - dim) / (paper - dim), 0, 1)
        solids[f"{inks}K"] = darkest + (black - darkest) * share
    darkest = darkest / paper
    level = np.linspace(0, 1, _GRID)
    areas = dict(zip("CMYK", np.meshgrid(*[level] * 4, indexing="ij"), strict=True))
    areas = {ink: a + 4 * _GAIN[ink] * a * (1 - a) for ink, a in areas.items()}
    mixed = np.zeros((*areas["C"].shape, 3))
    for inks, solid in solids.items():
        shares = [areas[ink] if ink in inks else 1 - areas[ink] for ink in "CMYK"]
        mixed += np.prod(shares, axis=0)[..., None] * solid
    relative = (mixed / paper - darkest) / (1 - darkest) * np.array(D50)
    lab = _lab_of_xyz(np.clip(relative, 0, None))
    coded = np.stack(
        [lab[..., 0] * 652.8, (lab[..., 1] + 128) * 256, (lab[..., 2] + 128) * 256], -1
    )
    line = np.array([0, 65_535], ">u2").tobytes()
    table = b"mft2" + struct.pack(">IBBBx", 0, 4, 3, _GRID)
    table += struct.pack(">9i", *(65_536 * (i % 4 == 0) for i in range(9)))
    table += struct.pack(">HH", 2, 2) + line * 4
    table += np.clip(np.rint(coded), 0, 65_535).astype(">u2").tobytes() + line * 3
    return _profile(b"prtr", b"CMYK", b"Lab ", {"A2B0": table, "A2B1": table})


def _profile(kind: bytes, space: bytes, connected: bytes, tags: dict[str, bytes]) -> bytes:
    """Return the bytes of a profile (ICC.1:2001-04, 6): the header, the table of tags, and the
    tags.
    """
    ascii_ = b"protoplay\0"
    described = b"desc" + struct.pack(">II", 0, len(ascii_)) + ascii_ + bytes(78)
    tags = {
        "desc": described,
        "cprt": b"text" + bytes(4) + ascii_,
        "wtpt": _xyz_tag(D50),
        **tags,
    }
    at = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        table += name.encode() + struct.pack(">II", at + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    size = at + len(body)
    header = struct.pack(">I4sI4s4s4s", size, bytes(4), 0x02400000, kind, space, connected)
    header += struct.pack(">6H4s", 2001, 1, 1, 0, 0, 0, b"acsp") + bytes(24)
    header += struct.pack(">I", RELATIVE) + _fixed(D50)
    return header.ljust(128, b"\0") + table + body


def _xyz(xy: Xy) -> tuple[float, float, float]:
    return xy[0] / xy[1], 1.0, (1 - xy[0] - xy[1]) / xy[1]


def _xyz_tag(xyz: Any) -> bytes:
    return b"XYZ " + bytes(4) + _fixed(xyz)


def _fixed(values: Any) -> bytes:
    """Encode numbers as the s15Fixed16 type of ICC profiles."""
    return struct.pack(f">{len(values)}i", *(round(float(v) * 65_536) for v in values))


def _xyz_of_lab(lab: tuple[float, float, float]) -> Any:
    import numpy as np

    f = np.array([(lab[0] + 16) / 116 + lab[1] / 500, (lab[0] + 16) / 116,
                  (lab[0] + 16) / 116 - lab[2] / 200])  # fmt: skip
    return np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * np.array(D50)


def _lab_of_xyz(xyz: Any) -> Any:
    import numpy as np

    share = xyz / np.array(D50)
    f = np.where(share > (6 / 29) ** 3, np.cbrt(share), share / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], -1)
