"""Real-world pictures: colours, sizes and edges print as intended."""

import base64
import io
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms, ImageDraw

from generator.model.pack import Pack, Side
from generator.model.problems import Problems
from generator.press.build import pdfs
from generator.press.face import colours, profiles
from generator.press.face.face import FaceMaker, FaceOptions
from generator.press.face.images import Finish, Room, decode
from generator.press.face.profiles import (
    ADOBE_GAMMA,
    ADOBE_PRIMARIES,
    D65,
    matrix_profile,
    press_profile,
)
from generator.press.options import BuildOptions
from generator.press.out import to_pdf
from generator.press.out.to_png import face_png
from generator.press.pieces.expand import expand
from generator.press.text.fonts import font_files
from generator.reading.door import open_pack

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
PLAIN = FaceOptions()


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
    """Return the embedded picture, which must name no profile."""
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
    """Return the largest CIE76 distance between a patch and the colour in its middle."""
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


def three(ground: str, middle: str) -> bytes:
    """A ground, an ellipse on it and a black word."""
    image = Image.new("RGB", (120, 80), ground)
    draw = ImageDraw.Draw(image)
    draw.ellipse((15, 8, 105, 72), middle)
    draw.rectangle((50, 36, 70, 44), "#000000")
    return saved(image, "PNG")


@pytest.mark.parametrize(("ground", "middle"), [("#40ffe6", "#ffdd66"), ("#ffdd66", "#40ffe6")])
def test_grey_print_with_low_ink_keeps_colours_of_similar_lightness_distinct(
    ground: str, middle: str
) -> None:
    image = decode(three(ground, middle), Finish(grey=True, low_ink=True))
    assert image.lost == ""
    levels = np.asarray(pixels(image.uri).convert("L")).astype(int)
    ground_level, middle_level, black = levels[4, 4], levels[40, 30], levels[40, 60]
    lighter = 1 if ground == "#40ffe6" else -1
    assert lighter * (ground_level - middle_level) >= 20 and black <= min(
        middle_level, ground_level
    )
    assert 1 - levels.mean() / 255 <= 0.075


def test_colours_that_become_one_grey_are_reported_and_noise_is_not_amplified() -> None:
    lost = decode(three("#ff4040", "#009b9b"), Finish(grey=True))
    assert lost.lost.startswith("its colours have equal lightness")
    rough = np.full((80, 80, 3), 200, np.uint8)
    rough[::2, ::2] = 203
    quiet = decode(saved(Image.fromarray(rough), "PNG"), Finish(grey=True, low_ink=True))
    assert quiet.lost == "" and np.ptp(np.asarray(pixels(quiet.uri).convert("L")).astype(int)) <= 3


@pytest.mark.parametrize("name", ["Adobe RGB JPEG", "CMYK TIFF", "Display P3 WebP", "LAB TIFF"])
def test_in_grey_a_picture_is_as_light_as_a_drawing_in_grey(name: str) -> None:
    data, patches = ENCODINGS[name]
    greys = [profiles_rgb(colours.grey(colours.hex_of(patch))) for patch in patches]
    assert furthest(shown(data, Finish(grey=True)), greys) < 3


def profiles_rgb(colour: str) -> tuple[int, int, int]:
    rgb = colours.rgb_of(colour)
    assert rgb is not None
    return rgb


def test_assumed_colours_are_reported() -> None:
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


def test_a_photograph_with_transparent_parts_and_a_drawing_stay_lossless() -> None:
    photo = photograph(320, 320)
    photo.putalpha(Image.linear_gradient("L").resize((320, 320)))
    assert decode(saved(photo, "WEBP"), USUAL).uri.startswith("data:image/png")
    drawing = saved(motif(), "WEBP", lossless=True)
    assert decode(drawing, USUAL).uri.startswith("data:image/png")


