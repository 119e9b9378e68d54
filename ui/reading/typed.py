"""Lines that a person typed or pasted: name, successes, trials, in the layouts of spreadsheets and of plain typing."""

import re

import pandas as pd

from ui.reading.dialect import ROWS, layout_of, sample_rows
from ui.reading.numbers import read_number

LONGEST_TEXT = 20_000
TYPED_ROW = "Line"  # what messages call a row
WANTED = "Give one line per option: its name, its successes, its trials."

_SPACED = re.compile(r"(?P<name>.*\S)\s+(?P<successes>\S+)\s+(?P<trials>\S+)")
_OF = re.compile(r"(?P<name>.*?[^\s:=])\s*[:=\s]\s*(?P<successes>\S+)\s*(?:/| of | out of )\s*(?P<trials>\S+)")
_BETWEEN_OPTIONS = re.compile(r";|,(?!\d)")


def text_cells(text: str) -> tuple[pd.DataFrame, int, tuple[str, ...] | None, str]:
    """The cells, how many lines stand above the first, the heading if there is one, and what separates the cells.

    Raises: ValueError, one sentence.
    """
    if not text.strip():
        raise ValueError(WANTED)
    if len(text) > LONGEST_TEXT or text.count("\n") >= ROWS:
        raise ValueError(f"There are too many lines; {ROWS} can be read, one per option.")
    if "\0" in text:
        raise ValueError("The text holds a NUL character; copy the numbers from a spreadsheet instead.")
    rows, delimiter = _rows(_one_option_a_line(text))
    rows = [[cell.strip() for cell in cells] for cells in rows]
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise ValueError(WANTED)
    above = next(place for place, cells in enumerate(rows) if any(cells))
    first = rows[above]
    heading = None if len(rows) == above + 1 or any(map(_is_number, first)) else tuple(first)
    width = len(heading) if heading else 3
    for place, cells in enumerate(rows, start=1):
        filled = [*cells, *[""] * (width - len(cells))]
        if any(cells) and (len(cells) < min(width, 3) or any(filled[width:])):
            advice = (
                " If commas separate thousands, separate cells with tabs or semicolons." if delimiter == "," else ""
            )
            raise ValueError(f"Line {place} has {len(cells)} cells. {WANTED}{advice}")
        rows[place - 1] = filled[:width]
    return pd.DataFrame(rows, dtype="str"), above, heading, delimiter


def _one_option_a_line(text: str) -> str:
    """The text, with the options on lines of their own where its only line holds several, as in A 6/10, B 5/10.

    Raises: ValueError, one sentence, if one of several lines does: it may be a name with a comma.
    """
    lines = text.splitlines()
    for place, line in enumerate(lines, start=1):
        options = [part for part in _BETWEEN_OPTIONS.split(line) if part.strip()]
        if len(options) > 1 and all(map(_counts_of, options)):
            if text.strip() == line.strip():
                return "\n".join(options)
            raise ValueError(f"Line {place} seems to hold {len(options)} options. {WANTED}")
    return text


def _counts_of(line: str) -> re.Match[str] | None:
    """The name, the successes and the trials in a line as people type it."""
    match = _OF.fullmatch(line.strip()) or _SPACED.fullmatch(line.strip())
    return match if match and _is_number(match["successes"]) and _is_number(match["trials"]) else None


def _rows(text: str) -> tuple[list[list[str]], str]:
    delimiter = layout_of(text).delimiter
    rows = sample_rows(text, delimiter)
    lines = text.splitlines()
    if delimiter in ("", " ") or (delimiter == "," and max(map(len, rows)) < 3):
        found = [_counts_of(line) for line in lines]
        numbers = [match for match in found if match]
        if any(_may_be_grouped(match) for match in numbers):
            raise ValueError("Spaces may separate either cells or thousands; separate cells with tabs or semicolons.")
        if len(numbers) >= max(1, len([line for line in lines if line.strip()]) - 1):
            return [
                list(match.groups()) if match else line.split() for match, line in zip(found, lines, strict=True)
            ], " "
    return rows, delimiter


def _may_be_grouped(match: re.Match[str]) -> bool:
    """Whether the last number may be the end of a longer one, as in A 12 000 40 000."""
    return _is_number(match["name"].split()[-1]) and all(
        re.fullmatch(digits, match[cell]) for cell, digits in (("successes", "[0-9]{1,3}"), ("trials", "[0-9]{3}"))
    )


def _is_number(text: str) -> bool:
    return bool(read_number(text).values)
