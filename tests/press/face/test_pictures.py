"""Pictures as people have them: colours, sizes and edges that print as they were meant."""

import base64
import io
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageCms, ImageDraw

from generator.press.face import colours, profiles
from generator.press.face.images import Finish, Room, decode
from generator.press.face.profiles import (
    ADOBE_GAMMA,
    ADOBE_PRIMARIES,
    D65,
    matrix_profile,
    press_profile,
)

PATCHES = [
    (220, 40, 40),
    (60, 150, 80),
    (50, 80, 170),
    (235, 200, 60),
    (128, 128, 128),
    (245, 240, 230),
]
GREYS = [(v, v, v) for v in (20, 70, 110, 128, 190, 240)]
P3 = matrix_profile(((0.68, 0.32), (0.265, 0.69), (0.15, 0.06)), D65, 2.2)
PROPHOTO = matrix_profile(
    ((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001 + 0.0010)), (0.3457, 0.3585), 1.8
)
ADOBE = matrix_profile(ADOBE_PRIMARIES, D65, ADOBE_GAMMA)
SRGB = ImageCms.createProfile("sRGB")
USUAL = Finish()


def motif(patches: list[tuple[int, int, int]] = PATCHES, side: int = 40) -> Image.Image:
    image = Image.new("RGB", (side * len(patches), side))
    for i, patch in enumerate(patches):
        image.paste(patch, (i * side, 0, (i + 1) * side, side))
    return image


def into(image: Image.Image, profile: bytes, mode: str = "RGB") -> Image.Image:
    """The picture in the colours of a profile, as an editor saves it."""
    target = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    made = ImageCms.profileToProfile(
        image, SRGB, target, ImageCms.Intent.RELATIVE_COLORIMETRIC, outputMode=mode
    )
    assert made is not None
    return made


def saved(image: Image.Image, kind: str, **more: Any) -> bytes:
    stream = io.BytesIO()
    if kind in ("JPEG", "WEBP"):
        more = {"quality": 97, **more}
    if kind == "JPEG":
        more["subsampling"] = 0
    image.save(stream, kind, **more)
    return stream.getvalue()


def pixels(uri: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(uri.partition(",")[2])))


def shown(data: bytes, finish: Finish = USUAL, room: Room | None = None) -> Image.Image:
    """What is embedded, which must name no profile."""
    image = pixels(decode(data, finish, room).uri)
    image.load()
    assert not {"icc_profile", "gamma", "chromaticity"} & image.info.keys()
    assert image.getexif().get(274, 1) == 1
    return image.convert("RGB")