def test_a_plain_jpeg_is_embedded_unchanged_without_its_metadata() -> None:
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


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_pictures_are_sampled_down_to_the_printed_resolution(kind: str, orientation: int) -> None:
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
def test_transparent_pixels_do_not_bleed_hidden_colours(mode: str, room: Room | None) -> None:
    image = disc() if mode == "TIFF" else disc().convert(mode)
    data = saved(image, "TIFF" if mode == "TIFF" else "PNG")
    made = pixels(decode(data, Finish(most_dpi=1200), room).uri).convert("RGBA")
    assert np.asarray(made)[..., :3].min() > 250
    alpha = np.asarray(made)[..., 3]
    assert alpha[0, 0] == 0
    assert alpha[alpha.shape[0] // 2, alpha.shape[1] // 2] == 255


def test_transparent_pixels_take_the_colours_nearby() -> None:
    image = Image.new("RGBA", (64, 16), (0, 0, 0, 0))
    image.paste((200, 30, 30, 255), (0, 0, 8, 16))
    image.paste((30, 30, 200, 255), (56, 0, 64, 16))
    made = pixels(decode(saved(image, "PNG"), USUAL).uri)
    assert np.asarray(made)[8, 10] == pytest.approx((200, 30, 30, 0), abs=2)
    assert np.asarray(made)[8, 53] == pytest.approx((30, 30, 200, 0), abs=2)


# Finished art ----------------------------------------------------------------------------------


def folder_game(folder: Path, deck: str) -> tuple[Pack | None, Problems]:
    (folder / "game.yaml").write_text(
        "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
        f"  c: {{shape: {{rect: [30mm, 40mm]}}, {deck}}}\n"
    )
    return open_pack(folder, flawed=True)


def drawn(
    pack: Pack, options: FaceOptions | None = None
) -> tuple[dict[str, np.ndarray], list[str]]:
    """Return each side's pixels, ten per mm, by piece and side; and the problems."""
    problems = Problems()
    maker = FaceMaker(pack, problems, options)
    made = {}
    sides: tuple[Side, ...] = ("front", "back")
    for piece in expand(pack, problems):
        for side in sides:
            if (face := maker.face(piece, side)) is not None:
                png = face_png(face, font_files(pack), 254)
                made[f"{piece.id} {side}"] = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    return made, [str(problem) for problem in problems]


def framed(path: Path, bleed_mm: float = 0.0) -> None:
    """Art of 30 × 40 mm at 300 dpi: a green bleed, a red border of 2 mm, a blue middle."""
    image = Image.new("RGB", (360 + round(24 * bleed_mm), 480 + round(24 * bleed_mm)), "#00a000")
    n = round(12 * bleed_mm)
    image.paste((200, 0, 0), (n, n, n + 360, n + 480))
    image.paste((0, 0, 200), (n + 24, n + 24, n + 336, n + 456))
    path.parent.mkdir(exist_ok=True)
    image.save(path)


def colour_at(image: np.ndarray, x: float, y: float) -> str:
    """Red, green, blue or white, x and y mm from the corner of the bleed of 2 mm."""
    pixel = image[int(y * 10), int(x * 10)]
    return "white" if pixel.min() > 200 else ("red", "green", "blue")[int(pixel.argmax())]


@pytest.mark.parametrize(
    ("art", "has", "border", "edge"),
    [
        ("{file: a.png, bleed: 3mm}", 3.0, "red", "green"),
        ("{file: a.png, bleed: 2mm}", 2.0, "red", "green"),
        ("{file: a.png, make_bleed: mirror}", 0.0, "red", "red"),
        ("{file: a.png, make_bleed: stretch}", 0.0, "red", "red"),
        ("{file: a.png, bleed: 1mm, make_bleed: stretch}", 1.0, "red", "green"),
    ],
)
def test_the_trim_of_finished_art_lies_on_the_trim(
    tmp_path: Path, art: str, has: float, border: str, edge: str
) -> None:
    framed(tmp_path / "a.png", has)
    pack, problems = folder_game(tmp_path, f"front: {{use: picture, art: {art}}}")
    assert pack is not None
    made, told = drawn(pack)
    image = made["c/c front"]
    assert image.shape[:2] == (440, 340)
    assert [colour_at(image, x, 22) for x in (0.2, 1.7, 2.3, 3.7, 4.3)][:2] == [edge, edge]
    assert [colour_at(image, x, 22) for x in (2.3, 3.7, 4.3)] == [border, border, "blue"]
    assert [colour_at(image, 17, y) for y in (0.2, 2.3, 3.7, 4.3)] == [edge, "red", "red", "blue"]
    assert told == [] == list(problems)


def test_mirrored_bleed_is_mirrored_at_the_trim(tmp_path: Path) -> None:
    image = Image.new("RGB", (360, 480), "blue")
    image.paste((200, 0, 0), (0, 0, 12, 480))  # a mm of red, then blue
    image.save(tmp_path / "a.png")
    pack, _ = folder_game(tmp_path, "front: {use: picture, art: {file: a.png, make_bleed: mirror}}")
    assert pack is not None
    made = drawn(pack)[0]["c/c front"]
    assert [colour_at(made, x, 22) for x in (0.5, 1.5, 2.5, 3.5)] == ["blue", "red", "red", "blue"]


def test_missing_bleed_is_reported_and_not_made_for_a_drawing(tmp_path: Path) -> None:
    framed(tmp_path / "a.png", 1.0)
    (tmp_path / "a.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 4'/>")
    pack, _ = folder_game(tmp_path, "front: {use: picture, art: {file: a.png, bleed: 1mm}}")
    assert pack is not None
    (told,) = drawn(pack)[1]
    assert "c/c, front: the picture 'a.png' has 1 mm of bleed; the face needs 2 mm" in told
    assert told.startswith("game.yaml:5:")
    pack, _ = folder_game(tmp_path, "front: {use: picture, art: {file: a.svg, make_bleed: mirror}}")
    assert pack is not None
    assert "make_bleed does not work for an SVG" in drawn(pack)[1][0]


def test_a_folder_of_pictures_is_a_deck(tmp_path: Path) -> None:
    for name in ("card 10.png", "Card 9.png", "goblin-king_x3.png", "_draft.png", "deep/orc.png"):
        framed(tmp_path / "art" / name)
    (tmp_path / "art" / "notes.txt").write_text("not a picture")
    (tmp_path / "art" / "fox.heic").write_bytes(b"ftypheic")
    framed(tmp_path / "back.png")
    pack, problems = folder_game(tmp_path, "rows: {folder: art/}, back: back.png")
    assert pack is not None
    rows = pack.components[0].rows
    assert [(row.name, row.count) for row in rows] == [
        ("Card 9", 1), ("card 10", 1), ("orc", 1), ("goblin king", 3)
    ]  # fmt: skip
    assert [row.fields["art"] for row in rows][3] == "art/goblin-king_x3.png"
    (told,) = problems
    assert '"fox.heic" is not printed' in str(told)
    made, told_too = drawn(pack)
    assert told_too == []
    assert len(made) == 8
    assert colour_at(made["c/goblin-king front"], 17, 22) == "blue"
    assert (made["c/orc back"] == made["c/goblin-king back"]).all()


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("rows: {folder: arts}", 'no folder "arts" (did you mean "art"?'),
        ("rows: {folder: empty}", 'the folder "empty" contains no picture'),
        ("rows: {folder: ../other}", "is outside the pack"),
        ("rows: {folders: art}", 'unknown key "folders"'),
        ("front: {use: picture, art: {file: a.png, blead: 3mm}}", 'unknown key "blead"'),
        ("front: {use: picture, art: {bleed: 3mm}}", 'the key "file" is missing'),
        ("front: {use: card, art: {file: a.png, bleed: 3mm}}", 'no slot "bleed"'),
        ("front: {use: picture, art: {file: a.png, make_bleed: mirrored}}", "unknown choice"),
    ],
)
def test_faults_of_a_folder_or_its_art_are_reported(tmp_path: Path, deck: str, said: str) -> None:
    framed(tmp_path / "art" / "a.png")
    (tmp_path / "empty").mkdir()
    folder_game(tmp_path, deck)
    _, problems = open_pack(tmp_path)
    assert any(said in str(problem) for problem in problems), list(map(str, problems))


