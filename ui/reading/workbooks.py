"""The cells of Excel's and LibreOffice's workbooks as texts, after a look at how much they would unpack to."""

import io
import re
import zipfile
from collections.abc import Iterator
from functools import partial

import pandas as pd
from python_calamine import CalamineError

from ui.reading.text import MOST_TEXT, WAY_OUT

MOST_CELLS = 5 * 10**6  # of all sheets, with the empty ones up to the last that is filled

_PIECE = 2**20
_MOST_SPREAD = 2**31  # characters, if every cell held the longest text
_LONG_TEXT = 2**15
_CELL = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{0,3})([0-9]{1,7})["']""")  # of a cell or a row, in whatever part
_OF_LIST = re.compile(rb"""\bt\s*=\s*["']s["']""")
_REPEATED = re.compile(
    rb"""<table:table-(row|cell|covered-table-cell)\b((?:[^>"']|"[^"]*"|'[^']*')*)|</table:table-row>|<text:(?:p)\b"""
)  # of .ods, whose rows and cells say how often they repeat
_TIMES = re.compile(rb"""number-(?:columns|rows)-repeated\s*=\s*["']\s*([0-9]{1,12})""")
_DAMAGED = "The workbook is damaged or protected; save its table as CSV and choose that file."
_TOO_LARGE = f"The workbook holds more than can be read at once; {WAY_OUT}."


def sheets_of(content: bytes) -> dict[str, pd.DataFrame]:
    """The cells of each sheet that holds any, as they are stored.  Raises: ValueError, one sentence."""
    _check_size(content)
    try:
        with pd.ExcelFile(io.BytesIO(content), engine="calamine") as workbook:
            sheets = {
                str(name): pd.read_excel(workbook, sheet_name=name, header=None, na_filter=False, dtype=object)
                for name in workbook.sheet_names[:50]
            }
    except (CalamineError, OSError, ValueError, KeyError, IndexError) as error:
        raise ValueError(_DAMAGED) from error
    return {name: sheet for name, sheet in sheets.items() if sheet.size}


def _check_size(content: bytes) -> None:
    """Unpack every part once, within bounds, and look how far apart cells stand: calamine fills the space between."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > 5000 or sum(part.file_size for part in parts) > MOST_TEXT:
                raise ValueError(_TOO_LARGE)
            names = {part.filename for part in parts}
            if not names & {"xl/workbook.xml", "xl/workbook.bin", "content.xml"}:
                raise ValueError("The file is a ZIP archive; unpack it and choose the file inside.")
            texts = longest = cells = 0
            for part in parts:
                with archive.open(part) as file:
                    if part.filename == "content.xml":
                        _check_repeats(file.read())
                    elif part.filename == "xl/sharedStrings.xml":
                        longest = max(map(len, file.read().split(b"</si>")))
                    else:
                        pieces = iter(partial(file.read, _PIECE), b"")
                        of_list, area = _counted(pieces)
                        texts, cells = texts + of_list, cells + area
                        if cells > MOST_CELLS:
                            raise ValueError(_TOO_LARGE)
            if texts * longest > _MOST_SPREAD:
                raise ValueError(_TOO_LARGE)
    except ValueError:
        raise
    except Exception as error:  # whatever zipfile meets in bytes that only look like an archive
        raise ValueError(_DAMAGED) from error


def _counted(pieces: Iterator[bytes]) -> tuple[int, int]:
    """How many cells of a part take their text from the workbook's list, and how many there are up to its last one.

    Any part may be a sheet.
    """
    columns, rows, texts, rest = 1, 1, 0, b""
    for piece in pieces:
        text = rest + piece
        for column, row in _CELL.findall(text):
            rows = max(rows, int(row))
            columns = max(columns, _column_number(column.upper()))
        texts += len(_OF_LIST.findall(piece))
        rest = text[-300:]
    return texts, rows * columns


def _column_number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + letter - 64
    return number


def _check_repeats(text: bytes) -> None:
    """Count the cells of an .ods up to the last that holds something, with repeats."""
    rows = width = filled_width = widest = 0
    times, filled = 1, False
    longest = max(map(len, text.split(b"</text:p>")), default=0)
    for match in _REPEATED.finditer(text):
        kind = match[1]
        if kind == b"row":
            times, width, filled_width, filled = _repeat(match[2]), 0, 0, False
        elif kind:
            width += _repeat(match[2])
            if b"office:value" in match[2]:
                filled, filled_width = True, width
        elif match[0].startswith(b"<text"):
            filled, filled_width = True, width
        else:
            rows, widest = rows + times, max(widest, filled_width)
            if filled and (rows * widest > MOST_CELLS or rows * widest * min(longest, _LONG_TEXT) > _MOST_SPREAD):
                raise ValueError(_TOO_LARGE)


def _repeat(attributes: bytes) -> int:
    found = _TIMES.search(attributes)
    return max(1, int(found[1])) if found else 1