def lab(rgb: tuple[int, ...]) -> np.ndarray:
    linear = np.array([c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
                       for c in (v / 255 for v in rgb)])  # fmt: skip
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722],
                    [0.0193, 0.1192, 0.9505]]) @ linear / [0.9505, 1, 1.089]  # fmt: skip
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def furthest(image: Image.Image, patches: list[tuple[int, int, int]] = PATCHES) -> float:
    """The largest CIE76 distance between a patch and what is in its middle."""
    side = image.width / len(patches)
    line = np.asarray(image)[image.height // 2]
    found = [tuple(line[int((i + 0.5) * side)]) for i in range(len(patches))]
    return max(float(np.linalg.norm(lab(a) - lab(b))) for a, b in zip(found, patches, strict=True))


# Solid inks of offset printing on coated paper and what editors show for them in sRGB (FOGRA39).
INKS = [(255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 255, 0), (0, 255, 255, 0), (255, 0, 255, 0),
        (0, 0, 0, 255), (0, 0, 0, 0)]  # fmt: skip
PRINTED = [(0, 158, 227), (230, 0, 126), (255, 237, 0), (227, 6, 19), (0, 150, 64), (29, 29, 27),
           (255, 255, 255)]  # fmt: skip


def in_inks(side: int = 40) -> Image.Image:
    image = Image.new("CMYK", (side * len(INKS), side))
    for i, inks in enumerate(INKS):
        image.paste(inks, (i * side, 0, (i + 1) * side, side))
    return image


def encodings() -> dict[str, tuple[bytes, list[tuple[int, int, int]]]]:
    base, grey = motif(), motif(GREYS)
    indexed = into(base, P3).convert("P", palette=Image.Palette.ADAPTIVE)
    srgb = ImageCms.ImageCmsProfile(SRGB).tobytes()
    inks = in_inks()
    turned = into(base, ADOBE).transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[274] = 6
    camera = Image.Exif()
    camera.get_ifd(0x8769)[0xA001] = 0xFFFF
    camera.get_ifd(0x8769)[0xA005] = {1: "R03"}
    lab_profile = ImageCms.createProfile("LAB")
    in_lab = ImageCms.profileToProfile(base, SRGB, lab_profile, outputMode="LAB")
    assert in_lab is not None
    wide = np.asarray(grey.convert("L")).astype(np.uint16) * 257
    gray_icc = profiles._profile(
        b"mntr", b"GRAY", b"XYZ ", {"kTRC": b"curv" + bytes(4) + b"\0\0\0\x01" + b"\x01\xcd"}
    )
    dark = grey.convert("L").point(lambda v: round(255 * linear(v) ** (1 / (0x1CD / 256))))
    return {
        "sRGB PNG": (saved(base, "PNG", icc_profile=srgb), PATCHES),
        "plain JPEG": (saved(base, "JPEG"), PATCHES),
        "Adobe RGB JPEG": (saved(into(base, ADOBE), "JPEG", icc_profile=ADOBE), PATCHES),
        "Adobe RGB by EXIF": (saved(into(base, ADOBE), "JPEG", exif=camera), PATCHES),
        "Display P3 WebP": (saved(into(base, P3), "WEBP", icc_profile=P3, lossless=True), PATCHES),
        "Display P3 indexed": (
            saved(indexed, "PNG", icc_profile=P3), PATCHES
        ),
        "ProPhoto PNG": (saved(into(base, PROPHOTO), "PNG", icc_profile=PROPHOTO), PATCHES),
        "CMYK TIFF": (saved(inks, "TIFF", icc_profile=press_profile()), PRINTED),
        "CMYK JPEG": (saved(inks, "JPEG", icc_profile=press_profile()), PRINTED),
        "bare CMYK TIFF": (saved(inks, "TIFF"), PRINTED),
        "bare CMYK JPEG": (saved(inks, "JPEG"), PRINTED),
        "LAB TIFF": (saved(in_lab, "TIFF"), PATCHES),
        "grey PNG": (saved(grey.convert("L"), "PNG"), GREYS),
        "grey with profile": (saved(dark, "PNG", icc_profile=gray_icc), GREYS),
        "grey of 16 bits PNG": (saved(Image.fromarray(wide), "PNG"), GREYS),
        "grey of 16 bits TIFF": (saved(Image.fromarray(wide), "TIFF"), GREYS),
        "Adobe RGB turned": (saved(turned, "JPEG", icc_profile=ADOBE, exif=exif), PATCHES),
        "Adobe RGB with alpha": (
            saved(alpha_of(into(base, ADOBE)), "PNG", icc_profile=ADOBE), PATCHES
        ),
    }  # fmt: skip


def linear(value: int) -> float:
    v = value / 255
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def alpha_of(image: Image.Image) -> Image.Image:
    made = image.convert("RGBA")
    made.putpixel((0, 0), (0, 0, 0, 0))
    return made


ENCODINGS = encodings()


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_motif_has_the_same_colours_in_every_encoding(name: str) -> None:
    data, patches = ENCODINGS[name]
    assert furthest(shown(data), patches) < 3
    fine = Room(20.0, 20.0 / len(patches))
    small = shown(data, room=fine)
    assert small.width < 400 or name == ""
    assert furthest(shown(data, Finish(most_dpi=200), fine), patches) < 3


@pytest.mark.parametrize("name", ["Adobe RGB JPEG", "CMYK TIFF", "Display P3 WebP", "LAB TIFF"])
def test_in_grey_a_picture_is_as_light_as_a_drawing_in_grey(name: str) -> None:
    data, patches = ENCODINGS[name]
    greys = [profiles_rgb(colours.grey(colours.hex_of(patch))) for patch in patches]
    assert furthest(shown(data, Finish(grey=True)), greys) < 3


def profiles_rgb(colour: str) -> tuple[int, int, int]:
    rgb = colours.rgb_of(colour)
    assert rgb is not None
    return rgb


def test_colours_that_had_to_be_guessed_are_reported() -> None:
    assert "CMYK without a colour profile" in decode(ENCODINGS["bare CMYK TIFF"][0], USUAL).remark
    assert decode(ENCODINGS["CMYK TIFF"][0], USUAL).remark == ""
    broken = saved(motif(), "PNG", icc_profile=b"no profile" * 20)
    assert "cannot be read" in decode(broken, USUAL).remark
    assert furthest(shown(broken)) < 1
    of_inks = saved(motif(), "JPEG", icc_profile=press_profile())  # says CMYK, and is RGB
    assert "cannot be read" in decode(of_inks, USUAL).remark


# Sizes -----------------------------------------------------------------------------------------


def photograph(width: int, height: int) -> Image.Image:
    rng = np.random.default_rng(1)
    small = Image.fromarray(rng.integers(0, 255, (height // 16, width // 16, 3), np.uint8))
    return small.resize((width, height), Image.Resampling.BICUBIC)


def lossy() -> dict[str, bytes]:
    photo, second = photograph(800, 600), photograph(400, 304)
    return {
        "phone": saved(photo, "MPO", save_all=True, append_images=[second]),
        "webp": saved(photo, "WEBP", quality=80),
        "animated webp": saved(photo, "WEBP", quality=80, save_all=True, append_images=[photo]),
        "tiff": saved(photo, "TIFF", compression="jpeg"),
        "turned": saved(photo, "JPEG", exif=turned_exif()),
        "wide gamut": saved(photo, "JPEG", icc_profile=P3),
        "inks": saved(photo.convert("CMYK"), "JPEG"),
    }


def turned_exif() -> Image.Exif:
    exif = Image.Exif()
    exif[274] = 8
    return exif


@pytest.mark.parametrize("name", lossy())
def test_a_photograph_stays_a_jpeg(name: str) -> None:
    data = lossy()[name]
    uri = decode(data, USUAL).uri
    assert uri.startswith("data:image/jpeg")
    assert len(uri) * 3 / 4 < 3 * len(data)


def test_a_photograph_with_clear_parts_and_a_drawing_lose_nothing() -> None:
    photo = photograph(320, 320)
    photo.putalpha(Image.linear_gradient("L").resize((320, 320)))
    assert decode(saved(photo, "WEBP"), USUAL).uri.startswith("data:image/png")
    drawing = saved(motif(), "WEBP", lossless=True)
    assert decode(drawing, USUAL).uri.startswith("data:image/png")


def test_a_plain_jpeg_goes_in_as_it_is_without_its_notes() -> None:
    photo = photograph(320, 240)
    exif = Image.Exif()
    exif[0x8825] = {1: "N"}  # where it was taken
    noted = saved(photo, "JPEG", progressive=True, exif=exif, comment=b"for my aunt")
    made = base64.b64decode(decode(noted, USUAL).uri.partition(",")[2])
    assert b"aunt" not in made
    assert b"Exif" not in made
    first, second = (np.asarray(Image.open(io.BytesIO(each))) for each in (made, noted))
    assert np.array_equal(first, second)
    phone = saved(photo, "MPO", save_all=True, append_images=[photo])
    kept = base64.b64decode(decode(phone, USUAL).uri.partition(",")[2])
    assert len(kept) < 0.6 * len(phone)
    assert np.array_equal(
        np.asarray(Image.open(io.BytesIO(kept))), np.asarray(Image.open(io.BytesIO(phone)))
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_pictures_are_sampled_down_to_what_prints(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[274] = orientation
    data = saved(photograph(1600, 800), kind, exif=exif)
    room = Room(12.7, 12.7)  # half an inch; at 450 dpi 225 pixels, of the shorter side
    picture = decode(data, USUAL, room)
    upright = (1600, 800) if orientation == 1 else (800, 1600)
    assert (picture.width, picture.height) == upright
    assert picture.is_sampled
    assert sorted(pixels(picture.uri).size) == [225, 450]
    assert (pixels(picture.uri).width > 300) == (orientation == 1)
    assert not decode(data, Finish(most_dpi=2000), room).is_sampled


# Edges -----------------------------------------------------------------------------------------


def disc(size: int = 120) -> Image.Image:
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((20, 20, size - 20, size - 20), fill=(255, 255, 255, 255))
    return image


@pytest.mark.parametrize("room", [None, Room(1.0, 1.0)])
@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "TIFF"])
def test_no_colour_hides_below_clear_pixels(mode: str, room: Room | None) -> None:
    image = disc() if mode == "TIFF" else disc().convert(mode)
    data = saved(image, "TIFF" if mode == "TIFF" else "PNG")
    made = pixels(decode(data, Finish(most_dpi=1200), room).uri).convert("RGBA")
    assert np.asarray(made)[..., :3].min() > 250
    alpha = np.asarray(made)[..., 3]
    assert alpha[0, 0] == 0
    assert alpha[alpha.shape[0] // 2, alpha.shape[1] // 2] == 255


def test_colours_below_clear_pixels_are_those_nearby() -> None:
    image = Image.new("RGBA", (64, 16), (0, 0, 0, 0))
    image.paste((200, 30, 30, 255), (0, 0, 8, 16))
    image.paste((30, 30, 200, 255), (56, 0, 64, 16))
    made = pixels(decode(saved(image, "PNG"), USUAL).uri)
    assert np.asarray(made)[8, 10] == pytest.approx((200, 30, 30, 0), abs=2)
    assert np.asarray(made)[8, 53] == pytest.approx((30, 30, 200, 0), abs=2)