@pytest.mark.parametrize(
    "side",
    ["back: art/back.png", 'back: "{{ art }}"', "back: {use: back, art: art/back.png}",
     "back: {use: tile, art: art/back.png}"],
)  # fmt: skip
def test_a_picture_used_as_a_back_has_no_frame(tmp_path: Path, side: str) -> None:
    (tmp_path / "art").mkdir()
    Image.new("RGB", (900, 1200), (0, 0, 200)).save(tmp_path / "art" / "back.png")
    deck = f"rows: [{{name: a, art: art/back.png}}], front: {{use: blank}}, {side}"
    pack, problems = folder_game(tmp_path, deck)
    assert pack is not None
    made, told = drawn(pack)
    assert np.ptp(made["c/a back"].reshape(-1, 3), axis=0).max() == 0
    assert told == [] == list(map(str, problems))


def test_a_tile_with_words_or_with_frame_yes_keeps_its_frame(tmp_path: Path) -> None:
    Image.new("RGB", (900, 1200), (0, 0, 200)).save(tmp_path / "a.png")
    for more in ("value: 3", "frame: yes", "frame: true"):
        pack, _ = folder_game(tmp_path, f"front: {{use: tile, art: a.png, {more}}}")
        assert pack is not None
        assert np.ptp(drawn(pack)[0]["c/c front"].reshape(-1, 3), axis=0).max() > 40


