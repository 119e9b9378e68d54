"""The text of a file's bytes: unpacked within bounds, and decoded; what cannot be read is said in one sentence."""

import codecs
import zlib
from dataclasses import dataclass

MOST_BYTES = 64 * 2**20  # of a file, packed or not
MOST_TEXT = 128 * 2**20  # of what is packed in it
WAY_OUT = "keep only the columns that matter, or give one row per option with its successes and trials"

WESTERN = "cp1252"
ENCODINGS = {WESTERN: "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251", "mac_roman": "Mac OS Roman"}

_GZIP = b"\x1f\x8b"
_KINDS = {
    b"\xd0\xcf\x11\xe0": "an old Excel workbook (.xls), or a protected one; save it as .xlsx or CSV",
    b"%PDF": "a PDF; copy its table into a spreadsheet and save that as CSV",
    b"\x89PNG": "a picture; type its numbers in instead",
    b"\xff\xd8\xff": "a picture; type its numbers in instead",
    b"Rar!": "a RAR archive; unpack it and choose the file inside",
    b"7z\xbc\xaf": "a 7-Zip archive; unpack it and choose the file inside",
    b"BZh": "packed with bzip2; unpack it and choose the file inside",
    b"\xfd7zXZ": "packed with xz; unpack it and choose the file inside",
    b"\x28\xb5\x2f\xfd": "packed with zstd; unpack it and choose the file inside",
    b"SQLite format 3": "a database; export the table as CSV",
}
_MARKED = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True)
class Decoded:
    """A text, its encoding as Python calls it, and whether that encoding is only likely."""

    text: str
    encoding: str
    is_likely: bool = False


def unpacked(content: bytes) -> bytes:
    """The bytes that matter: those inside where a file is packed with gzip.  Raises: ValueError, one sentence."""
    if len(content) > MOST_BYTES:
        raise ValueError(
            f"The file is {len(content) / 2**20:,.0f} MB, more than the {MOST_BYTES // 2**20} MB that can be read; "
            f"{WAY_OUT}."
        )
    if content.startswith(_GZIP):
        content = _gunzipped(content)
        if content.startswith(_GZIP):
            raise ValueError("The file is packed twice with gzip; unpack it once and choose the result.")
    for start, kind in _KINDS.items():
        if content.startswith(start):
            raise ValueError(f"The file is {kind}.")
    return content


def _gunzipped(content: bytes) -> bytes:
    """What is inside, of one member or several, never more than MOST_TEXT bytes."""
    parts: list[bytes] = []
    left, rest = MOST_TEXT, content
    try:
        while rest.startswith(_GZIP):
            member = zlib.decompressobj(wbits=31)
            parts.append(member.decompress(rest, left + 1))
            left -= len(parts[-1])
            if left < 0:
                raise ValueError(f"The file holds more than {MOST_TEXT // 2**20} MB once it is unpacked; {WAY_OUT}.")
            if not member.eof:
                raise ValueError("The packed file ends too early; it may not have been copied completely.")
            rest = member.unused_data
            if len(parts) > 1000:
                raise ValueError("The packed file consists of more than 1,000 parts; unpack it and choose the result.")
    except zlib.error as error:
        raise ValueError("The packed file is damaged; unpack it and choose the file inside.") from error
    return b"".join(parts)


def decoded(content: bytes, encoding: str | None = None) -> Decoded:
    """The text: UTF-8, or UTF-16 with a mark or without one, or else a code page, which is only likely.

    encoding: the code page that the visitor has chosen, one of ENCODINGS.  Raises: ValueError, one sentence.
    """
    found = _decoded(content, encoding)
    if "\0" in found.text:
        row = found.text.count("\n", 0, found.text.index("\0")) + 1
        raise ValueError(
            f"Line {row} holds a NUL character, so this is not a text file; save the table as CSV (UTF-8)."
        )
    if not found.text.strip():
        raise ValueError("The file is empty.")
    return found


def _decoded(content: bytes, encoding: str | None) -> Decoded:
    named = next((name for mark, name in _MARKED.items() if content.startswith(mark)), None) or _unmarked_utf_16(
        content
    )
    try:
        return Decoded(content.decode(named or "utf-8"), named or "utf-8")
    except UnicodeDecodeError as error:
        if named:
            what = named.upper().removesuffix("-SIG")
            raise ValueError(
                f"The {what} text in the file is cut off or damaged; save it again as CSV (UTF-8)."
            ) from error
    sample = content[: 2**16]
    if sum(byte < 32 and byte not in b"\t\n\r\f\x1a" for byte in sample) > len(sample) / 100:
        raise ValueError(
            "The file is neither text nor any kind of table that can be read; save the table as CSV (UTF-8)."
        )
    for page in (encoding,) if encoding in ENCODINGS else (WESTERN, "mac_roman"):
        try:
            return Decoded(content.decode(page), page, is_likely=True)
        except UnicodeDecodeError:
            continue
    raise ValueError("The characters in this file cannot be read; save it as CSV (UTF-8).")


def _unmarked_utf_16(content: bytes) -> str | None:
    """Nearly every second byte of a table in UTF-16 is zero: its digits and the signs between its cells."""
    sample = content[:2000]
    for name, high, low in (("utf-16-le", sample[1::2], sample[::2]), ("utf-16-be", sample[::2], sample[1::2])):
        if len(sample) > 7 and high.count(0) > max(0.2 * len(high), 4 * low.count(0)):
            return name
    return None
