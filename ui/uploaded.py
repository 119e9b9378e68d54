"""What visitors' CSV files have in common: text, a header, names of options; what is wrong is said in one sentence."""

import codecs
import csv
import io
from collections.abc import Collection, Iterable, Iterator

from ui.look.literal import quoted
from ui.state.keys import ARMS_RANGE

LONGEST_NAME = 60
LONGEST_QUOTE = 36
BAD_QUOTATION = " has a quotation mark that is misplaced or not closed."

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_UTF_16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def text_of(content: bytes, most_bytes: int, instead: str, header: str) -> str:
    """The text of a file of at most so many bytes.  instead: what to give where it is larger.  header: what it needs.

    UTF-8, or UTF-16 with its mark.  Raises: ValueError, one sentence.
    """
    if len(content) > most_bytes:
        raise ValueError(
            f"The file has {len(content) / 2**20:.1f} MB, more than the {most_bytes // 2**20} MB that can be read; "
            f"{instead}."
        )
    if content.startswith(_WORKBOOKS):
        raise ValueError("The file is a spreadsheet workbook; save it as CSV (UTF-8) and choose that file.")
    name, encoding = ("UTF-16", "utf-16") if content.startswith(_UTF_16_MARKS) else ("UTF-8", "utf-8-sig")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"Row {row} is not {name} text; save the file as CSV (UTF-8).") from error
    if "\0" in text:
        row = text.count("\n", 0, text.index("\0")) + 1
        raise ValueError(f"Row {row} holds a NUL character, so the file is not a text file; save it as CSV (UTF-8).")
    if not text.strip():
        raise ValueError(f"The file is empty; it needs a header, {header}.")
    return text


def reader_of(text: str) -> Iterator[list[str]]:
    """The rows of a text as lists of cells."""
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)


def delimiter_of(text: str) -> str:
    """Comma, semicolon or tab, whichever the first line has most of."""
    return max(",;\t", key=text.lstrip().partition("\n")[0].count)


def is_blank(cells: Iterable[str]) -> bool:
    """Whether a row holds nothing."""
    return not any(cell.strip() for cell in cells)


def column_names(reader: Iterator[list[str]], header: str) -> tuple[int, list[str]]:
    """The number of the first row that is not blank, and the names of the columns that it gives.

    header: what the file needs.  Raises: ValueError, one sentence.
    """
    row, cells = 0, list[str]()
    try:
        while is_blank(cells):
            row, cells = row + 1, next(reader)
    except StopIteration:
        raise ValueError(f"The file is empty; it needs a header, {header}.") from None
    except csv.Error as error:
        raise ValueError(f"Row {row + 1}{BAD_QUOTATION}") from error
    names = [cell.strip() for cell in cells]
    while not names[-1]:
        names.pop()
    return row, names


def checked_name(name: str, known: Collection[str]) -> str:
    """The name of an option, beside those known so far.  Raises: ValueError, a sentence without the row's number."""
    if not name:
        raise ValueError(", column arm: the cell is empty; it must name an option.")
    if len(name) > LONGEST_NAME:
        raise ValueError(
            f", column arm: {quote(name)} has {len(name)} characters; a name can have at most {LONGEST_NAME}."
        )
    if not name.isprintable():
        raise ValueError(f", column arm: {quote(name)} holds a line break or another invisible character.")
    if name not in known and len(known) == ARMS_RANGE[1]:
        raise ValueError(
            f", column arm: {quote(name)} is option number {ARMS_RANGE[1] + 1}, "
            f"and at most {ARMS_RANGE[1]} different options are possible."
        )
    return name


def quote(text: str) -> str:
    """A cell's text in a sentence."""
    return quoted(text, LONGEST_QUOTE)
