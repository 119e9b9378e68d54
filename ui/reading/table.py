"""A visitor's file as a table of texts, whatever its kind, encoding and layout; nothing is guessed in silence."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from ui.look.numbers import plural
from ui.reading.asking import Asking, FileQuestion, UnansweredError
from ui.reading.dialect import Head, head_of, is_beside, layout_of, sample_rows, with_tabs
from ui.reading.names import listed, shown
from ui.reading.parsed import (
    MOST_ROWS,
    check_rows,
    check_width,
    distinct_names,
    parsed_cells,
    repeated_headers,
    without_blank_rows,
)
from ui.reading.records import json_table, parquet_table, text_of_value
from ui.reading.text import ENCODINGS, decoded, unpacked
from ui.reading.typed import TYPED_ROW, text_cells
from ui.reading.workbooks import sheets_of

_JSON = re.compile(r"\s*(?:\[\s*[\[{\]]|\{\s*[\"}])")
_HEADERS_BELOW = 2  # rows below the header that are offered in its place
_NO_WORDS = " ,;|\t\r\n\"'\ufeff"
_MARKUP = re.compile(r"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """How the file was opened: its encoding, what separates cells, and what messages call a row and a place in it."""

    encoding: str = "utf-8"
    delimiter: str = ","
    above: int = 0  # rows above the header, or above the first row if there is none
    is_likely_encoding: bool = False
    row: str = "Row"
    cell: str = "column"


@dataclass(frozen=True, eq=False)
class Table:
    """Cells as texts, by row of the file (from 1) and name of the column; what was settled on the way.

    header_row: 0 where the file has none.  repeats: the rows that say the header again.
    question: one that must be answered before the table can be used.
    """

    cells: pd.DataFrame
    source: Source
    header_row: int
    question: FileQuestion | None = None
    choices: tuple[FileQuestion, ...] = ()
    notes: tuple[str, ...] = ()
    repeats: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the columns are called."""
        return tuple(self.cells.columns)


def read_table(content: bytes, answers: Mapping[str, str] | None = None) -> Table:
    """The table in a file's bytes: text, .gz, .xlsx, .ods, .parquet or .json, told by what it holds, not by its name.

    Raises: ValueError, one sentence with a way out, if there is no table to read.
    """
    asking = Asking(answers or {})
    inside = unpacked(content)
    if inside.startswith(b"PAR1"):
        return _finished(parquet_table(inside, MOST_ROWS), Source(), None, asking)
    if inside.startswith(b"PK\x03\x04"):
        return _workbook(inside, asking)
    text = decoded(inside, asking.answers.get("encoding"))
    if _JSON.match(text.text[:1000]):
        return _finished(json_table(text.text, MOST_ROWS), Source(text.encoding), None, asking)
    if not text.text.strip(_NO_WORDS):
        raise ValueError("The file contains no words or numbers.")
    if _MARKUP.match(text.text[:200]):
        raise ValueError("The file is a web page or XML, not a table; copy the table into a spreadsheet and save that.")
    layout = layout_of(text.text)
    if layout.delimiter in ("", " ") and (tabbed := with_tabs(text.text)) != text.text:
        text, layout = replace(text, text=tabbed), replace(layout, delimiter="\t")
    if layout.skipped:
        asking.notes.append(f"Row 1 says that {_NAMES.get(layout.delimiter, layout.delimiter)} separates the cells.")
    rows = sample_rows(text.text, layout.delimiter)[layout.skipped :]
    source = Source(text.encoding, layout.delimiter, layout.skipped, text.is_likely)
    return _finished(parsed_cells(text.text, layout.delimiter), source, rows, asking)


def read_typed(text: str, answers: Mapping[str, str] | None = None) -> Table:
    """The table in typed or pasted lines of name, successes and trials; a first line without a number is a heading.

    Raises: ValueError, one sentence.
    """
    asking = Asking(answers or {})
    cells, above, heading, delimiter = text_cells(text)
    source = Source(delimiter=delimiter, above=above, row=TYPED_ROW)
    head = Head(above, heading or ("option", "successes", "trials"), True)
    return _with_header(cells, source, head, bool(heading), asking)


_NAMES = {";": "a semicolon", ",": "a comma", "\t": "a tab"}


def _workbook(content: bytes, asking: Asking) -> Table:
    sheets = sheets_of(content)
    if not sheets:
        raise ValueError("The workbook is empty.")
    labels = {name: f"{shown(name)}, {len(sheet):,} row{plural(len(sheet))}" for name, sheet in sheets.items()}
    clear = next(iter(sheets)) if len(sheets) == 1 else None
    try:
        name = asking.choose("sheet", "Which sheet holds the table?", labels, clear, matters=len(sheets) > 1)
    except UnansweredError as error:
        return Table(pd.DataFrame(), Source(), 0, error.question)
    stored = sheets[name]
    check_width(stored.shape[1])
    cells = stored.fillna("").apply(lambda column: column.map(text_of_value)).astype(str)
    return _finished(cells, Source(), cells.head(200).to_numpy().tolist(), asking)


