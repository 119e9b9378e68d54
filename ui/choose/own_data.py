"""Reads a visitor's CSV of outcomes; whatever is wrong with it is said in one sentence that names row and column."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import dpcore

MAX_BYTES = 5 * 2**20
MAX_OPTIONS = 20
MAX_COUNT_DIGITS = 12
LONGEST_NAME = 60
LONGEST_QUOTE = 36
EXAMPLE = "arm,successes,trials\nusual treatment,118,400\nnew treatment A,161,400\nnew treatment B,112,400\n"

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_ALIASES = {"option": "arm"}
_WHOLE = re.compile(rf"[0-9]{{1,{MAX_COUNT_DIGITS}}}(\.0*)?")
_HEADERS = "arm,outcome (one row per participant, outcome 0 or 1) or arm,successes,trials (one row per option)"

Row = tuple[int, dict[str, str]]


@dataclass(frozen=True)
class OwnData:
    """Successes and trials of each option, in the order of their first row."""

    names: tuple[str, ...]
    successes: tuple[int, ...]
    trials: tuple[int, ...]

    @property
    def posterior(self) -> dpcore.BetaPosterior:
        """What these data say about the success rates, from a uniform prior."""
        return dpcore.beta_posterior(self.successes, self.trials)


def read_csv(content: bytes) -> OwnData:
    """The counts in a CSV of (arm, outcome) rows or (arm, successes, trials) rows; rows of one arm are added up.

    Columns in any order, others are ignored; comma, semicolon or tab; UTF-8, or UTF-16 with its mark.
    Raises: ValueError, one sentence that names the row (the header is row 1) and the column.
    """
    header, rows = _table(_text(content))
    read_row = _row_reader(header)
    counts: dict[str, tuple[int, int]] = {}
    for number, cells in rows:
        name = _name(number, cells)
        if name not in counts and len(counts) == MAX_OPTIONS:
            raise ValueError(
                f"Row {number}, column arm: {_quote(name)} is option number {MAX_OPTIONS + 1}, "
                f"and at most {MAX_OPTIONS} different options are possible."
            )
        successes, trials = read_row(number, cells)
        before = counts.get(name, (0, 0))
        counts[name] = (before[0] + successes, before[1] + trials)
    if not counts:
        raise ValueError("The file has a header but no rows below it.")
    if len(counts) == 1:
        raise ValueError(f"Column arm holds only one option, {_quote(next(iter(counts)))}; at least 2 are needed.")
    successes_of, trials_of = zip(*counts.values(), strict=True)
    return OwnData(tuple(counts), successes_of, trials_of)


def _text(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise ValueError(
            f"The file has {len(content) / 2**20:.1f} MB, more than the {MAX_BYTES // 2**20} MB that can be read; "
            "give one row per option instead: arm,successes,trials."
        )
    if content.startswith(_WORKBOOKS):
        raise ValueError("The file is a spreadsheet workbook; save it as CSV (UTF-8) and choose that file.")
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"Row {row} is not {encoding[:6].upper()} text; save the file as CSV (UTF-8).") from error
    if "\0" in text:
        row = text.count("\n", 0, text.index("\0")) + 1
        raise ValueError(f"Row {row} holds a NUL character, so the file is not a text file; save it as CSV (UTF-8).")
    if not text.strip():
        raise ValueError(f"The file is empty; it needs a header, {_HEADERS}.")
    return text


def _table(text: str) -> tuple[list[str], Iterator[Row]]:
    """The names of the columns, and the rows below them that are not blank."""
    first_line = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    records = _records(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    header_row, cells = next(records)
    header = [_ALIASES.get(name.lower(), name.lower()) for name in cells]
    while header and not header[-1]:
        header.pop()
    _check_header(header_row, header)
    return header, (_named(number, cells, header) for number, cells in records)


def _records(reader: Iterable[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Row number and stripped cells of each record that is not blank."""
    iterator = iter(reader)
    number = 0
    while True:
        number += 1
        try:
            cells = [cell.strip() for cell in next(iterator)]
        except StopIteration:
            return
        except csv.Error as error:
            raise ValueError(f"Row {number} has a quotation mark that is misplaced or not closed.") from error
        if any(cells):
            yield number, cells


