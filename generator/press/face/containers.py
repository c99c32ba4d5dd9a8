"""Reduces PNG and JPEG files to one picture, without profiles, metadata and further pictures.

In and out: the bytes of a file. Pixels do not change.
"""

import struct
import zlib

PNG_HEAD = b"\x89PNG\r\n\x1a\n"
_DRAWN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")  # the chunks that make up a PNG's picture
_APP0, _APP14, _COMMENT = 0xE0, 0xEE, 0xFE
_SCAN, _END = 0xDA, 0xD9


def is_whole_png(data: bytes) -> bool:
    """Whether the checksum of each chunk of a PNG is right.

    typst refuses a file with a wrong checksum, but Pillow does not.
    """
    at = len(PNG_HEAD)
    while at + 12 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        end = at + 8 + size
        if data[end : end + 4] != struct.pack(">I", zlib.crc32(data[at + 4 : end])):
            return False
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at = end + 4
    return False


def bits_of_png(data: bytes) -> int:
    """Bits per sample of a PNG, 1 to 16."""
    return data[24]


def plain_png(data: bytes) -> bytes:
    """Return a PNG with only the chunks of its picture."""
    at, kept = len(PNG_HEAD), [PNG_HEAD]
    while at + 12 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        end = at + 12 + size
        if data[at + 4 : at + 8] in _DRAWN:
            kept.append(data[at:end])
        at = end
    return b"".join(kept)


def plain_jpeg(data: bytes) -> bytes:
    """Return the first picture of a JPEG, with the segment that describes its colour encoding."""
    at, kept = 2, [data[:2]]
    while at + 2 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a padding byte before a marker
            at += 1
            continue
        if marker == _END:
            kept.append(data[at : at + 2])
            return b"".join(kept)
        if at + 4 > len(data):
            break
        (size,) = struct.unpack_from(">H", data, at + 2)
        end = at + 2 + size
        if marker == _SCAN:
            end = _end_of_scan(data, end)
        is_note = _APP0 < marker < _APP14 or marker in (_APP14 + 1, _COMMENT)
        if not is_note:
            kept.append(data[at:end])
        at = end
    return data


def _end_of_scan(data: bytes, at: int) -> int:
    """The offset of the next marker after the pixels of a scan; restart markers count as pixels."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2


def is_lossy_webp(data: bytes) -> bool:
    """Whether a WebP picture uses lossy compression, like a photograph."""
    at = 12
    while at + 8 <= len(data):
        if data[at : at + 4] in (b"VP8 ", b"VP8L"):
            return data[at : at + 4] == b"VP8 "
        if data[at : at + 4] == b"ANMF":  # the first picture of an animation
            at += 24
            continue
        (size,) = struct.unpack_from("<I", data, at + 4)
        at += 8 + size + size % 2
    return False