def _finished(cells: pd.DataFrame, source: Source, rows: Sequence[Sequence[str]] | None, asking: Asking) -> Table:
    """The table below its header.  rows: its first rows; None where the columns have their names already."""
    check_width(cells.shape[1])
    if rows is None:
        head = Head(0, tuple(map(str, cells.columns)), True)
        return _with_header(cells, source, head, False, asking, named=True)
    if not any(cell.strip() for row in rows for cell in row):
        raise ValueError("The file contains no words or numbers.")
    head = head_of(rows)
    first = ", ".join(cell for cell in head.cells if cell)
    above = source.above + head.above
    others = _other_headers(rows, head, source.above) if head.is_clear or "header" in asking.answers else {}
    question = None
    try:
        kind = asking.choose(
            "header",
            f"Row {above + 1} reads {shown(first, 60)}. Does it name the columns, or is it data?",
            {"data": "It is data; there is no header", "header": "It names the columns", **others},
            "header" if head.is_clear else None,
        )
    except UnansweredError as error:
        kind, question = "", error.question
    if kind in others:
        above = int(kind.removeprefix("row ")) - 1
        head = Head(above - source.above, tuple(cell.strip() for cell in rows[above - source.above]), True)
    if head.above:
        asking.notes.append(f"The table begins in row {above + 1}; anything above it is left out.")
    source = replace(source, above=above)
    has_header = kind == "header" or kind in others
    if not has_header:
        head = Head(above, tuple(f"column {place + 1}" for place in range(len(head.cells))), True)
    return _with_header(cells, source, head, has_header, asking, question=question)


def _other_headers(rows: Sequence[Sequence[str]], head: Head, above: int) -> dict[str, str]:
    """The rows that may be the header instead, as answers.  above: rows of the file above the first of these."""
    return {
        f"row {above + place + 1}": f"Row {above + place + 1} does: {shown(', '.join(cells), 60)}"
        for place, cells in enumerate(rows[: head.above + _HEADERS_BELOW + 1])
        if place != head.above and sum(bool(cell.strip()) for cell in cells) > 1 and not is_beside(cells)
    }


def _with_header(
    cells: pd.DataFrame, source: Source, head: Head, has_header: bool, asking: Asking, named: bool = False,
    question: FileQuestion | None = None,
) -> Table:  # fmt: skip
    """The rows below the header, with the columns' names and without blank rows, repeated headers and empty columns.

    named: the columns have their names from the file itself, and its rows are counted from below them.
    """
    width = cells.shape[1]
    names = distinct_names([*head.cells, *[""] * width][:width])
    written = dict(zip(names, map(str, cells.iloc[source.above]), strict=True)) if has_header else {}
    body = cells.iloc[0 if named else source.above + has_header :].set_axis(names, axis=1)
    body = body.set_axis(body.index + (2 if named else 1), axis=0)
    body = without_blank_rows(body)
    places = [place for place, name in enumerate(names)
              if (place < len(head.cells) and head.cells[place]) or (body[name].str.strip() != "").any()]  # fmt: skip
    body = body.iloc[:, places]
    again = body.index[:0]
    if body.shape[1]:
        again = repeated_headers(body, written) if written else again
        if len(again):
            rows = "1 row only repeats" if len(again) == 1 else f"{len(again):,} rows only repeat"
            asking.notes.append(f"{rows} the header and {'is' if len(again) == 1 else 'are'} left out.")
            body = body.drop(index=again)
    check_rows(body)
    if not body.size and question is None:
        raise ValueError("The file has a header but no rows below it." if has_header else "The file contains no rows.")
    header_row = source.above + 1 if has_header or named else 0
    return Table(body, source, header_row, question, tuple(asking.choices), tuple(asking.notes), tuple(again))


def doubtful_letters(table: Table, texts: Sequence[str], asking: Asking) -> None:
    """Ask for the code page where names hold letters that depend on it."""
    foreign = [text for text in texts if not text.isascii()]
    if not table.source.is_likely_encoding or not foreign:
        return
    options: dict[str, str] = {}
    for page, title in ENCODINGS.items():
        try:
            said = listed(text.encode(table.source.encoding).decode(page) for text in foreign)
        except UnicodeDecodeError:
            continue
        if not any(label.startswith(f"{said} (") for label in options.values()):
            options[page] = f"{said} ({title})"
    asking.choose("encoding", f"Which spelling is right, {shown(foreign[0])} or another one?", options)