def _check_header(row: int, header: list[str]) -> None:
    repeated = next((name for name in header if header.count(name) > 1), None)
    if repeated is not None:
        raise ValueError(f"Row {row}, the header, names the column {_quote(repeated)} more than once.")
    if "arm" not in header:
        found = ", ".join(_quote(name) for name in header[:4])
        raise ValueError(f"Row {row} must be the header {_HEADERS}, but it has no column arm: it reads {found}.")
    has_outcome, has_successes, has_trials = (name in header for name in ("outcome", "successes", "trials"))
    if has_outcome and (has_successes or has_trials):
        raise ValueError(f"Row {row}, the header, mixes outcome with successes and trials; keep one form: {_HEADERS}.")
    if has_successes != has_trials:
        missing = "trials" if has_successes else "successes"
        raise ValueError(f"Row {row}, the header, has no column {missing}; it must be {_HEADERS}.")
    if not has_outcome and not has_successes:
        raise ValueError(f"Row {row}, the header, has no column outcome; it must be {_HEADERS}.")


def _named(number: int, cells: list[str], header: list[str]) -> Row:
    if any(cells[len(header) :]):
        raise ValueError(f"Row {number} has {len(cells)} cells, but the header has {len(header)} columns.")
    return number, dict(zip(header, cells + [""] * (len(header) - len(cells)), strict=False))


def _row_reader(header: list[str]) -> Callable[[int, dict[str, str]], tuple[int, int]]:
    """The function that reads successes and trials from one row of a table with this header."""
    return _outcome_row if "outcome" in header else _count_row


def _outcome_row(number: int, cells: dict[str, str]) -> tuple[int, int]:
    outcome = cells["outcome"]
    if outcome not in ("0", "1"):  # the quick path of a long file
        whole = _whole(number, "outcome", outcome, "0 or 1")
        if whole > 1:
            raise ValueError(f"Row {number}, column outcome: {_quote(outcome)} is not 0 or 1.")
        return whole, 1
    return int(outcome), 1


def _count_row(number: int, cells: dict[str, str]) -> tuple[int, int]:
    successes, trials = (
        _whole(number, column, cells[column], "a whole number of at least 0, written with digits only")
        for column in ("successes", "trials")
    )
    if trials == 0:
        raise ValueError(f"Row {number}, column trials: it is 0; leave out an option that nobody has tried.")
    if successes > trials:
        raise ValueError(f"Row {number}, column successes: {successes} is more than the {trials} trials of this row.")
    return successes, trials


def _whole(number: int, column: str, text: str, wanted: str) -> int:
    if not _WHOLE.fullmatch(text):
        if not text:
            raise ValueError(f"Row {number}, column {column}: the cell is empty; it must be {wanted}.")
        raise ValueError(f"Row {number}, column {column}: {_quote(text)} is not {wanted}.")
    return int(text.partition(".")[0])


def _name(number: int, cells: dict[str, str]) -> str:
    name = cells["arm"]
    if not name:
        raise ValueError(f"Row {number}, column arm: the cell is empty; it must name an option.")
    if len(name) > LONGEST_NAME:
        raise ValueError(
            f"Row {number}, column arm: {_quote(name)} has {len(name)} characters; "
            f"a name can have at most {LONGEST_NAME}."
        )
    if not name.isprintable():
        raise ValueError(f"Row {number}, column arm: {_quote(name)} holds a line break or another invisible character.")
    return name


def _quote(text: str) -> str:
    """The text as Python would write it, on one line and short."""
    shown = repr(text)
    return shown if len(shown) <= LONGEST_QUOTE else f"{shown[: LONGEST_QUOTE - 2]}…{shown[0]}"
