"""How a text is laid out as a table: what separates its cells, and which row is the header."""

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ui.reading.hints import ROLES, hint
from ui.reading.numbers import read_number

SAMPLE = 2**16  # characters of a file from which its layout is told
ROWS = 200
MOST_COLUMNS = 2000
_HEADERS = 4  # rows as wide as the table, of which a later one may be the header

_DELIMITERS = "\t;|,"  # the first of equals wins: names may hold commas, and numbers, too
_SEP = "sep="
_GAP = re.compile(" {2,}")
_RULE = re.compile("[-=:+|]{3,}")


@dataclass(frozen=True)
class Layout:
    """What separates cells ("" nothing: one column), and how many rows a line sep= takes at the top."""

    delimiter: str
    skipped: int = 0


@dataclass(frozen=True)
class Head:
    """The rows above the header; the header's cells; whether they are cells of a header for certain.

    header: None where the first row of the table may be data.
    """

    above: int
    cells: tuple[str, ...]
    is_clear: bool


def layout_of(text: str) -> Layout:
    """What separates the cells: the sign that makes most rows equally wide and most cells numbers; or a line sep=."""
    first = text[:10].lstrip("\ufeff").splitlines()[:1]
    if first and first[0].lower().strip('"').startswith(_SEP) and len(sign := first[0].strip('"')[len(_SEP) :]) == 1:
        return Layout(sign, skipped=1)
    scores = {delimiter: _score(text, delimiter) for delimiter in _DELIMITERS}
    best = max(scores, key=lambda delimiter: scores[delimiter])
    if scores[best] > (0, 0):
        return Layout(best)
    return Layout(" " if _parted_by_spaces(text) else "")


def sample_rows(text: str, delimiter: str) -> list[list[str]]:
    """The first rows as lists of cells; a last line that the sample cuts off is left out."""
    sample = text[:SAMPLE]
    if len(text) > SAMPLE:
        end = max(sample.rfind("\n"), sample.rfind("\r"))
        sample = sample[: end + 1] if end > 0 else sample
    reader = csv.reader(
        io.StringIO(sample, newline=""), delimiter=delimiter or "\x1f", skipinitialspace=delimiter == " "
    )
    rows: list[list[str]] = []
    try:
        for cells in reader:
            rows.append(cells)
            if len(rows) == ROWS:
                break
    except csv.Error:
        pass  # the rows before it say enough, and the whole file is read by another parser
    return rows


def _score(text: str, delimiter: str) -> tuple[float, float]:
    """How many rows have the most frequent width, and how many of their cells are numbers."""
    rows = _of_table(sample_rows(text, delimiter))
    if not rows or (width := usual_width(rows)) < 2:
        return (0, 0)
    usual = [cells for cells in rows if len(cells) == width]
    cells = [cell for row in usual for cell in row[:20]]
    numbers = sum(bool(read_number(cell).values) for cell in cells)
    return (len(usual) / len(rows), (1 + numbers) / len(cells))


def usual_width(rows: Sequence[Sequence[str]]) -> int:
    """How many cells most rows have; of widths equally frequent, the larger."""
    counts = Counter(len(cells) for cells in rows)
    return max(counts, key=lambda width: (counts[width], width))


def _of_table(rows: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The rows that hold something, without comments and rules, unless there is nothing else."""
    filled = [cells for cells in rows if any(cell.strip() for cell in cells)]
    return [cells for cells in filled if not is_beside(cells)] or filled


def is_beside(cells: Sequence[str]) -> bool:
    """Whether a row is a comment of one cell after a #, or a rule of dashes as Markdown draws it."""
    words = [cell.strip() for cell in cells if cell.strip()]
    return (len(words) == 1 and words[0].startswith("#")) or (
        bool(words) and _RULE.fullmatch("".join(words)) is not None
    )


def with_tabs(text: str) -> str:
    """The text with a tab in place of two and more spaces, where these split all its lines into equally many cells.

    In the first line, which may have no name for the first column, single spaces may separate them.
    """
    lines = [line.strip() for line in text.splitlines()]
    head, *rest = [line for line in lines if line]
    widths = {len(_GAP.split(line)) for line in rest[:ROWS]}
    names = [_GAP.split(head), head.split()]
    fitting = [cells for cells in names if {len(cells), len(cells) + 1} & widths]
    if len(widths) != 1 or max(widths) < 2 or not fitting:
        return text
    lines[lines.index(head)] = "  ".join(fitting[0])
    return "\n".join(_GAP.sub("\t", line) for line in lines)


def _parted_by_spaces(text: str) -> bool:
    rows = [cells for cells in sample_rows(text, " ") if cells]
    widths = {len([cell for cell in cells if cell]) for cells in rows}
    return (
        len(widths) == 1
        and widths.pop() > 1
        and all(any(read_number(cell).values for cell in cells) for cells in rows[1:])
    )


def head_of(rows: Sequence[Sequence[str]]) -> Head:
    """The header of a table, from its first rows: of those as wide as most are the first that names columns.

    It is in doubt where it holds a number above numbers, or a word that stands below it too.
    """
    width = usual_width([_trimmed(cells) for cells in _of_table(rows)] or [[""]])
    places = [place for place, cells in enumerate(rows) if _begins(cells, width)] or [0]
    above = next((place for place in places[:_HEADERS] if _is_header(rows, place)), places[0])
    if (
        above
        and len(_trimmed(rows[above - 1])) == width - 1
        and not _numbers(rows[above - 1])
        and _numbers(rows[above])
    ):
        return Head(above - 1, ("row", *(cell.strip() for cell in _trimmed(rows[above - 1]))), True)
    return Head(above, tuple(cell.strip() for cell in rows[above]), not _looks_like_data(rows, above))


def _trimmed(cells: Sequence[str]) -> list[str]:
    trimmed = list(cells)
    while trimmed and not trimmed[-1].strip():
        trimmed.pop()
    return trimmed


def _begins(cells: Sequence[str], width: int) -> bool:
    filled = sum(bool(cell.strip()) for cell in cells)
    return len(_trimmed(cells)) >= width and filled >= min(2, width)


def _is_header(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Whether a row holds a word that is known as the name of a column, and no number, and does not look like data."""
    names = any(hint(role, cell) > 1 for cell in rows[place] for role in ROLES)
    return names and not _numbers(rows[place]) and not _looks_like_data(rows, place)


def _numbers(cells: Sequence[str]) -> bool:
    return any(read_number(cell).values for cell in cells)


def _looks_like_data(rows: Sequence[Sequence[str]], place: int) -> bool:
    """Whether a number stands among numbers, or a word again in its column and no other word is a column's name."""
    cells = [cell.strip() for cell in rows[place]]
    others = [row for row in rows if any(cell.strip() for cell in row) and list(row) != list(rows[place])]
    columns = [[row[column].strip() for row in others if column < len(row)] for column in range(len(cells))]
    for cell, column in zip(cells, columns, strict=True):
        if read_number(cell).values and (not column or any(read_number(text).values for text in column)):
            return True
    again = [bool(cell) and cell in column for cell, column in zip(cells, columns, strict=True)]
    names = [cell for cell, is_again in zip(cells, again, strict=True) if not is_again]
    return any(again) and not any(hint(role, name) > 1 for name in names for role in ROLES)
