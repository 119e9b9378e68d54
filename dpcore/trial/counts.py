"""The counts of a batch from a table: a text file or a workbook.  No message quotes a cell."""

import csv
from collections.abc import Sequence
from pathlib import Path

from dpcore.trial.errors import TrialError
from dpcore.trial.facts import Batch
from dpcore.trial.plan import LOCAL, Plan

LARGEST = 10**6  # bytes
KINDS = "text in UTF-8 with commas, semicolons or tabs between its cells, or an .xlsx or .ods workbook"
_OPTION, _PARTICIPANTS = "option", "participants"
_NAMES_OF_COUNTS = ("successes", "yes")


def counts_in_file(path: Path, batch: Batch, plan: Plan) -> dict[str, int]:
    """The counts by option in a file of one of KINDS.

    Raises: TrialError, in a sentence without any cell, if it is none or does not fit the batch; OSError if it cannot
        be read.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise TrialError(f"“{path}” is too large: it may have at most {LARGEST:,} bytes.")
    rows = _rows_of_workbook(path) if content.startswith(b"PK\x03\x04") else _rows_of_text(content, path)
    return counts_in_rows(rows, batch, plan)


def has_counts(header: Sequence[str]) -> bool:
    """Whether a table with this first row can be read by `counts_in_rows`."""
    names = [cell.strip().lower() for cell in header]
    counted = [name for name in names if name in _NAMES_OF_COUNTS]
    return len(counted) == 1 and sorted({*names} - {_PARTICIPANTS}) == sorted([_OPTION, *counted])


def counts_in_rows(rows: Sequence[Sequence[str]], batch: Batch, plan: Plan) -> dict[str, int]:
    """The counts by option in a table whose first row names the columns; the participants may be left out.

    Raises: TrialError, in a sentence without any cell, if the table does not fit the batch.
    """
    filled = [(place, row) for place, row in enumerate(rows, start=1) if any(cell.strip() for cell in row)]
    if not filled or not has_counts(filled[0][1]):
        column = "yes" if plan.release == LOCAL else "successes"
        raise TrialError(f"The first line of the counts must be: option,{column} or option,{column},participants.")
    names = [cell.strip().lower() for cell in filled[0][1]]
    found: dict[str, int] = {}
    for place, row in filled[1:]:
        cells = [cell.strip() for cell in row]
        if any(cells[len(names) :]) or len(cells) < len(names):
            raise TrialError(f"Row {place} of the counts must have {len(names)} cells.")
        told = dict(zip(names, cells, strict=False))
        option = _option(told[_OPTION], batch)
        if option is None:
            options = ", ".join(f"“{name}”" for name in batch.sizes)
            raise TrialError(
                f"Row {place} of the counts names an option that is not in this trial; its options are {options}."
            )
        if option in found:
            raise TrialError(f"Row {place} of the counts names an option that an earlier row already named.")
        size = batch.sizes[option]
        if told.get(_PARTICIPANTS, str(size)) != str(size):
            raise TrialError(
                f"“{option}” has {size:,} participants in this batch, but the counts give a different number."
            )
        count = next(told[name] for name in _NAMES_OF_COUNTS if name in told)
        if not (count.isascii() and count.isdecimal() and len(count) < 10):
            raise TrialError(f"Row {place} of the counts: the {plan.counted} must be a whole number, in digits only.")
        found[option] = int(count)
    return found


def _option(told: str, batch: Batch) -> str | None:
    """The option of this name, whatever its capitals if only one is so called; None if there is none."""
    alike = [name for name in batch.sizes if name.casefold() == told.casefold()]
    return told if told in alike else alike[0] if len(alike) == 1 else None


def _rows_of_text(content: bytes, path: Path) -> list[list[str]]:
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        lines = None
    if lines is None:
        raise TrialError(f"“{path}” must be {KINDS}.")
    header = next((line for line in lines if line.strip()), "")
    separator = max(",;\t", key=header.count)
    return [*csv.reader(lines, delimiter=separator)]


def _rows_of_workbook(path: Path) -> list[list[str]]:
    """The first sheet of a workbook; whole numbers as digits."""
    try:
        from python_calamine import CalamineError, load_workbook
    except ImportError:
        raise TrialError("Workbooks need the package python-calamine; save the sheet as CSV instead.") from None
    try:
        rows = load_workbook(str(path)).get_sheet_by_index(0).to_python()
    except CalamineError:
        rows = None
    if rows is None:
        raise TrialError(f"“{path}” must be {KINDS}.")
    return [[_text(cell) for cell in row] for row in rows]


def _text(cell: object) -> str:
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
