"""Lines that a person typed or pasted: name, successes, trials, in the layouts of spreadsheets and of plain typing."""

import re

import pandas as pd

from ui.reading.dialect import ROWS, layout_of, sample_rows
from ui.reading.numbers import read_number

LONGEST_TEXT = 20_000
WANTED = "Give one line per option: its name, its successes, its trials."

_SPACED = re.compile(r"(?P<name>.*\S)\s+(?P<successes>\S+)\s+(?P<trials>\S+)")
_OF = re.compile(r"(?P<name>.*?[^\s:=])\s*[:=\s]\s*(?P<successes>\S+)\s*(?:/| of | out of )\s*(?P<trials>\S+)")


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
    rows, delimiter = _rows(text)
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
            advice = " If commas separate thousands, separate cells by tabs or semicolons." if delimiter == "," else ""
            raise ValueError(f"Line {place} has {len(cells)} cells. {WANTED}{advice}")
        rows[place - 1] = filled[:width]
    return pd.DataFrame(rows, dtype="str"), above, heading, delimiter


def _rows(text: str) -> tuple[list[list[str]], str]:
    delimiter = layout_of(text).delimiter
    rows = sample_rows(text, delimiter)
    lines = text.splitlines()
    spaced = [_OF.fullmatch(line.strip()) or _SPACED.fullmatch(line.strip()) for line in lines]
    if delimiter in ("", " ") or (delimiter == "," and max(map(len, rows)) < 3):
        numbers = [
            match for match in spaced if match and _is_number(match["successes"]) and _is_number(match["trials"])
        ]
        if any(_may_be_grouped(match) for match in numbers):
            raise ValueError("Spaces may separate either cells or thousands; separate cells by tabs or semicolons.")
        if len(numbers) >= max(1, len([line for line in lines if line.strip()]) - 1):
            return [
                list(match.groups()) if match else line.split() for match, line in zip(spaced, lines, strict=True)
            ], " "
    return rows, delimiter


def _may_be_grouped(match: re.Match[str]) -> bool:
    """Whether the last number may be the end of a longer one, as in A 12 000 40 000."""
    return _is_number(match["name"].split()[-1]) and all(
        re.fullmatch(digits, match[cell]) for cell, digits in (("successes", "[0-9]{1,3}"), ("trials", "[0-9]{3}"))
    )


def _is_number(text: str) -> bool:
    return bool(read_number(text).values)
