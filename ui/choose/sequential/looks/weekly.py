"""Reads a column of participants per week, as typed or pasted from a spreadsheet."""

import re

from ui.look.literal import quoted

MOST_WEEKS = 520
MOST_A_WEEK = 10**8
LONGEST_TEXT = 10_000
_WHOLE = re.compile(r"([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.0{0,2})?")  # not 1.000, which may mean 1 or 1000
_LONGEST_QUOTE = 36


def read_weekly(text: str) -> tuple[int, ...]:
    """The participants of week 1, 2, ...: one whole number a line; a heading and empty lines at the end are left out.

    Raises: ValueError, one sentence that names the line.
    """
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"The column has {len(text):,} characters; {LONGEST_TEXT:,} can be read.")
    lines = text.rstrip().splitlines()
    if len(lines) > MOST_WEEKS:
        raise ValueError(f"The column has {len(lines):,} lines; {MOST_WEEKS} weeks can be read.")
    first = 1 if len(lines) > 1 and lines[0].strip()[:1].isalpha() else 0
    column = tuple(_number(place, line.strip()) for place, line in enumerate(lines, start=1) if place > first)
    if not any(column):
        raise ValueError("Nobody comes in these weeks; one of the numbers must be above 0.")
    return column


def _number(place: int, cell: str) -> int:
    if not _WHOLE.fullmatch(cell):
        what = f"{quoted(cell, _LONGEST_QUOTE)} is not" if cell else "it is empty; it must be"
        raise ValueError(f"Line {place}: {what} a whole number, written with digits only, one week a line.")
    digits = cell.partition(".")[0].replace(",", "").lstrip("0")
    if len(digits) > len(str(MOST_A_WEEK)) or int(digits or "0") > MOST_A_WEEK:
        raise ValueError(f"Line {place}: {quoted(cell, _LONGEST_QUOTE)} is more than {MOST_A_WEEK:,} a week.")
    return int(digits or "0")