def test_the_pdf_shows_the_colours_and_edges_of_the_picture(tmp_path: Path) -> None:
    """A wide gamut and a white disc over clear black, each embedded once, as the PNG has them."""
    (tmp_path / "art").mkdir()
    wide = into(Image.new("RGB", (600, 800), (220, 40, 40)), ADOBE)
    wide.save(tmp_path / "art" / "a.jpg", quality=95, icc_profile=ADOBE)
    image = Image.new("RGBA", (600, 800), (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((100, 100, 500, 500), fill=(255, 255, 255, 255))
    image.save(tmp_path / "art" / "b.png")
    pack, problems = folder_game(tmp_path, "rows: {folder: art}")
    assert pack is not None
    ((_, pdf),) = pdfs(pack, BuildOptions(marks="none", labels=False, gap=5.0), problems)
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil().convert("RGB")
    found = dict(Counter(map(tuple, np.asarray(page).reshape(-1, 3).tolist())))
    red = max((count, colour) for colour, count in found.items() if min(colour) < 200)[1]
    assert np.linalg.norm(lab(red) - lab((220, 40, 40))) < 3
    greys = [colour for colour in found if max(colour) - min(colour) < 8 and max(colour) < 235]
    assert greys == []
    assert list(map(str, problems)) == []


# CMYK in per cent and CIELAB, D50, white backing: lines of Fogra's characterisation data FOGRA39L
# (December 2006; ISO 12647-2:2004/Amd 1, paper types 1 and 2), as colord and ArgyllCMS carry them.
FOGRA39_SOLIDS = {
    (0, 0, 0, 0): (95.00, 0.00, -2.00),
    (100, 0, 0, 0): (55.00, -37.00, -50.00),
    (0, 100, 0, 0): (48.00, 74.00, -3.00),
    (0, 0, 100, 0): (89.00, -5.00, 93.00),
    (0, 0, 0, 100): (16.00, 0.00, 0.00),
    (0, 100, 100, 0): (47.00, 68.00, 48.00),
    (100, 0, 100, 0): (50.00, -65.00, 27.00),
    (100, 100, 0, 0): (24.00, 22.00, -46.00),
    (100, 100, 100, 0): (23.00, 0.00, 0.00),
}
FOGRA39_TINTS = {
    (40, 0, 0, 0): (79.72, -12.53, -21.75),
    (70, 0, 0, 0): (66.86, -24.73, -37.10),
    (0, 40, 0, 0): (76.42, 25.78, -6.91),
    (0, 70, 0, 0): (60.84, 50.59, -6.74),
    (0, 0, 20, 0): (93.62, -1.62, 13.27),
    (0, 0, 85, 0): (89.52, -4.95, 78.84),
    (0, 0, 0, 20): (82.79, 0.00, -1.69),
    (50, 40, 40, 0): (58.04, 0.26, -1.13),
    (70, 70, 70, 10): (36.41, 5.95, 3.71),
    (0, 70, 70, 10): (54.71, 43.57, 35.08),
    (70, 0, 100, 0): (61.00, -42.22, 46.00),
    (100, 40, 0, 0): (43.34, -17.03, -48.62),
    (0, 100, 0, 20): (41.31, 64.41, -3.35),
}


def on_a_screen(printed: tuple[float, float, float]) -> np.ndarray:
    """Return a printed colour as a screen shows it, CIELAB: paper is white, four inks are black.

    This is ICC's relative intent with black point compensation, in XYZ.
    """
    paper, darkest = (profiles._xyz_of_lab(each) for each in ((95, 0, -2), (9, 0, 0)))
    share = (profiles._xyz_of_lab(printed) - darkest) / (paper - darkest)
    return np.asarray(profiles._lab_of_xyz(np.clip(share, 0, None) * np.array(profiles.D50)))


@pytest.mark.parametrize(("inks", "most"), [(FOGRA39_SOLIDS, 1.0), (FOGRA39_TINTS, 7.0)])
def test_inks_without_a_profile_are_those_of_a_coated_press(
    inks: dict[tuple[int, ...], tuple[float, float, float]], most: float
) -> None:
    """CIE76 to FOGRA39L: solids and overprints within 1, tints within 7."""
    press = ImageCms.ImageCmsProfile(io.BytesIO(press_profile()))
    to_lab = ImageCms.buildTransform(press, ImageCms.createProfile("LAB"), "CMYK", "LAB")
    for percent, printed in inks.items():
        patch = Image.new("CMYK", (1, 1), tuple(round(v * 2.55) for v in percent))
        converted = ImageCms.applyTransform(patch, to_lab)
        assert converted is not None
        light, a, b = converted.getpixel((0, 0))  # type: ignore[misc]
        seen = (light / 2.55, a - 128, b - 128)
        off = float(np.linalg.norm(np.subtract(seen, on_a_screen(printed))))
        assert off <= most, f"{percent}: {seen}, not {on_a_screen(printed).round(1)}: {off:.1f}"


@pytest.mark.slow
@pytest.mark.parametrize("largest", [1200, 2600])
def test_a_photograph_at_several_sizes_is_in_the_pdf_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, largest: int
) -> None:
    """The finest serves all, whether it is sampled down or the file itself."""
    rng = np.random.default_rng(1)
    small = Image.fromarray(rng.integers(0, 255, (60, 40, 3), dtype=np.uint8))
    photo = small.resize((largest, largest * 3 // 2), Image.Resampling.BICUBIC)
    photo.save(tmp_path / "photo.jpg", quality=90, dpi=(300, 300))
    text = "protoplay: 1\nname: T\nplayers: 2\ncomponents:\n"
    for i, width in enumerate((70, 66, 30)):
        shape = f"shape: {{rect: [{width}mm, {width * 1.5:g}mm]}}"
        text += f"  c{i}: {{{shape}, bleed: 0mm, front: {{use: picture, art: photo.jpg}}}}\n"
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    pack, problems = open_pack(tmp_path)
    assert pack is not None, [str(p) for p in problems]
    options = BuildOptions(marks="none", labels=False)
    ((_, pdf),) = pdfs(pack, options, problems)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        widths = [
            int(thing.Width)
            for thing in document.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"
        ]
    assert widths == [min(largest, 1241)]
    monkeypatch.setattr(to_pdf, "shared_pictures", lambda forms: {})
    ((_, apart),) = pdfs(pack, options, Problems())
    assert len(pdf) < len(apart)
    for one, other in zip(pages(pdf), pages(apart), strict=True):
        assert one.min() < 250 and float(np.abs(one - other).mean()) < 1.0


def pages(pdf: bytes) -> list[np.ndarray]:
    document = pypdfium2.PdfDocument(pdf)
    drawn = [document[i].render(scale=2).to_pil().convert("RGB") for i in range(len(document))]
    document.close()
    return [np.asarray(image).astype(int) for image in drawn]
